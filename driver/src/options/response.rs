//! Response files (`@file`), and the words of a line.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// `@file`, as gcc reads it: words split at blanks, quotes and backslashes respected.
pub fn expand(arguments: &[OsString]) -> Vec<OsString> {
    let mut expanded = Vec::new();
    let mut open: Vec<(OsString, u32)> = arguments.iter().rev().map(|a| (a.clone(), 0)).collect();
    while let Some((word, depth)) = open.pop() {
        let text = word
            .as_bytes()
            .strip_prefix(b"@")
            .filter(|_| depth < 32)
            .and_then(|name| std::fs::read(OsStr::from_bytes(name)).ok());
        match text {
            Some(text) => open.extend(split_words(&text).into_iter().rev().map(|w| (w, depth + 1))),
            None => expanded.push(word),
        }
    }
    expanded
}

/// The words of a line, with a shell's quotes and backslashes.
pub fn split_words(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(b) = bytes.next() {
        match (b, quote) {
            (b'\\', _) => word.get_or_insert_default().extend(bytes.next()),
            (_, Some(q)) if b == q => quote = None,
            (b'"' | b'\'', None) => {
                quote = Some(b);
                word.get_or_insert_default();
            }
            (_, None) if b.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(b),
        }
    }
    words.extend(word);
    use std::os::unix::ffi::OsStringExt;
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_words() {
        assert_eq!(
            split_words(b"-O2 'a b' \"c\\\"d\" e\\ f\n-x"),
            ["-O2", "a b", "c\"d", "e f", "-x"]
        );
    }
}
