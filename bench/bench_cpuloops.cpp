/* bench_cpuloops.cpp - loops of cucore_kernel.h on the CPU, by one thread, beside nested loops by hand for any strides, in one run
 *
 *     make bench-cpuloops      or      c++ -std=c++11 -O2 -I. -o bench_cpuloops bench/bench_cpuloops.cpp -ldl -lpthread
 *
 * A row is a layout.  For 1 to 4 operands of float and of double it shows the time by hand / ours: above 1 is faster than by hand.
 *   macro      CUCORE_LOOP_RANGE and CUCORE_LOOP_AT in the body of cucore_loops_run
 *   transform  cucore::transform_range there
 * By hand the axes are in the order of memory of the operand that is written, and pointers move by strides that the compiler does
 * not know.  In brackets is the same beside a loop over plain arrays, which compilers turn into vectors.  Ours is cucore_loops_run of
 * a pass that was made before (make bench-kernel times that).  The quotients are those of the least times of rounds in turn; "!"
 * marks those below 0.95.  Ends with status 1 if a result is wrong, byte by byte. */
#define _POSIX_C_SOURCE 200112L
#define CUCORE_IMPLEMENTATION
#include "cucore_kernel.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

enum { OPERANDS = 4, AXES = 4, ROUNDS = 15 };
static const double BAR = 0.95; /* others may be at work on the machine */

/* Shape, and strides in elements: of operands 0, 2 and 3, then of operand 1. */
struct layout {
    const char *name;
    int ndim;
    int64_t shape[AXES], strides[AXES], other[AXES];
    bool is_dense;
};
static const layout LAYOUTS[] = {
    {"1-D dense", 1, {3000000}, {1}, {1}, true},
    {"1-D dense, in the cache", 1, {4000}, {1}, {1}, true},
    {"1-D dense, 100 elements", 1, {100}, {1}, {1}, true},
    {"1-D every second", 1, {1500000}, {2}, {2}, false},
    {"1-D every second, in the cache", 1, {4000}, {2}, {2}, false},
    {"1-D one reversed", 1, {4000}, {1}, {-1}, false},
    {"1-D one every third", 1, {4000}, {1}, {3}, false},
    {"1-D one a scalar", 1, {4000}, {1}, {0}, false},
    {"2-D dense", 2, {1000, 3000}, {3000, 1}, {3000, 1}, true},
    {"2-D padded rows", 2, {1000, 1000}, {1016, 1}, {1016, 1}, false},
    {"2-D padded rows, in the cache", 2, {40, 100}, {104, 1}, {104, 1}, false},
    {"2-D padded rows of 16", 2, {250, 16}, {24, 1}, {24, 1}, false},
    {"2-D padded rows of 3", 2, {1000, 3}, {4, 1}, {4, 1}, false},
    {"2-D every second of both axes", 2, {60, 60}, {256, 2}, {256, 2}, false},
    {"2-D one a row", 2, {1000, 1000}, {1000, 1}, {0, 1}, false},
    {"2-D one a column", 2, {1000, 1000}, {1000, 1}, {1, 0}, false},
    {"2-D one transposed", 2, {1000, 1000}, {1000, 1}, {1, 1000}, false},
    {"2-D one transposed, in the cache", 2, {60, 60}, {60, 1}, {1, 60}, false},
    {"2-D one transposed, large", 2, {3000, 4000}, {4000, 1}, {1, 3000}, false},
    {"2-D one transposed, wide", 2, {60, 60000}, {60000, 1}, {1, 60}, false},
    {"2-D all transposed", 2, {1000, 1000}, {1, 1000}, {1, 1000}, true},
    {"3-D gaps on each axis", 3, {20, 30, 40}, {8000, 160, 2}, {8000, 160, 2}, false},
    {"3-D one by (2, 1, 0)", 3, {100, 100, 100}, {10000, 100, 1}, {1, 100, 10000}, false},
    {"3-D pixels to planes", 3, {3, 300, 300}, {90000, 300, 1}, {1, 900, 3}, false},
    {"4-D dense", 4, {10, 20, 30, 40}, {24000, 1200, 40, 1}, {24000, 1200, 40, 1}, true},
    {"4-D gaps on each axis", 4, {6, 8, 10, 40}, {16384, 1024, 100, 2}, {16384, 1024, 100, 2}, false},
    {"4-D gaps on each axis, large", 4, {10, 20, 20, 100}, {102400, 5000, 220, 2}, {102400, 5000, 220, 2}, false},
    {"4-D gaps, rows of 8", 4, {6, 8, 10, 8}, {16384, 1024, 100, 2}, {16384, 1024, 100, 2}, false},
    {"4-D one by (0, 3, 1, 2)", 4, {4, 30, 40, 50}, {60000, 2000, 50, 1}, {60000, 40, 1, 1200}, false},
};

