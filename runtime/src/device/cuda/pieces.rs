//! Copies through buffers in page-locked memory: the pieces of a copy, and the two steps that each of them takes.

use super::driver::CudaDevice;
use super::rows::{is_rectangle, rectangle};
use crate::device::{DevPtr, Device, DeviceResult, Rows, Stream};
use cudarc::driver::sys::{CUDA_MEMCPY2D, CUmemorytype};
use std::ffi::c_void;

/// The way of a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    In,
    Out,
}

/// Rows that go through a buffer at once.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub host: usize,
    pub device: u64,
    pub rows: Rows,
}

impl Piece {
    pub fn bytes(&self) -> u64 {
        self.rows.count * self.rows.bytes
    }
}

/// The pieces of rows, each of at most `buffer` bytes.
pub(super) fn pieces(all: Piece, buffer: u64) -> Vec<Piece> {
    let Rows {
        count,
        bytes,
        stride,
    } = all.rows;
    let at = |row: u64, offset: u64, rows: Rows| Piece {
        host: all.host.wrapping_add((row * stride + offset) as usize),
        device: all.device.wrapping_add(row * stride + offset),
        rows,
    };
    if bytes > buffer {
        let of_row = |row| {
            let piece = move |offset| at(row, offset, Rows::one(buffer.min(bytes - offset)));
            (0..bytes).step_by(buffer as usize).map(piece)
        };
        return (0..count).flat_map(of_row).collect();
    }
    // The driver's call for several rows has a limit.
    let most = match is_rectangle(all.rows) {
        true => buffer / bytes.max(1),
        false => 1,
    };
    let piece = |row| {
        let count = most.min(count - row);
        let rows = match count {
            1 => Rows::one(bytes),
            _ => Rows { count, ..all.rows },
        };
        at(row, 0, rows)
    };
    (0..count).step_by(most as usize).map(piece).collect()
}

/// Copies a piece between the program's memory and a buffer, where its rows lie without gaps.
///
/// # Safety
/// The rows at `host` are the program's, to read or to write as the copy goes, and nobody else uses the buffer, which is long enough.
pub(super) unsafe fn carry(way: Way, host: usize, buffer: usize, rows: Rows) {
    for row in 0..rows.count {
        let host = host.wrapping_add((row * rows.stride) as usize);
        let buffer = buffer + (row * rows.bytes) as usize;
        let (from, to) = match way {
            Way::In => (host, buffer),
            Way::Out => (buffer, host),
        };
        // SAFETY: the caller's promise.
        unsafe {
            std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, rows.bytes as usize);
        }
    }
}

impl CudaDevice {
    /// Puts the copy of a piece between a buffer and the GPU's memory on a stream.
    pub(super) fn transfer(
        &self,
        way: Way,
        piece: Piece,
        buffer: usize,
        stream: Stream,
    ) -> DeviceResult<()> {
        let (stream, host) = (Some(stream), buffer as *mut c_void);
        let at = DevPtr(piece.device);
        if piece.rows.count == 1 {
            // SAFETY: the piece fits the buffer, which stays.
            return unsafe {
                match way {
                    Way::In => self.copy_in(at, host, piece.rows.bytes, stream),
                    Way::Out => self.copy_out(host, at, piece.rows.bytes, stream),
                }
            };
        }
        let (host_kind, device_kind) = (
            CUmemorytype::CU_MEMORYTYPE_HOST,
            CUmemorytype::CU_MEMORYTYPE_DEVICE,
        );
        let rows = rectangle(piece.rows);
        let dense = piece.rows.bytes as usize;
        let shape = match way {
            Way::In => CUDA_MEMCPY2D {
                srcMemoryType: host_kind,
                srcHost: host,
                srcPitch: dense,
                dstMemoryType: device_kind,
                dstDevice: at.0,
                ..rows
            },
            Way::Out => CUDA_MEMCPY2D {
                srcMemoryType: device_kind,
                srcDevice: at.0,
                dstMemoryType: host_kind,
                dstHost: host,
                dstPitch: dense,
                ..rows
            },
        };
        self.copy_rectangle(&shape, stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUFFER: u64 = 4 << 20;

    fn of(count: u64, bytes: u64, stride: u64) -> Vec<(u64, u64, u64)> {
        let rows = Rows {
            count,
            bytes,
            stride,
        };
        let all = Piece {
            host: 1000,
            device: 0,
            rows,
        };
        let told = |p: &Piece| {
            assert_eq!(p.host as u64, p.device + 1000);
            assert!(p.bytes() <= BUFFER);
            (p.device, p.rows.count, p.rows.bytes)
        };
        pieces(all, BUFFER).iter().map(told).collect()
    }

    #[test]
    fn what_is_long_goes_in_pieces() {
        assert_eq!(of(1, 100, 100), [(0, 1, 100)]);
        assert_eq!(
            of(1, BUFFER + 7, BUFFER + 7),
            [(0, 1, BUFFER), (BUFFER, 1, 7)]
        );
        // Rows of 3 MiB: one at a time; of 1 MiB: four.
        let m = 1 << 20;
        assert_eq!(of(2, 3 * m, 5 * m), [(0, 1, 3 * m), (5 * m, 1, 3 * m)]);
        assert_eq!(of(6, m, 2 * m), [(0, 4, m), (8 * m, 2, m)]);
        assert_eq!(of(0, m, m), []);
        // Too far apart for one call.
        let far = 3 << 30;
        assert_eq!(of(2, 8, far), [(0, 1, 8), (far, 1, 8)]);
    }
}
