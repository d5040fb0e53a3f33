/* xla_frames.h - call frames of XLA's FFI made by hand, with an XLA whose functions only note what they are asked.  For
 * tests and fuzzers that have included cucore_op.h with its implementation, whose structs it uses;
 * tests/python/test_op_xla.py compares those with XLA's own header. */
#ifndef CUCORE_TESTS_XLA_FRAMES_H
#define CUCORE_TESTS_XLA_FRAMES_H

#include <string.h>

enum { FRAME_ARRAYS = 4, FRAME_VALUES = 6, FRAME_NDIM = CUCORE_MAX_NDIM + 2 };

/* The errors that were made, the last one, and the stream that is given out. */
static struct {
    int made, code;
    char text[600];
    void *stream; /* NULL: XLA_FFI_Stream_Get fails, as on the CPU */
    int no_stream;
} xla;

static inline void *xla_error_create(cucore__xla_error_args *args)
{
    xla.made++;
    xla.code = args->struct_size == 28 && !args->extension_start ? args->errc : -1;
    snprintf(xla.text, sizeof xla.text, "%s", args->message);
    return &xla.made;
}

static inline void *xla_stream_get(cucore__xla_stream_args *args)
{
    if (!xla.stream || args->struct_size != 32) return &xla.no_stream;
    args->stream = xla.stream;
    return NULL;
}

/* A frame and all that it points to. */
typedef struct frame {
    cucore__xla_frame frame;
    char future[16]; /* which no handler touches */
    cucore__xla_api api;
    cucore__xla_buffer args[FRAME_ARRAYS], rets[FRAME_ARRAYS];
    int64_t arg_dims[FRAME_ARRAYS][FRAME_NDIM], ret_dims[FRAME_ARRAYS][FRAME_NDIM];
    void *arg_list[FRAME_ARRAYS], *ret_list[FRAME_ARRAYS];
    int arg_types[FRAME_ARRAYS], ret_types[FRAME_ARRAYS];
    cucore__xla_span names[FRAME_VALUES], texts[FRAME_VALUES], *name_list[FRAME_VALUES];
    cucore__xla_scalar scalars[FRAME_VALUES];
    uint64_t numbers[FRAME_VALUES];
    void *value_list[FRAME_VALUES];
    int value_types[FRAME_VALUES];
    cucore__xla_metadata metadata;
    cucore__xla_metadata_extension extension;
    cucore__xla_extension other;
} frame;

/* A sound frame without arrays and attributes, as XLA makes it for stage EXECUTE. */
static inline void frame_make(frame *f)
{
    memset(f, 0, sizeof *f);
    f->api.struct_size = 192;
    f->api.api_version.struct_size = 24;
    f->api.api_version.minor_version = 3;
    f->api.error_create = xla_error_create;
    f->api.stream_get = xla_stream_get;
    f->frame.struct_size = 168;
    f->frame.api = &f->api;
    f->frame.stage = 3;
    f->frame.args.struct_size = f->frame.rets.struct_size = 40;
    f->frame.attrs.struct_size = 48;
    f->frame.args.types = f->arg_types;
    f->frame.args.buffers = f->arg_list;
    f->frame.rets.types = f->ret_types;
    f->frame.rets.buffers = f->ret_list;
    f->frame.attrs.types = f->value_types;
    f->frame.attrs.names = f->name_list;
    f->frame.attrs.values = f->value_list;
    f->metadata.struct_size = 36;
    f->metadata.api_version.struct_size = 24;
    f->extension.extension_base.struct_size = 32;
    f->extension.extension_base.type = 1;
    f->extension.metadata = &f->metadata;
    f->other.struct_size = 24;
    f->other.type = 77;
    memset(f->future, 0x5A, sizeof f->future);
    xla.made = xla.code = 0;
    xla.text[0] = 0;
}

static inline void frame_fill(cucore__xla_buffer *buffer, int dtype, void *data, int rank, const int64_t *dims)
{
    buffer->struct_size = 48;
    buffer->dtype = dtype;
    buffer->data = data;
    buffer->rank = rank;
    if (rank) memcpy(buffer->dims, dims, (size_t)rank * sizeof *dims);
}

static inline void frame_arg(frame *f, int dtype, void *data, int rank, const int64_t *dims)
{
    const int64_t i = f->frame.args.size++;
    f->args[i].dims = f->arg_dims[i];
    f->arg_list[i] = &f->args[i];
    f->arg_types[i] = 1;
    frame_fill(&f->args[i], dtype, data, rank, dims);
}

static inline void frame_ret(frame *f, int dtype, void *data, int rank, const int64_t *dims)
{
    const int64_t i = f->frame.rets.size++;
    f->rets[i].dims = f->ret_dims[i];
    f->ret_list[i] = &f->rets[i];
    f->ret_types[i] = 1;
    frame_fill(&f->rets[i], dtype, data, rank, dims);
}

static inline int64_t frame_name(frame *f, const char *name, int type, void *value)
{
    const int64_t i = f->frame.attrs.size++;
    f->names[i].ptr = name;
    f->names[i].len = strlen(name);
    f->name_list[i] = &f->names[i];
    f->value_types[i] = type;
    f->value_list[i] = value;
    return i;
}

static inline void frame_number(frame *f, const char *name, int dtype, const void *number, size_t size)
{
    const int64_t i = frame_name(f, name, 3, &f->scalars[f->frame.attrs.size]);
    f->scalars[i].dtype = dtype;
    f->scalars[i].value = &f->numbers[i];
    f->numbers[i] = UINT64_C(0xA5A5A5A5A5A5A5A5); /* the bytes behind a small number are not its own */
    memcpy(&f->numbers[i], number, size);
}

static inline void frame_text(frame *f, const char *name, const char *text, size_t length)
{
    const int64_t i = frame_name(f, name, 4, &f->texts[f->frame.attrs.size]);
    f->texts[i].ptr = text;
    f->texts[i].len = length;
}
#endif
