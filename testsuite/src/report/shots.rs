//! Pictures of pages for the guide: each program in light and dark, with a line chosen that shows something.

use super::Made;
use super::browser::Browser;
use std::path::Path;

/// Of a window; pictures of this size stay below 200 kB.
const SIZE: (u32, u32) = (1140, 680);

pub fn of(browser: &mut Browser, made: &Made, folder: &Path) -> Result<(), String> {
    // What is chosen in the source, by a piece of its text, and the view beside it.
    let (text, tab) = match made.name {
        "stencil" => ("Anew[i * m + j] = 0.25f", "cuda"),
        "sparse" => ("sum += val[k] * x[col[k]]", "data"),
        "particles" => ("const float pull", "run"),
        _ => return Ok(()),
    };
    let lines = made.text.lines();
    let line = lines.enumerate().find(|(_, l)| l.contains(text));
    let line = line
        .map(|(at, _)| at + 1)
        .ok_or_else(|| format!("'{text}' isn't in {}", made.source))?;
    for scheme in ["light", "dark"] {
        browser.open(&made.page, SIZE, scheme)?;
        browser.value(&format!(
            "document.querySelector('#source [data-line=\"{line}\"]').click()"
        ))?;
        browser.value(&format!("document.getElementById('tab-{tab}').click()"))?;
        let at = format!(
            "(() => {{ const s = document.getElementById('source'), r = s.querySelector('[data-line=\"{line}\"]'); s.scrollTop = 0; s.scrollTop = r.getBoundingClientRect().top - s.getBoundingClientRect().top - s.clientHeight / 3; }})()"
        );
        browser.value(&at)?;
        let picture = decoded(&browser.picture()?).ok_or("a picture that isn't base64")?;
        let path = folder.join(format!("report-{}-{scheme}.png", made.name));
        if picture.len() > 200_000 {
            return Err(format!(
                "{} would have {} bytes",
                path.display(),
                picture.len()
            ));
        }
        std::fs::write(&path, picture).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// Base64's bytes.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for c in text.bytes().filter(|c| *c != b'=') {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(six);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
        }
    }
    Some(out)
}
