/* core/layout_several.c: several layouts at once: fewer axes for one loop, overlap. */
/* -- several layouts -------------------------------------------------------------------------------------------- */

/* How the axes are simplified: sorted, some of them reversed, and neighbours merged. */
typedef struct cucore__axis_plan {
    int count; /* axes of more than one element; 0 when empty */
    int is_empty;
    int axes[CUCORE_MAX_NDIM];
    uint64_t flipped; /* bit a: axis a */
    uint64_t merged;  /* bit i: axes[i] continues axes[i - 1] */
} cucore__axis_plan;

CUCORE__PRIVATE void cucore__axis_plan_make(size_t count, const cucore_layout *const *layouts, cucore__axis_plan *plan)
{
    const cucore_layout *first = layouts[0];
    cucore__axis_sort sort;
    int64_t whole;
    size_t j;
    int i;
    sort.count = count;
    sort.layouts = layouts;
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

/* -- overlap ---------------------------------------------------------------------------------------------------- */
/* An element of a starts at bit A + sum |stride| * x, x in 0..extent - 1, and has bits 0..itembits - 1 from there; so
 * has one of b, with y.  They share a bit when two such sums are equal.  Counting y and the bits of b from the other
 * end gives one equation with positive factors and bounded unknowns:
 *     sum |stride_a| * x + sum |stride_b| * y + s == (last bit of b) - (first bit of a),  s in 0..slack
 * which a search solves from the largest factor down, cutting off what the smaller ones cannot reach. */
typedef struct cucore__equation {
    int count;
    uint64_t slack;
    uint64_t factor[2 * CUCORE_MAX_NDIM];    /* from large to small */
    uint64_t most[2 * CUCORE_MAX_NDIM];      /* of each unknown */
    uint64_t reach[2 * CUCORE_MAX_NDIM + 1]; /* of the unknowns from here on, with the slack */
    uint64_t divisor[2 * CUCORE_MAX_NDIM];   /* common to the factors from here on */
} cucore__equation;

#define CUCORE__OVERLAP_WORK 4096 /* steps before the search gives up: tens of microseconds */

/* An unknown for each axis along which elements lie apart; factors stay sorted. */
CUCORE__PRIVATE void cucore__equation_add(cucore__equation *equation, const cucore_layout *layout)
{
    int i, j;
    for (i = layout->ndim - 1; i >= 0; i--) {
        uint64_t factor = cucore__magnitude(layout->strides[i]) * (uint64_t)layout->itembits;
        if (layout->shape[i] <= 1 || layout->strides[i] == 0) continue;
        for (j = equation->count++; j > 0 && equation->factor[j - 1] < factor; j--) {
            equation->factor[j] = equation->factor[j - 1];
            equation->most[j] = equation->most[j - 1];
        }
        equation->factor[j] = factor;
        equation->most[j] = (uint64_t)layout->shape[i] - 1;
    }
    equation->slack += (uint64_t)layout->itembits - 1;
}

/* Returns SOME if `target` is a sum of the unknowns from i on, else NONE; UNKNOWN if *work runs out. */
CUCORE__PRIVATE cucore_overlap cucore__equation_solve(const cucore__equation *equation, int i, uint64_t target,
                                                      int *work)
{
    uint64_t factor, high, low, rest;
    if (target > equation->reach[i]) return CUCORE_OVERLAP_NONE;
    if (i == equation->count) return CUCORE_OVERLAP_SOME;
    if (--*work < 0) return CUCORE_OVERLAP_UNKNOWN;
    if (target % equation->divisor[i] > equation->slack) return CUCORE_OVERLAP_NONE;
    factor = equation->factor[i];
    rest = equation->reach[i + 1];
    high = target / factor;
    if (high > equation->most[i]) high = equation->most[i];
    low = target > rest ? (target - rest - 1) / factor + 1 : 0;
    for (; high + 1 > low; high--) {
        cucore_overlap found = cucore__equation_solve(equation, i + 1, target - high * factor, work);
        if (found != CUCORE_OVERLAP_NONE) return found;
        if (high == 0) break;
    }
    return CUCORE_OVERLAP_NONE;
}

/* Fills in what a search needs besides factors and bounds.  The sum of all terms fits 64 bits. */
CUCORE__PRIVATE void cucore__equation_prepare(cucore__equation *equation)
{
    uint64_t divisor = 0;
    int i;
    equation->reach[equation->count] = equation->slack;
    for (i = equation->count - 1; i >= 0; i--) {
        divisor = cucore__gcd(equation->factor[i], divisor);
        equation->divisor[i] = divisor;
        equation->reach[i] = equation->reach[i + 1] + equation->factor[i] * equation->most[i];
    }
}

CUCORE_API cucore_status cucore_layout_overlap(const cucore_layout *a, const void *a_ptr, const cucore_layout *b,
                                               const void *b_ptr, cucore_overlap *out)
{
    cucore__equation equation;
    int64_t distance = (int64_t)((uint64_t)(uintptr_t)b_ptr - (uint64_t)(uintptr_t)a_ptr), target, low, high, width;
    int64_t first_a = 0, last_a = 0, first_b = 0, last_b = 0; /* bits */
    int work = CUCORE__OVERLAP_WORK;
    cucore_status status = cucore__layout_check_argument(a, out, "cucore_layout_overlap");
    if (!status) status = cucore__layout_check_argument(b, out, "cucore_layout_overlap");
    if (!status) status = cucore__layout_bits(a, &first_a, &last_a);
    if (!status) status = cucore__layout_bits(b, &first_b, &last_b);
    if (status) return status;
    *out = CUCORE_OVERLAP_NONE;
    if (last_a < 0 || last_b < 0) return CUCORE_OK; /* empty */
    if (cucore__add(distance, first_b >> 3, &low) || cucore__add(distance, last_b >> 3, &high)) return CUCORE_OK;
    if (low > last_a >> 3 || high < first_a >> 3) return CUCORE_OK; /* no byte in common */
    *out = CUCORE_OVERLAP_UNKNOWN; /* the search adds what is as large as either layout, and as the target */
    if (cucore__mul(first_a, -1, &low) || cucore__add(last_a, low, &width) || cucore__mul(first_b, -1, &high) ||
        cucore__add(last_b, high, &width) || cucore__mul(distance, 8, &target) ||
        cucore__add(target, last_b, &target) || cucore__add(target, low, &target)) {
        return CUCORE_OK;
    }
    equation.count = 0;
    equation.slack = 0;
    cucore__equation_add(&equation, a);
    cucore__equation_add(&equation, b);
    cucore__equation_prepare(&equation);
    *out = target < 0 ? CUCORE_OVERLAP_NONE : cucore__equation_solve(&equation, 0, (uint64_t)target, &work);
    return CUCORE_OK;
}

/* Returns SOME if two indices have one offset.  axes: those of extent 2 and more, from the largest |stride| to the
 * smallest, none of which is 0.  Two such indices differ by d with sum |stride| * d == 0.  The first d that is not 0 is
 * positive without loss of generality, so that the axes after it have to add up to its offset.  They are counted from
 * their last index on, which leaves no negative unknown. */
CUCORE__PRIVATE CUCORE__APART cucore_overlap cucore__layout_overlaps_itself(const cucore_layout *layout,
                                                                            const int *axes, int count)
{
    cucore__equation equation;
    uint64_t reach = 0, term, steps, half, d;
    int i, work = CUCORE__OVERLAP_WORK;
    cucore_overlap found;
    equation.count = count;
    equation.slack = 0;
    for (i = 0; i < count; i++) {
        equation.factor[i] = cucore__magnitude(layout->strides[axes[i]]);
        steps = (uint64_t)layout->shape[axes[i]] - 1;
        equation.most[i] = 2 * steps;
        if (equation.factor[i] > (UINT64_MAX / 2 - reach) / steps) return CUCORE_OVERLAP_UNKNOWN;
        reach += equation.factor[i] * steps;
    }
    cucore__equation_prepare(&equation);
    for (i = 0; i < count - 1; i++) {
        half = equation.reach[i + 1] / 2;
        if (i == count - 2) { /* two axes meet first at the least common multiple of their strides */
            term = equation.divisor[i];
            steps = equation.factor[i] / term;
            return steps <= equation.most[i + 1] / 2 && equation.factor[i + 1] / term <= equation.most[i] / 2
                       ? CUCORE_OVERLAP_SOME
                       : CUCORE_OVERLAP_NONE;
        }
        for (d = 1; d <= equation.most[i] / 2 && d <= half / equation.factor[i]; d++) {
            if (--work < 0) return CUCORE_OVERLAP_UNKNOWN;
            found = cucore__equation_solve(&equation, i + 1, half + d * equation.factor[i], &work);
            if (found != CUCORE_OVERLAP_NONE) return found;
        }
    }
    return CUCORE_OVERLAP_NONE;
}
#undef CUCORE__OVERLAP_WORK

/* Returns NONE if different indices have different offsets. */
CUCORE__PRIVATE cucore_overlap cucore__layout_overlap_within(const cucore_layout *layout)
{
    int axes[CUCORE_MAX_NDIM], count, i;
    uint64_t reach = 0, stride, steps; /* reach: of the faster axes, over which most axes step */
    if (cucore__layout_is_contiguous(layout, 'C')) return CUCORE_OVERLAP_NONE; /* also of the empty layout */
    count = cucore__axes_sorted(layout, 2, axes);
    for (i = count - 1; i >= 0; i--) {
        stride = cucore__magnitude(layout->strides[axes[i]]);
        steps = (uint64_t)layout->shape[axes[i]] - 1;
        if (stride == 0) return CUCORE_OVERLAP_SOME;
        if (stride <= reach) return cucore__layout_overlaps_itself(layout, axes, count);
        if (i == 0) break;
        if ((stride | steps) >> 32 != 0 && stride > (UINT64_MAX - reach) / steps) return CUCORE_OVERLAP_UNKNOWN;
        reach += stride * steps;
    }
    return CUCORE_OVERLAP_NONE;
}

CUCORE_API int cucore_layout_is_unique(const cucore_layout *layout)
{
    return cucore__layout_is_valid(layout) && cucore__layout_overlap_within(layout) == CUCORE_OVERLAP_NONE;
}
