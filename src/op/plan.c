/* --------------------------------------------------------------------------------------------------- >>impl-op -- */
/* op/plan.c: the declaration of an operator as numbers. */
#define CUCORE__OP_AXES (CUCORE_MAX_NDIM < 8 ? CUCORE_MAX_NDIM : 8) /* of a pattern, and of an array on the quick way */
#define CUCORE__OP_DTYPES 4
#define CUCORE__OP_FEW 4    /* arrays whose views are on the stack: 5 KB, of frames of at most 8 */
#define CUCORE__OP_NAMES 16 /* of extents: as many as cucore_call has */

/* The flags that the quick way implements; all that is made by Python was left out before. */
#define CUCORE__OP_QUICK_FLAGS                                                                                         \
    (CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_UNIQUE | CUCORE_HOST_ACCESSIBLE |                 \
     CUCORE_DEVICE_ACCESSIBLE | CUCORE_SAME_DEVICE | CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_UNPROVEN_WRITE |            \
     CUCORE_NEVER_COPY | CUCORE_OPTIONAL | CUCORE_TRUST_PRODUCER | CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_ALIGNED |    \
     CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP)

/* The requirements of an array as numbers. */
typedef struct cucore__op_array {
    uint64_t flags;
    cucore_dtype dtypes[CUCORE__OP_DTYPES];
    int8_t is_quick;                /* 0: the words of the argument need the general way */
    uint8_t devices;                /* bit kDLCPU, kDLCUDA: memory that the quick way takes; 0: it takes no array */
    int8_t dtype_count;             /* 0: any; 1 if the dtype is that of another array */
    int8_t dtype_like;              /* the dtype is that of this array; -1: no such requirement */
    int8_t shape_like;              /* the same for the shape */
    int8_t ndim;                    /* items of the pattern, without "..."; -1: any shape */
    int8_t ellipsis;                /* the number of items before "..."; -1: there is none */
    int8_t follows;                 /* 1: dtype and shape of this result follow from the declaration */
    int64_t items[CUCORE__OP_AXES]; /* 0 or more: that extent; -1: any; -2 - i: that of name i */
} cucore__op_array;

/* An operator as numbers: made once, at its first use. */
typedef struct cucore__op_plan {
    int argument_count;
    int is_quick; /* all arrays may be taken on the quick way: cucore__op_take_dense */
    uint32_t all; /* a bit for each array */
    int pair_count;
    int needs_shape; /* 1: the function `shape` sets a result */
    int name_count;
    int by_values;                         /* some extent is that of a value */
    int8_t name_values[CUCORE__OP_NAMES];  /* the int value of this name; -1: none */
    cucore__token names[CUCORE__OP_NAMES]; /* of extents */
    cucore__op_array arrays[CUCORE_OP_MAX_ARRAYS];
    cucore_arg args[CUCORE_OP_MAX_ARRAYS];   /* for callers of C: without the flags of Python */
    cucore_arg python[CUCORE_OP_MAX_ARRAYS]; /* for callers from Python: results may be left out */
    uint8_t by_name[CUCORE_OP_MAX_VALUES];   /* the values, sorted by name */
    uint8_t pairs[CUCORE_OP_MAX_ARRAYS * (CUCORE_OP_MAX_ARRAYS - 1) / 2][2]; /* arrays that must not overlap */
    CUCORE__ATOMIC(void *) known;                                            /* the newest cucore__op_known */
} cucore__op_plan;

/* Puts the name of the operator before the last error. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_fail(const cucore_op *op, cucore_status status)
{
    const cucore_error *error = &cucore__error;
    if (error->status != status) return cucore_fail(status, "%s: %s", op->name, cucore_status_text(status));
    return cucore__fail_driver(status, error->result, error->call, "%s: %s", op->name, error->message);
}

/* Returns 1 if `own` is the name of `length` bytes.  Without calls: XLA has the names of values in each call. */
CUCORE__PRIVATE inline int cucore__op_name_is(const char *own, const char *name, size_t length)
{
    size_t k = 0;
    while (k < length && own[k] && own[k] == name[k]) k++;
    return k == length && !own[k];
}

/* Returns the place of the array of that name among the first `count` ones; -1: none. */
CUCORE__PRIVATE int cucore__op_array_named(const cucore_op *op, int count, const char *name, size_t length)
{
    int i;
    for (i = 0; i < count; i++)
        if (op->arrays[i].name && cucore__op_name_is(op->arrays[i].name, name, length)) return i;
    return -1;
}

