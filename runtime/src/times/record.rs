//! What was seen of a run: how often, how long, how much; by construct, kernel and variable. All times are nanoseconds.

use crate::openmp::choice::Times;
use crate::openmp::measured::Told;
use std::collections::{BTreeMap, HashMap};

/// How long something took that happened several times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    pub times: u64,
    pub total: u64,
    pub least: u64,
    pub most: u64,
}

impl Spent {
    pub fn add(&mut self, took: u64) {
        self.least = if self.times == 0 {
            took
        } else {
            self.least.min(took)
        };
        self.most = self.most.max(took);
        self.times += 1;
        self.total += took;
    }

    pub fn mean(&self) -> u64 {
        self.total / self.times.max(1)
    }
}

/// A construct, or a routine of the API: then `construct` is its name, and there is no file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub file: String,
    pub line: i32,
    pub function: String,
    pub construct: String,
}

pub type PlaceId = usize;
pub type NameId = usize;

/// What the host saw of a construct.
#[derive(Clone, Copy, Debug, Default)]
pub struct Region {
    pub reached: u64,
    /// Of the host's time: a compute construct from its begin to its end, and of a data region its entries and exits; with the
    /// waits that clauses ask for. No time is that of two constructs.
    pub host: Spent,
    /// The waits among it.
    pub waited: Spent,
}

/// Launches of a kernel; the number of those whose time is known is that of `spent`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kernel {
    pub launches: u64,
    pub spent: Spent,
    /// Grid and block: the least and the most of each extent.
    pub least: [[u32; 3]; 2],
    pub most: [[u32; 3]; 2],
}

impl Kernel {
    pub fn launched(&mut self, extents: [[u32; 3]; 2]) {
        if self.launches == 0 {
            self.least = extents;
        }
        for (k, n) in extents.iter().enumerate() {
            for (axis, n) in n.iter().enumerate() {
                self.least[k][axis] = self.least[k][axis].min(*n);
                self.most[k][axis] = self.most[k][axis].max(*n);
            }
        }
        self.launches += 1;
    }
}

/// Copies of a variable one way; the time is known of those that `spent` counts, whose bytes `timed` has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Transfer {
    pub copies: u64,
    pub bytes: u64,
    pub timed: u64,
    pub spent: Spent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    Upload,
    Download,
}

impl Way {
    pub fn word(self) -> &'static str {
        match self {
            Way::Upload => "upload",
            Way::Download => "download",
        }
    }
}

/// How often one thread ran a loop of the cores, and how often a team, with their means in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub one: Times,
    pub team: Times,
}

/// What became of a source's kernels on a device when the first was wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Load {
    /// There was nothing to compile: made at build time, or kept in the cache.
    Loaded,
    Compiled,
}

/// All of it.
#[derive(Default)]
pub struct Record {
    pub places: Vec<Place>,
    place_ids: HashMap<Place, PlaceId>,
    pub names: Vec<String>,
    name_ids: HashMap<String, NameId>,
    pub regions: BTreeMap<PlaceId, Region>,
    /// By construct, kernel, device.
    pub kernels: BTreeMap<(PlaceId, NameId, NameId), Kernel>,
    /// By construct, variable, device.
    pub transfers: BTreeMap<(PlaceId, Way, NameId, NameId), Transfer>,
    /// By construct, source, device.
    pub loads: BTreeMap<(PlaceId, Load, NameId, NameId), Spent>,
    /// Loops of the cores for which it was measured how many threads are best, by construct.
    pub measured: Vec<(PlaceId, Measured)>,
    /// Devices that were opened.
    pub opened: BTreeMap<NameId, Spent>,
    /// Kernels and copies whose time never became known.
    pub unfinished: u64,
}

impl Record {
    pub fn name(&mut self, text: &str) -> NameId {
        if let Some(id) = self.name_ids.get(text) {
            return *id;
        }
        let id = self.names.len();
        self.names.push(text.to_string());
        self.name_ids.insert(text.to_string(), id);
        id
    }

    pub fn place(&mut self, place: Place) -> PlaceId {
        if let Some(id) = self.place_ids.get(&place) {
            return *id;
        }
        let id = self.places.len();
        self.places.push(place.clone());
        self.place_ids.insert(place, id);
        id
    }

    /// A loop of the cores in a construct of this place, if the place is known.
    pub fn measured(&mut self, of: &Told<'_>) {
        let same = |p: &Place| p.line == of.line && p.file == of.file && p.function == of.function;
        if let Some(place) = self.places.iter().position(same) {
            let (one, team) = (of.one, of.team);
            self.measured.push((place, Measured { one, team }));
        }
    }

    pub fn measured_of(&self, id: PlaceId) -> impl Iterator<Item = &Measured> {
        self.measured
            .iter()
            .filter(move |(place, _)| *place == id)
            .map(|(_, m)| m)
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty() && self.opened.is_empty()
    }

    /// The constructs in which anything happened, in the order of the sources; routines of the API come last.
    pub fn sorted(&self) -> Vec<PlaceId> {
        let mut all: Vec<PlaceId> = (0..self.places.len()).filter(|id| self.has(*id)).collect();
        all.sort_by_key(|id| {
            let place = &self.places[*id];
            (place.file.is_empty(), place)
        });
        all
    }

    fn has(&self, id: PlaceId) -> bool {
        self.regions.contains_key(&id)
            || self.kernels_of(id).next().is_some()
            || self.transfers_of(id).next().is_some()
            || self.loads_of(id).next().is_some()
    }

    pub fn kernels_of(
        &self,
        id: PlaceId,
    ) -> impl Iterator<Item = (&(PlaceId, NameId, NameId), &Kernel)> {
        self.kernels.range((id, 0, 0)..(id + 1, 0, 0))
    }

    pub fn transfers_of(
        &self,
        id: PlaceId,
    ) -> impl Iterator<Item = (&(PlaceId, Way, NameId, NameId), &Transfer)> {
        let edge = |id| (id, Way::Upload, 0, 0);
        self.transfers.range(edge(id)..edge(id + 1))
    }

    pub fn loads_of(
        &self,
        id: PlaceId,
    ) -> impl Iterator<Item = (&(PlaceId, Load, NameId, NameId), &Spent)> {
        let edge = |id| (id, Load::Loaded, 0, 0);
        self.loads.range(edge(id)..edge(id + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_and_means() {
        let mut spent = Spent::default();
        [5, 2, 11].into_iter().for_each(|took| spent.add(took));
        assert_eq!(
            spent,
            Spent {
                times: 3,
                total: 18,
                least: 2,
                most: 11
            }
        );
        assert_eq!(spent.mean(), 6);
        assert_eq!(Spent::default().mean(), 0);
        let mut kernel = Kernel::default();
        kernel.launched([[4, 2, 1], [128, 1, 1]]);
        kernel.launched([[3, 7, 1], [128, 1, 1]]);
        assert_eq!((kernel.least[0], kernel.most[0]), ([3, 2, 1], [4, 7, 1]));
        assert_eq!(kernel.launches, 2);
    }
}
