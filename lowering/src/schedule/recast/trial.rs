//! What becomes of a unit where loops of some constructs are others than in the text.

use crate::options::Options;
use crate::plan::Plan;
use crate::schedule;
use accrs_frontend::Severity;
use accrs_frontend::region::{ConstructId, OnCores, Recast, Stmt, Unit};
use indexmap::IndexSet;

/// Does to some constructs what has been done to all of them since they were the text.
pub type Again<'t> = dyn Fn(&mut Unit, &IndexSet<ConstructId>) + 't;

/// What trials start from.
pub struct Trial<'t> {
    pub unit: &'t Unit,
    /// Before anything but loops was rewritten.
    pub text: &'t Unit,
    pub options: &'t Options,
    pub again: &'t Again<'t>,
}

/// A unit with other loops.
pub struct Tried {
    pub unit: Unit,
    /// Before anything else was rewritten.
    pub text: Unit,
    /// Of the constructs that have other loops.
    pub plan: Plan,
    /// The plan has errors: it is no plan to take.
    pub refused: bool,
}

/// Has the statements that devices run of a construct rewritten.
pub fn in_members<M>(
    unit: &mut Unit,
    id: ConstructId,
    apply: impl FnOnce(&mut Unit, &mut Vec<Stmt>) -> Option<(Recast, M)>,
) -> Option<M> {
    let at = id.index();
    let mut members = unit.constructs[at].members.take()?;
    let done = apply(unit, &mut members.body);
    let made = done.map(|(recast, made)| {
        members.recast.push(recast);
        made
    });
    unit.constructs[at].members = Some(members);
    made
}

impl Trial<'_> {
    /// Makes candidates in what devices see, leaves those out that don't pay, and makes what is left, until all do. `None`: none is left.
    /// `make` puts a candidate in the place of the text in its construct; `pays` looks at the plan, `None`: it doesn't, `false`: it is another candidate now.
    pub fn until_all_pay<C, M>(
        &self,
        mut all: Vec<C>,
        construct: impl Fn(&C) -> ConstructId,
        make: impl Fn(&mut Unit, &C) -> Option<M>,
        pays: impl Fn(&mut C, &M, &Plan) -> Option<bool>,
    ) -> Option<Tried> {
        while !all.is_empty() {
            let ids = all.iter().map(&construct).collect();
            let mut made = Vec::new();
            let tried = self.of(&ids, &mut |unit| {
                made = all.iter().map(|c| make(unit, c)).collect();
            });
            let mut made = made.into_iter();
            let mut same = true;
            all.retain_mut(|c| {
                let made = made.next().flatten().filter(|_| !tried.refused);
                let found = made.and_then(|made| pays(c, &made, &tried.plan));
                same &= found == Some(true);
                found.is_some()
            });
            if same {
                return Some(tried);
            }
        }
        None
    }

    /// `change` rewrites what devices see of these constructs.
    pub fn of(&self, ids: &IndexSet<ConstructId>, change: &mut dyn FnMut(&mut Unit)) -> Tried {
        let mut unit = self.unit.clone();
        for id in ids {
            let c = &mut unit.constructs[id.index()];
            let members = c.members.take();
            c.on_cores.get_or_insert_with(|| {
                Box::new(OnCores {
                    members,
                    ..OnCores::default()
                })
            });
            c.members = self.text.construct(*id).for_devices();
        }
        change(&mut unit);
        for id in ids {
            if let Some(members) = &mut unit.constructs[id.index()].members {
                unit.ids.renew(&mut members.body);
                for recast in &mut members.recast {
                    unit.ids.renew(std::slice::from_mut(&mut recast.whole));
                }
            }
        }
        let mut text = unit.clone();
        for c in text.constructs.iter_mut().filter(|c| !ids.contains(&c.id)) {
            c.members.clone_from(&self.text.construct(c.id).members);
        }
        (self.again)(&mut unit, ids);
        let (plan, told) = schedule::plan_of(&unit, self.options, ids.clone());
        let refused = told.iter().any(|d| d.severity == Severity::Error);
        Tried {
            unit,
            text,
            plan,
            refused,
        }
    }
}
