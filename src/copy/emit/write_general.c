/* copy/emit/write_general.c: general kernels, whose text has no number of a layout: these are parameters, so that new
 * layouts need no compiler.  Pure: no driver. */
/* -- forms --------------------------------------------------------------------------------------------------------- */
/* Few forms are many layouts: numbers of axes are rounded up, with axes of one index; elements are moved as one in
 * words or not at all; a tile takes its passes in a loop. */
/* Returns 1 if the arrays have the same rows of small elements, which are not aligned alike. */
CUCORE__PRIVATE int cucore__write_has_rows(const cucore__write_key *key)
{
    const cucore__write_axis *row = &key->axes[0];
    const int64_t word = key->word[0];
    return key->is_general && !key->types[0] && word <= 2 && key->count > 1 && row->s == word && row->d == word &&
           row->n * word >= CUCORE__WRITE_ROW && row->n * word < CUCORE__WRITE_MOST;
}

/* Rounds a number of axes up: 1, 2, 4, 8, ... */
CUCORE__PRIVATE int cucore__write_rounded(int count)
{
    int most = 1;
    while (most < count) most *= 2;
    return most < CUCORE__WRITE_AXES ? most : CUCORE__WRITE_AXES;
}

/* Puts the axes of a tile first, but for the slowest of all, which stays the last one, and fills up with axes of one
 * index before it. */
CUCORE__PRIVATE void cucore__write_fill(cucore__write_key *key, cucore__write_form *form)
{
    const int last = key->count - 1, tiled = form->tiled ? cucore__write_rounded(form->tiled) : 0;
    const int least = !tiled ? key->count : tiled > 4 ? tiled : 4;
    const int count = cucore__write_rounded(key->count < least ? least : key->count);
    const cucore__write_key old = *key;
    const cucore__write_form before = *form;
    uint8_t place[CUCORE__WRITE_AXES];
    int i, k, is_first, next = 0;
    for (is_first = 1; is_first >= 0; is_first--) {
        for (i = 0; i < last; i++) {
            if ((before.chunk[i] > 1 && tiled) == is_first) place[i] = (uint8_t)next++;
        }
    }
    place[last] = (uint8_t)(count - 1);
    for (i = last; i < count; i++) {
        cucore__write_axis one = {1, 0, 0};
        key->axes[i] = one;
        form->chunk[i] = 1;
        form->pitch[i] = 0;
    }
    for (i = 0; i <= last; i++) {
        key->axes[place[i]] = old.axes[i];
        form->chunk[place[i]] = before.chunk[i];
        form->pitch[place[i]] = before.pitch[i];
    }
    for (k = 0; k < 2; k++) {
        for (i = 0; i < before.tiled; i++) form->order[k][i] = place[before.order[k][i]];
    }
    key->count = (uint8_t)count;
    form->filled = before.tiled;
    form->tiled = (uint8_t)tiled;
}

/* Returns 1 if offsets in a tile of an array need 64 bits. */
CUCORE__PRIVATE uint8_t cucore__write_is_far(const cucore__write_key *key, const cucore__write_form *form)
{
    int64_t reach[2] = {0, 0}, more;
    int i, side;
    for (i = 0; i < key->count; i++) {
        for (side = 0; side < 2 && form->chunk[i] > 1; side++) {
            if (cucore__mul((int64_t)cucore__write_distance(&key->axes[i], side), form->chunk[i], &more)) return 1;
            if (cucore__add(reach[side], more, &reach[side])) return 1;
        }
    }
    return reach[0] > INT32_MAX || reach[1] > INT32_MAX;
}

/* Makes the form of a general kernel for a layout, and the layout as it is for that kernel. */
CUCORE__PRIVATE void cucore__write_general_make(cucore__write_key *key, cucore__write_form *form)
{
    const int most = key->word[0] > key->word[1] ? key->word[0] : key->word[1];
    int i;
    key->is_general = 1;
    memset(form, 0, sizeof *form);
    form->threads = CUCORE__WRITE_THREADS;
    if (cucore__write_is_scattered(key, 0) && cucore__write_tile(key, form) && form->tiled <= CUCORE__WRITE_TILED) {
        key->is_wide = cucore__write_is_far(key, form);
    } else {
        memset(form, 0, sizeof *form);
        form->threads = CUCORE__WRITE_THREADS;
        for (i = 0; i < key->count; i++) form->chunk[i] = 1;
        form->in_rows = (uint8_t)cucore__write_has_rows(key);
        form->wide[0] = form->wide[1] = cucore__write_together(key);
        form->steps = (uint8_t)(form->in_rows || form->wide[0] > 1 ? 2 : CUCORE__WRITE_DIRECT / (most > 2 ? most : 2));
    }
    cucore__write_fill(key, form);
}

