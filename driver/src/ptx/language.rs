//! Which version of PTX a text needs. NVRTC writes its own, the newest, and a driver refuses what is newer than itself, though a kernel may hold nothing that
//! older drivers don't know.
//!
//! The tables hold what PTX 7.0 (CUDA 11.0) has, as far as NVRTC writes it for kernels of accrs, and some words of later versions (PTX ISA, "PTX ISA Notes" of each
//! instruction). A text with anything else keeps the version that it came with. So a word that is missing in a table costs nothing but that.

/// (major, minor)
type Version = (u32, u32);

/// What all tables are of, at least; the oldest that the runtime's drivers know.
const OLDEST: Version = (7, 0);

/// Targets that came behind it.
const TARGETS: &[(&[&str], Version)] = &[
    (&["sm_70", "sm_72", "sm_75", "sm_80"], OLDEST),
    (&["sm_86"], (7, 1)),
    (&["sm_87"], (7, 4)),
    (&["sm_89", "sm_90"], (7, 8)),
    (&["sm_90a"], (8, 0)),
    (&["sm_100", "sm_100a"], (8, 6)),
    (&["sm_120", "sm_120a"], (8, 7)),
    (
        &[
            "sm_100f", "sm_103", "sm_103a", "sm_103f", "sm_120f", "sm_121", "sm_121a", "sm_121f",
        ],
        (8, 8),
    ),
    (&["sm_110", "sm_110a", "sm_110f"], (9, 0)),
];

const TYPES: &[&str] = &[
    "pred", "b8", "b16", "b32", "b64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "f32",
    "f64",
];

const NONE: &[&str] = &[];
const ROUNDED: &[&str] = &["rn", "rz", "rm", "rp", "ftz", "sat", "approx"];
const CARRIED: &[&str] = &["cc", "rn", "rz", "rm", "rp", "ftz", "sat"];
const ATOMIC: &[&str] = &[
    "global", "shared", "cas", "exch", "add", "inc", "dec", "min", "max", "and", "or", "xor",
    "relaxed", "acquire", "release", "acq_rel", "cta", "gpu", "sys",
];
const MEMORY: &[&str] = &[
    "global", "shared", "local", "param", "const", "volatile", "nc", "v2", "v4", "relaxed",
    "acquire", "release", "weak", "cta", "gpu", "sys", "ca", "cg", "cs", "lu", "cv", "wb", "wt",
];

/// Instructions, and the words that may stand behind each, beside types.
const INSTRUCTIONS: &[(&[&str], &[&str])] = &[
    (&["abs", "neg", "max", "min", "selp", "slct"], &["ftz"]),
    (&["add", "sub", "addc", "subc"], CARRIED),
    (
        &[
            "and",
            "or",
            "xor",
            "not",
            "cnot",
            "bfe",
            "bfi",
            "brev",
            "clz",
            "popc",
            "copysign",
            "lop3",
            "mov",
            "rem",
            "sad",
            "shl",
            "shr",
            "dp4a",
            "trap",
            "brkpt",
            "exit",
            "activemask",
            "nanosleep",
        ],
        NONE,
    ),
    (&["atom", "red"], ATOMIC),
    (
        &["bar"],
        &["sync", "arrive", "red", "popc", "and", "or", "warp"],
    ),
    (&["bfind"], &["shiftamt"]),
    (&["bra", "call", "ret"], &["uni"]),
    (&["brx"], &["idx", "uni"]),
    (
        &["cp"],
        &[
            "async",
            "ca",
            "cg",
            "shared",
            "global",
            "commit_group",
            "wait_group",
            "wait_all",
        ],
    ),
    (
        &["cvt"],
        &[
            "rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "ftz", "sat", "f16",
        ],
    ),
    (&["cvta"], &["to", "global", "shared", "local", "const"]),
    (&["div"], &["full", "approx", "rn", "rz", "rm", "rp", "ftz"]),
    (&["fence"], &["sc", "acq_rel", "cta", "gpu", "sys"]),
    (
        &[
            "ex2", "lg2", "sin", "cos", "tanh", "rcp", "rsqrt", "sqrt", "fma",
        ],
        ROUNDED,
    ),
    (&["isspacep"], &["global", "shared", "local", "const"]),
    (&["ld", "st"], MEMORY),
    (
        &["mad", "madc", "mul"],
        &[
            "lo", "hi", "wide", "cc", "rn", "rz", "rm", "rp", "ftz", "sat",
        ],
    ),
    (&["membar"], &["gl", "cta", "sys"]),
    (
        &["mma"],
        &[
            "sync", "aligned", "row", "col", "m8n8k4", "m16n8k4", "m16n8k16",
        ],
    ),
    (&["prmt"], &["f4e", "b4e", "rc8", "ecl", "ecr", "rc16"]),
    (
        &["setp", "set"],
        &[
            "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu",
            "gtu", "geu", "num", "nan", "and", "or", "xor", "ftz",
        ],
    ),
    (&["shf"], &["l", "r", "wrap", "clamp"]),
    (&["shfl"], &["sync", "idx", "up", "down", "bfly"]),
    (
        &["testp"],
        &[
            "finite",
            "infinite",
            "number",
            "notanumber",
            "normal",
            "subnormal",
        ],
    ),
    (&["vote"], &["sync", "all", "any", "uni", "ballot"]),
];

