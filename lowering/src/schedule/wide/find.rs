//! Which loads are one load of a word: those of neighbouring elements in one list of statements, between which nothing is written that
//! they read, and nothing goes another way.

use super::address::{Address, Known};
use accrs_frontend::region::walk::{Event, Mode, value};
use accrs_frontend::region::{
    Expr, ExprId, ExprKind, FloatKind, For, IntKind, Stmt, StmtKind, Type, TypeId, Types, UnaryOp,
    VarId,
};
use indexmap::{IndexMap, IndexSet};
use std::mem::take;

/// A word has at most so many bytes, and at least so many.
const BYTES: std::ops::RangeInclusive<u64> = 4..=16;
/// So many of the four elements of a word are worth it where the fourth may be read for nothing.
const MOST_OF_FOUR: usize = 3;

/// Loads of an array that one load may stand for.
pub struct Word<'a> {
    pub root: VarId,
    /// `float4`
    pub name: String,
    pub elem: TypeId,
    pub bytes: u64,
    /// The load that comes first: the word is loaded before the statement that it stands in.
    pub first: ExprId,
    /// The element that the word begins with.
    pub lowest: &'a Expr,
    /// All loads, with the places of their elements in the word.
    pub parts: IndexMap<ExprId, usize>,
}

/// What is known of memory that is written between loads.
pub struct Ways<'w> {
    /// A variable that each thread has for itself.
    pub is_own: &'w dyn Fn(VarId) -> bool,
    /// Nothing else leads where this variable does.
    pub is_apart: &'w dyn Fn(VarId) -> bool,
    /// Nobody writes what it leads to.
    pub is_read_only: &'w dyn Fn(VarId) -> bool,
}

/// The words of a loop's body, outermost lists first; each in the order of the first loads.
pub fn of_body<'a>(known: &mut Known<'_, 'a>, ways: &Ways<'_>, body: &'a Stmt) -> Vec<Word<'a>> {
    let mut found = Vec::new();
    lists(known, ways, body, &mut found);
    found
}

fn lists<'a>(
    known: &mut Known<'_, 'a>,
    ways: &Ways<'_>,
    body: &'a Stmt,
    found: &mut Vec<Word<'a>>,
) {
    let stmts = match &body.kind {
        StmtKind::Block(stmts) => stmts.as_slice(),
        _ => std::slice::from_ref(body),
    };
    let mut run = Run {
        known,
        ways,
        taken: found.iter().flat_map(|w| w.parts.keys().copied()).collect(),
        groups: Vec::new(),
        words: Vec::new(),
        before: Before::default(),
        order: 0,
        maybe: 0,
    };
    for s in stmts {
        run.before = Before::default();
        run.stmt(s);
    }
    run.close(|_| true);
    let mut words = run.words;
    words.sort_by_key(|(order, _)| *order);
    found.extend(words.into_iter().map(|(_, w)| w));
    for s in stmts {
        inside(known, ways, s, found);
    }
}

/// The lists in a statement.
pub fn inside<'a>(
    known: &mut Known<'_, 'a>,
    ways: &Ways<'_>,
    s: &'a Stmt,
    found: &mut Vec<Word<'a>>,
) {
    match &s.kind {
        StmtKind::Block(_) => lists(known, ways, s, found),
        StmtKind::If { then, els, .. } => {
            lists(known, ways, then, found);
            if let Some(els) = els {
                lists(known, ways, els, found);
            }
        }
        StmtKind::For(l) => within(known, l, |known| lists(known, ways, &l.body, found)),
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } => {
            lists(known, ways, body, found);
        }
        _ => {}
    }
}

/// Looks at the inside of a loop, where something is known of its variable.
pub fn within<'k, 'a>(
    known: &mut Known<'k, 'a>,
    l: &'a For,
    look: impl FnOnce(&mut Known<'k, 'a>),
) {
    let depth = known.counters.len();
    if let Some(head) = &l.canonical {
        let stays = !l.body.any_expr(|e| changed(e) == Some(head.var));
        let by = if stays { known.of_counter(head) } else { 1 };
        known.counters.push((head.var, by));
    }
    look(known);
    known.counters.truncate(depth);
}

/// The variable that an expression assigns to, or whose address it takes.
pub fn changed(e: &Expr) -> Option<VarId> {
    let to = match &e.kind {
        ExprKind::Assign(_, to, _) => to,
        ExprKind::Unary(op, to) if op.is_step() || *op == UnaryOp::AddrOf => to,
        _ => return None,
    };
    let mut to = to.strip_implicit();
    while let ExprKind::Member {
        base, arrow: false, ..
    } = &to.kind
    {
        to = base.strip_implicit();
    }
    match to.kind {
        ExprKind::Var(v) => Some(v),
        _ => None,
    }
}

/// Loads that differ in the constants of their addresses alone.
struct Group<'a> {
    /// Of the first of them.
    address: Address<'a>,
    elem: TypeId,
    size: u64,
    loads: Vec<Load<'a>>,
}

