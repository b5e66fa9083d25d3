"""Tournaments: formats, seating, the runner and the verdict which of two bots is better."""
