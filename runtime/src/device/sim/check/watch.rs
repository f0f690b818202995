//! What an access finds.

use super::advise::text;
use super::cells::{any_written, each_cell, is_mixed, is_small, written};
use super::entry::{Loop, Site};
use super::memory::{self, Cell, Chunk, SITE_BITS, stamp, strand};
use super::order::Order;
use super::queues::Operation;
use super::report::{Finding, Reports};
use super::stale::Section;
use super::unordered::Unordered;
use crate::device::sim::arena::{Arena, Spot};
use crate::device::sim::entry::own_memory;
use crate::device::sim::shadow;
use crate::environment;
use std::cell::UnsafeCell;
use std::collections::VecDeque;
use std::ffi::{c_char, c_ulong, c_void};
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, OnceLock};

/// Bits of a site's flags (`lowering/src/checks/table.rs`).
pub const WRITES: u32 = 1;
pub const UPDATES: u32 = 2;
pub const ATOMIC: u32 = 4;
pub const SCALAR: u32 = 8;
pub const FIXED: u32 = 16;
pub const MAPPED: u32 = 32;
pub const SAME: u32 = 64;
pub const CONSTANT: u32 = 128;
pub const KEPT: u32 = 256;
pub const OWN: u32 = 512;
/// Bits of who shares a loop.
pub const BY_GANGS: u32 = 1;
const BY_LANES: u32 = 2;

/// What a race is answered with: one that has been told, or one that is to be.
pub const KNOWN: c_ulong = 2;
pub const NEW: c_ulong = 1;

/// `accrs_check_answer`: the place that the access is to be made at, and whether its subscripts are wanted.
#[repr(C)]
pub struct Answer {
    pub place: *mut c_void,
    pub found: c_ulong,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds {
    pub races: bool,
    pub bounds: bool,
    pub unwritten: bool,
    pub waits: bool,
    pub stale: bool,
}

/// What the environment asks for. What is wrong with the variable is said where a device is opened.
pub fn kinds() -> &'static Kinds {
    static KINDS: OnceLock<Kinds> = OnceLock::new();
    let all = Kinds {
        races: true,
        bounds: true,
        unwritten: true,
        waits: true,
        stale: true,
    };
    KINDS.get_or_init(|| {
        let mut kinds = environment::var("ACCRS_CHECK")
            .and_then(|text| Kinds::of(&text).ok())
            .unwrap_or(all);
        // Each construct is then waited for, and runs on the host's memory too.
        let alone = environment::var("ACCRS_COMPARE").is_none();
        kinds.waits &= alone;
        kinds.stale &= alone;
        kinds
    })
}

impl Kinds {
    /// Whether it matters where accesses fall.
    #[inline(always)]
    fn follow(&self) -> bool {
        self.bounds || self.stale
    }

    /// Reads `race,bounds,uninit,wait,stale`; the error is the word that is none of them.
    pub fn of(text: &str) -> Result<Self, String> {
        let mut kinds = Self {
            races: false,
            bounds: false,
            unwritten: false,
            waits: false,
            stale: false,
        };
        for word in text.split(',').map(str::trim).filter(|w| !w.is_empty()) {
            match word {
                "race" => kinds.races = true,
                "bounds" => kinds.bounds = true,
                "uninit" => kinds.unwritten = true,
                "wait" => kinds.waits = true,
                "stale" => kinds.stale = true,
                _ => return Err(word.to_string()),
            }
        }
        Ok(kinds)
    }
}

/// The stretch of memory that an access of the text last fell into, in this launch.
#[derive(Clone, Copy, Default)]
struct Stretch {
    start: usize,
    bytes: usize,
    launch: u64,
    /// Nobody writes there in this launch, and nothing else is under way that could: a read is no race.
    quiet: bool,
    /// The host may have newer values there.
    old: bool,
}

/// A site of the program, with its file's name.
#[derive(Clone, Copy)]
pub struct Known {
    pub site: Site,
    pub file: *const c_char,
}

#[derive(Clone, Copy)]
pub struct KnownLoop {
    pub own: Loop,
    pub file: *const c_char,
}

const ASIDE: usize = 1 << 16;
/// An address so near to a device's memory is meant to lie in it.
const NEAR: u64 = 1 << 20;
/// The sites of what is no access of a kernel: copies that read the device's memory, and those that write it.
pub const COPY_READS: u32 = 0;
pub const COPY_WRITES: u32 = 1;

