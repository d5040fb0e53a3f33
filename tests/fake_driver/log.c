/* log.c - the log, and how every call begins and ends */
#include "driver.h"

#include <stdarg.h>

void log_add(const char *format, ...)
{
    int n;
    va_list args;
    va_start(args, format);
    n = vsnprintf(fake.log + fake.log_length, LOG_BYTES - fake.log_length, format, args);
    va_end(args);
    if (n > 0 && fake.log_length + (size_t)n < LOG_BYTES) {
        fake.log_length += (size_t)n;
    } else {
        fake.log[fake.log_length] = '\0';
    }
}

static void log_context(CUcontext handle)
{
    int slot = slot_of(CONTEXT, handle);
    if (!handle) {
        log_add("none");
    } else if (slot < 0) {
        log_add("?");
    } else {
        log_add("%d", slot < MAX_DEVICES ? slot : 99 + fake.contexts[slot].head.number);
    }
}

static void log_object(kind what, const void *handle)
{
    int slot = slot_of(what, handle);
    if (slot < 0) {
        log_add(handle ? "?" : "null");
    } else {
        log_add("%d", object_at(what, (unsigned)slot)->number);
    }
}

static void log_stream(CUstream handle)
{
    if (handle == CU_STREAM_LEGACY) {
        log_add("legacy");
    } else if (handle == CU_STREAM_PER_THREAD) {
        log_add("thread");
    } else {
        log_object(STREAM, handle);
    }
}

static void log_memory(CUdeviceptr ptr)
{
    const block *found = block_of(ptr);
    if (!ptr) {
        log_add("null");
    } else if (!found) {
        log_add("host");
    } else if (ptr == found->base) {
        log_add("m%d", found->number);
    } else {
        log_add("m%d+%llu", found->number, (unsigned long long)(ptr - found->base));
    }
}

static void log_arguments(const char *format, va_list *args)
{
    for (; *format; format++) {
        if (*format != '%') {
            log_add("%c", *format);
            continue;
        }
        switch (*++format) {
        case 'e': log_object(EVENT, va_arg(*args, CUevent)); break;
        case 's': log_stream(va_arg(*args, CUstream)); break;
        case 'c': log_context(va_arg(*args, CUcontext)); break;
        case 'g': log_object(POOL, va_arg(*args, CUmemoryPool)); break;
        case 'k': log_object(FUNCTION, va_arg(*args, CUfunction)); break;
        case 'm': log_memory(va_arg(*args, CUdeviceptr)); break;
        case 'd': log_add("%d", va_arg(*args, int)); break;
        case 'u': log_add("%u", va_arg(*args, unsigned)); break;
        default: log_add("%llu", (unsigned long long)va_arg(*args, size_t)); break;
        }
    }
}

CUresult call_begin(const char *name, int needs, const char *format, ...)
{
    CUcontext context_now;
    va_list args;
    pthread_mutex_lock(&driver_lock);
    context_now = current_context();
    fake.calls++;
    log_add("%s", name);
    va_start(args, format);
    if (*format) log_add(" ");
    log_arguments(format, &args);
    va_end(args);
    log_add(" ctx=");
    log_context(context_now);
    if (fake.thread_state) log_add(fake.thread_state() ? " attached" : " detached");
    if (fake.forked) return CUDA_ERROR_NOT_INITIALIZED;
    if (fake.fail_in > 0 && --fake.fail_in == 0) return (CUresult)fake.fail_result;
    if (needs >= INITIALISED && !fake.initialised) return CUDA_ERROR_NOT_INITIALIZED;
    if (needs >= IN_CONTEXT && current_slot() < 0) return CUDA_ERROR_INVALID_CONTEXT;
    return CUDA_SUCCESS;
}

CUresult call_end(CUresult result)
{
    if (result) log_add(" result=%d", (int)result);
    log_add("\n");
    pthread_mutex_unlock(&driver_lock);
    return result;
}
