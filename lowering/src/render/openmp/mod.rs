//! Multicore: the user's own loops with OpenMP's directives.
//!
//! The text of a compute construct is the user's, byte for byte; only directive lines are
//! replaced, and a line is put before loops that have none of their own. Used inside the host
//! file, and alone for `--emit=openmp` (`product`).
//!
//! ```text
//! Fork    each loop that the plan gives to threads is an `omp parallel for`
//! Gangs   one `omp parallel` around all; such loops are `omp for` in it
//! ```

pub(super) mod apart;
mod construct;
mod counted;
mod loops;
mod product;
pub(super) mod reduce;
pub(super) mod reduced;
mod routines;
mod spans;
mod worth;

pub(super) use construct::construct;
pub(super) use loops::{GANGS, RELEASED, from_outside, unused};
pub use product::{Product, ProductLine, render};
pub(super) use reduce::sharing;
pub(super) use routines::edits as function_edits;
pub(super) use spans::{governed, hints, with_semicolon};
