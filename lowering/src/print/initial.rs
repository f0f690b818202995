//! Initialisers: C's designators as C++'s positions, conversions written out.

use super::Printer;
use accrs_frontend::region::{ArrayLen, Designator, Expr, InitItem, Type};

impl Printer<'_> {
    /// Braces: positions instead of designators, and every conversion written out.
    pub(super) fn init_list(&self, e: &Expr, items: &[InitItem]) -> String {
        let slots = self.slots(e, items);
        let parts: Vec<String> = slots
            .into_iter()
            .map(|item| item.map_or("{}".to_string(), |v| self.library_argument(v)))
            .collect();
        if parts.is_empty() {
            "{}".into()
        } else {
            format!("{{{}}}", parts.join(", "))
        }
    }

    fn slots<'e>(&self, e: &Expr, items: &'e [InitItem]) -> Vec<Option<&'e Expr>> {
        let types = &self.unit.types;
        let fields = match types.canonical(e.ty) {
            Type::Record(r) => types.records[r.index()].fields.as_deref(),
            _ => None,
        };
        let is_union =
            matches!(types.canonical(e.ty), Type::Record(r) if types.records[r.index()].is_union);
        let mut slots: Vec<Option<&Expr>> = Vec::new();
        let mut next = 0usize;
        for item in items {
            match item.designators.as_slice() {
                [] => {}
                [Designator::Field(name)] => {
                    match fields.and_then(|f| f.iter().position(|f| f.name == *name)) {
                        Some(at) if !is_union || at == 0 => next = at,
                        _ => self.refuse(
                            item.value.span,
                            "this designated initialiser is not supported on a device",
                        ),
                    }
                }
                [Designator::Index(i)] => match i.int_value().and_then(|v| usize::try_from(v).ok())
                {
                    Some(at) if at < 65536 => next = at,
                    _ => self.refuse(
                        item.value.span,
                        "this designated initialiser is not supported on a device",
                    ),
                },
                _ => self.refuse(
                    item.value.span,
                    "this designated initialiser is not supported on a device",
                ),
            }
            if slots.len() <= next {
                slots.resize(next + 1, None);
            }
            slots[next] = Some(&item.value);
            next += 1;
        }
        if let Type::Array(_, ArrayLen::Fixed(n)) = types.canonical(e.ty) {
            slots.truncate(usize::try_from(*n).unwrap_or(usize::MAX));
        }
        slots
    }
}
