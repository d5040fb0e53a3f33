/* cast/cast_host.c: the CPU converts elements: blocks of them are packed, converted, and unpacked; no driver. */
#define CUCORE__CAST_BYTES 16384 /* of a block on the wider side: lines of dst are long, and the second cache is near */
#define CUCORE__CAST_TURNED 32   /* bytes of src along its fastest axis in a block, if another one is that of dst */
#define CUCORE__CAST_LINE 64     /* bytes of a cache line */
#define CUCORE__CAST_LONG 64     /* dense elements that are converted where they are */
#define CUCORE__CAST_SHORT 8     /* elements of an axis that is too short for the innermost loop */
#define CUCORE__CAST_FEW 2048    /* bytes of a block that is packed on the stack, a larger one elsewhere */
#define CUCORE__CAST_ONCE 4096   /* elements of which repeated ones are converted once */
#define CUCORE__CAST_SHARED 16   /* indices of an axis that threads share; a shorter one only if all are */

/* The axes of a block, in this order. */
enum { CUCORE__CAST_ALONG, CUCORE__CAST_BESIDE, CUCORE__CAST_MORE, CUCORE__CAST_AXES };

/* A conversion on the host.  Steps of axes are in bytes.  The axes of a block come first: the fastest one of dst, the
 * fastest one of src or the next one of dst, and one more; then the axes around the blocks, fastest first. */
typedef struct cucore__cast_walk {
    const cucore__cast_path *path;
    int64_t to, from; /* bytes of an element */
    int ndim;
    cucore__host_axis axes[CUCORE_MAX_NDIM + CUCORE__CAST_AXES];
    int64_t most[CUCORE__CAST_AXES]; /* elements of a block */
    int64_t room;                    /* bytes of the wider side of a block that may be packed, */
    int64_t packs;                   /* ... that is packed; 0: none is */
    char *packed[2];                 /* room for them: as they are read, as they are written */
    int bits[2];                     /* of dst and src: of an element whose steps count bits; else 0 */
    int64_t first[2];                /* bits from the pointer to the first element of the walk; of others 0 */
} cucore__cast_walk;

/* A block of an array: its axes, or none. */
typedef struct cucore__cast_part {
    char *dst;
    const char *src;
    int64_t at[2]; /* the offset of its first element in dst and in src: bytes or bits */
    cucore__host_axis axes[CUCORE__CAST_AXES];
} cucore__cast_part;

/* Copies the elements of a block, which are dense on one side. */
CUCORE__PRIVATE void cucore__cast_move_part(const cucore__cast_part *part, int64_t size)
{
    const cucore__host_axis none = {1, 0, 0}, *axes = part->axes, *more = &axes[CUCORE__CAST_MORE];
    cucore__host_part block;
    int64_t k, unit = size;
    int turns = 0;
    block.beside = block.rows = block.again = none;
    block.along = axes[0];
    if (axes[0].dst == size && axes[0].src == size) {
        unit *= axes[0].extent;
        block.along = axes[1];
    } else if (axes[1].src == size && cucore__host_turns(size, &axes[0], &axes[1])) {
        block.rows = axes[1];
        turns = 1;
    } else {
        const int next = axes[0].extent < CUCORE__CAST_SHORT && axes[1].extent > axes[0].extent;
        block.along = axes[next];
        block.beside = axes[!next];
    }
    for (k = 0; k < more->extent; k++) {
        block.dst = part->dst + k * more->dst;
        block.src = part->src + k * more->src;
        if (turns) {
            cucore__host_turn((size_t)unit, &block);
        } else {
            cucore__host_lines((size_t)unit, &block);
        }
    }
}

/* Sets the steps of one side of a block to those of dense memory. */
#define CUCORE__CAST_PACK(axes, side, size)                                                                            \
    do {                                                                                                               \
        (axes)[0].side = (size);                                                                                       \
        (axes)[1].side = (size) * (axes)[0].extent;                                                                    \
        (axes)[2].side = (size) * (axes)[0].extent * (axes)[1].extent;                                                 \
    } while (0)

