//! Each word of the driver's table: the command line that the host compiler gets, the note that is said, accrs's own word
//! that it stands for; and the guide's tables, which are made from it.

use super::{Bench, failed};
use crate::process::{self, Ended};
use crate::suite::{self, Outcome};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// A word on the command line and what the table says of it.
struct Word {
    table: String,
    words: Vec<String>,
    /// The host compiler's words for it.
    host: Vec<String>,
    own: Vec<String>,
    notes: Vec<String>,
}

/// A file with a construct, and one without.
const CONSTRUCT: &str = "int f(int n)\n{\n    int s = 0;\n#pragma acc parallel loop reduction(+ : s)\n    \
                         for (int i = 0; i < n; i++)\n        s += i * i;\n    return s;\n}\n";
const PLAIN: &str = "int g(int n)\n{\n    return n;\n}\n";

pub fn all(bench: &Bench, jobs: usize) -> Result<Vec<Outcome>, String> {
    let table = told(bench, &["--words=tests"])?;
    let words: Vec<Word> = table.lines().filter_map(Word::read).collect();
    if words.len() < 200 || words.len() != table.lines().count() {
        return Err("the driver's table can't be read".into());
    }
    let folder = bench.path("words");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).map_err(|e| format!("{name}: {e}"))
    };
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    write("a.c", CONSTRUCT)?;
    write("plain.c", PLAIN)?;
    // A compiler that says what it was asked to do.
    write("echo.sh", "#!/bin/sh\nfor word; do echo \"$word\"; done\n")?;
    let mut outcomes = silent(bench, &folder, &words);
    for compiler in compilers(bench) {
        outcomes.extend(accepted(&folder, &words, &compiler, jobs));
    }
    outcomes.extend(equal(bench, &folder, &words, jobs));
    outcomes.extend(handed_on(bench, &folder, &words, jobs));
    Ok(outcomes)
}

impl Word {
    fn read(line: &str) -> Option<Self> {
        let mut fields = line.split('\t');
        let split = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let mut word = Self {
            table: fields.next()?.to_string(),
            words: split(fields.next()?),
            host: Vec::new(),
            own: Vec::new(),
            notes: Vec::new(),
        };
        for field in fields {
            match field.split_once(' ') {
                Some(("host", words)) => word.host = split(words),
                Some(("own", words)) => word.own = split(words),
                Some(("note", why)) => word.notes.push(why.to_string()),
                _ if field == "anyway" => {}
                _ => return None,
            }
        }
        Some(word)
    }

    fn text(&self) -> String {
        self.words.join(" ")
    }
}

/// What has no effect: all words of a table at once, of which each is named in the one line for its reason; nothing else
/// is said, of those words either that stand for what happens anyway.
fn silent(bench: &Bench, folder: &Path, words: &[Word]) -> Vec<Outcome> {
    let mut tables: BTreeMap<&str, Vec<&Word>> = BTreeMap::new();
    for word in words
        .iter()
        .filter(|w| w.own.is_empty() && w.host.is_empty())
    {
        tables.entry(&word.table).or_default().push(word);
    }
    let mut outcomes = Vec::new();
    for (table, words) in tables {
        let mut line: Vec<&str> = vec!["-c", "a.c", "-o", "silent.o"];
        line.extend(
            words
                .iter()
                .flat_map(|w| w.words.iter().map(String::as_str)),
        );
        let ended = match run(&bench.accrs, &bench.host, folder, &line) {
            Ok(ended) if ended.ok() => ended,
            Ok(ended) => {
                outcomes.push(failed(
                    table,
                    format!("{}\n{}", ended.how(), ended.tail(20)),
                ));
                continue;
            }
            Err(why) => {
                outcomes.push(failed(table, why));
                continue;
            }
        };
        // What `-fast` means is told beside (ACC0417).
        let lines = ended.stderr.lines();
        let told: Vec<&str> = lines
            .filter(|l| !l.starts_with("note[ACC0417]: "))
            .collect();
        for word in &words {
            let quoted = format!("'{}'", word.text());
            let lines: Vec<&&str> = told.iter().filter(|l| l.contains(&quoted)).collect();
            let right = match (lines.as_slice(), word.notes.as_slice()) {
                ([], []) => true,
                ([line], [why]) => {
                    line.starts_with("note[ACC0411]: ")
                        && line.ends_with(&format!(" effect: {why}"))
                }
                _ => false,
            };
            let name = format!("words: {}", word.text());
            let result = if right {
                Ok(())
            } else {
                Err(format!("said of it: {lines:?}"))
            };
            outcomes.push(Outcome::of(name, result));
        }
        let others: Vec<&&str> = told
            .iter()
            .filter(|l| !l.starts_with("note[ACC0411]: "))
            .collect();
        if !others.is_empty() {
            outcomes.push(failed(table, format!("it also says: {others:?}")));
        }
    }
    outcomes
}

