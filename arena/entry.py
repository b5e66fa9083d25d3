"""The function or class that a Python bot's manifest names as its entry.

A keeper loads it too, and is the beginning of a bot: nothing that takes long to load is imported here.
"""

from __future__ import annotations

import importlib
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from arena.errors import UserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from arena.sdk import Bot


def load(entry: str, folder: Path | None) -> Bot:
    """What `module:object` names, or `file.py:object` in a folder. Whatever the bot's file raises is raised."""
    where, _, what = entry.partition(":")
    module = _module(where, folder) if folder else importlib.import_module(where)
    bot: Any = getattr(module, what, None)
    if not callable(bot):
        raise UserError(f"the entry {entry!r} names {what!r} in {where}, where there is no such thing to call")
    return bot  # type: ignore[no-any-return]  # whatever the author wrote


def _module(file: str, folder: Path) -> ModuleType:
    spec = spec_from_file_location(f"arena_bot_{folder.name}", folder / file)
    if spec is None or spec.loader is None or not (folder / file).is_file():
        raise UserError(f"the entry's file {folder / file} is not there")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    sys.path.insert(0, str(folder))  # as it would be if the file were started by its command
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(folder))
    return module
