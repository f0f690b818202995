//! Small arrays that a kernel's threads update atomically, like a histogram's bins: each block gets a copy in its shared memory.
//!
//! Threads of all blocks that update one element of the device's memory wait for each other, however far apart they run. In shared memory only a
//! block's own threads meet, and an update there takes a fraction of the time. At the kernel's end the copy's elements are combined with the
//! array's, those alone that were updated. What integers come to doesn't depend on the order. That of floating-point numbers does, so they
//! are copied only where the user wrote `atomic` and takes any order.
//!
//! A kernel must do nothing else with the array. Where a clause reduces an array of integers and the loops do no more than accumulate into it, this is
//! done as well, instead of a copy for each thread. Elements that each iteration has for itself are left where they are: nobody waits for these.

use super::data;
use super::nest::Node;
use super::planner::Planner;
use super::scalars::clause_privates;
use super::sums;
use super::updates::{Update, Updates};
use crate::analyse::alias::stored;
use crate::analyse::place::is_array_parameter;
use crate::analyse::show;
use crate::plan::{
    BlockCopy, DataItem, DimExtent, LoopPlan, Note, Origin, Param, Part, Pass, Reduction, Section,
};
use accrs_frontend::directive::ReductionOp;
use accrs_frontend::region::{
    ArrayLen, BinaryOp, Construct, Expr, ExprKind, FloatKind, IntKind, LoopId, Stmt, StmtId,
    Storage, Type, TypeId, Unit, VarId,
};
use indexmap::{IndexMap, IndexSet};

/// Bytes of a block's copies: blocks that fill a multiprocessor's threads find room for theirs beside each other.
const MOST_BYTES: u64 = 16 << 10;
/// Where a clause reduces so few elements, each thread has a copy of them in fast memory of its own.
const FEW_ELEMENTS: u64 = 32;

/// Iterations of a block for each element, so that combining costs a fraction of them, and the most that a block is kept busy with for this: with
/// more of them, grids of medium loops would leave multiprocessors without work.
const ITERATIONS: u64 = 4;
const MOST_ITERATIONS: u64 = 2048;

/// What a kernel knows of the construct's data.
pub struct Data<'d> {
    pub c: &'d Construct,
    pub items: &'d [DataItem],
    pub params: &'d [Param],
}

