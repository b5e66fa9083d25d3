"""Which of two bots is better, and how sure that is: comparisons by substitution, and what to tell of them."""
