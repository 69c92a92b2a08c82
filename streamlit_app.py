"""武汉麻将分析器: the router; everything else is in ``pages/``."""

from pages.ui.shell import run

run()
