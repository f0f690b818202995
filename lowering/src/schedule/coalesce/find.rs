//! Rows: what each iteration of a loop touches of an array, where that lies together and apart from what the others touch.

use super::words::{MOST, ranges, trips, whole};
use crate::analyse::access::{Access, Part};
use crate::analyse::facts::Facts;
use crate::analyse::poly::{Poly, Sym};
use crate::schedule::recast::is_fixed;
use accrs_frontend::Unit;
use accrs_frontend::region::{
    Canonical, Expr, ExprId, ExprKind, FloatKind, For, IntKind, LoopCmp, Stmt, StmtKind, Type,
    TypeId, VarId,
};
use indexmap::{IndexMap, IndexSet};
use std::ops::Range;

/// A row of at least so many bytes is worth it: shorter ones are in one or two sectors of memory with their neighbours.
const LEAST_BYTES: u64 = 32;
/// A row of at most so many bytes: so many of them as a block has threads fit its shared memory.
const MOST_BYTES: u64 = 256;
/// With fewer words stored, a row costs no more as it is.
const LEAST_STORED: u64 = 3;
/// Loads of shorter rows find the rest of a line in a cache.
const LONG_BYTES: u64 = 128;

/// The rows of an array that a loop goes through: iteration `i` touches no other row than its own.
pub struct Rows<'a> {
    pub root: VarId,
    pub word: TypeId,
    /// Words from one row to the next.
    pub pitch: u64,
    /// Words from the first that is touched to the last one.
    pub width: u64,
    /// What is stored and loaded of a row, counted from the first word that is touched.
    pub stored: Vec<Range<u64>>,
    pub loaded: Vec<Range<u64>>,
    pub place: Place<'a>,
    /// Pointers to its row that each iteration declares: `double *f = a + 9 * i;`.
    pub pointers: IndexSet<VarId>,
    /// The word of a row that each access touches, in the variables of the loops inside.
    pub words: IndexMap<ExprId, Poly>,
}

/// How the address of a row is spelled.
pub struct Place<'a> {
    /// The array's variable, by which the copies name it.
    pub base: Expr,
    /// An access: its steps from the variable outwards, and which of them is the subscript that goes from row to row.
    pub steps: Vec<&'a Expr>,
    pub at: usize,
    /// That subscript, in the loop's variable.
    pub subscript: Poly,
    /// The elements that it counts are words, or arrays of words, or others.
    pub form: Form,
    /// The first word that is touched, of the element.
    pub first: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `f[9 * c + q]`
    Words,
    /// `u[j][i][m]`
    Arrays,
    /// `p[i].x`
    Structs,
}

/// One access to a row.
struct Touch<'a> {
    /// What it is spelled with: the array, or a pointer to the row.
    name: VarId,
    steps: Vec<&'a Expr>,
    at: usize,
    /// The subscript without what words of one row differ in.
    base: Poly,
    pitch: u64,
    form: Form,
    word: Poly,
    /// The words that it comes to.
    values: IndexSet<i128>,
}

/// So many loops, each of which holds nothing but the next one: their heads, and the body of the innermost.
pub fn nest(s: &Stmt, depth: usize) -> Option<(Vec<&For>, &Stmt)> {
    let (mut all, mut inside): (Vec<&For>, &Stmt) = (Vec::new(), s);
    while all.len() < depth {
        match &inside.kind {
            StmtKind::For(l) => {
                all.push(l);
                inside = &l.body;
            }
            StmtKind::Block(stmts) => {
                let mut stmts = stmts.iter().filter(|s| !matches!(s.kind, StmtKind::Empty));
                inside = stmts.next()?;
                stmts.next().is_none().then_some(())?;
            }
            _ => return None,
        }
    }
    Some((all, inside))
}

