/* core/layout_several.c: several layouts at once: fewer axes for one loop. */
/* -- several layouts -------------------------------------------------------------------------------------------- */

/* How the axes are simplified: sorted, some of them reversed, and neighbours merged. */
typedef struct cucore__axis_plan {
    int count; /* axes of more than one element; 0 when empty */
    int is_empty;
    int axes[CUCORE_MAX_NDIM];
    uint64_t flipped; /* bit a: axis a */
    uint64_t merged;  /* bit i: axes[i] continues axes[i - 1] */
} cucore__axis_plan;

/* Compares two axes of equal |stride| in the first layout by the others: returns 1 if axis a comes before b, -1 if it
 * comes after b, 0 if they are equal. */
CUCORE__PRIVATE int cucore__axis_tie(const cucore__axis_sort *sort, int a, int b)
{
    size_t i;
    for (i = 1; i < sort->count; i++) {
        uint64_t stride_a = cucore__magnitude(sort->layouts[i]->strides[a]);
        uint64_t stride_b = cucore__magnitude(sort->layouts[i]->strides[b]);
        if (stride_a != stride_b) return stride_a > stride_b ? 1 : -1;
    }
    return 0;
}

CUCORE__PRIVATE void cucore__axis_plan_make(size_t count, const cucore_layout *const *layouts, cucore__axis_plan *plan)
{
    const cucore_layout *first = layouts[0];
    cucore__axis_sort sort;
    int64_t whole;
    size_t j;
    int i;
    sort.shape = first->shape;
    sort.tie = cucore__axis_tie;
    sort.layouts = layouts;
    sort.count = count;
    plan->count = 0;
    plan->flipped = plan->merged = 0;
    plan->is_empty = cucore__layout_is_empty(first);
    if (plan->is_empty) return;
    for (i = 0; i < first->ndim; i++) {
        if (first->shape[i] <= 1) continue;
        plan->axes[plan->count++] = i;
        sort.key[i] = cucore__magnitude(first->strides[i]);
        for (j = 0; j < count - 1 && layouts[j]->strides[i] == 0; j++) {
        }
        plan->flipped |= (uint64_t)(layouts[j]->strides[i] < 0) << i;
    }
    cucore__axes_sort(&sort, plan->axes, plan->count);
    for (i = 1; i < plan->count; i++) {
        int slow = plan->axes[i - 1], fast = plan->axes[i];
        int64_t step = (plan->flipped >> slow ^ plan->flipped >> fast) & 1 ? -first->shape[fast] : first->shape[fast];
        for (j = 0; j < count; j++) { /* 1: `slow` continues `fast` in all layouts, with the axes reversed as planned */
            if (cucore__mul(layouts[j]->strides[fast], step, &whole) || whole != layouts[j]->strides[slow]) break;
        }
        plan->merged |= (uint64_t)(j == count) << i;
    }
}

/* How far the origin of one layout moves; OVERFLOW also when a reversed stride does not fit. */
CUCORE__PRIVATE cucore_status cucore__axis_plan_offset(const cucore__axis_plan *plan, const cucore_layout *layout,
                                                       int64_t *offset)
{
    uint64_t flipped = plan->flipped;
    int64_t negative;
    int i;
    cucore_status status = CUCORE_OK;
    *offset = 0;
    for (i = 0; flipped && !status; i++, flipped >>= 1) {
        if (!(flipped & 1)) continue;
        if (cucore__mul(layout->strides[i], -1, &negative)) {
            return cucore_fail(CUCORE_OVERFLOW, "strides[%d] is %lld, whose negative does not fit 64 bits", i,
                               (long long)layout->strides[i]);
        }
        status = cucore__slice_move(layout, i, layout->shape[i] - 1, offset);
    }
    return status;
}

CUCORE__PRIVATE void cucore__axis_plan_apply(const cucore__axis_plan *plan, const cucore_layout *layout,
                                             cucore_layout *out)
{
    cucore_layout work;
    int i, last = -1;
    for (i = 0; i < plan->count; i++) {
        int axis = plan->axes[i];
        if (plan->merged >> i & 1) {
            work.shape[last] *= layout->shape[axis];
        } else {
            work.shape[++last] = layout->shape[axis];
        }
        work.strides[last] = plan->flipped >> axis & 1 ? -layout->strides[axis] : layout->strides[axis];
    }
    if (plan->is_empty) work.shape[++last] = work.strides[0] = 0;
    cucore__layout_head(&work, layout, last + 1);
    cucore__layout_copy(out, &work);
}

