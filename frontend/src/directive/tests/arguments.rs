//! Wrong arguments: parentheses, expressions, lists, sections, and text that is no clause.

use super::*;
use expect_test::expect;

#[test]
fn parentheses() {
    check(
        "parallel copy(a[0:n]
         parallel copy(a[0:n) async
         parallel copy(a)) async
         parallel num_gangs((4) async(1
         parallel copy(a]
         parallel if({)
         loop )gang
         parallel loop gang( vector
         update self(a[0:n])) device(b)",
        expect![[r#"
            ACC0006 `(` missing `)`
                add `)`; a directive ends with its line unless the line ends in a backslash
            ACC0007 `)` `)` where `]` is expected
                `[` this `[` is still open
                close it with `]`
            ACC0007 `)` `)` closes nothing
                remove it, or add what it should close
            ACC0006 `(` missing `)`
                add `)`; a directive ends with its line unless the line ends in a backslash
            ACC0006 `(` missing `)`
                add `)`; a directive ends with its line unless the line ends in a backslash
            ACC0007 `]` `]` where `)` is expected
                `(` this `(` is still open
                close it with `)`
            ACC0007 `)` `)` where `}` is expected
                `{` this `{` is still open
                close it with `}`
            ACC0007 `)` `)` closes nothing
                remove it, or add what it should close
            ACC0006 `(` missing `)`
                add `)`; a directive ends with its line unless the line ends in a backslash
            ACC0007 `)` `)` closes nothing
                remove it, or add what it should close
        "#]],
    );
    let text = "#pragma acc parallel copy(a[0:";
    let pragma = scan(text)[0];
    let errors = parse(text, &pragma, DirectiveId(0), false).unwrap_err();
    assert_eq!(errors[0].code, crate::diag::codes::UNFINISHED_DIRECTIVE);
}

#[test]
fn arguments() {
    check(
        "parallel copy
         parallel copy()
         parallel num_gangs
         parallel num_gangs()
         parallel num_gangs(1,2,3,4)
         parallel num_workers(1,2)
         parallel if
         parallel async()
         parallel async(1,2)
         parallel async(queue: 1)
         parallel wait()
         parallel wait(1,,2)
         parallel wait(queues:)
         parallel wait(devnum:1, 2)
         parallel self()
         loop seq(1)
         loop independent()
         loop gang()
         loop gang(1, 2)
         loop gang(nun: 1)
         loop gang(num:)
         loop gang(static:)
         loop vector(num:4)
         loop worker(length:4)
         loop unroll
         data default(shared)
         data default(presnt)
         exit data finalize(1) delete(a)
         parallel(4)
         update(a)
         data(a)",
        expect![[r#"
            ACC0008 `copy` `copy` needs an argument
                write `copy(variables)`
            ACC0010 `()` `copy` has empty parentheses
                say what it applies to, or remove the clause
            ACC0008 `num_gangs` `num_gangs` needs an argument
                write `num_gangs(number of gangs)`
            ACC0010 `()` `num_gangs` has empty parentheses
                say what it applies to, or remove the clause
            ACC0013 `4` `num_gangs` takes at most 3 arguments
                remove it; a comma operator needs parentheses of its own
            ACC0013 `2` `num_workers` takes at most one argument
                remove it; a comma operator needs parentheses of its own
            ACC0008 `if` `if` needs an argument
                write `if(expression)`
            ACC0010 `()` `async` has empty parentheses
                say what it applies to, or remove the clause
            ACC0013 `2` `async` takes at most one argument
                remove it; a comma operator needs parentheses of its own
            ACC0014 `queue` `async` has no modifier `queue`
                remove it with its colon
            ACC0010 `()` `wait` has empty parentheses
                say what it applies to, or remove the clause
            ACC0012 `1,,2` an expression is missing in `wait`
                write the expression, or remove the comma or colon
            ACC0012 `wait` an expression is missing in `wait`
                write the expression, or remove the comma or colon
            ACC0012 `:` `devnum` needs a colon after its device number
                write `wait(devnum: number : queues: list)`
            ACC0010 `()` `self` has empty parentheses
                say what it applies to, or remove the clause
            ACC0009 `(1)` clause `seq` takes no argument
                write the clause without parentheses
            ACC0009 `()` clause `independent` takes no argument
                write the clause without parentheses
            ACC0010 `()` `gang` has empty parentheses
                say what it applies to, or remove the clause
            ACC0013 `2` `gang` has two arguments of one kind
                `1` first given here
                at most one `num`, one `dim` and one `static` (§2.9)
            ACC0014 `nun` `gang` has no modifier `nun`
                did you mean `num`?
            ACC0012 `num:` an expression is missing in `gang`
                write the expression, or remove the comma or colon
            ACC0012 `static:` an expression is missing in `gang`
                write the expression, or remove the comma or colon
            ACC0014 `num` `vector` has no modifier `num`
                remove it with its colon
            ACC0014 `length` `worker` has no modifier `length`
                remove it with its colon
            ACC0008 `unroll` `unroll` needs an argument
                write `unroll(expression)`
            ACC0023 `shared` `default` can't be `shared`
                `none` or `present`
            ACC0023 `presnt` `default` can't be `presnt`
                did you mean `present`?
            ACC0009 `(1)` clause `finalize` takes no argument
                write the clause without parentheses
            ACC0009 `(` directive `parallel` takes no argument
                put what it applies to into a clause
            ACC0009 `(` directive `update` takes no argument
                put what it applies to into a clause
            ACC0009 `(` directive `data` takes no argument
                put what it applies to into a clause
        "#]],
    );
}

#[test]
fn collapse_and_tile() {
    check(
        "loop collapse
         loop collapse()
         loop collapse(2, 3)
         loop collapse(0)
         loop collapse(-1)
         loop collapse(farce:2)
         loop collapse(force)
         loop collapse(force:)
         loop tile
         loop tile()
         loop tile(2,)",
        expect![[r#"
            ACC0008 `collapse` `collapse` needs an argument
                write `collapse(number of loops)`
            ACC0010 `()` `collapse` has empty parentheses
                say what it applies to, or remove the clause
            ACC0018 `2, 3` `collapse` takes one number
                write `collapse(2)`: how many nested loops are taken as one
            ACC0018 `0` the argument of `collapse` must be positive
                write `collapse(2)`: how many nested loops are taken as one
            ACC0018 `-1` the argument of `collapse` must be positive
                write `collapse(2)`: how many nested loops are taken as one
            ACC0014 `farce` `collapse` has no modifier `farce`
                did you mean `force`?
            loop collapse(force)
            ACC0012 `collapse` an expression is missing in `collapse`
                write the expression, or remove the comma or colon
            ACC0008 `tile` `tile` needs an argument
                write `tile(sizes)`
            ACC0010 `()` `tile` has empty parentheses
                say what it applies to, or remove the clause
            ACC0012 `2,` an expression is missing in `tile`
                write the expression, or remove the comma or colon
        "#]],
    );
}

#[test]
fn reductions() {
    check(
        "loop reduction(s)
         loop reduction(:s)
         loop reduction(-:s)
         loop reduction(plus:s)
         loop reduction(+ +:s)
         loop reduction(+:)
         loop reduction(+:s,)
         loop reduction(+:a, *:b)
         loop reduction(/:s)
         loop reduction
         loop reduction()
         loop reduction(==:s)
         loop reduction(.and.:s)",
        expect![[r#"
            ACC0015 `s` `reduction` needs an operator and a colon
                write `reduction(+:sum)`
            ACC0015 `:` `` is not a reduction operator
                one of `+ * max min & | ^ && ||`
            loop reduction(+:s)
            ACC0015 `plus` `plus` is not a reduction operator
                one of `+ * max min & | ^ && ||`
            ACC0015 `+ +` `+ +` is not a reduction operator
                one of `+ * max min & | ^ && ||`
            ACC0010 `:` `reduction` names no variable
                name at least one variable, or remove the clause
            ACC0012 `s,` a variable is missing in the list of `reduction`
                remove the comma, or name the variable
            ACC0016 `:` `*:b` is not a variable
                `reduction` takes variables, elements, sections and members
            ACC0015 `/` `/` is not a reduction operator
                one of `+ * max min & | ^ && ||`
            ACC0008 `reduction` `reduction` needs an argument
                write `reduction(operator:variables)`
            ACC0010 `()` `reduction` has empty parentheses
                say what it applies to, or remove the clause
            ACC0015 `==` `==` is not a reduction operator
                one of `+ * max min & | ^ && ||`
            ACC0015 `.and.` `.and.` is not a reduction operator
                one of `+ * max min & | ^ && ||`
        "#]],
    );
}

#[test]
fn lists() {
    check(
        "data copy(a,,b)
         data copy(,a)
         data copy(a,)
         data copy(a b)
         data copy(a + 1, 5, \"x\")
         data copy(&a)
         data copy(a[])
         data copy(a[0:n:2])
         data copy(a[0,n])
         data copy(a[0:n,1])
         data copy(a(1:n))
         data copy(a[0:n].x)
         data copy([0:n])
         data copy(a.)
         data copy(.a)
         data copy({a})
         data copyin(zero: a)
         data copyin(raedonly: a)
         data copyin(readonly:)
         data copy(x y: a)
         data present(readonly: a)
         cache(zero: a[0])
         cache
         cache()
         host_data use_device(a[0:n])
         parallel private(a[0:])",
        expect![[r#"
            ACC0012 `a,,b` a variable is missing in the list of `copy`
                remove the comma, or name the variable
            ACC0012 `,a` a variable is missing in the list of `copy`
                remove the comma, or name the variable
            ACC0012 `a,` a variable is missing in the list of `copy`
                remove the comma, or name the variable
            ACC0016 `b` unexpected `b` in the list of `copy`
                separate variables with commas
            ACC0016 `+` `a + 1` is not a variable
                `copy` takes variables, elements, sections and members
            ACC0016 `5` `5` is not a variable
                `copy` takes variables, elements, sections and members
            ACC0016 `"x"` `"x"` is not a variable
                `copy` takes variables, elements, sections and members
            ACC0016 `&` `&a` is not a variable
                `copy` takes variables, elements, sections and members
            ACC0017 `[]` not a section of an array
                a section is `[first:length]`, an element `[index]` (§2.7.1)
            ACC0017 `0:n:2` not a section of an array
                a section is `[first:length]`, an element `[index]` (§2.7.1)
            ACC0017 `0,n` not a section of an array
                a section is `[first:length]`, an element `[index]` (§2.7.1)
            ACC0017 `0:n,1` not a section of an array
                a section is `[first:length]`, an element `[index]` (§2.7.1)
            ACC0017 `:` a section is written with brackets in C
                `a[first:length]`, not `a(first:last)`
            ACC0017 `:` a section can only be at the end
                members of a section can't be named (§2.7.1); write a loop, or move the whole array
            ACC0016 `[0:n]` `[0:n]` is not a variable
                `copy` takes variables, elements, sections and members
            ACC0016 `a.` `a.` is not a variable
                `copy` takes variables, elements, sections and members
            ACC0016 `.` `.a` is not a variable
                `copy` takes variables, elements, sections and members
            ACC0016 `{` `{a}` is not a variable
                `copy` takes variables, elements, sections and members
            ACC0014 `zero` `copyin` has no modifier `zero`
                it takes `readonly`, `always`, `alwaysin` and `capture`
            ACC0014 `raedonly` `copyin` has no modifier `raedonly`
                did you mean `readonly`?
            ACC0010 `:` `copyin` names no variable
                name at least one variable, or remove the clause
            ACC0014 `:` unexpected `:` in `copy`
                sections of arrays are `a[first:length]` in C
            ACC0014 `readonly` `present` has no modifier `readonly`
                it takes none: remove the word and its colon
            ACC0014 `zero` `cache` has no modifier `zero`
                it takes `readonly`
            ACC0008 `cache` `cache` needs an argument
                write `cache(variables)`
            ACC0010 `()` `cache` has empty parentheses
                say what it applies to, or remove the clause
            ACC0031 `a[0:n]` `use_device` takes whole variables, not `a[0:n]`
                write `use_device(a)`
            parallel private(a[0:])
        "#]],
    );
}

#[test]
fn junk() {
    check(
        "parallel ; copy(a)
         parallel copy(a),, async
         parallel copy(a),
         parallel , copy(a)
         parallel copy(a) + async
         parallel 42
         parallel @ copy(a)
         parallel copy(a) “b”
         parallel if(s == \"x)
         parallel loop {
         loop gang = vector
         atomic add
         atomic captrue
         atomic update capture
         atomic (x)
         routine(f, g) seq
         routine() seq
         routine(\"f\") seq
         routine bind seq
         routine bind(1) seq",
        expect![[r#"
            ACC0027 `;` stray character `;` in a directive
                is the file damaged, or in an encoding other than UTF-8?
            ACC0011 `,` unexpected `,` in directive `parallel`
                clauses are names, most with parentheses, separated by blanks or single commas
            ACC0011 `,` a clause is expected after this comma
                remove the comma
            parallel copy(a)
            ACC0011 `+` unexpected `+` in directive `parallel`
                clauses are names, most with parentheses, separated by blanks or single commas
            ACC0011 `42` unexpected `42` in directive `parallel`
                clauses are names, most with parentheses, separated by blanks or single commas
            ACC0027 `@` stray character `@` in a directive
                is the file damaged, or in an encoding other than UTF-8?
            ACC0027 `“` stray character `\u{201c}` in a directive
                is the file damaged, or in an encoding other than UTF-8?
            ACC0003 `b` unknown clause `b` on `parallel`
                see the clauses of this directive in the OpenACC specification, chapter 2
            ACC0026 `"x)` a string or character constant has no closing quote
                close it on the same line
            ACC0011 `{` unexpected `{` in directive `parallel loop`
                clauses are names, most with parentheses, separated by blanks or single commas
            ACC0011 `=` unexpected `=` in directive `loop`
                clauses are names, most with parentheses, separated by blanks or single commas
            ACC0024 `add` unknown kind of atomic `add`
                one of `read`, `write`, `update`, `capture`
            ACC0024 `captrue` unknown kind of atomic `captrue`
                did you mean `capture`?
            ACC0003 `capture` unknown clause `capture` on `atomic`
                see the clauses of this directive in the OpenACC specification, chapter 2
            ACC0009 `(` directive `atomic` takes no argument
                put what it applies to into a clause
            ACC0030 `f, g` `routine` takes the name of one function
                an identifier
            ACC0010 `()` `routine` has empty parentheses
                say what it applies to, or remove the clause
            ACC0030 `"f"` `routine` takes the name of one function
                an identifier
            ACC0008 `bind` `bind` needs an argument
                write `bind(name)`
            ACC0030 `1` `bind` takes the name of one function
                an identifier or a string
        "#]],
    );
}
