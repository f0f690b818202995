//! `acctest drivers`: programs on the drivers that people have. The stand-in GPU plays drivers of several versions, and a library between the program and the
//! real NVRTC (`nvrtc_between.c`) plays NVRTC of several. A program loads what was built into it, or compiles its kernels with the first NVRTC whose code the driver takes, or says
//! what to install; which of these it is to be, [`expected`] knows by the rules of CUDA alone.

use crate::Common;
use crate::nvrtc;
use crate::process::{self, Ended};
use crate::standin::{self, Target};
use crate::suite::{self, Outcome, Tally};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const PROGRAM: &str = "#include <stdio.h>\nint main(void)\n{\n    double a[100];\n#pragma acc parallel loop copyout(a)\n    \
                       for (int i = 0; i < 100; i++)\n        a[i] = i;\n    puts(a[99] == 99 ? \"right\" : \"wrong\");\n}\n";

/// Of CUDA: (12, 4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Version(u32, u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

const DRIVERS: [Version; 4] = [
    Version(12, 4),
    Version(12, 9),
    Version(13, 0),
    Version(13, 2),
];

/// What a machine has of NVRTC. A major version of which there is a file that is no library is broken.
struct Libraries {
    name: &'static str,
    whole: &'static [Version],
    broken: &'static [u32],
}

const LIBRARIES: [Libraries; 8] = [
    libraries("none", &[], &[]),
    libraries("12.4", &[Version(12, 4)], &[]),
    libraries("12.9", &[Version(12, 9)], &[]),
    libraries("13.0", &[Version(13, 0)], &[]),
    libraries("13.2", &[Version(13, 2)], &[]),
    libraries("12.4 and 13.2", &[Version(12, 4), Version(13, 2)], &[]),
    libraries("12.9 and 13.0", &[Version(12, 9), Version(13, 0)], &[]),
    libraries("a broken 12 and 13.2", &[Version(13, 2)], &[12]),
];

const fn libraries(
    name: &'static str,
    whole: &'static [Version],
    broken: &'static [u32],
) -> Libraries {
    Libraries {
        name,
        whole,
        broken,
    }
}

/// What is built into a program: nothing but the text, or kernels for [`BUILT_FOR`] by an NVRTC of this version.
const BUILT: [Option<Version>; 3] = [None, Some(Version(12, 4)), Some(Version(13, 2))];
const BUILT_FOR: [u32; 2] = [80, 90];

/// Compute capabilities; no NVRTC knows 8.1.
const GPUS: [u32; 6] = [75, 80, 81, 89, 90, 100];

/// How a program comes to its kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Built,
    Compiled(Version),
    Refused,
}

/// Whether a driver takes machine code that tools of a version have made for a GPU: CUDA promises that within a major version. The stand-in goes by the kind of file, which
/// is CUDA 13's from 12.8 on for sm_100 and newer.
fn takes_code(driver: Version, by: Version, made_for: u32) -> bool {
    match made_for {
        ..100 => by.0 <= driver.0,
        _ => driver >= Version(12, 8),
    }
}

fn is_kin(made_for: u32, gpu: u32) -> bool {
    made_for / 10 == gpu / 10 && made_for <= gpu
}

fn expected(driver: Version, have: &Libraries, built: Option<Version>, gpu: u32) -> Way {
    if let Some(by) = built {
        // The oldest PTX that they can be is older than all of these drivers.
        let ptx = gpu >= BUILT_FOR[0];
        let code = BUILT_FOR
            .iter()
            .any(|arch| is_kin(*arch, gpu) && takes_code(driver, by, *arch));
        if ptx || code {
            return Way::Built;
        }
    }
    let mut order: Vec<Version> = have.whole.to_vec();
    order.sort_by_key(|v| (v.0 > driver.0, if v.0 > driver.0 { v.0 } else { 100 - v.0 }));
    let makes = |by: &Version| {
        let knows = gpu != 81 && (gpu < 100 || *by >= Version(12, 8));
        match knows {
            true => takes_code(driver, *by, gpu),
            // PTX, or where that is too new the code of a GPU of its kind.
            false => *by <= driver || gpu == 81 && takes_code(driver, *by, 80),
        }
    };
    order
        .into_iter()
        .find(makes)
        .map_or(Way::Refused, Way::Compiled)
}

