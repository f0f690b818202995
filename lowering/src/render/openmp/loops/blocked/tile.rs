//! One tile: the body's steps for some rows and some vectors of each, or for single elements.

mod ahead;
mod values;

use super::super::lines::Lines;
use super::{Names, checked, fresh};
use crate::plan::{Blocked, TileStep};
use crate::print::PRIMARY;
use crate::render::RenderError;
use accrs_frontend::Unit;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, VarId};
use ahead::Ahead;

/// The place of a row and of a vector in it.
type At = (u64, u64);

pub struct Tile<'b> {
    unit: &'b Unit,
    b: &'b Blocked,
    rows: u64,
    vectors: u64,
    /// Values are vectors; otherwise single elements.
    wide: bool,
    /// The beginnings of the names of the iteration's scalars.
    names: Names,
    /// Elements that are read from copies, with the beginning of their places there.
    packed: Vec<(Expr, String)>,
    /// Elements in registers, with the beginnings of their names.
    kept: Vec<(Expr, String)>,
    /// Values that have been computed ahead, by row and iteration.
    ahead: Vec<(Expr, Ahead)>,
    padding: Option<Padding>,
}

/// What stands for rows and columns of a tile that aren't there: they read what others do, and assign nothing.
pub struct Padding {
    /// Where the tile's rows begin.
    pub tile: String,
    /// The variables of the rows.
    pub rows: Vec<String>,
    /// The first and the last column of each that is there; no first one where that can't be behind the tile's.
    pub columns: Vec<(Option<String>, String)>,
}

impl<'b> Tile<'b> {
    pub fn vectors(unit: &'b Unit, b: &'b Blocked, rows: u64, vectors: u64) -> Self {
        Self::of(unit, b, (rows, vectors), true)
    }

    pub fn scalars(unit: &'b Unit, b: &'b Blocked, rows: u64) -> Self {
        Self::of(unit, b, (rows, 1), false)
    }

    fn of(unit: &'b Unit, b: &'b Blocked, (rows, vectors): At, wide: bool) -> Self {
        let mut tile = Self {
            unit,
            b,
            rows,
            vectors,
            wide,
            names: Names::new(),
            packed: Vec::new(),
            kept: Vec::new(),
            ahead: Vec::new(),
            padding: None,
        };
        b.own.iter().for_each(|v| tile.give_name(*v));
        for s in &b.body {
            s.each(&mut |s| {
                if let TileStep::Declare(v, _) = s {
                    tile.give_name(*v);
                }
            });
        }
        tile
    }

    /// With elements that are read from copies.
    pub fn with(mut self, packed: Vec<(Expr, String)>) -> Self {
        self.packed = packed;
        self
    }

    pub fn padded(mut self, padding: Padding) -> Self {
        self.padding = Some(padding);
        self
    }

    fn give_name(&mut self, v: VarId) {
        let mut name = self.unit.var(v).name.clone();
        while self.names.values().any(|n| *n == name) {
            name.push('_');
        }
        self.names.insert(v, name);
    }

    pub fn print(mut self, out: &mut Lines) -> Result<(), RenderError> {
        for v in self.b.own.clone() {
            self.declare(v, None, out)?;
        }
        let body = &self.b.body;
        self.steps(body, out)
    }

    /// Other steps than the body's, without scalars of their own.
    pub fn print_steps(mut self, steps: &[TileStep], out: &mut Lines) -> Result<(), RenderError> {
        self.steps(steps, out)
    }

    fn steps(&mut self, steps: &[TileStep], out: &mut Lines) -> Result<(), RenderError> {
        for s in steps {
            match s {
                TileStep::Declare(v, value) => self.declare(*v, value.as_ref(), out)?,
                TileStep::Assign { to, op, value } => self.assign(to, *op, value, out)?,
                TileStep::Loop { head, kept, body } => self.in_order(head, kept, body, out)?,
            }
        }
        Ok(())
    }

    fn each(
        &self,
        varying: bool,
        mut f: impl FnMut(At) -> Result<(), RenderError>,
    ) -> Result<(), RenderError> {
        for row in 0..self.rows {
            let vectors = if varying { self.vectors } else { 1 };
            (0..vectors).try_for_each(|v| f((row, v)))?;
        }
        Ok(())
    }

    fn declare(&self, v: VarId, value: Option<&Expr>, out: &mut Lines) -> Result<(), RenderError> {
        let varying = self.b.varying.contains(&v);
        self.each(varying, |at| {
            let name = self.scalar(v, at);
            let declared = match varying && self.wide {
                true => format!("__accrs_vector {name}"),
                false => self.printer(at).declare(self.unit.var(v).ty, &name),
            };
            let value = match value {
                Some(e) if varying => format!(" = {}", self.right_side(e, at, out)?),
                Some(e) => format!(" = {}", self.plain(e, at)?),
                None => String::new(),
            };
            out.line(format!("{declared}{value};"));
            Ok(())
        })
    }

