/* --------------------------------------------------------------------------------------------- >>impl-copy-job -- */
/* copy/job/job.c: a job: what a copy asks of its two views and its stream, once; which views can be copied. */
/* One side of a copy. */
typedef struct cucore__copy_side {
    const cucore_layout *layout; /* of the view; or stretched to the shape of dst; or of bytes, if it is packed */
    int is_c;                    /* 1: C order without gaps */
    char *ptr;
    int kind;            /* CUCORE_DEVICE_TYPE_CPU, _CUDA, _CUDA_HOST */
    int device_id;       /* of memory of a device */
    int managed;         /* 1: any device can use it */
    int only_on;         /* the device that has to take part; CUCORE_DEVICE_NONE for memory of the host, and managed */
    uint64_t first, end; /* addresses that the elements reach; set by cucore__copy_job_make */
} cucore__copy_side;

/* A copy or a conversion: what is asked of its two views and its stream, once. */
typedef struct cucore__copy_job {
    const cucore_view *views[2]; /* dst, src */
    cucore__copy_side dst, src;
    int64_t size;                       /* the number of elements of dst; of its bytes, if they are packed */
    const cucore_copy_options *options; /* not NULL */
    cucore__copy_compile compile;
    int on_stream;       /* 1: there is a stream, so that the device copies between pinned memory */
    int asks_driver;     /* 1: the driver is asked whether plain memory is pinned */
    int may_block;       /* 1: the call may wait for the CPU's part */
    int device_id;       /* of the stream; CUCORE_DEVICE_NONE: not known */
    cucore__place place; /* of the stream, if there is one */
} cucore__copy_job;

static const cucore_copy_options cucore__copy_usual = {NULL, CUCORE_BLOCKING_DEFAULT, 0, 0, 0, {NULL, NULL}};

/* may_convert: 0 for copies of blocks and of many views */
CUCORE__PRIVATE cucore_status cucore__copy_check_options(const cucore_copy_options *options, int may_convert)
{
    const uint64_t both = CUCORE_COPY_COMPILE | CUCORE_COPY_NO_COMPILE;
    size_t i;
    if (!options) return CUCORE_OK;
    if ((unsigned)options->blocking > (unsigned)CUCORE_BLOCKING_NO) {
        return cucore__invalid("%d is none of CUCORE_BLOCKING_DEFAULT, _YES and _NO", (int)options->blocking);
    }
    if (options->flags & ~(CUCORE_COPY_CAST | both | CUCORE_COPY_THREADS(127))) {
        return cucore__invalid(
            "options->flags is 0x%llx: there are only CUCORE_COPY_CAST (0x1), CUCORE_COPY_COMPILE (0x2), "
            "CUCORE_COPY_NO_COMPILE (0x4) and CUCORE_COPY_THREADS of 0 to 127 (0x100 each)",
            (unsigned long long)options->flags);
    }
    if ((options->flags & both) == both) {
        return cucore__invalid("options->flags is 0x%llx: CUCORE_COPY_COMPILE (0x2) and CUCORE_COPY_NO_COMPILE (0x4) "
                               "exclude each other",
                               (unsigned long long)options->flags);
    }
    if (!may_convert && options->flags & CUCORE_COPY_CAST) {
        return cucore_fail(CUCORE_UNSUPPORTED, "CUCORE_COPY_CAST: only cucore_view_copy converts");
    }
    if (options->dst_flags || options->src_flags) {
        return cucore__invalid("options->%s is 0x%llx: views are not taken in, that is for cucore_py_copy",
                               options->dst_flags ? "dst_flags" : "src_flags",
                               (unsigned long long)(options->dst_flags ? options->dst_flags : options->src_flags));
    }
    for (i = 0; i < sizeof options->reserved / sizeof options->reserved[0]; i++) {
        if (options->reserved[i]) return cucore__invalid("options->reserved of a copy is not all zero");
    }
    return CUCORE_OK;
}

/* Returns the largest number of threads on the host; 0: as many as there are processors. */
CUCORE__PRIVATE inline int cucore__copy_threads(const cucore_copy_options *options)
{
    return (int)(options->flags >> 8);
}

CUCORE__PRIVATE inline int cucore__copy_stream_is_real(CUstream stream)
{
    return stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC;
}

/* -- sides --------------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE inline int cucore__copy_is_host(const cucore__copy_side *side)
{
    return side->kind != CUCORE_DEVICE_TYPE_CUDA;
}

/* Sets where the memory is. */
CUCORE__PRIVATE void cucore__copy_side_locate(cucore__copy_side *side, int device_type, int device_id)
{
    side->managed = device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    side->kind = side->managed ? CUCORE_DEVICE_TYPE_CUDA : device_type;
    side->device_id = side->kind == CUCORE_DEVICE_TYPE_CUDA ? device_id : CUCORE_DEVICE_NONE;
    side->only_on = side->managed ? CUCORE_DEVICE_NONE : side->device_id;
}

