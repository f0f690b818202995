//! Loads of several words: neighbouring elements that an iteration loads are loaded at once, as CUDA's vector types.
//!
//! ```c
//! for (n = 0; n < atoms; n++) {              for (n = 0; n < atoms; n++) {
//!     dx = x - a[4 * n];                         const float4 a_4 = *(const float4 *)&a[4 * n];
//!     dy = y - a[4 * n + 1];                     dx = x - a_4.x;
//!     …                                          dy = y - a_4.y;
//! ```
//!
//! A thread that loads four elements one by one asks four times for what memory brings at once, and where neighbouring threads
//! have neighbouring groups, each of the four brings all of their sectors.
//!
//! The loads stand in one list of statements, nothing that may lead there is written between them, and each of them happens whenever the first
//! one does (`find.rs`). The address of the first element is a multiple of the word's size if the array's own is (`address.rs`). That is asked
//! when the kernel is launched: a section may begin anywhere. Where it doesn't hold, the kernel as it was is launched. What holds the words is
//! declared before anything is planned, as planning declares nothing.

mod address;
mod find;
mod write;

use super::planner::Planner;
use crate::analyse::show;
use crate::options::Options;
use crate::plan::{Aligned, Axis, Kernel, LoopPlan, Note, Param, Pass};
use accrs_frontend::Unit;
use accrs_frontend::region::{
    Body, ExprId, Field, LoopId, Qualifiers, Record, RecordId, Stmt, StmtKind, Storage, Type,
    TypeId, VarId, WideWord,
};
use accrs_frontend::source::Span;
use address::Known;
use find::{Ways, Word};
use indexmap::{IndexMap, IndexSet};

/// Declares what may hold words.
pub fn declare_all(unit: &mut Unit, options: &Options) {
    let mut wanted: IndexMap<ExprId, Wanted> = IndexMap::new();
    for c in &unit.constructs {
        let Body::Compute(text) = &c.body else {
            continue;
        };
        let stmts = c.members.as_ref().map_or(text, |m| &m.body);
        let mut counts: IndexMap<String, usize> = IndexMap::new();
        // Which pointers lead apart is decided later.
        for apart in [true, false] {
            let is_root = |v| may_lead(unit, v);
            let is_own = |v: VarId| unit.types.is_scalar(unit.var(v).ty);
            let ways = Ways {
                is_own: &is_own,
                is_apart: &|_| apart,
                is_read_only: &|_| true,
            };
            let mut known = known(unit, options, stmts, &is_root);
            let mut words = Vec::new();
            for s in stmts {
                find::inside(&mut known, &ways, s, &mut words);
            }
            for w in words {
                let stem = Wanted::stem(unit, &w);
                let number = counts.entry(stem.clone()).or_default();
                wanted.entry(w.first).or_insert_with(|| {
                    *number += 1;
                    Wanted::new(&w, stem, *number - 1)
                });
            }
        }
    }
    let mut names: IndexMap<(String, usize), VarId> = IndexMap::new();
    for (first, w) in wanted {
        let (ty, pointer) = types_of(unit, &w);
        let var = named(unit, &mut names, (w.stem, w.number), ty);
        unit.wide.insert(first, WideWord { var, pointer });
    }
}

/// What is to be declared for a word.
struct Wanted {
    stem: String,
    /// Among those of this name in the construct.
    number: usize,
    name: String,
    elem: TypeId,
    bytes: u64,
}

impl Wanted {
    /// `atoms_4`
    fn stem(unit: &Unit, w: &Word<'_>) -> String {
        let name = crate::names::word(&unit.var(w.root).name);
        let count = unit.types.size_of(w.elem).map_or(0, |n| w.bytes / n);
        format!("{name}_{count}")
    }

    fn new(w: &Word<'_>, stem: String, number: usize) -> Self {
        Self {
            stem,
            number,
            name: w.name.clone(),
            elem: w.elem,
            bytes: w.bytes,
        }
    }
}

/// A variable of this name; those of different constructs may have one.
fn named(
    unit: &mut Unit,
    names: &mut IndexMap<(String, usize), VarId>,
    stem: (String, usize),
    ty: TypeId,
) -> VarId {
    let first = match names.get(&stem) {
        Some(first) => *first,
        None => {
            let first = unit.declare(&stem.0, ty, Storage::Region, Span::default());
            names.insert(stem, first);
            first
        }
    };
    let var = unit.again(first);
    unit.vars[var.index()].ty = ty;
    var
}

