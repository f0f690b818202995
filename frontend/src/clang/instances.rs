//! Functions of templates that hold constructs, and what they have become in this unit. clang's tree has a template's text once, without types; an
//! instance is found where something names it. The text of each is copied behind the file's own ([`SourceMap::with_copies`]), so that
//! each construct of each instance has a place of its own, and all later stages see functions as if the user had written them out.

use super::closures::Closures;
use super::cursor::{CType, Cursor, Tu};
use super::functions::is_function;
use super::host::core;
use super::keys::{Keys, key_in_template, key_of_instance, objects_of};
use super::places::is_class;
use super::weave::{Copy, Weave};
use crate::diag::{Diagnostic, codes};
use crate::directive::{Directive, DirectiveKind, Raw};
use crate::region::{Instance, Template, Wrapped};
use crate::source::{SourceMap, Span};
use clang_sys::*;
use std::collections::{HashMap, HashSet};

/// The text with the copies, what they are copies of, and the instances that they are for.
pub struct Copies<'t> {
    pub source: SourceMap,
    pub templates: Vec<Template>,
    pub instances: Vec<Built<'t>>,
    /// The unit's lambdas by their classes, and those that are arguments of templates.
    pub closures: HashMap<usize, Cursor<'t>>,
    pub lambdas: Vec<Wrapped>,
    pub diagnostics: Vec<Diagnostic>,
}

/// An instance that is to be built.
pub struct Built<'t> {
    pub function: Cursor<'t>,
    pub name: String,
    pub copy: Copy,
}

/// A function of a template, as the text has it.
pub struct Pattern<'t> {
    pub function: Cursor<'t>,
    body: Cursor<'t>,
    span: Span,
}

/// Finds templates with constructs and their instances; `None` if there are no such templates.
pub fn find<'t>(
    source: &SourceMap,
    weave: &mut Weave,
    raws: &[Directive<Raw>],
    tu: &'t Tu,
) -> Option<Copies<'t>> {
    let mut patterns = Vec::new();
    for c in tu.root().children() {
        find_patterns(weave, raws, c, false, &mut patterns);
    }
    if patterns.is_empty() {
        return None;
    }
    let bodies: HashMap<u32, usize> = patterns
        .iter()
        .enumerate()
        .map(|(i, p)| (p.body.extent().0, i))
        .collect();
    let mut search = Search::of(&bodies, &weave.text);
    search.unit(source, weave, tu);
    let (found, mut closures) = (search.found, search.closures);
    let mut templates: Vec<Template> = patterns
        .iter()
        .map(|p| Template {
            body: p.span,
            key: key_in_template(p.function, weave),
            instances: Vec::new(),
        })
        .collect();
    let mut diagnostics = Vec::new();
    let mut wanted = Vec::new();
    for (pattern, function) in found {
        let p = &patterns[pattern];
        let mut keys = Keys {
            weave,
            closures: &mut closures,
            parameters: Vec::new(),
        };
        let (key, name) = match key_of_instance(p.function, function, &mut keys) {
            Ok(key) => key,
            Err(what) => {
                diagnostics.push(no_key(source, weave, raws, p, &what));
                continue;
            }
        };
        let parameters = keys.parameters;
        if templates[pattern].instances.iter().any(|i| i.key == key) {
            diagnostics.push(no_key(
                source,
                weave,
                raws,
                p,
                "two instances that its parameters don't distinguish",
            ));
            continue;
        }
        templates[pattern].instances.push(Instance {
            body: p.span,
            key,
            parameters,
            objects: objects_of(function),
        });
        wanted.push((
            pattern,
            templates[pattern].instances.len() - 1,
            function,
            name,
        ));
    }
    let of: Vec<Span> = wanted.iter().map(|w| patterns[w.0].span).collect();
    let (source, spans) = source.with_copies(&of);
    let mut first = raws.len();
    let mut instances = Vec::new();
    for ((pattern, instance, function, name), span) in wanted.into_iter().zip(spans) {
        templates[pattern].instances[instance].body = span;
        let copy = weave.add_copy(patterns[pattern].span, span.start, first);
        first += copy.sites.1 - copy.sites.0;
        instances.push(Built {
            function,
            name,
            copy,
        });
    }
    let (closures, mut lambdas) = closures.into_wrapped();
    for l in &mut lambdas {
        copied(&templates, &mut l.spans);
    }
    Some(Copies {
        source,
        templates,
        instances,
        closures,
        lambdas,
        diagnostics,
    })
}