/// What all runs share.
struct Shop {
    folder: tempfile::TempDir,
    target: Target,
    /// The real NVRTC.
    real: PathBuf,
    /// The library in between.
    between: PathBuf,
    /// For each of [`BUILT`].
    programs: Vec<PathBuf>,
    accrs: PathBuf,
}

pub fn all(common: &Common) -> Result<Tally, String> {
    let targets = standin::targets(&["nvidia".to_string()], &standin::Options::default())?;
    let target = targets.into_iter().next().ok_or("no stand-in")?;
    let shop = Shop::open(common, target)?;
    let mut cases: Vec<(Version, &Libraries)> = DRIVERS
        .iter()
        .flat_map(|driver| LIBRARIES.iter().map(move |have| (*driver, have)))
        .collect();
    let name =
        |(driver, have): &(Version, &Libraries)| format!("driver {driver}, NVRTC {}", have.name);
    cases.retain(|case| {
        common
            .filter
            .as_ref()
            .is_none_or(|word| name(case).contains(word.as_str()))
    });
    suite::thin(common, &mut cases);
    let mut tally = suite::each("drivers", &cases, common.jobs, name, |case| {
        shop.case(*case)
    });
    for (name, check) in CHECKS {
        tally.add(Outcome::of(*name, check(&shop)));
    }
    Ok(tally)
}

impl Shop {
    fn open(common: &Common, target: Target) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|e| format!("temporary folder: {e}"))?;
        let real = nvrtc::path(None)?;
        let between = nvrtc::between(folder.path(), &real)?;
        let source = folder.path().join("program.c");
        fs::write(&source, PROGRAM).map_err(|e| e.to_string())?;
        let mut shop = Shop {
            folder,
            target,
            real,
            between,
            programs: Vec::new(),
            accrs: common.accrs.clone(),
        };
        for (number, built) in BUILT.iter().enumerate() {
            let program = shop.folder.path().join(format!("program{number}"));
            let mut command = Command::new(&common.accrs);
            command
                .args(["-O1", "--acc-target=nvidia", "-o"])
                .arg(&program)
                .arg(&source);
            if let Some(version) = built {
                let names = BUILT_FOR.map(|arch| format!("sm_{arch}"));
                command.arg(format!("--acc-arch={}", names.join(",")));
                command
                    .env("ACCRS_NVRTC", &shop.between)
                    .env("NVRTC_REAL", &shop.real)
                    .env("NVRTC_PLAYS", version.to_string());
            }
            let ended = process::run(&mut command, Duration::from_secs(120))?;
            if !ended.ok() {
                return Err(format!("compile: {}\n{}", ended.how(), ended.tail(8)));
            }
            shop.programs.push(program);
        }
        Ok(shop)
    }

    /// All programs on all GPUs under one driver, beside some libraries.
    fn case(&self, (driver, have): (Version, &Libraries)) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for (built, program) in BUILT.iter().zip(&self.programs) {
            for gpu in GPUS {
                let by = built.map_or("text alone".to_string(), |by| format!("built by {by}"));
                let name = format!("driver {driver}, NVRTC {}, {by}, sm_{gpu}", have.name);
                let expected = expected(driver, have, *built, gpu);
                let result = Machine::new(self, driver, have, gpu)
                    .and_then(|machine| machine.check(program, expected));
                outcomes.push(Outcome::of(name, result));
            }
        }
        outcomes
    }
}

/// A machine with a driver, a GPU and libraries.
struct Machine<'s> {
    shop: &'s Shop,
    folder: tempfile::TempDir,
    driver: Version,
    gpu: u32,
    versions: Vec<String>,
}

