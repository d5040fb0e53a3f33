/* ------------------------------------------------------------------------------------------------- >>hpp-views -- */
/* cpp/view.h: a cucore_view that is given back at the end.  Needs cpp/error.h. */

/* A cucore_view, with its fields, that is given back at the end.  It stays where it is: see Views in >>manual.  Through a const one
 * elements are only read. */
class view : public cucore_view
{
  public:
    view() noexcept : cucore_view()
    {
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
    template <typename T> bool has_type() const noexcept
    {
        return cucore_dtype_is_equal(dtype, dtype_of<T>()) != 0;
    }
    /* at - the element of an index, as a T, which is believed; a number for each axis, or fewer.  Host memory only.  Of a const
     * view it is a const T */
    template <typename T, typename... Index> T &at(Index... index) noexcept
    {
        return static_cast<T *>(ptr)[offset_of(index...)];
    }
    template <typename T, typename... Index> const T &at(Index... index) const noexcept
    {
        return static_cast<const T *>(ptr)[offset_of(index...)];
    }
#if defined(CUCORE__HPP_EXCEPTIONS)
    /* New memory for an array: cucore_view_allocate. */
    explicit view(const cucore_array_spec &spec, CUstream stream = nullptr, cucore_memory_resource *resource = nullptr)
        : cucore_view()
    {
        check(cucore_view_allocate(&spec, resource, stream, this));
    }
    /* data - the address of element [0, 0, ...], as a const T * of a const view; throws unless the dtype is that of T */
    template <typename T> T *data()
    {
        check_type<T>();
        return static_cast<T *>(ptr);
    }
    template <typename T> const T *data() const
    {
        check_type<T>();
        return static_cast<const T *>(ptr);
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
    template <typename T> void check_type() const
    {
        if (has_type<T>()) return;
        char wanted[32], found[32];
        (void)cucore_dtype_to_name(dtype_of<T>(), wanted, sizeof(wanted));
        (void)cucore_dtype_to_name(dtype, found, sizeof(found));
        check(cucore_fail(CUCORE_WRONG_DTYPE, "expected dtype %s, got %s", wanted, found));
    }
#endif
};
static_assert(sizeof(view) == sizeof(cucore_view), "lists of views are passed to C");
