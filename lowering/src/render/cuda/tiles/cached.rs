//! A nest whose blocks have what `cache` names in shared memory.
//!
//! ```text
//! for each tile of the block
//!     all threads together: what its iterations read
//!     __syncthreads();
//!     what each iteration does, with the copies in the place of the arrays
//!     __syncthreads();
//! ```

use super::{Cut, cut, left_line};
use crate::plan::{Along, Cached, Near, NearDim, Place, Side, array_of};
use crate::print::{Access, place};
use crate::render::cuda::writer::Writer;
use crate::tree::build;
use accrs_frontend::region::{Expr, ExprKind, VarId};

/// The names of generated variables.
struct Names {
    /// The thread's number in the block.
    thread: String,
    rows: Option<Cut>,
    columns: Cut,
    /// Which of its rows a thread is at.
    turn: String,
    /// The copies, in their order.
    copies: Vec<String>,
}

impl Names {
    fn of(&self, along: Along) -> Option<&Cut> {
        match along {
            Along::Rows => self.rows.as_ref(),
            Along::Columns => Some(&self.columns),
            Along::Neither => None,
        }
    }
}

impl Writer<'_> {
    pub(super) fn cached(&mut self, t: &Cached) {
        let around = self.p.access.clone();
        self.out.line("// What a tile's iterations read of these.");
        let mut copies = Vec::new();
        for near in &t.near {
            let name = self.name_for(&near.element, "near");
            let lengths = t.lengths(near).into_iter().map(|n| format!("[{n}]"));
            let lengths: String = lengths.collect();
            let declared = self.p.declare_mutable(near.ty, &format!("{name}{lengths}"));
            self.out.line(format!("__shared__ {declared};"));
            copies.push(name);
        }
        let thread = self.names.unique("thread");
        let number = match &t.rows {
            Some(_) => format!("threadIdx.y * {} + threadIdx.x", t.columns.threads),
            None => "threadIdx.x".to_string(),
        };
        let line = format!("const int {thread} = {number}; // of {}", t.threads());
        self.out.line(line);
        let mut depth = 0;
        if let Some(outer) = &t.outer {
            let cut = cut(self, outer, "layer");
            self.over(outer, &cut, (1, "z"));
            let line = self.user_line(&cut, &cut.part);
            self.out.line(line);
            depth += 1;
        }
        let names = Names {
            thread,
            rows: t.rows.as_ref().map(|s| cut(self, &s.head, "tile")),
            columns: cut(self, &t.columns.head, "tile"),
            turn: self.names.unique("turn"),
            copies,
        };
        let rows = t
            .rows
            .as_ref()
            .zip(names.rows.as_ref())
            .map(|(s, c)| (s, c, "y"));
        for (side, cut, axis) in rows.into_iter().chain([(&t.columns, &names.columns, "x")]) {
            self.over(&side.head, cut, (side.number(), axis));
            let line = left_line(cut, side.number());
            self.out.line(line);
            depth += 1;
        }
        for (near, copy) in t.near.iter().zip(&names.copies) {
            self.fetch(t, near, copy, &names);
        }
        self.barrier();
        self.nearby(t, &names);
        // What the next tile puts there would take the place of this one's.
        self.barrier();
        (0..depth).for_each(|_| self.out.close("}"));
        self.p.access = around;
    }

    /// Fills a copy: neighbouring threads have neighbouring elements.
    fn fetch(&mut self, t: &Cached, near: &Near, copy: &str, names: &Names) {
        let around = self.out.come_from(place(self.p.unit, near.element.span));
        let lengths: Vec<u64> = near.dims.iter().map(|d| t.length(d)).collect();
        let all: u64 = lengths.iter().product();
        let element = self.names.unique("element");
        let (thread, threads) = (&names.thread, t.threads());
        let each =
            format!("for (int {element} = {thread}; {element} < {all}; {element} += {threads}) {{");
        self.out.open(each);
        let mut at: Vec<String> = Vec::new();
        for (d, length) in lengths.iter().enumerate() {
            let behind: u64 = lengths[d + 1..].iter().product();
            let place = match (d, behind) {
                (0, 1) => element.clone(),
                (0, _) => format!("{element} / {behind}"),
                (_, 1) => format!("{element} % {length}"),
                _ => format!("{element} / {behind} % {length}"),
            };
            at.push(match (length, place == element) {
                (1, _) => "0".into(),
                (_, true) => place,
                _ => {
                    let name = self.names.unique(&format!("{copy}_{d}"));
                    self.out.line(format!("const int {name} = {place};"));
                    name
                }
            });
        }
        let inside = near.dims.iter().zip(&at).filter_map(|(d, at)| {
            let left = &names.of(d.along)?.left;
            Some(match d.length {
                1 => format!("{at} < {left}"),
                n => format!("{at} < {left} + {}", n - 1),
            })
        });
        let inside: Vec<String> = inside.collect();
        if !inside.is_empty() {
            self.out.open(format!("if ({}) {{", inside.join(" && ")));
        }
        let to: String = at.iter().map(|at| format!("[{at}]")).collect();
        let from = self.element_at(near, &at, names);
        self.out.line(format!("{copy}{to} = {from};"));
        if !inside.is_empty() {
            self.out.close("}");
        }
        self.out.close("}");
        self.out.come_from(around);
    }

    /// The element of an array that belongs to a place in its copy.
    fn element_at(&mut self, near: &Near, at: &[String], names: &Names) -> String {
        let around = self.p.access.clone();
        // A tile begins where its first iteration is.
        for cut in names.rows.iter().chain([&names.columns]) {
            self.p
                .access
                .insert(cut.var, Access::Name(cut.part.clone()));
        }
        let flat = self.p.is_flat(&near.element) || holds_flat(self, &near.element);
        let mut ids = Vec::new();
        for ((subscript, d), at) in array_of(&near.element)
            .1
            .into_iter()
            .zip(&near.dims)
            .zip(at)
        {
            let text = plus(&self.first(d, names), at);
            let text = match flat && text.contains(' ') {
                true => format!("({text})"),
                false => text,
            };
            ids.push(subscript.id);
            self.p.hoisted.insert(subscript.id, text);
        }
        let element = self.p.expr(&near.element);
        ids.iter().for_each(|id| drop(self.p.hoisted.remove(id)));
        self.p.access = around;
        element
    }

    /// The first value of a subscript in a tile.
    fn first(&self, d: &NearDim, names: &Names) -> String {
        match &d.from {
            Some((e, 0)) => self.p.expr(e),
            Some((e, behind)) => format!("{} - {behind}", self.p.expr(e)),
            None => match (names.of(d.along), d.low) {
                (None, low) => low.to_string(),
                (Some(cut), 0) => cut.part.clone(),
                (Some(cut), low) if low < 0 => format!("{} - {}", cut.part, low.unsigned_abs()),
                (Some(cut), low) => format!("{} + {low}", cut.part),
            },
        }
    }

    /// What each iteration does.
    fn nearby(&mut self, t: &Cached, names: &Names) {
        let around = self.p.access.clone();
        let mut depth = 1;
        let columns = &names.columns;
        match (&t.rows, &names.rows) {
            (Some(side), Some(rows)) => {
                let Side { threads, each, .. } = side;
                let turn = &names.turn;
                let row = match each {
                    1 => "threadIdx.y".to_string(),
                    _ => {
                        self.out.line("#pragma unroll");
                        let head = format!("for (int {turn} = 0; {turn} < {each}; {turn}++) {{");
                        self.out.open(head);
                        depth += 1;
                        format!("threadIdx.y + {threads} * {turn}")
                    }
                };
                let places = format!(
                    "const int {} = {row}, {} = threadIdx.x;",
                    rows.at, columns.at
                );
                self.out.line(places);
                let guard = format!(
                    "if ({} < {} && {} < {}) {{",
                    rows.at, rows.left, columns.at, columns.left
                );
                self.out.open(guard);
            }
            _ => {
                self.out
                    .line(format!("const int {} = threadIdx.x;", columns.at));
                self.out
                    .open(format!("if ({} < {}) {{", columns.at, columns.left));
            }
        }
        let mut own: Vec<(&Expr, String)> = Vec::new();
        for s in &t.body {
            s.each_expr(|e| {
                if !matches!(e.kind, ExprKind::Index(..)) {
                    return;
                }
                for (near, copy) in t.near.iter().zip(&names.copies) {
                    if let Some((_, places)) = near.uses.iter().find(|(known, _)| known.is_like(e))
                    {
                        own.push((e, self.in_copy(near, (e, places), copy, names)));
                    }
                }
            });
        }
        let replaced: Vec<&Expr> = own.iter().map(|(e, _)| *e).collect();
        let computed = |v: VarId| {
            let mut uses = t.near.iter().flat_map(|n| &n.uses);
            uses.any(|(e, places)| {
                let mut each = array_of(e).1.into_iter().zip(places);
                each.any(|(s, p)| matches!(p, Place::Computed) && s.mentions(v))
            })
        };
        let named = |v: VarId| {
            let beside = t.body.iter().any(|s| {
                let mut found = false;
                s.each_stmt(|s| s.exprs(&mut |e| found |= super::names_beside(e, v, &replaced)));
                found
            });
            beside || computed(v)
        };
        for cut in names.rows.iter().chain([columns]) {
            if named(cut.var) {
                let line = self.user_line(cut, &format!("{} + {}", cut.part, cut.at));
                self.out.line(line);
            }
        }
        self.with_scalars(&t.scalars);
        let ids: Vec<_> = own.iter().map(|(e, _)| e.id).collect();
        for (e, text) in own {
            self.p.hoisted.insert(e.id, text);
        }
        self.nodes(&build::build(&t.body, None));
        ids.iter().for_each(|id| drop(self.p.hoisted.remove(id)));
        (0..depth).for_each(|_| self.out.close("}"));
        self.p.access = around;
    }

    /// An element where it is in the copy.
    fn in_copy(
        &self,
        near: &Near,
        (e, places): (&Expr, &[Place]),
        copy: &str,
        names: &Names,
    ) -> String {
        let each = array_of(e).1.into_iter().zip(&near.dims).zip(places);
        let each = each.map(|((s, d), place)| {
            let cut = names.of(d.along);
            let at = match (place, cut) {
                (Place::At(n), None) => n.to_string(),
                (Place::At(0), Some(cut)) => cut.at.clone(),
                (Place::At(n), Some(cut)) => format!("{} + {n}", cut.at),
                (Place::Computed, None) if d.low == 0 => self.p.expr(s),
                (Place::Computed, _) => {
                    let first = self.first(
                        &NearDim {
                            from: None,
                            ..d.clone()
                        },
                        names,
                    );
                    match (cut, d.low < 0) {
                        (None, true) => format!("{} + {}", self.p.expr(s), d.low.unsigned_abs()),
                        (None, false) => format!("{} - {first}", self.p.expr(s)),
                        _ => format!("{} - ({first})", self.p.expr(s)),
                    }
                }
            };
            format!("[{at}]")
        });
        let each: String = each.collect();
        format!("{copy}{each}")
    }
}

/// Whether rows of variable length are printed as one, with products of the subscripts.
fn holds_flat(w: &Writer<'_>, element: &Expr) -> bool {
    element.any_expr(|e| matches!(&e.kind, ExprKind::Index(base, _) if w.p.is_flat(base)))
}

/// A sum without a zero.
fn plus(first: &str, at: &str) -> String {
    match (first, at) {
        (_, "0") => first.into(),
        ("0", _) => at.into(),
        _ => format!("{first} + {at}"),
    }
}
