"""The pictures of the installed page: `python -m service.web.icons` draws them from the one that is an SVG."""

from typing import NamedTuple

import resvg_py

from service.web.routes.statics import STATIC

SOURCE = STATIC / "icon.svg"
CORNERS = ' rx="8"'
"""What rounds the corners in the source."""


class Icon(NamedTuple):
    """A PNG of the icon; systems cut a shape of their own out of one that fills its square."""

    name: str
    size: int
    fills: bool = False

    @property
    def address(self) -> str:
        """Where it is served."""
        return f"/static/icons/{self.name}.png"


INSTALLED = (Icon("192", 192), Icon("512", 512), Icon("maskable-512", 512, fills=True))
"""What the manifest names beside the SVG."""
TOUCH = Icon("apple-touch-icon", 180, fills=True)
"""What iOS asks for; it shows neither SVG nor what is transparent."""


def drawn(icon: Icon) -> bytes:
    """The icon as a PNG."""
    svg = SOURCE.read_text("utf-8")
    if icon.fills:
        svg = svg.replace(CORNERS, "")
    return resvg_py.svg_to_bytes(svg_string=svg, width=icon.size, height=icon.size, skip_system_fonts=True)


def main() -> None:
    """Write every icon to where it is served from."""
    for icon in (*INSTALLED, TOUCH):
        file = STATIC.parent / icon.address.removeprefix("/")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(drawn(icon))


if __name__ == "__main__":
    main()
