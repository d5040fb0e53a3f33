/* cucore_cast.h - v0.3.0 - copies and arguments that are converted to another dtype - SPDX-License-Identifier: MIT
 * Made from src/cucore_cast.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * With this header cucore_view_copy converts elements (CUCORE_COPY_CAST), and arguments of Python functions are
 * converted (CUCORE_CAST): by the CPU between memory of the host, else in a kernel between load and store.  The header
 * has no functions of its own.  Python is not needed.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_cast.h"             instead of cucore_copy.h, and above headers that include that one
 *     #include "cucore_python.h"           if arguments are converted
 *
 *     cucore_copy_options options = {0};
 *     options.flags = CUCORE_COPY_CAST;
 *     cucore_view_copy(&dst, &src, stream, &options);
 *
 * CONTENTS (search for the tag)
 *     >>cast-manual          what is converted to what, and where (below)
 *     >>impl-cast-ptx        the kernel that converts any elements, one by one
 *     >>impl-cast-numbers    types of numbers
 *     >>impl-cast-text       PTX text that converts one element
 *     >>impl-cast-host       the CPU converts
 *     >>impl-cast            copies that convert
 *
 * >>cast-options
 *     name                    default      where     meaning
 *     CUCORE_COPY_NO_CAST     not defined  one file  is refused here: it left conversions out of cucore_copy.h, which
 *                                                    has none any more
 *     CUCORE_COPY_NO_KERNELS  not defined  one file  leaves out the kernels that come as text with this header and
 *                                                    cucore_blocks.h: conversions one by one (of elements that are not
 *                                                    aligned, packed, small floats, complex32) and blocks are refused
 *                                                    (UNSUPPORTED)
 *
 * >>cast-manual
 *     Conversion   With CUCORE_COPY_CAST in cucore_copy_options.flags src may have another dtype than dst: any two of
 *                  bool, int1 to int64, uint1 to uint64, float16, bfloat16, float32, float64, complex32 to complex128,
 *                  bcomplex32, and all float8, float6 and float4; elements of several lanes and without a dtype are
 *                  refused (UNSUPPORTED).  Whether the conversion makes sense is up to you.  Elements become what
 *                  numpy.astype(casting="unsafe") and ml_dtypes make of them: integers wrap, floats become integers
 *                  towards zero, complex numbers lose their imaginary part, bool is != 0 and reads any byte but 0 as 1.
 *                  Floats are rounded once, to the nearest, ties to even (most libraries first round to float32), to
 *                  float8_e8m0fnu ties to the larger one.  Beyond the largest float is infinity, else NaN, else that
 *                  largest float; NaN stays NaN, of any sign and payload, or becomes a zero (float6, float4).  0 and
 *                  negative numbers become NaN of float8_e8m0fnu, smaller ones its smallest, and numbers between its
 *                  two smallest the larger one.  What C leaves undefined is as CUDA has it: a float that the integer
 *                  cannot hold becomes the nearest integer that it can, NaN becomes 0.  The two may not share memory
 *                  (INVALID_ARGUMENT).  If the two sides are stored alike the flag has no effect.  source: ml_dtypes
 *     Storage      Numbers of foreign byte order have byte_swapped in the view (such as '>f4' of FITS or WAV), also on
 *                  both sides and of one dtype.  Numbers of fewer than 8 bits have a byte each, whose other bits are
 *                  ignored and written as 0, if the view is padded, else they follow each other bit by bit as DLPack
 *                  has them, with any strides.
 *     Memory       Between host memory, pinned or not, the CPU converts during the call, after waiting for `stream` if
 *                  one of the two is known to be pinned.  If a device takes part, the device of `stream` converts.
 *                  Between memory of this device and managed memory one kernel converts between load and store, with
 *                  any layouts and without temporary memory; only such a conversion has a plan (others: UNSUPPORTED).
 *                  Kernels are written for bool, integers of 8 bits on, floats of 16 bits on and complex numbers of 64
 *                  bits on, in either byte order; the kernel of this header converts the others.
 *                  Memory of the host or of another device is copied in pieces of at most 32 MiB, from or to temporary
 *                  memory of the device in the dtype of that side; elements that repeat count once.  The bus transfers
 *                  the dtype of the host: to send less, convert on the host before.  Packed
 *                  elements are not copied in pieces (UNSUPPORTED).  Blocking, streams, errors and
 *                  captures are as in >>copy-manual of cucore_copy.h, with two differences: a conversion from pinned to
 *                  pinned memory is done when the call returns, and is not captured; nor is a conversion between two
 *                  devices (CAPTURE).
 */
/* Until 0.4: no warning of conversions if a file includes this header. */
#if defined(CUCORE_CAST_BY_COPY_H) && !defined(CUCORE__COMPAT_BUSY)
#undef CUCORE_CAST_BY_COPY_H
#undef CUCORE_SAYS_CAST
#define CUCORE_SAYS_CAST
#endif /* until 0.4 */

#ifndef CUCORE_CAST_H
#define CUCORE_CAST_H

#if defined(CUCORE_COPY_NO_CAST)
#error "CUCORE_COPY_NO_CAST is defined, and cucore_cast.h, which has the conversions, is included: leave one of them out"
#endif
/* The implementation of cucore_copy.h converts only if this header is known to it. */
#if defined(CUCORE_COPY_H_IMPLEMENTED)
#error "include cucore_cast.h before the implementation of cucore_copy.h, which converts with it"
#endif

#include "cucore_copy.h"

#if CUCORE_VERSION != 300
#error "cucore_cast.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
/* ------------ end of the declarations -- */
#endif /* CUCORE_CAST_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_CAST_H_IMPLEMENTED)
#define CUCORE_CAST_H_IMPLEMENTED

#include "cucore_copy.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-cast-numbers -- */
/* cast/convert.h: the kinds of numbers that are converted, floats of up to 16 bits as doubles and back, and the
 * parameters of the kernel that converts any; also for kernels, which define CUCORE__NUMBER_FN. */
#if !defined(CUCORE__NUMBER_FN)
#define CUCORE__NUMBER_FN CUCORE__PRIVATE inline
#endif

/* Kinds of numbers.  A number that was read is SIGNED, UNSIGNED (also bool), FLOAT or COMPLEX: 64 bits hold integers of
 * any size, a double holds floats of any size.  A FLOAT has 4 or 8 bytes, or a form; parts of a COMPLEX likewise. */
enum cucore__number_kind {
    CUCORE__NUMBER_SIGNED,
    CUCORE__NUMBER_UNSIGNED,
    CUCORE__NUMBER_FLOAT,
    CUCORE__NUMBER_COMPLEX,
    CUCORE__NUMBER_BOOL
};

/* A float of up to 16 bits.  Codes without the sign up to `last` are finite; `overflow` is the code of a number beyond
 * them: infinity, NaN or `last`.  The forms that end with "uz" have the NaN where others have -0. */
typedef struct cucore__number_form {
    uint16_t mantissa, bias;
    uint16_t sign; /* the bit; 0: all numbers are positive, and none is 0 */
    uint16_t last, overflow, nan;
} cucore__number_form;

/* Returns the bits of the double that a code means. */
CUCORE__NUMBER_FN uint64_t cucore__number_widen(uint32_t code, const cucore__number_form *form)
{
    const uint64_t sign = (uint64_t)((code & form->sign) != 0) << 63, nan = (uint64_t)0x7FF8 << 48;
    const uint32_t shift = 52u - form->mantissa, size = code & (form->sign - 1u);
    const uint64_t large = ((uint64_t)size << shift) + ((uint64_t)(1023u - form->bias) << 52);
    const double tiny = (double)size; /* times 2^(1 - bias - mantissa), which changes the exponent alone */
    uint64_t bits;
    if (size > form->last)
        return size == form->overflow && size != form->nan ? sign | (uint64_t)2047 << 52 : sign | nan;
    if (size >> form->mantissa || !form->sign) return sign | large;
    if (size == 0) return form->nan & form->overflow & code ? nan : sign;
    memcpy(&bits, &tiny, sizeof bits);
    return (sign | bits) - ((uint64_t)(form->bias + form->mantissa - 1u) << 52);
}

/* Returns the code of the number nearest to a double, ties to even. */
CUCORE__NUMBER_FN uint32_t cucore__number_narrow(uint64_t bits, const cucore__number_form *form)
{
    const uint64_t size = bits & ~((uint64_t)1 << 63);
    const uint32_t sign = bits == size ? 0 : form->sign, is_positive = !form->sign;
    const int most = form->last >> form->mantissa;
    uint64_t fraction = (size & 0xFFFFFFFFFFFFFull) | (uint64_t)1 << 52; /* doubles without that bit become 0 */
    int place = (int)(size >> 52) - 1023 + (int)(form->bias + is_positive), drop = 52 - form->mantissa;
    uint32_t code;
    if (size > (uint64_t)2047 << 52) return form->overflow & form->sign ? form->nan : sign ^ form->nan;
    if (is_positive && (bits != size || size == 0)) return form->nan;
    if (place > most + 1) return sign | form->overflow;
    /* ml_dtypes rounds up between the two smallest float8_e8m0fnu */
    if (is_positive && place == 1 && fraction << 12) fraction |= (uint64_t)1 << 51;
    if (place < 1) {
        drop = drop - place < 62 ? drop + 1 - place : 63;
        place = 1;
    }
    fraction += ((uint64_t)1 << (drop - 1)) - 1 + (fraction >> drop & 1); /* rounds the bits above `drop` */
    /* the leading 1 adds one to the exponent, and so does a carry */
    code = ((uint32_t)(place - 1) << form->mantissa) + (uint32_t)(fraction >> drop);
    code -= is_positive && code > 0;
    if (code > form->last) return sign | form->overflow;
    return code || !(form->overflow & form->sign) ? sign | code : 0;
}

/* How numbers are stored. */
typedef struct cucore__number_type {
    uint32_t kind;    /* of convert.h */
    uint32_t bytes;   /* of a number, or of one part of a complex number; 1 if it has fewer than 8 bits */
    uint32_t bits;    /* of a number or a part */
    uint8_t swapped;  /* 1: the bytes are in the other order */
    uint8_t packed;   /* 1: numbers follow each other bit by bit, and addresses and steps count bits */
    uint8_t has_form; /* of a float of up to 16 bits: 1 float16, 2 bfloat16, or more; else 0 */
    uint8_t reserved;
    cucore__number_form form;
} cucore__number_type;

#define CUCORE__KERNEL_DIGITS 64

/* Elements of any types at any addresses, which are converted one by one. */
typedef struct cucore__kernel_cast {
    uint64_t src, dst;
    uint32_t last, total; /* not used; elements */
    uint32_t count, reserved;
    cucore__number_type from, to;
    cucore__kernel_digit digits[CUCORE__KERNEL_DIGITS]; /* a: of src, b: of dst; of the last one only these */
} cucore__kernel_cast;

/* cast/numbers.h: types of numbers, as keys of kernels have them. */
/* The floats of up to 16 bits: float16, bfloat16, then in the order of the codes of DLPack, from FLOAT8_E3M4 on. */
static const cucore__number_form cucore__number_forms[] = {{10, 15, 0x8000, 0x7BFF, 0x7C00, 0x7E00},
                                                           {7, 127, 0x8000, 0x7F7F, 0x7F80, 0x7FC0},
                                                           {4, 3, 0x80, 0x6F, 0x70, 0x78},
                                                           {3, 7, 0x80, 0x77, 0x78, 0x7C},
                                                           {3, 11, 0x80, 0x7F, 0x80, 0x80},
                                                           {3, 7, 0x80, 0x7E, 0x7F, 0x7F},
                                                           {3, 8, 0x80, 0x7F, 0x80, 0x80},
                                                           {2, 15, 0x80, 0x7B, 0x7C, 0x7E},
                                                           {2, 16, 0x80, 0x7F, 0x80, 0x80},
                                                           {0, 127, 0, 0xFE, 0xFF, 0xFF},
                                                           {3, 1, 0x20, 0x1F, 0x1F, 0x20},
                                                           {2, 3, 0x20, 0x1F, 0x1F, 0x20},
                                                           {1, 1, 8, 7, 7, 8}};

/* A type of numbers as a key has it: from the lowest bit on 4 bits for the bytes, 3 for the kind, 1 for swapped bytes,
 * 1 for packed bits, 4 for the form of a float or the bits of an integer of fewer than 8.  0: bits that are not
 * converted. */
enum { CUCORE__NUMBER_SWAPPED = 1 << 7 }; /* CUCORE__NUMBER_PACKED, the next one, is in copy/emit/axes.c */

CUCORE__PRIVATE cucore__number_type cucore__number_decode(uint16_t code)
{
    const int more = code >> 9;
    cucore__number_type type;
    memset(&type, 0, sizeof type);
    type.bytes = code & 15;
    type.kind = code >> 4 & 7;
    type.bits = 8 * type.bytes;
    type.swapped = (code & CUCORE__NUMBER_SWAPPED) != 0;
    type.packed = (code & CUCORE__NUMBER_PACKED) != 0;
    if (more && (type.kind == CUCORE__NUMBER_FLOAT || type.kind == CUCORE__NUMBER_COMPLEX)) {
        type.has_form = (uint8_t)more;
        type.form = cucore__number_forms[more - 1];
        if (type.bytes == 1 && type.form.sign) type.bits = type.form.sign == 0x80 ? 8 : type.form.sign == 0x20 ? 6 : 4;
    } else if (more) {
        type.bits = (uint32_t)more;
    }
    return type;
}

