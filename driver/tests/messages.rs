//! Diagnostics for programs: gcc's JSON and SARIF 2.1.0, ours and the host compiler's together.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A warning of ours in line 5 (behind a tab and an `ä` in line 4), one of the host compiler's in line 3.
const WARNED: &str = "int g(int *a)
{
    int unused;
/* ä */ _Pragma(\"acc kernels copy(a[0:9])\")
    for (int i = 1; i < 9; i++)
        a[i] += a[i - 1];
    return a[0];
}
";

fn accrs(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_accrs"))
        .args(words)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env_remove("ACCRS_CC")
        .output()
        .unwrap()
}

fn folder() -> tempfile::TempDir {
    let f = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(f.path().join(name), text).unwrap();
    write("a.c", WARNED);
    write(
        "both wrong.c",
        &WARNED.replace("return a[0]", "return nowhere"),
    );
    write("ours.c", &WARNED.replace("copy(", "kopy("));
    write("missing.c", &format!("#include \"missing.h\"\n{WARNED}"));
    write(
        "plain.c",
        "int f(void)\n{\n    int unused;\n    return 0;\n}\n",
    );
    f
}

/// What SARIF 2.1.0 requires of a log, and what its readers want.
fn check(log: &Value) -> Vec<(String, String, u64)> {
    let text = |v: &Value| {
        v.as_str()
            .unwrap_or_else(|| panic!("no text: {log}"))
            .to_string()
    };
    assert!(text(&log["$schema"]).contains("sarif-schema-2.1.0.json"));
    assert_eq!(log["version"], "2.1.0");
    let mut found = Vec::new();
    for run in log["runs"].as_array().unwrap() {
        let driver = &run["tool"]["driver"];
        assert!(!text(&driver["name"]).is_empty());
        let rules: Vec<String> = driver["rules"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| text(&r["id"]))
            .collect();
        for result in run["results"].as_array().unwrap() {
            let rule = text(&result["ruleId"]);
            assert!(rules.contains(&rule), "no rule {rule}: {log}");
            let level = text(&result["level"]);
            assert!(["none", "note", "warning", "error"].contains(&level.as_str()));
            assert!(!text(&result["message"]["text"]).is_empty());
            let place = &result["locations"][0]["physicalLocation"];
            let uri = text(&place["artifactLocation"]["uri"]);
            assert!(!uri.contains(' ') && !uri.is_empty(), "{uri}");
            let line = place["region"]["startLine"].as_u64().unwrap();
            assert!(line >= 1 && place["region"]["startColumn"].as_u64().unwrap() >= 1);
            found.push((format!("{level} {rule}"), uri, line));
        }
    }
    found
}

fn told(expected: &[(&str, &str, u64)]) -> Vec<(String, String, u64)> {
    expected
        .iter()
        .map(|(r, u, l)| (r.to_string(), u.to_string(), *l))
        .collect()
}

#[test]
fn sarif_holds_both_compilers_words() {
    let f = folder();
    for (words, code, logs) in [
        (
            &["-c", "a.c"][..],
            0,
            vec![told(&[
                ("warning ACC0206", "a.c", 5),
                ("warning -Wunused-variable", "a.c", 3),
            ])],
        ),
        (
            &["-fsyntax-only", "a.c"],
            0,
            vec![told(&[
                ("warning ACC0206", "a.c", 5),
                ("warning -Wunused-variable", "a.c", 3),
            ])],
        ),
        (
            &["-c", "ours.c"],
            1,
            vec![told(&[("error ACC0003", "ours.c", 4)])],
        ),
        (
            &["-c", "both wrong.c"],
            1,
            vec![told(&[
                ("warning ACC0206", "both%20wrong.c", 5),
                ("error error", "both%20wrong.c", 7),
                ("warning -Wunused-variable", "both%20wrong.c", 3),
                ("warning -Wreturn-type", "both%20wrong.c", 8),
            ])],
        ),
        (
            &["-c", "missing.c"],
            1,
            vec![told(&[("error fatal error", "missing.c", 1)])],
        ),
        (
            &["-c", "a.c", "plain.c"],
            0,
            vec![
                told(&[
                    ("warning ACC0206", "a.c", 5),
                    ("warning -Wunused-variable", "a.c", 3),
                ]),
                told(&[("warning -Wunused-variable", "plain.c", 3)]),
            ],
        ),
    ] {
        for form in ["sarif-stderr", "sarif-file"] {
            let format = format!("-fdiagnostics-format={form}");
            let mut all = vec!["-Wall", &format];
            all.extend(words);
            let out = accrs(f.path(), &all);
            let stderr = String::from_utf8_lossy(&out.stderr).into_owned();
            assert_eq!(out.status.code(), Some(code), "{all:?}: {stderr}");
            let mut found = Vec::new();
            if form == "sarif-file" {
                assert_eq!(
                    stderr.replace("compilation terminated.\n", ""),
                    "",
                    "{all:?}"
                );
                for name in words.iter().filter(|w| w.ends_with(".c")) {
                    let path = f.path().join(format!("{name}.sarif"));
                    found.push(check(
                        &serde_json::from_slice(&fs::read(&path).unwrap()).unwrap(),
                    ));
                    fs::remove_file(path).unwrap();
                }
            } else {
                let json = stderr.lines().filter(|l| l.starts_with('{'));
                found.extend(json.map(|l| check(&serde_json::from_str(l).unwrap())));
            }
            assert_eq!(found, logs, "{all:?}: {stderr}");
        }
    }
}

/// Columns are code points, rules lead to the page that explains.
#[test]
fn sarif_places_and_explains() {
    let f = folder();
    let out = accrs(
        f.path(),
        &["-fdiagnostics-format=sarif-stderr", "-c", "ours.c"],
    );
    let log: Value = serde_json::from_slice(&out.stderr).unwrap();
    let run = &log["runs"][0];
    let region = &run["results"][0]["locations"][0]["physicalLocation"]["region"];
    let line = WARNED.lines().nth(3).unwrap();
    let column = line.chars().position(|c| c == '_').unwrap() as u64;
    let start = region["startColumn"].as_u64().unwrap();
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert!(
        start > column && start <= line.chars().count() as u64,
        "{region}"
    );
    let rule = &run["tool"]["driver"]["rules"][0];
    assert_eq!(rule["id"], "ACC0003");
    assert!(rule["help"]["text"].as_str().unwrap().contains("ACC0003"));
}

#[test]
fn json_in_a_file_is_one_list() {
    let f = folder();
    let out = accrs(
        f.path(),
        &["-Wall", "-fdiagnostics-format=json-file", "-c", "a.c"],
    );
    assert_eq!(String::from_utf8_lossy(&out.stderr), "");
    let list: Value =
        serde_json::from_slice(&fs::read(f.path().join("a.c.gcc.json")).unwrap()).unwrap();
    let kinds: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["warning", "warning"]);
    assert!(f.path().join("a.o").exists());
}

