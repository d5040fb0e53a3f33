/* ------------------------------------------------------------------------------------------------ >>impl-check -- */
/* core/check.c: requirements, with messages for end users. */
/* One piece of a list, without the blanks around it. */
typedef struct cucore__token {
    const char *text;
    size_t length;
} cucore__token;

CUCORE__PRIVATE int cucore__is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* The piece of `list` that ends at `separator` or at the end; moves the cursor behind it.  0 at the end of the list. */
CUCORE__PRIVATE int cucore__token_next(const char **cursor, char separator, cucore__token *out)
{
    const char *start = *cursor, *end;
    int separated;
    if (!start) return 0;
    while (cucore__is_blank(*start)) start++;
    for (end = start; *end && *end != separator; end++) {
    }
    separated = *end != '\0';
    *cursor = end + separated;
    while (end > start && cucore__is_blank(end[-1])) end--;
    out->text = start;
    out->length = (size_t)(end - start);
    return out->length > 0 || separated;
}

CUCORE__PRIVATE int cucore__token_is(const cucore__token *token, const char *text)
{
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

/* -1 when it is no number. */
CUCORE__PRIVATE int64_t cucore__token_number(const cucore__token *token)
{
    int64_t value = 0;
    size_t i;
    for (i = 0; i < token->length; i++) {
        if (token->text[i] < '0' || token->text[i] > '9') return -1;
        if (cucore__mul(value, 10, &value) || cucore__add(value, token->text[i] - '0', &value)) return -1;
    }
    return token->length ? value : -1;
}

CUCORE__PRIVATE const char *cucore__arg_name(const cucore_arg *arg)
{
    return arg->name ? arg->name : "array";
}

/* Every name is looked at, so that a wrong one is found whatever the array is. */
CUCORE__PRIVATE cucore_status cucore__check_dtype(const cucore_view *view, const cucore_arg *arg)
{
    char expected[256], got[32];
    cucore__text text = cucore__text_start(expected, sizeof expected);
    const char *cursor = arg->dtypes, *rest;
    cucore__token token;
    cucore_dtype dtype;
    int count = 0, found = 0;
    while (cucore__token_next(&cursor, ' ', &token)) {
        if (!token.length) continue;
        if (cucore_dtype_from_name(token.text, token.length, &dtype)) {
            return cucore_fail(CUCORE_INVALID_ARGUMENT,
                               "%s: '%.*s' in the list of dtypes \"%s\" is not the name of one", cucore__arg_name(arg),
                               (int)token.length, token.text, arg->dtypes);
        }
        found |= cucore_dtype_equal(dtype, view->dtype);
        count++;
    }
    if (arg->dtypes && !count) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "%s: the list of dtypes is empty", cucore__arg_name(arg));
    }
    if (found || !arg->dtypes) return CUCORE_OK;
    cursor = arg->dtypes;
    for (count = 0; cucore__token_next(&cursor, ' ', &token); count += token.length != 0) {
        if (!token.length) continue;
        for (rest = cursor; cucore__is_blank(*rest); rest++) {
        }
        cucore__text_add(&text, "%s%.*s", !count ? "" : *rest ? ", " : " or ", (int)token.length, token.text);
    }
    cucore_dtype_format(view->dtype, got, sizeof got);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected dtype %s, got %s", cucore__arg_name(arg), expected, got);
}

/* "shape (n, 3)" against "shape (4, 2)", with a remark when a name is to blame. */
CUCORE__PRIVATE cucore_status cucore__fail_shape(const cucore_view *view, const cucore_arg *arg, const char *remark)
{
    char got[256];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected shape (%s)%s, got %s", cucore__arg_name(arg), arg->shape,
                       remark, got);
}

