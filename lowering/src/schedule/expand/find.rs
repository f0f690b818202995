//! Which arrays the iterations of loops can have for themselves, although they are visible behind them.

use super::Target;
use crate::analyse::access::{Access, Part};
use crate::analyse::alias::{Alias, Aliases, alias};
use crate::analyse::collect::collect;
use crate::analyse::overwritten::{self, Loops};
use crate::analyse::{covered, jumps};
use crate::options::Options;
use crate::schedule::region::{Region, is_simple, mentions};
use accrs_frontend::directive::ClauseKind;
use accrs_frontend::region::place::is_array_parameter;
use accrs_frontend::region::{
    Canonical, Construct, ConstructId, Expr, ExprKind, For, LoopId, Stmt, StmtKind, Storage,
    UnaryOp, Unit, VarId, Visit,
};
use indexmap::IndexSet;

/// Bytes of an array that each block has a copy of on a device, or each thread.
const MOST_BYTES: u64 = 8192;

/// An array that iterations have for themselves.
#[derive(Debug)]
pub struct Owning {
    pub construct: ConstructId,
    pub var: VarId,
    /// The loops whose last iterations store it, outermost first.
    pub loops: Vec<LoopId>,
    /// The loops around these.
    pub around: Vec<LoopId>,
    /// What the last iteration stores, in the order in which it is written.
    pub stores: Vec<Stored>,
    /// What else in the loops may lead there.
    pub others: IndexSet<VarId>,
}

/// Elements that the last iteration stores.
#[derive(Debug)]
pub struct Stored {
    /// The loops around the element, in the iteration.
    pub loops: Vec<For>,
    pub to: Expr,
}

/// The arrays in a construct, each with the innermost loops whose iterations can have it.
pub fn of(target: Target, unit: &Unit, options: &Options, construct: &Construct) -> Vec<Owning> {
    let Some((region, stmts)) = Region::of(unit, options, construct) else {
        return Vec::new();
    };
    let mut search = Search {
        target,
        region,
        around: Vec::new(),
        found: Vec::new(),
    };
    stmts.iter().for_each(|s| search.visit_stmt(s));
    search.found
}

/// What stands around a statement.
#[derive(Clone, Copy)]
enum Around<'a> {
    Loop(&'a For),
    /// A condition, or a loop that isn't a `for`: what is in it may not run.
    Other,
}

struct Search<'a> {
    target: Target,
    region: Region<'a>,
    around: Vec<Around<'a>>,
    found: Vec<Owning>,
}

impl<'a> Visit<'a> for Search<'a> {
    fn visit_for(&mut self, l: &'a For) {
        self.around.push(Around::Loop(l));
        self.visit_stmt(&l.body);
        self.around.pop();
        self.of_loop(l);
    }

    fn visit_stmt(&mut self, s: &'a Stmt) {
        if matches!(s.kind, StmtKind::Block(_) | StmtKind::For(_)) {
            return self.walk_stmt(s);
        }
        self.around.push(Around::Other);
        self.walk_stmt(s);
        self.around.pop();
    }

    /// Loops in statement expressions stay as they are.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

impl<'a> Search<'a> {
    /// The arrays that the iterations of a loop can have. One that those of a loop inside can have too is theirs only where this loop does nothing
    /// else with it.
    fn of_loop(&mut self, l: &'a For) {
        if !is_possible(l) {
            return;
        }
        let facts = self.region.facts.part(&l.body);
        let written = facts.uses().vars.iter().filter(|(_, u)| u.any_write());
        let written: Vec<VarId> = written.map(|(v, _)| *v).collect();
        for var in written {
            let inside = |o: &Owning| o.var == var && o.around.contains(&l.id);
            let shares = |o: &Owning| o.var == var && o.loops.contains(&l.id);
            if self.found.iter().any(shares) || !self.is_candidate(var, l) {
                continue;
            }
            if let Some(found) = self.owning(var, l) {
                self.found.retain(|o| !inside(o));
                self.found.push(found);
            }
        }
    }

