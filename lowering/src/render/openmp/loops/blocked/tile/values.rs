//! The values of a tile's row and vector: expressions, elements in registers, copies and memory, as C.

use super::super::super::lines::Lines;
use super::super::{checked, fresh};
use super::{At, Tile};
use crate::print::{Access, Dialect, PRIMARY, Printer};
use crate::render::RenderError;
use crate::tree::shift::Shift;
use accrs_frontend::Unit;
use accrs_frontend::region::{BinaryOp, Canonical, Expr, ExprKind, UnaryOp};

impl<'b> Tile<'b> {
    /// The right side of an assignment, with the type of what is assigned.
    pub(super) fn right_side(
        &self,
        e: &Expr,
        at: At,
        out: &mut Lines,
    ) -> Result<String, RenderError> {
        if self.wide && !self.varies(e) {
            // In vectors a scalar becomes one as an operand only; less zero every number is itself, -0.0 too.
            return Ok(format!(
                "{} - (__accrs_vector){{0}}",
                self.operand_of_type(e, at)?
            ));
        }
        Ok(self.value(e, at, out)?.0)
    }

    /// An expression's text, and how strongly it holds together: 0 for one that can be any operand.
    fn value(&self, e: &Expr, at: At, out: &mut Lines) -> Result<(String, u32), RenderError> {
        if !self.wide {
            return Ok((self.plain(e, at)?, 0));
        }
        if let Some((_, stem)) = self.kept.iter().find(|(k, _)| k.is_like(e)) {
            return Ok((format!("{stem}_{}_{}", at.0, at.1), 0));
        }
        if !self.varies(e) {
            return Ok((self.operand_of_type(e, at)?, 0));
        }
        match &e.kind {
            ExprKind::Var(v) => Ok((self.scalar(*v, at), 0)),
            ExprKind::Binary(op, a, b) => {
                let strength = strength(*op);
                let (mut left, l) = self.value(a, at, out)?;
                let (mut right, r) = self.value(b, at, out)?;
                if l > strength {
                    left = format!("({left})");
                }
                if r >= strength {
                    right = format!("({right})");
                }
                Ok((format!("{left} {} {right}", op.symbol()), strength))
            }
            ExprKind::Unary(op @ (UnaryOp::Plus | UnaryOp::Minus), a) => {
                let (text, strength) = self.value(a, at, out)?;
                let sign = if *op == UnaryOp::Minus { "-" } else { "" };
                let text = match strength == 0 && !text.starts_with('-') {
                    true => text,
                    false => format!("({text})"),
                };
                Ok((format!("{sign}{text}"), 1))
            }
            ExprKind::Cast { operand, .. } => self.value(operand, at, out),
            _ => match self
                .copied(e, at)
                .map_or_else(|| self.place(e, at), |c| Ok(Some(c)))?
            {
                Some(place) => Ok((place, 1)),
                None => Ok((self.gather(e, at, out)?, 0)),
            },
        }
    }

    /// The lvalue of an element, or of a vector of them; `None` where they don't follow each other.
    pub(super) fn place(&self, e: &Expr, at: At) -> Result<Option<String>, RenderError> {
        if let Some((_, stem)) = self.kept.iter().find(|(k, _)| k.is_like(e)) {
            return Ok(Some(format!("{stem}_{}_{}", at.0, at.1)));
        }
        let p = self.printer(at);
        let text = p.operand(&self.shifted(e, at), PRIMARY);
        checked(&p)?;
        Ok(match self.wide {
            false => Some(text),
            true if self.b.scattered.contains(&e.id) || self.padding.is_some() => None,
            true => Some(format!("*(__accrs_memory *)&{text}")),
        })
    }

    /// The vector of an element's copies.
    fn copied(&self, e: &Expr, at: At) -> Option<String> {
        let (_, place) = self.packed.iter().find(|(p, _)| p.is_like(e))?;
        let width = self.b.lanes.as_ref().map_or(1, |l| l.width);
        let further = match at.1 * width {
            0 => String::new(),
            n => format!(" + {n}"),
        };
        Some(format!("*(__accrs_memory *)&{place}{further}]"))
    }

    /// A vector of elements that don't follow each other.
    pub(super) fn gather(&self, e: &Expr, at: At, out: &mut Lines) -> Result<String, RenderError> {
        let name = fresh(
            self.unit,
            format!("__accrs_of_{}_{}_{}", at.0, at.1, out.length()),
        );
        // (With -O1 gcc doesn't see that the loop assigns all elements.)
        out.line(format!("__accrs_vector {name} = {{0}};"));
        let text = self.in_lane(e, at)?;
        self.each_lane(format!("{name}[__accrs_lane] = {text};"), out);
        Ok(name)
    }

    /// Assigns the elements of a vector to places that don't follow each other.
    pub(super) fn scatter(
        &self,
        to: &Expr,
        at: At,
        value: &str,
        out: &mut Lines,
    ) -> Result<(), RenderError> {
        out.open("{");
        out.line(format!("const __accrs_vector __accrs_value = {value};"));
        let text = self.in_lane(to, at)?;
        let assigned = format!("{text} = __accrs_value[__accrs_lane];");
        match self.place_of(at).zip(self.column(at)) {
            Some(((row, (first, last)), column)) => {
                let first = first.as_ref();
                let first = first.map_or(String::new(), |f| format!(" && {f} <= {column}"));
                let there = format!("{row}{first} && {column} <= {last}");
                self.each_lane(format!("if ({there}) {assigned}"), out);
            }
            None => self.each_lane(assigned, out),
        }
        out.close("}");
        Ok(())
    }

