//! The loops that isl has found, in the place of those of the text.

use super::{Candidate, Item};
use crate::analyse::values;
use crate::make::{cast, int};
use crate::print::show;
use crate::schedule::recast::renew::{Renamed, Renew};
use accrs_frontend::region::{
    Canonical, Expr, ExprKind, For, LocalDecl, LoopCmp, LoopId, Recast, Stmt, StmtKind, Storage,
    TypeId, Unit, VarId, VisitMut,
};
use accrs_frontend::source::Span;
use accrs_isl::{Code, Op, Value};
use indexmap::{IndexMap, IndexSet};

/// So many values of variables are told.
const MOST_TOLD: usize = 6;

/// Puts the loops in the place of the text's; whether that could be done.
pub fn apply(unit: &mut Unit, c: &Candidate) -> bool {
    let at = c.construct.index();
    let Some(mut members) = unit.constructs[at].members.take() else {
        return false;
    };
    let mut writer = Writer {
        ty: unit.types.long(),
        unit,
        c,
        names: IndexMap::new(),
        told: IndexSet::new(),
        depth: 0,
    };
    let made = writer.code(&c.code);
    let more = writer.told.len() > MOST_TOLD;
    let mut told: Vec<String> = writer.told.into_iter().take(MOST_TOLD).collect();
    told.extend(more.then(|| "...".to_string()));
    let order = told.join("; ");
    // The text's loops can take their places only where no condition is around.
    let done = made.filter(|made| made.iter().all(is_loop));
    if let Some(made) = &done {
        let mut put = Put {
            id: c.id,
            made,
            whole: None,
        };
        members.body.iter_mut().for_each(|s| put.visit_stmt(s));
        if let Some(whole) = put.whole {
            members.recast.push(Recast {
                loops: made.iter().filter_map(loop_of).collect(),
                whole,
                asked: c.free.asked.clone(),
                by_clauses: c.free.by_clauses.clone(),
                order: Some(order),
            });
        }
    }
    unit.constructs[at].members = Some(members);
    done.is_some()
}

fn is_loop(s: &Stmt) -> bool {
    loop_of(s).is_some()
}

fn loop_of(s: &Stmt) -> Option<LoopId> {
    match &s.kind {
        StmtKind::For(l) => Some(l.id),
        _ => None,
    }
}

struct Put<'p> {
    id: LoopId,
    made: &'p [Stmt],
    /// What stood there.
    whole: Option<Stmt>,
}

impl VisitMut for Put<'_> {
    fn visit_stmt(&mut self, s: &mut Stmt) {
        match &s.kind {
            StmtKind::For(l) if l.id == self.id => {
                self.whole = Some(s.clone());
                s.kind = StmtKind::Block(self.made.to_vec());
            }
            _ => self.walk_stmt(s),
        }
    }
}

struct Writer<'w> {
    unit: &'w mut Unit,
    c: &'w Candidate,
    /// `long`, in which all is counted.
    ty: TypeId,
    /// Values by isl's names for them.
    names: IndexMap<String, Expr>,
    /// What the variables of the text's loops are.
    told: IndexSet<String>,
    /// So many loops are around.
    depth: usize,
}

