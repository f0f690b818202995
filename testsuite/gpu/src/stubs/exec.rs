//! Stands in until the interpreter is there: no kernel runs.

use crate::fault::Fault;
use crate::memory::Memory;
use crate::ptx;
use std::sync::Arc;

pub type KernelId = usize;
pub struct Loaded;
pub struct Heap;
#[derive(Default)]
pub struct Limits(pub u64);
pub struct Counts;
pub struct ParamSlot {
    pub offset: usize,
    pub size: usize,
}
pub struct KernelInfo {
    pub name: String,
    pub params: Vec<ParamSlot>,
    pub param_bytes: usize,
    pub static_shared: usize,
    pub registers: u32,
    pub local_bytes: usize,
    pub max_threads: Option<u32>,
    pub uses_heap: bool,
    pub recursive: bool,
}
pub struct Launch<'a> {
    pub loaded: &'a Loaded,
    pub kernel: KernelId,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub dynamic_shared: u32,
    pub params: &'a [u8],
    pub memory: &'a Memory,
    pub heap: &'a Heap,
    pub stack_limit: u64,
    pub seed: u64,
    pub limits: &'a Limits,
    pub out: &'a mut dyn FnMut(&str),
}

impl Heap {
    pub fn new(_bytes: u64) -> Self {
        Heap
    }
    pub fn limit(&self) -> u64 {
        0
    }
    pub fn set_limit(&self, _bytes: u64) {}
}

impl Loaded {
    pub fn load(_module: Arc<ptx::Module>, _memory: &Memory) -> Result<Loaded, Fault> {
        Err(Fault::Unsupported("no kernel runs yet".into()))
    }
    pub fn unload(&self, _memory: &Memory) {}
    pub fn kernel(&self, _name: &str) -> Option<KernelId> {
        None
    }
    pub fn global(&self, _name: &str) -> Option<(u64, u64)> {
        None
    }
    #[allow(clippy::unimplemented)]
    pub fn info(&self, _kernel: KernelId) -> &KernelInfo {
        unimplemented!()
    }
}

pub fn launch(_launch: Launch) -> Result<Counts, Fault> {
    Err(Fault::Unsupported("no kernel runs yet".into()))
}
