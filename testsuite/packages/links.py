"""Whether a site holds together: each link of its pages leads to a page or a place of it, and each page of docs/ is in its table of contents.

usage: links.py SITE DOCS
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.places, self.links, self.title = set(), [], ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if attributes.get("id"):
            self.places.add(attributes["id"])
        for name in ("href", "src"):
            if attributes.get(name):
                self.links.append(attributes[name])


def main():
    site, docs = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    # The page of all pages has their links relative to other folders; 404.html stands anywhere.
    pages = {path: Page(path) for path in site.rglob("*.html") if path.name not in ("print.html", "404.html", "toc.html")}
    wrong, followed = [], 0
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            followed += 1
            target = path if not parts.path else (path.parent / urllib.parse.unquote(parts.path)).resolve()
            place = urllib.parse.unquote(parts.fragment)
            if site not in target.parents or not target.is_file():
                wrong.append(f"{path.relative_to(site)}: no {link}")
            elif place and target in pages and place not in pages[target].places:
                wrong.append(f"{path.relative_to(site)}: no place {link}")
    contents = (docs / "SUMMARY.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"\]\(([^)]+\.md)\)", contents))
    for path in sorted(docs.rglob("*.md")):
        name = path.relative_to(docs).as_posix()
        if name != "SUMMARY.md" and name not in listed:
            wrong.append(f"SUMMARY.md: no {name}")
        page = site / re.sub(r"README\.md$", "index.md", name).replace(".md", ".html")
        if name != "SUMMARY.md" and page not in pages:
            wrong.append(f"no page of {name}")
    if followed < 100:
        wrong.append(f"only {followed} links: this is no site")
    print("\n".join(wrong))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
