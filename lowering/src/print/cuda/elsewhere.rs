//! Calls of routines that other files of the program define.
//!
//! Between files a routine has the name `accrs_routine_f`. Its pointers are `void *` there, since two files
//! may well have different types of the same name. Structs and complex numbers are handed over, and given back, by their addresses. The last argument
//! says which thread calls.

use super::library::device_name;
use crate::print::Printer;
use accrs_frontend::Unit;
use accrs_frontend::region::{Bind, FunctionId, Level, Type, TypeId};

/// Where a struct that a routine returns goes.
pub(crate) const RESULT: &str = "accrs_to";

/// The name by which device code calls a function that isn't in this file (its own, or that of `bind`); `None` if it is.
pub fn name_elsewhere(unit: &Unit, id: FunctionId) -> Option<&str> {
    let f = unit.function(id);
    match &f.bind {
        Some(Bind::Name(name)) => device_name(name).is_none().then_some(name.as_str()),
        Some(Bind::Function(_)) => None,
        None => {
            let marked = f.routine.is_some() && !f.is_static && f.body.is_none();
            (marked && !f.library && !f.builtin).then_some(f.link_name())
        }
    }
}

/// The name between files. `padded`: of the version that takes a predicate.
pub fn symbol(name: &str, padded: bool) -> String {
    let version = if padded { "_where" } else { "" };
    format!("accrs_routine_{name}{version}")
}

impl Printer<'_> {
    /// Whether values of the type go between files by their addresses.
    pub(crate) fn goes_by_address(&self, ty: TypeId) -> bool {
        let ty = self.unit.types.canonical(ty);
        matches!(ty, Type::Record(_) | Type::Complex(_))
    }

    /// A type as functions have it between files; `None` for structs and complex numbers, which go by their addresses.
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
        let given_back = self.goes_by_address(f.ret);
        if given_back {
            // Those with loops of their own hand their results to other threads.
            if f.level > Level::Seq {
                return None;
            }
            params.push(format!("void *{RESULT}"));
        }
        for v in &f.params {
            let var = self.unit.var(*v);
            let name = crate::names::safe(&var.name);
            params.push(match self.goes_by_address(var.ty) {
                true => format!("const void *{name}"),
                false => format!("{} {name}", self.plain_type(var.ty)?),
            });
        }
        if padded {
            params.push("bool accrs_active".into());
        }
        params.push("const accrs_here &accrs_from".into());
        let ret = match given_back {
            true => "void".into(),
            false => self.plain_type(f.ret)?,
        };
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
                format!("'{}' is in another file and has loops of its own and returns a struct or a complex number, or takes what can't be passed: not supported on a device yet", f.name),
            );
        }
        for (text, v) in args.iter_mut().zip(&f.params) {
            let ty = self.unit.var(*v).ty;
            if types.is_pointer(ty) || types.is_array(ty) {
                *text = format!("(void *)({text})");
            } else if self.goes_by_address(ty) {
                self.helper("by_address");
                *text = format!("accrs_address({text})");
            }
        }
        let is_padded = padded.is_some();
        args.extend(padded);
        args.push("accrs_here()".into());
        self.used.borrow_mut().elsewhere.insert((id, is_padded));
        if self.goes_by_address(f.ret) {
            self.helper("by_address");
            args.insert(0, RESULT.into());
            let ty = self.type_name(self.unqualified(f.ret));
            let call = format!("{}({})", symbol(name, is_padded), args.join(", "));
            return format!("accrs_given_back<{ty}>([&](void *{RESULT}) {{ {call}; }})");
        }
        let call = format!("{}({})", symbol(name, is_padded), args.join(", "));
        if types.is_pointer(f.ret) {
            return format!("({}){call}", self.type_name(self.unqualified(f.ret)));
        }
        call
    }
}
