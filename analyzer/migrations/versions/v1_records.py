"""Profiles and the records that they keep."""

import sqlalchemy as sql
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the tables of an empty database."""
    op.create_table(
        "profile",
        sql.Column("id", sql.String(32), primary_key=True),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("token", sql.String(64), unique=True),
        sql.Column("subject", sql.Text, unique=True),
    )
    op.create_table(
        "record",
        sql.Column(
            "profile", sql.String(32), sql.ForeignKey("profile.id", ondelete="CASCADE"), primary_key=True
        ),
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("at", sql.BigInteger, nullable=False),
        sql.Column("title", sql.Text, nullable=False),
        sql.Column("rules", sql.Text, nullable=False),
        sql.Column("source", sql.Text, nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("checksum", sql.String(64), nullable=False),
    )
    op.create_index("record_newest", "record", ["profile", "at"])
