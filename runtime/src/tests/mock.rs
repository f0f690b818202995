//! A device whose streams do nothing until they are waited for, and whose every call can be met by
//! another thread ([`Other`]).

use crate::device::{
    DevPtr, Device, DeviceError, DeviceResult, Event, Function, Image, Launch, ModuleHandle,
    Properties, Rows, Stream,
};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ffi::c_void;
use std::sync::{Arc, Mutex, MutexGuard};

/// What the device did, in order: "in 40", "out 40", "launch 0 2x1x1", "alloc 40", "free".
pub type Log = Arc<Mutex<Vec<String>>>;

/// What the other thread does: called before and after each call of the driver, with the call's
/// name, while the driver holds no lock. Calls that it makes itself are not met again.
#[derive(Clone, Default)]
pub struct Other(Arc<Mutex<Option<Box<Act>>>>);
type Act = dyn FnMut(Moment, &'static str) + Send;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    Before,
    After,
}

impl Other {
    pub fn acts(&self, act: impl FnMut(Moment, &'static str) + Send + 'static) {
        *self.0.lock().unwrap() = Some(Box::new(act));
    }

    pub fn rests(&self) {
        *self.0.lock().unwrap() = None;
    }

    fn meets(&self, moment: Moment, call: &'static str) {
        let act = self.0.lock().unwrap().take();
        if let Some(mut act) = act {
            act(moment, call);
            self.0.lock().unwrap().get_or_insert(act);
        }
    }
}

/// One call of the driver, from its start to its end.
struct Calling<'m>(&'m Other, &'static str);

impl Drop for Calling<'_> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.0.meets(Moment::After, self.1);
        }
    }
}

pub struct Mock {
    properties: Properties,
    state: Mutex<State>,
    log: Log,
    other: Other,
}

type Kernel = unsafe extern "C" fn(*const *mut c_void);

#[derive(Default)]
struct State {
    memory: BTreeMap<u64, Box<[u8]>>,
    used: u64,
    streams: HashMap<u64, Queue>,
    events: HashMap<u64, (u64, u64)>,
    names: Vec<String>,
    kernels: Vec<Kernel>,
    next: u64,
}

#[derive(Default)]
struct Queue {
    done: u64,
    waiting: VecDeque<Work>,
}

enum Work {
    In(u64, usize, u64),
    Out(usize, u64, u64),
    Within(u64, u64, u64),
    Fill(u64, u8, u64),
    Launch(usize, Vec<Vec<u8>>, String),
    Wait(u64, u64),
}

