//! What the memory manager works on: one variable or section of a data clause, or of a call of the API.
//!
//! A section is the bytes that it names. For a struct or an array that no clause names, the compiler adds an item of the whole. Of an array a section is enough, if that is what is
//! present. Of a struct it isn't: an entry for a member is not the struct, and the run ends in an error that names both. Where a construct uses only some members, an entry
//! that holds these is enough. If an inferred section is only partly present, that is an error only where both of its ends are used for certain, since the kernel may stay within the part.

use crate::device::packed::Packed;
use std::ffi::{c_char, c_int, c_uint, c_void};

/// How many levels of gaps a section may have beyond its blocks.
pub const GAPS: usize = 6;

/// Repetitions of a section's blocks, innermost first. Strides in bytes.
#[derive(Clone, Copy, Default)]
pub struct Gaps {
    pub n: usize,
    pub count: [usize; GAPS],
    pub stride: [usize; GAPS],
}

/// One variable or section. Sizes in bytes.
///
/// `blocks`, `block_bytes` and `stride` describe sections with gaps: `blocks` is 1 and `block_bytes` is `bytes` for
/// a contiguous one. `gaps` repeats these blocks where the gaps are of several widths; null otherwise. Of structs
/// ([`crate::abi::flag::STRUCTS`]) `stride` is the size of one; where `blocks` is 0 it is one struct, of which
/// bytes `block_bytes` to `stride` are all that is used.
///
/// `rows` describes what the section's pointers lead to, where it goes on behind them: its `host` is the distance from
/// where a pointer points to the row's first byte. Null otherwise.
#[derive(Clone, Copy)]
pub struct Data {
    /// As written: "A[0:n*m]"
    pub name: *const c_char,
    /// What its elements are, as [`crate::abi::Item::of`]; null where nothing says.
    pub of: *const c_char,
    /// Of a section with dimensions, the bytes from an element of each of them to the next one, then 0; else null.
    pub steps: *const usize,
    /// The section's first byte.
    pub host: *mut c_void,
    /// From its first byte to behind its last.
    pub bytes: usize,
    pub blocks: usize,
    pub block_bytes: usize,
    /// From one block's start to the next's.
    pub stride: usize,
    /// The host pointer to attach, or null.
    pub pointer: *mut *mut c_void,
    /// The answer: where `host` is on the device. On a device that shares memory `host` itself; null for `no_create` of
    /// what is absent.
    pub device: *mut c_void,
    /// Of [`crate::abi::kind`].
    pub kind: c_int,
    /// Of [`crate::abi::flag`].
    pub flags: c_uint,
    /// Of the clause.
    pub line: c_int,
    pub gaps: *const Gaps,
    pub rows: *mut Data,
    /// All of a contiguous section that moves, where that is less.
    pub packed: Option<Packed>,
}

impl Data {
    /// A contiguous section.
    pub fn whole(name: *const c_char, host: *mut c_void, bytes: usize) -> Self {
        Self {
            name,
            of: std::ptr::null(),
            steps: std::ptr::null(),
            host,
            bytes,
            blocks: 1,
            block_bytes: bytes,
            stride: bytes,
            pointer: std::ptr::null_mut(),
            device: std::ptr::null_mut(),
            kind: 0,
            flags: 0,
            line: 0,
            gaps: std::ptr::null(),
            rows: std::ptr::null_mut(),
            packed: None,
        }
    }

    /// What stands on the device for a pointer into the section: as far from the section there as the pointer is here.
    pub fn stands_for(&self, pointer: *mut c_void) -> *mut c_void {
        if self.device.is_null() || pointer.is_null() {
            return pointer;
        }
        let distance = (pointer as usize).wrapping_sub(self.host as usize);
        self.device.wrapping_byte_add(distance)
    }
}
