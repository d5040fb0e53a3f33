/* ---------------------------------------------------------------------------------------------- >>py-protocols -- */
/* python/protocols.h: one protocol at a time. */
/* Each takes one protocol only.  intake and out as cucore_py_view_with; TypeError when obj does not have the protocol.
 *     capsule          "dltensor" or "dltensor_versioned"; consumed on success only (but see D29); nothing is ordered
 *     exchange         the C exchange table of obj's very type; BufferError where only __dlpack__ would do (another
 *                      device, a copy, what requires grad, lazily conjugated values)
 *     dlpack           obj.__dlpack_device__() and obj.__dlpack__(...)
 *     cai              obj.__cuda_array_interface__, ordered by an event
 *     buffer           PEP 3118
 *     array_interface  obj.__array_interface__ */
CUCORE_API int cucore_py_view_from_capsule(PyObject *obj, const cucore_intake *intake, cucore_view *out);
CUCORE_API int cucore_py_view_from_exchange(PyObject *obj, const cucore_intake *intake, cucore_view *out);
CUCORE_API int cucore_py_view_from_dlpack(PyObject *obj, const cucore_intake *intake, cucore_view *out);
CUCORE_API int cucore_py_view_from_cai(PyObject *obj, const cucore_intake *intake, cucore_view *out);
CUCORE_API int cucore_py_view_from_buffer(PyObject *obj, const cucore_intake *intake, cucore_view *out);
CUCORE_API int cucore_py_view_from_array_interface(PyObject *obj, const cucore_intake *intake, cucore_view *out);
