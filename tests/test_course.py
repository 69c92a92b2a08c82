"""A position played on: what an action, a draw and a seat leave; examples are held to what they claim."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.advice import Action, Offer, calls, discards
from analyzer.course import after, can_draw, drawn, random_tile
from analyzer.errors import BadCount, TooManyCopies
from analyzer.examples import EXAMPLES, Move, random_position
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import Meld, MeldKind, Player, Position, Turn
from analyzer.reasons import compared, differences
from analyzer.rules import PRESETS, preset
from analyzer.texts import LANGUAGES, text

NOBODY = Player()
PENG = Player(melds=(Meld(MeldKind.PENG, parse_tiles("2z"), 2),))


def asked(hand: str, tile: str, source: int, *, robbed: bool = False, next_player: Player = NOBODY):
    offer = Offer(parse_tile(tile), source, robbed)
    position = Position(
        hand=parse_tiles(hand),
        indicator=parse_tile("4m"),
        players=(PENG, next_player, Player(), Player()),
        offer=offer.tile,
    )
    position.check()
    return position, offer


def answered(position: Position, offer: Offer, action: Action) -> Position:
    return after(position, Move(action).of(calls(position, offer).options), offer)


def test_every_answer_to_a_discard_leaves_what_it_says():
    position, offer = asked("23m555p67788s", "5p", 1)
    left = position.live
    taken = answered(position, offer, Action.PENG)
    assert [str(meld) for meld in taken.me.melds] == ["peng:2z@2", "peng:5p@1"]
    assert (len(taken.hand), taken.turn, taken.offer, taken.live) == (8, Turn.CALLED, None, left)
    ganged = answered(position, offer, Action.CHONG_GANG)
    assert [str(meld) for meld in ganged.me.melds] == ["peng:2z@2", "chong_gang:5p@1"]
    assert (len(ganged.hand), ganged.turn, ganged.live) == (7, Turn.GANG_DRAW, left)
    let_go = answered(position, offer, Action.PASS)
    assert (let_go.hand, let_go.players[1].discards, let_go.offer) == (position.hand, (offer.tile,), None)
    assert let_go.live == left
    run, offer = asked("23m555p67788s", "4m", 3)
    eaten = answered(run, offer, Action.CHI)
    assert [str(meld) for meld in eaten.me.melds] == ["peng:2z@2", "chi:234m@3"]
    assert (len(eaten.hand), eaten.turn) == (8, Turn.CALLED)


def test_a_gang_that_nobody_robs_stands():
    five = Player(melds=(Meld(MeldKind.PENG, parse_tiles("9s"), 2),))
    position, offer = asked("23m555p678s11z", "9s", 1, robbed=True, next_player=five)
    stands = answered(position, offer, Action.PASS)
    assert [str(meld) for meld in stands.players[1].melds] == ["xu_gang:9s@2"]


def test_a_draw_takes_the_others_draws_off_the_wall():
    position = Position(
        hand=parse_tiles("23m555p67788s"), indicator=parse_tile("4m"), players=(PENG, *(Player(),) * 3)
    )
    assert position.wall_left == 72
    new = drawn(position, parse_tile("9m"))
    assert (new.wall, new.turn) == (position.wall_left - 4, Turn.DRAWN)
    replacement = drawn(replace(position, turn=Turn.GANG_DRAW), parse_tile("9m"))
    assert (replacement.wall, replacement.turn) == (position.wall_left - 1, Turn.GANG_DRAW)
    assert drawn(replace(position, wall=7), parse_tile("9m")).turn is Turn.LAST_DRAW
    assert drawn(replace(position, wall=8), parse_tile("9m")).turn is Turn.DRAWN


def test_what_can_not_be_drawn_is_refused():
    position = Position(
        hand=parse_tiles("23m555p67788s"), indicator=parse_tile("4m"), players=(PENG, *(Player(),) * 3)
    )
    for wrong in (
        replace(position, wall=3),
        replace(position, hand=(*position.hand, 0)),
        replace(position, offer=0),
    ):
        assert not can_draw(wrong)
        with pytest.raises(BadCount):
            drawn(wrong, 0)
    with pytest.raises(TooManyCopies):
        drawn(replace(position, visible=parse_tiles("1111z")), parse_tile("1z"))


@given(st.integers(0, 10**6))
def test_a_random_tile_is_one_that_is_left(seed):
    position = Position(hand=parse_tiles("5555p6778s"), indicator=3, visible=parse_tiles("1111222233334444z"))
    tile = random_tile(position, seed)
    assert tile is not None
    assert position.live[tile] > 0
    assert random_tile(position, seed) == tile
    gone = replace(
        position,
        visible=tuple(kind for kind in range(34) for _ in range(position.live[kind])) + position.visible,
    )
    assert random_tile(gone, seed) is None


@given(seed=st.integers(0, 10**6), rules=st.sampled_from(sorted(PRESETS)))
@settings(max_examples=20)
def test_a_random_position_is_legal_on_turn_and_the_same_again(seed, rules):
    position = random_position(preset(rules), seed)
    assert position.problems() == ()
    assert position.missing_melds == 0
    assert len(position.hand) % 3 == 2
    assert position == random_position(preset(rules), seed)
    assert discards(position).options


def test_a_seat_is_changed_with_everybody_around_it():
    chi = Player(melds=(Meld(MeldKind.CHI, parse_tiles("123p"), 0),), gangs=parse_tiles("5z"))
    position = Position(hand=parse_tiles("1m"), dealer=1, players=(PENG, chi, Player(), Player()))
    for seat in range(4):
        moved = position.seated(seat)
        assert moved.me.melds[0].source == (seat + 2) % 4
        assert str(moved.players[(seat + 1) % 4].melds[0]) == f"chi:123p@{seat}"
        assert (moved.dealer, moved.seat) == ((seat + 1) % 4, seat)
        assert moved.seated(0) == position


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_is_legal_and_shows_what_it_claims(example):
    position, offer = example.position, example.offer
    assert position.problems() == ()
    answer = discards(position) if offer is None else calls(position, offer)
    one, other = example.one.of(answer.options), example.other.of(answer.options)
    found = {reason.code: reason.favours for reason in differences(position, one, other)}
    assert found[example.code] is example.favours
    for lang in LANGUAGES:
        assert text(f"example-{example.name}", lang)
        assert text(f"example-{example.name}-line", lang)


def test_a_move_that_is_none_is_refused():
    with pytest.raises(LookupError):
        Move(Action.CHI).of(discards(EXAMPLES[0].position).options)


def test_the_comparison_is_one_less_the_other():
    position = Position(
        hand=parse_tiles("135m567p22567s"),
        indicator=parse_tile("9p"),
        visible=parse_tiles("4m"),
        players=(PENG, *(Player(),) * 3),
    )
    options = discards(position).options
    one, other = (Move(Action.DISCARD, parse_tile(tile)).of(options) for tile in ("5m", "1m"))
    found, back = compared(one, other), compared(other, one)
    # both wait for laizi; 一三万 for 二万, 三五万 for 四万, of which one is seen
    assert [(accept.tile, accept.live) for accept in found.gained] == [(parse_tile("2m"), 4)]
    assert [(accept.tile, accept.live) for accept in found.lost] == [(parse_tile("4m"), 3)]
    assert (back.gained, back.lost) == (found.lost, found.gained)
    assert (found.nearer, found.win, found.score) == (0, None, None)
    same = compared(one, one)
    assert (same.gained, same.lost, same.kept, same.given_up) == ((), (), (), ())
