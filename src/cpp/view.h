/* ------------------------------------------------------------------------------------------------- >>hpp-views -- */
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