struct Load<'a> {
    id: ExprId,
    lvalue: &'a Expr,
    address: Address<'a>,
    /// Whenever the list runs.
    certain: bool,
    order: usize,
}

/// What the statement at hand has done before: a word is loaded before all of it.
#[derive(Default)]
struct Before {
    variables: IndexSet<VarId>,
    /// Memory that it has written to, by the variables that lead there; `None`: anywhere.
    memory: Vec<Option<VarId>>,
}

struct Run<'r, 'k, 'a> {
    known: &'r Known<'k, 'a>,
    ways: &'r Ways<'r>,
    taken: IndexSet<ExprId>,
    groups: Vec<Group<'a>>,
    words: Vec<(usize, Word<'a>)>,
    before: Before,
    order: usize,
    /// So many conditions are around what is looked at.
    maybe: usize,
}

impl<'a> Run<'_, '_, 'a> {
    fn stmt(&mut self, s: &'a Stmt) {
        match &s.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.value(e),
            StmtKind::Decl(all) => {
                for d in all {
                    d.init.iter().for_each(|e| self.value(e));
                    self.writes(d.var);
                }
            }
            StmtKind::Block(stmts) => {
                self.maybe += 1;
                stmts.iter().for_each(|s| self.stmt(s));
                self.maybe -= 1;
            }
            StmtKind::If { cond, then, els } => {
                self.value(cond);
                self.maybe += 1;
                self.stmt(then);
                els.iter().for_each(|s| self.stmt(s));
                self.maybe -= 1;
            }
            _ => self.anything(),
        }
    }

    fn value(&mut self, e: &'a Expr) {
        value(self.known.unit, e, &mut |event| self.event(&event));
    }

    fn event(&mut self, event: &Event<'a>) {
        match event {
            Event::Access {
                mode,
                lvalue,
                place,
                ..
            } => {
                if mode.writes() {
                    match place {
                        Some(place) if place.is_direct() => self.writes(place.root),
                        Some(place) if place.is_near() => {
                            self.stores(self.known.leads_to(place.root));
                        }
                        _ => self.stores(None),
                    }
                } else if *mode == Mode::Read {
                    self.load(lvalue);
                }
            }
            Event::Call { function, .. } => {
                let unit = self.known.unit;
                if !unit.effects.only_computes(unit, *function) {
                    self.anything();
                }
            }
            Event::Branch => self.maybe += 1,
            Event::Join => self.maybe -= 1,
            Event::Else => {}
            Event::Stmts(_) => self.anything(),
        }
    }

    /// Anything may be written, and what follows may not run.
    fn anything(&mut self) {
        self.close(|_| true);
        self.before.memory.push(None);
    }

    /// A variable, or a part of it, is written.
    fn writes(&mut self, v: VarId) {
        self.close(|g| g.names(v));
        self.before.variables.insert(v);
        if !(self.ways.is_own)(v) {
            self.stores(Some(v));
        }
    }

    /// Memory is written that a variable leads to; `None`: any memory.
    fn stores(&mut self, to: Option<VarId>) {
        let ways = self.ways;
        self.close(|g| g.reads_memory() || may_meet(ways, g.address.root, to));
        self.before.memory.push(to);
    }

    fn load(&mut self, lvalue: &'a Expr) {
        self.order += 1;
        let types = &self.known.unit.types;
        let elem = types.canonical_id(lvalue.ty);
        let plain = !types.qualifiers(lvalue.ty).is_volatile && lvalue.id != ExprId::NONE;
        if !plain || cuda_name(types, elem).is_none() || self.taken.contains(&lvalue.id) {
            return;
        }
        let (Some(size), Some(address)) = (types.size_of(elem), self.known.address(lvalue)) else {
            return;
        };
        let load = Load {
            id: lvalue.id,
            lvalue,
            address,
            certain: self.maybe == 0,
            order: self.order,
        };
        let mut groups = self.groups.iter_mut();
        let same = |g: &&mut Group<'_>| g.elem == elem && g.address.is_beside(&load.address);
        if let Some(g) = groups.find(same) {
            g.loads.push(load);
            return;
        }
        let group = Group {
            address: load.address.clone(),
            elem,
            size,
            loads: vec![load],
        };
        if self.maybe == 0 && group.is_pure() && !self.is_late(&group) {
            self.groups.push(group);
        }
    }

    /// Whether the statement at hand has changed something that the loads read.
    fn is_late(&self, g: &Group<'_>) -> bool {
        let root = g.address.root;
        let memory = &self.before.memory;
        self.before.variables.iter().any(|v| g.names(*v))
            || !memory.is_empty() && g.reads_memory()
            || memory.iter().any(|to| may_meet(self.ways, root, *to))
    }

    fn close(&mut self, ends: impl Fn(&Group<'a>) -> bool) {
        let (ended, open) = take(&mut self.groups).into_iter().partition(|g| ends(g));
        self.groups = open;
        let ended: Vec<Group<'a>> = ended;
        for g in ended {
            let words = g.words(&self.known.unit.types, self.ways);
            self.words.extend(words);
        }
    }
}

