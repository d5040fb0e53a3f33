/* copy/emit/write.c: a kernel written for one layout: from its form to PTX text.  Pure: no driver. */
/* -- the two forms ------------------------------------------------------------------------------------------------- */
/* What the threads of a block do in one pass: where each of their elements is, and which of them there are. */
typedef struct cucore__write_pass {
    int steps;
    int count;                          /* a register: elements of all passes of a general kernel */
    int predicate[CUCORE__WRITE_STEPS]; /* -1: each has an element */
    cucore__write_place_of array[CUCORE__WRITE_STEPS], tile[CUCORE__WRITE_STEPS];
} cucore__write_pass;

/* Number of the thread: %r0; of the block: %r1; the last extent: %r2; the total: %r3; shared memory: %r4; addresses:
 * %d0 and %d1.  bytes: of the parameters */
CUCORE__PRIVATE void cucore__write_begin(cucore__writer *w, uint32_t bytes)
{
    const int is_apart = w->key->is_general && w->form->tiled; /* the launch says how much memory is shared */
    CUCORE__PTX(w,
                ".version 6.0\n.target sm_50\n.address_size 64\n%s.visible .entry cucore_copy_written(\n"
                ".param .align 8 .b8 p[%u]\n)\n.maxntid %d,1,1\n{\n"
                ".reg .pred %%p<1000>;\n.reg .b32 %%r<4000>;\n.reg .b32 %%e<%d>;\n.reg .b64 %%d<4000>;\n",
                is_apart ? ".extern .shared .align 16 .b8 tile[];\n" : "", bytes, w->form->threads,
                CUCORE__WRITE_CONVERTED + 4);
    if (w->key->types[0]) {
        CUCORE__PTX(w, ".reg .b16 %%h<8>;\n.reg .b32 %%t<32>;\n.reg .b64 %%w<16>;\n.reg .pred %%q<8>;\n");
    }
    if (w->form->shared && !is_apart) CUCORE__PTX(w, ".shared .align 16 .b8 tile[%u];\n", w->form->shared);
    if (w->form->tiled) CUCORE__PTX(w, "mov.u32 %%r%d,tile;\n", CUCORE__WRITE_SHARED_AT);
    CUCORE__PTX(w, "ld.param.u64 %%d0,[p];\nld.param.u64 %%d1,[p+8];\nld.param.u32 %%r2,[p+16];\n"
                   "ld.param.u32 %%r3,[p+20];\nmov.u32 %%r0,%%tid.x;\nmov.u32 %%r1,%%ctaid.x;\n");
    w->registers = CUCORE__WRITE_SHARED_AT + 1;
    w->wides = 2;
}

/* Makes the block's number, the total and the address of the destination those of a key without the axis that the
 * source repeats, and finds how many indices of that axis are the block's. */
CUCORE__PRIVATE void cucore__write_again_begin(cucore__writer *w, const cucore__write_key *key,
                                               const cucore__write_form *form)
{
    const int axis = form->again - 1, is_last = axis == key->count - 1;
    const int64_t n = key->axes[axis].n, times = form->times, once = cucore__write_total(w->key);
    const int64_t of_block = (int64_t)form->threads * form->steps * form->wide[0];
    const uint32_t blocks =
        (uint32_t)(is_last ? cucore__kernel_pieces(once, of_block) : cucore__kernel_pieces(n, times));
    const int quotient = cucore__ptx_divide(w, 1, blocks), rest = cucore__ptx_remainder(w, 1, quotient, blocks);
    const int part = is_last ? quotient : rest, address = cucore__ptx_multiply_add_wide(w, part, times * w->again, 1);
    w->times = w->registers++;
    if (n % times || !n) {
        const int left = cucore__ptx_multiply_add(w, part, -times, -1), end = w->registers++;
        CUCORE__PTX(w, n ? "add.s32 %%r%d,%%r%d,%lld;\n" : "add.s32 %%r%d,%%r%d,%%r2;\n", end, left, (long long)n);
        CUCORE__PTX(w, "min.s32 %%r%d,%%r%d,%lld;\n", w->times, end, (long long)times);
    } else {
        CUCORE__PTX(w, "mov.u32 %%r%d,%lld;\n", w->times, (long long)times);
    }
    CUCORE__PTX(w, "mov.u32 %%r1,%%r%d;\nmov.u64 %%d1,%%d%d;\n", is_last ? rest : quotient, address);
    if (is_last) {
        CUCORE__PTX(w, "mov.u32 %%r3,%lld;\n", (long long)once);
    } else {
        CUCORE__PTX(w, "mov.u32 %%r3,%%r%d;\n", cucore__ptx_divide(w, 3, (uint32_t)n));
    }
}

/* Ends what is done for each index of the axis that the source repeats: moves the addresses of the destination to the
 * next index. */
