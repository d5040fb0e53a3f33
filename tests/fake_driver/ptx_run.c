/* ptx_run.c - runs the kernels that src/copy/write.c writes, for the fake driver: straight-line PTX, all threads of a block
 * together.  What a GPU would not forgive ends the process: an address that is no multiple of the access, one outside of shared
 * memory, an instruction that is unknown here.  ptx.py checks more: addresses outside of the arrays, races. */
#include "ptx_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PTX_THREADS = 256, PTX_REGISTERS = 2048, PTX_OPERANDS = 6, PTX_SHARED = 48 << 10 };

typedef struct ptx_machine {
    uint64_t registers[4][PTX_REGISTERS][PTX_THREADS]; /* %r, %e, %d, %p */
    unsigned char shared[PTX_SHARED];
    const unsigned char *parameters;
    uint32_t block;
    unsigned threads;
} ptx_machine;

typedef struct ptx_instruction {
    char name[32];
    char operands[PTX_OPERANDS][40];
    int count;
    uint64_t *predicate; /* NULL: always */
} ptx_instruction;

static void ptx_fail(const char *what, const char *where)
{
    fprintf(stderr, "ptx_run: %s: %s\n", what, where);
    abort();
}

/* The values of a register, one of each thread; NULL: it is none. */
static uint64_t *ptx_register_of(ptx_machine *m, const char *name)
{
    static const char classes[] = "redp";
    const char *found = name[0] == '%' && name[1] ? strchr(classes, name[1]) : NULL;
    int number = found ? atoi(name + 2) : -1;
    if (!found || name[2] < '0' || name[2] > '9') return NULL;
    if (number < 0 || number >= PTX_REGISTERS) ptx_fail("a register too many", name);
    return m->registers[found - classes][number];
}

static uint64_t ptx_value_of(ptx_machine *m, const char *operand, unsigned thread)
{
    const uint64_t *values = ptx_register_of(m, operand);
    if (values) return values[thread];
    if (strcmp(operand, "%tid.x") == 0) return thread;
    if (strcmp(operand, "%ctaid.x") == 0) return m->block;
    return (uint64_t)strtoll(operand, NULL, 0);
}

/* "@%p1 ld.global.v2.u32 {%e0,%e1},[%d3+8]" */
static int ptx_parse(ptx_machine *m, char *line, ptx_instruction *out)
{
    char *at = line;
    int length = 0;
    out->count = 0;
    out->predicate = NULL;
    if (*at == '@') {
        out->predicate = ptx_register_of(m, at + 1);
        if (!out->predicate) ptx_fail("no predicate", line);
        at = strchr(at, ' ') + 1;
    }
    if (sscanf(at, "%31s%n", out->name, &length) != 1) return 0;
    for (at += length; *at && *at != ';';) {
        int n = 0;
        at += strspn(at, " ,{}[");
        if (!*at || *at == ';') break;
        if (out->count == PTX_OPERANDS || sscanf(at, "%39[^],{};]%n", out->operands[out->count], &n) != 1)
            ptx_fail("operands", line);
        out->count++;
        at += n;
        at += strspn(at, "]");
    }
    return 1;
}

/* "%d3+-8", "tile+4", "p+16" */
static uint64_t ptx_address_of(ptx_machine *m, const char *operand, unsigned thread)
{
    char base[40];
    const char *plus = strchr(operand, '+');
    const size_t length = plus ? (size_t)(plus - operand) : strlen(operand);
    memcpy(base, operand, length);
    base[length] = '\0';
    return (base[0] == '%' ? ptx_value_of(m, base, thread) : 0) + (plus ? (uint64_t)strtoll(plus + 1, NULL, 0) : 0);
}

static void ptx_move(ptx_machine *m, const ptx_instruction *i, unsigned thread)
{
    const int load = i->name[0] == 'l', shared = strncmp(i->name + 3, "shared", 6) == 0, parameter = i->name[3] == 'p';
    const char *type = strrchr(i->name, '.') + 1, *vector = strstr(i->name, ".v");
    const unsigned bytes = (unsigned)atoi(type + 1) / 8, count = vector ? (unsigned)(vector[2] - '0') : 1;
    const uint64_t address = ptx_address_of(m, i->operands[load ? count : 0], thread);
    unsigned k;
    if (address % (bytes * count)) ptx_fail("an address that is no multiple", i->operands[load ? count : 0]);
    if (shared && address + bytes * count > PTX_SHARED)
        ptx_fail("outside of shared memory", i->operands[load ? count : 0]);
    for (k = 0; k < count; k++) {
        unsigned char *at =
            shared ? m->shared + address + k * bytes : (unsigned char *)(uintptr_t)(address + k * bytes);
        uint64_t *values = ptx_register_of(m, i->operands[load ? k : 1 + k]);
        if (load) {
            uint64_t value = 0;
            memcpy(&value, parameter ? m->parameters + address : at, bytes);
            values[thread] = value;
        } else {
            memcpy(at, &values[thread], bytes);
        }
    }
}

