//! Files that come with a program of ours: in the folders above it, of an installation or a checkout.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Those of these names, relative to each of the folders above the program, that are there; the nearest folder's first.
///
/// What is found is opened and run. Anyone can put files into some folders (`/tmp`), so one counts only if who runs the program, its owner or root has
/// put it there.
pub fn files(names: &[&str]) -> Vec<PathBuf> {
    let program = std::env::current_exe().and_then(|e| e.canonicalize());
    program.map_or(Vec::new(), |program| of(&program, names))
}

fn of(program: &Path, names: &[&str]) -> Vec<PathBuf> {
    let folders = program.ancestors().skip(1);
    let all = folders.flat_map(|folder| names.iter().map(|name| folder.join(name)));
    all.filter(|path| belongs(path, program)).collect()
}

/// Whether a file or folder is of who runs the program, its owner or root.
pub fn belongs(path: &Path, program: &Path) -> bool {
    let owner = |path: &Path| std::fs::metadata(path).map(|m| m.uid()).ok();
    // SAFETY: asks for a number.
    let user = unsafe { libc::geteuid() };
    owner(path).is_some_and(|uid| uid == 0 || uid == user || owner(program) == Some(uid))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_what_belongs_to_the_program_counts() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("bin/accrs");
        for file in ["bin/accrs", "lib/a.so", "b.so"] {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let names = ["a.so", "lib/a.so", "b.so"];
        let found = [folder.path().join("lib/a.so"), folder.path().join("b.so")];
        assert_eq!(of(&program, &names), found);
        // Another user's, which only root can make.
        if std::os::unix::fs::chown(&found[0], Some(65534), None).is_ok() {
            assert_eq!(of(&program, &names), found[1..]);
            std::os::unix::fs::chown(&program, Some(65534), None).unwrap();
            assert_eq!(of(&program, &names), found);
        }
    }
}
