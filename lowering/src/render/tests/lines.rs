//! The host file's line markers: what host compilers and debuggers say of the user's lines names these lines.

use super::{rendered, targets};

/// Each `int at_N` of the rendered text stands on line N of the user's file.
fn lines_are_kept(text: &str) {
    let rendered = rendered(text, &targets(true, true));
    let (mut file, mut line) = (String::new(), 0);
    let mut found = 0;
    for row in rendered.host.lines() {
        if let Some(marker) = row.strip_prefix("# ") {
            let mut words = marker.split(' ');
            line = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
            file = words.next().unwrap_or_default().into();
            continue;
        }
        let word = row.split("int at_").nth(1).filter(|_| file == "\"t.c\"");
        let number = word.and_then(|w| w.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
        if let Some(number) = number {
            let number: usize = number;
            found += 1;
            assert_eq!(number, line, "{row}\n{}", rendered.host);
        }
        line += 1;
    }
    assert!(found > 0, "{}", rendered.host);
}

#[test]
fn lines_behind_a_nest_that_is_counted_are_kept() {
    for clauses in ["tile(2, 4)", "collapse(2)", "gang"] {
        lines_are_kept(&format!(
            "# 1 \"t.c\"
void f(int n, int m, double *a)
{{
    #pragma acc parallel copy(a[0:n * m])
    {{
        #pragma acc loop {clauses}
        for (short i = 0; i < n; i++)
        {{
            for (short j = 0;
                 j < m;
                 j++)
            {{
                int at_12 = i;
                a[i * m + j] = at_12;
            }}
        }}
        int at_16 = 0;
        #pragma acc loop gang vector
        for (int i = 0; i < n; i++) {{
            int at_19 = at_16;
            a[i] += at_19;
        }}
    }}
    int at_23 = 0;
    a[0] += at_23;
    #pragma acc parallel loop {clauses} copy(a[0:n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j += 2)
            a[i * m + j] = n;
    int at_29 = 0; a[0] += at_29;
}}
"
        ));
    }
}
