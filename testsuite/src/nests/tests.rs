//! The judge itself: nests whose answers are known, and compilers that are wrong in a known way.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps nothing")]

use super::family::Family;
use super::judge::{self, Case, Defect, Verdicts};
use super::nest::{Access, Assign, Cond, Expr, Form, Home, Loop, Nest, Node, Object, Op, Relation};
use super::oracle::{self, Conflict, Finding, Verdict};
use super::print;
use super::table;
use super::trace;
use super::verdict::{self, Certain, Said};

const I: Expr = Expr::Var(0);
const J: Expr = Expr::Var(1);
const N: Expr = Expr::Param(0);

/// The objects of the nests below: two arrays, a scalar, a small array, a scalar that is used behind the region.
const A: usize = 0;
const B: usize = 1;
const T: usize = 2;
const U: usize = 3;
const S: usize = 4;

fn num(n: i64) -> Expr {
    Expr::Num(n)
}

fn at<const D: usize>(object: usize, at: [Expr; D]) -> Access {
    Access {
        object,
        at: at.to_vec(),
    }
}

fn read<const D: usize>(object: usize, subscripts: [Expr; D]) -> Expr {
    Expr::Read(at(object, subscripts))
}

fn set(target: Access, value: Expr) -> Node {
    with(target, value, Form::Plain)
}

fn with(target: Access, value: Expr, form: Form) -> Node {
    let id = 0;
    Node::Assign(Assign {
        id,
        target,
        value,
        form,
    })
}

fn for_(var: usize, from: Expr, to: Expr, body: Vec<Node>) -> Node {
    Node::Loop(Loop {
        id: 0,
        var,
        from,
        relation: Relation::Less,
        to,
        step: 1,
        body,
    })
}

/// Numbers loops and statements in the order of the text.
fn number(nodes: &mut [Node], loops: &mut usize, statements: &mut usize) {
    for node in nodes {
        match node {
            Node::Loop(l) => {
                l.id = *loops;
                *loops += 1;
                number(&mut l.body, loops, statements);
            }
            Node::If { then, els, .. } => {
                number(then, loops, statements);
                number(els, loops, statements);
            }
            Node::Skip(_) => {}
            Node::Assign(a) => {
                a.id = *statements;
                *statements += 1;
            }
        }
    }
}

fn nest(mut body: Vec<Node>, values: &[i64]) -> Nest {
    let object = |name: &str, home, rank, live| Object {
        name: name.into(),
        home,
        live,
        rank,
        lengths: Vec::new(),
        shift: Vec::new(),
    };
    let objects = vec![
        object("A", Home::Global, 3, false),
        object("B", Home::Global, 3, false),
        object("t", Home::Local, 0, false),
        object("u", Home::Local, 1, false),
        object("s", Home::Local, 0, true),
    ];
    let (mut loops, mut statements) = (0, 0);
    number(&mut body, &mut loops, &mut statements);
    let mut nest = Nest {
        params: usize::from(!values.is_empty()),
        values: match values {
            [] => vec![vec![]],
            some => some.iter().map(|n| vec![*n]).collect(),
        },
        objects,
        body,
        loops,
        statements,
        outside: false,
        long: false,
    };
    let events = trace::trace(&nest).unwrap();
    trace::fit(&mut nest, &events);
    nest
}

fn findings(body: Vec<Node>, values: &[i64]) -> Vec<Finding> {
    let nest = nest(body, values);
    oracle::judge(&nest, &trace::trace(&nest).unwrap())
}

fn verdicts(body: Vec<Node>) -> Vec<Verdict> {
    findings(body, &[]).into_iter().map(|f| f.verdict).collect()
}

/// `for (i = 0; i < 10; i++)` around this.
fn loop_i(body: Vec<Node>) -> Vec<Node> {
    vec![for_(0, num(0), num(10), body)]
}

fn loops_ij(body: Vec<Node>) -> Vec<Node> {
    loop_i(vec![for_(1, num(0), num(6), body)])
}

use Verdict::*;

