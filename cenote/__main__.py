"""`python -m cenote` is the command `cenote`."""

from service.cli import main

main()
