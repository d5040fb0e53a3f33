/* ptx_run.c - runs the kernels that src/copy/emit/write.c writes, for the fake driver: all threads of a block together, which
 * jump back together.  What a GPU would not forgive ends the process: an address that is no multiple of the access, one outside of shared
 * memory, an instruction that is unknown here.  ptx.py checks more: addresses outside of the arrays, races. */
#include "ptx_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PTX_THREADS = 512,
    PTX_REGISTERS = 4000,
    PTX_OPERANDS = 6,
    PTX_SHARED = 48 << 10,
    PTX_TILE = 1024,
    PTX_KEPT = 64
};

/* Registers by number: %r, %e, %d, %p and those between the steps of a conversion, each class of them; then %tid.x, %ctaid.x. */
static const char ptx_classes[] = "redpthwq";
enum { PTX_THREAD = 8 * PTX_REGISTERS, PTX_BLOCK, PTX_ALL, PTX_NONE = -1 };

typedef struct ptx_instruction {
    int which;                      /* PTX_... */
    int count;                      /* of the operands */
    int predicate, unless;          /* a register, or PTX_NONE: always; 1: of a jump, if the predicate is not set */
    int values[PTX_OPERANDS];       /* registers; PTX_NONE: the number alone */
    uint64_t numbers[PTX_OPERANDS]; /* also beside an address */
    unsigned bytes, vector;         /* of a load or store */
    int is_load;
    char space; /* g, s or p: of global, shared, and param */
    int line;   /* where the text has it */
    int to;     /* of a jump */
} ptx_instruction;

/* A kernel that was read, and its text. */
typedef struct ptx_program {
    char *text;
    int count;
    ptx_instruction *code;
} ptx_program;

typedef struct ptx_machine {
    const ptx_program *program;
    unsigned char shared[PTX_SHARED];
    const unsigned char *parameters;
    unsigned threads;
    int waits; /* 1: there is a thread that does nothing before instruction until[thread], as it jumped ahead of others */
    int until[PTX_THREADS];
    uint64_t registers[PTX_ALL * PTX_THREADS]; /* of a register the value of each thread that there is */
} ptx_machine;

static void ptx_fail(const char *what, const char *where)
{
    fprintf(stderr, "ptx_run: %s: %.*s\n", what, (int)strcspn(where, "\n"), where);
    abort();
}

static uint64_t *ptx_values(ptx_machine *m, int number)
{
    return m->registers + (size_t)number * m->threads;
}

/* -- reading ------------------------------------------------------------------------------------------------------- */
static int ptx_register_of(const char *name)
{
    const char *found = name[0] == '%' && name[1] ? strchr(ptx_classes, name[1]) : NULL;
    int number = found ? atoi(name + 2) : -1;
    if (strcmp(name, "%tid.x") == 0) return PTX_THREAD;
    if (strcmp(name, "%ctaid.x") == 0) return PTX_BLOCK;
    if (!found || name[2] < '0' || name[2] > '9') return PTX_NONE;
    if (number < 0 || number >= PTX_REGISTERS) ptx_fail("a register too many", name);
    return (int)(found - ptx_classes) * PTX_REGISTERS + number;
}

static uint64_t ptx_number_of(const char *operand)
{
    if (strcmp(operand, "tile") == 0) return PTX_TILE; /* where shared memory begins */
    if (strncmp(operand, "0f", 2) == 0 || strncmp(operand, "0d", 2) == 0) return strtoull(operand + 2, NULL, 16);
    return (uint64_t)strtoll(operand, NULL, 0);
}

static float ptx_single(uint64_t bits)
{
    const uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, sizeof x);
    return x;
}

static double ptx_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t ptx_single_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t ptx_double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Rounded towards 0: one step back if the nearest one is farther away from it. */
static uint32_t ptx_towards_zero(float nearest, long double x)
{
    const long double y = nearest;
    return ptx_single_bits(nearest) - ((y < 0 ? -y : y) > (x < 0 ? -x : x));
}

/* 2^n, for n of a double that is not subnormal */
static double ptx_power(int n)
{
    return ptx_double((uint64_t)(n + 1023) << 52);
}

