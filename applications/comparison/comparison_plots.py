"""The plots of a comparison of backends: how many pairs each backend solves within a time (cactus
plot), the times of two backends on each pair (scatter plot), and times by the size of the grid.
"""

from collections.abc import Mapping
from math import inf
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from ...base.messages import Message
from ...showing.answer_formatter import AnswerFormatter
from ...showing.plots import COLOURS, make_figure_and_axes, use_plot_style
from ...showing.printer import escape_on_one_line
from .record import NO_ENDINGS, YES_ENDINGS, RunEnding
from .summary import ComparisonSummary

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_LINE_DASHES = ("-", "--", ":", "-.")
_MARKERS = "osD^vP*X"

FORMATS = ("svg", "png")

PLOTS = ("cactus", "scatter", "sizes")


def write_plots_and_list_plot_names(
    folder: Path,
    comparison: ComparisonSummary,
    backend_pair: tuple[str, str] | None,
    display: AnswerFormatter,
) -> list[str]:
    """Write the plots of a comparison to `folder` as SVG and PNG files, and return the names of the
    plots, such as `cactus`. Their texts are in the language of `display`.

    The scatter plot compares two backends. It is written only if `backend_pair` names them; if
    `backend_pair` is None, it is left out.
    """
    with use_plot_style():
        figures = {"cactus": _draw_cactus(comparison, display)}
        if backend_pair is not None:
            figures["scatter"] = _draw_scatter(comparison, backend_pair, display)
        figures["sizes"] = _draw_times_by_size(comparison, display)
        for name, figure in figures.items():
            for form in FORMATS:
                metadata = {"Date": None} if form == "svg" else None
                figure.savefig(folder / f"{name}.{form}", dpi=150, metadata=metadata)
    return list(figures)


def _choose_styles_by_backend(comparison: ComparisonSummary) -> dict[str, dict[str, object]]:
    """Return the style in which all plots draw each backend. From the eighth backend on, the
    colours of the first backends are used again, but darker, and the lines are dashed.
    """
    styles = dict[str, dict[str, object]]()
    for number, backend in enumerate(sorted(comparison.times)):
        round_, place = divmod(number, len(COLOURS))
        parts = (int(COLOURS[place][i : i + 2], 16) for i in (1, 3, 5))
        styles[backend] = {
            "color": "#" + "".join(f"{round(part * 0.6**round_):02x}" for part in parts),
            "linestyle": _LINE_DASHES[round_ % len(_LINE_DASHES)],
            "marker": _MARKERS[(place + round_) % len(_MARKERS)],
            "markersize": 4,
            "linewidth": 1.3,
        }
    return styles


def _escape_dollar_signs(backend_name: str) -> str:
    """Return a backend's name with each $ escaped, because matplotlib reads text between two $ as a
    formula.
    """
    return escape_on_one_line(backend_name).replace("$", r"\$")


def _find_time_limits_by_solved_count(seconds_by_pair: Mapping[str, float]) -> dict[int, float]:
    """Return the points of a backend's curve in a cactus plot. They map each number n, from 1, to
    the shortest time limit in seconds with which the backend solves n pairs. `seconds_by_pair` maps
    pairs to seconds; unsolved pairs, with an infinite time, are left out.
    """
    return dict(
        enumerate(sorted(seconds for seconds in seconds_by_pair.values() if seconds < inf), 1)
    )


def _list_yes_and_no_ending_groups_with_titles(
    comparison: ComparisonSummary,
) -> list[tuple[tuple[RunEnding, ...], Message]]:
    """Return two groups of answers, yes and no, which have separate plots. A group has two fields:
    the endings of the runs with this answer, and the title of the plot.
    """
    titles = Message("copies"), Message("not copies")
    if any(record.form for record in comparison.records):
        titles = Message("satisfiable"), Message("unsatisfiable")
    return list(
        zip(((*YES_ENDINGS, RunEnding.OPTIMUM, RunEnding.MODELS), NO_ENDINGS), titles, strict=True)
    )


def _draw_line(
    axis: "Axes", y_by_x: Mapping[int, float], label: str, style: Mapping[str, object]
) -> None:
    """Draw a line through points; `y_by_x` maps their horizontal to their vertical positions.
    `label` is the name of the line in the legend. If there are no points, nothing is drawn and the
    legend does not change.
    """
    if y_by_x:
        axis.plot(list(y_by_x), list(y_by_x.values()), label=label, **style)  # type: ignore[arg-type]


