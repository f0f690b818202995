//! Lambdas that constructs call. There is no object: a lambda is a function that is given what it captures behind its parameters.
//!
//! | captured | is given |
//! |---|---|
//! | by value, where the lambda is made in device code | what the variable was then: a variable of its own |
//! | by value, where the host makes it | the variable, which nobody assigns |
//! | by reference | the variable's value, or its address where the lambda assigns it |
//! | `x = e`, where the lambda is made in device code | the value: a variable of its own |
//! | `x = e`, where the host makes it | the expression, whose variables nobody assigns |
//! | another lambda that it calls | what that one captures |
//! | `this` | the pointer |

use super::bindings::declares;
use super::build::{Builder, Res};
use super::captures::{CapturedVar, captures_of, is_lambda, only_variables};
use super::cursor::Cursor;
use super::host::core;
use super::reference::{assigns, known_elsewhere, referred};
use crate::region::{Expr, FunctionId, LocalDecl, Storage, Type, TypeId};
use crate::source::Span;
use clang_sys::*;
use std::collections::HashMap;

/// A lambda: what it is given besides its arguments, and the functions that it is; one whose parameters have any type is several.
#[derive(Clone, Default)]
pub struct Lambda {
    pub captured: Vec<Captured>,
    /// The variables of the lambdas that it calls, and of those that these call.
    pub called: Vec<usize>,
    pub of_this: bool,
    /// By the functions that clang calls, with what each is given behind its arguments.
    pub functions: HashMap<usize, (FunctionId, Vec<Expr>)>,
}

/// When a lambda takes the values of what it captures by value.
pub enum Kept<'a> {
    /// Where it is made in device code: in these variables.
    Declared(&'a mut Vec<LocalDecl>),
    /// Where the host makes it: they stay the same.
    ByHost,
    /// Where it is called, since it has no name.
    Now,
}

#[derive(Clone)]
pub struct Captured {
    /// The variable's entity and name.
    pub key: usize,
    pub name: String,
    /// What it is given as.
    pub ty: TypeId,
    /// Evaluated where the lambda is called: the variable, or the one that holds what it was when the lambda was made.
    pub value: Expr,
    pub by_address: bool,
    /// The function may be given the members that it reads in the place of the object.
    pub in_parts: bool,
}

/// What the names of lambdas' functions begin with.
pub const LAMBDA: &str = "__accrs_lambda_";

pub const FUNCTION: &str = "write a function, and call that";

