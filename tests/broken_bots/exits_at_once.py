"""Ends before it has read anything.

EXPECT: ready
"""

raise SystemExit(3)
