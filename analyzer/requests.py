"""The JSON border: requests in, answers out, one object each (interface, ``batch``).

What comes in is checked for its form by pydantic and for its sense by the engine; what goes out is written from
the engine's frozen answers, field by field.
"""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import Field, ValidationError

from analyzer.advice import Accept, Offer, Option, calls, can_be_valued, discards, how_valued, valued
from analyzer.errors import AnalyzerError, BadMeld, BadRequest, BadSeat
from analyzer.expectation.playouts import Estimate, Speed, speed_for
from analyzer.forms import Form, form_problems, read_json, shown
from analyzer.notation import format_tiles, parse_tile, parse_tiles
from analyzer.playout.models import is_learned
from analyzer.position import SEATS, Meld, MeldKind, Player, Position, Turn
from analyzer.reasons import CHANCES, Figure, Reason, differences
from analyzer.routes import PATHS
from analyzer.rules import DEFAULT, PRESETS, RULE_FIELDS, RuleSet, parse_rules, spell_rules
from analyzer.settlement import Score, Step, score
from analyzer.tenpai import Obstacle, Why, obstacles
from analyzer.texts import LANGUAGES, describe, text
from analyzer.tiles import NAMES
from analyzer.waits import Channel, Wait, Waits, waits
from analyzer.wins import Win, WinBy

__all__ = [
    "OPERATIONS",
    "answer",
    "answer_line",
    "parse_meld",
    "parse_position",
    "parse_rules",
    "position_fields",
    "reason_text",
    "rules_json",
]

Json = dict[str, Any]


class _MeldForm(Form):
    kind: str
    tiles: str = ""
    source: Annotated[int | None, Field(alias="from")] = None


class _PlayerForm(Form):
    melds: list[_MeldForm] = Field(default_factory=list)
    gangs: str = ""
    laizi_drops: int = 0
    discards: str = ""
    tenpai: bool = True


class _RequestForm(Form):
    op: str
    id: Any = None
    lang: str = LANGUAGES[0]
    rules: str | dict[str, Any] = DEFAULT.id


class _LaiziForm(_RequestForm):
    indicator: str


class _PositionForm(_RequestForm):
    hand: str
    indicator: str | None = None
    laizi: str | None = None
    seat: int = 0
    dealer: int = 0
    players: list[_PlayerForm] | None = None
    visible: str = ""
    wall: int | None = None
    turn: str = Turn.DRAWN.value


class _WaitsForm(_PositionForm):
    reasons: bool = False


class _ValuedForm(_PositionForm):
    speed: str | None = None
    seed: int = 0
    samples: int | None = None
    budget_s: float | None = None
    reasons: bool = False


class _WinForm(Form):
    tile: str
    by: str
    source: Annotated[int | None, Field(alias="from")] = None
    after_gang: bool = False
    last_tiles: bool = False


class _ScoreForm(_PositionForm):
    win: _WinForm


class _OfferForm(Form):
    tile: str
    source: Annotated[int, Field(alias="from")]
    robbed: bool = False


class _CallsForm(_ValuedForm):
    offer: _OfferForm


# In


def parse_meld(kind: str, tiles: Sequence[int], source: int | None) -> Meld:
    """副露 from its written form: a peng or gang may name its tile once or as often as it lies there.

    Whether such a meld can exist is for :meth:`Position.problems` to say.  Raises :class:`BadMeld` for a kind
    that is none.
    """
    try:
        named = MeldKind(kind)
    except ValueError:
        raise BadMeld("meld-no-such-kind", kind=repr(kind)[:80], known=", ".join(MeldKind)) from None
    copies = 4 if named.is_gang else 3
    if named is not MeldKind.CHI and len(tiles) == copies and len(set(tiles)) == 1:
        tiles = tiles[:1]
    return Meld(named, tuple(tiles), source)


def parse_position(form: _PositionForm, offer: int | None = None) -> Position:
    """局面 from its JSON form, checked for every fault.  Raises :class:`AnalyzerError`."""
    rules = parse_rules(form.rules)
    try:
        turn = Turn(form.turn)
    except ValueError:
        raise BadRequest("request-turn", value=repr(form.turn)[:80], known=", ".join(Turn)) from None
    position = Position(
        hand=parse_tiles(form.hand),
        rules=rules,
        seat=form.seat,
        dealer=form.dealer,
        indicator=None if form.indicator is None else parse_tile(form.indicator),
        laizi=None if form.laizi is None else parse_tile(form.laizi),
        players=(Player(),) * 4
        if form.players is None
        else tuple(_player(player) for player in form.players),
        visible=parse_tiles(form.visible),
        wall=form.wall,
        turn=turn,
        offer=offer,
    )
    position.check()
    return position


