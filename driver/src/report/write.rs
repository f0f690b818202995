//! The page: the template, filled with the model and with what it needs of libraries, in one file that asks the network for nothing.

use super::model::Page;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use tera::{Context, Tera};

const TEMPLATE: &str = include_str!("../../../templates/report/page.html.tera");
const STYLE: &str = include_str!("../../../templates/report/page.css");
/// In the order in which they run.
const SCRIPTS: &[&str] = &[
    include_str!("../../../templates/report/model.js"),
    include_str!("../../../templates/report/code.js"),
    include_str!("../../../templates/report/roofline.js"),
    include_str!("../../../templates/report/facts.js"),
    include_str!("../../../templates/report/timeline.js"),
    include_str!("../../../templates/report/run.js"),
    include_str!("../../../templates/report/page.js"),
];

/// Libraries of others, which `scripts/setup.sh` fetches: the code view's colours, and charts of a run.
const COLOURS: &[&str] = &[
    "prism-core.min.js",
    "prism-clike.min.js",
    "prism-c.min.js",
    "prism-cpp.min.js",
];
const CHARTS: &[&str] = &["chart.umd.min.js"];

/// The libraries' texts.
pub struct Libraries {
    colours: String,
    charts: String,
}

impl Libraries {
    /// Reads them from `folder`.
    ///
    /// # Errors
    /// When one can't be read; the message says what to do.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let all = |names: &[&str]| -> Result<String, String> {
            let texts = names.iter().map(|name| {
                let path = folder.join(name);
                let text = std::fs::read_to_string(&path).map_err(|e| {
                    format!(
                        "--report=html needs Prism and Chart.js, which a page has in it, but '{}' can't be read: {e}; 'make' in accrs's sources \
                         fetches them, and every installation has them",
                        path.display()
                    )
                })?;
                Ok(in_script(&text))
            });
            texts.collect()
        };
        Ok(Self {
            colours: all(COLOURS)?,
            charts: all(CHARTS)?,
        })
    }
}

/// A script's text, as it may stand in a page: nothing in a string or a pattern ends the element.
fn in_script(text: &str) -> String {
    text.replace("</script", "<\\/script")
        .replace("<!--", "<\\!--")
        + "\n"
}

/// JSON as it may stand in a page's script element: no text of the user's looks like markup.
fn data(page: &Page) -> Result<String, String> {
    let text = serde_json::to_string(page).map_err(|e| e.to_string())?;
    Ok(text
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029"))
}

/// The page's text.
///
/// # Errors
/// A template that fails: a defect of accrs.
pub fn page(page: &Page, libraries: &Libraries) -> Result<String, String> {
    let data = data(page)?;
    let mut hasher = DefaultHasher::new();
    data.hash(&mut hasher);
    let mut context = Context::new();
    context.insert("title", &page.title);
    context.insert("version", page.version);
    // Only scripts and styles with this word count: it comes from the page's text, so that the same program gives the same page.
    context.insert("nonce", &format!("{:016x}", hasher.finish()));
    context.insert("style", STYLE);
    context.insert("colours", &libraries.colours);
    let charts = match page.run.is_some() || page.machine.has_peaks() {
        true => libraries.charts.as_str(),
        false => "",
    };
    context.insert("charts", charts);
    context.insert("data", &data);
    context.insert("script", &SCRIPTS.concat());
    let mut tera = Tera::default();
    // The template says itself what is text.
    tera.autoescape_on(Vec::new());
    let name = "report/page.html";
    tera.add_raw_template(name, TEMPLATE)
        .and_then(|()| tera.render(name, &context))
        .map_err(|e| {
            let why = std::error::Error::source(&e).map(|s| format!(": {s}"));
            format!(
                "internal error: template '{name}': {e}{}",
                why.unwrap_or_default()
            )
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn nothing_of_the_users_is_markup() {
        let model = Page {
            title: "</title><script>alert(1)</script>".into(),
            command: vec!["</script><!-- <img src=x onerror=alert(1)> & \u{2028}".into()],
            ..Page::default()
        };
        let libraries = Libraries {
            colours: in_script("'</script>'"),
            charts: String::new(),
        };
        let text = page(&model, &libraries).unwrap();
        assert!(!text.contains("<img"), "{text}");
        assert!(!text.contains("<script>alert"), "{text}");
        assert!(!text.contains('\u{2028}'));
        assert!(text.contains("'<\\/script>'"));
    }
}
