//! The loop tree's passes, by what a tree is after each of them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use accrs_frontend::{CRules, Input};
use accrs_lowering::{Options, trees};
use expect_test::{Expect, expect};

/// The trees of a function's kernels and routines after a pass.
fn after(pass: &str, text: &str, expect: &Expect) {
    let output = accrs_frontend::parse(Input {
        text: format!("# 1 \"t.c\"\n{text}"),
        path: "t.c",
        cflags: &[],
        rules: &CRules::default(),
        strict: false,
    });
    let words: Vec<_> = output.diagnostics.iter().map(|d| &d.message).collect();
    let unit = output
        .unit
        .unwrap_or_else(|| panic!("not parsed: {words:?}"));
    let (text, problems) = trees(&unit, &Options::default());
    let errors: Vec<_> = problems
        .iter()
        .filter(|d| d.severity == accrs_frontend::Severity::Error)
        .map(|d| &d.message)
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let wanted = format!(", {pass}:\n");
    let parts: Vec<&str> = text
        .split_inclusive("\n\n")
        .filter(|part| part.contains(&wanted))
        .collect();
    expect.assert_eq(&parts.concat());
}

const ROWS: &str = r#"
void rows(int n, int m, double *a, double *s)
{
#pragma acc parallel loop gang num_gangs(8) vector_length(32) copy(a[0:n*m], s[0:n])
    for (int i = 0; i < n; i++) {
        double t = s[i];
#pragma acc loop vector
        for (int j = 0; j < m; j++)
            a[i * m + j] *= t;
        s[i] = a[i * m];
#pragma acc loop vector
        for (int j = 0; j < m; j++)
            a[i * m + j] += s[i];
    }
}
"#;

