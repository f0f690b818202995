"""What isn't in the subset, or isn't right: each is refused at its line and column, with words that say why. `«` stands before the place."""

import importlib.util
import pathlib
import sys
import tempfile

import accrs

HEAD = "import math\nimport numpy as np\nfrom accrs import *\n\nnumbers = [1, 2]\n\n"


def body(text, signature="a: f64[:], n: int"):
    lines = "\n".join(f"    {line}" for line in text.splitlines())
    return f"@jit\ndef f({signature}):\n{lines}\n"


def value(text, returns="float", signature="a: f64[:], n: int, x: float, s: f32, u: u64, i: i64, t: bool, b: bool_[:]"):
    return f"@jit\ndef f({signature}) -> {returns}:\n    return {text}\n"


CASES = [
    # Signatures.
    ("@jit\ndef f(«a):\n    pass\n", "'a' has no type"),
    ("class C:\n    @jit\n    def f(«self, n: int):\n        pass\n\nf = C.f\n", "methods aren't in the subset"),
    ("@jit\ndef f(a: «list):\n    pass\n", "isn't a type that can be compiled"),
    ("@jit\ndef f(a: «np.float16):\n    pass\n", "isn't a type that can be compiled"),
    ("@jit\ndef f(a: «f64[:2]):\n    pass\n", None),
    ("@jit\n«def f(*a: int):\n    pass\n", "fixed number of parameters"),
    ("@jit\ndef f(n: int) -> «str:\n    return n\n", "what is returned is a number"),
    ("@jit\n«def f(n: int) -> int:\n    if n > 0:\n        return n\n", "not all ways end in 'return'"),
    ("@jit\ndef f(n: int):\n    «return n\n", "the function returns a value"),
    ("@jit\ndef f(n: int) -> int:\n    «return\n", "says that it returns int"),
    ("@jit\ndef f(n: int) -> float:\n    «return n\n", "this is int, and the function's annotation says that it returns float"),
    # Statements.
    (body("«with open('x') as y:\n    pass"), "isn't in the subset"),
    (body("«try:\n    pass\nexcept ValueError:\n    pass"), "isn't in the subset"),
    (body("«import math"), "isn't in the subset"),
    (body("«del n"), "isn't in the subset"),
    (body("«print(n)"), "print isn't in the subset"),
    (body("«n + 1"), "goes nowhere"),
    (body("«def g():\n    pass"), "a definition inside"),
    (body("x = «lambda: 1"), "lambda inside"),
    (body("«global numbers"), "global inside"),
    (body("x = [y for «y in range(3)]"), "a comprehension inside"),
    (body("if («y := n) > 1:\n    pass"), "':=' inside"),
    (body("«x = y = n"), "one target at a time"),
    (body("x, y = «n"), None),
    (body("x, y = «n, 1, 2"), "3 values for 2 targets"),
    (body("«a = n"), "is an array and stays one"),
    (body("«n.x = 1"), "a variable or an element of an array"),
    (body("for k in «numbers:\n    pass"), "loops are over range(...) or prange(...)"),
    (body("for k in «a:\n    pass"), "loops are over range(...) or prange(...)"),
    (body("for k in range(3, n, «1.5):\n    pass"), "bounds are integers"),
    (body("for k in range(3, n, «0):\n    pass"), "the step of a range must not be zero"),
    (body("for k in range(«1.5):\n    pass"), "bounds are integers"),
    (body("«for k in range(n):\n    pass\nelse:\n    pass"), "'else' of a loop"),
    (body("«while n > 0:\n    n -= 1\nelse:\n    pass"), "'else' of a loop"),
    (body("for «k, l in range(n):\n    pass"), "the target of a loop is a variable"),
    (body("while True:\n    n -= 1\n«n = 2"), "this is never reached"),
    (body("«raise n"), "what is raised is an exception"),
    # Variables.
    (body("n = «x"), "isn't known here"),
    (body("if n > 1:\n    x = 1\nn = «x"), "'x' may have no value here"),
    (body("for k in range(n):\n    x = k\nn = «x"), "'x' may have no value here"),
    (body("for k in range(n):\n    pass\nn = «k"), "'k' may have no value here"),
    (body("x = 1\n«x = 2.5"), "'x' is int since line 9 and would become float here"),
    (body("x = 0.0\nfor k in range(n):\n    «x += f32(1)"), "'x' is float since line 9 and would become f32 here"),
    (body("«n = 1.5"), "by the function's annotation"),
    (body("«x: float = n"), "Python doesn't convert it for an annotation"),
    # prange.
    (body("x = 0\nfor k in prange(n):\n    a[k] = «x\n    x = k"), "would be carried from one iteration of prange to another"),
    (body("x = 0\nfor k in prange(n):\n    «x += k\n    a[k] = x"), "would be carried from one iteration of prange to another"),
    (body("x = 0\nfor k in prange(n):\n    «x += k\n    x *= 2"), "would be carried"),
    (body("x = 0\nfor k in prange(n):\n    x = k\nn = «x"), "'x' may have no value here"),
    (body("«for k in prange(n):\n    if n > 3:\n        break"), "can't be left by 'break'"),
    (body("for k in prange(n):\n    if n > 3:\n        «return"), "'return' inside of a loop over prange"),
    (body("for k in prange(n):\n    if n > 3:\n        «raise ValueError('no')"), "'raise' inside of a loop over prange"),
    ("@jit\ndef g(n: int) -> int:\n    if n < 0:\n        «raise ValueError('less')\n    return n\n\n" + value("g(n)", "int"), "'raise' inside"),
    # Expressions.
    (value("«numbers[0]"), "is no array that is a parameter"),
    (value("«numbers"), "is no number"),
    (value("«'x'"), "isn't a number"),
    (value("«1j"), "isn't a number"),
    (value("«a"), "arithmetic with whole arrays"),
    (value("«a[0:2]"), "slices aren't in the subset"),
    (body("x = «a[0:2]"), "slices aren't in the subset here"),
    (body("for k in prange(n):\n    «a[0:2] = 1"), "slices aren't in the subset inside of loops over prange"),
    (body("a[0:2] = «1 if n else a[1:3]"), "with slices there are arithmetic"),
    (body("a[0:2] = «math.sqrt(a[0:2])"), "with slices there are arithmetic"),
    (body("«a[0:2] **= 3"), "the power 2 alone"),
    (body("a[0:2] = «a ** n"), "with slices there are arithmetic"),
    (body("a[0:n:«0] = 1"), "the step of a slice must not be zero"),
    (body("a[«1.5:] = 1"), "bounds of slices are integers"),
    (body("«a[1:] = c", "a: f64[:], c: f64[:, :]"), "more dimensions than what it is assigned to"),
    (body("«c[1:] = 1.5", "c: i64[:]"), "an element of 'c' is i64"),
    (body("c[1:] = c[1:] + «n", "c: u8[:], n: int"), "convert it, u8(...)"),
    (value("«a[0, 1]"), "'a' has 1 dimension, and this has 2 subscripts"),
    (value("a[«1.5]"), "subscripts are integers"),
    (value("a[«x]"), "subscripts are integers"),
    (value("«a.T"), "there are shape, size and ndim here"),
    (value("«a.shape[1]"), "the subscript of shape"),
    (value("«np.zeros(n, dtype=int)"), "make it before the call"),
    (value("«a @ a"), "'@' isn't in the subset"),
    (value("«n in a"), None),
    (value("«n is n"), "'is' and 'in'"),
    (value("«(n, n)"), "isn't in the subset"),
    (value("«f'{n}'"), "isn't in the subset"),
    (value("«u < i"), "have no common type of integers"),
    (value("«b[0] + b[0]"), "numpy has rules of its own"),
    (value("«-b[0]"), "numpy has no '-' of truth values"),
    (value("«~t"), "'~' is for integers"),
    (value("«x & n"), "is for integers"),
    (value("«n ** n"), "the exponent's sign decides"),
    (value("«i ** -1"), "no negative powers of integers"),
    (value("«1 / 0"), "this always fails"),
    (value("«2 ** 70"), "integers have 64 bits"),
    (value("«99999999999999999999"), "integers have 64 bits"),
    (value("«u8(300)"), "300 doesn't fit u8"),
    (value("(«n if t else x)"), "the type of this would depend on the condition"),
    (value("«max(n, x)"), "the type of this would depend on which is chosen"),
    (value("«max(n)"), "take two numbers or more"),
    (value("(«n or x)"), "gives one of its operands"),
    (value("«sum(a)"), "isn't among the functions"),
    (value("«len(n)"), "len() is for arrays"),
    (value("«math.sqrt(n, 2)"), "this takes 1 argument here, not 2"),
    (value("«float(x=n)"), "without names and stars"),
    (value("«math.hypot(x, x)"), "isn't among the functions"),
    (value("«np.floor(n)"), "isn't in the subset"),
    (value("«math.sqrt(-1)"), "this always fails"),
    (value("«a.sum()"), "what is called must be a function"),
    (value("«unknown(n)"), "what is called must be a function"),
    # Elements.
    (body("«c[0] = 1.5", "c: i64[:]"), "an element of 'c' is i64, and this is float: convert it, i64(...)"),
    (body("«c[0] /= 2", "c: i64[:]"), "an element of 'c' is i64"),
    (body("«c[0] = d[0]", "c: u32[:], d: i64[:]"), "an element of 'c' is u32"),
    (body("«c[0] = 1", "c: bool_[:]"), "an element of 'c' is bool_"),
    # Other functions.
    ("@jit\ndef g(a: f64[:]) -> float:\n    return 1.0\n\n" + value("«g(a)"), "can only call those that take numbers"),
    ("@jit\ndef g(n: int):\n    pass\n\n" + value("«g(n)"), "'g' returns nothing"),
    ("@jit\ndef g(n: int) -> int:\n    return n\n\n" + value("g(«x)"), "this is float, and 'g' takes int"),
    ("@jit\ndef f(n: int) -> int:\n    return «f(n)\n", "calls itself"),
    # What accrs finds out.
    (body("«for k in prange(1, len(a)):\n    a[k] = a[k - 1] + 1"), "aren't independent: use range"),
    (body("«for k in prange(len(a)):\n    a[0] = k"), "aren't independent: use range"),
]


def refused(path, name):
    """The error of a file's function f."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        module.f.compile()
    except (accrs.CompileError, TypeError) as why:
        return why
    return None


def main():
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for at, (text, message) in enumerate(CASES):
            text = HEAD + text
            before, _, after = text.partition("«")
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            path = pathlib.Path(folder) / f"case{at}.py"
            path.write_text(before + after, encoding="utf-8")
            why = refused(path, f"case{at}")
            if isinstance(why, TypeError) and message is None:
                continue
            if not isinstance(why, accrs.CompileError) or (message or "") not in why.msg:
                wrong += 1
                print(f"'{message}' isn't what is said of\n{before + after}but: {why}\n")
            elif (why.filename, why.lineno) != (str(path), line) or why.offset != column and "independent: use" not in why.msg:
                wrong += 1
                print(f"{why.lineno}:{why.offset} is named, not {line}:{column}: {why}\n{before + after}")
            elif why.text is None or why.text.strip() != (before + after).splitlines()[line - 1].strip():
                wrong += 1
                print(f"the line isn't shown: {why.text}")
    print(f"{len(CASES)} refused, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
