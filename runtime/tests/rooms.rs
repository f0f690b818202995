//! The rooms of the runtime stand on each other: none names one above it. (`src/lib.rs` says what each is for.)
#![allow(clippy::unwrap_used)]

#[path = "../../testsuite/rooms.rs"]
mod rooms;

use std::path::Path;

/// From the bottom up. Those of a line don't name each other either.
const ORDER: [&[&str]; 22] = [
    &["abi", "environment", "own", "quoted"],
    &["notify", "suspects"],
    &["site", "fatal", "values"],
    &["openmp"],
    &["ending", "kinds"],
    &["device"],
    &["queue", "shared", "host"],
    &["memory", "present"],
    &["counters", "results"],
    &["state"],
    &["events"],
    &["times"],
    &["explain", "prof"],
    &["devices", "data"],
    &["globals"],
    &["loader"],
    &["construct", "context"],
    &["wait", "compare"],
    &["entry"],
    &["api"],
    &["managed"],
    &["lib"],
];

#[test]
fn no_room_names_one_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    rooms::check(&root, &ORDER, &[]);
}

/// Programs with other rights than their user's take nothing from the environment: it is read in one room.
#[test]
fn the_environment_is_read_in_one_place() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut looked_at = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let product = text.split("#[cfg(test)]").next().unwrap_or_default();
            looked_at += 1;
            assert!(
                path.ends_with("environment.rs") || !product.contains("env::var"),
                "{} reads the environment by itself",
                path.display()
            );
        }
    }
    assert!(looked_at > 50);
}
