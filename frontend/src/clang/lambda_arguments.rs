//! Lambdas as arguments of functions that constructs call: `apply([k](double x) { return k * x; }, y)`. The type of a lambda is its own, so such a
//! function is an instance for this lambda alone. In the place of the parameter it is given what the lambda captures, behind its arguments; then what the
//! lambdas capture that this one calls, and what is read of `this`.

use super::build::{Builder, Res};
use super::captures::is_lambda;
use super::cursor::Cursor;
use super::expr::expression_children;
use super::lambdas::{Captured, Kept, LAMBDA, Lambda};
use super::methods::{This, has_object};
use super::reference::referred;
use crate::region::{Expr, Function, FunctionId, Level, Stmt, Storage, Type, TypeId, VarId};
use crate::source::Span;
use clang_sys::*;

const INSTEAD: &str = "call the lambda in the construct, or write a function in its place";

/// What is added to a name that a function has too.
const CAPTURED: &str = "_captured";

/// A function that is given lambdas.
#[derive(Clone)]
pub struct GivenLambdas {
    function: FunctionId,
    this: OfThis,
}

/// What such a function is given, behind all else, of the object that its lambdas have as `this`.
#[derive(Clone)]
enum OfThis {
    None,
    /// Its body is being built.
    Unknown,
    /// These members of the object that the function was built for.
    Members(VarId, Vec<Expr>),
    Pointer,
}

