//! C's arithmetic types, and expressions that carry the interval of values they can have: with it every operation is
//! chosen so that nothing is undefined, and floating point stays exact (whole numbers that the type holds).

/// The arithmetic types of the programs. `char` is signed or not, as the host's compiler is told: what it holds is known
/// within both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    Unsigned,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Float,
    Double,
}

pub const INTEGERS: [Type; 12] = [
    Type::Bool,
    Type::Char,
    Type::SignedChar,
    Type::UnsignedChar,
    Type::Short,
    Type::UnsignedShort,
    Type::Int,
    Type::Unsigned,
    Type::Long,
    Type::UnsignedLong,
    Type::LongLong,
    Type::UnsignedLongLong,
];

/// What variables and arrays are made of: the common types more often.
pub const STORED: [Type; 18] = [
    Type::Char,
    Type::SignedChar,
    Type::UnsignedChar,
    Type::Short,
    Type::UnsignedShort,
    Type::Int,
    Type::Int,
    Type::Int,
    Type::Unsigned,
    Type::Unsigned,
    Type::Long,
    Type::UnsignedLong,
    Type::UnsignedLong,
    Type::LongLong,
    Type::UnsignedLongLong,
    Type::Float,
    Type::Double,
    Type::Double,
];

/// Floating-point variables hold whole numbers in ±FLOAT, so that sums of many stay exact.
pub const FLOAT: i128 = 500;

impl Type {
    pub fn name(self) -> &'static str {
        match self {
            Type::Bool => "_Bool",
            Type::Char => "char",
            Type::SignedChar => "signed char",
            Type::UnsignedChar => "unsigned char",
            Type::Short => "short",
            Type::UnsignedShort => "unsigned short",
            Type::Int => "int",
            Type::Unsigned => "unsigned",
            Type::Long => "long",
            Type::UnsignedLong => "unsigned long",
            Type::LongLong => "long long",
            Type::UnsignedLongLong => "unsigned long long",
            Type::Float => "float",
            Type::Double => "double",
        }
    }

    pub fn floating(self) -> bool {
        matches!(self, Type::Float | Type::Double)
    }

    pub fn signed(self) -> bool {
        matches!(
            self,
            Type::Char
                | Type::SignedChar
                | Type::Short
                | Type::Int
                | Type::Long
                | Type::LongLong
                | Type::Float
                | Type::Double
        )
    }

    /// Bits of value of an integer type, its sign included; of a floating type those of exact whole numbers.
    fn bits(self) -> u32 {
        match self {
            Type::Bool => 1,
            Type::Char | Type::SignedChar | Type::UnsignedChar => 8,
            Type::Short | Type::UnsignedShort => 16,
            Type::Int | Type::Unsigned => 32,
            Type::Float => 24,
            Type::Double => 53,
            _ => 64,
        }
    }

    /// The least and the largest value; for floating types of the whole numbers that are all exact.
    pub fn range(self) -> (i128, i128) {
        let bits = self.bits();
        if self == Type::Char {
            (-128, 255)
        } else if self.floating() {
            (-(1 << bits), 1 << bits)
        } else if self.signed() {
            (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            (0, (1 << bits) - 1)
        }
    }

    /// What the type holds on any host.
    pub fn sure(self) -> (i128, i128) {
        if self == Type::Char {
            (0, 127)
        } else {
            self.range()
        }
    }

    /// What a variable of the type may hold in the programs.
    pub fn stored(self) -> (i128, i128) {
        if self.floating() {
            (-FLOAT, FLOAT)
        } else {
            self.range()
        }
    }

    fn rank(self) -> u32 {
        match self {
            Type::Double => 20,
            Type::Float => 19,
            Type::LongLong | Type::UnsignedLongLong => 8,
            Type::Long | Type::UnsignedLong => 7,
            Type::Int | Type::Unsigned => 6,
            _ => 0,
        }
    }

    /// The integer promotions.
    pub fn promoted(self) -> Type {
        if self.rank() == 0 { Type::Int } else { self }
    }

    /// The unsigned type of the same rank, of `int`'s at least.
    pub fn unsigned(self) -> Type {
        match self.promoted() {
            Type::Int => Type::Unsigned,
            Type::Long => Type::UnsignedLong,
            Type::LongLong => Type::UnsignedLongLong,
            other => other,
        }
    }

    /// The usual arithmetic conversions.
    pub fn common(self, other: Type) -> Type {
        let (a, b) = (self.promoted(), other.promoted());
        if a.rank() != b.rank() {
            let (high, low) = if a.rank() > b.rank() { (a, b) } else { (b, a) };
            // long long with unsigned long: the same width, so neither holds all of the other's values.
            if !high.floating() && high.signed() && !low.signed() && high.bits() == low.bits() {
                return high.unsigned();
            }
            return high;
        }
        if a.signed() { b } else { a }
    }
}

