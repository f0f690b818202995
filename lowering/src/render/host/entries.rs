//! Data clauses as the runtime's entries: addresses and bytes of sections.

use super::Host;
use crate::plan::{DataItem, Dim, DimExtent, Origin, Section};
use crate::render::text::c_string;
use crate::render::{RenderError, clause};
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{ArrayLen, Expr, Storage, Type, TypeId, VarId};
use std::fmt::Write;

/// What the entries of a construct need beside themselves.
#[derive(Default)]
pub(super) struct Rooms {
    /// Entries of rows: `__accrs_r[0..rows]`.
    rows: usize,
    /// Sections that may have gaps of several widths: `__accrs_g[0..gaps]`.
    gaps: usize,
}

/// A dimension of a section, as C: elements, and the bytes from one to the next.
struct Extent {
    lower: String,
    length: String,
    step: String,
}

impl Host<'_> {
    /// Statements that fill `__accrs_d[0..]`, and declarations of what they need besides.
    pub(super) fn entries(&self, items: &[DataItem]) -> Result<(String, String), RenderError> {
        let mut out = String::new();
        let mut rooms = Rooms::default();
        for (i, item) in items.iter().enumerate() {
            let (value, rows) = self.entry(item, &mut rooms)?;
            let _ = writeln!(out, "        __accrs_d[{i}] = {value};");
            let mut holder = format!("__accrs_d[{i}]");
            for row in rows {
                let k = rooms.rows;
                rooms.rows += 1;
                let _ = writeln!(out, "        __accrs_r[{k}] = {row};");
                let _ = writeln!(out, "        {holder}.rows = &__accrs_r[{k}];");
                holder = format!("__accrs_r[{k}]");
            }
            if let Some(bytes) = self.struct_bytes(item) {
                let _ = match (&item.section, item.used) {
                    (Section::Whole, Some(used)) => writeln!(
                        out,
                        "        __accrs_d[{i}].blocks = 0; __accrs_d[{i}].block_bytes = {}; __accrs_d[{i}].stride = {};",
                        used.from,
                        used.to.min(bytes)
                    ),
                    _ => writeln!(out, "        __accrs_d[{i}].stride = {bytes};"),
                };
            }
            if let Some(pointer) = &item.attach {
                let pointer = self.expr(pointer)?;
                let _ = writeln!(
                    out,
                    "        __accrs_d[{i}].pointer = (void **)&({pointer});"
                );
            }
        }
        out.truncate(out.trim_end().len());
        let mut storage = Vec::new();
        if rooms.rows > 0 {
            storage.push(format!("__accrs_data __accrs_r[{}];", rooms.rows));
        }
        if rooms.gaps > 0 {
            storage.push(format!("__accrs_gaps __accrs_g[{}];", rooms.gaps));
        }
        Ok((out, storage.join(" ")))
    }

    /// The size of the structs that an item of the compiler's own is made of, or that a pointer in `present` leads to:
    /// an entry for some of their members is not the struct.
    fn struct_bytes(&self, item: &DataItem) -> Option<u64> {
        let types = &self.unit.types;
        let implicit = !matches!(item.origin, Origin::Clause(_)) && item.attach.is_none();
        let mut ty = match &item.section {
            Section::Whole if implicit => self.unit.var(item.var).ty,
            Section::Inferred { elem, .. } if implicit => *elem,
            Section::Dims { elem, dims, .. } if implicit && !dims.is_empty() => *elem,
            Section::Address { base, .. } if item.kind == DataKind::Present => {
                types.pointee(base.ty)?
            }
            _ => return None,
        };
        while let Type::Array(elem, _) = types.canonical(ty) {
            ty = *elem;
        }
        types.size_of(ty).filter(|_| types.is_record(ty))
    }

    /// An entry's value, and those of its rows, level by level.
    pub(super) fn entry(
        &self,
        item: &DataItem,
        rooms: &mut Rooms,
    ) -> Result<(String, Vec<String>), RenderError> {
        let tail = format!("{}, {}, {}", kind(item)?, self.flags(item)?, item.line);
        let name = c_string(item.name.as_bytes());
        let value = match &item.section {
            Section::Whole => {
                let (host, bytes) = self.whole_variable(item.var)?;
                format!("__accrs_entry({name}, (void *)({host}), {bytes}, {tail})")
            }
            Section::Address { base, .. } => {
                format!(
                    "__accrs_entry({name}, (void *)({}), 0, {tail})",
                    clause::operand(self.unit, base)?
                )
            }
            Section::Dims { base, dims, .. } if dims.is_empty() => {
                let base = self.expr(base)?;
                format!("__accrs_entry({name}, (void *)&({base}), sizeof({base}), {tail})")
            }
            Section::Dims { base, dims, .. } => {
                let mut levels = self.dims(&name, base, dims, &tail, rooms)?.into_iter();
                let first = levels.next().unwrap_or_default();
                return Ok((first, levels.collect()));
            }
            Section::Inferred {
                base, lower, upper, ..
            } => {
                let (lower, upper) = (
                    self.nearest("__accrs_min", lower)?,
                    self.nearest("__accrs_max", upper)?,
                );
                let base = clause::operand(self.unit, base)?;
                format!(
                    "__accrs_span({name}, (void *)({base}), {lower}, {upper}, sizeof({base}[0]), {tail})"
                )
            }
        };
        Ok((value, Vec::new()))
    }

    fn flags(&self, item: &DataItem) -> Result<String, RenderError> {
        let words = flags(item, self.struct_bytes(item).is_some());
        let mut text = words.join(" | ");
        let certain = match &item.section {
            Section::Address {
                certain: Some(conditions),
                ..
            } => Some(("__ACCRS_USED", conditions)),
            Section::Inferred {
                exact: Some(conditions),
                ..
            } => Some(("__ACCRS_EXACT", conditions)),
            _ => None,
        };
        if let Some((flag, conditions)) = certain {
            let mut all = Vec::new();
            for e in conditions {
                all.push(clause::operand(self.unit, e)?);
            }
            text += " | ";
            text += &match all.as_slice() {
                [] => flag.to_string(),
                all => format!("({} ? {flag} : 0)", all.join(" && ")),
            };
        }
        Ok(if text.is_empty() { "0".into() } else { text })
    }

    /// Address and bytes of a variable. Arrays are named without `&`: that is right for
    /// parameters too, whose `sizeof` is a pointer's.
    fn whole_variable(&self, var: VarId) -> Result<(String, String), RenderError> {
        let name = &clause::variable(self.unit, var)?;
        let var = self.unit.var(var);
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

    /// The entry of a section; then, where it goes on behind pointers, of each level of rows.
    fn dims(
        &self,
        name: &str,
        base: &Expr,
        dims: &[Dim],
        tail: &str,
        rooms: &mut Rooms,
    ) -> Result<Vec<String>, RenderError> {
        let types = &self.unit.types;
        let start = clause::operand(self.unit, base)?;
        // An lvalue of each dimension's element, for sizeof only.
        let mut element = start.clone();
        let mut ty = base.ty;
        let mut levels: Vec<Vec<Extent>> = Vec::new();
        for (k, dim) in dims.iter().enumerate() {
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
            element.push_str("[0]");
            let step = format!("sizeof({element})");
            let extent = Extent {
                lower,
                length,
                step,
            };
            match levels.last_mut() {
                Some(level) if !dim.behind => level.push(extent),
                _ => levels.push(vec![extent]),
            }
            ty = types
                .pointee(ty)
                .ok_or_else(|| RenderError::internal(format!("the section {name} is too deep")))?;
        }
        let mut out = Vec::new();
        for (k, level) in levels.iter().enumerate() {
            let host = if k == 0 {
                let index: String = level.iter().map(|d| format!("[{}]", d.lower)).collect();
                format!("&{start}{index}")
            } else {
                // The distance from where each pointer points.
                let terms: Vec<String> = level
                    .iter()
                    .map(|d| format!("(long)({}) * (long){}", d.lower, d.step))
                    .collect();
                format!("(void *)({})", terms.join(" + "))
            };
            out.push(level_entry(name, &host, level, tail, rooms));
        }
        // A pointer that the section starts behind may be null.
        let off = dims.first().and_then(|d| d.lower.as_ref());
        if types.is_pointer(base.ty) && off.is_some_and(|e| e.int_value() != Some(0)) {
            out[0] = format!("__accrs_behind((void *)({start}), {})", out[0]);
        }
        Ok(out)
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

/// The entry of one level of a section: dimensions without pointers between them.
fn level_entry(name: &str, host: &str, level: &[Extent], tail: &str, rooms: &mut Rooms) -> String {
    if let [d] = level {
        return format!(
            "__accrs_row({name}, (void *)({host}), {}, {}, {tail})",
            d.length, d.step
        );
    }
    let gaps = if level.len() > 2 {
        rooms.gaps += 1;
        format!("&__accrs_g[{}]", rooms.gaps - 1)
    } else {
        "0".into()
    };
    let list = |part: fn(&Extent) -> &str| level.iter().map(part).collect::<Vec<_>>().join(", ");
    format!(
        "__accrs_section({name}, (void *)({host}), {}, (const __accrs_wide[]){{ {} }}, (const __accrs_size[]){{ {} }}, {gaps}, {tail})",
        level.len(),
        list(|d| &d.length),
        list(|d| &d.step),
    )
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

fn flags(item: &DataItem, structs: bool) -> Vec<&'static str> {
    let m = item.modifiers;
    let implicit = !matches!(item.origin, Origin::Clause(_));
    [
        (m.zero, "__ACCRS_ZERO"),
        (m.readonly, "__ACCRS_READONLY"),
        (m.always_in, "__ACCRS_ALWAYS_IN"),
        (m.always_out, "__ACCRS_ALWAYS_OUT"),
        (m.own, "__ACCRS_OWN"),
        (structs, "__ACCRS_STRUCTS"),
        (
            structs && item.used.is_some_and(|used| used.one_array),
            "__ACCRS_ONE_ARRAY",
        ),
        (
            matches!(item.section, Section::Address { .. }),
            "__ACCRS_ADDRESS",
        ),
        (implicit, "__ACCRS_IMPLICIT"),
        (item.finalize, "__ACCRS_FINALIZE"),
        (item.if_present, "__ACCRS_IF_PRESENT"),
        (item.origin == Origin::Reduction, "__ACCRS_REDUCTION"),
    ]
    .into_iter()
    .filter_map(|(on, word)| on.then_some(word))
    .collect()
}
