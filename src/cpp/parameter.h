/* -------------------------------------------------------------------------------------------- >>hpp-parameters -- */
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
