/* topology3.h: G1 ... V3 of a triple loop: the command line's, else the paper's. */
#ifndef G1
#define G1 DEFAULT_G1
#endif
#ifndef V1
#define V1 DEFAULT_V1
#endif
#ifndef G2
#define G2 DEFAULT_G2
#endif
#ifndef V2
#define V2 DEFAULT_V2
#endif
#ifndef G3
#define G3 DEFAULT_G3
#endif
#ifndef V3
#define V3 DEFAULT_V3
#endif
