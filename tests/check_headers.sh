#!/bin/sh
# Compiles every header alone, in every language and with every compiler that is there, and looks at what it leaves
# behind: symbols that would be exported, macros that would leak.
#
#     CUDA_INCLUDE=... DLPACK_INCLUDE=... PYTHON_INCLUDE=... sh tests/check_headers.sh
#
#     CUDA_INCLUDE, DLPACK_INCLUDE, PYTHON_INCLUDE   folders of cuda.h, of dlpack/dlpack.h or dlpack.h, of Python.h
#     CCS, CXXS, NVCC                                compilers: "gcc clang", "g++ clang++", nvcc
#     JOBS                                           compilations at a time: the number of cores
#     ONLY                                           a word: only the rows that have it in their name
#     FEW                                            1: each check by one compiler, as make test does; empty: by every compiler,
#                                                    standard and -O, as make check-headers EVERY=1 does
#
# What the rows of FEW rely on: a header that lacks an include, a declaration or a cast lacks it for every compiler, so that one of C
# compiles each header alone, implemented and static, one of C++ implemented, and all other rows have all headers together, in C++ only
# if they differ there; names of symbols depend neither on the compiler nor on -O; test-sanitize shows what gcc's optimizer warns of at -O1.
set -u

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
CCS=${CCS-gcc clang}
CXXS=${CXXS-g++ clang++}
NVCC=${NVCC-nvcc}
JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}
FEW=${FEW:-}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$work/jobs" "$work/once" "$work/twice"

# A frame has at most 8 KB: threads of musl have 128 KB of stack, and calls nest.
common="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wframe-larger-than=8192 -Werror"
include="-I'$root'"
for folder in "${CUDA_INCLUDE:-}" "${DLPACK_INCLUDE:-}" "${PYTHON_INCLUDE:-}"; do
    [ -n "$folder" ] && include="$include -isystem '$folder'"
done

skipped=0
skip() {
    echo "skipped: $1"
    skipped=$((skipped + 1))
}

present() {
    for tool in $1; do
        if command -v "$tool" >/dev/null 2>&1; then echo "$tool"; else echo "skipped: $tool is not installed" >&2; fi
    done
}
ccs=$(present "$CCS" 2>&1 | grep -v '^skipped' | tr '\n' ' ')
cxxs=$(present "$CXXS" 2>&1 | grep -v '^skipped' | tr '\n' ' ')
nvcc=$(present "$NVCC" 2>&1 | grep -v '^skipped')
present "$CCS $CXXS $NVCC" 2>&1 | grep '^skipped'

set -- $ccs
if [ $# -eq 0 ]; then
    echo "no C compiler among: $CCS"
    exit 1
fi
first_cc=$1
# The last ones, clang and clang++ if they are installed, take half of the time of gcc.
last() {
    for last; do :; done
    echo "${last-}"
}
last_cc=$(last $ccs)
last_cxx=$(last $cxxs)

# Is there such a header?
finds() {
    echo "#include $1" >"$work/probe.c"
    eval "$first_cc -fsyntax-only $include '$work/probe.c'" >"$work/probe.log" 2>&1
}
cuda=""
if finds '<cuda.h>'; then cuda=cuda; else skip "beside cuda.h: it is not found, set CUDA_INCLUDE"; fi

# The headers of C in src/headers.txt.  `absent`: what is not there; a header that needs it is absent, too.
absent=","
if ! finds '<dlpack/dlpack.h>' && ! finds '"dlpack.h"'; then absent=",dlpack.h,"; fi
[ -n "${PYTHON_INCLUDE:-}" ] || absent="${absent}Python.h,"
headers=""
while read -r header language group needs purpose; do
    case $header,$language in '#'* | ,* | *,C++) continue ;; esac
    for need in $(echo "$needs" | tr ',' ' '); do
        case $absent in *,"$need",*)
            skip "$header ($group: $purpose): there is no $need, set DLPACK_INCLUDE, PYTHON_INCLUDE"
            absent="$absent$header,"
            continue 2
            ;;
        esac
    done
    headers="$headers $header"
done <"$root/src/headers.txt"

