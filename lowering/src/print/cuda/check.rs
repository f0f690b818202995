//! Accesses that a program with checks reports (`-acc=check`), as `accrs_check.h` takes them.

use crate::checks::Does;
use crate::print::Printer;
use crate::print::expr::{PRIMARY, Text, UNARY, text};
use accrs_frontend::region::{Expr, ExprId};

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
        let place = self.operand(e, UNARY);
        Some(text(
            format!(
                "(*{name}(&{place}, {number}, [&] {{ {} }}))",
                self.place_of(&site.subscripts)
            ),
            PRIMARY,
        ))
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
