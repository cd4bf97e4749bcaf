"""Disks that fail: an open file of this process goes to a device from now on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

needs_full_disk = pytest.mark.skipif(
    not Path("/dev/full").exists() or not Path("/proc/self/fd").exists(), reason="needs a disk that is always full"
)


def redirect(path: Path, device: str) -> None:
    """Let the open file at a path lead to a device. It is not opened there, which would lock others out."""
    [descriptor] = [int(each.name) for each in Path("/proc/self/fd").iterdir() if _leads_to(each, path)]
    opened = os.open(device, os.O_RDWR)
    os.dup2(opened, descriptor)
    os.close(opened)


def _leads_to(link: Path, path: Path) -> bool:
    try:
        return link.readlink() == path.resolve()
    except OSError:
        return False