def _player(form: _PlayerForm) -> Player:
    return Player(
        melds=tuple(parse_meld(meld.kind, parse_tiles(meld.tiles), meld.source) for meld in form.melds),
        gangs=tuple(sorted(parse_tiles(form.gangs))),
        laizi_drops=form.laizi_drops,
        discards=parse_tiles(form.discards),
        tenpai=form.tenpai,
    )


def _win(form: _WinForm) -> Win:
    try:
        by = WinBy(form.by)
    except ValueError:
        raise BadRequest("request-win-by", value=repr(form.by)[:80], known=", ".join(WinBy)) from None
    return Win(parse_tile(form.tile), by, form.source, form.after_gang, form.last_tiles)


def position_fields(position: Position) -> Json:
    """The position as a request spells it; :func:`answer` reads it back."""
    fields: Json = {"rules": spell_rules(position.rules), "hand": format_tiles(position.hand)}
    if position.indicator is not None:
        fields["indicator"] = NAMES[position.indicator]
    elif position.laizi is not None:
        fields["laizi"] = NAMES[position.laizi]
    fields |= {"seat": position.seat, "dealer": position.dealer}
    fields["players"] = [_player_fields(player) for player in position.players]
    fields["visible"] = format_tiles(position.visible)
    if position.wall is not None:
        fields["wall"] = position.wall
    fields["turn"] = position.turn.value
    return fields


def _player_fields(player: Player) -> Json:
    melds = []
    for meld in player.melds:
        fields: Json = {"kind": meld.kind.value, "tiles": format_tiles(meld.tiles)}
        if meld.source is not None:
            fields["from"] = meld.source
        melds.append(fields)
    return {
        "melds": melds,
        "gangs": format_tiles(player.gangs),
        "laizi_drops": player.laizi_drops,
        "discards": "".join(NAMES[kind] for kind in player.discards),
        "tenpai": player.tenpai,
    }


# Out


def _names(tiles: Iterable[int]) -> list[str]:
    return [NAMES[tile] for tile in tiles]


def _reading(value: Score) -> Json:
    return {"hu": value.hu, "big": list(value.big), "hard": value.hard}


def score_json(value: Score, lang: str) -> Json:
    """算番 as JSON."""
    if value.hu is None:
        return {"valid": False, "reasons": list(value.reasons)}
    answer: Json = {"valid": value.valid}
    if not value.valid:
        answer["reasons"] = list(value.reasons)
    return (
        answer
        | _reading(value)
        | {
            "laizi_as": _names(value.laizi_as),
            "fan": list(value.fan),
            "raw": list(value.raw),
            "capped": list(value.capped),
            "pays": list(value.pays),
            "gold": value.gold,
            "contract": value.contract,
            "steps": [step_json(step, lang) for step in value.steps],
        }
    )


def step_json(step: Step, lang: str) -> Json:
    """One step of a settlement as JSON: its code and figures, and the sentence they make."""
    figures = {
        name: getattr(step, name)
        for name in ("seat", "part", "fan", "points", "limit")
        if getattr(step, name) is not None
    }
    return {"code": step.code, "clause": step.clause, **figures, "text": step_text(step, lang)}


def step_text(step: Step, lang: str) -> str:
    """The sentence of one step."""
    params: dict[str, object] = {
        name: getattr(step, name) for name in ("fan", "points", "limit") if getattr(step, name) is not None
    }
    if step.seat is not None:
        params["seat"] = text(f"seat-{step.seat}", lang)
    if step.part is not None and step.code != "base":
        topic = "contract" if step.code == "contract" else "part"
        params["part"] = text(f"{topic}-{step.part.replace('_', '-')}", lang)
    code = f"base-{step.part}" if step.code == "base" else step.code.replace("_", "-")
    return text(f"step-{code}", lang, **params)


def _channel(value: Channel | None) -> Json | None:
    if value is None:
        return None
    answer = _reading(value.best)
    if value.below_minimum:
        answer["below_minimum"] = True
    answer["pays"] = list(value.best.pays)
    if value.by_discarder:
        answer["by_discarder"] = [
            None
            if against is None
            else {"valid": against.valid, **_reading(against), "pays": list(against.pays)}
            for against in value.by_discarder
        ]
    return answer


