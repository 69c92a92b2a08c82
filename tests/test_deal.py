"""The course of a deal: the same as the kernels', each broken rule named, hidden hands, the order of claims."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import PRESETS, Meld, MeldKind, Turn, compiler, parse_tile, parse_tiles
from analyzer.deal import Deal, Hand, Stage
from analyzer.errors import AnalyzerError
from analyzer.events import (
    AnGang,
    Chi,
    ChongGang,
    Discard,
    Draw,
    Drop,
    Gang,
    HuangZhuang,
    Pass,
    Peng,
    Win,
    XuGang,
)
from analyzer.playout import game_kernels as game
from analyzer.playout import model_kernels as players
from analyzer.position import Offer
from analyzer.texts import LANGUAGES, describe
from analyzer.wins import WinBy
from tests.proofs.records import check
from tests.reference.sidebyside import hands_of, play_beside

HIDDEN = ((None,) * 14, (None,) * 13, (None,) * 13, (None,) * 13)


def t(text: str) -> int:
    return parse_tile(text)


def a_deal(*hands: str, rules: str = "hongzhong", indicator: str = "4m", left: int = 72) -> Deal:
    """A deal of 东, with the hands of the first seats known; the laizi of the usual indicator is 5m."""
    known = [parse_tiles(hand) for hand in hands]
    deal = Deal.start(PRESETS[rules], 0, t(indicator), [*known, *HIDDEN[len(known) :]])
    return replace(deal, left=left)


def after(deal: Deal, *events) -> Deal:
    for event in events:
        deal = deal.apply(event)
    return deal


def opened(deal: Deal, seat: int, *texts: str) -> Deal:
    """The deal with the melds before a seat, which take three tiles each from its hand."""
    melds = tuple(
        Meld(MeldKind.PENG, (t(text),), (seat + 1) % 4)
        if len(text) == 2
        else Meld(MeldKind.CHI, parse_tiles(text), (seat + 3) % 4)
        for text in texts
    )
    player = replace(deal.players[seat], melds=melds)
    hand = deal.hands[seat]
    if hand.unknown:
        hand = Hand(hand.counts, hand.unknown - 3 * len(melds))
    free = list(deal.free)
    for meld in melds:
        for kind in meld.copies:
            free[kind] -= 1
    return replace(
        deal,
        players=deal._with_player(seat, player),
        hands=deal._with_hand(seat, hand),
        free=tuple(free),
    )


# The same as the kernels, the referee's side of which is test_playout's


@pytest.mark.xdist_group("playouts")
@pytest.mark.parametrize("name", PRESETS)
def test_questions_moves_and_payments_are_the_kernels(name):
    twins = compiler.compiled(game), compiler.compiled(players)
    for seed in range(4):
        check(play_beside(PRESETS[name], *twins, seed, policy=seed % 2 == 0))


def test_a_known_wall_is_drawn_from_its_front_and_keeps_every_tile():
    tiles = (np.random.default_rng(5).permutation(136) >> 2).tolist()
    deal = Deal.start(PRESETS["pizi"], 1, tiles[53], hands_of(tiles, 1), tiles[54:])
    drawn = []
    while not deal.over:
        event = deal.forced if deal.asked is None else deal.question[-1]
        if isinstance(event, Draw):
            drawn.append(event.tile)
        deal = deal.apply(event)
        located = sum(hand.size for hand in deal.hands) + 1 + len(tiles[54:]) - len(drawn)
        located += sum(
            len(player.discards)
            + len(player.gangs)
            + player.laizi_drops
            + sum(len(m.copies) for m in player.melds)
            for player in deal.players
        )
        assert located + (deal.stage in (Stage.CLAIM, Stage.ROB) and not deal.dead) == 136
    assert drawn == tiles[54 : 54 + len(drawn)]
    begun = Deal.start(PRESETS["pizi"], 0, tiles[53], hands_of(tiles, 0), tiles[54:])
    let_go = begun.apply(next(event for event in begun.legal(0) if isinstance(event, Discard)))
    with pytest.raises(AnalyzerError, match="deal-draw-not-of-wall"):
        let_go.apply(Draw(1, next(kind for kind in range(34) if kind != tiles[54])))


# Every rule, broken once


def on_turn(**how) -> Deal:
    return a_deal(**how)


def discarded(text: str = "1m", **how) -> Deal:
    return a_deal(**how).apply(Discard(0, t(text)))


def robbable(left: int = 40) -> Deal:
    deal = opened(a_deal(left=left), 0, "3p")
    return deal.apply(XuGang(0, t("3p")))


def ended() -> Deal:
    return discarded(left=0).apply(HuangZhuang())


def called() -> Deal:
    return discarded("3p").apply(Peng(1, t("3p"), 0))


BROKEN = {
    "deal-over": (ended, Draw(1, None), "§3"),
    "deal-draw-in-turn": (on_turn, Draw(0, t("1m")), "§3"),
    "deal-wall-at-end": (lambda: discarded(left=0), Draw(1, None), "§4"),
    "deal-draw-out-of-turn": (discarded, Draw(2, t("1m")), "§3"),
    "deal-no-copies-left": (
        lambda: a_deal("444m456p789s11223z").apply(Discard(0, t("4m"))),
        Draw(1, t("4m")),
        "§1",
    ),
    "deal-not-in-hand": (lambda: a_deal("123m456p789s11223z"), Discard(0, t("9m")), "§3"),
    "deal-last-tile-is-kept": (
        lambda: discarded(left=4).apply(Draw(1, t("2m"))),
        Discard(1, t("2m")),
        "§4",
    ),
    "deal-replacement-first": (lambda: on_turn().apply(Gang(0, t("5z"))), Discard(0, t("1m")), "§3"),
    "deal-not-drawn": (discarded, Discard(1, t("1m")), "§3"),
    "deal-out-of-turn": (on_turn, Discard(2, t("1m")), "§3"),
    "deal-no-hidden-gang": (lambda: a_deal("123m456p789s11223z"), AnGang(0, None), "§3"),
    "deal-nothing-to-claim": (on_turn, Peng(1, t("1m"), 0), "§3"),
    "deal-claims-another-tile": (discarded, Peng(1, t("2m"), 0), "§3"),
    "deal-chi-without-tile": (discarded, Chi(1, t("1m"), parse_tiles("234p"), 0), "§3"),
    "deal-tiles-left": (discarded, HuangZhuang(), "§4"),
    "deal-win-after-call": (called, Win(1, t("3p")), "§3"),
    "deal-no-moment-to-win": (discarded, Win(0, t("1m")), "§3"),
    "deal-wins-otherwise": (discarded, Win(1, t("2m"), WinBy.DISCARD, 0), "§3"),
    "deal-not-asked": (on_turn, Pass(0), "§3"),
    "move-four-melds": (
        lambda: opened(discarded("9s"), 1, "1s", "2s", "3s", "4s"),
        Peng(1, t("9s"), 0),
        "§4",
    ),
    "move-no-more-gangs": (lambda: discarded(left=4), ChongGang(1, t("1m"), 0), "§4"),
    "move-xu-gang-without-peng": (on_turn, XuGang(0, t("1m")), "§3"),
    "move-gang-after-call": (called, AnGang(1, t("1m")), "§3"),
    "move-not-a-gang-tile": (on_turn, Gang(0, t("6z")), "§2"),
    "move-gang-tile-discarded": (on_turn, Discard(0, t("5z")), "§2"),
    "move-drop-not-laizi": (on_turn, Drop(0, t("1m")), "§2"),
    "move-laizi-discarded": (on_turn, Discard(0, t("5m")), "§2"),
    "meld-chi-not-from-left": (lambda: discarded("3p"), Chi(2, t("3p"), parse_tiles("345p"), 0), None),
    "meld-with-laizi": (lambda: discarded("3m"), Chi(1, t("3m"), parse_tiles("345m"), 0), None),
    "meld-with-gang-tile": (on_turn, AnGang(0, t("5z")), None),
    "meld-not-a-run": (lambda: discarded("3p"), Chi(1, t("3p"), parse_tiles("346p"), 0), None),
    "meld-impossible-source": (lambda: discarded("3p"), Peng(0, t("3p"), 0), None),
    "deal-no-such-seat": (on_turn, Discard(7, t("1m")), None),
}
"""Messages, each with a deal, the event that breaks the rule there, and the clause that the error names."""


@pytest.mark.parametrize("message", BROKEN)
def test_a_broken_rule_is_named(message):
    deal, event, clause = BROKEN[message]
    with pytest.raises(AnalyzerError) as raised:
        deal().apply(event)
    assert raised.value.message == message
    if clause is not None:
        assert (raised.value.code, raised.value.params["clause"]) == ("illegal_event", clause)
        assert all(clause in describe(raised.value, lang) for lang in LANGUAGES)


def test_an_act_that_breaks_several_rules_is_told_all_of_them():
    with pytest.raises(AnalyzerError) as raised:
        replace(called(), left=3).apply(AnGang(1, t("5m")))
    faults = [raised.value, *raised.value.others]
    assert [fault.message for fault in faults] == [
        "meld-with-laizi",
        "move-gang-after-call",
        "move-no-more-gangs",
    ]


# Wins


def to_win(hand: str, *melds: str, rules: str = "hongzhong", tile: str = "5p", left: int = 40) -> Deal:
    """北's discard of ``tile`` before 东, who holds ``hand`` beside melds."""
    deal = a_deal(rules=rules, left=left)
    deal = replace(deal, hands=deal._with_hand(0, Hand.of(parse_tiles(hand))), actor=3)
    free = list(deal.free)
    for kind in parse_tiles(hand):
        free[kind] -= 1
    deal = replace(deal, free=tuple(free))
    return opened(deal, 0, *melds).apply(Discard(3, t(tile)))


