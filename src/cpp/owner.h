/* ------------------------------------------------------------------------------------------------ >>hpp-owners -- */
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
