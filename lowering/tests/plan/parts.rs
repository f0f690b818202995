//! Loops that may run in parts where their data doesn't fit the device.

use super::plan_with;
use accrs_lowering::Options;

/// The sections of a construct in such a function that follow the parts' bounds; `None` where the loop stays whole.
fn parts(directive: &str, code: &str) -> Option<String> {
    let source = format!(
        "extern int count; extern double table[1000]; double *restrict whole;
void f(int n, long m, unsigned u, double *restrict a, const double *restrict b, const int *restrict k, double *end,
       double (*restrict rows)[64])
{{
    double s = 0; int i = 0;
#pragma acc {directive}
    {code}
    n = i + s;
}}
"
    );
    let options = Options {
        parts: true,
        transform: false,
        ..Options::default()
    };
    let text = plan_with(&source, &options);
    assert!(!text.contains("error "), "{text}");
    text.lines()
        .find(|l| l.contains("in parts: i_part_from to i_part_to"))?;
    let items = text.lines().filter(|l| l.trim().starts_with("data "));
    let sections = items.map(|l| l.split_once('(').unwrap().1.split_once(')').unwrap().0);
    let all: Vec<&str> = sections.filter(|s| s.contains("i_part_from")).collect();
    Some(all.join(", "))
}

#[test]
fn sections_follow_the_parts() {
    for (directive, code, want) in [
        (
            "kernels",
            "for (int i = 0; i < n; i++) a[i] = b[i];",
            "b[i_part_from:up to i_part_to], a[i_part_from:up to i_part_to]",
        ),
        (
            "parallel loop",
            "for (int i = 1; i <= n; i++) a[i] = b[i - 1] + b[i + 1];",
            "b[i_part_from - 1:up to i_part_to + 2], a[i_part_from:up to i_part_to + 1]",
        ),
        (
            "parallel loop copy(a[0:n])",
            "for (int i = 0; i < n; i++) a[i] += table[i % 7] + b[i];",
            "a[i_part_from:up to i_part_to], b[i_part_from:up to i_part_to]",
        ),
        (
            "parallel loop reduction(+: s)",
            "for (i = 0; i < n; i++) s += b[i];",
            "b[i_part_from:up to i_part_to]",
        ),
        (
            "parallel loop collapse(2)",
            "for (int i = 0; i < n; i++) for (int j = 0; j < 64; j++) rows[i][j] = b[j];",
            "rows[i_part_from:up to i_part_to]",
        ),
        (
            "parallel loop",
            "for (long i = 0; i < m; i += 4) whole[i] = 1;",
            "whole[i_part_from:up to i_part_to]",
        ),
        // Clauses say that more moves than is used.
        (
            "parallel loop copy(whole[0:n], table)",
            "for (int i = 0; i < 100; i++) whole[i] = table[i];",
            "whole[i_part_from:up to i_part_to], table[i_part_from:up to i_part_to]",
        ),
        (
            "kernels async(2)",
            "for (unsigned i = 0; i < 100; i++) a[i] = a[i] * n;",
            "a[i_part_from:up to i_part_to]",
        ),
    ] {
        assert_eq!(parts(directive, code).as_deref(), Some(want), "{code}");
    }
}

#[test]
fn loops_stay_whole() {
    for (directive, code) in [
        // In order, or several.
        ("kernels", "for (int i = 1; i < n; i++) a[i] = a[i - 1];"),
        ("serial loop", "for (int i = 1; i < n; i++) a[i] = b[i];"),
        (
            "kernels",
            "{ for (int i = 0; i < n; i++) a[i] = 1; for (int i = 0; i < n; i++) a[i] += b[i]; }",
        ),
        (
            "parallel",
            "{ a[0] = 1;\n#pragma acc loop\nfor (int i = 1; i < n; i++) a[i] = 1; }",
        ),
        // Down, or with bounds that are the device's.
        ("parallel loop", "for (int i = n; i > 0; i--) a[i] = b[i];"),
        ("parallel loop", "for (int i = 0; i != n; i++) a[i] = b[i];"),
        (
            "parallel loop copyin(n)",
            "for (int i = 0; i < n; i++) a[i] = b[i];",
        ),
        (
            "parallel loop",
            "for (int i = k[0]; i < k[1]; i++) a[i] = b[i];",
        ),
        // Nothing moves with it.
        (
            "parallel loop present(a)",
            "for (int i = 0; i < n; i++) a[i] = 1;",
        ),
        // What is stepped counts the iterations of the whole.
        (
            "kernels",
            "{ int t = 5; for (int i = 0; i < n; i++) { a[i] = b[t]; t += 2; } }",
        ),
        // The host looks for the section.
        (
            "parallel loop",
            "for (int i = 0; i < n; i++) a[k[i]] = b[i];",
        ),
    ] {
        assert_eq!(parts(directive, code), None, "{code}");
    }
}

