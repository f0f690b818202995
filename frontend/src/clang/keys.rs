//! What tells the instances of a template apart, as types of C++ that can be written anywhere behind the program's text.

use super::closures::{Closures, shown};
use super::cursor::{CType, Cursor, TemplateArgument};
use super::instances::{is_class_template, is_in_template};
use super::places::is_class;
use super::weave::Weave;
use clang_sys::*;

/// What the host's names of a pack's variables begin with: `__accrs_nth<1>(x...)`.
const PACK: &str = "__accrs_nth<";

/// What names the arguments of instances.
pub struct Keys<'k, 't> {
    pub weave: &'k Weave,
    pub closures: &'k mut Closures<'t>,
    /// What the key's template needs.
    pub parameters: Vec<String>,
}

impl<'t> Keys<'_, 't> {
    fn of(&mut self, ty: CType<'t>) -> Result<String, String> {
        match self.closures.key(self.weave, ty, type_key) {
            None => type_key(ty),
            Some(key) => {
                let key = key?;
                for p in key.parameters {
                    if !self.parameters.contains(&p) {
                        self.parameters.push(p);
                    }
                }
                Ok(key.name)
            }
        }
    }
}

/// What a template's parameter is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameter {
    Type,
    Signed,
    Unsigned,
    /// `class... T`, `int... n`
    Pack,
    /// `template <class> class V`: a type that it makes is one of the function's parameters.
    Template,
    Other,
}

/// The names of a template's own parameters, and what they are.
fn parameters(template: Cursor<'_>, weave: &Weave) -> Vec<(String, Parameter)> {
    let kids = template.children().into_iter();
    let pack = |k: Cursor<'_>| {
        let (from, to) = k.extent();
        let text = weave.text.get(from as usize..to as usize);
        let declared = text.and_then(|t| t.split('=').next());
        declared.is_some_and(|t| t.contains("..."))
    };
    let own = kids.filter_map(|k| match k.kind() {
        CXCursor_TemplateTypeParameter | CXCursor_NonTypeTemplateParameter if pack(k) => {
            Some((k.spelling(), Parameter::Pack))
        }
        CXCursor_TemplateTypeParameter => Some((k.spelling(), Parameter::Type)),
        CXCursor_NonTypeTemplateParameter => Some((k.spelling(), number(k.ty()))),
        CXCursor_TemplateTemplateParameter => Some((k.spelling(), Parameter::Template)),
        _ => None,
    });
    own.collect()
}

fn number(ty: CType<'_>) -> Parameter {
    let ty = ty.canonical();
    match ty.kind() {
        CXType_Enum => number(ty.declaration().enum_type()),
        CXType_Bool | CXType_Char_U | CXType_UChar | CXType_Char16 | CXType_Char32
        | CXType_UShort | CXType_UInt | CXType_ULong | CXType_ULongLong => Parameter::Unsigned,
        CXType_Char_S | CXType_SChar | CXType_WChar | CXType_Short | CXType_Int | CXType_Long
        | CXType_LongLong => Parameter::Signed,
        _ => Parameter::Other,
    }
}

/// A template of a member function: clang doesn't tell the arguments of its instances, whose parameters tell them apart.
fn is_member_template(pattern: Cursor<'_>, weave: &Weave) -> bool {
    // Nor does it show the parameters that `std::integral auto` stands for.
    let hidden = || parameters(pattern, weave).is_empty();
    pattern.kind() == CXCursor_FunctionTemplate && (class_of(pattern).is_some() || hidden())
}

/// The parameters of a function that have names, and their types.
fn parameter_types(function: Cursor<'_>) -> Vec<(String, CType<'_>)> {
    let mut kids = function.children();
    kids.retain(|k| k.kind() == CXCursor_ParmDecl && !k.spelling().is_empty());
    kids.into_iter().map(|k| (k.spelling(), k.ty())).collect()
}

/// The names of a function's parameters that are objects of classes.
pub fn objects_of(function: Cursor<'_>) -> Vec<String> {
    let all = parameter_types(function).into_iter();
    let object = |ty: CType<'_>| {
        let of = super::reference::referred(ty).unwrap_or(ty).canonical();
        of.kind() == CXType_Record
    };
    all.filter(|(_, ty)| object(*ty))
        .map(|(name, _)| name)
        .collect()
}

