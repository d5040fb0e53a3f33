/* -------------------------------------------------------------------------------------------------- >>op-torch -- */
/* op/torch.h: operators for torch's dispatcher, without Python. */
/* cucore_op_register_torch - make operators torch.ops.ns.name, with kernels for CPU, CUDA and meta tensors
 *   ops, count  in   operators of CUCORE_OP.  One that this library has registered already is left as it is
 *   ns          in   the namespace, an identifier: "mylib"
 *   The schema follows from the declaration: arguments, then values with their defaults; "Tensor(a!)" with
 *   CUCORE_WRITE, "Tensor?" with CUCORE_OPTIONAL.  A default counts only if all that follows has one.  A kernel runs on
 *   the current stream of torch, waits for nothing, and counts up the version of each tensor that it writes to, unless
 *   the argument has CUCORE_KEEP_VERSION; a refusal is torch's error (RuntimeError in Python).  Gradients, and shapes
 *   that are symbols (torch.compile with dynamic=True), need Python: cucore_py_ops_register_torch.  An operator without
 *   a backward is to autograd what torch makes of any such operator: a warning when a gradient reaches it.
 *   -> OK | INVALID_ARGUMENT (NULL, ns, a declaration, a default that schemas cannot express: inf, nan, a string that
 *      is not printable ASCII) | UNSUPPORTED (torch is not loaded, or older than 2.9; strings before 2.10) | FOREIGN
 *      (torch has refused: another library has the name, ...) | OUT_OF_MEMORY.  On error none of the operators is
 *      registered
 *   The registration stays until the process ends: the library that contains the operators must not be
 *   unloaded.  torch throws the error of a kernel: with -O2 or -Os no frame of C is in its way; without them compilers
 *   have to make tables of unwinding, as they do by default.  Any thread; no GIL; no driver call.  source: rules X30 to
 *   X32, B123 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_op_register_torch(const cucore_op *const *ops, size_t count,
                                                                   const char *ns);
