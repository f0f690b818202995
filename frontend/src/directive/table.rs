//! What the specification allows: the words of each directive, and for each clause its
//! spellings, the directives that take it, whether it may be repeated, and whether it may
//! follow `device_type`. One row a clause; the parser and its messages read nothing else.

use super::{ClauseKind, DataKind, DirectiveKind};

/// A set of directives. Combined constructs are the union of their two halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct On(u32);

impl On {
    const fn or(self, other: On) -> On {
        On(self.0 | other.0)
    }
    pub fn meets(self, other: On) -> bool {
        self.0 & other.0 != 0
    }
}

const NONE: On = On(0);
const PARALLEL: On = On(1);
const SERIAL: On = On(1 << 1);
const KERNELS: On = On(1 << 2);
const LOOP: On = On(1 << 3);
const DATA: On = On(1 << 4);
const ENTER: On = On(1 << 5);
const EXIT: On = On(1 << 6);
const HOST_DATA: On = On(1 << 7);
const UPDATE: On = On(1 << 8);
const WAIT: On = On(1 << 9);
const CACHE: On = On(1 << 10);
const ATOMIC: On = On(1 << 11);
const DECLARE: On = On(1 << 12);
const ROUTINE: On = On(1 << 13);
const INIT: On = On(1 << 14);
const SHUTDOWN: On = On(1 << 15);
const SET: On = On(1 << 16);
const COMPUTE: On = PARALLEL.or(SERIAL).or(KERNELS);
const SIZED: On = PARALLEL.or(KERNELS);
const RUNTIME: On = INIT.or(SHUTDOWN).or(SET);
const STRUCTURED: On = COMPUTE.or(DATA);

const SINGLE: [(On, &str); 17] = [
    (PARALLEL, "parallel"),
    (SERIAL, "serial"),
    (KERNELS, "kernels"),
    (LOOP, "loop"),
    (DATA, "data"),
    (ENTER, "enter data"),
    (EXIT, "exit data"),
    (HOST_DATA, "host_data"),
    (UPDATE, "update"),
    (WAIT, "wait"),
    (CACHE, "cache"),
    (ATOMIC, "atomic"),
    (DECLARE, "declare"),
    (ROUTINE, "routine"),
    (INIT, "init"),
    (SHUTDOWN, "shutdown"),
    (SET, "set"),
];

impl DirectiveKind {
    pub fn on(self) -> On {
        use DirectiveKind as K;
        match self {
            K::Parallel => PARALLEL,
            K::Serial => SERIAL,
            K::Kernels => KERNELS,
            K::ParallelLoop => PARALLEL.or(LOOP),
            K::SerialLoop => SERIAL.or(LOOP),
            K::KernelsLoop => KERNELS.or(LOOP),
            K::Loop => LOOP,
            K::Data => DATA,
            K::EnterData => ENTER,
            K::ExitData => EXIT,
            K::HostData => HOST_DATA,
            K::Update => UPDATE,
            K::Wait => WAIT,
            K::Cache => CACHE,
            K::Atomic(_) => ATOMIC,
            K::Declare => DECLARE,
            K::Routine => ROUTINE,
            K::Init => INIT,
            K::Shutdown => SHUTDOWN,
            K::Set => SET,
        }
    }

    /// Whether it is a compute construct, combined with a loop or not.
    pub fn is_compute(self) -> bool {
        self.on().meets(COMPUTE)
    }

    /// Whether it governs a loop.
    pub fn is_loop(self) -> bool {
        self.on().meets(LOOP)
    }

    /// `parallel loop`, `serial loop`, `kernels loop`.
    pub fn is_combined(self) -> bool {
        self.is_compute() && self.is_loop()
    }

    /// The standard's own words.
    pub fn name(self) -> &'static str {
        use DirectiveKind as K;
        match self {
            K::ParallelLoop => "parallel loop",
            K::SerialLoop => "serial loop",
            K::KernelsLoop => "kernels loop",
            _ => SINGLE
                .iter()
                .find(|(on, _)| *on == self.on())
                .map_or("", |(_, name)| name),
        }
    }
}

/// Which clause it is, whatever its spelling and arguments. Clauses of the same id are
/// "like-named" in the sense of §2.4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClauseId {
    If,
    SelfClause,
    Async,
    Wait,
    NumGangs,
    NumWorkers,
    VectorLength,
    DeviceType,
    Private,
    Firstprivate,
    Reduction,
    Data(DataKind),
    Default,
    Gang,
    Worker,
    Vector,
    Seq,
    Auto,
    Independent,
    Collapse,
    Tile,
    IfPresent,
    Finalize,
    Bind,
    Nohost,
    DeviceNum,
    DefaultAsync,
    Cache,
    RoutineName,
    Unroll,
    Host,
    Kernel,
    Shortloop,
}

/// How often a clause may stand on one directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// Once, and once more after each `device_type`.
    Once,
    Many,
}

