//! CUDA C++, for what means something else there than in C, or has no form on a device.
//!
//! - An enum is its integer representation, since C converts silently in both directions.
//! - `void *` and incompatible pointers are cast. Arguments of library functions are cast to the
//!   types of the C prototype, so that `sqrt(f)` stays the one for `double`.
//! - Conversions inside braces are written out, since C++ forbids narrowing there, and designators
//!   become positions.
//! - Arithmetic on `void *` is done on `char *` (`bytes`).
//! - A complex number is a small struct with operators (`complex`).
//! - A vector is a small struct with operators (`vector`).
//! - A statement expression is a lambda, called on the spot (`gnu`).
//! - The object of a compound literal is declared before the statement, and assigned where the literal is.
//! - An array of variable length, and a pointer to one, is a pointer to its first element of
//!   fixed size with flattened subscripts: `A[i][j]` is `A[(long)i * m + j]`.
//!
//! What C++ has but no GPU (`long double`) is noted in [`Used::sim_only`](super::Used::sim_only).
//! What can't be said in CUDA is recorded in [`Printer::problems`](super::Printer::problems) with its place.

mod bytes;
mod call;
mod check;
mod complex;
mod elsewhere;
mod expr;
mod flat;
mod gnu;
mod initial;
mod library;
mod literals;
mod printf;
mod types;
mod vector;

pub(crate) use complex::complex_parts;
pub(crate) use elsewhere::RESULT;
pub use elsewhere::{name_elsewhere, symbol};
pub(crate) use gnu::{has_no_size, is_open};
pub use library::is_library;
pub(crate) use library::{LIBRARY_PARTS, is_pure};
pub(crate) use types::holds_long_double;

/// Names of what no GPU has. The value of CUDA's `printf` is the number of its arguments, that of C's the number of characters.
pub(crate) const PRINTF: &str = "the value of `printf`";
pub(crate) const LONG_DOUBLE: &str = "`long double`";
