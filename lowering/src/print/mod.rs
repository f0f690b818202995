//! C from the IR, as CUDA C++ can compile it: expressions by precedence (`expr`) and
//! declarations (`types`).
//!
//! C's meaning is kept where C++ differs:
//! - an enum is its integer representation (C converts silently in both directions);
//! - `void *` and incompatible pointers are cast; library functions get arguments cast to
//!   their C prototype, so that `sqrt(f)` stays the double one;
//! - conversions inside braces are written out (C++ forbids narrowing there), designators
//!   become positions;
//! - a complex number is a small struct with operators (`complex`);
//! - a vector is a small struct with operators (`vector`);
//! - a statement expression is a lambda, called where it stands (`gnu`);
//! - an object that a compound literal makes is declared before its statement, and assigned where it stands;
//! - an array of variable length, and a pointer to one, is a pointer to its first element of
//!   fixed size, its subscripts flattened: `A[i][j]` is `A[(long)i * m + j]`.
//!
//! What has no form on a GPU but has one in C++ (`long double`) is noted in [`Used::sim_only`].
//! What has no CUDA form is recorded in [`Printer::problems`] with its place.

mod call;
mod complex;
mod elsewhere;
mod expr;
mod flat;
mod gnu;
mod initial;
mod library;
mod types;
mod vector;

pub(crate) use complex::complex_parts;
pub use elsewhere::{name_elsewhere, symbol};
pub(crate) use gnu::is_open;
pub use library::is_library;
pub(crate) use library::{LIBRARY_PARTS, is_pure};
pub(crate) use types::holds_long_double;

use accrs_frontend::diag::{Code, Diagnostic, codes};
use accrs_frontend::region::{EnumId, ExprId, FunctionId, RecordId, Stmt, TypedefId, VarId, VlaId};
use accrs_frontend::{Unit, source::Span};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// How a kernel spells a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Access {
    /// By this text (a postfix expression).
    Name(String),
    /// Through the pointer of this name.
    Deref(String),
}

/// What the printed text relies on, so that nothing else is emitted.
#[derive(Clone, Default, Debug)]
pub struct Used {
    pub records: BTreeSet<RecordId>,
    pub enums: BTreeSet<EnumId>,
    pub typedefs: BTreeSet<TypedefId>,
    pub functions: BTreeSet<FunctionId>,
    /// Constants of the unit that functions have a copy of.
    pub constants: BTreeSet<VarId>,
    /// The program's variables that are reached through a cell.
    pub cells: BTreeSet<VarId>,
    /// Routines of which the version that takes a predicate is called.
    pub padded: BTreeSet<FunctionId>,
    /// Routines of other files; whether it is the version that takes a predicate.
    pub elsewhere: BTreeSet<(FunctionId, bool)>,
    /// Parts of the helper template, by name.
    pub helpers: BTreeSet<&'static str>,
    /// Lengths that stand in variables of the text (see `Printer::lengths`).
    pub lengths: BTreeSet<VlaId>,
    /// Where what is for sim alone was met (a `long double`), and its name.
    pub sim_only: Option<(Span, &'static str)>,
}

/// What has no form on a GPU. CUDA's `printf` counts its arguments, C's the characters.
pub(crate) const PRINTF: &str = "the value of `printf`";
pub(crate) const LONG_DOUBLE: &str = "`long double`";

/// An expression's text and how tightly it binds.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub s: String,
    pub prec: u8,
}

/// Prints expressions and declarations of one kernel or device function.
pub struct Printer<'a> {
    pub unit: &'a Unit,
    pub access: HashMap<VarId, Access>,
    /// Calls that were made before their statement, and the names of their results.
    pub hoisted: HashMap<ExprId, String>,
    pub used: RefCell<Used>,
    pub problems: RefCell<Vec<Diagnostic>>,
    /// The statement being printed, for what has no place of its own.
    pub place: Cell<Span>,
    /// Prints the statements of a statement expression as a function's body.
    pub(crate) statements: Option<Rc<Statements<'a>>>,
    /// Declarations that must stand before the statement being printed; `None` where nothing can.
    pub(crate) before: RefCell<Option<Vec<String>>>,
    /// Lengths of local arrays, as they were where the array was declared.
    pub(crate) lengths: HashMap<VlaId, String>,
    /// Calls whose value nobody sees.
    pub(crate) unread: RefCell<HashSet<ExprId>>,
    /// How many objects were declared for compound literals.
    pub(crate) literals: Cell<u32>,
}

/// Statements as text, at no indentation, one to a line; the last one's value is returned if asked for.
pub(crate) type Statements<'a> = dyn Fn(&Printer<'_>, &[Stmt], bool) -> String + 'a;

impl<'a> Printer<'a> {
    pub fn new(unit: &'a Unit) -> Self {
        Self {
            unit,
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

    /// Likewise, for loops of several levels and the code between them.
    pub fn refuse_nest(&self, span: Span, message: impl Into<String>) {
        self.problem(codes::UNSUPPORTED_NEST, span, message);
    }

    fn problem(&self, code: Code, span: Span, message: impl Into<String>) {
        let new = Diagnostic::error(code, span, message);
        let mut all = self.problems.borrow_mut();
        if !all
            .iter()
            .any(|d| d.span == new.span && d.message == new.message)
        {
            all.push(new);
        }
    }

    /// Notes that what is being printed has no form on a GPU.
    pub(crate) fn not_for_gpus(&self, what: &'static str) {
        let place = self.place.get();
        let mut used = self.used.borrow_mut();
        used.sim_only.get_or_insert((place, what));
    }

    /// Notes that a part of the helper template is needed.
    pub fn helper(&self, name: &'static str) {
        self.used.borrow_mut().helpers.insert(name);
    }

    /// The variable's spelling.
    pub fn var(&self, id: VarId) -> Access {
        self.access
            .get(&id)
            .cloned()
            .unwrap_or_else(|| Access::Name(crate::names::safe(&self.unit.var(id).name)))
    }
}
