/* ----------------------------------------------------------------------------------------------------- >>op-tvm -- */
/* op/tvm.h: values of tvm-ffi's packed calls as views, and back. */
/* cucore_view_from_tvm_ffi - view a tensor among the arguments of a packed call
 *   any  in   a TVMFFIAny: a tensor object or a DLTensor *.  None, and NULL, are left out with CUCORE_OPTIONAL
 *   arg  in   what it has to be, as cucore_view_from_dltensor; NULL: anything
 *   out  out  borrows the memory for the call; zeroed on error
 *   -> as cucore_view_from_dltensor, and WRONG_DTYPE (another value: the message names its type index)
 *   Objects of tvm-ffi have no stream: TVMFFIEnvGetStream names the one of the call.  Any thread; no GIL.
 *   source: rules X25, X26 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_tvm_ffi(const void *any, const cucore_arg *arg,
                                                                   cucore_view *out);

/* cucore_view_to_tvm_ffi - make a tensor object that takes over a view
 *   view  in/out  consumed: zeroed, on success and on error, as by cucore_view_move_to_dlmanaged_versioned
 *   any   out     a TVMFFIAny that owns a tensor object, such as the result of a packed call; None on error
 *   -> OK | as cucore_view_move_to_dlmanaged_versioned | UNSUPPORTED (the process has not loaded tvm-ffi) | FOREIGN
 *      (tvm-ffi refused the tensor)
 *   any thread; no GIL */
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status cucore_view_to_tvm_ffi(cucore_view *view, void *any);
