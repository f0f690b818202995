//! PGI's `unroll(n)`: which loops are unrolled in the text, and why others aren't.

use super::further::{exact, goes_on, holds, variable};
use super::nest::Node;
use crate::make::{int, times};
use crate::plan::{Copies, HostLoop, Unroll};
use crate::trips;
use accrs_frontend::Unit;
use accrs_frontend::directive::ClauseKind;
use accrs_frontend::region::verify::constant;
use accrs_frontend::region::{
    BinaryOp, Canonical, Expr, ExprKind, For, LocalDecl, LoopCmp, Stmt, StmtKind, Storage, Visit,
};

/// A body that would become longer than so many statements and expressions stays as it is.
const LONGEST: u64 = 20_000;

/// What the clause does, and what the report says of it. `host`: how the host's cores take the loop.
pub fn decide(unit: &Unit, n: &Node<'_>, host: HostLoop) -> Option<(Unroll, String)> {
    let by = n.clauses.as_ref()?.unroll?;
    let copies = copies(unit, n, by);
    let how = match &copies {
        Ok(Copies {
            number,
            test: Some(_),
            ..
        }) => format!("unrolled by {number}, with a remainder"),
        Ok(Copies { number, .. }) => format!("unrolled by {number}"),
        Err(why) => format!("not unrolled: {why}"),
    };
    let note = match (n.is_partitioned(), host) {
        (false, _) => how,
        (true, HostLoop::Sequential) => {
            format!("unrolled by {by} by the device's compiler; on the host's cores {how}")
        }
        (true, _) => format!(
            "unrolled by {by} by the device's compiler; the host's cores share the iterations as they are"
        ),
    };
    let copies = copies.ok();
    Some((Unroll { by, copies }, note))
}

fn copies(unit: &Unit, n: &Node<'_>, by: u32) -> Result<Copies, &'static str> {
    let [head] = n.heads.as_slice() else {
        return Err(match n.heads.is_empty() {
            true => "its trip count isn't known before it starts",
            false => "the clause is on several loops",
        });
    };
    if by < 2 {
        return Err("the clause asks for one copy");
    }
    let mut shared_inside = n.calls.is_some();
    for child in &n.children {
        child.each(&mut |c| shared_inside |= c.is_partitioned());
    }
    if shared_inside {
        return Err("threads are spread over loops inside this one");
    }
    let mut body = Body::of(unit, head);
    body.visit_stmt(n.body);
    if let Some(why) = body.why {
        return Err(why);
    }
    let known = known_trips(unit, head);
    let number = known.map_or(by, |trips| by.min(u32::try_from(trips).unwrap_or(by)));
    if number < 2 {
        return Err("it has no two iterations");
    }
    if u64::from(number).saturating_mul(body.size) > LONGEST {
        return Err("its copies would be too long");
    }
    let even = known.is_some_and(|trips| trips % i128::from(number) == 0);
    let test = goes_on(unit, head, number)?;
    Ok(Copies {
        number,
        test: (!even).then_some(test),
        step: step(unit, head, number),
    })
}

/// The number of iterations, between constants that the variable doesn't leave, nor behind the loop.
fn known_trips(unit: &Unit, head: &Canonical) -> Option<i128> {
    let (from, to) = (exact(unit, &head.lower)?, exact(unit, &head.upper)?);
    let step = head.step.int_value().filter(|s| *s > 0)?;
    let distance = if head.down { from - to } else { to - from };
    let distance = match head.cmp {
        LoopCmp::Le | LoopCmp::Ge => distance + 1,
        LoopCmp::Ne if distance < 0 || distance % step != 0 => return None,
        _ => distance,
    };
    let trips = (distance.max(0) + step - 1) / step;
    let far = if head.down {
        -trips * step
    } else {
        trips * step
    };
    let ty = unit.var(head.var).ty;
    // A negative value is a large one where C compares without sign.
    let alike = from >= 0 || !trips::compared(unit, head).unsigned;
    (alike && holds(unit, ty, from) && holds(unit, ty, from + far)).then_some(trips)
}

/// `i += 4`
fn step(unit: &Unit, head: &Canonical, number: u32) -> Expr {
    let var = variable(unit, head);
    let op = if head.down {
        BinaryOp::Sub
    } else {
        BinaryOp::Add
    };
    let far = match head.step.int_value() {
        Some(s) => int(unit, i128::from(number) * s),
        None => times(unit, number, &head.step),
    };
    let (ty, span) = (var.ty, var.span);
    Expr::new(
        ExprKind::Assign(Some(op), Box::new(var), Box::new(far)),
        ty,
        span,
    )
}

/// What in a loop's body keeps it from standing several times, and how long it is.
struct Body<'b> {
    unit: &'b Unit,
    head: &'b Canonical,
    /// Inside another loop, and inside a `switch`.
    in_loop: bool,
    in_switch: bool,
    /// How often what is looked at stands there, inner loops being unrolled.
    times: u64,
    size: u64,
    why: Option<&'static str>,
}

