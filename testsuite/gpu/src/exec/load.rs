//! Modules on a device: their variables placed and initialised, their functions bound.

use super::bind::{self, Code};
use super::{FUNCTIONS, system};
use crate::fault::Fault;
use crate::memory::Memory;
use crate::ptx::Module;
use crate::ptx::code::{Callee, Constant, Function, InitialValue, Op, ParamSlot};
use crate::ptx::types::Space;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Registers that hardware and calling convention take besides those of the program's values.
const OTHER_REGISTERS: u32 = 6;
/// The most registers of a thread.
const MOST_REGISTERS: u32 = 255;
/// Registers of a multiprocessor.
pub(super) const REGISTERS: u32 = 65536;
/// Bytes never used behind each shared variable.
const SHARED_RED_ZONE: u64 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KernelId(pub(super) usize);

/// What a kernel asks of a multiprocessor.
#[derive(Clone, Debug)]
pub struct KernelInfo {
    pub name: String,
    pub params: Vec<ParamSlot>,
    pub param_bytes: usize,
    pub static_shared: usize,
    /// An estimate from the values alive at once, within what the kernel's bounds allow.
    pub registers: u32,
    /// Local memory per thread, of the kernel and of the routines that it calls.
    pub local_bytes: usize,
    pub max_threads: Option<u32>,
    pub uses_heap: bool,
    pub recursive: bool,
}

pub(super) struct Kernel {
    pub function: usize,
    pub info: KernelInfo,
    /// For each eight bytes of shared memory, how many belong to the kernel's variables; the
    /// launch's own are appended.
    pub shared_map: Vec<u8>,
}

/// A module on a device.
pub struct Loaded {
    pub(super) module: Arc<Module>,
    pub(super) code: Vec<Code>,
    pub(super) kernels: Vec<Kernel>,
    /// Addresses by the index of the variable: device memory, or offset in shared memory.
    addresses: Vec<u64>,
    globals: HashMap<String, (u64, u64)>,
}

impl Loaded {
    /// # Errors
    /// No room for the variables, or an instruction that the interpreter does not have.
    pub fn load(module: Arc<Module>, memory: &Memory) -> Result<Loaded, Fault> {
        let mut loaded = Loaded {
            code: vec![],
            kernels: vec![],
            addresses: vec![],
            globals: HashMap::new(),
            module,
        };
        match loaded.fill(memory) {
            Ok(()) => Ok(loaded),
            Err(fault) => {
                loaded.unload(memory);
                Err(fault)
            }
        }
    }

    fn fill(&mut self, memory: &Memory) -> Result<(), Fault> {
        self.place(memory)?;
        self.initialise(memory)?;
        let module = self.module.clone();
        for function in &module.functions {
            if !function.defined && !system::NAMES.contains(&function.name.as_str()) {
                return Err(Fault::Unsupported(format!(
                    "the function {} is defined in no module",
                    function.name
                )));
            }
            let mut initial: Vec<u64> = function.widths.iter().map(|w| poison(*w)).collect();
            for (slot, constant) in &function.constants {
                initial[*slot as usize] = match constant {
                    Constant::Value(value) => *value,
                    Constant::Variable { index, offset } => {
                        self.addresses[*index].wrapping_add_signed(*offset)
                    }
                    Constant::Function { index } => function_address(*index),
                };
            }
            self.code.push(bind::function(function, initial)?);
        }
        for (index, function) in module.functions.iter().enumerate() {
            if function.entry && function.defined {
                let kernel = self.kernel_of(index, function)?;
                self.kernels.push(kernel);
            }
        }
        Ok(())
    }

    fn place(&mut self, memory: &Memory) -> Result<(), Fault> {
        let mut shared = 0u64;
        for variable in &self.module.clone().variables {
            let address = match variable.space {
                Space::Shared if variable.dynamic => 0,
                Space::Shared => {
                    let start = shared.next_multiple_of(variable.alignment.max(8));
                    shared = start + variable.bytes + SHARED_RED_ZONE;
                    start
                }
                _ => {
                    let address = memory
                        .alloc(variable.bytes)
                        .ok_or(Fault::OutOfMemory(variable.bytes))?;
                    memory.fill(address, 0, variable.bytes)?;
                    self.globals
                        .insert(variable.name.clone(), (address, variable.bytes));
                    address
                }
            };
            self.addresses.push(address);
        }
        let dynamic = shared.next_multiple_of(128);
        for (variable, address) in self.module.variables.iter().zip(&mut self.addresses) {
            if variable.dynamic {
                *address = dynamic;
            }
        }
        Ok(())
    }

    /// Where the launch's own shared memory starts.
    pub(super) fn dynamic_start(&self) -> u64 {
        let ends = self.module.variables.iter().zip(&self.addresses);
        ends.filter(|(v, _)| v.space == Space::Shared && !v.dynamic)
            .map(|(v, at)| at + v.bytes + SHARED_RED_ZONE)
            .max()
            .unwrap_or(0)
            .next_multiple_of(128)
    }

    fn initialise(&self, memory: &Memory) -> Result<(), Fault> {
        for (variable, start) in self.module.variables.iter().zip(&self.addresses) {
            if variable.space == Space::Shared {
                continue;
            }
            for (offset, bytes, value) in &variable.initial {
                let bits = match value {
                    InitialValue::Number(bits) => *bits,
                    InitialValue::Address { name, offset } => {
                        self.symbol(name)?.wrapping_add_signed(*offset)
                    }
                };
                memory.write(start + offset, &bits.to_le_bytes()[..*bytes as usize])?;
            }
        }
        Ok(())
    }