/* Binds a name to an extent; one that is bound already must have that extent. */
CUCORE__PRIVATE cucore_status cucore__dims_bind(cucore_dims *dims, const cucore__token *name, int64_t extent,
                                                const cucore_view *view, const cucore_arg *arg)
{
    char remark[128];
    int i;
    for (i = 0; i < dims->count; i++) {
        if (dims->bound[i].length != name->length) continue;
        if (memcmp(dims->bound[i].name, name->text, name->length) != 0) continue;
        if (dims->bound[i].extent == extent) return CUCORE_OK;
        snprintf(remark, sizeof remark, " with %.*s = %lld as in %s", (int)name->length, name->text,
                 (long long)dims->bound[i].extent, dims->bound[i].arg);
        return cucore__fail_shape(view, arg, remark);
    }
    if (dims->count == (int)(sizeof dims->bound / sizeof dims->bound[0])) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "%s: more than %d names in shape patterns", cucore__arg_name(arg),
                           dims->count);
    }
    i = dims->count++;
    dims->bound[i].name = name->text;
    dims->bound[i].length = name->length;
    dims->bound[i].extent = extent;
    dims->bound[i].arg = cucore__arg_name(arg);
    return CUCORE_OK;
}

/* A letter or '_', then letters, digits and '_'. */
CUCORE__PRIVATE int cucore__is_name(const cucore__token *token)
{
    size_t i;
    for (i = 0; i < token->length; i++) {
        char c = token->text[i];
        int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (i == 0 || c < '0' || c > '9')) return 0;
    }
    return token->length > 0;
}

/* The pattern is checked as a whole before any extent is. */
CUCORE__PRIVATE cucore_status cucore__check_shape(const cucore_view *view, const cucore_arg *arg, cucore_dims *dims)
{
    const char *cursor = arg->shape;
    char remark[64];
    cucore__token item;
    int count = 0, ellipsis = 0, axis = 0, least, ndim = view->layout.ndim;
    cucore_status status = CUCORE_OK;
    if (!arg->shape) return CUCORE_OK;
    for (; cucore__token_next(&cursor, ',', &item); count++) {
        int is_ellipsis = cucore__token_is(&item, "...");
        if ((is_ellipsis && ellipsis) || !(is_ellipsis || cucore__token_is(&item, "*") || cucore__is_name(&item) ||
                                           cucore__token_number(&item) >= 0)) {
            return cucore_fail(CUCORE_INVALID_ARGUMENT, "%s: '%.*s' in the shape pattern \"%s\" means nothing",
                               cucore__arg_name(arg), (int)item.length, item.text, arg->shape);
        }
        ellipsis |= is_ellipsis;
    }
    least = count - ellipsis;
    if (ellipsis ? ndim < least : ndim != least) {
        snprintf(remark, sizeof remark, ", %s%d dimension%s", ellipsis ? "at least " : "", least,
                 least == 1 ? "" : "s");
        return cucore__fail_shape(view, arg, remark);
    }
    cursor = arg->shape;
    while (!status && cucore__token_next(&cursor, ',', &item)) {
        if (cucore__token_is(&item, "...")) {
            axis += ndim - least;
        } else if (cucore__is_name(&item)) {
            status = cucore__dims_bind(dims, &item, view->layout.shape[axis++], view, arg);
        } else if (cucore__token_is(&item, "*")) {
            axis++;
        } else if (cucore__token_number(&item) != view->layout.shape[axis++]) {
            status = cucore__fail_shape(view, arg, "");
        }
    }
    return status;
}

CUCORE__PRIVATE cucore_status cucore__fail_layout(const cucore_view *view, const cucore_arg *arg, const char *expected)
{
    char got[400];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__text_add(&text, "strides ");
    cucore__text_add_tuple(&text, view->layout.strides, view->layout.ndim);
    cucore__text_add(&text, " for shape ");
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: expected a%s contiguous array, got %s", cucore__arg_name(arg),
                       expected, got);
}

