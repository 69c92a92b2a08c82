"""The peers' half: public packages that know distances, each called the fastest way it offers.

Runs in an environment of its own (``requirements.txt`` beside this file). Every peer computes one target, four
sets and a pair (or seven pairs and thirteen orphans beside it where that can't be turned off), without wildcards.
A peer that isn't there is left out.
"""

import importlib
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from benchmarks.hands import COPIES, KINDS
from benchmarks.worker import Contender, serve

Counts = list[int]


def lists(hands: Sequence[bytes]) -> list[Counts]:
    """Each hand as a list of 34 counts."""
    return [list(hand) for hand in hands]


def kinds_of(hand: Sequence[int]) -> Iterator[int]:
    """The kinds of a hand, one for each tile."""
    for kind, held in enumerate(hand):
        for _ in range(held):
            yield kind


def mahjong() -> dict[str, Contender]:
    """Sets and pair only. Tables by the loop that a user writes: each discard, then each draw that is left."""
    calculate: Callable[..., int] = importlib.import_module("mahjong.shanten").Shanten.calculate_shanten

    def distances(hands: list[Counts], start: int, end: int) -> None:
        for hand in hands[start:end]:
            calculate(hand, False, False)

    def table(hand: Counts) -> None:
        rows = []
        live = [COPIES - held for held in hand]
        for discard in range(KINDS):
            if not hand[discard]:
                continue
            hand[discard] -= 1
            distance = calculate(hand, False, False)
            accepts = []
            for draw in range(KINDS):
                if live[draw] > 0:
                    hand[draw] += 1
                    if calculate(hand, False, False) < distance:
                        accepts.append((draw, live[draw]))
                    hand[draw] -= 1
            hand[discard] += 1
            rows.append((discard, distance, accepts))

    def tables(hands: list[Counts], start: int, end: int) -> None:
        for hand in hands[start:end]:
            table(hand)

    return {
        "distance": Contender(
            lists, distances, lambda hands, _: [calculate(list(hand), False, False) for hand in hands]
        ),
        "table": Contender(lists, tables),
    }


def xiangting() -> dict[str, Contender]:
    """Sets and pair, seven pairs and orphans in one. Tables by its own necessary tiles of each discard."""
    package = importlib.import_module("xiangting")
    four = package.PlayerCount.FOUR
    number: Callable[..., int] = package.calculate_replacement_number
    necessary: Callable[..., tuple[int, int]] = package.calculate_necessary_tiles

    def distances(hands: list[Counts], start: int, end: int) -> None:
        for hand in hands[start:end]:
            number(hand, four)

    def tables(hands: list[Counts], start: int, end: int) -> None:
        for hand in hands[start:end]:
            # Its accepted tiles are a set of bits: left as they are, with the kinds of 1 to 4 live copies as bits too,
            # they give the total fastest.
            with_live = [0] * (COPIES + 1)
            for kind, held in enumerate(hand):
                with_live[COPIES - held] |= 1 << kind
            _, one, two, three, four_live = with_live
            rows = []
            for discard in range(KINDS):
                if hand[discard]:
                    hand[discard] -= 1
                    distance, tiles = necessary(hand, four)
                    hand[discard] += 1
                    total = (
                        (tiles & one).bit_count()
                        + 2 * (tiles & two).bit_count()
                        + 3 * (tiles & three).bit_count()
                        + 4 * (tiles & four_live).bit_count()
                    )
                    rows.append((discard, distance - 1, tiles, total))

    return {
        "distance": Contender(
            lists, distances, lambda hands, _: [number(list(hand), four) - 1 for hand in hands]
        ),
        "table": Contender(lists, tables),
    }