/// The host compiler gets the words that the table names, and not the user's.
fn handed_on(bench: &Bench, folder: &Path, words: &[Word], jobs: usize) -> Vec<Outcome> {
    let words: Vec<&Word> = words.iter().filter(|w| w.own.is_empty()).collect();
    let echo = PathBuf::from(format!("sh {}", folder.join("echo.sh").display()));
    outcomes(&words, jobs, |word| {
        let mut line: Vec<&str> = word.words.iter().map(String::as_str).collect();
        line.extend(["-###", "-c", "a.c"]);
        let ended = run(&bench.accrs, &echo, folder, &line)?;
        let mut expected: Vec<&str> = word.host.iter().map(String::as_str).collect();
        expected.extend(["-###", "-c", "a.c"]);
        let mut seen: Vec<&str> = ended.stdout.lines().collect();
        // nvc's defaults stand behind all else: optimisation, and the machine that `-fast` means.
        seen.pop_if(|last| {
            *last == "-O2" || *last == "-march=native" && word.text().starts_with("-fast")
        });
        match seen == expected {
            true => Ok(()),
            false => Err(format!("the host compiler gets {seen:?}, not {expected:?}")),
        }
    })
}

/// The host compiler takes the words that the table gives it, without a word.
fn accepted(folder: &Path, words: &[Word], compiler: &Path, jobs: usize) -> Vec<Outcome> {
    // These are for other stages, or find what isn't there.
    let others = [
        "-###",
        "-v",
        "-E",
        "-nostdinc",
        "-nodefaultlibs",
        "-nostartfiles",
        "-static",
        "-fprofile-use",
    ];
    let fits = |w: &&Word| {
        let first = w.host.first().map_or("", String::as_str);
        !first.is_empty() && !others.contains(&first) && !first.starts_with("-l")
    };
    let words: Vec<&Word> = words.iter().filter(fits).collect();
    outcomes(&words, jobs, |word| {
        let mut line: Vec<&str> = word.host.iter().map(String::as_str).collect();
        let object = format!("{}.o", word.text().replace(['/', ' '], "_"));
        // Standards of C++ are none of C's.
        if word.host.iter().any(|w| w.starts_with("-std=gnu++")) {
            line.extend(["-x", "c++"]);
        }
        line.extend(["-Werror", "-c", "plain.c", "-o", &object]);
        let ended = run(compiler, compiler, folder, &line)?;
        // A link alone has a use for it.
        let unused = ended.stderr.contains("unused");
        match ended.ok() && ended.stderr.is_empty() || unused {
            true => Ok(()),
            false => Err(format!(
                "{}: {}\n{}",
                compiler.display(),
                ended.how(),
                ended.tail(8)
            )),
        }
    })
}

fn compilers(bench: &Bench) -> Vec<PathBuf> {
    let clang = std::env::var_os("PATH").map(|path| {
        let found = std::env::split_paths(&path).map(|folder| folder.join("clang"));
        found.filter(|file| file.is_file()).collect::<Vec<_>>()
    });
    let mut compilers = vec![bench.host.clone()];
    compilers.extend(clang.into_iter().flatten().take(1));
    compilers.dedup();
    compilers
}

