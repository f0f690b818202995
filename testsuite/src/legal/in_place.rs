//! What runs in the place of others: nests of the cores in another form, and loops that stand for those of the text. They must leave what those leave.

use super::construct::Check;
use super::machine::{Given, Machine};
use super::mutate::Mutation;
use super::order::Violation;
use super::recast;
use super::report::Kind;
use super::tiled::{self, Change, Nest};
use super::value::{Run, Stop};
use super::views;
use accrs_frontend::region::{Recast, Stmt, StmtId, StmtKind, VarId};
use std::collections::HashSet;

/// As many iterations as there are, of small nests.
const ALL: u32 = 2000;

impl<'u> Check<'u> {
    /// The plans that are run in the place of nests of the cores.
    pub fn in_place(&mut self, given: &Given) -> Run<()> {
        for (stmt, b) in &self.here.blocked {
            let names = (Kind::Blocked, "the cores' tiles");
            self.of_nest(given, names, (*stmt, Nest::Blocked(b)), &b.own)?;
        }
        for (stmt, j) in &self.here.jammed {
            let names = (Kind::Jammed, "iterations together");
            self.of_nest(given, names, (*stmt, Nest::Jammed(j)), &j.own)?;
        }
        for (stmt, a) in &self.here.ahead {
            let names = (Kind::Ahead, "sums together");
            self.of_nest(given, names, (*stmt, Nest::Ahead(a)), &a.own)?;
        }
        Ok(())
    }

    fn of_nest(
        &mut self,
        given: &Given,
        (kind, name): (Kind, &str),
        (stmt, nest): (StmtId, Nest<'u>),
        own: &[VarId],
    ) -> Run<()> {
        let mut but: HashSet<VarId> = own.iter().copied().collect();
        self.text.iter().for_each(|s| {
            s.each_stmt(|s| {
                if let StmtKind::For(l) = &s.kind {
                    but.extend(l.canonical.iter().map(|h| h.var));
                }
            })
        });
        let run = |given: &Given, change: Option<Change>| {
            let mut m = self.machine(&Given {
                first_only: true,
                ..given.clone()
            });
            m.in_tiles.extend(change.map(|c| (stmt, (nest, c))));
            m.body(self.text)?;
            Ok(m)
        };
        let (change, mutation) = match kind {
            Kind::Ahead => (Change::TooFar, Mutation::TooFar),
            _ => (Change::Backwards, Mutation::Backwards),
        };
        let [plain, tiled, wrong] = self.short(given, |given| {
            Ok([
                run(given, None)?,
                run(given, Some(Change::None))?,
                run(given, Some(change))?,
            ])
        })?;
        self.compare(kind, stmt.0, name, (&plain, &tiled), &but);
        let seen = tiled::difference(&plain, &wrong, &but).is_some();
        self.saw(mutation, stmt.0, seen);
        Ok(())
    }

    pub fn compare(
        &mut self,
        kind: Kind,
        what: u32,
        name: &str,
        (plain, tiled): (&Machine<'_>, &Machine<'_>),
        but: &HashSet<VarId>,
    ) {
        // Iterations with sums together stay in order but for these.
        let view = (kind != Kind::Ahead).then(|| tiled::view(name));
        for v in view.iter().flat_map(|v| v.check(&tiled.trace)) {
            self.violated(tiled, name, &v);
        }
        if let Some((a, b)) = tiled::copied_and_written(tiled) {
            let why = "a copy is read of what is written".to_string();
            self.violated(
                tiled,
                name,
                &Violation {
                    first: a,
                    second: b,
                    why,
                },
            );
        }
        if let Some((v, at)) = tiled::difference(plain, tiled, but) {
            let text = format!(
                "{name}: {} has another value at byte {at}",
                self.unit.var(v).name
            );
            self.tell(text);
        }
        let several = tiled
            .trace
            .turns()
            .iter()
            .any(|(id, n)| id.0 > u32::MAX - 40 && *n > 1);
        if several {
            self.checked.insert((kind, what));
        }
    }

    /// Loops in the place of others must leave what those of the text leave.
    pub fn of_recast(&mut self, given: &Given) -> Run<()> {
        if let Some(members) = self.construct.members.as_ref()
            && !self.whole.is_empty()
        {
            let turned = recast::turned(&members.recast, &members.body);
            let ordered = members.recast.iter().any(Recast::has_other_heads);
            self.same(given, [self.whole, &members.body, &turned], (0, ordered))?;
        }
        if let Some(here) = self.construct.on_cores.as_ref()
            && let Some(text) = &here.text
        {
            let turned = recast::turned_on_cores(&here.fused, text);
            let turned = recast::turned(&here.recast, &turned);
            let ordered = here.recast.iter().any(Recast::has_other_heads);
            let forms = [views::written(self.construct), text, &turned];
            self.same(given, forms, (1, ordered))?;
        }
        Ok(())
    }

    /// The arrays that iterations have for themselves on devices.
    fn arrays(&self) -> impl Iterator<Item = VarId> + use<'u> {
        let members = self.construct.members.iter();
        members.flat_map(|m| m.arrays.iter().map(|a| a.var))
    }

