//! Data clauses in the form that the runtime takes: a table of what the compiler knows, and the values that the construct has
//! when it runs.

use super::{Host, list, scans};
use crate::plan::{DataItem, Dim, DimExtent, Origin, Section};
use crate::print::{Dialect, Printer};
use crate::render::text::c_string;
use crate::render::{RenderError, clause};
use accrs_frontend::directive::DataKind;
use accrs_frontend::region::{ArrayLen, Expr, ExprKind, Storage, Type, TypeId, VarId};
use std::collections::HashSet;
use std::fmt::Write;

/// The items of a construct, as C.
#[derive(Default)]
pub(super) struct Items {
    pub count: usize,
    /// The items, and their rows.
    table: Vec<Row>,
    rows: Vec<Row>,
    /// The values that the items take, one string for each item.
    values: Vec<String>,
}

/// An initialiser of `__accrs_item`, and the number of the row that it leads to.
struct Row {
    members: String,
    next: Option<usize>,
}

/// What an item takes from the array of values: the members `takes` and `bytes` of its table, and the values.
struct Taken {
    takes: Vec<String>,
    bytes: String,
    values: Vec<String>,
}

/// A dimension of a section, as C: its elements, and the bytes from one of them to the next.
struct Extent {
    lower: String,
    length: String,
    step: String,
    /// `step` isn't a constant.
    sized: bool,
}

impl Items {
    /// The definitions of the tables. `own` is the ending of their names.
    pub fn tables(&self, own: &str) -> String {
        let mut out = String::new();
        let mut table = |name: &str, rows: &[Row]| {
            if rows.is_empty() {
                return;
            }
            let _ = writeln!(
                out,
                "    static const __accrs_item __accrs_{name}{own}[] = {{"
            );
            for Row { members, next } in rows {
                let next = next.map_or(String::new(), |k| format!(", &__accrs_rows{own}[{k}]"));
                let _ = writeln!(out, "        {{ {members}{next} }},");
            }
            out.push_str("    };\n");
        };
        table("rows", &self.rows);
        table("items", &self.table);
        out
    }

    /// The members of a site's initialiser for the items: their number and their table.
    pub fn of_site(&self, own: &str) -> String {
        match self.count {
            0 => "0, 0".into(),
            n => format!("{n}, __accrs_items{own}"),
        }
    }

    /// The definition of the array of their values.
    pub fn values(&self, name: &str) -> String {
        list("        ", name, &self.values)
    }
}

