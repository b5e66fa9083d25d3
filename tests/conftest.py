"""How all tests run: the same examples every time, and no verdict that depends on how busy the machine is."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "arena", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("arena")

# The longest files are begun first, or one worker would end alone with one of them.
LONG = ["test_rogues", "test_matrix", "test_house_bots", "test_clock", "test_soak", "test_verdicts", "test_conformance"]
LONG += ["test_bench", "test_verdict_document", "test_verdict_ci", "test_diverge", "test_writing_a_bot"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: LONG.index(item.path.stem) if item.path.stem in LONG else len(LONG))
