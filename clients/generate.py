#!/usr/bin/env python3
"""Writes the generated parts of the clients from the OpenAPI document: `generate.py`, or `generate.py --check`,
which changes nothing and fails if a file is not up to date. Needs `rustfmt`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from generator import document, python, rust, typescript

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent / "console" / "openapi.json"
# A file that a folder of generated files has, but the generator does not write, is left over.
FOLDERS = ("rust/src/generated", "python/src/refrain/types", "python/src/refrain/_operations", "typescript/src/generated")


def formatted(text: str) -> str:
    """Formats Rust code as the rest of the project."""
    command = ["rustfmt", "--edition", "2024", "--config-path", str(HERE.parent), "--emit", "stdout"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def generate() -> dict[Path, str]:
    """Returns all generated files by their path."""
    api = document.read(DOCUMENT)
    files = {HERE / "rust" / path: formatted(text) for path, text in rust.write(api).items()}
    files |= {HERE / "python" / path: text for path, text in python.write(api).items()}
    return files | {HERE / "typescript" / path: text for path, text in typescript.write(api).items()}


def stale(files: dict[Path, str]) -> list[Path]:
    """Returns the paths that differ from what the generator writes."""
    found = [path for path, text in files.items() if not path.is_file() or path.read_text() != text]
    for folder in FOLDERS:
        present = [path for path in (HERE / folder).rglob("*.*") if path.is_file() and path.parent.name != "__pycache__"]
        found += [path for path in present if path not in files]
    return found


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    files = generate()
    outdated = stale(files)
    if arguments and outdated:
        names = ", ".join(str(path.relative_to(HERE)) for path in outdated)
        print(f"error: not up to date: {names}; `make clients` writes them", file=sys.stderr)
        return 1
    for path in outdated:
        if path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path])
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
