/* ---------------------------------------------------------------------------------------------- >>impl-py-launch -- */
/* python/in/launch_number.c: turns numbers of Python into parameters of a kernel. */
/* Returns 1 if a parameter can be a number of this dtype. */
CUCORE__PRIVATE int cucore__py_number_has_dtype(cucore_dtype dtype)
{
    const int is_whole = dtype.bits == 8 || dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    if (dtype.lanes != 1) return 0;
    switch ((int)dtype.code) {
    case CUCORE_CODE_BOOL: return dtype.bits == 8;
    case CUCORE_CODE_INT:
    case CUCORE_CODE_UINT: return is_whole;
    case CUCORE_CODE_FLOAT: return is_whole && dtype.bits != 8;
    case CUCORE_CODE_BFLOAT: return dtype.bits == 16;
    case CUCORE_CODE_COMPLEX: return dtype.bits == 64 || dtype.bits == 128;
    default: return 0;
    }
}

CUCORE__PRIVATE int cucore__py_dtype_is_integer(cucore_dtype dtype)
{
    return dtype.code == CUCORE_CODE_INT || dtype.code == CUCORE_CODE_UINT;
}

/* Refuses an object that is no number for the parameter; an exception that is set becomes the context.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_number_refuse(const cucore_arg *arg, cucore_dtype dtype, PyObject *obj)
{
    const char *expected = dtype.code == CUCORE_CODE_BOOL       ? "expected a bool, got '%U'"
                           : cucore__py_dtype_is_integer(dtype) ? "expected an integer, got '%U'"
                           : dtype.code == CUCORE_CODE_COMPLEX  ? "expected a number, got '%U'"
                                                                : "expected a real number, got '%U'";
    PyObject *const earlier = PyErr_Occurred() ? cucore__py_error_take() : NULL;
    cucore__py_refuse_type(arg, CUCORE__PY_CLASS(arg, wrong_dtype, TypeError), expected, obj);
    if (earlier) cucore__py_error_chain(earlier);
    return -1;
}

/* Refuses a number that the dtype cannot hold.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_number_refuse_value(const cucore_arg *arg, cucore_dtype dtype,
                                                                PyObject *obj)
{
    char name[32], what[64];
    cucore_dtype_to_name(dtype, name, sizeof name);
    snprintf(what, sizeof what, "the value must fit %s", name);
    return cucore__py_raise_value(PyExc_ValueError, cucore__arg_name(arg), what, obj);
}

/* Returns the value of a bool of Python or NumPy, 0 or 1; -1: another object; -2: an exception. */
CUCORE__PRIVATE int cucore__py_bool_value(PyObject *obj)
{
    char package[8];
    PyObject *name;
    int is_bool, value;
    if (PyBool_Check(obj)) return obj == Py_True;
    if (cucore__py_package_of(Py_TYPE(obj), package, sizeof package) < 0) return -2;
    if (strcmp(package, "numpy")) return -1;
    name = cucore__py_type_name(Py_TYPE(obj));
    if (!name) return -2;
    is_bool = PyUnicode_CompareWithASCIIString(name, "bool") == 0 || /* NumPy 1 */
              PyUnicode_CompareWithASCIIString(name, "bool_") == 0;
    Py_DECREF(name);
    value = is_bool ? PyObject_IsTrue(obj) : -1;
    return is_bool && value < 0 ? -2 : value;
}

/* Writes the low bytes of an integer that is known to fit. */
CUCORE__PRIVATE inline void cucore__py_integer_put(uint64_t value, cucore_dtype dtype, void *out)
{
    const uint8_t one = (uint8_t)value;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    switch (dtype.bits) {
    case 8: memcpy(out, &one, sizeof one); return;
    case 16: memcpy(out, &two, sizeof two); return;
    case 32: memcpy(out, &four, sizeof four); return;
    default: memcpy(out, &value, sizeof value); return;
    }
}

/* Returns 1 if an integer of 64 bits fits the dtype. */
CUCORE__PRIVATE inline int cucore__py_integer_fits(int64_t value, cucore_dtype dtype)
{
    const int bits = dtype.bits;
    if (dtype.code == CUCORE_CODE_UINT) return value >= 0 && (bits == 64 || value >> bits == 0);
    return bits == 64 || (value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1));
}

