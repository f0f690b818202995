//! `--emit=analysis`: domains of loops, relations of references, footprints, dependences and verdicts as text. What is said here was found by
//! `analyse/` and decided by `schedule/`.

mod dependences;

use crate::analyse::sets::Shown;
use crate::analyse::show;
use crate::analyse::verdict::Inexact;
use crate::plan::{
    Action, ComputePlan, ConstructPlan, DataItem, LoopPlan, Origin, Plan, show as words,
};
use crate::schedule::Found;
use crate::schedule::found::{Findings, LoopFindings, Reference};
use accrs_frontend::Unit;
use accrs_frontend::region::{ConstructId, VarId};
use indexmap::IndexSet;

/// The findings of all compute constructs of a unit.
pub fn text(unit: &Unit, plan: &Plan, found: &Found) -> String {
    let mut out = Text {
        unit,
        out: String::new(),
        indent: 0,
    };
    if let Err(why) = accrs_isl::is_there() {
        out.line(format!("isl isn't there: {why}"));
    }
    for (id, findings) in found {
        if let Some(c) = plan.constructs.get::<ConstructId>(id)
            && let Action::Compute(compute) = &c.action
        {
            out.construct(c, compute, findings);
        }
    }
    out.out
}

struct Text<'t> {
    unit: &'t Unit,
    out: String,
    indent: usize,
}

