"""How fast the engine is, and the peers on the same hands in the same run: see README.md beside this file."""
