//! Copies of what all rows of some columns read, one set for each thread: filled for the columns of a tile, and read by all tiles of these.

use super::lines::Lines;
use super::{Nest, checked};
use crate::plan::TileLanes;
use crate::print::{Access, PRIMARY};
use crate::render::RenderError;
use accrs_frontend::region::Expr;

#[derive(Default)]
pub struct Packs {
    all: Vec<Pack>,
    /// The type of the elements.
    element: String,
    /// Columns of a copy.
    wide: u64,
    /// The counter of the columns' tiles.
    tile: String,
}

struct Pack {
    element: Expr,
    name: String,
    /// The loop in order: its variable, and where it begins and ends.
    var: String,
    from: String,
    end: String,
    /// The element in column `__accrs_lane` of the tile.
    text: String,
}

impl Packs {
    pub fn of(nest: &Nest<'_>, lanes: &TileLanes, tile: &str) -> Result<Self, RenderError> {
        let mut packs = Packs {
            all: Vec::new(),
            element: nest.printer().type_name(nest.b.element),
            wide: lanes.number(),
            tile: tile.into(),
        };
        for (at, pack) in nest.b.packs.iter().enumerate() {
            let (from, end) = nest.bounds(&pack.head, None)?;
            let var = nest.unit.var(pack.head.var).name.clone();
            let mut p = nest.printer();
            let column = format!("({tile} + __accrs_lane)");
            p.access.insert(lanes.head.var, Access::Name(column));
            let text = p.operand(&pack.element, PRIMARY);
            checked(&p)?;
            packs.all.push(Pack {
                element: pack.element.clone(),
                name: format!("__accrs_pack_{at}"),
                var,
                from,
                end,
                text,
            });
        }
        Ok(packs)
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// A thread's memory for them; it may get none.
    pub fn declare(&self, out: &mut Lines) {
        let (ty, wide) = (&self.element, self.wide);
        for p in &self.all {
            let Pack {
                name, from, end, ..
            } = p;
            out.line(format!(
                "{ty} *const {name} = __builtin_malloc({end} > {from} ? sizeof({ty}) * {wide} * (unsigned long)({end} - {from}) : 1);"
            ));
        }
    }

    pub fn free(&self, out: &mut Lines) {
        for p in self.all.iter().rev() {
            out.line(format!("__builtin_free({});", p.name));
        }
    }

    /// Copies the columns of a tile.
    pub fn fill(&self, out: &mut Lines, lanes: &TileLanes, columns_end: &str) {
        let (wide, tile) = (lanes.number(), &self.tile);
        for p in &self.all {
            let Pack {
                name,
                var,
                from,
                end,
                text,
                ..
            } = p;
            out.open(format!("if ({name})"));
            out.open(format!("for (long {var} = {from}; {var} < {end}; {var}++)"));
            out.open(format!(
                "for (long __accrs_lane = 0; __accrs_lane < {wide} && {tile} + __accrs_lane < {columns_end}; __accrs_lane++)"
            ));
            out.line(format!(
                "{name}[({var} - {from}) * {wide} + __accrs_lane] = {text};"
            ));
            for _ in 0..3 {
                out.dedent();
            }
        }
    }

    /// The conditions that a thread has its copies.
    pub fn are_there(&self) -> Vec<String> {
        self.all.iter().map(|p| p.name.clone()).collect()
    }

    /// Where the elements lie in the copies, those of the first column of a tile; `column`: of the first column of a vector in it.
    pub fn places(&self, lanes: &TileLanes, column: Option<String>) -> Vec<(Expr, String)> {
        let wide = lanes.number();
        let column = column.map(|c| format!(" + {c}")).unwrap_or_default();
        let place = |p: &Pack| {
            let Pack {
                name, var, from, ..
            } = p;
            let row = match from.as_str() {
                "0" => format!("(long){var}"),
                from => format!("({var} - {from})"),
            };
            (p.element.clone(), format!("{name}[{row} * {wide}{column}"))
        };
        self.all.iter().map(place).collect()
    }
}
