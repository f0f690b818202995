//! Which bytes of a struct a construct uses: where directives elsewhere have named members, these may be all that is present. (Where
//! clauses that are visible name them, they are variables of their own: `region::members`.)

use crate::plan::UsedBytes;
use accrs_frontend::Unit;
use accrs_frontend::region::{Expr, ExprKind, Stmt, Storage, Type, TypeId, VarId, Visit};

/// The bytes of the struct `var` that hold each member that `body` names; `None` where it isn't a struct, or
/// functions that are called may use other members.
pub fn used(unit: &Unit, body: &[Stmt], var: VarId) -> Option<UsedBytes> {
    if !unit.types.is_record(unit.var(var).ty) {
        return None;
    }
    let mut found = Found {
        unit,
        var,
        calls: false,
        bytes: None,
    };
    body.iter().for_each(|s| found.visit_stmt(s));
    let reached = found.calls && matches!(unit.var(var).storage, Storage::Global { .. });
    found.bytes.filter(|_| !reached)
}

struct Found<'a> {
    unit: &'a Unit,
    var: VarId,
    calls: bool,
    bytes: Option<UsedBytes>,
}

impl<'s> Visit<'s> for Found<'_> {
    fn visit_expr(&mut self, e: &'s Expr) {
        let Some((from, ty)) = self.place(e) else {
            self.calls |= matches!(e.kind, ExprKind::Call { .. });
            return self.walk_expr(e);
        };
        // Without a size: to the end, wherever that is.
        let to = self.unit.types.size_of(ty).map_or(u64::MAX, |n| from + n);
        let one_array = self.unit.types.is_array(ty);
        let this = UsedBytes {
            from,
            to,
            one_array,
        };
        self.bytes = Some(self.bytes.map_or(this, |all| UsedBytes {
            from: all.from.min(from),
            to: all.to.max(to),
            one_array: all == this && one_array,
        }));
    }
}

impl Found<'_> {
    /// The offset of the variable, or of a member of it, and its type. A bit-field's whole struct stands for it.
    fn place(&self, e: &Expr) -> Option<(u64, TypeId)> {
        match &e.kind {
            ExprKind::Var(v) if *v == self.var => Some((0, self.unit.var(*v).ty)),
            ExprKind::Member {
                base,
                field,
                arrow: false,
            } => {
                let (start, ty) = self.place(base)?;
                let Type::Record(id) = self.unit.types.canonical(ty) else {
                    return Some((start, ty));
                };
                let fields = &self.unit.types.records[id.index()].fields;
                let one = fields
                    .iter()
                    .flatten()
                    .find(|f| !field.is_empty() && f.name == *field && f.bit_width.is_none());
                Some(one.map_or((start, ty), |f| (start + f.offset_bits / 8, f.ty)))
            }
            _ => None,
        }
    }
}