    fn owning(&self, var: VarId, l: &'a For) -> Option<Owning> {
        let mut loops = vec![l];
        let mut around = self.around.clone();
        while let Some(Around::Loop(outer)) = around.last()
            && self.is_only(var, outer, &loops)
        {
            loops.insert(0, outer);
            around.pop();
        }
        let of = |a: &Around<'a>| match a {
            Around::Loop(l) => Some(*l),
            Around::Other => None,
        };
        let around: Vec<&For> = around.iter().filter_map(of).collect();
        let (others, stores) = self.stores(var, &around, &loops)?;
        Some(Owning {
            construct: self.region.construct.id,
            var,
            loops: loops.iter().map(|l| l.id).collect(),
            around: around.iter().map(|l| l.id).collect(),
            stores,
            others,
        })
    }

    /// An array of numbers, or a pointer to them, of which a loop does nothing but to read and write elements.
    fn is_candidate(&self, var: VarId, l: &For) -> bool {
        let (unit, types, v) = (
            self.region.unit,
            &self.region.unit.types,
            self.region.unit.var(var),
        );
        let ours = match v.storage {
            Storage::Local | Storage::Param | Storage::StaticLocal => true,
            Storage::Global { thread_local, .. } => !thread_local,
            Storage::Region => false,
        };
        let array = types.is_array(v.ty) && !is_array_parameter(unit, var);
        let pointer = !array && (types.is_pointer(v.ty) || types.is_array(v.ty));
        let fits = match self.target {
            Target::Device => array && types.size_of(v.ty).is_some_and(|n| n <= MOST_BYTES),
            Target::Cores => array || pointer,
        };
        let mut elem = v.ty;
        while let Some(inner) = types.pointee(elem)
            && (types.is_array(elem) || elem == v.ty && pointer)
        {
            elem = inner;
        }
        let q = types.qualifiers(elem);
        let number = types.is_arithmetic(elem) && !q.is_volatile && !q.is_const;
        let used = self.region.facts.uses().get(var);
        // A pointer leads to the same place all the time.
        let stepped = |e: &Expr| e.assigned_or_handed_on().is_some_and(|to| to.is_var(var));
        let mut code = self.region.facts.code.iter();
        let fixed = used.is_some_and(|u| u.address.is_none()) && !code.any(|s| s.any_expr(stepped));
        ours && fits
            && number
            && fixed
            && !types.qualifiers(v.ty).is_volatile
            && v.member.is_none()
            && !self.region.taken.contains(&var)
            && elements(unit, &l.body, var) == mentions(&l.body, var)
            && calls_compute(unit, l)
    }

    /// Whether nothing of `outer` touches the variable but the loops `inside`, the outermost first, which each of its iterations
    /// runs, and as often.
    fn is_only(&self, var: VarId, outer: &'a For, inside: &[&For]) -> bool {
        let (Some(counts), Some(next)) = (&outer.canonical, inside.first()) else {
            return false;
        };
        if !is_possible(outer) || !calls_compute(self.region.unit, outer) {
            return false;
        }
        let used = self.region.facts.part(&outer.body);
        let used = used.uses();
        let fixed = |e: &Expr| {
            let varies = |v| v == counts.var || used.writes(v) || used.declared.contains(&v);
            !e.any_expr(|e| matches!(e.kind, ExprKind::Var(v) if varies(v)))
        };
        let mut heads = inside.iter().filter_map(|l| l.canonical.as_ref());
        mentions(&outer.body, var) == mentions(&next.body, var)
            && heads.all(|h| [&h.lower, &h.upper, &h.step].into_iter().all(fixed))
    }

    /// What the last iteration of `loops` stores, if each iteration reads nothing of the array but what it has written, and the last one writes all that any of
    /// them does; and what else in them may lead to the array.
    fn stores(
        &self,
        var: VarId,
        around: &[&'a For],
        loops: &[&'a For],
    ) -> Option<(IndexSet<VarId>, Vec<Stored>)> {
        let (outermost, innermost) = (*loops.first()?, *loops.last()?);
        let facts = self.region.facts.part(&outermost.body);
        let cx = facts.context();
        let heads: Option<Vec<&Canonical>> = loops.iter().map(|l| l.canonical.as_ref()).collect();
        let heads = heads?;
        let outer = around.iter().filter_map(|l| l.canonical.as_ref());
        let outer: Vec<&Canonical> = outer.collect();
        let (first, end) = (outer.len(), outer.len() + heads.len());
        let here: Vec<&Canonical> = outer.iter().copied().chain([heads[0]]).collect();
        let all = collect(cx, &facts.code, &here);
        if all.wild.is_some() {
            return None;
        }
        let mine = all.found.iter().filter(|a| a.root == var);
        let mine: Option<Vec<Access<'a>>> = mine.map(|a| plain(a, end)).collect();
        let mine = mine?;
        // What is only written is no work array: copies of it would be nothing but more to write.
        let read = mine.iter().any(|a| a.read);
        if !read || !covered::is_own(cx, &mine, var, end) {
            return None;
        }
        let last = overwritten::by_last(cx, &mine, Loops { first, end })?;
        let stores = last
            .into_iter()
            .map(|a| self.stored(a, end, innermost, loops));
        let stores = stores.collect::<Option<_>>()?;
        let others = self.others(var, &all.found);
        let apart = self.target == Target::Cores || others.is_empty();
        apart.then_some((others, stores))
    }

    /// The variables by which other accesses may reach what those by this one reach.
    fn others(&self, var: VarId, all: &[Access<'a>]) -> IndexSet<VarId> {
        let (unit, options) = (self.region.unit, self.region.options);
        let known = Aliases {
            safe_pointers: options.safe_pointers,
            strict_aliasing: options.rules.strict_aliasing,
            ..Aliases::default()
        };
        let mine = || all.iter().filter(|a| a.root == var);
        let reaches = |o: &&Access<'a>| mine().any(|a| alias(unit, a, o, &known) != Alias::No);
        let others = all.iter().filter(|o| o.root != var).filter(reaches);
        others.map(|o| o.root).collect()
    }

    /// A write of an iteration as a store behind all that it does. `None`: it may not be repeated there.
    fn stored(&self, a: &Access<'a>, end: usize, l: &'a For, loops: &[&For]) -> Option<Stored> {
        let mut inside: Vec<&For> = Vec::new();
        for head in &a.loops[end..] {
            inside.push(loop_of(&l.body, head)?);
        }
        let facts = self.region.facts.part(&l.body);
        let used = facts.uses();
        let counts = |v: VarId| {
            let all = loops.iter().chain(&inside);
            all.filter_map(|l| l.canonical.as_ref()).any(|h| h.var == v)
        };
        let fixed = |v: VarId| counts(v) || !used.writes(v) && !used.declared.contains(&v);
        let plain = |e: &Expr| match &e.kind {
            ExprKind::Var(v) => fixed(*v),
            ExprKind::IntLit { .. }
            | ExprKind::CharLit { .. }
            | ExprKind::EnumConst { .. }
            | ExprKind::Cast { .. }
            | ExprKind::Binary(..)
            | ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus | UnaryOp::BitNot, _) => true,
            _ => false,
        };
        let target =
            |e: &Expr| e.is_var(a.root) || matches!(e.kind, ExprKind::Index(..)) || plain(e);
        let simple = inside.iter().all(|l| is_simple(l) && heads_are(l, &plain));
        (simple && !a.what.any_expr(|e| !target(e))).then(|| Stored {
            loops: inside.into_iter().cloned().collect(),
            to: a.what.clone(),
        })
    }
}

/// Whether a loop's iterations may have arrays: it counts, no jump leads out of it, and no directive says how it runs.
fn is_possible(l: &For) -> bool {
    let free = |kind: &ClauseKind<Expr>| {
        matches!(
            kind,
            ClauseKind::Data(..) | ClauseKind::Auto | ClauseKind::If(_) | ClauseKind::Default(_)
        )
    };
    let directive = l.directive.as_ref();
    // The cores' text has it twice.
    let once = |s: &Stmt| match &s.kind {
        StmtKind::Label { .. } => true,
        StmtKind::Decl(all) => all.iter().any(|d| d.is_static),
        _ => false,
    };
    is_simple(l)
        && !jumps::leaves(&l.body)
        && !l.body.any_stmt(once)
        && directive.is_none_or(|d| d.clauses.iter().all(|c| free(&c.kind)))
}

/// Whether a loop's expressions are made of such ones.
fn heads_are(l: &For, plain: &dyn Fn(&Expr) -> bool) -> bool {
    let head = l.canonical.as_ref();
    head.is_some_and(|h| {
        ![&h.lower, &h.upper, &h.step]
            .into_iter()
            .any(|e| e.any_expr(|e| !plain(e)))
    })
}

fn loop_of<'a>(body: &'a Stmt, head: &Canonical) -> Option<&'a For> {
    struct Find<'a, 'h>(&'h Canonical, Option<&'a For>);
    impl<'a> Visit<'a> for Find<'a, '_> {
        fn visit_for(&mut self, l: &'a For) {
            if l.canonical
                .as_ref()
                .is_some_and(|h| std::ptr::eq(h, self.0))
            {
                self.1 = Some(l);
            }
            self.walk_for(l);
        }
    }
    let mut find = Find(head, None);
    find.visit_stmt(body);
    find.1
}

