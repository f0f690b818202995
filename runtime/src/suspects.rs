//! Pointers that kernels get with the host's addresses, by name: what a fault of such a kernel probably comes from.
//!
//! A pointer without a section may lead to memory that is not on the device, and the program is right as long as the kernel
//! doesn't follow it. A thread's data call notes such pointers, its next launch takes them.

use crate::own;
use std::fmt::Write as _;

own! {
    static NOTED: String = String::new();
}

/// A new construct: what the last one had is of no interest.
pub fn clear() {
    NOTED.with_borrow_mut(String::clear);
}

pub fn note(name: &str, address: u64) {
    NOTED.with_borrow_mut(|noted| {
        let comma = if noted.is_empty() { "" } else { ", " };
        let _ = write!(noted, "{comma}{name} ({address:#x})");
    });
}

/// `a (0x5581e0), b (0x5583f0)`: those of the construct that this thread is in; none: empty.
pub fn of_construct() -> String {
    NOTED.with_borrow(String::clone)
}

/// The end of an error message of a kernel that was given these pointers.
pub fn told(list: &str) -> String {
    if list.is_empty() {
        return String::new();
    }
    format!(
        "; it was given the host's address of what is not on the device: {list}; add a data clause with the extent"
    )
}
