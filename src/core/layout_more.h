/* core/layout_more.h: operations on layouts: orders, axes, slices, other elements, loops. */
/* -- orders of the axes, equality ------------------------------------------------------------------------------ */

/* cucore_layout_make_order - make a layout without gaps, in any order of the axes
 *   axes  in   a permutation of the ndim axes, slowest first: the last one gets stride 1.  (0, 1, ..) is C order
 *   the rest -> as cucore_layout_make_dense;  source: StridedLayout.dense */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make_order(int ndim, const int64_t *shape, const int *axes,
                                                                   int64_t itemsize, cucore_layout *out);

/* cucore_layout_make_like - make a layout without gaps, with the shape and element size of another layout
 *   like   in   its strides count only for 'K'
 *   order  in   'C'; 'F'; 'K': C if it is C-contiguous, F if it is F-contiguous, else the axes as they are: |stride|
 *               from large to small, ties the lower axis first, so that axes that repeat (stride 0) become the fastest
 *               ones.  Axes of extent 1 take part with the stride that they have
 *   Every stride is made anew, also a stride without a meaning: an axis of extent 1 gets the stride of a dense layout,
 *   and an empty layout gets the strides of cucore_layout_make_dense.  (StridedLayout.dense_like keeps a dense layout
 *   as it is.)
 *   -> OK | INVALID_ARGUMENT | OVERFLOW;  source: numpy.empty_like */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make_like(const cucore_layout *like, char order,
                                                                  cucore_layout *out);

/* cucore_layout_stride_order - sort the axes from slowest to fastest
 *   axes  out  ndim entries: |stride| from large to small; ties: the larger extent first, then the lower axis.  Axes
 *              of extent 1 take part with the stride that they have.  Untouched on error
 *   -> OK | INVALID_ARGUMENT;  source: StridedLayout.stride_order */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_stride_order(const cucore_layout *layout, int *axes);

/* cucore_layout_is_dense - return 1 if the layout has no gaps in some order of the axes
 *   -> 1 if each offset in 0..size - 1 occurs once, else 0 (0 for NULL, and if a stride is negative);  source:
 *      StridedLayout.is_contiguous_any */
CUCORE_API int cucore_layout_is_dense(const cucore_layout *layout);

/* cucore_layout_is_equal - return 1 if ndim, shape, strides and element size are equal, else 0 (0 for NULL)
 *   Every stride counts. */
CUCORE_API int cucore_layout_is_equal(const cucore_layout *a, const cucore_layout *b);

/* cucore_layout_hash - hash a layout: equal layouts give one result on every machine and in every run; NULL gives 0 */
CUCORE_API uint64_t cucore_layout_hash(const cucore_layout *layout);

/* -- transformations ------------------------------------------------------------------------------------------- */

/* cucore_layout_permute - reorder the axes: axis i of the result is axis axes[i] of the layout
 *   axes  in   a permutation of the ndim axes;  -> OK | INVALID_ARGUMENT (names the axis) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_permute(const cucore_layout *layout, const int *axes,
                                                                cucore_layout *out);

/* cucore_layout_transpose - reverse all axes.  _swap_axes - exchange two axes.
 * cucore_layout_move_axis - move one axis; the others keep their order
 *   -> OK | INVALID_ARGUMENT (an axis out of range);  source: numpy.swapaxes, numpy.moveaxis */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_transpose(const cucore_layout *layout, cucore_layout *out);
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_swap_axes(const cucore_layout *layout, int a, int b,
                                                                  cucore_layout *out);
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_move_axis(const cucore_layout *layout, int from, int to,
                                                                  cucore_layout *out);

/* cucore_layout_reshape - give the same elements, read in C order, another shape, without a copy
 *   ndim, shape  in   the new extents; one of them may be -1: it is computed from the others
 *   -> OK | INVALID_ARGUMENT (another size; -1 twice, or not to be inferred) | UNSUPPORTED (only a copy could do it;
 *      the text names the axis) | OVERFLOW.  An empty layout gets strides 0.
 *   source: numpy.reshape with copy=False, StridedLayout.reshaped */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_reshape(const cucore_layout *layout, int ndim,
                                                                const int64_t *shape, cucore_layout *out);

