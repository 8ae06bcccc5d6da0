"""Pages made of Jinja2 templates, with styles and scripts inside.

The templates are in the folder `templates`; an application has those of its own pages in a folder
of its own.

Their English stands in `say("…")`, and is looked up as every `Message` is. All text is escaped;
beyond that, their Content-Security-Policy lets the browser run the scripts of this package alone,
and load nothing from anywhere.
"""

import hashlib
import re
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.messages import Message
from .display_options import DisplayOptions

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"

_SCRIPTS = {"entries": ("states", "board", "moves", "own", "player", "entries"), "worksheet": ()}
"""The modules that are the script of a page, if not the one of its name: each after its imports."""

_STYLES = {"entries": ("grid", "player", "entries"), "worksheet": ("grid", "worksheet")}
"""The styles of a page besides that of all pages, if not the one of its name."""


def render(name: str, display: DisplayOptions, folder: Path = TEMPLATES, **values: object) -> str:
    """Return the page of NAME.html, which extends `base.html`, with NAME.css and its scripts.

    These files are in `folder`, or else in TEMPLATES.
    """
    modules = "".join(_read_source(f"{part}.js", folder) for part in _SCRIPTS.get(name, (name,)))
    script = re.sub(r"(?m)^import\b[^;]*;\n|^export (?=\w)", "", modules)  # all share one scope
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return render_part(
        name,
        display,
        folder,
        policy="default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'",
        style="".join(
            _read_source(f"{part}.css", folder) for part in ("style", *_STYLES.get(name, (name,)))
        ),
        script=script,
        **values,
    )


def render_part(
    name: str, display: DisplayOptions, folder: Path = TEMPLATES, **values: object
) -> str:
    """Return what the template NAME.html makes, which brings its style along."""

    def say(text: str | Message, **fields: object) -> str:
        return display.translate(text if isinstance(text, Message) else Message(text, **fields))

    template = _make_environment(folder).get_template(f"{name}.html")
    return template.render(say=say, lang=display.words.info().get("language", "en"), **values)


@cache
def _make_environment(folder: Path) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader([folder, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _read_source(name: str, folder: Path) -> str:
    """Return a style or a script, which stands in the page as it is and is no template."""
    path = folder / name
    return (path if path.exists() else TEMPLATES / name).read_text(encoding="utf-8")
