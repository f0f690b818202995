//! Elements in data clauses that hold pointers: `a[i][0:m]`, where `a` is an array of pointers or points to
//! some, is the section `[0:m]` behind the pointer `a[i]`, as it would be behind a member `s.p`.

use crate::directive::{ClauseKind, DataKind, DataRef, Directive, Section};
use crate::region::{Expr, ExprKind, Types};

/// Makes the brackets that name the element part of the base expression.
pub fn fold(types: &Types, directive: &mut Directive<Expr>) {
    for clause in &mut directive.clauses {
        if let ClauseKind::Data(kind, _, vars) = &mut clause.kind {
            // `attach(a[i])` names the pointer itself.
            let last = matches!(kind, DataKind::Attach | DataKind::Detach);
            vars.iter_mut().for_each(|v| fold_one(types, v, last));
        }
    }
}

fn fold_one(types: &Types, v: &mut DataRef<Expr>, last: bool) {
    let mut ty = v.base.ty;
    let mut folded = 0;
    for (k, s) in v.sections.iter().enumerate() {
        let (Section::Element(_), Some(elem)) = (s, types.pointee(ty)) else {
            break;
        };
        ty = elem;
        if types.is_pointer(ty) && (last || k + 1 < v.sections.len()) {
            folded = k + 1;
        }
    }
    for s in v.sections.drain(..folded) {
        let (Section::Element(index), Some(elem)) = (s, types.pointee(v.base.ty)) else {
            return;
        };
        let span = v.base.span.to(index.span);
        let base = v.base.clone();
        v.base = Expr::new(ExprKind::Index(Box::new(base), Box::new(index)), elem, span);
    }
}
