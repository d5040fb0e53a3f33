/* ------------------------------------------------------------------------------------------------ >>impl-check -- */
/* core/check.c: requirements, with messages for end users. */
CUCORE__PRIVATE int cucore__is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Takes the piece that ends at `separator` or at the end of the list, without blanks around it, and moves the cursor
 * past it.
 * -> 0: the list has ended */
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

CUCORE__PRIVATE const char *cucore__arg_name(const cucore_arg *arg)
{
    return arg->name ? arg->name : "array";
}

#define CUCORE__FLAG_NAMED(name, bit) | (CUCORE_##name != UINT64_C(1) << (bit))
typedef char cucore__assert_flags_have_names[(UINT64_C(0) CUCORE_ARG_FLAG_LIST(CUCORE__FLAG_NAMED)) ? -1 : 1];
#undef CUCORE__FLAG_NAMED

/* Returns the name of the flag with this bit, NULL if there is none.  Two flags on one bit do not compile. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__flag_name(int bit)
{
#define CUCORE__FLAG_CASE(name, bit)                                                                                   \
    case (bit): return "CUCORE_" #name;
    switch (bit) {
        CUCORE_ARG_FLAG_LIST(CUCORE__FLAG_CASE)
    case 62: return NULL; /* CUCORE__WORDLESS of a call, and */
    case 63: return NULL; /* CUCORE__PY_ORDER_LATER in python/in/call.h: no flag may have these bits */
    default: return NULL;
    }
#undef CUCORE__FLAG_CASE
}

/* Appends the flags by name, and the bits without a flag as one number: "CUCORE_WRITE, CUCORE_CAST, 0x80000000". */
CUCORE__PRIVATE CUCORE__COLD void cucore__text_add_flags(cucore__text *text, uint64_t flags)
{
    const uint64_t unknown = flags & ~CUCORE__ARG_FLAGS;
    const char *separator = "";
    int bit;
    for (bit = 0; bit < 64; bit++) {
        if (!((flags & ~unknown) >> bit & 1)) continue;
        cucore__text_add(text, "%s%s", separator, cucore__flag_name(bit));
        separator = ", ";
    }
    if (unknown) cucore__text_add(text, "%s0x%llx", separator, (unsigned long long)unknown);
}

/* Refuses flags that have no meaning `where`: "", or " in a copy". */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_flags(const char *subject, uint64_t flags, const char *where)
{
    char quoted[200];
    cucore__text text = cucore__text_start(quoted, sizeof quoted);
    cucore__text_add_flags(&text, flags);
    return cucore__invalid("%s: the flags %s mean nothing%s", subject, quoted, where);
}

/* Refuses unknown bits, and flags that exclude each other. */
CUCORE__PRIVATE cucore_status cucore__arg_check(const cucore_arg *arg)
{
    static const uint64_t excluded[][2] = {{CUCORE_MAKE_C_CONTIGUOUS, CUCORE_F_CONTIGUOUS},
                                           {CUCORE_MAKE_C_CONTIGUOUS, CUCORE_MAKE_F_CONTIGUOUS},
                                           {CUCORE_MAKE_F_CONTIGUOUS, CUCORE_C_CONTIGUOUS}};
    char quoted[2][48];
    cucore__text text;
    size_t i, side;
    if (arg->flags & ~CUCORE__ARG_FLAGS) {
        return cucore__fail_flags(cucore__arg_name(arg), arg->flags & ~CUCORE__ARG_FLAGS, "");
    }
    if (!(arg->flags & (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS))) return CUCORE_OK;
    for (i = 0; i < sizeof excluded / sizeof excluded[0]; i++) {
        if (!(arg->flags & excluded[i][0]) || !(arg->flags & excluded[i][1])) continue;
        for (side = 0; side < 2; side++) {
            text = cucore__text_start(quoted[side], sizeof quoted[side]);
            cucore__text_add_flags(&text, excluded[i][side]);
        }
        return cucore__invalid("%s: %s and %s exclude each other", cucore__arg_name(arg), quoted[0], quoted[1]);
    }
    return CUCORE_OK;
}

/* Returns 1 if the reason is not read, because another overload may take the array: the last error then has the status
 * and no message. */