impl<'s> Machine<'s> {
    fn new(shop: &'s Shop, driver: Version, have: &Libraries, gpu: u32) -> Result<Self, String> {
        let failed = |e: std::io::Error| e.to_string();
        let folder = tempfile::tempdir_in(shop.folder.path()).map_err(failed)?;
        let nvrtc = folder.path().join("nvrtc");
        fs::create_dir(&nvrtc).map_err(failed)?;
        for version in have.whole {
            // Files of their own: the loader opens each.
            let library = nvrtc.join(format!("libnvrtc.so.{}", version.0));
            fs::copy(&shop.between, library).map_err(failed)?;
        }
        for major in have.broken {
            fs::write(nvrtc.join(format!("libnvrtc.so.{major}")), "no library").map_err(failed)?;
        }
        Ok(Self {
            shop,
            folder,
            driver,
            gpu,
            versions: have.whole.iter().map(Version::to_string).collect(),
        })
    }

    fn command(&self, program: &Path) -> Command {
        let at = |name: &str| self.folder.path().join(name);
        let mut command = Command::new(program);
        command
            .env("ACC_DEVICE_TYPE", "nvidia")
            .envs(self.shop.target.env.iter().map(|(k, v)| (k, v)))
            .env("ACCRS_GPU_CUDA", self.driver.to_string())
            .env(
                "ACCRS_GPU_CC",
                format!("{}.{}", self.gpu / 10, self.gpu % 10),
            )
            .env("ACCRS_NVRTC", at("nvrtc"))
            .env("ACCRS_CACHE_DIR", at("cache"))
            .env("NVRTC_REAL", &self.shop.real)
            .env("NVRTC_PLAYS", self.versions.join(","))
            .env("NVRTC_TOLD", at("told"));
        command
    }

    fn run(&self, program: &Path) -> Result<Ended, String> {
        process::run(&mut self.command(program), Duration::from_secs(60))
    }

    /// What the libraries have told.
    fn told(&self) -> Vec<String> {
        let text = fs::read_to_string(self.folder.path().join("told")).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }

    fn compiled(&self) -> Vec<String> {
        let mut told = self.told();
        told.retain(|line| !line.ends_with(" opened"));
        told
    }

    fn check(&self, program: &Path, expected: Way) -> Result<(), String> {
        let ended = self.run(program)?;
        let told = self.told();
        let seen = || format!("{}; NVRTC: {told:?}\n{}", ended.how(), ended.tail(8));
        if expected == Way::Refused {
            let says = |word: &str| ended.stderr.contains(word);
            let tried = self.versions.iter().all(|v| says(&format!("NVRTC {v}")));
            let right = ended.code == Some(1) && says("PyPI package nvidia-cuda-nvrtc") && tried;
            return right
                .then_some(())
                .ok_or_else(|| format!("want what to install: {}", seen()));
        }
        if !ended.ok() || ended.stdout != "right\n" {
            return Err(format!("want {expected:?}: {}", seen()));
        }
        let right = match expected {
            Way::Compiled(by) => {
                let compiled = self.compiled();
                let last = compiled.last().map(String::as_str).unwrap_or_default();
                last.starts_with(&format!("{by} "))
            }
            _ => told.is_empty(),
        };
        if !right {
            return Err(format!("want {expected:?}: {}", seen()));
        }
        // Once more: what is kept is used, and no NVRTC is opened.
        let ended = self.run(program)?;
        match ended.ok() && self.told() == told {
            true => Ok(()),
            false => Err(format!(
                "the second run: {}\n{}",
                ended.how(),
                ended.tail(8)
            )),
        }
    }
}

type Check = fn(&Shop) -> Result<(), String>;

const CHECKS: &[(&str, Check)] = &[
    ("what is kept is used where there is no NVRTC", kept_alone),
    ("another NVRTC compiles anew", another),
    ("of programs that start together one compiles", together),
    (
        "other files of a program are compiled beside the first",
        files,
    ),
];

/// A machine of CUDA 13.2 with an A100.
fn usual(shop: &Shop) -> Result<Machine<'_>, String> {
    Machine::new(shop, Version(13, 2), &LIBRARIES[4], 80)
}

