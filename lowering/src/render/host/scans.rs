//! Scans as C: the loops by which the host finds sections before a construct, each with its question whether it may.

use super::{Host, list};
use crate::plan::{DataItem, Read, ScanLoop, ScanStep, Scanned, Section, Within};
use crate::print::{Access, Dialect, Lines, Printer};
use crate::render::{RenderError, clause, templates};
use accrs_frontend::region::{Expr, VarId};
use indexmap::IndexMap;
use std::rc::Rc;

impl Host<'_> {
    /// The scans for a construct's items, those that others need first.
    pub(super) fn scans(&self, items: &[DataItem]) -> Result<String, RenderError> {
        let mut all: IndexMap<VarId, Rc<Scanned>> = IndexMap::new();
        for item in items {
            if let Section::Scanned { scan, .. } = &item.section {
                collect(scan, &mut all);
            }
        }
        all.values().map(|s| self.scan(s)).collect()
    }

    fn scan(&self, s: &Scanned) -> Result<String, RenderError> {
        let mut lines = vec![format!(
            "{{ (void *){} }}",
            clause::operand(self.unit, &s.base)?
        )];
        for read in &s.reads {
            lines.push(self.read(read)?);
        }
        let needed = |r: &Read| match &r.within {
            Within::Scanned(other) => Some(known(other)),
            _ => None,
        };
        let needed: Vec<String> = s.reads.iter().filter_map(needed).collect();
        let mut context = tera::Context::new();
        context.insert("known", &known(s));
        context.insert("least", &least(s));
        context.insert("end", &end(s));
        context.insert("needed", &needed);
        context.insert("values", &list("            ", "__accrs_reads", &lines));
        context.insert("reads", &s.reads.len());
        context.insert("steps", self.steps_of(s)?.trim_end());
        templates::fill("host/scan.c.tera", &context)
    }

    /// An address, and the bytes from there that are read.
    fn read(&self, r: &Read) -> Result<String, RenderError> {
        let base = clause::operand(self.unit, &r.base)?;
        let bytes = |n: &str| match n {
            "0" => "{ .n = 0 }".to_string(),
            n => format!("{{ .n = (long long){n} * (long long)sizeof({base}[0]) }}"),
        };
        let (lower, upper) = match &r.within {
            Within::Whole => {
                return Ok(format!(
                    "{{ (void *)&{base} }}, {{ .n = 0 }}, {{ .n = sizeof({base}) }}"
                ));
            }
            Within::Bounds { lower, upper } => {
                let lower = match lower.is_empty() {
                    true => "0".into(),
                    false => self.nearest("__accrs_min", lower)?,
                };
                (lower, self.nearest("__accrs_max", upper)?)
            }
            Within::Scanned(other) => (least(other), end(other)),
        };
        let (lower, upper) = (bytes(&lower), bytes(&upper));
        Ok(format!("{{ (void *){base} }}, {lower}, {upper}"))
    }

    fn steps_of(&self, s: &Scanned) -> Result<String, RenderError> {
        let mut printer = Printer::of(self.unit, Dialect::HostC);
        let mut out = Lines::at(4);
        for (k, (var, starts)) in s.scan.own.iter().enumerate() {
            let name = format!("__accrs_own{k}");
            let ty = self.unit.types.canonical_id(self.unit.var(*var).ty);
            let value = match starts {
                true => clause::variable(self.unit, *var)?,
                false => "0".into(),
            };
            let kind = self.unit.show_type(ty);
            out.line(format!("{kind} {name} = {value};"));
            printer.access.insert(*var, Access::Name(name));
        }
        let mut steps = Steps {
            printer,
            out,
            of: s,
        };
        steps.all(&s.scan.steps);
        match steps.printer.problems.borrow().first() {
            Some(d) => Err(RenderError::internal(format!("in a scan: {}", d.message))),
            None => Ok(steps.out.clone().into_text()),
        }
    }
}