/// A clause's row.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub id: ClauseId,
    /// Spellings of one meaning; the first is the standard's.
    pub names: &'static [&'static str],
    /// The directives that take it.
    pub on: On,
    /// The directives on which it may follow `device_type`.
    pub specific: On,
    pub times: Times,
    /// Not the standard's, but PGI's: an error under `-acc=strict`.
    pub extension: bool,
}

const fn once(id: ClauseId, names: &'static [&'static str], on: On, specific: On) -> Row {
    Row {
        id,
        names,
        on,
        specific,
        times: Times::Once,
        extension: false,
    }
}

const fn many(id: ClauseId, names: &'static [&'static str], on: On) -> Row {
    Row {
        id,
        names,
        on,
        specific: NONE,
        times: Times::Many,
        extension: false,
    }
}

const fn data(kind: DataKind, names: &'static [&'static str], on: On) -> Row {
    many(ClauseId::Data(kind), names, on)
}

const fn pgi(row: Row) -> Row {
    Row {
        extension: true,
        ..row
    }
}

const LEVELS: On = LOOP.or(ROUTINE);
const QUEUED: On = STRUCTURED.or(UPDATE);

/// Every clause: OpenACC 3.3 §2.5 to §2.16, with 3.4's `if` on `atomic`, then PGI's.
pub const CLAUSES: &[Row] = &[
    once(
        ClauseId::If,
        &["if"],
        STRUCTURED
            .or(ENTER)
            .or(EXIT)
            .or(HOST_DATA)
            .or(UPDATE)
            .or(WAIT)
            .or(ATOMIC)
            .or(RUNTIME),
        NONE,
    ),
    once(ClauseId::SelfClause, &["self"], COMPUTE, NONE),
    once(
        ClauseId::Async,
        &["async"],
        QUEUED.or(ENTER).or(EXIT).or(WAIT),
        QUEUED,
    ),
    Row {
        specific: QUEUED,
        ..many(ClauseId::Wait, &["wait"], QUEUED.or(ENTER).or(EXIT))
    },
    once(ClauseId::NumGangs, &["num_gangs"], SIZED, SIZED),
    once(ClauseId::NumWorkers, &["num_workers"], SIZED, SIZED),
    once(ClauseId::VectorLength, &["vector_length"], SIZED, SIZED),
    many(
        ClauseId::DeviceType,
        &["device_type", "dtype"],
        QUEUED.or(LEVELS).or(RUNTIME),
    ),
    many(
        ClauseId::Private,
        &["private"],
        PARALLEL.or(SERIAL).or(LOOP),
    ),
    many(
        ClauseId::Firstprivate,
        &["firstprivate"],
        PARALLEL.or(SERIAL),
    ),
    many(
        ClauseId::Reduction,
        &["reduction"],
        PARALLEL.or(SERIAL).or(LOOP),
    ),
    data(
        DataKind::Copy,
        &["copy", "pcopy", "present_or_copy"],
        STRUCTURED.or(DECLARE),
    ),
    data(
        DataKind::Copyin,
        &["copyin", "pcopyin", "present_or_copyin"],
        STRUCTURED.or(ENTER).or(DECLARE),
    ),
    data(
        DataKind::Copyout,
        &["copyout", "pcopyout", "present_or_copyout"],
        STRUCTURED.or(EXIT).or(DECLARE),
    ),
    data(
        DataKind::Create,
        &["create", "pcreate", "present_or_create"],
        STRUCTURED.or(ENTER).or(DECLARE),
    ),
    data(DataKind::NoCreate, &["no_create"], STRUCTURED),
    data(DataKind::Present, &["present"], STRUCTURED.or(DECLARE)),
    data(DataKind::Deviceptr, &["deviceptr"], STRUCTURED.or(DECLARE)),
    data(DataKind::Attach, &["attach"], STRUCTURED.or(ENTER)),
    data(DataKind::Detach, &["detach"], EXIT),
    data(DataKind::Delete, &["delete"], EXIT),
    data(DataKind::UseDevice, &["use_device"], HOST_DATA),
    data(DataKind::DeviceResident, &["device_resident"], DECLARE),
    data(DataKind::Link, &["link"], DECLARE),
    data(DataKind::UpdateHost, &["self", "host"], UPDATE),
    data(DataKind::UpdateDevice, &["device"], UPDATE),
    once(ClauseId::Default, &["default"], STRUCTURED, NONE),
    once(ClauseId::Gang, &["gang"], LEVELS, LEVELS),
    once(ClauseId::Worker, &["worker"], LEVELS, LEVELS),
    once(ClauseId::Vector, &["vector"], LEVELS, LEVELS),
    once(ClauseId::Seq, &["seq"], LEVELS, LEVELS),
    once(ClauseId::Auto, &["auto"], LOOP, LOOP),
    once(ClauseId::Independent, &["independent"], LOOP, LOOP),
    once(ClauseId::Collapse, &["collapse"], LOOP, LOOP),
    once(ClauseId::Tile, &["tile"], LOOP, LOOP),
    once(
        ClauseId::IfPresent,
        &["if_present"],
        HOST_DATA.or(UPDATE),
        NONE,
    ),
    once(ClauseId::Finalize, &["finalize"], EXIT, NONE),
    once(ClauseId::Bind, &["bind"], ROUTINE, ROUTINE),
    once(ClauseId::Nohost, &["nohost"], ROUTINE, NONE),
    once(ClauseId::DeviceNum, &["device_num"], RUNTIME, NONE),
    once(ClauseId::DefaultAsync, &["default_async"], SET, NONE),
    pgi(many(ClauseId::Private, &["private"], KERNELS)),
    pgi(data(DataKind::Create, &["local"], STRUCTURED)),
    pgi(data(
        DataKind::UpdateDevice,
        &["updatein"],
        KERNELS.or(DATA),
    )),
    pgi(data(DataKind::UpdateHost, &["updateout"], KERNELS.or(DATA))),
    pgi(once(ClauseId::Gang, &["parallel"], LOOP, LOOP)),
    pgi(once(ClauseId::Unroll, &["unroll"], LOOP, LOOP)),
    pgi(once(ClauseId::Host, &["host"], LOOP, LOOP)),
    pgi(once(ClauseId::Kernel, &["kernel"], LOOP, LOOP)),
    pgi(once(ClauseId::Shortloop, &["shortloop"], LOOP, LOOP)),
    pgi(many(ClauseId::Cache, &["cache"], LOOP)),
];