/* Makes what the text of a general kernel depends on: a key without a layout, and a form without its numbers. */
CUCORE__PRIVATE void cucore__write_text_of(const cucore__write_key *key, const cucore__write_form *form,
                                           cucore__write_key *of_text, cucore__write_form *text)
{
    int i;
    memset(of_text, 0, cucore__write_key_size(key));
    memset(text, 0, sizeof *text);
    of_text->count = key->count;
    of_text->is_wide = key->is_wide;
    of_text->is_general = 1;
    for (i = 0; i < 2; i++) {
        of_text->word[i] = key->word[i];
        of_text->types[i] = key->types[i];
        text->wide[i] = form->wide[i];
    }
    text->tiled = form->tiled;
    text->steps = form->steps;
    text->in_rows = form->in_rows;
    text->threads = form->threads;
    for (i = 0; i < key->count; i++) text->chunk[i] = 1;
}

/* -- tiles --------------------------------------------------------------------------------------------------------- */
/* Moves both addresses to the block's tile, and finds how many elements of the axes that may be part of it are left
 * there.  Returns the number of these. */
CUCORE__PRIVATE int cucore__write_find_general(cucore__writer *w, int *addresses, int *left)
{
    const cucore__write_key *key = w->key;
    const int last = key->count - 1;
    cucore__write_digits digits;
    int i, side, found = 0;
    digits.count = key->count;
    for (i = 0; i < key->count; i++) {
        const int64_t chunk = w->form->chunk[i];
        digits.at[i].extent = (uint32_t)((key->axes[i].n + chunk - 1) / chunk);
    }
    cucore__write_ask_extents(w, &digits);
    cucore__write_split(w, &digits, 1);
    addresses[0] = 0;
    addresses[1] = 1;
    for (i = 0; i < key->count; i++) {
        const cucore__write_axis *axis = &key->axes[i];
        const int64_t chunk = w->form->chunk[i];
        for (side = 0; side < 2; side++) {
            const int away = cucore__ptx_parameter(w, (side ? axis->d : axis->s) * chunk, 1);
            addresses[side] = cucore__ptx_multiply_add_wide_register(w, digits.at[i].index, away, addresses[side]);
        }
        if (i < w->form->tiled || i == last) {
            const int less = cucore__ptx_parameter(w, -chunk, 0);
            const int n = i < last ? cucore__ptx_parameter(w, axis->n, 0) : 2;
            left[found++] = cucore__ptx_multiply_add_register(w, digits.at[i].index, less, n);
        }
    }
    return found;
}

/* The axes of a tile as the digits of a side, the first one by words; left: of cucore__write_find_general. */
CUCORE__PRIVATE void cucore__write_general_digits(cucore__writer *w, int side, const int *left, int found,
                                                  cucore__write_digits *digits)
{
    const cucore__write_form *form = w->form;
    const int wide = form->wide[side], last = w->key->count - 1;
    int i, k;
    digits->count = form->tiled;
    for (k = 0; k < form->tiled; k++) {
        cucore__write_digit *digit = &digits->at[k];
        const int is_filling = k >= form->filled, axis = is_filling ? 0 : form->order[side][k], words = k ? 1 : wide;
        digit->extent = is_filling ? 1 : form->chunk[axis] / (uint32_t)words;
        digit->array = is_filling ? 0 : (side ? w->key->axes[axis].d : w->key->axes[axis].s) * words;
        digit->tile = is_filling ? 0 : (int64_t)form->pitch[axis] * words;
        digit->limit = cucore__ptx_parameter(w, is_filling, 0);
        for (i = 0; i < found; i++) {
            const int is_it = !is_filling && axis == (i < form->tiled ? i : last);
            digit->limit =
                cucore__ptx_multiply_add_register(w, left[i], cucore__ptx_parameter(w, is_it, 0), digit->limit);
        }
        if (k == 0) digit->limit = cucore__ptx_divide(w, digit->limit, (uint32_t)wide);
    }
    cucore__write_ask_extents(w, digits);
    cucore__write_ask_strides(w, digits, 0, CUCORE__WRITE_ARRAY);
    cucore__write_ask_strides(w, digits, 0, CUCORE__WRITE_SHARED);
}