static float ptx_from_half(uint64_t bits)
{
    const int sign = (int)(bits >> 15 & 1), place = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double x = place ? (1024 + fraction) * ptx_power(place - 25) : fraction * ptx_power(-24);
    if (place == 31) x = fraction ? (double)NAN : (double)INFINITY;
    return (float)(sign ? -x : x);
}

/* The nearest one, ties to even. */
static uint16_t ptx_to_half(double x)
{
    const uint64_t bits = ptx_double_bits(x);
    const unsigned sign = (unsigned)(bits >> 48) & 0x8000u;
    int power = (int)(bits >> 52 & 2047) - 1023;
    double size = x < 0 ? -x : x;
    if (isnan(x)) return 0x7FFF;
    if (size >= 65520) return (uint16_t)(sign | 0x7C00);
    if (power < -14) power = -14;
    size *= ptx_power(10 - power);                 /* in units of the last bit */
    size = (size + ptx_power(52)) - ptx_power(52); /* a whole number of them */
    return (uint16_t)(sign |
                      ((unsigned)((power + 14) << 10) + (unsigned)size)); /* the leading 1 counts as an exponent */
}

/* Floats as integers: the nearest one that there is; NaN as the manual of PTX has it. */
static uint64_t ptx_to_int(double x, int bits, int is_signed, int from_bits)
{
    const uint64_t last = UINT64_MAX >> (64 - bits + is_signed);
    const double end = (is_signed ? 1 : 2) * ptx_power(bits - 1);
    if (isnan(x)) return bits == 64 || from_bits == 64 ? (uint64_t)1 << (bits - 1) : 0;
    if (x >= end) return last;
    if (!is_signed) return x > 0 ? (uint64_t)x : 0;
    return (x <= -end ? ~last : (uint64_t)(int64_t)x) & (UINT64_MAX >> (64 - bits));
}

static uint32_t ptx_permute(uint64_t low, uint64_t high, uint64_t digits)
{
    const uint64_t both = high << 32 | (uint32_t)low;
    uint32_t out = 0;
    for (int k = 0; k < 4; k++) out |= (uint32_t)(both >> (8 * (digits >> 4 * k & 7)) & 255) << 8 * k;
    return out;
}

static uint32_t ptx_insert(uint64_t field, uint64_t into, uint64_t at, uint64_t bits)
{
    const uint64_t mask = (((uint64_t)1 << bits) - 1) << at;
    return (uint32_t)((into & ~mask) | (field << at & mask));
}

