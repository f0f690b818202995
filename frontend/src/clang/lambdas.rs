//! Lambdas that constructs call. There is no object: a lambda is a function that is given what it captures behind its parameters.
//!
//! | captured | is given |
//! |---|---|
//! | by value, where the lambda is made in device code | what the variable was then: a variable of its own |
//! | by value, where the host makes it | the variable, which nobody assigns |
//! | by reference | the variable's value, or its address where the lambda assigns it |
//! | `this` | the pointer |

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::expr::expression_children;
use super::host::core;
use super::methods::{This, has_object};
use super::reference::{Stands, assigns, known_elsewhere, referred};
use crate::region::{Expr, Function, FunctionId, Level, LocalDecl, Stmt, Storage, Type, TypeId};
use crate::source::Span;
use clang_sys::*;
use std::collections::HashMap;

/// A lambda: what it is given besides its arguments, and the functions that it is; one whose parameters have any type is several.
#[derive(Clone, Default)]
pub struct Lambda {
    captured: Vec<Captured>,
    of_this: bool,
    functions: HashMap<usize, FunctionId>,
}

#[derive(Clone)]
struct Captured {
    /// The variable's entity and name.
    key: usize,
    name: String,
    /// What it is given as.
    ty: TypeId,
    /// Evaluated where the lambda is called: the variable, or the one that holds what it was when the lambda was made.
    value: Expr,
    by_address: bool,
}

const FUNCTION: &str = "write a function, and call that";

impl<'t> Builder<'t> {
    /// The lambda that a variable is declared with.
    pub fn lambda_of(declared: Cursor<'t>) -> Option<Cursor<'t>> {
        let made = core(declared.initializer()?);
        (made.kind() == CXCursor_LambdaExpr).then_some(made)
    }

    /// The declaration of a lambda in device code: variables for what it captures by value.
    pub fn declares_lambda(&mut self, d: Cursor<'t>, lambda: Cursor<'t>) -> Res<Vec<LocalDecl>> {
        let mut out = Vec::new();
        let made = self.captures(d, lambda, Some(&mut out))?;
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
        let named = object.kind() == CXCursor_DeclRefExpr;
        let declared = object
            .referenced()
            .filter(|d| named && d.kind() == CXCursor_VarDecl);
        let Some((declared, made)) = declared.and_then(|d| Some((d, Self::lambda_of(d)?))) else {
            let instead = "call it by the name of a variable that is declared with it";
            return self.refuse_cpp(span, "this call of a lambda", instead);
        };
        let key = declared.entity();
        let mut lambda = match self.lambdas.get(&key) {
            Some(known) => known.clone(),
            None => self.captures(declared, made, None)?,
        };
        let function = match lambda.functions.get(&target.entity()) {
            Some(f) => *f,
            None => self.lambda_function(&declared.spelling(), &lambda, target, span)?,
        };
        lambda.functions.insert(target.entity(), function);
        self.lambdas.insert(key, lambda.clone());
        let mut given = self.handed(function, target, args, 0)?;
        for c in lambda.captured {
            given.push(match c.by_address {
                true => self.address_of(c.value)?,
                false => c.value,
            });
        }
        if lambda.of_this {
            given.push(self.this_pointer(span)?);
        }
        self.call_of(function, given, span, name)
    }

    /// What a lambda captures. `declares`: where the variables go that keep values; without it the host makes the lambda.
    fn captures(
        &mut self,
        d: Cursor<'t>,
        lambda: Cursor<'t>,
        mut declares: Option<&mut Vec<LocalDecl>>,
    ) -> Res<Lambda> {
        let span = self.weave.span(lambda.extent());
        let body = lambda.children().pop();
        let Some(body) = body.filter(|b| b.kind() == CXCursor_CompoundStmt) else {
            return self.not_understood(lambda);
        };
        let head = (lambda.extent().0 as usize, body.extent().0 as usize);
        let head = self.weave.text.get(head.0..head.1).unwrap_or("");
        let list = head
            .trim_start()
            .strip_prefix('[')
            .and_then(|t| t.split_once(']'));
        let Some((list, behind)) = list.map(|(a, b)| (a.trim().to_string(), b.to_string())) else {
            return self.not_understood(lambda);
        };
        let other =
            list.contains(['=', '{', '.', '*', '#']) && list != "=" && !list.starts_with("=,");
        if behind.contains("mutable") || other {
            return self.refuse_cpp(span, "a lambda of this form", FUNCTION);
        }
        let mut out = Lambda {
            of_this: uses_this(body),
            ..Lambda::default()
        };
        for v in used_in(body, lambda.extent()) {
            let keeps = is_by_value(&list, &v.spelling());
            let mut captured = self.captured(v, keeps, body, span)?;
            if keeps {
                match declares.as_deref_mut() {
                    Some(out) => {
                        let name = format!("{}_{}", d.spelling(), captured.name);
                        let var = self.new_var(&name, captured.ty, Storage::Region);
                        let init = Some(captured.value);
                        let is_static = false;
                        out.push(LocalDecl {
                            var,
                            init,
                            is_static,
                        });
                        captured.value = self.made(var, span);
                    }
                    None if !self.is_never_assigned(v) => {
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
                    None => {}
                }
            }
            out.captured.push(captured);
        }
        Ok(out)
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
        if Self::lambda_of(v).is_some() || !self.is_plain(referred(v.ty()).unwrap_or(v.ty())) {
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
        })
    }

    /// The function that a lambda is for the parameters of `target`.
    fn lambda_function(
        &mut self,
        name: &str,
        lambda: &Lambda,
        target: Cursor<'t>,
        span: Span,
    ) -> Res<FunctionId> {
        let body = target.definition().and_then(|d| d.children().pop());
        let Some(body) = body.filter(|b| b.kind() == CXCursor_CompoundStmt) else {
            return self.refuse_cpp(span, "this lambda", FUNCTION);
        };
        let result = target.ty().result();
        let nothing = result.canonical().kind() == CXType_Void;
        if referred(result).is_some() || !(nothing || self.is_plain(result)) {
            return self.refuse_cpp(span, "what this lambda returns", "return a value");
        }
        let ret = self.ty(result)?;
        let mut params = Vec::new();
        for p in target.arguments() {
            params.push(self.parameter(p, target)?);
        }
        let mut stands = Vec::new();
        for c in &lambda.captured {
            let var = self.new_var(&c.name, c.ty, Storage::Param);
            params.push(var);
            stands.push((
                c.key,
                match c.by_address {
                    true => Stands::Pointer(var),
                    false => Stands::Object(self.made(var, Span::default())),
                },
            ));
        }
        let mut this = This::None;
        if lambda.of_this {
            let ty = self.this_pointer(span)?.ty;
            let var = self.new_var("this", ty, Storage::Param);
            params.push(var);
            this = This::Pointer(var);
        }
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: name.to_string(),
            symbol: Some(format!("__accrs_lambda_{}", id.0)),
            ret,
            params,
            variadic: false,
            is_static: true,
            is_inline: true,
            body: None,
            routine: None,
            level: Level::Seq,
            bind: None,
            nohost: false,
            library: false,
            builtin: false,
            changes_nothing: false,
            span: self.weave.span(target.extent()),
        });
        self.asked.push(true);
        let stmts = self.lambda_body(body, stands, this)?;
        self.functions[id.index()].body = Some(stmts);
        Ok(id)
    }

    /// The statements of a lambda, in which what it captures stands for its parameters.
    fn lambda_body(
        &mut self,
        body: Cursor<'t>,
        stands: Vec<(usize, Stands)>,
        this: This<'t>,
    ) -> Res<Vec<Stmt>> {
        let outer = (self.device, self.inside, self.in_function, self.in_head);
        let returns = std::mem::take(&mut self.returns_pointer);
        let blocks = std::mem::take(&mut self.block_around);
        (self.device, self.inside) = (true, body.extent());
        (self.in_function, self.in_head) = (true, false);
        let stmts = self.with_standing(stands, this, |b| b.block(body));
        (self.device, self.inside, self.in_function, self.in_head) = outer;
        (self.returns_pointer, self.block_around) = (returns, blocks);
        stmts
    }

    /// Whether the host's function gives a variable no value but the first, and nobody else can.
    fn is_never_assigned(&self, v: Cursor<'t>) -> bool {
        let vars = [v.entity()];
        let own = referred(v.ty()).is_none();
        self.host_body
            .is_some_and(|b| own && !assigns(b, 0, &vars) && !known_elsewhere(b, &vars))
    }
}

