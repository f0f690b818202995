//! The head of a host file, in C and in C++.
//!
//! C++ has no tentative definitions, so the unit is declared in a namespace without a name, and defined there at the file's end. What is
//! shared with the runtime, which is not C++, stands in `extern "C"`, in such a namespace too: the tables of inline functions and templates have types of
//! this file alone then, so that no other file's tables of the same function are taken for them. A block can't say that, so OpenMP's functions are declared here too, as
//! `omp.h` has them.

use crate::options::Options;
use crate::render::openmp::apart;
use crate::render::parlevel;
use accrs_frontend::Unit;

/// The runtime's header, as text, since rendered files can't include it.
const CONTRACT: &str = include_str!("../../../../runtime/include/accrt.h");
const PRELUDE: &str = include_str!("../../../../templates/host/prelude.c");

const UNIT: &str = "static __accrs_module __accrs_unit;";
const UNIT_OF_CPP: &str = "namespace { extern __accrs_module __accrs_unit; }";

/// gcc's `omp.h` says that they throw nothing, and C++ wants that said each time; clang's doesn't.
const OPENMP: &str = "extern \"C\" int omp_get_thread_num(void) throw();\n\
     extern \"C\" int omp_get_num_threads(void) throw();\n\
     extern \"C\" int omp_get_max_threads(void) throw();\n";

/// What tells the instances of templates apart; the specialisations stand at the file's end, where all types are known.
const INSTANCES: &str = "namespace { template <int, class...> struct __accrs_instance { enum { number = -1 }; };\n\
     template <long long> struct __accrs_constant; }\n";

/// A variable of a pack.
const PACK: &str = "template <int k, class T, class... R> constexpr auto &__accrs_nth(T &first, R &...rest)\n\
     { if constexpr (k == 0) return first; else return __accrs_nth<k - 1>(rest...); }\n";

/// What a file of this text begins with.
pub(super) fn head(unit: &Unit, options: &Options, text: &str) -> String {
    let helpers =
        parlevel::helpers(&unit.source, options.multicore).to_string() + apart::helpers(text);
    // Structs that the runtime shares must have their natural layout even under the user's -fpack-struct.
    if !unit.cpp {
        return format!(
            "#pragma pack(push, 16)\n{CONTRACT}\n{PRELUDE}#pragma pack(pop)\n{helpers}"
        );
    }
    let prelude = PRELUDE.replace(UNIT, UNIT_OF_CPP);
    let openmp = match (options.multicore, options.rules.clang) {
        (false, _) => String::new(),
        (true, false) => OPENMP.to_string(),
        (true, true) => OPENMP.replace(" throw()", ""),
    };
    let instances = match unit.templates.is_empty() {
        true => String::new(),
        false => {
            let packs = unit.vars.iter().any(|v| v.name.starts_with("__accrs_nth<"));
            let pack = if packs { PACK } else { "" };
            format!("{INSTANCES}{pack}{}", super::instances::wrappers(unit))
        }
    };
    let declared = |line: &&str| !line.starts_with("extern int omp_get_");
    let helpers: String = helpers.split_inclusive('\n').filter(declared).collect();
    format!(
        "#pragma pack(push, 16)\nnamespace {{ extern \"C\" {{\n{CONTRACT}}} }}\n{prelude}#pragma pack(pop)\n{openmp}{helpers}{instances}"
    )
}