/// An expression without side effects: its text (an operand as it stands), type, and the interval of its values.
#[derive(Clone, Debug)]
pub struct Value {
    pub text: String,
    pub ty: Type,
    pub low: i128,
    pub high: i128,
    pub constant: bool,
}

impl Value {
    /// A variable or element that holds whatever its type may hold.
    pub fn stored(text: impl Into<String>, ty: Type) -> Value {
        let (low, high) = ty.stored();
        Value::of(text, ty, low, high)
    }

    pub fn of(text: impl Into<String>, ty: Type, low: i128, high: i128) -> Value {
        Value {
            text: text.into(),
            ty,
            low,
            high,
            constant: false,
        }
    }

    pub fn constant(value: i128) -> Value {
        Value {
            constant: true,
            ..Value::of(
                if value < 0 {
                    format!("({value})")
                } else {
                    value.to_string()
                },
                Type::Int,
                value,
                value,
            )
        }
    }

    /// This in the type `ty`, as an assignment or an operator converts it: no text of its own.
    fn implied(&self, ty: Type) -> Value {
        let (low, high) = ty.sure();
        let mut value = self.clone();
        if ty == Type::Bool {
            (value.low, value.high) = (0, 1);
        } else if self.low < low || self.high > high {
            (value.low, value.high) = ty.range();
        }
        value.ty = ty;
        value
    }

    /// This cut down so that it has a value in `ty`: what conversion from and to floating point needs.
    fn fitting(&self, ty: Type) -> Value {
        let (low, high) = ty.sure();
        let meets_float = ty.floating() || self.ty.floating();
        if meets_float && ty != Type::Bool && (self.low < low || self.high > high) {
            let most = if high < 300 { 99 } else { 999 };
            return self.cut(if low < 0 { -most } else { 0 }, most);
        }
        self.clone()
    }

    /// An explicit cast.
    pub fn cast(&self, ty: Type) -> Value {
        let mut value = self.fitting(ty).implied(ty);
        value.text = format!("({}){}", ty.name(), value.text);
        value.text = format!("({})", value.text);
        value
    }

    /// This reduced to low ..= high by a remainder if it may lie outside. `low` is 0 or -high.
    pub fn cut(&self, low: i128, high: i128) -> Value {
        if self.low >= low && self.high <= high {
            return self.clone();
        }
        let mut whole = self.clone();
        if self.ty.floating() {
            whole = self.cast(Type::Long);
        }
        if low >= 0 && whole.low < 0 {
            whole = whole.cast(whole.ty.unsigned());
        }
        let ty = whole.ty.promoted();
        let text = format!("({} % {})", whole.text, high + 1);
        Value::of(text, ty, if whole.low < 0 { -high } else { 0 }, high)
    }

    /// The right side of an assignment to something of type `ty` that programs keep within its `stored` range.
    pub fn for_store(&self, ty: Type) -> Value {
        let (low, high) = ty.stored();
        if ty.floating() {
            self.cut(low, high)
        } else {
            self.fitting(ty)
        }
    }

    fn magnitude(&self) -> i128 {
        self.low.abs().max(self.high.abs())
    }

    fn integer(&self) -> Value {
        if self.ty.floating() {
            self.cast(if self.magnitude() < 1 << 31 {
                Type::Int
            } else {
                Type::Long
            })
        } else {
            self.clone()
        }
    }
}

fn result(a: &Value, op: &str, b: &Value, ty: Type, low: i128, high: i128) -> Value {
    Value {
        constant: a.constant && b.constant,
        ..Value::of(format!("({} {op} {})", a.text, b.text), ty, low, high)
    }
}

