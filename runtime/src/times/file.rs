//! Files that are there whole, or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The file's name with `%p` as this process's number; what a forked process writes has the number behind its name, so that it
/// isn't written in place of its parent's.
pub fn named(path: &Path, forked: bool) -> PathBuf {
    let text = path.to_string_lossy();
    let pid = std::process::id().to_string();
    match text.contains("%p") {
        true => text.replace("%p", &pid).into(),
        false if forked => format!("{text}.{pid}").into(),
        false => path.to_path_buf(),
    }
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

/// Whether the file can be written when the program ends: now is the time to say that it can't.
pub fn check(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    let temporary = beside(path);
    fs::File::create(&temporary)?;
    fs::remove_file(&temporary)
}

/// Writes the file under a name of its own, and gives it its name when it is whole.
pub fn write(path: &Path, body: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let temporary = beside(path);
    let written = fs::File::create(&temporary).and_then(|file| {
        let mut out = BufWriter::new(file);
        body(&mut out)?;
        out.flush()
    });
    let done = written.and_then(|()| fs::rename(&temporary, path));
    if done.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    done
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("accrt-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("out.json");
        assert!(check(&path).is_ok() && !path.exists());
        write(&path, |out| out.write_all(b"whole")).unwrap();
        let torn = write(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(torn.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(check(&folder).is_err() && check(&folder.join("no/out.json")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn names_of_processes() {
        let pid = std::process::id();
        let name = |text: &str, forked| {
            named(Path::new(text), forked)
                .to_string_lossy()
                .into_owned()
        };
        assert_eq!(name("a.json", false), "a.json");
        assert_eq!(name("a.json", true), format!("a.json.{pid}"));
        assert_eq!(name("a-%p.json", true), format!("a-{pid}.json"));
    }
}
