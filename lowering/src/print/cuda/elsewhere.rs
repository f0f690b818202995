//! Calls of routines that other files of the program define.
//!
//! Between files a routine has the name `accrs_routine_f`. Its pointers are `void *` there, since two files
//! may well have different types of the same name. The last argument says which thread calls.

use super::library::device_name;
use crate::print::Printer;
use accrs_frontend::Unit;
use accrs_frontend::region::{Bind, FunctionId, Type, TypeId};

/// The name by which device code calls a function that isn't in this file (its own, or that of `bind`); `None` if it is.
pub fn name_elsewhere(unit: &Unit, id: FunctionId) -> Option<&str> {
    let f = unit.function(id);
    match &f.bind {
        Some(Bind::Name(name)) => device_name(name).is_none().then_some(name.as_str()),
        Some(Bind::Function(_)) => None,
        None => {
            let marked = f.routine.is_some() && !f.is_static && f.body.is_none();
            (marked && !f.library && !f.builtin).then_some(f.name.as_str())
        }
    }
}

/// The name between files. `padded`: of the version that takes a predicate.
pub fn symbol(name: &str, padded: bool) -> String {
    let version = if padded { "_where" } else { "" };
    format!("accrs_routine_{name}{version}")
}

impl Printer<'_> {
    /// A type as functions have it between files; `None` for structs and complex numbers by value, which can't be handed over.
    pub(crate) fn plain_type(&self, ty: TypeId) -> Option<String> {
        let types = &self.unit.types;
        if types.is_pointer(ty) || types.is_array(ty) {
            return Some("void *".into());
        }
        let fits = types.is_scalar(ty) && !matches!(types.canonical(ty), Type::Complex(_));
        let void = matches!(types.canonical(ty), Type::Void);
        (fits || void).then(|| self.type_name(self.unqualified(ty)))
    }

    /// `double accrs_routine_f(void *row, int m, const accrs_here &accrs_from)`; `None` where a
    /// parameter can't be handed over.
    pub fn signature_elsewhere(&self, id: FunctionId, name: &str, padded: bool) -> Option<String> {
        let f = self.unit.function(id);
        let mut params = Vec::new();
        for v in &f.params {
            let var = self.unit.var(*v);
            let name = crate::names::safe(&var.name);
            params.push(format!("{} {name}", self.plain_type(var.ty)?));
        }
        if padded {
            params.push("bool accrs_active".into());
        }
        params.push("const accrs_here &accrs_from".into());
        let ret = self.plain_type(f.ret)?;
        Some(format!(
            "{ret} {}({})",
            symbol(name, padded),
            params.join(", ")
        ))
    }

    /// The text of a call, given the texts of its arguments.
    pub fn call_elsewhere(
        &self,
        id: FunctionId,
        mut args: Vec<String>,
        padded: Option<String>,
    ) -> String {
        let types = &self.unit.types;
        let f = self.unit.function(id);
        let Some(name) = name_elsewhere(self.unit, id) else {
            return "0".into();
        };
        if self.signature_elsewhere(id, name, false).is_none() || f.variadic {
            self.refuse_call(
                self.place.get(),
                format!("'{}' is in another file and takes or returns a struct or a complex number by value: not supported on a device yet", f.name),
            );
        }
        for (text, v) in args.iter_mut().zip(&f.params) {
            if types.is_pointer(self.unit.var(*v).ty) || types.is_array(self.unit.var(*v).ty) {
                *text = format!("(void *)({text})");
            }
        }
        let is_padded = padded.is_some();
        args.extend(padded);
        args.push("accrs_here()".into());
        self.used.borrow_mut().elsewhere.insert((id, is_padded));
        let call = format!("{}({})", symbol(name, is_padded), args.join(", "));
        if types.is_pointer(f.ret) {
            return format!("({}){call}", self.type_name(self.unqualified(f.ret)));
        }
        call
    }
}