CUCORE__PRIVATE cucore_status cucore__check_layout(const cucore_view *view, const cucore_arg *arg)
{
    int c, f;
    if (!(arg->flags & (CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS))) return CUCORE_OK;
    c = cucore_layout_is_c_contiguous(&view->layout);
    f = cucore_layout_is_f_contiguous(&view->layout);
    if ((arg->flags & CUCORE_C_CONTIGUOUS) && !c) return cucore__fail_layout(view, arg, " C-order");
    if ((arg->flags & CUCORE_F_CONTIGUOUS) && !f) return cucore__fail_layout(view, arg, "n F-order");
    if ((arg->flags & CUCORE_CONTIGUOUS) && !c && !f) return cucore__fail_layout(view, arg, "");
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__check_aligned(const cucore_view *view, const cucore_arg *arg)
{
    char name[32];
    if ((arg->flags & CUCORE_ALLOW_UNALIGNED) && !(arg->flags & CUCORE_ALIGNED)) return CUCORE_OK;
    if (cucore_view_is_aligned(view)) return CUCORE_OK;
    cucore_dtype_format(view->dtype, name, sizeof name);
    return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: expected memory aligned to %d bytes for %s, got address 0x%llx",
                       cucore__arg_name(arg), (int)cucore__dtype_alignment(view->dtype), name,
                       (unsigned long long)(uintptr_t)view->ptr);
}

CUCORE__PRIVATE cucore_status cucore__check_writable(const cucore_view *view, const cucore_arg *arg)
{
    if (!(arg->flags & CUCORE_WRITE)) return CUCORE_OK;
    if (view->unproven) {
        return cucore_fail(
            CUCORE_READONLY,
            "%s: expected an array known to be writable, got a legacy DLPack tensor, which cannot say so: "
            "it may be immutable",
            cucore__arg_name(arg));
    }
    if (view->readonly) {
        return cucore_fail(CUCORE_READONLY, "%s: expected a writable array, got a read-only one",
                           cucore__arg_name(arg));
    }
    if (view->copied) {
        return cucore_fail(CUCORE_READONLY,
                           "%s: expected an array to write to, got a copy that its producer made, where nobody would "
                           "see what is written",
                           cucore__arg_name(arg));
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__fail_device(const cucore_view *view, const cucore_arg *arg, const char *expected)
{
    char got[32];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__text_add_device(&text, view->device_type, view->device_id);
    return cucore_fail(CUCORE_WRONG_DEVICE, "%s: expected an array %s, got one on %s", cucore__arg_name(arg), expected,
                       got);
}

CUCORE__PRIVATE cucore_status cucore__check_device(const cucore_view *view, const cucore_arg *arg)
{
    char expected[48];
    if ((arg->flags & CUCORE_ON_HOST) && !view->host_accessible) {
        return cucore__fail_device(view, arg, "that the CPU can read");
    }
    if ((arg->flags & (CUCORE_ON_DEVICE | CUCORE_ON_DEVICE_ID)) && !view->device_accessible) {
        return cucore__fail_device(view, arg, "that CUDA can read");
    }
    if ((arg->flags & CUCORE_ON_DEVICE_ID) && view->device_id != arg->device_id) {
        snprintf(expected, sizeof expected, "on cuda:%d", arg->device_id);
        return cucore__fail_device(view, arg, expected);
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_check(const cucore_view *view, const cucore_arg *arg, cucore_dims *dims)
{
    cucore_dims own;
    cucore_status status;
    if (!arg) return CUCORE_OK;
    if (!view) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_check: view is NULL");
    own.count = 0;
    status = cucore__check_device(view, arg);
    if (!status) status = cucore__check_dtype(view, arg);
    if (!status) status = cucore__check_shape(view, arg, dims ? dims : &own);
    if (!status) status = cucore__check_layout(view, arg);
    if (!status) status = cucore__check_aligned(view, arg);
    if (!status) status = cucore__check_writable(view, arg);
    return status;
}
