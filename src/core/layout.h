/* ---------------------------------------------------------------------------------------------------- >>layout -- */
/* core/layout.h: shape, strides, and the arithmetic on them, without a driver. */
/* Where the elements of an array lie.  Element [i, j, ...] is i*strides[0] + j*strides[1] + ... elements from element
 * [0, 0, ...], the origin.  Only the first ndim entries of shape and strides mean anything; the rest is never touched.
 *
 *     shape (2, 3), strides (4, 1), itemsize 4       0   1   2   .       size 6, bounds [0, 6], nbytes 24
 *                                                    4   5   6   .       C-contiguous: no (a gap per row)
 *
 *     the same with its rows reversed:               4   5   6   .       strides (-4, 1), bounds [-4, 2]
 *     slice [::-1, :] moves the origin by 4          0   1   2   .       from the new origin
 *
 * A layout knows no memory and no origin: a function that moves the origin reports by how many elements (`offset`).
 * All functions are pure: they work on values of the caller, without allocation and driver, on any thread.  `out` may
 * be the input and is untouched on error.  An axis may be counted from the end (-1 is the last).  Every product, sum
 * and negation is checked; OVERFLOW means that the true result does not fit int64_t.  A layout that these functions
 * made spans less than 2^63 bits; one that you fill in yourself should go through cucore_layout_make.  Functions that
 * return a count return -1 on failure, and cucore_last_error has the reason: "-> n | X" below names its status.
 * A struct of all zeros is no layout: functions that can fail refuse it with INVALID_ARGUMENT (its itemsize is 0), and
 * those that answer 0 or 1 see one element without axes.  cucore_layout_format writes "no layout" for NULL.
 * docs/reference/layout.md is a short course with drawings.  Operations have the results of NumPy and of cuda.core's
 * StridedLayout; a stride without a meaning (extent 1, empty) is StridedLayout's, unless a function's comment differs.
 */
typedef struct cucore_layout {
    int32_t ndim;                     /* 0..CUCORE_MAX_NDIM; 0 is one element */
    int32_t reserved;                 /* 0 */
    int64_t itemsize;                 /* bytes of one element, ceil(itembits / 8) */
    int64_t itembits;                 /* from one element to the next: 8 * itemsize, less when elements are packed */
    int64_t shape[CUCORE_MAX_NDIM];   /* >= 0 */
    int64_t strides[CUCORE_MAX_NDIM]; /* in elements; negative, zero and overlapping are legal */
} cucore_layout;

/* -- construction ---------------------------------------------------------------------------------------------- */

/* cucore_layout_make - make a layout from shape and strides
 *   ndim      in   0..CUCORE_MAX_NDIM
 *   shape     in   ndim extents >= 0; may be NULL when ndim is 0
 *   strides   in   ndim strides in elements, or NULL: dense in C order
 *   itemsize  in   bytes, >= 1
 *   out       out  untouched on error; shape and strides may point into it
 *   -> OK | INVALID_ARGUMENT (ndim, itemsize, NULL, a negative extent)
 *      | OVERFLOW (size, dense strides, or an offset in bits exceeds int64_t; never for an empty layout)
 *   pure: no allocation, no driver, any thread */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make(int ndim, const int64_t *shape, const int64_t *strides,
                                                             int64_t itemsize, cucore_layout *out);

/* cucore_layout_make_dense - make a layout without gaps, in C order (last axis fastest) or F order (first axis fastest)
 *   order  in   'C' or 'F'; the rest -> as cucore_layout_make
 *   An extent of 0 counts as 1 in the strides; a stride of an empty layout that does not fit is 0. */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make_dense(int ndim, const int64_t *shape, char order,
                                                                   int64_t itemsize, cucore_layout *out);

/* cucore_layout_make_bytes - make a layout from strides in bytes, as NumPy and the CUDA Array Interface give them
 *   byte_strides  in   ndim strides in bytes, or NULL: dense in C order; the rest as cucore_layout_make
 *   -> also UNSUPPORTED (a stride that is no multiple of the itemsize, if the axis has more than one element; of other
 *      axes the stride has no meaning and becomes 0)
 *   source: rules C4, B54 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make_bytes(int ndim, const int64_t *shape,
                                                                   const int64_t *byte_strides, int64_t itemsize,
                                                                   cucore_layout *out);

/* cucore_layout_set_packed - pack elements of fewer bits than a byte, one right after the other
 *   layout    in/out  untouched on error
 *   itembits  in      bits of one element, 1..8 * itemsize; itemsize becomes ceil(itembits / 8)
 *   -> OK | INVALID_ARGUMENT | OVERFLOW */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_set_packed(cucore_layout *layout, int64_t itembits);

/* -- properties ------------------------------------------------------------------------------------------------ */

