//! Sources as raw bytes through the driver, as users run it: what it says, how it ends, and what it leaves behind.

use super::{LIMIT, Options, change};
use crate::process;
use crate::random::Random;
use crate::spec::Spec;
use crate::suite::Outcome;
use std::fs;
use std::path::Path;
use std::process::Command;

/// One source, judged.
pub fn one(options: &Options, programs: &[Spec], number: u64) -> Vec<Outcome> {
    let mut random = Random::new(options.seed.wrapping_mul(0x9e37_79b9) ^ !number);
    let spec = random.pick(programs);
    let name = format!("{} [{number}]", spec.name);
    let judged = tempfile::tempdir()
        .map_err(|e| format!("temporary folder: {e}"))
        .and_then(|folder| compile(options, &spec, folder.path(), &mut random));
    vec![Outcome::of(name, judged)]
}

fn compile(
    options: &Options,
    spec: &Spec,
    folder: &Path,
    random: &mut Random,
) -> Result<(), String> {
    let written = |e: std::io::Error| format!("{}: {e}", folder.display());
    let bytes = fs::read(&spec.path).map_err(|e| format!("{}: {e}", spec.path.display()))?;
    let source = folder.join("source.c");
    let bytes = raw(bytes, random);
    fs::write(&source, &bytes).map_err(written)?;
    let object = folder.join("out.o");
    let accrs = options.common.accrs.canonicalize();
    let mut command =
        Command::new(accrs.map_err(|e| format!("{}: {e}", options.common.accrs.display()))?);
    command
        .current_dir(folder)
        .args(["-w", "-c", "-o"])
        .arg(&object);
    command.args(&spec.flags).arg("-I");
    command.arg(
        spec.path
            .parent()
            .unwrap_or(Path::new("."))
            .canonicalize()
            .map_err(written)?,
    );
    match random.below(4) {
        0 => {
            let response = folder.join("words");
            fs::write(&response, words(random)).map_err(written)?;
            command.arg(format!("@{}", response.display())).arg(&source);
        }
        _ => drop(command.arg(&source)),
    }
    // The preprocessor, the driver and the host compiler.
    let ended = process::run(&mut command, LIMIT * 3)?;
    let why = fault(&ended, &object);
    let Some(why) = why else { return Ok(()) };
    let kept = options
        .out
        .join(format!("whole_{}_{}.c", options.seed, spec.name));
    let _ = fs::create_dir_all(&options.out).and_then(|()| fs::write(&kept, &bytes));
    Err(format!(
        "{why}: {} ({})\n{}",
        ended.how(),
        kept.display(),
        ended.tail(8)
    ))
}

/// What is wrong with how the driver ended, if anything.
fn fault(ended: &process::Ended, object: &Path) -> Option<&'static str> {
    let said = &ended.stderr;
    // `file:12:5`, of accrs or of the host compiler, or what is wrong with the command line.
    let place = |word: &str| word.split(':').skip(1).any(|n| n.parse::<u32>().is_ok());
    let placed = said.split_whitespace().any(place);
    let told = said.contains("error") && (placed || said.contains("accrs: "));
    let internal = ["panicked at", "internal error", "internal compiler error"];
    match ended.code {
        _ if internal.iter().any(|word| said.contains(word)) => Some("a defect's words"),
        None => Some("neither an object nor a message"),
        Some(0) if !object.exists() => Some("no error, and no object"),
        Some(0) => None,
        // The host compiler's word on the command line; with a missing file among them it compiles the others all the same.
        Some(_) if said.contains("cc: error: ") => None,
        Some(_) if object.exists() => Some("an error, and an object all the same"),
        Some(_) if !told => Some("an error without a place"),
        Some(_) => None,
    }
}

/// Changes of bytes: what no preprocessor has looked at.
fn raw(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..random.within(1, 4) {
        let at = random.below(bytes.len() as u64) as usize;
        match random.below(8) {
            _ if bytes.is_empty() => {}
            0 => bytes[at] = random.pick(&[0, 0xff, 0x80, 0xc3, b'\r', b'\\', b'"', b'#']),
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.truncate(at),
            3 => drop(bytes.remove(at)),
            4 => {
                bytes = String::from_utf8_lossy(&bytes)
                    .replace('\n', "\r\n")
                    .into_bytes()
            }
            5 => bytes.splice(..0, *b"\xef\xbb\xbf").for_each(drop),
            6 => {
                let until = (at + random.below(200) as usize).min(bytes.len());
                let piece = bytes[at..until].to_vec();
                bytes.splice(at..at, piece).for_each(drop);
            }
            _ => {
                let text = format!("# 1 \"source.c\"\n{}", String::from_utf8_lossy(&bytes));
                bytes = change::changed(&text, std::slice::from_ref(&text), random).into_bytes();
            }
        }
    }
    bytes
}

/// A response file: options, quotes that don't end, itself.
fn words(random: &mut Random) -> Vec<u8> {
    let some: [&[u8]; 12] = [
        b"-O2",
        b"-DX=1",
        b"\"-DY=a b\"",
        b"'-DZ",
        b"-I.\\ x",
        b"@words",
        b"@missing",
        b"\xff\xfe",
        b"\0",
        b"--acc-target=nowhere",
        b"-std=c99",
        b"\n\n",
    ];
    let all: Vec<&[u8]> = (0..random.within(0, 4))
        .map(|_| random.pick(&some))
        .collect();
    all.join(&b' ')
}
