//! Lines of generated code.

pub use crate::print::Lines;
