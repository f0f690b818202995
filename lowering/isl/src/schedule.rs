//! The iterations of a nest's statements in another order, as isl's scheduler finds it, and the loops that go through them so.
//!
//! The scheduler is Pluto's (Bondhugula et al., "A Practical Automatic Polyhedral Parallelizer and Locality Optimizer", 2008) and Feautrier's ("Some
//! Efficient Solutions to the Affine Scheduling Problem", 1992); the loops are made as Grosser, Verdoolaege and Cohen describe ("Polyhedral AST
//! Generation Is More Than Scanning Polyhedra", 2015).

use super::hull::{Build, Op, Value};
use super::library::{Library, RawExpr, RawNode, RawSchedule, RawUnionMap, RawUnionSet};
use super::{Context, Error};
use std::ffi::CString;
use std::os::raw::c_int;

/// Larger multiples of a variable in a schedule than this aren't worth their loops.
const MOST_MULTIPLE: c_int = 4;
/// `ISL_SCHEDULE_ALGORITHM_ISL` and `ISL_SCHEDULE_ALGORITHM_FEAUTRIER`.
const ALGORITHM: [c_int; 2] = [0, 1];

/// Statements with their iterations, and which of them come before which others; in isl's notation.
pub struct Nest<'n> {
    /// `[n] -> { S0[i, j] : 0 <= i < n and ...; S1[i] : ... }`
    pub domain: &'n str,
    /// `[n] -> { S0[i, j] -> S0[i + 1, j]; ... }`
    pub order: &'n str,
    /// What is known of the parameters: `[n] -> { : n >= 0 }`
    pub context: &'n str,
}

/// What a schedule is to be good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Loops outside whose iterations don't depend on each other, or else loops inside (Pluto's algorithm).
    Outer,
    /// Few loops in order around, such loops inside (Feautrier's).
    Inner,
}

/// A nest in another order.
pub struct Order {
    pub code: Code,
    /// So many of its outermost loops, in each other around all that it does, have iterations that don't depend on each other.
    pub outer: usize,
}

/// Loops and statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Code {
    For {
        name: String,
        from: Value,
        /// It goes on while this holds.
        cond: Value,
        step: i64,
        body: Box<Code>,
    },
    /// A name for a value.
    Let {
        name: String,
        value: Value,
        body: Box<Code>,
    },
    If {
        when: Value,
        then: Box<Code>,
        els: Option<Box<Code>>,
    },
    Block(Vec<Code>),
    /// A statement, and what the variables of its loops are.
    Statement(String, Vec<Value>),
}

impl Context {
    /// The nest in another order, in which each pair that `order` names keeps its own.
    ///
    /// # Errors
    /// A text can't be read, there is no such order, or the limit was reached.
    pub fn schedule(&self, nest: &Nest<'_>, way: Way) -> Result<Order, Error> {
        let isl = self.0.isl;
        let context = self.set(nest.context)?;
        let domain = self.union_set(nest.domain)?;
        let order = self.union_map(nest.order).inspect_err(|_| {
            // SAFETY: the domain is this one's own.
            unsafe { (isl.isl_union_set_free)(domain) };
        })?;
        // SAFETY: isl takes what it is given, and null where a call before has failed.
        unsafe {
            (isl.isl_options_set_schedule_algorithm)(self.0.ctx, ALGORITHM[way as usize]);
            (isl.isl_options_set_schedule_outer_coincidence)(self.0.ctx, 1);
            (isl.isl_options_set_schedule_max_coefficient)(self.0.ctx, MOST_MULTIPLE);
            let copy = || (isl.isl_union_map_copy)(order);
            let known = || (isl.isl_set_copy)(context.raw);
            let build = Build::new(self, (isl.isl_ast_build_from_context)(known()));
            let all = (isl.isl_schedule_constraints_on_domain)(domain);
            let all = (isl.isl_schedule_constraints_set_context)(all, known());
            let all = (isl.isl_schedule_constraints_set_validity)(all, copy());
            let all = (isl.isl_schedule_constraints_set_coincidence)(all, copy());
            let all = (isl.isl_schedule_constraints_set_proximity)(all, order);
            let found = (isl.isl_schedule_constraints_compute_schedule)(all);
            let outer = independent(isl, found);
            let raw = build.as_ref().map_or(std::ptr::null_mut(), |b| b.raw);
            let node = (isl.isl_ast_build_node_from_schedule)(raw, found);
            let build = build?;
            let code = Reader { isl, build }.code(node)?;
            Ok(Order { code, outer })
        }
    }