#define PTX_S32(v) ((int32_t)(uint32_t)(v))
#define PTX_CONVERSIONS(X)                                                                                             \
    X(CVT_U16_U32, "cvt.u16.u32", (uint16_t)a[0])                                                                      \
    X(CVT_U32_U16, "cvt.u32.u16", (uint16_t)a[0])                                                                      \
    X(CVT_U32_U8, "cvt.u32.u8", (uint8_t)a[0])                                                                         \
    X(CVT_S32_S16, "cvt.s32.s16", (uint32_t)(int32_t)(int16_t)(uint16_t)a[0])                                          \
    X(CVT_S32_S8, "cvt.s32.s8", (uint32_t)(int32_t)(int8_t)(uint8_t)a[0])                                              \
    X(CVT_U32_U64, "cvt.u32.u64", (uint32_t)a[0])                                                                      \
    X(CVT_F32_F16, "cvt.f32.f16", ptx_single_bits(ptx_from_half(a[0])))                                                \
    X(CVT_F64_F32, "cvt.f64.f32", ptx_double_bits(ptx_single(a[0])))                                                   \
    X(RN_F32_F64, "cvt.rn.f32.f64", ptx_single_bits((float)ptx_double(a[0])))                                          \
    X(RN_F16_F32, "cvt.rn.f16.f32", ptx_to_half(ptx_single(a[0])))                                                     \
    X(RN_F16_F64, "cvt.rn.f16.f64", ptx_to_half(ptx_double(a[0])))                                                     \
    X(RN_F32_S32, "cvt.rn.f32.s32", ptx_single_bits((float)PTX_S32(a[0])))                                             \
    X(RN_F32_U32, "cvt.rn.f32.u32", ptx_single_bits((float)(uint32_t)a[0]))                                            \
    X(RN_F32_S64, "cvt.rn.f32.s64", ptx_single_bits((float)(int64_t)a[0]))                                             \
    X(RN_F32_U64, "cvt.rn.f32.u64", ptx_single_bits((float)a[0]))                                                      \
    X(RN_F64_S32, "cvt.rn.f64.s32", ptx_double_bits((double)PTX_S32(a[0])))                                            \
    X(RN_F64_U32, "cvt.rn.f64.u32", ptx_double_bits((double)(uint32_t)a[0]))                                           \
    X(RN_F64_S64, "cvt.rn.f64.s64", ptx_double_bits((double)(int64_t)a[0]))                                            \
    X(RN_F64_U64, "cvt.rn.f64.u64", ptx_double_bits((double)a[0]))                                                     \
    X(RZ_F32_F64, "cvt.rz.f32.f64", ptx_towards_zero((float)ptx_double(a[0]), ptx_double(a[0])))                       \
    X(RZ_F32_S32, "cvt.rz.f32.s32", ptx_towards_zero((float)PTX_S32(a[0]), PTX_S32(a[0])))                             \
    X(RZ_F32_U32, "cvt.rz.f32.u32", ptx_towards_zero((float)(uint32_t)a[0], (uint32_t)a[0]))                           \
    X(RZ_F32_S64, "cvt.rz.f32.s64", ptx_towards_zero((float)(int64_t)a[0], (int64_t)a[0]))                             \
    X(RZ_F32_U64, "cvt.rz.f32.u64", ptx_towards_zero((float)a[0], a[0]))                                               \
    X(RZI_S32_F32, "cvt.rzi.s32.f32", ptx_to_int(ptx_single(a[0]), 32, 1, 32))                                         \
    X(RZI_U32_F32, "cvt.rzi.u32.f32", ptx_to_int(ptx_single(a[0]), 32, 0, 32))                                         \
    X(RZI_S64_F32, "cvt.rzi.s64.f32", ptx_to_int(ptx_single(a[0]), 64, 1, 32))                                         \
    X(RZI_U64_F32, "cvt.rzi.u64.f32", ptx_to_int(ptx_single(a[0]), 64, 0, 32))                                         \
    X(RZI_S32_F64, "cvt.rzi.s32.f64", ptx_to_int(ptx_double(a[0]), 32, 1, 64))                                         \
    X(RZI_U32_F64, "cvt.rzi.u32.f64", ptx_to_int(ptx_double(a[0]), 32, 0, 64))                                         \
    X(RZI_S64_F64, "cvt.rzi.s64.f64", ptx_to_int(ptx_double(a[0]), 64, 1, 64))                                         \
    X(RZI_U64_F64, "cvt.rzi.u64.f64", ptx_to_int(ptx_double(a[0]), 64, 0, 64))                                         \
    X(NE_U32, "setp.ne.u32", (uint32_t)a[0] != (uint32_t)a[1])                                                         \
    X(NE_S32, "setp.ne.s32", (uint32_t)a[0] != (uint32_t)a[1])                                                         \
    X(NE_U64, "setp.ne.u64", a[0] != a[1])                                                                             \
    X(NE_S64, "setp.ne.s64", a[0] != a[1])                                                                             \
    X(NE_F64, "setp.ne.f64", ptx_double(a[0]) < ptx_double(a[1]) || ptx_double(a[0]) > ptx_double(a[1]))               \
    X(NEU_F32, "setp.neu.f32", !(ptx_single(a[0]) >= ptx_single(a[1]) && ptx_single(a[0]) <= ptx_single(a[1])))        \
    X(NEU_F64, "setp.neu.f64", !(ptx_double(a[0]) >= ptx_double(a[1]) && ptx_double(a[0]) <= ptx_double(a[1])))        \
    X(NAN_F32, "setp.nan.f32", isnan(ptx_single(a[0])) || isnan(ptx_single(a[1])))                                     \
    X(NAN_F64, "setp.nan.f64", isnan(ptx_double(a[0])) || isnan(ptx_double(a[1])))                                     \
    X(EITHER, "or.pred", a[0] || a[1])                                                                                 \
    X(SELECT_32, "selp.b32", (uint32_t)(a[2] ? a[0] : a[1]))                                                           \
    X(SELECT_64, "selp.b64", a[2] ? a[0] : a[1])                                                                       \
    X(OR, "or.b32", (uint32_t)(a[0] | a[1]))                                                                           \
    X(SHIFT_LEFT, "shl.b32", (uint32_t)(a[0] << a[1]))                                                                 \
    X(MIN_S32, "min.s32", (uint32_t)(PTX_S32(a[0]) < PTX_S32(a[1]) ? a[0] : a[1]))                                     \
    X(MAX_S32, "max.s32", (uint32_t)(PTX_S32(a[0]) > PTX_S32(a[1]) ? a[0] : a[1]))                                     \
    X(MIN_U32, "min.u32", (uint32_t)((uint32_t)a[0] < (uint32_t)a[1] ? a[0] : a[1]))                                   \
    X(INSERT, "bfi.b32", ptx_insert((uint32_t)a[0], (uint32_t)a[1], a[2], a[3]))                                       \
    X(MOV_BITS, "mov.b32", (uint32_t)a[0])                                                                             \
    X(JOIN, "mov.b64", a[0] | a[1] << 32)

