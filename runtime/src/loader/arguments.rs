//! What a kernel is given at a launch: the values of the call, and what stands on the device for the construct's items.

use crate::abi::{Kernel, Param, gives};
use crate::data::Data;
use crate::values::Values;
use std::ffi::c_void;

/// Arguments that fit without an allocation.
const FEW: usize = 64;

/// Addresses of the launch's own memory, behind the parameters.
const OWN: usize = 2;

/// Room for a launch's arguments, as drivers take them.
pub struct Room {
    few: ([*const c_void; FEW], [usize; FEW], [usize; FEW]),
    many: (Vec<*const c_void>, Vec<usize>, Vec<usize>),
}

/// The arguments: where each stands, and its bytes. The last two have room for the addresses of scratch memory and of a counter.
pub struct Arguments<'r> {
    pub at: &'r mut [*const c_void],
    pub bytes: &'r mut [usize],
    /// Those that no value of the call is.
    own: &'r mut [usize],
}

impl Default for Room {
    fn default() -> Self {
        Self {
            few: ([std::ptr::null(); FEW], [0; FEW], [0; FEW]),
            many: Default::default(),
        }
    }
}

impl Room {
    fn of(&mut self, n: usize) -> Arguments<'_> {
        if n <= FEW {
            let (at, bytes, own) = &mut self.few;
            let (at, bytes, own) = (&mut at[..n], &mut bytes[..n], &mut own[..n]);
            return Arguments { at, bytes, own };
        }
        let (at, bytes, own) = &mut self.many;
        at.resize(n, std::ptr::null());
        bytes.resize(n, 0);
        own.resize(n, 0);
        Arguments { at, bytes, own }
    }

    /// The arguments that `kernel` takes; what is missing on the device, in words.
    ///
    /// # Safety
    /// The values are those of a launch of the kernel.
    pub unsafe fn arguments(
        &mut self,
        kernel: &Kernel,
        items: &[Data],
        values: &mut Values,
    ) -> Result<Arguments<'_>, &'static str> {
        // SAFETY: a kernel's parameters are a constant of the program.
        let params = unsafe { params(kernel) };
        let all = self.of(params.len() + OWN);
        for (k, param) in params.iter().enumerate() {
            let item = || {
                let item = items.get(usize::from(param.item));
                item.ok_or("the device has changed since the construct's data came to it")
            };
            all.bytes[k] = param.bytes as usize;
            all.at[k] = match param.gives {
                gives::VALUE => values.slot().cast(),
                gives::COPIED => values.pointer(),
                what => {
                    let address = match what {
                        gives::STANDS => {
                            let pointer = values.pointer();
                            item()?.stands_for(pointer)
                        }
                        gives::CELL => item()?.device,
                        _ if item()?.device.is_null() => item()?.host,
                        _ => item()?.device,
                    };
                    all.own[k] = address as usize;
                    (&raw const all.own[k]).cast()
                }
            };
        }
        Ok(all)
    }
}

/// Whether each of the arguments is as aligned as a kernel needs it.
///
/// # Safety
/// The arguments are those of the kernel.
pub unsafe fn are_aligned(kernel: &Kernel, arguments: &Arguments<'_>) -> bool {
    // SAFETY: the caller's promise.
    let params = unsafe { params(kernel) };
    let asked = params.iter().zip(arguments.at.iter());
    let mut asked = asked.filter(|(param, _)| param.aligned > 1);
    asked.all(|(param, at)| {
        // SAFETY: what is asked for its alignment is an address.
        let address = unsafe { at.cast::<usize>().read() };
        address.is_multiple_of(param.aligned as usize)
    })
}

/// # Safety
/// The kernel is one of a unit.
unsafe fn params(kernel: &Kernel) -> &[Param] {
    match kernel.nparams {
        0 => &[],
        // SAFETY: the caller's promise.
        n => unsafe { std::slice::from_raw_parts(kernel.params, n as usize) },
    }
}

impl Arguments<'_> {
    /// The arguments, and behind them those of these addresses that there are.
    pub fn with_own(&mut self, own: [Option<u64>; OWN]) -> (&[*const c_void], &[usize]) {
        let mut n = self.at.len() - OWN;
        for address in own.into_iter().flatten() {
            self.own[n] = address as usize;
            (self.at[n], self.bytes[n]) = ((&raw const self.own[n]).cast(), size_of::<u64>());
            n += 1;
        }
        (&self.at[..n], &self.bytes[..n])
    }
}
