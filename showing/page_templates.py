"""Make HTML pages from Jinja2 templates. Each page is a single file that contains its styles and
scripts.

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


def render_page(
    template_name: str, display: DisplayOptions, folder: Path = TEMPLATES, **values: object
) -> str:
    """Return a whole HTML page, with its styles and scripts, made from the template
    `template_name`. `values` are the variables of the template, which extends `base.html`. The
    files are read from `folder`; files that are not there are read from `TEMPLATES`.
    """
    modules = "".join(
        _read_source(f"{part}.js", folder) for part in _SCRIPTS.get(template_name, (template_name,))
    )
    # in the page, all modules share a scope
    script = re.sub(r"(?m)^import\b[^;]*;\n|^export (?=\w)", "", modules)
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return render_fragment(
        template_name,
        display,
        folder,
        policy="default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{digest}'",
        style="".join(
            _read_source(f"{part}.css", folder)
            for part in ("style", *_STYLES.get(template_name, (template_name,)))
        ),
        script=script,
        **values,
    )


def render_fragment(
    template_name: str, display: DisplayOptions, folder: Path = TEMPLATES, **values: object
) -> str:
    """Return a piece of HTML, without styles and scripts, made from the template `template_name`.
    `values` are the variables of the template.
    """

    def say(text: str | Message, **fields: object) -> str:
        return display.translate(text if isinstance(text, Message) else Message(text, **fields))

    template = _make_environment(folder).get_template(f"{template_name}.html")
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
    """Return the text of a style sheet or a script, which a page contains unchanged. The file is
    read from `folder`, or from `TEMPLATES` if it is not there.
    """
    path = folder / name
    return (path if path.exists() else TEMPLATES / name).read_text(encoding="utf-8")
