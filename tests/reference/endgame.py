"""残局: the last draws of a deal as an exhaustive tree, every chance an exact fraction.

All hands are known, only the order of the wall is not: every tile of it is as likely to come next as any other.  At
each draw the tree branches over the kinds that are left; at each choice the seat plays by a policy that is given from
outside, but for the choice at the root, which is tried every way.  Written from rules §2–§4; wins are judged by
:mod:`tests.reference.oracle`.  It shares no code with the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from tests.reference import oracle

NO_MORE_GANGS = 4

Action = tuple
"""Such as ("discard", 5), ("chi", 3) with the run's lowest tile, ("pass",)."""
Meld = tuple[str, tuple[int, ...], int | None]
"""Kind, the tiles that name it, source."""
Outcome = dict[tuple[int | None, tuple[int, ...]], Fraction]
"""The chance of each end: the winner's seat, ``None`` for a drawn deal, and the four amounts."""
Four = tuple[int, int, int, int]


@dataclass(frozen=True)
class State:
    """What lies where.  Everything is by seat and kept in ascending order, but for melds."""

    hands: tuple[tuple[int, ...], ...]
    melds: tuple[tuple[Meld, ...], ...]
    gangs: tuple[tuple[int, ...], ...]
    drops: tuple[int, ...]
    discards: tuple[tuple[int, ...], ...]
    wall: tuple[int, ...]
    """The tiles that are left, some of which may never be drawn."""
    left: int
    """How many of them can be drawn."""

    def held(self, seat: int, kind: int) -> int:
        return self.hands[seat].count(kind)

    def put(self, field: str, seat: int, value: object) -> State:
        """The state with one seat's entry of ``field`` replaced."""
        entries = list(getattr(self, field))
        entries[seat] = value
        return replace(self, **{field: tuple(entries)})

    def lose(self, seat: int, *kinds: int) -> State:
        hand = list(self.hands[seat])
        for kind in kinds:
            hand.remove(kind)
        return self.put("hands", seat, tuple(hand))

    def add(self, field: str, seat: int, kind: int) -> State:
        """One tile more in a seat's hand, gangs or discards."""
        return self.put(field, seat, tuple(sorted((*getattr(self, field)[seat], kind))))

    def meld(self, seat: int, meld: Meld) -> State:
        return self.put("melds", seat, (*self.melds[seat], meld))

    def draws(self, seat: int) -> Iterator[tuple[Fraction, int, State]]:
        """摸牌: each kind that may come, with its chance and the state with it in hand."""
        for kind, copies in sorted(Counter(self.wall).items()):
            wall = list(self.wall)
            wall.remove(kind)
            after = replace(self, wall=tuple(wall), left=self.left - 1)
            yield Fraction(copies, len(self.wall)), kind, after.add("hands", seat, kind)


@dataclass(frozen=True)
class Question:
    """What a policy is asked: the choices of one seat."""

    state: State
    seat: int
    choices: tuple[Action, ...]
    what: str
    """``turn``, ``claim`` (a win on a discard), ``call``, ``rob`` or ``last``."""
    tile: int | None = None
    source: int | None = None
    after_gang: bool = False
    called: bool = False


Policy = Callable[[Question], Action]


@dataclass(frozen=True)
class Deal:
    """What stays as it is while the last tiles are played, and the state at its root."""

    rules: str
    dealer: int
    indicator: int
    state: State
    seat: int
    """Whose turn it is at the root; its hand holds the tile it drew."""
    visible: tuple[int, ...] = ()
    """Tiles that lie open and belong to nobody."""
    offered: int | None = None
    """A tile that ``seat`` lets go before the root: the choice is then that of the first who may claim it."""

    @cached_property
    def laizi(self) -> int:
        return oracle.laizi_of(self.indicator, oracle.rules_of(self.rules))

    @cached_property
    def gang_tiles(self) -> frozenset[int]:
        return oracle.gang_tiles_of(self.indicator, oracle.rules_of(self.rules))


