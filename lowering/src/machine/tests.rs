#![allow(clippy::unwrap_used)]

use super::*;

fn wrong(text: &str) -> String {
    Machine::default()
        .with("gpu.toml", text)
        .unwrap_err()
        .to_string()
}

#[test]
fn what_is_built_in_says_everything() {
    let nothing = Machine {
        device: Device::default(),
        cores: Cores::default(),
    };
    let mut all = nothing;
    for b in BUILT_IN {
        all = all.with_built_in(b).unwrap();
    }
    assert_eq!(all, Machine::default());
    for key in KEYS {
        // Peaks are those of one product, not of all that a model holds for.
        let peak = ["flops", "bandwidth"].contains(&key.name);
        assert_eq!(*(key.of)(&mut all) > 0, !peak, "{}.{}", key.table, key.name);
    }
}

#[test]
fn a_file_changes_what_it_says() {
    let text = "[device]\nvector_length = 0x100\n\n[cores]\nwake = 3_000_000\n";
    let m = Machine::default().with("gpu.toml", text).unwrap();
    assert_eq!((m.device.vector_length, m.cores.wake), (256, 3_000_000));
    let rest = Machine {
        device: Device {
            vector_length: 128,
            ..m.device
        },
        cores: Cores {
            wake: 1_000_000,
            ..m.cores
        },
    };
    assert_eq!(rest, Machine::default());
    assert_eq!(
        Machine::default().with("gpu.toml", "").unwrap(),
        Machine::default()
    );
}

#[test]
fn what_is_wrong_has_its_line_and_its_key() {
    assert_eq!(
        wrong("[device]\nwarps = 32\n"),
        "gpu.toml:2: unknown key 'device.warps'; [device] has warp, block, vector_length, rows, gangs, launch, meeting, threads, shared, registers, parameters, line, flops, bandwidth"
    );
    assert_eq!(
        wrong("\n[gpu]\nwarp = 32\n"),
        "gpu.toml:2: unknown key 'gpu'; a model has the tables device, cores"
    );
    assert_eq!(
        wrong("device = 3\n"),
        "gpu.toml:1: 'device' is a table: [device]"
    );
    assert_eq!(
        wrong("[device]\n\nwarp = \"32\"\n"),
        "gpu.toml:3: device.warp is a string; it is a number of threads from 1 to 1024"
    );
    for (value, said) in [
        ("0", "0"),
        ("-1", "-1"),
        ("0x10000000000000000", "10000000000000000"),
        ("2048", "2048"),
    ] {
        assert_eq!(
            wrong(&format!("[device]\nblock = {value}\n")),
            format!("gpu.toml:2: device.block is {said}; it is a number of threads from 1 to 1024")
        );
    }
    assert!(wrong("[device\nwarp = 32\n").starts_with("gpu.toml:1: "));
    assert!(wrong("[device]\nwarp = 32\nwarp = 64\n").starts_with("gpu.toml:3: "));
}

#[test]
fn numbers_fit_each_other() {
    assert_eq!(
        wrong("[device]\nblock = 256\nvector_length = 512\n"),
        "gpu.toml:3: device.vector_length is 512, more than a block holds (device.block is 256)"
    );
    // What the file doesn't say is known from elsewhere.
    assert_eq!(
        wrong("[device]\nblock = 64\n"),
        "gpu.toml:2: device.vector_length is 128, more than a block holds (device.block is 64)"
    );
}

#[test]
fn architectures_have_models() {
    let name = |n| BuiltIn::named(n).map(|b| b.name);
    assert_eq!(name("sm_90"), Some("nvidia"));
    assert_eq!(name("nvidia"), Some("nvidia"));
    assert_eq!(name("aarch64"), Some("cores"));
    assert_eq!(name("sm_x"), None);
    assert_eq!(name("x86_64v3"), None);
    assert_eq!(name("riscv64"), None);
}
