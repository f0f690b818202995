//! Opcodes with their modifiers to operations. What is not known is an error: an instruction is
//! never passed over.

use super::ParseError;
use super::code::*;
use super::decode::{Builder, Local};
use super::operands::special;
use super::statements::{Number, Operand};
use super::types::{Mode, Rounding, Space, Type};

/// The modifiers of an opcode; those that nothing asked for are errors in the end.
struct Modifiers<'o> {
    words: Vec<(&'o str, bool)>,
}

impl<'o> Modifiers<'o> {
    fn has(&mut self, word: &str) -> bool {
        let mut found = false;
        for (w, used) in &mut self.words {
            if *w == word {
                *used = true;
                found = true;
            }
        }
        found
    }

    /// Marks words as known that change nothing here.
    fn allow(&mut self, words: &[&str]) {
        for word in words {
            self.has(word);
        }
    }

    /// The first word that `what` knows.
    fn first<T>(&mut self, what: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.words
            .iter_mut()
            .filter(|(_, used)| !used)
            .find_map(|(word, used)| {
                let found = what(word);
                *used |= found.is_some();
                found
            })
    }

    fn types(&mut self) -> Vec<Type> {
        let mut all = vec![];
        while let Some(ty) = self.first(Type::named) {
            all.push(ty);
        }
        all
    }

    fn mode(&mut self) -> Mode {
        Mode {
            rounding: self.first(Rounding::named).unwrap_or(Rounding::Nearest),
            ftz: self.has("ftz"),
            sat: self.has("sat"),
        }
    }

    fn space(&mut self) -> Space {
        self.first(Space::named).unwrap_or(Space::Generic)
    }
}

type Decoded = Result<Option<Inst>, ParseError>;

struct Context<'b, 'm, 'o> {
    b: &'b mut Builder<'m>,
    name: &'o str,
    opcode: &'o str,
    modifiers: Modifiers<'o>,
    operands: &'o [Operand],
}

pub fn instruction(
    b: &mut Builder,
    opcode: &str,
    operands: &[Operand],
) -> Result<Inst, ParseError> {
    let mut words = opcode.split('.');
    let name = words.next().unwrap_or_default();
    let modifiers = Modifiers {
        words: words.map(|w| (w, false)).collect(),
    };
    let mut context = Context {
        b,
        name,
        opcode,
        modifiers,
        operands,
    };
    let families = [
        Context::movement,
        Context::memory,
        Context::arithmetic,
        Context::bits,
        Context::comparison,
        Context::conversion,
        Context::control,
        Context::together,
    ];
    for family in families {
        if let Some(inst) = family(&mut context)? {
            if let Some((word, _)) = context.modifiers.words.iter().find(|(_, used)| !used) {
                let words = format!("`.{word}` of `{opcode}` is not supported");
                return Err(context.b.error(words));
            }
            return Ok(inst);
        }
    }
    Err(context
        .b
        .error(format!("the instruction `{opcode}` is not supported")))
}

