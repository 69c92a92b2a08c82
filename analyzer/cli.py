"""The command line, ``python -m analyzer``: every answer of the pages, for people and for scripts.

Each command makes the same request that a line of a batch is, and shows the answer as JSON or in words.  Exit
status 0 for an answer, 2 for bad input, with one line on stderr that says what is wrong and what would be right.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer import compiler, shorthand
from analyzer import record as lines_form
from analyzer.errors import AnalyzerError, BadRecord, BadRequest
from analyzer.expectation.playouts import Speed
from analyzer.notation import format_tile, format_tiles, parse_melds, parse_offer
from analyzer.position import SEATS
from analyzer.requests import answer, answer_line, rules_json
from analyzer.rules import DEFAULT, PRESETS, preset
from analyzer.texts import LANGUAGES, describe, text

if TYPE_CHECKING:
    from analyzer import report
    from analyzer.review import Review

__all__ = ["main"]

Json = dict[str, Any]
BAD_INPUT: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # tiles have Chinese names, whatever the terminal's locale says
            reconfigure(encoding="utf-8", errors="replace")
    lang = _asked_language(sys.argv[1:] if arguments is None else arguments)
    try:
        commands.main(
            args=None if arguments is None else list(arguments), prog_name="analyzer", standalone_mode=False
        )
    except click.exceptions.NoArgsIsHelpError as help_:
        click.echo(help_.format_message())
    except _Refused as refused:
        return _refuse(str(refused))
    except click.ClickException as fault:
        return _refuse(describe(_usage_error(fault), lang))
    except click.exceptions.Abort:
        return _refuse(text("cli-stopped", lang))
    except AnalyzerError as error:
        return _refuse(describe(error, lang))
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


class _Refused(Exception):
    """A request that the engine refused; the sentence is in the language asked for."""


def _usage_error(fault: click.ClickException) -> AnalyzerError:
    """What click has against the arguments, as an error of ours."""
    if isinstance(fault, click.NoSuchOption):
        return BadRequest("cli-no-such-option", option=fault.option_name)
    if isinstance(fault, click.MissingParameter) and fault.param is not None:
        return BadRequest("cli-missing", name=fault.param.opts[0])
    if isinstance(fault, click.BadParameter) and fault.param is not None:
        return BadRequest("cli-bad-value", name=fault.param.opts[0], reason=fault.message)
    return BadRequest("cli-usage", reason=fault.format_message())


def _refuse(sentence: str) -> int:
    click.echo(sentence, err=True)
    return BAD_INPUT


def _asked_language(arguments: Sequence[str]) -> str:
    """The language of this run, before click has read the arguments."""
    for at, argument in enumerate(arguments):
        if argument == "--lang" and arguments[at + 1 : at + 2] and arguments[at + 1] in LANGUAGES:
            return arguments[at + 1]
        if argument.startswith("--lang=") and argument[7:] in LANGUAGES:
            return argument[7:]
    asked = os.environ.get("ANALYZER_LANG", "")
    return asked if asked in LANGUAGES else LANGUAGES[0]


Command = Callable[..., None]


def _position_options(command: Command) -> Command:
    """The options that describe a position, the same for every command that takes a hand."""
    options = [
        click.argument("hand"),
        click.option("--indicator", help="翻牌: the tile turned over, such as 4m."),
        click.option("--laizi", help="癞子, where the indicator is unknown."),
        click.option("--melds", default="", help='副露, such as "chi:123m@3 peng:5p@1 an_gang:9s".'),
        click.option("--gangs", default="", help="Gang honours, 皮子 and laizi laid down, such as 55z."),
        click.option("--laizi-drops", default=0, type=int, help="丢癞子: laizi plainly discarded."),
        click.option("--rules", default=DEFAULT.id, help="The game; `rules` lists them."),
        click.option("--visible", default="", help="Further tiles that are seen."),
        click.option("--seat", default=0, type=int, help="0 东, 1 南, 2 西, 3 北."),
        click.option("--dealer", default=0, type=int, help="The dealer's seat."),
        click.option("--wall", type=int, help="Tiles that can still be drawn."),
        click.option(
            "--players", help="All four players as JSON; takes the place of melds, gangs and drops."
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return _output_options(command)


def _value_options(command: Command) -> Command:
    """The options that ask for an expectation."""
    options = [
        click.option(
            "--speed",
            type=click.Choice(("instant", "quick", "full")),
            help="Play out what actions are worth.",
        ),
        click.option("--samples", type=int, help="Deals played out for each action."),
        click.option(
            "--budget", "budget_s", type=float, help="Seconds to spend; takes the place of samples."
        ),
        click.option("--seed", type=int, help="Same seed and samples, same numbers."),
        click.option("--why", "reasons", is_flag=True, help="Say what sets each action apart from the best."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _output_options(command: Command) -> Command:
    command = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")(command)
    return click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the sentences.")(command)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def commands() -> None:
    """Wuhan mahjong: what to discard, what a hand waits for, and what it pays."""


@commands.command()
@_position_options
@_value_options
@click.option("--turn", default="drawn", help="drawn, gang_draw, last_draw or called.")
def discards(as_json: bool, lang: str | None, **asked: Any) -> None:
    """何切: rank every action of a hand of 14 tiles (or 11, 8, 5, 2)."""
    _reply("discards", _request(asked), as_json, lang, _show_options)


@commands.command()
@_position_options
@click.option("--why", "reasons", is_flag=True, help="Say why a hand does not wait, and what would mend it.")
def waits(as_json: bool, lang: str | None, **asked: Any) -> None:
    """听牌: the tiles that a hand of 13 (or 10, 7, 4, 1) waits for, and what they pay."""
    _reply("waits", _request(asked), as_json, lang, _show_waits)


@commands.command()
@_position_options
@click.option("--win-tile", required=True, help="The winning tile, which the hand includes.")
@click.option("--by", default="zimo", help="zimo, discard or qianggang.")
@click.option("--from", "source", type=int, help="Seat of the discarder or of the robbed player.")
@click.option("--after-gang", is_flag=True, help="杠上花.")
@click.option("--last-tiles", is_flag=True, help="海底捞.")
def score(as_json: bool, lang: str | None, **asked: Any) -> None:
    """算番: what a finished hand pays, step by step."""
    win: Json = {"tile": asked.pop("win_tile"), "by": asked.pop("by")}
    source = asked.pop("source")
    if source is not None:
        win["from"] = source
    for name in ("after_gang", "last_tiles"):
        if asked.pop(name):
            win[name] = True
    _reply("score", _request(asked) | {"win": win}, as_json, lang, _show_score)


@commands.command()
@_position_options
@_value_options
@click.option("--offer", required=True, help="The tile on offer and its seat, such as 5s@3.")
@click.option("--robbed", is_flag=True, help="The tile is the fourth of a 蓄杠.")
def calls(as_json: bool, lang: str | None, **asked: Any) -> None:
    """叫牌: chi, peng, gang, win or pass on another player's tile."""
    tile, source = parse_offer(asked.pop("offer"))
    offer = {"tile": format_tile(tile), "from": source, "robbed": asked.pop("robbed")}
    _reply("calls", _request(asked) | {"offer": offer}, as_json, lang, _show_options)


