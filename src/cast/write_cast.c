/* ---------------------------------------------------------------------------------------------- >>impl-cast-text -- */
/* cast/write_cast.c: PTX text that converts one element, for copy/emit/write.c.  No driver. */
/* The results are those of convert.h.  PTX 6.0 for sm_50 has no bfloat16, and its conversions of NaN to
 * integers differ, so both are written out.  Elements are bits of the registers %e; %t (32 bits), %w (64), %h (16) and
 * %q (predicates) hold what is in between, each element begins again with the first of them. */

/* A number in a register. */
typedef struct cucore__ptx_number {
    char kind; /* s or u: an integer; f: a float */
    int bits;  /* 16, 32 or 64 */
    char name[12];
} cucore__ptx_number;

typedef struct cucore__ptx_caster {
    cucore__text *text;
    int used[3]; /* the next registers of 16, 32 and 64 bits */
    int predicates;
} cucore__ptx_caster;

/* Each function below appends one instruction, or a few, and returns the new register with the result. */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_make(cucore__ptx_caster *c, char kind, int bits)
{
    cucore__ptx_number made;
    made.kind = kind;
    made.bits = bits;
    snprintf(made.name, sizeof made.name, "%%%c%d", bits == 64 ? 'w' : bits == 32 ? 't' : 'h', c->used[bits / 32]++);
    return made;
}

/* cvt<how>.<type of the result>.<type of x> */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_convert(cucore__ptx_caster *c, const char *how, cucore__ptx_number x,
                                                       char kind, int bits)
{
    const cucore__ptx_number made = cucore__ptx_make(c, kind, bits);
    cucore__text_add(c->text, "cvt%s.%c%d.%c%d %s,%s;\n", how, kind, bits, x.kind, x.bits, made.name, x.name);
    return made;
}

/* <what> made,x,<constant> of 32 bits */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_with(cucore__ptx_caster *c, const char *what, cucore__ptx_number x,
                                                    int constant)
{
    const cucore__ptx_number made = cucore__ptx_make(c, x.kind, 32);
    cucore__text_add(c->text, "%s %s,%s,%d;\n", what, made.name, x.name, constant);
    return made;
}

/* <what> made,a,b of 32 bits */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_both(cucore__ptx_caster *c, const char *what, cucore__ptx_number a,
                                                    cucore__ptx_number b)
{
    const cucore__ptx_number made = cucore__ptx_make(c, a.kind, 32);
    cucore__text_add(c->text, "%s %s,%s,%s;\n", what, made.name, a.name, b.name);
    return made;
}

/* setp.<how>.<type of a> predicate,a,b */
CUCORE__PRIVATE int cucore__ptx_compare(cucore__ptx_caster *c, const char *how, cucore__ptx_number a, const char *b)
{
    cucore__text_add(c->text, "setp.%s.%c%d %%q%d,%s,%s;\n", how, a.kind, a.bits, c->predicates, a.name, b);
    return c->predicates++;
}

/* Returns `yes` if the predicate is set, else `no`. */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_select(cucore__ptx_caster *c, int predicate, const char *yes,
                                                      cucore__ptx_number no)
{
    const cucore__ptx_number made = cucore__ptx_make(c, no.kind, no.bits);
    cucore__text_add(c->text, "selp.b%d %s,%s,%s,%%q%d;\n", no.bits, made.name, yes, no.name, predicate);
    return made;
}

/* Returns 1 or 0. */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_of_predicate(cucore__ptx_caster *c, int predicate)
{
    cucore__ptx_number zero = {'u', 32, "0"};
    return cucore__ptx_select(c, predicate, "1", zero);
}

/* The 2 or 4 lowest bytes in the other order, without the others. */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_swap(cucore__ptx_caster *c, cucore__ptx_number x, int bytes)
{
    const cucore__ptx_number made = cucore__ptx_make(c, x.kind, 32);
    cucore__text_add(c->text, "prmt.b32 %s,%s,0,%d;\n", made.name, x.name, bytes == 4 ? 0x0123 : 0x4401);
    return made;
}

