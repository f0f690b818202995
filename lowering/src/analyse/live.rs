//! May the host read a variable's value behind a construct? The function around the construct is
//! text, not IR, so that this is a flow analysis of its tokens: blocks, branches, loops (also back to
//! the construct), declarations of the same name, and clauses. Where the text can't be followed, yes.

use super::host_tokens::{Kind, Token, keyword, type_word};

/// What is known at a point of the walk.
pub(super) struct Walk<'t> {
    tokens: &'t [Token<'t>],
    name: &'t str,
    /// The construct itself may read the value that it left the last time.
    reads_itself: bool,
    /// Jumps make kills uncertain.
    jumps: bool,
    /// The construct's value may still be in the variable here.
    live: bool,
    read: bool,
    /// Blocks around, with whether a variable of the name is declared in each.
    scopes: Vec<bool>,
    /// The block that declares the variable itself, once the construct has been met.
    owner: Option<Option<usize>>,
    /// What `break` and `continue` of the loops around carry along.
    leaving: Vec<bool>,
    /// Live at the head of the switches around.
    switches: Vec<bool>,
}

impl<'t> Walk<'t> {
    /// Whether the function whose body `tokens` are may read `name` behind the construct.
    pub(super) fn reads(tokens: &'t [Token<'t>], name: &'t str, reads_itself: bool) -> bool {
        let mut w = Walk {
            tokens,
            name,
            reads_itself,
            jumps: tokens.iter().any(|t| t.text == "goto" || t.text == "asm"),
            live: false,
            read: false,
            scopes: Vec::new(),
            owner: None,
            leaving: Vec::new(),
            switches: Vec::new(),
        };
        w.statement(0);
        w.read
    }

    fn text(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |t| t.text)
    }

    /// The end of the brackets that open at `at`: the index of what closes them.
    fn close(&self, at: usize) -> usize {
        let mut depth = 0usize;
        for i in at..self.tokens.len() {
            match self.text(i) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return i;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// The `;` that ends what starts at `at`, brackets stepped over.
    fn semicolon(&self, mut at: usize, end: usize) -> usize {
        while at < end {
            match self.text(at) {
                ";" => return at,
                "(" | "[" | "{" => at = self.close(at),
                "}" | ")" => return at,
                _ => {}
            }
            at += 1;
        }
        end
    }

    fn enter(&mut self, declared: bool) {
        self.scopes.push(declared);
    }
    fn leave(&mut self) {
        self.scopes.pop();
        if self.owner == Some(Some(self.scopes.len())) {
            // The variable is gone.
            self.live = false;
        }
    }

    /// Walks one statement; the index behind it.
    fn statement(&mut self, at: usize) -> usize {
        let Some(token) = self.tokens.get(at) else {
            return at;
        };
        let all = self.tokens.len();
        match (token.kind, token.text) {
            (Kind::Here, _) => {
                self.here();
                at + 1
            }
            (Kind::Pragma, text) => self.pragma(at, text),
            (_, "{") => {
                let end = self.close(at);
                self.enter(false);
                let mut i = at + 1;
                while i < end {
                    i = self.statement(i).max(i + 1);
                }
                self.leave();
                end + 1
            }
            (_, "if") => self.branch(at),
            (_, "for") => self.for_loop(at),
            (_, "while") => {
                let end = self.close(at + 1);
                self.repeat(Some((at + 2, end)), end + 1, None)
            }
            (_, "do") => {
                let behind = self.repeat(None, at + 1, None);
                // `while ( … ) ;`
                let end = self.close(behind + 1);
                self.expr(behind + 2, end);
                self.semicolon(end, all) + 1
            }
            (_, "switch") => {
                let end = self.close(at + 1);
                self.expr(at + 2, end);
                let before = self.live;
                self.switches.push(before);
                self.leaving.push(false);
                let behind = self.statement(end + 1);
                self.switches.pop();
                self.live |= before | self.leaving.pop().unwrap_or(true);
                behind
            }
            (_, "case" | "default") => {
                self.live |= self.switches.last().copied().unwrap_or(true);
                (at..all)
                    .find(|i| self.text(*i) == ":")
                    .map_or(all, |i| i + 1)
            }
            (_, "return") => {
                let end = self.semicolon(at, all);
                self.expr(at + 1, end);
                self.live = false;
                end + 1
            }
            (_, "break" | "continue") => {
                if let Some(l) = self.leaving.last_mut() {
                    *l |= self.live;
                }
                self.live = false;
                self.semicolon(at, all) + 1
            }
            (Kind::Word, _) if self.text(at + 1) == ":" => at + 2,
            _ => {
                let end = self.semicolon(at, all);
                self.simple(at, end);
                end + 1
            }
        }
    }

    /// A declaration, or an expression.
    fn simple(&mut self, at: usize, end: usize) {
        if self.declares(at) {
            self.declaration(at, end);
        } else {
            self.expr(at, end);
        }
    }

    /// The construct: from here on its value counts.
    fn here(&mut self) {
        if self.live && self.reads_itself {
            self.read = true;
        }
        self.live = true;
        self.owner = Some(self.scopes.iter().rposition(|d| *d));
    }

    /// Whether the name means the variable here, and not another one declared in a block inside.
    fn visible(&self) -> bool {
        match self.owner {
            None => false,
            Some(owner) => {
                let inside = owner.map_or(0, |o| o + 1);
                !self.scopes.iter().skip(inside).any(|d| *d)
            }
        }
    }

    fn pragma(&mut self, at: usize, text: &str) -> usize {
        let words = mentions_in_clauses(text, self.name);
        if words.read && self.live && self.visible() {
            self.read = true;
        }
        let next = at + 1;
        if words.private && self.text(next) != "}" {
            self.enter(true);
            let behind = self.statement(next);
            self.leave();
            return behind;
        }
        next
    }

    fn branch(&mut self, at: usize) -> usize {
        let end = self.close(at + 1);
        self.expr(at + 2, end);
        let before = self.live;
        let mut behind = self.statement(end + 1);
        let then = std::mem::replace(&mut self.live, before);
        if self.text(behind) == "else" {
            behind = self.statement(behind + 1);
        }
        self.live |= then;
        behind
    }

    fn for_loop(&mut self, at: usize) -> usize {
        let end = self.close(at + 1);
        let first = self.semicolon(at + 2, end);
        let second = self.semicolon(first + 1, end);
        self.enter(false);
        self.simple(at + 2, first);
        let cond = (first + 1, second);
        let inc = (second + 1, end);
        let behind = self.repeat(Some(cond), end + 1, Some(inc));
        self.leave();
        behind
    }

    /// A loop's condition, body and increment, twice where the first time leaves a value that the
    /// second may read.
    fn repeat(
        &mut self,
        cond: Option<(usize, usize)>,
        body: usize,
        inc: Option<(usize, usize)>,
    ) -> usize {
        let mut entry = self.live;
        let mut behind = body;
        loop {
            let before = self.live;
            if let Some((from, to)) = cond {
                self.expr(from, to);
            }
            entry |= self.live;
            self.leaving.push(false);
            behind = self.statement(body).max(behind);
            let left = self.leaving.pop().unwrap_or(true);
            self.live |= left;
            if let Some((from, to)) = inc {
                self.expr(from, to);
            }
            let again = self.live && !before;
            if !again || self.read {
                // The body may not run at all, or be left early.
                self.live |= left | entry;
                return behind;
            }
            entry = true;
        }
    }

    /// Whether a statement that starts at `at` declares.
    fn declares(&self, at: usize) -> bool {
        let word = |i: usize| self.tokens.get(i).is_some_and(|t| t.kind == Kind::Word);
        if !word(at) || keyword(self.text(at)) {
            return false;
        }
        if type_word(self.text(at)) || (word(at + 1) && !keyword(self.text(at + 1))) {
            return true;
        }
        // `T *name`
        let mut i = at + 1;
        while self.text(i) == "*" || (i > at + 1 && type_word(self.text(i))) {
            i += 1;
        }
        i > at + 1 && word(i) && ["=", ";", ",", "["].contains(&self.text(i + 1))
    }

    fn declaration(&mut self, at: usize, end: usize) {
        let mut i = at;
        let mut value = false;
        while i < end {
            match self.text(i) {
                "=" => value = true,
                "," => value = false,
                "[" | "{" => {
                    let to = self.close(i).min(end);
                    self.expr(i + 1, to);
                    i = to;
                }
                "(" if value => {
                    let to = self.close(i).min(end);
                    self.expr(i + 1, to);
                    i = to;
                }
                text if text == self.name && !value => {
                    if let Some(top) = self.scopes.last_mut() {
                        *top = true;
                    }
                    if self
                        .owner
                        .is_some_and(|o| o.map(|o| o + 1) == Some(self.scopes.len()))
                    {
                        // The construct's own variable, declared anew by the loop around.
                        self.live = false;
                    }
                }
                text if text == self.name => self.mention(i, false),
                _ => {}
            }
            i += 1;
        }
    }

    /// The mentions of an expression, in order.
    fn expr(&mut self, from: usize, to: usize) {
        let mut conditional = false;
        let mut i = from;
        while i < to {
            let text = self.text(i);
            conditional |= ["&&", "||", "?"].contains(&text);
            if text != self.name || self.tokens[i].kind != Kind::Word {
                i += 1;
                continue;
            }
            let before = if i > from { self.text(i - 1) } else { "" };
            let word = i > from && self.tokens[i - 1].kind == Kind::Word && !keyword(before);
            if before == "." || before == "->" || word {
                i += 1;
                continue;
            }
            if self.text(i + 1) == "=" {
                let end = self.operand_end(i + 2, to);
                self.expr(i + 2, end);
                if !conditional && !self.jumps && self.visible() {
                    self.live = false;
                }
                i = end;
            } else {
                self.mention(i, true);
                i += 1;
            }
        }
    }

    /// The end of an assignment's right side: a comma, or the end of the brackets around.
    fn operand_end(&self, mut i: usize, to: usize) -> usize {
        while i < to {
            match self.text(i) {
                "(" | "[" | "{" => i = self.close(i),
                "," | ")" | "]" | "}" | ";" => return i,
                _ => {}
            }
            i += 1;
        }
        to
    }

    fn mention(&mut self, at: usize, field: bool) {
        let before = if at > 0 { self.text(at - 1) } else { "" };
        if field && (before == "." || before == "->") {
            return;
        }
        if self.live && self.visible() {
            self.read = true;
        }
    }
}

struct Clauses {
    read: bool,
    private: bool,
}

/// How a directive's line names a variable: in `private(…)`, or anywhere else.
fn mentions_in_clauses(text: &str, name: &str) -> Clauses {
    let mut found = Clauses {
        read: false,
        private: false,
    };
    let mut clause = "";
    let mut depth = 0usize;
    let mut last = "";
    for t in super::host_tokens::tokens(text, None) {
        match t.text {
            "(" => {
                if depth == 0 {
                    clause = last;
                }
                depth += 1;
            }
            ")" => depth = depth.saturating_sub(1),
            word if word == name && depth > 0 => {
                if clause == "private" {
                    found.private = true;
                } else {
                    found.read = true;
                }
            }
            _ => {}
        }
        last = t.text;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::host_tokens::tokens;
    use super::*;

    /// `@` stands for the construct.
    fn read(text: &str) -> bool {
        let at = text.find('@').unwrap_or(0) as u32;
        let list = tokens(text, Some((at, at + 1)));
        Walk::reads(&list, "j", false)
    }

    #[test]
    fn the_first_thing_on_each_path_decides() {
        assert!(read("{ @ return j; }"));
        assert!(!read("{ @ j = 0; return j; }"));
        assert!(read("{ @ j = j + 1; }"));
        assert!(read("{ @ if (c) j = 3; return j; }"));
        assert!(!read("{ @ if (c) j = 3; else j = 4; return j; }"));
        assert!(read("{ @ if (c) return 0; f(&j); }"));
        assert!(!read(
            "{ @ if (c) return i; for (j = 0; j < n; j++) f(j); }"
        ));
        assert!(read("{ @ c && (j = 1); f(j); }"));
        assert!(!read("{ @ s.j = p->j; }"));
        assert!(!read("{ @ f(\"j\"); /* j */ }"));
        assert!(read("{ @ goto x; j = 1; x: f(j); }"));
        assert!(read("{ @ switch (c) { case 1: j = 2; break; } f(j); }"));
    }

    #[test]
    fn loops_lead_back() {
        assert!(read("{ while (c) { f(j); @ } }"));
        assert!(!read("{ while (c) { j = 0; f(j); @ } }"));
        assert!(read(
            "{ for (t = 0; t < n; t++) { for (i = 0; i < n; i++) if (x) { @ } g(j); } }"
        ));
        assert!(!read("{ for (t = 0; t < j; t++) j = 0; @ }"));
        assert!(read("{ do { @ if (x) break; j = 1; } while (c); f(j); }"));
        assert!(read(
            "{ for (i = 0; i < n; i++) { @ } for (i = 0; i < n; i++) for (j = 0; j < n; j++) ; return j; }"
        ));
        assert!(!read(
            "{ @ for (i = 0; i < n; i++) for (j = 0; j < n; j++) a[j] = 0; }"
        ));
    }

    #[test]
    fn other_variables_of_the_name_are_others() {
        assert!(!read("{ int j; @ { int i, j; f(j); } }"));
        assert!(read("{ int j; @ { int j = 3; f(j); } return j; }"));
        assert!(!read("{ for (;;) { int j; @ } f(j); }"));
        assert!(!read("{ while (c) { int j; g(j); @ } }"));
        assert!(!read("{ @ for (int j = 0; j < n; j++) f(j); }"));
        assert!(!read(
            "{ @\n#pragma acc parallel loop private(j)\nfor (i = 0; i < n; i++) { f(j); } }"
        ));
        assert!(read(
            "{ @\n#pragma acc parallel loop copy(j)\nfor (i = 0; i < n; i++) ; }"
        ));
    }
}
