# SPDX-FileCopyrightText: 2026 the cucore authors
# SPDX-License-Identifier: MIT
#
# The targets
#
#     cucore::cucore   the headers, threads, the loader of libraries; dlpack.h if it is found; no folder of CUDA
#     cucore::python   the same for cucore_python.h, which needs dlpack.h: the component python is found only with that.
#                      Python.h comes with python_add_library, pybind11_add_module, nanobind_add_module or Python::Module
#     cucore::cuda     cucore::cucore and the folder of cuda.h, for code that uses CUDA's own names: only if the component cuda is
#                      asked for (find_package(cucore COMPONENTS cuda)) or CUCORE_CUDA is ON (add_subdirectory, FetchContent)
#
# for find_package(cucore), wherever make install, a package manager or pip put it, add_subdirectory and FetchContent.
# One file for all: it lies in share/cmake/cucore/ of a prefix, or in packaging/cmake/ of a checkout.  INTERFACE_CUCORE_VERSION of
# cucore::cucore is the version of its headers.  A second version in one build is refused, since the first target would win.
#
#     CUCORE_DLPACK_INCLUDE_DIR   the folder of dlpack/dlpack.h, or of dlpack.h, 1.0 or newer
#     CUCORE_CUDA_INCLUDE_DIR     the folder of cuda.h
#
# Set them, or they are found: dlpack.h in the wheel, where find_package(dlpack) has it, in the packages apache-tvm-ffi
# and torch of Python (Python_EXECUTABLE, or the first one on the PATH), where find_path looks.  cuda.h is that of the enabled language
# CUDA, of find_package(CUDAToolkit) if that ran, of CUDAToolkit_ROOT, CUDA_HOME, CUDA_PATH, of the nvcc on the PATH, of the conda
# environment, of NVIDIA's packages of Python, of /usr/local/cuda, of /usr: the first that there is.

cmake_policy(VERSION 3.15...4.1)

include("${CMAKE_CURRENT_LIST_DIR}/cucoreHeaders.cmake")
if(NOT cucore_INCLUDE_DIR)
    set(cucore_FOUND 0)
    set(cucore_NOT_FOUND_MESSAGE "cucore.h is not there (${_cucore_folders}, seen from ${CMAKE_CURRENT_LIST_DIR})")
    return()
endif()

# The target of another find_package or add_subdirectory, whose version may be that of a release before this check.
if(TARGET cucore::cucore)
    get_target_property(_cucore_there cucore::cucore INTERFACE_INCLUDE_DIRECTORIES)
    string(REGEX REPLACE "\\$<BUILD_INTERFACE:([^>]*)>" "\\1" _cucore_there "${_cucore_there}")
    set(_cucore_first "")
    foreach(_cucore_folder IN LISTS _cucore_there)
        if(NOT _cucore_first)
            _cucore_version_in("${_cucore_folder}" _cucore_first)
            if(_cucore_first)
                set(_cucore_there "${_cucore_folder}")
            endif()
        endif()
    endforeach()
    if(NOT _cucore_first STREQUAL _cucore_version)
        string(REPLACE ";" ", " _cucore_there "${_cucore_there}")
        set(cucore_FOUND 0)
        set(cucore_NOT_FOUND_MESSAGE "this build has the target cucore::cucore of version '${_cucore_first}' already \
(${_cucore_there}), and ${cucore_INCLUDE_DIR} has ${_cucore_version}: use one version in all parts of the build")
        return()
    endif()
endif()

