//! The functions that lambdas are ([`super::lambdas`]): their parameters, what they are given behind their arguments, and their bodies.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::lambdas::{FUNCTION, LAMBDA, Lambda};
use super::methods::This;
use super::reference::{Stands, referred};
use crate::region::{
    Expr, ExprKind, Function, FunctionId, Level, Stmt, Storage, Type, UnaryOp, VarId,
};
use crate::source::Span;
use clang_sys::*;
use std::collections::HashMap;

impl<'t> Builder<'t> {
    /// The function that a lambda is for the parameters of `target`, and what it is given behind its arguments. `this`: what it captures, and
    /// whether the function may be given its members.
    pub fn lambda_function(
        &mut self,
        name: &str,
        lambda: &Lambda,
        (of_this, this_in_parts): (Option<Expr>, bool),
        target: Cursor<'t>,
        span: Span,
    ) -> Res<(FunctionId, Vec<Expr>)> {
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
        let mut given = Vec::new();
        let mut stands = Vec::new();
        // Objects that the body is built for, and what the function is given of them.
        let mut objects = Vec::new();
        for c in &lambda.captured {
            if c.in_parts {
                let object = self.new_var(&c.name, c.value.ty, Storage::Local);
                self.standing.insert(object);
                stands.push((c.key, Stands::Object(self.made(object, span))));
                objects.push((object, c.value.clone(), c.by_address));
                continue;
            }
            let var = self.new_var(&c.name, c.ty, Storage::Param);
            params.push(var);
            given.push(match c.by_address {
                true => self.address_of(c.value.clone())?,
                false => c.value.clone(),
            });
            stands.push((
                c.key,
                match c.by_address {
                    true => Stands::Pointer(var),
                    false => Stands::Object(self.made(var, Span::default())),
                },
            ));
        }
        let around = self.called_inside(lambda, &mut params, &mut given)?;
        let mut this = This::None;
        // Nor is the object that a function's body is built for one that a pointer leads to.
        let of_parts = self.is_built_for_parts();
        if let Some(pointer) = of_this {
            if this_in_parts || of_parts {
                let by = match pointer.kind {
                    ExprKind::Unary(UnaryOp::AddrOf, object) => *object,
                    _ => self.followed(pointer, span),
                };
                let object = self.new_var("object", by.ty, Storage::Local);
                self.standing.insert(object);
                self.objects.push(self.made(object, span));
                this = This::Stands(self.objects.len() - 1);
                objects.push((object, by, true));
            } else {
                let var = self.new_var("this", pointer.ty, Storage::Param);
                params.push(var);
                given.push(pointer);
                this = This::Pointer(var);
            }
        }
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: name.to_string(),
            symbol: Some(format!("{LAMBDA}{}", id.0)),
            ret,
            params,
            variadic: false,
            is_static: true,
            is_inline: true,
            body: None,
            routine: None,
            level: Level::Seq,
            bind: None,
            declared: None,
            nohost: false,
            library: false,
            builtin: false,
            changes_nothing: false,
            span: self.weave.span(target.extent()),
        });
        self.asked.push(true);
        let stmts = self.lambda_body(body, stands, this);
        self.lambdas.extend(around);
        let mut stmts = stmts?;
        for (object, by, by_address) in objects {
            if let Some((vars, members)) = self.split_object(object, &mut stmts) {
                self.functions[id.index()].params.extend(vars);
                given.extend(Self::members_of(object, &by, members));
                continue;
            }
            self.vars[object.index()].storage = Storage::Param;
            if !by_address {
                self.functions[id.index()].params.push(object);
                given.push(by);
                continue;
            }
            let pointer = self.types.intern(Type::Pointer(by.ty));
            let name = self.vars[object.index()].name.clone();
            let var = self.new_var(&name, pointer, Storage::Param);
            self.behind_pointer(object, var, &mut stmts);
            self.functions[id.index()].params.push(var);
            given.push(self.address_of(by)?);
        }
        self.functions[id.index()].body = Some(stmts);
        Ok((id, given))
    }

    /// Lets the lambdas that a lambda calls have what they capture from the parameters of its function; what they have around it.
    pub fn called_inside(
        &mut self,
        lambda: &Lambda,
        params: &mut Vec<VarId>,
        given: &mut Vec<Expr>,
    ) -> Res<Vec<(usize, Lambda)>> {
        let mut around = Vec::new();
        for key in &lambda.called {
            let Some(known) = self.lambdas.get(key).cloned() else {
                continue;
            };
            let mut inside = Lambda {
                captured: known.captured.clone(),
                functions: HashMap::new(),
                ..known.clone()
            };
            for c in &mut inside.captured {
                let var = self.new_var(&c.name, c.ty, Storage::Param);
                params.push(var);
                let named = self.made(var, Span::default());
                let value = std::mem::replace(&mut c.value, named);
                given.push(match c.by_address {
                    true => self.address_of(value)?,
                    false => value,
                });
                if c.by_address {
                    c.value = self.followed(c.value.clone(), Span::default());
                }
            }
            around.push((*key, known));
            self.lambdas.insert(*key, inside);
        }
        Ok(around)
    }

    /// The statements of a lambda, in which what it captures stands for its parameters.
    pub fn lambda_body(
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

    /// Whether `this` is an object whose members a function is built for.
    fn is_built_for_parts(&self) -> bool {
        let This::Stands(k) = self.this else {
            return false;
        };
        let object = self.objects[k].variable();
        object.is_some_and(|v| self.standing.contains(&v))
    }
}
