//! How many cores the process's control group pays for (Linux's `cpu.max`, or `cpu.cfs_quota_us`): containers with a
//! share of a large machine see all its cores, and are stopped when threads on all of them have used the share up.

use std::ffi::c_int;

/// Cores, rounded up; `None` without a limit.
pub fn cores() -> Option<c_int> {
    of(|path| std::fs::read_to_string(path).ok())
}

fn of(read: impl Fn(&str) -> Option<String>) -> Option<c_int> {
    let groups = read("/proc/self/cgroup")?;
    groups
        .lines()
        .filter_map(|line| of_group(line, &read))
        .min()
}

/// `0::/a/b` is version 2, `4:cpu,cpuacct:/a/b` the first. The limits of the groups around hold too.
fn of_group(line: &str, read: &impl Fn(&str) -> Option<String>) -> Option<c_int> {
    let mut parts = line.splitn(3, ':');
    let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
    let second = controllers.is_empty();
    if !second && !controllers.split(',').any(|c| c == "cpu") {
        return None;
    }
    let mut path = path.trim_end_matches('/');
    let mut least = None;
    loop {
        let found = if second {
            read(&format!("/sys/fs/cgroup{path}/cpu.max")).and_then(|t| of_two(&t))
        } else {
            let one = |what| read(&format!("/sys/fs/cgroup/cpu{path}/cpu.cfs_{what}_us"));
            one("quota")
                .zip(one("period"))
                .and_then(|(q, p)| of_two(&format!("{q} {p}")))
        };
        least = match (least, found) {
            (Some(a), Some(b)) => Some(c_int::min(a, b)),
            (a, b) => a.or(b),
        };
        let Some(up) = path.rfind('/') else { break };
        path = &path[..up];
    }
    least
}

/// `150000 100000`: microseconds of computing in microseconds of time; `max` and -1 are no limit.
fn of_two(text: &str) -> Option<c_int> {
    let mut words = text.split_whitespace();
    let quota: u64 = words.next()?.parse().ok()?;
    let period: u64 = words.next()?.parse().ok().filter(|p| *p > 0)?;
    c_int::try_from(quota.div_ceil(period).max(1)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(files: &'static [(&'static str, &'static str)]) -> Option<c_int> {
        of(move |path| {
            let found = files.iter().find(|(name, _)| *name == path);
            found.map(|(_, text)| (*text).to_string())
        })
    }

    #[test]
    fn quotas_of_both_versions_and_of_the_groups_around() {
        assert_eq!(with(&[]), None);
        let of_two = |one, around| {
            of(move |path| match path {
                "/proc/self/cgroup" => Some("0::/pod/one\n".to_string()),
                "/sys/fs/cgroup/pod/one/cpu.max" => Some(String::from(one)),
                "/sys/fs/cgroup/pod/cpu.max" => Some(String::from(around)),
                _ => None,
            })
        };
        assert_eq!(of_two("max 100000\n", "max 100000\n"), None);
        assert_eq!(of_two("150000 100000\n", "max 100000\n"), Some(2));
        assert_eq!(of_two("800000 100000\n", "300000 100000\n"), Some(3));
        assert_eq!(of_two("1000 100000\n", ""), Some(1));
        assert_eq!(of_two("nonsense", "100000 0"), None);
        let first = &[
            (
                "/proc/self/cgroup",
                "5:memory:/docker/x\n4:cpu,cpuacct:/docker/x\n",
            ),
            ("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n"),
            ("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"),
            ("/sys/fs/cgroup/cpu/docker/x/cpu.cfs_quota_us", "400000\n"),
            ("/sys/fs/cgroup/cpu/docker/x/cpu.cfs_period_us", "100000\n"),
        ];
        assert_eq!(with(first), Some(4));
    }

    #[test]
    fn a_containers_own_group_is_its_root() {
        // Inside a container the path is `/`, and its limit stands at the root of what it sees.
        const FILES: &[(&str, &str)] = &[
            ("/proc/self/cgroup", "0::/\n"),
            ("/sys/fs/cgroup/cpu.max", "250000 100000\n"),
        ];
        assert_eq!(with(FILES), Some(3));
    }
}
