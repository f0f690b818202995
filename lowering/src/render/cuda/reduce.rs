//! Reductions.
//!
//! A reduction variable has a copy in each thread, which starts at the operator's identity.
//! Where it is read or updated by threads that stand for one, their copies are the same;
//! along all other axes the copies are parts, and are combined: at the end of the loop over threads in
//! a tree through shared memory, in an order fixed by the block's shape; for gangs at the end
//! of the kernel, where the last block combines all blocks' parts in the order of their
//! indices and adds the incoming value once. A clause on an outer loop reaches updates in inner
//! loops: these are parts of it, or are combined on their way where the code between needs the sum.

use super::aggregate::{Elements, Spelling, is_aggregate};
use super::effects::Storage;
use super::exec::{Body, Partial, Place};
use super::loops::innermost;
use super::sets::{Threads, is_block};
use crate::analyse::uses;
use crate::names::safe;
use crate::plan::{Kernel, LoopPlan, Param, Pass, Reduction};
use crate::print::Access;
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{FloatKind, IntKind, Stmt, StmtKind, Type, TypeId, VarId};
use std::collections::HashSet;

/// A copy opened at a loop, and what it hid.
pub struct Copy {
    reduction: Reduction,
    name: String,
    hidden: Hidden,
    axes: Threads,
    /// Of an array or a struct: its elements, the copy, and what it is a copy of.
    elements: Option<(Elements, Spelling, Spelling)>,
}

/// How a variable was reached before its copy stood in for it.
struct Hidden {
    access: Access,
    in_memory: bool,
    in_array: bool,
    own: bool,
}

/// What a loop opened.
pub struct Opened {
    copies: Vec<Copy>,
    /// How many reductions were open before.
    depth: usize,
}

