//! State spaces, what their limits are, calls, and launches that are refused.
#![allow(clippy::unwrap_used)]

mod common;
use accrs_gpu::fault::Fault;
use accrs_gpu::memory::Memory;
use accrs_gpu::ptx::Module;
use common::{Machine, kernel};
use std::sync::Arc;

fn fault_of(declarations: &str, body: &str) -> Fault {
    let text = kernel(declarations, body);
    Machine::new(1, 1).run(&text, &[0; 4]).unwrap_err()
}

#[test]
fn allocations_are_apart_and_poisoned() {
    let memory = Memory::new(1 << 20);
    let one = memory.alloc(100).unwrap();
    let two = memory.alloc(100).unwrap();
    assert!(one.abs_diff(two) >= 256);
    let mut byte = [0];
    memory.read(one, &mut byte).unwrap();
    assert_eq!(byte[0], 0xA5);
    assert!(memory.write(one + 96, &[1, 2, 3, 4]).is_ok());
    assert!(memory.write(one + 97, &[1, 2, 3, 4]).is_err());
    assert_eq!(memory.block_of(one + 99), Some((one, 100)));
    assert_eq!(memory.block_of(one + 100), None);
    assert_eq!(memory.info(), ((1 << 20) - 200, 1 << 20));
    assert!(memory.free(one));
    assert!(!memory.free(one));
    assert!(memory.read(one, &mut byte).is_err());
    assert_eq!(memory.alloc(1 << 20), None);
    assert!(memory.alloc((1 << 20) - 100).is_some());
}

#[test]
fn managed_memory_is_the_hosts_too() {
    let managed = Arc::new(Memory::managed(1 << 20));
    let device = Memory::new(1 << 20).sharing(managed.clone(), false);
    let at = managed.alloc(64).unwrap();
    // SAFETY: managed memory, just allocated.
    unsafe { (at as *mut u32).write(7) };
    let mut word = [0; 4];
    device.read(at, &mut word).unwrap();
    assert_eq!(u32::from_le_bytes(word), 7);
    device.write(at + 4, &[1, 2, 3, 4]).unwrap();
    // SAFETY: as above.
    assert_eq!(unsafe { ((at + 4) as *const [u8; 4]).read() }, [1, 2, 3, 4]);
    let own = device.alloc(64).unwrap();
    device.copy(own, at, 8).unwrap();
    device.read(own, &mut word).unwrap();
    assert_eq!(word[0], 7);
    assert!(device.write(at + 62, &[1, 2, 3, 4]).is_err());
    assert_eq!(device.block_of(at + 9), Some((at, 64)));
    assert!(device.free(at));
    assert!(device.read(at, &mut word).is_err());
    // All of the host's memory, where the device uses that; a device's own stays checked.
    let all = Memory::new(1 << 20).sharing(managed, true);
    let here = 5_u32;
    all.read(&raw const here as u64, &mut word).unwrap();
    assert_eq!(u32::from_le_bytes(word), 5);
    assert!(device.read(&raw const here as u64, &mut word).is_err());
    let block = all.alloc(8).unwrap();
    assert!(all.read(block + 8, &mut word).is_err());
    assert!(all.read(8, &mut word).is_err());
}

#[test]
fn accesses_outside_are_faults() {
    for body in [
        "ld.global.u32 %r2, [%rd1+32];",
        "st.global.u32 [%rd1+-4], %r1;",
        "mov.u64 %rd2, 0;\nld.u32 %r2, [%rd2];",
        "mov.u64 %rd2, 140000000000000;\nst.global.u8 [%rd2], %r1;",
        "atom.global.add.u32 %r2, [%rd1+32], 1;",
    ] {
        let fault = fault_of("", body);
        assert!(
            matches!(fault, Fault::IllegalAddress { .. }),
            "{body}: {fault}"
        );
        assert!(fault.to_string().contains("PTX line"), "{fault}");
    }
    let fault = fault_of("", "ld.global.u32 %r2, [%rd1+2];");
    assert!(matches!(fault, Fault::Misaligned { .. }), "{fault}");
    let fault = fault_of("", "ld.global.v2.u64 {%rd2, %rd3}, [%rd1+8];");
    assert!(matches!(fault, Fault::Misaligned { .. }), "{fault}");
    let shared = ".shared .align 4 .b8 a[12];\n.shared .align 4 .b8 b[8];";
    let fault = fault_of(shared, "mov.u32 %r2, a;\nld.shared.u32 %r3, [%r2+12];");
    assert!(matches!(fault, Fault::IllegalAddress { .. }), "{fault}");
    let fault = fault_of(
        "",
        ".local .align 4 .b8 l[8];\nmov.u64 %rd2, l;\nld.local.u32 %r2, [%rd2+8];",
    );
    assert!(matches!(fault, Fault::IllegalAddress { .. }), "{fault}");
}

