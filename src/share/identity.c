/* ---------------------------------------------------------------------------------------- >>impl-share-identity -- */
/* share/identity.c: this process, this machine and its devices, as handles name them. */
/* A process as handles name it. */
typedef struct cucore__identity {
    int64_t process;
    unsigned char exporter[16];
    unsigned char machine[16];
    int is_made;
} cucore__identity;
static cucore__identity cucore__identity_here; /* protected by the lock of this header */

/* Reads at most `size` bytes of a file; returns how many. */
CUCORE__PRIVATE size_t cucore__file_read(const char *path, void *out, size_t size)
{
    size_t length = 0;
    FILE *file = fopen(path, "rb");
    if (file) {
        setvbuf(file, NULL, _IONBF, 0);
        length = fread(out, 1, size, file);
        (void)fclose(file);
    }
    return length;
}

/* Fills the number of the process without a source of random numbers: by the time, the process and an address. */
CUCORE__PRIVATE void cucore__identity_guess(cucore__identity *out)
{
    const uint64_t now = (uint64_t)time(NULL), ticks = (uint64_t)clock();
    const uint64_t first = now * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)out->process;
    const uint64_t second = ticks * UINT64_C(0xbf58476d1ce4e5b9) ^ (uint64_t)(uintptr_t)&first;
    memcpy(out->exporter, &first, 8);
    memcpy(out->exporter + 8, &second, 8);
}

/* Sets the number that Linux gives a machine when it starts; leaves it zero on other systems. */
CUCORE__PRIVATE void cucore__identity_find_machine(unsigned char *out)
{
    char text[36];
    size_t length = cucore__file_read("/proc/sys/kernel/random/boot_id", text, sizeof text), i;
    int digits = 0;
    for (i = 0; i < length && digits < 32; i++) {
        const char *hex = "0123456789abcdef", *found = text[i] ? strchr(hex, text[i]) : NULL;
        if (!found) continue;
        out[digits / 2] = (unsigned char)((out[digits / 2] << 4) | (found - hex));
        digits++;
    }
}

/* Names this process.  The driver is loaded, so that this is no process that was forked later. */
CUCORE__PRIVATE void cucore__identity_get(cucore__identity *out)
{
    CUCORE__SHARE_LOCK();
    if (!cucore__identity_here.is_made) {
        cucore__identity *here = &cucore__identity_here;
#if defined(_WIN32)
        here->process = (int64_t)GetCurrentProcessId();
        cucore__identity_guess(here);
#else
        here->process = (int64_t)getpid();
        if (cucore__file_read("/dev/urandom", here->exporter, 16) != 16) cucore__identity_guess(here);
#endif
        cucore__identity_find_machine(here->machine);
        here->is_made = 1;
    }
    *out = cucore__identity_here;
    CUCORE__SHARE_UNLOCK();
}

CUCORE__PRIVATE int cucore__bytes_are_zero(const unsigned char *bytes, size_t count)
{
    while (count > 0 && !bytes[count - 1]) count--;
    return count == 0;
}

/* Finds the device with a UUID. */
CUCORE__PRIVATE cucore_status cucore__device_find(const unsigned char *uuid, int *out)
{
    char text[37];
    cucore__CUuuid found;
    size_t i, length = 0;
    int device;
    cucore_status status;
    for (device = 0; cucore__device_exists(device); device++) {
        status = CUCORE__CALL(DeviceGetUuid, (&found, device));
        if (status) return status;
        if (memcmp(found.bytes, uuid, 16) == 0) {
            *out = device;
            return CUCORE_OK;
        }
    }
    for (i = 0; i < 16; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", uuid[i]);
    }
    return cucore_fail(CUCORE_WRONG_DEVICE,
                       "the device GPU-%s is none of the %d that this process sees (CUDA_VISIBLE_DEVICES)", text,
                       cucore__driver_state.device_count);
}