# A function that calls one of the header's.  cucore_copy.h is taken by its first one, whatever that is.
call() {
    case $1 in
    cucore.h)
        echo 'int check_call(cucore_view *view);'
        echo 'int check_call(cucore_view *view) { cucore_view_release(view); return (int)cucore_last_error()->status; }'
        ;;
    cucore_dlpack.h)
        echo 'int check_call(DLManagedTensor *managed);'
        echo 'int check_call(DLManagedTensor *managed) { return managed ? 0 : (int)sizeof(cucore_arg); }'
        ;;
    cucore_cai.h)
        echo 'int check_call(cucore_dtype *out);'
        echo 'int check_call(cucore_dtype *out) { return (int)cucore_dtype_from_typestr("<f4", 3, out); }'
        ;;
    cucore_python.h)
        echo 'int check_call(PyObject *obj, CUstream *out);'
        echo 'int check_call(PyObject *obj, CUstream *out) { return cucore_py_stream_from_object(obj, out); }'
        ;;
    *)
        function=$(sed -n 's/^CUCORE_API [^(]*[ *]\(cucore_[a-z0-9_]*\)(.*/\1/p' "$root/$1" | head -n 1)
        [ -n "$function" ] || function=cucore_last_error
        echo 'typedef void (*check_function)(void);'
        echo 'check_function check_call(void);'
        echo "check_function check_call(void) { return (check_function)$function; }"
        ;;
    esac
}

# twice/: one file per way to include a header, always more than once.  once/: just once, to be compiled to an object.
for header in $headers; do
    name=${header%.h}
    line="#include \"$header\""
    call "$header" >"$work/call"
    { echo '#define CUCORE_IMPLEMENTATION'; echo "$line"; echo "$line"; cat "$work/call"; } \
        >"$work/twice/$name-implemented.c"
    { echo '#define CUCORE_STATIC'; echo "$line"; echo "$line"; cat "$work/call"; } >"$work/twice/$name-static.c"
    [ -n "$FEW" ] && continue
    { echo "$line"; echo "$line"; cat "$work/call"; } >"$work/twice/$name-declared.c"
    { echo "$line"; echo '#define CUCORE_IMPLEMENTATION'; echo "$line"; echo "$line"; cat "$work/call"; } \
        >"$work/twice/$name-declared-then-implemented.c"
    { echo '#define CUCORE_IMPLEMENTATION'; echo "$line"; cat "$work/call"; } >"$work/once/$name-implemented.c"
    { echo '#define CUCORE_STATIC'; echo "$line"; cat "$work/call"; } >"$work/once/$name-static.c"
    case $header in
    cucore_dlpack.h | cucore_cai.h)
        [ -n "${PYTHON_INCLUDE:-}" ] &&
            { echo '#include <Python.h>'; cat "$work/twice/$name-implemented.c"; } \
                >"$work/twice/$name-implemented-after-Python.c"
        ;;
    esac
done
everything=$(for header in $headers; do echo "#include \"$header\""; done)
{ echo '#define CUCORE_IMPLEMENTATION'; echo "$everything"; call cucore.h; } >"$work/twice/all-in-order.c"
if [ -n "$FEW" ]; then
    { echo "$everything"; echo "$everything"; call cucore.h; } >"$work/twice/all-declared.c"
    { echo "$everything"; cat "$work/twice/all-in-order.c"; echo "$everything"; } >"$work/twice/all-declared-then-implemented.c"
    {
        for macro in COPY_NO_KERNELS NO_TENSOR_MAPS; do echo "#define CUCORE_$macro"; done
        cat "$work/twice/all-in-order.c"
    } >"$work/twice/all-with-options.c"
    cp "$work/twice/all-in-order.c" "$work/once/all-implemented.c"
    { echo '#define CUCORE_STATIC'; echo "$everything"; call cucore.h; } >"$work/once/all-static.c"
else
    for name in copy cast; do
        { echo '#define CUCORE_COPY_NO_KERNELS'; cat "$work/twice/cucore_$name-implemented.c"; } \
            >"$work/twice/cucore_$name-CUCORE_COPY_NO_KERNELS.c"
    done
    { echo '#define CUCORE_NO_TENSOR_MAPS'; cat "$work/twice/cucore_kernel-implemented.c"; } \
        >"$work/twice/cucore_kernel-CUCORE_NO_TENSOR_MAPS.c"
