//! The kinds of devices that the program was compiled for.

use super::Kind;
use crate::fatal::{Code, Failure};
use std::sync::atomic::{AtomicU32, Ordering};

/// Kinds that the program's regions were compiled for; 0 before any registered.
static BUILT_FOR: AtomicU32 = AtomicU32::new(0);

/// Notes the targets of a translation unit.
pub fn note_targets(targets: u32) {
    BUILT_FOR.fetch_or(targets, Ordering::SeqCst);
}

/// The targets of all that have registered, as bits; 0 before any has.
pub fn targets() -> u32 {
    BUILT_FOR.load(Ordering::SeqCst)
}

/// Whether any translation unit has registered.
pub fn any_registered() -> bool {
    targets() != 0
}

/// The kinds that the program was built for, as `--acc-target` has them.
pub fn target_names(targets: u32) -> String {
    let names: Vec<_> = Kind::ALL
        .into_iter()
        .filter(|k| targets & k.target() != 0)
        .map(Kind::name)
        .collect();
    names.join(",")
}

/// The message for a device that regions were not compiled for.
pub fn not_built(kind: Kind, what: &str, built: u32) -> Failure {
    Failure::of(
        Code::WrongDeviceType,
        format!(
            "{what} was not built for {kind} devices, only for {}: rebuild it with --acc-target={},{kind}, or choose \
         another device with ACC_DEVICE_TYPE",
            target_names(built),
            target_names(built),
        ),
    )
}

/// True for the kinds that some region was compiled for (all, before any registered).
pub fn is_built_for(kind: Kind) -> bool {
    let built = targets();
    built == 0 || built & kind.target() != 0
}
