//! Valid directives: all of OpenACC 3.3, then PGI's.

use super::*;
use expect_test::expect;

#[test]
fn compute() {
    check(
        "parallel
         parallel async wait if(n > 10) self
         parallel async(1) wait(1, 2) if(n > 10), self(n < 5),num_gangs(10) num_workers(4), vector_length(32)
         parallel num_gangs(f(++i), g(a, b)) num_workers((a, b)) vector_length(x ? y : z)
         parallel num_gangs(1, 2, 3)
         parallel private(a, b[4]) firstprivate(c) reduction(+:s) reduction(max : m, n)
         parallel copy(a) copyin(b) copyout(c) create(d) no_create(e) present(f) deviceptr(g) attach(h)
         parallel pcopy(a) pcopyin(b) pcopyout(c) pcreate(d)
         parallel present_or_copy(a) present_or_copyin(b) present_or_copyout(c) present_or_create(d)
         parallel copyin(readonly: a) copyout(zero: b) create(zero:c)
         parallel copy(always: a) copyin(always, readonly: b) copyout(always, zero: c)
         parallel default(none) copy(a)
         parallel default(present)
         parallel wait(devnum: 1 : queues: 2, 3) wait(devnum:d?1:2:4) wait(queues: 5) wait(devnum:0:)
         parallel device_type(nvidia, radeon) num_gangs(4) dtype(*) num_gangs(8)
         serial copy(a) private(b) reduction(*:p) firstprivate(q) async(acc_async_sync)
         kernels num_gangs(4) num_workers(2) vector_length(128) copy(a) if(1) self(0)
         kernels",
        expect![[r#"
            parallel
            parallel async wait if(n > 10) self
            parallel async(1) wait(1, 2) if(n > 10) self(n < 5) num_gangs(10) num_workers(4) vector_length(32)
            parallel num_gangs(f(++i), g(a, b)) num_workers((a, b)) vector_length(x ? y : z)
            parallel num_gangs(1, 2, 3)
            parallel private(a, b[4]) firstprivate(c) reduction(+:s) reduction(max:m, n)
            parallel copy(a) copyin(b) copyout(c) create(d) no_create(e) present(f) deviceptr(g) attach(h)
            parallel pcopy(a) pcopyin(b) pcopyout(c) pcreate(d)
            parallel present_or_copy(a) present_or_copyin(b) present_or_copyout(c) present_or_create(d)
            parallel copyin(readonly: a) copyout(zero: b) create(zero: c)
            parallel copy(always: a) copyin(always, readonly: b) copyout(always, zero: c)
            parallel default(none) copy(a)
            parallel default(present)
            parallel wait(devnum:1:2, 3) wait(devnum:d?1:2:4) wait(5) wait(devnum:0:)
            parallel device_type(nvidia, radeon) num_gangs(4) dtype(*) num_gangs(8)
            serial copy(a) private(b) reduction(*:p) firstprivate(q) async(acc_async_sync)
            kernels num_gangs(4) num_workers(2) vector_length(128) copy(a) if(1) self(0)
            kernels
        "#]],
    );
}

#[test]
fn loops() {
    check(
        "loop
         loop gang worker vector
         loop gang(4) worker(8) vector(128)
         loop gang(num:4) worker(num:8) vector(length:128)
         loop gang(static:*) vector
         loop gang(num: n / 2, static: 4, dim: 1)
         loop gang(static:x ? 1 : 2)
         loop gang(dim:2)
         loop gang((n + 127) / 128) vector(128)
         loop seq
         loop auto gang
         loop independent collapse(2) private(t) reduction(+:s)
         loop collapse(force:2)
         loop collapse(N * 2)
         loop tile(8, *, n + 1)
         loop gang device_type(nvidia) worker vector(32)
         loop reduction(+:a) reduction(*:b) reduction(max:c) reduction(min:d) reduction(&:e) reduction(|:f) reduction(^:g) reduction(&&:h) reduction(||:i)
         loop reduction(+:a[0:n], s.x, t[3])
         parallel loop gang vector copy(a) private(i) reduction(+:s) num_gangs(4)
         serial loop seq copyin(a[0:n])
         kernels loop independent private(t) copy(a)
         parallel loop private(t) firstprivate(u) gang vector_length(64) vector",
        expect![[r#"
            loop
            loop gang worker vector
            loop gang(4) worker(8) vector(128)
            loop gang(4) worker(8) vector(128)
            loop gang(static:*) vector
            loop gang(n / 2, static:4, dim:1)
            loop gang(static:x ? 1 : 2)
            loop gang(dim:2)
            loop gang((n + 127) / 128) vector(128)
            loop seq
            loop auto gang
            loop independent collapse(2) private(t) reduction(+:s)
            loop collapse(force:2)
            loop collapse(N * 2)
            loop tile(8, *, n + 1)
            loop gang device_type(nvidia) worker vector(32)
            loop reduction(+:a) reduction(*:b) reduction(max:c) reduction(min:d) reduction(&:e) reduction(|:f) reduction(^:g) reduction(&&:h) reduction(||:i)
            loop reduction(+:a[0:n], s.x, t[3])
            parallel loop gang vector copy(a) private(i) reduction(+:s) num_gangs(4)
            serial loop seq copyin(a[0:n])
            kernels loop independent private(t) copy(a)
            parallel loop private(t) firstprivate(u) gang vector_length(64) vector
        "#]],
    );
}

#[test]
fn data() {
    check(
        "data copy(a[0:n])
         data copyin(a[0:n], b[1 : m - 1][:], c[i][2:], d[:n]) if(flag) async(2) wait
         data default(present)
         data present(a) device_type(*) async(1)
         enter data copyin(a, s.p[0:s.n], (*q).a, p->b[0:4], *r) async wait(1) if(x)
         enter data create(zero: a) attach(p)
         exit data copyout(a) delete(b[0:n]) detach(p) finalize
         host_data use_device(a, b) if_present if(n)
         update self(a[0:n]) host(b) device(c[1:2]) if_present async(1) wait(2) if(3)
         update device(a[i][0:m][j], s.arr[2].q[0:n], a[f(1, 2)][g[3]:h[4]])
         update self(x[c ? 0 : 1 : n])
         declare create(a) device_resident(b) link(c) copyin(d) deviceptr(e)",
        expect![[r#"
            data copy(a[0:n])
            data copyin(a[0:n], b[1 : m - 1][:], c[i][2:], d[:n]) if(flag) async(2) wait
            data default(present)
            data present(a) device_type(*) async(1)
            enter data copyin(a, s.p[0:s.n], (*q).a, p->b[0:4], *r) async wait(1) if(x)
            enter data create(zero: a) attach(p)
            exit data copyout(a) delete(b[0:n]) detach(p) finalize
            host_data use_device(a, b) if_present if(n)
            update self(a[0:n]) host(b) device(c[1:2]) if_present async(1) wait(2) if(3)
            update device(a[i][0:m][j], s.arr[2].q[0:n], a[f(1, 2)][g[3]:h[4]])
            update self(x[c ? 0 : 1 : n])
            declare create(a) device_resident(b) link(c) copyin(d) deviceptr(e)
        "#]],
    );
}

#[test]
fn others() {
    check(
        "wait
         wait(1, 2) async(3) if(x)
         wait(devnum:1:2) async
         wait async
         cache(a[i-1:3])
         cache(readonly: a[i], b[0:n])
         cache(a)
         atomic
         atomic read
         atomic write
         atomic update
         atomic capture
         routine seq
         routine
         routine(f) vector nohost
         routine gang(dim:2) bind(g)
         routine worker bind(\"g_device\")
         routine device_type(nvidia) worker device_type(*) gang
         init
         init device_type(nvidia) device_num(1) if(x)
         shutdown device_num(0)
         set device_type(nvidia) device_num(n) default_async(q) if(1)",
        expect![[r#"
            wait
            wait(1, 2) async(3) if(x)
            wait(devnum:1:2) async
            wait async
            cache(a[i-1:3])
            cache(readonly: a[i], b[0:n])
            cache(a)
            atomic update
            atomic read
            atomic write
            atomic update
            atomic capture
            routine seq
            routine seq
            routine(f) vector nohost
            routine gang(dim:2) bind(g)
            routine worker bind("g_device")
            routine device_type(nvidia) worker device_type(*) gang
            init
            init device_type(nvidia) device_num(1) if(x)
            shutdown device_num(0)
            set device_type(nvidia) device_num(n) default_async(q) if(1)
        "#]],
    );
}

#[test]
fn pgi() {
    let directives = "region copyin(a[0:n]) copyout(b) local(t)
         region for parallel vector(16)
         region loop
         for parallel(32), vector(8) unroll(4)
         for host
         for seq
         for kernel shortloop independent
         for cache(a, b) private(t)
         data region copy(a[0:n]) local(b)
         data region updatein(a) updateout(b)
         kernels for gang
         parallel for
         serial for";
    check(
        directives,
        expect![[r#"
            region copyin(a[0:n]) copyout(b) local(t)
            region for parallel vector(16)
            region loop
            for parallel(32) vector(8) unroll(4)
            for host
              ACC0301 `host` clause `host` is not supported yet
            for seq
            for kernel shortloop independent
              ACC0301 `kernel` clause `kernel` is not supported yet
            for cache(a, b) private(t)
            data region copy(a[0:n]) local(b)
            data region updatein(a) updateout(b)
            kernels for gang
            parallel for
            serial for
        "#]],
    );
    check_strict(
        directives,
        expect![[r#"
        ACC0028 `region` directive `region` is PGI's, not OpenACC's
            OpenACC spells it `kernels`; or leave out -acc=strict
        ACC0028 `local` clause `local` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `region for` directive `region for` is PGI's, not OpenACC's
            OpenACC spells it `kernels loop`; or leave out -acc=strict
        ACC0028 `parallel` clause `parallel` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `region loop` directive `region loop` is PGI's, not OpenACC's
            OpenACC spells it `kernels loop`; or leave out -acc=strict
        ACC0028 `for` directive `for` is PGI's, not OpenACC's
            OpenACC spells it `loop`; or leave out -acc=strict
        ACC0028 `parallel` clause `parallel` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `unroll` clause `unroll` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `for` directive `for` is PGI's, not OpenACC's
            OpenACC spells it `loop`; or leave out -acc=strict
        ACC0028 `host` clause `host` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `for` directive `for` is PGI's, not OpenACC's
            OpenACC spells it `loop`; or leave out -acc=strict
        ACC0028 `for` directive `for` is PGI's, not OpenACC's
            OpenACC spells it `loop`; or leave out -acc=strict
        ACC0028 `kernel` clause `kernel` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `shortloop` clause `shortloop` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `for` directive `for` is PGI's, not OpenACC's
            OpenACC spells it `loop`; or leave out -acc=strict
        ACC0028 `cache` clause `cache` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `data region` directive `data region` is PGI's, not OpenACC's
            OpenACC spells it `data`; or leave out -acc=strict
        ACC0028 `local` clause `local` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `data region` directive `data region` is PGI's, not OpenACC's
            OpenACC spells it `data`; or leave out -acc=strict
        ACC0028 `updatein` clause `updatein` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `updateout` clause `updateout` is PGI's, not OpenACC's
            use the standard's clause, or leave out -acc=strict
        ACC0028 `kernels for` directive `kernels for` is PGI's, not OpenACC's
            OpenACC spells it `kernels loop`; or leave out -acc=strict
        ACC0028 `parallel for` directive `parallel for` is PGI's, not OpenACC's
            OpenACC spells it `parallel loop`; or leave out -acc=strict
        ACC0028 `serial for` directive `serial for` is PGI's, not OpenACC's
            OpenACC spells it `serial loop`; or leave out -acc=strict
    "#]],
    );
    check_strict(
        "routine
         cache(a)
         parallel loop gang(4) vector(128)
         kernels loop gang(4) vector(128)
         parallel pcopy(a)",
        expect![[r#"
            ACC0022 `#pragma acc routine` `routine` needs `gang`, `worker`, `vector` or `seq`
                name the level of parallelism in the function: `seq`?
            ACC0028 `a` `cache` takes elements and sections, not whole arrays
                write `a[first:length]` (§2.10)
            ACC0028 `gang(4)` a number of gangs on a loop of a `parallel` construct
                use `num_gangs` (§2.9.2)
            ACC0028 `vector(128)` a size of workers or vectors on a loop of a `parallel` construct
                use `num_workers` or `vector_length` (§2.9.3, §2.9.4)
            kernels loop gang(4) vector(128)
            parallel pcopy(a)
        "#]],
    );
}

#[test]
fn spelling_of_the_line() {
    check(
        "parallel copy ( a [ 0 : n ] ) , async ( 1 ) // done
         parallel /* here */ copy(a /* and, ) there */) async
         parallel copy(a<:0:n:>)
         parallel if(s == \")\" || c == ')' || c == '\\'')
         parallel num_gangs((int){3}) num_workers(((struct s){.a = 1, .b = 2}).a)
         parallel vector_length(a ?: 32)
         parallel async((int)sizeof(int[2]))
         data copy(größe[0:n])
         parallel copy(or, new, class, this)",
        expect![[r#"
            parallel copy(a [ 0 : n ]) async(1)
            parallel copy(a) async
            parallel copy(a<:0:n:>)
            parallel if(s == ")" || c == ')' || c == '\'')
            parallel num_gangs((int){3}) num_workers(((struct s){.a = 1, .b = 2}).a)
            parallel vector_length(a ?: 32)
            parallel async((int)sizeof(int[2]))
            data copy(größe[0:n])
            parallel copy(or, new, class, this)
        "#]],
    );
    let text = "#pragma acc parallel \\\n  copy(a[0: \\\r\n  n]) \\\n async\nx;\n";
    let pragma = scan(text)[0];
    let parsed = parse(text, &pragma, DirectiveId(0), false).unwrap();
    expect!["parallel copy(a[0: n]) async"].assert_eq(&parsed.to_string());
}
