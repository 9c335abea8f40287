"""Texts of the document as comments: wrapped, and in the third person."""

from __future__ import annotations

import re
import textwrap

# Descriptions of types that the document does not describe.
DESCRIPTIONS = {
    "FirstRun": "First run of a schedule.",
    "FirstRunAfter": "First run after a delay.",
    "FirstRunAt": "First run at an instant.",
    "FirstRunNow": "First run at the start.",
    "Fold": "Length of a time slot.",
    "JitterWindow": "Maximum delay of jitter: a duration, or a part of the time to the next occurrence such as `50%`.",
    "NewSchedule": "A schedule to create.",
    "NthWeekday": "The n-th weekday of a month, counted from its end if n is negative.",
    "PeriodAnchorCustom": "An explicit list of periods.",
    "PeriodAnchorFiscal": "A fiscal year.",
    "PreviewRequest": "A schedule to preview.",
    "ScheduleDefinition": "Definition of a schedule, as its owner writes it.",
}


def describe(name: str, description: str) -> str:
    """Returns the description of a type as sentences."""
    text = description or DESCRIPTIONS.get(name, "")
    if not text:
        raise SystemExit(f"error: {name}: has no description; add one to the document, or to DESCRIPTIONS in text.py")
    return sentence(text)


def sentence(text: str) -> str:
    return text if not text or text.endswith((".", ":", "|")) else f"{text}."


def third_person(summary: str) -> str:
    """Turns the summary of an operation into the first sentence of a comment: `Get a hold` into `Gets a hold.`"""
    head = re.match(r"[\w-]+(?:, \w+)*(?: or \w+)?", summary)
    verbs = head.group() if head else ""
    changed = re.sub(r"[\w-]+", lambda verb: verb.group() if verb.group() == "or" else conjugate(verb.group()), verbs)
    return sentence(changed + summary[len(verbs):])


def conjugate(verb: str) -> str:
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(s|sh|ch|x)$", verb) else "s")


def wrap(text: str, width: int) -> list[str]:
    """Wraps a text of several paragraphs. An empty line separates two of them."""
    lines: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        # Code is not split over lines.
        whole = re.sub(r"`[^`]*`", lambda code: code.group().replace(" ", "\0"), " ".join(paragraph.split()))
        lines += ["", *textwrap.wrap(whole, width, break_long_words=False, break_on_hyphens=False)]
    return [line.replace("\0", " ") for line in lines[1:]]


def outside_code(text: str, change: str, into: str) -> str:
    """Replaces a pattern wherever it is not inside backticks."""
    parts = text.split("`")
    parts[::2] = [re.sub(change, into, part) for part in parts[::2]]
    return "`".join(parts)
