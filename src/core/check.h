/* ----------------------------------------------------------------------------------------------------- >>check -- */
/* core/check.h: what a function expects of an argument.  Needs view. */
/* Flags of a cucore_arg, uint64_t: what a function expects of an argument, and what it is ready to accept.  Combine with |; other
 * bits are refused. */
#define CUCORE_READ UINT64_C(0)
#define CUCORE_WRITE                                                                                                   \
    (UINT64_C(1) << 0) /* refuse read-only arrays (READONLY), and copies that nobody else sees (UNSUPPORTED) */
#define CUCORE_C_CONTIGUOUS (UINT64_C(1) << 1) /* refuse others (WRONG_LAYOUT) */
#define CUCORE_F_CONTIGUOUS (UINT64_C(1) << 2)
#define CUCORE_CONTIGUOUS (UINT64_C(1) << 3) /* C or F order */
/* The CPU can read it, else WRONG_DEVICE; without CUCORE_DEVICE_ACCESSIBLE the data are complete when the function returns, as
 * with CUCORE_STREAM_HOST. */
#define CUCORE_HOST_ACCESSIBLE (UINT64_C(1) << 4)
#define CUCORE_DEVICE_ACCESSIBLE (UINT64_C(1) << 5) /* a CUDA kernel can read it, else WRONG_DEVICE */
#define CUCORE_ON_DEVICE_ID (UINT64_C(1) << 6) /* in memory of the device cucore_arg.device_id, else WRONG_DEVICE */
/* Take legacy DLPack tensors, which cannot say whether they may be written, for writable: those of JAX and TensorFlow are
 * immutable (rules B90). */
#define CUCORE_ALLOW_UNPROVEN_WRITE (UINT64_C(1) << 7)
#define CUCORE_ALLOW_LANES (UINT64_C(1) << 8)    /* accept vector elements (lanes > 1), float4_e2m1fn_x2 among them */
#define CUCORE_TRUST_PRODUCER (UINT64_C(1) << 9) /* do not ask the driver about device pointers; needs no driver */
#define CUCORE_STREAM_0_IS_LEGACY                                                                                      \
    (UINT64_C(1) << 10)                            /* accept the illegal `stream: 0` of a CUDA Array Interface as 1 */
#define CUCORE_ALLOW_UNALIGNED (UINT64_C(1) << 12) /* accept memory that is not aligned: cucore_view_is_aligned */
/* DLPack: never take a copy (UNSUPPORTED, BufferError).  Without it the producer does as it likes.  The other protocols never copy.  What is marked as a copy is refused; a
 * legacy tensor has no marks: who gives one and does not know the keyword `copy` either is taken to share (rules D23). */
#define CUCORE_NEVER_COPY (UINT64_C(1) << 14)
/* DLPack: take arrays on devices that neither the CPU nor CUDA can reach (ROCm, oneAPI, Metal, numbers that nobody knows),
 * else UNSUPPORTED.  See Others in the >>manual of cucore_dlpack.h and of cucore_python.h. */
#define CUCORE_ALLOW_OTHER_DEVICES (UINT64_C(1) << 32)
/* Take what no dtype here is (long double, dates, text, pointers, numbers of foreign byte order, several numbers per element,
 * ...) as CUCORE_CODE_OPAQUE elements, and structs with pointers as CUCORE_CODE_STRUCTURED, with the producer's format in
 * pep3118_format or descr; of DLPack opaque handles, codes and widths that nobody knows, where an element has whole bytes.
 * A number of foreign byte order is opaque, too, with byte_swapped: under its own dtype any code that looks at dtypes only
 * would take its bytes for a native one.  Else WRONG_DTYPE. */
#define CUCORE_ALLOW_OPAQUE (UINT64_C(1) << 33)
/* Different indices are different elements, as cucore_layout_is_unique says: no axis repeats them (WRONG_LAYOUT). */
#define CUCORE_UNIQUE (UINT64_C(1) << 36)
/* cucore_python.h alone; without effect elsewhere: */
#define CUCORE_BORROW (UINT64_C(1) << 16) /* the view serves this one call: what the producer can lend is lent */
#define CUCORE_ALLOW_GRAD                                                                                              \
    (UINT64_C(1) << 17)                     /* accept tensors that require grad: gradients are the caller's business */
#define CUCORE_OPTIONAL (UINT64_C(1) << 19) /* None, and NULL, give an empty view: all zero, dtype.lanes 0 */
#define CUCORE_SAME_DEVICE (UINT64_C(1) << 20) /* see cucore_py_args */
/* Hold the capsule that __dlpack__ gives, with the tensor in it, instead of taking the tensor out: for producers that give
 * the same one again.  Who else consumes it meanwhile frees memory that the view still shows. */
