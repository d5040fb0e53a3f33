/* copy/calls/blocks_shape.c: the runs of a block, the block numbers, and all that is refused. */
/* Two layouts of blocks: what a block of dst and one of src look like, as runs of bytes. */
typedef struct cucore__blocks_shape {
    cucore_layout block[2]; /* of dst, of src: all axes but the one that counts blocks */
    int64_t step[2];        /* bytes from one block to the next */
    int64_t extent[2];      /* blocks */
    int64_t nbytes;         /* of the elements of a block */
    int64_t offset[2];      /* bytes from element [0, 0, ...] to the first run */
    int64_t run, runs;      /* bytes of a run, runs of a block */
    int axes;               /* that the runs have, fastest first */
    cucore__kernel_axis axis[CUCORE__BLOCKS_DIGITS];
} cucore__blocks_shape;

/* A call under way. */
typedef struct cucore__blocks_job {
    const cucore_blocks *blocks;
    const cucore_copy_options *options;
    const cucore_view *views[2]; /* dsts, srcs */
    cucore__copy_side side[2];   /* dst, src: of the first layer */
    const cucore_view *list[2];  /* numbers; NULL: counted */
    uint32_t *known[2];          /* what the host has read of them; NULL: counted, or read by the kernel */
    int64_t count;               /* blocks of each layer */
    int64_t extent[2];           /* the least number of blocks of all layers */
    int has_place;
    cucore__blocks_launch launch;
    uint64_t report; /* address; 0: none */
} cucore__blocks_job;

static const char *const cucore__blocks_names[2] = {"dst", "src"};

/* -- shapes -------------------------------------------------------------------------------------------------------- */
/* axis: from the last axis if it is negative */
CUCORE__PRIVATE void cucore__blocks_take_axis(const cucore_layout *layout, int axis, cucore__blocks_shape *shape,
                                              int which)
{
    cucore_layout *block = &shape->block[which];
    int i;
    if (axis < 0) axis += layout->ndim;
    cucore__layout_start(block, layout->ndim, layout->shape, layout->itemsize);
    cucore__entries_copy(block->strides, layout->strides, layout->ndim);
    shape->extent[which] = layout->shape[axis];
    shape->step[which] = layout->strides[axis] * layout->itemsize;
    block->ndim--;
    for (i = axis; i < block->ndim; i++) {
        block->shape[i] = block->shape[i + 1];
        block->strides[i] = block->strides[i + 1];
    }
}

/* The runs of the blocks of both sides, from shape->block. */
CUCORE__PRIVATE cucore_status cucore__blocks_find_runs(cucore__blocks_shape *shape)
{
    cucore__kernel_work work;
    int64_t pieces;
    int i;
    cucore_status status;
    shape->nbytes = cucore_layout_nbytes(&shape->block[0]);
    if (shape->nbytes < 0) return cucore_last_error()->status;
    shape->runs = 1;
    shape->axes = 0;
    if (!shape->nbytes) return CUCORE_OK;
    status = cucore__kernel_join(&shape->block[0], 0, &shape->block[1], 0, &work);
    shape->run = work.run;
    if (status) return status;
    shape->offset[0] = (int64_t)work.d;
    shape->offset[1] = (int64_t)work.s;
    if (work.count > CUCORE__BLOCKS_DIGITS) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the elements of a block have %d axes that cannot be joined, of which there may be %d",
                           work.count, CUCORE__BLOCKS_DIGITS);
    }
    shape->axes = work.count;
    for (i = 0; i < work.count; i++) {
        shape->axis[i] = work.axes[i];
        shape->runs *= work.axes[i].n;
    }
    pieces = cucore__kernel_pieces(shape->run, CUCORE__BLOCKS_PIECE);
    if (shape->runs > CUCORE__BLOCKS_ITEMS / pieces) {
        return cucore_fail(CUCORE_UNSUPPORTED, "a block has %lld runs of %lld bytes, more than a launch has",
                           (long long)shape->runs, (long long)shape->run);
    }
    return CUCORE_OK;
}

