//! Prints a nest that a block goes through in tiles.
//!
//! ```text
//! for each tile of the block                                 this file
//!     what each iteration does before its loops in order     elements
//!     for (long k_part = 0; …; k_part += 16)                 parts
//!         copies of what the tile reads in them              copies
//!         __syncthreads();
//!         what each iteration does in them                   (or what a warp's threads do together: tensor)
//!         __syncthreads();
//!     (or, where copies are ahead, those of the next part, what each iteration does in this one, and one barrier)
//!     what each iteration does behind them
//! ```

mod cached;
mod copies;
mod elements;
mod parts;
mod staged;
mod tensor;

use super::writer::Writer;
use crate::names::safe;
use crate::plan::{CopyOf, Side, Slant, TileStep, Tiled, Tiles};
use crate::print::Access;
use accrs_frontend::region::place::rough_place;
use accrs_frontend::region::{Canonical, Expr, ExprId, ExprKind, LoopCmp, UnaryOp, VarId};

/// How tightly the operand of a cast binds (`print/expr.rs`).
const UNARY: u8 = 15;

/// The printing of one nest.
struct Tiling<'t, 'w, 'a> {
    w: &'w mut Writer<'a>,
    t: &'t Tiles,
    names: Names,
    /// The names of the copies.
    copies: Vec<String>,
    /// Which of two copies a part comes to, where that is ahead of its turn.
    buffer: Option<String>,
    /// Elements that stand for registers or copies where the text is, and what is printed in their place.
    replaced: Vec<(&'t Expr, String)>,
    /// The row of a tile that has the most columns, where these depend on it.
    widest: Option<String>,
    /// What an iteration must have, besides a place in the nest, to touch memory.
    only_if: Option<String>,
}

/// The names of generated variables.
struct Names {
    /// The thread's number in the block.
    thread: String,
    rows: Cut,
    columns: Cut,
    /// Which of its rows and columns a thread is at.
    row: String,
    column: String,
    /// Where tensor cores add its products.
    warp: Option<tensor::Places>,
}

/// Those of a loop that is cut.
#[derive(Clone)]
struct Cut {
    /// The user's variable, and its name.
    var: VarId,
    own: String,
    /// Its value in the first iteration of a part, and its end.
    part: String,
    end: String,
    /// Iterations that are left from there on, as far as they are in the part.
    left: String,
    /// An iteration's place in the part.
    at: String,
}

impl Cut {
    /// The same with another part.
    fn at_part(&self, part: String) -> Self {
        Self {
            part,
            ..self.clone()
        }
    }
}

impl Writer<'_> {
    pub(super) fn tiles(&mut self, t: &Tiled) {
        match t {
            Tiled::Sums(t) => self.sums(t),
            Tiled::Staged(t) => self.staged(t),
            Tiled::Cached(t) => self.cached(t),
        }
    }

    fn sums(&mut self, t: &Tiles) {
        let around = self.p.access.clone();
        let names = Names {
            thread: self.names.unique("thread"),
            rows: cut(self, &t.rows.head, "tile"),
            columns: cut(self, &t.columns.head, "tile"),
            row: self.names.unique("row"),
            column: self.names.unique("column"),
            warp: None,
        };
        let mut tiling = Tiling {
            w: self,
            t,
            names,
            copies: Vec::new(),
            buffer: None,
            replaced: Vec::new(),
            widest: None,
            only_if: None,
        };
        tiling.kernel();
        self.p.access = around;
    }

    /// The first value of a loop's variable, and something behind it.
    fn first_value(&self, head: &Canonical, behind: &str) -> String {
        let p = &self.p;
        match (head.lower.int_value(), behind) {
            (Some(0), "") => "0".into(),
            (Some(0), _) => behind.into(),
            (_, "") => p.expr(&head.lower),
            // (It isn't negative, so the sum has the value that it has as a `long`.)
            (Some(1..=0xffff), _) => format!("{} + {behind}", p.expr(&head.lower)),
            _ => format!("(long){} + {behind}", p.operand(&head.lower, UNARY)),
        }
    }

    /// The declaration of a loop's end.
    fn end_line(&self, head: &Canonical, cut: &Cut) -> String {
        let p = &self.p;
        let end = match head.cmp {
            LoopCmp::Le => format!("(long){} + 1", p.operand(&head.upper, UNARY)),
            _ => p.expr(&head.upper),
        };
        format!("const long {} = {end};", cut.end)
    }

    /// That of the user's variable of a loop, with a value.
    fn user_line(&self, cut: &Cut, value: &str) -> String {
        let p = &self.p;
        let ty = p.unqualified(p.unit.var(cut.var).ty);
        let (declared, cast) = (p.declare(ty, &cut.own), p.type_name(ty));
        match value.contains(' ') {
            true => format!("const {declared} = ({cast})({value});"),
            false => format!("const {declared} = ({cast}){value};"),
        }
    }

    /// Declares scalars that each iteration has for itself.
    fn with_scalars(&mut self, scalars: &[VarId]) {
        for v in scalars {
            let var = self.p.unit.var(*v);
            let name = safe(&var.name);
            let declared = self.p.declare_mutable(var.ty, &name);
            self.out.line(format!("{declared};"));
            self.p.access.insert(*v, Access::Name(name));
        }
    }

    /// A name for something of an element's object.
    fn name_for(&mut self, e: &Expr, what: &str) -> String {
        let root = rough_place(self.p.unit, e).map(|p| p.root);
        let base = root.map_or("element".into(), |v| safe(&self.p.unit.var(v).name));
        self.names.unique(&format!("{base}_{what}"))
    }
}

