/* cucore.hpp: owners, errors, views.  With the argument "driver" devices are used, too. */
#include "cucore.hpp"

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <csignal>
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static int failed = 0;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                \
            failed++;                                                                                                  \
        }                                                                                                              \
    } while (0)

static int released = 0;

static cucore_status allocate(void *, size_t nbytes, CUstream, void **out)
{
    *out = ::operator new(nbytes);
    return CUCORE_OK;
}

static cucore_status deallocate(void *, void *ptr, size_t, CUstream)
{
    ::operator delete(ptr);
    released++;
    return CUCORE_OK;
}

/* A number of two bytes that C++ does not have, and complex numbers as other libraries than std make them. */
struct half {
    unsigned short bits;
};
namespace cucore
{
template <> struct dtype_code<half> {
    static const int code = CUCORE_CODE_FLOAT;
};
} // namespace cucore
#if defined(__FLT16_MANT_DIG__) && (!defined(__clang__) || __clang_major__ >= 15)
#define HAS_HALF
__extension__ typedef _Float16 compilers_half;
#endif
template <typename T> class others_complex
{
    T parts[2];

  public:
    T real() const
    {
        return parts[0];
    }
    T imag() const
    {
        return parts[1];
    }
};

static void test_dtypes()
{
    const struct {
        cucore_dtype dtype;
        const char *name;
    } rows[] = {
        {cucore::dtype_of<bool>(), "bool"},
        {cucore::dtype_of<int8_t>(), "int8"},
        {cucore::dtype_of<uint16_t>(), "uint16"},
        {cucore::dtype_of<const int32_t>(), "int32"},
        {cucore::dtype_of<uint64_t>(), "uint64"},
        {cucore::dtype_of<long>(), sizeof(long) == 8 ? "int64" : "int32"},
        {cucore::dtype_of<unsigned long long>(), "uint64"},
        {cucore::dtype_of<char>(), static_cast<char>(-1) < 0 ? "int8" : "uint8"},
        {cucore::dtype_of<float>(), "float32"},
        {cucore::dtype_of<const double>(), "float64"},
        {cucore::dtype_of<half>(), "float16"},
#if defined(HAS_HALF)
        {cucore::dtype_of<compilers_half>(), "float16"},
#endif
#if defined(__STDCPP_BFLOAT16_T__)
        {cucore::dtype_of<decltype(0.0bf16)>(), "bfloat16"},
#endif
        {cucore::dtype_of<std::complex<float>>(), "complex64"},
        {cucore::dtype_of<const std::complex<double>>(), "complex128"},
        {cucore::dtype_of<others_complex<float>>(), "complex64"},
        {cucore::dtype_of<others_complex<half>>(), "complex32"}
    };
    for (const auto &row : rows) {
        char name[32];
        (void)cucore_dtype_to_name(row.dtype, name, sizeof(name));
        CHECK(!std::strcmp(name, row.name));
    }
}

static void test_expected()
{
    auto made = cucore::memory_resource::create(CUCORE_MEMORY_HOST, CUCORE_DEVICE_NONE);
    CHECK(made && made.has_value() && made->get());
    auto buffer = cucore::buffer::create(100, nullptr, *made);
    CHECK(buffer && (*buffer).nbytes() == 100 && buffer->data());
    cucore::expected<cucore::buffer> moved(std::move(buffer));
    CHECK(moved->nbytes() == 100 && !buffer->data());
    cucore_memory_resource_options options = {};
    options.max_nbytes = 99;
    auto none = cucore::memory_resource::create(CUCORE_MEMORY_HOST, CUCORE_DEVICE_NONE, &options);
    CHECK(!none && none.error().status == CUCORE_INVALID_ARGUMENT && !none.error().message.empty());
    auto refused = std::move(none);
    CHECK(!refused && refused.error().status == CUCORE_INVALID_ARGUMENT && !refused.error().driver_result);
}