/// All that there is of it in the process.
pub struct State {
    pub order: Order,
    pub sites: Vec<Known>,
    pub loops: Vec<KnownLoop>,
    stretches: Vec<Stretch>,
    /// Of each access the section that it fell into last.
    pub(super) sections: Vec<Option<Arc<Section>>>,
    /// The first bytes of the sections that this launch writes; none where that isn't known.
    written: Option<Vec<usize>>,
    pub(super) kinds: Kinds,
    /// The present operation, and the earlier ones with their first strands: no operation where it was issued before the first on a queue.
    pub(super) operation: Option<Arc<Operation>>,
    pub(super) earlier: VecDeque<(u64, Option<Arc<Operation>>)>,
    pub(super) unordered: Vec<Unordered>,
    /// Strands before it are ordered before the present operation.
    pub(super) floor: u64,
    arena: Option<Arc<Arena>>,
    seen: bool,
    pub(super) pending: Option<Finding>,
    pub(super) reports: Reports,
    /// Where accesses go that would leave what is mapped.
    aside: Box<[u8]>,
}

struct Shared(UnsafeCell<Option<State>>);
// Guarded by the turn of `Launch`, see `state`.
unsafe impl Sync for Shared {}
static STATE: Shared = Shared(UnsafeCell::new(None));
/// The state, once it is made.
static MADE: AtomicPtr<State> = AtomicPtr::new(std::ptr::null_mut());

/// The state.
///
/// # Safety
/// The caller holds the turn of [`super::Launch`], or runs in a kernel for which it is held, or before any launch.
#[inline(always)]
pub unsafe fn state() -> &'static mut State {
    let made = MADE.load(Ordering::Relaxed);
    // SAFETY: the caller's word; it is made for good.
    unsafe {
        match made.is_null() {
            true => make(),
            false => &mut *made,
        }
    }
}

/// # Safety
/// As [`state`].
#[cold]
unsafe fn make() -> &'static mut State {
    // SAFETY: the caller's word.
    let state = unsafe { &mut *STATE.0.get() }.get_or_insert_with(State::new);
    MADE.store(state, Ordering::Relaxed);
    state
}

impl State {
    pub(super) fn new() -> Self {
        let copy = |flags| Known {
            site: Site {
                file: 0,
                line: 0,
                column: 0,
                flags,
                apart: 0,
                op: c"".as_ptr(),
                text: c"".as_ptr(),
                element: c"".as_ptr(),
                name: c"".as_ptr(),
            },
            file: c"".as_ptr(),
        };
        Self {
            order: Order::new(),
            sites: vec![copy(0), copy(WRITES)],
            loops: Vec::new(),
            stretches: vec![Stretch::default(); 2],
            sections: vec![None; 2],
            written: None,
            kinds: *kinds(),
            operation: None,
            earlier: VecDeque::new(),
            unordered: Vec::new(),
            floor: 0,
            arena: None,
            seen: false,
            pending: None,
            reports: Reports::default(),
            aside: vec![0; ASIDE].into(),
        }
    }

    /// Takes a unit's tables, and returns the numbers of its first site and loop.
    ///
    /// # Safety
    /// `files` has the names that the tables number.
    pub unsafe fn register(
        &mut self,
        sites: &[Site],
        loops: &[Loop],
        files: *const *const c_char,
    ) -> (u32, u32) {
        let first = (self.sites.len() as u32, self.loops.len() as u32);
        if self.sites.len() + sites.len() >= 1 << SITE_BITS {
            crate::fatal::fatal(
                &"-acc=check: too many accesses in one program",
                crate::fatal::Code::Execution,
            );
        }
        // SAFETY: the caller's word.
        let file = |n: u32| unsafe { *files.add(n as usize) };
        let known = sites.iter().map(|s| Known {
            site: *s,
            file: file(s.file),
        });
        self.sites.extend(known);
        let known = loops.iter().map(|l| KnownLoop {
            own: *l,
            file: file(l.file),
        });
        self.loops.extend(known);
        self.stretches.resize(self.sites.len(), Stretch::default());
        self.sections.resize(self.sites.len(), None);
        first
    }

    pub fn begin(&mut self, arena: &Arc<Arena>, operation: Option<&Arc<Operation>>) {
        self.order.begin();
        self.open(operation);
        self.arena = Some(arena.clone());
        self.seen = false;
        self.written = None;
        if self.kinds.bounds {
            shadow::open_foreign(self.aside.as_ptr() as usize, ASIDE);
        }
    }

    /// Ends a launch; whether its kernel had checks.
    pub fn end(&mut self) -> bool {
        self.arena = None;
        self.seen
    }

