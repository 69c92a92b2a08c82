"""测量: what was measured of the numbers, as HTML for somebody who plays and has no use for statistics."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from analyzer.expectation.measured import Calibration, Gain, Part
from analyzer.texts import text
from pages.ui.answers import points_told

__all__ = ["Measures", "player"]


def player(name: str, lang: str) -> str:
    """A player of :mod:`analyzer.expectation.tournament` in words."""
    kind, *numbers = name.split(":")
    return text(f"player-{kind}", lang, **({"worlds": numbers[0]} if numbers else {}))


@dataclass(frozen=True, slots=True)
class Measures:
    """Draws measured results in one language."""

    lang: str

    def say(self, message: str, /, **params: object) -> str:
        """A sentence, safe to stand in HTML."""
        return escape(text(message, self.lang, **params))

    def title(self) -> str:
        """The head of the page: what it is about."""
        return f'<h2 class="wm-title">{self.say("page-strength")}</h2><p>{self.say("strength-about")}</p>'

    def heading(self, title: str, how: str) -> str:
        """A part's title and how to read what stands below."""
        return f'<section class="wm-section"><h3>{self.say(title)}</h3><p class="wm-note">{self.say(how)}</p></section>'

    def nothing(self, message: str) -> str:
        """A plain word where there is nothing to show."""
        return f'<section class="wm-card"><p>{self.say(message)}</p></section>'

    def unmeasured(self, others: Sequence[str]) -> str:
        """A rule set that no predictions were compared for, and those that some were."""
        return (
            f'<section class="wm-card"><h3>{self.say("strength-none")}</h3>'
            f"<p>{self.say('strength-none-others', rules=list(others))}</p></section>"
        )

    def calibration(self, found: Calibration) -> str:
        """What the comparison means for a player, and its figures."""
        whole = found.whole
        cells = "".join(
            f"<div><small>{self.say(name)}</small><b>{value}</b></div>"
            for name, value in (
                ("strength-predicted", self._percent(whole.win_predicted)),
                ("strength-realised", self._percent(whole.win_realised)),
                ("strength-score-predicted", points_told(whole.score_predicted, signed=True)),
                ("strength-score-realised", points_told(whole.score_realised, signed=True)),
            )
        )
        meaning = self.say(
            "strength-meaning",
            positions=f"{whole.positions:,}",
            predicted=self._percent(whole.win_predicted),
            realised=self._percent(whole.win_realised),
            worst=f"{100 * found.worst:.1f}",
        )
        source = self.say(
            "strength-source",
            positions=f"{whole.positions:,}",
            samples=found.samples,
            first=f"{found.first_deal:,}",
            commit=found.commit,
            brier=f"{found.brier:.3f}",
        )
        return (
            f'<section class="wm-card wm-meaning"><p>{meaning}</p><div class="wm-figures">{cells}</div></section>'
            f'<p class="wm-note">{source}</p>'
        )

    def stages(self, parts: Sequence[Part]) -> str:
        """The comparison by tiles left."""
        head = "".join(
            f'<th scope="col"{"" if name == "stage" else " class=num"}>{self.say(f"strength-column-{name}")}</th>'
            for name in ("stage", "win", "score")
        )
        rows = "".join(self._stage(part) for part in parts)
        return (
            f'<section class="wm-section"><h3>{self.say("strength-stage-title")}</h3>'
            f'<table class="wm-pay wm-stages"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></section>'
        )

    def _stage(self, part: Part) -> str:
        win = f"{self._percent(part.win_predicted)} / {self._percent(part.win_realised)}"
        score = f"{points_told(part.score_predicted, signed=True)} / {points_told(part.score_realised, signed=True)}"
        hands = self.say("strength-hands", positions=f"{part.positions:,}")
        return (
            f'<tr><th scope="row">{self.say("strength-left", left=part.name)} <small>{hands}</small></th>'
            f'<td class="num">{win} <small>± {100 * part.win_margin:.1f}%</small></td>'
            f'<td class="num">{score} <small>± {part.score_margin:.1f}</small></td></tr>'
        )

    def gains(self, found: Sequence[Gain]) -> str:
        """Where each gain comes from."""
        lines = "".join(
            "<li>"
            + self.say(
                "strength-gain-source",
                policy=player(gain.policy, self.lang),
                opponents=player(gain.opponents, self.lang),
                points=points_told(gain.points, signed=True),
                margin=f"{gain.margin:.1f}",
                deals=f"{gain.deals:,}",
                time=f"{gain.ms_per_decision:.2g}",
                seed=f"{gain.seed}",
                commit=gain.commit,
            )
            + "</li>"
            for gain in found
        )
        return f'<ul class="wm-note">{lines}</ul>'

    @staticmethod
    def _percent(chance: float) -> str:
        return f"{100 * chance:.1f}%"
