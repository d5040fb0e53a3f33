/* ----------------------------------------------------------------------------------------------------- >>descr -- */
/* cai/descr.h: descr, the fields of structured elements. */
/* cucore__descr_parse - check a descr and add up its fields
 *   text, length  in   as Python prints it: [(name, typestr[, shape]), ...], where a name may be (title, name), a
 *                      typestr may be a nested list, and ('', '|Vn') is padding
 *   itemsize      out  bytes of all fields
 *   names         out  fields with a name; 0 for the plain [('', '<f4')]
 *   -> OK | PROTOCOL (not a descr; nested more than 16 deep) | UNSUPPORTED (Python objects, bit fields) | OVERFLOW
 *   On error the outputs are untouched.  source: rules C9 */
CUCORE_API cucore_status cucore__descr_parse(const char *text, size_t length, int64_t *itemsize, int *names);