fn may_meet(ways: &Ways<'_>, root: VarId, to: Option<VarId>) -> bool {
    match to {
        Some(to) => to == root || !(ways.is_apart)(root),
        None => true,
    }
}

impl<'a> Group<'a> {
    fn names(&self, v: VarId) -> bool {
        let a = &self.address;
        a.base == v || a.terms.iter().any(|(e, _)| e.mentions(v))
    }

    /// Whether what the subscripts say stands in memory.
    fn reads_memory(&self) -> bool {
        let terms = &self.address.terms;
        let memory = |e: &Expr| {
            matches!(
                e.kind,
                ExprKind::Index(..) | ExprKind::Member { .. } | ExprKind::Unary(UnaryOp::Deref, _)
            )
        };
        terms.iter().any(|(e, _)| e.any_expr(memory))
    }

    /// Whether subscripts do nothing but compute, and can be computed once.
    fn is_pure(&self) -> bool {
        let acts = |e: &Expr| match &e.kind {
            ExprKind::Assign(..) | ExprKind::Call { .. } | ExprKind::StmtExpr(_) => true,
            ExprKind::Unary(op, _) => op.is_step(),
            _ => false,
        };
        let terms = &self.address.terms;
        !terms.iter().any(|(e, _)| e.any_expr(acts))
    }

    /// The words, with the orders of their first loads.
    fn words(mut self, types: &Types, ways: &Ways<'_>) -> Vec<(usize, Word<'a>)> {
        let mut all = Vec::new();
        for count in [4, 2] {
            let bytes = count * self.size;
            if BYTES.contains(&bytes) && self.address.aligned >= bytes {
                all.extend(self.of_size(types, ways, count));
            }
        }
        all
    }

    fn of_size(&mut self, types: &Types, ways: &Ways<'_>, count: u64) -> Vec<(usize, Word<'a>)> {
        let bytes = i128::from(count * self.size);
        let size = i128::from(self.size);
        let place = |l: &Load<'_>| {
            let at = l.address.constant;
            let inside = l
                .address
                .wrapping
                .is_none_or(|(least, most)| least >= 0 && most < bytes);
            let whole = at.rem_euclid(size) == 0;
            (inside && whole).then(|| (at.div_euclid(bytes), at.rem_euclid(bytes) / size))
        };
        let mut places: IndexMap<i128, IndexSet<i128>> = IndexMap::new();
        for l in self.loads.iter().filter(|l| l.certain) {
            if let Some((word, at)) = place(l) {
                places.entry(word).or_default().insert(at);
            }
        }
        let address = &self.address;
        let of_one = |(_, size): &(&Expr, u64)| i128::from(*size) % bytes == 0;
        let spare = count == 4
            && address.in_struct
            && address.terms.last().is_some_and(of_one)
            && (ways.is_read_only)(address.root);
        let enough = |at: &IndexSet<i128>| {
            let least = if spare { MOST_OF_FOUR } else { count as usize };
            at.contains(&0) && at.len() >= least
        };
        places.retain(|_, at| enough(at));
        let mut all = Vec::new();
        for word in places.into_keys() {
            let (mine, others) = take(&mut self.loads)
                .into_iter()
                .partition(|l| place(l).is_some_and(|(w, _)| w == word));
            self.loads = others;
            all.extend(self.word(types, count, mine, &|l| place(l).map(|(_, at)| at)));
            if self.loads.is_empty() {
                break;
            }
        }
        all
    }

    fn word(
        &self,
        types: &Types,
        count: u64,
        loads: Vec<Load<'a>>,
        place: &dyn Fn(&Load<'_>) -> Option<i128>,
    ) -> Option<(usize, Word<'a>)> {
        let first = loads.iter().find(|l| l.certain)?;
        let lowest = loads.iter().find(|l| l.certain && place(l) == Some(0))?;
        let behind = loads.iter().filter(|l| l.order >= first.order);
        let parts = behind.filter_map(|l| Some((l.id, usize::try_from(place(l)?).ok()?)));
        let word = Word {
            root: first.address.root,
            name: format!("{}{count}", cuda_name(types, self.elem)?),
            elem: self.elem,
            bytes: count * self.size,
            first: first.id,
            lowest: lowest.lvalue,
            parts: parts.collect(),
        };
        Some((first.order, word))
    }
}

/// What CUDA's vector types of these elements begin with.
fn cuda_name(types: &Types, elem: TypeId) -> Option<&'static str> {
    Some(match types.get(elem) {
        Type::Float(FloatKind::Float) => "float",
        Type::Float(FloatKind::Double) => "double",
        Type::Int(kind) => match kind {
            IntKind::SChar => "char",
            IntKind::UChar => "uchar",
            IntKind::Short => "short",
            IntKind::UShort => "ushort",
            IntKind::Int => "int",
            IntKind::UInt => "uint",
            IntKind::Long => "long",
            IntKind::ULong => "ulong",
            IntKind::LongLong => "longlong",
            IntKind::ULongLong => "ulonglong",
            IntKind::Int128 | IntKind::UInt128 => return None,
        },
        _ => return None,
    })
}
