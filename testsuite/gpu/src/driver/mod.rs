//! The C interface of libcuda: handles, contexts, streams and events, and what each call checks.
//!
//! [`settings`] reads the environment, [`call`] is what every call goes through, [`gpu`] holds the devices and the handles, [`streams`]
//! decides when which work runs, [`work`] carries it out, and [`api`] has the functions themselves.

pub mod api;
mod attributes;
mod call;
mod error;
mod gpu;
mod image;
mod random;
mod settings;
mod streams;
mod work;
