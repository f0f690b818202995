//! What the environment asks for: a table, a file of times, a trace.

use std::path::PathBuf;

/// Where the times of the run go.
#[derive(Clone, Debug, PartialEq)]
pub enum Times {
    No,
    /// To stderr, for people.
    Table,
    /// As JSON.
    File(PathBuf),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub times: Times,
    pub trace: Option<PathBuf>,
    /// The most events that a trace keeps.
    pub events: usize,
}

/// An event of a trace takes some 100 bytes of memory.
const EVENTS: usize = 1_000_000;

impl Settings {
    /// What `var` says of the variables.
    pub fn read(var: impl Fn(&str) -> Option<String>) -> Self {
        let names = [
            "ACCRS_TIME",
            "NVCOMPILER_ACC_TIME",
            "NV_ACC_TIME",
            "PGI_ACC_TIME",
        ];
        let given = names.into_iter().find_map(&var).unwrap_or_default();
        let times = match given.trim() {
            "" => Times::No,
            file if file.ends_with(".json") => Times::File(file.into()),
            number if number.parse() == Ok(0) => Times::No,
            _ => Times::Table,
        };
        let trace = var("ACCRS_TRACE").filter(|file| !file.trim().is_empty());
        let events = var("ACCRS_TRACE_EVENTS").and_then(|n| n.trim().parse().ok());
        Self {
            times,
            trace: trace.map(|file| file.trim().into()),
            events: events.unwrap_or(EVENTS),
        }
    }

    pub fn wants_nothing(&self) -> bool {
        self.times == Times::No && self.trace.is_none()
    }

    /// The files that will be written.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &PathBuf)> {
        let times = match &self.times {
            Times::File(file) => Some(("ACCRS_TIME", file)),
            _ => None,
        };
        let trace = self.trace.as_ref().map(|file| ("ACCRS_TRACE", file));
        times.into_iter().chain(trace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(name: &'static str, value: &'static str) -> Times {
        Settings::read(|asked| (asked == name).then(|| value.into())).times
    }

    #[test]
    fn each_spelling() {
        assert!(Settings::read(|_| None).wants_nothing());
        assert_eq!(times("ACCRS_TIME", "1"), Times::Table);
        assert_eq!(times("NVCOMPILER_ACC_TIME", " 1 "), Times::Table);
        assert_eq!(times("NV_ACC_TIME", "yes"), Times::Table);
        assert_eq!(times("PGI_ACC_TIME", "0"), Times::No);
        assert_eq!(times("ACCRS_TIME", ""), Times::No);
        assert_eq!(
            times("ACCRS_TIME", "a/b.json"),
            Times::File("a/b.json".into())
        );
        let trace = Settings::read(|asked| (asked == "ACCRS_TRACE").then(|| "t".into()));
        assert_eq!(trace.files().count(), 1);
        assert_eq!(trace.events, EVENTS);
    }
}
