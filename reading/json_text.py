"""JSON that may be something else."""

from typing import Any


def parsed_json(text: str | bytes) -> Any:
    """Return the value that a text stands for; None if it is no JSON."""
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
