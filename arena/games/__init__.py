"""The games: pure rules, one folder each, all behind the contract in `api`."""

from collections.abc import Mapping
from types import MappingProxyType

from arena.games.api import AnyGame
from arena.games.mlem import MLEM

GAMES: Mapping[str, AnyGame] = MappingProxyType({MLEM.name: MLEM})