static void test_owners()
{
    cucore_memory_functions functions = {};
    cucore_memory_resource *raw = nullptr;
    functions.allocate = allocate;
    functions.deallocate = deallocate;
    functions.device_type = CUCORE_DEVICE_TYPE_CPU;
    CHECK(!cucore_memory_resource_from_functions(&functions, nullptr, nullptr, &raw));
    {
        auto first = cucore::buffer::create(10, nullptr, raw);
        auto second = cucore::buffer::create(20, nullptr, raw);
        cucore::buffer third(std::move(*first));
        CHECK(!first->data() && third.nbytes() == 10);
        *second = std::move(third); /* gives back what it had */
        CHECK(released == 1 && second->nbytes() == 10);
        cucore::buffer &same = *second;
        *second = std::move(same);
        CHECK(released == 1 && second->nbytes() == 10);
        cucore::buffer empty;
        CHECK(!empty.release() && !empty.data());
    }
    CHECK(released == 2);
    cucore_memory_resource_release(raw);

    cucore::memory_resource resource(
        std::move(*cucore::memory_resource::create(CUCORE_MEMORY_HOST, CUCORE_DEVICE_NONE)));
    cucore::memory_resource copy(resource), assigned;
    assigned = copy;
    resource = cucore::memory_resource();
    CHECK(!resource.get() && copy.get() && assigned.get() == copy.get());
}

#if defined(__cpp_exceptions)
static const bool never_reached = false;

/* An allocator of C++, whose functions may throw if the implementation is compiled as C++. */
#if defined(CUCORE_STATIC)
static const char *to_throw; /* NULL: nothing; "": what is no std::exception */

static void throw_it()
{
    if (to_throw && !*to_throw) throw 7;
    if (to_throw) throw std::runtime_error(to_throw);
}

static void test_throwing_allocators()
{
    const struct {
        const char *thrown, *allocate, *deallocate;
    } rows[] = {{"no room", "the allocator's allocate threw an exception: no room",
                 "the allocator's deallocate threw an exception: no room"},
                {"", "the allocator's allocate threw what is no std::exception",
                 "the allocator's deallocate threw what is no std::exception"}};
    cucore_memory_functions functions = {};
    cucore_memory_resource *raw = nullptr;
    functions.allocate = [](void *user_data, size_t nbytes, CUstream stream, void **out) {
        throw_it();
        return allocate(user_data, nbytes, stream, out);
    };
    functions.deallocate = [](void *user_data, void *ptr, size_t nbytes, CUstream stream) {
        throw_it();
        return deallocate(user_data, ptr, nbytes, stream);
    };
    functions.device_type = CUCORE_DEVICE_TYPE_CPU;
    CHECK(!cucore_memory_resource_from_functions(&functions, nullptr, nullptr, &raw));
    for (const auto &row : rows) {
        const int before = released;
        cucore_buffer buffer;
        to_throw = row.thrown;
        CHECK(cucore_buffer_allocate(raw, 10, nullptr, &buffer) == CUCORE_FOREIGN && !buffer.ptr);
        CHECK(!std::strcmp(cucore_last_error()->message, row.allocate));
        to_throw = nullptr;
        CHECK(!cucore_buffer_allocate(raw, 10, nullptr, &buffer));
        to_throw = row.thrown;
        CHECK(cucore_buffer_release(&buffer) == CUCORE_FOREIGN && buffer.ptr && released == before);
        CHECK(!std::strcmp(cucore_last_error()->message, row.deallocate));
        to_throw = nullptr;
        CHECK(!cucore_buffer_release(&buffer) && released == before + 1);
    }
    cucore_memory_resource_release(raw);
}
#endif

