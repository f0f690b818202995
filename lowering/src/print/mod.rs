//! Prints C from the IR. One printer has a dialect for each reader: expressions by precedence (`expr`), declarations and
//! names (`names`), statements (`stmt`).
//!
//! ```text
//! Cuda     CUDA C++, for NVRTC and for sim; `cuda/` prints what needs another form there
//! HostC    C for the host compiler, by the user's own standard, in the user's own scopes (`host`, `made`)
//! Report   C for people, in reports, notes and the plan
//! Ir       the IR as text, with the conversions that C makes silently (`dump`)
//! ```
//!
//! An expression for which a dialect has no form of its own is printed as C, and its operands in the dialect again.

mod cuda;
mod dump;
mod expr;
pub mod host;
mod lines;
mod made;
mod names;
pub mod show;
pub mod stmt;

pub(crate) use cuda::{
    LIBRARY_PARTS, PRINTF, RESULT, complex_parts, has_no_size, holds_long_double, is_open, is_pure,
};
pub use cuda::{is_library, name_elsewhere, symbol};
pub use dump::{directives, unit};
pub(crate) use expr::{PRIMARY, Text};
pub use lines::{HEAD, Lines, PLACE, place, written};

use crate::checks::Checks;
use accrs_frontend::diag::{Code, Diagnostic, codes};
use accrs_frontend::region::{EnumId, ExprId, FunctionId, RecordId, Stmt, TypedefId, VarId, VlaId};
use accrs_frontend::{Unit, source::Span};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// How a kernel spells a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// By this text, which is a postfix expression.
    Name(String),
    /// Through the pointer of this name.
    Deref(String),
}

/// What the printed text uses, so that only that is defined before it.
#[derive(Clone, Default, Debug)]
pub struct Used {
    pub records: BTreeSet<RecordId>,
    pub enums: BTreeSet<EnumId>,
    pub typedefs: BTreeSet<TypedefId>,
    pub functions: BTreeSet<FunctionId>,
    /// The unit's constants, of which the device's text has copies for functions.
    pub constants: BTreeSet<VarId>,
    /// The program's variables that are reached through a cell.
    pub cells: BTreeSet<VarId>,
    /// Routines that are called in the version with a predicate.
    pub padded: BTreeSet<FunctionId>,
    /// Routines of other files; whether it is the version that takes a predicate.
    pub elsewhere: BTreeSet<(FunctionId, bool)>,
    /// The parts of the helper template, by name.
    pub helpers: BTreeSet<&'static str>,
    /// Lengths that the text reads from its own variables (see `Printer::lengths`).
    pub lengths: BTreeSet<VlaId>,
    /// The first thing that no GPU has, such as a `long double`: its place and its name.
    pub sim_only: Option<(Span, &'static str)>,
}

impl Used {
    /// Adds what another text uses.
    pub fn merge(&mut self, other: Used) {
        self.records.extend(other.records);
        self.enums.extend(other.enums);
        self.typedefs.extend(other.typedefs);
        self.functions.extend(other.functions);
        self.constants.extend(other.constants);
        self.cells.extend(other.cells);
        self.padded.extend(other.padded);
        self.elsewhere.extend(other.elsewhere);
        self.helpers.extend(other.helpers);
        self.lengths.extend(other.lengths);
        self.sim_only = self.sim_only.or(other.sim_only);
    }
}

/// The reader that the text is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Cuda,
    HostC,
    Report,
    Ir,
}

/// Prints the expressions and declarations of one kernel or function.
pub struct Printer<'a> {
    pub unit: &'a Unit,
    pub dialect: Dialect,
    pub access: HashMap<VarId, Access>,
    /// Calls that are made before their statement, and the names of their results; elements that are in registers, and the names of these.
    pub hoisted: HashMap<ExprId, String>,
    pub used: RefCell<Used>,
    pub problems: RefCell<Vec<Diagnostic>>,
    /// The place of the statement being printed, for messages about things without a place of their own.
    pub place: Cell<Span>,
    /// Prints the statements of a statement expression as a function's body.
    pub(crate) statements: Option<Rc<Statements<'a>>>,
    /// Declarations that must come before the statement being printed; `None` where none can.
    pub(crate) before: RefCell<Option<Vec<String>>>,
    /// The names of variables that hold lengths of arrays, as they were where the array was declared.
    pub(crate) lengths: HashMap<VlaId, String>,
    /// Calls whose value is not used.
    pub(crate) unread: RefCell<HashSet<ExprId>>,
    /// How many variables have been declared for compound literals.
    pub(crate) literals: Cell<u32>,
    /// Threads hand values to each other through memory: what a pointer alone leads to isn't one thread's alone.
    pub(crate) exchanges: bool,
    /// The accesses that a program with checks reports.
    pub(crate) checks: Option<Rc<Checks>>,
    /// The one among them that is being printed by itself.
    pub(crate) bare: Cell<ExprId>,
    /// The places of type definitions that have been printed as part of a declaration (`host`).
    pub(crate) defined: RefCell<HashSet<Span>>,
}

