//! Floating-point instructions: roundings, NaNs, subnormals, conversions.
#![allow(clippy::unwrap_used)]

mod common;
use common::{double, one, single, word};

#[test]
fn directed_roundings() {
    // 1 + 2^-60 lies between 1 and its successor.
    let tiny = 2f64.powi(-60);
    assert_eq!(
        double("add.rn.f64 %fd10, %fd2, %fd3;", [1.0, tiny, 0.0]),
        1.0
    );
    assert_eq!(
        double("add.rp.f64 %fd10, %fd2, %fd3;", [1.0, tiny, 0.0]),
        1f64.next_up()
    );
    assert_eq!(
        double("add.rm.f64 %fd10, %fd2, %fd3;", [1.0, -tiny, 0.0]),
        1f64.next_down()
    );
    assert_eq!(
        double("add.rz.f64 %fd10, %fd2, %fd3;", [-1.0, tiny, 0.0]),
        -1f64.next_down()
    );
    assert_eq!(
        double("sub.rz.f64 %fd10, %fd2, %fd3;", [1.0, tiny, 0.0]),
        1f64.next_down()
    );
    // A third is rounded down to nearest, so up is its successor.
    let third = 1f32 / 3.0;
    assert!(f64::from(third) > 1.0 / 3.0);
    assert_eq!(single("div.rp.f32 %f10, %f2, %f3;", [1.0, 3.0, 0.0]), third);
    assert_eq!(
        single("div.rm.f32 %f10, %f2, %f3;", [1.0, 3.0, 0.0]),
        third.next_down()
    );
    assert_eq!(
        single("div.rz.f32 %f10, %f2, %f3;", [-1.0, 3.0, 0.0]),
        -third.next_down()
    );
    let root = 2f64.sqrt();
    let up = if root.mul_add(root, -2.0) < 0.0 {
        root.next_up()
    } else {
        root
    };
    assert_eq!(double("sqrt.rp.f64 %fd10, %fd2;", [2.0, 0.0, 0.0]), up);
    assert_eq!(
        double("mul.rz.f64 %fd10, %fd2, %fd3;", [f64::MAX, 2.0, 0.0]),
        f64::MAX
    );
    assert_eq!(
        double("div.rz.f64 %fd10, %fd2, %fd3;", [1.0, 0.0, 0.0]),
        f64::INFINITY
    );
    let x = 1.0 + f32::EPSILON;
    assert_eq!(
        single("fma.rm.f32 %f10, %f2, %f3, %f4;", [x, x, -1.0]),
        2.0 * f32::EPSILON
    );
    assert_eq!(
        single("fma.rp.f32 %f10, %f2, %f3, %f4;", [x, x, 0.0]),
        (1.0 + 2.0 * f32::EPSILON).next_up()
    );
}

#[test]
fn multiply_add_rounds_once() {
    let x = 1.0 + f64::EPSILON;
    let exact = double("fma.rn.f64 %fd10, %fd2, %fd3, %fd4;", [x, x, -x * x]);
    assert_eq!(exact, x.mul_add(x, -(x * x)));
    assert_ne!(exact, 0.0);
}

#[test]
fn subnormals_and_saturation() {
    let small = f32::MIN_POSITIVE / 2.0;
    assert_eq!(single("add.f32 %f10, %f2, %f3;", [small, 0.0, 0.0]), small);
    assert_eq!(
        single("add.ftz.f32 %f10, %f2, %f3;", [small, 0.0, 0.0]),
        0.0
    );
    assert_eq!(
        single("mul.ftz.f32 %f10, %f2, %f3;", [f32::MIN_POSITIVE, 0.5, 0.0]),
        0.0
    );
    assert_eq!(single("add.sat.f32 %f10, %f2, %f3;", [1.5, 1.0, 0.0]), 1.0);
    assert_eq!(
        single("add.sat.f32 %f10, %f2, %f3;", [f32::NAN, 1.0, 0.0]),
        0.0
    );
}

#[test]
fn nans_and_zeros_in_extremes() {
    assert_eq!(single("min.f32 %f10, %f2, %f3;", [f32::NAN, 1.0, 0.0]), 1.0);
    assert_eq!(single("max.f32 %f10, %f2, %f3;", [1.0, f32::NAN, 0.0]), 1.0);
    assert!(single("max.NaN.f32 %f10, %f2, %f3;", [1.0, f32::NAN, 0.0]).is_nan());
    assert!(double("min.f64 %fd10, %fd2, %fd3;", [0.0, -0.0, 0.0]).is_sign_negative());
    assert!(double("max.f64 %fd10, %fd2, %fd3;", [-0.0, 0.0, 0.0]).is_sign_positive());
    assert_eq!(
        single("add.f32 %f10, %f2, %f3;", [-f32::NAN, 1.0, 0.0]).to_bits(),
        0x7fff_ffff
    );
    assert_eq!(
        double("copysign.f64 %fd10, %fd2, %fd3;", [-1.0, 3.0, 0.0]),
        -3.0
    );
}

