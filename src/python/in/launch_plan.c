/* python/in/launch_plan.c: prepares a launcher: the table of parameters, and what arrays have to be as numbers. */
#define CUCORE__PY_LAUNCH_OBJS 32                                          /* arrays and numbers of a call */
#define CUCORE__PY_LAUNCH_PARAMS 64                                        /* of a kernel */
#define CUCORE__PY_LAUNCH_NBYTES 4096                                      /* of all parameters of a kernel */
#define CUCORE__PY_LAUNCH_AXES (CUCORE_MAX_NDIM < 8 ? CUCORE_MAX_NDIM : 8) /* of an array on the quick way */
#define CUCORE__PY_LAUNCH_DTYPES 4
#define CUCORE__PY_LAUNCH_NAMES 16 /* of extents */

/* The requirements of an array as numbers, for the quick way; the usual ones lie in one line of the cache. */
typedef struct cucore__py_quick {
    uint64_t flags;
    uint32_t dtypes[CUCORE__PY_LAUNCH_DTYPES]; /* the bytes of a DLDataType */
    int16_t obj;                               /* the place of the array in the call */
    int8_t is_possible;                        /* 0: the words of the argument need the general way */
    int8_t dtype_count;                        /* 0: any */
    int8_t dtype_like;                     /* the dtype is that of this array of the call; -1: no such requirement */
    int8_t shape_like;                     /* the same for the shape */
    int16_t ndim;                          /* -1: any */
    int64_t items[CUCORE__PY_LAUNCH_AXES]; /* 0 or more: that extent; -1: any; -2 - i: that of name i */
} cucore__py_quick;

/* A parameter of the kernel. */
typedef struct cucore__py_launch_row {
    uint8_t kind, ndim, index_bits;
    uint8_t place;   /* a number: of the object in the call; else: of the array among the arrays */
    uint32_t offset; /* of the value */
    cucore_dtype dtype;
    const char *name;
    size_t nbytes; /* of the value */
} cucore__py_launch_row;

typedef struct cucore__py_launch_plan {
    cucore_py_launch_spec spec;
    int obj_count, array_count, row_count, number_count, elements;
    int is_quick; /* all arrays may be taken the quick way */
    int has_accessors;
    int name_count;
    uint64_t together;                                    /* flags that arrays have about each other */
    uint8_t order[CUCORE__PY_LAUNCH_OBJS];                /* the rows of numbers */
    cucore__py_launch_row rows[CUCORE__PY_LAUNCH_PARAMS]; /* row_count parameters of the kernel */
    cucore__py_quick quick[CUCORE__PY_LAUNCH_OBJS];       /* of each array */
    cucore_arg args[CUCORE__PY_LAUNCH_OBJS];              /* of each array */
    cucore_arg words[CUCORE__PY_LAUNCH_PARAMS];           /* of each row */
    cucore_tensor_map_spec maps[CUCORE__PY_LAUNCH_PARAMS];
    cucore__token names[CUCORE__PY_LAUNCH_NAMES];
} cucore__py_launch_plan;

CUCORE__PRIVATE int cucore__py_param_takes_array(int kind)
{
    return kind == CUCORE_PY_POINTER || kind == CUCORE_PY_ACCESSOR || kind == CUCORE_PY_TENSOR_MAP ||
           kind == CUCORE_PY_UNPASSED;
}

/* Returns the place of the array of that name among the arrays, of which there are `count` so far; -1: none. */
CUCORE__PRIVATE int cucore__py_launch_array_named(const cucore__py_launch_plan *plan, const char *name, size_t length)
{
    int i;
    for (i = 0; i < plan->array_count; i++) {
        const char *own = plan->args[i].name;
        if (own && strlen(own) == length && memcmp(own, name, length) == 0) return i;
    }
    return -1;
}

/* The flags that the quick way implements. */
#define CUCORE__PY_QUICK_FLAGS                                                                                         \
    (CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_UNIQUE | CUCORE_DEVICE_ACCESSIBLE |               \
     CUCORE_SAME_DEVICE | CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_UNPROVEN_WRITE | CUCORE_NEVER_COPY |                   \
     CUCORE_ALLOW_GRAD | CUCORE_ALLOW_NEGATIVE_BIT | CUCORE_KEEP_VERSION | CUCORE_BORROW | CUCORE_NO_OVERLAP |         \
     CUCORE_NO_PARTIAL_OVERLAP)

