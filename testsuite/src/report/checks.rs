//! What must hold of a page.

use super::Made;
use super::browser::Browser;
use serde_json::Value;

type Check = fn(&mut Browser, &Made) -> Result<(), String>;

/// A wide window, and a phone's.
const WIDE: (u32, u32) = (1400, 900);
const NARROW: (u32, u32) = (400, 800);

pub const ALL: &[(&str, Check)] = &[
    ("texts", texts),
    ("links", links),
    ("keys", keys),
    ("figures", figures),
    ("counts", counts),
    ("colours", colours),
    ("narrow", narrow),
    ("pictures are not blank", pictures),
];

fn holds(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

/// No error, no warning, no request since the page was opened.
fn quiet(browser: &mut Browser) -> Result<(), String> {
    let all = browser.complaints()?;
    holds(all.is_empty(), || all.join("\n"))
}

/// Opens a view.
fn view(browser: &mut Browser, name: &str) -> Result<(), String> {
    let opened = browser.value(&format!("document.getElementById('tab-{name}')?.click() ?? !document.getElementById('view-{name}').hidden"))?;
    holds(opened == Value::Bool(true), || {
        format!("the view '{name}' doesn't open")
    })
}

fn lines(browser: &mut Browser, pane: &str) -> Result<Vec<String>, String> {
    let text = format!(
        "[...document.querySelectorAll('{pane} .line code')].map((l) => l.textContent).join('\\n')"
    );
    Ok(browser
        .text(&text)?
        .split('\n')
        .map(str::to_string)
        .collect())
}

/// The source is shown byte for byte, whatever is in it; the CUDA is that of `--emit=cuda`, and OpenMP's directives are those of `--emit=openmp`.
fn texts(browser: &mut Browser, made: &Made) -> Result<(), String> {
    browser.open(&made.page, WIDE, "light")?;
    let same = |what: &str, shown: Vec<String>, wanted: Vec<&str>| {
        let differs = shown
            .iter()
            .map(String::as_str)
            .zip(wanted.iter().copied())
            .find(|(a, b)| a != b);
        holds(differs.is_none() && shown.len() == wanted.len(), || {
            format!(
                "{what}: {} lines, wanted {}; the first that differs: {differs:?}",
                shown.len(),
                wanted.len()
            )
        })
    };
    same(
        "source",
        lines(browser, "#source")?,
        made.text.lines().collect(),
    )?;
    view(browser, "cuda")?;
    same(
        "CUDA",
        lines(browser, "#view-cuda")?,
        made.cuda.lines().collect(),
    )?;
    view(browser, "openmp")?;
    // The file's own comments stay behind a directive that replaces one.
    let directive = |l: &&str| l.trim_start().starts_with("#pragma omp");
    let shown = lines(browser, "#view-openmp")?;
    let shown: Vec<String> = shown
        .iter()
        .filter(|l| directive(&l.as_str()))
        .cloned()
        .collect();
    same(
        "OpenMP",
        shown,
        made.openmp
            .lines()
            .filter(directive)
            .map(without_comment)
            .collect(),
    )?;
    let title = browser.text("document.title")?;
    holds(title.starts_with(made.source), || title)?;
    // Nothing of the program's text has become an element, or run.
    let made_up = browser.value("document.querySelectorAll('img, iframe, object, a[href^=javascript]').length + Number(window.broken ?? 0)")?;
    holds(made_up == 0, || {
        format!("{made_up} elements are the user's")
    })?;
    quiet(browser)
}

/// A line up to its comment.
fn without_comment(line: &str) -> &str {
    line.split(" //").next().unwrap_or(line)
}

/// What is chosen: the source's line, the rows of a view that are marked, and whether the first of them can be seen.
const CHOSEN: &str = "((view) => { const hits = [...document.querySelectorAll(`#view-${view} .line.hit`)], pane = document.getElementById(`view-${view}`).getBoundingClientRect(); \
     const r = hits[0]?.getBoundingClientRect(); \
     return { source: [...document.querySelectorAll('#source .line.hit')].map((l) => Number(l.dataset.line)), from: hits.map((l) => l.dataset.from), \
     seen: Boolean(r) && r.top >= pane.top - 1 && r.bottom <= pane.bottom + 1 }; })";

/// Each line of the source that a kernel's lines come from leads to them, and they lead back.
fn links(browser: &mut Browser, made: &Made) -> Result<(), String> {
    browser.open(&made.page, WIDE, "light")?;
    for kind in ["cuda", "openmp"] {
        view(browser, kind)?;
        let from = browser.value(&format!(
            "[...new Set([...document.querySelectorAll('#view-{kind} .line.linked')].filter((l) => '{kind}' === 'cuda' || l.classList.contains('made')).map((l) => l.dataset.from))]"
        ))?;
        let from: Vec<String> = from
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|v| v.as_str().map(str::to_string))
            .collect();
        holds(!from.is_empty(), || {
            format!("no line of {kind} leads to the source")
        })?;
        for key in &from {
            let line = key.split_once(':').map_or("", |k| k.1);
            browser.value(&format!(
                "document.querySelector('#source [data-line=\"{line}\"] button.no').click()"
            ))?;
            // The line may lead to the other text first.
            view(browser, kind)?;
            browser.value(&format!(
                "document.querySelector('#source [data-line=\"{line}\"] button.no').click()"
            ))?;
            let open =
                browser.text("document.querySelector('[role=tab][aria-selected=true]').id")?;
            let at = open.trim_start_matches("tab-").to_string();
            let chosen = browser.value(&format!("{CHOSEN}('{at}')"))?;
            let marked = chosen["from"]
                .as_array()
                .is_some_and(|f| !f.is_empty() && f.iter().all(|x| x == key.as_str()));
            holds(
                marked
                    && chosen["source"] == serde_json::json!([line.parse::<u32>().unwrap_or(0)])
                    && chosen["seen"] == true,
                || format!("{kind}, line {line}: {chosen}"),
            )?;
            // And back, from another line.
            view(browser, kind)?;
            browser.value("document.querySelector('#source').scrollTop = 0")?;
            browser.value(&format!(
                "document.querySelector('#view-{kind} .line[data-from=\"{key}\"]').click()"
            ))?;
            let back = browser.value(&format!("{CHOSEN}('{kind}')"))?;
            let seen = browser.value("(() => { const p = document.getElementById('source').getBoundingClientRect(), r = document.querySelector('#source .line.hit').getBoundingClientRect(); return r.top >= p.top - 1 && r.bottom <= p.bottom + 1; })()")?;
            holds(back["source"] == chosen["source"] && seen == true, || {
                format!("{kind}, back to line {line}: {back}, seen: {seen}")
            })?;
        }
    }
    quiet(browser)
}

