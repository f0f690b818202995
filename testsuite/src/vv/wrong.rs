//! The list of tests of the validation suite that are wrong themselves: `vv-wrong.md`, a heading `## name` for each, with a line
//! `Specification: §...` and the proof in prose; a line `Devices: sim, nvidia` when it is right on others, a line `Parts: 2, 3` when
//! its other parts are right. Such a test is shown apart and never counted as passed; its right parts must pass all the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How many tests may be wrong from end to end. More would be an excuse, not a list of mistakes.
const AT_MOST: usize = 18;

/// One entry: the specification's paragraph, and the proof's first sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    pub section: String,
    pub proof: String,
    /// Where it is wrong; empty: everywhere.
    pub devices: Vec<String>,
    /// The numbers of the parts that are wrong; empty: all.
    pub parts: Vec<u32>,
    /// More of them on nvidia, if a line says so.
    pub parts_on_nvidia: Vec<u32>,
}

impl Wrong {
    /// The parts that are wrong on a device; none: all.
    pub fn parts_on(&self, device: Option<&str>) -> &[u32] {
        match device {
            Some("nvidia") if !self.parts_on_nvidia.is_empty() => &self.parts_on_nvidia,
            _ => &self.parts,
        }
    }

    /// Whether it is wrong in a column; one without a device of its own may be on any.
    pub fn on(&self, device: Option<&str>) -> bool {
        let Some(device) = device else { return true };
        self.devices.is_empty() || self.devices.iter().any(|d| d == device)
    }
}

/// Reads the list. Errors name the entry that lacks its paragraph or proof.
pub fn read(suite: &Path) -> Result<BTreeMap<String, Wrong>, String> {
    let path = suite.join("vv-wrong.md");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn parse(text: &str) -> Result<BTreeMap<String, Wrong>, String> {
    let mut list = BTreeMap::new();
    for entry in text.split("\n## ").skip(1) {
        let (name, body) = entry.split_once('\n').unwrap_or((entry, ""));
        let name = name.trim().trim_end_matches(".c");
        let section = body
            .lines()
            .find_map(|l| l.strip_prefix("Specification: "))
            .filter(|s| s.starts_with('§'))
            .ok_or(format!("'{name}' has no line 'Specification: §...'"))?;
        let proof: Vec<&str> = body
            .lines()
            .filter(|l| !l.trim().is_empty())
            .filter(|l| {
                let keys = [
                    "Specification: ",
                    "Devices: ",
                    "Parts: ",
                    "Parts on nvidia: ",
                ];
                !keys.iter().any(|key| l.starts_with(key))
            })
            .collect();
        if proof.is_empty() {
            return Err(format!("'{name}' has no proof"));
        }
        let devices = body.lines().find_map(|l| l.strip_prefix("Devices: "));
        let devices = devices.map_or(vec![], |d| {
            d.split(',').map(|d| d.trim().to_string()).collect()
        });
        let parts = |key: &str| -> Result<Vec<u32>, String> {
            let line = body.lines().find_map(|l| l.strip_prefix(key));
            let numbers = line.map_or(vec![], |l| l.split(',').collect());
            let numbers = numbers.into_iter().map(|n| n.trim().parse());
            let numbers: Result<_, std::num::ParseIntError> = numbers.collect();
            numbers.map_err(|_| format!("'{name}': want '{key}1, 2'"))
        };
        let wrong = Wrong {
            devices,
            parts: parts("Parts: ")?,
            parts_on_nvidia: parts("Parts on nvidia: ")?,
            section: section.trim().to_string(),
            proof: proof.join(" "),
        };
        if list.insert(name.to_string(), wrong).is_some() {
            return Err(format!("'{name}' is listed twice"));
        }
    }
    let whole = list
        .values()
        .filter(|w: &&Wrong| w.parts.is_empty())
        .count();
    if whole > AT_MOST {
        return Err(format!(
            "{whole} tests wrong from end to end; at most {AT_MOST} may be"
        ));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed test may panic")]
    use super::*;

    #[test]
    fn an_entry_needs_its_paragraph_and_proof() {
        let list =
            parse("# Head\n\n## a_test.c\nSpecification: §2.7.5\n\nIt reads\nwhat it freed.\n")
                .unwrap();
        assert_eq!(list["a_test"].section, "§2.7.5");
        assert_eq!(list["a_test"].proof, "It reads what it freed.");
        assert!(list["a_test"].on(Some("sim")) && list["a_test"].on(None));
        let list = parse("# Head\n## b\nSpecification: §2\nDevices: sim, nvidia\nWhy.\n").unwrap();
        let parts = parse("# Head\n## b\nSpecification: §2\nParts: 2, 3\nWhy.\n").unwrap();
        assert_eq!(parts["b"].parts, [2, 3]);
        assert!(list["b"].on(Some("nvidia")) && !list["b"].on(Some("multicore")));
        assert!(parse("# Head\n## b\nno paragraph\n").is_err());
        assert!(parse("# Head\n## b\nSpecification: §2\n").is_err());
        assert!(parse("").unwrap().is_empty());
    }
}