static void test_views()
{
    int64_t shape[2] = {3, 4};
    cucore_array_spec spec = {};
    cucore::memory_resource host(CUCORE_MEMORY_HOST, CUCORE_DEVICE_NONE);
    spec.dtype = cucore::dtype_of<float>();
    spec.ndim = 2;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    cucore::view view(spec, nullptr, host);
    CHECK(view && view.ndim() == 2 && view.extent(1) == 4 && view.stride(0) == 4 && view.size() == 12 &&
          view.nbytes() == 48);
    CHECK(view.has_type<float>() && !view.has_type<int32_t>() && view.get() == &view && view.layout.ndim == 2);
    view.at<float>(1, 2) = 5;
    CHECK(view.data<float>()[6] == 5 && &view.at<float>() == view.ptr && &view.at<float>(2) == view.data<float>() + 8);
    try {
        (void)view.data<double>();
        CHECK(never_reached);
    } catch (const cucore::error &error) {
        CHECK(error.status() == CUCORE_WRONG_DTYPE &&
              !std::strcmp(error.what(), "expected dtype float64, got float32"));
    }
    shape[0] = -1;
    try {
        cucore::view refused(spec, nullptr, host);
        CHECK(never_reached);
    } catch (const std::runtime_error &error) {
        CHECK(std::strstr(error.what(), "-1"));
    }
    std::unique_ptr<cucore::view> empty(new cucore::view);
    CHECK(!*empty);
    static_assert(!std::is_move_constructible<cucore::view>::value && !std::is_copy_assignable<cucore::view>::value,
                  "");
}

static int freed = 0;
static void free_once(void *owner)
{
    freed++;
    std::free(owner);
}

/* A view of memory that is owned by `free_once`; its third element is 5. */
static void make_owning(cucore_view &out)
{
    static const int64_t shape[1] = {4};
    cucore_array_spec spec = {};
    float *memory = static_cast<float *>(std::calloc(4, sizeof(float)));
    memory[2] = 5;
    spec.dtype = cucore::dtype_of<float>();
    spec.ndim = 1;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    cucore::check(cucore_view_wrap(memory, &spec, memory, free_once, &out));
    out.readonly = 1;
}

static cucore::owned_view made_elsewhere()
{
    cucore::view from;
    make_owning(from);
    return cucore::owned_view(std::move(from));
}

/* Views that are stored: each memory is freed once, however it was moved. */
static void test_owned_views()
{
    static_assert(std::is_nothrow_move_constructible<cucore::owned_view>::value &&
                      std::is_nothrow_move_assignable<cucore::owned_view>::value &&
                      !std::is_copy_constructible<cucore::owned_view>::value &&
                      !std::is_copy_assignable<cucore::owned_view>::value,
                  "");
    freed = 0;
    {
        std::vector<cucore::owned_view> kept;
        for (int i = 0; i < 5; i++) kept.push_back(made_elsewhere());
        kept.erase(kept.begin());
        CHECK(freed == 1 && kept.size() == 4 && kept[3].at<float>(2) == 5 && kept[3].extent(0) == 4);
        const cucore::owned_view &read = kept[0];
        static_assert(std::is_same<decltype(read.at<float>(0)), const float &>::value, "");
        kept[0] = std::move(kept[1]);
        CHECK(freed == 2 && !kept[1] && kept[0].data<float>()[2] == 5);
        cucore::owned_view &same = kept[0];
        kept[0] = std::move(same);
        CHECK(freed == 2 && kept[0]);
        CHECK(kept[2].get_owner()->release != nullptr);
        kept[2].release();
        CHECK(freed == 3 && !kept[2] && !kept[2].get_owner()->release);

        cucore::view out;
        CHECK(kept[0].move_to(&out) == CUCORE_OK && !kept[0] && out.at<float>(2) == 5 && out.readonly);
        CHECK(freed == 3);
        cucore_view_release(&out);
        CHECK(freed == 4);
        CHECK(kept[0].move_to(&out) != CUCORE_OK && !out); /* an empty one */
    }
    CHECK(freed == 5);

    cucore::view from, copy;
    make_owning(from);
    static_cast<cucore_view &>(copy) = from; /* a copy of the struct owns nothing, and is refused */
    auto refused = cucore::owned_view::create(&copy);
    CHECK(!refused && refused.error().status == CUCORE_INVALID_ARGUMENT);
    static_cast<cucore_view &>(copy) = cucore_view();
    auto taken = cucore::owned_view::create(&from);
    CHECK(taken && from && from.at<float>(2) == 5);
    cucore_view_release(&from);
    CHECK(freed == 5 && taken->at<float>(2) == 5);
    cucore::owned_view last(std::move(*taken));
    last = cucore::owned_view();
    CHECK(freed == 6);
}

