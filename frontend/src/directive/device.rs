//! `device_type` resolved (§2.4): which clauses hold when compiling for one device.

use super::*;

/// The name of a device type as clauses have it, of which the API's has `acc_device_` before it: people write that in clauses too.
pub fn device_name(name: &str) -> &str {
    const API: &str = "acc_device_";
    match name.get(..API.len()) {
        Some(start) if start.eq_ignore_ascii_case(API) => &name[API.len()..],
        _ => name,
    }
}

/// The number in openacc.h (`acc_device_t`) of a device type that `init`, `shutdown` and `set` name;
/// `None`: accrs has no such devices.
pub fn device_number(name: &str) -> Option<i32> {
    Some(match device_name(name).to_ascii_lowercase().as_str() {
        "none" => 0,
        "*" | "default" => 1,
        "host" | "multicore" => 2,
        "not_host" => 4,
        "nvidia" | "tesla" => 5,
        "current" => 9,
        "sim" => 16,
        _ => return None,
    })
}

impl<E> Directive<E> {
    /// The clauses that hold for a device that goes by `names`, the most specific first
    /// (`["cc90", "nvidia"]`): those after the `device_type` with the most specific of these
    /// names, else after `device_type(*)`, and every default clause that isn't
    /// like-named with one of them. In written order, without the `device_type` clauses,
    /// save on `init`, `shutdown` and `set`, where these are arguments.
    pub fn clauses_for(&self, names: &[&str]) -> Vec<&Clause<E>> {
        if matches!(
            self.kind,
            DirectiveKind::Init | DirectiveKind::Shutdown | DirectiveKind::Set
        ) {
            return self.clauses.iter().collect();
        }
        let chosen = names.iter().find_map(|name| self.segment(name));
        let chosen = chosen.or_else(|| self.segment("*"));
        let mut segment = None;
        let mut default = Vec::new();
        let mut specific = Vec::new();
        for (i, clause) in self.clauses.iter().enumerate() {
            if let ClauseKind::DeviceType(_) = clause.kind {
                segment = Some(i);
            } else if segment.is_none() {
                default.push(clause);
            } else if segment == chosen {
                specific.push(clause);
            }
        }
        default.retain(|d| !specific.iter().any(|s| s.kind.id() == d.kind.id()));
        default.extend(specific);
        default
    }

    /// Index of the `device_type` clause that gives this name.
    fn segment(&self, name: &str) -> Option<usize> {
        self.clauses.iter().position(|clause| match &clause.kind {
            ClauseKind::DeviceType(given) => given
                .iter()
                .any(|g| device_name(g).eq_ignore_ascii_case(name)),
            _ => false,
        })
    }
}
