//! All facts as text, for `--emit=analysis`.

use super::access::{Access, Part};
use super::facts::Facts;
use super::live;
use super::poly::{Poly, Sym};
use super::show;
use accrs_frontend::Unit;
use accrs_frontend::region::{Body, Construct, Stmt, VarId};
use std::fmt::Write;

/// Text of all facts about the compute constructs of a unit.
pub fn dump(unit: &Unit, _options: &crate::options::Options) -> String {
    let mut out = String::new();
    for c in &unit.constructs {
        if let Body::Compute(stmts) = &c.body {
            construct(unit, c, stmts, &mut out);
        }
    }
    out
}

// Writing to a String can't fail: results of `writeln!` are left.
fn construct(unit: &Unit, c: &Construct, stmts: &[Stmt], out: &mut String) {
    let p = unit.source.place(c.span.start);
    let _ = writeln!(
        out,
        "{}:{} {} in {}",
        p.file, p.line, c.directive.name, c.function
    );
    let facts = Facts::of(unit, stmts);
    let (used, exposed) = (facts.uses(), facts.exposed());
    for (v, u) in &used.vars {
        let words: Vec<&str> = [
            (u.read.is_some(), "read"),
            (u.written.is_some(), "written"),
            (u.address.is_some(), "address taken"),
            (u.behind_read.is_some(), "read through"),
            (u.behind_written.is_some(), "written through"),
            (used.declared.contains(v), "declared here"),
            (
                u.written.is_some() && !exposed.contains_key(v),
                "assigned before read",
            ),
        ]
        .iter()
        .filter(|w| w.0)
        .map(|w| w.1)
        .collect();
        let _ = writeln!(out, "  {}: {}", show::name(unit, *v), words.join(", "));
    }
    let wanted = live::live_out(&facts, c);
    if !wanted.is_empty() {
        let _ = writeln!(out, "  used after it: {}", names(unit, wanted.iter()));
    }
    for a in &facts.accesses().found {
        let _ = writeln!(out, "  {}", access(unit, a));
    }
}

fn names<'v>(unit: &Unit, vars: impl Iterator<Item = &'v VarId>) -> String {
    let list: Vec<&str> = vars.map(|v| show::name(unit, *v)).collect();
    list.join(", ")
}

fn access(unit: &Unit, a: &Access<'_>) -> String {
    let verb = match (a.read, a.write) {
        (true, true) => "updates",
        (false, true) => "writes",
        _ => "reads",
    };
    let place = unit.source.place(a.span().start);
    let mut text = format!(
        "{}:{} {verb} {} = {}",
        place.line,
        place.column,
        show::touch(unit, &a.touch()),
        show::name(unit, a.root)
    );
    for p in &a.parts {
        match p {
            Part::Deref => text.push('*'),
            Part::Field(f, _) => text.push_str(&format!(".{f}")),
            Part::Index(Ok(p), _) => text.push_str(&format!("[{}]", poly(unit, p))),
            Part::Index(Err(e), _) => text.push_str(&format!("[? {}]", show::not_affine(unit, e))),
        }
    }
    let loops = a.loops.iter().map(|l| &l.var);
    if !a.loops.is_empty() {
        text.push_str(&format!(" in {}", names(unit, loops)));
    }
    if a.guarded {
        text.push_str(", guarded");
    }
    text
}

fn poly(unit: &Unit, p: &Poly) -> String {
    let terms: Vec<String> = p
        .terms()
        .map(|(m, n)| {
            let mut factors: Vec<String> = m
                .iter()
                .map(|s| match s {
                    Sym::Var(v, _) => show::name(unit, *v).to_string(),
                    Sym::Member(_, text) => text.clone(),
                    Sym::Distance => "d".into(),
                })
                .collect();
            if n != 1 || factors.is_empty() {
                factors.insert(0, n.to_string());
            }
            factors.join("*")
        })
        .collect();
    if terms.is_empty() {
        "0".into()
    } else {
        terms.join(" + ")
    }
}
