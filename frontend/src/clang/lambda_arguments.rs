//! Lambdas as arguments of functions that constructs call: `apply([k](double x) { return k * x; }, y)`. The type of a lambda is its own, so such a
//! function is an instance for this lambda alone. In the place of the parameter it is given what the lambda captures, behind its arguments.

use super::build::{Builder, Res};
use super::captures::is_lambda;
use super::cursor::Cursor;
use super::expr::expression_children;
use super::lambdas::{Kept, LAMBDA, Lambda};
use super::methods::{This, has_object};
use super::reference::referred;
use crate::region::{Expr, Function, FunctionId, Level, Storage};
use crate::source::Span;
use clang_sys::*;

const INSTEAD: &str = "call the lambda in the construct, or write a function in its place";

/// The lambda, or the name of one, that an argument is, through copies, `std::move` and `std::forward`.
pub fn lambda_argument(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut c = c;
    if !is_lambda(c) {
        return None;
    }
    loop {
        match c.kind() {
            CXCursor_LambdaExpr => return Some(c),
            CXCursor_DeclRefExpr => return c.referenced().map(|_| c),
            _ => {}
        }
        c = expression_children(c)
            .into_iter()
            .rfind(|k| is_lambda(*k))?;
    }
}

impl<'t> Builder<'t> {
    /// A call of a function that is given lambdas; `None` if it is given none.
    pub fn called_with_lambdas(
        &mut self,
        target: Cursor<'t>,
        args: &[Cursor<'t>],
        (span, name): (Span, Span),
    ) -> Res<Option<Expr>> {
        let given: Vec<_> = args.iter().map(|a| lambda_argument(*a)).collect();
        if !self.device || has_object(target) || given.iter().all(Option::is_none) {
            return Ok(None);
        }
        let params = target.arguments();
        if params.len() != args.len() {
            return Ok(None);
        }
        let mut lambdas = Vec::new();
        for (param, given) in params.iter().zip(&given) {
            if let Some(given) = given {
                lambdas.push((*param, self.lambda_given(*given, span)?));
            }
        }
        let f = match self.given_lambdas.get(&target.entity()) {
            Some(known) => *known,
            None => self.function_of_lambdas(target, &lambdas, span)?,
        };
        let mut made = Vec::new();
        let mut at = 0;
        for ((param, arg), given) in params.iter().zip(args).zip(&given) {
            if given.is_none() {
                made.push(self.handed_one(f, (*param, at), *arg, target)?);
                at += 1;
            }
        }
        for (_, lambda) in lambdas {
            for c in lambda.captured {
                made.push(match c.by_address {
                    true => self.address_of(c.value)?,
                    false => c.value,
                });
            }
        }
        self.call_of(f, made, span, name).map(Some)
    }

    /// What the lambda captures that an argument is.
    fn lambda_given(&mut self, given: Cursor<'t>, span: Span) -> Res<Lambda> {
        let lambda = match given.kind() {
            CXCursor_LambdaExpr => self.captures(given, given, Kept::Now)?,
            _ => {
                let declared = given.referenced();
                let key = declared.map_or(0, |d| d.entity());
                let made = declared
                    .filter(|d| d.kind() == CXCursor_VarDecl)
                    .and_then(|d| Some((d, Self::lambda_of(d)?)));
                match (self.lambdas.get(&key), made) {
                    (Some(known), _) => known.clone(),
                    (None, Some((d, made))) => self.captures(d, made, Kept::ByHost)?,
                    (None, None) => return self.refuse_cpp(span, "this lambda", INSTEAD),
                }
            }
        };
        let simple = !lambda.of_this
            && lambda.called.is_empty()
            && lambda.captured.iter().all(|c| !c.in_parts);
        match simple {
            true => Ok(lambda),
            false => self.refuse_cpp(
                span,
                "an argument that is a lambda with `this`, or that calls others,",
                INSTEAD,
            ),
        }
    }

    /// The function that `target` is for these lambdas, each with its parameter.
    fn function_of_lambdas(
        &mut self,
        target: Cursor<'t>,
        lambdas: &[(Cursor<'t>, Lambda)],
        span: Span,
    ) -> Res<FunctionId> {
        let definition = target.definition();
        let body = definition.and_then(|d| d.children().pop());
        let result = target.ty().result();
        let nothing = result.canonical().kind() == CXType_Void;
        let (Some(definition), Some(body)) = (definition, body) else {
            return self.refuse_cpp(span, "a lambda as an argument of this function", INSTEAD);
        };
        let known = body.kind() == CXCursor_CompoundStmt;
        if !known || referred(result).is_some() || !(nothing || self.is_plain(result)) {
            return self.refuse_cpp(span, "a lambda as an argument of this function", INSTEAD);
        }
        let ret = self.ty(result)?;
        let mut params = Vec::new();
        for p in definition.arguments() {
            if !is_lambda_parameter(p) {
                params.push(self.parameter(p, definition)?);
            }
        }
        let (from, to) = definition.extent();
        let text = self.weave.text.get(from as usize..to as usize);
        let text = text.unwrap_or("").to_string();
        let mut names: Vec<String> = Vec::new();
        let mut keys = Vec::new();
        for (param, lambda) in lambdas {
            let mut inside = Lambda {
                captured: lambda.captured.clone(),
                ..Lambda::default()
            };
            for c in &mut inside.captured {
                // The function's own variables may have the same name.
                let mut own = c.name.clone();
                while text.contains(&own) || names.contains(&own) {
                    own.push_str("_captured");
                }
                let var = self.new_var(&own, c.ty, Storage::Param);
                names.push(own);
                params.push(var);
                let named = self.made(var, Span::default());
                c.value = match c.by_address {
                    true => self.followed(named, Span::default()),
                    false => named,
                };
            }
            // A function's declaration may have parameters of its own.
            let at = target
                .arguments()
                .iter()
                .position(|p| p.entity() == param.entity());
            let own = at.and_then(|at| definition.arguments().get(at).copied());
            let key = own.unwrap_or(*param).entity();
            self.lambdas.insert(key, inside);
            keys.push(key);
        }
        self.tell_apart(&params);
        let id = FunctionId(self.functions.len() as u32);
        self.functions.push(Function {
            name: target.spelling(),
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
            span: self.weave.span(definition.extent()),
        });
        self.asked.push(true);
        self.given_lambdas.insert(target.entity(), id);
        let stmts = self.lambda_body(body, Vec::new(), This::None);
        keys.iter().for_each(|k| drop(self.lambdas.remove(k)));
        self.functions[id.index()].body = Some(stmts?);
        Ok(id)
    }
}

/// A parameter, or a reference, of a lambda's type.
fn is_lambda_parameter(p: Cursor<'_>) -> bool {
    let ty = referred(p.ty()).unwrap_or(p.ty()).canonical();
    ty.kind() == CXType_Record && ty.spelling().contains("(lambda")
}
