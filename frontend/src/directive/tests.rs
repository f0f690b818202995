//! Directives as text, to directives or diagnostics as text.
//!
//! `check` takes one directive a line and shows each as parsed, or its errors: the code, the
//! text under the caret, the message, and the help.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod arguments;
mod forms;
mod fuzz;
mod mistakes;
mod scanning;
mod shape;

use super::*;
use crate::source::SourceMap;
use expect_test::Expect;
use std::fmt::Write;

fn show(line: &str, strict: bool) -> String {
    let text = format!("#pragma acc {line}\n");
    let mut out = String::new();
    for pragma in scan(&text) {
        match parse(&text, &pragma, DirectiveId(0), strict) {
            Ok(directive) => {
                writeln!(out, "{directive}").unwrap();
                for gap in unsupported(&directive) {
                    let at = &text[gap.span.unwrap().range()];
                    writeln!(out, "  {} `{at}` {}", gap.code, gap.message).unwrap();
                }
            }
            Err(errors) => {
                for error in errors {
                    let at = &text[error.span.unwrap().range()];
                    writeln!(out, "{} `{at}` {}", error.code, error.message).unwrap();
                    for (span, why) in &error.related {
                        writeln!(out, "    `{}` {why}", &text[span.range()]).unwrap();
                    }
                    writeln!(out, "    {}", error.help.unwrap()).unwrap();
                    assert!(!error.label.is_empty(), "{} has no label", error.message);
                }
            }
        }
    }
    out
}

/// Every line of `directives`, parsed.
fn check(directives: &str, expect: Expect) {
    let lines = directives.lines().map(str::trim).filter(|l| !l.is_empty());
    let out: String = lines.map(|line| show(line, false)).collect();
    expect.assert_eq(&out);
}

fn check_strict(directives: &str, expect: Expect) {
    let lines = directives.lines().map(str::trim).filter(|l| !l.is_empty());
    let out: String = lines.map(|line| show(line, true)).collect();
    expect.assert_eq(&out);
}

fn directive(line: &str) -> Directive<Raw> {
    let text = format!("#pragma acc {line}\n");
    let pragma = scan(&text)[0];
    parse(&text, &pragma, DirectiveId(0), false).unwrap()
}
