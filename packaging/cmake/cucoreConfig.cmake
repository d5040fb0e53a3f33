# The targets
#
#     cucore::cucore   the headers, threads, the loader of libraries; dlpack.h and cuda.h where they are found
#     cucore::python   the same for cucore_python.h, which needs dlpack.h: there only where that is found.  Python.h
#                      comes with python_add_library, pybind11_add_module, nanobind_add_module or Python::Module
#
# for find_package(cucore), wherever make install, a package manager or pip put it, add_subdirectory and FetchContent.
# One file for all: it lies in share/cmake/cucore/ beside include/, or in packaging/cmake/ of a checkout.
#
#     CUCORE_DLPACK_INCLUDE_DIR   the folder of dlpack/dlpack.h, or of dlpack.h, 1.0 or newer
#     CUCORE_CUDA_INCLUDE_DIR     the folder of cuda.h
#
# Set them, or they are found: dlpack.h where find_package(dlpack) has it, in the packages apache-tvm-ffi and torch of
# Python_EXECUTABLE, in include folders; cuda.h by FindCUDAToolkit if that ran, in the CUDA Toolkit's usual places, in
# NVIDIA's packages of Python_EXECUTABLE.

foreach(folder IN ITEMS ../../../include ../..)
    get_filename_component(folder "${CMAKE_CURRENT_LIST_DIR}/${folder}" ABSOLUTE)
    if(EXISTS "${folder}/cucore.h")
        set(cucore_INCLUDE_DIR "${folder}")
        break()
    endif()
endforeach()

# What a Python package has, without importing it: "" where it is not there.
function(_cucore_python_package name out)
    set(find "import importlib.util as u; s = u.find_spec('${name}')")
    set(find "${find}; print([*s.submodule_search_locations][0] if s else '')")
    set(folder "")
    foreach(variable IN ITEMS Python_EXECUTABLE Python3_EXECUTABLE PYTHON_EXECUTABLE)
        if(${variable} AND NOT folder)
            execute_process(COMMAND "${${variable}}" -c "${find}"
                OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
            file(TO_CMAKE_PATH "${folder}" folder)
        endif()
    endforeach()
    set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# The folder with a dlpack.h of 1.0 or newer, "" where there is none.
function(_cucore_find_dlpack out)
    set(folders ${CUCORE_DLPACK_INCLUDE_DIR})
    if(NOT folders)
        find_package(dlpack CONFIG QUIET)
        foreach(target IN ITEMS dlpack::dlpack dlpack)
            if(TARGET ${target})
                get_target_property(of_target ${target} INTERFACE_INCLUDE_DIRECTORIES)
                if(of_target)
                    string(REGEX REPLACE "\\$<BUILD_INTERFACE:([^>]*)>" "\\1" of_target "${of_target}")
                    list(APPEND folders ${of_target})
                endif()
            endif()
        endforeach()
        # Of the environment that this file is installed in, then of the interpreter's.
        list(APPEND folders "${CMAKE_CURRENT_LIST_DIR}/../../../../tvm_ffi/include")
        _cucore_python_package(tvm_ffi tvm_ffi)
        _cucore_python_package(torch torch)
        list(APPEND folders "${tvm_ffi}/include" "${torch}/include/ATen" ${CMAKE_INCLUDE_PATH}
            ${CMAKE_SYSTEM_INCLUDE_PATH})
        foreach(prefix IN LISTS CMAKE_PREFIX_PATH CMAKE_SYSTEM_PREFIX_PATH)
            list(APPEND folders "${prefix}/include")
        endforeach()
    endif()
    foreach(folder IN LISTS folders)
        foreach(name IN ITEMS dlpack/dlpack.h dlpack.h)
            if(EXISTS "${folder}/${name}")
                file(STRINGS "${folder}/${name}" version REGEX "#define +DLPACK_MAJOR_VERSION +[1-9]")
                if(version)
                    get_filename_component(folder "${folder}" ABSOLUTE)
                    set(${out} "${folder}" PARENT_SCOPE)
                    return()
                endif()
            endif()
        endforeach()
    endforeach()
    set(${out} "" PARENT_SCOPE)
endfunction()

function(_cucore_find_cuda out)
    set(folders ${CUCORE_CUDA_INCLUDE_DIR} ${CUDAToolkit_INCLUDE_DIRS})
    if(NOT folders)
        _cucore_python_package(nvidia nvidia)
        file(GLOB packages "${nvidia}/*/include")
        set(folders "$ENV{CUDA_HOME}/include" "$ENV{CUDA_PATH}/include" ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES}
            /usr/local/cuda/include ${packages})
    endif()
    foreach(folder IN LISTS folders)
        if(EXISTS "${folder}/cuda.h")
            set(${out} "${folder}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${out} "" PARENT_SCOPE)
endfunction()

if(NOT TARGET cucore::cucore)
    _cucore_find_dlpack(_cucore_dlpack)
    _cucore_find_cuda(_cucore_cuda)
    add_library(cucore::cucore INTERFACE IMPORTED GLOBAL)
    set_property(TARGET cucore::cucore PROPERTY INTERFACE_INCLUDE_DIRECTORIES
        ${cucore_INCLUDE_DIR} ${_cucore_dlpack} ${_cucore_cuda})
    if(NOT WIN32)
        set(THREADS_PREFER_PTHREAD_FLAG ON)
        find_package(Threads REQUIRED)
        # Not Threads::Threads, which only the folder that looked for it knows, where this is a subdirectory.
        set_property(TARGET cucore::cucore PROPERTY INTERFACE_LINK_LIBRARIES ${CMAKE_THREAD_LIBS_INIT} ${CMAKE_DL_LIBS})
    endif()
    if(_cucore_dlpack)
        add_library(cucore::python INTERFACE IMPORTED GLOBAL)
        set_property(TARGET cucore::python PROPERTY INTERFACE_LINK_LIBRARIES cucore::cucore)
    else()
        set(_cucore_no_dlpack "no dlpack.h 1.0 or newer was found, so there is no target cucore::python: \
set CUCORE_DLPACK_INCLUDE_DIR, or install the Python package apache-tvm-ffi")
        message(STATUS "cucore: ${_cucore_no_dlpack}")
    endif()
endif()

# find_package(cucore REQUIRED COMPONENTS python): fails where there is no such target.
foreach(_cucore_component IN LISTS cucore_FIND_COMPONENTS)
    set(cucore_${_cucore_component}_FOUND 0)
    if(TARGET cucore::${_cucore_component})
        set(cucore_${_cucore_component}_FOUND 1)
    elseif(cucore_FIND_REQUIRED_${_cucore_component})
        set(cucore_FOUND 0)
        set(cucore_NOT_FOUND_MESSAGE "component ${_cucore_component}: ${_cucore_no_dlpack}")
    endif()
endforeach()
