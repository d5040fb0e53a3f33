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
