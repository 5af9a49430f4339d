"""`--by`: who does what is kept with a name."""

import click

from service.settings import user_name

by_option = click.option("--by", "who", metavar="NAME", default=user_name, help="who makes the change [your user name]")
