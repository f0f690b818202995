//! The loop tree: what a kernel, or a function that kernels call, does, between the plan and the text.
//!
//! ```text
//! build       the verified IR of a kernel and the plan of its loops as a tree
//! interchange loops of a nest in another order: a transformation, which leaves a tree of the same kind
//! unroll      copies of a loop's body, and a loop for what is left: another one
//! threads     which threads run what, and where their variables live
//! barriers    where a block's threads must meet, and which loops all of them go through for it
//! predicates  the code of such loops under predicates
//! heads       what deals the iterations out: loops that count
//! host        loops of the host's cores that OpenMP can't take as they stand
//! check       whether all threads reach what they meet in
//! dump        the tree as text, for --emit=tree and for tests
//! ```
//!
//! Each pass takes a tree and leaves one; ARCHITECTURE.md says what each may assume. Printing (`render/cuda`) is a walk
//! over what `heads` has left.

pub mod access;
pub mod barriers;
pub mod build;
pub mod calls;
pub mod check;
pub mod copies;
pub mod copy;
mod counting;
mod crossing;
pub mod dimensions;
pub mod dump;
pub mod effects;
pub mod function;
pub mod heads;
pub mod host;
pub mod interchange;
pub mod jumps;
pub mod kernel;
pub mod node;
pub mod predicates;
pub mod problems;
mod readable;
pub mod reductions;
pub mod scratch;
pub mod sets;
pub mod spread;
pub mod storage;
pub mod switch;
pub mod threads;
pub mod tile;
pub mod unread;
pub mod unroll;
pub mod value;
mod walk;

pub use node::*;
pub use value::{Type, Value};
