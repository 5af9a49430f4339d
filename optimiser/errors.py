"""What can go wrong in a search, as exceptions that say what to do."""

from generator.messages import MessageError


class OptimiserError(MessageError):
    """Root of every error that the optimiser raises."""


class ObjectiveError(OptimiserError, ValueError):
    """A weighting of metrics is not written as it should be."""


class TargetError(OptimiserError, ValueError):
    """A target is not written as it should be."""


class AxisError(OptimiserError, ValueError):
    """An axis of an archive is not written as it should be."""


class UnknownMetricError(OptimiserError, ValueError):
    """An objective or a target names a metric that the family does not measure."""


class EvaluationError(OptimiserError):
    """The evaluation of a genome broke down, which is a bug; the message holds the genome."""


class ReplayMismatchError(EvaluationError):
    """A solution does not do under the puzzle's own rules what its solver claims, which is a bug."""


class WorkerStartError(OptimiserError):
    """The worker processes die before they evaluate anything."""


class WorkerLostError(OptimiserError):
    """A worker process died over a chapter of an atlas, or several died in a row over candidates."""


class ClusterError(OptimiserError):
    """A cluster cannot be reached, has no workers, or has other versions."""


class WaitEndedError(ClusterError):
    """Nobody waits for a cluster any more, which has no workers or is away."""


class NoAtlasError(OptimiserError):
    """A family has no atlas."""
