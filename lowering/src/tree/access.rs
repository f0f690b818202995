//! How generated code reaches the user's variables.

use super::node::{Home, Private};
use crate::names::safe;
use crate::print::Access;
use accrs_frontend::Unit;

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
