//! What kernels' accesses have to do with values that are newer on the other side ([`super::stale`]).

use super::advise::text;
use super::cells::written;
use super::memory::{self, Chunk, strand};
use super::report::Finding;
use super::stale::{self, Section};
use super::watch::{COPY_WRITES, State};
use std::ffi::c_ulong;
use std::sync::Arc;

/// Variables of up to so many bytes are written as a whole by what the compiler makes: results of reductions.
const ONE: usize = 16;

impl State {
    fn is_queued(&self) -> bool {
        self.operation.as_ref().is_some_and(|o| o.queue.is_some())
    }

    /// An access falls into another stretch than before: notes the section, and answers whether the host may have newer values there.
    pub(super) fn section_of(&mut self, at: usize, site: u32) -> bool {
        if !self.kinds.stale {
            return false;
        }
        let section = stale::section(at);
        let launch = self.order.launch();
        let old = section.as_ref().is_some_and(|s| s.look(launch));
        self.sections[site as usize] = section;
        old && !self.is_queued()
    }

    /// The section that an access falls into.
    fn current(&mut self, at: usize, bytes: usize, site: u32) -> Option<&Arc<Section>> {
        let known = &mut self.sections[site as usize];
        if known.as_ref().is_some_and(|s| !s.has(at, bytes)) {
            *known = stale::section(at);
        }
        known.as_ref().filter(|s| s.has(at, bytes))
    }

    /// A read of a stretch where the host may have newer values.
    #[cold]
    pub(super) fn old(&mut self, at: usize, bytes: usize, site: u32) -> c_ulong {
        let Some(section) = self.current(at, bytes, site).cloned() else {
            return 0;
        };
        // What has no value at all is told as that.
        if self.kinds.unwritten && !written(at, bytes) {
            return 0;
        }
        let Some(who) = section.is_old(at, bytes) else {
            return 0;
        };
        self.pending = Some(Finding::Old { site, section, who });
        1
    }

    /// A write.
    #[inline]
    pub(super) fn newest(&mut self, at: usize, bytes: usize, site: u32) {
        let queued = self.is_queued();
        if let Some(section) = self.current(at, bytes, site) {
            section.written(at, bytes, queued);
        }
    }

    /// What the compiler made writes an object.
    pub(super) fn made(&mut self, at: usize) {
        let queued = self.is_queued();
        if let Some(section) = stale::section(at).filter(|_| self.kinds.stale) {
            section.written(section.device, section.bytes, queued || section.bytes > ONE);
        }
    }

    /// The access that wrote last what lies there, in words.
    pub(super) fn written_by(&self, at: usize) -> Option<String> {
        let chunk = memory::chunk(at);
        // SAFETY: the chunk is the address's; a launch has its turn.
        let stamps = unsafe {
            let word = (*Chunk::cell(chunk, at)).write;
            match Chunk::has_small(chunk) {
                true => [word, (*Chunk::small(chunk, at)).write],
                false => [word, 0],
            }
        };
        let last = stamps
            .into_iter()
            .max_by_key(|s| strand(*s))
            .filter(|s| *s != 0)?;
        let site = memory::site(last);
        let s = self
            .sites
            .get(site as usize)
            .filter(|_| site > COPY_WRITES)?;
        Some(format!(
            "{}:{}:{}: the device writes: {}",
            text(s.file),
            s.site.line,
            s.site.column,
            text(s.site.text)
        ))
    }
}
