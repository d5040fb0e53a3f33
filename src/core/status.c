/* ----------------------------------------------------------------------------------------------- >>impl-status -- */
/* core/status.c: statuses, the last error, text. */
#if defined(CUCORE__ATOMIC_IS_VOLATILE)
static __inline int cucore__compare_and_set(void *volatile *pointer, void **expected, void *value)
{
    void *was = InterlockedCompareExchangePointer(pointer, value, *expected);
    int done = was == *expected;
    *expected = was;
    return done;
}
#endif

static CUCORE__THREAD_LOCAL cucore_error cucore__error;

CUCORE_API const cucore_error *cucore_last_error(void)
{
    return &cucore__error;
}

/* Names and sentences are found by the number of a status without its sign: each row stands at its own. */
#define CUCORE__STATUS_ROW(name, value, exception, sentence) cucore__status_row_##name,
#define CUCORE__STATUS_IN_ROW(name, value, exception, sentence) &&(value) == -cucore__status_row_##name
enum { CUCORE_STATUS_LIST(CUCORE__STATUS_ROW) cucore__status_count };
typedef char cucore__assert_statuses_are_rows[1 CUCORE_STATUS_LIST(CUCORE__STATUS_IN_ROW) ? 1 : -1];
#undef CUCORE__STATUS_ROW
#undef CUCORE__STATUS_IN_ROW

#define CUCORE__STATUS_NAME(name, value, exception, sentence) #name,
#define CUCORE__STATUS_TEXT(name, value, exception, sentence) sentence,
static const char *const cucore__status_names[] = {CUCORE_STATUS_LIST(CUCORE__STATUS_NAME)};
static const char *const cucore__status_texts[] = {CUCORE_STATUS_LIST(CUCORE__STATUS_TEXT)};
#undef CUCORE__STATUS_NAME
#undef CUCORE__STATUS_TEXT

CUCORE_API const char *cucore_status_name(cucore_status status)
{
    return status <= 0 && status > -cucore__status_count ? cucore__status_names[-status] : "UNKNOWN";
}

CUCORE_API const char *cucore_status_text(cucore_status status)
{
    return status <= 0 && status > -cucore__status_count ? cucore__status_texts[-status] : "UNKNOWN";
}

CUCORE__PRIVATE void cucore__error_set(cucore_status status, cucore__CUresult result, const char *call,
                                       const char *format, va_list args)
{
    char message[sizeof cucore__error.message]; /* apart, as an argument may be the old message */
    vsnprintf(message, sizeof message, format, args);
    memcpy(cucore__error.message, message, sizeof message);
    cucore__error.status = status;
    cucore__error.result = result;
    cucore__error.call = call;
}

CUCORE_API CUCORE__COLD cucore_status cucore_fail(cucore_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cucore__error_set(status, CUCORE__CUDA_SUCCESS, NULL, format, args);
    va_end(args);
    return status;
}

/* cucore_fail with INVALID_ARGUMENT. */
CUCORE__PRIVATE CUCORE__COLD CUCORE_PRINTF(1, 2) cucore_status cucore__invalid(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cucore__error_set(CUCORE_INVALID_ARGUMENT, CUCORE__CUDA_SUCCESS, NULL, format, args);
    va_end(args);
    return CUCORE_INVALID_ARGUMENT;
}

CUCORE__PRIVATE cucore_status cucore__fail_null(const char *function, const char *what)
{
    return cucore__invalid("%s: %s is NULL", function, what);
}

CUCORE__PRIVATE CUCORE__COLD CUCORE_PRINTF(4, 5) cucore_status
    cucore__fail_driver(cucore_status status, cucore__CUresult result, const char *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cucore__error_set(status, result, call, format, args);
    va_end(args);
    return status;
}

/* Text that grows in a caller's buffer and knows how long it would have become. */
typedef struct cucore__text {
    char *buffer;
    size_t size;
    size_t length;
} cucore__text;

CUCORE__PRIVATE cucore__text cucore__text_start(char *buffer, size_t size)
{
    cucore__text text = {buffer, buffer ? size : 0, 0};
    if (text.size) buffer[0] = '\0';
    return text;
}

CUCORE__PRIVATE CUCORE_PRINTF(2, 3) void cucore__text_add(cucore__text *text, const char *format, ...)
{
    size_t left = text->length < text->size ? text->size - text->length : 0;
    int n;
    va_list args;
    va_start(args, format);
    n = vsnprintf(left ? text->buffer + text->length : NULL, left, format, args);
    va_end(args);
    if (n > 0) text->length += (size_t)n;
}

/* "(23, 4)", "(3,)", "()" */
CUCORE__PRIVATE void cucore__text_add_tuple(cucore__text *text, const int64_t *values, int count)
{
    int i;
    cucore__text_add(text, "(");
    for (i = 0; i < count; i++) cucore__text_add(text, i ? ", %lld" : "%lld", (long long)values[i]);
    cucore__text_add(text, count == 1 ? ",)" : ")");
}

/* A piece of a text, not terminated. */
typedef struct cucore__token {
    const char *text;
    size_t length;
} cucore__token;

/* -1 when it is no number. */
CUCORE__PRIVATE int64_t cucore__token_number(const cucore__token *token)
{
    int64_t value = 0;
    size_t i;
    for (i = 0; i < token->length; i++) {
        int number = token->text[i] - '0';
        if (number < 0 || number > 9 || value > (INT64_MAX - number) / 10) return -1;
        value = 10 * value + number;
    }
    return token->length ? value : -1;
}
