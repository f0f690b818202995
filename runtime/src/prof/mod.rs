//! The profiling and error callback interface (OpenACC 3.3 chapter 5): `include/acc_callback.h`.
//!
//! [`registry`] knows who listens, [`info`] has the structures, [`library`] finds tools; the rest of the runtime calls
//! [`begin`] and [`once`] where something happens, and what they hear goes to [`crate::times`] as well. Without a tool, and without
//! times, each of them is the test of two flags.

pub mod info;
pub mod library;
pub mod registry;

use crate::abi::{ASYNC_SYNC, Site};
use crate::ending;
pub use crate::events::{About, At};
use crate::fatal::{self, Code, Failure, Outcome};
use crate::kinds::Kind;
use crate::kinds::device_type::device_t;
use crate::site::Caller;
use crate::times;
use info::{ApiInfo, Data, Error, EventInfo, Head, Launch, ProfInfo, Rest, event};
use registry::Callback;
use std::cell::Cell;
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

/// `_OPENACC`
const VERSION: c_int = 202_211;
/// `acc_api_info.vendor` of this runtime: "acc" as bytes.
const VENDOR: c_int = 0x61_63_63;

thread_local! {
    /// The construct that this thread is at, for what happens on its way (a device that is opened).
    static SITE: Cell<*const Site> = const { Cell::new(std::ptr::null()) };
}

/// Notes the construct that the thread is at.
pub fn note(place: &Caller<'_>) {
    library::load();
    if active() {
        SITE.set(match place {
            Caller::Construct(site) => std::ptr::from_ref(*site),
            Caller::Api(_) => std::ptr::null(),
        });
    }
}

/// The construct noted last.
pub fn noted() -> Caller<'static> {
    // SAFETY: sites of the program's constructs last as long as its text; those of `declare`d globals aren't noted.
    unsafe { Caller::of(SITE.get()) }
}

/// `acc_construct_t`
fn construct_of(place: &Caller<'_>) -> c_int {
    const RUNTIME_API: c_int = 15;
    let Caller::Construct(_) = place else {
        return RUNTIME_API;
    };
    let name = place.construct();
    let starts = [
        ("parallel", 0),
        ("serial", 16),
        ("kernels", 1),
        ("region", 1),
        ("data", 3),
        ("enter", 4),
        ("exit", 5),
        ("host_data", 6),
        ("declare", 8),
        ("init", 9),
        ("shutdown", 10),
        ("set", 11),
        ("update", 12),
        ("wait", 14),
    ];
    starts
        .iter()
        .find(|(word, _)| name.starts_with(word))
        .map_or(RUNTIME_API, |(_, number)| *number)
}

/// Whether a construct is a compute construct, whose data region nobody has written.
fn is_compute(construct: c_int) -> bool {
    matches!(construct, 0 | 1 | 16)
}

/// Events that are told while the present table is locked.
fn locks(event: c_int) -> bool {
    matches!(event, event::CREATE..=event::FREE | event::UPLOAD..=23)
}

thread_local! {
    static LOCKED: Cell<bool> = const { Cell::new(false) };
}

/// Callbacks of data events can't ask for data: the table is being worked on.
pub fn may_look(place: &Caller<'_>) -> Outcome<()> {
    if LOCKED.get() {
        return Err(Failure::new(format!(
            "{place}: called in a callback of a data event: the present table is in use; note what is wanted and ask later"
        )));
    }
    Ok(())
}

/// Whether tools listen, or times are wanted.
pub fn active() -> bool {
    registry::active() || times::on()
}

/// An event that has started; its end is told by [`end`].
#[must_use]
pub struct Open<'a> {
    at: At<'a>,
    start: c_int,
    about: About<'a>,
    told: Option<Told>,
    span: Option<times::Span>,
}

/// What tools have heard of its start.
struct Told {
    info: EventInfo,
    gangs: [usize; 4],
}