/* cucore_layout_size - count the elements: 1 for ndim 0, 0 if an extent is 0
 *   -> the number | INVALID_ARGUMENT | OVERFLOW (cannot happen for a layout made by these functions) */
CUCORE_API CUCORE_NODISCARD int64_t cucore_layout_size(const cucore_layout *layout);

/* cucore_layout_nbytes - count the bytes of the elements without gaps: ceil(size * itembits / 8); 0 if empty
 *   -> bytes | as cucore_layout_size;  source: DLPack: elements of fewer bits than a byte are packed */
CUCORE_API CUCORE_NODISCARD int64_t cucore_layout_nbytes(const cucore_layout *layout);

/* cucore_layout_offset_bounds - find the lowest and highest offset that an index reaches, from element [0, ...]
 *   min, max  out  inclusive, min <= 0 <= max; empty: min 0, max -1; untouched on error
 *   -> OK | INVALID_ARGUMENT | OVERFLOW */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_offset_bounds(const cucore_layout *layout, int64_t *min,
                                                                      int64_t *max);

/* cucore_layout_required_nbytes - count the bytes from the start of an allocation to the end of the highest element
 *   offset  in   of the origin from the start of the allocation, in elements
 *   -> ceil((offset + max + 1) * itembits / 8), 0 when empty | INVALID_ARGUMENT
 *      | UNSUPPORTED (offset + min is negative: an element before the start) | OVERFLOW */
CUCORE_API CUCORE_NODISCARD int64_t cucore_layout_required_nbytes(const cucore_layout *layout, int64_t offset);

/* cucore_layout_offset_bytes - convert an offset in elements to bytes
 *   out  out  untouched on error
 *   -> OK | INVALID_ARGUMENT | UNSUPPORTED (a packed element that starts inside a byte) | OVERFLOW */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_offset_bytes(const cucore_layout *layout, int64_t offset,
                                                                     int64_t *out);

/* cucore_layout_strides_bytes - convert the ndim strides to bytes
 *   out  out  ndim entries (may be NULL when ndim is 0); untouched on error
 *   -> OK | INVALID_ARGUMENT | UNSUPPORTED (packed, and a stride is no whole number of bytes, if the axis has more than
 *      one element; of other axes it becomes 0) | OVERFLOW */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_strides_bytes(const cucore_layout *layout, int64_t *out);

/* cucore_layout_is_c_contiguous, _is_f_contiguous - return 1 if the layout is dense in that order
 *   Strides of axes with extent 1, and all strides of an empty layout, are ignored.
 *   -> 1 or 0 (0 for NULL);  source: rules 1.6, B11, B12, B48 */
CUCORE_API int cucore_layout_is_c_contiguous(const cucore_layout *layout);
CUCORE_API int cucore_layout_is_f_contiguous(const cucore_layout *layout);

/* cucore_layout_is_unique - return 1 if different indices have different offsets
 *   -> 1: no two indices share an element.  0: two do; also for NULL.  The answer is exact for every layout of at most
 *      two axes longer than 1, and for every layout that these functions made from a dense one.  For other strides of
 *      three and more axes the function searches, and returns 0 if a fixed amount of work (tens of microseconds) does
 *      not suffice
 *   source: StridedLayout.is_unique, which asks more: each |stride| must exceed the reach of all smaller ones */
CUCORE_API int cucore_layout_is_unique(const cucore_layout *layout);

/* cucore_layout_format - write "shape (2, 3) strides (4, 1) itemsize 4", "... itembits 4" if packed
 *   text, size  out  as snprintf
 *   -> characters that the whole text needs, without the NUL */
CUCORE_API size_t cucore_layout_format(const cucore_layout *layout, char *text, size_t size);

/* -- two layouts ------------------------------------------------------------------------------------------------ */

typedef enum cucore_overlap {
    CUCORE_OVERLAP_NONE = 0,   /* no bit belongs to both */
    CUCORE_OVERLAP_SOME = 1,   /* at least one does */
    CUCORE_OVERLAP_UNKNOWN = 2 /* too hard to say: treat as SOME */
} cucore_overlap;

/* cucore_layout_overlap - report whether two arrays share memory
 *   a, a_ptr, b, b_ptr  in   layouts and the addresses of their origins, which are not read
 *   out                 out  untouched on error.  NONE and SOME are exact.  UNKNOWN: the search ended after a fixed
 *                            amount of work (strides made by hand, or very many axes); packed arrays may share a byte
 *                            and no bit
 *   -> OK | INVALID_ARGUMENT | OVERFLOW (layouts made by hand only) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_overlap(const cucore_layout *a, const void *a_ptr,
                                                                const cucore_layout *b, const void *b_ptr,
                                                                cucore_overlap *out);
