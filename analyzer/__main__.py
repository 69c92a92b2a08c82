"""``python -m analyzer``."""

import gc
import sys

gc.disable()  # nothing that is loaded at the start is garbage; looking for some takes a tenth of the first answer

from analyzer.cli import main  # noqa: E402

gc.enable()

if __name__ == "__main__":
    sys.exit(main())
