//! Numbers of operations, as sums of products of trip counts.

use accrs_frontend::region::{Canonical, Expr};

/// A sum of products.
#[derive(Clone, Debug, Default)]
pub struct Work {
    pub terms: Vec<Term>,
}

/// So many operations, times the trips of these loops.
#[derive(Clone, Debug)]
pub struct Term {
    pub operations: f64,
    pub trips: Vec<Trips>,
}

/// A number of iterations.
#[derive(Clone, Debug)]
pub enum Trips {
    Of(Canonical),
    /// Of `for (k = starts[i]; k < starts[i + 1]; k++)` in all iterations of the loop `over` i: `starts` at its end less
    /// `starts` at its beginning.
    Rows {
        starts: Expr,
        over: Canonical,
    },
}

impl Trips {
    /// The loop whose iterations are counted, or whose inner ones are.
    pub(super) fn head(&self) -> &Canonical {
        match self {
            Trips::Of(head) | Trips::Rows { over: head, .. } => head,
        }
    }
}

impl Term {
    /// The operations as a number: an integer, or one with a digit behind the point where that makes a difference.
    pub fn words(&self) -> String {
        let number = self.operations.max(0.1);
        match number < 2.0 && number.fract() != 0.0 {
            true => format!("{number:.1}"),
            false => format!("{:.0}", number.max(1.0)),
        }
    }
}

impl Work {
    pub(super) fn of(operations: f64) -> Self {
        Self {
            terms: vec![Term {
                operations,
                trips: Vec::new(),
            }],
        }
    }

    pub(super) fn add(&mut self, other: Work) {
        self.terms.extend(other.terms);
    }

    /// The number of operations, where no trip count is open.
    pub fn constant(&self) -> Option<f64> {
        let plain = self.terms.iter().all(|t| t.trips.is_empty());
        plain.then(|| self.terms.iter().map(|t| t.operations).sum())
    }

    pub(super) fn scaled(mut self, by: f64) -> Self {
        self.terms.iter_mut().for_each(|t| t.operations *= by);
        self
    }

    /// With the terms of the same loops as one, and without those that are a small part of another one.
    pub(super) fn reduced(self) -> Self {
        let mut out: Vec<Term> = Vec::new();
        for t in self.terms {
            let same = |o: &&mut Term| {
                o.trips.len() == t.trips.len()
                    && o.trips.iter().zip(&t.trips).all(|(a, b)| same(a, b))
            };
            match out.iter_mut().find(same) {
                Some(o) => o.operations += t.operations,
                None => out.push(t),
            }
        }
        let all = out.clone();
        out.retain(|t| {
            let rows = |t: &Term| t.trips.iter().any(|h| matches!(h, Trips::Rows { .. }));
            // No two terms are a part of each other.
            let more = |o: &Term| (o.trips.len(), rows(o)) > (t.trips.len(), rows(t));
            let has = |o: &Term, h: &Trips| o.trips.iter().any(|g| same_head(h.head(), g.head()));
            !all.iter()
                .any(|o| more(o) && t.trips.iter().all(|h| has(o, h)))
        });
        Self { terms: out }
    }
}

fn same(a: &Trips, b: &Trips) -> bool {
    let rows = match (a, b) {
        (Trips::Of(_), Trips::Of(_)) => true,
        (Trips::Rows { starts: a, .. }, Trips::Rows { starts: b, .. }) => a.is_like(b),
        _ => false,
    };
    rows && same_head(a.head(), b.head())
}

/// Whether two loops have the same bounds as written.
pub(super) fn same_head(a: &Canonical, b: &Canonical) -> bool {
    a.cmp == b.cmp
        && a.down == b.down
        && a.lower.is_like(&b.lower)
        && a.upper.is_like(&b.upper)
        && a.step.is_like(&b.step)
}
