"""`python -m service.cli`: the command `cenote` of just this interpreter, wherever its scripts lie."""

from service.cli import main

main()
