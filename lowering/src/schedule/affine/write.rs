//! The loops that isl has found, in the place of those of the text.

use super::{Candidate, Item};
use crate::analyse::values;
use crate::make::cast;
use crate::print::show;
use crate::schedule::recast::cores::in_text;
use crate::schedule::recast::made::{self, counter, stands_for};
use crate::schedule::recast::renew::{Renamed, Renew};
use crate::schedule::recast::trial::in_members;
use accrs_frontend::region::{
    Expr, ExprKind, LoopCmp, LoopId, Recast, Recasting, Stmt, StmtKind, TypeId, Unit, VisitMut,
};
use accrs_frontend::source::Span;
use accrs_isl::{Code, Op, Value};
use indexmap::{IndexMap, IndexSet};

/// So many values of variables are told.
const MOST_TOLD: usize = 6;

/// Puts the loops in the place of the text's in what devices run; the first of them, if that could be done.
pub fn on_devices(unit: &mut Unit, c: &Candidate) -> Option<LoopId> {
    in_members(unit, c.construct, |unit, stmts| apply(unit, c, stmts))
}

/// Likewise in what the cores run.
pub fn on_cores(unit: &mut Unit, c: &Candidate) -> Option<LoopId> {
    in_text(unit, c.construct, |unit, stmts| apply(unit, c, stmts))
}

fn apply(unit: &mut Unit, c: &Candidate, stmts: &mut [Stmt]) -> Option<(Recast, LoopId)> {
    let mut writer = Writer {
        ty: unit.types.long(),
        unit,
        c,
        names: IndexMap::new(),
        told: IndexSet::new(),
        depth: 0,
    };
    // The text's loops can take their places only where no condition is around.
    let made = writer
        .code(&c.code)
        .filter(|made| made.iter().all(is_loop))?;
    let more = writer.told.len() > MOST_TOLD;
    let mut told: Vec<String> = writer.told.into_iter().take(MOST_TOLD).collect();
    told.extend(more.then(|| "...".to_string()));
    let mut put = Put {
        id: c.id,
        made: &made,
        whole: None,
    };
    stmts.iter_mut().for_each(|s| put.visit_stmt(s));
    let loops: Vec<LoopId> = made.iter().filter_map(loop_of).collect();
    let first = *loops.first()?;
    let recast = Recast {
        loops,
        whole: put.whole?,
        asked: c.free.asked.clone(),
        by_clauses: c.free.by_clauses.clone(),
        how: Recasting::Order(told.join("; ")),
    };
    Some((recast, first))
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
        let span = self.span();
        let (lower, upper) = (self.value(from)?, self.value(to)?);
        let var = counter(self.unit, name);
        let named = Expr::new(ExprKind::Var(var), self.ty, span);
        self.names.insert(name.to_string(), named);
        self.depth += 1;
        let body = self.block(body);
        self.depth -= 1;
        let own = (made::numbered(self.unit), var);
        let l = made::loop_of(self.unit, own, (lower, cmp, upper, step), body?, span);
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
            let (own, decl) = stands_for(self.unit, *var, value, span);
            renamed.insert(*var, own);
            if item.stmt.mentions(*var) {
                stmts.push(decl);
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
