//! accrs beside the host compiler: the same command line, in two equal folders. Exit code, stdout,
//! stderr and the files left must be the same; objects, dependency files and preprocessed text of
//! sources without directives are compared byte by byte.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

const FILES: &[(&str, &str)] = &[
    (
        "plain.c",
        "#include <stdio.h>\n#include \"h.h\"\nint main(void)\n{\n    printf(\"%d\\n\", VALUE);\n    return 0;\n}\n",
    ),
    (
        "h.h",
        "#ifndef VALUE\n#define VALUE 42\n#endif\nint f(int);\n",
    ),
    (
        "f.c",
        "#include \"h.h\"\nint f(int x) { return x + VALUE; }\n",
    ),
    (
        "g.c",
        "int f(int);\nint g(int x) { return f(x); }\nint main(void) { return g(0) == 42 ? 0 : 1; }\n",
    ),
    (
        "warn.c",
        "int main(void)\n{\n    int unused;\n    return 0;\n}\n",
    ),
    ("error.c", "int main(void)\n{\n    return x;\n}\n"),
    ("hash.c", "#error stop here\n#include \"missing.h\"\n"),
    (
        "undefined.c",
        "int nowhere(void);\nint here(void) { return nowhere(); }\n",
    ),
    (
        "mp.c",
        "int main(void)\n{\n    int s = 0;\n#pragma omp parallel for reduction(+ : s)\n    for (int i = 0; i < 10; i++)\n        s += i;\n    return s != 45;\n}\n",
    ),
    ("a b.c", "int main(void) { return 0; }\n"),
    ("it's.c", "int main(void) { return 0; }\n"),
    ("do$lar.c", "int main(void) { return 0; }\n"),
    ("größe.c", "int main(void) { return 0; }\n"),
    ("q\"q.c", "int main(void) { return 0; }\n"),
    ("back\\slash.c", "int main(void) { return 0; }\n"),
    ("lower.s", ".globl low\nlow: ret\n"),
    ("upper.S", "#define NAME upp\n.globl NAME\nNAME: ret\n"),
    (
        "plus.cc",
        "#include <vector>\nint main() { std::vector<int> v(3); return v.size() != 3; }\n",
    ),
    ("ready.i", "# 1 \"ready.c\"\nint main(void) { return 0; }\n"),
    ("text.txt", "int main(void) { return 0; }\n"),
    ("answers", "-O2 -DVALUE=7 'plain.c' -o \"out of file\"\n"),
    ("nested", "@answers -g\n"),
    (
        "acc.c",
        "#include <stdio.h>\n#include \"h.h\"\nint main(void)\n{\n    float x[100];\n#pragma acc parallel loop copyout(x)\n    for (int i = 0; i < 100; i++)\n        x[i] = i + VALUE;\n    printf(\"%g\\n\", x[99]);\n    return 0;\n}\n",
    ),
    (
        "facc.c",
        "#include \"h.h\"\nint f(int n)\n{\n    int s = 0;\n#pragma acc parallel loop reduction(+ : s)\n    for (int i = 0; i < n; i++)\n        s += i;\n    return s + VALUE;\n}\n",
    ),
    (
        "accwarn.c",
        "int main(void)\n{\n    int unused;\n    int s = 0;\n#pragma acc parallel loop reduction(+ : s)\n    for (int i = 0; i < 10; i++)\n        s += i;\n    return s != 45;\n}\n",
    ),
    (
        "accerror.c",
        "int main(void)\n{\n    int s = 0;\n#pragma acc parallel loop reduction(+ : s)\n    for (int i = 0; i < 10; i++)\n        s += i;\n    return s != missing;\n}\n",
    ),
    (
        "acc file's.c",
        "int main(void)\n{\n    int s = 0;\n#pragma acc parallel loop reduction(+ : s)\n    for (int i = 0; i < 10; i++)\n        s += i;\n    return s != 45;\n}\n",
    ),
    (
        "acc.cc",
        "int main()\n{\n    int s = 0;\n    for (int i = 0; i < 10; i++)\n        s += i;\n    return s != 45;\n}\n",
    ),
];

