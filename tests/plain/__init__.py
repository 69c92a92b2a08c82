"""Positions whose best action is plain, each with the reason why (rules.md's sections in brackets)."""
