//! Wrong words: unknown, misplaced, repeated, contradictory and missing clauses.

use super::*;
use expect_test::expect;

#[test]
fn unknown_directives() {
    check(
        "paralel loop
         paralell copy(a)
         kernel
         kernals
         upate self(a)
         enter
         exit date
         end parallel
         do
         host data use_device(a)
         copyin(a)
         frobnicate
         (x)
         42
         Parallel
         // nothing
         ,",
        expect![[r#"
            ACC0001 `paralel` unknown directive `paralel`
                did you mean `parallel`?
            ACC0001 `paralell` unknown directive `paralell`
                did you mean `parallel`?
            ACC0001 `kernel` unknown directive `kernel`
                did you mean `kernels`?
            ACC0001 `kernals` unknown directive `kernals`
                did you mean `kernels`?
            ACC0001 `upate` unknown directive `upate`
                did you mean `update`?
            ACC0001 `enter` unknown directive `enter`
                the directive is `enter data`
            ACC0001 `exit` unknown directive `exit`
                the directive is `exit data`
            ACC0029 `end` `end` is Fortran's
                in C a construct ends with its statement; remove the directive
            ACC0029 `do` `do` is Fortran's
                C's spelling is `loop`
            ACC0001 `host` unknown directive `host`
                the directive is one word: `host_data`
            ACC0001 `copyin` unknown directive `copyin`
                `copyin` is a clause of `parallel`, `serial`, `kernels`, `data`, `enter data` and `declare`; the directive's name comes first
            ACC0001 `frobnicate` unknown directive `frobnicate`
                directives are parallel, serial, kernels, loop, data, enter data, exit data, host_data, update, wait, cache, atomic, declare, routine, init, shutdown, set
            ACC0001 `(` unknown directive `(`
                directives are parallel, serial, kernels, loop, data, enter data, exit data, host_data, update, wait, cache, atomic, declare, routine, init, shutdown, set
            ACC0001 `42` unknown directive `42`
                directives are parallel, serial, kernels, loop, data, enter data, exit data, host_data, update, wait, cache, atomic, declare, routine, init, shutdown, set
            ACC0001 `Parallel` unknown directive `Parallel`
                did you mean `parallel`?
            ACC0002 `#pragma acc // nothing` `#pragma acc` without a directive
                for example `#pragma acc parallel loop`
            ACC0001 `,` unknown directive `,`
                directives are parallel, serial, kernels, loop, data, enter data, exit data, host_data, update, wait, cache, atomic, declare, routine, init, shutdown, set
        "#]],
    );
    let text = "#pragma acc\nint x;\n#pragma acc \n";
    for pragma in scan(text) {
        let errors = parse(text, &pragma, DirectiveId(0), false).unwrap_err();
        expect!["`#pragma acc` without a directive"].assert_eq(&errors[0].message);
    }
}

#[test]
fn unknown_clauses() {
    check(
        "parallel copyinn(a)
         parallel cpoyin(a)
         parallel num_gang(4)
         parallel map(to: a)
         parallel loop schedule(static)
         parallel frobnicate(1) alos wait
         data mirror(a)
         parallel do
         parallel loops
         update slef(a)
         parallel COPY(a)",
        expect![[r#"
            ACC0003 `copyinn` unknown clause `copyinn` on `parallel`
                did you mean `copyin`?
            ACC0003 `cpoyin` unknown clause `cpoyin` on `parallel`
                did you mean `copyin`?
            ACC0003 `num_gang` unknown clause `num_gang` on `parallel`
                did you mean `num_gangs`?
            ACC0003 `map` unknown clause `map` on `parallel`
                that is OpenMP's; OpenACC has `copy`, `copyin`, `copyout`, `create`
            ACC0003 `schedule` unknown clause `schedule` on `parallel loop`
                that is OpenMP's; OpenACC has `gang(static:n)`
            ACC0003 `frobnicate` unknown clause `frobnicate` on `parallel`
                see the clauses of this directive in the OpenACC specification, chapter 2
            ACC0003 `alos` unknown clause `alos` on `parallel`
                see the clauses of this directive in the OpenACC specification, chapter 2
            ACC0029 `mirror` `mirror` is Fortran's
                use `copy`, `create` or `enter data` in C
            ACC0029 `do` `do` is Fortran's
                C's spelling is `loop`
            ACC0003 `loops` unknown clause `loops` on `parallel`
                did you mean `parallel loop`?
            ACC0003 `slef` unknown clause `slef` on `update`
                did you mean `self`?
            ACC0003 `COPY` unknown clause `COPY` on `parallel`
                did you mean `copy`?
        "#]],
    );
}

#[test]
fn clauses_in_the_wrong_place() {
    check(
        "serial num_gangs(4)
         kernels private(x)
         kernels loop firstprivate(x)
         parallel gang
         loop copy(a)
         data private(a)
         data delete(a)
         enter data copyout(a)
         exit data copyin(a)
         host_data use_device(a) async
         update copy(a)
         wait wait(1)
         cache(a[0]) async
         atomic seq
         declare if(x) create(a)
         routine seq async
         init async
         shutdown default_async(1)
         loop if(x)
         for local(a)
         parallel self(a) host(b)",
        expect![[r#"
            ACC0004 `num_gangs` clause `num_gangs` is not allowed on `serial`
                a serial construct is one gang of one worker with one lane
            kernels private(x)
            ACC0004 `firstprivate` clause `firstprivate` is not allowed on `kernels loop`
                `parallel` and `serial` take it: put it on a `loop` inside, or use `parallel`
            ACC0004 `gang` clause `gang` is not allowed on `parallel`
                it belongs on `loop` and `routine`
            ACC0004 `copy` clause `copy` is not allowed on `loop`
                it belongs on `parallel`, `serial`, `kernels`, `data` and `declare`
            ACC0004 `private` clause `private` is not allowed on `data`
                it belongs on `parallel`, `serial`, `kernels` and `loop`
            ACC0004 `delete` clause `delete` is not allowed on `data`
                `exit data` takes it: data on a structured construct ends with it
            ACC0004 `copyout` clause `copyout` is not allowed on `enter data`
                it belongs on `parallel`, `serial`, `kernels`, `data`, `exit data` and `declare`
            ACC0004 `copyin` clause `copyin` is not allowed on `exit data`
                it belongs on `parallel`, `serial`, `kernels`, `data`, `enter data` and `declare`
            ACC0004 `async` clause `async` is not allowed on `host_data`
                it belongs on `parallel`, `serial`, `kernels`, `data`, `enter data`, `exit data`, `update` and `wait`
            ACC0004 `copy` clause `copy` is not allowed on `update`
                it belongs on `parallel`, `serial`, `kernels`, `data` and `declare`
            ACC0004 `wait` clause `wait` is not allowed on `wait`
                it belongs on `parallel`, `serial`, `kernels`, `data`, `enter data`, `exit data` and `update`
            ACC0004 `async` clause `async` is not allowed on `cache`
                it belongs on `parallel`, `serial`, `kernels`, `data`, `enter data`, `exit data`, `update` and `wait`
            ACC0004 `seq` clause `seq` is not allowed on `atomic`
                it belongs on `loop` and `routine`
            ACC0004 `if` clause `if` is not allowed on `declare`
                it belongs on `parallel`, `serial`, `kernels`, `data`, `enter data`, `exit data`, `host_data`, `update`, `wait`, `atomic`, `init`, `shutdown` and `set`
            ACC0004 `async` clause `async` is not allowed on `routine`
                it belongs on `parallel`, `serial`, `kernels`, `data`, `enter data`, `exit data`, `update` and `wait`
            ACC0004 `async` clause `async` is not allowed on `init`
                it belongs on `parallel`, `serial`, `kernels`, `data`, `enter data`, `exit data`, `update` and `wait`
            ACC0004 `default_async` clause `default_async` is not allowed on `shutdown`
                it belongs on `set`
            ACC0004 `if` clause `if` is not allowed on `loop`
                it belongs on `parallel`, `serial`, `kernels`, `data`, `enter data`, `exit data`, `host_data`, `update`, `wait`, `atomic`, `init`, `shutdown` and `set`
            ACC0004 `local` clause `local` is not allowed on `for`
                it belongs on `parallel`, `serial`, `kernels` and `data`
            ACC0004 `host` clause `host` is not allowed on `parallel`
                it belongs on `loop` and `update`
        "#]],
    );
}

#[test]
fn repeated() {
    check(
        "parallel if(a) if(b)
         parallel num_gangs(1) num_gangs(2) num_gangs(3)
         parallel async async(1)
         parallel default(none) default(none)
         parallel num_gangs(1) device_type(nvidia) num_gangs(2) num_gangs(3)
         loop gang gang
         loop gang parallel
         loop seq seq
         loop collapse(2) collapse(3)
         exit data delete(a) finalize finalize
         set device_num(1) device_num(2)
         set device_type(nvidia) device_type(host)
         parallel self self(x)
         parallel copy(a) copy(b) private(c) private(d) wait(1) wait(2)",
        expect![[r#"
            ACC0005 `if(b)` clause `if` is given twice
                `if(a)` first given here
                keep one of them
            ACC0005 `num_gangs(2)` clause `num_gangs` is given twice
                `num_gangs(1)` first given here
                keep one of them
            ACC0005 `num_gangs(3)` clause `num_gangs` is given twice
                `num_gangs(1)` first given here
                keep one of them
            ACC0005 `async(1)` clause `async` is given twice
                `async` first given here
                keep one of them
            ACC0005 `default(none)` clause `default` is given twice
                `default(none)` first given here
                keep one of them
            ACC0005 `num_gangs(3)` clause `num_gangs` is given twice
                `num_gangs(2)` first given here
                keep one of them
            ACC0005 `gang` clause `gang` is given twice
                `gang` first given here
                keep one of them
            ACC0005 `parallel` clause `parallel` is given twice
                `gang` first given here
                keep one of them
            ACC0005 `seq` clause `seq` is given twice
                `seq` first given here
                keep one of them
            ACC0005 `collapse(3)` clause `collapse` is given twice
                `collapse(2)` first given here
                keep one of them
            ACC0005 `finalize` clause `finalize` is given twice
                `finalize` first given here
                keep one of them
            ACC0005 `device_num(2)` clause `device_num` is given twice
                `device_num(1)` first given here
                keep one of them
            ACC0005 `device_type(host)` clause `device_type` is given twice
                `device_type(nvidia)` first given here
                keep one of them
            ACC0005 `self(x)` clause `self` is given twice
                `self` first given here
                keep one of them
            parallel copy(a) copy(b) private(c) private(d) wait(1) wait(2)
        "#]],
    );
}

#[test]
fn contradictory() {
    check(
        "loop seq gang
         loop vector seq
         loop auto independent
         loop seq auto independent
         loop independent seq worker
         loop collapse(2) tile(4, 4)
         loop gang(dim:2) reduction(+:s)
         parallel num_gangs(2, 2) reduction(+:s)
         kernels num_gangs(2, 2)
         kernels loop num_gangs(4) gang(8)
         kernels loop num_workers(4) worker(8) vector_length(4) vector(2)
         parallel loop num_gangs(4) gang(static:8)
         routine gang worker
         routine seq vector
         routine gang device_type(nvidia) worker
         loop device_type(nvidia) seq device_type(*) gang
         loop gang device_type(nvidia) seq",
        expect![[r#"
            ACC0019 `gang` `gang` contradicts `seq`
                `seq` this clause
                a `seq` loop runs on one thread: remove `seq` or the level (§2.9)
            ACC0019 `seq` `seq` contradicts `vector`
                `vector` this clause
                a `seq` loop runs on one thread: remove `seq` or the level (§2.9)
            ACC0019 `independent` `independent` contradicts `auto`
                `auto` this clause
                only one of `seq`, `independent` and `auto` may appear (§2.9)
            ACC0019 `auto` `auto` contradicts `seq`
                `seq` this clause
                only one of `seq`, `independent` and `auto` may appear (§2.9)
            ACC0019 `independent` `independent` contradicts `seq`
                `seq` this clause
                only one of `seq`, `independent` and `auto` may appear (§2.9)
            ACC0019 `seq` `seq` contradicts `independent`
                `independent` this clause
                only one of `seq`, `independent` and `auto` may appear (§2.9)
            ACC0019 `worker` `worker` contradicts `seq`
                `seq` this clause
                a `seq` loop runs on one thread: remove `seq` or the level (§2.9)
            ACC0019 `tile(4, 4)` `tile` contradicts `collapse`
                `collapse(2)` this clause
                both say how many loops the directive governs; keep one
            ACC0019 `reduction(+:s)` `reduction` contradicts `gang`
                `gang(dim:2)` this clause
                no `reduction` on a loop over gangs of dimension 2 or 3 (§2.9.11)
            ACC0019 `reduction(+:s)` `reduction` contradicts `num_gangs`
                `num_gangs(2, 2)` this clause
                no `reduction` with `num_gangs` of several dimensions (§2.5.4)
            ACC0013 `2` `num_gangs` takes one argument on `kernels`
                only `parallel` has gangs of several dimensions (§2.5.10)
            ACC0019 `gang(8)` `gang` contradicts `num_gangs`
                `num_gangs(4)` this clause
                the number of gangs is given twice; keep `num_gangs` (§2.9.2)
            ACC0019 `worker(8)` `worker` contradicts `num_workers`
                `num_workers(4)` this clause
                the number of workers is given twice; keep `num_workers` (§2.9.3)
            ACC0019 `vector(2)` `vector` contradicts `vector_length`
                `vector_length(4)` this clause
                the vector length is given twice; keep `vector_length` (§2.9.4)
            parallel loop num_gangs(4) gang(static:8)
            ACC0019 `worker` `worker` contradicts `gang`
                `gang` this clause
                exactly one of `gang`, `worker`, `vector` and `seq` must appear (§2.15.1)
            ACC0019 `vector` `vector` contradicts `seq`
                `seq` this clause
                exactly one of `gang`, `worker`, `vector` and `seq` must appear (§2.15.1)
            ACC0019 `worker` `worker` contradicts `gang`
                `gang` this clause
                exactly one of `gang`, `worker`, `vector` and `seq` must appear (§2.15.1)
            loop device_type(nvidia) seq device_type(*) gang
            ACC0019 `seq` `seq` contradicts `gang`
                `gang` this clause
                a `seq` loop runs on one thread: remove `seq` or the level (§2.9)
        "#]],
    );
}

#[test]
fn device_types() {
    check(
        "parallel device_type(nvidia) copy(a)
         parallel device_type(nvidia) if(x) num_gangs(2)
         loop device_type(*) private(x)
         parallel device_type(nvidia) device_type(nvidia, host)
         parallel device_type(*) device_type(*)
         parallel device_type
         parallel device_type()
         parallel device_type(4)
         parallel device_type(nvidia host)
         parallel device_type(*, nvidia)
         parallel device_type(nvidia,)
         data copy(a) device_type(nvidia) async default(none)
         routine device_type(nvidia) seq nohost
         init device_type(nvidia) if(x)",
        expect![[r#"
            ACC0020 `copy(a)` clause `copy` can't follow `device_type`
                `device_type(nvidia)` clauses after this apply to some devices only
                move it in front of `device_type`; only `async`, `wait`, `num_gangs`, `num_workers` and `vector_length` may follow it on `parallel`
            ACC0020 `if(x)` clause `if` can't follow `device_type`
                `device_type(nvidia)` clauses after this apply to some devices only
                move it in front of `device_type`; only `async`, `wait`, `num_gangs`, `num_workers` and `vector_length` may follow it on `parallel`
            ACC0020 `private(x)` clause `private` can't follow `device_type`
                `device_type(*)` clauses after this apply to some devices only
                move it in front of `device_type`; only `gang`, `worker`, `vector`, `seq`, `auto`, `independent`, `collapse` and `tile` may follow it on `loop`
            ACC0021 `device_type(nvidia, host)` device type `nvidia` is named twice
                `device_type(nvidia)` first named here
                put its clauses after one `device_type`
            ACC0021 `device_type(*)` device type `*` is named twice
                `device_type(*)` first named here
                put its clauses after one `device_type`
            ACC0008 `device_type` `device_type` needs an argument
                write `device_type(*)` or `device_type(nvidia)`
            ACC0010 `()` `device_type` has empty parentheses
                say what it applies to, or remove the clause
            ACC0021 `4` a device type is a name
                names of devices separated by commas, or `*` alone
            ACC0021 `nvidia host` a device type is one name
                names of devices separated by commas, or `*` alone
            ACC0021 `*` a device type is a name
                names of devices separated by commas, or `*` alone
            ACC0021 `nvidia,` a device type is one name
                names of devices separated by commas, or `*` alone
            ACC0020 `default(none)` clause `default` can't follow `device_type`
                `device_type(nvidia)` clauses after this apply to some devices only
                move it in front of `device_type`; only `async` and `wait` may follow it on `data`
            ACC0020 `nohost` clause `nohost` can't follow `device_type`
                `device_type(nvidia)` clauses after this apply to some devices only
                move it in front of `device_type`; only `gang`, `worker`, `vector`, `seq` and `bind` may follow it on `routine`
            init device_type(nvidia) if(x)
        "#]],
    );
}

#[test]
fn required() {
    check(
        "data
         data if(x)
         data region
         enter data
         enter data async
         exit data finalize
         host_data
         host_data if_present
         update
         update async
         set
         set if(1)
         declare",
        expect![[r#"
            data
            data if(x)
            data region
            ACC0022 `#pragma acc enter data` `enter data` needs `copyin`, `create` or `attach`
                add the clause, or remove the directive: without it there is nothing to do
            ACC0022 `#pragma acc enter data async` `enter data` needs `copyin`, `create` or `attach`
                add the clause, or remove the directive: without it there is nothing to do
            ACC0022 `#pragma acc exit data finalize` `exit data` needs `copyout`, `delete` or `detach`
                add the clause, or remove the directive: without it there is nothing to do
            ACC0022 `#pragma acc host_data` `host_data` needs `use_device`
                add the clause, or remove the directive: without it there is nothing to do
            ACC0022 `#pragma acc host_data if_present` `host_data` needs `use_device`
                add the clause, or remove the directive: without it there is nothing to do
            ACC0022 `#pragma acc update` `update` needs `self`, `host` or `device`
                add the clause, or remove the directive: without it there is nothing to do
            ACC0022 `#pragma acc update async` `update` needs `self`, `host` or `device`
                add the clause, or remove the directive: without it there is nothing to do
            ACC0022 `#pragma acc set` `set` needs `default_async`, `device_num` or `device_type`
                add the clause, or remove the directive: without it there is nothing to do
            ACC0022 `#pragma acc set if(1)` `set` needs `default_async`, `device_num` or `device_type`
                add the clause, or remove the directive: without it there is nothing to do
            ACC0022 `#pragma acc declare` `declare` needs a data clause
                add the clause, or remove the directive: without it there is nothing to do
        "#]],
    );
    check_strict(
        "routine(f)",
        expect![[r#"
            ACC0022 `#pragma acc routine(f)` `routine` needs `gang`, `worker`, `vector` or `seq`
                name the level of parallelism in the function: `seq`?
        "#]],
    );
}

#[test]
fn several_at_once() {
    check(
        "parallel copyn(a) num_gangs(1,2,3,4) default(some) async() loop",
        expect![[r#"
            ACC0003 `copyn` unknown clause `copyn` on `parallel`
                did you mean `copy`?
            ACC0013 `4` `num_gangs` takes at most 3 arguments
                remove it; a comma operator needs parentheses of its own
            ACC0023 `some` `default` can't be `some`
                `none` or `present`
            ACC0010 `()` `async` has empty parentheses
                say what it applies to, or remove the clause
            ACC0003 `loop` unknown clause `loop` on `parallel`
                the directive's words come first: `parallel loop`, then clauses
        "#]],
    );
}
