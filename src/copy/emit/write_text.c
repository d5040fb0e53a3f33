/* --------------------------------------------------------------------------------- the text of a written kernel -- */
/* copy/emit/write_text.c: instructions and indices, which written kernels are made of, as PTX text.  Pure: no
 * driver. */
/* Each function below appends one instruction, or a few, and returns the number of the register with the result: %r
 * of 32 bits, %d of 64 bits, %p of a predicate.  In a general kernel each number of the layout is a parameter, in
 * the order in which it is asked for: the writer goes the same way twice, without the layout for the text, and with
 * the layout, but without the text, for the numbers. */
typedef struct cucore__writer {
    const cucore__write_key *key;
    const cucore__write_form *form;
    cucore__text text;
    unsigned char *numbers; /* where the parameters of a general kernel are noted; NULL: its text is written */
    uint32_t bytes;         /* of the parameters so far */
    int converts_last;      /* 1: a tile holds elements of the source, which are converted when they leave it */
    int64_t again;          /* bytes from one place of an element to the next; 0: each is stored once */
    int times;              /* a register: places that are left */
    int registers, wides, predicates;
} cucore__writer;

#define CUCORE__PTX(w, ...) ((w)->numbers ? (void)0 : cucore__text_add(&(w)->text, __VA_ARGS__))

/* The next parameter of a general kernel: a register %r, or %d if it is wide. */
CUCORE__PRIVATE int cucore__ptx_parameter(cucore__writer *w, int64_t value, int is_wide)
{
    const uint32_t size = is_wide ? 8 : 4, at = (w->bytes + size - 1) & (0 - size), low = (uint32_t)(uint64_t)value;
    w->bytes = at + size;
    if (w->numbers) memcpy(w->numbers + at, is_wide ? (const void *)&value : (const void *)&low, size);
    CUCORE__PTX(w, "ld.param.u%u %%%c%d,[p+%u];\n", 8 * size, is_wide ? 'd' : 'r', is_wide ? w->wides : w->registers,
                at);
    return is_wide ? w->wides++ : w->registers++;
}

CUCORE__PRIVATE int cucore__ptx_add(cucore__writer *w, int a, int64_t constant)
{
    if (!constant) return a;
    CUCORE__PTX(w, "add.s32 %%r%d,%%r%d,%lld;\n", w->registers, a, (long long)constant);
    return w->registers++;
}

CUCORE__PRIVATE int cucore__ptx_divide(cucore__writer *w, int a, uint32_t by)
{
    uint32_t magic, shift;
    if (by == 1) return a;
    cucore__digit_divide(by, &magic, &shift);
    if (!(by & (by - 1))) {
        CUCORE__PTX(w, "shr.u32 %%r%d,%%r%d,%u;\n", w->registers, a, shift + 1);
        return w->registers++;
    }
    CUCORE__PTX(w, "mul.hi.u32 %%r%d,%%r%d,%u;\n", w->registers, a, magic);
    if (shift) CUCORE__PTX(w, "shr.u32 %%r%d,%%r%d,%u;\n", w->registers, w->registers, shift);
    return w->registers++;
}

/* a - quotient * by */
CUCORE__PRIVATE int cucore__ptx_remainder(cucore__writer *w, int a, int quotient, uint32_t by)
{
    if (!(by & (by - 1))) {
        CUCORE__PTX(w, "and.b32 %%r%d,%%r%d,%u;\n", w->registers, a, by - 1);
    } else {
        CUCORE__PTX(w, "mad.lo.s32 %%r%d,%%r%d,-%u,%%r%d;\n", w->registers, quotient, by, a);
    }
    return w->registers++;
}

/* a * stride + sum, of 32 bits; sum: -1 is 0 */
CUCORE__PRIVATE int cucore__ptx_multiply_add(cucore__writer *w, int a, int64_t stride, int sum)
{
    if (!stride) return sum;
    if (stride == 1 && sum < 0) return a;
    if (sum < 0) {
        CUCORE__PTX(w, "mul.lo.s32 %%r%d,%%r%d,%lld;\n", w->registers, a, (long long)stride);
    } else {
        CUCORE__PTX(w, "mad.lo.s32 %%r%d,%%r%d,%lld,%%r%d;\n", w->registers, a, (long long)stride, sum);
    }
    return w->registers++;
}

/* a * b + sum, of 32 bits, of registers */
CUCORE__PRIVATE int cucore__ptx_multiply_add_register(cucore__writer *w, int a, int b, int sum)
{
    if (sum < 0) {
        CUCORE__PTX(w, "mul.lo.s32 %%r%d,%%r%d,%%r%d;\n", w->registers, a, b);
    } else {
        CUCORE__PTX(w, "mad.lo.s32 %%r%d,%%r%d,%%r%d,%%r%d;\n", w->registers, a, b, sum);
    }
    return w->registers++;
}

