"""牌桌: who sits where, and the running ledger of the evening, kept in the visitor's browser.

An ordinary deal is three taps: who won, how, and 记下.  What it pays is reckoned by the rules on top of the page,
every seat open and nothing else before it, until somebody says otherwise.
"""

from datetime import date
from typing import Final, cast

import streamlit as st

from analyzer.errors import AnalyzerError
from analyzer.ledger import (
    LARGEST_AMOUNT,
    MOST_FAN,
    Entry,
    Ledger,
    Reckoned,
    fitting_hands,
    reckon,
    stake_of,
    to_csv,
)
from analyzer.position import SEATS
from analyzer.texts import text
from pages.ui import offer, seats, shell, state, storage
from pages.ui.plain import plain, told
from pages.ui.standing import LedgerPen

NAME: Final = "table"
WINNER, SOURCE, HARD, BIG, TYPED, PROBLEM, STAKE = (
    f"table_{name}" for name in ("winner", "source", "hard", "big", "typed", "problem", "stake")
)
ZIMO: Final = (
    -1
)  # 自摸 among the seats that a win may come from; Streamlit would draw a string of its own here


def read_table(value: object) -> Ledger | None:
    """The ledger that a browser has kept; ``None`` for a table that was cleared away.

    :raises AnalyzerError: it is none.
    """
    return None if value is None else Ledger.from_json(value)


storage.declare(NAME, read=read_table, title="page-table")


def _table() -> Ledger | None:
    return cast("Ledger | None", storage.value(NAME))


def _keep(ledger: Ledger | None) -> None:
    st.session_state[PROBLEM] = None
    storage.keep(NAME, None if ledger is None else ledger.to_json())


def _begin(ledger: Ledger) -> None:
    _forget()
    _keep(ledger)


def _forget() -> None:
    """A new deal begins with an empty form."""
    st.session_state.update({WINNER: None, SOURCE: None, HARD: False, BIG: [], TYPED: False})
    for seat in SEATS:
        st.session_state[f"table_fan_{seat}"] = 1
        st.session_state.pop(f"table_lost_{seat}", None)


def _write(entry: Entry) -> None:
    """Write a deal down, or say why not."""
    ledger = _table()
    if ledger is None:
        return
    try:
        _keep(ledger.add(entry))
    except AnalyzerError as error:
        st.session_state[PROBLEM] = error
    else:
        _forget()


def _write_offered(entry: Entry) -> None:
    _write(entry)
    if st.session_state[PROBLEM] is None:
        offer.withdraw()


def _turn(back: bool) -> None:
    ledger = _table()
    if ledger is None:
        return
    try:
        _keep(ledger.undo() if back else ledger.redo())
    except AnalyzerError as error:
        st.session_state[PROBLEM] = error


def _staked() -> None:
    ledger = _table()
    if ledger is not None and STAKE in st.session_state:
        _keep(ledger.at_stake(stake_of(st.session_state[STAKE] or 0.0)))


def _clear() -> None:
    _forget()
    _keep(None)


def _offered(pen: LedgerPen) -> None:
    """What another page has scored: written down with one tap."""
    found = offer.offered()
    if found is None:
        return
    turn = (pen.ledger.standing.dealer - found.dealer) % len(SEATS)
    try:
        entry = Entry.scored(found.score, winner=found.winner, source=found.source, turn=turn)
    except AnalyzerError as error:
        st.error(told(error, pen.lang))
        return
    with st.container(border=True, key="offered"):
        st.html(
            f"<h3>{pen.say('table-offered')}</h3><p>{pen.say('table-offered-told', told=pen.told(entry))} "
            f"{pen.say('table-offered-hand', hand=pen.hand(entry))}</p>{pen.four(entry.amounts)}"
            f'<p class="wm-note">{pen.say("table-offered-seats")}</p>'
        )
        with st.container(horizontal=True):
            st.button(
                text("table-write", pen.lang),
                key="write_offered",
                type="primary",
                on_click=_write_offered,
                args=(entry,),
            )
            st.button(text("table-let-go", pen.lang), key="withdraw", on_click=offer.withdraw)


