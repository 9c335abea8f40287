"""Writes the generated modules of the TypeScript client."""

from __future__ import annotations

from .model import Api


def write(api: Api) -> dict[str, str]:
    """Returns the generated files by their path in `clients/typescript`."""
    return {}
