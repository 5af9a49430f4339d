"""Runs: units of one colour that lie on one another."""


def run_of(tube: str) -> int:
    """How many units of one colour lie on top."""
    return len(tube) - buried(tube)


def buried(tube: str) -> int:
    """How many units lie below the run on top."""
    return len(tube.rstrip(tube[-1:])) if tube else 0
