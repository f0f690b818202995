//! `conformance.txt`: the checklist's tables and rows. Its head says how it is written.

use std::fs;
use std::path::Path;

/// How a row is shown to hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A directive, clause, form or API routine: found in the programs' own text.
    Text,
    /// Programs of run/ claim it.
    Claimed,
    /// Forbidden: programs of reject/ or fault/ claim it.
    Forbidden,
    /// A restriction without a diagnostic, and why that is right.
    Undiagnosed(String),
    /// A restriction that isn't checked yet.
    Open,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub id: String,
    pub text: String,
    pub kind: Kind,
}

/// A heading and its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub heading: String,
    pub rows: Vec<Row>,
}

/// Reads the checklist. Errors name the line.
pub fn read(suite: &Path) -> Result<Vec<Table>, String> {
    let path = suite.join("conformance.txt");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    parse(&text).map_err(|e| format!("{}:{e}", path.display()))
}

fn parse(text: &str) -> Result<Vec<Table>, String> {
    let mut tables: Vec<Table> = Vec::new();
    let mut directives: Vec<(String, Vec<String>)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let at = at + 1;
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(heading) = line.strip_prefix("== ") {
            tables.push(Table {
                heading: heading.to_string(),
                rows: vec![],
            });
            continue;
        }
        let table = tables
            .last_mut()
            .ok_or(format!("{at}: a row before any heading"))?;
        match line.split_at(1) {
            (mark @ ("*" | "!" | "~" | "?"), rest) => table
                .rows
                .push(described(mark, rest).ok_or(format!("{at}: want '{mark} id  text'"))?),
            _ => {
                let (name, forms) = line
                    .split_once(':')
                    .ok_or(format!("{at}: want 'name: form ...'"))?;
                let forms = expand(forms, &directives).map_err(|e| format!("{at}: {e}"))?;
                table.rows.extend(written(name, &forms));
                directives.push((name.to_string(), forms));
            }
        }
    }
    let mut ids: Vec<&str> = tables
        .iter()
        .flat_map(|t| &t.rows)
        .map(|r| r.id.as_str())
        .collect();
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!(" '{}' is listed twice", pair[0])),
        None => Ok(tables),
    }
}

/// `* id  text`: two blanks end the id.
fn described(mark: &str, rest: &str) -> Option<Row> {
    let (id, text) = rest.trim().split_once("  ")?;
    let (text, why) = match text.split_once("||") {
        Some((text, why)) => (text, Some(why.trim().to_string())),
        None => (text, None),
    };
    let kind = match (mark, why) {
        ("*", None) => Kind::Claimed,
        ("!", None) => Kind::Forbidden,
        ("?", None) => Kind::Open,
        ("~", Some(why)) => Kind::Undiagnosed(why),
        _ => return None,
    };
    Some(Row {
        id: id.trim().to_string(),
        text: text.trim().to_string(),
        kind,
    })
}

/// Replaces `=name` by the forms of that directive, and takes out `-form`.
fn expand(forms: &str, known: &[(String, Vec<String>)]) -> Result<Vec<String>, String> {
    let mut all: Vec<String> = Vec::new();
    for word in forms.split_whitespace() {
        if let Some(name) = word.strip_prefix('=') {
            let (_, others) = known
                .iter()
                .find(|(n, _)| n == name)
                .ok_or(format!("no directive '{name}' above"))?;
            for form in others {
                if !all.contains(form) {
                    all.push(form.clone());
                }
            }
        } else if let Some(form) = word.strip_prefix('-') {
            all.retain(|f| f != form);
        } else {
            all.push(word.to_string());
        }
    }
    Ok(all)
}

fn written(name: &str, forms: &[String]) -> Vec<Row> {
    let row = |id: String| Row {
        text: format!("`{}`", id.replacen('/', " ", 1)),
        id,
        kind: Kind::Text,
    };
    if name == "api" {
        return forms.iter().cloned().map(row).collect();
    }
    let own = std::iter::once(row(name.to_string()));
    own.chain(forms.iter().map(|f| row(format!("{name}/{f}"))))
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed test may panic")]
    use super::*;

    #[test]
    fn rows_of_each_kind() {
        let text = "# head\n== A (§1)\nloop: gang tile(*)\nparallel loop: =loop -gang if\napi: acc_free\n\
                    * data null   Null pointers\n~ 2.9 x  Text || why\n";
        let tables = parse(text).unwrap();
        let ids: Vec<&str> = tables[0].rows.iter().map(|r| r.id.as_str()).collect();
        assert_eq!(
            ids,
            [
                "loop",
                "loop/gang",
                "loop/tile(*)",
                "parallel loop",
                "parallel loop/tile(*)",
                "parallel loop/if",
                "acc_free",
                "data null",
                "2.9 x"
            ]
        );
        assert_eq!(tables[0].rows[8].kind, Kind::Undiagnosed("why".into()));
        assert!(parse("== A\n! no text").is_err());
        assert!(parse("== A\n~ id  no reason").is_err());
        assert!(parse("== A\nx: if if\n").is_err());
        assert!(parse("x: if\n").is_err());
    }
}