/// Directives, and what may stand in them.
const DIRECTIVES: &[&str] = &[
    "version",
    "target",
    "address_size",
    "visible",
    "extern",
    "weak",
    "common",
    "entry",
    "func",
    "param",
    "reg",
    "shared",
    "local",
    "global",
    "const",
    "align",
    "ptr",
    "maxntid",
    "reqntid",
    "minnctapersm",
    "maxnreg",
    "noreturn",
    "pragma",
    "file",
    "loc",
    "section",
    "branchtargets",
    "callprototype",
];

/// Registers that the machine has a name for.
const SPECIAL: &[&str] = &[
    "tid",
    "ntid",
    "ctaid",
    "nctaid",
    "laneid",
    "warpid",
    "nwarpid",
    "smid",
    "nsmid",
    "gridid",
    "lanemask_eq",
    "lanemask_le",
    "lanemask_lt",
    "lanemask_ge",
    "lanemask_gt",
    "clock",
    "clock_hi",
    "clock64",
    "globaltimer",
    "globaltimer_lo",
    "globaltimer_hi",
    "dynamic_smem_size",
    "total_smem_size",
    // Not the machine's: NVRTC's own names.
    "SP",
    "SPL",
    "temp",
];

/// The text (ending in its zero byte) as PTX of the oldest version that has all it needs; as it was where that isn't known.
pub fn lowered(ptx: Vec<u8>) -> Vec<u8> {
    let replaced = std::str::from_utf8(&ptx).ok().and_then(|text| {
        let at = text.find("\n.version ")? + "\n.version ".len();
        let length = text[at..].find('\n')?;
        let written = version(&text[at..at + length])?;
        let (major, minor) = needed(text)?;
        ((major, minor) < written)
            .then(|| format!("{}{major}.{minor}{}", &text[..at], &text[at + length..]))
    });
    replaced.map_or(ptx, String::into_bytes)
}

