//! Names in generated code: kernels, and what must not clash with CUDA C++ or the user.

use accrs_frontend::Unit;
use std::collections::HashSet;

/// Words of C++ and CUDA that a C program may use as names.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "bitand",
    "bitor",
    "bool",
    "catch",
    "char8_t",
    "char16_t",
    "char32_t",
    "class",
    "compl",
    "concept",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "co_await",
    "co_return",
    "co_yield",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "false",
    "friend",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "requires",
    "static_assert",
    "static_cast",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typeid",
    "typename",
    "using",
    "virtual",
    "wchar_t",
    "xor",
    "xor_eq",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "dim3",
    "uint3",
    "size_t",
    "printf",
    "assert",
    "memcpy",
    "memset",
    "memmove",
];

/// Functions of CUDA's headers that C's library doesn't have; with `f` behind some of them for `float`.
const CUDA_FUNCTIONS: &[&str] = &[
    "min",
    "max",
    "umin",
    "umax",
    "llmin",
    "llmax",
    "ullmin",
    "ullmax",
    "rsqrt",
    "rcbrt",
    "sinpi",
    "cospi",
    "sincospi",
    "norm",
    "rnorm",
    "norm3d",
    "norm4d",
    "rnorm3d",
    "rnorm4d",
    "rhypot",
    "erfinv",
    "erfcinv",
    "erfcx",
    "normcdf",
    "normcdfinv",
    "cyl_bessel_i0",
    "cyl_bessel_i1",
    "fdivide",
    "clamp",
    "clock",
    "clock64",
    "abort",
];

/// A number of the unit, by its path and text (FNV-1a): stable from run to run, so that output is.
pub fn unit_hash(unit: &accrs_frontend::Unit) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let source = &unit.source;
    for b in source.main.bytes().chain([0]).chain(source.text.bytes()) {
        hash = (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// A C identifier as CUDA C++ can have it: `new` becomes `new_`; names that accrs uses for
/// its own helpers (`accrs_…`) get the underscore too. The text has no namespaces: C++'s `ns::n` is `ns_n`.
pub fn safe(name: &str) -> String {
    let name = word(name);
    let name = name.as_str();
    let theirs = ["accrs_", "cuda", "atomic"]
        .iter()
        .any(|w| name.starts_with(w));
    if theirs || is_vector_type(name) || RESERVED.contains(&name) {
        format!("{name}_")
    } else {
        name.to_string()
    }
}

/// A name of C++ as one word.
pub fn word(name: &str) -> String {
    // A variable of a pack.
    if let Some((k, pack)) = name
        .strip_prefix("__accrs_nth<")
        .and_then(|n| n.split_once(">("))
    {
        return format!("{}_{k}", pack.trim_end_matches("...)"));
    }
    let name = name.trim_start_matches("::");
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    match name.contains("::") || !name.chars().all(part) {
        true => name.replace("::", "_").replace(|c| !part(c), "_"),
        false => name.to_string(),
    }
}

/// CUDA's own vector types (`float3`, `uchar4`) and their makers (`make_float3`): C programs have
/// structs and functions of these names.
fn is_vector_type(name: &str) -> bool {
    let name = name.strip_prefix("make_").unwrap_or(name);
    let base = name.trim_end_matches(['1', '2', '3', '4']);
    let bases = [
        "char", "short", "int", "long", "longlong", "float", "double",
    ];
    name.len() == base.len() + 1
        && (bases.contains(&base)
            || base
                .strip_prefix('u')
                .is_some_and(|b| bases[..5].contains(&b)))
}

/// A function as CUDA C++ can have it: CUDA declares functions of its own that C doesn't have, which
/// a user's function must neither redefine nor overload.
pub fn safe_function(name: &str) -> String {
    if CUDA_FUNCTIONS.contains(&name.strip_suffix('f').unwrap_or(name))
        || CUDA_FUNCTIONS.contains(&name)
    {
        format!("{name}_")
    } else {
        safe(name)
    }
}

/// Hands out names that are unique within one kernel or function.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    taken: HashSet<String>,
}

impl Scope {
    /// Keeps `name` from being given out.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_string());
    }

    /// `name`, or `name_2`, `name_3`, … where it is taken.
    pub fn unique(&mut self, name: &str) -> String {
        let mut candidate = name.to_string();
        let mut n = 1;
        while !self.taken.insert(candidate.clone()) {
            n += 1;
            candidate = format!("{name}_{n}");
        }
        candidate
    }
}

/// The name of what belongs to a variable, `s_result`; another one where the program has a variable of that name.
pub fn behind(unit: &Unit, own: &str, word: &str) -> String {
    let mut name = format!("{own}{word}");
    while !word.is_empty() && unit.vars.iter().any(|v| v.name == name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_of_cpp_are_renamed_and_names_stay_unique() {
        assert_eq!(safe("new"), "new_");
        assert_eq!(safe("accrs_scratch"), "accrs_scratch_");
        assert_eq!(safe("sum"), "sum");
        let mut scope = Scope::default();
        assert_eq!(scope.unique("sum"), "sum");
        assert_eq!(scope.unique("sum"), "sum_2");
        assert_eq!(scope.unique("sum"), "sum_3");
    }
}
