"""文案: the sentence of every message id, in Chinese and in English, for pages and command line alike.

The sentences are Fluent files, ``locales/<language>/<topic>.ftl``. Everything else in the engine returns ids
and parameters. Neither the files nor the Fluent library is read before the first text is asked for, so that
importing the engine stays quick.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeGuard
from unicodedata import category

from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

__all__ = ["LANGUAGES", "describe", "text"]

LANGUAGES: Final = ("zh-CN", "en")
"""The languages that every message exists in, the default first."""

_LOCALES: Final = Path(__file__).parent / "locales"
_LIST: Final = {"zh-CN": ("、", "；"), "en": (", ", "; ")}
"""What joins the values of a list, and the sentences of one."""
_PAGES: Final = "ui"
"""What the files with the pages' own sentences begin with: ``ui.ftl``, ``ui-score.ftl`` …"""
_SEATS: Final = ("seat", "source", "left", "actor", "drawer")
"""The parameters of errors that are seats."""
_SEATED: Final = range(4)
"""东 to 北."""
_QUOTED: Final = 80
"""The most characters of an offending value that a sentence repeats."""
_LARGE: Final = 10**15
"""Numbers from here on are quoted as they are: the language's own form knows only so many digits."""
_HUGE: Final = 10**_QUOTED


def text(message_id: str, /, lang: str = LANGUAGES[0], **params: object) -> str:
    """The sentence of ``message_id`` in ``lang``, its ``{ $name }`` filled from ``params``.

    Numbers are written as the language writes them. A list or tuple becomes an enumeration, and an
    :class:`AnalyzerError` the sentence that describes it.

    :raises LookupError: the language or the message is unknown, or the sentence needs a parameter that isn't
        given. The texts are part of the program, so this is a mistake in it and never one of its user's.
    """
    bundle = _bundle(lang)
    if not bundle.has_message(message_id):
        bundle = _bundle(lang, pages=True)
    if not bundle.has_message(message_id):
        raise LookupError(f"expected a message id of the locale files: {message_id!r}")
    pattern = bundle.get_message(message_id).value
    if pattern is None:
        raise LookupError(f"expected a message with a value: {message_id!r}")
    values = {name: _value(value, lang) for name, value in params.items()}
    sentence, errors = bundle.format_pattern(pattern, values)
    if errors:
        raise LookupError(f"expected parameters that fit {message_id!r}: {errors[0]}")
    return str(sentence)


def describe(error: AnalyzerError, lang: str = LANGUAGES[0]) -> str:
    """One line that says what is wrong with an input and what would be right.

    The offending values come from outside: long ones are shortened, and characters that don't print are
    written as escapes.

    :raises LookupError: as :func:`text`.
    """
    return text(
        error.message, lang, **{name: _told(name, value, lang) for name, value in error.params.items()}
    )


@functools.cache
def _bundle(lang: str, pages: bool = False) -> FluentBundle:
    """The sentences of a language; those of the pages only where asked for, as the command line has no use for them."""
    from fluent.runtime import FluentBundle, FluentResource

    if lang not in LANGUAGES:
        raise LookupError(f"expected one of the languages {', '.join(LANGUAGES)}: {lang!r}")
    # Isolating marks would end up in what people copy from a page or pipe into a program.
    bundle = FluentBundle([lang], use_isolating=False)
    for path in sorted((_LOCALES / lang).glob("*.ftl")):
        if path.stem.partition("-")[0] == _PAGES and not pages:
            continue
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle


def _value(value: object, lang: str) -> str | int | float:
    """What Fluent is given for a parameter."""
    if isinstance(value, AnalyzerError):
        return describe(value, lang)
    if isinstance(value, (list, tuple)):
        comma, semicolon = _LIST[lang]
        joint = semicolon if any(isinstance(each, AnalyzerError) for each in value) else comma
        return joint.join(str(_value(each, lang)) for each in value)
    return value if _is_number(value) else str(value)


def _is_number(value: object) -> TypeGuard[int | float]:
    """Whether Fluent can write ``value`` as a number of the language."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -_LARGE < value < _LARGE


def _told(name: str, value: object, lang: str) -> object:
    """A parameter of an error as its sentence says it: 东家 for seat 0."""
    if name not in _SEATS or type(value) is not int:
        return _quotable(value)
    return (
        text(f"seat-{value}", lang) if value in _SEATED else text("seat-none", lang, number=_quotable(value))
    )


def _quotable(value: object) -> object:
    """``value`` as it may stand in a line of output."""
    if isinstance(value, AnalyzerError) or _is_number(value):
        return value
    if isinstance(value, (list, tuple)):
        return [_quotable(each) for each in value]
    # An int of thousands of digits has no decimal form in Python.
    shown = hex(value) if isinstance(value, int) and not -_HUGE < value < _HUGE else str(value)
    if len(shown) > _QUOTED:
        shown = shown[: _QUOTED - 1] + "…"
    return "".join(c if c.isprintable() or category(c) == "Zs" else _escaped(c) for c in shown)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
