//! From a construct's table of items, and the values of a call, to entries.

use super::packed::{self, Rows};
use super::{Data, GAPS, Gaps};
use crate::abi::{Item, flag, kind, takes};
use crate::device::packed::Packed;
use crate::fatal::{Failure, Outcome};
use crate::site::{Caller, text};
use crate::values::Values;
use std::ffi::c_void;

/// The largest section: behind any address there is room for it in a `usize`.
const MOST: usize = isize::MAX as usize;

/// A construct's entries, and what they point to. Kept from call to call for the memory that it has.
#[derive(Default)]
pub struct Entries {
    data: Vec<Data>,
    /// There is room for all before the first comes, since entries point to them.
    rows: Vec<Data>,
    gaps: Vec<Gaps>,
    steps: Vec<usize>,
    /// Of the section at hand: elements, and the bytes of one.
    dimensions: Vec<(usize, usize)>,
    /// Likewise: the rows that are used of it.
    used: Vec<Rows>,
}

impl Entries {
    /// The entries of `items`, in their place.
    ///
    /// # Safety
    /// The items are a construct's table, and `values` those of a call for it.
    pub unsafe fn fill(
        &mut self,
        place: &Caller<'_>,
        items: &[Item],
        values: &mut Values,
    ) -> Outcome<&mut [Data]> {
        self.clear();
        let (mut rows, mut steps) = (0, 0);
        let of = |item: &Item| (item.takes & takes::DIMENSIONS) as usize + 1;
        for item in items {
            steps += of(item);
            let mut level = item.rows;
            // SAFETY: `rows` of a table lead to its own rows.
            while let Some(row) = unsafe { level.as_ref() } {
                (rows, steps) = (rows + 1, steps + of(row));
                level = row.rows;
            }
        }
        self.rows.reserve(rows);
        self.gaps.reserve(items.len() + rows);
        self.steps.reserve(steps);
        for item in items {
            let mut entry = self.entry(place, item, values)?;
            // SAFETY: as above.
            entry.rows = unsafe { self.rows(place, item, values)? };
            self.data.push(entry);
        }
        Ok(&mut self.data)
    }

    pub fn clear(&mut self) {
        self.data.clear();
        self.rows.clear();
        self.gaps.clear();
        self.steps.clear();
    }

    pub fn get(&self) -> &[Data] {
        &self.data
    }

    pub fn get_mut(&mut self) -> &mut [Data] {
        &mut self.data
    }

    /// The first level of an item's rows, which leads to the others.
    ///
    /// # Safety
    /// As for [`Entries::fill`].
    unsafe fn rows(
        &mut self,
        place: &Caller<'_>,
        item: &Item,
        values: &mut Values,
    ) -> Outcome<*mut Data> {
        // SAFETY: the caller's promise.
        let Some(row) = (unsafe { item.rows.as_ref() }) else {
            return Ok(std::ptr::null_mut());
        };
        let entry = self.entry(place, row, values)?;
        let at = self.rows.len();
        self.rows.push(entry);
        // SAFETY: as above.
        let next = unsafe { self.rows(place, row, values)? };
        self.rows[at].rows = next;
        Ok(&raw mut self.rows[at])
    }

    fn entry(&mut self, place: &Caller<'_>, item: &Item, values: &mut Values) -> Outcome<Data> {
        let takes = |what| item.takes & what != 0;
        let host = values.pointer();
        let behind = if takes(takes::BEHIND) {
            values.pointer()
        } else {
            host
        };
        let found = !takes(takes::SCANNED) || values.number() != 0;
        let mut entry = if takes(takes::SPAN) {
            let (lower, upper) = (values.number(), values.number());
            span(item, host, lower, upper, size(item, values))
        } else if takes(takes::DIMENSIONS) {
            self.section(place, item, host, values)?
        } else {
            Data::whole(item.name, host, size(item, values))
        };
        if behind.is_null() && takes(takes::BEHIND) {
            entry = Data::whole(item.name, std::ptr::null_mut(), 0);
        }
        (entry.kind, entry.flags, entry.line) = (item.kind, item.flags, item.line);
        entry.of = item.of;
        if takes(takes::SCANNED) && found {
            entry.flags &= !flag::USED;
        } else if !found {
            entry = Data {
                kind: kind::PRESENT,
                flags: item.flags & !(flag::EXACT | flag::HELD) | flag::ADDRESS,
                line: item.line,
                of: item.of,
                ..Data::whole(item.name, host, 0)
            };
        }
        if takes(takes::ASKED) && values.number() == 0 {
            entry.flags &= !(flag::USED | flag::EXACT);
            // What isn't surely overwritten keeps its values.
            if entry.kind == kind::COPYOUT {
                entry.kind = kind::COPY;
            }
        }
        if takes(takes::ATTACHED) {
            entry.pointer = values.pointer().cast();
        }
        if takes(takes::PACKED) {
            self.pack(host, values, &mut entry);
            // Nothing of rows that are all overwritten is wanted.
            if entry.packed.is_some() && item.flags & flag::FILLED != 0 {
                entry.kind = kind::COPYOUT;
            }
        }
        if item.flags & flag::MEMBERS != 0 {
            (entry.blocks, entry.block_bytes) = (0, item.from);
        }
        if item.flags & flag::STRUCTS != 0 {
            entry.stride = item.to;
        }
        Ok(entry)
    }

