//! All that the iterations of a loop have to do with each other, for `--emit=analysis`. A decision asks for the first dependence only
//! (`depend::carried`); this asks the same questions of all pairs, and how far apart the iterations are.

use super::access::Access;
use super::alias::{Alias, alias};
use super::depend::{self, Pair, Question, Tier};
use super::groups;
use super::vector::{self, Vector};
use super::verdict::{Conflict, Dependence, Inexact, Unasked};
use accrs_frontend::region::VarId;

/// Of a loop with more pairs, the others are only counted.
const MOST: usize = 200;

/// What the test of a loop's pairs of accesses has found.
#[derive(Default)]
pub struct Found {
    pub carried: Vec<Carried>,
    /// Pairs that the polynomial test, or the rules of types, told apart.
    pub polynomial: usize,
    /// Those that isl did.
    pub isl: usize,
    /// Pairs of different objects.
    pub objects: usize,
    /// Pairs that weren't looked at.
    pub left: usize,
}

/// A dependence, or what can't be ruled out to be one.
pub struct Carried {
    pub of: Dependence,
    /// The object of both accesses.
    pub root: Option<VarId>,
    pub vectors: Vec<Vector>,
    /// Why they aren't known.
    pub inexact: Option<Inexact>,
}

impl Carried {
    fn plain(of: Dependence) -> Self {
        Carried {
            of,
            root: None,
            vectors: Vec::new(),
            inexact: None,
        }
    }
}

/// Tests all pairs of accesses that iterations of a loop share.
pub fn all(q: &Question<'_, '_>) -> Found {
    let accesses = depend::accesses(q);
    let mut found = Found::default();
    if let Some(wild) = accesses.wild {
        found.carried.push(Carried::plain(Dependence::Wild(wild)));
    }
    let all = &accesses.found;
    let common = depend::common(q, all);
    let mut pairs = groups::pairs(&common);
    for (i, j) in pairs.by_ref().take(MOST) {
        let (a, b) = (common[i], common[j]);
        // The writing one first, as verdicts name them.
        let (a, b) = if a.write { (a, b) } else { (b, a) };
        if a.root == b.root {
            let cx = q.facts.context();
            found.pair(&Pair { q, cx, a, b, all });
        } else {
            found.objects(q, a, b);
        }
    }
    found.left = pairs.count();
    found
}

impl Found {
    /// Accesses to different objects.
    fn objects(&mut self, q: &Question<'_, '_>, a: &Access<'_>, b: &Access<'_>) {
        match alias(q.facts.unit, a, b, q.aliases) {
            Alias::No | Alias::ByClauses | Alias::Asked => self.objects += 1,
            Alias::May => {
                let why: Option<Box<Unasked>> = q.aliases.why_unasked(a.root, b.root);
                let of = depend::between(a, b, None, Conflict::Alias(why));
                self.carried.push(Carried::plain(of));
            }
        }
    }

    fn pair(&mut self, pair: &Pair<'_, '_>) {
        let root = Some(pair.a.root);
        let compared = match pair.compared(depend::moves(pair.q, pair.all)) {
            Ok(Some(compared)) => compared,
            Ok(None) => {
                self.polynomial += 1;
                return;
            }
            Err(of) => {
                let plain = Carried::plain(of);
                return self.carried.push(Carried { root, ..plain });
            }
        };
        let mut by_isl = false;
        let before = self.carried.len();
        for t in 0..pair.q.heads.len() {
            let of = match pair.at(t, &compared) {
                Ok(Tier::Polynomial) => continue,
                Ok(Tier::Isl) => {
                    by_isl = true;
                    continue;
                }
                Err(of) => of,
            };
            let surely = of.is_certain();
            let mut carried = Carried {
                root,
                ..Carried::plain(of)
            };
            let back = Pair {
                a: pair.b,
                b: pair.a,
                ..*pair
            };
            let both = [pair, &back];
            let ways = if pair.a.what.id == pair.b.what.id {
                1
            } else {
                2
            };
            for way in &both[..ways] {
                match vector::of(&way.exactly(t, &compared), surely) {
                    Ok(vector) => carried.vectors.extend(vector),
                    Err(why) => carried.inexact = Some(why),
                }
            }
            self.carried.push(carried);
        }
        if self.carried.len() == before {
            *(if by_isl {
                &mut self.isl
            } else {
                &mut self.polynomial
            }) += 1;
        }
    }
}
