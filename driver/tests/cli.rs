//! accrs as a command: outputs, exit codes, what is left behind.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

mod common;

use common::{SAXPY, accrs, folder, text};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn compiles_and_runs() {
    let f = folder(&[("a.c", SAXPY)]);
    let out = accrs(f.path(), &["-O2", "-Wall", "-Wextra", "-o", "a b", "a.c"]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert_eq!(text(&out.stderr), "");
    assert_eq!(names(f.path()), ["a b", "a.c"]);
    let run = Command::new(f.path().join("a b"))
        .env("ACC_DEVICE_TYPE", "multicore")
        .output()
        .unwrap();
    assert_eq!(text(&run.stdout), "1 1999\n");
}

#[test]
fn several_sources_and_objects() {
    let main = SAXPY.replace("void saxpy", "void unused_here");
    let main = main.replace(
        "#include <stdio.h>",
        "#include <stdio.h>\nvoid saxpy(int, float, const float *, float *);",
    );
    let plain = "int plain(void) { return 0; }\n";
    let f = folder(&[
        ("main.c", &main),
        ("saxpy.c", &SAXPY.replace("main", "other")),
        ("plain.c", plain),
    ]);
    assert!(
        accrs(f.path(), &["-c", "main.c", "saxpy.c", "plain.c"])
            .status
            .success()
    );
    assert_eq!(
        names(f.path()),
        [
            "main.c", "main.o", "plain.c", "plain.o", "saxpy.c", "saxpy.o"
        ]
    );
    let out = accrs(
        f.path(),
        &["-o", "app", "main.o", "saxpy.o", "plain.o", "-lm"],
    );
    assert!(out.status.success(), "{}", text(&out.stderr));
    let run = Command::new(f.path().join("app"))
        .env("ACC_DEVICE_TYPE", "multicore")
        .output()
        .unwrap();
    assert_eq!(text(&run.stdout), "1 1999\n");
    fs::remove_file(f.path().join("app")).unwrap();
    assert!(
        accrs(f.path(), &["-o", "app", "main.c", "saxpy.o", "plain.c"])
            .status
            .success()
    );
    assert!(f.path().join("app").is_file());
}

#[test]
fn two_compiles_are_identical() {
    for target in [
        "--acc-target=nvidia,multicore",
        "--acc-target=nvidia,multicore,sim",
    ] {
        let f = folder(&[("a.c", SAXPY)]);
        assert!(
            accrs(f.path(), &["-O2", target, "-c", "a.c", "-o", "one.o"])
                .status
                .success()
        );
        assert!(
            accrs(f.path(), &["-O2", target, "-c", "a.c", "-o", "two.o"])
                .status
                .success()
        );
        assert_eq!(
            fs::read(f.path().join("one.o")).unwrap(),
            fs::read(f.path().join("two.o")).unwrap(),
            "{target}"
        );
    }
}

#[test]
fn sixteen_compiles_at_once() {
    let f = folder(&[("a.c", SAXPY)]);
    let children: Vec<_> = (0..16)
        .map(|i| {
            Command::new(env!("CARGO_BIN_EXE_accrs"))
                .args(["-O1", "-c", "a.c", "-o", &format!("{i}.o")])
                .current_dir(f.path())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let first = fs::read(f.path().join("0.o")).unwrap();
    for i in 1..16 {
        assert!(
            fs::read(f.path().join(format!("{i}.o"))).unwrap() == first,
            "{i}.o differs"
        );
    }
    assert_eq!(names(f.path()).len(), 17);
}

/// Bad input: exit 1, a code or the host compiler's words at the line, and no output.
#[test]
fn a_failed_compile_leaves_nothing() {
    let cut = &SAXPY[..SAXPY.find("y[i] = a").unwrap()];
    let garbage: String = (0..4096u32)
        .map(|i| char::from_u32(1 + (i * 7919) % 250).unwrap_or('x'))
        .collect();
    let cases: &[(&str, String, &[&str])] = &[
        (
            "unknown directive",
            SAXPY.replace("acc parallel loop", "acc paralel loop"),
            &["ACC0", "a.c:4"],
        ),
        (
            "unknown clause",
            SAXPY.replace("copyin(", "kopyin("),
            &["ACC0", "a.c:4", "kopyin"],
        ),
        (
            "missing parenthesis",
            SAXPY.replace("copy(y[0:n])", "copy(y[0:n]"),
            &["ACC0", "a.c:4"],
        ),
        (
            "not declared",
            SAXPY.replace("copyin(x[0:n])", "copyin(z[0:n])"),
            &["ACC0", "a.c:4", "z"],
        ),
        ("truncated", cut.to_string(), &["a.c"]),
        (
            "garbage",
            format!("#pragma acc parallel loop\n{garbage}"),
            &["a.c"],
        ),
        (
            "only a pragma",
            "#pragma acc parallel loop".to_string(),
            &["ACC0", "a.c:1"],
        ),
    ];
    for (what, source, expected) in cases {
        let f = folder(&[("a.c", source)]);
        let out = accrs(f.path(), &["-o", "app", "a.c"]);
        let stderr = text(&out.stderr);
        assert_eq!(out.status.code(), Some(1), "{what}: {stderr}");
        for e in *expected {
            assert!(stderr.contains(e), "{what}: no {e} in\n{stderr}");
        }
        assert!(!stderr.contains("panicked"), "{what}: {stderr}");
        assert_eq!(names(f.path()), ["a.c"], "{what}");
    }
}

#[test]
fn a_missing_file_is_the_host_compilers_error() {
    let f = folder(&[]);
    let ours = accrs(f.path(), &["-c", "nothere.c"]);
    let theirs = Command::new("cc")
        .args(["-c", "nothere.c"])
        .current_dir(f.path())
        .output()
        .unwrap();
    assert_eq!(ours.status.code(), theirs.status.code());
    assert_eq!(text(&ours.stderr), text(&theirs.stderr));
}

#[test]
fn without_libclang_it_says_how_to_get_it() {
    let f = folder(&[("a.c", SAXPY)]);
    let out = Command::new(env!("CARGO_BIN_EXE_accrs"))
        .args(["-c", "a.c"])
        .current_dir(f.path())
        .env("LIBCLANG_PATH", "/nonexistent/libclang.so")
        .output()
        .unwrap();
    let stderr = text(&out.stderr);
    assert_eq!(out.status.code(), Some(1));
    assert!(
        stderr.contains("libclang") && stderr.contains("ACC04") && stderr.contains("LIBCLANG_PATH"),
        "{stderr}"
    );
    assert_eq!(names(f.path()), ["a.c"]);
    // A file without directives does not need it.
    fs::write(f.path().join("b.c"), "int x;\n").unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_accrs"))
        .args(["-c", "b.c"])
        .current_dir(f.path())
        .env("LIBCLANG_PATH", "/nonexistent/libclang.so")
        .output()
        .unwrap();
    assert!(out.status.success());
}

/// Without -fopenmp the user's own OpenMP stays inactive although kernels on the cores are OpenMP.
#[test]
fn the_users_openmp_stays_inactive() {
    let source = SAXPY.replace(
        "    saxpy(1000, 2, x, y);",
        "    int threads = 0;\n#pragma omp parallel num_threads(3) reduction(+:threads)\n    threads++;\n\
         #ifdef _OPENMP\n    threads += 100;\n#endif\n    printf(\"%d \", threads);\n    saxpy(1000, 2, x, y);",
    );
    let f = folder(&[("a.c", &source)]);
    for (flags, expected) in [
        (&["-O1"][..], "1 1 1999\n"),
        (&["-O1", "-fopenmp"][..], "103 1 1999\n"),
    ] {
        let mut words = flags.to_vec();
        words.extend(["-o", "app", "a.c"]);
        let out = accrs(f.path(), &words);
        assert!(out.status.success(), "{}", text(&out.stderr));
        let run = Command::new(f.path().join("app"))
            .env("ACC_DEVICE_TYPE", "multicore")
            .output()
            .unwrap();
        assert_eq!(text(&run.stdout), expected, "{flags:?}");
    }
}

#[test]
fn dependency_files_are_ccs() {
    let f = folder(&[
        ("a.c", &format!("#include \"a.h\"\n{SAXPY}")),
        ("a.h", "int z;\n"),
    ]);
    assert!(
        accrs(f.path(), &["-MMD", "-MP", "-c", "a.c", "-o", "a.o"])
            .status
            .success()
    );
    let ours = fs::read_to_string(f.path().join("a.d")).unwrap();
    let out = Command::new("cc")
        .args(["-MMD", "-MP", "-c", "a.c", "-o", "a.o"])
        .current_dir(f.path())
        .output()
        .unwrap();
    assert!(out.status.success());
    assert_eq!(ours, fs::read_to_string(f.path().join("a.d")).unwrap());
}

#[test]
fn every_stage_can_be_looked_at() {
    let f = folder(&[("a.c", SAXPY)]);
    for (stage, expected) in [
        ("preprocessed", "#pragma acc parallel loop"),
        ("directives", "parallel"),
        ("ir", "saxpy"),
        ("plan", "saxpy"),
        ("cuda", "__global__"),
        ("openmp", "#pragma omp parallel for"),
        ("host", "__accrs_launch"),
    ] {
        let out = accrs(f.path(), &[&format!("--emit={stage}"), "a.c"]);
        assert!(out.status.success(), "{stage}: {}", text(&out.stderr));
        assert!(
            text(&out.stdout).contains(expected),
            "{stage}:\n{}",
            text(&out.stdout)
        );
    }
    let out = accrs(f.path(), &["-Minfo=accel", "-c", "a.c"]);
    assert!(
        text(&out.stderr).contains("copyin(x[0:n])"),
        "{}",
        text(&out.stderr)
    );
}

#[test]
fn explain_and_help() {
    let f = folder(&[]);
    for words in [&["--explain=ACC0001"][..], &["--explain", "ACC0001"]] {
        let out = accrs(f.path(), words);
        assert!(out.status.success() && text(&out.stdout).contains("ACC0001"));
    }
    assert_eq!(accrs(f.path(), &["--explain"]).status.code(), Some(1));
    assert_eq!(
        accrs(f.path(), &["--explain=ACC9999"]).status.code(),
        Some(1)
    );
    let out = accrs(f.path(), &["--help"]);
    assert!(out.status.success() && text(&out.stdout).contains("--acc-target"));
    assert_eq!(
        accrs(f.path(), &["--acc-target=toaster", "a.c"])
            .status
            .code(),
        Some(1)
    );
}

#[test]
fn cpp_is_compiled_where_it_has_directives() {
    let source = "int main()\n{\n    int s = 0;\n#pragma acc parallel loop reduction(+ : s)\n    \
                  for (int i = 0; i < 10; i++)\n        s += i;\n    return s != 45;\n}\n";
    let f = folder(&[("a.cpp", source), ("b.cpp", "#pragma once\nint acc;\n")]);
    let out = accrs(f.path(), &["-c", "a.cpp"]);
    assert!(out.status.success() && out.stderr.is_empty());
    let out = accrs(f.path(), &["--emit=host", "a.cpp"]);
    assert!(text(&out.stdout).contains("namespace { extern __accrs_module __accrs_unit; }"));
    let out = accrs(f.path(), &["--keep", "-c", "a.cpp"]);
    assert!(out.status.success());
    for kept in ["a.ii", "a.acc.cpp", "a.acc.cu"] {
        assert!(f.path().join(kept).is_file(), "{kept}");
    }
    // By -x, from standard input's place, and preprocessed.
    std::fs::copy(f.path().join("a.cpp"), f.path().join("a.txt")).unwrap();
    for words in [
        &["-x", "c++", "-c", "a.txt"][..],
        &["-c", "a.ii", "-o", "ii.o"],
    ] {
        let out = accrs(f.path(), words);
        assert!(out.status.success(), "{words:?}: {}", text(&out.stderr));
    }
    // Another one isn't touched.
    let out = accrs(f.path(), &["-v", "-c", "b.cpp"]);
    assert!(out.status.success() && !text(&out.stderr).contains("accrt"));
}

#[test]
fn directives_in_fortran_are_named() {
    let f = folder(&[(
        "a.f90",
        "program p\n!$acc parallel\n!$acc end parallel\nend\n",
    )]);
    let out = accrs(f.path(), &["-acc=strict", "-c", "a.f90"]);
    let told = text(&out.stderr);
    assert_eq!(out.status.code(), Some(1));
    let first = "error[ACC0418]: directives in Fortran are not compiled: this file's constructs run sequentially on the host\n";
    assert!(
        told.starts_with(first) && told.contains("a.f90:2:1"),
        "{told}"
    );
}

#[test]
fn pragmas_that_are_nearly_openacc() {
    for word in ["ac", "ACC", "openacc"] {
        let source = format!(
            "void f(int n, float *a)\n{{\n#pragma {word} parallel loop copy(a[0:n])\n    for (int i = 0; i < n; i++)\n        a[i] = 1;\n}}\n"
        );
        let f = folder(&[("a.c", source.as_str())]);
        let out = accrs(f.path(), &["-c", "a.c"]);
        let told = text(&out.stderr);
        let first = format!(
            "warning[ACC0419]: `#pragma {word}` is not an OpenACC directive: compilers ignore this line\n"
        );
        assert!(out.status.success() && told.starts_with(&first), "{told}");
        assert!(told.contains("a.c:3:1") && told.contains("write `#pragma acc parallel`"));
        let out = accrs(f.path(), &["-w", "-c", "a.c"]);
        assert!(out.status.success() && out.stderr.is_empty());
    }
}

#[test]
fn diagnostics_for_programs() {
    let f = folder(&[(
        "a.c",
        "int main(void)\n{\n#pragma acc parallell\n    return 0;\n}\n",
    )]);
    let out = accrs(f.path(), &["-c", "a.c", "-fdiagnostics-format=json"]);
    let list: serde_json::Value = serde_json::from_slice(&out.stderr).unwrap();
    assert_eq!(list[0]["kind"], "error");
    let caret = &list[0]["locations"][0]["caret"];
    assert_eq!(
        (caret["file"].as_str(), caret["line"].as_u64()),
        (Some("a.c"), Some(3))
    );
    assert_eq!(caret["column"], 13);
    assert_eq!(list[0]["locations"][0]["finish"]["column"], 21);
}

/// With `-O3` and nvc's words for accelerators kernels on GPUs round products and sums once; what is only asked for in a report changes nothing.
#[test]
fn kernels_are_quick_where_speed_is_asked_for() {
    let source = "void f(int n, double *a)\n{\n    #pragma acc parallel loop copy(a[0:n])\n    \
                  for (int i = 0; i < n; i++)\n        a[i] = a[i] * 2 + 1;\n}\nvoid g(int n, int *a)\n{\n    \
                  #pragma acc parallel loop copy(a[0:n])\n    for (int i = 0; i < n; i++)\n        a[i] += 1;\n}\n";
    let f = folder(&[("a.c", source)]);
    let first = |words: &[&str]| {
        let out = accrs(f.path(), &[words, &["--emit=cuda", "a.c"]].concat());
        text(&out.stdout)
            .lines()
            .next()
            .unwrap_or_default()
            .to_string()
    };
    for words in [
        &["-O3"][..],
        &["-acc"],
        &["-O2", "-gpu=cc90"],
        &["-ta=tesla", "-std=c99"],
    ] {
        assert_eq!(first(words), "// nvrtc:", "{words:?}");
    }
    for words in [
        &["-O2"][..],
        &["-O2", "-fopenacc"],
        &["-O2", "-Minfo=accel"],
        &["-O3", "-std=c99"],
        &["-O3", "--acc-fma=false"],
        &["-acc", "-gpu=nofma"],
        &["-O3", "-ffp-contract=off"],
        &["-O3", "-Mnofma"],
    ] {
        assert_eq!(first(words), "// nvrtc: --fmad=false", "{words:?}");
    }
    let told = |words: &[&str]| {
        let out = accrs(f.path(), &[words, &["-Minfo", "-c", "a.c"]].concat());
        text(&out.stderr).matches("round a * b + c once").count()
    };
    assert_eq!(told(&["-O3"]), 1);
    for words in [
        &["-O2"][..],
        &["-O3", "--acc-fma=true"],
        &["-O3", "--acc-target=multicore,sim"],
    ] {
        assert_eq!(told(words), 0, "{words:?}");
    }
}

/// Machine code for each GPU, and PTX of the oldest and the newest that all drivers since CUDA 11 read, or those that know the newest.
#[test]
fn kernels_for_several_gpus_are_in_the_object() {
    let source = "void f(int n, double *a)\n{\n    #pragma acc parallel loop copy(a[0:n])\n    \
                  for (int i = 0; i < n; i++)\n        a[i] += 1;\n}\n";
    let f = folder(&[("a.c", source)]);
    for (word, numbers) in [
        ("--acc-arch=sm_90,sm_80,sm_86", vec![80, 86, 90]),
        ("-gpu=cc80,cc90", vec![80, 90]),
        ("-gpu=cc90", vec![90]),
    ] {
        let out = accrs(f.path(), &[word, "-c", "a.c"]);
        if text(&out.stderr).contains("NVRTC") {
            eprintln!("left out: no NVRTC here");
            return;
        }
        assert!(out.status.success(), "{}", text(&out.stderr));
        let object = fs::read(f.path().join("a.o")).unwrap();
        let heads = object.windows(64).skip(1);
        // EM_CUDA, and the number in the flags.
        let cubins = heads.filter(|h| h.starts_with(b"\x7fELF") && h[18] == 190);
        let mut found: Vec<u8> = cubins
            .map(|h| if h[8] < 8 { h[48] } else { h[49] })
            .collect();
        found.sort_unstable();
        assert_eq!(found, numbers, "{word}");
        let object = text(&object);
        let ptx = |line: &str| object.lines().filter(|l| *l == line).count();
        let (oldest, newest) = (numbers[0], numbers[numbers.len() - 1]);
        assert_eq!(ptx(&format!(".target sm_{oldest}")), 1, "{word}");
        assert_eq!(ptx(&format!(".target sm_{newest}")), 1, "{word}");
        assert_eq!(ptx(".version 7.0"), usize::from(oldest == 80), "{word}");
        assert_eq!(ptx(".version 7.8"), 1, "{word}");
    }
    for (word, says) in [
        ("--acc-arch=sm_9x", "'sm_9x' is no name of a GPU"),
        ("--acc-arch=sm_80,", "'' is no name of a GPU"),
        ("--acc-arch=sm_95", "doesn't know that GPU"),
    ] {
        let out = accrs(f.path(), &[word, "-c", "a.c"]);
        assert_eq!(out.status.code(), Some(1), "{word}");
        assert!(text(&out.stderr).contains(says), "{}", text(&out.stderr));
    }
    // nvc's words stand in many makefiles.
    let out = accrs(f.path(), &["-gpu=cc35,cc50,cc90", "-c", "a.c"]);
    let told = text(&out.stderr);
    assert!(
        out.status.success() && told.contains("for sm_35, sm_50 now"),
        "{told}"
    );
}

/// Profilers find the user's lines: PTX for `-g` names those that statements begin on, and the directive's.
#[test]
fn ptx_leads_home() {
    let source = "#include \"a.h\"\nvoid f(int n, double *a, double *s)\n{\n    double sum = 0;\n\n\
                  #pragma acc parallel loop gang vector copy(a[0:n]) \\\n    reduction(+:sum)\n    \
                  for (int i = 0; i < n; i++)\n    {\n        a[i] =\n            half(a[i])\n            + 1;\n\n        \
                  sum +=\n            a[i];\n    }\n    *s = sum;\n}\n";
    let header = "\n\nstatic double half(double x)\n{\n\n    return x /\n        3;\n}\n";
    let f = folder(&[("a.c", source), ("a.h", header)]);
    let out = accrs(f.path(), &["-g", "--acc-arch=sm_90", "-c", "a.c"]);
    if text(&out.stderr).contains("needs NVRTC") {
        eprintln!("left out: no NVRTC here");
        return;
    }
    assert!(out.status.success(), "{}", text(&out.stderr));
    let object = fs::read(f.path().join("a.o")).unwrap();
    let object = text(&object);
    // Line 0 is the compiler's own.
    let lines = |file: &str| {
        let suffix = format!("/{file}\"");
        let named = object.lines().find_map(|l| {
            let entry = l.trim_start().strip_prefix(".file\t")?;
            entry.strip_suffix(&suffix)?.split(' ').next()
        });
        let number = named.unwrap();
        let head = format!("\t.loc\t{number} ");
        let places = object.lines().filter_map(|l| l.strip_prefix(head.as_str()));
        let lines = places.filter_map(|l| l.split(' ').next()?.parse().ok());
        lines.filter(|l| *l != 0).collect::<BTreeSet<u32>>()
    };
    assert_eq!(lines("a.c"), BTreeSet::from([6, 8, 10, 14]));
    assert_eq!(lines("a.h"), BTreeSet::from([6]));
    // accrs's own functions are in a file of their own.
    assert!(!lines("a.c.cu").is_empty());
}

/// accrs's own warnings are warnings like others: none with `-w`, errors with `-Werror`; or by themselves.
#[test]
fn own_warnings_obey() {
    let source = "void f(int *a)\n{\n#pragma acc kernels copy(a[0:9])\n    for (int i = 1; i < 9; i++)\n        \
                  a[i] += a[i - 1];\n}\n";
    let f = folder(&[("a.c", source)]);
    for (words, code, told) in [
        (&[][..], 0, "warning[ACC0206]"),
        (&["-w"], 0, ""),
        (&["-Wno-openacc"], 0, ""),
        (&["-Werror"], 1, "error[ACC0206]"),
        (&["-Werror", "-Wno-error"], 0, "warning[ACC0206]"),
        (&["-Werror", "-Wno-error=openacc"], 0, "warning[ACC0206]"),
        (&["-Werror=openacc", "-Wno-error"], 1, "error[ACC0206]"),
        (&["-Werror", "-w"], 0, ""),
    ] {
        let mut all = vec!["-c", "a.c"];
        all.extend(words);
        let out = accrs(f.path(), &all);
        let stderr = text(&out.stderr);
        assert_eq!(out.status.code(), Some(code), "{words:?}: {stderr}");
        assert!(stderr.starts_with(told), "{words:?}: {stderr}");
        assert_eq!(stderr.is_empty(), told.is_empty(), "{words:?}: {stderr}");
        assert_eq!(f.path().join("a.o").exists(), code == 0, "{words:?}");
        let _ = fs::remove_file(f.path().join("a.o"));
    }
}

#[test]
fn other_word_sizes_are_refused() {
    let f = folder(&[(
        "a.c",
        "void f(int *a)\n{\n#pragma acc parallel loop copy(a[0:9])\n    for (int i = 0; i < 9; i++)\n        a[i] = i;\n}\n",
    )]);
    for option in ["-m32", "-mx32"] {
        let out = accrs(f.path(), &[option, "-c", "a.c"]);
        assert_eq!(out.status.code(), Some(1));
        assert!(text(&out.stderr).contains(option), "{}", text(&out.stderr));
        assert_eq!(names(f.path()), ["a.c"]);
    }
    assert!(
        accrs(f.path(), &["-m32", "-m64", "-c", "a.c"])
            .status
            .success()
    );
}

#[test]
fn the_analysis_says_that_isl_is_missing() {
    let f = folder(&[("a.c", SAXPY)]);
    let out = Command::new(env!("CARGO_BIN_EXE_accrs"))
        .current_dir(f.path())
        .args(["--emit=analysis", "a.c"])
        .env("ACCRS_LIBISL", "/nowhere/libisl.so")
        .output()
        .unwrap();
    let said = text(&out.stdout);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(
        said.starts_with("isl isn't there: libisl")
            || said.starts_with("isl isn't there: /nowhere"),
        "{said}"
    );
    assert!(said.contains("domain not known: isl isn't there"), "{said}");
    assert!(said.contains("verdict: "), "{said}");
}

#[test]
fn models_of_machines_are_named_or_read() {
    let f = folder(&[
        ("a.c", SAXPY),
        ("wide.toml", "[device]\nvector_length = 256\n"),
        ("wrong.toml", "# ours\n[device]\nlanes = 64\n"),
        ("none.toml", "[device]\nwarp = 0\n"),
    ]);
    let plan = |words: &[&str]| {
        let out = accrs(f.path(), &[words, &["--emit=plan", "a.c"]].concat());
        assert!(out.status.success(), "{}", text(&out.stderr));
        text(&out.stdout)
    };
    let usual = plan(&[]);
    assert!(usual.contains("block (128, 1, 1)"), "{usual}");
    assert_eq!(usual, plan(&["--acc-machine=sm_90,cores"]));
    let wide = plan(&["--acc-machine", "wide.toml"]);
    assert!(wide.contains("block (256, 1, 1)"), "{wide}");
    // What comes later counts, and what is built in says everything of its own.
    assert_eq!(usual, plan(&["--acc-machine=wide.toml,nvidia"]));

    let refused = |list: &str| {
        let out = accrs(f.path(), &["-c", "a.c", &format!("--acc-machine={list}")]);
        assert_eq!(out.status.code(), Some(1));
        text(&out.stderr)
    };
    assert_eq!(
        refused("wrong.toml"),
        "accrs: error: wrong.toml:3: unknown key 'device.lanes'; [device] has warp, block, vector_length, rows, gangs, launch, meeting, threads, shared, registers, parameters, line, flops, bandwidth\n"
    );
    assert_eq!(
        refused("wide.toml,none.toml"),
        "accrs: error: none.toml:2: device.warp is 0; it is a number of threads from 1 to 1024\n"
    );
    assert_eq!(
        refused("missing.toml"),
        "accrs: error: --acc-machine: 'missing.toml' can't be read: No such file or directory (os error 2)\n"
    );
    let listed = text(&accrs(f.path(), &["--acc-machine=help"]).stdout);
    assert!(
        listed.starts_with("nvidia (sm_NN)\ncores (x86_64, aarch64)\n"),
        "{listed}"
    );
    assert!(
        listed.contains("\ndevice.vector_length = 128 threads\n"),
        "{listed}"
    );
}

#[test]
fn help_and_advice() {
    let f = folder(&[(
        "a.c",
        "int main(void)\n{\n    int s = 0;\n#pragma acc parallel loop reduction(+ : s)\n    \
         for (int i = 0; i < 10; i++)\n        s += i;\n    return s != 45;\n}\n",
    )]);
    let long = accrs(f.path(), &["--help"]);
    let short = accrs(f.path(), &["-h"]);
    assert!(short.status.success() && short.stdout == long.stdout);
    assert!(!text(&long.stdout).contains("Own::"));
    let out = accrs(f.path(), &["--acc-taget=sim", "a.c"]);
    assert_eq!(
        text(&out.stderr),
        "accrs: error: unknown option '--acc-taget=sim'; did you mean '--acc-target'?\n"
    );
    let run = Command::new(env!("CARGO_BIN_EXE_accrs"))
        .args(["--acc-target=sim", "-c", "a.c"])
        .env("ACCRS_CXX", "/nowhere/c++")
        .current_dir(f.path())
        .output()
        .unwrap();
    assert_eq!(
        text(&run.stderr),
        "accrs: error: '/nowhere/c++' could not be run: No such file or directory (os error 2); the sim target needs a C++ \
         compiler: install g++, name one with ACCRS_CXX, or leave sim out of --acc-target=\n"
    );
    let info = Command::new(env!("CARGO_BIN_EXE_accinfo"))
        .output()
        .unwrap();
    for row in ["C++ compiler", "binutils", "OpenMP", "libisl"] {
        assert!(text(&info.stdout).contains(&format!("\n  {row} ")), "{row}");
    }
}

/// `whatis` and `apropos` read this line: the name once, and what it is, in one sentence.
#[test]
fn manual_pages_say_their_names_once() {
    for (name, program) in [
        ("accrs", env!("CARGO_BIN_EXE_accrs")),
        ("accinfo", env!("CARGO_BIN_EXE_accinfo")),
        ("accrs-prof", env!("CARGO_BIN_EXE_accrs-prof")),
    ] {
        let out = Command::new(program)
            .arg("--generate=man")
            .output()
            .unwrap();
        let page = text(&out.stdout);
        let (_, after) = page.split_once("\n.SH NAME\n").unwrap();
        let line = after.lines().next().unwrap();
        let (own, what) = line.split_once(" \\- ").unwrap();
        assert_eq!(own.replace('\\', ""), name);
        assert!(
            what.contains(' ') && !what.contains(name) && !what.contains('.'),
            "{line}"
        );
        // Nothing but commands follows up to the next section.
        let mut more = after.lines().skip(1).take_while(|l| !l.starts_with(".SH"));
        assert!(more.all(|l| l.starts_with('.')), "{after}");
    }
}
