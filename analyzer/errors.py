"""Errors that a person can act on: a code, the message it stands for, and the offending values.

The sentence itself lives in the locale files (:mod:`analyzer.texts`); this module knows none of them.
"""

from collections.abc import Iterable
from typing import ClassVar, Self

__all__ = [
    "AnalyzerError",
    "BadCount",
    "BadMeld",
    "BadNotation",
    "BadRecord",
    "BadRequest",
    "BadRules",
    "BadSeat",
    "BadStore",
    "GangTileInMeld",
    "IllegalEvent",
    "LaiziInMeld",
    "TooManyCopies",
    "raise_problems",
]


class AnalyzerError(ValueError):
    """An input that can't be answered.

    ``code`` is one of the codes of the command line's error answers, the same for every error of the class;
    ``message`` names the sentence in the locale files, and ``params`` are the values it quotes.  Where an input
    has several faults the first is raised and ``others`` holds the rest, each an error of its own.
    """

    code: ClassVar[str] = "bad_request"

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message, params)
        self.message = message
        self.params = params
        self.others: tuple[AnalyzerError, ...] = ()

    def __reduce__(self) -> tuple[object, ...]:
        """Errors cross the border between processes whole."""
        return _rebuilt, (type(self), self.message, self.params, self.others)

    def with_others(self, others: Iterable["AnalyzerError"]) -> Self:
        """This error, carrying the further faults of the same input."""
        self.others = tuple(others)
        return self

    def __str__(self) -> str:
        quoted = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}: {self.message}" + (f" ({quoted})" if quoted else "")


def _rebuilt(
    kind: type[AnalyzerError], message: str, params: dict[str, object], others: tuple[AnalyzerError, ...]
) -> AnalyzerError:
    return kind(message, **params).with_others(others)


class BadNotation(AnalyzerError):
    """Text that names no tiles."""

    code = "bad_notation"


class TooManyCopies(AnalyzerError):
    """More than four copies of a tile are accounted for."""

    code = "too_many_copies"


class BadCount(AnalyzerError):
    """A number of tiles that no hand can have at this point."""

    code = "bad_count"


class BadMeld(AnalyzerError):
    """A meld that can't have been made."""

    code = "bad_meld"


class GangTileInMeld(AnalyzerError):
    """A gang honour or 皮子 in a meld (rules §2)."""

    code = "gang_tile_in_meld"


class LaiziInMeld(AnalyzerError):
    """A laizi in a meld (rules §2)."""

    code = "laizi_in_meld"


class BadRules(AnalyzerError):
    """A rule set that is unknown or contradicts itself."""

    code = "bad_rules"


class BadSeat(AnalyzerError):
    """A seat outside 0–3, or one that can't have done what is said of it."""

    code = "bad_seat"


class BadStore(AnalyzerError):
    """A database that can't be used, or a row of it that is not what was written."""

    code = "bad_store"


class BadRequest(AnalyzerError):
    """A request that is not of its operation's form."""

    code = "bad_request"


class IllegalEvent(AnalyzerError):
    """Something that the rules don't let happen at this point of a deal.

    ``params["clause"]`` is the section of the rules that forbids it.
    """

    code = "illegal_event"


class BadRecord(AnalyzerError):
    """A record of a deal (牌谱) that is not of its form, or tells what can't have happened."""

    code = "bad_record"


def raise_problems(problems: Iterable[AnalyzerError]) -> None:
    """Raise the first of ``problems`` with the others attached; do nothing if there are none."""
    found = list(problems)
    if found:
        raise found[0].with_others(found[1:])
