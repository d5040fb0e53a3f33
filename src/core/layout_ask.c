/* core/layout_ask.c: questions about a layout: sizes, bounds, contiguity, order, text. */
/* -- properties ------------------------------------------------------------------------------------------------ */

/* 0: done.  1: the bytes do not fit.  2: not a whole number of bytes.  Exact: no product in bits is needed. */
CUCORE__PRIVATE inline int cucore__elements_to_bytes(int64_t count, int64_t itembits, int64_t *out)
{
    int64_t eighth = count / 8, rest = count % 8, part = rest * (itembits & 7);
    if ((itembits & 7) == 0) return cucore__mul(count, itembits >> 3, out);
    if (part % 8 != 0) return 2;
    return cucore__mul(eighth, itembits, &eighth) || cucore__add(eighth, rest * (itembits >> 3) + part / 8, out);
}

/* The same, rounded up; count is not negative.  1: it does not fit. */
CUCORE__PRIVATE inline int cucore__elements_to_size(uint64_t count, int64_t itembits, int64_t *out)
{
    int64_t eighth = (int64_t)(count / 8), rest = (int64_t)(count % 8), part = rest * (itembits & 7);
    return cucore__mul(eighth, itembits, &eighth) || cucore__add(eighth, rest * (itembits >> 3) + (part + 7) / 8, out);
}

CUCORE_API int64_t cucore_layout_size(const cucore_layout *layout)
{
    int64_t size = 0;
    if (cucore__layout_check_argument(layout, layout, "cucore_layout_size")) return -1;
    return cucore__layout_measure(layout, &size) ? -1 : size;
}

CUCORE_API int64_t cucore_layout_nbytes(const cucore_layout *layout)
{
    int64_t size = 0, bytes = 0;
    if (cucore__layout_check_argument(layout, layout, "cucore_layout_nbytes")) return -1;
    if (cucore__layout_measure(layout, &size)) return -1;
    if (!cucore__elements_to_size((uint64_t)size, layout->itembits, &bytes)) return bytes;
    cucore__fail_size(size, layout->itembits);
    return -1;
}

CUCORE_API cucore_status cucore_layout_offset_bounds(const cucore_layout *layout, int64_t *min, int64_t *max)
{
    cucore__survey survey;
    cucore_status status =
        cucore__layout_check_argument(layout, min && max ? min : NULL, "cucore_layout_offset_bounds");
    if (status) return status;
    if (!cucore__layout_survey(layout, &survey)) return cucore__layout_bounds(layout, min, max);
    *min = survey.min;
    *max = survey.max;
    return CUCORE_OK;
}

/* Returns 1 if the layout has as many entries as ndim. */
CUCORE__PRIVATE inline int cucore__layout_is_valid(const cucore_layout *layout)
{
    return layout && layout->ndim >= 0 && layout->ndim <= CUCORE_MAX_NDIM;
}

/* Returns 1 if the stride of the axis is `expected`, the product of the faster extents, and multiplies it by the
 * extent. */
CUCORE__PRIVATE inline int cucore__axis_is_dense(const cucore_layout *layout, int axis, int64_t *expected)
{
    if (layout->shape[axis] == 1) return 1;
    return layout->strides[axis] == *expected && !cucore__mul(*expected, layout->shape[axis], expected);
}

CUCORE__PRIVATE inline int cucore__layout_is_contiguous(const cucore_layout *layout, char order)
{
    int64_t expected = 1;
    int i = 0, ndim;
    if (!cucore__layout_is_valid(layout)) return 0;
    ndim = layout->ndim;
    while (i < ndim && cucore__axis_is_dense(layout, order == 'F' ? i : ndim - 1 - i, &expected)) i++;
    return i == ndim || cucore__layout_is_empty(layout);
}

CUCORE_API int cucore_layout_is_c_contiguous(const cucore_layout *layout)
{
    return cucore__layout_is_contiguous(layout, 'C');
}

CUCORE_API int cucore_layout_is_f_contiguous(const cucore_layout *layout)
{
    return cucore__layout_is_contiguous(layout, 'F');
}

/* -- axes sorted by stride --------------------------------------------------------------------------------------- */

/* Axes that are sorted: from the largest key to the smallest. */
typedef struct cucore__axis_sort {
    uint64_t key[CUCORE_MAX_NDIM]; /* |stride| in the first layout */
    const int64_t *shape;          /* of axes with equal keys the longer one comes first; NULL: they keep their order */
    int (*tie)(const struct cucore__axis_sort *sort, int a, int b); /* for equal keys, before `shape`; NULL: no more */
    const cucore_layout *const *layouts;                            /* for `tie` */
    size_t count;
} cucore__axis_sort;

/* Returns 1 if axis a comes before axis b, that is, if it is slower. */
CUCORE__PRIVATE inline int cucore__axis_before(const cucore__axis_sort *sort, int a, int b)
{
    int tie;
    if (sort->key[a] != sort->key[b]) return sort->key[a] > sort->key[b];
    if (sort->tie && (tie = sort->tie(sort, a, b)) != 0) return tie > 0;
    if (sort->shape && sort->shape[a] != sort->shape[b]) return sort->shape[a] > sort->shape[b];
    return a < b;
}

