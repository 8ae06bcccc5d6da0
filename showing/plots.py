"""Draw plots with matplotlib, as separate files or as parts of an HTML page."""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from ..base.errors import ArgumentError
from ..system.library_settings import ignore_matplotlib_settings_in_current_folder

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999999")
"""The colours of Okabe and Ito (2008), which colour-blind people can distinguish."""

_OF_THE_PAGE = {
    "#ffffff": "var(--paper)",
    "#000000": "currentColor",
    "#999999": "var(--quiet)",
    "#dddddd": "var(--line)",
}
"""The styles that replace black, white and grey in a drawing, so that it takes the colours of its
page, which may be dark.
"""


_NARROW = 4.4
"""The width in inches of a chart that is shown on telephones."""


def check_matplotlib_installed() -> None:
    """Raise `ArgumentError` with the command that installs matplotlib if matplotlib is not
    installed.
    """
    if find_spec("matplotlib") is None:
        raise ArgumentError("the report's plots need matplotlib: pip install 'sudokopie[plots]'")


@contextmanager
def use_plot_style() -> Iterator[None]:
    """A context manager that sets matplotlib's style for the plots that are drawn in its block. In
    an SVG, text remains text, and equal plots give equal files.
    """
    with ignore_matplotlib_settings_in_current_folder():
        import matplotlib as mpl

    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "sudokopie", "font.size": 10}):
        yield


def make_figure_and_axes(
    plot_count: int,
    width_in_inches: float,
    legend_entry_count: int = 0,
    *,
    shares_scale: bool = True,
    min_height: float = 5.2,
) -> "tuple[Figure, list[Axes]]":
    """Return a matplotlib figure with `plot_count` plots side by side, and the list of their axes.
    If `shares_scale` is true, all plots have the same vertical scale. `width_in_inches` and
    `min_height` are in inches. The figure becomes higher if a legend with `legend_entry_count`
    entries needs more room.
    """
    from matplotlib.figure import Figure

    size = width_in_inches, max(min_height, 0.215 * legend_entry_count + 0.4)
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots(1, plot_count, sharey=shares_scale, squeeze=False)[0]
    for axis in axes:
        axis.grid(color="#dddddd", linewidth=0.6)
        axis.set_axisbelow(True)
        axis.spines[["top", "right"]].set_visible(False)
    return figure, list(axes)


def list_bar_chart_svgs(
    charts_by_title: Mapping[str, Sequence[Mapping[int, int]]], series_names: Sequence[str]
) -> list[str]:
    """Return a list with an SVG element for each bar chart. `series_names` are the names of the
    series, each of which has bars of one colour. `charts_by_title` maps the title of a chart to a
    list with a dictionary for each series: it maps each number on the axis to the height of the
    bar, a count.

    The charts are narrow enough for a telephone.
    """
    drawings: list[str] = []
    with use_plot_style():
        for label, kinds in charts_by_title.items():
            figure, (axis,) = make_figure_and_axes(1, _NARROW, min_height=3.2)
            numbers = sorted(set().union(*kinds))
            for k, (kind, colour) in enumerate(zip(kinds, COLOURS, strict=False)):
                width = 0.8 / len(kinds)
                places = [i - 0.4 + (k + 0.5) * width for i in range(len(numbers))]
                counts = [kind.get(number, 0) for number in numbers]
                axis.bar(places, counts, width, color=colour)
            shown = range(0, len(numbers), len(numbers) // 9 + 1)  # so that labels do not overlap
            axis.set_xticks(list(shown), [str(numbers[i]) for i in shown])
            axis.set(xlabel=label, yscale="log")
            axis.set_ylim(bottom=0.5)
            axis.yaxis.set_major_formatter("{x:g}")
            axis.yaxis.set_minor_formatter("")
            if len(series_names) > 1:
                drawn = [one.patches[0] for one in axis.containers]  # type: ignore[attr-defined]
                figure.legend(drawn, series_names, loc="outside upper center", frameon=False)
            svg = io.StringIO()
            figure.savefig(svg, format="svg", metadata={"Date": None})
            drawings.append(make_inline_svg(svg.getvalue(), f"bars-{len(drawings)}", label))
    return drawings


def make_inline_svg(svg: str, id_prefix: str, title: str) -> str:
    """Return an SVG drawing as an element of an HTML page. Screen readers read `title`. All ids in
    the drawing get the prefix `id_prefix`, so that several drawings fit on one page.

    The element keeps its proportions and a least width at which its text can be read.
    """
    drawing = ET.fromstring(svg)
    for element in drawing.iter():
        element.tag = _remove_namespace(element.tag)
        values = {_remove_namespace(key): value for key, value in element.attrib.items()}
        element.attrib = {
            key: _convert_svg_attribute_value(key, value, id_prefix)
            for key, value in values.items()
        }
    for child in list(drawing):
        # The page has its own metadata and style.
        if child.tag == "metadata" or child.find("style") is not None:
            drawing.remove(child)
    width = float(drawing.attrib["viewBox"].split()[2])
    drawing.attrib = {
        "viewBox": drawing.attrib["viewBox"],
        "role": "img",
        "aria-label": title,
        "style": f"min-width: {width:.0f}px; max-width: {1.4 * width:.0f}px",
    }
    return ET.tostring(drawing, encoding="unicode")


def _remove_namespace(name: str) -> str:
    return name.rpartition("}")[2]


def _convert_svg_attribute_value(key: str, value: str, id_prefix: str) -> str:
    """Return the `value` of the SVG attribute `key` as an HTML page needs it. An id, and a
    reference to an id, gets the prefix `id_prefix`. Black, white and grey in a style become colours
    of the page. Other values stay the same.
    """
    if key == "id":
        return f"{id_prefix}-{value}"
    if key == "style":
        return re.sub("#[0-9a-f]{6}", lambda found: _OF_THE_PAGE.get(found[0], found[0]), value)
    if key in ("href", "clip-path"):
        return value.replace("#", f"#{id_prefix}-")
    return value
