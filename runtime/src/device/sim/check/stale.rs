//! Old values: the host reads what has its newest value on the device (an `update self` is forgotten), or the device reads what has it on the host (`update device`).
//!
//! Of each byte of a section that is on a device, this knows who has written it since it was last copied, in either direction. A read of the other
//! side's newest value is told if the values really differ. So nothing is said of a program whose result doesn't depend on it.
//!
//! Kernels' accesses are those of [`super::watch`], the host's own those of [`super::queues::__accrs_check_host`], transfers those of sim's
//! device. What the host writes in other ways (`fread`, `memset`) shows when a construct begins: the bytes are others than at the last copy. A device's write
//! isn't held against a host that has changed its own bytes since.
//!
//! Constructs on queues are left out, since the host may use its copy as it likes while they run. Nor is anything said of data that isn't on the device any more: a clause
//! that throws the device's values away is the program's will.

use super::super::{arena::Arena, fault, gate};
use super::report::say;
use super::watch::kinds;
use super::{across, active};
use crate::notify::{STATS, count};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Who has written a byte last: nobody since it was copied, the device, the host in a way that isn't seen. From [`SEEN`] on: the host, at
/// the place of this number.
const NOBODY: u8 = 0;
const DEVICE: u8 = 1;
const UNSEEN: u8 = 2;
const SEEN: u8 = 3;
/// Sections of up to so many bytes are looked through for what the host has written unseen.
const LOOKED: usize = 1 << 20;

/// A section of the host's memory with a copy on a device.
pub struct Section {
    start: usize,
    pub device: usize,
    pub bytes: usize,
    called: Called,
    last: Box<[AtomicU8]>,
    /// The host's bytes at the last copy, or when the device wrote over the host's.
    then: Mutex<Box<[u8]>>,
    /// Where the host has written.
    places: Mutex<Vec<usize>>,
    /// Some byte's newest value may be the host's.
    touched: AtomicBool,
    /// The launch that has looked for what the host has written unseen.
    looked: AtomicU64,
}

/// By the host's address, and the host's addresses by the device's.
struct Sections {
    here: BTreeMap<usize, Arc<Section>>,
    there: BTreeMap<usize, usize>,
}

static SECTIONS: Mutex<Sections> = Mutex::new(Sections {
    here: BTreeMap::new(),
    there: BTreeMap::new(),
});
/// No section lies outside of these addresses of the host.
static LOW: AtomicUsize = AtomicUsize::new(usize::MAX);
static HIGH: AtomicUsize = AtomicUsize::new(0);

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sections {
    fn of_host(&self, at: usize) -> Option<&Arc<Section>> {
        let (_, one) = self.here.range(..=at).next_back()?;
        (at - one.start < one.bytes).then_some(one)
    }

    fn of_device(&self, at: usize) -> Option<&Arc<Section>> {
        let (_, start) = self.there.range(..=at).next_back()?;
        let one = self.here.get(start)?;
        (at - one.device < one.bytes).then_some(one)
    }

    fn drop_one(&mut self, start: usize) {
        if let Some(one) = self.here.remove(&start) {
            self.there.remove(&one.device);
        }
        if self.here.is_empty() {
            LOW.store(usize::MAX, Ordering::Relaxed);
            HIGH.store(0, Ordering::Relaxed);
            super::queues::sections(false);
        }
    }
}

/// What a section is called, for messages.
pub struct Called {
    /// As written in the clause that made it.
    pub name: String,
    /// Where that stands.
    pub since: String,
    /// What its elements are: "double[][200]"; empty where nothing says.
    pub elements: String,
}

