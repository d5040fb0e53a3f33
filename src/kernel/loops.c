/* ------------------------------------------------------------------------------------------ >>impl-kernel-loops -- */
/* kernel/loops.c: loops over several views, cut so that 32-bit indices are enough. */
enum {
    CUCORE__LOOP_TILE = 32,                       /* elements on each axis of a tile, */
    CUCORE__LOOP_HALF = CUCORE_LOOP_OPERANDS / 2, /* layouts in one frame of the stack */
    CUCORE__LOOP_TILE_LONG =
        64, /* ... or on the second axis for elements of up to 4 bytes, also on the first one for words of them */
    CUCORE__LOOP_VECTOR = 16 /* bytes that a thread reads at once, at most */
};

CUCORE__PRIVATE const char *cucore__operand_name(const cucore_operand *operands, int k)
{
    static const char names[32][11] = {
        "operand 0",  "operand 1",  "operand 2",  "operand 3",  "operand 4",  "operand 5",  "operand 6",  "operand 7",
        "operand 8",  "operand 9",  "operand 10", "operand 11", "operand 12", "operand 13", "operand 14", "operand 15",
        "operand 16", "operand 17", "operand 18", "operand 19", "operand 20", "operand 21", "operand 22", "operand 23",
        "operand 24", "operand 25", "operand 26", "operand 27", "operand 28", "operand 29", "operand 30", "operand 31"};
    return operands[k].name ? operands[k].name : names[k];
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__loops_fail_shape(const cucore_operand *operands, int k,
                                                                    const cucore_layout *all)
{
    char shape[160], whole[160];
    cucore__text text = cucore__text_start(shape, sizeof shape);
    cucore__text_add_tuple(&text, operands[k].view->layout.shape, operands[k].view->layout.ndim);
    text = cucore__text_start(whole, sizeof whole);
    cucore__text_add_tuple(&text, all->shape, all->ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE,
                       operands[k].flags & CUCORE_WRITE ? "%s: expected the shape %s of all arguments together, got %s"
                                                        : "%s: expected a shape that can be broadcast to %s, got %s",
                       cucore__operand_name(operands, k), whole, shape);
}

/* The shape of all, as NumPy broadcasts; what is written has it already. */
CUCORE__PRIVATE cucore_status cucore__loops_shape(const cucore_operand *operands, int count, cucore_layout *all)
{
    int i, k;
    all->ndim = 0;
    for (k = 0; k < count; k++) {
        if (operands[k].view->layout.ndim > all->ndim) all->ndim = operands[k].view->layout.ndim;
    }
    for (i = 0; i < all->ndim; i++) all->shape[i] = 1;
    for (k = 0; k < count; k++) {
        const cucore_layout *one = &operands[k].view->layout;
        int64_t *shape = all->shape + (all->ndim - one->ndim);
        for (i = 0; i < one->ndim; i++) {
            if (shape[i] == 1) shape[i] = one->shape[i];
        }
    }
    for (k = 0; k < count; k++) {
        const cucore_layout *one = &operands[k].view->layout;
        const int64_t *shape = all->shape + (all->ndim - one->ndim);
        const int is_written = (operands[k].flags & CUCORE_WRITE) != 0;
        int fits = !is_written || one->ndim == all->ndim;
        for (i = 0; i < one->ndim; i++) fits &= one->shape[i] == shape[i] || (one->shape[i] == 1 && !is_written);
        if (!fits) return cucore__loops_fail_shape(operands, k, all);
    }
    return CUCORE_OK;
}

/* Returns the operand whose device runs the loop: the first in memory that the CPU cannot read, preferably of a known
 * device, since an empty array may have none; -1 if there is none. */
CUCORE__PRIVATE int cucore__loops_device(const cucore_operand *operands, int count)
{
    int k, found = -1;
    for (k = count - 1; k >= 0; k--) {
        const cucore_view *view = operands[k].view;
        if (!view->host_accessible && (found < 0 || view->device_id >= 0)) found = k;
    }
    return found;
}

/* All can be reached from one place: the CPU, or one device. */
CUCORE__PRIVATE cucore_status cucore__loops_check_devices(const cucore_operand *operands, int count)
{
    char wanted[32], got[32];
    cucore__text text;
    const int device = cucore__loops_device(operands, count);
    int k;
    for (k = 0; k < count && device >= 0; k++) {
        const cucore_view *view = operands[k].view, *there = operands[device].view;
        if (view->device_accessible && (view->device_id < 0 || view->device_id == there->device_id)) continue;
        text = cucore__text_start(wanted, sizeof wanted);
        cucore__text_add_device(&text, there->device_type, there->device_id);
        text = cucore__text_start(got, sizeof got);
        cucore__text_add_device(&text, view->device_type, view->device_id);
        return cucore_fail(CUCORE_WRONG_DEVICE, "%s: expected an array on %s, as %s is, got one on %s",
                           cucore__operand_name(operands, k), wanted, cucore__operand_name(operands, device), got);
    }
    return CUCORE_OK;
}

/* Returns 1 if elements of 1 and 2 bytes form words of 4, aligned and side by side in every operand, along the axis of
 * a tile on which they are closer to each other.  cucore::transform reads such words. */
CUCORE__PRIVATE int cucore__loops_has_words(const cucore_loops *loops, int largest)
{
    const int tile = loops->private_.tile, lanes = 4 / largest;
    int a, k;
    if (largest > 2) return 0;
    for (a = 0; a <= tile; a += tile) {
        if (loops->private_.extent[a] < CUCORE__LOOP_TILE || loops->private_.extent[a] % lanes) return 0;
    }
    for (k = 0; k < loops->private_.count; k++) {
        const int64_t *strides = loops->private_.strides[k], word = lanes * loops->private_.itemsize[k];
        const uint64_t right = cucore__magnitude(strides[0]), down = cucore__magnitude(strides[tile]);
        const int along = down && down < right ? tile : 0;
        if (k == 0 && along) return 0;
        if (strides[along] != loops->private_.itemsize[k]) return 0;
        if ((uintptr_t)loops->private_.ptr[k] % (uintptr_t)word) return 0;
        for (a = 0; a < loops->private_.ndim; a++) {
            if (a != along && strides[a] % word) return 0;
        }
    }
    return 1;
}

/* The axes that make tiles: the first one, and that on which some operand lies side by side that does not on the first;
 * none that is shorter than half of a line. */
CUCORE__PRIVATE int cucore__loops_tile_axis(const cucore_loops *loops)
{
    const int least = CUCORE__LOOP_TILE / 2;
    int a, k;
    if (loops->private_.ndim > CUCORE_LOOP_NDIM - 2 || loops->private_.extent[0] < least) return 0;
    for (k = 0; k < loops->private_.count; k++) {
        const int64_t *strides = loops->private_.strides[k];
        const int64_t side = loops->private_.itemsize[k];
        if (strides[0] == side || strides[0] == -side || strides[0] == 0) continue;
        for (a = 1; a < loops->private_.ndim; a++) {
            if ((strides[a] == side || strides[a] == -side) && loops->private_.extent[a] >= least) return a;
        }
    }
    return 0;
}

/* cucore::transform has tiles of the same edges. */
CUCORE__PRIVATE void cucore__loops_tile(cucore_loops *loops)
{
    int k, largest = 1;
    for (k = 0; k < loops->private_.count; k++) {
        if (loops->private_.itemsize[k] > largest) largest = loops->private_.itemsize[k];
    }
    loops->private_.tile = cucore__loops_tile_axis(loops);
    loops->private_.edge[0] = loops->private_.edge[1] = CUCORE__LOOP_TILE;
    if (!loops->private_.tile) return;
    if (largest <= 4) loops->private_.edge[1] = CUCORE__LOOP_TILE_LONG;
    if (cucore__loops_has_words(loops, largest)) loops->private_.edge[0] = CUCORE__LOOP_TILE_LONG;
}

/* As many elements as all operands have side by side, aligned, up to 16 bytes; or one and the same. */
CUCORE__PRIVATE int cucore__loops_lanes(const cucore_loops *loops)
{
    int a, k, lanes = CUCORE__LOOP_VECTOR, found = 0;
    for (k = 0; k < loops->private_.count; k++) {
        const int64_t *strides = loops->private_.strides[k];
        const int itemsize = loops->private_.itemsize[k];
        uint64_t bits = (uint64_t)(uintptr_t)loops->private_.ptr[k] | CUCORE__LOOP_VECTOR;
        if (strides[0] == 0) continue;
        if (strides[0] != itemsize || itemsize & (itemsize - 1)) return 1;
        for (a = 1; a < loops->private_.ndim; a++) bits |= (uint64_t)strides[a];
        while (lanes > 1 && (lanes * itemsize > CUCORE__LOOP_VECTOR || bits & (uint64_t)(lanes * itemsize - 1)))
            lanes /= 2;
        found = 1;
    }
    while (lanes > loops->private_.box[0] ||
           (lanes > 1 && loops->private_.box[0] < loops->private_.extent[0] && loops->private_.box[0] % lanes))
        lanes /= 2;
    return found ? lanes : 1;
}

/* Elements of a tile on an axis; 1 on those that make none. */
CUCORE__PRIVATE int cucore__loops_edge(const cucore_loops *loops, int axis)
{
    if (!loops->private_.tile) return 1;
    return axis == 0 ? loops->private_.edge[0] : axis == loops->private_.tile ? loops->private_.edge[1] : 1;
}

/* Returns 1 if 31 bits are enough for a loop over a box; else 0, and `axis` is the one to cut.  All steps count, also
 * those on the rim of tiles; of offsets only those of elements, since others may wrap. */
CUCORE__PRIVATE int cucore__loops_fit(const cucore_loops *loops, int *axis)
{
    const int most_axes = loops->private_.tile ? CUCORE_LOOP_NDIM - 2 : CUCORE_LOOP_NDIM;
    int64_t steps = 1, longest = 0;
    int a, k, axes = 0, fits = 1;
    for (a = 0; a < loops->private_.ndim; a++) {
        const int64_t box = loops->private_.box[a];
        fits &= !cucore__mul(steps, box + cucore__loops_edge(loops, a) - 1, &steps) && steps <= INT32_MAX;
        if (box > longest) {
            longest = box;
            *axis = a;
        }
        axes += box > 1 || a == 0;
        if (axes > most_axes && box > 1) {
            *axis = a;
            return 0;
        }
    }
    for (k = 0; k < loops->private_.count && fits; k++) {
        int64_t reach = loops->private_.itemsize[k];
        for (longest = 0, a = 0; a < loops->private_.ndim; a++) {
            const int64_t stride = loops->private_.strides[k][a];
            int64_t part;
            if (cucore__mul(stride < 0 ? -stride : stride, loops->private_.box[a] - 1, &part)) part = INT64_MAX;
            if (part > longest) {
                longest = part;
                *axis = a;
            }
            fits &= !cucore__add(reach, part, &reach) && reach <= INT32_MAX;
        }
    }
    return fits;
}

/* Halves of axes, until a loop fits.  Whole tiles and whole vectors stay together. */
CUCORE__PRIVATE void cucore__loops_cut(cucore_loops *loops)
{
    int a = 0;
    while (!cucore__loops_fit(loops, &a)) {
        const int edge = a == 0 || a == loops->private_.tile ? loops->private_.edge[a != 0] : 1;
        int64_t half = (loops->private_.box[a] + 1) / 2;
        if (half > edge) half += -half & (edge - 1);
        loops->private_.box[a] = half;
    }
}

/* Ends cucore_loops_make once extents, strides and addresses are filled in. */
CUCORE__PRIVATE inline void cucore__loops_ready(const cucore_operand *operands, int64_t size, cucore_loops *out)
{
    int a;
    out->size = size;
    out->private_.is_open = size != 0;
    out->private_.device = cucore__loops_device(operands, out->private_.count);
    out->private_.tile = 0;
    out->private_.lanes = 1;
    for (a = 0; a < out->private_.ndim; a++) {
        out->private_.index[a] = 0;
        out->private_.box[a] = out->private_.extent[a];
    }
    if (!size) return;
    cucore__loops_tile(out);
    cucore__loops_cut(out);
    out->private_.lanes = out->private_.tile ? 1 : cucore__loops_lanes(out);
}

/* Returns the number of elements of arrays of one shape in C order, and numbers that are read, as most are; 0: there
 * are none, or other arrays. */
CUCORE__PRIVATE inline int64_t cucore__loops_dense_size(const cucore_operand *operands, int n)
{
    const cucore_layout *const first = &operands[0].view->layout;
    int64_t size = 1;
    int a, k;
    for (k = 0; k < n; k++) {
        const cucore_layout *const one = &operands[k].view->layout;
        int64_t stride = 1;
        if (one->ndim != first->ndim && (one->ndim || operands[k].flags & CUCORE_WRITE)) return 0;
        for (a = one->ndim - 1; a >= 0; a--) {
            const int64_t extent = one->shape[a];
            if (extent != first->shape[a] || (extent != 1 && one->strides[a] != stride)) return 0;
            if (cucore__mul(stride, extent, &stride)) return 0;
        }
        if (k == 0) size = stride;
        if (one->itemsize > INT32_MAX) return 0;
    }
    return size;
}

/* Fills in a pass over such arrays. */
CUCORE__PRIVATE void cucore__loops_fill_dense(const cucore_operand *operands, int n, int64_t size, cucore_loops *out)
{
    int k;
    for (k = 0; k < n; k++) {
        const cucore_layout *const one = &operands[k].view->layout;
        out->private_.itemsize[k] = (int)one->itemsize;
        out->private_.ptr[k] = (char *)operands[k].view->ptr;
        out->private_.strides[k][0] = one->ndim ? one->itemsize : 0;
    }
    out->private_.count = n;
    out->private_.ndim = 1;
    out->private_.extent[0] = size;
    cucore__loops_ready(operands, size, out);
}

/* Does so for any arrays, with the first half of the layouts from its caller: all of them do not fit a frame of
 * 8 KB. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__loops_fill(const cucore_operand *operands, int n,
                                                               cucore_layout *half, cucore_loops *out)
{
    cucore_layout all, rest[CUCORE_LOOP_OPERANDS - CUCORE__LOOP_HALF], *stretched[CUCORE_LOOP_OPERANDS];
    const cucore_layout *layouts[CUCORE_LOOP_OPERANDS];
    int64_t offsets[CUCORE_LOOP_OPERANDS], size;
    int a, k;
    cucore_status status = cucore__loops_shape(operands, n, &all);
    for (k = 0; k < n && !status; k++) {
        layouts[k] = stretched[k] = k < CUCORE__LOOP_HALF ? &half[k] : &rest[k - CUCORE__LOOP_HALF];
        status = cucore_layout_broadcast_to(&operands[k].view->layout, all.ndim, all.shape, stretched[k]);
        if (!status && stretched[k]->itemsize > INT32_MAX) {
            status = cucore_fail(CUCORE_OVERFLOW, "%s: elements of %lld bytes; offsets of a loop fit 32 bits",
                                 cucore__operand_name(operands, k), (long long)stretched[k]->itemsize);
        }
    }
    if (!status) status = cucore_layout_simplify(layouts, (size_t)n, stretched, offsets, NULL);
    if (status) return status;
    size = cucore_layout_size(stretched[0]);
    out->private_.count = n;
    out->private_.ndim = stretched[0]->ndim ? stretched[0]->ndim : 1;
    out->private_.extent[0] = 1;
    for (k = 0; k < n; k++) {
        const int64_t itemsize = stretched[k]->itemsize;
        out->private_.itemsize[k] = (int)itemsize;
        out->private_.ptr[k] = (char *)operands[k].view->ptr;
        if (size) out->private_.ptr[k] += offsets[k] * itemsize; /* an empty array may have no address */
        out->private_.strides[k][0] = 0;
        for (a = 0; a < stretched[k]->ndim; a++) { /* the fastest first */
            const int from = stretched[k]->ndim - 1 - a;
            out->private_.extent[a] = stretched[k]->shape[from];
            out->private_.strides[k][a] = stretched[k]->strides[from] * itemsize;
        }
    }
    cucore__loops_ready(operands, size, out);
    return CUCORE_OK;
}