    /// Leaves out of a section what lies between the rows that are used, in the way that leaves out most.
    fn pack(&mut self, base: *mut c_void, values: &mut Values, entry: &mut Data) {
        let [bytes, ways, accesses] = [(); 3].map(|()| values.number());
        for _ in 0..ways {
            let distance = values.number();
            self.used.clear();
            for _ in 0..accesses {
                let [first, count, width] = [(); 3].map(|()| values.number());
                self.used.push(Rows {
                    first,
                    count,
                    width,
                });
            }
            let of = (base as usize, bytes);
            let found = packed::alone(entry, of, distance, &self.used);
            let less = |p: &Packed| entry.packed.is_none_or(|q| p.cost() < q.cost());
            if let Some(found) = found.filter(less) {
                entry.packed = Some(found);
            }
        }
    }

    /// A section of several dimensions. Rows that lie apart are blocks; gaps repeat these, where they are of further
    /// widths.
    fn section(
        &mut self,
        place: &Caller<'_>,
        item: &Item,
        host: *mut c_void,
        values: &mut Values,
    ) -> Outcome<Data> {
        self.dimensions.clear();
        for _ in 0..item.takes & takes::DIMENSIONS {
            let elements = values.size();
            self.dimensions.push((elements, size(item, values)));
        }
        let innermost = self.dimensions.last().map_or(0, |(_, step)| *step);
        let mut entry = Data::whole(item.name, host, 0);
        let steps = self.steps.len();
        self.steps.extend(self.dimensions.iter().map(|d| d.1));
        self.steps.push(0);
        entry.steps = &raw const self.steps[steps];
        if self.dimensions.iter().any(|(elements, _)| *elements == 0) {
            return Ok(entry);
        }
        let (mut bytes, mut block) = (innermost, innermost);
        let mut gaps = Gaps::default();
        let mut levels = 0;
        for &(elements, step) in self.dimensions.iter().rev() {
            let steps = (elements - 1).saturating_mul(step);
            bytes = bytes.saturating_add(steps).min(MOST);
            if elements == 1 {
                continue;
            }
            // What the level so far is repeated by, if there is one.
            let (count, stride) = match levels {
                0 | 1 => (&mut entry.blocks, &mut entry.stride),
                n => (&mut gaps.count[n - 2], &mut gaps.stride[n - 2]),
            };
            if levels == 0 && block == step {
                block = elements.saturating_mul(step).min(MOST);
            } else if levels > 0 && count.saturating_mul(*stride) == step {
                *count = count.saturating_mul(elements);
            } else if levels == 0 {
                (*count, *stride) = (elements, step);
                levels = 1;
            } else if levels <= GAPS {
                (gaps.count[levels - 1], gaps.stride[levels - 1]) = (elements, step);
                levels += 1;
            } else {
                // SAFETY: names are constants of the program.
                let name = unsafe { text(item.name) };
                return Err(Failure::new(format!(
                    "{}: {name}: a section with gaps of more than {} widths",
                    place.at(item.line),
                    GAPS + 1
                )));
            }
        }
        (entry.bytes, entry.block_bytes) = (bytes, block);
        if levels == 0 {
            entry.stride = block;
        }
        if levels > 1 {
            gaps.n = levels - 1;
            self.gaps.push(gaps);
            entry.gaps = self.gaps.last().map_or(std::ptr::null(), |g| &raw const *g);
        }
        Ok(entry)
    }
}

/// The bytes of a variable or an element: a constant, or the next value.
fn size(item: &Item, values: &mut Values) -> usize {
    match item.takes & takes::SIZED {
        0 => item.bytes,
        _ => values.size(),
    }
}

/// Elements [lower, upper) behind a pointer, as analysis found them.
fn span(item: &Item, base: *mut c_void, lower: i64, upper: i64, size: usize) -> Data {
    if upper <= lower || base.is_null() {
        return Data::whole(item.name, base, 0);
    }
    let elements = usize::try_from(i128::from(upper) - i128::from(lower)).unwrap_or(MOST);
    let start = base.wrapping_byte_offset((lower as isize).wrapping_mul(size as isize));
    let mut entry = Data::whole(item.name, start, elements.saturating_mul(size).min(MOST));
    entry.stride = size;
    entry
}