fn right(ended: &Ended) -> Result<(), String> {
    match ended.ok() && ended.stdout == "right\n" {
        true => Ok(()),
        false => Err(format!("{}\n{}", ended.how(), ended.tail(8))),
    }
}

fn kept_alone(shop: &Shop) -> Result<(), String> {
    let machine = usual(shop)?;
    right(&machine.run(&shop.programs[0])?)?;
    let library = machine.folder.path().join("nvrtc/libnvrtc.so.13");
    fs::remove_file(library).map_err(|e| e.to_string())?;
    right(&machine.run(&shop.programs[0])?)
}

fn another(shop: &Shop) -> Result<(), String> {
    let machine = usual(shop)?;
    right(&machine.run(&shop.programs[0])?)?;
    let library = machine.folder.path().join("nvrtc/libnvrtc.so.13");
    let failed = |e: std::io::Error| e.to_string();
    fs::remove_file(&library).map_err(failed)?;
    fs::copy(&shop.between, &library).map_err(failed)?;
    right(&machine.run(&shop.programs[0])?)?;
    match machine.compiled().len() {
        2 => Ok(()),
        n => Err(format!("{n} texts were compiled")),
    }
}

fn together(shop: &Shop) -> Result<(), String> {
    let machine = usual(shop)?;
    let begun: Result<Vec<_>, _> = (0..4)
        .map(|_| {
            let mut command = machine.command(&shop.programs[0]);
            command
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
        })
        .collect();
    for child in begun.map_err(|e| e.to_string())? {
        let ended = child.wait_with_output().map_err(|e| e.to_string())?;
        if !ended.status.success() || ended.stdout != b"right\n" {
            return Err(String::from_utf8_lossy(&ended.stderr).into_owned());
        }
    }
    match machine.compiled().as_slice() {
        [_] => Ok(()),
        compiled => Err(format!("compiled: {compiled:?}")),
    }
}

/// A program of three files, of which a run without words uses one.
fn files(shop: &Shop) -> Result<(), String> {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let failed = |e: std::io::Error| e.to_string();
    let machine = usual(shop)?;
    let at = |name: &str| machine.folder.path().join(name);
    let text = |name: &str| {
        format!(
            "int {name}(int n)\n{{\n    int s = 0;\n#pragma acc parallel loop reduction(+ : s)\n    \
             for (int i = 0; i < n; i++)\n        s += i;\n    return s;\n}}\n"
        )
    };
    let main = "#include <stdio.h>\nint one(int), two(int), three(int);\nint main(int n, char **words)\n{\n    \
                int all = one(10);\n    if (n > 1)\n        all += two(10) + three(10);\n    \
                puts(all == (n > 1 ? 135 : 45) ? \"right\" : words[0]);\n}\n";
    let mut command = Command::new(&shop.accrs);
    command
        .args(["-O1", "--acc-target=nvidia", "-o"])
        .arg(at("program"));
    let names = ["one", "two", "three"];
    let sources = names
        .iter()
        .map(|name| (*name, text(name)))
        .chain([("main", main.to_string())]);
    for (name, text) in sources {
        let source = at(&format!("{name}.c"));
        fs::write(&source, text).map_err(failed)?;
        command.arg(source);
    }
    let ended = process::run(&mut command, Duration::from_secs(120))?;
    if !ended.ok() {
        return Err(format!("compile: {}\n{}", ended.how(), ended.tail(8)));
    }
    right(&machine.run(&at("program"))?)?;
    let compiled = machine.compiled().len();
    // Each core has one meanwhile; on two, one thread may have had time for both others.
    if compiled < cores.min(3) || compiled > 3 || cores == 1 && compiled > 1 {
        return Err(format!("{compiled} texts were compiled"));
    }
    let mut command = machine.command(&at("program"));
    right(&process::run(command.arg("all"), Duration::from_secs(60))?)?;
    match machine.compiled().len() {
        3 => Ok(()),
        n => Err(format!("{n} texts were compiled in all")),
    }
}