/* axes: of dst and src, which have them */
CUCORE__PRIVATE cucore_status cucore__blocks_shape_make(const cucore_layout *dst, const cucore_layout *src,
                                                        const int *axes, cucore__blocks_shape *shape)
{
    cucore__copy_tuple a, b;
    cucore__blocks_take_axis(dst, axes[0], shape, 0);
    cucore__blocks_take_axis(src, axes[1], shape, 1);
    if (dst->ndim == src->ndim && cucore__copy_shapes_are_equal(&shape->block[0], &shape->block[1])) {
        return cucore__blocks_find_runs(shape);
    }
    a = cucore__copy_tuple_make(shape->block[1].shape, shape->block[1].ndim);
    b = cucore__copy_tuple_make(shape->block[0].shape, shape->block[0].ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "a block of src has shape %s, a block of dst %s", a.text, b.text);
}

/* The blocks of a layer. */
CUCORE__PRIVATE cucore_status cucore__blocks_shape_of(const cucore__blocks_job *job, size_t k,
                                                      cucore__blocks_shape *shape)
{
    const int axes[2] = {job->blocks->dst_axis, job->blocks->src_axis};
    return cucore__blocks_shape_make(&job->views[0][k].layout, &job->views[1][k].layout, axes, shape);
}

CUCORE__PRIVATE int cucore__blocks_layouts_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i = 0;
    if (a->ndim != b->ndim || a->itemsize != b->itemsize) return 0;
    while (i < a->ndim && a->shape[i] == b->shape[i] && a->strides[i] == b->strides[i]) i++;
    return i == a->ndim;
}

/* Returns 1 if a layer has the layouts of the one before. */
CUCORE__PRIVATE int cucore__blocks_is_like_last(const cucore__blocks_job *job, size_t k)
{
    const cucore_view *const *views = job->views;
    return k && cucore__blocks_layouts_equal(&views[0][k].layout, &views[0][k - 1].layout) &&
           cucore__blocks_layouts_equal(&views[1][k].layout, &views[1][k - 1].layout);
}

