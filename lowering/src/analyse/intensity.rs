//! Floating-point operations and bytes of memory that a kernel's iterations take, as far as the text says: for a roofline.
//!
//! Operations are those of C's `+ - * /` on floating-point values, and one for each square root; other functions of the library are named, not
//! counted. Bytes are those of array elements and of what pointers lead to; scalars, and arrays of the construct's own, cost none. An access whose
//! subscript a loop doesn't change counts once for that loop. Where a loop runs as often as is known only when the program runs, an iteration of it
//! is counted by itself.

use super::work::trips;
use crate::print::show;
use accrs_frontend::Unit;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, For, Stmt, StmtKind, Storage, Type, UnaryOp, VarId, Visit,
};
use indexmap::{IndexMap, IndexSet};
use serde::Serialize;

/// Calls within calls that are looked into.
const DEPTH: usize = 8;

/// What a kernel's iterations take.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct Intensity {
    /// Of one iteration of the loops that threads share; nothing where several of them, one inside the other, do something: then each is told by itself.
    pub each: Amount,
    /// The iterations of these loops, where all of their bounds are constants.
    pub iterations: Option<f64>,
    /// Loops that run as often as is known only when the program runs, each by itself.
    pub inner: Vec<Inner>,
    /// Branches decide: it is at most so much.
    pub at_most: bool,
    /// What isn't counted: "calls of expf".
    pub missing: Vec<String>,
}

/// An iteration of a loop whose number of iterations is known only when the program runs.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct Inner {
    pub line: u32,
    pub each: Amount,
}

/// Operations and bytes.
#[derive(Clone, Debug, Default, Serialize, PartialEq)]
pub struct Amount {
    pub flops: f64,
    /// Bytes, each access by itself.
    pub loaded: f64,
    pub stored: f64,
    /// Bytes if each array's elements came from memory once for each iteration, however many of their neighbours it uses: what is left where caches
    /// hold all that others have fetched.
    pub least: f64,
}

/// Counts a kernel's statements. `spread`: whether threads share a loop. `own`: the construct's own variables, which are no memory.
pub fn of(
    unit: &Unit,
    body: &[Stmt],
    spread: &dyn Fn(&For) -> bool,
    own: &IndexSet<VarId>,
) -> Intensity {
    let mut count = Count {
        unit,
        spread,
        own,
        found: Intensity::default(),
        shared: Vec::new(),
        levels: vec![Level {
            iterations: Some(1.0),
            ..Level::default()
        }],
        functions: Vec::new(),
        within: 0,
    };
    body.iter().for_each(|s| count.visit_stmt(s));
    let mut found = count.found;
    let base = Level::amount(&count.levels.pop().unwrap_or_default());
    let mut some = count.shared;
    some.push((0, base, Some(1.0)));
    some.retain(|(_, amount, _)| *amount != Amount::default());
    if let [(_, each, iterations)] = &some[..] {
        (found.each, found.iterations) = (each.clone(), *iterations);
        return found;
    }
    let all = some.into_iter().map(|(line, each, _)| Inner { line, each });
    found.inner.extend(all);
    found
}

/// A loop around, and what has been counted in an iteration of it.
#[derive(Default)]
struct Level {
    flops: f64,
    head: Option<Canonical>,
    /// Threads share it; so often do all that are around it and are shared run, where that is known.
    spread: bool,
    iterations: Option<f64>,
    /// Variables that its body declares or assigns.
    changed: IndexSet<VarId>,
    /// Accesses by their text: root, bytes, loaded and stored so often.
    seen: IndexMap<String, Access>,
}

struct Access {
    root: VarId,
    bytes: f64,
    loads: f64,
    stores: f64,
}

impl Level {
    fn amount(&self) -> Amount {
        // Of each array, the access that goes through most elements.
        let mut least: IndexMap<(VarId, bool), f64> = IndexMap::new();
        for a in self.seen.values() {
            for (times, store) in [(a.loads, false), (a.stores, true)] {
                let most = least.entry((a.root, store)).or_default();
                *most = most.max(times * a.bytes);
            }
        }
        Amount {
            flops: self.flops,
            loaded: self.seen.values().map(|a| a.bytes * a.loads).sum(),
            stored: self.seen.values().map(|a| a.bytes * a.stores).sum(),
            least: least.values().sum(),
        }
    }
}

