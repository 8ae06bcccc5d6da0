"""Pages as PDF, by WeasyPrint, which is loaded when it is asked for."""

from typing import TYPE_CHECKING

from ..base.errors import ArgumentError

if TYPE_CHECKING:
    from weasyprint.urls import URLFetcherResponse

_SHEET = """
header { display: block }
.name { width: 45%; margin: 0 0 3mm auto }
"""
"""What differs from paper that a browser prints: WeasyPrint breaks a header laid out as a grid."""


def check_pdf_installed() -> None:
    """Raise `ArgumentError` if WeasyPrint, or the library Pango, which it needs, is missing."""
    try:
        import weasyprint  # noqa: F401
    except ImportError:
        raise ArgumentError(
            "PDF needs WeasyPrint: pip install weasyprint; or name a file .html, which browsers "
            "print as PDF"
        ) from None
    except OSError:
        raise ArgumentError(
            "PDF needs the library Pango (Debian: apt install libpango-1.0-0 libpangoft2-1.0-0; "
            "macOS: brew install pango); or name a file .html, which browsers print as PDF"
        ) from None


def page_as_pdf(page: str) -> bytes:
    """Return an HTML page as PDF, on sheets of A4. Nothing is loaded from anywhere."""
    from weasyprint import CSS, HTML

    html = HTML(string=page, url_fetcher=_refuse)
    pdf = html.write_pdf(stylesheets=[CSS(string=_SHEET)])
    assert isinstance(pdf, bytes)
    return pdf


def _refuse(url: str, *_: object, **__: object) -> "URLFetcherResponse":
    raise ValueError(url)