/* Finds some elements of a pass over a tile, from register `number` on. */
CUCORE__PRIVATE void cucore__write_general_pass(cucore__writer *w, cucore__write_digits *digits, int address,
                                                int number, cucore__write_pass *pass)
{
    cucore__write_indices indices;
    int i, k;
    pass->steps = w->numbers ? 0 : CUCORE__WRITE_AHEAD;
    if (w->numbers) return;
    cucore__write_split(w, digits, number);
    for (k = 0; k < pass->steps; k++) {
        const int first = k * w->form->threads;
        int predicate = cucore__ptx_is_below(w, cucore__ptx_add(w, number, first), pass->count);
        cucore__write_indices_of(w, digits, (uint32_t)first, &indices);
        for (i = 0; i < digits->count; i++) {
            const int more = cucore__ptx_subtract(w, digits->at[i].limit, indices.index[i]);
            predicate = cucore__ptx_is_more(w, more, 0, predicate);
        }
        pass->predicate[k] = predicate;
        pass->array[k] = cucore__write_locate(w, digits, &indices, address, -1);
        pass->tile[k] = cucore__write_locate(w, digits, &indices, -1, -1);
    }
}

CUCORE__PRIVATE void cucore__write_tiled_general(cucore__writer *w)
{
    int addresses[2], left[CUCORE__WRITE_AXES + 1], side;
    const int found = cucore__write_find_general(w, addresses, left);
    for (side = 0; side < 2; side++) {
        const int64_t elements = cucore__write_elements(w->key, w->form) / w->form->wide[side];
        const int count = cucore__ptx_parameter(w, elements, 0), at = w->registers++, number = w->registers++;
        cucore__write_digits digits;
        cucore__write_pass pass;
        cucore__write_general_digits(w, side, left, found, &digits);
        CUCORE__PTX(w, "mov.u32 %%r%d,0;\nPASS%d:\nadd.s32 %%r%d,%%r%d,%%r0;\n", at, side, number, at);
        pass.count = count;
        cucore__write_general_pass(w, &digits, addresses[side], number, &pass);
        if (side) {
            cucore__write_moves(w, "ld.shared", cucore__write_tile_word(w->key), 1, &pass);
            cucore__write_moves(w, "st.global", w->key->word[1], 1, &pass);
        } else {
            cucore__write_moves(w, "ld.global", w->key->word[0], 0, &pass);
            cucore__write_scatter(w, &pass);
        }
        CUCORE__PTX(w, "add.s32 %%r%d,%%r%d,%d;\n", at, at, CUCORE__WRITE_AHEAD * w->form->threads);
        CUCORE__PTX(w, "@%%p%d bra PASS%d;\n", cucore__ptx_is_below(w, at, count), side);
        if (!side) CUCORE__PTX(w, "bar.sync 0;\n");
    }
}

/* -- rows that lie together in both arrays, but are not aligned ---------------------------------------------------- */
/* A part of a row: 16 bytes that are aligned in the destination.  It may begin before the row or end behind it. */
typedef struct cucore__write_part {
    int from, to;   /* registers: addresses of its first byte, */
    int at, left;   /* and the bytes of the row before it, and from it on */
    int shift;      /* bits by which the aligned words of the source are shifted */
    int full, edge; /* predicates: all of it is in the row, and what is read; a part is */
} cucore__write_part;

