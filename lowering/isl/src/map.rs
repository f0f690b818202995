//! Relations between iterations and what they touch.

use super::library::{Library, RawMap};
use super::{Context, Error, Set, written};
use std::ffi::CString;
use std::os::raw::c_int;

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

impl Context {
    /// A text that isl has written, if it could.
    fn whole(&self, text: String) -> Result<String, Error> {
        match text.as_str() {
            "?" => Err(self.error()),
            _ => Ok(text),
        }
    }
}

impl Map {
    fn isl(&self) -> &'static Library {
        self.ctx.0.isl
    }

    /// What the points lead to.
    ///
    /// # Errors
    /// The limit was reached; so for all that follow.
    pub fn range(&self) -> Result<Set, Error> {
        let isl = self.isl();
        // SAFETY: isl takes the copy.
        let raw = unsafe { (isl.isl_map_range)((isl.isl_map_copy)(self.raw)) };
        self.ctx.own(raw)
    }
    /// The points that lead somewhere.
    pub fn domain(&self) -> Result<Set, Error> {
        let isl = self.isl();
        // SAFETY: isl takes the copy.
        let raw = unsafe { (isl.isl_map_domain)((isl.isl_map_copy)(self.raw)) };
        self.ctx.own(raw)
    }
    pub fn union(&self, other: &Map) -> Result<Map, Error> {
        self.with(other, self.isl().isl_map_union)
    }
    pub fn intersect(&self, other: &Map) -> Result<Map, Error> {
        self.with(other, self.isl().isl_map_intersect)
    }
    /// Where the other relation leads to from what this one leads to.
    pub fn then(&self, other: &Map) -> Result<Map, Error> {
        self.with(other, self.isl().isl_map_apply_range)
    }
    pub fn reverse(&self) -> Result<Map, Error> {
        self.alone(self.isl().isl_map_reverse)
    }
    /// The same relation in fewer pieces, where isl finds a way.
    pub fn coalesce(&self) -> Result<Map, Error> {
        self.alone(self.isl().isl_map_coalesce)
    }
    /// The pairs of which both ends are in a set.
    pub fn among(&self, set: &Set) -> Result<Map, Error> {
        let isl = self.isl();
        // SAFETY: isl takes the copies, or null where a call before has failed.
        let raw = unsafe {
            let copy = || (isl.isl_set_copy)(set.raw);
            let from = (isl.isl_map_intersect_domain)((isl.isl_map_copy)(self.raw), copy());
            (isl.isl_map_intersect_range)(from, copy())
        };
        self.own(raw)
    }
    pub fn is_empty(&self) -> Result<bool, Error> {
        // SAFETY: isl only reads the relation.
        let answer = unsafe { (self.isl().isl_map_is_empty)(self.raw) };
        self.ctx.truth(answer)
    }
    /// In isl's notation.
    pub fn text(&self) -> Result<String, Error> {
        self.ctx.whole(self.to_string())
    }
    /// Where points lead to in one or more steps; and whether that is exactly so, or what is said may be too large.
    pub fn closure(&self) -> Result<(Map, bool), Error> {
        let (closure, exact) = self.exactly(self.isl().isl_map_transitive_closure)?;
        Ok((closure, exact))
    }
    /// For each point that others lead to, the most steps that one of the ways there has; and whether that is exactly so.
    pub fn longest(&self) -> Result<(Map, bool), Error> {
        let isl = self.isl();
        let (powers, exact) = self.exactly(isl.isl_map_power)?;
        // isl's relation leads from a number of steps to the pairs that are so far apart.
        let steps = powers.alone(isl.isl_map_range_factor_range)?.reverse()?;
        Ok((steps.alone(isl.isl_map_lexmax)?, exact))
    }

    fn own(&self, raw: *mut RawMap) -> Result<Map, Error> {
        if raw.is_null() {
            return Err(self.ctx.error());
        }
        let ctx = self.ctx.clone();
        Ok(Map { ctx, raw })
    }

    fn alone(&self, op: unsafe extern "C" fn(*mut RawMap) -> *mut RawMap) -> Result<Map, Error> {
        // SAFETY: isl takes the copy.
        self.own(unsafe { op((self.isl().isl_map_copy)(self.raw)) })
    }

    fn with(
        &self,
        other: &Map,
        op: unsafe extern "C" fn(*mut RawMap, *mut RawMap) -> *mut RawMap,
    ) -> Result<Map, Error> {
        let copy = self.isl().isl_map_copy;
        // SAFETY: isl takes the copies.
        self.own(unsafe { op(copy(self.raw), copy(other.raw)) })
    }

    fn exactly(
        &self,
        op: unsafe extern "C" fn(*mut RawMap, *mut c_int) -> *mut RawMap,
    ) -> Result<(Map, bool), Error> {
        let mut exact: c_int = 0;
        // SAFETY: isl takes the copy, and writes the number.
        let raw = unsafe { op((self.isl().isl_map_copy)(self.raw), &raw mut exact) };
        Ok((self.own(raw)?, exact == 1))
    }
}

impl Set {
    /// In isl's notation.
    ///
    /// # Errors
    /// The limit was reached.
    pub fn text(&self) -> Result<String, Error> {
        self.ctx.whole(self.to_string())
    }
    /// Each point to itself.
    pub fn identity(&self) -> Result<Map, Error> {
        let isl = self.isl();
        // SAFETY: isl takes the copy.
        let raw = unsafe { (isl.isl_set_identity)((isl.isl_set_copy)(self.raw)) };
        self.relation(raw)
    }
    /// Each point to those that come later in lexicographic order.
    pub fn in_order(&self) -> Result<Map, Error> {
        let isl = self.isl();
        // SAFETY: isl takes the copies.
        let raw = unsafe {
            let copy = || (isl.isl_set_copy)(self.raw);
            (isl.isl_set_lex_lt_set)(copy(), copy())
        };
        self.relation(raw)
    }

    fn relation(&self, raw: *mut RawMap) -> Result<Map, Error> {
        if raw.is_null() {
            return Err(self.ctx.error());
        }
        let ctx = self.ctx.clone();
        Ok(Map { ctx, raw })
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
    fn steps_follow_each_other() {
        let c = Context::new(1_000_000).unwrap();
        let by_three = c
            .map("[n] -> { [i] -> [i + 3] : 0 <= i and i + 3 < n }")
            .unwrap();
        let (closure, exact) = by_three.closure().unwrap();
        assert!(exact);
        let far = c.map("[n] -> { [1] -> [7] : n >= 8 }").unwrap();
        assert!(!far.intersect(&closure).unwrap().is_empty().unwrap());
        let other = c.map("[n] -> { [1] -> [6] }").unwrap();
        assert!(other.intersect(&closure).unwrap().is_empty().unwrap());
        let (longest, exact) = by_three.longest().unwrap();
        assert!(exact);
        let seven = c.map("[n] -> { [7] -> [2] : n >= 8 }").unwrap();
        assert!(!seven.intersect(&longest).unwrap().is_empty().unwrap());
        let fewer = c.map("[n] -> { [7] -> [1] }").unwrap();
        assert!(fewer.intersect(&longest).unwrap().is_empty().unwrap());
        // What doubles in each step has no affine closure.
        let doubles = c.map("[n] -> { [i] -> [2i] : 0 < i and 2i < n }").unwrap();
        assert!(!doubles.closure().unwrap().1);
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
