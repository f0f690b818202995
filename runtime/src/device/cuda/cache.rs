//! Compiled kernels on disk, so that a program compiles its text once.
//!
//! An entry holds its whole key (architecture, NVRTC version, options, text) beside
//! the image, with a checksum: one that was cut short, tampered with, or collides
//! is not used but made again. Entries are written under a temporary name and
//! renamed, so that programs that start together don't disturb each other. A cache
//! that can't be written is no error.
//!
//! What is read here runs on a GPU. So the folder must be the user's own, and nobody else may write there: otherwise nothing is read or written. Entries are
//! the user's own files, never links.

use crate::environment;
use crate::notify::warn;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

const MAGIC: &[u8; 8] = b"accrs-k1";

/// A folder of compiled kernels; `None` keeps nothing.
pub struct Cache {
    folder: Option<PathBuf>,
    /// The user has named it, and wants to hear that it isn't used.
    named: bool,
}

impl Cache {
    /// `ACCRS_CACHE_DIR`, else `XDG_CACHE_HOME/accrs`, else `~/.cache/accrs`.
    pub fn from_environment() -> Self {
        let var = |name| {
            environment::var_os(name)
                .filter(|v| !v.is_empty())
                .map(PathBuf::from)
        };
        let named = var("ACCRS_CACHE_DIR");
        let is_named = named.is_some();
        let folder = named
            .or_else(|| var("XDG_CACHE_HOME").map(|d| d.join("accrs")))
            .or_else(|| var("HOME").map(|d| d.join(".cache").join("accrs")));
        Self {
            folder,
            named: is_named,
        }
    }

    #[cfg(test)]
    pub fn at(folder: &Path) -> Self {
        Self {
            folder: Some(folder.to_path_buf()),
            named: false,
        }
    }

    /// Where images are kept, if they are.
    pub fn folder(&self) -> Option<&Path> {
        let folder = self.folder.as_deref()?;
        match own(folder) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => None,
            _ => Some(folder),
        }
    }

    fn path(&self, key: &[u8]) -> Option<PathBuf> {
        // The name only has to spread entries: the key itself is compared on reading.
        Some(
            self.folder
                .as_ref()?
                .join(format!("{:016x}.kernel", fnv(key))),
        )
    }

    /// The image kept under a key, if it is whole.
    pub fn get(&self, key: &[u8]) -> Option<Vec<u8>> {
        let path = self.path(key)?;
        self.tell_if_unused(path.parent()?);
        let entry = read(&path).ok()?;
        let rest = entry.strip_prefix(MAGIC.as_slice())?;
        let (key_bytes, rest) = number(rest)?;
        let (image_bytes, rest) = number(rest)?;
        let (sum, rest) = number(rest)?;
        let (kept_key, image) = rest.split_at_checked(usize::try_from(key_bytes).ok()?)?;
        let whole = kept_key == key && image.len() as u64 == image_bytes && fnv(image) == sum;
        whole.then(|| image.to_vec())
    }

    /// Programs would start slowly, and nobody knew why.
    fn tell_if_unused(&self, folder: &Path) {
        static TOLD: Once = Once::new();
        if self.named && own(folder).is_err_and(|e| e.kind() == io::ErrorKind::PermissionDenied) {
            TOLD.call_once(|| {
                warn(&format!(
                    "warning: kernels aren't kept in {} (ACCRS_CACHE_DIR): it is another user's, or others may write there",
                    folder.display()
                ));
            });
        }
    }

    /// Keeps an image.
    pub fn put(&self, key: &[u8], image: &[u8]) {
        let Some(path) = self.path(key) else { return };
        // Without a cache the next run compiles again: slower, not wrong.
        let _ = self.write(&path, key, image);
    }

    fn write(&self, path: &Path, key: &[u8], image: &[u8]) -> std::io::Result<()> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = path.parent().unwrap_or(Path::new("."));
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        own(folder)?;
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!(".{}-{n}.tmp", std::process::id()));
        let mut entry = Vec::with_capacity(key.len() + image.len() + 32);
        entry.extend_from_slice(MAGIC);
        for n in [key.len() as u64, image.len() as u64, fnv(image)] {
            entry.extend_from_slice(&n.to_le_bytes());
        }
        entry.extend_from_slice(key);
        entry.extend_from_slice(image);
        if !may_have(entry.len()) {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let created = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&temporary);
        let written = created
            .and_then(|mut file| file.write_all(&entry))
            .and_then(|()| fs::rename(&temporary, path));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    /// Drops an entry that the driver refused.
    pub fn remove(&self, key: &[u8]) {
        if let Some(path) = self.path(key) {
            let _ = fs::remove_file(path);
        }
    }
}

