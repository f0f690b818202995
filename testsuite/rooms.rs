//! Whether the rooms of a crate (the files and folders of its `src/`) stand on each other: the test of each crate that has an
//! order of rooms takes this file in.

use std::path::{Path, PathBuf};

/// Panics if a room names one above it or beside it. `order`: from the bottom up, a line each for rooms that don't name each
/// other either. `forbidden`: rooms, and those below that they don't name all the same.
pub fn check(root: &Path, order: &[&[&str]], forbidden: &[(&str, &str)]) {
    let level = |room: &str| {
        let line = order.iter().position(|line| line.contains(&room));
        line.unwrap_or_else(|| panic!("'{room}' has no place in the order of rooms"))
    };
    let mut found = Vec::new();
    files(root, &mut found);
    let mut arrows = 0;
    for path in found {
        let inner = path.strip_prefix(root).unwrap().with_extension("");
        let parts: Vec<_> = inner.iter().map(|p| p.to_string_lossy()).collect();
        if parts.iter().any(|p| p == "tests") {
            continue;
        }
        let room = parts[0].as_ref();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            for other in named(line).into_iter().filter(|other| *other != room) {
                arrows += 1;
                let place = path.display();
                assert!(
                    level(other) < level(room),
                    "{place}: '{room}' stands below '{other}', or beside it: {line}"
                );
                assert!(
                    !forbidden.contains(&(room, other)),
                    "{place}: '{room}' names '{other}': {line}"
                );
            }
        }
    }
    assert!(arrows > 100, "only {arrows} found");
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