CUCORE__PRIVATE void cucore__write_part_find(cucore__writer *w, int part, int bytes, int predicate,
                                             cucore__write_part *out)
{
    const int lead = w->registers++, wide = w->wides++;
    int row[2], need = 0;
    row[0] = out->from;
    row[1] = out->to;
    out->at = w->registers++;
    out->shift = w->registers++;
    need = w->registers++;
    out->from = w->wides++;
    out->to = w->wides++;
    CUCORE__PTX(
        w, "cvt.u32.u64 %%r%d,%%d%d;\nand.b32 %%r%d,%%r%d,15;\nshl.b32 %%r%d,%%r%d,4;\nsub.s32 %%r%d,%%r%d,%%r%d;\n",
        lead, row[1], lead, lead, out->at, part, out->at, out->at, lead);
    CUCORE__PTX(w, "cvt.s64.s32 %%d%d,%%r%d;\nadd.s64 %%d%d,%%d%d,%%d%d;\nadd.s64 %%d%d,%%d%d,%%d%d;\n", wide, out->at,
                out->from, row[0], wide, out->to, row[1], wide);
    CUCORE__PTX(w, "cvt.u32.u64 %%r%d,%%d%d;\nshl.b32 %%r%d,%%r%d,3;\nand.b32 %%r%d,%%r%d,24;\n", out->shift, out->from,
                out->shift, out->shift, out->shift, out->shift);
    out->left = cucore__ptx_subtract(w, bytes, out->at);
    predicate = cucore__ptx_is_more(w, out->left, 0, predicate);
    CUCORE__PTX(w, "min.u32 %%r%d,%%r%d,4;\nadd.s32 %%r%d,%%r%d,16;\nsub.s32 %%r%d,%%r%d,%%r%d;\n", need, out->shift,
                need, need, need, out->left, need);
    out->full = cucore__ptx_is_more(w, need, -1, cucore__ptx_is_more(w, out->at, -1, predicate));
    out->edge = w->predicates++;
    CUCORE__PTX(w, "not.pred %%p%d,%%p%d;\nand.pred %%p%d,%%p%d,%%p%d;\n", out->edge, out->full, out->edge, out->edge,
                predicate);
}

/* Moves the elements of a part that are in the row one by one.  gaps: a predicate: bytes of others are between the
 * rows, so that a sector which is written in parts is fetched ahead: it has to be before it can leave the cache */
CUCORE__PRIVATE void cucore__write_part_edge(cucore__writer *w, const cucore__write_part *part, int step, int gaps)
{
    const int word = w->key->word[0], elements = CUCORE__KERNEL_WORD / word;
    cucore__ptx_access access = {"ld.global", word, -1};
    int there[CUCORE__KERNEL_WORD], i, side;
    char text[64];
    CUCORE__PTX(w, "@!%%p%d bra DONE%d;\n@%%p%d prefetch.global.L2 [%%d%d];\n", part->edge, step, gaps, part->to);
    for (i = 0; i < elements; i++)
        there[i] = cucore__ptx_is_more(w, part->left, i * word, cucore__ptx_is_more(w, part->at, -i * word - 1, -1));
    for (side = 0; side < 2; side++) {
        access.name = side ? "st.global" : "ld.global";
        for (i = 0; i < elements; i++) {
            access.predicate = there[i];
            snprintf(text, sizeof text, "[%%d%d+%d]", side ? part->to : part->from, i * word);
            cucore__ptx_move(w, access, text, i);
        }
    }
    CUCORE__PTX(w, "DONE%d:\n", step);
}

