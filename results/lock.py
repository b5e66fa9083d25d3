"""Only one run writes to a database. The lock is one of the operating system: it ends with the process, however that
ends, so that nothing has to be cleared away after a kill."""

import fcntl
import os
from pathlib import Path

from arena.errors import UserError


class Lock:
    """Held from its making until `release`."""

    def __init__(self, database: Path) -> None:
        file = database.resolve()  # one lock for all names of a file
        self._path = file.with_name(f"{file.name}.lock")
        while True:
            self._file = self._open(database)
            self._take(database)
            if self._is_there():
                break
            os.close(self._file)  # whoever had it removed the file in this moment
        self._say_who(database)

    def release(self) -> None:
        self._path.unlink(missing_ok=True)
        os.close(self._file)

    def _open(self, database: Path) -> int:
        try:
            return os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise UserError(f"{database} cannot be written: {self._path}: {error.strerror}") from error

    def _take(self, database: Path) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(self._file, 32).decode("ascii", "replace")
            os.close(self._file)
            raise UserError(
                f"{database}: another run is writing to it{f' (process {holder})' if holder.isdigit() else ''}. "
                "Let it end, or stop it; reading is possible at any time."
            ) from error

    def _say_who(self, database: Path) -> None:
        try:
            os.truncate(self._file, 0)
            os.write(self._file, str(os.getpid()).encode())
        except OSError as error:
            self.release()
            raise UserError(f"{database} cannot be written: {self._path}: {error.strerror}") from error

    def _is_there(self) -> bool:
        """Whether what we locked is still the file of that name."""
        try:
            return os.path.samestat(os.fstat(self._file), os.stat(self._path))
        except FileNotFoundError:
            return False