CUCORE__PRIVATE CUCORE__COLD int cucore__is_wordless(const cucore_call *call, cucore_status status)
{
    if (!call || !(call->private_.later & CUCORE__WORDLESS)) return 0;
    cucore__error.status = status;
    cucore__error.result = CUCORE__CUDA_SUCCESS;
    cucore__error.call = NULL;
    cucore__error.message[0] = '\0';
    return 1;
}

/* The device of CUCORE_ON_DEVICE_ID; CUCORE_DEVICE_CURRENT is looked up. */
CUCORE__PRIVATE cucore_status cucore__arg_device(const cucore_arg *arg, int *out)
{
    *out = arg->device_id;
    if (arg->device_id == CUCORE_DEVICE_CURRENT) return cucore__device_id_resolve(arg->device_id, out);
    if (arg->device_id >= 0) return CUCORE_OK;
    return cucore__invalid("%s: with CUCORE_ON_DEVICE_ID device_id must be the number of a device or "
                           "CUCORE_DEVICE_CURRENT, not %d",
                           cucore__arg_name(arg), arg->device_id);
}

/* Returns the view that "=x" names, which has to be one of an earlier argument; else NULL, with INVALID_ARGUMENT as the
 * last error.  of_shape: 1 if the token is the shape pattern, 0 if it is in the list of dtypes. */
CUCORE__PRIVATE const cucore_view *cucore__find_earlier(const cucore_view *view, const cucore_arg *arg,
                                                        const cucore_call *call, const cucore__token *token,
                                                        int of_shape)
{
    cucore__token name;
    size_t i;
    name.text = token->text + 1;
    name.length = token->length - 1;
    for (i = 0; call->args && i < call->args_count && &call->views[i] != view; i++) {
        if (call->args[i].name && cucore__token_is(&name, call->args[i].name)) return &call->views[i];
    }
    (void)cucore__invalid("%s: '%.*s' in the %s \"%s\": no argument before has that name", cucore__arg_name(arg),
                          (int)token->length, token->text, of_shape ? "shape pattern" : "list of dtypes",
                          of_shape ? arg->shape : arg->dtypes);
    return NULL;
}

