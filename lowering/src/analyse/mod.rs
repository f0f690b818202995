//! Facts about regions, in side tables: nothing here writes into the IR.
