"""复盘报告: reviews of many records, worked out side by side, as JSON and as one HTML file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from analyzer.advice import Action, Option
from analyzer.errors import AnalyzerError, BadRecord
from analyzer.expectation.playouts import Speed
from analyzer.playout.selfplay import spreading
from analyzer.record import Record
from analyzer.requests import option_json, position_fields, reason_json, reason_text
from analyzer.review import Grade, Review, review, seats_known
from analyzer.shorthand import read_any
from analyzer.texts import text
from analyzer.tiles import NAMES

__all__ = [
    "SUFFIXES",
    "Source",
    "Task",
    "grade_json",
    "html",
    "records_in",
    "review_json",
    "reviews",
    "tasks_of",
]

SUFFIXES: Final = (".jsonl", ".json", ".mjson", ".txt")
"""What a record's file in a folder ends with."""
LARGEST_FILE: Final = 8_000_000
"""Bytes of a file that is read at all; the record's own limit is in characters."""
_TEMPLATES: Final = Path(__file__).parent / "templates"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record was found."""

    file: str
    deal: int
    """Its place in the file, from 1."""
    record: Record


@dataclass(frozen=True, slots=True)
class Task:
    """A record to be reviewed for one seat."""

    source: Source
    seat: int

    @property
    def name(self) -> str | None:
        """The player's name, where the record tells it."""
        names = self.source.record.names
        return None if names is None else names[self.seat]


def files_of(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The files named, and those of the folders named, in order.

    Raises :class:`BadRecord` for one that isn't there and for a folder without any.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            within = sorted(
                each for each in path.rglob("*") if each.suffix.lower() in SUFFIXES and each.is_file()
            )
            if not within:
                raise BadRecord("report-empty-folder", folder=str(path), suffixes=", ".join(SUFFIXES))
            found += within
        elif path.is_file():
            found.append(path)
        else:
            raise BadRecord("report-no-file", file=str(path))
    return tuple(dict.fromkeys(found))


def records_in(path: Path) -> tuple[Source, ...]:
    """The records of a file, in either form.

    Raises :class:`BadRecord`, each fault with the file and its line.
    """
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise BadRecord("report-too-large", file=str(path), size=size, most=LARGEST_FILE)
        content = path.read_bytes()
    except OSError as error:
        raise BadRecord("report-unreadable", file=str(path), reason=error.strerror or str(error)) from None
    try:
        found = read_any(content)
    except AnalyzerError as error:
        faults = [BadRecord("report-fault", file=str(path), fault=each) for each in (error, *error.others)]
        raise faults[0].with_others(faults[1:]) from None
    return tuple(Source(str(path), number, record) for number, record in enumerate(found, 1))


def tasks_of(
    sources: Sequence[Source], seat: int | None = None, player: str | None = None
) -> tuple[Task, ...]:
    """Whom to review: the seat or the player named, else every seat whose hand is known.

    A record that knows nothing of them gives no task.
    """
    found = []
    for source in sources:
        for each in seats_known(source.record):
            task = Task(source, each)
            if seat in (None, each) and player in (None, task.name):
                found.append(task)
    return tuple(found)


def reviews(tasks: Sequence[Task], *, speed: Speed, seed: int = 0, jobs: int = 1) -> Iterator[Review]:
    """The reviews of ``tasks``, in their order and as they are done, ``jobs`` at a time.

    Within :func:`analyzer.playout.selfplay.cluster` the cluster's machines do them.
    """
    return spreading(_reviewed, ((task.source.record, task.seat, speed, seed) for task in tasks), jobs)


def _reviewed(record: Record, seat: int, speed: Speed, seed: int) -> Review:
    return review(record, seat, speed=speed, seed=seed)


# JSON


def review_json(task: Task, found: Review, lang: str) -> Json:
    """复盘 as JSON: the sums, and every decision with its options."""
    return {
        "file": task.source.file,
        "deal": task.source.deal,
        "seat": found.seat,
        "name": task.name,
        "rules": found.record.rules.id,
        "speed": found.speed.value,
        "points": found.points,
        "expected": found.expected,
        "loss": found.loss,
        "loss_margin": found.margin,
        "luck": found.luck,
        "match": found.match,
        "accuracy": found.accuracy,
        "kinds": [
            {"kind": kind.value, "count": count, "loss": points} for kind, count, points in found.by_kind()
        ],
        "decisions": [grade_json(each, lang) for each in found.grades],
    }


def grade_json(found: Grade, lang: str) -> Json:
    """One decision as JSON; its position is in the form of a request."""
    choice = found.choice
    points, margin = found.gap
    told: Json = {
        "at": choice.at,
        "position": position_fields(choice.position),
        "taken": _named(found.taken),
        "best": _named(found.best),
        "mistake": found.is_mistake,
        "kind": None if found.kind is None else found.kind.value,
        "gap": points,
        "gap_margin": margin,
        "loss": found.loss,
        "reasons": [reason_json(each, lang) for each in found.reasons],
        "options": [option_json(each, lang) for each in found.options],
    }
    if choice.offer is not None:
        offer = choice.offer
        told["offer"] = {"tile": NAMES[offer.tile], "from": offer.source, "robbed": offer.robbed}
    return told


def _named(option: Option) -> Json:
    told: Json = {"action": option.action.value}
    if option.tile is not None:
        told["tile"] = NAMES[option.tile]
    if option.tiles:
        told["tiles"] = [NAMES[kind] for kind in option.tiles]
    return told


# HTML


@dataclass(frozen=True, slots=True)
class _Line:
    """The running loss as the points of a picture of 100 by 30."""

    points: str
    most: float


def html(found: Sequence[tuple[Task, Review]], lang: str) -> str:
    """All reviews as one page that needs nothing beside it: a summary, then each deal with its mistakes."""
    ordered = sorted(found, key=lambda pair: -pair[1].loss)
    decisions = sum(len(each.grades) for _, each in found)
    kinds: dict[str, tuple[int, float]] = {}
    for _, each in found:
        for kind, count, points in each.by_kind():
            had = kinds.get(kind, (0, 0.0))
            kinds[kind] = had[0] + count, had[1] + points
    return (
        _templates()
        .get_template("review.html")
        .render(
            lang=lang,
            say=lambda name, **params: text(name, lang, **params),
            reason=lambda each: reason_text(each, lang),
            deed=lambda option: deed(option, lang),
            tile=lambda kind: tile_name(kind, lang),
            line=_line,
            found=ordered,
            decisions=decisions,
            mistakes=sum(len(each.mistakes) for _, each in found),
            loss=sum(each.loss for _, each in found),
            kinds=sorted(kinds.items(), key=lambda item: -item[1][1]),
        )
    )


def deed(option: Option, lang: str) -> str:
    """打五条: an action in words."""
    word = text(f"action-{option.action.value.replace('_', '-')}", lang)
    tiles = option.tiles or (() if option.tile is None or option.action is Action.WIN else (option.tile,))
    return " ".join([word, *[tile_name(kind, lang) for kind in tiles]])


def tile_name(kind: int, lang: str) -> str:
    """五万: a tile in words."""
    return text(f"tile-{NAMES[kind]}", lang)


def _line(found: Review) -> _Line:
    most = max(found.curve, default=0.0)
    last = max(1, len(found.curve) - 1)
    points = [
        f"{100 * at / last:.2f},{30 - (27 * loss / most if most else 0):.2f}"
        for at, loss in enumerate(found.curve)
    ]
    return _Line(" ".join(points), most)


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