/// What one device runs, and what each of several does: with `--acc-devices` the first is as without.
fn shared(directive: &str, code: &str) -> (String, String) {
    let source = format!(
        "void f(int n, double *restrict a, const double *restrict b, double *restrict y, double (*restrict rows)[64])
{{
    double s = 0;
#pragma acc {directive}
    {code}
    y[0] = s;
}}
"
    );
    let plan = |devices| {
        let options = Options {
            devices,
            ..Options::default()
        };
        plan_with(&source, &options)
    };
    let (one, all) = (plan(false), plan(true));
    let note = |l: &&str| {
        !l.contains("may be shared by several devices") && !l.contains("runs on one device")
    };
    let (first, rest) = match all.split_once("on each of several devices:") {
        Some((first, rest)) => (first, rest),
        None => (all.as_str(), ""),
    };
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(note).map(|l| l.trim().to_string());
        lines.filter(|l| !l.is_empty()).collect()
    };
    assert_eq!(lines(&one), lines(first), "{code}");
    (all.clone(), rest.to_string())
}

#[test]
fn several_devices_have_a_version_of_their_own() {
    for (directive, code, want) in [
        (
            "parallel loop copyin(b[0:n]) copy(a[0:n])",
            "for (int i = 1; i < n - 1; i++) a[i] = b[i - 1] + b[i + 1];",
            "copyin(b[i_part_from - 1:up to i_part_to + 1])",
        ),
        (
            "parallel loop",
            "for (int i = n - 1; i >= 0; i--) a[i] = b[i];",
            "copyin(b[i_part_to:up to i_part_from + 1])",
        ),
        (
            "kernels copyout(rows[0:n][0:64])",
            "for (int i = 0; i < n; i++) for (int j = 0; j < 64; j++) rows[i][j] = i;",
            "copyout(rows[i_part_from:up to i_part_to])",
        ),
        (
            "parallel loop reduction(+: s)",
            "for (int i = 0; i < n; i++) s += b[i];",
            "copy(s) whole [reduction]",
        ),
    ] {
        let (all, part) = shared(directive, code);
        assert!(part.contains(want), "{code}: {all}");
        assert!(part.contains("_part "), "{code}: {all}");
    }
}

#[test]
fn one_device_runs_what_several_cannot_share() {
    for (directive, code, why) in [
        (
            "kernels",
            "for (int i = 1; i < n; i++) a[i] = a[i - 1];",
            "",
        ),
        (
            "parallel loop deviceptr(b)",
            "for (int i = 0; i < n; i++) a[i] = b[i];",
            "b may have an address of the device",
        ),
        (
            "parallel loop copy(a[0:64])",
            "for (int i = 0; i < n; i++)\n{\n#pragma acc atomic\na[i % 64] += b[i];\n}",
            "all iterations may write to a[0:64]",
        ),
        (
            "parallel loop reduction(+: y[0:4])",
            "for (int i = 0; i < n; i++) y[i % 4] += b[i];",
            "y[0:4] is reduced, and is no scalar",
        ),
        (
            "parallel loop",
            "for (int i = 0; i < n; i += (int)b[0]) a[i] = 1;",
            "",
        ),
    ] {
        let (all, part) = shared(directive, code);
        assert!(part.is_empty(), "{code}: {all}");
        assert!(all.contains(why), "{code}: {all}");
    }
}
