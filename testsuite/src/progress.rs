//! Where a suite is, for who sits at a terminal and waits: one line on stderr that is written again and again, and wiped away in
//! the end.
//!
//! ```text
//! run: 231 of 712, 1 failed; longest: tiled_products, 14 s
//! ```
//!
//! There is such a line only where both outputs are terminals. Elsewhere (a pipe, a file, `TERM=dumb`, `CI` set) nothing of it is
//! written: a log holds what has failed, and the sums. There are no colours in it, so `NO_COLOR` asks for nothing.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the line is written again.
const PACE: Duration = Duration::from_millis(200);
/// What runs for less is not worth a name.
const LONG: Duration = Duration::from_secs(1);

/// Whether the line stands on the terminal now. Who prints holds the lock, so that texts don't mix.
static SCREEN: Mutex<bool> = Mutex::new(false);

/// A part of a suite at work.
pub struct Progress {
    part: String,
    total: usize,
    /// Something may see the line.
    shown: bool,
    state: Mutex<State>,
    over: Condvar,
}

#[derive(Default)]
struct State {
    done: usize,
    failed: usize,
    /// What runs now, in the order in which it began.
    running: BTreeMap<usize, (String, Instant)>,
    begun: usize,
    over: bool,
}

/// Something that runs, until this is dropped.
pub struct Item<'a> {
    progress: &'a Progress,
    number: usize,
}

/// Does `work`; until it ends the terminal shows where `part` is among `total` items.
pub fn during<R>(part: &str, total: usize, work: impl FnOnce(&Progress) -> R) -> R {
    let progress = Progress {
        part: part.to_string(),
        total,
        shown: wanted(|name| std::env::var(name).ok(), terminals()),
        state: Mutex::default(),
        over: Condvar::new(),
    };
    if !progress.shown {
        return work(&progress);
    }
    std::thread::scope(|scope| {
        scope.spawn(|| progress.write_until_over());
        // Also when `work` panics: the scope would wait for the thread.
        let _end = End(&progress);
        work(&progress)
    })
}

struct End<'a>(&'a Progress);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.lock().over = true;
        self.0.over.notify_all();
    }
}

impl Progress {
    /// Something begins to run.
    pub fn begin(&self, name: impl FnOnce() -> String) -> Item<'_> {
        let mut state = self.lock();
        let number = state.begun;
        state.begun += 1;
        if self.shown {
            state.running.insert(number, (name(), Instant::now()));
        }
        drop(state);
        Item {
            progress: self,
            number,
        }
    }

    /// So many checks have failed until now.
    pub fn failed(&self, failed: usize) {
        self.lock().failed = failed;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Counts are right, whoever panicked while he held them.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_until_over(&self) {
        let mut state = self.lock();
        while !state.over {
            let text = line(&self.part, self.total, &state, Instant::now());
            // Who prints waits for the screen and then for nothing else.
            drop(state);
            write(&text);
            state = self.lock();
            if !state.over {
                let waited = self.over.wait_timeout(state, PACE);
                state = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        drop(state);
        wipe(&mut screen());
    }
}

impl Drop for Item<'_> {
    fn drop(&mut self) {
        let mut state = self.progress.lock();
        state.running.remove(&self.number);
        state.done += 1;
    }
}

/// The line.
fn line(part: &str, total: usize, state: &State, now: Instant) -> String {
    let mut text = format!("{part}: {} of {total}", state.done);
    if state.failed > 0 {
        text += &format!(", {} failed", state.failed);
    }
    let oldest = state.running.values().next();
    if let Some((name, since)) = oldest {
        let took = now.saturating_duration_since(*since);
        if took >= LONG {
            text += &format!("; longest: {name}, {} s", took.as_secs());
        } else {
            text += &format!("; {name}");
        }
    }
    text
}

/// Prints a line on standard output, the line on the terminal out of its way.
pub fn say(text: impl Display) {
    let mut screen = screen();
    wipe(&mut screen);
    println!("{text}");
}

fn screen() -> MutexGuard<'static, bool> {
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(text: &str) {
    let mut screen = screen();
    let fitting: String = text.chars().take(width().saturating_sub(1)).collect();
    put(&format!("\r{fitting}\x1b[K"));
    *screen = true;
}

fn wipe(screen: &mut bool) {
    if std::mem::take(screen) {
        put("\r\x1b[K");
    }
}

fn put(text: &str) {
    let mut stderr = std::io::stderr();
    // Nobody is left to be told that it can't be seen.
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

/// The terminal's columns; 80 where it doesn't say.
fn width() -> usize {
    let mut size = libc::winsize {
        ws_row: 0,
        ws_col: 0,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    // SAFETY: the out-pointer is valid.
    let known = unsafe { libc::ioctl(libc::STDERR_FILENO, libc::TIOCGWINSZ, &raw mut size) } == 0;
    match size.ws_col {
        0 => 80,
        columns if known => columns.into(),
        _ => 80,
    }
}

fn terminals() -> bool {
    std::io::stdout().is_terminal() && std::io::stderr().is_terminal()
}

/// Whether a line that is written again can be seen, and is wanted.
fn wanted(var: impl Fn(&str) -> Option<String>, terminals: bool) -> bool {
    let plain = var("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    let watched = var("CI").is_none_or(|ci| ci.is_empty() || ci == "false" || ci == "0");
    terminals && !plain && watched
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env<'a>(set: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> + 'a {
        |asked| {
            let found = set.iter().find(|(name, _)| *name == asked);
            found.map(|(_, value)| value.to_string())
        }
    }

    #[test]
    fn only_terminals_that_can_rewrite_a_line() {
        assert!(wanted(env(&[("TERM", "xterm")]), true));
        assert!(wanted(env(&[("TERM", "xterm"), ("CI", "")]), true));
        assert!(wanted(env(&[("TERM", "xterm"), ("NO_COLOR", "1")]), true));
        assert!(!wanted(env(&[("TERM", "xterm")]), false));
        assert!(!wanted(env(&[("TERM", "dumb")]), true));
        assert!(!wanted(env(&[]), true));
        assert!(!wanted(env(&[("TERM", "xterm"), ("CI", "true")]), true));
    }

    #[test]
    fn the_line_names_what_has_run_longest() {
        let now = Instant::now();
        let mut state = State {
            done: 3,
            ..State::default()
        };
        assert_eq!(line("run", 9, &state, now), "run: 3 of 9");
        state.running.insert(5, ("long".to_string(), now));
        state.running.insert(7, ("short".to_string(), now));
        assert_eq!(line("run", 9, &state, now), "run: 3 of 9; long");
        state.failed = 2;
        assert_eq!(
            line("run", 9, &state, now + Duration::from_millis(2900)),
            "run: 3 of 9, 2 failed; longest: long, 2 s"
        );
    }

    #[test]
    fn what_ends_is_counted() {
        let progress = Progress {
            part: String::new(),
            total: 2,
            shown: true,
            state: Mutex::default(),
            over: Condvar::new(),
        };
        let (a, b) = (
            progress.begin(|| "a".to_string()),
            progress.begin(|| "b".to_string()),
        );
        drop(a);
        let names: Vec<String> = progress
            .lock()
            .running
            .values()
            .map(|r| r.0.clone())
            .collect();
        assert_eq!((progress.lock().done, names), (1, vec!["b".to_string()]));
        drop(b);
        assert_eq!(progress.lock().done, 2);
    }
}