/* X(number, name, result of a[0], a[1], a[2], a[3]) */
#define PTX_ARITHMETIC(X)                                                                                              \
    X(MOV, "mov.u32", (uint32_t)a[0])                                                                                  \
    X(ADD, "add.s32", (uint32_t)(a[0] + a[1]))                                                                         \
    X(SUB, "sub.s32", (uint32_t)(a[0] - a[1]))                                                                         \
    X(MUL, "mul.lo.s32", (uint32_t)(a[0] * a[1]))                                                                      \
    X(MAD, "mad.lo.s32", (uint32_t)(a[0] * a[1] + a[2]))                                                               \
    X(MUL_HIGH, "mul.hi.u32", (uint64_t)(uint32_t)a[0] * (uint32_t)a[1] >> 32)                                         \
    X(MAD_HIGH, "mad.hi.u32", (uint32_t)(((uint64_t)(uint32_t)a[0] * (uint32_t)a[1] >> 32) + a[2]))                    \
    X(SHIFT, "shr.u32", (uint32_t)a[0] >> a[1])                                                                        \
    X(AND, "and.b32", (uint32_t)(a[0] & a[1]))                                                                         \
    X(MAD_WIDE, "mad.wide.s32", (uint64_t)((int64_t)(int32_t)a[0] * (int32_t)a[1]) + a[2])                             \
    X(MAD_64, "mad.lo.s64", a[0] * a[1] + a[2])                                                                        \
    X(ADD_64, "add.s64", a[0] + a[1])                                                                                  \
    X(SIGNED, "cvt.s64.s32", (uint64_t)(int64_t)(int32_t)a[0])                                                         \
    X(UNSIGNED, "cvt.u64.u32", (uint32_t)a[0])                                                                         \
    X(MORE, "setp.gt.s32", (int32_t)a[0] > (int32_t)a[1])                                                              \
    X(LESS, "setp.lt.s32", (int32_t)a[0] < (int32_t)a[1])                                                              \
    X(BOTH, "and.pred", a[0] && a[1])                                                                                  \
    X(NOT, "not.pred", !a[0])                                                                                          \
    X(AND_64, "and.b64", a[0] & a[1])                                                                                  \
    X(NEGATIVE, "neg.s32", (uint32_t)(0 - a[0]))                                                                       \
    X(PERMUTE, "prmt.b32", ptx_permute(a[0], a[1], a[2]))                                                              \
    X(FUNNEL, "shf.r.wrap.b32", (uint32_t)((a[1] << 32 | (uint32_t)a[0]) >> (a[2] & 31)))

