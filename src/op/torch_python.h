/* ----------------------------------------------------------------------------------------- >>op-torch-python -- */
/* op/torch_python.h: operators for torch from Python.  Needs cucore_results.h, included before cucore_op.h. */
/* cucore_py_ops_register_torch - make operators torch.ops.ns.name, with all that needs Python
 *   ops, count, ns  in  as cucore_op_register_torch
 *   It imports torch, registers as cucore_op_register_torch, and adds
 *     fakes      which describe results to torch.compile and torch.export, also if extents are symbols (dynamic=True);
 *                a function `shape` gets numbers, so that extents become constants there
 *     gradients  of each operator with a `backward`, by torch.library.register_autograd.  A gradient whose argument has
 *                a flag of dense memory is made dense.  They make each call a call of Python also, 3 to 4 times as
 *                long, except in torch.inference_mode
 *   With torch before 2.9, and before 2.10 for operators with strings, the kernels are functions of Python
 *   (torch.library).
 *   -> 0 | -1 with ValueError (as cucore_op_register_torch; a derivative that is not in `ops`, changes an argument, or
 *      has a name that the operator does not have), ImportError, RuntimeError (torch has refused), MemoryError, or an
 *      exception of torch.  On error none of the operators is registered
 *   GIL held.  source: rules X33, X34 */
CUCORE_API CUCORE_NODISCARD int cucore_py_ops_register_torch(const cucore_op *const *ops, size_t count, const char *ns);
