"""Drawings of matplotlib as parts of a page: in its colours, and beside others of their kind."""

import re
from xml.etree import ElementTree as ET

_COLOURS = {
    "#ffffff": "var(--paper)",
    "#000000": "currentColor",
    "#999999": "var(--quiet)",
    "#dddddd": "var(--line)",
}
"""What black, white and grey are in the page, which may be dark."""


def inline(svg: str, name: str, title: str) -> str:
    """Return a drawing, called `title`, as an element of HTML.

    Its ids begin with `name`, so that several drawings fit on a page. It is not drawn so small that
    its text could not be read, and not so large that it is out of proportion.
    """
    drawing = ET.fromstring(svg)
    for element in drawing.iter():
        element.tag = _local(element.tag)
        element.attrib = {
            _local(key): _of_the_page(_local(key), value, name)
            for key, value in element.attrib.items()
        }
    for child in list(drawing):
        if child.tag == "metadata" or child.find("style") is not None:  # that is the page's matter
            drawing.remove(child)
    width = float(drawing.attrib["viewBox"].split()[2])
    drawing.attrib = {
        "viewBox": drawing.attrib["viewBox"],
        "role": "img",
        "aria-label": title,
        "style": f"min-width: {width:.0f}px; max-width: {1.4 * width:.0f}px",
    }
    return ET.tostring(drawing, encoding="unicode")


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _of_the_page(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key == "style":
        return re.sub("#[0-9a-f]{6}", lambda found: _COLOURS.get(found[0], found[0]), value)
    if key in ("href", "clip-path"):
        return value.replace("#", f"#{name}-")
    return value
