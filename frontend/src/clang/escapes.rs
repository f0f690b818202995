//! Control flow must not leave a structured block that stays host text: `data`, `host_data`
//! (OpenACC 3.3 §2.6.5): the construct's end would never run. Nor may it come in behind the start, also
//! that of a function's `declare` (§2.13): the end would undo what never was done.
//!
//! A computed `goto` may go to each label whose address the function takes.

use super::build::{Block, Builder};
use super::cursor::Cursor;
use crate::diag::{Diagnostic, codes};
use clang_sys::*;

/// Reports what leaves the block `body` of the directive `name`.
pub fn check<'t>(b: &mut Builder<'t>, body: Cursor<'t>, name: &str) {
    let mut found = Found {
        text: &b.weave.text,
        ..Found::default()
    };
    walk(body, false, false, &mut found);
    let Found {
        labels,
        gotos,
        mut out,
        ..
    } = found;
    out.extend(
        gotos
            .into_iter()
            .filter(|(_, l)| !labels.contains(l))
            .map(|(c, _)| c),
    );
    for c in out {
        let span = b.weave.span(c.extent());
        let message = format!("`{}` leaves the `{name}` construct", b.source.slice(span));
        let d = Diagnostic::error(codes::BRANCH_OUT, span, message)
            .help("leave after the construct's end: what it does there would be skipped");
        b.diagnostics.push(d);
    }
}

#[derive(Default)]
struct Found<'t> {
    text: &'t str,
    labels: Vec<String>,
    gotos: Vec<(Cursor<'t>, String)>,
    out: Vec<Cursor<'t>>,
}

fn walk<'t>(c: Cursor<'t>, breakable: bool, loops: bool, found: &mut Found<'t>) {
    match c.kind() {
        CXCursor_ReturnStmt | CXCursor_CXXThrowExpr => found.out.push(c),
        // Its statements are another function's.
        CXCursor_LambdaExpr => return,
        CXCursor_BreakStmt if !breakable => found.out.push(c),
        CXCursor_ContinueStmt if !loops => found.out.push(c),
        CXCursor_LabelStmt => found.labels.push(c.spelling()),
        CXCursor_GotoStmt => {
            if let Some(label) = c.children().pop() {
                found.gotos.push((c, label.spelling()));
            }
        }
        CXCursor_AsmStmt => found.gotos.extend(asm_labels(found.text, c)),
        _ => {}
    }
    let is_loop = matches!(
        c.kind(),
        CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt
    );
    let breakable = breakable || is_loop || c.kind() == CXCursor_SwitchStmt;
    for child in c.children() {
        walk(child, breakable, loops || is_loop, found);
    }
}

/// Where an `asm goto` may jump to.
fn asm_labels<'t>(text: &str, c: Cursor<'t>) -> Vec<(Cursor<'t>, String)> {
    let (from, to) = c.extent();
    let text = text.get(from as usize..to as usize).unwrap_or("");
    let labels = super::asm::labels(text).into_iter();
    labels.map(|l| (c, l.to_string())).collect()
}

/// The label of `&&label`.
pub fn label_of(c: Cursor<'_>) -> Option<String> {
    c.children().pop().map(|l| l.spelling())
}

