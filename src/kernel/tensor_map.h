/* ----------------------------------------------------------------------------------------- >>kernel-tensor-map -- */
/* kernel/tensor_map.h: arrays as the tensor memory accelerator (TMA) sees them. */
#if defined(__cplusplus)
#define CUCORE__TENSOR_MAP_ALIGNED alignas(128)
#elif defined(__GNUC__) || defined(__clang__)
#define CUCORE__TENSOR_MAP_ALIGNED __attribute__((aligned(128)))
#elif defined(_MSC_VER)
#define CUCORE__TENSOR_MAP_ALIGNED __declspec(align(128))
#elif defined(SWIG) || defined(CTYPESGEN) /* generators that cannot read an alignment */
#define CUCORE__TENSOR_MAP_ALIGNED
#else
#define CUCORE__TENSOR_MAP_ALIGNED _Alignas(128)
#endif

CUCORE__KERNEL_BEGIN

/* The argument of cp.async.bulk.tensor: a CUtensorMap of cuda.h, which is aligned to 64 bytes before CUDA 13 and to 128
 * since.  cucore_tensor_map_make fills one in; all zero is none.  A kernel takes it by value, and reads it in place:
 *
 *     __global__ void multiply(const __grid_constant__ cucore_tensor_map a, ...)        &a.opaque is its address
 *
 * Copies of it are as good.  On the heap the code that allocates it has to align it. */
typedef struct cucore_tensor_map {
    CUCORE__TENSOR_MAP_ALIGNED unsigned long long opaque[16];
} cucore_tensor_map;

CUCORE__KERNEL_END

#undef CUCORE__TENSOR_MAP_ALIGNED

#if !defined(__CUDACC_RTC__)
CUCORE_BEGIN

/* The elements that a load brings: those of a box, or those of a column of a convolution's matrix. */
enum cucore__tensor_mode { CUCORE_TENSOR_MODE_TILED = 0, CUCORE_TENSOR_MODE_IM2COL = 1 };

/* The type of an element for TMA: CU_TENSOR_MAP_DATA_TYPE_... of cuda.h, plus 1. */
enum cucore__tensor_type {
    CUCORE_TENSOR_TYPE_OF_VIEW =
        0, /* what has no type of its own goes by its bytes: int8, bool and float8 by UINT8, int16 by
                                       UINT16; packed elements of 4 and 6 bits by 16U4_ALIGN8B and 16U6_ALIGN16B */
    CUCORE_TENSOR_TYPE_UINT8 = 1,
    CUCORE_TENSOR_TYPE_UINT16 = 2,
    CUCORE_TENSOR_TYPE_UINT32 = 3,
    CUCORE_TENSOR_TYPE_INT32 = 4,
    CUCORE_TENSOR_TYPE_UINT64 = 5,
    CUCORE_TENSOR_TYPE_INT64 = 6,
    CUCORE_TENSOR_TYPE_FLOAT16 = 7,
    CUCORE_TENSOR_TYPE_FLOAT32 = 8,
    CUCORE_TENSOR_TYPE_FLOAT64 = 9,
    CUCORE_TENSOR_TYPE_BFLOAT16 = 10,
    CUCORE_TENSOR_TYPE_FLOAT32_FTZ = 11, /* denormal numbers become 0 */
    CUCORE_TENSOR_TYPE_TFLOAT32 = 12,
    CUCORE_TENSOR_TYPE_TFLOAT32_FTZ = 13,
    CUCORE_TENSOR_TYPE_16U4_ALIGN8B =
        14, /* these three: compute capability 10.0.  4 bits, in shared memory as in global */
    CUCORE_TENSOR_TYPE_16U4_ALIGN16B = 15, /* there a gap of 8 bytes behind each 8; loads only */
    CUCORE_TENSOR_TYPE_16U6_ALIGN16B = 16  /* 6 bits, there a gap of 4 bytes behind each 12 */
};

/* Axes of which 16 or 32 bytes stand together, as NC/8HWC8 has its channels: CU_TENSOR_MAP_INTERLEAVE_... */
enum cucore__tensor_interleave {
    CUCORE_TENSOR_INTERLEAVE_NONE = 0,
    CUCORE_TENSOR_INTERLEAVE_16B = 1,
    CUCORE_TENSOR_INTERLEAVE_32B = 2
};

/* The way that the bytes of a box are spread over the banks of shared memory: CU_TENSOR_MAP_SWIZZLE_...  The number is
 * the span in bytes in which chunks of 16 are exchanged, by the bits of the address above it: examples/tensor_map has
 * the formulas. */
enum cucore__tensor_swizzle {
    CUCORE_TENSOR_SWIZZLE_NONE = 0,
    CUCORE_TENSOR_SWIZZLE_32B = 1,
    CUCORE_TENSOR_SWIZZLE_64B = 2,
    CUCORE_TENSOR_SWIZZLE_128B = 3,
    CUCORE_TENSOR_SWIZZLE_128B_ATOM_32B = 4,         /* these three: compute capability 10.0.  Chunks of 32 bytes */
    CUCORE_TENSOR_SWIZZLE_128B_ATOM_32B_FLIP_8B = 5, /* and halves of 16 bytes exchanged in every other row */
    CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B = 6          /* chunks of 64 bytes */
};

