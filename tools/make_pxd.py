"""Writes the declarations of the headers for Cython: packaging/python/cucore/__init__.pxd, what `cimport cucore` knows, and
room.pxd beside it, for classes whose .pxd others cimport.

    python3 tools/make_pxd.py            write it
    python3 tools/make_pxd.py --check    status 1 if it is not what the headers give

Functions of OF_PYTHON raise what they raise; all others are nogil, and so are the functions that they call.  Private
names, nested structs and macros with parameters are left out, but for CUCORE_ARG.
"""
import argparse
import keyword
import re
import sys

import headers
import list_names

FILE = list_names.ROOT / "packaging" / "python" / "cucore" / "__init__.pxd"
ROOM_FILE = FILE.parent / "room.pxd"
HEADERS = headers.named("C", "Python")
OF_PYTHON = headers.named("Python")
NEED_GIL = {"cucore_exchange_api"}  # structs outside of OF_PYTHON whose functions are called with the GIL
MARKS = re.compile(r"\bCUCORE_(?:API|NODISCARD|BLOCKS|TAKES_GIL|CONSUMES|UNUSED|BEGIN|END)\b|\bCUCORE_PRINTF\([^)]*\)")
TYPES = {  # what a macro is, by its value; others are left out
    "uint64_t": r"\(?(?:CUCORE_SAYS(?:_\w+|\([^)]*\)) )*UINT64_C\(|\((?:CUCORE_\w+ \| )+CUCORE_\w+\)$",
    "int64_t": r"INT64_M",
    "CUstream": r"\(\(CUstream\)",
    "cucore_dtype": r"cucore_dtype_make\(",
    "int": r"\(?-?[0-9]|\(CUCORE_VERSION_MAJOR",
}

ROOM_STRUCT = """\
    #ifndef CUCORE_VIEW_ROOM
    #define CUCORE_VIEW_ROOM
    typedef struct cucore_view_room {
        long long aligned;
        char bytes[1272];
    } cucore_view_room;
    #endif
"""
ROOM = '''\
# SPDX-FileCopyrightText: 2026 the cucore authors
# SPDX-License-Identifier: MIT
#
# Room for a view in a class whose .pxd other modules cimport, made by `make names`: change nothing here.
#
#     holder.pxd:  from cucore.room cimport cucore_view_room
#                  cdef class Holder:
#                      cdef cucore_view_room room          # zeroed by Cython, as an empty view is
#     holder.pyx:  from cucore cimport cucore_view, cucore_view_in, cucore_view_release
#                  ... cucore_py_view(x, &expected, NULL, cucore_view_in(&self.room)) ...
#                  def __dealloc__(self): cucore_view_release(cucore_view_in(&self.room))
#
# Who cimports Holder needs neither the headers of cucore nor its code, which `cimport cucore` puts into a module.
cdef extern from * nogil:
    """
''' + ROOM_STRUCT + '''\
    """
    ctypedef struct cucore_view_room:
        pass
'''


def included():
    """The headers that all others come with; copies can be left out, and come before Python."""
    leaves = headers.leaves(HEADERS)
    copies = [name for name in leaves if headers.ALL[name].group == "copy"]
    lines = ["#if !defined(CUCORE_NO_COPY)", *(f'#include "{name}"' for name in copies), "#endif",
             *(f'#include "{name}"' for name in leaves if name not in copies)]
    return "".join(f"    {line}\n" for line in lines)


