//! The workers: OS threads, made for this, over which the blocks of all launches
//! are spread. A user's thread never runs a block, since its stack and its
//! thread-local storage are host memory.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use super::arena::Arena;
use super::block::{Run, Runner};
use super::fault::{Fault, Scene};
use super::gate::Pass;
use super::meeting::Meeting;
use super::stack::SharedMemory;
use super::{check, entry, signal};
use crate::device::{DeviceError, DeviceResult, thread};

/// Bytes of a worker's own stack; the threads of its blocks have others.
const STACK: usize = 2 << 20;

/// Arguments of a launch: their values, and the pointers that the kernel reads them by.
pub struct Args {
    _values: Vec<u128>,
    pointers: Vec<*mut c_void>,
}

// The pointers are into `_values`, which nobody writes after construction.
unsafe impl Send for Args {}
unsafe impl Sync for Args {}

impl Args {
    /// Copies the values.
    ///
    /// # Safety
    /// `bytes[i]` bytes are readable at `args[i]`.
    pub unsafe fn copy(args: &[*const c_void], bytes: &[usize]) -> Self {
        let words = |n: &usize| n.div_ceil(16).max(1);
        let mut values = vec![0u128; bytes.iter().map(words).sum::<usize>().max(1)];
        let mut at = 0;
        let mut pointers = Vec::with_capacity(args.len());
        for (arg, n) in args.iter().zip(bytes) {
            let to = (&raw mut values[at]).cast::<c_void>();
            // SAFETY: the caller's word for the source; the destination has room.
            unsafe { std::ptr::copy_nonoverlapping(arg.cast::<u8>(), to.cast::<u8>(), *n) };
            pointers.push(to);
            at += words(n);
        }
        Self {
            _values: values,
            pointers,
        }
    }
}

/// One launch under way.
pub struct Job {
    order: Order,
    progress: Progress,
    /// Where its blocks meet.
    meeting: Option<Meeting>,
}

struct Progress {
    next: AtomicU64,
    left: AtomicU64,
    failed: AtomicBool,
    outcome: Mutex<Option<DeviceResult<()>>>,
    done: Condvar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a launch is made of.
pub struct Order {
    pub kernel: String,
    pub source: String,
    pub device: u32,
    pub arena: Arc<Arena>,
    pub run: Run,
    pub args: Args,
    pub grid: [u32; 3],
    pub block_dim: [u32; 3],
    pub shared: u64,
    /// Its blocks wait for each other.
    pub together: bool,
    /// The program's operation that it belongs to, where that is checked.
    pub operation: Option<Arc<check::queues::Operation>>,
}

impl Order {
    /// Whether its blocks run one after the other on one worker, for the checks of what they do.
    fn in_turn(&self) -> bool {
        check::active() && self.block_dim == [1; 3]
    }

    fn blocks(&self) -> u64 {
        self.grid.iter().map(|n| u64::from(*n)).product()
    }
}

impl Job {
    pub fn new(order: Order) -> Self {
        let blocks = order.blocks();
        let progress = Progress {
            next: AtomicU64::new(0),
            left: AtomicU64::new(blocks),
            failed: AtomicBool::new(false),
            outcome: Mutex::new(None),
            done: Condvar::new(),
        };
        let meeting = order.together.then(|| Meeting::new(blocks));
        Self {
            order,
            progress,
            meeting,
        }
    }

    /// Claims some blocks: the first one's index and how many.
    fn claim(&self, workers: u64) -> Option<(u64, u64)> {
        let blocks = self.order.blocks();
        let chunk = match self.order.in_turn() {
            true => blocks,
            false => (blocks / (workers * 8)).clamp(1, 256),
        };
        let first = self.progress.next.fetch_add(chunk, Ordering::Relaxed);
        (first < blocks).then(|| (first, chunk.min(blocks - first)))
    }

    fn exhausted(&self) -> bool {
        self.progress.next.load(Ordering::Relaxed) >= self.order.blocks()
    }

    /// Runs claimed blocks; after a fault the rest of the launch is skipped.
    unsafe fn run_blocks(
        &self,
        runner: *mut Runner,
        shared: &mut SharedMemory,
        first: u64,
        count: u64,
    ) {
        let order = &self.order;
        let (gx, gy) = (u64::from(order.grid[0]), u64::from(order.grid[1]));
        for index in first..first + count {
            if self.progress.failed.load(Ordering::Relaxed) {
                break;
            }
            let block = [
                (index % gx) as u32,
                (index / gx % gy) as u32,
                (index / (gx * gy)) as u32,
            ];
            // SAFETY: the runner is this worker's, and no block runs on it now.
            let outcome = unsafe {
                let b = &mut (*runner).block;
                (b.block, b.block_dim, b.grid_dim) = (block, order.block_dim, order.grid);
                b.device = order.device;
                (*runner).arena = order.arena.start();
                (*runner).memory = Arc::as_ptr(&order.arena);
                (*runner).meeting = self.meeting.as_ref().map_or(std::ptr::null(), |m| m);
                b.shared = shared.fresh(order.shared as usize);
                Runner::run(runner, order.run, order.args.pointers.as_ptr())
            };
            let failed = outcome.map_err(|fault| self.fail(block, &fault)).is_err();
            if let Some(meeting) = &self.meeting {
                match failed {
                    true => meeting.give_up(),
                    false => meeting.end(),
                }
            }
        }
        if self.progress.left.fetch_sub(count, Ordering::AcqRel) == count {
            lock(&self.progress.outcome).get_or_insert(Ok(()));
            self.progress.done.notify_all();
        }
    }

