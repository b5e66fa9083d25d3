"""The worker processes of a run, as the runner sees them: one for each match that is played at once."""

import os
import subprocess
from contextlib import suppress

import trio

from arena.referee import Bots
from tournaments.worker import ANY_CORE, Failed, Job, Pipe, Reply, Roll, command, reply_in


class Worker:
    """Our end of a worker process."""

    def __init__(self, core: int, bots: Bots) -> None:
        self._command = command(core, bots)
        self._start()

    def _start(self) -> None:
        # On this thread, which lives as long as the run: a worker is to die with it. In a group of its own, because
        # Ctrl-C is for the runner alone.
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._pipe = Pipe(self._process.stdout.fileno(), self._process.stdin.fileno())
        self._process.stdin.close()
        self._process.stdout.close()

    async def ask(self, message: Job | Roll) -> Reply:
        """Have a fixture played, or bots greeted; a worker that dies has failed, and is replaced."""
        with suppress(trio.BrokenResourceError):
            await self._pipe.send(message)
            if data := await self._pipe.receive():
                return reply_in(data)
        await self.close()
        why = f"a worker ended with status {self._process.returncode}"
        self._start()
        return Failed(why)

    async def close(self) -> None:
        with trio.CancelScope(shield=True):
            self._process.kill()  # before its pipe is gone, of which it would complain
            self._process.wait()
            await self._pipe.close()


async def keep_worker(core: int, bots: Bots, *, task_status: trio.TaskStatus[Worker]) -> None:
    """A worker for as long as the nursery is open."""
    worker = Worker(core, bots)
    try:
        task_status.started(worker)
        await trio.sleep_forever()
    finally:
        await worker.close()


def cores_for(workers: int) -> list[int]:
    """A core for each worker, as long as there are enough; more workers than cores go where they like."""
    cores = sorted(os.sched_getaffinity(0))
    return cores[:workers] if workers <= len(cores) else [ANY_CORE] * workers
