//! Domains, access relations and footprints for people to read: isl's text, with the program's names for what counts and for what doesn't
//! change. Where a name can't stand in isl's notation (a product, a member, a keyword) another one does, and it is said what it means.

use super::access::{Access, Part};
use super::affine::Context;
use super::bounds::cast;
use super::points::{Instance, Points, subscript};
use super::poly::Sym;
use super::quasi::{Atom, Cond};
use super::questions::ask;
use super::rows;
use super::show;
use super::verdict::Inexact;
use accrs_frontend::Unit;
use accrs_frontend::region::Canonical;
use accrs_isl::{Error, Map, Set};
use indexmap::{IndexMap, IndexSet};

/// A footprint is the union of this many relations at most.
const MOST: usize = 40;

/// A set or a relation.
pub struct Shown {
    pub text: String,
    /// What names stand for that the program doesn't have: "n_m = n*m".
    pub meanings: Vec<String>,
    /// Nothing was left out: else it may be too large.
    pub exact: bool,
}

/// The iterations of the last of these loops, outermost first, by the variables of all of them.
///
/// # Errors
/// Why isl doesn't say.
pub fn domain(cx: &Context<'_>, loops: &[&Canonical]) -> Result<Shown, Inexact> {
    let mut points = Points::new(cx, 0);
    let dims: Vec<String> = (0..loops.len()).map(|k| format!("a{k}")).collect();
    if let Some(access) = Access::of_iteration(cx.unit, loops, Cond::always()) {
        let i = Instance {
            access: &access,
            tag: 'a',
        };
        (0..loops.len()).for_each(|k| points.domain(&i, k));
    }
    let conditions = points.take();
    let text = ask(|isl| {
        let set = points.set(isl, &dims, &conditions)?;
        Ok(set.coalesce()?.to_string())
    })?;
    let names = Names::of(cx.unit, &points, loops, "");
    Ok(names.shown(&text, points.exact))
}

/// The elements that an access touches in each iteration. `all`: what the code does, where lengths of rows may be seen.
///
/// # Errors
/// Why isl doesn't say.
pub fn relation<'a>(
    cx: &Context<'a>,
    a: &Access<'a>,
    all: &[Access<'a>],
) -> Result<Shown, Inexact> {
    let mut points = Points::new(cx, 0);
    let one = Relation::of(&mut points, a, all);
    let text = ask(|isl| Ok(one.map(isl, &points)?.to_string()))?;
    let object = object(cx.unit, a);
    let names = Names::of(cx.unit, &points, &a.loops, &object);
    Ok(names.shown(&text, points.exact))
}

