//! The readable head of a loop over axes; `heads.rs` says where it is used.

use super::heads::{Head, Opener, Pass, constant_let};
use super::node::{Count, Let, Loop, Role};
use super::sets::is_block;
use super::value::{Type, Value};
use crate::names::safe;
use crate::plan::{Axis, Turns};
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, LoopCmp};

/// Compilers unroll loops with constant steps by more than registers hold, unless they are told.
const UNROLLED: u32 = 4;
/// How tightly an operand of a comparison must bind (`print/expr.rs`).
const COMPARED: u8 = 11;
/// The same of a conversion.
const UNARY: u8 = 15;
/// What is added to something else.
const ADDED: u8 = 13;

/// Starts up to here leave room for every stride.
const SMALL: i128 = 1 << 20;
/// Bounds up to here can be passed by a stride of all threads without leaving 32 bits.
const NEAR: i128 = 1 << 29;
/// The most that all threads together may add to a variable in one step.
const FAR: u64 = 1 << 30;

impl Pass<'_> {
    /// The readable form, if the loop allows it.
    pub(super) fn simple(&mut self, l: &Loop) -> Option<Head> {
        let [head] = l.heads.as_slice() else {
            return None;
        };
        if l.chunk.is_some() || head.down || !matches!(head.cmp, LoopCmp::Lt | LoopCmp::Le) {
            return None;
        }
        // The head declares the variable: its own value before must have been read.
        if head.lower.mentions(head.var) {
            return None;
        }
        let types = &self.unit.types;
        let ty = self.unit.var(head.var).ty;
        if !types.is_integer(ty) || types.size_of(ty)? < 4 {
            return None;
        }
        match l.turns {
            Turns::AtOnce { each, apart } => {
                let head = self.at_once(head, (each, apart));
                if head.is_some() {
                    return head;
                }
            }
            Turns::Several { apart, itself } if head.lower.int_value().is_none() => {
                return self.starting_anywhere(l, head, apart, itself);
            }
            Turns::One if head.lower.int_value().is_none() => {
                return self.long_from(l, head, None);
            }
            _ => {}
        }
        let small = |v: &i128| (0..=SMALL).contains(v);
        let lower = head.lower.int_value().filter(small)? as u64;
        let step = head.step.int_value().filter(|v| (1..=1024).contains(v))? as u64;
        if most_places(&l.axes).saturating_mul(step) > FAR {
            return None;
        }
        let few = matches!(l.turns, Turns::Few { .. });
        let near = few || constant(&head.upper).is_some_and(|u| u <= NEAR);
        let wide = types.size_of(ty)? > 4;
        let own = safe(&self.unit.var(head.var).name);
        let by_long = matches!(l.turns, Turns::Several { .. }) && self.fits_long(head);
        if types.is_unsigned(ty) && !near && !wide && !by_long {
            return None;
        }
        let name = match l.turns {
            Turns::Several { itself: false, .. } if by_long => {
                self.names.unique(&format!("{own}_k"))
            }
            _ => own.clone(),
        };
        let at = Value::Position(l.axes.clone(), false);
        let by = match l.turns {
            Turns::Several { apart, .. } | Turns::Few { apart } => places(l, apart),
            _ => places(l, None),
        };
        let number = |n: u64| Value::Number(n);
        let far = match step {
            1 => at,
            s if l.axes.len() > 1 => number(s).binary("*", at.grouped()),
            s => number(s).binary("*", at),
        };
        let from = match lower {
            0 => far,
            l => number(l).binary("+", far),
        };
        let step = match step {
            1 => by,
            s => number(s).binary("*", by),
        };
        let upper = Value::User(head.upper.clone(), COMPARED);
        let mut tests = vec![Value::name(&name).binary(compared(head), upper)];
        if !(near || wide || by_long) {
            tests.insert(0, number(0).binary("<=", Value::name(&name)));
        }
        let count = Count {
            name,
            ty: Type::Of(ty),
            from,
            test: Value::all(tests)?,
            step: Some(step),
            var: Some(head.var),
            unroll: match l.turns {
                Turns::Several { apart: Some(_), .. } | Turns::Few { apart: Some(_) } => {
                    Some(UNROLLED)
                }
                _ => None,
            },
            line: None,
            body: Vec::new(),
        };
        Some(match by_long {
            true => counted_by_long(l, count, head, own),
            false => Head {
                open: vec![Opener::Count(count)],
                ..Head::default()
            },
        })
    }

    /// `for (long i_k = blockIdx.x * 512 + threadIdx.x; i_k < n; i_k += gridDim.x * 512)`, and in it
    /// `for (long i = i_k; i < i_k + 512; i += 128) if (i < n)`.
    fn at_once(&mut self, head: &Canonical, (each, apart): (u64, u64)) -> Option<Head> {
        let types = &self.unit.types;
        let ty = self.unit.var(head.var).ty;
        let lower = head.lower.int_value().filter(|v| (0..=SMALL).contains(v))? as u64;
        let ty = match types.size_of(ty)? > 4 {
            true => Type::Of(ty),
            false => Type::Word("long"),
        };
        let own = safe(&self.unit.var(head.var).name);
        let k = self.names.unique(&format!("{own}_k"));
        let together = Value::Number(each * apart);
        let place = Value::name("blockIdx.x").binary("*", together.clone());
        let place = place.binary("+", Value::name("threadIdx.x"));
        let within = |name: &str| {
            Value::name(name).binary(compared(head), Value::User(head.upper.clone(), COMPARED))
        };
        let turn = Count {
            name: k.clone(),
            ty,
            from: match lower {
                0 => place,
                l => Value::Number(l).binary("+", place),
            },
            test: within(&k),
            step: Some(Value::name("gridDim.x").binary("*", together.clone())),
            var: None,
            unroll: Some(1),
            line: None,
            body: Vec::new(),
        };
        let end = Value::name(&k).binary("+", together);
        let each = Count {
            name: own.clone(),
            from: Value::name(&k),
            test: Value::name(&own).binary("<", end),
            step: Some(Value::Number(apart)),
            var: Some(head.var),
            unroll: Some(u32::try_from(each).ok()?),
            ..turn.clone()
        };
        let test = Opener::Test(within(&own));
        Some(Head {
            open: vec![Opener::Count(turn), Opener::Count(each), test],
            ..Head::default()
        })
    }

    /// A loop of `int`s from any number on: `for (long k_k = (long)start[i] + threadIdx.x; k_k < k_to; k_k += blockDim.x)`.
    fn starting_anywhere(
        &mut self,
        l: &Loop,
        head: &Canonical,
        apart: Option<u64>,
        itself: bool,
    ) -> Option<Head> {
        let by_itself = self.long_from(l, head, apart);
        if by_itself.is_some() {
            return by_itself;
        }
        let types = &self.unit.types;
        let ty = self.unit.var(head.var).ty;
        let is_int = |e: &Expr| {
            let ty = e.strip_implicit().ty;
            types.is_integer(ty) && !types.is_unsigned(ty) && types.size_of(ty) <= Some(4)
        };
        let ints = !types.is_unsigned(ty) && types.size_of(ty) == Some(4);
        if !ints || head.step.int_value() != Some(1) || !is_int(&head.lower) || !is_int(&head.upper)
        {
            return None;
        }
        let own = safe(&self.unit.var(head.var).name);
        let name = match itself {
            true => own.clone(),
            false => self.names.unique(&format!("{own}_k")),
        };
        let to = self.names.unique(&format!("{own}_to"));
        let upper = head.upper.strip_implicit();
        let bound = constant_let(
            &to,
            Type::Of(types.canonical_id(upper.ty)),
            Value::User(upper.clone(), 0),
        );
        let from = Value::User(head.lower.clone(), UNARY).cast("long");
        let count = Count {
            name: name.clone(),
            ty: Type::Of(ty),
            from: from.binary("+", Value::Position(l.axes.clone(), false)),
            test: Value::name(name).binary(compared(head), Value::name(&to)),
            step: Some(places(l, apart)),
            var: Some(head.var),
            unroll: apart.map(|_| UNROLLED),
            line: None,
            body: Vec::new(),
        };
        let counted = counted_by_long(l, count, head, own);
        Some(Head {
            before: vec![bound],
            ..counted
        })
    }

    /// A loop of `long`s from a number on that an `int` holds, or nearly: `for (long i = (long)k + 1 + threadIdx.x; i < n; i += blockDim.x)`.
    fn long_from(&self, l: &Loop, head: &Canonical, apart: Option<u64>) -> Option<Head> {
        let types = &self.unit.types;
        let ty = self.unit.var(head.var).ty;
        let long = types.canonical_id(ty) == types.canonical_id(types.long());
        // With a bound like that C would compare a number below 0 as a large one.
        let unsigned = types.is_unsigned(head.upper.ty) && types.size_of(head.upper.ty) >= Some(8);
        if !long || unsigned || head.step.int_value() != Some(1) || !self.is_near_int(&head.lower) {
            return None;
        }
        let name = safe(&self.unit.var(head.var).name);
        // The position is `unsigned`, to which an `int` would be converted.
        let from = match self.is_told_long(&head.lower) {
            true => Value::User(head.lower.clone(), ADDED),
            false => Value::User(head.lower.strip_implicit().clone(), UNARY).cast("long"),
        };
        let upper = Value::User(head.upper.clone(), COMPARED);
        let count = Count {
            name: name.clone(),
            ty: Type::Of(ty),
            from: from.binary("+", Value::Position(l.axes.clone(), false)),
            test: Value::name(&name).binary(compared(head), upper),
            step: Some(places(l, apart)),
            var: Some(head.var),
            unroll: apart.map(|_| UNROLLED),
            line: None,
            body: Vec::new(),
        };
        Some(Head {
            open: vec![Opener::Count(count)],
            ..Head::default()
        })
    }

    /// Whether the text of a value has a conversion that makes it a `long`.
    fn is_told_long(&self, e: &Expr) -> bool {
        let types = &self.unit.types;
        match &e.kind {
            ExprKind::Cast { implicit, .. } => {
                let long = types.size_of(e.ty) == Some(8) && !types.is_unsigned(e.ty);
                !implicit && long
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                self.is_told_long(a) || self.is_told_long(b)
            }
            _ => false,
        }
    }

    /// Whether a value is one that an `int` holds, give or take some small numbers.
    fn is_near_int(&self, e: &Expr) -> bool {
        let types = &self.unit.types;
        let small = types.size_of(e.ty).is_some_and(|n| n <= 4) && !types.is_unsigned(e.ty);
        match &e.kind {
            ExprKind::IntLit { .. } => constant(e).is_some_and(|n| n <= SMALL),
            _ if !types.is_integer(e.ty) => false,
            ExprKind::Cast { operand, .. } => small || self.is_near_int(operand),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) if !small => {
                self.is_near_int(a) && self.is_near_int(b)
            }
            ExprKind::Conditional(_, Some(a), b) if !small => {
                self.is_near_int(a) && self.is_near_int(b)
            }
            _ => small,
        }
    }

    /// Whether a `long` may count in the place of a loop's variable, which isn't one: it is compared with the bound as the variable would be.
    fn fits_long(&self, head: &Canonical) -> bool {
        let types = &self.unit.types;
        let ty = self.unit.var(head.var).ty;
        let bound = types.is_unsigned(head.upper.strip_implicit().ty)
            || constant(&head.upper).is_some_and(|n| n >= 0);
        match types.is_unsigned(ty) {
            true => bound,
            false => types.size_of(ty) == Some(4),
        }
    }
}

