/* -------------------------------------------------------------------------------------------------- >>py-visit -- */
/* python/base/visit.h: what a view or an owner holds, for the garbage collector. */
/* cucore_py_view_visit - visit the objects that a view holds, in the tp_traverse of a type whose objects keep views
 *     return cucore_py_view_visit(&((Kept *)self)->x, visit, arg);
 *   view        in  NULL, a zeroed view and a borrowed one hold nothing; nor does a copy of the struct of a view
 *   visit, arg  in  as tp_traverse got them
 *   The exporter of a buffer, the object of an interface, an object or a capsule that is the owner, and the stream that
 *   memory keeps are visited, also if they were moved into a tensor or an owner, each as often as the view holds a
 *   reference.  What the deleter of another library holds cannot be seen (tensors of torch, JAX, ...): such an array
 *   keeps an object alive that keeps the array, as before.  tp_clear calls cucore_view_release; tp_dealloc calls
 *   PyObject_GC_UnTrack first, since other threads run while memory is given back.
 *   -> 0, or what visit returned
 *   GIL held; no other thread releases the view meanwhile; calls nothing but visit.  source: rules B133 */
CUCORE_API CUCORE_NODISCARD int cucore_py_view_visit(const cucore_view *view, visitproc visit, void *arg);

/* cucore_py_owner_visit - do the same for an owner (cucore_view_detach); tp_clear calls cucore_owner_release
 *   owner  in  NULL and an empty one hold nothing.  One of several copies of the struct is visited: the one that is
 *              released.  An owner made by hand, with a release function of your own, holds nothing here */
CUCORE_API CUCORE_NODISCARD int cucore_py_owner_visit(const cucore_owner *owner, visitproc visit, void *arg);
