//! The loop tree: what a kernel, or a function that kernels call, does, between the plan and the text.
//!
//! ```text
//! build       makes the tree, from the verified IR of a kernel and the plan of its loops
//! interchange gives the loops of a nest another order
//! unroll      replaces a loop by copies of its body and a loop for the iterations left over
//! threads     decides which threads run what, and where their variables live
//! marks       marks iterations that are independent by the user's word, for programs that check it
//! barriers    finds where a block's threads must meet, and which loops all of them must go through for that
//! predicates  puts the code of those loops under predicates
//! heads       turns loops over blocks and threads into loops that count
//! check       makes sure that all threads of a block reach every place where they meet
//! jam         makes steps of what an iteration does, which the host's cores do for some iterations together
//! host        makes trees of the loops for the host's cores that OpenMP can't take as the user wrote them
//! dump        prints a tree as text, for --emit=tree and for tests
//! ```
//!
//! Each pass takes a tree and leaves one; its head says what must hold before it and what holds afterwards. Passes take all names that they give out from
//! one scope for each kernel or function. Printing (`render/cuda`) is a walk over the tree that `heads` leaves.

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
pub mod jam;
pub mod jumps;
pub mod kernel;
pub mod marks;
pub mod node;
pub mod predicates;
pub mod problems;
mod readable;
pub mod reductions;
pub mod scratch;
pub mod sets;
pub mod shift;
pub mod spread;
pub mod storage;
pub mod switch;
pub mod threads;
pub mod tile;
pub mod unread;
pub mod unroll;
pub mod value;
mod walk;
mod wavefronts;

pub use access::{Home, Private};
pub use node::*;
pub use value::{Type, Value};