CUCORE__PRIVATE void cucore__axis_plan_map(const cucore__axis_plan *plan, const cucore_layout *layout,
                                           cucore_axis_map *map)
{
    int64_t divisor = 1;
    int i, simple = plan->is_empty ? 1 : 0;
    map->ndim = layout->ndim;
    for (i = 0; i < layout->ndim; i++) {
        map->extent[i] = layout->shape[i];
        map->divisor[i] = 1;
        map->axis[i] = -1;
        map->is_flipped[i] = (uint8_t)(plan->flipped >> i & 1);
    }
    for (i = 0; i < plan->count; i++) simple += !(plan->merged >> i & 1);
    map->simple_ndim = simple;
    for (i = plan->count - 1; i >= 0; i--) {
        int axis = plan->axes[i];
        map->axis[axis] = (int8_t)(simple - 1);
        map->divisor[axis] = divisor;
        divisor *= layout->shape[axis];
        if (plan->merged >> i & 1) continue;
        simple--;
        divisor = 1;
    }
}

CUCORE_API cucore_status cucore_layout_simplify(const cucore_layout *const *layouts, size_t count,
                                                cucore_layout *const *outs, int64_t *offsets, cucore_axis_map *map)
{
    const cucore_layout *first, *other;
    cucore__axis_plan plan;
    int64_t size, offset;
    size_t i;
    int axis;
    cucore_status status = CUCORE_OK;
    if (count < 1 || !layouts || !outs) {
        return cucore__invalid("cucore_layout_simplify: %llu layouts, or layouts or outs is NULL",
                               (unsigned long long)count);
    }
    first = layouts[0];
    for (i = 0; i < count; i++) {
        other = layouts[i];
        status = cucore__layout_check_argument(other, outs[i], "cucore_layout_simplify");
        if (status) return status;
        if (other->ndim != first->ndim) {
            return cucore__invalid("layout %d has %d axes, layout 0 has %d", (int)i, other->ndim, first->ndim);
        }
        for (axis = 0; axis < first->ndim; axis++) {
            if (other->shape[axis] == first->shape[axis]) continue;
            return cucore__invalid("axis %d has extent %lld in layout %d and %lld in layout 0", axis,
                                   (long long)other->shape[axis], (int)i, (long long)first->shape[axis]);
        }
    }
    cucore__axis_plan_make(count, layouts, &plan);
    status = cucore__layout_measure(first, &size); /* if it fits the merged extents fit */
    for (i = 0; i < count && !status; i++) status = cucore__axis_plan_offset(&plan, layouts[i], &offset);
    if (status) return status;
    if (map) cucore__axis_plan_map(&plan, first, map);
    for (i = 0; i < count; i++) {
        if (offsets) cucore__axis_plan_offset(&plan, layouts[i], &offsets[i]);
        cucore__axis_plan_apply(&plan, layouts[i], outs[i]);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__axis_map_check(const cucore_axis_map *map, const int64_t *index, int64_t *out)
{
    if (!map || map->ndim < 0 || map->ndim > CUCORE_MAX_NDIM || map->simple_ndim < 0 ||
        map->simple_ndim > CUCORE_MAX_NDIM || ((map->ndim > 0 || map->simple_ndim > 0) && (!index || !out))) {
        return cucore__invalid("the axis map is none that cucore_layout_simplify made, or a NULL");
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_axis_map_to_simple(const cucore_axis_map *map, const int64_t *index, int64_t *out)
{
    int64_t work[CUCORE_MAX_NDIM];
    int i;
    cucore_status status = cucore__axis_map_check(map, index, out);
    if (status) return status;
    cucore__entries_zero(work, map->simple_ndim);
    for (i = 0; i < map->ndim; i++) {
        int64_t extent = map->extent[i];
        if (index[i] < 0 || index[i] >= extent) return cucore__fail_index("index", i, index[i], extent);
        if (map->axis[i] < 0) continue;
        work[map->axis[i]] += (map->is_flipped[i] ? extent - 1 - index[i] : index[i]) * map->divisor[i];
    }
    cucore__entries_copy(out, work, map->simple_ndim);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_axis_map_to_original(const cucore_axis_map *map, const int64_t *index, int64_t *out)
{
    int64_t work[CUCORE_MAX_NDIM], extents[CUCORE_MAX_NDIM]; /* extents: of the simplified axes */
    int i;
    cucore_status status = cucore__axis_map_check(map, index, out);
    if (status) return status;
    for (i = 0; i < map->simple_ndim; i++) extents[i] = 1;
    for (i = 0; i < map->ndim; i++) {
        if (map->axis[i] >= 0) extents[map->axis[i]] *= map->extent[i];
        if (map->extent[i] == 0) extents[0] = 0;
    }
    for (i = 0; i < map->simple_ndim; i++) {
        if (index[i] < 0 || index[i] >= extents[i]) return cucore__fail_index("index", i, index[i], extents[i]);
    }
    for (i = 0; i < map->ndim; i++) {
        int64_t here = map->axis[i] < 0 ? 0 : index[map->axis[i]] / map->divisor[i] % map->extent[i];
        work[i] = map->is_flipped[i] ? map->extent[i] - 1 - here : here;
    }
    cucore__entries_copy(out, work, map->ndim);
    return CUCORE_OK;
}