impl Body<'_> {
    /// The axes along which accesses of `v` in `s` are made by threads that stand for one.
    pub(super) fn same(&self, v: VarId, s: &Stmt, remaining: Threads) -> Threads {
        let mut found = Threads::NONE;
        let mut note = |e: &accrs_frontend::region::Expr| {
            if mentions(e, v) {
                found = found.or(remaining);
            }
        };
        if let StmtKind::For(f) = &s.kind
            && let Some(plan) = self.partitioned(f)
        {
            for h in &plan.heads {
                [&h.lower, &h.upper, &h.step]
                    .into_iter()
                    .for_each(&mut note);
            }
            if plan.private.contains(&v) {
                return found;
            }
            let body = innermost(f, plan.heads.len());
            let rest = if self.has_partitioned(body) {
                remaining.without(Threads::of(&plan.axes))
            } else {
                Threads::NONE
            };
            return found.or(self.same(v, body, rest));
        }
        s.exprs(&mut note);
        s.children(&mut |c| found = found.or(self.same(v, c, remaining)));
        found
    }

    pub(super) fn open_reductions(
        &mut self,
        plan: &LoopPlan,
        body: &Stmt,
        threads: Threads,
        at: &Place,
    ) -> Opened {
        let depth = self.partials.len();
        let inner = if self.has_partitioned(body) {
            at.remaining.without(threads)
        } else {
            Threads::NONE
        };
        let mut wanted: Vec<(Reduction, Threads)> = Vec::new();
        for r in &plan.reductions {
            if !self.partials.iter().any(|p| p.reduction.var == r.var) {
                wanted.push((r.clone(), at.remaining));
            }
        }
        let mut seen = Vec::new();
        for p in self.partials.iter().rev() {
            let var = p.reduction.var;
            if seen.contains(&var) || plan.private.contains(&var) {
                continue;
            }
            seen.push(var);
            let crossing = at.remaining.and(p.same);
            if !threads.and(p.same).is_empty() && statement_mentions(body, var) {
                if at.in_gang && plan.axes.iter().any(|a| is_block(*a)) {
                    self.refuse_nest("a reduction that is used between nested gang loops");
                }
                wanted.push((p.reduction.clone(), crossing));
            }
        }
        let mut copies = Vec::new();
        for (reduction, outer) in wanted {
            let same = self.same(reduction.var, body, inner);
            let axes = outer.without(same);
            if !axes.is_empty() {
                copies.push(self.open_copy(&reduction, axes, same, at));
            }
            self.partials.push(Partial { reduction, same });
        }
        Opened { copies, depth }
    }

    fn open_copy(&mut self, r: &Reduction, axes: Threads, same: Threads, at: &Place) -> Copy {
        let var = r.var;
        let v = self.p.unit.var(var);
        let name = self.names.unique(&format!("{}_part", safe(&v.name)));
        let hidden = Hidden {
            access: self.p.var(var),
            in_memory: self.storage.memory.contains(&var),
            in_array: self.storage.arrays.contains(&var),
            own: self.storage.own.contains(&var),
        };
        let mut elements = None;
        if is_aggregate(&self.p, r) {
            let e = self.elements(r);
            let target = self.spelled(var, &e);
            let copy = self.declare_copy(r, &e, &name, same, at);
            elements = Some((e, copy, target));
        } else {
            self.storage.memory.remove(&var);
            let identity = self.identity(r.op, v.ty);
            let declared = self.p.declare_mutable(v.ty, &name);
            self.out.line(format!("{declared} = {identity};"));
            self.p.access.insert(var, Access::Name(name.clone()));
        }
        Copy {
            reduction: r.clone(),
            name,
            hidden,
            axes,
            elements,
        }
    }

    pub(super) fn close_reductions(&mut self, opened: Opened, at: &Place) {
        self.partials.truncate(opened.depth);
        for c in opened.copies {
            let var = c.reduction.var;
            self.p.access.insert(var, c.hidden.access.clone());
            let mut put = |set: fn(&mut Storage) -> &mut HashSet<VarId>, on: bool| {
                let set = set(&mut self.storage);
                if on {
                    set.insert(var);
                } else {
                    set.remove(&var);
                }
            };
            put(|s| &mut s.memory, c.hidden.in_memory);
            put(|s| &mut s.arrays, c.hidden.in_array);
            put(|s| &mut s.own, c.hidden.own);
            self.combine(&c, at);
        }
    }

    /// The slots that threads exchange values through must hold one of this type.
    pub(super) fn slots(&self, ty: TypeId) {
        match self.p.unit.types.size_of(ty) {
            Some(17..) => self.p.helper("slots32"),
            Some(9..) => self.p.helper("slots16"),
            _ => {}
        }
    }

    /// The parts of a block's threads into the variable, once.
    fn combine(&mut self, c: &Copy, at: &Place) {
        let op = c.reduction.op;
        // What a pointer or an array of the kernel's parameters leads to is memory of all threads.
        let ty = self.p.unit.var(c.reduction.var).ty;
        let shared = c.hidden.in_memory
            || c.hidden.in_array
            || self.p.unit.types.is_pointer(ty) && !c.hidden.own;
        let once = shared && !at.remaining.is_empty();
        let mut guards: Vec<String> = at.active.iter().cloned().collect();
        if once {
            guards.push(at.remaining.first());
        }
        if let Some((e, copy, target)) = &c.elements {
            self.combine_elements(&c.reduction, e, c.axes, copy, target, &guards);
            self.hazard.one_wrote |= once;
            return;
        }
        self.slots(ty);
        self.p.helper("reduce");
        self.p.helper(op_name(op));
        let target = match &c.hidden.access {
            Access::Name(n) => n.clone(),
            Access::Deref(n) => format!("*{n}"),
        };
        let call = format!(
            "accrs_reduce<{}, {}>({})",
            op_name(op),
            c.axes.argument(),
            c.name
        );
        self.barriers += 2;
        self.hazard = Default::default();
        if guards.is_empty() {
            return self.out.line(self.update(op, &target, &call));
        }
        self.out.line(format!("{} = {call};", c.name));
        self.out.open(format!("if ({}) {{", guards.join(" && ")));
        let line = self.update(op, &target, &c.name);
        self.out.line(line);
        self.out.close("}");
        if once {
            self.hazard.one_wrote = true;
        }
    }

    pub(super) fn update(&self, op: ReductionOp, target: &str, value: &str) -> String {
        let symbol = match op {
            ReductionOp::Add => "+",
            ReductionOp::Mul => "*",
            ReductionOp::BitAnd => "&",
            ReductionOp::BitOr => "|",
            ReductionOp::BitXor => "^",
            _ => return format!("{target} = {}::apply({target}, {value});", op_name(op)),
        };
        format!("{target} {symbol}= {value};")
    }

    /// The operator's identity in the variable's type (OpenACC 3.3 §2.5.15).
    pub(super) fn identity(&self, op: ReductionOp, ty: TypeId) -> String {
        let types = &self.p.unit.types;
        if !types.is_arithmetic(ty) {
            self.p.refuse_nest(
                self.span,
                "a reduction of an array or a struct is not supported on a device yet",
            );
            return "{}".into();
        }
        if let Type::Complex(_) = types.canonical(ty) {
            let name = self.p.type_name(self.p.unqualified(ty));
            let one = if op == ReductionOp::Mul { 1 } else { 0 };
            return format!("{name}({one})");
        }
        let float = match types.canonical(ty) {
            Type::Float(FloatKind::Float) => Some("f"),
            Type::Float(_) => Some(""),
            _ => None,
        };
        match op {
            ReductionOp::Add => float.map_or("0".into(), |f| format!("0.0{f}")),
            ReductionOp::Mul => float.map_or("1".into(), |f| format!("1.0{f}")),
            ReductionOp::BitOr | ReductionOp::BitXor | ReductionOp::Or => "0".into(),
            ReductionOp::And => "1".into(),
            ReductionOp::BitAnd => format!("({})~0ULL", self.p.type_name(self.p.unqualified(ty))),
            ReductionOp::Max | ReductionOp::Min => {
                let low = op == ReductionOp::Max;
                if let Some(f) = float {
                    self.p.helper("infinity");
                    let sign = if low { "-" } else { "" };
                    let cast = if f.is_empty() { "" } else { "(float)" };
                    return format!("{sign}{cast}ACCRS_INFINITY");
                }
                self.limit(ty, low)
            }
        }
    }

    /// The least or greatest value of an integer type.
    fn limit(&self, ty: TypeId, low: bool) -> String {
        let types = &self.p.unit.types;
        if types.is_unsigned(ty) {
            let bool_type = matches!(types.canonical(ty), Type::Bool);
            return match (low, bool_type) {
                (true, _) => "0".into(),
                (false, true) => "1".into(),
                (false, false) => format!("({})~0ULL", self.p.type_name(self.p.unqualified(ty))),
            };
        }
        let (max, suffix) = match types.canonical(ty) {
            Type::Char | Type::Int(IntKind::SChar) => ("127", ""),
            Type::Int(IntKind::Short) => ("32767", ""),
            Type::Int(IntKind::Long | IntKind::LongLong) => ("9223372036854775807", "LL"),
            Type::Int(IntKind::Int128) => {
                self.p
                    .refuse_type("max and min of __int128 are not supported on a device");
                ("0", "")
            }
            _ => ("2147483647", ""),
        };
        if low {
            format!("-{max}{suffix} - 1")
        } else {
            format!("{max}{suffix}")
        }
    }

    /// Reductions whose parts lie in different blocks: those of the construct, and of loops that
    /// are spread over blocks or have such loops in them. What each gang has for itself is combined within
    /// the gang alone (OpenACC 3.3 §2.9.11, the last example).
    pub(super) fn gang_reductions(&self, kernel: &Kernel) -> Vec<Reduction> {
        let own = |v: VarId| {
            let by_value =
                |p: &Param| p.var == v && matches!(p.pass, Pass::Value | Pass::Upload { .. });
            self.p.unit.var(v).storage == accrs_frontend::region::Storage::Region
                || kernel.private.contains(&v)
                || kernel.params.iter().any(by_value)
        };
        fn walk(b: &Body<'_>, s: &Stmt, own: &dyn Fn(VarId) -> bool, all: &mut Vec<Reduction>) {
            if let StmtKind::For(f) = &s.kind
                && let Some(plan) = b.loops.and_then(|l| l.get(&f.id))
                && !plan.reductions.is_empty()
                && b.reaches_blocks(s)
            {
                for r in &plan.reductions {
                    if !own(r.var) && !all.iter().any(|a| a.var == r.var) {
                        all.push(r.clone());
                    }
                }
            }
            s.children(&mut |c| walk(b, c, own, all));
        }
        let mut all = kernel.reductions.clone();
        kernel
            .body
            .iter()
            .for_each(|s| walk(self, s, &own, &mut all));
        all
    }

    fn reaches_blocks(&self, s: &Stmt) -> bool {
        let mut found = matches!(&s.kind, StmtKind::For(f)
            if self.partitioned(f).is_some_and(|l| l.axes.iter().any(|a| is_block(*a))));
        s.children(&mut |c| found = found || self.reaches_blocks(c));
        found
    }

    /// The kernel's own copy of a gang reduction's variable.
    pub(super) fn open_gang(&mut self, r: &Reduction, kernel: &Kernel, all: Threads) {
        self.span = r.span;
        let v = self.p.unit.var(r.var);
        let same = kernel
            .body
            .iter()
            .fold(Threads::NONE, |t, s| t.or(self.same(r.var, s, all)));
        if is_aggregate(&self.p, r) {
            self.open_gang_elements(r, kernel, same);
            return self.partials.push(Partial {
                reduction: r.clone(),
                same,
            });
        }
        let is_reference = kernel
            .params
            .iter()
            .any(|p| p.var == r.var && matches!(p.pass, Pass::Reference { .. }));
        if !is_reference {
            self.refuse_nest(&format!(
                "a gang reduction of '{}', which has no place in the construct's data",
                v.name
            ));
        }
        let name = safe(&v.name);
        self.storage.memory.remove(&r.var);
        self.p.access.insert(r.var, Access::Name(name.clone()));
        let identity = self.identity(r.op, v.ty);
        let declared = self.p.declare_mutable(v.ty, &name);
        self.out.line(format!("{declared} = {identity};"));
        self.partials.push(Partial {
            reduction: r.clone(),
            same,
        });
    }

    /// At the kernel's end: the blocks' parts, in index order, and the incoming value.
    pub(super) fn close_gang(&mut self, r: &Reduction, all: Threads) {
        let v = self.p.unit.var(r.var);
        let name = safe(&v.name);
        let same = self
            .partials
            .iter()
            .find(|p| p.reduction.var == r.var)
            .map_or(Threads::NONE, |p| p.same);
        if is_aggregate(&self.p, r) {
            return self.close_gang_elements(r, all.without(same));
        }
        self.slots(v.ty);
        self.p.helper("gangs");
        self.p.helper("reduce");
        self.p.helper(op_name(r.op));
        let parts = all.without(same);
        let value = if parts.is_empty() {
            name.clone()
        } else {
            format!(
                "accrs_reduce<{}, {}>({name})",
                op_name(r.op),
                parts.argument()
            )
        };
        let size = self.p.unit.types.size_of(v.ty).unwrap_or(8);
        let counter = self.scratch.counter();
        let area = self.scratch.area(size);
        let identity = self.identity(r.op, v.ty);
        let ty = self.p.type_name(self.p.unqualified(v.ty));
        self.out.line(format!(
            "accrs_reduce_gangs<{}, {ty}>({value}, {identity}, {name}_result, accrs_scratch, {counter}, ACCRS_FIXED, {area});",
            op_name(r.op)
        ));
        self.barriers += 3;
    }
}

/// The helper structure of an operator.
pub fn op_name(op: ReductionOp) -> &'static str {
    match op {
        ReductionOp::Add => "accrs_add",
        ReductionOp::Mul => "accrs_mul",
        ReductionOp::Max => "accrs_max",
        ReductionOp::Min => "accrs_min",
        ReductionOp::BitAnd => "accrs_bitand",
        ReductionOp::BitOr => "accrs_bitor",
        ReductionOp::BitXor => "accrs_bitxor",
        ReductionOp::And => "accrs_and",
        ReductionOp::Or => "accrs_or",
    }
}

pub(super) fn mentions(e: &accrs_frontend::region::Expr, v: VarId) -> bool {
    let mut found = false;
    uses::visit_expr(e, &mut |e| {
        found = found || matches!(e.kind, accrs_frontend::region::ExprKind::Var(x) if x == v);
    });
    found
}

fn statement_mentions(s: &Stmt, v: VarId) -> bool {
    let mut found = false;
    s.exprs(&mut |e| found = found || mentions(e, v));
    s.children(&mut |c| found = found || statement_mentions(c, v));
    found
}
