//! A model's text, and what is wrong with it.

use super::{KEYS, Machine};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Why a model can't be used; the line counts from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct Error {
    pub file: String,
    pub line: usize,
    pub what: String,
}

impl Machine {
    /// With what a file says in place of what is known.
    ///
    /// # Errors
    /// It is no TOML, has a key that no model has, or a value that no machine has.
    pub fn with(self, file: &str, text: &str) -> Result<Machine, Error> {
        let reader = Reader { file, text };
        let root = DeTable::parse(text).map_err(|e| {
            let what = e.message().lines().next().unwrap_or_default();
            reader.error(e.span().unwrap_or_default(), what.to_string())
        })?;
        let mut machine = self;
        // The places of what was said, for numbers that must fit each other.
        let mut said: Vec<(&str, Range<usize>)> = Vec::new();
        for (table, inside) in root.get_ref() {
            let name = table.get_ref().as_ref();
            if !KEYS.iter().any(|k| k.table == name) {
                let tables = names(KEYS.iter().map(|k| k.table));
                return Err(reader.error(
                    table.span(),
                    format!("unknown key '{name}'; a model has the tables {tables}"),
                ));
            }
            let DeValue::Table(inside) = inside.get_ref() else {
                let what = format!("'{name}' is a table: [{name}]");
                return Err(reader.error(inside.span(), what));
            };
            for (key, value) in inside {
                let place = reader.number(&mut machine, name, (key, value))?;
                said.push(place);
            }
        }
        reader.fit(&machine, &said)?;
        Ok(machine)
    }
}

struct Reader<'r> {
    file: &'r str,
    text: &'r str,
}

impl Reader<'_> {
    fn error(&self, at: Range<usize>, what: String) -> Error {
        let before = self.text.as_bytes().get(..at.start).unwrap_or_default();
        Error {
            file: self.file.to_string(),
            line: 1 + before.iter().filter(|b| **b == b'\n').count(),
            what,
        }
    }

    /// Takes one number; the name of its key, and where it stands.
    fn number(
        &self,
        machine: &mut Machine,
        table: &str,
        (key, value): (&Spanned<std::borrow::Cow<'_, str>>, &Spanned<DeValue<'_>>),
    ) -> Result<(&'static str, Range<usize>), Error> {
        let name = key.get_ref().as_ref();
        let Some(known) = KEYS.iter().find(|k| k.table == table && k.name == name) else {
            let keys = names(KEYS.iter().filter(|k| k.table == table).map(|k| k.name));
            return Err(self.error(
                key.span(),
                format!("unknown key '{table}.{name}'; [{table}] has {keys}"),
            ));
        };
        let wrong = |is: &str| {
            let (least, most, unit) = (known.range.start(), known.range.end(), known.unit);
            self.error(
                value.span(),
                format!("{table}.{name} is {is}; it is a number of {unit} from {least} to {most}"),
            )
        };
        let DeValue::Integer(number) = value.get_ref() else {
            return Err(wrong(&format!("a {}", value.get_ref().type_str())));
        };
        let digits = number.as_str();
        let number = u64::from_str_radix(digits.trim_start_matches('+'), number.radix());
        let number = number.ok().filter(|n| known.range.contains(n));
        *(known.of)(machine) = number.ok_or_else(|| wrong(digits))?;
        Ok((known.name, value.span()))
    }

    /// That numbers of a device don't contradict each other.
    fn fit(&self, m: &Machine, said: &[(&str, Range<usize>)]) -> Result<(), Error> {
        let d = &m.device;
        let pairs = [("warp", d.warp), ("vector_length", d.vector_length)];
        let too_large = pairs.iter().find(|(_, n)| *n > d.block);
        let Some((name, n)) = too_large else {
            return Ok(());
        };
        let at = said.iter().find(|s| s.0 == *name);
        let at = at.or_else(|| said.iter().find(|s| s.0 == "block"));
        Err(self.error(
            at.map(|s| s.1.clone()).unwrap_or_default(),
            format!(
                "device.{name} is {n}, more than a block holds (device.block is {})",
                d.block
            ),
        ))
    }
}

/// "device, cores"
fn names<'n>(all: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<&str> = all.collect();
    names.dedup();
    names.join(", ")
}
