/* --------------------------------------------------------------------------------------------- >>impl-op-torch -- */
/* op/torch.c: boxed kernels, schemas, and their registration with torch's dispatcher. */
/* -- a call -------------------------------------------------------------------------------------------------------- */
/* A call of a boxed kernel.  What the kernel owns is given back before it ends, or throws. */
typedef struct cucore__torch_call {
    void *tensors[CUCORE_OP_MAX_ARRAYS]; /* the arguments, then the results; NULL: none */
    void *strings[CUCORE_OP_MAX_VALUES]; /* NULL: no string */
    int has_strings, writes;             /* 1: some value is a string, some argument is changed in place */
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore_op_call call;
    cucore_view *views; /* of the arrays */
    cucore__op_raw raws[CUCORE_OP_MAX_ARRAYS];
    int8_t states[CUCORE_OP_MAX_ARRAYS]; /* of the raws, as a cucore__op_reader returns them */
} cucore__torch_call;

/* Takes the entry out of an optional one; 0 for None. */
CUCORE__PRIVATE uint64_t cucore__torch_unpack(uint64_t entry)
{
    uint64_t *place = (uint64_t *)(uintptr_t)entry, value;
    if (!place) return 0;
    value = *place;
    if (cucore__aten.entry_drop) {
        (void)cucore__aten.entry_drop(place);
    } else if (cucore__aten.operator_delete) {
        cucore__aten.operator_delete(place);
    } else {
        free(place);
    }
    return value;
}

/* Takes over all entries of the stack: from here on only the call owns them. */
CUCORE__PRIVATE void cucore__torch_take(cucore__torch_call *self, const cucore_op *op, const uint64_t *stack)
{
    const int arguments = op->array_count - op->result_count;
    int i;
    self->has_strings = self->writes = 0;
    for (i = 0; i < arguments; i++) {
        const uint64_t flags = op->arrays[i].flags;
        const uint64_t entry = flags & CUCORE_OPTIONAL ? cucore__torch_unpack(stack[i]) : stack[i];
        self->tensors[i] = (void *)(uintptr_t)entry;
        self->writes |= (flags & (CUCORE_WRITE | CUCORE_KEEP_VERSION)) == CUCORE_WRITE;
    }
    for (; i < op->array_count; i++) self->tensors[i] = NULL;
    for (i = 0; i < op->value_count; i++) {
        const uint64_t entry = stack[arguments + i];
        cucore_op_scalar *value = &self->values[i];
        self->strings[i] = NULL;
        value->i = 0;
        value->f = 0;
        value->s = NULL;
        switch (op->values[i].kind) {
        case CUCORE_OP_FLOAT: memcpy(&value->f, &entry, sizeof value->f); break;
        case CUCORE_OP_BOOL: value->i = (entry & 255) != 0; break;
        case CUCORE_OP_STRING:
            self->strings[i] = (void *)(uintptr_t)entry;
            self->has_strings = 1;
            break;
        default: memcpy(&value->i, &entry, sizeof value->i); break;
        }
    }
}

