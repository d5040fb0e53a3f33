/* core/check_together.c: overlap of arguments; the public checks. */
/* Returns 1 if the views show the very same elements.  Bits are compared, not dtypes, and only strides that mean
 * something, since protocols report the others differently. */
CUCORE__PRIVATE int cucore__view_is_same_place(const cucore_view *a, const cucore_view *b)
{
    int i, same = a->ptr == b->ptr;
    if (a->layout.itembits != b->layout.itembits || a->layout.ndim != b->layout.ndim) return 0;
    for (i = 0; i < a->layout.ndim; i++) {
        if (a->layout.shape[i] != b->layout.shape[i]) return 0;
        if (a->layout.shape[i] > 1 && a->layout.strides[i] != b->layout.strides[i]) same = 0;
    }
    return same || cucore__layout_is_empty(&a->layout);
}

/* Finds the first and the last byte of a view.  Returns 0 if it is empty, or not sound. */
CUCORE__PRIVATE inline int cucore__view_find_bytes(const cucore_view *view, uintptr_t *first, uintptr_t *last)
{
    const int64_t bits = view->layout.itembits;
    cucore__survey span;
    if (!cucore__layout_head_is_valid(&view->layout) || !cucore__view_has_itemsize(view) ||
        !cucore__layout_is_usual(&view->layout, &span) || !cucore__view_has_addresses(view, &span)) {
        return 0;
    }
    *first = (uintptr_t)view->ptr + (uintptr_t)((span.min * bits) >> 3);
    *last = (uintptr_t)view->ptr + (uintptr_t)((span.max * bits + bits - 1) >> 3);
    return *first <= *last;
}

/* Checks CUCORE_NO_OVERLAP or CUCORE_NO_PARTIAL_OVERLAP of `a` against another argument. */
CUCORE__PRIVATE cucore_status cucore__check_overlap(const cucore_view *a, const cucore_arg *arg, const cucore_view *b,
                                                    const cucore_arg *other)
{
    const int partial = !(arg->flags & CUCORE_NO_OVERLAP);
    int64_t first[2] = {0, 0}, end[2] = {0, 0};
    uintptr_t low, low_b, high, high_b;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore_status status;
    if (cucore__view_find_bytes(a, &low, &high) && cucore__view_find_bytes(b, &low_b, &high_b) &&
        (high < low_b || high_b < low)) {
        return CUCORE_OK; /* as most are */
    }
    status = cucore_view_overlap(a, b, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    if (partial && cucore__view_is_same_place(a, b)) return CUCORE_OK;
    status = cucore__layout_byte_bounds(&a->layout, &first[0], &end[0]);
    if (!status) status = cucore__layout_byte_bounds(&b->layout, &first[1], &end[1]);
    if (status) return status; /* unreachable: views for which this fails do not overlap */
    low = (uintptr_t)a->ptr + (uintptr_t)first[0];
    low_b = (uintptr_t)b->ptr + (uintptr_t)first[1];
    high = (uintptr_t)a->ptr + (uintptr_t)end[0];
    high_b = (uintptr_t)b->ptr + (uintptr_t)end[1];
    return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: %s %s (bytes 0x%llx to 0x%llx)%s", cucore__arg_name(arg),
                       overlap == CUCORE_OVERLAP_UNKNOWN ? "may overlap" : "shares memory with",
                       cucore__arg_name(other), (unsigned long long)(low > low_b ? low : low_b),
                       (unsigned long long)(high < high_b ? high : high_b) - 1,
                       partial ? ", but does not have the very same elements" : "");
}

/* Returns the view whose elements an argument shares with others; NULL: none. */
typedef const cucore_view *(*cucore__shower)(const cucore_view *view);

/* Arguments whose flags about overlap are checked. */
typedef struct cucore__together {
    const cucore_view *views;
    size_t count;
    const cucore_arg *args;
    cucore__shower shown;
} cucore__together;

CUCORE__PRIVATE const cucore_view *cucore__together_view(const cucore__together *all, size_t i)
{
    const cucore_view *view = all->shown ? all->shown(&all->views[i]) : &all->views[i];
    return view && view->dtype.lanes ? view : NULL;
}

/* The bytes of an argument, from first to last.  Spans are sorted by `first`, and are a balanced tree: the middle of a
 * range is the root of its halves. */
