/* ----------------------------------------------------------------------------------------------------- >>check -- */
/* core/check.h: what a function requires of an argument. */
/* The flags of a cucore_arg are uint64_t, combined with |; 0, also called CUCORE_READ, is an array to read.  X(name,
 * bit) makes CUCORE_name, which is not for #if.  A flag with [all] is about several arguments: cucore_py_args and
 * cucore_views_check compare them; a function for one array refuses it.  A flag with [py] is about objects of Python:
 * all functions of C refuse it.  A bit without a flag is refused.  The status is INVALID_ARGUMENT. */
/* clang-format off */
#define CUCORE_ARG_FLAG_LIST(X)                                                                                        \
    /* What the array must be; another one is refused with the status in brackets. */                                  \
    X(WRITE,                 0) /* known to be writable (READONLY), and not a copy of the array (UNSUPPORTED) */       \
    X(C_CONTIGUOUS,          1) /* dense in C order (WRONG_LAYOUT) */                                                  \
    X(F_CONTIGUOUS,          2) /* dense in Fortran order (WRONG_LAYOUT) */                                            \
    X(CONTIGUOUS,            3) /* dense in C or in Fortran order (WRONG_LAYOUT) */                                    \
    X(UNIQUE,               36) /* no axis repeats elements: cucore_layout_is_unique (WRONG_LAYOUT) */                 \
    X(NO_OVERLAP,           37) /* [all] shares no memory with another argument of the call (WRONG_LAYOUT) */          \
    X(NO_PARTIAL_OVERLAP,   38) /* [all] the same, except with an argument of the very same elements */                \
    X(HOST_ACCESSIBLE,       4) /* the CPU can read it (WRONG_DEVICE) */                                               \
    X(DEVICE_ACCESSIBLE,     5) /* a CUDA kernel can read it (WRONG_DEVICE) */                                         \
    X(ON_DEVICE_ID,          6) /* in memory of the device cucore_arg.device_id (WRONG_DEVICE) */                      \
    X(SAME_DEVICE,          20) /* [all] on the device of the first argument in device memory (WRONG_DEVICE) */        \
    X(NEVER_COPY,           14) /* the memory of the producer, not a copy of it (UNSUPPORTED) */                       \
    /* How it is taken: what is accepted beyond the usual, how far the producer is trusted, which protocol is used. */ \
    X(OPTIONAL,             19) /* None and NULL are accepted: the view is all zero, its dtype.lanes 0 */              \
    X(ALLOW_UNALIGNED,      12) /* memory that is not aligned: cucore_view_is_aligned */                               \
    X(ALLOW_LANES,           8) /* vector elements (lanes > 1), float4_e2m1fn_x2 among them */                         \
    X(ALLOW_OPAQUE,         33) /* elements without a dtype: dates, text, long double, structs with pointers */        \
    X(ALLOW_OTHER_DEVICES,  32) /* DLPack: devices that neither the CPU nor CUDA can reach */                          \
    X(ALLOW_GRAD,           17) /* [py] tensors that require grad: the caller handles gradients */                     \
    X(ALLOW_NEGATIVE_BIT,   18) /* [py] torch's negative bit is not asked for: no tensor may have it */                \
    X(ALLOW_UNPROVEN_WRITE,  7) /* legacy DLPack tensors count as writable (rules B90) */                              \
    X(STREAM_0_IS_LEGACY,   10) /* the illegal `stream: 0` of a CUDA Array Interface counts as 1 */                    \
    X(TRUST_PRODUCER,        9) /* the driver is not asked about device pointers; needs no driver */                   \
    X(KEEP_VERSION,         21) /* [py] with WRITE: the version of a torch or Paddle tensor is not counted up */       \
    X(BORROW,               16) /* [py] the view serves this one call, and may hold no reference */                    \
    X(KEEP_CAPSULE,         35) /* [py] the view holds the capsule of __dlpack__, not the tensor in it */              \
    X(BY_EXCHANGE,          24) /* [py] the C exchange table of the type; without a BY_ flag all five */               \
    X(BY_DLPACK,            25) /* [py] __dlpack__, capsules */                                                        \
    X(BY_CAI,               26) /* [py] __cuda_array_interface__ */                                                    \
    X(BY_PEP3118,           27) /* [py] the buffer protocol */                                                         \
    X(BY_ARRAY_INTERFACE,   28) /* [py] __array_interface__ */                                                         \
    /* What may be made of it, if it does not fit: a copy in fresh memory that does. */                                \
    X(MAKE_C_CONTIGUOUS,    40) /* dense in C order; without cucore_python.h as C_CONTIGUOUS */                        \
    X(MAKE_F_CONTIGUOUS,    41) /* dense in Fortran order; without cucore_python.h as F_CONTIGUOUS */                  \
    X(MAKE_ALIGNED,         42) /* in aligned memory, also with ALLOW_UNALIGNED; without cucore_python.h it must be */ \
    X(CAST,                 43) /* [py] of the first dtype in `dtypes` that NumPy's rule same_kind allows */           \
    X(FROM_ANYTHING,        44) /* [py] an object without a protocol (list, scalar) by numpy.asarray */
