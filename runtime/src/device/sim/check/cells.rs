//! The cells and marks of an access's bytes.

use super::memory::{self, Cell, Chunk};

/// Whether an access is one to bytes, not to whole words.
#[inline(always)]
pub fn is_small(at: usize, bytes: usize) -> bool {
    !at.is_multiple_of(4) || !bytes.is_multiple_of(4)
}

/// Whether the same bytes may have been accessed otherwise, some as bytes and some as words.
#[inline(always)]
pub fn is_mixed(at: usize, bytes: usize) -> bool {
    // SAFETY: the chunk is the address's.
    is_small(at, bytes) || unsafe { Chunk::has_small(memory::chunk(at)) }
}

/// Calls `on` with the cells of a range.
#[inline(always)]
pub fn each_cell(at: usize, bytes: usize, mut on: impl FnMut(*mut Cell)) {
    let chunk = memory::chunk(at);
    // SAFETY: the chunk is the address's, and cells behind it are looked up again.
    unsafe {
        match bytes {
            4 if at.is_multiple_of(4) => on(Chunk::cell(chunk, at)),
            8 if at.is_multiple_of(8) => {
                let (first, second) = (Chunk::cell(chunk, at), Chunk::cell(chunk, at + 4));
                // Both halves mostly have the same past, and then the same is found of both.
                let same = *first == *second;
                on(first);
                match same {
                    true => *second = *first,
                    false => on(second),
                }
            }
            // What isn't made of whole words has neighbours in them.
            _ if is_small(at, bytes) => {
                (at..at + bytes).for_each(|at| on(Chunk::small(memory::chunk(at), at)));
            }
            _ => {
                let mut from = at & !3;
                while from < at + bytes {
                    on(Chunk::cell(memory::chunk(from), from));
                    from += 4;
                }
            }
        }
    }
}

#[inline(always)]
pub fn written(at: usize, bytes: usize) -> bool {
    let within = at & 7;
    if within + bytes <= 8 {
        let bits = (((1u16 << bytes) - 1) << within) as u8;
        // SAFETY: the chunk is the address's.
        return unsafe { *Chunk::unknown(memory::chunk(at), at) } & bits == 0;
    }
    (at..at + bytes).all(|at| written(at, 1))
}

pub fn any_written(at: usize, bytes: usize) -> bool {
    (at..at + bytes).any(|at| written(at, 1))
}
