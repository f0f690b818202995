//! Integer instructions, with their corner cases.
#![allow(clippy::unwrap_used)]

mod common;
use common::{one, word};

const MIN: u32 = i32::MIN as u32;

#[test]
fn sums_and_products_wrap() {
    assert_eq!(word("add.s32 %r10, %r2, %r3;", [u32::MAX, 2, 0]), 1);
    assert_eq!(word("sub.s32 %r10, %r2, %r3;", [0, 1, 0]), u32::MAX);
    assert_eq!(word("mul.lo.s32 %r10, %r2, %r3;", [1 << 31, 3, 0]), 1 << 31);
    assert_eq!(
        word("mul.hi.s32 %r10, %r2, %r3;", [u32::MAX, 5, 0]),
        u32::MAX
    );
    assert_eq!(word("mul.hi.u32 %r10, %r2, %r3;", [u32::MAX, 5, 0]), 4);
    assert_eq!(
        word("mad.lo.s32 %r10, %r2, %r3, %r4;", [7, 6, u32::MAX]),
        41
    );
    assert_eq!(
        one("mul.wide.s32 %rd10, %r2, %r3;", [MIN.into(), 2, 0]) as i64,
        i64::from(i32::MIN) * 2
    );
    assert_eq!(
        one("mul.wide.u32 %rd10, %r2, %r3;", [MIN.into(), 2, 0]),
        1 << 32
    );
    assert_eq!(
        one(
            "mad.wide.u32 %rd10, %r2, %r3, %rd4;",
            [0xffff_ffff, 2, u64::MAX]
        ),
        0x1_ffff_fffd
    );
    assert_eq!(one("mul.hi.u64 %rd10, %rd2, %rd3;", [u64::MAX, 16, 0]), 15);
    assert_eq!(
        one("mul.hi.s64 %rd10, %rd2, %rd3;", [u64::MAX, 16, 0]),
        u64::MAX
    );
    assert_eq!(
        word("add.sat.s32 %r10, %r2, %r3;", [i32::MAX as u32, 1, 0]),
        i32::MAX as u32
    );
}

#[test]
fn sixteen_bits() {
    let text = |i: &str| format!("{i}\ncvt.u64.u16 %rd10, %rs10;");
    assert_eq!(one(&text("add.s16 %rs10, %rs2, %rs3;"), [0xffff, 2, 0]), 1);
    assert_eq!(
        one(&text("shr.s16 %rs10, %rs2, 20;"), [0x8000, 0, 0]),
        0xffff
    );
    assert_eq!(
        one(&text("min.s16 %rs10, %rs2, %rs3;"), [0xffff, 2, 0]),
        0xffff
    );
    assert_eq!(
        one(
            "mul.wide.s16 %r10, %rs2, %rs3;\ncvt.u64.u32 %rd10, %r10;",
            [0xffff, 2, 0]
        ),
        0xffff_fffe
    );
}

#[test]
fn divisions_as_a_gpu_makes_them() {
    assert_eq!(
        word("div.s32 %r10, %r2, %r3;", [-7i32 as u32, 2, 0]),
        -3i32 as u32
    );
    assert_eq!(
        word("rem.s32 %r10, %r2, %r3;", [-7i32 as u32, 2, 0]),
        -1i32 as u32
    );
    assert_eq!(word("div.u32 %r10, %r2, %r3;", [7, 0, 0]), u32::MAX);
    assert_eq!(word("rem.u32 %r10, %r2, %r3;", [7, 0, 0]), 7);
    assert_eq!(word("div.s32 %r10, %r2, %r3;", [MIN, u32::MAX, 0]), MIN);
    assert_eq!(
        one("div.s64 %rd10, %rd2, %rd3;", [1 << 63, u64::MAX, 0]),
        1 << 63
    );
}

#[test]
fn shifts_are_clamped() {
    assert_eq!(word("shl.b32 %r10, %r2, %r3;", [1, 32, 0]), 0);
    assert_eq!(word("shr.u32 %r10, %r2, %r3;", [MIN, 40, 0]), 0);
    assert_eq!(word("shr.s32 %r10, %r2, %r3;", [MIN, 40, 0]), u32::MAX);
    assert_eq!(one("shl.b64 %rd10, %rd2, %r3;", [1, 63, 0]), 1 << 63);
    assert_eq!(
        word("shf.l.wrap.b32 %r10, %r2, %r3, %r4;", [0x8000_0001, 2, 33]),
        5
    );
    assert_eq!(
        word("shf.r.clamp.b32 %r10, %r2, %r3, %r4;", [1, 0xabcd, 40]),
        0xabcd
    );
}

#[test]
fn carries_join_words() {
    // 128 bits from words: (2^32 - 1) + 1 carries.
    let text = "add.cc.u32 %r5, %r2, %r3;\naddc.u32 %r10, %r4, 0;\ncvt.u64.u32 %rd10, %r10;";
    assert_eq!(one(text, [0xffff_ffff, 1, 7]), 8);
    let text = "sub.cc.u32 %r5, %r2, %r3;\nsubc.u32 %r10, %r4, 0;\ncvt.u64.u32 %rd10, %r10;";
    assert_eq!(one(text, [0, 1, 7]), 6);
    let text = "mad.lo.cc.u32 %r5, %r2, %r3, %r4;\nmadc.hi.u32 %r10, %r2, %r3, 0;\ncvt.u64.u32 %rd10, %r10;";
    let whole = 0xffff_ffffu64 * 0xffff_ffff + 0xffff_ffff;
    assert_eq!(
        one(text, [0xffff_ffff, 0xffff_ffff, 0xffff_ffff]),
        whole >> 32
    );
}

