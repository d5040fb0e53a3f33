/* cucore.hpp - v0.3.0 - owners and errors in C++11 for cucore.h - SPDX-License-Identifier: MIT
 * Made from src/cpp/cucore.hpp by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_python.h"           first, where it is used at all; cucore_results.h in its place for cucore::result
 *     #include "cucore.hpp"                everywhere
 *
 *     cucore::stream stream(0);                                            throws cucore::error, which has the sentence
 *     cucore::buffer buffer(1 << 20, stream);
 *     buffer.fill(0, 1, stream);
 *     stream.synchronize();                                                what owns something gives it back at the end
 *
 *     cucore::expected<cucore::stream> maybe = cucore::stream::create(0);  the same without exceptions
 *     if (!maybe) std::puts(maybe.error().message.c_str());
 *
 *     static const cucore_arg expected[2] = {CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE),
 *                                            CUCORE_ARG("y", "float64", "n", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT)};
 *     PyObject *objs[2] = {x, y};
 *     cucore::arguments<2> views(objs, expected, NULL);                    throws cucore::python_error: return NULL
 *     for (int64_t i = 0; i < views[0].extent(0); i++) views[1].at<double>(i) = 2 * views[0].at<double>(i);
 *     views.release();                                                     or by the destructor, on any path
 *
 * >>hpp-options: macros that you may define, besides those of >>options in cucore.h
 *     name                 default      where       meaning
 *     CUCORE_PYTHON_ERROR  not defined  every file  is a class to throw instead of cucore::python_error
 *
 * >>manual
 *     Thin         Each class has the struct of the C interface in it, which get() gives for every function of C.
 *                  Nothing is allocated but the text of errors.
 *     Views        may not be moved, like their structs.  An owned_view takes the memory out of a view, and may be stored and moved.
 *     Writing      Elements of a const view are const, those of an `array` unless its cucore_arg, then constexpr, has CUCORE_WRITE.
 *                  views[i] of `arguments` may be written: what it is, is known when it runs.  views.get<i>() knows it before.
 *     Errors       Constructors and functions throw cucore::error; what speaks to Python throws cucore::python_error,
 *                  which means that a Python exception is set.  cucore::python_raise sets one for a cucore::error; bindings do it.  Without exceptions (-fno-exceptions) there is create(),
 *                  and what cannot fail; the rest is called in C, with get().
 *     Empty        Streams, events, buffers and resources that were moved from are empty, and `if (stream)` says so.  To use an
 *                  empty one is an error; without exceptions a line on stderr, and the end of the program.
 *     expected     std::expected<Type, cucore::failure> of C++23, else what is below, which has the same names.
 *     Threads      as in C.  The GIL is taken by views, `arguments` and `array` themselves, where they need it; a view, stream,
 *                  buffer or resource may be given back with it or without.
 *     Versions     All names are in an inline namespace of the version, and hidden: two versions live in one program.
 */
#include "cucore.h"

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define CUCORE__HPP_EXCEPTIONS
#endif

/* What holds structs of cucore.h is called by their version and size; what calls functions that are static is of the
 * file; and all of it is hidden, as the functions are.  The version is in both names, since clang compares the exceptions of two
 * modules by name, also if they are of a file. */
#define CUCORE__HPP_NAME_OF(major, minor, patch, ndim) v##major##_##minor##_##patch##_##ndim
#define CUCORE__HPP_NAME(major, minor, patch, ndim) CUCORE__HPP_NAME_OF(major, minor, patch, ndim)
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__HPP_HIDDEN __attribute__((visibility("hidden")))
#else
#define CUCORE__HPP_HIDDEN
#endif
#if defined(CUCORE_STATIC)
#define CUCORE__HPP_OF_FILE \
    namespace \
    {
#define CUCORE__HPP_OF_FILE_END }
#else
#define CUCORE__HPP_OF_FILE
#define CUCORE__HPP_OF_FILE_END
#endif
#define CUCORE__HPP_BEGIN \
    namespace cucore \
    { \
    inline namespace CUCORE__HPP_NAME(CUCORE_VERSION_MAJOR, CUCORE_VERSION_MINOR, CUCORE_VERSION_PATCH, \
                                      CUCORE_MAX_NDIM) CUCORE__HPP_HIDDEN \
    { \
    CUCORE__HPP_OF_FILE
#define CUCORE__HPP_END \
    CUCORE__HPP_OF_FILE_END \
    } \
    }

#ifndef CUCORE_HPP
#define CUCORE_HPP

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_expected)
#include <expected>
#endif

#if CUCORE_VERSION != 300
#error "cucore.hpp is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_BUFFERS)
#error "cucore.hpp needs parts of cucore.h that are left out: do not define CUCORE_NO_BUFFERS"
#endif

CUCORE__HPP_BEGIN

/* ------------ >>hpp-errors -- */
/* cpp/error.h: the last error as a value and as an exception, and `expected`.  Used by all of src/cpp. */

/* What went wrong: a copy of cucore_last_error(). */
struct failure {
    cucore_status status;
    int driver_result; /* of the driver's call that failed, else 0 */
    std::string message;

    /* The last failure on this thread. */
    static failure last()
    {
        const cucore_error *found = cucore_last_error();
        failure copy = {found->status, static_cast<int>(found->result), found->message};
        return copy;
    }
};

#if defined(CUCORE__HPP_EXCEPTIONS)
/* what() is the sentence of the last error; MemoryError and the like are told apart by the status. */
class error : public std::runtime_error
{
  public:
    explicit error(const failure &reason)
        : std::runtime_error(reason.message), status_(reason.status), driver_result_(reason.driver_result)
    {
    }
    cucore_status status() const noexcept
    {
        return status_;
    }
    int driver_result() const noexcept
    {
        return driver_result_;
    }

  private:
    cucore_status status_;
    int driver_result_;
};

/* check - throws what a function of the C interface failed with: cucore::check(cucore_memory_copy(...)) */
inline void check(cucore_status status)
{
    if (status) throw error(failure::last());
}
#endif

/* What is used that has nothing in it would be the default of the C interface, without a word: NULL is a default stream. */
[[noreturn]] inline void fail_empty(const char *what)
{
    (void)cucore_fail(CUCORE_INVALID_ARGUMENT, "the %s is empty: it was moved from, given back, or never made", what);
#if defined(CUCORE__HPP_EXCEPTIONS)
    throw error(failure::last());
#else
    (void)std::fprintf(stderr, "cucore: %s\n", cucore_last_error()->message);
    std::abort();
#endif
}

#if defined(__cpp_lib_expected)
template <typename Type> using expected = std::expected<Type, failure>;
#else
/* A value, or why there is none: what std::expected<Type, failure> has of it, as far as it is used here. */
template <typename Type> class expected
{
  public:
    expected(Type &&value) : has_(true)
    {
        new (&value_) Type(std::move(value));
    }
    explicit expected(failure &&reason) : has_(false)
    {
        new (&error_) failure(std::move(reason));
    }
    expected(expected &&other) : has_(other.has_)
    {
        if (has_) {
            new (&value_) Type(std::move(other.value_));
        } else {
            new (&error_) failure(std::move(other.error_));
        }
    }
    expected(const expected &) = delete;
    expected &operator=(const expected &) = delete;
    ~expected()
    {
        if (has_) {
            value_.~Type();
        } else {
            error_.~failure();
        }
    }
    bool has_value() const noexcept
    {
        return has_;
    }
    explicit operator bool() const noexcept
    {
        return has_;
    }
    Type &operator*() noexcept
    {
        return value_;
    }
    Type *operator->() noexcept
    {
        return &value_;
    }
    const failure &error() const noexcept
    {
        return error_;
    }

  private:
    union {
        Type value_;
        failure error_;
    };
    bool has_;
};
#endif

