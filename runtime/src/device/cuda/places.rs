//! Where NVRTC may be, and which one is asked first.
//!
//! The driver has a version, and an NVRTC of its major version, or of an older one, makes what it loads; machine code of a newer major version may be refused. Which library
//! that will be is known without opening any, as far as files tell: what it has compiled is kept under its name, size and time (`cache.rs`).

use crate::environment;
use std::ffi::{CStr, c_void};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Major versions of CUDA whose NVRTC has a name of its own, the newest last; 11's is that of 11.2 and later.
const KNOWN: [i32; 4] = [11, 12, 13, 14];

/// The library's names, those that suit a driver for CUDA `driver` first: its own, older ones, newer ones, and the name that tells no version.
fn names(driver: i32) -> Vec<String> {
    let mut majors = KNOWN.to_vec();
    // Descending up to the driver's, then ascending.
    majors.sort_by_key(|major| {
        (
            *major > driver,
            if *major > driver { *major } else { -major },
        )
    });
    let name = |major: i32| match major {
        11 => "libnvrtc.so.11.2".to_string(),
        _ => format!("libnvrtc.so.{major}"),
    };
    let named = majors.into_iter().map(name);
    named.chain(["libnvrtc.so".to_string()]).collect()
}

/// Where NVRTC may be, in order, for a driver for CUDA `driver`: what `ACCRS_NVRTC` names (nothing else then), beside
/// the program and in `../lib/accrs` of it and of this library, the usual places of a CUDA toolkit, and the loader's own. The version goes before the place.
pub fn places(driver: i32) -> Vec<PathBuf> {
    let names = names(driver);
    if let Some(given) = environment::var_os("ACCRS_NVRTC").filter(|v| !v.is_empty()) {
        let given = PathBuf::from(given);
        return if given.is_dir() {
            names.iter().map(|name| given.join(name)).collect()
        } else {
            vec![given]
        };
    }
    let mut beside: Vec<(PathBuf, PathBuf)> = Vec::new();
    for file in std::env::current_exe().into_iter().chain(own_file()) {
        if let Some(folder) = file.parent() {
            let all = [
                folder.into(),
                folder.join("accrs"),
                folder.join("../lib/accrs"),
            ];
            beside.extend(all.map(|folder| (folder, file.clone())));
        }
    }
    let mut toolkits: Vec<PathBuf> = Vec::new();
    for variable in ["CUDA_HOME", "CUDA_PATH"] {
        if let Some(home) = environment::var_os(variable).filter(|v| !v.is_empty()) {
            toolkits.push(Path::new(&home).join("lib64"));
        }
    }
    toolkits.push("/usr/local/cuda/lib64".into());
    let mut places = Vec::new();
    for name in names {
        let own = beside.iter().map(|(folder, of)| (folder.join(&name), of));
        let own = own.filter(|(path, of)| is_beside(path, of));
        places.extend(own.map(|(path, _)| path));
        let theirs = toolkits.iter().map(|folder| folder.join(&name));
        places.extend(theirs.filter(|path| path.exists()));
        places.push(name.into());
    }
    places
}

/// The file behind a place, as far as that is known without opening it. `None`: there is none.
pub fn file(place: &Path) -> Option<PathBuf> {
    if place.components().count() > 1 {
        return place.is_file().then(|| place.to_path_buf());
    }
    let searched = environment::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let folders = std::env::split_paths(&searched).filter(|folder| !folder.as_os_str().is_empty());
    let mut in_folders = folders.map(|folder| folder.join(place));
    in_folders
        .find(|path| path.is_file())
        .or_else(|| {
            let listed = std::fs::read("/etc/ld.so.cache").ok()?;
            listed_as(&listed, place).filter(|path| path.is_file())
        })
        .or_else(|| {
            let usual = ["/lib64", "/usr/lib64", "/lib", "/usr/lib"];
            let mut usual = usual.iter().map(|folder| Path::new(folder).join(place));
            usual.find(|path| path.is_file())
        })
}

/// The path of a library in the loader's list, where paths stand as strings.
fn listed_as(list: &[u8], name: &Path) -> Option<PathBuf> {
    let mut wanted = vec![b'/'];
    wanted.extend_from_slice(name.as_os_str().as_encoded_bytes());
    let mut strings = list.split(|byte| *byte == 0);
    let found = strings.find(|s| s.starts_with(b"/") && s.ends_with(&wanted))?;
    Some(PathBuf::from(String::from_utf8_lossy(found).into_owned()))
}

