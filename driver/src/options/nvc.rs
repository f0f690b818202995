//! nvc's, pgcc's and gcc's own words for OpenACC (`-acc=`, `-gpu=`, `-ta=`, `-Minfo=`, `-foffload=`), and what each is
//! here: applied, a matter of course, without effect (said once, ACC0411), or unknown (an error).

/// What a word of another compiler's means.
#[derive(Default, Debug, PartialEq)]
pub struct Alias {
    /// accrs's own words for it.
    pub words: Vec<String>,
    /// What has no effect: the word as written, and why.
    pub without_effect: Vec<(String, &'static str)>,
}

/// What a sub-option is.
enum Meaning {
    /// One of accrs's own words.
    Word(&'static str),
    /// What accrs does anyway.
    Anyway,
    /// Nothing, for this reason.
    Nothing(&'static str),
}
use Meaning::{Anyway, Nothing, Word};

const HOW_KERNELS: &str = "it is about nvc's own code generator";
const DATA: &str =
    "memory is not shared with the GPU: data clauses, or what is inferred, say what moves";

/// `-gpu=` and `-ta=`.
const GPU: &[(&str, Meaning)] = &[
    ("multicore", Word("--acc-target=multicore")),
    ("host", Anyway),
    ("tesla", Anyway),
    ("nvidia", Anyway),
    ("time", Nothing("set ACCRS_TIME=1 when the program runs")),
    ("fma", Word("--acc-fma=true")),
    ("nofma", Word("--acc-fma=false")),
    ("keep", Word("--keep")),
    ("keepgpu", Word("--keep")),
    ("keepptx", Nothing("--keep leaves the CUDA text")),
    ("keepbin", Nothing("--keep leaves the CUDA text")),
    ("ccall", Anyway),
    ("ccall-major", Anyway),
    ("ccnative", Anyway),
    ("managed", Word("--acc-memory=managed")),
    ("unified", Word("--acc-memory=unified")),
    (
        "pinned",
        Nothing("transfers with async use pinned buffers by themselves"),
    ),
    ("mem:managed", Word("--acc-memory=managed")),
    ("mem:unified", Word("--acc-memory=unified")),
    ("mem:separate", Word("--acc-memory=separate")),
    ("nomanaged", Word("--acc-memory=separate")),
    ("nounified", Word("--acc-memory=separate")),
    ("nopinned", Anyway),
    (
        "deepcopy",
        Nothing("what pointers in structs point to is named in clauses: copy(s.p[0:n])"),
    ),
    ("nodeepcopy", Anyway),
    ("fastmath", Nothing("-ffast-math is applied to kernels")),
    ("nofastmath", Anyway),
    (
        "flushz",
        Nothing("-ffast-math flushes denormal numbers in kernels too"),
    ),
    ("noflushz", Anyway),
    ("debug", Nothing("-g with --acc-arch keeps the lines")),
    ("nodebug", Anyway),
    ("lineinfo", Nothing("-g with --acc-arch keeps the lines")),
    ("nolineinfo", Anyway),
    ("ptxinfo", Nothing("-Minfo=accel tells of kernels")),
    ("rdc", Anyway),
    (
        "nordc",
        Nothing("routines of other files are found when the program runs"),
    ),
    ("unroll", Nothing(HOW_KERNELS)),
    ("nounroll", Nothing(HOW_KERNELS)),
    ("redux", Nothing(HOW_KERNELS)),
    ("noredux", Nothing(HOW_KERNELS)),
    ("safecache", Nothing(HOW_KERNELS)),
    ("autocollapse", Nothing(HOW_KERNELS)),
    ("noautocollapse", Nothing(HOW_KERNELS)),
    ("nvlamath", Nothing(HOW_KERNELS)),
    ("beta", Nothing(HOW_KERNELS)),
    ("zeroinit", Nothing("create(zero:) clears memory")),
    ("nozeroinit", Anyway),
    (
        "autocompare",
        Nothing("comparing with the host isn't there"),
    ),
    ("redundant", Nothing("comparing with the host isn't there")),
    ("noautocompare", Anyway),
    ("implicitsections", Anyway),
    (
        "noimplicitsections",
        Nothing("sizes of arrays are inferred where they can be"),
    ),
    ("interceptdeallocations", Nothing(DATA)),
    ("nointerceptdeallocations", Anyway),
    (
        "sanitize",
        Nothing("sim checks each access: --acc-target=sim"),
    ),
    ("wait", Anyway),
    (
        "nowait",
        Nothing("async clauses make constructs asynchronous"),
    ),
    ("nollvm", Nothing(HOW_KERNELS)),
    ("llvm", Nothing(HOW_KERNELS)),
];

/// The same with a value behind a colon, or digits.
const GPU_VALUED: &[(&str, &str)] = &[
    ("maxregcount", HOW_KERNELS),
    ("maxreg", HOW_KERNELS),
    ("loadcache", HOW_KERNELS),
    ("tripcount", HOW_KERNELS),
    ("stacklimit", HOW_KERNELS),
    ("cuda", "any NVRTC that is found is used"),
];

/// `-acc=`.
const ACC: &[(&str, Meaning)] = &[
    ("gpu", Anyway),
    ("multicore", Word("--acc-target=multicore")),
    ("host", Word("--acc-target=multicore")),
    ("strict", Word("--acc-strict")),
    ("verystrict", Word("--acc-strict")),
    ("autopar", Anyway),
    (
        "noautopar",
        Nothing("loops without a clause are parallel only where that is proved"),
    ),
    (
        "routineseq",
        Nothing("functions without a routine directive are seq where their body is known"),
    ),
    ("noroutineseq", Anyway),
    ("legacy", Nothing("PGI's directives are always known")),
    (
        "nowait",
        Nothing("async clauses make constructs asynchronous"),
    ),
    ("wait", Anyway),
    ("sync", Nothing("async clauses are carried out")),
    ("nosync", Anyway),
];

const OTHER_INFO: &str = "it is about the host compiler's own work; gcc has -fopt-info";
/// `-Minfo=`.
const MINFO: &[(&str, Meaning)] = &[
    ("accel", Word("--report=text")),
    ("acc", Word("--report=text")),
    ("all", Word("--report=text")),
    ("par", Word("--report=text")),
    ("ccff", Nothing(OTHER_INFO)),
    ("ftn", Nothing(OTHER_INFO)),
    ("inline", Nothing(OTHER_INFO)),
    ("intensity", Nothing(OTHER_INFO)),
    ("ipa", Nothing(OTHER_INFO)),
    ("loop", Nothing(OTHER_INFO)),
    ("lre", Nothing(OTHER_INFO)),
    ("mp", Nothing(OTHER_INFO)),
    ("opt", Nothing(OTHER_INFO)),
    ("pcast", Nothing(OTHER_INFO)),
    ("pfo", Nothing(OTHER_INFO)),
    ("stat", Nothing(OTHER_INFO)),
    ("stdpar", Nothing(OTHER_INFO)),
    ("time", Nothing(OTHER_INFO)),
    ("unified", Nothing(OTHER_INFO)),
    ("vect", Nothing(OTHER_INFO)),
];

/// What a word means, if it is one of these; an error for a sub-option that none of these compilers has.
pub fn read(text: &str) -> Option<Result<Alias, String>> {
    let (name, value) = text.split_once('=').map_or((text, ""), |(n, v)| (n, v));
    let mut alias = Alias::default();
    let done = match name {
        "-acc" => list(&mut alias, name, value, ACC),
        "-ta" | "-gpu" => list(&mut alias, name, value, GPU),
        "-Minfo" if value.is_empty() => {
            alias.words.push("--report=text".into());
            Ok(())
        }
        "-Minfo" => list(&mut alias, name, value, MINFO),
        "-Mfma" => {
            alias.words.push("--acc-fma=true".into());
            Ok(())
        }
        "-Mnofma" => {
            alias.words.push("--acc-fma=false".into());
            Ok(())
        }
        "-fopenacc" => Ok(()),
        "-fopenacc-dim" => {
            let why = "num_gangs, num_workers and vector_length say the sizes";
            alias.without_effect.push((text.to_string(), why));
            Ok(())
        }
        "-foffload-options" | "-fopenacc-kernels" => {
            let why = "it is about gcc's own code generator";
            alias.without_effect.push((text.to_string(), why));
            Ok(())
        }
        "-foffload" => {
            if matches!(value, "disable" | "host") {
                alias.words.push("--acc-target=multicore".into());
            }
            Ok(())
        }
        _ => return None,
    };
    Some(done.map(|()| alias))
}

fn list(
    alias: &mut Alias,
    name: &str,
    value: &str,
    table: &'static [(&'static str, Meaning)],
) -> Result<(), String> {
    // `tesla:cc60,mem:managed`: a colon stands behind a target and within a few sub-options.
    let items = value
        .split(',')
        .flat_map(|item| match item.split_once(':') {
            Some((target @ ("tesla" | "nvidia" | "host"), rest)) => vec![target, rest],
            _ => vec![item],
        });
    let mut oldest: Option<u32> = None;
    for item in items.filter(|i| !i.is_empty()) {
        let gpu = matches!(name, "-ta" | "-gpu");
        let capability = item.strip_prefix("cc").or(item.strip_prefix("sm_"));
        if let (true, Some(number)) = (gpu, capability.and_then(|c| c.parse().ok())) {
            // PTX for the oldest runs on the others too.
            oldest = Some(oldest.map_or(number, |o: u32| o.min(number)));
            continue;
        }
        match table.iter().find(|(known, _)| *known == item) {
            Some((_, Word(word))) => alias.words.push((*word).to_string()),
            Some((_, Anyway)) => {}
            Some((_, Nothing(why))) => {
                alias.without_effect.push((format!("{name}={item}"), why));
            }
            None => match GPU_VALUED.iter().find(|(k, _)| gpu && is_valued(item, k)) {
                Some((_, why)) => alias.without_effect.push((format!("{name}={item}"), why)),
                None => return Err(unknown(name, item, table)),
            },
        }
    }
    if let Some(number) = oldest {
        alias.words.push(format!("--acc-arch-hint=sm_{number}"));
    }
    Ok(())
}

/// `maxregcount:64`, `cuda12.4`.
fn is_valued(item: &str, name: &str) -> bool {
    item.strip_prefix(name).is_some_and(|rest| {
        rest.starts_with([':', 'X']) || rest.starts_with(|c: char| c.is_ascii_digit())
    })
}

fn unknown(name: &str, item: &str, table: &[(&'static str, Meaning)]) -> String {
    let near = table
        .iter()
        .map(|(known, _)| (distance(known, item), *known))
        .min();
    let like = match near {
        Some((d, known)) if d <= 2.max(item.len() / 3) => {
            format!("; did you mean '{name}={known}'?")
        }
        _ => String::new(),
    };
    format!("unknown '{item}' in '{name}='{like}")
}

/// How many letters must be put in, left out or changed to come from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let changed = before + usize::from(x != *y);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn words(text: &str) -> Vec<String> {
        read(text).unwrap().unwrap().words
    }

    #[test]
    fn sub_options_are_applied_or_named() {
        assert_eq!(words("-ta=tesla:cc60"), ["--acc-arch-hint=sm_60"]);
        assert_eq!(
            words("-gpu=cc90,cc80,fma"),
            ["--acc-fma=true", "--acc-arch-hint=sm_80"]
        );
        assert_eq!(words("-ta=multicore"), ["--acc-target=multicore"]);
        assert_eq!(words("-acc=gpu,strict"), ["--acc-strict"]);
        assert_eq!(words("-Minfo"), ["--report=text"]);
        assert_eq!(words("-foffload=disable"), ["--acc-target=multicore"]);
        let named = |text: &str| -> Vec<String> {
            let alias = read(text).unwrap().unwrap();
            alias.without_effect.into_iter().map(|(w, _)| w).collect()
        };
        assert_eq!(words("-gpu=mem:unified"), ["--acc-memory=unified"]);
        assert_eq!(
            named("-ta=tesla:managed,maxregcount:64,cuda12.4,cc80"),
            ["-ta=maxregcount:64", "-ta=cuda12.4"]
        );
        assert_eq!(words("-gpu=nomanaged,rdc"), ["--acc-memory=separate"]);
        assert!(named("-gpu=ccall,nomanaged,rdc").is_empty());
        assert_eq!(named("-fopenacc-dim=1:2:3"), ["-fopenacc-dim=1:2:3"]);
        assert_eq!(read("-O2"), None);
    }

    #[test]
    fn what_nobody_knows_is_an_error_with_the_nearest_word() {
        let error = |text: &str| read(text).unwrap().unwrap_err();
        assert_eq!(
            error("-gpu=manged"),
            "unknown 'manged' in '-gpu='; did you mean '-gpu=managed'?"
        );
        assert_eq!(
            error("-acc=stict"),
            "unknown 'stict' in '-acc='; did you mean '-acc=strict'?"
        );
        assert_eq!(
            error("-gpu=zzzzzzzzzzzz"),
            "unknown 'zzzzzzzzzzzz' in '-gpu='"
        );
        assert!(error("-Minfo=acel").contains("-Minfo=accel"));
    }
}
