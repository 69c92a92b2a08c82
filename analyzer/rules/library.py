"""自定规则: rule sets of one's own under names, and the file that carries them.

A name is somebody's text: it is made plain (:func:`plain_name`) before it is kept, and still escaped wherever it is
shown.  A file is checked as a whole; with any fault in it nothing of it is taken.
"""

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from analyzer.errors import AnalyzerError, BadRules, raise_problems
from analyzer.rules.presets import PRESETS, preset
from analyzer.rules.ruleset import RuleSet
from analyzer.texts import LANGUAGES, text

__all__ = [
    "MOST",
    "NAME_LIMIT",
    "Library",
    "OwnRules",
    "from_file",
    "from_json",
    "plain_name",
    "to_file",
    "to_json",
]

MOST: Final = 20
"""The most rule sets that a library holds."""
NAME_LIMIT: Final = 40
"""The most characters of a name."""
FILE_LIMIT: Final = 100_000
"""The most bytes of a file."""
FORMAT: Final = "wuhan-mahjong-rules"
VERSION: Final = 1
_ENTRY: Final = ("name", "base", "fields")
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of characters that show nothing of themselves, or turn the text around them."""


def plain_name(name: str) -> str:
    """A name as it is kept: normal form, single spaces, none around it.

    :raises BadRules: it is empty or too long, holds characters that can't be seen, or is that of a game.
    """
    for character in name:
        if unicodedata.category(character) in _UNSEEN:
            raise BadRules("library-name-unseen", name=name, character=f"U+{ord(character):04X}")
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not plain:
        raise BadRules("library-name-empty", limit=NAME_LIMIT)
    if len(plain) > NAME_LIMIT:
        raise BadRules("library-name-too-long", name=plain, length=len(plain), limit=NAME_LIMIT)
    games = {_key(text(f"rules-{game}", lang)) for game in PRESETS for lang in LANGUAGES}
    if _key(plain) in games.union(PRESETS):
        raise BadRules("library-name-of-game", name=plain)
    return plain


def _key(name: str) -> str:
    """What two names must not share: they would look alike."""
    return unicodedata.normalize("NFKC", name).casefold()


@dataclass(frozen=True, slots=True)
class OwnRules:
    """一套自定规则: a rule set under a plain name; ``rules.id`` is the game that it started from."""

    name: str
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class Library:
    """自定规则: all of one person's, in the order they were made.  Every change gives a new one."""

    own: tuple[OwnRules, ...] = ()

    def find(self, name: str) -> OwnRules | None:
        """The rule set of that name."""
        return next((each for each in self.own if _key(each.name) == _key(name)), None)

    def holding(self, rules: RuleSet) -> OwnRules | None:
        """The first that has these very rules."""
        return next((each for each in self.own if each.rules == rules), None)

    def added(self, name: str, rules: RuleSet) -> "Library":
        """With one more.  Raises :class:`BadRules` for a name that won't do, or where the library is full."""
        plain = self._free(name)
        if len(self.own) >= MOST:
            raise BadRules("library-full", limit=MOST)
        return Library((*self.own, OwnRules(plain, rules)))

    def changed(self, name: str, rules: RuleSet) -> "Library":
        """With other rules under that name.  Raises :class:`BadRules` where there is none."""
        before = self._known(name)
        return self._with(before, replace(before, rules=rules))

    def renamed(self, name: str, new: str) -> "Library":
        """With a new name for one.  Raises :class:`BadRules` for a name that won't do."""
        before = self._known(name)
        return self._with(before, replace(before, name=self._free(new, but=before)))

    def without(self, name: str) -> "Library":
        """With one less.  Raises :class:`BadRules` where there is none of that name."""
        gone = self._known(name)
        return Library(tuple(each for each in self.own if each is not gone))

    def joined(self, others: tuple[OwnRules, ...]) -> "Library":
        """With all of ``others``: one that is here already is left out, one whose name is taken gets a number.

        Raises :class:`BadRules` where there is no room for all.
        """
        grown = self
        for each in others:
            found = grown.find(each.name)
            if found is None or found.rules != each.rules:
                grown = grown.added(grown.free_name(each.name), each.rules)
        return grown

    def free_name(self, wanted: str) -> str:
        """``wanted``, or with the first number behind it that makes it a name of its own."""
        plain = plain_name(wanted)
        if self.find(plain) is None:
            return plain
        numbered = (_numbered(plain, number) for number in range(2, MOST + 3))
        return next(name for name in numbered if self.find(name) is None)

    def _free(self, name: str, but: OwnRules | None = None) -> str:
        plain = plain_name(name)
        taken = self.find(plain)
        if taken is not None and taken is not but:
            raise BadRules("library-name-taken", name=plain)
        return plain

    def _known(self, name: str) -> OwnRules:
        found = self.find(name)
        if found is None:
            raise BadRules("library-unknown", name=name)
        return found

    def _with(self, before: OwnRules, after: OwnRules) -> "Library":
        return Library(tuple(after if each is before else each for each in self.own))


