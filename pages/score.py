"""算番: a finished hand, step by step, as an account that a table can settle by."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import streamlit as st

from analyzer.disputes import Paid
from analyzer.errors import AnalyzerError
from analyzer.money import money, parse_stake
from analyzer.position import SEATS, MeldKind, Player
from analyzer.settlement import Score
from analyzer.texts import text
from analyzer.wins import MELDS
from pages.ui import copying, entry, library, offer, shell, state, won
from pages.ui.account import AccountPen
from pages.ui.accounts import Account, account, disputed
from pages.ui.analysis import analyse, faults, is_unfinished
from pages.ui.choosing import choose, shown
from pages.ui.plain import told
from pages.ui.winning import (
    EXAMPLES,
    How,
    Way,
    finish_of,
    hidden_gangs,
    link_of,
    with_gangs,
    with_hidden_gangs,
)

WAY, TILE, SOURCE, DEALER, WHOSE, STAKE = (
    "win_way",
    "win_tile",
    "win_source",
    "win_dealer",
    "win_whose",
    "win_stake",
)
PAID, OFFER = "win_paid", "win_offer"


def _begin() -> None:
    """Have a first visitor see a finished hand, in the game that is chosen."""
    how = won.how()
    position = state.table().position
    if position == replace(state.EXAMPLE, rules=position.rules) and how == How():
        example, said = EXAMPLES["usual"]
        state.put(replace(example, rules=position.rules))
        won.put(said)


# What is tapped


def _opened(name: str) -> None:
    position, how = EXAMPLES[name]
    state.put(position)
    won.put(replace(how, stake=won.how().stake))


def _way_chosen() -> None:
    if st.session_state.get(WAY) in list(Way):
        way = Way(st.session_state[WAY])
        # Hardly any tile of a hand can have been robbed: begin with one that can.
        won.say(way=way, **({"tile": None} if way is Way.QIANGGANG else {}))


def _tile_chosen() -> None:
    if st.session_state.get(TILE) in state.table().position.hand:
        won.say(tile=st.session_state[TILE])


def _source_chosen() -> None:
    if st.session_state.get(SOURCE) in SEATS:
        won.say(source=st.session_state[SOURCE])


def _dealer_chosen() -> None:
    if st.session_state.get(DEALER) in SEATS:
        state.amend(dealer=st.session_state[DEALER])


def _staked() -> None:
    if STAKE in st.session_state:
        won.say(stake=str(st.session_state[STAKE])[:40])


def _paid() -> None:
    winner = state.table().position.seat
    each = tuple(None if seat == winner else st.session_state.get(f"{PAID}_{seat}") for seat in SEATS)
    paid = Paid(st.session_state.get(f"{PAID}_total"), each)
    won.say(paid=None if paid == Paid() else paid)


def _unpaid() -> None:
    won.say(paid=None)


def _drawn(tile: int) -> None:
    position = state.table().position
    state.put(replace(position, hand=(*position.hand, tile)))
    won.say(tile=tile)


def _amend(seat: int, change: Callable[[Player], Player]) -> None:
    players = list(state.table().position.players)
    players[seat] = change(players[seat])
    state.put(replace(state.table().position, players=tuple(players)))


def _counted(what: str, seat: int, kind: int) -> None:
    """Write what was tapped for one player where it belongs: into the position where its tiles are known."""
    count = st.session_state.get(_key(what, seat, kind))
    if not isinstance(count, int) or count not in range(MELDS + 1):
        return
    player = state.table().position.players[seat]
    unnamed = won.how().unnamed[seat]
    if what == "calls":
        won.put(won.how().with_unnamed(seat, replace(unnamed, calls=count - _named(player, False))))
    elif what == "ming":
        won.put(won.how().with_unnamed(seat, replace(unnamed, gangs=count - _named(player, True))))
    elif what == "an":
        _amend(seat, lambda each: with_hidden_gangs(each, count - _own_an_gangs(each)))
    elif what == "drops":
        _amend(seat, lambda each: replace(each, laizi_drops=count))
    else:
        _amend(seat, lambda each: with_gangs(each, kind, count))


def _ready(seat: int) -> None:
    ready = not st.session_state[_key("noten", seat, 0)]
    _amend(seat, lambda each: replace(each, tenpai=ready))


# What is drawn


def _key(what: str, seat: int, kind: int) -> str:
    return f"win_{what}_{seat}_{kind}"


def _named(player: Player, gangs: bool) -> int:
    """Open melds that lie in the position, 明杠 or 吃 and 碰."""
    return sum(1 for meld in player.open_melds if meld.kind.is_gang is gangs)


def _own_an_gangs(player: Player) -> int:
    return sum(1 for meld in player.melds if meld.kind is MeldKind.AN_GANG) - hidden_gangs(player)


def _win_controls(pen: AccountPen) -> None:
    position, how = pen.position, won.how()
    way = how.way_in(position)
    shown(
        text("won-by", pen.lang),
        list(Way),
        way,
        key=WAY,
        told=lambda each: text(f"score-way-{each.replace('_', '-')}", pen.lang),
        on_change=_way_chosen,
    )
    win = finish_of(position, how).win
    if way.from_another:
        with st.container(horizontal=True, key="win_from"):
            shown(
                text("score-from-robbed" if way is Way.QIANGGANG else "score-from", pen.lang),
                pen.from_me()[1:],
                win.source,
                key=SOURCE,
                told=pen.seat,
                on_change=_source_chosen,
            )
            st.session_state[TILE] = win.tile
            st.selectbox(
                text("won-on", pen.lang),
                sorted(set(position.hand)),
                format_func=pen.name,
                key=TILE,
                on_change=_tile_chosen,
                width=140,
            )
    shown(
        text("dealer-label", pen.lang),
        pen.from_me(),
        position.dealer,
        key=DEALER,
        told=pen.seat,
        on_change=_dealer_chosen,
    )


def _table(pen: AccountPen) -> None:
    """各家桌面: what adds fan, player by player, in numbers; tiles that are known are tapped in the picker."""
    with st.expander(text("score-table", pen.lang), key="score_table"):
        st.caption(text("score-table-how", pen.lang))
        seats = [*pen.from_me()[1:], pen.position.seat]
        _before(pen, choose(text("score-whose", pen.lang), seats, key=WHOSE, told=pen.seat, hidden=True))


def _before(pen: AccountPen, seat: int) -> None:
    position = pen.position
    player, unnamed = position.players[seat], won.how().unnamed[seat]
    others = seat != position.seat
    if others:
        melds = len(player.melds) + unnamed.melds
        calls, ming = _named(player, False), _named(player, True)
        _count(pen, "calls", seat, calls + unnamed.calls, calls, MELDS - melds)
        _count(pen, "ming", seat, ming + unnamed.gangs, ming, MELDS - melds)
        own = _own_an_gangs(player)
        _count(pen, "an", seat, own + hidden_gangs(player), own, MELDS - melds)
    for kind in position.gang_tiles:
        _count(pen, "honour", seat, player.gangs.count(kind), 0, max(0, position.live[kind]), kind)
    if position.laizi is not None:
        left = max(0, position.live[position.laizi])
        _count(pen, "laizi", seat, player.gangs.count(position.laizi), 0, left, position.laizi)
        _count(pen, "drops", seat, player.laizi_drops, 0, left)
    if others:
        st.session_state[_key("noten", seat, 0)] = not player.tenpai
        st.toggle(
            text("score-noten", pen.lang),
            key=_key("noten", seat, 0),
            on_change=_ready,
            args=(seat,),
            help=text("score-noten-help", pen.lang),
        )


def _count(pen: AccountPen, what: str, seat: int, count: int, least: int, more: int, kind: int = 0) -> None:
    """One row of numbers; ``more`` can still come to what there is."""
    key = _key(what, seat, kind)
    st.session_state[key] = count
    with st.container(horizontal=True, vertical_alignment="center", key=f"row_{key}"):
        label = text(f"score-count-{what}", pen.lang, tile=pen.name(kind))
        st.html(f'<span class="wm-count">{pen.say(f"score-count-{what}", tile=pen.name(kind))}</span>')
        st.segmented_control(
            label,
            list(range(least, max(count, min(MELDS, count + more)) + 1)),
            key=key,
            on_change=_counted,
            args=(what, seat, kind),
            required=True,
            label_visibility="collapsed",
        )


def _examples(pen: AccountPen) -> None:
    st.html(f'<span class="wm-soft">{pen.say("score-examples")}</span>', width="content")
    for name in EXAMPLES:
        st.button(
            text(f"score-example-{name}", pen.lang),
            key=f"example_{name}",
            on_click=_opened,
            args=(name,),
        )


def _unanswered(pen: AccountPen) -> bool:
    """Say what keeps the hand from being scored, if anything does."""
    position = pen.position
    if not position.hand:
        st.html(pen.empty_account())
        return True
    found = faults(position)
    for problem in found:
        st.warning(told(problem, pen.lang), icon=":material/error:")
    if found:
        return True
    if is_unfinished(position):
        st.html(pen.partial())
        return True
    if len(position.hand) % 3 == 1:
        waiting = analyse(position).waits
        tiles = [] if waiting is None else [wait.tile for wait in waiting.waits]
        st.html(pen.one_short(bool(tiles)))
        with st.container(horizontal=True, key="score_waits"):
            for tile in tiles:
                st.button(pen.name(tile), key=f"draw_{tile}", on_click=_drawn, args=(tile,))
        return True
    return False


def _answer(pen: AccountPen, found: Account) -> None:
    if not found.score.valid:
        st.html(pen.refused(found.score))
        return
    st.html(pen.head(found.score, _money(pen, found.score)))
    st.html(
        pen.account(found.score, found.finish) + pen.sentences(found.score) + pen.readings(found.readings)
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key="score_next"):
        st.session_state[STAKE] = won.how().stake
        st.text_input(
            text("score-stake", pen.lang),
            key=STAKE,
            on_change=_staked,
            max_chars=12,
            placeholder="0.5",
            help=text("score-stake-help", pen.lang),
            width=200,
        )
        offer.button(found.score, found.finish.position, found.finish.win, key=OFFER)
    if st.session_state.get(OFFER):
        st.switch_page("pages/table.py")


def _money(pen: AccountPen, score: Score) -> tuple[Decimal, ...] | None:
    stake = won.how().stake.strip()
    if not stake:
        return None
    try:
        return money(score.pays, parse_stake(stake))
    except AnalyzerError as error:
        st.warning(told(error, pen.lang), icon=":material/error:")
        return None


def _dispute(pen: AccountPen, found: Account) -> None:
    st.html(pen.dispute_title())
    paid = won.how().paid or Paid()
    with st.container(horizontal=True, key="score_paid", vertical_alignment="bottom"):
        for seat in (*pen.from_me()[1:], None):
            key = f"{PAID}_total" if seat is None else f"{PAID}_{seat}"
            st.session_state[key] = paid.total if seat is None else paid.each[seat]
            st.number_input(
                text("score-paid-total", pen.lang)
                if seat is None
                else text("score-paid-by", pen.lang, seat=pen.seat(seat)),
                min_value=0,
                max_value=3_000_000,
                step=1,
                value=None,
                key=key,
                on_change=_paid,
                width=122,
            )
    if won.how().paid is None:
        return
    try:
        st.html(pen.explanation(disputed(found.finish, paid)))
    except AnalyzerError as error:
        st.warning(told(error, pen.lang), icon=":material/error:")
    st.button(text("score-unpaid", pen.lang), key="unpaid", on_click=_unpaid)


shell.enter()
shell.style("score")
_begin()
pen = AccountPen(state.table().position, state.language(), own=library.name_in_use())
left, right = st.columns([1, 1], gap="medium")
with left:
    entry.hand(pen)
    if pen.position.hand:
        _win_controls(pen)
        _table(pen)
state.add_to_link(**link_of(pen.position, won.how()))
found: Account | None = None
with right:
    refused = won.refused()
    if refused is not None:
        st.error(told(refused, pen.lang), icon=":material/error:")
    if not _unanswered(pen):
        try:
            found = account(finish_of(pen.position, won.how()))
        except AnalyzerError as error:
            st.warning(told(error, pen.lang), icon=":material/error:")
        else:
            _answer(pen, found)
            copying.bar(pen, pen.sheet(found.score))
if found is not None:
    with right:
        _dispute(pen, found)
    st.html(pen.games(found.rows))
with st.container(horizontal=True, key="score_foot", vertical_alignment="center"):
    entry.share(pen)
    if found is not None and found.score.valid:
        with st.popover(text("score-copy", pen.lang), key="score_copy"):
            st.code(pen.plain(found.score, found.finish), language=None, wrap_lines=True)
    _examples(pen)