impl Mock {
    pub fn new(memory: u64, other: Other) -> (Self, Log) {
        let properties = Properties {
            name: "mock".into(),
            vendor: "test".into(),
            driver: "0".into(),
            memory,
            max_grid: [64, 16, 16],
            max_block: [32, 32, 8],
            max_threads_per_block: 64,
            shared_memory_per_block: 1024,
            capability: (0, 0),
            multiprocessors: 1,
        };
        let log = Log::default();
        (
            Self {
                properties,
                state: Mutex::default(),
                log: log.clone(),
                other,
            },
            log,
        )
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    fn calling(&self, call: &'static str) -> Calling<'_> {
        self.other.meets(Moment::Before, call);
        Calling(&self.other, call)
    }

    fn say(&self, what: String) {
        self.log.lock().unwrap().push(what);
    }

    fn put(&self, stream: Option<Stream>, work: Work) -> DeviceResult<()> {
        let mut state = self.lock();
        match stream {
            Some(stream) => {
                state
                    .streams
                    .get_mut(&stream.0)
                    .expect("a stream that exists")
                    .waiting
                    .push_back(work);
                Ok(())
            }
            None => self.carry_out(&mut state, work),
        }
    }

    fn run(&self, state: &mut State, stream: u64, until: u64) -> DeviceResult<()> {
        while let Some(queue) = state.streams.get_mut(&stream).filter(|q| q.done < until) {
            let Some(work) = queue.waiting.pop_front() else {
                break;
            };
            queue.done += 1;
            self.carry_out(state, work)?;
        }
        Ok(())
    }

    fn carry_out(&self, state: &mut State, work: Work) -> DeviceResult<()> {
        match work {
            Work::In(to, from, bytes) => {
                self.say(format!("in {bytes}"));
                let target = state.range(to, bytes)?;
                // SAFETY: the runtime vouches for the host's side.
                unsafe { std::ptr::copy_nonoverlapping(from as *const u8, target, bytes as usize) };
            }
            Work::Out(to, from, bytes) => {
                self.say(format!("out {bytes}"));
                let source = state.range(from, bytes)?;
                // SAFETY: as above.
                unsafe { std::ptr::copy_nonoverlapping(source, to as *mut u8, bytes as usize) };
            }
            Work::Within(to, from, bytes) => {
                let (to, from) = (state.range(to, bytes)?, state.range(from, bytes)?);
                // SAFETY: both ranges were checked.
                unsafe { std::ptr::copy(from, to, bytes as usize) };
            }
            Work::Fill(at, byte, bytes) => {
                self.say(format!("fill {bytes}"));
                let target = state.range(at, bytes)?;
                // SAFETY: the range was checked.
                unsafe { std::ptr::write_bytes(target, byte, bytes as usize) };
            }
            Work::Launch(kernel, args, how) => {
                self.say(format!("launch {} {how}", state.names[kernel]));
                let pointers: Vec<*mut c_void> =
                    args.iter().map(|a| a.as_ptr().cast_mut().cast()).collect();
                // SAFETY: the test's kernel takes these arguments.
                unsafe { state.kernels[kernel](pointers.as_ptr()) };
            }
            Work::Wait(stream, until) => self.run(state, stream, until)?,
        }
        Ok(())
    }
}

impl State {
    /// The bytes at a device address, if they are allocated.
    fn range(&mut self, at: u64, bytes: u64) -> DeviceResult<*mut u8> {
        let found = self.memory.range(..=at).next_back();
        match found {
            Some((start, block)) if at + bytes <= start + block.len() as u64 => Ok(at as *mut u8),
            _ => Err(DeviceError::Driver {
                call: "mock",
                message: format!("{bytes} bytes at {at:#x} are not allocated"),
            }),
        }
    }
}

impl Device for Mock {
    fn blocks_at_once(&self, _function: Function, _threads: u32) -> DeviceResult<u32> {
        Ok(20)
    }

    fn properties(&self) -> &Properties {
        &self.properties
    }

    fn memory_info(&self) -> DeviceResult<(u64, u64)> {
        Ok((
            self.properties.memory - self.lock().used,
            self.properties.memory,
        ))
    }

    fn alloc(&self, bytes: u64) -> DeviceResult<DevPtr> {
        let _calling = self.calling("alloc");
        let mut state = self.lock();
        let total = self.properties.memory;
        if state.used + bytes > total {
            return Err(DeviceError::OutOfMemory {
                asked: bytes,
                free: total - state.used,
                total,
            });
        }
        state.used += bytes;
        let block = vec![0xfb; bytes as usize].into_boxed_slice();
        let at = block.as_ptr() as u64;
        state.memory.insert(at, block);
        self.say(format!("alloc {bytes}"));
        Ok(DevPtr(at))
    }

    fn free(&self, ptr: DevPtr) -> DeviceResult<()> {
        let _calling = self.calling("free");
        let mut state = self.lock();
        let block = state
            .memory
            .remove(&ptr.0)
            .expect("memory that was allocated");
        state.used -= block.len() as u64;
        self.say("free".into());
        Ok(())
    }

    unsafe fn copy_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        let _calling = self.calling("copy_in");
        self.put(stream, Work::In(dst.0, src as usize, bytes))
    }

    unsafe fn copy_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        let _calling = self.calling("copy_out");
        self.put(stream, Work::Out(dst as usize, src.0, bytes))
    }

