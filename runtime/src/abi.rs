//! The C ABI of the runtime: layouts and entry points of `include/accrt.h`.
//!
//! The structures here are those of the header, field by field; the test at the
//! end compiles the header with the host's C compiler and compares sizes and
//! offsets. The entry points themselves are in `entry`.

use std::ffi::{c_char, c_int, c_longlong, c_uint, c_ushort, c_void};

/// `__ACCRS_ABI`: the version of this contract.
pub const ABI: c_uint = 11;

/// `__accrs_site`: where a construct stands in the user's source.
#[repr(C)]
pub struct Site {
    pub file: *const c_char,
    pub function: *const c_char,
    pub construct: *const c_char,
    pub line: c_int,
    pub nitems: c_int,
    pub items: *const Item,
}

/// `__accrs_value`: what a construct has only when it runs.
#[repr(C)]
#[derive(Clone, Copy)]
pub union Value {
    pub at: *mut c_void,
    pub n: c_longlong,
}

/// `__accrs_item`: what is known of one variable or section before the program runs.
#[repr(C)]
pub struct Item {
    pub name: *const c_char,
    pub kind: c_int,
    pub flags: c_uint,
    pub line: c_int,
    pub takes: c_uint,
    pub bytes: usize,
    pub of: *const c_char,
    pub from: usize,
    pub to: usize,
    pub rows: *const Item,
}

/// `__accrs_item.takes`: which values it takes.
pub mod takes {
    use std::ffi::c_uint;
    pub const DIMENSIONS: c_uint = 255;
    pub const BEHIND: c_uint = 256;
    pub const SPAN: c_uint = 512;
    pub const SIZED: c_uint = 1024;
    pub const ASKED: c_uint = 2048;
    pub const ATTACHED: c_uint = 4096;
    pub const SCANNED: c_uint = 8192;
    pub const PACKED: c_uint = 16384;
}

/// `__accrs_item.kind`: what a data clause asks for.
pub mod kind {
    use std::ffi::c_int;
    pub const COPY: c_int = 1;
    pub const COPYIN: c_int = 2;
    pub const COPYOUT: c_int = 3;
    pub const CREATE: c_int = 4;
    pub const PRESENT: c_int = 5;
    pub const NO_CREATE: c_int = 6;
    pub const DEVICEPTR: c_int = 7;
    pub const DELETE: c_int = 8;
    pub const ATTACH: c_int = 9;
    pub const DETACH: c_int = 10;
    pub const USE_DEVICE: c_int = 11;
    pub const UPDATE_HOST: c_int = 12;
    pub const UPDATE_DEVICE: c_int = 13;
    pub const DEVICE_RESIDENT: c_int = 14;
    pub const LINK: c_int = 15;
    pub const CREATE_ZERO: c_int = 16;
}

/// `__accrs_item.flags`.
pub mod flag {
    use std::ffi::c_uint;
    pub const ZERO: c_uint = 1;
    pub const READONLY: c_uint = 2;
    pub const IMPLICIT: c_uint = 4;
    pub const FINALIZE: c_uint = 8;
    pub const IF_PRESENT: c_uint = 16;
    pub const ALWAYS_IN: c_uint = 32;
    pub const REDUCTION: c_uint = 64;
    pub const ALWAYS_OUT: c_uint = 128;
    pub const ADDRESS: c_uint = 256;
    pub const OWN: c_uint = 512;
    pub const STRUCTS: c_uint = 1024;
    pub const USED: c_uint = 2048;
    pub const ONE_ARRAY: c_uint = 4096;
    pub const EXACT: c_uint = 8192;
    pub const MEMBERS: c_uint = 16384;
    pub const HELD: c_uint = 32768;
    pub const PART: c_uint = 65536;
    pub const CAPTURE: c_uint = 131072;
    pub const FILLED: c_uint = 262_144;
}

