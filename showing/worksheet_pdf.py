"""Draw a worksheet as PDF, with the package ReportLab, which is imported only when a PDF is made.

The texts are the same as in `worksheet.html`, so that both share their translations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib import import_module
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

from ..base.errors import ArgumentError
from ..base.messages import Message
from ..sudoku.shape import BoxShape
from .answer_formatter import AnswerFormatter

_MM = 72 / 25.4
_WIDTH = 180 * _MM
"""The width of an A4 sheet between the margins, in points."""
_MARGIN = 15 * _MM
_LARGEST_WITH_CHOICES_BESIDE = 12
"""The largest size of a grid, in cells a side, at which there is room for the boxes to tick beside
two grids.
"""
_LINE = 6.8 * _MM
_FONTS = {"Vera": "Vera.ttf", "Vera-Bold": "VeraBd.ttf"}


def check_pdf_installed() -> None:
    """Raise `ArgumentError` if ReportLab, which writes PDF, is not installed."""
    try:
        import_module("reportlab.platypus")
    except ImportError:
        raise ArgumentError(
            "PDF needs reportlab: pip install 'sudokopie[pdf]'; or name a file .html, which "
            "browsers print as PDF"
        ) from None


def make_worksheet_pdf(
    entries: Iterable[Mapping[str, Any]], title: str, display: AnswerFormatter, command_line: str
) -> bytes:
    """Return a worksheet as the bytes of a PDF. The worksheet shows pairs of Sudokus with room for
    the reader's answers, and then the right answers. It also contains `command_line`, the command
    that makes the same worksheet again.

    `entries` has a dictionary for each pair, with the keys `name`, `pictures`, `sentences` and
    others that the template of the HTML worksheet uses. Equal arguments give equal bytes.
    """
    from reportlab.platypus import PageBreak, SimpleDocTemplate

    _register_fonts()
    sheet = _WorksheetElementMaker(display, title)
    entries = list(entries)
    story = sheet.make_elements_at_top_of_page()
    for entry in entries:
        story += sheet.make_elements_of_task(entry)
    story += [PageBreak(), *sheet.make_elements_of_all_answers(entries, command_line)]
    stream = BytesIO()
    SimpleDocTemplate(
        stream,
        pagesize=(210 * _MM, 297 * _MM),
        **dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), _MARGIN - 6),
        title=title,
        author="sudokopie",
        lang=display.language,
        invariant=1,  # the file contains neither the time nor random values
    ).build(story, onFirstPage=_write_page_number, onLaterPages=_write_page_number)
    return stream.getvalue()


@cache
def _register_fonts() -> None:
    """Make the fonts of the worksheet known to ReportLab. They are part of ReportLab and have the
    letters of European languages.
    """
    import reportlab
    from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
    from reportlab.pdfbase.ttfonts import TTFont

    folder = Path(str(reportlab.__file__)).parent / "fonts"
    for name, file in _FONTS.items():
        registerFont(TTFont(name, str(folder / file)))
    registerFontFamily("Vera", normal="Vera", bold="Vera-Bold", italic="Vera", boldItalic="Vera")


def _write_page_number(canvas: Any, _: object) -> None:
    """Write the page number at the bottom of a page. ReportLab calls this function for each
    page.
    """
    canvas.setFont("Vera", 8)
    canvas.drawCentredString(105 * _MM, 8 * _MM, str(canvas.getPageNumber()))


class _WorksheetElementMaker:
    """A maker of a worksheet in the reader's language. Its methods return the parts of the
    worksheet (the head, the tasks and the answers) as elements of ReportLab: paragraphs, tables and
    drawings.
    """

    def __init__(self, display: AnswerFormatter, title: str) -> None:
        self._display, self._title = display, title

    def make_elements_at_top_of_page(self) -> list[Any]:
        """Return the elements at the top of the worksheet: the title, a line on which readers write
        their name, and an explanation of what copies are.
        """
        from reportlab.platypus import Table

        name = self._display.translate(Message("Name:"))
        line = Table(
            [[self._make_paragraph(self._title, 13, bold=True), self._make_paragraph(name)]],
            colWidths=[0.65 * _WIDTH, 0.35 * _WIDTH],
            style=[
                ("LINEBELOW", (1, 0), (1, 0), 0.8, "black"),
                ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
                ("LEFTPADDING", (0, 0), (0, 0), 0),
            ],
        )
        told = Message(
            "One Sudoku is a copy of another if it becomes the same by steps of these kinds: turn "
            "it; exchange rows within a band (a row of boxes) or columns within a stack (a column "
            "of boxes); exchange whole bands, or whole stacks; rename the digits, so that each 3 "
            "becomes a 7, say."
        )
        return [line, self._make_paragraph(self._display.translate(told), 9, before=6, after=4)]

    def make_elements_of_task(self, entry: Mapping[str, Any]) -> list[Any]:
        """Return the elements of a task: a pair of Sudokus, and room for the reader's answer. They
        are kept together on one page.
        """
        from reportlab.platypus import KeepTogether, Table

        # The marks would reveal the answer.
        unmarked = dict.fromkeys(("marked", "rows", "columns"), ()) | {"below": None}
        pictures = [picture | unmarked for picture in entry["pictures"]]
        shape = pictures[0]["grid"].shape
        choice = [
            self._make_paragraph(self._title),
            *(
                _make_checkbox(self._make_paragraph(self._display.translate(one)))
                for one in (
                    Message("yes, by the steps below"),
                    Message("no, for the reason below"),
                )
            ),
        ]
        count = shape.bands + shape.stacks + 4
        half = (count + 1) // 2
        # The numbers go down the first column, then down the second.
        numbers = [
            [f"{row}.", "", f"{row + half}." if row + half <= count else ""]
            for row in range(1, half + 1)
        ]
        ruled = Table(
            numbers,
            colWidths=[0.485 * _WIDTH, 0.03 * _WIDTH, 0.485 * _WIDTH],
            rowHeights=_LINE,
            style=[
                ("FONT", (0, 0), (-1, -1), "Vera", 8),
                ("TEXTCOLOR", (0, 0), (-1, -1), "#444444"),
                ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
                ("LEFTPADDING", (0, 0), (-1, -1), 0),
                ("LINEBELOW", (0, 0), (0, -1), 0.5, "#999999"),
                ("LINEBELOW", (2, 0), (2, count - half - 1), 0.5, "#999999"),
            ],
        )
        name = self._make_paragraph(entry["name"], 12, bold=True, before=8)
        return [
            KeepTogether(
                [name, *self._make_elements_with_pictures_side_by_side(pictures, choice), ruled]
            )
        ]

    def make_elements_of_all_answers(
        self, entries: Sequence[Mapping[str, Any]], command_line: str
    ) -> list[Any]:
        """Return the elements of the last part of the worksheet: the answers to all tasks, and the
        command that makes the same worksheet again.
        """
        title = self._display.translate(Message("Answers"))
        told = Message(
            "The steps lead from the first Sudoku to the second, and are as few as possible. Other "
            "steps can be right, too."
        )
        again = self._display.translate(Message("This command makes the same sheet again:"))
        return [
            self._make_paragraph(title, 14, bold=True),
            self._make_paragraph(self._display.translate(told), 9, before=4),
            *(piece for entry in entries for piece in self._make_elements_of_answer(entry)),
            self._make_paragraph(f"{again} {command_line}", 8, before=12),
        ]

    def _make_elements_of_answer(self, entry: Mapping[str, Any]) -> list[Any]:
        """Return the elements of the answer to a task: the result, and the steps or the pictures
        of the reason for a no.
        """
        from reportlab.platypus import KeepTogether

        result, *more = entry["sentences"]
        pieces = [
            self._make_paragraph(entry["name"], 11, bold=True, before=10),
            self._make_paragraph(result, bold=True),
            *map(self._make_paragraph, more),
        ]
        if entry["tracks"]:
            steps = entry["tracks"][0]["sentences"]
            pieces += [
                self._make_paragraph(f"{k}. {step}", 9, indent=10)
                for k, step in enumerate(steps, 1)
            ]
        elif any(picture["marked"] for picture in entry["pictures"]):
            pieces += self._make_elements_with_pictures_side_by_side(entry["pictures"], [])
        return [KeepTogether(pieces)]

    def _make_elements_with_pictures_side_by_side(
        self, pictures: Sequence[Mapping[str, Any]], elements_beside: list[Any]
    ) -> list[Any]:
        """Return two Sudokus side by side, as elements of the worksheet. The elements in
        `elements_beside` are placed beside them or, if the Sudokus are large, below them.
        """
        from reportlab.platypus import Table

        size = pictures[0]["grid"].size
        fits = size <= _LARGEST_WITH_CHOICES_BESIDE
        width = 62 * _MM if fits else 86 * _MM
        if not elements_beside:
            width *= 0.8
        cells = [[*self._yield_picture_elements(one, width)] for one in pictures]
        widths = [width + 4 * _MM] * len(cells)
        if elements_beside and fits:
            cells.append([*elements_beside])
            widths.append(_WIDTH - sum(widths))
        style = [
            ("VALIGN", (0, 0), (1, 0), "TOP"),
            ("VALIGN", (2, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (0, 0), 0),
            ("LEFTPADDING", (0, 0), (1, 0), 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ]
        table = Table([cells], colWidths=widths, style=style, hAlign="LEFT")
        return [table] if fits else [table, *elements_beside]

    def _yield_picture_elements(self, picture: Mapping[str, Any], width: float) -> Iterator[Any]:
        """Yield the elements of a picture: its title, the drawing of its grid with a given width in
        points, and the text below it, if there is one.
        """
        title, below = picture["title"], picture["below"]
        yield self._make_paragraph(self._display.translate(title), 9, bold=True)
        yield _draw_picture(picture, width)
        if below:
            yield self._make_paragraph(self._display.translate(below), 8, before=2)

    def _make_paragraph(
        self,
        text: str,
        size: float = 9.5,
        *,
        bold: bool = False,
        before: float = 0,
        after: float = 0,
        indent: float = 0,
    ) -> Any:
        """Return a text as a paragraph of the worksheet. `size` is the height of the font, `before`
        and `after` are the spaces above and below the paragraph, and `indent` is the space to its
        left, all in points. Arrows are set in the font Symbol, because the other fonts have none.
        """
        from reportlab.lib.styles import ParagraphStyle
        from reportlab.platypus import Paragraph

        style = ParagraphStyle(
            "text",
            fontName="Vera-Bold" if bold else "Vera",
            fontSize=size,
            leading=1.35 * size,
            spaceBefore=before,
            spaceAfter=after,
            leftIndent=indent,
        )
        shown = escape(text).replace("→", '<font name="Symbol">→</font>')
        return Paragraph(shown, style)


def _make_checkbox(text: Any) -> Any:
    """Return a small box that readers can tick, with the text of the choice beside it."""
    from reportlab.graphics.shapes import Drawing, Rect
    from reportlab.platypus import Table

    side = 3.5 * _MM
    box = Drawing(
        side, side, Rect(0, 0, side, side, fillColor=None, strokeColor=_make_colour("black"))
    )
    style = [("LEFTPADDING", (0, 0), (-1, -1), 0), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    return Table([[box, text]], colWidths=[5.5 * _MM, None], style=style, spaceBefore=6)


def _draw_picture(picture: Mapping[str, Any], width: float) -> Any:
    """Return a drawing of a Sudoku for the worksheet. The numbers of its rows and columns are
    written at the edges. `width` is in points.
    """
    from reportlab.graphics.shapes import Drawing, Rect, String

    grid = picture["grid"]
    size, shape = grid.size, grid.shape
    cell = width / (size + 1)
    drawing = Drawing(width, width)

    def write_in_cell(
        text: object, row: int, column: int, relative_height: float, *, bold: bool, ink: str
    ) -> None:
        """Write a text into a cell. Rows and columns are counted from 0; row -1 is the place for
        the column numbers above the grid, and column -1 the place for the row numbers.
        `relative_height` is the height of the text as a share of the height of a cell.
        """
        height = min(relative_height * cell, 13)
        x, y = (column + 1.5) * cell, width - (row + 1.5) * cell - 0.36 * height
        style = {"fontName": "Vera-Bold" if bold else "Vera", "fontSize": height}
        drawing.add(
            String(x, y, str(text), textAnchor="middle", fillColor=_make_colour(ink), **style)
        )

    for r, c in picture["marked"]:
        place = (c + 1) * cell, width - (r + 2) * cell
        drawing.add(Rect(*place, cell, cell, fillColor=_make_colour("#dddddd"), strokeColor=None))
    for k in range(size):
        for is_marked, r, c in ((k in picture["columns"], -1, k), (k in picture["rows"], k, -1)):
            ink = "black" if is_marked else "#444444"
            write_in_cell(k + 1, r, c, 0.42, bold=is_marked, ink=ink)
    for line in (
        *_yield_grid_lines(shape, width, is_thick=False),
        *_yield_grid_lines(shape, width, is_thick=True),
    ):
        drawing.add(line)
    for r, c in product(range(size), repeat=2):
        is_marked = (r, c) in picture["marked"]
        write_in_cell(grid[r, c] or "", r, c, 0.62, bold=is_marked, ink="black")
    return drawing


def _yield_grid_lines(shape: BoxShape, width: float, *, is_thick: bool) -> Iterator[Any]:
    """Yield the lines of a grid: the thick lines around the boxes if `is_thick` is true, otherwise
    the thin lines inside the boxes. `width` is the width of the drawing in points.
    """
    from reportlab.graphics.shapes import Line

    cell = width / (shape.size + 1)
    ink, thickness = (_make_colour("black"), 1.2) if is_thick else (_make_colour("#999999"), 0.5)
    style = {"strokeColor": ink, "strokeWidth": thickness, "strokeLineCap": 2}
    for k in range(shape.size + 1):
        y, x = width - (k + 1) * cell, (k + 1) * cell
        if is_thick == (k % shape.height == 0):
            yield Line(cell, y, width, y, **style)
        if is_thick == (k % shape.width == 0):
            yield Line(x, 0, x, width - cell, **style)


def _make_colour(name: str) -> Any:
    """Return ReportLab's colour for a name, such as "black" or "#999999"."""
    from reportlab.lib.colors import toColor

    return toColor(name)
