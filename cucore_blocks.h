/* cucore_blocks.h - v0.3.0 - copies of thousands of blocks and of many views - SPDX-License-Identifier: MIT
 * Made from src/cucore_blocks.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * One call copies blocks by their numbers, for all layers of a cache, or many pairs of views of any shapes: on one
 * device, between devices, and between host and device in both directions.  The kernels are PTX text, packed in this
 * file.  Python is not needed.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_blocks.h"           brings in cucore_copy.h and cucore.h
 *
 *     cucore_views_copy_blocks(&blocks, stream, NULL);
 *     cucore_views_copy(dsts, srcs, count, stream, NULL);
 *
 * CONTENTS (search for the tag)
 *     >>copy-blocks               thousands of blocks by their numbers, many views
 *     >>copy-blocks-manual        numbers, ranges, ways, captures (below)
 *     >>impl-copy-blocks-params   the parameters of the kernels
 *     >>impl-copy-blocks-ptx      the kernels
 *     >>impl-copy-blocks          launches, numbers, ways
 *
 * The options are those of cucore_copy.h, and CUCORE_COPY_NO_KERNELS, which leaves out the kernels: blocks are refused
 * (UNSUPPORTED) if a kernel has to copy them.
 *
 * >>copy-blocks-manual
 *   Numbers      Numbers in plain memory are read in the call, and checked; a captured graph keeps them.  Numbers in
 *                memory of the stream's device, in managed or in pinned memory are read by the kernel, in order of the
 *                stream: a graph that is launched again takes the numbers that are there then.  The call does not look
 *                at them.  Numbers may be of any integer dtype and stride.
 *   Range        The kernel neither reads nor writes a block whose number is out of range, and goes on with the other
 *                blocks.  It stores the number in `report`, which you zero before, and look at once the stream has come
 *                so far.  That costs nothing while all numbers are in range.
 *   Checked      CUCORE_BLOCKS_CHECKED turns such a report into an error of the call, which therefore waits for the
 *                stream, and refuses a capture (CAPTURE); `report` is not used.  Of numbers that the host knows it
 *                checks also that no block is written twice, and that no block is both read and written: a bit for
 *                each block of dst, and some nanoseconds for each number.
 *   Overlap      A block that is written twice in one call, or both read and written, has undefined contents.  dst and
 *                src may be the same cache.
 *   Ways         what takes part              how it is copied
 *                one device, managed memory,  one kernel, which reads and writes pinned memory over the bus.  Memory
 *                pinned memory                that is said to be plain is looked up in the driver
 *                two devices, of which the    one kernel, as on one device.  Access is the caller's decision, by
 *                stream's one has access to   cuCtxEnablePeerAccess, cuMemPoolSetAccess or cuMemSetAccess.  The driver
 *                all views of the other       is asked about the first and the last byte of each view, two attributes
 *                two devices                  dense blocks by the driver's batch call (cuMemcpyBatchAsync, CUDA 12.8);
 *                                             others, and with older drivers and on the legacy default stream, block
 *                                             by block, as by cucore_view_copy
 *                plain memory and a device    through pinned pieces, which the CPU packs, by up to CUCORE_COPY_WORKERS
 *                                             threads from 8 MiB on; blocks of 256 KiB and more with gaps, or
 *                                             of less than 8 MiB in all, one by one, with one wait
 *                host memory only             by the CPU, in the call, by as many threads as pay and as
 *                                             CUCORE_COPY_THREADS allows; after waiting for `stream` if memory is
 *                                             pinned
 *                Numbers that only the device knows are fetched first, which waits, where no kernel reads them.
 *   Blocking     As in cucore_view_copy: with host memory on either side the call waits by default; with
 *                CUCORE_BLOCKING_NO it waits only if plain memory takes part.
 *   Capture      The ways of a kernel.  Numbers that the host knows are parameters of launches, of which each
 *                holds some 400 to 800.
 *   Host time    A list of numbers, or a table of views, that does not fit the parameters of a launch (4 KB) goes
 *                through pinned memory, which stays for the next call (cucore_copy_trim), into temporary memory of the
 *                device.
 */
#ifndef CUCORE_BLOCKS_H
#define CUCORE_BLOCKS_H

#include "cucore_copy.h"

#if CUCORE_VERSION != 300
#error "cucore_blocks.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

CUCORE_BEGIN

/* ------------ >>copy-blocks -- */
/* copy/blocks.h: thousands of blocks, and thousands of views, in one call. */
/* Flags of cucore_blocks. */
#define CUCORE_BLOCKS_CHECKED (UINT64_C(1) << 0) /* numbers are checked wherever they are: see >>copy-blocks-manual */

/* A block number that was out of range.  All zero: there was none.  The kernel stores one of several such numbers. */
typedef struct cucore_blocks_report {
    uint32_t side;  /* 1: dst_numbers, 2: src_numbers */
    uint32_t index; /* of the number in its list */
    int64_t number;
} cucore_blocks_report;

/* What cucore_views_copy_blocks copies.  All zero copies nothing; zero what is not needed. */
typedef struct cucore_blocks {
    const cucore_view *dsts; /* count views, one for each layer of a cache */
    const cucore_view *srcs;
    size_t count;
    int32_t dst_axis; /* axis of dst that counts blocks; negative: from the last axis */
    int32_t src_axis;
    const cucore_view *dst_numbers; /* 1-D, integers: block dst_numbers[i] of each dst ... */
    const cucore_view *src_numbers; /* ... becomes block src_numbers[i] of its src; NULL: 0, 1, 2, ... */
    uint64_t flags;                 /* CUCORE_BLOCKS_CHECKED, or 0 */
    cucore_blocks_report *report;   /* aligned to 16 bytes, in memory that the device reaches; NULL: no report */
    void *reserved[2];
} cucore_blocks;

/* cucore_views_copy_blocks - copy blocks by their numbers, for all layers in one call
 *   blocks   in   what to copy.  dsts[k] and srcs[k] have one dtype, as in cucore_view_copy, and one shape apart from
 *                 the axes that count blocks, which need not be the same axis.  All dsts are in memory of one kind and
 *                 device, and so are all srcs.  Layers with equal layouts share a launch.  The views of numbers are
 *                 not needed after the call; their memory, if the device reads it, until the copy is done
 *   stream   in   of a device that takes part, as in cucore_view_copy of dsts[0] and srcs[0]
 *   options  in   resource: device memory for lists of numbers; blocking: as in cucore_view_copy.  NULL: the usual
 *   -> OK | INVALID_ARGUMENT (a number out of range that the host knows; NULL, an axis, flags, options; with
 *      CUCORE_BLOCKS_CHECKED also a number that the device knows, and blocks that overlap) | WRONG_SHAPE (blocks are
 *      not alike; the lists are not equally long) | WRONG_DTYPE (numbers that are no integers) | WRONG_LAYOUT
 *      (elements of dst overlap; numbers that are not 1-D or not aligned) | WRONG_DEVICE | READONLY | UNSUPPORTED
 *      (packed elements; more than 8 axes that cannot be joined) | OVERFLOW | OUT_OF_MEMORY | CAPTURE | NO_DRIVER
 *      | DRIVER
 *   Everything is refused before anything is enqueued.  Blocks with strides are copied run by run: runs of 16 bytes
 *   and more are fast.  May block: release the GIL.  Any thread.  See >>copy-blocks-manual */
#define cucore_views_copy_blocks CUCORE_NAME(_views_copy_blocks)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_views_copy_blocks(const cucore_blocks *blocks,
                                                                                 CUstream stream,
                                                                                 const cucore_copy_options *options);

/* cucore_views_copy - cucore_view_copy of many pairs, of any shapes, strides and sizes
 *   dsts, srcs  in   count views each; keep them alive until the copy is done.  Memory that one pair writes is neither
 *                    read nor written by any other pair: the order of pairs is not defined
 *   stream      in   as in cucore_view_copy of the first pair that needs a stream; all pairs are ordered on it
 *   options     in   as in cucore_view_copy, without CUCORE_COPY_CAST.  NULL: the usual
 *   -> as cucore_view_copy of the first pair that is refused; the message has its index.  Each pair is checked before
 *      anything is enqueued.
 *   Pairs of dense views that a kernel of the stream's device reaches are rows of a table, for one kernel.  Pairs with
 *   equal layouts share a kernel.  Runs between two devices go in one call of the driver (cuMemcpyBatchAsync, CUDA
 *   12.8), runs between plain memory and a device in a call each, with one wait.  Other pairs, and runs of 1 MiB and
 *   more, are copied one by one, as by cucore_view_copy.
 *   May block: release the GIL.  Any thread. */
#define cucore_views_copy CUCORE_NAME(_views_copy)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_views_copy(const cucore_view *dsts,
                                                                          const cucore_view *srcs, size_t count,
                                                                          CUstream stream,
                                                                          const cucore_copy_options *options);

CUCORE_END
/* ------------ end of the declarations -- */
#endif /* CUCORE_BLOCKS_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_BLOCKS_H_IMPLEMENTED)
#define CUCORE_BLOCKS_H_IMPLEMENTED

#include "cucore_copy.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-copy-blocks-params -- */
/* copy/move/blocks_params.h: the parameters of the kernel of blocks, the same for host and device. */
#define CUCORE__BLOCKS_DIGITS 8 /* axes that the runs of a block may have */
#define CUCORE__BLOCKS_ROOM 457 /* words of 8 bytes that a launch carries: all of its 4096 bytes are used */
#define CUCORE__BLOCKS_FLIGHT 4 /* words of 16 bytes that a thread loads before it stores */
#define CUCORE__BLOCKS_LANES 5  /* 2^5 threads at most work on one item */
#define CUCORE__FLAT_LAYERS 32  /* layers of a launch of the kernel of flat blocks */

/* Where the kernel finds the number of a block. */
enum cucore__blocks_source {
    CUCORE__BLOCKS_COUNTED, /* `ptr` is the first number, and each number is one more than the number before */
    CUCORE__BLOCKS_MEMORY,  /* `ptr` is the address of the first number */
    CUCORE__BLOCKS_SENT     /* `ptr` is the index of the first number among the halves of the words in `room` */
};

/* The numbers of one side, and the blocks that they count. */
typedef struct cucore__blocks_side {
    uint64_t ptr;
    int64_t step;       /* bytes from one number to the next */
    int64_t block;      /* bytes from one block to the next */
    uint64_t extent;    /* blocks that the side has */
    uint32_t source;    /* enum cucore__blocks_source */
    uint32_t bytes;     /* of a number: 1, 2, 4 or 8 */
    uint32_t is_signed; /* 1: the numbers are signed */
    uint32_t reserved;
} cucore__blocks_side;

/* An item is a piece of a run of bytes.  Runs are those of all blocks of a layer, which blockIdx.y counts; or the rows
 * of a table of (dst, src, bytes). */
typedef struct cucore__kernel_blocks {
    uint64_t bytes;    /* of a run; not looked at for a table */
    uint64_t report;   /* address of the cucore_blocks_report for a number out of range; 0: there is none */
    uint64_t table;    /* address of the table, or of the layers' (dst, src); 0: they are in `room` */
    uint32_t is_table; /* 1: each row of a table is an item */
    uint32_t items;    /* of a layer, less than 2^31 */
    uint32_t lanes;    /* 2^lanes threads work on one item */
    uint32_t piece;    /* bytes of an item at most, a multiple of 16 */
    uint32_t first;    /* index of the first block in the lists of numbers, for reports */
    uint32_t digits;   /* axes of the runs of a block */
    uint32_t blocks;   /* of threads, in x */
    uint32_t reserved;
    cucore__blocks_side side[2];                       /* dst, src */
    cucore__kernel_digit pieces;                       /* of a run; extent 1: a run is one piece */
    cucore__kernel_digit digit[CUCORE__BLOCKS_DIGITS]; /* a: bytes in dst, b: bytes in src */
    uint64_t room[CUCORE__BLOCKS_ROOM];
} cucore__kernel_blocks;

/* Blocks that are one run each, in device memory, in whole words of 16 bytes at multiples of 16.  Numbers are counted,
 * or have 4 or 8 bytes in memory.  The parameters are few, since 4 KB of them cost time in each launch. */
typedef struct cucore__kernel_flat {
    uint32_t items;           /* of a layer, less than 2^31 */
    uint32_t lanes;           /* 2^lanes threads work on one item */
    uint32_t words, piece;    /* words of 16 bytes of a block, of an item at most */
    uint64_t report;          /* as above */
    uint32_t first, reserved; /* as above */
    cucore__kernel_digit pieces;
    cucore__blocks_side side[2];
    uint64_t layers[2 * CUCORE__FLAT_LAYERS]; /* (dst, src) of each */
} cucore__kernel_flat;

