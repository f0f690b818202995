//! The values of a call: what a construct has only when it runs, taken one after the other, as its tables say.

use crate::abi::Value;
use std::ffi::c_void;

/// What is left of a call's values.
pub struct Values(*const Value);

impl Values {
    /// # Safety
    /// Behind `first` are as many values as will be taken, and they live as long.
    pub unsafe fn new(first: *const Value) -> Self {
        Self(first)
    }

    /// Where the next value stands.
    pub fn slot(&mut self) -> *const Value {
        let slot = self.0;
        self.0 = self.0.wrapping_add(1);
        slot
    }

    pub fn number(&mut self) -> i64 {
        // SAFETY: the promise of `new`; any bytes are a number.
        unsafe { (*self.slot()).n }
    }

    pub fn pointer(&mut self) -> *mut c_void {
        // SAFETY: likewise.
        unsafe { (*self.slot()).at }
    }

    /// A number of bytes: none below 0.
    pub fn size(&mut self) -> usize {
        usize::try_from(self.number()).unwrap_or(0)
    }
}
