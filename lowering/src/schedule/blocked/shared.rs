//! What a device's tile keeps in registers and has in shared memory.

use super::normal::Normal;
use super::registers;
use super::sizes::{DEPTH, LINE, Sizes};
use super::slant;
use super::steps::{acts, each, is_place, memory, steps, writes_before_loops};
use super::tensor;
use crate::analyse::access::Access;
use crate::analyse::{stride, work};
use crate::options::Options;
use crate::plan::{
    CopyOf, Held, NoTensor, Product, Ragged, Side, Slant, Tensor, TileCopy, TileStep, Tiles,
};
use accrs_frontend::Unit;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprId, ExprKind, Type, TypeId, VarId};
use indexmap::{IndexMap, IndexSet};

/// Bytes between the rows of a copy whose lines neighbouring threads take.
const APART: u64 = 16;

/// What an iteration of the band does.
pub struct Body<'n> {
    unit: &'n Unit,
    n: &'n Normal,
    steps: Vec<TileStep>,
    copies: Vec<TileCopy>,
    /// The variables whose elements are copied; `None`: all that loops in order read.
    copied: Option<&'n IndexSet<VarId>>,
    /// What they read where it is: the others.
    direct: Vec<Expr>,
    /// Loops in order that have other iterations for each row or column.
    ragged: Vec<Ragged>,
    /// The variables that the iteration changes.
    changing: IndexSet<VarId>,
    /// The objects that the nest writes.
    written: IndexSet<VarId>,
    /// Copied elements that follow each other from one row or column to the next.
    rising: Vec<ExprId>,
}

impl<'n> Body<'n> {
    /// Whether an iteration has loops in order, and none of these has others in it: what can be seen without an analysis.
    pub fn may_be(n: &Normal) -> bool {
        let Some(steps) = steps(n.inside(2)) else {
            return false;
        };
        let is_loop = |s: &TileStep| matches!(s, TileStep::Loop { .. });
        let deep =
            |s: &TileStep| matches!(s, TileStep::Loop { body, .. } if body.iter().any(is_loop));
        steps.iter().any(is_loop) && !steps.iter().any(deep)
    }

