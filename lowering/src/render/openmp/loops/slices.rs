//! Slices of loops in order (`plan/waves.rs`), as C:
//!
//! ```c
//! if (__accrs_slices(i_end - i_from, j_behind - j_first, (double)n * 16, &j_size)) {
//! #pragma omp parallel for schedule(dynamic)
//!     for (long j_tile = j_first; j_tile < j_behind; j_tile += j_size) {
//!         for (long i_at = i_from; i_at < i_end; i_at++) {
//!             const int i = i_at;
//!             …                                // the user's loops, between j_tile and j_tile + j_size
//!         }
//!     }
//! } else …                                     // the user's loop
//! ```

use super::Loops;
use super::lines::Lines;
use super::waves::Names;
use crate::plan::Waves;
use crate::render::RenderError;
use accrs_frontend::region::For;

impl<'a> Loops<'a> {
    pub(super) fn slices(
        &mut self,
        out: &mut Lines,
        l: &'a For,
        w: &'a Waves,
        (n, clause): (&Names, &str),
    ) -> Result<(), RenderError> {
        let (tile, size) = (&n.rows.front, &n.rows.size);
        out.flush_left(format!(
            "#pragma omp parallel for schedule(dynamic){clause}"
        ));
        out.open(format!(
            "for (long {tile} = {}; {tile} < {}; {tile} += {size}) {{",
            n.rows.first, n.rows.behind
        ));
        self.own(out, w);
        self.steps(out, l, w, (n, [&n.from, &n.end]))?;
        out.close("}");
        Ok(())
    }
}
