//! Copies of rows: parts of the rows of a matrix, by one call of the driver.

use super::driver::CudaDevice;
use crate::device::{DevPtr, Device, DeviceResult, Rows, Stream};
use cudarc::driver::sys::{CUDA_MEMCPY2D, CUmemorytype};
use std::ffi::{c_int, c_void};

/// The largest distance of rows (`CU_DEVICE_ATTRIBUTE_MAX_PITCH`, on all GPUs so far).
const MOST: u64 = c_int::MAX as u64;

impl CudaDevice {
    /// # Safety
    /// As for [`Device::copy_rows_in`].
    pub(super) unsafe fn rows_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        rows: Rows,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        if !is_rectangle(rows) {
            // SAFETY: the caller's promise.
            return rows.each(|at| unsafe {
                let from = src.wrapping_byte_add(at as usize);
                self.copy_in(DevPtr(dst.0 + at), from, rows.bytes, stream)
            });
        }
        let shape = CUDA_MEMCPY2D {
            srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
            srcHost: src,
            dstMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
            dstDevice: dst.0,
            ..rectangle(rows)
        };
        self.copy_rectangle(&shape, stream)
    }

    /// # Safety
    /// As for [`Device::copy_rows_out`].
    pub(super) unsafe fn rows_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        rows: Rows,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        if !is_rectangle(rows) {
            // SAFETY: the caller's promise.
            return rows.each(|at| unsafe {
                let to = dst.wrapping_byte_add(at as usize);
                self.copy_out(to, DevPtr(src.0 + at), rows.bytes, stream)
            });
        }
        let shape = CUDA_MEMCPY2D {
            srcMemoryType: CUmemorytype::CU_MEMORYTYPE_DEVICE,
            srcDevice: src.0,
            dstMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
            dstHost: dst,
            ..rectangle(rows)
        };
        self.copy_rectangle(&shape, stream)
    }

    pub(super) fn copy_rectangle(
        &self,
        shape: &CUDA_MEMCPY2D,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.queued("cuMemcpy2DAsync", stream, |calls, on| {
            // SAFETY: both sides are valid, as the callers' callers promise.
            unsafe { (calls.rows_async)(shape, on) }
        })
    }
}

/// Whether the driver's call for several rows takes them.
pub(super) fn is_rectangle(rows: Rows) -> bool {
    rows.count > 1 && rows.bytes <= rows.stride && rows.stride <= MOST
}

/// Its shape alone.
pub(super) fn rectangle(rows: Rows) -> CUDA_MEMCPY2D {
    CUDA_MEMCPY2D {
        srcXInBytes: 0,
        srcY: 0,
        srcMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        srcHost: std::ptr::null(),
        srcDevice: 0,
        srcArray: std::ptr::null_mut(),
        srcPitch: rows.stride as usize,
        dstXInBytes: 0,
        dstY: 0,
        dstMemoryType: CUmemorytype::CU_MEMORYTYPE_HOST,
        dstHost: std::ptr::null_mut(),
        dstDevice: 0,
        dstArray: std::ptr::null_mut(),
        dstPitch: rows.stride as usize,
        WidthInBytes: rows.bytes as usize,
        Height: rows.count as usize,
    }
}
