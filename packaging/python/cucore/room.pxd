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
    #ifndef CUCORE_VIEW_ROOM
    #define CUCORE_VIEW_ROOM
    typedef struct cucore_view_room {
        long long aligned;
        char bytes[1272];
    } cucore_view_room;
    #endif
    """
    ctypedef struct cucore_view_room:
        pass