    fn union_set(&self, text: &str) -> Result<*mut RawUnionSet, Error> {
        let (text, read) = (self.text(text)?, self.0.isl.isl_union_set_read_from_str);
        // SAFETY: isl copies the text.
        self.read(unsafe { read(self.0.ctx, text.as_ptr()) }, text)
    }

    fn union_map(&self, text: &str) -> Result<*mut RawUnionMap, Error> {
        let (text, read) = (self.text(text)?, self.0.isl.isl_union_map_read_from_str);
        // SAFETY: isl copies the text.
        self.read(unsafe { read(self.0.ctx, text.as_ptr()) }, text)
    }

    fn text(&self, text: &str) -> Result<CString, Error> {
        CString::new(text).map_err(|_| Error::Refused(text.to_string()))
    }

    fn read<T>(&self, raw: *mut T, text: CString) -> Result<*mut T, Error> {
        if !raw.is_null() {
            return Ok(raw);
        }
        Err(match self.error() {
            Error::Failed => Error::Refused(text.to_string_lossy().into_owned()),
            e => e,
        })
    }
}

/// `ISL_SCHEDULE_NODE_BAND`, and the nodes that say what a schedule is of.
const BAND: c_int = 0;
const CONTEXT: c_int = 1;
const DOMAIN: c_int = 2;

/// How many of the loops around all of a schedule have iterations that don't depend on each other: the first members of its outermost band.
///
/// # Safety
/// `schedule` is isl's, or null; it stays the caller's.
unsafe fn independent(isl: &Library, schedule: *mut RawSchedule) -> usize {
    // SAFETY: isl takes null for all of these; each node is given up once.
    unsafe {
        let mut node = (isl.isl_schedule_get_root)(schedule);
        while matches!((isl.isl_schedule_node_get_type)(node), CONTEXT | DOMAIN)
            && (isl.isl_schedule_node_has_children)(node) == 1
        {
            node = (isl.isl_schedule_node_child)(node, 0);
        }
        let members = match (isl.isl_schedule_node_get_type)(node) {
            BAND => (isl.isl_schedule_node_band_n_member)(node),
            _ => 0,
        };
        let all = (0..members)
            .take_while(|at| (isl.isl_schedule_node_band_member_get_coincident)(node, *at) == 1);
        let found = all.count();
        (isl.isl_schedule_node_free)(node);
        found
    }
}

/// Reads what isl has made.
struct Reader<'c> {
    isl: &'static Library,
    build: Build<'c>,
}