fi
{ # as files that declare all of C at once include headers
    case $headers in *cucore_python.h*) echo '#include <Python.h>' ;; esac
    echo 'extern "C" {'
    cat "$work/twice/all-in-order.c"
    echo '}'
} >"$work/within-extern-C.cpp"
{ # what windows.h defines
    case $headers in *cucore_python.h*) echo '#include <Python.h>' ;; esac
    for name in stdlib stdio string $cuda; do echo "#include <$name.h>"; done
    for name in far near FAR IN OUT hyper; do echo "#define $name"; done
    echo '#define small char'
    echo '#define interface struct'
    echo '#define ERROR 0'
    cat "$work/twice/all-in-order.c"
} >"$work/twice/all-beside-windows-names.c"
if [ -n "$cuda" ]; then # cuda.h before, and after the declarations that stand for it
    after=$(case $headers in *cucore_python.h*) echo '#include <Python.h>' ;; esac)
    { echo "$after"; echo '#include <cuda.h>'; cat "$work/twice/all-in-order.c"; } >"$work/twice/all-after-cuda.h.c"
    { echo "$after"; echo '#include <cuda.h>'; echo '#define CUCORE_NO_CUDA_H'; cat "$work/twice/all-in-order.c"; } \
        >"$work/twice/all-after-cuda.h,-which-is-to-be-left-alone.c"
    {
        echo '#define CUCORE_NO_CUDA_H'
        cat "$work/twice/all-in-order.c"
        echo '#include <cuda.h>'
        echo 'CUresult check_both(CUdeviceptr memory, const CUlaunchAttribute *attribute, cucore_stream *stream);'
        echo 'CUresult check_both(CUdeviceptr memory, const CUlaunchAttribute *attribute, cucore_stream *stream)'
        echo '{'
        echo '    cucore_launch_config config = cucore_launch_config_1d((int64_t)memory, 1);'
        echo '    config.attributes = attribute, config.attribute_count = 1;'
        echo '    if (cucore_last_error()->result == CUDA_ERROR_NOT_READY) return CUDA_ERROR_NOT_READY;'
        echo '    if (stream->handle == CU_STREAM_LEGACY || stream->handle == CUCORE_STREAM_LEGACY) return CUDA_SUCCESS;'
        echo '    return cucore_function_launch(NULL, &config, stream->handle, NULL) ? CUDA_ERROR_UNKNOWN : CUDA_SUCCESS;'
        echo '}'
    } >"$work/twice/all-before-cuda.h.c"
fi
reversed=""
for header in $headers; do reversed="$header $reversed"; done
reversed="cucore_cast.h $reversed" # its place, with cucore_copy.h, is before cucore_python.h
{
    echo '#define CUCORE_IMPLEMENTATION'
    for header in $reversed; do echo "#include \"$header\""; done
    call cucore.h
} >"$work/twice/all-reversed.c"

# job NAME COMMAND: a file that is run later; the number keeps the order.
number=1000
job() {
    case $1 in *"${ONLY:-}"*) ;; *) return ;; esac
    number=$((number + 1))
    printf '%s\n' "$1" >"$work/jobs/$number.name"
    printf '%s\n' "$2" >"$work/jobs/$number.sh"
}

# What a shared library of the object would export, and what the object offers to others in the same library.
# All that is defined must be hidden and have the version in its name, or the prefix that was chosen; a static build defines
# nothing.  check_call is ours; for exceptions DW.ref... is g++'s own, __clang_call_terminate clang's, and those in std are inline.
version=$(awk '/^#define CUCORE_VERSION_(MAJOR|MINOR|PATCH) / { printf "_%s", $3 }' "$root/cucore.h")
cat >"$work/symbols.sh" <<'END'
object=$1 prefix=$2
symbols=$(readelf -sW "$object" | awk '$5 ~ /GLOBAL|WEAK|UNIQUE/ && $7 != "UND" && $8 !~ /check_call|^DW\.ref\.|^__clang_call_terminate$|^_ZNK?St/ { print $6, $8 }')
if [ -z "$prefix" ]; then
    [ -z "$symbols" ] && exit 0
    echo "defined in spite of CUCORE_STATIC:"
    echo "$symbols"
    exit 1
fi
[ -n "$symbols" ] || { echo "no symbol is defined at all"; exit 1; }
if echo "$symbols" | grep -v "^HIDDEN ${prefix}_"; then
    echo "must be hidden and begin with ${prefix}_"
    exit 1
fi
END

# The slowest first.
if [ -n "$nvcc" ]; then
    nvcc="$nvcc -x cu -std=c++17 -Xcompiler -Wall,-Wextra${FEW:+,-fsyntax-only} -Werror all-warnings $include"
    if [ -n "$FEW" ]; then
        job "nvcc C++17 all implemented" "$nvcc -c '$work/twice/all-in-order.c' -o '$work/all.nvcc.o'"
    else
        for header in $headers; do
            name=${header%.h}
            job "nvcc C++17 $name implemented" "$nvcc -c '$work/once/$name-implemented.c' -o '$work/$name.nvcc.o'"
        done
    fi
