"""比一比 and 争议: games side by side, money to the cent, and which rules give what a table paid, all against plain
figures and brute force."""

import time
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.compare import Finish, compare, games
from analyzer.disputes import Paid, alternatives, explain
from analyzer.errors import AnalyzerError, BadCount, BadRequest, BadRules, BadSeat
from analyzer.money import CENT, LARGEST_STAKE, money, parse_stake
from analyzer.notation import parse_tile, parse_tiles
from analyzer.position import SEATS, Meld, MeldKind, Player, Position
from analyzer.rules import PRESETS, RULE_FIELDS, RuleSet
from analyzer.settlement import score
from analyzer.wins import ALL_NAMED, BIG_HANDS, REASON_CLAUSES, REASONS, Unnamed, Win, WinBy, readings
from pages.ui.winning import EXAMPLES, finish_of

FINISHES = {name: finish_of(position, how) for name, (position, how) in EXAMPLES.items()}
WORKED, CONTRACT, GOLD, ROBBED = (FINISHES[name] for name in ("worked", "contract", "gold", "robbed"))


# ---------------------------------------------------------------------------------------- the worked figure


def test_section_9_the_worked_figure_of_the_sources():
    """A discards to D, C is the dealer: A pays 128, B 64, C 128, and D receives 320."""
    found = WORKED.score()
    assert (found.hu, found.hard, found.fan) == ("small", True, (3, 2, 3, 4))
    assert found.pays == (-128, -64, -128, 320)
    assert WORKED.position.dealer == 2
    assert (WORKED.win.source, WORKED.win.by) == (0, WinBy.DISCARD)


@pytest.mark.parametrize("name", FINISHES)
def test_examples_are_legal_wins(name):
    finish = FINISHES[name]
    assert finish.position.problems() == ()
    found = finish.score()
    assert found.valid
    assert sum(found.pays) == 0


def test_examples_show_what_their_names_say():
    usual = FINISHES["usual"].score()
    assert (usual.big, usual.hard, usual.fan, usual.raw) == (
        ("pengpenghu",),
        True,
        (3, 1, 0, 2),
        (0, 240, 120, 480),
    )
    assert usual.pays == (660, -240, -120, -300)
    assert (CONTRACT.score().contract, CONTRACT.score().big) == (1, ("qingyise",))
    assert GOLD.score().gold
    assert ROBBED.score().big == ("qianggang",)


# --------------------------------------------------------------------------------------- melds without tiles


def named(unnamed: Unnamed) -> tuple[Meld, ...]:
    """The same melds with tiles that nothing else uses."""
    kinds = iter(parse_tiles("1234z"))
    calls = tuple(Meld(MeldKind.PENG, (next(kinds),), 0) for _ in range(unnamed.calls))
    return calls + tuple(Meld(MeldKind.CHONG_GANG, (next(kinds),), 0) for _ in range(unnamed.gangs))


@pytest.mark.parametrize("game", PRESETS)
@pytest.mark.parametrize("unnamed", [Unnamed(1, 0), Unnamed(0, 1), Unnamed(2, 2), Unnamed(3, 1)])
def test_melds_without_tiles_count_as_those_with(game, unnamed):
    position = Position(
        hand=parse_tiles("345m456p678p88s"),
        rules=PRESETS[game],
        indicator=parse_tile("1s"),
        players=(Player(melds=(Meld(MeldKind.PENG, parse_tiles("9p"), 1),)), *(Player(),) * 3),
    )
    win = Win(parse_tile("6p"))
    players = list(position.players)
    players[2] = Player(melds=named(unnamed))
    told = score(replace(position, players=tuple(players)), win)
    assert score(position, win, (Unnamed(), Unnamed(), unnamed, Unnamed())) == told
    assert told.fan[2] > 0


@pytest.mark.parametrize("unnamed", [Unnamed(4, 1), Unnamed(-1, 0), Unnamed(2, -1)])
def test_no_player_has_five_melds_or_fewer_than_none(unnamed):
    position = WORKED.position
    with pytest.raises(BadCount):
        score(position, WORKED.win, (unnamed, Unnamed(), Unnamed(), Unnamed()))


def test_the_winners_melds_need_their_tiles():
    with pytest.raises(BadCount):
        readings(WORKED.position, WORKED.win, (*ALL_NAMED[:3], Unnamed(1, 0)))


def test_every_reason_has_its_clause():
    assert set(REASON_CLAUSES) == set(REASONS)
    assert set(REASON_CLAUSES.values()) <= {f"§{number}" for number in range(1, 10)}


# --------------------------------------------------------------------------------------------- side by side


@pytest.mark.parametrize("name", FINISHES)
def test_a_row_is_the_score_under_its_game(name):
    finish = FINISHES[name]
    rows = compare(finish, PRESETS.values())
    assert [row.rules for row in rows] == list(PRESETS.values())
    for row in rows:
        position = finish.under(row.rules).position
        assert position.laizi == row.rules.laizi_of(finish.position.indicator)
        faults = position.problems()
        if faults:
            assert row.score is None
            assert str(row.problem) == str(faults[0])
        else:
            assert row.score == score(position, finish.win)


