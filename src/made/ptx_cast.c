/* --------------------------------------------------------------------------------------------- >>impl-cast-ptx -- */
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
