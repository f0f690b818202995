//! How far apart in memory the iterations of a loop are: what decides which loop of a nest should be innermost.

use super::access::{Access, Part};
use super::poly::Sym;
use accrs_frontend::Unit;
use accrs_frontend::region::VarId;

/// What an access does from one iteration to the next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stride {
    /// It moves by so many bytes, which a line holds; by none, it stays where it is.
    Near(u64),
    /// Along a column, or into another object.
    Far,
}

/// The stride of an access in the loop of `var`; `None` where a subscript isn't affine. Accesses that lie further apart than `line` bytes share no
/// line of a cache.
pub fn of(unit: &Unit, a: &Access<'_>, var: VarId, line: u64) -> Option<Stride> {
    let bytes = bytes(unit, a, var)?.and_then(|n| u64::try_from(n.unsigned_abs()).ok());
    Some(match bytes {
        Some(bytes) if bytes < line => Stride::Near(bytes),
        _ => Stride::Far,
    })
}

/// By how many bytes an access moves from one iteration to the next, backwards if that is negative. `None` where a subscript isn't affine;
/// `Some(None)`: by a number that only the run knows, or into another object.
pub fn bytes(unit: &Unit, a: &Access<'_>, var: VarId) -> Option<Option<i128>> {
    let symbol = Sym::Var(var, 0);
    let object = a.object_end();
    let mut bytes: i128 = 0;
    let mut known = true;
    for (i, part) in a.parts.iter().enumerate() {
        let Part::Index(index, elem) = part else {
            continue;
        };
        let (coefficient, rest) = index.as_ref().ok()?.split(&symbol)?;
        let size = unit.types.size_of(*elem);
        match (coefficient.as_constant(), size) {
            (Some(0), _) => {}
            (Some(n), Some(size)) if i >= object => bytes += n.checked_mul(size.into())?,
            _ => known = false,
        }
        if rest.mentions(&symbol) {
            return None;
        }
    }
    Some(known.then_some(bytes))
}

/// The strides of all accesses in one loop, in their order.
pub type Strides = Vec<Stride>;

/// Whether memory is read and written better with the one loop innermost than with the other: something runs along
/// memory that didn't, and nothing leaves it. Which access that is.
pub fn better(now: &Strides, then: &Strides) -> Option<usize> {
    let mut gained = None;
    for (i, (now, then)) in now.iter().zip(then).enumerate() {
        match (now, then) {
            (Stride::Far, Stride::Near(_)) => gained = gained.or(Some(i)),
            (Stride::Near(_), Stride::Far) => return None,
            _ => {}
        }
    }
    gained
}

/// The bytes of lines that an iteration leaves behind.
pub fn cost(strides: &Strides, line: u64) -> u64 {
    let bytes = |s: &Stride| match s {
        Stride::Near(n) => *n,
        Stride::Far => line,
    };
    strides.iter().map(bytes).sum()
}
