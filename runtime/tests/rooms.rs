//! The rooms of the runtime stand on each other: none names one above it. (`src/lib.rs` says what each is for.)
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// From the bottom up. Those of a line don't name each other either.
const ORDER: [&[&str]; 17] = [
    &["abi", "notify", "suspects"],
    &["site", "fatal", "openmp", "values"],
    &["ending", "kinds"],
    &["device"],
    &["queue", "shared", "host"],
    &["memory", "present"],
    &["state"],
    &["explain", "prof"],
    &["devices", "data"],
    &["globals"],
    &["loader"],
    &["context"],
    &["wait"],
    &["entry"],
    &["api"],
    &["managed"],
    &["lib"],
];

fn level(room: &str) -> usize {
    ORDER
        .iter()
        .position(|line| line.contains(&room))
        .unwrap_or_else(|| panic!("'{room}' has no place in the order of rooms"))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that a line of code names: words behind `crate::`, or several there in braces.
fn named(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let word = |text| -> &str {
        let end = |c: char| !c.is_alphanumeric() && c != '_';
        str::trim(text).split(end).next().unwrap_or_default()
    };
    let mut all = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => {
                assert!(list.contains('}'), "a line each for rooms, please: {line}");
                all.extend(list.split(',').map(word));
            }
            None => all.push(word(rest)),
        }
    }
    all.retain(|name| !name.is_empty());
    all
}

#[test]
fn no_room_names_one_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&root, &mut found);
    let mut arrows = 0;
    for path in found {
        let inner = path.strip_prefix(&root).unwrap().with_extension("");
        let room = inner.iter().next().unwrap().to_string_lossy().into_owned();
        if room == "tests" {
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            for other in named(line).into_iter().filter(|other| *other != room) {
                arrows += 1;
                assert!(
                    level(other) < level(&room),
                    "{}: '{room}' stands below '{other}', or beside it: {line}",
                    path.display()
                );
            }
        }
    }
    assert!(arrows > 100, "only {arrows} found");
}