/* Insertion sort in runs of 8, which are then merged. */
CUCORE__PRIVATE void cucore__axes_sort(const cucore__axis_sort *sort, int *axes, int count)
{
    int copy[CUCORE_MAX_NDIM], start, run, i, j;
    for (i = 1; i < count; i++) {
        int axis = axes[i], first = i & ~7; /* of the run */
        for (j = i; j > first && cucore__axis_before(sort, axis, axes[j - 1]); j--) axes[j] = axes[j - 1];
        axes[j] = axis;
    }
    for (run = 8; run < count; run *= 2) {
        for (start = 0; start + run < count; start += 2 * run) {
            int end = count - start < 2 * run ? count : start + 2 * run;
            int left = 0, right = start + run, to = start;
            memcpy(copy, axes + start, (size_t)run * sizeof *copy);
            while (left < run) {
                int from_right = right < end && cucore__axis_before(sort, axes[right], copy[left]);
                axes[to++] = from_right ? axes[right++] : copy[left++];
            }
        }
    }
}

/* The axes of at least that extent, from slowest to fastest; how many they are. */
CUCORE__PRIVATE int cucore__axes_sorted(const cucore_layout *layout, int64_t least, int *axes)
{
    cucore__axis_sort sort;
    int i, count = 0;
    sort.tie = NULL;
    sort.shape = layout->shape;
    for (i = 0; i < layout->ndim; i++) {
        sort.key[i] = cucore__magnitude(layout->strides[i]);
        if (layout->shape[i] >= least) axes[count++] = i;
    }
    cucore__axes_sort(&sort, axes, count);
    return count;
}

/* axis: -1 for an offset, else whose stride it is. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_bytes(int reason, int axis, int64_t value, int64_t itembits)
{
    char name[24] = "offset";
    if (axis >= 0) snprintf(name, sizeof name, "strides[%d]", axis);
    return cucore_fail(reason == 1 ? CUCORE_OVERFLOW : CUCORE_UNSUPPORTED, "%s is %lld elements of %lld bits: that %s",
                       name, (long long)value, (long long)itembits,
                       reason == 1 ? "does not fit 64 bits in bytes" : "is no whole number of bytes");
}

CUCORE_API cucore_status cucore_layout_offset_bytes(const cucore_layout *layout, int64_t offset, int64_t *out)
{
    int64_t bytes = 0;
    int reason;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_offset_bytes");
    if (status) return status;
    reason = cucore__elements_to_bytes(offset, layout->itembits, &bytes);
    if (reason) return cucore__fail_bytes(reason, -1, offset, layout->itembits);
    *out = bytes;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_strides_bytes(const cucore_layout *layout, int64_t *out)
{
    int64_t work[CUCORE_MAX_NDIM];
    int i, reason;
    cucore_status status = cucore__layout_check_argument(layout, layout, "cucore_layout_strides_bytes");
    if (status) return status;
    if (!out && layout->ndim > 0) return cucore__fail_null("cucore_layout_strides_bytes", "out");
    for (i = 0; i < layout->ndim; i++) {
        reason = cucore__elements_to_bytes(layout->strides[i], layout->itembits, &work[i]);
        if (CUCORE__LIKELY(!reason)) continue;
        if (reason == 1 || (layout->shape[i] > 1 && !cucore__layout_is_empty(layout))) {
            return cucore__fail_bytes(reason, i, layout->strides[i], layout->itembits);
        }
        work[i] = 0;
    }
    cucore__entries_copy(out, work, layout->ndim);
    return CUCORE_OK;
}

CUCORE_API int64_t cucore_layout_required_nbytes(const cucore_layout *layout, int64_t offset)
{
    int64_t min = 0, max = 0, low, bytes = 0;
    if (cucore__layout_check_argument(layout, layout, "cucore_layout_required_nbytes")) return -1;
    if (cucore_layout_offset_bounds(layout, &min, &max)) return -1;
    if (max < min) return 0;
    if (cucore__add(offset, min, &low) || low < 0) {
        cucore_fail(CUCORE_UNSUPPORTED,
                    "the lowest element is at %lld from the origin, which is at %lld: before the start of the "
                    "allocation",
                    (long long)min, (long long)offset);
        return -1;
    }
    if (!cucore__elements_to_size((uint64_t)offset + (uint64_t)max + 1, layout->itembits, &bytes)) return bytes;
    cucore_fail(CUCORE_OVERFLOW, "elements of %lld bits up to offset %lld + %lld do not fit 64 bits in bytes",
                (long long)layout->itembits, (long long)offset, (long long)max);
    return -1;
}

CUCORE_API size_t cucore_layout_format(const cucore_layout *layout, char *text, size_t size)
{
    cucore__text written = cucore__text_start(text, size);
    if (!cucore__layout_is_valid(layout)) {
        cucore__text_add(&written, "no layout");
        return written.length;
    }
    cucore__text_add(&written, "shape ");
    cucore__text_add_tuple(&written, layout->shape, layout->ndim);
    cucore__text_add(&written, " strides ");
    cucore__text_add_tuple(&written, layout->strides, layout->ndim);
    if (layout->itembits % 8 == 0 && layout->itembits / 8 == layout->itemsize) {
        cucore__text_add(&written, " itemsize %lld", (long long)layout->itemsize);
    } else {
        cucore__text_add(&written, " itembits %lld", (long long)layout->itembits);
    }
    return written.length;
}
