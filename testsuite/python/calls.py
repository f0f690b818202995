"""Calls of compiled functions: arguments, views, results, exceptions, constants of the module, threads, devices, data that stays, the folder of libraries.

Run on the device that ACC_DEVICE_TYPE names.
"""

import hashlib
import json
import math
import multiprocessing
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import unittest
import warnings

import numpy as np

import accrs
from accrs import bool_, f32, f64, i8, i16, i32, i64, jit, prange, u8

FACTOR = 3
DEVICE = os.environ.get("ACC_DEVICE_TYPE", "multicore")


@jit
def scale(a: f64[:, :], by: float = 2.0):
    for i in prange(a.shape[0]):
        for j in prange(a.shape[1]):
            a[i, j] *= by


@jit
def copy(a: f64[:], b: f64[:]):
    for i in prange(len(a)):
        b[i] = a[i]


@jit
def total(a: f64[:]) -> float:
    s = 0.0
    for i in prange(len(a)):
        s += a[i]
    return float(s)


@jit
def times(n: int) -> int:
    return n * FACTOR


@jit
def kinds(a: i8, b: i32, c: u8, d: f32, e: bool, f: int, g: float) -> f64:
    return f64(a) + b + c + d + e + f + g


@jit
def single(x: f32) -> f32:
    return x * 2


@jit
def truth(n: int) -> bool:
    return n > 2


@jit
def numpys(a: f64[:]) -> bool_:
    return a[0] > 2


@jit
def pick(a: f64[:], at: i64[:], out: f64[:]):
    for i in prange(len(at)):
        x = a[at[i]]
        out[i] = x


@jit
def fails(a: f64[:], n: int) -> int:
    for i in prange(len(a)):
        assert a[i] >= 0, "a negative element"
        a[i] = math.sqrt(a[i])
    if n == 7:
        raise ValueError("seven")
    return 10 // n


@jit
def square(x: float) -> float:
    return x * x


@jit
def root(x: float) -> float:
    return math.sqrt(x)


@jit
def calls_others(a: f64[:]) -> float:
    for i in prange(len(a)):
        a[i] = square(float(a[i])) + root(float(a[i]))
    return root(square(2.0)) + square(1.5)


@jit
def long_loop(n: int) -> int:
    x = 1
    for _ in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
    return x


@jit
def steps(a: f64[:], n: int):
    for step in range(n):
        for i in prange(len(a)):
            a[i] = a[i] * 0.5 + step
        a[0] = 1.0


@jit
def shifted(a: f64[:], b: f64[:]):
    for i in prange(len(a)):
        b[i] = a[i - 1]


@jit
def around(a: f64[:], b: f64[:], k: int):
    for i in prange(len(a)):
        b[i] = a[i + k]


@jit
def reduced(a: i32[:], limit: int) -> int:
    product, least, bits, either, odd, found, all_ = 1, 100, -1, 0, 0, False, True
    for i in prange(len(a)):
        if a[i] < limit:
            product = product * int(a[i])
        least = min(int(a[i]), least)
        bits &= int(a[i])
        either = either | int(a[i])
        odd ^= int(a[i])
        found |= a[i] == limit
        all_ &= a[i] > 0
    return int(product * 1_000_000 + least * 10_000 + bits * 1000 + either * 100 + odd * 10) + int(found) * 2 + int(all_)


@jit
def until(a: f64[:], b: f64[:], most: int) -> int:
    for step in range(1000):
        change = 0.0
        for i in prange(len(a)):
            b[i] = a[i] / 2
            change = max(change, abs(a[i] - b[i]))
        for i in prange(len(a)):
            a[i] = b[i]
        if change < 0.1:
            return step
        if step == most:
            raise RuntimeError("too many steps")
    return -1


@jit
def turned(a: f64[:], b: f64[:], k: int) -> int:
    for step in range(3):
        for i in prange(len(a)):
            b[i] = a[i + k]
        if step == 1:
            return step
    return -1


@jit
def pairs(a: f64[:], b: f64[:], out: f64[:]):
    for i in prange(len(a)):
        out[i] = a[i] + b[i]


