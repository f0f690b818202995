//! Names of types where libclang shows none: in `sizeof (type)`, and in the associations of `_Generic`. They are read from the text.

use super::build::{Builder, Res};
use super::cursor::Cursor;
use super::literal;
use crate::region::{Qualifiers, Type, TypeId};
use clang_sys::*;
use std::collections::HashMap;

/// What a file declares outside of functions, in the order of the text.
#[derive(Default)]
pub struct FileScope<'t> {
    all: Vec<Cursor<'t>>,
    types: HashMap<String, Vec<Cursor<'t>>>,
}

impl<'t> FileScope<'t> {
    pub fn new(all: Vec<Cursor<'t>>) -> Self {
        let mut types: HashMap<String, Vec<Cursor<'t>>> = HashMap::new();
        let names = |k: &&Cursor<'t>| {
            matches!(
                k.kind(),
                CXCursor_TypedefDecl | CXCursor_StructDecl | CXCursor_UnionDecl | CXCursor_EnumDecl
            )
        };
        for k in all.iter().filter(names) {
            types.entry(k.spelling()).or_default().push(*k);
        }
        FileScope { all, types }
    }

    pub fn all(&self) -> &[Cursor<'t>] {
        &self.all
    }

    /// The declaration whose text has the byte `at`.
    fn around(&self, at: u32) -> Option<Cursor<'t>> {
        let behind = self.all.partition_point(|k| k.extent().0 <= at);
        let k = self.all[..behind].last()?;
        (at < k.extent().1).then_some(*k)
    }

    fn types_of(&self, name: &str) -> impl DoubleEndedIterator<Item = Cursor<'t>> {
        self.types.get(name).into_iter().flatten().copied()
    }
}

impl<'t> Builder<'t> {
    /// The type in `sizeof (type)`, which is the text of `c`.
    pub fn type_in_brackets(&mut self, c: Cursor<'t>, text: &str) -> Res<Option<TypeId>> {
        let inner = text.split_once('(').and_then(|(_, t)| t.rsplit_once(')'));
        match inner {
            Some((inner, _)) => {
                let mut kids = c.children().into_iter();
                let named = kids.find(|k| k.kind() == CXCursor_TypeRef);
                self.written_type(named, c.extent().0, inner)
            }
            None => Ok(None),
        }
    }

    /// The type that `text` names with words and stars: `const struct point *const *`. `None` for other forms. `named` is the typedef or the tag
    /// in it where clang tells, and `at` is where it stands.
    pub fn written_type(
        &mut self,
        named: Option<Cursor<'t>>,
        at: u32,
        text: &str,
    ) -> Res<Option<TypeId>> {
        // A macro of a system header brings line markers with it.
        let lines = text.lines().filter(|l| !l.trim_start().starts_with('#'));
        let text = lines.collect::<Vec<_>>().join(" ");
        let mut parts = text.split('*');
        let Some(base) = parts.next() else {
            return Ok(None);
        };
        let mut words = Vec::new();
        let mut q = Qualifiers::default();
        for word in base.split_whitespace() {
            if !word.chars().all(|ch| ch.is_alphanumeric() || ch == '_') {
                return Ok(None);
            }
            if !qualify(&mut q, word) {
                words.push(word);
            }
        }
        let base = named.or_else(|| match words[..] {
            [tag @ ("struct" | "union" | "enum"), name] => self.declared(name, Some(tag), at),
            [name] => self.declared(name, None, at),
            _ => None,
        });
        let base = match base {
            Some(named) => Some(self.ty(named.ty())?),
            None => literal::builtin_type(&words).map(|t| self.types.intern(t)),
        };
        let Some(base) = base else {
            return Ok(None);
        };
        let mut ty = self.qualified(base, q);
        for stars in parts {
            let mut q = Qualifiers::default();
            if !stars.split_whitespace().all(|word| qualify(&mut q, word)) {
                return Ok(None);
            }
            ty = self.types.intern(Type::Pointer(ty));
            ty = self.qualified(ty, q);
        }
        Ok(Some(ty))
    }

    /// What declares the typedef or the tag that is named at `at`: the last before it of the innermost block that has one (C11 6.2.1, 6.2.3).
    fn declared(&mut self, name: &str, tag: Option<&str>, at: u32) -> Option<Cursor<'t>> {
        let kind = match tag {
            None => CXCursor_TypedefDecl,
            Some("struct") => CXCursor_StructDecl,
            Some("union") => CXCursor_UnionDecl,
            Some(_) => CXCursor_EnumDecl,
        };
        let of_name = |k: &Cursor<'t>| k.kind() == kind && k.spelling() == name;
        let mut found = None;
        let mut around = self.file_scope.around(at);
        while let Some(scope) = around {
            around = None;
            for k in scope.children() {
                let (from, to) = k.extent();
                if from >= at {
                    break;
                }
                if at < to {
                    around = Some(k);
                }
                let declared = match k.kind() {
                    CXCursor_DeclStmt => k.children().into_iter().rfind(of_name),
                    _ => None,
                };
                found = declared.or(found);
            }
        }
        found.or_else(|| self.file_scope.types_of(name).rfind(of_name))
    }

    fn qualified(&mut self, ty: TypeId, q: Qualifiers) -> TypeId {
        match q == Qualifiers::default() {
            true => ty,
            false => self.types.intern(Type::Qualified(ty, q)),
        }
    }
}

/// Whether `word` is a qualifier, which is then noted.
fn qualify(q: &mut Qualifiers, word: &str) -> bool {
    match word.trim_matches('_') {
        "const" => q.is_const = true,
        "volatile" => q.is_volatile = true,
        "restrict" => q.is_restrict = true,
        _ => return false,
    }
    true
}
