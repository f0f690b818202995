//! What is gathered while the program runs: events of the host as they begin and end, and operations of devices when they
//! are on their streams.

use super::now;
use super::queued::{Clock, Queued};
use super::record::{NameId, Place, PlaceId, Record, Way};
use super::settings::Settings;
use super::trace::{Event, Trace, Track, What};
use crate::events::{About, At, event};
use crate::site::Caller;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::{CStr, c_int};

/// What was seen so far.
#[derive(Default)]
pub struct Gathered {
    pub record: Record,
    pub trace: Option<Trace>,
    pub queued: Vec<Queued>,
    /// So many operations are queued when it is looked again which of them are done.
    pub next_harvest: usize,
    pub clocks: Vec<Clock>,
    /// Sites that were met: by their addresses, with the line, since a library that is closed may leave its place to another.
    pub sites: HashMap<(usize, c_int), PlaceId>,
    /// What the host is in.
    pub open: BTreeMap<u64, Open>,
    pub last: u64,
    pub forked: bool,
}

/// Something that the host is in.
#[derive(Clone, Copy)]
pub struct Open {
    pub event: c_int,
    pub place: PlaceId,
    /// The compute construct around it.
    pub within: Option<PlaceId>,
    /// In how many others.
    pub depth: u32,
    pub what: What,
    pub device: NameId,
    pub track: Track,
    pub began: u64,
}

thread_local! {
    /// The compute construct that this thread is in.
    pub static WITHIN: Cell<Option<PlaceId>> = const { Cell::new(None) };
    /// How many things it is in that take the host's time.
    pub static DEPTH: Cell<u32> = const { Cell::new(0) };
}

impl Gathered {
    pub fn new(settings: &Settings) -> Self {
        let trace = settings.trace.as_ref().map(|_| Trace::new(settings.events));
        Self {
            trace,
            next_harvest: 64,
            ..Self::default()
        }
    }

    pub fn place(&mut self, caller: &Caller<'_>) -> PlaceId {
        let key = match caller {
            Caller::Construct(site) => (std::ptr::from_ref(*site) as usize, site.line),
            Caller::Api(name) => (name.as_ptr() as usize, 0),
        };
        if let Some(id) = self.sites.get(&key) {
            return *id;
        }
        let (file, function) = match caller {
            Caller::Construct(_) => (caller.file().into_owned(), caller.function().into_owned()),
            Caller::Api(_) => Default::default(),
        };
        let id = self.record.place(Place {
            file,
            line: caller.line(),
            function,
            construct: caller.construct().into_owned(),
        });
        self.sites.insert(key, id);
        id
    }

    /// This thread's track.
    pub fn thread(&mut self) -> Track {
        let Some(trace) = &mut self.trace else {
            return Track::Thread(0);
        };
        // SAFETY: takes nothing.
        let tid = unsafe { libc::gettid() };
        trace.threads.entry(tid).or_insert_with(|| thread_name(tid));
        Track::Thread(tid)
    }

    pub fn show(
        &mut self,
        track: Track,
        what: What,
        place: PlaceId,
        began: u64,
        took: u64,
        flow: u64,
    ) {
        let open = false;
        if let Some(trace) = &mut self.trace {
            trace.add(Event {
                track,
                what,
                place,
                began,
                took,
                flow,
                open,
            });
        }
    }

    /// How long a kernel or a copy took.
    pub fn spent(&mut self, what: What, place: PlaceId, device: NameId, took: u64) {
        let record = &mut self.record;
        match what {
            What::Kernel(name, _) => {
                let kernel = record.kernels.entry((place, name, device)).or_default();
                kernel.spent.add(took);
            }
            What::Transfer(way, name, bytes) => {
                let transfer = record
                    .transfers
                    .entry((place, way, name, device))
                    .or_default();
                transfer.spent.add(took);
                transfer.timed += bytes;
            }
            _ => {}
        }
    }

    /// That a kernel was launched, or a copy made.
    pub fn counted(&mut self, what: What, place: PlaceId, device: NameId) {
        let record = &mut self.record;
        match what {
            What::Kernel(name, extents) => {
                let kernel = record.kernels.entry((place, name, device)).or_default();
                kernel.launched(extents.unwrap_or([[1; 3]; 2]));
            }
            What::Transfer(way, name, bytes) => {
                let transfer = record
                    .transfers
                    .entry((place, way, name, device))
                    .or_default();
                transfer.copies += 1;
                transfer.bytes += bytes;
            }
            _ => {}
        }
    }

