//! nvc's and pgcc's words about floating point, the language, and Fortran.

use super::About::Code;
use super::Meaning::{Anyway, Host, Nothing};
use super::Takes::{self, MaybeEquals, Rest};
use super::{Meaning, Row, row};

const DENORMAL: Meaning = Nothing(
    Code,
    "denormal numbers are kept; -ffast-math flushes them to zero, -gpu=flushz in kernels",
);
const KEPT: Meaning = Anyway("denormal numbers are kept");
const RELAXED: Meaning = Nothing(
    Code,
    "-ffast-math is the host compiler's word for less exact arithmetic",
);
const EXACT: Meaning = Anyway("arithmetic is exact unless `-ffast-math` is given");

pub const FLOATING_POINT: &[Row] = &[
    row("-Kieee", Takes::Nothing, Host(&["-fno-fast-math"])),
    row("-Knoieee", Takes::Nothing, RELAXED),
    row("-Mfma", Takes::Nothing, Host(&["-ffp-contract=fast"])),
    row("-Mnofma", Takes::Nothing, Host(&["-ffp-contract=off"])),
    row("-Mflushz", Takes::Nothing, DENORMAL),
    row("-Mdaz", Takes::Nothing, DENORMAL),
    row("-Mnoflushz", Takes::Nothing, KEPT),
    row("-Mnodaz", Takes::Nothing, KEPT),
    row("-Mfprelaxed", MaybeEquals("sqrt,div"), RELAXED),
    row("-Mfpapprox", MaybeEquals("div"), RELAXED),
    row("-Mnofprelaxed", Takes::Nothing, EXACT),
    row("-Mnofpapprox", Takes::Nothing, EXACT),
    row(
        "-M[no]fpmisalign",
        Takes::Nothing,
        Anyway("the host compiler knows its processor's alignment"),
    ),
    row("-M[no]fcon", Takes::Nothing, SINGLE),
    row("-M[no]single", Takes::Nothing, SINGLE),
    row("-Ktrap=", Rest("fp"), TRAP),
    row("-Mtrap=", Rest("fp"), TRAP),
    row(
        "-pc",
        Takes::EqualsOrNext("64"),
        Nothing(Code, "arithmetic is not on the x87's stack"),
    ),
];

const SINGLE: Meaning = Nothing(
    Code,
    "float and double are as C has them; -fsingle-precision-constant is gcc's word for constants",
);
const TRAP: Meaning = Nothing(
    Code,
    "floating-point exceptions don't stop the program; feenableexcept of fenv.h asks for that",
);

const STANDARD: Meaning = Nothing(Code, "-std= is the host compiler's word");

pub const LANGUAGE: &[Row] = &[
    row("-c89", Takes::Nothing, Host(&["-std=gnu89"])),
    row("-c90", Takes::Nothing, Host(&["-std=gnu89"])),
    row("-c9x", Takes::Nothing, Host(&["-std=gnu99"])),
    row("-c99", Takes::Nothing, Host(&["-std=gnu99"])),
    row("-c1x", Takes::Nothing, Host(&["-std=gnu11"])),
    row("-c11", Takes::Nothing, Host(&["-std=gnu11"])),
    row("-c17", Takes::Nothing, Host(&["-std=gnu17"])),
    row("-c18", Takes::Nothing, Host(&["-std=gnu17"])),
    row("-c2x", Takes::Nothing, Host(&["-std=gnu2x"])),
    row("-c23", Takes::Nothing, Host(&["-std=gnu2x"])),
    row("-Xa", Takes::Nothing, STANDARD),
    row("-Xc", Takes::Nothing, STANDARD),
    row("-Xs", Takes::Nothing, STANDARD),
    row("-Xt", Takes::Nothing, STANDARD),
    row("-Mstandard", Takes::Nothing, STANDARD),
    row("-Kpic", Takes::Nothing, Host(&["-fPIC"])),
    row("-KPIC", Takes::Nothing, Host(&["-fPIC"])),
    row("-Muchar", Takes::Nothing, Host(&["-funsigned-char"])),
    row("-Mschar", Takes::Nothing, Host(&["-fsigned-char"])),
    row("-Mbuiltin", Takes::Nothing, Host(&["-fbuiltin"])),
    row("-Mnobuiltin", Takes::Nothing, Host(&["-fno-builtin"])),
    row(
        "-M[no]asmkeyword",
        Takes::Nothing,
        Anyway("`asm` is a keyword in the host compiler's own dialects"),
    ),
    row(
        "-Mdollar,",
        Rest("_"),
        Anyway("names may have dollars in them"),
    ),
    row(
        "-M[no]signextend",
        Takes::Nothing,
        Anyway("shifts are those of C on this machine"),
    ),
    row(
        "-Mwritable_strings",
        Takes::Nothing,
        Nothing(Code, "string literals can't be changed"),
    ),
    row(
        "-M[no]preprocess",
        Takes::Nothing,
        Anyway("C is always preprocessed"),
    ),
    row("-M[no]stddef", Takes::Nothing, STANDARD_MACROS),
    row("--c++03", Takes::Nothing, Host(&["-std=gnu++03"])),
    row("--c++11", Takes::Nothing, Host(&["-std=gnu++11"])),
    row("--c++14", Takes::Nothing, Host(&["-std=gnu++14"])),
    row("--c++17", Takes::Nothing, Host(&["-std=gnu++17"])),
    row("--c++20", Takes::Nothing, Host(&["-std=gnu++20"])),
    row("--c++23", Takes::Nothing, Host(&["-std=gnu++23"])),
    row("--gnu", Takes::Nothing, DIALECT),
    row("--gnu_extensions", Takes::Nothing, DIALECT),
    row(
        "--restrict",
        Takes::Nothing,
        Host(&["-Drestrict=__restrict"]),
    ),
    row("--no_restrict", Takes::Nothing, DIALECT),
    row(
        "--no_exceptions",
        Takes::Nothing,
        Host(&["-fno-exceptions"]),
    ),
];