def the_win(deal: Deal) -> Win:
    (found,) = [event for event in deal.legal(0) if isinstance(event, Win)]
    return found


NO_WINS = {
    "deal-no-win-not-open": (lambda: to_win("123m456p789s234s5p"), "§3"),
    "deal-no-win-gang-tile-in-hand": (lambda: to_win("123m456p7s5p5z5z", "1z"), "§2"),
    "deal-no-win-laizi-limit": (lambda: to_win("55m12m456p78s5p", "1z"), "§4"),
    "deal-no-win-pair-not-258": (lambda: to_win("123m456p789s9p", "1z", tile="9p"), "§4"),
    "deal-no-win-no-shape": (lambda: to_win("123m456p139s5p", "1z"), "§4"),
    "deal-no-win-below-minimum": (lambda: to_win("123m456p789s5p", "1z", rules="yuanhang"), "§6"),
}


@pytest.mark.parametrize("message", NO_WINS)
def test_a_hand_that_cannot_win_is_told_why(message):
    deal, clause = NO_WINS[message]
    state = deal()
    assert not [event for event in state.legal(0) if isinstance(event, Win)]
    with pytest.raises(AnalyzerError) as raised:
        state.apply(Win(0, state.tile, WinBy.DISCARD, 3))
    assert message in [fault.message for fault in (raised.value, *raised.value.others)]
    assert raised.value.params["clause"] == clause


