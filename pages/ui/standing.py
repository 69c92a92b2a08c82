"""牌桌的账: where a table stands, as HTML. Every figure is the ledger's; every text is of the locale files."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from typing import Final

from analyzer.ledger import Deal, Entry, Kind, Ledger
from analyzer.position import SEATS
from analyzer.texts import text

__all__ = ["LedgerPen", "amount_told"]

LISTED: Final = 200
"""Deals that the list shows; the spreadsheet has all."""


def amount_told(amount: int | Decimal) -> str:
    """With its sign, a true minus; 0 without."""
    return f"{amount:+}".replace("-", "−") if amount else "0"


def _tone(amount: int) -> str:
    return "plus" if amount > 0 else "minus" if amount < 0 else ""


@dataclass(frozen=True, slots=True)
class LedgerPen:
    """Draws one table's ledger in one language."""

    ledger: Ledger
    lang: str

    def say(self, message: str, /, **params: object) -> str:
        """A sentence, safe to stand in HTML."""
        return escape(text(message, self.lang, **params))

    def name(self, seat: int) -> str:
        """Who sits there, safe to stand in HTML."""
        return escape(self.ledger.names[seat])

    def standing(self) -> str:
        """风, 圈 and dealer, and the four running totals."""
        now = self.ledger.standing
        course = self.say(
            "table-course",
            wind=text(f"wind-{now.wind}", self.lang),
            round=now.round,
            number=len(now.deals) + 1,
        )
        kept = (
            f' <span class="wm-chip gold">{self.say("table-kept", times=now.repeat)}</span>'
            if now.repeat
            else ""
        )
        dealer = self.say("table-dealer", name=self.ledger.names[now.dealer])
        return (
            f'<section class="wm-card wm-standing" aria-live="polite"><header><b>{course}</b>'
            f"<span>{dealer}{kept}</span></header>{self.four(now.totals, money=True, dealer=now.dealer)}</section>"
        )

    def four(self, amounts: Sequence[int], *, money: bool = False, dealer: int | None = None) -> str:
        """Four amounts side by side, by seat."""
        cells = []
        for seat in SEATS:
            worth = ""
            if money and self.ledger.stake:
                told = amount_told(self.ledger.money(amounts[seat]))
                worth = f"<small>{self.say('table-money', amount=told)}</small>"
            mark = f'<i class="deals">{self.say("dealer-mark")}</i>' if seat == dealer else ""
            wind = f'<i class="wind">{self.say(f"wind-{seat}")}</i>'
            cells.append(
                f'<div class="{_tone(amounts[seat])}"><span class="who">{wind}{mark}'
                f"<span>{self.name(seat)}</span></span><b>{amount_told(amounts[seat])}</b>{worth}</div>"
            )
        return f'<div class="wm-four">{"".join(cells)}</div>'

    def told(self, entry: Entry) -> str:
        """An entry in one line, unescaped: 陈自摸, 李胡，王放冲, 荒庄, 周逃跑."""
        names = self.ledger.names
        if entry.kind is Kind.DRAWN or entry.who is None:
            return text("ledger-kind-drawn", self.lang)
        if entry.kind is Kind.ESCAPE:
            return text("table-told-escape", self.lang, name=names[entry.who])
        if entry.source is None:
            return text("table-told-zimo", self.lang, name=names[entry.who])
        return text("table-told-win", self.lang, name=names[entry.who], source=names[entry.source])

    def hand(self, entry: Entry) -> str:
        """小胡, or the big hands; unescaped, empty where unknown."""
        return text("table-hands", self.lang, names=[self.hand_name(each) for each in entry.hand])

    def hand_name(self, name: str) -> str:
        """小胡 or a big hand's name, unescaped."""
        return text("hu-small" if name == "small" else f"hand-{name}", self.lang)

    def deals(self) -> str:
        """Every deal that counts, the last on top."""
        deals = self.ledger.standing.deals
        heads = "".join(f'<th class="num" scope="col"><span>{self.name(seat)}</span></th>' for seat in SEATS)
        rows = "".join(self._deal(deal) for deal in deals[: -LISTED - 1 : -1])
        more = (
            f'<p class="wm-note">{self.say("table-older", count=len(deals) - LISTED)}</p>'
            if len(deals) > LISTED
            else ""
        )
        return (
            f'<section class="wm-section"><h3>{self.say("table-deals")}</h3>'
            f'<table class="wm-pay wm-deals"><thead><tr><th scope="col">{self.say("table-deal")}</th>{heads}</tr>'
            f"</thead><tbody>{rows}</tbody></table>{more}</section>"
        )

    def _deal(self, deal: Deal) -> str:
        course = self.say("table-where", wind=text(f"wind-{deal.wind}", self.lang), round=deal.round)
        mark = f'<i class="deals" title="{self.say("table-dealt")}">{self.say("dealer-mark")}</i>'
        cells = "".join(
            f'<td class="num {_tone(amount)}">{mark if seat == deal.dealer else ""}{amount_told(amount)}</td>'
            for seat, amount in enumerate(deal.entry.amounts)
        )
        hand = escape(self.hand(deal.entry)) if deal.entry.hand else ""
        return (
            f'<tr><th scope="row"><small>{deal.number} · {course}</small>'
            f"<span>{escape(self.told(deal.entry))}</span><small>{hand}</small></th>{cells}</tr>"
        )
