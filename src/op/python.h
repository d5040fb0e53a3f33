/* -------------------------------------------------------------------------------------------------- >>op-python -- */
/* op/python.h: operators as functions of a Python module.  Needs cucore_results.h, included before cucore_op.h. */
/* cucore_py_ops_add - add the functions of operators, and the doors for frameworks, to a module
 *   py_module  in  in its function of initialisation
 *   ops        in  count operators; they and `ns` stay as long as the process, as string literals do
 *   ns         in  an identifier, the namespace of the operators in torch: torch.ops.ns.name
 * The module gets
 *   name(x, eps=1e-05, *, y=None, stream=None)   for each operator: its arguments and its values, by position or by
 *       name, results and `stream` by name.  Arguments are taken in as by cucore_py_args, with CUCORE_BORROW; flags
 *       with [py] count.  A result that is not given is an array of the library of the first argument that is an array,
 *       as by cucore_py_empty and cucore_py_return; several are a tuple, none is None.  stream: as
 *       cucore_py_stream_from_object takes it.  None is the default of an argument with CUCORE_OPTIONAL and of a value
 *   register_torch()   registers the operators in torch, which has to be imported, as cucore_py_ops_register_torch
 *   xla_targets        {"name": {"cpu": capsule, "CUDA": capsule}, ...} for jax.ffi.register_ffi_target(target,
 *                      capsule, platform=...)
 * The last two are left out by CUCORE_OP_NO_TORCH and CUCORE_OP_NO_XLA.  The functions run the operator without the
 * GIL.
 *   -> 0 | -1 with ValueError (NULL; a declaration that means nothing: cucore_op_check), MemoryError, or an exception
 *      of the module
 *   GIL held */
CUCORE_API CUCORE_NODISCARD int cucore_py_ops_add(PyObject *py_module, const cucore_op *const *ops, size_t count,
                                                  const char *ns);