static void free_nothing(void *)
{
    freed++;
}

/* B126: owned_view moves every byte of a view, whatever fields it has, in and out; C gives descr back. */
static void test_owned_views_keep_every_field()
{
    static float memory[4];
    const int64_t shape[1] = {4};
    const size_t size = offsetof(cucore_view, private_), descr = offsetof(cucore_view, descr);
    cucore_array_spec spec = {};
    spec.dtype = cucore::dtype_of<float>();
    spec.ndim = 1;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    for (size_t i = 0; i < size; i++) {
        cucore_view from, out;
        unsigned char before[size];
        if (i >= descr && i < descr + sizeof(from.descr)) continue;
        freed = 0;
        cucore::check(cucore_view_wrap(memory, &spec, &freed, free_nothing, &from));
        reinterpret_cast<unsigned char *>(&from)[i] ^= 0xff;
        std::memcpy(before, &from, size);
        cucore::owned_view kept(&from), other;
        other = std::move(kept);
        CHECK(!kept && !other.move_to(&out) && !other && !std::memcmp(before, &out, size));
        CHECK(other.move_to(&from) == CUCORE_INVALID_ARGUMENT && freed == 0);
        cucore_view_release(&out);
        CHECK(freed == 1);
    }
}

/* Whatever takes an empty stream, event, buffer or resource says so: none is taken for a default. */
static void check_empty(cucore::stream &stream, cucore::event &event, cucore::buffer &buffer)
{
    cucore::memory_resource resource, host(CUCORE_MEMORY_HOST, CUCORE_DEVICE_NONE);
    char bytes[8] = "";
    const struct {
        const char *what;
        std::function<void()> use;
    } rows[] = {
        {"stream", [&] { (void)stream.handle(); }},
        {"stream", [&] { (void)stream.device_id(); }},
        {"stream", [&] { (void)stream.is_done(); }},
        {"stream", [&] { stream.synchronize(); }},
        {"stream", [&] { stream.wait(nullptr); }},
        {"stream", [&] { stream.wait_event(nullptr); }},
        {"stream", [&] { cucore::check(cucore_stream_wait(nullptr, stream)); }},
        {"stream", [&] { cucore::buffer made(8, stream, host); }},
        {"stream", [&] { (void)cucore::buffer::create(8, stream, host); }},
        {"stream", [&] { (void)cucore::stream::from_handle(stream); }},
        {"stream", [&] { cucore::buffer(8, nullptr, host).use(stream); }},
        {"stream", [&] { cucore::view made(cucore_array_spec(), stream, host); }},
        {"event", [&] { (void)event.handle(); }},
        {"event", [&] { event.record(nullptr); }},
        {"event", [&] { (void)event.is_done(); }},
        {"event", [&] { event.synchronize(); }},
        {"event", [&] { (void)event.milliseconds_since(nullptr); }},
        {"event", [&] { cucore::check(cucore_stream_wait_event(nullptr, event)); }},
        {"buffer", [&] { buffer.use(nullptr); }},
        {"buffer", [&] { buffer.fill(0, 1, nullptr); }},
        {"buffer", [&] { buffer.copy_from(bytes, 0, nullptr); }},
        {"buffer", [&] { buffer.copy_to(bytes, 0, nullptr); }},
        {"memory resource", [&] { cucore::buffer made(8, nullptr, resource); }},
        {"memory resource", [&] { cucore::view made(cucore_array_spec(), nullptr, resource); }},
    };
    CHECK(!stream && !event && !buffer && !resource && !buffer.data() && buffer.nbytes() == 0);
    for (const auto &row : rows) {
        const std::string words =
            std::string("the ") + row.what + " is empty: it was moved from, given back, or never made";
        std::string said = "nothing";
        try {
            row.use();
        } catch (const cucore::error &error) {
            said = error.status() == CUCORE_INVALID_ARGUMENT ? error.what() : "another status";
        }
        if (said != words) std::printf("row %d: %s\n", static_cast<int>(&row - rows), said.c_str());
        CHECK(said == words);
    }
}

