/* --------------------------------------------------------------------------------------------------- >>op-aten -- */
/* op/aten.h: tensors of torch as its dispatcher hands them to C, as views and back. */
/* cucore_view_from_aten - view a tensor that a kernel of torch got from the dispatcher
 *   tensor  in   an AtenTensorHandle: the address of an at::Tensor, which the caller keeps.  NULL, and a tensor that is
 *                not defined: left out, with CUCORE_OPTIONAL
 *   arg     in   what it has to be, as cucore_view_check; NULL: anything.  Several arguments are taken without
 *                CUCORE_TOGETHER, or with NULL, and then checked by cucore_views_check
 *   out     out  borrows the memory: valid while the caller keeps the tensor, and the tensor keeps its memory
 *                (`resize_`, `set_`); zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL, a tensor that is not defined, arg) | UNSUPPORTED (torch is not loaded, or older
 *      than 2.9; a dtype, a device or a layout of torch that views do not have: quantised, sparse, MPS, ...) | PROTOCOL
 *      (more than CUCORE_MAX_NDIM axes, ...) | FOREIGN (a function of torch failed) | WRONG_DTYPE, WRONG_SHAPE,
 *      WRONG_LAYOUT, WRONG_DEVICE (arg)
 *   The functions of torch are looked up in the process at the first call; nothing is loaded.  The tensor is what its
 *   memory contains: the negative and the conjugate bit are not looked at.  torch resolves both before it calls a
 *   kernel for CPU or CUDA, as it makes tensors that require grad plain.  No stream is ordered: torch orders its work
 *   by the current stream.  Any thread; no GIL; no driver call.  source: rules X30, X31 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_aten(void *tensor, const cucore_arg *arg, cucore_view *out);

/* cucore_view_to_aten - make a tensor of torch that refers to an owner
 *   view     in   the array to show; shape and strides are copied, and not needed afterwards
 *   owner    in   what keeps the memory; kept for `release`
 *   release  in   called once with owner when torch gives up the memory, on any thread, at once if the view is empty;
 *                 NULL: the memory outlives everything.  Not called on error: the owner is still yours then
 *   out      out  an AtenTensorHandle: a result of a kernel, or an argument of aoti_torch_call_dispatcher, both of
 *                 which consume it; NULL on error
 *   -> OK | INVALID_ARGUMENT (NULL, a view that is not sound) | READONLY (every tensor may be written) | UNSUPPORTED
 *      (torch is not loaded, or older than 2.9; `release` before 2.11; a dtype or device that torch does not have;
 *      negative strides, padded elements) | OUT_OF_MEMORY | FOREIGN (a function of torch failed)
 *   any thread; no GIL; no driver call.  source: rules P1 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_aten(const cucore_view *view, void *owner,
                                                              void (*release)(void *owner), void **out);
