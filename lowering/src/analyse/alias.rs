//! Which objects may be the same memory.

use super::access::Access;
use super::place::is_array_parameter;
use super::verdict::Unasked;
use accrs_frontend::Unit;
use accrs_frontend::region::host::loops::Stored;
use accrs_frontend::region::{Storage, Type, TypeId, VarId};
use indexmap::{IndexMap, IndexSet};

/// What is known of pointers.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    /// Variables whose memory is told apart by data clauses that name it.
    pub distinct: IndexSet<VarId>,
    /// Variables declared in the construct whose addresses nobody takes: no pointer leads there.
    pub inner: IndexSet<VarId>,
    /// Whether it can be asked at run time what these reach (`None`), or why not. Empty: nothing is to be asked.
    pub unasked: IndexMap<VarId, Option<Unasked>>,
    /// Pointers to pointers of which it can be asked whether all their rows lie apart, from each other and from what others reach.
    pub rows: IndexSet<VarId>,
    /// The user said that pointers don't alias.
    pub safe_pointers: bool,
    /// Objects are accessed by their own types only.
    pub strict_aliasing: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alias {
    No,
    /// Not, because data clauses name both.
    ByClauses,
    /// Unless the program finds out at run time that they are.
    Asked,
    May,
}

impl Aliases {
    /// What is known where nothing is to be asked.
    pub fn without_questions(&self) -> Self {
        Self {
            unasked: IndexMap::new(),
            rows: IndexSet::new(),
            ..self.clone()
        }
    }

    /// Why the program can't ask whether what two variables reach lies apart, where that is known.
    pub fn why_unasked(&self, a: VarId, b: VarId) -> Option<Box<Unasked>> {
        let why = |v| self.unasked.get(&v).cloned().flatten();
        why(a).or_else(|| why(b)).map(Box::new)
    }

    /// Whether it can be asked about what an access touches. Of rows the question is about their elements, not about the pointers to them.
    fn can_be_asked(&self, unit: &Unit, a: &Access<'_>) -> bool {
        let is_way = self.rows.contains(&a.root) && unit.types.is_pointer(a.ty);
        matches!(self.unasked.get(&a.root), Some(None)) && !is_way
    }
}

/// Whether two accesses with different roots may touch the same memory.
pub fn alias(unit: &Unit, a: &Access<'_>, b: &Access<'_>, known: &Aliases) -> Alias {
    let (pa, pb) = (is_pointer(unit, a), is_pointer(unit, b));
    let inner = |acc: &Access<'_>| acc.is_direct() && known.inner.contains(&acc.root);
    if !pa && !pb || inner(a) || inner(b) {
        return Alias::No;
    }
    if known.safe_pointers || known.strict_aliasing && differ(unit, a, b) {
        return Alias::No;
    }
    // Restrict speaks of what is reached through the pointer itself, and through those made
    // from it: a local plain pointer may be such a one.
    let restrict = |acc: &Access<'_>| unit.is_restrict(acc.root) && acc.object_end() <= 1;
    let own = |acc: &Access<'_>| {
        let local = matches!(unit.var(acc.root).storage, Storage::Local | Storage::Region);
        restrict(acc) || acc.is_direct() || !local
    };
    if (restrict(a) && own(b)) || (restrict(b) && own(a)) {
        return Alias::No;
    }
    if known.distinct.contains(&a.root) && known.distinct.contains(&b.root) {
        return Alias::ByClauses;
    }
    if known.can_be_asked(unit, a) && known.can_be_asked(unit, b) {
        return Alias::Asked;
    }
    Alias::May
}

fn is_pointer(unit: &Unit, a: &Access<'_>) -> bool {
    !a.is_direct() || is_array_parameter(unit, a.root)
}

/// C's rule of effective types: objects of different arithmetic types are different objects.
pub(super) fn differ(unit: &Unit, a: &Access<'_>, b: &Access<'_>) -> bool {
    stored(unit, a.ty).differs(stored(unit, b.ty))
}

/// What an object, or each element of an array, is stored as.
pub fn stored(unit: &Unit, mut ty: TypeId) -> Stored {
    use accrs_frontend::region::IntKind::{SChar, UChar};
    let types = &unit.types;
    while types.is_array(ty)
        && let Some(inner) = types.pointee(ty)
    {
        ty = inner;
    }
    let size = types.size_of(ty).unwrap_or(0);
    match types.canonical(ty) {
        Type::Char | Type::Int(SChar | UChar) => Stored::Any,
        // An enum is its integer.
        Type::Bool | Type::Enum(_) | Type::Int(_) => Stored::Integer(size),
        Type::Float(_) => Stored::Floating(size),
        Type::Pointer(_) => Stored::Pointer,
        _ => Stored::Any,
    }
}
