"""一题 as HTML: what the player sees, the answers to choose from, and after an answer what is right and why."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from analyzer.advice import Option
from analyzer.compare import Finish
from analyzer.drills import BY_EXPECTATION, Mistake, Question, Topic
from analyzer.position import Player
from analyzer.rounds import Given, Round
from analyzer.texts import describe, text
from analyzer.tiles import NAMES
from analyzer.wins import Win, WinBy
from pages.ui.account import AccountPen, signed
from pages.ui.answers import Pen, points_told
from pages.ui.grades import OTHER, GradePen
from pages.ui.tenpai import TenpaiPen, in_full

__all__ = ["DrillPen", "pen_of"]

OWN: Final = 40
ASKED: Final = 46
FACE: Final = 34
"""Pixels of a tile: in the own hand, on offer, and on a button."""
LETTERS: Final = "123456789abcdefghijklnoqrtuvwxy"
"""Keys of answers, in their order."""


def pen_of(question: Question, lang: str) -> "DrillPen":
    """The pen that draws a question."""
    return DrillPen(question.position, lang, question.offer)


@dataclass(frozen=True, slots=True)
class DrillPen(GradePen):
    """Draws one question."""

    given: Option | None = None
    """The action that was answered, once it was."""

    def option_chips(self, option: Option) -> str:
        """What was answered bears a mark."""
        mark = ""
        if self.given is not None and (option.action, option.tile, option.tiles) == (
            self.given.action,
            self.given.tile,
            self.given.tiles,
        ):
            mark = f'<span class="wm-chip taken">{self.say("drills-chip-given")}</span>'
        return mark + Pen.option_chips(self, option)

    # The question

    def head(self, round_: Round, question: Question) -> str:
        """How far the round is, what is asked, and the clock."""
        clock = ""
        if round_.seconds and not round_.answered:
            clock = f'<span class="clock" role="timer" data-limit="{round_.seconds}"></span>'
        where = self.say("drills-where", number=round_.place + 1, count=len(round_.keys))
        share = round(100 * (round_.place + round_.answered) / len(round_.keys))
        game = escape(self.game(question.position.rules))
        mine = ""
        if isinstance(question.key, Mistake):
            mine = f' <span class="wm-chip taken">{self.say("drills-own-mistake")}</span>'
        return (
            f'<header class="wm-drill-head"><p>{where} · <b>{self.say(f"drills-topic-{question.topic}")}</b> · '
            f"{game}{mine}</p>{clock}</header>"
            f'<div class="wm-bar" role="presentation"><i style="width:{share}%"></i></div>'
        )

    def asked(self, question: Question) -> str:
        """The question in a sentence."""
        return f'<h2 class="wm-question">{self.say(f"drills-ask-{question.topic}")}</h2>'

    def hand(self, question: Question) -> str:
        """What the player holds: hand, melds, indicator and laizi, another's tile."""
        position = self.position
        facts = [self.say("drills-seat", seat=text(f"seat-{position.seat}", self.lang))]
        if position.dealer == position.seat:
            facts.append(self.say("dealer-mark"))
        facts.append(self.say("picker-wall", n=position.wall_left))
        turned = ""
        for name, kinds in (
            ("indicator", () if position.indicator is None else (position.indicator,)),
            ("laizi", () if position.laizi is None else (position.laizi,)),
            ("gang", position.gang_tiles),
        ):
            if kinds:
                faces = "".join(self.tile(kind, 26) for kind in kinds)
                turned += f'<span class="wm-turned">{self.say(f"picker-{name}")} {faces}</span>'
        hand, last = list(position.hand), ""
        if question.win is not None:
            hand.remove(question.win.tile)
            last = f'<span class="won">{self.tile(question.win.tile, OWN)}</span>'
        own = "".join(self.tile(kind, OWN) for kind in hand)
        return (
            f'<section class="wm-card wm-scene"><header><span>{" · ".join(facts)}</span>'
            f"<span>{turned}</span></header>{self._asked_about(question)}"
            f'<div class="wm-tiles own">{own}{last}</div>{self._laid(position.me)}</section>'
        )

    def _asked_about(self, question: Question) -> str:
        if question.win is not None:
            tile = self.tile(question.win.tile, ASKED)
            return f'<p class="wm-asked">{tile} <b>{self._won(question.win)}</b></p>'
        if self.offer is None:
            return ""
        return (
            f'<p class="wm-asked">{self.tile(self.offer.tile, ASKED)} <b>{self.offered(self.offer)}</b></p>'
        )

    def _won(self, win: Win) -> str:
        tile = self.name(win.tile)
        if win.source is None:
            way = "gang-draw" if win.after_gang else "last-draw" if win.last_tiles else "zimo"
            return self.say(f"drills-won-{way}", tile=tile)
        way = "robbed" if win.by is WinBy.QIANGGANG else "discard"
        return self.say(f"drills-won-{way}", tile=tile, who=self.seat(win.source))

    def _sides(self) -> str:
        """The four players: who deals, what each has laid down and let go."""
        rows = ""
        for seat in self.from_me():
            player: Player = self.position.players[seat]
            laid = "" if seat == self.position.seat else self._laid(player, OTHER)
            pond = "".join(self.tile(kind, OTHER) for kind in player.discards)
            dealer = ""
            if seat == self.position.dealer:
                dealer = f' <span class="wm-chip">{self.say("dealer-mark")}</span>'
            told = laid + (f'<div class="wm-tiles pond">{pond}</div>' if pond else "")
            told = told or f'<span class="wm-soft">{self.say("drills-nothing-laid")}</span>'
            rows += f'<div class="wm-side"><b>{escape(self.seat(seat))}{dealer}</b><div>{told}</div></div>'
        return (
            f'<details class="wm-card wm-more around" open><summary>{self.say("review-table")}</summary>'
            f'<div class="wm-sides">{rows}</div></details>'
        )

    # The answers

    def drill(self, round_: Round, question: Question) -> str:
        """The whole question: what is asked and seen, and the answers, marked once one is given."""
        answer = round_.answers[-1] if round_.answered else None
        several = "yes" if question.several else "no"
        state = "asked" if answer is None else "answered"
        if answer is None:
            button = (
                f'<button type="button" class="go" data-do="answer" disabled>{self.say("drills-answer")}'
                "<kbd>Enter</kbd></button>"
            )
        else:
            last = round_.place + 1 >= len(round_.keys)
            told = self.say("drills-finish" if last else "drills-next")
            button = f'<button type="button" class="go" data-do="next">{told}<kbd>Enter</kbd></button>'
        told = self.asked(question) if answer is None else self.verdict_on(answer)
        return (
            f'<section class="wm-drill {escape(question.topic)}" data-at="{escape(round_.at)}" data-state="{state}" '
            f'data-several="{several}" data-key="{escape(str(question.key))}">'
            f'<div class="held">{self.hand(question)}{self._sides()}</div>'
            f'<div class="told"><div class="ask">{self.head(round_, question)}{told}</div>'
            f'<div class="pick">{self._choices(question, answer)}<p class="do">{button}</p></div></div></section>'
        )

    def _choices(self, question: Question, answer: Given | None) -> str:
        label = self.say(f"drills-ask-{question.topic}")
        if question.topic is Topic.WAITS:
            drawn = "".join(self._row(suit, question, answer) for suit in range(4))
        else:
            drawn = "".join(
                self._choice(question, answer, each, LETTERS[number], body)
                for number, (each, body) in enumerate(self._bodies(question))
            )
        return f'<div class="answers" role="group" aria-label="{label}">{drawn}</div>'

    def _row(self, suit: int, question: Question, answer: Given | None) -> str:
        """The nine tiles of a suit, or the honours."""
        name = "mpsz"[suit]
        tiles = "".join(
            self._choice(question, answer, str(kind), f"{NAMES[kind][0]}{name}", self.tile(kind, FACE))
            for kind in range(9 * suit, min(34, 9 * suit + 9))
        )
        return f'<div class="row" data-row="{name}"><kbd>{name.upper()}</kbd>{tiles}</div>'

    def _bodies(self, question: Question) -> Iterator[tuple[str, str]]:
        """Each answer with what stands on its button."""
        if question.topic in BY_EXPECTATION:
            for name, option in zip(question.answers, question.choices, strict=True):
                kinds = option.tiles or (() if option.tile is None else (option.tile,))
                faces = "".join(self.tile(kind, FACE) for kind in kinds)
                yield name, f"{faces}<b>{escape(self.deed(option))}</b>"
        elif question.topic is Topic.TENPAI:
            for name in question.answers:
                slug = name.replace("_", "-")
                yield name, f"<b>{self.say(f'drills-tenpai-{slug}')}</b>"
        else:
            for name, pays in zip(question.answers, question.payments, strict=True):
                cells = "".join(
                    f'<span class="{"plus" if pays[seat] > 0 else "minus" if pays[seat] < 0 else "even"}">'
                    f"<small>{escape(self.seat(seat))}</small><b>{signed(pays[seat])}</b></span>"
                    for seat in self.from_me()
                )
                yield name, f'<span class="four">{cells}</span>'

    def _choice(self, question: Question, answer: Given | None, name: str, key: str, body: str) -> str:
        given = answer is not None and name in answer.given
        css, told = "", ""
        if answer is not None:
            right = name in question.right
            css = "right" if right else "wrong" if given else "other"
            if right or given:
                told = (
                    f'<i class="mark">{self.say("drills-mark-right" if right else "drills-mark-wrong")}</i>'
                )
        off = " disabled" if answer is not None else ""
        shown = "" if question.several else f"<kbd>{key.upper()}</kbd>"
        return (
            f'<button type="button" class="{css}" data-answer="{escape(name)}" data-key="{key}" '
            f'aria-pressed="{"true" if given else "false"}"{off}>{shown}{body}{told}</button>'
        )

    def answer_told(self, question: Question, answers: Iterable[str]) -> str:
        """Answers in words. Unescaped."""
        chosen = [each for each in question.answers if each in set(answers)]
        joint = text("copying-joint", self.lang)
        if question.topic in BY_EXPECTATION:
            by_name = dict(zip(question.answers, question.choices, strict=True))
            return joint.join(self.deed(by_name[each]) for each in chosen)
        if question.topic is Topic.WAITS:
            return joint.join(self.name(int(each)) for each in chosen)
        if question.topic is Topic.TENPAI:
            return joint.join(text(f"drills-tenpai-{each.replace('_', '-')}", self.lang) for each in chosen)
        by_pays = dict(zip(question.answers, question.payments, strict=True))
        return joint.join(
            text("pays-total", self.lang, points=by_pays[each][self.position.seat]) for each in chosen
        )

    # After an answer

    def verdict_on(self, answer: Given) -> str:
        """Right or wrong, what is right, and what it cost."""
        question = answer.question
        css = "good" if answer.correct else "bad"
        lines = []
        if not answer.correct:
            lines.append(self.say("drills-right-is", answer=self.answer_told(question, question.right)))
        if answer.loss:
            lines.append(self.say("drills-costs", loss=points_told(answer.loss)))
        took = self.say("drills-took", seconds=f"{answer.seconds:.0f}")
        late = f' <span class="wm-chip bad">{self.say("drills-late")}</span>' if answer.late else ""
        lines.append(f"{took}{late}")
        told = "".join(f"<p>{line}</p>" for line in lines)
        head = self.say("drills-right" if answer.correct else "drills-wrong")
        return f'<div class="wm-card wm-told {css}" aria-live="polite"><h2>{head}</h2>{told}</div>'

    def explained(self, answer: Given) -> list[str]:
        """Why it is so: the worth of every action, each wait, what stands in the way, or the account."""
        question = answer.question
        if question.topic in BY_EXPECTATION:
            return self._why_worth_so(answer)
        if question.waits is not None:
            told, pen = in_full(question.position), TenpaiPen(question.position, self.lang)
            return [pen.standing(told), *(pen.reasons(told) if told.obstacles else pen.each_wait(told))]
        assert question.score is not None
        assert question.win is not None
        pays = AccountPen(question.position, self.lang)
        finish = Finish(question.position, question.win)
        return [
            pays.head(question.score, None),
            pays.account(question.score, finish),
            pays.sentences(question.score),
        ]

    def _why_worth_so(self, answer: Given) -> list[str]:
        question = answer.question
        best = question.options[0]
        chosen = question.chosen(answer.given)
        near, far = self.near_and_far(question.options)
        drawn = [self.worth(near, best)]
        other = chosen if chosen is not None and chosen != best else question.options[1]
        drawn.insert(0, f'<section class="wm-section wm-details">{self.apart(best, other)}</section>')
        if far:
            drawn.append(
                f'<details class="wm-more"><summary>{self.say("options-more", count=len(far))}</summary>'
                f"{self.worth(far, best, head=False)}</details>"
            )
        estimate = best.estimate
        assert estimate is not None
        drawn.append(
            f'<p class="wm-note">{self.say("drills-worth-means", samples=f"{estimate.samples:,}")}</p>'
        )
        return drawn

    # After the round

    def summary(self, round_: Round) -> str:
        """How the round went."""
        total = len(round_.answers)
        cells = [
            ("drills-sum-right", f"{round_.right} / {total}"),
            ("drills-sum-loss", points_told(round_.loss)),
            ("drills-sum-seconds", self.say("drills-seconds", seconds=f"{round_.took:.0f}")),
        ]
        if round_.seconds:
            cells.append(("drills-sum-late", str(round_.late)))
        figures = "".join(
            f"<div><small>{self.say(name)}</small><b>{value}</b></div>" for name, value in cells
        )
        rows = "".join(
            f'<tr><th scope="row">{self.say(f"drills-topic-{topic}")}</th><td class="num">{right} / {count}</td></tr>'
            for topic, right, count in round_.by_topic()
        )
        head = self.say("drills-over", right=round_.right, total=total)
        table = f'<table class="wm-pay"><tbody>{rows}</tbody></table>' if rows else ""
        skipped = "".join(f"<li>{escape(describe(error, self.lang))}</li>" for error in round_.skipped)
        left_out = f'<ul class="wm-skipped">{skipped}</ul>' if skipped else ""
        return (
            f'<section class="wm-card wm-round" data-right="{round_.right}" data-total="{total}" aria-live="polite">'
            f'<h2 class="wm-title">{head}</h2><div class="wm-figures">{figures}</div>{table}{left_out}</section>'
        )

    def mistake(self, answer: Given) -> str:
        """A wrong answer in the summary: the hand, what was answered and what is right."""
        question = answer.question
        hand = "".join(self.tile(kind, 24) for kind in self.position.hand)
        melds = "".join(
            f'<span class="wm-group">{"".join(self.tile(kind, 24) for kind in meld.copies)}</span>'
            for meld in self.position.me.melds
        )
        told = self.say(
            "drills-was",
            given=self.answer_told(question, answer.given),
            right=self.answer_told(question, question.right),
        )
        return (
            f'<div class="wm-wrong"><b>{self.say(f"drills-topic-{question.topic}")}</b>'
            f'<div class="wm-tiles">{hand} {melds}</div><p>{told}</p></div>'
        )
