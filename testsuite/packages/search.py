"""The search of the site, in a browser without the network: each message that guide/problems.md names leads to its page.

usage: search.py SITE DOCS CHROMIUM
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

site, docs, chromium = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3]
# Rows of the table: messages, and the page.
rows = re.findall(r"(?m)^\| (.*) \| \[.*\]\((problem-[\w-]+)\.md\) \|$", (docs / "guide/problems.md").read_text())
queries = [(message, page) for messages, page in rows for message in re.findall(r"`([^`]+)`", messages)]
pages = {path.stem for path in (docs / "guide").glob("problem-*.md")}
if {page for _, page in rows} != pages or len(queries) < 2 * len(pages) - 4:
    sys.exit(f"guide/problems.md has not all pages: {sorted(pages ^ {page for _, page in rows})}")


def script(name):
    found = [p.name for p in site.glob(name)]
    assert len(found) == 1, found
    return f'<script src="{found[0]}"></script>'


# Pages that are files may load scripts, and nothing else.
searcher = next(site.glob("searcher-*.js")).read_text()
if "createElement('script')" not in searcher or re.search(r"\bfetch\(|XMLHttpRequest", searcher):
    sys.exit("the site's search asks for its index in another way")
page = f"""<!DOCTYPE html><meta charset="utf-8"><pre id="found"></pre>{script("elasticlunr-*.min.js")}<script>window.search = {{}};</script>{script("searchindex-*.js")}
<script>
const index = elasticlunr.Index.load(window.search.index), out = [];
for (const query of {json.dumps([q for q, _ in queries])})
    out.push(index.search(query, window.search.search_options).slice(0, 10).map(r => window.search.doc_urls[r.ref]));
document.getElementById("found").textContent = JSON.stringify(out);
</script>"""
own = site / "search-test.html"
own.write_text(page)
try:
    with tempfile.TemporaryDirectory() as profile:
        words = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--proxy-server=127.0.0.1:9"]
        got = subprocess.run([*words, "--dump-dom", own.as_uri()], capture_output=True, text=True, timeout=120)
finally:
    own.unlink()
text = re.search(r'<pre id="found">(.*?)</pre>', got.stdout, re.S)
if not text or not text[1]:
    sys.exit(f"the search doesn't run: {got.stderr[-500:]}")
failed = []
for (query, page), urls in zip(queries, json.loads(html.unescape(text[1]))):
    place = next((k for k, url in enumerate(urls) if url.startswith(f"guide/{page}.html")), None)
    # Of the list of all messages itself nobody is led astray.
    before = [url for url in urls[: place or 0] if not url.startswith("guide/problems.html") and not url.startswith(f"guide/{page}")]
    if place is None or len(before) > 2:
        failed.append(f"'{query}' leads to {urls[:4]}, not to {page}")
if failed:
    sys.exit("\n".join(failed))
