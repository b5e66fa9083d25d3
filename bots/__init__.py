"""The house bots: programs that speak the protocol, as any stranger's bot does.

They import `arena.games`, `arena.sdk` and `protocol`, nothing else of ours, and nobody imports them.
"""
