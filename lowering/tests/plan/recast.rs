//! Loops that become several, and several that become one, on devices and on the cores.

use super::*;
use indexmap::IndexSet;

/// What is told of that in a region with these statements.
fn told(stmts: &str) -> Vec<String> {
    told_with(stmts, &Options::default())
}

fn told_with(stmts: &str, options: &Options) -> Vec<String> {
    let source = format!(
        "void f(int n, int m, double A[restrict n][m], double B[restrict n][m], double *restrict x, double *restrict y, double *restrict z, double *p, double *q, int *restrict k)\n\
         {{\n    int i, j;\n    double t = 0, s = 0;\n#pragma acc kernels\n    {{\n{stmts}    }}\n    x[0] = s;\n}}\n"
    );
    let plan = plan_with(&source, options);
    let notes = plan.lines().filter_map(|l| {
        let text = l.trim().strip_prefix("note ")?.split_once(": ")?.1;
        let ours = (text.starts_with("devices run") || text.starts_with("the host's cores run"))
            && !text.contains(" run it ");
        let end = text.find(": ").unwrap_or(text.len());
        let short = match text.split_once(": number ") {
            Some((who, number)) => match who.starts_with("devices") {
                true => format!("devices: {number}"),
                false => format!("cores: {number}"),
            },
            None => text[..end].to_string(),
        };
        ours.then_some(short)
    });
    notes.collect()
}

fn nothing(stmts: &str) {
    assert_eq!(told(stmts), Vec::<String>::new(), "{stmts}");
}

#[test]
fn sums_along_rows_and_columns_are_loops_of_their_own() {
    let both = "for (int i = 0; i < n; i++) {\n y[i] = 0;\n for (int j = 0; j < m; j++) {\n x[j] += z[i] * A[i][j];\n y[i] += A[i][j] * z[j];\n }\n}\n";
    assert_eq!(
        told(both),
        [
            "devices: 1 has lines 8, 11",
            "devices: 2 has line 10",
            "cores: 1 has lines 8, 11",
            "cores: 2 has line 10"
        ]
    );
    let one_after_the_other = "for (int i = 0; i < n; i++) {\n y[i] = 0;\n for (int j = 0; j < m; j++)\n y[i] += A[i][j] * z[j];\n for (int j = 0; j < m; j++)\n x[j] += A[i][j] * y[i];\n}\n";
    assert_eq!(
        told(one_after_the_other),
        [
            "devices: 1 has lines 8, 10",
            "devices: 2 has line 12",
            "cores: 1 has lines 8, 10",
            "cores: 2 has line 12"
        ]
    );
    let options = Options {
        transform: false,
        ..Options::default()
    };
    assert_eq!(told_with(both, &options), Vec::<String>::new());
}

#[test]
fn pieces_come_in_the_order_of_dependences() {
    // The recurrence reads what the first statement has written in the same iteration.
    let forwards =
        "for (int i = 1; i < n; i++) {\n x[i] = y[i] * 2;\n z[i] = z[i - 1] + x[i];\n}\n";
    assert_eq!(
        told(forwards),
        ["devices: 1 has line 8", "devices: 2 has line 9"]
    );
    // What the second statement writes, later iterations of the first one read.
    let backwards =
        "for (int i = 1; i < n; i++) {\n x[i] = z[i - 1] * 2;\n z[i] = z[i - 1] + y[i];\n}\n";
    assert_eq!(
        told(backwards),
        ["devices: 1 has line 9", "devices: 2 has line 8"]
    );
    let down =
        "for (i = n - 2; i >= 0; i--) {\n x[i] = z[i + 1] * 2;\n z[i] = z[i + 1] + y[i];\n}\n";
    assert_eq!(
        told(down),
        ["devices: 1 has line 9", "devices: 2 has line 8"]
    );
}

#[test]
fn what_depends_on_itself_stays_together() {
    // Each reads what the other one has written before.
    nothing("for (int i = 1; i < n; i++) {\n x[i] = z[i - 1] * 2;\n z[i] = x[i] + y[i];\n}\n");
    // A scalar goes from one to the other.
    nothing("for (int i = 1; i < n; i++) {\n t = y[i] * 2;\n z[i] = z[i - 1] + t;\n}\n");
    nothing(
        "for (int i = 1; i < n; i++) {\n double u = y[i] * 2;\n z[i] = z[i - 1] + u;\n x[i] = u;\n}\n",
    );
    // Which elements are written isn't known.
    nothing("for (int i = 1; i < n; i++) {\n x[k[i]] = y[i];\n z[i] = z[i - 1] + x[i];\n}\n");
    // A way out in between.
    nothing(
        "for (int i = 1; i < n; i++) {\n x[i] = y[i];\n if (y[i] > 9) break;\n z[i] = z[i - 1] + 1;\n}\n",
    );
    // Who has a directive knows what he wants.
    nothing(
        "#pragma acc loop seq\nfor (int i = 1; i < n; i++) {\n x[i] = y[i] * 2;\n z[i] = z[i - 1] + x[i];\n}\n",
    );
    // Little is gained by what stands beside the nest.
    nothing(
        "for (int i = 1; i < n; i++) {\n x[i] = y[i];\n for (int j = 0; j < i; j++)\n z[i] += z[j] * z[i - 1];\n}\n",
    );
}

