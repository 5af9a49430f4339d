"""How much memory processes take."""

import re
from pathlib import Path


def most_memory(process: int | str = "self") -> int:
    """Bytes that a process has had in memory at a time, at most.

    Not those of the process that started it, which `resource.getrusage` counts too.
    """
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text(encoding="ascii"))
    assert found
    return 1024 * int(found[1])