CUCORE__PRIVATE void cucore__write_again_end(cucore__writer *w, const cucore__write_place_of *places, int count)
{
    int i, k;
    for (i = 0; i < count; i++) {
        for (k = 0; k < i && places[k].reg != places[i].reg; k++) continue;
        if (k < i) continue;
        CUCORE__PTX(w, "add.s64 %%d%d,%%d%d,%lld;\n", places[i].reg, places[i].reg, (long long)w->again);
    }
    CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,1;\n", w->times, w->times);
    CUCORE__PTX(w, "@%%p%d bra AGAIN;\n", cucore__ptx_is_more(w, w->times, 0, -1));
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

/* The bytes of a run before its words and behind them: one for each of the first threads.  number: a register with the
 * number of the thread's first word */
CUCORE__PRIVATE void cucore__write_ends(cucore__writer *w, int number)
{
    cucore__ptx_access access = {"ld.global", 1, -1};
    char text[64];
    int end, side;
    for (end = 0; end < 2; end++) {
        const int bytes = w->registers++;
        const int at = end ? cucore__ptx_multiply_add(w, 3, w->key->word[0], number) : w->registers++;
        CUCORE__PTX(w, end ? "shr.u32 %%r%d,%%r2,8;\n" : "and.b32 %%r%d,%%r2,255;\n", bytes);
        if (!end) CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,%%r%d;\n", at, number, bytes);
        access.predicate = cucore__ptx_is_more(w, cucore__ptx_subtract(w, bytes, number), 0, -1);
        for (side = 0; side < 2; side++) {
            snprintf(text, sizeof text, "[%%d%d+%d]", cucore__ptx_address(w, side, at), side ? 0 : w->key->is_run - 1);
            access.name = side ? "st.global" : "ld.global";
            cucore__ptx_move(w, access, text, 0);
        }
    }
}

/* Each thread copies every 256th element of the block's, in the order of the destination; of elements that are moved as
 * one, every 256th such group. */
CUCORE__PRIVATE void cucore__write_direct(cucore__writer *w)
{
    const cucore__write_key *key = w->key;
    const int steps = w->form->steps, wide = w->form->wide[0], converts = key->types[0] != 0;
    const int shift = key->is_run ? key->is_run - 1 : 0;
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
    CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,%%r%d;\n", left, groups, number);
    cucore__write_ask_extents(w, &from);
    cucore__write_split(w, &from, number);
    to = from;
    for (i = 0; i < key->count; i++) to.at[i].array = key->axes[i].d * (i ? 1 : wide);
    cucore__write_ask_strides(w, &from, 0, CUCORE__WRITE_ARRAY);
    cucore__write_ask_strides(w, &to, 0, CUCORE__WRITE_ARRAY);
    if (w->numbers) return;
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
        if (!shift) continue;
        (void)cucore__write_address(CUCORE__WRITE_ARRAY, src[k], 4, text, sizeof text);
        cucore__ptx_move(w, load, text, 4 * k + 1);
    }
    if (w->again) CUCORE__PTX(w, "AGAIN:\n");
    for (k = 0; k < steps; k++) {
        (void)cucore__write_address(CUCORE__WRITE_ARRAY, dst[k], 0, text, sizeof text);
        store.predicate = predicate[k];
        if (shift) {
            CUCORE__PTX(w, "shf.r.wrap.b32 %%e%d,%%e%d,%%e%d,%d;\n", 4 * k, 4 * k, 4 * k + 1, 8 * shift);
        }
        if (converts) cucore__write_convert(w, 4 * k, wide);
        cucore__ptx_move(w, store, text, converts ? CUCORE__WRITE_CONVERTED : 4 * k);
    }
    if (w->again) cucore__write_again_end(w, dst, steps);
    if (key->is_run) cucore__write_ends(w, number);
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
    addresses[0] = 0;
    addresses[1] = 1;
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
        if (!is_parameter) CUCORE__PTX(w, "mov.u32 %%r%d,%lld;\n", w->registers++, (long long)axis->n);
        limit[i] = cucore__ptx_multiply_add(w, digits.at[i].index, -chunk, is_parameter ? 2 : w->registers - 1);
    }
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
    const int apart = w->key->is_general && wide > 1 ? cucore__ptx_parameter(w, pitch, 0) : -1;
    cucore__ptx_access access = {"st.shared", word, -1};
    cucore__write_place_of place;
    char text[64];
    int k, j;
    for (k = 0; k < pass->steps; k++) {
        for (j = 0; j < wide; j++) {
            if (j) CUCORE__PTX(w, "shr.u32 %%e%d,%%e%d,%d;\n", 4 * k, 4 * k, 8 * w->key->word[0]);
            place = pass->tile[k];
            if (apart < 0) place.constant += j * pitch;
            if (apart >= 0 && j) place.reg = cucore__ptx_multiply_add(w, apart, j, place.reg);
            (void)cucore__write_address(CUCORE__WRITE_SHARED, place, 0, text, sizeof text);
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
    if (w->form->patch[0]) {
        cucore__write_patches(w, addresses[0], limit);
    } else {
        cucore__write_pass_make(w, 0, addresses[0], limit, &pass);
        cucore__write_moves(w, "ld.global", w->key->word[0], 0, &pass);
        cucore__write_scatter(w, &pass);
    }
    CUCORE__PTX(w, "bar.sync 0;\n");
    if (w->form->shifts) {
        cucore__write_rows(w, addresses[1], limit);
        return;
    }
    cucore__write_pass_make(w, 1, addresses[1], limit, &pass);
    cucore__write_moves(w, "ld.shared", cucore__write_tile_word(w->key), 1, &pass);
    cucore__write_moves(w, "st.global", w->key->word[1], 1, &pass);
}
