"""牌型: how far a hand is from each of the five shapes, and which tiles bring it nearer (rules §4)."""

from analyzer.shapes.distance import (
    ROUTES,
    Accepts,
    DiscardShape,
    ShapeContext,
    accepts,
    discard_table,
    distances,
    route_accepts,
)

__all__ = [
    "ROUTES",
    "Accepts",
    "DiscardShape",
    "ShapeContext",
    "accepts",
    "discard_table",
    "distances",
    "route_accepts",
]