struct Count<'a> {
    unit: &'a Unit,
    spread: &'a dyn Fn(&For) -> bool,
    own: &'a IndexSet<VarId>,
    found: Intensity,
    /// The loops that threads share: line, an iteration, number of iterations.
    shared: Vec<(u32, Amount, Option<f64>)>,
    levels: Vec<Level>,
    functions: Vec<String>,
    /// Branches around.
    within: usize,
}

impl Count<'_> {
    fn floating(&self, e: &Expr) -> bool {
        self.unit.types.is_floating(e.ty)
    }

    fn add(&mut self, flops: f64) {
        self.found.at_most |= self.within > 0 && flops > 0.0;
        if let Some(level) = self.levels.last_mut() {
            level.flops += flops;
        }
    }

    fn missing(&mut self, what: String) {
        if !self.found.missing.contains(&what) {
            self.found.missing.push(what);
        }
    }

    /// An access to memory, at the innermost loop that changes its place.
    fn access(&mut self, e: &Expr, load: bool, store: bool) {
        let Some(root) = root(e) else {
            return self.missing("accesses through computed pointers".into());
        };
        let local = self.unit.var(root).storage == Storage::Region
            && !self.unit.types.is_pointer(self.unit.var(root).ty);
        let Some(bytes) = self.unit.types.size_of(e.ty) else {
            return;
        };
        if local || self.own.contains(&root) && !self.unit.types.is_pointer(self.unit.var(root).ty)
        {
            return;
        }
        let moves = |level: &&mut Level| {
            let head = level.head.as_ref().is_some_and(|h| e.mentions(h.var));
            let inside = !self.functions.is_empty();
            level.head.is_none()
                || level.spread
                || head
                || inside
                || level.changed.iter().any(|v| e.mentions(*v))
        };
        self.found.at_most |= self.within > 0;
        let text = show::expr(self.unit, e);
        let Some(level) = self.levels.iter_mut().rev().find(moves) else {
            return;
        };
        let access = level.seen.entry(text).or_insert(Access {
            root,
            bytes: bytes as f64,
            loads: 0.0,
            stores: 0.0,
        });
        // A second use in the same iteration finds it in a register.
        let load = load && access.stores == 0.0;
        access.loads = access.loads.max(f64::from(u8::from(load)));
        access.stores = access.stores.max(f64::from(u8::from(store)));
    }

    /// An lvalue that is read or written; its subscripts are read in any case.
    fn lvalue(&mut self, e: &Expr, load: bool, store: bool) {
        match &e.kind {
            ExprKind::Index(base, i) => {
                self.inner_lvalue(base);
                self.visit_expr(i);
            }
            ExprKind::Unary(UnaryOp::Deref, p) => self.visit_expr(p),
            ExprKind::Member { base, .. } => return self.member(e, base, load, store),
            ExprKind::Cast {
                operand,
                implicit: true,
            } => return self.lvalue(operand, load, store),
            _ => return,
        }
        if !self.unit.types.is_array(e.ty) {
            self.access(e, load, store);
        }
    }

    fn member(&mut self, e: &Expr, base: &Expr, load: bool, store: bool) {
        self.inner_lvalue(base);
        let memory = e.any_expr(|e| {
            matches!(
                &e.kind,
                ExprKind::Index(..)
                    | ExprKind::Unary(UnaryOp::Deref, _)
                    | ExprKind::Member { arrow: true, .. }
            )
        });
        if memory && !self.unit.types.is_array(e.ty) {
            self.access(e, load, store);
        }
    }

    /// What an access goes through: rows of arrays and structs are no loads of their own, pointers in memory are.
    fn inner_lvalue(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Cast { operand, .. } => self.inner_lvalue(operand),
            ExprKind::Index(base, i) => {
                if self.unit.types.is_pointer(e.ty) {
                    return self.lvalue(e, true, false);
                }
                self.inner_lvalue(base);
                self.visit_expr(i);
            }
            ExprKind::Member { base, .. } => {
                if self.unit.types.is_pointer(e.ty) {
                    return self.member(e, base, true, false);
                }
                self.inner_lvalue(base);
            }
            ExprKind::Var(_) => {}
            _ => self.visit_expr(e),
        }
    }

    fn call(&mut self, e: &Expr, args: &[Expr]) {
        args.iter().for_each(|a| self.visit_expr(a));
        let Some(id) = e.called() else {
            return self.missing("calls through pointers".into());
        };
        let f = self.unit.function(id);
        match &f.body {
            _ if matches!(f.name.as_str(), "sqrt" | "sqrtf") => self.add(1.0),
            _ if matches!(
                f.name.as_str(),
                "fabs" | "fabsf" | "fmax" | "fmaxf" | "fmin" | "fminf"
            ) => {}
            Some(body) if self.functions.len() < DEPTH && !self.functions.contains(&f.name) => {
                self.functions.push(f.name.clone());
                body.iter().for_each(|s| self.visit_stmt(s));
                self.functions.pop();
            }
            _ => self.missing(format!("calls of {}", f.name)),
        }
    }

    /// A loop, with what it does to memory at its own level.
    fn loop_(&mut self, l: &For, head: &Canonical) {
        let mut changed = IndexSet::new();
        l.body.each_stmt(|s| {
            if let StmtKind::Decl(all) = &s.kind {
                changed.extend(all.iter().map(|d| d.var));
            }
        });
        l.body.each_expr(|e| match &e.kind {
            ExprKind::Assign(_, to, _) => changed.extend(to.variable()),
            ExprKind::Unary(op, to) if op.is_step() => changed.extend(to.variable()),
            _ => {}
        });
        let spread = (self.spread)(l);
        let trips = trips(self.unit, head);
        let around = self.levels.last().and_then(|l| l.iterations);
        self.levels.push(Level {
            head: Some(head.clone()),
            spread,
            iterations: around.zip(trips).map(|(a, b)| a * b),
            changed,
            ..Level::default()
        });
        self.visit_stmt(&l.body);
        let level = self.levels.pop().unwrap_or_default();
        let place = |e: &Expr| self.unit.source.line(e.span.start);
        let line = l.cond.as_ref().map_or(0, place);
        if spread {
            return self.shared.push((line, level.amount(), level.iterations));
        }
        let Some(trips) = trips else {
            let each = level.amount();
            return self.found.inner.push(Inner { line, each });
        };
        let Some(outer) = self.levels.last_mut() else {
            return;
        };
        outer.flops += trips * level.flops;
        for (text, a) in level.seen {
            let text = format!("{text} for {}", self.unit.var(head.var).name);
            outer.seen.insert(
                text,
                Access {
                    loads: trips * a.loads,
                    stores: trips * a.stores,
                    ..a
                },
            );
        }
    }
}