@commands.command()
@click.argument("name", required=False)
@_output_options
def rules(name: str | None, as_json: bool, lang: str | None) -> None:
    """规则: list the games, or show every field of one."""
    lang = lang or _asked_language(())
    shown = list(PRESETS.values()) if name is None else [preset(name)]
    found = [rules_json(row, lang) for row in shown]
    if as_json:
        _print_json(found if name is None else found[0])
        return
    for row in found:
        click.echo(f"{row['id']:<18} {row['name']}")
        if name is not None:
            for field in row["fields"]:
                value = json.dumps(field["value"], ensure_ascii=False)
                click.echo(f"  {field['field']:<22} {value:<24} {field['clause']:<4} {field['meaning']}")


@commands.command()
def batch() -> None:
    """Answer one JSON request a line from standard input, one JSON answer a line, in order."""
    for line in sys.stdin.buffer:
        click.echo(answer_line(line))


@commands.group()
def record() -> None:
    """牌谱: check records of whole deals, and write them in another form."""


@record.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@_output_options
def check(files: tuple[Path, ...], as_json: bool, lang: str | None) -> None:
    """Read FILES (JSON lines or the quick form) and say what is wrong, line by line, or how each deal was settled."""
    lang = lang or _asked_language(())
    found = [_checked(file, lang) for file in files]
    if as_json:
        _print_json(found)
    else:
        for line in (line for each in found for line in _show_checked(each, lang)):
            click.echo(line)
    faulty = [each["file"] for each in found if not each["ok"]]
    if faulty:
        raise _Refused(text("cli-records-faulty", lang, files=faulty))