/* Each thread copies every 256th part of the rows of the block. */
CUCORE__PRIVATE CUCORE__APART void cucore__write_in_rows(cucore__writer *w)
{
    const cucore__write_key *key = w->key;
    const cucore__write_axis *row = &key->axes[0];
    const int steps = w->form->steps, threads = w->form->threads;
    const int bytes = cucore__ptx_parameter(w, row->n * row->d, 0);
    const int has_gaps = cucore__ptx_parameter(w, key->axes[1].d != row->n * row->d, 0);
    const int number = cucore__ptx_multiply_add(w, 1, threads * steps, 0), left = cucore__ptx_subtract(w, 3, number);
    const int gaps = cucore__ptx_is_more(w, has_gaps, 0, -1);
    cucore__ptx_access access = {"ld.global", 4, -1};
    cucore__write_digits from, to;
    cucore__write_indices indices;
    cucore__write_part part[2];
    char text[64];
    int i, k;
    from.count = key->count;
    for (i = 0; i < key->count; i++) {
        from.at[i].extent = (uint32_t)(i ? key->axes[i].n : cucore__write_row_parts(key));
        from.at[i].array = key->axes[i].s;
        from.at[i].away[0] = -1;
    }
    cucore__write_ask_extents(w, &from);
    cucore__write_split(w, &from, number);
    to = from;
    for (i = 0; i < key->count; i++) to.at[i].array = key->axes[i].d;
    cucore__write_ask_strides(w, &from, 1, CUCORE__WRITE_ARRAY);
    cucore__write_ask_strides(w, &to, 1, CUCORE__WRITE_ARRAY);
    if (w->numbers) return;
    for (k = 0; k < steps; k++) {
        cucore__write_indices_of(w, &from, (uint32_t)(threads * k), &indices);
        part[k].from = cucore__write_locate(w, &from, &indices, 0, -1).reg;
        part[k].to = cucore__write_locate(w, &to, &indices, 1, -1).reg;
        cucore__write_part_find(w, indices.index[0], bytes, cucore__ptx_is_more(w, left, threads * k, -1), &part[k]);
    }
    for (k = 0; k < steps; k++) {
        const int words = w->wides++;
        CUCORE__PTX(w, "and.b64 %%d%d,%%d%d,-4;\n", words, part[k].from);
        for (i = 0; i < 5; i++) {
            access.predicate = i < 4 ? part[k].full : cucore__ptx_is_more(w, part[k].shift, 0, part[k].full);
            snprintf(text, sizeof text, "[%%d%d+%d]", words, 4 * i);
            cucore__ptx_move(w, access, text, 8 * k + i);
        }
    }
    access.name = "st.global";
    access.bytes = CUCORE__KERNEL_WORD;
    for (k = 0; k < steps; k++) {
        for (i = 8 * k; i < 8 * k + 4; i++)
            CUCORE__PTX(w, "shf.r.wrap.b32 %%e%d,%%e%d,%%e%d,%%r%d;\n", i, i, i + 1, part[k].shift);
        access.predicate = part[k].full;
        snprintf(text, sizeof text, "[%%d%d]", part[k].to);
        cucore__ptx_move(w, access, text, 8 * k);
    }
    for (k = 0; k < steps; k++) cucore__write_part_edge(w, &part[k], k, gaps);
}

/* -- all kernels ------------------------------------------------------------------------------------------------- */
/* bytes: of all parameters */
CUCORE__PRIVATE void cucore__write_whole(cucore__writer *w, const cucore__write_key *key,
                                         const cucore__write_form *form, uint32_t bytes)
{
    cucore__write_key once;
    w->key = key;
    w->form = form;
    w->bytes = CUCORE__WRITE_LAUNCH;
    w->predicates = 0;
    if (form->again) {
        w->again = key->axes[form->again - 1].d;
        cucore__write_once(key, form->again - 1, &once);
        once.axes[form->again - 1].d = 0;
        w->key = &once;
    }
    w->converts_last = key->types[0] && key->word[0] <= key->word[1];
    cucore__write_begin(w, bytes);
    if (form->again) cucore__write_again_begin(w, key, form);
    if (form->in_rows) {
        cucore__write_in_rows(w);
    } else if (form->tiled) {
        (key->is_general ? cucore__write_tiled_general : cucore__write_tiled)(w);
    } else {
        cucore__write_direct(w);
    }
    CUCORE__PTX(w, "ret;\n}\n");
}

/* Writes the kernel, as snprintf.  Returns the characters that the whole text needs, without the NUL. */
CUCORE__PRIVATE size_t cucore__write_kernel(const cucore__write_key *key, const cucore__write_form *form, char *text,
                                            size_t size)
{
    cucore__writer writer;
    memset(&writer, 0, sizeof writer);
    writer.text = cucore__text_start(NULL, 0);
    cucore__write_whole(&writer, key, form, CUCORE__WRITE_LAUNCH);
    writer.text = cucore__text_start(text, size);
    cucore__write_whole(&writer, key, form, writer.bytes);
    return writer.text.length;
}

/* Notes the numbers of a layout, which are the parameters of a general kernel after those of a launch.  numbers:
 * room for CUCORE__WRITE_NUMBERS bytes.  Returns the bytes of all parameters. */
CUCORE__PRIVATE uint32_t cucore__write_numbers(const cucore__write_key *key, const cucore__write_form *form,
                                               void *numbers)
{
    cucore__writer writer;
    memset(&writer, 0, sizeof writer);
    writer.numbers = (unsigned char *)numbers;
    cucore__write_whole(&writer, key, form, 0);
    return writer.bytes;
}