const DIALECT: Meaning = Anyway("it is about C++");
const STANDARD_MACROS: Meaning = Anyway("predefined macros are the host compiler's");

const OTHER: Meaning = Nothing(Code, "it is about Fortran");

pub const FORTRAN: &[Row] = &[
    row("-fortranlibs", Takes::Nothing, Host(&["-lgfortran"])),
    row("-pgf90libs", Takes::Nothing, Host(&["-lgfortran"])),
    row("-pgf77libs", Takes::Nothing, Host(&["-lgfortran"])),
    row("-f90libs", Takes::Nothing, Host(&["-lgfortran"])),
    row("-g77libs", Takes::Nothing, Host(&["-lgfortran"])),
    row("-Mnomain", Takes::Nothing, OTHER),
    row("-i2", Takes::Nothing, OTHER),
    row("-i4", Takes::Nothing, OTHER),
    row("-i8", Takes::Nothing, OTHER),
    row("-i8storage", Takes::Nothing, OTHER),
    row("-r4", Takes::Nothing, OTHER),
    row("-r8", Takes::Nothing, OTHER),
    row("-byteswapio", Takes::Nothing, OTHER),
    row("-M[no]byteswapio", Takes::Nothing, OTHER),
    row("-Mfree", Takes::Nothing, OTHER),
    row("-Mfreeform", Takes::Nothing, OTHER),
    row("-Mnofree", Takes::Nothing, OTHER),
    row("-Mnofreeform", Takes::Nothing, OTHER),
    row("-Mfixed", Takes::Nothing, OTHER),
    row("-M[no]extend", Takes::Nothing, OTHER),
    row("-M[no]backslash", Takes::Nothing, OTHER),
    row("-M[no]dclchk", Takes::Nothing, OTHER),
    row("-M[no]save", Takes::Nothing, OTHER),
    row("-M[no]recursive", Takes::Nothing, OTHER),
    row("-M[no]upcase", Takes::Nothing, OTHER),
    row("-M[no]second_underscore", Takes::Nothing, OTHER),
    row("-M[no]underscoring", Takes::Nothing, OTHER),
    row("-M[no]unixlogical", Takes::Nothing, OTHER),
    row("-M[no]iomutex", Takes::Nothing, OTHER),
    row("-M[no]defaultunit", Takes::Nothing, OTHER),
    row("-M[no]dlines", Takes::Nothing, OTHER),
    row("-M[no]onetrip", Takes::Nothing, OTHER),
    row("-M[no]ref_externals", Takes::Nothing, OTHER),
    row("-M[no]stack_arrays", Takes::Nothing, OTHER),
    row("-M[no]i4", Takes::Nothing, OTHER),
    row("-M[no]r8", Takes::Nothing, OTHER),
    row("-M[no]r8intrinsics", MaybeEquals("float"), OTHER),
    row("-M[no]contiguous", Takes::Nothing, OTHER),
    row("-Mallocatable", MaybeEquals("03"), OTHER),
    row("-Mcray", MaybeEquals("pointer"), OTHER),
    row("-Mcudaformod", Takes::Nothing, OTHER),
];