#[test]
fn comparisons_with_nan() {
    let says = |with: &str, a: f64, b: f64| {
        let text = format!("setp.{with}.f64 %p1, %fd2, %fd3;\nselp.u64 %rd10, 1, 0, %p1;");
        one(&text, [a.to_bits(), b.to_bits(), 0]) == 1
    };
    assert!(!says("ne", f64::NAN, 1.0));
    assert!(says("neu", f64::NAN, 1.0));
    assert!(!says("lt", f64::NAN, 1.0));
    assert!(says("ltu", f64::NAN, 1.0));
    assert!(says("equ", f64::NAN, 1.0));
    assert!(says("nan", f64::NAN, 1.0));
    assert!(!says("num", f64::NAN, 1.0));
    assert!(says("geu", 2.0, 1.0));
    assert!(!says("gtu", 1.0, 1.0));
}

#[test]
fn conversions_round_and_saturate() {
    let word_of = |how: &str, x: f32| word(&format!("cvt.{how} %r10, %f2;"), [x.to_bits(), 0, 0]);
    assert_eq!(word_of("rzi.s32.f32", -1.7), -1i32 as u32);
    assert_eq!(word_of("rni.s32.f32", 2.5), 2);
    assert_eq!(word_of("rmi.s32.f32", -1.2), -2i32 as u32);
    assert_eq!(word_of("rpi.s32.f32", 1.2), 2);
    assert_eq!(word_of("rzi.s32.f32", 3e9), i32::MAX as u32);
    assert_eq!(word_of("rzi.u32.f32", -3.0), 0);
    assert_eq!(word_of("rzi.s32.f32", f32::NAN), 0);
    let wide = one("cvt.rzi.s64.f64 %rd10, %fd2;", [f64::NAN.to_bits(), 0, 0]);
    assert_eq!(wide, 1 << 63);
    let big = (1u64 << 53) + 1;
    let to = |how: &str| {
        f64::from_bits(one(
            &format!("cvt.{how}.f64.u64 %fd10, %rd2;\nmov.b64 %rd10, %fd10;"),
            [big, 0, 0],
        ))
    };
    assert_eq!(to("rn"), big as f64);
    assert_eq!(to("rp"), (big as f64).next_up());
    assert_eq!(to("rz"), big as f64);
    let narrow = |how: &str, x: f64| {
        let text =
            format!("cvt.{how}.f32.f64 %f10, %fd2;\nmov.b32 %r10, %f10;\ncvt.u64.u32 %rd10, %r10;");
        f32::from_bits(one(&text, [x.to_bits(), 0, 0]) as u32)
    };
    assert_eq!(narrow("rn", 0.1), 0.1f32);
    assert_eq!(narrow("rz", 0.1), 0.1f32.next_down());
    assert_eq!(narrow("rz", 1e300), f32::MAX);
    assert_eq!(narrow("rn", 1e300), f32::INFINITY);
    assert_eq!(word("cvt.s32.s8 %r10, %r2;", [0x80, 0, 0]), 0xffff_ff80);
    assert_eq!(word("cvt.sat.u8.s32 %r10, %r2;", [300, 0, 0]), 255);
    assert_eq!(
        one("cvt.s64.s32 %rd10, %r2;", [0x8000_0000, 0, 0]),
        0xffff_ffff_8000_0000
    );
    assert_eq!(
        single("cvt.rni.f32.f32 %f10, %f2;", [-0.4, 0.0, 0.0]).to_bits(),
        (-0f32).to_bits()
    );
}

#[test]
fn half_precision_there_and_back() {
    let there = |x: f32| {
        one(
            "cvt.rn.f16.f32 %rs10, %f2;\ncvt.u64.u16 %rd10, %rs10;",
            [x.to_bits().into(), 0, 0],
        )
    };
    assert_eq!(there(1.0), 0x3c00);
    assert_eq!(there(65504.0), 0x7bff);
    assert_eq!(there(65520.0), 0x7c00);
    assert_eq!(there(-2.0), 0xc000);
    assert_eq!(there(2f32.powi(-24)), 1);
    assert_eq!(there(1.0 + 1.0 / 2048.0), 0x3c00);
    let back = |bits: u64| {
        let text = "cvt.f32.f16 %f10, %rs2;\nmov.b32 %r10, %f10;\ncvt.u64.u32 %rd10, %r10;";
        f32::from_bits(one(text, [bits, 0, 0]) as u32)
    };
    for bits in [0u64, 1, 0x3ff, 0x400, 0x3c00, 0x3c01, 0x7bff, 0xc000] {
        assert_eq!(there(back(bits)), bits);
    }
}

#[test]
fn approximations() {
    assert_eq!(
        single("ex2.approx.ftz.f32 %f10, %f2;", [3.0, 0.0, 0.0]),
        8.0
    );
    assert_eq!(
        single("lg2.approx.ftz.f32 %f10, %f2;", [8.0, 0.0, 0.0]),
        3.0
    );
    assert_eq!(single("rsqrt.approx.f32 %f10, %f2;", [4.0, 0.0, 0.0]), 0.5);
    assert_eq!(single("rcp.rn.f32 %f10, %f2;", [4.0, 0.0, 0.0]), 0.25);
    assert_eq!(single("sin.approx.f32 %f10, %f2;", [0.0, 0.0, 0.0]), 0.0);
    assert_eq!(
        single("div.full.f32 %f10, %f2, %f3;", [1.0, 4.0, 0.0]),
        0.25
    );
}