def _deal(pen: LedgerPen) -> None:
    """记一盘: who won, how, what it pays."""
    names = [plain(name) for name in pen.ledger.names]
    with st.container(border=True, key="deal"):
        winner = st.segmented_control(
            text("table-who-won", pen.lang),
            SEATS,
            format_func=lambda seat: names[seat],
            key=WINNER,
            width="stretch",
        )
        if winner is None:
            st.html(f'<p class="wm-note">{pen.say("table-three-taps")}</p>')
        else:
            _win(pen, winner, names)
        st.html('<hr class="wm-rule">')
        with st.container(horizontal=True, key="others"):
            st.button(
                text("ledger-kind-drawn", pen.lang), key="drawn", on_click=_write, args=(Entry.drawn(),)
            )
            points = state.table().position.rules.escape
            with st.popover(text("ledger-kind-escape", pen.lang), key="escape"):
                st.html(f"<p>{pen.say('table-escape-hint', points=points)}</p>")
                for seat in SEATS:
                    st.button(
                        text("table-escapes", pen.lang, name=names[seat]),
                        key=f"escape_{seat}",
                        on_click=_write,
                        args=(Entry.escape(seat, points),),
                        width="stretch",
                    )


def _win(pen: LedgerPen, winner: int, names: list[str]) -> None:
    ways = [ZIMO, *[seat for seat in SEATS if seat != winner]]
    if st.session_state.get(SOURCE) not in ways:
        st.session_state[SOURCE] = None
    way = st.segmented_control(
        text("table-how", pen.lang, name=names[winner]),
        ways,
        format_func=lambda seat: (
            text("channel-zimo", pen.lang) if seat == ZIMO else text("table-from", pen.lang, name=names[seat])
        ),
        key=SOURCE,
        width="stretch",
    )
    if way is None:
        return
    source = None if way == ZIMO else way
    try:
        with st.expander(text("table-more-fan", pen.lang)):
            found = _reckoned(pen, winner, source, names)
            big = tuple(st.session_state[BIG])
        with st.expander(text("table-type-amounts", pen.lang)):
            typed = _typed(pen, winner, found, names)
        if typed is None:
            entry = Entry.won(
                winner,
                {seat: -found.amounts[seat] for seat in SEATS if seat != winner},
                source=source,
                hand=big or ("small",),
            )
        else:
            entry = Entry.won(winner, typed, source=source)
    except AnalyzerError as error:
        st.error(told(error, pen.lang))
        return
    st.html(pen.four(entry.amounts))
    if typed is None:
        _notes(pen, found)
    st.button(
        text("table-write", pen.lang),
        key="write",
        type="primary",
        on_click=_write,
        args=(entry,),
        width="stretch",
    )


def _notes(pen: LedgerPen, found: Reckoned) -> None:
    rules = state.table().position.rules
    if not found.enough:
        st.warning(text("table-below-minimum", pen.lang, minimum=rules.minimum))
    if found.gold:
        st.html(f'<p class="wm-note"><span class="wm-chip gold">{pen.say("chip-gold")}</span></p>')
    if found.contract is not None:
        st.html(f'<p class="wm-note">{pen.say("table-pays-all", name=pen.ledger.names[found.contract])}</p>')


def _reckoned(pen: LedgerPen, winner: int, source: int | None, names: list[str]) -> Reckoned:
    """What the rules make of it; at first a 小胡 with nothing but an opening before every seat."""
    fitting = fitting_hands(source)
    st.session_state[BIG] = [name for name in st.session_state.get(BIG, []) if name in fitting]
    big = st.pills(
        text("table-big", pen.lang),
        fitting,
        selection_mode="multi",
        format_func=pen.hand_name,
        key=BIG,
        help=text("table-big-help", pen.lang),
    )
    hard = st.toggle(text("hand-hard", pen.lang), key=HARD, help=text("table-hard-help", pen.lang))
    st.markdown(text("table-fan", pen.lang), help=text("table-fan-help", pen.lang))
    with st.container(horizontal=True, key="fan"):
        for seat in SEATS:
            st.session_state.setdefault(f"table_fan_{seat}", 1)
            st.number_input(names[seat], min_value=0, max_value=MOST_FAN, step=1, key=f"table_fan_{seat}")
    return reckon(
        state.table().position.rules,
        dealer=pen.ledger.standing.dealer,
        winner=winner,
        source=source,
        fan=[st.session_state[f"table_fan_{seat}"] for seat in SEATS],
        hard=hard,
        big=big,
    )


