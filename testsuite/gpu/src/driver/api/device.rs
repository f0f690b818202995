//! Initialisation, errors in words, devices and what they say of themselves.

use super::name;
use crate::driver::attributes;
use crate::driver::call::{api, put, put_if, put_text};
use crate::driver::error::{self, Code};
use std::ffi::{c_char, c_int, c_uint, c_void};

/// Attributes of a pair of devices (`CUdevice_P2PAttribute`): rank, access, atomics, arrays.
const PEER_ATTRIBUTES: [c_int; 4] = [0, 1, 1, 0];

api! {
    fn cuInit(flags: c_uint) |gpu| {
        if flags != 0 {
            return Err(Code::INVALID_VALUE);
        }
        gpu.initialise()?;
        super::context::make_primary(gpu);
        Ok(())
    }

    fn cuDriverGetVersion(version: *mut c_int) |gpu| {
        let (major, minor) = gpu.settings.cuda;
        unsafe { put(version, (major * 1000 + minor * 10) as c_int) }
    }

    fn cuGetErrorName(code: c_int, text: *mut *const c_char) |_gpu| {
        let known = error::name(code);
        unsafe { put(text, known.map_or(std::ptr::null(), |t| t.as_ptr()))? };
        known.map(|_| ()).ok_or(Code::INVALID_VALUE)
    }

    fn cuGetErrorString(code: c_int, text: *mut *const c_char) |_gpu| {
        let known = error::text(code);
        unsafe { put(text, known.map_or(std::ptr::null(), |t| t.as_ptr()))? };
        known.map(|_| ()).ok_or(Code::INVALID_VALUE)
    }

    fn cuDeviceGetCount(count: *mut c_int) |gpu| {
        gpu.ready()?;
        unsafe { put(count, gpu.devices.len() as c_int) }
    }

    fn cuDeviceGet(device: *mut c_int, ordinal: c_int) |gpu| {
        gpu.ready()?;
        gpu.device(ordinal)?;
        unsafe { put(device, ordinal) }
    }

    fn cuDeviceGetName(text: *mut u8, room: c_int, device: c_int) |gpu| {
        gpu.ready()?;
        gpu.device(device)?;
        let (major, minor) = gpu.settings.capability;
        let called = format!("accrs stand-in GPU, compute capability {major}.{minor}");
        unsafe { put_text(text, usize::try_from(room).unwrap_or(0), &called) }
    }

    fn cuDeviceTotalMem_v2(bytes: *mut usize, device: c_int) |gpu| {
        gpu.ready()?;
        let device = gpu.device(device)?;
        let (_, total) = gpu.devices[device].memory.info();
        unsafe { put(bytes, total as usize) }
    }

    fn cuDeviceGetUuid(uuid: *mut [u8; 16], device: c_int) |gpu| {
        gpu.ready()?;
        let mut bytes = *b"accrs-stand-in-\0";
        bytes[15] = gpu.device(device)? as u8;
        unsafe { put(uuid, bytes) }
    }

    fn cuDeviceGetUuid_v2(uuid: *mut [u8; 16], device: c_int) |gpu| {
        gpu.ready()?;
        let mut bytes = *b"accrs-stand-in-\0";
        bytes[15] = gpu.device(device)? as u8;
        unsafe { put(uuid, bytes) }
    }

    fn cuDeviceGetPCIBusId(text: *mut u8, room: c_int, device: c_int) |gpu| {
        gpu.ready()?;
        let id = format!("0000:{:02x}:00.0", gpu.device(device)? + 1);
        unsafe { put_text(text, usize::try_from(room).unwrap_or(0), &id) }
    }

    fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, device: c_int) |gpu| {
        gpu.ready()?;
        let ordinal = gpu.device(device)?;
        let known = attributes::value(&gpu.settings, attribute).ok_or(Code::INVALID_VALUE)?;
        const PCI_BUS: c_int = 33;
        let known = if attribute == PCI_BUS { ordinal as c_int + 1 } else { known };
        unsafe { put(value, known) }
    }

    fn cuDeviceComputeCapability(major: *mut c_int, minor: *mut c_int, device: c_int) |gpu| {
        gpu.ready()?;
        gpu.device(device)?;
        let (first, second) = gpu.settings.capability;
        unsafe {
            put(major, first as c_int)?;
            put(minor, second as c_int)
        }
    }

    fn cuDeviceCanAccessPeer(can: *mut c_int, device: c_int, peer: c_int) |gpu| {
        gpu.ready()?;
        let (one, other) = (gpu.device(device)?, gpu.device(peer)?);
        unsafe { put(can, c_int::from(one != other)) }
    }

    fn cuDeviceGetP2PAttribute(value: *mut c_int, attribute: c_int, device: c_int, peer: c_int) |gpu| {
        gpu.ready()?;
        if gpu.device(device)? == gpu.device(peer)? {
            return Err(Code::INVALID_DEVICE);
        }
        let known = usize::try_from(attribute - 1).ok().and_then(|n| PEER_ATTRIBUTES.get(n));
        unsafe { put(value, *known.ok_or(Code::INVALID_VALUE)?) }
    }

    fn cuGetProcAddress_v2(symbol: *const c_char, address: *mut *const c_void, _version: c_int, _flags: u64, status: *mut c_int) |_gpu| {
        const SYMBOL_NOT_FOUND: c_int = 1;
        let found = super::address(unsafe { name(symbol)? });
        unsafe {
            put(address, found.unwrap_or(std::ptr::null()))?;
            put_if(status, if found.is_some() { 0 } else { SYMBOL_NOT_FOUND });
        }
        found.map(|_| ()).ok_or(Code::NOT_FOUND)
    }

    fn cuGetProcAddress(symbol: *const c_char, address: *mut *const c_void, _version: c_int, _flags: u64) |_gpu| {
        let found = super::address(unsafe { name(symbol)? });
        unsafe { put(address, found.unwrap_or(std::ptr::null()))? };
        found.map(|_| ()).ok_or(Code::NOT_FOUND)
    }

    /// Undocumented tables that NVIDIA's own libraries ask for: there are none.
    fn cuGetExportTable(table: *mut *const c_void, _id: *const c_void) |_gpu| {
        unsafe { put(table, std::ptr::null())? };
        Err(Code::NOT_FOUND)
    }
}