/// Decides for the arrays of a kernel. Updates that a clause's reduction covers become atomic in its statements, and it reduces them no longer.
pub fn of_kernel(
    p: &Planner<'_>,
    data: &Data<'_>,
    mine: &[&Node<'_>],
    reductions: &mut Vec<Reduction>,
    body: &mut [Stmt],
) -> Vec<BlockCopy> {
    let mut all: Vec<BlockCopy> = Vec::new();
    let mut atomic = IndexSet::new();
    let mut bytes = 0;
    for param in data.params {
        if let Some((copy, stmts)) = of_param(p, data, param, mine, reductions, body) {
            bytes += copy.bytes(p.unit);
            if bytes > MOST_BYTES {
                break;
            }
            reductions.retain(|r| r.var != copy.var);
            atomic.extend(stmts);
            all.push(copy);
        }
    }
    sums::atomic_statements(body, atomic);
    all
}

/// Iterations that a block of a kernel with these is to have at least.
pub fn iterations(all: &[BlockCopy]) -> u64 {
    let wanted: u64 = all.iter().map(|b| ITERATIONS * b.length).sum();
    wanted.min(MOST_ITERATIONS)
}

/// Says so at the kernel's first loop.
pub fn note(
    p: &Planner<'_>,
    all: &[BlockCopy],
    mine: &[&Node<'_>],
    loops: &mut IndexMap<LoopId, LoopPlan>,
) {
    let Some(plan) = mine.first().and_then(|n| loops.get_mut(&n.loop_.id)) else {
        return;
    };
    for b in all {
        let name = show::name(p.unit, b.var);
        let text = format!(
            "on a GPU each gang updates a copy of {name}[0:{}] in fast memory, and combines it with {name} at its end",
            b.length
        );
        plan.notes.push(Note::new(plan.line, text));
    }
}

/// The copy of one parameter's array, and the statements that are to be atomic for it.
fn of_param(
    p: &Planner<'_>,
    data: &Data<'_>,
    param: &Param,
    mine: &[&Node<'_>],
    reductions: &[Reduction],
    body: &[Stmt],
) -> Option<(BlockCopy, Vec<StmtId>)> {
    let (unit, var) = (p.unit, param.var);
    let Pass::Address {
        item,
        read_only: false,
        ..
    } = param.pass
    else {
        return None;
    };
    let elem = unit.types.pointee(unit.var(var).ty)?;
    let class = Class::of(unit, elem)?;
    let length = length(p, data, data.items.get(item)?, var)?;
    if private_to_loops(var, mine) {
        return None;
    }
    let reduced = reduced(var, mine, reductions);
    let found = Updates::of(unit, var, !reduced.is_empty(), body);
    let op = found.operator()?;
    let one = reduced.iter().all(|r| r.op == op);
    let floats = class == Class::Float;
    let takes = match op {
        ReductionOp::Add => !floats || reduced.is_empty() && found.all.iter().all(|u| u.written),
        ReductionOp::BitAnd | ReductionOp::BitOr | ReductionOp::BitXor => !floats,
        ReductionOp::Max | ReductionOp::Min => !floats,
        _ => false,
    };
    let fits =
        |r: &Reduction| length > FEW_ELEMENTS && is_whole(&r.part, length) && r.pieces.is_empty();
    let right = one && takes && !found.other && reduced.iter().all(fits);
    let spread: IndexSet<VarId> = spread_heads(mine);
    let shared = |u: &Update<'_>| u.index().is_some_and(|i| is_shared(i, &spread));
    let shared = found.all.iter().all(shared);
    if !right || !shared || !lies_apart(p, data, param) || found.may_be_called() {
        return None;
    }
    let plain = found.all.iter().filter(|u| !u.atomic);
    let stmts: Vec<StmtId> = plain.map(|u| u.stmt).collect();
    let named = !stmts.contains(&StmtId::NONE);
    let copy = BlockCopy {
        var,
        op,
        elem,
        length,
    };
    named.then_some((copy, stmts))
}

#[derive(PartialEq, Eq)]
enum Class {
    Integer,
    Float,
}

impl Class {
    /// Numbers that GPUs update atomically.
    fn of(unit: &Unit, elem: TypeId) -> Option<Self> {
        use IntKind::{Int, Long, LongLong, UInt, ULong, ULongLong};
        let volatile = unit.types.qualifiers(elem).is_volatile;
        match unit.types.canonical(elem) {
            _ if volatile => None,
            Type::Int(Int | UInt | Long | ULong | LongLong | ULongLong) => Some(Class::Integer),
            Type::Float(FloatKind::Float | FloatKind::Double) => Some(Class::Float),
            _ => None,
        }
    }
}

/// The clauses, of the construct and of the kernel's loops, that reduce a variable.
fn reduced(var: VarId, mine: &[&Node<'_>], construct: &[Reduction]) -> Vec<Reduction> {
    let mut all: Vec<Reduction> = construct.iter().filter(|r| r.var == var).cloned().collect();
    for root in mine {
        root.each(&mut |n| {
            let own = n.decision.reductions.iter().filter(|r| r.var == var);
            all.extend(own.cloned());
        });
    }
    all
}

/// Whether a loop's clause gives its iterations a variable of this name.
pub fn private_to_loops(var: VarId, mine: &[&Node<'_>]) -> bool {
    let mut found = false;
    for root in mine {
        root.each(&mut |n| found |= clause_privates(n).contains(&var));
    }
    found
}

/// Whether a reduction is of all these elements.
fn is_whole(part: &Part, length: u64) -> bool {
    match part {
        Part::Whole => true,
        Part::Elements {
            lower, length: n, ..
        } => lower.int_value() == Some(0) && n.int_value() == Some(i128::from(length)),
    }
}

/// The variables of loops whose iterations are dealt out.
fn spread_heads(mine: &[&Node<'_>]) -> IndexSet<VarId> {
    let mut all = IndexSet::new();
    for root in mine {
        root.each(&mut |n| {
            if n.is_partitioned() {
                all.extend(n.head_vars());
            }
        });
    }
    all
}

/// Whether iterations share the elements at this index: it isn't one that a loop's variable itself steps through.
fn is_shared(index: &Expr, spread: &IndexSet<VarId>) -> bool {
    use BinaryOp::{BitAnd, Div, Rem, Shr};
    let index = index.strip_implicit();
    match &index.kind {
        ExprKind::Var(v) => !spread.contains(v),
        // Several values lead to one.
        ExprKind::Binary(Div | Rem | BitAnd | Shr, ..)
        | ExprKind::Index(..)
        | ExprKind::Call { .. } => true,
        _ => {
            let mut shared = true;
            index.children(&mut |e| shared &= is_shared(e, spread));
            shared
        }
    }
}

/// The number of elements from the first one on that a kernel can touch, where it is a constant.
fn length(p: &Planner<'_>, data: &Data<'_>, item: &DataItem, var: VarId) -> Option<u64> {
    let unit = p.unit;
    if let Type::Array(_, ArrayLen::Fixed(n)) = unit.types.canonical(unit.var(var).ty)
        && !is_array_parameter(unit, var)
    {
        return Some(*n);
    }
    let of_var = |base: &Expr| base.is_var(var);
    let constant = |e: &Expr| u64::try_from(e.int_value()?).ok();
    match &item.section {
        Section::Dims { base, dims, .. } if of_var(base) => match dims.as_slice() {
            [d] if d.lower.as_ref().is_none_or(|e| constant(e) == Some(0)) => {
                match (&d.length, &d.extent) {
                    (Some(e), _) | (None, Some(DimExtent::Expr(e))) => constant(e),
                    (None, Some(DimExtent::Fixed(n))) => Some(*n),
                    (None, None) => None,
                }
            }
            _ => None,
        },
        Section::Address { base, .. } if of_var(base) => around(p, data, var),
        _ => None,
    }
}

/// The elements that a `data` construct around names, if the pointer is the same as there.
fn around(p: &Planner<'_>, data: &Data<'_>, var: VarId) -> Option<u64> {
    use accrs_frontend::directive::Section as Written;
    let unit = p.unit;
    let own = matches!(unit.var(var).storage, Storage::Local | Storage::Param);
    let mut outermost = data.c;
    while let Some(id) = outermost.parent {
        outermost = unit.construct(id);
    }
    if !own || unit.host.takes_address(var) || unit.host.assigns_within(var, outermost.span) {
        return None;
    }
    let visible = data::visible(unit, data.c, data.items);
    let mut named = visible.iter().filter(|v| v.item.base.is_var(var));
    let first = named.next().filter(|v| v.own.is_none() && !v.global)?;
    match first.item.sections.as_slice() {
        [
            Written::Range {
                lower,
                length: Some(n),
            },
        ] if lower.as_ref().is_none_or(|e| e.int_value() == Some(0)) => {
            u64::try_from(n.int_value()?).ok()
        }
        _ => None,
    }
}

/// Whether no store by another name reaches the array.
fn lies_apart(p: &Planner<'_>, data: &Data<'_>, own: &Param) -> bool {
    let types = &p.unit.types;
    let ty = |q: &Param| p.unit.var(q.var).ty;
    let object = |q: &Param| types.is_array(ty(q)) && !is_array_parameter(p.unit, q.var);
    let alone = |q: &Param| object(q) || p.unit.is_restrict(q.var);
    let element = |q: &Param| types.pointee(ty(q)).map(|ty| stored(p.unit, ty));
    let named = |q: &Param| {
        let item = q.pass.item().and_then(|i| data.items.get(i));
        item.is_some_and(|i| matches!(i.origin, Origin::Clause(_)))
    };
    data.params.iter().all(|q| {
        let written = match q.pass {
            Pass::Value | Pass::Upload { .. } => false,
            Pass::Address { read_only, .. } => !read_only,
            Pass::Reference { .. } | Pass::Raw => true,
        };
        let differs = match (element(own), element(q)) {
            (Some(a), Some(b)) => p.options.rules.strict_aliasing && a.differs(b),
            // A scalar that the device holds.
            (_, None) => true,
            _ => false,
        };
        q.var == own.var || !written || differs || alone(own) || alone(q) || named(own) && named(q)
    })
}