/* The same of 64 bits; a has 32, and is not negative */
CUCORE__PRIVATE int cucore__ptx_multiply_add_wide_register(cucore__writer *w, int a, int b, int sum)
{
    CUCORE__PTX(w, "cvt.u64.u32 %%d%d,%%r%d;\nmad.lo.s64 %%d%d,%%d%d,%%d%d,%%d%d;\n", w->wides, a, w->wides + 1,
                w->wides, b, sum);
    w->wides += 2;
    return w->wides - 1;
}

/* a * stride + sum, of 64 bits; a is not negative */
CUCORE__PRIVATE int cucore__ptx_multiply_add_wide(cucore__writer *w, int a, int64_t stride, int sum)
{
    const int out = w->wides++;
    if (stride >= INT32_MIN && stride <= INT32_MAX) {
        CUCORE__PTX(w, "mad.wide.s32 %%d%d,%%r%d,%lld,%%d%d;\n", out, a, (long long)stride, sum);
    } else {
        const int wide = w->wides++;
        CUCORE__PTX(w, "cvt.u64.u32 %%d%d,%%r%d;\nmad.lo.s64 %%d%d,%%d%d,%lld,%%d%d;\n", wide, a, out, wide,
                    (long long)stride, sum);
    }
    return out;
}

/* base + a, a signed */
CUCORE__PRIVATE int cucore__ptx_address(cucore__writer *w, int base, int a)
{
    if (a < 0) return base;
    CUCORE__PTX(w, "cvt.s64.s32 %%d%d,%%r%d;\nadd.s64 %%d%d,%%d%d,%%d%d;\n", w->wides, a, w->wides + 1, base, w->wides);
    w->wides += 2;
    return w->wides - 1;
}

CUCORE__PRIVATE int cucore__ptx_subtract(cucore__writer *w, int a, int b)
{
    CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,%%r%d;\n", w->registers, a, b);
    return w->registers++;
}

/* Sets a predicate to: a < b, of registers. */
CUCORE__PRIVATE int cucore__ptx_is_below(cucore__writer *w, int a, int b)
{
    CUCORE__PTX(w, "setp.lt.s32 %%p%d,%%r%d,%%r%d;\n", w->predicates, a, b);
    return w->predicates++;
}

CUCORE__PRIVATE int cucore__ptx_is_less(cucore__writer *w, int a, int64_t constant)
{
    CUCORE__PTX(w, "setp.lt.s32 %%p%d,%%r%d,%lld;\n", w->predicates, a, (long long)constant);
    return w->predicates++;
}

/* Sets a predicate to: a > constant, and, if there is one, another predicate. */
CUCORE__PRIVATE int cucore__ptx_is_more(cucore__writer *w, int a, int64_t constant, int both)
{
    const int out = w->predicates++;
    if (both < 0) {
        CUCORE__PTX(w, "setp.gt.s32 %%p%d,%%r%d,%lld;\n", out, a, (long long)constant);
    } else {
        const int alone = w->predicates++;
        CUCORE__PTX(w, "setp.gt.s32 %%p%d,%%r%d,%lld;\nand.pred %%p%d,%%p%d,%%p%d;\n", alone, a, (long long)constant,
                    out, alone, both);
    }
    return out;
}

/* An access: "ld.global" or another name, its bytes, and a predicate, or -1. */
typedef struct cucore__ptx_access {
    const char *name;
    int bytes;
    int predicate;
} cucore__ptx_access;

/* The registers of the element are %e<first>... */
CUCORE__PRIVATE void cucore__ptx_move(cucore__writer *w, cucore__ptx_access access, const char *address, int first)
{
    static const char *const types[] = {"u8", "u16", "u32", "v2.u32", "v4.u32"};
    char data[80];
    const int bytes = access.bytes, is_load = access.name[0] == 'l';
    if (w->numbers) return;
    if (bytes == 16) {
        snprintf(data, sizeof data, "{%%e%d,%%e%d,%%e%d,%%e%d}", first, first + 1, first + 2, first + 3);
    } else if (bytes == 8) {
        snprintf(data, sizeof data, "{%%e%d,%%e%d}", first, first + 1);
    } else {
        snprintf(data, sizeof data, "%%e%d", first);
    }
    if (access.predicate >= 0) CUCORE__PTX(w, "@%%p%d ", access.predicate);
    CUCORE__PTX(w, "%s.%s %s,%s;\n", access.name,
                types[bytes == 16  ? 4
                      : bytes == 8 ? 3
                                   : bytes / 2],
                is_load ? data : address, is_load ? address : data);
}