/* Turns a list of dtypes into numbers.  INVALID_ARGUMENT if a name has no meaning. */
CUCORE__PRIVATE cucore_status cucore__py_quick_dtypes(const cucore__py_launch_plan *plan, const cucore_arg *arg,
                                                      cucore__py_quick *out)
{
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_dtype dtype;
    DLDataType type;
    int count = 0;
    for (; cucore__token_next(&cursor, ' ', &token); count++) {
        if (token.length && token.text[0] == '=') {
            out->dtype_like = (int8_t)cucore__py_launch_array_named(plan, token.text + 1, token.length - 1);
            if (out->dtype_like < 0)
                return cucore__invalid("%s: '%.*s' in the list of dtypes \"%s\": no argument before has that name",
                                       cucore__arg_name(arg), (int)token.length, token.text, arg->dtypes);
            continue;
        }
        if (cucore_dtype_from_name(token.text, token.length, &dtype))
            return cucore__invalid("%s: '%.*s' in the list of dtypes \"%s\" is not the name of one",
                                   cucore__arg_name(arg), (int)token.length, token.text, arg->dtypes);
        if (out->dtype_count == CUCORE__PY_LAUNCH_DTYPES || dtype.code >= CUCORE_CODE_OPAQUE) {
            out->is_possible = 0;
            continue;
        }
        type.code = dtype.code;
        type.bits = dtype.bits;
        type.lanes = dtype.lanes;
        memcpy(&out->dtypes[out->dtype_count++], &type, sizeof type);
    }
    if (arg->dtypes && !count) return cucore__invalid("%s: the list of dtypes is empty", cucore__arg_name(arg));
    if (out->dtype_like >= 0 && out->dtype_count) out->is_possible = 0;
    return CUCORE_OK;
}

/* Returns the place of the name of an extent; -1: there is no room. */
CUCORE__PRIVATE int cucore__py_launch_name(cucore__py_launch_plan *plan, const cucore__token *name)
{
    int i;
    for (i = 0; i < plan->name_count; i++)
        if (plan->names[i].length == name->length && !memcmp(plan->names[i].text, name->text, name->length)) return i;
    if (i == CUCORE__PY_LAUNCH_NAMES) return -1;
    plan->names[plan->name_count++] = *name;
    return i;
}

/* Turns a shape pattern into numbers.  INVALID_ARGUMENT if it has no meaning. */
CUCORE__PRIVATE cucore_status cucore__py_quick_shape(cucore__py_launch_plan *plan, const cucore_arg *arg,
                                                     cucore__py_quick *out)
{
    const char *cursor = arg->shape;
    cucore_view none;
    cucore_call of_call;
    cucore__token item;
    int name;
    cucore_status status;
    out->ndim = -1;
    if (!cursor) return CUCORE_OK;
    while (cucore__is_blank(*cursor)) cursor++;
    if (*cursor == '=') {
        (void)cucore__token_next(&cursor, ',', &item);
        out->shape_like = (int8_t)cucore__py_launch_array_named(plan, item.text + 1, item.length - 1);
        if (out->shape_like >= 0 && !*cursor) return CUCORE_OK;
        return cucore__invalid("%s: '%.*s' in the shape pattern \"%s\": no argument before has that name",
                               cucore__arg_name(arg), (int)item.length, item.text, arg->shape);
    }
    memset(&of_call, 0, sizeof of_call);
    cucore__view_clear(&none);
    status = cucore__check_shape(&none, arg, &of_call); /* it checks the pattern before the shape */
    if (status == CUCORE_INVALID_ARGUMENT) return status;
    for (out->ndim = 0, cursor = arg->shape; cucore__token_next(&cursor, ',', &item); out->ndim++) {
        name = -1;
        if (cucore__is_name(&item)) name = cucore__py_launch_name(plan, &item);
        if (out->ndim == CUCORE__PY_LAUNCH_AXES || cucore__token_is(&item, "...") ||
            (cucore__is_name(&item) && name < 0)) {
            out->is_possible = 0;
            return CUCORE_OK;
        }
        out->items[out->ndim] = name >= 0 ? -2 - name : cucore__token_is(&item, "*") ? -1 : cucore__token_number(&item);
    }
    return CUCORE_OK;
}

