//! 0200–0299: what analysis finds, mostly warnings.

super::codes! {
CARRIED_DEPENDENCE = 200, "loop marked parallel carries a dependence", "OpenACC 3.3 §2.9.6",
    "One iteration uses what another writes, so their order matters, but the loop is marked independent (or is in `parallel`, which means the same). \
     The compiler trusts the directive; the result may depend on timing. In `kernels`, levels without `independent` only ask for parallel iterations: there the loop \
     keeps its order.",
    wrong "#pragma acc parallel loop\nfor (int i = 1; i < n; i++) a[i] = a[i - 1] + 1;",
    right "#pragma acc parallel loop\nfor (int i = 1; i < n; i++) b[i] = a[i - 1] + 1;";
SCALAR_LIVE_OUT = 201, "scalar assigned in a parallel loop is used after it", "OpenACC 3.3 §2.6.2",
    "In `parallel` the variable is private to each thread in the loop; which value it has afterwards isn't defined. In `kernels` it is shared: where each \
     iteration reads what it assigns, and code after the loop may read the last value, the loop runs sequentially, whatever its clauses say. `private` on the loop \
     says that nobody needs the value.",
    wrong "#pragma acc kernels\n#pragma acc loop independent\nfor (int i = 0; i < n; i++) {\n    if (a[i] < 0) continue;\n    t = a[i];\n    b[i] = t * t;\n}\nuse(t);",
    right "#pragma acc kernels\n#pragma acc loop independent private(t)\nfor (int i = 0; i < n; i++) {\n    if (a[i] < 0) continue;\n    t = a[i];\n    b[i] = t * t;\n}";
UNKNOWN_EXTENT = 202, "size of the data that a pointer points to isn't known", "OpenACC 3.3 §2.7.1",
    "The region uses a pointer for which no clause gives a section and analysis finds no bounds; its data must already be on the device. \
     A device address (`acc_malloc`, `deviceptr`) and a null pointer pass too. Where the construct is certain to follow the pointer and finds host memory, the \
     program stops before the kernel, with the variable's name; where that hangs on a condition, the fault of the kernel names it.",
    wrong "#pragma acc parallel loop\nfor (int i = 0; i < n; i++) p[idx[i]] = 0;",
    right "#pragma acc parallel loop copy(p[0:m])\nfor (int i = 0; i < n; i++) p[idx[i]] = 0;";
AUTOMATIC_PRIVATE = 203, "variable made private", "OpenACC 3.3 §2.6.2",
    "A variable declared outside is assigned before it is read in each iteration, so each thread gets its own. A `private` clause says so in the source.",
    wrong "#pragma acc parallel loop\nfor (int i = 0; i < n; i++) { t = a[i]; b[i] = t * t; }",
    right "#pragma acc parallel loop private(t)\nfor (int i = 0; i < n; i++) { t = a[i]; b[i] = t * t; }";
SHARED_SCALAR = 204, "scalar shared by parallel iterations is changed", "OpenACC 3.3 §2.9.6",
    "Iterations read what other iterations write in a scalar that isn't reduced, private or accessed atomically. Where they do nothing but accumulate in it \
     (`s += x`, the greatest so far), it is reduced as if a clause named it; else the result depends on timing.",
    wrong "#pragma acc parallel loop copy(s)\nfor (int i = 0; i < n; i++) s += a[i];",
    right "#pragma acc parallel loop reduction(+:s)\nfor (int i = 0; i < n; i++) s += a[i];";
CLAUSE_IGNORED = 205, "clause has no effect", "OpenACC 3.3 §2.9",
    "The clause can be carried out by doing nothing: a hint, or one that something else on the directive makes pointless.",
    wrong "#pragma acc serial loop vector(128)",
    right "#pragma acc parallel loop vector_length(128) vector";
SEQUENTIAL_REGION = 206, "nothing in the region runs in parallel", "OpenACC 3.3 §2.5.3",
    "No loop of the region could be parallelised: it will run on one thread of the device. The message has the reason that was found for the outermost loop; \
     `-Minfo=accel` has one for each.",
    wrong "#pragma acc kernels\nfor (int i = 1; i < n; i++) a[i] = a[i - 1];",
    right "for (int i = 1; i < n; i++) a[i] = a[i - 1];";
NESTED_GANGS = 207, "gang loop inside a gang loop", "OpenACC 3.3 §2.9.2; OpenUH",
    "OpenUH and PGI spread nested gang loops over a grid of several dimensions. The standard writes that with `gang(dim:)`.",
    wrong "#pragma acc loop gang\nfor (int i = 0; i < n; i++)\n    #pragma acc loop gang vector\n    for (int j = 0; j < m; j++) a[i][j] = 0;",
    right "#pragma acc loop gang\nfor (int i = 0; i < n; i++)\n    #pragma acc loop vector\n    for (int j = 0; j < m; j++) a[i][j] = 0;";
SIZE_LIMIT = 208, "size beyond what the device has", "accrs",
    "A block holds at most 1024 threads, a warp 32: the size that the clause asks for was made smaller.",
    wrong "#pragma acc parallel vector_length(4096)",
    right "#pragma acc parallel vector_length(1024)";
HOST_ADDRESS = 209, "host address used with a device address", "OpenACC 3.3 §2.6.2",
    "A pointer that nothing is read or written through is a number to the construct: it keeps the host's value. Compared with, or subtracted from, \
     one pointer that points to data of the construct, it is moved to the device as far as that one; with several, or with one that was read from memory, it can't be. \
     A pointer that `kernels` assigns leads to the device's memory, so the host can't go on with it.",
    wrong "#pragma acc parallel loop copy(a[0:n], b[0:n])\nfor (int i = 0; i < n; i++) if (a + i < end && b + i < end) a[i] = b[i];",
    right "long m = end - a, k = end - b;\n#pragma acc parallel loop copy(a[0:n], b[0:n])\nfor (int i = 0; i < n; i++) if (i < m && i < k) a[i] = b[i];";
NEVER_WAITED = 210, "nothing waits for a queue", "OpenACC 3.3 §2.16",
    "The program starts work on a queue with `async`, and neither a `wait` directive or clause nor a routine of the API waits for it anywhere. Whether the \
     results are there when the host reads them depends on timing; at the end of `main` all queues are completed. It is only said where the whole program is in sight: `main` and all functions \
     that are called are in this file, or are the system's.",
    wrong "#pragma acc parallel loop async copy(a[0:n])\nfor (int i = 0; i < n; i++) a[i] *= 2;\nprint(a, n);",
    right "#pragma acc parallel loop async copy(a[0:n])\nfor (int i = 0; i < n; i++) a[i] *= 2;\n#pragma acc wait\nprint(a, n);";
OPENMP_INSIDE = 211, "an OpenMP directive inside an OpenACC construct", "accrs",
    "What runs in parallel inside a compute construct, and how, is said by OpenACC's directives. OpenMP's are left out there, with `-fopenmp` too: `omp critical` or \
     `omp atomic` protect nothing. A loop may have directives of both kinds, one right above the other; then nothing is said.",
    wrong "#pragma acc parallel loop copy(hits)\nfor (int i = 0; i < n; i++) {\n    #pragma omp atomic\n    hits++;\n}",
    right "#pragma acc parallel loop copy(hits)\nfor (int i = 0; i < n; i++) {\n    #pragma acc atomic\n    hits++;\n}";
EARLY_USE = 212, "variable used where gangs reduce it", "OpenACC 3.3 §2.9.11",
    "A loop over gangs reduces a variable that belongs to no gang, and the same `parallel` construct uses it outside of the loop. Gangs don't wait for each other: the parts of all are brought \
     together when the construct ends, and until then the variable has no defined value. On a device a gang sees its own part, or the value that the operator begins with; on the host's cores, what happens to \
     be there.",
    wrong "#pragma acc parallel copy(s, b)\n{\n    #pragma acc loop gang reduction(+:s)\n    for (int i = 0; i < n; i++) s += a[i];\n    b[0] = s;\n}",
    right "#pragma acc parallel loop gang reduction(+:s)\nfor (int i = 0; i < n; i++) s += a[i];\nb[0] = s;";
ANALYSIS_LIMIT = 213, "subscripts that take too long to look at", "accrs",
    "Whether iterations of a loop touch the same element is asked of an exact test, which may take long where subscripts have many divisions, remainders and cases. A construct may ask only so \
     many questions of that kind; loops that aren't settled by then run sequentially. `independent` on a loop settles it.",
    wrong "#pragma acc kernels\nfor (int i = 0; i < n; i++) { a[i / 3 * 5 + i % 7 / 2] = 0; /* and a hundred such statements */ }",
    right "#pragma acc kernels\n#pragma acc loop independent\nfor (int i = 0; i < n; i++) { a[i / 3 * 5 + i % 7 / 2] = 0; /* and a hundred such statements */ }";
CAPTURE_SHARED = 214, "captured data on the host's cores", "OpenACC 3.4 §2.7.4",
    "`capture` asks for a copy that the host's later assignments don't reach. Devices have one, with shared memory too. Loops on the host's cores work on the program's own memory, so host code that assigns the data \
     while the construct lasts changes what they see. Nothing is said where the host's code doesn't name the data meanwhile.",
    wrong "#pragma acc data copyin(capture: a[0:n])\n{\n    a[0] = 5;\n    #pragma acc parallel loop copyout(b[0:n])\n    for (int i = 0; i < n; i++) b[i] = a[i];\n}",
    right "memcpy(was, a, n * sizeof *a);\n#pragma acc data copyin(was[0:n])\n{\n    a[0] = 5;\n    #pragma acc parallel loop copyout(b[0:n])\n    for (int i = 0; i < n; i++) b[i] = was[i];\n}";
OLD_VALUE = 215, "host reads a scalar that a construct assigned a copy of", "OpenACC 3.3 §2.6.2",
    "A scalar that no clause names is firstprivate in `parallel` and `serial`: the construct, each gang of it or each iteration, assigns a copy, and the host's variable keeps its value. \
     It is only said where the host is certain to read the value from before: nothing between assigns the variable, whichever way control takes. \
     Only local variables and parameters that no pointer may point to are checked. `kernels` brings such values back by itself.",
    wrong "int found = 0;\n#pragma acc parallel loop\nfor (int i = 0; i < n; i++) if (a[i] == key) found = 1;\nif (found) use(key);",
    right "int found = 0;\n#pragma acc parallel loop reduction(||:found)\nfor (int i = 0; i < n; i++) if (a[i] == key) found = 1;\nif (found) use(key);";
}
