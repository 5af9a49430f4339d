"""What decides how the service behaves in the browser."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Where levels are kept, who may see what, and the key that signs cookies.

    With `public`, pages beside contests and play need a login. `https` says that browsers reach the service by
    https, so that cookies are sent over nothing else.
    """

    storage: str
    key: str
    public: bool = False
    https: bool = False
