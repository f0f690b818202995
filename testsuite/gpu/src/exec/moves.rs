//! Moves, selections, comparisons and addresses.

use super::bind::Bound;
use super::integer::{Int, by_type};
use super::lane::{Handler, Lane};
use super::{FRAME_PARAMS, LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW};
use crate::ptx::code::{Op, Special, Via};
use crate::ptx::types::{Compare, Join, Space, Type};

fn mov(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, t.get(i.a));
    true
}

fn special(t: &mut Lane, i: &Bound) -> bool {
    let Op::Special(which) = i.op else {
        return false;
    };
    let plan = t.block.plan;
    let lane = t.lane();
    let value = match which {
        Special::Tid(k) => t.tid[usize::from(k)].into(),
        Special::Ntid(k) => plan.block[usize::from(k)].into(),
        Special::Ctaid(k) => t.block.at.get()[usize::from(k)].into(),
        Special::Nctaid(k) => plan.grid[usize::from(k)].into(),
        Special::Lane => lane.into(),
        Special::Warp => (t.linear / 32).into(),
        Special::Warps => plan.block.iter().product::<u32>().div_ceil(32).into(),
        Special::Clock => t.block.clock.get() + t.steps,
        Special::Multiprocessor => u64::from(t.block.at.get()[0]) % super::MULTIPROCESSORS,
        Special::Multiprocessors => super::MULTIPROCESSORS,
        Special::Grid => plan.grid_id,
        Special::LanesEqual => 1 << lane,
        Special::LanesUpTo => (2 << lane) - 1,
        Special::LanesBelow => (1 << lane) - 1,
        Special::LanesFrom => 0xffff_ffff & !((1 << lane) - 1),
        Special::LanesAbove => 0xffff_ffff & !((2 << lane) - 1),
        Special::SharedBytes => plan.shared_bytes as u64,
        Special::DynamicSharedBytes => plan.dynamic_shared.into(),
        Special::Zero => 0,
    };
    t.set(
        i.d,
        if i.extra == 4 {
            value & 0xffff_ffff
        } else {
            value
        },
    );
    true
}

fn frame_address(t: &mut Lane, i: &Bound) -> bool {
    let Op::FrameAddress { via, generic } = i.op else {
        return false;
    };
    let (base, window) = match via {
        Via::FrameLocal => (t.local_base as u64, LOCAL_WINDOW),
        Via::FrameParam => (FRAME_PARAMS + t.param_base as u64, PARAM_WINDOW),
        _ => (0, PARAM_WINDOW),
    };
    let address = base.wrapping_add_signed(i.offset);
    t.set(i.d, if generic { address + window } else { address });
    true
}

fn to_generic(t: &mut Lane, i: &Bound) -> bool {
    let window = match i.op {
        Op::ToGeneric(Space::Shared) => SHARED_WINDOW,
        Op::ToGeneric(Space::Local) => LOCAL_WINDOW,
        Op::ToGeneric(Space::Param) => PARAM_WINDOW,
        _ => 0,
    };
    let address = t.get(i.a);
    t.set(i.d, address.wrapping_add(window));
    true
}

/// An address that is none of the space becomes one that no space holds.
fn from_generic(t: &mut Lane, i: &Bound) -> bool {
    let address = t.get(i.a);
    let expected = match i.op {
        Op::FromGeneric(Space::Shared) => SHARED_WINDOW,
        Op::FromGeneric(Space::Local) => LOCAL_WINDOW,
        Op::FromGeneric(Space::Param) => PARAM_WINDOW,
        _ => {
            t.set(i.d, address);
            return true;
        }
    };
    let inside = address & WINDOW == expected;
    let value = if inside {
        address - expected
    } else {
        address | 1 << 62
    };
    t.set(i.d, value);
    true
}

