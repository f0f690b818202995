//! NVIDIA GPUs, through libcuda and NVRTC, both opened at run time: a program needs
//! neither to start, and the runtime needs neither to be built.
//!
//! [`driver`] carries out the device traits over the functions in [`calls`], with the context that [`current`] sees to; [`nvrtc`] compiles CUDA text; [`cache`]
//! keeps what it compiled; [`library`] opens both libraries; [`staging`] copies on queues through page-locked buffers, and [`lanes`] copies
//! that the program waits for.

mod cache;
mod calls;
mod compile;
mod current;
mod driver;
mod image;
mod lanes;
mod library;
mod limits;
mod marks;
mod nvrtc;
mod pieces;
mod places;
mod rows;
mod staging;

use super::{Device, DeviceError, DeviceResult, Driver};
use calls::Cuda;
use std::sync::{Arc, OnceLock};

/// The CUDA driver, opened when first asked for its devices.
#[derive(Default)]
pub struct CudaDriver {
    cuda: OnceLock<Result<Arc<Cuda>, String>>,
}

impl CudaDriver {
    fn cuda(&self) -> DeviceResult<&Arc<Cuda>> {
        let opened = self.cuda.get_or_init(|| Cuda::open().map(Arc::new));
        opened.as_ref().map_err(|why| DeviceError::Driver {
            call: "libcuda",
            message: why.clone(),
        })
    }
}

impl Driver for CudaDriver {
    fn count(&self) -> DeviceResult<u32> {
        self.cuda()?.count()
    }

    fn open(&self, ordinal: u32) -> DeviceResult<Box<dyn Device>> {
        let cuda = self.cuda()?;
        Ok(Box::new(driver::CudaDevice::open(cuda.clone(), ordinal)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without a GPU this says why; with one it counts it. It never panics.
    #[test]
    fn an_absent_driver_is_an_error_in_words() {
        match CudaDriver::default().count() {
            Ok(n) => assert!(n > 0),
            Err(error) => assert!(error.to_string().contains("cuda"), "{error}"),
        }
    }
}