/// The row of a clause so spelled on such a directive.
pub fn row(name: &str, on: On) -> Option<&'static Row> {
    rows(name).find(|row| row.on.meets(on))
}

/// All rows with this spelling; `self` and `host` have several.
pub fn rows(name: &str) -> impl Iterator<Item = &'static Row> {
    CLAUSES.iter().filter(move |row| row.names.contains(&name))
}

/// "`parallel`, `serial` and `loop`": who takes a clause so spelled.
pub fn takers(name: &str) -> String {
    let all = rows(name).fold(NONE, |on, row| on.or(row.on));
    list(
        SINGLE
            .iter()
            .filter(|(on, _)| on.meets(all))
            .map(|(_, name)| *name),
    )
}

/// The clauses that may follow `device_type` on such a directive.
pub fn specific(on: On) -> String {
    list(
        CLAUSES
            .iter()
            .filter(|row| row.specific.meets(on) && !row.extension)
            .map(|row| row.names[0]),
    )
}

/// "`a`, `b` and `c`".
pub fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

impl<E> ClauseKind<E> {
    pub fn id(&self) -> ClauseId {
        match self {
            ClauseKind::If(_) => ClauseId::If,
            ClauseKind::SelfClause(_) => ClauseId::SelfClause,
            ClauseKind::Async(_) => ClauseId::Async,
            ClauseKind::Wait(_) => ClauseId::Wait,
            ClauseKind::NumGangs(_) => ClauseId::NumGangs,
            ClauseKind::NumWorkers(_) => ClauseId::NumWorkers,
            ClauseKind::VectorLength(_) => ClauseId::VectorLength,
            ClauseKind::Private(_) => ClauseId::Private,
            ClauseKind::Firstprivate(_) => ClauseId::Firstprivate,
            ClauseKind::Reduction(..) => ClauseId::Reduction,
            ClauseKind::Data(kind, ..) => ClauseId::Data(*kind),
            ClauseKind::Default(_) => ClauseId::Default,
            ClauseKind::Gang(_) => ClauseId::Gang,
            ClauseKind::Worker(_) => ClauseId::Worker,
            ClauseKind::Vector(_) => ClauseId::Vector,
            ClauseKind::Seq => ClauseId::Seq,
            ClauseKind::Auto => ClauseId::Auto,
            ClauseKind::Independent => ClauseId::Independent,
            ClauseKind::Collapse { .. } => ClauseId::Collapse,
            ClauseKind::Tile(_) => ClauseId::Tile,
            ClauseKind::DeviceType(_) => ClauseId::DeviceType,
            ClauseKind::IfPresent => ClauseId::IfPresent,
            ClauseKind::Finalize => ClauseId::Finalize,
            ClauseKind::Bind(_) => ClauseId::Bind,
            ClauseKind::Nohost => ClauseId::Nohost,
            ClauseKind::DeviceNum(_) => ClauseId::DeviceNum,
            ClauseKind::DefaultAsync(_) => ClauseId::DefaultAsync,
            ClauseKind::Cache { .. } => ClauseId::Cache,
            ClauseKind::RoutineName(_) => ClauseId::RoutineName,
            ClauseKind::Unroll(_) => ClauseId::Unroll,
            ClauseKind::Host => ClauseId::Host,
            ClauseKind::Kernel => ClauseId::Kernel,
            ClauseKind::Shortloop => ClauseId::Shortloop,
        }
    }
}