impl Context<'_, '_, '_> {
    fn refuse<T>(&self, why: &str) -> Result<T, ParseError> {
        Err(self.b.error(format!("{why} of `{}`", self.opcode)))
    }

    fn operand(&self, k: usize) -> Result<&Operand, ParseError> {
        match self.operands.get(k) {
            Some(operand) => Ok(operand),
            None => self.refuse("too few operands"),
        }
    }

    fn one_type(&mut self) -> Result<Type, ParseError> {
        match self.modifiers.types()[..] {
            [ty] => Ok(ty),
            _ => self.refuse("one type is expected"),
        }
    }

    /// `d, a, b, c, e` with operands of the types given.
    fn plain(&mut self, op: Op, types: &[Type]) -> Decoded {
        if self.operands.len() != types.len() + 1 {
            return self.refuse("a wrong number of operands");
        }
        let mut inst = Inst::new(op);
        inst.d = self.b.write(&self.operands[0])?;
        let mut slots = [NONE; 4];
        for (k, ty) in types.iter().enumerate() {
            slots[k] = self.b.read(&self.operands[k + 1], *ty)?;
        }
        [inst.a, inst.b, inst.c, inst.e] = slots;
        Ok(Some(inst))
    }

    fn movement(&mut self) -> Decoded {
        match self.name {
            "mov" => self.mov(),
            "cvta" => {
                let to = self.modifiers.has("to");
                let space = self.modifiers.space();
                let ty = self.one_type()?;
                if to {
                    return self.plain(Op::FromGeneric(space), &[ty]);
                }
                if let Operand::Name(name, offset) = self.operand(1)?
                    && let Some(local) = self.b.local(name)
                {
                    let offset = *offset;
                    return self.frame_address(local, offset, true);
                }
                self.plain(Op::ToGeneric(space), &[ty])
            }
            "isspacep" => {
                let space = self.modifiers.space();
                self.plain(Op::IsSpace(space), &[Type::U64])
            }
            _ => Ok(None),
        }
    }

    fn frame_address(&mut self, local: Local, offset: i64, generic: bool) -> Decoded {
        let (via, at) = match local {
            Local::Variable(at) => (Via::FrameLocal, at),
            Local::FrameParam(at, _) => (Via::FrameParam, at as i64),
            Local::KernelParam(at) => (Via::KernelParam, at),
        };
        let mut inst = Inst::new(Op::FrameAddress { via, generic });
        inst.d = self.b.write(&self.operands[0])?;
        inst.offset = at + offset;
        Ok(Some(inst))
    }

    fn mov(&mut self) -> Decoded {
        let ty = self.one_type()?;
        let (to, from) = (self.operand(0)?.clone(), self.operand(1)?.clone());
        if let Operand::Vector(all) = &to {
            let bits = ty.bytes() as usize * 8 / all.len().max(1);
            let mut inst = Inst::new(Op::Unpack { bits: bits as u8 });
            inst.a = self.b.read(&from, ty)?;
            let slots = self.b.write_vector(&to)?;
            inst.extra = self.b.list(slots);
            return Ok(Some(inst));
        }
        if let Operand::Vector(all) = &from {
            let bits = ty.bytes() as usize * 8 / all.len().max(1);
            let mut inst = Inst::new(Op::Pack { bits: bits as u8 });
            inst.d = self.b.write(&to)?;
            let slots = self.b.read_vector(&from, ty)?;
            inst.extra = self.b.list(slots);
            return Ok(Some(inst));
        }
        if let Operand::Name(name, offset) = &from {
            if let Some(local) = self.b.local(name) {
                return self.frame_address(local, *offset, false);
            }
            if let (Some(which), None) = (special(name), self.b.register(name)) {
                let mut inst = Inst::new(Op::Special(which));
                inst.d = self.b.write(&to)?;
                inst.extra = ty.bytes() as u32;
                return Ok(Some(inst));
            }
        }
        self.plain(Op::Move, &[ty])
    }

    fn memory(&mut self) -> Decoded {
        match self.name {
            "ld" | "ldu" => self.load(),
            "st" => self.store(),
            "atom" | "red" => self.atomic(),
            "cp" if self.modifiers.has("async") => self.copy_async(),
            "prefetch" | "prefetchu" | "membar" | "fence" | "nanosleep" | "discard"
            | "applypriority" | "pmevent" => {
                for (_, used) in &mut self.modifiers.words {
                    *used = true;
                }
                Ok(Some(Inst::new(Op::Nothing)))
            }
            _ => Ok(None),
        }
    }

    /// Modifiers of accesses that say what caches do, or how others see it: the interpreter's
    /// memory is always coherent.
    fn allow_caches(&mut self) {
        self.modifiers.allow(&[
            "nc", "volatile", "relaxed", "acquire", "release", "acq_rel", "weak", "cta", "cluster",
            "gpu", "sys", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1", "unified",
        ]);
        for (word, used) in &mut self.modifiers.words {
            *used |= word.starts_with("L1::") || word.starts_with("L2::");
        }
    }

    /// How many values an access moves.
    fn lanes(&mut self) -> usize {
        [("v2", 2), ("v4", 4), ("v8", 8)]
            .into_iter()
            .find(|(word, _)| self.modifiers.has(word))
            .map_or(1, |(_, n)| n)
    }

    fn load(&mut self) -> Decoded {
        self.allow_caches();
        let lanes = self.lanes();
        let space = self.modifiers.space();
        let ty = self.one_type()?;
        let slots = self.b.write_vector(&self.operand(0)?.clone())?;
        let (via, base, offset) = self.b.address(&self.operand(1)?.clone(), space)?;
        if slots.len() != lanes {
            return self.refuse("a wrong number of values");
        }
        // A signed value fills its register, which may be wider than the value.
        let width = slots.iter().map(|s| self.b.function.widths[*s as usize]);
        let register = width.max().unwrap_or(0).max(ty.bytes() as u8);
        let volatile = self.modifiers.has("volatile");
        let mut inst = Inst::new(Op::Load {
            via,
            ty,
            register,
            volatile,
        });
        inst.a = base.unwrap_or(NONE);
        inst.offset = offset;
        if lanes > 1 {
            inst.extra = self.b.list(slots);
        } else {
            inst.d = slots[0];
        }
        Ok(Some(inst))
    }

    fn store(&mut self) -> Decoded {
        self.allow_caches();
        let lanes = self.lanes();
        let space = self.modifiers.space();
        let ty = self.one_type()?;
        let slots = self.b.read_vector(&self.operand(1)?.clone(), ty)?;
        let (via, base, offset) = self.b.address(&self.operand(0)?.clone(), space)?;
        if slots.len() != lanes {
            return self.refuse("a wrong number of values");
        }
        if via == Via::KernelParam {
            return self.refuse("a kernel's parameter is the target");
        }
        let mut inst = Inst::new(Op::Store { via, ty });
        inst.a = base.unwrap_or(NONE);
        inst.offset = offset;
        if lanes > 1 {
            inst.extra = self.b.list(slots);
        } else {
            inst.b = slots[0];
        }
        Ok(Some(inst))
    }

    fn copy_async(&mut self) -> Decoded {
        if self.modifiers.has("wait_all") {
            return Ok(Some(Inst::new(Op::CopiesWait)));
        }
        let way = ["shared", "global"].map(|space| self.modifiers.has(space));
        self.modifiers.allow(&["ca", "cg", "L2::128B"]);
        if way != [true, true] || ![3, 4].contains(&self.operands.len()) {
            return self.refuse("a form that is not supported");
        }
        let (to, from) = (self.operand(0)?.clone(), self.operand(1)?.clone());
        let (_, base, offset) = self.b.address(&to, Space::Shared)?;
        let (_, source, behind) = self.b.address(&from, Space::Global)?;
        let bytes = match self.operand(2)? {
            Operand::Number(Number::Integer(n)) => u8::try_from(*n).unwrap_or(0),
            _ => 0,
        };
        if behind != 0 || ![4, 8, 16].contains(&bytes) {
            return self.refuse("a form that is not supported");
        }
        let mut inst = Inst::new(Op::CopyAsync { bytes });
        inst.a = base.unwrap_or(NONE);
        inst.offset = offset;
        inst.b = source.unwrap_or(NONE);
        if let Some(there) = self.operands.get(3) {
            inst.c = self.b.read(&there.clone(), Type::U32)?;
        }
        Ok(Some(inst))
    }

    fn atomic(&mut self) -> Decoded {
        self.allow_caches();
        self.modifiers.allow(&["noftz"]);
        let space = self.modifiers.space();
        let op = self.modifiers.first(|word| {
            Some(match word {
                "add" => Atomic::Add,
                "exch" => Atomic::Exchange,
                "cas" => Atomic::CompareSwap,
                "and" => Atomic::And,
                "or" => Atomic::Or,
                "xor" => Atomic::Xor,
                "min" => Atomic::Min,
                "max" => Atomic::Max,
                "inc" => Atomic::Increment,
                "dec" => Atomic::Decrement,
                _ => return None,
            })
        });
        let Some(op) = op else {
            return self.refuse("an unknown operation");
        };
        let ty = self.one_type()?;
        let result = usize::from(self.name == "atom");
        let (via, base, offset) = self.b.address(&self.operand(result)?.clone(), space)?;
        let mut inst = Inst::new(Op::Atomic { op, via, ty });
        if result == 1 {
            inst.d = self.b.write(&self.operand(0)?.clone())?;
        }
        inst.a = base.unwrap_or(NONE);
        inst.offset = offset;
        inst.b = self.b.read(&self.operand(result + 1)?.clone(), ty)?;
        if op == Atomic::CompareSwap {
            inst.c = self.b.read(&self.operand(result + 2)?.clone(), ty)?;
        }
        Ok(Some(inst))
    }
}

mod arithmetic;
mod control;
