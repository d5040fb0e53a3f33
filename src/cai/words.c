/* cai/words.c: the names that NumPy's users know for elements that no dtype describes, and the refusal of such
 * elements. */
/* A kind of numbers: its name, and the name of a dtype that it can be converted to, or "". */
CUCORE__PRIVATE void cucore__typestr_name(const cucore__typestr *typestr, char name[32], const char **converted)
{
    const int code = cucore__typestr_code(typestr->kind), is_complex = typestr->kind == 'c';
    cucore__text text = cucore__text_start(name, 32);
    *converted = "";
    if (typestr->kind == 'g' || (typestr->kind == 'f' && typestr->size > 8) || (is_complex && typestr->size > 16)) {
        cucore__text_add(&text, is_complex ? "clongdouble" : "longdouble");
        *converted = is_complex ? "complex128" : "float64";
    } else if (code >= 0) {
        cucore__text_add(&text, "%s", cucore__codes[code].name);
        if (cucore__codes[code].bits_follow) cucore__text_add(&text, "%u", 8 * (unsigned)typestr->size);
    }
}

/* "object", "text ('<U5')", "longdouble; convert with .astype('float64')": a typestr that is no dtype here. */
CUCORE__PRIVATE void cucore__text_add_typestr(cucore__text *text, const cucore__typestr *typestr)
{
    const int foreign = typestr->order == CUCORE__FOREIGN_ORDER && typestr->size > 1;
    const char *what = NULL, *why = "", *converted = "", *method = "astype";
    char name[32];
    switch (typestr->kind) {
    case 'O': cucore__text_add(text, "object"); return;
    case 'U': what = "text"; break;
    case 'S': what = "bytes"; break;
    case 't': what = "a bit field"; break;
    case 'm':
    case 'M':
        what = typestr->kind == 'm' ? "timedelta64" : "datetime64";
        converted = "int64";
        if (!foreign) method = "view";
        break;
    default: cucore__typestr_name(typestr, name, &converted);
    }
    cucore__text_add(text, "%s", what ? what : name);
    if (what || foreign || !converted[0]) {
        if (foreign && typestr->kind != 'U') cucore__text_add(text, " in foreign byte order");
        cucore__text_add(text, " ('%.*s')", (int)(typestr->length < 64 ? typestr->length : 64), typestr->text);
    }
    if (!what && foreign && !converted[0]) {
        converted = name;
    } else if (!what && !converted[0]) {
        why = typestr->kind == 'f'   ? ", of which there are several"
              : typestr->kind == 'c' ? ", which is no typestr of NumPy's"
                                     : ", a size that no dtype here has";
    }
    cucore__text_add(text, "%s", why);
    if (converted[0]) cucore__text_add(text, "; convert with .%s('%s')", method, converted);
}

/* The elements of a buffer's format, which are no dtype here, in the same words. */
CUCORE__PRIVATE void cucore__text_add_format(cucore__text *text, const char *format, int64_t itemsize)
{
    const cucore__format_code *code;
    const char *body = format;
    char spelled[48];
    int counted, count = 1;
    cucore__typestr typestr;
    typestr.order = cucore__format_is_foreign(*body) ? (char)CUCORE__FOREIGN_ORDER : (char)CUCORE__NATIVE_ORDER;
    typestr.kind = '\0';
    typestr.size = (uint32_t)itemsize;
    if (*body && strchr("@=<>!^", *body)) body++;
    counted = *body >= '0' && *body <= '9';
    if (counted) {
        for (count = 0; *body >= '0' && *body <= '9'; body++)
            count = count < INT32_MAX / 10 - 1 ? 10 * count + (*body - '0') : count;
    }
    if (*body == 'T' && !counted) {
        cucore__text_add(text, "a structured dtype of %lld bytes with Python objects or pointers", (long long)itemsize);
        return;
    }
    if (!counted && *body && (strchr("P&Xz", *body) || (*body == 'Z' && !body[1]))) { /* ctypes: z and Z are strings */
        cucore__text_add(text, "pointers");
        return;
    }
    if (*body && !body[1]) {
        code = cucore__format_find(*body);
        if (*body == 'w' || *body == 'u') typestr.kind = 'U';
        if (*body == 's' || *body == 'p') typestr.kind = 'S';
        if (!counted && *body == 'O') typestr.kind = 'O';
        if (!counted && (*body == 'g' || *body == 'G')) typestr.kind = *body == 'g' ? 'f' : 'c';
        if (!counted && code) typestr.kind = cucore__typestr_kinds[code->code];
    } else if (!counted && body[0] == 'Z' && body[1] && !body[2]) {
        typestr.kind = 'c';
    }
    if (!typestr.kind) {
        cucore__text_add(text, "elements of the format '%.64s'", format);
        return;
    }
    snprintf(spelled, sizeof spelled, "%c%c%lld", typestr.kind == 'S' ? '|' : typestr.order, typestr.kind,
             typestr.kind == 'U' ? (long long)count : (long long)itemsize);
    typestr.text = spelled;
    typestr.length = strlen(spelled);
    cucore__text_add_typestr(text, &typestr);
}

/* CUCORE_WRONG_DTYPE, with what was expected and what came. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__refuse_typestr(const char *typestr, size_t length,
                                                                  const cucore__intake *intake)
{
    char got[160];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__typestr parts;
    if (cucore__typestr_scan(typestr, length, &parts)) {
        cucore__text_add(&text, "text (%.*s)", (int)(length < 64 ? length : 64), typestr);
    } else {
        cucore__text_add_typestr(&text, &parts);
    }
    return cucore__fail_dtype(intake->arg, intake->of_call, got);
}

/* A struct with fields that are no data. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__refuse_fields(cucore_dtype dtype, const cucore__intake *intake)
{
    char got[96];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__text_add(&text, "a structured dtype of %u bytes with Python objects or pointers", (unsigned)dtype.itemsize);
    return cucore__fail_dtype(intake->arg, intake->of_call, got);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__refuse_format(const char *format, int64_t itemsize,
                                                                 const cucore_arg *arg, const cucore_call *of_call)
{
    char got[160];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__text_add_format(&text, format ? format : "B", itemsize);
    return cucore__fail_dtype(arg, of_call, got);
}

/* NumPy's strings of any length have a typestr that is none: "StringDType()", or "|T16" before NumPy 2.3. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__typestr_unusual(const char *typestr, size_t length,
                                                                    const cucore__intake *intake, cucore_dtype *out,
                                                                    uint8_t *byte_swapped)
{
    static const char text[] = "StringDType(";
    const cucore_status status = cucore__typestr_decode(typestr, length, out);
    cucore_status opaque = status;
    int is_text;
    if (status == CUCORE_UNSUPPORTED)
        opaque = cucore__typestr_opaque(typestr, length, intake->flags, out, byte_swapped);
    if (opaque != status || !status) return opaque;
    is_text = (length >= sizeof text - 1 && memcmp(typestr, text, sizeof text - 1) == 0) ||
              (length >= 3 && memcmp(typestr, "|T", 2) == 0);
    return is_text || status == CUCORE_UNSUPPORTED ? cucore__refuse_typestr(typestr, length, intake) : status;
}

/* The dtype of an array's typestr: OK | PROTOCOL | WRONG_DTYPE. */
CUCORE__PRIVATE inline cucore_status cucore__typestr_of_array(const char *typestr, size_t length,
                                                              const cucore__intake *intake, cucore_dtype *out,
                                                              uint8_t *byte_swapped)
{
    return cucore__typestr_usual(typestr, length, out)
               ? CUCORE_OK
               : cucore__typestr_unusual(typestr, length, intake, out, byte_swapped);
}