/// An access whose parts are subscripts, without the pointer that leads there; in all of the loops.
fn plain<'a>(a: &Access<'a>, end: usize) -> Option<Access<'a>> {
    let mut own = a.clone();
    if matches!(own.parts.first(), Some(Part::Deref)) {
        own.parts.remove(0);
    }
    let index = |p: &Part| matches!(p, Part::Index(..));
    let whole = !own.parts.is_empty() && own.parts.iter().all(index);
    (whole && own.by.is_none() && own.loops.len() >= end).then_some(own)
}

/// How often a statement names a variable as the array of an element that is a number.
fn elements(unit: &Unit, s: &Stmt, var: VarId) -> usize {
    let mut n = 0;
    s.each_expr(|e| {
        if matches!(e.kind, ExprKind::Index(..)) && unit.types.is_arithmetic(e.ty) {
            let mut at = e;
            while let ExprKind::Index(of, _) = &at.kind {
                at = of.strip_implicit();
            }
            n += usize::from(at.is_var(var));
        }
    });
    n
}

/// Whether functions that a loop calls do nothing but to compute.
fn calls_compute(unit: &Unit, l: &For) -> bool {
    !l.body.any_expr(|e| match &e.kind {
        ExprKind::Call { .. } => !unit.effects.only_computes(unit, e.called()),
        ExprKind::StmtExpr(_) => true,
        _ => false,
    })
}