/* Reads an integer that may be beyond int64. */
CUCORE__PRIVATE int cucore__py_integer_read(PyObject *number, cucore_dtype dtype, const cucore_arg *arg, void *out)
{
    int overflow = 0;
    const int64_t value = PyLong_AsLongLongAndOverflow(number, &overflow);
    uint64_t large = 0;
    if (CUCORE__LIKELY(!overflow)) {
        if (!cucore__py_integer_fits(value, dtype)) return cucore__py_number_refuse_value(arg, dtype, number);
        cucore__py_integer_put((uint64_t)value, dtype, out);
        return 0;
    }
    if (overflow < 0 || dtype.code != CUCORE_CODE_UINT || dtype.bits != 64)
        return cucore__py_number_refuse_value(arg, dtype, number);
    large = PyLong_AsUnsignedLongLong(number);
    if (large == UINT64_MAX && PyErr_Occurred()) return cucore__py_number_refuse_value(arg, dtype, number);
    cucore__py_integer_put(large, dtype, out);
    return 0;
}

/* Returns the bits of a number of 16 bits with that many bits of exponent, rounded to the nearest one, of two to the
 * even one. */
CUCORE__PRIVATE uint16_t cucore__py_float16_bits(double value, int exponent_bits)
{
    const int fraction_bits = 15 - exponent_bits, most = (1 << exponent_bits) - 1;
    uint64_t bits, fraction, rest, half;
    int exponent, shift = 52 - fraction_bits;
    uint16_t sign;
    memcpy(&bits, &value, sizeof bits);
    sign = (uint16_t)(bits >> 48 & 0x8000);
    exponent = (int)(bits >> 52 & 0x7FF);
    fraction = bits & ((UINT64_C(1) << 52) - 1);
    if (exponent == 0x7FF) {
        return (uint16_t)(sign | (unsigned)most << fraction_bits | (fraction ? 1u << (fraction_bits - 1) : 0));
    }
    if (exponent) fraction |= UINT64_C(1) << 52;
    exponent += most / 2 - 1023;
    if (exponent <= 0) {
        shift += 1 - exponent;
        exponent = 1;
    }
    if (shift > 54) return sign;
    half = UINT64_C(1) << (shift - 1);
    rest = fraction & (2 * half - 1);
    fraction >>= shift;
    if (rest > half || (rest == half && fraction & 1)) fraction++;
    return (uint16_t)(sign | (((uint64_t)(exponent - 1) << fraction_bits) + fraction));
}

/* Writes a real number: 0, or 1 if a finite value would become infinite. */
CUCORE__PRIVATE int cucore__py_real_put(double value, int code, int bits, void *out)
{
    const double size = value < 0 ? -value : value;
    /* half of the last place above the largest number: what is as large becomes infinite */
    const double end = bits == 64                   ? 1.7976931348623157e308
                       : bits == 32                 ? 3.4028235677973366e38
                       : code == CUCORE_CODE_BFLOAT ? 3.3961775292304601e38
                                                    : 65520.0;
    float single;
    uint16_t half;
    if (bits == 64) {
        memcpy(out, &value, sizeof value);
        return 0;
    }
    if (size >= end && size <= 1.7976931348623157e308) return 1;
    if (bits == 32) {
        single = (float)value;
        memcpy(out, &single, sizeof single);
    } else {
        half = cucore__py_float16_bits(value, code == CUCORE_CODE_BFLOAT ? 8 : 5);
        memcpy(out, &half, sizeof half);
    }
    return 0;
}

/* Reads an object with __complex__, __float__ or __index__: -1, or -1.0 in parts[0] with an exception. */
CUCORE__PRIVATE int cucore__py_complex_value(PyObject *obj, double *parts)
{
#if defined(Py_LIMITED_API)
    PyObject *number = PyObject_CallFunctionObjArgs((PyObject *)&PyComplex_Type, obj, NULL);
    if (!number) return -2;
    parts[0] = PyComplex_RealAsDouble(number);
    parts[1] = PyComplex_ImagAsDouble(number);
    Py_DECREF(number);
#else
    const Py_complex value = PyComplex_AsCComplex(obj);
    parts[0] = value.real;
    parts[1] = value.imag;
#endif
    return -1;
}