/// Without a mouse: tabs by arrows, lines by arrows and Enter, the link of a line by its address.
fn keys(browser: &mut Browser, made: &Made) -> Result<(), String> {
    browser.open(&made.page, WIDE, "light")?;
    browser.value("document.getElementById('tab-cuda').focus()")?;
    browser.press("ArrowRight")?;
    let open = browser.text(
        "document.activeElement.id + ' ' + document.activeElement.getAttribute('aria-selected')",
    )?;
    holds(open == "tab-openmp true", || open)?;
    let stops =
        browser.value("document.querySelectorAll('#source button.no[tabindex=\"0\"]').length")?;
    holds(stops == 1, || {
        format!("the source has {stops} stops for the Tab key")
    })?;
    browser.value("document.querySelector('#source button.no[tabindex=\"0\"]').focus()")?;
    browser.press("ArrowDown")?;
    browser.press("Enter")?;
    let chosen = browser.text("[...document.querySelectorAll('#source .line')].filter((l) => l.contains(document.activeElement)).map((l) => `${l.dataset.line} ${l.classList.contains('hit')}`).join()")?;
    let second = browser.text("String([...document.querySelectorAll('#source button.no')][1].closest('.line').dataset.line)")?;
    holds(chosen == format!("{second} true"), || {
        format!("{chosen}, wanted line {second}")
    })?;
    let hash = browser.text("new Promise((done) => setTimeout(() => done(location.hash), 400))")?;
    holds(hash.starts_with(&format!("#0.0.{second}.")), || hash)?;
    // What has no text has a name.
    let nameless = browser.text("[...document.querySelectorAll('button, select, canvas, input')].filter((e) => !(e.textContent.trim() || e.ariaLabel || e.getAttribute('aria-label') || e.labels?.length)).map((e) => e.outerHTML).join()")?;
    holds(nameless.is_empty(), || format!("nameless: {nameless}"))?;
    quiet(browser)
}

