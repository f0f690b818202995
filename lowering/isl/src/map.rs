//! Relations between iterations and what they touch.

use super::library::{Library, RawMap};
use super::{Context, Error, Set, written};
use std::ffi::CString;

/// A relation between two sets of integer points, which may depend on parameters.
pub struct Map {
    ctx: Context,
    raw: *mut RawMap,
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: the relation is this one's own.
        unsafe { (self.isl().isl_map_free)(self.raw) };
    }
}

impl Context {
    /// A relation in isl's notation: `[n] -> { [i] -> a[i + 1] : 0 <= i < n }`.
    ///
    /// # Errors
    /// It can't be read, or reading it costs too much.
    pub fn map(&self, text: &str) -> Result<Map, Error> {
        let refused = || Error::Refused(text.to_string());
        let c = CString::new(text).map_err(|_| refused())?;
        let isl = self.0.isl;
        // SAFETY: isl copies the text; it takes the relation that it has made, or null.
        let raw =
            unsafe { (isl.isl_map_coalesce)((isl.isl_map_read_from_str)(self.0.ctx, c.as_ptr())) };
        if raw.is_null() {
            return Err(match self.error() {
                Error::Failed => refused(),
                e => e,
            });
        }
        let ctx = self.clone();
        Ok(Map { ctx, raw })
    }
}

impl Map {
    fn isl(&self) -> &'static Library {
        self.ctx.0.isl
    }

    /// What the points lead to.
    ///
    /// # Errors
    /// The limit was reached.
    pub fn range(&self) -> Result<Set, Error> {
        let isl = self.isl();
        // SAFETY: isl takes the copy.
        let raw = unsafe { (isl.isl_map_range)((isl.isl_map_copy)(self.raw)) };
        self.ctx.own(raw)
    }
}

impl std::fmt::Display for Map {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // SAFETY: isl only reads the relation.
        unsafe { written((self.isl().isl_map_to_str)(self.raw), f) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_relation_leads_to_a_set() {
        let c = Context::new(1_000_000).unwrap();
        let text = "[n] -> { [i, j] -> a[2i + 1, j] : 0 <= i < n and 0 <= j <= i }";
        let map = c.map(text).unwrap();
        assert_eq!(
            map.to_string(),
            "[n] -> { [i, j] -> a[1 + 2i, j] : 0 <= i < n and 0 <= j <= i }"
        );
        let touched = map.range().unwrap();
        let two = c.set("[n] -> { a[3, 1] : n >= 2 }").unwrap();
        assert!(two.is_subset(&touched).unwrap());
        let even = c.set("[n] -> { a[2, 0] }").unwrap();
        assert!(even.intersect(touched).unwrap().is_empty().unwrap());
    }

    #[test]
    fn what_fails_says_so() {
        let c = Context::new(1_000_000).unwrap();
        assert!(matches!(c.map("{ [i] -> "), Err(Error::Refused(_))));
        let small = Context::new(5).unwrap();
        let text =
            "{ [i, j] -> a[o] : 7i + 11j = 13o + 1 and 0 <= i < j and 0 <= 2o < i or 3o = j }";
        assert!(matches!(small.map(text), Err(Error::Limit)));
    }
}
