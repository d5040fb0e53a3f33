/* copy/emit/write_bytes.c: tiles of bytes, of which a thread moves four at a time: turned in registers when they are
 * loaded, as elements of 2 bytes are, and stored in words also where the destination is not aligned.  Pure: no
 * driver. */
/* -- patches, which are turned in registers ------------------------------------------------------------------------ */
/* Where a patch is. */
typedef struct cucore__write_patch_at {
    cucore__write_place_of array, tile;
    int predicate;                /* -1: the thread has one */
    int left[CUCORE__WRITE_AXES]; /* registers: elements that the array has from it on along each digit; -1: enough */
} cucore__write_patch_at;

/* Loads the elements of a patch, as words or one by one, from %e<first> on.  may_end: 0: all are in the array */
CUCORE__PRIVATE CUCORE__APART void cucore__write_patch_load(cucore__writer *w, const cucore__write_digits *digits,
                                                            const cucore__write_patch_at *patch, int first, int may_end)
{
    const cucore__write_form *form = w->form;
    const int a = form->order[0][0], b = form->order[1][0], across = form->patch[0];
    const int wide = form->wide[0], loads = across * form->patch[1] / wide, word = w->key->word[0];
    cucore__ptx_access access = {"ld.global", wide * word, -1};
    int i, k;
    for (k = 0; k < loads; k++) {
        const int at[2] = {k * wide % across, k * wide / across}; /* of the first element, along a and along b */
        char text[64];
        access.predicate = patch->predicate;
        for (i = 0; i < digits->count && may_end; i++) {
            const int axis = form->order[0][i];
            if (patch->left[i] < 0) continue;
            access.predicate = cucore__ptx_is_more(w, patch->left[i],
                                                   axis == a   ? at[0]
                                                   : axis == b ? at[1]
                                                               : 0,
                                                   access.predicate);
        }
        (void)cucore__write_address(CUCORE__WRITE_ARRAY, patch->array, at[0] * word + at[1] * w->key->axes[b].s, text,
                                    sizeof text);
        cucore__ptx_move(w, access, text, first + k);
    }
}

/* Stores a patch that was loaded from %e<first> on into the tile, in words along the destination's fastest axis. */
CUCORE__PRIVATE CUCORE__APART void cucore__write_patch_store(cucore__writer *w, const cucore__write_patch_at *patch,
                                                             int first)
{
    static const int others[] = {0x4440, 0x3200, 0x3010, 0x0210}; /* the digits of prmt.b32 for the other bytes */
    const cucore__write_form *form = w->form;
    const int across = form->patch[0], along = form->patch[1], word = w->key->word[0];
    const int words = across * along * word / 4;
    const int64_t pitch = form->is_joined[1] ? 4 : form->pitch[form->order[0][0]];
    const int as_one = words == 4 && pitch == 4;
    cucore__ptx_access access = {"st.shared", as_one ? 16 : 4, patch->predicate};
    char text[64];
    int k, y;
    for (k = 0; k < words; k++) {
        const int out = CUCORE__WRITE_CONVERTED + k;
        for (y = 0; y < 4; y++) {
            const int at = (4 * k + y) / word;                 /* the number of the element in the tile, */
            const int from = at % along * across + at / along; /* and among those that were loaded */
            const int in = first + from / form->wide[0], byte = from % form->wide[0] * word + y % word;
            CUCORE__PTX(w, "prmt.b32 %%e%d,%%e%d,%%e%d,%d;\n", out, y ? out : in, in,
                        others[y] + ((y ? 4 + byte : byte) << 4 * y));
        }
        if (as_one && k < words - 1) continue;
        (void)cucore__write_address(CUCORE__WRITE_SHARED, patch->tile, as_one ? 0 : k * pitch, text, sizeof text);
        cucore__ptx_move(w, access, text, as_one ? CUCORE__WRITE_CONVERTED : out);
    }
}

/* Finds the patch of step k; its registers continue those of step 0. */
CUCORE__PRIVATE CUCORE__APART void cucore__write_patch_find(cucore__writer *w, const cucore__write_digits *digits,
                                                            int address, cucore__write_patch_at *at, int k)
{
    const cucore__write_form *form = w->form;
    const int64_t patches = cucore__write_elements(w->key, form) / (form->patch[0] * form->patch[1]);
    const int64_t before = (int64_t)k * form->threads;
    cucore__write_indices indices;
    int i;
    at[k].predicate = before + form->threads > patches ? cucore__ptx_is_less(w, 0, patches - before) : -1;
    cucore__write_indices_of(w, digits, (uint32_t)before, &indices);
    at[k].array = cucore__write_locate(w, digits, &indices, address, k ? at[0].array.reg : -1);
    at[k].tile = cucore__write_locate(w, digits, &indices, -1, k ? at[0].tile.reg : -1);
    for (i = 0; i < digits->count; i++) {
        const int64_t each = form->chunk[form->order[0][i]] / digits->at[i].extent;
        int index = -1;
        at[k].left[i] = -1;
        if (digits->at[i].limit < 0) continue;
        index = cucore__ptx_add(w, indices.index[i], indices.more[i]);
        at[k].left[i] = cucore__ptx_multiply_add(w, index, -each, digits->at[i].limit);
    }
}