/* -- what is read -------------------------------------------------------------------------------------------------- */
/* Returns the number in one part of an element: an integer or a float of 32 or 64 bits. */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_read(cucore__ptx_caster *c, cucore__number_type type,
                                                    cucore__ptx_bits at)
{
    const char kind = type.kind == CUCORE__NUMBER_SIGNED                                         ? 's'
                      : type.kind == CUCORE__NUMBER_UNSIGNED || type.kind == CUCORE__NUMBER_BOOL ? 'u'
                                                                                                 : 'f';
    cucore__ptx_number x = {kind, 32, ""};
    snprintf(x.name, sizeof x.name, "%%e%d", at.first);
    if (type.bytes == 8) {
        const cucore__ptx_number made = cucore__ptx_make(c, kind, 64);
        if (type.swapped) {
            const cucore__ptx_number low = cucore__ptx_make(c, kind, 32), high = cucore__ptx_make(c, kind, 32);
            cucore__text_add(c->text, "prmt.b32 %s,%%e%d,0,%d;\nprmt.b32 %s,%%e%d,0,%d;\nmov.b64 %s,{%s,%s};\n",
                             low.name, at.first + 1, 0x0123, high.name, at.first, 0x0123, made.name, low.name,
                             high.name);
        } else {
            cucore__text_add(c->text, "mov.b64 %s,{%%e%d,%%e%d};\n", made.name, at.first, at.first + 1);
        }
        return made;
    }
    if (at.byte) x = cucore__ptx_with(c, "shr.u32", x, 8 * at.byte);
    if (type.swapped) x = cucore__ptx_swap(c, x, (int)type.bytes);
    if (type.bytes == 4) return x;
    if (type.has_form == 2) return cucore__ptx_with(c, "shl.b32", x, 16);
    if (kind == 'f') {
        x.kind = 'u';
        x = cucore__ptx_convert(c, "", x, 'u', 16);
        x.kind = 'f';
        return cucore__ptx_convert(c, "", x, 'f', 32);
    }
    x.bits = 8 * (int)type.bytes;
    x = cucore__ptx_convert(c, "", x, kind, 32);
    if (type.kind != CUCORE__NUMBER_BOOL) return x;
    return cucore__ptx_of_predicate(c, cucore__ptx_compare(c, "ne", x, "0"));
}

/* -- what is written ----------------------------------------------------------------------------------------------- */
/* A number as a float of 32 bits that rounds to fewer bits as the number does: towards 0, with the last bit set if the
 * float differs. */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_round_to_odd(cucore__ptx_caster *c, cucore__ptx_number x)
{
    const cucore__ptx_number rounded = cucore__ptx_convert(c, ".rz", x, 'f', 32);
    const cucore__ptx_number back = cucore__ptx_convert(c, x.kind == 'f' ? "" : ".rzi", rounded, x.kind, x.bits);
    const cucore__ptx_number differs = cucore__ptx_of_predicate(c, cucore__ptx_compare(c, "ne", x, back.name));
    return cucore__ptx_both(c, "or.b32", rounded, differs);
}

/* The nearest bfloat16, ties to even. */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_to_bfloat(cucore__ptx_caster *c, cucore__ptx_number x, int source_bits)
{
    cucore__ptx_number high, rounded;
    int is_nan;
    if (x.kind != 'f' && source_bits <= 16) {
        x = cucore__ptx_convert(c, ".rn", x, 'f', 32); /* nothing is rounded */
    } else if (x.kind != 'f' || x.bits == 64) {
        x = cucore__ptx_round_to_odd(c, x);
    }
    is_nan = cucore__ptx_compare(c, "nan", x, x.name);
    high = cucore__ptx_with(c, "shr.u32", x, 16);
    rounded = cucore__ptx_with(c, "and.b32", high, 1);
    rounded = cucore__ptx_both(c, "add.s32", x, rounded);
    rounded = cucore__ptx_with(c, "add.s32", rounded, 0x7FFF);
    rounded = cucore__ptx_with(c, "shr.u32", rounded, 16);
    high = cucore__ptx_with(c, "or.b32", high, 0x40); /* a NaN that is quiet */
    return cucore__ptx_select(c, is_nan, high.name, rounded);
}

/* The integer of so many bits: integers wrap, floats saturate, NaN becomes 0. */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_to_int(cucore__ptx_caster *c, cucore__ptx_number x, char kind, int bits)
{
    const int wide = bits == 64 ? 64 : 32;
    cucore__ptx_number made;
    int is_nan;
    if (x.kind != 'f') {
        if (x.bits == wide) return x;
        if (wide == 32) x.kind = 'u';
        return cucore__ptx_convert(c, "", x, x.kind, wide);
    }
    made = cucore__ptx_convert(c, ".rzi", x, kind, wide);
    if (bits < 32 && kind == 's') {
        made = cucore__ptx_with(c, "min.s32", made, (1 << (bits - 1)) - 1);
        made = cucore__ptx_with(c, "max.s32", made, -(1 << (bits - 1)));
    } else if (bits < 32) {
        made = cucore__ptx_with(c, "min.u32", made, (1 << bits) - 1);
    }
    is_nan = cucore__ptx_compare(c, "nan", x, x.name);
    return cucore__ptx_select(c, is_nan, "0", made);
}

