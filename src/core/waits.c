/* ------------------------------------------------------------------------------------------------ >>impl-waits -- */
/* core/waits.c: lets other threads run while the driver may wait. */
/* A function that releases the GIL of this thread, and takes it again.  With NULL it releases the GIL, and returns the
 * state of the thread, NULL if the thread does not hold the GIL, or cucore__wait_never; with a state it takes the GIL
 * again. */
typedef void *(*cucore__waiter)(void *held);

/* Gives up the GIL (rules B122).  Set before the first call of a function of python/, since core/ does not use
 * Python. */
static CUCORE__ATOMIC(cucore__waiter) cucore__wait_by;

/* Is returned if the interpreter ends: a host function that needs it never returns, and a wait for it never ends. */
static char cucore__wait_never[1];

/* Begins a part in which the driver may wait, for functions that give something back: no lock of this library is held.
 * Such parts may be nested. */
CUCORE__PRIVATE void *cucore__wait_begin(void)
{
    cucore__waiter wait = CUCORE__LOAD(&cucore__wait_by);
    return wait ? wait(NULL) : NULL;
}

/* Ends the part. */
CUCORE__PRIVATE void cucore__wait_end(void *held)
{
    if (held && held != cucore__wait_never) (void)CUCORE__LOAD(&cucore__wait_by)(held);
}
