//! Copies of what all rows of some columns read, one set for each thread: filled for the columns of a tile, and read by all tiles of these.

use super::super::lines::Lines;
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
    /// The element in column `__accrs_lane` of the tile, and in the last column behind the nest's end.
    text: String,
    clamped: String,
}

impl Packs {
    pub fn of(
        nest: &Nest<'_>,
        lanes: &TileLanes,
        (tile, columns_end): (&str, &str),
    ) -> Result<Self, RenderError> {
        let mut packs = Packs {
            all: Vec::new(),
            element: nest.printer().type_name(nest.b.element),
            wide: lanes.number(),
            tile: tile.into(),
        };
        for (at, pack) in nest.b.packs.iter().enumerate() {
            let (from, end) = nest.bounds(&pack.head, None)?;
            let var = nest.unit.var(pack.head.var).name.clone();
            let element = |column: String| {
                let mut p = nest.printer();
                p.access.insert(lanes.head.var, Access::Name(column));
                let text = p.operand(&pack.element, PRIMARY);
                checked(&p).map(|()| text)
            };
            let column = format!("{tile} + __accrs_lane");
            let clamped = format!("({column} < {columns_end} ? {column} : {columns_end} - 1)");
            packs.all.push(Pack {
                element: pack.element.clone(),
                name: format!("__accrs_pack_{at}"),
                var,
                from,
                end,
                text: element(format!("({column})"))?,
                clamped: element(clamped)?,
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
            // Vectors that lie across two lines of the cache take twice the time. Without memory the place is null all the same.
            out.line(format!(
                "void *const {name}_room = __builtin_malloc({end} > {from} ? sizeof({ty}) * {wide} * (unsigned long)({end} - {from}) + 63 : 1);"
            ));
            out.line(format!(
                "{ty} *const {name} = ({ty} *)(((unsigned long){name}_room + 63) & ~63ul);"
            ));
        }
    }

    pub fn free(&self, out: &mut Lines) {
        for p in self.all.iter().rev() {
            out.line(format!("__builtin_free({}_room);", p.name));
        }
    }

    /// Copies the columns of a tile, the last one again for those behind the end.
    pub fn fill(&self, out: &mut Lines, columns_end: &str) {
        let (wide, tile) = (self.wide, &self.tile);
        for p in &self.all {
            let Pack {
                name,
                var,
                from,
                end,
                text,
                clamped,
                ..
            } = p;
            let whole = format!("{name} && {tile} + {wide} <= {columns_end}");
            for (condition, text) in [
                (format!("if ({whole})"), text),
                (format!("else if ({name})"), clamped),
            ] {
                out.open(condition);
                out.open(format!("for (long {var} = {from}; {var} < {end}; {var}++)"));
                out.open(format!(
                    "for (long __accrs_lane = 0; __accrs_lane < {wide}; __accrs_lane++)"
                ));
                out.line(format!(
                    "{name}[({var} - {from}) * {wide} + __accrs_lane] = {text};"
                ));
                for _ in 0..3 {
                    out.dedent();
                }
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
