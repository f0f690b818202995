//! Sets made of rows of numbers, as isl keeps them.

use crate::formula::{Condition, Formula, Row, Text};
use crate::library::{RawMat, RawSet, RawSpace};
use crate::{Context, Error, PARAM, SET, Set};
use std::ffi::CString;
use std::os::raw::{c_int, c_long};

/// `isl_dim_cst` and `isl_dim_div`.
const CONSTANT: c_int = 0;
const DIV: c_int = 4;

/// The set of a text.
///
/// # Errors
/// The limit was reached.
pub fn set(ctx: &Context, text: &Text<'_>) -> Result<Set, Error> {
    let points = |condition: &Condition| {
        let builder = Builder {
            ctx,
            text,
            inner: condition.inner,
        };
        let set = builder.of(&condition.formula)?;
        match condition.inner {
            0 => Ok(set),
            inner => set.project_out(text.dims.len() as u32, inner as u32),
        }
    };
    let mut without = text.without.iter();
    without.try_fold(points(&text.holds)?, |left, one| {
        left.subtract(points(one)?)
    })
}

struct Builder<'b> {
    ctx: &'b Context,
    text: &'b Text<'b>,
    inner: usize,
}

impl Builder<'_> {
    fn of(&self, formula: &Formula) -> Result<Set, Error> {
        // What is joined by `and`, through all parentheses: one conjunction, and the choices besides.
        let (mut rows, mut choices) = (Vec::new(), Vec::new());
        flatten(formula, &mut rows, &mut choices);
        let mut set = self.conjunction(&rows)?;
        for ways in choices {
            let mut any: Option<Set> = None;
            for way in ways {
                let way = self.of(way)?;
                any = Some(match any {
                    Some(any) => any.union(way)?,
                    None => way,
                });
            }
            if let Some(any) = any {
                set = set.intersect(any)?;
            }
        }
        Ok(set)
    }

    fn conjunction(&self, rows: &[&Row]) -> Result<Set, Error> {
        let isl = self.ctx.0.isl;
        let [equal, at_least] = [true, false].map(|is_zero| {
            let rows: Vec<&Row> = rows
                .iter()
                .copied()
                .filter(|r| r.is_zero == is_zero)
                .collect();
            self.matrix(&rows)
        });
        let space = self.space();
        // SAFETY: isl takes the space and both matrices, also where one of them is null.
        let raw: *mut RawSet = unsafe {
            let basic = (isl.isl_basic_set_from_constraint_matrices)(
                space, equal, at_least, CONSTANT, PARAM, SET, DIV,
            );
            (isl.isl_set_from_basic_set)(basic)
        };
        self.ctx.own(raw)
    }

    fn space(&self) -> *mut RawSpace {
        let (isl, text) = (self.ctx.0.isl, self.text);
        let dims = text.dims.len() + self.inner;
        // SAFETY: the context lives; each call takes the space and gives it back, or null.
        unsafe {
            let ctx = self.ctx.0.ctx;
            let mut space = (isl.isl_space_set_alloc)(ctx, text.params.len() as u32, dims as u32);
            for (kind, names) in [(PARAM, &text.params), (SET, &text.dims)] {
                for (k, name) in names.iter().enumerate() {
                    // A name has letters and digits alone.
                    let name = CString::new(*name).unwrap_or_default();
                    space = (isl.isl_space_set_dim_name)(space, kind, k as u32, name.as_ptr());
                }
            }
            space
        }
    }

    fn matrix(&self, rows: &[&Row]) -> *mut RawMat {
        let (isl, text, ctx) = (self.ctx.0.isl, self.text, self.ctx.0.ctx);
        let columns = 1 + text.params.len() + text.dims.len() + self.inner;
        // SAFETY: the places are within the matrix; each call takes it and gives it back, or null.
        unsafe {
            let mut matrix = (isl.isl_mat_alloc)(ctx, rows.len() as u32, columns as u32);
            for (k, row) in rows.iter().enumerate() {
                for column in 0..columns {
                    let n = row.sum.get(column).copied().unwrap_or(0);
                    let (k, column) = (k as c_int, column as c_int);
                    matrix = match c_int::try_from(n) {
                        Ok(n) => (isl.isl_mat_set_element_si)(matrix, k, column, n),
                        Err(_) => {
                            let n = (isl.isl_val_int_from_si)(ctx, n as c_long);
                            (isl.isl_mat_set_element_val)(matrix, k, column, n)
                        }
                    };
                }
            }
            matrix
        }
    }
}

/// The conditions that all hold, each once, and the choices among others.
fn flatten<'f>(formula: &'f Formula, rows: &mut Vec<&'f Row>, choices: &mut Vec<&'f [Formula]>) {
    match formula {
        Formula::Row(row) if !rows.contains(&row) => rows.push(row),
        Formula::Row(_) => {}
        Formula::All(all) => all.iter().for_each(|f| flatten(f, rows, choices)),
        Formula::Any(ways) => choices.push(ways),
    }
}