def _draw_cactus(comparison: ComparisonSummary, display: AnswerFormatter) -> "Figure":
    """Draw the cactus plot: a curve for each backend, which shows how many pairs the backend solves
    if each pair may take at most a certain time. A curve further to the right is better. The texts
    are in the language of `display`.
    """
    figure, (axis,) = make_figure_and_axes(1, 8.5, len(comparison.times) + 1)
    styles = _choose_styles_by_backend(comparison)
    for row in comparison.summarise_backends()[:-1]:
        points, style = (
            _find_time_limits_by_solved_count(comparison.times[row.backend]),
            styles[row.backend],
        )
        _draw_line(
            axis,
            points,
            _escape_dollar_signs(row.backend),
            style | {"markevery": max(1, len(points) // 10)},
        )
    if len(comparison.times) > 1:
        label = display.translate(Message("virtual best"))
        # The line is black and is drawn over the line of the best backend.
        style = {"color": "#000000", "linestyle": (0, (4, 2)), "linewidth": 1.8, "zorder": 3}
        _draw_line(axis, _find_time_limits_by_solved_count(comparison.best), label, style)
    axis.set_xlabel(display.translate(Message("pairs solved, each within")))
    axis.set_ylabel(display.translate(Message("seconds")))
    _set_count_and_time_scales(axis)
    _draw_legend(figure, axis)
    return figure


def _draw_scatter(
    comparison: ComparisonSummary, backend_pair: tuple[str, str], display: AnswerFormatter
) -> "Figure":
    """Draw the scatter plot, in which each pair of Sudokus is a point. The horizontal position is
    the time of the first backend in `backend_pair`, and the vertical position the time of the
    second. The texts are in the language of `display`.
    """
    figure, (axis,) = make_figure_and_axes(1, 6.2, 2)
    across, upwards = (comparison.times[backend] for backend in backend_pair)
    limit, measured = comparison.time_limit, {*across.values(), *upwards.values()}
    finite, unsolved = measured - {inf}, inf in measured
    low, high = 0.7 * min(finite, default=limit), 1.4 * (limit if unsolved else max(finite))
    for (endings, label), colour, marker in zip(
        _list_yes_and_no_ending_groups_with_titles(comparison), COLOURS, "oD", strict=False
    ):
        names = [
            name
            for name, ending in comparison.correct_endings.items()
            if ending in endings and name in across and name in upwards
        ]
        x, y = ([min(times[name], limit) for name in names] for times in (across, upwards))
        axis.scatter(
            x,
            y,
            22,
            colour,
            marker=marker,
            alpha=0.75,
            linewidths=0,
            label=display.translate(label),
        )
    axis.plot([low, high], [low, high], color="#999999", linewidth=0.8)
    if unsolved:
        for line in (axis.axhline, axis.axvline):
            line(limit, color="#999999", linewidth=0.8, linestyle=":")
    axis.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high), aspect="equal")
    seconds = display.translate(Message("seconds"))
    axis.set(
        xlabel=f"{_escape_dollar_signs(backend_pair[0])}, {seconds}",
        ylabel=f"{_escape_dollar_signs(backend_pair[1])}, {seconds}",
    )
    _draw_legend(figure, axis)
    return figure


def _draw_times_by_size(comparison: ComparisonSummary, display: AnswerFormatter) -> "Figure":
    """Draw for each backend the median time for grids of each size. There are separate plots for
    the answers yes and no. The texts are in the language of `display`.
    """
    figure, axes = make_figure_and_axes(2, 11.5, len(comparison.times))
    styles = _choose_styles_by_backend(comparison)
    sizes = {record.instance: record.size for record in comparison.records}
    for axis, (endings, title) in zip(
        axes, _list_yes_and_no_ending_groups_with_titles(comparison), strict=True
    ):
        for row in comparison.summarise_backends()[:-1]:
            times: dict[int, list[float]] = {}
            for name, seconds in comparison.times[row.backend].items():
                if sizes[name] and comparison.correct_endings[name] in endings:
                    times.setdefault(sizes[name], []).append(seconds)
            medians = {size: median(times[size]) for size in sorted(times)}
            shown = {size: seconds for size, seconds in medians.items() if seconds < inf}
            _draw_line(axis, shown, _escape_dollar_signs(row.backend), styles[row.backend])
        axis.set_title(display.translate(title))
        axis.set_xlabel(display.translate(Message("cells a side")))
        _set_count_and_time_scales(axis)
        # A fixed range also works if all grids have the same size.
        measured = sorted(set(sizes.values()) - {0}) or [0]
        axis.set(xticks=measured, xlim=(measured[0] - 0.5, measured[-1] + 0.5))
    axes[0].set_ylabel(display.translate(Message("seconds, median")))
    _draw_legend(figure, *axes)
    return figure


def _set_count_and_time_scales(axis: "Axes") -> None:
    """Use whole numbers on the horizontal axis, and a logarithmic scale for times on the vertical
    axis.
    """
    from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter

    axis.set_yscale("log")
    # Only a few ticks within each power of ten have labels, so that the labels do not overlap.
    axis.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.yaxis.set_major_formatter("{x:g}")
    axis.yaxis.set_minor_formatter(NullFormatter())
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))


def _draw_legend(figure: "Figure", *axes: "Axes") -> None:
    """Draw the legend beside the plots, so that it does not cover any line. A label that several
    plots share appears once.
    """
    named: dict[str, Artist] = {}
    for axis in axes:
        for handle, label in zip(*axis.get_legend_handles_labels(), strict=True):
            named.setdefault(label, handle)
    if named:
        figure.legend(list(named.values()), list(named), loc="outside right upper", frameon=False)