/// Adds a scan, behind those that it needs.
fn collect(scan: &Rc<Scanned>, all: &mut IndexMap<VarId, Rc<Scanned>>) {
    for read in &scan.reads {
        if let Within::Scanned(other) = &read.within {
            collect(other, all);
        }
    }
    all.entry(scan.var).or_insert_with(|| scan.clone());
}

/// The variables with what a scan has found: whether there was one, the first subscript and the one behind the last.
pub(super) fn known(s: &Scanned) -> String {
    format!("__accrs_known{}", s.var.0)
}
pub(super) fn least(s: &Scanned) -> String {
    format!("__accrs_least{}", s.var.0)
}
pub(super) fn end(s: &Scanned) -> String {
    format!("__accrs_end{}", s.var.0)
}

struct Steps<'s> {
    printer: Printer<'s>,
    out: Lines,
    of: &'s Scanned,
}

impl Steps<'_> {
    fn all(&mut self, steps: &[ScanStep]) {
        steps.iter().for_each(|s| self.step(s));
    }

    fn step(&mut self, s: &ScanStep) {
        match s {
            ScanStep::Touch(terms) => self.touch(terms),
            ScanStep::Set(v, e) => {
                let Access::Name(name) = self.printer.var(*v) else {
                    return;
                };
                let value = self.printer.argument(e);
                self.out.line(format!("{name} = {value};"));
            }
            ScanStep::Do(e) => {
                let text = self.printer.expr(e);
                self.out.line(format!("{text};"));
            }
            ScanStep::If { cond, then, els } => {
                let cond = self.printer.condition(cond);
                self.out.open(format!("if ({cond}) {{"));
                self.all(then);
                if !els.is_empty() {
                    self.out.between("} else {");
                    self.all(els);
                }
                self.out.close("}");
            }
            ScanStep::Switch { value, body } => {
                let value = self.printer.expr(value);
                self.out.open(format!("switch ({value}) {{"));
                self.all(body);
                self.out.line(";");
                self.out.close("}");
            }
            ScanStep::Case(values) => {
                let values: Vec<String> = values.iter().map(|e| self.printer.expr(e)).collect();
                self.out.label(match values.is_empty() {
                    true => "default: ;".to_string(),
                    false => format!("case {}: ;", values.join(" ... ")),
                });
            }
            ScanStep::Loop(l) => self.repeated(l),
            ScanStep::Break => self.out.line("break;"),
            ScanStep::Continue => self.out.line("continue;"),
        }
    }

    fn repeated(&mut self, l: &ScanLoop) {
        self.all(&l.init);
        let condition = |e: &Expr| self.printer.condition(e);
        let cond = l.cond.as_ref().map(condition);
        if l.last {
            self.out.open("do {");
            self.all(&l.body);
            let cond = cond.unwrap_or_else(|| "1".into());
            return self.out.close(format!("}} while ({cond});"));
        }
        let cond = cond.unwrap_or_default();
        if l.once {
            let cond = if cond.is_empty() { "1".into() } else { cond };
            self.out.open(format!("if ({cond}) {{"));
        } else {
            let inc: Vec<String> = l.inc.iter().map(|e| self.printer.expr(e)).collect();
            let inc = inc.join(", ");
            self.out.open(format!("for (; {cond}; {inc}) {{"));
        }
        self.all(&l.body);
        self.out.close("}");
    }

    /// Takes a subscript in.
    fn touch(&mut self, terms: &[(bool, Expr)]) {
        let term = |(negative, e): &(bool, Expr)| {
            let sign = if *negative { "- " } else { "+ " };
            format!("{sign}(long long)({})", self.printer.expr(e))
        };
        let all: Vec<String> = terms.iter().map(term).collect();
        let sum = match all.is_empty() {
            true => "0".into(),
            false => all.join(" ").trim_start_matches("+ ").to_string(),
        };
        let (least, end) = (least(self.of), end(self.of));
        self.out.line(format!("__accrs_at = {sum};"));
        self.out
            .line(format!("if (__accrs_at < {least}) {least} = __accrs_at;"));
        self.out
            .line(format!("if (__accrs_at >= {end}) {end} = __accrs_at + 1;"));
    }
}