impl<'b> Body<'b> {
    fn of(unit: &'b Unit, head: &'b Canonical) -> Self {
        let var = unit.var(head.var);
        let automatic = matches!(
            var.storage,
            Storage::Param | Storage::Local | Storage::Region
        );
        let why = match () {
            () if !automatic => Some("functions that it calls may look at its variable"),
            () if unit.types.qualifiers(var.ty).is_volatile => Some("its variable is volatile"),
            () => None,
        };
        Self {
            unit,
            head,
            in_loop: false,
            in_switch: false,
            times: 1,
            size: 0,
            why,
        }
    }

    fn no(&mut self, why: &'static str) {
        self.why = self.why.or(Some(why));
    }

    fn count(&mut self) {
        self.size = self.size.saturating_add(self.times);
    }
}

impl<'s> Visit<'s> for Body<'_> {
    fn visit_stmt(&mut self, s: &'s Stmt) {
        self.count();
        let around = (self.in_loop, self.in_switch);
        match &s.kind {
            StmtKind::Continue if !self.in_loop => {
                self.no("`continue` goes on with the next iteration")
            }
            StmtKind::Label { .. } => self.no("a label can't be in it several times"),
            StmtKind::Case { .. } | StmtKind::Default(_) if !self.in_switch => {
                self.no("a `switch` around it leads into its body");
            }
            StmtKind::For(_) | StmtKind::While { .. } | StmtKind::DoWhile { .. } => {
                self.in_loop = true;
            }
            StmtKind::Switch { .. } => self.in_switch = true,
            _ => {}
        }
        self.walk_stmt(s);
        (self.in_loop, self.in_switch) = around;
    }

    fn visit_for(&mut self, l: &'s For) {
        let around = self.times;
        let directive = l.directive.iter();
        let clauses = directive.flat_map(super::clauses::effective);
        for c in clauses {
            if let ClauseKind::Unroll(Some(n)) = &c.kind {
                let n = constant(n).and_then(|n| u64::try_from(n).ok()).unwrap_or(1);
                self.times = self.times.saturating_mul(n.saturating_add(1));
            }
        }
        self.walk_for(l);
        self.times = around;
    }

    fn visit_decl(&mut self, d: &'s LocalDecl) {
        let var = self.unit.var(d.var);
        if d.is_static {
            self.no("it declares a static variable");
        }
        if self.unit.types.is_variably_modified(var.ty) {
            self.no("it declares an array of variable length");
        }
        // Copies name the step's variables where they are that many steps ahead.
        let names =
            |e: &Expr| matches!(e.kind, ExprKind::Var(v) if self.unit.var(v).name == var.name);
        if self.head.step.any_expr(names) {
            self.no("its body has a variable of the name of one in its step");
        }
        self.walk_decl(d);
    }

    fn visit_expr(&mut self, e: &'s Expr) {
        self.count();
        self.walk_expr(e);
    }
}
