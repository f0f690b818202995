//! What a construct does with structs whose members clauses name: which members get variables, and of what form.

use super::said::{brings, default, is_bit_field, is_cut, is_declared, lies_in, may_be};
use super::{Form, Found, Path, element, items, mentioned, path};
use crate::directive::{ClauseKind, DataKind, DataRef, DefaultKind, Directive, DirectiveKind};
use crate::region::*;
use indexmap::{IndexMap, IndexSet};

/// The members that get variables.
pub(super) fn find(
    unit: &Unit,
    c: &Construct,
    stmts: &[Stmt],
    visible: &[(DataKind, &DataRef<Expr>)],
) -> Vec<Found> {
    let mut scan = Scan::new(unit);
    let own = items(c).len();
    // Where the user says what is parallel, nobody asks where members of a struct lead that clauses bring.
    let analysed = matches!(
        c.directive.kind,
        DirectiveKind::Kernels | DirectiveKind::KernelsLoop
    );
    for (i, (kind, r)) in visible.iter().enumerate() {
        use DataKind::{Attach, Detach, Deviceptr, Present, UseDevice};
        match (kind, path(unit, &r.base)) {
            // The construct may use the rest of the array, which comes along with the struct.
            (kind, Some(p)) if i < own && *kind != Present && is_cut(unit, r) => {
                scan.whole.insert(p.root);
            }
            (Attach | Detach, Some(_)) => {}
            (Deviceptr | UseDevice, Some(p)) => {
                scan.whole.insert(p.root);
            }
            (_, Some(p)) => scan.named.push(p),
            (kind, None) if analysed && brings(*kind) => scan.held.extend(r.base.variable()),
            (_, None) => scan.whole.extend(r.base.variable()),
        }
    }
    let objects = of_objects(unit, stmts);
    let leads = |v: &VarId| objects.iter().any(|p| p.root == *v && p.leads);
    // Nothing else comes to the device then.
    if analysed && default(unit, c) == Some(DefaultKind::Present) {
        let named = |v: &VarId| scan.named.iter().any(|n| n.root == *v);
        let others = objects.iter().map(|p| p.root);
        let others: Vec<VarId> = others.filter(|v| leads(v) && !named(v)).collect();
        scan.held.extend(others);
    }
    let as_ever = scan.held.iter().copied();
    let as_ever = as_ever.filter(|v| !leads(v) || is_declared(unit, *v));
    scan.whole.extend(as_ever);
    for p in objects {
        if !scan.whole.contains(&p.root) {
            match p.leads {
                true => scan.roots.insert(p.root),
                false => scan.numbers.insert(p.root),
            };
            let reached = unit.types.is_pointer(p.ty) || unit.types.is_array(p.ty);
            // What a clause names may lie behind it.
            if reached && !scan.named.iter().any(|n| p.path.holds(n)) {
                scan.named.push(p.path);
            }
        }
    }
    if scan.named.is_empty() && scan.roots.is_empty() && scan.numbers.is_empty() {
        return Vec::new();
    }
    let all = scan.named.clone();
    let outermost = |p: &Path| !all.iter().any(|o| o != p && o.holds(p));
    scan.named.retain(outermost);
    scan.clauses(&c.directive);
    for length in &unit.types.vla_lengths {
        scan.whole.extend(mentioned(length));
    }
    stmts.iter().for_each(|s| scan.visit_stmt(s));
    let read_in_place = scan.judge(c);
    let (whole, held) = (scan.whole, scan.held);
    scan.found
        .retain(|f| !whole.contains(&f.path.root) && !read_in_place.contains(&f.path));
    let mut certain = IndexSet::new();
    read_for_certain(unit, stmts, &mut certain);
    for f in &mut scan.found {
        f.held = held.contains(&f.path.root);
        let pointer = unit.types.is_pointer(unit.var(f.path.root).ty);
        let number = scan.numbers.contains(&f.path.root);
        f.perhaps = number && pointer && !certain.contains(&f.path.root);
    }
    scan.found
}

/// A member that a construct of C++ names.
struct Named {
    path: Path,
    root: VarId,
    ty: TypeId,
    /// It is a member of an object whose members lead on.
    leads: bool,
}

