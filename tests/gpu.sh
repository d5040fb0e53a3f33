#!/bin/sh
# Everything that needs a GPU, in one go: build, demo, tests, benchmark, compute-sanitizer.  For a machine with a GPU and
# the libraries installed, with no network and no virtual environment: what PYTHONPATH brings is kept.  Logs go to the
# folder given (default build/gpu).  --tests ends after make test, with a line for each suite.
#
#     sh tests/gpu.sh [--tests] [folder]
set -u
cd "$(dirname "$0")/.." || exit 1
only=
if [ "${1:-}" = --tests ]; then only=tests && shift; fi
logs=${1:-build/gpu}
mkdir -p "$logs"
export CFLAGS='-O2 -g' # as users build
# What tests/run.py gives the suite "gpu", for those parts of it that are started here.
build=$PWD/build
gpu="env PYTHONPATH=$build/python:$build/examples${PYTHONPATH:+:$PYTHONPATH} CUCORE_BUILD=$build
    CUCORE_VIEW_COPY_LIB=$build/view_copy/libviewcopy.so PYTHONDONTWRITEBYTECODE=1"
failed=0

step() {
    name=$1
    shift
    echo "==== $name"
    if "$@" >"$logs/$name.log" 2>&1; then echo "ok"; else failed=1; echo "FAILED: $name"; tail -n 40 "$logs/$name.log"; fi
}

step demo make demo VENV=
tail -n 6 "$logs/demo.log"
step test make test VENV=
grep -E '^(---- |FAILED|ERROR)' "$logs/test.log"
tail -n 1 "$logs/test.log"
[ "$only" = tests ] && exit $failed
step bench make bench VENV=
cat "$logs/bench.log" | tail -n 20
step example-allocator make example-allocator VENV=
tail -n 8 "$logs/example-allocator.log"
step example-axpy make example-axpy VENV=
tail -n 4 "$logs/example-axpy.log"
step example-cudabuffer make example-cudabuffer VENV=
tail -n 4 "$logs/example-cudabuffer.log"
for name in fused layer-norm stencil tensor-map one-op; do
    step example-$name make example-$name VENV=
    tail -n 3 "$logs/example-$name.log"
done
step tensor-map build/c/test_gpu_tensor_map
cat "$logs/tensor-map.log"
step memory build/c/test_gpu_memory
cat "$logs/memory.log"
# Whole systems, as `make interop` has them: examples, then their tests; the record is what systems/tests/matrix.py takes.
for system in mpi nccl torch pools cvcuda numba arrow; do
    step example-$system make example-$system VENV=
    tail -n 3 "$logs/example-$system.log"
done
step interop make interop-tests VENV= INTEROP_RECORD="$logs/interop.json"
tail -n 30 "$logs/interop.log"
step bench-scaling make bench-scaling VENV=
cat "$logs/bench-scaling.log"
step bench-return make bench-return VENV=
tail -n 14 "$logs/bench-return.log"
step bench-driver make bench-driver VENV=
cat "$logs/bench-driver.log"
step bench-loops make bench-loops VENV=
cat "$logs/bench-loops.log"
step bench-copy make bench-copy VENV=
cat "$logs/bench-copy.log"
step example-copy make example-copy VENV=
tail -n 4 "$logs/example-copy.log"
step example-kv-blocks make example-kv-blocks VENV=
tail -n 70 "$logs/example-kv-blocks.log"
for name in ipc register; do
    step example-$name make example-$name VENV=
    tail -n 16 "$logs/example-$name.log"
done
step share build/c/test_gpu_share
cat "$logs/share.log"
step bench-blocks make bench-blocks VENV=
cat "$logs/bench-blocks.log"
step bench-hostcopy make bench-hostcopy VENV=
cat "$logs/bench-hostcopy.log"
cp build/bench/*.json build/bench/*.svg "$logs" 2>/dev/null
step copy-10000 $gpu CUCORE_COPY_CASES=10000 python3 -m pytest -q -p no:cacheprovider \
    tests/gpu/test_gpu_copy_kernels.py
if command -v compute-sanitizer >/dev/null 2>&1; then
    for tool in memcheck racecheck initcheck synccheck; do
        step $tool-copy $gpu CUCORE_COPY_CASES=150 compute-sanitizer --tool $tool \
            --report-api-errors no --error-exitcode 1 python3 -m pytest -q -p no:cacheprovider \
            tests/gpu/test_gpu_copy_kernels.py -k 'random or transposes'
    done
    # Errors of the driver that a test provokes are no errors of its own.
    step memcheck-c compute-sanitizer --tool memcheck --leak-check full --report-api-errors no --error-exitcode 1 \
        build/c/test_gpu_driver
    tail -n 4 "$logs/memcheck-c.log"
    step memcheck-memory compute-sanitizer --tool memcheck --report-api-errors no --error-exitcode 1 build/c/test_gpu_memory
    tail -n 4 "$logs/memcheck-memory.log"
    # The sanitizer slows down everything: the tests that time or count are left out.  Calls that fail on purpose inside
    # other libraries (Numba probes for entry points) are no errors of ours.
    step memcheck $gpu compute-sanitizer --report-api-errors no --tool memcheck --error-exitcode 1 \
        python3 -m pytest -q -p no:cacheprovider tests/gpu -k "not 200000 and not race and not orders and not gil and not stream_waits and not readme"
    tail -n 3 "$logs/memcheck.log"
else
    echo "skipped: compute-sanitizer is not installed"
fi
exit $failed
