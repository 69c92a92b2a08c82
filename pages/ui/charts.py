"""图: Plotly figures of the engine's answers, for both themes and for a screen of 390 pixels.

Axes, grid and fonts are Streamlit's theme; the colours of what is drawn are those of ``.streamlit/config.toml``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import plotly.graph_objects as go
import streamlit as st

from analyzer.advice import Option
from analyzer.expectation.bands import Band, bands
from analyzer.expectation.measured import Gain, Part
from analyzer.ledger import Ledger
from analyzer.progress import Day
from analyzer.review import Review
from analyzer.texts import text
from pages.ui.advances import seconds_told, share_told
from pages.ui.answers import Pen, points_told
from pages.ui.measures import player
from pages.ui.standing import amount_told

__all__ = [
    "by_day",
    "by_turn",
    "gains",
    "losses",
    "payouts",
    "reliability",
    "running_totals",
    "scores",
    "scores_by_decile",
    "show",
]

ROW: Final = 30
"""Pixels of a row of bars or points."""
AROUND: Final = 96
"""Pixels above and below the rows: legend, axis and its title."""
CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "responsive": True}


@dataclass(frozen=True, slots=True)
class Colours:
    """What the theme gives a chart."""

    best: str
    other: str
    bad: str
    ink: str
    faint: str


def colours() -> Colours:
    """The colours of the theme that the reader sees; the light one's before the browser has told."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    series = st.get_option(f"theme.{theme}.chartCategoricalColors")
    return Colours(
        best=series[0],
        other=series[1],
        bad=series[3],
        ink=st.get_option(f"theme.{theme}.textColor"),
        faint=series[8],
    )


def show(figure: Any, *, key: str, alt: str) -> None:
    """Draw a figure as wide as its column; no tool bar, no zooming by accident."""
    st.plotly_chart(figure, key=key, config=CONFIG, alt=alt)


def _figure(
    height: int,
    across: str,
    up: str = "",
    *,
    legend: bool = True,
    x: Mapping[str, Any] | None = None,
    y: Mapping[str, Any] | None = None,
    entries: Mapping[str, Any] | None = None,
    **layout: Any,
) -> Any:
    """An empty figure; ``x`` and ``y`` are properties of its axes, ``entries`` of its legend.

    Plotly checks a layout property by property each time it is changed, so it is made in one piece.
    """
    axis = {"automargin": True, "fixedrange": True}
    above = {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "font": {"size": 13}}
    return go.Figure(
        layout={
            "height": height,
            "margin": {"l": 8, "r": 14, "t": 34 if legend else 8, "b": 8},
            "showlegend": legend,
            "legend": {**above, **(entries or {})},
            "dragmode": False,
            "hovermode": "closest",
            "hoverlabel": {"font": {"size": 14}},
            "font": {"size": 13},
            "xaxis": {"title": {"text": across, "font": {"size": 13}}, **axis, **(x or {})},
            "yaxis": {"title": {"text": up, "font": {"size": 13}}, **axis, **(y or {})},
            **layout,
        }
    )


# One position


def scores(pen: Pen, options: Sequence[Option]) -> Any:
    """期望分: every action with its 95 % interval, the best on top."""
    rows = [option for option in options if option.estimate is not None]
    paint = colours()
    figure = _figure(
        AROUND - 26 + ROW * len(rows),
        text("column-score-axis", pen.lang),
        legend=False,
        x={"zeroline": True},
        y={"autorange": "reversed", "showgrid": False, "ticks": ""},
    )
    shades = [
        paint.best if option == rows[0] else paint.other if option.estimate.equal else paint.faint
        for option in rows
        if option.estimate is not None
    ]
    names = _unlike([pen.deed(option) for option in rows])
    figure.add_scatter(
        x=[option.estimate.score for option in rows if option.estimate is not None],
        y=names,
        mode="markers",
        marker={"size": 11, "color": shades},
        error_x={
            "type": "data",
            "array": [option.margin or 0.0 for option in rows],
            "thickness": 2,
            "width": 5,
            "color": paint.faint,
        },
        hovertext=[f"{pen.deed(option)}: {pen.score_told(option)}" for option in rows],
        hoverinfo="text",
    )
    return figure