/// The arrays of which a loop, or `depth` loops as one, touch rows, and whose rows are worth going through shared memory.
pub fn of_loop<'a>(unit: &'a Unit, s: &'a Stmt, depth: usize) -> Vec<Rows<'a>> {
    let simple = |l: &&'a For| {
        let head = l.canonical.as_ref();
        head.filter(|h| is_simple(unit, l, h))
    };
    let Some((loops, _)) = nest(s, depth) else {
        return Vec::new();
    };
    let heads: Option<Vec<&Canonical>> = loops.iter().map(simple).collect();
    let Some(heads) = heads.filter(|h| !h.is_empty()) else {
        return Vec::new();
    };
    let facts = Facts::of(unit, [s]);
    let accesses = facts.accesses();
    if accesses.wild.is_some() || facts.uses().indirect_call.is_some() || !facts.runs_through() {
        return Vec::new();
    }
    if depth > 1 && !heads.iter().all(|h| is_fixed(h, facts.uses())) {
        return Vec::new();
    }
    let search = Search {
        unit,
        head: heads[depth - 1],
        outer: heads[..depth - 1].iter().map(|h| h.var).collect(),
        facts: &facts,
    };
    let by_root = facts.accesses_by_root().iter();
    let all = by_root.filter_map(|(root, at)| {
        let own: Vec<&Access<'a>> = at.iter().map(|i| &accesses.found[*i]).collect();
        search.rows(*root, s, &own)
    });
    all.collect()
}

/// A loop that counts up by one between bounds that C compares as the numbers that they are.
fn is_simple(unit: &Unit, l: &For, head: &Canonical) -> bool {
    let types = &unit.types;
    let ty = unit.var(head.var).ty;
    let narrow = types.size_of(ty).is_none_or(|n| n < 4);
    !narrow
        && types.is_integer(ty)
        && head.step.int_value() == Some(1)
        && !head.down
        && matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le)
        && crate::schedule::recast::is_counted(unit, l)
        // A number of 64 bits without a sign may be no `long`.
        && !(types.is_unsigned(head.upper.ty) && types.size_of(head.upper.ty) == Some(8)
            && head.lower.int_value().is_none())
}

struct Search<'s, 'a> {
    unit: &'a Unit,
    /// The loop that goes from row to row, and the variables of those that are one with it.
    head: &'a Canonical,
    outer: Vec<VarId>,
    facts: &'s Facts<'a>,
}

