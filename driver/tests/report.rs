//! `--report=html`: where the page goes, what it holds, and what is said where it can't be made. How it works in a browser, `acctest report` knows.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{SAXPY, accrs, folder, text};
use std::fs;
use std::path::Path;

/// The page's model.
fn model(page: &Path) -> serde_json::Value {
    let text = fs::read_to_string(page).unwrap();
    let (_, rest) = text.split_once("id=\"model\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn stands_beside_the_output() {
    let f = folder(&[("a.c", SAXPY)]);
    fs::create_dir(f.path().join("obj")).unwrap();
    for (words, page) in [
        (&["--report=html", "-o", "app"][..], "app.report.html"),
        (
            &["--report=html", "-c", "-o", "obj/x.o"],
            "obj/x.report.html",
        ),
        (&["--report=html", "-c"], "a.report.html"),
        (&["--report", "html:p.html", "-fsyntax-only"], "p.html"),
    ] {
        let out = accrs(f.path(), &[words, &["a.c"]].concat());
        assert!(out.status.success(), "{words:?}: {}", text(&out.stderr));
        assert_eq!(text(&out.stderr), "", "{words:?}");
        let model = model(&f.path().join(page));
        assert_eq!(model["title"], "a.c", "{words:?}");
        assert_eq!(
            model["units"][0]["files"][0]["lines"]
                .as_array()
                .unwrap()
                .len(),
            SAXPY.lines().count()
        );
        assert!(!model["units"][0]["cuda"].as_array().unwrap().is_empty());
        assert!(!model["units"][0]["openmp"].as_array().unwrap().is_empty());
    }
}

#[test]
fn several_sources_are_one_page_beside_other_reports() {
    let f = folder(&[
        ("a.c", SAXPY),
        (
            "b.c",
            &SAXPY
                .replace("main", "other")
                .replace("void saxpy", "void again")
                .replace("    saxpy(", "    again("),
        ),
        ("plain.c", "int plain;\n"),
    ]);
    let out = accrs(
        f.path(),
        &[
            "-c",
            "-Minfo=accel",
            "--report=html:p.html",
            "a.c",
            "b.c",
            "plain.c",
        ],
    );
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(
        text(&out.stderr).contains("Generating kernel a_"),
        "{}",
        text(&out.stderr)
    );
    let units = model(&f.path().join("p.html"))["units"].clone();
    let names: Vec<&str> = units
        .as_array()
        .unwrap()
        .iter()
        .map(|u| u["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["a.c", "b.c"]);
}

#[test]
fn a_loop_in_a_header_has_its_file() {
    let header = "static inline void twice(int n, float *a)\n{\n#pragma acc parallel loop copy(a[0:n])\n    for (int i = 0; i < n; i++)\n        a[i] *= 2;\n}\n";
    let f = folder(&[
        ("h.h", header),
        (
            "a.c",
            "#include \"h.h\"\nvoid f(int n, float *a);\nvoid f(int n, float *a)\n{\n    twice(n, a);\n}\n",
        ),
    ]);
    let out = accrs(f.path(), &["-fsyntax-only", "--report=html:p.html", "a.c"]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    let unit = model(&f.path().join("p.html"))["units"][0].clone();
    assert_eq!(unit["files"][1]["name"], "h.h");
    let lines = unit["cuda"].as_array().unwrap();
    let of_body = |l: &&serde_json::Value| {
        l["t"].as_str().unwrap().contains("a[i] = ")
            || l["t"].as_str().unwrap().contains("a[i] *= ")
    };
    let body: Vec<_> = lines.iter().filter(of_body).collect();
    assert!(
        !body.is_empty() && body.iter().all(|l| l["f"] == 1 && l["l"] == 5),
        "{body:?}"
    );
}

#[test]
fn says_what_is_wrong() {
    let f = folder(&[
        ("a.c", SAXPY),
        ("plain.c", "int plain;\n"),
        ("t.json", "{\"traceEvents\":7}"),
        ("c.json", "{}"),
    ]);
    for (words, said) in [
        (
            &["--trace=t.json", "-c", "a.c"][..],
            "--trace goes with --report=html",
        ),
        (
            &["--counts=c.json", "-c", "a.c"],
            "--counts goes with --report=html",
        ),
        (
            &["--report=html", "--trace=t.json", "-c", "a.c"],
            "'t.json' is not a trace",
        ),
        (
            &["--report=html", "--counts=c.json", "-c", "a.c"],
            "'c.json' doesn't hold figures",
        ),
        (
            &["--report=html", "--trace=none.json", "-c", "a.c"],
            "'none.json' can't be read",
        ),
        (&["--report=html", "--emit=cuda", "a.c"], "not with --emit"),
        (
            &["--report=html:no/such/p.html", "-fsyntax-only", "a.c"],
            "no/such/p.html",
        ),
    ] {
        let out = accrs(f.path(), words);
        assert_eq!(out.status.code(), Some(1), "{words:?}");
        assert!(
            text(&out.stderr).contains(said),
            "{words:?}: {}",
            text(&out.stderr)
        );
    }
    let out = accrs(f.path(), &["--report=html", "-c", "plain.c"]);
    assert!(
        out.status.success() && text(&out.stderr).contains("no page is written"),
        "{}",
        text(&out.stderr)
    );
}
