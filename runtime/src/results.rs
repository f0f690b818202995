//! Places for results: words of the host's memory that kernels use where they are. A reduction's variable goes there with the value that it
//! has, and comes back from there when the kernels are done: no copy is made, and nothing waits for one.

use crate::device::{DevPtr, Device, Mapped};
use crate::fatal::lock;
use std::ffi::c_void;
use std::sync::Mutex;

/// Bytes of a place. What is larger is copied: kernels fetch each element over the bus.
pub const BYTES: usize = 128;
/// Bytes of the memory that is asked for at once.
const CHUNK: usize = 32 << 10;

/// The places of one device.
#[derive(Default)]
pub struct Results {
    places: Mutex<Places>,
}

#[derive(Default)]
struct Places {
    chunks: Vec<Mapped>,
    idle: Vec<Place>,
    /// The device has no such memory, or no more of it.
    none: bool,
}

/// One place: its address on the host, and on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub host: usize,
    pub device: DevPtr,
}

impl Place {
    pub fn host(self) -> *mut c_void {
        self.host as *mut c_void
    }
}

impl Results {
    /// A place of [`BYTES`]; `None` where kernels can't use the host's memory.
    pub fn take(&self, device: &dyn Device) -> Option<Place> {
        let mut places = lock(&self.places);
        if places.idle.is_empty() && !places.none {
            // An error leaves the way of copies, which tells it if it stays.
            match device.alloc_mapped(CHUNK) {
                Ok(Some(chunk)) => places.add(chunk),
                _ => places.none = true,
            }
        }
        places.idle.pop()
    }

    /// The place of an address on the device.
    pub fn place_at(&self, device: DevPtr) -> Option<Place> {
        let places = lock(&self.places);
        let distance = |c: &Mapped| device.0.checked_sub(c.device.0);
        places.chunks.iter().find_map(|c| {
            let at = distance(c).filter(|at| *at < CHUNK as u64)?;
            let host = c.host + at as usize;
            Some(Place { host, device })
        })
    }

    /// Takes a place back. No kernel uses it any more.
    pub fn give(&self, place: Place) {
        lock(&self.places).idle.push(place);
    }

    /// Gives the memory back to the device.
    pub fn close(&self, device: &dyn Device) -> crate::device::DeviceResult<()> {
        let places = std::mem::take(&mut *lock(&self.places));
        places
            .chunks
            .into_iter()
            .try_for_each(|chunk| device.free_mapped(chunk))
    }
}

impl Places {
    fn add(&mut self, chunk: Mapped) {
        let place = |at: usize| Place {
            host: chunk.host + at,
            device: DevPtr(chunk.device.0 + at as u64),
        };
        self.idle.extend((0..CHUNK).step_by(BYTES).rev().map(place));
        self.chunks.push(chunk);
    }
}
