//! Visiting the expressions of a directive, always in the same order: clauses as written;
//! within one, left to right; within a variable reference its base, then for each section
//! lower bound and length. Names (`bind`, `routine(name)`) are no expressions.

use super::*;

impl<E> Directive<E> {
    /// The same directive with each expression turned into an `F`; stops at the first error.
    pub fn try_map<'a, F, D>(
        &'a self,
        f: &mut impl FnMut(&'a E) -> Result<F, D>,
    ) -> Result<Directive<F>, D> {
        let mut clauses = Vec::with_capacity(self.clauses.len());
        for clause in &self.clauses {
            clauses.push(Clause {
                kind: clause.kind.try_map(f)?,
                span: clause.span,
                name: clause.name.clone(),
            });
        }
        Ok(Directive {
            id: self.id,
            kind: self.kind,
            clauses,
            span: self.span,
            name: self.name.clone(),
        })
    }

    /// All expressions, in the order of [`Directive::try_map`].
    pub fn exprs(&self) -> Vec<&E> {
        let mut all = Vec::new();
        let visited: Result<Directive<()>, std::convert::Infallible> = self.try_map(&mut |e| {
            all.push(e);
            Ok(())
        });
        drop(visited);
        all
    }
}

impl Directive<Raw> {
    /// The clause expressions' texts, in the order of [`Directive::try_map`].
    pub fn raws(&self) -> Vec<&Raw> {
        self.exprs()
    }
}

impl<E> ClauseKind<E> {
    pub fn try_map<'a, F, D>(
        &'a self,
        f: &mut impl FnMut(&'a E) -> Result<F, D>,
    ) -> Result<ClauseKind<F>, D> {
        use ClauseKind as C;
        Ok(match self {
            C::If(e) => C::If(f(e)?),
            C::SelfClause(e) => C::SelfClause(option(e, f)?),
            C::Async(e) => C::Async(option(e, f)?),
            C::Wait(args) => C::Wait(WaitArgs {
                devnum: option(&args.devnum, f)?,
                queues: list(&args.queues, f)?,
            }),
            C::NumGangs(list_) => C::NumGangs(list(list_, f)?),
            C::NumWorkers(e) => C::NumWorkers(f(e)?),
            C::VectorLength(e) => C::VectorLength(f(e)?),
            C::Private(vars) => C::Private(refs(vars, f)?),
            C::Firstprivate(vars) => C::Firstprivate(refs(vars, f)?),
            C::Reduction(op, vars) => C::Reduction(*op, refs(vars, f)?),
            C::Data(kind, modifiers, vars) => C::Data(*kind, *modifiers, refs(vars, f)?),
            C::Default(kind) => C::Default(*kind),
            C::Gang(args) => C::Gang(
                args.iter()
                    .map(|arg| arg.try_map(f))
                    .collect::<Result<_, _>>()?,
            ),
            C::Worker(e) => C::Worker(option(e, f)?),
            C::Vector(e) => C::Vector(option(e, f)?),
            C::Seq => C::Seq,
            C::Auto => C::Auto,
            C::Independent => C::Independent,
            C::Collapse { force, n } => C::Collapse {
                force: *force,
                n: f(n)?,
            },
            C::Tile(sizes) => C::Tile(
                sizes
                    .iter()
                    .map(|size| option(size, f))
                    .collect::<Result<_, _>>()?,
            ),
            C::DeviceType(names) => C::DeviceType(names.clone()),
            C::IfPresent => C::IfPresent,
            C::Finalize => C::Finalize,
            C::Bind(name) => C::Bind(name.clone()),
            C::Nohost => C::Nohost,
            C::DeviceNum(e) => C::DeviceNum(f(e)?),
            C::DefaultAsync(e) => C::DefaultAsync(f(e)?),
            C::Cache { readonly, vars } => C::Cache {
                readonly: *readonly,
                vars: refs(vars, f)?,
            },
            C::RoutineName(name) => C::RoutineName(name.clone()),
            C::Unroll(e) => C::Unroll(option(e, f)?),
            C::Host => C::Host,
            C::Kernel => C::Kernel,
            C::Shortloop => C::Shortloop,
        })
    }
}

impl<E> GangArg<E> {
    fn try_map<'a, F, D>(
        &'a self,
        f: &mut impl FnMut(&'a E) -> Result<F, D>,
    ) -> Result<GangArg<F>, D> {
        Ok(match self {
            GangArg::Num(e) => GangArg::Num(f(e)?),
            GangArg::Dim(e) => GangArg::Dim(f(e)?),
            GangArg::Static(e) => GangArg::Static(option(e, f)?),
        })
    }
}

impl<E> DataRef<E> {
    pub fn try_map<'a, F, D>(
        &'a self,
        f: &mut impl FnMut(&'a E) -> Result<F, D>,
    ) -> Result<DataRef<F>, D> {
        let base = f(&self.base)?;
        let mut sections = Vec::with_capacity(self.sections.len());
        for section in &self.sections {
            sections.push(match section {
                Section::Element(e) => Section::Element(f(e)?),
                Section::Range { lower, length } => Section::Range {
                    lower: option(lower, f)?,
                    length: option(length, f)?,
                },
            });
        }
        Ok(DataRef {
            base,
            sections,
            text: self.text.clone(),
            span: self.span,
        })
    }
}

fn option<'a, E, F, D>(
    e: &'a Option<E>,
    f: &mut impl FnMut(&'a E) -> Result<F, D>,
) -> Result<Option<F>, D> {
    e.as_ref().map(f).transpose()
}

fn list<'a, E, F, D>(
    list: &'a [E],
    f: &mut impl FnMut(&'a E) -> Result<F, D>,
) -> Result<Vec<F>, D> {
    list.iter().map(f).collect()
}

fn refs<'a, E, F, D>(
    vars: &'a [DataRef<E>],
    f: &mut impl FnMut(&'a E) -> Result<F, D>,
) -> Result<Vec<DataRef<F>>, D> {
    vars.iter().map(|var| var.try_map(f)).collect()
}