def test_a_custom_rule_set_comes_after_the_games():
    custom = replace(PRESETS["facai"], id="ours", cap=350)
    assert games(custom) == (*PRESETS.values(), custom)
    assert games(PRESETS["qipi"]) == tuple(PRESETS.values())


def test_a_gang_that_is_none_elsewhere_is_told_as_a_fault():
    players = list(WORKED.position.players)
    players[1] = Player(gangs=parse_tiles("6z"))
    rows = compare(
        replace(WORKED, position=replace(WORKED.position, players=tuple(players))), PRESETS.values()
    )
    for row in rows:
        assert (row.score is None) == (parse_tile("6z") not in row.rules.gang_honours)


# --------------------------------------------------------------------------------------------------- money


@pytest.mark.parametrize(
    ("written", "stake"),
    [("0.5", "0.5"), (" 2 ", "2"), ("0，25", "0.25"), ("１．５", "1.5"), ("10000", "10000"), (".5", "0.5")],
)
def test_a_stake_is_read(written, stake):
    assert parse_stake(written) == Decimal(stake)


@pytest.mark.parametrize("written", ["", "a", "-1", "1.23456", "1.2.3", "1e3", "NaN", "<b>1</b>", "."])
def test_what_is_no_stake_is_named(written):
    with pytest.raises(BadRequest) as refused:
        parse_stake(written)
    assert refused.value.params["value"] == written


@pytest.mark.parametrize("written", ["0", "0.0000", "10001"])
def test_a_stake_out_of_range_is_named(written):
    with pytest.raises(BadRequest, match="stake-out-of-range"):
        parse_stake(written)


@given(
    losses=st.lists(st.integers(0, 10**6), min_size=3, max_size=3),
    winner=st.sampled_from(SEATS),
    stake=st.decimals(Decimal("0.0001"), LARGEST_STAKE, places=4),
)
def test_money_sums_to_zero_and_is_exact_to_half_a_cent(losses, winner, stake):
    pays = [-points for points in losses]
    pays.insert(winner, sum(losses))
    paid = money(pays, stake)
    assert sum(paid) == 0
    for seat, (points, amount) in enumerate(zip(pays, paid, strict=True)):
        assert amount == amount.quantize(CENT)
        assert abs(amount - points * stake) <= (CENT / 2 if seat != winner else 3 * CENT / 2)


def test_halves_of_a_cent_go_up_for_losers():
    assert money((-1, 3, -1, -1), Decimal("0.005")) == tuple(
        map(Decimal, ("-0.01", "0.03", "-0.01", "-0.01"))
    )


# ------------------------------------------------------------------------------------------------- disputes


def changed(finish: Finish, fields: dict[str, object]) -> tuple[int, ...] | None:
    """What the hand pays with these fields changed, the plain way; ``None`` where nothing can be said."""
    try:
        finish = finish.under(replace(finish.position.rules, **fields))
        finish.position.check()
        found = finish.score()
    except AnalyzerError:
        return None
    return found.pays if found.valid else None


def fits(pays: tuple[int, ...] | None, paid: Paid) -> bool:
    if pays is None or (paid.total is not None and max(pays) != paid.total):
        return False
    return all(told is None or -points == told for points, told in zip(pays, paid.each, strict=True))


def by_force(finish: Finish, paid: Paid) -> tuple[set[object], set[object]]:
    """Every single change and every pair of changes that give ``paid``, tried one by one."""
    tried = {name: alternatives(finish, paid, name) for name in RULE_FIELDS}
    one = {
        (name, value)
        for name, values in tried.items()
        for value in values
        if fits(changed(finish, {name: value}), paid)
    }
    two = {
        frozenset(((first, a), (second, b)))
        for first, second in combinations(tried, 2)
        for a in tried[first]
        for b in tried[second]
        if (first, a) not in one and (second, b) not in one
        if fits(changed(finish, {first: a, second: b}), paid)
    }
    return one, two


def told(candidates) -> list[object]:
    return [tuple((change.field, change.after) for change in each.changes) for each in candidates]


@pytest.mark.parametrize(
    ("name", "paid"),
    [
        ("gold", Paid(each=(None, 400, 400, 400))),
        ("contract", Paid(each=(None, 0, 40, 240))),
    ],
)
def test_changes_are_all_that_brute_force_finds(name, paid):
    finish = FINISHES[name]
    found = explain(finish, paid)
    one, two = by_force(finish, paid)
    assert not found.agrees
    assert {each[0] for each in told(found.one)} == one
    assert {frozenset(each) for each in told(found.two)} == two
    assert len(told(found.one)) == len(one)
    assert len(told(found.two)) == len(two)
    assert {each.rules.id for each in found.games} == {
        row.rules.id
        for row in compare(finish, PRESETS.values())
        if row.score and row.score.valid and fits(row.score.pays, paid)
    }


