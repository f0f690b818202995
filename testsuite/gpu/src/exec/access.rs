//! Loads and stores, by the state space that their address is in.

use super::bind::Bound;
use super::convert::integer_of;
use super::lane::{Handler, Lane};
use super::{FRAME_PARAMS, LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW};
use crate::fault::Fault;
use crate::ptx::code::{NONE, Op, Via};
use crate::ptx::types::Type;

/// A way to memory: reads and writes 1, 2, 4 or 8 bytes at an address of its space.
trait Way {
    fn address(t: &Lane, i: &Bound) -> u64;
    fn load(t: &mut Lane, address: u64, bytes: u64) -> Result<u64, Fault>;
    fn store(t: &mut Lane, address: u64, bytes: u64, value: u64) -> Result<(), Fault>;
}

#[inline(always)]
fn by_register(t: &Lane, i: &Bound) -> u64 {
    t.get(i.a).wrapping_add_signed(i.offset)
}

struct Global;
struct Shared;
struct Local;
struct FrameLocal;
struct Param;
struct FrameParam;
struct KernelParam;
struct Generic;

impl Way for Global {
    #[inline(always)]
    fn address(t: &Lane, i: &Bound) -> u64 {
        by_register(t, i)
    }

    #[inline(always)]
    fn load(t: &mut Lane, address: u64, bytes: u64) -> Result<u64, Fault> {
        t.block.plan.memory.load(address, bytes)
    }

    #[inline(always)]
    fn store(t: &mut Lane, address: u64, bytes: u64, value: u64) -> Result<(), Fault> {
        t.block.plan.memory.store(address, bytes, value)
    }
}

impl Way for Shared {
    #[inline(always)]
    fn address(t: &Lane, i: &Bound) -> u64 {
        by_register(t, i)
    }

    #[inline(always)]
    fn load(t: &mut Lane, address: u64, bytes: u64) -> Result<u64, Fault> {
        let cell = t.block.shared_cell(address, bytes)?;
        // SAFETY: the cell is aligned and inside the block's shared memory, which only this
        // thread of the host uses.
        Ok(unsafe { load_cell(cell, bytes) })
    }

    #[inline(always)]
    fn store(t: &mut Lane, address: u64, bytes: u64, value: u64) -> Result<(), Fault> {
        let cell = t.block.shared_cell(address, bytes)?;
        // SAFETY: as in `load`.
        unsafe { store_cell(cell, bytes, value) };
        Ok(())
    }
}

/// # Safety
/// `cell` is valid for `bytes` and aligned to them.
#[inline(always)]
pub(super) unsafe fn load_cell(cell: *const u8, bytes: u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match bytes {
            1 => u64::from(*cell),
            2 => u64::from(cell.cast::<u16>().read_unaligned()),
            4 => u64::from(cell.cast::<u32>().read_unaligned()),
            _ => cell.cast::<u64>().read_unaligned(),
        }
    }
}

/// # Safety
/// `cell` is valid for `bytes` and aligned to them.
#[inline(always)]
pub(super) unsafe fn store_cell(cell: *mut u8, bytes: u64, value: u64) {
    // SAFETY: the caller's promise.
    unsafe {
        match bytes {
            1 => *cell = value as u8,
            2 => cell.cast::<u16>().write_unaligned(value as u16),
            4 => cell.cast::<u32>().write_unaligned(value as u32),
            _ => cell.cast::<u64>().write_unaligned(value),
        }
    }
}

/// A part of a byte array that is a thread's own, or the refusal.
#[inline(always)]
fn own(all: &mut [u8], address: u64, bytes: u64, why: &'static str) -> Result<*mut u8, Fault> {
    if address & (bytes - 1) != 0 {
        return Err(Fault::Misaligned {
            address,
            bytes,
            place: None,
        });
    }
    match address.checked_add(bytes) {
        Some(end) if end <= all.len() as u64 => {
            // SAFETY: the address is inside the array.
            Ok(unsafe { all.as_mut_ptr().add(address as usize) })
        }
        _ => Err(Fault::illegal(address, bytes, why)),
    }
}