/// How many positions there are along a loop's axes: a constant where that is known.
fn places(l: &Loop, constant: Option<u64>) -> Value {
    match constant {
        Some(n) => Value::Number(n),
        None => Value::Places(l.axes.clone(), false),
    }
}

/// The comparison of a loop that counts up.
fn compared(head: &Canonical) -> &'static str {
    match head.cmp {
        LoopCmp::Lt => "<",
        _ => "<=",
    }
}

/// The head with a `long` that counts: the loop's variable itself, or one of which that is made where anything names it.
fn counted_by_long(l: &Loop, mut count: Count, head: &Canonical, own: String) -> Head {
    let ty = std::mem::replace(&mut count.ty, Type::Word("long"));
    if count.name == own {
        return Head {
            open: vec![Opener::Count(count)],
            ..Head::default()
        };
    }
    count.var = None;
    let value = Value::Cast(ty.clone(), Box::new(Value::name(&count.name)));
    let variable = Let {
        name: own,
        ty,
        constant: false,
        value,
        var: Some(head.var),
        role: Role::Other,
        outside: Vec::new(),
    };
    Head {
        open: vec![Opener::Count(count)],
        first: match l.named.first() {
            Some(false) => Vec::new(),
            _ => vec![variable],
        },
        ..Head::default()
    }
}

/// The largest number of positions along axes: the host clips grids to this (`__accrs_extent`).
fn most_places(axes: &[Axis]) -> u64 {
    let most = |a: &Axis| match a {
        Axis::BlockX => 1 << 20,
        Axis::BlockY | Axis::BlockZ => 1 << 16,
        Axis::ThreadX | Axis::ThreadY | Axis::ThreadZ => 1 << 10,
    };
    // A block holds 1024 threads, however they are arranged.
    let (blocks, threads): (Vec<&Axis>, Vec<&Axis>) = axes.iter().partition(|a| is_block(**a));
    let blocks = blocks.into_iter().map(most).fold(1, u64::saturating_mul);
    let threads = threads.into_iter().map(most).fold(1, u64::saturating_mul);
    blocks.saturating_mul(threads.min(1 << 10))
}