/// `__ACCRS_SYNC`: no async clause (the standard's `acc_async_sync`).
pub const ASYNC_SYNC: c_int = -2;
/// `__ACCRS_NOVAL`: async without a value (the standard's `acc_async_noval`).
pub const ASYNC_NOVAL: c_int = -1;
/// `acc_async_default`: as an argument of `set default_async`, back to the start.
pub const ASYNC_DEFAULT: c_int = -3;
/// The queue of `async` without an argument until the program sets another.
pub const INITIAL_DEFAULT: c_int = 0;
/// `__ACCRS_NONE`: no device number given.
pub const NONE: c_int = c_int::MIN;

/// `__accrs_param`: what a parameter of a kernel is given.
#[repr(C)]
pub struct Param {
    pub bytes: c_uint,
    pub gives: c_ushort,
    pub item: c_ushort,
    pub aligned: c_uint,
}

/// `__accrs_param.gives`.
pub mod gives {
    use std::ffi::c_ushort;
    pub const VALUE: c_ushort = 0;
    pub const COPIED: c_ushort = 1;
    pub const STANDS: c_ushort = 2;
    pub const PLACE: c_ushort = 3;
    pub const CELL: c_ushort = 4;
}

/// `__accrs_loop`: a loop whose trips say how large a grid is.
#[repr(C)]
pub struct Loop {
    pub takes: c_uint,
    pub tile: c_uint,
    pub from: c_longlong,
    pub step: c_longlong,
}

/// `__accrs_loop.takes`.
pub mod bounds {
    use std::ffi::c_uint;
    pub const FROM: c_uint = 1;
    pub const STEP: c_uint = 2;
    pub const CLOSED: c_uint = 4;
}

/// `__accrs_extent`: an extent of a grid or a block.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Extent {
    pub n: c_uint,
    pub loops: c_uint,
    pub most: c_uint,
    pub least: c_uint,
}

/// `__accrs_kernel`: a device kernel as the host file names it.
#[repr(C)]
pub struct Kernel {
    pub name: *const c_char,
    pub mapping: *const c_char,
    pub site: Site,
    pub params: *const Param,
    pub loops: *const Loop,
    pub nparams: c_uint,
    pub grid: [Extent; 3],
    pub block: [Extent; 3],
    pub scratch_asked: c_uint,
    pub counter: c_uint,
    pub scratch_block: usize,
    pub together: c_uint,
    pub turns: c_uint,
    pub alone: c_uint,
    pub unaligned: *const Kernel,
}

/// `__accrs_sim_kernel`: a kernel compiled for the host's CPU; `run` carries out the
/// threads of its worker's block that none has taken yet.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct SimKernel {
    pub name: *const c_char,
    pub run: Option<unsafe extern "C" fn(args: *const *mut c_void)>,
}

// The name is a string constant of the program and `run` is code: both may be
// used from any thread for as long as the module is registered.
unsafe impl Send for SimKernel {}
unsafe impl Sync for SimKernel {}

/// `__accrs_global`: a variable of a file-scope `declare`.
#[repr(C)]
pub struct Global {
    pub name: *const c_char,
    pub file: *const c_char,
    pub line: c_int,
    pub kind: c_int,
    pub host: *mut c_void,
    pub bytes: usize,
    pub of: *const c_char,
    pub constant: c_int,
    pub cell: c_int,
}

/// `__accrs_module.targets`.
pub mod target {
    use std::ffi::c_uint;
    pub const NVIDIA: c_uint = 1;
    pub const MULTICORE: c_uint = 2;
    pub const SIM: c_uint = 4;
    /// The program's allocations are managed memory ([`crate::shared`]).
    pub const MANAGED: c_uint = 16;
    /// Devices use the host's memory.
    pub const UNIFIED: c_uint = 32;
    /// The program's allocations are page-locked memory of the host ([`crate::managed`]).
    pub const PINNED: c_uint = 64;
}

/// `__accrs_image`: kernels compiled at build time for a GPU.
#[repr(C)]
pub struct BuiltImage {
    pub capability: c_uint,
    pub feature: c_uint,
    pub is_ptx: c_uint,
    pub bytes: *const u8,
    pub nbytes: usize,
}

