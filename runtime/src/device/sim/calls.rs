//! The calls of sim's driver.

use std::ffi::{CStr, c_void};
use std::sync::Arc;

use super::driver::{Kernel, Loaded, SimDevice, lock, unknown};
use super::pool::{Args, Job, Order, Pool};
use super::settings::Shares;
use super::{check, gate, shared};
use crate::device::stream::Queue;
use crate::device::{
    DevPtr, Device, DeviceError, DeviceResult, Event, Function, Image, Launch, Mark, ModuleHandle,
    Properties, Stream,
};

/// A small copy to the device on a stream with nothing before it takes its bytes at the call, as
/// CUDA's copies of pageable memory do: programs overwrite such sources right away.
const STAGED: u64 = 64 << 10;

/// A page of the host's memory.
const PAGE: u64 = 4096;

/// A host address that travels to a stream's thread.
#[derive(Clone, Copy)]
struct HostPtr(*mut c_void);
// The caller of the copy vouches for it until the stream has passed it.
unsafe impl Send for HostPtr {}
impl HostPtr {
    fn get(self) -> *mut u8 {
        self.0.cast()
    }
}

/// Whether the program has all of the host's memory that a copy names; the error says how much there is. A section that is too long mostly ends
/// behind it: the process would be killed in the middle of the copy.
fn host_has(call: &'static str, at: *const c_void, bytes: u64) -> DeviceResult<()> {
    if bytes < PAGE {
        return Ok(());
    }
    let (first, end) = (at as u64, (at as u64).saturating_add(bytes));
    let mut from = first;
    while from < end {
        let mut into = [0u8; 64];
        let mut pages: [libc::iovec; 64] = std::array::from_fn(|n| libc::iovec {
            iov_base: from.saturating_add(n as u64 * PAGE) as *mut c_void,
            iov_len: 1,
        });
        let count = ((end - from).div_ceil(PAGE) as usize).min(pages.len());
        // The last byte counts too.
        if count < pages.len() {
            pages[count].iov_base = (end - 1) as *mut c_void;
        }
        let asked = (count + 1).min(pages.len()) as u64;
        let local = libc::iovec {
            iov_base: into.as_mut_ptr().cast(),
            iov_len: asked as usize,
        };
        // SAFETY: the kernel copies a byte of each page, and stops where nothing is mapped.
        let read =
            unsafe { libc::process_vm_readv(libc::getpid(), &local, 1, pages.as_ptr(), asked, 0) };
        let failed = std::io::Error::last_os_error().raw_os_error() == Some(libc::EFAULT);
        if read < 0 && !failed {
            // It isn't allowed to ask.
            return Ok(());
        }
        let read = read.max(0) as u64;
        if read < asked {
            let there = (from + read * PAGE).min(end - 1) / PAGE * PAGE;
            let message = format!(
                "the section has {bytes} bytes, and the host's memory there ends after {}: lengths of sections count elements, not bytes",
                there.saturating_sub(first)
            );
            return Err(DeviceError::Driver { call, message });
        }
        from = from.saturating_add(count as u64 * PAGE);
    }
    Ok(())
}

/// Host and device have the same bytes now.
fn copied(device: DevPtr, host: usize, bytes: u64) {
    if check::active() {
        // SAFETY: they were just copied from there, or to there.
        let values = unsafe { std::slice::from_raw_parts(device.0 as *const u8, bytes as usize) };
        check::stale::copied(device.0, host, values);
    }
}

impl Device for SimDevice {
    fn properties(&self) -> &Properties {
        &self.properties
    }

    /// A number of its own: blocks are carried out one after the other, and each costs more than its turn of a loop. It is odd for
    /// blocks of 2^n threads, so that a loop with this stride doesn't return to the same few sets of the caches.
    fn blocks_at_once(&self, _function: Function, threads: u32) -> DeviceResult<u32> {
        Ok((((1 << 17) / threads.max(1)).min(1 << 12) - 1).max(1))
    }

