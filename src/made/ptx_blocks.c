/* -------------------------------------------------------------------------------------- >>impl-copy-blocks-ptx -- */
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