/// `__accrs_module`: one translation unit with regions.
#[repr(C)]
pub struct Module {
    pub abi: c_uint,
    pub targets: c_uint,
    pub source: *const c_char,
    pub cuda_text: *const c_char,
    pub images: *const BuiltImage,
    pub nimages: usize,
    pub kernels: *const *const Kernel,
    pub nkernels: c_uint,
    pub sim: *const SimKernel,
    pub nsim: c_uint,
    pub globals: *const Global,
    pub nglobals: c_uint,
    pub cells: *const Kernel,
    pub routine_cells: *const Kernel,
    pub routines: *const c_char,
    pub exports: *const *const c_char,
    pub nexports: c_uint,
    pub imports: *const *const c_char,
    pub nimports: c_uint,
    pub state: *mut c_void,
}

/// `__accrs_parts`: a construct whose loop may run in parts.
#[repr(C)]
pub struct Parts {
    pub from: i64,
    pub to: i64,
    pub step: i64,
    pub closed: c_int,
    pub queue: c_int,
    pub cores: c_int,
    pub state: *mut c_void,
}

/// `__accrs_result`: a variable that kernels only combine their results with.
#[repr(C)]
pub struct ShareResult {
    pub item: c_int,
    pub none: *const c_void,
}

/// `__accrs_shares`: a construct whose loop several devices may share.
#[repr(C)]
pub struct Shares {
    pub from: i64,
    pub to: i64,
    pub step: i64,
    pub closed: c_int,
    pub queue: c_int,
    pub nresults: c_int,
    pub results: *const ShareResult,
    pub state: *mut c_void,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::mem::{offset_of, size_of};
    use std::process::Command;

    /// What C prints of the header, and what it must print: one line per structure (size, then each field's offset), one per
    /// constant.
    struct Sides {
        c: String,
        rust: String,
    }

    macro_rules! layouts {
        ($sides:ident; $($c:ident $t:ident: $($f:ident)*;)*) => { $(
            $sides.c += concat!("printf(\"", stringify!($c), " %zu\", sizeof(", stringify!($c), "));");
            $sides.rust += &format!("{} {}", stringify!($c), size_of::<$t>());
            $(
                $sides.c += concat!(
                    "printf(\" ", stringify!($f), " %zu\", offsetof(", stringify!($c), ", ", stringify!($f), "));"
                );
                $sides.rust += &format!(" {} {}", stringify!($f), offset_of!($t, $f));
            )*
            $sides.c += "puts(\"\");\n";
            $sides.rust += "\n";
        )* };
    }

    fn layouts(sides: &mut Sides) {
        layouts! {
            sides;
            __accrs_site Site: file function construct line nitems items;
            __accrs_value Value: at n;
            __accrs_item Item: name kind flags line takes bytes of from to rows;
            __accrs_param Param: bytes gives item aligned;
            __accrs_loop Loop: takes tile from step;
            __accrs_extent Extent: n loops most least;
            __accrs_kernel Kernel: name mapping site params loops nparams grid block scratch_asked counter scratch_block
                together turns alone unaligned;
            __accrs_sim_kernel SimKernel: name run;
            __accrs_global Global: name file line kind host bytes of constant cell;
            __accrs_image BuiltImage: capability feature is_ptx bytes nbytes;
            __accrs_module Module: abi targets source cuda_text images nimages kernels nkernels sim nsim globals nglobals cells
                routine_cells routines exports nexports imports nimports state;
            __accrs_parts Parts: from to step closed queue cores state;
            __accrs_result ShareResult: item none;
            __accrs_shares Shares: from to step closed queue nresults results state;
        }
    }

