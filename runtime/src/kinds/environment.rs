//! What the environment says about devices (§4.1, §4.2), in the standard's names and
//! in those of nvc and pgcc.

use super::{Choice, Kind};
use crate::environment;
use std::sync::OnceLock;

/// What the environment chooses.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Environment {
    pub choice: Option<Choice>,
    pub number: Option<u32>,
    /// The number of this process among those of its job on this machine, and the variable that says so.
    pub local_rank: Option<(&'static str, u32)>,
    /// How many processes the job has on this machine.
    pub local_size: Option<u32>,
    /// `ACCRS_DEVICES`: the devices that share loops.
    pub devices: Option<Devices>,
    /// `ACCRS_SIM_AS=nvidia`: sim takes the place of the GPUs that a program asks for by name.
    pub sim_as_nvidia: bool,
}

/// Where launchers of parallel jobs say which of a machine's processes this one is: Open MPI, MPICH and Intel MPI, MVAPICH2, PALS, other users of PMI, and Slurm,
/// whose variable an MPI library's launcher below it leaves as it is.
const LOCAL_RANKS: [&str; 6] = [
    "OMPI_COMM_WORLD_LOCAL_RANK",
    "MPI_LOCALRANKID",
    "MV2_COMM_WORLD_LOCAL_RANK",
    "PALS_LOCAL_RANKID",
    "PMI_LOCAL_RANK",
    "SLURM_LOCALID",
];

/// Where they tell how many there are; Slurm's has a list, `4(x2)`, whose first number serves where machines have the same.
const LOCAL_SIZES: [&str; 6] = [
    "OMPI_COMM_WORLD_LOCAL_SIZE",
    "MPI_LOCALNRANKS",
    "MV2_COMM_WORLD_LOCAL_SIZE",
    "PALS_LOCAL_SIZE",
    "PMI_LOCAL_SIZE",
    "SLURM_STEP_TASKS_PER_NODE",
];

/// Devices of one kind, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Devices {
    All,
    First(u32),
    These(Vec<u32>),
}

impl Devices {
    /// `all`, a number of devices, or their numbers with commas between.
    fn parse(value: &str) -> Option<Self> {
        let value = value.trim();
        if value.eq_ignore_ascii_case("all") {
            return Some(Self::All);
        }
        if !value.contains(',') {
            return value.parse().ok().filter(|n| *n > 0).map(Self::First);
        }
        let words = value.split(',').map(str::trim).filter(|w| !w.is_empty());
        let mut these: Vec<u32> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let all = these.len();
        these.sort_unstable();
        these.dedup();
        (these.len() == all && all > 0).then_some(Self::These(these))
    }
}

/// A variable that means nothing, in words.
#[derive(Debug)]
pub enum Wrong {
    /// It names no type of devices: those that are here are worth telling.
    Type(String),
    Other(String),
}

/// Read once, when a device is first chosen.
pub fn environment() -> Result<&'static Environment, &'static Wrong> {
    static READ: OnceLock<Result<Environment, Wrong>> = OnceLock::new();
    READ.get_or_init(|| read_environment(environment::var))
        .as_ref()
}

/// Whether sim takes the place of GPUs.
pub fn sim_stands_in() -> bool {
    environment().is_ok_and(|found| found.sim_as_nvidia)
}

/// The choice that a value of `ACC_DEVICE_TYPE` spells; `nvidia` is what stands for GPUs.
fn parse_type(value: &str, nvidia: Kind) -> Option<Choice> {
    let lower = value.trim().to_ascii_lowercase();
    Some(match lower.strip_prefix("acc_device_").unwrap_or(&lower) {
        "nvidia" | "tesla" | "cuda" | "gpu" => Choice::Kind(nvidia),
        "multicore" | "host" => Choice::Kind(Kind::Multicore),
        "sim" => Choice::Kind(Kind::Sim),
        "default" => Choice::Default,
        "not_host" | "nothost" => Choice::NotHost,
        _ => return None,
    })
}

