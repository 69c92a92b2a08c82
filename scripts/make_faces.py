"""牌面: draw the 34 tile faces, a tile's back and the app's icon as SVG files.

Every face is drawn here, stroke by stroke: no font is used, so a face looks the same on every system, and
none is copied from anywhere. A brush stroke is a centre line whose points carry a width; its outline is the
line's two offsets. Run ``python scripts/make_faces.py`` after a change; ``tests/test_faces.py`` fails while
the files in ``static/`` differ from what this module draws.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

__all__ = ["faces", "icon", "write"]

STATIC = Path(__file__).resolve().parent.parent / "static"
NAMES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple(
    f"{rank}z" for rank in range(1, 8)
)

WIDTH, HEIGHT = 60, 84

INK = "#1b2430"
RED = "#b6202a"
GREEN = "#0d6e48"
BLUE = "#1c4f9c"
IVORY = "#fffcf3"
EDGE = "#b7aa86"
SIDE = "#d9cdab"

Point = tuple[float, float, float]
"""x, y and the brush's width there, in a square of 100 × 100."""
Stroke = list[Point]


# ---------------------------------------------------------------------------------------------- the brush


def _spline(points: Sequence[Point], steps: int) -> Iterator[Point]:
    """Points of a Catmull–Rom curve through ``points``, both ends included."""
    if len(points) == 2:
        points = [points[0], *(_between(points[0], points[1], t) for t in (1 / 3, 2 / 3)), points[1]]
    padded = [points[0], *points, points[-1]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(steps):
            t = step / steps
            yield tuple(  # type: ignore[misc]
                0.5
                * (
                    2 * q
                    + (r - p) * t
                    + (2 * p - 5 * q + 4 * r - s) * t * t
                    + (3 * q - p - 3 * r + s) * t * t * t
                )
                for p, q, r, s in zip(a, b, c, d, strict=True)
            )
    yield points[-1]


def _between(a: Point, b: Point, t: float) -> Point:
    x, y, w = (p + (q - p) * t for p, q in zip(a, b, strict=True))
    return x, y, w


def _outline(stroke: Sequence[Point]) -> list[tuple[float, float]]:
    """The closed outline of a brush stroke, always turning the same way round.

    Strokes of one glyph share a path and overlap; were two of them turned differently, the overlap would be
    a hole.
    """
    line = list(_spline(stroke, 4))
    left: list[tuple[float, float]] = []
    right: list[tuple[float, float]] = []
    for index, (x, y, width) in enumerate(line):
        before, after = line[max(index - 1, 0)], line[min(index + 1, len(line) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = math.hypot(dx, dy) or 1.0
        nx, ny = -dy / length * width / 2, dx / length * width / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    ends = (_cap(line[1], line[0]), _cap(line[-2], line[-1]))
    outline = [*ends[0], *left, *ends[1], *reversed(right)]
    area = sum(
        x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True)
    )
    return outline if area > 0 else outline[::-1]


def _cap(before: Point, end: Point) -> list[tuple[float, float]]:
    """A blunt tip a third of the stroke's width beyond its last point."""
    dx, dy = end[0] - before[0], end[1] - before[1]
    length = math.hypot(dx, dy) or 1.0
    reach = end[2] / 3
    return [(end[0] + dx / length * reach, end[1] + dy / length * reach)]


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0").replace("-0", "0" if abs(value) < 0.05 else "-0")


def _path(strokes: Iterable[Stroke], x: float, y: float, width: float, height: float) -> str:
    """Path data of ``strokes``, their square of 100 fitted into the given box."""
    parts = []
    for stroke in strokes:
        points = [(x + px * width / 100, y + py * height / 100) for px, py in _outline(stroke)]
        parts.append("M" + "L".join(f"{_number(px)} {_number(py)}" for px, py in points) + "Z")
    return "".join(parts)


def _heng(x1: float, y1: float, x2: float, y2: float, w: float = 9) -> Stroke:
    """横: pressed at both ends, lighter in the middle."""
    return [
        (x1, y1, w * 0.95),
        (x1 + (x2 - x1) * 0.2, y1 + (y2 - y1) * 0.2 + w * 0.06, w * 0.8),
        (x1 + (x2 - x1) * 0.75, y1 + (y2 - y1) * 0.75 - w * 0.05, w * 0.82),
        (x2, y2, w * 1.18),
    ]


def _shu(x1: float, y1: float, x2: float, y2: float, w: float = 10) -> Stroke:
    """竖: a firm head, a slightly slimmer body."""
    return [
        (x1, y1, w * 1.12),
        (x1 + (x2 - x1) * 0.25, y1 + (y2 - y1) * 0.25, w * 0.94),
        (x1 + (x2 - x1) * 0.8, y1 + (y2 - y1) * 0.8, w * 0.94),
        (x2, y2, w * 0.98),
    ]


def _fall(*points: tuple[float, float], w: float = 11) -> Stroke:
    """撇: falls to the left, from full width to a point."""
    last = len(points) - 1
    return [(x, y, w * (1.08 - 0.9 * (index / last) ** 1.4)) for index, (x, y) in enumerate(points)]


def _press(*points: tuple[float, float], w: float = 11) -> Stroke:
    """捺: falls to the right, from a point to a heavy foot."""
    last = len(points) - 1
    stroke = [(x, y, w * (0.35 + 0.95 * (index / last) ** 1.1)) for index, (x, y) in enumerate(points)]
    (x1, y1, _), (x2, y2, w2) = stroke[-2:]
    length = math.hypot(x2 - x1, y2 - y1)
    return [*stroke, (x2 + (x2 - x1) / length * w * 0.75, y2 + (y2 - y1) / length * w * 0.35, w2 * 0.2)]


def _drop(x1: float, y1: float, x2: float, y2: float, w: float = 12) -> Stroke:
    """点: a drop."""
    return [(x1, y1, w * 0.35), ((x1 + x2) / 2, (y1 + y2) / 2, w * 0.95), (x2, y2, w * 0.85)]


def _hook(*points: tuple[float, float], w: float = 10) -> Stroke:
    """弯钩: a steady line that ends in a flick."""
    return [(x, y, w) for x, y in points[:-1]] + [(*points[-1], w * 0.15)]


# --------------------------------------------------------------------------------------------- characters

NUMERALS: tuple[list[Stroke], ...] = (
    [_heng(8, 53, 92, 48, 12)],
    [_heng(22, 30, 78, 27, 11), _heng(8, 76, 92, 72, 12)],
    [_heng(20, 20, 80, 17, 11), _heng(26, 50, 74, 47, 10.5), _heng(8, 83, 92, 79, 12)],
    [
        _shu(15, 20, 19, 84),
        _heng(14, 23, 85, 20),
        _shu(85, 20, 81, 84),
        _fall((40, 24), (40, 42), (35, 53), (27, 62), w=10),
        [(59, 24, 10), (59, 45, 9), (61, 55, 9), (67, 59, 9), (75, 56, 9)],
        _heng(19, 79, 82, 77),
    ],
    [
        _heng(18, 17, 82, 14, 10),
        _shu(49, 17, 36, 80),
        _heng(22, 48, 73, 45, 9),
        _shu(73, 45, 68, 80),
        _heng(6, 84, 94, 80, 11),
    ],
    [
        _drop(45, 6, 56, 22, 15),
        _heng(7, 40, 93, 35, 11),
        _fall((41, 52), (32, 72), (12, 92), w=12),
        _press((57, 53), (70, 70), (82, 87), w=11),
    ],
    [
        _heng(6, 50, 93, 36, 11),
        _hook((43, 8), (43, 40), (44, 68), (50, 82), (66, 85), (86, 82), (89, 62), w=11),
    ],
    [
        _fall((37, 20), (34, 48), (24, 70), (6, 88), w=13),
        _press((54, 14), (60, 42), (72, 66), (88, 84), w=12),
    ],
    [
        _fall((41, 8), (40, 38), (32, 66), (8, 92), w=12),
        _heng(10, 37, 70, 33, 10),
        _hook((70, 33), (67, 55), (66, 74), (73, 85), (90, 83), (92, 62), w=11),
    ],
)
"""一 to 九."""

WAN: list[Stroke] = [
    _heng(7, 15, 93, 12),
    _shu(33, 3, 34, 27),
    _shu(67, 3, 66, 27),
    _shu(24, 34, 26, 61, 9),
    _heng(24, 35, 76, 33, 8),
    _shu(76, 33, 74, 61, 9),
    _heng(26, 47, 74, 46.5, 7.5),
    _heng(26, 60, 74, 59, 7.5),
    _shu(50, 34, 50, 84, 9),
    _shu(13, 71, 13, 97, 9),
    _heng(13, 72, 87, 69, 8),
    [(87, 69, 10), (87, 84, 9), (85, 95, 9), (75, 92, 2)],
    [(28, 88, 4), (45, 86, 8), (65, 81, 8)],
    _drop(62, 75, 71, 89, 10),
]
"""萬."""

DONG: list[Stroke] = [
    _heng(9, 21, 91, 18),
    _shu(21, 34, 24, 63, 9),
    _heng(21, 35, 79, 33, 8.5),
    _shu(79, 33, 76, 63, 9),
    _heng(24, 48, 76, 47, 8),
    _heng(24, 62, 76, 61, 8),
    _shu(50, 4, 50, 97, 11),
    _fall((46, 63), (34, 77), (7, 91), w=11),
    _press((54, 63), (68, 77), (86, 88), w=10),
]
"""東."""

NAN: list[Stroke] = [
    _heng(14, 20, 86, 17),
    _shu(50, 3, 50, 36, 11),
    _shu(14, 37, 13, 95),
    _heng(13, 38, 86, 35),
    [(86, 35, 11), (86, 60, 9.5), (86, 84, 9.5), (83, 93, 9), (71, 89, 2)],
    _drop(34, 43, 41, 54, 11),
    _fall((67, 42), (62, 50), (56, 56), w=11),
    _heng(30, 59, 70, 57.5, 8.5),
    _heng(25, 73, 75, 71.5, 8.5),
    _shu(50, 58, 50, 92, 10),
]
"""南."""

XI: list[Stroke] = [
    _heng(7, 17, 93, 13, 10),
    _shu(14, 37, 17, 92),
    _heng(13, 38, 86, 35),
    _shu(86, 35, 83, 92),
    _heng(17, 86, 84, 84),
    _fall((40, 17), (40, 40), (35, 56), (25, 70), w=10),
    [(60, 16, 10), (60, 42, 9), (61, 60, 9), (67, 67, 9), (77, 64, 9)],
]
"""西."""

BEI: list[Stroke] = [
    _shu(38, 10, 37, 94, 11),
    _heng(11, 37, 37, 34, 9),
    [(6, 83, 12), (20, 77, 9), (38, 66, 3)],
    _hook((61, 8), (61, 40), (61, 70), (68, 84), (84, 84), (92, 82), (94, 62), w=11),
    _fall((91, 27), (80, 38), (61, 49), w=12),
]
"""北."""

ZHONG: list[Stroke] = [
    _shu(14, 28, 18, 66, 11),
    _heng(13, 30, 87, 27, 10),
    _shu(87, 27, 82, 66, 11),
    _heng(18, 62, 82, 60, 10),
    _shu(50, 3, 50, 98, 12),
]
"""中."""

FA: list[Stroke] = [
    _heng(13, 15, 39, 12, 9.2),
    _fall((39, 12), (31, 29), (6, 45), w=11.5),
    _drop(17, 23, 27, 32, 10),
    _press((58, 5), (70, 26), (86, 39), w=10.5),
    _fall((80, 5), (74, 12), (67, 17), w=10.5),
    _fall((92, 17), (86, 24), (79, 29), w=10.5),
    _heng(15, 51, 42, 49, 8.6),
    _shu(42, 49, 41, 62, 9.2),
    _heng(18, 63, 41, 61.5, 8.6),
    _shu(18, 62, 15, 76, 9.2),
    _heng(15, 77, 42, 75, 8.6),
    [(42, 75, 8.5), (42, 86, 9.2), (37, 96, 9.2), (25, 90, 2)],
    _fall((60, 47), (59, 57), (51, 66), w=10.5),
    _heng(60, 49, 79, 47, 8.6),
    [(79, 47, 9.2), (79, 57, 9.2), (83, 63, 9.2), (93, 61, 7)],
    _heng(53, 73, 81, 71, 8.6),
    _fall((81, 71), (71, 85), (48, 98), w=11.5),
    _press((57, 77), (71, 88), (86, 96), w=10),
]
"""發."""


# ------------------------------------------------------------------------------------------- circles, bamboo


def _disc(x: float, y: float, r: float, colour: str) -> str:
    """A coin: a broad rim, a light ring and a round heart."""
    return (
        f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r)}" fill="{colour}"/>'
        f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r * 0.66)}" fill="{IVORY}"/>'
        f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(r * 0.38)}" fill="{colour}"/>'
    )


