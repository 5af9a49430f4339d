"""Commands that may be killed."""

import signal
import subprocess

from tests.journeys.program import Command

REFUSED = 2
"""The exit code of a command that refuses something."""
BEING_CHANGED = "try again when it has finished"
"""What a command says while another one changes the database as a whole."""


def ended_well(command: Command, kill_after: float | None, *refusals: str) -> bool:
    """Wait for a command, or kill it after so many seconds; whether it has ended well.

    What it says where it refuses something must be one of the refusals that are right.
    """
    try:
        code = command.wait() if kill_after is None else command.wait(kill_after)
    except subprocess.TimeoutExpired:
        if kill_after is None:
            raise
        code = command.kill()
    if code == REFUSED and any(refusal in command.complaints for refusal in refusals):
        return False
    assert code in (0, -signal.SIGKILL), f"cenote {command.line} ended with {code}: {command.complaints[-3000:]}"
    assert code == 0 or kill_after is not None, f"somebody has killed cenote {command.line}"
    return code == 0