/* Sets the layout, which is sound: the number of its elements fits 64 bits. */
CUCORE__PRIVATE void cucore__copy_side_lay(cucore__copy_side *side, const cucore_layout *layout)
{
    uint64_t next = 1;
    int i = layout->ndim - 1;
    for (; i >= 0 && (layout->shape[i] == 1 || (uint64_t)layout->strides[i] == next); i--)
        next *= (uint64_t)layout->shape[i];
    side->layout = layout;
    side->is_c = i < 0;
}

CUCORE__PRIVATE void cucore__copy_side_make(const cucore_view *view, cucore__copy_side *side)
{
    side->ptr = (char *)view->ptr;
    cucore__copy_side_lay(side, &view->layout);
    cucore__copy_side_locate(side, view->device_type, view->device_id);
}

CUCORE__PRIVATE cucore_status cucore__copy_check_kinds(const cucore_view *const *views)
{
    int i;
    for (i = 0; i < 2; i++) {
        const int type = views[i]->device_type;
        if (type == CUCORE_DEVICE_TYPE_CPU || type == CUCORE_DEVICE_TYPE_CUDA || type == CUCORE_DEVICE_TYPE_CUDA_HOST ||
            type == CUCORE_DEVICE_TYPE_CUDA_MANAGED) {
            continue;
        }
        return cucore_fail(CUCORE_WRONG_DEVICE, "%s is in memory of kind %d, which is neither the host's nor CUDA's",
                           i ? "src" : "dst", type);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore__copy_compile cucore__copy_compile_of(uint64_t flags, cucore__copy_compile otherwise)
{
    return flags & CUCORE_COPY_COMPILE      ? CUCORE__COMPILE_ASKED
           : flags & CUCORE_COPY_NO_COMPILE ? CUCORE__COMPILE_NEVER
                                            : otherwise;
}

/* Makes a job without a stream of job->views: both are checked to be sound, in memory that can be copied.  options:
 * checked, or NULL; subjects: words for dst and src that begin messages */
CUCORE__PRIVATE cucore_status cucore__copy_job_make(cucore__copy_job *job, const cucore_copy_options *options,
                                                    const char *const *subjects)
{
    cucore__copy_side *const sides[2] = {&job->dst, &job->src};
    cucore__survey spans[2];
    int i;
    cucore_status status = cucore__view_survey(subjects[0], job->views[0], &spans[0]);
    if (!status) status = cucore__view_survey(subjects[1], job->views[1], &spans[1]);
    if (!status) status = cucore__copy_check_kinds(job->views);
    if (status) return status;
    for (i = 0; i < 2; i++) {
        const uint64_t at = (uint64_t)(uintptr_t)job->views[i]->ptr;
        const int64_t bits = job->views[i]->layout.itembits, past = spans[i].max + 1;
        cucore__copy_side_make(job->views[i], sides[i]);
        sides[i]->first = at + (uint64_t)(spans[i].min * bits >> 3);
        sides[i]->end = at + (((uint64_t)past * (uint64_t)bits + 7) >> 3);
    }
    job->size = spans[0].size;
    job->options = options ? options : &cucore__copy_usual;
    job->compile = cucore__copy_compile_of(job->options->flags, CUCORE__COMPILE_LATER);
    job->on_stream = job->asks_driver = 0;
    job->may_block = job->options->blocking != CUCORE_BLOCKING_NO;
    job->device_id = CUCORE_DEVICE_NONE;
    return CUCORE_OK;
}

/* -- the stream ---------------------------------------------------------------------------------------------------- */
/* Returns 1 if the stream takes part: not for plain memory, and for pinned memory only if it is a real stream. */
CUCORE__PRIVATE int cucore__copy_on_stream(const cucore__copy_side *dst, const cucore__copy_side *src, CUstream stream)
{
    if (!cucore__copy_is_host(dst) || !cucore__copy_is_host(src)) return 1;
    return (dst->kind != CUCORE_DEVICE_TYPE_CPU || src->kind != CUCORE_DEVICE_TYPE_CPU) &&
           cucore__copy_stream_is_real(stream);
}

/* Sets `out` to the stream and its context.  A default stream is that of a device that has to take part; the device of
 * managed memory does not have to if the other side is in the memory of a device. */
CUCORE__PRIVATE cucore_status cucore__copy_place(const cucore__copy_side *dst, const cucore__copy_side *src,
                                                 CUstream stream, cucore__place *out)
{
    const int any = dst->only_on < 0 && src->only_on < 0;
    return cucore__place_make_for_two(stream, any ? dst->device_id : dst->only_on, any ? src->device_id : src->only_on,
                                      out);
}

/* Finds out whether the stream takes part, and then its place. */
CUCORE__PRIVATE cucore_status cucore__copy_job_place(cucore__copy_job *job, CUstream stream)
{
    cucore_status status;
    job->on_stream = job->asks_driver = cucore__copy_on_stream(&job->dst, &job->src, stream);
    if (!job->on_stream) return CUCORE_OK;
    status = cucore__copy_place(&job->dst, &job->src, stream, &job->place);
    return status ? status : cucore__context_device(job->place.context, &job->device_id);
}

/* The text of a shape or of strides, for messages. */
typedef struct cucore__copy_tuple {
    char text[160];
} cucore__copy_tuple;

CUCORE__PRIVATE CUCORE__COLD cucore__copy_tuple cucore__copy_tuple_make(const int64_t *values, int count)
{
    cucore__copy_tuple out = {""};
    cucore__text text = cucore__text_start(out.text, sizeof out.text);
    cucore__text_add_tuple(&text, values, count);
    return out;
}

/* Returns 1 if the formats of opaque elements differ in more than the byte order, unless one is void ("8x"). */
CUCORE__PRIVATE int cucore__copy_formats_differ(const char *a, const char *b)
{
    if (!a || !b) return 0;
    a += *a && strchr("@=<>!^", *a);
    b += *b && strchr("@=<>!^", *b);
    return strcmp(a, b) != 0 && a[strspn(a, "0123456789")] != 'x' && b[strspn(b, "0123456789")] != 'x';
}

/* Names the dtypes, and what differs between the elements. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__copy_fail_dtypes(const cucore_view *dst, const cucore_view *src)
{
    const char *const foreign = " of foreign byte order";
    const cucore_layout *a = &dst->layout, *b = &src->layout;
    char to[64], from[64];
    cucore_dtype_to_name(dst->dtype, to, sizeof to);
    cucore_dtype_to_name(src->dtype, from, sizeof from);
    if (dst->byte_swapped != src->byte_swapped) {
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "dst is %s%s, src is %s%s: a copy does not swap bytes without CUCORE_COPY_CAST", to,
                           dst->byte_swapped ? foreign : "", from, src->byte_swapped ? foreign : "");
    }
    if (a->itemsize == b->itemsize && a->itembits != b->itembits) {
        return cucore_fail(CUCORE_WRONG_DTYPE, "elements of %lld bits (dst, %s) and of %lld bits (src, %s)",
                           (long long)a->itembits, to, (long long)b->itembits, from);
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "dst is %s, src is %s%s: a copy does not convert", to, from,
                       strcmp(to, from) ? "" : " with other fields");
}

/* Checks the elements.  Opaque bytes are copied to and from any elements of their size, unless both sides name formats
 * that differ, or the byte order differs; fields are compared as far as both sides name them. */
CUCORE__PRIVATE cucore_status cucore__copy_check_views(const cucore_view *dst, const cucore_view *src)
{
    const cucore_layout *a = &dst->layout, *b = &src->layout;
    const int opaque = (dst->dtype.code == CUCORE_CODE_OPAQUE) + (src->dtype.code == CUCORE_CODE_OPAQUE);
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (dst->byte_swapped != src->byte_swapped || a->itemsize != b->itemsize || a->itembits != b->itembits)
        return cucore__copy_fail_dtypes(dst, src);
    if (opaque == 2 && cucore__copy_formats_differ(dst->pep3118_format, src->pep3118_format)) {
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "dst has elements of the format '%.64s', src of '%.64s': a copy does not convert",
                           dst->pep3118_format, src->pep3118_format);
    }
    if (opaque || (cucore_dtype_is_equal(dst->dtype, src->dtype) &&
                   (dst->dtype.code != CUCORE_CODE_STRUCTURED || !dst->pep3118_format || !src->pep3118_format ||
                    strcmp(dst->pep3118_format, src->pep3118_format) == 0))) {
        return CUCORE_OK;
    }
    return cucore__copy_fail_dtypes(dst, src);
}

/* Refuses elements of dst that overlap: the result of a copy would depend on the order. */
CUCORE__PRIVATE cucore_status cucore__copy_check_unique(const cucore_layout *dst)
{
    const cucore_overlap overlap = cucore__layout_overlap_within(dst);
    cucore__copy_tuple strides;
    if (overlap == CUCORE_OVERLAP_NONE) return CUCORE_OK;
    strides = cucore__copy_tuple_make(dst->strides, dst->ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT,
                       "elements of dst %soverlap (strides %s): the result would depend on the order",
                       overlap == CUCORE_OVERLAP_SOME ? "" : "may ", strides.text);
}

/* Checks dst, and finds whether it shares memory with src, which has its shape. */
CUCORE__PRIVATE cucore_status cucore__copy_check_memory(const cucore__copy_job *job, cucore_overlap *out)
{
    const cucore__copy_side *dst = &job->dst, *src = &job->src;
    cucore_status status = dst->is_c ? CUCORE_OK : cucore__copy_check_unique(dst->layout);
    *out = CUCORE_OVERLAP_NONE;
    if (status || dst->end <= src->first || src->end <= dst->first) return status;
    return cucore_layout_overlap(dst->layout, dst->ptr, src->layout, src->ptr, out);
}

CUCORE__PRIVATE int cucore__copy_shapes_are_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i = 0;
    if (a->ndim != b->ndim) return 0;
    while (i < a->ndim && a->shape[i] == b->shape[i]) i++;
    return i == a->ndim;
}

