//! Programs whose variables and functions have the names that accrs's own text uses: helpers of the templates, words of CUDA, C++ and OpenACC, and
//! each other's names with the endings that passes add.

use crate::random::Random;
use std::collections::{HashMap, HashSet};

/// Endings that lowering and the front end add to names of the user's; a test holds them against the sources.
const ENDINGS: &[&str] = &[
    "2",
    "3",
    "all",
    "apart",
    "at",
    "base",
    "before",
    "begin",
    "block",
    "by",
    "chunk",
    "copy",
    "element",
    "end",
    "first",
    "from",
    "gangs",
    "in_order",
    "k",
    "lane",
    "last",
    "left",
    "length",
    "lower",
    "next",
    "of_thread",
    "overlapping",
    "own",
    "part",
    "part_from",
    "part_to",
    "place",
    "places",
    "result",
    "routines",
    "rows",
    "storage",
    "sum",
    "t",
    "there",
    "tile",
    "tiles",
    "to",
    "trip",
    "trips",
    "turn",
    "unaligned",
    "value",
];

/// Words that mean something to C++, CUDA, OpenACC or OpenMP, and nothing to C.
const WORDS: &[&str] = &[
    "c0",
    "c1",
    "c2",
    "class",
    "new",
    "template",
    "this",
    "private",
    "typename",
    "operator",
    "and",
    "or",
    "xor",
    "not",
    "bitand",
    "compl",
    "delete",
    "try",
    "catch",
    "throw",
    "namespace",
    "using",
    "friend",
    "virtual",
    "public",
    "protected",
    "export",
    "mutable",
    "nullptr",
    "constexpr",
    "decltype",
    "noexcept",
    "explicit",
    "wchar_t",
    "char16_t",
    "alignas",
    "static_cast",
    "dim3",
    "float2",
    "int4",
    "uint3",
    "half",
    "warpSize",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "atomicAdd",
    "atomicCAS",
    "min",
    "max",
    "clock64",
    "copy",
    "copyin",
    "gang",
    "worker",
    "vector",
    "num",
    "dim",
    "force",
    "async",
    "zero",
    "readonly",
    "queues",
    "devnum",
    "reduction",
    "collapse",
    "acc",
    "omp",
    "pragma",
    "present",
    "shared",
    "lastprivate",
    "schedule",
    "simd",
    "omp_in",
    "omp_out",
    "omp_priv",
    "omp_orig",
    "ushort",
    "uchar",
    "u_int",
    "signbit",
    "INT_MAX",
    "UINT_MAX",
];

const TEMPLATES: &[&str] = &[
    include_str!("../../../templates/cuda/helpers.cuh.tera"),
    include_str!("../../../templates/cuda/tiles.cuh.tera"),
    include_str!("../../../templates/cuda/trips.cuh.tera"),
    include_str!("../../../templates/cuda/reductions.cuh.tera"),
    include_str!("../../../templates/cuda/atomics.cuh.tera"),
    include_str!("../../../templates/cuda/library.cuh.tera"),
    include_str!("../../../templates/cuda/complex.cuh.tera"),
    include_str!("../../../templates/cuda/kernel.cu.tera"),
    include_str!("../../../templates/cuda/module.cu.tera"),
    include_str!("../../../templates/host/launch.c.tera"),
    include_str!("../../../templates/host/prelude.c"),
];

/// What C keeps for itself, and what its headers define as macros.
const KEPT: &[&str] = &[
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
    "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef",
    "union", "unsigned", "void", "volatile", "while", "asm", "typeof", "defined", "define",
    "ifdef", "ifndef", "endif", "include", "undef", "error", "line", "main", "unix", "linux",
    "stdin", "stdout", "stderr", "errno", "NULL", "NAN", "INFINITY", "EOF",
];

/// The names of a program's pieces.
pub struct Names {
    /// What C, its library and the prelude have.
    taken: HashSet<String>,
    words: Vec<String>,
}

impl Names {
    /// `prelude`: what all pieces use.
    pub fn new(prelude: &str) -> Self {
        let mut taken: HashSet<String> = KEPT.iter().map(|w| w.to_string()).collect();
        taken.extend(
            tokens(prelude)
                .filter(|(w, _)| *w)
                .map(|(_, t)| t.to_string()),
        );
        let mut words: Vec<String> = WORDS.iter().map(|w| w.to_string()).collect();
        for template in TEMPLATES {
            let own = tokens(template).filter(|(is_word, t)| *is_word && is_usual(t));
            words.extend(own.map(|(_, t)| t.to_string()));
        }
        words.sort_unstable();
        words.dedup();
        Self { taken, words }
    }

