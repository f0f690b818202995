//! Limits of a GPU's context that kernels need raised: the heap behind `malloc` and arrays of variable
//! length, and the stack of each thread. CUDA starts with 8 MB and 1 KiB, which is too little for thousands of
//! threads with arrays of their own, and for recursion, whose depth no compiler knows. The driver sets the memory apart for each process, for all threads that the GPU
//! holds at once, so the processes of a job that share a GPU share what is allowed.

use super::calls::Cuda;
use crate::device::{DeviceError, DeviceResult};
use crate::environment;
use crate::kinds::environment::environment as of_devices;
use cudarc::driver::sys::CUdevice_attribute as Attribute;
use std::ffi::c_int;

/// `CU_LIMIT_STACK_SIZE`
const STACK: c_int = 0;
/// `CU_LIMIT_MALLOC_HEAP_SIZE`
const HEAP: c_int = 2;

/// What stands before each recursive function in a unit's CUDA text.
const RECURSION: &str = "// recursion:";
/// Bytes of heap and of a thread's stack, where the device has memory enough.
const MOST_HEAP: u64 = 2 << 30;
const MOST_STACK: u64 = 64 << 10;

/// What the environment asks for: bytes of `ACCRS_CUDA_HEAP` and `ACCRS_CUDA_STACK`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Asked {
    heap: Option<u64>,
    stack: Option<u64>,
}

fn asked(var: impl Fn(&str) -> Option<String>) -> DeviceResult<Asked> {
    let bytes = |name: &'static str| {
        let Some(text) = var(name).filter(|text| !text.trim().is_empty()) else {
            return Ok(None);
        };
        let bytes = crate::device::sim::bytes(&text);
        bytes.map(Some).ok_or_else(|| DeviceError::Driver {
            call: "cuda",
            message: format!(
                "{name}={text}: should be a number of bytes greater than 0, optionally followed by K, M or G"
            ),
        })
    };
    Ok(Asked {
        heap: bytes("ACCRS_CUDA_HEAP")?,
        stack: bytes("ACCRS_CUDA_STACK")?,
    })
}

/// Sets what the environment asks for, in the current context.
///
/// # Errors
/// What it asks for is no size, or the driver refuses it.
pub fn set_asked(cuda: &Cuda) -> DeviceResult<()> {
    let asked = asked(environment::var)?;
    for (limit, bytes) in [(HEAP, asked.heap), (STACK, asked.stack)] {
        if let (Some(set), Some(bytes)) = (cuda.set_limit, bytes) {
            // SAFETY: no pointers.
            cuda.check("cuCtxSetLimit", unsafe { set(limit, bytes as usize) })?;
        }
    }
    Ok(())
}

/// Raises the limits of the current context as far as a unit's text needs, unless the environment has
/// set them. Where the driver refuses, its own limits hold: kernels say when these are too small.
pub fn raise(cuda: &Cuda, device: c_int, memory: u64, text: &str) -> DeviceResult<()> {
    let (Some(set), asked) = (cuda.set_limit, asked(environment::var)?) else {
        return Ok(());
    };
    let processes = processes(cuda.count()?);
    if asked.heap.is_none() && text.contains("malloc(") {
        // SAFETY: no pointers.
        unsafe { set(HEAP, heap_of(memory, processes) as usize) };
    }
    if asked.stack.is_none() && text.contains(RECURSION) {
        let attribute = |which: Attribute, otherwise: u64| {
            let mut value = 0;
            // SAFETY: the out-pointer is valid.
            let code =
                unsafe { (cuda.calls.device_attribute)(&raw mut value, which as c_int, device) };
            u64::try_from(value)
                .ok()
                .filter(|n| code == 0 && *n > 0)
                .unwrap_or(otherwise)
        };
        let threads = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 128)
            * attribute(
                Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
                2048,
            );
        // SAFETY: as above.
        unsafe { set(STACK, stack_of(memory / processes, threads) as usize) };
    }
    Ok(())
}

/// The processes of this job that use one of so many devices.
fn processes(devices: u32) -> u64 {
    let job = of_devices().ok().and_then(|found| found.local_size);
    u64::from(job.unwrap_or(1).div_ceil(devices.max(1)).max(1))
}

/// Bytes of the heap of each of so many processes: an eighth of the memory for all, and CUDA's own at least.
fn heap_of(memory: u64, processes: u64) -> u64 {
    const LEAST: u64 = 8 << 20;
    ((memory / 8).min(MOST_HEAP) / processes).max(LEAST)
}

/// Bytes of each thread's stack: a quarter of the memory for all that run at once, at most.
fn stack_of(memory: u64, threads: u64) -> u64 {
    (memory / 4 / threads.max(1)).clamp(1 << 10, MOST_STACK) & !1023
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_environment_sets_sizes() {
        let one = |name: &'static str, value: &'static str| {
            asked(move |n| (n == name).then(|| value.to_string()))
        };
        assert_eq!(asked(|_| None).unwrap(), Asked::default());
        assert_eq!(one("ACCRS_CUDA_HEAP", "64M").unwrap().heap, Some(64 << 20));
        assert_eq!(
            one("ACCRS_CUDA_STACK", "16K").unwrap().stack,
            Some(16 << 10)
        );
        let error = one("ACCRS_CUDA_STACK", "deep").unwrap_err().to_string();
        assert!(error.contains("ACCRS_CUDA_STACK=deep"), "{error}");
    }

    #[test]
    fn processes_share_the_heap() {
        assert_eq!(heap_of(80 << 30, 1), 2 << 30);
        assert_eq!(heap_of(80 << 30, 4), 512 << 20);
        assert_eq!(heap_of(4 << 30, 1), 512 << 20);
        assert_eq!(heap_of(4 << 30, 1000), 8 << 20);
    }

    #[test]
    fn stacks_leave_most_of_the_memory() {
        assert_eq!(stack_of(80 << 30, 132 * 2048), 64 << 10);
        assert_eq!(stack_of(8 << 30, 40 * 1536), 34 << 10);
        assert_eq!(stack_of(1 << 20, 132 * 2048), 1 << 10);
    }
}
