/* ------------------------------------------------------------------------------------------------ >>cai-encode -- */
/* cai/encode.h: views as the fields of an interface. */
/* The memory of fields that are made.  It is only filled: no initial value is needed, zeros are fine. */
typedef struct cucore_interface_room {
    int64_t strides[CUCORE_MAX_NDIM]; /* in bytes */
    char typestr[16];
} cucore_interface_room;

/* cucore_view_to_interface - the fields of an interface that describes a view: the reverse of
 * cucore_view_from_interface
 *   view      in   must outlive out, at the same address: shape is its own
 *   protocol  in   CUCORE_PROTOCOL_CAI (memory that CUDA can read) or CUCORE_PROTOCOL_ARRAY_INTERFACE (memory that the
 *                  CPU can read)
 *   room      out  what out points to, besides the shape; of no use on error
 *   out       out  borrows everything.  strides is NULL if the view is C-contiguous; data is 0 without elements; stream
 *                  is the producer's of the view if it has one, never 0; descr is NULL.  Untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, protocol, a view that is not sound) | WRONG_DEVICE (the other kind of memory)
 *      | UNSUPPORTED (a dtype without a typestr: bfloat16, float8, sub-byte, ...; structured elements without the
 *      producer's own descr) | OVERFLOW (strides in bytes)
 *   The consumer of CUCORE_PROTOCOL_CAI orders its work behind `stream`; the consumer of
 *   CUCORE_PROTOCOL_ARRAY_INTERFACE orders nothing, so that the data have to be complete: cucore_views_begin_access
 *   with CUCORE_STREAM_HOST.  Any thread; no GIL; no driver call.  source: rules P14, P15, A1, A3 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_interface(const cucore_view *view, int protocol,
                                                                   cucore_interface_room *room, cucore_interface *out);