    fn each_lane(&self, line: String, out: &mut Lines) {
        let width = self.b.lanes.as_ref().map_or(1, |l| l.width);
        out.line(format!(
            "for (int __accrs_lane = 0; __accrs_lane < {width}; __accrs_lane++) {line}"
        ));
    }

    /// Of a tile of which not all is there: the condition that a row is, and its first and last column.
    fn place_of(&self, at: At) -> Option<(String, &(Option<String>, String))> {
        let padding = self.padding.as_ref()?;
        let row = usize::try_from(at.0).ok()?;
        let (name, columns) = (padding.rows.get(row)?, padding.columns.get(row)?);
        let tile = &padding.tile;
        let own = match row {
            0 => format!("{name} == {tile}"),
            n => format!("{name} == {tile} + {n}"),
        };
        Some((own, columns))
    }

    /// The column of the lane `__accrs_lane` of a vector.
    fn column(&self, at: At) -> Option<String> {
        let l = self.b.lanes.as_ref()?;
        let var = &self.unit.var(l.head.var).name;
        Some(match at.1 * l.width {
            0 => format!("{var} + __accrs_lane"),
            n => format!("{var} + {n} + __accrs_lane"),
        })
    }

    /// An element in the lane `__accrs_lane` of a vector; of a column that isn't there, one that is.
    fn in_lane(&self, e: &Expr, at: At) -> Result<String, RenderError> {
        let mut p = self.printer(at);
        if let Some((l, column)) = self.b.lanes.as_ref().zip(self.column(at)) {
            let text = match self.place_of(at).map(|(_, columns)| columns) {
                None => format!("({column})"),
                Some((None, last)) => format!("({column} < {last} ? {column} : {last})"),
                Some((Some(first), last)) => {
                    format!(
                        "({column} < {first} ? {first} : {column} < {last} ? {column} : {last})"
                    )
                }
            };
            p.access.insert(l.head.var, Access::Name(text));
        }
        let text = p.operand(&self.row_shifted(e, at), PRIMARY);
        checked(&p)?;
        Ok(text)
    }

    /// A scalar as an operand of vectors, which must be of the elements' type.
    fn operand_of_type(&self, e: &Expr, at: At) -> Result<String, RenderError> {
        let like = |known: &Expr| known.is_like(e.strip_implicit());
        if let Some((_, ahead)) = self.ahead.iter().find(|(known, _)| like(known)) {
            return Ok(format!("{}[{}][{}]", ahead.name, at.0, ahead.at));
        }
        let text = self.plain_operand(e, at)?;
        let types = &self.unit.types;
        let same = types.canonical_id(e.strip_implicit().ty) == self.b.element;
        Ok(match same {
            true => text,
            false => format!("({}){text}", self.printer(at).type_name(self.b.element)),
        })
    }

    /// An expression of single elements.
    pub(super) fn plain(&self, e: &Expr, at: At) -> Result<String, RenderError> {
        let mut p = self.printer(at);
        e.each_expr(|e| {
            if let Some((_, stem)) = self.kept.iter().find(|(k, _)| k.is_like(e)) {
                p.hoisted.insert(e.id, format!("{stem}_{}_{}", at.0, at.1));
            }
        });
        let text = p.expr(&self.shifted(e, at));
        checked(&p)?;
        Ok(text)
    }

    fn plain_operand(&self, e: &Expr, at: At) -> Result<String, RenderError> {
        let p = self.printer(at);
        let text = p.operand(&self.shifted(e.strip_implicit(), at), PRIMARY);
        checked(&p)?;
        Ok(text)
    }

    fn varies(&self, e: &Expr) -> bool {
        let lane = self.b.lanes.as_ref().map(|l| l.head.var);
        e.any_expr(|e| matches!(&e.kind, ExprKind::Var(v) if lane == Some(*v) || self.b.varying.contains(v)))
    }

    fn row_shifted(&self, e: &Expr, at: At) -> Expr {
        match &self.b.rows {
            Some(rows) if at.0 > 0 && self.padding.is_none() => {
                shift(self.unit, &rows.head, at.0).applied(self.unit, e)
            }
            _ => e.clone(),
        }
    }

    fn shifted(&self, e: &Expr, at: At) -> Expr {
        let e = self.row_shifted(e, at);
        match &self.b.lanes {
            Some(l) if at.1 > 0 => shift(self.unit, &l.head, at.1 * l.width).applied(self.unit, &e),
            _ => e,
        }
    }

    /// A printer that knows the names of the scalars of a row and a vector.
    pub(super) fn printer(&self, at: At) -> Printer<'b> {
        let mut p = Printer::of(self.unit, Dialect::HostC);
        let scalars = self
            .names
            .keys()
            .map(|v| (*v, Access::Name(self.scalar(*v, at))));
        p.access.extend(scalars);
        let row = usize::try_from(at.0).unwrap_or(usize::MAX);
        let name = self.padding.as_ref().and_then(|p| p.rows.get(row));
        if let Some((rows, name)) = self.b.rows.as_ref().zip(name) {
            p.access.insert(rows.head.var, Access::Name(name.clone()));
        }
        p
    }
}

pub(super) fn shift(unit: &Unit, head: &Canonical, by: u64) -> Shift {
    Shift::of(unit, head, u32::try_from(by).unwrap_or(u32::MAX))
}

fn strength(op: BinaryOp) -> u32 {
    match op {
        BinaryOp::Mul | BinaryOp::Div => 2,
        BinaryOp::Add | BinaryOp::Sub => 3,
        _ => 4,
    }
}
