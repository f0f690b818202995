//! Branches, calls, barriers and what warps do together.

use super::super::ParseError;
use super::super::code::*;
use super::super::decode::Local;
use super::super::statements::Operand;
use super::super::types::Type;
use super::{Context, Decoded};

impl Context<'_, '_, '_> {
    pub(super) fn control(&mut self) -> Decoded {
        let simple = |op| Ok(Some(Inst::new(op)));
        match self.name {
            "bra" => {
                self.modifiers.has("uni");
                let label = self.label(0)?;
                self.b.jump(&label, false);
                simple(Op::Branch)
            }
            "brx" => {
                self.modifiers.allow(&["idx", "uni"]);
                let label = self.label(1)?;
                let mut inst = Inst::new(Op::BranchTable);
                inst.a = self.b.read(&self.operand(0)?.clone(), Type::U32)?;
                self.b.jump(&label, true);
                Ok(Some(inst))
            }
            "ret" => {
                self.modifiers.has("uni");
                simple(Op::Return)
            }
            "exit" => simple(Op::Exit),
            "trap" | "brkpt" => simple(Op::Trap),
            "call" => self.call(),
            _ => Ok(None),
        }
    }

    fn label(&self, k: usize) -> Result<String, ParseError> {
        match self.operand(k)? {
            Operand::Name(name, 0) => Ok(name.clone()),
            _ => self.refuse("no label"),
        }
    }

    /// Slots of a call's parameters, which are all variables of the caller's frame.
    fn call_slots(&self, operand: &Operand) -> Result<Vec<ParamSlot>, ParseError> {
        let Operand::List(all) = operand else {
            return self.refuse("no list of parameters");
        };
        all.iter()
            .map(|one| match one {
                Operand::Name(name, 0) => match self.b.local(name) {
                    Some(Local::FrameParam(offset, size)) => Ok(ParamSlot { offset, size }),
                    _ => self.refuse("a parameter that is no `.param` variable"),
                },
                _ => self.refuse("a parameter that is no `.param` variable"),
            })
            .collect()
    }

    fn call(&mut self) -> Decoded {
        self.modifiers.has("uni");
        let mut operands = self.operands.iter();
        let mut next = operands.next();
        let mut result = None;
        if let Some(list @ Operand::List(_)) = next {
            result = self.call_slots(list)?.first().copied();
            next = operands.next();
        }
        let Some(Operand::Name(name, 0)) = next else {
            return self.refuse("no callee");
        };
        let arguments = match operands.next() {
            Some(list) => self.call_slots(list)?,
            None => vec![],
        };
        let mut inst = Inst::new(Op::Call);
        let callee = if let Some(slot) = self.b.register(name) {
            inst.a = slot;
            Callee::Indirect(slot)
        } else if let Some(&index) = self.b.names.functions.get(name) {
            self.b.function.uses_functions.insert(index);
            Callee::Direct(index)
        } else {
            return self.refuse("an undeclared callee");
        };
        inst.extra = self.b.function.calls.len() as u32;
        self.b.function.calls.push(Call {
            callee,
            arguments,
            result,
        });
        Ok(Some(inst))
    }

    pub(super) fn together(&mut self) -> Decoded {
        match self.name {
            "bar" | "barrier" if self.modifiers.has("warp") => {
                self.modifiers.has("sync");
                let mut inst = Inst::new(Op::Together(Together::Wait));
                inst.e = self.mask(0)?;
                Ok(Some(inst))
            }
            "bar" | "barrier" => self.barrier(),
            "shfl" => self.shuffle(),
            "vote" => self.vote(),
            "match" => {
                self.modifiers.has("sync");
                let all = self.modifiers.has("all");
                self.modifiers.has("any");
                let ty = self.one_type()?.unsigned();
                let mut inst = Inst::new(Op::Together(Together::Match { all, ty }));
                (inst.d, inst.d2) = self.b.write_pair(&self.operand(0)?.clone())?;
                inst.a = self.b.read(&self.operand(1)?.clone(), ty)?;
                inst.e = self.mask(2)?;
                Ok(Some(inst))
            }
            "redux" => self.reduce(),
            "mma" => self.multiply(),
            "activemask" => {
                self.one_type()?;
                self.plain(Op::ActiveMask, &[])
            }
            "elect" => self.refuse("an instruction that is not supported"),
            _ => Ok(None),
        }
    }

    fn mask(&mut self, k: usize) -> Result<u32, ParseError> {
        let operand = self.operand(k)?.clone();
        self.b.read(&operand, Type::B32)
    }

    fn barrier(&mut self) -> Decoded {
        let aligned = self.name == "bar" || self.modifiers.has("aligned");
        self.modifiers.allow(&["cta", "sync", "red", "aligned"]);
        let op = if self.modifiers.has("arrive") {
            Barrier::Arrive
        } else if self.modifiers.has("popc") {
            Barrier::CountTrue
        } else if self.modifiers.has("and") {
            Barrier::AllTrue
        } else if self.modifiers.has("or") {
            Barrier::AnyTrue
        } else {
            Barrier::Sync
        };
        self.modifiers.types();
        let reduces = matches!(op, Barrier::CountTrue | Barrier::AllTrue | Barrier::AnyTrue);
        let mut operands = self.operands.to_vec();
        let mut inst = Inst::new(Op::Nothing);
        let mut negate = false;
        if reduces {
            inst.d = self.b.write(&self.operand(0)?.clone())?;
            operands.remove(0);
            let Some(last) = operands.pop() else {
                return self.refuse("too few operands");
            };
            (inst.c, negate) = self.b.predicate(&last)?;
        }
        inst.op = Op::Barrier {
            op,
            negate,
            aligned,
        };
        let Some(id) = operands.first() else {
            return self.refuse("no number");
        };
        inst.a = self.b.read(id, Type::U32)?;
        if let Some(count) = operands.get(1) {
            inst.b = self.b.read(count, Type::U32)?;
        }
        Ok(Some(inst))
    }

    fn shuffle(&mut self) -> Decoded {
        if !self.modifiers.has("sync") {
            return self.refuse("no `.sync`, which every GPU since sm_70 wants,");
        }
        let how = self.modifiers.first(|word| {
            Some(match word {
                "up" => Shuffle::Up,
                "down" => Shuffle::Down,
                "bfly" => Shuffle::Xor,
                "idx" => Shuffle::Index,
                _ => return None,
            })
        });
        let Some(how) = how else {
            return self.refuse("an unknown mode");
        };
        self.one_type()?;
        let mut inst = Inst::new(Op::Together(Together::Shuffle(how)));
        (inst.d, inst.d2) = self.b.write_pair(&self.operand(0)?.clone())?;
        inst.a = self.b.read(&self.operand(1)?.clone(), Type::B32)?;
        inst.b = self.b.read(&self.operand(2)?.clone(), Type::B32)?;
        inst.c = self.b.read(&self.operand(3)?.clone(), Type::B32)?;
        inst.e = self.mask(4)?;
        Ok(Some(inst))
    }

    fn vote(&mut self) -> Decoded {
        if !self.modifiers.has("sync") {
            return self.refuse("no `.sync`, which every GPU since sm_70 wants,");
        }
        let vote = self.modifiers.first(|word| {
            Some(match word {
                "all" => Vote::All,
                "any" => Vote::Any,
                "uni" => Vote::Uniform,
                "ballot" => Vote::Ballot,
                _ => return None,
            })
        });
        let Some(vote) = vote else {
            return self.refuse("an unknown mode");
        };
        self.modifiers.types();
        let (a, negate) = self.b.predicate(&self.operand(1)?.clone())?;
        let mut inst = Inst::new(Op::Together(Together::Vote { vote, negate }));
        inst.d = self.b.write(&self.operand(0)?.clone())?;
        inst.a = a;
        inst.e = self.mask(2)?;
        Ok(Some(inst))
    }

    fn multiply(&mut self) -> Decoded {
        let shape = self.modifiers.first(|word| {
            let (rows, depth) = match word {
                "m8n8k4" => (8, 4),
                "m16n8k4" => (16, 4),
                "m16n8k8" => (16, 8),
                "m16n8k16" => (16, 16),
                _ => return None,
            };
            Some(Shape { rows, depth })
        });
        let Some(shape) = shape else {
            return self.refuse("a shape that is not supported");
        };
        let aligned = self.modifiers.has("sync") && self.modifiers.has("aligned");
        let in_order = self.modifiers.has("row") && self.modifiers.has("col");
        let doubles = self.modifiers.types() == [Type::F64; 4];
        if !aligned || !in_order || !doubles {
            return self.refuse("another form than `.sync.aligned`, `.row.col` and `.f64`");
        }
        let mut read = vec![];
        for (k, number) in shape.elements().into_iter().enumerate() {
            let slots = self
                .b
                .read_vector(&self.operand(k + 1)?.clone(), Type::F64)?;
            if slots.len() != number {
                return self.refuse("another number of elements than the shape has");
            }
            read.extend(slots);
        }
        let written = self.b.write_vector(&self.operand(0)?.clone())?;
        if written.len() != shape.elements()[2] {
            return self.refuse("another number of results than the shape has");
        }
        let mut inst = Inst::new(Op::Together(Together::Multiply(shape)));
        inst.e = self.b.value(u64::from(u32::MAX));
        inst.extra = self.b.list(read);
        self.b.list(written);
        Ok(Some(inst))
    }

    fn reduce(&mut self) -> Decoded {
        self.modifiers.has("sync");
        let op = self.modifiers.first(|word| {
            Some(match word {
                "add" => Reduce::Add,
                "min" => Reduce::Min,
                "max" => Reduce::Max,
                "and" => Reduce::And,
                "or" => Reduce::Or,
                "xor" => Reduce::Xor,
                _ => return None,
            })
        });
        let Some(op) = op else {
            return self.refuse("an unknown operation");
        };
        let ty = self.one_type()?;
        let mut inst = Inst::new(Op::Together(Together::Reduce(op, ty)));
        inst.d = self.b.write(&self.operand(0)?.clone())?;
        inst.a = self.b.read(&self.operand(1)?.clone(), ty)?;
        inst.e = self.mask(2)?;
        Ok(Some(inst))
    }
}