HEAD = '''\
# SPDX-FileCopyrightText: 2026 the cucore authors
# SPDX-License-Identifier: MIT
#
# Declarations of cucore for Cython, made by `make names` from the headers: change nothing here.
#
#     from cucore cimport CUCORE_ARG, CUCORE_WRITE, cucore_arg, cucore_py_view, cucore_view, cucore_view_release
#
# The headers have what each function does.  Those of Python (cucore_py_...) raise; all others are nogil, and cucore_py_check
# raises the status that they return.  Functions of yours that they call are `noexcept nogil` or `noexcept with gil`: any
# thread may call them.  The functions of a cucore_py_exporter and of a cucore_exchange_api are `noexcept`: to call one takes
# the GIL.  Other libraries may call the allocator of a table without it.
#
# A module has what it uses in it, unless CUCORE_IMPLEMENTATION is defined.  With CUCORE_NO_COPY defined cucore_cast.h,
# cucore_copy.h and cucore_blocks.h are left out, and what they declare: modules are half a megabyte smaller then, and no argument is
# converted (CUCORE_CAST, CUCORE_MAKE_C_CONTIGUOUS, ...).
from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from * nogil:
    """
    #if !defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_STATIC)
    #define CUCORE_STATIC
    #endif
''' + included() + '''\
    static CUCORE_UNUSED cucore_arg cucore__pxd_arg(const char *name, const char *dtypes, const char *shape,
                                                    uint64_t flags)
    {
        cucore_arg arg = CUCORE_ARG(name, dtypes, shape, flags);
        return arg;
    }
''' + ROOM_STRUCT + '''\
    typedef char cucore_assert_view_room[sizeof(cucore_view) <= sizeof(cucore_view_room) ? 1 : -1];
    #define cucore__pxd_view_in(room) ((cucore_view *)(room))
    """
    # cuda.h
    ctypedef enum CUdevice_attribute:
        pass
    ctypedef enum CUresult:
        pass
    ctypedef struct CUlaunchAttribute:
        pass
    ctypedef struct CUlaunchAttribute_st "struct CUlaunchAttribute_st":
        pass
    ctypedef struct CUctx_st:
        pass
    ctypedef struct CUevent_st:
        pass
    ctypedef struct CUfunc_st:
        pass
    ctypedef struct CUmod_st:
        pass
    ctypedef struct CUmemPoolHandle_st:
        pass
    ctypedef struct CUstream_st:
        pass
    ctypedef CUctx_st *CUcontext
    ctypedef CUevent_st *CUevent
    ctypedef CUfunc_st *CUfunction
    ctypedef CUmod_st *CUmodule
    ctypedef CUmemPoolHandle_st *CUmemoryPool
    ctypedef CUstream_st *CUstream
    ctypedef void (*CUhostFn)(void *user_data) noexcept nogil

    # dlpack.h
    ctypedef enum DLDeviceType:
        pass
    ctypedef struct DLPackVersion:
        uint32_t major
        uint32_t minor
    ctypedef struct DLDevice:
        DLDeviceType device_type
        int32_t device_id
    ctypedef struct DLDataType:
        uint8_t code
        uint8_t bits
        uint16_t lanes
    ctypedef struct DLTensor:
        void *data
        DLDevice device
        int32_t ndim
        DLDataType dtype
        int64_t *shape
        int64_t *strides
        uint64_t byte_offset
    ctypedef struct DLManagedTensor:
        DLTensor dl_tensor
        void *manager_ctx
        void (*deleter)(DLManagedTensor *self) noexcept nogil
    ctypedef struct DLManagedTensorVersioned:
        DLPackVersion version
        void *manager_ctx
        void (*deleter)(DLManagedTensorVersioned *self) noexcept nogil
        uint64_t flags
        DLTensor dl_tensor
'''
ARG = '''
    # An argument of all but these four: zero, as the macro makes it.
    cucore_arg CUCORE_ARG "cucore__pxd_arg"(const char *name, const char *dtypes, const char *shape, uint64_t flags)

    # The view in a cucore_view_room (room.pxd), which a class has for it.
    cucore_view *cucore_view_in "cucore__pxd_view_in"(void *room)
'''


def public_half(header):
    """The declarations of a header, without comments, marks, lines of the preprocessor and what is C++ alone."""
    text = (list_names.ROOT / header).read_text().partition("end of the declarations --")[0].rpartition("/*")[0]
    if header == "cucore_python.h":  # at its end, where it follows both headers
        text += (list_names.ROOT / "src" / "python" / "in" / "copy.h").read_text()
    text = re.sub(r"\\\n", " ", list_names.COMMENT.sub("", text))
    text = MARKS.sub("", re.sub(r"^[ ]*#.*$", "", text, flags=re.M))
    return re.sub(r"inline namespace [^{]*\{", "", text)


def statements(text):
    """(head, body or None) of each declaration: what comes before its braces, or all of it, and what is in them."""
    start = 0
    while True:
        found = re.compile(r"[;{]").search(text, start)
        if not found:
            return
        head, start = " ".join(text[start:found.start()].split()).lstrip("} "), found.end()
        body = None
        if head == 'extern "C"':
            continue
        if found.group() == "{":
            depth, first = 1, start
            while depth:
                depth += {"{": 1, "}": -1}.get(text[start], 0)
                start += 1
            body = text[first:start - 1]
            if head.startswith("typedef") or re.match(r"(?:enum|struct)\b", head):
                start = text.index(";", start) + 1
        yield head, body


