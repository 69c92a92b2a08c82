"""裁判: the course of a deal kept a second time, in plain Python, to check what the game's kernels allow and do.

Written from rules §2–§4 and the kernels' documented order of draws, not from their code.  Wins are judged by the
``score`` and ``waits`` answers of the engine, which have a reference of their own.
"""

from collections import Counter
from contextlib import suppress

from analyzer import Meld, MeldKind, Player, Position, RuleSet, Win, WinBy, score, waits

WALL, NEVER_DRAWN, NO_MORE_GANGS = 82, 10, 4


class Referee:
    """One deal.  Actions are tuples such as ("discard", 5), ("chi", 3) with the run's lowest tile, ("pass",)."""

    def __init__(self, rules: RuleSet, tiles: list[int], dealer: int) -> None:
        self.rules, self.dealer = rules, dealer
        self.hands = [Counter() for _ in range(4)]
        tiles = list(tiles)
        for turn in range(4):
            size = 14 if turn == 0 else 13
            self.hands[(dealer + turn) % 4].update(tiles[:size])
            del tiles[:size]
        self.indicator = tiles.pop(0)
        self.laizi = rules.laizi_of(self.indicator)
        self.gang_tiles = set(rules.gang_tiles(self.indicator))
        self.queues = []
        for seat in range(4):
            length = (WALL + 3 - seat) // 4
            self.queues.append(tiles[:length])
            del tiles[:length]
        assert not tiles
        self.left = WALL - NEVER_DRAWN
        self.melds = [[] for _ in range(4)]  # [kind, tiles, source]
        self.gangs = [[] for _ in range(4)]
        self.drops = [0] * 4
        self.discards = [[] for _ in range(4)]
        self.result = None
        self.actor, self.choices, self.after_gang = dealer, set(), False
        self.turn(dealer, drawn=True, after_gang=False)

    # What lies where

    def position(
        self, seat: int, extra: int | None = None, tenpai: dict[int, bool] | None = None
    ) -> Position:
        players = tuple(
            Player(
                melds=tuple(
                    Meld(MeldKind(kind), tuple(named), source) for kind, named, source in self.melds[each]
                ),
                gangs=tuple(sorted(self.gangs[each])),
                laizi_drops=self.drops[each],
                discards=tuple(self.discards[each]),
                tenpai=(tenpai or {}).get(each, True),
            )
            for each in range(4)
        )
        hand = list(self.hands[seat].elements()) + ([] if extra is None else [extra])
        return Position(
            hand=tuple(hand),
            rules=self.rules,
            seat=seat,
            dealer=self.dealer,
            indicator=self.indicator,
            players=players,
            wall=self.left,
        )

    def all_tiles(self) -> Counter:
        held = Counter({self.indicator: 1})
        for seat in range(4):
            held += self.hands[seat]
            held.update(self.queues[seat])
            held.update(self.gangs[seat])
            held.update(self.discards[seat])
            held[self.laizi] += self.drops[seat]
            for kind, named, _ in self.melds[seat]:
                copies = {"chi": 1, "peng": 3}.get(kind, 4)
                held.update(dict.fromkeys(named, copies))
        return held

    def score(self, seat: int, win: Win):
        extra = None if win.by is WinBy.ZIMO else win.tile
        tenpai = None
        if win.by is WinBy.DISCARD:
            tenpai = {win.source: waits(self.position(win.source)).tenpai}
        return score(self.position(seat, extra, tenpai), win)

    def could_win(self, seat: int, win: Win) -> bool:
        if not any(kind != "an_gang" for kind, _, _ in self.melds[seat]):
            return False
        return self.score(seat, win).valid

    # The course

    def draw(self, seat: int) -> int:
        if self.queues[seat]:
            tile = self.queues[seat].pop(0)
        else:
            longest = max(range(4), key=lambda each: len(self.queues[each]))
            tile = self.queues[longest].pop()
        self.hands[seat][tile] += 1
        self.left -= 1
        return tile

    def may_gang(self) -> bool:
        return self.left > NO_MORE_GANGS

    def turn(self, seat: int, *, drawn: bool, after_gang: bool, tile: int | None = None) -> None:
        self.actor, self.after_gang, self.tile = seat, after_gang, tile
        choices = set()
        hand = self.hands[seat]
        if drawn and self.could_win(
            seat, Win(tile if tile is not None else min(+hand), after_gang=after_gang)
        ):
            choices.add(("win",))
        for kind in +hand:
            if kind in self.gang_tiles:
                choices.add(("gang", kind))
                continue
            choices.add(("discard", kind))
            if not self.may_gang():
                continue
            if kind == self.laizi:
                choices.add(("gang", kind))
            elif drawn and hand[kind] == 4:
                choices.add(("an_gang", kind))
            elif drawn and ["peng", [kind]] in [meld[:2] for meld in self.melds[seat]]:
                choices.add(("xu_gang", kind))
        self.choices = choices

    def play(self, action: tuple) -> None:
        """Make one choice of the actor and run on to the next."""
        assert action in self.choices, (action, self.choices)
        if not self.waiting:
            self.own_turn(action)
            return
        with suppress(StopIteration):
            self.course.send(action)

    waiting = False

    def own_turn(self, action: tuple) -> None:
        seat, name = self.actor, action[0]
        if name == "win":
            self.end(seat, Win(self.tile, after_gang=self.after_gang))
            return
        kind = action[1]
        hand = self.hands[seat]
        if name == "an_gang":
            hand[kind] -= 4
            self.melds[seat].append(["an_gang", [kind], None])
        elif name == "gang":
            hand[kind] -= 1
            self.gangs[seat].append(kind)
            if not self.may_gang():
                self.ask(self.after_discard(seat, None))
                return
        elif name == "xu_gang":
            hand[kind] -= 1
            self.ask(self.robbing(seat, kind))
            return
        else:
            hand[kind] -= 1
            if kind == self.laizi:
                self.drops[seat] += 1
                self.ask(self.after_discard(seat, None))
            else:
                self.discards[seat].append(kind)
                self.ask(self.after_discard(seat, kind))
            return
        self.turn(seat, drawn=True, after_gang=True, tile=self.draw(seat))

    def ask(self, course) -> None:
        """Begin to run a course of questions; it ends by setting up a turn or ending the deal."""
        self.course, self.waiting = course, True
        with suppress(StopIteration):
            next(course)

    def question(self, seat: int, choices: set):
        self.actor, self.choices = seat, choices
        action = yield
        return action

    def by_dealer(self, source: int) -> list[int]:
        return [seat for turn in range(4) if (seat := (self.dealer + turn) % 4) != source]

    def robbing(self, robber: int, kind: int):
        for seat in self.by_dealer(robber):
            win = Win(kind, WinBy.QIANGGANG, robber)
            if self.could_win(seat, win):
                action = yield from self.question(seat, {("win",), ("pass",)})
                if action == ("win",):
                    self.end(seat, win)
                    return
        for meld in self.melds[robber]:
            if meld[:2] == ["peng", [kind]]:
                meld[0] = "xu_gang"
        self.waiting = False
        self.turn(robber, drawn=True, after_gang=True, tile=self.draw(robber))

    def after_discard(self, source: int, kind: int | None):
        """Claims on a discard; ``None`` stands for one that nobody may claim."""
        following = (source + 1) % 4
        if kind is not None:
            self.discards[source].pop()
            for seat in self.by_dealer(source):
                win = Win(kind, WinBy.DISCARD, source)
                if self.could_win(seat, win):
                    action = yield from self.question(seat, {("win",), ("pass",)})
                    if action == ("win",):
                        self.end(seat, win)
                        return
            asked = None
            for turn in range(1, 4):
                seat = (source + turn) % 4
                held = self.hands[seat][kind]
                if held < 2 or len(self.melds[seat]) == 4:
                    continue
                choices = {("pass",), ("peng",)}
                if held == 3 and self.may_gang():
                    choices.add(("chong_gang",))
                if seat == following:
                    choices |= self.runs(seat, kind)
                asked = seat
                action = yield from self.question(seat, choices)
                if action != ("pass",):
                    self.waiting = False
                    self.claim(seat, action, kind, source)
                    return
            if asked != following and len(self.melds[following]) < 4:
                choices = self.runs(following, kind)
                if choices:
                    action = yield from self.question(following, choices | {("pass",)})
                    if action != ("pass",):
                        self.waiting = False
                        self.claim(following, action, kind, source)
                        return
            self.discards[source].append(kind)
        if self.left > NO_MORE_GANGS:
            self.waiting = False
            self.turn(following, drawn=True, after_gang=False, tile=self.draw(following))
            return
        seat = following
        while self.left:
            win = Win(self.draw(seat), last_tiles=True)
            if self.could_win(seat, win):
                action = yield from self.question(seat, {("win",), ("pass",)})
                if action == ("win",):
                    self.end(seat, win)
                    return
            seat = (seat + 1) % 4
        self.end(None, None)

    def runs(self, seat: int, kind: int) -> set:
        found = set()
        if kind < 27:
            for low in range(kind - 2, kind + 1):
                run = [low, low + 1, low + 2]
                rest = [tile for tile in run if tile != kind]
                one_suit = low >= 0 and {tile // 9 for tile in run} == {kind // 9}
                barred = {self.laizi, *self.gang_tiles}
                if one_suit and all(self.hands[seat][tile] and tile not in barred for tile in rest):
                    found.add(("chi", low))
        return found

    def claim(self, seat: int, action: tuple, kind: int, source: int) -> None:
        hand = self.hands[seat]
        if action[0] == "chi":
            run = [action[1] + step for step in range(3)]
            for tile in run:
                hand[tile] -= tile != kind
            self.melds[seat].append(["chi", run, source])
        elif action[0] == "peng":
            hand[kind] -= 2
            self.melds[seat].append(["peng", [kind], source])
        else:
            hand[kind] -= 3
            self.melds[seat].append(["chong_gang", [kind], source])
            self.turn(seat, drawn=True, after_gang=True, tile=self.draw(seat))
            return
        self.turn(seat, drawn=False, after_gang=False)

    def end(self, seat: int | None, win: Win | None) -> None:
        self.waiting = False
        self.choices = set()
        self.result = (None, (0, 0, 0, 0)) if seat is None else (seat, self.score(seat, win).pays)
        self.won = win
