//! The structures of acc_callback.h, field by field (OpenACC 3.3 §5.2).

pub use crate::events::event;
use std::ffi::{c_char, c_int, c_void};

/// `acc_prof_info`
#[repr(C)]
pub struct ProfInfo {
    pub event_type: c_int,
    pub valid_bytes: c_int,
    pub version: c_int,
    pub device_type: c_int,
    pub device_number: c_int,
    pub thread_id: c_int,
    pub r#async: isize,
    pub async_queue: isize,
    pub src_file: *const c_char,
    pub func_name: *const c_char,
    pub line_no: c_int,
    pub end_line_no: c_int,
    pub func_line_no: c_int,
    pub func_end_line_no: c_int,
}

/// What all event structures start with: `acc_other_event_info`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Head {
    pub event_type: c_int,
    pub valid_bytes: c_int,
    pub parent_construct: c_int,
    pub implicit: c_int,
    pub tool_info: *mut c_void,
}

/// `acc_data_event_info`, behind its head.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Data {
    pub var_name: *const c_char,
    pub bytes: usize,
    pub host_ptr: *const c_void,
    pub device_ptr: *const c_void,
}

/// `acc_launch_event_info`, behind its head.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Launch {
    pub kernel_name: *const c_char,
    pub num_gangs: usize,
    pub num_workers: usize,
    pub vector_length: usize,
    pub num_gangs_per_dim: *mut usize,
}

/// `acc_error_event_info`, behind its head.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Error {
    pub error_code: c_int,
    pub error_message: *const c_char,
    pub runtime_info: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union Rest {
    pub data: Data,
    pub launch: Launch,
    pub error: Error,
}

/// `acc_event_info`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct EventInfo {
    pub head: Head,
    pub rest: Rest,
}

/// `acc_api_info`
#[repr(C)]
pub struct ApiInfo {
    pub device_api: c_int,
    pub valid_bytes: c_int,
    pub device_type: c_int,
    pub vendor: c_int,
    pub device_handle: *const c_void,
    pub context_handle: *const c_void,
    pub async_handle: *const c_void,
}