/// The members of `this`, of objects with pointers and, in C, of structs that pointers lead to: programs write them as if they were variables,
/// and mean those. Where no clause names the object itself, they are what other variables without a clause are.
/// Likewise the numbers of a struct that a pointer leads to (`p->nx`), and integers of arrays (`dims[0]`, `*n`), in C.
fn of_objects(unit: &Unit, stmts: &[Stmt]) -> Vec<Named> {
    let mut found: IndexMap<Path, TypeId> = IndexMap::new();
    // How often an array that is a member is named for more than for one of its integers.
    let mut named: IndexMap<Path, i32> = IndexMap::new();
    for s in stmts {
        s.each_expr(|e| {
            if let Some((array, _)) = element(unit, e)
                && path(unit, e).is_some()
                && let Some(p) = path(unit, array)
            {
                *named.entry(p).or_default() -= 1;
            }
            if let Some(p) = path(unit, e)
                && !unit.types.is_record(e.ty)
                && (unit.is_this(p.root) || !unit.cpp || unit.types.is_record(unit.var(p.root).ty))
                && unit.var(p.root).storage != Storage::Region
            {
                *named.entry(p.clone()).or_default() += 1;
                found.insert(p, e.ty);
            }
        });
    }
    found.retain(|p, _| named.get(p) != Some(&0));
    let leads = |root: VarId| {
        let mut all = found.iter().filter(|(p, _)| p.root == root);
        unit.is_this(root) || all.any(|(_, ty)| unit.types.is_pointer(*ty))
    };
    let of = |(path, ty): (&Path, &TypeId)| Named {
        path: path.clone(),
        root: path.root,
        ty: *ty,
        leads: leads(path.root),
    };
    let bounding = bounding(unit, stmts);
    let counts = |p: &Path| {
        let (types, ty) = (&unit.types, unit.var(p.root).ty);
        let to_struct = types.pointee(ty).is_some_and(|ty| types.is_record(ty));
        to_struct || !types.is_record(ty) && bounding.contains(&p.root)
    };
    found
        .iter()
        .map(of)
        .filter(|p| p.leads || counts(&p.path))
        .collect()
}

/// The variables behind which the statements look whenever they run: in heads of loops, and in expressions, that no condition is around.
fn read_for_certain(unit: &Unit, stmts: &[Stmt], found: &mut IndexSet<VarId>) {
    use ExprKind::{Binary, Conditional};
    for s in stmts {
        let read: Vec<&Expr> = match &s.kind {
            StmtKind::Block(inner) => {
                read_for_certain(unit, inner, found);
                continue;
            }
            StmtKind::For(l) => l.cond.iter().collect(),
            StmtKind::If { cond, .. } => vec![cond],
            StmtKind::Expr(e) => vec![e],
            _ => continue,
        };
        let parts = |e: &Expr| {
            let choice = matches!(e.kind, Binary(BinaryOp::And | BinaryOp::Or, ..));
            choice || matches!(e.kind, Conditional(..))
        };
        for e in read.into_iter().filter(|e| !e.any_expr(parts)) {
            e.each_expr(|e| found.extend(path(unit, e).map(|p| p.root)));
        }
    }
}

/// What heads of loops and subscripts name.
fn bounding(unit: &Unit, stmts: &[Stmt]) -> IndexSet<VarId> {
    let mut found = IndexSet::new();
    for s in stmts {
        s.each_expr(|e| match &e.kind {
            ExprKind::Index(_, at) if element(unit, e).is_none() => found.extend(mentioned(at)),
            _ => {}
        });
        s.each_stmt(|s| {
            if let StmtKind::For(l) = &s.kind {
                let heads = l.cond.iter().chain(&l.inc);
                found.extend(heads.flat_map(mentioned));
            }
        });
    }
    found
}

/// Whether the text may take the address of a member of this name: `&v.n`, `&p->in.n[2]`.
fn addressed(unit: &Unit, path: &Path) -> bool {
    let word = |c: char| c == '_' || c.is_alphanumeric();
    let Some(field) = path.fields.last() else {
        return true;
    };
    let text = &unit.source.text;
    text.match_indices('&').any(|(at, _)| {
        // `a && b`
        let before = text[..at].bytes().rev().take_while(|c| *c == b'&').count();
        let behind = text[at..].bytes().take_while(|c| *c == b'&').count();
        if before + behind == 2 {
            return false;
        }
        let lvalue = text[at + 1..].trim_start();
        let end = lvalue.find(|c: char| !word(c) && !" .->[]()*\n".contains(c));
        let mut words = lvalue[..end.unwrap_or(lvalue.len())].split(|c| !word(c));
        // The first names the variable.
        words.next();
        words.any(|w| w == field.as_str())
    })
}