macro_rules! own_space {
    ($way:ident, $field:ident, $why:literal, |$t:ident, $i:ident| $address:expr, |$a:ident, $lane:ident| $index:expr) => {
        impl Way for $way {
            #[inline(always)]
            fn address($t: &Lane, $i: &Bound) -> u64 {
                $address
            }

            #[inline(always)]
            fn load($lane: &mut Lane, $a: u64, bytes: u64) -> Result<u64, Fault> {
                let index = $index;
                let cell = own(&mut $lane.$field, index, bytes, $why)?;
                // SAFETY: `own` checks alignment and bounds.
                Ok(unsafe { load_cell(cell, bytes) })
            }

            #[inline(always)]
            fn store($lane: &mut Lane, $a: u64, bytes: u64, value: u64) -> Result<(), Fault> {
                let index = $index;
                let cell = own(&mut $lane.$field, index, bytes, $why)?;
                // SAFETY: `own` checks alignment and bounds.
                unsafe { store_cell(cell, bytes, value) };
                Ok(())
            }
        }
    };
}

own_space!(
    Local,
    local,
    "it is outside the thread's local memory",
    |t, i| by_register(t, i),
    |a, t| a
);
own_space!(
    FrameLocal,
    local,
    "it is outside the thread's local memory",
    |t, i| (t.local_base as u64).wrapping_add_signed(i.offset),
    |a, t| a
);
own_space!(
    FrameParam,
    params,
    "it is outside the parameters",
    |t, i| (t.param_base as u64).wrapping_add_signed(i.offset),
    |a, t| a
);

impl Way for KernelParam {
    #[inline(always)]
    fn address(_: &Lane, i: &Bound) -> u64 {
        i.offset as u64
    }

    #[inline(always)]
    fn load(t: &mut Lane, address: u64, bytes: u64) -> Result<u64, Fault> {
        let params = t.block.plan.params;
        let part = usize::try_from(address)
            .ok()
            .and_then(|at| params.get(at..at.checked_add(bytes as usize)?))
            .ok_or_else(|| Fault::illegal(address, bytes, "it is outside the parameters"))?;
        if address & (bytes - 1) != 0 {
            return Err(Fault::Misaligned {
                address,
                bytes,
                place: None,
            });
        }
        // SAFETY: the slice has as many bytes.
        Ok(unsafe { load_cell(part.as_ptr(), bytes) })
    }

    fn store(_: &mut Lane, address: u64, bytes: u64, _: u64) -> Result<(), Fault> {
        Err(Fault::illegal(
            address,
            bytes,
            "a kernel's parameters are constant",
        ))
    }
}

impl Way for Param {
    fn address(t: &Lane, i: &Bound) -> u64 {
        by_register(t, i)
    }

    fn load(t: &mut Lane, address: u64, bytes: u64) -> Result<u64, Fault> {
        match address.checked_sub(FRAME_PARAMS) {
            Some(at) => FrameParam::load(t, at, bytes),
            None => KernelParam::load(t, address, bytes),
        }
    }

    fn store(t: &mut Lane, address: u64, bytes: u64, value: u64) -> Result<(), Fault> {
        match address.checked_sub(FRAME_PARAMS) {
            Some(at) => FrameParam::store(t, at, bytes, value),
            None => KernelParam::store(t, address, bytes, value),
        }
    }
}

impl Way for Generic {
    #[inline(always)]
    fn address(t: &Lane, i: &Bound) -> u64 {
        by_register(t, i)
    }

    fn load(t: &mut Lane, address: u64, bytes: u64) -> Result<u64, Fault> {
        match address & WINDOW {
            SHARED_WINDOW => Shared::load(t, address - SHARED_WINDOW, bytes),
            LOCAL_WINDOW => Local::load(t, address - LOCAL_WINDOW, bytes),
            PARAM_WINDOW => Param::load(t, address - PARAM_WINDOW, bytes),
            _ => Global::load(t, address, bytes),
        }
    }