#if !defined(CUCORE_COPY_NO_KERNELS)
/* ------------ >>impl-copy-blocks-ptx -- */
/* clang-format off */
/* Made by `make kernels` with nvcc 13.0.88 from src/copy/kernels/ (d76d19df22bb36a56bae15b542df2928): PTX 6.0 for sm_50. */
#define CUCORE__PTX_BLOCKS_BYTES 22207 /* of all kernels, unpacked */
static const char cucore__ptx_blocks_0[] =
    ".version 6.0~.target sm_50~.address_size 64~.visible .entry cucore_copy_blocks(~.param .align 8 .b8 p[4096]~)~"
    ".maxntid 256,1,1~.minnctapersm 5~{~.reg .pred %p<71>;/!4b16 %h<5C!232 %r<38D!464 %d<254>;~mov/!2#,p;~add.s/!0%"
    "d$1,32;~ld*#y.u'!p#,[p+32]N&!:48]'!yB!5%ctaid.x;~shl.b=!7r$1,8J!Lt&!J/#LC!J2'!O&!br.uD!b&!&6N&#L2&#Lsetp.ge*!9"
    "pC!V0;~@%p$0 bra L#;~bra.uni'!-L#:&!uu8'$p[%d#]N&!C16 &%1&!E$0G!F$1Nb!i'&F$3'!G2H!G5G!GN(!m3;~L$8:~.pragma |no"
    "unroll|;M%N'!b4+-B%Qeq.sC%Q0,M%Nmul.loG&g3,3C!|/#a*!|5+-16G!}64*!}dN(!}wid/&xd/#H8M)J2')OI(K1;~{D*pq;'#9ne'#pq"
    "/$6I*H0;@q ld.global=%c0'$$1];}I&w$2:N&$P9N;$PN%*tyN#*tK$JN&%-1N(%-Nt${3:N%#Y4,M#Y0'#XM'}$6*)`+440]*%rK-A5,1N&"
    "(X1N~~'(W1:N&'5N:%Z2J%Z0M%Z7,2N~~~4%ZC0y0&#%5:N9,PN'%:N9#P13J',4:N&&uNx.XorG!D2N)$LNK.l1NT'VNy&RD($8/+^K6Z/&R1"
    "20=;X=$B/&blt.uG6j2J&Sr6I&sD#Lv2&!I{*!I#}C#0*$DhiG!i*<*N)#g8]G<G$4C;pN$845'2Q;~sub.sN7#*4]M&$$0C#-N/%PN3:+M*#="
    "(IuC'!K%o27&<'N-;^M%z/'O184D%{D;@N'$s=!Y92H%}27N+%}=!AM%}$=%~cvt&$LH)fN'<e2+200]=#*HDP',2/*>=.T*&Ud1N(=X4+208N"
    "*!r4G!r$9=!r$9H!95,'!&32GD`$7*4e1;M*n=!>DEH/$z27D'f=1v1N(0T24]N()M56N7(mN'!H2JEnM.~*&k32*#Yr*1qKGN27GGNNO/8J/}"
    "2,5;~andD04DJ/M'C1&45*)XD+8/)W'!l/1x2*'>4294967295D$h3*=_J)T*+r/$!C!g5/%!L3N(&v72]N)/N04N~~~9&w4N+&w6N7&w4H&w6"
    ":N)4jD+[M7C3I1t6=0%IO}&/3/91G&x4,N)4=6N,'vor'Se*!5p&:GpB&1B%GDQUH/u=!8elpG!P*!=&(MN*7bH)[M$wN'2kK$g/44N*8/12NQ"
    "$h4N=$h4,M$hMA&32]'$KK3R3MU2dG97in/!k25B4(0N($f8]MVR1')ZN)#^24]B%pJBc*$RCB*,0N,$M&XWD4~C!m8,%dMW,N$.28M,I9&,|N"
    "%._NAH]3'05q st=Bvv',k*Vh,{%r*=%4CYu};}&<2C&3H=<M$l96N&$l7N8$l7M$l8N7$l2N1$l6N+$l4D$l7NJ$l4N*<O57I2]/<S36G!8C;"
    "rN)Rf8N*<d60K#)33M#)1H#*L18:~orB/C/+P19*J9I#&N#!616;~negH#QJGIN%&sN&',1/5DKa}N$!O9'#@H,yN#6&15N&BK=bCC)J=.8M#x"
    "*!<*/qK#c//rN&#*I/lB/=N#7@4N$*)B!dJEs2N%$SN%/v$4M-[M4)%r0N#!_-*%_K!M4=J^K#078;MLj=+=9N-'GI#<6N&$33;M&44C&4N%5F"
    "9K>'K#iC!i9;M2VN)!{78,8N3>ZM'j1M-69NF`v$6JS,J_wHS,$2*/0N&$34N~-$3'O%KU==Iw0B$2J#E$8'+DGZ*4N,$J2NE$J2N@$JMWg/qQ"
    "#M$J'!8N#$J/m>79,%hI$J&C@26MC@N-:d32N7OjBOi43N)BV0N(>m1H%m2N5HN4N%A50J))8&#T/$V'YW3]KK99N>%!8N8Rk5B%!9N*KP8N6%"
    "#5N5%#7N5%#9D%#4&#O5]KIC0N%)r4NI)r3N0,=8J,<M2925M6~79B[*6:~xH9<9'9h'L$J9S5N6d<Nd5G/y3K5,8J0]N(]&N(Om16N%&K81N'"
    "e>N&8iMP+MMs3N#%_-N&+s1N'cR3'$[N'5|Ne2a`#!P4N21BNQ#+2,8N1#+2NQ#+3,12N2+dNQ#,4*(]ndGOT*;`2N|&|I+h107').M-X4&,5f"
    ".r.wraH=_8BH{1N2!E2N2!E3N-!E6NNB@&$L6N/,~M4.DBDM.8N8-%N;,sN)R-Ng=9N~~~X,W*Z-N~.,W$9N~i,V2No,V101N~~~~~~~~~<,WK"
    "9/9N~~~~~~~~~~0,II%[N&LZ100N5Q@110N+l)0'l)119&!L20'!'1'!'2};}M#98'U;N1#928N2#937,&!'8'!''#F40N##915')WN1#946N2"
    "#955,&!'6'!'7'!'8N##922')eN1#963N/#9BhQBey&$NB1I'1@'%@*#`9;M0v*!EMS2I^V1*~uN~-Te$1NtTfN$3|NWSZuB.%N:!/~'.QI'NN"
    "%'GB.eNJM>$8NAM=3N~~+%>N=F'79NA%@5N~~+%@3Np%@7N~{%@N56d34N66d8N36d81'!L2'!'3'!'4};M;pN76c88N3#8'6V90'!'1'!'2N#"
    "#87N66b9N36b97'!L8'<H'/;N##66N56_$4NR6^79'%:7'<7;M6]=!DM6]*6ON#5Z92&!Q7JiAN#mN9M+'*mMNJ{(j>#TIC)2DzW/%I&m]NczV"
    "CJ!*#&NS#x='C*C5}Naz'16*#xhNZ#x16*#x'yTH#xGsRM%9N%rFNT#V8H%O's#J3(78K3(B*+$1N*>#7N6qgMOu'1,M3NC,OZ#()0&#S4&3QN"
    "';Q3j&#,QN&+gN&wM2;N}+~j<#XqNJ,t2]*Sp}K#{NJ,sG$VNaSp&$VN&&{N7$)2Nk$)j3#'i2]`#'i$0*-5M1(Nc%XD~G2N8~G',S=5<'%J1j"
    ">#MkNZ2G3N#2G7Nb2G*#xNV2G3N#2G9C2GM^aNp2G3D2G9:D0D217,C!'6M18/!>M255&O75J)J256R#}FMEOmadU#9>'R%=336j(#+r-4]N$#"
    "V6,`#}d&#S0:~ret;~}~!jY$&+flatj($&)672j3$&(6`$&(2`$%t12`$%t63j3$%s4j'$%X]j$$%,j:$%lN'6>N%'2$5j)$'>j8#j;$J,:j)#"
    "e^32X#f7Y#>HN*!X6Y#j53,Z#i)N(![2W#HvK$cR#CoJ`O1j0#hG&)xN0!FM&w-N)UOnotG!7IY|=+Q1J+k#BHa5N)=<5'V=N2Fb7j)#h~68j+"
    "#73j)#he60]N%Z[N)':5+9j)#XAN}gyN6,.&LS+96N(#x8N~8j.N%&M7+116N*'(N('`9+108N>')1+140N~c')&#x4N~R')jN#{Y22,16N.//"
    "1N*+nN+%D0G'=Mw>hrD/*25,31MJ'X#P,lpK0A28B%yM#*5,1jE#Jo0K0$*#e;~bfi.bK*&,32,32G!}j,#tZI/y=+E&qb/DnN%`26j*#m{M)d"
    "16j)#c~7N+,n6N)1u1=1vM}R3N'hMN*(HB-0NC(I48N9(I31ND(I34Nx(I31NW(IJ1<M(JN)!Z24J'bM&rM!X20+8NK'`H#F84j%#h:16*GmN("
    "#}32j,#kaN'1JN1&lN&(m]N()(N&FR22'WBN~Zio2N(smNQsV4N%ER22N)m0$8N~~&sn4NBp76NA%@5N~[(_0MsnNX%@8N~~6%@N.#V51N*oW2"
    "5'oW52&!J3&!&4&!&5N'pj25;N0#39N1pj6'Tx1&!&2&!&3N##35N5#367N2#38&!J9N-s14'#3Njs1CZ_8j-$9i20];M)GHMeM7-j>$![=XJ7"
    "j+#|616^#t-16jw$!$1j)$!$'9|N@7}2j#$$`j&#ss28K$^2jx#~s3D$^7K$^9C]w";
static const char *const cucore__ptx_blocks_packed[] = {cucore__ptx_blocks_0, NULL};
enum { cucore__kernel_ptx_blocks, cucore__kernel_ptx_flat }; /* their order */
/* clang-format on */

#endif
/* copy/move/batch.c: many runs of bytes that no kernel reaches: between two devices in one call of the driver. */
#ifndef CUCORE__BATCH_USED
#define CUCORE__BATCH_USED 1 /* 0: copies one by one, as with an older driver */
#endif
#define CUCORE__BATCH_ROOM 1024 /* copies of a call: its fixed cost no longer counts */

/* Copies between two devices that wait for their call, on one stream, whose context is current. */
typedef struct cucore__batch {
    CUstream stream;
    int is_plain;  /* 1: plain memory was copied, so that the host has to wait for the stream at the end */
    int is_single; /* 1: the driver has refused a batch, or would: in a capture, and on the legacy default stream */
    size_t count;
    cucore__CUdeviceptr dsts[CUCORE__BATCH_ROOM], srcs[CUCORE__BATCH_ROOM];
    size_t sizes[CUCORE__BATCH_ROOM];
    int devices[CUCORE__BATCH_ROOM][2]; /* of dst and src */
} cucore__batch;

/* The one place that chooses: returns 1 if cucore__batch_add takes a copy, which is one run that the driver copies
 * between plain memory and a device, or between two devices.  Pinned memory, managed memory and the memory of one
 * device are left to kernels, which are at least 1.5 times as fast as a batch (the table in blocks.c), and to a call
 * for each run that is large. */
CUCORE__PRIVATE int cucore__batch_takes(const cucore_copy_plan *plan)
{
    return plan->strategy == CUCORE_COPY_MEMCPY &&
           (plan->dst_kind == CUCORE_DEVICE_TYPE_CPU || plan->src_kind == CUCORE_DEVICE_TYPE_CPU || plan->peer_id >= 0);
}

CUCORE__PRIVATE cucore__batch *cucore__batch_new(CUstream stream, int captured)
{
    cucore__batch *batch = (cucore__batch *)calloc(1, sizeof *batch);
    if (!batch) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of copies", (int)sizeof *batch);
        return NULL;
    }
    batch->stream = stream;
    batch->is_single = captured || stream == NULL || stream == CUCORE_STREAM_LEGACY;
    return batch;
}

/* Returns the error of the driver.  The copies are in order of the stream. */
CUCORE__PRIVATE cucore__CUresult cucore__batch_call(cucore__batch *batch)
{
    cucore__CUmemcpyAttributes attributes;
    size_t first = 0, failed = 0;
    memset(&attributes, 0, sizeof attributes);
    attributes.srcAccessOrder = CUCORE__CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    return cucore__driver.MemcpyBatchAsync(batch->dsts, batch->srcs, batch->sizes, batch->count, &attributes, &first, 1,
                                           &failed, batch->stream);
}

CUCORE__PRIVATE cucore_status cucore__batch_one_by_one(const cucore__batch *batch)
{
    cucore__transfer transfer;
    size_t i;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < batch->count && !status; i++) {
        transfer.dst = (void *)batch->dsts[i];
        transfer.src = (const void *)batch->srcs[i];
        transfer.nbytes = batch->sizes[i];
        transfer.to.device_id = batch->devices[i][0];
        transfer.from.device_id = batch->devices[i][1];
        status = cucore__transfer_between_devices(&transfer, batch->stream);
    }
    return status;
}

/* Enqueues what was added.  A driver that does not take the batch (some take none between two devices) gets the copies
 * one by one: to copy a run once more changes nothing. */
CUCORE__PRIVATE cucore_status cucore__batch_flush(cucore__batch *batch)
{
    cucore__CUresult result = CUCORE__CUDA_ERROR_NOT_SUPPORTED;
    cucore_status status;
    if (!batch->count) return CUCORE_OK;
    if (batch->count > 1 && !batch->is_single && CUCORE__BATCH_USED && cucore__driver.MemcpyBatchAsync)
        result = cucore__batch_call(batch);
    if (result == CUCORE__CUDA_ERROR_NOT_SUPPORTED || result == CUCORE__CUDA_ERROR_INVALID_VALUE) {
        if (batch->count > 1) batch->is_single = 1;
        status = cucore__batch_one_by_one(batch);
    } else {
        status = cucore__check_result(result, "cuMemcpyBatchAsync");
    }
    batch->count = 0;
    return status;
}

/* Adds a copy between two devices; enqueues a copy of plain memory, whose device_ids are CUCORE_DEVICE_NONE, at once.
 * Between two devices the batch is 6 to 12 times as fast as a call for each run, from 4 KiB on.  With plain memory it
 * is slower: 2,048 runs from a device take 2.2 to 4.6 times as long, blocks of 256 KiB to 4 MiB 1.25 to 1.7 times;
 * only short runs to a device take less, 0.77 to 0.9 times (H200).  Of `to` and `from` only device_id is used. */
CUCORE__PRIVATE cucore_status cucore__batch_add(cucore__batch *batch, const cucore__transfer *transfer)
{
    size_t i;
    if (transfer->to.device_id < 0) {
        batch->is_plain = 1;
        return CUCORE__CALL(MemcpyAsync,
                            ((uintptr_t)transfer->dst, (uintptr_t)transfer->src, transfer->nbytes, batch->stream));
    }
    i = batch->count++;
    batch->dsts[i] = (uintptr_t)transfer->dst;
    batch->srcs[i] = (uintptr_t)transfer->src;
    batch->sizes[i] = transfer->nbytes;
    batch->devices[i][0] = transfer->to.device_id;
    batch->devices[i][1] = transfer->from.device_id;
    return batch->count < CUCORE__BATCH_ROOM ? CUCORE_OK : cucore__batch_flush(batch);
}

CUCORE__PRIVATE cucore_status cucore__batch_add_plan(cucore__batch *batch, const cucore_copy_plan *plan)
{
    const int to_far = plan->private_.to_far, is_peer = plan->peer_id >= 0;
    cucore__transfer transfer;
    transfer.dst = plan->private_.dst;
    transfer.src = plan->private_.src;
    transfer.nbytes = (size_t)plan->nbytes;
    transfer.to.device_id = !is_peer ? CUCORE_DEVICE_NONE : to_far ? plan->peer_id : plan->device_id;
    transfer.from.device_id = !is_peer ? CUCORE_DEVICE_NONE : to_far ? plan->device_id : plan->peer_id;
    return cucore__batch_add(batch, &transfer);
}

