"""The atlas of types b and e: its chapters are the classes of line counts, up to the symmetries of the board."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.errors import SettingError
from generator.puzzles.sokoban.kinds.zero_space.atlas import classes
from generator.puzzles.sokoban.kinds.zero_space.atlas.diameter import diameter
from generator.puzzles.sokoban.kinds.zero_space.atlas.lattice import Counts
from generator.puzzles.sokoban.kinds.zero_space.limits import ATLAS_SIZES
from generator.puzzles.sokoban.kinds.zero_space.sign import sign
from generator.puzzles.sokoban.kinds.zero_space.trees import ZeroSpace, board_of
from generator.puzzles.sokoban.notation.xsb import format_level
from generator.values import Chapter, Component, Exploration

PUSHES = 2
"""A slide is two pushes."""

SHALLOWEST = {("e", 4): 60}
"""Pushes of the shallowest levels that are kept, where more than half a million components would each give one."""


class ZeroSpaceAtlas:
    """All levels of types b and e at the sizes where every tree can be listed."""

    def settings(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        if "cells" in given:
            raise SettingError("--cells does nothing without --type free; leave it out or give --type free")
        type_, size = given.get("type", "b"), given.get("size", 4)
        sizes = ATLAS_SIZES[type_]
        if size not in sizes:
            raise SettingError(
                "there is an atlas of type {type} for sizes {first} to {last}, not {size}: give --size in that "
                "range; deep levels of other sizes are found by cenote run",
                type=type_,
                first=sizes[0],
                last=sizes[-1],
                size=size,
            )
        return {"type": type_, "size": size}

    def chapters(self, settings: Mapping[str, Any]) -> Sequence[Chapter]:
        type_, size = settings["type"], settings["size"]
        found = []
        for counts in classes.canonical_classes(type_, size):
            trees = classes.count_trees(type_, size, counts)
            if trees:
                found.append(Chapter(_name(counts), trees, classes.images(counts)))
        return found

    def explore(self, settings: Mapping[str, Any], chapter: str) -> Exploration:
        type_, size = settings["type"], settings["size"]
        graphs = classes.components(type_, size, _counts(chapter))
        return Exploration([_component(type_, size, graph) for graph in graphs])


def _component(type_: str, size: int, graph: classes.Component) -> Component:
    depth, ends = diameter(graph)
    depth *= PUSHES
    start, goal = (int(graph.trees[end]) for end in ends)
    kept = depth >= SHALLOWEST.get((type_, size), PUSHES)
    level = format_level(board_of(ZeroSpace(type_, size, start, goal))) if kept else ""
    return Component(len(graph.trees), "+" if sign(type_, size, start) > 0 else "-", depth, level)


def _name(counts: Counts) -> str:
    half = len(counts) // 2
    return "/".join(",".join(map(str, part)) for part in (counts[:half], counts[half:]))


def _counts(name: str) -> Counts:
    return tuple(int(count) for part in name.split("/") for count in part.split(","))


ATLAS = ZeroSpaceAtlas()
