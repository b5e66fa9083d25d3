"""Write the golden playthroughs anew, after a wanted change of the rules: `python -m tests.games.mlem.golden`."""

from arena.games.mlem import MLEM
from tests.games.mlem.golden.playthrough import file, fixture, generated, written

for number, options in enumerate(MLEM.every):
    file(options).write_text(written(generated(fixture(options, number))), "utf-8")
