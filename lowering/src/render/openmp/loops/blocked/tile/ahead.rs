//! What the rows of a tile compute ahead, for some iterations of a loop in order.

use super::super::super::lines::Lines;
use super::super::{bounds, fresh};
use super::Tile;
use crate::plan::Pack;
use crate::render::RenderError;
use accrs_frontend::region::{Canonical, Expr};

/// The array of a value that has been computed ahead, and the iteration in it.
pub(super) struct Ahead {
    pub name: String,
    pub at: String,
}

/// Iterations for which values are computed ahead: few enough for the first cache, many enough for vectors.
const AHEAD: u64 = 64;

impl Tile<'_> {
    /// A loop over parts of a loop in order, and in it what rows compute ahead for one; where a part begins and ends. `None`: there is nothing.
    pub(super) fn begin_ahead(
        &mut self,
        head: &Canonical,
        out: &mut Lines,
    ) -> Result<Option<(String, String)>, RenderError> {
        let own = |f: &&Pack| f.head.var == head.var;
        let factors: Vec<&Expr> = match self.wide && self.ahead.is_empty() {
            true => self
                .b
                .factors
                .iter()
                .filter(own)
                .map(|f| &f.element)
                .collect(),
            false => Vec::new(),
        };
        if factors.is_empty() {
            return Ok(None);
        }
        let var = self.unit.var(head.var);
        let [part, last] = ["part", "last"].map(|e| fresh(self.unit, format!("{}_{e}", var.name)));
        let (from, end) = bounds(self.unit, head, None)?;
        out.open(format!(
            "for (long {part} = {from}; {part} < {end}; {part} += {AHEAD}) {{"
        ));
        out.line(format!(
            "const long {last} = {end} < {part} + {AHEAD} ? {end} : {part} + {AHEAD};"
        ));
        let element = self.printer((0, 0)).type_name(self.b.element);
        let at = format!("{} - {part}", var.name);
        let names = |n: usize| fresh(self.unit, format!("__accrs_ahead_{n}"));
        for n in 0..factors.len() {
            out.line(format!("{element} {}[{}][{AHEAD}];", names(n), self.rows));
        }
        let declared = self.printer((0, 0)).declare(var.ty, &var.name);
        out.open(format!(
            "for ({declared} = {part}; {} < {last}; {}++) {{",
            var.name, var.name
        ));
        for (n, e) in factors.iter().enumerate() {
            for row in 0..self.rows {
                let value = self.plain(e, (row, 0))?;
                out.line(format!("{}[{row}][{at}] = {value};", names(n)));
            }
        }
        out.close("}");
        for (n, e) in factors.into_iter().enumerate() {
            let (name, at) = (names(n), at.clone());
            self.ahead.push((e.clone(), Ahead { name, at }));
        }
        Ok(Some((part, last)))
    }
}
