//! Members of structs that reach the device by themselves: where clauses name the members and not the struct, devices see
//! variables of their own in place of them.
//!
//! ```text
//! copy(v.b[0:n])   v.b[i]     int *v_b = v.b;         v_b[i]
//! copy(v.arr)      v.arr[i]   v_arr, an array         v_arr[i]
//! copy(v.a)        v.a        int v_a = v.a;          v_a        where it is only read
//! copy(v.a)        v.a += 1   int *v_a = &v.a;        *v_a += 1
//! present(v.b)     i < v.n    int v_n = v.n;          i < v_n    named by no clause, only read
//!                  i < d[0]   int d_0 = d[0];         i < d_0    likewise an integer of an array: `*n`, `v.d[1]`
//! ```
//!
//! So nothing of the struct has to be on the device, and it does not matter in how many directives the members came there. The
//! same of `s->b`, where `s` is a pointer. Where the struct is used in any other way all stays as it is: it is then a
//! variable like any other, and its members are parts of it. The host's cores run the user's own text.
//!
//! The struct may be on the device all the same: `no_create` items look its members up, and a kernel that is given such a place (`v_b_there`) reads the value from there. A construct that
//! uses the struct as a whole, stores pointers in memory, or calls functions that may use a global struct, has the struct itself.

mod said;
mod scan;

use super::routine::DEVICE_NAMES;
use super::*;
use crate::directive::{ClauseKind, DataKind, DataRef, DirectiveKind, Section};
use indexmap::{IndexMap, IndexSet};

/// A loop that sums up in scalars what the text sums up in elements of arrays.
#[derive(Clone, Debug)]
pub struct Promoted {
    pub id: LoopId,
    /// The scalars, each with its element as it is written.
    pub sums: Vec<(VarId, String)>,
}

/// A loop whose iterations have a copy each of an array.
#[derive(Clone, Copy, Debug)]
pub struct Expanded {
    pub id: LoopId,
    pub var: VarId,
    /// Nothing else in the loop leads to the array.
    pub alone: bool,
    /// On the cores, where the outermost loop of these alone is shared.
    pub on_cores: bool,
}

/// A construct as devices see it.
#[derive(Clone, Debug, Default)]
pub struct Members {
    pub body: Vec<Stmt>,
    /// In `body` the last iteration of these loops assigns these variables, and no other one does; in the text each does.
    pub kept: Vec<(LoopId, VarId)>,
    /// In `body` iterations of these loops have a copy each of these arrays, and the last one stores its own.
    pub arrays: Vec<Expanded>,
    /// Variables of `body` that the host declares for the construct, with the ones whose types they have; the others are `long`.
    pub made: Vec<(VarId, Option<VarId>)>,
    /// Loops that do on devices, in passes of their own, what one loop of the text does in order.
    pub passes: Vec<LoopId>,
    pub promoted: Vec<Promoted>,
    /// Loops around these that sum up in the same elements, which `body` doesn't show.
    pub summing: Vec<LoopId>,
    /// The loop whose iterations devices may run in parts.
    pub parts: Option<Parts>,
    /// Loops that stand in `body` in the place of others of the text.
    pub recast: Vec<Recast>,
    /// Items of clauses that are visible in the construct, by the expressions that name them.
    refs: IndexMap<ExprId, DataRef<Expr>>,
}

/// What stands in a construct's statements in the place of loops of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recasting {
    /// Several loops, one behind the other, each with some of the statements of one.
    Pieces,
    /// One loop, for several.
    Joined,
    /// Loops that go through the iterations in another order, in which the variables of the text's loops are these: "i = c1, j = c0 + c1".
    Order(String),
    /// The parts of a loop that is cut, at these iterations: "i = k".
    Cut(String),
}

/// Loops that stand in a construct's statements in the place of others of the text.
#[derive(Clone, Debug)]
pub struct Recast {
    pub how: Recasting,
    /// As it is in the text.
    pub whole: Stmt,
    /// The loops that have taken its place.
    pub loops: Vec<LoopId>,
    /// They do the same only if what these reach lies apart, which is asked when the program runs.
    pub asked: IndexSet<(VarId, VarId)>,
    /// Likewise, and data clauses tell them apart: on a device.
    pub by_clauses: IndexSet<(VarId, VarId)>,
}

impl Recast {
    /// Whether its loops go through other iterations, or in another order.
    pub fn has_other_heads(&self) -> bool {
        matches!(self.how, Recasting::Order(_) | Recasting::Cut(_))
    }
}

