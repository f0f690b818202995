//! Functions that devices may run: what is known of them, and their bodies.

use super::build::{Builder, Res, Undeclared};
use super::cursor::Cursor;
use super::host;
use super::instances::is_in_template;
use super::methods::{This, has_object};
use super::reference::{Stands, referred};
use crate::diag::{Diagnostic, codes};
use crate::region::{Function, FunctionId, Level, Type, TypeId, VarId, library};
use crate::source::Span;
use clang_sys::*;

/// What names of the linker have where a namespace without a name is around.
const UNNAMED_SPACE: &str = "_GLOBAL__N_";

impl<'t> Builder<'t> {
    pub fn function_id(&mut self, decl: Cursor<'t>) -> Res<FunctionId> {
        let name = decl.spelling();
        let key = self.key_of(decl);
        if let Some(&id) = self.function_ids.get(&key) {
            return Ok(id);
        }
        let best = decl.definition().unwrap_or(decl);
        let ty = best.ty();
        let undeclared = self.undeclared.get(&name).copied();
        let name = super::weave::written(&name);
        // Of these clang's guess is right.
        let of_gcc = name.starts_with(super::weave::PARLEVEL.0);
        if name.starts_with("__builtin_") && undeclared == Some(Undeclared::Unknown) && !of_gcc {
            // Clang made up a declaration that returns `int`.
            let message = format!("`{name}` is a builtin of gcc that isn't known here");
            return self.fail(codes::UNSUPPORTED_C, self.place, message);
        }
        // `sqrt` used without its header: clang knows its type; or with a declaration of the program's own.
        let its_name = library::is_math(&name) || library::OTHERS.contains(&name.as_str());
        let is_elsewhere = !best.is_definition() && best.storage_class() != CX_SC_Static;
        let symbol = self.symbol_of(best);
        let known = is_elsewhere
            && symbol.is_none()
            && (undeclared == Some(Undeclared::Library) || its_name);
        let (ret, result) = self.result_of(best)?;
        let mut params = Vec::new();
        if best.kind() != CXCursor_Constructor && has_object(best) {
            params.push(self.hidden_parameter(best)?);
        }
        for p in best.arguments() {
            params.push(self.parameter(p, best)?);
        }
        // The compiler names the operands of comparisons that it writes itself.
        if matches!(name.as_str(), "operator<=>" | "operator==") {
            for v in &params {
                let name = &mut self.vars[v.index()].name;
                if name.is_empty() {
                    *name = "operand".into();
                }
            }
        }
        self.tell_apart(&params);
        let id = FunctionId(self.functions.len() as u32);
        for site in self.sites_of_template(best) {
            self.note_routine(&key, site);
        }
        self.function_ids.insert(key, id);
        match result {
            Some(true) => drop(self.pointers.insert(id)),
            Some(false) => drop(self.values.insert(id)),
            None => {}
        }
        let name = match symbol {
            Some(_) => self.qualified_name(best),
            None => name,
        };
        // Of C++'s library the functions that are templates or inline have their bodies in its headers.
        let in_header = self.rules.cpp && symbol.is_some() && best.is_definition();
        let span = self.weave.span(best.extent());
        let at = best.location();
        let builtin = name.starts_with("__builtin_") || name.starts_with("__sync_");
        let unnamed = symbol.as_deref().is_some_and(|s| s.contains(UNNAMED_SPACE));
        let is_static =
            best.storage_class() == CX_SC_Static && !is_function_of_class(best) || unnamed;
        self.functions.push(Function {
            variadic: ty.is_variadic(),
            is_static,
            is_inline: best.is_inline(),
            body: None,
            routine: None,
            level: Level::Seq,
            bind: None,
            declared: (self.rules.cpp && is_alone(best))
                .then(|| self.weave.span(best.canonical().extent())),
            nohost: false,
            library: !builtin
                && (at == 0 || known || self.source.in_system_header(span.start))
                && !(is_static && best.is_definition())
                && !in_header,
            builtin,
            changes_nothing: best
                .children()
                .iter()
                .any(|c| matches!(c.kind(), CXCursor_ConstAttr | CXCursor_PureAttr)),
            span,
            name,
            symbol,
            ret,
            params,
        });
        self.asked.push(false);
        Ok(id)
    }

    /// The parameters that a pack becomes share a name.
    pub fn tell_apart(&mut self, params: &[VarId]) {
        for (k, v) in params.iter().enumerate().skip(1) {
            let name = self.vars[v.index()].name.clone();
            let same = |o: &VarId| self.vars[o.index()].name == name;
            if !name.is_empty() && params[..k].iter().any(same) {
                self.vars[v.index()].name = format!("{name}_{k}");
            }
        }
    }

    /// The type of a function's result, and whether one that is a reference is a pointer here, or a value.
    pub fn result_of(&mut self, f: Cursor<'t>) -> Res<(TypeId, Option<bool>)> {
        if f.kind() == CXCursor_Constructor {
            let class = f.semantic_parent().ty().canonical();
            return Ok((self.ty(class)?, None));
        }
        let ty = f.ty().result();
        let Some(to) = referred(ty) else {
            return Ok((self.ty(ty)?, None));
        };
        let target = self.ty(to)?;
        let number = self.types.is_scalar(target) && to.is_const();
        if number && self.writes_nothing(f) {
            return Ok((self.unqualified_type(target), Some(false)));
        }
        Ok((self.types.intern(Type::Pointer(target)), Some(true)))
    }

