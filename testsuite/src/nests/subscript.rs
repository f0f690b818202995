//! What stands between brackets: the variables of the loops around, in the ways that a family has.

use super::make::Maker;
use super::nest::{Access, Expr, Op};

impl Maker {
    /// An element of the array. Most accesses to an array have the same form, a little apart from each other: that is what makes
    /// dependences.
    pub fn access(&mut self, array: usize) -> Access {
        let rank = self.objects[array].rank;
        let known = self.patterns.iter().find(|(a, _)| *a == array);
        let known = known
            .map(|(_, at)| at.clone())
            .filter(|at| at.iter().all(|e| self.in_scope(e)));
        let at = match known {
            Some(at) if !self.random.one_in(5) => at.into_iter().map(|e| self.nearby(e)).collect(),
            _ => {
                let at: Vec<Expr> = (0..rank).map(|d| self.subscript(d)).collect();
                if !self.patterns.iter().any(|(a, _)| *a == array) {
                    self.patterns.push((array, at.clone()));
                }
                at
            }
        };
        Access { object: array, at }
    }

    fn in_scope(&self, e: &Expr) -> bool {
        match e {
            Expr::Var(v) => self.scope.contains(v),
            Expr::Binary(_, a, b) => self.in_scope(a) && self.in_scope(b),
            _ => true,
        }
    }

    fn nearby(&mut self, e: Expr) -> Expr {
        let n = match self.random.below(20) {
            0..=11 => 0,
            12..=13 => 1,
            14..=15 => -1,
            16 => 2,
            17 => -2,
            18 => self.random.within(3, 6) as i64,
            // Often further than a loop goes.
            _ if !self.traits.has_params() => self.random.within(8, 20) as i64,
            _ => 4,
        };
        match self.traits.parametric && self.random.one_in(6) {
            true => e.binary(Op::Add, Expr::Param(self.random.below(2) as usize)),
            false => e.plus(n),
        }
    }

    /// The subscript of the dimension `d`.
    fn subscript(&mut self, d: usize) -> Expr {
        if self.traits.linear {
            return self.linear();
        }
        if self.random.one_in(12) {
            return Expr::Num(self.random.below(4) as i64);
        }
        // Mostly each dimension has its own loop.
        let v = match self.scope.get(d) {
            Some(v) if !self.random.one_in(5) => Expr::Var(*v),
            _ => self.outer(),
        };
        if self.traits.modulo && self.random.one_in(2) {
            return self.divided(v);
        }
        if self.traits.coupled && !self.random.one_in(3) {
            return self.coupled(v);
        }
        match self.traits.parametric && self.random.one_in(6) {
            true => v.binary(Op::Add, Expr::Param(self.random.below(2) as usize)),
            false => v.plus(self.random.pick(&[0, 0, 0, 0, 1, 2])),
        }
    }

    fn coupled(&mut self, v: Expr) -> Expr {
        if self.random.one_in(6) {
            return self.reversed(v);
        }
        let by = self.random.pick(&[1, 1, 1, 2, 2, 3]);
        let other = self.random.pick(&[1, 1, -1, -1, 2, 3, 4]);
        let some = self.random.pick(&[0, 0, 1, 2, 3]);
        let w = self.outer();
        let sum = match self.random.below(4) {
            0 => v.times(by),
            _ if other < 0 => v.times(by).binary(Op::Sub, w.times(-other)),
            _ => v.times(by).binary(Op::Add, w.times(other)),
        };
        sum.plus(some)
    }

    /// `9 - i`, `n - i - 1`
    fn reversed(&mut self, v: Expr) -> Expr {
        let end = match self.traits.has_params() && self.random.one_in(2) {
            true => Expr::Param(self.random.below(2) as usize),
            false => Expr::Num(self.random.within(6, 12) as i64),
        };
        end.binary(Op::Sub, v).plus(self.random.pick(&[0, -1]))
    }

    fn divided(&mut self, v: Expr) -> Expr {
        let some = self.random.pick(&[0, 0, 1, 3]);
        let inner = match self.random.below(4) {
            0 => self.coupled(v),
            1 => v.times(2).plus(some),
            _ => v.plus(some),
        };
        let by = self.random.pick(&[2, 2, 3, 4, 8, 16]);
        let op = self.random.pick(&[Op::Div, Op::Rem, Op::Rem]);
        inner.binary(op, Expr::Num(by))
    }

    /// `(i*m + j)*n + k`: the loops around, outermost first, each along a row.
    fn linear(&mut self) -> Expr {
        let mut scope = self.scope.clone();
        match self.random.below(8) {
            // A loop that the subscript doesn't know.
            0 if scope.len() > 1 => {
                scope.remove(self.random.below(scope.len() as u64) as usize);
            }
            // The innermost loop doesn't run along the row.
            1 => scope.reverse(),
            _ => {}
        }
        let mut vars = scope.into_iter();
        let mut e = vars.next().map_or(Expr::Num(0), Expr::Var);
        for v in vars {
            let row = match self.rows.get(v) {
                Some(row) if !self.random.one_in(8) => row.clone(),
                _ => Expr::Num(self.random.within(4, 9) as i64),
            };
            e = e.binary(Op::Mul, row).binary(Op::Add, Expr::Var(v));
        }
        e.plus(self.random.pick(&[0, 0, 0, 0, 1, 2]))
    }
}
