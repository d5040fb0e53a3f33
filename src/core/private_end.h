/* core/private_end.h: ends what core/private.h begins, so that no private macro reaches the user's code. */
#undef CUCORE__PRIVATE
#undef CUCORE__HOT
#undef CUCORE__COLD
#undef CUCORE__APART
#undef CUCORE__INLINE
#undef CUCORE__LIKELY
#undef CUCORE__LOAD
#undef CUCORE__STORE
#undef CUCORE__FENCE
#undef CUCORE__TEST_AND_SET
#undef CUCORE__THREAD_LOCAL
#undef CUCORE__LOCK
#undef CUCORE__UNLOCK
#undef CUCORE__CALL
#undef CUCORE__CALL_RELAXED
#undef CUCORE__CALL_IN