/* One item of a list of dtypes.  A dtype without lanes: any, of an argument that was left out. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__dtype_of_token(const cucore_view *view, const cucore_arg *arg,
                                                                    const cucore_call *call, const cucore__token *token,
                                                                    cucore_dtype *out)
{
    const cucore_view *earlier;
    if (CUCORE__LIKELY(token->text[0] != '=')) return cucore_dtype_from_name(token->text, token->length, out);
    earlier = cucore__find_earlier(view, arg, call, token, 0);
    if (!earlier) return CUCORE_INVALID_ARGUMENT;
    *out = earlier->dtype;
    return CUCORE_OK;
}

/* "x: expected dtype float32 or float64, got object"; call may be NULL. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_dtype(const cucore_arg *arg, const cucore_call *call,
                                                              const char *got)
{
    char expected[256];
    cucore__text text = cucore__text_start(expected, sizeof expected);
    const char *cursor = arg->dtypes, *rest;
    cucore__token token;
    cucore_dtype dtype;
    int count;
    cucore__text_add(&text, cursor ? "dtype " : "an array of numbers");
    for (count = 0; cucore__token_next(&cursor, ' ', &token); count++) {
        for (rest = cursor; cucore__is_blank(*rest); rest++) {
        }
        cucore__text_add(&text, "%s", !count ? "" : *rest ? ", " : " or ");
        if (token.text[0] == '=') {
            if (call && !cucore__dtype_of_token(NULL, arg, call, &token, &dtype) && dtype.lanes) {
                cucore__text_add_dtype(&text, dtype);
                cucore__text_add(&text, " as in ");
            } else {
                cucore__text_add(&text, "as in ");
            }
            token.text++;
            token.length--;
        }
        cucore__text_add(&text, "%.*s", (int)token.length, token.text);
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected %s, got %s", cucore__arg_name(arg), expected, got);
}

/* A dtype as its user knows it: "float32", "a structured dtype of 8 bytes", "void ('|V5')". */
CUCORE__PRIVATE void cucore__text_add_elements(cucore__text *text, cucore_dtype dtype)
{
    if (dtype.code == CUCORE_CODE_STRUCTURED) {
        cucore__text_add(text, "a structured dtype of %u bytes", (unsigned)dtype.itemsize);
    } else if (dtype.code == CUCORE_CODE_OPAQUE) {
        cucore__text_add(text, "void ('|V%u')", (unsigned)dtype.itemsize);
    } else {
        cucore__text_add_dtype(text, dtype);
    }
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__refuse_elements(const cucore_view *view, const cucore_arg *arg,
                                                                   const cucore_call *call)
{
    char got[64];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (cucore__is_wordless(call, CUCORE_WRONG_DTYPE)) return CUCORE_WRONG_DTYPE;
    cucore__text_add_elements(&text, view->dtype);
    if (view->byte_swapped && view->dtype.code <= CUCORE_CODE_COMPLEX) { /* as cai/words.c has it */
        cucore__text_add(&text, " in foreign byte order ('%c%c%d')", CUCORE__FOREIGN_ORDER, "iuf--c"[view->dtype.code],
                         (int)view -> dtype.itemsize);
    } else if (view->byte_swapped) {
        cucore__text_add(&text, " of foreign byte order");
    }
    return cucore__fail_dtype(arg, call, got);
}

/* Every name is decoded, so that a wrong one is found for any array. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__check_dtype(const cucore_view *view, const cucore_arg *arg,
                                                                 const cucore_call *call)
{
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_dtype dtype = cucore_dtype_make(0, 0, 0); /* gcc 12 does not see that it is set */
    int count = 0, found = 0;
    if (cursor && cucore__dtype_is_called(view->dtype, cursor)) return CUCORE_OK; /* a shortcut: 11 ns, not 29 */
    while (cucore__token_next(&cursor, ' ', &token)) {
        if (cucore__dtype_of_token(view, arg, call, &token, &dtype)) {
            if (token.text[0] == '=') return CUCORE_INVALID_ARGUMENT;
            return cucore__invalid("%s: '%.*s' in the list of dtypes \"%s\" is not the name of one",
                                   cucore__arg_name(arg), (int)token.length, token.text,
                                   arg->dtypes ? arg->dtypes : "");
        }
        found |= cucore_dtype_is_equal(dtype, view->dtype) || !dtype.lanes;
        count++;
    }
    if (arg->dtypes && !count) return cucore__invalid("%s: the list of dtypes is empty", cucore__arg_name(arg));
    if (found || !arg->dtypes) return CUCORE_OK;
    return cucore__refuse_elements(view, arg, call);
}

/* "shape (n, 3)" against "shape (4, 2)", with a remark when a name is to blame. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_shape(const cucore_view *view, const cucore_arg *arg,
                                                              const cucore_call *call, const char *remark)
{
    char got[256];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (cucore__is_wordless(call, CUCORE_WRONG_SHAPE)) return CUCORE_WRONG_SHAPE;
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected shape (%s)%s, got %s", cucore__arg_name(arg), arg->shape,
                       remark, got);
}

/* The pattern "=x": the shape of an argument before. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__check_same_shape(const cucore_view *view, const cucore_arg *arg,
                                                                     const cucore_call *call,
                                                                     const cucore__token *token)
{
    char expected[192], got[192];
    cucore__text text;
    const cucore_view *x = cucore__find_earlier(view, arg, call, token, 1);
    int i = 0;
    if (!x) return CUCORE_INVALID_ARGUMENT;
    if (!x->dtype.lanes) return CUCORE_OK; /* it was left out */
    if (x->layout.ndim == view->layout.ndim) {
        while (i < view->layout.ndim && view->layout.shape[i] == x->layout.shape[i]) i++;
        if (i == view->layout.ndim) return CUCORE_OK;
    }
    text = cucore__text_start(expected, sizeof expected);
    cucore__text_add_tuple(&text, x->layout.shape, x->layout.ndim);
    text = cucore__text_start(got, sizeof got);
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected shape %s as in %.*s, got %s", cucore__arg_name(arg), expected,
                       (int)token->length - 1, token->text + 1, got);
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