    fn store(t: &mut Lane, address: u64, bytes: u64, value: u64) -> Result<(), Fault> {
        match address & WINDOW {
            SHARED_WINDOW => Shared::store(t, address - SHARED_WINDOW, bytes, value),
            LOCAL_WINDOW => Local::store(t, address - LOCAL_WINDOW, bytes, value),
            PARAM_WINDOW => Param::store(t, address - PARAM_WINDOW, bytes, value),
            _ => Global::store(t, address, bytes, value),
        }
    }
}

/// One byte through a generic address, for routines of the system.
pub(super) fn generic_byte(t: &mut Lane, address: u64) -> Result<u8, Fault> {
    Ok(Generic::load(t, address, 1)? as u8)
}

pub(super) fn generic_value(t: &mut Lane, address: u64, bytes: u64) -> Result<u64, Fault> {
    Generic::load(t, address, bytes)
}

fn load<W: Way, const BYTES: u64>(t: &mut Lane, i: &Bound) -> bool {
    let address = W::address(t, i);
    match W::load(t, address, BYTES) {
        Ok(value) => {
            t.set(i.d, value);
            true
        }
        Err(fault) => t.fail(fault),
    }
}

/// A word that others may be about to change.
fn look<W: Way>(t: &mut Lane, i: &Bound) -> bool {
    t.block.looked.set(true);
    load::<W, 4>(t, i)
}

/// A signed value as a register of `register` bytes holds it.
fn extended(value: u64, ty: Type, register: u8) -> u64 {
    let value = integer_of(value, ty) as u64;
    match register {
        8 => value,
        n => value & ((1 << (8 * n)) - 1),
    }
}

fn load_signed<W: Way>(t: &mut Lane, i: &Bound) -> bool {
    let Op::Load { ty, register, .. } = i.op else {
        return false;
    };
    let address = W::address(t, i);
    match W::load(t, address, ty.bytes()) {
        Ok(value) => {
            t.set(i.d, extended(value, ty, register));
            true
        }
        Err(fault) => t.fail(fault),
    }
}

fn check_vector(address: u64, bytes: u64) -> Result<(), Fault> {
    if address & (bytes - 1) == 0 {
        Ok(())
    } else {
        Err(Fault::Misaligned {
            address,
            bytes,
            place: None,
        })
    }
}

fn load_vector<W: Way>(t: &mut Lane, i: &Bound) -> bool {
    let Op::Load { ty, register, .. } = i.op else {
        return false;
    };
    let code = t.code;
    let slots = &code.lists[i.extra as usize];
    let address = W::address(t, i);
    if let Err(fault) = check_vector(address, ty.bytes() * slots.len() as u64) {
        return t.fail(fault);
    }
    for (k, slot) in slots.iter().enumerate() {
        match W::load(t, address + k as u64 * ty.bytes(), ty.bytes()) {
            Ok(value) if ty.is_signed() => t.set(*slot, extended(value, ty, register)),
            Ok(value) => t.set(*slot, value),
            Err(fault) => return t.fail(fault),
        }
    }
    true
}

fn store<W: Way, const BYTES: u64>(t: &mut Lane, i: &Bound) -> bool {
    let address = W::address(t, i);
    let value = t.get(i.b);
    match W::store(t, address, BYTES, value) {
        Ok(()) => true,
        Err(fault) => t.fail(fault),
    }
}

fn store_vector<W: Way>(t: &mut Lane, i: &Bound) -> bool {
    let Op::Store { ty, .. } = i.op else {
        return false;
    };
    let code = t.code;
    let slots = &code.lists[i.extra as usize];
    let address = W::address(t, i);
    if let Err(fault) = check_vector(address, ty.bytes() * slots.len() as u64) {
        return t.fail(fault);
    }
    for (k, slot) in slots.iter().enumerate() {
        let value = t.get(*slot);
        if let Err(fault) = W::store(t, address + k as u64 * ty.bytes(), ty.bytes(), value) {
            return t.fail(fault);
        }
    }
    true
}

/// How many of a copy's bytes are read.
pub(super) fn there(t: &Lane, i: &Bound, bytes: u64) -> u64 {
    match i.c {
        NONE => bytes,
        slot => (t.get(slot) & 0xffff_ffff).min(bytes),
    }
}

