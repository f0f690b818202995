//! Prints arrays of variable length that belong to one thread. They are memory of the device's heap, which is freed where
//! the array's scope ends. Their lengths are those at the declaration, whatever becomes of the variables in them.

use super::writer::Writer;
use crate::names::safe;
use crate::print::Access;
use accrs_frontend::region::{ArrayLen, Type, VarId};

impl Writer<'_> {
    /// Declares the array. `fresh`: the user declares it here, so its lengths are noted here too.
    pub(super) fn variable_array(&mut self, v: VarId, fresh: bool) {
        self.p.helper("vla");
        let unit = self.p.unit;
        let (types, var) = (&unit.types, unit.var(v));
        let name = safe(&var.name);
        let mut sizes = Vec::new();
        let mut ty = var.ty;
        while types.is_variably_modified(ty)
            && let Type::Array(elem, length) = *types.canonical(ty)
        {
            let Some(text) = self.p.length(ty) else { break };
            let mut size = format!("(size_t){text}");
            if let (true, ArrayLen::Vla(id)) = (fresh, length) {
                let noted = self.names.unique(&format!("{name}_length"));
                self.out.line(format!("const long {noted} = {text};"));
                size = format!("(size_t){noted}");
                self.p.lengths.insert(id, noted);
            }
            sizes.push(size);
            ty = elem;
        }
        let element = self.p.type_name(self.p.unqualified(ty));
        let storage = self.names.unique(&format!("{name}_storage"));
        self.out.line(format!(
            "accrs_vla<{element}> {storage}({});",
            sizes.join(" * ")
        ));
        self.p.access.insert(v, Access::Name(name.clone()));
        let declared = self.p.declare_mutable(var.ty, &name);
        self.out.line(format!("{declared} = {storage}.elements;"));
    }
}