/// The variable that an access starts from.
fn root(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(v) => Some(*v),
        ExprKind::Index(a, _)
        | ExprKind::Member { base: a, .. }
        | ExprKind::Unary(UnaryOp::Deref, a)
        | ExprKind::Cast { operand: a, .. } => root(a),
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => root(a).or_else(|| root(b)),
        _ => None,
    }
}

impl<'a> Visit<'a> for Count<'_> {
    fn visit_for(&mut self, l: &'a For) {
        let Some(head) = &l.canonical else {
            return self.missing("loops whose iterations nobody can count beforehand".into());
        };
        self.loop_(l, head);
    }

    fn visit_stmt(&mut self, s: &'a Stmt) {
        match &s.kind {
            StmtKind::If { cond, then, els } => {
                self.visit_expr(cond);
                self.within += 1;
                self.visit_stmt(then);
                els.iter().for_each(|s| self.visit_stmt(s));
                self.within -= 1;
            }
            StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::Goto(_) => {
                self.missing("loops whose iterations nobody can count beforehand".into());
            }
            StmtKind::Continue | StmtKind::Break | StmtKind::Return(_)
                if self.functions.is_empty() =>
            {
                self.found.at_most = true;
                self.walk_stmt(s);
            }
            StmtKind::Switch { .. } => {
                self.within += 1;
                self.walk_stmt(s);
                self.within -= 1;
            }
            _ => self.walk_stmt(s),
        }
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::SizeofExpr(_) => {}
            ExprKind::Unary(UnaryOp::AddrOf, a) => self.inner_lvalue(a),
            ExprKind::Unary(op, a) if op.is_step() => {
                self.lvalue(a, true, true);
                if self.floating(a) {
                    self.add(1.0);
                }
            }
            ExprKind::Assign(op, to, value) => {
                self.visit_expr(value);
                self.lvalue(to, op.is_some(), true);
                if op.is_some() && (self.floating(to) || self.floating(value)) {
                    self.add(1.0);
                }
            }
            ExprKind::Index(..) | ExprKind::Member { .. } | ExprKind::Unary(UnaryOp::Deref, _) => {
                self.lvalue(e, true, false);
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div, ..)
                if self.floating(e) =>
            {
                self.walk_expr(e);
                self.add(1.0);
            }
            ExprKind::Binary(..) if matches!(self.unit.types.canonical(e.ty), Type::Complex(_)) => {
                self.missing("complex arithmetic".into());
                self.walk_expr(e);
            }
            ExprKind::Conditional(condition, then, els) => {
                self.visit_expr(condition);
                self.within += 1;
                then.iter().for_each(|e| self.visit_expr(e));
                self.visit_expr(els);
                self.within -= 1;
            }
            ExprKind::Call { args, .. } => self.call(e, args),
            _ => self.walk_expr(e),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Of the first construct's statements, with the loops over these variables shared.
    fn count(source: &str, shared: &[&str]) -> Intensity {
        let out = accrs_frontend::parse(accrs_frontend::Input {
            text: source.to_string(),
            path: "t.c",
            cflags: &[],
            rules: &accrs_frontend::CRules::default(),
            strict: false,
        });
        let unit = out.unit.unwrap();
        let spread = |l: &For| {
            let name = l.canonical.as_ref().map(|h| unit.var(h.var).name.as_str());
            name.is_some_and(|n| shared.contains(&n))
        };
        let accrs_frontend::region::Body::Compute(body) = &unit.constructs[0].body else {
            panic!("no compute construct");
        };
        of(&unit, body, &spread, &IndexSet::new())
    }

    fn amount(flops: f64, loaded: f64, stored: f64, least: f64) -> Amount {
        Amount {
            flops,
            loaded,
            stored,
            least,
        }
    }

    #[test]
    fn a_stencil() {
        let found = count(
            "void f(int n, float *a, float *b) {
#pragma acc parallel loop collapse(2) copy(a[0:n*n], b[0:n*n])
for (int i = 1; i < n - 1; i++)
for (int j = 1; j < 65; j++)
b[i*n+j] = 0.25f * (a[i*n+j-1] + a[i*n+j+1] + a[(i-1)*n+j] + a[(i+1)*n+j]) + b[i*n+j];
}
",
            &["i", "j"],
        );
        assert_eq!(found.each, amount(5.0, 20.0, 4.0, 12.0));
        assert_eq!((found.iterations, found.inner.len()), (None, 0));
    }

    #[test]
    fn loops_inside_and_branches() {
        let found = count(
            "void f(int n, double *a, double *b) {
#pragma acc parallel loop copy(a[0:n], b[0:n])
for (int i = 0; i < 100; i++) {
double s = 0, t[4];
for (int k = 0; k < 4; k++) { t[k] = b[4*i+k]; s += t[k] * a[i]; }
for (int j = 0; j < n; j++) s += b[j];
if (s > 0) a[i] = s * 2;
}
}
",
            &["i"],
        );
        assert_eq!(found.each, amount(9.0, 40.0, 8.0, 48.0));
        assert_eq!(found.iterations, Some(100.0));
        let inner = Inner {
            line: 6,
            each: amount(1.0, 8.0, 0.0, 8.0),
        };
        assert_eq!(found.inner, [inner]);
        assert!(found.at_most && found.missing.is_empty());
    }
}