/// Adds where texts stand that bodies of templates hold: in each copy of these.
fn copied(templates: &[Template], spans: &mut Vec<Span>) {
    for t in templates {
        let within = |s: &&Span| t.body.start <= s.start && s.end <= t.body.end;
        let Some(inside) = spans.iter().find(within).copied() else {
            continue;
        };
        let (from, to) = (inside.start - t.body.start, inside.end - t.body.start);
        spans.extend(t.instances.iter().map(|i| Span {
            start: i.body.start + from,
            end: i.body.start + to,
        }));
    }
}

/// The instances of class templates that a unit's code names, by their names.
pub fn classes<'t>(source: &SourceMap, weave: &Weave, tu: &'t Tu) -> HashMap<String, CType<'t>> {
    let none = HashMap::new();
    let mut search = Search {
        types: Some(HashMap::new()),
        ..Search::of(&none, &weave.text)
    };
    search.unit(source, weave, tu);
    search.types.unwrap_or_default()
}

/// Functions of templates that hold constructs. `within`: what is around is a template.
pub fn find_patterns<'t>(
    weave: &Weave,
    raws: &[Directive<Raw>],
    c: Cursor<'t>,
    within: bool,
    out: &mut Vec<Pattern<'t>>,
) {
    if !weave.any_site(c.extent()) {
        return;
    }
    let children = |within: bool, out: &mut Vec<Pattern<'t>>| {
        for k in c.children() {
            find_patterns(weave, raws, k, within, out);
        }
    };
    match c.kind() {
        CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl => children(within, out),
        CXCursor_ClassTemplate | CXCursor_ClassTemplatePartialSpecialization => children(true, out),
        _ if is_class(c) => children(within, out),
        CXCursor_FunctionTemplate => add_pattern(weave, raws, c, out),
        _ if is_function(c) && (within || is_in_template(c)) => add_pattern(weave, raws, c, out),
        _ => {}
    }
}

/// A member of a class template that is defined outside of it.
pub fn is_in_template(function: Cursor<'_>) -> bool {
    let mut at = function.semantic_parent();
    while is_class(at) || is_class_template(at) {
        if is_class_template(at) {
            return true;
        }
        at = at.semantic_parent();
    }
    false
}

pub fn is_class_template(c: Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_ClassTemplate | CXCursor_ClassTemplatePartialSpecialization
    )
}

fn add_pattern<'t>(
    weave: &Weave,
    raws: &[Directive<Raw>],
    function: Cursor<'t>,
    out: &mut Vec<Pattern<'t>>,
) {
    let Some(body) = function.children().pop() else {
        return;
    };
    let mut sites = weave.sites_in(body.extent());
    let constructs = sites.any(|site| is_construct(raws[site].kind));
    if body.kind() == CXCursor_CompoundStmt && constructs {
        let span = weave.span(body.extent());
        out.push(Pattern {
            function,
            body,
            span,
        });
    }
}

/// Whether a directive makes the function that it stands in the host's.
pub fn is_construct(kind: DirectiveKind) -> bool {
    use DirectiveKind as D;
    !matches!(kind, D::Loop | D::Atomic(_) | D::Cache | D::Routine)
}

fn no_key(
    source: &SourceMap,
    weave: &Weave,
    raws: &[Directive<Raw>],
    p: &Pattern<'_>,
    what: &str,
) -> Diagnostic {
    let at = weave.sites_in(p.body.extent()).next().map(|s| raws[s].span);
    let at = at.unwrap_or(Span {
        start: p.span.start,
        end: p.span.start + 1,
    });
    debug_assert!(source.whole().end >= at.end);
    let message = format!("constructs in a template aren't compiled for {what}");
    Diagnostic::error(codes::CPP_PLACE, at, message).help(
        "let the template's parameters be types with names outside of functions, and whole numbers",
    )
}

/// `template class C<int>;`, unlike `template <> class C<int> { … };`
fn is_explicit(text: &str, class: Cursor<'_>) -> bool {
    let text = text.get(class.extent().0 as usize..).unwrap_or("");
    let behind = text.strip_prefix("template").map(str::trim_start);
    class.specialized().is_some() && behind.is_some_and(|t| !t.starts_with('<'))
}

