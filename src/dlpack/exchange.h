/* ------------------------------------------------------------------------------------------- >>dlpack-exchange -- */
/* dlpack/exchange.h: the struct of the C exchange table. */
/* The C exchange table of a Python type, DLPackExchangeAPI of dlpack.h 1.3, whatever dlpack.h is used: found as
 * type.__dlpack_c_exchange_api__, a capsule "dlpack_exchange_api".  0, or -1 with a Python exception; the allocator
 * calls set_error instead.  source: rules 2 */
typedef struct cucore_exchange_header {
    DLPackVersion version;
    struct cucore_exchange_header *prev_api;
} cucore_exchange_header;

typedef struct cucore_exchange_api {
    cucore_exchange_header header;
    int (*managed_tensor_allocator)(DLTensor *prototype, DLManagedTensorVersioned **out, void *context,
                                    void (*set_error)(void *context, const char *kind, const char *message));
    int (*managed_tensor_from_py_object_no_sync)(void *obj, DLManagedTensorVersioned **out);
    int (*managed_tensor_to_py_object_no_sync)(DLManagedTensorVersioned *managed, void **out);
    int (*dltensor_from_py_object_no_sync)(void *obj, DLTensor *out);
    int (*current_work_stream)(DLDeviceType device_type, int32_t device_id, void **out);
} cucore_exchange_api;
#if DLPACK_MAJOR_VERSION == 1 && DLPACK_MINOR_VERSION >= 3
typedef char cucore_assert_exchange_size[sizeof(cucore_exchange_api) == sizeof(DLPackExchangeAPI) ? 1 : -1];
typedef char cucore_assert_exchange_order
    [offsetof(cucore_exchange_api, current_work_stream) == offsetof(DLPackExchangeAPI, current_work_stream) ? 1 : -1];
#endif