/* Returns 1 if the elements of a block lie side by side, given the steps of one side. */
CUCORE__PRIVATE inline int cucore__cast_is_dense(const cucore__host_axis *axes, const int64_t *steps, int64_t size)
{
    int i;
    for (i = 0; i < CUCORE__CAST_AXES; i++) {
        if (axes[i].extent > 1 && steps[i] != size) return 0;
        size *= axes[i].extent;
    }
    return 1;
}

/* Moves elements that are packed bit by bit to a byte each, or from there. */
CUCORE__PRIVATE CUCORE__APART void cucore__cast_move_bits(const cucore__cast_walk *walk, const cucore__cast_part *part,
                                                          int reads)
{
    const cucore__host_axis *axes = part->axes;
    const unsigned bits = (unsigned)walk->bits[reads], mask = (1u << bits) - 1;
    unsigned char *array = (unsigned char *)(uintptr_t)(reads ? part->src : part->dst);
    unsigned char *byte = (unsigned char *)walk->packed[!reads];
    int64_t i, j, k;
    for (k = 0; k < axes[2].extent; k++) {
        for (j = 0; j < axes[1].extent; j++) {
            for (i = 0; i < axes[0].extent; i++, byte++) {
                const int64_t at = part->at[reads] + (reads ? i * axes[0].src + j * axes[1].src + k * axes[2].src
                                                            : i * axes[0].dst + j * axes[1].dst + k * axes[2].dst);
                unsigned char *first = array + (at >> 3);
                const unsigned shift = (unsigned)(at & 7);
                const int two = shift + bits > 8; /* an element in two bytes */
                unsigned word = two ? first[0] | (unsigned)first[1] << 8 : first[0];
                if (reads) {
                    *byte = (unsigned char)(word >> shift & mask);
                    continue;
                }
                word = (word & ~(mask << shift)) | (unsigned)*byte << shift;
                first[0] = (unsigned char)word;
                if (two) first[1] = (unsigned char)(word >> 8);
            }
        }
    }
}

/* Converts the elements of a block.  Dense blocks and long rows are read and written where they are, others from and to
 * dense memory. */
CUCORE__PRIVATE void cucore__cast_part_run(const cucore__cast_walk *walk, const cucore__cast_part *part)
{
    const cucore__host_axis *axes = part->axes;
    const int64_t from_steps[] = {axes[0].src, axes[1].src, axes[2].src};
    const int64_t to_steps[] = {axes[0].dst, axes[1].dst, axes[2].dst};
    const int is_long = axes[0].extent >= CUCORE__CAST_LONG || !walk->packs; /* 0: no room to pack in */
    const int bits_in = walk->bits[1], bits_out = walk->bits[0];
    int reads = !bits_in && cucore__cast_is_dense(axes, from_steps, walk->from), reads_rows;
    int writes = !bits_out && cucore__cast_is_dense(axes, to_steps, walk->to), writes_rows;
    cucore__cast_part in = *part, out = *part;
    int64_t j, k;
    reads_rows = !reads && !bits_in && is_long && axes[0].src == walk->from;
    writes_rows = !writes && !bits_out && is_long && axes[0].dst == walk->to;
    if (!reads && !reads_rows) {
        CUCORE__CAST_PACK(in.axes, dst, walk->from);
        in.dst = walk->packed[0];
        if (bits_in) {
            cucore__cast_move_bits(walk, part, 1);
        } else {
            cucore__cast_move_part(&in, walk->from);
        }
        CUCORE__CAST_PACK(in.axes, src, walk->from);
        in.src = walk->packed[0];
    }
    if (!writes && !writes_rows) {
        CUCORE__CAST_PACK(out.axes, dst, walk->to);
        out.dst = walk->packed[1];
    }
    if (!reads_rows && !writes_rows) {
        cucore__cast_dense(walk->path, out.dst, in.src, axes[0].extent * axes[1].extent * axes[2].extent);
    } else {
        for (k = 0; k < axes[2].extent; k++) {
            for (j = 0; j < axes[1].extent; j++) {
                cucore__cast_dense(walk->path, out.dst + j * out.axes[1].dst + k * out.axes[2].dst,
                                   in.src + j * in.axes[1].src + k * in.axes[2].src, axes[0].extent);
            }
        }
    }
    if (writes || writes_rows) return;
    if (bits_out) {
        cucore__cast_move_bits(walk, part, 0);
        return;
    }
    in = *part;
    CUCORE__CAST_PACK(in.axes, src, walk->to);
    in.src = walk->packed[1];
    cucore__cast_move_part(&in, walk->to);
}
#undef CUCORE__CAST_PACK

