"""Whether one bot is better than another, and how sure that is: pure functions of the scores of dice groups.

A group is everything that was played with the same dice. It has one score and counts once.
"""