@record.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--to", "form", type=click.Choice(("lines", "quick")), required=True, help="JSON lines or 速记."
)
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the sentences.")
def convert(file: Path, form: str, lang: str | None) -> None:
    """Write the records of FILE as JSON lines, or its one record in the quick form (速记)."""
    records = shorthand.read_any(_bytes_of(file))
    if form == "lines":
        click.echo(lines_form.write(*records), nl=False)
        return
    if len(records) != 1:
        raise BadRecord("record-not-one", count=len(records))
    click.echo(shorthand.write(records[0]), nl=False)


@record.command()
def schema() -> None:
    """The JSON Schema of one line of a record."""
    _print_json(lines_form.schema())


def _bytes_of(file: Path) -> bytes:
    """A file's bytes, or enough of them to be told that it is too large."""
    try:
        with file.open("rb") as stream:
            return stream.read(lines_form.LARGEST + 1)
    except OSError as fault:
        raise BadRecord("cli-file-unreadable", file=str(file), reason=fault.strerror or "") from None


def _checked(file: Path, lang: str) -> Json:
    """What came of one file."""
    try:
        records = shorthand.read_any(_bytes_of(file))
    except AnalyzerError as error:
        faults = [_fault_json(each, lang) for each in (error, *error.others)]
        return {"file": str(file), "ok": False, "faults": faults}
    return {"file": str(file), "ok": True, "deals": [_deal_json(each) for each in records]}


def _fault_json(error: AnalyzerError, lang: str) -> Json:
    fault = error.params.get("fault", error)
    assert isinstance(fault, AnalyzerError)
    found: Json = {"line": error.params.get("line"), "code": fault.code, "message": describe(fault, lang)}
    if "clause" in fault.params:
        found["clause"] = fault.params["clause"]
    return found


def _deal_json(kept: lines_form.Record) -> Json:
    result = kept.final.result
    found: Json = {"rules": kept.rules.id, "events": len(kept.events), "finished": result is not None}
    if result is not None:
        found |= {"winner": result.winner, "pays": list(result.pays)}
        if result.score is not None:
            found |= {"hu": result.score.hu, "big": list(result.score.big), "hard": result.score.hard}
    return found


def _show_checked(found: Json, lang: str) -> Iterable[str]:
    if not found["ok"]:
        for fault in found["faults"]:
            place = found["file"] if fault["line"] is None else f"{found['file']}:{fault['line']}"
            yield f"{place}: {fault['message']}"
        return
    for number, deal in enumerate(found["deals"], 1):
        place = found["file"] if len(found["deals"]) == 1 else f"{found['file']} #{number}"
        if not deal["finished"]:
            yield f"{place}: {text('cli-record-unfinished', lang, events=deal['events'])}"
        elif deal["winner"] is None:
            yield f"{place}: {text('cli-record-drawn', lang)}"
        else:
            seat = text(f"seat-{deal['winner']}", lang)
            hand = f" {_reading(deal, lang)}" if "hu" in deal else ""
            yield f"{place}: {text('cli-record-won', lang, seat=seat)}{hand}  {_points(deal['pays'])}"