/* Gives back the first `count` tensors, and the strings. */
CUCORE__PRIVATE void cucore__torch_drop(cucore__torch_call *self, const cucore_op *op, int count)
{
    int i;
    for (i = 0; i < count; i++)
        if (self->tensors[i]) (void)cucore__aten.drop(self->tensors[i]);
    for (i = 0; i < op->value_count; i++)
        if (self->strings[i]) (void)cucore__aten.string_drop(self->strings[i]);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_fail_argument(const cucore_op *op, const char *name,
                                                                       cucore_status status)
{
    status = cucore_fail(status, "%s: %s", name, cucore__error.message);
    return cucore__op_fail(op, status);
}

/* Reads the strings. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_read_strings(cucore__torch_call *self, const cucore_op *op)
{
    int i;
    for (i = 0; i < op->value_count; i++) {
        size_t size = 0;
        if (!self->strings[i]) continue;
        if (!cucore__aten.string_size || cucore__aten.string_size(self->strings[i], &size) ||
            cucore__aten.string_text(self->strings[i], &self->values[i].s) || size > INT64_MAX)
            return cucore__torch_fail_argument(op, op->values[i].name, cucore__fail_aten("torch_string_c_str"));
        self->values[i].i = (int64_t)size;
    }
    return CUCORE_OK;
}

/* Asks torch for the arguments. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__torch_ask(cucore__torch_call *self, const cucore_op *op)
{
    DLTensor tensor;
    int i;
    for (i = 0; i < op->array_count; i++) {
        cucore__op_raw *raw = &self->raws[i];
        self->states[i] = 0;
        if (!self->tensors[i]) continue;
        self->states[i] = -1;
        if (cucore__aten_read(self->tensors[i], 0, &tensor) || (tensor.ndim && !tensor.strides)) continue;
        raw->data = tensor.data;
        raw->kind = cucore__op_kind(tensor.ndim, cucore__op_dtype_bytes(&tensor.dtype));
        raw->device = cucore__op_device((int)tensor.device.device_type, tensor.device.device_id);
        raw->shape = tensor.shape;
        raw->strides = tensor.strides;
        self->states[i] = 1;
    }
}

CUCORE__PRIVATE inline int cucore__torch_read(const void *caller, int place, cucore__op_raw *out)
{
    const cucore__torch_call *self = (const cucore__torch_call *)caller;
    *out = self->raws[place];
    return self->states[place];
}

/* Replaces an argument by a tensor that is dense in C order (CUCORE_MAKE_C_CONTIGUOUS). */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_make_dense(cucore__torch_call *self, int place)
{
    const uint8_t grads = cucore__aten.grads();
    uint64_t stack[2] = {0, 0}; /* a tensor, torch.contiguous_format */
    void *again = NULL;
    int failed;
    if (cucore__aten.again(self->tensors[place], &again)) return cucore__fail_aten("aoti_torch_new_tensor_handle");
    stack[0] = (uint64_t)(uintptr_t)again;
    if (grads) cucore__aten.set_grads(0);
    failed = cucore__aten.call("aten::contiguous", "", stack);
    if (grads) cucore__aten.set_grads(1);
    if (failed) return cucore__fail_aten("aoti_torch_call_dispatcher of aten::contiguous");
    (void)cucore__aten.drop(self->tensors[place]);
    self->tensors[place] = (void *)(uintptr_t)stack[0];
    return CUCORE_OK;
}

/* Describes an argument as a view. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_decode(cucore__torch_call *self, int place, int meta)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)self->call.private_.plan;
    const cucore__intake intake = cucore__intake_make(&plan->args[place]);
    cucore_view *view = &self->views[place];
    cucore_status status;
    if (intake.flags & CUCORE_OPTIONAL && (!self->tensors[place] || !cucore__aten_is_defined(self->tensors[place]))) {
        cucore__view_clear(view);
        return CUCORE_OK;
    }
    status = self->tensors[place] ? cucore__aten_decode(self->tensors[place], &intake, meta, view)
                                  : cucore__invalid("the tensor is NULL");
    if (!status && (intake.flags & (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_WRITE)) == CUCORE_MAKE_C_CONTIGUOUS &&
        !cucore_layout_is_c_contiguous(&view->layout)) {
        if (meta) {
            cucore__layout_fill_dense(&view->layout, 'C');
        } else {
            status = cucore__torch_make_dense(self, place);
            if (!status) status = cucore__aten_decode(self->tensors[place], &intake, 0, view);
        }
    }
    return status ? cucore__torch_fail_argument(self->call.op, plan->args[place].name, status) : CUCORE_OK;
}

/* Decodes the arguments, checks them and describes the results. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_decode_all(cucore__torch_call *self, const cucore_op *op,
                                                                     int meta)
{
    cucore_status status = cucore__op_bind_values(&self->call);
    int i;
    if (status) return cucore__op_fail(op, status);
    for (i = 0; i < op->array_count - op->result_count && !status; i++)
        if (meta || self->states[i] <= 0 || !cucore__op_take_dense(&self->call, i, &self->raws[i]))
            status = cucore__torch_decode(self, i, meta);
    cucore__op_clear_results(&self->call);
    if (!status) status = cucore__op_check(&self->call);
    return status ? status : cucore__op_results(&self->call);
}

/* Makes tensors for the results: on the device of the call; meta: on the device of the first argument. */
CUCORE__PRIVATE cucore_status cucore__torch_allocate(cucore__torch_call *self, const cucore_op *op, int meta)
{
    const int arguments = op->array_count - op->result_count;
    int32_t type = self->call.device_id < 0 ? cucore__aten_facts.cpu : cucore__aten_facts.cuda;
    int32_t id = self->call.device_id < 0 ? -1 : self->call.device_id;
    int i;
    for (i = 0; meta && i < arguments && !self->tensors[i]; i++) {
    }
    if (meta && i < arguments && cucore__aten.device_type(self->tensors[i], &type))
        return cucore__op_fail(op, cucore__fail_aten("aoti_torch_get_device_type"));
    for (i = arguments; i < op->array_count; i++) {
        const cucore_layout *layout = &self->views[i].layout;
        const int32_t number = cucore__aten_number(self->views[i].dtype);
        if (number < 0)
            return cucore__torch_fail_argument(op, op->arrays[i].name, cucore__fail_aten_dtype(self->views[i].dtype));
        if (cucore__aten.empty(layout->ndim, layout->shape, layout->strides, number, type, id, &self->tensors[i]))
            return cucore__torch_fail_argument(op, op->arrays[i].name, cucore__fail_aten("aoti_torch_empty_strided"));
        if (!meta && cucore__aten.data(self->tensors[i], &self->views[i].ptr))
            return cucore__torch_fail_argument(op, op->arrays[i].name, cucore__fail_aten("aoti_torch_get_data_ptr"));
    }
    return CUCORE_OK;
}

/* Counts up the version of a tensor, which autograd compares with that of what it has saved (rules B123).  torch has no
 * C function for it, and does not count for operators of a library: the transposition of an axis with itself, in place,
 * changes nothing else. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_count(void *tensor)
{
    const uint8_t grads = cucore__aten.grads();
    uint64_t stack[3] = {0, 0, 0};
    void *again = NULL;
    int failed;
    if (cucore__aten.again(tensor, &again)) return cucore__fail_aten("aoti_torch_new_tensor_handle");
    stack[0] = (uint64_t)(uintptr_t)again;
    if (grads) cucore__aten.set_grads(0);
    failed = cucore__aten.call("aten::transpose_", "", stack);
    if (grads) cucore__aten.set_grads(1);
    if (failed) return cucore__fail_aten("aoti_torch_call_dispatcher of aten::transpose_");
    (void)cucore__aten.drop((void *)(uintptr_t)stack[0]);
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_count_all(cucore__torch_call *self, const cucore_op *op)
{
    cucore_status status = CUCORE_OK;
    int i;
    for (i = 0; i < op->array_count - op->result_count && !status; i++) {
        if ((op->arrays[i].flags & (CUCORE_WRITE | CUCORE_KEEP_VERSION)) != CUCORE_WRITE || !self->tensors[i]) continue;
        status = cucore__torch_count(self->tensors[i]);
        if (status) status = cucore__torch_fail_argument(op, op->arrays[i].name, status);
    }
    return status;
}

/* Runs the operator: on success the results are in `tensors`, after the arguments. */
CUCORE__PRIVATE cucore_status cucore__torch_run(cucore__torch_call *self, const cucore_op *op, int meta)
{
    cucore_status status = CUCORE_OK;
    self->call.caller = CUCORE_OP_FROM_TORCH;
    self->call.private_.described = meta;
    if (self->has_strings && (status = cucore__torch_read_strings(self, op)) != CUCORE_OK) return status;
    if (!meta) cucore__torch_ask(self, op);
    if (meta || !CUCORE__LIKELY(cucore__op_recall(&self->call, cucore__torch_read, self))) {
        status = cucore__torch_decode_all(self, op, meta);
        if (!status && !meta) cucore__op_remember(&self->call, cucore__torch_read, self);
    }
    if (!status && self->call.device_id >= 0) {
        void *stream = NULL;
        if (!cucore__aten.stream || cucore__aten.stream(self->call.device_id, &stream))
            status = cucore__op_fail(op, cucore__fail_aten("aoti_torch_get_current_cuda_stream"));
        self->call.stream = (CUstream)stream;
    }
    if (!status) status = cucore__torch_allocate(self, op, meta);
    if (status || meta) return status;
    if (self->writes) status = cucore__torch_count_all(self, op);
    return status ? status : cucore__op_run(&self->call);
}

/* Takes over the arguments, runs the operator, and leaves the results on the stack. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_call_with(const cucore_op *op, uint64_t *stack,
                                                                    uint64_t argument_count, uint64_t result_count,
                                                                    int meta)
{
    const int arguments = op->array_count - op->result_count;
    cucore_view few[CUCORE__OP_FEW];
    cucore__torch_call self;
    cucore_status status;
    int i;
    self.views = cucore__op_room(op, few);
    status = cucore__op_begin(&self.call, op, self.views, self.values);
    if (!status &&
        (argument_count != (uint64_t)(arguments + op->value_count) || result_count != (uint64_t)op->result_count)) {
        status = cucore_fail(CUCORE_PROTOCOL, "%s: torch passes %llu arguments for %llu results, not %d for %d",
                             op->name, (unsigned long long)argument_count, (unsigned long long)result_count,
                             arguments + op->value_count, op->result_count);
    } else if (!status) {
        cucore__torch_take(&self, op, stack);
        status = cucore__torch_run(&self, op, meta);
        cucore__torch_drop(&self, op, status ? op->array_count : arguments);
    }
    cucore__op_room_end(self.views, few);
    for (i = 0; i < op->result_count && !status; i++) stack[i] = (uint64_t)(uintptr_t)self.tensors[arguments + i];
    return status;
}

/* Nothing follows the call of torch's `check`, which throws, and no address of this frame is known to others: compilers
 * that optimise jump to it.  Then no frame of C is between torch and its error, and none needs tables of unwinding. */
CUCORE_API void cucore__op_enter_torch(const cucore_op *op, uint64_t *stack, uint64_t argument_count,
                                       uint64_t result_count, int meta)
{
    if (cucore__aten_load()) return; /* only torch calls this, which can throw */
    if (!cucore__torch_call_with(op, stack, argument_count, result_count, meta)) return;
    cucore__aten.check(0, op->name, "cucore_op.h", 0, cucore__error.message);
}

/* -- schemas ------------------------------------------------------------------------------------------------------- */
/* Adds the shortest text that is read as this float. */
CUCORE__PRIVATE CUCORE__COLD void cucore__torch_add_float(cucore__text *text, double number)
{
    char digits[40];
    int precision, is_whole = 1;
    char *at;
    for (precision = 6; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number) break;
    }
    for (at = digits; *at; at++) {
        if (*at == ',') *at = '.'; /* of the locale */
        if (*at == '.' || *at == 'e') is_whole = 0;
    }
    cucore__text_add(text, is_whole ? "%s.0" : "%s", digits);
}

