//! The dependences that a loop carries, a line each.

use super::{Text, inexact};
use crate::analyse::carried::Carried;
use crate::analyse::show;
use crate::analyse::slices::Slices;
use crate::analyse::vector::{Along, Kind, Vector};
use crate::analyse::verdict::{Conflict, Dependence, Inexact, NotAffine, Touch};
use crate::plan::{LoopPlan, reason};
use accrs_frontend::region::VarId;
use indexmap::IndexSet;

impl Text<'_> {
    /// `private`: what each iteration of the loop has for itself.
    pub(super) fn dependence(
        &mut self,
        c: &Carried,
        private: &IndexSet<VarId>,
        plan: Option<&LoopPlan>,
    ) {
        let behind = format!("{}{}", self.doubt(c), self.gone(c, private, plan));
        for v in &c.vectors {
            self.vector(v, &behind);
        }
        if c.vectors.is_empty() {
            let words = reason::dependence(self.unit, &c.of, "it");
            self.line(format!("{words}{behind}"));
        }
        if let Some(why) = &c.inexact {
            self.line(format!("distances aren't known: {}", inexact(why)));
        }
    }

    /// What dependences connect in a nest, and what they leave of its order.
    pub(super) fn slices(&mut self, slices: &Result<Slices, Inexact>) {
        let s = match slices {
            Ok(s) => s,
            Err(why) => return self.line(format!("slices aren't known: {}", inexact(why))),
        };
        let at_most = if s.exact { "" } else { "at most " };
        let meanings: Vec<String> = s.meanings.iter().map(|m| format!(", {m}")).collect();
        let closure = match (s.exact, s.closed) {
            (true, true) => "closure is exact",
            (_, true) => "closure may be too large as it is",
            (_, false) => "closure may be too large",
        };
        self.line(format!(
            "depends {at_most}{}{}; its {closure}",
            s.relation,
            meanings.concat()
        ));
        self.within(|t| {
            t.line(format!("begins in {}", s.sources));
            t.line(match (s.single, s.exact && s.closed) {
                (true, true) => "slices: one".into(),
                (true, false) => "slices: one, or more".into(),
                (false, true) => format!("slices: one for each of {}", s.representatives),
                (false, false) => format!("slices: one for each of {}, or more", s.representatives),
            });
            if let Some(steps) = &s.steps {
                t.line(format!("free schedule: {steps}"));
            }
        });
    }

    /// Why a dependence isn't certain, where something that can be named is the reason.
    fn doubt(&self, c: &Carried) -> String {
        match &c.of {
            _ if c.vectors.is_empty() => String::new(),
            Dependence::Memory {
                conflict: Conflict::NotAffine(why),
                ..
            } if !matches!(why, NotAffine::Cases(..)) => {
                format!("; {} isn't affine", show::not_affine(self.unit, why))
            }
            Dependence::Memory {
                conflict: Conflict::MayMeet(Some(why)),
                ..
            } => format!("; {}", inexact(why)),
            _ => String::new(),
        }
    }

    /// What does away with a dependence.
    fn gone(&self, c: &Carried, private: &IndexSet<VarId>, plan: Option<&LoopPlan>) -> String {
        let Some((root, plan)) = c.root.zip(plan) else {
            return String::new();
        };
        let name = show::name(self.unit, root);
        let reduced = plan.reductions.iter().any(|r| r.var == root);
        match (private.contains(&root), reduced) {
            (true, _) => format!("; gone, since {name} is private"),
            (_, true) => format!("; gone, since {name} is reduced"),
            _ => String::new(),
        }
    }

    fn vector(&mut self, v: &Vector, behind: &str) {
        let kinds: Vec<&str> = v.kinds.iter().map(|k: &Kind| k.name()).collect();
        let may = if v.certain { "" } else { "may be " };
        let touch = |t: &Touch| {
            let (what, at) = (show::touch(self.unit, t), show::place(self.unit, t.span()));
            format!("{what} at {at}")
        };
        let vector = distance(&v.along).map_or_else(
            || {
                let each = v.along.iter().map(|(_, a)| a.direction());
                format!("direction ({})", each.collect::<Vec<_>>().join(","))
            },
            |text| format!("distance ({text})"),
        );
        self.line(format!(
            "{may}{}: {} -> {}, {vector}{}{behind}",
            kinds.join(", "),
            touch(&v.from),
            touch(&v.to),
            reason::example(self.unit, &v.at)
        ));
    }
}

/// `None`: not all of them are constant.
fn distance(along: &[(VarId, Along)]) -> Option<String> {
    let each = along.iter().map(|(_, a)| match a {
        Along::Distance(d) => Some(d.to_string()),
        Along::Direction { .. } => None,
    });
    Some(each.collect::<Option<Vec<_>>>()?.join(","))
}