    fn blocks_together(&self, _function: Function, _threads: u32) -> DeviceResult<u32> {
        Ok(self.together)
    }

    fn memory_info(&self) -> DeviceResult<(u64, u64)> {
        Ok((self.arena.free_bytes(), self.arena.limit()))
    }

    fn alloc(&self, bytes: u64) -> DeviceResult<DevPtr> {
        self.begin("alloc").map_err(|_| self.lacks(bytes))?;
        self.arena.alloc(bytes).map(DevPtr)
    }

    fn free(&self, ptr: DevPtr) -> DeviceResult<()> {
        self.begin("free")?;
        self.arena.free(ptr.0)
    }

    fn has_managed(&self) -> bool {
        self.shares != Shares::Nothing
    }

    fn alloc_managed(&self, bytes: u64) -> DeviceResult<DevPtr> {
        self.begin("alloc").map_err(|_| self.lacks(bytes))?;
        let at = shared::managed(self.properties.memory)?.alloc(bytes)?;
        // The host writes it as it likes.
        check::filled(at, bytes);
        Ok(DevPtr(at))
    }

    fn free_managed(&self, ptr: DevPtr) -> DeviceResult<()> {
        self.begin("free")?;
        shared::managed(self.properties.memory)?.free(ptr.0)
    }

    fn share_host(&self) -> bool {
        let can = self.shares == Shares::Host;
        if can {
            shared::share_host();
        }
        can
    }

