"""Finds the puzzle families: sub-packages of `generator.puzzles`, and installed packages that register some.

A family is a package with two modules: `declaration` (cheap: options, presets) whose `DECLARATION` is a
Declaration, and `family` whose `FAMILY` is a Family. Families of this program are imported only when asked for by name.
Where the folder's name begins with an underscore, which that of the family does not, it is not listed: the template.
An installed package names the package of a family in an entry point of the group `cenote.families`; the name of the
entry point is that of the family. One that does not work is not listed, and is refused where it is asked for.
"""

import pkgutil
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

from generator import puzzles
from generator.declaration import Declaration
from generator.errors import BrokenFamilyError, UnknownFamilyError
from generator.family import Family
from generator.messages import Message

GROUP = "cenote.families"
"""The group of the entry points by which installed packages register their families."""
TEMPLATE = "template"
"""The family to begin a new one from, which is found by its name and not listed."""
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
"""What an installed family may be called: its name stands in addresses and on command lines."""


class Installed(NamedTuple):
    """The entry points of the installed families that work, and the refusals of the others, by their names."""

    points: Mapping[str, EntryPoint]
    refusals: Mapping[str, BrokenFamilyError]


@cache
def own_families() -> tuple[str, ...]:
    """The names of the families that this program brings, sorted."""
    found = pkgutil.iter_modules(puzzles.__path__)
    return tuple(sorted(module.name for module in found if module.ispkg and not module.name.startswith("_")))


@cache
def family_names() -> tuple[str, ...]:
    """The names of all puzzle families: first those of this program, then the installed ones, each sorted."""
    return (*own_families(), *_installed().points)


def broken_families() -> Sequence[BrokenFamilyError]:
    """What is wrong with the installed families that are not listed."""
    return [*_installed().refusals.values()]


@cache
def default_family() -> str:
    """The name of the family of this program that is meant where none is named: the first that declares to be it."""
    return next((name for name in own_families() if get_declaration(name).is_default), own_families()[0])


def get_family(name: str) -> Family[Any]:
    """The family of that name. Raises UnknownFamilyError."""
    return cast(Family[Any], _module(name, "family").FAMILY)


def get_declaration(name: str) -> Declaration:
    """What the family of that name declares, without its solvers. Raises UnknownFamilyError."""
    return cast(Declaration, _module(name, "declaration").DECLARATION)


def appraised_names(name: str) -> Sequence[str]:
    """The metrics of the family of that name that only `appraise` counts. Raises UnknownFamilyError."""
    return [metric for metric, declared in get_declaration(name).metrics.items() if declared.appraised]


def pieces_of(names: Iterable[str]) -> str:
    """What the pieces of levels of these families are called, in a word for all.

    The package of a family may have been uninstalled after its levels were stored.
    """
    listed = family_names()
    found = {(get_declaration(name) if name in listed else Declaration).pieces for name in set(names)}
    return found.pop() if len(found) == 1 else Declaration.pieces


def brief_of(name: str) -> str:
    """How lists name the levels of a session of this family; nothing where it is not installed any more."""
    return get_declaration(name).brief if name in family_names() else ""


def folder_of(name: str) -> Path:
    """The folder of a family. Raises UnknownFamilyError."""
    return _folder(_module(name, "declaration"))


def require_listed(name: str) -> None:
    """Refuse a name from outside that is not listed, also that of the template. Raises UnknownFamilyError."""
    if name in own_families() or name in _installed().points:
        return
    if refusal := _installed().refusals.get(name):
        raise refusal
    raise UnknownFamilyError(
        "there is no puzzle family {name!r}; there are: {names}", name=name, names=", ".join(family_names())
    )


@cache
def _installed() -> Installed:
    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point)
    points: dict[str, EntryPoint] = {}
    refusals: dict[str, BrokenFamilyError] = {}
    words = {word for name in own_families() for word in _words_of(get_declaration(name))} if found else set()
    for name, rivals in sorted(found.items()):
        try:
            words |= _words_of(_usable(name, rivals, words))
            points[name] = rivals[0]
        except BrokenFamilyError as error:
            refusals[name] = error
    return Installed(points, refusals)


def _usable(name: str, rivals: Sequence[EntryPoint], taken: Set[str]) -> Declaration:
    """What the one family that these entry points register declares.

    Raises BrokenFamilyError, also where it has objectives or tools whose names are taken.
    """
    if name in (*own_families(), TEMPLATE):
        raise _broken(rivals[0], Message("cenote itself has a family of this name; rename it"))
    if len(rivals) > 1:
        others = ", ".join(map(_package, rivals[1:]))
        raise _broken(rivals[0], Message("{others} have one of this name too; uninstall all but one", others=others))
    if not NAME.fullmatch(name):
        raise _broken(rivals[0], Message("a name is made of small letters, digits and hyphens; rename it"))
    declaration = _sound_declaration(rivals[0])
    if shared := ", ".join(sorted(_words_of(declaration) & taken)):
        raise _broken(rivals[0], Message("other families have objectives or tools named {words}", words=shared))
    return declaration


def _sound_declaration(point: EntryPoint) -> Declaration:
    module = _part(point, "declaration")
    declaration = getattr(module, "DECLARATION", None)
    if not isinstance(declaration, Declaration):
        raise _broken(point, Message("its DECLARATION is no generator.declaration.Declaration"))
    entry = _folder(module) / declaration.player
    if declaration.player and (not entry.is_file() or entry.parent == _folder(module)):
        problem = Message("its player {player!r} is no file in a folder of its own", player=declaration.player)
        raise _broken(point, problem)
    return declaration


def _words_of(declaration: Declaration) -> set[str]:
    """The names that no two families may share."""
    return {*declaration.objectives, *(tool.name for tool in declaration.tools)}


def _module(name: str, part: str) -> ModuleType:
    if name == TEMPLATE:
        return import_module(f"{puzzles.__name__}._{name}.{part}")
    if name in own_families():
        return import_module(f"{puzzles.__name__}.{name}.{part}")
    require_listed(name)
    return _part(_installed().points[name], part)


def _part(point: EntryPoint, part: str) -> ModuleType:
    """A module of an installed family. Raises BrokenFamilyError, whatever its import raises."""
    try:
        return import_module(f"{point.value}.{part}")
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        problem = Message("its module {part} cannot be imported ({reason})", part=part, reason=reason)
        raise _broken(point, problem) from error


def _folder(module: ModuleType) -> Path:
    assert module.__file__
    return Path(module.__file__).parent


def _broken(point: EntryPoint, problem: Message) -> BrokenFamilyError:
    return BrokenFamilyError(
        "the puzzle family {name!r} of the installed package {package} cannot be used: {problem}",
        name=point.name,
        package=_package(point),
        problem=problem,
    )


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value