/// The class around a member of a template.
fn class_of(function: Cursor<'_>) -> Option<Cursor<'_>> {
    let parent = function.semantic_parent();
    (is_class(parent) || is_class_template(parent)).then_some(parent)
}

/// The function's parameter whose type a template's parameter makes that is a template: `v` of `V<T> v`.
fn made_by(pattern: Cursor<'_>, template: &str) -> Option<String> {
    let all = parameter_types(pattern).into_iter();
    let mut made = all.filter(|(_, ty)| names(&ty.spelling(), template));
    made.next().map(|(name, _)| name)
}

/// Where the function's own pack is that shows a pack of its template, and its name: `x` of `T... x`.
fn shown_pack(pattern: Cursor<'_>, pack: &str) -> Option<(usize, String)> {
    let all = all_parameters(pattern);
    let is_pack = |p: &Cursor<'_>| p.ty().spelling().ends_with("...");
    let mut packs = all.iter().enumerate().filter(|(_, p)| is_pack(p));
    let (at, p) = packs.next().filter(|_| packs.next().is_none())?;
    let named = !p.spelling().is_empty() && names(&p.ty().spelling(), pack);
    named.then(|| (at, p.spelling()))
}

fn all_parameters(function: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut kids = function.children();
    kids.retain(|k| k.kind() == CXCursor_ParmDecl);
    kids
}

/// Whether a type's text names something.
fn names(ty: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    ty.split(|c| !word(c)).any(|w| w == name)
}

/// The types of what a pack of an instance's parameters has become.
fn types_of_pack<'t>(
    pattern: Cursor<'_>,
    function: Cursor<'t>,
    pack: &str,
) -> Result<Vec<CType<'t>>, String> {
    let (at, _) = shown_pack(pattern, pack).ok_or_else(|| {
        format!("the pack `{pack}`, which is no pack of the function's parameters")
    })?;
    let (own, all) = (all_parameters(pattern).len(), all_parameters(function));
    let n = (all.len() + 1).saturating_sub(own);
    let types: Vec<CType<'t>> = all.iter().skip(at).take(n).map(|p| p.ty()).collect();
    match holds_objects(function) {
        true => Err(format!("objects in the pack `{pack}`")),
        false => Ok(types),
    }
}

/// Whether one of the parameters that are an instance's pack is an object: it would have no name for what it holds.
fn holds_objects(function: Cursor<'_>) -> bool {
    let of_pack: Vec<usize> = names_of_pack(function).into_iter().map(|n| n.0).collect();
    all_parameters(function).into_iter().any(|p| {
        let ty = super::reference::referred(p.ty()).unwrap_or(p.ty());
        of_pack.contains(&p.entity()) && ty.canonical().kind() == CXType_Record
    })
}

/// What the parameters of an instance that are a pack's are called in the template: `x...`, with their places in the pack.
pub fn names_of_pack(function: Cursor<'_>) -> Vec<(usize, String)> {
    let Some(pattern) = function.specialized() else {
        return Vec::new();
    };
    let mut packs = all_parameters(pattern).into_iter().enumerate();
    let Some((at, p)) = packs.find(|(_, p)| p.ty().spelling().ends_with("...")) else {
        return Vec::new();
    };
    let (own, all) = (all_parameters(pattern).len(), all_parameters(function));
    let n = (all.len() + 1).saturating_sub(own);
    let of = all.into_iter().skip(at).take(n).enumerate();
    let name = p.spelling();
    of.map(|(k, p)| (p.entity(), format!("{PACK}{k}>({name}...)")))
        .collect()
}

pub fn key_in_template(pattern: Cursor<'_>, weave: &Weave) -> String {
    let mut parts = Vec::new();
    if is_in_template(pattern) {
        parts.extend(class_of(pattern).map(|c| c.spelling()));
    }
    if is_member_template(pattern, weave) {
        let named = parameter_types(pattern).into_iter();
        parts.extend(
            named.map(|(name, ty)| match ty.spelling().ends_with("...") {
                true => format!("decltype({name})..."),
                false => format!("decltype({name})"),
            }),
        );
    } else if pattern.kind() == CXCursor_FunctionTemplate {
        for (name, what) in parameters(pattern, weave)
            .into_iter()
            .filter(|p| !p.0.is_empty())
        {
            parts.push(match what {
                Parameter::Type => name,
                Parameter::Pack => match shown_pack(pattern, &name) {
                    Some((_, of)) => format!("decltype({of})..."),
                    None => continue,
                },
                Parameter::Template => match made_by(pattern, &name) {
                    Some(of) => format!("decltype({of})"),
                    None => continue,
                },
                _ => format!("__accrs_constant<(long long)({name})>"),
            });
        }
    }
    parts.join(", ")
}