/// A word that stands for accrs's own gives what that gives: the host file, the report, the messages.
fn equal(bench: &Bench, folder: &Path, words: &[Word], jobs: usize) -> Vec<Outcome> {
    let words: Vec<&Word> = words.iter().filter(|w| !w.own.is_empty()).collect();
    outcomes(&words, jobs, |word| {
        let with = |words: &[String]| {
            let mut line: Vec<&str> = words.iter().map(String::as_str).collect();
            // Without OpenACC there is no host file.
            let stage = match word.own.iter().any(|w| w == "--no-openacc") {
                true => "-E",
                false => "--emit=host",
            };
            // nvc's words mean that by themselves, beside what each is for.
            if !word.own.iter().any(|w| w.starts_with("--acc-fma")) {
                line.insert(0, "--acc-fma=true");
            }
            line.extend([stage, "a.c"]);
            run(&bench.accrs, &bench.host, folder, &line)
        };
        let (theirs, ours) = (with(&word.words)?, with(&word.own)?);
        let same = theirs.code == ours.code
            && theirs.stdout == ours.stdout
            && theirs.stderr == ours.stderr;
        match same {
            true => Ok(()),
            false => Err(format!(
                "not as {}:\n{}\n{}",
                word.own.join(" "),
                theirs.tail(8),
                ours.tail(8)
            )),
        }
    })
}

fn outcomes(
    words: &[&Word],
    jobs: usize,
    check: impl Fn(&Word) -> Result<(), String> + Sync,
) -> Vec<Outcome> {
    let all = std::sync::Mutex::new(Vec::new());
    suite::each(
        "commands, words",
        words,
        jobs,
        |word| word.text(),
        |word| {
            let outcome = Outcome::of(format!("words: {}", word.text()), check(word));
            if let Ok(mut all) = all.lock() {
                all.push(outcome);
            }
            Vec::new()
        },
    );
    all.into_inner().unwrap_or_default()
}

/// The guide's pages with tables, and the words that print them: of accrs, or of a program beside it.
const PAGES: &[(&str, &[(&str, &str)])] = &[
    ("from-nvc.md", &[("accrs", "--words=nvc")]),
    ("from-gcc.md", &[("accrs", "--words=gcc")]),
    (
        "options.md",
        &[
            ("accrs", "--generate=markdown"),
            ("accinfo", "--generate=markdown"),
            ("accrs-prof", "--generate=markdown"),
            ("accrs", "--words=index"),
        ],
    ),
];

/// The tables of the guide are what the driver prints.
pub fn guide(bench: &Bench, bless: bool) -> Result<Vec<Outcome>, String> {
    const BEGIN: &str = "<!-- made by accrs; acctest commands --bless -->\n";
    const END: &str = "<!-- end -->\n";
    let mut outcomes = Vec::new();
    for (name, options) in PAGES {
        let path = guide_page(bench, name);
        let page = std::fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
        let mut table = String::new();
        for (program, option) in *options {
            let program = bench.accrs.with_file_name(program);
            let ended = run(&program, &bench.host, bench.folder.path(), &[option])?;
            if !ended.ok() {
                return Err(format!("{option}: {}\n{}", ended.how(), ended.tail(8)));
            }
            table += &ended.stdout;
        }
        let parts = page.split_once(BEGIN);
        let Some((before, (shown, behind))) =
            parts.and_then(|(before, rest)| Some((before, rest.split_once(END)?)))
        else {
            return Err(format!("{name}: no place for the table"));
        };
        if bless {
            let text = format!("{before}{BEGIN}{table}\n{END}{behind}");
            std::fs::write(&path, text).map_err(|e| format!("{name}: {e}"))?;
        }
        let same = bless || shown.trim() == table.trim();
        let old = "its tables are not those of the driver; acctest commands --bless writes them";
        let result = if same { Ok(()) } else { Err(old.to_string()) };
        outcomes.push(Outcome::of(format!("guide: {name}"), result));
    }
    Ok(outcomes)
}

/// A page of the guide.
pub fn guide_page(bench: &Bench, name: &str) -> PathBuf {
    bench.suite.join("../docs/guide").join(name)
}

fn told(bench: &Bench, words: &[&str]) -> Result<String, String> {
    let ended = run(&bench.accrs, &bench.host, bench.folder.path(), words)?;
    match ended.ok() {
        true => Ok(ended.stdout),
        false => Err(format!("{words:?}: {}\n{}", ended.how(), ended.tail(8))),
    }
}

fn run(program: &Path, host: &Path, folder: &Path, words: &[&str]) -> Result<Ended, String> {
    let mut command = Command::new(program);
    command
        .args(words)
        .current_dir(folder)
        .env("ACCRS_CC", host);
    process::run(&mut command, LIMIT)
}