    unsafe fn copy_in(
        &self,
        dst: DevPtr,
        src: *const c_void,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.begin("copy_in")?;
        host_has("copy to the device", src, bytes)?;
        let arena = self.arena.clone();
        let operation = check::queues::now();
        if let Some(stream) = stream.filter(|_| bytes <= STAGED) {
            let queue = self.queue("sim: copy to the device", stream)?;
            if queue.idle() {
                // SAFETY: the caller vouches for the source.
                let original = src as usize;
                let staged =
                    unsafe { std::slice::from_raw_parts(src.cast::<u8>(), bytes as usize) }
                        .to_vec();
                queue.work(Box::new(move || {
                    shared::check(&arena, "sim: copy to the device", dst.0, bytes)?;
                    // SAFETY: the destination was just checked.
                    unsafe {
                        std::ptr::copy_nonoverlapping(
                            staged.as_ptr(),
                            dst.0 as *mut u8,
                            staged.len(),
                        );
                    }
                    check::filled(dst.0, bytes);
                    check::stale::copied(dst.0, original, &staged);
                    check::moved(operation.as_ref(), dst.0, bytes, true);
                    Ok(())
                }));
                return Ok(());
            }
        }
        let src = HostPtr(src.cast_mut());
        let work = move || {
            shared::check(&arena, "sim: copy to the device", dst.0, bytes)?;
            // SAFETY: the destination was just checked, the source is the caller's word.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    src.get().cast_const(),
                    dst.0 as *mut u8,
                    bytes as usize,
                )
            };
            check::filled(dst.0, bytes);
            copied(dst, src.get() as usize, bytes);
            check::moved(operation.as_ref(), dst.0, bytes, true);
            Ok(())
        };
        self.submit("sim: copy to the device", stream, Box::new(work))
    }

    unsafe fn copy_out(
        &self,
        dst: *mut c_void,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.begin("copy_out")?;
        host_has("copy from the device", dst, bytes)?;
        let (arena, dst) = (self.arena.clone(), HostPtr(dst));
        let operation = check::queues::now();
        let work = move || {
            shared::check(&arena, "sim: copy from the device", src.0, bytes)?;
            check::moved(operation.as_ref(), src.0, bytes, false);
            // SAFETY: as above, the other way round.
            unsafe { std::ptr::copy_nonoverlapping(src.0 as *const u8, dst.get(), bytes as usize) };
            copied(src, dst.get() as usize, bytes);
            Ok(())
        };
        self.submit("sim: copy from the device", stream, Box::new(work))
    }

    fn copy_within(
        &self,
        dst: DevPtr,
        src: DevPtr,
        bytes: u64,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.begin("copy_within")?;
        let arena = self.arena.clone();
        let operation = check::queues::now();
        let work = move || {
            shared::check(&arena, "sim: copy on the device (from)", src.0, bytes)?;
            shared::check(&arena, "sim: copy on the device (to)", dst.0, bytes)?;
            // SAFETY: both ranges were just checked.
            unsafe { std::ptr::copy(src.0 as *const u8, dst.0 as *mut u8, bytes as usize) };
            check::copied(dst.0, src.0, bytes);
            check::stale::overwritten(dst.0, bytes);
            check::moved(operation.as_ref(), src.0, bytes, false);
            check::moved(operation.as_ref(), dst.0, bytes, true);
            Ok(())
        };
        self.submit("sim: copy on the device", stream, Box::new(work))
    }

    fn fill(&self, dst: DevPtr, byte: u8, bytes: u64, stream: Option<Stream>) -> DeviceResult<()> {
        self.begin("fill")?;
        let arena = self.arena.clone();
        let operation = check::queues::now();
        let work = move || {
            shared::check(&arena, "sim: fill", dst.0, bytes)?;
            // SAFETY: the range was just checked.
            unsafe { std::ptr::write_bytes(dst.0 as *mut u8, byte, bytes as usize) };
            check::filled(dst.0, bytes);
            check::stale::overwritten(dst.0, bytes);
            check::moved(operation.as_ref(), dst.0, bytes, true);
            Ok(())
        };
        self.submit("sim: fill", stream, Box::new(work))
    }

    /// Another sim device's memory passes: a kernel that goes there has a message of its own.
    fn reaches(&self, address: u64) -> bool {
        self.holds(address) || shared::holds(address)
    }

    fn holds(&self, address: u64) -> bool {
        self.arena.contains(address) || gate::owner(address).is_some()
    }

    fn stream_create(&self) -> DeviceResult<Stream> {
        self.begin("stream_create")?;
        let id = self.id();
        lock(&self.streams).insert(id, Queue::start("accrs-sim-stream", 256 << 10)?);
        Ok(Stream(id))
    }

    fn stream_destroy(&self, stream: Stream) -> DeviceResult<()> {
        self.begin("stream_destroy")?;
        let queue = lock(&self.streams).remove(&stream.0);
        queue
            .ok_or_else(|| unknown("sim: destroy stream", "stream"))?
            .close();
        Ok(())
    }

    fn stream_synchronize(&self, stream: Stream) -> DeviceResult<()> {
        self.begin("stream_synchronize")?;
        self.queue("sim: synchronize", stream)?.synchronize()
    }

    fn stream_query(&self, stream: Stream) -> DeviceResult<bool> {
        self.begin("stream_query")?;
        let queue = self.queue("sim: query", stream)?;
        let idle = queue.idle();
        queue.check().map(|()| idle)
    }

    fn event_record(&self, stream: Stream) -> DeviceResult<Event> {
        self.begin("event_record")?;
        let event = self.queue("sim: record", stream)?.record();
        let id = self.id();
        lock(&self.events).insert(id, event);
        Ok(Event(id))
    }

    fn event_destroy(&self, event: Event) -> DeviceResult<()> {
        self.begin("event_destroy")?;
        let gone = lock(&self.events).remove(&event.0);
        gone.map(drop)
            .ok_or_else(|| unknown("sim: destroy event", "event"))
    }

    fn stream_wait_event(&self, stream: Stream, event: Event) -> DeviceResult<()> {
        self.begin("stream_wait_event")?;
        let state = lock(&self.events).get(&event.0).cloned();
        let state = state.ok_or_else(|| unknown("sim: wait for event", "event"))?;
        self.queue("sim: wait for event", stream)?.wait_event(state);
        Ok(())
    }

    fn mark(&self, stream: Stream) -> Option<Mark> {
        let mark = lock(&self.streams).get(&stream.0)?.mark();
        let id = self.id();
        lock(&self.marks).insert(id, mark);
        Some(Mark(id))
    }

    fn between(&self, from: Mark, to: Mark) -> DeviceResult<Option<i64>> {
        let marks = lock(&self.marks);
        let find = |mark: Mark| {
            let found = marks.get(&mark.0);
            found.ok_or_else(|| unknown("sim: time between marks", "mark"))
        };
        let (Some(from), Some(to)) = (find(from)?.passed(), find(to)?.passed()) else {
            return Ok(None);
        };
        let forward = to.saturating_duration_since(from).as_nanos();
        let backward = from.saturating_duration_since(to).as_nanos();
        Ok(Some(forward as i64 - backward as i64))
    }

    fn unmark(&self, mark: Mark) {
        lock(&self.marks).remove(&mark.0);
    }

    fn module_load(&self, image: Image<'_>) -> DeviceResult<ModuleHandle> {
        self.begin("module_load")?;
        let mut kernels = Vec::with_capacity(image.sim.len());
        for kernel in image.sim {
            let (false, Some(run)) = (kernel.name.is_null(), kernel.run) else {
                return Err(DeviceError::Module {
                    reason: format!("{}: its table of sim kernels is damaged", image.source),
                    log: String::new(),
                });
            };
            // SAFETY: the table's names are string constants.
            let name = unsafe { CStr::from_ptr(kernel.name) }
                .to_string_lossy()
                .into_owned();
            kernels.push((name, run));
        }
        if kernels.is_empty() {
            return Err(DeviceError::Module {
                reason: format!(
                    "{} was built without kernels for sim; build it with --acc-target=…,sim",
                    image.source
                ),
                log: String::new(),
            });
        }
        let id = self.id();
        let loaded = Loaded {
            source: image.source.into(),
            kernels,
            functions: Vec::new(),
        };
        lock(&self.modules).insert(id, loaded);
        Ok(ModuleHandle(id))
    }

    fn module_unload(&self, module: ModuleHandle) -> DeviceResult<()> {
        self.begin("module_unload")?;
        let loaded = lock(&self.modules).remove(&module.0);
        let loaded = loaded.ok_or_else(|| unknown("sim: unload module", "module"))?;
        let mut functions = lock(&self.functions);
        loaded
            .functions
            .iter()
            .for_each(|f| drop(functions.remove(f)));
        Ok(())
    }

    fn module_function(&self, module: ModuleHandle, name: &str) -> DeviceResult<Function> {
        self.begin("module_function")?;
        let mut modules = lock(&self.modules);
        let loaded = modules
            .get_mut(&module.0)
            .ok_or_else(|| unknown("sim: find kernel", "module"))?;
        let run = loaded
            .kernels
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, run)| *run);
        let run = run.ok_or_else(|| DeviceError::NoSuchKernel(name.to_owned()))?;
        let id = self.id();
        let kernel = Kernel {
            name: name.to_owned(),
            source: loaded.source.clone(),
            run,
        };
        loaded.functions.push(id);
        lock(&self.functions).insert(id, Arc::new(kernel));
        Ok(Function(id))
    }

    unsafe fn launch(
        &self,
        function: Function,
        launch: &Launch<'_>,
        stream: Option<Stream>,
    ) -> DeviceResult<()> {
        self.begin("launch")?;
        let kernel = lock(&self.functions).get(&function.0).cloned();
        let kernel = kernel.ok_or_else(|| unknown("sim: launch", "kernel"))?;
        self.check_launch(&kernel, launch)?;
        let job = Job::new(Order {
            kernel: kernel.name.clone(),
            source: kernel.source.to_string(),
            device: self.ordinal,
            arena: self.arena.clone(),
            run: kernel.run,
            // SAFETY: the caller's word.
            args: unsafe { Args::copy(launch.args, launch.arg_bytes) },
            grid: launch.grid,
            block_dim: launch.block,
            shared: launch.shared,
            together: launch.together,
            operation: check::queues::now(),
        });
        let pool = Pool::get(self.threads)?;
        self.submit("sim: launch", stream, Box::new(move || pool.run(job)))
    }
}