/* Returns the code of the elements of a view; 0 if they are not converted. */
CUCORE__PRIVATE uint16_t cucore__number_code(const cucore_view *view)
{
    const cucore_dtype dtype = view->dtype;
    const int is_pair = dtype.code == CUCORE_CODE_COMPLEX || dtype.code == CUCORE_CODE_BCOMPLEX;
    const int bits = is_pair ? dtype.bits / 2 : dtype.bits, bytes = (bits + 7) / 8;
    int kind = CUCORE__NUMBER_FLOAT, more = 0;
    if (dtype.lanes != 1 || cucore_dtype_check(dtype) || dtype.code >= CUCORE_CODE_OPAQUE) return 0;
    switch (dtype.code) {
    case CUCORE_CODE_BOOL: kind = CUCORE__NUMBER_BOOL; break;
    case CUCORE_CODE_INT: kind = CUCORE__NUMBER_SIGNED; break;
    case CUCORE_CODE_UINT: kind = CUCORE__NUMBER_UNSIGNED; break;
    case CUCORE_CODE_COMPLEX:
    case CUCORE_CODE_FLOAT: more = bits == 16; break;
    case CUCORE_CODE_BCOMPLEX:
    case CUCORE_CODE_BFLOAT: more = 2; break;
    default: more = 3 + dtype.code - CUCORE_CODE_FLOAT8_E3M4; break;
    }
    if (is_pair) kind = CUCORE__NUMBER_COMPLEX;
    if (kind < CUCORE__NUMBER_FLOAT && bits < 8) more = bits;
    return (uint16_t)(bytes | kind << 4 | (view->byte_swapped && bytes > 1 ? CUCORE__NUMBER_SWAPPED : 0) |
                      (view->layout.itembits % 8 ? CUCORE__NUMBER_PACKED : 0) | more << 9);
}

#if !defined(CUCORE_COPY_NO_KERNELS)
/* ------------ >>impl-cast-ptx -- */
/* clang-format off */
/* Made by `make kernels` with nvcc 13.0.88 from src/copy/kernels/ (d76d19df22bb36a56bae15b542df2928): PTX 6.0 for sm_50. */
#define CUCORE__PTX_CAST_BYTES 22071 /* of all kernels, unpacked */
static const char cucore__ptx_cast_0[] =
    ".version 6.0~.target sm_50~.address_size 64~.visible .entry cucore_copy_convert(~.param .align 8 .b8 p[2136]~)"
    "~.maxntid 256,1,1~.minnctapersm 8~{~.reg .pred %p<156>;/!5b16 %h<130B!4f32 %f<10C!G&!3r<346C!G64 %g<48C!G&!3d<"
    "27&!Zmov/!2#,p*!0u'!h#,%ctaid.x;~shl.b=!7r$1,8J!Lt*!Jadd.sC!J2'!O;~ld*%(.u/#/[p]N%!7+8D!9/#$'!920];~setp.ge*!9"
    "p*#Q&!&0;~@%p$0 bra L#N$!e%d$2+24=!heq.sC!h0,J!eI$I1'!0B#n%d$3;~L#:~.pragma |nounroll|N%#l0'$sI!wN6#{0+92];~mu"
    "l.hi.uC%k6I%kM!X6]&&kr/!8$3G%;L$0:N(![88/#5lo/'!C%x5;~subD!83/#Lcvt&%-*!nd*$`M'8=&9104D#)C%e1,&!A'(B/!8$5,&#[,"
    "&!+N'!r4+112N*!r4H!r6B!r6M)N8,1;M#B5,32/'+ltG'+8&!&9C'+=!40C!4/%.7H'B$1&&32:*%C32&$7*#Id&!LandI+T7G$d8 %h*$c8+"
    "45G)o16*#ah$M)o''bG)`8,3'!xu8B%V1]N&(H0+40]'%:M'gC%'I*19I)|/#0B(a1+1/&dwideH(/,256;~or/.j$1B&d1*)WJ$4'.8&+xbra"
    ".uni L#*%nN'$636N$$6-N')d/&BB#41'#PB&(*(%p'#OM&(D.@G/)0G.!$2K!X/)!I#82H!V3,0N(.UN$'-bfi=%_4,=!&0,8,5=*IC%|'$xG"
    "%0$1=%1N($:J*!D&>*.B1:J)b=(T4N6)a&'6{G55tempB4k{&40'!4}/,~}H1+291M1<prmtB+OH0<2N-#1'!0,%r#B#1M!n1B!s4I6W{=2r2}"
    ";N,)>M6g3I$*64*1JM+y/,vG0YB2Y3D&8v2&!o{*!_#}/#B2N,-3N7#I=5TtG'}4,2N3*a4,0N5!H1I!HK--1:H7K-1M/z1G,kJ3;*:e/;f#,0"
    "d0J!!J8^I!Q%g$1K#W4:N#$2&3fN%$YneI!H4I*Q2B!IG.T8,0&!9lp='V0,1,0,&!ZG#h$1N/$;$0I$<$0K$=$1=$>hlG%M9&8M*%|G.'/;+N"
    "A#L0N4#L0N*2ON(=b4N/(9N$75/8)*,#f*3''3=&#g&C4*$@%f$0K!s5N~W#j7N$)@20M+QN&!H2N2)g2&$=M8U/6d$9&${1]D#]8&$Q7N(3C6"
    "N8;%N%%5M<59,3J3--1=1IM/YnoI2U/=(MB1I1016{%h&#m=1052]D#f16*!ahB!sKH'N%-O0=-'C/iB-'K,,1,63G#]4G#],I#e48N*#eM;lN"
    "($oN%!e4B3-N+INM*;J9-=!t/%[6]N%%-2N+JHM!g8M+xC8]J9w0;M#bC@u12*/q9221120237041090560G/:4&!Z9Nf*(12K&E34N~~~~~~k"
    "*(22:BF.12N%2S23*!E16N+!F4*!F/#FN(3@N#&C5'RXDS/5N1(lM+d*<4or=Yj#&(~1&!&2N27KMK*52BKA/$b'#pIVH52*BoMRrN$5-N#*S4"
    "=8GM#/$9N#+$52I#F4607182418800017408D#WMTKH!8/TJM(-%d2GNl25*>jN$+/3K&l$8NC&l1N^&l$8N%%^3N{&m2N~0&m5G,j8'S[K>W*"
    "+HN&4Vrn.f=%^g**KIM:&D:D#A#'()'SgN&3xM24M%=M%TH2KM$zM%lM'#/MtB!fH%34503599627&0096M*.1N%J79N7%@$9N2%@5,N~}%@30"
    "&2_9H4&*'j9218868437227405312M%y6M!Z5N/!Z3/W2N0:b6]'8O/kJ*,#'%3N%8O0K8}47&/AIXyM:yK$^M6c=;1L25:C'mg$3/=zL18N+K"
    "KN&^ON%]71N&/0N9c@0NLc>1N~~=c>J#x6N9c#$6NQc$6NAc$$7N~5c%6=%3N&$;N~~~~Zc%NnXB5N3XB2N%Z-1NgVd5N,/9M0uNdNx6N~~~~~"
    "FNx$7N:W!2N7H{5N~6H{5N~~LH{65=9V7GA(&,jL4N%ms78N4fT78N4fT78N+fT65&)V6HT645*2]N%7QN8G=6N1G=72N~ZG=65N1G=50*FbJ'"
    "K72N/Fb5D6Wu8N-&B2=YEN-!H1=YGN,!H40NrGx61NAGx5N,Gx30HGx4=Gx21:GsV3,Mt+HB<20,Ht;37,G&C1'0kNs%,103N3%-I(GN,%-50M"
    "K'6''A9:N.$i3&KM4N(=V60]N'Hq2N96[M!uN)$aN(!U8]N8A(N5~8/:v=}_B{|N-!PD~Q3FFH(_,0d4I(r*!sM:o4,-1I#k=>;K#:I0v'#A*5"
    ">'LXW#!S2'{nN$&[37N(3+an.f=KPg$7'!&I#`K*}%dM:G=<TeM!oN#!`3H!`=!o3I#`leuH!oN2,^M#_=+orzi'3'f/!L'$OG6y1B^vM;96K6"
    "+N(%o=6kI$!6N#$!=!LN1$MN)<A`#&o',bI)pCCh1N&!9B)rMF.&!>4N-QzG&(,HNl2H0YM,Q4NKJTsM!Y37N4S$37j2#,{B+P=>nf'%fMCF4N"
    "'K/74N8XXN'$2B(VI'-*&%H'_2/'-negD:=2B3:I:~2*'EDGfN-%(`#/I-9007199254740992N8WAMXw11M#%3,2047N$)tMK^=1fM>^$*h;N"
    ":0K1'1oAG+WM'B7G'm*#_f*ji0MHZ3NQ)>N%$$2I4$0,R#/>'$qH#L3'@9H#yfB#yg'>|*be=,}'S0H,s/,arH!|6&!|64:&(jD%QDN3C/B*#i"
    "N2N3B1[sI1[I#>*LDG%(s*$rM&6=smM%T$'EQ*FcM$-3N$%m*;gp$6G%BG#jNO-163K*H2'O;3372036854775807N0GM80N'SE=,wJ-{-1J2W"
    "0'2YD-NMOQN(;PN&ACN0#y76N'#y=QHMW&M<[5N%OZN(#Xj&#V*6N'h:N%Vl023ITzD'K6]D0uC/21N#IwN9B1MXsM'OMEk4'QzN((|N&(!M8>"
    "132B'6xor.M]gN,70D$iN(4|N)U{*56M!96NAZ/$0/%26];M9zMkm9,1j&#E_NM[Q8&-9/%M/(n13*[NM3B7:&aJG;~92M/~0:K-cMQ.5;j&#D"
    "n1;M%j9'>.N(6jN'&=2J9A6755399441055744MReI7DMZ+M)/5M+g7,^#^MD[$Kj=N%!814CGNI@-62J!{3N&!{5MB,'d/'0TM!~*#8,1N'Bb"
    "5BJ8Md)JL%N(J9'gTH!8M0C4/glM=>=X9Jsf3N%XQI0,/$EN-3PN%iP135N&Mh4N$yVB1vN8hxM)P88DG1MO;C'<M#$Mgi0'$)4NV-9144D-:K"
    "aI$0N%KN1M>[N930=RzB#D0N.3BneN-ub7*#mH$;C';2/B8M>j'!J&>^3:N)TnNcp-cM(U2N##)7N%!KMYs/+:N(=p3jH##Z2,3M$=5//GM#s2"
    "55N(iaMwVN%!c4N#-D2305843009213693948*!rM$iN%t%tom.*#/V#lV]'=2M!j9&'d7N'ql8N&'46/#*orN$#)N,[=M=Y*#Ej6#&tM002,J"
    ")/8N&3}7MA/169')5Nd&r4611686018427387900N]&rH$/73N+&Z5N+&Zj-#%G`#b3JUbM&]8KVw/#eN,RIN)I92N7,Hj;#&Z0j|#&Z0jb#&Z"
    "64jZ#&Z1Y#&ZMC+200j9#.x2jP#.w20K5%/gJG1Sj(#.RM;O*=Zt.u8Q#.b*Pj`#)E5,8C._'#KB$cN&#l=kOD%SMck3M+83N1jxM;hIecMk)d"
    "B'i=0jN4&>1N3`mMW$&S~1;MV{N&'rM!tGT7'TU1NPT7j$#l-NsT7$1N~=T7NgSg4N~~rSg$9N>Sfj'#jxj7#jyj7#jz0N#o='$7[%d2]'{qG#"
    "a90'`%N<UI$2NAUI9NXUI5*4>N$&T7K;&218*;^M";
static const char cucore__ptx_cast_1[] =
    ")GN'Ux6N]Ux4'#H6MJ_7*fn*42N,&G5*!F16N0&m'+4N,!G0:MkqN6Vf7N#Vf118N~_Vg9NRVg223N~%Vg223N~~2Vg223NCVg227N~#Vg11N_"
    "Vh218NV.)226N'.*9N<VhM#DH#(B&)16G-{/#(NGWH226NOWH99^#%q99KW6130,'#1&!@6N~3W7129N8W913NzW:129N~~MW<255N~1W<255N"
    "5W<0N:W<M#'M;)53N~yW<257NUW<*;1NaW;257N&W;13N~~~~BW<84N0W<G0LNQW>84J!I0N/W,G#DCW-'!0]'<o=$ZV#dtJW.84B$TN'#[GW."
    "B$SJ#pKW.0:~retG~$M!y1N5$~N5L<84N(L<G$yK,u2:M%AM!F1=H;N,!G0=H;N*!G}~!";
static const char *const cucore__ptx_cast_packed[] = {cucore__ptx_cast_0, cucore__ptx_cast_1, NULL};
enum { cucore__kernel_ptx_convert }; /* their order */
/* clang-format on */

#endif
/* ------------ >>impl-cast-text -- */
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

/* ------------ >>impl-cast-host -- */
/* cast/cast_loops.c: the loops that convert dense elements by the CPU, and in which order they follow; no driver. */
#define CUCORE__CAST_BLOCK 64  /* elements: compilers make vectors of a loop at -O2 only if its count is a constant */
#define CUCORE__CAST_CHUNK 256 /* elements of a conversion in several steps, whose middle stays in the first cache */

/* Loops for AVX2 and F16C exist beside those of the usual ones that gain by it, if the compiler can ask the processor.
 * Without them floats become integers more slowly than by NumPy. */