fn cut(w: &mut Writer<'_>, head: &Canonical, part: &str) -> Cut {
    let own = safe(&w.p.unit.var(head.var).name);
    let mut name = |what: &str| w.names.unique(&format!("{own}_{what}"));
    let (part, end, left, at) = (name(part), name("end"), name("left"), name("at"));
    w.p.access.insert(head.var, Access::Name(own.clone()));
    Cut {
        var: head.var,
        own,
        part,
        end,
        left,
        at,
    }
}

impl<'t> Tiling<'t, '_, '_> {
    fn kernel(&mut self) {
        let t = self.t;
        self.shared();
        let [x, y] = [&t.columns, &t.rows].map(|s| s.threads);
        let thread = &self.names.thread;
        let line = format!(
            "const int {thread} = threadIdx.y * {x} + threadIdx.x; // of {}",
            x * y
        );
        self.w.out.line(line);
        if let Ok(tensor) = &t.tensor {
            self.warps(tensor);
        }
        let mut depth = 2;
        if let Some(outer) = &t.outer {
            self.layers(outer);
            depth += 1;
        }
        self.side(CopyOf::Rows, "y");
        match &t.slant {
            Some(slant) => self.slanted(slant),
            None => self.side(CopyOf::Columns, "x"),
        }
        self.body();
        (0..depth).for_each(|_| self.w.out.close("}"));
    }

    /// The loop around, with a layer of blocks for each iteration.
    fn layers(&mut self, outer: &Canonical) {
        let cut = cut(self.w, outer, "layer");
        self.end(outer, &cut);
        let from = self.w.first_value(outer, "blockIdx.z");
        let (part, end) = (&cut.part, &cut.end);
        self.w.out.open(format!(
            "for (long {part} = {from}; {part} < {end}; {part} += gridDim.z) {{"
        ));
        self.user(&cut, &cut.part);
    }

    /// The loop over the block's tiles along one of the grid's axes.
    fn side(&mut self, of: CopyOf, axis: &str) {
        let (Some(side), Some(cut)) = (self.side_of(of), self.names.of(of)) else {
            return;
        };
        let number = side.number();
        let from = self
            .w
            .first_value(&side.head, &format!("{number} * blockIdx.{axis}"));
        let (part, end) = (&cut.part, &cut.end);
        let each = format!(
            "for (long {part} = {from}; {part} < {end}; {part} += {number} * gridDim.{axis}) {{"
        );
        let ends = self.w.end_line(&side.head, cut);
        let left = left_line(cut, number);
        self.w.out.line(ends);
        self.w.out.open(each);
        self.w.out.line(left);
    }

