"""The tile faces in ``static/`` are those that ``scripts/make_faces.py`` draws, and need no font."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from analyzer.tiles import NAMES
from scripts.make_faces import faces, icon, write

STATIC = Path(__file__).resolve().parent.parent / "static"
SVG = "{http://www.w3.org/2000/svg}"


def test_every_kind_and_the_back_has_a_face():
    assert set(faces()) == {f"{name}.svg" for name in NAMES} | {"back.svg"}


def test_faces_are_fresh():
    drawn = faces()
    stale = [
        name for name, text in drawn.items() if (STATIC / "tiles" / name).read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run: python scripts/make_faces.py"
    assert (STATIC / "favicon.svg").read_text(encoding="utf-8") == icon(), "run: python scripts/make_faces.py"
    assert {path.name for path in (STATIC / "tiles").iterdir()} == set(drawn), "a face nobody draws"


def test_write_puts_the_same_files_anywhere(tmp_path):
    write(tmp_path)
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "tiles").iterdir()}
    assert written == faces()


@pytest.mark.parametrize("text", [*faces().values(), icon()])
def test_faces_are_drawn_with_shapes_alone(text):
    """No text element (its look would depend on installed fonts), no script, nothing fetched."""
    tree = ElementTree.fromstring(text)
    tags = {element.tag.removeprefix(SVG) for element in tree.iter()}
    assert tags <= {"svg", "rect", "path", "circle", "g"}
    assert "href" not in text


def test_faces_differ():
    drawn = list(faces().values())
    assert len(set(drawn)) == len(drawn)


def test_faces_are_light():
    assert sum(map(len, faces().values())) < 120_000