fn is_space(t: &mut Lane, i: &Bound) -> bool {
    let window = t.get(i.a) & WINDOW;
    let is = match i.op {
        Op::IsSpace(Space::Shared) => window == SHARED_WINDOW,
        Op::IsSpace(Space::Local) => window == LOCAL_WINDOW,
        Op::IsSpace(Space::Param) => window == PARAM_WINDOW,
        _ => ![SHARED_WINDOW, LOCAL_WINDOW, PARAM_WINDOW].contains(&window),
    };
    t.set(i.d, is.into());
    true
}

fn select(t: &mut Lane, i: &Bound) -> bool {
    let from = if t.get(i.c) & 1 == 1 { i.a } else { i.b };
    t.set(i.d, t.get(from));
    true
}

fn select_by_sign(t: &mut Lane, i: &Bound) -> bool {
    let c = t.get(i.c) as u32;
    let positive = match i.op {
        Op::SelectBySign { float: true } => f32::from_bits(c) >= 0.0,
        _ => c as i32 >= 0,
    };
    t.set(i.d, t.get(if positive { i.a } else { i.b }));
    true
}

fn predicate_not(t: &mut Lane, i: &Bound) -> bool {
    t.set(i.d, t.get(i.a) & 1 ^ 1);
    true
}

fn pack(t: &mut Lane, i: &Bound) -> bool {
    let Op::Pack { bits } = i.op else {
        return false;
    };
    let code = t.code;
    let mut value = 0;
    for (k, slot) in code.lists[i.extra as usize].iter().enumerate() {
        let part = t.get(*slot) & (u64::MAX >> (64 - bits));
        value |= part << (k * usize::from(bits));
    }
    t.set(i.d, value);
    true
}

fn unpack(t: &mut Lane, i: &Bound) -> bool {
    let Op::Unpack { bits } = i.op else {
        return false;
    };
    let code = t.code;
    let value = t.get(i.a);
    for (k, slot) in code.lists[i.extra as usize].iter().enumerate() {
        let part = value >> (k * usize::from(bits)) & (u64::MAX >> (64 - bits));
        t.set(*slot, part);
    }
    true
}

fn holds<T: PartialOrd>(with: Compare, a: T, b: T) -> bool {
    let order = a.partial_cmp(&b);
    use std::cmp::Ordering::{Equal, Greater, Less};
    match with {
        Compare::Eq => order == Some(Equal),
        Compare::Ne => matches!(order, Some(Less | Greater)),
        Compare::Lt => order == Some(Less),
        Compare::Le => matches!(order, Some(Less | Equal)),
        Compare::Gt => order == Some(Greater),
        Compare::Ge => matches!(order, Some(Greater | Equal)),
        Compare::Equ => matches!(order, None | Some(Equal)),
        Compare::Neu => order != Some(Equal),
        Compare::Ltu => matches!(order, None | Some(Less)),
        Compare::Leu => order != Some(Greater),
        Compare::Gtu => matches!(order, None | Some(Greater)),
        Compare::Geu => order != Some(Less),
        Compare::Num => order.is_some(),
        Compare::Nan => order.is_none(),
    }
}

fn joined(t: &Lane, i: &Bound, value: bool, join: Option<Join>, negate: bool) -> bool {
    let Some(join) = join else {
        return value;
    };
    let other = (t.get(i.c) & 1 == 1) != negate;
    match join {
        Join::And => value && other,
        Join::Or => value || other,
        Join::Xor => value != other,
    }
}

/// Stores a comparison's result in the way that the instruction wants.
fn store_comparison(t: &mut Lane, i: &Bound, value: bool) -> bool {
    match i.op {
        Op::Compare { join, negate, .. } => {
            let one = joined(t, i, value, join, negate);
            let two = joined(t, i, !value, join, negate);
            t.set(i.d2, two.into());
            t.set(i.d, one.into());
        }
        Op::CompareTo {
            to, join, negate, ..
        } => {
            let one = joined(t, i, value, join, negate);
            let bits = match to {
                Type::F32 => u64::from(1f32.to_bits()),
                ty if ty.bytes() == 8 => u64::MAX,
                ty => (1 << (8 * ty.bytes())) - 1,
            };
            t.set(i.d, if one { bits } else { 0 });
        }
        _ => return false,
    }
    true
}

