"""Servers for tests: the real one, and others that answer as a test wants."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Iterator

import pytest

from processes import Server

sys.path.append(str(Path(__file__).resolve().parents[2] / "mock"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Returns a server that requires no key."""
    with Server(tmp_path_factory.mktemp("server")) as started:
        yield started