/// The walk through what a unit runs.
pub struct Search<'b, 't> {
    /// What clang reads.
    text: &'b str,
    /// Templates by where their bodies begin.
    bodies: &'b HashMap<u32, usize>,
    seen: HashSet<usize>,
    found: Vec<(usize, Cursor<'t>)>,
    /// Instances of class templates, and those of them that the text asks for (`template class C<int>;`).
    pub classes: Vec<Cursor<'t>>,
    pub explicit: Vec<Cursor<'t>>,
    /// What is ranged over by `for`.
    pub ranges: Vec<CType<'t>>,
    closures: Closures<'t>,
    /// Instances of class templates by their names, where somebody asks.
    types: Option<HashMap<String, CType<'t>>>,
}

impl<'b, 't> Search<'b, 't> {
    pub fn of(bodies: &'b HashMap<u32, usize>, text: &'b str) -> Self {
        Search {
            text,
            bodies,
            seen: HashSet::new(),
            found: Vec::new(),
            classes: Vec::new(),
            explicit: Vec::new(),
            ranges: Vec::new(),
            closures: Closures::default(),
            types: None,
        }
    }

    pub fn unit(&mut self, source: &SourceMap, weave: &Weave, tu: &'t Tu) {
        for c in tu.root().children() {
            if !source.in_system_header(weave.original(c.location())) {
                self.walk(c);
            }
        }
    }

    fn walk(&mut self, c: Cursor<'t>) {
        if c.kind() == CXCursor_FunctionTemplate || is_class_template(c) {
            return;
        }
        if is_function(c) {
            if is_in_template(c) {
                return;
            }
            // An explicit instantiation is a declaration with a body elsewhere.
            self.function(c);
        }
        if matches!(
            c.kind(),
            CXCursor_VarDecl | CXCursor_FieldDecl | CXCursor_ParmDecl
        ) {
            self.object(c.ty());
        }
        if is_class(c) {
            self.class(c);
            if is_explicit(self.text, c) {
                self.explicit.push(c);
            }
        }
        // A class without virtual members of its own has those of its bases.
        if c.kind() == CXCursor_CXXBaseSpecifier {
            self.object(c.ty());
        }
        if c.kind() == CXCursor_LambdaExpr {
            self.closures.note(c);
        }
        if c.kind() == CXCursor_CXXForRangeStmt
            && let [_, range, _] = c.children()[..]
        {
            self.ranges.push(core(range).ty().canonical());
        }
        let referenced = c.referenced();
        if let Some(f) = referenced.filter(|f| is_function(*f)) {
            self.function(f);
        }
        if self.types.is_some() {
            self.note_type(c.ty());
            let class = referenced.map(|d| d.semantic_parent());
            class
                .filter(|d| is_class(*d))
                .into_iter()
                .for_each(|d| self.note_type(d.ty()));
        }
        for k in c.children() {
            self.walk(k);
        }
    }

    fn note_type(&mut self, ty: CType<'t>) {
        let mut ty = ty.canonical();
        if ty.kind() == CXType_Pointer {
            ty = ty.pointee().canonical();
        }
        if ty.kind() != CXType_Record {
            return;
        }
        let class = ty.declaration();
        if class.specialized().is_some()
            && let Some(types) = &mut self.types
        {
            let ty = class.ty().canonical();
            types.insert(ty.spelling(), ty);
        }
    }

    fn object(&mut self, ty: CType<'t>) {
        let mut ty = ty.canonical();
        while matches!(ty.kind(), CXType_ConstantArray | CXType_IncompleteArray) {
            ty = ty.element().canonical();
        }
        if ty.kind() == CXType_Record {
            self.class(ty.declaration());
        }
    }

    /// An instance of a class template.
    fn class(&mut self, class: Cursor<'t>) {
        if class.specialized().is_none() || !self.seen.insert(class.entity()) {
            return;
        }
        self.classes.push(class);
        class
            .ty()
            .fields()
            .into_iter()
            .for_each(|f| self.object(f.ty()));
    }

    fn function(&mut self, f: Cursor<'t>) {
        // The compiler's own constructor is an instance of nothing.
        if is_class(f.semantic_parent()) {
            self.class(f.semantic_parent());
        }
        if f.specialized().is_none() {
            return;
        }
        let Some(definition) = f.definition() else {
            return;
        };
        let Some(body) = definition.children().pop() else {
            return;
        };
        if body.kind() != CXCursor_CompoundStmt || !self.seen.insert(definition.entity()) {
            return;
        }
        if let Some(pattern) = self.bodies.get(&body.extent().0) {
            self.found.push((*pattern, definition));
        }
        for k in definition.children() {
            self.walk(k);
        }
    }
}
