//! What the page needs of `--emit=plan`.

/// A note of loops that aren't the text's.
const REORDERED: &str =
    ": devices run the iterations in another order, in which threads can share them: ";

/// What the compiler says of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    Parallel,
    /// If some pointers lead to memory that doesn't overlap.
    IfApart,
    /// It is proven parallel, and runs in order all the same: no level is left for it, say.
    Left,
    InOrder,
}

/// A loop of a construct.
pub struct Loop {
    pub line: u32,
    /// `i = 0; i < n; i++`, of each loop that counts as one with it.
    pub head: String,
    pub said: Said,
    /// The compiler's reason, as it stands.
    pub because: String,
    /// "gang vector → block.x thread.x"
    pub runs: String,
    /// Whether it is spread over a device's threads.
    pub spread: bool,
    pub reductions: Vec<String>,
    /// Sums that are atomic on a device.
    pub atomics: Vec<String>,
    pub private: Option<String>,
    pub on_cores: Option<String>,
    /// It isn't the text's, but goes through the iterations in another order: which one is told of the outermost such loop.
    pub reordered: Option<String>,
}

/// A kernel that the host launches.
pub struct Kernel {
    pub mapping: String,
    pub grid: String,
    /// What must not overlap; else a version in order runs.
    pub apart: Option<String>,
    /// The host's loops and conditions around the launch, outermost first.
    pub inside: Vec<String>,
}

#[derive(Default)]
pub struct Plan {
    pub data: Vec<String>,
    pub kernels: Vec<Kernel>,
    pub loops: Vec<Loop>,
}

impl Plan {
    pub fn at(&self, line: u32) -> Option<&Loop> {
        self.loops.iter().find(|l| l.line == line)
    }
}

/// What is being read: the loops and conditions of the host are known by their indentation.
#[derive(Default)]
struct Reader {
    plan: Plan,
    host: Vec<(usize, String)>,
    /// The next kernel is the version in order of the last one.
    otherwise: bool,
    /// What follows holds only if rows of arrays fit into their pitch.
    fitting: bool,
    /// What stands deeper than this is for the case that they don't.
    beside: Option<usize>,
    /// The loop that is being read there.
    beside_loop: Option<u32>,
}

/// Words that aren't known are an error: a guess would make the counts worthless.
pub fn read(text: &str) -> Result<Plan, String> {
    let mut reader = Reader::default();
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        reader.line(indent, line.trim())?;
    }
    in_other_orders(&mut reader.plan.loops);
    match reader.plan.loops.iter().find(|l| l.because.is_empty()) {
        Some(l) => Err(format!("no reason for the loop of line {}", l.line)),
        None => Ok(reader.plan),
    }
}

/// Notes which loops are in those that go through the iterations in another order: their variables are no text's.
fn in_other_orders(loops: &mut [Loop]) {
    let made = |l: &Loop| {
        let digits = l.head.strip_prefix('c').and_then(|h| h.split_once(' '));
        digits.is_some_and(|(n, _)| n.bytes().all(|b| b.is_ascii_digit() || b == b'_'))
    };
    let mut inside = false;
    for l in loops {
        inside = l.reordered.is_some() || inside && made(l);
        if inside {
            l.reordered.get_or_insert_default();
        }
    }
}

