//! How generated code reaches the user's variables.

use super::sets::Row;
use crate::names::safe;
use crate::print::Access;
use accrs_frontend::Unit;
use accrs_frontend::region::VarId;

/// A private variable, and where it lives.
#[derive(Clone, Debug)]
pub struct Private {
    pub var: VarId,
    pub home: Home,
    /// Nothing reads it.
    pub unread: bool,
}

#[derive(Clone, Debug)]
pub enum Home {
    /// The thread's registers or its stack. `zeroed`: it starts as zero, so that every thread has a value.
    Register { zeroed: bool },
    /// The block's shared memory, one for each of `count` rows of threads.
    Shared { count: u64, row: Option<Row> },
    /// The launch's scratch memory, `bytes` for each block at `offset` of a block's areas.
    Scratch {
        offset: u64,
        bytes: u64,
        row: Option<Row>,
    },
    /// The device's heap, for an array of variable length.
    Heap,
}

impl Private {
    /// How the variable is reached from its declaration on, if it is declared under the name `name`.
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