static void test_empty()
{
    cucore::stream stream, taken(std::move(stream));
    cucore::event event;
    cucore::memory_resource host(CUCORE_MEMORY_HOST, CUCORE_DEVICE_NONE);
    cucore::buffer buffer(8, nullptr, host), other(std::move(buffer)), none(0, nullptr, host);
    check_empty(stream, event, buffer);
    CHECK(host && other && none && none.nbytes() == 0); /* a buffer of 0 bytes is one */
    none.copy_from("", 0, nullptr);
    CHECK(!other.release());
    check_empty(taken, event, other);
}

static void test_without_a_driver()
{
    auto stream = cucore::stream::create(0);
    CHECK(!stream && stream.error().status == CUCORE_NO_DRIVER && !stream.error().message.empty());
    try {
        cucore::event event(0);
        CHECK(never_reached);
    } catch (const cucore::error &error) {
        CHECK(error.status() == CUCORE_NO_DRIVER);
    }
}

static void test_devices()
{
    cucore::stream stream(0), other(0);
    cucore::event start(0), stop(0);
    CHECK(stream.handle() && stream.device_id() == 0 && other.handle() != stream.handle());
    cucore::buffer buffer(64, stream);
    char out[64];
    start.record(stream);
    buffer.fill(7, 1, stream);
    stop.record(stream);
    other.wait(stream);
    other.wait_event(stop);
    buffer.use(other);
    buffer.copy_to(out, 63, other, 1);
    other.synchronize();
    stop.synchronize();
    CHECK(out[0] == 7 && out[62] == 7 && stream.is_done() && other.is_done() && stop.is_done());
    CHECK(stop.milliseconds_since(start) >= 0);
    out[0] = 9;
    buffer.copy_from(out, 1, other);
    auto borrowed = cucore::stream::from_handle(stream);
    CHECK(borrowed && borrowed->handle() == stream.handle() && borrowed->device_id() == 0);
    try {
        buffer.copy_to(out, 65, other);
        CHECK(never_reached);
    } catch (const cucore::error &error) {
        CHECK(error.status() == CUCORE_INVALID_ARGUMENT);
    }
    cucore::stream moved(std::move(stream));
    CHECK(!stream && moved && moved.handle());
    cucore::event event(std::move(start));
    cucore::buffer taken(std::move(buffer));
    check_empty(stream, start, buffer);
    CHECK(event.handle() && taken);
    CHECK(!taken.release() && !moved.release() && !event.release());
    check_empty(moved, event, taken);
}
#else

/* Without exceptions the program ends. */
static void test_empty()
{
    cucore::stream stream;
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        if (!std::freopen("/dev/null", "w", stderr)) std::_Exit(1);
        std::_Exit(stream.handle() ? 1 : 0);
    }
    CHECK(!stream && child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
#endif

/* A new view holds nothing, whatever was in its memory.  Its extents and strides, of which there are none, and the room
 * for a Py_buffer are not written. */
static void test_new_views()
{
    const size_t shape = offsetof(cucore_view, layout.shape), rest = offsetof(cucore_view, private_.self),
                 storage = offsetof(cucore_view, private_.storage);
    alignas(cucore::view) unsigned char room[sizeof(cucore::view)];
    std::memset(room, 0xA5, sizeof room);
    cucore::view *made = new (room) cucore::view;
    for (size_t i = 0; i < storage; i++) CHECK((i >= shape && i < rest) || room[i] == 0);
    made->~view();
}

int main(int argc, char **argv)
{
    test_new_views();
    test_dtypes();
    test_expected();
    test_owners();
    test_empty();
#if defined(__cpp_exceptions)
#if defined(CUCORE_STATIC)
    test_throwing_allocators();
#endif
    test_views();
    test_owned_views();
    test_owned_views_keep_every_field();
    if (argc > 1 && !std::strcmp(argv[1], "driver")) {
        test_devices();
    } else {
        test_without_a_driver();
    }
#else
    (void)argc;
    (void)argv;
#endif
    std::printf("%s\n", failed ? "failed" : "all as it has to be");
    return failed != 0;
}