fi
readelf=""
command -v readelf >/dev/null 2>&1 && command -v nm >/dev/null 2>&1 && readelf=yes
[ -n "$readelf" ] || skip "exported symbols: readelf or nm is not installed"
level=-O2 chosen="$ccs $cxxs" names=""
for header in $headers; do names="$names ${header%.h}"; done
if [ -n "$FEW" ]; then
    level=-O0 chosen="$last_cc $last_cxx" names=all
fi
for name in $names; do
    for kind in implemented static; do
        for compiler in $chosen; do
            case " $ccs " in
            *" $compiler "*) language="-x c -std=c99 -Wstrict-prototypes" label=C99 ;;
            *) language="-x c++ -std=c++11" label=C++11 ;;
            esac
            object="$work/$name.$kind.$compiler.o"
            compile="$compiler $language $common $level -fPIC $include -c '$work/once/$name-$kind.c' -o '$object'"
            [ "$kind" = static ] && prefix="" || prefix="cucore$version"
            [ -n "$readelf" ] && compile="$compile && sh '$work/symbols.sh' '$object' '$prefix' &&
                $compiler -shared '$object' -o '$object.so' &&
                if nm -D --defined-only '$object.so' | grep -v check_call | grep cucore; then
                    echo 'exported by a shared library'; exit 1
                fi"
            job "$compiler $label $level, symbols, $name $kind" "$compile"
        done
    done
done
for compiler in ${readelf:+$chosen}; do
    case " $ccs " in
    *" $compiler "*) language="-x c -std=c99" label=C99 ;;
    *) language="-x c++ -std=c++11" label=C++11 ;;
    esac
    for row in "CUCORE_PREFIX=a_chosen_name a_chosen_name" "CUCORE_MAX_NDIM=8 cucore${version}_ndim8"; do
        case $FEW,$compiler,$row in 1,"$last_cxx",*PREFIX* | 1,"$last_cc",*NDIM*) [ "$last_cxx" ] && continue ;; esac
        object="$work/named.$compiler.${row%% *}.o"
        job "$compiler $label symbols, ${row%% *}" "$compiler $language $common -D${row%% *} -O0 $include \
            -c '$work/twice/all-in-order.c' -o '$object' && sh '$work/symbols.sh' '$object' ${row##* }"
    done
done
# Those of the options that a compiler knows: knows COMPILER LANGUAGE OPTION...
knows() {
    compiler_of=$1 language_of=$2
    shift 2
    for flag; do
        echo 'int probe;' | $compiler_of -x $language_of -Werror $flag -fsyntax-only - >/dev/null 2>&1 && printf '%s ' "$flag"
    done
}
# Options of users that make compilers see more.
strict() {
    knows "$1" c -march=x86-64-v3 -Wnull-dereference -fstrict-flex-arrays=3
}
# Warnings that not every compiler or language has.
some() {
    knows "$1" "$2" -Wduplicated-branches -Warith-conversion -Wswitch-default -Wbad-function-cast -Wcomma -Wconditional-uninitialized
}
# What the optimizer sees of uninitialized variables and bounds differs between its levels; -O2 of each header is above.  It is nearly the same for
# both languages, and clang's -Og is its -O1.
for compiler in $ccs $cxxs; do
    case " $ccs " in
    *" $compiler "*) language="-x c -std=c99 -Wstrict-prototypes" label=C99 ;;
    *) language="-x c++ -std=c++11" label=C++11 ;;
    esac
    levels="-O3 -Os -Og -O1 -O0"
    case $compiler in
    *clang++*) continue ;;
    *++*) levels="-O3" ;;
    *clang*) levels="-O3 -Os -O1 -O0" ;;
    esac
    [ -n "$FEW" ] && levels=""
    for level in $levels; do
        [ $level = "${levels%% *}" ] && more=$(strict $compiler) || more=""
        job "$compiler $label $level $more, all implemented" "$compiler $language $common $level $more -fPIC $include \
            -c '$work/twice/all-in-order.c' -o '$work/all.$compiler$level.o'"
    done
done
# A module that is one file: with CUCORE_STATIC functions are made for their callers, and gcc warns of others.
case "$headers" in
*cucore_python.h*)
    for compiler in $ccs; do
        case $FEW$compiler in *clang* | 1*) continue ;; esac
        for level in -O3 -Os -Og -O2 -O1; do
            job "$compiler C99 $level, a module with CUCORE_STATIC" "$compiler -std=c99 -D_GNU_SOURCE -Wall -Wextra \
                -Wconversion -Wshadow -Werror $level -fPIC $include -c '$root/examples/copy_from.c' -o '$work/static$level.o'"
        done
    done
    ;;