#[test]
fn accesses_to_arrays() {
    let b = || read(B, [I]);
    // A[i] = B[i]; A[i] = A[i]; A[i + 1] = A[i]; A[i] = A[i + 20]; A[0] = B[i]
    assert_eq!(verdicts(loop_i(vec![set(at(A, [I]), b())])), [Parallel]);
    assert_eq!(
        verdicts(loop_i(vec![set(at(A, [I]), read(A, [I]))])),
        [Parallel]
    );
    let next = || at(A, [I.plus(1)]);
    assert_eq!(
        verdicts(loop_i(vec![set(next(), read(A, [I]))])),
        [Sequential]
    );
    let far = read(A, [I.plus(20)]);
    assert_eq!(verdicts(loop_i(vec![set(at(A, [I]), far)])), [Parallel]);
    assert_eq!(
        verdicts(loop_i(vec![set(at(A, [num(0)]), b())])),
        [Sequential]
    );
    // A[i][j] = A[i][j + 1]: along the rows alone. A[j] = ...: i writes everything again.
    let along = vec![set(at(A, [I, J]), read(A, [I, J.plus(1)]))];
    assert_eq!(verdicts(loops_ij(along)), [Parallel, Sequential]);
    assert_eq!(
        verdicts(loops_ij(vec![set(at(A, [J]), b())])),
        [Sequential, Parallel]
    );
    // A[i + j][i - j]: no two iterations meet. A[i + j]: i and j do.
    let skew = |op| I.binary(op, J);
    let both = at(A, [skew(Op::Add), skew(Op::Sub)]);
    assert_eq!(
        verdicts(loops_ij(vec![set(both, b())])),
        [Parallel, Parallel]
    );
    let sum = at(A, [skew(Op::Add)]);
    assert_eq!(
        verdicts(loops_ij(vec![set(sum, b())])),
        [Sequential, Parallel]
    );
    // A[i % 3], and A[6*i + j] with j < 6.
    let rest = at(A, [I.binary(Op::Rem, num(3))]);
    assert_eq!(verdicts(loop_i(vec![set(rest, b())])), [Sequential]);
    let row = at(A, [I.times(6).binary(Op::Add, J)]);
    assert_eq!(
        verdicts(loops_ij(vec![set(row, b())])),
        [Parallel, Parallel]
    );
}

#[test]
fn bounds_and_conditions() {
    // for (j = 0; j < i; j++) A[i][j] = A[j][i]: the lower triangle from the upper one.
    let body = vec![set(at(A, [I, J]), read(A, [J, I]))];
    let triangle = loop_i(vec![for_(1, num(0), I, body.clone())]);
    assert_eq!(verdicts(triangle), [Parallel, Parallel]);
    assert_eq!(verdicts(loops_ij(body)), [Sequential, Parallel]);
    // if (i % 2 == 0) A[i] = A[i + 1]
    let even = |body: Node| {
        let rest = I.binary(Op::Rem, num(2));
        loop_i(vec![Node::If {
            cond: Cond::Compare(Relation::Equal, rest, num(0)),
            then: vec![body],
            els: Vec::new(),
        }])
    };
    let near = set(at(A, [I]), read(A, [I.plus(1)]));
    assert_eq!(verdicts(even(near)), [Parallel]);
    let far = set(at(A, [I]), read(A, [I.plus(2)]));
    assert_eq!(verdicts(even(far)), [Sequential]);
}

#[test]
fn parameters() {
    // A[i] = A[i + n], i < n: never. i < 10: for some n.
    let body = || vec![set(at(A, [I]), read(A, [I.binary(Op::Add, N)]))];
    let of = |to| findings(vec![for_(0, num(0), to, body())], &[0, 1, 4, 20])[0].verdict;
    assert_eq!(of(N), Parallel);
    assert_eq!(of(num(10)), Sequential);
    // With one iteration there is nothing to meet.
    let one = findings(
        vec![for_(0, num(0), N, vec![set(at(A, [num(0)]), num(1))])],
        &[0, 1],
    );
    assert_eq!((one[0].verdict, one[0].trips), (Parallel, 1));
}