/// An entry's bytes.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    own(path.parent().unwrap_or(Path::new(".")))?;
    let mut file = OpenOptions::new()
        .read(true)
        // A pipe of that name would never end.
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
        .open(path)?;
    let found = file.metadata()?;
    if !found.is_file() || found.uid() != user() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut entry = Vec::new();
    file.read_to_end(&mut entry)?;
    Ok(entry)
}

/// # Errors
/// The folder is another user's, or others may write there.
fn own(folder: &Path) -> io::Result<()> {
    let found = fs::metadata(folder)?;
    if found.uid() == user() && found.mode() & 0o022 == 0 {
        return Ok(());
    }
    Err(io::ErrorKind::PermissionDenied.into())
}

fn user() -> u32 {
    // SAFETY: asks for a number.
    unsafe { libc::geteuid() }
}

/// Whether a file may have so many bytes: a write beyond the process's limit is a signal that ends the program.
fn may_have(bytes: usize) -> bool {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the out-pointer is valid.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_FSIZE, &raw mut limit) } == 0;
    !known || limit.rlim_cur == libc::RLIM_INFINITY || bytes as u64 <= limit.rlim_cur
}

fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (head, rest) = bytes.split_first_chunk::<8>()?;
    Some((u64::from_le_bytes(*head), rest))
}

/// FNV-1a, 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("accrt-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn keeps_and_gives_back() {
        let folder = folder("keep");
        let cache = Cache::at(&folder);
        assert_eq!(cache.get(b"key"), None);
        cache.put(b"key", b"image");
        assert_eq!(cache.get(b"key").as_deref(), Some(&b"image"[..]));
        assert_eq!(cache.get(b"another"), None);
        cache.remove(b"key");
        assert_eq!(cache.get(b"key"), None);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_damaged_entry_is_not_used() {
        let folder = folder("damage");
        let cache = Cache::at(&folder);
        cache.put(b"key", b"a longer image");
        let path = cache.path(b"key").unwrap();
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(cache.get(b"key"), None, "cut to {length}");
        }
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 0x40;
            fs::write(&path, other).unwrap();
            assert_eq!(cache.get(b"key"), None, "byte {at} changed");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn many_writers_leave_one_whole_entry() {
        let folder = folder("race");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..20).for_each(|_| Cache::at(&folder).put(b"key", &[7; 5000])));
            }
        });
        assert_eq!(Cache::at(&folder).get(b"key"), Some(vec![7; 5000]));
        assert_eq!(
            fs::read_dir(&folder).unwrap().count(),
            1,
            "temporary files were left"
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn only_the_users_own_files_are_read() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("own");
        let cache = Cache::at(&folder);
        cache.put(b"key", b"image");
        let path = cache.path(b"key").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&path)), (0o700, 0o600));
        let set = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
        for others in [0o770, 0o707, 0o702, 0o1777] {
            set(others);
            assert_eq!(cache.get(b"key"), None, "{others:o}");
            cache.put(b"more", b"image");
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{others:o}");
        }
        set(0o755);
        assert!(cache.get(b"key").is_some());
        // A link, a pipe, a folder in an entry's place.
        let elsewhere = folder.join("elsewhere");
        fs::rename(&path, &elsewhere).unwrap();
        symlink(&elsewhere, &path).unwrap();
        assert_eq!(cache.get(b"key"), None);
        fs::remove_file(&path).unwrap();
        let name = std::ffi::CString::new(path.as_os_str().as_encoded_bytes()).unwrap();
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        assert_eq!(cache.get(b"key"), None);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(cache.get(b"key"), None);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_no_error() {
        let cache = Cache::at(Path::new("/proc/no-such-folder"));
        cache.put(b"key", b"image");
        assert_eq!(cache.get(b"key"), None);
    }
}
