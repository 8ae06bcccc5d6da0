"""Draw a picture of two shares, such as the test Sudokus that leak and the others, as SVG."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

_WIDTH, _HEIGHT, _LINE = 320, 26, 22
"""The width and height of the bar, and the height of a line of text below it; the page shows the
picture at least as large as these numbers of pixels.
"""

_LEAST = 5
"""The least width, in the picture's units, of a part of the bar that is not empty, so that a very
small share of the Sudokus can be seen.
"""

_LOOKS = {
    "plain": 'fill="var(--slot)"',
    "good": 'fill="var(--accent)"',
    "bad": 'fill="url(#bad-share)"',
}
"""The looks of a share. A bad share is hatched, so that it differs without colours too. No share is
green."""

_HATCH = (
    '<pattern id="bad-share" width="7" height="7" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="7" height="7" fill="var(--differ-soft)"/>'
    '<rect width="4" height="7" fill="var(--differ)"/></pattern>'
)


class Share(NamedTuple):
    """One part of a bar in a picture: its amount, the text below the bar that describes it, and its
    look: "plain", "good" or "bad".
    """

    amount: int
    text: str
    look: str


def draw_share_bar(shares: Sequence[Share]) -> str:
    """Return an SVG picture: a bar whose parts are as long as the amounts of `shares`, and below it
    a line of text for each share. Screen readers read these texts.
    """
    total = max(sum(share.amount for share in shares), 1)
    widths = [max(_LEAST, _WIDTH * one.amount / total) if one.amount else 0.0 for one in shares]
    scale = _WIDTH / max(sum(widths), 1)
    parts, left = [], 0.0
    for width, share in zip(widths, shares, strict=True):
        if width:
            parts.append(_draw_rectangle(left, 1, width * scale, _HEIGHT - 2, share.look))
            left += width * scale
    for number, share in enumerate(shares):
        top = _HEIGHT + 8 + number * _LINE
        parts.append(_draw_rectangle(1, top, 14, 14, share.look))
        text = f'<text x="23" y="{top + 12}" font-size="14" fill="currentColor">'
        parts.append(f"{text}{escape(share.text)}</text>")
    height = _HEIGHT + 6 + len(shares) * _LINE
    label = escape("; ".join(share.text for share in shares))
    return (
        f'<svg class="shares" viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{label}">'
        f"<defs>{_HATCH}</defs>{''.join(parts)}</svg>"
    )


def _draw_rectangle(left: float, top: float, width: float, height: float, look: str) -> str:
    """Return an SVG rectangle. `left`, `top`, `width` and `height` are in the units of the
    picture's `viewBox`, and `look` selects the colour.
    """
    place = f'x="{left:.1f}" y="{top}" width="{width:.1f}" height="{height}"'
    return f'<rect {place} {_LOOKS[look]} stroke="var(--thick)" stroke-width="1.5"/>'