/* Stretches src to the shape of dst: its layout becomes `stretched` if its shape is another one. */
CUCORE__PRIVATE cucore_status cucore__copy_stretch(cucore__copy_job *job, cucore_layout *stretched)
{
    const cucore_layout *dst = job->dst.layout, *src = job->src.layout;
    cucore_status status = CUCORE_INVALID_ARGUMENT;
    if (cucore__copy_shapes_are_equal(dst, src)) return CUCORE_OK;
    if (src->ndim <= dst->ndim) status = cucore_layout_broadcast_to(src, dst->ndim, dst->shape, stretched);
    if (status == CUCORE_INVALID_ARGUMENT) {
        const cucore__copy_tuple a = cucore__copy_tuple_make(src->shape, src->ndim);
        const cucore__copy_tuple b = cucore__copy_tuple_make(dst->shape, dst->ndim);
        return cucore_fail(CUCORE_WRONG_SHAPE, "src of shape %s does not stretch to dst of shape %s", a.text, b.text);
    }
    if (!status) cucore__copy_side_lay(&job->src, stretched);
    return status;
}

/* -- packed elements: a run that is whole bytes is copied as a run of bytes ---------------------------------------- */
/* Makes a layout of bytes of a packed one, which is simplified.
 * -> 0: its last axis is no run, or no whole bytes */