/* What is computed, of 1 to 4 operands; of one it is changed in place. */
template <typename T> static inline T operation(T a)
{
    return a * static_cast<T>(0.5);
}
template <typename T> static inline T operation(T a, T b)
{
    return a * static_cast<T>(0.5) + b;
}
template <typename T> static inline T operation(T a, T b, T c)
{
    return a * b + c;
}

/* -- by hand ------------------------------------------------------------------------------------------------------- */
/* Axes in the order of memory of operand 0, the last one innermost; steps in bytes. */
struct nest {
    char *ptr[OPERANDS];
    int64_t shape[AXES], steps[OPERANDS][AXES];
};

template <typename T, int count>
static inline void row_by_hand(const nest &x, char *o, const char *a, const char *b, const char *c)
{
    const int64_t so = x.steps[0][3], sa = x.steps[1][3], sb = x.steps[2][3], sc = x.steps[3][3];
    int64_t n = x.shape[3];
#define AT(type, p) (*static_cast<type *>(static_cast<void *>(p)))
#define FROM(p) (*static_cast<const T *>(static_cast<const void *>(p)))
    if (count == 1) {
        for (; n--; o += so) AT(T, o) = operation<T>(AT(T, o));
    } else if (count == 2) {
        for (; n--; o += so, a += sa) AT(T, o) = operation<T>(FROM(a));
    } else if (count == 3) {
        for (; n--; o += so, a += sa, b += sb) AT(T, o) = operation<T>(FROM(a), FROM(b));
    } else {
        for (; n--; o += so, a += sa, b += sb, c += sc) AT(T, o) = operation<T>(FROM(a), FROM(b), FROM(c));
    }
#undef AT
#undef FROM
}

template <typename T, int count> static void by_hand(const nest &x)
{
#define MOVE(level, axis)                                                                                              \
    o##level += x.steps[0][axis], a##level += x.steps[1][axis], b##level += x.steps[2][axis],                          \
        c##level += x.steps[3][axis]
    char *o0 = x.ptr[0], *a0 = x.ptr[1], *b0 = x.ptr[2], *c0 = x.ptr[3];
    for (int64_t i = 0; i < x.shape[0]; i++, MOVE(0, 0)) {
        char *o1 = o0, *a1 = a0, *b1 = b0, *c1 = c0;
        for (int64_t j = 0; j < x.shape[1]; j++, MOVE(1, 1)) {
            char *o2 = o1, *a2 = a1, *b2 = b1, *c2 = c1;
            for (int64_t k = 0; k < x.shape[2]; k++, MOVE(2, 2)) row_by_hand<T, count>(x, o2, a2, b2, c2);
        }
    }
#undef MOVE
}

/* Dense arrays as one writes them down. */
template <typename T, int count> static void dense_by_hand(const nest &x)
{
    T *const o = static_cast<T *>(static_cast<void *>(x.ptr[0]));
    const T *const a = static_cast<T *>(static_cast<void *>(x.ptr[1]));
    const T *const b = static_cast<T *>(static_cast<void *>(x.ptr[2]));
    const T *const c = static_cast<T *>(static_cast<void *>(x.ptr[3]));
    const int64_t n = x.shape[0] * x.shape[1] * x.shape[2] * x.shape[3];
    for (int64_t i = 0; i < n; i++) {
        o[i] = count == 1   ? operation<T>(o[i])
               : count == 2 ? operation<T>(a[i])
               : count == 3 ? operation<T>(a[i], b[i])
                            : operation<T>(a[i], b[i], c[i]);
    }
}

