//! How generated code reaches the user's variables.

use super::node::{Home, Private};
use super::sets::Threads;
use crate::names::safe;
use crate::print::Access;
use accrs_frontend::Unit;

/// Which row of threads a thread is in: its number among those along the axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row(pub Threads);

impl Row {
    /// `(threadIdx.z) * blockDim.y + threadIdx.y`
    pub fn text(self) -> String {
        let mut index = String::new();
        for name in ["z", "y", "x"] {
            if !self.0.has(name) {
                continue;
            }
            index = if index.is_empty() {
                format!("threadIdx.{name}")
            } else {
                format!("({index}) * blockDim.{name} + threadIdx.{name}")
            };
        }
        index
    }
}

impl Private {
    /// The variable's spelling from its declaration on, where its name is `name`.
    pub fn access_as(&self, name: &str) -> Access {
        match &self.home {
            Home::Register { .. } | Home::Heap | Home::Shared { row: None, .. } => {
                Access::Name(name.to_string())
            }
            Home::Shared { row: Some(row), .. } => Access::Name(format!("{name}[{}]", row.text())),
            Home::Scratch { .. } => Access::Deref(name.to_string()),
        }
    }

    pub fn access(&self, unit: &Unit) -> Access {
        self.access_as(&safe(&unit.var(self.var).name))
    }
}