CUCORE__PRIVATE int cucore__copy_unpack_layout(const cucore_layout *layout, int64_t offset, cucore_layout *out)
{
    int i, last = layout->ndim - 1;
    int64_t bits = layout->itembits;
    if (last < 0 || layout->strides[last] != 1 || layout->shape[last] * bits % 8 || offset * bits % 8) return 0;
    for (i = 0; i < last; i++) {
        if (layout->strides[i] * bits % 8 != 0) return 0;
        out->shape[i] = layout->shape[i];
        out->strides[i] = layout->strides[i] * bits / 8;
    }
    out->shape[last] = layout->shape[last] * bits / 8;
    out->strides[last] = 1;
    out->ndim = layout->ndim;
    out->reserved = 0;
    out->itemsize = 1;
    out->itembits = 8;
    return 1;
}

/* Replaces two packed layouts by layouts of bytes, which are stored in `bytes`. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__copy_unpack(cucore__copy_job *job, cucore_layout *bytes)
{
    cucore_layout simple[2];
    int64_t offsets[2];
    int i;
    cucore_status status;
    if (!job->size) return CUCORE_OK;
    status = cucore__copy_simplify(job->dst.layout, job->src.layout, simple, offsets);
    if (status) return status;
    for (i = 0; i < 2; i++) {
        cucore__copy_side *side = i ? &job->src : &job->dst;
        if (!cucore__copy_unpack_layout(&simple[i], offsets[i], &bytes[i])) {
            cucore__copy_tuple strides = cucore__copy_tuple_make(side->layout->strides, side->layout->ndim);
            return cucore_fail(CUCORE_UNSUPPORTED,
                               "packed elements of %lld bits can only be copied in runs of whole bytes that begin at a "
                               "byte; those of %s, with strides %s, are not",
                               (long long)side->layout->itembits, i ? "src" : "dst", strides.text);
        }
        side->ptr = cucore__copy_at(side->ptr, offsets[i] * simple[i].itembits / 8, 1);
        cucore__copy_side_lay(side, &bytes[i]);
    }
    job->size = job->size * simple[0].itembits / 8;
    return CUCORE_OK;
}