#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__) && !defined(_WIN32) && !defined(__CUDACC__)
#if defined(__AVX2__) && defined(__F16C__)
#define CUCORE__CAST_HAS_HALVES /* the usual loops are for them already, as with -march=native */
#elif !defined(__AVX2__) && !defined(CUCORE__CAST_HAS_WIDE)
#define CUCORE__CAST_HAS_WIDE 1
#endif
#endif
#if !defined(CUCORE__CAST_HAS_WIDE)
#define CUCORE__CAST_HAS_WIDE 0
#endif

/* The numbers between which loops convert, in the order of cucore__cast_types; users may have macros of their names in
 * upper case.  odd32 is a float32, odd64 a float64 whose last bit is set if bits were lost: it rounds to 16 bits as the
 * number that it was made of does.  half32 is a float32 that does so to a float16 alone. */
typedef enum cucore__cast_number {
    CUCORE__CAST_truth,
    CUCORE__CAST_int8,
    CUCORE__CAST_int16,
    CUCORE__CAST_int32,
    CUCORE__CAST_int64,
    CUCORE__CAST_uint8,
    CUCORE__CAST_uint16,
    CUCORE__CAST_uint32,
    CUCORE__CAST_uint64,
    CUCORE__CAST_float16,
    CUCORE__CAST_bfloat16,
    CUCORE__CAST_float32,
    CUCORE__CAST_float64,
    CUCORE__CAST_complex64,
    CUCORE__CAST_complex128,
    CUCORE__CAST_complex32,
    CUCORE__CAST_bcomplex32,
    CUCORE__CAST_odd32,
    CUCORE__CAST_odd64,
    CUCORE__CAST_half32,
    CUCORE__CAST_swap16, /* bytes in the other order */
    CUCORE__CAST_swap32,
    CUCORE__CAST_swap64,
    CUCORE__CAST_bits32 = CUCORE__CAST_float32, /* the bits of the float */
    CUCORE__CAST_bits64 = CUCORE__CAST_float64
} cucore__cast_number;

/* A dtype between which loops convert. */
typedef struct cucore__cast_type {
    uint32_t id;
    uint16_t code; /* cucore__number_code of a view that has it */
    uint16_t size;
} cucore__cast_type;

/* clang-format off */
#define CUCORE__CAST_TYPE(id, kind, parts, bytes, form) \
    {(id), (uint16_t)((bytes) | CUCORE__NUMBER_##kind << 4 | (form) << 9), (parts) * (bytes)}
static const cucore__cast_type cucore__cast_types[] = {
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_BOOL, BOOL, 1, 1, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_INT8, SIGNED, 1, 1, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_INT16, SIGNED, 1, 2, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_INT32, SIGNED, 1, 4, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_INT64, SIGNED, 1, 8, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_UINT8, UNSIGNED, 1, 1, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_UINT16, UNSIGNED, 1, 2, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_UINT32, UNSIGNED, 1, 4, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_UINT64, UNSIGNED, 1, 8, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_FLOAT16, FLOAT, 1, 2, 1),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_BFLOAT16, FLOAT, 1, 2, 2),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_FLOAT32, FLOAT, 1, 4, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_FLOAT64, FLOAT, 1, 8, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_COMPLEX64, COMPLEX, 2, 4, 0),
    CUCORE__CAST_TYPE(CUCORE_DTYPE_ID_COMPLEX128, COMPLEX, 2, 8, 0),
    CUCORE__CAST_TYPE(CUCORE_CODE_COMPLEX | 32 << 8 | 1 << 16, COMPLEX, 2, 2, 1),
    CUCORE__CAST_TYPE(CUCORE_CODE_BCOMPLEX | 32 << 8 | 1 << 16, COMPLEX, 2, 2, 2)};
#undef CUCORE__CAST_TYPE
/* clang-format on */

/* One side of a conversion. */
typedef struct cucore__cast_end {
    cucore__cast_number number; /* that loops convert: float64 for floats of up to 8 bits, and (u)int8 for integers */
    uint16_t code;              /* cucore__number_code */
    uint8_t is_small;           /* 1: numbers have a byte each, or less, that loops do not convert */
} cucore__cast_end;

/* Returns 0 if the elements of the view are not converted. */
CUCORE__PRIVATE int cucore__cast_end_make(const cucore_view *view, cucore__cast_end *out)
{
    const uint32_t id = cucore_dtype_id(view->dtype);
    const int count = (int)(sizeof cucore__cast_types / sizeof cucore__cast_types[0]);
    cucore__number_type type;
    int i = 0;
    while (i < count && cucore__cast_types[i].id != id) i++;
    out->is_small = i == count;
    if (i < count) {
        out->number = (cucore__cast_number)i;
        out->code = cucore__cast_types[i].code;
        if (view->byte_swapped && (out->code & 15) > 1) out->code |= CUCORE__NUMBER_SWAPPED;
        return 1;
    }
    out->code = cucore__number_code(view);
    type = cucore__number_decode(out->code);
    out->number = type.has_form                          ? CUCORE__CAST_float64
                  : type.kind == CUCORE__NUMBER_UNSIGNED ? CUCORE__CAST_uint8
                                                         : CUCORE__CAST_int8;
    return out->code != 0;
}

/* -- floats as bits: right also if a compiler assumes that there is no NaN ---------------------------------------- */
/* Returns a if the condition, which is 0 or 1, holds, else b: compilers make no vectors of loops with branches. */
CUCORE__PRIVATE CUCORE__INLINE uint32_t cucore__cast_pick(int condition, uint32_t a, uint32_t b)
{
    const uint32_t mask = 0 - (uint32_t)condition;
    return (a & mask) | (b & ~mask);
}

/* Returns the bits of the float32 with the value of a float16.  Floats too small for the usual form are computed as
 * integers, since a processor may read them as 0. */
CUCORE__PRIVATE CUCORE__INLINE uint32_t cucore__cast_widen(uint16_t half)
{
    const int32_t size = half & 0x7fff;
    const float tiny = (float)size * 5.9604644775390625e-8f; /* 2^-24 */
    const uint32_t large = ((uint32_t)size << 13) + 0x38000000u + cucore__cast_pick(size >= 0x7c00, 0x38000000u, 0);
    uint32_t bits;
    memcpy(&bits, &tiny, sizeof bits);
    return cucore__cast_pick(size < 0x400, bits, large) | (uint32_t)(half & 0x8000) << 16;
}

/* Returns the float16 nearest to a float32, ties to even.  0.5 has the digits of the smallest float16 as its last
 * ones: the sum is rounded as a float16 below 2^-14 is. */
CUCORE__PRIVATE CUCORE__INLINE uint16_t cucore__cast_narrow(uint32_t bits)
{
    const int32_t size = (int32_t)(bits & 0x7fffffff);
    uint32_t large = (uint32_t)(size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13, tiny;
    float sum;
    memcpy(&sum, &size, sizeof sum);
    sum += 0.5f;
    memcpy(&tiny, &sum, sizeof tiny);
    large = cucore__cast_pick(size < 0x38800000, tiny - 0x3f000000, large);
    large = cucore__cast_pick(size >= 0x47800000, cucore__cast_pick(size > 0x7f800000, 0x7e00, 0x7c00), large);
    return (uint16_t)(large | (bits >> 16 & 0x8000));
}

/* Returns the bfloat16 nearest to a float32, ties to even. */
CUCORE__PRIVATE CUCORE__INLINE uint16_t cucore__cast_round(uint32_t bits)
{
    const uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    const int is_nan = (int32_t)(bits & 0x7fffffff) > 0x7f800000;
    return (uint16_t)cucore__cast_pick(is_nan, (bits >> 16 & 0x8000) | 0x7fc0, rounded);
}

/* Returns the odd32 of a float64.  Floats beyond the largest float32 become that one, which rounds to infinity. */
CUCORE__PRIVATE CUCORE__INLINE float cucore__cast_odd(uint64_t bits)
{
    const uint64_t size = bits & INT64_MAX, fraction = (size & 0xfffffffffffffu) | (uint64_t)1 << 52;
    const int place = (int)(size >> 52), drop = place < 863 ? 63 : 926 - place; /* of a float32 below 2^-126 */
    float x;
    uint32_t odd = (uint32_t)((size >> 29) - ((uint64_t)896 << 23)) | ((size & 0x1fffffff) != 0);
    if (place < 897) odd = (uint32_t)(fraction >> drop) | (size != 0 && (fraction & (((uint64_t)1 << drop) - 1)) != 0);
    if (place > 1150) odd = 0x7f7fffff;
    if (place == 2047) odd = (size & 0xfffffffffffffu) ? 0x7fc00000u : 0x7f800000u;
    odd |= (uint32_t)(bits >> 63) << 31;
    memcpy(&x, &odd, sizeof x);
    return x;
}

/* Returns the half32 of a float64.  Below 2^-126 bits are lost unnoticed, where any float becomes a float16 of 0. */
CUCORE__PRIVATE CUCORE__INLINE float cucore__cast_half(uint64_t bits)
{
    const uint64_t lost = 0x1fffffff, odd = (bits & ~lost) | (((bits & lost) + lost) & (lost + 1));
    double x;
    memcpy(&x, &odd, sizeof x);
    return (float)x;
}

/* Returns the odd64 of an integer. */
CUCORE__PRIVATE CUCORE__INLINE double cucore__cast_odd_64(uint64_t size)
{
    return size >> 53 ? (double)(int64_t)(size >> 11 | ((size & 2047) != 0)) * 2048.0 : (double)(int64_t)size;
}

/* Returns the odd32 of an integer. */
CUCORE__PRIVATE CUCORE__INLINE float cucore__cast_odd_32(uint32_t size)
{
    const float large = (float)(int32_t)(size >> 8 | ((size & 255) != 0)) * 256.0f;
    return size >> 24 ? large : (float)(int32_t)(size & 0xffffff);
}

/* Returns the bytes in the other order. */
CUCORE__PRIVATE CUCORE__INLINE uint32_t cucore__cast_swap(uint32_t v)
{
    return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
}

/* Returns the bits of the float that becomes the nearest integer: 0 for NaN and for what is below 0 without a sign;
 * `limit`, the first power of two that does not fit, for all floats from there on. */
#define CUCORE__CAST_CLIP(bits_type, whole_type, infinity) \
    const bits_type sign = (bits_type)1 << (8 * sizeof bits - 1); \
    const whole_type size = (whole_type)(bits & ~sign); \
    whole_type clipped = size < (whole_type)limit ? size : (whole_type)limit; \
    clipped = size > (whole_type)(infinity) || (!is_signed && (bits & sign)) ? 0 : clipped; \
    return (bits_type)clipped | (bits & sign)
CUCORE__PRIVATE CUCORE__INLINE uint32_t cucore__cast_clip_32(uint32_t bits, uint32_t limit, int is_signed)
{
    CUCORE__CAST_CLIP(uint32_t, int32_t, 0x7f800000);
}
CUCORE__PRIVATE CUCORE__INLINE uint64_t cucore__cast_clip_64(uint64_t bits, uint64_t limit, int is_signed)
{
    CUCORE__CAST_CLIP(uint64_t, int64_t, (uint64_t)2047 << 52);
}
#undef CUCORE__CAST_CLIP

/* -- loops -------------------------------------------------------------------------------------------------------- */
/* Converts so many blocks of dense elements, of any alignment. */
typedef void (*cucore__cast_loop)(char *CUCORE__RESTRICT to, const char *CUCORE__RESTRICT from, int64_t blocks);

/* Types of numbers in memory. */
typedef uint8_t cucore__cast_of_truth, cucore__cast_of_uint8;
typedef uint16_t cucore__cast_of_uint16, cucore__cast_of_float16, cucore__cast_of_bfloat16, cucore__cast_of_swap16;
typedef uint32_t cucore__cast_of_uint32, cucore__cast_of_bits32, cucore__cast_of_swap32;
typedef uint32_t cucore__cast_of_complex32, cucore__cast_of_bcomplex32;
typedef uint64_t cucore__cast_of_uint64, cucore__cast_of_bits64, cucore__cast_of_complex64, cucore__cast_of_swap64;
typedef int8_t cucore__cast_of_int8;
typedef int16_t cucore__cast_of_int16;
typedef int32_t cucore__cast_of_int32;
typedef int64_t cucore__cast_of_int64;
typedef float cucore__cast_of_float32, cucore__cast_of_odd32, cucore__cast_of_half32;
typedef double cucore__cast_of_float64, cucore__cast_of_odd64;
typedef cucore__host_pair cucore__cast_of_complex128;

/* clang-format off */
/* The loops: P(which, FROM, TO) as C converts; O(which, FROM, TO, the assignment to `w` of what becomes of `v`); H: the
 * same, which F16C has an instruction for; L: of integers that often fit 32 bits; W(which, bits, FROM, TO): of floats
 * to integers.  Integers that are not widened are unsigned here.  cucore__cast_path_find makes the other pairs of two
 * or three loops.  FASTER: for AVX2 gcc 12 makes loops of these that take at most 1 / 1.2 of the time (median 0.54,
 * 1,024 elements in the first cache); clang also of the OTHERS (median 0.5). */
#define CUCORE__CAST_FASTER(P, O, H, L, W, which) \
    P(which, uint16, uint8) P(which, uint32, uint8) P(which, uint32, uint16) P(which, uint64, uint32) \
    P(which, int8, uint16) P(which, int16, uint32) P(which, int32, uint64) P(which, uint16, float32) \
    P(which, uint32, float32) L(which, uint64, float32) P(which, int16, float32) P(which, int32, float32) \
    L(which, int64, float32) P(which, uint32, float64) L(which, uint64, float64) P(which, int32, float64) \
    L(which, int64, float64) P(which, float32, float64) P(which, float64, float32) \
    O(which, truth, uint8, w = v != 0) O(which, uint16, truth, w = v != 0) O(which, uint32, truth, w = v != 0) \
    O(which, float16, truth, w = (v & 0x7fff) != 0) O(which, bits32, truth, w = (v & INT32_MAX) != 0) \
    H(which, float16, bits32, w = cucore__cast_widen(v)) O(which, bfloat16, bits32, w = (uint32_t)v << 16) \
    H(which, bits32, float16, w = cucore__cast_narrow(v)) O(which, bits32, bfloat16, w = cucore__cast_round(v)) \
    O(which, uint16, swap16, w = (uint16_t)(v << 8 | v >> 8)) O(which, uint32, swap32, w = cucore__cast_swap(v)) \
    O(which, uint64, swap64, w = (uint64_t)cucore__cast_swap((uint32_t)v) << 32 | cucore__cast_swap((uint32_t)(v >> 32))) \
    CUCORE__CAST_WHOLES(W, which, 32, float32) CUCORE__CAST_WHOLES(W, which, 64, float64)
#define CUCORE__CAST_OTHERS(P, O, H, L, W, which) \
    P(which, uint8, uint16) P(which, uint8, uint32) P(which, uint8, uint64) P(which, uint16, uint32) \
    P(which, uint16, uint64) P(which, uint32, uint64) P(which, uint64, uint8) P(which, uint64, uint16) \
    P(which, int8, uint32) P(which, int8, uint64) P(which, int16, uint64) P(which, uint8, float32) \
    P(which, int8, float32) P(which, uint8, float64) P(which, uint16, float64) P(which, int8, float64) \
    P(which, int16, float64) O(which, uint64, truth, w = (uint32_t)(v | v >> 32) != 0) \
    O(which, bits64, truth, w = (uint32_t)(v << 1 | v >> 31) != 0) \
    O(which, complex64, truth, w = ((uint32_t)(v | v >> 32) & INT32_MAX) != 0) \
    O(which, complex128, truth, w = ((v.of[0] | v.of[1]) & INT64_MAX) != 0) \
    O(which, bits64, half32, w = cucore__cast_half(v)) O(which, bits64, odd32, w = cucore__cast_odd(v)) \
    O(which, uint32, odd32, w = cucore__cast_odd_32(v)) \
    O(which, int32, odd32, w = v < 0 ? -cucore__cast_odd_32(0 - (uint32_t)v) : cucore__cast_odd_32((uint32_t)v)) \
    O(which, int64, odd64, w = v < 0 ? -cucore__cast_odd_64(0 - (uint64_t)v) : cucore__cast_odd_64((uint64_t)v)) \
    O(which, uint64, odd64, w = cucore__cast_odd_64(v)) O(which, bits64, complex128, w.of[0] = v; w.of[1] = 0) \
    O(which, bits32, complex64, w = (uint64_t)v << (CUCORE__NATIVE_ORDER == '<' ? 0 : 32)) \
    O(which, float16, complex32, w = (uint32_t)v << (CUCORE__NATIVE_ORDER == '<' ? 0 : 16)) \
    O(which, bfloat16, bcomplex32, w = (uint32_t)v << (CUCORE__NATIVE_ORDER == '<' ? 0 : 16)) \
    O(which, complex32, truth, w = (v & 0x7fff7fff) != 0) O(which, bcomplex32, truth, w = (v & 0x7fff7fff) != 0)
#define CUCORE__CAST_LOOPS(P, O, H, L, W, which) \
    CUCORE__CAST_FASTER(P, O, H, L, W, which) CUCORE__CAST_OTHERS(P, O, H, L, W, which)
#define CUCORE__CAST_WHOLES(W, which, bits, FROM) \
    W(which, bits, FROM, int8) W(which, bits, FROM, int16) W(which, bits, FROM, int32) W(which, bits, FROM, int64) \
    W(which, bits, FROM, uint8) W(which, bits, FROM, uint16) W(which, bits, FROM, uint32) W(which, bits, FROM, uint64)

#define CUCORE__CAST_FOR_usual
#define CUCORE__CAST_FOR_wide __attribute__((target("avx2,f16c")))
#define CUCORE__CAST_NAME(which, FROM, TO) cucore__cast_##which##_##FROM##_##TO
#define CUCORE__CAST_LOOP(which, FROM, TO, body) \
    CUCORE__PRIVATE CUCORE__CAST_FOR_##which void CUCORE__CAST_NAME(which, FROM, TO)( \
        char *CUCORE__RESTRICT to, const char *CUCORE__RESTRICT from, int64_t blocks) \
    { \
        typedef cucore__cast_of_##FROM read_type; \
        typedef cucore__cast_of_##TO written_type; \
        for (; blocks > 0; blocks--) { \
            size_t i; \
            body \
            from += CUCORE__CAST_BLOCK * sizeof(read_type); \
            to += CUCORE__CAST_BLOCK * sizeof(written_type); \
        } \
    }