/* Returns the place of the value of that name; -1: none. */
CUCORE__PRIVATE int cucore__op_value_named(const cucore_op *op, const char *name, size_t length)
{
    int i;
    for (i = 0; i < op->value_count; i++)
        if (cucore__op_name_is(op->values[i].name, name, length)) return i;
    return -1;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_fail_earlier(const cucore_arg *arg, const cucore__token *token,
                                                                   int of_shape)
{
    return cucore__invalid("%s: '%.*s' in the %s \"%s\": no argument before has that name", cucore__arg_name(arg),
                           (int)token->length, token->text, of_shape ? "shape pattern" : "list of dtypes",
                           of_shape ? arg->shape : arg->dtypes);
}

/* Turns a list of dtypes into numbers. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_dtypes(const cucore_op *op, int place, cucore__op_array *out)
{
    const cucore_arg *arg = &op->arrays[place];
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_dtype dtype;
    int count = 0;
    for (; cucore__token_next(&cursor, ' ', &token); count++) {
        if (token.length && token.text[0] == '=') {
            out->dtype_like = (int8_t)cucore__op_array_named(op, place, token.text + 1, token.length - 1);
            if (out->dtype_like < 0) return cucore__op_fail_earlier(arg, &token, 0);
            continue;
        }
        if (cucore_dtype_from_name(token.text, token.length, &dtype))
            return cucore__invalid("%s: '%.*s' in the list of dtypes \"%s\" is not the name of one",
                                   cucore__arg_name(arg), (int)token.length, token.text, arg->dtypes);
        if (out->dtype_count == CUCORE__OP_DTYPES || dtype.bits % 8 || dtype.code >= CUCORE_CODE_OPAQUE) {
            out->is_quick = 0;
            if (out->dtype_count == CUCORE__OP_DTYPES) continue;
        }
        out->dtypes[out->dtype_count++] = dtype;
    }
    if (arg->dtypes && !count) return cucore__invalid("%s: the list of dtypes is empty", cucore__arg_name(arg));
    if (out->dtype_like >= 0 && out->dtype_count++) out->is_quick = 0;
    out->follows = count == 1;
    return CUCORE_OK;
}

/* Returns the place of the name of an extent; -1: there is no room. */
CUCORE__PRIVATE CUCORE__COLD int cucore__op_plan_name(cucore__op_plan *plan, const cucore_op *op,
                                                      const cucore__token *name)
{
    int i, value;
    for (i = 0; i < plan->name_count; i++)
        if (plan->names[i].length == name->length && !memcmp(plan->names[i].text, name->text, name->length)) return i;
    if (i == CUCORE__OP_NAMES) return -1;
    value = cucore__op_value_named(op, name->text, name->length);
    if (value >= 0 && op->values[value].kind != CUCORE_OP_INT) value = -1;
    plan->name_values[i] = (int8_t)value;
    plan->names[plan->name_count++] = *name;
    return i;
}

/* Turns a shape pattern into numbers. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_shape(cucore__op_plan *plan, const cucore_op *op, int place)
{
    const cucore_arg *arg = &op->arrays[place];
    const int is_result = place >= plan->argument_count;
    cucore__op_array *out = &plan->arrays[place];
    const char *cursor = arg->shape;
    cucore_view none;
    cucore_call of_call;
    cucore__token item;
    int name, bound = plan->name_count;
    out->ndim = out->ellipsis = -1;
    if (!cursor) {
        out->follows = 0;
        return CUCORE_OK;
    }
    while (cucore__is_blank(*cursor)) cursor++;
    if (*cursor == '=') {
        (void)cucore__token_next(&cursor, ',', &item);
        out->shape_like = (int8_t)cucore__op_array_named(op, place, item.text + 1, item.length - 1);
        return out->shape_like >= 0 && !*cursor ? CUCORE_OK : cucore__op_fail_earlier(arg, &item, 1);
    }
    memset(&of_call, 0, sizeof of_call);
    cucore__view_clear(&none);
    if (cucore__check_shape(&none, arg, &of_call) ==
        CUCORE_INVALID_ARGUMENT) /* it checks the pattern before the shape */
        return CUCORE_INVALID_ARGUMENT;
    for (out->ndim = 0, cursor = arg->shape; cucore__token_next(&cursor, ',', &item);) {
        if (cucore__token_is(&item, "...")) {
            out->ellipsis = out->ndim;
            out->follows = 0;
            continue;
        }
        name = cucore__is_name(&item) ? cucore__op_plan_name(plan, op, &item) : 0;
        if (out->ndim == CUCORE__OP_AXES || name < 0)
            return cucore__invalid("%s: the shape pattern \"%s\" has more than %d items, or all patterns have more "
                                   "than %d names",
                                   cucore__arg_name(arg), arg->shape, CUCORE__OP_AXES, CUCORE__OP_NAMES);
        if (cucore__is_name(&item)) {
            if (name >= bound && is_result && plan->name_values[name] < 0) out->follows = 0;
            out->items[out->ndim] = -2 - name;
        } else if (cucore__token_is(&item, "*")) {
            out->items[out->ndim] = -1;
            out->follows = 0;
        } else {
            out->items[out->ndim] = cucore__token_number(&item);
        }
        out->ndim++;
    }
    return CUCORE_OK;
}

