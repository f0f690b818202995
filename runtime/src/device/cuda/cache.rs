//! Compiled kernels on disk, so that a program compiles its text once.
//!
//! An entry holds its whole key (architecture, options, text; the NVRTC that made it) beside
//! the image, with a checksum: one that was cut short, tampered with, or collides
//! is not used but made again. Entries are written under a temporary name and
//! renamed, so that programs that start together don't disturb each other; a lock keeps them from making the same one
//! twice. A cache that can't be written is no error.
//!
//! What is read here runs on a GPU. So the folder must be the user's own, and nobody else may write there: otherwise nothing is read or written. Entries are
//! the user's own files, never links.

use crate::environment;
use crate::notify::warn;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

const MAGIC: &[u8; 8] = b"accrs-k2";

/// What an entry is found by.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    /// All that the image depends on, but for its compiler.
    pub of: Vec<u8>,
    /// The compiler.
    pub by: Vec<u8>,
}

/// As long as it lives, no other process makes the same entry. Ends with its process, however that ends.
pub struct Lock {
    file: File,
    path: PathBuf,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Whoever waits for this file finds that it has no name any more, and takes another one.
        let _ = fs::remove_file(&self.path);
        // SAFETY: the descriptor is open.
        unsafe { libc::flock(self.file.as_raw_fd(), libc::LOCK_UN) };
    }
}

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

    /// The name only has to spread entries: the key itself is compared on reading.
    fn path(&self, key: &Key) -> Option<PathBuf> {
        let name = format!("{:016x}-{:016x}.kernel", fnv(&key.of), fnv(&key.by));
        Some(self.folder.as_ref()?.join(name))
    }

    /// The image kept under a key, if it is whole.
    pub fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let path = self.path(key)?;
        self.tell_if_unused(path.parent()?);
        let (kept, image) = entry(&read(&path).ok()?)?;
        (kept == *key).then_some(image)
    }

    /// The same whatever its compiler was.
    pub fn get_any(&self, of: &[u8]) -> Option<Vec<u8>> {
        let folder = self.folder.as_deref()?;
        self.tell_if_unused(folder);
        let begins = format!("{:016x}-", fnv(of));
        let mut found: Vec<PathBuf> = fs::read_dir(folder)
            .ok()?
            .flatten()
            .map(|f| f.path())
            .collect();
        found.sort();
        let named = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&begins) && name.ends_with(".kernel")
        };
        found.into_iter().filter(named).find_map(|path| {
            let (kept, image) = entry(&read(&path).ok()?)?;
            (kept.of == of).then_some(image)
        })
    }

    /// Waits until no other process makes this entry, and keeps others from it. `None` where there is nothing to share.
    pub fn lock(&self, key: &Key) -> Option<Lock> {
        let path = self.path(key)?.with_extension("lock");
        make(path.parent()?).ok()?;
        loop {
            let opened = OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .mode(0o600)
                .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
                .open(&path);
            let file = opened.ok()?;
            // SAFETY: the descriptor is open.
            while unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX) } != 0 {
                if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
                    return None;
                }
            }
            // Who had it before has taken its name away.
            let (held, named) = (file.metadata().ok()?, fs::symlink_metadata(&path));
            if named.is_ok_and(|n| (n.dev(), n.ino()) == (held.dev(), held.ino())) {
                return Some(Lock { file, path });
            }
        }
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
    pub fn put(&self, key: &Key, image: &[u8]) {
        let Some(path) = self.path(key) else { return };
        // Without a cache the next run compiles again: slower, not wrong.
        let _ = self.write(&path, key, image);
    }

    fn write(&self, path: &Path, key: &Key, image: &[u8]) -> std::io::Result<()> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let folder = path.parent().unwrap_or(Path::new("."));
        make(folder)?;
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let temporary = folder.join(format!(".{}-{n}.tmp", std::process::id()));
        let (of, by) = (&key.of, &key.by);
        let mut entry = Vec::with_capacity(of.len() + by.len() + image.len() + 40);
        entry.extend_from_slice(MAGIC);
        for n in [of.len(), by.len(), image.len()] {
            entry.extend_from_slice(&(n as u64).to_le_bytes());
        }
        entry.extend_from_slice(&fnv(image).to_le_bytes());
        for part in [of, by, image] {
            entry.extend_from_slice(part);
        }
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
    pub fn remove(&self, key: &Key) {
        if let Some(path) = self.path(key) {
            let _ = fs::remove_file(path);
        }
    }
}

