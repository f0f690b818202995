//! What the tensor cores add to a tile's sums.
//!
//! ```text
//! accrs_tensor_sums(c_own, k_left, thread % 32, i_warp, j_warp,        the helper has the iterations, and who has which elements
//!     [&](int i_at, int k_at) -> double { return a_part[k_at][i_at]; },
//!     [&](int k_at, int j_at) -> double { return b_part[k_at][j_at]; });
//! ```

use super::parts::element;
use super::{Cut, Tiling};
use crate::plan::tensor::{GROUPS, IN_GROUP, SQUARE};
use crate::plan::{Product, Tensor, TileCopy};
use accrs_frontend::region::Expr;

/// Names of places in a tile, of rows and of columns.
pub(super) struct Places {
    /// Where the warp's part begins.
    warp: [String; 2],
    /// The thread's first ones.
    mine: [String; 2],
}

impl Places {
    /// Where the sum of a thread's row and column is.
    pub(super) fn of_sum(&self, row: &str, column: &str) -> [String; 2] {
        let [first_row, first_column] = &self.mine;
        [
            format!("{first_row} + {SQUARE} * {row}"),
            format!("{first_column} + {SQUARE} * ({column} / 2) + {column} % 2"),
        ]
    }
}

impl<'t> Tiling<'t, '_, '_> {
    /// Declares where in a tile a warp's part is, and which sums a thread has of it.
    pub(super) fn warps(&mut self, tensor: &Tensor) {
        self.w.p.helper("tensor");
        let own = [&self.names.rows.own, &self.names.columns.own];
        let own = own.map(String::clone);
        let mut named = |what: &str| {
            let each = own.each_ref();
            each.map(|v| self.w.names.unique(&format!("{v}_{what}")))
        };
        let (warp, mine) = (named("warp"), named("mine"));
        let thread = &self.names.thread;
        let lanes = GROUPS * IN_GROUP;
        let across = tensor.warps[1];
        let [rows, columns] = tensor.of_warp(self.t);
        let lines = [
            format!(
                "// A warp has {rows} rows and {columns} columns of a tile, and its threads have the sums that tensor cores give them."
            ),
            format!(
                "const int {} = {thread} / {} * {rows}, {} = {thread} / {lanes} % {across} * {columns};",
                warp[0],
                lanes * across,
                warp[1],
            ),
            format!(
                "const int {} = {} + {thread} % {lanes} / {IN_GROUP}, {} = {} + {thread} % {IN_GROUP} * 2;",
                mine[0], warp[0], mine[1], warp[1],
            ),
        ];
        lines.iter().for_each(|l| self.w.out.line(l));
        self.names.warp = Some(Places { warp, mine });
    }

    /// The product that a statement adds to this sum.
    pub(super) fn product(&self, to: &Expr) -> Option<&'t Product> {
        let tensor = self.t.tensor.as_ref().ok();
        tensor.and_then(|t| t.product(to))
    }

    /// What a part of a loop in order adds, with the block's copies in the place of memory.
    pub(super) fn products(
        &mut self,
        tensor: &'t Tensor,
        cut: &Cut,
        step: usize,
        copies: &[(&'t TileCopy, String)],
    ) {
        let around = self.w.p.hoisted.clone();
        let (row, column) = (&self.names.rows.at, &self.names.columns.at);
        let of_step = || tensor.products.iter().filter(|p| p.step == step);
        let sums: Vec<String> = of_step().map(|p| self.w.p.expr(&p.to)).collect();
        for p in of_step() {
            for factor in [&p.left, &p.right] {
                factor.each_expr(&mut |e| {
                    if let Some((c, name)) = copies.iter().find(|(c, _)| c.element.is_like(e)) {
                        let text = element(c, name, (&cut.at, [row, column]));
                        self.w.p.hoisted.insert(e.id, text);
                    }
                });
            }
        }
        let Some(places) = &self.names.warp else {
            return;
        };
        let [first_row, first_column] = &places.warp;
        let (at, left, thread) = (&cut.at, &cut.left, &self.names.thread);
        let lanes = GROUPS * IN_GROUP;
        let mut calls = Vec::new();
        for (p, sum) in of_step().zip(sums) {
            let sums = sum.trim_end_matches(self.mine("").as_str());
            calls.push((p.to.span, [
                format!("accrs_tensor_sums({sums}, {left}, {thread} % {lanes}, {first_row}, {first_column},"),
                format!("    [&](int {row}, int {at}) -> double {{ return {}; }},", self.left(p)),
                format!("    [&](int {at}, int {column}) -> double {{ return {}; }});", self.w.p.expr(&p.right)),
            ]));
        }
        for (span, lines) in calls {
            for line in lines {
                self.placed(span, line);
            }
        }
        self.w.p.hoisted = around;
    }

    /// A product that a thread adds to its sum by itself, as tensor cores do.
    pub(super) fn fused(&mut self, to: &'t Expr) {
        let Some(p) = self.product(to) else {
            return;
        };
        let [sum, right] = [to, &p.right].map(|e| self.w.p.argument(e));
        let line = format!(
            "{sum} = accrs_tensor_sum({}, {right}, {sum});",
            self.left(p)
        );
        self.placed(to.span, line);
    }

    /// The left factor; its negative where the product is taken away.
    fn left(&self, p: &Product) -> String {
        let w = &self.w.p;
        let types = &w.unit.types;
        match (p.minus, types.is_floating(p.left.ty)) {
            (true, true) => format!("-{}", w.operand(&p.left, super::UNARY + 1)),
            (true, false) => format!("-(double){}", w.operand(&p.left, super::UNARY)),
            (false, _) => w.argument(&p.left),
        }
    }
}
