//! `switch` around loops of other levels. Its body is cut at its labels: each part from one label to
//! the next is a block of its own, so that guards and barriers never stand around a label.
//! Where all threads agree it stays a `switch`; under a predicate each part has
//! one of its own (matched, or fallen through from the part before).

use super::exec::{Body, Place, declared};
use accrs_frontend::region::{Expr, Stmt, StmtKind};

/// Labels, and the statements up to the next ones.
#[derive(Default)]
struct Part<'s> {
    cases: Vec<(&'s Expr, Option<&'s Expr>)>,
    default: bool,
    stmts: Vec<Stmt>,
}

pub(super) fn switch(b: &mut Body<'_>, value: &Expr, body: &Stmt, at: &Place) {
    let mut parts = Vec::new();
    if let Some(why) = cut(body, &mut parts) {
        return b.refuse_nest(why);
    }
    let e = b.uniform_expr(value);
    b.before_all(&e);
    b.out.open("{");
    // Declarations before the first label hold in all parts; their initial values are never given.
    if let StmtKind::Block(stmts) = &body.kind {
        for v in stmts.iter().flat_map(declared) {
            b.private(v, at);
        }
    }
    match &at.active {
        None => plain(b, value, &parts, at),
        Some(active) => padded(b, value, &parts, active, at),
    }
    b.out.close("}");
}

fn plain(b: &mut Body<'_>, value: &Expr, parts: &[Part<'_>], at: &Place) {
    let text = b.p.expr(value);
    b.out.open(format!("switch ({text}) {{"));
    let before = std::mem::take(&mut b.exits);
    let start = b.hazard;
    let mut any_default = false;
    for part in parts {
        // Reached by its label, or from the part before.
        b.hazard = b.hazard.or(start);
        any_default |= part.default;
        for (low, high) in &part.cases {
            let label = match high {
                None => format!("case {}:", b.p.expr(low)),
                Some(high) => format!("case {} ... {}:", b.p.expr(low), b.p.expr(high)),
            };
            if high.is_some() {
                b.refuse_nest("a range of cases around loops of other levels");
            }
            b.out.line(label);
        }
        if part.default {
            b.out.line("default:");
        }
        b.out.open("{");
        b.seq(&part.stmts, at);
        b.out.close("}");
    }
    b.out.close("}");
    let left = std::mem::replace(&mut b.exits, before);
    b.hazard = b.hazard.or(left);
    if !any_default {
        b.hazard = b.hazard.or(start);
    }
    // A `continue` among the parts leaves the loop around.
    b.exits = b.exits.or(left);
}

fn padded(b: &mut Body<'_>, value: &Expr, parts: &[Part<'_>], active: &str, at: &Place) {
    let name = b.names.unique("selected");
    let ty = b.p.type_name(b.p.unqualified(value.ty));
    let text = b.p.expr(value);
    b.out
        .line(format!("const {ty} {name} = {active} ? {text} : 0;"));
    let here = b.names.unique("active");
    b.out.line(format!("bool {here} = false;"));
    for part in parts {
        let mut tests = vec![here.clone()];
        tests.extend(matches(b, &name, &part.cases));
        if part.default {
            let all: Vec<String> = parts
                .iter()
                .flat_map(|p| matches(b, &name, &p.cases))
                .collect();
            tests.push(if all.is_empty() {
                "true".into()
            } else {
                format!("!({})", all.join(" || "))
            });
        }
        b.out
            .line(format!("{here} = {active} && ({});", tests.join(" || ")));
        let inner = Place {
            on_break: vec![here.clone()],
            ..at.under(here.clone())
        };
        b.out.open("{");
        b.seq(&part.stmts, &inner);
        b.out.close("}");
    }
}

fn matches(b: &Body<'_>, name: &str, cases: &[(&Expr, Option<&Expr>)]) -> Vec<String> {
    let one = |(low, high): &(&Expr, Option<&Expr>)| match high {
        None => format!("{name} == {}", b.p.operand(low, 9)),
        Some(high) => format!(
            "({} <= {name} && {name} <= {})",
            b.p.operand(low, 11),
            b.p.operand(high, 11)
        ),
    };
    cases.iter().map(one).collect()
}

/// Cuts a switch's body at its labels, or says why it can't be.
fn cut<'s>(body: &'s Stmt, parts: &mut Vec<Part<'s>>) -> Option<&'static str> {
    let stmts = match &body.kind {
        StmtKind::Block(stmts) => stmts.as_slice(),
        _ => std::slice::from_ref(body),
    };
    for s in stmts {
        let mut labels = Part::default();
        let first = peel(s, &mut labels);
        if inner_label(first) {
            return Some("a 'case' inside another statement, around loops of other levels");
        }
        if labels.default || !labels.cases.is_empty() {
            labels.stmts.push(first.clone());
            parts.push(labels);
        } else if let Some(part) = parts.last_mut() {
            // Declared for the whole switch; an initial value is an assignment here.
            if matches!(&s.kind, StmtKind::Decl(d) if d.iter().any(|d| d.init.is_some())) {
                return Some(
                    "a declaration among the cases of a 'switch' around loops of other levels",
                );
            }
            if !matches!(s.kind, StmtKind::Decl(_)) {
                part.stmts.push(s.clone());
            }
        }
        // What stands before the first label is never reached.
    }
    None
}

fn peel<'s>(s: &'s Stmt, labels: &mut Part<'s>) -> &'s Stmt {
    match &s.kind {
        StmtKind::Case { low, high, body } => {
            labels.cases.push((low, high.as_ref()));
            peel(body, labels)
        }
        StmtKind::Default(body) => {
            labels.default = true;
            peel(body, labels)
        }
        _ => s,
    }
}

/// A label of this switch inside a statement: not one of a further switch.
fn inner_label(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Case { .. } | StmtKind::Default(_) => true,
        StmtKind::Switch { .. } => false,
        _ => {
            let mut found = false;
            s.children(&mut |c| found = found || inner_label(c));
            found
        }
    }
}
