"""An arena with a jailed bot, to be killed."""

import sys
import time
from pathlib import Path

from arena.isolation.levels import Isolation
from arena.process import Process

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    print("starting", flush=True)
    process = Process(["python3", "bot.py", str(folder)], folder=folder, isolation=Isolation.JAIL)
    time.sleep(0.3)
    print("started", flush=True)
    time.sleep(60)