#[test]
fn code_between_vector_loops_is_run_by_one_thread_where_it_stores() {
    after(
        "threads",
        ROWS,
        &expect![[r#"
        t_rows_4, threads:
          loop i = 0; i < n; i++ over block.x, around others
            private t in register
            all, reads
              initial t = s[i]
            loop j = 0; j < m; j++ over thread.x
              a[i*m + j] *= t
            first along thread.x, reads and writes
              s[i] = a[i*m]
            loop j = 0; j < m; j++ over thread.x
              a[i*m + j] += s[i]

    "#]],
    );
}

#[test]
fn barriers_stand_where_another_thread_stored() {
    after(
        "barriers",
        ROWS,
        &expect![[r#"
        t_rows_4, barriers:
          loop i = 0; i < n; i++ over block.x, around others
            private t in register
            all, reads
              initial t = s[i]
            loop j = 0; j < m; j++ over thread.x, behind a barrier: what other threads use is overwritten
              a[i*m + j] *= t
            barrier: other threads' stores are read
            first along thread.x, reads and writes
              s[i] = a[i*m]
            loop j = 0; j < m; j++ over thread.x, behind a barrier: other threads' stores are read
              a[i*m + j] += s[i]

    "#]],
    );
}

/// What an iteration of a loop in order leaves, the next one reads.
#[test]
fn iterations_of_a_loop_in_order_wait_for_the_one_before() {
    after(
        "barriers",
        r#"
void swaps(int n, int m, double *a, double *b)
{
#pragma acc parallel loop gang copy(a[0:n*m], b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 9; k++) {
#pragma acc loop vector
            for (int j = 0; j < m; j++)
                b[i * m + j] = a[i * m + m - 1 - j];
#pragma acc loop vector
            for (int j = 0; j < m; j++)
                a[i * m + j] = b[i * m + j];
        }
}
"#,
        &expect![[r#"
            t_swaps_4, barriers:
              loop i = 0; i < n; i++ over block.x, around others
                block
                  private k in register
                  all
                    initial k = 0
                  for k = 0; k < 9; k++, together
                    loop j = 0; j < m; j++ over thread.x, behind a barrier: other threads' stores are read
                      b[i*m + j] = a[i*m + m - 1 - j]
                    loop j = 0; j < m; j++ over thread.x, behind a barrier: other threads' stores are read
                      a[i*m + j] = b[i*m + j]

        "#]],
    );
}

const WORKERS: &str = r#"
void workers(int n, int m, double *a, double *s)
{
#pragma acc parallel loop gang worker num_gangs(4) num_workers(4) vector_length(32) copy(a[0:n*m], s[0:n])
    for (int i = 0; i < n; i++) {
        double t = 0;
        if (s[i] < 0)
            continue;
#pragma acc loop vector reduction(+:t)
        for (int j = 0; j < m; j++)
            t += a[i * m + j];
        s[i] = t;
    }
}
"#;

#[test]
fn workers_that_meet_in_a_reduction_take_the_same_turns() {
    after(
        "barriers",
        WORKERS,
        &expect![[r#"
        t_workers_4, barriers:
          loop i = 0; i < n; i++ over block.x thread.y, around others, padded
            private t in register
            all
              initial t = 0
            if s[i] < 0, together, reads
              continue, together
            loop j = 0; j < m; j++ over thread.x, reduces t, copy t_part along thread.x
              t += a[i*m + j]
            first along thread.x, writes
              s[i] = t

    "#]],
    );
}

#[test]
fn in_a_padded_loop_continue_changes_the_predicate() {
    after(
        "predicates",
        WORKERS,
        &expect![[r#"
        t_workers_4, predicates:
          loop i = 0; i < n; i++ over block.x thread.y, around others, padded
            private t in register
            all, if active
              initial t = 0
            let active_2 = active && s[i] < 0
            block
              if active_2
                active = active_2 = false
            loop j = 0; j < m; j++ over thread.x, reduces t, copy t_part along thread.x
              t += a[i*m + j]
            first along thread.x, writes, if active && first(thread.x)
              s[i] = t

    "#]],
    );
}

#[test]
fn a_padded_loop_counts_turns() {
    after(
        "heads",
        WORKERS,
        &expect![[r#"
            t_workers_4, heads:
              let i_trips = accrs_trips<int>(0, n, 1, false)
              count i_base from block's position(block.x thread.y) while i_base < i_trips by places(block.x thread.y)
                let i_k = i_base + position(thread.y)
                let active = i_k < i_trips
                let i = i_k
                private t in register
                all, if active
                  initial t = 0
                let active_2 = active && s[i] < 0
                block
                  if active_2
                    active = active_2 = false
                copy t_part of t
                if active
                  count j from position(thread.x) while j < m by 32
                    t += a[i*m + j]
                combine t_part along thread.x into t
                first along thread.x, writes, if active && first(thread.x)
                  s[i] = t

        "#]],
    );
}

#[test]
fn a_private_array_of_a_gang_is_shared_memory_and_one_too_large_is_scratch() {
    let text = r#"
void arrays(int n, double *a)
{
#pragma acc parallel loop gang num_gangs(4) vector_length(32) copy(a[0:n])
    for (int i = 0; i < n; i++) {
        double small[16], large[8000];
#pragma acc loop vector
        for (int j = 0; j < 16; j++)
            small[j] = large[j] = j;
        a[i] = small[3] + large[5];
    }
}
"#;
    after(
        "threads",
        text,
        &expect![[r#"
        t_arrays_4, threads:
          loop i = 0; i < n; i++ over block.x, around others
            private small in shared
            private large in scratch, 64000 bytes a block
            loop j = 0; j < 16; j++ over thread.x
              small[j] = large[j] = j
            first along thread.x, reads and writes
              a[i] = small[3] + large[5]

    "#]],
    );
}

#[test]
fn tiles_count_tiles_and_elements() {
    let text = r#"
void tiles(int n, int m, float a[n][m])
{
#pragma acc parallel loop tile(32, 4) copy(a[0:n][0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += 1;
}
"#;
    after(
        "heads",
        text,
        &expect![[r#"
        t_tiles_4, heads:
          let i_trips = accrs_trips<int>(0, n, 1, false)
          let j_trips = accrs_trips<int>(0, m, 1, false)
          let i_tiles = accrs_share<>(i_trips, 4)
          let j_tiles = accrs_share<>(j_trips, 32)
          count i_tile from position(block.x) while i_tile < i_tiles * j_tiles by places(block.x)
            count i_element from position(thread.x) while i_element < 128 by places(thread.x)
              let i_k = i_tile / j_tiles * 4 + i_element / 32
              let j_k = i_tile % j_tiles * 32 + i_element % 32
              if i_k < i_trips && j_k < j_trips
                let i = i_k
                let j = j_k
                a[i][j] += 1

    "#]],
    );
}

#[test]
fn a_routine_is_called_by_the_whole_block() {
    let text = r#"
#pragma acc routine vector
static double sum(int n, const double *a)
{
    double s = 0;
#pragma acc loop vector reduction(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
void call(int n, int m, double *a, double *r)
{
#pragma acc parallel loop gang worker num_workers(4) vector_length(32) copyin(a[0:n*m]) copyout(r[0:n])
    for (int i = 0; i < n; i++)
        r[i] = sum(m, a + i * m);
}
"#;
    after(
        "predicates",
        text,
        &expect![[r#"
        t_call_13, predicates:
          loop i = 0; i < n; i++ over block.x thread.y, around others, padded
            call of sum by the whole block
            first along thread.x, writes, if active && first(thread.x)
              r[i] = sum(m, a + i*m)

        functions, predicates:
          private s in register
          all, if accrs_active
            initial s = 0
          loop i = 0; i < n; i++ over thread.x, reduces s, copy s_part along thread.x
            s += a[i]
          if accrs_active
            accrs_result = s

    "#]],
    );
}

#[test]
fn a_sequential_loop_of_a_worker_goes_on_while_any_thread_is_in_it() {
    let text = r#"
void steps(int n, int m, double *a)
{
#pragma acc parallel loop gang worker num_workers(2) vector_length(32) copy(a[0:n*m])
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
#pragma acc loop vector
            for (int j = 1; j < m; j++)
                a[i * m + j] += 1;
            a[i * m] = a[i * m + 1];
        }
    }
}
"#;
    after(
        "predicates",
        text,
        &expect![[r#"
            t_steps_4, predicates:
              loop i = 0; i < n; i++ over block.x thread.y, around others, padded
                block
                  private k in register
                  all, if active
                    initial k = 0
                  repeat while any thread is active_2, of active and k < i
                    loop j = 1; j < m; j++ over thread.x
                      a[i*m + j] += 1
                    barrier: other threads' stores are read
                    first along thread.x, reads and writes, if active_2 && first(thread.x)
                      a[i*m] = a[i*m + 1]
                    if active_2
                      k++

        "#]],
    );
}

const COLUMNS: &str = r#"
void columns(int n, int m, const double *restrict a, double *restrict b)
{
#pragma acc kernels copyin(a[0:n*m]) copyout(b[0:n*m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[j * n + i] = a[j * n + i];
}
"#;

#[test]
fn loops_over_columns_change_places() {
    after(
        "interchange",
        COLUMNS,
        &expect![[r#"
        t_columns_5, interchange:
          loop j = 0; j < m; j++ over block.y thread.y
            loop i = 0; i < n; i++ over block.x thread.x
              b[j*n + i] = a[j*n + i]

    "#]],
    );
}

#[test]
fn a_nest_that_goes_along_memory_has_no_such_pass() {
    after(
        "interchange",
        &COLUMNS.replace("j * n + i", "i * m + j"),
        &expect![[r#""#]],
    );
}

/// What a pointer of each gang's own leads to is memory of all gangs, even where a block is one thread.
#[test]
fn gangs_reduce_what_their_own_pointers_lead_to_in_one_step() {
    after(
        "threads",
        r#"
void counts(int *q, int *p)
{
#pragma acc parallel num_gangs(4) copy(q[0:8])
    for (int i = 0; i < 8; i++) {
        int *r = &q[i];
#pragma acc loop gang reduction(+ : r[0:1])
        for (int j = 0; j < 100; j++)
            r[0]++;
    }
#pragma acc parallel num_gangs(4) firstprivate(p)
#pragma acc loop gang vector reduction(max : p[0:2])
    for (int j = 0; j < 100; j++)
        p[j % 2] = p[j % 2] > j ? p[j % 2] : j;
}
"#,
        &expect![[r#"
            t_counts_4, threads:
              for i = 0; i < 8; i++
                declare r = &q[i]
                loop j = 0; j < 100; j++ over block.x, reduces r, copy r_part over gangs
                  r[0]++

            t_counts_11, threads:
              loop j = 0; j < 100; j++ over block.x thread.x, reduces p, copy p_part along thread.x over gangs
                p[j%2] = p[j%2] > j ? p[j%2] : j

        "#]],
    );
}