typedef struct cucore__span {
    uintptr_t first, last;
    uintptr_t furthest; /* the greatest `last` of the range that this span is the root of */
    size_t place;
} cucore__span;

CUCORE__PRIVATE int cucore__span_compare(const void *a, const void *b)
{
    const uintptr_t first = ((const cucore__span *)a)->first, other = ((const cucore__span *)b)->first;
    return (first > other) - (first < other);
}

CUCORE__PRIVATE uintptr_t cucore__spans_link(cucore__span *spans, size_t count)
{
    cucore__span *root = &spans[count / 2];
    uintptr_t side;
    if (!count) return 0;
    root->furthest = root->last;
    side = cucore__spans_link(spans, count / 2);
    if (side > root->furthest) root->furthest = side;
    side = cucore__spans_link(root + 1, count - count / 2 - 1);
    if (side > root->furthest) root->furthest = side;
    return root->furthest;
}

/* Fills in the span of an argument: 1, 0 for one without bytes; -1: only a comparison of all pairs gives the answer. */
CUCORE__PRIVATE int cucore__span_of(const cucore_view *view, cucore__span *out)
{
    if (view && cucore__view_find_bytes(view, &out->first, &out->last)) return 1;
    if (!view) return 0;
    return !cucore__view_check_sound("", view) && cucore__layout_is_empty(&view->layout) ? 0 : -1;
}

/* The search for the first argument that may not overlap argument i. */
typedef struct cucore__overlap_search {
    const cucore__together *all;
    size_t i, found; /* found: all->count: none */
    uintptr_t first, last;
} cucore__overlap_search;

CUCORE__PRIVATE void cucore__overlap_find(cucore__overlap_search *search, const cucore__span *spans, size_t count)
{
    const cucore__together *all = search->all;
    const cucore__span *root = &spans[count / 2];
    if (!count || root->furthest < search->first) return;
    cucore__overlap_find(search, spans, count / 2);
    if (root->first > search->last) return;
    if (root->last >= search->first && root->place != search->i && root->place < search->found &&
        cucore__check_overlap(cucore__together_view(all, search->i), &all->args[search->i],
                              cucore__together_view(all, root->place), &all->args[root->place])) {
        search->found = root->place;
    }
    cucore__overlap_find(search, root + 1, count - count / 2 - 1);
}

/* Checks argument i against all others, or only against argument *found, if that is not `count`. */
CUCORE__PRIVATE cucore_status cucore__check_overlaps_of(const cucore__together *all, size_t i, size_t found)
{
    const cucore_view *a = cucore__together_view(all, i), *b;
    size_t j = found < all->count ? found : 0;
    const size_t end = found < all->count ? found + 1 : all->count;
    cucore_status status = CUCORE_OK;
    for (; a && j < end && !status; j++) {
        b = j == i ? NULL : cucore__together_view(all, j);
        if (b) status = cucore__check_overlap(a, &all->args[i], b, &all->args[j]);
    }
    return status;
}

enum { CUCORE__FEW_TOGETHER = 12 }; /* up to which all pairs are compared: sorting takes longer */

/* Sorts the spans of many arguments: NULL if there are few, or if all pairs have to be compared. */
CUCORE__PRIVATE cucore__span *cucore__spans_make(const cucore__together *all, size_t *count)
{
    cucore__span *spans = all->count <= CUCORE__FEW_TOGETHER || all->count > SIZE_MAX / sizeof *spans
                              ? NULL
                              : (cucore__span *)malloc(all->count * sizeof *spans);
    size_t i;
    int found = 1;
    *count = 0;
    for (i = 0; spans && i < all->count; i++) {
        found = cucore__span_of(cucore__together_view(all, i), &spans[*count]);
        if (found < 0) {
            free(spans);
            return NULL;
        }
        spans[*count].place = i;
        *count += (size_t)found;
    }
    if (!spans) return NULL;
    qsort(spans, *count, sizeof *spans, cucore__span_compare);
    (void)cucore__spans_link(spans, *count);
    return spans;
}