/// Sources without directives: the host compiler's own result, byte by byte.
const PLAIN: &[&str] = &[
    "$CC plain.c",
    "$CC -o app plain.c",
    "$CC -oapp plain.c && ./app",
    "$CC plain.c -o app -O2 -g && ./app",
    "$CC -c plain.c",
    "$CC -c plain.c -o x.o",
    "$CC -c plain.c f.c g.c",
    "$CC -c plain.c f.c -o both.o",
    "$CC f.c g.c -o app && ./app",
    "$CC -c f.c && $CC g.c f.o -o app && ./app",
    "$CC -c f.c && ar rc libf.a f.o && $CC g.c -L. -lf -o app && ./app",
    "$CC -c f.c && ar rc libf.a f.o && $CC g.c libf.a -o app && ./app",
    "$CC -shared -fPIC f.c -o libf.so && $CC g.c -L. -lf -Wl,-rpath,. -o app && ./app",
    "$CC -S plain.c",
    "$CC -S plain.c -o -",
    "$CC -S -o out.s plain.c f.c",
    "$CC -E plain.c",
    "$CC -E plain.c -o plain.i",
    "$CC -E -P plain.c f.c",
    "$CC -E -dM - </dev/null",
    "$CC -E -C plain.c",
    "$CC -E -v - </dev/null",
    "$CC -fsyntax-only plain.c",
    "$CC -fsyntax-only error.c",
    "$CC -M plain.c",
    "$CC -MM plain.c",
    "$CC -MM plain.c f.c",
    "$CC -MM -MF deps plain.c",
    "$CC -MD -c plain.c",
    "$CC -MMD -c plain.c -o out/x.o",
    "mkdir out && $CC -MMD -c plain.c -o out/x.o",
    "$CC -MMD -MP -MF d.d -MT 'a target' -c plain.c",
    "$CC -MMD -MQ 'a$b' -c plain.c",
    "$CC -MMD plain.c -o app",
    "$CC -MD -MMD -c f.c g.c",
    "$CC -Wp,-MMD,wp.d -c plain.c",
    "$CC -Wall warn.c",
    "$CC -Wall -Werror warn.c",
    "$CC -Wall -Werror -c warn.c",
    "$CC -Wall -Wno-unused-variable -Werror -c warn.c",
    "$CC -fdiagnostics-color=always -Wall -c warn.c",
    "$CC -fdiagnostics-format=json -Wall -c warn.c",
    "$CC -w -c warn.c",
    "$CC error.c",
    "$CC -c error.c plain.c",
    "$CC -c hash.c",
    "$CC undefined.c plain.c",
    "$CC missing.c",
    "$CC -c missing.c plain.c",
    "$CC",
    "$CC -o app",
    "$CC -c",
    "$CC -o",
    "$CC plain.c -o",
    "$CC --no-such-option plain.c",
    "$CC -fno-such-flag -c plain.c",
    "$CC -Wno-such-warning -c plain.c",
    "$CC -Wno-such-warning -c warn.c -Wall",
    "$CC -std=c99 -pedantic -c plain.c",
    "$CC -std=nonsense -c plain.c",
    "$CC -x c text.txt -o app && ./app",
    "$CC -x nonsense plain.c",
    "$CC text.txt",
    "$CC -x c plain.c -x none f.c -c",
    "$CC -x c - -o app < plain.c && ./app",
    "$CC -c -x c - < plain.c",
    "$CC -x c -c - -o x.o < f.c",
    "$CC - < plain.c",
    "$CC -c lower.s",
    "$CC -c upper.S",
    "$CC plain.c lower.s upper.S -o app && ./app",
    "$CC -c plus.cc",
    "$CC plus.cc -lstdc++ -o app && ./app",
    "$CC ready.i -o app && ./app",
    "$CC -c ready.i",
    "$CC @answers && './out of file'",
    "$CC @nested && './out of file'",
    "$CC @missing",
    "$CC 'a b.c' -o 'c d' && './c d'",
    "$CC -c \"it's.c\"",
    "$CC -c 'do$lar.c' -MMD",
    "$CC -c größe.c -MMD",
    "$CC -c 'q\"q.c' -MMD",
    "$CC -c 'back\\slash.c'",
    "$CC -c ./plain.c",
    "$CC -I. -I missing -isystem . -iquote . -DVALUE=3 -U VALUE -D VALUE=4 plain.c && ./a.out",
    "$CC -include h.h -c f.c",
    "$CC -include missing.h -c f.c",
    "$CC -DVALUE='\"a b\"' -E f.c",
    "$CC -c plain.c -o missing/x.o",
    "mkdir x.o && $CC -c plain.c -o x.o",
    "$CC plain.c -o missing/app",
    "$CC -c plain.c -o /dev/null",
    "$CC -c plain.c -o /dev/full",
    "$CC -E plain.c -o /dev/full",
    "$CC -S plain.c -o /dev/full",
    "$CC plain.c -o plain.c",
    "$CC -pipe plain.c -o app && ./app",
    "$CC -save-temps plain.c -o app",
    "$CC -save-temps=obj -c plain.c",
    "$CC -flto -O2 f.c g.c -o app && ./app",
    "$CC -static plain.c -o app && ./app",
    "$CC -pthread -O3 -march=native -ffast-math plain.c -lm -o app && ./app",
    "$CC -fopenmp mp.c -o app && ./app",
    "$CC -Wall -c mp.c",
    "$CC -nostdlib plain.c",
    "$CC -r -nostdlib f.c g.c -o both.o",
    "$CC -Wl,--no-such-option plain.c",
    "$CC -Wl,-Map,app.map -Wl,--gc-sections plain.c -o app && rm app.map",
    "$CC -Xlinker -s plain.c -o app",
    "$CC plain.c -lmissing",
    "$CC -dumpversion",
    "$CC -dumpmachine",
    "$CC -dumpspecs >/dev/null",
    "$CC -print-search-dirs",
    "$CC -print-file-name=libc.a",
    "$CC -print-prog-name=ld",
    "$CC --print-sysroot",
    "$CC -v",
    "$CC -Q --help=warnings >/dev/null",
    "$CC --target-help >/dev/null",
    "$CC -aux-info protos -c f.c && cat protos",
    "$CC --param max-inline-insns-single=10 -c f.c",
    // Its stamp differs from run to run.
    "$CC --coverage -c f.c && test -s f.gcno && rm f.gcno f.o",
    "$CC -gsplit-dwarf -g -c f.c",
    "$CC -fstack-usage -c f.c",
    "$CC -m32 -E f.c",
    "$CC -v -c f.c 2>/dev/null",
    "$CC '-###' -c f.c 2>/dev/null",
];

