"""Sessions that leave nothing but what they hold in the end."""

from optimiser.recorder import GenerationRecord


class Unrecorded:
    """A recorder that keeps nothing."""

    def record(self, generation: GenerationRecord) -> None:
        """Forget a generation; who wants it is told of it besides."""
