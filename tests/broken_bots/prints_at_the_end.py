"""Says goodbye, to stdout.

EXPECT: stdout
"""

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def bye(self) -> None:
        print("bye", flush=True)


if __name__ == "__main__":
    Broken().run()
