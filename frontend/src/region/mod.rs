//! The region IR: what stands inside OpenACC constructs, typed and verified.
//!
//! A [`Unit`] is one translation unit. Text outside constructs is never turned into
//! IR: it stays text ([`Unit::source`]), and each [`Construct`] says which bytes of it
//! it takes the place of. Inside compute constructs everything is IR: statements
//! ([`Stmt`]), expressions ([`Expr`]) with C's own types ([`Type`]), and the variables
//! and functions that they use.
//!
//! What an expression looks like, once built:
//! - Each has its C type (after C's own conversions) and the bytes that it came from.
//! - A conversion that C does silently and that changes the type is an explicit node:
//!   `Cast { implicit: true }`. Array-to-pointer and function-to-pointer decay, and
//!   lvalue-to-rvalue, are not nodes: the base of `Index` may be of array type.
//! - Parentheses are not kept: the printer sets them by precedence.
//! - What the IR can't hold (`asm`, computed goto, vector types, ...) is an error at its
//!   place, made while building; there is no "other" node.
//!
//! Loops have a [`LoopId`], statements a [`StmtId`] and expressions an [`ExprId`], so that analyses and schedules are side tables over
//! the IR.
//! A verified unit never makes a later stage panic (`verify`).

pub mod canonical;
pub mod conditional;
mod construct;
pub mod effects;
mod expr;
mod fresh;
pub mod host;
mod ids;
pub mod library;
pub mod members;
pub mod openmp;
mod per_device;
pub mod place;
pub mod private;
pub mod reduced;
mod routine;
pub mod spell;
mod staging;
mod stmt;
mod types;
pub mod verify;
pub mod visit;
pub mod walk;

pub use construct::*;
pub use expr::*;
pub use ids::{Ids, number};
pub use members::{
    Expanded, Fused, MemberOf, Members, OnCores, Parts, Promoted, Recast, Recasting,
};
pub use routine::*;
pub use staging::*;
pub use stmt::*;
pub use types::*;
pub use visit::{Visit, VisitMut};

use crate::directive::Directive;
use crate::source::{SourceMap, Span};

