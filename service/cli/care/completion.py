"""`cenote completion`: what a shell needs to complete commands, options and their values."""

import click
from click.shell_completion import get_completion_class

VARIABLE = "_CENOTE_COMPLETE"
"""By this variable a shell asks the program for words."""


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> None:
    """Print what makes a shell complete commands and values.

    Put this line into ~/.bashrc: eval "$(cenote completion bash)". The guide says how for the other shells.

    Example: cenote completion bash
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click knows all three"
    click.echo(kind(ctx.find_root().command, {}, "cenote", VARIABLE).source())
