//! accrt: the runtime that is linked into an OpenACC program.

pub mod abi;
pub mod device;