def fields(body):
    """The fields of a struct, but for those that are private, reserved, or structs without a name."""
    while re.search(r"\{[^{}]*\}", body):
        body = re.sub(r"struct\s*\{[^{}]*\}\s*\w+(?:\[\w+\])?;", "", body)
    for field in body.split(";"):
        field = " ".join(field.split())
        if field and not re.search(r"\b(?:reserved|private_)\b", field):
            yield field


def cython(declaration, objects=False, called="noexcept nogil"):
    """A declaration as Cython has it; `objects`: Python objects that a function takes or gives; `called`: of functions in it."""
    text = re.sub(r"\bstruct (?=\w)|(?<=\() | (?=\))", "", declaration)
    text = re.sub(r"\*\s*const \*", "**", text)
    text = re.sub(r"\bunsigned\b(?! (?:int|char))", "unsigned int", text)
    text = re.sub(r"\(void\)$", "()", text)
    text = re.sub(r"(\(\*\w+\)\((?:[^()]|\([^()]*\))*\))", rf"\1 {called}", text)
    if objects:
        text = re.sub(r"\bPyObject \*(?!\*)", "object ", text)
    return re.sub(r"\b(\w+)(?=[,)\[]|$)", lambda name: name[0] + "_" * keyword.iskeyword(name[0]), text)


def declared(header):
    """The lines of a header, those of its functions with what they do."""
    python = header in OF_PYTHON
    called = "noexcept" if python else "noexcept nogil"
    rows = list_names.functions()
    lists, macros, lines, constants = {}, {}, [], []
    text = (list_names.ROOT / header).read_text().partition("end of the declarations --")[0]
    for macro, body in re.findall(r"^[ ]*#[ ]*define (CUCORE_\w+)\b((?:[^\\\n]|\\\n|\\.)*)", text, re.M):
        value = " ".join(list_names.COMMENT.sub("", body).replace("\\\n", " ").split())
        macros[macro] = body
        if macro.endswith("_LIST"):
            lists[macro] = re.findall(r"\bX\((\w+),", body)
        for kind, pattern in TYPES.items():
            if list_names.is_public(macro) and re.match(pattern, value):
                if kind == "int":  # as an enumerator, which may be the length of an array
                    lines += ["enum:", f"    {macro}"]
                else:
                    constants.append(f"{'const ' if kind != 'CUstream' else ''}{kind} {macro}")
                break
    for head, body in statements(public_half(header)):
        enum = re.match(r"(typedef )?enum ?(\w*)", head)
        struct = re.match(r"typedef struct (cucore_(?!_)\w+)", head)
        function = re.match(r"(?:static inline )?([^(]*?\b(cucore_(?!_)\w+)\(.*\))$", head)
        if enum:
            names = [name for name in list_names.expanded(lists, macros, body) if list_names.is_public(name)]
            if enum[1] or names:
                lines.append(f"ctypedef enum {enum[2]}:" if enum[1] else "enum:")
            lines += [f"    {name}" for name in names]
        elif struct:
            lines.append(f"ctypedef struct {struct[1]}:")
            lines += [f"    {cython(field, called='noexcept' if struct[1] in NEED_GIL else called)}"
                      for field in fields(body or "")] or ["    pass"]
        elif function and not head.startswith("typedef") and "visitproc" not in head:  # Cython writes tp_traverse itself
            name, converts = function[2], function[2].endswith("_converter")
            line = cython(function[1], objects=python and not converts, called=called)
            raises = python and line.startswith("int ") and "_is_" not in name and not converts
            lines += [f"# {rows[name]}", line + (" except -1" if raises else "")]
    return lines + constants


def page():
    parts = [HEAD]
    for header in HEADERS:
        parts.append(("\ncdef extern from *:" if header == "cucore_python.h" else "") + f"\n    # {header}\n")
        parts += [f"    {line}\n" for line in declared(header)]
        if header == "cucore.h":
            parts.append(ARG)
    return "".join(parts)


def generated():
    """Returns the files that this tool writes."""
    return [FILE, ROOM_FILE]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    text = page()
    for file, wanted in ((FILE, text), (ROOM_FILE, ROOM)):
        if not options.check:
            file.write_text(wanted)
        elif not file.exists() or file.read_text() != wanted:
            sys.exit(f"{file.relative_to(list_names.ROOT)} is not what the headers give (run make names)")
    print(f"{FILE.name}: {len(text.splitlines())} lines")


if __name__ == "__main__":
    main()
