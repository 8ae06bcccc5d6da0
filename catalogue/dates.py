"""Dates as people write them, ISO or German; what is kept and compared is ISO, `2006-08-31`."""

import re
from datetime import date

_FORMS = (
    r"(?P<year>\d{4})(-(?P<month>\d{1,2})(-(?P<day>\d{1,2}))?)?([T ].*)?",
    r"((?P<day>\d{1,2})\.\s*)?(?P<month>\d{1,2})[./]\s*(?P<year>\d{4})( .*)?",
)
"""Spreadsheets put a time of day behind a date."""


def iso_date(text: str) -> str | None:
    """Return a day, a month or a year as `2006-08-31`, `2006-08` or `2006`; None if it is none.

    >>> [iso_date(text) for text in ("31.8.2006", "2006-08", "8/2006", "30.2.2006", "summer")]
    ['2006-08-31', '2006-08', '2006-08', None, None]
    """
    for form in _FORMS:
        if found := re.fullmatch(form, text.strip(), re.ASCII):
            parts = [int(found[name]) for name in ("year", "month", "day") if found[name]]
            try:
                day = date(*[*parts, 1, 1][:3])
            except ValueError:
                return None
            return day.isoformat()[: (4, 7, 10)[len(parts) - 1]]
    return None


def first_since(day: str) -> str:
    """Return the least text that a date since an ISO date has: a month counts as its first day.

    >>> [first_since(day) for day in ("2006-08-31", "2006-08-01", "2006-01")]
    ['2006-08-31', '2006-08', '2006']
    """
    while day.endswith("-01"):
        day = day.removesuffix("-01")
    return day