    /// What devices run with arrays of iterations must leave what the text leaves.
    pub fn of_arrays(&mut self, given: &Given) -> Run<()> {
        let Some(members) = self.construct.members.as_ref() else {
            return Ok(());
        };
        if members.arrays.is_empty() {
            return Ok(());
        }
        let mut but: HashSet<VarId> = members.kept.iter().map(|k| k.1).collect();
        let forms = [self.text, members.body.as_slice()];
        for s in forms.into_iter().flatten() {
            s.each_stmt(|s| {
                if let StmtKind::For(l) = &s.kind {
                    but.extend(l.canonical.iter().map(|h| h.var));
                }
            });
        }
        let [text, own] = self.short(given, |given| {
            let given = Given {
                first_only: true,
                ..given.clone()
            };
            let run = |stmts: &'u [Stmt]| {
                let mut m = Machine::new(self.unit, &given);
                m.body(stmts)?;
                Ok(m)
            };
            Ok([run(forms[0])?, run(forms[1])?])
        })?;
        if own.trace.cut {
            but.extend(self.arrays());
        }
        if let Some((v, at)) = tiled::difference(&text, &own, &but) {
            let name = &self.unit.var(v).name;
            self.tell(format!(
                "iterations with arrays for themselves: {name} has another value at byte {at}"
            ));
        }
        Ok(())
    }

    /// Whether the second form of a construct leaves what the first one leaves, and a wrong one something else. `which`: for devices 0, for the cores 1.
    /// `ordered`: iterations have another order, so that only runs with all of them can be compared.
    fn same(
        &mut self,
        given: &Given,
        forms: [&[Stmt]; 3],
        (which, ordered): (u32, bool),
    ) -> Run<()> {
        let mut but: HashSet<VarId> = HashSet::new();
        for s in forms.iter().flat_map(|f| f.iter()) {
            s.each_stmt(|s| {
                if let StmtKind::For(l) = &s.kind {
                    but.extend(l.canonical.iter().map(|h| h.var));
                }
            });
        }
        let run = |given: &Given| {
            let given = Given {
                first_only: true,
                ..given.clone()
            };
            forms
                .iter()
                .map(|stmts| {
                    let mut m = Machine::new(self.unit, &given);
                    m.quiet = ordered;
                    m.body(stmts)?;
                    Ok(m)
                })
                .collect::<Run<Vec<Machine<'_>>>>()
        };
        let runs = match ordered {
            true => run(&Given {
                turns: ALL,
                ..given.clone()
            }),
            false => self.short(given, run),
        };
        let runs = match runs {
            Err(Stop::Long) if ordered => return Ok(()),
            runs => runs?,
        };
        if ordered && runs.iter().any(|m| m.trace.cut) {
            return Ok(());
        }
        let [whole, other, turned] = runs.as_slice() else {
            return Ok(());
        };
        // What the last iteration alone stores isn't there where it is cut off.
        if other.trace.cut {
            but.extend(self.arrays());
        }
        if let Some((v, at)) = tiled::difference(whole, other, &but) {
            let text = format!(
                "loops in the place of others: {} has another value at byte {at}",
                self.unit.var(v).name
            );
            self.tell(text);
        }
        let id = 2 * self.construct.id.0 + which;
        self.checked.insert((Kind::Recast, id));
        let seen = tiled::difference(whole, turned, &but).is_some();
        self.saw(Mutation::Pieces, id, seen);
        Ok(())
    }
}