#[test]
fn generic_addresses_reach_every_space() {
    let text = kernel(
        ".shared .align 8 .b8 s[8];\n.global .align 8 .u64 g = 5;\n.const .align 8 .u64 c[2] = {6, generic(g)};",
        ".local .align 8 .b8 l[8];
mov.u64 %rd2, s;\ncvta.shared.u64 %rd2, %rd2;\nmov.u64 %rd6, 1;\nst.u64 [%rd2], %rd6;\nld.shared.u64 %rd3, [s];
cvta.local.u64 %rd4, l;\nmov.u64 %rd6, 20;\nst.u64 [%rd4], %rd6;\nld.local.u64 %rd5, [l];\nadd.s64 %rd3, %rd3, %rd5;
mov.u64 %rd7, g;\ncvta.global.u64 %rd7, %rd7;\nld.u64 %rd8, [%rd7];\nadd.s64 %rd3, %rd3, %rd8;
ld.const.u64 %rd9, [c];\nadd.s64 %rd3, %rd3, %rd9;\nld.const.u64 %rd9, [c+8];\nld.u64 %rd9, [%rd9];\nadd.s64 %rd3, %rd3, %rd9;\nst.global.u64 [%rd1], %rd3;",
    );
    assert_eq!(
        Machine::new(1, 1).run(&text, &[0]).unwrap(),
        [1 + 20 + 5 + 6 + 5]
    );
}

#[test]
fn signed_and_vector_accesses() {
    let text = kernel(
        "",
        "ld.global.s8 %r2, [%rd1];\ncvt.s64.s32 %rd2, %r2;\nld.global.s8 %rs3, [%rd1];\ncvt.u64.u16 %rd3, %rs3;\nld.global.v2.u32 {%r4, %r5}, [%rd1+8];\nst.global.v2.u32 [%rd1+8], {%r5, %r4};\nst.global.u64 [%rd1], %rd2;\nst.global.u64 [%rd1+16], %rd3;\nmov.b64 {%r6, %r7}, %rd2;\nmov.b64 %rd4, {%r6, %r4};\nst.global.u64 [%rd1+24], %rd4;",
    );
    let result = Machine::new(1, 1)
        .run(&text, &[0x80, 0x2_0000_0001, 0, 0])
        .unwrap();
    assert_eq!(
        result,
        [(-128i64) as u64, 0x1_0000_0002, 0xff80, 0x1_ffff_ff80]
    );
}

const FACTORIAL: &str = ".func (.param .b64 out) factorial(.param .b64 n)
{
.reg .pred %p<2>;\n.reg .b64 %rd<8>;
ld.param.u64 %rd1, [n];\nmov.u64 %rd2, 1;\nsetp.lt.s64 %p1, %rd1, 2;\n@%p1 bra E;\nsub.s64 %rd3, %rd1, 1;
{\n.param .b64 param0;\nst.param.b64 [param0], %rd3;\n.param .b64 retval0;\ncall.uni (retval0), factorial, (param0);\nld.param.b64 %rd4, [retval0];\n}
mul.lo.s64 %rd2, %rd1, %rd4;
E: st.param.b64 [out], %rd2;\nret;
}";

#[test]
fn calls_recur_and_stacks_end() {
    let body = "ld.global.u64 %rd2, [%rd1];\nmov.u64 %rd9, factorial;
{\n.param .b64 param0;\nst.param.b64 [param0], %rd2;\n.param .b64 retval0;\nprototype_0 : .callprototype (.param .b64 _) _ (.param .b64 _);\ncall (retval0), %rd9, (param0), prototype_0;\nld.param.b64 %rd3, [retval0];\n}\nst.global.u64 [%rd1], %rd3;";
    let text = kernel(FACTORIAL, body);
    assert_eq!(Machine::new(1, 1).run(&text, &[10]).unwrap(), [3_628_800]);
    let fault = Machine::new(1, 1).run(&text, &[1000]).unwrap_err();
    assert!(matches!(fault, Fault::StackOverflow { .. }), "{fault}");
    let mut roomy = Machine::new(1, 1);
    roomy.stack_limit = 64 << 10;
    assert!(roomy.run(&text, &[1000]).is_ok());
    let bad = body.replace("mov.u64 %rd9, factorial;", "mov.u64 %rd9, 4096;");
    let fault = Machine::new(1, 1)
        .run(&kernel(FACTORIAL, &bad), &[1])
        .unwrap_err();
    assert!(matches!(fault, Fault::BadJump { .. }), "{fault}");
}

