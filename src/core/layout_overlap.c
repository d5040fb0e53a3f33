/* core/layout_overlap.c: whether two layouts, or two elements of one, share memory. */
/* The greatest common divisor; b when a is 0 and the other way round. */
CUCORE__PRIVATE inline uint64_t cucore__gcd(uint64_t a, uint64_t b)
{
    uint64_t low = b & (0 - b), rest;
    if ((a & (a - 1)) == 0 && a && b) return low < a ? low : a; /* a is a power of two */
    while (b) {
        rest = a % b;
        a = b;
        b = rest;
    }
    return a;
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