def mixed(parts: Iterator[tuple[Fraction, Outcome]]) -> Outcome:
    """Outcomes that come about with given chances, taken together."""
    whole: Outcome = {}
    for chance, outcome in parts:
        for end, part in outcome.items():
            whole[end] = whole.get(end, Fraction(0)) + chance * part
    return whole


def mean(outcome: Outcome, seat: int) -> Fraction:
    """Points of a seat on average."""
    return sum((chance * pays[seat] for (_, pays), chance in outcome.items()), Fraction(0))


class Tree:
    """The tree of one deal's last draws under a policy."""

    def __init__(self, deal: Deal, policy: Policy) -> None:
        self.deal, self.policy = deal, policy
        self.turns: dict[tuple, Outcome] = {}
        self.wins: dict[tuple, tuple[int, ...] | None] = {}

    # The root

    def values(self) -> tuple[int, dict[Action, Outcome]]:
        """The seat that has the choice at the root, and the outcome of each of its actions."""
        deal = self.deal
        if deal.offered is None:
            asked = self.question(deal.state, deal.seat, drawn=True, after_gang=False)
            return deal.seat, {action: self.act(asked, action) for action in asked.choices}
        self.forced, self.root = None, None
        let_go = deal.state.lose(deal.seat, deal.offered)
        self.claims(let_go, deal.seat, deal.offered)
        assert self.root is not None
        root, found = self.root, {}
        for action in root.choices:
            self.forced, self.root = action, None
            found[action] = self.claims(let_go, deal.seat, deal.offered)
        self.root = root
        return root.seat, found

    forced: Action | None = None
    root: Question | None = None

    def answer(self, asked: Question) -> Action:
        """The policy's choice; the first that is asked about the root's offer is made as it is tried."""
        if self.deal.offered is not None and self.root is None:
            self.root = asked
            if self.forced is not None:
                return self.forced
        action = self.policy(asked)
        assert action in asked.choices, (action, asked)
        return action

    # Wins

    def request(self, state: State, seat: int, extra: int | None = None) -> oracle.Json:
        players = []
        for each in range(4):
            melds = []
            for kind, tiles, source in state.melds[each]:
                entry = {"kind": kind, "tiles": "".join(map(oracle.name, tiles))}
                melds.append(entry if source is None else entry | {"from": source})
            players.append(
                {
                    "melds": melds,
                    "gangs": "".join(map(oracle.name, state.gangs[each])),
                    "laizi_drops": state.drops[each],
                }
            )
        hand = state.hands[seat] if extra is None else (*state.hands[seat], extra)
        return {
            "rules": self.deal.rules,
            "indicator": oracle.name(self.deal.indicator),
            "seat": seat,
            "dealer": self.deal.dealer,
            "hand": "".join(map(oracle.name, hand)),
            "players": players,
        }

    def pays(
        self, state: State, seat: int, tile: int | None, by: str, **how: object
    ) -> tuple[int, ...] | None:
        """The four amounts of a win, ``None`` where the seat may not win."""
        if all(kind == "an_gang" for kind, _, _ in state.melds[seat]):  # closed
            return None
        if by != "zimo" and (tile == self.deal.laizi or tile in self.deal.gang_tiles):
            return None
        key = (state.hands[seat], state.melds, state.gangs, state.drops, seat, tile, by, *how.items())
        source = how.get("source")
        if source is not None:
            key += (state.hands[source],)
        if key not in self.wins:
            self.wins[key] = self.judged(state, seat, tile, by, **how)
        return self.wins[key]

    def judged(
        self,
        state: State,
        seat: int,
        tile: int | None,
        by: str,
        source: int | None = None,
        after_gang: bool = False,
        last: bool = False,
    ) -> tuple[int, ...] | None:
        asked = self.request(state, seat, None if by == "zimo" else tile)
        shown = state.hands[seat][0] if tile is None else tile
        asked["win"] = {"tile": oracle.name(shown), "by": by, "after_gang": after_gang, "last_tiles": last}
        if source is not None:
            asked["win"]["from"] = source
            if by == "discard" and len(state.melds[seat]) == 4:
                waits = oracle.answer({"op": "waits", **self.request(state, source)})
                asked["players"][source]["tenpai"] = waits["tenpai"]
        found = oracle.score_answers(asked)
        amounts = {tuple(each["pays"]) for each in found if each["valid"]}
        assert len(amounts) <= 1, asked
        return next(iter(amounts), None)

    @staticmethod
    def won(seat: int, pays: tuple[int, ...]) -> Outcome:
        return {(seat, pays): Fraction(1)}

    # The course

    def may_gang(self, state: State) -> bool:
        return state.left > NO_MORE_GANGS

    def question(self, state: State, seat: int, *, drawn: bool, after_gang: bool) -> Question:
        """The choices of a seat on turn."""
        choices: list[Action] = []
        if drawn and self.pays(state, seat, None, "zimo", after_gang=after_gang) is not None:
            choices.append(("win",))
        pengs = [tiles[0] for kind, tiles, _ in state.melds[seat] if kind == "peng"]
        for kind in sorted(set(state.hands[seat])):
            if kind in self.deal.gang_tiles:
                choices.append(("gang", kind))
                continue
            choices.append(("discard", kind))
            if not self.may_gang(state):
                continue
            if kind == self.deal.laizi:
                choices.append(("gang", kind))
            elif drawn and state.held(seat, kind) == 4:
                choices.append(("an_gang", kind))
            elif drawn and kind in pengs:
                choices.append(("xu_gang", kind))
        return Question(state, seat, tuple(choices), "turn", after_gang=after_gang, called=not drawn)

    def turn(self, state: State, seat: int, *, drawn: bool, after_gang: bool = False) -> Outcome:
        key = (state, seat, drawn, after_gang)
        if key not in self.turns:
            asked = self.question(state, seat, drawn=drawn, after_gang=after_gang)
            self.turns[key] = self.act(asked, self.answer(asked))
        return self.turns[key]

    def act(self, asked: Question, action: Action) -> Outcome:
        """What an action on one's own turn comes to."""
        state, seat = asked.state, asked.seat
        if action == ("win",):
            pays = self.pays(state, seat, None, "zimo", after_gang=asked.after_gang)
            assert pays is not None
            return self.won(seat, pays)
        name, kind = action
        if name == "an_gang":
            return self.replacement(state.lose(seat, *[kind] * 4).meld(seat, (name, (kind,), None)), seat)
        after = state.lose(seat, kind)
        if name == "xu_gang":
            return self.robbing(after, seat, kind)
        if name == "gang":
            after = after.add("gangs", seat, kind)
            return self.replacement(after, seat) if self.may_gang(state) else self.next(after, seat)
        if kind == self.deal.laizi:
            return self.next(after.put("drops", seat, after.drops[seat] + 1), seat)
        return self.claims(after, seat, kind)

    def replacement(self, state: State, seat: int) -> Outcome:
        return mixed(
            (chance, self.turn(after, seat, drawn=True, after_gang=True))
            for chance, _, after in state.draws(seat)
        )

    def by_dealer(self, source: int) -> Iterator[int]:
        """The others, counter-clockwise from the dealer."""
        for turn in range(4):
            seat = (self.deal.dealer + turn) % 4
            if seat != source:
                yield seat

    def claimed(self, state: State, source: int, kind: int, by: str) -> Outcome | None:
        """The win of the first who may and does win on the tile."""
        for seat in self.by_dealer(source):
            pays = self.pays(state, seat, kind, by, source=source)
            if pays is not None:
                what = "rob" if by == "qianggang" else "claim"
                asked = Question(state, seat, (("win",), ("pass",)), what, kind, source)
                if self.answer(asked) == ("win",):
                    return self.won(seat, pays)
        return None

    def robbing(self, state: State, seat: int, kind: int) -> Outcome:
        robbed = self.claimed(state, seat, kind, "qianggang")
        if robbed is not None:
            return robbed
        melds = tuple(
            ("xu_gang", tiles, source) if (name, tiles) == ("peng", (kind,)) else (name, tiles, source)
            for name, tiles, source in state.melds[seat]
        )
        return self.replacement(state.put("melds", seat, melds), seat)

    def claims(self, state: State, source: int, kind: int) -> Outcome:
        """A discard that lies nowhere yet: wins, then peng and gang, then chi, then the next draw."""
        won = self.claimed(state, source, kind, "discard")
        if won is not None:
            return won
        following = (source + 1) % 4
        for turn in range(1, 4):
            seat = (source + turn) % 4
            if state.held(seat, kind) < 2 or len(state.melds[seat]) == 4:
                continue
            choices: list[Action] = [("pass",), ("peng",)]
            if state.held(seat, kind) == 3 and self.may_gang(state):
                choices.append(("chong_gang",))
            if seat == following:
                choices += self.runs(state, seat, kind)
            action = self.answer(Question(state, seat, tuple(choices), "call", kind, source))
            if action != ("pass",):
                return self.call(state, seat, action, kind, source)
            if seat == following:
                return self.next(state.add("discards", source, kind), source)
        runs = self.runs(state, following, kind) if len(state.melds[following]) < 4 else []
        if runs:
            asked = Question(state, following, (("pass",), *runs), "call", kind, source)
            action = self.answer(asked)
            if action != ("pass",):
                return self.call(state, following, action, kind, source)
        return self.next(state.add("discards", source, kind), source)

    def runs(self, state: State, seat: int, kind: int) -> list[Action]:
        """吃: by the lowest tile of the run, the called tile lowest first."""
        found: list[Action] = []
        for low in range(kind, kind - 3, -1) if kind < 27 else ():
            rest = [tile for tile in range(low, low + 3) if tile != kind]
            one_suit = low >= 0 and low // 9 == (low + 2) // 9 == kind // 9
            barred = {self.deal.laizi, *self.deal.gang_tiles}
            if one_suit and all(state.held(seat, tile) and tile not in barred for tile in rest):
                found.append(("chi", low))
        return found

    def call(self, state: State, seat: int, action: Action, kind: int, source: int) -> Outcome:
        if action[0] == "chi":
            run = tuple(range(action[1], action[1] + 3))
            after = state.lose(seat, *(tile for tile in run if tile != kind)).meld(seat, ("chi", run, source))
        else:
            copies = 2 if action[0] == "peng" else 3
            after = state.lose(seat, *[kind] * copies).meld(seat, (action[0], (kind,), source))
            if copies == 3:
                return self.replacement(after, seat)
        return self.turn(after, seat, drawn=False)

    def next(self, state: State, source: int) -> Outcome:
        """The next player draws; from the last four tiles on there are no discards (海底)."""
        seat = (source + 1) % 4
        if state.left > NO_MORE_GANGS:
            return mixed(
                (chance, self.turn(after, seat, drawn=True)) for chance, _, after in state.draws(seat)
            )
        return self.last(state, seat)

    def last(self, state: State, seat: int) -> Outcome:
        if not state.left:
            return {(None, (0, 0, 0, 0)): Fraction(1)}
        return mixed((chance, self.drawn_last(after, seat)) for chance, _, after in state.draws(seat))

    def drawn_last(self, state: State, seat: int) -> Outcome:
        pays = self.pays(state, seat, None, "zimo", last=True)
        if pays is not None and self.answer(Question(state, seat, (("win",), ("pass",)), "last")) == ("win",):
            return self.won(seat, pays)
        return self.last(state, (seat + 1) % 4)
