//! Pointers in device memory (§2.6.8, §2.7.2).

use super::*;
use crate::abi::{flag, kind};
use crate::data::{self, Counter};
use crate::device::DevPtr;

#[repr(C)]
struct Node {
    n: usize,
    p: *mut i32,
}

/// A word of device memory.
fn word(state: &DeviceState, at: *mut c_void, offset: usize) -> u64 {
    let mut value = 0_u64;
    // SAFETY: `value` has 8 bytes.
    unsafe {
        state
            .device
            .copy_out(
                (&raw mut value).cast(),
                DevPtr((at as usize + offset) as u64),
                8,
                None,
            )
            .unwrap();
    }
    value
}

fn member(values: &[i32], node: &Node, kind: c_int) -> Data {
    let mut d = section(values, kind, 0);
    d.pointer = (&raw const node.p).cast_mut().cast();
    d
}

#[test]
fn a_member_points_to_its_section_on_the_device_and_home_afterwards() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let values = vec![1, 2, 3, 4];
    let node = [Node {
        n: 4,
        p: values.as_ptr().cast_mut(),
    }];
    // The section starts at p[1]: the pointer itself is to p[0].
    let mut d = [
        section(&node, kind::COPY, 0),
        member(&values[1..], &node[0], kind::COPYIN),
    ];
    data::enter(&state, place(), &mut d, Counter::Structured, None).unwrap();
    assert_eq!(word(&state, d[0].device, 8), d[1].device as u64 - 4);
    data::exit(&state, place(), &mut d, Counter::Structured, None).unwrap();
    assert_eq!((node[0].n, node[0].p.cast_const()), (4, values.as_ptr()));
}

#[test]
fn a_copyout_brings_host_pointers_back_though_still_attached() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let values = vec![1, 2, 3, 4];
    let node = [Node {
        n: 4,
        p: values.as_ptr().cast_mut(),
    }];
    let mut d = [
        section(&node, kind::COPYIN, 0),
        member(&values, &node[0], kind::COPYIN),
    ];
    data::enter(&state, place(), &mut d, Counter::Dynamic, None).unwrap();
    data::exit(
        &state,
        place(),
        &mut [section(&node, kind::COPYOUT, 0)],
        Counter::Dynamic,
        None,
    )
    .unwrap();
    assert_eq!(node[0].p.cast_const(), values.as_ptr());
}

#[test]
fn attachments_are_counted() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let values = vec![1, 2, 3, 4];
    let node = [Node {
        n: 4,
        p: values.as_ptr().cast_mut(),
    }];
    let mut all = [
        section(&node, kind::COPYIN, 0),
        section(&values, kind::COPYIN, 0),
    ];
    data::enter(&state, place(), &mut all, Counter::Dynamic, None).unwrap();
    let (home, away) = (values.as_ptr() as u64, all[1].device as u64);
    let pointer = || word(&state, all[0].device, 8);
    let attach = |flags| {
        let mut d = member(&[], &node[0], kind::ATTACH);
        (d.host, d.flags) = (node[0].p.cast(), flags);
        [d]
    };
    let detach = |flags| {
        attach(flags).map(|mut d| {
            d.kind = kind::DETACH;
            d
        })
    };
    assert_eq!(pointer(), home);
    for _ in 0..2 {
        data::enter(&state, place(), &mut attach(0), Counter::Dynamic, None).unwrap();
        assert_eq!(pointer(), away);
    }
    data::exit(&state, place(), &mut detach(0), Counter::Dynamic, None).unwrap();
    assert_eq!(pointer(), away);
    data::exit(&state, place(), &mut detach(0), Counter::Dynamic, None).unwrap();
    assert_eq!(pointer(), home);
    for _ in 0..3 {
        data::enter(&state, place(), &mut attach(0), Counter::Dynamic, None).unwrap();
    }
    data::exit(
        &state,
        place(),
        &mut detach(flag::FINALIZE),
        Counter::Dynamic,
        None,
    )
    .unwrap();
    assert_eq!(pointer(), home);
}

#[test]
fn a_null_pointer_stays_null_and_absent_targets_are_left_alone() {
    let (state, _) = device(Kind::Sim, 1 << 20);
    let values = vec![1];
    let mut node = [Node {
        n: 0,
        p: std::ptr::null_mut(),
    }];
    let mut d = [
        section(&node, kind::COPYIN, 0),
        member(&[], &node[0], kind::ATTACH),
    ];
    d[1].host = std::ptr::null_mut();
    data::enter(&state, place(), &mut d, Counter::Dynamic, None).unwrap();
    assert_eq!(word(&state, d[0].device, 8), 0);
    // SAFETY: `node` is alive; volatile, since the runtime reads it through an address.
    unsafe { (&raw mut node[0].p).write_volatile(values.as_ptr().cast_mut()) };
    data::enter(&state, place(), &mut d[1..], Counter::Dynamic, None).unwrap();
    assert_eq!(word(&state, d[0].device, 8), 0);
}