    /// `None` where a loop in order reads what can't be copied, or does what threads behind the nest's end must not do.
    pub fn of(
        unit: &'n Unit,
        n: &'n Normal,
        accesses: &[Access<'_>],
        copied: Option<&'n IndexSet<VarId>>,
    ) -> Option<Self> {
        let steps = steps(n.inside(2))?;
        let written = accesses.iter().filter(|a| a.write);
        let mut body = Body {
            unit,
            n,
            changing: changing(&steps),
            written: written.map(|a| a.root).collect(),
            copies: Vec::new(),
            rising: Vec::new(),
            ragged: Vec::new(),
            copied,
            direct: Vec::new(),
            steps,
        };
        for (step, s) in body.steps.iter().enumerate() {
            if let TileStep::Loop { head, .. } = s {
                body.ragged.extend(body.length(step, head)?);
            }
        }
        let [row, lane] = n.band.as_slice() else {
            return None;
        };
        // A store across (`c[j][i] = c[i][j]`) is one of each iteration; what sums go to has to lie along the lanes.
        let stored = accesses.iter().filter(|a| a.write);
        let along: IndexSet<VarId> = stored
            .clone()
            .filter(|a| by_one(unit, a, lane.var))
            .map(|a| a.root)
            .collect();
        if !stored.into_iter().all(|a| along.contains(&a.root)) {
            return None;
        }
        (body.copies, body.direct) = body.find_copies(accesses)?;
        for c in &body.copies {
            let var = match c.of {
                CopyOf::Rows => row.var,
                _ => lane.var,
            };
            let access = accesses.iter().find(|a| a.what.id == c.element.id);
            let bytes = access.and_then(|a| stride::bytes(unit, a, var).flatten());
            let size = unit.types.size_of(c.element.ty).map(i128::from);
            if c.of != CopyOf::Neither && bytes.is_some() && bytes == size {
                body.rising.push(c.element.id);
            }
        }
        Some(body)
    }

    /// What the loops in order read, copied, and what they read where it is.
    fn find_copies(&self, accesses: &[Access<'_>]) -> Option<(Vec<TileCopy>, Vec<Expr>)> {
        let mut found: Vec<TileCopy> = Vec::new();
        let mut direct: Vec<Expr> = Vec::new();
        for (step, s) in self.steps.iter().enumerate() {
            let TileStep::Loop { head, body, .. } = s else {
                continue;
            };
            let always = always(body);
            for s in body {
                let value = match s {
                    TileStep::Declare(_, None) => continue,
                    TileStep::Declare(_, Some(value)) => value,
                    TileStep::Assign { op, value, .. } => {
                        self.is_safe_op(*op, value).then_some(())?;
                        value
                    }
                    TileStep::Loop { .. } => return None,
                };
                self.is_safe(value, &always).then_some(())?;
                for e in places(value) {
                    let root = rough_place(self.unit, e)?.root;
                    let known = |c: &TileCopy| c.step == step && c.element.is_like(e);
                    if self.written.contains(&root) || found.iter().any(known) {
                        continue;
                    }
                    match self.copied.is_none_or(|named| named.contains(&root)) {
                        true => found.push(self.copy(e, (step, head), accesses)?),
                        false => direct.push(self.is_constant(e, head).then(|| e.clone())?),
                    }
                }
            }
        }
        Some((found, direct))
    }

    /// Whether an element's place depends on nothing that the iteration computes, and its value is the same all along.
    fn is_constant(&self, e: &Expr, head: &Canonical) -> bool {
        let others = self.changing.iter().filter(|v| **v != head.var);
        let root = |e: &Expr| rough_place(self.unit, e).map(|p| p.root);
        let unwritten = |e: &&Expr| root(e).is_some_and(|r| !self.written.contains(&r));
        !others.into_iter().any(|v| e.mentions(*v)) && memory(e).iter().all(unwritten) && !acts(e)
    }

    /// Whether a loop in order has iterations one after the other, not too few, and other ones for each row or each column; `None` where tiles can't have it.
    fn length(&self, step: usize, head: &Canonical) -> Option<Option<Ragged>> {
        let mut changing = self.changing.clone();
        changing.extend(self.n.band.iter().map(|h| h.var));
        let bounds = [&head.lower, &head.upper];
        let sides = [CopyOf::Rows, CopyOf::Columns]
            .into_iter()
            .zip(&self.n.band);
        let mut sides = sides.filter(|(_, h)| bounds.iter().any(|e| e.mentions(h.var)));
        let ragged = match (sides.next(), sides.next()) {
            (None, _) => None,
            (Some(_), Some(_)) => return None,
            (Some((of, h)), None) => {
                let upper = match bounds.map(|e| e.mentions(h.var)) {
                    [true, true] => return None,
                    [_, upper] => upper,
                };
                // What `cache` names has no part in that.
                self.copied.is_none().then_some(())?;
                changing.shift_remove(&h.var);
                Some(Ragged {
                    step,
                    of,
                    grows: slant::grows(self.unit, head, h, upper)?,
                    upper,
                })
            }
        };
        let few = work::trips(self.unit, head).is_some_and(|n| n < DEPTH as f64);
        // Those of its own variable are in order.
        changing.shift_remove(&head.var);
        let own = bounds.iter().any(|e| e.mentions(head.var));
        let counted = !few && !own && super::legal::is_countable(self.unit, head, &changing);
        counted.then_some(ragged)
    }

    /// Whether all that a tile copies is there: what its columns read in the loop's iterations of a row is, if the row has all of the tile's columns.
    fn is_all_there(&self, slant: Option<&Slant>) -> bool {
        let whole = |r: &Ragged, s: &Slant| r.of == CopyOf::Rows && r.grows == s.grows;
        slant.is_none_or(|s| self.ragged.iter().all(|r| whole(r, s)))
    }

    /// Whether all threads may compute a value, whatever it is computed from. `always`: the elements that the loop's iterations read in any case, so that
    /// they are there where conditions read them.
    fn is_safe(&self, e: &Expr, always: &[&Expr]) -> bool {
        let there = |e: &Expr| {
            places(e)
                .iter()
                .all(|p| always.iter().any(|a| a.is_like(p)))
        };
        !e.any_expr(|e| match &e.kind {
            // A function with a body of its own might not end for values that the program doesn't have.
            ExprKind::Call { .. } => !e.called().is_some_and(|f| {
                let library = self.unit.function(f).body.is_none();
                library && self.unit.effects.only_computes(self.unit, Some(f))
            }),
            ExprKind::Conditional(_, a, b) => !a.iter().chain([b]).all(|e| there(e)),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, _, b) => !there(b),
            ExprKind::Binary(op, _, b) => !self.is_safe_op(Some(*op), b),
            _ => e.assigned().is_some(),
        })
    }

    fn is_safe_op(&self, op: Option<BinaryOp>, by: &Expr) -> bool {
        let divides = matches!(op, Some(BinaryOp::Div | BinaryOp::Rem));
        let float = self.unit.types.is_floating(by.ty);
        !divides || float || by.int_value().is_some_and(|n| n > 0)
    }

    /// The copy of an element; `None` where it isn't the same for all rows or for all columns, or for all iterations of the loop.
    fn copy(
        &self,
        e: &Expr,
        (step, head): (usize, &Canonical),
        accesses: &[Access<'_>],
    ) -> Option<TileCopy> {
        let [row, lane] = self.n.band.as_slice() else {
            return None;
        };
        let (of, var) = match (e.mentions(row.var), e.mentions(lane.var)) {
            (true, false) => (CopyOf::Rows, row.var),
            (false, true) => (CopyOf::Columns, lane.var),
            (false, false) => (CopyOf::Neither, head.var),
            (true, true) => return None,
        };
        let alike = !e.mentions(head.var);
        if !self.is_constant(e, head) || alike && of == CopyOf::Neither {
            return None;
        }
        let size = number(self.unit, e.ty)?;
        let access = accesses.iter().find(|a| a.what.id == e.id)?;
        let along =
            !alike && by_one(self.unit, access, head.var) && !by_one(self.unit, access, var);
        let (line, padding) = match along {
            true => (LINE, (APART / size).max(1)),
            false => (1, 0),
        };
        Some(TileCopy {
            element: e.clone(),
            step,
            head: head.clone(),
            of,
            steady: alike,
            line,
            wide: 1,
            padding,
        })
    }

    /// Keeps in registers, while a loop in order runs, the elements that nothing else in it touches.
    pub fn keep(
        &mut self,
        alone: &IndexMap<VarId, IndexSet<VarId>>,
        root: &impl Fn(&Expr) -> Option<VarId>,
    ) {
        registers::keep(&mut self.steps, &[], alone, root);
    }

    /// The elements among those that are kept which the iteration touches outside of loops in order too, so that they are there for certain, and nothing
    /// else of their objects: they are kept all along.
    pub fn hold(&mut self) -> Vec<Held> {
        let root = |e: &Expr| rough_place(self.unit, e).map(|p| p.root);
        let (mut kept, mut outside): (Vec<Expr>, Vec<Expr>) = Default::default();
        let mut all: Vec<Expr> = Vec::new();
        for s in &self.steps {
            each(std::slice::from_ref(s), &mut |s| match s {
                TileStep::Declare(_, value) => all.extend(value.iter().flat_map(memory).cloned()),
                TileStep::Assign { to, value, .. } => {
                    all.extend(memory(to).into_iter().chain(memory(value)).cloned());
                }
                TileStep::Loop { .. } => {}
            });
            match s {
                TileStep::Loop { kept: own, .. } => kept.extend(own.iter().cloned()),
                TileStep::Assign { to, .. } => outside.extend(memory(to).into_iter().cloned()),
                TileStep::Declare(..) => {}
            }
        }
        let mut held: Vec<Held> = Vec::new();
        for e in kept {
            let others = |o: &Expr| root(o).is_none_or(|r| Some(r) == root(&e)) && !o.is_like(&e);
            let known = held.iter().any(|h| h.element.is_like(&e));
            if !known && outside.iter().any(|o| o.is_like(&e)) && !all.iter().any(others) {
                let load = !self.is_assigned_first(&e);
                held.push(Held { element: e, load });
            }
        }
        for s in &mut self.steps {
            if let TileStep::Loop { kept, .. } = s {
                kept.retain(|e| !held.iter().any(|h| h.element.is_like(e)));
            }
        }
        held
    }

    /// Whether the first statement that names an element gives it a value.
    fn is_assigned_first(&self, e: &Expr) -> bool {
        let names = |s: &TileStep| match s {
            TileStep::Declare(_, value) => value.iter().any(|v| v.any_expr(|o| o.is_like(e))),
            TileStep::Assign { to, value, .. } => {
                to.any_expr(|o| o.is_like(e)) || value.any_expr(|o| o.is_like(e))
            }
            TileStep::Loop { .. } => true,
        };
        match self.steps.iter().find(|s| names(s)) {
            Some(TileStep::Assign {
                to,
                op: None,
                value,
            }) => to.is_like(e) && !value.any_expr(|o| o.is_like(e)),
            _ => false,
        }
    }

    pub fn writes_before_loops(&self) -> bool {
        writes_before_loops(&self.steps)
    }

    /// Whether the loops in order touch no memory but what is kept or copied, and one of them sums up products of what rows and columns share.
    pub fn keeps_all(&self) -> bool {
        let mut worth = false;
        let mut right = true;
        for (step, s) in self.steps.iter().enumerate() {
            let TileStep::Loop { kept, body, .. } = s else {
                continue;
            };
            let in_registers = |e: &Expr| kept.iter().any(|k| k.is_like(e));
            let copied = |e: &Expr| {
                let mut own = self.copies.iter().filter(|c| c.step == step);
                own.any(|c| c.element.is_like(e)) || self.direct.iter().any(|d| d.is_like(e))
            };
            let mut declared: IndexSet<VarId> = IndexSet::new();
            let mut sums = !kept.is_empty();
            for s in body {
                match s {
                    TileStep::Declare(v, value) => {
                        declared.insert(*v);
                        let mut all = value.iter().flat_map(places);
                        right &= all.all(|e| copied(e) || in_registers(e));
                    }
                    TileStep::Assign { to, op, value } => {
                        let mut all = places(value).into_iter();
                        right &= all.all(|e| copied(e) || in_registers(e));
                        match to.variable() {
                            Some(v) => {
                                let goes_on = op.is_some() || value.mentions(v);
                                sums |= goes_on && !declared.contains(&v);
                            }
                            None => right &= in_registers(to),
                        }
                    }
                    TileStep::Loop { .. } => right = false,
                }
            }
            let has = |of: CopyOf| {
                let mut own = self.copies.iter().filter(|c| c.step == step);
                own.any(|c| c.of == of && !c.steady)
            };
            worth |= sums
                && match self.copied {
                    None => has(CopyOf::Rows) && has(CopyOf::Columns),
                    Some(_) => has(CopyOf::Rows) || has(CopyOf::Columns) || has(CopyOf::Neither),
                };
        }
        right && worth
    }

    /// The tiles, as large as registers and shared memory allow. `own`: scalars of an iteration that it doesn't declare.
    pub fn sized(
        mut self,
        options: &Options,
        sizes: Sizes,
        (outer, slant): (Option<Canonical>, Option<Slant>),
        own: Vec<VarId>,
    ) -> Option<Tiles> {
        if !self.is_all_there(slant.as_ref()) {
            return None;
        }
        let unit = self.unit;
        let mut scalars: IndexSet<VarId> = own.into_iter().collect();
        let held = self.hold();
        let mut kept = 0;
        for s in &self.steps {
            match s {
                TileStep::Declare(v, _) => {
                    scalars.insert(*v);
                }
                TileStep::Loop { kept: own, .. } => {
                    let words = own.iter().map(|e| words(unit, e.ty)).sum();
                    kept = kept.max(words);
                }
                TileStep::Assign { .. } => {}
            }
        }
        let all = scalars.iter().map(|v| words(unit, unit.var(*v).ty));
        let held_words = held.iter().map(|h| words(unit, h.element.ty));
        let each_takes = kept + held_words.sum::<u64>() + all.sum::<u64>();
        let products = self.products(options, sizes, &scalars);
        let [row, lane] = <[Canonical; 2]>::try_from(self.n.band.clone()).ok()?;
        let side = |head: Canonical, [threads, each]: [u64; 2]| Side {
            head,
            threads,
            each,
        };
        let tiles = Tiles {
            outer,
            rows: side(row, sizes.rows),
            columns: side(lane, sizes.columns),
            slant,
            ragged: self.ragged,
            depth: DEPTH,
            ahead: false,
            unroll: sizes.unroll,
            body: self.steps,
            scalars: scalars.into_iter().collect(),
            copies: self.copies,
            held,
            tensor: Err(NoTensor::Space),
        };
        let sized = |tiles: &Tiles, sizes: Sizes| Tiles {
            rows: side(tiles.rows.head.clone(), sizes.rows),
            columns: side(tiles.columns.head.clone(), sizes.columns),
            ..tiles.clone()
        };
        let device = &options.machine.device;
        let tensor = products.and_then(|products| {
            let (sizes, warps) = sizes.by_warps(each_takes).ok_or(NoTensor::Space)?;
            let mut tiles = sized(&tiles, sizes);
            tiles.tensor = Ok(Tensor { warps, products });
            let dealt = tiles.dealt(unit, device, sizes.by, &self.rising);
            dealt.ok_or(NoTensor::Space)
        });
        let why = match tensor {
            Ok(tiles) => return Some(tiles),
            Err(why) => why,
        };
        let sizes = sizes.fitting(device, each_takes)?;
        let tiles = sized(&tiles, sizes);
        let mut all = sizes.depths().into_iter().map(|depth| Tiles {
            depth,
            tensor: Err(why),
            ..tiles.clone()
        });
        all.find_map(|t| t.dealt(unit, device, sizes.by, &self.rising))
    }

    /// The products of the loops in order, if tensor cores can add them.
    fn products(
        &self,
        options: &Options,
        sizes: Sizes,
        scalars: &IndexSet<VarId>,
    ) -> Result<Vec<Product>, NoTensor> {
        let band = self.n.band.iter().map(|h| h.var);
        let varying = self.changing.iter().chain(scalars).copied().chain(band);
        let asked = tensor::Asked {
            unit: self.unit,
            options,
            by: sizes.by,
            steps: &self.steps,
            copies: &self.copies,
            varying: varying.collect(),
        };
        asked.products()
    }
}

/// The elements that an expression names, each as a whole.
fn places(e: &Expr) -> Vec<&Expr> {
    let mut out = Vec::new();
    fn go<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
        match is_place(e) {
            true => out.push(e),
            false => e.children(&mut |c| go(c, out)),
        }
    }
    go(e, &mut out);
    out
}

/// The elements that steps read whatever conditions say.
fn always(steps: &[TileStep]) -> Vec<&Expr> {
    fn go<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
        match &e.kind {
            _ if is_place(e) => out.push(e),
            ExprKind::Conditional(c, ..) => go(c, out),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, _) => go(a, out),
            _ => e.children(&mut |c| go(c, out)),
        }
    }
    let mut out = Vec::new();
    for s in steps {
        match s {
            TileStep::Declare(_, Some(value)) | TileStep::Assign { value, .. } => {
                go(value, &mut out)
            }
            TileStep::Declare(_, None) | TileStep::Loop { .. } => {}
        }
    }
    out
}

