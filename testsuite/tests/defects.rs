//! The seeded defects of `defects/` (`defects/run.sh` shows that each is found): do the patches still apply to the tree, and does each say what is wrong
//! and who finds it?
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The rooms that `run.sh` goes through.
const ROOMS: [&str; 5] = ["runtime", "driver", "templates", "frontend", "lowering"];

/// What finds defects: a suite, or a test of a crate.
const FINDERS: [&str; 2] = ["acctest ", "cargo test --release -p "];

fn patches() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("defects");
    let listing = fs::read_dir(folder).unwrap();
    let mut all: Vec<PathBuf> = listing.map(|e| e.unwrap().path()).collect();
    all.retain(|p| p.extension().is_some_and(|e| e == "patch"));
    all.sort();
    all
}

/// Whether one of these commands says that the patch applies; `None` if neither is here.
fn applies(root: &Path, patch: &Path) -> Option<Result<(), String>> {
    // A repository around an unpacked archive is not to be asked.
    let above = root.parent().unwrap_or(root);
    let mut git = Command::new("git");
    git.args(["apply", "--check"]).arg(patch);
    git.env("GIT_CEILING_DIRECTORIES", above);
    let mut other = Command::new("patch");
    other.args(["-p1", "--dry-run", "--force", "-i"]).arg(patch);
    let ended = [git, other]
        .iter_mut()
        .find_map(|command| command.current_dir(root).output().ok())?;
    let said = [ended.stdout, ended.stderr].concat();
    Some(match ended.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&said).into_owned()),
    })
}

#[test]
fn patches_apply() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let patches = patches();
    assert!(patches.len() >= 60, "only {} patches", patches.len());
    let mut wrong = String::new();
    for patch in &patches {
        match applies(root, patch) {
            Some(Ok(())) => {}
            Some(Err(why)) => wrong += &format!("{}:\n{why}", patch.display()),
            None => return eprintln!("left out: neither git nor patch is here"),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn patches_say_what_is_wrong_and_who_finds_it() {
    for patch in patches() {
        let name = patch.file_stem().unwrap().to_string_lossy().into_owned();
        let room = name.split('_').next().unwrap_or_default();
        assert!(ROOMS.contains(&room), "{name}: no room of run.sh");
        let text = fs::read_to_string(&patch).unwrap();
        let (head, _) = text.split_once("\n--- a/").expect(&name);
        let found: Vec<&str> = head
            .lines()
            .filter_map(|line| line.strip_prefix("Found by: "))
            .collect();
        let [found] = found[..] else {
            panic!("{name}: one line 'Found by: COMMAND' is wanted");
        };
        assert!(
            FINDERS.iter().any(|f| found.starts_with(f)),
            "{name}: no finder: {found}"
        );
        assert!(
            !head.starts_with(char::is_whitespace) && !head.starts_with("Found by"),
            "{name}: nothing says what is wrong"
        );
    }
}