#define CUCORE__CAST_EACH(assignment) \
    for (i = 0; i < CUCORE__CAST_BLOCK; i++) { \
        read_type v; \
        written_type w; \
        memcpy(&v, from + i * sizeof v, sizeof v); \
        assignment; \
        memcpy(to + i * sizeof w, &w, sizeof w); \
    }
#define CUCORE__CAST_OTHER(which, FROM, TO, assignment) \
    CUCORE__CAST_LOOP(which, FROM, TO, CUCORE__CAST_EACH(assignment))
#define CUCORE__CAST_PLAIN(which, FROM, TO) CUCORE__CAST_LOOP(which, FROM, TO, CUCORE__CAST_EACH(w = (written_type)v))
/* H by vectors, as compilers make no use of these instructions: a third of the time.  float64: as cucore__cast_half. */
#define CUCORE__CAST_HALVES(which, FROM, TO, assignment) \
    CUCORE__CAST_LOOP(which, FROM, TO, \
        cucore__cast_vector x; \
        CUCORE__CAST_VECTORS_##FROM)
#define CUCORE__CAST_VECTORS_float16 \
    for (i = 0; i < CUCORE__CAST_BLOCK; i += 8) { \
        __asm__("vcvtph2ps {%1, %0|%0, %1}" : "=x"(x) : "m"(*(const char(*)[16])(from + 2 * i))); \
        memcpy(to + 4 * i, &x, sizeof x); \
    }
#define CUCORE__CAST_VECTORS_bits32 \
    for (i = 0; i < CUCORE__CAST_BLOCK; i += 8) { \
        memcpy(&x, from + 4 * i, sizeof x); \
        __asm__("vcvtps2ph {$0, %1, %0|%0, %1, 0}" : "=m"(*(char(*)[16])(to + 2 * i)) : "x"(x)); \
    }
#define CUCORE__CAST_VECTORS_bits64 \
    const uint64_t lost = 0x1fffffff; \
    for (i = 0; i < CUCORE__CAST_BLOCK; i += 4) { \
        memcpy(&x, from + 8 * i, sizeof x); \
        x = (x & ~lost) | (((x & lost) + lost) & (lost + 1)); \
        __asm__("vcvtpd2ps {%t1, %x1|%x1, %t1}\n\tvcvtps2ph {$0, %x1, %0|%0, %x1, 0}" \
                : "=m"(*(char(*)[8])(to + 2 * i)), "+x"(x)); \
    }
#define CUCORE__CAST_IS_SIGNED(type) const int is_signed = (type)-1 < (type)1

/* Integers of up to 52 bits become the last bits of floats around 3 * 2^51: AVX2 has no other vectors of them. */
#define CUCORE__CAST_LARGE(which, FROM, TO) \
    CUCORE__CAST_LOOP(which, FROM, TO, \
        CUCORE__CAST_IS_SIGNED(read_type); \
        const uint64_t half = is_signed ? (uint64_t)1 << 51 : 0; \
        uint64_t outside = 0; \
        uint64_t b; \
        for (i = 0; i < CUCORE__CAST_BLOCK; i++) { \
            memcpy(&b, from + i * sizeof b, sizeof b); \
            outside |= b + half; \
        } \
        if (outside >> (52 - !is_signed)) { \
            CUCORE__CAST_EACH(w = (written_type)v) \
        } else { \
            CUCORE__CAST_EACH( \
                double x; \
                b = (uint64_t)v + 0x4338000000000000u; \
                memcpy(&x, &b, sizeof x); \
                w = (written_type)(x - 6755399441055744.0)) \
        })

/* Floats that all fit are converted without comparisons: through 32 bits if they fit these, which is 4 times as fast.
 * The highest bit of `outside` is set if a float does not fit. */
#define CUCORE__CAST_FITS(bits, limit) \
    for (outside = 0, i = 0; i < CUCORE__CAST_BLOCK; i++) { \
        memcpy(&b, from + i * sizeof b, sizeof b); \
        outside |= is_signed ? limit - 1 - (b & INT##bits##_MAX) : b | (limit - 1 - b); \
    } \
    if (outside <= INT##bits##_MAX)
#define CUCORE__CAST_WHOLE(which, bits, FROM, TO) \
    CUCORE__CAST_LOOP(which, FROM, TO, \
        CUCORE__CAST_IS_SIGNED(written_type); \
        const int digits = (int)(8 * sizeof(written_type)) - is_signed; \
        const uint##bits##_t limit = CUCORE__CAST_POWER_##bits(digits); \
        const uint##bits##_t limit32 = CUCORE__CAST_POWER_##bits(digits < 31 ? digits : 31); \
        uint##bits##_t outside; \
        uint##bits##_t b; \
        uint##bits##_t is_last; \
        CUCORE__CAST_FITS(bits, limit32) { \
            CUCORE__CAST_EACH(w = (written_type)(int32_t)v) \
        } else { \
            if (digits > 31) { \
                CUCORE__CAST_FITS(bits, limit) { \
                    CUCORE__CAST_EACH(w = (written_type)v) \
                } \
            } \
            if (outside > INT##bits##_MAX) { \
                CUCORE__CAST_EACH( \
                    memcpy(&b, &v, sizeof b); \
                    b = cucore__cast_clip_##bits(b, limit, is_signed); \
                    is_last = b == limit; \
                    b -= is_last; \
                    memcpy(&v, &b, sizeof b); \
                    w = (written_type)v; \
                    w = (written_type)(is_last ? (written_type)(UINT64_MAX >> (64 - digits)) : w)) \
            } \
        })
#define CUCORE__CAST_POWER_32(digits) (uint32_t)(127 + (digits)) << 23
#define CUCORE__CAST_POWER_64(digits) (uint64_t)(1023 + (digits)) << 52

#if CUCORE__CAST_HAS_WIDE || defined(CUCORE__CAST_HAS_HALVES)
typedef uint64_t cucore__cast_vector __attribute__((vector_size(32)));
#endif
#if defined(CUCORE__CAST_HAS_HALVES)
CUCORE__CAST_LOOPS(CUCORE__CAST_PLAIN, CUCORE__CAST_OTHER, CUCORE__CAST_HALVES, CUCORE__CAST_LARGE, CUCORE__CAST_WHOLE,
                   usual)
#undef CUCORE__CAST_HAS_HALVES
#else
CUCORE__CAST_LOOPS(CUCORE__CAST_PLAIN, CUCORE__CAST_OTHER, CUCORE__CAST_OTHER, CUCORE__CAST_LARGE, CUCORE__CAST_WHOLE,
                   usual)
#endif
#if defined(__clang__)
#define CUCORE__CAST_GOOD CUCORE__CAST_LOOPS
#else
#define CUCORE__CAST_GOOD CUCORE__CAST_FASTER
#endif
#define CUCORE__CAST_WIDE(P, O, H, L, W, which) H(which, bits64, float16, ) CUCORE__CAST_GOOD(P, O, H, L, W, which)
#if CUCORE__CAST_HAS_WIDE
CUCORE__CAST_WIDE(CUCORE__CAST_PLAIN, CUCORE__CAST_OTHER, CUCORE__CAST_HALVES, CUCORE__CAST_LARGE, CUCORE__CAST_WHOLE,
                  wide)
#endif

#define CUCORE__CAST_CASE(which, FROM, TO) \
    case CUCORE__CAST_##FROM * 32 + CUCORE__CAST_##TO: return CUCORE__CAST_NAME(which, FROM, TO);
#define CUCORE__CAST_CASE_OTHER(which, FROM, TO, assignment) CUCORE__CAST_CASE(which, FROM, TO)
#define CUCORE__CAST_CASE_WHOLE(which, bits, FROM, TO) CUCORE__CAST_CASE(which, FROM, TO)
#define CUCORE__CAST_CASES(LOOPS, which) \
    switch ((int)from * 32 + (int)to) { \
    LOOPS(CUCORE__CAST_CASE, CUCORE__CAST_CASE_OTHER, CUCORE__CAST_CASE_OTHER, CUCORE__CAST_CASE, \
          CUCORE__CAST_CASE_WHOLE, which) \
    default: break; \
    }
/* clang-format on */

#if CUCORE__CAST_HAS_WIDE
/* Returns 1 if the processor has AVX2 and F16C, of which older compilers cannot ask by name. */
CUCORE__PRIVATE int cucore__cast_is_wide(void)
{
    static CUCORE__ATOMIC(int) known; /* 1: no, 2: yes */
    unsigned a = 1, b, c = 0, d;
    if (!CUCORE__LOAD(&known)) {
        __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
        CUCORE__STORE(&known, __builtin_cpu_supports("avx2") && (c >> 29 & 1) ? 2 : 1);
    }
    return CUCORE__LOAD(&known) == 2;
}
#endif

/* Returns the loop from one number to another; NULL if there is none. */
CUCORE__PRIVATE cucore__cast_loop cucore__cast_loop_find(cucore__cast_number from, cucore__cast_number to)
{
#if CUCORE__CAST_HAS_WIDE
    if (cucore__cast_is_wide()) CUCORE__CAST_CASES(CUCORE__CAST_WIDE, wide)
#endif
    CUCORE__CAST_CASES(CUCORE__CAST_LOOPS, usual)
    return NULL;
}

#undef CUCORE__CAST_CASE
#undef CUCORE__CAST_CASES
#undef CUCORE__CAST_CASE_OTHER
#undef CUCORE__CAST_CASE_WHOLE
#undef CUCORE__CAST_EACH
#undef CUCORE__CAST_FASTER
#undef CUCORE__CAST_FITS
#undef CUCORE__CAST_FOR_usual
#undef CUCORE__CAST_FOR_wide
#undef CUCORE__CAST_HALVES
#undef CUCORE__CAST_HAS_WIDE
#undef CUCORE__CAST_IS_SIGNED
#undef CUCORE__CAST_LARGE
#undef CUCORE__CAST_LOOP
#undef CUCORE__CAST_LOOPS
#undef CUCORE__CAST_NAME
#undef CUCORE__CAST_OTHER
#undef CUCORE__CAST_OTHERS
#undef CUCORE__CAST_PLAIN
#undef CUCORE__CAST_POWER_32
#undef CUCORE__CAST_POWER_64
#undef CUCORE__CAST_WHOLE
#undef CUCORE__CAST_WIDE
#undef CUCORE__CAST_WHOLES
#undef CUCORE__CAST_GOOD
#undef CUCORE__CAST_VECTORS_bits32
#undef CUCORE__CAST_VECTORS_bits64
#undef CUCORE__CAST_VECTORS_float16

/* -- several steps ------------------------------------------------------------------------------------------------ */
#define CUCORE__CAST_STEPS 6

/* A step of a conversion; without a loop it reads or writes small numbers. */
typedef struct cucore__cast_step {
    cucore__cast_loop loop;
    int size;       /* bytes of an element after it */
    uint16_t times; /* parts of an element, which the loop takes one by one */
    uint16_t code;  /* without a loop: the cucore__number_code of the small numbers */
    uint8_t writes, clips;
} cucore__cast_step;

/* A conversion of dense elements. */
typedef struct cucore__cast_path {
    int count; /* 0: bytes are copied */
    int from;  /* bytes of an element that is read */
    int most;  /* the same of the largest one on the way */
    cucore__cast_step steps[CUCORE__CAST_STEPS];
} cucore__cast_path;

CUCORE__PRIVATE inline int cucore__cast_is_whole(cucore__cast_number number)
{
    return number >= CUCORE__CAST_int8 && number <= CUCORE__CAST_uint64;
}

CUCORE__PRIVATE inline cucore__cast_number cucore__cast_unsigned(cucore__cast_number number)
{
    const int apart = (int)CUCORE__CAST_uint8 - (int)CUCORE__CAST_int8;
    if (number < CUCORE__CAST_int8 || number > CUCORE__CAST_int64) return number;
    return (cucore__cast_number)((int)number + apart);
}

/* Returns the number between `from` and `to` that a loop makes of `from`, if no loop leads from one to the other. */
CUCORE__PRIVATE cucore__cast_number cucore__cast_between(cucore__cast_number from, cucore__cast_number to)
{
    switch (from) {
    case CUCORE__CAST_truth: return CUCORE__CAST_uint8;
    case CUCORE__CAST_float16:
    case CUCORE__CAST_bfloat16: return CUCORE__CAST_float32;
    default: break;
    }
    if (to == CUCORE__CAST_complex64) return CUCORE__CAST_float32;
    if (to == CUCORE__CAST_complex128) return CUCORE__CAST_float64;
    if (to == CUCORE__CAST_complex32) return CUCORE__CAST_float16;
    if (to == CUCORE__CAST_bcomplex32) return CUCORE__CAST_bfloat16;
    switch (from) { /* to 16 bits */
    case CUCORE__CAST_float64: return to == CUCORE__CAST_float16 ? CUCORE__CAST_half32 : CUCORE__CAST_odd32;
    case CUCORE__CAST_int32:
    case CUCORE__CAST_uint32: return CUCORE__CAST_odd32;
    case CUCORE__CAST_int64:
    case CUCORE__CAST_uint64: return CUCORE__CAST_odd64;
    default: return CUCORE__CAST_float32;
    }
}

CUCORE__PRIVATE inline cucore__cast_step *cucore__cast_step_add(cucore__cast_path *path, cucore__cast_loop loop,
                                                                int size)
{
    cucore__cast_step *step = &path->steps[path->count++];
    step->loop = loop;
    step->times = 1;
    step->size = size;
    if (path->most < size) path->most = size;
    return step;
}

/* Adds the step that swaps the bytes of each part of a number. */
CUCORE__PRIVATE CUCORE__COLD void cucore__cast_swap_add(const cucore__cast_end *end, cucore__cast_path *path)
{
    const int bytes = end->code & 15, size = cucore__cast_types[end->number].size;
    const cucore__cast_number from = bytes == 2   ? CUCORE__CAST_uint16
                                     : bytes == 4 ? CUCORE__CAST_uint32
                                                  : CUCORE__CAST_uint64;
    const cucore__cast_number to = bytes == 2   ? CUCORE__CAST_swap16
                                   : bytes == 4 ? CUCORE__CAST_swap32
                                                : CUCORE__CAST_swap64;
    cucore__cast_step_add(path, cucore__cast_loop_find(from, to), size)->times = (uint16_t)(size / bytes);
}

/* Adds the step that reads or writes small numbers; it has no loop. */
CUCORE__PRIVATE CUCORE__COLD void cucore__cast_small_add(const cucore__cast_end *end, int writes, int clips,
                                                         cucore__cast_path *path)
{
    cucore__cast_step *step = cucore__cast_step_add(path, NULL, writes ? 1 : cucore__cast_types[end->number].size);
    step->writes = (uint8_t)writes;
    step->clips = (uint8_t)clips;
    step->code = end->code;
}

/* Finds the loops between two numbers: none if they are one, or integers of one size.  exact: 1: a float64 is to round
 * as the integer that it was made of does */
CUCORE__PRIVATE void cucore__cast_loops_find(cucore__cast_number from, cucore__cast_number to, int exact,
                                             cucore__cast_path *path)
{
    for (;;) {
        cucore__cast_number next = to;
        cucore__cast_loop loop;
        if (to == CUCORE__CAST_truth && (from == CUCORE__CAST_int8 || from == CUCORE__CAST_uint8)) {
            from = CUCORE__CAST_truth;
            next = CUCORE__CAST_uint8;
        } else if (to == CUCORE__CAST_truth && from == CUCORE__CAST_bfloat16) {
            from = CUCORE__CAST_float16;
        } else if (to == CUCORE__CAST_truth) {
            from = cucore__cast_unsigned(from);
        } else if (cucore__cast_is_whole(from) && cucore__cast_is_whole(to)) {
            next = cucore__cast_unsigned(to);
            if (cucore__cast_types[to].size <= cucore__cast_types[from].size) from = cucore__cast_unsigned(from);
        } else if (exact && (from == CUCORE__CAST_int64 || from == CUCORE__CAST_uint64)) {
            next = CUCORE__CAST_odd64;
        }
        if (from == next) return;
        loop = cucore__cast_loop_find(from, next);
        while (!loop) loop = cucore__cast_loop_find(from, next = cucore__cast_between(from, next));
        if (next == CUCORE__CAST_odd32 || next == CUCORE__CAST_half32) next = CUCORE__CAST_float32;
        if (next == CUCORE__CAST_odd64) next = CUCORE__CAST_float64;
        cucore__cast_step_add(path, loop, cucore__cast_types[next].size);
        if (cucore__cast_types[next].size == cucore__cast_types[to].size &&
            cucore__cast_unsigned(next) == cucore__cast_unsigned(to)) {
            return;
        }
        if (to == CUCORE__CAST_truth && next == CUCORE__CAST_uint8) return;
        from = next;
    }
}

/* Finds the steps between two sides. */
CUCORE__PRIVATE void cucore__cast_path_find(const cucore__cast_end *from, const cucore__cast_end *to,
                                            cucore__cast_path *path)
{
    const int swaps = from->code & CUCORE__NUMBER_SWAPPED, is_whole = from->number <= CUCORE__CAST_uint64; /* or bool */
    path->count = 0;
    path->most = path->from = from->is_small ? 1 : cucore__cast_types[from->number].size;
    if (swaps) cucore__cast_swap_add(from, path);
    if (from->is_small) cucore__cast_small_add(from, 0, 0, path);
    cucore__cast_loops_find(from->number, to->number, to->is_small, path);
    if (to->is_small) cucore__cast_small_add(to, 1, !is_whole, path);
    if (!(to->code & CUCORE__NUMBER_SWAPPED)) return;
    if (swaps && path->count == 1) {
        path->count = 0; /* the bytes stay */
    } else {
        cucore__cast_swap_add(to, path);
    }
}

/* Reads or writes numbers of up to 8 bits. */
CUCORE__PRIVATE CUCORE__APART void cucore__cast_small(const cucore__cast_step *step, char *to, const char *from,
                                                      int64_t count)
{
    const cucore__number_type type = cucore__number_decode(step->code);
    const int above = 8 - (int)type.bits, is_signed = type.kind == CUCORE__NUMBER_SIGNED;
    const int last = (1 << (type.bits - (uint32_t)is_signed)) - 1, mask = 255 >> above;
    uint64_t bits;
    int64_t i;
    if (type.has_form && step->writes) {
        for (i = 0; i < count; i++) {
            memcpy(&bits, from + 8 * i, sizeof bits);
            to[i] = (char)cucore__number_narrow(bits, &type.form);
        }
    } else if (type.has_form) {
        for (i = 0; i < count; i++) {
            bits = cucore__number_widen((uint32_t)(from[i] & mask), &type.form);
            memcpy(to + 8 * i, &bits, sizeof bits);
        }
    } else if (step->writes) {
        for (i = 0; i < count; i++) {
            int number = is_signed ? (signed char)from[i] : (unsigned char)from[i];
            if (step->clips && number > last) number = last;
            if (step->clips && number < -last - 1) number = -last - 1;
            to[i] = (char)(number & mask);
        }
    } else {
        const int sign = is_signed ? last + 1 : 0;
        for (i = 0; i < count; i++) to[i] = (char)(((from[i] & mask) ^ sign) - sign);
    }
}

/* Converts at least one block: the last one begins as far back as it has to, and converts some elements again.
 * size: the bytes of an element that is read */
CUCORE__PRIVATE void cucore__cast_step_run(const cucore__cast_step *step, int size, char *to, const char *from,
                                           int64_t count)
{
    const int64_t last = count - CUCORE__CAST_BLOCK;
    if (!step->loop) {
        cucore__cast_small(step, to, from, count);
        return;
    }
    step->loop(to, from, count / CUCORE__CAST_BLOCK * step->times);
    if (count % CUCORE__CAST_BLOCK) {
        step->loop(to + last * step->size, from + last * size, step->times);
    }
}

/* Converts at least one block. */
CUCORE__PRIVATE void cucore__cast_blocks(const cucore__cast_path *path, char *to, const char *from, int64_t count)
{
    uint64_t between[2][CUCORE__CAST_CHUNK];
    const cucore__cast_step *steps = path->steps;
    const int last = path->count - 1;
    const int64_t chunk = path->most > 8 ? CUCORE__CAST_CHUNK / 2 : CUCORE__CAST_CHUNK;
    int64_t done, part;
    int i;
    if (last == 0) {
        cucore__cast_step_run(steps, path->from, to, from, count);
        return;
    }
    for (done = 0; done < count; done += part) {
        const char *middle = (const char *)between[0];
        part = cucore__copy_smaller(chunk, count - done);
        if (part < CUCORE__CAST_BLOCK) {
            part = CUCORE__CAST_BLOCK;
            done = count - part;
        }
        cucore__cast_step_run(steps, path->from, (char *)between[0], from + done * path->from, part);
        for (i = 1; i < last; i++, middle = (const char *)between[(i - 1) % 2]) {
            cucore__cast_step_run(&steps[i], steps[i - 1].size, (char *)between[i % 2], middle, part);
        }
        cucore__cast_step_run(&steps[last], steps[last - 1].size, to + done * steps[last].size, middle, part);
    }
}

/* Converts dense elements; path->count is not 0. */
CUCORE__PRIVATE void cucore__cast_dense(const cucore__cast_path *path, char *to, const char *from, int64_t count)
{
    uint64_t few[2][2 * CUCORE__CAST_BLOCK];
    const size_t read = (size_t)(count * path->from), all = (size_t)(CUCORE__CAST_BLOCK * path->from);
    if (count >= CUCORE__CAST_BLOCK) {
        cucore__cast_blocks(path, to, from, count);
        return;
    }
    memcpy(few[0], from, read);
    memset((char *)few[0] + read, 0, all - read);
    cucore__cast_blocks(path, (char *)few[1], (const char *)few[0], CUCORE__CAST_BLOCK);
    memcpy(to, few[1], (size_t)(count * path->steps[path->count - 1].size));
}
#undef CUCORE__CAST_BLOCK
#undef CUCORE__CAST_CHUNK
#undef CUCORE__CAST_STEPS

/* cast/cast_host.c: the CPU converts elements: blocks of them are packed, converted, and unpacked; no driver. */
#define CUCORE__CAST_BYTES 16384 /* of a block on the wider side: lines of dst are long, and the second cache is near */
#define CUCORE__CAST_TURNED 32   /* bytes of src along its fastest axis in a block, if another one is that of dst */
#define CUCORE__CAST_LINE 64     /* bytes of a cache line */
#define CUCORE__CAST_LONG 64     /* dense elements that are converted where they are */
#define CUCORE__CAST_SHORT 8     /* elements of an axis that is too short for the innermost loop */
#define CUCORE__CAST_FEW 2048    /* bytes of a block that is packed on the stack, a larger one elsewhere */
#define CUCORE__CAST_ONCE 4096   /* elements of which repeated ones are converted once */
#define CUCORE__CAST_SHARED 16   /* indices of an axis that threads share; a shorter one only if all are */

/* The axes of a block, in this order. */
enum { CUCORE__CAST_ALONG, CUCORE__CAST_BESIDE, CUCORE__CAST_MORE, CUCORE__CAST_AXES };

/* A conversion on the host.  Steps of axes are in bytes.  The axes of a block come first: the fastest one of dst, the
 * fastest one of src or the next one of dst, and one more; then the axes around the blocks, fastest first. */
typedef struct cucore__cast_walk {
    const cucore__cast_path *path;
    int64_t to, from; /* bytes of an element */
    int ndim;
    cucore__host_axis axes[CUCORE_MAX_NDIM + CUCORE__CAST_AXES];
    int64_t most[CUCORE__CAST_AXES]; /* elements of a block */
    int64_t room;                    /* bytes of the wider side of a block that may be packed, */
    int64_t packs;                   /* ... that is packed; 0: none is */
    char *packed[2];                 /* room for them: as they are read, as they are written */
    int bits[2];                     /* of dst and src: of an element whose steps count bits; else 0 */
    int64_t first[2];                /* bits from the pointer to the first element of the walk; of others 0 */
} cucore__cast_walk;

/* A block of an array: its axes, or none. */
typedef struct cucore__cast_part {
    char *dst;
    const char *src;
    int64_t at[2]; /* the offset of its first element in dst and in src: bytes or bits */
    cucore__host_axis axes[CUCORE__CAST_AXES];
} cucore__cast_part;

/* Copies the elements of a block, which are dense on one side. */
CUCORE__PRIVATE void cucore__cast_move_part(const cucore__cast_part *part, int64_t size)
{
    const cucore__host_axis none = {1, 0, 0}, *axes = part->axes, *more = &axes[CUCORE__CAST_MORE];
    cucore__host_part block;
    int64_t k, unit = size;
    int turns = 0;
    block.beside = block.rows = block.again = none;
    block.along = axes[0];
    if (axes[0].dst == size && axes[0].src == size) {
        unit *= axes[0].extent;
        block.along = axes[1];
    } else if (axes[1].src == size && cucore__host_turns(size, &axes[0], &axes[1])) {
        block.rows = axes[1];
        turns = 1;
    } else {
        const int next = axes[0].extent < CUCORE__CAST_SHORT && axes[1].extent > axes[0].extent;
        block.along = axes[next];
        block.beside = axes[!next];
    }
    for (k = 0; k < more->extent; k++) {
        block.dst = part->dst + k * more->dst;
        block.src = part->src + k * more->src;
        if (turns) {
            cucore__host_turn((size_t)unit, &block);
        } else {
            cucore__host_lines((size_t)unit, &block);
        }
    }
}

/* Sets the steps of one side of a block to those of dense memory. */
#define CUCORE__CAST_PACK(axes, side, size) \
    do { \
        (axes)[0].side = (size); \
        (axes)[1].side = (size) * (axes)[0].extent; \
        (axes)[2].side = (size) * (axes)[0].extent * (axes)[1].extent; \
    } while (0)

/* Returns 1 if the elements of a block lie side by side, given the steps of one side. */
CUCORE__PRIVATE inline int cucore__cast_is_dense(const cucore__host_axis *axes, const int64_t *steps, int64_t size)
{
    int i;
    for (i = 0; i < CUCORE__CAST_AXES; i++) {
        if (axes[i].extent > 1 && steps[i] != size) return 0;
        size *= axes[i].extent;
    }
    return 1;
}

/* Moves elements that are packed bit by bit to a byte each, or from there. */
CUCORE__PRIVATE CUCORE__APART void cucore__cast_move_bits(const cucore__cast_walk *walk, const cucore__cast_part *part,
                                                          int reads)
{
    const cucore__host_axis *axes = part->axes;
    const unsigned bits = (unsigned)walk->bits[reads], mask = (1u << bits) - 1;
    unsigned char *array = (unsigned char *)(uintptr_t)(reads ? part->src : part->dst);
    unsigned char *byte = (unsigned char *)walk->packed[!reads];
    int64_t i, j, k;
    for (k = 0; k < axes[2].extent; k++) {
        for (j = 0; j < axes[1].extent; j++) {
            for (i = 0; i < axes[0].extent; i++, byte++) {
                const int64_t at = part->at[reads] + (reads ? i * axes[0].src + j * axes[1].src + k * axes[2].src
                                                            : i * axes[0].dst + j * axes[1].dst + k * axes[2].dst);
                unsigned char *first = array + (at >> 3);
                const unsigned shift = (unsigned)(at & 7);
                const int two = shift + bits > 8; /* an element in two bytes */
                unsigned word = two ? first[0] | (unsigned)first[1] << 8 : first[0];
                if (reads) {
                    *byte = (unsigned char)(word >> shift & mask);
                    continue;
                }
                word = (word & ~(mask << shift)) | (unsigned)*byte << shift;
                first[0] = (unsigned char)word;
                if (two) first[1] = (unsigned char)(word >> 8);
            }
        }
    }
}

/* Converts the elements of a block.  Dense blocks and long rows are read and written where they are, others from and to
 * dense memory. */
CUCORE__PRIVATE void cucore__cast_part_run(const cucore__cast_walk *walk, const cucore__cast_part *part)
{
    const cucore__host_axis *axes = part->axes;
    const int64_t from_steps[] = {axes[0].src, axes[1].src, axes[2].src};
    const int64_t to_steps[] = {axes[0].dst, axes[1].dst, axes[2].dst};
    const int is_long = axes[0].extent >= CUCORE__CAST_LONG || !walk->packs; /* 0: no room to pack in */
    const int bits_in = walk->bits[1], bits_out = walk->bits[0];
    int reads = !bits_in && cucore__cast_is_dense(axes, from_steps, walk->from), reads_rows;
    int writes = !bits_out && cucore__cast_is_dense(axes, to_steps, walk->to), writes_rows;
    cucore__cast_part in = *part, out = *part;
    int64_t j, k;
    reads_rows = !reads && !bits_in && is_long && axes[0].src == walk->from;
    writes_rows = !writes && !bits_out && is_long && axes[0].dst == walk->to;
    if (!reads && !reads_rows) {
        CUCORE__CAST_PACK(in.axes, dst, walk->from);
        in.dst = walk->packed[0];
        if (bits_in) {
            cucore__cast_move_bits(walk, part, 1);
        } else {
            cucore__cast_move_part(&in, walk->from);
        }
        CUCORE__CAST_PACK(in.axes, src, walk->from);
        in.src = walk->packed[0];
    }
    if (!writes && !writes_rows) {
        CUCORE__CAST_PACK(out.axes, dst, walk->to);
        out.dst = walk->packed[1];
    }
    if (!reads_rows && !writes_rows) {
        cucore__cast_dense(walk->path, out.dst, in.src, axes[0].extent * axes[1].extent * axes[2].extent);
    } else {
        for (k = 0; k < axes[2].extent; k++) {
            for (j = 0; j < axes[1].extent; j++) {
                cucore__cast_dense(walk->path, out.dst + j * out.axes[1].dst + k * out.axes[2].dst,
                                   in.src + j * in.axes[1].src + k * in.axes[2].src, axes[0].extent);
            }
        }
    }
    if (writes || writes_rows) return;
    if (bits_out) {
        cucore__cast_move_bits(walk, part, 0);
        return;
    }
    in = *part;
    CUCORE__CAST_PACK(in.axes, src, walk->to);
    in.src = walk->packed[1];
    cucore__cast_move_part(&in, walk->to);
}
#undef CUCORE__CAST_PACK

/* Chooses the axes of blocks, and how many elements a block has along them.  The axes of `walk` are sorted by dst. */
CUCORE__PRIVATE void cucore__cast_walk_make(cucore__cast_walk *walk)
{
    const int64_t wider = walk->to > walk->from ? walk->to : walk->from, room = walk->room / wider;
    cucore__host_axis *axes = walk->axes;
    int64_t *most = walk->most;
    int i, beside = 1, turns = 0;
    walk->packs = 0;
    while (walk->ndim < CUCORE__CAST_AXES) {
        const cucore__host_axis none = {1, 0, 0};
        axes[walk->ndim++] = none;
    }
    for (i = 1; i < walk->ndim; i++) { /* a step of 0 counts as the longest one */
        if (axes[i].extent < 2 || cucore__magnitude(axes[i].src) - 1 >= cucore__magnitude(axes[0].src) - 1) continue;
        if (turns && cucore__magnitude(axes[i].src) >= cucore__magnitude(axes[beside].src)) continue;
        beside = i;
        turns = 1;
    }
    if (beside > 1) {
        const cucore__host_axis faster = axes[beside];
        for (i = beside; i > 1; i--) axes[i] = axes[i - 1];
        axes[1] = faster;
    }
    for (i = 0; i < CUCORE__CAST_AXES; i++) most[i] = axes[i].extent;
    if (axes[0].dst == walk->to && axes[0].src == walk->from && most[0] >= CUCORE__CAST_LONG && !walk->bits[0] &&
        !walk->bits[1]) {
        return;
    }
    most[1] = turns ? cucore__copy_smaller(most[1], CUCORE__CAST_TURNED / walk->from) : 1;
    most[0] = cucore__copy_smaller(most[0], room / most[1]);
    most[1] = cucore__copy_smaller(axes[1].extent, room / most[0]);
    most[2] = cucore__copy_smaller(axes[2].extent, room / (most[0] * most[1]));
    walk->packs = most[0] * most[1] * most[2] * wider;
}

/* Converts block by block. */
CUCORE__PRIVATE void cucore__cast_walk_blocks(const cucore__cast_walk *walk, char *dst, const char *src)
{
    int64_t index[CUCORE_MAX_NDIM + CUCORE__CAST_AXES];
    cucore__cast_part part;
    int i;
    cucore__entries_zero(index, walk->ndim);
    part.at[0] = walk->first[0];
    part.at[1] = walk->first[1];
    do {
        part.dst = dst + (walk->bits[0] ? 0 : part.at[0]);
        part.src = src + (walk->bits[1] ? 0 : part.at[1]);
        for (i = 0; i < CUCORE__CAST_AXES; i++) {
            part.axes[i] = walk->axes[i];
            part.axes[i].extent = cucore__copy_smaller(walk->most[i], walk->axes[i].extent - index[i]);
        }
        cucore__cast_part_run(walk, &part);
        for (i = 0; i < walk->ndim; i++) { /* to the next block along axis i, or back to its first one */
            const cucore__host_axis *axis = &walk->axes[i];
            int64_t moves = i < CUCORE__CAST_AXES ? walk->most[i] : 1;
            const int goes_on = index[i] + moves < axis->extent;
            if (!goes_on) moves = -index[i];
            index[i] += moves;
            part.at[0] += moves * axis->dst;
            part.at[1] += moves * axis->src;
            if (goes_on) break;
        }
    } while (i < walk->ndim);
}

/* A conversion that threads share along an axis. */
typedef struct cucore__cast_work {
    cucore__work work;
    const cucore__cast_walk *walk;
    int axis;
    int64_t rooms; /* bytes of each thread's room */
    char *room, *dst;
    const char *src;
} cucore__cast_work;

/* Converts a part, block by block, in the room of thread `number`. */
CUCORE__PRIVATE void cucore__cast_work_run(const cucore__work *of, int number, int64_t begin, int64_t end)
{
    const cucore__cast_work *work = (const cucore__cast_work *)(const void *)of;
    cucore__cast_walk walk;
    cucore__host_axis *axis = &walk.axes[work->axis];
    memcpy(&walk, work->walk, sizeof walk);
    walk.first[0] += begin * axis->dst;
    walk.first[1] += begin * axis->src;
    axis->extent = end - begin;
    walk.packed[0] = work->room + number * work->rooms;
    walk.packed[1] = walk.packed[0] + work->rooms / 2;
    cucore__cast_walk_blocks(&walk, work->dst, work->src);
}

/* Finds room for packed blocks, and converts by so many threads as pay: one if they would write bits of one byte. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_walk_run(cucore__cast_walk *walk, char *dst, const char *src,
                                                                  int threads)
{
    uint64_t few[(CUCORE__CAST_LINE + 2 * CUCORE__CAST_FEW) / 8];
    char *more = NULL, *room = (char *)few;
    cucore__cast_work work;
    int64_t bytes = walk->to > walk->from ? walk->to : walk->from;
    int i, axis = walk->ndim - 1;
    for (i = 0; i < walk->ndim; i++) bytes *= walk->axes[i].extent;
    if (bytes < CUCORE__HOST_THREADS_FROM || walk->bits[0]) threads = 1;
    if (!threads) threads = cucore__processors();
    if (threads > CUCORE__THREADS_MOST) threads = CUCORE__THREADS_MOST;
    for (i = axis - 1; i >= 0 && walk->axes[axis].extent < CUCORE__CAST_SHARED; i--) {
        if (walk->axes[i].extent > walk->axes[axis].extent) axis = i;
    }
    work.rooms = walk->packs > CUCORE__CAST_FEW ? 2 * CUCORE__CAST_BYTES : 2 * CUCORE__CAST_FEW;
    if (walk->packs > CUCORE__CAST_FEW || (walk->packs && threads > 1)) {
        room = more = (char *)malloc((size_t)(CUCORE__CAST_LINE + threads * work.rooms));
        if (!more)
            return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory to convert elements in blocks of %d bytes",
                               CUCORE__CAST_BYTES);
    }
    work.work.run = cucore__cast_work_run;
    work.work.extent = walk->axes[axis].extent;
    work.walk = walk;
    work.axis = axis;
    work.room = room + (CUCORE__CAST_LINE - (uintptr_t)room % CUCORE__CAST_LINE) % CUCORE__CAST_LINE;
    work.dst = dst;
    work.src = src;
    if (threads == 1) {
        walk->packed[0] = work.room;
        walk->packed[1] = work.room + work.rooms / 2;
        cucore__cast_walk_blocks(walk, dst, src);
    } else {
        cucore__work_share(threads, &work.work);
    }
    free(more);
    return CUCORE_OK;
}

/* Copies elements whose bits stay: they are integers of one size, or parts of complex numbers.  With `repeated`, the
 * number of an axis that src repeats, its first index is copied from dst to the others; else -1. */
CUCORE__PRIVATE void cucore__cast_bits(const cucore__cast_walk *walk, int repeated, char *dst, const char *src,
                                       int threads)
{
    cucore__copy_axes axes;
    int i;
    axes.ndim = 0;
    axes.itemsize = walk->to;
    for (i = walk->ndim - 1; i >= 0; i--) {
        const cucore__host_axis *axis = &walk->axes[i];
        axes.shape[axes.ndim] = axis->extent - (i == repeated);
        axes.dst[axes.ndim] = axis->dst / walk->to;
        axes.src[axes.ndim++] = (repeated < 0 ? axis->src : i == repeated ? 0 : axis->dst) / walk->to;
    }
    cucore__copy_axes_merge(&axes);
    cucore__host_copy_by(threads, &axes, repeated < 0 ? dst : dst + walk->axes[repeated].dst, repeated < 0 ? src : dst);
}

/* Converts elements that src repeats once, then copies them in dst to the other places, axis by axis. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_once(const cucore__cast_walk *all, char *dst, const char *src,
                                                              int threads)
{
    cucore__cast_walk done, walk;
    cucore_status status;
    int i;
    memcpy(&done, all, sizeof done);
    for (i = 0; i < done.ndim; i++) {
        if (done.axes[i].src == 0) done.axes[i].extent = 1;
    }
    memcpy(&walk, &done, sizeof walk);
    cucore__cast_walk_make(&walk);
    status = cucore__cast_walk_run(&walk, dst, src, threads);
    for (i = 0; i < done.ndim && !status; i++) {
        if (done.axes[i].extent == all->axes[i].extent) continue;
        done.axes[i].extent = all->axes[i].extent;
        cucore__cast_bits(&done, i, dst, src, threads);
    }
    return status;
}

/* Returns the dtype of the parts of complex numbers, else the dtype itself. */
CUCORE__PRIVATE cucore__cast_number cucore__cast_part_of(cucore__cast_number number)
{
    switch (number) {
    case CUCORE__CAST_complex32: return CUCORE__CAST_float16;
    case CUCORE__CAST_bcomplex32: return CUCORE__CAST_bfloat16;
    case CUCORE__CAST_complex64: return CUCORE__CAST_float32;
    case CUCORE__CAST_complex128: return CUCORE__CAST_float64;
    default: return number;
    }
}

/* Begins a walk between elements of steps[0] bytes of dst and steps[1] of src.  Complex numbers are an axis of their
 * parts. */
CUCORE__PRIVATE void cucore__cast_walk_begin(const cucore__cast_end *ends, const int64_t *steps,
                                             cucore__cast_path *path, cucore__cast_walk *walk)
{
    cucore__cast_end to = ends[0], from = ends[1];
    walk->ndim = 0;
    if (to.number != CUCORE__CAST_truth) from.number = cucore__cast_part_of(from.number);
    if (from.number != ends[1].number && to.number != cucore__cast_part_of(to.number)) { /* complex to complex */
        cucore__host_axis *parts = &walk->axes[walk->ndim++];
        to.number = cucore__cast_part_of(to.number);
        parts->extent = 2;
        parts->dst = steps[0] / 2;
        parts->src = steps[1] / 2;
    }
    cucore__cast_path_find(&from, &to, path);
    walk->path = path;
    walk->from = path->from;
    walk->to = path->count ? path->steps[path->count - 1].size : walk->from;
}

/* Adds an axis, the next one in the order of dst. */
CUCORE__PRIVATE void cucore__cast_walk_add(cucore__cast_walk *walk, const cucore__host_axis *axis)
{
    cucore__host_axis *first = walk->axes;
    const uint64_t extent = walk->ndim ? (uint64_t)first->extent : 0; /* products of views made by hand may wrap */
    if (walk->ndim == 1 && (uint64_t)first->dst * extent == (uint64_t)axis->dst &&
        (uint64_t)first->src * extent == (uint64_t)axis->src) {
        first->extent *= axis->extent;
    } else {
        walk->axes[walk->ndim++] = *axis;
    }
}

/* Converts what the axes of the walk reach. */
CUCORE__PRIVATE cucore_status cucore__cast_walk_end(cucore__cast_walk *walk, char *dst, const char *src, int threads)
{
    int64_t count = 1;
    int i, repeats = 0;
    if (walk->path->count == 0) {
        cucore__cast_bits(walk, -1, dst, src, threads);
        return CUCORE_OK;
    }
    for (i = 0; i < walk->ndim && !walk->bits[0]; i++) {
        repeats |= walk->axes[i].src == 0 && walk->axes[i].extent > 1;
        if (count < CUCORE__CAST_ONCE) count *= walk->axes[i].extent;
    }
    if (repeats && count >= CUCORE__CAST_ONCE) return cucore__cast_once(walk, dst, src, threads);
    cucore__cast_walk_make(walk);
    return cucore__cast_walk_run(walk, dst, src, threads);
}

/* Converts elements.  The two sides have one shape, which is not empty, and share no memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_on_host(const cucore__cast_end *ends,
                                                                 const cucore__copy_side *dst,
                                                                 const cucore__copy_side *src, int threads)
{
    const int64_t steps[2] = {cucore__kernel_unit(dst->layout, ends[0].code),
                              cucore__kernel_unit(src->layout, ends[1].code)};
    cucore_layout simple[2];
    cucore__cast_walk walk;
    cucore__cast_path path;
    int64_t offsets[2];
    char *ptr[2];
    int i;
    cucore_status status = cucore__copy_simplify(dst->layout, src->layout, simple, offsets);
    if (status) return status;
    cucore__cast_walk_begin(ends, steps, &path, &walk);
    walk.room = CUCORE__CAST_BYTES;
    for (i = simple[0].ndim - 1; i >= 0; i--) {
        cucore__host_axis axis;
        axis.extent = simple[0].shape[i];
        axis.dst = simple[0].strides[i] * steps[0];
        axis.src = simple[1].strides[i] * steps[1];
        cucore__cast_walk_add(&walk, &axis);
    }
    for (i = 0; i < 2; i++) {
        const cucore__copy_side *side = i ? src : dst;
        offsets[i] *= steps[i];
        walk.bits[i] = ends[i].code & CUCORE__NUMBER_PACKED ? (int)side->layout->itembits : 0;
        ptr[i] = side->ptr + (walk.bits[i] ? 0 : offsets[i]);
        walk.first[i] = walk.bits[i] ? offsets[i] : 0;
    }
    return cucore__cast_walk_end(&walk, ptr[0], ptr[1], threads);
}

/* A conversion of rows, for loops on the CPU: the dtypes of dst and src, and what becomes of them. */
typedef struct cucore__cast_rows {
    cucore__cast_end ends[2];
    int64_t steps[2]; /* bytes of an element */
} cucore__cast_rows;

/* Returns 0 if elements are not converted to this dtype, and in native order, or from there.
 *   writes  in  1: from there */
CUCORE__PRIVATE int cucore__cast_rows_make(const cucore_view *view, cucore_dtype dtype, int writes,
                                           cucore__cast_rows *out)
{
    cucore_view other; /* what is read of one; zeroing all of it would take longer than all else */
    other.dtype = dtype;
    other.byte_swapped = 0;
    other.layout.itembits = 8 * (int64_t)dtype.itemsize;
    out->steps[!writes] = view->dtype.itemsize;
    out->steps[writes] = dtype.itemsize;
    return cucore__cast_end_make(view, &out->ends[!writes]) && cucore__cast_end_make(&other, &out->ends[writes]);
}

/* Converts `axes[1].extent` rows of `axes[0].extent` elements. */
CUCORE__PRIVATE void cucore__cast_rows_run(const cucore__cast_rows *rows, const cucore__host_axis *axes, char *dst,
                                           const char *src)
{
    cucore__cast_walk walk;
    cucore__cast_path path;
    cucore__cast_walk_begin(rows->ends, rows->steps, &path, &walk);
    walk.bits[0] = walk.bits[1] = 0;
    walk.first[0] = walk.first[1] = 0;
    walk.room = CUCORE__CAST_FEW; /* on the stack: it does not fail */
    cucore__cast_walk_add(&walk, &axes[0]);
    if (axes[1].extent > 1) cucore__cast_walk_add(&walk, &axes[1]);
    (void)cucore__cast_walk_end(&walk, dst, src, 1);
}
#undef CUCORE__CAST_BYTES
#undef CUCORE__CAST_LINE
#undef CUCORE__CAST_LONG
#undef CUCORE__CAST_FEW
#undef CUCORE__CAST_ONCE
#undef CUCORE__CAST_SHARED
#undef CUCORE__CAST_SHORT
#undef CUCORE__CAST_TURNED

/* ------------ >>impl-cast -- */
/* cast/cast.c: copies that convert elements to another dtype (CUCORE_COPY_CAST). */
/* A conversion. */
typedef struct cucore__cast {
    cucore__copy_job *job;
    cucore__cast_end ends[2]; /* of dst, of src */
    cucore_layout stretched;  /* of src, if its shape is another one */
} cucore__cast;

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_fail_dtypes(const cucore_view *dst, const cucore_view *src)
{
    char to[64], from[64];
    cucore_dtype_to_name(dst->dtype, to, sizeof to);
    cucore_dtype_to_name(src->dtype, from, sizeof from);
    return cucore_fail(
        CUCORE_UNSUPPORTED,
        "dst is %s, src is %s: only bool, integers, floats and complex numbers of one lane are converted%s", to, from,
        dst->dtype.lanes > 1 || src->dtype.lanes > 1 ? "; cucore_layout_repack makes elements of one lane" : "");
}

CUCORE__PRIVATE cucore_status cucore__cast_check(cucore__cast *cast)
{
    const cucore_view *dst = cast->job->views[0], *src = cast->job->views[1];
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "dst is read-only");
    if (!cucore__cast_end_make(dst, &cast->ends[0]) || !cucore__cast_end_make(src, &cast->ends[1]))
        return cucore__cast_fail_dtypes(dst, src);
    return cucore__copy_stretch(cast->job, &cast->stretched);
}

/* Refuses dst and src that share memory, since an element could be written before it is read. */
CUCORE__PRIVATE cucore_status cucore__cast_check_memory(const cucore__copy_job *job)
{
    cucore_overlap overlap;
    cucore_status status = cucore__copy_check_memory(job, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    return cucore__invalid("dst (0x%llx) and src (0x%llx) %s memory, which a copy that converts cannot do",
                           (unsigned long long)(uintptr_t)job->dst.ptr, (unsigned long long)(uintptr_t)job->src.ptr,
                           overlap == CUCORE_OVERLAP_SOME ? "share" : "may share");
}

/* Begins the plan of a conversion. */
CUCORE__PRIVATE cucore_status cucore__cast_begin(cucore__cast *cast, cucore_copy_plan *plan)
{
    cucore_status status = cucore__cast_check(cast);
    if (!status) status = cucore__copy_plan_begin(cast->job, plan);
    return status || !cast->job->size ? status : cucore__cast_check_memory(cast->job);
}

/* -- for the kernels of cucore_copy.h ------------------------------------------------------------------------------ */
/* Kernels are written for whole numbers of bytes that are aligned, but not for small floats and complex32. */
CUCORE__PRIVATE void cucore__cast_key_make(const cucore__kernel_work *work, cucore__write_key *key)
{
    int i;
    for (i = 0; i < 2; i++) {
        const cucore__number_type type = cucore__number_decode(work->types[i]);
        const int is_pair = type.kind == CUCORE__NUMBER_COMPLEX;
        key->types[i] = work->types[i];
        key->word[i] = (uint8_t)(type.bytes << is_pair);
        key->is_any |= type.bits != 8 * type.bytes || (type.bytes == 1 && type.has_form) ||
                       (is_pair && type.bytes <= 2) || (i ? work->d : work->s) % key->word[i];
    }
}

/* -- by the kernel that is compiled with the header ---------------------------------------------------------------- */
#if defined(CUCORE_COPY_NO_KERNELS)
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__cast_function(CUfunction *out)
{
    *out = NULL;
    return cucore_fail(
        CUCORE_UNSUPPORTED,
        "CUCORE_COPY_NO_KERNELS leaves out the kernel that converts elements that are not aligned, packed, "
        "small floats or complex32");
}

CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out)
{
    CUfunction function;
    (void)key, (void)out;
    return cucore__cast_function(&function);
}
#else
static const cucore__ptx_pack cucore__cast_ptx = {cucore__ptx_cast_packed, CUCORE__PTX_CAST_BYTES};
static cucore__loaded_list cucore__cast_functions; /* of the kernel in each context */

CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out)
{
    cucore__kernel_cast *p = (cucore__kernel_cast *)((char *)out + offsetof(cucore__kernel_plan, launch.src));
    int i;
    p->count = key->count;
    p->reserved = 0;
    p->from = cucore__number_decode(key->types[0]);
    p->to = cucore__number_decode(key->types[1]);
    for (i = 0; i < key->count; i++) {
        cucore__kernel_digit_make(&p->digits[i], i < key->count - 1 ? (uint32_t)key->axes[i].n : 2, key->axes[i].s,
                                  key->axes[i].d);
    }
    out->bytes = (uint32_t)(offsetof(cucore__kernel_cast, digits) + key->count * sizeof p->digits[0]);
    out->grid.times = out->grid.share = 1;
    out->grid.each = CUCORE__KERNEL_THREADS;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__cast_function(CUfunction *out)
{
    static const cucore__ptx_kernel kernel = {&cucore__cast_ptx, cucore__kernel_ptx_convert, "convert"};
    return cucore__copy_function(&cucore__cast_functions, cucore__ptx_load, &kernel, out);
}
#endif

/* -- on a device --------------------------------------------------------------------------------------------------- */
/* Returns 1 if kernels of the device use the memory of the side as it is. */
CUCORE__PRIVATE int cucore__cast_is_near(const cucore__copy_side *side, int device_id)
{
    return !cucore__copy_is_host(side) && (side->managed || side->device_id == device_id);
}

/* Plans the kernel that converts between two sides, of which only layouts and addresses are needed. */
CUCORE__PRIVATE cucore_status cucore__cast_plan_kernel(const cucore__cast *cast, const cucore__copy_side *dst,
                                                       const cucore__copy_side *src, cucore__kernel_plan *out)
{
    out->compile = cast->job->compile;
    out->types[0] = cast->ends[1].code;
    out->types[1] = cast->ends[0].code;
    return cucore__kernel_plan_make(dst->layout, (uintptr_t)dst->ptr, src->layout, (uintptr_t)src->ptr, out);
}

/* Plans a conversion by one kernel if the kernels of one device reach both places; *is_near is 0 if they do not. */
CUCORE__PRIVATE cucore_status cucore__cast_plan_near(const cucore__cast *cast, cucore_copy_plan *plan, int *is_near)
{
    const cucore__copy_side *dst = &cast->job->dst, *src = &cast->job->src;
    *is_near = cucore__cast_is_near(dst, plan->device_id) && cucore__cast_is_near(src, plan->device_id);
    if (!*is_near) return CUCORE_OK;
    plan->strategy = CUCORE_COPY_KERNEL;
    return cucore__cast_plan_kernel(cast, dst, src, (cucore__kernel_plan *)(void *)plan->private_.kernel);
}

/* -- in pieces: host memory, pinned or not, and memory of another device ------------------------------------------- */
/* A conversion whose far side is copied in pieces from or to temporary memory of the device, in which it is dense. */
typedef struct cucore__cast_pieces {
    const cucore__cast *cast;
    cucore_copy_plan *plan;     /* axes sorted by the strides of the far side, with its itemsize; how they are cut */
    cucore_copy_options copies; /* of the copies of the far side */
    cucore_buffer temp;         /* one piece, in the dtype of the far side */
} cucore__cast_pieces;

/* Sorts the axes and cuts them. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_arrange(const cucore__copy_job *job, cucore_copy_plan *plan)
{
    const int to_far = plan->private_.to_far;
    cucore__copy_axes *axes = &plan->private_.axes;
    const int64_t *away = to_far ? axes->dst : axes->src;
    int64_t dense[CUCORE_MAX_NDIM];
    int32_t moving = 0;
    cucore_status status = cucore__copy_plan_axes(job, to_far, plan);
    if (status) return status;
    axes->itemsize = (to_far ? &job->dst : &job->src)->layout->itemsize;
    while (moving < axes->ndim && away[moving] != 0) moving++;
    plan->private_.moving_axes = moving;
    cucore__copy_dense_strides(axes->shape, axes->ndim, moving, dense);
    plan->temp_nbytes = cucore__copy_cut_temp(axes, dense, moving, &plan->private_.cut);
    return CUCORE_OK;
}

/* Converts a piece between temporary memory and the near side. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_launch(const cucore__cast *cast, const cucore__copy_axes *axes,
                                                                char *const *ptrs)
{
    const cucore__copy_job *job = cast->job;
    cucore__kernel_plan kernel;
    cucore_layout to, from;
    cucore__copy_side dst, src;
    cucore_status status;
    cucore__layout_start(&to, axes->ndim, axes->shape, job->dst.layout->itemsize);
    cucore__layout_start(&from, axes->ndim, axes->shape, job->src.layout->itemsize);
    cucore__entries_copy(to.strides, axes->dst, axes->ndim);
    cucore__entries_copy(from.strides, axes->src, axes->ndim);
    dst.layout = &to;
    src.layout = &from;
    dst.ptr = ptrs[0];
    src.ptr = ptrs[1];
    status = cucore__cast_plan_kernel(cast, &dst, &src, &kernel);
    return status ? status : cucore__kernel_plan_launch(&kernel, job->place.stream);
}

/* Copies a piece between the far side, which begins at `ptr`, and temporary memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_move(const cucore__cast_pieces *pieces,
                                                              const cucore__copy_axes *axes, int moving, void *ptr)
{
    static const char *const subjects[] = {"dst, in part", "src, in part"};
    const cucore__copy_job *job = pieces->cast->job;
    const int to_far = pieces->plan->private_.to_far;
    cucore_view far_view, temp;
    cucore__copy_job copy;
    cucore_layout dense;
    cucore_status status;
    memcpy(&far_view, job->views[!to_far], sizeof far_view); /* the copy owns nothing */
    memset(&far_view.private_, 0, sizeof far_view.private_);
    far_view.ptr = ptr;
    far_view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)axes->itemsize); /* in any byte order */
    far_view.byte_swapped = far_view.padded = 0;
    far_view.pep3118_format = NULL;
    cucore__layout_start(&far_view.layout, moving, axes->shape, axes->itemsize);
    cucore__layout_start(&dense, moving, axes->shape, axes->itemsize);
    cucore__entries_copy(far_view.layout.strides, to_far ? axes->dst : axes->src, moving);
    cucore__entries_copy(dense.strides, to_far ? axes->src : axes->dst, moving);
    status = cucore_view_from_buffer(&pieces->temp, 0, far_view.dtype, &dense, &temp);
    if (status) return status;
    copy.views[0] = to_far ? &far_view : &temp;
    copy.views[1] = to_far ? &temp : &far_view;
    status = cucore__copy_job_make(&copy, &pieces->copies, subjects);
    copy.on_stream = copy.asks_driver = 1;
    copy.device_id = job->device_id;
    copy.place = job->place;
    return status ? status : cucore__copy_finish(&copy);
}

