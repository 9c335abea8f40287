#!/usr/bin/env python3
"""Writes the generated parts of the clients from the OpenAPI document: `generate.py`, or `generate.py --check`,
which changes nothing and fails if a file is not up to date. Needs `rustfmt`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from generator import document, go, java, python, rust, typescript

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE.parent / "console" / "openapi.json"
# A file with such a name that the generator does not write is left over.
# The files of Go are in one folder, together with files written by hand.
GENERATED = ("rust/src/generated/**/*.*", "python/src/refrain/types/*.py", "python/src/refrain/_operations/*.py",
             "typescript/src/generated/**/*.*", "go/types_*.go", "go/operations_*.go",
             "java/src/main/java/refrain/*Operations.java", "java/src/main/java/refrain/types/*.java")


def formatted(text: str) -> str:
    """Formats Rust code as the rest of the project."""
    command = ["rustfmt", "--edition", "2024", "--config-path", str(HERE.parent), "--emit", "stdout"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def generate() -> dict[Path, str]:
    """Returns all generated files by their path."""
    api = document.read(DOCUMENT)
    files = {HERE / "rust" / path: formatted(text) for path, text in rust.write(api).items()}
    for name, writer in (("python", python), ("typescript", typescript), ("go", go), ("java", java)):
        files |= {HERE / name / path: text for path, text in writer.write(api).items()}
    return files


def stale(files: dict[Path, str]) -> list[Path]:
    """Returns the paths that differ from what the generator writes."""
    found = [path for path, text in files.items() if not path.is_file() or path.read_text() != text]
    for pattern in GENERATED:
        found += [path for path in HERE.glob(pattern) if path.is_file() and path not in files]
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
