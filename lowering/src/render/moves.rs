//! The data that moves, region by region, as a page can draw it: what goes to the device at a region's beginning, what comes back at its end, and who
//! says so.

use crate::plan::{Action, ConstructPlan, DataItem, DimExtent, Origin, Plan, Section, show};
use accrs_frontend::Unit;
use accrs_frontend::directive::DataKind;
use serde::Serialize;

/// A construct that moves data or has it on the device, or a loop of the host over whose turns data stays there.
#[derive(Clone, Debug, Serialize)]
pub struct Region {
    pub file: String,
    pub function: String,
    /// The first line, and the last.
    pub line: u32,
    pub end: u32,
    /// The directive's name: "parallel loop"; of a loop that holds data, "loop of the host".
    pub construct: String,
    /// It holds a kernel, or is one.
    pub compute: bool,
    pub items: Vec<Moved>,
}

/// A variable of a region.
#[derive(Clone, Debug, Serialize)]
pub struct Moved {
    /// With its section: "a[0:n*m]".
    pub name: String,
    /// "copyin"
    pub clause: String,
    /// Who asks for it: "clause", "implicit", "inferred", "reduction" or "held".
    pub origin: String,
    /// What an inferred section rests on.
    pub why: String,
    /// The clause's line; the construct's where there is none.
    pub line: u32,
    /// Whether it goes to the device, and comes back, where the device doesn't have it already.
    pub to_device: bool,
    pub from_device: bool,
    /// Memory on the device is made for it, where the device doesn't have it already.
    pub allocates: bool,
    /// Its size, where the text says it.
    pub bytes: Option<u64>,
    /// It stays on the device until the host's loop around the construct ends.
    pub held: bool,
}

/// All regions of a unit with anything to tell, in the order of the text.
pub fn regions(unit: &Unit, plan: &Plan) -> Vec<Region> {
    let mut all: Vec<Region> = plan
        .constructs
        .values()
        .filter_map(|c| region(unit, c))
        .collect();
    for held in &plan.held {
        let place = unit.source.place(held.span.start);
        let function = all
            .iter()
            .find(|r| r.file == place.file && r.line >= held.line)
            .map(|r| r.function.clone());
        let item = |name: &String| Moved {
            name: name.clone(),
            clause: "stays".into(),
            origin: "held".into(),
            why: "the host's code in the loop doesn't use it".into(),
            line: held.line,
            to_device: false,
            from_device: false,
            allocates: false,
            bytes: None,
            held: true,
        };
        all.push(Region {
            file: place.file,
            function: function.unwrap_or_default(),
            line: held.line,
            end: unit.source.line(held.span.end),
            construct: "loop of the host".into(),
            compute: false,
            items: held.names.iter().map(item).collect(),
        });
    }
    all.sort_by(|a, b| (&a.file, a.line, b.end).cmp(&(&b.file, b.line, a.end)));
    all
}

fn region(unit: &Unit, c: &ConstructPlan) -> Option<Region> {
    if matches!(c.action, Action::HostData(_) | Action::Nothing) {
        return None;
    }
    let compute = matches!(c.action, Action::Compute(_));
    if c.data.is_empty() && !compute {
        return None;
    }
    Some(Region {
        file: c.site.file.clone(),
        function: c.site.function.clone(),
        line: c.site.line,
        end: unit.source.line(c.span.end).max(c.site.line),
        construct: c.site.construct.clone(),
        compute,
        items: c.data.iter().map(|i| moved(unit, c, i)).collect(),
    })
}

fn moved(unit: &Unit, c: &ConstructPlan, item: &DataItem) -> Moved {
    use DataKind::{Copy, Copyin, Copyout, Create, UpdateDevice, UpdateHost};
    let (leaves, enters) = (
        matches!(c.action, Action::ExitData),
        matches!(c.action, Action::EnterData),
    );
    let (origin, why) = match &item.origin {
        Origin::Clause(_) => ("clause", String::new()),
        Origin::Implicit => ("implicit", String::new()),
        Origin::Inferred(words) => ("inferred", words.clone()),
        Origin::Reduction => ("reduction", String::new()),
    };
    let address = matches!(item.section, Section::Address { .. });
    Moved {
        name: show::item(unit, item),
        clause: show::kind(item.kind).into(),
        origin: origin.into(),
        why,
        line: item.line,
        to_device: !leaves && !address && matches!(item.kind, Copy | Copyin | UpdateDevice),
        from_device: !enters && !address && matches!(item.kind, Copy | Copyout | UpdateHost),
        allocates: !leaves && !address && matches!(item.kind, Copy | Copyin | Copyout | Create),
        bytes: bytes(unit, item),
        held: item.held,
    }
}

/// The bytes of an item, where all of its lengths are constants.
fn bytes(unit: &Unit, item: &DataItem) -> Option<u64> {
    match &item.section {
        Section::Whole => unit.types.size_of(unit.var(item.var).ty),
        Section::Dims { elem, dims, .. } => {
            if dims.iter().any(|d| d.behind) {
                return None;
            }
            let last = dims.last().map_or(*elem, |d| d.elem);
            dims.iter().try_fold(unit.types.size_of(last)?, |all, d| {
                let lower = d.lower.as_ref().map_or(Some(0), |e| e.int_value());
                let n = match (&d.length, &d.extent) {
                    (Some(e), _) => u64::try_from(e.int_value()?).ok()?,
                    (None, Some(DimExtent::Fixed(n))) => {
                        n.checked_sub(u64::try_from(lower?).ok()?)?
                    }
                    _ => return None,
                };
                all.checked_mul(n)
            })
        }
        Section::Inferred {
            elem, lower, upper, ..
        } => {
            let least = lower
                .iter()
                .map(|e| e.int_value())
                .collect::<Option<Vec<_>>>();
            let most = upper
                .iter()
                .map(|e| e.int_value())
                .collect::<Option<Vec<_>>>();
            let (least, most) = (least?.into_iter().min()?, most?.into_iter().max()?);
            let n = u64::try_from(most.checked_sub(least)?).ok()?;
            n.checked_mul(unit.types.size_of(*elem)?)
        }
        Section::Scanned { .. } | Section::Address { .. } => None,
    }
}