/// Starts a copy from global to shared memory. Nobody sees it before the thread waits for it: what forgets to wait reads what was there before.
pub(super) fn copy_async(t: &mut Lane, i: &Bound) -> bool {
    let Op::CopyAsync { bytes } = i.op else {
        return false;
    };
    let bytes = u64::from(bytes);
    let (to, from) = (Shared::address(t, i), t.get(i.b));
    let there = there(t, i, bytes);
    if let Err(fault) = check_vector(to | from, bytes) {
        return t.fail(fault);
    }
    // A GPU may look up the address even if nothing is read there.
    if let (0, Err(fault)) = (there, Global::load(t, from, 1)) {
        return t.fail(fault);
    }
    let mut words = [0; 2];
    for (k, word) in words
        .iter_mut()
        .take(bytes.div_ceil(8) as usize)
        .enumerate()
    {
        let at = 8 * k as u64;
        if at >= there {
            break;
        }
        match Global::load(t, from + at, bytes.min(8)) {
            // (Its first bytes, where not all are there.)
            Ok(value) if there - at < 8 => *word = value & ((1 << (8 * (there - at))) - 1),
            Ok(value) => *word = value,
            Err(fault) => return t.fail(fault),
        }
    }
    t.coming.push((to, words, bytes));
    true
}

pub(super) fn copies_wait(t: &mut Lane, _: &Bound) -> bool {
    for (to, words, bytes) in std::mem::take(&mut t.coming) {
        for (k, word) in words.iter().take(bytes.div_ceil(8) as usize).enumerate() {
            if let Err(fault) = Shared::store(t, to + 8 * k as u64, bytes.min(8), *word) {
                return t.fail(fault);
            }
        }
    }
    true
}

fn load_by<W: Way>(ty: Type, vector: bool) -> Handler {
    match ty.bytes() {
        _ if vector => load_vector::<W>,
        _ if ty.is_signed() => load_signed::<W>,
        1 => load::<W, 1>,
        2 => load::<W, 2>,
        4 => load::<W, 4>,
        _ => load::<W, 8>,
    }
}

fn store_by<W: Way>(ty: Type, vector: bool) -> Handler {
    match ty.bytes() {
        _ if vector => store_vector::<W>,
        1 => store::<W, 1>,
        2 => store::<W, 2>,
        4 => store::<W, 4>,
        _ => store::<W, 8>,
    }
}

pub(super) fn bind_load(via: Via, ty: Type, vector: bool, volatile: bool) -> Option<Handler> {
    if ty == Type::Pred {
        return None;
    }
    let word = volatile && !vector && !ty.is_signed() && ty.bytes() == 4;
    Some(match via {
        Via::Generic if word => look::<Generic>,
        Via::Global if word => look::<Global>,
        Via::Generic => load_by::<Generic>(ty, vector),
        Via::Global => load_by::<Global>(ty, vector),
        Via::Shared => load_by::<Shared>(ty, vector),
        Via::Local => load_by::<Local>(ty, vector),
        Via::Param => load_by::<Param>(ty, vector),
        Via::FrameLocal => load_by::<FrameLocal>(ty, vector),
        Via::FrameParam => load_by::<FrameParam>(ty, vector),
        Via::KernelParam => load_by::<KernelParam>(ty, vector),
    })
}

pub(super) fn bind_store(via: Via, ty: Type, vector: bool) -> Option<Handler> {
    if ty == Type::Pred {
        return None;
    }
    Some(match via {
        Via::Generic => store_by::<Generic>(ty, vector),
        Via::Global => store_by::<Global>(ty, vector),
        Via::Shared => store_by::<Shared>(ty, vector),
        Via::Local => store_by::<Local>(ty, vector),
        Via::Param => store_by::<Param>(ty, vector),
        Via::FrameLocal => store_by::<FrameLocal>(ty, vector),
        Via::FrameParam => store_by::<FrameParam>(ty, vector),
        Via::KernelParam => return None,
    })
}
