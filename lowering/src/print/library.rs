//! The C library's functions that CUDA device code has.

/// Functions of `math.h`, `stdlib.h`, `stdio.h` and `string.h` with a device version of the
/// same name and prototype (CUDA C++ Programming Guide, mathematical functions; formatted output).
const FUNCTIONS: &[&str] = &[
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
    "rint",
    "round",
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

const OTHERS: &[&str] = &[
    "abs", "labs", "llabs", "printf", "memcpy", "memmove", "memset",
];

/// Whether CUDA device code has the C library's function of this name.
pub fn is_library(name: &str) -> bool {
    OTHERS.contains(&name)
        || FUNCTIONS.contains(&name)
        || name
            .strip_suffix('f')
            .is_some_and(|n| FUNCTIONS.contains(&n))
}

/// The `long double` functions, which only sim has.
pub(crate) fn is_long_double(name: &str) -> bool {
    let bare = name.strip_prefix("__builtin_").unwrap_or(name);
    bare.strip_suffix('l')
        .is_some_and(|n| FUNCTIONS.contains(&n) && !is_library(bare))
}

/// Whether a call leaves memory as it is.
pub(crate) fn is_pure(name: &str) -> bool {
    if super::complex::is_complex_function(name) {
        return true;
    }
    let name = device_name(name).unwrap_or(name.to_string());
    let base = name.strip_suffix('f').unwrap_or(&name);
    let writes = [
        "frexp", "modf", "sincos", "printf", "memcpy", "memmove", "memset",
    ];
    !writes.contains(&name.as_str())
        && !writes.contains(&base)
        && (is_library(&name)
            || is_long_double(&name)
            || CLASSIFY.contains(&name.as_str())
            || name.starts_with('('))
}

const CLASSIFY: &[&str] = &["isnan", "isinf", "isfinite", "signbit"];

/// The device's spelling of a C library function or gcc builtin; `None`: there is none.
pub(crate) fn device_name(name: &str) -> Option<String> {
    if is_library(name) {
        return Some(name.to_string());
    }
    let bare = name.strip_prefix("__builtin_").unwrap_or(name);
    if is_library(bare) || is_long_double(bare) {
        return Some(bare.to_string());
    }
    let classify = match bare {
        "isnan" | "__isnan" | "__isnanf" | "isnanf" => "isnan",
        "isinf" | "isinf_sign" | "__isinf" | "__isinff" | "isinff" => "isinf",
        "isfinite" | "finite" | "__finite" | "__finitef" | "finitef" => "isfinite",
        "signbit" | "signbitf" | "__signbit" | "__signbitf" => "signbit",
        _ => "",
    };
    if !classify.is_empty() {
        return Some(classify.to_string());
    }
    let constant = match bare {
        "inff" | "huge_valf" => "(float)ACCRS_INFINITY",
        "inf" | "huge_val" => "ACCRS_INFINITY",
        "nanf" => "(float)ACCRS_NAN",
        "nan" => "ACCRS_NAN",
        _ => return None,
    };
    Some(format!("({constant})"))
}
