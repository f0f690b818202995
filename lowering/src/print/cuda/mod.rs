//! CUDA C++: where C's meaning needs another form, or has none on a device.
//!
//! - an enum is its integer representation (C converts silently in both directions);
//! - `void *` and incompatible pointers are cast; library functions get arguments cast to
//!   their C prototype, so that `sqrt(f)` stays the double one;
//! - conversions inside braces are written out (C++ forbids narrowing there), designators
//!   become positions;
//! - a complex number is a small struct with operators (`complex`);
//! - a vector is a small struct with operators (`vector`);
//! - a statement expression is a lambda, called where it stands (`gnu`);
//! - an object that a compound literal makes is declared before its statement, and assigned where it stands;
//! - an array of variable length, and a pointer to one, is a pointer to its first element of
//!   fixed size, its subscripts flattened: `A[i][j]` is `A[(long)i * m + j]`.
//!
//! What has no form on a GPU but has one in C++ (`long double`) is noted in [`Used::sim_only`](super::Used::sim_only).
//! What has no CUDA form is recorded in [`Printer::problems`](super::Printer::problems) with its place.

mod call;
mod complex;
mod elsewhere;
mod expr;
mod flat;
mod gnu;
mod initial;
mod library;
mod types;
mod vector;

pub(crate) use complex::complex_parts;
pub use elsewhere::{name_elsewhere, symbol};
pub(crate) use gnu::is_open;
pub use library::is_library;
pub(crate) use library::{LIBRARY_PARTS, is_pure};
pub(crate) use types::holds_long_double;

/// What has no form on a GPU. CUDA's `printf` counts its arguments, C's the characters.
pub(crate) const PRINTF: &str = "the value of `printf`";
pub(crate) const LONG_DOUBLE: &str = "`long double`";
