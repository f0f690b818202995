//! Whether the variables of a nest's loops count near 0, so that sums and small multiples of them fit into a `long`: tiles, wavefronts and other orders
//! count with such numbers. (`for (long i = base; i < end; i++) a[i - base] = …` may be anywhere.)

use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, For, Stmt, StmtKind, TypeId, UnaryOp, VarId,
};
use indexmap::IndexSet;

/// Numbers from here on count no elements of memory.
const FAR: u128 = 1 << 48;
/// Numbers of that many bytes are all near.
const NARROW: u64 = 4;

/// Whether all loops of a nest count near 0. One does that has a narrow variable, that begins or ends near it (no loop has so many iterations
/// that it leads far away), or whose variable leads to an element of an array by itself.
pub fn all_near(unit: &Unit, nest: &Stmt) -> bool {
    let mut rest: Vec<&Canonical> = Vec::new();
    nest.each_stmt(|s| {
        if let StmtKind::For(l) = &s.kind {
            rest.extend(canonical(l));
        }
    });
    let mut known = Known {
        unit,
        near: IndexSet::new(),
    };
    loop {
        let before = rest.len();
        rest.retain(|head| !known.takes(head));
        if rest.is_empty() {
            return true;
        }
        let told = rest.iter().find(|head| known.is_subscript(nest, head.var));
        let Some(var) = told.map(|head| head.var) else {
            if rest.len() == before {
                return false;
            }
            continue;
        };
        known.near.insert(var);
    }
}

fn canonical(l: &For) -> Option<&Canonical> {
    l.canonical.as_ref()
}

struct Known<'u> {
    unit: &'u Unit,
    /// Variables of loops that count near 0.
    near: IndexSet<VarId>,
}

impl Known<'_> {
    /// Whether a loop counts near 0, by its head.
    fn takes(&mut self, head: &Canonical) -> bool {
        let near = self.near.contains(&head.var)
            || self.is_narrow(self.unit.var(head.var).ty)
            || self.is_near(&head.lower)
            || self.is_near(&head.upper);
        if near {
            self.near.insert(head.var);
        }
        near
    }

    fn is_narrow(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        types.is_pointer(ty) || types.size_of(ty).is_some_and(|n| n <= NARROW)
    }

    fn is_near(&self, e: &Expr) -> bool {
        if let Some(n) = e.int_value() {
            return n.unsigned_abs() < FAR;
        }
        match &e.kind {
            ExprKind::Var(v) if self.near.contains(v) => true,
            ExprKind::Cast { operand, .. } => self.is_narrow(e.ty) || self.is_near(operand),
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, of) => self.is_near(of),
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.is_near(a) && self.is_near(b),
                BinaryOp::Div | BinaryOp::Shr => self.is_near(a),
                BinaryOp::Rem => self.is_near(b),
                _ => self.is_narrow(e.ty),
            },
            ExprKind::Conditional(_, Some(a), b) => self.is_near(a) && self.is_near(b),
            ExprKind::SizeofExpr(_) | ExprKind::SizeofType(_) => true,
            _ => self.is_narrow(e.ty),
        }
    }

    /// Whether some subscript is a sum of this variable and of what is near, or has it as a factor.
    fn is_subscript(&self, nest: &Stmt, var: VarId) -> bool {
        nest.any_expr(|e| match &e.kind {
            ExprKind::Index(_, at) => at.mentions(var) && self.leads(at, var),
            _ => false,
        })
    }

    /// Whether a subscript that is near says that the variable is, if it is named here.
    fn leads(&self, e: &Expr, var: VarId) -> bool {
        if !e.mentions(var) {
            return self.is_near(e);
        }
        match &e.kind {
            ExprKind::Var(_) => true,
            ExprKind::Cast { operand, .. } => {
                let size = |ty| self.unit.types.size_of(ty);
                size(e.ty) >= size(operand.ty) && self.leads(operand, var)
            }
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, of) => self.leads(of, var),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                a.mentions(var) != b.mentions(var) && self.leads(a, var) && self.leads(b, var)
            }
            // (Rows have elements: the pitch isn't 0.)
            ExprKind::Binary(BinaryOp::Mul, a, b) => match (a.mentions(var), b.mentions(var)) {
                (true, false) => self.leads(a, var),
                (false, true) => self.leads(b, var),
                _ => false,
            },
            _ => false,
        }
    }
}
