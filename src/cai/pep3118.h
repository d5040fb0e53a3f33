/* --------------------------------------------------------------------------------------------------- >>pep3118 -- */
/* cai/pep3118.h: the formats of buffers (PEP 3118). */
/* cucore_dtype_from_pep3118 - find the dtype of a PEP 3118 format string
 *   format    in   with a NUL; NULL means "B"
 *   itemsize  in   bytes, as in the Py_buffer; must agree with the format
 *   out       out  structured for "T{...}", opaque for "5x"; untouched on error
 *   -> OK | INVALID_ARGUMENT (out is NULL) | PROTOCOL (not a format, itemsize disagrees)
 *      | UNSUPPORTED (byte order, long double, pointers, objects, text)
 *   any thread; source: rules A8, A9 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_from_pep3118(const char *format, int64_t itemsize,
                                                                    cucore_dtype *out);

/* cucore_dtype_to_pep3118 - write the PEP 3118 format of a dtype: "f", "Zd", "5x"; int64 is "l" if long has 64 bits, or
 *   "q"
 *   text, size  out  as snprintf; 16 bytes are enough.  Empty on error, if size > 0
 *   -> characters that the whole text needs, without the NUL | -1, and cucore_last_error has the reason: UNSUPPORTED
 *      (bfloat16, float8, sub-byte, complex32, lanes, structured), or as cucore_dtype_check
 *   any thread */
CUCORE_API CUCORE_NODISCARD int64_t cucore_dtype_to_pep3118(cucore_dtype dtype, char *text, size_t size);
