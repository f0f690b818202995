//! Values of elements, and how far apart they may be.

use std::ffi::c_int;

/// Types of elements, as openacc.h's macro numbers them.
pub const FLOAT: c_int = 1;
pub const DOUBLE: c_int = 2;
pub const SIGNED: c_int = 3;
pub const UNSIGNED: c_int = 4;

/// What the words of a variable of the environment ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub absolute: f64,
    /// Of the host's value, where elements are `float`s and where they are `double`s.
    pub relative: [f64; 2],
    /// As many elements of a section are told of.
    pub report: usize,
    pub stop: bool,
}

impl Settings {
    /// Values must be equal.
    pub const EXACT: Settings = Settings {
        absolute: 0.0,
        relative: [0.0; 2],
        report: 5,
        stop: false,
    };
}

/// Words between commas, as of nvc's `PCAST_COMPARE`, that change `settings`; `variable` is the name for messages.
pub fn read(variable: &str, words: &str, mut settings: Settings) -> Result<Settings, String> {
    for word in words.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let number = || {
            value.parse::<u16>().map_err(|_| {
                format!("{variable}={words}: '{word}' should be '{name}=' and a whole number")
            })
        };
        match name {
            "abs" => settings.absolute = 10f64.powi(-i32::from(number()?)),
            "rel" => settings.relative = [10f64.powi(-i32::from(number()?)); 2],
            "report" => settings.report = usize::from(number()?),
            "stop" => settings.stop = true,
            _ => {
                return Err(format!(
                    "{variable}={words}: '{word}' is not known; abs=n, rel=n, report=n and stop are"
                ));
            }
        }
    }
    Ok(settings)
}

/// An element's value.
#[derive(Clone, Copy, Debug)]
pub enum Value {
    Single(f32),
    Double(f64),
    Whole(i128),
    /// Of a type that has no numbers.
    Byte(u8),
}

impl Value {
    pub fn of(bytes: &[u8], kind: c_int) -> Option<Self> {
        Some(match (kind, bytes) {
            (FLOAT, b) => Self::Single(f32::from_ne_bytes(b.try_into().ok()?)),
            (DOUBLE, b) => Self::Double(f64::from_ne_bytes(b.try_into().ok()?)),
            (SIGNED, b) => Self::Whole(match b.len() {
                1 => i128::from(b[0] as i8),
                2 => i128::from(i16::from_ne_bytes(b.try_into().ok()?)),
                4 => i128::from(i32::from_ne_bytes(b.try_into().ok()?)),
                _ => i128::from(i64::from_ne_bytes(b.try_into().ok()?)),
            }),
            (UNSIGNED, b) => Self::Whole(match b.len() {
                1 => i128::from(b[0]),
                2 => i128::from(u16::from_ne_bytes(b.try_into().ok()?)),
                4 => i128::from(u32::from_ne_bytes(b.try_into().ok()?)),
                _ => i128::from(u64::from_ne_bytes(b.try_into().ok()?)),
            }),
            (_, [b]) => Self::Byte(*b),
            _ => return None,
        })
    }

    pub fn show(self) -> String {
        match self {
            Self::Single(x) => shown(x, f64::from(x)),
            Self::Double(x) => shown(x, x),
            Self::Whole(n) => n.to_string(),
            Self::Byte(b) => format!("{b:#04x}"),
        }
    }

    fn real(self) -> Option<f64> {
        match self {
            Self::Single(x) => Some(x.into()),
            Self::Double(x) => Some(x),
            Self::Whole(_) | Self::Byte(_) => None,
        }
    }

    /// How far apart numbers are; `None` where one of them is none, or bytes.
    pub fn apart(self, host: Self) -> Option<f64> {
        if let (Self::Whole(d), Self::Whole(h)) = (self, host) {
            return Some(d.abs_diff(h) as f64);
        }
        let apart = (self.real()? - host.real()?).abs();
        (!apart.is_nan()).then_some(apart)
    }

    /// How far apart real numbers are, relative to the host's.
    pub fn relative(self, host: Self) -> Option<f64> {
        let (apart, host) = (self.apart(host)?, host.real()?);
        Some(if apart > 0.0 { apart / host.abs() } else { 0.0 })
    }

    /// Whether the device's value is no other than the host's, within what is allowed.
    pub fn agrees(self, host: Self, allowed: &Settings) -> bool {
        let [singles, doubles] = allowed.relative;
        let relative = match self {
            Self::Single(_) => singles,
            _ => doubles,
        };
        match (self, host) {
            (Self::Whole(d), Self::Whole(h)) => d == h,
            (Self::Byte(d), Self::Byte(h)) => d == h,
            _ => {
                let (Some(d), Some(h)) = (self.real(), host.real()) else {
                    return false;
                };
                let apart = (d - h).abs();
                d == h
                    || d.is_nan() && h.is_nan()
                    || apart <= allowed.absolute
                    || apart <= relative * h.abs()
            }
        }
    }
}

/// As few digits as tell a number from its neighbours.
fn shown<T: std::fmt::Display + std::fmt::LowerExp>(x: T, value: f64) -> String {
    match value.abs() {
        0.0 => format!("{x}"),
        n if (1e-3..1e7).contains(&n) => format!("{x}"),
        _ => format!("{x:e}"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_allowed_and_what_is_not_known() {
        let exact = Settings::EXACT;
        let settings = read("X", "abs=3, rel=6,report=2,stop", exact).unwrap();
        assert_eq!((settings.absolute, settings.report), (1e-3, 2));
        assert!(settings.stop);
        let close = |a, b| Value::Double(a).agrees(Value::Double(b), &settings);
        assert!(close(1.0005, 1.0) && !close(1.002, 1.0) && close(1e9, 1e9 + 100.0));
        assert!(close(f64::NAN, f64::NAN) && !close(f64::NAN, 1.0) && close(0.0, -0.0));
        assert!(read("X", "abs=x", exact).unwrap_err().contains("abs=x"));
        assert!(
            read("X", "fast", exact)
                .unwrap_err()
                .contains("'fast' is not known")
        );
    }

    #[test]
    fn values_of_all_types() {
        let of = |bytes: &[u8], kind| Value::of(bytes, kind).unwrap().show();
        assert_eq!(of(&(-2i16).to_ne_bytes(), SIGNED), "-2");
        assert_eq!(
            of(&u64::MAX.to_ne_bytes(), UNSIGNED),
            "18446744073709551615"
        );
        assert_eq!(of(&0.1f32.to_ne_bytes(), FLOAT), "0.1");
        assert_eq!(of(&2e-9f64.to_ne_bytes(), DOUBLE), "2e-9");
        assert_eq!(of(&[7], 0), "0x07");
        assert!(Value::of(&[1, 2, 3], FLOAT).is_none());
    }
}