typedef enum cucore__write_space { CUCORE__WRITE_ARRAY, CUCORE__WRITE_SHARED } cucore__write_space;

/* -- numbers taken apart ------------------------------------------------------------------------------------------- */
/* A number is taken apart into indices, the fastest first: each of an axis, of several axes that are one run, or of an
 * axis by words.  The number of step k is that of step 0 plus a constant.  As long as the constant is a multiple of the
 * extents, the indices are those of step 0, and only the last one is more by a constant. */
typedef struct cucore__write_digit {
    uint32_t extent;     /* of all but the last one */
    int skew;            /* 2^skew indices are form->skew bytes further apart in shared memory; 0: none are */
    int64_t array, tile; /* bytes from index to index, in the array and in shared memory */
    int number;          /* registers: what is left of the number before this index, */
    int index;           /* and the index, as step 0 has them */
    int limit;           /* a register that the index has to stay below; -1: it does */
    int16_t magic, shift, less, away[2]; /* registers of a general kernel: for the extent, of `array` and `tile` */
} cucore__write_digit;

typedef struct cucore__write_digits {
    int count;
    cucore__write_digit at[CUCORE__WRITE_AXES];
} cucore__write_digits;

/* The indices of one step: register + constant. */
typedef struct cucore__write_indices {
    int is_first; /* 1: the registers are those of step 0 */
    int index[CUCORE__WRITE_AXES];
    int64_t more[CUCORE__WRITE_AXES];
} cucore__write_indices;

/* Sets magic and shift for n / extent = (n * magic >> 32) + n >> shift, for n < 2^31 and any extent. */
CUCORE__PRIVATE void cucore__write_magic(uint32_t extent, uint32_t *magic, uint32_t *shift)
{
    uint32_t bits = 0;
    while (((uint64_t)1 << bits) < extent) bits++;
    *shift = bits;
    *magic = (uint32_t)(((((uint64_t)1 << bits) - extent) << 32) / extent + 1);
}

/* Asks for the extents of digits as parameters. */
CUCORE__PRIVATE void cucore__write_ask_extents(cucore__writer *w, cucore__write_digits *digits)
{
    int i;
    for (i = 0; i < digits->count - 1 && w->key->is_general; i++) {
        cucore__write_digit *digit = &digits->at[i];
        uint32_t magic = 0, shift = 0;
        if (w->numbers) cucore__write_magic(digit->extent, &magic, &shift);
        digit->magic = (int16_t)cucore__ptx_parameter(w, magic, 0);
        digit->shift = (int16_t)cucore__ptx_parameter(w, shift, 0);
        digit->less = (int16_t)cucore__ptx_parameter(w, -(int64_t)digit->extent, 0);
    }
}

/* Asks for the distances of digits from `first` on. */
CUCORE__PRIVATE void cucore__write_ask_strides(cucore__writer *w, cucore__write_digits *digits, int first,
                                               cucore__write_space space)
{
    int i;
    for (i = first; i < digits->count && w->key->is_general; i++) {
        cucore__write_digit *digit = &digits->at[i];
        digit->away[space] =
            (int16_t)cucore__ptx_parameter(w, space ? digit->tile : digit->array, !space && w->key->is_wide);
    }
}

CUCORE__PRIVATE int cucore__write_quotient(cucore__writer *w, const cucore__write_digit *digit, int number)
{
    if (!w->key->is_general) return cucore__ptx_divide(w, number, digit->extent);
    CUCORE__PTX(w, "mad.hi.u32 %%r%d,%%r%d,%%r%d,%%r%d;\nshr.u32 %%r%d,%%r%d,%%r%d;\n", w->registers, number,
                digit->magic, number, w->registers + 1, w->registers, digit->shift);
    w->registers += 2;
    return w->registers - 1;
}

CUCORE__PRIVATE int cucore__write_rest(cucore__writer *w, const cucore__write_digit *digit, int number, int quotient)
{
    if (!w->key->is_general) return cucore__ptx_remainder(w, number, quotient, digit->extent);
    return cucore__ptx_multiply_add_register(w, quotient, digit->less, number);
}

CUCORE__PRIVATE void cucore__write_split(cucore__writer *w, cucore__write_digits *digits, int number)
{
    int i;
    for (i = 0; i < digits->count; i++) {
        cucore__write_digit *digit = &digits->at[i];
        digit->number = digit->index = number;
        if (i == digits->count - 1) return;
        number = cucore__write_quotient(w, digit, number);
        digit->index = cucore__write_rest(w, digit, digit->number, number);
    }
}

