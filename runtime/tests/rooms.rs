//! The rooms of the runtime stand on each other: none names one above it. (`src/lib.rs` says what each is for.)
#![allow(clippy::unwrap_used)]

#[path = "../../testsuite/rooms.rs"]
mod rooms;

use std::path::Path;

/// From the bottom up. Those of a line don't name each other either.
const ORDER: [&[&str]; 20] = [
    &["abi", "notify", "suspects"],
    &["site", "fatal", "openmp", "values"],
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
