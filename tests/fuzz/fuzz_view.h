/* fuzz_view.h - what the fuzzers of views share: memory of every kind, poisoned views, the flags of an intake.
 * Include it after the library, whose driver is the fake one (CUCORE_LINK_DRIVER). */
#ifndef CUCORE_TESTS_FUZZ_VIEW_H
#define CUCORE_TESTS_FUZZ_VIEW_H

#include "fuzz.h"

#include "../fake_driver/fake_cuda.h"

#define ROOM 4096 /* bytes of each place */
#define DEVICES 2

/* ---- memory ---- */
typedef struct place {
    int device_type, device_id; /* as the driver has it */
    uint64_t base;
} place;

static place places[5];
static __attribute__((aligned(64))) char host_memory[ROOM];

/* Once; the log of the fake begins again. */
static inline void places_make(void)
{
    static const int kinds[] = {-1, FAKE_DEVICE, FAKE_DEVICE, FAKE_PINNED, FAKE_MANAGED};
    static const int types[] = {CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_TYPE_CUDA, CUCORE_DEVICE_TYPE_CUDA,
                                CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_TYPE_CUDA_MANAGED};
    static const int ids[] = {-1, 0, 1, -1, 1};
    fake_log_clear();
    if (places[0].base) return;
    REQUIRE(cucore_driver_load() == CUCORE_OK);
    for (int i = 0; i < COUNT_OF(places); i++) {
        places[i].device_type = types[i];
        places[i].device_id = ids[i];
        places[i].base =
            i ? (uint64_t)fake_alloc(kinds[i], ids[i] < 0 ? 0 : ids[i], ROOM) : (uint64_t)(uintptr_t)host_memory;
        REQUIRE(places[i].base);
    }
}

/* What the driver would say; NULL: ordinary memory. */
static inline const place *place_of(uint64_t address)
{
    for (int i = 1; i < COUNT_OF(places); i++) {
        if (address >= places[i].base && address - places[i].base < ROOM) return &places[i];
    }
    return NULL;
}

/* ---- poison ---- */
static inline int is_filled(const void *memory, size_t from, size_t to, int value)
{
    const unsigned char *bytes = (const unsigned char *)memory;
    for (; from < to; from++) {
        if (bytes[from] != value) return 0;
    }
    return 1;
}

static inline void poison(cucore_view *view)
{
    memset(view, 0xa5, sizeof *view);
}

/* Zeroed as an error leaves it: shape and strides mean nothing at ndim 0. */
static inline int is_zeroed(const cucore_view *view)
{
    return is_filled(view, 0, offsetof(cucore_view, layout) + offsetof(cucore_layout, shape), 0);
}

/* ---- what an intake asks for ---- */
static inline int reads_host(int device_type)
{
    return device_type != CUCORE_DEVICE_TYPE_CUDA;
}

static inline int reads_device(int device_type)
{
    return device_type == CUCORE_DEVICE_TYPE_CUDA || device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ||
           device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
}

/* What the flags of an intake ask for; readonly: also what cannot say that it may be written. */
static inline faults requirement_faults(const cucore_arg *intake, int c, int f, int device_type, int device_id,
                                        int readonly, int aligned)
{
    uint64_t flags = intake->flags;
    faults wrong = 0;
    if ((flags & CUCORE_C_CONTIGUOUS && !c) || (flags & CUCORE_F_CONTIGUOUS && !f)) wrong |= FAULT(CUCORE_WRONG_LAYOUT);
    if (flags & CUCORE_CONTIGUOUS && !c && !f) wrong |= FAULT(CUCORE_WRONG_LAYOUT);
    if (flags & CUCORE_HOST_ACCESSIBLE && !reads_host(device_type)) wrong |= FAULT(CUCORE_WRONG_DEVICE);
    if (flags & (CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID) && !reads_device(device_type)) {
        wrong |= FAULT(CUCORE_WRONG_DEVICE);
    }
    if (flags & CUCORE_ON_DEVICE_ID && intake->device_id < 0) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
    if (flags & CUCORE_ON_DEVICE_ID && device_id != intake->device_id) wrong |= FAULT(CUCORE_WRONG_DEVICE);
    if (flags & CUCORE_WRITE && readonly) wrong |= FAULT(CUCORE_READONLY);
    if (!(flags & CUCORE_ALLOW_UNALIGNED) && !aligned) wrong |= FAULT(CUCORE_WRONG_LAYOUT);
    return wrong;
}

#endif