/// Sources with directives: exit code, output and files as the host compiler's own OpenACC leaves
/// them. What is in the objects differs, of course.
const DIRECTIVES: &[&str] = &[
    "$CC acc.c",
    "$CC acc.c -o app && ./app",
    "$CC -c acc.c",
    "$CC -c acc.c f.c",
    "$CC -c acc.c facc.c -o both.o",
    "$CC -c acc.c -o x.o && $CC x.o -o app && ./app",
    "$CC acc.c facc.c -o app && ./app",
    "$CC g.c facc.c -o app; ./app",
    "$CC -c facc.c && ar rc libf.a facc.o && $CC g.c -L. -lf -o app; ./app",
    "$CC -shared -fPIC facc.c -o libf.so && $CC g.c -L. -lf -Wl,-rpath,. -o app; ./app",
    "$CC -O2 -S acc.c",
    "$CC -O2 -S acc.c -o - >/dev/null",
    "$CC -E acc.c",
    "$CC -E acc.c -o acc.i && $CC acc.i -o app && ./app",
    "$CC -fsyntax-only acc.c",
    "$CC -fsyntax-only -MMD acc.c",
    "$CC -c -MMD -MF - facc.c",
    "$CC -c -MD -MF /dev/stdout facc.c >/dev/null",
    "$CC -MMD -MF - facc.c g.c -o app",
    "$CC -E -MMD -MF - acc.c -o acc.i",
    "DEPENDENCIES_OUTPUT=dep.d $CC -c facc.c && cat dep.d",
    "$CC -c facc.c -### 2>/dev/null",
    "$CC -save-temps=none -c facc.c",
    "cat facc.c | $CC g.c -xc - -o app; ./app",
    "printf 'facc.c\\ng.c\\n' > list; while read f; do $CC -c $f; done < list",
    "cp facc.c \"$(printf 'n\\nl.c')\"; $CC -c \"$(printf 'n\\nl.c')\"",
    "$CC -Wall -Wextra -fsyntax-only acc.c accwarn.c warn.c",
    "$CC -fsyntax-only accerror.c",
    "$CC -M acc.c",
    "$CC -MM acc.c",
    "$CC -MD -c acc.c",
    "$CC -MMD -c acc.c",
    "mkdir out && $CC -MMD -c acc.c -o out/x.o && cat out/x.d",
    "$CC -MMD -MP -MF d.d -MT 'a target' -c acc.c",
    "$CC -MMD acc.c -o app",
    "$CC -MMD acc.c facc.c -o app",
    "$CC -MMD acc.c",
    "$CC -MMD -MF my.d acc.c -o app",
    "$CC -Wp,-MMD,wp.d -c acc.c",
    "$CC -Wall -Wextra -Wpedantic -Werror -c acc.c",
    "$CC -Wall -c accwarn.c",
    "$CC -Wall -Werror -c accwarn.c",
    "$CC -Wall -Werror accwarn.c -o app",
    "$CC -w -Wall -c accwarn.c",
    "$CC -fdiagnostics-color=always -Wall -c accwarn.c",
    "$CC -fdiagnostics-format=json -Wall -c accwarn.c",
    "$CC -c accerror.c",
    "$CC -c accerror.c acc.c",
    "$CC accerror.c -o app",
    "$CC acc.c undefined.c -o app",
    "$CC acc.c missing.c -o app",
    "$CC -c acc.c -o missing/x.o",
    "mkdir x.o && $CC -c acc.c -o x.o",
    "$CC acc.c -o missing/app",
    "$CC -c acc.c -o /dev/null",
    "$CC -c acc.c -o /dev/full 2>/dev/null",
    "$CC acc.c -o acc.c",
    "$CC -fno-such-flag -c acc.c",
    "$CC -std=nonsense -c acc.c",
    "$CC -std=c99 -c acc.c",
    "$CC -std=c90 -c acc.c",
    "$CC -x c - -o app < acc.c && ./app",
    "$CC -c -x c - < acc.c",
    "$CC -c -x c - -o x.o < acc.c",
    "$CC -c \"acc file's.c\" -MMD",
    "$CC \"acc file's.c\" -o \"an app's\" && \"./an app's\"",
    "$CC -x c acc.c -x none lower.s -o app && ./app",
    "$CC -DVALUE=1 acc.c && ./a.out",
    "$CC -include h.h acc.c && ./a.out",
    "$CC -pipe -g3 acc.c && ./a.out",
    "$CC -flto -O2 acc.c facc.c -o app && ./app",
    "$CC -pthread -O3 -march=native -ffast-math acc.c -lm -o app && ./app",
    "$CC -fopenmp acc.c mp.c -c",
    "$CC -fopenmp -Wall acc.c -o app && ./app",
    "$CC -Wl,--no-such-option acc.c",
    "$CC acc.c -lmissing",
    "$CC -r -nostdlib facc.c -o both.o >/dev/null",
    "$CC -aux-info protos -c facc.c && test -s protos && rm protos",
    "$CC -fstack-usage -c facc.c",
    "$CC --coverage -c facc.c",
    "$CC -gsplit-dwarf -g -c facc.c",
];