/* Enqueues the rest, waits if plain memory was copied, also after an error, and frees the batch.  status: of what was
 * done so far; the first failure stays. */
CUCORE__PRIVATE cucore_status cucore__batch_end(cucore__batch *batch, cucore_status status)
{
    if (!status) status = cucore__batch_flush(batch);
    status = cucore__copy_settle(status, batch->is_plain, batch->stream);
    free(batch);
    return status;
}

/* ------------ >>impl-copy-blocks -- */
/* copy/move/blocks_launch.c: the kernel of blocks, launched, and the data that are sent ahead of it. */
#ifndef CUCORE__BLOCKS_PIECE
#define CUCORE__BLOCKS_PIECE 2048 /* bytes of an item: 32 threads with four words of 16 bytes each */
#endif
#ifndef CUCORE__BLOCKS_GRID
#define CUCORE__BLOCKS_GRID 4096 /* blocks of threads at most: some waves on any device */
#endif
#ifndef CUCORE__BLOCKS_GRID_BUS
#define CUCORE__BLOCKS_GRID_BUS 256 /* the same if memory of the host takes part: more do not fill the bus better */
#endif
#ifndef CUCORE__BLOCKS_FLAT
#define CUCORE__BLOCKS_FLAT 1 /* 1: blocks that are one aligned run each have a kernel of their own */
#endif
#define CUCORE__BLOCKS_LAYERS 65535     /* that a grid has */
#define CUCORE__BLOCKS_ITEMS 0x7fffffff /* that a launch has */

/* Where and how: what all launches of a call have in common. */
typedef struct cucore__blocks_launch {
    cucore__place place;
    cucore_memory_resource *resource;
    int device_id;
    int captured; /* 1: into a graph, which keeps only what is a parameter of the kernel */
    int over_bus; /* 1: memory of the host takes part */
} cucore__blocks_launch;

/* Sets the device of the place, and whether its stream is captured. */
CUCORE__PRIVATE cucore_status cucore__blocks_launch_begin(cucore__blocks_launch *launch)
{
    cucore__capture capture = {0, 0, 0};
    cucore_status status = cucore__context_device(launch->place.context, &launch->device_id);
    if (!status) status = cucore__place_capture(&launch->place, &capture);
    if (!status && capture.is_beside) status = cucore__fail_beside();
    launch->captured = capture.is_active;
    return status;
}

/* -- sent ahead: through pinned memory to temporary memory of the device -------------------------------------- */
/* Data on their way to the device.  Zeroed at first. */
typedef struct cucore__sending {
    cucore__stage_slot *slot;
    cucore__stage_slot own; /* if all others are in use by other threads */
    cucore_buffer temp;     /* on the device */
} cucore__sending;

/* Room for `bytes` bytes in pinned memory, and in temporary memory of the device.  Ended by cucore__sending_end, also
 * on error. */
CUCORE__PRIVATE cucore_status cucore__sending_begin(cucore__sending *sending, size_t bytes,
                                                    const cucore__blocks_launch *launch)
{
    cucore_memory_resource *resource = launch->resource;
    const int device_id = launch->device_id;
    cucore_status status;
    sending->slot = cucore__stage_slot_take(&sending->own);
    status = cucore__stage_slot_grow(sending->slot, bytes, device_id);
    if (!status && !resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, device_id, &resource);
    if (!status) status = cucore_buffer_allocate(resource, bytes, launch->place.stream, &sending->temp);
    return status ? status : cucore__copy_check_temp(&sending->temp, device_id);
}

/* In the context of the stream. */
CUCORE__PRIVATE cucore_status cucore__sending_send(cucore__sending *sending, const cucore__place *place)
{
    cucore_status status = CUCORE__CALL(MemcpyAsync, ((uintptr_t)sending->temp.ptr, (uintptr_t)sending->slot->memory,
                                                      sending->temp.nbytes, place->stream));
    if (status) return status;
    return cucore__stage_slot_record(sending->slot, place) ? cucore__synchronize_relaxed(place->stream) : CUCORE_OK;
}

/* Called after the kernels that read the data.  status: of what was done so far; the first failure stays. */
CUCORE__PRIVATE cucore_status cucore__sending_end(cucore__sending *sending, cucore_status status)
{
    cucore__copy_result result;
    memset(&result, 0, sizeof result);
    if (!sending->slot) return status;
    (void)cucore__copy_keep_first_error(&result, status);
    cucore__copy_end_buffer(&result, &sending->temp);
    cucore__stage_slot_put(sending->slot, &sending->own);
    if (result.status) cucore__error = result.error;
    return result.status;
}

/* -- launches ------------------------------------------------------------------------------------------------------ */
#if defined(CUCORE_COPY_NO_KERNELS)
enum { cucore__kernel_ptx_blocks, cucore__kernel_ptx_flat };

CUCORE__PRIVATE cucore_status cucore__blocks_function(int index, CUfunction *out)
{
    (void)index;
    *out = NULL;
    return cucore_fail(CUCORE_UNSUPPORTED, "CUCORE_COPY_NO_KERNELS leaves out the kernel that copies blocks");
}
#else
static const cucore__ptx_pack cucore__blocks_ptx = {cucore__ptx_blocks_packed, CUCORE__PTX_BLOCKS_BYTES};
static cucore__loaded_list cucore__blocks_functions[2]; /* of each of these kernels in each context */

/* index: cucore__kernel_ptx_blocks, for blocks by their numbers and tables; cucore__kernel_ptx_flat, for blocks that
 * are one aligned run each. */
CUCORE__PRIVATE cucore_status cucore__blocks_function(int index, CUfunction *out)
{
    cucore__ptx_kernel kernel;
    kernel.pack = &cucore__blocks_ptx;
    kernel.index = index;
    kernel.name = index == cucore__kernel_ptx_flat ? "flat" : "blocks";
    return cucore__copy_function(&cucore__blocks_functions[index], cucore__ptx_load, &kernel, out);
}
#endif

/* So many threads, as a power of two, that each has four words of an item, or that eight of them work on a short
 * one. */
CUCORE__PRIVATE uint32_t cucore__blocks_lanes(uint64_t bytes)
{
    const uint64_t words = (bytes + CUCORE__KERNEL_WORD - 1) / CUCORE__KERNEL_WORD;
    const uint64_t each = words / CUCORE__BLOCKS_FLIGHT, wanted = each >= 8 ? each : words < 8 ? words : 8;
    uint32_t lanes = 0;
    while (lanes < CUCORE__BLOCKS_LANES && (uint64_t)1 << lanes < wanted) lanes++;
    return lanes;
}

/* Launches one of the two kernels.  blocks, layers: blocks of the grid in x and y.  The context of the stream is
 * current. */
CUCORE__PRIVATE cucore_status cucore__blocks_launch_grid(const cucore__blocks_launch *launch, int index,
                                                         void *parameters, uint32_t blocks, uint32_t layers)
{
    CUfunction function;
    void *arguments[1];
    cucore_status status;
    if (!cucore__driver.LaunchKernel) return cucore__fail_missing("cuLaunchKernel");
    status = cucore__blocks_function(index, &function);
    if (status) return status;
    arguments[0] = parameters;
    return CUCORE__CALL(LaunchKernel, (function, blocks, layers, 1, CUCORE__KERNEL_THREADS, 1, 1, 0,
                                       launch->place.stream, arguments, NULL));
}

CUCORE__PRIVATE cucore_status cucore__blocks_launch_one(const cucore__blocks_launch *launch, cucore__kernel_blocks *p,
                                                        uint32_t layers)
{
    const uint32_t in_block = (uint32_t)CUCORE__KERNEL_THREADS >> p->lanes;
    uint32_t most = (launch->over_bus ? CUCORE__BLOCKS_GRID_BUS : CUCORE__BLOCKS_GRID) / layers;
    p->blocks = (p->items - 1) / in_block + 1;
    if (most < 1) most = 1;
    if (p->blocks > most) p->blocks = most;
    return cucore__blocks_launch_grid(launch, cucore__kernel_ptx_blocks, p, p->blocks, layers);
}

/* So many threads, as a power of two, that each has at most four words of an item. */
CUCORE__PRIVATE uint32_t cucore__blocks_flat_lanes(uint64_t bytes)
{
    uint32_t lanes = 0;
    while (bytes > (uint64_t)(CUCORE__BLOCKS_FLIGHT * CUCORE__KERNEL_WORD) << lanes) lanes++;
    return lanes;
}

/* Returns 1 if the kernel of flat blocks takes the launch.  bases: dst and src of each layer */
CUCORE__PRIVATE int cucore__blocks_is_flat(const cucore__blocks_launch *launch, const cucore__kernel_blocks *p,
                                           const uint64_t *bases, size_t layers)
{
    uint64_t all = p->bytes | (uint64_t)p->side[0].block | (uint64_t)p->side[1].block;
    size_t k;
    if (!CUCORE__BLOCKS_FLAT || launch->over_bus || p->digits || layers > CUCORE__FLAT_LAYERS) return 0;
    for (k = 0; k < 2; k++) {
        const cucore__blocks_side *side = &p->side[k];
        if (side->source == CUCORE__BLOCKS_SENT) return 0;
        if (side->source == CUCORE__BLOCKS_MEMORY && side->bytes < 4) return 0;
    }
    for (k = 0; k < 2 * layers; k++) all |= bases[k];
    return all % CUCORE__KERNEL_WORD == 0 && p->bytes / CUCORE__KERNEL_WORD <= UINT32_MAX / 2 &&
           cucore__blocks_flat_lanes(p->bytes < p->piece ? p->bytes : p->piece) <= CUCORE__BLOCKS_LANES;
}

/* As cucore__blocks_launch_one, of what cucore__blocks_is_flat takes. */
CUCORE__PRIVATE cucore_status cucore__blocks_launch_flat(const cucore__blocks_launch *launch,
                                                         const cucore__kernel_blocks *p, const uint64_t *bases,
                                                         uint32_t layers)
{
    const uint32_t lanes = cucore__blocks_flat_lanes(p->bytes < p->piece ? p->bytes : p->piece);
    const uint32_t in_block = (uint32_t)CUCORE__KERNEL_THREADS >> lanes;
    cucore__kernel_flat flat;
    flat.items = p->items;
    flat.lanes = lanes;
    flat.words = (uint32_t)(p->bytes / CUCORE__KERNEL_WORD);
    flat.piece = p->piece / CUCORE__KERNEL_WORD;
    flat.report = p->report;
    flat.first = p->first;
    flat.reserved = 0;
    flat.pieces = p->pieces;
    memcpy(flat.side, p->side, sizeof flat.side);
    memcpy(flat.layers, bases, 16 * (size_t)layers);
    return cucore__blocks_launch_grid(launch, cucore__kernel_ptx_flat, &flat, (p->items - 1) / in_block + 1, layers);
}

/* copy/calls/blocks_shape.c: the runs of a block, the block numbers, and all that is refused. */
/* Two layouts of blocks: what a block of dst and one of src look like, as runs of bytes. */
typedef struct cucore__blocks_shape {
    cucore_layout block[2]; /* of dst, of src: all axes but the one that counts blocks */
    int64_t step[2];        /* bytes from one block to the next */
    int64_t extent[2];      /* blocks */
    int64_t nbytes;         /* of the elements of a block */
    int64_t offset[2];      /* bytes from element [0, 0, ...] to the first run */
    int64_t run, runs;      /* bytes of a run, runs of a block */
    int axes;               /* that the runs have, fastest first */
    cucore__kernel_axis axis[CUCORE__BLOCKS_DIGITS];
} cucore__blocks_shape;

/* A call under way. */
typedef struct cucore__blocks_job {
    const cucore_blocks *blocks;
    const cucore_copy_options *options;
    const cucore_view *views[2]; /* dsts, srcs */
    cucore__copy_side side[2];   /* dst, src: of the first layer */
    const cucore_view *list[2];  /* numbers; NULL: counted */
    uint32_t *known[2];          /* what the host has read of them; NULL: counted, or read by the kernel */
    int64_t count;               /* blocks of each layer */
    int64_t extent[2];           /* the least number of blocks of all layers */
    int has_place;
    cucore__blocks_launch launch;
    uint64_t report; /* address; 0: none */
} cucore__blocks_job;

static const char *const cucore__blocks_names[2] = {"dst", "src"};

/* -- shapes -------------------------------------------------------------------------------------------------------- */
/* axis: from the last axis if it is negative */
CUCORE__PRIVATE void cucore__blocks_take_axis(const cucore_layout *layout, int axis, cucore__blocks_shape *shape,
                                              int which)
{
    cucore_layout *block = &shape->block[which];
    int i;
    if (axis < 0) axis += layout->ndim;
    cucore__layout_start(block, layout->ndim, layout->shape, layout->itemsize);
    cucore__entries_copy(block->strides, layout->strides, layout->ndim);
    shape->extent[which] = layout->shape[axis];
    shape->step[which] = layout->strides[axis] * layout->itemsize;
    block->ndim--;
    for (i = axis; i < block->ndim; i++) {
        block->shape[i] = block->shape[i + 1];
        block->strides[i] = block->strides[i + 1];
    }
}

/* The runs of the blocks of both sides, from shape->block. */
CUCORE__PRIVATE cucore_status cucore__blocks_find_runs(cucore__blocks_shape *shape)
{
    cucore__kernel_work work;
    int64_t pieces;
    int i;
    cucore_status status;
    shape->nbytes = cucore_layout_nbytes(&shape->block[0]);
    if (shape->nbytes < 0) return cucore_last_error()->status;
    shape->runs = 1;
    shape->axes = 0;
    if (!shape->nbytes) return CUCORE_OK;
    status = cucore__kernel_join(&shape->block[0], 0, &shape->block[1], 0, &work);
    shape->run = work.run;
    if (status) return status;
    shape->offset[0] = (int64_t)work.d;
    shape->offset[1] = (int64_t)work.s;
    if (work.count > CUCORE__BLOCKS_DIGITS) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the elements of a block have %d axes that cannot be joined, of which there may be %d",
                           work.count, CUCORE__BLOCKS_DIGITS);
    }
    shape->axes = work.count;
    for (i = 0; i < work.count; i++) {
        shape->axis[i] = work.axes[i];
        shape->runs *= work.axes[i].n;
    }
    pieces = cucore__kernel_pieces(shape->run, CUCORE__BLOCKS_PIECE);
    if (shape->runs > CUCORE__BLOCKS_ITEMS / pieces) {
        return cucore_fail(CUCORE_UNSUPPORTED, "a block has %lld runs of %lld bytes, more than a launch has",
                           (long long)shape->runs, (long long)shape->run);
    }
    return CUCORE_OK;
}