/* unexpected - an expected<Type> without a value, for the last failure on this thread */
template <typename Type> inline expected<Type> unexpected()
{
#if defined(__cpp_lib_expected)
    return std::unexpected<failure>(failure::last());
#else
    return expected<Type>(failure::last());
#endif
}

/* ------------ >>hpp-owners -- */
/* cpp/owner.h: events, streams, buffers and memory resources that are given back.  Needs cpp/error.h. */

/* A struct of the C interface that may be moved, given back at the end.  What cannot be given back is leaked.  One that was moved
 * from or given back is empty, as one without arguments: `if (stream)` asks.  To use it is INVALID_ARGUMENT. */
template <typename Struct, cucore_status (*release_of)(Struct *)> class owner
{
  public:
    owner() noexcept : value_()
    {
    }
    owner(owner &&other) noexcept : value_(other.value_)
    {
        other.value_ = Struct();
    }
    owner &operator=(owner &&other) noexcept
    {
        if (this != &other) {
            (void)release_of(&value_);
            value_ = other.value_;
            other.value_ = Struct();
        }
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner()
    {
        (void)release_of(&value_);
    }
    Struct *get() noexcept
    {
        return &value_;
    }
    const Struct *get() const noexcept
    {
        return &value_;
    }
    /* Gives it back now -> what the C function says; on failure it is still owned. */
    cucore_status release() noexcept
    {
        return release_of(&value_);
    }

  protected:
    Struct value_;
};

class event : public owner<cucore_event, cucore_event_release>
{
  public:
    event() noexcept
    {
    }
    /* create - cucore_event_create, without exceptions */
    static expected<event> create(int device_id, unsigned flags = 0)
    {
        event made;
        if (cucore_event_create(device_id, flags, made.get())) return unexpected<event>();
        return expected<event>(std::move(made));
    }
    explicit operator bool() const noexcept
    {
        return value_.handle != nullptr;
    }
    CUevent handle() const
    {
        if (!value_.handle) fail_empty("event");
        return value_.handle;
    }
    operator CUevent() const
    {
        return handle();
    }
#if defined(CUCORE__HPP_EXCEPTIONS)
    explicit event(int device_id, unsigned flags = 0)
    {
        check(cucore_event_create(device_id, flags, &value_));
    }
    void record(CUstream stream)
    {
        check(cucore_event_record(handle(), stream));
    }
    bool is_done() const
    {
        int done = 0;
        check(cucore_event_query(handle(), &done));
        return done != 0;
    }
    void synchronize() const
    {
        check(cucore_event_synchronize(handle()));
    }
    float milliseconds_since(CUevent start) const
    {
        float milliseconds = 0;
        check(cucore_event_get_elapsed(start, handle(), &milliseconds));
        return milliseconds;
    }
#endif
};

class stream : public owner<cucore_stream, cucore_stream_release>
{
  public:
    stream() noexcept
    {
    }
    /* create - cucore_stream_create, from_handle - cucore_stream_from_handle, without exceptions */
    static expected<stream> create(int device_id, const cucore_stream_options *options = nullptr)
    {
        stream made;
        if (cucore_stream_create(device_id, options, made.get())) return unexpected<stream>();
        return expected<stream>(std::move(made));
    }
    static expected<stream> from_handle(CUstream handle, int device_id = CUCORE_DEVICE_ANY)
    {
        stream made;
        if (cucore_stream_from_handle(handle, device_id, made.get())) return unexpected<stream>();
        return expected<stream>(std::move(made));
    }
    explicit operator bool() const noexcept
    {
        return value_.handle != nullptr;
    }
    CUstream handle() const
    {
        if (!value_.handle) fail_empty("stream");
        return value_.handle;
    }
    operator CUstream() const
    {
        return handle();
    }
    int device_id() const
    {
        if (!value_.handle) fail_empty("stream");
        return value_.device_id;
    }
#if defined(CUCORE__HPP_EXCEPTIONS)
    explicit stream(int device_id, const cucore_stream_options *options = nullptr)
    {
        check(cucore_stream_create(device_id, options, &value_));
    }
    void wait(CUstream producer) const
    {
        check(cucore_stream_wait(handle(), producer));
    }
    void wait_event(CUevent event) const
    {
        check(cucore_stream_wait_event(handle(), event));
    }
    bool is_done() const
    {
        int done = 0;
        check(cucore_stream_query(handle(), &done));
        return done != 0;
    }
    void synchronize() const
    {
        check(cucore_stream_synchronize(handle()));
    }
#endif
};

class buffer : public owner<cucore_buffer, cucore_buffer_release>
{
  public:
    buffer() noexcept
    {
    }
    /* create - cucore_buffer_allocate, without exceptions */
    static expected<buffer> create(size_t nbytes, CUstream stream, cucore_memory_resource *resource = nullptr)
    {
        buffer made;
        if (cucore_buffer_allocate(resource, nbytes, stream, made.get())) return unexpected<buffer>();
        return expected<buffer>(std::move(made));
    }
    /* One of 0 bytes is not empty. */
    explicit operator bool() const noexcept
    {
        return value_.ptr || value_.device_type || value_.private_.resource;
    }
    void *data() const noexcept
    {
        return value_.ptr;
    }
    size_t nbytes() const noexcept
    {
        return value_.nbytes;
    }
#if defined(CUCORE__HPP_EXCEPTIONS)
    buffer(size_t nbytes, CUstream stream, cucore_memory_resource *resource = nullptr)
    {
        check(cucore_buffer_allocate(resource, nbytes, stream, &value_));
    }
    void use(CUstream stream)
    {
        check(cucore_buffer_use(not_empty(), stream));
    }
    void copy_from(const void *src, size_t nbytes, CUstream stream, size_t offset = 0)
    {
        check(cucore_buffer_copy_from(not_empty(), offset, src, nbytes, stream));
    }
    void copy_to(void *dst, size_t nbytes, CUstream stream, size_t offset = 0)
    {
        check(cucore_buffer_copy_to(not_empty(), offset, dst, nbytes, stream));
    }
    void fill(uint32_t value, int width, CUstream stream)
    {
        check(cucore_buffer_fill(not_empty(), value, width, stream));
    }

  private:
    cucore_buffer *not_empty()
    {
        if (!*this) fail_empty("buffer");
        return &value_;
    }
#endif
};

/* One reference to a memory resource: copies are references of their own. */
class memory_resource
{
  public:
    memory_resource() noexcept : resource_(nullptr)
    {
    }
    memory_resource(const memory_resource &other) noexcept : resource_(other.resource_)
    {
        cucore_memory_resource_retain(resource_);
    }
    memory_resource(memory_resource &&other) noexcept : resource_(other.resource_)
    {
        other.resource_ = nullptr;
    }
    memory_resource &operator=(memory_resource other) noexcept
    {
        std::swap(resource_, other.resource_);
        return *this;
    }
    ~memory_resource()
    {
        cucore_memory_resource_release(resource_);
    }
    /* create - cucore_memory_resource_create, without exceptions */
    static expected<memory_resource> create(cucore_memory_kind kind, int device_id,
                                            const cucore_memory_resource_options *options = nullptr)
    {
        memory_resource made;
        if (cucore_memory_resource_create(kind, device_id, options, &made.resource_))
            return unexpected<memory_resource>();
        return expected<memory_resource>(std::move(made));
    }
    cucore_memory_resource *get() const noexcept
    {
        return resource_;
    }
    explicit operator bool() const noexcept
    {
        return resource_ != nullptr;
    }
    operator cucore_memory_resource *() const
    {
        if (!resource_) fail_empty("memory resource");
        return resource_;
    }
#if defined(CUCORE__HPP_EXCEPTIONS)
    explicit memory_resource(cucore_memory_kind kind, int device_id = CUCORE_DEVICE_CURRENT,
                             const cucore_memory_resource_options *options = nullptr)
        : resource_(nullptr)
    {
        check(cucore_memory_resource_create(kind, device_id, options, &resource_));
    }
#endif

  private:
    cucore_memory_resource *resource_;
};

/* ------------ >>hpp-views -- */
/* cpp/view.h: a cucore_view that is given back at the end.  Needs cpp/error.h. */

/* A cucore_view, with its fields, that is given back at the end.  It stays where it is: see Views in >>manual.  Through a const one
 * elements are only read. */
class view : public cucore_view
{
  public:
    /* Zeroed, as cucore_view_release leaves a view: extents and strides of no axes are not written, which takes 25 ns. */
    view() noexcept
    {
        ptr = NULL;
        dtype.code = dtype.bits = 0;
        dtype.lanes = 0;
        dtype.itemsize = 0;
        device_type = device_id = 0;
        host_accessible = device_accessible = readonly = copied = padded = protocol = has_producer_stream = unproven =
            0;
        byte_swapped = converted = 0;
        for (uint8_t &one : reserved) one = 0;
        producer_stream = NULL;
        producer_context = NULL;
        pep3118_format = NULL;
        descr = NULL;
        layout.ndim = layout.reserved = 0;
        layout.itemsize = layout.itembits = 0;
        private_.self = NULL;
        private_.owner = NULL;
        private_.release = NULL;
        private_.free_owner = NULL;
        private_.access = NULL;
        private_.until = 0;
    }
    view(const view &) = delete;
    view &operator=(const view &) = delete;
    ~view()
    {
        cucore_view_release(this);
    }
    cucore_view *get() noexcept
    {
        return this;
    }
    const cucore_view *get() const noexcept
    {
        return this;
    }
    /* Is there an array?  No where an optional argument was left out. */
    explicit operator bool() const noexcept
    {
        return dtype.lanes != 0;
    }
    int ndim() const noexcept
    {
        return layout.ndim;
    }
    int64_t extent(int axis) const noexcept
    {
        return layout.shape[axis];
    }
    int64_t stride(int axis) const noexcept
    {
        return layout.strides[axis];
    }
    int64_t size() const noexcept
    {
        return cucore_view_size(this);
    }
    int64_t nbytes() const noexcept
    {
        return cucore_view_nbytes(this);
    }
    template <typename Type> bool has_type() const noexcept
    {
        return cucore_dtype_is_equal(dtype, dtype_of<Type>()) != 0;
    }
    /* at - the element of an index, as a Type, which is believed; a number for each axis, or fewer.  Host memory only.  Of a const
     * view it is a const Type */
    template <typename Type, typename... Index> Type &at(Index... index) noexcept
    {
        return static_cast<Type *>(ptr)[offset_of(index...)];
    }
    template <typename Type, typename... Index> const Type &at(Index... index) const noexcept
    {
        return static_cast<const Type *>(ptr)[offset_of(index...)];
    }
#if defined(CUCORE__HPP_EXCEPTIONS)
    /* New memory for an array: cucore_view_allocate. */
    explicit view(const cucore_array_spec &spec, CUstream stream = nullptr, cucore_memory_resource *resource = nullptr)
        : cucore_view()
    {
        check(cucore_view_allocate(&spec, resource, stream, this));
    }
    /* data - the address of element [0, 0, ...], as a const Type * of a const view; throws unless the dtype is that of Type */
    template <typename Type> Type *data()
    {
        check_type<Type>();
        return static_cast<Type *>(ptr);
    }
    template <typename Type> const Type *data() const
    {
        check_type<Type>();
        return static_cast<const Type *>(ptr);
    }
#endif

  protected:
    template <typename... Index> int64_t offset_of(Index... index) const noexcept
    {
        const int64_t place[] = {static_cast<int64_t>(index)..., 0};
        int64_t offset = 0;
        for (size_t axis = 0; axis < sizeof...(index); axis++) offset += place[axis] * layout.strides[axis];
        return offset;
    }
#if defined(CUCORE__HPP_EXCEPTIONS)
    template <typename Type> void check_type() const
    {
        if (has_type<Type>()) return;
        char wanted[32], found[32];
        (void)cucore_dtype_to_name(dtype_of<Type>(), wanted, sizeof(wanted));
        (void)cucore_dtype_to_name(dtype, found, sizeof(found));
        check(cucore_fail(CUCORE_WRONG_DTYPE, "expected dtype %s, got %s", wanted, found));
    }
#endif
};
static_assert(sizeof(view) == sizeof(cucore_view), "lists of views are passed to C");

/* A view that may be stored and moved: a description that borrows, and the owner of the memory beside it.  One that was moved from
 * or given back is empty. */
class owned_view : public view
{
  public:
    owned_view() noexcept : owner_()
    {
    }
    owned_view(owned_view &&other) noexcept : owner_()
    {
        swap(other);
    }
    owned_view &operator=(owned_view &&other) noexcept
    {
        if (this != &other) {
            release();
            swap(other);
        }
        return *this;
    }
    ~owned_view()
    {
        cucore_owner_release(&owner_);
    }
    /* create - takes the memory out of a view, which borrows it from then on: cucore_view_detach, without exceptions */
    static expected<owned_view> create(cucore_view *from)
    {
        owned_view made;
        if (made.take(from)) return unexpected<owned_view>();
        return expected<owned_view>(std::move(made));
    }
#if defined(CUCORE__HPP_EXCEPTIONS)
    /* The same: `from` borrows its memory until this is given back. */
    explicit owned_view(cucore_view *from) : owner_()
    {
        check(take(from));
    }
    explicit owned_view(view &&from) : owner_()
    {
        check(take(&from));
    }
#endif
    /* Gives the memory back now. */
    void release() noexcept
    {
        cucore_owner_release(&owner_);
        get_struct() = cucore_view();
    }
    /* get_owner - the owner of the memory, for cucore_py_owner_visit in a tp_traverse */
    const cucore_owner *get_owner() const noexcept
    {
        return &owner_;
    }
    /* move_to - makes a view the owner of the memory, for cucore_py_return, cucore_view_move_to_dlmanaged, ...; it has every field of
     * this one, which is empty then
     *   out  out  zeroed on error
     *   -> as cucore_view_attach; on error the memory is still here */
    cucore_status move_to(cucore_view *out) noexcept
    {
        if (out) *out = get_struct();
        const cucore_status status = cucore_view_attach(out, &owner_);
        if (status) {
            if (out) *out = cucore_view();
            return status;
        }
        release();
        return CUCORE_OK;
    }

  private:
    cucore_view &get_struct() noexcept
    {
        return *this;
    }
    void swap(owned_view &other) noexcept
    {
        std::swap(get_struct(), other.get_struct());
        std::swap(owner_, other.owner_);
    }
    cucore_status take(cucore_view *from) noexcept
    {
        const cucore_status status = cucore_view_detach(from, &owner_);
        if (status) return status;
        get_struct() = *from;
        private_ = cucore_view().private_;
        return status;
    }
    cucore_owner owner_;
};

CUCORE__HPP_END

namespace cucore
{
template <> struct may_write<const view> {
    enum { value = 0 };
};
} // namespace cucore

#endif /* CUCORE_HPP */

/* ------------ >>hpp-python -- */
#if defined(CUCORE_PYTHON_H) && !defined(CUCORE_PYTHON_HPP)
#define CUCORE_PYTHON_HPP

CUCORE__HPP_BEGIN

#if defined(CUCORE__HPP_EXCEPTIONS)
/* cpp/arguments.h: arguments of Python functions, and the GIL.  Needs cpp/view.h and cucore_python.h. */

/* A Python exception is set: return NULL to Python. */
#if defined(CUCORE_PYTHON_ERROR)
using python_error = CUCORE_PYTHON_ERROR;
#else
class python_error : public std::exception
{
  public:
    const char *what() const noexcept override
    {
        return "a Python exception is set";
    }
};
#endif

/* The GIL, as long as this lives: taken if the thread does not hold it. */
class gil
{
  public:
    gil() noexcept : is_taken_(!is_held())
    {
        if (is_taken_) state_ = PyGILState_Ensure();
    }
    gil(const gil &) = delete;
    gil &operator=(const gil &) = delete;
    ~gil()
    {
        if (is_taken_) PyGILState_Release(state_);
    }

  private:
    /* The limited API does not tell: there it is taken twice, which is harmless.  Before Python 3.12 nobody knows once there was a
     * subinterpreter: then it counts as held. */
    static bool is_held() noexcept
    {
#if defined(Py_LIMITED_API)
        return false;
#elif PY_VERSION_HEX >= 0x030D0000
        return PyThreadState_GetUnchecked() != NULL;
#elif PY_VERSION_HEX >= 0x030C0000
        return _PyThreadState_UncheckedGet() != NULL;
#else
        return PyGILState_Check() != 0;
#endif
    }
    PyGILState_STATE state_ = PyGILState_UNLOCKED;
    const bool is_taken_;
};

/* python_check - throws python_error where a function of cucore_python.h failed, or one of the C interface */
inline void python_check(int result)
{
    if (result < 0) throw python_error();
}
inline void python_check(cucore_status status)
{
    const gil held;
    if (cucore_py_check(status) < 0) throw python_error();
}

/* python_raise - sets the Python exception for a cucore::error, by its status as CUCORE_STATUS_LIST has it, with its words.  An exception
 * that is set stays.  GIL held */
inline void python_raise(const error &reason) noexcept
{
    PyObject *type = PyExc_SystemError;
    if (PyErr_Occurred()) return;
    switch (reason.status()) {
#define CUCORE__HPP_RAISE(name, value, exception, sentence) \
    case CUCORE_##name: type = PyExc_##exception; break;
        CUCORE_STATUS_LIST(CUCORE__HPP_RAISE)
#undef CUCORE__HPP_RAISE
    default: break;
    }
    PyErr_SetString(type, reason.what());
}

/* Whether the work on arrays is left by a C++ exception, which matters if one of them was converted.  A compiler that only tells
 * whether there are exceptions does not notice one in a destructor that another one runs. */
class work
{
  public:
    void begin(const cucore_view *views, size_t count) noexcept
    {
        for (size_t i = 0; i < count; i++) {
            if (views[i].converted) before_ = count_exceptions();
        }
    }
    bool has_failed() const noexcept
    {
        return before_ >= 0 && count_exceptions() > before_;
    }

  private:
    static int count_exceptions() noexcept
    {
#if defined(__cpp_lib_uncaught_exceptions)
        return std::uncaught_exceptions();
#else
        return std::uncaught_exception();
#endif
    }
    int before_ = -1; /* exceptions that were on their way; -1: nothing was converted */
};

/* What destructors do: cucore_py_args_release.  If the work has failed, nothing of it is copied back, as if a Python exception were
 * set.  A failure that nobody can be told of is printed by Python; an exception that was set stays.  give_back takes the GIL,
 * give_back_held needs it. */
inline void give_back_held(cucore_view *views, size_t count, CUstream stream, bool has_failed) noexcept
{
    PyObject *type = NULL, *value = NULL, *traceback = NULL;
    if (PyErr_Occurred()) {
        PyErr_Fetch(&type, &value, &traceback);
        Py_INCREF(type);
        Py_XINCREF(value);
        Py_XINCREF(traceback);
        PyErr_Restore(type, value, traceback);
    } else if (has_failed) {
        PyErr_SetString(PyExc_RuntimeError, "a C++ exception");
    }
    if (cucore_py_args_release(views, count, stream) < 0) PyErr_WriteUnraisable(NULL);
    if (type || has_failed) PyErr_Restore(type, value, traceback);
}
inline void give_back(cucore_view *views, size_t count, CUstream stream, bool has_failed) noexcept
{
    const gil held;
    give_back_held(views, count, stream, has_failed);
}

/* An argument of a Python function, for `arguments` to take, and what it has to be: static storage. */
template <const cucore_arg &expected> struct argument {
    argument(PyObject *object = NULL) noexcept : obj(object)
    {
    }
    argument(const argument &other) noexcept : obj(other.obj)
    {
    }
    argument(argument &&other) noexcept : obj(other.obj), tried(other.tried)
    {
    }
    argument &operator=(const argument &other) noexcept
    {
        obj = other.obj;
        tried = NULL;
        return *this;
    }
    PyObject *obj;      /* borrowed */
    view *tried = NULL; /* private: the view of a binding that tried this overload, which ends with its call */
};

/* What a Type is in an argument, whose specification has to be constexpr: const unless it has CUCORE_WRITE. */
template <typename Argument, typename Type> struct element_of;
template <const cucore_arg &expected, typename Type> struct element_of<argument<expected>, Type> {
    typedef typename std::conditional<(expected.flags & CUCORE_WRITE) != 0, Type, const Type>::type type;
};

/* Several arguments of one call: cucore_py_args, and cucore_py_args_release on every path.  Takes the GIL by itself.  If a C++
 * exception ends the work, nothing of what was written to a converted argument is copied back.
 *   Each  what they are, argument<X>, or left out: C++17 knows */
template <size_t count, typename... Each> class arguments
{
  public:
    arguments(PyObject *const *objs, const cucore_arg *args, CUstream stream) : stream_(stream)
    {
        cucore_view *const tried[count] = {};
        const cucore__py_tried all = {objs, tried, count};
        take(all, args);
    }
    template <const cucore_arg &...expected>
    explicit arguments(CUstream stream, const argument<expected> &...args) : stream_(stream)
    {
        static const cucore_arg list[] = {expected...};
        PyObject *const objs[] = {args.obj...};
        cucore_view *const tried[] = {args.tried...};
        static_assert(sizeof...(args) == count, "as many arguments as there are");
        const cucore__py_tried all = {objs, tried, count};
        take(all, list);
    }
    arguments(const arguments &) = delete;
    arguments &operator=(const arguments &) = delete;
    ~arguments()
    {
        if (held_) give_back(views_, count, stream_, work_.has_failed());
    }
    view &operator[](size_t index) noexcept
    {
        return views_[index];
    }
    const view &operator[](size_t index) const noexcept
    {
        return views_[index];
    }
    /* get<i>() - the same, const unless its specification has CUCORE_WRITE, which is to be constexpr */
    template <size_t index>
    typename element_of<typename std::tuple_element<index, std::tuple<Each...>>::type, view>::type &get() noexcept
    {
        return views_[index];
    }
    /* release - orders the producers behind your work on the stream and gives the arrays back; throws python_error */
    void release()
    {
        const gil held;
        held_ = false;
        python_check(cucore_py_args_release(views_, count, stream_));
    }

  private:
    void take(const cucore__py_tried &all, const cucore_arg *args)
    {
        const gil held;
        python_check(cucore__py_args_tried(&all, args, stream_, views_));
        work_.begin(views_, count);
        held_ = true;
    }
    view views_[count];
    CUstream stream_;
    bool held_ = false;
    work work_;
};

/* One argument, taken on the legacy default stream, which a binding fills.  Its elements are const unless the specification, which
 * is to be constexpr, has CUCORE_WRITE. */
template <const cucore_arg &expected> class array : public view
{
    template <typename Type> using element = typename element_of<argument<expected>, Type>::type;

  public:
    array() noexcept
    {
    }
    template <typename Type, typename... Index> element<Type> &at(Index... index) const noexcept
    {
        return static_cast<element<Type> *>(ptr)[offset_of(index...)];
    }
    template <typename Type> element<Type> *data() const
    {
        check_type<Type>();
        return static_cast<element<Type> *>(ptr);
    }
    ~array()
    {
        if (held_) give_back(this, 1, NULL, work_.has_failed());
    }
    /* try_take - 0, or -1 with a Python exception.  GIL held
     *   arg  in  what it has to be, if that is not what is expected */
    int try_take(PyObject *obj, const cucore_arg &arg = expected) noexcept
    {
        return hold(cucore_py_args(&obj, 1, &arg, NULL, this));
    }
    /* try_overload - the same, or 1 without an exception, whose words nobody would hear.  GIL held */
    int try_overload(PyObject *obj, const cucore_arg &arg) noexcept
    {
        return hold(cucore__py_try(obj, &arg, NULL, this));
    }
    void take(PyObject *obj)
    {
        const gil held;
        python_check(try_take(obj));
    }
    void release()
    {
        const gil held;
        held_ = false;
        python_check(cucore_py_args_release(this, 1, NULL));
    }
    /* end - gives the array back as the destructor does; has_failed: as if the work had failed.  GIL held */
    void end(bool has_failed = false) noexcept
    {
        if (held_) give_back_held(this, 1, NULL, has_failed || work_.has_failed());
        held_ = false;
    }

  private:
    int hold(int result) noexcept
    {
        held_ = result == 0;
        work_.begin(this, static_cast<size_t>(held_));
        return result;
    }
    bool held_ = false;
    work work_;
};

/* Any array, as it is: lanes and unaligned memory among it. */
constexpr cucore_arg anything = CUCORE_ARG(NULL, NULL, NULL, CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);

/* A stream that a Python function was given: cucore_py_stream_from_object.  None is the legacy default one. */
struct stream_argument {
    CUstream handle = NULL;

    operator CUstream() const noexcept
    {
        return handle;
    }
    void take(PyObject *obj)
    {
        const gil held;
        python_check(cucore_py_stream_from_object(obj, &handle));
    }
};

#if __cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
template <const cucore_arg &...expected>
arguments(CUstream, argument<expected>...) -> arguments<sizeof...(expected), argument<expected>...>;

/* ------------ >>hpp-parameters -- */
/* cpp/parameter.h: parameters of nanobind and pybind11, in C++17.  Needs cpp/arguments.h. */

/* What the casters of nanobind and pybind11 have in common.
 *   A function with overloads is tried twice: every overload without conversions, then every one with them.  A function without
 * overloads is tried once, with conversions.  A caster is told about conversions, and not which of the two it is, nor whether another
 * overload follows.  But a refusal is final in a function without overloads, where it has cucore's words and class, and makes room
 * for the next overload otherwise.  So what a type of parameters refused without conversions is remembered: which object, and where.
 * When a function is called, what was remembered for it is forgotten.  What is found there by mistake costs a function without
 * overloads its words: the binding refuses the argument in its own. */
class first_tries
{
  public:
    /* Remembers a try without conversions that the function was not called by.
     *   type  in  the address of the specification of the parameter
     *   obj   in  NULL: an argument before it was refused, and the parameter was not asked */
    static void remember(const cucore_arg *type, const PyObject *obj) noexcept
    {
        tries &all = here();
        item &one = all.items[all.next++ % count];
        place(one);
        one.type = type;
        one.obj = obj;
        one.again = 0;
        all.kept += !one.is_kept;
        one.is_kept = true;
    }
    /* Returns whether there is a try of this thread that is not forgotten. */
    static bool is_any() noexcept
    {
        return here().kept != 0;
    }
    /* Returns whether there was such a try, and forgets it: it is tried again. */
    static bool forget(const cucore_arg *type, const PyObject *obj) noexcept
    {
        tries &all = here();
        item now;
        for (size_t i = 1; i <= count && all.kept; i++) {
            item &one = all.items[(all.next - i) % count]; /* the newest first */
            if (!one.is_kept || one.type != type || (one.obj && one.obj != obj)) continue;
            place(now);
            if (one.frame != now.frame || one.place != now.place) continue;
            all.kept--;
            one.is_kept = false;
            one.obj = obj;
            one.again = ++all.again;
            return true;
        }
        return false;
    }
    /* The last overload of a set begins the second round. */
    static void begin_second() noexcept
    {
        tries &all = here();
        all.first = all.again + 1;
    }
    struct candidate {
        const cucore_arg *type;
        PyObject *obj;
        bool converts;
    };
    /* Lists what the overloads of this call were asked for an object, each once, in their order; with conversions, if it was tried
     * again.  -> how many */
    static size_t list(PyObject *obj, candidate (&out)[128]) noexcept
    {
        tries &all = here();
        item now;
        size_t found = 0, same;
        place(now);
        for (size_t i = count; i >= 1; i--) {
            const item &one = all.items[(all.next - i) % count];
            if (one.obj != obj ||
                (one.is_kept ? one.frame != now.frame || one.place != now.place : one.again < all.first))
                continue;
            for (same = 0; same < found && out[same].type != one.type; same++) {
            }
            out[same].converts = one.again != 0 || (same < found && out[same].converts);
            out[same].type = one.type;
            out[same].obj = obj;
            found += same == found;
        }
        return found;
    }
    /* Forgets all tries of the call that ends: the function was called. */
    static void end() noexcept
    {
        tries &all = here();
        item now;
        if (!all.kept) return;
        place(now);
        for (size_t i = 1; i <= count && all.kept; i++) {
            item &one = all.items[(all.next - i) % count];
            if (!one.is_kept || one.frame != now.frame || one.place != now.place) continue;
            all.kept--;
            one.is_kept = false;
        }
    }

  private:
    static constexpr size_t count =
        128; /* a power of two; of a function with more parameters in all its overloads some refusals may be final */
    struct item {
        const cucore_arg *type;
        const void *obj, *frame;
        size_t again; /* its number among the second tries of this thread; 0: none */
        int place;
        bool is_kept;
    };
    struct tries {
        item items[count];
        size_t next, kept, again, first; /* first: of the second tries of the call that is going on */
    };
    static tries &here() noexcept
    {
        static thread_local tries all;
        return all;
    }
    static void place(item &out) noexcept
    {
        PyFrameObject *frame = PyEval_GetFrame();
        out.frame = frame;
#if !defined(Py_LIMITED_API) && PY_VERSION_HEX >= 0x030B0000
        out.place = frame ? PyFrame_GetLasti(frame) : 0; /* a line is counted from the start of its function */
#else
        out.place = frame ? PyFrame_GetLineNumber(frame) : 0;
#endif
    }
};

/* What makes no room for the next overload: what is no fault of the argument. */
inline bool is_refusal(const cucore_py_exceptions *own) noexcept
{
    if (own) {
        for (PyObject *one : {own->not_an_array, own->wrong_dtype, own->wrong_shape, own->wrong_layout,
                              own->wrong_device, own->readonly, own->unsupported, own->missing_field, own->wrong_type,
                              own->wrong_value, own->protocol, own->mask, own->strides}) {
            if (one && PyErr_ExceptionMatches(one)) return true;
        }
    }
    return PyErr_ExceptionMatches(PyExc_TypeError) || PyErr_ExceptionMatches(PyExc_ValueError) ||
           PyErr_ExceptionMatches(PyExc_BufferError);
}

/* What no overload could take either: the library cannot hand the array over (a tensor that requires grad, sparse, meta). */
inline bool is_reason(const cucore_py_exceptions *own) noexcept
{
    return PyErr_ExceptionMatches(PyExc_BufferError) ||
           (own && own->unsupported && PyErr_ExceptionMatches(own->unsupported)) ||
           (own && own->protocol && PyErr_ExceptionMatches(own->protocol));
}

/* An argument that may not be converted. */
constexpr cucore_arg without_conversions(cucore_arg arg)
{
    if (arg.flags & CUCORE_MAKE_C_CONTIGUOUS) arg.flags |= CUCORE_C_CONTIGUOUS;
    if (arg.flags & CUCORE_MAKE_F_CONTIGUOUS) arg.flags |= CUCORE_F_CONTIGUOUS;
    arg.flags &= ~(CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS | CUCORE_MAKE_ALIGNED | CUCORE_CAST |
                   CUCORE_FROM_ANYTHING);
    return arg;
}

/* An argument whose dtype or shape is that of another one, on its own. */
constexpr cucore_arg without_others(cucore_arg arg)
{
    if (arg.dtypes && arg.dtypes[0] == '=') arg.dtypes = nullptr;
    if (arg.shape && arg.shape[0] == '=') arg.shape = nullptr;
    return arg;
}

/* An argument whose version is not counted up when it is taken, since the function may still not be called. */
constexpr cucore_arg without_count(cucore_arg arg)
{
    arg.flags |= CUCORE_KEEP_VERSION;
    return arg;
}

/* The parameters of this thread whose refusal is final: the call that they are of is going to fail. */
inline int &final_refusals() noexcept
{
    static thread_local int count = 0;
    return count;
}

/* What a parameter has to be; of a stream nothing. */
template <typename Value> constexpr cucore_arg specification = {};
template <const cucore_arg &expected> constexpr cucore_arg specification<array<expected>> = expected;
template <const cucore_arg &expected> constexpr cucore_arg specification<argument<expected>> = expected;
template <typename Value> constexpr bool is_written_v = false;
template <const cucore_arg &expected>
constexpr bool is_written_v<array<expected>> = (expected.flags & (CUCORE_WRITE | CUCORE_KEEP_VERSION)) == CUCORE_WRITE;
template <typename Value> constexpr bool is_argument_v = false;
template <const cucore_arg &expected> constexpr bool is_argument_v<argument<expected>> = true;

/* How the kinds of parameters are taken: 0, or -1 with a Python exception; follows: another overload may take the object, and 1
 * without an exception means that this one does not. */
template <const cucore_arg &expected>
inline int take_parameter(array<expected> &out, PyObject *obj, bool converts, bool follows) noexcept
{
    static constexpr cucore_arg full = without_count(expected), strict = without_conversions(full);
    const cucore_arg &arg = converts ? full : strict;
    return follows ? out.try_overload(obj, arg) : out.try_take(obj, arg);
}
inline int take_parameter(stream_argument &out, PyObject *obj, bool, bool) noexcept
{
    return cucore_py_stream_from_object(obj, &out.handle);
}

/* An argument is only tried, if another overload may take it, and apart from the other arguments of the call. */
template <const cucore_arg &expected> class trial
{
  public:
    int take(argument<expected> &out, PyObject *obj, bool converts, bool follows) noexcept
    {
        static constexpr cucore_arg alone = without_count(without_others(expected)),
                                    strict = without_conversions(alone);
        out.obj = obj;
        if (!follows) return 0;
        out.tried = &view_;
        return cucore__py_try(obj, converts ? &alone : &strict, CUCORE_STREAM_NO_SYNC, &view_);
    }
    /* end - gives the array back, unless `arguments` took it over.  GIL held */
    void end() noexcept
    {
        if (view_) give_back_held(&view_, 1, CUCORE_STREAM_NO_SYNC, true);
    }

  private:
    view view_;
};
struct no_trial {
    void end() noexcept
    {
    }
};
template <typename Value> struct trial_of {
    typedef no_trial type;
};
template <const cucore_arg &expected> struct trial_of<argument<expected>> {
    typedef trial<expected> type;
};

/* One parameter in one try of one overload.  GIL held, except by get(). */
template <typename Value> class parameter
{
  public:
    parameter() noexcept
    {
    }
    parameter(const parameter &) = delete;
    parameter &operator=(const parameter &) = delete;
    ~parameter()
    {
        end(value_);
        trial_.end();
        if (is_used_) {
            if (had_tries_) first_tries::end();
            return;
        }
        if (!converts_) first_tries::remember(&specification<Value>, obj_);
        if (type_) final_refusals()--;
        Py_XDECREF(type_);
        Py_XDECREF(reason_);
        Py_XDECREF(traceback_);
    }
    /* load - takes an object
     *   -> whether the function may be called; also if a refusal is final, which get() then raises */
    bool load(PyObject *obj, bool converts) noexcept
    {
        const bool is_capsule = is_array && PyCapsule_CheckExact(obj);
        int result = 0;
        obj_ = obj;
        converts_ = converts;
        if (!converts && !needs_no_conversion(obj)) return false;
        had_tries_ = !converts || first_tries::is_any();
        const bool follows =
            had_tries_ && (!converts || first_tries::forget(&specification<Value>, obj)); /* another overload may */
        is_late_ = is_argument_v<Value> || is_capsule;
        if constexpr (is_argument_v<Value>) {
            result = trial_.take(value_, obj, converts, follows && !is_capsule);
        } else if (!is_capsule) {
            result = take_parameter(value_, obj, converts, follows);
        }
        if (!result) return true;
        if (result > 0) return false;
        /* the words of the last round that say why are final: the binding would list the overloads instead */
        if (follows && is_refusal(specification<Value>.exceptions) &&
            !(converts && is_reason(specification<Value>.exceptions))) {
            PyErr_Clear();
            return false;
        }
        PyErr_Fetch(&type_, &reason_, &traceback_);
        final_refusals()++;
        return true;
    }
    Value &get()
    {
        is_used_ = true;
        if (type_ || is_late_ || is_written_v<Value>) get_late();
        return value_;
    }

  private:
    static constexpr bool is_array = !std::is_same_v<Value, stream_argument>;

    void get_late()
    {
        const gil held;
        if (type_) {
            final_refusals()--;
            PyErr_Restore(type_, reason_, traceback_);
            throw python_error();
        }
        if constexpr (!is_argument_v<Value>) {
            if (is_late_) python_check(take_parameter(value_, obj_, true, false));
        }
        if (is_written_v<Value> && !final_refusals()) python_check(cucore_py_array_count_write(obj_));
    }
    /* An array, or None for one that may be left out; a stream that is not written as a number. */
    static bool needs_no_conversion(PyObject *obj) noexcept
    {
        if (!is_array) return !PyLong_Check(obj);
        return cucore_py_is_array(obj) || (obj == Py_None && specification<Value>.flags & CUCORE_OPTIONAL);
    }
    template <const cucore_arg &expected> void end(array<expected> &value) noexcept
    {
        value.end(!is_used_);
    }
    template <typename Other> void end(Other &) noexcept
    {
    }

    Value value_;
    typename trial_of<Value>::type trial_;
    bool is_late_ =
        false; /* taken by get(): an argument, which `arguments` takes, or a capsule, which can be taken once */
    PyObject *obj_ = nullptr, *type_ = nullptr, *reason_ = nullptr, *traceback_ = nullptr;
    bool converts_ = false, is_used_ = false;
    bool had_tries_ = false; /* tries that end with this call may be remembered */
};

/* The arguments of a call that no overload takes: the parameter of the overload after all others, which explain_overloads adds.  In the
 * first round it refuses, so that all others are tried with conversions before it. */
struct unfit {
    PyObject *obj = nullptr; /* the first argument, borrowed */
};
struct never { /* what that overload returns */
};
template <> class parameter<unfit>
{
  public:
    bool load(PyObject *obj, bool converts) noexcept
    {
        if (!converts) first_tries::begin_second();
        value_.obj = obj;
        return converts;
    }
    unfit &get() noexcept
    {
        return value_;
    }

  private:
    unfit value_;
};

/* The reasons why arguments fit no overload, in the words of the functions of C: what refused an argument gets it once more. */
class reasons
{
  public:
    explicit reasons(const char *function) : reasons()
    {
        lines_ = made(PyList_New(0));
        start_ = made(PyUnicode_FromFormat("%s(): no overload fits (help(%s) lists them):", function, function));
        add(start_);
    }
    reasons(const reasons &) = delete;
    reasons &operator=(const reasons &) = delete;
    ~reasons()
    {
        Py_XDECREF(lines_);
        Py_XDECREF(start_);
    }
    /* Adds why `obj` was refused.  A capsule is left alone: it can be taken once, and no overload was asked. */
    void look_at(PyObject *obj)
    {
        first_tries::candidate all[128];
        const size_t count = PyCapsule_CheckExact(obj) ? 0 : first_tries::list(obj, all);
        for (size_t i = 0; i < count; i++) {
            const cucore_arg full = without_count(without_others(*all[i].type)), strict = without_conversions(full);
            if (all[i].type == &specification<stream_argument>) {
                CUstream handle;
                if (cucore_py_stream_from_object(obj, &handle) < 0) add_exception("stream", nullptr);
            } else {
                view out;
                if (cucore_py_args(&obj, 1, all[i].converts ? &full : &strict, CUCORE_STREAM_NO_SYNC, &out) < 0) {
                    add_exception(full.name ? full.name : "array", full.exceptions);
                } else {
                    give_back_held(&out, 1, CUCORE_STREAM_NO_SYNC, true);
                }
            }
        }
    }
    /* Raises them; returns if there are none. */
    void raise() const
    {
        if (PyList_Size(lines_) == 1) return;
        PyObject *between = made(PyUnicode_FromString("\n    ")), *text = PyUnicode_Join(between, lines_);
        Py_DECREF(between);
        PyErr_SetObject(PyExc_TypeError, made(text));
        Py_DECREF(text);
        throw python_error();
    }

  private:
    reasons() = default;
    static PyObject *made(PyObject *object)
    {
        if (!object) throw python_error();
        return object;
    }
    void add(PyObject *line) const
    {
        const int is_there = PySequence_Contains(lines_, line);
        if (is_there < 0 || (!is_there && PyList_Append(lines_, line) < 0)) throw python_error();
    }
    /* Adds the text of the exception that is set, below the name of the argument. */
    void add_exception(const char *name, const cucore_py_exceptions *own) const
    {
        PyObject *type, *value, *traceback, *begin, *text = nullptr, *line = nullptr;
        if (!is_refusal(own)) throw python_error();
        PyErr_Fetch(&type, &value, &traceback);
        PyErr_NormalizeException(&type, &value, &traceback);
        begin = PyUnicode_FromFormat("%s: ", name);
        if (begin) text = PyObject_Str(value);
        if (text) {
            const bool has_name = PyUnicode_Tailmatch(text, begin, 0, PyUnicode_GetLength(text), -1) > 0;
            if (has_name)
                Py_INCREF(line = text);
            else
                line = PyUnicode_Concat(begin, text);
        }
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(traceback);
        Py_XDECREF(begin);
        Py_XDECREF(text);
        made(line);
        add(line);
        Py_DECREF(line);
    }
    PyObject *lines_ = nullptr, *start_ = nullptr;
};

/* explain - what the overload of `unfit` does: raises the reasons, or returns if there are none */
inline void explain(const char *function, const unfit &first, PyObject *args, PyObject *named)
{
    reasons all(function);
    PyObject *key, *value;
    Py_ssize_t at = 0;
    all.look_at(first.obj);
    for (Py_ssize_t i = 0; i < PyTuple_Size(args); i++) all.look_at(PyTuple_GetItem(args, i));
    while (PyDict_Next(named, &at, &key, &value)) all.look_at(value);
    first_tries::end();
    all.raise();
}

/* What a cucore_arg with constexpr says to those who read a signature, as Python has it:
 * typing.Annotated[typing.Any, "float32 float64 (n, 3), writable"].  What has a meaning for bindings is left out.
 *   adds_none  the binding adds "| None" by itself, whether the argument may be left out or not */
template <const cucore_arg &expected, bool adds_none = false> class hint
{
    struct writer {
        char *to; /* NULL: count only */
        size_t length;

        constexpr void put(const char *text)
        {
            for (; *text; text++) {
                if (*text == '%' || *text == '{' || *text == '}' || *text == '"' || *text == '\\') continue;
                if (to) to[length] = *text;
                length++;
            }
        }
        constexpr void quote()
        {
            if (to) to[length] = '"';
            length++;
        }
    };

    static constexpr size_t write(char *to)
    {
        writer out = {to, 0};
        out.put("typing.Annotated[typing.Any, ");
        out.quote();
        out.put(expected.dtypes ? expected.dtypes : "any dtype");
        if (expected.shape) {
            out.put(expected.shape[0] == '=' ? ", shape " : " (");
            out.put(expected.shape);
            out.put(expected.shape[0] == '=' ? "" : ")");
        }
        if (expected.flags & CUCORE_WRITE) out.put(", writable");
        if (expected.flags & (CUCORE_C_CONTIGUOUS | CUCORE_MAKE_C_CONTIGUOUS)) out.put(", C-contiguous");
        if (expected.flags & (CUCORE_F_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS)) out.put(", F-contiguous");
        if (expected.flags & CUCORE_CONTIGUOUS) out.put(", contiguous");
        if (expected.flags & CUCORE_HOST_ACCESSIBLE) out.put(", the CPU reads it");
        if (expected.flags & CUCORE_DEVICE_ACCESSIBLE) out.put(", a GPU reads it");
        if (adds_none && !(expected.flags & CUCORE_OPTIONAL)) out.put(", not None");
        out.quote();
        out.put("]");
        return out.length;
    }

  public:
    struct text {
        char characters[write(nullptr) + 1];
    };
    static constexpr text made()
    {
        text out = {};
        write(out.characters);
        return out;
    }
};

/* raise_error - raises a cucore::error of this file as a Python exception, and throws every other exception on.  For the lists of
 * the bindings, which call it with the GIL. */
inline void raise_error(const std::exception_ptr &thrown)
{
    try {
        if (thrown) std::rethrow_exception(thrown);
    } catch (const error &reason) {
        python_raise(reason);
    }
}

#endif
#endif

CUCORE__HPP_END

#if defined(CUCORE__HPP_EXCEPTIONS)
namespace cucore
{
template <const cucore_arg &expected> struct may_write<array<expected>> {
    enum { value = !std::is_const<typename element_of<argument<expected>, view>::type>::value };
};
template <const cucore_arg &expected> struct may_write<const array<expected>> : may_write<array<expected>> {
};
} // namespace cucore
#endif

#endif /* CUCORE_PYTHON_HPP */

/* ------------ >>hpp-results -- */
#if defined(CUCORE_RESULTS_H) && !defined(CUCORE_RESULTS_HPP)
#define CUCORE_RESULTS_HPP

/* Until 0.4: no warning of names in this header if cucore_python.h included cucore_results.h for files of 0.2. */
#if defined(CUCORE_RESULTS_BY_PYTHON_H)
#undef CUCORE_MOVED
#define CUCORE_MOVED(name)
#endif /* until 0.4 */

#if defined(CUCORE__HPP_EXCEPTIONS)
CUCORE__HPP_BEGIN

/* cpp/result.h: results of Python functions.  Needs cpp/arguments.h and cucore_results.h. */

/* What a function returns: an object that cucore_py_return made, and what it is, for signatures: dtype and shape of a constexpr
 * cucore_arg, which the view has to fit.  An extent or dtype of another argument ("=x") is not compared. */
template <const cucore_arg &expected> class result
{
  public:
    /*   view    in/out  consumed, also on error, as by cucore_py_return
     *   like    in      who is to have it: an array, a type, a module; NULL: a cucore.Array */
    explicit result(cucore_view *view, PyObject *like = NULL, CUstream stream = NULL)
    {
        const gil held;
        take(view, like, stream);
    }
    /*   library  in  "numpy", "torch", ...: it is imported; NULL: python_error with a ValueError.  Only text has this overload:
     *                a plain nullptr or NULL is `like` */
    template <typename Text, typename = typename std::enable_if<std::is_same<Text, char>::value>::type>
    result(cucore_view *view, const Text *library, CUstream stream = NULL)
    {
        const gil held;
        PyObject *name = library ? PyUnicode_FromString(library) : NULL;
        if (!library) PyErr_SetString(PyExc_ValueError, "cucore::result: library is NULL; it must be the name of a module");
        try {
            if (!name) throw python_error();
            take(view, name, stream);
        } catch (...) {
            cucore_view_release(view);
            Py_XDECREF(name);
            throw;
        }
        Py_DECREF(name);
    }
    result(result &&other) noexcept : object_(other.object_)
    {
        other.object_ = NULL;
    }
    result &operator=(result &&other) noexcept
    {
        std::swap(object_, other.object_);
        return *this;
    }
    result(const result &) = delete;
    result &operator=(const result &) = delete;
    ~result()
    {
        if (!object_) return;
        const gil held;
        Py_DECREF(object_);
    }
    /* release - the object, as a reference of the caller's; NULL once that was done */
    PyObject *release() noexcept
    {
        PyObject *object = object_;
        object_ = NULL;
        return object;
    }

  private:
    void take(cucore_view *view, PyObject *like, CUstream stream)
    {
        cucore_arg wanted = expected;
        if (wanted.dtypes && wanted.dtypes[0] == '=') wanted.dtypes = nullptr;
        if (wanted.shape && wanted.shape[0] == '=') wanted.shape = nullptr;
        wanted.flags &= CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS;
        const cucore_status status = cucore_view_check(view, &wanted, NULL);
        if (status) {
            cucore_view_release(view);
            python_check(status);
        }
        object_ = cucore_py_return(view, like, stream);
        if (!object_) throw python_error();
    }
    PyObject *object_ = NULL;
};

CUCORE__HPP_END
#endif

#endif /* CUCORE_RESULTS_HPP */

#undef CUCORE__HPP_EXCEPTIONS
#undef CUCORE__HPP_HIDDEN
#undef CUCORE__HPP_NAME_OF
#undef CUCORE__HPP_NAME
#undef CUCORE__HPP_OF_FILE
#undef CUCORE__HPP_OF_FILE_END
#undef CUCORE__HPP_BEGIN
#undef CUCORE__HPP_END

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