/// What tells a library from another one, by the first of `places` where there is one; empty where there is none.
pub fn identity(places: &[PathBuf]) -> Vec<u8> {
    let known = places.iter().find_map(|place| {
        let path = file(place)?;
        let path = path.canonicalize().unwrap_or(path);
        let found = std::fs::metadata(&path).ok()?;
        let (size, time) = (found.len(), (found.mtime(), found.mtime_nsec()));
        let mut words = path.into_os_string().into_encoded_bytes();
        words.extend_from_slice(format!("\0{size} {}.{:09}", time.0, time.1).as_bytes());
        Some(words)
    });
    known.unwrap_or_default()
}

/// What a user without a fitting NVRTC may install, for a driver for CUDA `version`.
pub fn what_to_install(version: (i32, i32)) -> String {
    let (major, minor) = version;
    let package = match major {
        ..=12 => format!("nvidia-cuda-nvrtc-cu{major}"),
        _ => format!("nvidia-cuda-nvrtc=={major}.{minor}.*"),
    };
    format!(
        "install the CUDA toolkit {major}.{minor} or an older one of CUDA {major}, or name the library of the PyPI package {package} in ACCRS_NVRTC"
    )
}

/// Whether a file may be taken for a part of a program beside which it lies: nobody else than who runs the program, who it belongs to, or root has put it
/// there (in folders like /tmp anyone can).
fn is_beside(path: &Path, program: &Path) -> bool {
    let owner = |path: &Path| std::fs::metadata(path).map(|m| m.uid()).ok();
    // SAFETY: asks for a number.
    let user = unsafe { libc::geteuid() };
    owner(path).is_some_and(|uid| uid == 0 || uid == user || owner(program) == Some(uid))
}

/// The file that this code is in: the program, or libaccrt.so.
fn own_file() -> Option<PathBuf> {
    // SAFETY: dladdr fills `info` for an address that is in some loaded file.
    unsafe {
        let mut info: libc::Dl_info = std::mem::zeroed();
        let here = own_file as fn() -> Option<PathBuf> as *const c_void;
        if libc::dladdr(here, &raw mut info) == 0 || info.dli_fname.is_null() {
            return None;
        }
        let name = CStr::from_ptr(info.dli_fname);
        Some(PathBuf::from(name.to_string_lossy().into_owned()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_library_beside_the_program_belongs_to_it() {
        let folder = std::env::temp_dir().join(format!("accrt-beside-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [program, library] = ["app", "libnvrtc.so"].map(|name| folder.join(name));
        assert!(!is_beside(&library, &program));
        std::fs::write(&program, "").unwrap();
        std::fs::write(&library, "").unwrap();
        assert!(is_beside(&library, &program));
        // Another user's, which only root can make.
        let chown = |file: &Path| std::os::unix::fs::chown(file, Some(65534), None);
        if chown(&library).is_ok() {
            assert!(!is_beside(&library, &program));
            chown(&program).unwrap();
            assert!(is_beside(&library, &program));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_drivers_own_version_comes_first_and_newer_ones_last() {
        let order = |driver| names(driver).join(" ").replace("libnvrtc.so", "");
        assert_eq!(order(12), ".12 .11.2 .13 .14 ");
        assert_eq!(order(13), ".13 .12 .11.2 .14 ");
        assert_eq!(order(15), ".14 .13 .12 .11.2 ");
        assert_eq!(order(11), ".11.2 .12 .13 .14 ");
    }

    #[test]
    fn the_loaders_list_tells_a_path() {
        let list = b"glibc-ld.so.cache1.1\0\x01\0libnvrtc.so.12\0/opt/cuda/lib/libnvrtc.so.12\0libm.so.6\0/lib/libm.so.6\0";
        let path = |name: &str| listed_as(list, Path::new(name));
        assert_eq!(
            path("libnvrtc.so.12").unwrap(),
            Path::new("/opt/cuda/lib/libnvrtc.so.12")
        );
        assert_eq!(path("libnvrtc.so.13"), None);
        assert_eq!(path("nvrtc.so.12"), None);
    }

    #[test]
    fn a_file_that_changes_is_another_library() {
        let folder = std::env::temp_dir().join(format!("accrt-identity-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let places = ["libnvrtc.so.77", "libnvrtc.so.78"].map(|name| folder.join(name));
        assert!(identity(&places).is_empty());
        std::fs::write(&places[1], "one").unwrap();
        let one = identity(&places);
        assert!(!one.is_empty());
        assert_eq!(one, identity(&places));
        std::fs::write(&places[1], "two!").unwrap();
        let two = identity(&places);
        assert_ne!(one, two);
        std::fs::write(&places[0], "two!").unwrap();
        assert_ne!(two, identity(&places));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