/* Reads a number that is no exact float: of a derived type, a scalar of NumPy, an object with __complex__ or
 * __float__. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_complex_read(PyObject *obj, cucore_dtype dtype, const cucore_arg *arg,
                                                          double *parts)
{
    int is_true = -1;
    parts[0] = -1.0;
    parts[1] = 0;
    if (PyFloat_Check(obj)) { /* also numpy.float64 */
        parts[0] = PyFloat_AsDouble(obj);
    } else if (PyLong_Check(obj)) {
        parts[0] = PyLong_AsDouble(obj);
    } else if (PyUnicode_Check(obj)) {
        return cucore__py_number_refuse(arg, dtype, obj);
    } else {
        is_true = cucore__py_bool_value(obj);
        if (is_true >= 0) parts[0] = is_true;
        if (is_true == -1) is_true = cucore__py_complex_value(obj, parts);
    }
    if (is_true >= -1 && (parts[0] != -1.0 || !PyErr_Occurred())) return 0;
    if (PyErr_ExceptionMatches(PyExc_TypeError)) return cucore__py_number_refuse(arg, dtype, obj);
    if (PyErr_ExceptionMatches(PyExc_OverflowError)) return cucore__py_number_refuse_value(arg, dtype, obj);
    return -1;
}

CUCORE__PRIVATE int cucore__py_float_read(PyObject *obj, cucore_dtype dtype, const cucore_arg *arg, void *out)
{
    const int is_complex = dtype.code == CUCORE_CODE_COMPLEX, bits = is_complex ? dtype.bits / 2 : dtype.bits;
    const int code = is_complex ? (int)CUCORE_CODE_FLOAT : dtype.code;
    double parts[2] = {0, 0};
    if (CUCORE__LIKELY(PyFloat_CheckExact(obj))) {
        parts[0] = PyFloat_AsDouble(obj);
    } else if (cucore__py_complex_read(obj, dtype, arg, parts) < 0) {
        return -1;
    }
    if (!is_complex && parts[1] != 0) return cucore__py_number_refuse(arg, dtype, obj);
    if (cucore__py_real_put(parts[0], code, bits, out) ||
        (is_complex && cucore__py_real_put(parts[1], code, bits, (char *)out + bits / 8)))
        return cucore__py_number_refuse_value(arg, dtype, obj);
    return 0;
}

/* Reads a bool, or an integer that is no exact int. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_integer_of(PyObject *obj, cucore_dtype dtype, const cucore_arg *arg,
                                                        void *out)
{
    const int is_true = cucore__py_bool_value(obj);
    PyObject *number;
    int result;
    if (is_true == -2) return -1;
    if (is_true >= 0) {
        cucore__py_integer_put((uint64_t)is_true, dtype, out);
        return 0;
    }
    if (dtype.code == CUCORE_CODE_BOOL) return cucore__py_number_refuse(arg, dtype, obj);
    number = cucore__py_index(obj);
    if (!number) {
        if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_TypeError)) return -1;
        return cucore__py_number_refuse(arg, dtype, obj);
    }
    result = cucore__py_integer_read(number, dtype, arg, out);
    Py_DECREF(number);
    return result;
}

/* Reads a number into a parameter of itemsize bytes: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_number_read(PyObject *obj, cucore_dtype dtype, const cucore_arg *arg, void *out)
{
    if (dtype.code != CUCORE_CODE_BOOL && !cucore__py_dtype_is_integer(dtype))
        return cucore__py_float_read(obj, dtype, arg, out);
    if (CUCORE__LIKELY(PyLong_CheckExact(obj) && dtype.code != CUCORE_CODE_BOOL))
        return cucore__py_integer_read(obj, dtype, arg, out);
    return cucore__py_integer_of(obj, dtype, arg, out);
}