@commands.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--seat", type=click.IntRange(0, 3), help="0 东, 1 南, 2 西, 3 北; else every hand that is known."
)
@click.option("--player", help="The player of this name, wherever he sits.")
@click.option(
    "--speed", default="quick", type=click.Choice(("instant", "quick", "full")), help="How far playouts go."
)
@click.option("--seed", default=0, type=click.IntRange(0), help="Reproduces the grades.")
@click.option("--jobs", default=-1, type=int, help="Records at a time; -1 for as many as there are cores.")
@click.option("--cluster", metavar="ADDRESS", help="An existing Dask cluster that does the work.")
@click.option("--html", "page", type=click.Path(path_type=Path), help="Write a report, one HTML file.")
@_output_options
def review(
    files: tuple[Path, ...],
    seat: int | None,
    player: str | None,
    speed: str,
    seed: int,
    jobs: int,
    cluster: str | None,
    page: Path | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """复盘: grade every decision of the records in FILES, or in folders of them; worst mistakes first."""
    # What reviews need is loaded where they are asked for: a question about one hand is answered sooner.
    from analyzer import report
    from analyzer.playout import selfplay

    lang = lang or _asked_language(())
    sources = [source for path in report.files_of(files) for source in report.records_in(path)]
    tasks = report.tasks_of(sources, seat, player)
    if not tasks:
        raise BadRequest("report-nobody")
    compiler.warm_up(block=True)
    with selfplay.cluster(cluster):
        done = report.reviews(tasks, speed=Speed(speed), seed=seed, jobs=jobs)
        with click.progressbar(
            done, length=len(tasks), label=text("report-progress", lang), file=sys.stderr
        ) as bar:
            found = list(zip(tasks, bar, strict=True))
    if page is not None:
        try:
            page.write_text(report.html(found, lang), encoding="utf-8")
        except OSError as error:
            raise BadRequest(
                "report-cannot-write", file=str(page), reason=error.strerror or str(error)
            ) from None
    if as_json:
        _print_json([report.review_json(task, each, lang) for task, each in found])
        return
    for task, each in found:
        for line in _show_review(task, each, lang):
            click.echo(line)


# Requests and answers


def _request(asked: Json) -> Json:
    """The request that a command's options spell."""
    request = {name: value for name, value in asked.items() if value is not None}
    melds, gangs = parse_melds(request.pop("melds")), request.pop("gangs")
    drops, players = request.pop("laizi_drops"), request.pop("players", None)
    if players is not None:
        try:
            request["players"] = json.loads(players)
        except (ValueError, RecursionError) as fault:
            raise BadRequest("request-not-json", reason=str(fault)[:80]) from None
        return request
    own: Json = {"gangs": gangs, "laizi_drops": drops, "melds": []}
    for kind, tiles, source in melds:
        meld: Json = {"kind": kind, "tiles": format_tiles(tiles)}
        if source is not None:
            meld["from"] = source
        own["melds"].append(meld)
    seat = request["seat"]
    request["players"] = [own if each == seat else {} for each in SEATS]
    return request


def _reply(
    op: str, request: Json, as_json: bool, lang: str | None, show: Callable[[Json, str], Iterable[str]]
) -> None:
    lang = lang or _asked_language(())
    found = answer({"op": op, "lang": lang, **request})
    if "error" in found:
        raise _Refused(found["error"]["message"])
    if as_json:
        _print_json(found)
        return
    for line in show(found, lang):
        click.echo(line)
    for note in found.get("notes", ()):
        click.echo(note)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))


# In words


def _show_options(found: Json, lang: str) -> Iterable[str]:
    for option in found["options"]:
        action = text(f"action-{option['action'].replace('_', '-')}", lang)
        tile = option.get("tiles") or option.get("tile", "")
        head = f"{action} {tile}".strip()
        if "ev" in option:
            head += "  " + text(
                "cli-worth",
                lang,
                score=f"{option['ev']:+.1f}",
                error=f"{2 * option['ev_se']:.1f}",
                win=f"{option['win']:.0%}",
                tenpai=f"{option['tenpai']:.0%}",
            )
        if "score" in option:
            yield f"{head}  {_reading(option['score'], lang)}  {_points(option['score']['pays'])}"
            yield from _show_reasons(option)
            continue
        accepted = _live(option["accepts"])
        dead = " ".join(option["dead"])
        line = text("cli-option", lang, head=head, distance=option["distance"], total=option["accepts_total"])
        line += f"  {accepted}" if accepted else ""
        line += f"  {text('cli-dead', lang, tiles=dead)}" if dead else ""
        if option["gives_up"]:
            names = "、".join(_hand(name, lang) for name in option["gives_up"])
            line += f"  {text('cli-gives-up', lang, routes=names)}"
        yield line
        yield from _show_reasons(option)


def _show_reasons(option: Json) -> Iterable[str]:
    signs = {"one": "+", "other": "−", "neither": "·"}
    for reason in option.get("reasons", ()):
        yield f"    {signs[reason['favours']]} {reason['text']}"