/* Checks the flags about overlap of all arguments.  shown: NULL for the views themselves.  *failed as above.  Of many
 * arguments only those pairs are compared whose bytes touch: 4,000 outputs take n log n. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__views_check_overlaps(const cucore_view *views, size_t count,
                                                                         const cucore_arg *args, cucore__shower shown,
                                                                         size_t *failed)
{
    cucore__together all;
    cucore__overlap_search search;
    cucore__span *spans, own;
    cucore_status status = CUCORE_OK;
    size_t i, span_count;
    all.views = views;
    all.count = count;
    all.args = args;
    all.shown = shown;
    search.all = &all;
    spans = cucore__spans_make(&all, &span_count);
    for (i = 0; i < count && !status; i++) {
        if (!(args[i].flags & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP))) continue;
        search.found = count;
        if (spans) {
            if (cucore__span_of(cucore__together_view(&all, i), &own) <= 0) continue;
            search.i = i;
            search.first = own.first;
            search.last = own.last;
            cucore__overlap_find(&search, spans, span_count);
            if (search.found == count) continue;
        }
        *failed = i;
        status = cucore__check_overlaps_of(&all, i, search.found);
    }
    free(spans);
    return status;
}

/* Refuses the flags that a function of C cannot honour; together: 1 if it knows the other arguments. */
CUCORE__PRIVATE cucore_status cucore__arg_check_plain(const cucore_arg *arg, int together)
{
    const uint64_t python = arg->flags & CUCORE__ARG_OF_PYTHON, others = together ? 0 : arg->flags & CUCORE_TOGETHER;
    if (CUCORE__LIKELY(!(python | others))) return CUCORE_OK;
    return python ? cucore__fail_flags(cucore__arg_name(arg), python, " in C: they are for objects of Python")
                  : cucore__fail_flags(cucore__arg_name(arg), others,
                                       " for one array: pass the others to cucore_views_check, and mask "
                                       "CUCORE_TOGETHER here");
}

/* Checks one argument, whose flags are known to be for C. */
CUCORE__PRIVATE cucore_status cucore__view_check_plain(const cucore_view *view, const cucore_arg *arg,
                                                       cucore_call *call)
{
    cucore_status status = CUCORE_OK;
    if (arg->flags & CUCORE_OPTIONAL && !view->dtype.lanes && !view->layout.ndim) return cucore__arg_check(arg);
    status = cucore__view_check_sound(cucore__arg_name(arg), view);
    return status ? status : cucore__view_check(view, arg, call);
}

CUCORE_API cucore_status cucore_view_check(const cucore_view *view, const cucore_arg *arg, cucore_call *call)
{
    size_t i = 0, count = call && call->args && call->views ? call->args_count : 0, failed = 0;
    cucore_status status;
    if (!arg) return CUCORE_OK;
    if (!view) return cucore__fail_null("cucore_view_check", "view");
    while (i < count && &call->views[i] != view) i++;
    status = cucore__arg_check_plain(arg, i < count);
    if (!status) status = cucore__view_check_plain(view, arg, call);
    if (!status && i < count) status = cucore__views_check_same_device(call->views, i + 1, call->args, &failed);
    if (!status && i < count) status = cucore__views_check_overlaps(call->views, i + 1, call->args, NULL, &failed);
    return status;
}

/* A decoder without an arg accepts vector elements. */
CUCORE__PRIVATE cucore_status cucore__view_check_lanes(const cucore_view *view, const cucore_arg *arg,
                                                       const cucore_call *call)
{
    char got[96];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (view->dtype.lanes < 2 || arg->flags & CUCORE_ALLOW_LANES) return CUCORE_OK;
    cucore__text_add_dtype(&text, view->dtype);
    cucore__text_add(&text, ": vector elements are accepted only with CUCORE_ALLOW_LANES");
    return cucore__fail_dtype(arg, call, got);
}

CUCORE_API cucore_status cucore_views_check(const cucore_view *views, const cucore_arg *args, size_t count)
{
    cucore_call call;
    size_t i, failed = 0;
    cucore_status status = CUCORE_OK;
    if (count && (!views || !args)) return cucore__fail_null("cucore_views_check", views ? "args" : "views");
    memset(&call, 0, sizeof call);
    call.args = args;
    call.views = views;
    call.args_count = count;
    for (i = 0; !status && i < count; i++) {
        status = cucore__arg_check_plain(&args[i], 1);
        if (!status) status = cucore__view_check_plain(&views[i], &args[i], &call);
        if (!status) status = cucore__view_check_lanes(&views[i], &args[i], &call);
    }
    if (!status) status = cucore__views_check_same_device(views, count, args, &failed);
    return status ? status : cucore__views_check_overlaps(views, count, args, NULL, &failed);
}
