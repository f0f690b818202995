//! The device functions of a CUDA source, for the kernels of C files: the user's text as it is, in a namespace of its own, and
//! beside it the functions that other files call (as `cuda/exports.rs` has them for routines).

use super::{RenderError, cuda::exports::Exports, host, templates};
use crate::options::Options;
use crate::plan::Plan;
use crate::render::Rendered;
use accrs_frontend::Unit;
use accrs_frontend::clang::DeviceFunction;
use accrs_frontend::region::Types;
use accrs_frontend::source::SourceMap;

/// The registration record of a CUDA source, and its text.
///
/// # Errors
/// A template that fails.
pub fn render(
    source: &SourceMap,
    functions: &[DeviceFunction],
    options: &Options,
) -> Result<Rendered, RenderError> {
    let words = options.rules.nvrtc_options();
    let hash = hash(&source.text);
    let mut text = format!("// nvrtc: {}", words.join(" "))
        .trim_end()
        .to_string();
    text.push_str(&format!(
        "\n{}// Routines for other files.\nnamespace accrs_unit_{hash:016x} {{\n",
        templates::ELSEWHERE
    ));
    for line in source.text.split_inclusive('\n') {
        // gcc's markers, as the preprocessor of CUDA reads them.
        match line.strip_prefix("# ") {
            Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
                text.push_str("#line ");
                text.push_str(rest);
            }
            _ => text.push_str(line),
        }
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str("#line 1 \"accrs\"\n");
    for f in functions {
        text.push_str(&wrapper(f));
    }
    text.push_str("}\n");
    let kernels = host::Kernels {
        text: String::new(),
        cells: None,
        exports: Exports {
            text,
            names: functions.iter().map(|f| f.name.clone()).collect(),
            ..Exports::default()
        },
        imports: Vec::new(),
        scratch: Default::default(),
        dimensions: Default::default(),
    };
    let unit = Unit {
        single_constants: false,
        strict_aliasing: true,
        signed_zeros: true,
        finite_math: false,
        c89: false,
        cpp: false,
        ids: Default::default(),
        effects: Default::default(),
        host: Default::default(),
        source: SourceMap::new(
            format!("# 1 \"{}\"\n/* {hash:016x} */\n", source.main),
            &source.main,
        ),
        types: Types::default(),
        vars: Vec::new(),
        functions: Vec::new(),
        constructs: Vec::new(),
        omp_pragmas: Vec::new(),
        local_types: Vec::new(),
        sums: Default::default(),
        staging: Default::default(),
        wide: Default::default(),
        templates: Vec::new(),
        lambdas: Vec::new(),
        loops: 0,
        main: None,
        reduced: Vec::new(),
    };
    let mut rendered = host::render(&unit, &Plan::default(), options, Some(&kernels))?;
    rendered.nvrtc = words;
    Ok(rendered)
}

/// What kernels of other files call: pointers are `void *` there.
fn wrapper(f: &DeviceFunction) -> String {
    let plain = |t: &accrs_frontend::clang::DeviceType| match t.is_pointer {
        true => "void *".to_string(),
        false => t.spelling.clone(),
    };
    let mut parameters: Vec<String> = Vec::new();
    let mut arguments: Vec<String> = Vec::new();
    for (i, t) in f.parameters.iter().enumerate() {
        parameters.push(format!("{} accrs_{i}", plain(t)));
        arguments.push(format!("({})accrs_{i}", t.spelling));
    }
    parameters.push("const accrs_here &accrs_from".into());
    let result = plain(&f.result);
    let call = format!("{}({})", f.name, arguments.join(", "));
    let value = match f.result.spelling.as_str() {
        "void" => call,
        _ => format!("return ({result}){call}"),
    };
    format!(
        "ACCRS_ELSEWHERE {result} accrs_routine_{}({})\n{{\n    ACCRS_ENTER(accrs_from);\n    {value};\n}}\n",
        f.name,
        parameters.join(", ")
    )
}

fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, b| {
        (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}