/* clang-format on */

/* More about some of them:
 *     HOST_ACCESSIBLE       Without CUCORE_DEVICE_ACCESSIBLE the data are complete when the function returns, as with
 *                           CUCORE_STREAM_HOST.
 *     NO_OVERLAP            The call is one cucore_py_args or cucore_views_check.  NO_PARTIAL_OVERLAP allows an
 *                           argument with the same address, shape and strides, as for work in place.
 *     NEVER_COPY            __dlpack__ is asked for copy=False, and a tensor that is marked as a copy is refused.  A
 *                           legacy tensor has no marks: a producer that gives one, and does not know the keyword
 *                           `copy`, is believed to share its memory (rules D23).  The other protocols never copy.
 *     ALLOW_OPAQUE          Elements without a dtype get CUCORE_CODE_OPAQUE, structs with pointers
 *                           CUCORE_CODE_STRUCTURED; pep3118_format or descr keep the producer's format.  From DLPack
 *                           opaque handles, unknown codes and unknown widths are accepted, if an element has whole
 *                           bytes.  A number of foreign byte order is opaque, with byte_swapped: code that looks only
 *                           at dtypes would read its bytes as a native number.  Without the flag all of them are
 *                           WRONG_DTYPE.  Python objects always are.
 *     ALLOW_OTHER_DEVICES   The devices are ROCm, oneAPI, Metal and unknown numbers; without the flag they are
 *                           UNSUPPORTED.  See Others in the >>manual of cucore_dlpack.h and of cucore_python.h.
 *     ALLOW_NEGATIVE_BIT    A tensor of torch with the bit (x.conj().imag) has the wrong signs in memory.  The question
 *                           takes 60 ns for each tensor of floats or complex numbers (rules B110).
 *     ALLOW_UNPROVEN_WRITE  A legacy tensor cannot report whether it may be written.  The tensors of JAX and TensorFlow
 *                           must not be.
 *     KEEP_VERSION          Autograd compares the version of a tensor that it has saved: without the count a gradient
 *                           that needs the old elements is wrong, without an error (rules B123).  The count takes
 *                           about 140 ns; code that is never near autograd leaves it out.
 *     KEEP_CAPSULE          It is for producers that return the same capsule again.  If another consumer takes the
 *                           tensor out of the capsule, the view shows memory that may be freed.
 *     MAKE_..., CAST        The copy is made in memory of the same device, on the stream of the call.  With
 *                           CUCORE_WRITE cucore_py_args_release and cucore_py_return copy it back.  See Fitting in the
 *                           >>manual of cucore_python.h; needs cucore_copy.h, CAST cucore_cast.h.
 *     CAST                  It converts bool to any kind, uint to int, both to float and complex, float to complex, and
 *                           any size of a kind to any other; with CUCORE_WRITE also back, so that both kinds must be
 *                           the same.  The dtypes are those of cucore_cast.h; others are WRONG_DTYPE.  Numbers of fewer
 *                           than 8 bits get a byte each (padded), numbers of foreign byte order become native.
 *     FROM_ANYTHING         It also converts an object whose only way is __array__.  It is refused together with
 *                           CUCORE_WRITE. */