def test_nobody_wins_on_a_dropped_laizi_or_a_gang_tile():
    dropped = a_deal().apply(Drop(0, t("5m")))
    with pytest.raises(AnalyzerError, match="deal-no-win-dead-tile"):
        dropped.apply(Win(1, t("5m"), WinBy.DISCARD, 0))
    assert dropped.legal(1) == ()
    with pytest.raises(AnalyzerError, match="meld-with-laizi"):
        dropped.apply(Peng(1, t("5m"), 0))


def test_a_win_is_settled_and_a_wrong_settlement_is_refused():
    deal = to_win("123m456p789s5p", "1z")
    win = the_win(deal)
    assert (deal.legal(0)[0], deal.legal(0)[-1]) == (win, Pass(0))
    # 开口 1, 硬胡 1, 庄 1 for 东; 放冲 1 for 北
    assert win.pays == (8 + 8 + 16, -8, -8, -16)
    done = deal.apply(win)
    assert (done.over, done.result.winner, done.result.pays) == (True, 0, win.pays)
    assert done.result.score.hu == "small"
    assert deal.apply(replace(win, pays=None)).result.pays == win.pays
    with pytest.raises(AnalyzerError, match="deal-wrong-settlement"):
        deal.apply(replace(win, pays=(24, -8, -8, -8)))
    with pytest.raises(AnalyzerError, match="deal-shows-another-hand"):
        deal.apply(replace(win, hand=parse_tiles("123m456p78s55p1s")))