def _unlike(names: Sequence[str]) -> list[str]:
    """Names that a category axis keeps apart: a second one of a kind has a blank that isn't seen."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        found.append(name + "\u200b" * seen.setdefault(name, 0))
        seen[name] += 1
    return found


def by_turn(pen: Pen, chosen: Option, best: Option) -> Any | None:
    """Chance of having won, and of having been tenpai, within so many own turns; ``None`` where that is unknown."""
    pairs = [best] if chosen == best else [best, chosen]
    curves = [
        (option, (("win", each.win_by_turn, "solid"), ("tenpai", each.tenpai_by_turn, "dot")))
        for option in pairs
        if (each := option.estimate) is not None and each.win_by_turn and each.tenpai_by_turn
    ]
    if len(curves) < len(pairs):
        return None
    paint = colours()
    figure = _figure(
        320,
        text("axis-turn", pen.lang),
        text("axis-chance", pen.lang),
        x={"tickmode": "array", "tickvals": [1, 3, 6, 9, 12, 15, 18], "showgrid": False},
        y={"tickformat": ".0%", "rangemode": "tozero"},
        hovermode="x",
    )
    for (option, lines), colour in zip(curves, (paint.best, paint.other), strict=False):
        for name, curve, dash in lines:
            label = text(f"line-{name}", pen.lang, deed=pen.deed(option))
            turns = list(range(1, len(curve) + 1))
            told = [
                text("line-told", pen.lang, label=label, turn=turn, chance=pen.percent(chance))
                for turn, chance in zip(turns, curve, strict=True)
            ]
            figure.add_scatter(
                x=turns,
                y=list(curve),
                name=label,
                mode="lines",
                line={"color": colour, "width": 2.5, "dash": dash},
                hovertext=told,
                hoverinfo="text",
            )
    return figure


def payouts(pen: Pen, chosen: Option, best: Option) -> Any | None:
    """输赢分布: with which chance how much is won or lost; ``None`` where that is unknown."""
    pairs = [best] if chosen == best else [best, chosen]
    estimates = [option.estimate for option in pairs]
    known = [found.payouts for found in estimates if found is not None and found.payouts]
    if len(known) < len(pairs):
        return None
    banded = bands(*known)
    paint = colours()
    figure = _figure(
        AROUND + 6 + 38 * len(banded[0]),
        text("axis-chance-share", pen.lang),
        x={"tickformat": ".0%", "rangemode": "tozero", "showgrid": False},
        y={"ticks": "", "showgrid": False},
        bargap=0.25,
        bargroupgap=0.05,
        entries={"traceorder": "normal"},
    )
    for option, each, colour in zip(pairs, banded, (paint.best, paint.other), strict=False):
        told = [f"{_band(pen.lang, band)}: {pen.percent(band.chance)}" for band in each]
        figure.add_bar(
            x=[band.chance for band in each],
            y=[_band(pen.lang, band) for band in each],
            name=pen.deed(option),
            orientation="h",
            marker={"color": colour},
            text=[pen.percent(band.chance) if band.chance else "" for band in each],
            textposition="outside",
            cliponaxis=False,
            hovertext=told,
            hoverinfo="text",
        )
    return figure


def _band(lang: str, band: Band) -> str:
    """赢 50–99, 输 200 以上."""
    if band.low is not None and band.high is not None:
        if band.low == band.high == 0:
            return text("band-even", lang)
        if band.high < 0:
            return text("band-lost", lang, least=str(-band.high), most=str(-band.low))
        return text("band-won", lang, least=str(band.low), most=str(band.high))
    if band.low is None:
        return text("band-lost-more", lang, least=str(-(band.high or 0)))
    return text("band-won-more", lang, least=str(band.low))


# How good the numbers are


def reliability(parts: Sequence[Part], lang: str) -> Any:
    """胡牌率: predicted against realised by decile, with the diagonal of a perfect prediction."""
    paint = colours()
    end = max(max(part.win_predicted, part.win_realised) for part in parts) * 1.06
    axis = {"tickformat": ".0%", "range": [0, end], "zeroline": False}
    figure = _figure(380, text("axis-predicted", lang), text("axis-happened", lang), x=axis, y=axis)
    figure.add_scatter(
        x=[0, end],
        y=[0, end],
        name=text("line-perfect", lang),
        mode="lines",
        line={"color": paint.faint, "width": 1.5, "dash": "dash"},
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=[part.win_predicted for part in parts],
        y=[part.win_realised for part in parts],
        name=text("line-deciles", lang, positions=f"{parts[0].positions:,}"),
        mode="markers",
        marker={"size": 10, "color": paint.best},
        error_y={"type": "data", "array": [part.win_margin for part in parts], "thickness": 2, "width": 4},
        hovertext=[
            text(
                "told-win-decile",
                lang,
                predicted=f"{100 * part.win_predicted:.1f}%",
                realised=f"{100 * part.win_realised:.1f}%",
                margin=f"{100 * part.win_margin:.1f}",
                positions=f"{part.positions:,}",
            )
            for part in parts
        ],
        hoverinfo="text",
    )
    return figure


def scores_by_decile(parts: Sequence[Part], lang: str) -> Any:
    """得分: predicted and realised side by side, by decile of the predicted chance to win."""
    paint = colours()
    figure = _figure(
        360,
        text("axis-decile", lang),
        text("axis-points", lang),
        x={"type": "category", "showgrid": False},
        bargap=0.3,
        bargroupgap=0.05,
    )
    numbers = [part.name for part in parts]
    for name, values, colour in (
        ("predicted", [part.score_predicted for part in parts], paint.other),
        ("realised", [part.score_realised for part in parts], paint.best),
    ):
        label = text(f"bar-{name}", lang)
        margins = [part.score_margin for part in parts] if name == "realised" else None
        figure.add_bar(
            x=numbers,
            y=values,
            name=label,
            marker={"color": colour},
            error_y=None
            if margins is None
            else {"type": "data", "array": margins, "thickness": 2, "width": 3, "color": paint.ink},
            hovertext=[
                text(
                    "told-score-decile",
                    lang,
                    label=label,
                    decile=number,
                    points=points_told(value, signed=True),
                )
                for number, value in zip(numbers, values, strict=True)
            ],
            hoverinfo="text",
        )
    return figure


def gains(found: Sequence[Gain], lang: str) -> Any:
    """多赢多少: points a hand over three of the opponents, with intervals."""
    paint = colours()
    figure = _figure(
        AROUND + 34 * len(found),
        text("axis-gain", lang),
        legend=False,
        y={"autorange": "reversed", "ticks": "", "showgrid": False},
    )
    figure.add_bar(
        x=[gain.points for gain in found],
        y=[player(gain.policy, lang) for gain in found],
        orientation="h",
        marker={"color": paint.best},
        error_x={
            "type": "data",
            "array": [gain.margin for gain in found],
            "thickness": 2,
            "width": 5,
            "color": paint.ink,
        },
        hovertext=[
            text(
                "told-gain",
                lang,
                policy=player(gain.policy, lang),
                opponents=player(gain.opponents, lang),
                points=points_told(gain.points, signed=True),
                margin=f"{gain.margin:.1f}",
                deals=f"{gain.deals:,}",
                time=f"{gain.ms_per_decision:.2g}",
            )
            for gain in found
        ],
        hoverinfo="text",
    )
    return figure


# A table's evening


def running_totals(ledger: Ledger, lang: str) -> Any:
    """累计: points of each player after every deal that counts."""
    across = {"showgrid": False, "rangemode": "tozero", "tickformat": "d"}
    figure = _figure(320, text("axis-deals", lang), text("axis-total", lang), x=across, y={"zeroline": True})
    deals = ledger.standing.deals
    theme = "dark" if st.context.theme.type == "dark" else "light"
    series = st.get_option(f"theme.{theme}.chartCategoricalColors")
    for seat, name in enumerate(ledger.names):
        totals = [0, *[deal.totals[seat] for deal in deals]]
        told = [
            text("told-total", lang, name=escape(name), deal=number, points=amount_told(total))
            for number, total in enumerate(totals)
        ]
        figure.add_scatter(
            x=list(range(len(totals))),
            y=totals,
            # Plotly reads marks of HTML in what it writes.
            name=escape(name),
            mode="lines+markers" if len(totals) < 40 else "lines",
            line={"color": series[seat], "width": 2.5, "dash": ("solid", "dash", "dot", "dashdot")[seat]},
            marker={"size": 6},
            hovertext=told,
            hoverinfo="text",
        )
    return figure


# A person's progress


def by_day(days: Sequence[Day], which: str, lang: str) -> Any | None:
    """进步: ``accuracy``, ``loss`` or ``seconds`` of each day; ``None`` where nothing of it was measured."""
    values = [(each, getattr(each.tally, which)) for each in days]
    known = [(each, value) for each, value in values if value is not None]
    if not known:
        return None
    ways: Mapping[str, Callable[[float], str]] = {
        "accuracy": share_told,
        "loss": points_told,
        "seconds": lambda seconds: seconds_told(seconds, lang),
    }
    paint = colours()
    figure = _figure(
        300,
        text("axis-day", lang),
        text(f"progress-{which}", lang),
        legend=False,
        x={"type": "category", "showgrid": False, "nticks": 6},
        y={"range": [0, 1.05], "tickformat": ".0%"} if which == "accuracy" else {"rangemode": "tozero"},
    )
    figure.add_scatter(
        x=[
            f"{each.date:%m-%d}" if len({one.date.year for one, _ in known}) == 1 else f"{each.date}"
            for each, _ in known
        ],
        y=[value for _, value in known],
        mode="lines+markers",
        line={"color": paint.best, "width": 2.5},
        marker={"size": 9},
        hovertext=[
            text("told-day", lang, day=str(each.date), value=ways[which](value), count=each.tally.count)
            for each, value in known
        ],
        hoverinfo="text",
    )
    return figure


# A review


def losses(found: Review, lang: str) -> Any:
    """失分累计: the running loss over the decisions in the order of play."""
    paint = colours()
    figure = _figure(
        230,
        text("axis-decisions", lang),
        text("axis-lost", lang),
        legend=False,
        x={"showgrid": False, "tickformat": "d", "range": [0.5, max(1, found.decisions) + 0.5]},
        y={"rangemode": "tozero"},
    )
    told = [
        text("told-loss", lang, at=each.choice.at + 1, loss=points_told(each.loss), total=points_told(total))
        for each, total in zip(found.grades, found.curve, strict=True)
    ]
    figure.add_scatter(
        x=list(range(1, len(found.grades) + 1)),
        y=list(found.curve),
        mode="lines+markers",
        cliponaxis=False,
        line={"color": paint.best, "width": 2.5, "shape": "hv"},
        marker={
            "size": 11,
            "color": [paint.bad if each.is_mistake else paint.best for each in found.grades],
        },
        hovertext=told,
        hoverinfo="text",
    )
    return figure