/* Checks and fills in a pass that is not as most are. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__loops_fill_any(const cucore_operand *operands, int n,
                                                                   cucore_loops *out)
{
    cucore_layout half[CUCORE__LOOP_HALF];
    return cucore__loops_fill(operands, n, half, out);
}

/* Refuses a conversion in a loop of a device. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__loops_check_casts(const cucore_operand *operands, int count,
                                                                     uint32_t converts)
{
    const int device = cucore__loops_device(operands, count);
    int k = 0;
    if (device < 0) return CUCORE_OK;
    while (!(converts >> k & 1)) k++;
    return cucore_fail(
        CUCORE_WRONG_DEVICE,
        "%s: CUCORE_CAST converts in loops on the CPU, and %s is in memory that it cannot read: copy with "
        "CUCORE_COPY_CAST",
        cucore__operand_name(operands, k), cucore__operand_name(operands, device));
}

/* Fills in which operands of a pass are converted.  A step is one element then. */
CUCORE__PRIVATE void cucore__loops_fill_casts(const cucore_operand *operands, cucore_loops *out)
{
    int k;
    out->private_.lanes = 1;
    out->private_.swapped = out->private_.writes = 0;
    for (k = 0; k < out->private_.count; k++) {
        const cucore_operand *one = &operands[k];
        out->private_.dtype[0][k] = one->view->dtype;
        out->private_.dtype[1][k] = one->dtype.lanes ? one->dtype : one->view->dtype;
        out->private_.swapped |= (uint32_t)one->view->byte_swapped << k;
        out->private_.writes |= (uint32_t)((one->flags & CUCORE_WRITE) != 0) << k;
    }
}