fn version(word: &str) -> Option<Version> {
    let (major, minor) = word.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The version that a text needs; `None` where it has something that no table knows.
fn needed(text: &str) -> Option<Version> {
    let plain: String = text
        .trim_end_matches('\0')
        .lines()
        .flat_map(|line| [line.split("//").next().unwrap_or_default(), "\n"])
        .collect();
    let mut all = OLDEST;
    for statement in statements(&plain) {
        all = all.max(needed_by(&statement)?);
    }
    Some(all)
}

/// A text's statements, without braces around them and labels before them. The directives at a text's head end with their line.
fn statements(text: &str) -> Vec<String> {
    let (mut all, mut one, mut quoted) = (Vec::new(), String::new(), false);
    for c in text.chars() {
        quoted ^= c == '"';
        let head = one.trim_start();
        let of_line = [".version", ".target", ".address_size", ".file", ".loc"];
        let ends = c == ';' || c == '\n' && of_line.iter().any(|d| head.starts_with(d));
        if ends && !quoted {
            all.push(std::mem::take(&mut one));
        } else {
            one.push(c);
        }
    }
    all.push(one);
    all
}

fn needed_by(statement: &str) -> Option<Version> {
    let mut rest = statement.trim();
    loop {
        let before = rest;
        rest = rest.trim_start_matches(['{', '}', ' ', '\t', '\n']);
        if let Some(guard) = rest.strip_prefix('@') {
            rest = guard.split_once(char::is_whitespace)?.1.trim_start();
        }
        if let Some((label, after)) = rest.split_once(':') {
            let is_name = |c: char| c.is_ascii_alphanumeric() || "_$%".contains(c);
            let label = label.trim_end();
            if !label.is_empty() && label.chars().all(is_name) && !after.starts_with(':') {
                rest = after.trim_start();
            }
        }
        if rest == before {
            break;
        }
    }
    if rest.is_empty() {
        return Some(OLDEST);
    }
    if rest.starts_with('.') {
        return directive(rest);
    }
    let (name, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    registers(operands)?;
    instruction(name)
}

fn directive(text: &str) -> Option<Version> {
    if let Some(target) = text.strip_prefix(".target") {
        let mut words = target.split(',').map(str::trim);
        let name = words.next()?;
        let known = TARGETS.iter().find(|(names, _)| names.contains(&name));
        return known
            .map(|(_, version)| *version)
            .filter(|_| words.all(|w| w == "debug"));
    }
    if text.starts_with(".version") {
        return Some(OLDEST);
    }
    if text.starts_with(".pragma") {
        return text.contains("\"nounroll\"").then_some(OLDEST);
    }
    // Names of the functions that lines are inlined from.
    let text = text.strip_prefix(".section").map_or(text, |rest| {
        rest.trim_start().trim_start_matches(".debug_str")
    });
    // What stands in quotes is a file's name.
    let plain: String = text.split('"').step_by(2).collect();
    // A body begins behind its function's head: the first statement there is a directive or an instruction of its own.
    if let Some((head, body)) = plain.split_once('{')
        && [".entry", ".func"].iter().any(|d| head.contains(d))
    {
        return Some(directive(head.trim())?.max(needed_by(body)?));
    }
    let mut words = plain.split(|c: char| !(c.is_ascii_alphanumeric() || "._:".contains(c)));
    let known = |word: &str| {
        let Some(name) = word.strip_prefix('.') else {
            return true;
        };
        let number = name.chars().all(|c| c.is_ascii_digit());
        number
            || DIRECTIVES.contains(&name)
            || TYPES.contains(&name)
            || ["v2", "v4"].contains(&name)
    };
    if !words.all(known) {
        return None;
    }
    let inlined = text.starts_with(".loc") && text.contains("function_name");
    Some(if inlined { (7, 2) } else { OLDEST })
}

fn instruction(name: &str) -> Option<Version> {
    let mut words = name.split('.');
    let first = words.next()?;
    let (_, allowed) = INSTRUCTIONS.iter().find(|(n, _)| n.contains(&first))?;
    let words: Vec<&str> = words.collect();
    let known = words
        .iter()
        .all(|w| allowed.contains(w) || TYPES.contains(w));
    // Loads and stores of 256 bits came later, and vectors by atomic operations.
    let wide = words.contains(&"v4")
        && words
            .iter()
            .any(|w| ["b64", "u64", "s64", "f64"].contains(w));
    if ["max", "min"].contains(&first) && words == ["relu", "s32"] {
        return Some((8, 0));
    }
    let known = known && !wide;
    // Products of larger matrices of doubles.
    let larger = first == "mma" && !words.contains(&"m8n8k4");
    known.then_some(if larger { (7, 8) } else { OLDEST })
}

/// # Errors
/// `None` where an operand is a register of the machine that no table knows.
fn registers(operands: &str) -> Option<()> {
    let mut parts = operands.split('%');
    parts.next();
    for part in parts {
        let end = part
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .unwrap_or(part.len());
        let name = &part[..end];
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let of_the_text = letters.len() < name.len()
            && !letters.is_empty()
            && letters.chars().all(|c| c.is_ascii_alphabetic());
        if !of_the_text && !SPECIAL.contains(&name) {
            return None;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(target: &str, body: &str) -> Vec<u8> {
        format!(
            "//\n// made by hand\n\n.version 9.2\n.target {target}\n.address_size 64\n\n.visible .entry f(\n\t.param .u64 f_param_0\n)\n\
             .maxntid 128, 1, 1\n{{\n\t.reg .b32 \t%r<2>;\n\n\tmov.u32 \t%r1, %tid.x;\n$L__BB0_2:\n\t@%p1 bra \t$L__BB0_2;\n{body}\n\tret;\n\n}}\n\0"
        )
        .into_bytes()
    }

    fn of(target: &str, body: &str) -> String {
        let text = String::from_utf8(lowered(kernel(target, body))).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix(".version "));
        line.unwrap_or_default().to_string()
    }

    #[test]
    fn the_target_decides_where_all_is_old() {
        assert_eq!(of("sm_75", ""), "7.0");
        assert_eq!(of("sm_80", "\tfma.rn.f64 \t%fd1, %fd2, %fd3, %fd4;"), "7.0");
        assert_eq!(of("sm_90", "\tbar.sync \t0;"), "7.8");
        let small = "\tmma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%fd1, %fd2}, {%fd3}, {%fd4}, {%fd1, %fd2};";
        assert_eq!(of("sm_80", small), "7.0");
        assert_eq!(of("sm_80", &small.replace("m8n8k4", "m16n8k16")), "7.8");
        assert_eq!(of("sm_90a", ""), "8.0");
        assert_eq!(of("sm_100", ""), "8.6");
        assert_eq!(of("sm_120", ""), "8.7");
        assert_eq!(of("sm_121", ""), "8.8");
        assert_eq!(of("sm_110", ""), "9.0");
        assert_eq!(of("sm_75, debug", ""), "7.0");
    }

    #[test]
    fn what_no_table_knows_keeps_the_version() {
        for newer in [
            "\tld.global.v4.b64 \t{%rd1, %rd2, %rd3, %rd4}, [%rd5];",
            "\tatom.global.v2.f32.add \t{%f1, %f2}, [%rd1], {%f3, %f4};",
            "\tld.global.L2::128B.f32 \t%f1, [%rd1];",
            "\tmov.b128 \t%rq1, {%rd1, %rd2};",
            "\tmov.u32 \t%r1, %clusterid.x;",
            "\t.pragma \"used_bytes_mask 0xfff\";",
            "\tredux.sync.max.f32 \t%f1, %f2, %r1;",
            "\t{ .reg .b32 tmp; elect.sync \ttmp|%p1, %r1; }",
            "\t.unknown .b32 x;",
            "\tlop3.or.b32 \t%r1, %r2, %r3, %r4, 1, %p1;",
            "\tcvta.param.u64 \t%rd1, %rd2;",
        ] {
            assert_eq!(of("sm_75", newer), "9.2", "{newer}");
        }
        assert_eq!(of("sm_999", ""), "9.2");
        assert_eq!(of("sm_75, map_f64_to_f32", ""), "9.2");
    }

    #[test]
    fn lines_of_inlined_functions_came_with_7_2() {
        assert_eq!(of("sm_75", "\t.loc\t1 41 5"), "7.0");
        let inlined = "\t.loc\t1 41 5, function_name $L__info_string0, inlined_at 1 40 3";
        assert_eq!(of("sm_75", inlined), "7.2");
        let names = "}\n\t.section\t.debug_str\n\t{\n$L__info_string0:\n.b8 95,90,0\n\n\t}\n\t{\n";
        assert_eq!(of("sm_75", names), "7.0");
        assert_eq!(of("sm_75", &names.replace("debug_str", "new_kind")), "9.2");
    }

    #[test]
    fn a_word_of_a_later_version_asks_for_that() {
        assert_eq!(of("sm_90", "\tmax.relu.s32 \t%r1, %r2, %r3;"), "8.0");
        assert_eq!(of("sm_90", "\tmax.relu.s16x2 \t%r1, %r2, %r3;"), "9.2");
        let pair = "\t{\n\t.reg .b32 %temp; \n\tmov.b64 \t{%temp, %r8}, %fd45;\n\t}";
        assert_eq!(of("sm_75", pair), "7.0");
    }

    #[test]
    fn an_older_text_stays_as_it_is() {
        let text = String::from_utf8(kernel("sm_75", "")).unwrap_or_default();
        let old = text.replace(".version 9.2", ".version 6.3").into_bytes();
        assert_eq!(lowered(old.clone()), old);
        assert_eq!(lowered(b"no PTX\0".to_vec()), b"no PTX\0");
    }
}
