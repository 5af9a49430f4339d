"""`--by`: who does what is kept with a name."""

import getpass
import os

import click


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in containers
        return f"user {os.getuid()}"


by_option = click.option("--by", "who", metavar="NAME", default=_user, help="who says so [your user name]")