/* cucore_layout_flatten - merge neighbouring axes that one stride can replace, between two axes (inclusive)
 *   start_axis, end_axis  in   0 and -1: all
 *   Axis i merges with axis i - 1 if strides[i - 1] == strides[i] * shape[i]; other axes stay as they are. 0-d becomes
 *   shape (1,), strides (1,).  Several layouts of one shape are flattened alike by cucore_layout_simplify.
 *   -> OK | INVALID_ARGUMENT | OVERFLOW (a merged extent: empty layouts only);  source: StridedLayout.flattened */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_flatten(const cucore_layout *layout, int start_axis,
                                                                int end_axis, cucore_layout *out);

/* cucore_layout_squeeze - remove some axes of extent 1, or all of them
 *   axes, count  in   different axes, each of extent 1; a count of 0 removes none.  axes NULL (count 0): all axes of
 *                     extent 1, and an empty layout becomes shape (0,), strides (0,)
 *   -> OK | INVALID_ARGUMENT (names the axis)
 *   source: numpy.squeeze with axes, StridedLayout.squeezed without */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_squeeze(const cucore_layout *layout, const int *axes,
                                                                size_t count, cucore_layout *out);

/* cucore_layout_unsqueeze - add axes of extent 1
 *   axes, count  in   the places in the result, which has ndim + count axes; different axes
 *   A new axis gets the stride that steps over the next old one: extent * stride (the last stride, or 1, at the end).
 *   The stride has no meaning; if it does not fit 64 bits it is the stride of that old axis, as in
 *   cucore_layout_reshape.
 *   -> OK | INVALID_ARGUMENT (names the axis);  source: numpy.expand_dims, StridedLayout.unsqueezed */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_unsqueeze(const cucore_layout *layout, const int *axes,
                                                                  size_t count, cucore_layout *out);

/* cucore_layout_broadcast_to - stretch to a shape: new axes in front, and axes of extent 1, repeat with stride 0
 *   ndim, shape  in   ndim >= layout->ndim
 *   -> OK | INVALID_ARGUMENT (names the axis that does not stretch) | OVERFLOW (size);  source: numpy.broadcast_to */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_broadcast_to(const cucore_layout *layout, int ndim,
                                                                     const int64_t *shape, cucore_layout *out);

/* cucore_layout_broadcast_together - stretch two layouts to their common shape
 *   out_a, out_b  out  may be a and b; both untouched on error;  -> as cucore_layout_broadcast_to */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_broadcast_together(const cucore_layout *a,
                                                                           const cucore_layout *b, cucore_layout *out_a,
                                                                           cucore_layout *out_b);

/* The selection of one axis in a slice: one index (the axis is removed), or start:stop:step, as PySlice_Unpack gives
 * them.  All zero is not valid: its step of 0 is refused with INVALID_ARGUMENT.  cucore_slice_all() takes the whole
 * axis. */
typedef struct cucore_slice {
    int64_t start; /* the index, if is_index; negative: from the end */
    int64_t stop;  /* the first one not taken */
    int64_t step;  /* not 0 */
    int32_t is_index;
    int32_t reserved;
} cucore_slice;

/* They replace a start or stop that is left out: from the first, or up to the last.  x[::-1] is range(LAST, FIRST, -1);
 * range(FIRST, LAST, -1) is refused. */
#define CUCORE_SLICE_FIRST INT64_MIN
#define CUCORE_SLICE_LAST INT64_MAX

/* cucore_slice_range - select start:stop:step of an axis */
static inline cucore_slice cucore_slice_range(int64_t start, int64_t stop, int64_t step)
{
    cucore_slice slice = {start, stop, step, 0, 0};
    return slice;
}

/* cucore_slice_index - select one index, which removes the axis */
static inline cucore_slice cucore_slice_index(int64_t index)
{
    cucore_slice slice = cucore_slice_range(index, 0, 1);
    slice.is_index = 1;
    return slice;
}