    /// The loop over the block's tiles along columns that depend on the row: those of the tile's row that has the most.
    fn slanted(&mut self, slant: &Slant) {
        let rows = self.names.rows.clone();
        let widest = self.end_of(&rows, slant.grows, "has the most columns");
        self.widest = Some(widest.clone());
        self.w.p.access.insert(rows.var, Access::Name(widest));
        self.side(CopyOf::Columns, "x");
        self.w.p.access.insert(rows.var, Access::Name(rows.own));
    }

    /// Declares the last or the first row or column of the tile, and says what it is.
    fn end_of(&mut self, side: &Cut, last: bool, what: &str) -> String {
        let (word, value) = match last {
            true => ("last", format!("{} + {} - 1", side.part, side.left)),
            false => ("first", side.part.clone()),
        };
        let end = Cut {
            own: self.w.names.unique(&format!("{}_{word}", side.own)),
            ..side.clone()
        };
        let line = self.w.user_line(&end, &value);
        self.w.out.line(format!("{line} // {what}"));
        end.own
    }

    fn side_of(&self, of: CopyOf) -> Option<&'t Side> {
        match of {
            CopyOf::Rows => Some(&self.t.rows),
            CopyOf::Columns => Some(&self.t.columns),
            CopyOf::Neither => None,
        }
    }

    fn end(&mut self, head: &Canonical, cut: &Cut) {
        let line = self.w.end_line(head, cut);
        self.w.out.line(line);
    }

    /// Declares the user's variable of a loop with a value.
    fn user(&mut self, cut: &Cut, value: &str) {
        let line = self.w.user_line(cut, value);
        self.w.out.line(line);
    }

    /// Has elements printed as something else from here on; returns their places in the text.
    fn replace(&mut self, steps: &'t [TileStep], what: Vec<(&'t Expr, String)>) -> Vec<ExprId> {
        let mut ids = Vec::new();
        for s in steps {
            s.each(&mut |s| {
                each_expr(s, &mut |e| {
                    if let Some((_, text)) = what.iter().find(|(known, _)| known.is_like(e)) {
                        ids.push(e.id);
                        self.w.p.hoisted.insert(e.id, text.clone());
                    }
                });
            });
        }
        self.replaced.extend(what);
        ids
    }

    /// Ends that, for the last so many of them.
    fn restore(&mut self, ids: &[ExprId], number: usize) {
        ids.iter().for_each(|id| drop(self.w.p.hoisted.remove(id)));
        self.replaced.truncate(self.replaced.len() - number);
    }
}

impl Names {
    fn of(&self, of: CopyOf) -> Option<&Cut> {
        match of {
            CopyOf::Rows => Some(&self.rows),
            CopyOf::Columns => Some(&self.columns),
            CopyOf::Neither => None,
        }
    }
}

/// How many iterations of a part there are, at the nest's end less than elsewhere.
fn left_line(cut: &Cut, number: u64) -> String {
    let Cut {
        part, end, left, ..
    } = cut;
    format!("const int {left} = {end} - {part} < {number} ? {end} - {part} : {number};")
}

/// Whether an expression is an element of an array or behind a pointer, and no cast of one.
fn is_element(e: &Expr) -> bool {
    matches!(
        e.kind,
        ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _)
    )
}

/// The expressions that stand in a statement itself.
fn each_expr<'s>(s: &'s TileStep, f: &mut dyn FnMut(&'s Expr)) {
    match s {
        TileStep::Declare(_, value) => value.iter().for_each(|e| e.each_expr(&mut *f)),
        TileStep::Assign { to, value, .. } => {
            to.each_expr(&mut *f);
            value.each_expr(&mut *f);
        }
        TileStep::Loop { .. } => {}
    }
}

/// Whether an expression names a variable, beside what stands for something else.
fn names_beside(e: &Expr, v: VarId, replaced: &[&Expr]) -> bool {
    if replaced.iter().any(|known| known.id == e.id) {
        return false;
    }
    let mut found = e.is_var(v);
    e.children(&mut |c| found = found || names_beside(c, v, replaced));
    found
}