def pymahjonggb() -> dict[str, Contender]:
    """Sets and pair only; it takes 3k + 1 tiles and always finds the useful tiles too, which make the table."""
    regular: Callable[..., tuple[int, tuple[str, ...]]] = importlib.import_module("MahjongGB").RegularShanten
    names = [suit + str(rank) for suit in "WBT" for rank in range(1, 10)]
    names += ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]
    numbers = {name: kind for kind, name in enumerate(names)}

    def prepare(hands: Sequence[bytes]) -> list[tuple[str, ...]]:
        return [tuple(names[kind] for kind in kinds_of(hand)) for hand in hands]

    def distances(hands: list[tuple[str, ...]], start: int, end: int) -> None:
        for hand in hands[start:end]:
            regular(hand)

    def tables(hands: list[tuple[str, ...]], start: int, end: int) -> None:
        for hand in hands[start:end]:
            live = dict.fromkeys(names, COPIES)
            for name in hand:
                live[name] -= 1
            rows = []
            before = ""
            for place, discard in enumerate(hand):
                if discard != before:
                    before = discard
                    distance, useful = regular(hand[:place] + hand[place + 1 :])
                    accepts = [(numbers[name], live[name]) for name in useful if live[name] > 0]
                    rows.append((numbers[discard], distance, accepts))

    return {
        "distance": Contender(
            prepare, distances, lambda hands, _: [regular(hand)[0] for hand in prepare(hands)]
        ),
        "table": Contender(prepare, tables),
    }


def riichienv() -> dict[str, Contender]:
    """Sets and pair, seven pairs and orphans in one; tiles by their 136 numbers. Tables by each discard and draw."""
    calculate: Callable[[list[int]], int] = importlib.import_module("riichienv").calculate_shanten

    def prepare(hands: Sequence[bytes]) -> list[list[int]]:
        prepared = []
        for hand in hands:
            prepared.append([COPIES * kind + copy for kind, held in enumerate(hand) for copy in range(held)])
        return prepared

    def distances(hands: list[list[int]], start: int, end: int) -> None:
        for hand in hands[start:end]:
            calculate(hand)

    def tables(hands: list[list[int]], start: int, end: int) -> None:
        for hand in hands[start:end]:
            held = [0] * KINDS
            for tile in hand:
                held[tile // COPIES] += 1
            rows = []
            before = -1
            for place, tile in enumerate(hand):
                discard = tile // COPIES
                if discard == before:
                    continue
                before = discard
                rest = hand[:place] + hand[place + 1 :]
                distance = calculate(rest)
                accepts = []
                for draw in range(KINDS):
                    if held[draw] < COPIES:
                        if calculate([*rest, COPIES * draw + held[draw]]) < distance:
                            accepts.append((draw, COPIES - held[draw]))
                rows.append((discard, distance, accepts))

    return {
        "distance": Contender(
            prepare, distances, lambda hands, _: [calculate(hand) for hand in prepare(hands)]
        ),
        "table": Contender(prepare, tables),
    }


def jansou() -> dict[str, Contender]:
    """Sets and pair, seven pairs and orphans in one, by its native kernel. It has a discard table of its own."""
    shanten = importlib.import_module("jansou.analysis.shanten")
    evaluation: Callable[..., list[Any]] = importlib.import_module(
        "jansou.analysis.efficiency"
    ).discard_evaluation
    hand_type = importlib.import_module("jansou.core.hand").Hand
    tiles = importlib.import_module("jansou.core.tiles")
    count: Callable[[Counts, int], int] = shanten.shanten_counts

    def distances(hands: list[Counts], start: int, end: int) -> None:
        for hand in hands[start:end]:
            count(hand, 0)

    def prepare(hands: Sequence[bytes]) -> list[Any]:
        return [
            hand_type(tuple(tiles.Tile(tiles.TileKind(kind)) for kind in kinds_of(hand))) for hand in hands
        ]

    def tables(hands: list[Any], start: int, end: int) -> None:
        for hand in hands[start:end]:
            evaluation(hand)

    return {
        "distance": Contender(lists, distances, lambda hands, _: [count(list(hand), 1) for hand in hands]),
        "table": Contender(prepare, tables),
    }


PEERS = {
    "mahjong": mahjong,
    "xiangting": xiangting,
    "PyMahjongGB": pymahjonggb,
    "riichienv": riichienv,
    "jansou": jansou,
}


def main() -> None:
    """Serve every peer that can be imported."""
    figures: dict[str, dict[str, Contender]] = {"distance": {}, "table": {}}
    versions = {}
    for name, make in PEERS.items():
        try:
            versions[name] = version(name)
            contenders = make()
        except (ImportError, PackageNotFoundError):
            versions.pop(name, None)
            continue
        for figure, contender in contenders.items():
            figures[figure][name] = contender
    serve(figures, versions)


if __name__ == "__main__":
    main()