def _great_disc() -> str:
    """一筒: a wheel of eight petals."""
    x, y = 30.0, 41.0
    petals = "".join(
        f'<circle cx="{_number(x + 13.2 * math.cos(angle))}" cy="{_number(y + 13.2 * math.sin(angle))}" '
        f'r="3.1" fill="{GREEN}"/>'
        for angle in (math.tau * (index + 0.5) / 10 for index in range(10))
    )
    return (
        f'<circle cx="30" cy="41" r="22" fill="{GREEN}"/><circle cx="30" cy="41" r="18.6" fill="{IVORY}"/>'
        f'{petals}<circle cx="30" cy="41" r="8.2" fill="{RED}"/><circle cx="30" cy="41" r="5.2" fill="{IVORY}"/>'
        f'<circle cx="30" cy="41" r="2.8" fill="{RED}"/>'
    )


def _discs(rank: int) -> str:
    if rank == 1:
        return _great_disc()
    layouts: dict[int, list[tuple[float, float, float, str]]] = {
        2: [(30, 22.5, 14, GREEN), (30, 58.5, 14, BLUE)],
        3: [(15.5, 17, 10.8, BLUE), (30, 40.5, 10.8, RED), (44.5, 64, 10.8, GREEN)],
        4: [(17, 23, 11.6, BLUE), (43, 23, 11.6, GREEN), (17, 58, 11.6, GREEN), (43, 58, 11.6, BLUE)],
        5: [
            (15.8, 18, 10.2, BLUE),
            (44.2, 18, 10.2, GREEN),
            (30, 40.5, 10.2, RED),
            (15.8, 63, 10.2, GREEN),
            (44.2, 63, 10.2, BLUE),
        ],
        6: [(x, 17.0, 9.9, GREEN) for x in (18.0, 42.0)]
        + [(x, y, 9.9, RED) for y in (42.0, 64.0) for x in (18.0, 42.0)],
        7: [(13, 13.5, 8, GREEN), (30, 19.5, 8, GREEN), (47, 25.5, 8, GREEN)]
        + [(x, y, 9, RED) for y in (47.5, 67) for x in (18.5, 41.5)],
        8: [(x, y, 8.6, BLUE) for y in (12.6, 31.2, 49.8, 68.4) for x in (18.5, 41.5)],
        9: [
            (x, y, 8.1, colour)
            for y, colour in ((15.5, GREEN), (40.5, RED), (65.5, BLUE))
            for x in (12.3, 30, 47.7)
        ],
    }
    return "".join(_disc(*disc) for disc in layouts[rank])