/// A construct as the cores have it.
#[derive(Clone, Debug, Default)]
pub struct OnCores {
    /// Where some of its loops have become others.
    pub text: Option<Vec<Stmt>>,
    /// What devices would see of it.
    pub members: Option<Box<Members>>,
    pub fused: Vec<Fused>,
    /// Loops that have taken the place of others in `text`.
    pub recast: Vec<Recast>,
}

/// Loops beside each other that have become one.
#[derive(Clone, Debug)]
pub struct Fused {
    pub id: LoopId,
    /// As they are in the text.
    pub loops: Vec<Stmt>,
    /// They do the same only if what these reach lies apart, which is asked when the program runs.
    pub asked: IndexSet<(VarId, VarId)>,
}

/// A loop that may run in parts: in `body` it counts from `from` to `to`, which the host declares.
#[derive(Clone, Debug)]
pub struct Parts {
    pub id: LoopId,
    pub from: VarId,
    pub to: VarId,
    /// The bounds of the whole, as the user wrote them.
    pub lower: Expr,
    pub upper: Expr,
    pub step: u64,
    /// It counts down.
    pub down: bool,
    /// The bound itself belongs to the loop's numbers.
    pub closed: bool,
}

/// The member that a variable stands for.
#[derive(Clone, Debug)]
pub struct MemberOf {
    /// The variable's value on the host.
    pub value: Expr,
    /// As a reader knows it: `v.in.b`, `s->b`.
    pub text: String,
    /// A pointer that leads to it, where the construct may come to its end without looking there: it may be null.
    pub behind: Option<VarId>,
    /// A clause names the struct and not the member: what it leads to is where the struct's pointer on the device leads.
    pub held: bool,
}

impl MemberOf {
    /// The variable is a pointer to the member, which is no pointer itself.
    pub fn is_pointed_to(&self) -> bool {
        matches!(self.value.kind, ExprKind::Unary(UnaryOp::AddrOf, _))
    }
}

impl Construct {
    /// An item of a clause as devices see it from this construct.
    pub fn seen<'a>(&'a self, item: &'a DataRef<Expr>) -> &'a DataRef<Expr> {
        let own = self
            .members
            .as_ref()
            .and_then(|m| m.refs.get(&item.base.id));
        own.unwrap_or(item)
    }

    /// What devices see of a compute construct, to be changed. `None`: it is none.
    pub fn for_devices(&self) -> Option<Box<Members>> {
        let Body::Compute(text) = &self.body else {
            return None;
        };
        let new = || {
            Box::new(Members {
                body: text.clone(),
                ..Members::default()
            })
        };
        Some(self.members.clone().unwrap_or_else(new))
    }
}

/// Fills [`Construct::members`] of a verified unit.
pub fn replace(unit: &mut Unit) {
    for i in 0..unit.constructs.len() {
        let Body::Compute(stmts) = &unit.constructs[i].body else {
            continue;
        };
        let visible = visible(unit, &unit.constructs[i]);
        let found = scan::find(unit, &unit.constructs[i], stmts, &visible);
        if found.is_empty() {
            continue;
        }
        let mut body = stmts.clone();
        let mut refs: IndexMap<ExprId, DataRef<Expr>> = IndexMap::new();
        refs.extend(visible.iter().map(|(_, r)| (r.base.id, (*r).clone())));
        let vars = declare(unit, &found);
        let mut replaced = Replaced {
            unit,
            found: &found,
            vars: &vars,
        };
        body.iter_mut().for_each(|s| replaced.visit_stmt(s));
        refs.values_mut().for_each(|r| replaced.visit_ref(r));
        unit.ids.renew(&mut body);
        refs.values_mut().for_each(|r| unit.ids.visit_ref(r));
        for v in vars {
            let of = unit.vars[v.index()].member.iter_mut();
            of.for_each(|m| unit.ids.visit_expr(&mut m.value));
        }
        unit.constructs[i].members = Some(Box::new(Members {
            body,
            refs,
            ..Members::default()
        }));
    }
}

/// The data clauses' items that are visible at a construct.
fn visible<'a>(unit: &'a Unit, c: &'a Construct) -> Vec<(DataKind, &'a DataRef<Expr>)> {
    let mut out = Vec::new();
    let mut at = Some(c);
    while let Some(c) = at {
        out.extend(items(c));
        at = c.parent.map(|id| unit.construct(id));
    }
    let declares = |d: &&Construct| d.directive.kind == DirectiveKind::Declare;
    out.extend(unit.constructs.iter().filter(declares).flat_map(items));
    out
}

