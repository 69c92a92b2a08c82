"""The forms that the history database had, one after the other."""
