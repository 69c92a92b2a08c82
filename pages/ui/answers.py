"""答案: the engine's frozen answers as HTML. Every figure is the engine's; every text is of the locale files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from analyzer.advice import Action, Offer, Option
from analyzer.notation import format_tiles
from analyzer.position import SEATS, MeldKind, Position
from analyzer.reasons import CHANCES, Favours, Figure, Reason, differences
from analyzer.routes import PATHS, Accept, Board, Route
from analyzer.rules import PRESETS, RuleSet
from analyzer.settlement import Score, Step
from analyzer.texts import describe, text
from analyzer.tiles import NAMES
from analyzer.waits import Channel, Wait, Waits
from pages.ui.analysis import Analysis
from pages.ui.faces import tile_html, tile_name

__all__ = ["SHOWN", "Pen", "game_told", "points_told"]

SHOWN = 5
"""Options shown before the rest is folded away."""
FAR = 3
"""A route so much farther than the nearest one is told in one line."""
KEEPS = 5
"""Discards shown that keep a route."""
CLOSE = 3
"""Equally good actions that the verdict names."""
RELATIVE = ("me", "next", "across", "previous")


def points_told(points: float, *, signed: bool = False) -> str:
    """Points with one decimal and a true minus sign."""
    told = f"{points:{'+' if signed else ''}.1f}".replace("-", "−")
    return told.lstrip("+−") if told.lstrip("+−") == "0.0" else told


def game_told(rules: RuleSet, lang: str) -> str:
    """What rules are called that nobody has named: a game by its name, others by their game. Unescaped."""
    name = text(f"rules-{rules.id}", lang) if rules.id in PRESETS else rules.id
    return name if rules == PRESETS.get(rules.id) else text("rules-custom", lang, name=name)


def _message(prefix: str, name: str) -> str:
    return f"{prefix}-{name.replace('_', '-')}"


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws the answers about one position in one language."""

    position: Position
    lang: str
    offer: Offer | None = None
    """Another player's tile that the position's owner is asked about."""
    own: str | None = None
    """What the position's rules are called where they are somebody's own."""

    # Words and tiles

    def say(self, message: str, /, **params: object) -> str:
        """A sentence, safe to stand in HTML."""
        return escape(text(message, self.lang, **params))

    def name(self, kind: int) -> str:
        """The spoken name of a tile, unescaped."""
        return tile_name(kind, self.lang)

    def tile(self, kind: int, width: int = 26) -> str:
        """A face; a laizi has its gold ring."""
        return tile_html(kind, self.lang, width=width, mark="laizi" if kind == self.position.laizi else "")

    def game(self, rules: RuleSet) -> str:
        """What rules are called: a game by its name, the position's own by theirs, others by their game. Unescaped."""
        if self.own is not None and rules == self.position.rules and rules != PRESETS.get(rules.id):
            return self.own
        return game_told(rules, self.lang)

    def seat(self, seat: int) -> str:
        """我, 下家, 对家 or 上家, unescaped."""
        return text(f"seat-{RELATIVE[(seat - self.position.seat) % 4]}", self.lang)

    def draws(self, accepts: Iterable[Accept], dead: Iterable[int] = (), width: int = 26) -> str:
        """Accepted tiles with their live counts, the dead ones grey with a nought."""
        live = "".join(
            f'<span class="wm-draw">{self.tile(accept.tile, width)}<b>{accept.live}</b></span>'
            for accept in accepts
        )
        gone = "".join(
            f'<span class="wm-draw dead" title="{self.say("draw-dead", tile=self.name(kind))}">'
            f"{self.tile(kind, width)}<b>0</b></span>"
            for kind in dead
        )
        return f'<span class="wm-tiles">{live}{gone}</span>'

    def names(self, kinds: Iterable[int]) -> list[str]:
        """Spoken names, to be enumerated by a sentence."""
        return [self.name(kind) for kind in kinds]

    def action(self, option: Option) -> str:
        """The word for an action: 打, 杠 …; a laizi is dropped. Unescaped."""
        return text(_message("action", self._deed(option)), self.lang)

    def deed(self, option: Option) -> str:
        """An action with its tile: 打四条. Unescaped."""
        if option.action is Action.WIN:
            return text("deed-win", self.lang)
        told = "" if option.tile is None else self.name(option.tile)
        if option.action is Action.CHI:
            own = [self.name(kind) for kind in option.tiles if kind != option.tile]
            return text("verdict-chi", self.lang, tile=told, own=own)
        return text(_message("verdict", self._deed(option)), self.lang, tile=told)

    def _deed(self, option: Option) -> str:
        drops = option.action is Action.DISCARD and option.tile == self.position.laizi
        return "drop" if drops else str(option.action)

    # 结论

    def verdict(self, analysis: Analysis, *, settled: bool = True) -> str:
        """The card that says what to do, and why in one line; figures only once they are ``settled``."""
        if analysis.is_asked:
            return self._verdict_on_turn(analysis.options, settled)
        if analysis.waits is not None and analysis.board is not None:
            return self._verdict_waiting(analysis.waits, analysis.board)
        return ""

    def _card(self, face: str, head: str, lines: Sequence[str], why: str = "") -> str:
        told = "".join(f"<p>{line}</p>" for line in lines)
        reason = f'<p class="why">{why}</p>' if why else ""
        return (
            f'<section class="wm-card wm-verdict" data-hand="{format_tiles(self.position.hand)}" aria-live="polite">'
            f'<div class="face">{face}</div><h2>{head}</h2>{told}{reason}</section>'
        )

    def _verdict_on_turn(self, options: Sequence[Option], settled: bool) -> str:
        if not options:
            return self._card("", self.say("verdict-nothing"), [self.say("verdict-last-draw")])
        best = options[0]
        if best.score is not None:
            return self._card(
                f'<span class="wm-stamp">{self.say("action-win")}</span>',
                self.say("verdict-win"),
                [f"{self.hand_name(best.score)} · {self.say('pays-total', points=best.score.total)}"],
                self._why_not_win(options),
            )
        # What changes twice a second is read by nobody, and read out by screen readers.
        why = self._why(options)
        if not settled and best.estimate is not None:
            why = self.say("why-so-far" if best.estimate.diff >= 0 else "why-so-far-unclear")
        lines = [self._after(best)]
        if best.then is not None:
            lines.insert(0, self.say("after-then", tile=self.name(best.then)))
        win = next((option.score for option in options if option.score is not None), None)
        if win is not None:
            lines.append(self.say("verdict-could-win", points=win.total))
        if self.offer is not None:
            lines.insert(0, self.offered(self.offer))
        shown = best.tile if best.tile is not None or self.offer is None else self.offer.tile
        face = "" if shown is None else self.tile(shown, 62)
        return self._card(face, escape(self.deed(best)), lines, why)

    def offered(self, offer: Offer) -> str:
        """Whose tile the owner is asked about."""
        told = {"who": self.seat(offer.source), "tile": self.name(offer.tile)}
        return self.say("asked-robbed", **told) if offer.robbed else self.say("asked-discard", **told)

    def _why_not_win(self, options: Sequence[Option]) -> str:
        if self.offer is not None:
            return self.offered(self.offer)
        others = [option for option in options if option.action is not Action.WIN]
        return self.say("verdict-or-play-on") if others else ""

    def _after(self, option: Option) -> str:
        """Where an action leads: the waits it leaves, or the distance and what it accepts."""
        kinds, total = len(option.accepts), option.accepts_total
        when = "keeps" if option.action in (Action.PASS, Action.CHONG_GANG) else "after"
        if option.waits is not None:
            if option.waits.tenpai:
                live = option.waits.live_total
                return self.say(f"{when}-tenpai", kinds=len(option.waits.waits), total=live)
            reasons = [self._reason(reason) for reason in option.waits.blocked_by]
            return self.say(f"{when}-blocked", reasons=reasons)
        return self.say(f"{when}-distance", distance=option.distance, kinds=kinds, total=total)

    def _reason(self, reason: str) -> str:
        return text(_message("reason", reason), self.lang)

    def _why(self, options: Sequence[Option]) -> str:
        """The best action against the next best one on another tile, in the engine's own figures."""
        best = options[0]
        if best.estimate is not None:
            return self._why_worth(options)
        another = (option for option in options[1:] if self.offer or option.tile != best.tile)
        other = next(another, None)
        if other is None:
            return ""
        then = self.deed(other)
        if other.distance != best.distance:
            return self.say("why-nearest", other=then, distance=other.distance)
        if other.accepts_total != best.accepts_total:
            figures = {"best": best.accepts_total, "total": other.accepts_total}
            return self.say("why-more", other=then, distance=best.distance, **figures)
        kept = [route for route in other.gives_up if route not in best.gives_up]
        if kept:
            return self.say("why-keeps", other=then, routes=self._routes(kept))
        return self.say("why-equal", other=then)

    def _why_worth(self, options: Sequence[Option]) -> str:
        """The best action against what comes next by expectation: how far behind that is, and through what."""
        best, others = options[0], options[1:]
        close = [self.deed(other) for other in others if other.estimate is not None and other.estimate.equal]
        if close:
            return self.say("why-worth-equal", others=close[:CLOSE], count=len(close[:CLOSE]))
        if not others or others[0].behind is None:
            return ""
        gap, margin = others[0].behind
        told = self.say("why-worth", other=self.deed(others[0]), gap=f"{gap:.1f}", margin=self.margin(margin))
        through = [
            self.reason(reason)
            for reason in differences(self.position, others[0], best)
            if reason.favours is Favours.OTHER and reason.code != "score"
        ]
        return f"{told} {through[0]}{self.say('full-stop')}" if through else told

    def reason(self, reason: Reason) -> str:
        """A difference between two actions as a sentence about the first of them."""
        params = {name: self._figure(reason.code, name, value) for name, value in reason.params}
        return self.say(_message("apart", reason.code), favours=reason.favours.value, **params)

    def _figure(self, code: str, name: str, value: Figure) -> object:
        if isinstance(value, tuple):
            return [
                self.route_name(str(each)) if name == "routes" else self.seat(int(each)) for each in value
            ]
        if isinstance(value, float):
            signed = code == "score" and name != "error"
            return self.percent(value) if code in CHANCES else points_told(value, signed=signed)
        return self.name(value) if name == "tile" else value

    def _routes(self, names: Iterable[str]) -> list[str]:
        return [self.route_name(name) for name in names]

    def route_name(self, name: str) -> str:
        """小胡, 碰碰胡 …, unescaped."""
        return text("hu-small" if name == "small" else _message("hand", name), self.lang)

    def _verdict_waiting(self, answer: Waits, routes: Board) -> str:
        if answer.tenpai:
            faces = "".join(self.tile(wait.tile, 46) for wait in answer.waits[:4])
            dead = answer.live_total == 0
            line = self.say(
                "waiting-dead" if dead else "waiting-tenpai",
                kinds=len(answer.waits),
                total=answer.live_total,
            )
            return self._card(f'<span class="wm-tiles">{faces}</span>', self.say("verdict-tenpai"), [line])
        blocked = [self._reason(reason) for reason in answer.blocked_by]
        if blocked:
            return self._card("", self.say("verdict-blocked"), [self.say("waiting-blocked", reasons=blocked)])
        near = self._nearest(routes)
        assert near.distance is not None
        line = self.say(
            "waiting-route",
            route=self.route_name(near.name),
            kinds=len(near.accepts),
            total=near.accepts_total,
        )
        return self._card("", self.say("verdict-waiting", distance=near.distance), [line])

    @staticmethod
    def _nearest(routes: Board) -> Route:
        open_routes = [route for route in routes.routes if route.distance is not None]
        return min(open_routes, key=lambda route: (route.distance, -route.accepts_total))

    # 期望

    @staticmethod
    def percent(chance: float | None) -> str:
        """A chance as people read it, a dash where it is not known. Unescaped."""
        if chance is None:
            return "–"
        if 0 < chance < 0.0005:
            return "<0.1%"
        return f"{chance:.0%}" if chance >= 0.0995 else f"{chance:.1%}"

    @staticmethod
    def margin(margin: float | None) -> str:
        """Half an interval, unsigned; a question mark where it is not known."""
        return "?" if margin is None else f"{margin:.1f}"

    def score_told(self, option: Option) -> str:
        """The score with its 95 % interval, unescaped."""
        if option.estimate is None:
            return "–"
        return f"{points_told(option.estimate.score, signed=True)} ± {self.margin(option.margin)}"

    # 打法

    def options(self, options: Sequence[Option]) -> str:
        """The table of all actions, best first; those farther from tenpai than the best are folded away."""
        rows = [option for option in options if option.action is not Action.WIN]
        if not rows:
            return ""
        most = max(option.accepts_total for option in rows)
        near = [option for option in rows if option.distance == rows[0].distance][: 2 * SHOWN]
        near = rows[: max(SHOWN, len(near))]
        far = rows[len(near) :]
        head = "".join(
            f"<span>{self.say(f'column-{name}')}</span>"
            for name in ("action", "distance", "accepts", "total")
        )
        first = "".join(self._option(option, most, best=option is options[0]) for option in near)
        rest = ""
        if far:
            inner = "".join(self._option(option, most) for option in far)
            rest = (
                f'<details class="wm-more"><summary>{self.say("options-more", count=len(far))}</summary>'
                f'<div class="wm-options">{inner}</div></details>'
            )
        table = f'<div class="wm-options"><div class="wm-option head">{head}</div>{first}</div>{rest}'
        if rows[0] is not options[0]:  # a win comes first
            return (
                f'<details class="wm-more"><summary>{self.say("options-instead")}</summary>{table}</details>'
            )
        return f'<section class="wm-section"><h3>{self.say("options-title")}</h3>{table}</section>'

    def _option(self, option: Option, most: int, *, best: bool = False) -> str:
        assert option.distance is not None
        total = option.accepts_total
        share = round(100 * total / most) if most else 0
        chips = self.option_chips(option)
        notes = f'<div class="lost">{chips}</div>' if chips else ""
        return (
            f'<div class="wm-option{" best" if best else ""}" '
            f'data-action="{escape(option.action)}" data-tile="{self.tile_code(option)}">'
            f'<div class="do">{self.doing(option)}</div>'
            f'<div class="far">{self.say("distance", distance=option.distance)}</div>'
            f'<div class="draws">{self.option_draws(option)}</div>'
            f'<div class="sum">{total} <small>{self.say("unit-tiles")}</small>'
            f'<div class="wm-bar"><i style="width:{share}%"></i></div></div>{notes}</div>'
        )

    @staticmethod
    def tile_code(option: Option) -> str:
        """The tile of an action in canonical notation, of a chi all three; empty for a pass."""
        if option.tiles:
            return format_tiles(option.tiles)
        return "" if option.tile is None else NAMES[option.tile]

    def doing(self, option: Option) -> str:
        """The word and the faces of an action: of a chi the two tiles that are laid down to the offered one."""
        word = f"<span>{escape(self.action(option))}</span>"
        if option.tile is None or option.action is Action.WIN:
            return word
        own = [kind for kind in option.tiles if kind != option.tile]
        if own:
            return word + f'<span class="wm-group">{"".join(self.tile(kind, 26) for kind in own)}</span>'
        return word + self.tile(option.tile, 34)

    def option_chips(self, option: Option) -> str:
        """What keeps the action's wait from winning, and the routes that it gives up."""
        lost = "".join(
            f'<span class="wm-chip bad">{self.say("gives-up", route=self.route_name(name))}</span>'
            for name, distance in zip(PATHS, option.paths, strict=False)  # a win has none
            # Of a route that is the row's own nearest, the distance beside it tells the same.
            if name in option.gives_up and distance != option.distance
        )
        blocked = "".join(
            f'<span class="wm-chip">{escape(self._reason(reason))}</span>'
            for reason in (option.waits.blocked_by if option.waits is not None else ())
            if reason != "not_open"  # true of every row, and told above the table
        )
        return blocked + lost

    def option_draws(self, option: Option) -> str:
        """What an action accepts, or that all of it is gone."""
        if not option.accepts and option.dead:
            return self.draws((), option.dead) + f'<span class="wm-soft">{self.say("all-dead")}</span>'
        return self.draws(option.accepts, option.dead)

    # 路线

    def board(self, answer: Board) -> str:
        """The six routes: distance, what brings each nearer, or why it is closed."""
        distances = [route.distance for route in answer.routes if route.distance is not None]
        least = min(distances, default=None)
        cards = "".join(self._route(route, least) for route in answer.routes)
        return (
            f'<section class="wm-section"><h3>{self.say("board-title")}</h3>'
            f'<div class="wm-routes">{cards}</div></section>'
        )

    def _route(self, route: Route, least: int | None) -> str:
        name = escape(self.route_name(route.name))
        if route.ruled_out is not None:
            why = self.say(_message("ruled-out", route.ruled_out))
            return (
                f'<div class="wm-route closed" data-route="{escape(route.name)}">'
                f"<header><b>{name}</b></header><p>{why}</p></div>"
            )
        if route.distance is None:
            told = self.say("route-quanqiuren", count=route.open_melds)
            return (
                f'<div class="wm-route" data-route="{escape(route.name)}"><header><b>{name}</b>'
                f"<span>{self.say('route-open-melds', count=route.open_melds)}</span></header><p>{told}</p></div>"
            )
        keeps = ""
        if route.keeps:
            faces = "".join(self.tile(kind, 20) for kind in route.keeps[:KEEPS])
            more = self.say("route-keeps-more", count=len(route.keeps)) if len(route.keeps) > KEEPS else ""
            keeps = f'<p class="keeps">{self.say("route-keeps")} {faces} {more}</p>'
        told = self.draws(route.accepts, route.dead, 22) + keeps
        far = least is not None and route.distance > least + FAR
        if far:
            told = f"<details><summary>{self.say('route-far')}</summary>{told}</details>"
        css = " near" if route.distance == least else " far" if far else ""
        return (
            f'<div class="wm-route{css}" data-route="{escape(route.name)}"><header><b>{name}</b>'
            f"<span>{self.say('distance', distance=route.distance)} · "
            f"{self.say('tiles-count', count=route.accepts_total)}</span></header>{told}</div>"
        )

    # 听牌

    def hand_told(self, score: Score) -> str:
        """小胡 or the big hands, hard or soft. Unescaped."""
        names = [self.route_name(name) for name in score.big] or [text(f"hu-{score.hu}", self.lang)]
        hard = text("hand-hard" if score.hard else "hand-soft", self.lang)
        return " + ".join(names) + " · " + hard

    def hand_name(self, score: Score) -> str:
        """The same, safe to stand in HTML."""
        return escape(self.hand_told(score))

    def waits(self, answer: Waits, title: str) -> str:
        """Every tile that wins, and what it pays by self-draw and by who discards it."""
        if not answer.waits:
            return ""
        # Tiles that pay alike share a card.
        alike: dict[str, list[Wait]] = {}
        for wait in answer.waits:
            rows = self._zimo_row(wait.zimo) + self._discard_rows(wait.discard)
            alike.setdefault(rows, []).append(wait)
        cards = "".join(self._wait(found, rows) for rows, found in alike.items())
        return f'<section class="wm-section"><h3>{title}</h3><div class="wm-waits">{cards}</div></section>'

    def _wait(self, found: Sequence[Wait], rows: str) -> str:
        faces = "".join(
            f'<span class="wm-draw{"" if wait.live else " dead"}" data-tile="{NAMES[wait.tile]}">'
            f"{self.tile(wait.tile, 42)}<b>{self._live(wait.live)}</b></span>"
            for wait in found
        )
        return (
            f'<div class="wm-card wm-wait"><div class="wm-tiles">{faces}</div>'
            f'<table class="wm-pay"><tbody>{rows}</tbody></table></div>'
        )

    def _live(self, live: int) -> str:
        return self.say("wait-live", count=live) if live else self.say("wait-dead")

    def _zimo_row(self, channel: Channel | None) -> str:
        label = self.say("channel-zimo")
        return self._no_row(label) if channel is None else self._pay_row(label, channel.best)

    def _discard_rows(self, channel: Channel | None) -> str:
        if channel is None:
            return self._no_row(self.say("channel-discard"))
        others = [(self.position.seat + turn) % 4 for turn in (1, 2, 3)]
        scores = [channel.by_discarder[seat] for seat in others]
        told = {self._pay_cells(score) for score in scores if score is not None}
        if len(told) == 1 and None not in scores:
            return self._pay_row(self.say("discard-anybody"), channel.best)
        return "".join(
            self._pay_row(self.say("discard-by", seat=self.seat(seat)), score)
            for seat, score in zip(others, scores, strict=True)
            if score is not None
        )

    def _no_row(self, label: str) -> str:
        return (
            f'<tr><th scope="row">{label}</th><td colspan="2" class="wm-soft">{self.say("no-win")}</td></tr>'
        )

    def _pay_row(self, label: str, score: Score) -> str:
        return f'<tr><th scope="row">{label}</th>{self._pay_cells(score)}</tr>'

    def _pay_cells(self, score: Score) -> str:
        chips = ""
        if not score.valid:
            reasons = ", ".join(escape(self._reason(reason)) for reason in score.reasons)
            return f'<td>{self.hand_name(score)} <span class="wm-chip bad">{reasons}</span></td><td class="num">—</td>'
        if score.gold:
            chips += f' <span class="wm-chip gold">{self.say("chip-gold")}</span>'
        if score.contract is not None:
            chips += f' <span class="wm-chip bad">{self.say("chip-contract", seat=self.seat(score.contract))}</span>'
        points = self.say("pays-total", points=score.total)
        return f'<td>{self.hand_name(score)}{chips}</td><td class="num">{points}</td>'

    # 开口

    def opening(self, calls: Sequence[tuple[int, Option]]) -> str:
        """For an unopened hand: the tiles that a call would open it on without taking it farther."""
        if not calls:
            return ""
        nearest = calls[0][1].distance
        near = "".join(self._call(tile, option) for tile, option in calls if option.distance == nearest)
        others = [(tile, option) for tile, option in calls if option.distance != nearest]
        rest = ""
        if others:
            rows = "".join(self._call(tile, option) for tile, option in others)
            rest = (
                f'<details class="wm-more"><summary>{self.say("opening-more", count=len(others))}</summary>'
                f'<table class="wm-pay"><tbody>{rows}</tbody></table></details>'
            )
        return (
            f'<section class="wm-section"><h3>{self.say("opening-title")}</h3>'
            f'<p class="wm-note">{self.say("opening-note")}</p>'
            f'<table class="wm-pay"><tbody>{near}</tbody></table>{rest}</section>'
        )

    def _call(self, tile: int, option: Option) -> str:
        from_whom = self.say("call-from-left" if option.action is Action.CHI else "call-from-any")
        with_tiles = "".join(self.tile(kind, 26) for kind in (option.tiles or (tile,) * 3))
        then = ""
        if option.then is not None:
            then = f"{self.say('call-then')} {self.tile(option.then, 26)}"
        assert option.distance is not None
        live = self._live(self.position.live[tile])
        return (
            f"<tr><td>{self.tile(tile, 34)} <span class='wm-soft'>{live}</span></td>"
            f"<td><b>{escape(self.action(option))}</b> {with_tiles} "
            f"<span class='wm-soft'>{from_whom}</span></td>"
            f"<td>{then}</td><td class='num'>{self.say('distance', distance=option.distance)}</td></tr>"
        )

    # 算番

    def points(self, score: Score) -> str:
        """A finished hand: how it reads, what the four players get or pay, and every step."""
        if not score.valid:
            reasons = [self._reason(reason) for reason in score.reasons]
            return (
                f'<section class="wm-card"><h3>{self.say("points-invalid")}</h3>'
                f"<p>{self.say('points-reasons', reasons=reasons)}</p></section>"
            )
        four = "".join(self._amount(seat, score.pays[seat]) for seat in self.from_me())
        chips = ""
        if score.gold:
            chips += f' <span class="wm-chip gold">{self.say("chip-gold")}</span>'
        if score.contract is not None:
            chips += f' <span class="wm-chip bad">{self.say("chip-contract", seat=self.seat(score.contract))}</span>'
        steps = "".join(f"<li>{self.step(step)}</li>" for step in score.steps)
        return (
            f'<section class="wm-card wm-points"><h3>{self.hand_name(score)}{chips}</h3>{self.reading(score)}'
            f'<div class="wm-four">{four}</div>'
            f'<details class="wm-more"><summary>{self.say("points-steps")}</summary>'
            f'<ol class="wm-steps">{steps}</ol></details></section>'
        )

    def from_me(self) -> list[int]:
        """The seats in the order of play, from the player's own."""
        return [(self.position.seat + turn) % 4 for turn in SEATS]

    def _amount(self, seat: int, points: int) -> str:
        sign = "plus" if points > 0 else "minus" if points < 0 else "even"
        shown = f"{points:+d}".replace("-", "−") if points else "0"
        dealer = (
            f' <span class="wm-chip">{self.say("dealer-mark")}</span>' if seat == self.position.dealer else ""
        )
        return f'<div class="{sign}"><span>{escape(self.seat(seat))}{dealer}</span><b>{shown}</b></div>'

    def reading(self, score: Score, width: int = 24) -> str:
        """How the tiles lie, the ones that a laizi stands for with its ring, and what it stands for."""
        told = score.arrangement
        if told is None:
            return ""
        groups: list[Sequence[int]] = [*told.sets]
        if told.pair is not None:
            groups.append((told.pair, told.pair))
        if told.loose:
            groups.append(told.loose)
        melds = [meld for meld in self.position.me.melds if meld.kind is not MeldKind.AN_GANG or meld.tiles]
        groups += [meld.copies for meld in melds]
        itself = set(told.laizi_as) == {self.position.laizi}
        # Of equal tiles it is all one which of them the laizi stands for.
        stood_for = [] if itself else list(told.laizi_as)
        shown = ""
        for group in groups:
            faces = ""
            for kind in group:
                stands_here = kind in stood_for
                if stands_here:
                    stood_for.remove(kind)
                faces += (
                    tile_html(kind, self.lang, width=width, mark="laizi")
                    if stands_here
                    else self.tile(kind, width)
                )
            shown += f'<span class="wm-group">{faces}</span>'
        stands = ""
        if told.laizi_as:
            line = self.say("laizi-itself" if itself else "laizi-as", tiles=self.names(told.laizi_as))
            stands = f'<p class="wm-note">{line}</p>'
        return f'<div class="wm-tiles wm-reading">{shown}</div>{stands}'

    def step(self, step: Step) -> str:
        """One step of the settlement; seats are told from where the player sits."""
        params: dict[str, object] = {
            name: value for name in ("fan", "points", "limit") if (value := getattr(step, name)) is not None
        }
        if step.seat is not None:
            params["seat"] = self.seat(step.seat)
        if step.part is not None and step.code != "base":
            prefix = "contract" if step.code == "contract" else "part"
            params["part"] = text(_message(prefix, step.part), self.lang)
        message = f"step-base-{step.part}" if step.code == "base" else _message("step", step.code)
        return self.say(message, **params)

    # States without an answer

    def problems(self, analysis: Analysis) -> list[str]:
        """One sentence a problem, unescaped."""
        return [describe(problem, self.lang) for problem in analysis.problems]

    def notes(self) -> str:
        """What an answer about this position has to say beside it."""
        told = [self.say(message, **params) for message, params in self.position.notes()]
        if not self.position.is_open:
            told.insert(0, self.say("note-unopened"))
        return "".join(f'<p class="wm-note">{each}</p>' for each in told)

    def empty(self) -> str:
        """The guide where no tile is chosen yet."""
        steps = "".join(f"<li>{self.say(f'guide-{number}')}</li>" for number in (1, 2, 3))
        return f'<section class="wm-card"><h3>{self.say("guide-title")}</h3><ol class="wm-guide">{steps}</ol></section>'

    def partial(self) -> str:
        """What a number of tiles that is no hand's still needs."""
        told = self.say("partial-hint", count=len(self.position.hand))
        return f'<section class="wm-card"><h3>{self.say("partial-title")}</h3><p>{told}</p></section>'
