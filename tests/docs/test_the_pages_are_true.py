"""Every snippet runs, every link leads somewhere, every generated page is fresh."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis

import escapade

from .regenerate import COMMAND, DATA, FOLDER, MEASURED, PICTURES, SECURITY, documents, main, pages, pictures
from .texts import ROOT, Block, blocks, name, texts

LINK = re.compile(r"\]\(([^)\s]+)\)")
FILE = re.compile(
    r"`((?:src|tests|bench|docs|web|kernel|kit|games|bots|lab|server|cli|adapters|scripts|examples)/[\w./-]+)`"
)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def snippets(page: Path) -> list[Block]:
    return [block for block in blocks(page) if block.language == "python" and not block.file]


def run_doctest(code: str, scope: dict[str, Any], page: Path, line: int) -> None:
    test = doctest.DocTestParser().get_doctest(code, scope, name(page), str(page), line - 1)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append, clear_globs=False)
    scope.update(test.globs)
    assert not said, "".join(said)


@pytest.mark.parametrize("page", [page for page in texts() if snippets(page)], ids=name)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, Any] = {"__name__": "__main__"}
    for block in snippets(page):
        if block.code.lstrip().startswith(">>>"):
            run_doctest(block.code, scope, page, block.line)
        else:
            exec(compile("\n" * (block.line - 1) + block.code, str(page), "exec"), scope)


def test_there_are_snippets_to_run() -> None:
    assert {"README.md", "docs/api.md", "docs/dice.md", "docs/records.md"} <= {name(p) for p in texts() if snippets(p)}


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as pages of code hosts make them."""
    titles = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", texts(), ids=name)
def test_every_link_leads_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in LINK.findall(prose):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", texts(), ids=name)
def test_every_path_on_a_page_exists(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    roots = ROOT, ROOT / "src" / "escapade"
    for path in FILE.findall(prose):
        assert "/lantern/" in path or any((root / path).exists() for root in roots), path  # the guide's game


def test_the_generated_pages_pictures_and_documents_are_fresh() -> None:
    made = {**pages(), **pictures(), **documents()}
    stale = [name(page) for page, text in made.items() if not page.exists() or page.read_text("utf-8") != text]
    assert not stale, f"{', '.join(stale)}: out of date; run `{COMMAND}`"


def test_the_api_documents_are_made_by_a_command_and_valid(tmp_path: Path) -> None:
    main([str(tmp_path / "api")])
    made = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in (tmp_path / "api").iterdir()}
    assert set(made) == {"openapi.json", "asyncapi.json"}
    schemathesis.openapi.from_dict(made["openapi.json"]).validate()
    assert made["asyncapi.json"]["asyncapi"] == "3.0.0"
    for document in made.values():
        for schema in document["components"]["schemas"].values():
            jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})


def test_no_generated_file_is_left_over() -> None:
    assert {*FOLDER.glob("*"), *PICTURES.glob("*.svg")} == {*pages(), *pictures(), MEASURED} - {DATA, SECURITY}


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "adr"
    listed = re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", (folder / "README.md").read_text(encoding="utf-8"))
    assert listed == sorted(page.name for page in folder.glob("[0-9]*.md"))
    assert [int(page[:4]) for page in listed] == list(range(1, len(listed) + 1))


def test_every_decision_has_its_title_status_and_date_in_the_index() -> None:
    folder = ROOT / "docs" / "adr"
    rows = re.findall(
        r"^\| (\d+) \| \[(.+?)\]\((.+?)\) \| (\w+).* \| (\S+) \|$",
        (folder / "README.md").read_text("utf-8"),
        re.MULTILINE,
    )
    for number, title, page, status, date in rows:
        text = (folder / page).read_text(encoding="utf-8")
        assert text.startswith(f"# {number}. {title}\n\nStatus: {status}, {date}"), page
    assert len(rows) == len([*folder.glob("[0-9]*.md")])


def test_every_page_is_reachable_from_the_index() -> None:
    known, seen = [ROOT / "docs" / "README.md"], set[Path]()
    while known:
        page = known.pop()
        if page not in seen and page.suffix == ".md":
            seen.add(page)
            links = LINK.findall(page.read_text(encoding="utf-8"))
            known += [(page.parent / link.partition("#")[0]).resolve() for link in links if not link.startswith("http")]
    assert not [name(page) for page in texts() if page not in seen]


def test_pictures_fetch_nothing_from_elsewhere() -> None:
    kept = [MEASURED, *(ROOT / "docs" / "balance").glob("*.svg")]
    for path, picture in {**pictures(), **{path: path.read_text(encoding="utf-8") for path in kept}}.items():
        text = re.sub(r'xmlns(:xlink)?="http://www.w3.org/(2000/svg|1999/xlink)"', "", picture)
        assert not re.search(r"https?:|@import|@font-face", text), path.name


def test_the_example_record_loads_verifies_and_is_written_the_same() -> None:
    example = next(block.code for block in blocks(ROOT / "docs" / "records.md") if block.language == "text")
    match = escapade.load(example)
    assert match.ranking() == [[0], [1]]
    assert escapade.verify(example) == 1
    assert match.record() == example
