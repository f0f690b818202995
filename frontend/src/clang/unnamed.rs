//! Members of class templates that the unit makes without naming them: destructors of objects, virtual members of classes whose objects are made,
//! and all members of a class that is instantiated explicitly. clang's tree shows what is named, so text behind the file's own names them.

use super::cursor::{CType, Cursor, Tu};
use super::instances::{Search, find_patterns, is_class_template};
use super::keys::type_key;
use super::weave::Weave;
use crate::directive::{Directive, Raw};
use crate::source::SourceMap;
use clang_sys::*;
use std::collections::HashMap;
use std::fmt::Write;

/// What clang calls the first parameter of a template of its own, in types: `type-parameter-0-0`.
const PARAMETER: &str = "type-parameter-0-";

/// The text; empty where no template with constructs has such members.
pub fn named(source: &SourceMap, weave: &Weave, raws: &[Directive<Raw>], tu: &Tu) -> String {
    let mut patterns = Vec::new();
    for c in tu.root().children() {
        find_patterns(weave, raws, c, false, &mut patterns);
    }
    let mut holding: Vec<usize> = Vec::new();
    for p in &patterns {
        let class = p.function.semantic_parent();
        if is_class_template(class) {
            holding.push(class.entity());
        }
    }
    let none = HashMap::new();
    let mut search = Search::of(&none, &weave.text);
    search.unit(source, weave, tu);
    let explicit: Vec<usize> = search.explicit.iter().map(|c| c.entity()).collect();
    let mut out = String::new();
    for class in std::mem::take(&mut search.classes) {
        let whole = explicit.contains(&class.entity());
        let Some(template) = class.specialized() else {
            continue;
        };
        // What an explicit instance makes may make instances of other templates.
        if !(holding.contains(&template.entity()) || whole && !patterns.is_empty()) {
            continue;
        }
        let Ok(name) = type_key(class.ty()) else {
            continue;
        };
        let n = out.len();
        let (mut types, mut text) = (String::new(), String::new());
        for (k, ty) in class.ty().template_arguments().into_iter().enumerate() {
            if let Some(Ok(ty)) = ty.map(type_key) {
                let _ = write!(types, " typedef {ty} __accrs_p{k};");
            }
        }
        for member in template.children() {
            let virtually = member.is_virtual() || is_override(member);
            if whole || virtually || member.kind() == CXCursor_Destructor {
                text.extend(use_of(member));
            }
        }
        if text.is_empty() {
            continue;
        }
        let _ = write!(
            out,
            "\nstatic inline void __accrs_named_{n}({name} *p) {{ typedef {name} t;{types}{text} }}"
        );
    }
    let ranges = super::range_members::named(source, weave, &search);
    match out.is_empty() {
        true => ranges,
        false => format!("\ntemplate <class T> T &&__accrs_any();{out}{ranges}"),
    }
}

/// Whether a member says that it overrides one: whether its base has it, clang doesn't know in a template.
fn is_override(member: Cursor<'_>) -> bool {
    let kinds = [CXCursor_CXXOverrideAttr, CXCursor_CXXFinalAttr];
    member.children().iter().any(|c| kinds.contains(&c.kind()))
}

/// A statement that names a member of `*p`, whose class is `t`.
fn use_of(member: Cursor<'_>) -> Option<String> {
    let params: Vec<String> = member
        .arguments()
        .into_iter()
        .map(|p| format!("__accrs_any<{}>()", own_type(p.ty())))
        .collect();
    let params = params.join(", ");
    Some(match member.kind() {
        CXCursor_Destructor => " p->~t();".into(),
        CXCursor_Constructor => format!(" new t({params});"),
        CXCursor_CXXMethod if member.is_const_member() => {
            format!(" ((const t *)p)->{}({params});", member.spelling())
        }
        CXCursor_CXXMethod => format!(" p->{}({params});", member.spelling()),
        CXCursor_ConversionFunction => {
            format!(" p->operator {}();", own_type(member.ty().result()))
        }
        _ => return None,
    })
}

/// A type in a class template, with the template's parameters by our names.
fn own_type(ty: CType<'_>) -> String {
    let name = ty.canonical().spelling();
    name.replace("(anonymous namespace)::", "")
        .replace(PARAMETER, "__accrs_p")
}
