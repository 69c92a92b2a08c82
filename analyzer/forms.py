"""格式: JSON that comes from outside, read strictly and checked for its form by pydantic.

What a form lacks is told in our own words: every fault of a form is an error with the field and its value.
"""

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from analyzer.errors import AnalyzerError, BadRequest, BadRules

__all__ = ["Form", "form_problems", "read_json", "shown"]

_LONGEST: Final = 80
"""Characters of a value that an error repeats."""


class Form(BaseModel):
    """A JSON object whose fields are all named and of the right type."""

    model_config = ConfigDict(strict=True, extra="forbid", populate_by_name=False)


def form_problems(fault: ValidationError, messages: Mapping[str, str]) -> Iterator[AnalyzerError]:
    """What a form lacks, one error a fault; ``messages`` are told by pydantic's type of it, ``""`` any other."""
    rules_told = False
    for item in fault.errors(include_url=False, include_context=False):
        where = [str(part) for part in item["loc"]]
        if where[:1] == ["rules"] and item["type"] != "missing":  # a union: text or an object, told once
            if not rules_told:
                yield BadRules("rules-not-text-or-object", value=shown(item["input"]))
            rules_told = True
            continue
        message = messages.get(item["type"], messages[""])
        value = {} if item["type"] == "missing" else {"value": shown(item["input"])}
        yield BadRequest(message, field=".".join(where), **value)


def read_json(line: str | bytes, once: bool = False) -> Any:
    """A line of JSON without NaN, infinities and numbers too large; with ``once`` no name twice in an object.

    Raises ``ValueError``, or ``RecursionError`` for a value that is too deep.
    """
    pairs = _no_name_twice if once else None
    return json.loads(line, parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=pairs)


def _no_name_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice[:40]} is given twice")
    return held


def _refuse_constant(name: str) -> float:
    """JSON has no NaN and no infinities."""
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is too large a number")
    return number


def shown(value: object) -> str:
    """A value of somebody else's JSON, short enough to repeat."""
    try:
        spelled = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        spelled = type(value).__name__
    return spelled if len(spelled) <= _LONGEST else spelled[: _LONGEST - 1] + "…"