/* Adds an array to the arguments of the call. */
CUCORE__PRIVATE cucore_status cucore__py_launch_add_array(cucore__py_launch_plan *plan, const cucore_py_param *param)
{
    const int i = plan->array_count;
    cucore_arg *arg = &plan->args[i];
    cucore__py_quick *quick = &plan->quick[i];
    cucore_status status;
    *arg = param->arg;
    arg->flags |= CUCORE_DEVICE_ACCESSIBLE | CUCORE_BORROW;
    status = cucore__arg_check(arg);
    if (!status && arg->flags & CUCORE_HOST_ACCESSIBLE && !(param->arg.flags & CUCORE_DEVICE_ACCESSIBLE))
        status = cucore__invalid("%s: CUCORE_HOST_ACCESSIBLE means nothing to a kernel", cucore__arg_name(arg));
    if (!status && param->kind == CUCORE_PY_TENSOR_MAP && arg->flags & CUCORE_OPTIONAL)
        status = cucore__invalid("%s: there is no tensor map of an array that is left out", cucore__arg_name(arg));
    if (status) return status;
    quick->flags = arg->flags;
    arg->flags |= CUCORE_KEEP_VERSION; /* counted once the kernel is launched: cucore__py_launch_count */
    quick->dtype_like = quick->shape_like = -1;
    quick->is_possible = !(quick->flags & ~CUCORE__PY_QUICK_FLAGS) && !arg->producer_stream &&
                         !arg->reinterpret.lanes && param->kind != CUCORE_PY_TENSOR_MAP;
    status = cucore__py_quick_dtypes(plan, arg, quick);
    if (!status) status = cucore__py_quick_shape(plan, arg, quick);
    if (status) return status;
    plan->is_quick &= quick->is_possible;
    plan->together |= arg->flags;
    quick->obj = (int16_t)plan->obj_count++;
    plan->array_count++;
    return CUCORE_OK;
}

/* Sets the dtype of a parameter that is a number. */
CUCORE__PRIVATE cucore_status cucore__py_launch_number_dtype(const cucore_py_param *param, cucore_dtype *out)
{
    const char *name = param->arg.dtypes ? param->arg.dtypes : "";
    if (cucore_dtype_from_name(name, strlen(name), out) || !cucore__py_number_has_dtype(*out))
        return cucore__invalid("%s: '%.64s' is not the dtype of a number", cucore__arg_name(&param->arg), name);
    if (param->kind == CUCORE_PY_NUMBER || cucore__py_dtype_is_integer(*out)) return CUCORE_OK;
    return cucore__invalid("%s: expected the dtype of an integer for a size, got %.64s", cucore__arg_name(&param->arg),
                           name);
}

/* Returns the size of the value of a row; 0: the kernel has no such parameter. */
CUCORE__PRIVATE size_t cucore__py_launch_row_nbytes(const cucore__py_launch_row *row)
{
    switch (row->kind) {
    case CUCORE_PY_POINTER: return sizeof(void *);
    case CUCORE_PY_ACCESSOR:
        return cucore__accessor_head(row->index_bits) + (size_t)row->ndim * (size_t)row->index_bits / 4;
    case CUCORE_PY_TENSOR_MAP: return sizeof(cucore_tensor_map);
    case CUCORE_PY_UNPASSED: return 0;
    default: return row->dtype.itemsize;
    }
}

/* Checks the fields of a row that are not about arrays. */
CUCORE__PRIVATE cucore_status cucore__py_launch_row_check(const cucore_py_param *param)
{
    const char *name = cucore__arg_name(&param->arg);
    if (param->kind < CUCORE_PY_POINTER || param->kind > CUCORE_PY_UNPASSED)
        return cucore__invalid("%s: %d is no kind of a parameter", name, param->kind);
    if (param->kind == CUCORE_PY_ACCESSOR &&
        (param->ndim < 1 || param->ndim > CUCORE_MAX_NDIM || (param->index_bits != 32 && param->index_bits != 64)))
        return cucore__invalid("%s: an accessor of %d axes and %d bits; there are 1 to %d, and 32 or 64", name,
                               param->ndim, param->index_bits, CUCORE_MAX_NDIM);
    if (param->kind == CUCORE_PY_TENSOR_MAP && !param->map) return cucore__fail_null("cucore_py_launcher_make", "map");
    if (param->kind == CUCORE_PY_EXTENT && (param->ndim < 0 || param->ndim >= CUCORE_MAX_NDIM))
        return cucore__invalid("%s: there is no axis %d", name, param->ndim);
    return CUCORE_OK;
}

