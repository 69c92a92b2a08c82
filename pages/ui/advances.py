"""进步: what answers come to, as HTML."""

from dataclasses import dataclass
from html import escape
from typing import Any

from analyzer.progress import TOPICS, Progress, Tally
from analyzer.texts import text
from pages.ui.answers import points_told

__all__ = ["Advances", "seconds_told", "share_told"]


def share_told(share: float | None) -> str:
    """83%; a dash where nothing was asked."""
    return "–" if share is None else f"{100 * share:.0f}%"


def seconds_told(seconds: float | None, lang: str) -> str:
    """7.5 秒; a dash where nothing was timed."""
    return "–" if seconds is None else text("progress-seconds-told", lang, seconds=f"{seconds:.1f}")


@dataclass(frozen=True, slots=True)
class Advances:
    """Draws a person's progress in one language."""

    lang: str

    def say(self, message: str, /, **params: object) -> str:
        """A sentence, safe to stand in HTML."""
        return escape(text(message, self.lang, **params))

    def title(self) -> str:
        """The head of the page: what it is about."""
        return f'<h2 class="wm-title">{self.say("page-progress")}</h2><p>{self.say("progress-about")}</p>'

    def heading(self, message: str) -> str:
        """A part's title."""
        return f'<section class="wm-section"><h3>{self.say(message)}</h3></section>'

    def total(self, found: Progress) -> str:
        """All answers together."""
        whole = found.total
        cells: tuple[tuple[Any, ...], ...] = (
            ("progress-answers", str(whole.count)),
            ("progress-accuracy", share_told(whole.accuracy)),
            ("progress-loss", self._loss(whole)),
            ("progress-seconds", seconds_told(whole.seconds, self.lang)),
            ("progress-run", str(found.run), found.longest_run),
            ("progress-streak", str(found.streak), found.longest_streak),
        )
        drawn = "".join(
            f"<div><small>{self.say(name)}</small><b>{escape(value)}</b>{self._longest(*most)}</div>"
            for name, value, *most in cells
        )
        return f'<section class="wm-card"><div class="wm-figures">{drawn}</div></section>'

    def _longest(self, most: int | None = None) -> str:
        return "" if most is None else f"<small>{self.say('progress-longest', most=most)}</small>"

    def topics(self, found: Progress) -> str:
        """By topic."""
        columns = (
            "progress-topic",
            "progress-answers",
            "progress-accuracy",
            "progress-loss",
            "progress-seconds",
        )
        head = "".join(
            f'<th scope="col"{" class=num" if number else ""}>{self.say(name)}</th>'
            for number, name in enumerate(columns)
        )
        rows = "".join(self._topic(name, tally) for name, tally in found.topics)
        return (
            f'<section class="wm-section"><h3>{self.say("progress-by-topic")}</h3>'
            f'<table class="wm-pay wm-stages"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'
            f'<p class="wm-note">{self.say("progress-loss-how")}</p></section>'
        )

    def _topic(self, name: str, tally: Tally) -> str:
        cells = (
            str(tally.count),
            share_told(tally.accuracy),
            self._loss(tally),
            seconds_told(tally.seconds, self.lang),
        )
        drawn = "".join(f'<td class="num">{escape(each)}</td>' for each in cells)
        return f'<tr><th scope="row">{escape(self.topic_told(name))}</th>{drawn}</tr>'

    def topic_told(self, topic: str) -> str:
        """What a topic is called, the empty one being all of them. Unescaped."""
        if not topic:
            return text("progress-all-topics", self.lang)
        return text(f"drills-topic-{topic}", self.lang) if topic in TOPICS else topic

    def _loss(self, tally: Tally) -> str:
        return "–" if tally.loss is None else points_told(tally.loss)