/// Tells of the start of an event (one of [`info::event`] that has an end). `implicit`: nobody has written what causes it; a compute construct's own
/// data region counts as such.
pub fn begin<'a>(
    start: c_int,
    at: impl FnOnce() -> At<'a>,
    implicit: bool,
    about: About<'a>,
) -> Option<Open<'a>> {
    if !active() {
        return None;
    }
    let at = at();
    let told = registry::active().then(|| {
        let mut gangs = [0; 4];
        let info = event_info(start, &at, implicit, &about, &mut gangs);
        let mut told = Told { info, gangs };
        told.tell(start, &at, start, false);
        told
    });
    let span = match times::on() {
        true => times::begin(start, &at, implicit, &about),
        false => None,
    };
    Some(Open {
        at,
        start,
        about,
        told,
        span,
    })
}

impl Told {
    fn tell(&mut self, start: c_int, at: &At<'_>, event: c_int, backwards: bool) {
        if start == event::LAUNCH {
            self.info.rest.launch.num_gangs_per_dim = self.gangs.as_mut_ptr();
        }
        self.info.head.event_type = event;
        emit(event, backwards, at, &mut self.info);
    }
}

/// Ends an event that may not have been told of.
pub fn end(open: Option<Open<'_>>) {
    let Some(Open {
        at,
        start,
        about,
        told,
        span,
    }) = open
    else {
        return;
    };
    if let Some(span) = span {
        times::end(span, start, &at, &about);
    }
    if let Some(mut told) = told {
        told.tell(start, &at, start + 1, true);
    }
}

/// Ends a transfer that has moved so many bytes.
pub fn moved(mut open: Option<Open<'_>>, moved: usize) {
    if let Some(Open {
        about: About::Data { bytes, .. },
        ..
    }) = &mut open
    {
        *bytes = moved;
    }
    end(open);
}

/// Tells of an event without an end.
pub fn once<'a>(event: c_int, at: impl FnOnce() -> At<'a>, implicit: bool, about: About<'_>) {
    if registry::active() {
        let at = at();
        let mut info = event_info(event, &at, implicit, &about, &mut [0; 4]);
        emit(event, false, &at, &mut info);
    }
}

/// The error event (§5.1.11), before the program ends.
fn error(code: Code, message: &str) {
    let at = || At::kind(noted(), Kind::Multicore, 0, None);
    let code = code as c_int;
    once(event::ERROR, at, true, About::Error { code, message });
}

/// The end of the program: nothing is told any more.
fn runtime_shutdown() {
    let at = || At::kind(Caller::Api("the end"), Kind::Multicore, 0, None);
    once(event::RUNTIME_SHUTDOWN, at, true, About::Nothing);
    registry::close();
}

fn event_info(
    event: c_int,
    at: &At<'_>,
    implicit: bool,
    about: &About<'_>,
    gangs: &mut [usize; 4],
) -> EventInfo {
    let parent = construct_of(&at.place);
    let region = matches!(event, event::ENTER_DATA | event::EXIT_DATA);
    let (bytes, rest) = rest_of(at, about, gangs);
    let nothing = Rest {
        launch: Launch {
            kernel_name: std::ptr::null(),
            num_gangs: 0,
            num_workers: 0,
            vector_length: 0,
            num_gangs_per_dim: std::ptr::null_mut(),
        },
    };
    let mut info = EventInfo {
        head: Head {
            event_type: event,
            valid_bytes: bytes as c_int,
            parent_construct: parent,
            implicit: c_int::from(implicit || region && is_compute(parent)),
            tool_info: std::ptr::null_mut(),
        },
        rest: rest.unwrap_or(nothing),
    };
    if let About::Error { message, .. } = about {
        info.rest.error.error_message = kept(message);
    }
    info
}

/// The text of an error, for as long as the program runs: a tool may look at it after its event.
fn kept(message: &str) -> *const c_char {
    static TEXTS: Mutex<Vec<CString>> = Mutex::new(Vec::new());
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    let at = text.as_ptr();
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    texts.push(text);
    at
}