impl Reader {
    fn line(&mut self, indent: usize, text: &str) -> Result<(), String> {
        self.beside = self.beside.filter(|at| indent > *at);
        if self.beside.is_some() {
            return self.otherwise(text);
        }
        match text {
            "else:" => {
                (self.fitting, self.beside) = (false, Some(indent));
                return Ok(());
            }
            _ if text.starts_with("if ") && text.ends_with(':') => {
                self.fitting = true;
                return Ok(());
            }
            _ => {}
        }
        self.host.retain(|(at, _)| *at < indent);
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "data" => self.data(rest),
            "host" if rest != "else" => self.host.push((indent, rest.to_string())),
            "host" => self.host.push((indent, "else".to_string())),
            "otherwise" => self.host.push((indent, text.to_string())),
            "kernel" => self.kernel(rest),
            "grid" => self.grid(rest),
            "only" => self.only(rest),
            "loop" => {
                let l = head(rest).ok_or_else(|| format!("no loop in '{text}'"))?;
                self.plan.loops.push(l);
            }
            _ => return self.of_loop(text),
        }
        Ok(())
    }

    /// Of the plan for the case that rows overlap: loops that are parallel there too rest on no question.
    fn otherwise(&mut self, text: &str) -> Result<(), String> {
        if let Some(rest) = text.strip_prefix("loop ") {
            self.beside_loop = head(rest).map(|l| l.line);
        } else if let Some(words) = text.strip_prefix("because: ")
            && said(words)? == Said::Parallel
        {
            let line = self.beside_loop;
            let own = self.plan.loops.iter_mut();
            own.filter(|l| Some(l.line) == line && l.said == Said::IfApart)
                .for_each(|l| l.said = Said::Parallel);
        }
        Ok(())
    }

    /// `0: copyin(a[0:n]) exact [inferred: ...]`
    fn data(&mut self, rest: &str) {
        let item = rest.split_once(": ").map_or(rest, |(_, item)| item);
        let item = item.split(" [").next().unwrap_or(item);
        let (item, held) = match item.strip_suffix(" held") {
            Some(item) => (item, " until the host's loop ends"),
            None => (item, ""),
        };
        let item = ["exact", "whole", "address"]
            .iter()
            .fold(item, |item, word| item.trim_end_matches(word).trim_end());
        self.plan.data.push(format!("{item}{held}"));
    }

    fn kernel(&mut self, rest: &str) {
        if std::mem::take(&mut self.otherwise) {
            return;
        }
        let mapping = rest.split(' ').nth(1).unwrap_or("-");
        self.plan.kernels.push(Kernel {
            mapping: mapping.to_string(),
            grid: String::new(),
            apart: None,
            inside: self.host.iter().map(|(_, text)| text.clone()).collect(),
        });
    }

    /// The first is the kernel's, the second that of its version in order.
    fn grid(&mut self, rest: &str) {
        if let Some(kernel) = self.plan.kernels.last_mut()
            && kernel.grid.is_empty()
        {
            kernel.grid = format!("grid {rest}");
        }
    }

    fn only(&mut self, rest: &str) {
        let pairs = rest.strip_prefix("if these don't overlap: ");
        if let (Some(pairs), Some(kernel)) = (pairs, self.plan.kernels.last_mut()) {
            let version = pairs.strip_suffix("; else");
            kernel.apart = Some(version.unwrap_or(pairs).to_string());
            self.otherwise = version.is_some();
        }
    }

    fn of_loop(&mut self, text: &str) -> Result<(), String> {
        let Some(l) = self.plan.loops.last_mut() else {
            return Ok(());
        };
        if let Some(words) = text.strip_prefix("because: ") {
            l.said = match said(words)? {
                Said::Parallel if self.fitting => Said::IfApart,
                said => said,
            };
            l.because = words.to_string();
        } else if let Some(what) = text.strip_prefix("reduction(") {
            let what = what.split(')').next().unwrap_or(what);
            l.reductions.push(what.to_string());
        } else if let Some(what) = text.strip_prefix("atomic(") {
            let what = what.split(") on devices").next().unwrap_or(what);
            l.atomics.push(what.to_string());
        } else if let Some(names) = text.strip_prefix("private(") {
            l.private = Some(names.trim_end_matches(')').to_string());
        } else if let Some(how) = text.strip_prefix("on the host's cores: ") {
            l.on_cores = Some(how.to_string());
        } else if let Some((_, how)) = text.split_once(REORDERED) {
            l.reordered = Some(how.to_string());
        }
        Ok(())
    }
}

/// `0 line 4 (i = 0; i < n; i++): gang vector → block.x thread.x; host Threads`
fn head(rest: &str) -> Option<Loop> {
    let (_, rest) = rest.split_once(" line ")?;
    let (line, rest) = rest.split_once(" (")?;
    let (head, rest) = rest.split_once("): ")?;
    let (runs, _) = rest.rsplit_once("; host ")?;
    Some(Loop {
        line: line.parse().ok()?,
        head: head.to_string(),
        said: Said::InOrder,
        because: String::new(),
        runs: runs.to_string(),
        spread: !runs.ends_with("sequential"),
        reductions: vec![],
        atomics: vec![],
        private: None,
        on_cores: None,
        reordered: None,
    })
}

fn said(words: &str) -> Result<Said, String> {
    if words.starts_with("Loop is parallelizable") {
        let asked = words.contains("overlap");
        return Ok(if asked { Said::IfApart } else { Said::Parallel });
    }
    if words.starts_with("run sequentially") {
        return Ok(Said::Left);
    }
    let known = [
        "Loop carries a dependence",
        "Loop may carry a dependence",
        "the last value of",
        "not a canonical loop",
    ];
    if known.iter().any(|begin| words.starts_with(begin)) {
        Ok(Said::InOrder)
    } else {
        Err(format!("unknown words on a loop: '{words}'"))
    }
}
