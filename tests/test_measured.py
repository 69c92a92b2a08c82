"""What was measured: the file that the program shows, how it is written, and payouts in bands."""

import json
import re
import shutil
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.expectation import measured as module
from analyzer.expectation.bands import bands
from analyzer.expectation.measured import FORMAT, PATH, Gain, Part, measured, read
from analyzer.playout import calibration
from analyzer.rules import PRESETS
from tests.sources import ROOT

# The file

CALIBRATED = sorted(name for name, found in measured().items() if found.calibration is not None)


def test_every_rule_set_of_the_file_is_one_of_ours():
    assert set(measured()) <= set(PRESETS)
    assert {"hongzhong", "yuanhang"} <= set(CALIBRATED)


@pytest.mark.parametrize("rules", list(PRESETS))
def test_every_game_has_a_gain_that_is_one(rules):
    """And docs/strength.md tells it."""
    document = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    (gain,) = (each for each in measured()[rules].gains if each.policy == "p1")
    assert gain.opponents == "p0"
    assert gain.commit
    assert gain.deals >= 40_000
    assert gain.points > gain.margin > 0
    assert f"| `{rules}` | {gain.points:+.1f} ± {gain.margin:.1f} |" in document


@pytest.mark.parametrize("rules", CALIBRATED)
def test_tables_are_whole_and_agree_with_themselves(rules):
    found = measured()[rules].calibration
    assert found is not None
    assert found.commit
    assert found.samples > 0
    assert [part.name for part in found.deciles] == [str(number) for number in range(1, 11)]
    assert sum(part.positions for part in found.deciles) == found.whole.positions
    assert sum(part.positions for part in found.stages) == found.whole.positions
    predicted = [part.win_predicted for part in found.deciles]
    assert predicted == sorted(predicted)
    for part in (found.whole, *found.deciles, *found.stages):
        assert 0 <= part.win_predicted <= 1
        assert 0 <= part.win_realised <= 1
        assert part.win_margin > 0
        assert part.score_margin > 0


@pytest.mark.parametrize("rules", CALIBRATED)
def test_tables_are_those_of_the_document(rules):
    """docs/strength.md tells the same figures, rounded as there."""
    document = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    section = document.partition(f"### `{rules}`")[2].partition("\n## ")[0].partition("\n### ")[0]
    assert section, "not in the document"
    found = measured()[rules].calibration
    parts = [("all", found.whole)]
    parts += [(f"decile {part.name}", part) for part in found.deciles]
    parts += [(f"{part.name} tiles left", part) for part in found.stages]
    for name, part in parts:
        row = re.search(rf"^\| {re.escape(name)} \| (.*) \|", section, re.MULTILINE)
        assert row is not None, name
        cells = [cell.strip() for cell in row[1].split("|")]
        assert cells[0] == f"{part.positions:,}"
        assert cells[1:3] == [f"{100 * part.win_predicted:.1f}", f"{100 * part.win_realised:.1f}"]
        assert cells[3].endswith(f"± {100 * part.win_margin:.1f}")
        assert cells[4:6] == [f"{part.score_predicted:+.1f}", f"{part.score_realised:+.1f}"]
        assert cells[6].endswith(f"± {part.score_margin:.1f}")


def test_another_format_is_refused(tmp_path):
    other = tmp_path / "measured.json"
    other.write_text(json.dumps({"format": FORMAT + 1, "rules": {}}), encoding="utf-8")
    with pytest.raises(ValueError, match="format 1"):
        read(other)


def test_gains_are_read(tmp_path):
    gain = Gain("quick", "P0", 10_000, 16.4, 2.1, 18.5, "abc1234", 7)
    data = {"format": FORMAT, "rules": {"facai": {"gains": [asdict(gain)]}}}
    path = tmp_path / "measured.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert read(path)["facai"].gains == (gain,)
    assert read(path)["facai"].calibration is None


# Writing it


def part(name: str, positions: int = 100) -> calibration.Part:
    return calibration.Part(name, positions, 0.3, 0.31, 0.02, 4.0, 3.5, 1.5)


FOUND = calibration.Calibration("facai", 64, 5, part("all"), 0.15, (part("1"),), (part("60–72"),))


def test_what_calibration_keeps_is_what_is_read(tmp_path):
    path = tmp_path / "measured.json"
    shutil.copy(PATH, path)
    calibration.keep([FOUND], "abc1234", path)
    found = read(path)
    table = found["facai"].calibration
    assert table is not None
    assert (table.commit, table.first_deal, table.samples, table.brier) == ("abc1234", 5, 64, 0.15)
    assert table.whole == Part(**asdict(FOUND.whole))
    assert table.stages == (Part(**asdict(FOUND.stages[0])),)
    known = dict(measured())
    assert found["facai"].gains == known.pop("facai").gains
    assert {name: each for name, each in found.items() if name != "facai"} == known


def test_a_new_table_takes_the_place_of_the_old_one_and_leaves_the_gains(tmp_path):
    path = tmp_path / "measured.json"
    gain = Gain("quick", "P0", 10_000, 16.4, 2.1, 18.5, "abc1234", 7)
    data = {"format": FORMAT, "rules": {"facai": {"gains": [asdict(gain)]}}}
    path.write_text(json.dumps(data), encoding="utf-8")
    calibration.keep([FOUND], "one", path)
    calibration.keep([FOUND], "two", path)
    table = read(path)["facai"].calibration
    assert table is not None
    assert table.commit == "two"
    assert read(path)["facai"].gains == (gain,)


def test_writing_wants_to_know_the_commit(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["calibration", "--write"])
    with pytest.raises(SystemExit) as ended:
        calibration.main()
    assert ended.value.code == 2
    assert "--commit" in capsys.readouterr().err


def test_both_sides_know_the_same_file():
    assert calibration.MEASURED == module.PATH


# Bands

distributions = st.dictionaries(st.integers(-9000, 9000), st.floats(0.01, 1), min_size=1, max_size=30).map(
    lambda found: [(points, found[points] / sum(found.values())) for points in sorted(found)]
)


@given(one=distributions, other=distributions)
def test_bands_hold_every_payment_once(one, other):
    for given_, found in zip((one, other), bands(one, other), strict=True):
        assert sum(band.chance for band in found) == pytest.approx(1)
        for points, _ in given_:
            holding = [
                band
                for band in found
                if (band.low is None or band.low <= points) and (band.high is None or points <= band.high)
            ]
            assert len(holding) == 1
    first, second = bands(one, other)
    assert [(band.low, band.high) for band in first] == [(band.low, band.high) for band in second]


def test_bands_follow_the_width_of_what_is_paid():
    (small,) = bands([(-16, 0.5), (24, 0.5)])
    assert [(band.low, band.high) for band in small] == [
        (-19, -10),
        (-9, -1),
        (0, 0),
        (1, 9),
        (10, 19),
        (20, 39),
    ]
    (large,) = bands([(-600, 0.5), (1800, 0.5)])
    assert (large[0].low, large[0].high) == (-999, -500)
    assert (large[-1].low, large[-1].high) == (1000, 1999)
    (wide,) = bands([(-90_000, 0.5), (90_000, 0.5)])
    assert (wide[0].low, wide[-1].high) == (None, None)


def test_nothing_paid_is_no_band():
    assert bands([]) == ((),)
    assert bands([(0, 1.0)])[0][0].low == 0