/* Adds "=default", or refuses a default that the language of schemas lacks. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_add_default(cucore__text *text, const cucore_op_value *value)
{
    const cucore_op_scalar *number = &value->fallback;
    int64_t i;
    cucore__text_add(text, "=");
    switch (value->kind) {
    case CUCORE_OP_BOOL: cucore__text_add(text, number->i ? "True" : "False"); return CUCORE_OK;
    case CUCORE_OP_INT:
        if (number->i == INT64_MIN) break;
        cucore__text_add(text, "%lld", (long long)number->i);
        return CUCORE_OK;
    case CUCORE_OP_FLOAT:
        if (!(number->f - number->f == 0)) break;
        cucore__torch_add_float(text, number->f);
        return CUCORE_OK;
    default:
        cucore__text_add(text, "\"");
        for (i = 0; i < number->i; i++) {
            const char c = number->s[i];
            if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '\'')
                return cucore__invalid("%s: the default has the character \\x%02x, which schemas of torch cannot "
                                       "express",
                                       value->name, (unsigned)(unsigned char)c);
            cucore__text_add(text, "%c", c);
        }
        cucore__text_add(text, "\"");
        return CUCORE_OK;
    }
    return cucore__invalid("%s: schemas of torch cannot express the default %g", value->name,
                           value->kind == CUCORE_OP_INT ? (double)number->i : number->f);
}

/* Adds the schema of an operator: "scale(Tensor x, Tensor(a!)? y, float a=1.0) -> Tensor". */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_add_schema(cucore__text *text, const cucore_op *op)
{
    static const char *const kinds[] = {"", "int", "float", "bool", "str"};
    const int arguments = op->array_count - op->result_count;
    int i, first_default = op->value_count, first_none = arguments;
    cucore_status status;
    while (first_default > 0 && !op->values[first_default - 1].required) first_default--;
    while (!first_default && first_none > 0 && op->arrays[first_none - 1].flags & CUCORE_OPTIONAL) first_none--;
    cucore__text_add(text, "%s(", op->name);
    for (i = 0; i < arguments; i++) {
        const uint64_t flags = op->arrays[i].flags;
        cucore__text_add(text, i ? ", Tensor" : "Tensor");
        if (flags & CUCORE_WRITE) cucore__text_add(text, "(%c!)", 'a' + i);
        cucore__text_add(text, "%s %s%s", flags & CUCORE_OPTIONAL ? "?" : "", op->arrays[i].name,
                         i >= first_none ? "=None" : "");
    }
    for (i = 0; i < op->value_count; i++) {
        cucore__text_add(text, "%s%s %s", i || arguments ? ", " : "", kinds[op->values[i].kind], op->values[i].name);
        status = i >= first_default ? cucore__torch_add_default(text, &op->values[i]) : CUCORE_OK;
        if (status) return status;
    }
    cucore__text_add(text, ") -> %s", op->result_count == 1 ? "Tensor" : "(");
    for (i = 0; i < op->result_count && op->result_count > 1; i++) cucore__text_add(text, i ? ", Tensor" : "Tensor");
    if (op->result_count != 1) cucore__text_add(text, ")");
    return CUCORE_OK;
}