/// Whether a list of captures has a variable by value.
fn is_by_value(list: &str, name: &str) -> bool {
    let mut items = list.split(',').map(str::trim);
    let default = list.trim_start().starts_with('=');
    let named = items.clone().any(|i| i == name);
    let referenced = items.any(|i| i.strip_prefix('&').is_some_and(|n| n.trim() == name));
    named || (default && !referenced)
}

/// The automatic variables from outside that a lambda's body names.
fn used_in<'t>(body: Cursor<'t>, lambda: (u32, u32)) -> Vec<Cursor<'t>> {
    fn walk<'t>(c: Cursor<'t>, lambda: (u32, u32), body: (u32, u32), out: &mut Vec<Cursor<'t>>) {
        if c.kind() == CXCursor_DeclRefExpr
            && let Some(d) = c.referenced()
            && matches!(d.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
            && !d.at_file_scope()
            && d.storage_class() != CX_SC_Static
        {
            let at = d.location();
            let parameter = d.kind() == CXCursor_ParmDecl && lambda.0 <= at && at < lambda.1;
            let own = body.0 <= at && at < body.1 || parameter;
            if !own && !out.iter().any(|o| o.entity() == d.entity()) {
                out.push(d);
            }
        }
        c.children()
            .into_iter()
            .for_each(|k| walk(k, lambda, body, out));
    }
    let mut out = Vec::new();
    walk(body, lambda, body.extent(), &mut out);
    out
}

pub fn uses_this(c: Cursor<'_>) -> bool {
    let of_this = c.kind() == CXCursor_MemberRefExpr
        && expression_children(c).is_empty()
        && c.referenced()
            .is_some_and(|d| d.kind() == CXCursor_FieldDecl || has_object(d));
    of_this || c.kind() == CXCursor_CXXThisExpr || c.children().into_iter().any(uses_this)
}

/// Whether an expression is a lambda.
pub fn is_lambda(c: Cursor<'_>) -> bool {
    let ty = c.ty().canonical();
    ty.kind() == CXType_Record && ty.spelling().contains("(lambda")
}