impl Text<'_> {
    fn line(&mut self, text: impl std::fmt::Display) {
        self.out.push_str(&"  ".repeat(self.indent));
        self.out.push_str(&text.to_string());
        self.out.push('\n');
    }

    fn within(&mut self, f: impl FnOnce(&mut Self)) {
        self.indent += 1;
        f(self);
        self.indent -= 1;
    }

    fn names<'v>(&self, vars: impl IntoIterator<Item = &'v VarId>) -> String {
        let names = vars.into_iter().map(|v| show::name(self.unit, *v));
        names.collect::<Vec<_>>().join(", ")
    }

    fn construct(&mut self, c: &ConstructPlan, compute: &ComputePlan, f: &Findings) {
        let s = &c.site;
        let function = match s.function.as_str() {
            "" => String::new(),
            name => format!(" in {name}"),
        };
        self.line(format!("{}:{} {}{function}", s.file, s.line, s.construct));
        self.within(|t| {
            if !f.variables.is_empty() {
                t.line("variables");
                t.within(|t| {
                    for (v, words) in &f.variables {
                        let name = show::name(t.unit, *v);
                        t.line(format!("{name}: {}", words.join(", ")));
                    }
                });
            }
            if !f.live.is_empty() {
                let names = t.names(&f.live);
                t.line(format!("used behind it: {names}"));
            }
            t.references(f);
            t.objects(c, f);
            for l in &f.loops {
                t.loop_(l, compute.loops.get(&l.id));
            }
        });
    }

    fn references(&mut self, f: &Findings) {
        if f.references.is_empty() {
            return;
        }
        self.line("references");
        self.within(|t| {
            f.references.iter().for_each(|r| t.reference(r));
            if f.more > 0 {
                t.line(format!("and {} more", f.more));
            }
        });
    }

    fn reference(&mut self, r: &Reference) {
        let exact = match &r.relation {
            Ok(set) => set.exact,
            Err(_) => r.certain,
        };
        let may = if exact { "" } else { "may " };
        let verb = match (r.read, r.touch.write, exact) {
            (true, true, true) => "updates",
            (true, true, false) => "update",
            (false, true, true) => "writes",
            (false, true, false) => "write",
            (_, _, true) => "reads",
            (_, _, false) => "read",
        };
        let why = r.not_affine.as_ref().map_or(String::new(), |why| {
            format!(": {} isn't affine", show::not_affine(self.unit, why))
        });
        self.line(format!(
            "{} {may}{verb} {}{why}",
            show::place(self.unit, r.touch.span()),
            show::touch(self.unit, &r.touch),
        ));
        self.within(|t| t.set("", &r.relation));
    }

    /// The arrays, and what lies behind pointers: the part that comes to the device, and the elements themselves.
    fn objects(&mut self, c: &ConstructPlan, f: &Findings) {
        if f.objects.is_empty() {
            return;
        }
        self.line("arrays");
        self.within(|t| {
            for (root, object) in &f.objects {
                t.line(show::name(t.unit, *root));
                t.within(|t| {
                    for item in c.data.iter().filter(|i| i.var == *root) {
                        let text = t.item(item);
                        t.line(text);
                    }
                    for (word, set) in [("reads", &object.read), ("writes", &object.written)] {
                        if let Some(set) = set {
                            t.set(word, set);
                        }
                    }
                });
            }
        });
    }

    fn item(&self, item: &DataItem) -> String {
        let (kind, what) = (words::kind(item.kind), words::item(self.unit, item));
        let from = match &item.origin {
            Origin::Clause(_) => "a clause",
            Origin::Implicit => "implicit",
            Origin::Inferred(_) => "inferred",
            Origin::Reduction => "for a reduction",
        };
        format!("data: {kind}({what}), {from}")
    }

    fn set(&mut self, word: &str, set: &Result<Shown, Inexact>) {
        let word = match word {
            "" => String::new(),
            word => format!("{word} "),
        };
        match set {
            Ok(set) => {
                let at_most = if set.exact { "" } else { "at most " };
                let meanings = match set.meanings.as_slice() {
                    [] => String::new(),
                    all => format!(", {}", all.join(", ")),
                };
                self.line(format!("{word}{at_most}{}{meanings}", set.text));
            }
            Err(why) => self.line(format!("{word}not known: {}", inexact(why))),
        }
    }

    fn loop_(&mut self, l: &LoopFindings, plan: Option<&LoopPlan>) {
        let line = plan.map_or(String::new(), |p| format!(" line {}", p.line));
        let heads = l
            .heads
            .iter()
            .map(|h| crate::print::show::head(self.unit, h));
        let heads: Vec<String> = heads.collect();
        let indent = self.indent;
        self.indent += l.depth;
        self.line(format!("loop{line} ({})", heads.join(" | ")));
        self.within(|t| {
            if let Some(domain) = &l.domain {
                t.set("domain", domain);
            }
            if let Some(plan) = plan {
                t.verdict(plan);
            }
            t.pairs(l);
            let private: IndexSet<VarId> = plan.iter().flat_map(|p| &p.private).copied().collect();
            for c in &l.found.carried {
                t.dependence(c, &private, plan);
            }
            if let Some(slices) = &l.slices {
                t.slices(slices);
            }
        });
        self.indent = indent;
    }

    fn verdict(&mut self, plan: &LoopPlan) {
        self.line(format!("verdict: {}", plan.reason.words(self.unit)));
        for (word, vars) in [("private", &plan.private), ("kept", &plan.kept)] {
            if !vars.is_empty() {
                let names = self.names(vars);
                self.line(format!("{word}: {names}"));
            }
        }
        for r in &plan.reductions {
            let how = if r.inferred { ", found" } else { "" };
            self.line(format!("reduced: {}:{}{how}", r.op.symbol(), r.text));
        }
        for u in &plan.atomics {
            let op = u.op.map_or("=", |op| op.symbol());
            self.line(format!("atomic: {op}:{}", u.text));
        }
    }

    /// Which test answered of how many pairs.
    fn pairs(&mut self, l: &LoopFindings) {
        let f = &l.found;
        let parts = [
            (f.objects, "of different objects"),
            (f.polynomial, "apart by the polynomial test"),
            (f.isl, "apart by isl"),
            (f.carried.len(), "that meet or may meet"),
            (f.left, "not looked at"),
        ];
        let parts = parts.iter().filter(|p| p.0 > 0);
        let parts: Vec<String> = parts.map(|(n, what)| format!("{n} {what}")).collect();
        if !parts.is_empty() {
            self.line(format!("pairs of references: {}", parts.join(", ")));
        }
        if l.turned {
            self.line("no dependence, since there is none with the nest's loops turned around");
        }
    }
}

fn inexact(why: &Inexact) -> &'static str {
    match why {
        Inexact::Without(_) => "isl isn't there",
        Inexact::Limit => "isl would take too long",
    }
}
