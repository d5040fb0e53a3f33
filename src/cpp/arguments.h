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
#define CUCORE__HPP_RAISE(name, value, exception, sentence)                                                            \
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
