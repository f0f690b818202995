//! Names of the C library. The standard reserves them (C11 7.1.3): a program that declares one itself means the library's.

/// The functions of `math.h` on `double`; those on `float` and `long double` have an `f` and an `l` behind the name.
pub const MATH: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ilogb",
    "ldexp",
    "lgamma",
    "llrint",
    "llround",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "lrint",
    "lround",
    "modf",
    "nearbyint",
    "nextafter",
    "pow",
    "remainder",
    "remquo",
    "rint",
    "round",
    "scalbln",
    "scalbn",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// Functions that POSIX and glibc add to `math.h`. A program may have its own of these names.
pub const BESSEL: &[&str] = &["j0", "j1", "jn", "y0", "y1", "yn"];

/// Functions of `stdlib.h`, `stdio.h` and `string.h` that devices have as well.
pub const OTHERS: &[&str] = &[
    "abs", "labs", "llabs", "printf", "memcpy", "memset", "malloc", "free",
];

/// Whether this is a function of `math.h`.
pub fn is_math(name: &str) -> bool {
    let bare = name.strip_suffix(['f', 'l']);
    MATH.contains(&name) || bare.is_some_and(|n| MATH.contains(&n))
}
