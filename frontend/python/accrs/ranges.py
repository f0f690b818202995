"""What values integers can have inside of a loop over prange: polynomials of names, and bounds of those that change.

Each symbol that changes inside of the region has lower and upper bounds, polynomials of symbols that were made before it. `least`
replaces the latest symbol first, so that triangular loops come out exactly. What remains are names that are the same throughout the region, which
the host can compare with an array's lengths before the region begins.
"""

MOST = 4


class Poly:
    """A polynomial with integer coefficients: products of names (sorted tuples) with their coefficients."""

    __slots__ = ("terms",)

    def __init__(self, terms):
        self.terms = {names: factor for names, factor in terms.items() if factor}

    @classmethod
    def number(cls, value):
        return cls({(): value})

    @classmethod
    def name(cls, name):
        return cls({(name,): 1})

    def __add__(self, other):
        terms = dict(self.terms)
        for names, factor in other.terms.items():
            terms[names] = terms.get(names, 0) + factor
        return Poly(terms)

    def __neg__(self):
        return Poly({names: -factor for names, factor in self.terms.items()})

    def __sub__(self, other):
        return self + -other

    def __mul__(self, other):
        terms = {}
        for a, p in self.terms.items():
            for b, q in other.terms.items():
                names = tuple(sorted(a + b))
                terms[names] = terms.get(names, 0) + p * q
        return Poly(terms)

    @property
    def names(self):
        return {name for names in self.terms for name in names}

    @property
    def constant(self):
        """Its value, if it has no names."""
        return self.terms.get((), 0) if not any(self.terms) else None

    def c(self):
        """As C, in 128 bits: it can't overflow there for lengths and counts."""
        text = ""
        for names, factor in sorted(self.terms.items(), key=lambda term: (term[1] < 0, term[0])):
            factors = [str(abs(factor))] if abs(factor) != 1 or not names else []
            product = " * ".join(["(__int128)" + (factors + list(names))[0], *(factors + list(names))[1:]])
            text += (" - " if text else "-") + product if factor < 0 else (" + " if text else "") + product
        return text or "0"


class Ranges:
    """The symbols of a function, in the order in which they were made."""

    def __init__(self):
        self.order = {}
        self.lower = {}
        self.upper = {}
        self.needs = {}
        self.atom = {}
        self.loops = set()
        self.outer = 0
        self.lengths = set()

    def length(self, name):
        """A name that is never negative and never changes: an array's length."""
        self.lengths.add(name)
        return Poly.name(name)

    def enter(self):
        """A region begins: symbols that are there already don't change in it."""
        self.outer = len(self.order)

    def leave(self):
        self.outer = 0

    def symbol(self, lower=(), upper=(), needs=(), atom=None):
        """A new symbol that changes. Its bounds are lists of which each holds if none of `needs` is negative; empty: not known. `atom` is the C variable
        that has its value, in whose place it may stand in regions that begin later."""
        name = f"#{len(self.order)}"
        self.order[name] = len(self.order)
        self.lower[name], self.upper[name] = list(lower)[:MOST], list(upper)[:MOST]
        self.needs[name], self.atom[name] = list(needs), atom
        return Poly.name(name)

    def changing(self, poly):
        return [name for name in poly.names if name in self.order]

    def affine(self, poly):
        """Whether a polynomial is a sum of multiples of loop variables, whose bounds are such sums too, and of names that don't change."""
        for names in poly.terms:
            changing = [name for name in names if name in self.order]
            if changing and (len(names) > 1 or changing[0] not in self.loops):
                return False
        bounds = [(self.lower[name], self.upper[name]) for name in self.changing(poly)]
        return all(lower and upper and self.affine(lower[-1]) and self.affine(upper[-1]) for lower, upper in bounds)

    def not_negative(self, poly):
        """Whether it is certain that it is not negative: a sum of products of lengths."""
        return all(factor > 0 and all(name in self.lengths for name in names) for names, factor in poly.terms.items())

    def least(self, poly):
        """Polynomials of names that don't change, each a bound of `poly` from below, with what must not be negative for that."""
        open_, closed = [(poly, [])], []
        while open_ and len(closed) < 2 * MOST:
            now, needs = open_.pop(0)
            changing = self.changing(now)
            if not changing:
                closed.append((now, needs))
                continue
            latest = max(changing, key=self.order.get)
            open_ += self._without(now, needs, latest)
        return closed

    def _without(self, poly, needs, name):
        """The polynomial with a symbol's bounds in its place."""
        factor, rest = {}, {}
        for names, number in poly.terms.items():
            if names.count(name) > 1:
                return []
            if name in names:
                factor[tuple(n for n in names if n != name)] = number
            else:
                rest[names] = number
        factor, rest = Poly(factor), Poly(rest)
        if self.changing(factor):
            return []
        positive = True
        if self.not_negative(-factor):
            positive = False
        elif not self.not_negative(factor):
            needs = [*needs, factor]
        bounds = self.lower if positive else self.upper
        found = [(rest + factor * bound, [*needs, *self.needs[name]]) for bound in bounds[name]]
        if self.order[name] < self.outer and self.atom[name] is not None:
            found.append((rest + factor * Poly.name(self.atom[name]), needs))
        return found

    def bounded(self, poly):
        """What follows for the latest symbol of a polynomial that isn't negative: the list of bounds that it belongs into, and the bound."""
        changing = self.changing(poly)
        if not changing:
            return []
        latest = max(changing, key=self.order.get)
        factor = poly.terms.get((latest,))
        rest = Poly({names: number for names, number in poly.terms.items() if names != (latest,)})
        if factor not in (1, -1) or latest in rest.names:
            return []
        return [(self.lower[latest], -rest)] if factor == 1 else [(self.upper[latest], rest)]