impl Host<'_> {
    pub(super) fn items(&self, items: &[DataItem]) -> Result<Items, RenderError> {
        self.items_with(items, &HashSet::new())
    }

    /// The items of a construct, some of which are nothing but results of its kernels.
    pub(super) fn items_with(
        &self,
        items: &[DataItem],
        results: &HashSet<usize>,
    ) -> Result<Items, RenderError> {
        let mut out = Items {
            count: items.len(),
            ..Items::default()
        };
        for (k, item) in items.iter().enumerate() {
            let mut others = items.iter().enumerate().filter(|(i, _)| *i != k);
            let part = others.any(|(_, other)| item.is_beside(other));
            self.item(item, (results.contains(&k), part), &mut out)?;
        }
        Ok(out)
    }

    /// Adds an item.
    fn item(
        &self,
        item: &DataItem,
        (result, part): (bool, bool),
        out: &mut Items,
    ) -> Result<(), RenderError> {
        let mut levels = self.levels(item)?.into_iter();
        let Some(mut first) = levels.next() else {
            return Err(RenderError::internal(format!(
                "'{}' has no section",
                item.name
            )));
        };
        let mut flags = flags(item);
        if result {
            flags.push("__ACCRS_REDUCTION");
        }
        if part {
            flags.push("__ACCRS_PART");
        }
        self.certainty(item, &mut flags, &mut first)?;
        if let Some(pointer) = &item.attach {
            first.takes.push("__ACCRS_ATTACHED".into());
            let pointer = self.expr(pointer)?;
            first.values.push(format!("{{ (void *)&({pointer}) }}"));
        }
        self.packed(item, &mut first)?;
        let mut structs = String::new();
        if let Some(bytes) = self.struct_bytes(item) {
            flags.push("__ACCRS_STRUCTS");
            structs = format!(", 0, {bytes}");
            if let (Section::Whole, Some(used)) = (&item.section, item.used) {
                flags.push("__ACCRS_MEMBERS");
                if used.one_array {
                    flags.push("__ACCRS_ONE_ARRAY");
                }
                structs = format!(", {}, {}", used.from, used.to.min(bytes));
            }
        }
        let (name, kind, flags) = (c_string(item.name.as_bytes()), kind(item)?, either(&flags));
        let row = |level: &Taken| {
            let (takes, bytes) = (either(&level.takes), &level.bytes);
            format!("{name}, {kind}, {flags}, {}, {takes}, {bytes}", item.line)
        };
        let of = match self.elements(item) {
            Some(text) => c_string(text.as_bytes()),
            None => "0".into(),
        };
        let mut values = vec![first.values.join(", ")];
        let rows: Vec<Taken> = levels.collect();
        // Pointers to rows are no elements.
        let own_of = if rows.is_empty() { &of } else { "0" };
        let mut own = format!("{}, {own_of}{structs}", row(&first));
        if !rows.is_empty() && structs.is_empty() {
            own.push_str(", 0, 0");
        }
        out.table.push(Row {
            members: own,
            next: (!rows.is_empty()).then_some(out.rows.len()),
        });
        for (k, level) in rows.iter().enumerate() {
            let last = k + 1 == rows.len();
            let structs = if last { "" } else { ", 0, 0" };
            let of = if last { &of } else { "0" };
            let next = out.rows.len() + 1;
            out.rows.push(Row {
                members: format!("{}, {of}{structs}", row(level)),
                next: (!last).then_some(next),
            });
            values.push(level.values.join(", "));
        }
        out.values.push(values.join(", "));
        Ok(())
    }

    /// What the elements of an item are, with the array's extents that are constants: "double[][200]". `None` where they aren't arithmetic.
    fn elements(&self, item: &DataItem) -> Option<String> {
        let types = &self.unit.types;
        let (ty, extents) = match &item.section {
            Section::Whole => (self.unit.var(item.var).ty, String::new()),
            Section::Dims { base, dims, .. } if dims.is_empty() => (base.ty, String::new()),
            Section::Dims { dims, .. } => {
                // Of rows behind pointers, the last level's.
                let level = dims.iter().rposition(|d| d.behind).unwrap_or(0);
                (dims.get(level)?.elem, "[]".to_string())
            }
            Section::Inferred { base, .. } => (types.pointee(base.ty)?, "[]".into()),
            Section::Scanned { scan, .. } => (scan.scan.elem, "[]".into()),
            Section::Address { base, .. } => (types.pointee(base.ty)?, "[]".into()),
        };
        self.elements_of(ty, extents)
    }

    /// Likewise for a type, behind the extents that are known before it.
    pub(super) fn elements_of(&self, mut ty: TypeId, mut extents: String) -> Option<String> {
        let types = &self.unit.types;
        while let Type::Array(elem, len) = types.canonical(ty) {
            match len {
                ArrayLen::Fixed(n) => extents.push_str(&format!("[{n}]")),
                ArrayLen::Vla(_) | ArrayLen::Unknown => extents.push_str("[]"),
            }
            ty = *elem;
        }
        if !types.is_arithmetic(ty) {
            return None;
        }
        let printer = Printer::of(self.unit, Dialect::HostC);
        Some(printer.type_name(types.canonical_id(ty)) + &extents)
    }

    /// The size of the structs in an item that the compiler added, or behind a pointer in `present`. The runtime needs it
    /// because an entry for some of their members is not the struct.
    fn struct_bytes(&self, item: &DataItem) -> Option<u64> {
        let types = &self.unit.types;
        let implicit = !matches!(item.origin, Origin::Clause(_)) && item.attach.is_none();
        let mut ty = match &item.section {
            Section::Whole if implicit => self.unit.var(item.var).ty,
            Section::Inferred { elem, .. } if implicit => *elem,
            Section::Scanned { scan, .. } if implicit => scan.scan.elem,
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

    /// What an item takes and, where its section goes on behind pointers, what each level of rows takes.
    fn levels(&self, item: &DataItem) -> Result<Vec<Taken>, RenderError> {
        Ok(match &item.section {
            Section::Whole => vec![self.whole_variable(item.var)?],
            Section::Address { base, .. } => {
                let base = clause::operand(self.unit, base)?;
                vec![Taken::variable(&base, "0".into(), false)]
            }
            Section::Dims { base, dims, .. } if dims.is_empty() => {
                let text = self.expr(base)?;
                let sized = self.unit.types.size_of(base.ty).is_none();
                vec![Taken::variable(
                    &format!("&({text})"),
                    format!("sizeof({text})"),
                    sized,
                )]
            }
            Section::Dims { base, dims, .. } => self.dims(&item.name, base, dims)?,
            Section::Scanned { scan, .. } => {
                let base = clause::operand(self.unit, &scan.base)?;
                let found = [scans::known(scan), scans::least(scan), scans::end(scan)];
                let mut span = Taken::at(&base);
                span.takes.push("__ACCRS_SPAN | __ACCRS_SCANNED".into());
                let values = found.iter().map(|n| format!("{{ .n = {n} }}"));
                span.values.extend(values);
                span.size(format!("sizeof({base}[0])"), false);
                vec![span]
            }
            Section::Inferred {
                base, lower, upper, ..
            } => {
                let (lower, upper) = (
                    self.nearest("__accrs_min", lower)?,
                    self.nearest("__accrs_max", upper)?,
                );
                let element = self.unit.types.pointee(base.ty);
                let sized = element.and_then(|e| self.unit.types.size_of(e)).is_none();
                let base = clause::operand(self.unit, base)?;
                let bounds = format!("{{ .n = {lower} }}, {{ .n = {upper} }}");
                let mut span = Taken::at(&base);
                span.takes.push("__ACCRS_SPAN".into());
                span.values.push(bounds);
                span.size(format!("sizeof({base}[0])"), sized);
                vec![span]
            }
        })
    }

    /// Adds what analysis is certain of, with the conditions for it that only the host can evaluate.
    fn certainty(
        &self,
        item: &DataItem,
        flags: &mut Vec<&'static str>,
        taken: &mut Taken,
    ) -> Result<(), RenderError> {
        if let Section::Scanned { exact: true, .. } = item.section {
            flags.push("__ACCRS_EXACT");
        }
        let (flag, conditions) = match &item.section {
            Section::Address {
                certain: Some(conditions),
                ..
            }
            | Section::Scanned {
                certain: Some(conditions),
                ..
            } => ("__ACCRS_USED", conditions),
            Section::Inferred {
                exact: Some(conditions),
                ..
            } => ("__ACCRS_EXACT", conditions),
            _ => return Ok(()),
        };
        flags.push(flag);
        let mut all = Vec::new();
        for e in conditions {
            all.push(clause::operand(self.unit, e)?);
        }
        if !all.is_empty() {
            taken.takes.push("__ACCRS_ASKED".into());
            taken
                .values
                .push(format!("{{ .n = ({}) ? 1 : 0 }}", all.join(" && ")));
        }
        Ok(())
    }

    /// Adds the rows of it that are touched, as the runtime takes them.
    fn packed(&self, item: &DataItem, taken: &mut Taken) -> Result<(), RenderError> {
        let Some(one) = item.packed.first() else {
            return Ok(());
        };
        taken.takes.push("__ACCRS_PACKED".into());
        let (ways, accesses) = (item.packed.len() as u64, one.rows.len() as u64);
        let mut numbers = [one.element, ways, accesses]
            .map(|n| n.to_string())
            .to_vec();
        for way in &item.packed {
            let each = way.rows.iter().flat_map(|r| [&r.first, &r.count, &r.width]);
            for e in std::iter::once(&way.distance).chain(each) {
                numbers.push(clause::operand(self.unit, e)?);
            }
        }
        let values = numbers.iter().map(|n| format!("{{ .n = {n} }}"));
        taken.values.extend(values);
        Ok(())
    }

    /// A whole variable. An array that is a parameter is a pointer, so it needs no `&`, and its size is computed.
    fn whole_variable(&self, var: VarId) -> Result<Taken, RenderError> {
        let name = &clause::variable(self.unit, var)?;
        let var = self.unit.var(var);
        let types = &self.unit.types;
        // What is declared in the construct isn't there on the host.
        if var.storage == Storage::Region {
            let bytes = types.size_of(var.ty);
            let bytes =
                bytes.ok_or_else(|| RenderError::internal(format!("'{name}' has no size")))?;
            return Ok(Taken::variable("0", bytes.to_string(), false));
        }
        if let (Type::Array(elem, len), Storage::Param) = (types.canonical(var.ty), var.storage) {
            let n = self.array_length(*len, name)?;
            let sized = !matches!(len, ArrayLen::Fixed(_)) || types.size_of(*elem).is_none();
            return Ok(Taken::variable(
                name,
                format!("{n} * sizeof({name}[0])"),
                sized,
            ));
        }
        let sized = types.size_of(var.ty).is_none();
        Ok(Taken::variable(
            &format!("&{name}"),
            format!("sizeof({name})"),
            sized,
        ))
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

    /// A section and, where it goes on behind pointers, each level of rows.
    fn dims(&self, name: &str, base: &Expr, dims: &[Dim]) -> Result<Vec<Taken>, RenderError> {
        let types = &self.unit.types;
        let start = clause::operand(self.unit, base)?;
        // An lvalue of the dimension's element type, for `sizeof` only.
        let mut element = start.clone();
        let mut ty = base.ty;
        let mut levels: Vec<Vec<Extent>> = Vec::new();
        for (k, dim) in dims.iter().enumerate() {
            let lower = match &dim.lower {
                Some(e) => self.expr(e)?,
                None => "0".into(),
            };
            let length = match &dim.length {
                Some(e) => self.number(e)?,
                None => {
                    let extent = self.extent(name, base, k, ty, &element, dim)?;
                    match &dim.lower {
                        Some(e) => format!("(long long){extent} - {}", self.number(e)?),
                        None => extent,
                    }
                }
            };
            ty = types
                .pointee(ty)
                .ok_or_else(|| RenderError::internal(format!("the section {name} is too deep")))?;
            element.push_str("[0]");
            let extent = Extent {
                lower,
                length,
                step: format!("sizeof({element})"),
                sized: types.size_of(ty).is_none(),
            };
            match levels.last_mut() {
                Some(level) if !dim.behind => level.push(extent),
                _ => levels.push(vec![extent]),
            }
        }
        let mut out = Vec::new();
        for (k, level) in levels.iter().enumerate() {
            let host = if k == 0 {
                let index: String = level.iter().map(|d| format!("[{}]", d.lower)).collect();
                format!("&{start}{index}")
            } else {
                // It is the distance in bytes from where each pointer points.
                let terms: Vec<String> = level
                    .iter()
                    .map(|d| format!("(long)({}) * (long){}", d.lower, d.step))
                    .collect();
                format!("({})", terms.join(" + "))
            };
            out.push(Taken::at(&host));
        }
        // If the section starts at an offset, the runtime needs the pointer itself, which may be null.
        let off = dims.first().and_then(|d| d.lower.as_ref());
        if types.is_pointer(base.ty) && off.is_some_and(|e| e.int_value() != Some(0)) {
            out[0].takes.push("__ACCRS_BEHIND".into());
            out[0].values.push(format!("{{ (void *){start} }}"));
        }
        for (taken, level) in out.iter_mut().zip(&levels) {
            taken.section(level);
        }
        Ok(out)
    }

    /// The number of elements in dimension `k`, which `element`, of type `ty`, is subscripted by.
    fn extent(
        &self,
        name: &str,
        base: &Expr,
        k: usize,
        ty: TypeId,
        element: &str,
        dim: &Dim,
    ) -> Result<String, RenderError> {
        // `sizeof` knows an array's length even if the variables in its declarator have changed since.
        let is_param = k == 0 && self.is_parameter(base);
        match self.unit.types.canonical(ty) {
            Type::Array(_, ArrayLen::Fixed(_) | ArrayLen::Vla(_)) if !is_param => {
                Ok(format!("(sizeof({element}) / sizeof({element}[0]))"))
            }
            _ => match &dim.extent {
                Some(DimExtent::Fixed(n)) => Ok(n.to_string()),
                Some(DimExtent::Expr(e)) => self.number(e),
                None => match self.unit.types.canonical(ty) {
                    Type::Array(_, len) => self.array_length(*len, name),
                    _ => Err(RenderError::internal(format!("{name} has no length"))),
                },
            },
        }
    }

    fn is_parameter(&self, base: &Expr) -> bool {
        match &base.strip_implicit().kind {
            ExprKind::Var(v) => self.unit.var(*v).storage == Storage::Param,
            _ => false,
        }
    }

    /// The smallest or largest of some expressions, by nested calls of `function`.
    pub(super) fn nearest(
        &self,
        function: &str,
        candidates: &[Expr],
    ) -> Result<String, RenderError> {
        let mut all = candidates.iter().map(|e| self.number(e));
        let Some(first) = all.next() else {
            return Err(RenderError::internal("an inferred section without bounds"));
        };
        all.try_fold(first?, |so_far, next: Result<String, RenderError>| {
            Ok(format!("{function}({so_far}, {})", next?))
        })
    }
}

impl Taken {
    fn at(address: &str) -> Self {
        Self {
            takes: Vec::new(),
            bytes: "0".into(),
            values: vec![format!("{{ (void *){address} }}")],
        }
    }

    fn variable(address: &str, bytes: String, sized: bool) -> Self {
        let mut taken = Self::at(address);
        taken.size(bytes, sized);
        taken
    }

    /// Notes the size of the variable or of an element; `sized`: as a value, since it isn't a constant.
    fn size(&mut self, bytes: String, sized: bool) {
        if sized {
            self.takes.push("__ACCRS_SIZED".into());
            self.values.push(format!("{{ .n = {bytes} }}"));
        } else {
            self.bytes = bytes;
        }
    }

    fn section(&mut self, dims: &[Extent]) {
        self.takes.insert(0, dims.len().to_string());
        if let [d] = dims {
            self.values.push(format!("{{ .n = {} }}", d.length));
            self.size(d.step.clone(), d.sized);
            return;
        }
        self.takes.push("__ACCRS_SIZED".into());
        let pair = |d: &Extent| format!("{{ .n = {} }}, {{ .n = {} }}", d.length, d.step);
        self.values.extend(dims.iter().map(pair));
    }
}

/// Constants of C joined by `|`; 0 if there are none.
fn either<S: AsRef<str>>(words: &[S]) -> String {
    let all: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match all.is_empty() {
        true => "0".into(),
        false => all.join(" | "),
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

fn flags(item: &DataItem) -> Vec<&'static str> {
    let m = item.modifiers;
    let implicit = !matches!(item.origin, Origin::Clause(_));
    [
        (m.zero, "__ACCRS_ZERO"),
        (item.only_read, "__ACCRS_READONLY"),
        (m.always_in, "__ACCRS_ALWAYS_IN"),
        (m.always_out, "__ACCRS_ALWAYS_OUT"),
        (m.own, "__ACCRS_OWN"),
        (m.capture, "__ACCRS_CAPTURE"),
        (
            matches!(item.section, Section::Address { .. }),
            "__ACCRS_ADDRESS",
        ),
        (item.packed.iter().any(|way| way.filled), "__ACCRS_FILLED"),
        (implicit, "__ACCRS_IMPLICIT"),
        (item.finalize, "__ACCRS_FINALIZE"),
        (item.if_present, "__ACCRS_IF_PRESENT"),
        (item.held, "__ACCRS_HELD"),
    ]
    .into_iter()
    .filter_map(|(on, word)| on.then_some(word))
    .collect()
}
