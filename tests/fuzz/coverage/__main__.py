"""`python -m tests.fuzz.coverage TARGET`: let atheris look for bytes that break a target, guided by what they reach.

atheris is not among the usual dependencies, as not every system has it: `uv sync --group fuzz`. A finding is written
to the corpus folder, where the default tests try it from then on.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

CORPUS = Path(__file__).parent / "corpus"


def main() -> int:
    """Fuzz one target until the time is up; atheris ends the program itself, with 77 if it has found something."""
    try:
        import atheris  # noqa: PLC0415 - optional
    except ImportError:
        print("atheris is not installed: `uv sync --group fuzz`, on a system that it supports", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["p2pgame"]):
        from .seeds import seeds  # noqa: PLC0415 - what is to be guided must be imported here
        from .targets import TARGETS  # noqa: PLC0415
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.coverage")
    parser.add_argument("target", choices=tuple(TARGETS))
    parser.add_argument("--seconds", type=int, default=60, help="how long to look (60)")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        for number, seed in enumerate(seeds(asked.target)):
            (Path(folder) / str(number)).write_bytes(seed)
        findings = CORPUS / asked.target
        findings.mkdir(parents=True, exist_ok=True)
        limits = [f"-max_total_time={asked.seconds}", "-timeout=20", "-rss_limit_mb=1024", "-max_len=8192"]
        atheris.Setup(
            [sys.argv[0], *limits, f"-artifact_prefix={findings}/", folder, str(findings)], TARGETS[asked.target]
        )
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