def _stick(x: float, y: float, height: float, colour: str, tilt: float = 0.0, width: float = 10.4) -> str:
    """A bamboo stick round (x, y): two internodes with a light core, a joint between them."""
    half, w = height / 2, width / 2
    waist = w * 0.62
    outline = (
        f"M{_number(x - w)} {_number(y - half + 2)}q{_number(w)} -3.4 {_number(2 * w)} 0"
        f"L{_number(x + waist + 0.9)} {_number(y - 1.6)}h{_number(w - waist + 0.2)}v3.2"
        f"h{_number(-(w - waist) - 0.2)}L{_number(x + w)} {_number(y + half - 2)}"
        f"q{_number(-w)} 3.4 {_number(-2 * w)} 0L{_number(x - waist - 0.9)} {_number(y + 1.6)}"
        f"h{_number(-(w - waist) - 0.2)}v-3.2h{_number(w - waist + 0.2)}Z"
    )
    core = (
        f"M{_number(x)} {_number(y - half + 4.4)}V{_number(y - 4.2)}"
        f"M{_number(x)} {_number(y + 4.2)}V{_number(y + half - 4.4)}"
    )
    turn = f' transform="rotate({_number(tilt)} {_number(x)} {_number(y)})"' if tilt else ""
    return (
        f'<g{turn}><path d="{outline}" fill="{colour}"/>'
        f'<path d="{core}" stroke="{IVORY}" stroke-width="2.3" stroke-linecap="round"/></g>'
    )


