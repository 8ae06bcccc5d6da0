"""Make HTML pages from Jinja2 templates. Each page is a single file that contains its styles and
scripts.

The templates are in the folder `templates`; an application has the templates of its own pages in
its own folder. The scripts, styles and elements of the two boards are in the folder `board`.

The English texts of a template are the arguments of `say("…")` and are translated like every
`Message`. All text is escaped. In addition, the Content-Security-Policy of each page allows the
browser to run only the scripts of this package and to load nothing from elsewhere.
"""

import hashlib
import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..base.messages import Message
from .answer_formatter import AnswerFormatter

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
BOARD = Path(__file__).parent / "board"

_STYLES = {
    "entries": (("frame",), ("menu", "grid", "entries")),
    "many": (("frame",), ("menu", "grid", "entries")),
    "worksheet": (("style", "grid", "worksheet"),),
}
"""The style elements of a page: for each, the files that it contains. A page that is not listed has
one element, with the style of all pages and the file with the page's name.
"""

_BOARD_STYLES = ("bridge", "steps", "deck", "board", "own", "widths")
_PACKED_STYLES = {"entries": _BOARD_STYLES, "many": (*_BOARD_STYLES, "thumbs", "many")}
"""The names of the HTML templates whose pages have the script of the boards, and for each the CSS
rules of elements that only this script makes. The page contains script and rules in compressed
form; the short script unpack.js in the page unpacks them.
"""

_COMMENTS = re.compile(r"^ */\*(?:(?!\*/).)*\*/\n|^ *//.*?\n", re.MULTILINE | re.DOTALL)
_TYPES = re.compile(r"/\*\* @(?:(?!\*/).)*\*/ ?", re.DOTALL)
"""The comments inside of a line, which have the types of values."""
_SPACES_OF_STYLES = re.compile(r"(?<=[{};,])\n|;\n(?=\})|(?<=:) | (?=\{)")
"""What a style needs only to be read by people: line ends, and spaces beside colons and braces."""
_JSON_IMPORT = re.compile(r'^import (\w+) from "([^"]+\.json)" with .*;$', re.MULTILINE)
_IMPORTS = re.compile(r'^import\b[^;]*?"(?:[^";]*/)?(\w+\.js)";\n', re.MULTILINE)


def render_page(
    template_name: str,
    display: AnswerFormatter,
    template_folder: Path = TEMPLATES,
    **values: object,
) -> str:
    """Return a whole HTML page, with its styles and scripts, made from the template
    `template_name`. `values` are the variables of the template, which extends `base.html`. The
    files are read from `template_folder`; files that are not there are read from `TEMPLATES`.
    """
    elements = _STYLES.get(template_name, (("style", template_name),))
    styles = [_join_styles(parts, template_folder) for parts in elements]
    script, packed, digests = _join_script_modules_of_page(template_name, template_folder), "", []
    if template_name in _PACKED_STYLES:
        styles = [
            _SPACES_OF_STYLES.sub("", _remove_comments_and_indentation(style)) for style in styles
        ]
        late = _remove_comments_and_indentation(
            _join_styles(_PACKED_STYLES[template_name], template_folder)
        )
        element = json.dumps(f"<style>{late}</style>")
        insertion = f'document.querySelector("style").insertAdjacentHTML("afterend", {element});\n'
        program = f"(() => {{\n{insertion}{_remove_comments_and_indentation(script)}}})();\n"
        packed = b64encode(zlib.compress(program.encode(), 9)).decode()
        script, digests = (
            _read_style_or_script("unpack.js", template_folder),
            [_make_script_digest(program)],
        )
    sources = " ".join(f"'{digest}'" for digest in (_make_script_digest(script), *digests))
    return render_fragment(
        template_name,
        display,
        template_folder,
        policy="default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src {sources}",
        styles=styles,
        script=script,
        packed=packed,
        **values,
    )


def render_fragment(
    template_name: str, display: AnswerFormatter, folder: Path = TEMPLATES, **values: object
) -> str:
    """Return a piece of HTML, without styles and scripts, made from the template `template_name` in
    the folder `folder`. `values` are the variables of the template.
    """

    def say(text: str | Message, **fields: object) -> str:
        """Translate a text of a template into the reader's language."""
        return display.translate(text if isinstance(text, Message) else Message(text, **fields))

    template = _make_jinja_environment(folder).get_template(f"{template_name}.html")
    return template.render(say=say, lang=display.language, **values)


@cache
def _make_jinja_environment(folder: Path) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader([folder, TEMPLATES, BOARD]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    # JSON without spaces, which would be a sixth of the data of a large Sudoku.
    environment.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    return environment


def _join_styles(style_names: Iterable[str], folder: Path) -> str:
    """Return the text of several style sheets together. `style_names` are the names of their files
    without the ending .css.
    """
    return "".join(_read_style_or_script(f"{part}.css", folder) for part in style_names)


@cache
def _join_script_modules_of_page(template_name: str, folder: Path) -> str:
    """Return the script of a page: the modules that it imports, directly or indirectly, and then
    its own module `template_name`.js. The script is empty if the page has no module.
    """
    joined: dict[str, str] = {}

    def add_module_with_imports(file_name: str) -> None:
        """Add the script `file_name` to the joined scripts, after all scripts that it imports."""
        joined[file_name] = ""  # An imported module may import this module.
        text = _read_style_or_script(file_name, folder)
        for imported in _IMPORTS.findall(text):
            if imported not in joined:
                add_module_with_imports(imported)
        del joined[file_name]
        # In the page, all modules are in one scope.
        joined[file_name] = re.sub(r"(?m)^export (?=\w)", "", _IMPORTS.sub("", text))

    try:
        add_module_with_imports(f"{template_name}.js")
    except FileNotFoundError:
        return ""
    return "".join(joined.values())


def _make_script_digest(script: str) -> str:
    """Return the digest by which a Content-Security-Policy allows a script."""
    return f"sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}"


def _remove_comments_and_indentation(text: str) -> str:
    """Return a script or a style without comments and indentation. Texts in scripts that extend
    over several lines are HTML, in which indentation has no meaning.
    """
    return re.sub("(?m)^ +", "", _TYPES.sub("", _COMMENTS.sub("", text)))


@cache
def _read_style_or_script(file_name: str, folder: Path) -> str:
    """Return the text of a file with a style sheet or a script. The file is searched in `folder`,
    then in `showing/templates`, then in `showing/board`. Each import of a JSON file is replaced by
    a constant with its contents. Raises `FileNotFoundError` if no folder contains the file.
    """
    for place in (folder, TEMPLATES, BOARD):
        if (path := place / file_name).exists():
            break
    else:
        raise FileNotFoundError(file_name)

    def make_constant(json_import: re.Match[str]) -> str:
        imported = (path.parent / json_import[2]).read_text(encoding="utf-8")
        return f"const {json_import[1]} = {imported.strip()};"

    return _JSON_IMPORT.sub(make_constant, path.read_text(encoding="utf-8"))