    /// Keeps the first fault of the launch.
    fn fail(&self, block: [u32; 3], fault: &Fault) {
        if self.progress.failed.swap(true, Ordering::Relaxed) {
            return;
        }
        let order = &self.order;
        let scene = Scene {
            kernel: &order.kernel,
            source: &order.source,
            device: order.device,
            block,
            block_dim: order.block_dim,
            arena: &order.arena,
        };
        let error = DeviceError::KernelFault(scene.tell(fault));
        *lock(&self.progress.outcome) = Some(Err(error));
    }

    /// Waits until no block is left.
    fn wait(&self) -> DeviceResult<()> {
        let mut outcome = lock(&self.progress.outcome);
        while self.progress.left.load(Ordering::Acquire) > 0 {
            outcome = self
                .progress
                .done
                .wait(outcome)
                .unwrap_or_else(PoisonError::into_inner);
        }
        outcome.take().unwrap_or(Ok(()))
    }
}

/// A thread that takes one block of a launch at a time.
type Resident = Sender<(Arc<Job>, u64)>;

/// The process' workers.
pub struct Pool {
    workers: u64,
    jobs: Mutex<Vec<Arc<Job>>>,
    more: Condvar,
    /// Threads that each take one block of a launch whose blocks wait for each other; one such launch has them at a time.
    resident: Mutex<Vec<Resident>>,
}

impl Pool {
    /// The pool, with `workers` of them, started on first use; an error if none can be.
    pub fn get(workers: usize) -> DeviceResult<&'static Pool> {
        static POOL: OnceLock<Pool> = OnceLock::new();
        static STARTED: OnceLock<Result<(), String>> = OnceLock::new();
        let pool = POOL.get_or_init(|| Pool {
            workers: workers.max(1) as u64,
            jobs: Mutex::new(Vec::new()),
            more: Condvar::new(),
            resident: Mutex::default(),
        });
        let started = STARTED.get_or_init(|| pool.start());
        started.as_ref().map_err(|message| DeviceError::Driver {
            call: "sim: starting its workers",
            message: message.clone(),
        })?;
        Ok(pool)
    }

    /// Starts the workers. Fewer than asked for only make it slower.
    fn start(&'static self) -> Result<(), String> {
        let mut why = Ok(());
        let mut started = 0;
        for index in 0..self.workers as usize {
            let made = SharedMemory::new().and_then(|shared| {
                let name = format!("accrs-sim-{index}");
                thread::start(&name, STACK, move || self.work(index, shared))
                    .map_err(|e| e.to_string())
            });
            match made {
                Ok(_) => started += 1,
                Err(error) => why = Err(error),
            }
        }
        if started > 0 { Ok(()) } else { why }
    }

    /// Runs a launch to its end.
    pub fn run(&self, job: Job) -> DeviceResult<()> {
        signal::install();
        let _pass = Pass::enter(&job.order.arena);
        let _checks = check::active()
            .then(|| check::Launch::begin(&job.order.arena, job.order.operation.as_ref()));
        let job = Arc::new(job);
        if job.meeting.is_some() {
            return self.run_together(&job);
        }
        lock(&self.jobs).push(job.clone());
        self.more.notify_all();
        job.wait()
    }

    /// Runs a launch whose blocks wait for each other, each on a thread of its own.
    fn run_together(&self, job: &Arc<Job>) -> DeviceResult<()> {
        let lost = |message: String| DeviceError::Driver {
            call: "sim: starting a thread for each block",
            message,
        };
        let blocks = job.order.blocks();
        let mut resident = lock(&self.resident);
        while (resident.len() as u64) < blocks {
            let one = Self::start_resident(resident.len()).map_err(lost)?;
            resident.push(one);
        }
        for (n, one) in (0..blocks).zip(resident.iter()) {
            // A thread that is gone has left a panic behind; those that wait for its block give up.
            if one.send((job.clone(), n)).is_err() {
                job.progress.left.fetch_sub(1, Ordering::AcqRel);
                job.meeting.iter().for_each(Meeting::give_up);
            }
        }
        job.wait()
    }

    fn start_resident(index: usize) -> Result<Resident, String> {
        let (give, take) = channel::<(Arc<Job>, u64)>();
        let mut shared = SharedMemory::new()?;
        let work = move || {
            signal::prepare_worker();
            let runner = Box::into_raw(Box::new(Runner::new()));
            entry::set_runner(runner);
            while let Ok((job, block)) = take.recv() {
                // SAFETY: the runner is this thread's own.
                unsafe { job.run_blocks(runner, &mut shared, block, 1) };
            }
        };
        std::thread::Builder::new()
            .name(format!("accrs-block-{index}"))
            .spawn(work)
            .map_err(|e| e.to_string())?;
        Ok(give)
    }

    fn work(&self, index: usize, mut shared: SharedMemory) {
        signal::prepare_worker();
        let runner = Box::into_raw(Box::new(Runner::new()));
        entry::set_runner(runner);
        // Workers begin at different jobs, so that launches of different streams overlap.
        let mut turn = index;
        loop {
            let job = self.next_job(turn);
            turn = turn.wrapping_add(1);
            if let Some((first, count)) = job.claim(self.workers) {
                // SAFETY: the runner is this thread's own.
                unsafe { job.run_blocks(runner, &mut shared, first, count) };
            }
        }
    }

    fn next_job(&self, turn: usize) -> Arc<Job> {
        let mut jobs = lock(&self.jobs);
        loop {
            jobs.retain(|job| !job.exhausted());
            if !jobs.is_empty() {
                return jobs[turn % jobs.len()].clone();
            }
            jobs = self.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