/* Returns the schema as a text to be freed; NULL with an error. */
CUCORE__PRIVATE CUCORE__COLD char *cucore__torch_schema(const cucore_op *op)
{
    cucore__text text = cucore__text_start(NULL, 0);
    cucore_status status = cucore__torch_add_schema(&text, op);
    char *schema = status ? NULL : (char *)malloc(text.length + 1);
    if (status) {
        (void)cucore__op_fail(op, status);
    } else if (!schema) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "%s: no memory for a schema of %llu characters", op->name,
                          (unsigned long long)text.length);
    } else {
        text = cucore__text_start(schema, text.length + 1);
        (void)cucore__torch_add_schema(&text, op);
    }
    return schema;
}

/* -- registration -------------------------------------------------------------------------------------------------- */
/* What is registered, or about to be: it stays to the end of the process. */
typedef struct cucore__torch_entry {
    struct cucore__torch_entry *next;
    const cucore_op *op;
    const void *claim; /* the registration that is under way; NULL: it has succeeded */
    int part;          /* 0: schema and kernels; 1: what Python adds */
    char ns[1];        /* with a NUL at the end */
} cucore__torch_entry;
static cucore__torch_entry *cucore__torch_entries; /* under the lock, while torch is not called */

/* One registration: its libraries are the schemas, and the kernels for a key each. */
enum { CUCORE__TORCH_KEYS = 3 };
typedef struct cucore__torch_registration {
    const char *ns;
    void *schemas;
    void *kernels[CUCORE__TORCH_KEYS];
} cucore__torch_registration;