/// Bytes and copies of each transfer, and launches of each kernel, are those that ACCRS_TIME tells of the run.
fn figures(browser: &mut Browser, made: &Made) -> Result<(), String> {
    browser.open(&made.page, WIDE, "light")?;
    view(browser, "run")?;
    let table = |browser: &mut Browser, caption: &str| {
        browser.value(&format!(
            "[...document.querySelectorAll('#view-run table')].filter((t) => t.caption.textContent === '{caption}').flatMap((t) => [...t.tBodies[0].rows].map((r) => [...r.cells].map((c) => c.textContent))).map((r) => r.join('|')).sort()"
        ))
    };
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let (mut transfers, mut kernels) = (Vec::new(), Vec::new());
    for c in list(&made.times, "constructs") {
        let file = c["file"]
            .as_str()
            .unwrap_or_default()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_string();
        let place = format!("{file}:{}", c["line"]);
        for t in list(&c, "transfers") {
            let way = if t["direction"] == "upload" {
                "→ device"
            } else {
                "← device"
            };
            let (count, bytes) = (
                t["count"].as_u64().unwrap_or(0),
                t["bytes"].as_u64().unwrap_or(0),
            );
            let words = [
                t["variable"].as_str().unwrap_or_default(),
                way,
                &place,
                t["device"].as_str().unwrap_or_default(),
                &grouped(count),
                &grouped(bytes),
            ];
            transfers.push(words.join("|"));
        }
        for k in list(&c, "kernels") {
            let words = [
                k["kernel"].as_str().unwrap_or_default(),
                &place,
                k["device"].as_str().unwrap_or_default(),
                &grouped(k["launches"].as_u64().unwrap_or(0)),
            ];
            kernels.push(words.join("|"));
        }
    }
    for (caption, mut wanted, columns) in [
        ("Transfers by variable", transfers, 6),
        ("Kernels", kernels, 4),
    ] {
        wanted.sort();
        let shown = table(browser, caption)?;
        let mut shown: Vec<String> = shown
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|r| r.as_str())
            .map(|r| r.split('|').take(columns).collect::<Vec<_>>().join("|"))
            .collect();
        shown.sort();
        holds(!wanted.is_empty() && shown == wanted, || {
            format!("{caption}:\n{shown:#?}\nbut the run says\n{wanted:#?}")
        })?;
    }
    quiet(browser)
}

/// What accrs-prof counted stands at the lines, with its figures.
fn counts(browser: &mut Browser, made: &Made) -> Result<(), String> {
    let Some(counted) = &made.counts else {
        return Ok(());
    };
    browser.open(&made.page, WIDE, "light")?;
    let text = "[...document.querySelectorAll('#source .remark.counted')].map((r) => { let l = r; while (!l.dataset.line) l = l.previousElementSibling; return `${l.dataset.line} ${r.textContent}`; })";
    let shown = browser.value(text)?;
    let mut wanted = 0;
    for kernel in counted.as_array().into_iter().flatten() {
        for line in kernel["lines"].as_array().into_iter().flatten() {
            let number = |key: &str| line["loads"][key].as_f64().unwrap_or(0.0);
            if line["line"] == 0 || number("requests") == 0.0 {
                continue;
            }
            wanted += 1;
            let (cost, ideal) = (
                number("cost") / number("requests"),
                number("ideal") / number("requests"),
            );
            let words = format!("loads {cost:.1} of {ideal:.1} sectors");
            let begin = format!("{} ", line["line"]);
            let is = |s: &Value| {
                s.as_str()
                    .is_some_and(|s| s.starts_with(&begin) && s.contains(&words))
            };
            holds(
                shown.as_array().is_some_and(|all| all.iter().any(is)),
                || format!("line {begin}: no '{words}' in {shown:#}"),
            )?;
        }
    }
    holds(wanted > 0, || "nothing was counted".into())?;
    quiet(browser)
}