/* Until 0.4: what 0.2 had in another header, and what went, works where it can; gcc and clang warn where it is used.
 * CUCORE_NO_COMPAT leaves it out.  The first two are empty unless an implementation lacks what their flags need. */
#define CUCORE_SAYS_CAST
#define CUCORE_SAYS_FIT
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE_SAYS_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define CUCORE_SAYS(words) CUCORE_SAYS_PRAGMA(GCC warning words)
#else
#define CUCORE_SAYS(words)
#endif /* until 0.4 */

/* The flags by name.  A line that is forgotten here, or in the table, does not compile. */
#define CUCORE__ARG_BIT(name, bit) CUCORE__BIT_##name = (bit),
enum { CUCORE_ARG_FLAG_LIST(CUCORE__ARG_BIT) };
#undef CUCORE__ARG_BIT
#define CUCORE_READ UINT64_C(0)
#define CUCORE_WRITE (UINT64_C(1) << CUCORE__BIT_WRITE)
#define CUCORE_C_CONTIGUOUS (UINT64_C(1) << CUCORE__BIT_C_CONTIGUOUS)
#define CUCORE_F_CONTIGUOUS (UINT64_C(1) << CUCORE__BIT_F_CONTIGUOUS)
#define CUCORE_CONTIGUOUS (UINT64_C(1) << CUCORE__BIT_CONTIGUOUS)
#define CUCORE_UNIQUE (UINT64_C(1) << CUCORE__BIT_UNIQUE)
#define CUCORE_NO_OVERLAP (UINT64_C(1) << CUCORE__BIT_NO_OVERLAP)
#define CUCORE_NO_PARTIAL_OVERLAP (UINT64_C(1) << CUCORE__BIT_NO_PARTIAL_OVERLAP)
#define CUCORE_HOST_ACCESSIBLE (UINT64_C(1) << CUCORE__BIT_HOST_ACCESSIBLE)
#define CUCORE_DEVICE_ACCESSIBLE (UINT64_C(1) << CUCORE__BIT_DEVICE_ACCESSIBLE)
#define CUCORE_ON_DEVICE_ID (UINT64_C(1) << CUCORE__BIT_ON_DEVICE_ID)
#define CUCORE_SAME_DEVICE (UINT64_C(1) << CUCORE__BIT_SAME_DEVICE)
#define CUCORE_NEVER_COPY (UINT64_C(1) << CUCORE__BIT_NEVER_COPY)
#define CUCORE_OPTIONAL (UINT64_C(1) << CUCORE__BIT_OPTIONAL)
#define CUCORE_ALLOW_UNALIGNED (UINT64_C(1) << CUCORE__BIT_ALLOW_UNALIGNED)
#define CUCORE_ALLOW_LANES (UINT64_C(1) << CUCORE__BIT_ALLOW_LANES)
#define CUCORE_ALLOW_OPAQUE (UINT64_C(1) << CUCORE__BIT_ALLOW_OPAQUE)
#define CUCORE_ALLOW_OTHER_DEVICES (UINT64_C(1) << CUCORE__BIT_ALLOW_OTHER_DEVICES)
#define CUCORE_ALLOW_GRAD (UINT64_C(1) << CUCORE__BIT_ALLOW_GRAD)
#define CUCORE_ALLOW_NEGATIVE_BIT (UINT64_C(1) << CUCORE__BIT_ALLOW_NEGATIVE_BIT)
#define CUCORE_ALLOW_UNPROVEN_WRITE (UINT64_C(1) << CUCORE__BIT_ALLOW_UNPROVEN_WRITE)
#define CUCORE_STREAM_0_IS_LEGACY (UINT64_C(1) << CUCORE__BIT_STREAM_0_IS_LEGACY)
#define CUCORE_TRUST_PRODUCER (UINT64_C(1) << CUCORE__BIT_TRUST_PRODUCER)
#define CUCORE_KEEP_VERSION (UINT64_C(1) << CUCORE__BIT_KEEP_VERSION)
#define CUCORE_BORROW (UINT64_C(1) << CUCORE__BIT_BORROW)
#define CUCORE_KEEP_CAPSULE (UINT64_C(1) << CUCORE__BIT_KEEP_CAPSULE)
#define CUCORE_BY_EXCHANGE (UINT64_C(1) << CUCORE__BIT_BY_EXCHANGE)
#define CUCORE_BY_DLPACK (UINT64_C(1) << CUCORE__BIT_BY_DLPACK)
#define CUCORE_BY_CAI (UINT64_C(1) << CUCORE__BIT_BY_CAI)
#define CUCORE_BY_PEP3118 (UINT64_C(1) << CUCORE__BIT_BY_PEP3118)
#define CUCORE_BY_ARRAY_INTERFACE (UINT64_C(1) << CUCORE__BIT_BY_ARRAY_INTERFACE)
#define CUCORE_MAKE_C_CONTIGUOUS (CUCORE_SAYS_FIT UINT64_C(1) << CUCORE__BIT_MAKE_C_CONTIGUOUS)
#define CUCORE_MAKE_F_CONTIGUOUS (CUCORE_SAYS_FIT UINT64_C(1) << CUCORE__BIT_MAKE_F_CONTIGUOUS)
#define CUCORE_MAKE_ALIGNED (CUCORE_SAYS_FIT UINT64_C(1) << CUCORE__BIT_MAKE_ALIGNED)
#define CUCORE_CAST (CUCORE_SAYS_FIT CUCORE_SAYS_CAST UINT64_C(1) << CUCORE__BIT_CAST)
#define CUCORE_FROM_ANYTHING (UINT64_C(1) << CUCORE__BIT_FROM_ANYTHING)

