//! 0300–0399: valid, but not compiled yet. Never ignored: the result would be wrong.

super::codes! {
UNSUPPORTED_DIRECTIVE = 300, "directive not supported yet", "accrs",
    "The directive is valid OpenACC, but this version of accrs can't compile it.",
    wrong "#pragma acc declare create(a)",
    right "#pragma acc enter data create(a)";
UNSUPPORTED_CLAUSE = 301, "clause not supported yet", "accrs",
    "The clause is valid OpenACC, but this version of accrs can't carry it out. Leaving it out silently could change results.",
    wrong "#pragma acc routine bind(g)",
    right "#pragma acc routine seq";
UNSUPPORTED_FORM = 302, "form of a clause not supported yet", "accrs",
    "The clause is supported, but not with these arguments.",
    wrong "#pragma acc parallel num_gangs(4, 4, 4)",
    right "#pragma acc parallel num_gangs(64)";
UNSUPPORTED_TYPE = 303, "type not supported in regions yet", "accrs",
    "The region uses a value of a type that this version can't compile for the chosen targets; `long double` has no form on a GPU at all.",
    wrong "long double x;\n#pragma acc parallel copy(x)\n{ x += 1; }",
    right "double x;\n#pragma acc parallel copy(x)\n{ x += 1; }";
UNSUPPORTED_STATEMENT = 304, "statement not supported in regions yet", "accrs",
    "The statement is valid C, but this version can't compile it for a device.",
    wrong "#pragma acc parallel\n{ goto out; out:; }",
    right "#pragma acc parallel\n{ }";
UNSUPPORTED_CALL = 305, "call not supported in regions yet", "accrs",
    "Devices have C's mathematics, `printf`, `malloc` and `free`. Other functions of the library, and functions of other files without `#pragma acc routine`, can't be called there. For `rand` there are generators that need no state (docs/guide/random.md); with -acc=multicore regions run on the host's cores alone and may call anything.",
    wrong "#pragma acc parallel\n{ qsort(a, n, sizeof *a, cmp); }",
    right "qsort(a, n, sizeof *a, cmp);";
UNSUPPORTED_SECTION = 306, "section not supported yet", "OpenACC 3.3 §2.7.1",
    "The section isn't one run of bytes in memory. This version moves contiguous sections only.",
    wrong "double a[10][20];\n#pragma acc data copy(a[0:10][0:5])\n{ }",
    right "double a[10][20];\n#pragma acc data copy(a[0:10][0:20])\n{ }";
UNSUPPORTED_NEST = 307, "arrangement of loops not supported yet", "accrs",
    "The levels of parallelism are nested in a way that this version can't map to a grid.",
    wrong "#pragma acc loop worker\nfor (;;) { /* loops of many levels */ }",
    right "#pragma acc loop gang vector\nfor (int i = 0; i < n; i++) a[i] = 0;";
}