/// Reports jumps of a function's `body` that pass the start of one of its blocks.
pub fn entries<'t>(b: &mut Builder<'t>, body: Cursor<'t>) {
    if b.blocks.is_empty() {
        return;
    }
    let mut found = Jumps {
        text: &b.weave.text,
        ..Jumps::default()
    };
    jumps(body, None, &mut found);
    let mut wrong = Vec::new();
    for (from, name) in &found.gotos {
        let Some(label) = found.labels.iter().find(|(_, l)| l == name) else {
            continue;
        };
        let to = (label.0.extent().0, name.len() as u32);
        let word = if from.kind() == CXCursor_GotoStmt {
            "goto"
        } else {
            "asm goto"
        };
        wrong.push((from.extent().0, from.extent(), to, format!("{word} {name}")));
    }
    for (switch, label) in &found.cases {
        let start = label.extent().0;
        let word = if label.kind() == CXCursor_DefaultStmt {
            "default"
        } else {
            "case"
        };
        let to = (start, word.len() as u32);
        wrong.push((
            switch.extent().0,
            (start, start + to.1),
            to,
            word.to_string(),
        ));
    }
    computed(b, &found);
    for (from, span, (to, length), what) in wrong {
        let passed = |block: &&Block| inside(block, to) && !inside(block, from);
        let Some(block) = b.blocks.iter().find(passed).cloned() else {
            continue;
        };
        let message = match block.name.as_str() {
            "declare" => format!("`{what}` jumps past a `declare`"),
            name => format!("`{what}` jumps into a `{name}` construct"),
        };
        let mut d = Diagnostic::error(codes::BRANCH_IN, b.weave.span(span), message).related(
            block.directive,
            "what this does would be skipped, but undone at its end",
        );
        if span.0 != to {
            d = d.related(b.weave.span((to, to + length)), "the label is here");
        }
        b.diagnostics.push(d);
    }
}

fn inside(block: &Block, at: u32) -> bool {
    block.extent.0 <= at && at < block.extent.1
}

/// Reports computed jumps that may pass the start or the end of a block. On the way out of a `declare`'s block too:
/// gcc runs no `cleanup` there.
fn computed(b: &mut Builder<'_>, found: &Jumps<'_>) {
    for jump in &found.computed {
        let from = jump.extent();
        for (label, name) in &found.labels {
            let to = label.extent().0;
            let address = found.addressed.iter().find(|(_, l)| l == name);
            let differs = |block: &&Block| inside(block, to) != inside(block, from.0);
            let (Some((address, _)), Some(block)) = (address, b.blocks.iter().find(differs)) else {
                continue;
            };
            let block = block.clone();
            let span = b.weave.span(from);
            let (code, does, why) = if inside(&block, to) {
                let why = "what this does would be skipped, but undone at its end";
                (codes::BRANCH_IN, "jump into", why)
            } else {
                (
                    codes::BRANCH_OUT,
                    "leave",
                    "what its end does would be skipped",
                )
            };
            let text = b.source.slice(span);
            let message = format!("`{text}` may {does} the block of a `{}`", block.name);
            let d = Diagnostic::error(code, span, message)
                .related(block.directive, why)
                .related(b.weave.span((to, to + name.len() as u32)), "to this label")
                .related(b.weave.span(address.extent()), "whose address is taken here")
                .help("a computed `goto` may reach each label whose address its function takes: give the block, or the jump, a function of its own");
            b.diagnostics.push(d);
            break;
        }
    }
}

#[derive(Default)]
struct Jumps<'t> {
    text: &'t str,
    labels: Vec<(Cursor<'t>, String)>,
    gotos: Vec<(Cursor<'t>, String)>,
    /// `goto *p`
    computed: Vec<Cursor<'t>>,
    /// `&&label`
    addressed: Vec<(Cursor<'t>, String)>,
    /// Labels of `switch` statements, with these.
    cases: Vec<(Cursor<'t>, Cursor<'t>)>,
}

fn jumps<'t>(c: Cursor<'t>, switch: Option<Cursor<'t>>, found: &mut Jumps<'t>) {
    match c.kind() {
        CXCursor_LabelStmt => found.labels.push((c, c.spelling())),
        CXCursor_GotoStmt => {
            if let Some(label) = c.children().pop() {
                found.gotos.push((c, label.spelling()));
            }
        }
        CXCursor_AsmStmt => {
            found.gotos.extend(asm_labels(found.text, c));
            return;
        }
        CXCursor_IndirectGotoStmt => found.computed.push(c),
        CXCursor_AddrLabelExpr => found.addressed.extend(label_of(c).map(|l| (c, l))),
        CXCursor_CaseStmt | CXCursor_DefaultStmt => {
            found.cases.extend(switch.map(|s| (s, c)));
        }
        _ => {}
    }
    let switch = if c.kind() == CXCursor_SwitchStmt {
        Some(c)
    } else {
        switch
    };
    for child in c.children() {
        jumps(child, switch, found);
    }
}
