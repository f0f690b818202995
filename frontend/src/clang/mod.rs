//! The only room that knows libclang.
//!
//! ```text
//! text ── scan, parse directives ──► weave ──► libclang ──► build ──► Unit
//! ```

// clang's own names for its constants are kept.
#![allow(non_upper_case_globals)]

mod apart;
mod asm;
mod behind_accessors;
mod bind;
mod bindings;
mod build;
mod captures;
mod changes;
mod classes;
mod closures;
mod compare;
mod complaints;
mod constructors;
mod constructs;
mod containers;
mod cpp;
mod cpp_call;
mod cpp_stmt;
mod cursor;
mod declare;
mod device;
mod elements;
mod escapes;
mod expr;
mod functions;
mod host;
mod host_text;
mod initialiser;
mod inline;
mod input;
mod instances;
mod keys;
mod lambda_arguments;
mod lambda_functions;
mod lambda_routines;
mod lambdas;
mod layout;
mod library;
mod literal;
mod methods;
mod names;
mod object_members;
mod once;
mod parts;
mod places;
mod raise;
mod range_members;
mod ranges;
mod reference;
mod scopes;
mod special;
mod stmt;
mod template_routines;
mod tgmath;
mod tuples;
mod types;
mod unnamed;
mod unwritten;
mod weave;
mod written;

pub use device::{DeviceFunction, Type as DeviceType, device_functions};
pub use library::found as library_found;

use crate::diag::{Diagnostic, codes};
use crate::directive::{Directive, Raw};
use crate::region::Unit;
use crate::rules::Pack;
use crate::source::SourceMap;
use crate::{CRules, Input, Output, Severity};
use std::borrow::Cow;
use std::collections::HashMap;

/// Bytes of stack for the walk over clang's tree, which recurses with the nesting of the source.
const STACK: usize = 256 << 20;

/// See [`crate::parse`].
pub fn parse(input: Input<'_>) -> Output {
    let mut source = SourceMap::new(input.text, input.path);
    let work = || unit(&source, input.cflags, input.rules, input.strict);
    let done = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .ok()
            .and_then(|thread| thread.join().ok())
    });
    let (unit, mut diagnostics) = done.unwrap_or_else(|| {
        let message = "the front end failed on this file; please report it with the file";
        (None, vec![Diagnostic::general(codes::INTERNAL, message)])
    });
    if let Some(unit) = &unit {
        source = unit.source.clone();
    }
    // What is wrong in each instance of a template is wrong in its text.
    for d in &mut diagnostics {
        d.each_span(|span| *span = source.written(*span));
    }
    diagnostics.sort_by_key(|d| d.span.map(|s| s.start));
    // Both halves of a combined construct may find the same mistake.
    diagnostics.dedup_by(|a, b| a.code == b.code && a.span == b.span);
    let failed = diagnostics.iter().any(|d| d.severity == Severity::Error);
    Output {
        unit: unit.filter(|_| !failed),
        source,
        diagnostics,
    }
}

fn raws(d: &Directive<Raw>) -> Vec<&Raw> {
    d.raws()
}

fn unit(
    source: &SourceMap,
    cflags: &[String],
    rules: &CRules,
    strict: bool,
) -> (Option<Unit>, Vec<Diagnostic>) {
    let found = crate::directive::parse_all(source, strict);
    let mut diagnostics = found.diagnostics;
    let raws = found.acc;
    diagnostics.extend(raws.iter().flat_map(crate::directive::unsupported));
    if raws.is_empty() && !diagnostics.is_empty() {
        return (None, diagnostics);
    }
    if let Some(d) = input::damage(&source.text, &raws) {
        return (None, vec![d]);
    }
    let lib = match library::library() {
        Ok(lib) => lib,
        Err(e) => {
            diagnostics.push(no_library(e));
            return (None, diagnostics);
        }
    };
    let mut weave = weave::Weave::new(&source.text, &raws, rules.cpp);
    weave.hide_hints(rules.pack_struct == Pack::All && !rules.clang);
    let arguments = arguments(cflags, rules);
    let parsed = cursor::Tu::parse(lib, &weave.text, &arguments);
    // Members that the program calls without a word are there when something names them.
    let ends = match &parsed {
        Some(tu) if rules.cpp => unnamed::named(source, &weave, &raws, tu),
        _ => String::new(),
    };
    let parsed = match ends.is_empty() {
        true => parsed,
        false => {
            weave.text.push_str(&ends);
            cursor::Tu::parse(lib, &weave.text, &arguments)
        }
    };
    let Some(tu) = parsed else {
        let message = "libclang could not parse this file with these options";
        let d = Diagnostic::general(codes::PARSE_FAILED, message)
            .help(format!("options given: {}", cflags.join(" ")));
        diagnostics.push(d);
        return (None, diagnostics);
    };
    if !strict
        && source.raised.is_empty()
        && let Some(raised) = raise::text(source, &weave, &raws, &tu, rules.as_written)
    {
        return unit(&raised, cflags, rules, strict);
    }
    let (mut source, mut raws, mut omp) = (Cow::Borrowed(source), raws, found.omp);
    let (mut templates, mut instances) = (Vec::new(), Vec::new());
    let (mut closures, mut lambdas) = (HashMap::new(), Vec::new());
    if rules.cpp
        && let Some(copies) = instances::find(&source, &mut weave, &raws, &tu)
    {
        let again = crate::directive::parse_all(&copies.source, strict);
        (raws, omp) = (again.acc, again.omp);
        diagnostics.extend(copies.diagnostics);
        (templates, instances) = (copies.templates, copies.instances);
        (closures, lambdas) = (copies.closures, copies.lambdas);
        source = Cow::Owned(copies.source);
    }
    let source = source.as_ref();
    let mut b = build::Builder::new(source, &weave, &raws, &omp, rules);
    b.strict = strict;
    b.templates = templates;
    b.closures = closures;
    b.undeclared = complaints::undeclared_functions(&tu);
    b.run(&tu, &instances);
    host::add_statics(&mut b);
    complaints::judge(&mut b, &tu);
    diagnostics.append(&mut b.diagnostics);
    let mut unit = Unit {
        source: source.clone(),
        types: b.types,
        vars: b.vars,
        functions: b.functions,
        constructs: b.constructs,
        omp_pragmas: omp.clone(),
        local_types: b.local_types,
        loops: b.loops,
        ids: Default::default(),
        effects: Default::default(),
        host: b.host,
        single_constants: rules.single_constants,
        strict_aliasing: rules.strict_aliasing,
        signed_zeros: rules.signed_zeros,
        finite_math: rules.finite_math,
        c89: rules.c89 && !rules.cpp,
        cpp: rules.cpp,
        main: b.main,
        reduced: Vec::new(),
        sums: Default::default(),
        staging: Default::default(),
        wide: Default::default(),
        templates: b.templates,
        lambdas,
    };
    host::add_copied(&mut unit);
    let reduced = crate::region::reduced::members(&mut unit, strict);
    let refusals = crate::region::canonical::fill(&mut unit);
    crate::region::fill_levels(&mut unit);
    if unit.cpp {
        diagnostics.extend(places::gang_routines(&unit));
    }
    let mut checks = crate::region::verify::verify(&unit, &refusals, strict);
    // A loop whose directive was refused looks as if it had none.
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        checks.retain(|d| d.code != codes::EVERY_GANG);
    }
    diagnostics.extend(checks);
    diagnostics.extend(reduced);
    if !diagnostics.iter().any(|d| d.severity == Severity::Error) {
        crate::region::private::of_kernels(&mut unit);
        diagnostics.extend(crate::region::private::sections(&mut unit));
        crate::region::conditional::atomics(&mut unit);
        crate::region::number(&mut unit);
        crate::region::members::replace(&mut unit);
    }
    (Some(unit), diagnostics)
}

