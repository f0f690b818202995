//! Sets of integer points, by isl: a thin, safe binding to the few of its functions that accrs calls.
//!
//! Sets are written in isl's own notation (`[n] -> { [i, j] : 0 <= i < n and j = 2i }`), so that a question can be read, and
//! tried in isl's own tools. Every operation may fail: the library may be missing, or the question may cost more than the
//! limit that its context was made with. A caller then goes on with what it knows without isl.

#![deny(unsafe_op_in_unsafe_fn)]

mod build;
mod formula;
mod hull;
mod library;
mod map;
mod schedule;

pub use hull::{Hull, Op, Value};
pub use map::Map;
pub use schedule::{Code, Nest, Order, Way};

use library::{Ctx, Library, RawPoint, RawSet, RawVal, library};
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int};
use std::rc::Rc;

/// `isl_dim_param` and `isl_dim_set`.
const PARAM: c_int = 1;
const SET: c_int = 3;
/// `ISL_ON_ERROR_CONTINUE`: errors are told by return values, not on standard error.
const CONTINUE: c_int = 1;
/// `isl_error_quota`: the limit was reached.
const QUOTA: c_int = 6;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    #[error("libisl can't be opened ({0})")]
    NoLibrary(String),
    #[error("the question costs more than the limit")]
    Limit,
    /// A question that isl can't read is a defect of who wrote it.
    #[error("isl refuses {0}")]
    Refused(String),
    #[error("isl has failed")]
    Failed,
}

/// Whether there is a libisl.
///
/// # Errors
/// Why there is none.
pub fn is_there() -> Result<(), String> {
    library().map(|_| ()).map_err(str::to_string)
}

struct Inner {
    isl: &'static Library,
    ctx: *mut Ctx,
}

impl Drop for Inner {
    fn drop(&mut self) {
        // SAFETY: each set holds a reference to its context, so none is left.
        unsafe { (self.isl.isl_ctx_free)(self.ctx) }
    }
}

/// A context: what sets live in, with a limit on the work that a question may cost.
#[derive(Clone)]
pub struct Context(Rc<Inner>);

impl Context {
    /// `limit`: isl's own count of operations for one question.
    ///
    /// # Errors
    /// There is no libisl.
    pub fn new(limit: u64) -> Result<Self, Error> {
        let isl = library().map_err(|e| Error::NoLibrary(e.to_string()))?;
        // SAFETY: isl's functions are called as its headers declare them, here and below.
        let ctx = unsafe { (isl.isl_ctx_alloc)() };
        if ctx.is_null() {
            return Err(Error::Failed);
        }
        let inner = Inner { isl, ctx };
        // SAFETY: the context was just made.
        unsafe {
            (isl.isl_options_set_on_error)(ctx, CONTINUE);
            (isl.isl_ctx_set_max_operations)(ctx, limit);
        }
        Ok(Context(Rc::new(inner)))
    }

    /// Starts a new question, which may cost so many operations: the work done so far doesn't count for it.
    pub fn begin(&self, limit: u64) {
        // SAFETY: the context lives.
        unsafe {
            (self.0.isl.isl_ctx_set_max_operations)(self.0.ctx, limit);
            (self.0.isl.isl_ctx_reset_operations)(self.0.ctx);
            (self.0.isl.isl_ctx_reset_error)(self.0.ctx);
        }
    }

    /// A set in isl's notation.
    ///
    /// # Errors
    /// It can't be read, or reading it costs too much.
    pub fn set(&self, text: &str) -> Result<Set, Error> {
        if let Some(read) = formula::read(text) {
            return build::set(self, &read);
        }
        self.read_by_isl(text)
    }

    fn read_by_isl(&self, text: &str) -> Result<Set, Error> {
        let refused = || Error::Refused(text.to_string());
        let c = CString::new(text).map_err(|_| refused())?;
        // SAFETY: isl copies the text.
        let raw = unsafe { (self.0.isl.isl_set_read_from_str)(self.0.ctx, c.as_ptr()) };
        self.own(raw).map_err(|e| match e {
            Error::Failed => refused(),
            e => e,
        })
    }

    /// Whether all that was asked since the question began is answered. Where the limit is reached in the midst of an operation, isl may go on with
    /// what it has by then, and give a set that has lost points.
    ///
    /// # Errors
    /// The limit was reached, or something else has failed.
    pub fn is_whole(&self) -> Result<(), Error> {
        // SAFETY: the context lives.
        match unsafe { (self.0.isl.isl_ctx_last_error)(self.0.ctx) } {
            0 => Ok(()),
            _ => Err(self.error()),
        }
    }

    fn own(&self, raw: *mut RawSet) -> Result<Set, Error> {
        if raw.is_null() {
            return Err(self.error());
        }
        let ctx = self.clone();
        Ok(Set { ctx, raw })
    }

