"""What browsers keep so that the player works without a connection: its files, and a page that holds no secret."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from generator import family_names, get_declaration
from generator.registry import folder_of
from service.web.routes.statics import STATIC

PAGE = "/play/offline"
MANIFEST = "/manifest.webmanifest"
_FIRST = ("style.css", "main.js", "messages.js", "icon.svg")
_FOLDERS = ("player", "vendor/htmx", "vendor/htmx-ext-sse")


@cache
def kept_files() -> dict[str, Path]:
    """The files that the player needs, by their addresses."""
    own = [STATIC / name for name in _FIRST] + [file for name in _FOLDERS for file in _scripts(STATIC / name)]
    files = {f"/static/{file.relative_to(STATIC).as_posix()}": file for file in own}
    for family in family_names():
        entry = get_declaration(family).player
        if entry:
            folder = folder_of(family)
            scripts = _scripts((folder / entry).parent)
            files |= {f"/families/{family}/{file.relative_to(folder).as_posix()}": file for file in scripts}
    return files


@cache
def worker(program: str) -> str:
    """The service worker of a version of the program: it is another one as soon as any of the files is."""
    digest = sha256(program.encode())
    for address, file in sorted(kept_files().items()):
        digest.update(address.encode() + file.read_bytes())
    addresses = [PAGE, MANIFEST, "/messages.json", *kept_files()]
    facts = f"const CACHE = {json.dumps('cenote-' + digest.hexdigest()[:16])};\n"
    return f"{facts}const PAGE = {json.dumps(PAGE)};\nconst KEPT = {json.dumps(addresses)};\n{_template()}"


def _template() -> str:
    return (STATIC / "worker.js").read_text("utf-8")


def _scripts(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in (".js", ".css", ".svg"))
