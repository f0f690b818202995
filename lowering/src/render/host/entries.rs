//! Data clauses as the runtime's entries: addresses and bytes of sections.

use super::Host;
use crate::plan::{DataItem, Dim, DimExtent, Origin, Section};
use crate::render::text::c_string;
use crate::render::{RenderError, clause};
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{ArrayLen, Expr, Storage, Type, TypeId, VarId};
use std::fmt::Write;

impl Host<'_> {
    /// Statements that fill `__accrs_d[0..]`.
    pub(super) fn entries(&self, items: &[DataItem]) -> Result<String, RenderError> {
        let mut out = String::new();
        for (i, item) in items.iter().enumerate() {
            let value = self.entry(item)?;
            let _ = writeln!(out, "        __accrs_d[{i}] = {value};");
            if let Some(pointer) = &item.attach {
                let pointer = self.expr(pointer)?;
                let _ = writeln!(
                    out,
                    "        __accrs_d[{i}].pointer = (void **)&({pointer});"
                );
            }
        }
        out.truncate(out.trim_end().len());
        Ok(out)
    }

    fn entry(&self, item: &DataItem) -> Result<String, RenderError> {
        let tail = format!("{}, {}, {}", kind(item)?, flags(item), item.line);
        let name = c_string(item.name.as_bytes());
        Ok(match &item.section {
            Section::Whole => {
                let (host, bytes) = self.whole_variable(item.var)?;
                format!("__accrs_entry({name}, {host}, {bytes}, {tail})")
            }
            Section::Address { base } => {
                format!(
                    "__accrs_entry({name}, {}, 0, {tail})",
                    clause::operand(self.unit, base)?
                )
            }
            Section::Dims { base, dims, .. } if dims.is_empty() => {
                let base = self.expr(base)?;
                format!("__accrs_entry({name}, &({base}), sizeof({base}), {tail})")
            }
            Section::Dims { base, dims, .. } => self.dims(&name, base, dims, &tail)?,
            Section::Inferred {
                base, lower, upper, ..
            } => {
                let (lower, upper) = (
                    self.nearest("__accrs_min", lower)?,
                    self.nearest("__accrs_max", upper)?,
                );
                let base = clause::operand(self.unit, base)?;
                format!("__accrs_span({name}, {base}, {lower}, {upper}, sizeof({base}[0]), {tail})")
            }
        })
    }

    /// Address and bytes of a variable. Arrays are named without `&`: that is right for
    /// parameters too, whose `sizeof` is a pointer's.
    fn whole_variable(&self, var: VarId) -> Result<(String, String), RenderError> {
        let var = self.unit.var(var);
        let name = &var.name;
        if let (Type::Array(_, len), Storage::Param) =
            (self.unit.types.canonical(var.ty), var.storage)
        {
            let n = self.array_length(*len, name)?;
            return Ok((name.clone(), format!("{n} * sizeof({name}[0])")));
        }
        Ok((format!("&{name}"), format!("sizeof({name})")))
    }

    fn array_length(&self, len: ArrayLen, name: &str) -> Result<String, RenderError> {
        match len {
            ArrayLen::Fixed(n) => Ok(n.to_string()),
            ArrayLen::Vla(id) => Ok(format!(
                "(__accrs_size)({})",
                self.expr(&self.unit.types.vla_lengths[id.index()])?
            )),
            ArrayLen::Unknown => Err(RenderError::internal(format!("'{name}' has no size"))),
        }
    }

    fn dims(
        &self,
        name: &str,
        base: &Expr,
        dims: &[Dim],
        tail: &str,
    ) -> Result<String, RenderError> {
        let types = &self.unit.types;
        let mut host = clause::operand(self.unit, base)?;
        // An lvalue of each dimension's element, for sizeof only.
        let mut element = host.clone();
        let mut ty = base.ty;
        let (mut lengths, mut steps) = (Vec::new(), Vec::new());
        for (k, dim) in dims.iter().enumerate() {
            if k > 0 && types.is_pointer(ty) {
                return Err(RenderError::internal(format!(
                    "the section {name} goes through pointers"
                )));
            }
            let lower = match &dim.lower {
                Some(e) => self.expr(e)?,
                None => "0".into(),
            };
            let length = match &dim.length {
                Some(e) => clause::operand(self.unit, e)?,
                None => {
                    let extent = self.extent(name, base, k, ty, &element, dim)?;
                    match &dim.lower {
                        Some(_) => format!("({extent} - ({lower}))"),
                        None => extent,
                    }
                }
            };
            lengths.push(length);
            let _ = write!(host, "[{lower}]");
            element.push_str("[0]");
            steps.push(format!("sizeof({element})"));
            ty = types
                .pointee(ty)
                .ok_or_else(|| RenderError::internal(format!("the section {name} is too deep")))?;
        }
        if let ([length], [step]) = (&lengths[..], &steps[..]) {
            return Ok(format!(
                "__accrs_row({name}, &{host}, {length}, {step}, {tail})"
            ));
        }
        Ok(format!(
            "__accrs_section({name}, &{host}, {}, (const __accrs_wide[]){{ {} }}, (const __accrs_size[]){{ {} }}, {tail})",
            dims.len(),
            lengths.join(", "),
            steps.join(", ")
        ))
    }

    /// How many elements dimension `k` has, of an expression of type `ty`.
    fn extent(
        &self,
        name: &str,
        base: &Expr,
        k: usize,
        ty: TypeId,
        element: &str,
        dim: &Dim,
    ) -> Result<String, RenderError> {
        // The array itself knows, also when the expression in its declarator has changed since.
        let is_param = k == 0 && self.is_parameter(base);
        match self.unit.types.canonical(ty) {
            Type::Array(_, ArrayLen::Fixed(_) | ArrayLen::Vla(_)) if !is_param => Ok(format!(
                "(__accrs_wide)(sizeof({element}) / sizeof({element}[0]))"
            )),
            _ => match &dim.extent {
                Some(DimExtent::Fixed(n)) => Ok(n.to_string()),
                Some(DimExtent::Expr(e)) => Ok(format!("({})", self.expr(e)?)),
                None => match self.unit.types.canonical(ty) {
                    Type::Array(_, len) => self.array_length(*len, name),
                    _ => Err(RenderError::internal(format!("{name} has no length"))),
                },
            },
        }
    }

    fn is_parameter(&self, base: &Expr) -> bool {
        use accrs_frontend::region::ExprKind;
        match &base.strip_implicit().kind {
            ExprKind::Var(v) => self.unit.var(*v).storage == Storage::Param,
            _ => false,
        }
    }

    /// The least, or greatest, of some expressions.
    fn nearest(&self, function: &str, candidates: &[Expr]) -> Result<String, RenderError> {
        let mut all = candidates
            .iter()
            .map(|e| Ok(format!("({})", self.expr(e)?)));
        let Some(first) = all.next() else {
            return Err(RenderError::internal("an inferred section without bounds"));
        };
        all.try_fold(first?, |so_far, next: Result<String, RenderError>| {
            Ok(format!("{function}({so_far}, {})", next?))
        })
    }
}

