/* op/find.c: functions of frameworks, looked up in the running process; no framework is loaded or linked. */
/* Finds a library that the process has loaded, by the name of its file; NULL: it has not.  Libraries of Python's
 * packages are private to those that loaded them, so that their names are not in the scope of all. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__op_library(const char *name)
{
#if defined(_WIN32)
    return (void *)GetModuleHandleA(name);
#else
    return dlopen(name, RTLD_NOLOAD | RTLD_LAZY);
#endif
}

/* Finds a function in a library, or with NULL in all that the process shows; NULL: it is not there. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__op_symbol(void *library, const char *name)
{
    void *pointer = NULL;
#if defined(_WIN32)
    FARPROC symbol = library ? GetProcAddress((HMODULE)library, name) : NULL;
    memcpy(&pointer, &symbol, sizeof pointer);
#else
    pointer = dlsym(library ? library : RTLD_DEFAULT, name);
#endif
    return pointer;
}