def _typed(pen: LedgerPen, winner: int, found: Reckoned, names: list[str]) -> dict[int, int] | None:
    """What each loser pays as a person says; ``None`` where the rules are to say it."""
    if not st.toggle(text("table-type", pen.lang), key=TYPED):
        return None
    lost = {}
    with st.container(horizontal=True, key="lost"):
        for seat in SEATS:
            if seat != winner:
                key = f"table_lost_{seat}"
                st.session_state.setdefault(key, -found.amounts[seat])
                lost[seat] = int(
                    st.number_input(
                        text("table-pays", pen.lang, name=names[seat]),
                        min_value=0,
                        max_value=LARGEST_AMOUNT,
                        step=1,
                        key=key,
                    )
                )
    return lost


def _again(pen: LedgerPen) -> None:
    """撤销 and 恢复."""
    now = pen.ledger.standing
    with st.container(horizontal=True, vertical_alignment="center", key="turns"):
        last = pen.told(now.deals[-1].entry) if now.deals else None
        st.html(
            f'<p class="wm-last">{pen.say("table-last", told=last) if last else pen.say("table-none-yet")}</p>'
        )
        st.button(
            text("table-undo", pen.lang),
            key="undo",
            icon=":material/undo:",
            disabled=not now.deals,
            on_click=_turn,
            args=(True,),
        )
        if now.undone:
            st.button(
                text("table-redo", pen.lang),
                key="redo",
                icon=":material/redo:",
                on_click=_turn,
                args=(False,),
                help=text("table-redo-help", pen.lang, told=plain(pen.told(now.undone[-1]))),
            )


def _history(pen: LedgerPen) -> None:
    # Plotly is slow to load, and nothing is drawn with it before there are deals.
    from pages.ui import charts

    st.html(f'<section class="wm-section"><h3>{pen.say("table-chart")}</h3></section>')
    charts.show(charts.running_totals(pen.ledger, pen.lang), key="totals", alt=text("table-chart", pen.lang))
    st.html(pen.deals())


def _around(pen: LedgerPen) -> None:
    """Export, stake, and a new table."""
    with st.container(horizontal=True, key="around"):
        st.download_button(
            text("table-export", pen.lang),
            data=lambda: to_csv(pen.ledger, pen.lang),
            file_name=f"mahjong-{date.today():%Y-%m-%d}.csv",
            mime="text/csv",
            key="export",
            icon=":material/download:",
            disabled=not pen.ledger.standing.deals,
            on_click="ignore",
        )
        with st.popover(text("table-stake", pen.lang), key="staked"):
            st.session_state[STAKE] = float(pen.ledger.money(1))
            st.number_input(
                text("table-stake", pen.lang),
                min_value=0.0,
                step=0.1,
                format="%.2f",
                key=STAKE,
                on_change=_staked,
                help=text("table-stake-help", pen.lang),
            )
        with st.popover(text("table-new", pen.lang), key="new"):
            st.html(f"<p>{pen.say('table-new-sure', count=len(pen.ledger.standing.deals))}</p>")
            st.button(
                text("table-new-yes", pen.lang),
                key="clear",
                type="primary",
                on_click=_clear,
                width="stretch",
            )


shell.enter()
shell.style("table")
lang = state.language()
storage.tell(NAME)
if st.session_state.get(PROBLEM) is not None:
    st.error(told(st.session_state[PROBLEM], lang))
ledger = _table()
if not storage.ready(NAME) or not storage.ready(seats.NAME):
    st.html(f'<p class="wm-note">{text("table-reading", lang)}</p>')
elif ledger is None:
    with st.container(key="setting-out"):
        if offer.offered() is not None:
            st.info(text("table-offered-first", lang))
        seats.setting_out(lang, _begin)
else:
    pen = LedgerPen(ledger, lang)
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.html(pen.standing())
        _offered(pen)
        _deal(pen)
        _again(pen)
    with right:
        if ledger.standing.deals:
            _history(pen)
        _around(pen)
        st.html(f'<p class="wm-note">{pen.say("table-kept-here")}</p>')
