/* make example-arrow
 *
 * arrow_c_data.h - the structs of Arrow's C data interface and C device data interface, by the guards that every copy of them
 * has, and the formats that are numbers */
#include <stdint.h>

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};
struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};
#endif
#ifndef ARROW_C_DEVICE_DATA_INTERFACE
#define ARROW_C_DEVICE_DATA_INTERFACE
typedef int32_t ArrowDeviceType; /* the numbers of DLPack, and so of cucore */
struct ArrowDeviceArray {
    struct ArrowArray array;
    int64_t device_id;
    ArrowDeviceType device_type;
    void *sync_event; /* CUDA: cudaEvent_t * */
    int64_t reserved[3];
};
#endif

/* Behind a colon comes the time zone.  The first one of a dtype is for what is just a number. */
static const char *const formats[][2] = {
    {"c", "int8"},     {"C", "uint8"},    {"s", "int16"},    {"S", "uint16"},   {"i", "int32"},   {"I", "uint32"},
    {"l", "int64"},    {"L", "uint64"},   {"e", "float16"},  {"f", "float32"},  {"g", "float64"}, {"b", "uint8"},
    {"tdD", "int32"},  {"tdm", "int64"},  {"tts", "int32"},  {"ttm", "int32"},  {"ttu", "int64"}, {"ttn", "int64"},
    {"tss:", "int64"}, {"tsm:", "int64"}, {"tsu:", "int64"}, {"tsn:", "int64"}, {"tDs", "int64"}, {"tDm", "int64"},
    {"tDu", "int64"},  {"tDn", "int64"}};
