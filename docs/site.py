"""A hook of MkDocs: the site has the pages of the repository, each at its own path, so that links hold in both."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).parents[1]

PAGES = (
    "*.md",
    "LICENSE",
    "benchmarks/*.md",
    "benchmarks/*.svg",
    "cli/export/fonts/LICENSE",
    "docs/**/*.md",
    "docs/**/*.svg",
    "spec/**/*.md",
    "spec/**/*.json",
)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Replace the pages that are found in `docs/` alone; the theme's own files stay."""
    theirs = [file for file in files if Path(config.docs_dir) not in Path(file.abs_src_path or "").parents]
    paths = sorted({path for pattern in PAGES for path in ROOT.glob(pattern)})
    return Files([*theirs, *(_page(path, config) for path in paths)])


def _page(path: Path, config: MkDocsConfig) -> File:
    return File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path))
