//! What the environment says about devices (§4.1, §4.2), in the standard's names and
//! in those of nvc and pgcc.

use super::{Choice, Kind, available};
use crate::fatal::{Failure, Outcome};
use std::sync::OnceLock;

/// What the environment chooses.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Environment {
    pub choice: Option<Choice>,
    pub number: Option<u32>,
}

/// Read once, when a device is first chosen.
pub(super) fn environment() -> Outcome<&'static Environment> {
    static READ: OnceLock<Result<Environment, String>> = OnceLock::new();
    READ.get_or_init(|| read_environment(|name| std::env::var(name).ok()))
        .as_ref()
        .map_err(|text| Failure(text.clone()))
}

/// The choice that a value of `ACC_DEVICE_TYPE` spells.
fn parse_type(value: &str) -> Option<Choice> {
    let lower = value.trim().to_ascii_lowercase();
    Some(match lower.strip_prefix("acc_device_").unwrap_or(&lower) {
        "nvidia" | "tesla" | "cuda" | "gpu" => Choice::Kind(Kind::Nvidia),
        "multicore" | "host" => Choice::Kind(Kind::Multicore),
        "sim" => Choice::Kind(Kind::Sim),
        "default" => Choice::Default,
        "not_host" | "nothost" => Choice::NotHost,
        _ => return None,
    })
}

/// §4.1 and §4.2, and the names that nvc and pgcc read.
fn read_environment(var: impl Fn(&str) -> Option<String>) -> Result<Environment, String> {
    let set = |names: &[&'static str]| {
        names
            .iter()
            .find_map(|name| Some((*name, var(name).filter(|v| !v.trim().is_empty())?)))
    };
    let mut found = Environment::default();
    if let Some((name, value)) = set(&["ACC_DEVICE_TYPE", "ACC_DEVICE"]) {
        let choice = parse_type(&value).ok_or_else(|| {
            format!(
                "{name}={value}: there is no such device type; the types are nvidia, multicore (or host) and sim; \
                 here are: {}",
                available()
            )
        })?;
        found.choice = Some(choice);
    }
    let numbers = [
        "ACC_DEVICE_NUM",
        "NVCOMPILER_ACC_DEVICE_NUM",
        "NV_ACC_DEVICE_NUM",
        "PGI_ACC_DEVICE_NUM",
    ];
    if let Some((name, value)) = set(&numbers) {
        let number = value.trim().parse().map_err(|_| {
            format!("{name}={value}: not a device number; give a whole number from 0 on")
        })?;
        found.number = Some(number);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_environment_is_read_as_the_standard_and_nvc_have_it() {
        let read = |vars: &'static [(&'static str, &'static str)]| {
            read_environment(move |name| {
                vars.iter()
                    .find(|(n, _)| *n == name)
                    .map(|(_, v)| (*v).to_string())
            })
        };
        assert_eq!(read(&[]).unwrap(), Environment::default());
        let found = read(&[("ACC_DEVICE_TYPE", " NVIDIA "), ("ACC_DEVICE_NUM", " 2 ")]).unwrap();
        assert_eq!(
            found,
            Environment {
                choice: Some(Choice::Kind(Kind::Nvidia)),
                number: Some(2)
            }
        );
        let found = read(&[("ACC_DEVICE_TYPE", "Host"), ("PGI_ACC_DEVICE_NUM", "1")]).unwrap();
        assert_eq!(
            found,
            Environment {
                choice: Some(Choice::Kind(Kind::Multicore)),
                number: Some(1)
            }
        );
        let error = read(&[("ACC_DEVICE_TYPE", "toaster")]).unwrap_err();
        assert!(
            error.starts_with("ACC_DEVICE_TYPE=toaster: there is no such device type"),
            "{error}"
        );
        assert!(error.contains("multicore"), "{error}");
        assert!(
            read(&[("ACC_DEVICE_NUM", "-1")])
                .unwrap_err()
                .contains("not a device number")
        );
    }
}