/* Chooses the axes of blocks, and how many elements a block has along them.  The axes of `walk` are sorted by dst. */
CUCORE__PRIVATE void cucore__cast_walk_make(cucore__cast_walk *walk)
{
    const int64_t wider = walk->to > walk->from ? walk->to : walk->from, room = walk->room / wider;
    cucore__host_axis *axes = walk->axes;
    int64_t *most = walk->most;
    int i, beside = 1, turns = 0;
    walk->packs = 0;
    while (walk->ndim < CUCORE__CAST_AXES) {
        const cucore__host_axis none = {1, 0, 0};
        axes[walk->ndim++] = none;
    }
    for (i = 1; i < walk->ndim; i++) { /* a step of 0 counts as the longest one */
        if (axes[i].extent < 2 || cucore__magnitude(axes[i].src) - 1 >= cucore__magnitude(axes[0].src) - 1) continue;
        if (turns && cucore__magnitude(axes[i].src) >= cucore__magnitude(axes[beside].src)) continue;
        beside = i;
        turns = 1;
    }
    if (beside > 1) {
        const cucore__host_axis faster = axes[beside];
        for (i = beside; i > 1; i--) axes[i] = axes[i - 1];
        axes[1] = faster;
    }
    for (i = 0; i < CUCORE__CAST_AXES; i++) most[i] = axes[i].extent;
    if (axes[0].dst == walk->to && axes[0].src == walk->from && most[0] >= CUCORE__CAST_LONG && !walk->bits[0] &&
        !walk->bits[1]) {
        return;
    }
    most[1] = turns ? cucore__copy_smaller(most[1], CUCORE__CAST_TURNED / walk->from) : 1;
    most[0] = cucore__copy_smaller(most[0], room / most[1]);
    most[1] = cucore__copy_smaller(axes[1].extent, room / most[0]);
    most[2] = cucore__copy_smaller(axes[2].extent, room / (most[0] * most[1]));
    walk->packs = most[0] * most[1] * most[2] * wider;
}

/* Converts block by block. */
CUCORE__PRIVATE void cucore__cast_walk_blocks(const cucore__cast_walk *walk, char *dst, const char *src)
{
    int64_t index[CUCORE_MAX_NDIM + CUCORE__CAST_AXES];
    cucore__cast_part part;
    int i;
    cucore__entries_zero(index, walk->ndim);
    part.at[0] = walk->first[0];
    part.at[1] = walk->first[1];
    do {
        part.dst = dst + (walk->bits[0] ? 0 : part.at[0]);
        part.src = src + (walk->bits[1] ? 0 : part.at[1]);
        for (i = 0; i < CUCORE__CAST_AXES; i++) {
            part.axes[i] = walk->axes[i];
            part.axes[i].extent = cucore__copy_smaller(walk->most[i], walk->axes[i].extent - index[i]);
        }
        cucore__cast_part_run(walk, &part);
        for (i = 0; i < walk->ndim; i++) { /* to the next block along axis i, or back to its first one */
            const cucore__host_axis *axis = &walk->axes[i];
            int64_t moves = i < CUCORE__CAST_AXES ? walk->most[i] : 1;
            const int goes_on = index[i] + moves < axis->extent;
            if (!goes_on) moves = -index[i];
            index[i] += moves;
            part.at[0] += moves * axis->dst;
            part.at[1] += moves * axis->src;
            if (goes_on) break;
        }
    } while (i < walk->ndim);
}

