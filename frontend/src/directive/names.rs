//! The words of directives, and what to say of a word that isn't one.

use super::lex::Token;
use super::parse::{Parser, shorten};
use super::{AtomicKind, DirectiveKind, suggest, table};
use crate::diag::{Diagnostic, codes};

/// The words of directives; the longest match is taken, so longer ones come first.
const NAMES: &[(&[&str], DirectiveKind, bool)] = {
    use DirectiveKind as K;
    &[
        (&["parallel", "loop"], K::ParallelLoop, false),
        (&["parallel", "for"], K::ParallelLoop, true),
        (&["parallel"], K::Parallel, false),
        (&["serial", "loop"], K::SerialLoop, false),
        (&["serial", "for"], K::SerialLoop, true),
        (&["serial"], K::Serial, false),
        (&["kernels", "loop"], K::KernelsLoop, false),
        (&["kernels", "for"], K::KernelsLoop, true),
        (&["kernels"], K::Kernels, false),
        (&["region", "loop"], K::KernelsLoop, true),
        (&["region", "for"], K::KernelsLoop, true),
        (&["region"], K::Kernels, true),
        (&["loop"], K::Loop, false),
        (&["for"], K::Loop, true),
        (&["data", "region"], K::Data, true),
        (&["data"], K::Data, false),
        (&["enter", "data"], K::EnterData, false),
        (&["exit", "data"], K::ExitData, false),
        (&["host_data"], K::HostData, false),
        (&["update"], K::Update, false),
        (&["wait"], K::Wait, false),
        (&["cache"], K::Cache, false),
        (&["atomic"], K::Atomic(AtomicKind::Update), false),
        (&["declare"], K::Declare, false),
        (&["routine"], K::Routine, false),
        (&["init"], K::Init, false),
        (&["shutdown"], K::Shutdown, false),
        (&["set"], K::Set, false),
    ]
};

impl Parser<'_> {
    /// The directive's words.
    pub(super) fn name(&mut self) -> Option<(DirectiveKind, String)> {
        let Some(first) = self.tokens.first().copied() else {
            self.error(
                Diagnostic::error(
                    codes::MISSING_DIRECTIVE,
                    self.pragma.span,
                    "`#pragma acc` without a directive",
                )
                .label("a directive's name is expected after this")
                .help("for example `#pragma acc parallel loop`"),
            );
            return None;
        };
        let fits = |words: &[&str]| (0..words.len()).all(|i| self.word(i) == Some(words[i]));
        if let Some(&(words, kind, extension)) = NAMES.iter().find(|(words, ..)| fits(words)) {
            self.at = words.len();
            let name = words.join(" ");
            if extension && self.strict {
                let span = first.span.to(self.tokens[words.len() - 1].span);
                self.error(
                    Diagnostic::error(
                        codes::EXTENSION,
                        span,
                        format!("directive `{name}` is PGI's, not OpenACC's"),
                    )
                    .label("an extension")
                    .help(format!(
                        "OpenACC spells it `{}`; or leave out -acc=strict",
                        kind.name()
                    )),
                );
            }
            return Some((kind, name));
        }
        self.unknown_directive(first);
        None
    }

    fn unknown_directive(&mut self, first: Token) {
        let word = self.slice(first.span);
        let second = self.word(1).unwrap_or("");
        let (code, help) = match word {
            "end" => (
                codes::FORTRAN_ONLY,
                "in C a construct ends with its statement; remove the directive".to_string(),
            ),
            "do" => (codes::FORTRAN_ONLY, "C's spelling is `loop`".to_string()),
            "enter" | "exit" => (
                codes::UNKNOWN_DIRECTIVE,
                format!("the directive is `{word} data`"),
            ),
            "host" if second == "data" => (
                codes::UNKNOWN_DIRECTIVE,
                "the directive is one word: `host_data`".to_string(),
            ),
            _ => (codes::UNKNOWN_DIRECTIVE, self.directive_help(word)),
        };
        let message = match code {
            codes::FORTRAN_ONLY => format!("`{word}` is Fortran's"),
            _ => format!("unknown directive `{}`", shorten(word)),
        };
        self.error(
            Diagnostic::error(code, first.span, message)
                .label("not an OpenACC directive")
                .help(help),
        );
    }

    fn directive_help(&self, word: &str) -> String {
        let names = NAMES.iter().map(|(words, ..)| words[0]);
        if let Some(near) = suggest::nearest(word, names) {
            return format!("did you mean `{near}`?");
        }
        if let Some(row) = table::rows(word).next() {
            return format!(
                "`{}` is a clause of {}; the directive's name comes first",
                row.names[0],
                table::takers(word)
            );
        }
        "directives are parallel, serial, kernels, loop, data, enter data, exit data, host_data, \
         update, wait, cache, atomic, declare, routine, init, shutdown, set"
            .to_string()
    }
}