/* -- what is refused ----------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE cucore_status cucore__blocks_check_axis(const cucore_view *view, int axis, const char *name)
{
    const int ndim = view->layout.ndim;
    if (axis >= -ndim && axis < ndim) return CUCORE_OK;
    return cucore__invalid("%s_axis is %d, %s has %d ax%s", name, axis, name, ndim, ndim == 1 ? "is" : "es");
}

/* A pair of views that is copied by its elements: all but shapes. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_pair(const cucore_view *dst, const cucore_view *src)
{
    const cucore_view *const views[2] = {dst, src};
    cucore_status status = cucore__view_check_sound("dst", dst);
    if (!status) status = cucore__view_check_sound("src", src);
    if (!status) status = cucore__copy_check_kinds(views);
    if (!status) status = cucore__copy_check_views(dst, src);
    return status;
}

/* Both of a layer, and that it is where the first one is. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_layer(const cucore__blocks_job *job, size_t k)
{
    const cucore_view *dst = &job->views[0][k], *src = &job->views[1][k];
    int i;
    cucore_status status = cucore__blocks_check_pair(dst, src);
    if (!status && dst->layout.itembits != 8 * dst->layout.itemsize) {
        status = cucore_fail(CUCORE_UNSUPPORTED, "packed elements of %lld bits: show them as bytes with cucore_view_as",
                             (long long)dst->layout.itembits);
    }
    if (!status) status = cucore__copy_check_unique(&dst->layout);
    if (!status) status = cucore__blocks_check_axis(dst, job->blocks->dst_axis, "dst");
    if (!status) status = cucore__blocks_check_axis(src, job->blocks->src_axis, "src");
    for (i = 0; i < 2 && !status; i++) {
        const cucore_view *first = job->views[i], *view = first + k;
        if (view->device_type == first->device_type && view->device_id == first->device_id) continue;
        status = cucore_fail(CUCORE_WRONG_DEVICE, "%s is in other memory than %ss[0]", cucore__blocks_names[i],
                             cucore__blocks_names[i]);
    }
    return status;
}

/* The message of the last error, with where it was. */
CUCORE__PRIVATE cucore_status cucore__blocks_fail_at(cucore_status status, const char *function, size_t k)
{
    cucore_error error = *cucore_last_error();
    (void)cucore_fail(status, "%s, number %llu: %s", function, (unsigned long long)k, error.message);
    cucore__error.result = error.result;
    cucore__error.call = error.call;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__blocks_check_list(const cucore_view *list, const char *name)
{
    char text[64];
    cucore_status status = cucore__view_check_sound(name, list);
    if (status) return status;
    if ((list->dtype.code != CUCORE_CODE_INT && list->dtype.code != CUCORE_CODE_UINT) || list->dtype.lanes != 1 ||
        list->dtype.bits % 8 || list->layout.itemsize > 8 || list->layout.itembits != 8 * list->layout.itemsize ||
        (list->layout.itemsize & (list->layout.itemsize - 1))) {
        cucore_dtype_to_name(list->dtype, text, sizeof text);
        return cucore_fail(CUCORE_WRONG_DTYPE, "%s are %s, expected int8 to int64 or uint8 to uint64", name, text);
    }
    if (list->layout.ndim != 1 || !cucore_view_is_aligned(list)) {
        return cucore_fail(CUCORE_WRONG_LAYOUT, "%s are %s", name,
                           list->layout.ndim == 1 ? "not aligned" : "not one-dimensional");
    }
    return CUCORE_OK;
}

/* Counts the blocks. */
CUCORE__PRIVATE cucore_status cucore__blocks_count(cucore__blocks_job *job)
{
    const cucore_view *const *list = job->list;
    const int64_t dst = list[0] ? list[0]->layout.shape[0] : 0, src = list[1] ? list[1]->layout.shape[0] : 0;
    int i;
    if (list[0] && list[1] && dst != src) {
        return cucore_fail(CUCORE_WRONG_SHAPE, "there are %lld dst_numbers and %lld src_numbers", (long long)dst,
                           (long long)src);
    }
    if (!list[0] && !list[1] && job->extent[0] != job->extent[1]) {
        return cucore_fail(CUCORE_WRONG_SHAPE, "dst has %lld blocks and src has %lld, and no numbers are given",
                           (long long)job->extent[0], (long long)job->extent[1]);
    }
    job->count = list[0] ? dst : list[1] ? src : job->extent[0];
    for (i = 0; i < 2; i++) {
        if (list[i] || job->count <= job->extent[i]) continue;
        return cucore_fail(CUCORE_WRONG_SHAPE, "%s has %lld blocks, but there are %lld numbers for the other side",
                           cucore__blocks_names[i], (long long)job->extent[i], (long long)job->count);
    }
    if (job->count > UINT32_MAX) {
        return cucore_fail(CUCORE_UNSUPPORTED, "%lld blocks, of which there may be 4294967295", (long long)job->count);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__blocks_check_arguments(const cucore_blocks *blocks,
                                                             const cucore_copy_options *options)
{
    cucore_status status = cucore__copy_check_options(options, 0);
    if (status) return status;
    if (!blocks) return cucore__fail_null("cucore_views_copy_blocks", "blocks");
    if (blocks->count && (!blocks->dsts || !blocks->srcs)) {
        return cucore__fail_null("cucore_views_copy_blocks", blocks->dsts ? "blocks->srcs" : "blocks->dsts");
    }
    if (blocks->flags & ~CUCORE_BLOCKS_CHECKED) {
        return cucore__invalid("blocks->flags is 0x%llx: there is only CUCORE_BLOCKS_CHECKED (0x1)",
                               (unsigned long long)blocks->flags);
    }
    if (blocks->reserved[0] || blocks->reserved[1]) return cucore__invalid("blocks->reserved is not all zero");
    if ((uintptr_t)blocks->report % 16) return cucore__invalid("blocks->report is not aligned to 16 bytes");
    return CUCORE_OK;
}

/* Everything about views and lists of numbers but the memory that they are in. */
CUCORE__PRIVATE cucore_status cucore__blocks_check(cucore__blocks_job *job)
{
    const cucore_blocks *blocks = job->blocks;
    cucore__blocks_shape shape;
    int i;
    size_t k;
    cucore_status status = CUCORE_OK;
    job->extent[0] = job->extent[1] = INT64_MAX;
    for (k = 0; k < blocks->count && !status; k++) {
        status = cucore__blocks_check_layer(job, k);
        if (!status && !cucore__blocks_is_like_last(job, k)) {
            status = cucore__blocks_shape_of(job, k, &shape);
            for (i = 0; i < 2 && !status; i++) job->extent[i] = cucore__copy_smaller(job->extent[i], shape.extent[i]);
        }
        if (status) return cucore__blocks_fail_at(status, "cucore_views_copy_blocks: dsts and srcs", k);
    }
    job->list[0] = blocks->dst_numbers;
    job->list[1] = blocks->src_numbers;
    if (job->list[0]) status = cucore__blocks_check_list(job->list[0], "dst_numbers");
    if (!status && job->list[1]) status = cucore__blocks_check_list(job->list[1], "src_numbers");
    return status ? status : cucore__blocks_count(job);
}

/* -- numbers ------------------------------------------------------------------------------------------------------- */
/* Returns the number as it is; larger than any extent if it is negative. */
CUCORE__PRIVATE uint64_t cucore__blocks_read(const char *at, int64_t bytes, int is_signed)
{
    const uint64_t above = 64 - 8 * (uint64_t)bytes;
    uint64_t bits = 0;
    memcpy((char *)&bits + (CUCORE__NATIVE_ORDER == '<' ? 0 : 8 - bytes), at, (size_t)bytes);
    return is_signed ? (uint64_t)((int64_t)(bits << above) >> above) : bits;
}

CUCORE__PRIVATE cucore_status cucore__blocks_fail_number(const cucore__blocks_job *job, int which, uint64_t index,
                                                         int64_t number)
{
    const int is_signed = job->list[which]->dtype.code == CUCORE_CODE_INT;
    return cucore__invalid(is_signed ? "%s_numbers[%llu] is %lld, but axis %d of %s has %lld blocks"
                                     : "%s_numbers[%llu] is %llu, but axis %d of %s has %lld blocks",
                           cucore__blocks_names[which], (unsigned long long)index, (long long)number,
                           (int)(which ? job->blocks->src_axis : job->blocks->dst_axis), cucore__blocks_names[which],
                           (long long)job->extent[which]);
}

/* Reads the numbers of one side, and checks that all are in range. */
CUCORE__PRIVATE cucore_status cucore__blocks_know(cucore__blocks_job *job, int which, const char *numbers, int64_t step)
{
    const int64_t bytes = job->list[which]->layout.itemsize;
    const int is_signed = job->list[which]->dtype.code == CUCORE_CODE_INT;
    const uint64_t extent = (uint64_t)job->extent[which];
    uint32_t *known;
    int64_t i = 0;
    uint64_t bad = 0;
    if (job->extent[which] > UINT32_MAX) {
        return cucore_fail(CUCORE_UNSUPPORTED, "%s has %lld blocks, of which numbers in host memory reach 4294967295",
                           cucore__blocks_names[which], (long long)job->extent[which]);
    }
    known = (uint32_t *)malloc(sizeof *known * (size_t)job->count);
    job->known[which] = known;
    if (!known) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lld block numbers", (long long)job->count);
    /* The two usual dtypes in loops that a compiler can unroll. */
    if (bytes == 8 && step == 8) {
        for (i = 0; i < job->count; i++) {
            uint64_t number;
            memcpy(&number, numbers + 8 * i, sizeof number);
            bad |= (uint64_t)(number >= extent);
            known[i] = (uint32_t)number;
        }
    } else if (bytes == 4 && step == 4 && extent <= INT32_MAX) { /* negative ones are large */
        for (i = 0; i < job->count; i++) {
            memcpy(&known[i], numbers + 4 * i, sizeof known[i]);
            bad |= (uint64_t)(known[i] >= extent);
        }
    }
    if (i == job->count && !bad) return CUCORE_OK;
    for (i = 0; i < job->count; i++) {
        const uint64_t number = cucore__blocks_read(numbers + i * step, bytes, is_signed);
        if (number >= extent) return cucore__blocks_fail_number(job, which, (uint64_t)i, (int64_t)number);
        known[i] = (uint32_t)number;
    }
    return CUCORE_OK;
}

/* Numbers that only the device knows, for a way that needs them on the host: waits for the stream. */
CUCORE__PRIVATE cucore_status cucore__blocks_fetch(cucore__blocks_job *job, int which)
{
    const cucore_view *list = job->list[which];
    const int64_t bytes = list->layout.itemsize;
    cucore_view copy;
    void *memory = calloc((size_t)job->count, (size_t)bytes);
    cucore_status status;
    if (!memory) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lld block numbers", (long long)job->count);
    memset(&copy, 0, sizeof copy);
    copy.ptr = memory;
    copy.dtype = list->dtype;
    cucore__view_fill_device(&copy, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    status = cucore_layout_make(1, list->layout.shape, NULL, bytes, &copy.layout);
    if (!status) status = cucore_view_copy(&copy, list, job->launch.place.stream, NULL);
    if (!status) status = cucore__blocks_know(job, which, (const char *)memory, bytes);
    free(memory);
    return status;
}

CUCORE__PRIVATE int cucore__blocks_is_plain_list(const cucore_view *list)
{
    return list && list->device_type == CUCORE_DEVICE_TYPE_CPU;
}

/* A list that the kernel reads has to be where the kernel runs. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_memory_of_list(const cucore__blocks_job *job, int which)
{
    const cucore_view *list = job->list[which];
    if (list->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST || list->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED ||
        (list->device_type == CUCORE_DEVICE_TYPE_CUDA && list->device_id == job->launch.device_id)) {
        return CUCORE_OK;
    }
    return cucore_fail(
        CUCORE_WRONG_DEVICE, "%s_numbers are in memory of type %d:%d: expected memory of the host or of device %d",
        cucore__blocks_names[which], (int)list->device_type, (int)list->device_id, job->launch.device_id);
}

/* -- the checked mode: what the host knows is written once, and not read and written ------------------------------- */
CUCORE__PRIVATE uint32_t cucore__blocks_number_at(const cucore__blocks_job *job, int which, int64_t i)
{
    return job->known[which] ? job->known[which][i] : (uint32_t)i;
}

CUCORE__PRIVATE cucore_status cucore__blocks_check_written(const cucore__blocks_job *job, unsigned char *written)
{
    int64_t i;
    for (i = 0; i < job->count; i++) {
        const uint32_t number = cucore__blocks_number_at(job, 0, i);
        if (written[number / 8] >> number % 8 & 1) {
            return cucore__invalid("dst_numbers[%lld] is %lu, as an earlier one: the block would be written twice",
                                   (long long)i, (unsigned long)number);
        }
        written[number / 8] = (unsigned char)(written[number / 8] | 1 << number % 8);
    }
    return CUCORE_OK;
}

/* A layer whose dst and src share memory: as blocks of one grid, of which none is both read and written. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_read(const cucore__blocks_job *job, size_t k,
                                                        const unsigned char *written)
{
    const cucore_view *dst = &job->views[0][k], *src = &job->views[1][k];
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore__blocks_shape shape;
    int64_t apart, i, number;
    cucore_status status = cucore_layout_overlap(&dst->layout, dst->ptr, &src->layout, src->ptr, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    status = cucore__blocks_shape_of(job, k, &shape);
    if (status) return status;
    apart = (int64_t)((uintptr_t)src->ptr - (uintptr_t)dst->ptr);
    if (shape.step[0] != shape.step[1] || !shape.step[0] || apart % shape.step[0] ||
        !cucore__blocks_layouts_equal(&shape.block[0], &shape.block[1])) {
        return cucore__invalid("dst and src share memory, but not as the same blocks, so that it cannot be checked");
    }
    for (i = 0; i < job->count; i++) {
        number = (int64_t)cucore__blocks_number_at(job, 1, i) + apart / shape.step[0];
        if (number < 0 || number >= shape.extent[0] || !(written[number / 8] >> number % 8 & 1)) continue;
        return cucore__invalid("block %lld of dst would be both read and written: it is src_numbers[%lld]",
                               (long long)number, (long long)i);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__blocks_check_overlaps(const cucore__blocks_job *job)
{
    const int dst_known = job->known[0] || !job->list[0], src_known = job->known[1] || !job->list[1];
    unsigned char *written;
    size_t k;
    cucore_status status;
    if (!dst_known) return CUCORE_OK;
    written = (unsigned char *)calloc((size_t)job->extent[0] / 8 + 1, 1);
    if (!written) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a bit of each block");
    status = cucore__blocks_check_written(job, written);
    for (k = 0; k < job->blocks->count && src_known && !status; k++)
        status = cucore__blocks_check_read(job, k, written);
    free(written);
    return status;
}
