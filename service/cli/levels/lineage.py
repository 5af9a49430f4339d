"""`cenote lineage`: where a level comes from."""

from pathlib import Path

import click
from rich.text import Text
from rich.tree import Tree

from generator import get_family
from service.cli.input.level_argument import level_argument
from service.cli.output.console import printed, standard_output
from service.cli.parameters.options import FILE, force_option, format_option, storage_option
from service.figures import exact, number, proof
from service.levels.files import new_binary_file
from service.levels.json_objects import dumped, lineage_object
from storage.database import Database
from storage.lineage import LineageNode, ancestry, best_line
from storage.queries import get_text


@click.command()
@level_argument
@format_option("tree", "json")
@click.option("--film", type=FILE, metavar="FILE", help="also write a film of the best line, a GIF with changes marked")
@force_option
@storage_option
def lineage_command(level: int, format_: str, film: Path | None, force: bool, storage: str) -> None:
    """Show the ancestors of a level.

    Every level was made from the one below it, by the operator that it names; the number is its score less that
    of this parent. A second parent and its own ancestors stand indented in between. Where a session has several
    islands, each level names its own; a parent of another island came by a migration.

    Example: cenote lineage 12 --film lineage.gif
    """
    with Database.open_readonly(storage) as database:
        root = ancestry(database, level)
        if film is not None:
            _write_film(database, level, film, force)
    if format_ == "json":
        click.echo(dumped([lineage_object(node) for _, node in root.walk() if not node.reference]))
    else:
        printed(standard_output(), _tree(root))


def _write_film(database: Database, level: int, path: Path, force: bool) -> None:
    """Write the best line from its first level on. Raises LevelFileError or OSError."""
    # Drawing in pixels takes a while to import.
    from service.levels.film import MOST_STEPS, evenly, write_film

    line = evenly(best_line(database, level, MOST_STEPS)[::-1])
    levels = [get_text(database, node.level_id) for node in line]
    with new_binary_file(path, force) as file:
        write_film(get_family(levels[0][0]), [text for _, text in levels], file)


def _tree(root: LineageNode) -> Tree:
    """A chain of best parents grows downwards and not to the right, where a terminal has no room for it."""
    tree = Tree("", hide_root=True)
    waiting = [(tree, root)]
    while waiting:
        branch, first = waiting.pop()
        chain = [first]
        while chain[-1].parents:
            chain.append(chain[-1].parents[0])
        for node in chain:
            line = branch.add(_label(node))
            waiting.extend((line, other) for other in node.parents[1:])
    return tree


def _label(node: LineageNode) -> Text:
    # A line that is too long for the terminal goes on in the next one.
    label = Text.assemble(
        (f"{node.level_id}", "bold"), f"  depth {exact(node.depth)} {proof(node.proven)}", overflow="fold"
    )
    if node.island is not None:
        label.append(f"  island {node.island}")
    if node.reference:
        return label.append("  (again)", "dim")
    if node.operator is None:
        return label.append(f"  {'random' if node.origin == 'evolved' else node.origin}")
    label.append(f"  by {node.operator}")
    return (
        label
        if node.gain is None
        else label.append(f"  {'+' if node.gain >= 0 else ''}{number(node.gain, 6)}", "green" if node.gain > 0 else "")
    )