    /// A piece's text with other names in the places of those that were given. Those at file scope (`true`) have the piece's number.
    pub fn renamed(
        &self,
        piece: usize,
        texts: &[&str],
        given: &[(String, bool)],
        seed: u64,
    ) -> Vec<String> {
        let mut random = Random::new(seed ^ 0x4a3e5);
        let mut here = self.taken.clone();
        for text in texts {
            here.extend(tokens(text).filter(|(w, _)| *w).map(|(_, t)| t.to_string()));
        }
        let mut chosen: [Vec<String>; 2] = Default::default();
        let mut map: HashMap<&str, String> = HashMap::new();
        for (name, global) in given {
            let mut new = name.clone();
            for _ in 0..20 {
                let known = &chosen[usize::from(*global)];
                let ending = random.pick(ENDINGS);
                let candidate = match known.is_empty() || random.one_in(3) {
                    true if *global => format!("{}x{piece}", random.pick(&self.words)),
                    true if random.one_in(2) => random.pick(&self.words),
                    true => format!("{}_{ending}", random.pick(&self.words)),
                    false => format!("{}_{ending}", random.pick(known)),
                };
                if candidate.len() < 40 && !here.contains(&candidate) {
                    new = candidate;
                    break;
                }
            }
            here.insert(new.clone());
            chosen[usize::from(*global)].push(new.clone());
            map.insert(name, new);
        }
        let renamed = |text: &&str| {
            let parts = tokens(text).map(|(is_word, t)| match map.get(t) {
                Some(new) if is_word => new.as_str(),
                _ => t,
            });
            parts.collect()
        };
        texts.iter().map(renamed).collect()
    }
}

/// Names that a program may have: none that C or its library keep for themselves.
fn is_usual(word: &str) -> bool {
    word.len() > 1 && word.starts_with(|c: char| c.is_ascii_lowercase())
}

/// The identifiers of a text (`true`), and all that lies between, strings and comments among it.
fn tokens(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (is_word, length) = match first {
            '"' => (false, quoted(rest)),
            '/' if rest.starts_with("/*") => {
                (false, rest.find("*/").map_or(rest.len(), |end| end + 2))
            }
            c if c.is_ascii_alphabetic() || c == '_' => {
                (true, rest.find(|c| !word(c)).unwrap_or(rest.len()))
            }
            // Numbers with their endings.
            c if c.is_ascii_digit() => (false, rest.find(|c| !word(c)).unwrap_or(rest.len())),
            c => (false, c.len_utf8()),
        };
        let (token, behind) = rest.split_at(length);
        rest = behind;
        Some((is_word, token))
    })
}

/// The length of a string.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn only_given_names_change() {
        let names = Names::new("int twice(int);");
        let given = [("v1".to_string(), false), ("g_0_2".to_string(), true)];
        let text =
            "for (int v1 = 0x1v1; v1 < 10; v1++) printf(\"v1\"), g_0_2[v1] = twice(w); /* v1 */";
        let new = names.renamed(4, &[text], &given, 3).remove(0);
        assert!(!tokens(&new).any(|t| t == (true, "v1") || t == (true, "g_0_2")));
        assert!(new.contains("\"v1\"") && new.contains("/* v1 */") && new.contains("twice(w)"));
    }

    /// What the sources add to names.
    fn endings(folder: &Path, out: &mut HashSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                endings(&path, out);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                for piece in text.split("format!(\"{").skip(1) {
                    let Some((name, behind)) = piece.split_once('}') else {
                        continue;
                    };
                    let Some(behind) = behind.strip_prefix('_') else {
                        continue;
                    };
                    let Some((ending, _)) = behind.split_once('"') else {
                        continue;
                    };
                    let plain = |s: &str| s.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                    if plain(name) && plain(ending) {
                        out.insert(ending.to_string());
                    }
                }
            }
        }
    }

    #[test]
    fn endings_are_those_of_the_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut found = HashSet::new();
        for folder in [
            "lowering/src/tree",
            "lowering/src/schedule",
            "lowering/src/render",
            "frontend/src/region",
        ] {
            endings(&root.join(folder), &mut found);
        }
        found.retain(|e| !ENDINGS.contains(&e.as_str()));
        assert!(found.is_empty(), "not in ENDINGS: {found:?}");
    }
}