/// What an event has behind its head: bytes, head and all, and the part itself.
fn rest_of(at: &At<'_>, about: &About<'_>, gangs: &mut [usize; 4]) -> (usize, Option<Rest>) {
    match about {
        About::Nothing => (size_of::<Head>(), None),
        About::Data {
            name,
            bytes,
            host,
            device,
        } => (
            size_of::<Head>() + size_of::<Data>(),
            Some(Rest {
                data: Data {
                    // The routines of the API know no names.
                    var_name: match at.place {
                        Caller::Construct(_) => *name,
                        Caller::Api(_) => std::ptr::null(),
                    },
                    bytes: *bytes,
                    host_ptr: *host,
                    device_ptr: *device as usize as *const c_void,
                },
            }),
        ),
        About::Launch { name, grid, block } => {
            *gangs = [
                if grid[1] * grid[2] > 1 { 3 } else { 1 },
                grid[0] as usize,
                grid[1] as usize,
                grid[2] as usize,
            ];
            let launch = Launch {
                kernel_name: *name,
                num_gangs: grid.iter().map(|n| *n as usize).product(),
                num_workers: (block[1] * block[2]) as usize,
                vector_length: block[0] as usize,
                num_gangs_per_dim: std::ptr::null_mut(),
            };
            (
                size_of::<Head>() + size_of::<Launch>(),
                Some(Rest { launch }),
            )
        }
        About::Error { code, .. } => {
            let error = Error {
                error_code: *code,
                error_message: std::ptr::null(),
                runtime_info: 0,
            };
            (size_of::<Head>() + size_of::<Error>(), Some(Rest { error }))
        }
    }
}

/// Threads in the order in which they first came to an event.
fn thread_id() -> c_int {
    static NEXT: AtomicI32 = AtomicI32::new(0);
    thread_local! {
        static ID: c_int = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    ID.with(|id| *id)
}

fn emit(event: c_int, backwards: bool, at: &At<'_>, info: &mut EventInfo) {
    let queue = at.queue.unwrap_or(ASYNC_SYNC) as isize;
    let (file, function, line) = match &at.place {
        Caller::Construct(site) => (site.file, site.function, site.line),
        Caller::Api(_) => (std::ptr::null(), std::ptr::null(), 0),
    };
    let mut prof = ProfInfo {
        event_type: event,
        valid_bytes: size_of::<ProfInfo>() as c_int,
        version: VERSION,
        device_type: at.device_type,
        device_number: at.number,
        thread_id: thread_id(),
        r#async: queue,
        async_queue: queue,
        src_file: file,
        func_name: function,
        line_no: line,
        end_line_no: 0,
        func_line_no: 0,
        func_end_line_no: 0,
    };
    let mut api = api_info(at);
    let locked = LOCKED.replace(LOCKED.get() || locks(event));
    registry::each(event, backwards, |callback: Callback| {
        // SAFETY: the tool's own function, with structures that last for the call.
        unsafe { callback(&raw mut prof, std::ptr::from_mut(info), &raw mut api) };
    });
    LOCKED.set(locked);
}

fn api_info(at: &At<'_>) -> ApiInfo {
    const NO_API: c_int = 0;
    const CUDA: c_int = 1;
    const OTHER: c_int = 4;
    let mut api = ApiInfo {
        device_api: match at.device_type {
            device_t::HOST => NO_API,
            device_t::NVIDIA => CUDA,
            _ => OTHER,
        },
        valid_bytes: size_of::<ApiInfo>() as c_int,
        device_type: at.device_type,
        vendor: VENDOR,
        device_handle: std::ptr::null(),
        context_handle: std::ptr::null(),
        async_handle: std::ptr::null(),
    };
    if let Some(state) = at.state {
        api.context_handle = state.device.native_context();
        if api.context_handle.is_null() {
            if api.device_api == CUDA {
                api.device_api = OTHER; // sim in nvidia's place
            }
            return api;
        }
        api.device_handle = state.device.native_device() as usize as *const c_void;
        let queue = at.queue.and_then(|key| state.queues.existing(key));
        if let Some(queue) = queue {
            let stream = queue.stream();
            api.async_handle =
                stream.map_or(std::ptr::null_mut(), |s| state.device.native_stream(s));
        }
    }
    api
}

macro_rules! registrations {
    ($($name:ident, $on:expr;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(event: c_int, callback: Option<Callback>, how: c_uint) {
            library::load();
            fatal::on_error(error);
            ending::on_end(runtime_shutdown);
            registry::change(event, callback, how, $on);
        }
    )* };
}

registrations! {
    acc_callback_register, true;
    acc_prof_register, true;
    acc_callback_unregister, false;
    acc_prof_unregister, false;
}

/// There are no inquiry functions (§5.3.1).
#[unsafe(no_mangle)]
pub extern "C" fn acc_prof_lookup(_name: *const c_char) -> *const c_void {
    std::ptr::null()
}