def test_the_win_of_a_hidden_hand_shows_its_tiles_or_its_amounts():
    deal = opened(discarded("5p", left=40), 1, "1z")
    hand = parse_tiles("123m456p789s55p")
    shown = deal.apply(Win(1, t("5p"), WinBy.DISCARD, 0, hand))
    assert shown.result.score.hard
    assert shown.result.pays == (-16, 24, -4, -4)
    assert deal.apply(Win(1, t("5p"), WinBy.DISCARD, 0, None, (-16, 24, -4, -4))).result.score is None
    for pays, message in (
        (None, "deal-hidden-win-without-pays"),
        ((16, -24, 4, 4), "deal-pays-no-settlement"),
        ((-16, 24, -4, -3), "deal-pays-no-settlement"),
    ):
        with pytest.raises(AnalyzerError, match=message):
            deal.apply(Win(1, t("5p"), WinBy.DISCARD, 0, None, pays))
    with pytest.raises(AnalyzerError, match="deal-no-copies-left"):
        deal.apply(Win(1, t("5p"), WinBy.DISCARD, 0, parse_tiles("4444m123456p5p")))
    ganged = replace(deal.players[1], melds=(*deal.players[1].melds, Meld(MeldKind.AN_GANG, ())))
    ganged = replace(deal, players=deal._with_player(1, ganged), hands=deal._with_hand(1, Hand(unknown=7)))
    short = Win(1, t("5p"), WinBy.DISCARD, 0, parse_tiles("123m456p55p"))
    with pytest.raises(AnalyzerError, match="deal-hidden-win-without-pays"):
        ganged.apply(short)
    # 开口 1, 暗杠 2, 硬胡 1; 放冲 1 and 庄 1 for 东
    assert ganged.apply(replace(short, an_gangs=(t("9s"),))).result.pays == (-64, 96, -16, -16)
    for gangs, message in (
        ("9s8s", "deal-shows-other-gangs"),
        ("", "deal-shows-other-gangs"),
        ("4m", "deal-no-copies-left"),
        ("5z", "meld-with-gang-tile"),
    ):
        with pytest.raises(AnalyzerError, match=message):
            ganged.apply(replace(short, an_gangs=parse_tiles(gangs)))
    with pytest.raises(AnalyzerError, match="deal-no-win-not-open"):
        discarded("5p").apply(Win(1, t("5p"), WinBy.DISCARD, 0, None, (-16, 24, -4, -4)))


# The order of claims (rules §3, §4)


def holding(deal: Deal, seat: int, hand: str) -> Deal:
    return replace(deal, hands=deal._with_hand(seat, Hand.of(parse_tiles(hand))))


def contested(dealer: int) -> Deal:
    """西 discards 5p: 东 and 南 may win on it, 北 may peng it, and chi it as the next player."""
    deal = replace(a_deal(left=40), dealer=dealer, actor=2)
    deal = opened(holding(deal, 0, "46p22m"), 0, "7s", "8s", "1z")
    deal = opened(holding(deal, 1, "46p88m"), 1, "6s", "9s", "2z")
    return holding(deal, 3, "345567p1233999m").apply(Discard(2, t("5p")))


@pytest.mark.parametrize("dealer", range(4))
def test_winners_are_asked_from_the_dealer_then_peng_then_chi(dealer):
    deal = contested(dealer)
    winners = sorted((0, 1), key=lambda seat: (seat - dealer) % 4)
    for seat in winners:
        assert deal.asked == seat
        assert [type(event) for event in deal.question] == [Win, Pass]
        deal = deal.apply(Pass(seat))
    assert deal.asked == 3
    runs = [Chi(3, t("5p"), parse_tiles(run), 2) for run in ("345p", "456p", "567p")]
    assert deal.question == (Peng(3, t("5p"), 2), *runs, Pass(3))
    assert deal.legal(3) == deal.question
    passed = deal.apply(Pass(3))
    assert (passed.asked, passed.forced) == (None, Draw(3, None))
    for event in (Peng(3, t("5p"), 2), runs[0], *[Win(each, t("5p"), WinBy.DISCARD, 2) for each in (0, 1)]):
        with pytest.raises(AnalyzerError, match="deal-has-passed"):
            passed.apply(event)
    # a record tells no passes: the draw does
    assert deal.apply(Draw(3, t("9p"))) == passed.apply(Draw(3, t("9p")))
    assert deal.apply(Draw(3, t("9p"))).players[2].discards == (t("5p"),)