/* A conversion that threads share along an axis. */
typedef struct cucore__cast_work {
    cucore__work work;
    const cucore__cast_walk *walk;
    int axis;
    int64_t rooms; /* bytes of each thread's room */
    char *room, *dst;
    const char *src;
} cucore__cast_work;

/* Converts a part, block by block, in the room of thread `number`. */
CUCORE__PRIVATE void cucore__cast_work_run(const cucore__work *of, int number, int64_t begin, int64_t end)
{
    const cucore__cast_work *work = (const cucore__cast_work *)(const void *)of;
    cucore__cast_walk walk;
    cucore__host_axis *axis = &walk.axes[work->axis];
    memcpy(&walk, work->walk, sizeof walk);
    walk.first[0] += begin * axis->dst;
    walk.first[1] += begin * axis->src;
    axis->extent = end - begin;
    walk.packed[0] = work->room + number * work->rooms;
    walk.packed[1] = walk.packed[0] + work->rooms / 2;
    cucore__cast_walk_blocks(&walk, work->dst, work->src);
}

/* Finds room for packed blocks, and converts by so many threads as pay: one if they would write bits of one byte. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_walk_run(cucore__cast_walk *walk, char *dst, const char *src,
                                                                  int threads)
{
    uint64_t few[(CUCORE__CAST_LINE + 2 * CUCORE__CAST_FEW) / 8];
    char *more = NULL, *room = (char *)few;
    cucore__cast_work work;
    int64_t bytes = walk->to > walk->from ? walk->to : walk->from;
    int i, axis = walk->ndim - 1;
    for (i = 0; i < walk->ndim; i++) bytes *= walk->axes[i].extent;
    if (bytes < CUCORE__HOST_THREADS_FROM || walk->bits[0]) threads = 1;
    if (!threads) threads = cucore__processors();
    if (threads > CUCORE__THREADS_MOST) threads = CUCORE__THREADS_MOST;
    for (i = axis - 1; i >= 0 && walk->axes[axis].extent < CUCORE__CAST_SHARED; i--) {
        if (walk->axes[i].extent > walk->axes[axis].extent) axis = i;
    }
    work.rooms = walk->packs > CUCORE__CAST_FEW ? 2 * CUCORE__CAST_BYTES : 2 * CUCORE__CAST_FEW;
    if (walk->packs > CUCORE__CAST_FEW || (walk->packs && threads > 1)) {
        room = more = (char *)malloc((size_t)(CUCORE__CAST_LINE + threads * work.rooms));
        if (!more)
            return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory to convert elements in blocks of %d bytes",
                               CUCORE__CAST_BYTES);
    }
    work.work.run = cucore__cast_work_run;
    work.work.extent = walk->axes[axis].extent;
    work.walk = walk;
    work.axis = axis;
    work.room = room + (CUCORE__CAST_LINE - (uintptr_t)room % CUCORE__CAST_LINE) % CUCORE__CAST_LINE;
    work.dst = dst;
    work.src = src;
    if (threads == 1) {
        walk->packed[0] = work.room;
        walk->packed[1] = work.room + work.rooms / 2;
        cucore__cast_walk_blocks(walk, dst, src);
    } else {
        cucore__work_share(threads, &work.work);
    }
    free(more);
    return CUCORE_OK;
}

/* Copies elements whose bits stay: they are integers of one size, or parts of complex numbers.  With `repeated`, the
 * number of an axis that src repeats, its first index is copied from dst to the others; else -1. */
CUCORE__PRIVATE void cucore__cast_bits(const cucore__cast_walk *walk, int repeated, char *dst, const char *src,
                                       int threads)
{
    cucore__copy_axes axes;
    int i;
    axes.ndim = 0;
    axes.itemsize = walk->to;
    for (i = walk->ndim - 1; i >= 0; i--) {
        const cucore__host_axis *axis = &walk->axes[i];
        axes.shape[axes.ndim] = axis->extent - (i == repeated);
        axes.dst[axes.ndim] = axis->dst / walk->to;
        axes.src[axes.ndim++] = (repeated < 0 ? axis->src : i == repeated ? 0 : axis->dst) / walk->to;
    }
    cucore__copy_axes_merge(&axes);
    cucore__host_copy_by(threads, &axes, repeated < 0 ? dst : dst + walk->axes[repeated].dst, repeated < 0 ? src : dst);
}