/// A lambda that is an argument, and its object, where that isn't `this` around the call.
struct LambdaGiven {
    lambda: Lambda,
    this: Option<Expr>,
}

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
        let this = self.one_this(&lambdas, span)?;
        let known = match self.given_lambdas.get(&target.entity()) {
            Some(known) => known.clone(),
            None => self.function_of_lambdas(target, &lambdas, this.as_ref(), span)?,
        };
        let mut made = Vec::new();
        let mut at = 0;
        for ((param, arg), given) in params.iter().zip(args).zip(&given) {
            if given.is_none() {
                made.push(self.handed_one(known.function, (*param, at), *arg, target)?);
                at += 1;
            }
        }
        let called = called_by(&lambdas);
        let of_called = called.iter().filter_map(|key| self.lambdas.get(key));
        let of_called: Vec<Captured> = of_called.flat_map(|l| l.captured.clone()).collect();
        let own = lambdas.into_iter().flat_map(|(_, l)| l.lambda.captured);
        for c in own.chain(of_called) {
            made.push(match c.by_address {
                true => self.address_of(c.value)?,
                false => c.value,
            });
        }
        match (known.this, this) {
            (OfThis::Members(object, members), Some(by)) => {
                made.extend(Self::members_of(object, &by, members));
            }
            (OfThis::Pointer, Some(by)) => made.push(self.address_of(by)?),
            (OfThis::Unknown, _) => {
                let what = "a function that calls itself with a lambda that has a `this`";
                return self.refuse_cpp(span, what, INSTEAD);
            }
            _ => {}
        }
        self.call_of(known.function, made, span, name).map(Some)
    }

    /// What the lambda captures that an argument is.
    fn lambda_given(&mut self, given: Cursor<'t>, span: Span) -> Res<LambdaGiven> {
        let mut this = None;
        let lambda = match given.kind() {
            CXCursor_LambdaExpr => self.captures(given, given, Kept::Now)?,
            _ => {
                let declared = given.referenced();
                let key = declared.map_or(0, |d| d.entity());
                let made = declared
                    .filter(|d| d.kind() == CXCursor_VarDecl)
                    .and_then(|d| Some((d, Self::lambda_of(d)?)));
                let class = given.ty().canonical().declaration();
                let of_host = declared.and_then(|d| Some((d, self.closure_of_host(d, class)?)));
                match (self.lambdas.get(&key), made, of_host) {
                    (Some(known), _, None) => known.clone(),
                    (None, Some((d, made)), _) => self.captures(d, made, Kept::ByHost)?,
                    (_, None, Some((d, made))) => {
                        self.containers.push((span, "a lambda of the host"));
                        let lambda = self.captured_by_closure(d, made, span)?;
                        if lambda.of_this {
                            let pointer = self.this_of_closure(d, made, span)?;
                            let pointer = self.made(pointer, span);
                            this = Some(self.followed(pointer, span));
                        }
                        lambda
                    }
                    (Some(known), Some(_), Some(_)) => known.clone(),
                    (None, None, None) => return self.refuse_cpp(span, "this lambda", INSTEAD),
                }
            }
        };
        match lambda.captured.iter().any(|c| c.in_parts) {
            false => Ok(LambdaGiven { lambda, this }),
            true => self.refuse_cpp(
                span,
                "an argument that is a lambda of the host with objects",
                INSTEAD,
            ),
        }
    }

    /// The object that `this` of the lambdas points to; they have one at most.
    fn one_this(&mut self, lambdas: &[(Cursor<'t>, LambdaGiven)], span: Span) -> Res<Option<Expr>> {
        let mut with = lambdas.iter().filter(|(_, l)| l.lambda.of_this);
        let Some((_, first)) = with.next() else {
            return Ok(None);
        };
        let several = with.any(|(_, l)| l.this.is_some() || first.this.is_some());
        match &first.this {
            _ if several => self.refuse_cpp(
                span,
                "a call with two lambdas of the host that have a `this`",
                INSTEAD,
            ),
            Some(object) => Ok(Some(object.clone())),
            None => self.this_object(span).map(Some),
        }
    }

    /// The function that `target` is for these lambdas, each with its parameter. `this`: an object like that of theirs.
    fn function_of_lambdas(
        &mut self,
        target: Cursor<'t>,
        lambdas: &[(Cursor<'t>, LambdaGiven)],
        this: Option<&Expr>,
        span: Span,
    ) -> Res<GivenLambdas> {
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
        let keys = self.captured_parameters(target, definition, lambdas, &text, &mut params);
        let called = Lambda {
            called: called_by(lambdas),
            ..Lambda::default()
        };
        let first = params.len();
        let around = self.called_inside(&called, &mut params, &mut Vec::new())?;
        for v in params.iter().skip(first) {
            let name = self.vars[v.index()].name.clone();
            self.vars[v.index()].name = not_in(&text, name);
        }
        self.tell_apart(&params);
        let object = this.map(|by| {
            let object = self.new_var(&not_in(&text, "object".into()), by.ty, Storage::Local);
            self.standing.insert(object);
            self.objects.push(self.made(object, span));
            (object, This::Stands(self.objects.len() - 1))
        });
        let id = self.new_function_of_lambdas(target, (ret, params), definition);
        // One that calls itself is known there, but not what it is given of an object.
        let this = match object {
            None => OfThis::None,
            Some(_) => OfThis::Unknown,
        };
        let made = GivenLambdas { function: id, this };
        self.given_lambdas.insert(target.entity(), made);
        let this = object.map_or(This::None, |(_, this)| this);
        let stmts = self.lambda_body(body, Vec::new(), this);
        keys.iter().for_each(|k| drop(self.lambdas.remove(k)));
        self.lambdas.extend(around);
        let mut stmts = stmts?;
        let this = match object {
            None => OfThis::None,
            Some((object, _)) => self.object_of_lambdas(id, object, &mut stmts),
        };
        self.functions[id.index()].body = Some(stmts);
        let made = GivenLambdas { function: id, this };
        self.given_lambdas.insert(target.entity(), made.clone());
        Ok(made)
    }

    /// Parameters for what the lambdas capture, which are in their places inside; returns which these are.
    fn captured_parameters(
        &mut self,
        target: Cursor<'t>,
        definition: Cursor<'t>,
        lambdas: &[(Cursor<'t>, LambdaGiven)],
        text: &str,
        params: &mut Vec<VarId>,
    ) -> Vec<usize> {
        let mut names: Vec<String> = Vec::new();
        let mut keys = Vec::new();
        for (param, given) in lambdas {
            let lambda = &given.lambda;
            let mut inside = Lambda {
                captured: lambda.captured.clone(),
                called: lambda.called.clone(),
                of_this: lambda.of_this,
                ..Lambda::default()
            };
            for c in &mut inside.captured {
                // The function's own variables may have the same name.
                let mut own = not_in(text, c.name.clone());
                while names.contains(&own) {
                    own.push_str(CAPTURED);
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
        keys
    }

    fn new_function_of_lambdas(
        &mut self,
        target: Cursor<'t>,
        (ret, params): (TypeId, Vec<VarId>),
        definition: Cursor<'t>,
    ) -> FunctionId {
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
        id
    }

    /// Parameters for what a function uses of the object that its lambdas have as `this`: its members, or else a pointer to it.
    fn object_of_lambdas(&mut self, id: FunctionId, object: VarId, stmts: &mut [Stmt]) -> OfThis {
        if let Some((vars, members)) = self.split_object(object, stmts) {
            self.functions[id.index()].params.extend(vars);
            return OfThis::Members(object, members);
        }
        let ty = self.vars[object.index()].ty;
        let pointer = self.types.intern(Type::Pointer(ty));
        let name = self.vars[object.index()].name.clone();
        let var = self.new_var(&name, pointer, Storage::Param);
        self.vars[object.index()].storage = Storage::Param;
        self.behind_pointer(object, var, stmts);
        self.functions[id.index()].params.push(var);
        OfThis::Pointer
    }
}

/// The variables of the lambdas that these call.
fn called_by(lambdas: &[(Cursor<'_>, LambdaGiven)]) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for key in lambdas.iter().flat_map(|(_, l)| &l.lambda.called) {
        if !out.contains(key) {
            out.push(*key);
        }
    }
    out
}

/// A name that a text doesn't hold.
fn not_in(text: &str, mut name: String) -> String {
    while text.contains(&name) {
        name.push_str(CAPTURED);
    }
    name
}

/// A parameter, or a reference, of a lambda's type.
fn is_lambda_parameter(p: Cursor<'_>) -> bool {
    let ty = referred(p.ty()).unwrap_or(p.ty()).canonical();
    ty.kind() == CXType_Record && ty.spelling().contains("(lambda")
}