macro_rules! id {
    ($(#[$m:meta])* $name:ident) => {
        $(#[$m])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
id!(/// A variable: index into [`Unit::vars`].
    VarId);
id!(/// A function: index into [`Unit::functions`].
    FunctionId);
id!(/// A `for` inside a region; unique in the unit.
    LoopId);
id!(/// A statement; unique in the unit (see [`Ids`]).
    StmtId);
id!(/// An expression; unique in the unit (see [`Ids`]).
    ExprId);
id!(/// A construct: index into [`Unit::constructs`].
    ConstructId);
id!(/// Index into [`Types::types`].
    TypeId);
id!(/// A struct or union: index into [`Types::records`].
    RecordId);
id!(/// An enum: index into [`Types::enums`].
    EnumId);
id!(/// A typedef: index into [`Types::typedefs`].
    TypedefId);
id!(/// A VLA's length: index into [`Types::vla_lengths`].
    VlaId);

/// One translation unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// `-fsingle-precision-constant`: constants without a suffix are `float`.
    pub single_constants: bool,
    /// Zeros have signs that matter (not with `-fno-signed-zeros`).
    pub signed_zeros: bool,
    /// `-ffinite-math-only`: no NaN or infinity occurs.
    pub finite_math: bool,
    /// Objects are accessed by their own types only (not with `-fno-strict-aliasing`).
    pub strict_aliasing: bool,
    /// `-std=c89` and its like: nothing is declared in the head of a `for`, and `restrict` is a name like others.
    pub c89: bool,
    /// The language is C++.
    pub cpp: bool,
    pub source: SourceMap,
    pub types: Types,
    pub vars: Vec<Var>,
    /// Functions that regions call, directly or through each other, and library functions.
    pub functions: Vec<Function>,
    /// In the order of the text; nesting is in `parent`.
    pub constructs: Vec<Construct>,
    /// Byte ranges of the user's own `#pragma omp` lines.
    pub omp_pragmas: Vec<Span>,
    /// Where statements of constructs and of routines declare types.
    pub local_types: Vec<Span>,
    /// How many loops there are: [`LoopId`]s are below this.
    pub loops: u32,
    /// How many statements and expressions there are.
    pub ids: Ids,
    /// What the functions do, filled with [`canonical::fill`].
    pub effects: effects::Effects,
    /// What the host's code does around the constructs.
    pub host: host::HostCode,
    /// Behind the brace that opens `main`'s body, where this unit has it.
    pub main: Option<u32>,
    /// Pointers that stand for members that are reduced.
    pub reduced: Vec<reduced::Reduced>,
    /// Scalars that threads may have in the places of elements which these loops sum up in.
    pub sums: indexmap::IndexMap<LoopId, Vec<(VarId, Expr)>>,
    /// What loops need whose rows of arrays go through shared memory.
    pub staging: indexmap::IndexMap<LoopId, Staging>,
    /// What may hold the words that are loaded with this one, by the first of their loads.
    pub wide: indexmap::IndexMap<ExprId, WideWord>,
    /// Functions of templates that hold constructs.
    pub templates: Vec<Template>,
    /// Lambdas that are arguments of these.
    pub lambdas: Vec<Wrapped>,
}

/// What a wrapped lambda has of the object around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeldThis {
    None,
    Pointer,
    /// `[*this]`
    Copy,
}

/// A lambda that the host's text wraps in an object with what it captures.
#[derive(Clone, Debug)]
pub struct Wrapped {
    /// Where it stands: in the text, and in copies of that.
    pub spans: Vec<Span>,
    pub members: Vec<WrappedMember>,
    /// Behind these, `this`.
    pub of_this: HeldThis,
}

/// A variable that a lambda captures.
#[derive(Clone, Debug)]
pub struct WrappedMember {
    pub name: String,
    pub by_reference: bool,
    /// The text of its value, where the lambda's list gives it one.
    pub value: Option<String>,
}

/// The member of a wrapped lambda that is the `this` that it captures.
pub const THIS: &str = "accrs_this";

/// A function whose text stands for several: it is a template, or a member of one.
#[derive(Clone, Debug)]
pub struct Template {
    /// Its body in the text, with the braces.
    pub body: Span,
    /// What tells its instances apart, as types of C++ in terms of the template's parameters: `T, __accrs_constant<(long long)(n)>`.
    pub key: String,
    pub instances: Vec<Instance>,
}

/// A function that a template has become in this unit.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its copy of the body, behind the text.
    pub body: Span,
    /// The template's key with this instance's arguments.
    pub key: String,
    /// Parameters that the key needs, `class L`, where a type in it has no name.
    pub parameters: Vec<String>,
    /// The function's parameters that are objects: constructs may use them without naming them.
    pub objects: Vec<String>,
}

impl Unit {
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }
    /// Whether the text of a statement declares types. Statements don't show that: what is printed of their parts alone lacks these.
    pub fn declares_types(&self, s: &Stmt) -> bool {
        let within = |t: &Span| s.span.start <= t.start && t.end <= s.span.end;
        self.local_types.iter().any(within)
    }
    /// Whether the variable is a pointer, or a parameter declared as an array, that is restrict.
    pub fn is_restrict(&self, id: VarId) -> bool {
        let var = self.var(id);
        // A restrict array is one of restrict pointers.
        match self.types.is_array(var.ty) {
            true => var.restrict,
            false => self.types.qualifiers(var.ty).is_restrict,
        }
    }
    /// Whether a pointer, or one that is read behind it, may lead to a variable of the host, as far as addresses tell.
    pub fn may_lead(&self, pointer: VarId, to: VarId) -> bool {
        if self.host.is_lost() {
            return true;
        }
        let pointees = &self.host.pointees;
        if !pointees.is_kept(to) {
            return false;
        }
        let automatic = matches!(self.var(to).storage, Storage::Local | Storage::Param);
        let by_name = |v: VarId| match self.var(v).storage {
            Storage::Global { .. } | Storage::StaticLocal => true,
            // Who calls a function knows nothing of its variables.
            Storage::Param => !automatic,
            Storage::Local | Storage::Region => false,
        };
        // A pointer in an array or a struct, or behind another one, comes from anywhere.
        let mut ty = self.var(pointer).ty;
        let is_pointer = self.types.is_pointer(ty);
        while let Some(of) = self.types.pointee(ty) {
            ty = of;
            if self.types.is_pointer(ty) {
                break;
            }
        }
        let plain = is_pointer && self.types.is_arithmetic(ty);
        let sources = pointees.sources(pointer).filter(|_| plain);
        sources.is_none_or(|all| all.into_iter().any(by_name))
    }
    /// The pointer on the host that the variable stands for, where that is a member of a struct.
    pub fn pointer_member(&self, id: VarId) -> Option<&Expr> {
        let of = self.var(id).member.as_ref()?;
        let pointer = !of.is_pointed_to() && self.types.is_pointer(of.value.ty);
        pointer.then_some(&of.value)
    }
    /// An expression of C++ that stands for a variable (`this`, `v.data()`, `f.x` of a lambda `f`, a structured binding): nothing assigns it, and OpenMP's clauses can't name it.
    pub fn has_no_name(&self, id: VarId) -> bool {
        let member = |name: &str| name.ends_with(')') || name.contains('.');
        self.is_this(id) || self.cpp && member(&self.var(id).name)
    }
    /// C++'s `this`.
    pub fn is_this(&self, id: VarId) -> bool {
        let var = self.var(id);
        let of_lambda = || {
            var.name
                .strip_suffix(THIS)
                .is_some_and(|f| f.ends_with('.'))
        };
        self.cpp && (var.name == "this" && var.storage == Storage::Param || of_lambda())
    }
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }
    /// A function of the libraries from numbers to a number: `sqrt`, `abs`; not `rand()`, which has it from elsewhere, nor what acts.
    pub fn is_of_numbers(&self, id: FunctionId) -> bool {
        const ACT: &[&str] = &[
            "putchar", "raise", "close", "dup", "dup2", "sleep", "usleep", "alarm",
        ];
        let f = self.function(id);
        let number = |v: &VarId| self.types.is_arithmetic(self.var(*v).ty);
        (f.library || f.builtin)
            && !f.variadic
            && self.types.is_arithmetic(f.ret)
            && !f.params.is_empty()
            && f.params.iter().all(number)
            && !ACT.contains(&f.name.as_str())
    }
    pub fn construct(&self, id: ConstructId) -> &Construct {
        &self.constructs[id.index()]
    }
}

