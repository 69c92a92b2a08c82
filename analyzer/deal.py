"""一局: the course of one deal, from the hands dealt to a win or 荒庄: which event may follow, and why another may not.

A :class:`Deal` is frozen; :meth:`Deal.apply` gives the next one or raises every rule that the event breaks.  A pass
needs no event: whoever acts next tells that the others let the tile be.  A player who plays it out by turns is asked
in the order of rules §3 and §4 (:attr:`Deal.asked`) and may :class:`~analyzer.events.Pass`.

**What is known.**  A table knows all tiles, its owner at a real one only those of one hand: tiles dealt or drawn may
be ``None``.  What a hidden hand does is possible as long as copies remain that lie nowhere yet.

Wins are judged and settled by :mod:`analyzer.settlement`, calls and gangs by :mod:`analyzer.moves`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Final, Self

from analyzer import events
from analyzer.errors import (
    AnalyzerError,
    BadCount,
    BadRequest,
    BadSeat,
    IllegalEvent,
    TooManyCopies,
    raise_problems,
)
from analyzer.events import Event
from analyzer.moves import (
    MOST_MELDS,
    call_faults,
    discard_faults,
    gang_faults,
    gangs_go_on,
    lay_down_faults,
    peng_of,
    shapes_with,
)
from analyzer.notation import format_tiles
from analyzer.position import (
    DEAL,
    DRAWABLE,
    SEATS,
    Meld,
    MeldKind,
    Offer,
    Player,
    Position,
    Turn,
    meld_problems,
)
from analyzer.rules import RuleSet
from analyzer.rules.ruleset import laizi_is_gang_honour
from analyzer.settlement import Score, score
from analyzer.tiles import COPIES, KINDS, NAMES
from analyzer.waits import waits
from analyzer.wins import REASON_CLAUSES, Win, WinBy

__all__ = ["Deal", "Hand", "Result", "Stage"]

NEVER_DRAWN: Final = 10
WALL: Final = DRAWABLE + NEVER_DRAWN
"""Tiles of the wall after the deal."""
_NONE: Final = (0,) * KINDS
_BEGINNING: Final = {"tile": None, "after_gang": False, "called": False, "dead": False, "passes": ()}
"""What an event leaves open, as the next one finds it unless it says otherwise."""


class Stage(IntEnum):
    """Whose word is next, and on what."""

    TURN = 0
    """The actor discards, gangs or wins."""
    REPLACEMENT = 1
    """The actor has ganged and draws."""
    CLAIM = 2
    """A discard lies there: somebody claims it, or the next player draws."""
    ROB = 3
    """The actor adds a tile to a peng: somebody robs it, or the actor draws."""
    LAST = 4
    """海底: the actor has drawn one of the last four tiles and wins or keeps it."""
    OVER = 5


class _Asked(IntEnum):
    """What a player is asked about another's tile, the first first (rules §3)."""

    WIN = 0
    SET = 1
    CHI = 2


@dataclass(frozen=True, slots=True)
class Hand:
    """手牌: the concealed tiles of one player, as far as they are known."""

    counts: tuple[int, ...] = _NONE
    """Known copies of each of the 34 kinds."""
    unknown: int = 0
    """Further tiles that are hidden."""

    @classmethod
    def of(cls, tiles: Iterable[int | None]) -> Self:
        """The hand of some kinds, ``None`` for each hidden tile."""
        counts, unknown = [0] * KINDS, 0
        for tile in tiles:
            if tile is None:
                unknown += 1
            else:
                counts[tile] += 1
        return cls(tuple(counts), unknown)

    @property
    def size(self) -> int:
        """How many tiles it holds."""
        return sum(self.counts) + self.unknown

    @property
    def tiles(self) -> tuple[int, ...]:
        """The known kinds, ascending."""
        return tuple(kind for kind, copies in enumerate(self.counts) for _ in range(copies))

    def __str__(self) -> str:
        return format_tiles(self.tiles) + "?" * self.unknown