/// A section was put into a present table: `bytes` bytes from `start` on.
pub fn mapped((start, bytes): (usize, usize), device: u64, called: impl FnOnce() -> Called) {
    if !active() || !kinds().stale || gate::owner(device).is_none() || bytes == 0 {
        return;
    }
    let mut all = lock(&SECTIONS);
    // What is on several devices has several newest values.
    let others: Vec<usize> = all
        .here
        .range(..start + bytes)
        .rev()
        .take_while(|(_, s)| s.start + s.bytes > start)
        .map(|(start, _)| *start)
        .collect();
    for start in &others {
        all.drop_one(*start);
    }
    if !others.is_empty() {
        return;
    }
    let mut then = vec![0; bytes].into_boxed_slice();
    if !host_bytes(start, &mut then) {
        return;
    }
    let section = Section {
        start,
        device: device as usize,
        bytes,
        called: called(),
        last: (0..bytes).map(|_| AtomicU8::new(NOBODY)).collect(),
        then: Mutex::new(then),
        places: Mutex::new(Vec::new()),
        touched: AtomicBool::new(false),
        looked: AtomicU64::new(0),
    };
    all.there.insert(section.device, section.start);
    all.here.insert(section.start, Arc::new(section));
    LOW.fetch_min(start, Ordering::Relaxed);
    HIGH.fetch_max(start + bytes, Ordering::Relaxed);
    super::queues::sections(true);
}

/// It was taken out again.
pub fn unmapped(start: usize, device: u64) {
    if !active() {
        return;
    }
    let mut all = lock(&SECTIONS);
    if all.there.get(&(device as usize)) == Some(&start) {
        all.drop_one(start);
    }
}

/// The section of a device's address.
pub fn section(at: usize) -> Option<Arc<Section>> {
    lock(&SECTIONS).of_device(at).cloned()
}

/// Nothing more is known of what the host has there.
pub fn leave(host: usize) {
    let mut all = lock(&SECTIONS);
    if let Some(start) = all.of_host(host).map(|s| s.start) {
        all.drop_one(start);
    }
}

/// Bytes were copied between a device and the host, in either direction; `values`: what both have now.
pub fn copied(device: u64, host: usize, values: &[u8]) {
    each_part(device, values.len(), |section, from, bytes, skipped| {
        let own = section.start + from == host + skipped;
        let mut then = lock(&section.then);
        let part = &mut then[from..from + bytes];
        match own {
            true => part.copy_from_slice(&values[skipped..skipped + bytes]),
            false => {
                let _ = host_bytes(section.start + from, part);
            }
        }
        section.set(from, bytes, NOBODY);
    });
}

/// Something else than a kernel with checks has written to the device's memory: whose value is the newest isn't known.
pub fn overwritten(device: u64, bytes: u64) {
    each_part(device, bytes as usize, |section, from, bytes, _| {
        section.forget(from, bytes);
    });
}

/// A kernel without checks may have written anything.
pub fn all_overwritten(arena: &Arena) {
    if active() && kinds().stale {
        arena.each(overwritten);
    }
}

/// Calls `on` for each section that a range of the device's memory meets, with where it begins in it, how many bytes of it are meant, and how many of the range
/// come before.
fn each_part(device: u64, bytes: usize, mut on: impl FnMut(&Section, usize, usize, usize)) {
    if !active() || !kinds().stale {
        return;
    }
    let (first, end) = (device as usize, device as usize + bytes);
    let met: Vec<Arc<Section>> = {
        let all = lock(&SECTIONS);
        let before = all.there.range(..first).next_back();
        let starts = before.into_iter().chain(all.there.range(first..end));
        let sections = starts.filter_map(|(_, start)| all.here.get(start));
        sections
            .filter(|s| s.device < end && s.device + s.bytes > first)
            .cloned()
            .collect()
    };
    for section in met {
        let from = first.max(section.device);
        let to = end.min(section.device + section.bytes);
        on(&section, from - section.device, to - from, from - first);
    }
}

/// Reads the host's memory, whatever has become of it.
fn host_bytes(at: usize, into: &mut [u8]) -> bool {
    let local = libc::iovec {
        iov_base: into.as_mut_ptr().cast(),
        iov_len: into.len(),
    };
    let remote = libc::iovec {
        iov_base: at as *mut libc::c_void,
        iov_len: into.len(),
    };
    // SAFETY: the kernel copies, and fails where nothing is mapped.
    let n = unsafe { libc::process_vm_readv(libc::getpid(), &local, 1, &remote, 1, 0) };
    n == into.len() as isize
}

impl Section {
    fn set(&self, from: usize, bytes: usize, who: u8) {
        for byte in &self.last[from..from + bytes] {
            byte.store(who, Ordering::Relaxed);
        }
    }

    fn who(&self, at: usize) -> u8 {
        self.last[at].load(Ordering::Relaxed)
    }

