//! The smallest interval that holds a set of one dimension, as expressions of its parameters.

use super::library::{Library, RawBuild, RawExpr, RawPwAff, RawVal};
use super::{Context, Error, Set};
use std::ffi::CStr;
use std::os::raw::c_int;

/// A value that is computed from parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Number(i64),
    /// By its name in the set's text.
    Param(String),
    Op(Op, Vec<Value>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    And,
    Or,
    Max,
    Min,
    Minus,
    Add,
    Sub,
    Mul,
    /// Without a remainder, or of what isn't negative: C's division.
    Div,
    /// Rounded down.
    Floor,
    /// C's remainder: of what isn't negative, or only compared with 0.
    Rem,
    Cond,
    Eq,
    Le,
    Lt,
    Ge,
    Gt,
    /// A statement's name, and what its loops' variables are.
    Call,
}

/// The least and the greatest of a set's elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hull {
    pub least: Value,
    pub most: Value,
    /// Where it has any, as a truth value.
    pub when: Value,
}

impl Set {
    /// The interval of a set of one dimension; it means nothing where the set is empty. `context` is what is known of the parameters.
    ///
    /// # Errors
    /// The set has no bounds, or the limit was reached.
    pub fn hull(&self, context: &Set) -> Result<Hull, Error> {
        let (isl, ctx) = (self.isl(), &self.ctx);
        // SAFETY: isl takes what it is given, and null where a call before has failed.
        let (inside, everywhere) = unsafe {
            let params = (isl.isl_set_coalesce)((isl.isl_set_params)((isl.isl_set_copy)(self.raw)));
            let all = (isl.isl_set_copy)(context.raw);
            let inside = Build::new(ctx, (isl.isl_ast_build_from_context)(params));
            (
                inside,
                Build::new(ctx, (isl.isl_ast_build_from_context)(all)),
            )
        };
        let (inside, everywhere) = (inside?, everywhere?);
        // SAFETY: as above.
        unsafe {
            let copy = || (isl.isl_set_coalesce)((isl.isl_set_copy)(self.raw));
            let least = (isl.isl_pw_aff_coalesce)((isl.isl_set_dim_min)(copy(), 0));
            let most = (isl.isl_pw_aff_coalesce)((isl.isl_set_dim_max)(copy(), 0));
            let (least, most) = (inside.value(least), inside.value(most));
            let when = (isl.isl_set_coalesce)((isl.isl_set_params)(copy()));
            let when = everywhere.read((isl.isl_ast_build_expr_from_set)(everywhere.raw, when));
            Ok(Hull {
                least: least?,
                most: most?,
                when: when?,
            })
        }
    }
}

/// What isl makes expressions with.
pub(crate) struct Build<'c> {
    pub(crate) ctx: &'c Context,
    pub(crate) raw: *mut RawBuild,
}

impl Drop for Build<'_> {
    fn drop(&mut self) {
        // SAFETY: it is this one's own.
        unsafe { (self.isl().isl_ast_build_free)(self.raw) };
    }
}

impl<'c> Build<'c> {
    pub(crate) fn new(ctx: &'c Context, raw: *mut RawBuild) -> Result<Self, Error> {
        if raw.is_null() {
            return Err(ctx.error());
        }
        Ok(Build { ctx, raw })
    }

    fn isl(&self) -> &'static Library {
        self.ctx.0.isl
    }

    /// # Safety
    /// `value` is isl's, or null; it is given up.
    unsafe fn value(&self, value: *mut RawPwAff) -> Result<Value, Error> {
        if value.is_null() {
            return Err(self.ctx.error());
        }
        // SAFETY: isl takes the value.
        unsafe { self.read((self.isl().isl_ast_build_expr_from_pw_aff)(self.raw, value)) }
    }

    /// # Safety
    /// `e` is isl's, or null; it is given up.
    pub(crate) unsafe fn read(&self, e: *mut RawExpr) -> Result<Value, Error> {
        if e.is_null() {
            return Err(self.ctx.error());
        }
        // SAFETY: it is an expression, and freed once.
        unsafe {
            let value = match (self.isl().isl_ast_expr_get_type)(e) {
                0 => self.operation(e),
                1 => self.name(e),
                2 => self.number((self.isl().isl_ast_expr_get_val)(e)),
                _ => Err(self.ctx.error()),
            };
            (self.isl().isl_ast_expr_free)(e);
            value
        }
    }

    /// # Safety
    /// `e` is an operation.
    unsafe fn operation(&self, e: *mut RawExpr) -> Result<Value, Error> {
        // SAFETY: isl checks the number of the argument.
        unsafe {
            let isl = self.isl();
            let op = op((isl.isl_ast_expr_get_op_type)(e)).ok_or(Error::Failed)?;
            let n = (isl.isl_ast_expr_get_op_n_arg)(e);
            let args = (0..n).map(|k| self.read((isl.isl_ast_expr_get_op_arg)(e, k)));
            Ok(Value::Op(op, args.collect::<Result<_, _>>()?))
        }
    }

    /// # Safety
    /// `e` is a name.
    unsafe fn name(&self, e: *mut RawExpr) -> Result<Value, Error> {
        // SAFETY: the name's text lives as long as the name.
        unsafe {
            let isl = self.isl();
            let id = (isl.isl_ast_expr_get_id)(e);
            if id.is_null() {
                return Err(self.ctx.error());
            }
            let name = (isl.isl_id_get_name)(id);
            let text =
                (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy().into_owned());
            (isl.isl_id_free)(id);
            text.map(Value::Param).ok_or(Error::Failed)
        }
    }

    /// # Safety
    /// `value` is isl's, or null; it is given up.
    unsafe fn number(&self, value: *mut RawVal) -> Result<Value, Error> {
        // SAFETY: null is looked at first.
        unsafe { self.ctx.number(value).map(Value::Number) }
    }
}

/// `isl_ast_expr_op_type`
fn op(kind: c_int) -> Option<Op> {
    Some(match kind {
        0 | 1 => Op::And,
        2 | 3 => Op::Or,
        4 => Op::Max,
        5 => Op::Min,
        6 => Op::Minus,
        7 => Op::Add,
        8 => Op::Sub,
        9 => Op::Mul,
        10 | 12 => Op::Div,
        11 => Op::Floor,
        13 | 14 => Op::Rem,
        15 | 16 => Op::Cond,
        17 => Op::Eq,
        18 => Op::Le,
        19 => Op::Lt,
        20 => Op::Ge,
        21 => Op::Gt,
        22 => Op::Call,
        _ => return None,
    })
}