/// Prints statements without indentation, one to a line. The flag asks for a `return` of the last one's value.
pub(crate) type Statements<'a> = dyn Fn(&Printer<'_>, &[Stmt], bool) -> String + 'a;

impl<'a> Printer<'a> {
    /// A printer for CUDA.
    pub fn new(unit: &'a Unit) -> Self {
        Self::of(unit, Dialect::Cuda)
    }

    pub fn of(unit: &'a Unit, dialect: Dialect) -> Self {
        Self {
            unit,
            dialect,
            access: HashMap::new(),
            hoisted: HashMap::new(),
            used: RefCell::default(),
            problems: RefCell::default(),
            place: Cell::default(),
            statements: None,
            before: RefCell::default(),
            lengths: HashMap::new(),
            unread: RefCell::default(),
            literals: Cell::default(),
            exchanges: false,
            checks: None,
            bare: Cell::new(ExprId::NONE),
            defined: RefCell::default(),
        }
    }

    /// Records that something can't be compiled for a device.
    pub fn refuse(&self, span: Span, message: impl Into<String>) {
        self.problem(codes::UNSUPPORTED_STATEMENT, span, message);
    }

    /// Likewise, for a type.
    pub fn refuse_type(&self, message: impl Into<String>) {
        self.problem(codes::UNSUPPORTED_TYPE, self.place.get(), message);
    }

    /// Likewise, for a call.
    pub fn refuse_call(&self, span: Span, message: impl Into<String>) {
        self.problem(codes::UNSUPPORTED_CALL, span, message);
    }

    /// Likewise, for a function of a library that devices lack, with what to do instead.
    pub fn refuse_library(&self, span: Span, name: &str) {
        let message = format!(
            "'{name}' can't be called on a device: its body is not known here and CUDA has no such function"
        );
        let call = Diagnostic::error(codes::UNSUPPORTED_CALL, span, message);
        self.keep_problem(call.help(instead_of(name)));
    }

    /// Likewise, for loops of several levels with code between them that isn't supported yet.
    pub fn refuse_nest(&self, span: Span, message: impl Into<String>) {
        self.problem(codes::UNSUPPORTED_NEST, span, message);
    }

    fn problem(&self, code: Code, span: Span, message: impl Into<String>) {
        self.keep_problem(Diagnostic::error(code, span, message));
    }

    /// What was said of a place isn't said again.
    fn keep_problem(&self, new: Diagnostic) {
        let mut all = self.problems.borrow_mut();
        if !all
            .iter()
            .any(|d| d.span == new.span && d.message == new.message)
        {
            all.push(new);
        }
    }

    /// Notes that the text uses something that no GPU has.
    pub(crate) fn not_for_gpus(&self, what: &'static str) {
        let place = self.place.get();
        let mut used = self.used.borrow_mut();
        used.sim_only.get_or_insert((place, what));
    }

    /// Notes that the text needs a part of the helper template.
    pub fn helper(&self, name: &'static str) {
        self.used.borrow_mut().helpers.insert(name);
    }
}

/// What to write in a region in place of a function that devices don't have.
fn instead_of(name: &str) -> &'static str {
    match name {
        "rand" | "random" | "drand48" | "erand48" | "lrand48" | "nrand48" | "mrand48"
        | "rand_r" | "srand" | "srandom" | "srand48" => {
            "it changes a state that all calls share, which parallel iterations can't. Fill an array with it before the region, \
             or compute the number from the iteration's own number: docs/guide/random.md has such a generator"
        }
        "fprintf" | "puts" | "putchar" | "fputs" | "fputc" | "putc" | "fwrite" | "vprintf"
        | "perror" | "write" => {
            "devices have `printf` alone: write `printf`, or keep the value in an array and print it after the region"
        }
        "exit" | "abort" | "_exit" | "quick_exit" => {
            "a region can't end the program: set a variable, and test it after the region"
        }
        _ if name.starts_with("omp_") => {
            "regions have no threads of OpenMP's: the loop's counter says which iteration it is"
        }
        _ => {
            "move the call out of the region; a function of yours in another file needs `#pragma acc routine` at its declaration and its definition; \
             with -acc=multicore the region runs on the host's cores alone, where any function can be called"
        }
    }
}
