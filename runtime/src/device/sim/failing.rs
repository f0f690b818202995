//! Calls of sim's driver that fail on purpose (`ACCRS_SIM_FAIL=alloc:3`, `any:57`, `launch:2+`): what a program then does. The number counts
//! the function's calls, or with `any` all of them, from 1; with a `+` behind it all calls from there on fail.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::driver::lock;
use crate::device::{DeviceError, DeviceResult};
use crate::environment;
use crate::notify::warn;

const NAME: &str = "ACCRS_SIM_FAIL";

/// Which call fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failing {
    call: String,
    at: u64,
    onward: bool,
}

/// Calls of all devices until now: by function, and whether all fail from now on.
#[derive(Default)]
struct Made {
    total: u64,
    each: BTreeMap<&'static str, u64>,
    lost: bool,
}

static MADE: Mutex<Made> = Mutex::new(Made {
    total: 0,
    each: BTreeMap::new(),
    lost: false,
});

impl Failing {
    /// What the environment asks for, if anything.
    pub fn read() -> DeviceResult<Option<Self>> {
        let Some(text) = environment::var(NAME) else {
            return Ok(None);
        };
        let asked = Self::parse(&text).ok_or_else(|| DeviceError::Driver {
            call: "sim",
            message: format!("{NAME}={text}: should be as alloc:3, any:57 or launch:2+"),
        });
        asked.map(Some)
    }

    fn parse(text: &str) -> Option<Self> {
        let (call, at) = text.split_once(':')?;
        let number = at.strip_suffix('+');
        Some(Self {
            call: call.to_owned(),
            at: number.unwrap_or(at).parse().ok().filter(|n| *n > 0)?,
            onward: number.is_some(),
        })
    }

    /// Counts a call; says so, once, where it is the one that fails.
    fn is_turn(&self, call: &'static str, made: &mut Made) -> bool {
        made.total += 1;
        let each = made.each.entry(call).or_default();
        *each += 1;
        let turn = match self.call.as_str() {
            "any" => made.total == self.at,
            name => name == call && *each == self.at,
        };
        if turn {
            warn(&format!("{NAME}: call {} of {call} fails", *each));
            made.lost = self.onward;
        }
        turn || made.lost
    }

    /// An error if the call is to fail.
    pub fn count(&self, call: &'static str) -> DeviceResult<()> {
        if !self.is_turn(call, &mut lock(&MADE)) {
            return Ok(());
        }
        Err(DeviceError::Driver {
            call: "sim",
            message: format!("{call} failed ({NAME})"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_call_or_all_from_there() {
        let turns = |text: &str| {
            let (failing, mut made) = (Failing::parse(text), Made::default());
            let calls = ["alloc", "launch", "alloc", "launch", "free"];
            calls.map(|call| failing.as_ref().map(|f| f.is_turn(call, &mut made)))
        };
        let is = |pattern: [u8; 5]| pattern.map(|n| Some(n == 1));
        assert_eq!(turns("alloc:2"), is([0, 0, 1, 0, 0]));
        assert_eq!(turns("any:4"), is([0, 0, 0, 1, 0]));
        assert_eq!(turns("launch:1+"), is([0, 1, 1, 1, 1]));
        for text in ["alloc", "alloc:0", "alloc:x", "any:+"] {
            assert_eq!(Failing::parse(text), None, "{text}");
        }
    }
}
