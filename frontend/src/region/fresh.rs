//! Variables that the user didn't write, and names for them.

use super::{Storage, TypeId, Unit, Var, VarId};
use crate::source::Span;

impl Unit {
    /// A new variable of a region, which some statement has to declare. It goes by `stem`, or by that with a number behind it.
    pub fn declare(&mut self, stem: &str, ty: TypeId, span: Span) -> VarId {
        let id = VarId(self.vars.len() as u32);
        let name = unused(self, &[], stem);
        self.vars.push(Var {
            name,
            ty,
            storage: Storage::Region,
            init: None,
            attributes: Vec::new(),
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
