//! Reports as lines of JSON: `ACCRS_CHECK_FILE`.

use crate::environment;
use crate::notify::warn;
use crate::quoted::quoted;
use std::fs::File;
use std::io::Write as _;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The file, made empty when the program begins, so that one without lines says that nothing was found.
fn file() -> Option<&'static Mutex<File>> {
    static FILE: OnceLock<Option<Mutex<File>>> = OnceLock::new();
    let open = || {
        let path = environment::var("ACCRS_CHECK_FILE").filter(|p| !p.is_empty())?;
        match File::create(&path) {
            Ok(file) => Some(Mutex::new(file)),
            Err(e) => {
                warn(&format!("ACCRS_CHECK_FILE: {path}: {e}"));
                None
            }
        }
    };
    FILE.get_or_init(open).as_ref()
}

/// Opens the file.
pub fn begin() {
    file();
}

/// Writes a report, as [`object`] has it.
pub fn write(kind: &str, report: &str) {
    if let Some(file) = file() {
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let line = object(kind, report) + "\n";
        if let Err(e) = file.write_all(line.as_bytes()) {
            warn(&format!("ACCRS_CHECK_FILE: {e}"));
        }
    }
}

/// `{"kind":"race","file":"f.c","line":10,"message":"race on s: ...","notes":["f.c:10:9: ..."],"missing":"reduction(+:s)"}`; the line is 0
/// where the place is a routine of the API.
fn object(kind: &str, report: &str) -> String {
    let mut lines = report.lines();
    let head = lines.next().unwrap_or_default();
    let (place, message) = head.split_once(": check: ").unwrap_or(("", head));
    let (file, line) = match place.rsplit_once(':').map(|(f, n)| (f, n.parse::<u32>())) {
        Some((file, Ok(line))) => (file, line),
        _ => (place, 0),
    };
    let (mut notes, mut missing) = (Vec::new(), String::new());
    for line in lines.map(str::trim) {
        match line.strip_prefix("missing: ") {
            Some(what) => missing = what.to_string(),
            None => notes.push(quoted(line)),
        }
    }
    format!(
        "{{\"kind\":{},\"file\":{},\"line\":{line},\"message\":{},\"notes\":[{}],\"missing\":{}}}",
        quoted(kind),
        quoted(file),
        quoted(message),
        notes.join(","),
        quoted(&missing)
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_report_is_one_object() {
        let report = "d:/f.c:10: check: race on s: \"x\"\n    f.c:10:9: i = 1 updates: s += 1\n    missing: reduction(+:s)\n";
        assert_eq!(
            super::object("race", report),
            "{\"kind\":\"race\",\"file\":\"d:/f.c\",\"line\":10,\"message\":\"race on s: \\\"x\\\"\",\
             \"notes\":[\"f.c:10:9: i = 1 updates: s += 1\"],\"missing\":\"reduction(+:s)\"}"
        );
    }
}