fn comparison(op: Op) -> Option<(Compare, bool)> {
    match op {
        Op::Compare { with, ftz, .. } | Op::CompareTo { with, ftz, .. } => Some((with, ftz)),
        _ => None,
    }
}

fn compare<T: Int>(t: &mut Lane, i: &Bound) -> bool {
    let Some((with, _)) = comparison(i.op) else {
        return false;
    };
    let value = holds(with, T::of(t.get(i.a)), T::of(t.get(i.b)));
    store_comparison(t, i, value)
}

fn compare_f32(t: &mut Lane, i: &Bound) -> bool {
    let Some((with, ftz)) = comparison(i.op) else {
        return false;
    };
    let value = |slot| {
        let value = f32::from_bits(t.get(slot) as u32);
        if ftz {
            super::float::flush(value)
        } else {
            value
        }
    };
    let value = holds(with, value(i.a), value(i.b));
    store_comparison(t, i, value)
}

fn compare_f64(t: &mut Lane, i: &Bound) -> bool {
    let Some((with, _)) = comparison(i.op) else {
        return false;
    };
    let (a, b) = (f64::from_bits(t.get(i.a)), f64::from_bits(t.get(i.b)));
    store_comparison(t, i, holds(with, a, b))
}

/// The most frequent comparisons, without the detour.
macro_rules! frequent {
    ($($name:ident $operator:tt;)*) => {$(
        fn $name<T: Int>(t: &mut Lane, i: &Bound) -> bool {
            let value = T::of(t.get(i.a)) $operator T::of(t.get(i.b));
            t.set(i.d2, (!value).into());
            t.set(i.d, value.into());
            true
        }
    )*};
}

frequent! {
    is_eq ==;
    is_ne !=;
    is_lt <;
    is_le <=;
    is_gt >;
    is_ge >=;
}

fn bind_comparison(op: Op, ty: Type) -> Option<Handler> {
    let frequent = match op {
        Op::Compare {
            with, join: None, ..
        } => Some(with),
        _ => None,
    };
    let handler: Handler = match (ty, frequent) {
        (Type::F32, _) => compare_f32,
        (Type::F64, _) => compare_f64,
        (ty, Some(Compare::Eq)) => by_type!(ty, is_eq),
        (ty, Some(Compare::Ne)) => by_type!(ty, is_ne),
        (ty, Some(Compare::Lt)) => by_type!(ty, is_lt),
        (ty, Some(Compare::Le)) => by_type!(ty, is_le),
        (ty, Some(Compare::Gt)) => by_type!(ty, is_gt),
        (ty, Some(Compare::Ge)) => by_type!(ty, is_ge),
        (ty, _) => by_type!(ty, compare),
    };
    Some(handler)
}

pub(super) fn bind(op: Op) -> Option<Handler> {
    let handler: Handler = match op {
        Op::Move => mov,
        Op::Special(_) => special,
        Op::FrameAddress { .. } => frame_address,
        Op::ToGeneric(Space::Generic) | Op::FromGeneric(Space::Generic) => return None,
        Op::ToGeneric(_) => to_generic,
        Op::FromGeneric(_) => from_generic,
        Op::IsSpace(_) => is_space,
        Op::Select => select,
        Op::SelectBySign { .. } => select_by_sign,
        Op::PredicateNot => predicate_not,
        Op::Pack { bits } | Op::Unpack { bits } if bits == 0 || bits > 64 => return None,
        Op::Pack { .. } => pack,
        Op::Unpack { .. } => unpack,
        Op::Compare { ty, .. } | Op::CompareTo { ty, .. } => return bind_comparison(op, ty),
        _ => return None,
    };
    Some(handler)
}
