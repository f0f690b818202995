//! `bind`: the function that devices call in another's place (OpenACC 3.3 §2.15.1). Of functions that share a name it is the one whose parameters are
//! those of the bound function.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use crate::diag::{Diagnostic, codes};
use crate::directive::ClauseKind;
use crate::region::{Bind, DEVICE_NAMES, FunctionId, Type, TypeId};
use crate::source::Span;

impl<'t> Builder<'t> {
    /// The name that devices call in place of the function with this key.
    pub fn bound(&self, name: &str) -> Option<(String, Span)> {
        self.binds(*self.routines.get(name)?)
    }

    /// What a `routine` directive's `bind` names.
    pub fn binds(&self, site: usize) -> Option<(String, Span)> {
        let raws = self.raws;
        let clauses = raws[site].clauses_for(DEVICE_NAMES);
        clauses.iter().find_map(|c| match &c.kind {
            ClauseKind::Bind(to) => Some((to.text.trim().trim_matches('"').to_string(), c.span)),
            _ => None,
        })
    }

    /// Finds what `bind` names; a function of this unit is compiled for the device.
    pub fn bind(&mut self, id: FunctionId, to: String, span: Span) -> Res<()> {
        let bare = to.rsplit("::").next().unwrap_or(&to).to_string();
        if !self.top.contains_key(&bare)
            && let Some(lambda) = self.top_lambdas.get(&bare).copied()
        {
            return self.bind_to_lambda(id, lambda, span);
        }
        let is_it =
            |c: &Cursor<'t>| bare == to || self.qualified_name(*c) == to.trim_start_matches("::");
        let named = self.top.get(&bare).into_iter().flatten().copied();
        let named: Vec<Cursor<'t>> = named.filter(is_it).collect();
        if named.is_empty() {
            if self.top_templates.contains_key(&bare) {
                let message = format!("`bind` names `{to}`, which is a template");
                let d = Diagnostic::error(codes::ROUTINE_BIND, span, message);
                return self
                    .fail_with(d.help("name a function, which may call the template's instance"));
            }
            self.functions[id.index()].bind = Some(Bind::Name(to));
            return Ok(());
        }
        let target = self.fitting(id, &to, &named, span)?;
        if self.bound(&self.key_of(target)).is_some() {
            let name = &self.functions[id.index()].name;
            let message = format!("`{name}` is bound to `{to}`, which is bound itself");
            return self.fail(codes::ROUTINE_BIND, span, message);
        }
        let other = self.function_id(target)?;
        self.functions[id.index()].bind = Some(Bind::Function(other));
        self.need_body(other, target, span)
    }

    /// Of the functions with a name the one that takes what `id` is given, best in its own types.
    fn fitting(
        &mut self,
        id: FunctionId,
        to: &str,
        named: &[Cursor<'t>],
        span: Span,
    ) -> Res<Cursor<'t>> {
        let mut fits = Vec::new();
        for c in named {
            let Ok(other) = self.quietly(|b| b.function_id(*c)) else {
                continue;
            };
            match self.takes(id, other) {
                Some(true) => return Ok(*c),
                Some(false) => fits.push(*c),
                None => {}
            }
        }
        if let [only] = fits[..] {
            return Ok(only);
        }
        let f = &self.functions[id.index()];
        let message = match fits.is_empty() {
            true => format!(
                "`{}` is bound to `{to}`, which takes or returns something else",
                f.name
            ),
            false => format!(
                "`{}` is bound to `{to}`, the name of several functions",
                f.name
            ),
        };
        let object = f
            .params
            .first()
            .is_some_and(|v| self.vars[v.index()].name == "this");
        let help = match object {
            true => {
                "name a function that takes a pointer to the object, and then the same parameters"
            }
            false => "name a function with the same parameters and result",
        };
        let d = Diagnostic::error(codes::ROUTINE_BIND, span, message).help(help);
        self.fail_with(d.related(f.span, "the bound function"))
    }

    /// Whether a call of `f` may be one of `other`, and whether its types are the same.
    fn takes(&self, f: FunctionId, other: FunctionId) -> Option<bool> {
        let (f, other) = (&self.functions[f.index()], &self.functions[other.index()]);
        if f.params.len() != other.params.len() || f.variadic != other.variadic {
            return None;
        }
        let types = |v: &crate::region::VarId| self.vars[v.index()].ty;
        let pairs = f
            .params
            .iter()
            .map(types)
            .zip(other.params.iter().map(types));
        let mut same = true;
        for (from, to) in pairs.chain([(other.ret, f.ret)]) {
            same &= self.becomes(from, to)?;
        }
        Some(same)
    }

    /// Whether a value of one type becomes one of another without a cast, and whether it is that already.
    fn becomes(&self, from: TypeId, to: TypeId) -> Option<bool> {
        let bare = |ty: TypeId| self.types.canonical(ty).clone();
        let (a, b) = (bare(from), bare(to));
        if a == b {
            return Some(true);
        }
        let (Type::Pointer(p), Type::Pointer(q)) = (&a, &b) else {
            let number = |ty| self.types.is_scalar(ty) && !self.types.is_pointer(ty);
            let dropped = matches!(b, Type::Void);
            return (dropped || number(from) && number(to)).then_some(false);
        };
        let (p, q) = (bare(*p), bare(*q));
        let opaque = |t: &Type| matches!(t, Type::Void | Type::Array(..) | Type::Function { .. });
        (p == q || opaque(&p) || opaque(&q)).then_some(p == q)
    }
}