/// What a construct does with the structs whose members clauses name.
struct Scan<'a> {
    unit: &'a Unit,
    named: Vec<Path>,
    /// Objects whose members are what variables are, though no clause names them.
    roots: IndexSet<VarId>,
    /// Pointers to structs of which the construct names numbers alone.
    numbers: IndexSet<VarId>,
    found: Vec<Found>,
    /// Those that clauses name: they are on the device, and so is what their pointers lead to.
    held: IndexSet<VarId>,
    /// Used as a whole, or in another way that variables for members don't serve.
    whole: IndexSet<VarId>,
    /// The types of what is assigned in memory; of members that are assigned by name, the struct.
    stores: Vec<(TypeId, Option<VarId>)>,
    called: IndexSet<FunctionId>,
    /// A function is called that is not known.
    opaque: bool,
}

impl<'a> Scan<'a> {
    fn new(unit: &'a Unit) -> Self {
        Self {
            unit,
            named: Vec::new(),
            roots: IndexSet::new(),
            numbers: IndexSet::new(),
            held: IndexSet::new(),
            found: Vec::new(),
            whole: IndexSet::new(),
            stores: Vec::new(),
            called: IndexSet::new(),
            opaque: false,
        }
    }

    fn clauses(&mut self, d: &Directive<Expr>) {
        for clause in &d.clauses {
            if let ClauseKind::Private(refs)
            | ClauseKind::Firstprivate(refs)
            | ClauseKind::Reduction(_, refs) = &clause.kind
            {
                let vars = refs.iter().flat_map(|r| mentioned(&r.base));
                self.whole.extend(vars);
            }
        }
    }

    /// `changed`: it is assigned, or its address taken.
    fn expr(&mut self, e: &Expr, changed: bool) {
        use ExprKind::*;
        use UnaryOp::{AddrOf, Imag, PostDec, PostInc, PreDec, PreInc, Real};
        if let Some(p) = path(self.unit, e)
            && (self.roots.contains(&p.root)
                || self.numbers.contains(&p.root)
                || self.named.iter().any(|n| n.root == p.root))
            && !self.named.iter().any(|n| *n != p && n.holds(&p))
        {
            return self.member(p, e, changed);
        }
        if changed && e.variable().is_none() {
            self.stores.push((e.ty, None));
        }
        match &e.kind {
            Var(v) => {
                self.whole.insert(*v);
            }
            // Only its type counts.
            SizeofExpr(_) => {}
            Assign(_, to, from) => {
                self.expr(to, true);
                self.expr(from, false);
            }
            Unary(AddrOf | PreInc | PreDec | PostInc | PostDec, a) => self.expr(a, true),
            Unary(Real | Imag, a) => self.expr(a, changed),
            Member {
                base, arrow: false, ..
            } => self.expr(base, changed),
            Call { callee, args } => {
                match callee.strip_implicit().kind {
                    Function(f) => {
                        self.called.insert(f);
                    }
                    _ => self.opaque = true,
                }
                args.iter().for_each(|a| self.expr(a, false));
            }
            _ => self.walk_expr(e),
        }
    }

    fn member(&mut self, p: Path, e: &Expr, changed: bool) {
        let types = &self.unit.types;
        if changed {
            self.stores.push((e.ty, Some(p.root)));
        }
        let named = self.named.contains(&p);
        let form = match types.canonical(e.ty) {
            _ if types.qualifiers(e.ty).is_volatile => None,
            Type::Pointer(_) => (named && !changed).then_some(Form::Value),
            Type::Array(_, ArrayLen::Unknown) => None,
            Type::Array(..) => (named && !changed).then_some(Form::Array),
            Type::Record(_) => named.then_some(Form::Pointer),
            _ if named && changed => Some(Form::Pointer),
            _ if changed || is_bit_field(self.unit, e) => None,
            _ => Some(Form::Value),
        };
        let Some(form) = form else {
            self.whole.insert(p.root);
            return;
        };
        match self.found.iter_mut().find(|f| f.path == p) {
            Some(f) if form == Form::Pointer => f.form = form,
            Some(_) => {}
            None => self.found.push(Found {
                path: p,
                form,
                member: e.clone(),
                named,
                held: false,
                perhaps: false,
            }),
        }
    }

