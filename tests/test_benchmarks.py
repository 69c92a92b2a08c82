"""The benchmarks' own arithmetic, and that the peers and we compute the same where the definitions meet."""

import json
from itertools import accumulate

import pytest

from benchmarks.agreement import RECORDED, UNLIMITED, differences
from benchmarks.hands import COPIES, KINDS, checksum, deal, deal_comparable, deal_one_suit
from benchmarks.ours import answers
from benchmarks.race import Entry, Result, calibrate, race, ratio
from benchmarks.worker import parts


@pytest.mark.parametrize(
    ("start", "count", "expected"),
    [
        (0, 4, [(0, 4)]),
        (3, 4, [(3, 7)]),
        (8, 2, [(8, 10)]),
        (8, 5, [(8, 10), (0, 3)]),
        (28, 25, [(8, 10), (0, 10), (0, 10), (0, 3)]),
        (5, 0, []),
    ],
)
def test_chunks_go_round_the_hands(start: int, count: int, expected: list[tuple[int, int]]) -> None:
    ranges = parts(start, count, 10)
    assert ranges == expected
    assert sum(end - begin for begin, end in ranges) == count


def test_ratios_are_medians_of_the_rounds_own() -> None:
    ours, peer = Result("ours", [100.0, 10.0, 120.0]), Result("peer", [10.0, 1.0, 20.0])
    # The machine was ten times slower in the second round, for both alike.
    assert ratio(ours, peer) == (10.0, 6.0, 10.0)
    assert ours.rate == 100.0


def test_a_chunk_is_as_long_as_its_slot() -> None:
    for speed in (3.0, 50_000.0, 70_000_000.0):
        assert calibrate(lambda _, count, speed=speed: count / speed, 0.25) == pytest.approx(
            0.25 * speed, rel=0.5
        )


def test_calibration_never_asks_for_nothing() -> None:
    assert calibrate(lambda _, count: 10.0 * count, 0.25) == 1


def test_contenders_take_turns_and_rounds_start_with_another() -> None:
    turns: list[tuple[str, int, int]] = []

    def entry(name: str, speed: float) -> Entry:
        def run(start: int, count: int) -> float:
            turns.append((name, start, count))
            return count / speed

        return Entry(name, run)

    results = race([entry("slow", 10.0), entry("fast", 1000.0), entry("other", 100.0)], rounds=3, slot=1.0)
    names = [name for name, _, _ in turns[-9:]]
    assert names == ["slow", "fast", "other", "fast", "other", "slow", "other", "slow", "fast"]
    assert {name: result.rate for name, result in results.items()} == pytest.approx(
        {"slow": 10.0, "fast": 1000.0, "other": 100.0}
    )
    # Every round goes on where the last one ended, with other hands.
    for name in ("slow", "fast", "other"):
        own = [(start, count) for entrant, start, count in turns[-9:] if entrant == name]
        assert [start for start, _ in own] == [0, *list(accumulate(count for _, count in own))[:-1]]


def test_hands_are_the_same_for_the_same_seed_only() -> None:
    assert checksum(deal(5, 50, 13)) == checksum(deal(5, 50, 13)) != checksum(deal(6, 50, 13))
    assert deal(5, 50, 13)[:20] == deal(5, 20, 13)


def test_hands_are_of_one_set_of_tiles() -> None:
    for hand in [*deal(1, 200, 14), *deal_one_suit(1, 200, 14)]:
        assert len(hand) == KINDS
        assert sum(hand) == 14
        assert max(hand) <= COPIES
    suits = [{kind // 9 for kind, held in enumerate(hand) if held} for hand in deal_one_suit(1, 6, 13)]
    assert suits == [{0}, {1}, {2}] * 2


def test_all_kinds_are_dealt_alike() -> None:
    dealt = [sum(held) for held in zip(*deal(2, 3400, 13), strict=True)]
    assert len(dealt) == KINDS
    # 1,300 of each expected, standard deviation 35.
    assert all(1100 < count < 1500 for count in dealt)


@pytest.mark.parametrize("deal", ["mixed", "one_suit", "four_copies"])
def test_distances_agree_with_the_peers_where_the_definitions_meet(deal: str) -> None:
    """Ten tiles to three sets and any pair; agreement.py says why four copies may differ."""
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    hands = deal_comparable(recorded["seed"])[deal]
    ours = "".join(str(distance) for distance in answers(hands, deal))
    assert {"mahjong", "xiangting", "PyMahjongGB", "riichienv", "jansou"} == set(recorded["distances"])
    limited = {}
    for peer, distances in recorded["distances"].items():
        limited[peer], unexplained = differences(ours, distances[deal], hands, peer in UNLIMITED)
        assert unexplained == []
    # All peers that have the limit have it alike, and it shows in few hands.
    shown = {"mixed": 0, "one_suit": 1, "four_copies": 9}[deal]
    assert {count for peer, count in limited.items() if peer not in UNLIMITED} == {shown}


def test_a_difference_that_nothing_explains_is_told() -> None:
    four, three = bytes([4, *[0] * 33]), bytes([3, *[0] * 33])
    assert differences("11", "12", [three, four], unlimited=False) == (1, [])
    assert differences("11", "12", [three, four], unlimited=True) == (0, [four])
    assert differences("11", "20", [three, four], unlimited=False) == (0, [three, four])