/* The place of a name, which is bound to that extent if it was not yet; -1: there are too many. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__call_bind(cucore_call *call, const char *name, size_t length, int64_t extent,
                                                     const cucore_arg *arg)
{
    int i;
    for (i = 0; i < call->count; i++) {
        if (call->bound[i].length != length) continue;
        if (call->bound[i].name == name || !memcmp(call->bound[i].name, name, length)) return i;
    }
    if (i == (int)(sizeof call->bound / sizeof call->bound[0])) return -1;
    call->count++;
    call->bound[i].name = name;
    call->bound[i].length = length;
    call->bound[i].extent = extent;
    call->bound[i].arg = cucore__arg_name(arg);
    return i;
}

/* Returns 1 if a plain pattern fits: names, numbers and '*' between commas.  If it returns 0 the pattern may still fit,
 * and no name is bound.  A shortcut for cucore__check_shape: 14 ns for "n" instead of 33. */
CUCORE__PRIVATE int cucore__shape_fits(const cucore_view *view, const cucore_arg *arg, cucore_call *call)
{
    const cucore_layout *layout = &view->layout;
    const char *at = arg->shape;
    const int names = call->count;
    int axis;
    for (axis = 0; axis < layout->ndim; axis++) {
        const int64_t extent = layout->shape[axis];
        const char *item = at;
        int64_t number = 0;
        if (*at == '*') {
            at++;
        } else if (*at >= '0' && *at <= '9') {
            for (; *at >= '0' && *at <= '9' && at - item < 18; at++) number = 10 * number + (*at - '0');
            if (number != extent) break;
        } else {
            int place;
            while ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '_' ||
                   (at > item && *at >= '0' && *at <= '9'))
                at++;
            if (at == item) break;
            place = cucore__call_bind(call, item, (size_t)(at - item), extent, arg);
            if (place < 0 || call->bound[place].extent != extent) break;
        }
        if (!*at && axis + 1 == layout->ndim) return 1;
        if (*at++ != ',') break;
        while (*at == ' ') at++;
    }
    call->count = names;
    return 0;
}

/* The pattern is checked as a whole before any extent is.  A name is bound to an extent; one that is bound already must
 * have that extent. */