impl<'a> Search<'_, 'a> {
    fn rows(&self, root: VarId, s: &Stmt, all: &[&Access<'a>]) -> Option<Rows<'a>> {
        let word = self.word(all)?;
        let size = self.unit.types.size_of(word)?;
        let touches = all.iter().map(|a| self.touch(a, word, size));
        let touches: Vec<Touch<'a>> = touches.collect::<Option<_>>()?;
        let one = touches.first()?;
        let alike = |t: &Touch<'_>| {
            t.at == one.at
                && t.form == one.form
                && t.pitch == one.pitch
                && t.base == one.base
                && self.same_before(one, t)
        };
        let names = touches.iter().map(|t| t.name);
        let pointers: IndexSet<VarId> = names.filter(|v| *v != root).collect();
        let is_one = touches.iter().all(alike) && (pointers.is_empty() || self.is_plain(one, root));
        if !is_one || !self.is_named_only(s, root, &touches) {
            return None;
        }
        let values = || touches.iter().flat_map(|t| t.values.iter().copied());
        let (first, last) = (values().min()?, values().max()?);
        let width = u64::try_from(last - first).ok()? + 1;
        let fits = |bytes: u64| (LEAST_BYTES..=MOST_BYTES).contains(&bytes);
        if width > one.pitch || !fits(one.pitch * size) {
            return None;
        }
        let of = |which: &dyn Fn(&Access<'_>) -> bool| -> IndexSet<u64> {
            let own = all.iter().zip(&touches).filter(|(a, _)| which(a));
            let values = own.flat_map(|(_, t)| t.values.iter());
            values
                .filter_map(|w| u64::try_from(w - first).ok())
                .collect()
        };
        let certain = of(&|a| a.certain);
        let (stored, loaded) = (of(&|a| a.write), of(&|a| a.read));
        let right = all.iter().all(|a| !a.write || a.certain) && loaded.is_subset(&certain);
        if !right || !pays(&stored, &loaded, (one.pitch, size)) {
            return None;
        }
        let mut subscript = one.base.clone();
        let mut start = first;
        if one.form == Form::Words {
            subscript = subscript.add_constant(first)?;
            start = 0;
        }
        let words = all.iter().zip(&touches);
        let words = words.map(|(a, t)| Some((a.what.id, t.word.add_constant(-first)?)));
        let base = ExprKind::Var(root);
        Some(Rows {
            root,
            pointers,
            word,
            pitch: one.pitch,
            width,
            stored: ranges(stored),
            loaded: whole(ranges(loaded)),
            words: words.collect::<Option<_>>()?,
            place: Place {
                base: Expr::new(base, self.unit.var(root).ty, s.span),
                steps: one.steps.clone(),
                at: one.at,
                subscript,
                form: one.form,
                first: u64::try_from(start).ok()?,
            },
        })
    }

    /// The one type of what is accessed: numbers of four or eight bytes.
    fn word(&self, all: &[&Access<'_>]) -> Option<TypeId> {
        use IntKind::{Int, Long, LongLong, UInt, ULong, ULongLong};
        let types = &self.unit.types;
        let first = types.canonical_id(all.first()?.ty);
        let number = matches!(
            types.get(first),
            Type::Float(FloatKind::Float | FloatKind::Double)
                | Type::Int(Int | UInt | Long | ULong | LongLong | ULongLong)
        );
        let plain = |a: &&Access<'_>| {
            types.canonical_id(a.ty) == first
                && !types.qualifiers(a.ty).is_volatile
                && a.by.is_none()
                && !a.atomic
                && a.what.id != ExprId::NONE
        };
        (number && all.iter().all(plain)).then_some(first)
    }

    /// How an access touches a row, if it does.
    fn touch(&self, a: &Access<'a>, word: TypeId, size: u64) -> Option<Touch<'a>> {
        let around = self.outer.iter().chain([&self.head.var]);
        let is_own =
            a.loops.len() > self.outer.len() && around.zip(&a.loops).all(|(v, h)| h.var == *v);
        let (name, steps) = steps(a.what).filter(|_| is_own)?;
        let near = a.object_end() <= 1;
        let parts: Vec<&Part> = a.parts.iter().skip(a.object_end()).collect();
        if !near || parts.len() != steps.len() {
            return None;
        }
        let own = Sym::Var(self.head.var, 0);
        let varies = |p: &&Part| matches!(p, Part::Index(Ok(p), _) if p.mentions(&own));
        let at = parts.iter().position(varies)?;
        let Part::Index(Ok(poly), elem) = parts[at] else {
            return None;
        };
        if !parts[..at].iter().all(|p| self.is_fixed(p)) || self.wraps(a.what) {
            return None;
        }
        let (by, rest) = poly.split(&own)?;
        let by = u64::try_from(by.as_constant()?).ok().filter(|n| *n > 0)?;
        let of_elem = self.unit.types.size_of(*elem)?;
        let each = of_elem.checked_div(size).filter(|n| n * size == of_elem)?;
        let inner = |m: &[Sym]| m.iter().any(|s| self.is_inner(a, s));
        let (moving, base) = rest.parted(inner);
        let mut offset = self.word_in(a, &parts[at + 1..], *elem, size)?;
        let (form, base) = match each == 1 && parts.len() == at + 1 {
            true => {
                let constant = base.constant_term();
                offset = offset.plus(1, &moving)?.add_constant(constant)?;
                (Form::Words, base.add_constant(-constant)?)
            }
            false if by != 1 || moving.syms().next().is_some() => return None,
            false if self.unit.types.is_array(*elem) && parts.len() == at + 2 => {
                (Form::Arrays, base)
            }
            false => (Form::Structs, base),
        };
        let moved = Poly::sym(own).times(&Poly::constant(by.into()))?;
        let base = base.plus(1, &moved)?;
        if !self.is_invariant(&base, a) || word_type(self.unit, parts.last()?, a, word).is_none() {
            return None;
        }
        if name != a.root && !self.facts.uses().declared.contains(&name) {
            return None;
        }
        Some(Touch {
            name,
            values: self.values(a, &offset)?,
            steps,
            at,
            base,
            pitch: by.checked_mul(each)?,
            form,
            word: offset,
        })
    }

    /// Steps before the row's: the same wherever in the loop they are looked at, and spelled with nothing that the loop changes.
    fn is_fixed(&self, p: &Part) -> bool {
        match p {
            Part::Index(Ok(p), _) => p
                .syms()
                .all(|s| matches!(s, Sym::Var(v, 0) if !self.changes(*v))),
            _ => false,
        }
    }

    fn changes(&self, v: VarId) -> bool {
        let uses = self.facts.uses();
        !self.outer.contains(&v)
            && (uses.writes(v) || uses.declared.contains(&v) || v == self.head.var)
    }

    fn same_before(&self, a: &Touch<'_>, b: &Touch<'_>) -> bool {
        let index = |e: &Expr| match &e.kind {
            ExprKind::Index(_, i) => Some((**i).clone()),
            _ => None,
        };
        let text =
            |e: &Expr| e.any_expr(|k| matches!(&k.kind, ExprKind::Var(v) if self.changes(*v)));
        let pairs = a.steps.iter().zip(&b.steps).take(a.at);
        pairs.into_iter().all(|(x, y)| match (index(x), index(y)) {
            (Some(x), Some(y)) => x.is_like(&y) && !text(&x),
            _ => false,
        })
    }

    /// Whether unsigned arithmetic of 32 bits is part of a place: it may wrap where a `long` doesn't.
    fn wraps(&self, e: &Expr) -> bool {
        let types = &self.unit.types;
        e.any_expr(|e| {
            matches!(e.kind, ExprKind::Binary(..))
                && types.is_unsigned(e.ty)
                && types.size_of(e.ty).is_none_or(|n| n < 8)
        })
    }

    fn is_inner(&self, a: &Access<'_>, s: &Sym) -> bool {
        let inner = a.loops.iter().skip(self.outer.len() + 1);
        matches!(s, Sym::Var(v, 0) if inner.into_iter().any(|h| h.var == *v))
    }

    /// Made of numbers, of variables that the loop doesn't change, and of its own.
    fn is_invariant(&self, p: &Poly, a: &Access<'_>) -> bool {
        p.syms().all(|s| match s {
            Sym::Var(v, 0) => *v == self.head.var || !self.changes(*v) && !self.is_inner(a, s),
            _ => false,
        })
    }

    /// Which word of an element the steps behind the subscript lead to.
    fn word_in(&self, a: &Access<'_>, parts: &[&Part], elem: TypeId, size: u64) -> Option<Poly> {
        let types = &self.unit.types;
        let (mut word, mut ty) = (Poly::default(), elem);
        for part in parts {
            match part {
                Part::Field(name, member) if !member.overlaps => {
                    let Type::Record(r) = types.canonical(ty) else {
                        return None;
                    };
                    let fields = types.records.get(r.index())?.fields.as_ref()?;
                    let field = fields.iter().find(|f| f.name == *name)?;
                    let plain = field.bit_width.is_none() && field.offset_bits % (8 * size) == 0;
                    let at = (field.offset_bits / (8 * size)).into();
                    word = word.add_constant(at).filter(|_| plain)?;
                    ty = field.ty;
                }
                Part::Index(Ok(p), of) => {
                    ty = *of;
                    let bytes = types.size_of(ty).filter(|n| n % size == 0)?;
                    let inner = p.syms().all(|s| self.is_inner(a, s));
                    word = word.plus((bytes / size).into(), p).filter(|_| inner)?;
                }
                _ => return None,
            }
        }
        Some(word)
    }

    /// The values of a polynomial over the iterations of the loops inside, whose bounds are numbers.
    fn values(&self, a: &Access<'_>, p: &Poly) -> Option<IndexSet<i128>> {
        let mut points: Vec<IndexMap<VarId, i128>> = vec![IndexMap::new()];
        for h in a.loops.iter().skip(self.outer.len() + 1) {
            if !p.mentions(&Sym::Var(h.var, 0)) {
                // It must come by at least once.
                trips(h).filter(|all| !all.is_empty())?;
                continue;
            }
            let all = trips(h).filter(|all| !all.is_empty())?;
            points = points
                .iter()
                .flat_map(|at| {
                    all.iter().map(|n| {
                        let mut at = at.clone();
                        at.insert(h.var, *n);
                        at
                    })
                })
                .collect();
            if points.len() > MOST {
                return None;
            }
        }
        let value = |at: &IndexMap<VarId, i128>| {
            p.value(&|s| match s {
                Sym::Var(v, 0) => at.get(v).copied(),
                _ => None,
            })
        };
        points.iter().map(value).collect()
    }

    /// Whether rows are so many words of an array that its variable alone leads to.
    fn is_plain(&self, t: &Touch<'_>, root: VarId) -> bool {
        let types = &self.unit.types;
        let of = types.pointee(self.unit.var(root).ty);
        let last = t.steps.last().map(|e| types.canonical_id(e.ty));
        t.form == Form::Words && t.steps.len() == 1 && of.map(|ty| types.canonical_id(ty)) == last
    }

    /// Whether the loop names the array, and pointers to its rows, in these accesses alone, and each pointer's value names it once: nothing else keeps an
    /// address of it.
    fn is_named_only(&self, s: &Stmt, root: VarId, touches: &[Touch<'_>]) -> bool {
        let mut left: IndexMap<VarId, usize> = IndexMap::from([(root, 0)]);
        for t in touches {
            *left.entry(t.name).or_default() += 1;
        }
        let pointers = left.len() - 1;
        left[0] += pointers;
        let mut named: IndexMap<VarId, usize> = IndexMap::new();
        s.each_expr(|e| {
            if let ExprKind::Var(v) = e.kind
                && left.contains_key(&v)
            {
                *named.entry(v).or_default() += 1;
            }
        });
        let mut declared = 0;
        s.each_stmt(|s| {
            if let StmtKind::Decl(all) = &s.kind {
                let own = all
                    .iter()
                    .filter(|d| d.var != root && left.contains_key(&d.var));
                let from_root = |e: &Expr| e.any_expr(|e| e.is_var(root));
                declared += own
                    .filter(|d| d.init.as_ref().is_some_and(from_root))
                    .count();
            }
        });
        declared == pointers && left.iter().all(|(v, n)| named.get(v) == Some(n))
    }
}

/// The type of the word itself: an access to a part of one has another.
fn word_type(unit: &Unit, last: &Part, a: &Access<'_>, word: TypeId) -> Option<()> {
    let types = &unit.types;
    let own = match last {
        Part::Index(_, ty) => types.canonical_id(*ty),
        _ => types.canonical_id(a.ty),
    };
    (own == word).then_some(())
}

/// The variable of a place, and its subscripts and members from there outwards; `None` where something else stands between.
fn steps(e: &Expr) -> Option<(VarId, Vec<&Expr>)> {
    let mut all = Vec::new();
    let mut e = e;
    loop {
        match &e.kind {
            ExprKind::Var(v) => {
                all.reverse();
                return Some((*v, all));
            }
            ExprKind::Index(base, _)
            | ExprKind::Member {
                base, arrow: false, ..
            } => {
                all.push(e);
                e = base.strip_implicit();
            }
            _ => return None,
        }
    }
}

/// Whether rows, of which these words are stored and loaded, are faster by way of shared memory.
fn pays(stored: &IndexSet<u64>, loaded: &IndexSet<u64>, (pitch, size): (u64, u64)) -> bool {
    let count = |words: &IndexSet<u64>| words.len() as u64;
    if count(stored) > 0 {
        return count(stored) >= LEAST_STORED;
    }
    let whole = count(loaded) == pitch;
    whole && size == 4 || pitch * size >= LONG_BYTES && 2 * count(loaded) >= pitch
}