impl Reader<'_> {
    /// # Safety
    /// `node` is isl's, or null; it is given up.
    unsafe fn code(&self, node: *mut RawNode) -> Result<Code, Error> {
        if node.is_null() {
            return Err(self.build.ctx.error());
        }
        // SAFETY: it is a node, and freed once.
        unsafe {
            let code = match (self.isl.isl_ast_node_get_type)(node) {
                1 => self.loop_(node),
                2 => self.branch(node),
                3 => self.block(node),
                5 => self.statement(node),
                _ => Err(Error::Failed),
            };
            (self.isl.isl_ast_node_free)(node);
            code
        }
    }

    /// # Safety
    /// `node` is a loop.
    unsafe fn loop_(&self, node: *mut RawNode) -> Result<Code, Error> {
        let isl = self.isl;
        // SAFETY: isl gives expressions and nodes, which are given up once.
        unsafe {
            let Value::Param(name) = self.value((isl.isl_ast_node_for_get_iterator)(node))? else {
                return Err(Error::Failed);
            };
            let from = self.value((isl.isl_ast_node_for_get_init)(node))?;
            let body = Box::new(self.code((isl.isl_ast_node_for_get_body)(node))?);
            if (isl.isl_ast_node_for_is_degenerate)(node) == 1 {
                let value = from;
                return Ok(Code::Let { name, value, body });
            }
            let cond = self.value((isl.isl_ast_node_for_get_cond)(node))?;
            let Value::Number(step) = self.value((isl.isl_ast_node_for_get_inc)(node))? else {
                return Err(Error::Failed);
            };
            Ok(Code::For {
                name,
                from,
                cond,
                step,
                body,
            })
        }
    }

    /// # Safety
    /// `node` is a branch.
    unsafe fn branch(&self, node: *mut RawNode) -> Result<Code, Error> {
        let isl = self.isl;
        // SAFETY: as above.
        unsafe {
            let when = self.value((isl.isl_ast_node_if_get_cond)(node))?;
            let then = Box::new(self.code((isl.isl_ast_node_if_get_then)(node))?);
            let els = match (isl.isl_ast_node_if_has_else)(node) {
                1 => Some(Box::new(self.code((isl.isl_ast_node_if_get_else)(node))?)),
                _ => None,
            };
            Ok(Code::If { when, then, els })
        }
    }

    /// # Safety
    /// `node` is a block.
    unsafe fn block(&self, node: *mut RawNode) -> Result<Code, Error> {
        let isl = self.isl;
        // SAFETY: isl checks the numbers; the list is freed once.
        unsafe {
            let all = (isl.isl_ast_node_block_get_children)(node);
            if all.is_null() {
                return Err(self.build.ctx.error());
            }
            let n = (isl.isl_ast_node_list_n_ast_node)(all);
            let inner = (0..n).map(|k| self.code((isl.isl_ast_node_list_get_ast_node)(all, k)));
            let inner: Result<Vec<Code>, Error> = inner.collect();
            (isl.isl_ast_node_list_free)(all);
            inner.map(Code::Block)
        }
    }

    /// # Safety
    /// `node` is a statement.
    unsafe fn statement(&self, node: *mut RawNode) -> Result<Code, Error> {
        // SAFETY: as above.
        let call = unsafe { self.value((self.isl.isl_ast_node_user_get_expr)(node))? };
        let Value::Op(Op::Call, parts) = call else {
            return Err(Error::Failed);
        };
        match parts.split_first() {
            Some((Value::Param(name), args)) => Ok(Code::Statement(name.clone(), args.to_vec())),
            _ => Err(Error::Failed),
        }
    }

    /// # Safety
    /// `e` is isl's, or null; it is given up.
    unsafe fn value(&self, e: *mut RawExpr) -> Result<Value, Error> {
        // SAFETY: as said.
        unsafe { self.build.read(e) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn found(nest: &Nest<'_>, way: Way) -> Order {
        Context::new(5_000_000)
            .unwrap()
            .schedule(nest, way)
            .unwrap()
    }

    #[test]
    fn what_counts_down_and_up_goes_by_diagonals() {
        let order = found(
            &Nest {
                domain: "[n] -> { S0[i, j] : 0 <= i < n and i < j < n }",
                order: "[n] -> { S0[i, j] -> S0[i, j + 1] : 0 <= i < n and i < j < n - 1; S0[i, j] -> S0[i - 1, j] : 0 < i < n and i < j < n }",
                context: "[n] -> { : n >= 0 }",
            },
            Way::Inner,
        );
        assert_eq!(order.outer, 0);
        let Code::For { step: 1, body, .. } = order.code else {
            panic!("{:?}", order.code);
        };
        let Code::For { step: 1, body, .. } = *body else {
            panic!("{body:?}");
        };
        assert!(
            matches!(*body, Code::Statement(ref name, ref args) if name == "S0" && args.len() == 2)
        );
    }

    #[test]
    fn lines_that_nothing_connects_are_told() {
        let diagonals = Nest {
            domain: "[n] -> { S0[i, j] : 0 <= i < n and 0 <= j < n }",
            order: "[n] -> { S0[i, j] -> S0[i + 1, j + 1] : 0 <= i < n - 1 and 0 <= j < n - 1 }",
            context: "[n] -> { : n >= 0 }",
        };
        assert_eq!(found(&diagonals, Way::Outer).outer, 1);
        let planes = Nest {
            domain: "{ S0[i, j, k] : 0 <= i, j, k < 9 }",
            order: "{ S0[i, j, k] -> S0[i + 1, j + 1, k] : 0 <= i, j < 8 and 0 <= k < 9 }",
            context: "{ : }",
        };
        assert_eq!(found(&planes, Way::Outer).outer, 2);
    }

    #[test]
    fn what_fails_says_so() {
        let c = Context::new(5_000_000).unwrap();
        let nest = Nest {
            domain: "{ S0[i] : 0 <= i < 4 }",
            order: "{ S0[i] -> ",
            context: "{ : }",
        };
        assert!(matches!(
            c.schedule(&nest, Way::Outer),
            Err(Error::Refused(_))
        ));
    }
}