CUCORE__PRIVATE CUCORE__APART void cucore__write_patches(cucore__writer *w, int address, const int *limit)
{
    const cucore__write_form *form = w->form;
    const int size = form->patch[0] * form->patch[1], loads = size / form->wide[0];
    const int64_t patches = cucore__write_elements(w->key, form) / size;
    const int steps = (int)cucore__kernel_pieces(patches, form->threads);
    cucore__write_digits digits;
    cucore__write_patch_at at[CUCORE__WRITE_STEPS];
    int i, k, whole = -1;
    digits.count = form->tiled;
    for (i = 0; i < form->tiled; i++) {
        const int axis = form->order[0][i];
        const uint32_t each = i == 0 ? form->patch[0] : axis == form->order[1][0] ? form->patch[1] : 1;
        digits.at[i].extent = form->chunk[axis] / each;
        digits.at[i].array = w->key->axes[axis].s * each;
        digits.at[i].tile = (int64_t)form->pitch[axis] * each;
        digits.at[i].limit = limit[axis];
        digits.at[i].skew = !form->skew || i > 0 ? 0 : each == 4 ? 3 : 4;
        if (limit[axis] >= 0) whole = cucore__ptx_is_more(w, limit[axis], (int64_t)form->chunk[axis] - 1, whole);
    }
    cucore__write_split(w, &digits, 0);
    for (k = 0; k < steps; k++) cucore__write_patch_find(w, &digits, address, at, k);
    if (whole >= 0) { /* a tile within the array takes no comparisons */
        CUCORE__PTX(w, "@%%p%d bra WHOLE;\n", whole);
        for (k = 0; k < steps; k++) cucore__write_patch_load(w, &digits, &at[k], k * loads, 1);
        CUCORE__PTX(w, "bra LOADED;\nWHOLE:\n");
    }
    for (k = 0; k < steps; k++) cucore__write_patch_load(w, &digits, &at[k], k * loads, 0);
    if (whole >= 0) CUCORE__PTX(w, "LOADED:\n");
    for (k = 0; k < steps; k++) cucore__write_patch_store(w, &at[k], k * loads);
}

/* -- runs of bytes that are not aligned in the destination --------------------------------------------------------- */
/* A row is a run of the tile; registers. */
typedef struct cucore__write_row {
    int part;          /* what of the row the thread stores: the number of a word, or of a byte at the ends */
    int address, tile; /* of the first byte, in the destination and in shared memory */
    int before;        /* bytes before the first aligned word of the destination */
    int bytes;         /* of the row that are in the array */
    int predicate;
} cucore__write_row;

/* Finds the row of a step.  digits: the first one is the part. */
CUCORE__PRIVATE cucore__write_row cucore__write_row_of(cucore__writer *w, const cucore__write_digits *digits, int step,
                                                       int64_t parts, int address)
{
    const int64_t before = (int64_t)step * w->form->threads;
    cucore__write_row row;
    cucore__write_indices indices;
    cucore__write_place_of array, tile;
    int i;
    row.predicate = before + w->form->threads > parts ? cucore__ptx_is_less(w, 0, parts - before) : -1;
    cucore__write_indices_of(w, digits, (uint32_t)before, &indices);
    for (i = 1; i < digits->count; i++) {
        int left = digits->at[i].limit;
        if (left < 0) continue;
        left = cucore__ptx_subtract(w, left, indices.index[i]);
        row.predicate = cucore__ptx_is_more(w, left, indices.more[i], row.predicate);
    }
    row.part = cucore__ptx_add(w, indices.index[0], indices.more[0]);
    row.bytes = digits->at[0].limit;
    array = cucore__write_locate(w, digits, &indices, address, -1);
    tile = cucore__write_locate(w, digits, &indices, -1, -1);
    row.tile = cucore__ptx_add(w, tile.reg, tile.constant);
    row.address = w->wides++;
    row.before = w->registers++;
    CUCORE__PTX(w,
                "add.s64 %%d%d,%%d%d,%lld;\ncvt.u32.u64 %%r%d,%%d%d;\nneg.s32 %%r%d,%%r%d;\nand.b32 %%r%d,%%r%d,3;\n",
                row.address, array.reg, (long long)array.constant, row.before, row.address, row.before, row.before,
                row.before, row.before);
    return row;
}

