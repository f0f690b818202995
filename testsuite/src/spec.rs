//! The leading comment of a test program: how to compile it, how to run it, and
//! what must be seen.
//!
//! A program starts with lines `// key: value`; they end at the first line that
//! is not such a comment (other `//` lines in between are prose, and a key is a
//! lower-case word). Keys:
//!
//! | key       | value |
//! |-----------|-------|
//! | `run`     | flags for the compiler (besides `-Wall -Wextra -Werror -lm`); default `-O2` |
//! | `args`    | the program's arguments |
//! | `env`     | `NAME=VALUE ...` while it runs |
//! | `again`   | `NAME=VALUE ...` of a further run, besides those of `env`; may be repeated |
//! | `expect`  | `multicore|sim|nvidia|device count<op>number ...`; `device` means sim and nvidia; ops `= >= <=`; counts are those of `ACCRS_STATS` |
//! | `launch`  | words that one of the launches in `ACCRS_NOTIFY` must hold on a discrete device, as `app_main_12 grid=7x1x1 block=32x1x1`; with `device=sim:0` among them, on that device alone |
//! | `calls`   | (run) `WORDS: NAME=N ...`: with these arguments, and a number of turns behind them, the program makes so many calls of each of these functions of CUDA's driver in each turn, and of no others; counted by the stand-in GPU; may be repeated |
//! | `times`   | (run) `DEVICE line N [kernel NAME|upload VAR|download VAR] [within] COUNT<op>NUMBER ...`: what `ACCRS_TIME`'s file says of the construct on this line, or of a part of it; `within`: its parts took no longer than it. The run's trace is looked at as well; may be repeated |
//! | `report`  | (run) text that the compile report must hold; may be repeated |
//! | `devices` | the devices it makes sense on; default all |
//! | `eager`   | why it makes no sense on the lazy stand-in GPU, where it isn't run then |
//! | `time`    | seconds that one run may take; default 60 |
//! | `message` | (run on a discrete device, fault, openmp) text that must be on stderr; may be repeated |
//! | `error`   | (reject) `CODE line N: text`; may be repeated |
//! | `with`    | other sources compiled in, relative to the program |
//! | `covers`  | rows of `conformance.txt` that it shows, between commas |
//! | `openmp`  | (run) why it makes no sense as an OpenMP program of its own, so that `acctest openmp` leaves it out |
//! | `faults`  | (run) why `acctest faults` leaves it out |
//! | `sized`   | (run) why its counts are those of a GPU as large as the stand-in: `make gpu` doesn't hold others to them |
//! | `expands` | (openmp) words whose lines `--emit=openmp` may change besides directives: macros and loops |
//! | `host`    | (shapes) why the host file's text is kept too |
//! | `input`   | (reject) the file to compile instead of this one |
//! | `true`    | (analysis) what holds of a loop: `line N ` and `parallel`, `parallel if apart`, `reduction` or `sequential`; lines are counted after the comment; several between commas |

use crate::times::{self, Said};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What must hold of one count of `ACCRS_STATS` on one kind of device.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    pub device: String,
    pub count: String,
    pub op: Op,
    pub value: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    Equal,
    AtLeast,
    AtMost,
}

impl Expectation {
    /// Whether this speaks of `device` ("device" stands for every discrete one).
    pub fn applies_to(&self, device: &str) -> bool {
        self.device == device || (self.device == "device" && device != "multicore")
    }

    pub fn holds(&self, seen: u64) -> bool {
        match self.op {
            Op::Equal => seen == self.value,
            Op::AtLeast => seen >= self.value,
            Op::AtMost => seen <= self.value,
        }
    }
}

/// A diagnostic that a bad program must get: code, line in the user's file, part of its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub code: String,
    pub line: Option<u32>,
    pub text: String,
}

/// What is true of a loop, whatever the compiler finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    Parallel,
    /// If its pointers lead to memory that doesn't overlap; nothing in the text says so.
    IfApart,
    /// With copies of what it sums up for each thread; its pointers may be asked about, too.
    Reduction,
    InOrder,
}

impl Truth {
    pub fn words(self) -> &'static str {
        match self {
            Truth::Parallel => "parallel",
            Truth::IfApart => "parallel if apart",
            Truth::Reduction => "reduction",
            Truth::InOrder => "sequential",
        }
    }
}

/// The calls of CUDA's driver in one turn of a program's loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The program's, before the number of turns.
    pub arguments: Vec<String>,
    pub calls: BTreeMap<String, u64>,
}

/// What is written where work may be under way while other work begins.
const QUEUES: [&str; 8] = [
    "async",
    "Async",
    "wait",
    "queue",
    "stream",
    "thread",
    "fork",
    "omp parallel",
];