CUCORE_API cucore_status cucore_loops_make(const cucore_operand *operands, size_t count, cucore_loops *out)
{
    const int n = (int)count;
    int64_t size;
    uint32_t converts = 0;
    int k, vector;
    cucore_status status = CUCORE_OK;
    if (!operands || !out) return cucore__fail_null("cucore_loops_make", operands ? "out" : "operands");
    if (count < 1 || count > CUCORE_LOOP_OPERANDS) {
        return cucore__invalid("a loop over %llu operands; there are 1 to %d", (unsigned long long)count,
                               CUCORE_LOOP_OPERANDS);
    }
    for (k = 0; k < n && !status; k++) {
        cucore_operand one = operands[k];
        if (one.flags & CUCORE_WRITE) one.flags |= CUCORE_UNIQUE;
        if (!one.view) return cucore__invalid("%s: the view is NULL", cucore__operand_name(operands, k));
        if (one.flags & CUCORE__FLAG(CAST)) {
            int is_converted = 0;
            status = cucore__operand_check_cast(&one, cucore__operand_name(operands, k), &is_converted);
            converts |= (uint32_t)is_converted << k;
            continue;
        }
        status = cucore__operand_check(&one, cucore__operand_name(operands, k), &vector);
        if (!status && vector > 1)
            status = cucore__operand_fail_dtype(one.view, cucore__operand_name(operands, k), one.dtype);
    }
    if (!status) status = cucore__loops_check_devices(operands, n);
    if (!status && converts) status = cucore__loops_check_casts(operands, n, converts);
    if (status) return status;
    size = cucore__loops_dense_size(operands, n);
    if (size) {
        cucore__loops_fill_dense(operands, n, size, out);
    } else {
        status = cucore__loops_fill_any(operands, n, out);
        if (status) return status;
    }
    out->private_.converts = converts;
    if (converts) cucore__loops_fill_casts(operands, out);
    return CUCORE_OK;
}

