"""Our layout functions beside cuda.core's StridedLayout, where it is installed, in one run.

    python bench/bench_layout.py build/bench/bench_layout

Both sides are medians.  Ours run in a C loop, StridedLayout from Python, as each is used.  A StridedLayout that is asked
for a property keeps it, so each repetition asks a fresh one, made beforehand.
called     with one Python call around, as everything of cuda.core that is timed here
net        the same without the call and the loop: what is left in the extension module
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
    """(called, net) for a fresh x each."""
    names = {"StridedLayout": StridedLayout, "clock": time.perf_counter_ns, "rest": slice(1, None, 1),
             "back": slice(None, None, -1), "shape": SHAPE, "order": (1, 0, 3, 2)}
    exec(f"def call(x): return {expression}\n"
         "def run(fresh, again):\n"
         "    start = clock()\n"
         "    for x in fresh: pass\n"
         "    middle = clock()\n"
         f"    for x in fresh: {expression}\n"
         "    last = clock()\n"
         "    for x in again: call(x)\n"
         "    return clock() - last, last - middle - (middle - start)\n", names)
    samples = [names["run"]([make() for _ in range(LOOPS)], [make() for _ in range(LOOPS)]) for _ in range(REPEAT)]
    return [statistics.median(column) / LOOPS for column in zip(*samples)]


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

    rows = [  # name of ours, their call, what it is called on, whether 10 times faster is the aim
        ("slice", "x[rest, back, rest, back]", dense, True),
        ("permute", "x.permuted(order)", dense, True),
        ("reshape", "x.reshaped((2, 4, 3, 2))", dense, True),
        ("flatten", "x.flattened()", dense, True),
        ("broadcast_to", "x.broadcast_to((3, 3, 3, 2))", with_ones, True),
        ("is_c_contiguous", "x.is_contiguous_c", dense, True),
        ("is_f_contiguous", "x.is_contiguous_f", dense, False),
        ("is_dense", "x.is_contiguous_any", mixed, True),
        ("is_unique", "x.is_unique", mixed, False),
        ("make", "StridedLayout(shape, (12, 24, 1, 2), 4)", dense, False),
        ("make_dense", "StridedLayout.dense(shape, 4)", dense, False),
        ("make_like", "StridedLayout.dense_like(x, 'F')", dense, False),
        ("stride_order", "x.stride_order", mixed, False),
        ("offset_bounds", "x.offset_bounds", dense, False),
        ("required_bytes", "x.required_size_in_bytes()", mixed, False),
        ("squeeze", "x.squeezed()", with_ones, False),
        ("unsqueeze", "x.unsqueezed(1)", dense, False),
        ("repack", "x.repacked(2)", dense, False),
        ("max_itemsize", "x.max_compatible_itemsize()", dense, False),
    ]
    print(f"{'operation, 4-d':26} {'cucore ns':>10} {'called ns':>10} {'ratio':>7} {'net ns':>7} {'ratio':>7}")
    for name, expression, make, barred in rows:
        called, net = median_ns(expression, make)
        remark = "  below 10x" if barred and called / ours[name] < 10 else ""
        print(f"{name:26} {ours[name]:10.1f} {called:10.1f} {called / ours[name]:6.1f}x {net:7.1f} {net / ours[name]:6.1f}x"
              + remark)
    return 0


if __name__ == "__main__":
    sys.exit(main())
