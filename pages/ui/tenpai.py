"""听牌 as HTML: the verdict, each wait in full, what stands in the way, and the same hand in every game."""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape

from analyzer.advice import Action, Discards, Option
from analyzer.position import Position
from analyzer.routes import Accept
from analyzer.settlement import Score
from analyzer.tenpai import (
    InGame,
    Laid,
    Obstacle,
    Tenpai,
    WaitInFull,
    Way,
    Why,
    in_every_game,
    laid_out,
    tenpai,
)
from analyzer.texts import describe, text
from analyzer.tiles import NAMES
from analyzer.waits import Waits
from pages.ui.answers import Pen
from pages.ui.copying import Line, Sheet

__all__ = ["TenpaiPen", "compared", "in_full"]

KEPT = 256
HEAD_TILES = 6
"""Waits that the verdict shows as faces."""
CHANGES = 5
CALLS = 6
"""Exchanges and calls that are told before the rest is folded away."""
LAID_OPEN = 2
"""Arrangements of a card that are shown at once."""


@functools.lru_cache(maxsize=KEPT)
def in_full(position: Position) -> Tenpai:
    """The engine's answer for a hand of 3k + 1 tiles."""
    return tenpai(position)


@functools.lru_cache(maxsize=KEPT)
def compared(position: Position) -> tuple[InGame, ...]:
    """The engine's comparison of all games."""
    return in_every_game(position)


def _message(name: str) -> str:
    return name.replace("_", "-")


