/* kernel/no_programs.c: what CUCORE_NO_PROGRAMS leaves of programs: their refusal. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__program_refuse(void)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "this module was compiled with CUCORE_NO_PROGRAMS, which leaves out kernels "
                                           "from source and from LTO-IR");
}

CUCORE_API cucore_status cucore_program_compile(cucore_program *program, int architecture, const char *kernel_name,
                                                cucore_program_image *out)
{
    (void)program, (void)architecture, (void)kernel_name, (void)out;
    return cucore__program_refuse();
}

CUCORE_API cucore_status cucore__program_make(const cucore_kernel *kernel, const void **image, const char **name)
{
    (void)kernel, (void)image, (void)name;
    return cucore__program_refuse();
}

CUCORE_API size_t cucore_program_log_text(const cucore_program *program, char *text, size_t size)
{
    (void)program;
    if (text && size) *text = '\0';
    return 0;
}