/// One test program.
#[derive(Clone, Debug)]
pub struct Spec {
    pub path: PathBuf,
    pub name: String,
    pub flags: Vec<String>,
    pub args: Vec<String>,
    pub env: Vec<(String, String)>,
    pub again: Vec<Vec<(String, String)>>,
    pub expect: Vec<Expectation>,
    pub launches: Vec<String>,
    pub calls: Vec<Turn>,
    pub times: Vec<Said>,
    pub reports: Vec<String>,
    pub devices: Vec<String>,
    pub eager: bool,
    pub seconds: u64,
    pub messages: Vec<String>,
    pub errors: Vec<Diagnostic>,
    pub with: Vec<PathBuf>,
    pub input: Option<PathBuf>,
    pub covers: Vec<String>,
    pub not_openmp: Option<String>,
    pub not_faults: bool,
    pub expands: Vec<String>,
    pub host: bool,
    /// Lines of loops, counted behind the leading comment.
    pub truths: Vec<(u32, Truth)>,
    /// The lines of the leading comment that are no keys.
    pub prose: Vec<String>,
    /// How many lines the leading comment has.
    pub head: usize,
}

impl Spec {
    /// Reads the leading comment of `path`. Errors name the file and the line.
    pub fn read(path: &Path) -> Result<Spec, String> {
        let bytes = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Spec::parse(path, &String::from_utf8_lossy(&bytes))
    }

