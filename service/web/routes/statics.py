"""Files that are served as they are: styles, scripts, and the players of the families."""

from pathlib import Path, PurePosixPath

from fastapi import FastAPI
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from generator import family_names, get_declaration
from generator.registry import folder_of

STATIC = Path(__file__).parent.parent / "static"


class RevisedFiles(StaticFiles):
    """Files for which a browser asks each time whether they have changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def mount_statics(app: FastAPI) -> None:
    """Serve the files of the service, and of each family the folder that its player is in."""
    app.mount("/static", RevisedFiles(directory=STATIC), "static")
    for name in family_names():
        entry = get_declaration(name).player
        if entry:
            folder = PurePosixPath(entry).parent
            app.mount(f"/families/{name}/{folder}", RevisedFiles(directory=folder_of(name) / folder), name)
