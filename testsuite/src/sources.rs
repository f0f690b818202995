//! Sources that several commands look at without running them: the C and C++ of folders with the options of each, and programs of random nests.

use crate::Common;
use crate::spec::Spec;
use crate::suite;
use crate::tiles::Nest;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A source, with its options.
pub struct Source {
    pub name: String,
    pub path: PathBuf,
    pub flags: Vec<String>,
    /// Of sources that are made: their text.
    pub text: Option<String>,
}

impl Source {
    /// Of a file, without options.
    pub fn file(path: &Path) -> Source {
        Source {
            name: path.display().to_string(),
            path: path.to_path_buf(),
            flags: Vec::new(),
            text: None,
        }
    }
}

/// A kind of random nests: the command that makes one, by its seed, and the programs of some seeds.
pub type Made = (&'static str, fn(Range<u64>) -> Vec<(u64, String)>);

/// Random nests of the kinds that the cores run in forms of their own.
pub const ON_CORES: &[Made] = &[
    ("nests", crate::nests::texts),
    ("tiles", |seeds| crate::tiles::texts(seeds, Nest::new)),
    ("tiles --steps", |seeds| {
        crate::tiles::texts(seeds, Nest::of_steps)
    }),
    ("tiles --several", |seeds| {
        crate::tiles::texts(seeds, Nest::of_several)
    }),
    ("tiles --jammed", |seeds| {
        crate::tiles::texts(seeds, Nest::of_jammed)
    }),
    ("tiles --triangles", |seeds| {
        crate::tiles::texts(seeds, Nest::of_triangles)
    }),
];

/// Those that devices alone do.
pub const ON_DEVICES: &[Made] = &[
    ("tiles --turned", |seeds| {
        crate::tiles::texts(seeds, Nest::of_turned)
    }),
    ("tiles --cached", |seeds| {
        crate::tiles::texts(seeds, Nest::of_cached)
    }),
    ("tiles --asked", |seeds| {
        crate::tiles::texts(seeds, Nest::of_asked)
    }),
];

/// The files with one of these ends in folders of the suite, and in folders in those but for the ones in `run` and `bench`; then random nests of
/// each kind. Of all these the ones that `common` selects.
pub fn selected(
    common: &Common,
    (folders, ends): (&[&str], &[&str]),
    kinds: impl IntoIterator<Item = &'static Made>,
    seeds: &Range<u64>,
) -> Result<Vec<Source>, String> {
    let mut all = Vec::new();
    for folder in folders {
        of_folder(&common.suite.join(folder), ends, &mut all)?;
    }
    for (what, texts) in kinds {
        let made = |(seed, text)| Source {
            name: format!("{what} --seed {seed}"),
            path: PathBuf::from("made.c"),
            flags: Vec::new(),
            text: Some(text),
        };
        all.extend(texts(seeds.clone()).into_iter().map(made));
    }
    if let Some(filter) = &common.filter {
        all.retain(|s| s.name.contains(filter.as_str()));
    }
    suite::thin(common, &mut all);
    match all.is_empty() {
        true => Err("no program selected".into()),
        false => Ok(all),
    }
}

fn of_folder(folder: &Path, ends: &[&str], all: &mut Vec<Source>) -> Result<(), String> {
    let listing = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = listing.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !folder.ends_with("run") && !folder.ends_with("bench") {
            of_folder(&path, ends, all)?;
        }
        if path
            .extension()
            .is_some_and(|e| ends.iter().any(|end| e == *end))
        {
            let flags = Spec::read(&path).map(|s| s.flags).unwrap_or_default();
            all.push(Source {
                flags,
                ..Source::file(&path)
            });
        }
    }
    Ok(())
}
