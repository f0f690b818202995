//! What the project says of itself in several places is the same everywhere: the Rust that it wants.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::Path;
use std::process::Command;

fn output(command: &mut Command) -> String {
    let out = command.output().unwrap();
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{command:?}: {told}");
    String::from_utf8(out.stdout).unwrap()
}

/// "1.88.0" and "1.88" alike.
fn number(version: &str) -> (u32, u32) {
    let mut parts = version.split('.').map(|part| part.parse().unwrap());
    (parts.next().unwrap(), parts.next().unwrap())
}

#[test]
fn the_rust_that_is_asked_for_builds_the_locked_crates() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let asked = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'))
        .expect("no rust-version");
    let rustc = output(Command::new("rustc").arg("-vV"));
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    let metadata = output(
        Command::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--locked"])
            .args(["--filter-platform", host.unwrap()])
            .current_dir(&root),
    );
    let metadata: serde_json::Value = serde_json::from_str(&metadata).unwrap();
    let used: Vec<&str> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|node| node["id"].as_str())
        .collect();
    let crates = metadata["packages"].as_array().unwrap();
    assert!(used.len() > 50, "only {} crates", used.len());
    let mut newest = (0, 0);
    for one in crates {
        let (Some(id), Some(version)) = (one["id"].as_str(), one["rust_version"].as_str()) else {
            continue;
        };
        if !used.contains(&id) {
            continue;
        }
        assert!(
            number(version) <= number(asked),
            "{id} wants Rust {version}, Cargo.toml says {asked}"
        );
        if one["source"].is_string() {
            newest = newest.max(number(version));
        }
    }
    // No older Rust is refused without need, and pages name the same.
    assert_eq!(newest, number(asked));
    for page in ["README.md", "docs/guide/installing.md"] {
        let text = fs::read_to_string(root.join(page)).unwrap();
        let named: Vec<&str> = text
            .split("Rust 1.")
            .skip(1)
            .filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next())
            .collect();
        let minor = number(asked).1.to_string();
        assert!(
            !named.is_empty() && named.iter().all(|n| *n == minor),
            "{page}: {named:?}, not {asked}"
        );
    }
}
