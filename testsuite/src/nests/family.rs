//! The families of nests, and what each may have.

use crate::random::Random;
use clap::ValueEnum;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Family {
    /// Constant bounds, each subscript a variable and a number.
    Rectangular,
    /// Bounds that depend on the variables of loops around.
    Triangular,
    /// Steps other than 1, also downwards.
    Strided,
    /// Several variables in a subscript, or one in several.
    Coupled,
    /// Statements under conditions on the variables.
    Guarded,
    /// Bounds and subscripts with the function's parameters.
    Parametric,
    /// `a[i*m + j]`
    Linearised,
    /// Bounds that are the smaller or the greater one of two.
    Clipped,
    /// Division and remainder in subscripts.
    Modulo,
    /// Statements between the loops, and several inner loops.
    Imperfect,
    /// Temporaries, carried scalars, sums.
    Scalars,
    /// Small arrays that are filled and then read.
    Arrays,
    /// Sums in elements of arrays.
    Sums,
    /// Two or three of all that at once.
    Mixed,
}

/// What a nest may have.
#[derive(Clone, Copy, Default, Debug)]
pub struct Traits {
    pub triangular: bool,
    pub strided: bool,
    pub coupled: bool,
    pub guarded: bool,
    pub parametric: bool,
    pub linear: bool,
    pub clipped: bool,
    pub modulo: bool,
    pub imperfect: bool,
    pub scalars: bool,
    pub arrays: bool,
    pub sums: bool,
}

impl Traits {
    /// Whether its function has parameters.
    pub fn has_params(self) -> bool {
        self.parametric || self.clipped || self.linear
    }
}

impl Family {
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    pub fn traits(self, random: &mut Random) -> Traits {
        let mut traits = Traits::default();
        if self == Family::Mixed {
            let simple = &Family::value_variants()[1..Family::value_variants().len() - 1];
            for _ in 0..random.within(2, 3) {
                random.pick(simple).add(&mut traits);
            }
        } else {
            self.add(&mut traits);
        }
        // A row's length is a constant or a parameter.
        traits.parametric |= traits.linear && random.one_in(2);
        traits.imperfect |= traits.scalars && random.one_in(4);
        traits
    }

    fn add(self, t: &mut Traits) {
        match self {
            Family::Rectangular | Family::Mixed => {}
            Family::Triangular => t.triangular = true,
            Family::Strided => t.strided = true,
            Family::Coupled => t.coupled = true,
            Family::Guarded => t.guarded = true,
            Family::Parametric => t.parametric = true,
            Family::Linearised => t.linear = true,
            Family::Clipped => t.clipped = true,
            Family::Modulo => t.modulo = true,
            Family::Imperfect => t.imperfect = true,
            Family::Scalars => t.scalars = true,
            Family::Arrays => t.arrays = true,
            Family::Sums => t.sums = true,
        }
    }
}
