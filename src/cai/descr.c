/* ------------------------------------------------------------------------------------------------ >>impl-descr -- */
/* cai/descr.c: descr as a format of PEP 3118, and back. */
/* A recursive-descent parser over the text; every function moves the cursor past what it took. */
typedef struct cucore__descr {
    const char *cursor;
    const char *end;
    const char *start;
    uint64_t flags; /* CUCORE_ALLOW_... */
    int depth;
    int names;
} cucore__descr;

CUCORE__PRIVATE cucore_status cucore__fail_descr(const cucore__descr *descr, const char *expected)
{
    return cucore_fail(CUCORE_PROTOCOL, "descr: expected %s at character %d of '%.*s'", expected,
                       (int)(descr->cursor - descr->start),
                       (int)(descr->end - descr->start < 64 ? descr->end - descr->start : 64), descr->start);
}

/* The next character that is not blank; '\0' at the end. */
CUCORE__PRIVATE char cucore__descr_peek(cucore__descr *descr)
{
    while (descr->cursor < descr->end && cucore__is_blank(*descr->cursor)) descr->cursor++;
    return descr->cursor < descr->end ? *descr->cursor : '\0';
}

CUCORE__PRIVATE int cucore__descr_take(cucore__descr *descr, char c)
{
    if (cucore__descr_peek(descr) != c) return 0;
    descr->cursor++;
    return 1;
}

/* 'text' or "text"; out gets what stands between the quotes, escapes untouched. */
CUCORE__PRIVATE cucore_status cucore__descr_string(cucore__descr *descr, cucore__token *out)
{
    char quote = cucore__descr_peek(descr);
    if (quote != '\'' && quote != '"') return cucore__fail_descr(descr, "a string");
    out->text = ++descr->cursor;
    while (descr->cursor < descr->end && *descr->cursor != quote) {
        descr->cursor += *descr->cursor == '\\' && descr->end - descr->cursor > 1 ? 2 : 1;
    }
    if (descr->cursor >= descr->end) return cucore__fail_descr(descr, "the end of a string");
    out->length = (size_t)(descr->cursor - out->text);
    descr->cursor++;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__descr_extent(cucore__descr *descr, int64_t *count)
{
    cucore__token digits;
    int64_t extent;
    (void)cucore__descr_peek(descr);
    digits.text = descr->cursor;
    while (descr->cursor < descr->end && *descr->cursor >= '0' && *descr->cursor <= '9') descr->cursor++;
    digits.length = (size_t)(descr->cursor - digits.text);
    extent = cucore__token_number(&digits);
    if (extent < 0) return cucore__fail_descr(descr, "an extent");
    if (cucore__mul(*count, extent, count)) {
        return cucore_fail(CUCORE_OVERFLOW, "descr: the extents of a field do not fit 64 bits");
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__descr_list(cucore__descr *descr, int64_t *size);

/* (name, type[, shape]); name may be (title, name), and shape (2, 3) or 2 */
CUCORE__PRIVATE cucore_status cucore__descr_field(cucore__descr *descr, int64_t *size)
{
    cucore__token token;
    cucore__typestr typestr;
    int64_t count = 1;
    int titled;
    cucore_status status;
    if (!cucore__descr_take(descr, '(')) return cucore__fail_descr(descr, "'(' before a field");
    titled = cucore__descr_take(descr, '(');
    status = cucore__descr_string(descr, &token);
    if (status) return status;
    if (titled) {
        if (!cucore__descr_take(descr, ',')) return cucore__fail_descr(descr, "',' between title and name");
        status = cucore__descr_string(descr, &token);
        if (status) return status;
        if (!cucore__descr_take(descr, ')')) return cucore__fail_descr(descr, "')' behind title and name");
    }
    descr->names += token.length != 0;
    if (!cucore__descr_take(descr, ',')) return cucore__fail_descr(descr, "',' behind a name");
    if (cucore__descr_peek(descr) == '[') {
        status = cucore__descr_list(descr, size);
    } else {
        status = cucore__descr_string(descr, &token);
        if (!status) status = cucore__typestr_scan(token.text, token.length, &typestr);
        if (status) return status;
        *size = typestr.kind == 'U' ? 4 * (int64_t)typestr.size : (int64_t)cucore__typestr_itemsize(&typestr);
        if (!*size || typestr.kind == 'O' || (typestr.kind == 't' && !(descr->flags & CUCORE_ALLOW_OPAQUE))) {
            return cucore__fail_typestr(&typestr, CUCORE_UNSUPPORTED, cucore__typestr_refusal(&typestr));
        }
    }
    if (!status && cucore__descr_take(descr, ',') && cucore__descr_peek(descr) != ')') {
        if (!cucore__descr_take(descr, '(')) {
            status = cucore__descr_extent(descr, &count);
        } else {
            while (!status && !cucore__descr_take(descr, ')')) {
                status = cucore__descr_extent(descr, &count);
                if (!status && cucore__descr_peek(descr) != ')' && !cucore__descr_take(descr, ',')) {
                    status = cucore__fail_descr(descr, "',' or ')'");
                }
            }
        }
    }
    if (status) return status;
    if (!cucore__descr_take(descr, ')')) return cucore__fail_descr(descr, "')' behind a field");
    if (!cucore__mul(*size, count, size)) return CUCORE_OK;
    return cucore_fail(CUCORE_OVERFLOW, "descr: a field does not fit 64 bits");
}

CUCORE__PRIVATE cucore_status cucore__descr_list(cucore__descr *descr, int64_t *size)
{
    int64_t sum = 0, field = 0;
    cucore_status status;
    if (!cucore__descr_take(descr, '[')) return cucore__fail_descr(descr, "'['");
    if (++descr->depth > 16) return cucore__fail_descr(descr, "at most 16 levels of nesting");
    while (!cucore__descr_take(descr, ']')) {
        status = cucore__descr_field(descr, &field);
        if (status) return status;
        if (cucore__add(sum, field, &sum)) return cucore_fail(CUCORE_OVERFLOW, "descr: the fields do not fit 64 bits");
        if (cucore__descr_peek(descr) != ']' && !cucore__descr_take(descr, ',')) {
            return cucore__fail_descr(descr, "',' or ']'");
        }
    }
    descr->depth--;
    *size = sum;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__descr_read(const char *text, size_t length, uint64_t flags, int64_t *itemsize,
                                                 int *names)
{
    cucore__descr descr;
    int64_t size = 0;
    cucore_status status;
    if (!text || !itemsize || !names) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore__descr_parse: an argument is NULL");
    }
    descr.start = descr.cursor = text;
    descr.end = text + length;
    descr.flags = flags;
    descr.depth = descr.names = 0;
    status = cucore__descr_list(&descr, &size);
    if (status) return status;
    (void)cucore__descr_peek(&descr);
    if (descr.cursor < descr.end) return cucore__fail_descr(&descr, "the end");
    *itemsize = size;
    *names = descr.names;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore__descr_parse(const char *text, size_t length, int64_t *itemsize, int *names)
{
    return cucore__descr_read(text, length, 0, itemsize, names);
}