def test_a_person_sees_all_his_choices_at_once():
    deal = holding(contested(0), 3, "46p22m345567s123p")
    assert {type(event) for event in contested(0).legal(3)} == {Peng, Chi, Pass}
    assert {type(event) for event in deal.legal(3)} == {Chi, Pass}
    assert [type(event) for event in deal.legal(0)] == [Win, Pass]
    assert deal.legal(2) == ()


def test_who_may_chi_is_asked_when_another_has_passed_a_peng():
    deal = holding(holding(a_deal(left=40), 3, "55p1233999m12345s"), 1, "46p1233999m1234s")
    deal = holding(deal, 2, "123456789s1234z")
    deal = deal.apply(Discard(0, t("5p")))
    assert (deal.asked, deal.question) == (3, (Peng(3, t("5p"), 0), Pass(3)))
    deal = deal.apply(Pass(3))
    assert (deal.asked, deal.question) == (1, (Chi(1, t("5p"), parse_tiles("456p"), 0), Pass(1)))


# 抢杠, 海底, replacements


def test_a_gang_is_robbed_before_its_replacement_is_drawn():
    deal = robbable()
    assert deal.offer(1) == Offer(t("3p"), 0, robbed=True)
    robber = opened(holding(deal, 2, "24p22m"), 2, "7s", "8s", "1z")
    assert robber.asked == 2
    win = robber.question[0]
    assert (win.by, win.source, type(robber.question[1])) == (WinBy.QIANGGANG, 0, Pass)
    done = robber.apply(win)
    assert done.result.score.big == ("qianggang",)
    # 承包: the robbed player pays for all
    assert [amount < 0 for amount in done.result.pays] == [True, False, False, False]
    assert done.players[0].melds[0].kind is MeldKind.PENG
    stands = robber.apply(Draw(0, t("9m")))
    assert stands.players[0].melds[0].kind is MeldKind.XU_GANG
    assert stands.after_gang
    with pytest.raises(AnalyzerError, match="deal-draw-out-of-turn"):
        robber.apply(Draw(1, t("9m")))


def test_the_last_four_tiles_are_drawn_in_turn_and_kept():
    deal = discarded("1m", left=4)
    for seat in (1, 2, 3, 0):
        assert deal.forced == Draw(seat, None)
        deal = deal.apply(Draw(seat, t(f"{seat + 1}s")))
        assert deal.stage is Stage.LAST
    assert deal.forced == HuangZhuang()
    done = deal.apply(HuangZhuang())
    assert (done.over, done.result.pays, done.result.winner) == (True, (0, 0, 0, 0), None)


def test_one_of_the_last_four_tiles_wins_as_haidilao():
    deal = opened(holding(discarded("1m", left=4), 1, "46p22m"), 1, "7s", "8s", "1z")
    deal = deal.apply(Draw(1, t("5p")))
    assert deal.position(1).turn is Turn.LAST_DRAW
    assert deal.asked == 1
    win = deal.question[0]
    assert deal.apply(win).result.score.big == ("haidilao",)
    kept = deal.apply(Pass(1))
    assert (kept.asked, kept.forced) == (None, Draw(2, None))


def test_gang_tiles_go_without_a_replacement_when_no_gangs_are_left():
    deal = replace(on_turn(), left=4)
    let_go = deal.apply(Gang(0, t("5z")))
    assert (let_go.stage, let_go.forced, let_go.players[0].gangs) == (Stage.CLAIM, Draw(1, None), (t("5z"),))
    assert replace(deal, left=5).apply(Gang(0, t("5z"))).forced == Draw(0, None)
    with pytest.raises(AnalyzerError, match="move-no-more-gangs"):
        deal.apply(Gang(0, t("5m")))
    assert deal.apply(Drop(0, t("5m"))).players[0].laizi_drops == 1


def test_a_replacement_after_a_call_lets_the_player_gang_and_win_again():
    deal = called().apply(Gang(1, t("5z")))
    with pytest.raises(AnalyzerError, match="deal-draw-out-of-turn"):
        deal.apply(Draw(2, t("1m")))
    assert deal.apply(Draw(1, t("1m"))).apply(AnGang(1, None)).players[1].melds[1] == Meld(
        MeldKind.AN_GANG, ()
    )