/* axes: of dst and src, which have them */
CUCORE__PRIVATE cucore_status cucore__blocks_shape_make(const cucore_layout *dst, const cucore_layout *src,
                                                        const int *axes, cucore__blocks_shape *shape)
{
    cucore__copy_tuple a, b;
    cucore__blocks_take_axis(dst, axes[0], shape, 0);
    cucore__blocks_take_axis(src, axes[1], shape, 1);
    if (dst->ndim == src->ndim && cucore__copy_shapes_are_equal(&shape->block[0], &shape->block[1])) {
        return cucore__blocks_find_runs(shape);
    }
    a = cucore__copy_tuple_make(shape->block[1].shape, shape->block[1].ndim);
    b = cucore__copy_tuple_make(shape->block[0].shape, shape->block[0].ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "a block of src has shape %s, a block of dst %s", a.text, b.text);
}

/* The blocks of a layer. */
CUCORE__PRIVATE cucore_status cucore__blocks_shape_of(const cucore__blocks_job *job, size_t k,
                                                      cucore__blocks_shape *shape)
{
    const int axes[2] = {job->blocks->dst_axis, job->blocks->src_axis};
    return cucore__blocks_shape_make(&job->views[0][k].layout, &job->views[1][k].layout, axes, shape);
}

CUCORE__PRIVATE int cucore__blocks_layouts_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i = 0;
    if (a->ndim != b->ndim || a->itemsize != b->itemsize) return 0;
    while (i < a->ndim && a->shape[i] == b->shape[i] && a->strides[i] == b->strides[i]) i++;
    return i == a->ndim;
}

/* Returns 1 if a layer has the layouts of the one before. */
CUCORE__PRIVATE int cucore__blocks_is_like_last(const cucore__blocks_job *job, size_t k)
{
    const cucore_view *const *views = job->views;
    return k && cucore__blocks_layouts_equal(&views[0][k].layout, &views[0][k - 1].layout) &&
           cucore__blocks_layouts_equal(&views[1][k].layout, &views[1][k - 1].layout);
}

