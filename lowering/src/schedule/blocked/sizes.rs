//! How large a device's tiles are, and how a block's threads share out what they copy.

use super::asked::Asked;
use super::shared::number;
use super::tensor;
use crate::analyse::work;
use crate::machine::Device;
use crate::plan::{CopyOf, TileCopy, Tiles};
use accrs_frontend::Unit;
use accrs_frontend::region::{ExprId, ExprKind, UnaryOp};

/// Iterations of a loop in order for which a block copies at once: its threads meet twice for each of these.
pub const DEPTH: u64 = 16;
/// Where the elements of a loop in order lie beside each other, so many neighbouring threads copy them: a sector of memory, or two. Other
/// threads of the warp copy other rows, which go to other banks of shared memory if there are 16 bytes between.
pub const LINE: u64 = 8;
/// Rows of a tile.
const ROWS: u64 = 64;
/// Rows of a thread, as far as registers go. Its columns are as few as let two threads' worth of a warp follow each other in memory.
const EACH: [u64; 3] = [16, 8, 4];
const COLUMNS: u64 = 2;
/// Of so few rows twice as much is copied: that is little.
const FEW: u64 = 4;
/// Iterations of loops in order, one behind the other, where no clause says how many.
const UNROLLED: u64 = 4;
/// Words that a thread keeps at most where clauses give sizes: half of the 255 registers that it can have at all. The compiler itself keeps to fewer, for occupancy.
const KEPT: u64 = 128;
/// Bytes that a thread loads at most at once.
const WIDE: u64 = 16;

/// The sizes of tiles: threads of a block along rows and along columns, iterations of each thread, and those of a loop in order for which a block copies at once.
#[derive(Clone, Copy)]
pub struct Sizes {
    pub rows: [u64; 2],
    pub columns: [u64; 2],
    depth: u64,
    /// Iterations of a loop in order that compilers are asked to write one behind the other.
    pub unroll: u64,
    pub by: GivenBy,
}

/// Who gives sizes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GivenBy {
    Compiler,
    /// An option, for all nests.
    Option,
    Clauses,
}

impl Sizes {
    pub fn of(device: &Device, asked: Option<&Asked<'_>>) -> Self {
        match asked {
            None => Self {
                rows: [ROWS / EACH[0], EACH[0]],
                columns: [device.warp, COLUMNS],
                depth: DEPTH,
                unroll: UNROLLED,
                by: GivenBy::Compiler,
            },
            Some(a) => Self {
                rows: a.rows,
                columns: a.columns,
                depth: if a.rows[0] * a.rows[1] <= FEW {
                    2 * DEPTH
                } else {
                    DEPTH
                },
                unroll: a.unroll.unwrap_or(UNROLLED),
                by: GivenBy::Clauses,
            },
        }
    }

    /// Those that an option gives.
    pub fn given(device: &Device, [rows, columns]: [u64; 2]) -> Option<Self> {
        let divides = |threads: &u64| columns.is_multiple_of(*threads);
        let threads = (1..=device.warp).rev().find(divides)?;
        Some(Self {
            rows: [1, rows],
            columns: [threads, columns / threads],
            depth: DEPTH,
            unroll: UNROLLED,
            by: GivenBy::Option,
        })
    }

    pub fn is_by_option(&self) -> bool {
        self.by == GivenBy::Option
    }

    /// Iterations of a loop in order for which a block copies at once, the first choice first: of many matrices less at a time.
    pub fn depths(&self) -> [u64; 2] {
        match self.by {
            GivenBy::Compiler => [self.depth, self.depth / 2],
            GivenBy::Option | GivenBy::Clauses => [self.depth; 2],
        }
    }

    /// Rows and columns of a tile.
    pub fn number(&self) -> [u64; 2] {
        [self.rows, self.columns].map(|[threads, each]| threads * each)
    }

