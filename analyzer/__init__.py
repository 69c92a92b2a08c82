"""武汉麻将: a hand analyzer for every game of Wuhan mahjong.

The public API::

    from analyzer import Position, discards, parse_tiles, preset

    position = Position(hand=parse_tiles("23m555s678s88p1z345p"), rules=preset("hongzhong"), indicator=3)
    best = discards(position).options[0]

Values are frozen, tiles are ints 0–33 inside and canonical text outside, and every error is an
:class:`AnalyzerError` that names the offending value.
"""

from analyzer.advice import Action, Calls, Discards, Offer, Option, calls, discards, opens_and_keeps_close
from analyzer.compare import Finish, compare
from analyzer.deal import Deal
from analyzer.disputes import Explanation, Paid, explain
from analyzer.errors import AnalyzerError
from analyzer.notation import format_tile, format_tiles, parse_melds, parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position, Turn
from analyzer.routes import Accept, Board, Route, board
from analyzer.rules import PRESETS, RuleSet, preset
from analyzer.settlement import Score, Step, score
from analyzer.texts import LANGUAGES, describe, text
from analyzer.waits import Channel, Wait, Waits, waits
from analyzer.wins import Arrangement, Reading, Verdict, Win, WinBy, judge, readings

__version__ = "0.1.0"

__all__ = [
    "LANGUAGES",
    "PRESETS",
    "Accept",
    "Action",
    "AnalyzerError",
    "Arrangement",
    "Board",
    "Calls",
    "Channel",
    "Deal",
    "Discards",
    "Explanation",
    "Finish",
    "Meld",
    "MeldKind",
    "Offer",
    "Option",
    "Paid",
    "Player",
    "Position",
    "Reading",
    "Route",
    "RuleSet",
    "Score",
    "Step",
    "Turn",
    "Verdict",
    "Wait",
    "Waits",
    "Win",
    "WinBy",
    "board",
    "calls",
    "compare",
    "describe",
    "discards",
    "explain",
    "format_tile",
    "format_tiles",
    "judge",
    "opens_and_keeps_close",
    "parse_melds",
    "parse_tile",
    "parse_tiles",
    "preset",
    "readings",
    "score",
    "text",
    "waits",
]
