//! The simulator's environment: a process of its own, since variables are the process'.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use accrt::device::sim::SimDriver;
use accrt::device::{DeviceError, Driver};

#[test]
fn devices_and_memory() {
    // SAFETY: the only test of this binary; no other thread reads the environment.
    let set = |name: &str, value: &str| unsafe { std::env::set_var(name, value) };
    assert_eq!(SimDriver.count().unwrap(), 1);
    set("ACC_NUM_SIM_DEVICES", "2");
    set("ACCRS_SIM_MEMORY", "1M");
    assert_eq!(SimDriver.count().unwrap(), 2);
    let (first, second) = (SimDriver.open(0).unwrap(), SimDriver.open(1).unwrap());
    assert!(SimDriver.open(2).is_err());
    let held = first.alloc(700_000).unwrap();
    match first.alloc(400_000) {
        Err(DeviceError::OutOfMemory {
            asked: 400_000,
            free: 348_576,
            total: 1_048_576,
        }) => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(first.memory_info().unwrap(), (348_576, 1_048_576));
    // The other device has its own memory, and does not know the first one's.
    let there = second.alloc(900_000).unwrap();
    assert!(second.free(held).is_err());
    assert!(first.fill(there, 1, 10, None).is_err());
    first.free(held).unwrap();
    first.alloc(400_000).unwrap();
    for bad in ["lots", "0", "-5", "1T"] {
        set("ACCRS_SIM_MEMORY", bad);
        let error = SimDriver.count().unwrap_err().to_string();
        assert!(
            error.contains(&format!("ACCRS_SIM_MEMORY={bad}")),
            "{error}"
        );
    }
}
