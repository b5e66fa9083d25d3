"""`python -m arena` does what the command `arena` does."""

import sys

from arena.cli import main

sys.exit(main())