/// The key with an instance's arguments, and the name that messages have for it; or what has no name in C++'s text.
pub fn key_of_instance<'t>(
    pattern: Cursor<'_>,
    function: Cursor<'t>,
    keys: &mut Keys<'_, 't>,
) -> Result<(String, String), String> {
    let weave = keys.weave;
    let mut parts = Vec::new();
    let mut name = function.spelling();
    if is_in_template(pattern) {
        let class = class_of(function).ok_or("a class without a name")?;
        parts.push(keys.of(class.ty())?);
        name = format!("{}::{name}", shown(class.ty()));
    }
    if is_member_template(pattern, weave) {
        let types = parameter_types(pattern);
        if types.iter().any(|(_, ty)| ty.spelling().ends_with("...")) && holds_objects(function) {
            return Err("objects in a pack".into());
        }
        let told = |name: &str| types.iter().any(|(_, ty)| names(&ty.spelling(), name));
        let mut own = parameters(pattern, weave).into_iter();
        if let Some((name, _)) = own.find(|(name, _)| !name.is_empty() && !told(name)) {
            return Err(format!(
                "the parameter `{name}`, which is in no parameter of the function"
            ));
        }
        let mut shown = Vec::new();
        for (_, ty) in parameter_types(function) {
            parts.push(keys.of(ty)?);
            shown.push(super::closures::shown(ty));
        }
        name = format!("{name}({})", shown.join(", "));
    } else if pattern.kind() == CXCursor_FunctionTemplate {
        let parameters = parameters(pattern, weave);
        let arguments = function.template_arguments();
        let mut shown = Vec::new();
        if parameters.len() != arguments.len() {
            return Err("this form of parameters".into());
        }
        for ((name, what), argument) in parameters.iter().zip(arguments) {
            if *what == Parameter::Pack {
                for ty in types_of_pack(pattern, function, name)? {
                    parts.push(keys.of(ty)?);
                    shown.push(super::closures::shown(ty));
                }
                continue;
            }
            if *what == Parameter::Template && !name.is_empty() {
                let of = made_by(pattern, name);
                let mut all = parameter_types(function).into_iter();
                let of = all.find(|(own, _)| of.as_ref() == Some(own));
                let (_, ty) = of.ok_or_else(|| format!("the parameter `{name}`"))?;
                parts.push(keys.of(ty)?);
                shown.push(super::closures::shown(ty));
                continue;
            }
            let n = match (argument, what) {
                (TemplateArgument::Type(ty), Parameter::Type) => {
                    let key = keys.of(ty)?;
                    if !name.is_empty() {
                        parts.push(key);
                        shown.push(super::closures::shown(ty));
                    }
                    continue;
                }
                (TemplateArgument::Number(n, _), Parameter::Signed) => i128::from(n),
                (TemplateArgument::Number(_, n), Parameter::Unsigned) => i128::from(n),
                _ if name.is_empty() => continue,
                _ => return Err(format!("the parameter `{name}`")),
            };
            let (key, word) = (
                format!("__accrs_constant<{}>", literal(n as i64)),
                n.to_string(),
            );
            if !name.is_empty() {
                parts.push(key);
                shown.push(word);
            }
        }
        name = format!("{name}<{}>", shown.join(", "));
    }
    Ok((parts.join(", "), name))
}

fn literal(n: i64) -> String {
    match n {
        i64::MIN => "(-9223372036854775807ll - 1)".into(),
        n => format!("({n}ll)"),
    }
}

/// What names a type anywhere behind the program's text.
pub fn type_key(ty: CType<'_>) -> Result<String, String> {
    let name = ty
        .canonical()
        .spelling()
        .replace("(anonymous namespace)::", "");
    let told = || Err(format!("`{}`", ty.spelling()));
    if name.contains("(lambda") || name.contains("(unnamed") || name.contains("(anonymous") {
        return told();
    }
    match is_nameable(ty, 0) {
        true => Ok(super::names::in_namespace(&name)),
        false => told(),
    }
}

/// Whether a type is declared outside of functions, and so are those that it is made of.
fn is_nameable(ty: CType<'_>, depth: u32) -> bool {
    let ty = ty.canonical();
    let parts = |ty: CType<'_>| {
        let all = ty.template_arguments();
        depth < 32 && all.into_iter().flatten().all(|t| is_nameable(t, depth + 1))
    };
    match ty.kind() {
        CXType_Pointer | CXType_LValueReference | CXType_RValueReference => {
            is_nameable(ty.pointee(), depth + 1)
        }
        CXType_ConstantArray | CXType_IncompleteArray => is_nameable(ty.element(), depth + 1),
        CXType_FunctionProto => {
            is_nameable(ty.result(), depth + 1)
                && ty
                    .parameters()
                    .into_iter()
                    .all(|p| is_nameable(p, depth + 1))
        }
        CXType_Record | CXType_Enum => {
            let mut at = ty.declaration().semantic_parent();
            while is_class(at) || is_class_template(at) || at.kind() == CXCursor_LinkageSpec {
                at = at.semantic_parent();
            }
            matches!(at.kind(), CXCursor_TranslationUnit | CXCursor_Namespace) && parts(ty)
        }
        _ => true,
    }
}