/* Until 0.4: flags that went.  Intakes refuse ALWAYS_COPY, whose bit has no meaning; the others have no effect. */
#if !defined(CUCORE_NO_COMPAT)
#define CUCORE_VERIFY_POINTER                                                                                          \
    (CUCORE_SAYS("CUCORE_VERIFY_POINTER has no effect: define CUCORE_NO_TYPE_MEMORY instead") UINT64_C(0))
#define CUCORE_ALWAYS_COPY                                                                                             \
    (CUCORE_SAYS("CUCORE_ALWAYS_COPY is refused: copy with cucore_py_copy instead") UINT64_C(1) << 13)
#define CUCORE_ALLOW_OBJECTS                                                                                           \
    (CUCORE_SAYS("CUCORE_ALLOW_OBJECTS has no effect: elements that are Python objects are refused") UINT64_C(0))
#define CUCORE_HOLD_GIL                                                                                                \
    (CUCORE_SAYS("CUCORE_HOLD_GIL has no effect: the GIL is given up while the driver may wait") UINT64_C(0))
#endif /* until 0.4 */

/* What is right for most arguments that results are written to. */
#define CUCORE_OUTPUT (CUCORE_WRITE | CUCORE_SAME_DEVICE | CUCORE_UNIQUE | CUCORE_NO_PARTIAL_OVERLAP)

/* The flags with [all]: a decoder of one array is passed arg.flags & ~CUCORE_TOGETHER. */
#define CUCORE_TOGETHER (CUCORE_SAME_DEVICE | CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP)

struct cucore_py_exceptions; /* cucore_python.h */

/* What a function expects of one argument.  All zero is the usual: an array to read, of any dtype, shape and layout, in
 * aligned memory.  A NULL pointer to it accepts any array, also with lanes and in unaligned memory. */