/// Those of its own.
fn items(c: &Construct) -> Vec<(DataKind, &DataRef<Expr>)> {
    let mut out = Vec::new();
    for clause in c.directive.clauses_for(DEVICE_NAMES) {
        if let ClauseKind::Data(kind, _, refs) = &clause.kind {
            out.extend(refs.iter().map(|r| (*kind, r)));
        }
    }
    out
}

/// A member, or a member of such, of a struct variable or of the struct that a pointer variable points to; pointers among the members may lead on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Path {
    root: VarId,
    fields: Vec<String>,
    /// A member that is a pointer leads on: to a struct that other names may lead to as well.
    deep: bool,
}

impl Path {
    fn holds(&self, other: &Path) -> bool {
        self.root == other.root && other.fields.starts_with(&self.fields)
    }
}

/// An integer at one place of an array, or behind a pointer, in C: the array, and the place.
fn element<'e>(unit: &Unit, e: &'e Expr) -> Option<(&'e Expr, i128)> {
    let (base, at) = match &e.kind {
        ExprKind::Index(base, at) => (base, at.int_value()?),
        ExprKind::Unary(UnaryOp::Deref, base) => (base, 0),
        _ => return None,
    };
    let plain = !unit.cpp && unit.types.is_integer(e.ty) && at >= 0;
    plain.then(|| (base.strip_implicit(), at))
}

/// The path that such an integer is. A member that is a pointer doesn't lead on to one.
fn path_of_element(unit: &Unit, e: &Expr) -> Option<Path> {
    let (array, at) = element(unit, e)?;
    let mut found = match array.kind {
        ExprKind::Var(root) => Path {
            root,
            fields: Vec::new(),
            deep: false,
        },
        _ if unit.types.is_array(array.ty) => path(unit, array)?,
        _ => return None,
    };
    found.fields.push(at.to_string());
    Some(found)
}

/// The path that an expression is; no part of a union, which may lie over another one.
fn path(unit: &Unit, e: &Expr) -> Option<Path> {
    let ExprKind::Member { base, field, arrow } = &e.kind else {
        return path_of_element(unit, e);
    };
    let types = &unit.types;
    let ty = if *arrow {
        types.pointee(base.ty)?
    } else {
        base.ty
    };
    let Type::Record(id) = types.canonical(ty) else {
        return None;
    };
    let record = &types.records[id.index()];
    if record.is_union || !record.fields.iter().flatten().any(|f| f.name == *field) {
        return None;
    }
    let pointer = |e: &Expr| match e.strip_implicit().kind {
        ExprKind::Var(v) if types.is_pointer(unit.var(v).ty) => Some(v),
        _ => None,
    };
    let further = |deep: bool| {
        let mut outer = path(unit, base.strip_implicit())?;
        outer.fields.push(field.clone());
        outer.deep |= deep;
        Some(outer)
    };
    let root = match &base.kind {
        _ if *arrow => match pointer(base) {
            Some(v) => v,
            None => return further(true),
        },
        ExprKind::Var(v) => *v,
        ExprKind::Unary(UnaryOp::Deref, to) => pointer(to)?,
        ExprKind::Index(to, at) if at.int_value() == Some(0) => pointer(to)?,
        _ => return further(false),
    };
    Some(Path {
        root,
        fields: vec![field.clone()],
        deep: false,
    })
}

/// How the variable stands for the member.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Form {
    /// It has its value: a pointer, or a scalar that is only read.
    Value,
    Array,
    /// It points to it.
    Pointer,
}

#[derive(Clone, Debug)]
struct Found {
    path: Path,
    form: Form,
    /// The member, as the construct has it.
    member: Expr,
    named: bool,
    /// Clauses name its struct.
    held: bool,
    /// It may not be read at all, nor anything behind its pointer.
    perhaps: bool,
}

