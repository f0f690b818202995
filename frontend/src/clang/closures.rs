//! Lambdas that are arguments of templates with constructs. A closure's members have no names, so the host's text wraps each such lambda in an object
//! that has what it captures beside it, by name: constructs find it there (`f.x`), and templates have a type that can be written.
//!
//! ```text
//! forall(n, [=](int i) { y[i] += a * x[i]; });
//! forall(n, ::__accrs_made_0([=](int i) { y[i] += a * x[i]; }, y, a, x));
//! ```

use super::build::{Builder, Res};
use super::captures::{captures_of, is_lambda};
use super::cursor::{CType, Cursor};
use super::places::is_class;
use super::weave::Weave;
use crate::region::{HeldThis, Storage, THIS, TypeId, VarId, Wrapped, WrappedMember};
use crate::source::Span;
use clang_sys::*;
use std::collections::HashMap;

/// The lambdas of a unit.
#[derive(Default)]
pub struct Closures<'t> {
    /// By their classes.
    lambdas: HashMap<usize, Cursor<'t>>,
    /// Those that templates with constructs are made for, by where their text begins.
    wrapped: Vec<(u32, Wrapped)>,
}

/// What names a type in the text of the host, and the parameters of a template that the name needs.
pub struct Key {
    pub name: String,
    pub parameters: Vec<String>,
}

impl<'t> Closures<'t> {
    pub fn note(&mut self, c: Cursor<'t>) {
        let class = c.ty().canonical().declaration().entity();
        self.lambdas.insert(class, c);
    }

    /// The lambda that a class is.
    pub fn of(&self, class: usize) -> Option<Cursor<'t>> {
        self.lambdas.get(&class).copied()
    }

    pub fn into_wrapped(self) -> (HashMap<usize, Cursor<'t>>, Vec<Wrapped>) {
        let wrapped = self.wrapped.into_iter().map(|(_, w)| w).collect();
        (self.lambdas, wrapped)
    }

    /// The key of a lambda's class; `None`: the type is no lambda.
    pub fn key(
        &mut self,
        weave: &Weave,
        ty: CType<'t>,
        others: impl Fn(CType<'t>) -> Result<String, String>,
    ) -> Option<Result<Key, String>> {
        let canonical = ty.canonical();
        let reference = match canonical.kind() {
            CXType_LValueReference => " &",
            CXType_RValueReference => " &&",
            _ => "",
        };
        let class = match reference {
            "" => canonical,
            _ => canonical.pointee().canonical(),
        };
        if class.kind() != CXType_Record {
            return None;
        }
        let lambda = self.of(class.declaration().entity())?;
        let Some(captures) = captures_of(weave, lambda) else {
            return Some(Err("a lambda of this form".into()));
        };
        // The value is evaluated a second time, beside the lambda.
        if captures
            .vars
            .iter()
            .filter_map(|v| v.init)
            .any(|i| !super::captures::is_repeatable(i))
        {
            return Some(Err("a lambda with the value of this expression".into()));
        }
        let at = lambda.extent().0;
        let known = self.wrapped.iter().position(|(from, _)| *from == at);
        let number = known.unwrap_or_else(|| {
            let members = captures.vars.iter().map(|v| WrappedMember {
                name: v.var.spelling(),
                by_reference: !v.by_value,
                value: v.init.map(|i| {
                    let (from, to) = i.extent();
                    let text = weave.text.get(from as usize..to as usize);
                    text.unwrap_or("").to_string()
                }),
            });
            let wrapped = Wrapped {
                spans: vec![weave.span(lambda.extent())],
                members: members.collect(),
                of_this: match (captures.of_this, captures.copies_this) {
                    (false, _) => HeldThis::None,
                    (true, false) => HeldThis::Pointer,
                    (true, true) => HeldThis::Copy,
                },
            };
            self.wrapped.push((at, wrapped));
            self.wrapped.len() - 1
        });
        // In a template one text is several lambdas: what they capture tells them apart.
        let mut parameters = vec![format!("class L{at}")];
        let mut arguments = vec![format!("L{at}")];
        for (k, v) in captures.vars.iter().enumerate() {
            let of = super::reference::referred(v.var.ty()).unwrap_or(v.var.ty());
            arguments.push(others(of).unwrap_or_else(|_| {
                parameters.push(format!("class T{at}_{k}"));
                format!("T{at}_{k}")
            }));
        }
        if captures.of_this {
            parameters.push(format!("class T{at}"));
            arguments.push(format!("T{at}"));
        }
        let constant = if class.is_const() { "const " } else { "" };
        let name = format!(
            "{constant}__accrs_lambda_{number}<{}>{reference}",
            arguments.join(", ")
        );
        Some(Ok(Key { name, parameters }))
    }
}

/// How a type is called in the name of an instance.
pub fn shown(ty: CType<'_>) -> String {
    let name = ty.canonical().spelling();
    let Some(at) = name.find("(lambda") else {
        return name;
    };
    let rest = &name[at..];
    let end = rest.find(')').map_or(rest.len(), |e| e + 1);
    let mut numbers = rest[..end].trim_end_matches(')').rsplit(':');
    let column = numbers.next().unwrap_or("");
    let line = numbers.next().unwrap_or("");
    format!("{}lambda at {line}:{column}{}", &name[..at], &rest[end..])
}

impl<'t> Builder<'t> {
    /// A parameter or variable of the host that is a lambda from elsewhere, and that lambda.
    pub fn closure_of_host(&self, declared: Cursor<'t>, class: Cursor<'t>) -> Option<Cursor<'t>> {
        let kind = matches!(declared.kind(), CXCursor_ParmDecl | CXCursor_VarDecl);
        let own = kind && !self.in_function && self.storage(declared) != Storage::Region;
        let lambda = self.closures.get(&class.entity()).copied();
        lambda.filter(|l| own && is_lambda(*l))
    }

    /// A variable that the host has as a member of a wrapped lambda.
    pub fn member_of_closure(
        &mut self,
        declared: Cursor<'t>,
        name: &str,
        ty: TypeId,
        by_reference: bool,
    ) -> VarId {
        let key = (declared.entity(), name.to_string());
        if let Some(var) = self.of_closures.get(&key) {
            return *var;
        }
        let text = format!("{}.{name}", declared.spelling());
        let var = self.new_var(&text, ty, Storage::Local);
        if by_reference {
            self.host.address(var);
            self.aliases.insert(var);
        }
        self.of_closures.insert(key, var);
        var
    }

    /// `this`, which a wrapped lambda has captured.
    pub fn this_of_closure(
        &mut self,
        declared: Cursor<'t>,
        lambda: Cursor<'t>,
        span: Span,
    ) -> Res<VarId> {
        let mut at = lambda.ty().canonical().declaration().semantic_parent();
        while !is_class(at) || is_lambda(at) {
            if at.kind() == CXCursor_TranslationUnit || at.kind() == CXCursor_InvalidFile {
                return self.refuse_cpp(span, "`this` in this lambda", "name the object");
            }
            at = at.semantic_parent();
        }
        let class = at.ty().canonical();
        let class = self.ty(class)?;
        let ty = self.types.intern(crate::region::Type::Pointer(class));
        Ok(self.member_of_closure(declared, THIS, ty, false))
    }
}