/* cucore_slice_all - select the whole axis */
static inline cucore_slice cucore_slice_all(void)
{
    return cucore_slice_range(CUCORE_SLICE_FIRST, CUCORE_SLICE_LAST, 1);
}

/* cucore_layout_slice - select layout[slices], by Python's rules: start and stop are clipped, an index is not
 *   slices, count  in      one per axis, for the first axes; count <= ndim
 *   offset         in/out  the offset of the origin, in elements: the start of the slice is added; NULL: not wanted.
 *                          Untouched on error
 *   A slice that selects nothing gets strides 0 and does not move the origin along its axis.
 *   -> OK | INVALID_ARGUMENT (an index out of range, step 0, FIRST to LAST with a negative step, too many slices)
 *      | OVERFLOW (stride * step, offset) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_slice(const cucore_layout *layout, const cucore_slice *slices,
                                                              size_t count, int64_t *offset, cucore_layout *out);

/* The way that cucore_layout_repack makes other elements.  All zero is refused: there is no usual number of bits. */
typedef struct cucore_repack {
    int64_t itembits; /* of the new element, a multiple or a divisor of the old one's: 64 for 8 bytes, 4 for int4 */
    int axis;         /* that shrinks or grows; its stride must be 1 and its extent not 0; -1: the last one */
    int keep_axis;    /* 0: leave the axis out when packing makes its extent 1.  1: keep it */
    const void *ptr;  /* packing: the address that must suit the new element; NULL: not checked */
} cucore_repack;

/* cucore_layout_repack - make elements of another size of the same bytes: of several one, or of one several
 *   how     in      see above
 *   offset  in/out  distance of element [0, ...] from ptr; given in elements of `layout`, returned in elements of
 *                   `out`. NULL: 0, and not wanted.  Untouched on error
 *   -> OK | INVALID_ARGUMENT | UNSUPPORTED (the extent, another stride, the offset or ptr is no multiple of the new
 *      element; the text names the first one in this order) | OVERFLOW.  With the same itembits the layout is returned
 *      without further checks.
 *   source: StridedLayout.repacked */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_repack(const cucore_layout *layout, const cucore_repack *how,
                                                               int64_t *offset, cucore_layout *out);

/* cucore_layout_max_itemsize - find the largest divisor of max_itemsize and ptr that cucore_layout_repack accepts
 *   max_itemsize  in   bytes, >= itemsize: 16 for the widest load of a kernel
 *   axis          in   the axis that would shrink or grow
 *   ptr           in   the address that offset counts from; NULL: any number divides it
 *   offset        in   of the origin, in elements
 *   -> bytes: a multiple of the itemsize if that divides max_itemsize and ptr; else less, the greatest common divisor
 *      of the three (12 bytes in 16: 4).  If the stride of the axis is not 1 or its extent is 0, no element can be
 *      repacked: the itemsize, whatever max_itemsize and ptr are
 *      | INVALID_ARGUMENT | UNSUPPORTED (packed, and no number of whole bytes will do)
 *   source: StridedLayout.max_compatible_itemsize */
CUCORE_API CUCORE_NODISCARD int64_t cucore_layout_max_itemsize(const cucore_layout *layout, int64_t max_itemsize,
                                                               int axis, const void *ptr, int64_t offset);

/* -- indices, loops -------------------------------------------------------------------------------------------- */

/* cucore_layout_offset_of - compute the offset of an element from its index
 *   index  in   ndim entries, 0 <= index[i] < shape[i]
 *   out    out  offset from the origin in elements; untouched on error
 *   -> OK | INVALID_ARGUMENT (names the axis) | OVERFLOW (layouts made by hand only) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_offset_of(const cucore_layout *layout, const int64_t *index,
                                                                  int64_t *out);

/* cucore_layout_index_of - compute the index of an element from its offset
 *   offset  in   from the origin, in elements
 *   index   out  ndim entries; 0 along axes of stride 0; untouched on error
 *   -> OK | INVALID_ARGUMENT (no element is there) | UNSUPPORTED (an axis, of stride other than 0, does not step over
 *      all that the axes of smaller strides reach: there may be several elements) | OVERFLOW (layouts made by hand
 *      only) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_index_of(const cucore_layout *layout, int64_t offset,
                                                                 int64_t *index);

/* All elements in C order.  All zero is not valid: cucore_layout_iter_start fills it.
 *     if (cucore_layout_iter_start(&iter, &layout) < 0) ...
 *     for (; !iter.done; cucore_layout_iter_next(&iter)) use(iter.offset); */
