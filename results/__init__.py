"""Results: the store of played matches, and the ratings, standings and reports that are folded from it."""