impl<'t> Builder<'t> {
    /// The lambda that a variable is declared with.
    pub fn lambda_of(declared: Cursor<'t>) -> Option<Cursor<'t>> {
        let made = core(declared.initializer()?);
        (made.kind() == CXCursor_LambdaExpr).then_some(made)
    }

    /// The declaration of a lambda in device code: variables for what it captures by value.
    pub fn declares_lambda(&mut self, d: Cursor<'t>, lambda: Cursor<'t>) -> Res<Vec<LocalDecl>> {
        let mut out = Vec::new();
        let made = self.captures(d, lambda, Kept::Declared(&mut out))?;
        self.lambdas.insert(d.entity(), made);
        Ok(out)
    }

    /// `f(args)` where `f` is a variable that is a lambda.
    pub fn lambda_call(
        &mut self,
        object: Cursor<'t>,
        target: Cursor<'t>,
        args: &[Cursor<'t>],
        (span, name): (Span, Span),
    ) -> Res<Expr> {
        let object = core(object);
        let object = super::lambda_arguments::lambda_argument(object).unwrap_or(object);
        if object.kind() == CXCursor_LambdaExpr {
            return self.lambda_at_once(object, target, args, (span, name));
        }
        let named = object.kind() == CXCursor_DeclRefExpr;
        let declared = object
            .referenced()
            .filter(|d| named && d.kind() == CXCursor_VarDecl);
        let mut in_parts = false;
        let known = declared.and_then(|d| Some((d, Self::lambda_of(d)?)));
        let known = known.or_else(|| {
            let d = object.referenced().filter(|_| named)?;
            // A parameter of a function that is given a lambda.
            if self.lambdas.contains_key(&d.entity()) {
                return Some((d, d));
            }
            in_parts = true;
            Some((d, self.closure_of_host(d, target.semantic_parent())?))
        });
        let Some((declared, made)) = known else {
            let instead = "call it by the name of a variable that is declared with it";
            return self.refuse_cpp(span, "this call of a lambda", instead);
        };
        let (function, behind) = self.lambda_version(declared, made, in_parts, target, span)?;
        let mut given = self.handed(function, target, args, 0)?;
        given.extend(behind);
        self.call_of(function, given, span, name)
    }

    /// `[&] { … }()`
    fn lambda_at_once(
        &mut self,
        made: Cursor<'t>,
        target: Cursor<'t>,
        args: &[Cursor<'t>],
        (span, name): (Span, Span),
    ) -> Res<Expr> {
        let lambda = self.captures(made, made, Kept::Now)?;
        let this = match lambda.of_this {
            true => Some(self.this_pointer(span)?),
            false => None,
        };
        let (function, behind) =
            self.lambda_function("lambda", &lambda, (this, false), target, span)?;
        let mut given = self.handed(function, target, args, 0)?;
        given.extend(behind);
        self.call_of(function, given, span, name)
    }

    /// The function that a lambda is where `target` is called, and what it is given behind its arguments. `in_parts`: the host has wrapped it.
    pub fn lambda_version(
        &mut self,
        declared: Cursor<'t>,
        made: Cursor<'t>,
        in_parts: bool,
        target: Cursor<'t>,
        span: Span,
    ) -> Res<(FunctionId, Vec<Expr>)> {
        let key = declared.entity();
        let mut lambda = match self.lambdas.get(&key) {
            Some(known) => known.clone(),
            None if in_parts => self.captured_by_closure(declared, made, span)?,
            None => self.captures(declared, made, Kept::ByHost)?,
        };
        if in_parts {
            self.containers.push((span, "a lambda of the host"));
        }
        let (function, behind) = match lambda.functions.get(&target.entity()) {
            Some(known) => known.clone(),
            None => {
                let this = match (lambda.of_this, in_parts) {
                    (false, _) => None,
                    (true, false) => Some(self.this_pointer(span)?),
                    (true, true) => {
                        let var = self.this_of_closure(declared, made, span)?;
                        Some(self.made(var, span))
                    }
                };
                let made = self.lambda_function(
                    &declared.spelling(),
                    &lambda,
                    (this, in_parts),
                    target,
                    span,
                )?;
                if !in_parts {
                    self.mark_lambda(declared, made.0, !made.1.is_empty())?;
                }
                made
            }
        };
        let known = (function, behind);
        lambda.functions.insert(target.entity(), known.clone());
        self.lambdas.insert(key, lambda);
        Ok(known)
    }

    /// What a lambda captures.
    pub fn captures(
        &mut self,
        d: Cursor<'t>,
        lambda: Cursor<'t>,
        mut kept: Kept<'_>,
    ) -> Res<Lambda> {
        let span = self.weave.span(lambda.extent());
        let list = captures_of(self.weave, lambda).filter(|l| !l.copies_this);
        let Some(list) = list else {
            return self.refuse_cpp(span, "a lambda of this form", FUNCTION);
        };
        let body = list.body;
        let mut out = Lambda {
            of_this: list.of_this,
            ..Lambda::default()
        };
        for c in list.vars {
            if let Some(inner) = Self::lambda_of(c.var) {
                self.captures_lambda(c.var, inner, &mut out)?;
                continue;
            }
            let (v, keeps) = (c.var, c.by_value);
            let mut captured = match c.init {
                Some(init) => self.captured_value(v, init, body, span)?,
                None => self.captured(v, keeps, body, span)?,
            };
            match &mut kept {
                _ if !keeps => {}
                Kept::Declared(out) => {
                    let name = format!("{}_{}", d.spelling(), captured.name);
                    let var = self.new_var(&name, captured.ty, Storage::Region);
                    out.push(declares(var, captured.value));
                    captured.value = self.made(var, span);
                }
                Kept::ByHost if !self.stays_the_same(v, c.init, lambda) => {
                    let what = format!(
                        "a lambda of the host with a copy of `{}`, which is assigned elsewhere,",
                        captured.name
                    );
                    return self.refuse_cpp(
                        span,
                        &what,
                        "make the lambda in the construct, or the variable constant",
                    );
                }
                Kept::ByHost | Kept::Now => {}
            }
            out.captured.push(captured);
        }
        Ok(out)
    }

    /// A lambda that another one calls: that is given what this one captures.
    fn captures_lambda(&mut self, d: Cursor<'t>, inner: Cursor<'t>, out: &mut Lambda) -> Res<()> {
        let key = d.entity();
        if !self.lambdas.contains_key(&key) {
            let made = self.captures(d, inner, Kept::ByHost)?;
            self.lambdas.insert(key, made);
        }
        let Some(made) = self.lambdas.get(&key) else {
            return Ok(());
        };
        out.of_this |= made.of_this;
        for k in made.called.iter().copied().chain([key]) {
            if !out.called.contains(&k) {
                out.called.push(k);
            }
        }
        Ok(())
    }

    /// `x = e` in a lambda's list.
    fn captured_value(
        &mut self,
        v: Cursor<'t>,
        init: Cursor<'t>,
        body: Cursor<'t>,
        span: Span,
    ) -> Res<Captured> {
        let (key, name) = (v.entity(), v.spelling());
        let plain = referred(v.ty()).is_none() && !is_lambda(v) && self.is_plain(v.ty());
        if !plain || assigns(body, 0, &[key]) {
            let what = format!("`{name}` in the list of a lambda");
            return self.refuse_cpp(span, &what, FUNCTION);
        }
        let ty = self.ty(v.ty())?;
        let ty = self.unqualified_type(ty);
        let value = self.expr(init)?;
        let value = self.as_type(value, ty);
        Ok(Captured {
            key,
            name,
            ty,
            value,
            by_address: false,
            in_parts: false,
        })
    }

    /// How a lambda is given a variable. `keeps`: by value.
    fn captured(
        &mut self,
        v: Cursor<'t>,
        keeps: bool,
        body: Cursor<'t>,
        span: Span,
    ) -> Res<Captured> {
        let (key, name) = (v.entity(), v.spelling());
        if is_lambda(v) || !self.is_plain(referred(v.ty()).unwrap_or(v.ty())) {
            let what = format!("`{name}` in a lambda");
            return self.refuse_cpp(span, &what, FUNCTION);
        }
        let value = match self.named_reference(v, span) {
            Some(e) => e,
            None => {
                let var = self.var(v)?;
                self.made(var, span)
            }
        };
        let array = self.types.is_array(value.ty);
        let ty = self.decayed(value.ty);
        let ty = self.unqualified_type(ty);
        let changed = assigns(body, 0, &[key]);
        if keeps && (changed || array) {
            let what = format!("a lambda that changes its copy of `{name}`, or copies an array,");
            return self.refuse_cpp(span, &what, "capture it by reference");
        }
        let around = self
            .block_around
            .first()
            .copied()
            .or(self.host_body)
            .unwrap_or(body);
        let known = changed || known_elsewhere(around, &[key]);
        let by_address = !keeps && !array && (known || !self.types.is_scalar(ty));
        let ty = match by_address {
            true => self.types.intern(Type::Pointer(value.ty)),
            false => ty,
        };
        Ok(Captured {
            key,
            name,
            ty,
            value,
            by_address,
            in_parts: false,
        })
    }

    /// What a lambda captures that the host has wrapped: members of the object that has its name.
    pub fn captured_by_closure(
        &mut self,
        declared: Cursor<'t>,
        lambda: Cursor<'t>,
        span: Span,
    ) -> Res<Lambda> {
        let Some(list) = captures_of(self.weave, lambda) else {
            return self.refuse_cpp(span, "a lambda of this form", FUNCTION);
        };
        let mut out = Lambda {
            of_this: list.of_this,
            ..Lambda::default()
        };
        for CapturedVar { var, by_value, .. } in list.vars {
            let (key, name) = (var.entity(), var.spelling());
            let of = referred(var.ty()).unwrap_or(var.ty());
            let record = of.canonical().kind() == CXType_Record;
            let variable = of.canonical().kind() == CXType_VariableArray;
            if is_lambda(var) || variable || record && self.ty(of).is_err() {
                let what = format!("`{name}` in a lambda");
                return self.refuse_cpp(span, &what, FUNCTION);
            }
            let ty = self.ty(of)?;
            let array = self.types.is_array(ty);
            let changed = assigns(list.body, 0, &[key]);
            if array && by_value || changed && self.types.is_scalar(ty) {
                let what = format!("a lambda that assigns `{name}`, or copies an array,");
                let instead =
                    "pass it a pointer to the variable or the array, which a data clause names";
                return self.refuse_cpp(span, &what, instead);
            }
            let member = self.member_of_closure(declared, &name, ty, !by_value);
            let given = self.decayed(ty);
            let given = self.unqualified_type(given);
            out.captured.push(Captured {
                key,
                name,
                ty: match record && !by_value {
                    true => self.types.intern(Type::Pointer(ty)),
                    false => given,
                },
                value: self.made(member, span),
                by_address: record && !by_value,
                in_parts: record,
            });
        }
        Ok(out)
    }

    /// Whether what the host's lambda has a copy of is the same in a construct.
    fn stays_the_same(&self, v: Cursor<'t>, init: Option<Cursor<'t>>, lambda: Cursor<'t>) -> bool {
        let behind = lambda.extent().1;
        let Some(init) = init else {
            return self.is_never_assigned(v, behind);
        };
        // `a.n` and `2 * n`, but nothing behind pointers, and no calls.
        let mut vars = Vec::new();
        only_variables(init, &mut vars)
            && vars.into_iter().all(|v| self.is_never_assigned(v, behind))
    }

    /// Whether the host's function gives a variable no value but the first, and nobody else can. Parts of an object may have been
    /// given values before byte `behind`, where a copy of it was made.
    fn is_never_assigned(&self, v: Cursor<'t>, behind: u32) -> bool {
        let vars = [v.entity()];
        let own = referred(v.ty()).is_none();
        let fixed = v.storage_class() == CX_SC_Static || v.at_file_scope();
        let record = v.ty().canonical().kind() == CXType_Record;
        self.host_body.is_some_and(|b| {
            own && !known_elsewhere(b, &vars)
                && match record {
                    true => !fixed && !super::changes::changes(b, vars[0], behind),
                    false => !assigns(b, 0, &vars),
                }
        })
    }
}
