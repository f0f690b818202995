//! Lines of generated code, indented.

/// A growing text.
#[derive(Clone, Default, Debug)]
pub struct Lines {
    text: String,
    depth: usize,
}

impl Lines {
    pub fn at(depth: usize) -> Self {
        Self {
            text: String::new(),
            depth,
        }
    }
    pub fn line(&mut self, line: impl AsRef<str>) {
        // An expression may hold statements, and so several lines.
        for line in line.as_ref().split('\n') {
            if !line.is_empty() {
                self.text.extend(std::iter::repeat_n(' ', 4 * self.depth));
                self.text.push_str(line);
            }
            self.text.push('\n');
        }
    }
    /// A line indented one level less: `case 1:`
    pub fn label(&mut self, line: impl AsRef<str>) {
        let depth = self.depth;
        self.depth = depth.saturating_sub(1);
        self.line(line);
        self.depth = depth;
    }
    pub fn open(&mut self, line: impl AsRef<str>) {
        self.line(line);
        self.depth += 1;
    }
    pub fn close(&mut self, line: impl AsRef<str>) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }
    /// `} else {`
    pub fn between(&mut self, line: impl AsRef<str>) {
        self.close(line);
        self.depth += 1;
    }
    /// The end of the text so far, for [`Lines::insert`].
    pub fn here(&self) -> usize {
        self.text.len()
    }
    /// Inserts lines at `at`, with the present indentation.
    pub fn insert(&mut self, at: usize, lines: &[String]) {
        let behind = self.text.split_off(at);
        lines.iter().for_each(|l| self.line(l));
        self.text.push_str(&behind);
    }
    pub fn into_text(self) -> String {
        self.text
    }
}
