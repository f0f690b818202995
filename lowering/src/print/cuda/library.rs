//! The C library's functions and gcc's builtins that device code has.

use accrs_frontend::region::library::{BESSEL, MATH, OTHERS};

/// Whether CUDA device code has the C library's function of this name, with the same prototype (CUDA C++ Programming Guide,
/// mathematical functions; formatted output).
pub fn is_library(name: &str) -> bool {
    let math = |n: &str| MATH.contains(&n) || BESSEL.contains(&n);
    OTHERS.contains(&name) || math(name) || name.strip_suffix('f').is_some_and(math)
}

/// The `long double` functions, which only sim has.
pub(crate) fn is_long_double(name: &str) -> bool {
    let bare = name.strip_prefix("__builtin_").unwrap_or(name);
    bare.strip_suffix('l')
        .is_some_and(|n| MATH.contains(&n) && !is_library(bare))
}

/// Whether a call of this library function leaves memory as it is.
pub(crate) fn is_pure(name: &str) -> bool {
    if super::complex::is_complex_function(name) {
        return true;
    }
    if form(name).is_some() {
        let bare = name.strip_prefix("__builtin_").unwrap_or(name);
        return !WRITERS.iter().any(|w| w.0 == bare);
    }
    let name = device_name(name).unwrap_or(name.to_string());
    let base = name.strip_suffix('f').unwrap_or(&name);
    let writes = [
        "frexp", "modf", "remquo", "sincos", "printf", "memcpy", "memset", "malloc", "free",
    ];
    !writes.contains(&name.as_str())
        && !writes.contains(&base)
        && (is_library(&name)
            || is_long_double(&name)
            || CLASSIFY.contains(&name.as_str())
            || name.starts_with('('))
}

/// Functions whose device form is an expression or a function of the helper template: the name, the form with `#` for
/// the arguments (`#0` is the first alone), and the part of the template. None changes memory.
const FORMS: &[(&str, &str, &str)] = &[
    ("popcount", "__popc(#)", ""),
    ("popcountl", "__popcll(#)", ""),
    ("popcountll", "__popcll(#)", ""),
    ("parity", "(__popc(#) & 1)", ""),
    ("parityl", "(__popcll(#) & 1)", ""),
    ("parityll", "(__popcll(#) & 1)", ""),
    ("clz", "__clz((int)(#))", ""),
    ("clzl", "__clzll((long long)(#))", ""),
    ("clzll", "__clzll((long long)(#))", ""),
    ("ctz", "(__ffs((int)(#)) - 1)", ""),
    ("ctzl", "(__ffsll((long long)(#)) - 1)", ""),
    ("ctzll", "(__ffsll((long long)(#)) - 1)", ""),
    ("ffs", "__ffs(#)", ""),
    ("ffsl", "__ffsll((long long)(#))", ""),
    ("ffsll", "__ffsll(#)", ""),
    ("bswap16", "accrs_bswap<unsigned short>(#)", "bswap"),
    ("bswap32", "accrs_bswap<unsigned>(#)", "bswap"),
    ("bswap64", "accrs_bswap<unsigned long>(#)", "bswap"),
    ("isnormal", "accrs_isnormal(#)", "isnormal"),
    ("fpclassify", "accrs_fpclassify(#)", "fpclassify"),
    ("isgreater", "((#0) > (#1))", ""),
    ("isgreaterequal", "((#0) >= (#1))", ""),
    ("isless", "((#0) < (#1))", ""),
    ("islessequal", "((#0) <= (#1))", ""),
    ("islessgreater", "accrs_islessgreater(#)", "ordered"),
    ("isunordered", "(isnan(#0) | isnan(#1))", ""),
    ("imaxabs", "llabs(#)", ""),
    ("expect", "(#0)", ""),
    ("expect_with_probability", "(#0)", ""),
    ("assume_aligned", "(#0)", ""),
    ("unreachable", "__builtin_unreachable()", ""),
    ("trap", "__trap()", ""),
    ("abort", "__trap()", ""),
    ("strlen", "accrs_strlen(#)", "strings"),
    ("strnlen", "accrs_strnlen(#)", "strings"),
    ("strcmp", "accrs_strcmp(#)", "strings"),
    ("strncmp", "accrs_strncmp(#)", "strings"),
    ("memcmp", "accrs_memcmp(#)", "strings"),
    // The arguments hold the user's own file, line and function.
    ("__assert_fail", "__assertfail(#, 1)", ""),
];

/// Likewise for functions that write through a pointer.
const WRITERS: &[(&str, &str, &str)] = &[
    ("memmove", "accrs_memmove(#)", "memmove"),
    ("strcpy", "accrs_strcpy(#)", "strings"),
    ("strcat", "accrs_strcat(#)", "strings"),
    ("strncpy", "accrs_strncpy(#)", "strings"),
    ("mempcpy", "((char *)memcpy(#) + (#2))", ""),
];

/// The device form of a call, and the part of the helper template that it needs.
pub(crate) fn form(name: &str) -> Option<(&'static str, &'static str)> {
    let bare = name.strip_prefix("__builtin_").unwrap_or(name);
    let found = FORMS.iter().chain(WRITERS).find(|f| f.0 == bare)?;
    // A user's own function may be called `popcount`; only gcc's `__builtin_popcount` is the builtin.
    let builtin = bare != name || !is_builtin_only(bare);
    builtin.then_some((found.1, found.2))
}

fn is_builtin_only(bare: &str) -> bool {
    !matches!(
        bare,
        "ffs"
            | "ffsl"
            | "ffsll"
            | "abort"
            | "imaxabs"
            | "strlen"
            | "strnlen"
            | "strcmp"
            | "strncmp"
            | "memcmp"
            | "strcpy"
            | "strcat"
            | "strncpy"
            | "mempcpy"
            | "memmove"
            | "__assert_fail"
    )
}

/// The parts of the helper template that hold library functions.
pub(crate) const LIBRARY_PARTS: &[&str] = &[
    "bswap",
    "isnormal",
    "fpclassify",
    "ordered",
    "overflow",
    "strings",
    "memmove",
    "vla",
];

const CLASSIFY: &[&str] = &["isnan", "isinf", "isfinite", "signbit"];

/// The device's spelling of a C library function or gcc builtin; `None` if a device has none.
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
