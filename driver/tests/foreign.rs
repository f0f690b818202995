//! Words of other compilers, and what accrs says of itself.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use common::{SAXPY, accrs, folder, text};
use std::fs;
use std::process::Command;

/// `--version` begins with the host compiler's text, which tools read, and ends with our line; `-V` is nvc's.
#[test]
fn versions() {
    let f = folder(&[("a.c", SAXPY)]);
    let host = Command::new("cc").arg("--version").output().unwrap();
    let ours = accrs(f.path(), &["--version"]);
    let (host, text_of_ours) = (text(&host.stdout), text(&ours.stdout));
    let added = text_of_ours.strip_prefix(&host).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        added,
        format!("accrs {version}, OpenACC 3.3, with the compiler above\n")
    );
    let out = accrs(f.path(), &["-V"]);
    assert!(out.status.success());
    let told = text(&out.stdout);
    let mut lines = told.lines();
    assert_eq!(lines.next(), Some(""));
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with(&format!("accrs {version} 64-bit target on "))
    );
    assert!(told.ends_with(&host), "{told}");
    // Beside a file it is told, and the file is compiled.
    let out = accrs(f.path(), &["-V", "-c", "a.c"]);
    assert!(out.status.success() && f.path().join("a.o").exists());
    assert!(text(&out.stderr).contains(&format!("accrs {version} ")));
    assert_eq!(text(&out.stdout), "");
}

/// Notes on words without effect: one line for each reason, none with -w or -silent, no errors with -Werror, none where
/// nothing is compiled.
#[test]
fn words_without_effect() {
    let f = folder(&[("a.c", SAXPY), ("plain.c", "int f(void) { return 0; }\n")]);
    let words = ["-Mlre", "-Mpre", "-traceback", "-gpu=ptxinfo", "-c"];
    let told = |more: &[&str]| {
        let out = accrs(f.path(), &[&words[..], more].concat());
        assert!(out.status.success(), "{more:?}: {}", text(&out.stderr));
        text(&out.stderr)
    };
    let all = "note[ACC0411]: '-Mlre' and '-Mpre' have no effect: nvc's own optimiser alone has that\n\
               note[ACC0411]: '-traceback' has no effect: a debugger, or a core file, shows where a program of -g failed\n\
               note[ACC0411]: '-gpu=ptxinfo' has no effect: -Minfo=kernel tells of kernels\n";
    let told_of_code = told(&["plain.c"]);
    assert_eq!(told(&["a.c"]), all);
    assert_eq!(told(&["-Werror", "a.c"]), all);
    assert_eq!(told(&["-Werror=openacc", "a.c"]), all);
    assert!(
        told_of_code.contains("-Mlre") && !told_of_code.contains("ptxinfo"),
        "{told_of_code}"
    );
    assert_eq!(told(&["-w", "a.c"]), "");
    assert_eq!(told(&["-silent", "a.c"]), "");
    assert_eq!(told(&["plain.c", "-silent"]), "");
    let out = accrs(f.path(), &["-Mlre", "-o", "absent", "plain.o", "-shared"]);
    assert_eq!(text(&out.stderr), "");
}

/// A checked subscript stops the program; without a library at the link.
#[test]
fn bounds_are_checked() {
    let source = "#include <stdlib.h>\nint main(int argc, char **argv)\n{\n    int a[4] = {0};\n    (void)argv;\n    \
                  a[argc + 3] = 1;\n    return a[argc];\n}\n";
    for word in ["-Mbounds", "-C"] {
        let f = folder(&[("a.c", source)]);
        assert!(accrs(f.path(), &[word, "-c", "a.c"]).status.success());
        assert!(accrs(f.path(), &["-o", "a", "a.o"]).status.success());
        let status = Command::new(f.path().join("a")).status().unwrap();
        assert!(
            !status.success() && status.code().is_none(),
            "{word}: {status}"
        );
    }
    // With -E it is gcc's, which keeps comments.
    let f = folder(&[("c.c", "int a; // kept\n")]);
    let out = accrs(f.path(), &["-E", "-C", "c.c"]);
    assert!(text(&out.stdout).contains("// kept"));
}

/// `-cudalib=` with a toolkit, and without.
#[test]
fn cuda_libraries() {
    let f = folder(&[("a.c", SAXPY), ("empty.c", "")]);
    let lib = f.path().join("cuda/lib64");
    fs::create_dir_all(&lib).unwrap();
    fs::create_dir_all(f.path().join("cuda/include")).unwrap();
    fs::write(
        f.path().join("cuda/include/cublas_v2.h"),
        "#define HAVE_IT 1\n",
    )
    .unwrap();
    fs::write(
        f.path().join("b.c"),
        "#include <cublas_v2.h>\nint have(void) { return HAVE_IT; }\n#pragma acc routine seq\nint g(void);\n",
    )
    .unwrap();
    for name in ["libcublas.so", "libcublasLt.so"] {
        let made = accrs(
            f.path(),
            &[
                "-shared",
                "-fno-openacc",
                "-o",
                lib.join(name).to_str().unwrap(),
                "empty.c",
            ],
        );
        assert!(made.status.success(), "{}", text(&made.stderr));
    }
    let run = |home: &str, words: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_accrs"))
            .args(words)
            .current_dir(f.path())
            .env("CUDA_HOME", f.path().join(home))
            .env_remove("CUDA_PATH")
            .env_remove("NVHPC")
            .env_remove("NVHPC_ROOT")
            .output()
            .unwrap()
    };
    let out = run("cuda", &["-cudalib=cublas", "-v", "-o", "a", "a.c", "b.c"]);
    let told = text(&out.stderr);
    assert!(out.status.success(), "{told}");
    let link = told.lines().find(|l| l.contains("libaccrt.a")).unwrap();
    assert!(
        link.contains("-lcublas -lcublasLt") && link.contains("cuda/lib64"),
        "{link}"
    );
    // Compiling alone needs the include files at most.
    assert!(
        run("absent", &["-cudalib=cufft", "-c", "a.c"])
            .status
            .success()
    );
    let out = run("absent", &["-cudalib=cufft", "a.c"]);
    if !out.status.success() {
        let told = text(&out.stderr);
        assert!(
            told.starts_with("accrs: error: '-cudalib=cufft' needs libcufft.so"),
            "{told}"
        );
        assert_eq!(told.lines().count(), 1);
    }
}

/// What kernels take of a GPU is told where NVRTC is there; a program is built in any case.
#[test]
fn kernels_are_told_of_or_nvrtc_is_missed() {
    let f = folder(&[("a.c", SAXPY)]);
    let out = accrs(f.path(), &["-Minfo=kernel", "-c", "a.c"]);
    assert!(out.status.success());
    assert!(f.path().join("a.o").is_file());
    let told = text(&out.stderr);
    let of_kernel =
        told.starts_with("a.c:\n") && told.contains(" on sm_90: ") && told.contains(" register");
    let missed = told.starts_with("accrs: warning: -Minfo=kernel needs NVRTC, and ");
    assert!(of_kernel || missed, "{told}");
}
