/* devices.c - the driver itself, and devices */
#include "driver.h"

int number_from_environment(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atoi(text) : otherwise;
}

static int device_count(void)
{
    int count = fake.device_count >= 0 ? fake.device_count : number_from_environment("FAKE_CUDA_DEVICES", 2);
    return count < 0 ? 0 : count > MAX_DEVICES ? MAX_DEVICES : count;
}

CUresult check_device(int ordinal)
{
    return ordinal >= 0 && ordinal < device_count() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

ENTRY CUresult CUDAAPI cuInit(unsigned flags)
{
    CUresult result = call_begin("cuInit", ALWAYS, "flags=%u", flags);
    if (!result) {
        result = (CUresult)(fake.init_result >= 0 ? fake.init_result : number_from_environment("FAKE_CUDA_INIT", 0));
    }
    if (!result && flags) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !device_count()) result = CUDA_ERROR_NO_DEVICE;
    if (!result) fake.initialised = 1;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDriverGetVersion(int *version)
{
    CUresult result = call_begin("cuDriverGetVersion", ALWAYS, "");
    if (!result) *version = number_from_environment("FAKE_CUDA_VERSION", 13000);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetCount(int *count)
{
    CUresult result = call_begin("cuDeviceGetCount", INITIALISED, "");
    if (!result) *count = device_count();
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = call_begin("cuDeviceGet", INITIALISED, "ordinal=%d", ordinal);
    if (!result) result = check_device(ordinal);
    if (!result) *device = ordinal;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetName(char *name, int length, CUdevice device)
{
    CUresult result = call_begin("cuDeviceGetName", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result && length < 1) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) snprintf(name, (size_t)length, "Fake GPU %d", device);
    return call_end(result);
}

static CUresult get_uuid(const char *name, CUuuid *uuid, CUdevice device)
{
    CUresult result = call_begin(name, INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) {
        memset(uuid, 0, sizeof *uuid);
        memcpy(uuid->bytes, "fake", 4);
        uuid->bytes[15] = (char)device;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    return get_uuid("cuDeviceGetUuid", uuid, device);
}

ENTRY CUresult CUDAAPI cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    return get_uuid("cuDeviceGetUuid", uuid, device);
}

ENTRY CUresult CUDAAPI cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    CUresult result = call_begin("cuDeviceTotalMem", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) *bytes = DEVICE_BYTES;
    return call_end(result);
}

/* FAKE_CUDA_CONCURRENT: a bit for each device; FAKE_CUDA_PAGEABLE: 1 if devices reach ordinary memory of the host. */
int device_is_concurrent(int device)
{
    return number_from_environment("FAKE_CUDA_CONCURRENT", -1) >> device & 1;
}

static int device_attribute(CUdevice_attribute attribute, int device)
{
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        return fake.capability[device] ? fake.capability[device] / 10 : 9;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: return fake.capability[device] % 10;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return 132;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: return 32;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: return fake.shared_most;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: return fake.shared_most - 1024;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return 1024;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID: return device + 1;
    case 124: return number_from_environment("FAKE_CUDA_DMA_BUF", 1); /* CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED */
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
    case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: return 1;
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS: return device_is_concurrent(device);
    case CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS: return number_from_environment("FAKE_CUDA_PAGEABLE", 0);
    default: return 0;
    }
}

ENTRY CUresult CUDAAPI cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    CUresult result = call_begin("cuDeviceGetAttribute", INITIALISED, "attribute=%d device=%d", (int)attribute, device);
    if (!result) result = check_device(device);
    if (!result && ((int)attribute < 1 || attribute >= CU_DEVICE_ATTRIBUTE_MAX)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *value = device_attribute(attribute, device);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
    unsigned domain, bus, slot, function;
    CUresult result = call_begin("cuDeviceGetByPCIBusId", INITIALISED, "");
    if (!result && sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) != 4) {
        domain = function = 0;
        if (sscanf(id, "%x:%x:%x", &domain, &bus, &slot) != 3) {
            domain = 0;
            if (sscanf(id, "%x:%x", &bus, &slot) != 2) result = CUDA_ERROR_INVALID_VALUE;
        }
    }
    if (!result) {
        result =
            !domain && !slot && bus >= 1 && bus <= MAX_DEVICES ? check_device((int)bus - 1) : CUDA_ERROR_INVALID_DEVICE;
    }
    if (!result) *device = (int)bus - 1;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetPCIBusId(char *id, int length, CUdevice device)
{
    CUresult result = call_begin("cuDeviceGetPCIBusId", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result && length < 13) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) snprintf(id, (size_t)length, "0000:%02X:00.0", (unsigned)device + 1);
    return call_end(result);
}

EXPORTED void fake_set_compute_major(int major)
{
    pthread_mutex_lock(&driver_lock);
    for (int device = 0; device < MAX_DEVICES; device++) fake.capability[device] = 10 * major;
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED void fake_set_capability(int device, int capability)
{
    pthread_mutex_lock(&driver_lock);
    fake.capability[device] = capability;
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED void fake_set_device_count(int count)
{
    pthread_mutex_lock(&driver_lock);
    fake.device_count = count;
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED void fake_set_init_result(int result)
{
    pthread_mutex_lock(&driver_lock);
    fake.init_result = result;
    pthread_mutex_unlock(&driver_lock);
}