/* Converts elements that src repeats once, then copies them in dst to the other places, axis by axis. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_once(const cucore__cast_walk *all, char *dst, const char *src,
                                                              int threads)
{
    cucore__cast_walk done, walk;
    cucore_status status;
    int i;
    memcpy(&done, all, sizeof done);
    for (i = 0; i < done.ndim; i++) {
        if (done.axes[i].src == 0) done.axes[i].extent = 1;
    }
    memcpy(&walk, &done, sizeof walk);
    cucore__cast_walk_make(&walk);
    status = cucore__cast_walk_run(&walk, dst, src, threads);
    for (i = 0; i < done.ndim && !status; i++) {
        if (done.axes[i].extent == all->axes[i].extent) continue;
        done.axes[i].extent = all->axes[i].extent;
        cucore__cast_bits(&done, i, dst, src, threads);
    }
    return status;
}

/* Returns the dtype of the parts of complex numbers, else the dtype itself. */
CUCORE__PRIVATE cucore__cast_number cucore__cast_part_of(cucore__cast_number number)
{
    switch (number) {
    case CUCORE__CAST_complex32: return CUCORE__CAST_float16;
    case CUCORE__CAST_bcomplex32: return CUCORE__CAST_bfloat16;
    case CUCORE__CAST_complex64: return CUCORE__CAST_float32;
    case CUCORE__CAST_complex128: return CUCORE__CAST_float64;
    default: return number;
    }
}

/* Begins a walk between elements of steps[0] bytes of dst and steps[1] of src.  Complex numbers are an axis of their
 * parts. */
CUCORE__PRIVATE void cucore__cast_walk_begin(const cucore__cast_end *ends, const int64_t *steps,
                                             cucore__cast_path *path, cucore__cast_walk *walk)
{
    cucore__cast_end to = ends[0], from = ends[1];
    walk->ndim = 0;
    if (to.number != CUCORE__CAST_truth) from.number = cucore__cast_part_of(from.number);
    if (from.number != ends[1].number && to.number != cucore__cast_part_of(to.number)) { /* complex to complex */
        cucore__host_axis *parts = &walk->axes[walk->ndim++];
        to.number = cucore__cast_part_of(to.number);
        parts->extent = 2;
        parts->dst = steps[0] / 2;
        parts->src = steps[1] / 2;
    }
    cucore__cast_path_find(&from, &to, path);
    walk->path = path;
    walk->from = path->from;
    walk->to = path->count ? path->steps[path->count - 1].size : walk->from;
}

/* Adds an axis, the next one in the order of dst. */
CUCORE__PRIVATE void cucore__cast_walk_add(cucore__cast_walk *walk, const cucore__host_axis *axis)
{
    cucore__host_axis *first = walk->axes;
    const uint64_t extent = walk->ndim ? (uint64_t)first->extent : 0; /* products of views made by hand may wrap */
    if (walk->ndim == 1 && (uint64_t)first->dst * extent == (uint64_t)axis->dst &&
        (uint64_t)first->src * extent == (uint64_t)axis->src) {
        first->extent *= axis->extent;
    } else {
        walk->axes[walk->ndim++] = *axis;
    }
}

/* Converts what the axes of the walk reach. */
CUCORE__PRIVATE cucore_status cucore__cast_walk_end(cucore__cast_walk *walk, char *dst, const char *src, int threads)
{
    int64_t count = 1;
    int i, repeats = 0;
    if (walk->path->count == 0) {
        cucore__cast_bits(walk, -1, dst, src, threads);
        return CUCORE_OK;
    }
    for (i = 0; i < walk->ndim && !walk->bits[0]; i++) {
        repeats |= walk->axes[i].src == 0 && walk->axes[i].extent > 1;
        if (count < CUCORE__CAST_ONCE) count *= walk->axes[i].extent;
    }
    if (repeats && count >= CUCORE__CAST_ONCE) return cucore__cast_once(walk, dst, src, threads);
    cucore__cast_walk_make(walk);
    return cucore__cast_walk_run(walk, dst, src, threads);
}

