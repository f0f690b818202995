//! 0001–0099: how a directive is written.

super::codes! {
UNKNOWN_DIRECTIVE = 1, "unknown directive", "OpenACC 3.3 §2.1",
    "The word after `#pragma acc` names no directive. A misspelt directive would silently change \
     what the program does, so it is an error, not a warning. Directives are case-sensitive.",
    wrong "#pragma acc paralel loop\nfor (int i = 0; i < n; i++) a[i] = 0;",
    right "#pragma acc parallel loop\nfor (int i = 0; i < n; i++) a[i] = 0;";
MISSING_DIRECTIVE = 2, "no directive after `#pragma acc`", "OpenACC 3.3 §2.1",
    "The line ends where the directive's name is expected. A macro that expands to nothing may be the cause.",
    wrong "#pragma acc",
    right "#pragma acc wait";
UNKNOWN_CLAUSE = 3, "unknown clause", "OpenACC 3.3 §2.1",
    "No directive has a clause of this name. Clauses are case-sensitive.",
    wrong "#pragma acc parallel copyn(a[0:n])",
    right "#pragma acc parallel copyin(a[0:n])";
CLAUSE_NOT_ALLOWED = 4, "clause not allowed on this directive", "OpenACC 3.3 §2.5 to §2.16",
    "The clause exists, but this directive doesn't take it. The message names the directives that do.",
    wrong "#pragma acc serial num_gangs(8)",
    right "#pragma acc parallel num_gangs(8)";
REPEATED_CLAUSE = 5, "repeated clause", "OpenACC 3.3 §2.5.4, §2.9",
    "A clause that says one thing may appear once: two values would have no order of precedence. \
     After each `device_type` it may appear once more.",
    wrong "#pragma acc parallel num_gangs(4) num_gangs(8)",
    right "#pragma acc parallel num_gangs(8)";
MISSING_PARENTHESIS = 6, "missing closing parenthesis", "OpenACC 3.3 §2.1",
    "A parenthesis, bracket or brace isn't closed before the directive ends. A directive is one line; a \
     backslash at its very end joins the next line to it.",
    wrong "#pragma acc parallel copy(a[0:n]",
    right "#pragma acc parallel copy(a[0:n])";
UNBALANCED = 7, "brackets that don't match", "OpenACC 3.3 §2.1",
    "A parenthesis, bracket or brace closes something other than what was opened last, or nothing at all.",
    wrong "#pragma acc parallel copy(a[0:n))",
    right "#pragma acc parallel copy(a[0:n])";
MISSING_ARGUMENT = 8, "clause without its argument", "OpenACC 3.3 §2.5 to §2.16",
    "The clause means nothing without an argument in parentheses.",
    wrong "#pragma acc parallel copy",
    right "#pragma acc parallel copy(a)";
UNEXPECTED_ARGUMENT = 9, "argument that isn't allowed", "OpenACC 3.3 §2.9, §2.14",
    "The clause or directive takes no parentheses.",
    wrong "#pragma acc loop independent(i)",
    right "#pragma acc loop independent";
EMPTY_ARGUMENT = 10, "empty parentheses", "OpenACC 3.3 §1.6",
    "A list has one or more items, and an optional argument that isn't given has no parentheses.",
    wrong "#pragma acc data copyin()",
    right "#pragma acc data copyin(a[0:n])";
UNEXPECTED_TEXT = 11, "unexpected text in a directive", "OpenACC 3.3 §2.1",
    "After the directive's name only clauses may follow, separated by blanks or by single commas.",
    wrong "#pragma acc parallel loop; gang",
    right "#pragma acc parallel loop gang";
EXPECTED_EXPRESSION = 12, "expression or variable missing", "OpenACC 3.3 §1.6",
    "A list has an empty item, or nothing follows a modifier's colon.",
    wrong "#pragma acc parallel copy(a, , b) num_gangs(,)",
    right "#pragma acc parallel copy(a, b) num_gangs(4)";
TOO_MANY_ARGUMENTS = 13, "too many arguments", "OpenACC 3.3 §2.5.10, §2.9",
    "The clause has more arguments than it takes. Clause expressions are assignment expressions: a comma operator needs \
     its own parentheses.",
    wrong "#pragma acc parallel vector_length(32, 64)",
    right "#pragma acc parallel vector_length(32)";
UNKNOWN_MODIFIER = 14, "unknown modifier", "OpenACC 3.3 §2.7, §2.9",
    "A word with a colon before a clause's argument is a modifier; this clause doesn't have it.",
    wrong "#pragma acc data copyin(zero: a[0:n])",
    right "#pragma acc data copyout(zero: a[0:n])";
BAD_REDUCTION_OPERATOR = 15, "bad reduction operator", "OpenACC 3.3 §2.5.15",
    "The operators are `+ * max min & | ^ && ||`, followed by a colon. They are associative and commutative: the order \
     in which threads combine their parts doesn't matter. `-` isn't.",
    wrong "#pragma acc parallel loop reduction(-:s)",
    right "#pragma acc parallel loop reduction(+:s)";
NOT_A_VARIABLE = 16, "not a variable", "OpenACC 3.3 §1.6, §2.7.1",
    "The item can't be in a list of variables. Variables, array elements, sections and members of structures can.",
    wrong "#pragma acc data copy(a + 1)",
    right "#pragma acc data copy(a[1:n])";
BAD_SECTION = 17, "bad section of an array", "OpenACC 3.3 §2.7.1",
    "A section is `[first:length]`; either may be left out. It follows the array's name, one pair of brackets per dimension, and has no stride. \
     Fortran's `a(first:last)` isn't C.",
    wrong "#pragma acc data copy(a[0:n:2], b(1:n))",
    right "#pragma acc data copy(a[0:n], b[0:n])";
BAD_COLLAPSE = 18, "bad argument of collapse", "OpenACC 3.3 §2.9.1",
    "`collapse` takes one constant positive integer, and may have `force:` before it.",
    wrong "#pragma acc loop collapse(0)",
    right "#pragma acc loop collapse(2)";
CONTRADICTORY_CLAUSES = 19, "contradictory clauses", "OpenACC 3.3 §2.5.4, §2.9, §2.15.1",
    "Two clauses contradict each other. With `device_type` this is judged for each device, by the clauses that apply to it.",
    wrong "#pragma acc loop seq gang",
    right "#pragma acc loop gang";
NOT_DEVICE_SPECIFIC = 20, "clause can't follow device_type", "OpenACC 3.3 §2.4, §2.5.4, §2.9",
    "Clauses after `device_type` apply to the named devices only, and only some clauses may differ \
     between devices. Others must come before the first `device_type`.",
    wrong "#pragma acc parallel device_type(nvidia) copy(a)",
    right "#pragma acc parallel copy(a) device_type(nvidia) num_gangs(64)";
BAD_DEVICE_TYPE = 21, "bad device type", "OpenACC 3.3 §2.4",
    "`device_type` takes names separated by commas, or `*` alone for every type not named elsewhere. A name may \
     be given once in a directive.",
    wrong "#pragma acc parallel device_type(nvidia, 2)",
    right "#pragma acc parallel device_type(nvidia) num_gangs(64)";
REQUIRED_CLAUSE = 22, "required clause missing", "OpenACC 3.3 §2.6.5, §2.6.6, §2.8, §2.14, §2.15.1",
    "The directive does nothing without at least one of these clauses.",
    wrong "#pragma acc update async(1)",
    right "#pragma acc update self(a[0:n]) async(1)";
BAD_DEFAULT = 23, "bad argument of default", "OpenACC 3.3 §2.5.4",
    "`default` is `none` (every variable needs a clause) or `present` (arrays without a clause are on the device).",
    wrong "#pragma acc parallel default(shared)",
    right "#pragma acc parallel default(present)";
UNKNOWN_ATOMIC = 24, "unknown kind of atomic", "OpenACC 3.3 §2.12",
    "`atomic` is followed by `read`, `write`, `update` or `capture`, or by nothing, which means `update`.",
    wrong "#pragma acc atomic add\ns += x;",
    right "#pragma acc atomic update\ns += x;";
UNFINISHED_DIRECTIVE = 25, "the file ends inside a directive", "OpenACC 3.3 §2.1",
    "The last line has an open parenthesis and no newline. The file was probably cut off while it was written or copied.",
    wrong "#pragma acc parallel copy(a[0:",
    right "#pragma acc parallel copy(a[0:n])";
UNTERMINATED_LITERAL = 26, "string or character constant that isn't closed", "C11 §6.4.5",
    "A quote is opened in the directive and not closed on its line.",
    wrong "#pragma acc routine bind(\"f)",
    right "#pragma acc routine seq bind(\"f\")";
STRAY_CHARACTER = 27, "stray character", "C11 §6.4",
    "The directive has a character that can't be part of C. The file may be damaged, or pasted text may have brought it: \
     typographic quotes and dashes, blanks of odd kinds.",
    wrong "#pragma acc parallel @loop",
    right "#pragma acc parallel loop";
EXTENSION = 28, "extension under -acc=strict", "PGI Accelerator model; OpenUH",
    "The directive is understood, but isn't OpenACC's. Without `-acc=strict` it is accepted.",
    wrong "#pragma acc region",
    right "#pragma acc kernels";
FORTRAN_ONLY = 29, "this belongs to Fortran", "OpenACC 3.3 §2.1",
    "Fortran's directives have forms that C has no place for: `end` directives, `do`, clauses for allocatable arrays.",
    wrong "#pragma acc end parallel",
    right "#pragma acc parallel\n{\n}";
BAD_NAME = 30, "a function's name is expected", "OpenACC 3.3 §2.15.1",
    "`routine(…)` takes one identifier, `bind(…)` one identifier or string.",
    wrong "#pragma acc routine(f, g) seq",
    right "#pragma acc routine(f) seq\n#pragma acc routine(g) seq";
WHOLE_VARIABLE = 31, "a whole variable is expected", "OpenACC 3.3 §2.8",
    "`use_device` replaces the address that a name stands for, so it takes names, not elements or sections.",
    wrong "#pragma acc host_data use_device(a[0:n])",
    right "#pragma acc host_data use_device(a)";
}
