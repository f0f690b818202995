//! The rooms of lowering stand on each other, so that no arrows between them run both ways. (`src/lib.rs` says what each is
//! for.)
#![allow(clippy::unwrap_used)]

#[path = "../../testsuite/rooms.rs"]
mod rooms;

use std::path::Path;

/// From the bottom up. Those of a line don't name each other either.
const ORDER: [&[&str]; 9] = [
    &["machine"],
    &["checks", "make", "names", "options", "trips"],
    &["print"],
    &["analyse"],
    &["plan"],
    &["tree"],
    &["schedule"],
    &["findings", "render"],
    &["lib"],
];

/// Rendering reads the plan and the trees: what it needs to know stands there.
const FORBIDDEN: [(&str, &str); 2] = [("render", "analyse"), ("render", "schedule")];

#[test]
fn no_room_names_one_above_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    rooms::check(&root, &ORDER, &FORBIDDEN);
}