def _numbered(name: str, number: int) -> str:
    behind = f" {number}"
    return name[: NAME_LIMIT - len(behind)].rstrip() + behind


# Files


def to_json(own: tuple[OwnRules, ...]) -> dict[str, object]:
    """Some rule sets as JSON: with every field, so that they mean the same when a game's row changes."""
    rules = [
        {"name": each.name, "base": each.rules.id, "fields": each.rules.to_fields()}
        for each in own
        if each.rules.id in PRESETS
    ]
    return {"format": FORMAT, "version": VERSION, "rules": rules}


def to_file(own: tuple[OwnRules, ...]) -> str:
    """The file of some rule sets."""
    return json.dumps(to_json(own), ensure_ascii=False, indent=1)


def from_file(data: bytes) -> tuple[OwnRules, ...]:
    """The rule sets of a file.  Raises :class:`BadRules`, listing every fault of every rule set in it."""
    if len(data) > FILE_LIMIT:
        raise BadRules("rules-file-too-large", size=len(data), limit=FILE_LIMIT)
    try:
        held = json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_once,
            parse_constant=_no_number,
            parse_float=_no_number,
        )
    except AnalyzerError:
        raise
    except (ValueError, RecursionError) as fault:
        raise BadRules("rules-file-not-json", reason=str(fault)[:80]) from None
    found = from_json(held)
    if not found:
        raise BadRules("rules-file-without-rules")
    return found


def from_json(held: object) -> tuple[OwnRules, ...]:
    """The rule sets of a JSON value.  Raises :class:`BadRules`, listing every fault of every rule set in it."""
    if not isinstance(held, dict) or held.get("format") != FORMAT:
        raise BadRules("rules-file-not-ours", format=FORMAT)
    if type(held.get("version")) is not int or held["version"] != VERSION:
        raise BadRules("rules-file-version", version=_shown(held.get("version")), right=VERSION)
    entries = held.get("rules")
    if not isinstance(entries, list) or set(held) != {"format", "version", "rules"}:
        raise BadRules("rules-file-without-rules")
    if len(entries) > MOST:
        raise BadRules("rules-file-too-many", count=len(entries), limit=MOST)
    found = Library()
    problems: list[AnalyzerError] = []
    for number, entry in enumerate(entries, 1):
        try:
            each = _entry(entry)
            found = found.added(each.name, each.rules)
        except AnalyzerError as error:
            for fault in (error, *error.others):
                problems.append(BadRules("rules-file-entry", number=number, fault=fault))
    raise_problems(problems)
    return found.own


def _entry(entry: object) -> OwnRules:
    if not isinstance(entry, dict) or set(entry) != set(_ENTRY):
        raise BadRules("rules-file-entry-form", value=_shown(entry), right=", ".join(_ENTRY))
    name, base, fields = (entry[each] for each in _ENTRY)
    raise_problems(_wrong_types(name, base, fields))
    problems: list[AnalyzerError] = []
    rules = None
    try:
        rules = RuleSet.from_fields(preset(base), fields)
    except AnalyzerError as error:
        problems += (error, *error.others)
    try:
        name = plain_name(name)
    except AnalyzerError as error:
        problems.append(error)
    raise_problems(problems)
    assert rules is not None
    return OwnRules(name, rules)


def _wrong_types(name: object, base: object, fields: object) -> Iterator[AnalyzerError]:
    for field, value in (("name", name), ("base", base)):
        if not isinstance(value, str):
            yield BadRules("rules-file-not-text", field=field, value=_shown(value))
    if not isinstance(fields, dict):
        yield BadRules("rules-file-not-fields", value=_shown(fields))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held: dict[str, Any] = {}
    for name, value in pairs:
        if name in held:
            raise BadRules("rules-file-twice", field=name)
        held[name] = value
    return held


def _no_number(spelled: str) -> float:
    raise BadRules("rules-file-not-whole", value=spelled[:80])


def _shown(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)[:80]
    except RecursionError:
        return type(value).__name__