@jit
def counts(a: i16[:], limit: i16) -> int:
    found = 0
    largest = 0
    for i in prange(len(a)):
        if a[i] > limit:
            found += 1
        largest = max(largest, int(a[i]))
    return found * 1000 + largest


@jit
def collatz(a: i64[:], b: i64[:]):
    for i in prange(len(a)):
        n = a[i]
        length = 0
        while n != 1:
            if n % 2 == 0:
                n //= 2
            else:
                n = 3 * n + 1
            length += 1
        b[i] = length


@jit
def running(a: f64[:], b: f64[:]):
    for i in range(min(len(a), len(b))):
        b[i] = 2 * a[i] + b[-1 - i] - 1
        a[-1] += 1


@jit
def bits(a: f64[:], b: i64[:]):
    for i in range(1, len(b)):
        a[i] = a[i - 1] * 3
        b[i] = b[i - 1] + 1
        a[i] += 1


@jit
def apart(a: f64[:], b: f64[:], c: f64[:]):
    for i in range(len(a)):
        b[i] = a[i]
    for i in prange(len(c)):
        c[i] = 2


@jit
def sliced(a: f64[:], b: f64[:, :], c: u8[:], k: int):
    a[1:] = a[:-1] + k
    a[::-2] *= b[k, 0]
    b[:, k] = np.sqrt(a) - a[0:1]
    b[1:] = b[k]
    c[:k] //= 3
    c[0:0] = k


@jit
def stepped(a: f64[:, :], x: int, y: int, z: int, w: i32) -> int:
    last = 0
    for i in prange(x, y, z):
        for j in prange(y - 1, x - 1, w):
            a[i, j] += 10 * i + j
    for i in range(x, y, z):
        for j in range(len(a), 0, -z):
            a[i, j - 1] -= 1
        last = last * 10 + i
    return last


def scale_a_little():
    scale(np.ones((2, 2)))