    /// Keeps whole what variables with values from before the construct don't serve. Those numbers behind pointers that a store may change are
    /// returned: they are read where they are, each by itself.
    fn judge(&mut self, c: &Construct) -> IndexSet<Path> {
        let mut read_in_place = IndexSet::new();
        let called = self.calls();
        let unit = self.unit;
        let types = &unit.types;
        let pointers = |(ty, _): &(TypeId, _)| types.holds_pointer(*ty);
        let stores_pointers = self.opaque || self.stores.iter().any(pointers);
        let parallel = matches!(
            c.directive.kind,
            DirectiveKind::Parallel | DirectiveKind::ParallelLoop
        );
        let default = default(unit, c);
        for f in &self.found {
            let root = unit.var(f.path.root);
            let is_static = matches!(root.storage, Storage::Global { .. } | Storage::StaticLocal);
            let pointer = f.form == Form::Value && types.is_pointer(f.member.ty);
            // Iterations of parallel loops don't change what others read. Two pointers may lead to one struct.
            let changes = |(ty, of): &(TypeId, Option<VarId>)| {
                let leads = |v: VarId| types.is_pointer(unit.var(v).ty);
                let root = f.path.root;
                let same = |of: VarId| of != root && (leads(of) || leads(root));
                (f.path.deep || of.is_none_or(same)) && may_be(types, *ty, f.member.ty)
            };
            // What no clause names is read on the device where it is there, and no store reaches it where it isn't. Stores through
            // pointers to numbers, or to structs that this one has nothing of, lead to arrays, if nobody takes the member's address.
            let own = self.roots.contains(&f.path.root) && !f.path.deep && !is_static;
            let alone = own && !addressed(unit, &f.path);
            let whole = types.pointee(root.ty).unwrap_or(root.ty);
            let number = |(ty, of): &(TypeId, Option<VarId>)| {
                let beside = || !lies_in(types, *ty, whole) && !lies_in(types, whole, *ty);
                of.is_none() && (!types.is_record(*ty) || beside())
            };
            let by_other_name = || match alone {
                true => self.opaque || self.stores.iter().any(|s| !number(s) && changes(s)),
                false => called || self.stores.iter().any(changes),
            };
            // With `default(present)` they are there.
            let held = self.held.contains(&f.path.root) && default == Some(DefaultKind::Present);
            let unnamed = !f.named && default.is_some() && !held;
            let number = self.numbers.contains(&f.path.root);
            let changed = !f.named && (number || !parallel) && by_other_name();
            if root.storage == Storage::Region
                || is_static && called
                || pointer && stores_pointers
                || unnamed
                || changed && !number
            {
                self.whole.insert(f.path.root);
            } else if changed {
                read_in_place.insert(f.path.clone());
            }
        }
        read_in_place
    }

    /// Whether functions of the program are called; what they store counts too.
    fn calls(&mut self) -> bool {
        let (unit, mut next, mut own) = (self.unit, 0, self.opaque);
        while let Some(&f) = self.called.get_index(next) {
            next += 1;
            let f = unit.function(f);
            match &f.body {
                Some(body) => body.iter().for_each(|s| self.stmt_of_function(s)),
                None => self.opaque |= !(f.library || f.builtin),
            }
            own |= f.body.is_some() || !(f.library || f.builtin);
        }
        own
    }

    /// Functions know other variables: only what they store and call counts.
    fn stmt_of_function(&mut self, s: &Stmt) {
        let mut inside = Scan::new(self.unit);
        inside.visit_stmt(s);
        self.stores.append(&mut inside.stores);
        self.called.extend(inside.called);
        self.opaque |= inside.opaque;
    }
}

impl<'s> Visit<'s> for Scan<'_> {
    fn visit_directive(&mut self, d: &'s Directive<Expr>) {
        self.clauses(d);
    }

    fn visit_expr(&mut self, e: &'s Expr) {
        self.expr(e, false);
    }
}
