//! Accesses that a program with checks reports (`-acc=check`), as `accrs_check.h` takes them.

use crate::checks::{Does, Form, Site};
use crate::names::safe;
use crate::print::Printer;
use crate::print::expr::{PRIMARY, Text, UNARY, text};
use accrs_frontend::region::{Expr, ExprId, ExprKind};

/// `accrs_check_where` takes so many subscripts.
const MOST: usize = 4;

impl Printer<'_> {
    /// `(*accrs_reads(&a[i], 7, [&] { accrs_check_where((long)(i)); }))`; none for what isn't reported.
    pub(super) fn seen(&self, e: &Expr) -> Option<Text> {
        let checks = self.checks.clone()?;
        let number = *checks.by_expr.get(&e.id)?;
        if self.bare.replace(ExprId::NONE) == e.id {
            return None;
        }
        let site = &checks.sites[number];
        let name = match site.does {
            Does::Reads => "accrs_reads",
            Does::Writes | Does::Updates => "accrs_writes",
        };
        self.bare.set(e.id);
        match site.form {
            Form::Object => {}
            Form::Bits { first, bytes } => {
                return Some(self.bits(e, site, (name, number), (first, bytes)));
            }
            Form::To | Form::Between => return Some(self.range(e, site.form, number)),
        }
        let place = self.operand(e, UNARY);
        Some(text(
            format!(
                "(*{name}(&{place}, {number}, [&] {{ {} }}))",
                self.place_of(&site.subscripts)
            ),
            PRIMARY,
        ))
    }

    /// `accrs_reads_bits(&s[i], 4, 1, 7, ...)->flag`: a bit-field has no address, but its record has.
    fn bits(
        &self,
        e: &Expr,
        site: &Site,
        (name, number): (&str, usize),
        (first, bytes): (u64, u64),
    ) -> Text {
        let ExprKind::Member { base, field, arrow } = &e.kind else {
            return text(self.operand(e, PRIMARY), PRIMARY);
        };
        let at = if *arrow { "" } else { "&" };
        let record = self.operand(base, UNARY);
        let place = self.place_of(&site.subscripts);
        text(
            format!(
                "{name}_bits({at}{record}, {first}, {bytes}, {number}, [&] {{ {place} }})->{}",
                safe(field)
            ),
            PRIMARY,
        )
    }

    /// `accrs_check_memcpy(to, from, n, 7)`
    fn range(&self, e: &Expr, form: Form, number: usize) -> Text {
        let ExprKind::Call { args, .. } = &e.kind else {
            return text(self.operand(e, PRIMARY), PRIMARY);
        };
        let args: Vec<String> = args.iter().map(|a| self.argument(a)).collect();
        let name = match form {
            Form::Between => "accrs_check_memcpy",
            _ => "accrs_check_memset",
        };
        text(format!("{name}({}, {number})", args.join(", ")), PRIMARY)
    }

    /// What tells the subscripts, once something was found. They are no accesses of their own.
    fn place_of(&self, subscripts: &[Expr]) -> String {
        let mut quiet = Printer::new(self.unit);
        quiet.access.clone_from(&self.access);
        quiet.lengths.clone_from(&self.lengths);
        quiet.place.set(self.place.get());
        let values = subscripts
            .iter()
            .take(MOST)
            .map(|s| format!("(long)({})", quiet.expr(s)));
        let values: Vec<String> = values.collect();
        self.used.borrow_mut().merge(quiet.used.take());
        format!("accrs_check_where({});", values.join(", "))
    }
}