    pub fn gang(&mut self, shared: bool) {
        self.seen = true;
        self.order.gang(shared);
    }

    pub fn enter(&mut self, id: u32) {
        let by = self.loops.get(id as usize).map_or(0, |l| l.own.by);
        self.order.enter(id, by & (BY_GANGS | BY_LANES) == BY_GANGS);
    }

    pub fn known(&mut self, address: u64) {
        let Some(arena) = &self.arena else { return };
        if let Spot::Inside { offset, bytes } = arena.place(address) {
            memory::known((address - offset) as usize, bytes as usize);
            self.made(address as usize);
        }
    }

    /// The launch writes only where these pointers lead.
    pub fn writes(&mut self, places: &[*const c_void]) {
        // Each gang says so.
        let Some(arena) = self.arena.as_ref().filter(|_| self.written.is_none()) else {
            return;
        };
        let start = |place: &*const c_void| match arena.place(*place as u64) {
            Spot::Inside { offset, .. } => Some((*place as u64 - offset) as usize),
            _ => None,
        };
        self.written = places.iter().map(start).collect();
    }

    /// Says what was found, now that the element is known.
    pub fn tell(&mut self, subscripts: &[i64]) {
        if let Some(finding) = self.pending.take() {
            let mut reports = std::mem::take(&mut self.reports);
            reports.tell(self, &finding, subscripts);
            self.reports = reports;
        }
    }

    /// Whether a read is of something that has a value and that nobody writes meanwhile.
    #[inline(always)]
    fn is_quiet(&self, at: usize, bytes: usize, site: u32) -> bool {
        let s = &self.stretches[site as usize];
        let offset = at.wrapping_sub(s.start);
        s.quiet
            && offset < s.bytes
            && bytes <= s.bytes - offset
            && s.launch == self.order.launch()
            && (!self.kinds.unwritten || written(at, bytes))
    }

    /// Whether the same read of this launch found nothing there, and would do so now: nobody has written there since the launch began.
    #[inline(always)]
    fn is_seen(&self, at: usize, bytes: usize, site: u32) -> bool {
        if (bytes != 8 && bytes != 4) || at & (bytes - 1) != 0 || memory::has_any_small() {
            return false;
        }
        let cell = Chunk::present(at);
        if cell.is_null() {
            return false;
        }
        // SAFETY: the cells of the address's bytes, which are in one chunk.
        let (first, last) = unsafe { (&*cell, &*cell.add(bytes / 8)) };
        memory::site(first.read) == site
            && strand(first.write) < self.floor
            && strand(last.write) < self.floor
            && strand(first.read) >= self.order.launch()
            && self.order.stands_for_now(strand(first.read))
    }

    #[inline(always)]
    pub fn read(&mut self, at: usize, bytes: usize, site: u32) -> Answer {
        match self.is_quiet(at, bytes, site) || self.is_seen(at, bytes, site) {
            true => Answer {
                place: at as *mut c_void,
                found: 0,
            },
            false => self.read_anew(at, bytes, site),
        }
    }

    #[inline(never)]
    fn read_anew(&mut self, at: usize, bytes: usize, site: u32) -> Answer {
        if self.kinds.follow() && !self.within(at, bytes, site) && self.kinds.bounds {
            return self.outside(at, bytes, site);
        }
        let mut answer = Answer {
            place: at as *mut c_void,
            found: 0,
        };
        if self.kinds.unwritten && !written(at, bytes) {
            answer.found = self.unwritten(at, bytes, site);
        }
        if self.stretches[site as usize].old {
            answer.found |= self.old(at, bytes, site);
        }
        if self.kinds.races {
            let mut met = 0;
            each_cell(at, bytes, |cell| met |= self.read_cell(cell, site));
            if is_mixed(at, bytes) {
                met |= self.others(at, bytes, site, false);
            }
            answer.found |= met & NEW;
        }
        answer
    }

    #[inline(always)]
    pub fn write(&mut self, at: usize, bytes: usize, site: u32) -> Answer {
        if self.kinds.follow() && !self.within(at, bytes, site) && self.kinds.bounds {
            return self.outside(at, bytes, site);
        }
        let mut answer = Answer {
            place: at as *mut c_void,
            found: 0,
        };
        if self.kinds.unwritten && !written(at, bytes) {
            let flags = self.sites[site as usize].site.flags;
            if flags & UPDATES != 0 {
                answer.found = self.unwritten(at, bytes, site);
            }
            memory::known(at, bytes);
        }
        if self.kinds.stale {
            self.newest(at, bytes, site);
        }
        if self.kinds.races {
            let mut met = 0;
            each_cell(at, bytes, |cell| met |= self.write_cell(cell, site));
            if is_mixed(at, bytes) {
                met |= self.others(at, bytes, site, true);
            }
            answer.found |= met & NEW;
        }
        answer
    }