    /// With as many iterations of each thread as registers allow for, where the compiler chooses: `words` is what one of them takes.
    pub fn fitting(mut self, device: &Device, words: u64) -> Option<Self> {
        let most = match self.by {
            GivenBy::Clauses => KEPT,
            GivenBy::Compiler | GivenBy::Option => device.registers / 2,
        };
        let fits = |each: u64| each * self.columns[1] * words <= most;
        let rows = self.rows[0] * self.rows[1];
        let each = match self.by {
            GivenBy::Clauses => return fits(self.rows[1]).then_some(self),
            GivenBy::Compiler => *EACH.iter().find(|each| fits(**each))?,
            GivenBy::Option => {
                let threads = |each: u64| rows / each * self.columns[0];
                let all = (1..=EACH[0]).rev();
                let all = all.filter(|each| rows.is_multiple_of(*each) && fits(*each));
                let all: Vec<u64> = all.filter(|each| threads(*each) <= device.block).collect();
                // A block of one warp waits for memory most of the time.
                let mut enough = all.iter().filter(|each| threads(**each) > device.warp);
                *enough.next().or(all.last())?
            }
        };
        self.rows = [rows / each, each];
        Some(self)
    }
}

impl Tiles {
    /// With copies that the block's threads share out; `None` where these don't fit. `rising`: elements that follow each other from one row or column to the next.
    pub fn dealt(
        mut self,
        unit: &Unit,
        device: &Device,
        by: GivenBy,
        rising: &[ExprId],
    ) -> Option<Self> {
        let (threads, depth) = (self.threads(), self.depth);
        let most = match self.tensor {
            Ok(_) => tensor::SHARED,
            Err(_) => device.shared,
        };
        let numbers: Vec<u64> = self.copies.iter().map(|c| self.number_of(c)).collect();
        for (c, number) in self.copies.iter_mut().zip(numbers) {
            // The fewer lines there are, the longer each is that all threads copy at once.
            if c.line > 1 {
                c.line = (threads / number).max(LINE).min(depth);
                c.padding *= u64::from(number > 1);
            }
            if self.tensor.is_ok() && !c.steady && c.of != CopyOf::Neither {
                let size = unit.types.size_of(c.element.ty).unwrap_or(tensor::APART);
                c.padding = (tensor::APART / size).max(1);
            }
        }
        let bytes = |c: &TileCopy| Some(self.elements(c) * number(unit, c.element.ty)?);
        let shared: Option<u64> = self.copies.iter().map(bytes).sum();
        let even = self.copies.iter().all(|c| self.is_dealt(c));
        let mut copies = self.copies.iter();
        let dealt = match by {
            GivenBy::Compiler => even,
            GivenBy::Option | GivenBy::Clauses => copies.all(|c| self.can_be_dealt(c)),
        };
        let right = threads <= device.block && shared? <= most && dealt;
        // Where clauses give the sizes, shared memory has what they ask for and no more.
        let ahead = even && by != GivenBy::Clauses;
        self.ahead = ahead && 2 * shared? <= most && self.may_be_ahead(unit);
        if self.ahead {
            self.widen(unit, rising);
        }
        right.then_some(self)
    }

    /// Whether copies have addresses, and there is a next part to copy.
    fn may_be_ahead(&self, unit: &Unit) -> bool {
        self.copies.iter().all(|c| {
            let has_address = matches!(
                c.element.kind,
                ExprKind::Index(..) | ExprKind::Unary(UnaryOp::Deref, _)
            );
            let more = work::trips(unit, &c.head).is_none_or(|n| n > self.depth as f64);
            has_address && more && !c.steady
        })
    }

    /// Has threads copy several elements at once where these follow each other, as many as a load takes. `rising`: those that do.
    fn widen(&mut self, unit: &Unit, rising: &[ExprId]) {
        for k in 0..self.copies.len() {
            let c = &self.copies[k];
            // Of each row or column something is asked by itself.
            if self.lacks(c) || self.ragged_of(c).is_some() {
                continue;
            }
            let size = unit.types.size_of(c.element.ty).unwrap_or(WIDE);
            let wide = WIDE / size;
            let whole = wide > 1 && self.number_of(c).is_multiple_of(wide);
            if c.line > 1 || !whole || size < 4 || !rising.contains(&c.element.id) {
                continue;
            }
            self.copies[k].wide = wide;
            if !self.is_dealt(&self.copies[k]) {
                self.copies[k].wide = 1;
            }
        }
    }
}
