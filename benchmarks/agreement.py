"""Whether the peers and we find the same distances where the definitions meet.

That is: three sets and any pair out of ten tiles without wildcards, which the peers know as their only target and we
as 清一色 of a one-suit hand, or from the class tables themselves. One difference remains. A laizi may be a fifth
copy of a tile, so our targets know no limit of four copies, and PyMahjongGB's neither; those of the others do.

``agreement.json`` keeps the peers' answers for the tests, which have no peers at hand.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.hands import COPIES, deal_comparable
from benchmarks.race import Worker
from benchmarks.worker import SEED

__all__ = ["RECORDED", "UNLIMITED", "Answers", "differences", "peers_answers", "record", "report"]

RECORDED = Path(__file__).with_name("agreement.json")
UNLIMITED = ("PyMahjongGB",)
"""Peers whose targets may hold a fifth copy, as ours."""

Answers = Mapping[str, str]
"""Of each deal of :func:`benchmarks.hands.deal_comparable`, the distances of its hands, a digit each."""


def peers_answers(worker: Worker) -> dict[str, Answers]:
    """What the peers that a worker serves find."""
    return {name: worker.ask(do="answers", name=name) for name in worker.hello["contenders"]["distance"]}


def differences(ours: str, peers: str, hands: Sequence[bytes], unlimited: bool) -> tuple[int, list[bytes]]:
    """How often a peer's distance is greater for its limit of four copies, and the hands that nothing explains.

    The limit explains a greater distance of a hand in which a tile is held four times; nothing else.
    """
    limited = 0
    unexplained = []
    for mine, theirs, hand in zip(ours, peers, hands, strict=True):
        if mine == theirs:
            continue
        if theirs > mine and max(hand) == COPIES and not unlimited:
            limited += 1
        else:
            unexplained.append(hand)
    return limited, unexplained


def report(ours: Answers, peers: Mapping[str, Answers]) -> list[str]:
    """A line for each peer."""
    lines = []
    dealt = deal_comparable(SEED)
    for name, answers in peers.items():
        found = [
            differences(ours[deal], answers[deal], hands, name in UNLIMITED) for deal, hands in dealt.items()
        ]
        limited = sum(each for each, _ in found)
        unexplained = sum(len(each) for _, each in found)
        hands = sum(len(each) for each in dealt.values())
        lines.append(
            f"{name}: {hands - limited - unexplained:,} of {hands:,} hands alike, "
            f"{limited} greater for the limit of four copies, {unexplained} unexplained"
        )
    return lines


def record(peers: Mapping[str, Answers], versions: Mapping[str, str]) -> None:
    """Write the peers' answers for the tests."""
    written = {"seed": SEED, "versions": dict(versions), "distances": dict(peers)}
    RECORDED.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