/// A constant of one of CUDA's vector types, and a pointer to one.
fn types_of(unit: &mut Unit, w: &Wanted) -> (TypeId, TypeId) {
    let types = &mut unit.types;
    let named = |r: &Record| r.of_cuda.as_ref() == Some(&w.name);
    let at = types.records.iter().position(named);
    let at = at.unwrap_or_else(|| {
        let size = types.size_of(w.elem).unwrap_or(1);
        let member = |(at, name): (u64, &&str)| Field {
            name: (*name).into(),
            ty: w.elem,
            bit_width: None,
            offset_bits: 8 * size * at,
            is_private: false,
        };
        let members = write::MEMBERS.iter().take((w.bytes / size) as usize);
        types.records.push(Record {
            tag: None,
            written: None,
            is_union: false,
            fields: Some((0..).zip(members).map(member).collect()),
            size: w.bytes,
            align: w.bytes,
            packed: false,
            is_vector: false,
            of_cuda: Some(w.name.clone()),
            owns: false,
            ms_bit_fields: false,
            span: Span::default(),
        });
        types.records.len() - 1
    });
    let record = types.intern(Type::Record(RecordId(at as u32)));
    let constant = Qualifiers {
        is_const: true,
        ..Qualifiers::default()
    };
    let constant = types.intern(Type::Qualified(record, constant));
    (constant, types.intern(Type::Pointer(constant)))
}

/// What is known where nothing is around.
fn known<'k, 'a>(
    unit: &'a Unit,
    options: &Options,
    stmts: &'a [Stmt],
    is_root: &'k dyn Fn(VarId) -> bool,
) -> Known<'k, 'a> {
    let (mut values, mut changes) = (IndexMap::new(), IndexSet::new());
    for s in stmts {
        s.each_expr(|e| changes.extend(find::changed(e)));
        s.each_stmt(|s| {
            if let StmtKind::Decl(all) = &s.kind {
                let with = all.iter().filter(|d| !d.is_static);
                values.extend(with.filter_map(|d| Some((d.var, d.init.as_ref()?))));
            }
        });
    }
    values.retain(|v, _| !changes.contains(v));
    Known {
        unit,
        wraps: options.rules.wrapv,
        is_root,
        values,
        counters: Vec::new(),
    }
}

/// Whether a variable from outside may lead to memory.
fn may_lead(unit: &Unit, v: VarId) -> bool {
    let var = unit.var(v);
    let leads = unit.types.pointee(var.ty).is_some() || unit.types.is_array(var.ty);
    leads && var.storage != Storage::Region
}

/// Gives kernels loads of words, and each such kernel what is launched in its place where an address isn't aligned.
pub fn decide(
    p: &mut Planner<'_>,
    loops: &mut IndexMap<LoopId, LoopPlan>,
    kernels: &mut Vec<Kernel>,
) {
    if !p.options.transform || p.options.check || p.unit.wide.is_empty() {
        return;
    }
    for at in 0..kernels.len() {
        let k = &kernels[at];
        if k.is_instead() || k.tiles.is_some() || k.together.is_some() {
            continue;
        }
        let body = k.body.clone();
        let found = Search { p, loops, k }.words(&body);
        if found.is_empty() {
            continue;
        }
        let words: Vec<_> = found.iter().map(|(_, w, of)| (w, *of)).collect();
        let name = p.unique_kernel(format!("{}_unaligned", k.name));
        let otherwise = Kernel {
            name,
            overlap: None,
            unaligned: true,
            ..k.clone()
        };
        let aligned = Aligned {
            params: asked(k, &words),
            otherwise: kernels.len(),
        };
        let k = &mut kernels[at];
        k.aligned = Some(aligned);
        write::rewrite(p.unit, &mut k.body, &words);
        kernels.push(otherwise);
        for (id, w, _) in &found {
            tell(p, loops, *id, w);
        }
    }
}