typedef struct cucore_layout_iter {
    const cucore_layout *layout; /* borrowed */
    int64_t offset;              /* of the element from the origin, in elements */
    int32_t done;
    int32_t reserved;
    int64_t index[CUCORE_MAX_NDIM];
} cucore_layout_iter;

/* cucore_layout_iter_start - go to the first element; done at once if there is none
 *   layout  in   must outlive the loop unchanged
 *   iter    out  done on error
 *   -> OK | INVALID_ARGUMENT | OVERFLOW (layouts made by hand only) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_iter_start(cucore_layout_iter *iter,
                                                                   const cucore_layout *layout);

/* cucore_layout_iter_next - go to the next element; not after done */
static inline void cucore_layout_iter_next(cucore_layout_iter *iter)
{
    const cucore_layout *layout = iter->layout;
    int axis;
    for (axis = layout->ndim - 1; axis >= 0; axis--) {
        if (++iter->index[axis] < layout->shape[axis]) {
            iter->offset += layout->strides[axis];
            return;
        }
        iter->index[axis] = 0;
        iter->offset -= (layout->shape[axis] - 1) * layout->strides[axis];
    }
    iter->done = 1;
}

/* -- several layouts ------------------------------------------------------------------------------------------- */

/* A map describes how cucore_layout_simplify rearranged the axes: the way from an index to the simplified one, and
 * back.  All zero is the map of layouts without axes. */
typedef struct cucore_axis_map {
    int32_t ndim;                        /* before */
    int32_t simple_ndim;                 /* after */
    int64_t extent[CUCORE_MAX_NDIM];     /* of each original axis */
    int64_t divisor[CUCORE_MAX_NDIM];    /* its step within the axis that it became part of */
    int8_t axis[CUCORE_MAX_NDIM];        /* that axis; -1: the original one had extent 1, or all is empty */
    uint8_t is_flipped[CUCORE_MAX_NDIM]; /* counted from its end */
} cucore_axis_map;

/* cucore_layout_simplify - reduce the axes for one loop over several layouts of one shape
 *   layouts  in   count pointers, at least one; itemsizes may differ
 *   outs     out  count pointers; outs[i] may be layouts[i], and no other of them; untouched on error
 *   offsets  out  count entries: how far each origin moved, in elements; NULL: not wanted
 *   map      out  the way between the indices; NULL: not wanted
 *   Axes of extent 1 are removed.  An axis is turned round if its first nonzero stride, in the order of the layouts, is
 *   negative.  Axes are sorted by |stride| of the first layout, large to small, ties by the next layouts; axes that
 *   then merge in all layouts are merged.  Layouts without axes left are 0-d; empty ones have shape (0,), strides (0,).
 *   -> OK | INVALID_ARGUMENT (shapes differ, names the axis) | OVERFLOW (the negative of a stride; or made by hand) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_simplify(const cucore_layout *const *layouts, size_t count,
                                                                 cucore_layout *const *outs, int64_t *offsets,
                                                                 cucore_axis_map *map);

/* cucore_axis_map_to_simple, cucore_axis_map_to_original - convert the index of an element to the other layout
 *   index  in   0 <= index < extent; out may be the same array
 *   -> OK | INVALID_ARGUMENT (names the axis) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_axis_map_to_simple(const cucore_axis_map *map, const int64_t *index,
                                                                    int64_t *out);
CUCORE_API CUCORE_NODISCARD cucore_status cucore_axis_map_to_original(const cucore_axis_map *map, const int64_t *index,
                                                                      int64_t *out);
