/* ------------------------------------------------------------------------------------- >>impl-kernel-tensor-map -- */
/* kernel/tensor_map.c: tensor maps. */
/* The rows of these tables stand at our numbers. */
static const struct cucore__tensor_type_row {
    const char *name;
    uint8_t number;  /* the driver's */
    uint8_t bits;    /* of an element */
    uint8_t quantum; /* bytes that the address and strides are multiples of */
    uint8_t is_float;
} cucore__tensor_types[] = {
    {"OF_VIEW", 0, 0, 0, 0},
    {"UINT8", CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT8, 8, 16, 0},
    {"UINT16", CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT16, 16, 16, 0},
    {"UINT32", CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT32, 32, 16, 0},
    {"INT32", CUCORE__CU_TENSOR_MAP_DATA_TYPE_INT32, 32, 16, 0},
    {"UINT64", CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT64, 64, 16, 0},
    {"INT64", CUCORE__CU_TENSOR_MAP_DATA_TYPE_INT64, 64, 16, 0},
    {"FLOAT16", CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 16, 16, 1},
    {"FLOAT32", CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 32, 16, 1},
    {"FLOAT64", CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 64, 16, 1},
    {"BFLOAT16", CUCORE__CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 16, 16, 1},
    {"FLOAT32_FTZ", CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 32, 16, 1},
    {"TFLOAT32", CUCORE__CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 32, 16, 1},
    {"TFLOAT32_FTZ", CUCORE__CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, 32, 16, 1},
    {"16U4_ALIGN8B", CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B, 4, 16, 0},
    {"16U4_ALIGN16B", CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B, 4, 32, 0},
    {"16U6_ALIGN16B", CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B, 6, 32, 0},
};

static const struct cucore__tensor_swizzle_row {
    const char *name;
    uint8_t number;
    uint8_t span; /* bytes that chunks are exchanged in; 0: any */
} cucore__tensor_swizzles[] = {
    {"NONE", CUCORE__CU_TENSOR_MAP_SWIZZLE_NONE, 0},
    {"32B", CUCORE__CU_TENSOR_MAP_SWIZZLE_32B, 32},
    {"64B", CUCORE__CU_TENSOR_MAP_SWIZZLE_64B, 64},
    {"128B", CUCORE__CU_TENSOR_MAP_SWIZZLE_128B, 128},
    {"128B_ATOM_32B", CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B, 128},
    {"128B_ATOM_32B_FLIP_8B", CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B, 128},
    {"128B_ATOM_64B", CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B, 128},
};

static const uint8_t cucore__tensor_interleaves[] = {
    CUCORE__CU_TENSOR_MAP_INTERLEAVE_NONE, CUCORE__CU_TENSOR_MAP_INTERLEAVE_16B, CUCORE__CU_TENSOR_MAP_INTERLEAVE_32B};
static const uint8_t cucore__tensor_promotions[] = {
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_NONE, CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_256B};
static const uint8_t cucore__tensor_fills[] = {CUCORE__CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
                                               CUCORE__CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA};

#define CUCORE__COUNT(array) (sizeof(array) / sizeof(array)[0])
typedef char cucore__assert_tensor_types_are_rows
    [CUCORE__COUNT(cucore__tensor_types) == CUCORE_TENSOR_TYPE_16U6_ALIGN16B + 1 ? 1 : -1];
typedef char cucore__assert_tensor_map_is_128_bytes[sizeof(cucore_tensor_map) == 128 ? 1 : -1];

/* What the driver is asked for, in its order of axes: the fastest first. */
typedef struct cucore__tensor_plan {
    const char *name; /* of the argument */
    const cucore_tensor_map_spec *spec;
    const struct cucore__tensor_type_row *type;
    void *address;
    int device_id; /* of the array; negative: memory of the host */
    int rank;
    int quantum;                     /* of address and strides, in bytes */
    uint64_t extents[5], strides[5]; /* strides in bytes: of the second axis and so on */
    unsigned box[5], steps[5];
    int lower[3], upper[3];
} cucore__tensor_plan;