/* Writes the PTX that stores one aligned word of the destination, if all four bytes of the word are in the row. */
CUCORE__PRIVATE void cucore__write_store_word(cucore__writer *w, const cucore__write_row *row)
{
    const cucore__ptx_access load = {"ld.shared", 4, row->predicate};
    cucore__ptx_access store = {"st.global", 4, -1};
    const int first = cucore__ptx_multiply_add(w, row->part, 4, row->before), shift = w->registers++;
    const int tile = cucore__ptx_multiply_add(w, row->part, 4, row->tile);
    char text[64];
    int k;
    for (k = 0; k < 2; k++) {
        snprintf(text, sizeof text, "[%%r%d+%d]", tile, 4 * k);
        cucore__ptx_move(w, load, text, k);
    }
    CUCORE__PTX(w, "shl.b32 %%r%d,%%r%d,3;\nshf.r.wrap.b32 %%e2,%%e0,%%e1,%%r%d;\n", shift, row->before, shift);
    store.predicate = cucore__ptx_is_more(w, cucore__ptx_subtract(w, row->bytes, first), 3, row->predicate);
    snprintf(text, sizeof text, "[%%d%d]", cucore__ptx_address(w, row->address, first));
    cucore__ptx_move(w, store, text, 2);
}

/* Writes the PTX that stores one byte of a row before its first aligned word or after its last one: parts 0 to 2 count
 * from the beginning of the row, 4 to 6 from its end. */
CUCORE__PRIVATE void cucore__write_store_end_byte(cucore__writer *w, const cucore__write_row *row)
{
    cucore__ptx_access move = {"ld.shared", 1, -1};
    const int is_first = cucore__ptx_is_less(w, row->part, 4), at = w->registers, count = at + 1, rank = at + 2;
    char text[64];
    w->registers += 3;
    CUCORE__PTX(w, "and.b32 %%r%d,%%r%d,3;\nsub.s32 %%r%d,%%r%d,%%r%d;\nsub.s32 %%r%d,%%r%d,1;\n", rank, row->part, at,
                row->bytes, rank, at, at);
    CUCORE__PTX(w, "sub.s32 %%r%d,%%r%d,%%r%d;\nand.b32 %%r%d,%%r%d,3;\n", count, row->bytes, row->before, count,
                count);
    CUCORE__PTX(w, "selp.b32 %%r%d,%%r%d,%%r%d,%%p%d;\nselp.b32 %%r%d,%%r%d,%%r%d,%%p%d;\n", at, rank, at, is_first,
                count, row->before, count, is_first);
    move.predicate = cucore__ptx_is_more(w, cucore__ptx_subtract(w, count, rank), 0, row->predicate);
    move.predicate = cucore__ptx_is_more(w, cucore__ptx_subtract(w, row->bytes, at), 0, move.predicate);
    move.predicate = cucore__ptx_is_more(w, at, -1, move.predicate);
    snprintf(text, sizeof text, "[%%r%d]", cucore__ptx_multiply_add(w, at, 1, row->tile));
    cucore__ptx_move(w, move, text, 0);
    move.name = "st.global";
    snprintf(text, sizeof text, "[%%d%d]", cucore__ptx_address(w, row->address, at));
    cucore__ptx_move(w, move, text, 0);
}

CUCORE__PRIVATE CUCORE__APART void cucore__write_rows(cucore__writer *w, int address, const int *limit)
{
    const int64_t bytes = cucore__write_elements(w->key, w->form);
    cucore__write_digits digits;
    int64_t in_row, parts;
    int is_end, k;
    cucore__write_tile_digits(w, 1, limit, &digits);
    in_row = digits.at[0].extent;
    digits.at[0].array = digits.at[0].tile = 0;
    if (digits.at[0].limit < 0) {
        digits.at[0].limit = w->registers++;
        CUCORE__PTX(w, "mov.u32 %%r%d,%lld;\n", digits.at[0].limit, (long long)in_row);
    } else {
        CUCORE__PTX(w, "min.s32 %%r%d,%%r%d,%lld;\n", w->registers, digits.at[0].limit, (long long)in_row);
        digits.at[0].limit = w->registers++;
    }
    for (is_end = 0; is_end < 2; is_end++) {
        digits.at[0].extent = is_end ? 8 : (uint32_t)(in_row + 3) / 4;
        cucore__write_split(w, &digits, 0);
        parts = bytes / in_row * digits.at[0].extent;
        for (k = 0; k * (int64_t)w->form->threads < parts; k++) {
            const cucore__write_row row = cucore__write_row_of(w, &digits, k, parts, address);
            (is_end ? cucore__write_store_end_byte : cucore__write_store_word)(w, &row);
        }
    }
}
