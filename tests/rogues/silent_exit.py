"""Ends before it has said anything."""

import sys

ROWS = ("P1",)
EXPECT = ("start_failed",)


if __name__ == "__main__":
    sys.exit(0)
