/* ------------------------------------------------------------------------------------------- >>op-foreign-aten -- */
/* op/foreign_aten.h: the C functions that torch keeps stable, as facts.  Source:
 * torch/csrc/inductor/aoti_torch/c/shim.h and torch/csrc/stable/c/shim.h of torch 2.9 to 2.15.
 *   A tensor is the address of an at::Tensor, a library that of a torch::Library, a string that of a std::string.  The
 *   functions return 0, or fail: then torch has printed the reason to stderr, and from 2.13 on it can be asked for.
 *   `check` throws c10::Error with its text if the condition is 0; it is the only function that throws.
 *   A boxed kernel is a function of (uint64_t *stack, uint64_t arguments, uint64_t results).  It gets the arguments of
 *   its schema, and leaves the results, both from stack[0] on.  An entry of the stack is, by the type in the schema:
 *     Tensor     a tensor, which belongs to the kernel; a result belongs to torch
 *     int        int64_t      float   the bits of a double
 *     bool       the lowest byte: 0 or 1
 *     str        a string, which belongs to the kernel (2.10)
 *     type?      0 for None; else the address of one entry, which belongs to the kernel: it was made by operator new,
 *                and is given back by torch_delete_stable_ivalue (2.13) or operator delete
 *   torch keeps these forms for kernels that were registered with the number of a version (torch_library_impl). */
#define CUCORE__ATEN_2_9 ((UINT64_C(2) << 56) | (UINT64_C(9) << 48))
#define CUCORE__ATEN_2_10 ((UINT64_C(2) << 56) | (UINT64_C(10) << 48))

/* X(member, symbol, result, parameters, in which library it has to be: 0 in none) */
#define CUCORE__ATEN_LIST(X)                                                                                           \
    X(version, "aoti_torch_abi_version", uint64_t, (void), 1)                                                          \
    X(defined, "aoti_torch_is_defined", int32_t, (void *, uint8_t *), 1)                                               \
    X(dtype, "aoti_torch_get_dtype", int32_t, (void *, int32_t *), 1)                                                  \
    X(layout, "aoti_torch_get_layout", int32_t, (void *, int32_t *), 1)                                                \
    X(device_type, "aoti_torch_get_device_type", int32_t, (void *, int32_t *), 1)                                      \
    X(device_index, "aoti_torch_get_device_index", int32_t, (void *, int32_t *), 1)                                    \
    X(ndim, "aoti_torch_get_dim", int32_t, (void *, int64_t *), 1)                                                     \
    X(shape, "aoti_torch_get_sizes", int32_t, (void *, int64_t **), 1)                                                 \
    X(strides, "aoti_torch_get_strides", int32_t, (void *, int64_t **), 1)                                             \
    X(data, "aoti_torch_get_data_ptr", int32_t, (void *, void **), 1)                                                  \
    X(layout_strided, "aoti_torch_layout_strided", int32_t, (void), 1)                                                 \
    X(on_cpu, "aoti_torch_device_type_cpu", int32_t, (void), 1)                                                        \
    X(on_cuda, "aoti_torch_device_type_cuda", int32_t, (void), 1)                                                      \
    X(empty, "aoti_torch_empty_strided", int32_t,                                                                      \
      (int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, void **), 1)                              \
    X(wrap, "aoti_torch_create_tensor_from_blob", int32_t,                                                             \
      (void *, int64_t, const int64_t *, const int64_t *, int64_t, int32_t, int32_t, int32_t, void **), 1)             \
    X(again, "aoti_torch_new_tensor_handle", int32_t, (void *, void **), 1)                                            \
    X(drop, "aoti_torch_delete_tensor_object", int32_t, (void *), 1)                                                   \
    X(grads, "aoti_torch_grad_mode_is_enabled", uint8_t, (void), 1)                                                    \
    X(set_grads, "aoti_torch_grad_mode_set_enabled", void, (uint8_t), 1)                                               \
    X(call, "aoti_torch_call_dispatcher", int32_t, (const char *, const char *, uint64_t *), 1)                        \
    X(check, "aoti_torch_check", void, (uint8_t, const char *, const char *, uint32_t, const char *), 1)               \
    X(fragment, "aoti_torch_library_init_fragment", int32_t, (const char *, const char *, uint32_t, void **), 1)       \
    X(kernels, "aoti_torch_library_init_impl", int32_t, (const char *, const char *, const char *, uint32_t, void **), \
      1)                                                                                                               \
    X(define, "aoti_torch_library_def", int32_t, (void *, const char *), 1)                                            \
    X(implement, "aoti_torch_library_impl", int32_t, (void *, const char *, cucore__aten_kernel), 1)                   \
    X(undo, "aoti_torch_delete_library_object", int32_t, (void *), 1)                                                  \
    X(implement_for, "torch_library_impl", int32_t, (void *, const char *, cucore__aten_kernel, uint64_t), 0)          \
    X(string_size, "torch_string_length", int32_t, (void *, size_t *), 0)                                              \
    X(string_text, "torch_string_c_str", int32_t, (void *, const char **), 0)                                          \
    X(string_drop, "torch_delete_string", int32_t, (void *), 0)                                                        \
    X(own, "torch_from_blob", int32_t,                                                                                 \
      (void *, int64_t, const int64_t *, const int64_t *, int64_t, int32_t, int32_t, int32_t, void **, int32_t,        \
       const uint8_t *, int64_t, cucore__aten_deleter, void *),                                                        \
      0)                                                                                                               \
    X(why, "torch_exception_get_what_without_backtrace", const char *, (void), 0)                                      \
    X(entry_drop, "torch_delete_stable_ivalue", int32_t, (uint64_t *), 0)                                              \
    X(operator_delete, "_ZdlPv", void, (void *), 0)                                                                    \
    X(stream, "aoti_torch_get_current_cuda_stream", int32_t, (int32_t, void **), 0)