typedef struct cucore_arg {
    const char *name;   /* as the end user knows it, "x"; NULL: "array" */
    const char *dtypes; /* names of cucore_dtype_from_name separated by spaces, "float32 float64"; "=x": that of the
                           argument x, see cucore_call; NULL: any */
    const char *shape;  /* one item per axis, separated by commas; NULL: any.  "3": that extent; "n": any, but the same
                           wherever the name stands, at most 16 names in a call; "*": any; "..." once: any number of
                           axes; "": 0-d.  Or "=x" alone: the shape of the argument x */
    uint64_t flags;     /* CUCORE_WRITE, CUCORE_C_CONTIGUOUS, CUCORE_DEVICE_ACCESSIBLE, CUCORE_ALLOW_UNALIGNED, ... */
    int device_id;      /* with CUCORE_ON_DEVICE_ID: or CUCORE_DEVICE_CURRENT */
    CUstream producer_stream; /* interfaces, exchange tables: where work is pending when the producer does not say */
    cucore_dtype
        reinterpret; /* interfaces: read void elements ("|V2") as this dtype, of their itemsize; all zero: off */
    const struct cucore_py_exceptions
        *exceptions; /* cucore_python.h: what to raise where the array does not fit; NULL: the usual */
} cucore_arg;

/* CUCORE_ARG - an initialiser, for static tables of arguments: CUCORE_ARG("x", "float32", "n, 3", CUCORE_WRITE) */
#define CUCORE_ARG(name, dtypes, shape, flags)                                                                         \
    {                                                                                                                  \
        name, dtypes, shape, flags, 0, NULL, {0, 0, 0, 0}, NULL                                                        \
    }

/* What the arguments of one call have in common: the extents that names in shapes were bound to, and the arguments and
 * views themselves.  Zero-initialise it.  "=x" looks for the argument of that name among `args`, before the one whose
 * view is checked; if x was left out (a zeroed view) any dtype and shape fits.  Structured elements of one itemsize
 * count as one dtype.  cucore_py_args and cucore_views_check make it themselves. */
typedef struct cucore_call {
    int count;
    const cucore_arg *args;   /* of the call; NULL: "=x" finds none */
    const cucore_view *views; /* args_count of them: what the arguments are, up to the one that is checked */
    size_t args_count;
    struct {
        const char *name; /* points into a pattern, `length` long */
        size_t length;
        int64_t extent;
        const char *arg; /* the argument that bound it */
    } bound[16];
    struct {
        uint64_t later; /* flags of arguments that cucore_py_args comes back to */
    } private_;
} cucore_call;

/* Until 0.4: the name in 0.2. */
#if !defined(CUCORE_NO_COMPAT)
#define cucore_dims CUCORE_SAYS("cucore_dims is cucore_call now") cucore_call
#endif /* until 0.4 */

/* cucore_view_check - check that a view meets the requirements
 *   view  in      one of call->views, if there is "=x" or a flag with [all]; zeroed: an argument that was left out, for
 *                 CUCORE_OPTIONAL
 *   arg   in      NULL accepts any view
 *   call  in/out  names bound so far; NULL: names are bound within this view only, and there is no other argument.
 *                 With args and views the view is also compared with all before it ([all])
 *   -> OK | INVALID_ARGUMENT (NULL, a view that is not sound, dtypes or a shape pattern that mean nothing, flags)
 *      | WRONG_DTYPE | WRONG_SHAPE | WRONG_LAYOUT | READONLY | WRONG_DEVICE | UNSUPPORTED (a copy), with a message made
 *      for the person who called your function: "x: expected dtype float32 or float64, got int32"
 *   any thread; no driver call, except to look up CUCORE_DEVICE_CURRENT: NO_DRIVER | DRIVER */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_check(const cucore_view *view, const cucore_arg *arg,
                                                            cucore_call *call);

/* cucore_views_check - check all arguments of a call, one by one as cucore_view_check, and against each other
 *   views, args  in   count of each.  The decoders made the views with an arg without CUCORE_TOGETHER, or with NULL.
 *                     Names in shape patterns, "=x" and the flags with [all] compare them
 *   -> as cucore_view_check, of the first argument that does not fit
 *   any thread; no driver call, except to look up CUCORE_DEVICE_CURRENT */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_views_check(const cucore_view *views, const cucore_arg *args,
                                                             size_t count);
