//! 0100–0199: what clauses, loops and C inside regions mean.

super::codes! {
UNDECLARED_VARIABLE = 100, "variable not declared", "C11 §6.5.1",
    "A clause names something that isn't declared at the directive. Clauses see the same names as the statement that follows them.",
    wrong "#pragma acc parallel copy(missing)\n{ }",
    right "int found[10];\n#pragma acc parallel copy(found)\n{ }";
BAD_EXPRESSION = 101, "clause expression is not valid C", "OpenACC 3.3 §1.6",
    "The C compiler rejects the expression in the clause; its own message is quoted.",
    wrong "#pragma acc parallel num_gangs(4 +)",
    right "#pragma acc parallel num_gangs(4 + n)";
WRONG_EXPRESSION_TYPE = 102, "clause expression of wrong type", "OpenACC 3.3 §2.5.4, §2.16",
    "Conditions are scalar; counts, queue numbers and bounds of sections are integers.",
    wrong "#pragma acc parallel num_gangs(2.5)",
    right "#pragma acc parallel num_gangs(2)";
NOT_CONSTANT = 103, "a positive constant is expected", "OpenACC 3.3 §2.9.1, §2.9.2, §2.9.8",
    "The arguments of `collapse`, `tile` and `dim:` decide how code is generated, so the compiler must know them.",
    wrong "#pragma acc loop collapse(n)",
    right "#pragma acc loop collapse(2)";
REDUCTION_TYPE = 104, "reduction variable of wrong type", "OpenACC 3.3 §2.5.15",
    "The operator isn't defined for the variable's type: bit operators need integers, `max` and `min` real numbers, no operator takes pointers.",
    wrong "double x;\n#pragma acc parallel loop reduction(&:x)",
    right "unsigned x;\n#pragma acc parallel loop reduction(&:x)";
NOT_A_LOOP = 105, "a for loop must follow", "OpenACC 3.3 §2.9",
    "A loop directive applies to the `for` statement right after it. `while` and `do` have no trip count that can be known in advance.",
    wrong "#pragma acc loop\nwhile (i < n) a[i++] = 0;",
    right "#pragma acc loop\nfor (int i = 0; i < n; i++) a[i] = 0;";
LOOP_INIT = 106, "loop without a canonical start", "OpenACC 3.3 §2.9",
    "The first part of the `for` must set or declare the loop's one variable: its trip count is computed before it starts.",
    wrong "#pragma acc loop\nfor (; i < n; i++) a[i] = 0;",
    right "#pragma acc loop\nfor (int i = 0; i < n; i++) a[i] = 0;";
LOOP_CONDITION = 107, "loop without a canonical condition", "OpenACC 3.3 §2.9",
    "The condition must compare the loop's variable with a bound by `<`, `<=`, `>`, `>=` or `!=`.",
    wrong "#pragma acc loop\nfor (int i = 0; a[i]; i++) b[i] = 0;",
    right "#pragma acc loop\nfor (int i = 0; i < n; i++) b[i] = 0;";
LOOP_STEP = 108, "loop without a canonical step", "OpenACC 3.3 §2.9",
    "The variable must move by the same amount each time, towards the bound: `i++`, `i -= 2`, `i = i + step`.",
    wrong "#pragma acc loop\nfor (int i = 1; i < n; i *= 2) a[i] = 0;",
    right "#pragma acc loop\nfor (int k = 0; k < bits; k++) a[1 << k] = 0;";
LOOP_INDEX_CHANGED = 109, "loop variable changed in the body", "OpenACC 3.3 §2.9",
    "Threads compute the loop's variable from the iteration's number; the body must not assign to it or take its address.",
    wrong "#pragma acc loop\nfor (int i = 0; i < n; i++) { a[i] = 0; i++; }",
    right "#pragma acc loop\nfor (int i = 0; i < n; i += 2) a[i] = 0;";
LOOP_INDEX_TYPE = 110, "loop variable of wrong type", "OpenACC 3.3 §2.9",
    "The loop's variable must be an integer or a pointer: a floating-point trip count isn't exact.",
    wrong "#pragma acc loop\nfor (double x = 0; x < 1; x += 0.1) f(x);",
    right "#pragma acc loop\nfor (int i = 0; i < 10; i++) f(i * 0.1);";
LOOP_BOUND_CHANGES = 111, "loop bound changes in the loop", "OpenACC 3.3 §2.9",
    "Bound and step are evaluated once, before the loop; the body changes something that they depend on.",
    wrong "#pragma acc loop\nfor (int i = 0; i < n; i++) n = a[i];",
    right "int m = n;\n#pragma acc loop\nfor (int i = 0; i < m; i++) b[i] = a[i];";
COLLAPSE_TOO_DEEP = 112, "collapse deeper than the nest", "OpenACC 3.3 §2.9.1",
    "There are fewer nested loops than the argument of `collapse` or `tile` says.",
    wrong "#pragma acc loop collapse(2)\nfor (int i = 0; i < n; i++) a[i] = 0;",
    right "#pragma acc loop\nfor (int i = 0; i < n; i++) a[i] = 0;";
COLLAPSE_NOT_TIGHT = 113, "collapsed loops are not tightly nested", "OpenACC 3.3 §2.9.1",
    "There are other statements between the loops. `collapse(force:n)` lets them be run more often, where that does no harm.",
    wrong "#pragma acc loop collapse(2)\nfor (int i = 0; i < n; i++) {\n    b[i] = 0;\n    for (int j = 0; j < m; j++) a[i][j] = 0;\n}",
    right "#pragma acc loop collapse(force:2)\nfor (int i = 0; i < n; i++) {\n    b[i] = 0;\n    for (int j = 0; j < m; j++) a[i][j] = 0;\n}";
COLLAPSE_BOUNDS = 114, "bounds of collapsed loops depend on each other", "OpenACC 3.3 §2.9.1",
    "The trip counts of collapsed loops must be invariant in all of them.",
    wrong "#pragma acc loop collapse(2)\nfor (int i = 0; i < n; i++)\n    for (int j = 0; j < i; j++) a[i][j] = 0;",
    right "#pragma acc loop gang\nfor (int i = 0; i < n; i++)\n    #pragma acc loop vector\n    for (int j = 0; j < i; j++) a[i][j] = 0;";
LEVEL_NESTING = 115, "levels of parallelism nested the wrong way", "OpenACC 3.3 §2.9.2 to §2.9.4",
    "Gangs hold workers and workers hold vector lanes: a `gang` loop can't be inside a `worker` or `vector` loop, nor a `worker` loop inside a `vector` loop.",
    wrong "#pragma acc loop vector\nfor (int i = 0; i < n; i++)\n    #pragma acc loop gang\n    for (int j = 0; j < m; j++) a[i][j] = 0;",
    right "#pragma acc loop gang\nfor (int i = 0; i < n; i++)\n    #pragma acc loop vector\n    for (int j = 0; j < m; j++) a[i][j] = 0;";
BRANCH_OUT = 116, "branch out of a region or parallel loop", "OpenACC 3.3 §2.5.4, §2.9",
    "`break`, `goto` and `return` can't leave a compute construct or a loop whose iterations run in parallel: the others are already under way.",
    wrong "#pragma acc parallel loop\nfor (int i = 0; i < n; i++) if (a[i]) break;",
    right "#pragma acc parallel loop reduction(||:found)\nfor (int i = 0; i < n; i++) if (a[i]) found = 1;";
BRANCH_IN = 117, "branch into a region", "OpenACC 3.3 §2.5.4",
    "A label or case inside a construct is reached from outside: the construct's start would be skipped.",
    wrong "goto in;\n#pragma acc parallel\n{ in: a[0] = 1; }",
    right "#pragma acc parallel\n{ a[0] = 1; }";
UNKNOWN_BODY = 118, "call of a function whose body isn't known", "OpenACC 3.3 §2.15.1",
    "A region calls a function that is only declared in this file. The device needs its code: define it here or in a header, or move the call out.",
    wrong "double f(double);\n#pragma acc parallel loop\nfor (int i = 0; i < n; i++) a[i] = f(a[i]);",
    right "static double f(double x) { return x * x; }\n#pragma acc parallel loop\nfor (int i = 0; i < n; i++) a[i] = f(a[i]);";
UNSUPPORTED_C = 119, "C that can't be compiled for a device", "accrs",
    "The region holds a construct of C, or of gcc, that has no form on a device: inline assembler, computed goto, `setjmp`, variadic calls.",
    wrong "#pragma acc parallel\n{ __asm__(\"nop\"); }",
    right "__asm__(\"nop\");\n#pragma acc parallel\n{ }";
INVALID_C = 120, "invalid C in a region", "C11",
    "The statement isn't valid C, so it can't be compiled for a device. The C compiler's own message is quoted.",
    wrong "#pragma acc parallel\n{ undeclared = 1; }",
    right "int declared;\n#pragma acc parallel\n{ declared = 1; }";
NOT_AN_OBJECT = 121, "not an object in memory", "OpenACC 3.3 §1.6",
    "Data clauses move objects. Functions, types, enumeration constants, bit-fields and results of expressions can't be moved.",
    wrong "void f(void);\n#pragma acc data copy(f)\n{ }",
    right "int a;\n#pragma acc data copy(a)\n{ }";
SECTION_OF_SCALAR = 122, "section of something that isn't an array", "OpenACC 3.3 §2.7.1",
    "There are more brackets than the variable has dimensions.",
    wrong "int n;\n#pragma acc data copy(n[0:4])\n{ }",
    right "int n[4];\n#pragma acc data copy(n[0:4])\n{ }";
SECTION_LENGTH = 123, "length of the section isn't known", "OpenACC 3.3 §2.7.1",
    "Where the array's extent isn't part of its type, as with a pointer, the length must be given.",
    wrong "double *p;\n#pragma acc data copy(p[0:])\n{ }",
    right "double *p;\n#pragma acc data copy(p[0:n])\n{ }";
ATOMIC_FORM = 124, "statement isn't of an atomic form", "OpenACC 3.3 §2.12",
    "`atomic` is followed by an assignment in one of the forms that the specification lists; all occurrences of the variable must be the same place.",
    wrong "#pragma acc atomic update\nx = y + z;",
    right "#pragma acc atomic update\nx = x + z;";
DIRECTIVE_PLACE = 125, "directive in the wrong place", "OpenACC 3.3 §2.6 to §2.14",
    "Directives that work on the host isn't allowed inside a compute construct, `cache` and `atomic` only make sense in one, and \
     an executable directive can't be the sole body of `if`, `while` or a label.",
    wrong "#pragma acc parallel\n{\n    #pragma acc update self(a)\n}",
    right "#pragma acc parallel\n{ }\n#pragma acc update self(a)";
NO_STATEMENT = 126, "construct without a statement", "OpenACC 3.3 §2.5, §2.6.5",
    "A construct applies to the statement that follows it; here a declaration or the end of a block follows.",
    wrong "{\n    a[0] = 1;\n    #pragma acc parallel\n}",
    right "{\n    #pragma acc parallel\n    a[0] = 1;\n}";
VARIABLE_TWICE = 127, "variable in clauses that exclude each other", "OpenACC 3.3 §2.5.13 to §2.5.15, §2.7",
    "A variable can't be private and shared, or have two data actions that differ.",
    wrong "#pragma acc parallel copy(x) private(x)",
    right "#pragma acc parallel private(x)";
DEFAULT_NONE = 128, "variable without a clause under default(none)", "OpenACC 3.3 §2.6.2",
    "`default(none)` asks for every variable of the region to be named in a data clause.",
    wrong "#pragma acc parallel default(none)\n{ a[0] = 1; }",
    right "#pragma acc parallel default(none) copy(a)\n{ a[0] = 1; }";
ROUTINE_TARGET = 129, "routine directive without its function", "OpenACC 3.3 §2.15.1",
    "Without a name, `routine` comes right before a function; with one, after the function's declaration.",
    wrong "#pragma acc routine seq\nint x;",
    right "#pragma acc routine seq\nint f(int x);";
STATIC_IN_ROUTINE = 130, "static variable in device code", "OpenACC 3.3 §2.15.1",
    "Functions with a `routine` directive can't have static variables: a device has no single instance of them.",
    wrong "#pragma acc routine seq\nint f(void) { static int n; return n++; }",
    right "#pragma acc routine seq\nint f(int *n) { return (*n)++; }";
REDUCTION_MISMATCH = 131, "nested reductions with different operators", "OpenACC 3.3 §2.9.11",
    "Nested constructs that reduce into one variable must use one operator.",
    wrong "#pragma acc parallel loop reduction(+:s)\nfor (int i = 0; i < n; i++)\n    #pragma acc loop reduction(*:s)\n    for (int j = 0; j < m; j++) s *= a[i][j];",
    right "#pragma acc parallel loop reduction(*:s)\nfor (int i = 0; i < n; i++)\n    #pragma acc loop reduction(*:s)\n    for (int j = 0; j < m; j++) s *= a[i][j];";
NESTED_COMPUTE = 132, "compute construct inside a compute construct", "OpenACC 3.3 §2.5",
    "Device code can't start another region here; use `loop` directives for the levels of one region.",
    wrong "#pragma acc parallel\n{\n    #pragma acc kernels\n    { }\n}",
    right "#pragma acc parallel\n{\n    #pragma acc loop\n    for (int i = 0; i < n; i++) a[i] = 0;\n}";
NEEDS_POINTER = 133, "a pointer is expected", "OpenACC 3.3 §2.7.4, §2.7.12",
    "`deviceptr`, `attach` and `detach` work on pointers.",
    wrong "double a[10];\n#pragma acc parallel deviceptr(a)\n{ }",
    right "double *a;\n#pragma acc parallel deviceptr(a)\n{ }";
INCOMPLETE_TYPE = 134, "size of the variable isn't known", "OpenACC 3.3 §2.7.1",
    "The variable's type is incomplete here (`struct s;`, `extern int a[];`): how many bytes to move can't be known.",
    wrong "extern int a[];\n#pragma acc data copy(a)\n{ }",
    right "extern int a[];\n#pragma acc data copy(a[0:10])\n{ }";
LEVEL_ARGUMENT = 135, "argument of a level not allowed here", "OpenACC 3.3 §2.9.2 to §2.9.4",
    "Inside `kernels` a loop may give its number of gangs, workers or lanes only if the construct doesn't; `dim:` belongs to `parallel`.",
    wrong "#pragma acc kernels num_gangs(8)\n#pragma acc loop gang(16)\nfor (int i = 0; i < n; i++) a[i] = 0;",
    right "#pragma acc kernels\n#pragma acc loop gang(16)\nfor (int i = 0; i < n; i++) a[i] = 0;";
VALUE_RANGE = 136, "a number that no queue or device has", "OpenACC 3.3 §2.14, §2.16",
    "Queues and devices are numbered from 0. Of the negative numbers only openacc.h's special values name a queue; `set device_num` takes any negative number for \
     \"back to the start\".",
    wrong "#pragma acc wait(devnum: -1: queues: 2)",
    right "#pragma acc wait(queues: 2)";
LOOP_VARIABLE = 137, "loop variable in a clause", "OpenACC 3.3 §2.6.1",
    "The variable of a loop with a `loop` directive is private to each thread that executes its iterations; no clause can give it another attribute.",
    wrong "#pragma acc parallel loop copy(i)\nfor (i = 0; i < n; i++) a[i] = 0;",
    right "#pragma acc parallel loop\nfor (i = 0; i < n; i++) a[i] = 0;";
READONLY_WRITTEN = 138, "data that `readonly` names is written", "OpenACC 3.3 §2.7.7, §2.10",
    "`readonly` allows the compiler to assume that the data is never written in the region, so that it may be kept in memory or caches that can't be.",
    wrong "#pragma acc parallel loop copyin(readonly: a[0:n])\nfor (int i = 0; i < n; i++) a[i] += 1;",
    right "#pragma acc parallel loop copy(a[0:n])\nfor (int i = 0; i < n; i++) a[i] += 1;";
ROUTINE_CALL_LEVEL = 140, "routine called where its level is in use", "OpenACC 3.3 §2.15.1",
    "A routine brings loops of its own level, so that level and those inside it must still be free where it is called. A `vector` routine can't be called inside a `vector` loop, \
     a `worker` routine inside neither a `worker` nor a `vector` loop, a `gang` routine inside none. Nor can a routine call another of a higher level than its own.",
    wrong "#pragma acc routine vector\nvoid f(float *row, int m);\n#pragma acc parallel loop gang vector\nfor (int i = 0; i < n; i++) f(a[i], m);",
    right "#pragma acc routine vector\nvoid f(float *row, int m);\n#pragma acc parallel loop gang\nfor (int i = 0; i < n; i++) f(a[i], m);";
ROUTINE_BIND = 141, "`bind` to what can't take the function's place", "OpenACC 3.3 §2.15.1",
    "The name in `bind` is what devices call, with the same arguments. It can't be bound to another name itself, and its parameters and result must be those of the function. \
     A member function has a pointer to its object before its parameters.",
    wrong "#pragma acc routine seq bind(h)\nint g(int);\n#pragma acc routine seq bind(g)\nint f(int);",
    right "#pragma acc routine seq bind(h)\nint g(int);\n#pragma acc routine seq bind(h)\nint f(int);";
NOHOST_CALL = 142, "routine without a version for the host", "OpenACC 3.3 §2.15.1",
    "A `nohost` routine is compiled for devices only, and the region that calls it is also compiled for the host's cores.",
    wrong "#pragma acc routine seq nohost\nint f(int);\n#pragma acc parallel loop\nfor (int i = 0; i < n; i++) a[i] = f(i);",
    right "#pragma acc routine seq nohost\nint f(int);\n#pragma acc routine seq bind(f)\nint g(int i) { return i; }\n#pragma acc parallel loop\nfor (int i = 0; i < n; i++) a[i] = g(i);";
GANG_DIMENSION = 144, "gang dimensions nested the wrong way", "OpenACC 3.3 §2.9.2",
    "A loop over gangs of one dimension holds loops over gangs of lower dimensions only; dimensions are 1, 2 and 3.",
    wrong "#pragma acc loop gang(dim:1)\nfor (int i = 0; i < n; i++)\n    #pragma acc loop gang(dim:2)\n    for (int j = 0; j < m; j++) a[i][j] = 0;",
    right "#pragma acc loop gang(dim:2)\nfor (int i = 0; i < n; i++)\n    #pragma acc loop gang(dim:1)\n    for (int j = 0; j < m; j++) a[i][j] = 0;";
REDUCTION_MEMBER = 150, "reduction of something that isn't a variable", "OpenACC 3.3 §2.5.15",
    "A reduction names a scalar, a struct, an array, an element or a section of an array. Members of structs are an extension, as in nvc: a pointer to the member is reduced, \
     with a warning, and it is an error under `-acc=strict`. The member must have an address of its own (no bit-field, nothing in a union), stay at one place while the loop runs, and be reached by its name alone.",
    wrong "#pragma acc parallel loop reduction(+:p->sum)\nfor (int i = 0; i < n; i++) { p->sum += a[i]; p = p->next; }",
    right "double sum = 0;\n#pragma acc parallel loop reduction(+:sum)\nfor (int i = 0; i < n; i++) sum += a[i];\np->sum += sum;";
REDUCTION_ORPHAN = 151, "reduction of a shared variable in a routine", "OpenACC 3.3 §2.9.11",
    "A loop in a function that a region calls may reduce only variables of the function's own: those of the host are shared by all gangs, which the function can't bring together.",
    wrong "double sum;\n#pragma acc routine vector\nvoid f(const double *a, int n)\n{\n    #pragma acc loop vector reduction(+:sum)\n    for (int i = 0; i < n; i++) sum += a[i];\n}",
    right "#pragma acc routine vector\ndouble f(const double *a, int n)\n{\n    double sum = 0;\n    #pragma acc loop vector reduction(+:sum)\n    for (int i = 0; i < n; i++) sum += a[i];\n    return sum;\n}";
REDUCTION_SHARED = 152, "reduction variable without a clause on the construct", "OpenACC 3.3 §2.6.2, §2.9.11",
    "A loop reduces a scalar that belongs to code outside the `parallel` or `serial` construct, and no clause there says how it gets in and \
     out. accrs copies it back, as gcc and nvc do; the specification asks for a data clause, and an error under `-acc=strict`.",
    wrong "#pragma acc parallel\n{\n    #pragma acc loop reduction(+:s)\n    for (int i = 0; i < n; i++) s += a[i];\n}",
    right "#pragma acc parallel copy(s)\n{\n    #pragma acc loop reduction(+:s)\n    for (int i = 0; i < n; i++) s += a[i];\n}";
DECLARE_CLAUSE = 160, "clause of declare not allowed here", "OpenACC 3.3 §2.13",
    "At file scope a variable lives on the device for the whole program: `create`, `copyin`, `deviceptr`, `device_resident` and `link` say how; `copy`, `copyout` and `present` need the end or the start of a function. `link` and the others for `extern` variables likewise.",
    wrong "double a[100];\n#pragma acc declare copy(a)",
    right "double a[100];\n#pragma acc declare create(a)";
DECLARE_TWICE = 161, "variable declared twice", "OpenACC 3.3 §2.13",
    "A variable may appear at most once in all the clauses of `declare` directives for a function or for the file.",
    wrong "int n;\n#pragma acc declare create(n) copyin(n)",
    right "int n;\n#pragma acc declare copyin(n)";
DECLARE_WHOLE = 162, "declare of a part of a variable", "OpenACC 3.3 §2.13",
    "At file scope `declare` takes names of variables: what a pointer points to has no size there. Members and sections are mapped when they exist, by `enter data`.",
    wrong "double *p;\n#pragma acc declare create(p[0:n])",
    right "double *p;\n#pragma acc declare create(p)\n/* then, where p points to something: */\n#pragma acc enter data copyin(p[0:n])";
FLEXIBLE_MEMBER = 163, "flexible array member mapped without its struct", "OpenACC 3.3 §2.7.1; C11 §6.7.2.1",
    "A flexible array member lies directly after its struct, and is reached through the struct's address. A section of it alone would get memory of its own on the device, and kernels would look for it after the struct's copy, past the end of that. The bytes of both have to be mapped as one.",
    wrong "struct row { int n; float v[]; } *r;\n#pragma acc parallel loop copy(r->v[0:n])\nfor (int i = 0; i < n; i++) r->v[i] = i;",
    right "char *bytes = (char *)r;\n#pragma acc data copy(bytes[0:sizeof *r + n * sizeof r->v[0]])\n#pragma acc parallel loop present(r)\nfor (int i = 0; i < n; i++) r->v[i] = i;";
ORPHANED_LOOP = 164, "`loop` outside of compute constructs", "OpenACC 3.3 §2.9",
    "A `loop` directive says how the iterations of a compute construct are shared. In code of the host it does nothing: the loop runs sequentially, on one core. In a function that regions call, \
     `routine` makes it count.",
    wrong "#pragma acc loop gang vector\nfor (int i = 0; i < n; i++)\n    a[i] = i;",
    right "#pragma acc parallel loop gang vector\nfor (int i = 0; i < n; i++)\n    a[i] = i;";
EVERY_GANG = 165, "each gang runs all of a loop", "OpenACC 3.3 §2.5.1",
    "Each gang runs all code in `parallel`. Without a `loop` directive a loop isn't shared: every gang runs all its iterations, at the same time, and additions to memory happen once per gang.",
    wrong "#pragma acc parallel copy(a[0:n])\nfor (int i = 0; i < n; i++)\n    a[i] += 1;",
    right "#pragma acc parallel loop copy(a[0:n])\nfor (int i = 0; i < n; i++)\n    a[i] += 1;";
UNSUPPORTED_CPP = 166, "C++ that can't be compiled for a device", "accrs",
    "The region, or a function that it calls, holds something of C++ that has no form on devices: a virtual call, an object with a destructor or a copy constructor of its own, a container's \
     functions, `new`, an exception. References, overloads, templates, lambdas that are called by name, plain classes with their constructors, operators and member functions are compiled.",
    wrong "std::vector<double> v;\n#pragma acc parallel loop\nfor (int i = 0; i < n; i++)\n    v.at(i) = 0;",
    right "#pragma acc parallel loop\nfor (int i = 0; i < n; i++)\n    v[i] = 0;";
CPP_PLACE = 167, "construct in a lambda, or in a template whose instances can't be distinguished", "accrs",
    "The variables of a lambda may be copies of others, so constructs there aren't compiled yet. Of a template with constructs each instance of the file is compiled by itself, and \
     chosen by the template's arguments: these must be types that have names outside of functions, or whole numbers.",
    wrong "auto scale = [=] {\n    #pragma acc parallel loop copy(a[0:n])\n    for (int i = 0; i < n; i++)\n        a[i] *= 2;\n};",
    right "template <class T> void scale(T *a, int n)\n{\n    #pragma acc parallel loop copy(a[0:n])\n    for (int i = 0; i < n; i++)\n        a[i] *= 2;\n}";
NEVER_ASSIGNED = 168, "a private variable that is never assigned", "OpenACC 3.3 §2.5.13, §2.9.10",
    "`private` gives each gang, or each iteration, a variable of its own, which has no value until it is assigned. Here it is read and nothing assigns it. `firstprivate` copies the value \
     that it has before the construct; a pointer or a scalar that no clause names is a copy anyway.",
    wrong "#pragma acc parallel loop private(p) copy(a[0:n])\nfor (int i = 0; i < n; i++)\n    a[i] = p[i];",
    right "#pragma acc parallel loop copyin(p[0:n]) copy(a[0:n])\nfor (int i = 0; i < n; i++)\n    a[i] = p[i];";
BRACED_LOOP = 169, "a block between a directive and its loop", "OpenACC 3.3 §2.9, §2.11",
    "`loop`, and the combined constructs with it, apply to the `for` statement right after them. Where a block with one loop in it follows instead, accrs takes that loop. Other compilers refuse it, \
     and --acc-strict does.",
    wrong "#pragma acc parallel loop\n{\n    for (int i = 0; i < n; i++)\n        a[i] = 0;\n}",
    right "#pragma acc parallel loop\nfor (int i = 0; i < n; i++)\n    a[i] = 0;";
MIXED_SIGNS = 170, "a reduced maximum or minimum is compared as an unsigned number", "C11 §6.3.1.8",
    "C compares a signed and an unsigned number by making both unsigned. A negative value of the signed one then counts as a very large one. So a maximum that begins with a negative \
     number never changes, and a minimum takes the wrong element.",
    wrong "int most = -1;\nunsigned a[100];\n#pragma acc parallel loop reduction(max:most)\nfor (int i = 0; i < 100; i++)\n    if (a[i] > most) most = a[i];",
    right "int most = -1;\nunsigned a[100];\n#pragma acc parallel loop reduction(max:most)\nfor (int i = 0; i < 100; i++)\n    if ((int)a[i] > most) most = a[i];";
SECTION_IN_BYTES = 171, "a section's length in bytes", "OpenACC 3.3 §2.7.1",
    "A section is `[start:length]`, and both count elements. A length that is multiplied by the size of an element reaches far beyond the array's end: the program copies memory that isn't the array's, or stops with a segmentation fault.",
    wrong "double *a = malloc(n * sizeof(double));\n#pragma acc parallel loop copy(a[0:n * sizeof(double)])\nfor (int i = 0; i < n; i++) a[i] = 0;",
    right "double *a = malloc(n * sizeof(double));\n#pragma acc parallel loop copy(a[0:n])\nfor (int i = 0; i < n; i++) a[i] = 0;";
}