# What is known


def test_a_seat_sees_its_own_tiles_and_what_lies_open():
    deal = after(
        a_deal("1111m456p789s1122z"),
        AnGang(0, t("1m")),
        Draw(0, t("9p")),
        Discard(0, t("1z")),
    )
    mine = deal.position(0)
    assert (str(mine), mine.wall, mine.turn) == ("4569p789s122z an_gang:1m", 71, Turn.DRAWN)
    assert deal.offer(0) is None
    with pytest.raises(AnalyzerError, match="deal-hidden-hand"):
        deal.position(1)
    known = holding(deal, 1, "11z123456789m12s")
    theirs = known.position(1)
    assert theirs.players[0].melds == (Meld(MeldKind.AN_GANG, ()),)
    assert (theirs.offer, known.offer(1)) == (t("1z"), Offer(t("1z"), 0))
    theirs.check()


def test_hidden_hands_do_what_copies_allow():
    deal = discarded("1m")
    assert {type(event) for event in deal.legal(1)} == {Peng, ChongGang, Chi, Pass}
    assert deal.apply(ChongGang(1, t("1m"), 0)).hands[1].unknown == 10
    seen = replace(
        deal, free=tuple(1 if kind == t("1m") else copies for kind, copies in enumerate(deal.free))
    )
    assert {type(event) for event in seen.legal(1)} == {Chi, Pass}
    with pytest.raises(AnalyzerError, match="deal-no-copies-left"):
        seen.apply(Peng(1, t("1m"), 0))


@pytest.mark.parametrize(
    ("dealer", "hands", "wall", "message"),
    [
        (4, HIDDEN, None, "position-no-such-seat"),
        (1, HIDDEN, None, "deal-hand-count"),
        (0, HIDDEN[:3], None, "position-not-four-players"),
        (0, [(0,) * 14, *HIDDEN[1:]], None, "position-too-many-copies"),
        (0, HIDDEN, (0,) * 81, "deal-wall-count"),
    ],
)
def test_a_deal_that_cannot_begin_says_why(dealer, hands, wall, message):
    with pytest.raises(AnalyzerError) as raised:
        Deal.start(PRESETS["hongzhong"], dealer, t("4m"), hands, wall)
    assert message in [fault.message for fault in (raised.value, *raised.value.others)]


@given(st.integers(0, 2**32), st.sampled_from(list(PRESETS)))
def test_what_is_legal_applies_and_what_is_not_raises_only_named_errors(seed, name):
    rng = np.random.default_rng(seed)
    tiles = (rng.permutation(136) >> 2).tolist()
    hands = [hand if rng.random() < 0.7 else [None] * len(hand) for hand in hands_of(tiles, 0)]
    deal = Deal.start(PRESETS[name], 0, tiles[53], hands)
    for _ in range(40):
        if deal.over:
            break
        legal = [event for seat in range(4) for event in deal.legal(seat) if not isinstance(event, Pass)]
        for event in legal[:3]:
            deal.apply(event)
        for _ in range(3):
            kind = int(rng.integers(34))
            seat, source = (int(n) for n in rng.integers(4, size=2))
            event = [
                Draw(seat, kind),
                Discard(seat, kind),
                Drop(seat, kind),
                Gang(seat, kind),
                AnGang(seat, kind),
                XuGang(seat, kind),
                Peng(seat, kind, source),
                Win(seat, kind, WinBy.DISCARD, source),
                HuangZhuang(),
                Pass(seat),
            ][int(rng.integers(10))]
            try:
                deal.apply(event)
            except AnalyzerError as error:
                assert describe(error)
            else:
                assert (
                    isinstance(event, Draw | HuangZhuang)
                    or event in [*legal, Pass(seat)]
                    or isinstance(event, Win)
                )
        forced = deal.forced
        chosen = (
            legal[int(rng.integers(len(legal)))]
            if legal and (forced is None or rng.random() < 0.3)
            else forced
        )
        if isinstance(chosen, Draw):
            kinds = [kind for kind, copies in enumerate(deal.free) if copies]
            chosen = Draw(chosen.seat, kinds[int(rng.integers(len(kinds)))])
        deal = deal.apply(chosen)
