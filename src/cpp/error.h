/* ------------------------------------------------------------------------------------------------ >>hpp-errors -- */
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