    fn parse(path: &Path, text: &str) -> Result<Spec, String> {
        let mut spec = Spec {
            path: path.to_path_buf(),
            name: path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            flags: vec!["-O2".to_string()],
            args: vec![],
            env: vec![],
            again: vec![],
            expect: vec![],
            launches: vec![],
            calls: vec![],
            times: vec![],
            reports: vec![],
            devices: vec![],
            eager: false,
            seconds: 60,
            messages: vec![],
            errors: vec![],
            with: vec![],
            input: None,
            covers: vec![],
            not_openmp: None,
            not_faults: false,
            expands: vec![],
            host: false,
            truths: vec![],
            prose: vec![],
            head: 0,
        };
        for (index, line) in text.lines().enumerate() {
            let Some(comment) = line.strip_prefix("//") else {
                break;
            };
            spec.head = index + 1;
            let comment = comment.trim();
            let key = comment.split_once(':').filter(|(key, _)| is_key(key));
            let Some((key, value)) = key else {
                spec.prose.push(comment.to_string());
                continue;
            };
            spec.set(key, value.trim())
                .map_err(|e| format!("{}:{}: {e}", path.display(), index + 1))?;
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let words = || value.split_whitespace().map(str::to_string);
        let beside = |name: String| self.path.with_file_name(name);
        match key {
            "run" => self.flags = words().collect(),
            "args" => self.args = words().collect(),
            "devices" => self.devices = words().collect(),
            "eager" => self.eager = true,
            "host" => self.host = true,
            "with" => self.with = words().map(beside).collect(),
            "faults" => self.not_faults = true,
            // For `hardware/pack.py`.
            "sized" => {}
            "openmp" => self.not_openmp = Some(value.to_string()),
            "expands" => self.expands = words().collect(),
            "input" => self.input = Some(beside(value.to_string())),
            "covers" => {
                let ids = value.split(',').map(|id| id.trim().to_string());
                self.covers.extend(ids);
            }
            "launch" => self.launches.push(value.to_string()),
            "calls" => self.calls.push(parse_turn(value)?),
            "times" => self.times.push(times::parse(value, parse_expectations)?),
            "report" => self.reports.push(value.to_string()),
            "message" => self.messages.push(value.to_string()),
            "error" => self.errors.push(parse_diagnostic(value)?),
            "true" => self.truths.extend(parse_truths(value)?),
            "expect" => self.expect.extend(parse_expectations(value)?),
            "time" => {
                self.seconds = value
                    .parse()
                    .map_err(|_| format!("time: '{value}' is no number"))?
            }
            "env" => self.env.extend(parse_variables(value)?),
            "again" => self.again.push(parse_variables(value)?),
            _ => return Err(format!("unknown key '{key}' in the leading comment")),
        }
        Ok(())
    }

    /// How many sim devices it asks for: the stand-in GPU has as many.
    pub fn device_count(&self) -> Option<&str> {
        let count = self
            .env
            .iter()
            .find(|(name, _)| name == "ACC_NUM_SIM_DEVICES");
        count.map(|(_, count)| count.as_str())
    }

    /// Whether it may have work under way on a queue, or host threads beside each other: some word for either stands in its text, or
    /// in a file that it takes in or is compiled with.
    pub fn has_queues(&self) -> bool {
        let mut files = vec![self.path.clone()];
        files.extend(self.with.iter().cloned());
        let mut seen = 0;
        while let Some(path) = files.get(seen).cloned() {
            seen += 1;
            let text = fs::read(&path).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            if QUEUES.iter().any(|word| text.contains(word)) {
                return true;
            }
            let own = text
                .lines()
                .filter_map(|l| l.trim().strip_prefix("#include \""));
            let own = own.filter_map(|rest| Some(path.with_file_name(rest.split('"').next()?)));
            for file in own {
                if !files.contains(&file) {
                    files.push(file);
                }
            }
        }
        false
    }

    pub fn runs_on(&self, device: &str) -> bool {
        self.devices.is_empty() || self.devices.iter().any(|d| d == device)
    }
}

fn parse_variables(value: &str) -> Result<Vec<(String, String)>, String> {
    let words = value.split_whitespace().map(|word| {
        let (name, value) = word
            .split_once('=')
            .ok_or(format!("env: '{word}' has no '='"))?;
        Ok((name.to_string(), value.to_string()))
    });
    words.collect()
}

fn parse_expectations(value: &str) -> Result<Vec<Expectation>, String> {
    let mut words = value.split_whitespace();
    let device = words.next().ok_or("expect: no device")?;
    if !["multicore", "sim", "nvidia", "device"].contains(&device) {
        return Err(format!("expect: '{device}' is no kind of device"));
    }
    words
        .map(|word| {
            let (op, at, width) = if let Some(at) = word.find(">=") {
                (Op::AtLeast, at, 2)
            } else if let Some(at) = word.find("<=") {
                (Op::AtMost, at, 2)
            } else {
                (
                    Op::Equal,
                    word.find('=')
                        .ok_or(format!("expect: '{word}' has no '='"))?,
                    1,
                )
            };
            let number = &word[at + width..];
            Ok(Expectation {
                device: device.to_string(),
                count: word[..at].to_string(),
                op,
                value: number
                    .parse()
                    .map_err(|_| format!("expect: '{number}' is no number"))?,
            })
        })
        .collect()
}

fn parse_turn(value: &str) -> Result<Turn, String> {
    let (arguments, calls) = value.split_once(':').ok_or("calls: want 'WORDS: NAME=N'")?;
    let call = |word: &str| {
        let found = word.split_once('=');
        let parsed = found.and_then(|(name, n)| Some((name.to_string(), n.parse().ok()?)));
        parsed.ok_or(format!("calls: '{word}' is no NAME=N"))
    };
    Ok(Turn {
        arguments: arguments.split_whitespace().map(str::to_string).collect(),
        calls: calls
            .split_whitespace()
            .map(call)
            .collect::<Result<_, _>>()?,
    })
}

fn is_key(text: &str) -> bool {
    !text.contains(' ') && !text.starts_with(char::is_uppercase)
}

fn parse_truths(value: &str) -> Result<Vec<(u32, Truth)>, String> {
    let one = |text: &str| {
        let rest = text.trim().strip_prefix("line ");
        let (line, words) = rest
            .and_then(|rest| rest.split_once(' '))
            .ok_or("true: want 'line N words'")?;
        let line = line
            .parse()
            .map_err(|_| format!("true: '{line}' is no line"))?;
        use Truth::*;
        let all = [Parallel, IfApart, Reduction, InOrder];
        let truth = all.into_iter().find(|t| t.words() == words);
        Ok((line, truth.ok_or(format!("true: unknown '{words}'"))?))
    };
    value.split(',').map(one).collect()
}

fn parse_diagnostic(value: &str) -> Result<Diagnostic, String> {
    let (head, text) = value.split_once(':').ok_or("want 'CODE line N: text'")?;
    let mut words = head.split_whitespace();
    let code = words.next().ok_or("error: no code")?.to_string();
    let line = match (words.next(), words.next()) {
        (None, _) => None,
        (Some("line"), Some(n)) => Some(n.parse().map_err(|_| format!("error: '{n}' is no line"))?),
        _ => return Err("want 'CODE line N: text'".to_string()),
    };
    Ok(Diagnostic {
        code,
        line,
        text: text.trim().to_string(),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed test may panic")]
    use super::*;

    #[test]
    fn reads_every_key() {
        let text = "// Prose: what it is.\n// run: -O0 -DN=3\n\
                    // expect: device kernels=3 uploads>=2\n// error: ACC0001 line 12: no such clause\n\
                    // calls: one case: cuLaunchKernel=2\nint x;\n// run: late";
        let spec = Spec::parse(Path::new("a/b.c"), text).unwrap();
        assert!(Spec::parse(Path::new("a/b.c"), "// exepct: sim kernels=1").is_err());
        assert_eq!(spec.flags, ["-O0", "-DN=3"]);
        assert_eq!(spec.expect.len(), 2);
        assert!(spec.expect[1].applies_to("sim") && !spec.expect[1].applies_to("multicore"));
        assert!(spec.expect[1].holds(5) && !spec.expect[1].holds(1));
        assert_eq!(spec.errors[0].line, Some(12));
        assert_eq!(spec.calls[0].arguments, ["one", "case"]);
        assert_eq!(spec.calls[0].calls.get("cuLaunchKernel"), Some(&2));
    }
}