/// The elements of what these accesses have in common, as far as they are subscripts of one object; `None` where they aren't.
pub fn touched<'a>(
    cx: &Context<'a>,
    accesses: &[&Access<'a>],
    all: &[Access<'a>],
) -> Option<Result<Shown, Inexact>> {
    let first = accesses.first()?;
    let name = object(cx.unit, first);
    let same = |a: &&Access<'_>| object(cx.unit, a) == name && a.by.is_none();
    if accesses.len() > MOST || !accesses.iter().all(same) {
        return None;
    }
    let mut points = Points::new(cx, 0);
    let mut each: Vec<Relation> = Vec::new();
    let mut seen = IndexSet::new();
    for a in accesses {
        let one = Relation::of(&mut points, a, all);
        // What isn't known of one of them is all of the object.
        if one.by_rows || one.size != each.first().map_or(one.size, |r| r.size) {
            return None;
        }
        if seen.insert((one.dims.clone(), one.target.clone(), one.conditions.clone())) {
            each.push(one);
        }
    }
    let text = ask(|isl| {
        let mut union: Option<Set> = None;
        for one in &each {
            let more = one.map(isl, &points)?.range()?;
            union = Some(match union {
                Some(set) => set.union(more)?,
                None => more,
            });
        }
        let union = union.ok_or(Error::Failed)?;
        Ok(union.coalesce()?.to_string())
    });
    let names = Names::of(cx.unit, &points, &[], &name);
    Some(text.map(|text| names.shown(&text, points.exact)))
}

/// An access as isl reads it.
struct Relation {
    dims: Vec<String>,
    target: String,
    conditions: Vec<String>,
    /// How many subscripts it has.
    size: usize,
    /// One subscript was taken apart into row and place.
    by_rows: bool,
}

impl Relation {
    fn of<'a>(points: &mut Points<'_, 'a>, a: &Access<'a>, all: &[Access<'a>]) -> Self {
        let i = Instance {
            access: a,
            tag: 'a',
        };
        points.happens(&i);
        let mut subscripts: Vec<String> = Vec::new();
        let mut by_rows = false;
        for at in 0..a.parts.len() {
            if !matches!(a.parts[at], Part::Index(..)) {
                continue;
            }
            if rows::may_tell(a, a, at)
                && let Some(places) = rows::apart(points, [&i, &i], at, all)
                && places.len() > 1
            {
                // The innermost place comes first.
                let each = places
                    .iter()
                    .rev()
                    .map(|[place, _]| points.linear(&i, place));
                subscripts.extend(each);
                by_rows = true;
                continue;
            }
            let name = format!("x{}", subscripts.len());
            subscripts.push(match subscript(a, at) {
                Some(value) => match value.as_linear() {
                    Some(linear) => points.linear(&i, linear),
                    None => {
                        points.equals(&i, &name, &value);
                        name
                    }
                },
                None => {
                    points.exact = false;
                    name
                }
            });
        }
        points.exact &= a.by.is_none();
        Relation {
            dims: points.dims(&i),
            target: format!("T[{}]", subscripts.join(", ")),
            conditions: points.take(),
            size: subscripts.len(),
            by_rows,
        }
    }

    fn map(&self, isl: &accrs_isl::Context, points: &Points<'_, '_>) -> Result<Map, Error> {
        points.map(isl, &self.dims, &self.target, &self.conditions)
    }
}

/// The object that subscripts count the elements of: "a", "s.x".
fn object(unit: &Unit, a: &Access<'_>) -> String {
    let mut text = show::name(unit, a.root).to_string();
    for p in &a.parts {
        if let Part::Field(name, _) = p {
            text.push('.');
            text.push_str(name);
        }
    }
    text
}

/// What stands for the names that sets are made with.
pub(super) struct Names {
    shown: IndexMap<String, String>,
    meanings: Vec<String>,
}

impl Names {
    pub fn of(unit: &Unit, points: &Points<'_, '_>, loops: &[&Canonical], object: &str) -> Self {
        let mut names = Names {
            shown: IndexMap::new(),
            meanings: Vec::new(),
        };
        for (k, l) in loops.iter().enumerate() {
            names.add(format!("a{k}"), show::name(unit, l.var));
        }
        for (atom, name) in &points.params {
            names.add(name.clone(), &atom_text(unit, atom));
        }
        // Names of arrays don't meet those of variables.
        names.shown.insert("T".into(), identifier(object));
        names
    }

    pub fn add(&mut self, name: String, text: &str) {
        let mut shown = identifier(text);
        while self.is_taken(&shown) {
            shown.push('_');
        }
        if shown != text {
            self.meanings.push(format!("{shown} = {text}"));
        }
        self.shown.insert(name, shown);
    }

    /// Of a second point, what counts as `text` in the first.
    pub fn another(&mut self, name: &str, text: &str) {
        self.shown
            .insert(name.into(), format!("{}'", identifier(text)));
    }

    pub fn meanings(&self) -> &[String] {
        &self.meanings
    }

    fn is_taken(&self, name: &str) -> bool {
        is_keyword(name) || self.shown.values().any(|s| s == name)
    }

    fn shown(self, text: &str, exact: bool) -> Shown {
        Shown {
            text: self.text(text),
            meanings: self.meanings,
            exact,
        }
    }

    /// isl's text with the program's names.
    pub fn text(&self, text: &str) -> String {
        words(text, |word| match self.shown.get(word) {
            Some(shown) => shown.clone(),
            None if is_keyword(word) => word.to_string(),
            // A name that isl has made.
            None => {
                let mut own = word.to_string();
                while self.is_taken(&own) {
                    own.push('_');
                }
                own
            }
        })
    }
}

fn atom_text(unit: &Unit, atom: &Atom) -> String {
    let sym = |s: &Sym| match s {
        Sym::Var(v, _) => show::name(unit, *v).to_string(),
        Sym::Member(_, text) => text.clone(),
        Sym::Cast(v, ty) => show::expr(unit, &cast(unit, *v, *ty)),
        Sym::Behind(a, b) => format!("{}_{}", show::name(unit, *a), show::name(unit, *b)),
        Sym::Distance => "d".into(),
    };
    match atom {
        Atom::Sym(s) => sym(s),
        Atom::Product(all) => all.iter().map(sym).collect::<Vec<_>>().join("*"),
        Atom::Floor(..) => "quotient".into(),
    }
}

/// A text as a name in isl's notation.
fn identifier(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        match c.is_ascii_alphanumeric() || c == '_' {
            true => name.push(c),
            false if name.ends_with('_') => {}
            false => name.push('_'),
        }
    }
    name
}

fn is_keyword(word: &str) -> bool {
    const WORDS: [&str; 18] = [
        "and", "ceil", "ceild", "exists", "false", "floor", "floord", "implies", "infinity",
        "infty", "max", "min", "mod", "nan", "not", "or", "rat", "true",
    ];
    WORDS.contains(&word.to_ascii_lowercase().as_str())
}

/// A text with other words in place of its own.
fn words(text: &str, other: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let number = c.is_ascii_digit();
        let part = |c: char| match number {
            true => c.is_ascii_digit(),
            false => c.is_ascii_alphanumeric() || c == '_' || c == '\'',
        };
        let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
        let end = end.max(c.len_utf8());
        let (word, behind) = rest.split_at(end);
        match c.is_ascii_alphabetic() || c == '_' {
            true => out.push_str(&other(word)),
            false => out.push_str(word),
        }
        rest = behind;
    }
    out
}
