//! accrt: the runtime that is linked into an OpenACC program.
//!
//! Its rooms stand on each other, and none knows of those above it (`tests/rooms.rs` has the order and sees to it):
//!
//! - At the bottom are what C passes ([`abi`], [`values`], [`site`]), what the environment says ([`environment`]), what each thread has for itself ([`own`]), JSON's quotes (`quoted`), what is told ([`notify`], [`fatal`]) and the end of the program
//!   ([`ending`]). Who has something to do there, or to hear of an error, leaves a function with them.
//! - [`kinds`] are those of devices. [`device`] has the traits through which all else talks to devices, and libcuda and the
//!   simulator, which implement them.
//! - What belongs to one device: its activity queues ([`queue`]: an async value is a stream), its memory ([`memory`]), the
//!   table of what is present there ([`present`]), and what it shares with the host ([`shared`]). [`state`] holds them together;
//!   [`counters`] are words of its memory that launches count blocks with, [`results`] are words of the host's that reductions leave their values in.
//! - What happens ([`events`]) is told to tools by [`prof`], the standard's profiling interface, and measured by [`times`].
//! - Three parts do the work, as in OpenUH's runtime. The memory manager ([`data`], with its messages in [`explain`]) carries out
//!   data clauses: what is where, who holds it, and what has to move; [`globals`] keeps variables that live
//!   on the device for the whole program. The kernel loader ([`loader`]) takes in translation units as they register,
//!   loads their kernels on first use per device, and launches; [`construct`] has a synchronous construct's launches wait together. The context module ([`context`], over the list of
//!   [`devices`]) knows which device each host thread uses. All is lazy: a driver is asked for its devices when one of its kind is
//!   first wanted, a device is opened when it is first used.
//! - Where regions run on the host's own cores, data stays where it is and the work is inline in the program: [`host`] has the
//!   queues of what is asynchronous there, [`openmp`] what the OpenMP library is told, and whether a team runs a loop. [`wait`] waits for the queues of both.
//!   [`compare`] has constructs run on a device and on the cores, and tells what differs.
//! - C comes in through [`entry`] (what compiled regions call, `include/accrt.h`), [`api`] (what users call,
//!   `include/openacc.h`) and [`managed`] (a program's `malloc`, where its memory is managed). Nothing unwinds out of them: a
//!   failure is a message and `exit(1)`, see [`fatal`].

pub mod abi;
pub mod api;
pub mod compare;
pub mod construct;
pub mod context;
pub mod counters;
pub mod data;
pub mod device;
pub mod devices;
pub mod ending;
pub mod entry;
pub mod environment;
pub mod events;
pub mod explain;
pub mod fatal;
pub mod globals;
pub mod host;
pub mod kinds;
pub mod loader;
pub mod managed;
pub mod memory;
pub mod notify;
pub mod openmp;
pub mod own;
pub mod present;
pub mod prof;
pub mod queue;
mod quoted;
pub mod results;
pub mod shared;
pub mod site;
pub mod state;
pub mod suspects;
#[cfg(test)]
mod tests;
pub mod times;
pub mod values;
pub mod wait;