/* Bytes that the L2 cache fetches at a time: CU_TENSOR_MAP_L2_PROMOTION_... */
enum cucore__tensor_promotion {
    CUCORE_TENSOR_PROMOTION_NONE = 0,
    CUCORE_TENSOR_PROMOTION_64B = 1,
    CUCORE_TENSOR_PROMOTION_128B = 2,
    CUCORE_TENSOR_PROMOTION_256B = 3
};

/* The elements that a load finds outside of the array: CU_TENSOR_MAP_FLOAT_OOB_FILL_... */
enum cucore__tensor_fill { CUCORE_TENSOR_FILL_ZEROS = 0, CUCORE_TENSOR_FILL_NANS = 1 /* floating-point types only */ };

/* The way that kernels go through an array.  All zero but `box` is the usual: tiles of the array's own elements.
 * The fastest coordinate that a kernel loads at must be a multiple of 16 bytes, or the load is an illegal instruction.
 * Lists have an entry per axis of the view, in its order (the order of the driver, and of coordinates in PTX, is the
 * reverse), and zeros after them.  With a `type` whose elements are not as wide as the view's, extent, box and channels
 * of the last axis count elements of that type. */
typedef struct cucore_tensor_map_spec {
    const char *name;       /* of the argument, as the end user knows it; NULL: "array" */
    uint64_t flags;         /* CUCORE_WRITE: kernels also store to the array; CUCORE_ON_DEVICE_ID; no others */
    int device_id;          /* with CUCORE_ON_DEVICE_ID */
    int mode;               /* CUCORE_TENSOR_MODE_... */
    int type;               /* CUCORE_TENSOR_TYPE_... */
    int interleave;         /* CUCORE_TENSOR_INTERLEAVE_... */
    int swizzle;            /* CUCORE_TENSOR_SWIZZLE_... */
    int promotion;          /* CUCORE_TENSOR_PROMOTION_... */
    int fill;               /* CUCORE_TENSOR_FILL_... */
    int box[5];             /* tiled: 1 to 256 elements of each axis, of which every element_strides[i]-th is loaded */
    int element_strides[5]; /* 1 to 8; 0 counts as 1.  Without interleave the last axis has none */
    /* Im2col, of arrays (N, W, C), (N, H, W, C), (N, D, H, W, C): pixels are taken from a box that begins lower_corner
     * after the first and ends upper_corner after the last one of each axis but N and C.  The lists have an entry for
     * each of these axes: {H, W}. */
    int lower_corner[3], upper_corner[3]; /* -32768 to 32767 for W; -128 to 127 for H, W; -16 to 15 for D, H, W */
    int channels;                         /* of a pixel, 1 to 256 */
    int pixels;                           /* of a load, 1 to 1024 */
} cucore_tensor_map_spec;

/* cucore_tensor_map_make - make a tensor map of an array
 *   view  in   1 to 5 axes, 3 to 5 with interleave or im2col, the last of which has its elements side by side; the
 *              other strides are positive multiples of 16 bytes below 2^40, whatever their order; extents 1 to 2^32;
 *              memory that the device can reach, aligned to 16 bytes (for interleave 32B, 16U4_ALIGN16B and
 *              16U6_ALIGN16B 32 instead of 16).  Axes that repeat their elements (stride 0) are refused; the stride of
 *              an axis of extent 1 has no meaning.  The view stays the owner of the memory
 *   spec  in   checked here by all rules of the driver's cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col, so that
 *              each rule has a message of its own
 *   out   out  valid for the view's device, as long as the memory; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, out is not aligned to 64 bytes, or spec) | WRONG_DTYPE (TMA has no such type:
 *      complex, structured, vectors, ...) | WRONG_SHAPE | WRONG_LAYOUT (strides, address) | READONLY | WRONG_DEVICE |
 *      UNSUPPORTED (compute capability) | NO_DRIVER (none, or before CUDA 12.0) | DRIVER (newer than the driver): "x:
 *      stride 1022 bytes of axis 0 is not a multiple of 16, which TMA needs"
 *   any thread; one driver call, a few more if it is the first map of a device, memory is pinned, or the thread is in
 *   no context of the device.  source: cuda.h 13.0 */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_tensor_map_make(const cucore_view *view,
                                                                 const cucore_tensor_map_spec *spec,
                                                                 cucore_tensor_map *out);

/* cucore_tensor_map_replace_address - use a map for another array of the same dtype, shape and strides
 *   view  in      memory and dtype are checked as above; shape and strides are not, since a map does not contain them
 *   spec  in      the spec that the map was made of
 *   map   in/out  not while a kernel works with it in place; untouched on error
 *   -> as cucore_tensor_map_make */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_tensor_map_replace_address(const cucore_view *view,
                                                                            const cucore_tensor_map_spec *spec,
                                                                            cucore_tensor_map *map);

CUCORE_END
#endif