class Arguments(unittest.TestCase):
    def test_arrays_must_be_as_declared(self):
        for value, error in ((np.zeros((2, 2), np.float32), TypeError), (np.zeros(4), ValueError), ([[1.0]], TypeError), (np.zeros((2, 2), ">f8"), TypeError), (3.0, TypeError),
                             (np.ma.masked_array(np.zeros((2, 2))), TypeError)):  # fmt: skip
            with self.assertRaises(error):
                scale(value)
        fixed = np.zeros((2, 2))
        fixed.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            scale(fixed)
        # What is only read may be.
        a = np.arange(3.0)
        a.flags.writeable = False
        self.assertEqual(total(a), 3.0)

    def test_defaults_and_names(self):
        a = np.ones((2, 3))
        scale(a)
        scale(by=5, a=a)
        self.assertTrue((a == 10).all())
        with self.assertRaises(TypeError):
            scale(a, 1.0, 2)
        with self.assertRaises(TypeError):
            scale(a, "2")

    def test_numbers_must_fit(self):
        self.assertEqual(kinds(-1, 2, 3, 0.5, True, 10**9, 0.25), 10**9 + 5.75)
        for bad, error in (((200, 0, 0, 0, True, 0, 0), OverflowError), ((0, 0, -1, 0, True, 0, 0), OverflowError), ((0, 0, 0, 0, 1, 0, 0), TypeError),
                           ((0.5, 0, 0, 0, True, 0, 0), TypeError), ((0, 0, 0, 0, True, 2**63, 0), OverflowError)):  # fmt: skip
            with self.assertRaises(error):
                kinds(*bad)

    def test_types_of_results(self):
        self.assertIs(type(total(np.ones(3))), float)
        self.assertIs(type(kinds(0, 0, 0, 0, False, 0, 0)), np.float64)
        self.assertIs(type(single(0.1)), np.float32)
        self.assertEqual(single(0.1), np.float32(0.1) * 2)
        self.assertIs(truth(3), True)
        self.assertIs(type(numpys(np.ones(1))), np.bool_)
        self.assertIsNone(scale(np.ones((1, 1))))

    def test_views(self):
        for make in (lambda a: a[::2, 1:], lambda a: a[::-1], lambda a: a.T, lambda a: a[:, ::3], np.asfortranarray, lambda a: a[2:2], lambda a: a[:, 1:2]):
            a = np.arange(42.0).reshape(6, 7)
            view = make(a)
            wanted = view * 2
            scale(view)
            self.assertTrue(np.array_equal(view, wanted))
        odd = np.frombuffer(b"x" + np.arange(4.0).tobytes(), np.uint8)[1:].view(np.float64)
        self.assertEqual(total(odd), 6.0)

    def test_elements_that_share_memory(self):
        repeated = np.lib.stride_tricks.as_strided(np.zeros(4), (3, 2), (8, 8))
        with self.assertRaisesRegex(ValueError, "share memory"):
            scale(repeated)
        self.assertEqual(total(np.broadcast_to(np.float64(2), 5)), 10.0)

    def test_arrays_that_overlap(self):
        a = np.arange(10.0)
        with self.assertRaisesRegex(ValueError, "share part of their memory"):
            copy(a[:-1], a[1:])
        # The same array twice is no other memory, and interleaved ones aren't either.
        copy(a, a)
        copy(a[::2], a[1::2])
        self.assertEqual(a.tolist(), [0, 0, 2, 2, 4, 4, 6, 6, 8, 8])
        out = np.zeros(3)
        pick(a[1:], np.array([0, 1, -1]), out)
        self.assertEqual(out.tolist(), [0, 2, 8])

    def test_arrays_that_overlap_in_order(self):
        views = (lambda a: (a[:-1], a[1:]), lambda a: (a[1:], a[:-1]), lambda a: (a[:-2:2], a[2::2]), lambda a: (a, a[::-1]), lambda a: (a[::-1], a), lambda a: (a[3:], a[3:]),
                 lambda a: (np.lib.stride_tricks.as_strided(a, (5, 1), (8, 8))[:, 0], np.lib.stride_tricks.as_strided(a[4:], (5,), (0,))))  # fmt: skip
        for view in views:
            a, b = np.arange(12.0), np.arange(12.0)
            running(*view(a))
            running.python(*view(b))
            self.assertEqual(a.tolist(), b.tolist())
        # Other types of the same memory.
        a, b = np.arange(12.0), np.arange(12.0)
        bits(a, a.view(np.int64)[1:])
        bits.python(b, b.view(np.int64)[1:])
        self.assertEqual(a.tobytes(), b.tobytes())
        # Loops over prange in the same function may use other arrays alone.
        a = np.arange(6.0)
        apart(a[:-1], a[1:], np.ones(3))
        self.assertEqual(a.tolist(), [0.0] * 6)
        with self.assertRaisesRegex(ValueError, "'a' and 'c' share part of their memory.*prange"):
            apart(a[:-1], a[1:], a[2:5])

    def test_no_elements(self):
        scale(np.zeros((0, 3)))
        scale(np.zeros((3, 0)))
        self.assertEqual(total(np.zeros(0)), 0.0)


class Failures(unittest.TestCase):
    def test_exceptions_stand_at_their_lines(self):
        for call, error, line in ((lambda: fails(np.array([1.0, -1.0]), 1), AssertionError, "assert a[i] >= 0"), (lambda: fails(np.ones(2), 0), ZeroDivisionError, "return 10 // n"),
                                  (lambda: fails(np.ones(2), 7), ValueError, 'raise ValueError("seven")'), (lambda: pick(np.ones(2), np.array([0, 5]), np.ones(2)), IndexError, "x = a[at[i]]"),
                                  (lambda: calls_others(np.array([-1.0])), ValueError, "return math.sqrt(x)")):  # fmt: skip
            try:
                call()
                self.fail(f"no {error.__name__}")
            except error as why:
                last = traceback.extract_tb(why.__traceback__)[-1]
            self.assertEqual((os.path.samefile(last.filename, __file__), last.line[: len(line)]), (True, line))

    def test_subscripts_below_zero(self):
        a = np.arange(5.0)
        b = np.zeros(5)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            shifted(a, b)
        self.assertEqual(b.tolist(), [4, 0, 1, 2, 3])
        around.__dict__["_told"].clear()
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            around(a, b, -2)
            around(a, b, -2)
        self.assertEqual(b.tolist(), [3, 4, 0, 1, 2])
        self.assertEqual([w.category for w in told], [accrs.SlowWarning])
        with self.assertRaises(IndexError):
            around(a, b, 1)
        with self.assertRaises(IndexError):
            around(a, b, -6)

    def test_loops_end_where_something_fails(self):
        @jit
        def follow(following: i64[:], out: i64[:]):
            for i in prange(len(out)):
                at = i
                while at != -100:
                    at = int(following[at])
                out[i] = at

        with self.assertRaises(IndexError):
            follow(np.array([1, 2, 50]), np.zeros(3, np.int64))
        out = np.zeros(2, np.int64)
        follow(np.array([1, -100]), out)
        self.assertEqual(out.tolist(), [-100, -100])