CUCORE__PRIVATE void cucore__write_indices_of(cucore__writer *w, const cucore__write_digits *digits, uint32_t more,
                                              cucore__write_indices *out)
{
    int i, number = -1;
    out->is_first = 1;
    for (i = 0; i < digits->count; i++) {
        const cucore__write_digit *digit = &digits->at[i];
        const int is_last = i == digits->count - 1;
        int quotient;
        out->index[i] = digit->index;
        out->more[i] = out->is_first && is_last ? more : 0;
        if (out->is_first && (w->key->is_general ? !more : is_last || more % digit->extent == 0)) {
            if (!is_last && more) more /= digit->extent;
            continue;
        }
        if (out->is_first) number = cucore__ptx_add(w, digit->number, more);
        out->is_first = 0;
        out->more[i] = 0;
        quotient = is_last ? number : cucore__write_quotient(w, digit, number);
        out->index[i] = is_last ? number : cucore__write_rest(w, digit, number, quotient);
        number = quotient;
    }
}

/* Where an element is: a register with its address, in an array or in shared memory, and a constant. */
typedef struct cucore__write_place_of {
    int reg;
    int64_t constant;
} cucore__write_place_of;

/* base: register of the array's address; first: the register of step 0, which is used again if the indices are, or
 * -1 */
CUCORE__PRIVATE cucore__write_place_of cucore__write_locate(cucore__writer *w, const cucore__write_digits *digits,
                                                            const cucore__write_indices *indices, int base, int first)
{
    const cucore__write_space space = base < 0 ? CUCORE__WRITE_SHARED : CUCORE__WRITE_ARRAY;
    const int is_wide = w->key->is_wide && space == CUCORE__WRITE_ARRAY;
    cucore__write_place_of out = {first, 0};
    int i, sum = is_wide ? base : space ? CUCORE__WRITE_SHARED_AT : -1, is_first = first >= 0 && indices->is_first;
    for (i = 0; i < digits->count; i++) {
        out.constant += indices->more[i] * (space ? digits->at[i].tile : digits->at[i].array);
        if (space && digits->at[i].skew && indices->more[i]) is_first = 0;
    }
    if (is_first) return out;
    for (i = 0; i < digits->count; i++) {
        const int64_t stride = space ? digits->at[i].tile : digits->at[i].array;
        if (w->key->is_general) {
            const int away = digits->at[i].away[space];
            if (away < 0) continue;
            sum = is_wide ? cucore__ptx_multiply_add_wide_register(w, indices->index[i], away, sum)
                          : cucore__ptx_multiply_add_register(w, indices->index[i], away, sum);
            continue;
        }
        if (!stride) continue;
        sum = is_wide ? cucore__ptx_multiply_add_wide(w, indices->index[i], stride, sum)
                      : cucore__ptx_multiply_add(w, indices->index[i], stride, sum);
        if (space && digits->at[i].skew) {
            const int index = cucore__ptx_add(w, indices->index[i], indices->more[i]);
            const int block = cucore__ptx_divide(w, index, 1u << digits->at[i].skew);
            sum = cucore__ptx_multiply_add(w, block, w->form->skew, sum);
        }
    }
    out.reg = is_wide || space ? sum : cucore__ptx_address(w, base, sum);
    return out;
}

CUCORE__PRIVATE const char *cucore__write_address(cucore__write_space space, cucore__write_place_of place, int64_t more,
                                                  char *text, size_t size)
{
    snprintf(text, size, space ? "[%%r%d+%lld]" : "[%%d%d+%lld]", place.reg, (long long)(place.constant + more));
    return text;
}

/* The axes of a tile as the digits of a side: the first one is the run, by words of `wide` elements. */
CUCORE__PRIVATE void cucore__write_tile_digits(cucore__writer *w, int side, const int *limit,
                                               cucore__write_digits *digits)
{
    const cucore__write_form *form = w->form;
    const uint8_t *order = form->order[side];
    const cucore__write_run run = cucore__write_run_of(w->key, form, side);
    const int wide = form->wide[side];
    int i, k = 0;
    for (i = run.axes - 1; i < form->tiled; i++, k++) {
        cucore__write_digit *digit = &digits->at[k];
        const int axis = k ? order[i] : order[0];
        digit->skew = form->skew && axis == form->order[0][0] ? 5 : 0;
        digit->extent = form->chunk[order[i]];
        digit->array = side ? w->key->axes[axis].d : w->key->axes[axis].s;
        digit->tile = form->pitch[axis];
        digit->limit = limit[order[i]];
        if (k) continue;
        digit->extent = (uint32_t)(digit->extent * run.before / wide);
        digit->array *= wide;
        digit->tile *= wide;
        if (digit->limit < 0) continue;
        digit->limit = cucore__ptx_multiply_add(w, digit->limit, run.before, -1);
        digit->limit = cucore__ptx_divide(w, digit->limit, (uint32_t)wide);
    }
    digits->count = k;
}
