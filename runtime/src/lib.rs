//! accrt: the runtime that is linked into an OpenACC program.
//!
//! Three parts do the work, as in OpenUH's runtime:
//!
//! - the **context module** ([`context`]) knows the devices and which one each host
//!   thread uses. Everything in it is lazy: a driver is asked for its devices when
//!   one of its kind is first wanted, a device is opened when it is first used.
//! - the **memory manager** ([`data`], over the present table in [`present`] and the
//!   pool in [`memory`]) carries out data clauses: what is where, who holds it, and
//!   what has to move. Its messages are in [`explain`]; [`globals`] keeps variables that live
//!   on the device for the whole program.
//! - the **kernel loader** ([`loader`]) takes in translation units as they register,
//!   loads their kernels on first use per device, and launches.
//!
//! Where host and device share memory ([`shared`]), data clauses have nothing to do.
//!
//! [`queue`] and [`wait`] order their work: an async value is a stream of the device.
//! All of them talk to devices through the traits in [`device`], which libcuda and the
//! simulator implement. Where regions run on the host's own cores, data stays where
//! it is and the work is inline in the program: [`context`] is asked then, and [`host`] for
//! what is asynchronous.
//!
//! Tools hear of it all through [`prof`], the standard's profiling interface.
//!
//! C comes in through [`entry`] (what compiled regions call, `include/accrt.h`) and
//! [`api`] (what users call, `include/openacc.h`). Nothing unwinds out of them: a
//! failure is a message and `exit(1)`, see [`fatal`].

pub mod abi;
pub mod api;
pub mod context;
pub mod data;
pub mod device;
pub mod ending;
pub mod entry;
pub mod explain;
pub mod fatal;
pub mod globals;
pub mod host;
pub mod loader;
pub mod memory;
pub mod notify;
pub mod openmp;
pub mod present;
pub mod prof;
pub mod queue;
pub mod shared;
pub mod site;
pub mod suspects;
#[cfg(test)]
mod tests;
pub mod wait;
