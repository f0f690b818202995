//! Arithmetic, comparisons and conversions.

use super::super::code::*;
use super::super::statements::{Number, Operand};
use super::super::types::{Compare, Join, Mode, Rounding, Type};
use super::{Context, Decoded};

impl Context<'_, '_, '_> {
    pub(super) fn arithmetic(&mut self) -> Decoded {
        let float = self
            .modifiers
            .words
            .iter()
            .any(|(w, _)| Type::named(w).is_some_and(Type::is_float));
        match self.name {
            "add" | "sub" | "mul" | "mad" | "fma" | "div" | "min" | "max" | "abs" | "neg"
                if float =>
            {
                self.float_arithmetic()
            }
            "sqrt" | "rcp" | "rsqrt" | "sin" | "cos" | "ex2" | "lg2" | "tanh" | "copysign"
            | "testp" => self.float_arithmetic(),
            "add" | "addc" | "sub" | "subc" => self.sum(),
            "mul" | "mad" | "madc" => self.product(),
            "div" => self.integer(Integer::Div, 2),
            "rem" => self.integer(Integer::Rem, 2),
            "min" => self.integer(Integer::Min, 2),
            "max" => self.integer(Integer::Max, 2),
            "abs" => self.integer(Integer::Abs, 1),
            "neg" => self.integer(Integer::Neg, 1),
            "sad" => self.integer(Integer::Sad, 3),
            _ => Ok(None),
        }
    }

    /// An integer instruction with `n` operands of its type.
    fn integer(&mut self, op: Integer, n: usize) -> Decoded {
        let ty = self.one_type()?;
        if ty.is_float() || ty == Type::Pred {
            return self.refuse("an unsupported type");
        }
        self.plain(Op::Integer(op, ty.integer()), &vec![ty; n])
    }

    fn sum(&mut self) -> Decoded {
        let add = self.name.starts_with("add");
        let takes = self.name.ends_with('c');
        let gives = self.modifiers.has("cc");
        let saturated = self.modifiers.has("sat");
        let op = match (add, takes || gives, saturated) {
            (true, true, _) => Integer::AddCarry { takes, gives },
            (false, true, _) => Integer::SubCarry { takes, gives },
            (true, _, true) => Integer::AddSaturated,
            (false, _, true) => Integer::SubSaturated,
            (true, ..) => Integer::Add,
            (false, ..) => Integer::Sub,
        };
        self.integer(op, 2)
    }

    fn product(&mut self) -> Decoded {
        let mad = self.name != "mul";
        let takes = self.name == "madc";
        let gives = self.modifiers.has("cc");
        let wide = self.modifiers.has("wide");
        let high = self.modifiers.has("hi");
        self.modifiers.has("lo");
        let op = match (mad, wide, high) {
            (true, _, _) if takes || gives => Integer::MadCarry { high, takes, gives },
            (false, true, _) => Integer::MulWide,
            (false, _, true) => Integer::MulHigh,
            (false, ..) => Integer::MulLow,
            (true, true, _) => Integer::MadWide,
            (true, _, true) => Integer::MadHigh,
            (true, ..) => Integer::MadLow,
        };
        let ty = self.one_type()?;
        let sum = match (wide, ty.bytes()) {
            (true, 2) => Type::U32,
            (true, 4) => Type::U64,
            (true, _) => return self.refuse("an unsupported type"),
            _ => ty,
        };
        let types = [ty, ty, sum];
        self.plain(
            Op::Integer(op, ty.integer()),
            &types[..2 + usize::from(mad)],
        )
    }

    fn float_arithmetic(&mut self) -> Decoded {
        let nan = self.modifiers.has("NaN");
        self.modifiers.allow(&["approx", "full"]);
        let test = self.modifiers.first(|word| {
            Some(match word {
                "finite" => Test::Finite,
                "infinite" => Test::Infinite,
                "number" => Test::Number,
                "notanumber" => Test::NotANumber,
                "normal" => Test::Normal,
                "subnormal" => Test::Subnormal,
                _ => return None,
            })
        });
        let mode = self.modifiers.mode();
        let ty = self.one_type()?;
        let (op, n) = match (self.name, test) {
            ("add", None) => (Float::Add, 2),
            ("sub", None) => (Float::Sub, 2),
            ("mul", None) => (Float::Mul, 2),
            ("mad" | "fma", None) => (Float::Fma, 3),
            ("div", None) => (Float::Div, 2),
            ("min", None) => (Float::Min { nan }, 2),
            ("max", None) => (Float::Max { nan }, 2),
            ("abs", None) => (Float::Abs, 1),
            ("neg", None) => (Float::Neg, 1),
            ("sqrt", None) => (Float::Sqrt, 1),
            ("rcp", None) => (Float::Reciprocal, 1),
            ("rsqrt", None) => (Float::ReciprocalRoot, 1),
            ("sin", None) => (Float::Sin, 1),
            ("cos", None) => (Float::Cos, 1),
            ("ex2", None) => (Float::Exp2, 1),
            ("lg2", None) => (Float::Log2, 1),
            ("tanh", None) => (Float::Tanh, 1),
            ("copysign", None) => (Float::CopySign, 2),
            ("testp", Some(test)) => (Float::Test(test), 1),
            _ => return self.refuse("an unknown modifier"),
        };
        if !matches!(ty, Type::F32 | Type::F64) {
            return self.refuse("an unsupported type");
        }
        self.plain(Op::Float(op, ty, mode), &vec![ty; n])
    }

    pub(super) fn bits(&mut self) -> Decoded {
        let word = Type::U32;
        match self.name {
            "and" | "or" | "xor" => {
                let op = match self.name {
                    "and" => Integer::And,
                    "or" => Integer::Or,
                    _ => Integer::Xor,
                };
                let ty = self.one_type()?;
                self.plain(Op::Integer(op, ty.unsigned()), &[ty, ty])
            }
            "not" => {
                let ty = self.one_type()?;
                let op = match ty {
                    Type::Pred => Op::PredicateNot,
                    _ => Op::Integer(Integer::Not, ty.unsigned()),
                };
                self.plain(op, &[ty])
            }
            "cnot" => self.integer(Integer::LogicalNot, 1),
            "shl" | "shr" => {
                let ty = self.one_type()?;
                let op = if self.name == "shl" {
                    Integer::ShiftLeft
                } else {
                    Integer::ShiftRight
                };
                self.plain(Op::Integer(op, ty.integer()), &[ty, word])
            }
            "shf" => {
                let right = self.modifiers.has("r");
                self.modifiers.has("l");
                let clamp = self.modifiers.has("clamp");
                self.modifiers.has("wrap");
                self.integer(Integer::Funnel { right, clamp }, 3)
            }
            "popc" => self.integer(Integer::CountBits, 1),
            "clz" => self.integer(Integer::LeadingZeros, 1),
            "brev" => self.integer(Integer::Reverse, 1),
            "bfind" => {
                let as_shift = self.modifiers.has("shiftamt");
                self.integer(Integer::FindBit { as_shift }, 1)
            }
            "bfe" => {
                let ty = self.one_type()?;
                self.plain(
                    Op::Integer(Integer::Extract, ty.integer()),
                    &[ty, word, word],
                )
            }
            "bfi" => {
                let ty = self.one_type()?;
                self.plain(
                    Op::Integer(Integer::Insert, ty.unsigned()),
                    &[ty, ty, word, word],
                )
            }
            "prmt" => {
                let how = self.modifiers.first(|word| {
                    Some(match word {
                        "f4e" => Permute::Forward,
                        "b4e" => Permute::Backward,
                        "rc8" => Permute::Replicate,
                        "ecl" => Permute::EdgeLeft,
                        "ecr" => Permute::EdgeRight,
                        "rc16" => Permute::Halves,
                        _ => return None,
                    })
                });
                self.integer(Integer::Permute(how.unwrap_or(Permute::Selected)), 3)
            }
            "lop3" => {
                let Operand::Number(Number::Integer(table)) = *self.operand(4)? else {
                    return self.refuse("no table");
                };
                self.operands = &self.operands[..4];
                self.integer(Integer::Logic3(table as u8), 3)
            }
            "dp4a" | "dp2a" => {
                let (low, high) = (self.modifiers.has("lo"), self.modifiers.has("hi"));
                let [a, b] = self.modifiers.types()[..] else {
                    return self.refuse("two types are expected");
                };
                let (a_signed, b_signed) = (a.is_signed(), b.is_signed());
                let op = if low || high {
                    Integer::Dot2 {
                        a_signed,
                        b_signed,
                        high,
                    }
                } else {
                    Integer::Dot4 { a_signed, b_signed }
                };
                self.plain(Op::Integer(op, word), &[a, b, word])
            }
            _ => Ok(None),
        }
    }

    pub(super) fn comparison(&mut self) -> Decoded {
        match self.name {
            "setp" | "set" => self.compare(),
            "selp" => {
                let ty = self.one_type()?;
                self.plain(Op::Select, &[ty, ty, Type::Pred])
            }
            "slct" => {
                self.modifiers.has("ftz");
                let [ty, by] = self.modifiers.types()[..] else {
                    return self.refuse("two types are expected");
                };
                let float = by == Type::F32;
                self.plain(Op::SelectBySign { float }, &[ty, ty, by])
            }
            _ => Ok(None),
        }
    }

    fn compare(&mut self) -> Decoded {
        let with = self.modifiers.first(Compare::named);
        let Some(with) = with else {
            return self.refuse("an unknown comparison");
        };
        let join = self.modifiers.first(|word| {
            Some(match word {
                "and" => Join::And,
                "or" => Join::Or,
                "xor" => Join::Xor,
                _ => return None,
            })
        });
        let ftz = self.modifiers.has("ftz");
        let types = self.modifiers.types();
        let (to, ty) = match (self.name, &types[..]) {
            ("setp", &[ty]) => (None, ty),
            ("set", &[to, ty]) => (Some(to), ty),
            _ => return self.refuse("wrong types"),
        };
        let ty = if ty.is_float() { ty } else { ty.integer() };
        let (mut c, mut negate) = (NONE, false);
        if join.is_some() {
            (c, negate) = self.b.predicate(&self.operand(3)?.clone())?;
        }
        let mut inst = Inst::new(match to {
            None => Op::Compare {
                with,
                ty,
                ftz,
                join,
                negate,
            },
            Some(to) => Op::CompareTo {
                with,
                ty,
                to,
                ftz,
                join,
                negate,
            },
        });
        (inst.d, inst.d2) = self.b.write_pair(&self.operand(0)?.clone())?;
        inst.a = self.b.read(&self.operand(1)?.clone(), ty)?;
        inst.b = self.b.read(&self.operand(2)?.clone(), ty)?;
        inst.c = c;
        Ok(Some(inst))
    }

    pub(super) fn conversion(&mut self) -> Decoded {
        if self.name != "cvt" {
            return Ok(None);
        }
        let integral = self.modifiers.first(Rounding::integral);
        let Mode { rounding, ftz, sat } = self.modifiers.mode();
        let [to, from] = self.modifiers.types()[..] else {
            return self.refuse("two types are expected");
        };
        let whole = |ty: Type| if ty.is_float() { ty } else { ty.integer() };
        let op = Op::Convert {
            to: whole(to),
            from: whole(from),
            rounding,
            integral,
            ftz,
            sat,
        };
        let Some(mut inst) = self.plain(op, &[from])? else {
            return Ok(None);
        };
        // A narrow signed result fills its register.
        let width = self.b.function.widths[inst.d as usize];
        inst.extra = u32::from(width.max(to.bytes() as u8));
        Ok(Some(inst))
    }
}
