//! The table of all diagnostics: their numbers, titles, and pages for `accrs --explain`.
//!
//! A new diagnostic is one row in the file of its group. Numbers are never used again.

mod environment;
mod lowering;
mod semantics;
mod syntax;
mod unsupported;

pub use environment::*;
pub use lowering::*;
pub use semantics::*;
pub use syntax::*;
pub use unsupported::*;

use super::Code;

/// A diagnostic's row.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub code: Code,
    /// The constant's name.
    pub name: &'static str,
    pub title: &'static str,
    /// Where the rule is: a section of OpenACC 3.3, or what else it comes from.
    pub source: &'static str,
    /// What is wrong and why it is a rule.
    pub text: &'static str,
    /// Code that gets the diagnostic.
    pub wrong: &'static str,
    /// The same, right.
    pub right: &'static str,
}

/// `NAME = number, "title", "source", "text", wrong "…", right "…";`
macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal, $source:literal, $text:literal,
       wrong $wrong:literal, right $right:literal;)*) => {
        $(
            #[doc = $title]
            pub const $name: $crate::diag::Code = $crate::diag::Code($number);
        )*
        pub(super) const PAGES: &[super::Page] = &[
            $(super::Page {
                code: $name,
                name: stringify!($name),
                title: $title,
                source: $source,
                text: $text,
                wrong: $wrong,
                right: $right,
            }),*
        ];
    };
}
use codes;

/// All rows, by number within each group.
pub fn pages() -> impl Iterator<Item = &'static Page> {
    [
        syntax::PAGES,
        semantics::PAGES,
        lowering::PAGES,
        unsupported::PAGES,
        environment::PAGES,
    ]
    .into_iter()
    .flatten()
}

/// The row of a code.
pub fn page(code: Code) -> Option<&'static Page> {
    pages().find(|page| page.code == code)
}

/// The page for `accrs --explain WHAT`, where `WHAT` is `ACC0001`, `acc1` or `1`.
pub fn explain(what: &str) -> Option<String> {
    let what = what.trim();
    let digits = match what.get(..3) {
        Some(prefix) if prefix.eq_ignore_ascii_case("acc") => &what[3..],
        _ => what,
    };
    let page = page(Code(digits.parse().ok()?))?;
    Some(page.to_string())
}

impl std::fmt::Display for Page {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Page {
            code,
            title,
            source,
            text,
            ..
        } = self;
        writeln!(f, "{code}: {title} ({source})\n")?;
        writeln!(f, "{text}")?;
        for (head, example) in [("Wrong", self.wrong), ("Right", self.right)] {
            writeln!(f, "\n{head}:\n")?;
            for line in example.lines() {
                writeln!(f, "    {line}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn codes_are_unique_in_their_group_and_explained() {
        let mut seen = std::collections::HashMap::new();
        for (pages, range) in [
            (syntax::PAGES, 1..100),
            (semantics::PAGES, 100..200),
            (lowering::PAGES, 200..300),
            (unsupported::PAGES, 300..400),
            (environment::PAGES, 400..500),
        ] {
            for page in pages {
                assert!(range.contains(&page.code.0), "{} {}", page.name, page.code);
                let twin = seen.insert(page.code, page.name);
                assert_eq!(twin, None, "{} has the number of another", page.name);
                for part in [page.title, page.source, page.text, page.wrong, page.right] {
                    assert!(!part.trim().is_empty(), "{} lacks a part", page.name);
                }
                assert!(page.text.len() > 40, "{}: say why", page.name);
            }
        }
    }

    #[test]
    fn explain_takes_any_spelling_of_a_code() {
        let page = explain("ACC0001").unwrap();
        assert_eq!(explain("1"), Some(page.clone()));
        assert_eq!(explain(" acc0001\n"), Some(page));
        for bad in ["", "ACC", "ACC9999", "ACC00001x", "é1", "99999999"] {
            assert_eq!(explain(bad), None, "{bad}");
        }
    }
}
