"""`python -m p2pgame.cli` is `p2pgame`."""

from .main import main

main()
