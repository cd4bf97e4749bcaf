"""The packages of a distribution: every folder of a floor, installed below one namespace.

The namespace keeps names like `cli` and `protocol` free for other distributions. All else about the distribution is in
`pyproject.toml`, which has no way to put found packages below another name.
"""

from setuptools import find_packages, setup

FLOORS = ("engine", "protocol", "p2p", "cli")

RULES = "spec.games"
"""No code: the exact rules, because refusals name their clauses."""

found = find_packages(include=[f"{floor}{below}" for floor in FLOORS for below in ("", ".*")])
setup(packages=[f"p2pgame.{name}" for name in (*found, RULES)], package_dir={"p2pgame": "."})