/* Notes that `self` registers a part of the operator.  *is_mine: 0 if it is noted already. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_claim(const cucore__torch_registration *self,
                                                               const cucore_op *op, int part, int *is_mine)
{
    const size_t length = strlen(self->ns);
    cucore__torch_entry *entry = (cucore__torch_entry *)malloc(sizeof *entry + length), *other;
    if (!entry) return cucore_fail(CUCORE_OUT_OF_MEMORY, "%s: out of memory", op->name);
    entry->op = op;
    entry->claim = self;
    entry->part = part;
    memcpy(entry->ns, self->ns, length + 1);
    CUCORE__LOCK();
    other = cucore__torch_entries;
    while (other && (other->op != op || other->part != part || strcmp(other->ns, entry->ns) != 0)) other = other->next;
    *is_mine = !other;
    if (!other) {
        entry->next = cucore__torch_entries;
        cucore__torch_entries = entry;
    }
    CUCORE__UNLOCK();
    if (other) free(entry);
    return CUCORE_OK;
}

/* Ends a registration: keeps all, or undoes all. */
CUCORE__PRIVATE CUCORE__COLD void cucore__torch_end(const cucore__torch_registration *self, int keep)
{
    cucore__torch_entry **link, *entry;
    int i;
    CUCORE__LOCK();
    for (link = &cucore__torch_entries; (entry = *link) != NULL;) {
        if (entry->claim == self && !keep) {
            *link = entry->next;
            free(entry);
        } else {
            if (entry->claim == self) entry->claim = NULL;
            link = &entry->next;
        }
    }
    CUCORE__UNLOCK();
    for (i = 0; i < CUCORE__TORCH_KEYS && !keep; i++)
        if (self->kernels[i]) (void)cucore__aten.undo(self->kernels[i]);
    if (self->schemas && !keep) (void)cucore__aten.undo(self->schemas);
}