/* Enqueues all pieces.  The context of the stream is current. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_enqueue(const cucore__cast_pieces *pieces)
{
    const cucore__copy_job *job = pieces->cast->job;
    const cucore_copy_plan *plan = pieces->plan;
    const int to_far = plan->private_.to_far, moving = plan->private_.moving_axes - plan->private_.cut.axis;
    cucore__copy_piece piece;
    cucore__copy_axes in, out;
    int64_t dense[CUCORE_MAX_NDIM], i;
    char *ptrs[2], *far_ptr;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < plan->private_.cut.pieces && !status; i++) {
        cucore__copy_cut_take(&plan->private_.axes, &plan->private_.cut, i, &piece);
        ptrs[0] = cucore__copy_at(plan->private_.dst, piece.dst, job->dst.layout->itemsize);
        ptrs[1] = cucore__copy_at(plan->private_.src, piece.src, job->src.layout->itemsize);
        far_ptr = ptrs[!to_far];
        ptrs[!to_far] = (char *)pieces->temp.ptr;
        cucore__copy_dense_strides(piece.axes.shape, piece.axes.ndim, moving, dense);
        cucore__copy_axes_through(&piece.axes, dense, &in, &out);
        if (!to_far) status = cucore__cast_move(pieces, &in, moving, far_ptr);
        if (!status) status = cucore__cast_launch(pieces->cast, to_far ? &in : &out, ptrs);
        if (!status && to_far) status = cucore__cast_move(pieces, &out, moving, far_ptr);
    }
    return status;
}

/* Converts between memory of the device and memory that its kernels do not reach.  All that a capture forbids is
 * refused before any work is enqueued. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_in_pieces(const cucore__cast *cast, cucore_copy_plan *plan)
{
    const cucore__copy_job *job = cast->job;
    const int peers = plan->peer_id >= 0;
    const cucore__place *place = &job->place;
    const int plain = job->dst.kind == CUCORE_DEVICE_TYPE_CPU || job->src.kind == CUCORE_DEVICE_TYPE_CPU;
    const cucore_blocking blocking = job->options->blocking;
    cucore_memory_resource *resource = job->options->resource;
    int waits = plain || blocking == CUCORE_BLOCKING_YES;
    cucore__capture capture;
    cucore_context_guard guard;
    cucore__copy_result result;
    cucore__cast_pieces pieces;
    cucore_status status = CUCORE_OK;
    if ((cast->ends[0].code | cast->ends[1].code) & CUCORE__NUMBER_PACKED) {
        const int is_dst = (cast->ends[0].code & CUCORE__NUMBER_PACKED) != 0;
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "packed elements of %d bits are converted on the host or on one device, not on the way: copy "
            "them first",
            (int)job->views[!is_dst]->layout.itembits);
    }
    plan->private_.to_far = !cucore__cast_is_near(&job->dst, plan->device_id);
    status = cucore__place_capture(place, &capture);
    if (!status && capture.is_beside) status = cucore__fail_beside();
    if (!status) status = cucore__cast_arrange(job, plan);
    if (status) return status;
    if (capture.is_active && (waits || peers || (resource && resource->is_unordered))) {
        return cucore__copy_fail_capture(
            place, plain   ? "needs the CPU"
                   : peers ? "converts between two devices"
                   : waits ? "is to wait for the stream"
                           : "needs temporary memory, from a resource that does not work in stream order");
    }
    if (blocking == CUCORE_BLOCKING_DEFAULT && !peers && !capture.is_active) waits = 1; /* the far side is the host */
    if (!resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, job->device_id, &resource);
    if (!status) status = cucore_context_enter(place->context, &guard);
    if (status) return status;
    memset(&pieces, 0, sizeof pieces);
    pieces.cast = cast;
    pieces.plan = plan;
    pieces.copies.flags = job->options->flags & ~CUCORE_COPY_CAST;
    pieces.copies.resource = resource;
    pieces.copies.blocking = blocking == CUCORE_BLOCKING_NO ? CUCORE_BLOCKING_NO : CUCORE_BLOCKING_DEFAULT;
    status = cucore_buffer_allocate(resource, (size_t)plan->temp_nbytes, place->stream, &pieces.temp);
    if (!status) status = cucore__copy_check_temp(&pieces.temp, job->device_id);
    if (!status) status = cucore__cast_enqueue(&pieces);
    memset(&result, 0, sizeof result);
    (void)cucore__copy_keep_first_error(&result, status);
    cucore__copy_end_buffer(&result, &pieces.temp);
    if (result.status) cucore__error = result.error;
    status = cucore__copy_settle(result.status, waits, place->stream);
    cucore_context_leave(&guard);
    return status;
}

