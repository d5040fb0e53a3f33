/* ------------------------------------------------------------------------------------------------- >>interface -- */
/* cai/interface.h: the fields of an interface as a view.  Needs core. */
/* The fields of an interface, as C values.  Nothing is kept. */
typedef struct cucore__interface {
    int protocol; /* CUCORE_PROTOCOL_CAI or CUCORE_PROTOCOL_ARRAY_INTERFACE */
    int ndim;     /* of shape and strides */
    const int64_t *shape;
    const int64_t *strides; /* in bytes; NULL: C-contiguous */
    const char *typestr;
    size_t typestr_length;
    const char *descr; /* text for cucore__descr_parse; NULL: none */
    size_t descr_length;
    uint64_t data; /* address; 0 only when empty */
    int readonly;
    int has_stream;  /* CUCORE_PROTOCOL_CAI */
    uint64_t stream; /* 1, 2 or a handle */
} cucore__interface;

/* cucore__view_from_interface - the view that an interface describes
 *   interface_  in   checked field by field
 *   arg         in   what it has to be, producer_stream, reinterpret; NULL: anything.  Nothing is ordered here:
 *                    cucore_views_begin_access
 *   out         out  borrows the memory; zeroed on error.  Opaque elements become arg->reinterpret if that is given
 *   -> OK | PROTOCOL (typestr, descr of another size, NULL data, stream 0, memory that the driver does not know, ...)
 *      | UNSUPPORTED (strides) | INVALID_ARGUMENT (NULL, ndim, negative extent) | OVERFLOW
 *      | WRONG_DTYPE (arg; what is no dtype here) | WRONG_SHAPE, WRONG_LAYOUT, WRONG_DEVICE, READONLY (arg) | NO_DRIVER, DRIVER
 *   CUCORE_PROTOCOL_CAI asks the driver for the device, except for an empty array and with CUCORE_TRUST_PRODUCER: device_id
 *   is then CUCORE_DEVICE_NONE, or arg->device_id with CUCORE_ON_DEVICE_ID.  CUCORE_PROTOCOL_ARRAY_INTERFACE makes no driver call.
 *   source: rules 3.1, C1 to C9, A1 to A3 */
CUCORE_API cucore_status cucore__view_from_interface(const cucore__interface *interface_, const cucore_arg *arg,
                                                     cucore_view *out);