@dataclass(frozen=True, slots=True)
class Result:
    """结果: how a deal ended."""

    pays: tuple[int, ...]
    """What each seat got or paid; they sum to zero."""
    winner: int | None = None
    """``None`` for 荒庄."""
    win: Win | None = None
    score: Score | None = None
    """``None`` for 荒庄, and where the winner's hand is not known."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """The table from one seat, as :mod:`analyzer.moves` asks about it."""

    seat: int
    laizi: int
    gang_tiles: tuple[int, ...]
    me: Player
    wall_left: int


@dataclass(frozen=True)
class Deal:
    """一局: the state of a deal; begin with :meth:`start`."""

    rules: RuleSet
    dealer: int
    indicator: int
    laizi: int
    gang_tiles: tuple[int, ...]
    hands: tuple[Hand, ...]
    players: tuple[Player, ...]
    """What lies before each; a discard that can still be claimed lies nowhere yet."""
    free: tuple[int, ...]
    """Copies of each kind of which nobody knows where they are: in the wall, or in a hidden hand."""
    wall: tuple[int, ...] | None = None
    """The wall in the order it is drawn, the ten that are never drawn at its end; ``None`` where it is unknown."""
    left: int = DRAWABLE
    """Tiles that can still be drawn."""
    stage: Stage = Stage.TURN
    actor: int = 0
    """Who is on turn, draws, or has let the tile go that others are asked about."""
    tile: int | None = None
    """The tile just drawn, discarded or added to a peng; ``None`` for a hidden one and before the first draw."""
    after_gang: bool = False
    """Whether ``tile`` is a gang's replacement."""
    called: bool = False
    """Whether the actor's turn began with a chi or peng and no tile was drawn since."""
    dead: bool = False
    """Whether the discard is a laizi or a gang tile, which nobody may claim (rules §2)."""
    passes: tuple[tuple[int, int], ...] = ()
    """Who has passed on the tile, and on what."""
    result: Result | None = None

    # Beginning

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        dealer: int,
        indicator: int,
        hands: Sequence[Sequence[int | None]],
        wall: Sequence[int] | None = None,
    ) -> Self:
        """The deal with ``hands`` dealt, by seat; ``wall`` are the 82 tiles left where they are known.

        Raises :class:`AnalyzerError` with every fault of what is given.
        """
        raise_problems(_start_problems(rules, dealer, indicator, hands, wall))
        free = [COPIES] * KINDS
        free[indicator] -= 1
        for hand in hands:
            for tile in hand:
                if tile is not None:
                    free[tile] -= 1
        return cls(
            rules,
            dealer,
            indicator,
            rules.laizi_of(indicator),
            rules.gang_tiles(indicator),
            tuple(Hand.of(hand) for hand in hands),
            (Player(),) * 4,
            tuple(free),
            None if wall is None else tuple(wall),
            actor=dealer,
        )

    # What can be seen

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.stage is Stage.OVER

    @property
    def drawer(self) -> int | None:
        """Who draws next, if nobody claims what lies there; ``None`` on a turn and at the end of the wall."""
        if self.stage is Stage.TURN or self.stage is Stage.OVER or not self.left:
            return None
        return self.actor if self.stage in (Stage.REPLACEMENT, Stage.ROB) else (self.actor + 1) % 4

    @property
    def forced(self) -> Event | None:
        """What follows where nobody acts: a draw, its tile named where the wall is known, or 荒庄."""
        seat = self.drawer
        if seat is not None:
            return events.Draw(seat, self._next_tile)
        return events.HuangZhuang() if self.stage in (Stage.CLAIM, Stage.LAST) else None

    @property
    def _next_tile(self) -> int | None:
        return None if self.wall is None else self.wall[DRAWABLE - self.left]

    def hides(self, seat: int) -> bool:
        """Whether anything of the seat's own tiles is unknown: in its hand, or in a 暗杠."""
        return bool(self.hands[seat].unknown) or any(not meld.tiles for meld in self.players[seat].melds)

    def offer(self, seat: int) -> Offer | None:
        """The tile that ``seat`` may be asked about: another player's discard, or the fourth tile of a 蓄杠."""
        if self.tile is None or self.dead or seat == self.actor:
            return None
        if self.stage in (Stage.CLAIM, Stage.ROB):
            return Offer(self.tile, self.actor, self.stage is Stage.ROB)
        return None

    def position(self, seat: int) -> Position:
        """局面: what ``seat`` sees, whose own tiles must be known; the tile of :meth:`offer` is on offer in it.

        Raises :class:`BadCount` for a hand with hidden tiles.
        """
        if self.hides(seat):
            raise BadCount("deal-hidden-hand", seat=seat)
        turn = Turn.DRAWN
        if seat == self.actor:
            if self.stage is Stage.LAST:
                turn = Turn.LAST_DRAW
            elif self.stage in (Stage.TURN, Stage.REPLACEMENT) and self.after_gang:
                turn = Turn.GANG_DRAW
            elif self.called:
                turn = Turn.CALLED
        offer = self.offer(seat)
        return self._seen_by(seat, self.hands[seat].tiles, turn, None if offer is None else offer.tile)

    def _seen_by(
        self, seat: int, hand: tuple[int, ...], turn: Turn = Turn.DRAWN, offer: int | None = None
    ) -> Position:
        # whoever lets a tile go sees it lie before him
        lying = self._settled() if seat == self.actor else self.players
        players = tuple(
            player if each == seat else _from_outside(player) for each, player in enumerate(lying)
        )
        return Position(
            hand=hand,
            rules=self.rules,
            seat=seat,
            dealer=self.dealer,
            indicator=self.indicator,
            laizi=self.laizi,
            players=players,
            wall=self.left,
            turn=turn,
            offer=offer,
        )

    def _seat(self, seat: int) -> _Seat:
        return _Seat(seat, self.laizi, self.gang_tiles, self.players[seat], self.left)

    # What may follow

    def legal(self, seat: int) -> tuple[Event, ...]:
        """Every event open to ``seat`` now, wins with their settlement; a pass is one where it is asked.

        Of a hidden hand it is what is possible; its wins are left out, as nobody can tell.  Draws and 荒庄 come by
        themselves (:attr:`forced`).
        """
        if self.stage is Stage.TURN:
            return tuple(self._turn_events()) if seat == self.actor else ()
        found: tuple[Event, ...] = ()
        if self.stage is Stage.LAST and seat == self.actor and not self.passes:
            found = tuple(self._wins_of(seat))
        elif self.offer(seat) is not None:
            found = tuple(
                event for asked in self._open_questions(seat) for event in self._answers(seat, asked)
            )
        return (*found, events.Pass(seat)) if found else ()

    def _open_questions(self, seat: int) -> Iterator[_Asked]:
        """What ``seat`` has not yet passed on; who passes on a set passes on a chi with it."""
        passed = [asked for asked, who in self.passes if who == seat]
        for asked in _Asked:
            if not passed or asked > max(passed):
                if not (asked is _Asked.CHI and _Asked.SET in passed):
                    yield asked

    def _answers(self, seat: int, asked: _Asked) -> Iterator[Event]:
        """What ``seat`` may do about the tile that lies there."""
        if asked is _Asked.WIN:
            yield from self._wins_of(seat)
        elif self.stage is Stage.CLAIM:
            assert self.tile is not None
            for meld, need in shapes_with(self.tile, self.actor):
                if (meld.kind is MeldKind.CHI) is not (asked is _Asked.CHI):
                    continue
                if self._can_hold(seat, need) and not any(call_faults(meld, self._seat(seat))):
                    yield _call(seat, meld, self.tile)

    def _turn_events(self) -> Iterator[Event]:
        seat, hand, table = self.actor, self.hands[self.actor], self._seat(self.actor)
        yield from self._wins_of(seat)
        for kind in range(KINDS):
            if not hand.counts[kind] and not (hand.unknown and self.free[kind]):
                continue
            if not any(discard_faults(kind, table, dropped=kind == self.laizi)):
                let_go = events.Drop if kind == self.laizi else events.Discard
                yield let_go(seat, kind)
            if not any(lay_down_faults(kind, table)):
                yield events.Gang(seat, kind)
            meld = Meld(MeldKind.AN_GANG, (kind,))
            if self._can_hold(seat, (kind,) * 4) and not any(gang_faults(meld, table, self.called)):
                yield events.AnGang(seat, kind)
            at = peng_of(kind, self.players[seat].melds)
            if at is not None:
                added = replace(self.players[seat].melds[at], kind=MeldKind.XU_GANG)
                if not any(gang_faults(added, table, self.called)):
                    yield events.XuGang(seat, kind)

    def _wins_of(self, seat: int) -> Iterator[events.Win]:
        """The win that is open to a seat whose hand is known."""
        hand = self.hands[seat]
        if self.hides(seat) or not self.players[seat].is_open:
            return
        win = self._win_now(seat)
        if win is None:
            return
        own = hand.tiles if win.by is WinBy.ZIMO else (*hand.tiles, win.tile)
        found = self._scores(seat, win, own)[0]
        if found.valid:
            yield events.Win(seat, win.tile, win.by, win.source, None, found.pays)

    def _win_now(self, seat: int) -> Win | None:
        """How ``seat`` would win here; ``None`` where it can't be anybody's moment to win."""
        if self.tile is None:
            return None
        if self.stage in (Stage.TURN, Stage.LAST):
            if seat != self.actor or self.called:
                return None
            return Win(self.tile, WinBy.ZIMO, None, self.after_gang, self.stage is Stage.LAST)
        offer = self.offer(seat)
        if offer is None:
            return None
        return Win(offer.tile, WinBy.QIANGGANG if offer.robbed else WinBy.DISCARD, offer.source)

    # Who is asked

    @cached_property
    def asked(self) -> int | None:
        """Who has the next word, all hands known; ``None`` where :attr:`forced` follows or the deal is over.

        On a turn it is the actor.  About another's tile it is, in this order, whoever may win, counter-clockwise
        from the dealer; who may peng or gang, and chi with it; the next player, who may chi (rules §3, §4).
        """
        if self.stage is Stage.TURN:
            return self.actor
        if self.stage is Stage.LAST:
            return self.actor if self.legal(self.actor) else None
        for asked in _Asked:
            for turn in range(4):
                seat = (self.dealer + turn) % 4
                if self.offer(seat) is None or asked not in self._open_questions(seat):
                    continue
                if any(True for _ in self._answers(seat, asked)):
                    return seat
        return None

    @property
    def question(self) -> tuple[Event, ...]:
        """What :attr:`asked` may answer to the one question that is his now; the last is a pass, but on a turn.

        A later question (a peng after a win that was passed) comes only if nobody else answers this one.
        """
        seat = self.asked
        if seat is None:
            return ()
        if self.stage in (Stage.TURN, Stage.LAST):
            return self.legal(seat)
        for asked in self._open_questions(seat):
            answers = tuple(self._answers(seat, asked))
            if answers and asked is _Asked.SET:
                answers += tuple(self._answers(seat, _Asked.CHI))
            if answers:
                return (*answers, events.Pass(seat))
        return ()

    # Tiles in hands

    def _can_hold(self, seat: int, kinds: Sequence[int]) -> bool:
        """Whether ``kinds`` may be in the seat's hand, in known tiles and hidden ones together."""
        hand, hidden = self.hands[seat], 0
        for kind in set(kinds):
            lacking = kinds.count(kind) - hand.counts[kind]
            if lacking > 0:
                if lacking > self.free[kind]:
                    return False
                hidden += lacking
        return hidden <= hand.unknown

    def _without(self, seat: int, kinds: Sequence[int]) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
        """All hands and the free copies once ``kinds`` have left the seat's hand; raises where it can't hold them."""
        if not self._can_hold(seat, kinds):
            raise self._not_held(seat, kinds)
        hand = self.hands[seat]
        counts, unknown, free = list(hand.counts), hand.unknown, self.free
        for kind in kinds:
            if counts[kind]:
                counts[kind] -= 1
            else:
                unknown -= 1
                free = _one_less(free, kind)
        return self._with_hand(seat, Hand(tuple(counts), unknown)), free

    def _not_held(self, seat: int, kinds: Sequence[int]) -> AnalyzerError:
        shown = format_tiles(kinds)
        if self.hands[seat].unknown:
            return IllegalEvent("deal-no-copies-left", clause="§1", seat=seat, tiles=shown)
        return IllegalEvent(
            "deal-not-in-hand", clause="§3", seat=seat, tiles=shown, hand=str(self.hands[seat])
        )

    def _with_hand(self, seat: int, hand: Hand) -> tuple[Hand, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def _with_player(self, seat: int, player: Player) -> tuple[Player, ...]:
        return (*self.players[:seat], player, *self.players[seat + 1 :])

    # Events

    def apply(self, event: Event) -> "Deal":
        """The deal after ``event``.

        Raises :class:`AnalyzerError` where the rules don't let it happen here, the first broken rule with the
        others attached; :class:`IllegalEvent` names its clause.
        """
        if self.stage is Stage.OVER:
            raise IllegalEvent("deal-over", clause="§3")
        if not isinstance(event, events.HuangZhuang) and event.seat not in SEATS:
            raise BadSeat("deal-no-such-seat", seat=repr(event.seat)[:80])
        match event:
            case events.Draw():
                return self._draw(event)
            case events.Discard() | events.Drop():
                return self._discard(event)
            case events.Gang():
                return self._lay_down(event)
            case events.AnGang():
                return self._an_gang(event)
            case events.XuGang():
                return self._xu_gang(event)
            case events.Chi() | events.Peng() | events.ChongGang():
                return self._claim(event)
            case events.Win():
                return self._win(event)
            case events.Pass():
                return self._pass(event)
            case events.HuangZhuang():
                return self._huang_zhuang()

    def _draw(self, event: events.Draw) -> "Deal":
        seat, tile = event.seat, event.tile
        if self.stage is Stage.TURN:
            raise IllegalEvent("deal-draw-in-turn", clause="§3", seat=seat, actor=self.actor)
        drawer = self.drawer
        if drawer is None:
            raise IllegalEvent("deal-wall-at-end", clause="§4", seat=seat)
        if seat != drawer:
            raise IllegalEvent("deal-draw-out-of-turn", clause="§3", seat=seat, drawer=drawer)
        if self.wall is not None:
            if tile is not None and tile != self._next_tile:
                raise IllegalEvent(
                    "deal-draw-not-of-wall", clause="§3", tile=NAMES[tile], right=NAMES[self._next_tile or 0]
                )
            tile = self._next_tile
        free, hand = self.free, self.hands[seat]
        if tile is None:
            drawn = Hand(hand.counts, hand.unknown + 1)
        else:
            if not free[tile]:
                raise IllegalEvent("deal-no-copies-left", clause="§1", seat=seat, tiles=NAMES[tile])
            free = _one_less(free, tile)
            drawn = Hand(_one_more(hand.counts, tile), hand.unknown)
        replaced = self.stage in (Stage.REPLACEMENT, Stage.ROB)
        last = not replaced and not gangs_go_on(self.left)  # 海底: won on, or kept (rules §4)
        return self._next(
            hands=self._with_hand(seat, drawn),
            players=self._settled(),
            free=free,
            left=self.left - 1,
            stage=Stage.LAST if last else Stage.TURN,
            actor=seat,
            tile=tile,
            after_gang=replaced,
        )

    def _settled(self) -> tuple[Player, ...]:
        """What lies before all once nobody has claimed the tile: a discard lies, a 蓄杠 stands."""
        if self.tile is None or self.dead:
            return self.players
        player = self.players[self.actor]
        if self.stage is Stage.CLAIM:
            return self._with_player(self.actor, replace(player, discards=(*player.discards, self.tile)))
        if self.stage is Stage.ROB:
            at = peng_of(self.tile, player.melds)
            assert at is not None
            added = replace(player.melds[at], kind=MeldKind.XU_GANG)
            melds = (*player.melds[:at], added, *player.melds[at + 1 :])
            return self._with_player(self.actor, replace(player, melds=melds))
        return self.players

    def _on_turn(self, seat: int) -> None:
        """Raise unless ``seat`` is on turn with a tile to let go."""
        if self.stage is Stage.LAST and seat == self.actor:
            raise IllegalEvent("deal-last-tile-is-kept", clause="§4", seat=seat)
        if self.stage is Stage.REPLACEMENT and seat == self.actor:
            raise IllegalEvent("deal-replacement-first", clause="§3", seat=seat)
        if self.stage is not Stage.TURN:
            raise IllegalEvent("deal-not-drawn", clause="§3", seat=seat, drawer=self._who_moves())
        if seat != self.actor:
            raise IllegalEvent("deal-out-of-turn", clause="§3", seat=seat, actor=self.actor)

    def _who_moves(self) -> int:
        drawer = self.drawer
        return (self.actor + 1) % 4 if drawer is None else drawer

    def _discard(self, event: events.Discard | events.Drop) -> "Deal":
        seat, tile = event.seat, event.tile
        self._on_turn(seat)
        dropped = isinstance(event, events.Drop)
        raise_problems(discard_faults(tile, self._seat(seat), dropped))
        hands, free = self._without(seat, (tile,))
        players = self.players
        if dropped:
            player = players[seat]
            players = self._with_player(seat, replace(player, laizi_drops=player.laizi_drops + 1))
        return self._next(
            hands=hands, free=free, players=players, stage=Stage.CLAIM, actor=seat, tile=tile, dead=dropped
        )

    def _lay_down(self, event: events.Gang) -> "Deal":
        seat, tile = event.seat, event.tile
        self._on_turn(seat)
        raise_problems(lay_down_faults(tile, self._seat(seat)))
        hands, free = self._without(seat, (tile,))
        player = self.players[seat]
        players = self._with_player(seat, replace(player, gangs=(*player.gangs, tile)))
        if gangs_go_on(self.left):
            return self._next(
                hands=hands, free=free, players=players, stage=Stage.REPLACEMENT, after_gang=True
            )
        # with no gangs left to make it is the turn's discard (rules §2)
        return self._next(hands=hands, free=free, players=players, stage=Stage.CLAIM, tile=tile, dead=True)

    def _an_gang(self, event: events.AnGang) -> "Deal":
        seat, tile = event.seat, event.tile
        self._on_turn(seat)
        meld = Meld(MeldKind.AN_GANG, () if tile is None else (tile,))
        raise_problems(gang_faults(meld, self._seat(seat), self.called))
        if tile is not None:
            hands, free = self._without(seat, (tile,) * COPIES)
        else:
            hand = self.hands[seat]
            hidden = hand.unknown >= COPIES and any(
                copies == COPIES and kind != self.laizi and kind not in self.gang_tiles
                for kind, copies in enumerate(self.free)
            )
            if not hidden:
                raise IllegalEvent("deal-no-hidden-gang", clause="§3", seat=seat)
            hands, free = self._with_hand(seat, Hand(hand.counts, hand.unknown - COPIES)), self.free
        player = self.players[seat]
        players = self._with_player(seat, replace(player, melds=(*player.melds, meld)))
        return self._next(hands=hands, free=free, players=players, stage=Stage.REPLACEMENT, after_gang=True)

    def _xu_gang(self, event: events.XuGang) -> "Deal":
        seat, tile = event.seat, event.tile
        self._on_turn(seat)
        at = peng_of(tile, self.players[seat].melds)
        source = (seat + 1) % 4 if at is None else self.players[seat].melds[at].source
        raise_problems(gang_faults(Meld(MeldKind.XU_GANG, (tile,), source), self._seat(seat), self.called))
        hands, free = self._without(seat, (tile,))
        return self._next(hands=hands, free=free, stage=Stage.ROB, tile=tile)

    def _claim(self, event: events.Chi | events.Peng | events.ChongGang) -> "Deal":
        seat, tile = event.seat, event.tile
        if self.stage is not Stage.CLAIM or self.tile is None:
            raise IllegalEvent("deal-nothing-to-claim", clause="§3", seat=seat)
        if tile != self.tile or event.source != self.actor:
            raise IllegalEvent(
                "deal-claims-another-tile",
                clause="§3",
                seat=seat,
                tile=NAMES[tile],
                source=event.source,
                right=NAMES[self.tile],
                actor=self.actor,
            )
        meld = _meld_of(event)
        raise_problems(call_faults(meld, self._seat(seat)))
        own = list(meld.copies)
        if tile not in own:
            raise IllegalEvent(
                "deal-chi-without-tile", clause="§3", tiles=format_tiles(own), tile=NAMES[tile]
            )
        self._not_passed(seat, _Asked.CHI if meld.kind is MeldKind.CHI else _Asked.SET)
        own.remove(tile)
        hands, free = self._without(seat, own)
        player = self.players[seat]
        players = self._with_player(seat, replace(player, melds=(*player.melds, meld)))
        if meld.kind.is_gang:
            return self._next(
                hands=hands, free=free, players=players, stage=Stage.REPLACEMENT, actor=seat, after_gang=True
            )
        return self._next(hands=hands, free=free, players=players, stage=Stage.TURN, actor=seat, called=True)

    def _not_passed(self, seat: int, asked: _Asked) -> None:
        """Raise where the seat has passed on this already."""
        if self.passes and asked not in self._open_questions(seat):
            raise IllegalEvent("deal-has-passed", clause="§3", seat=seat)

    def _pass(self, event: events.Pass) -> "Deal":
        seat = event.seat
        if self.stage is Stage.TURN or self.asked != seat:
            raise IllegalEvent("deal-not-asked", clause="§3", seat=seat)
        asked = _Asked.WIN
        if self.stage is not Stage.LAST:
            asked = next(
                each for each in self._open_questions(seat) if any(True for _ in self._answers(seat, each))
            )
        return replace(self, passes=(*self.passes, (int(asked), seat)))

    def _huang_zhuang(self) -> "Deal":
        if self.left or self.stage not in (Stage.CLAIM, Stage.LAST):
            raise IllegalEvent("deal-tiles-left", clause="§4", wall=self.left)
        return self._next(players=self._settled(), stage=Stage.OVER, result=Result((0, 0, 0, 0)))

    def _next(self, **changed: object) -> "Deal":
        """The next state: what an event leaves open goes back to its beginning unless it is changed.

        Records are replayed by the ten thousand, and filling a frozen value field by field takes most of that time;
        so the fields are copied at once.
        """
        following = object.__new__(type(self))
        fields = vars(following)
        fields.update(vars(self))
        fields.pop("asked", None)
        fields.update(_BEGINNING)
        fields.update(changed)
        return following

    # Wins

    def _win(self, event: events.Win) -> "Deal":
        seat = event.seat
        win = self._said_win(event)
        self._not_passed(seat, _Asked.WIN)
        shown = self._shown(event, win)
        found: tuple[Score, ...] = ()
        if shown.hides(seat):
            raise_problems(self._hidden_win_faults(event))
        else:
            own = shown.hands[seat].tiles
            if win.by is WinBy.ZIMO and win.tile not in own:
                raise self._not_held(seat, (win.tile,))
            found = shown._scores(seat, win, own if win.by is WinBy.ZIMO else (*own, win.tile))
            if not found[0].valid:
                raise_problems(_no_win(reason, seat) for reason in found[0].reasons)
        pays = event.pays
        if pays is None:
            pays = found[0].pays
        elif found and pays not in [each.pays for each in found]:
            raise IllegalEvent(
                "deal-wrong-settlement", clause="§6", pays=_points(pays), right=_points(found[0].pays)
            )
        chosen = next((each for each in found if each.pays == pays), None)
        return shown._next(stage=Stage.OVER, result=Result(pays, seat, win, chosen))

    def _said_win(self, event: events.Win) -> Win:
        """How the event says the hand is won, checked against what lies there."""
        seat = event.seat
        if self.stage is Stage.TURN and seat == self.actor and self.called:
            raise IllegalEvent("deal-win-after-call", clause="§3", seat=seat)
        if self.dead and self.stage is Stage.CLAIM and seat != self.actor:
            raise _no_win("dead_tile", seat)
        if self.stage in (Stage.TURN, Stage.LAST) and seat == self.actor:
            # a hidden draw is shown by the win; the dealer's first turn has no draw to name
            tile = event.tile if self.tile is None else self.tile
            now: Win | None = Win(tile, WinBy.ZIMO, None, self.after_gang, self.stage is Stage.LAST)
        else:
            now = self._win_now(seat)
        if now is None:
            raise IllegalEvent("deal-no-moment-to-win", clause="§3", seat=seat)
        if (event.tile, event.by, event.source) != (now.tile, now.by, now.source):
            raise IllegalEvent(
                "deal-wins-otherwise",
                clause="§3",
                seat=seat,
                tile=NAMES[event.tile],
                by=str(event.by),
                right=NAMES[now.tile],
                now=str(now.by),
            )
        return now

    def _shown(self, event: events.Win, win: Win) -> "Deal":
        """The deal with what the winner shows in its place; raises for what can't have been hidden there."""
        seat, shown, free = event.seat, self, list(self.free)
        if event.hand is not None:
            known, hidden = self.hands[seat].counts, self.hands[seat].unknown
            hand = list(event.hand)
            fits = win.tile in hand
            if fits and win.by is not WinBy.ZIMO:
                hand.remove(win.tile)
            counts = Hand.of(hand).counts
            more = [copies - known[kind] for kind, copies in enumerate(counts)]
            if not fits or min(more) < 0 or sum(more) != hidden:
                raise IllegalEvent(
                    "deal-shows-another-hand",
                    clause="§4",
                    seat=seat,
                    hand=format_tiles(event.hand),
                    right=str(self.hands[seat]),
                )
            free = [copies - more[kind] for kind, copies in enumerate(free)]
            shown = replace(shown, hands=self._with_hand(seat, Hand(counts)))
        if event.an_gangs is not None:
            player = self.players[seat]
            named = iter(event.an_gangs)
            melds = tuple(
                meld if meld.tiles else replace(meld, tiles=(next(named, -1),)) for meld in player.melds
            )
            if next(named, None) is not None or any(meld.tiles == (-1,) for meld in melds):
                raise IllegalEvent(
                    "deal-shows-other-gangs", clause="§4", seat=seat, tiles=format_tiles(event.an_gangs)
                )
            for kind in event.an_gangs:
                free[kind] -= COPIES
                raise_problems(
                    meld_problems(Meld(MeldKind.AN_GANG, (kind,)), seat, True, self.laizi, self.gang_tiles)
                )
            shown = replace(shown, players=self._with_player(seat, replace(player, melds=melds)))
        for kind in range(KINDS):
            if free[kind] < 0:
                raise IllegalEvent("deal-no-copies-left", clause="§1", seat=seat, tiles=NAMES[kind])
        return replace(shown, free=tuple(free))

    def _hidden_win_faults(self, event: events.Win) -> Iterator[AnalyzerError]:
        """What can be held against the win of a hidden hand."""
        if not self.players[event.seat].is_open:
            yield _no_win("not_open", event.seat)
        if event.pays is None:
            yield IllegalEvent("deal-hidden-win-without-pays", clause="§6", seat=event.seat)
        elif not _is_settlement(event.pays, event.seat):
            yield IllegalEvent(
                "deal-pays-no-settlement", clause="§6", seat=event.seat, pays=_points(event.pays)
            )

    def _scores(self, seat: int, win: Win, hand: tuple[int, ...]) -> tuple[Score, ...]:
        """What the win pays, ``hand`` with the winning tile in it.

        The contract of 全求人 asks whether the discarder was tenpai (rules §6); where his hand is hidden and so
        nobody can tell, it is told both ways.
        """
        position = self._seen_by(seat, hand)
        source = win.source
        if source is None or win.by is not WinBy.DISCARD or len(self.players[seat].open_melds) < MOST_MELDS:
            return (score(position, win),)
        ways: tuple[bool, ...] = (True, False)
        if not self.hides(source):
            ways = (waits(self._seen_by(source, self.hands[source].tiles)).tenpai,)
        found = []
        for tenpai in ways:
            fed = replace(position.players[source], tenpai=tenpai)
            players = (fed if each == source else player for each, player in enumerate(position.players))
            found.append(score(replace(position, players=tuple(players)), win))
        return tuple(found)


def _start_problems(
    rules: RuleSet,
    dealer: int,
    indicator: int,
    hands: Sequence[Sequence[int | None]],
    wall: Sequence[int] | None,
) -> Iterator[AnalyzerError]:
    if dealer not in SEATS:
        yield BadSeat("position-no-such-seat", name="dealer", seat=repr(dealer)[:80])
        return
    if rules.laizi_of(indicator) in rules.gang_honours:
        yield laizi_is_gang_honour(rules.laizi_of(indicator))
    if len(hands) != len(SEATS):
        yield BadRequest("position-not-four-players", count=len(hands))
        return
    known = [indicator]
    for seat, hand in enumerate(hands):
        right = DEAL + (seat == dealer)
        if len(hand) != right:
            yield BadCount("deal-hand-count", seat=seat, count=len(hand), right=right)
        known += [tile for tile in hand if tile is not None]
    if wall is not None:
        if len(wall) != WALL:
            yield BadCount("deal-wall-count", count=len(wall), right=WALL)
        if any(tile is None for hand in hands for tile in hand):
            yield BadCount("deal-wall-and-hidden-hands")
        known += wall
    for kind in range(KINDS):
        if known.count(kind) > COPIES:
            yield TooManyCopies("position-too-many-copies", tile=NAMES[kind], count=known.count(kind))


def _from_outside(player: Player) -> Player:
    """What the others see before a player: a 暗杠 hides its tile."""
    if all(meld.kind.opens for meld in player.melds):
        return player
    melds = (meld if meld.kind.opens else Meld(MeldKind.AN_GANG, ()) for meld in player.melds)
    return replace(player, melds=tuple(melds))


def _meld_of(event: events.Chi | events.Peng | events.ChongGang) -> Meld:
    if isinstance(event, events.Chi):
        return Meld(MeldKind.CHI, tuple(sorted(event.tiles)), event.source)
    kind = MeldKind.PENG if isinstance(event, events.Peng) else MeldKind.CHONG_GANG
    return Meld(kind, (event.tile,), event.source)


def _call(seat: int, meld: Meld, tile: int) -> Event:
    assert meld.source is not None
    if meld.kind is MeldKind.CHI:
        return events.Chi(seat, tile, meld.tiles, meld.source)
    call = events.Peng if meld.kind is MeldKind.PENG else events.ChongGang
    return call(seat, tile, meld.source)


def _no_win(reason: str, seat: int) -> AnalyzerError:
    return IllegalEvent(f"deal-no-win-{reason.replace('_', '-')}", clause=REASON_CLAUSES[reason], seat=seat)


def _is_settlement(pays: Sequence[int], winner: int) -> bool:
    """Whether four amounts can be those of a win: the winner gets what others pay."""
    others = [amount for seat, amount in enumerate(pays) if seat != winner]
    return len(pays) == len(SEATS) and sum(pays) == 0 and max(others) <= 0 < pays[winner]


def _points(pays: Sequence[int]) -> str:
    return " ".join(f"{amount:+d}" for amount in pays)


def _one_more(counts: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def _one_less(counts: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] - 1, *counts[kind + 1 :])