/// What the launch asks of the parameters.
fn asked(k: &Kernel, words: &[(&Word<'_>, WideWord)]) -> Vec<(usize, u64)> {
    let of = |root: VarId| {
        let mine = words.iter().filter(|(w, _)| w.root == root);
        mine.map(|(w, _)| w.bytes).max()
    };
    let params = k.params.iter().enumerate();
    params
        .filter_map(|(at, q)| Some((at, of(q.var)?)))
        .collect()
}

fn tell(p: &Planner<'_>, loops: &mut IndexMap<LoopId, LoopPlan>, id: LoopId, w: &Word<'_>) {
    let Some(plan) = loops.get_mut(&id) else {
        return;
    };
    let first = show::expr(p.unit, w.lowest);
    let text = format!(
        "on a GPU each thread loads {first} and what follows as one {}, where it is aligned",
        w.name
    );
    let note = Note::new(p.line(w.lowest.span), text);
    if !plan.notes.iter().any(|n| n.text == note.text) {
        plan.notes.push(note);
    }
}

struct Search<'s, 'u> {
    p: &'s Planner<'u>,
    loops: &'s IndexMap<LoopId, LoopPlan>,
    k: &'s Kernel,
}

impl<'u> Search<'_, 'u> {
    /// The words of a kernel's threads, with the loops whose iterations load them.
    fn words<'a>(&self, body: &'a [Stmt]) -> Vec<(LoopId, Word<'a>, WideWord)>
    where
        'u: 'a,
    {
        let (is_root, is_own) = (|v| self.is_root(v), |v| self.is_own(v));
        let ways = Ways {
            is_own: &is_own,
            is_apart: &|v| self.is_apart(v),
            is_read_only: &|v| self.is_read_only(v),
        };
        let mut known = known(self.p.unit, self.p.options, body, &is_root);
        let mut found = Vec::new();
        for s in body {
            self.look(&mut known, &ways, (s, false), &mut found);
        }
        let declared = |(id, w): (LoopId, Word<'a>)| {
            let of = *self.p.unit.wide.get(&w.first)?;
            Some((id, w, of))
        };
        found.into_iter().filter_map(declared).collect()
    }

    fn look<'a>(
        &self,
        known: &mut Known<'_, 'a>,
        ways: &Ways<'_>,
        (s, in_threads): (&'a Stmt, bool),
        found: &mut Vec<(LoopId, Word<'a>)>,
    ) {
        let StmtKind::For(l) = &s.kind else {
            return s.children(&mut |c| self.look(known, ways, (c, in_threads), found));
        };
        let in_threads = in_threads || self.axes(l.id).iter().any(is_thread);
        let shared = |s: &Stmt| match &s.kind {
            StmtKind::For(l) => !self.axes(l.id).is_empty(),
            _ => false,
        };
        find::within(known, l, |known| {
            if in_threads && !l.body.any_stmt(shared) {
                let words = find::of_body(known, ways, &l.body);
                found.extend(words.into_iter().map(|w| (l.id, w)));
            } else {
                self.look(known, ways, (&l.body, in_threads), found);
            }
        });
    }

    fn axes(&self, id: LoopId) -> &[Axis] {
        self.plan(id).map_or(&[], |l| l.axes.as_slice())
    }

    fn plan(&self, id: LoopId) -> Option<&LoopPlan> {
        self.k.own.get(&id).or_else(|| self.loops.get(&id))
    }

    fn param(&self, v: VarId) -> Option<&Param> {
        self.k.params.iter().find(|q| q.var == v)
    }

    /// Whether a variable is a parameter whose value is an address, on the device in any case.
    fn is_root(&self, v: VarId) -> bool {
        let address = |q: &Param| matches!(q.pass, Pass::Address { .. } | Pass::Raw);
        let known = self
            .param(v)
            .is_some_and(|q| q.cell.is_none() && address(q));
        known && may_lead(self.p.unit, v)
    }

    /// Whether each thread has a variable for itself.
    fn is_own(&self, v: VarId) -> bool {
        let mut plans = self.loops.values().chain(self.k.own.values());
        let copied =
            |l: &LoopPlan| l.private.contains(&v) || l.reductions.iter().any(|r| r.var == v);
        self.param(v).is_none_or(|q| q.pass == Pass::Value)
            || self.k.private.contains(&v)
            || self.p.unit.types.is_scalar(self.p.unit.var(v).ty) && plans.any(copied)
    }

    /// Whether nothing else of the kernel leads where a parameter does.
    fn is_apart(&self, v: VarId) -> bool {
        let leads = |q: &Param| q.pass != Pass::Value || may_lead(self.p.unit, q.var);
        let mut others = self.k.params.iter().filter(|q| q.var != v);
        let told = self.param(v).is_some_and(|q| match q.pass {
            Pass::Address { restrict, .. } => restrict,
            _ => false,
        });
        told || !others.any(leads)
    }

    fn is_read_only(&self, v: VarId) -> bool {
        self.param(v).is_some_and(|q| match q.pass {
            Pass::Address { read_only, .. } => read_only,
            _ => false,
        })
    }
}

fn is_thread(axis: &Axis) -> bool {
    matches!(axis, Axis::ThreadX | Axis::ThreadY | Axis::ThreadZ)
}