# What a Python package has, without importing it: "" where it is not there.
function(_cucore_python_package name out)
    set(find "import importlib.util as u; s = u.find_spec('${name}')")
    set(find "${find}; print([*s.submodule_search_locations][0] if s else '')")
    set(pythons ${Python_EXECUTABLE} ${Python3_EXECUTABLE} ${PYTHON_EXECUTABLE})
    if(NOT pythons) # not looked for yet
        find_program(_cucore_python NAMES python3 python NO_CMAKE_FIND_ROOT_PATH)
        set(pythons ${_cucore_python})
        unset(_cucore_python CACHE)
    endif()
    set(folder "")
    foreach(python IN LISTS pythons)
        if(NOT folder)
            execute_process(COMMAND "${python}" -c "${find}" OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
            file(TO_CMAKE_PATH "${folder}" folder)
        endif()
    endforeach()
    set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# The number that a header defines a macro as; 0 if the header or the macro is not there.
function(_cucore_number header macro out)
    set(line "")
    if(EXISTS "${header}")
        file(STRINGS "${header}" line REGEX "#[ \t]*define[ \t]+${macro}[ \t]+[0-9]+" LIMIT_COUNT 1)
    endif()
    string(REGEX MATCH "[0-9]+$" number "0${line}")
    set(${out} "${number}" PARENT_SCOPE)
endfunction()

# Whether a compiler of this project may be given a folder.  With the /usr/include of the host come the headers of its C library:
# only a compiler that searches it anyway can take it.
function(_cucore_may_be_given folder out)
    set(${out} ON PARENT_SCOPE)
    if(folder STREQUAL "/usr/include")
        set(${out} OFF PARENT_SCOPE)
        get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
        foreach(language IN LISTS languages)
            if(folder IN_LIST CMAKE_${language}_IMPLICIT_INCLUDE_DIRECTORIES)
                set(${out} ON PARENT_SCOPE)
            endif()
        endforeach()
    endif()
endfunction()

# Whether a folder has a dlpack.h of 1.x that can be used.
function(_cucore_has_dlpack folder out)
    _cucore_may_be_given("${folder}" usable)
    foreach(name IN ITEMS dlpack/dlpack.h dlpack.h)
        _cucore_number("${folder}/${name}" DLPACK_MAJOR_VERSION version)
        if(usable AND version EQUAL 1)
            set(${out} ON PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${out} OFF PARENT_SCOPE)
endfunction()

# The folder with a dlpack.h of 1.x, "" where there is none.
function(_cucore_find_dlpack out)
    set(${out} "" PARENT_SCOPE)
    set(folders ${CUCORE_DLPACK_INCLUDE_DIR})
    if(NOT folders)
        find_package(dlpack CONFIG QUIET)
        set(folders "${CMAKE_CURRENT_LIST_DIR}/../../../include_dlpack" ${dlpack_INCLUDE_DIRS}) # of the wheel
        foreach(target IN ITEMS dlpack::dlpack dlpack)
            if(TARGET ${target})
                get_target_property(of_target ${target} INTERFACE_INCLUDE_DIRECTORIES)
                if(of_target)
                    string(REGEX REPLACE "\\$<BUILD_INTERFACE:([^>]*)>" "\\1" of_target "${of_target}")
                    list(APPEND folders ${of_target})
                endif()
            endif()
        endforeach()
        _cucore_python_package(tvm_ffi tvm_ffi)
        _cucore_python_package(torch torch)
        list(APPEND folders "${tvm_ffi}/include" "${torch}/include/ATen")
    endif()
    foreach(folder IN LISTS folders)
        _cucore_has_dlpack("${folder}" found)
        if(found)
            get_filename_component(folder "${folder}" ABSOLUTE)
            set(${out} "${folder}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    foreach(attempt RANGE 9) # older ones are passed over
        find_path(_cucore_path NAMES dlpack/dlpack.h)
        set(folder "${_cucore_path}")
        unset(_cucore_path CACHE)
        if(CUCORE_DLPACK_INCLUDE_DIR OR NOT folder)
            return()
        endif()
        _cucore_has_dlpack("${folder}" found)
        if(found)
            set(${out} "${folder}" PARENT_SCOPE)
            return()
        endif()
        list(APPEND CMAKE_IGNORE_PATH "${folder}")
    endforeach()
endfunction()

# The include folder of the newest CUDA among NVIDIA's Python packages (13 is in nvidia/cu13, 12 in nvidia/cuda_runtime).
function(_cucore_newest_cuda out)
    _cucore_python_package(nvidia nvidia)
    file(GLOB headers "${nvidia}/*/include/cuda.h")
    set(newest 0)
    set(${out} "" PARENT_SCOPE)
    foreach(header IN LISTS headers)
        _cucore_number("${header}" CUDA_VERSION version)
        if(version GREATER newest)
            set(newest ${version})
            get_filename_component(folder "${header}" DIRECTORY)
            set(${out} "${folder}" PARENT_SCOPE)
        endif()
    endforeach()
endfunction()

# The folder of cuda.h, "" where there is none.
function(_cucore_find_cuda out)
    set(${out} "" PARENT_SCOPE)
    set(folders ${CUCORE_CUDA_INCLUDE_DIR} ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES} ${CUDAToolkit_INCLUDE_DIRS})
    if(NOT folders)
        find_program(_cucore_nvcc NAMES nvcc PATHS ENV PATH NO_DEFAULT_PATH)
        set(nvcc "")
        if(_cucore_nvcc)
            get_filename_component(nvcc "${_cucore_nvcc}" REALPATH)
            get_filename_component(nvcc "${nvcc}/../.." ABSOLUTE)
        endif()
        unset(_cucore_nvcc CACHE)
        set(named "${CUDAToolkit_ROOT}" "$ENV{CUDAToolkit_ROOT}" "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}" "${nvcc}" "$ENV{CONDA_PREFIX}")
        _cucore_newest_cuda(of_python)
        foreach(home IN LISTS named ITEMS "of_python" /usr/local/cuda /usr)
            if(home STREQUAL "of_python")
                list(APPEND folders "${of_python}")
            elseif(home)
                list(APPEND folders "${home}/include")
                foreach(target IN ITEMS "${CMAKE_SYSTEM_PROCESSOR}" "${CMAKE_HOST_SYSTEM_PROCESSOR}" sbsa)
                    list(APPEND folders "${home}/targets/${target}-linux/include") # conda's
                endforeach()
                list(APPEND folders "${home}/Library/include") # conda's of Windows
            endif()
        endforeach()
    endif()
    foreach(folder IN LISTS folders)
        _cucore_may_be_given("${folder}" usable)
        if(usable AND EXISTS "${folder}/cuda.h")
            set(${out} "${folder}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

if(NOT TARGET cucore::cucore)
    add_library(cucore::cucore INTERFACE IMPORTED GLOBAL)
    set_property(TARGET cucore::cucore PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${cucore_INCLUDE_DIR}")
    set_property(TARGET cucore::cucore PROPERTY INTERFACE_CUCORE_VERSION "${_cucore_version}")
    if(NOT WIN32) # by name: FindThreads knows C and C++ only
        set_property(TARGET cucore::cucore PROPERTY INTERFACE_LINK_LIBRARIES pthread ${CMAKE_DL_LIBS})
    endif()
endif()
if(NOT TARGET cucore::python)
    add_library(cucore::python INTERFACE IMPORTED GLOBAL)
    set_property(TARGET cucore::python PROPERTY INTERFACE_LINK_LIBRARIES cucore::cucore)
endif()

# Looked for each time until it is found: Python may be found, or the variable set, after the first one.
get_property(_cucore_dlpack TARGET cucore::python PROPERTY INTERFACE_INCLUDE_DIRECTORIES)
if(NOT _cucore_dlpack)
    _cucore_find_dlpack(_cucore_dlpack)
    set_property(TARGET cucore::cucore APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES ${_cucore_dlpack})
    set_property(TARGET cucore::python PROPERTY INTERFACE_INCLUDE_DIRECTORIES ${_cucore_dlpack})
endif()
set(_cucore_no_dlpack "no dlpack.h 1.x was found, which cucore::python needs: set CUCORE_DLPACK_INCLUDE_DIR, or install the Python \
package apache-tvm-ffi")
if(NOT _cucore_dlpack AND NOT cucore_FIND_QUIETLY)
    message(STATUS "cucore: ${_cucore_no_dlpack}")
endif()

# cuda.h is looked for only if it is asked for, and anew each time: the last one asked may know more.
set(_cucore_cuda "")
if(CUCORE_CUDA OR "cuda" IN_LIST cucore_FIND_COMPONENTS)
    _cucore_find_cuda(_cucore_cuda)
    if(NOT TARGET cucore::cuda)
        add_library(cucore::cuda INTERFACE IMPORTED GLOBAL)
        set_property(TARGET cucore::cuda PROPERTY INTERFACE_LINK_LIBRARIES cucore::cucore)
    endif()
    set_property(TARGET cucore::cuda PROPERTY INTERFACE_INCLUDE_DIRECTORIES ${_cucore_cuda})
endif()

# find_package(cucore REQUIRED COMPONENTS python) fails without dlpack.h, COMPONENTS cuda without cuda.h.
foreach(_cucore_component IN LISTS cucore_FIND_COMPONENTS)
    set(cucore_${_cucore_component}_FOUND 0)
    if(NOT TARGET cucore::${_cucore_component})
        set(_cucore_why "there is no such component")
    elseif(_cucore_component STREQUAL "python" AND NOT _cucore_dlpack)
        set(_cucore_why "${_cucore_no_dlpack}")
    elseif(_cucore_component STREQUAL "cuda" AND NOT _cucore_cuda)
        set(_cucore_why "no cuda.h was found, which cucore::cuda needs: set CUCORE_CUDA_INCLUDE_DIR or CUDAToolkit_ROOT")
    else()
        set(cucore_${_cucore_component}_FOUND 1)
    endif()
    if(cucore_FIND_REQUIRED_${_cucore_component} AND NOT cucore_${_cucore_component}_FOUND)
        set(cucore_FOUND 0)
        set(cucore_NOT_FOUND_MESSAGE "component ${_cucore_component}: ${_cucore_why}")
    endif()
endforeach()
