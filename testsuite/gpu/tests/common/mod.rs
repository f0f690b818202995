//! Small PTX texts on a device of their own.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use accrs_gpu::exec::{Heap, Launch, Limits, Loaded, launch};
use accrs_gpu::fault::Fault;
use accrs_gpu::memory::Memory;
use accrs_gpu::profile::Profile;
use accrs_gpu::ptx::Module;
use std::sync::Arc;

/// A kernel `k` with a pointer `%rd1` (to global memory), its thread's number in `%r1`, and room for more registers.
pub fn kernel(declarations: &str, body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_75\n.address_size 64\n{declarations}
.visible .entry k(.param .u64 k_param_0)\n{{
.reg .pred %p<20>;\n.reg .b16 %rs<20>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<20>;\n.reg .f32 %f<20>;\n.reg .f64 %fd<20>;
ld.param.u64 %rd1, [k_param_0];\ncvta.to.global.u64 %rd1, %rd1;\nmov.u32 %r1, %tid.x;
{body}
ret;\n}}\n"
    )
}

pub struct Machine {
    pub memory: Memory,
    pub heap: Heap,
    pub limits: Limits,
    pub seed: u64,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub together: bool,
    pub dynamic_shared: u32,
    pub stack_limit: u64,
    pub printed: String,
    pub profile: Option<Profile>,
}

impl Machine {
    pub fn new(blocks: u32, threads: u32) -> Machine {
        Machine {
            memory: Memory::new(64 << 20),
            heap: Heap::new(1 << 20),
            limits: Limits::default(),
            seed: 1,
            grid: [blocks, 1, 1],
            block: [threads, 1, 1],
            together: false,
            dynamic_shared: 0,
            stack_limit: 1024,
            printed: String::new(),
            profile: None,
        }
    }

    /// Runs `k` on a buffer with these values; what it holds afterwards.
    pub fn run(&mut self, text: &str, values: &[u64]) -> Result<Vec<u64>, Fault> {
        let module = Module::parse(text).expect("PTX");
        let loaded = Loaded::load(Arc::new(module), &self.memory)?;
        let kernel = loaded.kernel("k").expect("a kernel k");
        let buffer = self.memory.alloc(values.len() as u64 * 8).expect("memory");
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.memory.write(buffer, &bytes)?;
        let printed = &mut self.printed;
        let result = launch(Launch {
            loaded: &loaded,
            kernel,
            grid: self.grid,
            block: self.block,
            together: self.together,
            dynamic_shared: self.dynamic_shared,
            params: &buffer.to_le_bytes(),
            memory: &self.memory,
            heap: &self.heap,
            stack_limit: self.stack_limit,
            seed: self.seed,
            limits: &self.limits,
            profile: self.profile.as_ref(),
            out: &mut |text| printed.push_str(text),
        });
        let mut bytes = bytes;
        self.memory.read(buffer, &mut bytes)?;
        loaded.unload(&self.memory);
        self.memory.free(buffer);
        result?;
        let words = bytes.chunks_exact(8);
        Ok(words
            .map(|w| u64::from_le_bytes(w.try_into().unwrap()))
            .collect())
    }
}

/// One thread of `instructions`, with the 64-bit values loaded to `%rd2`, `%rd3`, `%rd4`; the value of `%rd10` after.
pub fn one(instructions: &str, values: [u64; 3]) -> u64 {
    let body = format!(
        "ld.global.u64 %rd2, [%rd1];\nld.global.u64 %rd3, [%rd1+8];\nld.global.u64 %rd4, [%rd1+16];
cvt.u32.u64 %r2, %rd2;\ncvt.u32.u64 %r3, %rd3;\ncvt.u32.u64 %r4, %rd4;
cvt.u16.u64 %rs2, %rd2;\ncvt.u16.u64 %rs3, %rd3;\ncvt.u16.u64 %rs4, %rd4;
mov.b32 %f2, %r2;\nmov.b32 %f3, %r3;\nmov.b32 %f4, %r4;
mov.b64 %fd2, %rd2;\nmov.b64 %fd3, %rd3;\nmov.b64 %fd4, %rd4;
{instructions}\nst.global.u64 [%rd1], %rd10;"
    );
    Machine::new(1, 1).run(&kernel("", &body), &values).unwrap()[0]
}

/// `instruction` with its result in `%r10`.
pub fn word(instruction: &str, values: [u32; 3]) -> u32 {
    let text = format!("{instruction}\ncvt.u64.u32 %rd10, %r10;");
    one(&text, values.map(u64::from)) as u32
}

/// `instruction` with its result in `%f10`, of values in `%f2` to `%f4`.
pub fn single(instruction: &str, values: [f32; 3]) -> f32 {
    let text = format!("{instruction}\nmov.b32 %r10, %f10;\ncvt.u64.u32 %rd10, %r10;");
    f32::from_bits(one(&text, values.map(|v| v.to_bits().into())) as u32)
}

/// `instruction` with its result in `%fd10`, of values in `%fd2` to `%fd4`.
pub fn double(instruction: &str, values: [f64; 3]) -> f64 {
    let text = format!("{instruction}\nmov.b64 %rd10, %fd10;");
    f64::from_bits(one(&text, values.map(f64::to_bits)))
}