#define PTX_NUMBER(number, name, result) PTX_##number,
enum { PTX_ARITHMETIC(PTX_NUMBER) PTX_CONVERSIONS(PTX_NUMBER) PTX_KINDS, PTX_MOVE, PTX_JUMP, PTX_HALVES, PTX_NOTHING };
#undef PTX_NUMBER

static int ptx_kind(const char *name, const char *first)
{
#define PTX_NAME(number, name, result) name,
    static const char *const names[] = {PTX_ARITHMETIC(PTX_NAME) PTX_CONVERSIONS(PTX_NAME)};
#undef PTX_NAME
    int which;
    if (strncmp(name, "ld.", 3) == 0 || strncmp(name, "st.", 3) == 0) return PTX_MOVE;
    if (strcmp(name, "bra") == 0) return PTX_JUMP;
    if (strcmp(name, "mov.b64") == 0 && first[1] == 'e') return PTX_HALVES;
    /* each instruction ends for all threads, and so does a barrier */
    if (strcmp(name, "bar.sync") == 0 || strchr(name, ':')) return PTX_NOTHING;
    if (strncmp(name, "prefetch", 8) == 0) return PTX_NOTHING;
    for (which = 0; which < PTX_KINDS; which++) {
        if (strcmp(names[which], name) == 0) return which;
    }
    ptx_fail("an unknown instruction", name);
    return -1;
}

/* Where a jump leads: the number of the instruction after so many lines that begin with the label. */
static int ptx_find(const ptx_program *program, const char *name)
{
    const size_t length = strlen(name);
    for (int to = 0; to < program->count; to++) {
        const char *line = program->text + program->code[to].line;
        if (strncmp(line, name, length) == 0 && line[length] == ':') return to;
    }
    ptx_fail("no such label", name);
    return program->count;
}

/* Reads "@%p1 ld.global.v2.u32 {%e0,%e1},[%d3+8];"; the address is a register and a number, or "p+16" a number.  jump: room for
 * the label of a jump, which may be behind. */
static void ptx_parse(const char *line, ptx_instruction *out, char *jump)
{
    char name[32], operands[PTX_OPERANDS][40] = {""};
    const char *at = line;
    size_t n = strcspn(at, " ;\n");
    memset(out, 0, sizeof *out);
    out->predicate = PTX_NONE;
    if (*at == '@') {
        out->unless = at[1] == '!';
        snprintf(name, sizeof name, "%.*s", (int)n - 1 - out->unless, at + 1 + out->unless);
        out->predicate = ptx_register_of(name);
        if (out->predicate == PTX_NONE) ptx_fail("no predicate", line);
        at += n + 1;
        n = strcspn(at, " ;\n");
    }
    if (n >= sizeof name) ptx_fail("a long name", line);
    snprintf(name, sizeof name, "%.*s", (int)n, at);
    for (at += n; *at && *at != ';' && *at != '\n'; at += n) {
        char *operand = operands[out->count], *plus;
        at += strspn(at, " ,{}[]");
        n = strcspn(at, ",]{};\n");
        if (n == 0) break;
        if (out->count == PTX_OPERANDS - 1 || n >= sizeof operands[0]) ptx_fail("operands", line);
        memcpy(operand, at, n);
        operand[n] = '\0';
        plus = strchr(operand, '+');
        if (plus) *plus = '\0';
        out->values[out->count] = ptx_register_of(operand);
        out->numbers[out->count] = plus                                  ? ptx_number_of(plus + 1)
                                   : out->values[out->count] != PTX_NONE ? 0
                                                                         : ptx_number_of(operand);
        out->count++;
    }
    out->which = ptx_kind(name, operands[0]);
    if (out->which == PTX_JUMP) strcpy(jump, operands[0]);
    if (out->which == PTX_MOVE) {
        const char *vector = strstr(name, ".v");
        out->vector = vector ? (unsigned)(vector[2] - '0') : 1;
        out->bytes = (unsigned)atoi(strrchr(name, '.') + 2) / 8;
        out->is_load = name[0] == 'l';
        out->space = name[3];
    }
}

