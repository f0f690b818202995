//! nvc's and pgcc's words about messages, the link, and the driver itself.

use super::About::Code;
use super::Meaning::{Anyway, Computed, Host, Nothing, Own};
use super::Takes::{self, EqualsOrNext, MaybeEquals, Next, Rest};
use super::{Alias, Meaning, Row, row, suggestion};

const EDG: Meaning = Nothing(
    Code,
    "it names messages of nvc's; the host compiler's words are -Wno-… and -Werror=…",
);

pub const MESSAGES: &[Row] = &[
    row("-silent", Takes::Nothing, Host(&["-w"])),
    row(
        "-Minform",
        EqualsOrNext("warn"),
        Computed(
            inform,
            "`-w` for `severe` and `fatal`; `inform`, `warn` and `file` is what happens anyway",
        ),
    ),
    row(
        "-V",
        Rest("23.11"),
        Nothing(Code, "there is one version of accrs"),
    ),
    row("-help", MaybeEquals("opt"), Own(&["--help"])),
    row("-dryrun", Takes::Nothing, Host(&["-###"])),
    row("-#", Takes::Nothing, Host(&["-v"])),
    row(
        "-what",
        Takes::Nothing,
        Nothing(Code, "-V tells the version"),
    ),
    row(
        "-flags",
        Takes::Nothing,
        Nothing(Code, "--help tells of options"),
    ),
    row(
        "-show",
        Takes::Nothing,
        Nothing(Code, "-v tells what is run"),
    ),
    row(
        "-drystdinc",
        Takes::Nothing,
        Nothing(Code, "-v tells where include files are"),
    ),
    row(
        "-Mlist",
        Takes::Nothing,
        Nothing(
            Code,
            "no listing is written; --keep and --report=text show what was made",
        ),
    ),
    row("-Mnolist", Takes::Nothing, Anyway("no listing is written")),
    row("--diag_suppress", EqualsOrNext("177"), EDG),
    row("--diag_warning", EqualsOrNext("177"), EDG),
    row("--diag_error", EqualsOrNext("177"), EDG),
    row("--diag_remark", EqualsOrNext("177"), EDG),
    row("--display_error_number", Takes::Nothing, EDG),
    row("--no_display_error_number", Takes::Nothing, EDG),
    row("--no_warnings", Takes::Nothing, Host(&["-w"])),
    row(
        "-e",
        Rest("20"),
        Computed(errors, "`-fmax-errors=n`, for a number"),
    ),
    row(
        "-noswitcherror",
        Takes::Nothing,
        Nothing(Code, "unknown words of the host compiler are errors still"),
    ),
    row("-alpha", Takes::Nothing, PARTS),
];

fn inform(_: &str, value: &str) -> Result<Alias, String> {
    let levels = ["fatal", "severe", "file", "nofile", "warn", "inform"];
    let mut alias = Alias::default();
    for level in value.split(',').filter(|l| !l.is_empty()) {
        match level {
            "fatal" | "severe" => alias.host = vec!["-w".into()],
            _ if levels.contains(&level) => {}
            _ => {
                let like = suggestion(level, levels.into_iter(), "-Minform=");
                return Err(format!("unknown '{level}' in '-Minform='{like}"));
            }
        }
    }
    Ok(alias)
}

fn errors(_: &str, value: &str) -> Result<Alias, String> {
    Ok(Alias::host([&format!("-fmax-errors={value}")]))
}

const PARTS: Meaning = Nothing(Code, "it is about nvc's own parts");
const OWN_LIBRARIES: Meaning =
    Anyway("the runtime is in the program already; nvc's libraries are not needed");

pub const DRIVER: &[Row] = &[
    row("-Bstatic", Takes::Nothing, Host(&["-static"])),
    row(
        "-Bdynamic",
        Takes::Nothing,
        Anyway("libraries are shared unless `-static` is given"),
    ),
    row("-Bsymbolic", Takes::Nothing, Host(&["-Wl,-Bsymbolic"])),
    row("-Bstatic_pgi", Takes::Nothing, OWN_LIBRARIES),
    row("-Bstatic_nvidia", Takes::Nothing, OWN_LIBRARIES),
    row("-M[no]rpath", Takes::Nothing, OWN_LIBRARIES),
    row("-lpgacc", Takes::Nothing, OWN_LIBRARIES),
    row("-lpgc", Takes::Nothing, OWN_LIBRARIES),
    row("-lpgmp", Takes::Nothing, OWN_LIBRARIES),
    row("-lpgbind", Takes::Nothing, OWN_LIBRARIES),
    row("-lpgmath", Takes::Nothing, OWN_LIBRARIES),
    row("-lnvc", Takes::Nothing, OWN_LIBRARIES),
    row("-lnvomp", Takes::Nothing, OWN_LIBRARIES),
    row("-lnvcpumath", Takes::Nothing, OWN_LIBRARIES),
    row("-laccapi", Takes::Nothing, OWN_LIBRARIES),
    row("-laccg", Takes::Nothing, OWN_LIBRARIES),
    row("-laccn", Takes::Nothing, OWN_LIBRARIES),
    row("-laccg2", Takes::Nothing, OWN_LIBRARIES),
    row("-lacchost", Takes::Nothing, OWN_LIBRARIES),
    row("-laccdevice", Takes::Nothing, OWN_LIBRARIES),
    row("-laccdevaux", Takes::Nothing, OWN_LIBRARIES),
    row("-lcudadevice", Takes::Nothing, OWN_LIBRARIES),
    row("-R", Rest("/opt/lib"), Computed(rpath, "`-Wl,-rpath,DIR`")),
    row("-pgc++libs", Takes::Nothing, Host(&["-lstdc++"])),
    row("-c++libs", Takes::Nothing, Host(&["-lstdc++"])),
    row("-Mnostartup", Takes::Nothing, Host(&["-nostartfiles"])),
    row("-Mnostdlib", Takes::Nothing, Host(&["-nodefaultlibs"])),
    row("-Mnostdinc", Takes::Nothing, Host(&["-nostdinc"])),
    row("-Mcpp", MaybeEquals("m"), Host(&["-E"])),
    row(
        "-Mkeepasm",
        Takes::Nothing,
        Nothing(Code, "-save-temps leaves the assembler's text"),
    ),
    row(
        "-Mnokeepasm",
        Takes::Nothing,
        Anyway("intermediate files are removed"),
    ),
    row(
        "-M[no]lfs",
        Takes::Nothing,
        Anyway("files of any size can be read"),
    ),
    row("-rc", Next("nvcrc"), PARTS),
    row("-nodefaultoptions", Takes::Nothing, PARTS),
    row("-defaultoptions", Takes::Nothing, PARTS),
    row("-Wc,", Rest("-x"), PARTS),
    row("-W0,", Rest("-x"), PARTS),
    row("-Y", Rest("C,/opt"), PARTS),
    row("-nvmalloc", Takes::Nothing, PARTS),
];

fn rpath(_: &str, folder: &str) -> Result<Alias, String> {
    Ok(Alias::host([&format!("-Wl,-rpath,{folder}")]))
}
