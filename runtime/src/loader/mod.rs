//! The kernel loader: translation units that registered, loading them on first use
//! per device, and launches.
//!
//! A unit's kernels are loaded when one of them is first launched on a device. From
//! then on a launch looks up a handle and allocates nothing on the host.

mod arguments;
mod cells;
mod extents;
mod image;
mod launch;
mod launches;
mod limits;
mod units;

pub use arguments::{Arguments, Room, are_aligned};
pub use extents::{LaunchDims, Together, dims, extent};
pub use launch::launch;
pub use launches::Launches;
pub use units::{check_target, register, unload_all, unregister};