/* -- what is refused ----------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE cucore_status cucore__blocks_check_axis(const cucore_view *view, int axis, const char *name)
{
    const int ndim = view->layout.ndim;
    if (axis >= -ndim && axis < ndim) return CUCORE_OK;
    return cucore__invalid("%s_axis is %d, %s has %d ax%s", name, axis, name, ndim, ndim == 1 ? "is" : "es");
}

/* A pair of views that is copied by its elements: all but shapes. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_pair(const cucore_view *dst, const cucore_view *src)
{
    const cucore_view *const views[2] = {dst, src};
    cucore_status status = cucore__view_check_sound("dst", dst);
    if (!status) status = cucore__view_check_sound("src", src);
    if (!status) status = cucore__copy_check_kinds(views);
    if (!status) status = cucore__copy_check_views(dst, src);
    return status;
}

/* Both of a layer, and that it is where the first one is. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_layer(const cucore__blocks_job *job, size_t k)
{
    const cucore_view *dst = &job->views[0][k], *src = &job->views[1][k];
    int i;
    cucore_status status = cucore__blocks_check_pair(dst, src);
    if (!status && dst->layout.itembits != 8 * dst->layout.itemsize) {
        status = cucore_fail(CUCORE_UNSUPPORTED, "packed elements of %lld bits: show them as bytes with cucore_view_as",
                             (long long)dst->layout.itembits);
    }
    if (!status) status = cucore__copy_check_unique(&dst->layout);
    if (!status) status = cucore__blocks_check_axis(dst, job->blocks->dst_axis, "dst");
    if (!status) status = cucore__blocks_check_axis(src, job->blocks->src_axis, "src");
    for (i = 0; i < 2 && !status; i++) {
        const cucore_view *first = job->views[i], *view = first + k;
        if (view->device_type == first->device_type && view->device_id == first->device_id) continue;
        status = cucore_fail(CUCORE_WRONG_DEVICE, "%s is in other memory than %ss[0]", cucore__blocks_names[i],
                             cucore__blocks_names[i]);
    }
    return status;
}

/* The message of the last error, with where it was. */
CUCORE__PRIVATE cucore_status cucore__blocks_fail_at(cucore_status status, const char *function, size_t k)
{
    cucore_error error = *cucore_last_error();
    (void)cucore_fail(status, "%s, number %llu: %s", function, (unsigned long long)k, error.message);
    cucore__error.result = error.result;
    cucore__error.call = error.call;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__blocks_check_list(const cucore_view *list, const char *name)
{
    char text[64];
    cucore_status status = cucore__view_check_sound(name, list);
    if (status) return status;
    if ((list->dtype.code != CUCORE_CODE_INT && list->dtype.code != CUCORE_CODE_UINT) || list->dtype.lanes != 1 ||
        list->dtype.bits % 8 || list->layout.itemsize > 8 || list->layout.itembits != 8 * list->layout.itemsize ||
        (list->layout.itemsize & (list->layout.itemsize - 1))) {
        cucore_dtype_to_name(list->dtype, text, sizeof text);
        return cucore_fail(CUCORE_WRONG_DTYPE, "%s are %s, expected int8 to int64 or uint8 to uint64", name, text);
    }
    if (list->layout.ndim != 1 || !cucore_view_is_aligned(list)) {
        return cucore_fail(CUCORE_WRONG_LAYOUT, "%s are %s", name,
                           list->layout.ndim == 1 ? "not aligned" : "not one-dimensional");
    }
    return CUCORE_OK;
}

/* Counts the blocks. */
CUCORE__PRIVATE cucore_status cucore__blocks_count(cucore__blocks_job *job)
{
    const cucore_view *const *list = job->list;
    const int64_t dst = list[0] ? list[0]->layout.shape[0] : 0, src = list[1] ? list[1]->layout.shape[0] : 0;
    int i;
    if (list[0] && list[1] && dst != src) {
        return cucore_fail(CUCORE_WRONG_SHAPE, "there are %lld dst_numbers and %lld src_numbers", (long long)dst,
                           (long long)src);
    }
    if (!list[0] && !list[1] && job->extent[0] != job->extent[1]) {
        return cucore_fail(CUCORE_WRONG_SHAPE, "dst has %lld blocks and src has %lld, and no numbers are given",
                           (long long)job->extent[0], (long long)job->extent[1]);
    }
    job->count = list[0] ? dst : list[1] ? src : job->extent[0];
    for (i = 0; i < 2; i++) {
        if (list[i] || job->count <= job->extent[i]) continue;
        return cucore_fail(CUCORE_WRONG_SHAPE, "%s has %lld blocks, but there are %lld numbers for the other side",
                           cucore__blocks_names[i], (long long)job->extent[i], (long long)job->count);
    }
    if (job->count > UINT32_MAX) {
        return cucore_fail(CUCORE_UNSUPPORTED, "%lld blocks, of which there may be 4294967295", (long long)job->count);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__blocks_check_arguments(const cucore_blocks *blocks,
                                                             const cucore_copy_options *options)
{
    cucore_status status = cucore__copy_check_options(options, 0);
    if (status) return status;
    if (!blocks) return cucore__fail_null("cucore_views_copy_blocks", "blocks");
    if (blocks->count && (!blocks->dsts || !blocks->srcs)) {
        return cucore__fail_null("cucore_views_copy_blocks", blocks->dsts ? "blocks->srcs" : "blocks->dsts");
    }
    if (blocks->flags & ~CUCORE_BLOCKS_CHECKED) {
        return cucore__invalid("blocks->flags is 0x%llx: there is only CUCORE_BLOCKS_CHECKED (0x1)",
                               (unsigned long long)blocks->flags);
    }
    if (blocks->reserved[0] || blocks->reserved[1]) return cucore__invalid("blocks->reserved is not all zero");
    if ((uintptr_t)blocks->report % 16) return cucore__invalid("blocks->report is not aligned to 16 bytes");
    return CUCORE_OK;
}

/* Everything about views and lists of numbers but the memory that they are in. */
CUCORE__PRIVATE cucore_status cucore__blocks_check(cucore__blocks_job *job)
{
    const cucore_blocks *blocks = job->blocks;
    cucore__blocks_shape shape;
    int i;
    size_t k;
    cucore_status status = CUCORE_OK;
    job->extent[0] = job->extent[1] = INT64_MAX;
    for (k = 0; k < blocks->count && !status; k++) {
        status = cucore__blocks_check_layer(job, k);
        if (!status && !cucore__blocks_is_like_last(job, k)) {
            status = cucore__blocks_shape_of(job, k, &shape);
            for (i = 0; i < 2 && !status; i++) job->extent[i] = cucore__copy_smaller(job->extent[i], shape.extent[i]);
        }
        if (status) return cucore__blocks_fail_at(status, "cucore_views_copy_blocks: dsts and srcs", k);
    }
    job->list[0] = blocks->dst_numbers;
    job->list[1] = blocks->src_numbers;
    if (job->list[0]) status = cucore__blocks_check_list(job->list[0], "dst_numbers");
    if (!status && job->list[1]) status = cucore__blocks_check_list(job->list[1], "src_numbers");
    return status ? status : cucore__blocks_count(job);
}

/* -- numbers ------------------------------------------------------------------------------------------------------- */
/* Returns the number as it is; larger than any extent if it is negative. */
CUCORE__PRIVATE uint64_t cucore__blocks_read(const char *at, int64_t bytes, int is_signed)
{
    const uint64_t above = 64 - 8 * (uint64_t)bytes;
    uint64_t bits = 0;
    memcpy((char *)&bits + (CUCORE__NATIVE_ORDER == '<' ? 0 : 8 - bytes), at, (size_t)bytes);
    return is_signed ? (uint64_t)((int64_t)(bits << above) >> above) : bits;
}

CUCORE__PRIVATE cucore_status cucore__blocks_fail_number(const cucore__blocks_job *job, int which, uint64_t index,
                                                         int64_t number)
{
    const int is_signed = job->list[which]->dtype.code == CUCORE_CODE_INT;
    return cucore__invalid(is_signed ? "%s_numbers[%llu] is %lld, but axis %d of %s has %lld blocks"
                                     : "%s_numbers[%llu] is %llu, but axis %d of %s has %lld blocks",
                           cucore__blocks_names[which], (unsigned long long)index, (long long)number,
                           (int)(which ? job->blocks->src_axis : job->blocks->dst_axis), cucore__blocks_names[which],
                           (long long)job->extent[which]);
}

/* Reads the numbers of one side, and checks that all are in range. */
CUCORE__PRIVATE cucore_status cucore__blocks_know(cucore__blocks_job *job, int which, const char *numbers, int64_t step)
{
    const int64_t bytes = job->list[which]->layout.itemsize;
    const int is_signed = job->list[which]->dtype.code == CUCORE_CODE_INT;
    const uint64_t extent = (uint64_t)job->extent[which];
    uint32_t *known;
    int64_t i = 0;
    uint64_t bad = 0;
    if (job->extent[which] > UINT32_MAX) {
        return cucore_fail(CUCORE_UNSUPPORTED, "%s has %lld blocks, of which numbers in host memory reach 4294967295",
                           cucore__blocks_names[which], (long long)job->extent[which]);
    }
    known = (uint32_t *)malloc(sizeof *known * (size_t)job->count);
    job->known[which] = known;
    if (!known) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lld block numbers", (long long)job->count);
    /* The two usual dtypes in loops that a compiler can unroll. */
    if (bytes == 8 && step == 8) {
        for (i = 0; i < job->count; i++) {
            uint64_t number;
            memcpy(&number, numbers + 8 * i, sizeof number);
            bad |= (uint64_t)(number >= extent);
            known[i] = (uint32_t)number;
        }
    } else if (bytes == 4 && step == 4 && extent <= INT32_MAX) { /* negative ones are large */
        for (i = 0; i < job->count; i++) {
            memcpy(&known[i], numbers + 4 * i, sizeof known[i]);
            bad |= (uint64_t)(known[i] >= extent);
        }
    }
    if (i == job->count && !bad) return CUCORE_OK;
    for (i = 0; i < job->count; i++) {
        const uint64_t number = cucore__blocks_read(numbers + i * step, bytes, is_signed);
        if (number >= extent) return cucore__blocks_fail_number(job, which, (uint64_t)i, (int64_t)number);
        known[i] = (uint32_t)number;
    }
    return CUCORE_OK;
}

/* Numbers that only the device knows, for a way that needs them on the host: waits for the stream. */
CUCORE__PRIVATE cucore_status cucore__blocks_fetch(cucore__blocks_job *job, int which)
{
    const cucore_view *list = job->list[which];
    const int64_t bytes = list->layout.itemsize;
    cucore_view copy;
    void *memory = calloc((size_t)job->count, (size_t)bytes);
    cucore_status status;
    if (!memory) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %lld block numbers", (long long)job->count);
    memset(&copy, 0, sizeof copy);
    copy.ptr = memory;
    copy.dtype = list->dtype;
    cucore__view_fill_device(&copy, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    status = cucore_layout_make(1, list->layout.shape, NULL, bytes, &copy.layout);
    if (!status) status = cucore_view_copy(&copy, list, job->launch.place.stream, NULL);
    if (!status) status = cucore__blocks_know(job, which, (const char *)memory, bytes);
    free(memory);
    return status;
}

CUCORE__PRIVATE int cucore__blocks_is_plain_list(const cucore_view *list)
{
    return list && list->device_type == CUCORE_DEVICE_TYPE_CPU;
}

/* A list that the kernel reads has to be where the kernel runs. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_memory_of_list(const cucore__blocks_job *job, int which)
{
    const cucore_view *list = job->list[which];
    if (list->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST || list->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED ||
        (list->device_type == CUCORE_DEVICE_TYPE_CUDA && list->device_id == job->launch.device_id)) {
        return CUCORE_OK;
    }
    return cucore_fail(
        CUCORE_WRONG_DEVICE, "%s_numbers are in memory of type %d:%d: expected memory of the host or of device %d",
        cucore__blocks_names[which], (int)list->device_type, (int)list->device_id, job->launch.device_id);
}

/* -- the checked mode: what the host knows is written once, and not read and written ------------------------------- */
CUCORE__PRIVATE uint32_t cucore__blocks_number_at(const cucore__blocks_job *job, int which, int64_t i)
{
    return job->known[which] ? job->known[which][i] : (uint32_t)i;
}

CUCORE__PRIVATE cucore_status cucore__blocks_check_written(const cucore__blocks_job *job, unsigned char *written)
{
    int64_t i;
    for (i = 0; i < job->count; i++) {
        const uint32_t number = cucore__blocks_number_at(job, 0, i);
        if (written[number / 8] >> number % 8 & 1) {
            return cucore__invalid("dst_numbers[%lld] is %lu, as an earlier one: the block would be written twice",
                                   (long long)i, (unsigned long)number);
        }
        written[number / 8] = (unsigned char)(written[number / 8] | 1 << number % 8);
    }
    return CUCORE_OK;
}

/* A layer whose dst and src share memory: as blocks of one grid, of which none is both read and written. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_read(const cucore__blocks_job *job, size_t k,
                                                        const unsigned char *written)
{
    const cucore_view *dst = &job->views[0][k], *src = &job->views[1][k];
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore__blocks_shape shape;
    int64_t apart, i, number;
    cucore_status status = cucore_layout_overlap(&dst->layout, dst->ptr, &src->layout, src->ptr, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    status = cucore__blocks_shape_of(job, k, &shape);
    if (status) return status;
    apart = (int64_t)((uintptr_t)src->ptr - (uintptr_t)dst->ptr);
    if (shape.step[0] != shape.step[1] || !shape.step[0] || apart % shape.step[0] ||
        !cucore__blocks_layouts_equal(&shape.block[0], &shape.block[1])) {
        return cucore__invalid("dst and src share memory, but not as the same blocks, so that it cannot be checked");
    }
    for (i = 0; i < job->count; i++) {
        number = (int64_t)cucore__blocks_number_at(job, 1, i) + apart / shape.step[0];
        if (number < 0 || number >= shape.extent[0] || !(written[number / 8] >> number % 8 & 1)) continue;
        return cucore__invalid("block %lld of dst would be both read and written: it is src_numbers[%lld]",
                               (long long)number, (long long)i);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__blocks_check_overlaps(const cucore__blocks_job *job)
{
    const int dst_known = job->known[0] || !job->list[0], src_known = job->known[1] || !job->list[1];
    unsigned char *written;
    size_t k;
    cucore_status status;
    if (!dst_known) return CUCORE_OK;
    written = (unsigned char *)calloc((size_t)job->extent[0] / 8 + 1, 1);
    if (!written) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a bit of each block");
    status = cucore__blocks_check_written(job, written);
    for (k = 0; k < job->blocks->count && src_known && !status; k++)
        status = cucore__blocks_check_read(job, k, written);
    free(written);
    return status;
}

/* copy/calls/blocks_ways.c: groups of layers copied by a kernel, by the CPU, through pinned pieces, one by one. */
/* Plain memory and a device: blocks of so many bytes are left to the driver. */
#define CUCORE__BLOCKS_SINGLE ((int64_t)CUCORE_COPY_STAGE / 4)

/* The address that kernels use for memory of the host. */
CUCORE__PRIVATE uint64_t cucore__blocks_address(const void *ptr, int kind)
{
    cucore__CUpointer_attribute attribute = CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_POINTER;
    cucore__CUdeviceptr address = 0;
    void *values[1];
    if (kind == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        values[0] = &address;
        if (cucore__driver.PointerGetAttributes(1, &attribute, values, (uintptr_t)ptr) != CUCORE__CUDA_SUCCESS)
            address = 0;
    }
    return address ? (uint64_t)address : (uint64_t)(uintptr_t)ptr;
}

/* -- by a kernel --------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE void cucore__blocks_parameters(const cucore__blocks_shape *shape, cucore__kernel_blocks *p)
{
    const int64_t pieces = cucore__kernel_pieces(shape->run, CUCORE__BLOCKS_PIECE);
    int i;
    memset(p, 0, offsetof(cucore__kernel_blocks, room));
    p->bytes = (uint64_t)shape->run;
    p->piece = CUCORE__BLOCKS_PIECE;
    p->lanes = cucore__blocks_lanes(pieces > 1 ? CUCORE__BLOCKS_PIECE : p->bytes);
    p->digits = (uint32_t)shape->axes;
    p->pieces.extent = 1;
    if (pieces > 1) cucore__kernel_digit_make(&p->pieces, (uint32_t)pieces, 0, 0);
    for (i = 0; i < shape->axes; i++) {
        const cucore__kernel_axis *axis = &shape->axis[i];
        cucore__kernel_digit_make(&p->digit[i], (uint32_t)axis->n, axis->d, axis->s);
    }
    for (i = 0; i < 2; i++) {
        p->side[i].block = shape->step[i];
        p->side[i].extent = (uint64_t)shape->extent[i];
    }
}

/* Layers that one kernel copies. */
typedef struct cucore__blocks_group {
    const cucore__blocks_shape *shape;
    const uint64_t *bases; /* of dst and src of each layer: of the first run of block 0 */
    size_t layers;
    cucore__sending sending;
} cucore__blocks_group;

/* A part of a group for one launch. */
typedef struct cucore__blocks_cut {
    size_t layer, layers;
    int64_t first, count; /* blocks */
    int64_t from[2];      /* the number of the first one on a side without a list */
} cucore__blocks_cut;

/* The numbers of one side.  at: if lists were sent ahead, the address of the next list, else the index of the next
 * number among the halves of the room; moves on */
CUCORE__PRIVATE void cucore__blocks_put_numbers(const cucore__blocks_job *job, int which, const cucore__blocks_cut *cut,
                                                cucore__kernel_blocks *p, uint64_t *at)
{
    cucore__blocks_side *side = &p->side[which];
    const cucore_view *list = job->list[which];
    if (!list) {
        side->source = CUCORE__BLOCKS_COUNTED;
        side->ptr = (uint64_t)cut->from[which];
    } else if (job->known[which] && !p->table) {
        side->source = CUCORE__BLOCKS_SENT;
        side->ptr = *at;
        memcpy((char *)p->room + 4 * *at, job->known[which] + cut->first, 4 * (size_t)cut->count);
        *at += (uint64_t)cut->count;
    } else {
        side->source = CUCORE__BLOCKS_MEMORY;
        side->step = job->known[which] ? 4 : list->layout.strides[0] * list->layout.itemsize;
        side->bytes = job->known[which] ? 4 : (uint32_t)list->layout.itemsize;
        side->is_signed = !job->known[which] && list->dtype.code == CUCORE_CODE_INT;
        side->ptr = (job->known[which] ? *at : cucore__blocks_address(list->ptr, list->device_type)) +
                    (uint64_t)(cut->first * side->step);
        if (job->known[which]) *at += 4 * (uint64_t)job->count;
    }
}

/* Layers and lists of numbers in one piece, on their way to the device. */
CUCORE__PRIVATE cucore_status cucore__blocks_send(const cucore__blocks_job *job, cucore__blocks_group *group)
{
    const size_t layers = 16 * group->layers, list = 4 * (size_t)job->count;
    const size_t bytes = layers + list * (size_t)((job->known[0] != NULL) + (job->known[1] != NULL));
    char *memory;
    int i;
    cucore_status status = cucore__sending_begin(&group->sending, bytes, &job->launch);
    if (status) return status;
    memory = (char *)group->sending.slot->memory;
    memcpy(memory, group->bases, layers);
    for (i = 0, memory += layers; i < 2; i++) {
        if (!job->known[i]) continue;
        memcpy(memory, job->known[i], list);
        memory += list;
    }
    return cucore__sending_send(&group->sending, &job->launch.place);
}

CUCORE__PRIVATE int64_t cucore__blocks_items(const cucore__blocks_shape *shape)
{
    return shape->runs * cucore__kernel_pieces(shape->run, CUCORE__BLOCKS_PIECE);
}

CUCORE__PRIVATE cucore_status cucore__blocks_launch_cut(const cucore__blocks_job *job,
                                                        const cucore__blocks_group *group,
                                                        const cucore__blocks_cut *cut, cucore__kernel_blocks *p)
{
    const uint64_t sent = (uint64_t)(uintptr_t)group->sending.temp.ptr;
    uint64_t at = sent ? sent + 16 * group->layers : 4 * cut->layers;
    int i;
    p->report = job->report;
    p->first = (uint32_t)cut->first;
    p->items = (uint32_t)(cut->count * cucore__blocks_items(group->shape));
    p->table = sent ? sent + 16 * cut->layer : 0;
    if (!sent) memcpy(p->room, group->bases + 2 * cut->layer, 16 * cut->layers);
    for (i = 0; i < 2; i++) cucore__blocks_put_numbers(job, i, cut, p, &at);
    if (cucore__blocks_is_flat(&job->launch, p, group->bases + 2 * cut->layer, cut->layers)) {
        return cucore__blocks_launch_flat(&job->launch, p, group->bases + 2 * cut->layer, (uint32_t)cut->layers);
    }
    return cucore__blocks_launch_one(&job->launch, p, (uint32_t)cut->layers);
}

/* All layers of a group, in as few launches as possible: parameters that do not fit one launch are sent ahead, or in a
 * capture are those of several launches. */
CUCORE__PRIVATE cucore_status cucore__blocks_launch_group(const cucore__blocks_job *job,
                                                          const cucore__blocks_shape *shape, const uint64_t *bases,
                                                          size_t layers)
{
    const int64_t lists = (job->known[0] != NULL) + (job->known[1] != NULL), room = 2 * CUCORE__BLOCKS_ROOM;
    const size_t most = lists ? CUCORE__BLOCKS_ROOM / 4 : CUCORE__BLOCKS_ROOM / 2;
    int64_t blocks = CUCORE__BLOCKS_ITEMS / cucore__blocks_items(shape);
    size_t at_once = layers < CUCORE__BLOCKS_LAYERS ? layers : CUCORE__BLOCKS_LAYERS;
    cucore__blocks_group group;
    cucore__kernel_blocks p;
    cucore__blocks_cut cut;
    cucore_status status = CUCORE_OK;
    memset(&group, 0, sizeof group);
    group.shape = shape;
    group.bases = bases;
    group.layers = layers;
    cucore__blocks_parameters(shape, &p);
    if (layers > most || 4 * (int64_t)layers + lists * job->count > room) {
        if (!job->launch.captured) {
            status = cucore__blocks_send(job, &group);
        } else {
            if (at_once > most) at_once = most;
            if (lists) blocks = cucore__copy_smaller(blocks, (room - 4 * (int64_t)at_once) / lists);
        }
    }
    for (cut.layer = 0; cut.layer < layers && !status; cut.layer += at_once) {
        cut.layers = layers - cut.layer < at_once ? layers - cut.layer : at_once;
        for (cut.first = 0; cut.first < job->count && !status; cut.first += blocks) {
            cut.count = cucore__copy_smaller(blocks, job->count - cut.first);
            cut.from[0] = cut.from[1] = cut.first;
            status = cucore__blocks_launch_cut(job, &group, &cut, &p);
        }
    }
    return cucore__sending_end(&group.sending, status);
}

/* Copies the blocks of `layers` layers of equal layouts, from layer `first` on, by launches of the kernel of blocks. */
CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_kernel(const cucore__blocks_job *job,
                                                            const cucore__blocks_shape *shape, size_t first,
                                                            size_t layers)
{
    uint64_t *bases = (uint64_t *)malloc(2 * sizeof *bases * layers);
    size_t k;
    int i;
    cucore_status status;
    if (!bases) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu layers", (unsigned long long)layers);
    for (k = 0; k < layers; k++) {
        for (i = 0; i < 2; i++) {
            bases[2 * k + (size_t)i] =
                cucore__blocks_address(job->views[i][first + k].ptr, job->side[i].kind) + (uint64_t)shape->offset[i];
        }
    }
    status = cucore__blocks_launch_group(job, shape, bases, layers);
    free(bases);
    return status;
}

/* -- by the CPU ---------------------------------------------------------------------------------------------------- */
/* Axes of a block of both sides, as the CPU copies them. */
CUCORE__PRIVATE void cucore__blocks_host_axes(const cucore__blocks_shape *shape, cucore__copy_axes *axes)
{
    const int64_t itemsize = shape->block[0].itemsize;
    int i;
    axes->ndim = 0;
    axes->itemsize = itemsize;
    for (i = shape->axes - 1; i >= 0; i--, axes->ndim++) {
        axes->shape[axes->ndim] = shape->axis[i].n;
        axes->dst[axes->ndim] = shape->axis[i].d / itemsize;
        axes->src[axes->ndim] = shape->axis[i].s / itemsize;
    }
    if (shape->run == itemsize) return;
    axes->shape[axes->ndim] = shape->run / itemsize;
    axes->dst[axes->ndim] = axes->src[axes->ndim] = 1;
    axes->ndim++;
}

/* Returns the address of the first run of block `i` of layer `k`. */
CUCORE__PRIVATE char *cucore__blocks_at(const cucore__blocks_job *job, const cucore__blocks_shape *shape, int which,
                                        size_t k, int64_t i)
{
    return (char *)job->views[which][k].ptr + shape->offset[which] +
           shape->step[which] * cucore__blocks_number_at(job, which, i);
}

/* Returns the bytes of all blocks. */
CUCORE__PRIVATE double cucore__blocks_bytes(const cucore__blocks_job *job, const cucore__blocks_shape *shape,
                                            size_t layers)
{
    return (double)shape->nbytes * (double)job->count * (double)layers;
}

/* Blocks in host memory, which threads share. */
typedef struct cucore__blocks_work {
    cucore__work work;
    const cucore__blocks_job *job;
    const cucore__blocks_shape *shape;
    cucore__copy_axes axes;
    int overlaps; /* 1: dst and src of a layer may share memory */
    size_t first; /* the first layer */
} cucore__blocks_work;

/* Copies one block.  Blocks that overlap are the caller's fault, but no reason to be undefined: their runs are moved
 * one by one. */
CUCORE__PRIVATE void cucore__blocks_host_copy(const cucore__blocks_work *work, char *dst, const char *src)
{
    const cucore__copy_axes *axes = &work->axes;
    const size_t bytes = (size_t)work->shape->run;
    const cucore__copy_cut cut = {axes->ndim - 1, work->shape->run / axes->itemsize, work->shape->runs};
    cucore__copy_piece run;
    int64_t i;
    if (!work->shape->axes) {
        memmove(dst, src, bytes);
    } else if (!work->overlaps) {
        cucore__host_copy(axes, dst, src);
    } else {
        for (i = 0; i < cut.pieces; i++) {
            cucore__copy_cut_take(axes, &cut, i, &run);
            memmove(cucore__copy_at(dst, run.dst, axes->itemsize), cucore__copy_at(src, run.src, axes->itemsize),
                    bytes);
        }
    }
}

CUCORE__PRIVATE void cucore__blocks_work_run(const cucore__work *shared, int number, int64_t begin, int64_t end)
{
    const cucore__blocks_work *work = (const cucore__blocks_work *)(const void *)shared;
    const cucore__blocks_job *job = work->job;
    size_t k = work->first + (size_t)(begin / job->count);
    int64_t i = begin % job->count;
    (void)number;
    for (; begin < end; begin++, i++) {
        if (i == job->count) {
            i = 0;
            k++;
        }
        cucore__blocks_host_copy(work, cucore__blocks_at(job, work->shape, 0, k, i),
                                 cucore__blocks_at(job, work->shape, 1, k, i));
    }
}

CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_cpu(const cucore__blocks_job *job,
                                                         const cucore__blocks_shape *shape, size_t first, size_t layers)
{
    const int threads = cucore__copy_threads(job->options);
    cucore__blocks_work work;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    size_t k;
    work.work.run = cucore__blocks_work_run;
    work.work.extent = job->count * (int64_t)layers;
    work.job = job;
    work.shape = shape;
    work.first = first;
    cucore__blocks_host_axes(shape, &work.axes);
    work.overlaps = 0;
    for (k = first; k < first + layers; k++) {
        const cucore_view *dst = &job->views[0][k], *src = &job->views[1][k];
        cucore_status status = cucore_layout_overlap(&dst->layout, dst->ptr, &src->layout, src->ptr, &overlap);
        if (status) return status;
        work.overlaps |= overlap != CUCORE_OVERLAP_NONE;
    }
    if (threads == 1 || cucore__blocks_bytes(job, shape, layers) < (double)CUCORE__HOST_THREADS_FROM) {
        cucore__blocks_work_run(&work.work, 0, 0, work.work.extent);
    } else {
        cucore__work_share(threads, &work.work);
    }
    return CUCORE_OK;
}

/* -- by the driver ------------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE void cucore__blocks_view_of(const cucore__blocks_job *job, const cucore__blocks_shape *shape, int which,
                                            size_t k, cucore_view *out)
{
    const cucore_view *view = &job->views[which][k];
    memcpy(out, view, offsetof(cucore_view, layout));
    cucore__layout_copy(&out->layout, &shape->block[which]);
    memset(&out->private_, 0, sizeof out->private_);
}

/* Blocks that are one run: between two devices in batches, of plain memory one by one with one wait.  Others as by
 * cucore_view_copy. */
CUCORE__PRIVATE cucore_status cucore__blocks_copy_one_by_one(const cucore__blocks_job *job,
                                                             const cucore__blocks_shape *shape, size_t first,
                                                             size_t layers)
{
    const int plain = job->side[0].kind == CUCORE_DEVICE_TYPE_CPU || job->side[1].kind == CUCORE_DEVICE_TYPE_CPU;
    cucore__batch *batch = shape->axes ? NULL : cucore__batch_new(job->launch.place.stream, job->launch.captured);
    cucore_copy_options options = *job->options;
    cucore__transfer transfer;
    cucore_view views[2];
    size_t k;
    int64_t i;
    int which;
    cucore_status status = CUCORE_OK;
    if (!shape->axes && !batch) return CUCORE_OUT_OF_MEMORY;
    options.blocking = CUCORE_BLOCKING_NO;
    transfer.nbytes = (size_t)shape->run;
    transfer.to.device_id = plain ? CUCORE_DEVICE_NONE : job->side[0].device_id;
    transfer.from.device_id = plain ? CUCORE_DEVICE_NONE : job->side[1].device_id;
    for (k = first; k < first + layers && !status; k++) {
        for (which = 0; which < 2; which++) cucore__blocks_view_of(job, shape, which, k, &views[which]);
        for (i = 0; i < job->count && !status; i++) {
            transfer.dst = views[0].ptr = cucore__blocks_at(job, shape, 0, k, i);
            transfer.src = views[1].ptr = cucore__blocks_at(job, shape, 1, k, i);
            for (which = 0; which < 2; which++) views[which].ptr = (char *)views[which].ptr - shape->offset[which];
            status = batch ? cucore__batch_add(batch, &transfer)
                           : cucore_view_copy(&views[0], &views[1], job->launch.place.stream, &options);
        }
    }
    return batch ? cucore__batch_end(batch, status) : status;
}

/* -- plain memory and a device: pinned slots, in which blocks lie in a row ----------------------------------------- */
typedef struct cucore__blocks_stage {
    cucore__stage stage;
    const cucore__blocks_job *job;
    const cucore__blocks_shape *shape; /* of both sides */
    size_t first;                      /* the first layer */
    cucore__blocks_job launched;       /* the job with the slot instead of plain memory, */
    cucore__blocks_shape packed;       /* and its shape */
} cucore__blocks_stage;

CUCORE__PRIVATE char *cucore__blocks_stage_find(const cucore__stage *shared, int on_device, int64_t layer,
                                                int64_t block)
{
    const cucore__blocks_stage *stage = (const cucore__blocks_stage *)(const void *)shared;
    return cucore__blocks_at(stage->job, stage->shape, on_device == shared->to_host, stage->first + (size_t)layer,
                             block);
}

/* Launches the kernel between a slot and the device.  The slot has the blocks from the first of the part on. */
CUCORE__PRIVATE cucore_status cucore__blocks_stage_send(const cucore__stage *shared, const cucore__stage_part *part,
                                                        const void *slot)
{
    const cucore__blocks_stage *stage = (const cucore__blocks_stage *)(const void *)shared;
    const int device = shared->to_host; /* the side on the device: dst (0) or src (1) */
    cucore__blocks_cut cut;
    cucore__blocks_group group;
    cucore__kernel_blocks p;
    uint64_t bases[2];
    memset(&group, 0, sizeof group);
    group.shape = &stage->packed;
    group.bases = bases;
    group.layers = cut.layers = 1;
    cut.layer = 0;
    cut.first = part->first;
    cut.count = part->count;
    bases[device] = (uint64_t)(uintptr_t)stage->job->views[device][stage->first + (size_t)part->layer].ptr +
                    (uint64_t)stage->shape->offset[device];
    bases[!device] = cucore__blocks_address(slot, CUCORE_DEVICE_TYPE_CUDA_HOST);
    cut.from[device] = part->first;
    cut.from[!device] = 0;
    cucore__blocks_parameters(&stage->packed, &p);
    return cucore__blocks_launch_cut(&stage->launched, &group, &cut, &p);
}

/* Short blocks by the kernel; runs by the driver's copies if there are enough of them for threads.  Others are
 * copied one by one.  As in cucore__copy_run, the stream may still write the memory that the CPU reads.  `device` is
 * the side, 0 or 1, that is on the device. */
CUCORE__PRIVATE cucore_status cucore__blocks_copy_by_pieces(const cucore__blocks_job *job,
                                                            const cucore__blocks_shape *shape, size_t first,
                                                            size_t layers)
{
    const int64_t least = cucore__copy_staged_from();
    const int is_short = shape->nbytes < CUCORE__BLOCKS_SINGLE, device = job->side[0].kind == CUCORE_DEVICE_TYPE_CPU;
    cucore__blocks_stage *stage;
    cucore__copy_axes *axes;
    int64_t dense[CUCORE_MAX_NDIM], *strides; /* strides: of the device's blocks */
    int i;
    cucore_status status = CUCORE_OK;
    if (!is_short &&
        (shape->axes || CUCORE_COPY_WORKERS < 2 || cucore__blocks_bytes(job, shape, layers) < (double)least)) {
        return cucore__blocks_copy_one_by_one(job, shape, first, layers);
    }
    stage = (cucore__blocks_stage *)calloc(1, sizeof *stage);
    if (!stage) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *stage);
    stage->job = job;
    stage->shape = shape;
    stage->first = first;
    stage->launched = *job;
    stage->launched.list[!device] = NULL;
    stage->launched.known[!device] = NULL;
    stage->packed = *shape;
    stage->packed.step[!device] = shape->nbytes;
    stage->packed.extent[!device] = job->count;
    stage->stage.to_host = device;
    stage->stage.place = job->launch.place;
    stage->stage.layers = (int64_t)layers;
    stage->stage.count = job->count;
    stage->stage.chunk = 2 * CUCORE__BLOCKS_ROOM - 4; /* the numbers are parameters of a launch */
    stage->stage.find = cucore__blocks_stage_find;
    if (is_short) stage->stage.send = cucore__blocks_stage_send;
    axes = &stage->stage.axes;
    strides = device ? axes->src : axes->dst;
    cucore__blocks_host_axes(shape, axes);
    cucore__copy_dense_strides(axes->shape, axes->ndim, axes->ndim, dense);
    for (i = 0; i < 2; i++) {
        cucore__layout_start(&stage->packed.block[i], axes->ndim, axes->shape, axes->itemsize);
        cucore__entries_copy(stage->packed.block[i].strides, i == device ? strides : dense, axes->ndim);
    }
    cucore__entries_copy(strides, dense, axes->ndim);
    if (is_short) status = cucore__blocks_find_runs(&stage->packed);
    if (!status && !device) status = cucore__synchronize_relaxed(job->launch.place.stream);
    if (!status) status = cucore__stage_copy(&stage->stage, job->launch.device_id);
    free(stage);
    return status;
}

/* copy/calls/blocks.c: cucore_views_copy_blocks: the place, the choice of a way, the call. */
#ifndef CUCORE__BLOCKS_PEERS
#define CUCORE__BLOCKS_PEERS 1 /* 0: the driver copies between two devices, even if one has access to the other */
#endif

/* How blocks are copied. */
typedef enum cucore__blocks_way {
    CUCORE__BLOCKS_BY_CPU,    /* between host memory */
    CUCORE__BLOCKS_BY_KERNEL, /* which reaches both sides */
    CUCORE__BLOCKS_BY_PIECES, /* plain memory through pinned pieces, or one by one if they are large and few */
    CUCORE__BLOCKS_ONE_BY_ONE /* each by the driver, or by cucore_view_copy */
} cucore__blocks_way;

/* -- ways ---------------------------------------------------------------------------------------------------------- */
/* What a kernel does with memory, as the driver's flags. */
enum { CUCORE__BLOCKS_READS = 1, CUCORE__BLOCKS_WRITES = 3 };

/* Returns 1 if two attributes of the driver report that kernels in the current context have the access to a byte.
 * ACCESS_FLAGS alone is no proof: asked with cuPointerGetAttributes, it reported access on two H200 that the kernel did
 * not have.  DEVICE_POINTER fails if the context does not reach the memory. */
CUCORE__PRIVATE int cucore__blocks_may_touch(const char *ptr, unsigned access)
{
    const cucore__CUdeviceptr address = (uintptr_t)ptr;
    cucore__CUdeviceptr found = 0;
    unsigned flags = 0;
    if (cucore__driver.PointerGetAttribute(&flags, CUCORE__CU_POINTER_ATTRIBUTE_ACCESS_FLAGS, address) ||
        (flags & access) != access) {
        return 0;
    }
    return !cucore__driver.PointerGetAttribute(&found, CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_POINTER, address) &&
           found == address;
}

/* Returns 1 if kernels of the launch's context have the access to memory of another device: access that the caller has
 * enabled for its context, its pool or its mapping.  Asks for the first and the last byte; an error means no access. */
CUCORE__PRIVATE int cucore__blocks_is_open(const cucore__blocks_launch *launch, const cucore__copy_side *side,
                                           unsigned access)
{
    int64_t first = 0, end = 0;
    cucore_context_guard guard;
    int is_open;
    if (!CUCORE__BLOCKS_PEERS || !cucore__driver.PointerGetAttribute) return 0;
    if (cucore__layout_byte_bounds(side->layout, &first, &end)) return 0;
    if (first == end) return 1;
    if (cucore_context_enter(launch->place.context, &guard)) return 0;
    is_open = cucore__blocks_may_touch(side->ptr + first, access) &&
              (end - first == 1 || cucore__blocks_may_touch(side->ptr + end - 1, access));
    cucore_context_leave(&guard);
    return is_open;
}

/* Returns 1 if kernels of the launch's device have the access to the memory. */
CUCORE__PRIVATE int cucore__blocks_is_reached(const cucore__blocks_launch *launch, const cucore__copy_side *side,
                                              unsigned access)
{
    if (side->kind == CUCORE_DEVICE_TYPE_CPU) return 0;
    return side->kind == CUCORE_DEVICE_TYPE_CUDA_HOST || side->managed || side->device_id == launch->device_id ||
           cucore__blocks_is_open(launch, side, access);
}

/* Returns 1 if they have it to all layers of dst (which is 0) or src (1). */
CUCORE__PRIVATE int cucore__blocks_are_reached(const cucore__blocks_job *job, int which)
{
    const cucore_view *views = job->views[which];
    cucore__copy_side side = job->side[which];
    size_t k;
    for (k = 0; k < job->blocks->count; k++) {
        side.layout = &views[k].layout;
        side.ptr = (char *)views[k].ptr;
        if (!cucore__blocks_is_reached(&job->launch, &side, which ? CUCORE__BLOCKS_READS : CUCORE__BLOCKS_WRITES)) {
            return 0;
        }
    }
    return 1;
}

/* The one place that chooses.  8,192 shuffled blocks on an H100, GB/s:
 *                      one copy each        cuMemcpyBatchAsync   one kernel           one copy of all
 *                      1 / 16 / 64 KiB
 *     host to device   0.4 / 5.8 / 17.5     0.8 / 4.4 / 33       44 / 50 / 50         53 / 55 / 55
 *     device to host   0.5 / 8.0 / 18.4     1.3 / 17.9 / 33      45 / 52 / 52         53 / 55 / 55
 *     on the device    0.2 / 3.4 / 12.7     0.2 / 3.6 / 15       226 / 990 / 1090     680 / 1210 / 1238 */
CUCORE__PRIVATE cucore__blocks_way cucore__blocks_choose(const cucore__blocks_job *job)
{
    const cucore__copy_side *dst = &job->side[0], *src = &job->side[1];
    const int plain = dst->kind == CUCORE_DEVICE_TYPE_CPU || src->kind == CUCORE_DEVICE_TYPE_CPU;
    if (cucore__copy_is_host(dst) && cucore__copy_is_host(src)) return CUCORE__BLOCKS_BY_CPU;
    if (plain) return CUCORE__BLOCKS_BY_PIECES;
    return cucore__blocks_are_reached(job, 0) && cucore__blocks_are_reached(job, 1) ? CUCORE__BLOCKS_BY_KERNEL
                                                                                    : CUCORE__BLOCKS_ONE_BY_ONE;
}

/* -- the call ------------------------------------------------------------------------------------------------------ */
/* Memory that was said to be plain, of which the driver knows the first layer: that of each layer, or that of none. */
CUCORE__PRIVATE cucore_status cucore__blocks_confirm(cucore__blocks_job *job, int which)
{
    const cucore_view *views = job->views[which];
    cucore__copy_side *first = &job->side[which], side;
    size_t k;
    cucore_status status;
    if (views[0].device_type != CUCORE_DEVICE_TYPE_CPU || first->kind == CUCORE_DEVICE_TYPE_CPU) return CUCORE_OK;
    for (k = 1; k < job->blocks->count; k++) {
        cucore__copy_side_make(&views[k], &side);
        status = cucore__copy_ask_side(&side, &job->side[1 - which]);
        if (status) return status;
        if (side.kind == first->kind && side.device_id == first->device_id && side.managed == first->managed) continue;
        if (first->kind == CUCORE_DEVICE_TYPE_CUDA || side.kind == CUCORE_DEVICE_TYPE_CUDA) {
            return cucore_fail(CUCORE_WRONG_DEVICE, "%ss[%llu] is in memory of another kind than %ss[0]",
                               cucore__blocks_names[which], (unsigned long long)k, cucore__blocks_names[which]);
        }
        first->kind = CUCORE_DEVICE_TYPE_CPU;
        first->device_id = CUCORE_DEVICE_NONE;
        return CUCORE_OK;
    }
    return CUCORE_OK;
}

/* Where the work is done, and what the driver knows of plain memory. */
CUCORE__PRIVATE cucore_status cucore__blocks_find_place(cucore__blocks_job *job, CUstream stream)
{
    cucore__copy_side *sides = job->side;
    const int on_host = cucore__copy_is_host(&sides[0]) && cucore__copy_is_host(&sides[1]);
    const cucore_view *list = job->list[0] && !cucore__blocks_is_plain_list(job->list[0])   ? job->list[0]
                              : job->list[1] && !cucore__blocks_is_plain_list(job->list[1]) ? job->list[1]
                                                                                            : NULL;
    cucore_copy_plan devices;
    cucore_status status;
    job->has_place = list || cucore__copy_on_stream(&sides[0], &sides[1], stream);
    if (!job->has_place) return CUCORE_OK;
    status = on_host && list ? cucore__place_make_whole(stream, list->device_id, &job->launch.place)
                             : cucore__copy_place(&sides[0], &sides[1], stream, &job->launch.place);
    if (!status) status = cucore__blocks_launch_begin(&job->launch);
    if (!status) status = cucore__copy_ask_driver(&sides[0], &sides[1]);
    if (!status) status = cucore__blocks_confirm(job, 0);
    if (!status) status = cucore__blocks_confirm(job, 1);
    if (!status && !on_host) {
        status = cucore__copy_plan_devices(&sides[0], &sides[1], job->launch.device_id, &devices);
    }
    job->launch.over_bus = on_host || cucore__copy_is_host(&sides[0]) || cucore__copy_is_host(&sides[1]);
    return status;
}

/* Numbers in plain memory; others if the way needs them. */
CUCORE__PRIVATE cucore_status cucore__blocks_find_numbers(cucore__blocks_job *job, int on_host)
{
    int i;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < 2 && !status; i++) {
        const cucore_view *list = job->list[i];
        if (!list) continue;
        if (cucore__blocks_is_plain_list(list)) {
            status =
                cucore__blocks_know(job, i, (const char *)list->ptr, list->layout.strides[0] * list->layout.itemsize);
        } else {
            status = cucore__blocks_check_memory_of_list(job, i);
            if (!status && on_host) status = cucore__blocks_fetch(job, i);
        }
    }
    return status;
}

/* All groups of layers, in the context of the stream if there is one. */
CUCORE__PRIVATE cucore_status cucore__blocks_run(const cucore__blocks_job *job, cucore__blocks_way way)
{
    const size_t count = job->blocks->count;
    cucore__blocks_shape shape;
    size_t first, end;
    cucore_status status = CUCORE_OK;
    for (first = 0; first < count && !status; first = end) {
        for (end = first + 1; end < count && cucore__blocks_is_like_last(job, end);) end++;
        status = cucore__blocks_shape_of(job, first, &shape);
        if (status || !shape.nbytes) continue;
        status = way == CUCORE__BLOCKS_BY_KERNEL   ? cucore__blocks_copy_by_kernel(job, &shape, first, end - first)
                 : way == CUCORE__BLOCKS_BY_CPU    ? cucore__blocks_copy_by_cpu(job, &shape, first, end - first)
                 : way == CUCORE__BLOCKS_BY_PIECES ? cucore__blocks_copy_by_pieces(job, &shape, first, end - first)
                                                   : cucore__blocks_copy_one_by_one(job, &shape, first, end - first);
    }
    return status;
}

/* The checked mode for numbers that only the device knows: a report of its own in pinned memory, and a wait. */
CUCORE__PRIVATE cucore_status cucore__blocks_run_checked(cucore__blocks_job *job, cucore__blocks_way way)
{
    cucore__stage_slot *slot, own;
    cucore_blocks_report report;
    cucore_status status;
    memset(&own, 0, sizeof own);
    memset(&report, 0, sizeof report);
    slot = cucore__stage_slot_take(&own);
    status = cucore__stage_slot_grow(slot, sizeof report, job->launch.device_id);
    if (!status) {
        memset(slot->memory, 0, sizeof report);
        job->report = cucore__blocks_address(slot->memory, CUCORE_DEVICE_TYPE_CUDA_HOST);
        status = cucore__copy_settle(cucore__blocks_run(job, way), 1, job->launch.place.stream);
        memcpy(&report, slot->memory, sizeof report);
    }
    cucore__stage_slot_put(slot, &own);
    if (status || !report.side) return status;
    return cucore__blocks_fail_number(job, (int)report.side - 1, report.index, report.number);
}

/* Returns 1 if the kernel reads numbers that the host does not know, but has to check. */
CUCORE__PRIVATE int cucore__blocks_is_checked_later(const cucore__blocks_job *job, cucore__blocks_way way)
{
    return way == CUCORE__BLOCKS_BY_KERNEL && (job->blocks->flags & CUCORE_BLOCKS_CHECKED) &&
           ((job->list[0] && !cucore__blocks_is_plain_list(job->list[0])) ||
            (job->list[1] && !cucore__blocks_is_plain_list(job->list[1])));
}

/* Refuses what a capture forbids. */
CUCORE__PRIVATE cucore_status cucore__blocks_check_capture(const cucore__blocks_job *job, cucore__blocks_way way)
{
    const int waits = job->options->blocking == CUCORE_BLOCKING_YES;
    if (!job->launch.captured ||
        (way == CUCORE__BLOCKS_BY_KERNEL && !waits && !cucore__blocks_is_checked_later(job, way))) {
        return CUCORE_OK;
    }
    return cucore__copy_fail_capture(
        &job->launch.place,
        waits                              ? "is to wait for the stream"
        : way == CUCORE__BLOCKS_BY_KERNEL  ? "is to check numbers that the device knows, and waits for that"
        : way == CUCORE__BLOCKS_ONE_BY_ONE ? "is between two devices without peer access, or needs the CPU"
                                           : "needs the CPU");
}

CUCORE__PRIVATE cucore_status cucore__blocks_run_on_stream(cucore__blocks_job *job, cucore__blocks_way way)
{
    const cucore_blocking blocking = job->options->blocking;
    const int host = cucore__copy_is_host(&job->side[0]) || cucore__copy_is_host(&job->side[1]);
    const int waits =
        blocking == CUCORE_BLOCKING_YES || (blocking == CUCORE_BLOCKING_DEFAULT && host && !job->launch.captured);
    cucore_context_guard guard;
    cucore_status status;
    if (way == CUCORE__BLOCKS_BY_CPU) {
        status = cucore__place_synchronize(&job->launch.place);
        return status ? status : cucore__blocks_run(job, way);
    }
    status = cucore_context_enter(job->launch.place.context, &guard);
    if (status) return status;
    status =
        cucore__blocks_is_checked_later(job, way) ? cucore__blocks_run_checked(job, way) : cucore__blocks_run(job, way);
    status = cucore__copy_settle(status, waits, job->launch.place.stream);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__blocks_copy(cucore__blocks_job *job, CUstream stream)
{
    cucore__blocks_way way;
    cucore_status status = cucore__blocks_check(job);
    if (status || !job->count) return status;
    cucore__copy_side_make(job->views[0], &job->side[0]);
    cucore__copy_side_make(job->views[1], &job->side[1]);
    status = cucore__blocks_find_place(job, stream);
    if (status) return status;
    way = cucore__blocks_choose(job);
    status = cucore__blocks_check_capture(job, way);
    if (!status) status = cucore__blocks_find_numbers(job, way != CUCORE__BLOCKS_BY_KERNEL);
    if (!status && (job->blocks->flags & CUCORE_BLOCKS_CHECKED)) status = cucore__blocks_check_overlaps(job);
    if (status) return status;
    if (way == CUCORE__BLOCKS_BY_KERNEL) {
        job->report = (uint64_t)(uintptr_t)job->blocks->report;
    }
    return job->has_place ? cucore__blocks_run_on_stream(job, way) : cucore__blocks_run(job, way);
}

CUCORE_API cucore_status cucore_views_copy_blocks(const cucore_blocks *blocks, CUstream stream,
                                                  const cucore_copy_options *options)
{
    cucore__blocks_job job;
    cucore_status status = cucore__blocks_check_arguments(blocks, options);
    if (status || !blocks->count) return status;
    memset(&job, 0, sizeof job);
    job.blocks = blocks;
    job.views[0] = blocks->dsts;
    job.views[1] = blocks->srcs;
    job.options = options ? options : &cucore__copy_usual;
    job.launch.resource = job.options->resource;
    job.launch.device_id = CUCORE_DEVICE_NONE;
    status = cucore__blocks_copy(&job, stream);
    free(job.known[0]);
    free(job.known[1]);
    return status;
}

/* copy/calls/views.c: cucore_views_copy: pairs sorted into rows of a table, groups of equal layouts, and plans. */
#define CUCORE__VIEWS_LARGE ((int64_t)1 << 20) /* bytes of a run from which on the driver's own copy is as fast */
#define CUCORE__VIEWS_GROUPS 16                /* layouts that are told apart */
#define CUCORE__VIEWS_ITEMS 8192               /* that a table should have, so that all multiprocessors have work */
#define CUCORE__VIEWS_CUT 16384                /* bytes of a row at most */

/* A run of bytes. */
typedef struct cucore__views_row {
    uint64_t dst, src, bytes;
} cucore__views_row;

/* Pairs that share launches: runs of bytes, or two or more with equal layouts. */
typedef struct cucore__views_group {
    size_t first; /* a pair that has the layouts */
    size_t pairs;
    int over_bus;
} cucore__views_group;

/* A pair that is copied as by cucore_view_copy. */
typedef struct cucore__views_plan {
    struct cucore__views_plan *next;
    int on_stream;
    cucore_copy_plan plan;
} cucore__views_plan;

/* A call under way.  Zeroed at first. */
typedef struct cucore__views_job {
    const cucore_view *dsts, *srcs;
    size_t count;
    const cucore_copy_options *options;
    CUstream stream;
    int has_place, host; /* host: 1 if memory of the host takes part on the stream */
    cucore__blocks_launch launch;
    cucore__views_row *rows; /* of each pair that has a group */
    uint64_t row_bytes;      /* of the runs */
    unsigned char *group_of; /* of each pair, from 1 on, which are the runs; 0: none */
    cucore__views_group groups[1 + CUCORE__VIEWS_GROUPS];
    int group_count;
    cucore__views_plan *plans, **last;
    cucore__batch *batch; /* NULL: no plan is for it */
} cucore__views_job;

/* -- sorting ------------------------------------------------------------------------------------------------------- */
/* The pair is copied as by cucore_view_copy. */
CUCORE__PRIVATE cucore_status cucore__views_add_plan(cucore__views_job *job, cucore__copy_job *pair)
{
    cucore__views_plan *made = (cucore__views_plan *)malloc(sizeof *made);
    cucore_status status;
    if (!made) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for the plan of a copy");
    made->next = NULL;
    made->on_stream = pair->on_stream;
    *job->last = made;
    job->last = &made->next;
    status = cucore__copy_plan_views(pair, &made->plan);
    if (!status && pair->on_stream && job->launch.captured && made->plan.strategy != CUCORE_COPY_NOTHING)
        status = cucore__copy_check_capture(&made->plan, &job->launch.place, job->options);
    if (!status && !job->batch && cucore__batch_takes(&made->plan)) {
        job->batch = cucore__batch_new(job->launch.place.stream, job->launch.captured);
        if (!job->batch) status = CUCORE_OUT_OF_MEMORY;
    }
    return status;
}

/* What a group looks like as one block. */
CUCORE__PRIVATE cucore_status cucore__views_shape(const cucore__views_job *job, int group, cucore__blocks_shape *shape)
{
    const size_t k = job->groups[group].first;
    int i;
    for (i = 0; i < 2; i++) {
        cucore__layout_copy(&shape->block[i], i ? &job->srcs[k].layout : &job->dsts[k].layout);
        shape->step[i] = 0;
        shape->extent[i] = 1;
    }
    return cucore__blocks_find_runs(shape);
}

/* Returns the group of a pair, which a kernel reaches, from 1 on; -1: there is no room for one more, or it has short
 * runs or too many axes. */
CUCORE__PRIVATE int cucore__views_find_group(cucore__views_job *job, size_t k)
{
    cucore__blocks_shape shape;
    int i;
    for (i = 1; i <= job->group_count; i++) {
        const size_t first = job->groups[i].first;
        if (cucore__blocks_layouts_equal(&job->dsts[first].layout, &job->dsts[k].layout) &&
            cucore__blocks_layouts_equal(&job->srcs[first].layout, &job->srcs[k].layout)) {
            return i;
        }
    }
    if (i > CUCORE__VIEWS_GROUPS) return -1;
    job->groups[i].first = k;
    if (cucore__views_shape(job, i, &shape) || shape.run < CUCORE__KERNEL_WORD) return -1;
    return job->group_count = i;
}

/* Returns 1 if the blocks' kernel may copy the pair: reached, without packed elements, of one shape, without
 * overlap. */
CUCORE__PRIVATE int cucore__views_is_simple(const cucore__views_job *job, const cucore__copy_job *pair)
{
    const cucore__copy_side *dst = &pair->dst, *src = &pair->src;
    cucore_overlap overlap;
    if (dst->layout->itembits != 8 * dst->layout->itemsize || !cucore__copy_shapes_are_equal(dst->layout, src->layout))
        return 0;
    if (cucore__copy_is_host(dst) && cucore__copy_is_host(src)) return 0;
    if (!cucore__blocks_is_reached(&job->launch, dst, CUCORE__BLOCKS_WRITES) ||
        !cucore__blocks_is_reached(&job->launch, src, CUCORE__BLOCKS_READS)) {
        return 0;
    }
    return cucore__copy_check_memory(pair, &overlap) == CUCORE_OK && overlap == CUCORE_OVERLAP_NONE;
}

/* Takes a pair as a run or into the group of its layouts, or leaves it for a plan. */
CUCORE__PRIVATE void cucore__views_take(cucore__views_job *job, size_t k, const cucore__copy_job *pair)
{
    const int is_run = cucore__copy_is_run(pair);
    const int64_t nbytes = pair->size * pair->dst.layout->itemsize;
    const int group = is_run ? 0 : cucore__views_find_group(job, k);
    if (group < 0 || (is_run && nbytes >= CUCORE__VIEWS_LARGE)) return;
    job->group_of[k] = (unsigned char)(group + 1);
    job->groups[group].pairs++;
    job->groups[group].over_bus |= cucore__copy_is_host(&pair->dst) || cucore__copy_is_host(&pair->src);
    job->rows[k].dst = cucore__blocks_address(pair->dst.ptr, pair->dst.kind);
    job->rows[k].src = cucore__blocks_address(pair->src.ptr, pair->src.kind);
    job->rows[k].bytes = (uint64_t)nbytes;
    if (is_run) job->row_bytes += (uint64_t)nbytes;
}

/* Looks at a pair as cucore_view_copy does before it plans. */
CUCORE__PRIVATE cucore_status cucore__views_look(cucore__views_job *job, size_t k, cucore__copy_job *pair)
{
    static const char *const subjects[] = {"dst", "src"};
    cucore_copy_plan devices;
    cucore_status status;
    pair->views[0] = &job->dsts[k];
    pair->views[1] = &job->srcs[k];
    status = cucore__copy_job_make(pair, job->options, subjects);
    if (!status) status = cucore__copy_check_views(pair->views[0], pair->views[1]);
    if (status || !pair->size || !cucore__copy_on_stream(&pair->dst, &pair->src, job->stream)) return status;
    if (!job->has_place) { /* of the first pair that needs one */
        status = cucore__copy_place(&pair->dst, &pair->src, job->stream, &job->launch.place);
        if (!status) status = cucore__blocks_launch_begin(&job->launch);
        job->has_place = !status;
    }
    pair->on_stream = 1;
    pair->device_id = job->launch.device_id;
    pair->may_block = pair->may_block && !job->launch.captured;
    if (!status) status = cucore__copy_ask_driver(&pair->dst, &pair->src);
    if (!status && !(cucore__copy_is_host(&pair->dst) && cucore__copy_is_host(&pair->src)))
        status = cucore__copy_plan_devices(&pair->dst, &pair->src, pair->device_id, &devices);
    job->host |= cucore__copy_is_host(&pair->dst) || cucore__copy_is_host(&pair->src);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__views_sort_pair(cucore__views_job *job, size_t k)
{
    cucore__copy_job pair;
    cucore_status status = cucore__views_look(job, k, &pair);
    if (!status && pair.on_stream && cucore__views_is_simple(job, &pair)) cucore__views_take(job, k, &pair);
    return status || job->group_of[k] ? status : cucore__views_add_plan(job, &pair);
}

/* A group of one pair has no use for the kernel of blocks: its layout has a plan of its own. */
CUCORE__PRIVATE cucore_status cucore__views_drop_groups(cucore__views_job *job)
{
    cucore__copy_job pair;
    int i;
    cucore_status status = CUCORE_OK;
    for (i = 1; i <= job->group_count && !status; i++) {
        const size_t k = job->groups[i].first;
        if (job->groups[i].pairs > 1) continue;
        job->group_of[k] = 0;
        job->groups[i].pairs = 0;
        status = cucore__views_look(job, k, &pair);
        if (!status) status = cucore__views_add_plan(job, &pair);
        if (status) status = cucore__blocks_fail_at(status, "cucore_views_copy: dsts and srcs", k);
    }
    return status;
}

/* -- copying ------------------------------------------------------------------------------------------------------- */
/* Launches the kernel for some rows, which are sent ahead unless they fit its parameters. */
CUCORE__PRIVATE cucore_status cucore__views_launch_rows(const cucore__views_job *job, const cucore__views_row *rows,
                                                        uint64_t count)
{
    const size_t bytes = (size_t)count * sizeof *rows;
    cucore__blocks_launch launch = job->launch;
    cucore__sending sending;
    cucore__kernel_blocks p;
    cucore_status status = CUCORE_OK;
    memset(&sending, 0, sizeof sending);
    memset(&p, 0, offsetof(cucore__kernel_blocks, room));
    launch.over_bus = job->groups[0].over_bus;
    p.is_table = 1;
    p.items = (uint32_t)count;
    p.pieces.extent = 1;
    p.lanes = cucore__blocks_lanes(job->row_bytes / job->groups[0].pairs);
    if (bytes <= sizeof p.room) {
        memcpy(p.room, rows, bytes);
    } else {
        status = cucore__sending_begin(&sending, bytes, &launch);
        if (!status) memcpy(sending.slot->memory, rows, bytes);
        if (!status) status = cucore__sending_send(&sending, &launch.place);
        p.table = (uint64_t)(uintptr_t)sending.temp.ptr;
    }
    if (!status) status = cucore__blocks_launch_one(&launch, &p, 1);
    return cucore__sending_end(&sending, status);
}

/* Copies the runs as rows of a table, cut so that there are many rows, each of a multiple of a piece. */
CUCORE__PRIVATE cucore_status cucore__views_copy_rows(const cucore__views_job *job)
{
    const uint64_t fit = CUCORE__BLOCKS_ROOM / 3, room = CUCORE_COPY_STAGE / sizeof(cucore__views_row);
    const uint64_t most = job->launch.captured || room < fit ? fit : room;
    uint64_t cut = CUCORE__BLOCKS_PIECE, count = 0, at = 0, done;
    cucore__views_row *rows;
    size_t k;
    cucore_status status = CUCORE_OK;
    while (cut < CUCORE__VIEWS_CUT && job->row_bytes / cut > 2 * CUCORE__VIEWS_ITEMS) cut *= 2;
    for (k = 0; k < job->count; k++) count += job->group_of[k] == 1 ? (job->rows[k].bytes - 1) / cut + 1 : 0;
    rows = (cucore__views_row *)malloc((size_t)count * sizeof *rows);
    if (!rows)
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a table of %llu runs", (unsigned long long)count);
    for (k = 0; k < job->count; k++) {
        const cucore__views_row *row = &job->rows[k];
        for (done = 0; job->group_of[k] == 1 && done < row->bytes; done += cut, at++) {
            rows[at].dst = row->dst + done;
            rows[at].src = row->src + done;
            rows[at].bytes = row->bytes - done < cut ? row->bytes - done : cut;
        }
    }
    for (at = 0; at < count && !status; at += most) {
        status = cucore__views_launch_rows(job, rows + at, count - at < most ? count - at : most);
    }
    free(rows);
    return status;
}

/* The pairs of a group as layers of one block each. */
CUCORE__PRIVATE cucore_status cucore__views_copy_group(const cucore__views_job *job, int number)
{
    const size_t pairs = job->groups[number].pairs;
    cucore__blocks_job blocks;
    cucore__blocks_shape shape;
    uint64_t *bases;
    size_t k, at = 0;
    cucore_status status = cucore__views_shape(job, number, &shape);
    if (status) return status;
    bases = (uint64_t *)malloc(2 * sizeof *bases * pairs);
    if (!bases) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %llu pairs", (unsigned long long)pairs);
    memset(&blocks, 0, sizeof blocks);
    blocks.count = 1;
    blocks.launch = job->launch;
    blocks.launch.over_bus = job->groups[number].over_bus;
    for (k = 0; k < job->count; k++) {
        if (job->group_of[k] != number + 1) continue;
        bases[at++] = job->rows[k].dst + (uint64_t)shape.offset[0];
        bases[at++] = job->rows[k].src + (uint64_t)shape.offset[1];
    }
    status = cucore__blocks_launch_group(&blocks, &shape, bases, pairs);
    free(bases);
    return status;
}

/* All work, in the context of the stream if there is one: the kernel of blocks, then the plans, of which the driver's
 * batch takes runs that no kernel reaches.  The host waits once, at the end. */
CUCORE__PRIVATE cucore_status cucore__views_run(cucore__views_job *job)
{
    const cucore_blocking blocking = job->options->blocking;
    const int waits = job->has_place && !job->launch.captured &&
                      (blocking == CUCORE_BLOCKING_YES || (blocking == CUCORE_BLOCKING_DEFAULT && job->host));
    const cucore__views_plan *plan;
    cucore_copy_options later = *job->options;
    cucore_context_guard guard;
    int i;
    cucore_status status = job->has_place ? cucore_context_enter(job->launch.place.context, &guard) : CUCORE_OK;
    if (status) return status;
    later.blocking = CUCORE_BLOCKING_NO;
    for (i = 0; i <= job->group_count && !status; i++) {
        if (job->groups[i].pairs) status = i ? cucore__views_copy_group(job, i) : cucore__views_copy_rows(job);
    }
    for (plan = job->plans; plan && !status; plan = plan->next) {
        status = cucore__batch_takes(&plan->plan)
                     ? cucore__batch_add_plan(job->batch, &plan->plan)
                     : cucore__copy_run(&plan->plan, plan->on_stream ? &job->launch.place : NULL, &later);
    }
    if (job->batch) status = cucore__batch_end(job->batch, status);
    job->batch = NULL;
    status = cucore__copy_settle(status, waits, job->launch.place.stream);
    if (job->has_place) cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__views_sort(cucore__views_job *job)
{
    size_t k;
    cucore_status status = CUCORE_OK;
    for (k = 0; k < job->count && !status; k++) {
        status = cucore__views_sort_pair(job, k);
        if (status) status = cucore__blocks_fail_at(status, "cucore_views_copy: dsts and srcs", k);
    }
    if (!status) status = cucore__views_drop_groups(job);
    if (!status && job->launch.captured && job->options->blocking == CUCORE_BLOCKING_YES) {
        status = cucore__copy_fail_capture(&job->launch.place, "is to wait for the stream");
    }
    return status;
}

CUCORE_API cucore_status cucore_views_copy(const cucore_view *dsts, const cucore_view *srcs, size_t count,
                                           CUstream stream, const cucore_copy_options *options)
{
    cucore__views_job job;
    cucore__views_plan *plan;
    cucore_status status = cucore__copy_check_options(options, 0);
    if (status || !count) return status;
    if (!dsts || !srcs) return cucore__fail_null("cucore_views_copy", dsts ? "srcs" : "dsts");
    memset(&job, 0, sizeof job);
    job.dsts = dsts;
    job.srcs = srcs;
    job.count = count;
    job.options = options ? options : &cucore__copy_usual;
    job.stream = stream;
    job.launch.resource = job.options->resource;
    job.launch.device_id = CUCORE_DEVICE_NONE;
    job.last = &job.plans;
    job.rows = (cucore__views_row *)calloc(count, sizeof *job.rows);
    job.group_of = (unsigned char *)calloc(count, 1);
    status = job.rows && job.group_of
                 ? cucore__views_sort(&job)
                 : cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a table of %llu copies", (unsigned long long)count);
    if (!status) status = cucore__views_run(&job);
    while (job.plans) {
        plan = job.plans;
        job.plans = plan->next;
        free(plan);
    }
    free(job.batch);
    free(job.rows);
    free(job.group_of);
    return status;
}

CUCORE_END

#undef CUCORE__BATCH_ROOM
#undef CUCORE__BATCH_USED
#undef CUCORE__BLOCKS_DIGITS
#undef CUCORE__BLOCKS_FLAT
#undef CUCORE__BLOCKS_FLIGHT
#undef CUCORE__BLOCKS_GRID
#undef CUCORE__BLOCKS_GRID_BUS
#undef CUCORE__BLOCKS_ITEMS
#undef CUCORE__BLOCKS_LANES
#undef CUCORE__BLOCKS_LAYERS
#undef CUCORE__BLOCKS_PEERS
#undef CUCORE__BLOCKS_PIECE
#undef CUCORE__BLOCKS_ROOM
#undef CUCORE__BLOCKS_SINGLE
#undef CUCORE__FLAT_LAYERS
#undef CUCORE__PTX_BLOCKS_BYTES
#undef CUCORE__VIEWS_CUT
#undef CUCORE__VIEWS_GROUPS
#undef CUCORE__VIEWS_ITEMS
#undef CUCORE__VIEWS_LARGE

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