    fn error(&self) -> Error {
        // SAFETY: the context lives.
        match unsafe { (self.0.isl.isl_ctx_last_error)(self.0.ctx) } {
            QUOTA => Error::Limit,
            _ => Error::Failed,
        }
    }

    /// # Safety
    /// `value` is isl's, or null; it is given up.
    unsafe fn number(&self, value: *mut RawVal) -> Result<i64, Error> {
        if value.is_null() {
            return Err(self.error());
        }
        let isl = self.0.isl;
        // SAFETY: the value is this one's own until it is freed.
        unsafe {
            let number = match (isl.isl_val_is_int)(value) {
                1 => Ok((isl.isl_val_get_num_si)(value)),
                _ => Err(Error::Failed),
            };
            (isl.isl_val_free)(value);
            // It may have been too large.
            match (isl.isl_ctx_last_error)(self.0.ctx) {
                0 => number,
                _ => Err(self.error()),
            }
        }
    }

    fn truth(&self, answer: c_int) -> Result<bool, Error> {
        match answer {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.error()),
        }
    }
}

/// A set of integer points, which may depend on parameters.
pub struct Set {
    ctx: Context,
    raw: *mut RawSet,
}

impl Drop for Set {
    fn drop(&mut self) {
        // SAFETY: the set is this one's own.
        unsafe { (self.isl().isl_set_free)(self.raw) };
    }
}

impl Clone for Set {
    fn clone(&self) -> Self {
        // SAFETY: isl counts references; a copy of a set that there is can't fail.
        let raw = unsafe { (self.isl().isl_set_copy)(self.raw) };
        let ctx = self.ctx.clone();
        Set { ctx, raw }
    }
}

impl Set {
    fn isl(&self) -> &'static Library {
        self.ctx.0.isl
    }

    /// Gives the set up to isl.
    fn take(self) -> *mut RawSet {
        let raw = self.raw;
        let mut set = std::mem::ManuallyDrop::new(self);
        // SAFETY: the context is dropped here, once, and the set is not.
        unsafe { std::ptr::drop_in_place(&mut set.ctx) };
        raw
    }

    fn with(
        self,
        other: Set,
        op: unsafe extern "C" fn(*mut RawSet, *mut RawSet) -> *mut RawSet,
    ) -> Result<Set, Error> {
        let ctx = self.ctx.clone();
        // SAFETY: isl takes both.
        let raw = unsafe { op(self.take(), other.take()) };
        ctx.own(raw)
    }

    /// # Errors
    /// The limit was reached; so for all that follow.
    pub fn union(self, other: Set) -> Result<Set, Error> {
        let op = self.isl().isl_set_union;
        self.with(other, op)
    }
    pub fn intersect(self, other: Set) -> Result<Set, Error> {
        let op = self.isl().isl_set_intersect;
        self.with(other, op)
    }
    pub fn subtract(self, other: Set) -> Result<Set, Error> {
        let op = self.isl().isl_set_subtract;
        self.with(other, op)
    }
    /// Without `n` of its dimensions from `first` on: the points that some values there belong to.
    pub fn project_out(self, first: u32, n: u32) -> Result<Set, Error> {
        let (ctx, op) = (self.ctx.clone(), self.isl().isl_set_project_out);
        // SAFETY: isl takes the set, and checks the numbers.
        let raw = unsafe { op(self.take(), SET, first, n) };
        ctx.own(raw)
    }
    /// The same set in fewer pieces, where isl finds a way.
    pub fn coalesce(self) -> Result<Set, Error> {
        let (ctx, op) = (self.ctx.clone(), self.isl().isl_set_coalesce);
        // SAFETY: isl takes the set.
        let raw = unsafe { op(self.take()) };
        ctx.own(raw)
    }
    /// Whether it has no point, whatever the parameters are.
    pub fn is_empty(&self) -> Result<bool, Error> {
        // SAFETY: isl only reads the set.
        let answer = unsafe { (self.isl().isl_set_is_empty)(self.raw) };
        self.ctx.truth(answer)
    }
    pub fn is_subset(&self, other: &Set) -> Result<bool, Error> {
        // SAFETY: isl only reads the sets.
        let answer = unsafe { (self.isl().isl_set_is_subset)(self.raw, other.raw) };
        self.ctx.truth(answer)
    }

    /// One of its points: values of `params` parameters and of `dims` dimensions; `None` if it is empty.
    pub fn sample(&self, params: usize, dims: usize) -> Result<Option<Point>, Error> {
        let isl = self.isl();
        // SAFETY: isl takes the copy.
        let point = unsafe { (isl.isl_set_sample_point)((isl.isl_set_copy)(self.raw)) };
        self.values(point, [(PARAM, 0, params), (SET, 0, dims)])
    }

    /// The first of its points, in the order of parameters, then dimensions, all of which are bounded; `None` if it is empty.
    pub fn first(&self, params: usize, dims: usize) -> Result<Option<Point>, Error> {
        let isl = self.isl();
        let n = u32::try_from(params).map_err(|_| Error::Failed)?;
        // SAFETY: isl takes the copy, and what each call has made of it.
        let point = unsafe {
            let all = (isl.isl_set_move_dims)((isl.isl_set_copy)(self.raw), SET, 0, PARAM, 0, n);
            (isl.isl_set_sample_point)((isl.isl_set_lexmin)(all))
        };
        self.values(point, [(SET, 0, params), (SET, params, dims)])
    }

    /// A point's values: of what kind, from which on, how many. The point is given up.
    fn values(
        &self,
        point: *mut RawPoint,
        [params, dims]: [(c_int, usize, usize); 2],
    ) -> Result<Option<Point>, Error> {
        if point.is_null() {
            return Err(self.ctx.error());
        }
        let values = |(kind, from, n): (c_int, usize, usize)| -> Result<Vec<i64>, Error> {
            let all = from..from + n;
            all.map(|k| self.coordinate(point, kind, k)).collect()
        };
        // SAFETY: isl only reads the point.
        let void = self
            .ctx
            .truth(unsafe { (self.isl().isl_point_is_void)(point) });
        let found = match void {
            Ok(false) => values(params).and_then(|params| {
                let dims = values(dims)?;
                Ok(Some(Point { params, dims }))
            }),
            Ok(true) => Ok(None),
            Err(e) => Err(e),
        };
        // SAFETY: it is not used any more.
        unsafe { (self.isl().isl_point_free)(point) };
        found
    }

    fn coordinate(&self, point: *mut RawPoint, kind: c_int, k: usize) -> Result<i64, Error> {
        let isl = self.isl();
        let k = c_int::try_from(k).map_err(|_| Error::Failed)?;
        // SAFETY: isl only reads the point, and checks the number.
        let value = unsafe { (isl.isl_point_get_coordinate_val)(point, kind, k) };
        // SAFETY: the value is given up.
        unsafe { self.ctx.number(value) }
    }
}

