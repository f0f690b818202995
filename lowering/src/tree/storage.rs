//! Decides where private variables live: in registers, shared memory, the launch's scratch memory or the device's heap.

use super::access::{Home, Private};
use super::node::*;
use super::sets::Row;
use super::sets::Threads;
use super::threads::{At, Pass};
use crate::plan::Extent;
use accrs_frontend::region::{TypeId, VarId};
use accrs_frontend::source::Span;

impl Pass<'_> {
    /// Declares a private variable for the threads at `at`.
    pub fn private(&mut self, v: VarId, at: &At, span: Span, out: &mut Vec<Node>) {
        let var = self.unit.var(v);
        let types = &self.unit.types;
        let mut home = Home::Register {
            zeroed: !at.remaining.is_empty() && types.is_scalar(var.ty),
        };
        if types.is_variably_modified(var.ty) && types.is_array(var.ty) {
            match self.on_heap(v, at) {
                Some(heap) => home = heap,
                None => return,
            }
        }
        if !at.remaining.is_empty() && types.is_pointer(var.ty) {
            self.storage.per_gang.insert(v);
        }
        let shared =
            !at.remaining.is_empty() && (!types.is_scalar(var.ty) || self.crossing.contains(&v));
        if shared {
            match self.shared_home(v, var.ty, at.consumed) {
                Some(shared) => home = shared,
                None => return,
            }
        } else {
            self.storage.memory.remove(&v);
            self.storage.arrays.remove(&v);
        }
        let private = Private {
            var: v,
            home,
            unread: !self.read.contains(&v),
        };
        self.access.insert(v, private.access(self.unit));
        out.push(Node::new(Kind::Private(private), span));
    }

    /// Where an array of variable length lives; nowhere, which is told, if threads share it.
    fn on_heap(&mut self, v: VarId, at: &At) -> Option<Home> {
        if at.remaining.is_empty() {
            return Some(Home::Heap);
        }
        self.problems.refuse(
            self.span,
            format!(
                "the array of variable length '{}' can't be shared by the threads of a gang or worker",
                self.unit.var(v).name
            ),
        );
        None
    }

    /// How many rows of threads there are along `consumed`, each acting as one, and which of them a thread is in.
    fn rows(&mut self, consumed: Threads) -> (u64, Option<Row>) {
        let mut count = 1u64;
        for (name, axis) in [("z", 2usize), ("y", 1), ("x", 0)] {
            if !consumed.has(name) {
                continue;
            }
            if let Some(r) = self.routine {
                count = r.rows.unwrap_or(1);
                if r.rows.is_none() {
                    self.refuse_nest(
                        "a variable shared by vector lanes in a routine needs a constant number of workers (num_workers) in all constructs",
                    );
                }
                continue;
            }
            match self.kernel.map(|k| &k.block[axis]) {
                Some(Extent::Fixed(n)) => count = count.saturating_mul((*n).max(1)),
                _ => self.refuse_nest(
                    "a variable shared by a worker's vector lanes needs a constant number of workers (num_workers)",
                ),
            }
        }
        (count, (!consumed.is_empty()).then_some(Row(consumed)))
    }

    /// A home that threads share: one place for each row of threads along `consumed`.
    pub fn shared_home(&mut self, v: VarId, ty: TypeId, consumed: Threads) -> Option<Home> {
        let name = &self.unit.var(v).name;
        let (count, row) = self.rows(consumed);
        let Some(size) = self.unit.types.size_of(ty) else {
            self.problems.refuse(
                self.span,
                format!("the size of the private variable '{name}' isn't known"),
            );
            return None;
        };
        let bytes = size.saturating_mul(count);
        self.storage.memory.insert(v);
        self.storage.per_gang.insert(v);
        self.storage.arrays.remove(&v);
        if self.routine.is_some_and(|r| r.recursive) {
            self.refuse_nest(&format!(
                "'{name}', which threads share, in a routine that calls itself"
            ));
        }
        if self.scratch.shared.saturating_add(bytes) <= self.plan.machine.device.shared {
            self.scratch.shared += bytes;
            return Some(Home::Shared { count, row });
        }
        if self.routine.is_some() {
            self.refuse_nest(&format!(
                "'{name}', which threads share, needs {bytes} bytes in a routine"
            ));
            return None;
        }
        Some(Home::Scratch {
            offset: self.scratch.area(bytes),
            bytes,
            row,
        })
    }

    /// Makes the threads' copy of a parameter that is an array, or that threads share. `upload`: the parameter is the value's
    /// address.
    pub fn copy_parameter(&mut self, v: VarId, upload: bool, at: &At, out: &mut Vec<Node>) {
        let ty = self.unit.var(v).ty;
        let span = self.span;
        let home = if self.unit.types.is_array(ty) && self.unit.types.is_variably_modified(ty) {
            self.on_heap(v, at)
        } else if at.remaining.is_empty() {
            Some(Home::Register { zeroed: false })
        } else {
            self.shared_home(v, ty, at.consumed)
        };
        let Some(home) = home else { return };
        let private = Private {
            var: v,
            home,
            unread: !at.remaining.is_empty() && !self.read.contains(&v),
        };
        self.access.insert(v, private.access(self.unit));
        out.push(Node::new(Kind::Private(private), span));
        let value = Node::new(Kind::Parameter(v, upload), span);
        if at.remaining.is_empty() {
            return out.push(value);
        }
        let together = Together {
            first: at.remaining,
            one_block: false,
            // It only writes, and nothing can have read the copy before.
            touch: Touch {
                reads: false,
                writes: true,
            },
            body: vec![value],
            changed: Vec::new(),
            guard: None,
        };
        out.push(Node::new(Kind::Together(Box::new(together)), span));
    }
}