@dataclass(frozen=True, slots=True)
class TenpaiPen(Pen):
    """Draws what one position waits for."""

    def why_name(self, why: Why) -> str:
        """A reason in a few words, unescaped."""
        return text(f"tenpai-{_message(why)}", self.lang)

    def guide(self) -> str:
        """What to do where no tile is chosen yet."""
        steps = "".join(f"<li>{self.say(f'tenpai-guide-{number}')}</li>" for number in (1, 2, 3))
        return (
            f'<section class="wm-card"><h3>{self.say("tenpai-guide-title")}</h3>'
            f'<ol class="wm-guide">{steps}</ol></section>'
        )

    # 结论

    def _stamp(self, word: str, css: str = "") -> str:
        return f'<span class="wm-stamp {css}">{self.say(word)}</span>'

    def _head(self, told: Tenpai) -> tuple[str, list[str]]:
        """The verdict on a hand of 3k + 1 tiles and the lines below it, unescaped."""
        found = told.waits
        if not found.tenpai:
            reasons = [self.why_name(obstacle.why) for obstacle in told.obstacles]
            return text("tenpai-no", self.lang), [text("tenpai-because", self.lang, reasons=reasons)]
        names = self.names(wait.tile for wait in found.waits)
        if not found.live_total:
            return (
                text("tenpai-dead", self.lang, tiles=names),
                [text("tenpai-dead-all", self.lang)],
            )
        lines = [text("tenpai-live", self.lang, kinds=len(found.waits), total=found.live_total)]
        dead = self.names(wait.tile for wait in found.waits if not wait.live)
        if dead:
            lines.append(text("tenpai-dead-some", self.lang, tiles=dead))
        minimum = self.position.rules.minimum
        if all(wait.below_minimum for wait in told.each):
            lines.append(text("tenpai-below-all", self.lang, minimum=minimum))
        elif not all(way.score.valid for wait in told.each for way in wait.ways):
            lines.append(text("tenpai-below-some", self.lang, minimum=minimum))
        return text("tenpai-yes", self.lang, tiles=names), lines

    def standing(self, told: Tenpai) -> str:
        """The card that says whether the hand is tenpai, and under which rules."""
        head, lines = self._head(told)
        found = told.waits
        if found.tenpai:
            stamp = self._stamp("tenpai-stamp", "" if found.live_total else "grey")
        else:
            stamp = self._stamp("tenpai-stamp-no", "grey")
        by = text("tenpai-by-rules", self.lang, rules=self.game(self.position.rules))
        return self._card(stamp, escape(head), [escape(line) for line in lines], escape(by)) + self._noted()

    def _noted(self) -> str:
        """What the position has to say beside the answer; that it is not open is told by the answer itself."""
        told = [self.say(message, **params) for message, params in self.position.notes()]
        return "".join(f'<p class="wm-note">{each}</p>' for each in told)

    def sheet(self, told: Tenpai) -> Sheet:
        """The answer to be taken along."""
        head, notes = self._head(told)
        if told.obstacles:
            return Sheet(head, (*notes, *self._mends(told)))
        return Sheet(head, tuple(notes), tuple(self._wait_line(each) for each in told.each))

    def _mends(self, told: Tenpai) -> list[str]:
        """Each reason in a sentence, and what would mend it; unescaped."""
        lines = []
        for obstacle in told.obstacles:
            tiles = self.names(dict.fromkeys(obstacle.tiles))
            if obstacle.why is Why.NOT_OPEN and obstacle.calls:
                called = self.names(dict.fromkeys(tile for tile, _ in obstacle.calls))
                lines.append(text("tenpai-sheet-calls", self.lang, tiles=called))
            elif obstacle.why is Why.GANG_TILE_IN_HAND:
                lines.append(text("tenpai-rule-gang-tile", self.lang, tiles=tiles))
                if obstacle.draws:
                    drawn = self.names(draw.tile for draw in obstacle.draws)
                    lines.append(text("tenpai-sheet-replacement", self.lang, tiles=drawn))
            elif obstacle.why is Why.LAIZI_LIMIT:
                lines.append(text("tenpai-rule-laizi-limit", self.lang, count=len(obstacle.tiles)))
            elif obstacle.why is Why.PAIR_NOT_258:
                lines.append(text("tenpai-mend-pair", self.lang, tiles=tiles))
            elif obstacle.why is Why.FAR:
                routes = [self.route_name(name) for name in obstacle.routes]
                lines.append(text("tenpai-rule-far", self.lang, distance=obstacle.distance, routes=routes))
            ready = "tenpai-sheet-change" if self.position.is_open else "tenpai-sheet-change-unopened"
            for change in obstacle.changes[:CHANGES]:
                line = {
                    "deed": text(
                        "verdict-drop" if change.tile == self.position.laizi else "verdict-discard",
                        self.lang,
                        tile=self.name(change.tile),
                    ),
                    "draws": self.names(draw.tile for draw in change.draws),
                    "total": change.total,
                }
                lines.append(text(ready, self.lang, **line))
        return list(dict.fromkeys(lines))

    def _wait_line(self, each: WaitInFull) -> Line:
        by = {way.source is None: way for way in reversed(each.ways)}
        best = (each.wait.zimo, by.get(True)), (each.wait.discard, by.get(False))
        names = list(dict.fromkeys(self.hand_told(way.score) for way in each.ways))
        live = text("wait-live" if each.wait.live else "wait-dead", self.lang, count=each.wait.live)
        parts = [live, *names]
        for channel, way in best:
            if channel is None or way is None:
                continue
            name = text("channel-zimo" if way.source is None else "discard-anybody", self.lang)
            told = "tenpai-sheet-short" if channel.below_minimum else "tenpai-sheet-pays"
            parts.append(text(told, self.lang, way=name, points=channel.best.total))
        return Line(text("copying-joint", self.lang).join(parts), (each.wait.tile,))

    def sheet_on_turn(self, answer: Discards) -> Sheet:
        """The answer about a hand on turn to be taken along."""
        ready = self.ready(answer)
        if not ready:
            return Sheet(text("tenpai-leaves-none", self.lang))
        lines = []
        for option in ready:
            assert option.waits is not None
            tiles = self.names(wait.tile for wait in option.waits.waits)
            total = option.waits.live_total
            told = text("tenpai-sheet-leaves", self.lang, deed=self.deed(option), tiles=tiles, total=total)
            lines.append(Line(told))
        return Sheet(text("tenpai-leaves", self.lang, count=len(ready)), (), tuple(lines))

    # Each wait

    def each_wait(self, told: Tenpai) -> list[str]:
        """A card for every wait; those that pay alike share one."""
        alike: dict[str, list[WaitInFull]] = {}
        for wait in told.each:
            alike.setdefault(self._payments(wait), []).append(wait)
        cards = "".join(self._wait_card(found, rows) for rows, found in alike.items())
        return [
            f'<section class="wm-section"><h3>{self.say("tenpai-each-title")}</h3>'
            f'<div class="wm-waits">{cards}</div></section>'
        ]

    def _wait_card(self, found: Sequence[WaitInFull], rows: str) -> str:
        faces = "".join(
            f'<span class="wm-draw{"" if each.wait.live else " dead"}" data-tile="{NAMES[each.wait.tile]}">'
            f"{self.tile(each.wait.tile, 46)}<b>{self._live(each.wait.live)}</b></span>"
            for each in found
        )
        laid = [self._laid(each, named=len(found) > 1) for each in found]
        shown = "".join(laid[:LAID_OPEN])
        if laid[LAID_OPEN:]:
            shown += (
                f'<details class="wm-more"><summary>{self.say("tenpai-more-laid", count=len(laid) - LAID_OPEN)}'
                f"</summary>{''.join(laid[LAID_OPEN:])}</details>"
            )
        names = "".join(
            f'<span class="wm-chip{" good" if score.hard else ""}">{self.hand_name(score)}</span>'
            for score in {self.hand_name(way.score): way.score for way in found[0].ways}.values()
        )
        return (
            f'<div class="wm-card wm-wait"><header><div class="wm-tiles">{faces}</div>'
            f'<p class="wm-chips">{names}</p></header>{shown}{rows}</div>'
        )

    def _laid(self, each: WaitInFull, *, named: bool) -> str:
        """How the hand lies once the wait is won, one line for each different arrangement."""
        by: dict[str, list[Way]] = {}
        for way in each.ways:
            by.setdefault(self._arranged(way.score, each.wait.tile), []).append(way)
        lines = ""
        for groups, ways in by.items():
            label = self.name(each.wait.tile) if named else ""
            if len(by) > 1:
                label = f"{label} {self._way_name(ways[0])}".strip()
            head = f"<b>{escape(label)}</b>" if label else ""
            lines += f'<div class="wm-laid">{head}{groups}</div>'
        return lines

    def _arranged(self, score: Score, tile: int) -> str:
        arrangement = score.arrangement
        assert arrangement is not None
        groups = laid_out(arrangement, self.position.laizi, tile)
        return "".join(
            f'<span class="wm-group">{"".join(self._laid_tile(each) for each in group)}</span>'
            for group in groups
        ) + "".join(self._melds())

    def _laid_tile(self, laid: Laid) -> str:
        laizi = self.position.laizi
        kind = laizi if laid.laizi and laizi is not None else laid.kind
        label = ""
        if laid.laizi:
            itself = laid.kind == laizi
            label = self.say("tenpai-itself") if itself else self.say("tenpai-as", tile=self.name(laid.kind))
        elif laid.won:
            label = self.say("tenpai-won")
        css = f"wm-laid-tile{' won' if laid.won else ''}"
        return f'<span class="{css}" data-as="{NAMES[laid.kind]}">{self.tile(kind, 26)}<small>{label}</small></span>'

    def _melds(self) -> Iterable[str]:
        for meld in self.position.me.melds:
            faces = "".join(
                f'<span class="wm-laid-tile">{self.tile(kind, 26)}<small></small></span>'
                for kind in meld.copies
            )
            yield f'<span class="wm-group meld">{faces}</span>'

    # What it pays

    def _way_name(self, way: Way) -> str:
        if way.source is None:
            return text("channel-zimo", self.lang)
        return text("discard-by", self.lang, seat=self.seat(way.source))

    def _payments(self, each: WaitInFull) -> str:
        """The four amounts of every way to win on a tile."""
        seats = self.from_me()
        head = "".join(
            f'<th scope="col" class="num">{escape(self.seat(seat))}{self._dealer_mark(seat)}</th>'
            for seat in seats
        )
        several = len({self.hand_name(way.score) for way in each.ways}) > 1
        rows = "".join(self._payment(way, seats, named=several) for way in each.ways)
        barred = ""
        if each.wait.discard is None or each.wait.zimo is None:
            told = "tenpai-only-zimo" if each.wait.discard is None else "tenpai-only-discard"
            barred = f'<p class="wm-note">{self.say(told)}</p>'
        return (
            f'<table class="wm-pay wm-amounts"><thead><tr><td></td>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table>{barred}"
        )

    def _dealer_mark(self, seat: int) -> str:
        return f" <small>{self.say('dealer-mark')}</small>" if seat == self.position.dealer else ""

    def _payment(self, way: Way, seats: Sequence[int], *, named: bool) -> str:
        score = way.score
        chips = self._chips(way)
        label = escape(self._way_name(way))
        if named:
            label += f"<small>{self.hand_name(score)}</small>"
        marks = f'<tr class="chips"><td colspan="5">{chips}</td></tr>' if chips else ""
        css = ' class="short"' if not score.valid else ' class="marked"' if chips else ""
        cells = "".join(self._cell(score.pays[seat]) for seat in seats)
        return f'<tr{css}><th scope="row">{label}</th>{cells}</tr>{marks}'

    def _cell(self, points: int) -> str:
        sign = "plus" if points > 0 else "minus" if points < 0 else "even"
        shown = f"{points:+d}".replace("-", "−") if points else "0"
        return f'<td class="num {sign}">{shown}</td>'

    def _chips(self, way: Way) -> str:
        """What is remarkable about a payment: too little, 金顶, a cap, one who pays for all."""
        score, chips = way.score, []
        if not score.valid:
            told = self.say(
                "tenpai-short", owed=way.owed, minimum=self.position.rules.minimum, fan=way.lacking
            )
            chips.append(f'<span class="wm-chip bad">{told}</span>')
        if score.gold:
            chips.append(f'<span class="wm-chip gold">{self.say("chip-gold")}</span>')
        if way.limit is not None:
            seats = [self.seat(seat) for seat in way.capped]
            chips.append(
                f'<span class="wm-chip gold">{self.say("tenpai-capped", limit=way.limit, seats=seats)}</span>'
            )
        if score.contract is not None:
            contract = self.say("chip-contract", seat=self.seat(score.contract))
            chips.append(f'<span class="wm-chip bad">{contract}</span>')
        return " ".join(chips)

    # Why not

    def reasons(self, told: Tenpai) -> list[str]:
        """A card for every reason: the rule, the tiles, and what would mend it."""
        cards = "".join(self._obstacle(obstacle) for obstacle in told.obstacles)
        return [
            f'<section class="wm-section"><h3>{self.say("tenpai-why-title")}</h3>'
            f'<div class="wm-waits">{cards}</div></section>'
        ]

    def _obstacle(self, obstacle: Obstacle) -> str:
        tell = {
            Why.NOT_OPEN: self._not_open,
            Why.GANG_TILE_IN_HAND: self._gang_tile,
            Why.LAIZI_LIMIT: self._laizi_limit,
            Why.PAIR_NOT_258: self._pair,
            Why.FAR: self._far,
        }[obstacle.why]
        return (
            f'<div class="wm-card wm-why" data-why="{escape(obstacle.why)}"><header>'
            f"<h4>{escape(self.why_name(obstacle.why))}</h4>"
            f'<span class="wm-chip">{self.say("tenpai-clause", clause=obstacle.clause)}</span></header>'
            f"{tell(obstacle)}</div>"
        )

    def _faces(self, kinds: Iterable[int], width: int = 34) -> str:
        return f'<span class="wm-tiles">{"".join(self.tile(kind, width) for kind in kinds)}</span>'

    def _line(self, message: str, **params: object) -> str:
        return f"<p>{self.say(message, **params)}</p>"

    def _mend(self, message: str, **params: object) -> str:
        return f'<p class="mend">{self.say(message, **params)}</p>'

    def _not_open(self, obstacle: Obstacle) -> str:
        told = self._line("tenpai-rule-not-open")
        if obstacle.tiles:
            told += self._line("tenpai-would") + self._faces(obstacle.tiles)
        if not obstacle.calls:
            return told + self._mend("tenpai-mend-no-call")
        near = "".join(self._opens(tile, option) for tile, option in obstacle.calls[:CALLS])
        rest = obstacle.calls[CALLS:]
        more = ""
        if rest:
            rows = "".join(self._opens(tile, option) for tile, option in rest)
            more = (
                f'<details class="wm-more"><summary>{self.say("tenpai-more-calls", count=len(rest))}</summary>'
                f"{rows}</details>"
            )
        return f"{told}{self._mend('tenpai-mend-calls')}{near}{more}"

    def _opens(self, tile: int, option: Option) -> str:
        """A call that opens the hand: on what, with what, and where it leads."""
        from_whom = "tenpai-let-go-by-left" if option.action is Action.CHI else "tenpai-let-go-by-any"
        meld = "".join(
            self.tile(kind, 26) for kind in option.tiles or (tile,) * (4 if option.then is None else 3)
        )
        then = "" if option.then is None else f"{self.say('call-then')}{self.tile(option.then, 26)}"
        leads = self.say("distance", distance=option.distance)
        if option.waits is not None and option.waits.tenpai:
            leads = f"{self.say('tenpai-waits-for')}{self._wait_tiles(option.waits, 24)}"
        return (
            f'<div class="wm-call" data-tile="{NAMES[tile]}"><span>{self.say(from_whom)}{self.tile(tile, 34)}'
            f"<small>{self._live(self.position.live[tile])}</small></span>"
            f'<span><b>{escape(self.action(option))}</b><i class="wm-group">{meld}</i>{then}</span>'
            f'<span class="leads">{leads}</span></div>'
        )

    def _gang_tile(self, obstacle: Obstacle) -> str:
        told = self._line("tenpai-rule-gang-tile", tiles=self.names(dict.fromkeys(obstacle.tiles)))
        told += self._faces(obstacle.tiles) + self._mend("tenpai-mend-gang", count=len(obstacle.tiles))
        if obstacle.draws:
            told += self._line("tenpai-mend-replacement") + self.draws(obstacle.draws)
        return told

    def _laizi_limit(self, obstacle: Obstacle) -> str:
        told = self._line("tenpai-rule-laizi-limit", count=len(obstacle.tiles))
        most = self.position.rules.max_laizi_in_big
        if most is not None and len(obstacle.tiles) > most:
            told += self._line("tenpai-rule-laizi-in-big", most=most)
        told += self._faces(obstacle.tiles) + self._mend("tenpai-mend-laizi")
        return told + self._to_tenpai(obstacle)

    def _pair(self, obstacle: Obstacle) -> str:
        told = self._line("tenpai-rule-pair", tiles=self.names(obstacle.tiles))
        pairs = [kind for kind in obstacle.tiles for _ in range(2)]
        told += self._faces(pairs) + self._mend("tenpai-mend-pair", tiles=self.names(obstacle.tiles))
        return told + self._to_tenpai(obstacle)

    def _far(self, obstacle: Obstacle) -> str:
        routes = [self.route_name(name) for name in obstacle.routes]
        return self._line("tenpai-rule-far", distance=obstacle.distance, routes=routes) + self._to_tenpai(
            obstacle
        )

    def _to_tenpai(self, obstacle: Obstacle) -> str:
        """The exchanges that lead to tenpai, or where it is too far for that the draws that bring it nearer."""
        if not obstacle.changes:
            if not obstacle.draws:
                return ""
            return self._line("tenpai-mend-draws", distance=obstacle.distance) + self.draws(obstacle.draws)
        shown = obstacle.changes[:CHANGES]
        rows = "".join(self._change(change.tile, change.draws, change.total) for change in shown)
        ready = "tenpai-mend-changes" if self.position.is_open else "tenpai-mend-changes-unopened"
        return f'{self._line(ready)}<div class="wm-changes">{rows}</div>'

    def _change(self, tile: int, draws: Sequence[Accept], total: int) -> str:
        word = "tenpai-let-go-laizi" if tile == self.position.laizi else "tenpai-let-go"
        return (
            f'<div class="wm-change" data-tile="{NAMES[tile]}"><span class="out">{self.say(word)} '
            f'{self.tile(tile, 30)}</span><span class="in">{self.say("tenpai-drawn")} {self.draws(draws)}</span>'
            f'<b class="sum">{self.say("tiles-count", count=total)}</b></div>'
        )

    # A hand on turn

    def ready(self, answer: Discards) -> list[Option]:
        """The actions that leave tenpai, in the engine's order."""
        return [option for option in answer.options if option.waits is not None and option.waits.tenpai]

    def on_turn(self, answer: Discards) -> str:
        """The card about a hand that still has to discard."""
        ready = self.ready(answer)
        win = next((option.score for option in answer.options if option.action is Action.WIN), None)
        lines = []
        if win is not None:
            points = self.say("pays-total", points=win.total)
            lines.append(f"{self.say('tenpai-can-win')} {self.hand_name(win)} · {points}")
        if ready:
            head = self.say("tenpai-leaves", count=len(ready))
            lines.append(self.say("tenpai-leaves-best", deed=self.deed(ready[0])))
            stamp = self._stamp("tenpai-stamp")
        else:
            head = self.say("tenpai-leaves-none")
            lines += self._none_left(answer)
            stamp = self._stamp("tenpai-stamp-no", "grey")
        if win is not None:
            stamp = self._stamp("action-win")
        by = self.say("tenpai-by-rules", rules=self.game(self.position.rules))
        return self._card(stamp, head, lines, by) + self._noted()

    def _none_left(self, answer: Discards) -> list[str]:
        blocked = next((option for option in answer.options if option.waits is not None), None)
        if blocked is not None and blocked.waits is not None:
            reasons = [self.why_name(Why(reason)) for reason in blocked.waits.blocked_by]
            return [self.say("tenpai-leaves-blocked", deed=self.deed(blocked), reasons=reasons)]
        near = next((option for option in answer.options if option.distance is not None), None)
        if near is None:
            return [self.say("verdict-last-draw")]
        return [self.say("tenpai-leaves-far", deed=self.deed(near), distance=near.distance)]

    def leaves(self, option: Option, *, best: bool) -> str:
        """What an action of a hand on turn would wait for."""
        assert option.waits is not None
        assert option.tile is not None
        return (
            f'<div class="wm-leave{" best" if best else ""}" data-tile="{NAMES[option.tile]}">'
            f"{self.tile(option.tile, 38)}<span>{self.say('tenpai-waits-for')}</span>"
            f"{self._wait_tiles(option.waits, 28)}"
            f'<b class="sum">{self.say("tiles-count", count=option.waits.live_total)}</b></div>'
        )

    def _wait_tiles(self, found: Waits, width: int) -> str:
        faces = "".join(
            f'<span class="wm-draw{"" if wait.live else " dead"}">{self.tile(wait.tile, width)}'
            f"<b>{wait.live}</b></span>"
            for wait in found.waits
        )
        return f'<span class="wm-tiles">{faces}</span>'

    # Every game

    def games(self, found: Sequence[InGame]) -> str:
        """One line for each game: whether it is tenpai there too, on what, and for how much."""
        rows = "".join(self._game(each) for each in found)
        return (
            f'<section class="wm-section wm-games"><h3>{self.say("tenpai-games-title")}</h3>'
            f'<div class="wm-game-rows">{rows}</div></section>'
        )

    def _game(self, each: InGame) -> str:
        here = " here" if each.rules == self.position.rules else ""
        pen = replace(self, position=each.position)
        if each.problems:
            chip, told = "tenpai-game-impossible", escape(describe(each.problems[0], self.lang))
        elif each.waits is not None and each.tenpai:
            deed = f"<span>{escape(pen.deed(each.option))}</span> " if each.option is not None else ""
            chip, told = "tenpai-game-yes", f"{deed}{pen._wait_tiles(each.waits, 24)}"
        else:
            chip = "tenpai-game-no"
            told = self.say("tenpai-game-whys", reasons=[self.why_name(why) for why in each.obstacles])
        good = " good" if each.tenpai else ""
        sums = self._game_sums(each) if each.tenpai else ""
        return (
            f'<div class="wm-game{here}" data-game="{escape(each.rules.id)}"><b>{escape(pen.game(each.rules))}'
            f'</b><span class="wm-chip{good}">{self.say(chip)}</span><span class="told">{told}</span>'
            f'<span class="sums">{sums}</span></div>'
        )

    def _game_sums(self, each: InGame) -> str:
        assert each.waits is not None
        live = self.say("tiles-count", count=each.waits.live_total)
        if not each.waits.live_total:
            live = f'<span class="wm-chip bad">{self.say("tenpai-game-dead")}</span>'
        pays = self.say("tenpai-game-most", points=each.most)
        if not each.most:
            pays = f'<span class="wm-chip bad">{self.say("reason-below-minimum")}</span>'
        return f"<span>{live}</span> <b>{pays}</b>"
