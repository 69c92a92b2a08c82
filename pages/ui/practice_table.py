"""练习桌: the table of a deal that a person plays, as HTML, phone first; what he may not see is not in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from analyzer import events
from analyzer.advice import Option
from analyzer.compare import Finish
from analyzer.deal import Deal, Stage
from analyzer.events import Event
from analyzer.ledger import Standing
from analyzer.moves import gangs_go_on
from analyzer.position import Meld, MeldKind, Position
from analyzer.practice import Practice, word_of
from analyzer.review import event_of
from analyzer.settlement import Score
from analyzer.texts import text
from analyzer.tiles import NAMES
from analyzer.wins import WinBy
from pages.ui.account import AccountPen, signed
from pages.ui.faces import FACES_URL, tile_html
from pages.ui.worth import WorthPen

__all__ = ["PracticePen", "finished"]

OWN: Final = 52
MELD: Final = 28
POND: Final = 25
"""Widths of tiles in pixels; the style sheet makes them smaller on a phone."""
PLACES: Final = ("me", "next", "across", "previous")
_DID: Final[dict[type[Event], str]] = {
    events.Discard: "discard",
    events.Drop: "drop",
    events.Gang: "gang",
    events.AnGang: "an-gang",
    events.XuGang: "xu-gang",
    events.ChongGang: "chong-gang",
    events.Peng: "peng",
    events.Chi: "chi",
    events.Win: "win",
    events.Pass: "pass",
}
_FIRST: Final = (
    events.Win,
    events.ChongGang,
    events.AnGang,
    events.XuGang,
    events.Peng,
    events.Chi,
    events.Gang,
    events.Drop,
    events.Pass,
)
"""The order of the buttons."""


@dataclass(frozen=True, slots=True)
class PracticePen(WorthPen):
    """Draws one deal as the person sees it."""

    def table(
        self, practice: Practice, standing: Standing, *, waiting: bool, place: str, best: Option | None = None
    ) -> str:
        """The whole table: the four players around it, what happened, the own hand and what can be done.

        ``waiting`` is whether computer players think; ``best`` is what the hint recommends.
        """
        deal = practice.deal
        state = "over" if practice.over else "waiting" if waiting else "mine"
        word = None if best is None else event_of(best, practice.choices)
        advised = "" if word is None else word_of(word)
        me, right, across, left = (
            (self._player(deal, seat, standing, waiting), self._pond(deal, seat)) for seat in self.from_me()
        )
        return (
            f'<section class="wm-practice" data-state="{state}" data-at="{escape(place)}" '
            f'aria-label="{self.say("play-table")}">{self._head(deal, standing)}'
            f'{across[0]}<div class="board"><div class="side">{"".join(left)}</div>'
            f'<div class="centre">{across[1]}{self._middle(deal)}{me[1]}</div>'
            f'<div class="side right">{"".join(right)}</div></div>{me[0]}'
            f"{self._news(practice)}{self._deeds(practice, waiting, advised)}"
            f"{self._own(practice, waiting, advised)}</section>"
        )

    # The head: indicator, laizi, wall, where the sitting stands

    def _head(self, deal: Deal, standing: Standing) -> str:
        gang = "".join(self.tile(kind, POND) for kind in deal.gang_tiles)
        number = len(standing.deals) + (0 if deal.over else 1)
        course = self.say(
            "play-course", wind=text(f"wind-{standing.wind}", self.lang), round=standing.round, number=number
        )
        return (
            f"<header><span>{self.say('picker-indicator')} {self.tile(deal.indicator, POND)}</span>"
            f"<span>{self.say('picker-laizi')} {self.tile(deal.laizi, POND)}</span>"
            f"<span>{self.say('picker-gang')} {gang}</span><i>{course}</i></header>"
        )

    def _middle(self, deal: Deal) -> str:
        css = "" if gangs_go_on(deal.left) else " few"
        return f'<div class="middle{css}"><b>{deal.left}</b><small>{self.say("play-wall")}</small></div>'

    # A player

    def _player(self, deal: Deal, seat: int, standing: Standing, waiting: bool) -> str:
        place = PLACES[(seat - self.position.seat) % 4]
        on_turn = not deal.over and seat == self._on_turn(deal)
        winner = deal.result is not None and deal.result.winner == seat
        css = place + (" turn" if on_turn else "") + (" won" if winner else "")
        dealer = ""
        if seat == deal.dealer:
            dealer = f'<i class="dealer" title="{self.say("dealer-mark")}">{self.say("play-dealer")}</i>'
        total = standing.totals[seat]
        tone = "plus" if total > 0 else "minus" if total < 0 else ""
        dots = f'<em aria-label="{self.say("play-thinks")}"></em>' if on_turn and waiting else ""
        who = (
            f'<p class="who"><b>{escape(self.seat(seat))}</b><i>{self.say(f"wind-{seat}")}</i>{dealer}'
            f'<span class="{tone}">{signed(total)}</span>{dots}</p>'
        )
        held = "" if place == "me" else self._held(deal, seat)
        return f'<div class="player {css}">{who}{held}{self._before(deal, seat)}</div>'

    def _on_turn(self, deal: Deal) -> int:
        """Who the table waits for, as far as it can be seen: whose tile lies there, else whoever is on turn."""
        asked = deal.asked
        return asked if asked == self.position.seat else deal.actor

    def _held(self, deal: Deal, seat: int) -> str:
        """Another's concealed tiles: face down until the deal is over."""
        hand = deal.hands[seat]
        if deal.over:
            faces = "".join(self.tile(kind, POND) for kind in self._sorted(hand.tiles))
            result = deal.result
            if result is not None and result.winner == seat and result.win is not None:
                if result.win.by is not WinBy.ZIMO:
                    faces += f'<span class="last">{self.tile(result.win.tile, POND)}</span>'
            return f'<p class="shown">{faces}</p>'
        told = self.say("play-holds", count=hand.size)
        backs = "<u></u>" * hand.size
        return f'<p class="backs" role="img" aria-label="{told}" title="{told}">{backs}</p>'

    def _before(self, deal: Deal, seat: int) -> str:
        """Melds, gangs and dropped laizi before a player."""
        player = deal.players[seat]
        seen = deal.over or seat == self.position.seat
        added = (deal.tile,) if deal.stage is Stage.ROB and deal.actor == seat else None
        groups = "".join(
            self._meld(meld, seen, added=meld.kind is MeldKind.PENG and meld.tiles == added)
            for meld in player.melds
        )
        if player.gangs:
            faces = "".join(self.tile(kind, MELD) for kind in player.gangs)
            groups += f'<span class="set"><small>{self.say("play-laid")}</small>{faces}</span>'
        if player.laizi_drops:
            faces = self.tile(deal.laizi, MELD) * player.laizi_drops
            groups += f'<span class="set"><small>{self.say("action-drop")}</small>{faces}</span>'
        return f'<div class="sets">{groups}</div>' if groups else ""

    def _meld(self, meld: Meld, seen: bool, *, added: bool) -> str:
        """A meld; a 暗杠 shows its tile to nobody but its owner until the deal is over.

        ``added`` is whether a fourth tile has just come to it and may be robbed.
        """
        name = text(f"meld-{meld.kind.replace('_', '-')}", self.lang)
        if meld.kind is MeldKind.AN_GANG:
            url = escape(FACES_URL.format(name="back"))
            image = f'<img src="{url}" alt="" width="{MELD}" height="{round(MELD * 1.4)}">'
            back = f'<span class="wm-tile" style="width:{MELD}px">{image}</span>'
            faces = back + (self.tile(meld.tiles[0], MELD) * 2 if seen else back * 2) + back
        else:
            faces = "".join(self.tile(kind, MELD) for kind in meld.copies)
        if added:
            faces += f'<span class="last">{self.tile(meld.tiles[0], MELD)}</span>'
        fed = "" if meld.source is None else f" ({self.seat(meld.source)})"
        return f'<span class="set" title="{escape(name + fed)}">{faces}</span>'

    def _pond(self, deal: Deal, seat: int) -> str:
        """牌河: what a player has let go, the tile that is asked about last and marked."""
        place = PLACES[(seat - self.position.seat) % 4]
        tiles = [self.tile(kind, POND) for kind in deal.players[seat].discards]
        if deal.stage is Stage.CLAIM and deal.actor == seat and deal.tile is not None and not deal.dead:
            tiles.append(f'<span class="last">{self.tile(deal.tile, POND)}</span>')
        label = self.say("play-pond", who=self.seat(seat))
        return f'<div class="pond {place}" role="group" aria-label="{label}">{"".join(tiles)}</div>'

    # What happened

    def _news(self, practice: Practice) -> str:
        news = [event for event in practice.news if not isinstance(event, events.Win)]
        told = "".join(f"<span>{self.event(event)}</span>" for event in news)
        if not told:
            told = f"<span>{self.say('play-dealt')}</span>" if not practice.told else ""
        return f'<p class="news" aria-live="polite">{told}</p>'

    def event(self, event: Event) -> str:
        """Who did what, with the tile."""
        assert not isinstance(event, events.HuangZhuang)
        did = self.say(f"play-did-{_DID[type(event)]}")
        tiles: Sequence[int] = ()
        if isinstance(event, events.Chi):
            tiles = event.tiles
        elif not isinstance(event, events.AnGang | events.Pass) and event.tile is not None:
            tiles = (event.tile,)
        if isinstance(event, events.Win) and event.by is not WinBy.ZIMO:
            did = self.say("play-did-robbed" if event.by is WinBy.QIANGGANG else "play-did-win")
        elif isinstance(event, events.Win):
            did = self.say("play-did-zimo")
        faces = "".join(self.tile(kind, 22) for kind in tiles)
        return f"<b>{escape(self.seat(event.seat))}</b>{did}{faces}"

    # What can be done

    def _deeds(self, practice: Practice, waiting: bool, advised: str) -> str:
        """The buttons of everything but a discard, each with its key."""
        if practice.over:
            return f'<div class="deeds over">{self._ended(practice)}</div>'
        if waiting:
            return f'<div class="deeds wait" role="status">{self.say("play-wait")}</div>'
        deeds = sorted(
            (each for each in practice.choices if isinstance(each, _FIRST)),
            key=lambda each: _FIRST.index(type(each)),
        )
        buttons, number = "", 0
        for each in deeds:
            passes = isinstance(each, events.Pass)
            number += not passes
            buttons += self._button(each, "0" if passes else str(number) if number < 10 else "", advised)
        on_turn = practice.deal.stage is Stage.TURN
        tip = (
            f'<span class="tip">{self.say("play-your-turn")}</span>' if on_turn else self._question(practice)
        )
        return f'<div class="deeds" role="group" aria-label="{self.say("play-deeds")}">{tip}{buttons}</div>'

    def _question(self, practice: Practice) -> str:
        """What the person is asked about: another's tile, or one of the last four."""
        told = self.say("play-last") if practice.offer is None else self.offered(practice.offer)
        return f'<span class="tip">{told}</span>'

    def _button(self, event: Event, key: str, advised: str) -> str:
        word = word_of(event)
        tile: int | None = None
        faces: Sequence[int] = ()
        if isinstance(event, events.Chi):
            faces = event.tiles
        elif isinstance(event, events.AnGang | events.XuGang | events.Gang | events.Drop):
            assert event.tile is not None
            tile, faces = event.tile, (event.tile,)
        label = self.deed_of(event)
        css = type(event).__name__.lower() + (" advised" if word == advised else "")
        shown = "".join(self.tile(kind, 24) for kind in faces)
        mark = f"<kbd>{key}</kbd>" if key else ""
        of = "" if tile is None else f' data-of="{NAMES[tile]}"'
        return (
            f'<button type="button" class="{css}" data-act="{escape(word)}" data-key="{key}"{of} '
            f'title="{escape(label)}"><span>{escape(label)}</span>{shown}{mark}</button>'
        )

    def deed_of(self, event: Event) -> str:
        """The word on a button: 碰, 红中杠, 丢癞子. Unescaped."""
        if isinstance(event, events.Gang):
            laid = (
                text("picker-laizi", self.lang)
                if event.tile == self.position.laizi
                else self.name(event.tile)
            )
            return text("play-deed-gang", self.lang, tile=laid)
        return text(f"play-deed-{_DID[type(event)]}", self.lang)

    def _own(self, practice: Practice, waiting: bool, advised: str) -> str:
        """The own hand: laizi first, the tile just drawn apart."""
        deal = practice.deal
        hand = list(deal.hands[practice.seat].tiles)
        drawn = None
        if deal.stage in (Stage.TURN, Stage.LAST) and deal.actor == practice.seat and not deal.called:
            drawn = deal.tile
        if drawn is not None and drawn in hand:
            hand.remove(drawn)
        by_tile = {} if waiting else self._by_tile(practice)
        pieces = [self._piece(kind, by_tile.get(kind), advised) for kind in self._sorted(hand)]
        if drawn is not None:
            pieces.append(self._piece(drawn, by_tile.get(drawn), advised, drawn=True))
        size = len(pieces)
        return (
            f'<div class="own" data-count="{size}" role="group" aria-label="{self.say("play-own")}">'
            f"{''.join(pieces)}</div>"
        )

    def _by_tile(self, practice: Practice) -> dict[int, list[Event]]:
        found: dict[int, list[Event]] = {}
        if practice.deal.stage is Stage.TURN:
            for event in practice.choices:
                if isinstance(event, events.Discard | events.Drop | events.Gang):
                    found.setdefault(event.tile, []).append(event)
        return found

    def _piece(self, kind: int, able: list[Event] | None, advised: str, *, drawn: bool = False) -> str:
        """One tile of the hand; one that can be let go in two ways (a laizi) is done so by the buttons."""
        mark = ""
        if kind == self.position.laizi:
            mark = f'<i class="badge">{self.say("picker-laizi-mark")}</i>'
        elif kind in self.position.gang_tiles:
            mark = f'<i class="badge gang">{self.say("picker-gang-mark")}</i>'
        face = tile_html(kind, self.lang, width=OWN, mark="laizi" if kind == self.position.laizi else "")
        css = "piece" + (" drawn" if drawn else "")
        if not able:
            return f'<button type="button" class="{css}" disabled>{face}{mark}</button>'
        act = word_of(able[0]) if len(able) == 1 else ""
        if advised in [word_of(each) for each in able]:
            css += " advised"
        label = text("play-let-go", self.lang, tile=self.name(kind))
        if len(able) == 1 and isinstance(able[0], events.Gang):
            label = self.deed_of(able[0])
        return (
            f'<button type="button" class="{css}" data-act="{escape(act)}" data-kind="{NAMES[kind]}" '
            f'aria-label="{escape(label)}">{face}{mark}</button>'
        )

    def _sorted(self, hand: Sequence[int]) -> list[int]:
        return sorted(hand, key=lambda kind: (kind != self.position.laizi, kind))

    # The end

    def _ended(self, practice: Practice) -> str:
        result = practice.deal.result
        assert result is not None
        if result.winner is None:
            return f"<strong>{self.say('play-drawn')}</strong>"
        mine = result.pays[practice.seat]
        tone = "plus" if mine > 0 else "minus"
        last = self.event(practice.told[-1])
        told = self.say("play-i-get", points=signed(mine))
        return f'<strong>{last}</strong><span class="mine {tone}">{told}</span>'


@dataclass(frozen=True, slots=True)
class SettledPen(AccountPen):
    """Draws what the winner's hand pays, the players named as the person at the table calls them."""

    viewer: int = 0

    def seat(self, seat: int) -> str:
        """我, 下家, 对家 or 上家, unescaped."""
        return text(f"seat-{PLACES[(seat - self.viewer) % 4]}", self.lang)


def finished(practice: Practice, lang: str, own: str | None) -> tuple[SettledPen, Score, Finish] | None:
    """The winner's hand as the account draws it; ``None`` for 荒庄."""
    result = practice.deal.result
    if result is None or result.winner is None or result.win is None or result.score is None:
        return None
    position = practice.deal.position(result.winner)
    won = () if result.win.by is WinBy.ZIMO else (result.win.tile,)
    complete = Position(
        hand=(*practice.deal.hands[result.winner].tiles, *won),
        rules=practice.rules,
        seat=result.winner,
        dealer=practice.dealer,
        indicator=practice.deal.indicator,
        players=position.players,
        wall=position.wall,
    )
    pen = SettledPen(complete, lang, own=own, viewer=practice.seat)
    return pen, result.score, Finish(complete, result.win)