/* X(number, name, result of a[0], a[1], a[2]) */
#define PTX_ARITHMETIC(X)                                                                                              \
    X(MOV, "mov.u32", (uint32_t)a[0])                                                                                  \
    X(ADD, "add.s32", (uint32_t)(a[0] + a[1]))                                                                         \
    X(SUB, "sub.s32", (uint32_t)(a[0] - a[1]))                                                                         \
    X(MUL, "mul.lo.s32", (uint32_t)(a[0] * a[1]))                                                                      \
    X(MAD, "mad.lo.s32", (uint32_t)(a[0] * a[1] + a[2]))                                                               \
    X(MUL_HIGH, "mul.hi.u32", (uint64_t)(uint32_t)a[0] * (uint32_t)a[1] >> 32)                                         \
    X(SHIFT, "shr.u32", (uint32_t)a[0] >> a[1])                                                                        \
    X(AND, "and.b32", (uint32_t)(a[0] & a[1]))                                                                         \
    X(MAD_WIDE, "mad.wide.s32", (uint64_t)((int64_t)(int32_t)a[0] * (int32_t)a[1]) + a[2])                             \
    X(MAD_64, "mad.lo.s64", a[0] * a[1] + a[2])                                                                        \
    X(ADD_64, "add.s64", a[0] + a[1])                                                                                  \
    X(SIGNED, "cvt.s64.s32", (uint64_t)(int64_t)(int32_t)a[0])                                                         \
    X(UNSIGNED, "cvt.u64.u32", (uint32_t)a[0])                                                                         \
    X(MORE, "setp.gt.s32", (int32_t)a[0] > (int32_t)a[1])                                                              \
    X(LESS, "setp.lt.s32", (int32_t)a[0] < (int32_t)a[1])                                                              \
    X(BOTH, "and.pred", a[0] && a[1])

#define PTX_NUMBER(number, name, result) PTX_##number,
enum { PTX_ARITHMETIC(PTX_NUMBER) PTX_KINDS };
#undef PTX_NUMBER

static int ptx_kind(const char *name)
{
#define PTX_NAME(number, name, result) name,
    static const char *const names[] = {PTX_ARITHMETIC(PTX_NAME)};
#undef PTX_NAME
    int which;
    for (which = 0; which < PTX_KINDS; which++) {
        if (strcmp(names[which], name) == 0) return which;
    }
    ptx_fail("an unknown instruction", name);
    return -1;
}

static void ptx_compute(ptx_machine *m, const ptx_instruction *i, uint64_t *out)
{
    const int which = ptx_kind(i->name);
    const uint64_t *values[3];
    uint64_t a[3] = {0, 0, 0};
    unsigned t;
    int k;
    for (k = 0; k < 3; k++) {
        values[k] = k + 1 < i->count ? ptx_register_of(m, i->operands[k + 1]) : NULL;
        if (k + 1 < i->count && !values[k]) a[k] = ptx_value_of(m, i->operands[k + 1], 0);
    }
    for (t = 0; t < m->threads; t++) {
        if (i->predicate && !i->predicate[t]) continue;
        for (k = 0; k < 3; k++) {
            if (values[k]) a[k] = values[k][t];
        }
        if (strcmp(i->operands[1], "%tid.x") == 0) a[0] = t;
        switch (which) {
#define PTX_CASE(number, name, result)                                                                                 \
    case PTX_##number: out[t] = (uint64_t)(result); break;
            PTX_ARITHMETIC(PTX_CASE)
#undef PTX_CASE
        }
    }
}

static void ptx_step(ptx_machine *m, const ptx_instruction *i)
{
    unsigned t;
    /* each instruction ends for all threads, and so does a barrier */
    if (strcmp(i->name, "bar.sync") == 0 || strcmp(i->name, "ret") == 0) return;
    if (strncmp(i->name, "ld.", 3) && strncmp(i->name, "st.", 3)) {
        ptx_compute(m, i, ptx_register_of(m, i->operands[0]));
        return;
    }
    for (t = 0; t < m->threads; t++) {
        if (!i->predicate || i->predicate[t]) ptx_move(m, i, t);
    }
}

int ptx_run(const char *text, const uint32_t *grid, uint32_t threads, const void *parameters)
{
    const char *body = strstr(text, "{\n"), *at;
    ptx_machine *m = (ptx_machine *)calloc(1, sizeof *m);
    ptx_instruction *code = NULL;
    char line[200];
    int count = 0, k;
    if (!m || !body || threads > PTX_THREADS || grid[1] != 1 || grid[2] != 1)
        ptx_fail("this launch is not for it", text);
    m->parameters = (const unsigned char *)parameters;
    m->threads = threads;
    for (at = body + 2; *at && *at != '}'; at = strchr(at, '\n') + 1) {
        const size_t length = (size_t)(strchr(at, '\n') - at);
        if (length >= sizeof line) ptx_fail("a long line", at);
        memcpy(line, at, length);
        line[length] = '\0';
        if (line[0] == '.') continue; /* registers and shared memory */
        code = (ptx_instruction *)realloc(code, ((size_t)count + 1) * sizeof *code);
        if (!code) ptx_fail("no memory", "");
        if (strncmp(line, "ret", 3) == 0) break;
        count += ptx_parse(m, line, &code[count]);
    }
    for (m->block = 0; m->block < grid[0]; m->block++) {
        for (k = 0; k < count; k++) ptx_step(m, &code[k]);
    }
    free(code);
    free(m);
    return 0;
}
