//! `routine` before function templates and members of class templates, or with their names: it holds for each instance (OpenACC 3.3 §2.15.1).

use super::build::Builder;
use super::cursor::Cursor;
use super::declare::routine_name;
use super::functions::is_function;
use super::instances::is_class_template;
use super::places::is_class;
use super::weave::CARRIER;
use crate::directive::{ClauseKind, DirectiveKind};
use clang_sys::*;

impl<'t> Builder<'t> {
    /// Notes a template's function, so that a directive may name it.
    pub fn note_template(&mut self, f: Cursor<'t>) {
        let of = self.top_templates.entry(f.spelling());
        of.or_default().push(f.canonical().entity());
    }

    /// The directive `site` stands before a template's function.
    pub fn routine_of_template(&mut self, f: Cursor<'t>, site: usize) {
        let of = self.template_routines.entry(f.canonical().entity());
        of.or_default().push(site);
    }

    /// The directives before members of a class template, also of classes in it.
    pub fn routines_in_template(&mut self, class: Cursor<'t>) {
        if !self.weave.any_site(class.extent()) {
            return;
        }
        let mut waiting: Option<usize> = None;
        for c in class.children() {
            let own = is_function(c) || c.kind() == CXCursor_FunctionTemplate;
            if let Some(site) = self.weave.site_at(c.extent().0)
                && c.spelling().starts_with(CARRIER)
            {
                let d = &self.raws[site];
                if d.kind == DirectiveKind::Routine {
                    waiting = routine_name(d).is_none().then_some(site);
                    if let Some(body) = c.children().pop() {
                        let _ = self.declarative(body, site, String::new());
                    }
                }
                continue;
            }
            if own {
                self.note_template(c);
            }
            if let Some(site) = waiting.take() {
                match own {
                    true => self.routine_of_template(c, site),
                    false => self
                        .routine_of_nothing(site, "no function follows this `routine` directive"),
                }
            }
            if is_class(c) || is_class_template(c) {
                self.routines_in_template(c);
            }
        }
        if let Some(site) = waiting {
            self.routine_of_nothing(site, "no function follows this `routine` directive");
        }
    }

    /// The directives of what a function is an instance of.
    pub fn sites_of_template(&self, f: Cursor<'t>) -> Vec<usize> {
        let template = f.specialized().map(|t| t.canonical().entity());
        let sites = template.and_then(|t| self.template_routines.get(&t));
        sites.cloned().unwrap_or_default()
    }

    /// Whether a function's `routine` directives say no more than that it is sequential: what it does itself may stand in its place.
    pub fn is_marked_seq(&self, f: Cursor<'t>) -> bool {
        let own = self.routines.get(&self.key_of(f)).copied();
        let mut sites = own.into_iter().chain(self.sites_of_template(f));
        sites.all(|site| {
            let mut clauses = self.raws[site].clauses.iter();
            clauses.all(|c| matches!(c.kind, ClauseKind::Seq))
        })
    }

    /// Whether a function has a `routine` directive.
    pub fn is_marked(&self, f: Cursor<'t>) -> bool {
        self.routines.contains_key(&self.key_of(f)) || !self.sites_of_template(f).is_empty()
    }
}
