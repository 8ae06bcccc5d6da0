"""The page of a comparison in a browser: sorted, looked at in light and dark, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from sudokopie.base.messages import list_languages

from browser import axe_violations, page_errors
from made_records import mixed, page_of, record

pytestmark = pytest.mark.gate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HOSTILE = "<img src=x onerror=alert(1)>\n</script><script>alert(2)</script>"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    errors = page_errors(page)
    yield page
    page.close()
    assert errors == []


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The addresses of a page in each language, on which everything occurs that can."""
    folders = {lang: tmp_path_factory.mktemp(lang) for lang in list_languages()}
    for lang, folder in folders.items():
        page_of(
            [*mixed(), record(HOSTILE, f"dimacs:{HOSTILE}", seconds=0.002)],
            folder,
            lang,
            is_drawn=True,
        )
    return {lang: (folder / "index.html").as_uri() for lang, folder in folders.items()}


def column(page: Page, number: int) -> list[str]:
    """Return the texts of a column of the table of pairs."""
    return page.locator(f".pairs tbody tr > :nth-child({number})").all_text_contents()


def test_headings_sort_by_click_and_by_key(page: Page, places: dict[str, str]) -> None:
    page.goto(places["en"])
    assert [name[:1] for name in column(page, 1)] == ["p", "q", "r", "<"]
    heading = page.get_by_role("columnheader", name="a", exact=True).last
    number = 6 + page.locator(".pairs .backend").all_text_contents().index("a")
    assert heading.get_attribute("aria-sort") is None
    page.locator(".pairs").get_by_role("button", name="a", exact=True).click()
    assert heading.get_attribute("aria-sort") == "ascending"
    assert column(page, number) == ["1.20", "300", "–", "time-out"]
    page.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "descending"
    assert column(page, number) == ["300", "1.20", "time-out", "–"]
    page.locator(".pairs").get_by_role("button", name="pair", exact=True).focus()
    page.keyboard.press("Space")
    assert [name[:1] for name in column(page, 1)] == ["<", "p", "q", "r"]
    assert page.locator("[aria-sort]").count() == 1


def test_the_virtual_best_stays_last_in_the_sums(page: Page, places: dict[str, str]) -> None:
    page.goto(places["en"])
    table = page.get_by_role("region", name="group 1: Pairs: 2").get_by_role("table")
    for order in ("ascending", "descending"):
        table.get_by_role("button", name="solved").click()
        assert table.locator(f"[aria-sort={order}]").count() == 1
        names = table.locator("tr > :first-child").all_text_contents()
        assert names[-1] == "virtual best"
        solved = [int(x) for x in table.locator("tbody td:nth-child(2)").all_text_contents()]
        assert solved == sorted(solved, reverse=order == "descending")
        assert len(set(solved)) > 1


@pytest.mark.parametrize(("scheme", "lang"), [("light", "de"), ("dark", "en")])
def test_everybody_can_use_it(page: Page, places: dict[str, str], scheme: str, lang: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(places[lang])
    assert page.locator("html").get_attribute("lang") == lang
    title = {"en": "Every pair, milliseconds", "de": "Jedes Paar: Millisekunden"}[lang]
    assert page.get_by_role("heading", name=title).count() == 1
    assert axe_violations(page) == []


def test_drawings_are_in_the_colours_of_the_page(page: Page, places: dict[str, str]) -> None:
    page.goto(places["en"])
    colours = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        look = "element => { const s = getComputedStyle(element); return [s.fill, s.color] }"
        text = page.locator("#cactus-figure_1 text").first.evaluate(look)
        ground = page.locator("#cactus-patch_1 path").evaluate(look)
        assert text[0] == text[1] != ground[0]
        strokes = "paths => paths.map(path => getComputedStyle(path).stroke)"
        lines = page.locator("#cactus-figure_1 path").evaluate_all(strokes)
        assert text[1] in lines  # the virtual best, which is black elsewhere
        assert "rgb(0, 0, 0)" not in lines
        colours |= {text[0], ground[0]}
    assert len(colours) == 4


def test_it_is_not_wider_than_a_telephone(page: Page, places: dict[str, str]) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(places["en"])
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_names_are_text(page: Page, places: dict[str, str]) -> None:
    page.goto(places["en"])
    assert column(page, 1)[-1] == HOSTILE.replace("\n", "\\n")
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 1


def test_without_scripts_the_tables_are_there(browser: Browser, places: dict[str, str]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(places["en"])
    assert page.locator(".pairs tbody tr").count() == 4
    assert page.locator("button").count() == 0
    assert not page.get_by_text("Click a heading to sort by it").is_visible()
    context.close()


def test_the_data_is_a_link_away(page: Page, places: dict[str, str]) -> None:
    page.goto(places["en"])
    page.get_by_role("link", name="runs.json").click()
    assert '"instance": "p"' in page.content()