esac
# With FEW all headers together are compiled by every compiler, the last ones in the newer standard; a header alone and other rows by one of C
# and one of C++.
standards() {
    case $FEW,$name,$1 in
    ,*) [ "$2" = C ] && echo c99 c11 || echo c++11 c++17 ;;
    ?,all-in-order,"$last_cc") echo c11 ;;
    ?,all-in-order,"$last_cxx") echo c++17 ;;
    ?,all-in-order,* | ?,*,"$last_cc") [ "$2" = C ] && echo c99 || echo c++11 ;;
    ?,*-static,* | ?,all-reversed,* | ?,all-with-options,* | ?,*alone,* | ?,*windows*,*) ;;
    ?,*,"$last_cxx") echo c++11 ;;
    esac
}
for file in "$work"/twice/*.c; do
    name=$(basename "$file" .c)
    for compiler in $ccs; do
        [ "$name" = all-in-order ] && more=$(some $compiler c) || more=""
        for standard in $(standards $compiler C); do
            job "$compiler $standard $name" \
                "$compiler -x c -std=$standard -fsyntax-only $common $more -Wstrict-prototypes -Wmissing-prototypes $include '$file'"
        done
    done
    for compiler in $cxxs; do
        [ "$name" = all-in-order ] && more=$(some $compiler c++) || more=""
        for standard in $(standards $compiler C++); do
            job "$compiler $standard $name" "$compiler -x c++ -std=$standard -fsyntax-only $common $more $include '$file'"
        done
    done
    case $FEW,$name in 1,*-static | 1,all-[!bi]*) continue ;; esac
    # what CUCORE_OP, which users write, expands to
    of_public_macros='CUCORE__OP_(TORCH|XLA|TVM_FFI|C|HIDDEN|EXPORTED)(_ENTRY|_ENTRIES)?[ (]'
    job "$first_cc private macros, $name" "$first_cc -x c -std=c99 -dM -E $include '$file' >'$file.macros' &&
        grep -q '#define CUCORE_H' '$file.macros' &&
        if grep '#define CUCORE__' '$file.macros' | grep -vE '$of_public_macros'; then echo 'still defined at the end'; exit 1; fi"
done

for compiler in $cxxs; do
    [ -n "$FEW" ] && [ "$compiler" != "$last_cxx" ] && continue
    job "$compiler c++11, all within extern \"C\"" "$compiler -std=c++11 -fsyntax-only $common $include '$work/within-extern-C.cpp'"
done

# Without cuda.h, wherever a compiler finds one by itself: its own folders but those, and none of CUDA_INCLUDE.
for compiler in $ccs $cxxs; do
    case $FEW$compiler in "1$first_cc" | "1$last_cxx") ;; 1*) continue ;; esac
    case " $ccs " in
    *" $compiler "*) language="-x c -std=c99 -Wstrict-prototypes" label=C99 own="-nostdinc" ;;
    *) language="-x c++ -std=c++11" label=C++11 own="-nostdinc -nostdinc++" ;;
    esac
    for folder in $($compiler $language -E -v /dev/null 2>&1 | sed -n '/^#include </,/^End of/s/^ \(.*\)/\1/p'); do
        [ -f "$folder/cuda.h" ] || own="$own -isystem '$folder'"
    done
    own="$own -I'$root'"
    for folder in "${DLPACK_INCLUDE:-}" "${PYTHON_INCLUDE:-}"; do
        [ -n "$folder" ] && own="$own -isystem '$folder'"
    done
    [ -n "$FEW" ] && declared=all-declared || declared=cucore-declared
    for name in all-in-order all-reversed $declared; do
        case $FEW,$label,$name in 1,C99,all-in-order | 1,C++11,all-reversed) continue ;; esac
        made="-O1 -c -o '$work/$name.$compiler.without.o'"
        [ -n "$FEW" ] && made=-fsyntax-only
        job "$compiler $label without cuda.h, $name" "
            if $compiler $language $own -M '$work/twice/$name.c' | grep '/cuda\.h'; then echo 'cuda.h is there'; exit 1; fi
            $compiler $language $common $made -fPIC $own '$work/twice/$name.c'"
    done
done

cat >"$work/run.sh" <<'END'
sh "$1.sh" >"$1.log" 2>&1 && : >"$1.passed"
END
for file in "$work"/jobs/*.sh; do printf '%s\n' "${file%.sh}"; done | xargs -P "$JOBS" -n 1 sh "$work/run.sh"

passed=0
failed=0
for file in "$work"/jobs/*.sh; do
    file=${file%.sh}
    if [ -f "$file.passed" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $(cat "$file.name")"
        head -n 40 "$file.log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
