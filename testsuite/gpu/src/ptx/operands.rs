//! Operands of instructions to slots and addresses.

use super::ParseError;
use super::code::{SINK, Special, Via};
use super::decode::{Builder, Local};
use super::statements::{Number, Operand};
use super::types::{Space, Type};

/// The bits of a number as a value of the type.
fn bits(number: Number, ty: Type) -> u64 {
    match (number, ty) {
        (Number::Single(bits), Type::F64) => f64::from(f32::from_bits(bits)).to_bits(),
        (Number::Double(bits), Type::F32) => u64::from((f64::from_bits(bits) as f32).to_bits()),
        (Number::Single(bits), _) => bits.into(),
        (Number::Double(bits), _) => bits,
        (Number::Integer(value), Type::F32 | Type::F64) => value,
        (Number::Integer(value), Type::Pred) => u64::from(value != 0),
        (Number::Integer(value), _) => match ty.bytes() {
            8 => value,
            n => value & ((1 << (8 * n)) - 1),
        },
    }
}

pub fn special(name: &str) -> Option<Special> {
    let axis = |axis: &str| match axis {
        "x" => Some(0),
        "y" => Some(1),
        "z" => Some(2),
        _ => None,
    };
    let name = name.strip_prefix('%')?;
    if let Some((base, component)) = name.split_once('.') {
        let axis = axis(component)?;
        return Some(match base {
            "tid" => Special::Tid(axis),
            "ntid" => Special::Ntid(axis),
            "ctaid" => Special::Ctaid(axis),
            "nctaid" => Special::Nctaid(axis),
            _ => return None,
        });
    }
    Some(match name {
        "laneid" => Special::Lane,
        "warpid" => Special::Warp,
        "nwarpid" => Special::Warps,
        "clock" | "clock64" | "globaltimer" | "globaltimer_lo" => Special::Clock,
        "clock_hi" | "globaltimer_hi" => Special::Zero,
        "smid" => Special::Multiprocessor,
        "nsmid" => Special::Multiprocessors,
        "gridid" => Special::Grid,
        "lanemask_eq" => Special::LanesEqual,
        "lanemask_le" => Special::LanesUpTo,
        "lanemask_lt" => Special::LanesBelow,
        "lanemask_ge" => Special::LanesFrom,
        "lanemask_gt" => Special::LanesAbove,
        "total_smem_size" => Special::SharedBytes,
        "dynamic_smem_size" => Special::DynamicSharedBytes,
        _ => return None,
    })
}

impl Builder<'_> {
    /// The slot that an operand's value is in.
    pub fn read(&mut self, operand: &Operand, ty: Type) -> Result<u32, ParseError> {
        match operand {
            Operand::Number(number) => Ok(self.value(bits(*number, ty))),
            Operand::Name(name, offset) => {
                if let Some(slot) = self.register(name) {
                    return Ok(slot);
                }
                if name == "WARP_SZ" {
                    return Ok(self.value(32));
                }
                self.symbol(name, *offset)
                    .ok_or_else(|| self.error(format!("{name} is not declared")))
            }
            _ => Err(self.error("an operand has a form that is not supported here")),
        }
    }

    /// The slot that takes a result.
    pub fn write(&mut self, operand: &Operand) -> Result<u32, ParseError> {
        match operand {
            Operand::Name(name, 0) if name == "_" => Ok(SINK),
            Operand::Name(name, 0) => self
                .register(name)
                .filter(|slot| self.is_register(*slot))
                .ok_or_else(|| self.error(format!("{name} is no register"))),
            _ => Err(self.error("a result's operand is no register")),
        }
    }

    /// The slots of `%d|%p`, or of `%d` alone.
    pub fn write_pair(&mut self, operand: &Operand) -> Result<(u32, u32), ParseError> {
        match operand {
            Operand::Pair(one, two) => Ok((self.write(one)?, self.write(two)?)),
            one => Ok((self.write(one)?, SINK)),
        }
    }

    /// A predicate operand, and whether it is negated.
    pub fn predicate(&mut self, operand: &Operand) -> Result<(u32, bool), ParseError> {
        match operand {
            Operand::Not(inner) => Ok((self.read(inner, Type::Pred)?, true)),
            other => Ok((self.read(other, Type::Pred)?, false)),
        }
    }

    /// The slots of `{a, b, …}`, or of one operand alone.
    pub fn read_vector(&mut self, operand: &Operand, ty: Type) -> Result<Vec<u32>, ParseError> {
        match operand {
            Operand::Vector(all) => all.iter().map(|o| self.read(o, ty)).collect(),
            one => Ok(vec![self.read(one, ty)?]),
        }
    }

    pub fn write_vector(&mut self, operand: &Operand) -> Result<Vec<u32>, ParseError> {
        match operand {
            Operand::Vector(all) => all.iter().map(|o| self.write(o)).collect(),
            one => Ok(vec![self.write(one)?]),
        }
    }

    /// How to reach `[operand]` in `space`: the way, the register or constant that holds the
    /// base if there is one, and the offset.
    pub fn address(
        &mut self,
        operand: &Operand,
        space: Space,
    ) -> Result<(Via, Option<u32>, i64), ParseError> {
        let Operand::Address(inner) = operand else {
            return Err(self.error("an address in brackets is missing"));
        };
        let (name, offset) = match &**inner {
            Operand::Name(name, offset) => (name, *offset),
            Operand::Number(Number::Integer(at)) => {
                let base = self.value(*at);
                return Ok((self.via(space)?, Some(base), 0));
            }
            _ => return Err(self.error("an address has a form that is not supported")),
        };
        if let Some(base) = self.register(name) {
            return Ok((self.via(space)?, Some(base), offset));
        }
        if let Some(local) = self.local(name) {
            return Ok(match local {
                Local::Variable(at) => (Via::FrameLocal, None, at + offset),
                Local::FrameParam(at, _) => (Via::FrameParam, None, at as i64 + offset),
                Local::KernelParam(at) => (Via::KernelParam, None, at + offset),
            });
        }
        let base = self
            .symbol(name, 0)
            .ok_or_else(|| self.error(format!("{name} is not declared")))?;
        let shared = self
            .names
            .variables
            .get(name)
            .is_some_and(|v| self.module.variables[*v].space == Space::Shared);
        let via = if shared { Via::Shared } else { Via::Global };
        Ok((via, Some(base), offset))
    }

    fn via(&self, space: Space) -> Result<Via, ParseError> {
        Ok(match space {
            Space::Generic => Via::Generic,
            Space::Global | Space::Const => Via::Global,
            Space::Shared => Via::Shared,
            Space::Local => Via::Local,
            Space::Param => Via::Param,
        })
    }
}
