//! Words of PTX text.

use super::ParseError;

#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    /// A name, directive, opcode with its modifiers, or number: all that hangs together.
    Name(String),
    Text(String),
    Mark(char),
}

#[derive(Clone, Debug)]
pub struct Token {
    pub word: Word,
    pub line: u32,
}

impl Token {
    pub fn is(&self, mark: char) -> bool {
        self.word == Word::Mark(mark)
    }

    pub fn name(&self) -> Option<&str> {
        match &self.word {
            Word::Name(name) => Some(name),
            _ => None,
        }
    }
}

fn in_name(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'%' | b'.')
}

pub fn tokens(text: &str) -> Result<Vec<Token>, ParseError> {
    let bytes = text.as_bytes();
    let mut all = Vec::with_capacity(bytes.len() / 4);
    let (mut at, mut line) = (0, 1u32);
    while let Some(&c) = bytes.get(at) {
        let rest = &bytes[at..];
        match c {
            b'\n' => {
                line += 1;
                at += 1;
            }
            0 => break,
            _ if c.is_ascii_whitespace() => at += 1,
            b'/' if rest.starts_with(b"//") => {
                at += rest.iter().position(|c| *c == b'\n').unwrap_or(rest.len());
            }
            b'/' if rest.starts_with(b"/*") => {
                let end = rest.windows(2).position(|two| two == b"*/");
                let end = end.ok_or_else(|| ParseError::new(line, "a comment without its end"))?;
                line += rest[..end].iter().filter(|c| **c == b'\n').count() as u32;
                at += end + 2;
            }
            b'"' => {
                let end = rest[1..].iter().position(|c| *c == b'"');
                let end = end.ok_or_else(|| ParseError::new(line, "a string without its end"))?;
                let word = String::from_utf8_lossy(&rest[1..=end]).into_owned();
                all.push(Token {
                    word: Word::Text(word),
                    line,
                });
                at += end + 2;
            }
            _ if in_name(c) => {
                let mut end = rest.iter().position(|c| !in_name(*c)).unwrap_or(rest.len());
                // Scopes in modifiers: `.shared::cta`, `.sync.aligned::x`.
                while rest[end..].starts_with(b"::") {
                    let more = &rest[end + 2..];
                    end += 2 + more.iter().position(|c| !in_name(*c)).unwrap_or(more.len());
                }
                let word = String::from_utf8_lossy(&rest[..end]).into_owned();
                all.push(Token {
                    word: Word::Name(word),
                    line,
                });
                at += end;
            }
            _ => {
                all.push(Token {
                    word: Word::Mark(c as char),
                    line,
                });
                at += 1;
            }
        }
    }
    Ok(all)
}