/* -- what is asked of the array's memory --------------------------------------------------------------------------- */
/* A type that moves the view's elements; OF_VIEW: there is none. */
CUCORE__PRIVATE int cucore__tensor_type_of(const cucore_view *view)
{
    const cucore_dtype dtype = view->dtype;
    if (dtype.code >= CUCORE_CODE_OPAQUE) return CUCORE_TENSOR_TYPE_OF_VIEW;
    if (view->layout.itembits == 8) return CUCORE_TENSOR_TYPE_UINT8;
    if (view->layout.itembits != dtype.bits || dtype.lanes != 1 || view->byte_swapped)
        return CUCORE_TENSOR_TYPE_OF_VIEW;
    switch (dtype.code << 8 | dtype.bits) {
    case CUCORE_CODE_INT << 8 | 16:
    case CUCORE_CODE_UINT << 8 | 16: return CUCORE_TENSOR_TYPE_UINT16;
    case CUCORE_CODE_INT << 8 | 32: return CUCORE_TENSOR_TYPE_INT32;
    case CUCORE_CODE_UINT << 8 | 32: return CUCORE_TENSOR_TYPE_UINT32;
    case CUCORE_CODE_INT << 8 | 64: return CUCORE_TENSOR_TYPE_INT64;
    case CUCORE_CODE_UINT << 8 | 64: return CUCORE_TENSOR_TYPE_UINT64;
    case CUCORE_CODE_FLOAT << 8 | 16: return CUCORE_TENSOR_TYPE_FLOAT16;
    case CUCORE_CODE_FLOAT << 8 | 32: return CUCORE_TENSOR_TYPE_FLOAT32;
    case CUCORE_CODE_FLOAT << 8 | 64: return CUCORE_TENSOR_TYPE_FLOAT64;
    case CUCORE_CODE_BFLOAT << 8 | 16: return CUCORE_TENSOR_TYPE_BFLOAT16;
    case CUCORE_CODE_INT << 8 | 4:
    case CUCORE_CODE_UINT << 8 | 4:
    case CUCORE_CODE_FLOAT4_E2M1FN << 8 | 4: return CUCORE_TENSOR_TYPE_16U4_ALIGN8B;
    case CUCORE_CODE_FLOAT6_E2M3FN << 8 | 6:
    case CUCORE_CODE_FLOAT6_E3M2FN << 8 | 6: return CUCORE_TENSOR_TYPE_16U6_ALIGN16B;
    default: return CUCORE_TENSOR_TYPE_OF_VIEW;
    }
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_type(const cucore_view *view, const char *name)
{
    char got[64];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__text_add_elements(&text, view->dtype);
    return cucore_fail(CUCORE_WRONG_DTYPE,
                       "%s: TMA has no type for elements of %s; `type` can name one that has as many bytes", name, got);
}

/* A number of one of our enums. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_number(const char *name, const char *field, int value,
                                                                      size_t count)
{
    return cucore__invalid("%s: `%s` is %d; it must be 0 to %d", name, field, value, (int)count - 1);
}

/* Makes the plan of a tensor map of a view and its spec: checks the view, the flags and the type of the elements.  It
 * is called for each map, and for each new address of one. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_plan_from_view(const cucore_view *view,
                                                                           const cucore_tensor_map_spec *spec,
                                                                           cucore__tensor_plan *plan)
{
    const uint64_t flags = CUCORE_WRITE | CUCORE_ON_DEVICE_ID;
    cucore_status status;
    int type;
    plan->name = spec->name ? spec->name : "array";
    plan->spec = spec;
    plan->address = view->ptr;
    plan->device_id = view->device_id;
    if (spec->flags & ~flags) {
        return cucore__invalid("%s: of the flags 0x%llx, 0x%llx mean nothing to a tensor map", plan->name,
                               (unsigned long long)spec->flags, (unsigned long long)(spec->flags & ~flags));
    }
    status = cucore__view_check_sound(plan->name, view);
    if (status) return status;
    if (spec->flags || !view->device_accessible) {
        cucore_arg arg;
        memset(&arg, 0, sizeof arg);
        arg.name = plan->name;
        arg.flags = spec->flags | CUCORE_DEVICE_ACCESSIBLE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED;
        arg.device_id = spec->device_id;
        status = cucore__view_check(view, &arg, NULL);
        if (status) return status;
    }
    type = spec->type;
    if ((unsigned)type >= CUCORE__COUNT(cucore__tensor_types)) {
        return cucore__fail_tensor_number(plan->name, "type", type, CUCORE__COUNT(cucore__tensor_types));
    }
    if (type == CUCORE_TENSOR_TYPE_OF_VIEW) type = cucore__tensor_type_of(view);
    if (type == CUCORE_TENSOR_TYPE_OF_VIEW) return cucore__fail_tensor_type(view, plan->name);
    if ((unsigned)spec->interleave >= CUCORE__COUNT(cucore__tensor_interleaves)) {
        return cucore__fail_tensor_number(plan->name, "interleave", spec->interleave,
                                          CUCORE__COUNT(cucore__tensor_interleaves));
    }
    plan->type = &cucore__tensor_types[type];
    plan->quantum = spec->interleave == CUCORE_TENSOR_INTERLEAVE_32B ? 32 : plan->type->quantum;
    if ((uintptr_t)view->ptr & ((uintptr_t)plan->quantum - 1)) {
        return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: address 0x%llx is not a multiple of %d, which TMA needs",
                           plan->name, (unsigned long long)(uintptr_t)view->ptr, plan->quantum);
    }
    return CUCORE_OK;
}

/* -- what is asked of the numbers in spec -------------------------------------------------------------------------- */
/* By the driver's documentation these two types work only with some swizzles, some only for loads or stores. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tensor_check_padded(const cucore__tensor_plan *plan)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    const char *name = plan->name, *type = plan->type->name, *swizzle = cucore__tensor_swizzles[spec->swizzle].name;
    const int is_6 = plan->type->bits == 6, writes = (spec->flags & CUCORE_WRITE) != 0;
    if (spec->swizzle != CUCORE_TENSOR_SWIZZLE_NONE && spec->swizzle != CUCORE_TENSOR_SWIZZLE_128B &&
        spec->swizzle != CUCORE_TENSOR_SWIZZLE_128B_ATOM_32B &&
        !(is_6 && spec->swizzle == CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B)) {
        return cucore__invalid("%s: type %s does not go with swizzle %s, but with NONE, 128B, 128B_ATOM_32B%s", name,
                               type, swizzle, is_6 ? ", 128B_ATOM_64B" : "");
    }
    if (is_6 && spec->interleave != CUCORE_TENSOR_INTERLEAVE_NONE) {
        return cucore__invalid("%s: type %s does not go with interleave", name, type);
    }
    if (is_6 && spec->swizzle == CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B && !writes) {
        return cucore__invalid(
            "%s: type %s with swizzle %s is for stores only, and CUCORE_WRITE is not among the flags", name, type,
            swizzle);
    }
    if (!is_6 && writes) {
        return cucore__invalid("%s: type %s is for loads only, and CUCORE_WRITE was given", name, type);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_check_numbers(const cucore__tensor_plan *plan)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    const char *name = plan->name;
    if ((unsigned)spec->mode > CUCORE_TENSOR_MODE_IM2COL) {
        return cucore__fail_tensor_number(name, "mode", spec->mode, CUCORE_TENSOR_MODE_IM2COL + 1);
    }
    if ((unsigned)spec->swizzle >= CUCORE__COUNT(cucore__tensor_swizzles)) {
        return cucore__fail_tensor_number(name, "swizzle", spec->swizzle, CUCORE__COUNT(cucore__tensor_swizzles));
    }
    if ((unsigned)spec->promotion >= CUCORE__COUNT(cucore__tensor_promotions)) {
        return cucore__fail_tensor_number(name, "promotion", spec->promotion, CUCORE__COUNT(cucore__tensor_promotions));
    }
    if ((unsigned)spec->fill >= CUCORE__COUNT(cucore__tensor_fills)) {
        return cucore__fail_tensor_number(name, "fill", spec->fill, CUCORE__COUNT(cucore__tensor_fills));
    }
    if (spec->fill == CUCORE_TENSOR_FILL_NANS && !plan->type->is_float) {
        return cucore__invalid("%s: type %s cannot be filled with NaNs: it has no floating point", name,
                               plan->type->name);
    }
    if (spec->interleave == CUCORE_TENSOR_INTERLEAVE_32B && spec->swizzle != CUCORE_TENSOR_SWIZZLE_32B) {
        return cucore__invalid("%s: interleave 32B goes with swizzle 32B only, got %s", name,
                               cucore__tensor_swizzles[spec->swizzle].name);
    }
    return plan->type->quantum == 32 ? cucore__tensor_check_padded(plan) : CUCORE_OK;
}

/* Checks the elements of the fastest axis: of a box, or the channels of a pixel.  The driver's documentation demands
 * whole rows of 16 bytes only for boxes, but channels are copied into shared memory in the same way. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_check_inner(const cucore__tensor_plan *plan,
                                                                        const char *what, int count)
{
    const int span = cucore__tensor_swizzles[plan->spec->swizzle].span;
    int bits;
    if (count < 1 || count > 256) return cucore__invalid("%s: %s is %d; it must be 1 to 256", plan->name, what, count);
    if (plan->type->quantum == 32 && count != 128) {
        return cucore__invalid("%s: %s is %d; type %s needs 128", plan->name, what, count, plan->type->name);
    }
    if (plan->spec->interleave != CUCORE_TENSOR_INTERLEAVE_NONE) return CUCORE_OK;
    bits = count * plan->type->bits;
    if (bits & 127) {
        return cucore__invalid("%s: %s is %d, %d bits of %s; TMA needs a multiple of 128 (16 bytes)", plan->name, what,
                               count, bits, plan->type->name);
    }
    if (span && bits > 8 * span) {
        return cucore__invalid("%s: %s is %d, %d bytes of %s; swizzle %s takes at most %d", plan->name, what, count,
                               bits / 8, plan->type->name, cucore__tensor_swizzles[plan->spec->swizzle].name, span);
    }
    return CUCORE_OK;
}

/* -- what is asked of the axes ------------------------------------------------------------------------------------- */
/* The last axis: its elements as TMA counts them. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_plan_last(const cucore_layout *layout,
                                                                      cucore__tensor_plan *plan)
{
    const int axis = plan->rank - 1, bits = plan->type->bits,
              multiple = bits >= 8                   ? 1
                         : plan->type->quantum == 32 ? 128
                                                     : 2;
    int64_t extent = layout->shape[axis];
    if (layout->strides[axis] != 1 && extent > 1) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: stride %lld of axis %d, in elements, is not 1, which TMA needs of the last axis",
                           plan->name, (long long)layout->strides[axis], axis);
    }
    if (layout->itembits != bits) {
        if (extent > 0 && (cucore__mul(extent, layout->itembits, &extent) || extent % bits)) {
            return cucore_fail(CUCORE_WRONG_SHAPE,
                               "%s: the %lld elements of %d bits on axis %d are no whole number of elements of type %s",
                               plan->name, (long long)layout->shape[axis], (int)layout->itembits, axis,
                               plan->type->name);
        }
        extent /= bits;
    }
    if (extent & (multiple - 1)) {
        return cucore_fail(CUCORE_WRONG_SHAPE,
                           "%s: %lld elements on axis %d are not a multiple of %d, which type %s needs", plan->name,
                           (long long)extent, axis, multiple, plan->type->name);
    }
    plan->extents[0] = (uint64_t)extent;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_stride(const cucore_layout *layout,
                                                                      const cucore__tensor_plan *plan, int axis)
{
    const long long stride = layout->strides[axis];
    int64_t bits;
    if (!stride) {
        return cucore_fail(
            CUCORE_WRONG_LAYOUT,
            "%s: axis %d repeats its elements (stride 0 for extent %lld), but strides of TMA step over the axes "
            "inside; map one element of it",
            plan->name, axis, (long long)layout->shape[axis]);
    }
    if (stride < 0) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: stride %lld of axis %d, in elements, is negative, and TMA goes forward only",
                           plan->name, stride, axis);
    }
    if (cucore__mul(stride, layout->itembits, &bits) || bits >= INT64_C(8) << 40) {
        return cucore_fail(
            CUCORE_WRONG_LAYOUT,
            "%s: stride %lld of axis %d, in elements of %d bits, is not below 2^40 bytes, which TMA needs", plan->name,
            stride, axis, (int)layout->itembits);
    }
    if (bits & 7) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: stride %lld bits of axis %d is not a multiple of %d, which TMA needs", plan->name,
                           (long long)bits, axis, 8 * plan->quantum);
    }
    return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: stride %lld bytes of axis %d is not a multiple of %d, which TMA needs",
                       plan->name, (long long)(bits / 8), axis, plan->quantum);
}

/* The stride of an axis with one element has no meaning: it becomes that of a dense array if TMA accepts this one. */
CUCORE__PRIVATE CUCORE__APART uint64_t cucore__tensor_stride_of_one(const cucore__tensor_plan *plan, int i)
{
    const uint64_t quantum = (uint64_t)plan->quantum, limit = UINT64_C(1) << 40;
    if (i == 1) return (plan->extents[0] * plan->type->bits / 8 + quantum - 1) / quantum * quantum;
    return plan->strides[i - 2] > (limit - 1) / plan->extents[i - 1] ? quantum
                                                                     : plan->strides[i - 2] * plan->extents[i - 1];
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_extent(const cucore__tensor_plan *plan, int i)
{
    return cucore_fail(CUCORE_WRONG_SHAPE, "%s: extent %lld of axis %d; TMA takes 1 to 4294967296", plan->name,
                       (long long)plan->extents[i], plan->rank - 1 - i);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_tensor_step(const cucore__tensor_plan *plan, int axis)
{
    const int step = plan->spec->element_strides[axis];
    if (step < 0 || step > 8) {
        return cucore__invalid("%s: element_strides[%d] is %d; it must be 1 to 8", plan->name, axis, step);
    }
    return cucore__invalid("%s: element_strides[%d] is %d, which TMA ignores on the last axis without interleave",
                           plan->name, axis, step);
}

/* Extents, strides, and steps from element to element. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_plan_axes(const cucore_layout *layout,
                                                                      cucore__tensor_plan *plan)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    const int least = spec->mode == CUCORE_TENSOR_MODE_IM2COL || spec->interleave ? 3 : 1, rank = layout->ndim;
    const int64_t itembits = layout->itembits, rest = 8 * (int64_t)plan->quantum - 1;
    unsigned step;
    cucore_status status;
    int i;
    plan->rank = rank;
    if (rank < least || rank > 5) {
        return cucore_fail(CUCORE_WRONG_SHAPE, "%s: %d axes; TMA takes %d to 5%s", plan->name, rank, least,
                           least == 1                                ? ""
                           : spec->mode == CUCORE_TENSOR_MODE_IM2COL ? " for im2col"
                                                                     : " with interleave");
    }
    status = cucore__tensor_plan_last(layout, plan);
    if (status) return status;
    if (plan->extents[0] - 1 > UINT32_MAX) return cucore__fail_tensor_extent(plan, 0);
    step = (unsigned)spec->element_strides[rank - 1];
    if (step > (spec->interleave ? 8 : 1)) return cucore__fail_tensor_step(plan, rank - 1);
    plan->steps[0] = step ? step : 1;
    for (i = 1; i < rank; i++) {
        const int axis = rank - 1 - i;
        const uint64_t extent = (uint64_t)layout->shape[axis];
        int64_t bits;
        plan->extents[i] = extent;
        if (extent - 1 > UINT32_MAX) return cucore__fail_tensor_extent(plan, i);
        step = (unsigned)spec->element_strides[axis];
        if (step > 8) return cucore__fail_tensor_step(plan, axis);
        plan->steps[i] = step ? step : 1;
        if (extent == 1) {
            plan->strides[i - 1] = cucore__tensor_stride_of_one(plan, i);
        } else if (cucore__mul(layout->strides[axis], itembits, &bits) || bits & rest || bits <= 0 ||
                   bits >= INT64_C(8) << 40) {
            return cucore__fail_tensor_stride(layout, plan, axis);
        } else {
            plan->strides[i - 1] = (uint64_t)bits / 8;
        }
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_plan_box(cucore__tensor_plan *plan)
{
    const int *box = plan->spec->box;
    char inner[8] = "box[ ]";
    int axis;
    for (axis = 0; axis < plan->rank - 1; axis++) {
        if (box[axis] < 1 || box[axis] > 256) {
            return cucore__invalid("%s: box[%d] is %d; it must be 1 to 256", plan->name, axis, box[axis]);
        }
        plan->box[plan->rank - 1 - axis] = (unsigned)box[axis];
    }
    for (axis = plan->rank; axis < 5; axis++) {
        if (box[axis]) {
            return cucore__invalid("%s: box[%d] is %d, but there are %d axes", plan->name, axis, box[axis], plan->rank);
        }
    }
    inner[4] = (char)('0' + plan->rank - 1);
    plan->box[0] = (unsigned)box[plan->rank - 1];
    return cucore__tensor_check_inner(plan, inner, box[plan->rank - 1]);
}

/* Entries of corners: D, H, W in `spec`, W, H, D in the driver, which has its axes 1 to rank - 2 so. */
CUCORE__PRIVATE cucore_status cucore__tensor_plan_pixels(cucore__tensor_plan *plan)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    const int count = plan->rank - 2, reach = count == 1 ? 32768 : count == 2 ? 128 : 16;
    int i, k;
    for (k = 0; k < count; k++) {
        for (i = 0; i < 2; i++) {
            const int corner = i ? spec->upper_corner[k] : spec->lower_corner[k];
            if (corner >= -reach && corner < reach) continue;
            return cucore__invalid("%s: %s_corner[%d] is %d; it must be %d to %d for %d axes", plan->name,
                                   i ? "upper" : "lower", k, corner, -reach, reach - 1, plan->rank);
        }
        plan->lower[count - 1 - k] = spec->lower_corner[k];
        plan->upper[count - 1 - k] = spec->upper_corner[k];
        if ((int64_t)plan->extents[count - k] + spec->upper_corner[k] - spec->lower_corner[k] < 1) {
            return cucore__invalid(
                "%s: lower_corner[%d] %d and upper_corner[%d] %d leave none of the %llu pixels of axis %d", plan->name,
                k, spec->lower_corner[k], k, spec->upper_corner[k], (unsigned long long)plan->extents[count - k],
                k + 1);
        }
    }
    if (spec->pixels < 1 || spec->pixels > 1024) {
        return cucore__invalid("%s: pixels is %d; it must be 1 to 1024", plan->name, spec->pixels);
    }
    return cucore__tensor_check_inner(plan, "channels", spec->channels);
}

/* -- what is asked of the device, and the driver ------------------------------------------------------------------- */
/* The major number of the compute capability of each device, which never changes; 0: not asked yet. */
static CUCORE__ATOMIC(int) cucore__tensor_majors[CUCORE__COUNT(cucore__primary_contexts)];

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tensor_ask_major(const cucore__tensor_plan *plan, int *out)
{
    int device = 0, major = 0, minor = 0;
    cucore_status status =
        cucore__device_id_resolve(plan->device_id < 0 ? CUCORE_DEVICE_CURRENT : plan->device_id, &device);
    if (status) return status;
    status = CUCORE__CALL(DeviceGetAttribute, (&major, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    if (!status && major < 9) {
        status =
            CUCORE__CALL(DeviceGetAttribute, (&minor, CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
        if (!status) {
            status = cucore_fail(CUCORE_UNSUPPORTED, "%s: device %d has compute capability %d.%d, and TMA needs 9.0",
                                 plan->name, device, major, minor);
        }
    }
    if (status) return status;
    CUCORE__STORE(&cucore__tensor_majors[device], major);
    *out = major;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_check_device(const cucore__tensor_plan *plan)
{
    const int is_packed = plan->type->bits < 8;
    int major = 0;
    cucore_status status = cucore__driver_need();
    if (status) return status;
    if (cucore__device_exists(plan->device_id)) major = CUCORE__LOAD(&cucore__tensor_majors[plan->device_id]);
    if (!major) status = cucore__tensor_ask_major(plan, &major);
    if (status || major >= 10) return status;
    if (!is_packed && plan->spec->swizzle <= CUCORE_TENSOR_SWIZZLE_128B) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED, "%s: %s %s needs compute capability 10.0, and the device has %d.x",
                       plan->name, is_packed ? "type" : "swizzle",
                       is_packed ? plan->type->name : cucore__tensor_swizzles[plan->spec->swizzle].name, major);
}

enum {
    CUCORE__TENSOR_TILED = CUCORE_TENSOR_MODE_TILED,
    CUCORE__TENSOR_IM2COL = CUCORE_TENSOR_MODE_IM2COL,
    CUCORE__TENSOR_REPLACE
};

CUCORE__PRIVATE CUCORE__INLINE cucore__CUresult cucore__tensor_call(const cucore__tensor_plan *plan, int what,
                                                                    const cucore_tensor_map *map,
                                                                    cucore_tensor_map *copy)
{
    const cucore_tensor_map_spec *spec = plan->spec;
    cucore__CUtensorMap *out = (cucore__CUtensorMap *)(void *)copy;
    if (what == CUCORE__TENSOR_REPLACE) {
        *copy = *map;
        return cucore__driver.TensorMapReplaceAddress(out, plan->address);
    }
    if (what == CUCORE__TENSOR_TILED) {
        return cucore__driver.TensorMapEncodeTiled(
            out, plan->type->number, (unsigned)plan->rank, plan->address, plan->extents, plan->strides, plan->box,
            plan->steps, cucore__tensor_interleaves[spec->interleave], cucore__tensor_swizzles[spec->swizzle].number,
            cucore__tensor_promotions[spec->promotion], cucore__tensor_fills[spec->fill]);
    }
    return cucore__driver.TensorMapEncodeIm2col(
        out, plan->type->number, (unsigned)plan->rank, plan->address, plan->extents, plan->strides, plan->lower,
        plan->upper, (unsigned)spec->channels, (unsigned)spec->pixels, plan->steps,
        cucore__tensor_interleaves[spec->interleave], cucore__tensor_swizzles[spec->swizzle].number,
        cucore__tensor_promotions[spec->promotion], cucore__tensor_fills[spec->fill]);
}

/* The call failed.  The thread may be in no context, or in one of a device that has no TMA: what counts is the answer
 * in a context of the array's device, which is entered only now, as most calls need it not. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__tensor_call_again(const cucore__tensor_plan *plan, int what,
                                                                     cucore__CUresult result,
                                                                     const cucore_tensor_map *map,
                                                                     cucore_tensor_map *copy)
{
    static const char *const calls[] = {"cuTensorMapEncodeTiled", "cuTensorMapEncodeIm2col",
                                        "cuTensorMapReplaceAddress"};
    cucore_context_guard guard;
    cucore_status status =
        cucore_context_enter_device(plan->device_id < 0 ? CUCORE_DEVICE_CURRENT : plan->device_id, &guard);
    if (status) return status;
    if (guard.private_[0]) result = cucore__tensor_call(plan, what, map, copy);
    cucore_context_leave(&guard);
    if (!result) return CUCORE_OK;
    status = cucore__fail_result(result, calls[what]);
    return cucore__fail_driver(status, result, calls[what], "%s: %s", plan->name, cucore__error.message);
}

/* The driver gets a copy, so that a call that fails leaves `map` as it is. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_run(const cucore__tensor_plan *plan, int what,
                                                                cucore_tensor_map *map)
{
    cucore_tensor_map copy;
    cucore__CUresult result;
    cucore_status status = cucore__tensor_check_device(plan);
    if (status) return status;
    if (what == CUCORE__TENSOR_TILED && !cucore__driver.TensorMapEncodeTiled) {
        return cucore__fail_missing("cuTensorMapEncodeTiled");
    }
    if (what == CUCORE__TENSOR_IM2COL && !cucore__driver.TensorMapEncodeIm2col) {
        return cucore__fail_missing("cuTensorMapEncodeIm2col");
    }
    if (what == CUCORE__TENSOR_REPLACE && !cucore__driver.TensorMapReplaceAddress) {
        return cucore__fail_missing("cuTensorMapReplaceAddress");
    }
    result = cucore__tensor_call(plan, what, map, &copy);
    if (result) status = cucore__tensor_call_again(plan, what, result, map, &copy);
    if (!status) *map = copy;
    return status;
}

CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__tensor_check_arguments(const char *function,
                                                                            const cucore_view *view,
                                                                            const cucore_tensor_map_spec *spec,
                                                                            const cucore_tensor_map *map,
                                                                            const char *map_name)
{
    if (!view || !spec || !map) return cucore__fail_null(function, !view ? "view" : !spec ? "spec" : map_name);
    if ((uintptr_t)map & 63) {
        return cucore__invalid("%s: %s is at 0x%llx, which is not aligned to 64 bytes", function, map_name,
                               (unsigned long long)(uintptr_t)map);
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_tensor_map_make(const cucore_view *view, const cucore_tensor_map_spec *spec,
                                                cucore_tensor_map *out)
{
    cucore__tensor_plan plan;
    cucore_status status = cucore__tensor_check_arguments("cucore_tensor_map_make", view, spec, out, "out");
    if (!status) status = cucore__tensor_plan_from_view(view, spec, &plan);
    if (!status) status = cucore__tensor_check_numbers(&plan);
    if (!status) status = cucore__tensor_plan_axes(&view->layout, &plan);
    if (status) return status;
    status =
        spec->mode == CUCORE_TENSOR_MODE_TILED ? cucore__tensor_plan_box(&plan) : cucore__tensor_plan_pixels(&plan);
    return status ? status : cucore__tensor_run(&plan, spec->mode, out);
}

CUCORE_API cucore_status cucore_tensor_map_replace_address(const cucore_view *view, const cucore_tensor_map_spec *spec,
                                                           cucore_tensor_map *map)
{
    cucore__tensor_plan plan;
    cucore_status status = cucore__tensor_check_arguments("cucore_tensor_map_replace_address", view, spec, map, "map");
    if (!status) status = cucore__tensor_plan_from_view(view, spec, &plan);
    if (!status) status = cucore__tensor_check_numbers(&plan);
    if (status) return status;
    return cucore__tensor_run(&plan, CUCORE__TENSOR_REPLACE, map);
}
#undef CUCORE__COUNT
