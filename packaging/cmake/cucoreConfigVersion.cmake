# SPDX-FileCopyrightText: 2026 the cucore authors
# SPDX-License-Identifier: MIT
#
# The version is that of cucore.h.  Until 1.0 a minor version may change names: find_package(cucore 0.2) takes 0.2.x.
include("${CMAKE_CURRENT_LIST_DIR}/cucoreHeaders.cmake")
set(PACKAGE_VERSION "${_cucore_version}")

if(PACKAGE_VERSION VERSION_LESS 1)
    string(REGEX MATCH "^0\\.[0-9]+" _cucore_line "${PACKAGE_VERSION}")
    string(REGEX MATCH "^[0-9]+(\\.[0-9]+)?" _cucore_asked "${PACKAGE_FIND_VERSION}")
else()
    string(REGEX MATCH "^[0-9]+" _cucore_line "${PACKAGE_VERSION}")
    string(REGEX MATCH "^[0-9]+" _cucore_asked "${PACKAGE_FIND_VERSION}")
endif()
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_FIND_VERSION_RANGE) # names of all versions in it are the asker's affair
    if(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION_MIN OR PACKAGE_VERSION VERSION_GREATER PACKAGE_FIND_VERSION_MAX)
    elseif(PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION_MAX OR PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL "INCLUDE")
        set(PACKAGE_VERSION_COMPATIBLE TRUE)
    endif()
elseif(NOT PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
elseif(_cucore_asked STREQUAL _cucore_line AND NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
endif()
