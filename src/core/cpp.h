/* ------------------------------------------------------------------------------------------------------- >>cpp -- */
/* core/cpp.h: the dtypes of C++ types, and which of them may be written. */
#if defined(__cplusplus)
#define CUCORE__CPP_NAMESPACE CUCORE_NAME(_types)
extern "C++" {
namespace cucore
{
inline namespace CUCORE__CPP_NAMESPACE
{
/* The code of the dtype whose elements are Type: bool, integers, float, double, _Float16 and std::bfloat16_t if the
 * compiler has them, and complex numbers of the floats except the last.  Specialise it for types of your own:
 *     namespace cucore { template <> struct dtype_code<__half> { static const int code = CUCORE_CODE_FLOAT; }; } */
template <typename Type> struct dtype_code {
    static_assert(sizeof(Type) == 0, "no dtype is known for this type: specialise cucore::dtype_code");
};
template <typename Type> struct dtype_code<const Type> : dtype_code<Type> {
};
#define CUCORE__DTYPE_CODE(type, number)                                                                               \
    template <> struct dtype_code<type> {                                                                              \
        static const int code = (number);                                                                              \
    };
CUCORE__DTYPE_CODE(bool, CUCORE_CODE_BOOL)
CUCORE__DTYPE_CODE(char, static_cast<char>(-1) < 0 ? CUCORE_CODE_INT : CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(signed char, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(short, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(int, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(long, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(long long, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(unsigned char, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(unsigned short, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(unsigned, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(unsigned long, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(unsigned long long, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(float, CUCORE_CODE_FLOAT)
CUCORE__DTYPE_CODE(double, CUCORE_CODE_FLOAT)
/* std::float16_t is _Float16.  clang before 15 has its macros without the type; older standards do not have the
 * type. */
#if defined(__FLT16_MANT_DIG__) && !defined(__EDG__) && !defined(__CUDACC__) &&                                        \
    (!defined(__clang__) || __clang_major__ >= 15)
__extension__ typedef _Float16 extended_float16;
CUCORE__DTYPE_CODE(extended_float16, CUCORE_CODE_FLOAT)
#endif
#if defined(__STDCPP_BFLOAT16_T__)
CUCORE__DTYPE_CODE(decltype(0.0bf16), CUCORE_CODE_BFLOAT) /* std::bfloat16_t */
#endif
#undef CUCORE__DTYPE_CODE

template <typename Type> const Type &any_value(); /* only declared: std::declval without its header */

/* std::complex, cuda::std::complex and thrust::complex, of which no header is included: a template of a floating-point
 * type Type with the functions real() and imag(), as large as two Type. */
template <template <typename> class Complex, typename Type> struct dtype_code<Complex<Type>> {
    static_assert(static_cast<int>(dtype_code<Type>::code) == static_cast<int>(CUCORE_CODE_FLOAT) &&
                      sizeof(Complex<Type>) == 2 * sizeof(Type) &&
                      sizeof(any_value<Complex<Type>>().real()) == sizeof(Type) &&
                      sizeof(any_value<Complex<Type>>().imag()) == sizeof(Type),
                  "no dtype is known for this type: specialise cucore::dtype_code");
    static const int code = CUCORE_CODE_COMPLEX;
};

/* dtype_of - the dtype whose elements are Type, const or not: cucore::dtype_of<float>() */
template <typename Type> inline cucore_dtype dtype_of()
{
    const cucore_dtype dtype = {static_cast<uint8_t>(dtype_code<Type>::code), static_cast<uint8_t>(8 * sizeof(Type)), 1,
                                static_cast<uint32_t>(sizeof(Type))};
    return dtype;
}

/* may_write - whether a View lets its elements be written: the struct does, also a const one, which may be the
 * destination of a copy.  Classes of cucore.hpp say otherwise. */
template <typename View> struct may_write {
    enum { value = 1 };
};
} // namespace CUCORE__CPP_NAMESPACE
} // namespace cucore
}
#undef CUCORE__CPP_NAMESPACE
#endif