#[test]
fn scalars_and_sums() {
    let t = || at(T, []);
    let b = || read(B, [I]);
    // t = B[i]; A[i] = t; and the other way round.
    let fill = set(t(), b());
    let use_ = || set(at(A, [I]), read(T, []));
    assert_eq!(verdicts(loop_i(vec![fill.clone(), use_()])), [Scalars]);
    assert_eq!(verdicts(loop_i(vec![use_(), fill.clone()])), [Sequential]);
    // Read behind the inner loop, which writes it: an iteration's copy would have to be kept.
    let inner = for_(1, num(0), num(6), vec![fill.clone()]);
    assert_eq!(verdicts(loop_i(vec![inner, use_()])), [Scalars, Open]);
    // s = B[i], used behind the region.
    assert_eq!(verdicts(loop_i(vec![set(at(S, []), b())])), [Open]);
    // s += B[i]; with another operation besides; with a look at it.
    let sum = || with(at(S, []), b(), Form::Update(Op::Add));
    assert_eq!(verdicts(loop_i(vec![sum()])), [Reduction]);
    let product = with(at(S, []), b(), Form::Update(Op::Mul));
    assert_eq!(verdicts(loop_i(vec![sum(), product])), [Sequential]);
    let look = set(at(A, [I]), read(S, []));
    assert_eq!(verdicts(loop_i(vec![sum(), look])), [Sequential]);
    // t = 0; for (j) t += B[j]; A[i] = t
    let inner = with(t(), read(B, [J]), Form::Update(Op::Add));
    let inner = for_(1, num(0), num(6), vec![inner]);
    let reset = loop_i(vec![set(t(), num(0)), inner, use_()]);
    assert_eq!(verdicts(reset), [Scalars, Reduction]);
}

#[test]
fn small_arrays() {
    let fill = |to| for_(1, num(0), num(to), vec![set(at(U, [J]), read(B, [I]))]);
    let use_ = || for_(1, num(0), num(4), vec![set(at(A, [I, J]), read(U, [J]))]);
    assert_eq!(
        verdicts(loop_i(vec![fill(4), use_()])),
        [Arrays, Parallel, Parallel]
    );
    // An element that nobody writes is read: copies would have to begin with its value.
    assert_eq!(
        verdicts(loop_i(vec![fill(3), use_()])),
        [Open, Parallel, Parallel]
    );
    assert_eq!(verdicts(loop_i(vec![use_(), fill(4)]))[0], Sequential);
}

#[test]
fn which_accesses_meet() {
    let body = vec![
        set(at(A, [I]), read(B, [I])),
        set(at(B, [I.plus(30)]), read(A, [I.plus(-1)])),
    ];
    let found = &findings(loop_i(body), &[])[0].conflicts;
    let meeting = Conflict {
        object: A,
        first: 0,
        second: 1,
        second_writes: false,
    };
    assert_eq!(found, &[meeting]);
}

/// Some nests of each family.
fn cases() -> Vec<Case> {
    let families = table::families().iter();
    families
        .flat_map(|f| (1..=40).map(|seed| Case::new(*f, seed)))
        .collect()
}

/// How many defects of a kind each family has, if the compiler says this of each loop.
fn defects(kind: Defect, said: impl Fn(&Case, &print::Lines) -> Said) -> Vec<usize> {
    let cases = cases();
    let count = |family: Family| {
        let of = cases.iter().filter(|c| c.family == family);
        let judged = of.flat_map(|case| {
            let file = print::file([&case.nest]);
            let lines = &file.nests[0];
            let verdicts: Verdicts = lines
                .loops
                .iter()
                .map(|l| (*l, said(case, lines)))
                .collect();
            judge::compare(case, lines, &verdicts).unwrap()
        });
        judged.filter(|l| l.defect == Some(kind)).count()
    };
    table::families().iter().map(|f| count(*f)).collect()
}

#[test]
fn a_compiler_that_calls_everything_parallel() {
    let wrong = defects(Defect::Wrong, |_, _| Said::Parallel);
    assert!(wrong.iter().all(|n| *n > 0), "{wrong:?}");
    assert!(
        defects(Defect::Missed, |_, _| Said::Parallel)
            .iter()
            .all(|n| *n == 0)
    );
}

#[test]
fn a_compiler_that_is_too_careful_or_too_certain() {
    let missed = defects(Defect::Missed, |_, _| Said::Doubts(String::new()));
    assert!(missed.iter().all(|n| *n > 0), "{missed:?}");
    // Each loop is said to have a dependence of its nest's first statement with itself.
    let certain = |_: &Case, lines: &print::Lines| {
        Said::Carries(Certain {
            words: String::new(),
            object: lines.names[0].clone(),
            first: lines.statements[0],
            second: lines.statements[0],
            second_writes: None,
            given: Vec::new(),
        })
    };
    let false_certain = defects(Defect::FalseCertain, certain);
    assert!(false_certain.iter().all(|n| *n > 0), "{false_certain:?}");
}

