/* ----------------------------------------------------------------------------------------------- >>py-describe -- */
/* python/out/describe.h: a view described to Python. */
/* cucore_py_view_shape, cucore_py_view_strides - the extents and the strides as a tuple of ints
 *   view      in  with data: not zeroed
 *   in_bytes  in  1: strides in bytes, as NumPy has them; 0: in elements, as view->layout has them
 *   -> a new reference | NULL with ValueError (NULL, zeroed), MemoryError, and for bytes BufferError (packed elements
 *      whose strides are no whole bytes; numbers that do not fit)
 *   GIL held; no driver call */
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_view_shape(const cucore_view *view);
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_view_strides(const cucore_view *view, int in_bytes);

/* cucore_py_view_dtype - the dtype of the elements as an object of a library
 *   view  in  as above
 *   like  in  an array, a type of arrays, a module or its name, as for cucore_py_empty: torch.float32 for a tensor of
 *             torch, a numpy.dtype for arrays of NumPy, CuPy, JAX and Numba, and for every library that has no object
 *             under the name of the dtype.  NULL: a numpy.dtype.  Only a name is imported
 *   -> a new reference: a numpy.dtype only if NumPy is imported and it or ml_dtypes has the type, else the name,
 *      'float32', which is equal to the numpy.dtype; structured elements of an interface have the fields of its descr |
 *      NULL with ValueError (NULL, zeroed), ImportError, MemoryError
 *   GIL held */
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_view_dtype(const cucore_view *view, PyObject *like);
