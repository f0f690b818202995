//! Where variables that threads share live: `__shared__`, or the launch's scratch memory.
//!
//! Scratch layout (bytes): a fixed part, cleared before each launch (one counter per gang
//! reduction), then for each user an area of `blocks * bytes`, area after area. An area starts at
//! a multiple of 16.

use super::exec::{Body, Place};
use super::sets::Threads;
use crate::names::safe;
use crate::plan::Extent;
use crate::print::Access;
use accrs_frontend::region::{Expr, VarId};

/// Static shared memory that private variables may take; the helpers' slots need the rest of 48 KiB.
const SHARED_BUDGET: u64 = 32 * 1024;

/// What a kernel needs from the launch.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    pub fixed: u64,
    pub per_block: u64,
    pub shared: u64,
    /// Behind these, areas whose size only the launch knows.
    pub areas: Vec<RunTimeArea>,
    /// The offset of the next one, but for [`BLOCK_HOLE`].
    next: String,
}

/// Stands for the bytes of all areas of constant size, until these are known.
pub const BLOCK_HOLE: &str = "ACCRS_BLOCK";

/// An area that holds `rows * count * bytes` for each block.
#[derive(Clone, Debug)]
pub struct RunTimeArea {
    pub count: Count,
    /// Of one element.
    pub bytes: u64,
    /// One row for each thread along these axes.
    pub rows: Threads,
}

#[derive(Clone, Debug)]
pub enum Count {
    Fixed(u64),
    /// Elements, as the host evaluates it before the launch; negative: none.
    Host(Expr),
}

impl Scratch {
    pub fn is_empty(&self) -> bool {
        self.fixed + self.per_block == 0 && self.areas.is_empty()
    }

    /// A counter in the fixed part; returns its offset.
    pub fn counter(&mut self) -> u64 {
        self.fixed += 8;
        self.fixed - 8
    }

    /// An area with `bytes` for each block; returns its offset per block.
    pub fn area(&mut self, bytes: u64) -> u64 {
        let at = self.per_block;
        self.per_block += bytes.div_ceil(16) * 16;
        at
    }

    /// An area with `bytes` for each block, a C expression; returns the C expression of its offset.
    pub fn run_time_area(&mut self, bytes: &str, area: RunTimeArea) -> String {
        let at = format!("{BLOCK_HOLE}{}", self.next);
        self.next.push_str(&format!(" + accrs_round({bytes})"));
        self.areas.push(area);
        at
    }
}

impl Body<'_> {
    /// How many rows of threads stand for one each at this place, and which row this thread is in.
    fn rows(&mut self, at: &Place) -> (u64, String) {
        let mut count = 1u64;
        let mut index = String::new();
        for (bit, axis) in [(4, 2usize), (2, 1), (1, 0)] {
            if at.consumed.0 & bit == 0 {
                continue;
            }
            let name = ["x", "y", "z"][axis];
            if self.in_routine {
                count = self.rows.unwrap_or(1);
                if self.rows.is_none() {
                    self.refuse_nest(
                        "a variable shared by vector lanes in a routine needs a constant number of workers (num_workers) in all constructs",
                    );
                }
            }
            match self.kernel.map(|k| &k.block[axis]) {
                _ if self.in_routine => {}
                Some(Extent::Fixed(n)) => count = count.saturating_mul((*n).max(1)),
                _ => {
                    self.refuse_nest(
                        "a variable shared by a worker's vector lanes needs a constant number of workers (num_workers)",
                    );
                }
            }
            index = if index.is_empty() {
                format!("threadIdx.{name}")
            } else {
                format!("({index}) * blockDim.{name} + threadIdx.{name}")
            };
        }
        (count, index)
    }

    /// Declares a private variable that several threads share.
    pub(super) fn declare_shared(&mut self, v: VarId, name: &str, at: &Place) {
        let var = self.p.unit.var(v);
        let (count, row) = self.rows(at);
        let Some(size) = self.p.unit.types.size_of(var.ty) else {
            return self.p.refuse(
                self.span,
                format!(
                    "the size of the private variable '{}' isn't known",
                    var.name
                ),
            );
        };
        let bytes = size.saturating_mul(count);
        self.storage.memory.insert(v);
        self.storage.per_gang.insert(v);
        self.storage.arrays.remove(&v);
        if self.recursive {
            self.refuse_nest(&format!(
                "'{}', which threads share, in a routine that calls itself",
                var.name
            ));
        }
        let fits = self.scratch.shared.saturating_add(bytes) <= SHARED_BUDGET;
        if self.in_routine && !fits {
            return self.refuse_nest(&format!(
                "'{}', which threads share, needs {bytes} bytes in a routine",
                var.name
            ));
        }
        if fits {
            self.scratch.shared += bytes;
            let (declared, access) = if row.is_empty() {
                (self.p.declare_mutable(var.ty, name), name.to_string())
            } else {
                (
                    self.p.declare_mutable(var.ty, &format!("{name}[{count}]")),
                    format!("{name}[{row}]"),
                )
            };
            self.p.access.insert(v, Access::Name(access));
            let line = self.marked(v, &format!("__shared__ {declared};"));
            return self.out.line(line);
        }
        self.p.helper("area");
        let offset = self.scratch.area(bytes);
        let row = if row.is_empty() { "0".to_string() } else { row };
        let pointer = self.p.declare_mutable(var.ty, &format!("(*{name})"));
        let cast = self.p.declare_mutable(var.ty, "(*)");
        self.out.line(format!(
            "{pointer} = ({cast})accrs_area(accrs_scratch, ACCRS_FIXED, {offset}, {bytes}) + {row};"
        ));
        self.p.access.insert(v, Access::Deref(name.to_string()));
    }

    /// A by-value parameter that threads share or change in parts: its copy. `upload`: the parameter leads to the value.
    pub(super) fn copy_parameter(&mut self, v: VarId, upload: bool, at: &Place) {
        let var = self.p.unit.var(v);
        let name = safe(&var.name);
        let is_array = self.p.unit.types.is_array(var.ty);
        if at.remaining.is_empty() {
            let declared = self.p.declare_mutable(var.ty, &name);
            self.out.line(format!("{declared};"));
            self.p.access.insert(v, Access::Name(name.clone()));
        } else {
            self.declare_shared(v, &name, at);
        }
        let target = match self.p.var(v) {
            Access::Name(n) => n,
            Access::Deref(n) => format!("*{n}"),
        };
        let ty = self.p.type_name(self.p.unqualified(var.ty));
        let value = if upload {
            format!("*{name}_value")
        } else {
            format!("{name}_value")
        };
        let line = if is_array {
            self.p.helper("array");
            format!("(accrs_array<{ty}> &){target} = {value};")
        } else {
            format!("{target} = {value};")
        };
        if at.remaining.is_empty() {
            self.out.line(line);
        } else {
            self.out.open(format!("if ({}) {{", at.remaining.first()));
            self.out.line(line);
            self.out.close("}");
            self.hazard.one_wrote = true;
        }
    }
}