    /// A parameter of a function that devices may run.
    pub fn parameter(&mut self, p: Cursor<'t>, f: Cursor<'t>) -> Res<VarId> {
        // What a function that holds constructs refers to is the host's.
        let hosts = f
            .definition()
            .is_some_and(|d| self.holds_constructs(d.extent()));
        let var = self.var(p)?;
        if referred(p.ty()).is_none() || hosts || self.references.contains_key(&p.entity()) {
            return Ok(var);
        }
        self.aliases.remove(&var);
        if self.is_by_value(p, f) {
            self.by_value.insert(var);
            return Ok(var);
        }
        let to = self.vars[var.index()].ty;
        if !self.by_value.contains(&var) {
            self.vars[var.index()].ty = self.types.intern(Type::Pointer(to));
            self.references.insert(p.entity(), Stands::Pointer(var));
        }
        Ok(var)
    }

    /// The device calls `id`: its body must become IR, unless it is a library's.
    pub fn need_body(&mut self, id: FunctionId, decl: Cursor<'t>, used: Span) -> Res<()> {
        let f = &self.functions[id.index()];
        if f.library || f.builtin {
            return Ok(());
        }
        self.use_in_scope(id, used);
        if std::mem::replace(&mut self.asked[id.index()], true) {
            return Ok(());
        }
        let name = self.functions[id.index()].link_name().to_string();
        let mut elsewhere = false;
        if let Some((to, span)) = self.bound(&name) {
            self.bind(id, to, span)?;
            elsewhere = true;
        }
        // Marked by the user: another file has it.
        elsewhere |= self.routines.contains_key(&name) && !self.functions[id.index()].is_static;
        let f = &self.functions[id.index()];
        match decl.definition() {
            Some(definition) => {
                if self.rules.cpp && self.source.in_system_header(f.span.start) {
                    let own = || (f.name.clone(), used);
                    let origin = self.origin.clone().unwrap_or_else(own);
                    self.origins.insert(id, origin);
                }
                self.queue.push((id, definition));
                Ok(())
            }
            None if elsewhere => Ok(()),
            None => {
                let d = Diagnostic::error(
                    codes::UNKNOWN_BODY,
                    used,
                    format!(
                        "the body of `{}` isn't known here, so no device can run it",
                        f.name
                    ),
                )
                .label("called from a compute construct")
                .help("define it in this file, or in a header as `static inline`; or, where another file has it, put `#pragma acc routine` before its prototype");
                let d = match f.span.start < f.span.end {
                    true => d.related(f.span, "declared here"),
                    false => d,
                };
                self.fail_with(d)
            }
        }
    }

    /// Of what is wrong in a library's header, the first thing, at the program's call that leads there.
    fn say_at_call(&mut self, said: usize, name: &str, at: Span) {
        let Some(first) = self.diagnostics.drain(said..).next() else {
            return;
        };
        let told = |d: &Diagnostic| d.code == codes::UNSUPPORTED_CPP && d.span == Some(at);
        if self.diagnostics.iter().any(told) {
            return;
        }
        const REFUSED: &str = " can't be compiled inside OpenACC constructs";
        let reason = match first.message.strip_suffix(REFUSED) {
            Some(what) => format!("it needs {what}"),
            None => first.message.clone(),
        };
        let message = format!("`{name}`{REFUSED}: {reason}");
        let mut d = Diagnostic::error(codes::UNSUPPORTED_CPP, at, message)
            .help("write a function of your own for it, with numbers, pointers and plain structs");
        if let Some(span) = first.span {
            d = d.related(span, "because of this");
        }
        self.diagnostics.push(d);
    }

    /// The body of a function that runs on the device.
    pub fn device_function(&mut self, id: FunctionId, definition: Cursor<'t>) {
        let Some(body) = definition.children().pop() else {
            return;
        };
        if body.kind() != CXCursor_CompoundStmt {
            let span = self.weave.span(definition.extent());
            let what = format!("the function `{}`", definition.spelling());
            let _: Res<()> = self.refuse_cpp(span, &what, "write its body as a block");
            return;
        }
        let extent = definition.extent();
        self.used.push(self.weave.span(extent));
        let name = definition.spelling();
        let outer = std::mem::replace(&mut self.function_name, name);
        (self.device, self.inside, self.in_function) = (true, extent, true);
        self.returns_pointer = self.pointers.contains(&id);
        self.origin = self.origins.get(&id).cloned();
        let said = self.diagnostics.len();
        let stmts = match definition.kind() {
            CXCursor_Constructor => self.constructor_body(id, definition, body),
            _ => {
                self.this = match has_object(definition) {
                    true => self.functions[id.index()]
                        .params
                        .first()
                        .map_or(This::None, |v| This::Pointer(*v)),
                    false => This::None,
                };
                self.block(body)
            }
        };
        (self.this, self.in_function) = (This::None, false);
        if stmts.is_err() && self.is_hosts_alone(body, said) {
            self.diagnostics.truncate(said);
        }
        if let Some((name, at)) = self.origin.take() {
            self.say_at_call(said, &name, at);
        }
        (self.device, self.inside, self.returns_pointer) = (false, (0, 0), false);
        self.function_name = outer;
        if let Ok(stmts) = stmts {
            self.functions[id.index()].body = Some(stmts);
            host::add_device(self, body);
        }
    }
}

/// `static` says of a member that it needs no object, not that its file keeps it.
fn is_function_of_class(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_CXXMethod
}

/// Whether a function's text is its own, and its name is a word.
fn is_alone(f: Cursor<'_>) -> bool {
    matches!(f.kind(), CXCursor_FunctionDecl | CXCursor_CXXMethod)
        && !has_object(f)
        && f.specialized().is_none()
        && !is_in_template(f)
        && !f.spelling().starts_with("operator")
}

/// A function, or a member of a class that is one.
pub fn is_function(c: Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_FunctionDecl
            | CXCursor_CXXMethod
            | CXCursor_Constructor
            | CXCursor_Destructor
            | CXCursor_ConversionFunction
    )
}