/* The flags of an array, with what every operator requires. */
CUCORE__PRIVATE CUCORE__COLD uint64_t cucore__op_plan_flags(const cucore_op *op, int place)
{
    uint64_t flags = op->arrays[place].flags;
    if (!(flags & (CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE))) flags |= CUCORE_SAME_DEVICE;
    if (place < op->array_count - op->result_count) return flags;
    flags |= CUCORE_WRITE | CUCORE_UNIQUE | CUCORE_SAME_DEVICE;
    return flags & CUCORE_NO_PARTIAL_OVERLAP ? flags : flags | CUCORE_NO_OVERLAP;
}

#if !defined(CUCORE_COPY_H)
/* Turns flags that make a copy into requirements. */
CUCORE__PRIVATE CUCORE__COLD uint64_t cucore__op_without_copies(uint64_t flags)
{
    if (flags & CUCORE_MAKE_C_CONTIGUOUS) flags |= CUCORE_C_CONTIGUOUS;
    if (flags & CUCORE_MAKE_F_CONTIGUOUS) flags |= CUCORE_F_CONTIGUOUS;
    if (flags & CUCORE_MAKE_ALIGNED) flags &= ~CUCORE_ALLOW_UNALIGNED;
    return flags & ~(CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS | CUCORE_MAKE_ALIGNED);
}
#endif

/* Adds an array. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_array(cucore__op_plan *plan, const cucore_op *op, int place)
{
    const cucore_arg *arg = &op->arrays[place];
    const int is_result = place >= plan->argument_count;
    cucore__op_array *array = &plan->arrays[place];
    cucore_status status;
    if (!arg->name) return cucore__invalid("arrays[%d] has no name", place);
    if (cucore__op_array_named(op, place, arg->name, strlen(arg->name)) >= 0)
        return cucore__invalid("the name '%.64s' is there twice", arg->name);
    if (is_result && arg->flags & CUCORE_OPTIONAL) return cucore__invalid("%s: a result is not optional", arg->name);
    status = cucore__arg_check(arg);
    if (status) return status;
    plan->args[place] = plan->python[place] = *arg;
    array->flags = plan->args[place].flags = cucore__op_plan_flags(op, place) & ~CUCORE__ARG_OF_PYTHON;
    plan->python[place].flags = cucore__op_plan_flags(op, place) | CUCORE_BORROW | (is_result ? CUCORE_OPTIONAL : 0);
#if !defined(CUCORE_COPY_H) /* then nothing is made */
    plan->python[place].flags = cucore__op_without_copies(plan->python[place].flags);
#endif
    array->dtype_like = array->shape_like = -1;
    array->is_quick = !(array->flags & ~CUCORE__OP_QUICK_FLAGS) && !arg->producer_stream && !arg->reinterpret.lanes;
    status = cucore__op_plan_dtypes(op, place, array);
    if (!status) status = cucore__op_plan_shape(plan, op, place);
    if (status) return status;
    plan->is_quick &= array->is_quick;
    if (!is_result || array->follows) return CUCORE_OK;
    plan->needs_shape = 1;
    if (op->shape) return CUCORE_OK;
    return cucore__invalid(
        "%s: the dtypes \"%s\" and the shape \"%s\" of a result do not follow from the arguments, and "
        "the operator has no function `shape`",
        arg->name, arg->dtypes ? arg->dtypes : "", arg->shape ? arg->shape : "");
}