/// Both compilers work in folders of the same path, one after the other: it is in their objects.
fn fill(folder: &Path) {
    if folder.exists() {
        fs::remove_dir_all(folder).unwrap();
    }
    fs::create_dir(folder).unwrap();
    for (name, content) in FILES {
        fs::write(folder.join(name), content).unwrap();
    }
}

fn run(line: &str, compiler: &str, folder: &Path) -> Output {
    Command::new("sh")
        .args(["-c", line])
        .env("CC", compiler)
        .env("LC_ALL", "C.UTF-8")
        .env("ACC_DEVICE_TYPE", "host")
        .env_remove("ACCRS_CC")
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Relative names of all files, with mode (executable or not) and content.
fn files(folder: &Path) -> BTreeMap<String, (bool, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap();
            let executable = path.metadata().unwrap().permissions().mode() & 0o100 != 0;
            found.insert(
                name.to_string_lossy().into_owned(),
                (executable, fs::read(&path).unwrap()),
            );
        }
    }
    found
}

/// Messages with what differs from run to run taken out: names of temporary files, the
/// program's own path.
fn told(bytes: &[u8], folder: &Path) -> String {
    let text = String::from_utf8_lossy(bytes).replace(&folder.display().to_string(), "FOLDER");
    text.lines()
        .map(|line| {
            line.split_inclusive([' ', ':', '\'', '`', '(', ')'])
                .map(|w| if w.starts_with("/tmp/") { "TEMP " } else { w })
                .collect::<String>()
                + "\n"
        })
        .collect()
}