/// An entry's key and image, if it is whole.
fn entry(bytes: &[u8]) -> Option<(Key, Vec<u8>)> {
    let rest = bytes.strip_prefix(MAGIC.as_slice())?;
    let (of_bytes, rest) = number(rest)?;
    let (by_bytes, rest) = number(rest)?;
    let (image_bytes, rest) = number(rest)?;
    let (sum, rest) = number(rest)?;
    let (of, rest) = rest.split_at_checked(usize::try_from(of_bytes).ok()?)?;
    let (by, image) = rest.split_at_checked(usize::try_from(by_bytes).ok()?)?;
    let whole = image.len() as u64 == image_bytes && fnv(image) == sum;
    let key = Key {
        of: of.to_vec(),
        by: by.to_vec(),
    };
    whole.then(|| (key, image.to_vec()))
}

/// The folder, made where it isn't there.
fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    own(folder)
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

    fn key(of: &str) -> Key {
        Key {
            of: of.as_bytes().to_vec(),
            by: b"one".to_vec(),
        }
    }

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
        assert_eq!(cache.get(&key("key")), None);
        cache.put(&key("key"), b"image");
        assert_eq!(cache.get(&key("key")).as_deref(), Some(&b"image"[..]));
        assert_eq!(cache.get(&key("another")), None);
        cache.remove(&key("key"));
        assert_eq!(cache.get(&key("key")), None);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn each_compiler_has_an_entry_of_its_own() {
        let folder = folder("by");
        let (cache, one) = (Cache::at(&folder), key("key"));
        let other = Key {
            by: b"other".to_vec(),
            ..one.clone()
        };
        cache.put(&one, b"image");
        assert_eq!(cache.get(&other), None);
        cache.put(&other, b"other image");
        assert_eq!(cache.get(&one).as_deref(), Some(&b"image"[..]));
        assert!(cache.get_any(b"key").is_some());
        assert_eq!(cache.get_any(b"another"), None);
        cache.remove(&one);
        assert_eq!(cache.get_any(b"key").as_deref(), Some(&b"other image"[..]));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn one_at_a_time_makes_an_entry() {
        let folder = folder("lock");
        let (cache, key) = (Cache::at(&folder), key("key"));
        let inside = AtomicU32::new(0);
        let made = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let _lock = cache.lock(&key).unwrap();
                    assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                    if cache.get(&key).is_none() {
                        made.fetch_add(1, Ordering::SeqCst);
                        std::thread::sleep(std::time::Duration::from_millis(5));
                        cache.put(&key, b"image");
                    }
                    inside.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        assert_eq!(made.into_inner(), 1);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "a lock was left");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_file_of_a_process_that_was_killed_locks_nobody_out() {
        let folder = folder("dead");
        let (cache, key) = (Cache::at(&folder), key("key"));
        make(&folder).unwrap();
        fs::write(cache.path(&key).unwrap().with_extension("lock"), "").unwrap();
        drop(cache.lock(&key).unwrap());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_damaged_entry_is_not_used() {
        let folder = folder("damage");
        let cache = Cache::at(&folder);
        cache.put(&key("key"), b"a longer image");
        let path = cache.path(&key("key")).unwrap();
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(cache.get(&key("key")), None, "cut to {length}");
        }
        for at in 0..whole.len() {
            let mut other = whole.clone();
            other[at] ^= 0x40;
            fs::write(&path, other).unwrap();
            assert_eq!(cache.get(&key("key")), None, "byte {at} changed");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn many_writers_leave_one_whole_entry() {
        let folder = folder("race");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    (0..20).for_each(|_| Cache::at(&folder).put(&key("key"), &[7; 5000]))
                });
            }
        });
        assert_eq!(Cache::at(&folder).get(&key("key")), Some(vec![7; 5000]));
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
        cache.put(&key("key"), b"image");
        let path = cache.path(&key("key")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&path)), (0o700, 0o600));
        let set = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
        for others in [0o770, 0o707, 0o702, 0o1777] {
            set(others);
            assert_eq!(cache.get(&key("key")), None, "{others:o}");
            cache.put(&key("more"), b"image");
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{others:o}");
        }
        set(0o755);
        assert!(cache.get(&key("key")).is_some());
        // A link, a pipe, a folder in an entry's place.
        let elsewhere = folder.join("elsewhere");
        fs::rename(&path, &elsewhere).unwrap();
        symlink(&elsewhere, &path).unwrap();
        assert_eq!(cache.get(&key("key")), None);
        fs::remove_file(&path).unwrap();
        let name = std::ffi::CString::new(path.as_os_str().as_encoded_bytes()).unwrap();
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        assert_eq!(cache.get(&key("key")), None);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(cache.get(&key("key")), None);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_no_error() {
        let cache = Cache::at(Path::new("/proc/no-such-folder"));
        cache.put(&key("key"), b"image");
        assert_eq!(cache.get(&key("key")), None);
    }
}