    unsafe fn copy_rows_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        rows: Rows,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        if rows.count > 1 {
            self.say(format!("in rows {}x{}", rows.count, rows.bytes));
        }
        rows.each(|at| {
            // SAFETY: the caller's promise.
            unsafe {
                let from = src.wrapping_byte_add(at as usize);
                self.copy_in(DevPtr(dst.0 + at), from, rows.bytes, stream)
            }
        })
    }

    fn copy_within(
        &self,
        dst: DevPtr,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        let _calling = self.calling("copy_within");
        self.put(stream, Work::Within(dst.0, src.0, bytes))
    }

    fn fill(&self, dst: DevPtr, byte: u8, bytes: u64, stream: Option<Stream>) -> DeviceResult<()> {
        let _calling = self.calling("fill");
        self.put(stream, Work::Fill(dst.0, byte, bytes))
    }

    fn reaches(&self, address: u64) -> bool {
        self.holds(address)
    }

    fn holds(&self, address: u64) -> bool {
        self.lock().range(address, 1).is_ok()
    }

    fn stream_create(&self) -> DeviceResult<Stream> {
        let _calling = self.calling("stream_create");
        let mut state = self.lock();
        state.next += 1;
        let id = state.next;
        state.streams.insert(id, Queue::default());
        Ok(Stream(id))
    }

    fn stream_destroy(&self, stream: Stream) -> DeviceResult<()> {
        let _calling = self.calling("stream_destroy");
        self.lock()
            .streams
            .remove(&stream.0)
            .expect("a stream that exists");
        Ok(())
    }

    fn stream_synchronize(&self, stream: Stream) -> DeviceResult<()> {
        let _calling = self.calling("stream_synchronize");
        self.run(&mut self.lock(), stream.0, u64::MAX)
    }

    /// Answers, and then lets one piece of work happen.
    fn stream_query(&self, stream: Stream) -> DeviceResult<bool> {
        let _calling = self.calling("stream_query");
        let mut state = self.lock();
        let queue = &state.streams[&stream.0];
        let (done, idle) = (queue.done, queue.waiting.is_empty());
        self.run(&mut state, stream.0, done + 1)?;
        Ok(idle)
    }

    fn event_record(&self, stream: Stream) -> DeviceResult<Event> {
        let _calling = self.calling("event_record");
        let mut state = self.lock();
        state.next += 1;
        let id = state.next;
        let queue = &state.streams[&stream.0];
        let at = queue.done + queue.waiting.len() as u64;
        state.events.insert(id, (stream.0, at));
        Ok(Event(id))
    }

    fn event_destroy(&self, event: Event) -> DeviceResult<()> {
        let _calling = self.calling("event_destroy");
        self.lock()
            .events
            .remove(&event.0)
            .expect("an event that exists");
        Ok(())
    }

    fn stream_wait_event(&self, stream: Stream, event: Event) -> DeviceResult<()> {
        let _calling = self.calling("stream_wait_event");
        let (source, at) = self.lock().events[&event.0];
        self.put(Some(stream), Work::Wait(source, at))
    }

    fn module_load(&self, image: Image<'_>) -> DeviceResult<ModuleHandle> {
        let _calling = self.calling("module_load");
        let mut state = self.lock();
        for kernel in image.sim {
            // SAFETY: names are constants of the test.
            state
                .names
                .push(unsafe { crate::site::text(kernel.name) }.into_owned());
            state.kernels.push(kernel.run.unwrap());
        }
        self.say(format!("load {}", image.source));
        Ok(ModuleHandle(1))
    }

    fn module_unload(&self, _module: ModuleHandle) -> DeviceResult<()> {
        let _calling = self.calling("module_unload");
        self.say("unload".into());
        Ok(())
    }

    fn module_function(&self, _module: ModuleHandle, name: &str) -> DeviceResult<Function> {
        let _calling = self.calling("module_function");
        self.say(format!("function {name}"));
        let at = self.lock().names.iter().position(|n| n == name);
        at.map(|i| Function(i as u64))
            .ok_or_else(|| DeviceError::NoSuchKernel(name.into()))
    }

    unsafe fn launch(
        &self,
        function: Function,
        launch: &Launch<'_>,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        let _calling = self.calling("launch");
        let values = launch.args.iter().zip(launch.arg_bytes);
        // SAFETY: the runtime vouches for the arguments' sizes.
        let values = values
            .map(|(p, n)| unsafe { std::slice::from_raw_parts(p.cast::<u8>(), *n) }.to_vec())
            .collect();
        let how = format!("{:?} {:?}", launch.grid, launch.block);
        self.put(stream, Work::Launch(function.0 as usize, values, how))
    }
}
