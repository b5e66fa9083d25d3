"""How all tests run: the same examples every time, and no verdict that depends on how busy the machine is."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "arena", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("arena")
