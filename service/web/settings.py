"""What decides how the service behaves in the browser."""

from dataclasses import dataclass

from optimiser.executors import Cluster
from service.sessions.notice_targets import NO_NOTICES, NoticeOptions
from service.web.backup_schedule import BackupSchedule


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where levels are kept, who may see what, and the key that signs cookies.

    With `public`, pages beside contests and play need a login. `https` says that browsers reach the service by
    https, so that cookies are sent over nothing else. For `page_seconds` a page may be shown as it was. Who knows
    `metrics_token` may read the figures of the service without a login. Sessions that are started here
    tell what happens as `notices` say, which nobody can change in the browser. They may use `cluster`.
    """

    storage: str
    key: str
    public: bool = False
    https: bool = False
    page_seconds: float = 0.0
    metrics_token: str = ""
    backups: BackupSchedule | None = None
    notices: NoticeOptions = NO_NOTICES
    cluster: Cluster | None = None
