//! Members that a `for` over an object calls without naming them. clang shows them nowhere, and of an instance of a template not as members either; so text
//! behind the file's own names them, for the classes of the unit itself:
//!
//! ```text
//! static inline void __accrs_range_0(view<double> &r) { auto at = r.begin(); auto end = r.end(); (void)*at; ++at; (void)(at != end); }
//! ```

use super::classes::class_members;
use super::cursor::{CType, Cursor, Tu};
use super::instances::Search;
use super::keys::type_key;
use super::reference::referred;
use super::weave::Weave;
use crate::source::SourceMap;
use clang_sys::*;
use std::collections::HashMap;
use std::fmt::Write;

const NAMED: &str = "__accrs_range_";

/// What a `for` calls.
#[derive(Clone, Copy)]
pub struct RangeMembers<'t> {
    pub begin: Cursor<'t>,
    pub end: Cursor<'t>,
    /// Of iterators that are objects.
    pub steps: Option<Steps<'t>>,
}

/// `*it`, `++it`, `it != end`; `true`: what the last one says is the opposite.
#[derive(Clone, Copy)]
pub struct Steps<'t> {
    pub value: Cursor<'t>,
    pub next: Cursor<'t>,
    pub differs: (Cursor<'t>, bool),
}

/// The text; empty where nothing of the kind is ranged over.
pub fn named(source: &SourceMap, weave: &Weave, search: &Search) -> String {
    let mut out = String::new();
    let mut known: Vec<String> = Vec::new();
    for ty in &search.ranges {
        let class = ty.declaration();
        let own = ty.kind() == CXType_Record
            && !source.in_system_header(weave.original(class.location()));
        let Some(Ok(name)) = own.then(|| type_key(*ty)) else {
            continue;
        };
        let members = class_members(class);
        let has = |name: &str| {
            let is_it = |m: &Cursor<'_>| m.kind() == CXCursor_CXXMethod && m.spelling() == name;
            members.iter().any(is_it)
        };
        if known.contains(&name) || !has("begin") || !has("end") {
            continue;
        }
        let _ = write!(
            out,
            "\nstatic inline void {NAMED}{}({name} &r) {{ auto at = r.begin(); auto end = r.end(); (void)*at; ++at; (void)(at != end); }}",
            known.len()
        );
        known.push(name);
    }
    out
}

/// What the text has named, by the types of the objects.
pub fn members<'t>(tu: &'t Tu) -> HashMap<String, RangeMembers<'t>> {
    let mut out = HashMap::new();
    for f in tu.root().children() {
        let named = f.kind() == CXCursor_FunctionDecl && f.spelling().starts_with(NAMED);
        let object = f.arguments().first().and_then(|p| referred(p.ty()));
        if let (true, Some(object), Some(body)) = (named, object, f.children().pop()) {
            let of = of_body(body);
            out.extend(of.map(|m| (object.canonical().spelling(), m)));
        }
    }
    out
}

fn of_body(body: Cursor<'_>) -> Option<RangeMembers<'_>> {
    let mut called = Vec::new();
    calls(body, &mut called);
    let find = |names: &[&str]| {
        let mut all = called.iter();
        all.rfind(|f| names.contains(&f.spelling().as_str()))
            .copied()
    };
    let steps = || {
        let differs = find(&["operator!=", "operator=="])?;
        Some(Steps {
            value: find(&["operator*"])?,
            next: find(&["operator++"])?,
            differs: (differs, differs.spelling() == "operator=="),
        })
    };
    Some(RangeMembers {
        begin: find(&["begin"])?,
        end: find(&["end"])?,
        steps: steps(),
    })
}

fn calls<'t>(c: Cursor<'t>, out: &mut Vec<Cursor<'t>>) {
    if c.kind() == CXCursor_CallExpr {
        out.extend(c.referenced());
    }
    c.children().into_iter().for_each(|k| calls(k, out));
}

/// The class of an object that is ranged over, by which its members are known.
pub fn key(class: CType<'_>) -> String {
    class.canonical().spelling()
}