def _bird() -> str:
    """一条: a bird with a spread tail on a bamboo twig."""
    plumes = [
        ("M31 44C22 44 11 50 8 66C17 62 26 57 33 49Z", GREEN),
        ("M33 45C25 48 18 57 18 72C26 66 33 58 36 49Z", BLUE),
        ("M36 46C31 52 29 62 32 75C38 67 41 58 40 48Z", GREEN),
    ]
    eyes = [(13.5, 60.2), (22, 64.4), (33.4, 66.6)]
    body = "M46 22C50 30 48 43 40 49C34 53 27 50 27 43C27 35 35 33 37 25C38 19 44 17 46 22Z"
    wing = "M41 32C33 34 26 38 22 46C31 48 40 46 43 38Z"
    return (
        "".join(f'<path d="{path}" fill="{colour}"/>' for path, colour in plumes)
        + "".join(f'<circle cx="{x}" cy="{y}" r="2.5" fill="{IVORY}"/>' for x, y in eyes)
        + "".join(f'<circle cx="{x}" cy="{y}" r="1.5" fill="{RED}"/>' for x, y in eyes)
        + f'<path d="{body}" fill="{GREEN}"/>'
        + f'<path d="{wing}" fill="{RED}"/>'
        + f'<path d="M27 45.2C32 44.6 37 42 40.4 37.6M29.5 41.4C33 41 36.6 38.8 39.4 35.4" stroke="{IVORY}" '
        'stroke-width="1.2" fill="none" stroke-linecap="round"/>'
        + f'<circle cx="42" cy="17.5" r="6.4" fill="{GREEN}"/>'
        + f'<path d="M47.4 15.2L55 18.6L47.4 20.8Z" fill="{RED}"/>'
        + f'<path d="M41 11.4C39 6.6 35 5.4 32.6 6.4C34.4 8 36 10.6 37.4 13.4Z" fill="{RED}"/>'
        + f'<circle cx="43.4" cy="16.4" r="2.1" fill="{IVORY}"/><circle cx="43.8" cy="16.4" r="1.1" fill="{INK}"/>'
    )


