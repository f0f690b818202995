//! Variables that the user didn't write, and names for them.

use super::{Storage, TypeId, Unit, Var, VarId};
use crate::source::Span;

impl Unit {
    /// A new variable, which some statement has to declare, or the host's text. It goes by `stem`, or by that with a number behind it.
    pub fn declare(&mut self, stem: &str, ty: TypeId, storage: Storage, span: Span) -> VarId {
        let id = VarId(self.vars.len() as u32);
        let name = unused(self, &[], stem);
        self.vars.push(Var {
            name,
            ty,
            restrict: false,
            storage,
            init: None,
            attributes: Vec::new(),
            fits: false,
            member: None,
            span,
        });
        id
    }

    /// A new variable of a region that has another one's name and type, for code in which nothing goes by that name.
    pub fn again(&mut self, var: VarId) -> VarId {
        let id = VarId(self.vars.len() as u32);
        let v = self.var(var);
        let (name, ty, span) = (v.name.clone(), self.types.canonical_id(v.ty), v.span);
        self.vars.push(Var {
            name,
            ty,
            restrict: false,
            storage: Storage::Region,
            init: None,
            attributes: Vec::new(),
            fits: false,
            member: None,
            span,
        });
        id
    }
}

/// `stem`, or with a number behind it, where nothing else in the unit has this name but members in other constructs. `own`: in
/// this one.
pub fn unused(unit: &Unit, own: &[VarId], stem: &str) -> String {
    let types = &unit.types;
    let taken = |name: &str| {
        let mut others = unit.vars.iter().filter(|v| v.member.is_none());
        others.any(|v| v.name == name)
            || own.iter().any(|v| unit.var(*v).name == name)
            || unit.functions.iter().any(|f| f.name == name)
            || types.typedefs.iter().any(|t| t.name == name)
            || types.records.iter().any(|r| r.tag.as_deref() == Some(name))
            || types.enums.iter().any(|e| {
                e.tag.as_deref() == Some(name) || e.constants.iter().any(|(c, _)| c == name)
            })
    };
    let mut name = stem.to_string();
    let mut n = 1;
    while taken(&name) {
        n += 1;
        name = format!("{stem}_{n}");
    }
    name
}