impl Writer<'_> {
    /// `None`: C can't say it.
    fn code(&mut self, code: &Code) -> Option<Vec<Stmt>> {
        match code {
            Code::For {
                name,
                from,
                cond,
                step,
                body,
            } => {
                let l = self.loop_(name, (from, cond, *step), body)?;
                Some(vec![l])
            }
            Code::Let { name, value, body } => {
                let value = self.value(value)?;
                self.names.insert(name.clone(), value);
                self.code(body)
            }
            Code::If { when, then, els } => {
                let cond = self.value(when)?;
                let then = Box::new(self.block(then)?);
                let els = match els {
                    Some(els) => Some(Box::new(self.block(els)?)),
                    None => None,
                };
                let kind = StmtKind::If { cond, then, els };
                Some(vec![Stmt::new(kind, self.span())])
            }
            Code::Block(all) => {
                let mut out = Vec::new();
                for c in all {
                    out.extend(self.code(c)?);
                }
                Some(out)
            }
            Code::Statement(name, args) => {
                let at: usize = name.strip_prefix('S')?.parse().ok()?;
                let c = self.c;
                Some(vec![self.statement(c.items.get(at)?, args)?])
            }
        }
    }

    fn block(&mut self, code: &Code) -> Option<Stmt> {
        let inner = self.code(code)?;
        Some(Stmt::new(StmtKind::Block(inner), self.span()))
    }

    fn loop_(
        &mut self,
        name: &str,
        (from, cond, step): (&Value, &Value, i64),
        body: &Code,
    ) -> Option<Stmt> {
        let Value::Op(op, args) = cond else {
            return None;
        };
        let cmp = match op {
            Op::Lt => LoopCmp::Lt,
            Op::Le => LoopCmp::Le,
            _ => return None,
        };
        let [Value::Param(counted), to] = args.as_slice() else {
            return None;
        };
        if counted != name || step < 1 {
            return None;
        }
        let (span, ty) = (self.span(), self.ty);
        let (lower, upper) = (self.value(from)?, self.value(to)?);
        // No text declares it.
        let nowhere = Span::default();
        let id = self.unit.declare(name, ty, Storage::Region, nowhere);
        let var = || Expr::new(ExprKind::Var(id), ty, span);
        self.names.insert(name.to_string(), var());
        let step = int(self.unit, step.into());
        self.depth += 1;
        let body = self.block(body);
        self.depth -= 1;
        let compare = ExprKind::Binary(cmp.op(), Box::new(var()), Box::new(upper.clone()));
        let add = Some(accrs_frontend::region::BinaryOp::Add);
        let grow = ExprKind::Assign(add, Box::new(var()), Box::new(step.clone()));
        let init = decl(id, lower.clone());
        let number = LoopId(self.unit.loops);
        self.unit.loops += 1;
        let l = For {
            id: number,
            init: Some(Box::new(Stmt::new(init, span))),
            cond: Some(Expr::new(compare, self.unit.types.int(), span)),
            inc: Some(Expr::new(grow, ty, span)),
            body: Box::new(body?),
            directive: None,
            canonical: Some(Canonical {
                var: id,
                declared: true,
                lower,
                cmp,
                upper,
                step,
                down: false,
            }),
        };
        Some(Stmt::new(StmtKind::For(Box::new(l)), span))
    }

    /// A statement of the text, with variables that have the values of those of its loops.
    fn statement(&mut self, item: &Item, args: &[Value]) -> Option<Stmt> {
        if args.len() != item.counters.len() {
            return None;
        }
        let span = item.stmt.span;
        let mut renamed = Renamed::new();
        let mut stmts = Vec::new();
        for (var, value) in item.counters.iter().zip(args) {
            let value = self.value(value)?;
            let name = &self.unit.var(*var).name;
            self.told
                .insert(format!("{name} = {}", show::expr(self.unit, &value)));
            let own = self.unit.again(*var);
            let v = &mut self.unit.vars[own.index()];
            v.fits = true;
            let value = cast(true, v.ty, value);
            renamed.insert(*var, own);
            if item.stmt.mentions(*var) {
                stmts.push(Stmt::new(decl(own, value), span));
            }
        }
        let mut own = item.stmt.clone();
        let mut renew = Renew {
            unit: self.unit,
            copies: &mut IndexMap::new(),
            again: true,
            renamed,
        };
        renew.visit_stmt(&mut own);
        stmts.push(own);
        Some(Stmt::new(StmtKind::Block(stmts), span))
    }

    fn value(&self, v: &Value) -> Option<Expr> {
        let (unit, named) = (&*self.unit, &self.c.named);
        values::expr(v, unit, self.ty, &|name| {
            if let Some(e) = self.names.get(name) {
                return Some(e.clone());
            }
            if let Some((_, var)) = named.around.iter().find(|(own, _)| own == name) {
                let e = Expr::new(ExprKind::Var(*var), unit.var(*var).ty, Span::default());
                return Some(cast(false, self.ty, e));
            }
            let mut e = values::param(&named.params, name, unit, self.ty)?;
            Wide.visit_expr(&mut e);
            Some(e)
        })
    }

    /// Where the loop of the text is that the next one stands for.
    fn span(&self) -> Span {
        let all = &self.c.loops;
        let at = self.depth.min(all.len().saturating_sub(1));
        all.get(at).copied().unwrap_or_default()
    }
}

/// Spells conversions out: what is counted in `long` must not be computed in the types of the variables.
struct Wide;

impl VisitMut for Wide {
    fn visit_expr(&mut self, e: &mut Expr) {
        if let ExprKind::Cast { implicit, .. } = &mut e.kind {
            *implicit = false;
        }
        self.walk_expr(e);
    }
}

fn decl(var: VarId, value: Expr) -> StmtKind {
    StmtKind::Decl(vec![LocalDecl {
        var,
        init: Some(value),
        is_static: false,
    }])
}