def _show_waits(found: Json, lang: str) -> Iterable[str]:
    if not found["tenpai"]:
        reasons = "、".join(text(f"reason-{code.replace('_', '-')}", lang) for code in found["blocked_by"])
        yield text("cli-not-tenpai", lang) + (f" {reasons}" if reasons else "")
        unopened = any(reason["code"] == "not_open" for reason in found.get("reasons", ()))
        for reason in found.get("reasons", ()):
            yield f"  {reason['clause']}  {reason['text']}"
            for line in _mended(reason, unopened, lang):
                yield f"      {line}"
        return
    yield text("cli-tenpai", lang, total=found["live_total"])
    for wait in found["waits"]:
        line = f"{wait['tile']} ×{wait['live']}"
        for channel in ("zimo", "discard"):
            way = wait[channel]
            name = text(f"channel-{channel}", lang)
            if way is None:
                line += f"  {name} –"
            else:
                below = f" {text('reason-below-minimum', lang)}" if way.get("below_minimum") else ""
                line += f"  {name} {_reading(way, lang)} {max(way['pays'])}{below}"
        yield line


def _mended(reason: Json, unopened: bool, lang: str) -> Iterable[str]:
    """What would take away a reason why a hand does not wait."""
    if reason["code"] == "not_open" and "tiles" in reason:
        yield text("cli-why-would", lang, tiles=" ".join(reason["tiles"]))
    for call in reason.get("calls", ()):
        action = text(f"action-{call['action'].replace('_', '-')}", lang)
        told = f"{action} {call.get('tiles', '')}".strip()
        yield text("cli-why-call", lang, tile=call["offer"], call=told, distance=call["distance"])
    for change in reason.get("changes", ()):
        ready = "cli-why-change-unopened" if unopened else "cli-why-change"
        yield text(ready, lang, draws=_live(change["draws"]), tile=change["tile"], total=change["total"])
    if "draws" in reason and "changes" not in reason:
        lone = reason["code"] == "gang_tile_in_hand"
        yield text("cli-why-replacement" if lone else "cli-why-draws", lang, draws=_live(reason["draws"]))


def _live(accepts: Iterable[Json]) -> str:
    """Tiles with their live copies."""
    return " ".join(f"{each['tile']}×{each['live']}" for each in accepts)


def _show_score(found: Json, lang: str) -> Iterable[str]:
    if found.get("reasons"):
        yield (
            text("cli-no-win", lang)
            + " "
            + "、".join(text(f"reason-{code.replace('_', '-')}", lang) for code in found["reasons"])
        )
    if "pays" not in found:
        return
    yield _reading(found, lang) + (f"  赖→{' '.join(found['laizi_as'])}" if found["laizi_as"] else "")
    for step in found["steps"]:
        yield f"  {step['clause']}  {step['text']}"


def _show_review(task: "report.Task", found: "Review", lang: str) -> Iterable[str]:
    from analyzer.report import deed

    who = task.name or text("report-seat", lang, seat=found.seat)
    yield text("report-deal", lang, file=task.source.file, deal=task.source.deal, who=who)
    told = [f"{text('report-loss', lang)} {found.loss:.1f} ± {found.margin:.1f}"]
    if found.points is not None:
        told.append(f"{text('report-points', lang)} {found.points:+d}")
    if found.luck is not None:
        told.append(f"{text('report-luck', lang)} {found.luck:+.1f}")
    if found.match is not None and found.accuracy is not None:
        told.append(f"{text('report-match', lang)} {found.match:.0%}")
        told.append(f"{text('report-accuracy', lang)} {found.accuracy:.0%}")
    yield "  " + "  ".join(told)
    for each in found.mistakes:
        assert each.kind is not None
        kind = text(f"kind-{each.kind.value.replace('_', '-')}", lang)
        taken = text("report-taken", lang, deed=deed(each.taken, lang))
        best = text("report-best", lang, deed=deed(each.best, lang))
        move = text("report-move", lang, at=each.choice.at + 1)
        yield f"  −{each.loss:.1f}  {move}  {kind}  {format_tiles(each.choice.position.hand)}  {taken} → {best}"


def _hand(name: str, lang: str) -> str:
    return text("hu-small", lang) if name == "small" else text(f"hand-{name}", lang)


def _reading(found: Json, lang: str) -> str:
    hands = "、".join(_hand(name, lang) for name in found["big"]) or text("hu-small", lang)
    return f"{hands}（{text('hand-hard' if found['hard'] else 'hand-soft', lang)}）"


def _points(pays: Sequence[int]) -> str:
    return " / ".join(f"{points:+d}" for points in pays)