/* Checks the table of numbers and strings. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_values(const cucore_op *op)
{
    int i;
    for (i = 0; i < op->value_count; i++) {
        const cucore_op_value *value = &op->values[i];
        if (!value->name) return cucore__invalid("values[%d] has no name", i);
        if (value->kind < CUCORE_OP_INT || value->kind > CUCORE_OP_STRING)
            return cucore__invalid("%s: %d is no kind of a value", value->name, value->kind);
        if (cucore__op_array_named(op, op->array_count, value->name, strlen(value->name)) >= 0 ||
            cucore__op_value_named(op, value->name, strlen(value->name)) != i)
            return cucore__invalid("the name '%.64s' is there twice", value->name);
    }
    return CUCORE_OK;
}

/* Adds what the quick ways need of an array. */
CUCORE__PRIVATE CUCORE__COLD void cucore__op_plan_quick(cucore__op_plan *plan, int place)
{
    static const uint64_t together = CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP;
    cucore__op_array *array = &plan->arrays[place];
    int i;
    plan->all |= 1u << place;
    for (i = 0; i < place; i++) {
        if (!((array->flags | plan->arrays[i].flags) & together)) continue;
        plan->pairs[plan->pair_count][0] = (uint8_t)i;
        plan->pairs[plan->pair_count++][1] = (uint8_t)place;
    }
    if (!plan->is_quick) return;
    array->devices = (uint8_t)((array->flags & CUCORE_DEVICE_ACCESSIBLE ? 0 : 1 << kDLCPU) |
                               (array->flags & CUCORE_HOST_ACCESSIBLE ? 0 : 1 << kDLCUDA));
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_fill(const cucore_op *op, cucore__op_plan *plan)
{
    cucore_status status;
    int i;
    if (op->array_count < 0 || op->array_count > CUCORE_OP_MAX_ARRAYS || op->value_count < 0 ||
        op->value_count > CUCORE_OP_MAX_VALUES)
        return cucore__invalid("%d arrays and %d values; the most that there can be are %d and %d", op->array_count,
                               op->value_count, CUCORE_OP_MAX_ARRAYS, CUCORE_OP_MAX_VALUES);
    if (op->result_count < 0 || op->result_count > op->array_count)
        return cucore__invalid("%d results of %d arrays", op->result_count, op->array_count);
    if (!op->run || (op->array_count && !op->arrays) || (op->value_count && !op->values))
        return cucore__invalid("%s is NULL", !op->run ? "run" : op->array_count && !op->arrays ? "arrays" : "values");
    plan->argument_count = op->array_count - op->result_count;
    plan->is_quick = 1;
    status = cucore__op_plan_values(op);
    for (i = 0; i < op->array_count && !status; i++) status = cucore__op_plan_array(plan, op, i);
    for (i = 0; i < plan->name_count; i++) plan->by_values |= plan->name_values[i] >= 0;
    for (i = 0; i < op->array_count && !status; i++) cucore__op_plan_quick(plan, i);
    for (i = 0; i < op->value_count && !status; i++) { /* sorted by insertion */
        int at = i;
        for (; at && strcmp(op->values[i].name, op->values[plan->by_name[at - 1]].name) < 0; at--)
            plan->by_name[at] = plan->by_name[at - 1];
        plan->by_name[at] = (uint8_t)i;
    }
    return status;
}

/* An entry of cucore_op_state. */
typedef CUCORE__ATOMIC(void *) cucore__op_slot;

/* Makes the plan at the first use; two threads may both, and the second plan is dropped. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_make(const cucore_op *op, const cucore__op_plan **out)
{
    cucore__op_slot *slot = (cucore__op_slot *)&op->state->private_[0];
    void *expected = NULL;
    cucore__op_plan *plan = (cucore__op_plan *)calloc(1, sizeof *plan);
    cucore_status status;
    if (!plan) return cucore_fail(CUCORE_OUT_OF_MEMORY, "%s: out of memory", op->name);
    status = cucore__op_plan_fill(op, plan);
    if (status) {
        free(plan);
        return cucore__op_fail(op, status);
    }
    if (!CUCORE__COMPARE_AND_SET(slot, &expected, (void *)plan)) {
        free(plan);
        plan = (cucore__op_plan *)expected;
    }
    *out = plan;
    return CUCORE_OK;
}

/* Finds the plan of an operator. */
CUCORE__PRIVATE inline cucore_status cucore__op_plan_get(const cucore_op *op, const cucore__op_plan **out)
{
    *out = (const cucore__op_plan *)CUCORE__LOAD((cucore__op_slot *)&op->state->private_[0]);
    return CUCORE__LIKELY(*out != NULL) ? CUCORE_OK : cucore__op_plan_make(op, out);
}

CUCORE_API cucore_status cucore_op_check(const cucore_op *op)
{
    const cucore__op_plan *plan;
    if (!op || !op->name || !op->state)
        return cucore__fail_null("cucore_op_check", !op ? "op" : !op->name ? "name" : "state");
    return cucore__op_plan_get(op, &plan);
}