#[test]
fn subscripts_lie_in_the_arrays() {
    for case in cases() {
        let events = trace::trace(&case.nest).unwrap();
        let extents = trace::extents(&case.nest, &events);
        for (object, ranges) in case.nest.objects.iter().zip(extents) {
            for (d, (least, most)) in ranges.into_iter().take(object.rank).enumerate() {
                assert!(least + object.shift[d] >= 0);
                if let super::nest::Length::Known(n) = object.lengths[d] {
                    assert!(most + object.shift[d] < n);
                }
            }
        }
    }
}

#[test]
fn the_plans_words() {
    let plan = "a.c:3 in f: kernels
  Kernels, host: fork
    loop 0 line 5 (i = 0; i < 10; i++): gang vector → block.x thread.x; host Threads
      because: Loop is parallelizable
      threads where they pay: about 360 operations
    loop 1 line 6 (j = 0; j < i; j++): seq → sequential; host Sequential
      because: Loop carries a dependence: A[i][j] written at 7:9 is read as A[i][j + 20] at 8:26; run sequentially
    loop 2 line 9 (j = 0; j < i; j++): seq → sequential; host Sequential
      because: Loop may carry a dependence: u[k] written at 26:35: their subscripts may be equal; run sequentially
    loop 3 line 12 (j = 0; j < i; j++): seq → sequential; host Sequential
      because: run sequentially in each thread: the loops around it use the parallelism
    loop 4 line 13 (j = 0; j < i; j++): seq → sequential; host Sequential
      because: Loop carries a dependence: A[0] is written at 14:7 by different iterations; run sequentially
";
    let said = verdict::read(plan).unwrap();
    assert_eq!(said.len(), 5);
    assert_eq!((&said[&5], &said[&12]), (&Said::Parallel, &Said::Parallel));
    assert!(matches!(&said[&9], Said::Doubts(_)));
    let of = |line| match &said[&line] {
        Said::Carries(c) => (c.object.as_str(), c.first, c.second, c.second_writes),
        other => panic!("{other:?}"),
    };
    assert_eq!(of(6), ("A", 7, 8, Some(false)));
    assert_eq!(of(13), ("A", 14, 14, Some(true)));
    let unknown = plan.replace("Loop is parallelizable", "Loop is nice");
    assert!(verdict::read(&unknown).is_err());
}

#[test]
fn a_seed_names_a_nest() {
    for family in table::families() {
        assert_eq!(Case::new(*family, 7).text(), Case::new(*family, 7).text());
    }
}

#[test]
fn sums_in_arrays() {
    // A[j] += B[i], with i outside; as A[j] = B[i] + A[j]; with a look at another element.
    let to = || at(A, [J]);
    let sum = || with(to(), read(B, [I]), Form::Update(Op::Add));
    assert_eq!(verdicts(loops_ij(vec![sum()])), [Reduction, Parallel]);
    let spelled = set(to(), read(B, [I]).binary(Op::Add, read(A, [J])));
    assert_eq!(verdicts(loops_ij(vec![spelled])), [Reduction, Parallel]);
    let look = with(to(), read(A, [J.plus(1)]), Form::Update(Op::Add));
    assert_eq!(verdicts(loops_ij(vec![look])), [Sequential, Sequential]);
    // A[j] = B[i] - A[j] turns the sum around; two operators don't mix.
    let turned = set(to(), read(B, [I]).binary(Op::Sub, read(A, [J])));
    assert_eq!(verdicts(loops_ij(vec![turned])), [Sequential, Parallel]);
    let product = with(to(), num(2), Form::Update(Op::Mul));
    let both = loops_ij(vec![sum(), product]);
    assert_eq!(verdicts(both), [Sequential, Parallel]);
    // A[0] += B[i] for A[0], A[i + 1] = 1 elsewhere.
    let first = with(at(A, [num(0)]), read(B, [I]), Form::Update(Op::Add));
    let others = set(at(A, [I.plus(1)]), num(1));
    assert_eq!(verdicts(loop_i(vec![first, others])), [Reduction]);
}