CUCORE__PRIVATE cucore_status cucore__check_shape(const cucore_view *view, const cucore_arg *arg, cucore_call *call)
{
    const char *cursor = arg->shape;
    char remark[128];
    cucore__token item;
    int64_t extent;
    int count = 0, ellipsis = 0, axis = 0, least, ndim = view->layout.ndim, i;
    if (!arg->shape || cucore__shape_fits(view, arg, call)) return CUCORE_OK;
    while (cucore__is_blank(*cursor)) cursor++;
    if (*cursor == '=' && cucore__token_next(&cursor, ',', &item) && !*cursor)
        return cucore__check_same_shape(view, arg, call, &item);
    cursor = arg->shape;
    for (; cucore__token_next(&cursor, ',', &item); count++) {
        int is_ellipsis = cucore__token_is(&item, "...");
        if ((is_ellipsis && ellipsis) || !(is_ellipsis || cucore__token_is(&item, "*") || cucore__is_name(&item) ||
                                           cucore__token_number(&item) >= 0)) {
            return cucore__invalid("%s: '%.*s' in the shape pattern \"%s\" means nothing", cucore__arg_name(arg),
                                   (int)item.length, item.text, arg->shape);
        }
        ellipsis |= is_ellipsis;
    }
    least = count - ellipsis;
    if (ellipsis ? ndim < least : ndim != least) {
        if (cucore__is_wordless(call, CUCORE_WRONG_SHAPE)) return CUCORE_WRONG_SHAPE;
        snprintf(remark, sizeof remark, ", %s%d dimension%s", ellipsis ? "at least " : "", least,
                 least == 1 ? "" : "s");
        return cucore__fail_shape(view, arg, call, remark);
    }
    cursor = arg->shape;
    while (cucore__token_next(&cursor, ',', &item)) {
        if (cucore__token_is(&item, "...")) {
            axis += ndim - least;
        } else if (cucore__is_name(&item)) {
            extent = view->layout.shape[axis++];
            i = cucore__call_bind(call, item.text, item.length, extent, arg);
            if (i < 0) {
                return cucore__invalid("%s: more than %d names in shape patterns", cucore__arg_name(arg), call->count);
            }
            if (call->bound[i].extent != extent) {
                if (cucore__is_wordless(call, CUCORE_WRONG_SHAPE)) return CUCORE_WRONG_SHAPE;
                snprintf(remark, sizeof remark, " with %.*s = %lld as in %s", (int)item.length, item.text,
                         (long long)call->bound[i].extent, call->bound[i].arg);
                return cucore__fail_shape(view, arg, call, remark);
            }
        } else if (cucore__token_is(&item, "*")) {
            axis++;
        } else if (cucore__token_number(&item) != view->layout.shape[axis++]) {
            return cucore__fail_shape(view, arg, call, "");
        }
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__fail_layout(const cucore_view *view, const cucore_arg *arg,
                                                  const cucore_call *call, const char *expected)
{
    char got[400];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (cucore__is_wordless(call, CUCORE_WRONG_LAYOUT)) return CUCORE_WRONG_LAYOUT;
    cucore__text_add(&text, "strides ");
    cucore__text_add_tuple(&text, view->layout.strides, view->layout.ndim);
    cucore__text_add(&text, " for shape ");
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: expected %s, got %s", cucore__arg_name(arg), expected, got);
}

CUCORE__PRIVATE cucore_status cucore__fail_device(const cucore_view *view, const cucore_arg *arg,
                                                  const cucore_call *call, const char *expected)
{
    char got[32];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (cucore__is_wordless(call, CUCORE_WRONG_DEVICE)) return CUCORE_WRONG_DEVICE;
    cucore__text_add_device(&text, view->device_type, view->device_id);
    return cucore_fail(CUCORE_WRONG_DEVICE, "%s: expected an array %s, got one on %s", cucore__arg_name(arg), expected,
                       got);
}

CUCORE__PRIVATE cucore_status cucore__check_unique(const cucore_view *view, const cucore_arg *arg,
                                                   const cucore_call *call)
{
    if (cucore_layout_is_unique(&view->layout)) return CUCORE_OK;
    return cucore__fail_layout(view, arg, call, "an array whose elements are all in different places");
}

/* cucore_view_check of a view that is sound. */
CUCORE__PRIVATE cucore_status cucore__view_check(const cucore_view *view, const cucore_arg *arg, cucore_call *call)
{
    cucore_call own;
    char text[48];
    uint64_t flags;
    int c, f, device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__arg_check(arg);
    if (status) return status;
    flags = arg->flags;
    own.count = 0;
    own.args = NULL;
    own.private_.later = 0;
    if (!call) call = &own;
    if ((flags & CUCORE_HOST_ACCESSIBLE) && !view->host_accessible) {
        return cucore__fail_device(view, arg, call, "that the CPU can read");
    }
    if ((flags & (CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID)) && !view->device_accessible) {
        return cucore__fail_device(view, arg, call, "that CUDA can read");
    }
    if (flags & CUCORE_ON_DEVICE_ID) {
        status = cucore__arg_device(arg, &device);
        if (status) return status;
        snprintf(text, sizeof text, "on cuda:%d", device);
        if (view->device_id != device) return cucore__fail_device(view, arg, call, text);
    }
    status = cucore__check_dtype(view, arg, call);
    if (!status) status = cucore__check_shape(view, arg, call);
    if (status) return status;
    if (flags & CUCORE_MAKE_C_CONTIGUOUS) flags |= CUCORE_C_CONTIGUOUS;
    if (flags & CUCORE_MAKE_F_CONTIGUOUS) flags |= CUCORE_F_CONTIGUOUS;
    if (flags & (CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS)) {
        c = cucore_layout_is_c_contiguous(&view->layout);
        f = cucore_layout_is_f_contiguous(&view->layout);
        if ((flags & CUCORE_C_CONTIGUOUS) && !c)
            return cucore__fail_layout(view, arg, call, "a C-order contiguous array");
        if ((flags & CUCORE_F_CONTIGUOUS) && !f)
            return cucore__fail_layout(view, arg, call, "an F-order contiguous array");
        if ((flags & CUCORE_CONTIGUOUS) && !c && !f) return cucore__fail_layout(view, arg, call, "a contiguous array");
    }
    if (flags & CUCORE_UNIQUE && cucore__check_unique(view, arg, call)) return CUCORE_WRONG_LAYOUT;
    if ((flags & (CUCORE_ALLOW_UNALIGNED | CUCORE_MAKE_ALIGNED)) != CUCORE_ALLOW_UNALIGNED &&
        !cucore__view_is_aligned(view)) {
        if (cucore__is_wordless(call, CUCORE_WRONG_LAYOUT)) return CUCORE_WRONG_LAYOUT;
        cucore_dtype_to_name(view->dtype, text, sizeof text);
        return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: expected memory aligned to %d bytes for %s, got address 0x%llx",
                           cucore__arg_name(arg), (int)cucore__dtype_alignment(view->dtype), text,
                           (unsigned long long)(uintptr_t)view->ptr);
    }
    if (!(flags & (CUCORE_WRITE | CUCORE_NEVER_COPY)) || !(view->readonly || view->unproven || view->copied))
        return CUCORE_OK;
    if (cucore__is_wordless(call, CUCORE_READONLY)) return CUCORE_READONLY;
    if (flags & CUCORE_NEVER_COPY && view->copied) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "%s: expected the memory of the array itself, got a copy that its producer made",
                           cucore__arg_name(arg));
    }
    if (!(flags & CUCORE_WRITE)) return CUCORE_OK;
    if (!view->readonly && !view->unproven) {
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "%s: expected an array to write to, got a copy that its producer made, where nobody would see "
            "what is written",
            cucore__arg_name(arg));
    }
    return cucore_fail(CUCORE_READONLY, "%s: expected %s", cucore__arg_name(arg),
                       view->unproven ? "an array known to be writable, got a legacy DLPack tensor, which cannot say "
                                        "so: it may be immutable"
                                      : "a writable array, got a read-only one");
}

