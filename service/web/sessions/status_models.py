"""How sessions are doing, as JSON objects."""

from pydantic import BaseModel

from service.sessions.activity import Activity


class DatabaseSizes(BaseModel):
    """The bytes of the database, of its log, and what is free on its disk."""

    bytes: int
    log_bytes: int
    free_bytes: int


class WarningResponse(BaseModel):
    """An event that should not be."""

    generation: int
    kind: str
    created_at: str
    text: str


class SessionStatusResponse(BaseModel):
    """How a session is doing.

    `complaint` says why its process broke down, `process` runs it, `workers` are its worker processes that live,
    or those that its cluster had when the last generation was recorded.
    `best_at` is when it found what is still its best, `started_at` when its last run began. `warnings` counts events
    that should not be by their kinds. The first rate is that of the last minute, the mean that of all its runs.
    """

    id: int
    name: str | None
    family: str
    objective: str
    state: Activity
    complaint: str
    process: int | None
    workers: int | None
    generation: int
    evaluations: int
    best: float | None
    best_at: str | None
    started_at: str
    last_generation_at: str | None
    evaluations_per_second: float | None
    mean_evaluations_per_second: float | None
    failed_candidates: int
    warnings: dict[str, int]
    last_warning: WarningResponse | None


class StatusResponse(BaseModel):
    """The database and its sessions at one moment."""

    created_at: str
    database: DatabaseSizes
    sessions: list[SessionStatusResponse]