def _sticks(rank: int) -> str:
    if rank == 1:
        return _bird()
    if rank == 8:
        rows = ((22.5, (0, -24, 24, 0)), (58.5, (0, 24, -24, 0)))
        return "".join(
            _stick(x, y, 29, GREEN if y < 40 else BLUE, tilt, 8.6)
            for y, tilts in rows
            for x, tilt in zip((10.5, 23.8, 36.2, 49.5), tilts, strict=True)
        )
    layouts: dict[int, list[tuple[float, float, float, str]]] = {
        2: [(30, 23, 30, BLUE), (30, 59, 30, GREEN)],
        3: [(30, 23, 30, BLUE), (17, 59, 30, GREEN), (43, 59, 30, GREEN)],
        4: [(17, 23, 30, BLUE), (43, 23, 30, GREEN), (17, 59, 30, GREEN), (43, 59, 30, BLUE)],
        5: [
            (14, 23, 29, GREEN),
            (46, 23, 29, BLUE),
            (30, 41, 29, RED),
            (14, 59, 29, BLUE),
            (46, 59, 29, GREEN),
        ],
        6: [(x, 23.0, 29.0, GREEN) for x in (14.0, 30.0, 46.0)] + [(x, 59, 29, BLUE) for x in (14, 30, 46)],
        7: [(30, 16, 20, RED)]
        + [(x, y, 21, BLUE if x == 30 else GREEN) for y in (41.5, 65.5) for x in (14, 30, 46)],
        9: [(x, y, 21, colour) for y in (16, 41, 66) for x, colour in ((14, GREEN), (30, RED), (46, BLUE))],
    }
    return "".join(_stick(*stick) for stick in layouts[rank])