/* Sets the extent of an axis of a loop, and what divides by it. */
CUCORE__PRIVATE void cucore__loop_set_extent(cucore_loop *loop, int axis, unsigned extent)
{
    unsigned shift = 0;
    while (((uint64_t)1 << shift) < (uint64_t)extent) shift++;
    loop->extent[axis] = extent;
    loop->shift[axis] = shift;
    loop->multiplier[axis] =
        (unsigned)((((uint64_t)1 << 32) * (((uint64_t)1 << shift) - (uint64_t)extent)) / (uint64_t)extent + 1);
}

/* One more axis of a loop: of `extent` steps, with the strides of an axis of the pass times `times`. */
CUCORE__PRIVATE void cucore__loop_add_axis(cucore_loop *loop, const cucore_loops *loops, int axis, int64_t extent,
                                           int times)
{
    const int to = loop->ndim++;
    int k;
    cucore__loop_set_extent(loop, to, (unsigned)extent);
    for (k = 0; k < loops->private_.count; k++) {
        loop->strides[to][k] = (int)(uint32_t)((uint64_t)loops->private_.strides[k][axis] * (uint64_t)times);
    }
    loop->size *= (unsigned)extent;
}

CUCORE__PRIVATE const cucore_loop *cucore__loops_next(cucore_loops *loops)
{
    cucore_loop *out = loops ? &loops->private_.loop : NULL;
    const int tile = loops ? loops->private_.tile : 0;
    int64_t box[CUCORE_MAX_NDIM];
    int a, k;
    if (!loops || !loops->private_.is_open) return NULL;
    memset(out, 0, sizeof *out);
    out->count = loops->private_.count;
    out->lanes = loops->private_.lanes;
    out->size = 1;
    for (a = 0; a < loops->private_.ndim; a++) {
        box[a] = loops->private_.extent[a] - loops->private_.index[a];
        if (box[a] > loops->private_.box[a]) box[a] = loops->private_.box[a];
    }
    for (k = 0; k < out->count; k++) {
        out->ptr[k] = loops->private_.ptr[k];
        out->itemsize[k] = loops->private_.strides[k][0] ? loops->private_.itemsize[k] : 0;
        for (a = 0; a < loops->private_.ndim; a++) {
            out->ptr[k] += loops->private_.index[a] * loops->private_.strides[k][a];
        }
    }
    out->row = (unsigned)box[0];
    if (tile) {
        out->tiled[0] = (unsigned)box[0];
        out->tiled[1] = (unsigned)box[tile];
        for (a = 0; a <= tile; a += tile) cucore__loop_add_axis(out, loops, a, cucore__loops_edge(loops, a), 1);
        for (a = 0; a <= tile; a += tile) {
            const int edge = cucore__loops_edge(loops, a);
            cucore__loop_add_axis(out, loops, a, (box[a] + edge - 1) / edge, edge);
        }
    } else {
        cucore__loop_add_axis(out, loops, 0, (box[0] + out->lanes - 1) / out->lanes, out->lanes);
    }
    for (a = 1; a < loops->private_.ndim; a++) {
        if (box[a] > 1 && a != tile) cucore__loop_add_axis(out, loops, a, box[a], 1);
    }
    loops->private_.is_open = 0; /* unless some axis has another box */
    for (a = 0; a < loops->private_.ndim && !loops->private_.is_open; a++) {
        loops->private_.index[a] += loops->private_.box[a];
        loops->private_.is_open = loops->private_.index[a] < loops->private_.extent[a];
        if (!loops->private_.is_open) loops->private_.index[a] = 0;
    }
    return out;
}

CUCORE_API const cucore_loop *cucore_loops_next(cucore_loops *loops)
{
    if (!loops || !loops->private_.is_open || !loops->private_.converts) return cucore__loops_next(loops);
    (void)cucore__invalid("cucore_loops_next: operands are converted (CUCORE_CAST), which only cucore_loops_run does");
    return NULL;
}
