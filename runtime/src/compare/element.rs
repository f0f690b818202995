//! What a section's elements are: their type and the extents of the array, from the text that the compiler leaves of them ("double[][200]"), and
//! the name of each of them.

use super::value::{DOUBLE, FLOAT, SIGNED, UNSIGNED};
use std::ffi::c_int;

/// The elements of a section.
#[derive(Clone, Debug, PartialEq)]
pub struct Elements {
    /// Of [`super::value`]; 0 where they are no numbers and are compared byte by byte.
    pub kind: c_int,
    /// Bytes of one.
    pub size: usize,
    /// Outermost first; `None` where it isn't a constant.
    extents: Vec<Option<usize>>,
}

impl Elements {
    pub fn of(text: &str) -> Self {
        let (name, extents) = text.split_at(text.find('[').unwrap_or(text.len()));
        let extents = extents.split('[').skip(1);
        let mut extents: Vec<Option<usize>> = extents
            .map(|e| e.trim_end_matches(']').parse().ok())
            .collect();
        let real = name.strip_suffix(" _Complex");
        if real.is_some() {
            extents.push(Some(2));
        }
        let (kind, size) = match real.unwrap_or(name) {
            "float" => (FLOAT, 4),
            "double" => (DOUBLE, 8),
            "signed char" => (SIGNED, 1),
            "char" if c_char_is_signed() => (SIGNED, 1),
            "char" | "unsigned char" | "_Bool" => (UNSIGNED, 1),
            "short" => (SIGNED, 2),
            "unsigned short" => (UNSIGNED, 2),
            "int" => (SIGNED, 4),
            "unsigned int" => (UNSIGNED, 4),
            "long" | "long long" => (SIGNED, 8),
            "unsigned long" | "unsigned long long" => (UNSIGNED, 8),
            _ => (0, 1),
        };
        Self {
            kind,
            size,
            extents,
        }
    }

    /// The element so many places from the first one of a section, which is named as the user has it: "a", "A[1:n]".
    pub fn name(&self, section: &str, at: usize) -> String {
        if self.kind == 0 {
            return format!("byte {at} of {section}");
        }
        let (root, bounds) = section.split_at(section.find('[').unwrap_or(section.len()));
        let plain = root
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '>' | '-'));
        if !plain || root.is_empty() {
            return format!("element {at} of {section}");
        }
        if self.extents.is_empty() && bounds.is_empty() {
            return root.to_string();
        }
        self.subscripts(bounds, at).map_or_else(
            || format!("element {at} of {section}"),
            |s| root.to_string() + &s,
        )
    }

    /// `None` where the section's bounds or the array's extents don't tell.
    fn subscripts(&self, bounds: &str, at: usize) -> Option<String> {
        let inner = self.extents.get(1..).unwrap_or(&[]);
        let inner: Vec<usize> = inner.iter().copied().collect::<Option<_>>()?;
        let mut lowers = bounds
            .split('[')
            .skip(1)
            .map(|b| b.split(&[':', ']'][..]).next().unwrap_or("").trim());
        let first = lowers.next().unwrap_or("");
        // Where rows don't begin at 0, those of the section lie apart.
        if lowers.any(|l| !matches!(l, "" | "0")) || self.extents.is_empty() && bounds.is_empty() {
            return None;
        }
        let mut rest = at;
        let mut subscripts: Vec<usize> = Vec::new();
        for extent in inner.iter().rev() {
            subscripts.push(rest.checked_rem(*extent)?);
            rest /= extent;
        }
        let first = match first {
            "" | "0" => rest.to_string(),
            text => match text.parse::<usize>() {
                Ok(n) => (n + rest).to_string(),
                Err(_) => format!("{text} + {rest}"),
            },
        };
        let others = subscripts.iter().rev().map(|k| format!("[{k}]"));
        Some(format!("[{first}]") + &others.collect::<String>())
    }
}

fn c_char_is_signed() -> bool {
    std::ffi::c_char::MIN != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_named_as_the_program_has_them() {
        let name = |of: &str, section: &str, at| Elements::of(of).name(section, at);
        assert_eq!(name("double", "s", 0), "s");
        assert_eq!(name("double[100]", "a", 7), "a[7]");
        assert_eq!(name("float[][200]", "A[0:n]", 405), "A[2][5]");
        assert_eq!(name("int[4][5][6]", "t", 119), "t[3][4][5]");
        assert_eq!(name("double[]", "p->x[0:n]", 3), "p->x[3]");
        assert_eq!(name("double[]", "A[2:n]", 3), "A[5]");
        assert_eq!(name("double[]", "A[lo:n]", 3), "A[lo + 3]");
        assert_eq!(
            name("double[][]", "A[0:n][0:m]", 3),
            "element 3 of A[0:n][0:m]"
        );
        assert_eq!(
            name("double[][8]", "A[0:n][1:4]", 3),
            "element 3 of A[0:n][1:4]"
        );
        assert_eq!(name("struct cell[]", "c[0:n]", 12), "byte 12 of c[0:n]");
        assert_eq!(name("double _Complex[3]", "z", 3), "z[1][1]");
    }
}
