/* ------------------------------------------------------------------------------------------------ >>cai-encode -- */
/* cai/encode.h: views as the fields of an interface.  Needs core. */
/* Where the fields of an interface that is made lie. */
typedef struct cucore__interface_room {
    int64_t strides[CUCORE_MAX_NDIM]; /* in bytes */
    char typestr[16];
} cucore__interface_room;

/* cucore__view_to_interface - the fields of the dict that shows a view
 *   view      in   must outlive out
 *   protocol  in   CUCORE_PROTOCOL_CAI (memory that CUDA can read) or CUCORE_PROTOCOL_ARRAY_INTERFACE (that the CPU can read)
 *   room      out  what out points to, with the view's shape; of no use on error
 *   out       out  strides NULL when C-contiguous; data 0 when empty; the stream where work is pending, never 0; no descr;
 *                  untouched on error
 *   -> OK | INVALID_ARGUMENT | WRONG_DEVICE (the other kind of memory) | UNSUPPORTED (a dtype without a typestr: bfloat16,
 *      float8, sub-byte, ...; a structured one without the producer's own descr) | OVERFLOW
 *   any thread; no driver call.  source: rules P14, P15, A1, A3 */
CUCORE_API cucore_status cucore__view_to_interface(const cucore_view *view, int protocol, cucore__interface_room *room,
                                                   cucore__interface *out);