class Meaning(unittest.TestCase):
    def test_constants_of_the_module(self):
        global FACTOR
        self.assertEqual(times(5), 15)
        FACTOR = 4
        try:
            self.assertEqual(times(5), 20)
        finally:
            FACTOR = 3
        self.assertEqual(times(5), 15)

    def test_constants_of_closures(self):
        def made(by):
            @jit
            def inner(n: int) -> int:
                return n * by

            return inner

        two, ten = made(2), made(10)
        self.assertEqual((two(3), ten(3)), (6, 30))

    def test_loops_that_return(self):
        a, b = np.arange(6.0), np.zeros(6)
        self.assertEqual(until(a, b, 100), 5)
        self.assertEqual(a[-1], 5 / 64)
        with self.assertRaisesRegex(RuntimeError, "too many steps"):
            until(np.arange(6.0), b, 2)
        a, b = np.arange(6.0), np.zeros(6)
        with accrs.data(copy=[a, b]):
            self.assertEqual(until(a, b, 100), 5)
        self.assertEqual(a[-1], 5 / 64)

    def test_loops_in_order_that_return(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with self.assertRaises(IndexError):
                until(np.arange(6.0), np.zeros(5), 100)
            a, b, c = np.arange(6.0), np.zeros(6), np.zeros(6)
            self.assertEqual(turned(a, b, -1), 1)
            with accrs.data(copy=[a, c]):
                self.assertEqual(turned(a, c, -1), 1)
        self.assertEqual((b.tolist(), c.tolist()), ([5, 0, 1, 2, 3, 4],) * 2)

    def test_other_functions(self):
        a = np.array([4.0, 9.0])
        self.assertEqual(calls_others(a), 4.25)
        self.assertEqual(a.tolist(), [18.0, 84.0])

    def test_the_function_itself(self):
        a, b = np.ones((3, 3)), np.ones((3, 3))
        scale(a)
        scale.python(b)
        self.assertTrue((a == b).all())
        self.assertEqual(scale.__name__, "scale")

    def test_reductions(self):
        a = np.array([5, -3, 12, 7, 7], np.int16)
        self.assertEqual(counts(a, 5), 3012)
        self.assertEqual(counts(a, 5), counts.python(a, np.int16(5)))
        self.assertAlmostEqual(total(np.full(1000, 0.1)), 100.0)
        for a in ([3, 5, 7], [3, 5, 7, 9, 13] * 3, [2, -4, 6], []):
            a = np.array(a, np.int32)
            self.assertEqual(reduced(a, 7), reduced.python(a, 7))

    def test_steps_that_are_not_written_out(self):
        def outcome(function, *given):
            a = np.zeros((6, 6))
            try:
                return function(a, *given), a.tolist()
            except ValueError as why:
                return [frame.line for frame in traceback.extract_tb(why.__traceback__) if frame.line.startswith("for ")][-1], str(why).split(" (")[0]

        for given in ((0, 6, 1, -1), (1, 5, 3, -2), (5, -1, -2, 1), (5, 0, -1, 3), (0, 6, 7, -9), (4, 4, 1, 1), (0, 6, -1, 1), (0, 6, 0, 1), (0, 6, 2, 0), (0, 0, 2, 0)):
            self.assertEqual(outcome(stepped, *given), outcome(stepped.python, *given), given)

    def test_slices(self):
        def outcome(function, n, k):
            given = np.arange(float(n)), np.arange(16.0).reshape(4, 4), np.arange(4, dtype=np.uint8)
            try:
                with np.errstate(invalid="ignore"):
                    function(*given, k)
            except (ValueError, IndexError, OverflowError) as why:
                return type(why), [frame.line for frame in traceback.extract_tb(why.__traceback__) if "[" in frame.line][-1], [a.tolist() for a in given]
            return [a.tolist() for a in given]

        for n, k in ((4, 1), (4, 3), (1, 2), (4, -1), (4, -7), (3, 1), (0, 1), (4, 4)):
            self.assertEqual(outcome(sliced, n, k), outcome(sliced.python, n, k), (n, k))

    def test_loops_of_unknown_length(self):
        a, b = np.arange(1, 30), np.zeros(29, np.int64)
        wanted = b.copy()
        collatz(a, b)
        collatz.python(a, wanted)
        self.assertTrue((b == wanted).all())


class Devices(unittest.TestCase):
    def test_names(self):
        with self.assertRaisesRegex(ValueError, "no device is called 'gpu'"):
            jit(scale.python, device="gpu")
        a = np.ones((2, 2))
        for device in ("multicore", "host", "sim"):
            scale.on(device)(a)
        self.assertEqual(a[0, 0], 8)
        if accrs.library.runtime().acc_get_num_devices(5) == 0:
            with self.assertRaisesRegex(RuntimeError, "no device 'nvidia'"):
                scale.on("nvidia")(a)

    def test_data_stays(self):
        a = np.ones((50, 50))
        runtime = accrs.library.runtime()
        with accrs.data(copy=[a]) as held:
            before = runtime.acc_copyins(), runtime.acc_copyouts()
            for _ in range(3):
                scale(a)
            self.assertEqual((runtime.acc_copyins(), runtime.acc_copyouts()), before)
            held.update_self(a)
            self.assertEqual(a[0, 0], 8)
            a[0, 0] = 1
            held.update_device(a)
            scale(a)
        self.assertEqual((a[0, 0], a[1, 1]), (2, 16))
        with self.assertRaises(ValueError):
            accrs.data(copy=[a.T[::2]])

    def test_host_code_between_regions(self):
        a = np.ones(8)
        wanted = a.copy()
        steps(a, 3)
        steps.python(wanted, 3)
        self.assertTrue((a == wanted).all())
        with accrs.data(copy=[a]):
            if DEVICE == "sim":
                with self.assertRaisesRegex(RuntimeError, "outside of prange"):
                    steps(a, 1)

    def test_what_the_host_would_copy(self):
        a, b = np.arange(8.0), np.zeros(8)
        with accrs.data(create=[b], copyin=[a], device="sim"):
            out = np.zeros(3)
            with self.assertRaisesRegex(RuntimeError, "the host would copy it"):
                copy.on("sim")(a[::2], out)
            pairs.on("sim")(a[:-1], a[1:], b)
        big = np.zeros((4, 4))
        with accrs.data(copy=[big[1:3]], device="sim"), self.assertRaisesRegex(RuntimeError, "a part of 'a'"):
            scale.on("sim")(big)
        out = np.zeros(8)
        pairs.on("sim")(a[:-1], a[1:], out)
        self.assertEqual(out[:7].tolist(), [1, 3, 5, 7, 9, 11, 13])

    def test_in_order_while_data_is_there(self):
        a, b = np.arange(5.0), np.zeros(5)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with accrs.data(copy=[a, b]):
                copy(a, a)
                around(a, b, -1)
        self.assertEqual(b.tolist(), [4, 0, 1, 2, 3])

    def test_threads(self):
        results = [None] * 6

        def work(at):
            a = np.full((40, 30), float(at))
            for _ in range(20):
                scale(a)
                scale(a, 0.5)
            results[at] = (a == at).all() and total(np.full(500, float(at))) == 500.0 * at

        threads = [threading.Thread(target=work, args=(at,)) for at in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [True] * 6)

    def test_other_threads_run_meanwhile(self):
        long_loop(1)
        ended, counted = threading.Event(), 0

        def work():
            long_loop(300_000_000)
            ended.set()

        thread = threading.Thread(target=work)
        thread.start()
        while not ended.is_set():
            counted += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(counted, 20)

    def test_forked_processes_are_told(self):
        scale(np.ones((2, 2)))
        with multiprocessing.get_context("fork").Pool(1) as pool, self.assertRaisesRegex(RuntimeError, "start processes by 'spawn'"):
            pool.apply_async(scale_a_little).get(timeout=60)

    def test_report(self):
        report = scale.report()
        line = scale.python.__code__.co_firstlineno + 2
        self.assertIn(pathlib.Path(__file__).name, report)
        self.assertRegex(report, rf"(?m)^ +{line}, .*copy\(a\[0:a_shape0\]\)")
        self.assertIn("the subscript at[i] of 'a' is compared with the array's length in the kernel", pick.report())
        self.assertNotIn("in the kernel", report)
        self.assertIs(pickle.loads(pickle.dumps(scale)), scale)
        self.assertIn("int64_t scale(int64_t a_shape0", scale.c())


class Folder(unittest.TestCase):
    """The folder of libraries, in processes of their own."""

    PROGRAM = "import accrs, sys\n@accrs.jit\ndef f(n: int) -> int:\n    return n + 1\nassert f(1) == 2\nprint(accrs.library.folder())\n"

    def run_there(self, folder, **more):
        path = pathlib.Path(self.folder) / "program.py"
        path.write_text(self.PROGRAM)
        return subprocess.run([sys.executable, path], env={**os.environ, "ACCRS_CACHE_DIR": str(folder), **more}, capture_output=True, text=True, check=True)

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def test_it_is_the_users_own(self):
        self.run_there(self.folder / "cache")
        place = self.folder / "cache/python"
        kept = sorted(place.iterdir())
        self.assertEqual([path.suffix for path in kept], [".json", ".so"])
        self.assertEqual([oct(path.stat().st_mode & 0o777) for path in [place, *kept]], ["0o700", "0o600", "0o700"])

    def test_what_others_may_write_to_is_not_used(self):
        open_ = self.folder / "open"
        open_.mkdir()
        open_.chmod(0o777)
        ended = self.run_there(open_)
        self.assertIn("isn't used", ended.stderr)
        self.assertNotEqual(ended.stdout.strip(), str(open_ / "python"))
        self.assertEqual([path for path in open_.rglob("*") if path.is_file()], [])
        self.assertFalse(os.path.exists(ended.stdout.strip()))

    def test_what_is_damaged_is_compiled_again(self):
        self.run_there(self.folder / "cache")
        library = next((self.folder / "cache/python").glob("*.so"))
        whole = library.read_bytes()
        for spoiled in (b"", whole[:1000], whole[:-1] + b"x"):
            library.write_bytes(spoiled)
            self.run_there(self.folder / "cache")
            self.assertEqual(json.loads(next(library.parent.glob("*.json")).read_text())["sha256"], hashlib.sha256(library.read_bytes()).hexdigest())
        library.chmod(0o722)
        self.run_there(self.folder / "cache")
        self.assertEqual(library.stat().st_mode & 0o777, 0o700)

    def test_no_compiler(self):
        with self.assertRaises(subprocess.CalledProcessError) as caught:
            self.run_there(self.folder / "cache", ACCRS_COMPILER="/nowhere/accrs")
        self.assertIn("accrs isn't there (/nowhere/accrs, which ACCRS_COMPILER names)", caught.exception.stderr)

    def test_it_is_kept(self):
        self.run_there(self.folder / "cache")
        before = [path.stat().st_mtime_ns for path in sorted((self.folder / "cache/python").iterdir())]
        self.run_there(self.folder / "cache")
        self.assertEqual([path.stat().st_mtime_ns for path in sorted((self.folder / "cache/python").iterdir())], before)


if __name__ == "__main__":
    unittest.main()