struct Seen {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    files: BTreeMap<String, (bool, Vec<u8>)>,
}

fn see(line: &str, compiler: &str, folder: &Path) -> Seen {
    fill(folder);
    let out = run(line, compiler, folder);
    Seen {
        code: out.status.code(),
        stdout: told(&out.stdout, folder),
        stderr: told(&out.stderr, folder),
        files: files(folder),
    }
}

/// The differences between the two, in words; empty when there are none.
fn differences(host: &Seen, ours: &Seen, bytes: bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, a: &str, b: &str| {
        if a != b {
            found.push(format!("{what}: cc:\n{a}\n--- accrs:\n{b}"));
        }
    };
    compare(
        "exit code",
        &format!("{:?}", host.code),
        &format!("{:?}", ours.code),
    );
    compare("stdout", &host.stdout, &ours.stdout);
    compare("stderr", &host.stderr, &ours.stderr);
    let list = |s: &Seen| {
        s.files
            .iter()
            .map(|(n, (x, _))| format!("{n}{}", if *x { "*" } else { "" }))
            .collect::<Vec<_>>()
            .join(" ")
    };
    compare("files", &list(host), &list(ours));
    for (name, (_, content)) in &host.files {
        let text = name.ends_with(".d") || name.ends_with(".i") || name.ends_with(".c");
        if let Some((_, other)) = ours.files.get(name)
            && (bytes || text)
            && other != content
        {
            found.push(format!("content of {name} differs"));
        }
    }
    found
}

fn check(lines: &[&str], host: &str, bytes: bool) {
    let lines = common::in_turn(lines);
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("work");
    let mut failures = Vec::new();
    for line in &lines {
        let host = see(&line.replace("$CC", host), "cc", &folder);
        let ours = see(line, env!("CARGO_BIN_EXE_accrs"), &folder);
        let found = differences(&host, &ours, bytes);
        if !found.is_empty() {
            failures.push(format!("=== {line}\n{}", found.join("\n")));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} differ:\n{}",
        failures.len(),
        lines.len(),
        failures.join("\n")
    );
}

#[test]
fn sources_without_directives() {
    check(PLAIN, "$CC", true);
}

#[test]
fn sources_with_directives() {
    check(DIRECTIVES, "$CC -fopenacc -foffload=disable", false);
}