    pub fn what(&mut self, event: c_int, at: &At<'_>, about: &About<'_>) -> Option<What> {
        // SAFETY: names are C strings that outlive the call.
        let text = |name| unsafe { crate::site::text(name) };
        Some(match (event, about) {
            (event::COMPUTE, _) => What::Construct,
            (event::ENTER_DATA, _) => What::Enter,
            (event::EXIT_DATA, _) => What::Exit,
            (event::UPDATE, _) => What::Update,
            (event::WAIT, _) => What::Wait,
            (event::DEVICE_INIT, _) => What::Open(self.device_name(at)),
            (event::LAUNCH, About::Launch { name, grid, block }) => {
                let extents = at.line.is_some().then_some([*grid, *block]);
                What::Kernel(self.record.name(&text(*name)), extents)
            }
            (event::UPLOAD | event::DOWNLOAD, About::Data { name, bytes, .. }) => {
                let way = match event {
                    event::UPLOAD => Way::Upload,
                    _ => Way::Download,
                };
                What::Transfer(way, self.record.name(&text(*name)), *bytes as u64)
            }
            _ => return None,
        })
    }

    pub fn device_name(&mut self, at: &At<'_>) -> NameId {
        let kind = at.kind.name();
        match at.kind {
            crate::kinds::Kind::Multicore => self.record.name(kind),
            _ => self.record.name(&format!("{kind}:{}", at.number)),
        }
    }

    pub fn begin(
        &mut self,
        event: c_int,
        at: &At<'_>,
        implicit: bool,
        about: &About<'_>,
    ) -> Option<u64> {
        let what = self.what(event, at, about)?;
        let place = self.place(&at.place);
        let within = WITHIN.get();
        let device = self.device_name(at);
        let track = self.thread();
        let reached = match event {
            event::COMPUTE => true,
            event::ENTER_DATA | event::UPDATE => within.is_none(),
            event::EXIT_DATA => at.place.construct().starts_with("exit"),
            event::WAIT => !implicit && is_wait(at),
            _ => false,
        };
        if reached {
            self.record.regions.entry(place).or_default().reached += 1;
        }
        if event == event::COMPUTE {
            WITHIN.set(Some(place));
        }
        self.last += 1;
        let open = Open {
            event,
            place,
            within,
            depth: DEPTH.replace(DEPTH.get() + 1),
            what,
            device,
            track,
            began: now(),
        };
        self.open.insert(self.last, open);
        Some(self.last)
    }

    /// Something that the host was in ends; or the program does.
    pub fn end(&mut self, open: Open, unfinished: bool) {
        let took = now() - open.began;
        let regions = &mut self.record.regions;
        let is_region = !matches!(open.event, event::LAUNCH | event::DEVICE_INIT);
        if is_region && open.depth == 0 {
            regions.entry(open.place).or_default().host.add(took);
        }
        match open.event {
            event::WAIT => {
                let place = open.within.unwrap_or(open.place);
                regions.entry(place).or_default().waited.add(took);
            }
            event::DEVICE_INIT => self.record.opened.entry(open.device).or_default().add(took),
            event::LAUNCH => {
                let place = open.within.unwrap_or(open.place);
                self.counted(open.what, place, open.device);
                self.spent(open.what, place, open.device, took);
            }
            _ => {}
        }
        let Open {
            track,
            what,
            place,
            began,
            ..
        } = open;
        if let Some(trace) = &mut self.trace {
            trace.add(Event {
                track,
                what,
                place,
                began,
                took,
                flow: 0,
                open: unfinished,
            });
        }
    }

    /// A kernel or a copy is on its stream.
    pub fn queue(&mut self, mut one: Queued, on_queue: bool) {
        self.counted(one.what, one.place, one.device);
        if self.trace.is_some() {
            self.last += 1;
            one.flow = if on_queue { self.last } else { 0 };
            let thread = self.thread();
            self.show(
                thread,
                one.what,
                one.place,
                one.put,
                now() - one.put,
                one.flow,
            );
        }
        self.queued.push(one);
        if self.queued.len() >= self.next_harvest {
            self.harvest();
        }
    }
}

/// Whether it happens at a wait directive, or a routine that waits.
fn is_wait(at: &At<'_>) -> bool {
    matches!(at.place, Caller::Api(_)) || at.place.construct().starts_with("wait")
}

/// What viewers show of a thread of the host.
fn thread_name(tid: i32) -> String {
    if tid == std::process::id() as i32 {
        return "main thread".to_string();
    }
    let mut name = [0_u8; 16];
    // SAFETY: the system writes 16 bytes at most, the last of them 0.
    unsafe { libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr()) };
    let name = CStr::from_bytes_until_nul(&name).unwrap_or_default();
    format!("{} {tid}", name.to_string_lossy())
}
