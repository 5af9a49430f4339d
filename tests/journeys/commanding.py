"""Commands that may be killed."""

import signal
import subprocess

from tests.journeys.program import Command


def ended_well(command: Command, kill_after: float | None) -> bool:
    """Wait for a command, or kill it after so many seconds; whether it has ended well."""
    try:
        code = command.wait() if kill_after is None else command.wait(kill_after)
    except subprocess.TimeoutExpired:
        if kill_after is None:
            raise
        code = command.kill()
    assert code in (0, -signal.SIGKILL), f"cenote {command.line} ended with {code}: {command.complaints[-3000:]}"
    assert code == 0 or kill_after is not None, f"somebody has killed cenote {command.line}"
    return code == 0
