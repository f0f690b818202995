//! From facts to decisions.

use crate::{Options, plan::Plan};
use accrs_frontend::{Diagnostic, Unit};

/// See [`crate::lower`].
pub fn plan(_unit: &Unit, _options: &Options) -> (Plan, Vec<Diagnostic>) {
    (Plan::default(), Vec::new())
}