typedef void (*cucore__aten_kernel)(uint64_t *stack, uint64_t argument_count, uint64_t result_count);
typedef void (*cucore__aten_deleter)(void *data, void *context);

/* The dtypes of torch with the functions that return their numbers, as X(suffix, code, bits, lanes); the last of them
 * came with 2.11. */
#define CUCORE__ATEN_DTYPE_LIST(X)                                                                                     \
    X("aoti_torch_dtype_float32", FLOAT, 32, 1)                                                                        \
    X("aoti_torch_dtype_float16", FLOAT, 16, 1)                                                                        \
    X("aoti_torch_dtype_bfloat16", BFLOAT, 16, 1)                                                                      \
    X("aoti_torch_dtype_float64", FLOAT, 64, 1)                                                                        \
    X("aoti_torch_dtype_uint8", UINT, 8, 1)                                                                            \
    X("aoti_torch_dtype_uint16", UINT, 16, 1)                                                                          \
    X("aoti_torch_dtype_uint32", UINT, 32, 1)                                                                          \
    X("aoti_torch_dtype_uint64", UINT, 64, 1)                                                                          \
    X("aoti_torch_dtype_int8", INT, 8, 1)                                                                              \
    X("aoti_torch_dtype_int16", INT, 16, 1)                                                                            \
    X("aoti_torch_dtype_int32", INT, 32, 1)                                                                            \
    X("aoti_torch_dtype_int64", INT, 64, 1)                                                                            \
    X("aoti_torch_dtype_bool", BOOL, 8, 1)                                                                             \
    X("aoti_torch_dtype_complex32", COMPLEX, 32, 1)                                                                    \
    X("aoti_torch_dtype_complex64", COMPLEX, 64, 1)                                                                    \
    X("aoti_torch_dtype_complex128", COMPLEX, 128, 1)                                                                  \
    X("aoti_torch_dtype_float8_e5m2", FLOAT8_E5M2, 8, 1)                                                               \
    X("aoti_torch_dtype_float8_e4m3fn", FLOAT8_E4M3FN, 8, 1)                                                           \
    X("aoti_torch_dtype_float8_e5m2fnuz", FLOAT8_E5M2FNUZ, 8, 1)                                                       \
    X("aoti_torch_dtype_float8_e4m3fnuz", FLOAT8_E4M3FNUZ, 8, 1)                                                       \
    X("torch_dtype_float8_e8m0fnu", FLOAT8_E8M0FNU, 8, 1)                                                              \
    X("torch_dtype_float4_e2m1fn_x2", FLOAT4_E2M1FN, 4, 2)
