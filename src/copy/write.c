/* --------------------------------------------------------------------------------- the text of a written kernel -- */
/* copy/write.c: a kernel written for one layout: from its form to PTX text.  Pure: no driver. */
/* Each function below appends one instruction, or a few, and returns the number of the register with the result: %r of
 * 32 bits, %d of 64 bits, %p of a predicate. */
typedef struct cucore__writer {
    const cucore__write_key *key;
    const cucore__write_form *form;
    cucore__text text;
    int converts_last; /* 1: a tile holds elements of the source, which are converted when they leave it */
    int registers, wides, predicates;
} cucore__writer;

CUCORE__PRIVATE int cucore__ptx_add(cucore__writer *w, int a, int64_t constant)
{
    if (!constant) return a;
    cucore__text_add(&w->text, "add.s32 %%r%d,%%r%d,%lld;\n", w->registers, a, (long long)constant);
    return w->registers++;
}

CUCORE__PRIVATE int cucore__ptx_divide(cucore__writer *w, int a, uint32_t by)
{
    uint32_t magic, shift;
    if (by == 1) return a;
    cucore__digit_divide(by, &magic, &shift);
    if (!(by & (by - 1))) {
        cucore__text_add(&w->text, "shr.u32 %%r%d,%%r%d,%u;\n", w->registers, a, shift + 1);
        return w->registers++;
    }
    cucore__text_add(&w->text, "mul.hi.u32 %%r%d,%%r%d,%u;\n", w->registers, a, magic);
    if (shift) cucore__text_add(&w->text, "shr.u32 %%r%d,%%r%d,%u;\n", w->registers, w->registers, shift);
    return w->registers++;
}

/* a - quotient * by */
CUCORE__PRIVATE int cucore__ptx_remainder(cucore__writer *w, int a, int quotient, uint32_t by)
{
    if (!(by & (by - 1))) {
        cucore__text_add(&w->text, "and.b32 %%r%d,%%r%d,%u;\n", w->registers, a, by - 1);
    } else {
        cucore__text_add(&w->text, "mad.lo.s32 %%r%d,%%r%d,-%u,%%r%d;\n", w->registers, quotient, by, a);
    }
    return w->registers++;
}

/* a * stride + sum, of 32 bits; sum: -1 is 0 */
CUCORE__PRIVATE int cucore__ptx_multiply_add(cucore__writer *w, int a, int64_t stride, int sum)
{
    if (!stride) return sum;
    if (stride == 1 && sum < 0) return a;
    if (sum < 0) {
        cucore__text_add(&w->text, "mul.lo.s32 %%r%d,%%r%d,%lld;\n", w->registers, a, (long long)stride);
    } else {
        cucore__text_add(&w->text, "mad.lo.s32 %%r%d,%%r%d,%lld,%%r%d;\n", w->registers, a, (long long)stride, sum);
    }
    return w->registers++;
}

/* a * stride + sum, of 64 bits; a is not negative */
CUCORE__PRIVATE int cucore__ptx_multiply_add_wide(cucore__writer *w, int a, int64_t stride, int sum)
{
    const int out = w->wides++;
    if (stride >= INT32_MIN && stride <= INT32_MAX) {
        cucore__text_add(&w->text, "mad.wide.s32 %%d%d,%%r%d,%lld,%%d%d;\n", out, a, (long long)stride, sum);
    } else {
        const int wide = w->wides++;
        cucore__text_add(&w->text, "cvt.u64.u32 %%d%d,%%r%d;\nmad.lo.s64 %%d%d,%%d%d,%lld,%%d%d;\n", wide, a, out, wide,
                         (long long)stride, sum);
    }
    return out;
}

/* base + a, a signed */
CUCORE__PRIVATE int cucore__ptx_address(cucore__writer *w, int base, int a)
{
    if (a < 0) return base;
    cucore__text_add(&w->text, "cvt.s64.s32 %%d%d,%%r%d;\nadd.s64 %%d%d,%%d%d,%%d%d;\n", w->wides, a, w->wides + 1,
                     base, w->wides);
    w->wides += 2;
    return w->wides - 1;
}

CUCORE__PRIVATE int cucore__ptx_subtract(cucore__writer *w, int a, int b)
{
    cucore__text_add(&w->text, "sub.s32 %%r%d,%%r%d,%%r%d;\n", w->registers, a, b);
    return w->registers++;
}