def _wait(value: Wait) -> Json:
    return {
        "tile": NAMES[value.tile],
        "live": value.live,
        "discard": _channel(value.discard),
        "zimo": _channel(value.zimo),
    }


def waits_json(value: Waits) -> Json:
    """听牌 as JSON."""
    return {
        "tenpai": value.tenpai,
        "blocked_by": list(value.blocked_by),
        "waits": [_wait(wait) for wait in value.waits],
        "live_total": value.live_total,
    }


def obstacle_json(value: Obstacle, position: Position, lang: str) -> Json:
    """One reason why a hand is not tenpai as JSON, with what would mend it; what does not apply is left out."""
    told: Json = {
        "code": value.why.value,
        "clause": value.clause,
        "tiles": _names(value.tiles),
        "calls": [{"offer": NAMES[tile], **option_json(option, lang)} for tile, option in value.calls],
        "changes": [
            {"tile": NAMES[change.tile], "draws": _accepts(change.draws), "total": change.total}
            for change in value.changes
        ],
        "draws": _accepts(value.draws),
        "distance": value.distance,
        "routes": list(value.routes),
    }
    shown = {name: each for name, each in told.items() if each not in ([], 0)}
    return shown | {"text": obstacle_text(value, lang)}


def obstacle_text(value: Obstacle, lang: str) -> str:
    """The sentence of one reason why a hand is not tenpai: the rule, and the tiles that it concerns."""
    names = _names(dict.fromkeys(value.tiles))
    match value.why:
        case Why.NOT_OPEN:
            return text("tenpai-rule-not-open", lang)
        case Why.GANG_TILE_IN_HAND:
            return text("tenpai-rule-gang-tile", lang, tiles=names)
        case Why.LAIZI_LIMIT:
            return text("tenpai-rule-laizi-limit", lang, count=len(value.tiles))
        case Why.PAIR_NOT_258:
            return text("tenpai-rule-pair", lang, tiles=names)
        case Why.FAR:
            routes = _routes_told(value.routes, lang)
            return text("tenpai-rule-far", lang, distance=value.distance, routes=routes)


def _accepts(accepts: Iterable[Accept]) -> list[Json]:
    return [{"tile": NAMES[accept.tile], "live": accept.live} for accept in accepts]


def option_json(option: Option, lang: str) -> Json:
    """One action as JSON."""
    answer: Json = {"action": option.action.value}
    if option.tile is not None:
        answer["tile"] = NAMES[option.tile]
    if option.tiles:
        answer["tiles"] = format_tiles(option.tiles)
    if option.estimate is not None:
        answer |= estimate_json(option.estimate)
    if option.score is not None:
        answer["score"] = score_json(option.score, lang)
        return answer
    answer |= {
        "distance": option.distance,
        "accepts": _accepts(option.accepts),
        "accepts_total": option.accepts_total,
        "dead": _names(option.dead),
        "paths": dict(zip(PATHS, option.paths, strict=True)),
        "gives_up": list(option.gives_up),
    }
    if option.then is not None:
        answer["then"] = NAMES[option.then]
    if option.waits is not None:
        answer["waits"] = waits_json(option.waits)
    return answer


def options_json(position: Position, options: Sequence[Option], form: _ValuedForm) -> list[Json]:
    """The actions as JSON, in their order; where asked, each with what sets it apart from the first."""
    answers = [option_json(option, form.lang) for option in options]
    if form.reasons:
        for option, answer in zip(options[1:], answers[1:], strict=True):
            found = differences(position, option, options[0])
            answer["reasons"] = [reason_json(reason, form.lang) for reason in found]
    return answers


def reason_json(reason: Reason, lang: str) -> Json:
    """One reason as JSON: its code, whom it speaks for (``one`` is the option, ``other`` the best), its figures."""
    figures = {name: _figure(name, value) for name, value in reason.params}
    return {
        "code": reason.code,
        "favours": reason.favours.value,
        **figures,
        "text": reason_text(reason, lang),
    }


def _figure(name: str, value: Figure) -> object:
    if isinstance(value, tuple):
        return list(value)
    return NAMES[value] if name == "tile" and isinstance(value, int) else value