#define CUCORE_KEEP_CAPSULE (UINT64_C(1) << 35)
/* Shares no memory with any other argument of the same cucore_py_args; or with none but one that has the very same elements
 * (address, shape, strides), as for work in place.  WRONG_LAYOUT. */
#define CUCORE_NO_OVERLAP (UINT64_C(1) << 37)
#define CUCORE_NO_PARTIAL_OVERLAP (UINT64_C(1) << 38)
/* ... and the protocols to use, in the usual order; none of them: all. */
#define CUCORE_BY_EXCHANGE (UINT64_C(1) << 24) /* the C exchange table of the type */
#define CUCORE_BY_DLPACK (UINT64_C(1) << 25)   /* __dlpack__, capsules */
#define CUCORE_BY_CAI (UINT64_C(1) << 26)
#define CUCORE_BY_PEP3118 (UINT64_C(1) << 27)
#define CUCORE_BY_ARRAY_INTERFACE (UINT64_C(1) << 28)

/* Arguments that do not fit are copied into fresh memory that does, of the same device, on the stream of the call; with
 * CUCORE_WRITE they are copied back by cucore_py_args_release and cucore_py_return: see Fitting in the >>manual of
 * cucore_python.h, where alone this is done, and which needs cucore_copy.h for it.  Elsewhere the first two refuse what is not
 * so, as CUCORE_C_CONTIGUOUS does. */
#define CUCORE_MAKE_C_CONTIGUOUS (UINT64_C(1) << 40)
#define CUCORE_MAKE_F_CONTIGUOUS (UINT64_C(1) << 41)
#define CUCORE_MAKE_ALIGNED (UINT64_C(1) << 42)
/* One whose dtype is none of `dtypes` is converted to the first of them that NumPy's rule same_kind casts it to: bool to all,
 * uint to int, both to float and complex, float to complex, and any size of a kind to any other; with CUCORE_WRITE back, too,
 * so that kinds are the same.  Else WRONG_DTYPE.  bool, integers, float16, bfloat16, float32, float64, complex64, complex128. */
#define CUCORE_CAST (UINT64_C(1) << 43)
/* Objects without any protocol (lists, scalars, what has __array__) by numpy.asarray; not with CUCORE_WRITE. */
#define CUCORE_FROM_ANYTHING (UINT64_C(1) << 44)

/* What is right for most arguments that results are written to. */
#define CUCORE_OUTPUT (CUCORE_WRITE | CUCORE_SAME_DEVICE | CUCORE_UNIQUE | CUCORE_NO_PARTIAL_OVERLAP)

struct cucore_py_exceptions; /* cucore_python.h */

/* What a function expects of one argument.  All zero is the usual: an array to read of any dtype, shape and layout, in aligned
 * memory.  A NULL pointer to it accepts anything, lanes and unaligned memory among it. */
typedef struct cucore_arg {
    const char *name;   /* as the end user knows it, "x"; NULL: "array" */
    const char *dtypes; /* names of cucore_dtype_from_name separated by spaces, "float32 float64"; "=x": that of the
                           argument x, see cucore_dims; NULL: any */
    const char *shape;  /* one item per axis, separated by commas; NULL: any.  "3": that extent; "n": any, but the same
                           wherever the name stands; "*": any; "..." once: any number of axes; "": 0-d.  Or "=x" alone:
                           the shape of the argument x */
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

/* The extents that names in shape patterns were bound to, over several arguments.  Zero-initialise.  "=x" looks for the
 * argument of that name among `args`, before the one whose view is checked; where x was left out (a zeroed view) it demands
 * nothing.  Structured elements count as the same dtype where they have the same itemsize.  cucore_py_args fills in args and
 * views itself. */
typedef struct cucore_dims {
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
} cucore_dims;

/* cucore_view_check - does the view meet the requirements?
 *   view  in      one of dims->views, where "=x" is to be found
 *   arg   in      NULL accepts everything
 *   dims  in/out  names bound so far; NULL: names are bound within this view only, and there is no other argument
 *   -> OK | WRONG_DTYPE | WRONG_SHAPE | WRONG_LAYOUT | READONLY | WRONG_DEVICE | UNSUPPORTED (a copy), with a message made
 *      for the person who called your function: "x: expected dtype float32 or float64, got int32"
 *      | INVALID_ARGUMENT (a pattern or a dtype name that is not one; "=x" without an x before; more than 16 names; flags
 *      that there are not)
 *   any thread; no driver call, except to look up CUCORE_DEVICE_CURRENT: NO_DRIVER | DRIVER */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_check(const cucore_view *view, const cucore_arg *arg,
                                                            cucore_dims *dims);
