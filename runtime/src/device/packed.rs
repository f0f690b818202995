//! Rows of a section that move without what lies between them.

use super::Rows;
use crate::environment;
use crate::notify::warn;
use std::sync::OnceLock;

/// Rows of a section, `distance` bytes from one's start to the next's, within `span` bytes from its byte `at` on. The first row begins `lead` bytes before
/// these, and the last one may end behind them: what lies outside is left out too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed {
    pub at: usize,
    pub span: usize,
    pub count: usize,
    pub bytes: usize,
    pub distance: usize,
    pub lead: usize,
}

impl Packed {
    pub fn new(
        at: usize,
        span: usize,
        bytes: usize,
        distance: usize,
        lead: usize,
    ) -> Option<Packed> {
        Some(Packed {
            at,
            span,
            count: span.checked_add(lead)?.div_ceil(distance),
            bytes,
            distance,
            lead,
        })
    }

    /// What its copies cost, in bytes that could be copied meanwhile. `None`: too much.
    pub fn cost(self) -> Option<usize> {
        let row = match when() {
            When::Always => 0,
            _ => ROW,
        };
        self.count.checked_mul(self.bytes.checked_add(row)?)
    }

    /// What else there is of a section of so many bytes: before the rows, between them, behind them.
    pub fn rest(self, section: usize) -> impl Iterator<Item = Packed> {
        let all = |at, span| Packed::new(at, span, span.max(1), span.max(1), 0);
        let lead = match self.lead.checked_sub(self.bytes) {
            Some(lead) => lead,
            None => self.lead + self.distance - self.bytes,
        };
        let gap = self.distance - self.bytes;
        let between = Packed::new(self.at, self.span, gap, self.distance, lead);
        let behind = self.at + self.span;
        let all = [all(0, self.at), between, all(behind, section - behind)];
        all.into_iter().flatten()
    }

    /// The rows in order, those of equal length together: the offset of the first one, and its kin.
    pub fn rows(self) -> impl Iterator<Item = (usize, Rows)> {
        let part = move |row: usize| {
            let from = (row * self.distance).saturating_sub(self.lead);
            let to = (row * self.distance + self.bytes).saturating_sub(self.lead);
            (self.at + from, to.min(self.span).saturating_sub(from))
        };
        let one = move |row: usize| {
            let (from, bytes) = part(row);
            (from, Rows::one(bytes as u64))
        };
        let last = self.count.saturating_sub(1);
        let inner = (last > 1).then(|| {
            let rows = Rows {
                count: last as u64 - 1,
                bytes: self.bytes as u64,
                stride: self.distance as u64,
            };
            (part(1).0, rows)
        });
        let end = (last > 0).then(|| one(last));
        [one(0)].into_iter().chain(inner).chain(end)
    }
}

/// What a row of its own costs a copy, in bytes that could be copied meanwhile.
const ROW: usize = 256;

/// When rows move alone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Where that takes at most half as long.
    Pays,
    /// Where that is less.
    Always,
    Never,
}

pub fn when() -> When {
    static WHEN: OnceLock<When> = OnceLock::new();
    *WHEN.get_or_init(|| {
        let set = environment::var("ACCRS_ROWS").unwrap_or_default();
        match set.trim() {
            "" => When::Pays,
            "always" => When::Always,
            "never" => When::Never,
            other => {
                warn(&format!(
                    "warning: ACCRS_ROWS={other}: not one of always, never; it is ignored"
                ));
                When::Pays
            }
        }
    })
}
