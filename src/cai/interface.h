/* ------------------------------------------------------------------------------------------------- >>interface -- */
/* cai/interface.h: the fields of an interface as a view. */
/* The fields of an interface as C values: what its dict contains, whatever language it comes from.  All pointers belong
 * to the caller.  Zero the struct first: protocol, ndim, shape, typestr and data are needed, zero means absent or None
 * for the others. */
typedef struct cucore_interface {
    int protocol;           /* CUCORE_PROTOCOL_CAI or CUCORE_PROTOCOL_ARRAY_INTERFACE */
    int ndim;               /* entries of shape and of strides; 0 is one element */
    const int64_t *shape;   /* in elements */
    const int64_t *strides; /* in bytes; NULL: C-contiguous */
    const char *typestr;    /* "<f4"; no NUL needed */
    size_t typestr_size;    /* bytes of typestr */
    const char
        *descr; /* as Python prints the list: "[('x', '<f4'), ('y', '<f4')]"; NULL: none.  Only read for kind 'V' */
    size_t descr_size; /* bytes of descr */
    uint64_t data;     /* the address of element [0, 0, ...]; 0 only for an array without elements */
    uint64_t stream; /* CUCORE_PROTOCOL_CAI: 1, 2 or the handle of a stream; 0 is refused.  Only read with has_stream */
    int has_stream;  /* 0: absent or None, no work is known to be pending */
    int readonly;    /* the flag in data; 0: writable */
    int has_mask;    /* not 0: there is a mask, which is refused */
} cucore_interface;

/* cucore_view_from_interface - the view that the fields of an interface describe
 *   fields  in   checked one by one, none is trusted; shape and strides are copied.  NULL: left out, with
 *                CUCORE_OPTIONAL
 *   arg     in   what the array has to be, as cucore_view_check; reinterpret: the dtype of opaque elements;
 *                producer_stream: the stream of an interface that names none; NULL: anything.  Several arguments are
 *                taken without CUCORE_TOGETHER, or with NULL, and then checked by cucore_views_check
 *   out     out  borrows the memory: the caller keeps the producer of the fields until the view is released and the
 *                work on it is done (rules C6).  Zeroed on error.  Strides are in elements
 *   -> OK | INVALID_ARGUMENT (NULL, protocol, ndim, a negative extent, arg) | PROTOCOL (a typestr that is none, descr
 *      that does not add up, NULL data, an address range that wraps around, stream 0, memory that the driver does not
 *      know)
 *      | UNSUPPORTED (strides that are no multiple of the itemsize, a mask) | OVERFLOW (size, strides) | WRONG_DTYPE
 *      (arg; a typestr that is no dtype here: dates, text, foreign byte order, long double, Python objects) |
 *      WRONG_SHAPE, WRONG_LAYOUT, WRONG_DEVICE, READONLY (arg) | NO_DRIVER, DRIVER
 *   CUCORE_PROTOCOL_CAI names no device: the driver is asked, in whatever context is current, except for an array
 *   without elements and with CUCORE_TRUST_PRODUCER.  device_id is then CUCORE_DEVICE_NONE, or arg->device_id with
 *   CUCORE_ON_DEVICE_ID.  Memory that a capture allocates is not known to the driver: it is on the device of the
 *   producer's stream if that is captured.  CUCORE_PROTOCOL_ARRAY_INTERFACE is host memory: no driver call.  Work is
 *   not ordered here: cucore_views_begin_access makes your stream wait for the producer's.  Any thread; no GIL.
 *   source: rules 3.1 to 3.3, A1 to A3, C1 to C9, B17, B99, B131 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_interface(const cucore_interface *fields,
                                                                     const cucore_arg *arg, cucore_view *out);
