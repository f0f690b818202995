//! What tests of the front end share.
#![allow(clippy::unwrap_used, clippy::panic)]

use accrs_frontend::{Input, Unit, parse};

/// The unit that a text makes, which has no errors.
pub fn unit(text: impl Into<String>) -> Unit {
    let rules = accrs_frontend::CRules::default();
    let out = parse(Input {
        text: text.into(),
        path: "t.c",
        cflags: &[],
        rules: &rules,
        strict: false,
    });
    let said: Vec<_> = out.diagnostics.iter().map(|d| &d.message).collect();
    out.unit.unwrap_or_else(|| panic!("{said:?}"))
}
