"""Our layout functions beside cuda.core's StridedLayout, where it is installed, in one run.

    python bench/bench_layout.py build/bench_layout [check]

Both sides are medians.  Ours run in a C loop, StridedLayout from Python, as each is used; a StridedLayout that is asked
for a property keeps it, so each repetition asks a fresh one, made beforehand.  With `check` it ends with 1
when one of the operations that should be 10 times faster is not.
"""
import statistics
import subprocess
import sys
import time

try:
    from cuda.core import StridedLayout
except ImportError:
    try:
        from cuda.core._layout import _StridedLayout as StridedLayout
    except ImportError:
        StridedLayout = None

REPEAT, LOOPS = 31, 2000
SHAPE = (2, 3, 4, 2)


def median_ns(expression, make):
    """Per evaluation of an expression of x, for a fresh x each, in a plain loop whose own cost is taken off."""
    names = {"StridedLayout": StridedLayout, "clock": time.perf_counter_ns, "rest": slice(1, None, 1),
             "back": slice(None, None, -1), "shape": SHAPE, "order": (1, 0, 3, 2)}
    exec("def run(fresh):\n"
         "    start = clock()\n"
         "    for x in fresh: pass\n"
         "    middle = clock()\n"
         f"    for x in fresh: {expression}\n"
         "    return clock() - middle - (middle - start)\n", names)
    samples = [names["run"]([make() for _ in range(LOOPS)]) / LOOPS for _ in range(REPEAT)]
    return statistics.median(samples)


def main():
    lines = subprocess.run([sys.argv[1], "csv"], check=True, capture_output=True, text=True).stdout.split()
    ours = {name: float(ns) for name, ns in (line.split(",") for line in lines)}
    if StridedLayout is None:
        print("cuda.core is not installed: nothing to compare with")
        return 0
    def dense():
        return StridedLayout.dense(SHAPE, 4)

    def mixed():
        return StridedLayout.dense(SHAPE, 4).permuted((1, 0, 3, 2))

    def with_ones():
        return StridedLayout((1, 3, 1, 2), (24, 8, 2, 1), 4)

    rows = [  # name of ours, their call, what it is called on, must be 10 times faster
        ("slice", "x[rest, back, rest, back]", dense, True),
        ("permute", "x.permuted(order)", dense, True),
        ("reshape", "x.reshaped((2, 4, 3, 2))", dense, True),
        ("flatten", "x.flattened()", dense, True),
        ("broadcast_to", "x.broadcast_to((3, 3, 3, 2))", with_ones, True),
        ("is_c_contiguous", "x.is_contiguous_c", dense, True),
        ("is_f_contiguous", "x.is_contiguous_f", dense, False),
        ("is_contiguous_any", "x.is_contiguous_any", mixed, True),
        ("is_unique", "x.is_unique", mixed, False),
        ("make", "StridedLayout(shape, (12, 24, 1, 2), 4)", dense, False),
        ("make_dense", "StridedLayout.dense(shape, 4)", dense, False),
        ("make_like", "StridedLayout.dense_like(x, 'F')", dense, False),
        ("stride_order", "x.stride_order", mixed, False),
        ("offset_bounds", "x.offset_bounds", dense, False),
        ("required_bytes", "x.required_size_in_bytes()", mixed, False),
        ("flatten_mask", "x.flattened_axis_mask()", mixed, False),
        ("squeeze", "x.squeezed()", with_ones, False),
        ("unsqueeze", "x.unsqueezed(1)", dense, False),
        ("repack", "x.repacked(2)", dense, False),
        ("max_compatible_itemsize", "x.max_compatible_itemsize()", dense, False),
    ]
    missed = 0
    print(f"{'operation, 4-d':26} {'cucore ns':>10} {'cuda.core ns':>13} {'ratio':>7}")
    for name, expression, make, barred in rows:
        theirs = median_ns(expression, make)
        ratio = theirs / ours[name]
        missed += barred and ratio < 10
        print(f"{name:26} {ours[name]:10.1f} {theirs:13.1f} {ratio:6.1f}x{'  below 10x' if barred and ratio < 10 else ''}")
    return 1 if missed and "check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