    /// Compares an access with those to the same bytes that were noted otherwise: an access to bytes with those to words, and an access to
    /// words with those to bytes.
    #[cold]
    fn others(&mut self, at: usize, bytes: usize, site: u32, writes: bool) -> c_ulong {
        let mut met = 0;
        let words = is_small(at, bytes);
        let mut from = if words { at & !3 } else { at };
        while from < at + bytes && met == 0 {
            let chunk = memory::chunk(from);
            // SAFETY: the chunk is the address's.
            let cell = unsafe {
                match words {
                    true => *Chunk::cell(chunk, from),
                    false => *Chunk::small(chunk, from),
                }
            };
            let (now, floor) = (self.order.now(), self.floor);
            for stamp in [cell.write, if writes { cell.read } else { 0 }] {
                if met == 0 && strand(stamp) != now && strand(stamp) >= floor {
                    met = self.meet(stamp, cell, site);
                }
            }
            from += if words { 4 } else { 1 };
        }
        met
    }

    #[inline(always)]
    fn read_cell(&mut self, cell: *mut Cell, site: u32) -> c_ulong {
        let (now, launch) = (self.order.now(), self.order.launch());
        // SAFETY: the cell is a chunk's, and ours in this launch.
        let c = unsafe { &mut *cell };
        let mut met = 0;
        let earlier = strand(c.write);
        if earlier != now && earlier >= self.floor {
            met = self.meet(c.write, *c, site);
        }
        let reader = strand(c.read);
        if reader == now {
            return met;
        }
        // Of several readers that nothing orders, the first is kept; a plain one in the place of an atomic one.
        let flags = |s: u32| self.sites[s as usize].site.flags;
        let kept = memory::site(c.read);
        let keep = reader >= launch
            && self.order.is_unordered(reader)
            && (kept == site || flags(kept) & ATOMIC == 0 || flags(site) & ATOMIC != 0);
        if !keep {
            c.read = stamp(now, site);
        }
        met
    }

    #[inline(always)]
    fn write_cell(&mut self, cell: *mut Cell, site: u32) -> c_ulong {
        let (now, floor) = (self.order.now(), self.floor);
        // SAFETY: as above.
        let c = unsafe { &mut *cell };
        let (writer, reader) = (strand(c.write), strand(c.read));
        let mut met = 0;
        if writer != now && writer >= floor {
            met = self.meet(c.write, *c, site);
        }
        if met == 0 && reader != now && reader >= floor {
            met = self.meet(c.read, *c, site);
        }
        c.write = stamp(now, site);
        met
    }

    /// Whether an earlier access and this one are a race: [`KNOWN`], or [`NEW`] and kept for [`Self::tell`].
    #[inline]
    fn meet(&mut self, earlier: u64, cell: Cell, site: u32) -> c_ulong {
        if strand(earlier) < self.order.launch() {
            return self.meet_across(earlier, site);
        }
        let own = &self.sites[site as usize].site;
        match self
            .order
            .unordered(strand(earlier), own.apart as usize, own.flags & OWN != 0)
        {
            None => 0,
            Some(level) => self.race(earlier, cell, site, level),
        }
    }

    #[cold]
    fn race(&mut self, earlier: u64, cell: Cell, site: u32, level: usize) -> c_ulong {
        let flags = |s: u32| self.sites[s as usize].site.flags;
        let (old, new) = (memory::site(earlier), site);
        if flags(old) & flags(new) & ATOMIC != 0 {
            return 0;
        }
        if !self.reports.is_new(old, new) || self.is_one_constant(old, new) {
            return KNOWN;
        }
        if level == 0 && self.is_same_everywhere(strand(earlier), old, new) {
            return 0;
        }
        let private = flags(new) & (WRITES | UPDATES) == WRITES
            && flags(old) & WRITES != 0
            && strand(cell.read) != self.order.now();
        self.pending = Some(Finding::Race {
            new,
            old,
            earlier: strand(earlier),
            level,
            private,
        });
        NEW
    }