const SYSTEM: &str = ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.global .align 1 .b8 format[12] = {37, 100, 32, 37, 46, 50, 102, 32, 37, 37, 10, 0};";

#[test]
fn kernels_print_and_allocate() {
    let text = kernel(SYSTEM, ".local .align 8 .b8 l[16];\nmov.u32 %r2, -7;\nst.local.u32 [l], %r2;\nmov.f64 %fd1, 0d3FF8000000000000;\nst.local.f64 [l+8], %fd1;\nmov.u64 %rd2, format;\ncvta.global.u64 %rd2, %rd2;\ncvta.local.u64 %rd3, l;
{\n.param .b64 param0;\nst.param.b64 [param0], %rd2;\n.param .b64 param1;\nst.param.b64 [param1], %rd3;\n.param .b32 retval0;\ncall.uni (retval0), vprintf, (param0, param1);\n}
{\n.param .b64 param0;\nst.param.b64 [param0+0], 2000;\n.param .b64 retval0;\ncall.uni (retval0), malloc, (param0);\nld.param.b64 %rd4, [retval0+0];\n}\nst.global.u64 [%rd1], %rd4;");
    let mut machine = Machine::new(1, 1);
    let result = machine.run(&text, &[0]).unwrap();
    assert_eq!(machine.printed, "-7 1.50 %\n");
    assert_eq!(machine.memory.block_of(result[0]), Some((result[0], 2000)));
    machine.heap.set_limit(2500);
    assert_eq!(machine.run(&text, &[0]).unwrap(), [0], "the heap is full");
    let free = kernel(
        SYSTEM,
        "{\n.param .b64 param0;\nst.param.b64 [param0], %rd1;\ncall.uni free, (param0);\n}",
    );
    let fault = machine.run(&free, &[0]).unwrap_err();
    assert!(matches!(fault, Fault::Heap { .. }), "{fault}");
}

#[test]
fn launches_that_no_gpu_takes() {
    let text = kernel("", "");
    let mut machine = Machine::new(1, 1025);
    assert!(matches!(
        machine.run(&text, &[0]),
        Err(Fault::InvalidLaunch(_))
    ));
    machine = Machine::new(0, 1);
    assert!(matches!(
        machine.run(&text, &[0]),
        Err(Fault::InvalidLaunch(_))
    ));
    machine = Machine::new(1, 1);
    machine.dynamic_shared = 1 << 20;
    assert!(matches!(
        machine.run(&text, &[0]),
        Err(Fault::InvalidLaunch(_))
    ));
    // A hundred values of 64 bits that are alive at once do not fit 1024 times.
    let loads: String = (0..100)
        .map(|k| format!("ld.global.u64 %w{k}, [%rd1];\n"))
        .collect();
    let adds: String = (0..100)
        .map(|k| format!("add.s64 %rd2, %rd2, %w{k};\n"))
        .collect();
    let body =
        format!(".reg .b64 %w<100>;\nmov.u64 %rd2, 0;\n{loads}{adds}st.global.u64 [%rd1], %rd2;");
    let greedy = kernel("", &body);
    assert!(Machine::new(1, 128).run(&greedy, &[1]).is_ok());
    let refused = Machine::new(1, 1024).run(&greedy, &[1]);
    assert!(matches!(refused, Err(Fault::LaunchOutOfResources(_))));
    let bounded = greedy.replace("k_param_0)\n{", "k_param_0)\n.maxntid 1024, 1, 1\n{");
    assert!(Machine::new(1, 1024).run(&bounded, &[1]).is_ok());
}

#[test]
fn what_is_unknown_is_refused_with_its_line() {
    let refused = |body: &str| Module::parse(&kernel("", body)).unwrap_err();
    let error = refused("frobnicate.u32 %r1, %r2;");
    assert!(error.words.contains("frobnicate"), "{error}");
    assert!(error.line > 10, "{error}");
    assert!(
        refused("add.wobbly.u32 %r1, %r2, %r3;")
            .words
            .contains(".wobbly")
    );
    assert!(refused("add.u32 %r1, %r2, %nope;").words.contains("%nope"));
    assert!(refused("bra NOWHERE;").words.contains("NOWHERE"));
    assert!(refused("add.u32 %r1, %r2;").words.contains("operands"));
    assert!(Module::parse("garbage").is_err());
}