#[test]
fn all_pieces_ask_the_same() {
    let source = "void f(int n, int m, double *A, double *x, double *y)\n{\n#pragma acc kernels\n    for (int i = 0; i < n; i++)\n        for (int j = 0; j < m; j++) {\n            x[j] += A[i * m + j];\n            y[i] += A[i * m + j];\n        }\n}\n";
    let text = plan(source);
    let asked: Vec<&str> = text
        .lines()
        .filter_map(|l| l.trim().strip_prefix("only if these don't overlap: "))
        .collect();
    let pairs = |l: &str| {
        l.split(';')
            .map(|p| p.trim().to_string())
            .collect::<IndexSet<_>>()
    };
    assert_eq!(asked.len(), 2, "{text}");
    let [first, second] = [pairs(asked[0]), pairs(asked[1])];
    assert_eq!(
        first
            .difference(&second)
            .map(String::as_str)
            .collect::<Vec<_>>(),
        ["else"]
    );
    assert_eq!(
        second
            .difference(&first)
            .map(String::as_str)
            .collect::<Vec<_>>(),
        ["else the kernel before has done it"]
    );
    assert_eq!(text.matches("_in_order serial").count(), 1, "{text}");
}

#[test]
fn loops_over_one_range_become_one() {
    let chain = "for (int i = 0; i < n; i++)\n x[i] = y[i] * 2;\nfor (int i = 0; i < n; i++)\n z[i] = x[i] + 1;\nfor (int i = 0; i < n; i++)\n y[i] = z[i];\n";
    assert_eq!(
        told(chain),
        [
            "devices run the loops at lines 7, 9, 11 as one",
            "the host's cores run the loops at lines 7, 9, 11 as one"
        ]
    );
    // Both loops of a nest: of the cores only the outer one.
    let nests = "for (int i = 0; i < n; i++)\n for (int j = 0; j < m; j++)\n A[i][j] *= 2;\nfor (int i = 0; i < n; i++)\n for (int j = 0; j < m; j++)\n B[i][j] = A[i][j] + x[j];\n";
    assert_eq!(
        told(nests)[0],
        "devices run the loops at lines 7, 10 as one"
    );
    // Sums join what they add up.
    let sum = "for (int i = 0; i < n; i++)\n x[i] = y[i] * y[i];\nfor (int i = 0; i < n; i++)\n s += x[i];\n";
    assert_eq!(told(sum)[0], "devices run the loops at lines 7, 9 as one");
}

#[test]
fn loops_that_must_not_stay_two() {
    // An iteration reads what a later one of the first loop writes.
    nothing(
        "for (int i = 0; i < n - 1; i++)\n x[i] = y[i];\nfor (int i = 0; i < n - 1; i++)\n z[i] = x[i + 1];\n",
    );
    // Or what an earlier one has written: one loop would be in order.
    nothing(
        "for (int i = 1; i < n; i++)\n x[i] = y[i];\nfor (int i = 1; i < n; i++)\n z[i] = x[i - 1];\n",
    );
    // Other ends, steps, directions.
    nothing(
        "for (int i = 0; i < n; i++)\n x[i] = y[i];\nfor (int i = 0; i < m; i++)\n z[i] = x[i];\n",
    );
    nothing(
        "for (int i = 0; i < n; i++)\n x[i] = y[i];\nfor (int i = 0; i < n; i += 2)\n z[i] = x[i];\n",
    );
    nothing(
        "for (int i = 0; i < n; i++)\n x[i] = y[i];\nfor (int i = n - 1; i >= 0; i--)\n z[i] = x[i];\n",
    );
    // The first one changes where the second one ends.
    nothing(
        "for (int i = 0; i < k[0]; i++)\n x[i] = y[i];\nfor (int i = 0; i < k[0]; i++)\n k[i] = x[i];\n",
    );
    // A sum that the second one needs.
    nothing(
        "for (int i = 0; i < n; i++)\n s += x[i];\nfor (int i = 0; i < n; i++)\n z[i] = x[i] / s;\n",
    );
    // Rows by columns, a table's elements.
    nothing(
        "for (int i = 0; i < n; i++)\n for (int j = 0; j < n; j++)\n A[i][j] = x[i];\nfor (int i = 0; i < n; i++)\n for (int j = 0; j < n; j++)\n B[i][j] = A[j][i];\n",
    );
    nothing(
        "for (int i = 0; i < n; i++)\n x[i] = y[i];\nfor (int i = 0; i < n; i++)\n z[i] = x[k[i]];\n",
    );
    // Something between them.
    nothing(
        "for (int i = 0; i < n; i++)\n x[i] = y[i];\nt = x[3];\nfor (int i = 0; i < n; i++)\n z[i] = x[i] + t;\n",
    );
}