    /// Whether both write one and the same constant, which a flag has afterwards in any order.
    pub(super) fn is_one_constant(&self, old: u32, new: u32) -> bool {
        let [a, b] = [old, new].map(|n| &self.sites[n as usize].site);
        a.flags & b.flags & CONSTANT != 0 && text(a.op) == text(b.op)
    }

    /// Whether two gangs do the same outside of loops that they share: each of them stores what the others store, which does no harm
    /// unless it depends on what they have stored.
    fn is_same_everywhere(&self, earlier: u64, old: u32, new: u32) -> bool {
        let shared = |strand: u64| {
            let path = self.order.path(strand);
            path.iter().any(|t| {
                self.loops
                    .get(t.id as usize)
                    .is_some_and(|l| l.own.by & BY_GANGS != 0)
            })
        };
        let updates = |s: u32| {
            let own = &self.sites[s as usize].site;
            let sums = own.flags & CONSTANT == 0 && !text(own.op).is_empty();
            own.flags & UPDATES != 0 || sums
        };
        !shared(earlier) && !shared(self.order.now()) && !updates(old) && !updates(new)
    }

    #[inline(always)]
    fn within(&self, at: usize, bytes: usize, site: u32) -> bool {
        let s = &self.stretches[site as usize];
        let offset = at.wrapping_sub(s.start);
        if offset < s.bytes && bytes <= s.bytes - offset && s.launch == self.order.launch() {
            return true;
        }
        // SAFETY: as `state`: this is the launch's own thread.
        unsafe { state() }.look(at, bytes, site)
    }

    /// Looks where an access falls, and remembers it. What is no device memory is left to sim's own checks.
    #[cold]
    fn look(&mut self, at: usize, bytes: usize, site: u32) -> bool {
        let Some(arena) = &self.arena else {
            return true;
        };
        if !arena.contains(at as u64) {
            // Null pointers and what is no address have messages of sim's own.
            let plain = (1 << 16..1 << 47).contains(&at);
            let open = || shadow::first_closed(at, bytes).is_none();
            // The kernels' own constants and variables are opened where they are first met.
            let own = || own_memory(at).is_some_and(|(_, to)| at + bytes <= to);
            return !plain || open() || own();
        }
        let Spot::Inside { offset, bytes: all } = arena.place(at as u64) else {
            return false;
        };
        if offset + bytes as u64 > all {
            return false;
        }
        let launch = self.order.launch();
        let old = self.section_of(at, site);
        let known = &mut self.stretches[site as usize];
        let start = at - offset as usize;
        let mapped = self.sites[site as usize].site.flags & MAPPED != 0;
        if mapped && known.launch == launch && known.start != start {
            return false;
        }
        // What is read now, an operation of a queue may write that comes later.
        let quiet = !old
            && self.operation.is_none()
            && self
                .written
                .as_ref()
                .is_some_and(|written| !written.contains(&start));
        *known = Stretch {
            start,
            bytes: all as usize,
            launch,
            quiet,
            old,
        };
        true
    }

    #[cold]
    fn outside(&mut self, at: usize, bytes: usize, site: u32) -> Answer {
        let known = self.stretches[site as usize];
        let section = (known.launch == self.order.launch()).then_some((known.start, known.bytes));
        // What is far from the device's memory isn't near any section.
        let arena = self.arena.as_ref();
        let near = |a: &&Arc<Arena>| (a.start() - NEAR..a.end() + NEAR).contains(&(at as u64));
        let host = arena.is_some_and(|a| !near(&a));
        let section = section.filter(|_| !host).or_else(|| {
            arena
                .filter(near)?
                .nearest(at as u64)
                .map(|(start, bytes)| (start as usize, bytes as usize))
        });
        let new = self.reports.is_first(site);
        if new {
            self.pending = Some(Finding::Outside {
                site,
                at,
                bytes,
                section,
                host,
            });
        }
        let place = match bytes <= ASIDE {
            true => self.aside.as_mut_ptr().cast(),
            false => at as *mut c_void,
        };
        Answer {
            place,
            found: c_ulong::from(new),
        }
    }

    #[cold]
    fn unwritten(&mut self, at: usize, bytes: usize, site: u32) -> c_ulong {
        // Padding of a struct, and members that nobody uses, have no value.
        if bytes > 8 && any_written(at, bytes) {
            return 0;
        }
        memory::known(at, bytes);
        if !self.reports.is_first_unwritten(site) {
            return 0;
        }
        let on_device = self.arena.as_ref().is_some_and(|a| a.contains(at as u64));
        self.pending = Some(Finding::Unwritten { site, on_device });
        1
    }
}