/* -- ours ---------------------------------------------------------------------------------------------------------- */
template <typename T, int count> static void macro(const cucore_loop *loop, unsigned begin, unsigned end, void *)
{
    CUCORE_LOOP_RANGE(*loop, count, begin, end, at, i)
    {
        T &o = CUCORE_LOOP_AT(T, *loop, at, i, 0);
        if (count == 1) o = operation<T>(o);
        if (count == 2) o = operation<T>(CUCORE_LOOP_AT(const T, *loop, at, i, 1));
        if (count == 3)
            o = operation<T>(CUCORE_LOOP_AT(const T, *loop, at, i, 1), CUCORE_LOOP_AT(const T, *loop, at, i, 2));
        if (count == 4) {
            o = operation<T>(CUCORE_LOOP_AT(const T, *loop, at, i, 1), CUCORE_LOOP_AT(const T, *loop, at, i, 2),
                             CUCORE_LOOP_AT(const T, *loop, at, i, 3));
        }
    }
}

template <typename T, int count> struct transform;
template <typename T> struct transform<T, 1> { /* in place: the operand twice */
    static void body(const cucore_loop *loop, unsigned begin, unsigned end, void *)
    {
        cucore::transform_range<T, T>(*loop, begin, end, [](T a) { return operation<T>(a); });
    }
};
template <typename T> struct transform<T, 2> : transform<T, 1> {
};
template <typename T> struct transform<T, 3> {
    static void body(const cucore_loop *loop, unsigned begin, unsigned end, void *)
    {
        cucore::transform_range<T, T, T>(*loop, begin, end, [](T a, T b) { return operation<T>(a, b); });
    }
};
template <typename T> struct transform<T, 4> {
    static void body(const cucore_loop *loop, unsigned begin, unsigned end, void *)
    {
        cucore::transform_range<T, T, T, T>(*loop, begin, end, [](T a, T b, T c) { return operation<T>(a, b, c); });
    }
};

/* -- times --------------------------------------------------------------------------------------------------------- */
static double now()
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/* Arrays of a layout, each in memory of its own. */
struct arrays {
    std::vector<char> memory[OPERANDS];
    cucore_view views[OPERANDS];
    nest axes;
    cucore_loops planned, in_place; /* that of cucore::transform_range, which changes an array by taking it twice */
};

template <typename T> static void make(const layout &from, size_t count, arrays &out)
{
    cucore_operand operands[OPERANDS];
    const int missing = AXES - from.ndim;
    const cucore_array_spec unit = {cucore::dtype_of<T>::get(), from.ndim,          from.shape,  NULL,
                                    CUCORE_DEVICE_TYPE_CPU,     CUCORE_DEVICE_NONE, {NULL, NULL}};
    int order[AXES];
    for (int i = 0; i < from.ndim; i++) {
        int j = i;
        for (; j > 0 && from.strides[order[j - 1]] < from.strides[i]; j--) order[j] = order[j - 1];
        order[j] = i;
    }
    for (int k = 0; k < OPERANDS; k++) {
        const int64_t *const strides = k == 1 ? from.other : from.strides;
        const int64_t itemsize = static_cast<int64_t>(sizeof(T));
        int64_t low = 0, high = 0;
        for (int i = 0; i < from.ndim; i++) (strides[i] < 0 ? low : high) += (from.shape[i] - 1) * strides[i];
        std::vector<char> &memory = out.memory[k];
        memory.resize(static_cast<size_t>((high - low + 1) * itemsize) + 4096);
        for (size_t i = 0; i + sizeof(T) <= memory.size(); i += sizeof(T)) {
            const T value = static_cast<T>(i % 251 + 1);
            memcpy(&memory[i], &value, sizeof value);
        }
        /* Aligned, and not at the same place in a page as the others. */
        char *const first = memory.data() + (64 - reinterpret_cast<uintptr_t>(memory.data()) % 64) + 832 * k;
        cucore_array_spec spec = unit;
        spec.strides = strides;
        out.axes.ptr[k] = first - low * itemsize;
        if (cucore_view_wrap(out.axes.ptr[k], &spec, NULL, NULL, &out.views[k])) abort();
        for (int i = 0; i < AXES; i++) {
            out.axes.shape[i] = i < missing ? 1 : from.shape[order[i - missing]];
            out.axes.steps[k][i] = i < missing ? 0 : strides[order[i - missing]] * itemsize;
        }
    }
    memset(operands, 0, sizeof operands);
    for (int k = 0; k < OPERANDS; k++) operands[k].view = &out.views[k];
    operands[0].flags = CUCORE_WRITE;
    if (cucore_loops_make(operands, count, &out.planned)) abort();
    operands[1].view = &out.views[0];
    if (cucore_loops_make(operands, 2, &out.in_place)) abort();
}

