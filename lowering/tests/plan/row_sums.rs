//! Sums along the rows of a matrix, in scalars and in memory: which loops share them.

use super::automatic::{check, levels};

#[test]
fn sums_along_rows_get_the_lanes_of_kernels_too() {
    let cases = [
        (
            "for (i = 0; i < n; i++) { double x = 0; for (j = 0; j < m; j++) x += b[i*m+j] * c[j]; a[i] = x; }",
            "gang, vector",
        ),
        // In memory: devices sum up in scalars.
        (
            "for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i] += b[i*m+j] * c[j];",
            "gang, vector",
        ),
        (
            "for (i = 0; i < n; i++) { a[i] = 0; for (j = 0; j < m; j++) a[i] += b[i*m+j] * c[j]; }",
            "gang, vector",
        ),
        // One element of each of several arrays.
        (
            "for (i = 0; i < n; i++) for (j = 0; j < m; j++) { a[i] += b[i*m+j]; c[i] -= b[i*m+j]; }",
            "gang, vector",
        ),
        // Another element in each iteration.
        (
            "for (i = 0; i < n; i++) for (j = 0; j < m; j++) { k = row[j]; a[i*n+k] += b[i*m+j]; }",
            "-, -",
        ),
        // These may be one element.
        (
            "for (i = 0; i < n; i++) for (j = 0; j < m; j++) { a[2*i] += b[i*m+j]; a[2*i+1] += b[i*m+j]; }",
            "gang vector, -",
        ),
        // Columns.
        (
            "for (i = 0; i < n; i++) { double x = 0; for (j = 0; j < m; j++) x += b[j*n+i] * c[j]; a[i] = x; }",
            "gang vector, -",
        ),
        (
            "for (i = 0; i < n; i++) { a[i] = 0; for (j = 0; j < m; j++) a[i] += b[j*n+i] * c[j]; }",
            "gang vector, -",
        ),
        // The loop in between has the lanes.
        (
            "for (i = 0; i < n; i++) for (j = 0; j < n; j++) { double x = 0; for (k = 0; k < n; k++) x += b[i*n+k] * c[k*n+j]; a[i*n+j] = x; }",
            "gang vector, gang vector, -",
        ),
        // The loop around is parallel with copies of another array that it sums up in. Devices run it as two, of which each has its own.
        (
            "for (i = 0; i < n; i++) for (j = 0; j < 40; j++) { h[j] += b[i*40+j]; a[i] += b[i*40+j] * c[j]; }",
            "-, gang vector, gang, vector, gang vector, -",
        ),
        // Rows that are short, as far as is known.
        (
            "for (i = 0; i < n; i++) { double x = 0; for (j = row[i]; j < row[i+1]; j++) x += b[j]; a[i] = x; }",
            "gang worker, vector",
        ),
        (
            "for (i = 0; i < n; i++) { double x = 0; for (j = 0; j < 5; j++) x += b[i*5+j]; a[i] = x; }",
            "gang vector, -",
        ),
        // The other loop would be one lane's.
        (
            "for (i = 0; i < n; i++) { for (j = 0; j < m; j++) a[i] += b[i*m+j]; for (j = 1; j < m; j++) c[i*m+j] += c[i*m+j-1]; }",
            "gang vector, -, -",
        ),
        (
            "for (k = 0; k < 9; k++) { for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i] += b[i*m+j] * c[j]; for (i = 0; i < n; i++) c[i] = a[i]; }",
            "-, gang, vector, gang vector",
        ),
    ];
    for (loops, want) in cases {
        let body = format!("#pragma acc kernels\n{loops}");
        assert_eq!(levels(&body).join(", "), want, "{loops}");
    }
}

#[test]
fn sums_in_memory_under_loops_of_parallel() {
    check(&[
        (
            "#pragma acc parallel loop
             for (i = 0; i < n; i++) { a[i] = 0; for (j = 0; j < m; j++) a[i] += b[i*m+j] * c[j]; }",
            "gang, vector",
        ),
        (
            "#pragma acc parallel loop gang
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i] += b[j*n+i];",
            "gang, vector",
        ),
        (
            "#pragma acc parallel loop
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i] += b[j*n+i];",
            "gang vector, -",
        ),
        // All gangs add to one element.
        (
            "#pragma acc parallel
             {
             #pragma acc loop gang
             for (i = 0; i < n; i++) c[i] = b[i];
             for (j = 0; j < m; j++) a[0] += b[j]; }",
            "gang, -",
        ),
        // Both reach what the other may sum up in.
        (
            "#pragma acc parallel loop
             for (i = 0; i < n; i++) for (j = 0; j < m; j++) p[i] += q[i*m+j];",
            "gang vector, -",
        ),
    ]);
}

/// The kernels of one gang in whose lanes nothing is summed up, since the element is reached in another way too.
#[test]
fn what_else_reaches_the_element_is_left_to_one_thread() {
    let around = "for (i = 1; i < 60; i++) { c[0] = a[i - 1];";
    let cases = [
        // (The cores have a loop of its own for the sums.)
        (
            "for (j = 0; j < 50; j++) a[i] += c[j + 1];",
            "-, vector, gang vector, -, -",
        ),
        // In the loop's one iteration, where it has no other.
        (
            "for (j = 0; j <= i - 1; j++) { a[i - 1] += 1; a[i - 1] += a[2*i-2+j]; }",
            "-, -",
        ),
        // Another sum meets it in one iteration: no gang's lanes sum up, but in another order each thread has elements of its own.
        (
            "for (j = 0; j < 50; j++) { a[i] += c[j + 1]; a[i + j] += 2; }",
            "gang vector, -, -, -, -, -, -",
        ),
        (
            "for (j = 0; j < 50; j++) { a[i] += c[j + 1]; a[i + j + 1] += 2; }",
            "-, vector",
        ),
    ];
    for (loops, want) in cases {
        let body = format!("#pragma acc kernels\n{around} {loops} }}");
        assert_eq!(levels(&body).join(", "), want, "{loops}");
    }
}
