/* copy/emit/load.c: the text of kernels that are compiled with the headers, which tools/embed_kernels.py packs. */
#define CUCORE__PTX_MARKS "&'*/=BCDGHIJKMNOPQRSTUVWXYZ^`j" /* no PTX has these */

/* The packed text of some kernels. */
typedef struct cucore__ptx_pack {
    const char *const *pieces;
    size_t bytes; /* of all kernels, unpacked */
} cucore__ptx_pack;

/* A kernel of a packed text. */
typedef struct cucore__ptx_kernel {
    const cucore__ptx_pack *pack;
    int index;        /* in the pack */
    const char *name; /* without the prefix */
} cucore__ptx_kernel;

typedef struct cucore__ptx_reader {
    const char *const *piece;
    const char *at;
} cucore__ptx_reader;

/* Returns the next character, and 0 at the end. */
CUCORE__PRIVATE char cucore__ptx_next(cucore__ptx_reader *reader)
{
    while (!*reader->at) {
        if (!*++reader->piece) return 0;
        reader->at = *reader->piece;
    }
    return *reader->at++;
}

/* Returns the next digit of base 91: the characters after the blank without ", ? and \ . */
CUCORE__PRIVATE uint32_t cucore__ptx_digit(cucore__ptx_reader *reader)
{
    const char c = cucore__ptx_next(reader);
    return (uint32_t)(c - '!' - (c > '"') - (c > '?') - (c > '\\'));
}

/* Unpacks the text of all kernels of a pack, and a NUL.  A mark repeats characters: it gives their number, digits add
 * to the number if the mark is the last of its half, and two digits, or three after a mark of the second half, give the
 * distance. */
CUCORE__PRIVATE void cucore__ptx_unpack(const cucore__ptx_pack *pack, char *out)
{
    static const char marks[] = CUCORE__PTX_MARKS;
    const uint32_t half = (uint32_t)(sizeof marks - 1) / 2;
    cucore__ptx_reader reader;
    char c;
    reader.piece = pack->pieces;
    reader.at = *reader.piece;
    while ((c = cucore__ptx_next(&reader)) != 0) {
        const char *mark = strchr(marks, c);
        const uint32_t which = mark ? (uint32_t)(mark - marks) : 0;
        uint32_t length = 4 + which % half, distance = 0, digit = 90;
        int digits;
        if (!mark) {
            *out++ = c;
            continue;
        }
        while (length >= half + 3 && digit == 90) length += digit = cucore__ptx_digit(&reader);
        for (digits = which < half ? 2 : 3; digits > 0; digits--) distance = 91 * distance + cucore__ptx_digit(&reader);
        for (; length > 0; length--, out++) *out = *(out - distance - 1);
    }
    *out = '\0';
}

/* Returns the text of a kernel, which the caller frees; NULL: there is no memory.  In what was unpacked `~` is a line
 * end, `|` a quotation mark, and `!` ends a kernel.  `#` is the next number of registers of a class, which is the
 * letter before, and `$` with a digit n the number that was next n + 1 numbers ago. */
CUCORE__PRIVATE char *cucore__ptx_text(const cucore__ptx_pack *pack, int index)
{
    char *packed = (char *)malloc(pack->bytes + 1), *text = NULL, *to;
    const char *from = packed;
    unsigned next[128] = {0};
    if (packed) {
        cucore__ptx_unpack(pack, packed);
        for (; index > 0; index--) from = strchr(from, '!') + 1;
        text = (char *)malloc(3 * strcspn(from, "!") + 1); /* a number has three digits at most */
    }
    for (to = text; text && *from != '!'; from++) {
        if (*from == '#') {
            to += snprintf(to, 4, "%u", next[to[-1] & 127]++);
        } else if (*from == '$') {
            to += snprintf(to, 4, "%u", next[to[-1] & 127] - 1 - (unsigned)(*++from - '0'));
        } else {
            *to++ = *from == '~' ? '\n' : *from == '|' ? '"' : *from;
        }
    }
    if (text) *to = '\0';
    free(packed);
    return text;
}

/* A cucore__loader of a cucore__ptx_kernel. */
CUCORE__PRIVATE cucore_status cucore__ptx_load(const void *what, CUcontext context, unsigned long long id,
                                               CUfunction *out)
{
    const cucore__ptx_kernel *kernel = (const cucore__ptx_kernel *)what;
    CUmodule module = NULL;
    char name[40], *text = cucore__ptx_text(kernel->pack, kernel->index);
    cucore_status status;
    (void)context, (void)id;
    if (!text) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of PTX", (int)kernel->pack->bytes);
    status = cucore__module_compile(text, &module);
    free(text);
    if (status) return status;
    snprintf(name, sizeof name, "cucore_copy_%s", kernel->name);
    status = cucore__function_make(module, name, out);
    if (status) cucore__module_unload(module);
    return status;
}
