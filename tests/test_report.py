"""Reviews of many records by the real command line: JSON, one HTML file, bad input."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from distributed import LocalCluster

from analyzer import compiler, preset, report
from analyzer.cli import main
from analyzer.errors import BadRecord
from analyzer.expectation.playouts import Speed
from analyzer.playout.recorded import Recorder
from analyzer.record import Record, write
from analyzer.review import review
from analyzer.texts import LANGUAGES

pytestmark = pytest.mark.xdist_group("playouts")

HOSTILE = "<b>&"


@pytest.fixture(scope="module")
def records() -> tuple[Record, ...]:
    compiler.warm_up(block=True)
    return tuple(Recorder(preset(name)).play(5, (0, 1, 0, 1)) for name in ("yuanhang", "hongzhong"))


@pytest.fixture
def folder(tmp_path: Path, records: tuple[Record, ...]) -> Path:
    """Two records in one file, and one that only its owner's hand is known of in a folder below."""
    first = replace(records[0], names=("甲", HOSTILE, "丙", "丁"))
    (tmp_path / "both.jsonl").write_text(write(first, records[1]), encoding="utf-8")
    below = tmp_path / "below"
    below.mkdir()
    (below / "own.JSONL").write_text(write(records[1].seen_from(2)), encoding="utf-8")
    (tmp_path / "notes.md").write_text("no record", encoding="utf-8")
    return tmp_path


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main(["review", "--speed", "instant", "--jobs", "1", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_folder_is_reviewed_as_its_records_are_one_by_one(
    folder: Path, records: tuple[Record, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = run(str(folder), "--seat", "2", "--json", capsys=capsys)
    told = json.loads(out)
    assert status == 0
    assert [(Path(each["file"]).name, each["deal"], each["seat"]) for each in told] == [
        ("own.JSONL", 1, 2),
        ("both.jsonl", 1, 2),
        ("both.jsonl", 2, 2),
    ]
    for each, record in zip(told, (records[1], records[0], records[1]), strict=True):
        alone = review(record, 2, speed=Speed.INSTANT)
        assert each["loss"] == pytest.approx(alone.loss)
        assert each["points"] == alone.points
        assert len(each["decisions"]) == len(alone.grades)
        assert [step["mistake"] for step in each["decisions"]] == [step.is_mistake for step in alone.grades]


def test_every_known_hand_is_reviewed_unless_one_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = [source for path in report.files_of([folder]) for source in report.records_in(path)]
    assert len(report.tasks_of(sources)) == 4 + 4 + 1
    (named,) = report.tasks_of(sources, player=HOSTILE)
    assert (named.seat, named.name) == (1, HOSTILE)
    status, _, err = run(str(folder / "below"), "--seat", "0", capsys=capsys)
    assert status == 2
    assert "--player" in err


def test_a_cluster_finds_the_same(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = (str(folder), "--seat", "2", "--json")
    _, here, _ = run(*asked, capsys=capsys)
    with LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", dashboard_address=None
    ) as made:
        before = made.scheduler.transition_counter
        status, there, _ = run(*asked, "--cluster", made.scheduler_address, capsys=capsys)
        assert made.scheduler.transition_counter > before, "the cluster was not asked"
    assert status == 0
    assert json.loads(there) == json.loads(here)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_report_is_one_page_that_runs_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    page = folder / "report.html"
    both, name = str(folder / "both.jsonl"), str(page)
    status, out, _ = run(both, "--player", HOSTILE, "--html", name, "--lang", lang, capsys=capsys)
    assert status == 0
    told = page.read_text(encoding="utf-8")
    assert f'<html lang="{lang}">' in told
    assert HOSTILE not in told
    assert "&lt;b&gt;&amp;" in told
    assert not re.search(r"<script|https?:|src=|@import", told)
    losses = re.findall(r"−(\d+\.\d)  ", out)
    assert losses
    assert re.findall(r">−(\d+\.\d)<", told) == losses


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "report-no-file"),
        (b"", "report-fault"),
        (b'{"type":"start"}\n{"type":"dance"}\n', "report-fault"),
        (b"\xff\xfe\x00", "report-fault"),
        (b"x" * (report.LARGEST_FILE + 1), "report-too-large"),
    ],
)
def test_a_file_that_is_no_record_is_named(
    tmp_path: Path, content: bytes | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadRecord) as raised:
        [report.records_in(each) for each in report.files_of([path])]
    assert raised.value.message == message
    status, out, err = run(str(path), capsys=capsys)
    assert (status, out) == (2, "")
    assert str(path)[:60] in err
    assert err.count("\n") == 1


def test_an_empty_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(str(tmp_path), capsys=capsys)
    assert status == 2
    assert ".jsonl" in err