/// §4.1 and §4.2, and the names that nvc and pgcc read.
fn read_environment(var: impl Fn(&str) -> Option<String>) -> Result<Environment, Wrong> {
    let set = |names: &[&'static str]| {
        names
            .iter()
            .find_map(|name| Some((*name, var(name).filter(|v| !v.trim().is_empty())?)))
    };
    let mut found = Environment::default();
    if let Some((name, value)) = set(&["ACCRS_SIM_AS"]) {
        found.sim_as_nvidia = match value.trim().to_ascii_lowercase().as_str() {
            "nvidia" => true,
            _ => {
                return Err(Wrong::Other(format!(
                    "{name}={value}: sim can stand in for nvidia only; set it to nvidia, or not at all"
                )));
            }
        };
    }
    let nvidia = if found.sim_as_nvidia {
        Kind::Sim
    } else {
        Kind::Nvidia
    };
    if let Some((name, value)) = set(&["ACC_DEVICE_TYPE", "ACC_DEVICE"]) {
        let choice = parse_type(&value, nvidia).ok_or_else(|| {
            Wrong::Type(format!(
                "{name}={value}: there is no such device type; the types are nvidia, multicore (or host) and sim"
            ))
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
            Wrong::Other(format!(
                "{name}={value}: not a device number; give a whole number from 0 on"
            ))
        })?;
        found.number = Some(number);
    }
    // They are others' variables: what is no number there says nothing.
    found.local_rank = LOCAL_RANKS
        .iter()
        .find_map(|name| Some((*name, var(name)?.trim().parse().ok()?)));
    found.local_size = LOCAL_SIZES.iter().find_map(|name| {
        let value = var(name)?;
        let digits = value.trim().split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok().filter(|n| *n > 0)
    });
    if let Some((name, value)) = set(&["ACCRS_DEVICES"]) {
        let devices = Devices::parse(&value).ok_or_else(|| {
            Wrong::Other(format!(
                "{name}={value}: give all, a number of devices from 1 on, or the devices' numbers with commas between, each once (0,2)"
            ))
        })?;
        found.devices = Some(devices);
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
                number: Some(2),
                local_rank: None,
                local_size: None,
                devices: None,
                sim_as_nvidia: false,
            }
        );
        let found = read(&[("ACC_DEVICE_TYPE", "Host"), ("PGI_ACC_DEVICE_NUM", "1")]).unwrap();
        assert_eq!(
            found,
            Environment {
                choice: Some(Choice::Kind(Kind::Multicore)),
                number: Some(1),
                local_rank: None,
                local_size: None,
                devices: None,
                sim_as_nvidia: false,
            }
        );
        let found = read(&[("ACC_DEVICE_TYPE", "nvidia"), ("ACCRS_SIM_AS", "nvidia")]).unwrap();
        assert_eq!(found.choice, Some(Choice::Kind(Kind::Sim)));
        let error = read(&[("ACCRS_SIM_AS", "radeon")]);
        assert!(
            matches!(error, Err(Wrong::Other(text)) if text.contains("stand in for nvidia only"))
        );
        let Err(Wrong::Type(error)) = read(&[("ACC_DEVICE_TYPE", "toaster")]) else {
            panic!("a toaster is no type");
        };
        assert!(
            error.starts_with("ACC_DEVICE_TYPE=toaster: there is no such device type"),
            "{error}"
        );
        assert!(error.contains("multicore"), "{error}");
        let error = read(&[("ACC_DEVICE_NUM", "-1")]);
        assert!(matches!(error, Err(Wrong::Other(text)) if text.contains("not a device number")));
    }

    #[test]
    fn launchers_of_jobs_tell_the_rank_on_the_machine() {
        let read = |vars: &'static [(&'static str, &'static str)]| {
            let var = |name: &str| vars.iter().find(|(n, _)| *n == name);
            let found = read_environment(move |name| var(name).map(|(_, v)| (*v).to_string()));
            found.unwrap().local_rank
        };
        for name in LOCAL_RANKS {
            let vars = Box::leak(Box::new([(name, "3")]));
            assert_eq!(read(vars), Some((name, 3)));
        }
        let both = &[("SLURM_LOCALID", "0"), ("OMPI_COMM_WORLD_LOCAL_RANK", "1")];
        assert_eq!(read(both), Some(("OMPI_COMM_WORLD_LOCAL_RANK", 1)));
        let odd = &[("SLURM_LOCALID", "2"), ("MPI_LOCALRANKID", "none")];
        assert_eq!(read(odd), Some(("SLURM_LOCALID", 2)));
        assert_eq!(read(&[("SLURM_LOCALID", "-1")]), None);
        let size = |name: &'static str, value: &'static str| {
            let var = move |n: &str| (n == name).then(|| value.to_string());
            read_environment(var).unwrap().local_size
        };
        for name in LOCAL_SIZES {
            assert_eq!(size(name, "8"), Some(8));
        }
        assert_eq!(size("SLURM_STEP_TASKS_PER_NODE", "4(x2),3"), Some(4));
        assert_eq!(size("MPI_LOCALNRANKS", "0"), None);
        assert_eq!(size("MPI_LOCALNRANKS", "many"), None);
    }

    #[test]
    fn devices_are_all_or_some_of_them() {
        let parse = Devices::parse;
        assert_eq!(parse(" All "), Some(Devices::All));
        assert_eq!(parse("3"), Some(Devices::First(3)));
        assert_eq!(parse("2, 0"), Some(Devices::These(vec![0, 2])));
        assert_eq!(parse("1,"), Some(Devices::These(vec![1])));
        for wrong in ["0", "-1", "two", "1,1", ",", "0;1", "1,x"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
