//! Facts about regions, in side tables: nothing here writes into the IR. They stand on what the front end knows itself: places
//! (`region/place.rs`), the order of evaluation (`walk.rs`), and what functions do (`effects/`).
//!
//! ```text
//! facts      all that follows about one piece of code, each fact made once
//! uses       what is read, written, pointed to; through calls as well
//! flow       what is assigned before it is read, on all paths
//! constant   constants that device functions have copies of
//! reduction  scalars that are only accumulated into
//! sums       statements that accumulate into memory
//! live       which of the values that a construct leaves may be read
//! lengths    whether an array's length is still what its variables make of it
//! poly       integer polynomials and their bounds
//! quasi      values and conditions with divisions, remainders and cases
//! reader     C's values and conditions as such
//! affine     subscripts and bounds as polynomials
//! access     what memory is touched, in which loops
//! collect    finds that
//! alias      which objects may be the same
//! tangled    scalars that pointers may lead to
//! stride     how far apart in memory a loop's iterations are
//! bounds     polynomials as C, for the host
//! certain    pointers that are followed whatever happens
//! footprint  the part of a pointer's target that is touched
//! values     what isl has computed, as C
//! extent     the same exactly, by isl, where loops and conditions depend on each other
//! behind     the same behind pointers to pointers
//! scan       code by which the host finds out what is touched
//! reached    whether its ends are touched whatever happens
//! ordered    whether code shows in which order it ran
//! dense      whether loops compute as fast as the cores can
//! operations numbers of operations, as sums of products of trip counts
//! work       how many operations statements are
//! subscript  at which distances between iterations two subscripts are equal
//! points     sets of iterations and elements, for isl
//! questions  what isl is asked, and how much of it
//! rows       subscripts that number the elements of rows, taken apart
//! exact      whether two accesses meet, asked of isl
//! within     which values parameters can have, as no access leaves its array
//! covered    arrays that each iteration fills for itself
//! filled     arrays that a construct overwrites before it reads them
//! overwritten whether the last iteration writes all that any of them does
//! heads      whether what the heads of loops read stays as it is
//! groups     which pairs of accesses are worth a test
//! depend     whether iterations touch the same memory
//! vector     how far apart the iterations are that do, and in which direction
//! fronts     where the statements of a loop in order stand in tiles
//! graph      which statements of a nest have to come before which other ones
//! skew       whether a loop in order and those in it can be cut into tiles together
//! packed     rows of an object that code touches, where there is much between them
//! partition  slices of a loop in order and those in it that threads can take without waiting
//! slices     what dependences connect, and the steps that they leave, by their transitive closure
//! carried    all dependences of a loop, not only the first
//! sets       domains, relations and footprints as isl writes them
//! verdict    what the analyses found, as values
//! show       accesses in words
//! ```

pub mod access;
pub mod accumulation;
pub mod affine;
pub mod alias;
pub mod behind;
pub mod bounds;
pub mod carried;
pub mod certain;
pub mod collect;
pub mod constant;
pub mod covered;
mod dense;
pub mod depend;
mod exact;
mod extent;
pub mod extremes;
pub mod facts;
pub mod filled;
pub mod flow;
pub mod footprint;
pub mod fronts;
pub mod graph;
mod groups;
mod handed;
pub mod heads;
pub mod intensity;
pub mod jumps;
pub mod lengths;
pub mod live;
mod operations;
pub mod ordered;
pub mod overwritten;
pub mod packed;
pub mod partition;
pub mod pointers;
pub mod points;
pub mod poly;
pub mod quasi;
pub mod questions;
mod reached;
mod reader;
pub mod reduction;
pub mod rows;
pub mod scan;
pub mod sets;
pub mod show;
pub mod skew;
pub mod slices;
mod spans;
mod steady;
pub mod stride;
mod subscript;
pub mod sums;
pub mod tangled;
pub mod uses;
pub mod values;
pub mod vector;
pub mod verdict;
mod within;
pub mod work;

/// What the verifier needs as well: what an lvalue denotes, and the order of evaluation.
pub use accrs_frontend::region::{place, walk};