fn kind(item: &DataItem) -> Result<&'static str, RenderError> {
    Ok(match item.kind {
        DataKind::Copy => "__ACCRS_COPY",
        DataKind::Copyin => "__ACCRS_COPYIN",
        DataKind::Copyout => "__ACCRS_COPYOUT",
        DataKind::Create => "__ACCRS_CREATE",
        DataKind::NoCreate => "__ACCRS_NO_CREATE",
        DataKind::Present => "__ACCRS_PRESENT",
        DataKind::Deviceptr => "__ACCRS_DEVICEPTR",
        DataKind::Attach => "__ACCRS_ATTACH",
        DataKind::Detach => "__ACCRS_DETACH",
        DataKind::Delete => "__ACCRS_DELETE",
        DataKind::UseDevice => "__ACCRS_USE_DEVICE",
        DataKind::UpdateHost => "__ACCRS_UPDATE_HOST",
        DataKind::UpdateDevice => "__ACCRS_UPDATE_DEVICE",
        DataKind::DeviceResident | DataKind::Link => {
            return Err(RenderError::internal("a clause of declare on a construct"));
        }
    })
}

fn flags(item: &DataItem) -> String {
    let m = item.modifiers;
    let implicit = !matches!(item.origin, Origin::Clause(_));
    let words: Vec<&str> = [
        (m.zero, "__ACCRS_ZERO"),
        (m.readonly, "__ACCRS_READONLY"),
        (m.always, "__ACCRS_ALWAYS"),
        (implicit, "__ACCRS_IMPLICIT"),
        (item.finalize, "__ACCRS_FINALIZE"),
        (item.if_present, "__ACCRS_IF_PRESENT"),
        (item.origin == Origin::Reduction, "__ACCRS_REDUCTION"),
    ]
    .into_iter()
    .filter_map(|(on, word)| on.then_some(word))
    .collect();
    if words.is_empty() {
        "0".into()
    } else {
        words.join(" | ")
    }
}