    fn symbol(&self, name: &str) -> Result<u64, Fault> {
        if let Some((address, _)) = self.globals.get(name) {
            return Ok(*address);
        }
        let index = self.module.functions.iter().position(|f| f.name == name);
        index
            .map(function_address)
            .ok_or_else(|| Fault::Unsupported(format!("{name}, in an initial value, is nowhere")))
    }

    fn kernel_of(&self, index: usize, function: &Function) -> Result<Kernel, Fault> {
        let reached = self.reached(index);
        let functions = &self.module.functions;
        let variables: BTreeSet<usize> = reached
            .iter()
            .flat_map(|f| functions[*f].uses_variables.iter().copied())
            .filter(|v| self.module.variables[*v].space == Space::Shared)
            .collect();
        let mut map = vec![0; (self.dynamic_start() / 8) as usize];
        let mut static_shared = 0;
        for v in variables {
            let variable = &self.module.variables[v];
            if variable.dynamic {
                continue;
            }
            static_shared += variable.bytes as usize;
            mark(&mut map, self.addresses[v], variable.bytes);
        }
        let pressure = reached.iter().map(|f| functions[*f].need.most).max();
        let bound = |threads: u32| {
            let threads = threads.next_multiple_of(32).max(32);
            (REGISTERS / threads / 8 * 8).clamp(16, MOST_REGISTERS)
        };
        let most = function
            .max_registers
            .into_iter()
            .chain(function.max_threads.map(bound))
            .min()
            .unwrap_or(MOST_REGISTERS);
        let registers = (pressure.unwrap_or(0) + OTHER_REGISTERS).clamp(16, most.max(16));
        let named = |name: &str| reached.iter().any(|f| functions[*f].name == name);
        Ok(Kernel {
            function: index,
            info: KernelInfo {
                name: function.name.clone(),
                params: function.params.clone(),
                param_bytes: function.param_bytes,
                static_shared,
                registers,
                local_bytes: self.deepest(index, &mut vec![]),
                max_threads: function.max_threads,
                uses_heap: named("malloc") || named("free"),
                recursive: self.recurs(&reached),
            },
            shared_map: map,
        })
    }

    /// The functions that a call of one may come to.
    fn reached(&self, from: usize) -> BTreeSet<usize> {
        let mut all = BTreeSet::new();
        let mut next = vec![from];
        while let Some(index) = next.pop() {
            if all.insert(index) {
                next.extend(&self.module.functions[index].uses_functions);
            }
        }
        all
    }

    fn recurs(&self, reached: &BTreeSet<usize>) -> bool {
        reached.iter().any(|f| {
            let callees = &self.module.functions[*f].uses_functions;
            callees.iter().any(|c| self.reached(*c).contains(f)) || self.calls_unknown(*f)
        })
    }

    fn calls_unknown(&self, function: usize) -> bool {
        let calls = &self.code[function].calls;
        calls
            .iter()
            .any(|c| matches!(c.callee, Callee::Indirect(_)))
    }

    /// Local bytes along the deepest chain of calls, each function counted once.
    fn deepest(&self, function: usize, path: &mut Vec<usize>) -> usize {
        if path.contains(&function) {
            return 0;
        }
        path.push(function);
        let callees = &self.module.functions[function].uses_functions;
        let below = callees.iter().map(|c| self.deepest(*c, path)).max();
        path.pop();
        self.code[function].local_bytes.next_multiple_of(16) + below.unwrap_or(0)
    }

    /// Gives the variables' memory back.
    pub fn unload(&self, memory: &Memory) {
        for (address, _) in self.globals.values() {
            memory.free(*address);
        }
    }

    pub fn kernel(&self, name: &str) -> Option<KernelId> {
        let found = self.kernels.iter().position(|k| k.info.name == name);
        found.map(KernelId)
    }

    pub fn kernels(&self) -> impl Iterator<Item = KernelId> {
        (0..self.kernels.len()).map(KernelId)
    }

    /// Address and size of a variable in device memory.
    pub fn global(&self, name: &str) -> Option<(u64, u64)> {
        self.globals.get(name).copied()
    }

    pub fn info(&self, kernel: KernelId) -> &KernelInfo {
        &self.kernels[kernel.0].info
    }

    /// Whether an operation of the kernel, or of what it calls, is such.
    pub fn any_op(&self, kernel: KernelId, is: impl Fn(Op) -> bool) -> bool {
        let reached = self.reached(self.kernels[kernel.0].function);
        let mut code = reached.iter().flat_map(|f| &self.code[*f].instructions);
        code.any(|inst| is(inst.op))
    }
}

/// What a register holds before anything is written to it.
fn poison(bytes: u8) -> u64 {
    match bytes {
        0 => 0,
        1 => 0,
        8 => 0xBAD0_BAD0_BAD0_BAD0,
        n => 0xBAD0_BAD0_BAD0_BAD0 & ((1 << (8 * n)) - 1),
    }
}

fn function_address(index: usize) -> u64 {
    FUNCTIONS + 16 * index as u64
}

/// Notes in a map of shared memory that a variable lies there.
pub(super) fn mark(map: &mut Vec<u8>, start: u64, bytes: u64) {
    if bytes == 0 {
        return;
    }
    let first = (start / 8) as usize;
    let end = first + bytes.div_ceil(8) as usize;
    if map.len() < end {
        map.resize(end, 0);
    }
    for (k, held) in map[first..end].iter_mut().enumerate() {
        *held = (bytes - 8 * k as u64).min(8) as u8;
    }
}