/* Converts elements.  The two sides have one shape, which is not empty, and share no memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_on_host(const cucore__cast_end *ends,
                                                                 const cucore__copy_side *dst,
                                                                 const cucore__copy_side *src, int threads)
{
    const int64_t steps[2] = {cucore__kernel_unit(dst->layout, ends[0].code),
                              cucore__kernel_unit(src->layout, ends[1].code)};
    cucore_layout simple[2];
    cucore__cast_walk walk;
    cucore__cast_path path;
    int64_t offsets[2];
    char *ptr[2];
    int i;
    cucore_status status = cucore__copy_simplify(dst->layout, src->layout, simple, offsets);
    if (status) return status;
    cucore__cast_walk_begin(ends, steps, &path, &walk);
    walk.room = CUCORE__CAST_BYTES;
    for (i = simple[0].ndim - 1; i >= 0; i--) {
        cucore__host_axis axis;
        axis.extent = simple[0].shape[i];
        axis.dst = simple[0].strides[i] * steps[0];
        axis.src = simple[1].strides[i] * steps[1];
        cucore__cast_walk_add(&walk, &axis);
    }
    for (i = 0; i < 2; i++) {
        const cucore__copy_side *side = i ? src : dst;
        offsets[i] *= steps[i];
        walk.bits[i] = ends[i].code & CUCORE__NUMBER_PACKED ? (int)side->layout->itembits : 0;
        ptr[i] = side->ptr + (walk.bits[i] ? 0 : offsets[i]);
        walk.first[i] = walk.bits[i] ? offsets[i] : 0;
    }
    return cucore__cast_walk_end(&walk, ptr[0], ptr[1], threads);
}

/* A conversion of rows, for loops on the CPU: the dtypes of dst and src, and what becomes of them. */
typedef struct cucore__cast_rows {
    cucore__cast_end ends[2];
    int64_t steps[2]; /* bytes of an element */
} cucore__cast_rows;

/* Returns 0 if elements are not converted to this dtype, and in native order, or from there.
 *   writes  in  1: from there */
CUCORE__PRIVATE int cucore__cast_rows_make(const cucore_view *view, cucore_dtype dtype, int writes,
                                           cucore__cast_rows *out)
{
    cucore_view other; /* what is read of one; zeroing all of it would take longer than all else */
    other.dtype = dtype;
    other.byte_swapped = 0;
    other.layout.itembits = 8 * (int64_t)dtype.itemsize;
    out->steps[!writes] = view->dtype.itemsize;
    out->steps[writes] = dtype.itemsize;
    return cucore__cast_end_make(view, &out->ends[!writes]) && cucore__cast_end_make(&other, &out->ends[writes]);
}

/* Converts `axes[1].extent` rows of `axes[0].extent` elements. */
CUCORE__PRIVATE void cucore__cast_rows_run(const cucore__cast_rows *rows, const cucore__host_axis *axes, char *dst,
                                           const char *src)
{
    cucore__cast_walk walk;
    cucore__cast_path path;
    cucore__cast_walk_begin(rows->ends, rows->steps, &path, &walk);
    walk.bits[0] = walk.bits[1] = 0;
    walk.first[0] = walk.first[1] = 0;
    walk.room = CUCORE__CAST_FEW; /* on the stack: it does not fail */
    cucore__cast_walk_add(&walk, &axes[0]);
    if (axes[1].extent > 1) cucore__cast_walk_add(&walk, &axes[1]);
    (void)cucore__cast_walk_end(&walk, dst, src, 1);
}
#undef CUCORE__CAST_BYTES
#undef CUCORE__CAST_LINE
#undef CUCORE__CAST_LONG
#undef CUCORE__CAST_FEW
#undef CUCORE__CAST_ONCE
#undef CUCORE__CAST_SHARED
#undef CUCORE__CAST_SHORT
#undef CUCORE__CAST_TURNED