/// 1,234,567
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, c) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// The least contrast of text to what is behind it, by WCAG 2's formula, over all kinds of text that are there; and the page's ground.
const CONTRAST: &str = "(() => { const parse = (c) => (c.match(/[\\d.]+/g) || []).map(Number); \
     const light = (c) => { const f = (x) => { x /= 255; return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4; }; return 0.2126 * f(c[0]) + 0.7152 * f(c[1]) + 0.0722 * f(c[2]); }; \
     const ground = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length && c[3] !== 0) return c; } return [255, 255, 255]; }; \
     const worst = new Map(); \
     for (const e of document.querySelectorAll('body *')) { if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length || e.closest('script, style, .sr, .skip')) continue; \
     const a = light(parse(getComputedStyle(e).color)), b = light(ground(e)), r = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), k = `${e.tagName}.${e.className}`; if (!(worst.get(k) <= r)) worst.set(k, r); } \
     return { ground: getComputedStyle(document.body).backgroundColor, kinds: worst.size, low: [...worst].filter(([, r]) => r < 4.5).map(([k, r]) => `${k} ${r.toFixed(2)}`) }; })()";

/// All text can be read in light and in dark, which differ, and the switch goes from one to the other.
fn colours(browser: &mut Browser, made: &Made) -> Result<(), String> {
    let mut grounds = Vec::new();
    for scheme in ["light", "dark"] {
        browser.open(&made.page, WIDE, scheme)?;
        for tab in ["cuda", "openmp", "data", "kernels", "run"] {
            view(browser, tab)?;
            let seen = browser.value(CONTRAST)?;
            let low = seen["low"].as_array().is_none_or(|l| !l.is_empty());
            holds(!low && seen["kinds"].as_u64() > Some(10), || {
                format!("{scheme}, {tab}: {seen}")
            })?;
            grounds.push(seen["ground"].to_string());
        }
    }
    holds(grounds.first() != grounds.last(), || {
        format!("light and dark are the same: {grounds:?}")
    })?;
    browser.value("document.getElementById('theme').click()")?;
    let switched = browser.value(CONTRAST)?["ground"].to_string();
    // What the page has kept would decide for the checks behind this one.
    browser.value("localStorage.clear()")?;
    holds(Some(&switched) == grounds.first(), || {
        format!("the switch leads from dark to {switched}")
    })?;
    quiet(browser)
}

/// Nothing is wider than a phone, in any view.
fn narrow(browser: &mut Browser, made: &Made) -> Result<(), String> {
    browser.open(&made.page, NARROW, "light")?;
    for tab in ["cuda", "openmp", "data", "kernels", "run"] {
        view(browser, tab)?;
        let wide = browser.text(
            "JSON.stringify([document.documentElement.scrollWidth, ...[...document.querySelectorAll('header *, .pane, .bar, .view:not(.code) > *, .region, .card, canvas')].filter((e) => e.getBoundingClientRect().right > 401 && !e.closest('.wide, .bar')).map((e) => e.className || e.tagName)])",
        )?;
        holds(wide == "[400]", || format!("{tab}: {wide}"))?;
    }
    quiet(browser)
}

/// Pictures of all views have text and colours in them.
fn pictures(browser: &mut Browser, made: &Made) -> Result<(), String> {
    for scheme in ["light", "dark"] {
        browser.open(&made.page, WIDE, scheme)?;
        for tab in ["cuda", "data", "kernels", "run"] {
            view(browser, tab)?;
            let picture = browser.picture()?;
            let colours = browser.value(&format!(
                "new Promise((done, no) => {{ const i = new Image(); i.onerror = () => no(new Error('no picture')); i.onload = () => {{ const c = document.createElement('canvas'); c.width = i.width; c.height = i.height; \
                 const g = c.getContext('2d'); g.drawImage(i, 0, 0); const d = new Uint32Array(g.getImageData(i.width / 2, 80, i.width / 2, i.height - 80).data.buffer), all = new Map(); for (const p of d) all.set(p, (all.get(p) || 0) + 1); \
                 done([all.size, 1 - Math.max(...all.values()) / d.length]); }}; i.src = 'data:image/png;base64,{picture}'; }})"
            ))?;
            // Hundreds of shades of letters' edges; some hundredths of the ground are covered.
            let enough = colours[0].as_f64() > Some(40.0) && colours[1].as_f64() > Some(0.005);
            holds(enough, || {
                format!(
                    "{scheme}, {tab}: colours and share of the view that isn't ground: {colours}"
                )
            })?;
        }
    }
    quiet(browser)
}