/* Adds the objects of the call; sizes of arrays have their places later. */
CUCORE__PRIVATE cucore_status cucore__py_launch_add(cucore__py_launch_plan *plan, const cucore_py_param *param)
{
    cucore__py_launch_row *row = &plan->rows[plan->row_count];
    cucore_status status = cucore__py_launch_row_check(param);
    if (status) return status;
    row->kind = (uint8_t)param->kind;
    row->ndim = (uint8_t)param->ndim;
    row->index_bits = (uint8_t)param->index_bits;
    row->name = param->arg.name;
    plan->words[plan->row_count] = param->arg;
    plan->has_accessors |= param->kind == CUCORE_PY_ACCESSOR;
    if (param->kind <= CUCORE_PY_NUMBER || param->kind == CUCORE_PY_UNPASSED) {
        if (plan->obj_count == CUCORE__PY_LAUNCH_OBJS)
            return cucore__invalid("a call has more than %d arrays and numbers", CUCORE__PY_LAUNCH_OBJS);
    }
    if (param->kind == CUCORE_PY_TENSOR_MAP) {
        plan->maps[plan->row_count] = *param->map;
        plan->maps[plan->row_count].name = param->arg.name;
        plan->maps[plan->row_count].flags |= param->arg.flags & CUCORE_WRITE;
    }
    if (cucore__py_param_takes_array(param->kind)) {
        row->place = (uint8_t)plan->array_count;
        status = cucore__py_launch_add_array(plan, param);
    } else {
        status = cucore__py_launch_number_dtype(param, &row->dtype);
        if (!status && param->kind == CUCORE_PY_NUMBER) {
            row->place = (uint8_t)plan->obj_count++;
            plan->order[plan->number_count++] = (uint8_t)plan->row_count;
        }
    }
    if (param->kind != CUCORE_PY_UNPASSED) plan->row_count++;
    return status;
}

/* Gives the sizes of arrays their places, and values their offsets. */
CUCORE__PRIVATE cucore_status cucore__py_launch_lay_out(cucore__py_launch_plan *plan)
{
    const char *name = plan->spec.elements;
    size_t offset = 0;
    int i, place;
    plan->elements = name ? cucore__py_launch_array_named(plan, name, strlen(name)) : -1;
    if (name && plan->elements < 0) return cucore__invalid("elements: no array has the name '%.100s'", name);
    for (i = 0; i < plan->row_count; i++) {
        cucore__py_launch_row *row = &plan->rows[i];
        const size_t alignment = row->kind == CUCORE_PY_TENSOR_MAP ? 64 : 8;
        if (row->kind == CUCORE_PY_SIZE || row->kind == CUCORE_PY_EXTENT) {
            name = row->name ? row->name : "";
            place = cucore__py_launch_array_named(plan, name, strlen(name));
            row->place = (uint8_t)place;
            if (place < 0) return cucore__invalid("the size of '%.100s': no array has that name", name);
        }
        offset = (offset + alignment - 1) / alignment * alignment;
        row->offset = (uint32_t)offset;
        row->nbytes = cucore__py_launch_row_nbytes(row);
        offset += row->nbytes;
    }
    if (offset <= CUCORE__PY_LAUNCH_NBYTES) return CUCORE_OK;
    return cucore__invalid("the parameters of the kernel have %llu bytes; the most that there can be are %d",
                           (unsigned long long)offset, CUCORE__PY_LAUNCH_NBYTES);
}

CUCORE__PRIVATE cucore_status cucore__py_launch_plan_fill(const cucore_py_launch_spec *spec,
                                                          cucore__py_launch_plan *plan)
{
    size_t i;
    cucore_status status = cucore__kernel_check(spec->kernel, spec, "cucore_py_launcher_make", "spec");
    if (!status && spec->param_count && !spec->params) status = cucore__fail_null("cucore_py_launcher_make", "params");
    if (!status && spec->param_count > CUCORE__PY_LAUNCH_PARAMS)
        status = cucore__invalid("the table has %llu parameters; the most that there can be are %d",
                                 (unsigned long long)spec->param_count, CUCORE__PY_LAUNCH_PARAMS);
    plan->spec = *spec;
    plan->is_quick = 1;
    for (i = 0; i < spec->param_count && !status; i++) status = cucore__py_launch_add(plan, &spec->params[i]);
    return status ? status : cucore__py_launch_lay_out(plan);
}

CUCORE_API int cucore_py_launcher_make(const cucore_py_launch_spec *spec, cucore_py_launcher *out)
{
    cucore__py_launch_plan *plan;
    cucore_status status;
    if (!out) return cucore__py_raise(cucore__fail_null("cucore_py_launcher_make", "out"));
    out->private_ = NULL;
    if (!spec) return cucore__py_raise(cucore__fail_null("cucore_py_launcher_make", "spec"));
    plan = (cucore__py_launch_plan *)PyMem_Calloc(1, sizeof *plan);
    if (!plan) {
        PyErr_NoMemory();
        return -1;
    }
    status = cucore__py_launch_plan_fill(spec, plan);
    if (!status) {
        out->private_ = plan;
        return 0;
    }
    PyMem_Free(plan);
    return cucore__py_raise(status);
}

CUCORE_API void cucore_py_launcher_release(cucore_py_launcher *launcher)
{
    if (!launcher) return;
    PyMem_Free(launcher->private_);
    launcher->private_ = NULL;
}
