//! What a queue was given last, for errors that come late.

use std::ffi::c_int;

/// A kernel that was put on a queue: the start of its name, and its line.
#[derive(Clone, Copy)]
struct Launched {
    name: [u8; 52],
    length: u8,
    line: c_int,
}

/// The last kernels of a queue, oldest first: where an error may come from that the driver tells
/// at a wait without saying so. Kept in place: launches allocate nothing.
#[derive(Default)]
pub(super) struct Recent {
    kernels: [Option<Launched>; 4],
}

impl Recent {
    pub(super) fn note(&mut self, name: &str, line: c_int) {
        let mut one = Launched {
            name: [0; 52],
            length: name.len().min(52) as u8,
            line,
        };
        let length = usize::from(one.length);
        one.name[..length].copy_from_slice(&name.as_bytes()[..length]);
        self.kernels.rotate_left(1);
        self.kernels[3] = Some(one);
    }

    /// `a_main_5 (line 5), a_main_9 (line 9)`; empty when there were none.
    pub(super) fn list(&self) -> String {
        let name = |k: &Launched| {
            let text = String::from_utf8_lossy(&k.name[..usize::from(k.length)]).into_owned();
            format!("{text} (line {})", k.line)
        };
        let all: Vec<_> = self.kernels.iter().flatten().map(name).collect();
        all.join(", ")
    }
}