/* The float of 16, 32 or 64 bits. */
CUCORE__PRIVATE cucore__ptx_number cucore__ptx_to_float(cucore__ptx_caster *c, cucore__ptx_number x, int bits)
{
    if (bits == 16 && x.kind != 'f') x = cucore__ptx_convert(c, ".rn", x, 'f', 32); /* up to 65520 nothing is rounded */
    if (x.kind != 'f' || x.bits > bits) x = cucore__ptx_convert(c, ".rn", x, 'f', bits);
    if (x.bits < bits) x = cucore__ptx_convert(c, "", x, 'f', bits);
    if (bits > 16) return x;
    x.kind = 'u';
    return cucore__ptx_convert(c, "", x, 'u', 32);
}

/* Puts the bits of one part in their place. */
CUCORE__PRIVATE void cucore__ptx_put(cucore__ptx_caster *c, cucore__ptx_number x, cucore__number_type type,
                                     cucore__ptx_bits at)
{
    const int bytes = (int)type.bytes;
    if (bytes == 8) {
        const int low = at.first + type.swapped, high = at.first + !type.swapped;
        int i;
        cucore__text_add(c->text, "mov.b64 {%%e%d,%%e%d},%s;\n", low, high, x.name);
        for (i = at.first; type.swapped && i < at.first + 2; i++)
            cucore__text_add(c->text, "prmt.b32 %%e%d,%%e%d,0,%d;\n", i, i, 0x0123);
        return;
    }
    if (type.swapped) x = cucore__ptx_swap(c, x, bytes);
    if (at.byte) {
        cucore__text_add(c->text, "bfi.b32 %%e%d,%s,%%e%d,%d,%d;\n", at.first, x.name, at.first, 8 * at.byte,
                         8 * bytes);
    } else {
        cucore__text_add(c->text, "mov.b32 %%e%d,%s;\n", at.first, x.name);
    }
}

/* Returns a predicate that is set if the number is not 0, or NaN. */
CUCORE__PRIVATE int cucore__ptx_is_true(cucore__ptx_caster *c, cucore__ptx_number x)
{
    if (x.kind != 'f') return cucore__ptx_compare(c, "ne", x, "0");
    return cucore__ptx_compare(c, "neu", x, x.bits == 32 ? "0f00000000" : "0d0000000000000000");
}

CUCORE__PRIVATE cucore__ptx_number cucore__ptx_write(cucore__ptx_caster *c, cucore__ptx_number x,
                                                     cucore__number_type from, cucore__number_type to)
{
    const int bits = 8 * (int)to.bytes;
    if (to.has_form == 2) return cucore__ptx_to_bfloat(c, x, 8 * (int)from.bytes);
    switch (to.kind) {
    case CUCORE__NUMBER_BOOL: return cucore__ptx_of_predicate(c, cucore__ptx_is_true(c, x));
    case CUCORE__NUMBER_SIGNED: return cucore__ptx_to_int(c, x, 's', bits);
    case CUCORE__NUMBER_UNSIGNED: return cucore__ptx_to_int(c, x, 'u', bits);
    default: return cucore__ptx_to_float(c, x, bits);
    }
}

/* Converts an element.  types: as in a key, of the source and of the destination. */
CUCORE__PRIVATE void cucore__ptx_cast(cucore__text *text, const uint16_t *types, cucore__ptx_bits source,
                                      cucore__ptx_bits destination)
{
    const cucore__number_type from = cucore__number_decode(types[0]), to = cucore__number_decode(types[1]);
    cucore__ptx_caster caster = {NULL, {0, 0, 0}, 0};
    cucore__ptx_number re, im;
    int i;
    caster.text = text;
    re = im = cucore__ptx_read(&caster, from, source);
    if (from.kind == CUCORE__NUMBER_COMPLEX) {
        source.first += (int)from.bytes / 4;
        im = cucore__ptx_read(&caster, from, source);
        if (to.kind == CUCORE__NUMBER_BOOL) {
            const int first = cucore__ptx_is_true(&caster, re), second = cucore__ptx_is_true(&caster, im);
            const int either = caster.predicates++;
            cucore__text_add(text, "or.pred %%q%d,%%q%d,%%q%d;\n", either, first, second);
            cucore__ptx_put(&caster, cucore__ptx_of_predicate(&caster, either), to, destination);
            return;
        }
    }
    cucore__ptx_put(&caster, cucore__ptx_write(&caster, re, from, to), to, destination);
    if (to.kind != CUCORE__NUMBER_COMPLEX) return;
    destination.first += (int)to.bytes / 4;
    if (from.kind == CUCORE__NUMBER_COMPLEX) {
        cucore__ptx_put(&caster, cucore__ptx_write(&caster, im, from, to), to, destination);
        return;
    }
    for (i = 0; i < (int)to.bytes / 4; i++) cucore__text_add(text, "mov.b32 %%e%d,0;\n", destination.first + i);
}
