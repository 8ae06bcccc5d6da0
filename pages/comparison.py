"""The page of a comparison: one HTML file that needs nothing else, and its plots beside it."""

from html import escape
from pathlib import Path

from ..comparison.conditions import Conditions
from ..comparison.summary import VIRTUAL_BEST, Comparison
from ..report.comparison import SaidComparison, Table
from ..report.manner import Manner
from ..sudoku.errors import ComparisonError
from ..sudoku.language import Message
from ..sudoku.output import written
from .plots import write_plots

PAGE = "index.html"


def write_page(folder: str, said: SaidComparison, scatter: tuple[str, str] | None) -> None:
    """Write the page and its plots; `scatter` names the backends of the scatter plot.

    By default these are the best two; with only one backend there is no scatter plot. Raises
    `ComparisonError` where there are no records, and `OSError`.
    """
    comparison, manner = said.comparison, said.manner
    if not comparison.records:
        raise ComparisonError(Message("nothing was measured, so there is nothing to report"))
    pair = scatter or _best_two(comparison)
    path = Path(folder)
    path.mkdir(exist_ok=True)
    plots = write_plots(path, comparison, pair, manner)
    title = manner.say(Message("Backends of sudokopie compared"))
    body = [f"<h1>{escape(title)}</h1>", _conditions(comparison, manner)]
    if said.found:
        wrong = manner.say(Message("WRONG ANSWERS"))
        body.append(f'<h2 class="wrong">{escape(wrong)}</h2><ul>')
        body += [
            f"<li>{escape(f'{one.instance}: {one.backend}: {one.said}; {manner.say(one.because)}')}"
            for one in said.found
        ]
        body.append("</ul>")
    for heading, table in said.tables():
        body += [f"<h2>{escape(heading)}</h2>", _table(table)]
    if messages := comparison.messages():
        heading = manner.say(Message("Runs that ended in an error:"))
        body.append(f"<h2>{escape(heading)}</h2><ul>")
        body += [f"<li>{count} × {escape(message)}" for message, count in messages.items()]
        body.append("</ul>")
    for name in plots:
        body.append(f"<h2>{escape(manner.say(_TITLES[name]))}</h2>")
        body.append(f"<figure>{_inline(path / f'{name}.svg')}</figure>")
    html = _PAGE.format(title=escape(title), style=_STYLE, body="\n".join(body))
    with written(str(path / PAGE)) as file:
        file.write(html.encode())


_TITLES = {
    "cactus": Message("Pairs solved within a time: further right is better"),
    "scatter": Message(
        "Two backends, pair by pair: below the line, the one of the vertical axis was faster"
    ),
    "sizes": Message("Time against size"),
}


def _best_two(comparison: Comparison) -> tuple[str, str] | None:
    best = [row.backend for row in comparison.rows() if row.backend != VIRTUAL_BEST]
    return (best[0], best[1]) if len(best) > 1 else None


def _conditions(comparison: Comparison, manner: Manner) -> str:
    lines = dict.fromkeys(
        (
            f"{Conditions(**record.conditions)}; {record.encoding}, {record.cells}; "
            + ", ".join(f"{name} {value}" for name, value in record.settings.items())
        )
        for record in comparison.records
    )
    heading = manner.say(Message("Conditions"))
    return "".join(f"<p>{escape(heading)}: {escape(line)}.</p>" for line in lines)


def _table(rows: Table) -> str:
    headings, *others = rows
    lines = ["<table><tr>" + "".join(f"<th>{escape(cell)}" for cell in headings)]
    lines += ["<tr>" + "".join(f"<td>{escape(cell)}" for cell in row) for row in others]
    return "\n".join([*lines, "</table>"])


def _inline(path: Path) -> str:
    """Return the drawing without what stands before it in a file of its own."""
    text = path.read_text(encoding="utf-8")
    return text[text.index("<svg") :]


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .15rem .8rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
tr:last-child td { border-top: 2px solid #999; font-style: italic }
.wrong { color: #b00 }
figure { margin: 0 } svg { max-width: 100%; height: auto }
"""

_PAGE = """<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>
<body>
{body}
</body></html>
"""