/* -- several arguments --------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE int cucore__device_is_cuda(int device_type)
{
    return device_type == CUCORE_DEVICE_TYPE_CUDA || device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
}

CUCORE__PRIVATE int cucore__view_is_on_same_device(const cucore_view *a, const cucore_view *b)
{
    if (a->device_id != b->device_id) return 0;
    return a->device_type == b->device_type ||
           (cucore__device_is_cuda(a->device_type) && cucore__device_is_cuda(b->device_type));
}

/* Checks CUCORE_SAME_DEVICE: each view is compared with the first one in device memory.  An empty array, which may have
 * no device, fits any.  *failed: the argument that does not fit. */
CUCORE__PRIVATE cucore_status cucore__views_check_same_device(const cucore_view *views, size_t count,
                                                              const cucore_arg *args, size_t *failed)
{
    char here[32], there[32];
    cucore__text text;
    size_t i, first;
    for (first = 0; first < count && !cucore__device_is_cuda(views[first].device_type) &&
                    !cucore__device_is_other(views[first].device_type);
         first++) {
    }
    for (i = 0; i < count && first < count; i++) {
        const cucore_view *view = &views[i];
        if (!(args[i].flags & CUCORE_SAME_DEVICE) || !view->dtype.lanes) continue;
        if (cucore__view_is_on_same_device(view, &views[first])) continue;
        if (cucore__layout_is_empty(&view->layout) || cucore__layout_is_empty(&views[first].layout)) continue;
        text = cucore__text_start(here, sizeof here);
        cucore__text_add_device(&text, view->device_type, view->device_id);
        text = cucore__text_start(there, sizeof there);
        cucore__text_add_device(&text, views[first].device_type, views[first].device_id);
        *failed = i;
        return cucore_fail(CUCORE_WRONG_DEVICE, "%s: expected an array on %s as %s, got one on %s",
                           cucore__arg_name(&args[i]), there, cucore__arg_name(&args[first]), here);
    }
    return CUCORE_OK;
}