    fn assign(
        &self,
        to: &Expr,
        op: Option<BinaryOp>,
        value: &Expr,
        out: &mut Lines,
    ) -> Result<(), RenderError> {
        let op = op.map_or("", BinaryOp::symbol);
        if let Some(v) = to.variable() {
            let varying = self.b.varying.contains(&v);
            return self.each(varying, |at| {
                let value = match varying {
                    true => self.right_side(value, at, out)?,
                    false => self.plain(value, at)?,
                };
                out.line(format!("{} {op}= {value};", self.scalar(v, at)));
                Ok(())
            });
        }
        self.each(true, |at| {
            let value = self.right_side(value, at, out)?;
            match self.place(to, at)? {
                Some(place) => out.line(format!("{place} {op}= {value};")),
                None if op.is_empty() => self.scatter(to, at, &value, out)?,
                None => {
                    let old = self.gather(to, at, out)?;
                    self.scatter(to, at, &format!("{old} {op} ({value})"), out)?;
                }
            }
            Ok(())
        })
    }

    fn in_order(
        &mut self,
        head: &Canonical,
        kept: &[Expr],
        body: &[TileStep],
        out: &mut Lines,
    ) -> Result<(), RenderError> {
        let p = self.printer((0, 0));
        let var = self.unit.var(head.var);
        let [lower, upper, step] = [&head.lower, &head.upper, &head.step].map(|e| p.expr(e));
        let (cmp, end) = (head.cmp.op().symbol(), p.operand(&head.upper, PRIMARY));
        let start = p.operand(&head.lower, PRIMARY);
        let step = match (head.step.int_value(), head.down) {
            (Some(1), false) => format!("{}++", var.name),
            (Some(1), true) => format!("{}--", var.name),
            (_, false) => format!("{} += {step}", var.name),
            (_, true) => format!("{} -= {step}", var.name),
        };
        checked(&p)?;
        let declared = p.declare(var.ty, &var.name);
        drop(p);
        let depth = self.kept.len();
        // Elements that no iteration touches may not exist.
        if !kept.is_empty() {
            out.open(format!("if ({start} {cmp} {end}) {{"));
        }
        for e in kept {
            let stem = self.stem(e);
            self.each(true, |at| {
                let from = match self.place(e, at)? {
                    Some(place) => place,
                    None => self.gather(e, at, out)?,
                };
                let ty = self.type_of_values();
                out.line(format!("{ty} {stem}_{}_{} = {from};", at.0, at.1));
                Ok(())
            })?;
            self.kept.push((e.clone(), stem));
        }
        if let Some((from, end)) = self.begin_ahead(head, out)? {
            out.open(format!(
                "for ({declared} = {from}; {} < {end}; {step}) {{",
                var.name
            ));
            self.steps(body, out)?;
            out.close("}");
            self.ahead.clear();
            out.close("}");
        } else {
            out.open(format!(
                "for ({declared} = {lower}; {} {cmp} {upper}; {step}) {{",
                var.name
            ));
            self.steps(body, out)?;
            out.close("}");
        }
        let own = self.kept.split_off(depth);
        for (e, stem) in &own {
            self.each(true, |at| {
                let value = format!("{stem}_{}_{}", at.0, at.1);
                match self.place(e, at)? {
                    Some(place) => out.line(format!("{place} = {value};")),
                    None => self.scatter(e, at, &value, out)?,
                }
                Ok(())
            })?;
        }
        if !kept.is_empty() {
            out.close("}");
        }
        Ok(())
    }

    /// The beginning of the names of an element's registers.
    fn stem(&self, e: &Expr) -> String {
        let root = rough_place(self.unit, e).map_or("value", |p| &self.unit.var(p.root).name);
        let mut stem = root.to_string();
        while self.kept.iter().any(|(_, s)| *s == stem) || self.names.values().any(|n| *n == stem) {
            stem.push('_');
        }
        fresh(self.unit, format!("{stem}_0"))
            .trim_end_matches("_0")
            .to_string()
    }

    fn type_of_values(&self) -> String {
        match self.wide {
            true => "__accrs_vector".into(),
            false => self.printer((0, 0)).type_name(self.b.element),
        }
    }

    /// The name of an iteration's scalar.
    fn scalar(&self, v: VarId, at: At) -> String {
        let name = self.names.get(&v).map_or(&self.unit.var(v).name, |n| n);
        let varying = self.b.varying.contains(&v) && self.vectors > 1;
        match (self.rows > 1, varying) {
            (false, false) => name.clone(),
            (true, false) => fresh(self.unit, format!("{name}_{}", at.0)),
            (_, true) => fresh(self.unit, format!("{name}_{}_{}", at.0, at.1)),
        }
    }
}