#[test]
fn fields_of_bits() {
    assert_eq!(word("bfe.u32 %r10, %r2, %r3, %r4;", [0xabcd, 4, 8]), 0xbc);
    assert_eq!(
        word("bfe.s32 %r10, %r2, %r3, %r4;", [0xabcd, 4, 8]),
        0xffff_ffbc
    );
    assert_eq!(word("bfe.s32 %r10, %r2, %r3, %r4;", [MIN, 40, 8]), u32::MAX);
    assert_eq!(word("bfe.u32 %r10, %r2, %r3, %r4;", [MIN, 28, 32]), 8);
    assert_eq!(word("bfi.b32 %r10, %r2, %r3, %r4, 8;", [0xff, 0, 4]), 0xff0);
    assert_eq!(word("bfi.b32 %r10, %r2, %r3, %r4, 8;", [0xff, 5, 32]), 5);
    assert_eq!(word("popc.b32 %r10, %r2;", [0xf0f0, 0, 0]), 8);
    assert_eq!(word("clz.b32 %r10, %r2;", [0, 0, 0]), 32);
    assert_eq!(word("clz.b32 %r10, %r2;", [1, 0, 0]), 31);
    assert_eq!(word("brev.b32 %r10, %r2;", [1, 0, 0]), MIN);
    assert_eq!(word("bfind.u32 %r10, %r2;", [0, 0, 0]), u32::MAX);
    assert_eq!(word("bfind.shiftamt.u32 %r10, %r2;", [1, 0, 0]), 31);
    assert_eq!(word("bfind.s32 %r10, %r2;", [u32::MAX, 0, 0]), u32::MAX);
    assert_eq!(word("bfind.s32 %r10, %r2;", [-9i32 as u32, 0, 0]), 3);
}

#[test]
fn bytes_are_permuted() {
    let bytes = [0x3322_1100, 0x7766_5544];
    let with = |select| {
        word(
            "prmt.b32 %r10, %r2, %r3, %r4;",
            [bytes[0], bytes[1], select],
        )
    };
    assert_eq!(with(0x3210), 0x3322_1100);
    assert_eq!(with(0x0123), 0x0011_2233);
    assert_eq!(with(0x7654), 0x7766_5544);
    let sign = word("prmt.b32 %r10, %r2, %r3, %r4;", [0x80, 0, 0x8888]);
    assert_eq!(sign, u32::MAX);
    assert_eq!(
        word("lop3.b32 %r10, %r2, %r3, %r4, 0x96;", [12, 10, 6]),
        12 ^ 10 ^ 6
    );
    assert_eq!(word("lop3.b32 %r10, %r2, %r3, %r4, 0xe8;", [12, 10, 6]), 14);
    assert_eq!(
        word(
            "dp4a.s32.s32 %r10, %r2, %r3, %r4;",
            [0xff02_0301, 0x0201_0101, 100]
        ),
        100 - 2 + 2 + 3 + 1
    );
}

#[test]
fn comparisons_and_selections() {
    let text = |with: &str| format!("setp.{with} %p1, %r2, %r3;\nselp.u32 %r10, 1, 0, %p1;");
    assert_eq!(word(&text("lt.s32"), [u32::MAX, 0, 0]), 1);
    assert_eq!(word(&text("lt.u32"), [u32::MAX, 0, 0]), 0);
    assert_eq!(word(&text("hs.u32"), [1, 1, 0]), 1);
    let joined = "setp.eq.s32 %p1, %r4, 1;\nsetp.lt.and.s32 %p2|%p3, %r2, %r3, !%p1;\nselp.u32 %r5, 1, 0, %p2;\nselp.u32 %r6, 2, 0, %p3;\nadd.u32 %r10, %r5, %r6;";
    assert_eq!(word(joined, [1, 2, 0]), 1);
    assert_eq!(word(joined, [3, 2, 0]), 2);
    assert_eq!(word(joined, [1, 2, 1]), 0);
    assert_eq!(word("set.lt.u32.s32 %r10, %r2, %r3;", [1, 2, 0]), u32::MAX);
    assert_eq!(
        word("slct.s32.s32 %r10, %r2, %r3, %r4;", [5, 6, u32::MAX]),
        6
    );
}

#[test]
fn guards_and_branches() {
    let text = "setp.ne.s32 %p1, %r2, 0;\nmov.u32 %r10, 1;\n@%p1 mov.u32 %r10, 2;\n@!%p1 bra L;\nadd.u32 %r10, %r10, 10;\nL:";
    assert_eq!(word(text, [0, 0, 0]), 1);
    assert_eq!(word(text, [9, 0, 0]), 12);
    let table = "T: .branchtargets A, B;\nbrx.idx %r2, T;\nA: mov.u32 %r10, 5;\nbra.uni E;\nB: mov.u32 %r10, 6;\nE:";
    assert_eq!(word(table, [0, 0, 0]), 5);
    assert_eq!(word(table, [1, 0, 0]), 6);
}