static ptx_program *ptx_program_make(const char *text)
{
    ptx_program *made = (ptx_program *)calloc(1, sizeof *made);
    char(*jumps)[40] = NULL;
    const char *at = strstr(text, "{\n");
    int k, lines = 0;
    if (!at || !made) ptx_fail("no kernel", text);
    for (k = 0; at[k]; k++) lines += at[k] == '\n';
    made->text = strdup(text);
    made->code = (ptx_instruction *)malloc((size_t)lines * sizeof *made->code);
    jumps = (char(*)[40])calloc((size_t)lines, sizeof *jumps);
    if (!made->text || !made->code || !jumps) ptx_fail("no memory", "");
    for (at += 2; *at && *at != '}' && strncmp(at, "ret", 3) != 0; at = strchr(at, '\n') + 1) {
        if (*at == '.') continue; /* registers and shared memory */
        ptx_parse(at, &made->code[made->count], jumps[made->count]);
        made->code[made->count++].line = (int)(at - text);
    }
    for (k = 0; k < made->count; k++) {
        if (made->code[k].which == PTX_JUMP) made->code[k].to = ptx_find(made, jumps[k]);
    }
    free(jumps);
    return made;
}

static void ptx_program_free(ptx_program *program)
{
    if (!program) return;
    free(program->text);
    free(program->code);
    free(program);
}

/* -- running ------------------------------------------------------------------------------------------------------- */
/* Returns 1 if a thread takes part in instruction k. */
static int ptx_acts(ptx_machine *m, const ptx_instruction *i, int k, unsigned thread)
{
    return m->until[thread] <= k && (i->predicate == PTX_NONE || ptx_values(m, i->predicate)[thread]);
}

/* Sanitizers see these copies by memcpy: the rest of this file is not built with them. */
static void ptx_move(ptx_machine *m, const ptx_instruction *i, unsigned thread)
{
    const unsigned at = i->is_load ? i->vector : 0, nbytes = i->bytes * i->vector;
    const uint64_t address = (i->values[at] != PTX_NONE ? ptx_values(m, i->values[at])[thread] : 0) + i->numbers[at];
    const unsigned char *memory = i->space == 'p'   ? m->parameters + address
                                  : i->space == 's' ? m->shared + (address - PTX_TILE)
                                                    : (const unsigned char *)(uintptr_t)address;
    if (address % nbytes) ptx_fail("an address that is no multiple", m->program->text + i->line);
    if (i->space == 's' && (address < PTX_TILE || address - PTX_TILE + nbytes > PTX_SHARED))
        ptx_fail("outside of shared memory", m->program->text + i->line);
    for (unsigned k = 0; k < i->vector; k++, memory += i->bytes) {
        uint64_t *value = &ptx_values(m, i->values[i->is_load ? k : 1 + k])[thread];
        if (i->is_load) *value = 0;
        memcpy(i->is_load ? (void *)value : (void *)(uintptr_t)memory,
               i->is_load ? (const void *)memory : (const void *)value, i->bytes);
    }
}

/* All threads compute; the results of those that do not take part are left out. */
static void ptx_compute(ptx_machine *m, const ptx_instruction *i, int k)
{
    uint64_t constants[4][PTX_THREADS], results[PTX_THREADS];
    const uint64_t *from[4] = {constants[0], constants[0], constants[0], constants[0]};
    const int some = m->waits || i->predicate != PTX_NONE;
    uint64_t *const out = ptx_values(m, i->values[0]), *const to = some ? results : out;
    const unsigned threads = m->threads;
    unsigned t;
    int j;
    for (j = 0; j + 1 < i->count && j < 4; j++) {
        from[j] = i->values[j + 1] == PTX_NONE ? constants[j] : ptx_values(m, i->values[j + 1]);
        for (t = 0; t < threads && from[j] == constants[j]; t++) constants[j][t] = i->numbers[j + 1];
    }
    switch (i->which) {
#define PTX_CASE(number, name, result)                                                                                 \
    case PTX_##number:                                                                                                 \
        for (t = 0; t < threads; t++) {                                                                                \
            const uint64_t a[4] = {from[0][t], from[1][t], from[2][t], from[3][t]};                                    \
            (void)a;                                                                                                   \
            to[t] = (uint64_t)(result);                                                                                \
        }                                                                                                              \
        break;
        PTX_ARITHMETIC(PTX_CASE)
        PTX_CONVERSIONS(PTX_CASE)
#undef PTX_CASE
    }
    for (t = 0; some && t < threads; t++) {
        if (ptx_acts(m, i, k, t)) out[t] = results[t];
    }
}

