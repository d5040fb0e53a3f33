/* core/private_end.h: undefines what core/private.h defines, so that no private macro reaches the user's code. */
#undef CUCORE__PRIVATE
#undef CUCORE__EXCEPTIONS
#undef CUCORE__CALL_ALLOCATOR
#undef CUCORE__HOT
#undef CUCORE__COLD
#undef CUCORE__APART
#undef CUCORE__INLINE
#undef CUCORE__RESTRICT
#undef CUCORE__LIKELY
#undef CUCORE__ATOMIC
#undef CUCORE__ATOMIC_IS_VOLATILE
#undef CUCORE__LOAD
#undef CUCORE__STORE
#undef CUCORE__FENCE
#undef CUCORE__TEST_AND_SET
#undef CUCORE__ADD
#undef CUCORE__ARG_FLAG_OR
#undef CUCORE__ARG_FLAGS
#undef CUCORE__WORDLESS
#undef CUCORE__ARG_ASKS
#undef CUCORE__FLAG
#undef CUCORE__ARG_OF_PYTHON
#undef CUCORE__COMPARE_AND_SET
#undef CUCORE__THREAD_LOCAL
#undef CUCORE__LOCK
#undef CUCORE__UNLOCK
#undef CUCORE__CALL
#undef CUCORE__CALL_RELAXED
#undef CUCORE__WAITING
#undef CUCORE__CALL_IN
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

/* Until 0.4: flags that the implementations of this file cannot do, or only since 0.2 could. */
#if !defined(CUCORE_NO_COMPAT)
#if defined(CUCORE_COPY_H_IMPLEMENTED) && (!defined(CUCORE_CAST_H) || defined(CUCORE_CAST_BY_COPY_H))
#undef CUCORE_SAYS_CAST
#define CUCORE_SAYS_CAST                                                                                              \
    CUCORE_SAYS("CUCORE_CAST and CUCORE_COPY_CAST need cucore_cast.h: include it instead of cucore_copy.h")
#endif
#if defined(CUCORE_COPY_AFTER_PYTHON_H)
#undef CUCORE_SAYS_FIT
#define CUCORE_SAYS_FIT                                                                                               \
    CUCORE_SAYS_PRAGMA(GCC error "for this flag include cucore_copy.h before the implementation of cucore_python.h")
#endif
#endif /* until 0.4 */