fn no_library(e: &library::LoadError) -> Diagnostic {
    let help = "install it (Debian 12 and 13: `apt install libclang1-19`; Ubuntu 24.04: `apt install libclang1-18`; elsewhere: `pip install libclang`), \
                or name it in ACCRS_LIBCLANG or LIBCLANG_PATH";
    let message = match e {
        library::LoadError::NotFound => {
            "libclang was not found; OpenACC directives can't be compiled without it".to_string()
        }
        library::LoadError::Unusable(tried) => {
            let list: Vec<String> = tried
                .iter()
                .map(|(path, why)| format!("{}: {why}", path.display()))
                .collect();
            format!(
                "no libclang that can be used (17 or newer is needed): {}",
                list.join("; ")
            )
        }
    };
    Diagnostic::general(codes::NO_LIBCLANG, message).help(help)
}

/// gcc's own types, as far as clang has their likes. (In C++ the C library declares them as typedefs.)
const GCC_TYPES: [&str; 5] = [
    "-D_Float32=float",
    "-D_Float64=double",
    "-D_Float32x=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
];

/// libclang's command line. Its warnings are not wanted (the host compiler gives its own), and
/// what gcc accepts with a warning must not be an error here.
fn arguments(cflags: &[String], rules: &CRules) -> Vec<String> {
    let language = if rules.cpp { "c++" } else { "c" };
    let mut args: Vec<String> = [
        "-x",
        language,
        "-fsyntax-only",
        "-Wno-everything",
        "-ferror-limit=0",
        "-fno-spell-checking",
        "-fgnuc-version=12.2.0",
        "-fbracket-depth=1024",
        "-nostdinc",
        // Told apart in `complaints`, and not errors there.
        "-Werror=implicit-function-declaration",
        "-Wno-error=implicit-int",
        "-Wno-error=int-conversion",
        "-Wno-error=incompatible-function-pointer-types",
    ]
    .map(String::from)
    .to_vec();
    if !rules.cpp {
        args.extend(GCC_TYPES.map(String::from));
    }
    if !cflags
        .iter()
        .any(|f| f.starts_with("-std=") || f == "-ansi")
    {
        args.push(
            if rules.cpp {
                "-std=gnu++17"
            } else {
                "-std=gnu17"
            }
            .into(),
        );
    }
    args.extend(cflags.iter().filter(|f| changes_parsing(f)).cloned());
    if rules.single_constants {
        // clang has it for OpenCL, under another name.
        args.extend(["-Xclang", "-cl-single-precision-constant"].map(String::from));
    }
    args
}

/// Options of the user that change what C means to a parser of preprocessed text.
fn changes_parsing(flag: &str) -> bool {
    ["-std=", "-fpack-struct", "-m"]
        .iter()
        .any(|p| flag.starts_with(p))
        && ![
            "-march", "-mtune", "-mcpu", "-mcmodel", "-MD", "-mno-", "-mprefer",
        ]
        .iter()
        .any(|p| flag.starts_with(p))
        || matches!(
            flag,
            "-ansi"
                | "-funsigned-char"
                | "-fsigned-char"
                | "-fno-signed-char"
                | "-fno-unsigned-char"
                | "-fno-pack-struct"
                | "-mno-ms-bitfields"
                | "-fshort-enums"
                | "-fno-short-enums"
                | "-fshort-wchar"
                | "-fgnu89-inline"
        )
}