CUCORE__PRIVATE int cucore__ptx_is_less(cucore__writer *w, int a, int64_t constant)
{
    cucore__text_add(&w->text, "setp.lt.s32 %%p%d,%%r%d,%lld;\n", w->predicates, a, (long long)constant);
    return w->predicates++;
}

/* Sets a predicate to: a > constant, and, if there is one, another predicate. */
CUCORE__PRIVATE int cucore__ptx_is_more(cucore__writer *w, int a, int64_t constant, int both)
{
    const int out = w->predicates++;
    if (both < 0) {
        cucore__text_add(&w->text, "setp.gt.s32 %%p%d,%%r%d,%lld;\n", out, a, (long long)constant);
    } else {
        const int alone = w->predicates++;
        cucore__text_add(&w->text, "setp.gt.s32 %%p%d,%%r%d,%lld;\nand.pred %%p%d,%%p%d,%%p%d;\n", alone, a,
                         (long long)constant, out, alone, both);
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
    if (bytes == 16) {
        snprintf(data, sizeof data, "{%%e%d,%%e%d,%%e%d,%%e%d}", first, first + 1, first + 2, first + 3);
    } else if (bytes == 8) {
        snprintf(data, sizeof data, "{%%e%d,%%e%d}", first, first + 1);
    } else {
        snprintf(data, sizeof data, "%%e%d", first);
    }
    if (access.predicate >= 0) cucore__text_add(&w->text, "@%%p%d ", access.predicate);
    cucore__text_add(&w->text, "%s.%s %s,%s;\n", access.name,
                     types[bytes == 16  ? 4
                           : bytes == 8 ? 3
                                        : bytes / 2],
                     is_load ? data : address, is_load ? address : data);
}

/* -- numbers taken apart ------------------------------------------------------------------------------------------- */
/* A number is taken apart into indices, the fastest first: each of an axis, of several axes that are one run, or of an
 * axis by words.  The number of step k is that of step 0 plus a constant.  As long as the constant is a multiple of the
 * extents, the indices are those of step 0, and only the last one is more by a constant. */
typedef struct cucore__write_digit {
    uint32_t extent;     /* of all but the last one */
    int64_t array, tile; /* bytes from index to index, in the array and in shared memory */
    int number;          /* registers: what is left of the number before this index, */
    int index;           /* and the index, as step 0 has them */
    int limit;           /* a register that the index has to stay below; -1: it does */
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

CUCORE__PRIVATE void cucore__write_split(cucore__writer *w, cucore__write_digits *digits, int number)
{
    int i;
    for (i = 0; i < digits->count; i++) {
        cucore__write_digit *digit = &digits->at[i];
        digit->number = digit->index = number;
        if (i == digits->count - 1) return;
        number = cucore__ptx_divide(w, number, digit->extent);
        digit->index = cucore__ptx_remainder(w, digit->number, number, digit->extent);
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
        if (out->is_first && (is_last || more % digit->extent == 0)) {
            if (!is_last) more /= digit->extent;
            continue;
        }
        if (out->is_first) number = cucore__ptx_add(w, digit->number, more);
        out->is_first = 0;
        quotient = is_last ? number : cucore__ptx_divide(w, number, digit->extent);
        out->index[i] = is_last ? number : cucore__ptx_remainder(w, number, quotient, digit->extent);
        number = quotient;
    }
}

/* Where an element is: a register with its address, or with its offset in shared memory, and a constant. */
typedef struct cucore__write_place_of {
    int reg; /* -1: none */
    int64_t constant;
} cucore__write_place_of;

typedef enum cucore__write_space { CUCORE__WRITE_ARRAY, CUCORE__WRITE_SHARED } cucore__write_space;

/* base: register of the array's address; first: the register of step 0, which is used again if the indices are, or
 * -1 */
CUCORE__PRIVATE cucore__write_place_of cucore__write_locate(cucore__writer *w, const cucore__write_digits *digits,
                                                            const cucore__write_indices *indices, int base, int first)
{
    const cucore__write_space space = base < 0 ? CUCORE__WRITE_SHARED : CUCORE__WRITE_ARRAY;
    const int is_wide = w->key->is_wide && space == CUCORE__WRITE_ARRAY;
    cucore__write_place_of out = {first, 0};
    int i, sum = is_wide ? base : -1;
    for (i = 0; i < digits->count; i++) {
        out.constant += indices->more[i] * (space ? digits->at[i].tile : digits->at[i].array);
    }
    if (first >= 0 && indices->is_first) return out;
    for (i = 0; i < digits->count; i++) {
        const int64_t stride = space ? digits->at[i].tile : digits->at[i].array;
        if (!stride) continue;
        sum = is_wide ? cucore__ptx_multiply_add_wide(w, indices->index[i], stride, sum)
                      : cucore__ptx_multiply_add(w, indices->index[i], stride, sum);
    }
    out.reg = is_wide || space ? sum : cucore__ptx_address(w, base, sum);
    return out;
}

CUCORE__PRIVATE const char *cucore__write_address(cucore__write_space space, cucore__write_place_of place, int64_t more,
                                                  char *text, size_t size)
{
    const long long constant = (long long)(place.constant + more);
    if (place.reg < 0) {
        snprintf(text, size, "[tile+%lld]", constant);
    } else {
        snprintf(text, size, space ? "[%%r%d+%lld]" : "[%%d%d+%lld]", place.reg, constant);
    }
    return text;
}

/* -- the two forms ------------------------------------------------------------------------------------------------- */
/* What the threads of a block do in one pass: where each of their elements is, and which of them there are. */
typedef struct cucore__write_pass {
    int steps;
    int predicate[CUCORE__WRITE_STEPS]; /* -1: each has an element */
    cucore__write_place_of array[CUCORE__WRITE_STEPS], tile[CUCORE__WRITE_STEPS];
} cucore__write_pass;

/* Number of the thread: %r0; of the block: %r1; the last extent: %r2; the total: %r3; addresses: %d0 and %d1. */
CUCORE__PRIVATE void cucore__write_begin(cucore__writer *w)
{
    cucore__text_add(&w->text,
                     ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry cucore_copy_written(\n"
                     ".param .align 8 .b8 p[24]\n)\n.maxntid %d,1,1\n{\n"
                     ".reg .pred %%p<500>;\n.reg .b32 %%r<4000>;\n.reg .b32 %%e<%d>;\n.reg .b64 %%d<4000>;\n",
                     w->form->threads, CUCORE__WRITE_CONVERTED + 4);
    if (w->key->types[0]) {
        cucore__text_add(&w->text, ".reg .b16 %%h<8>;\n.reg .b32 %%t<32>;\n.reg .b64 %%w<16>;\n.reg .pred %%q<8>;\n");
    }
    if (w->form->shared) cucore__text_add(&w->text, ".shared .align 16 .b8 tile[%u];\n", w->form->shared);
    cucore__text_add(&w->text, "ld.param.u64 %%d0,[p];\nld.param.u64 %%d1,[p+8];\nld.param.u32 %%r2,[p+16];\n"
                               "ld.param.u32 %%r3,[p+20];\nmov.u32 %%r0,%%tid.x;\nmov.u32 %%r1,%%ctaid.x;\n");
    w->registers = 4;
    w->wides = 2;
}

/* Converts the elements that were loaded as one into registers from %e<first> on. */
CUCORE__PRIVATE void cucore__write_convert(cucore__writer *w, int first, int wide)
{
    int j;
    for (j = 0; j < wide; j++) {
        const int in = j * w->key->word[0], out = j * w->key->word[1];
        const cucore__ptx_bits source = {first + in / 4, in % 4};
        const cucore__ptx_bits destination = {CUCORE__WRITE_CONVERTED + out / 4, out % 4};
        cucore__ptx_cast(&w->text, w->key->types, source, destination);
    }
}

/* Each thread copies every 256th element of the block's, in the order of the destination; of elements that are moved as
 * one, every 256th such group. */
CUCORE__PRIVATE void cucore__write_direct(cucore__writer *w)
{
    const cucore__write_key *key = w->key;
    const int steps = w->form->steps, wide = w->form->wide[0], converts = key->types[0] != 0;
    cucore__write_digits from, to;
    cucore__write_indices indices;
    cucore__write_place_of src[CUCORE__WRITE_STEPS], dst[CUCORE__WRITE_STEPS];
    cucore__ptx_access load = {"ld.global", key->word[0] * wide, -1}, store = {"st.global", key->word[1] * wide, -1};
    char text[64];
    int predicate[CUCORE__WRITE_STEPS], i, k, number, groups, left;
    from.count = key->count;
    for (i = 0; i < key->count; i++) {
        from.at[i].array = key->axes[i].s * (i ? 1 : wide);
        from.at[i].extent = (uint32_t)key->axes[i].n / (i ? 1 : (uint32_t)wide);
    }
    number = cucore__ptx_multiply_add(w, 1, w->form->threads * steps, 0);
    groups = cucore__ptx_divide(w, 3, (uint32_t)wide);
    left = w->registers++;
    cucore__text_add(&w->text, "sub.s32 %%r%d,%%r%d,%%r%d;\n", left, groups, number);
    cucore__write_split(w, &from, number);
    to = from;
    for (i = 0; i < key->count; i++) to.at[i].array = key->axes[i].d * (i ? 1 : wide);
    for (k = 0; k < steps; k++) {
        predicate[k] = cucore__ptx_is_more(w, left, w->form->threads * k, -1);
        cucore__write_indices_of(w, &from, (uint32_t)(w->form->threads * k), &indices);
        src[k] = cucore__write_locate(w, &from, &indices, 0, k ? src[0].reg : -1);
        dst[k] = cucore__write_locate(w, &to, &indices, 1, k ? dst[0].reg : -1);
    }
    for (k = 0; k < steps; k++) {
        (void)cucore__write_address(CUCORE__WRITE_ARRAY, src[k], 0, text, sizeof text);
        load.predicate = predicate[k];
        cucore__ptx_move(w, load, text, 4 * k);
    }
    for (k = 0; k < steps; k++) {
        (void)cucore__write_address(CUCORE__WRITE_ARRAY, dst[k], 0, text, sizeof text);
        store.predicate = predicate[k];
        if (converts) cucore__write_convert(w, 4 * k, wide);
        cucore__ptx_move(w, store, text, converts ? CUCORE__WRITE_CONVERTED : 4 * k);
    }
}

/* Moves both addresses to the block's tile, and finds how many elements of each cut axis are left there: limit,
 * registers, or -1. */
CUCORE__PRIVATE void cucore__write_find_tile(cucore__writer *w, int *addresses, int *limit)
{
    const cucore__write_key *key = w->key;
    cucore__write_digits digits;
    int i, side;
    digits.count = key->count;
    for (i = 0; i < key->count; i++) {
        digits.at[i].extent = (uint32_t)((key->axes[i].n + w->form->chunk[i] - 1) / w->form->chunk[i]);
    }
    cucore__write_split(w, &digits, 1);
    addresses[0] = 0, addresses[1] = 1;
    for (i = 0; i < key->count; i++) {
        const cucore__write_axis *axis = &key->axes[i];
        const int is_parameter = !axis->n;
        const int64_t chunk = w->form->chunk[i];
        for (side = 0; side < 2; side++) {
            const int64_t stride = (side ? axis->d : axis->s) * chunk;
            if (stride && (is_parameter || digits.at[i].extent > 1)) {
                addresses[side] = cucore__ptx_multiply_add_wide(w, digits.at[i].index, stride, addresses[side]);
            }
        }
        limit[i] = -1;
        if (chunk == 1 || (!is_parameter && axis->n % chunk == 0)) continue;
        if (!is_parameter) cucore__text_add(&w->text, "mov.u32 %%r%d,%lld;\n", w->registers++, (long long)axis->n);
        limit[i] = cucore__ptx_multiply_add(w, digits.at[i].index, -chunk, is_parameter ? 2 : w->registers - 1);
    }
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

/* Finds the elements of a pass over a tile: of the loads (side 0) or of the stores. */
CUCORE__PRIVATE void cucore__write_pass_make(cucore__writer *w, int side, int address, const int *limit,
                                             cucore__write_pass *pass)
{
    const int64_t elements = cucore__write_elements(w->key, w->form) / w->form->wide[side];
    cucore__write_digits digits;
    cucore__write_indices indices;
    int left[CUCORE__WRITE_AXES] = {0}, i, k;
    cucore__write_tile_digits(w, side, limit, &digits);
    cucore__write_split(w, &digits, 0);
    for (i = 0; i < digits.count; i++) {
        left[i] = digits.at[i].limit;
        if (left[i] >= 0) left[i] = cucore__ptx_subtract(w, left[i], digits.at[i].index);
    }
    pass->steps = (int)cucore__kernel_pieces(elements, w->form->threads);
    for (k = 0; k < pass->steps; k++) {
        const int64_t first = (int64_t)k * w->form->threads;
        int predicate = -1;
        if (first + w->form->threads > elements) predicate = cucore__ptx_is_less(w, 0, elements - first);
        cucore__write_indices_of(w, &digits, (uint32_t)first, &indices);
        for (i = 0; i < digits.count; i++) {
            int more = left[i];
            if (more < 0) continue;
            if (indices.index[i] != digits.at[i].index)
                more = cucore__ptx_subtract(w, digits.at[i].limit, indices.index[i]);
            predicate = cucore__ptx_is_more(w, more, indices.more[i], predicate);
        }
        pass->predicate[k] = predicate;
        pass->array[k] = cucore__write_locate(w, &digits, &indices, address, k ? pass->array[0].reg : -1);
        pass->tile[k] = cucore__write_locate(w, &digits, &indices, -1, k ? pass->tile[0].reg : -1);
    }
}

/* Moves the elements of all steps between registers and an array, or shared memory; word: bytes of one. */
CUCORE__PRIVATE void cucore__write_moves(cucore__writer *w, const char *what, int word, int side,
                                         const cucore__write_pass *pass)
{
    const int in_tile = what[3] == 's', converts = side && !in_tile && w->converts_last;
    cucore__ptx_access access = {what, word * w->form->wide[side], -1};
    char text[64];
    int k;
    for (k = 0; k < pass->steps; k++) {
        (void)cucore__write_address(in_tile ? CUCORE__WRITE_SHARED : CUCORE__WRITE_ARRAY,
                                    in_tile ? pass->tile[k] : pass->array[k], 0, text, sizeof text);
        access.predicate = pass->predicate[k];
        if (converts) cucore__write_convert(w, 4 * k, w->form->wide[1]);
        cucore__ptx_move(w, access, text, converts ? CUCORE__WRITE_CONVERTED : 4 * k);
    }
}

/* Puts the elements that were loaded as one into their places of the tile. */
CUCORE__PRIVATE void cucore__write_scatter(cucore__writer *w, const cucore__write_pass *pass)
{
    const int word = cucore__write_tile_word(w->key), wide = w->form->wide[0];
    const int converts = w->key->types[0] && !w->converts_last;
    const int64_t pitch = w->form->pitch[w->form->order[0][0]];
    cucore__ptx_access access = {"st.shared", word, -1};
    char text[64];
    int k, j;
    for (k = 0; k < pass->steps; k++) {
        for (j = 0; j < wide; j++) {
            if (j) cucore__text_add(&w->text, "shr.u32 %%e%d,%%e%d,%d;\n", 4 * k, 4 * k, 8 * w->key->word[0]);
            (void)cucore__write_address(CUCORE__WRITE_SHARED, pass->tile[k], j * pitch, text, sizeof text);
            access.predicate = pass->predicate[k];
            if (converts) cucore__write_convert(w, 4 * k, 1);
            cucore__ptx_move(w, access, text, converts ? CUCORE__WRITE_CONVERTED : 4 * k);
        }
    }
}

CUCORE__PRIVATE void cucore__write_tiled(cucore__writer *w)
{
    cucore__write_pass pass;
    int addresses[2], limit[CUCORE__WRITE_AXES];
    cucore__write_find_tile(w, addresses, limit);
    cucore__write_pass_make(w, 0, addresses[0], limit, &pass);
    cucore__write_moves(w, "ld.global", w->key->word[0], 0, &pass);
    cucore__write_scatter(w, &pass);
    cucore__text_add(&w->text, "bar.sync 0;\n");
    cucore__write_pass_make(w, 1, addresses[1], limit, &pass);
    cucore__write_moves(w, "ld.shared", cucore__write_tile_word(w->key), 1, &pass);
    cucore__write_moves(w, "st.global", w->key->word[1], 1, &pass);
}

/* Writes the kernel, as snprintf.  Returns the characters that the whole text needs, without the NUL. */
CUCORE__PRIVATE size_t cucore__write_kernel(const cucore__write_key *key, const cucore__write_form *form, char *text,
                                            size_t size)
{
    cucore__writer writer;
    memset(&writer, 0, sizeof writer);
    writer.key = key;
    writer.form = form;
    writer.converts_last = key->types[0] && key->word[0] <= key->word[1];
    writer.text = cucore__text_start(text, size);
    cucore__write_begin(&writer);
    if (form->tiled) {
        cucore__write_tiled(&writer);
    } else {
        cucore__write_direct(&writer);
    }
    cucore__text_add(&writer.text, "ret;\n}\n");
    return writer.text.length;
}
