# SPDX-FileCopyrightText: 2026 the cucore authors
# SPDX-License-Identifier: MIT
#
# For cucoreConfig.cmake and cucoreConfigVersion.cmake: cucore_INCLUDE_DIR, the folder of cucore.h ("" if it is not there), and
# _cucore_version, the version that this header names.

# Seen from this file, or absolute: installing writes its includedir here; else it is include/ of the wheel, or the top of a checkout.
set(_cucore_folders "@FOLDER@")
if(_cucore_folders MATCHES "^@")
    set(_cucore_folders ../../../include ../..)
endif()

# The version in the first line of cucore.h in a folder; "" if there is none.
function(_cucore_version_in folder out)
    set(line "")
    if(EXISTS "${folder}/cucore.h")
        file(STRINGS "${folder}/cucore.h" line LIMIT_COUNT 1)
    endif()
    string(REGEX MATCH " - v[0-9.]+ " version "${line}")
    string(REGEX REPLACE "[^0-9.]" "" version "${version}")
    set(${out} "${version}" PARENT_SCOPE)
endfunction()

set(cucore_INCLUDE_DIR "")
set(_cucore_version "")
foreach(_cucore_folder IN LISTS _cucore_folders)
    if(NOT _cucore_version)
        get_filename_component(_cucore_folder "${_cucore_folder}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_LIST_DIR}")
        _cucore_version_in("${_cucore_folder}" _cucore_version)
        if(_cucore_version)
            set(cucore_INCLUDE_DIR "${_cucore_folder}")
        endif()
    endif()
endforeach()
