//! Decides what a program built with `-acc=check` watches.
//!
//! ```text
//! serial      the plan of such a build: one thread a gang, loops in the user's order, nothing chosen by the compiler
//! sites       which expressions are accesses that matter, and what is said of them
//! walk        the walk over statements that finds them
//! access      what it does with each access
//! ranges      the calls that move ranges of memory
//! object      which expressions are objects
//! element     an accessed element's name, with places for its subscripts
//! written     which sections a kernel writes
//! ```
//!
//! A gang is one thread, which goes through the iterations of workers and lanes in order. So a run is the same each time, and
//! the first two iterations that meet are the first in the program's order. That they were independent by the user's word, the
//! marks say: where a loop begins and ends, and where an iteration begins (`tree/marks.rs`). The runtime compares.

mod access;
mod element;
mod object;
mod ranges;
mod serial;
mod sites;
mod walk;
mod written;

pub use serial::serial;
pub use sites::decide;