/* A pass that is planned, of one loop, by one thread: once it is over it can be opened again. */
static void run_ours(cucore_loops &planned, cucore_loop_body body)
{
    if (cucore_loops_run(&planned, 1, body, NULL)) abort();
    planned.private_.is_open = 1;
}

enum way { BY_HAND, DENSE_BY_HAND, MACRO, TRANSFORM, WAYS };

template <typename T, int count> static void run(int way, arrays &x)
{
    switch (way) {
    case BY_HAND: return by_hand<T, count>(x.axes);
    case DENSE_BY_HAND: return dense_by_hand<T, count>(x.axes);
    case MACRO: return run_ours(x.planned, macro<T, count>);
    default: return run_ours(count == 1 ? x.in_place : x.planned, transform<T, count>::body);
    }
}

/* Is the result that of the loop by hand, byte by byte, gaps included? */
template <typename T, int count> static bool is_right(int way, arrays &x)
{
    const std::vector<char> before = x.memory[0];
    run<T, count>(BY_HAND, x);
    const std::vector<char> right = x.memory[0];
    std::copy(before.begin(), before.end(), x.memory[0].begin());
    run<T, count>(way, x);
    const bool same = right == x.memory[0];
    std::copy(before.begin(), before.end(), x.memory[0].begin());
    return same;
}

/* The times of all ways, in turn; a sample is of so many calls that the clock is fine enough. */
template <typename T, int count> static int one(const layout &from, double *least)
{
    arrays x;
    int64_t size = 1;
    int wrong = 0;
    make<T>(from, count, x);
    for (int i = 0; i < from.ndim; i++) size *= from.shape[i];
    const int calls = static_cast<int>(1 + 100000 / size);
    for (int way = 0; way < WAYS; way++) {
        if (way == DENSE_BY_HAND && !from.is_dense) continue;
        wrong += !is_right<T, count>(way, x);
        least[way] = 1e18;
    }
    for (int round = 0; round < ROUNDS; round++) {
        for (int way = 0; way < WAYS; way++) {
            if (way == DENSE_BY_HAND && !from.is_dense) continue;
            const double start = now();
            for (int i = 0; i < calls; i++) run<T, count>(way, x);
            const double taken = (now() - start) / calls;
            if (taken < least[way]) least[way] = taken;
        }
    }
    return wrong;
}

static int slower, cells;
template <typename T, int count> static int cell(const layout &from)
{
    double least[WAYS];
    const int wrong = one<T, count>(from, least);
    for (int way = MACRO; way <= TRANSFORM; way++) {
        const double ratio = least[BY_HAND] / least[way];
        printf(" %5.2f%s", ratio, ratio < BAR ? "!" : " ");
        slower += ratio < BAR;
        cells++;
    }
    if (from.is_dense)
        printf("(%4.2f %4.2f)", least[DENSE_BY_HAND] / least[MACRO], least[DENSE_BY_HAND] / least[TRANSFORM]);
    if (!from.is_dense) printf("           ");
    return wrong;
}

template <typename T> static int table(const char *type)
{
    int wrong = 0;
    printf("%-33s", type);
    for (int count = 1; count <= OPERANDS; count++)
        printf("  %d operand%s              ", count, count == 1 ? " " : "s");
    printf("\n");
    for (size_t row = 0; row < sizeof LAYOUTS / sizeof LAYOUTS[0]; row++) {
        printf("%-33s", LAYOUTS[row].name);
        wrong += cell<T, 1>(LAYOUTS[row]);
        wrong += cell<T, 2>(LAYOUTS[row]);
        wrong += cell<T, 3>(LAYOUTS[row]);
        wrong += cell<T, 4>(LAYOUTS[row]);
        printf("\n");
        fflush(stdout);
    }
    return wrong;
}

int main()
{
    const int wrong = table<float>("float") + table<double>("double");
    printf("%d of %d are slower than %.2f of by hand, %d are wrong\n", slower, cells, BAR, wrong);
    return wrong != 0;
}
