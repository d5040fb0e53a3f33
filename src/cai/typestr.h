/* --------------------------------------------------------------------------------------------------- >>typestr -- */
/* cai/typestr.h: typestrs. */
/* cucore_dtype_from_typestr - find the dtype that a typestr names
 *   typestr, size  in   "<f4", "|b1", "<V12", and its bytes; no NUL needed.  '|' and '=' count as native order.  Names
 *                       of dtypes that NumPy spells out ("bfloat16") are also known
 *   out            out  V gives an opaque dtype; untouched on error
 *   -> OK | PROTOCOL (not a typestr) | UNSUPPORTED (foreign byte order, long double, bit fields, text, dates, Python
 *      objects, sizes that no dtype has)
 *   any thread; source: rules 3.2 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_from_typestr(const char *typestr, size_t size,
                                                                    cucore_dtype *out);

/* cucore_dtype_to_typestr - write the typestr of a dtype
 *   text, size  out  as snprintf; 16 bytes are enough.  Empty on error, if size > 0
 *   -> characters that the whole text needs, without the NUL | -1, and cucore_last_error has the reason: UNSUPPORTED
 *      (bfloat16, float8, sub-byte, complex32, lanes, an itemsize of 0: they have no typestr; rules P15)
 *   any thread */
CUCORE_API CUCORE_NODISCARD int64_t cucore_dtype_to_typestr(cucore_dtype dtype, char *text, size_t size);
