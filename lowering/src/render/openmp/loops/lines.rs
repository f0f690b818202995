//! Generated lines, each as far in as the braces around it ask for.

/// Lines of generated C.
#[derive(Default)]
pub struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    pub fn line(&mut self, text: impl AsRef<str>) {
        let indent = 4 * self.depth;
        self.text
            .push_str(&format!("{:indent$}{}\n", "", text.as_ref()));
    }
    /// Lines that have been written elsewhere.
    pub fn block(&mut self, text: &str) {
        text.lines().for_each(|l| match l.starts_with('#') {
            true => self.flush_left(l),
            false => self.line(l),
        });
    }
    pub fn flush_left(&mut self, text: impl AsRef<str>) {
        self.text.push_str(text.as_ref());
        self.text.push('\n');
    }
    /// A line, and what follows stands further in.
    pub fn open(&mut self, text: impl AsRef<str>) {
        self.line(text);
        self.indent();
    }
    pub fn indent(&mut self) {
        self.depth += 1;
    }
    pub fn dedent(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
    pub fn close(&mut self, text: &str) {
        self.dedent();
        self.line(text);
    }
    pub fn depth(&self) -> usize {
        self.depth
    }
    /// Bytes so far.
    pub fn length(&self) -> usize {
        self.text.len()
    }
    pub fn text(self) -> String {
        self.text
    }
}