/* -- the call ------------------------------------------------------------------------------------------------------ */
/* Plans a conversion by one kernel; others have no plan. */
CUCORE__PRIVATE cucore_status cucore__cast_plan(cucore__copy_job *job, cucore_copy_plan *plan)
{
    cucore__cast cast;
    int is_near = 1;
    cucore_status status;
    cast.job = job;
    status = cucore__cast_begin(&cast, plan);
    if (!status && job->size) status = cucore__cast_plan_near(&cast, plan, &is_near);
    if (status || is_near) return status;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "CUCORE_COPY_CAST: a plan converts only on one device, between memory of this "
                       "device and managed memory; cucore_view_copy also converts elsewhere");
}

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__cast_copy(cucore__copy_job *job)
{
    const cucore__place *place = job->on_stream ? &job->place : NULL;
    cucore__cast cast;
    cucore_copy_plan plan;
    int is_near;
    cucore_status status;
    cast.job = job;
    status = cucore__cast_begin(&cast, &plan);
    if (status || !job->size) return status;
    if (cucore__copy_is_host(&job->dst) && cucore__copy_is_host(&job->src)) {
        if (place) status = cucore__place_synchronize(place);
        return status ? status
                      : cucore__cast_on_host(cast.ends, &job->dst, &job->src, cucore__copy_threads(job->options));
    }
    status = cucore__cast_plan_near(&cast, &plan, &is_near);
    if (status) return status;
    return is_near ? cucore__copy_run(&plan, place, job->options) : cucore__cast_in_pieces(&cast, &plan);
}

CUCORE_END

#undef CUCORE__KERNEL_DIGITS
#undef CUCORE__NUMBER_FN
#undef CUCORE__PTX_CAST_BYTES

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
