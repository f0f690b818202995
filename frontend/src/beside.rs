//! Files that come with a program of ours: in the folders above it, of an installation or a checkout, and among the packages of the Python environment
//! that pip has installed it into.

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

/// NVRTC of the checkout, the installation or the Python environment.
pub fn nvrtc() -> Vec<PathBuf> {
    let mut found = files(&[
        ".accrs/py/nvidia/cu13/lib/libnvrtc.so.13",
        "lib/accrs/libnvrtc.so.13",
    ]);
    found.extend(in_python("nvidia/cu13/lib/libnvrtc.so.13"));
    found
}

/// A package's file in the Python environment that the program is in, if it is in one: `clang/native/libclang.so` in
/// `<prefix>/lib/python3.12/site-packages` for `<prefix>/bin/accrs`. It counts as those of [`files`] do.
pub fn in_python(name: &str) -> Vec<PathBuf> {
    let program = std::env::current_exe().and_then(|e| e.canonicalize());
    program.map_or(Vec::new(), |program| in_environment(&program, name))
}

fn in_environment(program: &Path, name: &str) -> Vec<PathBuf> {
    let Some(prefix) = program.parent().and_then(Path::parent) else {
        return Vec::new();
    };
    let mut versions: Vec<(u32, PathBuf)> = Vec::new();
    for lib in ["lib", "lib64"] {
        let entries = std::fs::read_dir(prefix.join(lib)).into_iter().flatten();
        versions.extend(entries.filter_map(|entry| {
            let entry = entry.ok()?;
            let version = entry.file_name().into_string().ok()?;
            let minor = version.strip_prefix("python3")?.strip_prefix('.');
            Some((minor.unwrap_or("0").parse().ok()?, entry.path()))
        }));
    }
    // The newest first; the folders' order on disk is anyone's guess.
    versions.sort_by(|a, b| b.cmp(a));
    let packages = ["site-packages", "dist-packages"];
    let all = versions
        .iter()
        .flat_map(|(_, folder)| packages.map(|packages| folder.join(packages).join(name)));
    all.filter(|path| belongs(path, program)).collect()
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
    #[test]
    fn packages_of_the_environment_are_found_newest_first() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("bin/accrs");
        let name = "clang/native/libclang.so";
        let place = |version: &str, packages: &str| {
            folder.path().join(format!("{version}/{packages}/{name}"))
        };
        let found = [
            place("lib64/python3.12", "site-packages"),
            place("lib/python3.12", "site-packages"),
            place("lib/python3.9", "dist-packages"),
        ];
        let others = [
            place("lib/python2.7", "site-packages"),
            place("lib/pythonic", "site-packages"),
        ];
        for path in found.iter().chain(&others).chain([&program]) {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        assert_eq!(in_environment(&program, name), found);
        // Another user's, which only root can make.
        if std::os::unix::fs::chown(&found[0], Some(65534), None).is_ok() {
            assert_eq!(in_environment(&program, name), found[1..]);
        }
        assert!(in_environment(Path::new("/"), name).is_empty());
    }
}