/// A variable that a region or a clause names.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    /// A parameter declared as an array (`double A[n][m]`) keeps that type here, and where it is
    /// named: its extents are known, though C passes a pointer. `A[]` is a pointer.
    pub ty: TypeId,
    /// `restrict` stands in the outermost brackets of such a parameter (`double A[restrict n][m]`, C11 6.7.6.3):
    /// the pointer that C passes is restrict, and its type here has no place to say so.
    pub restrict: bool,
    pub storage: Storage,
    /// What a constant of static storage holds, where device code names it and this unit says it.
    pub init: Option<Box<Expr>>,
    /// Its attributes, as the user wrote them: `aligned(16)`, `_Alignas(16)`.
    pub attributes: Vec<String>,
    /// What it is declared with is a value of its type, whatever the types of the parts are: loops that another order of iterations has made give
    /// the variables of the text's loops values so.
    pub fits: bool,
    /// It stands for a member of a struct (see [`members`]).
    pub member: Option<Box<MemberOf>>,
    /// Its declaration.
    pub span: Span,
}

impl Var {
    /// The name without the namespaces and classes that C++ has it in.
    pub fn own_name(&self) -> &str {
        self.name.rsplit("::").next().unwrap_or(&self.name)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    /// File scope, `static` or not; `extern` when only declared here.
    Global {
        is_static: bool,
        is_extern: bool,
        thread_local: bool,
        /// A static member of a C++ class.
        in_class: bool,
    },
    /// `static` inside a function, outside any compute construct.
    StaticLocal,
    Param,
    /// Automatic, declared outside the compute construct.
    Local,
    /// Automatic, declared inside a compute construct or inside a device function.
    Region,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// Of a function with C++'s linkage: what the linker calls it. Its name has its namespaces (`ns::f`), and several
    /// functions of a unit may have one name.
    pub symbol: Option<String>,
    pub ret: TypeId,
    pub params: Vec<VarId>,
    pub variadic: bool,
    pub is_static: bool,
    pub is_inline: bool,
    /// The body as IR where this unit has one and a region can reach it.
    pub body: Option<Vec<Stmt>>,
    /// The directive that names it or stands before it.
    pub routine: Option<Directive<Expr>>,
    /// The parallelism in it on devices: its directive's, else what its body shows.
    pub level: Level,
    /// What devices call in its place (`bind`).
    pub bind: Option<Bind>,
    /// Of C++ the first declaration, where the text is this function's alone: that of no template, lambda, or member of an object.
    pub declared: Option<Span>,
    /// No version for the host is made (`nohost`).
    pub nohost: bool,
    /// Declared in a system header (`sqrt`): known by name to the devices.
    pub library: bool,
    /// `__builtin_…`
    pub builtin: bool,
    /// `__attribute__((const))` or `((pure))`: a call reads, and does nothing else.
    pub changes_nothing: bool,
    pub span: Span,
}
