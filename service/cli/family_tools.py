"""The commands that single puzzle families have; help lists them, so nothing here is slow to import."""

from collections.abc import Mapping, Sequence

from generator import Tool, family_names, get_declaration


def family_tools() -> Mapping[str, Sequence[Tool]]:
    """The tools of every family that has any."""
    tools = {family: get_declaration(family).tools for family in family_names()}
    return {family: declared for family, declared in tools.items() if declared}
