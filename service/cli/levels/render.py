"""`cenote render`: a level as a picture, or its solution as a moving one."""

from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import click

from generator import Entry, Family, Scene, defaults, get_family
from generator.capabilities import Animation
from generator.errors import IllegalMoveError
from service.cli.output.console import tell, watched
from service.cli.parameters.options import (
    FILE,
    FILE_OR_ID,
    POSITIVE,
    Callback,
    Whole,
    file_family_option,
    force_option,
    storage_option,
)
from service.errors import PictureError
from service.levels.entries import solution_of
from service.levels.files import Reading, new_binary_file, numbered_level
from service.levels.pictures import LONGEST_MOVING, LONGEST_STILL, fitting_cell, overlaid, png, write_gif
from storage.database import Database
from storage.queries import get_level

DELAY = 120
"""Milliseconds for which a scene of an animation is seen."""
SCENES = 500
"""Scenes after the first: a minute at the usual delay."""


class Drawing(NamedTuple):
    """How a picture is drawn; None is for the usual."""

    ruler: bool
    solved: bool
    cell: int | None
    delay: int | None
    scenes: int | None


def drawing_options(function: Callback) -> Callback:
    """The options that a picture is drawn by, which arrive in the callback as one Drawing."""

    @wraps(function)
    def with_drawing(**params: Any) -> Any:
        drawing = Drawing(**{name: params.pop(name) for name in Drawing._fields})
        return function(drawing=drawing, **params)

    decorated: Callable[..., Any] = with_drawing
    for option in (
        click.option("--scenes", type=Whole(1, 10_000), help=f"GIF: changes to show at most [{SCENES}]"),
        click.option("--delay", type=Whole(20, 60_000), help=f"GIF: milliseconds for each change [{DELAY}]"),
        click.option("--cell", type=Whole(4, 256), help="PNG, GIF: pixels for a cell [by the size of the board]"),
        click.option("--solved", is_flag=True, help="SVG, PNG: draw what the solution leaves, such as its lines"),
        click.option("--ruler", is_flag=True, help="name columns by letters and rows by numbers"),
    ):
        decorated = option(decorated)
    return cast(Callback, decorated)


@click.command()
@click.argument("level", type=FILE_OR_ID, metavar="LEVEL")
@click.option("-o", "--output", type=FILE, metavar="FILE", required=True, help="the picture: .svg, .png or .gif")
@force_option
@click.option("--number", type=POSITIVE, help="which level of a file [1]")
@drawing_options
@file_family_option
@storage_option
def render_command(
    level: int | Path,
    output: Path,
    force: bool,
    number: int | None,
    drawing: Drawing,
    family: str | None,
    storage: str,
) -> None:
    """Draw a level as a picture, or its solution as an animation.

    LEVEL is the id of a stored level or a file with levels. The ending of the output says what it will be; a GIF
    shows the solution that is stored with the level or stands in the file.

    Example: cenote render 12 -o level.gif --ruler
    """
    _refuse_idle(output.suffix.lower(), level, number, drawing)
    puzzle, entry = (
        _stored(level, storage) if isinstance(level, int) else numbered_level(level, number or 1, Reading(family))
    )
    if (output.suffix.lower() == ".gif" or drawing.solved) and not entry.solution:
        raise PictureError(
            "the level has no solution to show; solve it first (cenote solve), or draw it as .png without --solved"
        )
    with new_binary_file(output, force) as file:
        _draw(puzzle, entry, drawing, output.suffix.lower(), file)


def _refuse_idle(ending: str, level: int | Path, number: int | None, drawing: Drawing) -> None:
    if ending not in (".svg", ".png", ".gif"):
        raise PictureError("the name of a picture ends in .svg, .png or .gif")
    idle = {
        "number": number is not None and isinstance(level, int),
        "cell": drawing.cell is not None and ending == ".svg",
        "solved": drawing.solved and ending == ".gif",
        "delay": drawing.delay is not None and ending != ".gif",
        "scenes": drawing.scenes is not None and ending != ".gif",
    }
    for name in (name for name, useless in idle.items() if useless):
        where = "with the id of a level" if name == "number" else f"for {ending}"
        raise PictureError("--{name} does nothing {where}; leave it out", name=name, where=where)


def _stored(level_id: int, storage: str) -> tuple[Family[Any], Entry]:
    with Database.open_readonly(storage) as database:
        row = get_level(database, level_id)
    return get_family(row.family), Entry(text=row.text, solution=solution_of(row))


def _draw(family: Family[Any], entry: Entry, drawing: Drawing, ending: str, file: BinaryIO) -> None:
    level = family.parse(entry.text)
    svg = defaults.render(family, level, drawing.ruler)
    if drawing.solved:
        svg = overlaid(_scenes(family, entry, 1, drawing))
    if ending == ".svg":
        file.write(svg.encode())
    elif ending == ".png":
        file.write(png(svg, drawing.cell or fitting_cell(svg, LONGEST_STILL)))
    else:
        scenes = _scenes(family, entry, drawing.scenes or SCENES, drawing)
        cell = drawing.cell or fitting_cell(svg, LONGEST_MOVING)
        count = write_gif(watched(scenes, None, "drawing"), cell, drawing.delay or DELAY, file)
        tell(f"scenes: {count}")


def _scenes(family: Family[Any], entry: Entry, most: int, drawing: Drawing) -> Iterator[Scene]:
    if not isinstance(family, Animation):
        raise PictureError(
            "solutions of {name} are not drawn; draw the level as .png without --solved", name=family.name
        )
    try:
        return family.animate(family.parse(entry.text), entry.solution, most, drawing.ruler)
    except IllegalMoveError as error:
        raise PictureError("the solution cannot be shown: {error}", error=error) from error
