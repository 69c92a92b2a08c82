"""Answers to questions, and the cards that say when a question comes up again."""

import sqlalchemy as sql
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add their tables."""
    op.create_table(
        "answer",
        sql.Column(
            "profile", sql.String(32), sql.ForeignKey("profile.id", ondelete="CASCADE"), primary_key=True
        ),
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("at", sql.BigInteger, nullable=False),
        sql.Column("topic", sql.Text, nullable=False),
        sql.Column("rules", sql.Text, nullable=False),
        sql.Column("question", sql.Text, nullable=False),
        sql.Column("correct", sql.Boolean, nullable=False),
        sql.Column("loss", sql.Double),
        sql.Column("seconds", sql.Double, nullable=False),
        sql.Column("given", sql.Text, nullable=False),
        sql.Column("checksum", sql.String(64), nullable=False),
    )
    op.create_index("answer_newest", "answer", ["profile", "at"])
    op.create_table(
        "card",
        sql.Column(
            "profile", sql.String(32), sql.ForeignKey("profile.id", ondelete="CASCADE"), primary_key=True
        ),
        sql.Column("question", sql.Text, primary_key=True),
        sql.Column("due", sql.BigInteger, nullable=False),
        sql.Column("state", sql.Text, nullable=False),
        sql.Column("checksum", sql.String(64), nullable=False),
    )
    op.create_index("card_next", "card", ["profile", "due"])