/// Whether an element is beside that of the loop's next iteration.
pub fn by_one(unit: &Unit, a: &Access<'_>, var: VarId) -> bool {
    let size = unit.types.size_of(a.ty).map(i128::from);
    let bytes = stride::bytes(unit, a, var).flatten();
    bytes.is_some() && bytes.map(i128::abs) == size
}

/// The scalars that the steps give values, and the variables of loops in order.
fn changing(all: &[TileStep]) -> IndexSet<VarId> {
    let mut changing = IndexSet::new();
    each(all, &mut |s| match s {
        TileStep::Declare(v, _) => {
            changing.insert(*v);
        }
        TileStep::Assign { to, .. } => changing.extend(to.variable()),
        TileStep::Loop { head, .. } => {
            changing.insert(head.var);
        }
    });
    changing
}

/// The size of a number that devices have.
pub fn number(unit: &Unit, ty: TypeId) -> Option<u64> {
    let plain = matches!(unit.types.canonical(ty), Type::Float(_) | Type::Int(_));
    unit.types.size_of(ty).filter(|n| plain && *n <= 8)
}

/// Registers that a number takes.
fn words(unit: &Unit, ty: TypeId) -> u64 {
    unit.types
        .size_of(ty)
        .map_or(u64::MAX >> 16, |n| n.div_ceil(4))
}
