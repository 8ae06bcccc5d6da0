"""Pages made of templates: one HTML file with its style and its scripts inside.

The templates are those of Jinja2 in the folder `templates`. What they say stands there in English, in
`say("…")`, and is looked up in the reader's language as every `Message` is. All text is escaped;
beyond that, the page's own rules (its Content-Security-Policy) let the browser run the scripts of
this package alone, and load nothing from anywhere.
"""

import hashlib
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..report.manner import Manner
from ..sudoku.language import Message

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"


def render(template: str, manner: Manner, scripts: tuple[str, ...] = (), **values: object) -> str:
    """Return the page of a template; `scripts` are the names of those that it needs.

    A template extends `base.html`, and may use `say(text, **values)` besides the `values`.
    """

    def say(text: str, **fields: object) -> str:
        return Message(text, **fields).to(manner.words)

    sources = [_source(script) for script in scripts]
    return (
        _environment()
        .get_template(template)
        .render(
            say=say,
            lang=manner.lang,
            policy=_policy(sources),
            style=_source("style.css"),
            scripts=sources,
            **values,
        )
    )


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _source(name: str) -> str:
    """Return a style or a script, which stands in the page as it is and is no template."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _policy(scripts: list[str]) -> str:
    """Return what the page may do: run these very scripts, and load nothing."""
    digests = [b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts]
    runs = " ".join(f"'sha256-{digest}'" for digest in digests) or "'none'"
    return f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src {runs}"
