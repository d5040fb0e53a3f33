/* --------------------------------------------------------------------------------------------------- >>typestr -- */
/* cai/typestr.h: typestrs.  Needs core. */
/* cucore_dtype_from_typestr - the dtype that a typestr names
 *   typestr, length  in   "<f4", "|b1", "<V12"; no NUL needed.  '|' and '=' count as native order.  Names of dtypes that
 *                         NumPy spells out ("bfloat16") are known too
 *   out              out  V gives an opaque dtype; untouched on error
 *   -> OK | PROTOCOL (not a typestr) | UNSUPPORTED (foreign byte order, long double, bit fields, text, dates, Python
 *      objects, sizes that no dtype has)
 *   any thread; source: protocols 3.2 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_from_typestr(const char *typestr, size_t length, cucore_dtype *out);

/* cucore_dtype_to_typestr - the typestr of a dtype
 *   buffer, size  out  as snprintf, 16 bytes are enough
 *   -> OK | UNSUPPORTED (bfloat16, float8, sub-byte, complex32, lanes: no typestr says these; protocols P15)
 *      | INVALID_ARGUMENT (the buffer is too small) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_to_typestr(cucore_dtype dtype, char *buffer, size_t size);