@given(data=st.data())
@settings(max_examples=25)
def test_a_payment_under_one_changed_field_is_explained(data):
    finish = FINISHES[data.draw(st.sampled_from(list(FINISHES)))]
    name = data.draw(st.sampled_from(list(RULE_FIELDS)))
    values = alternatives(finish, Paid(total=0), name)
    value = data.draw(st.sampled_from(values))
    pays = changed(finish, {name: value})
    if pays is None:
        return
    each = tuple(-points if seat != finish.position.seat else None for seat, points in enumerate(pays))
    found = explain(finish, Paid(each=each))
    if pays == finish.score().pays:
        assert found.agrees
        assert (found.one, found.two, found.nearest) == ((), (), ())
    else:
        assert ((name, value),) in told(found.one)
        for candidate in (*found.one, *found.two, *found.games):
            assert candidate.score.pays == pays
            assert candidate.off == 0


def test_where_nothing_gives_the_payment_the_nearest_are_told():
    paid = Paid(each=(63, 31, 65, None))
    found = explain(WORKED, paid)
    assert (found.games, found.one, found.two, found.slips) == ((), (), (), ())
    assert [candidate.off for candidate in found.nearest] == sorted(each.off for each in found.nearest)
    assert all(each.off == paid.off(each.score.pays) > 0 for each in found.nearest)
    amounts = [each.score.pays for each in found.nearest]
    assert len(set(amounts)) == len(amounts)
    single = [
        changed(WORKED, {name: value}) for name in RULE_FIELDS for value in alternatives(WORKED, paid, name)
    ]
    assert found.nearest[0].off <= min(paid.off(pays) for pays in single if pays)


def with_drops(finish: Finish, seat: int, drops: int) -> Finish:
    players = list(finish.position.players)
    players[seat] = replace(players[seat], laizi_drops=drops)
    return replace(finish, position=replace(finish.position, players=tuple(players)))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("fan", [-2, -1, 1, 2])
def test_a_fan_too_few_or_too_many_is_found(seat, fan):
    """What a dropped laizi more or less would pay, the plain way."""
    high = WORKED.under(replace(WORKED.position.rules, cap=100_000, gold=100_000))
    finish = with_drops(high, seat, 2)
    pays = with_drops(high, seat, 2 + fan).score().pays
    paid = Paid(each=tuple(None if points > 0 else -points for points in pays))
    found = [slip for slip in explain(finish, paid).slips if slip.seat == seat and slip.fan == fan]
    assert len(found) == 1
    assert ("laizi_drop" in found[0].parts) == (fan == -2)


def test_a_wrong_dealer_is_found():
    for dealer in (0, 1, 3):
        dealt = replace(WORKED, position=replace(WORKED.position, dealer=dealer))
        pays = dealt.score().pays
        paid = Paid(each=tuple(None if points > 0 else -points for points in pays))
        found = explain(WORKED, paid).slips
        assert dealer in [slip.seat for slip in found if slip.fan is None]


def test_slips_are_looked_for_only_where_there_is_a_count():
    closed = replace(WORKED, position=replace(WORKED.position, hand=parse_tiles("1345m456p678p8s")))
    assert explain(closed, Paid(total=320)).slips == ()


def test_a_cap_that_a_total_speaks_for_is_found():
    finish = FINISHES["gold"]
    rules = replace(finish.position.rules, cap=700, gold=2000)
    assert finish.under(rules).score().pays == (1880, -480, -700, -700)
    current = replace(finish, position=replace(finish.position, rules=replace(rules, cap=1000)))
    assert (("cap", 700),) in told(explain(current, Paid(total=1880)).one)


def test_every_value_that_a_field_allows_is_tried():
    for name, rule in RULE_FIELDS.items():
        tried = alternatives(WORKED, Paid(total=123), name)
        value = getattr(WORKED.position.rules, name)
        assert value not in tried
        assert all(rule.allows(each) for each in tried)
        assert set(rule.choices) <= {*tried, value}
        assert not rule.nullable or None in (*tried, value)


@pytest.mark.parametrize(
    ("paid", "kind"),
    [
        (Paid(), BadRequest),
        (Paid(total=-1), BadRequest),
        (Paid(each=(None, None, None, 5)), BadSeat),
        (Paid(total=5, each=(1, 1, 1, None)), BadRequest),
    ],
)
def test_a_payment_that_cannot_be_is_refused(paid, kind):
    with pytest.raises(kind):
        explain(WORKED, paid)


def test_rules_that_contradict_themselves_are_no_candidates():
    """A 金顶 below the cap can't be, so no pair may name one."""
    with pytest.raises(BadRules):
        replace(WORKED.position.rules, cap=900)
    found = explain(GOLD, Paid(each=(None, 900, 900, 900)))
    for candidate in (*found.one, *found.two):
        assert candidate.rules.gold >= candidate.rules.cap


def test_an_answer_takes_less_than_half_a_second():
    def seconds(nothing: int) -> float:
        begun = time.process_time()
        explain(GOLD, Paid(each=(None, nothing, 402, 403)))
        return time.process_time() - begun

    assert min(map(seconds, (401, 404, 405))) < 0.5


def test_the_hands_of_the_examples_are_known_by_name():
    assert {name for finish in FINISHES.values() for name in finish.score().big} <= set(BIG_HANDS)
    assert all(isinstance(row.rules, RuleSet) for row in compare(WORKED, games(WORKED.position.rules)))
