//! Facts about regions, in side tables: nothing here writes into the IR.

/// Text of all facts, for `--emit=analysis`.
pub fn dump(_unit: &accrs_frontend::Unit, _options: &crate::Options) -> String {
    String::new()
}
