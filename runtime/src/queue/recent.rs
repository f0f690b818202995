//! What a queue was given last, for errors that come late.

use crate::suspects;
use std::ffi::c_int;

/// A kernel that was put on a queue: the start of its name, and its line.
struct Launched {
    name: [u8; 52],
    length: u8,
    line: c_int,
    /// The pointers that it was given with the host's addresses; few have any.
    suspects: Option<Box<str>>,
}

impl Launched {
    fn name(&self) -> String {
        String::from_utf8_lossy(&self.name[..usize::from(self.length)]).into_owned()
    }
}

/// The last kernels of a queue, oldest first: where an error may come from that the driver tells
/// at a wait without saying so. Kept in place: launches allocate nothing.
#[derive(Default)]
pub(super) struct Recent {
    kernels: [Option<Launched>; 4],
}

impl Recent {
    pub(super) fn note(&mut self, name: &str, line: c_int, suspects: &str) {
        let mut one = Launched {
            name: [0; 52],
            length: name.len().min(52) as u8,
            line,
            suspects: (!suspects.is_empty()).then(|| suspects.into()),
        };
        let length = usize::from(one.length);
        one.name[..length].copy_from_slice(&name.as_bytes()[..length]);
        self.kernels.rotate_left(1);
        self.kernels[3] = Some(one);
    }

    /// The end of a fault's message `text`, which names the kernel: the pointers that this may have followed.
    pub(super) fn suspects_of(&self, text: &str) -> String {
        let named = |k: &&Launched| text.contains(&k.name());
        let last = self.kernels.iter().flatten().rfind(named);
        suspects::told(last.and_then(|k| k.suspects.as_deref()).unwrap_or_default())
    }

    /// `a_main_5 (line 5), a_main_9 (line 9)`; empty when there were none.
    pub(super) fn list(&self) -> String {
        let name = |k: &Launched| {
            let text = k.name();
            let given = match &k.suspects {
                Some(list) => {
                    format!(", given the host's address of what is not on the device: {list}")
                }
                None => String::new(),
            };
            format!("{text} (line {}{given})", k.line)
        };
        let all: Vec<_> = self.kernels.iter().flatten().map(name).collect();
        all.join(", ")
    }
}