    fn forget(&self, from: usize, bytes: usize) {
        let mut then = lock(&self.then);
        let _ = host_bytes(self.start + from, &mut then[from..from + bytes]);
        self.set(from, bytes, NOBODY);
    }

    /// Whether a device's address is in it, with so many bytes.
    #[inline(always)]
    pub fn has(&self, at: usize, bytes: usize) -> bool {
        let offset = at.wrapping_sub(self.device);
        offset < self.bytes && bytes <= self.bytes - offset
    }

    /// A launch begins to use it: what the host has written unseen is noted. Whether any newest value may be the host's.
    pub fn look(&self, launch: u64) -> bool {
        if self.looked.swap(launch, Ordering::Relaxed) != launch && self.bytes <= LOOKED {
            let mut now = vec![0; self.bytes];
            let then = lock(&self.then);
            if host_bytes(self.start, &mut now) && now[..] != then[..] {
                for at in (0..self.bytes).filter(|at| now[*at] != then[*at]) {
                    if self.who(at) == NOBODY {
                        self.last[at].store(UNSEEN, Ordering::Relaxed);
                        self.touched.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
        self.touched.load(Ordering::Relaxed)
    }

    /// A kernel writes there. One on a queue leaves open whose value is the newest.
    #[inline]
    pub fn written(&self, at: usize, bytes: usize, queued: bool) {
        let from = at - self.device;
        let last = &self.last[from..from + bytes];
        if queued {
            if last.iter().any(|b| b.load(Ordering::Relaxed) != NOBODY) {
                self.forget(from, bytes);
            }
            return;
        }
        if last.iter().any(|b| b.load(Ordering::Relaxed) >= UNSEEN) {
            self.forget(from, bytes);
        }
        self.set(from, bytes, DEVICE);
    }

    /// A kernel reads there: whether the host has newer values, and the number of the place that wrote them.
    #[inline]
    pub fn is_old(&self, at: usize, bytes: usize) -> Option<u8> {
        let from = at - self.device;
        let newer = |n: &usize| self.who(from + n) >= UNSEEN;
        let first = (0..bytes).find(newer)?;
        self.differs(from, bytes, newer)
            .then(|| self.who(from + first))
    }

    /// Whether host and device differ in those of an access's bytes.
    fn differs(&self, from: usize, bytes: usize, of: impl Fn(&usize) -> bool) -> bool {
        let mut here = vec![0; bytes];
        // SAFETY: device memory of a section that is mapped.
        let there = unsafe { std::slice::from_raw_parts((self.device + from) as *const u8, bytes) };
        host_bytes(self.start + from, &mut here)
            && (0..bytes).filter(of).any(|n| here[n] != there[n])
    }

    /// Where the host wrote, `file:line`.
    fn place(&self, who: u8) -> Option<String> {
        let pc = *lock(&self.places).get(usize::from(who.checked_sub(SEEN)?))?;
        fault::source_of(pc)
    }

    /// One forgotten update is told once.
    fn told(&self) {
        self.forget(0, self.bytes);
        self.touched.store(false, Ordering::Relaxed);
    }

    /// `a[3]`, `m[2][5]`, `element 3 of a[k:n]`
    fn element(&self, from: usize, bytes: usize) -> String {
        let Called { name, elements, .. } = &self.called;
        let (kind, extents) = elements.split_at(elements.find('[').unwrap_or(elements.len()));
        let whole = (self.start, self.bytes);
        let Some(size) = size_of_type(kind) else {
            return match self.bytes == bytes {
                true => name.clone(),
                false => format!("bytes {from} to {} of {name}", from + bytes - 1),
            };
        };
        let inner = extents
            .split('[')
            .skip(2)
            .map(|e| e.trim_end_matches(']').parse::<usize>());
        let plain = !name.contains(['[', ' ']);
        match inner.collect::<Result<Vec<_>, _>>() {
            Ok(_) if plain && extents.is_empty() => name.clone(),
            Ok(inner) if plain && !inner.is_empty() && !inner.contains(&0) => {
                let mut index = from / size;
                let mut subscripts = String::new();
                for extent in inner.iter().rev() {
                    subscripts.insert_str(0, &format!("[{}]", index % extent));
                    index /= extent;
                }
                format!("{name}[{index}]{subscripts}")
            }
            _ => across::element_of(name, whole, (self.start + from, size)),
        }
    }

    fn note(&self, pc: usize) -> u8 {
        let mut places = lock(&self.places);
        let n = places.iter().position(|p| *p == pc).unwrap_or_else(|| {
            places.push(pc);
            places.len() - 1
        });
        u8::try_from(n)
            .ok()
            .and_then(|n| n.checked_add(SEEN))
            .unwrap_or(UNSEEN)
    }
}

/// The host's own code reads or writes `bytes` bytes there.
pub fn host(place: usize, bytes: usize, writes: bool, pc: usize) {
    let near = place < HIGH.load(Ordering::Relaxed) && place + bytes > LOW.load(Ordering::Relaxed);
    if !near {
        return;
    }
    let Some(section) = lock(&SECTIONS).of_host(place).cloned() else {
        return;
    };
    let from = place - section.start;
    let bytes = bytes.min(section.bytes - from);
    if writes {
        let who = section.note(pc);
        section.set(from, bytes, who);
        section.touched.store(true, Ordering::Relaxed);
        return;
    }
    let newer = |n: &usize| section.who(from + n) == DEVICE;
    if !(0..bytes).any(|n| newer(&n)) {
        return;
    }
    let unchanged = {
        let then = lock(&section.then);
        let mut now = vec![0; bytes];
        host_bytes(place, &mut now) && now[..] == then[from..from + bytes]
    };
    if unchanged && section.differs(from, bytes, newer) {
        host_reads(&section, from, bytes, pc);
    }
}

/// Of the types that elements can have as numbers.
fn size_of_type(name: &str) -> Option<usize> {
    Some(match name {
        "char" | "signed char" | "unsigned char" | "_Bool" => 1,
        "short" | "unsigned short" => 2,
        "int" | "unsigned int" | "float" => 4,
        "long" | "unsigned long" | "long long" | "unsigned long long" | "double" => 8,
        _ => return None,
    })
}

fn host_reads(section: &Section, from: usize, bytes: usize, pc: usize) {
    let source = fault::source_of(pc);
    // What is generated around constructs reads what is there by a rule of its own.
    if source.as_ref().is_some_and(|s| s.contains("<accrs>:")) {
        return;
    }
    let Called { name, since, .. } = &section.called;
    let element = section.element(from, bytes);
    let at = source.unwrap_or_else(|| since.clone());
    let writer = super::written_by(section.device + from);
    let mut lines = format!(
        "{at}: check: the host reads {element}, whose newest value is on the device\n    {at}: the host reads it\n"
    );
    if let Some(writer) = writer {
        lines.push_str(&format!("    {writer}\n"));
    }
    lines.push_str(&format!(
        "    {since}: on the device since then: {name}\n    missing: {} before it\n",
        update("self", name),
    ));
    section.told();
    found(&lines);
}

/// The directive; the routine, where the section has no name that C knows.
fn update(way: &str, name: &str) -> String {
    let name = name.split(", row").next().unwrap_or(name);
    match name.contains(' ') {
        true => format!("acc_update_{way} of it"),
        false => format!("#pragma acc update {way}({name})"),
    }
}

/// A kernel reads what is newer on the host.
pub fn device_reads(
    section: &Section,
    who: u8,
    (element, at, access): (&str, &str, &str),
    during: &str,
) {
    let place = section.place(who);
    if place.as_ref().is_some_and(|s| s.contains("<accrs>:")) {
        return;
    }
    let Called { name, since, .. } = &section.called;
    let line = at.rsplit_once(':').map_or(at, |(line, _)| line);
    let mut lines = format!(
        "{line}: check: the device reads {element}, whose newest value is on the host{during}\n    {at}: reads: {access}\n"
    );
    if let Some(place) = place {
        lines.push_str(&format!("    {place}: the host wrote it\n"));
    }
    lines.push_str(&format!(
        "    {since}: on the device since then: {name}\n    missing: {} before the construct\n",
        update("device", name),
    ));
    section.told();
    found(&lines);
}

fn found(lines: &str) {
    count(&STATS.old_values, 1);
    say("stale", lines);
}