/// `a op b` for `+ - *`, in C's own conversions; cast to unsigned where it could overflow, cut down where floating
/// point would round.
pub fn arithmetic(a: &Value, op: &str, b: &Value) -> Value {
    let ty = a.ty.common(b.ty);
    let (a, b) = (a.fitting(ty), b.fitting(ty));
    let (x, y) = (a.implied(ty), b.implied(ty));
    let corners = match op {
        "+" => vec![x.low + y.low, x.high + y.high],
        "-" => vec![x.low - y.high, x.high - y.low],
        _ => [x.low, x.high]
            .iter()
            .flat_map(|p| [p.saturating_mul(y.low), p.saturating_mul(y.high)])
            .collect(),
    };
    let low = corners.iter().copied().min().unwrap_or(0);
    let high = corners.iter().copied().max().unwrap_or(0);
    let (least, most) = ty.range();
    if low >= least && high <= most {
        return result(&a, op, &b, ty, low, high);
    }
    if ty.floating() {
        return arithmetic(&a.cut(-999, 999), op, &b.cut(-999, 999));
    }
    if ty.signed() {
        return arithmetic(&a.cast(ty.unsigned()), op, &b);
    }
    result(&a, op, &b, ty, least, most)
}

/// `a / b` or `a % b` in integers; the divisor is made odd where it may be 0.
pub fn division(a: &Value, op: &str, b: &Value) -> Value {
    let (mut a, mut b) = (a.integer(), b.integer());
    let ty = a.ty.common(b.ty);
    if b.implied(ty).low <= 0 && b.implied(ty).high >= 0 {
        b = Value::of(
            format!("({} | 1)", b.text),
            b.ty.promoted(),
            b.ty.promoted().range().0,
            b.ty.promoted().range().1,
        );
    }
    if ty.signed() && a.low <= ty.range().0 && b.implied(ty).low < 0 {
        a = a.cast(ty.unsigned());
    }
    let ty = a.ty.common(b.ty);
    let (x, y) = (a.implied(ty), b.implied(ty));
    let most = if op == "/" {
        x.magnitude()
    } else {
        x.magnitude().min(y.magnitude())
    };
    let low = if x.low >= 0 && (y.low >= 0 || op == "%") {
        0
    } else {
        -most
    };
    result(&a, op, &b, ty, low, most)
}

/// `& | ^` in integers.
pub fn bits(a: &Value, op: &str, b: &Value) -> Value {
    let (a, b) = (a.integer(), b.integer());
    let ty = a.ty.common(b.ty);
    let (x, y) = (a.implied(ty), b.implied(ty));
    let (low, high) = if x.low >= 0 && y.low >= 0 {
        let most = x.high.max(y.high) as u128;
        (0, (1i128 << (128 - most.leading_zeros())) - 1)
    } else {
        ty.range()
    };
    result(&a, op, &b, ty, low, high.min(ty.range().1))
}

/// A shift by `count` places modulo the type's width; to the left in an unsigned type.
pub fn shift(a: &Value, op: &str, count: &Value) -> Value {
    let mut a = a.integer();
    if op == "<<" {
        a = a.cast(a.ty.unsigned());
    }
    let ty = a.ty.promoted();
    let count = count.integer();
    let count = if count.low >= 0 && count.high < i128::from(ty.bits()) {
        count.text
    } else {
        format!("({} & {})", count.text, ty.bits() - 1)
    };
    let (low, high) = if op == "<<" {
        ty.range()
    } else {
        (a.low.min(0), a.high.max(0))
    };
    Value::of(format!("({} {op} {count})", a.text), ty, low, high)
}

/// A comparison, `&&` or `||`: 0 or 1.
pub fn logic(a: &Value, op: &str, b: &Value) -> Value {
    let ty = a.ty.common(b.ty);
    let (a, b) = (a.fitting(ty), b.fitting(ty));
    result(&a, op, &b, Type::Int, 0, 1)
}

/// `test ? a : b`.
pub fn choice(test: &Value, a: &Value, b: &Value) -> Value {
    let ty = a.ty.common(b.ty);
    let (a, b) = (a.fitting(ty), b.fitting(ty));
    let (x, y) = (a.implied(ty), b.implied(ty));
    let text = format!("({} ? {} : {})", test.text, a.text, b.text);
    Value::of(text, ty, x.low.min(y.low), x.high.max(y.high))
}

/// `-a` or `~a`.
pub fn unary(op: &str, a: &Value) -> Value {
    let mut a = if op == "~" { a.integer() } else { a.clone() };
    let ty = a.ty.promoted();
    if ty.signed() && !ty.floating() && a.low <= ty.range().0 {
        a = a.cast(ty.unsigned());
    }
    let ty = a.ty.promoted();
    let (low, high) = if !ty.signed() {
        ty.range()
    } else if op == "-" {
        (-a.high, -a.low)
    } else {
        (-a.high - 1, -a.low - 1)
    };
    Value::of(format!("({op}{})", a.text), ty, low, high)
}