impl std::fmt::Display for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // SAFETY: isl only reads the set.
        unsafe { written((self.isl().isl_set_to_str)(self.raw), f) }
    }
}

/// # Safety
/// `text` is one that malloc made, or null; it is given up.
unsafe fn written(text: *mut c_char, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    if text.is_null() {
        return f.write_str("?");
    }
    // SAFETY: the text ends in a zero, and is freed once.
    unsafe {
        let out = f.write_str(&CStr::from_ptr(text).to_string_lossy());
        libc::free(text.cast());
        out
    }
}

/// A point of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// In the order in which the set's text declares them.
    pub params: Vec<i64>,
    pub dims: Vec<i64>,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn context() -> Context {
        Context::new(1_000_000).unwrap()
    }

    #[test]
    fn emptiness_is_exact() {
        let c = context();
        let odd = "{ [i, j] : 0 <= i < 10 and 0 <= j < 10 and 2i = 2j + 1 }";
        assert!(c.set(odd).unwrap().is_empty().unwrap());
        let some = c.set("[n] -> { [i] : 3 <= i < n <= 99 }").unwrap();
        let first = Point {
            params: vec![4],
            dims: vec![3],
        };
        assert_eq!(some.first(1, 1), Ok(Some(first)));
        assert_eq!(c.set("{ [i] : i < i }").unwrap().first(0, 1), Ok(None));
        assert!(!some.is_empty().unwrap());
        let point = some.sample(1, 1).unwrap().unwrap();
        assert!(point.dims[0] >= 3 && point.params[0] > point.dims[0]);
        assert_eq!(c.set("{ [i] : i < i }").unwrap().sample(0, 1), Ok(None));
    }

    #[test]
    fn sets_are_taken_apart() {
        let c = context();
        let all = c.set("{ [i] : 0 <= i < 10 }").unwrap();
        let even = c
            .set("{ [i] : exists q : i = 2q and 0 <= i < 10 }")
            .unwrap();
        assert!(even.is_subset(&all).unwrap());
        let odd = all.clone().subtract(even.clone()).unwrap();
        assert!(
            odd.clone()
                .intersect(even.clone())
                .unwrap()
                .is_empty()
                .unwrap()
        );
        assert!(all.is_subset(&odd.union(even).unwrap()).unwrap());
        let pairs = c.set("{ [i, j] : j = i + 3 and 0 <= i < 2 }").unwrap();
        let last = pairs.project_out(0, 1).unwrap();
        assert_eq!(last.to_string(), "{ [j] : 3 <= j <= 4 }");
    }

    /// What is read without isl is the set that isl reads.
    #[test]
    fn both_readers_agree() {
        let c = context();
        let conditions = [
            "0 <= i < n and 2i = 3*j + 1",
            "i != j and -(i) + 3 >= -2*(j - m) and (i + 1) <= 4 * 2",
            "(i < j or (i = j and (i < n or j > m))) and 0 <= i <= 9",
            "exists q, r : i = 4q + r and 0 <= r < 2 and (q > m or r != j)",
            "(exists q : i = 2q) and (exists q : j = 3q and q <= n)",
            "floor((0 + 1*i + -1*n)/4) = j and floor((i - n)/4) >= floor((floor((j)/3) + 7)/2)",
            "(floor((i)/8) = 2 and j = 0) or (i = 5000000000 and j = -3000000000*m)",
            "(exists q : (i = q or i = q + n) and (floor((q)/5) < j or q > 100)) and i < 7",
            "0 <= i <= 9 and not (exists q : i = 3q and j < q) and floor((i)/2) = 3 and not (floor((j)/2) = m or j > n)",
            "not (i = j) and not (exists q, r : q = i + 2r and (q < 0 or q >= n) and 0 <= r < 3) and exists t : t = j",
            "0 = 0 and 0 = 1",
            "0 = 0",
            "((i + j) * 2 = n and (i) < 3) and i - -j >= 1 and i - j - 1 <= 0",
        ];
        for condition in conditions {
            let text = format!("[n, m] -> {{ [i, j] : {condition} }}");
            assert!(formula::read(&text).is_some(), "{text}");
            let (ours, its) = (c.set(&text).unwrap(), c.read_by_isl(&text).unwrap());
            let same = ours.is_subset(&its).unwrap() && its.is_subset(&ours).unwrap();
            assert!(same, "{text}: {ours} and {its}");
        }
    }

    #[test]
    fn what_is_for_isl_is_left_to_it() {
        let texts = [
            "{ [i] : i > 4 or not (exists q : i = 2q) }",
            "{ [i] : (not (i = 2)) }",
            "{ [i] : i mod 3 = 1 }",
            "{ a[i] : i > 0 }",
            "{ [i, i] : i > 0 }",
            "{ [i] : i > 0; [i] : i < 3 }",
            "{ [i] : i*i < 4 }",
            "{ [i] : k < 4 }",
            "{ [i] : i < 99999999999999999999 }",
            "{ [i] : 9223372036854775807*i < 9223372036854775807 - i - 2*i*4 and 4*9223372036854775807 > i }",
        ];
        for text in texts {
            assert!(formula::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn what_fails_says_so() {
        let c = context();
        assert!(matches!(c.set("{ [i] : "), Err(Error::Refused(_))));
        assert!(matches!(c.set("a\0b"), Err(Error::Refused(_))));
        // It can be used again.
        c.begin(1_000_000);
        assert!(c.set("{ [i] : i = 1 }").is_ok());
        let small = Context::new(50).unwrap();
        let text = "{ [i, j, k, l] : 7i + 11j - 13k + 5l = 1 and 0 <= i < j and 2k < l + i and 0 <= l < 100 }";
        let answer = small.set(text).and_then(|s| s.is_empty());
        assert_eq!(answer, Err(Error::Limit));
    }

    #[test]
    fn the_hull_is_an_expression() {
        let c = context();
        let hull = |text: &str| {
            let context = c.set("[n] -> { : 0 = 0 }").unwrap();
            c.set(text).unwrap().hull(&context)
        };
        let number = Value::Number;
        let n = || Value::Param("n".into());
        let found =
            hull("[n] -> { [e] : exists i, j : 2 <= i < n and i <= j < 4 and e = i }").unwrap();
        assert_eq!(found.least, number(2));
        let is_three = Value::Op(Op::Eq, vec![n(), number(3)]);
        assert_eq!(
            found.most,
            Value::Op(Op::Cond, vec![is_three, number(2), number(3)])
        );
        assert_eq!(found.when, Value::Op(Op::Ge, vec![n(), number(3)]));
        let found = hull("[n] -> { [e] : 0 <= e < n }").unwrap();
        assert_eq!(found.most, Value::Op(Op::Sub, vec![n(), number(1)]));
        // It has no end.
        assert!(hull("[n] -> { [e] : e >= n }").is_err());
        c.begin(1_000_000);
        // What is known of the parameters isn't asked.
        let natural = c.set("[n] -> { : n >= 0 }").unwrap();
        let all = c.set("[n] -> { [e] : 0 <= e <= n }").unwrap();
        assert_eq!(all.hull(&natural).unwrap().when, Value::Number(1));
    }
}
