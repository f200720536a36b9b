"""The page on the design: its tree is that of the folders, and the files it names exist."""

import re
from pathlib import Path

from engine.games.catalog import CATALOG

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/design.md").read_text(encoding="utf-8")
TREE = re.search(r"```\n(engine/ .*?)```", PAGE, re.DOTALL)


def list_drawn_folders() -> set[str]:
    """List the folders of the tree; `<game>` stands for every game."""
    assert TREE
    drawn: set[str] = set()
    above: list[str] = []
    for line in TREE[1].splitlines():
        indent, name = re.match(r"( *)(\S+)/", line).groups()  # type: ignore[union-attr]
        above[len(indent) // 2 :] = [name]
        path = "/".join(above)
        drawn |= {path.replace("<game>", game) for game in CATALOG} if "<game>" in path else {path}
    return drawn


def test_the_tree_is_that_of_the_packages() -> None:
    packages = {
        str(file.parent.relative_to(ROOT))
        for top in ("engine", "lab", "screens", "tui", "words", "images", "files", "tools")
        for file in (ROOT / top).rglob("__init__.py")
    }
    assert list_drawn_folders() == packages


def test_the_ways_name_files_that_exist() -> None:
    ways = PAGE.partition("## Three ways")[2]
    named = re.findall(r"`((?:engine|lab|screens|tui)/[\w/]+\.py)`", ways)
    assert len(named) > 20
    assert not [path for path in named if not (ROOT / path).is_file()]


def test_each_kind_of_file_names_a_test_that_exists() -> None:
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    table = page.partition("| file |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(table) > 15
    for line in table:
        named = re.findall(r"`(test_\w+\.py)::(test_\w+)`", line.rsplit("|", 2)[1])
        assert named, line
        for file, test in named:
            source = (ROOT / "tests" / file).read_text(encoding="utf-8")
            assert re.search(rf"^(async )?def {test}\(", source, re.MULTILINE), (file, test)