/// Makes the variables; in the order of `found`.
fn declare(unit: &mut Unit, found: &[Found]) -> Vec<VarId> {
    let mut out = Vec::new();
    for f in found {
        let root = unit.var(f.path.root);
        let behind = f.path.deep || unit.types.is_pointer(root.ty);
        let stem = format!("{}_{}", root.name, f.path.fields.join("_"));
        let text = written(unit, &f.member);
        // Two pointers may lead to one struct, and its pointers are then one as well.
        let others = |o: &Found| o.path.root != f.path.root;
        let ty = own_type(unit, f, behind && found.iter().any(others));
        let value = match f.form {
            Form::Pointer => Expr::new(
                ExprKind::Unary(UnaryOp::AddrOf, Box::new(f.member.clone())),
                ty,
                f.member.span,
            ),
            _ => f.member.clone(),
        };
        // An array behind a pointer may be that behind another one, as with parameters.
        let storage = match f.form {
            Form::Array if behind => Storage::Param,
            _ => Storage::Local,
        };
        out.push(VarId(unit.vars.len() as u32));
        let name = fresh::unused(unit, &out[..out.len() - 1], &stem);
        unit.vars.push(Var {
            name,
            ty,
            restrict: false,
            storage,
            init: None,
            attributes: Vec::new(),
            fits: false,
            member: Some(Box::new(MemberOf {
                value,
                text,
                behind: f.perhaps.then_some(f.path.root),
                held: f.held,
            })),
            span: f.member.span,
        });
    }
    out
}

/// A member, or an element, as a reader knows it.
fn written(unit: &Unit, e: &Expr) -> String {
    match (element(unit, e), &e.kind) {
        (Some((array, _)), ExprKind::Unary(..)) => return format!("*{}", written(unit, array)),
        (Some((array, at)), _) => return format!("{}[{at}]", written(unit, array)),
        (None, _) => {}
    }
    match &e.strip_implicit().kind {
        ExprKind::Member { base, field, arrow } => {
            let of = base.strip_implicit();
            let is_struct = matches!(
                of.kind,
                ExprKind::Unary(UnaryOp::Deref, _) | ExprKind::Index(..)
            );
            let sign = if *arrow || is_struct { "->" } else { "." };
            format!("{}{sign}{field}", written(unit, of))
        }
        ExprKind::Var(v) => unit.var(*v).name.clone(),
        ExprKind::Unary(_, of) | ExprKind::Index(of, _) => written(unit, of),
        _ => String::new(),
    }
}

fn own_type(unit: &mut Unit, f: &Found, shared: bool) -> TypeId {
    let (ty, types) = (f.member.ty, &mut unit.types);
    let q = types.qualifiers(ty);
    match f.form {
        Form::Array => ty,
        Form::Pointer => types.intern(Type::Pointer(ty)),
        Form::Value if q.is_const || q.is_restrict && shared => {
            let plain = types.canonical_id(ty);
            let kept = Qualifiers {
                is_restrict: q.is_restrict && !shared,
                ..Qualifiers::default()
            };
            match kept.is_restrict {
                true => types.intern(Type::Qualified(plain, kept)),
                false => plain,
            }
        }
        Form::Value => ty,
    }
}

/// All variables in an expression.
fn mentioned(e: &Expr) -> IndexSet<VarId> {
    let mut out = IndexSet::new();
    e.each_expr(|e| out.extend(e.variable()));
    out
}

/// Puts variables in the place of members.
struct Replaced<'a> {
    unit: &'a Unit,
    found: &'a [Found],
    vars: &'a [VarId],
}

impl Replaced<'_> {
    fn of(&self, e: &Expr) -> Option<(VarId, Form)> {
        let p = path(self.unit, e)?;
        let i = self.found.iter().position(|f| f.path == p)?;
        Some((self.vars[i], self.found[i].form))
    }

    fn var(&self, var: VarId, span: Span) -> Expr {
        Expr::new(ExprKind::Var(var), self.unit.var(var).ty, span)
    }
}

impl VisitMut for Replaced<'_> {
    fn visit_expr(&mut self, e: &mut Expr) {
        if let Some((var, form)) = self.of(e) {
            let own = self.var(var, e.span);
            e.kind = match form {
                Form::Pointer => ExprKind::Unary(UnaryOp::Deref, Box::new(own)),
                _ => own.kind,
            };
            return;
        }
        if let ExprKind::SizeofExpr(of) = &e.kind {
            let roots = mentioned(of);
            if self.found.iter().any(|f| roots.contains(&f.path.root)) {
                e.kind = ExprKind::SizeofType(of.ty);
            }
            return;
        }
        self.walk_expr(e);
    }

    fn visit_ref(&mut self, r: &mut DataRef<Expr>) {
        let Some((var, form)) = self.of(&r.base) else {
            return self.visit_expr(&mut r.base);
        };
        if form == Form::Pointer && r.sections.is_empty() {
            let one = Expr::new(
                ExprKind::IntLit {
                    value: 1,
                    text: "1".into(),
                },
                self.unit.types.int(),
                r.base.span,
            );
            r.sections.push(Section::Range {
                lower: None,
                length: Some(one),
            });
        }
        r.base = self.var(var, r.base.span);
    }
}