static void ptx_step(ptx_machine *m, const ptx_instruction *i, int k)
{
    if (i->which < PTX_KINDS) ptx_compute(m, i, k);
    for (unsigned t = 0; i->which == PTX_HALVES && t < m->threads; t++) {
        const uint64_t both = ptx_values(m, i->values[2])[t];
        ptx_values(m, i->values[0])[t] = (uint32_t)both;
        ptx_values(m, i->values[1])[t] = both >> 32;
    }
    for (unsigned t = 0; i->which == PTX_MOVE && t < m->threads; t++) {
        if (ptx_acts(m, i, k, t)) ptx_move(m, i, t);
    }
}

/* Returns the number of the next instruction.  Threads that jump ahead of others wait there. */
static int ptx_next(ptx_machine *m, int k)
{
    const ptx_instruction *i = &m->program->code[k];
    const uint64_t *predicate = i->predicate == PTX_NONE ? NULL : ptx_values(m, i->predicate);
    unsigned t, jumps = 0;
    if (i->which != PTX_JUMP) return k + 1;
    for (t = 0; t < m->threads; t++) jumps += !predicate || (predicate[t] != 0) != i->unless;
    if (jumps == m->threads) return i->to;
    if (jumps && i->to <= k) ptx_fail("a jump back of some threads", m->program->text + i->line);
    for (t = 0; jumps && t < m->threads; t++) {
        if ((predicate[t] != 0) != i->unless) m->until[t] = i->to;
    }
    m->waits |= jumps != 0;
    return k + 1;
}

/* The last machine and some programs are kept until somebody takes them: a machine has 128 MB, of which little is touched. */
static ptx_machine *ptx_kept;
static ptx_program *ptx_programs[PTX_KEPT];

int ptx_run(const char *text, const uint32_t *grid, uint32_t threads, const void *parameters)
{
    ptx_machine *m = __atomic_exchange_n(&ptx_kept, NULL, __ATOMIC_ACQ_REL);
    ptx_program *program, **place;
    uint32_t hash = 2166136261u;
    int k;
    for (size_t i = strlen(text); i > 0; i -= i < 16 ? i : 16) hash = (hash ^ (unsigned char)text[i - 1]) * 16777619u;
    place = &ptx_programs[hash % PTX_KEPT];
    program = __atomic_exchange_n(place, NULL, __ATOMIC_ACQ_REL);
    if (program && strcmp(program->text, text) != 0) {
        ptx_program_free(program);
        program = NULL;
    }
    if (!program) program = ptx_program_make(text);
    if (!m) m = (ptx_machine *)calloc(1, sizeof *m);
    if (!m || threads > PTX_THREADS || grid[1] != 1 || grid[2] != 1) ptx_fail("this launch is not for it", text);
    m->program = program;
    m->parameters = (const unsigned char *)parameters;
    m->threads = threads;
    for (uint32_t block = 0; block < grid[0]; block++) {
        for (uint32_t t = 0; t < threads; t++) {
            ptx_values(m, PTX_THREAD)[t] = t;
            ptx_values(m, PTX_BLOCK)[t] = block;
            m->until[t] = 0;
        }
        m->waits = 0;
        for (k = 0; k < program->count; k = ptx_next(m, k)) ptx_step(m, &program->code[k], k);
    }
    ptx_program_free(__atomic_exchange_n(place, program, __ATOMIC_ACQ_REL)); /* of another thread */
    free(__atomic_exchange_n(&ptx_kept, m, __ATOMIC_ACQ_REL));
    return 0;
}