# ----------------------------------------------------------------------------------------------- the tiles


def _glyph(strokes: list[Stroke], x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<path d="{_path(strokes, x, y, width, height)}" fill="{colour}"/>'


def _svg(content: str, width: int = WIDTH, height: int = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">{content}</svg>\n'
    )


def _tile(face: str) -> str:
    """A face on an ivory tile whose lower edge shows."""
    return _svg(
        f'<rect x="1" y="1" width="58" height="82" rx="7.5" fill="{SIDE}" stroke="{EDGE}" stroke-width="1.4"/>'
        f'<rect x="1.7" y="1.7" width="56.6" height="77.4" rx="7" fill="{IVORY}"/>{face}'
    )


def _face(name: str) -> str:
    rank, suit = int(name[0]), name[1]
    if suit == "m":
        return _glyph(NUMERALS[rank - 1], 10.5, 5, 39, 33, INK) + _glyph(WAN, 9.5, 40, 41, 36, RED)
    if suit == "p":
        return _discs(rank)
    if suit == "s":
        return _sticks(rank)
    if rank == 7:
        return (
            f'<rect x="10" y="11" width="40" height="60" rx="3" fill="none" stroke="{BLUE}" stroke-width="4.4"/>'
            f'<rect x="16" y="17" width="28" height="48" rx="1" fill="none" stroke="{BLUE}" stroke-width="1.6"/>'
        )
    strokes = (DONG, NAN, XI, BEI, ZHONG, FA)[rank - 1]
    return _glyph(strokes, 5.5, 12, 49, 57, RED if rank == 5 else GREEN if rank == 6 else INK)


def faces() -> dict[str, str]:
    """File name → SVG text of the 34 faces (``1m.svg`` … ``7z.svg``) and of a tile's back."""
    drawn = {f"{name}.svg": _tile(_face(name)) for name in NAMES}
    lattice = "".join(
        f'<path d="M{x} {y}l6 8l-6 8l-6 -8Z" fill="none" stroke="#8fd0b4" stroke-opacity=".55" stroke-width="1.3"/>'
        for y in (9, 25, 41, 57)
        for x in (18, 30, 42)
    )
    drawn["back.svg"] = _svg(
        f'<rect x="1" y="1" width="58" height="82" rx="7.5" fill="{SIDE}" stroke="{EDGE}" stroke-width="1.4"/>'
        f'<rect x="1.7" y="1.7" width="56.6" height="77.4" rx="7" fill="#11694a"/>'
        f'<rect x="6.5" y="6.5" width="47" height="68" rx="4" fill="none" stroke="#8fd0b4" stroke-width="1.4"/>'
        + lattice
    )
    return drawn


def icon() -> str:
    """The app's icon: 中 on a tile, on felt."""
    return _svg(
        '<rect width="64" height="64" rx="14" fill="#0e6a4a"/>'
        f'<rect x="13" y="6" width="38" height="52" rx="6" fill="{SIDE}"/>'
        f'<rect x="13" y="6" width="38" height="49" rx="6" fill="{IVORY}"/>'
        + _glyph(ZHONG, 18, 10, 28, 40, RED),
        64,
        64,
    )


def write(folder: Path = STATIC) -> None:
    """Write every file below ``folder``."""
    tiles = folder / "tiles"
    tiles.mkdir(parents=True, exist_ok=True)
    for name, text in faces().items():
        (tiles / name).write_text(text, encoding="utf-8")
    (folder / "favicon.svg").write_text(icon(), encoding="utf-8")


if __name__ == "__main__":
    write()