/// Colours don't undo the form.
#[test]
fn color_is_no_form() {
    let f = folder();
    let out = accrs(
        f.path(),
        &[
            "-fdiagnostics-format=sarif-stderr",
            "-fdiagnostics-color=always",
            "-c",
            "ours.c",
        ],
    );
    check(&serde_json::from_slice(&out.stderr).unwrap());
}

/// A file's first hundred errors are shown, or as many as gcc's own option says, and how many more there are.
#[test]
fn errors_are_counted() {
    let f = folder();
    let clauses = "#pragma acc data copy(nowhere)\n    ;\n".repeat(250);
    fs::write(
        f.path().join("many.c"),
        format!("void f(void)\n{{\n{clauses}}}\n"),
    )
    .unwrap();
    let shown = |words: &[&str]| {
        let mut all = vec!["-c", "many.c"];
        all.extend(words);
        let out = accrs(f.path(), &all);
        assert!(!out.status.success() && !f.path().join("many.o").exists());
        let said = String::from_utf8(out.stderr).unwrap();
        let more = said.lines().find(|l| l.contains("not shown"));
        let errors = said.lines().filter(|l| l.starts_with("error[")).count();
        (errors, more.map(str::to_string))
    };
    let more = |text: &str| Some(format!("note[ACC0416]: {text}"));
    assert_eq!(shown(&[]), (100, more("150 more errors are not shown")));
    let one = shown(&["-fmax-errors=249"]);
    assert_eq!(one, (249, more("1 more error is not shown")));
    assert_eq!(shown(&["-fmax-errors=0"]), (250, None));
}
