"""Renders HTML pages from Jinja2 templates; each page contains its styles and scripts.

The templates are in the folder `templates`; an application has the templates of its own pages in
its own folder.

The English texts of a template are the arguments of `say("…")` and are translated like every
`Message`. All text is escaped. In addition, the Content-Security-Policy of each page allows the
browser to run only the scripts of this package and to load nothing from elsewhere.
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
"""The modules that form the script of a page, each after the modules that it imports. The script of
a page that is not listed is the file with the page's name.
"""

_STYLES = {"entries": ("grid", "player", "entries"), "worksheet": ("grid", "worksheet")}
"""The styles of a page, besides the style of all pages. The style of a page that is not listed is
the file with the page's name.
"""


def render(name: str, display: DisplayOptions, folder: Path = TEMPLATES, **values: object) -> str:
    """Return the HTML page of the template NAME.html, which extends `base.html`, with its styles
    and scripts. `values` are the variables of the template.

    The files are read from `folder`, or from TEMPLATES if `folder` does not contain them.
    """
    modules = "".join(_read_source(f"{part}.js", folder) for part in _SCRIPTS.get(name, (name,)))
    # in the page, all modules share a scope
    script = re.sub(r"(?m)^import\b[^;]*;\n|^export (?=\w)", "", modules)
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
    """Return the HTML of the template NAME.html, without the page's styles and scripts. `values`
    are the variables of the template.
    """

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
    """Return the text of the style sheet or script `name`, which is put into the page unchanged,
    because it is not a template. It is read from `folder`, or from TEMPLATES if `folder` does not
    contain it.
    """
    path = folder / name
    return (path if path.exists() else TEMPLATES / name).read_text(encoding="utf-8")
