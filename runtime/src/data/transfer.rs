//! Transfers of sections between the host and a device, block by block.

use super::Call;
use super::item::name_of;
use super::{Data, GAPS};
use crate::abi::flag;
use crate::device::packed::Packed;
use crate::device::sim::order;
use crate::device::{DevPtr, DeviceResult, Rows};
use crate::fatal::Outcome;
use crate::notify::{STATS, count};
use crate::present::Lookup;
use crate::prof::{self, info::event};
use std::ffi::c_int;

/// The contiguous blocks of a section: byte offset from its first byte, and bytes, in order.
pub(super) fn blocks(d: &Data) -> impl Iterator<Item = (usize, usize)> + use<> {
    rows(d).flat_map(|(start, rows)| {
        let block = move |row| (start + (row * rows.stride) as usize, rows.bytes as usize);
        (0..rows.count).map(block)
    })
}

/// The same, where blocks at equal distances are rows.
pub(super) fn rows(d: &Data) -> impl Iterator<Item = (usize, Rows)> + use<> {
    let packed = d.packed.into_iter().flat_map(Packed::rows);
    // SAFETY: the ABI has `gaps` null or valid during the call.
    let gaps = unsafe { d.gaps.as_ref() };
    let levels = gaps.map_or(0, |g| g.n.min(GAPS));
    let whole = levels == 0 && (d.blocks <= 1 || d.block_bytes == d.stride);
    let inner = match whole {
        true => Rows::one(d.bytes as u64),
        false => Rows {
            count: d.blocks as u64,
            bytes: d.block_bytes as u64,
            stride: d.stride as u64,
        },
    };
    let outer: Vec<(usize, usize)> = gaps.map_or(Vec::new(), |g| {
        (0..levels).map(|k| (g.count[k], g.stride[k])).collect()
    });
    let total = match d.packed {
        Some(_) => 0,
        None => outer.iter().fold(1, |n, (count, _)| n * count),
    };
    let all = (0..total).map(move |mut at| {
        let mut offset = 0;
        for (count, stride) in &outer {
            offset += at % count * stride;
            at /= count;
        }
        (offset, inner)
    });
    all.chain(packed)
}

impl<'a> Call<'a> {
    fn begin(&self, event: c_int, d: &Data, device: DevPtr) -> Option<prof::Open<'a>> {
        let implicit = d.flags & flag::IMPLICIT != 0;
        prof::begin(
            event,
            || self.at(),
            implicit,
            super::events::about(d, device),
        )
    }

    pub(super) fn upload(&mut self, d: &Data, device: DevPtr) -> Outcome<()> {
        let told = self.begin(event::UPLOAD, d, device);
        let moved = self.each_block(d, |call, offset, rows| {
            let (to, from) = (
                DevPtr(device.0.wrapping_add(offset as u64)),
                d.host.wrapping_byte_add(offset),
            );
            call.on_host(d, from as usize, rows, false);
            // SAFETY: the caller of the ABI vouches for the section until the queue has passed.
            unsafe { call.work.copy_in(to, from, rows) }
        })?;
        prof::moved(told, moved);
        count(&STATS.uploads, 1);
        count(&STATS.upload_bytes, moved as u64);
        self.tell("upload", d, moved);
        Ok(())
    }

    /// An upload from memory that is not the section's own.
    pub(super) fn upload_whole(&mut self, d: &Data, device: DevPtr) -> Outcome<()> {
        let told = self.begin(event::UPLOAD, d, device);
        // SAFETY: the caller keeps `bytes` bytes at `host` until the copy is waited for.
        let copied = unsafe { self.work.copy_in(device, d.host, Rows::one(d.bytes as u64)) };
        copied.map_err(|e| self.driver_error(d, &e))?;
        prof::end(told);
        count(&STATS.uploads, 1);
        count(&STATS.upload_bytes, d.bytes as u64);
        self.tell("upload", d, d.bytes);
        Ok(())
    }

    pub(super) fn download(&mut self, d: &Data, device: DevPtr) -> Outcome<()> {
        let told = self.begin(event::DOWNLOAD, d, device);
        let moved = self.each_block(d, |call, offset, rows| {
            let (to, from) = (
                d.host.wrapping_byte_add(offset),
                DevPtr(device.0.wrapping_add(offset as u64)),
            );
            call.on_host(d, to as usize, rows, true);
            // SAFETY: as for uploads.
            unsafe { call.work.copy_out(to, from, rows) }
        })?;
        prof::moved(told, moved);
        count(&STATS.downloads, 1);
        count(&STATS.download_bytes, moved as u64);
        self.tell("download", d, moved);
        Ok(())
    }

    /// What the copies of this call do with the host's memory, for a program with checks.
    fn on_host(&self, d: &Data, start: usize, rows: Rows, writes: bool) {
        let operation = self.work.operation.as_ref();
        order::copies(operation, (start, rows), writes, || name_of(d).into_owned());
    }

    /// Copies each contiguous block of a section that is inside its entry, rows at once; returns
    /// the bytes. An implicit whole array of which a part is present moves that part.
    /// Attached pointers stay as they are on both sides: each side has its own (§2.6.8 leaves an
    /// update of them undefined).
    fn each_block(
        &mut self,
        d: &Data,
        copy: impl Fn(&mut Self, usize, Rows) -> DeviceResult<()>,
    ) -> Outcome<usize> {
        let host = d.host as usize;
        let mut attached = Vec::new();
        let (low, high) = match self.find(d) {
            Lookup::Inside(start) => match self.table.get(start) {
                Some(e) => {
                    let first = host.saturating_sub(size_of::<usize>() - 1);
                    let pointers = e
                        .attached
                        .iter()
                        .flat_map(|a| a.range(first..host + d.bytes));
                    attached.extend(pointers.map(|(at, _)| *at));
                    (e.start, e.end())
                }
                None => (0, 0),
            },
            _ => (host, host + d.bytes),
        };
        let mut moved = 0;
        if attached.is_empty() && low <= host && host + d.bytes <= high {
            for (offset, rows) in rows(d).filter(|(_, r)| r.count * r.bytes > 0) {
                copy(self, offset, rows).map_err(|e| self.driver_error(d, &e))?;
                moved += (rows.count * rows.bytes) as usize;
            }
            return Ok(moved);
        }
        let one = |bytes: usize| Rows::one(bytes as u64);
        for (offset, bytes) in blocks(d) {
            let mut from = (host + offset).max(low);
            let to = (host + offset + bytes).min(high);
            let near = attached.partition_point(|at| at + size_of::<usize>() <= from);
            for at in attached[near..].iter().take_while(|at| **at < to) {
                if from < *at {
                    copy(self, from - host, one(at - from))
                        .map_err(|e| self.driver_error(d, &e))?;
                    moved += at - from;
                }
                from = at + size_of::<usize>();
            }
            if from < to {
                copy(self, from - host, one(to - from)).map_err(|e| self.driver_error(d, &e))?;
                moved += to - from;
            }
        }
        Ok(moved)
    }
}