def reason_text(reason: Reason, lang: str) -> str:
    """The sentence of one reason, told of the first of the two actions."""
    params = {name: _told(reason.code, name, value, lang) for name, value in reason.params}
    return text(f"apart-{reason.code.replace('_', '-')}", lang, favours=reason.favours.value, **params)


def _routes_told(routes: Iterable[object], lang: str) -> list[str]:
    return [text("hu-small" if route == "small" else f"hand-{route}", lang) for route in routes]


def _told(code: str, name: str, value: Figure, lang: str) -> object:
    """A figure as its sentence writes it."""
    if name == "routes" and isinstance(value, tuple):
        return _routes_told(value, lang)
    if name == "seats" and isinstance(value, tuple):
        return [text(f"seat-{seat}", lang) for seat in value]
    if isinstance(value, float):
        signed = "+" if code == "score" and name != "error" else ""
        return f"{value:.1%}" if code in CHANCES else f"{value:{signed}.1f}"
    return _figure(name, value)


def rules_json(rules: RuleSet, lang: str) -> Json:
    """规则 as JSON: id, name, and every field with its value, clause and meaning."""
    values = rules.to_fields()
    fields = [
        {
            "field": name,
            "value": values[name],
            "clause": rule.clause,
            "meaning": text(_rule_message(name), lang),
        }
        for name, rule in RULE_FIELDS.items()
    ]
    known = rules.id in PRESETS
    return {"id": rules.id, "name": text(f"rules-{rules.id}", lang) if known else rules.id, "fields": fields}


def _rule_message(name: str) -> str:
    return f"rule-{name.replace('_', '-')}"


def estimate_json(value: Estimate) -> Json:
    """期望 as JSON: chances 0–1, points; what playouts that are cut can't tell is left out."""
    told: Json = {
        "win": value.win,
        "tenpai": value.tenpai,
        "ev": value.score,
        "ev_se": value.score_se,
        "ev_diff": value.diff,
        "ev_diff_se": value.diff_se,
        "equal": value.equal,
        "samples": value.samples,
        "win_by_turn": value.win_by_turn,
        "tenpai_by_turn": value.tenpai_by_turn,
        "deal_in": value.deal_in,
        "deal_in_cost": value.deal_in_cost,
        "contract": value.contract,
        "drawn": value.drawn,
        "mean_payout": value.mean_payout,
        "hands": dict(value.hands),
        "payouts": value.payouts,
    }
    return {name: each for name, each in told.items() if each not in (None, (), {}, math.inf)}


# Operations


def _laizi(request: Json) -> Json:
    form = _LaiziForm.model_validate(request)
    rules, indicator = parse_rules(form.rules), parse_tile(form.indicator)
    return {"laizi": NAMES[rules.laizi_of(indicator)], "gang_tiles": _names(rules.gang_tiles(indicator))}


def _waits(request: Json) -> Json:
    form = _WaitsForm.model_validate(request)
    position = parse_position(form)
    found = waits_json(waits(position))
    if form.reasons:
        found["reasons"] = [obstacle_json(each, position, form.lang) for each in obstacles(position)]
    return found | _notes(position, form.lang)


def _score(request: Json) -> Json:
    form = _ScoreForm.model_validate(request)
    position = parse_position(form)
    return score_json(score(position, _win(form.win)), form.lang) | _notes(position, form.lang)


def _discards(request: Json) -> Json:
    form = _ValuedForm.model_validate(request)
    position = parse_position(form)
    return _valued(form, position, discards(position).options, None)


def _calls(request: Json) -> Json:
    form = _CallsForm.model_validate(request)
    offer = Offer(parse_tile(form.offer.tile), form.offer.source, form.offer.robbed)
    if offer.source not in SEATS or offer.source == form.seat:
        raise BadSeat("offer-impossible-source", source=offer.source, seat=form.seat)
    position = parse_position(form, offer.tile)
    return _valued(form, position, calls(position, offer).options, offer)


MOST_SAMPLES: Final = 200_000
LONGEST_BUDGET: Final = 3600
MOST_SEEDS: Final = 1 << 40


