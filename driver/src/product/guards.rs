//! `#ifdef _OPENACC` around directives alone.
//!
//! An OpenMP compiler doesn't define `_OPENACC`, so it passes over such directives, whatever they have become. They hold
//! for the product as `#ifdef _OPENMP`. Everything else that hangs on `_OPENACC` is the user's own way without
//! OpenACC, and stays.

use super::tokens::{Kind, Token, directive_name, tokens, words};

/// Directives that something takes the place of.
const BECOME_OPENMP: [&str; 8] = [
    "parallel", "kernels", "serial", "loop", "atomic", "region", "for", "routine",
];

/// The text with such guards changed.
pub fn for_openmp(text: &str) -> String {
    let tokens = tokens(text);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (i, token) in tokens.iter().enumerate() {
        let Some((start, end)) = guard(text, token) else {
            continue;
        };
        if !holds_directives_alone(text, &tokens[i + 1..]) {
            continue;
        }
        out.push_str(&text[at..start]);
        out.push_str("_OPENMP");
        at = end;
    }
    out.push_str(&text[at..]);
    out
}

/// Where `_OPENACC` stands, if the directive asks for nothing else.
fn guard(text: &str, token: &Token) -> Option<(usize, usize)> {
    if token.kind != Kind::Directive {
        return None;
    }
    let part = token.text(text);
    let all = words(part);
    let spelled: Vec<String> = all
        .iter()
        .skip(1)
        .map(|w| w.spelling(part).into_owned())
        .collect();
    let spelled: Vec<&str> = spelled.iter().map(String::as_str).collect();
    let known = matches!(
        spelled.as_slice(),
        ["ifdef", "_OPENACC"]
            | ["if", "_OPENACC"]
            | ["if", "defined", "_OPENACC"]
            | ["if", "defined", "(", "_OPENACC", ")"]
    );
    let name = all.iter().find(|w| w.text(part) == "_OPENACC");
    name.filter(|_| known)
        .map(|w| (token.start + w.start, token.start + w.end))
}

/// Whether OpenACC's directives are all that stands up to `#endif`, one at least that becomes OpenMP's.
fn holds_directives_alone(text: &str, tokens: &[Token]) -> bool {
    let mut becomes = false;
    for token in tokens {
        if token.kind != Kind::Directive {
            return false;
        }
        let part = token.text(text);
        let name = directive_name(part);
        if name == "endif" {
            return becomes;
        }
        let words = words(part);
        let word = |i: usize| words.get(i).map(|w| w.spelling(part));
        if name != "pragma" || word(2).as_deref() != Some("acc") {
            return false;
        }
        let first = word(3).unwrap_or_default();
        becomes |= BECOME_OPENMP.contains(&first.as_ref());
    }
    false
}

#[cfg(test)]
mod tests {
    use super::for_openmp;

    #[test]
    fn guards_of_directives_alone() {
        for (from, to) in [
            (
                "#ifdef _OPENACC /* a */\n#pragma acc loop // b\n#endif\n",
                "#ifdef _OPENMP /* a */\n#pragma acc loop // b\n#endif\n",
            ),
            (
                "# if defined( _OPENACC )\n#pragma acc data copy(a)\n#pragma acc parallel \\\n loop\n#endif\n",
                "# if defined( _OPENMP )\n#pragma acc data copy(a)\n#pragma acc parallel \\\n loop\n#endif\n",
            ),
        ] {
            assert_eq!(for_openmp(from), to);
        }
        for same in [
            "#ifdef _OPENACC\n#pragma acc loop\n#else\n#pragma omp for\n#endif\n",
            "#ifdef _OPENACC\n#include <openacc.h>\n#pragma acc loop\n#endif\n",
            "#ifdef _OPENACC\n#pragma acc data copy(a)\n#endif\n",
            "#if defined(_OPENACC) && N > 1\n#pragma acc loop\n#endif\n",
            "#ifdef _OPENACC\n#pragma acc loop\n",
        ] {
            assert_eq!(for_openmp(same), same);
        }
    }
}