    fn constants(sides: &mut Sides) {
        macro_rules! constants {
            ($($c:literal $v:expr),* $(,)?) => { $(
                sides.c += &format!("printf(\"{} %d\\n\", (int){});\n", $c, $c);
                sides.rust += &format!("{} {}\n", $c, $v);
            )* };
        }
        constants!(
            "__ACCRS_ABI" ABI, "__ACCRS_SYNC" ASYNC_SYNC, "__ACCRS_NOVAL" ASYNC_NOVAL,
            "__ACCRS_NONE" NONE,
            "__ACCRS_COPY" kind::COPY, "__ACCRS_COPYIN" kind::COPYIN, "__ACCRS_COPYOUT" kind::COPYOUT,
            "__ACCRS_CREATE" kind::CREATE, "__ACCRS_PRESENT" kind::PRESENT,
            "__ACCRS_NO_CREATE" kind::NO_CREATE, "__ACCRS_DEVICEPTR" kind::DEVICEPTR,
            "__ACCRS_DELETE" kind::DELETE, "__ACCRS_ATTACH" kind::ATTACH, "__ACCRS_DETACH" kind::DETACH,
            "__ACCRS_USE_DEVICE" kind::USE_DEVICE, "__ACCRS_UPDATE_HOST" kind::UPDATE_HOST,
            "__ACCRS_UPDATE_DEVICE" kind::UPDATE_DEVICE,
            "__ACCRS_DEVICE_RESIDENT" kind::DEVICE_RESIDENT, "__ACCRS_LINK" kind::LINK,
            "__ACCRS_CREATE_ZERO" kind::CREATE_ZERO,
            "__ACCRS_ZERO" flag::ZERO, "__ACCRS_READONLY" flag::READONLY, "__ACCRS_IMPLICIT" flag::IMPLICIT,
            "__ACCRS_FINALIZE" flag::FINALIZE, "__ACCRS_IF_PRESENT" flag::IF_PRESENT,
            "__ACCRS_ALWAYS_IN" flag::ALWAYS_IN, "__ACCRS_REDUCTION" flag::REDUCTION,
            "__ACCRS_ALWAYS_OUT" flag::ALWAYS_OUT, "__ACCRS_ADDRESS" flag::ADDRESS,
            "__ACCRS_OWN" flag::OWN, "__ACCRS_STRUCTS" flag::STRUCTS, "__ACCRS_USED" flag::USED,
            "__ACCRS_ONE_ARRAY" flag::ONE_ARRAY, "__ACCRS_EXACT" flag::EXACT,
            "__ACCRS_MEMBERS" flag::MEMBERS, "__ACCRS_CAPTURE" flag::CAPTURE, "__ACCRS_FILLED" flag::FILLED,
            "__ACCRS_DIMENSIONS" takes::DIMENSIONS, "__ACCRS_BEHIND" takes::BEHIND,
            "__ACCRS_SPAN" takes::SPAN, "__ACCRS_SIZED" takes::SIZED, "__ACCRS_ASKED" takes::ASKED,
            "__ACCRS_ATTACHED" takes::ATTACHED, "__ACCRS_SCANNED" takes::SCANNED, "__ACCRS_PACKED" takes::PACKED,
            "__ACCRS_VALUE" gives::VALUE, "__ACCRS_COPIED" gives::COPIED,
            "__ACCRS_STANDS" gives::STANDS, "__ACCRS_PLACE" gives::PLACE, "__ACCRS_CELL" gives::CELL,
            "__ACCRS_FROM" bounds::FROM, "__ACCRS_STEP" bounds::STEP, "__ACCRS_CLOSED" bounds::CLOSED,
        );
    }

    #[test]
    fn layouts_are_those_of_the_header() {
        let dir = std::env::temp_dir().join(format!("accrt-abi-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let header = concat!(env!("CARGO_MANIFEST_DIR"), "/include/accrt.h");
        let mut sides = Sides {
            c: format!(
                "#include \"{header}\"\n#include <stdio.h>\n#include <stddef.h>\nint main(void){{\n"
            ),
            rust: String::new(),
        };
        layouts(&mut sides);
        constants(&mut sides);
        sides.c += "return 0;}\n";
        let source = dir.join("abi.c");
        let program = dir.join("abi");
        std::fs::write(&source, &sides.c).unwrap();
        let cc = std::env::var("CC").unwrap_or_else(|_| "cc".into());
        assert!(
            Command::new(cc)
                .arg("-o")
                .arg(&program)
                .arg(&source)
                .status()
                .unwrap()
                .success()
        );
        let seen = String::from_utf8(Command::new(&program).output().unwrap().stdout).unwrap();
        std::fs::remove_dir_all(&dir).unwrap();
        assert_eq!(seen, sides.rust);
    }
}