def _valued(form: _ValuedForm, position: Position, options: Sequence[Option], offer: Offer | None) -> Json:
    """The options, with what they are worth where that is asked for."""
    plain = {"options": options_json(position, options, form)} | _notes(position, form.lang)
    for name, value, most in (
        ("samples", form.samples, MOST_SAMPLES),
        ("budget_s", form.budget_s, LONGEST_BUDGET),
        ("seed", form.seed + 1, MOST_SEEDS),
    ):
        if value is not None and not 0 < value <= most:
            raise BadRequest("request-out-of-range", field=name, value=shown(getattr(form, name)), most=most)
    if form.speed is not None and form.speed not in list(Speed):
        raise BadRequest("request-speed", value=shown(form.speed), known=", ".join(Speed))
    if form.speed is None and form.samples is None and form.budget_s is None:
        return plain
    asked = Speed(form.speed or Speed.FULL)
    if not can_be_valued(position):
        return _with_note(plain, text("note-no-expectation", form.lang)) | {"speed": asked}
    speed = speed_for(position.rules, asked)
    samples = form.samples or (MOST_SAMPLES if form.budget_s is not None else speed.samples)
    ranked = valued(
        position, options, offer, speed=speed, samples=samples, seed=form.seed, budget_s=form.budget_s
    )
    played = max((option.estimate.samples for option in ranked if option.estimate), default=0)
    answer = {"options": options_json(position, ranked, form)} | _notes(position, form.lang)
    for note, params in how_valued(position.rules, speed):
        answer = _with_note(answer, text(note, form.lang, **params))
    policies = {"policy": "P1" if is_learned(position.rules) else "P0", "opponents": "P0"}
    return answer | {"speed": speed, "seed": form.seed, "samples": played} | policies


def _with_note(answer: Json, note: str) -> Json:
    return answer | {"notes": [*answer.get("notes", ()), note]}


def _notes(position: Position, lang: str) -> Json:
    notes = [text(code, lang, **params) for code, params in position.notes()]
    return {"notes": notes} if notes else {}


OPERATIONS: Final[Mapping[str, Callable[[Json], Json]]] = {
    "laizi": _laizi,
    "waits": _waits,
    "score": _score,
    "discards": _discards,
    "calls": _calls,
}
"""What a request may ask for, by the name of its ``op``."""


_EXPECTED: Final = {
    "missing": "request-field-missing",
    "extra_forbidden": "request-field-unknown",
    "string_type": "request-field-not-text",
    "int_type": "request-field-not-a-number",
    "float_type": "request-field-not-a-number",
    "bool_type": "request-field-not-a-flag",
    "list_type": "request-field-not-a-list",
    "dict_type": "request-field-not-an-object",
    "model_type": "request-field-not-an-object",
    "": "request-field-wrong",
}


def answer(request: object) -> Json:
    """The answer to one request, as JSON values.  A bad request gets an ``error``; nothing is raised."""
    echo: Json = {}
    lang = LANGUAGES[0]
    try:
        if not isinstance(request, dict):
            raise BadRequest("request-not-an-object", value=shown(request))
        if "id" in request:
            echo = {"id": request["id"]}
        asked = request.get("lang", lang)
        if asked not in LANGUAGES:
            raise BadRequest("request-lang", value=shown(asked), known=", ".join(LANGUAGES))
        lang = asked
        op = request.get("op")
        if not isinstance(op, str) or op not in OPERATIONS:
            raise BadRequest("request-op", value=shown(op), known=", ".join(OPERATIONS))
        try:
            return echo | OPERATIONS[op](request)
        except ValidationError as fault:
            problems = list(form_problems(fault, _EXPECTED))
            raise problems[0].with_others(problems[1:]) from None
    except AnalyzerError as error:
        return echo | {"error": error_json(error, lang)}


def error_json(error: AnalyzerError, lang: str) -> Json:
    """An error as JSON: its code and sentence, and those of the input's further faults."""
    answer: Json = {"code": error.code, "message": describe(error, lang)}
    if error.others:
        answer["others"] = [error_json(other, lang) for other in error.others]
    return answer


def answer_line(line: str | bytes) -> str:
    """The answer to one line of a batch, as one line of JSON."""
    try:
        request = read_json(line)
    except (ValueError, RecursionError) as fault:
        error = BadRequest("request-not-json", reason=str(fault)[:80])
        return json.dumps({"error": error_json(error, LANGUAGES[0])}, ensure_ascii=False)
    found = answer(request)
    spelled = json.dumps(found, ensure_ascii=False)
    try:
        spelled.encode()
    except UnicodeEncodeError:  # an id with half a character is echoed as it came
        spelled = json.dumps(found)
    return spelled