/* Checks all that can be checked before torch is asked. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_check(const cucore_op *const *ops, size_t count,
                                                               const char *ns)
{
    cucore__token name;
    cucore_status status;
    size_t i;
    if (!ops || !ns) return cucore__fail_null("cucore_op_register_torch", !ops ? "ops" : "ns");
    name.text = ns;
    name.length = strlen(ns);
    if (!cucore__is_name(&name)) return cucore__invalid("the namespace '%.64s' is no identifier", ns);
    for (i = 0; i < count; i++) {
        if (!ops[i]) return cucore__invalid("cucore_op_register_torch: ops[%llu] is NULL", (unsigned long long)i);
        status = cucore_op_check(ops[i]);
        if (status) return status;
        if (!ops[i]->entries.torch || !ops[i]->entries.torch_meta)
            return cucore__invalid("%s: it was declared with CUCORE_OP_NO_TORCH", ops[i]->name);
    }
    return CUCORE_OK;
}

/* Refuses strings if this torch does not hand them over. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_check_strings(const cucore_op *op)
{
    int i;
    for (i = 0; i < op->value_count && !cucore__aten.string_drop; i++) {
        if (op->values[i].kind != CUCORE_OP_STRING) continue;
        return cucore_fail(CUCORE_UNSUPPORTED, "%s: %s: strings need torch 2.10 or newer", op->name,
                           op->values[i].name);
    }
    return CUCORE_OK;
}

/* Defines one operator and its kernels. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_add(const cucore__torch_registration *self,
                                                             const cucore_op *op)
{
    char *schema = cucore__torch_schema(op);
    const char *failed = NULL;
    int i;
    cucore_status status;
    if (!schema) return cucore__error.status;
    if (cucore__aten.define(self->schemas, schema)) failed = "aoti_torch_library_def";
    for (i = 0; i < CUCORE__TORCH_KEYS && !failed; i++) {
        const cucore__aten_kernel kernel = i < 2 ? op->entries.torch : op->entries.torch_meta;
        if (!self->kernels[i]) continue;
        if (cucore__aten.implement_for
                ? cucore__aten.implement_for(self->kernels[i], op->name, kernel, CUCORE__ATEN_2_10)
                : cucore__aten.implement(self->kernels[i], op->name, kernel))
            failed = "torch_library_impl";
    }
    status = failed ? cucore__op_fail(op, cucore__fail_aten(failed)) : CUCORE_OK;
    free(schema);
    return status;
}

/* Registers what is not registered.  with_meta: 0 if Python registers what describes results.  The caller ends it. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_register(cucore__torch_registration *self,
                                                                  const cucore_op *const *ops, size_t count,
                                                                  int with_meta)
{
    static const char *const keys[CUCORE__TORCH_KEYS] = {"CPU", "CUDA", "Meta"};
    cucore_status status = CUCORE_OK;
    int is_mine = 0;
    size_t i;
    if (!self->schemas && cucore__aten.fragment(self->ns, "cucore_op.h", 0, &self->schemas))
        status = cucore__fail_aten("aoti_torch_library_init_fragment");
    for (i = 0; i < CUCORE__TORCH_KEYS - (size_t)!with_meta && !status; i++)
        if (!self->kernels[i] && cucore__aten.kernels(self->ns, keys[i], "cucore_op.h", 0, &self->kernels[i]))
            status = cucore__fail_aten("aoti_torch_library_init_impl");
    for (i = 0; i < count && !status; i++) {
        status = cucore__torch_claim(self, ops[i], 0, &is_mine);
        if (!status && is_mine) status = cucore__torch_add(self, ops[i]);
    }
    return status;
}

CUCORE_API cucore_status cucore_op_register_torch(const cucore_op *const *ops, size_t count, const char *ns)
{
    cucore__torch_registration self;
    cucore_status status = cucore__torch_check(ops, count, ns);
    size_t i;
    if (!status) status = cucore__aten_load();
    for (i = 0; i < count && !status; i++) status = cucore__torch_check_strings(ops[i]);
    if (status) return status;
    memset(&self, 0, sizeof self);
    self.ns = ns;
    status = cucore__torch_register(&self, ops, count, 1);
    cucore__torch_end(&self, !status);
    return status;
}
