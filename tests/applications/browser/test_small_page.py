"""The small page as a person uses it: odd pastes, reloads, double taps, and the keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from built_page import small

from sudokopie import Grid
from sudokopie.sudoku.grid import format_line, format_rows

from browser import browser, page_errors
from conftest import INSTANCES, pair_from

pytestmark = pytest.mark.gate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

__all__ = ["browser", "small"]  # fixtures

FIRST, SECOND = map(format_line, pair_from(INSTANCES / "size9-clues25-copies.txt"))
PAIR = f"first={FIRST}&second={SECOND}"
NO = "first={}&second={}".format(
    *map(format_line, pair_from(INSTANCES / "size9-clues17-moved.txt"))
)


@pytest.fixture(params=["desk", "telephone"])
def page(request: pytest.FixtureRequest, browser: Browser, small: Path) -> Iterator[Page]:
    """The small page on a desk or on a telephone; nothing may go wrong on it."""
    is_telephone = request.param == "telephone"
    context = browser.new_context(
        has_touch=is_telephone,
        is_mobile=is_telephone,
        reduced_motion="reduce",
        viewport={"width": 320, "height": 568} if is_telephone else {"width": 1366, "height": 650},
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors = page_errors(page)
    page.goto(f"{small.as_uri()}#lang=en")
    page.locator(".tok, .curs").first.wait_for(state="attached")
    yield page
    assert errors == []
    context.close()


def only(which: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", [which], indirect=True)


def visit(page: Page, small: Path, fragment: str) -> None:
    page.goto("about:blank")
    page.goto(f"{small.as_uri()}#lang=en&{fragment}")
    page.locator(".verdict:not(.running) h1").wait_for()


def paste(page: Page, text: str) -> None:
    page.locator(".big .frame, .large .frame").first.wait_for()
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const how = { clipboardData, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", how));
        }""",
        text,
    )


def reload(page: Page) -> None:
    page.reload()
    page.locator("#nav button, #bar button").first.wait_for(state="attached")


def focused(page: Page) -> str:
    """Return the action, the part of the page or the name of the element in focus."""
    name: str = page.evaluate(
        """() => {
            const { dataset, className, tagName } = document.activeElement;
            return dataset.room ?? dataset.do ?? (className || tagName);
        }"""
    )
    return name.strip()


def double_tap(page: Page, button: Locator) -> None:
    box = button.bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize(
    "text",
    [
        f"https://example.org/small.html#{PAIR}&lang=de",
        f"file:///a/small.html#lang=de&first={FIRST}&second={SECOND}".replace(".", "%2E"),
        f"\ufeff{FIRST}\r\n{SECOND}",
        f"{FIRST}\n{SECOND}".replace(".", "-"),
    ],
    ids=["link", "escaped link", "byte order mark", "dashes"],
)
def test_a_pair_is_read_from_a_link_and_from_other_texts(page: Page, text: str) -> None:
    paste(page, text)
    page.locator(".verdict.yes").wait_for()
    page.reload()
    page.locator(".verdict.yes").wait_for()


def test_more_than_two_sudokus_open_the_lists_at_once(page: Page) -> None:
    rows = "\n\n".join(format_rows(Grid(one)) for one in (FIRST, SECOND, FIRST))
    for text, lines in (
        (f"{FIRST} a\n{SECOND}\n{FIRST};3\n", 3),
        (rows, 3),
        (f"{FIRST}\n" * 10_000, 10_000),
    ):
        paste(page, text)
        page.locator("#lists").wait_for()
        value = page.locator("#list").input_value()
        assert value.split("\n")[0].split()[0].replace("0", ".") == FIRST
        assert len(value.strip().split("\n")) == lines
        page.locator("#nav:visible, #bar:visible").locator("[data-room=compare]").click()
        assert page.locator(".verdict.error, .verdict.reading").count() == 0


def test_what_is_wrong_with_a_text_is_beside_the_board(page: Page) -> None:
    """On a telephone, what the large page reads is below the buttons, not in place of the mark."""
    for text, said in (
        (" \n ", "The text is empty, or it has no digit."),
        (FIRST[:-1], "80 cells; a 9×9 Sudoku has 81."),
        ("Hello, can you help me?", "A digit or a dot was expected, “H” was found."),
    ):
        paste(page, text)
        now = page.locator("#stage .now")
        now.get_by_text(said).wait_for()
        assert now.evaluate("now => now.scrollHeight - now.clientHeight") <= 0
    assert page.locator(".place mark").inner_text() == "H"
    assert page.get_by_text("The large page, sudokopie.html, reads nearly any form.").count() == 1


def test_an_unreadable_text_leaves_a_way_back(page: Page, small: Path) -> None:
    """The answer stays where it was played to, and sentences have the language of the page."""
    paste(page, "12x")
    page.locator(".verdict.error").wait_for()
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".verdict.empty, .verdict.typing").wait_for()
    visit(page, small, PAIR)
    for _ in range(2):
        page.keyboard.press("PageDown")
    for key in ("Enter", "Escape"):
        paste(page, "Hello")
        paste(page, "12x")
        page.locator(".verdict.error").wait_for()
        back = page.get_by_role("button", name="Back to the answer")
        assert back.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight - 46")
        if key == "Enter":
            back.click()
        else:
            page.keyboard.press(key)
        page.locator(".verdict.yes").wait_for()
        assert page.locator(".scrub").get_attribute("aria-valuenow") == "2"
        assert focused(page) != "BODY"
    visit(page, small, NO)
    reason = page.locator("#stage .now").inner_text()
    paste(page, "Hello")
    page.locator(".verdict.error").wait_for()
    menu = page.locator("#end [data-do=more]")
    if menu.count():
        menu.click()
    page.locator("[data-do=language]").last.click()
    page.get_by_role("alert").get_by_text("Erwartet wurde eine Ziffer").wait_for()
    page.get_by_role("button", name="Zurück zur Antwort").click()
    page.locator("#stage .now").get_by_text("im ersten Sudoku").wait_for()
    paste(page, "Hello")
    page.locator(".verdict.error").wait_for()
    page.locator("#end [data-do=more], #nav [data-room=compare]").last.click()
    page.locator("[data-do=language]").last.click()
    page.keyboard.press("Escape")
    page.locator(".verdict.no").wait_for()
    assert page.locator("#stage .now").inner_text() == reason


@only("telephone")
def test_typed_cells_and_edits_stay_after_a_reload(page: Page, small: Path) -> None:
    key = page.locator(".pad [data-digit='5']")
    key.tap()
    key.tap()
    page.locator("[data-do=otherBoard]").tap()
    key.tap()
    reload(page)
    page.locator(".verdict.typing").filter(has_text="Second Sudoku").wait_for()
    assert page.locator(".mini .tok").count() == 2
    key.tap()  # where the cursor was
    assert page.locator(".large .tok").all_text_contents() == ["5", "5"]
    visit(page, small, PAIR)
    assert page.locator(".large .tok").count() == 25  # a link is not overwritten by older cells
    page.locator("[data-do=edit]").tap()
    key.tap()
    reload(page)
    page.locator(".verdict.typing").wait_for()
    assert page.locator(".large .tok").count() == 26
    page.locator("#bar [data-room=lists]").tap()
    page.locator("#list").fill(FIRST)
    reload(page)
    page.locator("#lists").wait_for()
    assert page.locator("#list").input_value() == FIRST


def test_a_level_goes_on_after_a_reload(page: Page) -> None:
    page.locator("#nav:visible, #bar:visible").locator("[data-room=levels]").click()
    page.locator(".node[data-name='6']").click()
    page.locator("[data-do=hintDo]").click()
    page.locator(".steps li").first.wait_for(state="attached")
    places = ".large .tok, .big .tok"
    before = page.locator(places).evaluate_all("all => all.map((one) => one.outerHTML)")
    reload(page)
    page.locator("body.own").wait_for()
    page.locator(".steps li").first.wait_for(state="attached")
    after = page.locator(places).evaluate_all("all => all.map((one) => one.outerHTML)")
    assert after == before
    assert page.get_by_text("6 · Both directions").count()
    page.locator("[data-do=hintDo]").click()
    page.get_by_text("Seen.").first.wait_for()  # the hint before the reload counts


def test_back_leads_from_a_level_to_the_levels(page: Page, small: Path) -> None:
    """The steps of a level that is not solved are not shown, and the pair before it is back."""
    visit(page, small, PAIR)
    rooms = page.locator("#nav:visible, #bar:visible")
    for name in ("6", "7"):
        rooms.locator("[data-room=levels]").click()
        page.locator(f".node[data-name='{name}']").click()
        page.locator(".own").wait_for()
        page.get_by_role("button", name="Back", exact=True).click()
        page.locator("#levels").wait_for()
        assert page.locator("body.own").count() == 0
        assert page.evaluate("document.activeElement.dataset.name") == name
    rooms.locator("[data-room=compare]").click()
    page.locator(".verdict.yes").filter(has_text="6").wait_for()
    assert rooms.locator("[aria-current]").inner_text().strip() == "Compare"
    page.locator("[data-do=own]:visible").first.click()
    page.wait_for_timeout(450)  # a second click at the same place would be ignored
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".verdict.yes").wait_for()  # this pair is no level


def test_a_pair_is_shared_or_can_be_copied_by_hand(page: Page, small: Path) -> None:
    """A telephone passes the pair on to other programs; a desk copies it."""
    visit(page, small, PAIR)
    rows = [one[i : i + 9] for one in (FIRST, SECOND) for i in range(0, 81, 9)]

    def share(answer: str) -> None:
        page.evaluate(
            f"""() => {{
                window.shared = [];
                const share = (one) => {{ shared.push(one.text); return {answer}; }};
                for (const [name, value] of Object.entries({{ clipboard: undefined, share }})) {{
                    Object.defineProperty(navigator, name, {{ value, configurable: true }});
                }}
            }}"""
        )
        page.locator("[data-do=more]:visible").first.click()
        page.locator("#menu [data-do=link]").click()

    is_telephone = page.locator("#bar").is_visible()
    share("Promise.resolve()")
    if is_telephone:
        assert page.locator("dialog[open]").count() == 0
        (text,) = page.evaluate("shared")
        assert text.split() == rows
        page.wait_for_timeout(450)
        share("Promise.reject(new Error('no program'))")
    field = page.get_by_role("textbox", name="Share")
    assert field.input_value().split() == rows
    assert field.evaluate("one => one.selectionEnd - one.selectionStart") > 160
    assert page.evaluate("shared.length") == int(is_telephone)


def test_numbers_of_groups_follow_the_filter(page: Page) -> None:
    other = "." * 80 + "1"
    page.locator("#nav:visible, #bar:visible").locator("[data-room=lists]").click()
    page.locator("#list").fill(f"{FIRST} Anna\n{SECOND} Ben\n{other} Cleo\n{other} Dora\n")
    page.locator("#find").click()
    heading = page.locator("#more h2")
    assert heading.inner_text() == "Copies of each other: 2"
    for text, count in (("anna", 1), ("zoe", 0), ("", 2)):
        page.locator("#filter").fill(text)
        assert heading.inner_text() == f"Copies of each other: {count}"


@only("telephone")
def test_the_second_tap_of_a_double_tap_does_nothing_else(page: Page, small: Path) -> None:
    visit(page, small, PAIR)
    double_tap(page, page.locator("[data-do=more]:visible"))
    assert page.locator("#menu").is_visible()  # its scrim was not tapped
    page.keyboard.press("Escape")
    visit(page, small, f"first={FIRST}&second={FIRST}")
    double_tap(page, page.locator(".deck [data-do=shuffle]"))
    page.locator(".verdict.yes").wait_for()
    play = page.locator("[data-do=play]")
    assert play.inner_text() == "Play"
    page.wait_for_timeout(500)
    double_tap(page, play)
    assert play.inner_text() == "Pause"
    page.locator("[data-do=edit]").tap()
    key = page.locator(".pad [data-digit='5']")
    before = page.locator(".large .tok").count()
    page.locator(".large .board").tap(position={"x": 40, "y": 40})
    double_tap(page, key)  # the same key twice is two digits
    digits = page.locator(".large .tok").all_text_contents()
    assert digits[:2] == ["5", "5"]
    assert len(digits) >= before


def test_a_level_is_not_changed_by_a_step_of_the_level_before(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    rooms = page.locator("#nav:visible, #bar:visible")
    rooms.locator("[data-room=levels]").click()
    page.locator(".node[data-name='4']").click()
    page.locator("[data-do=turnRight]").evaluate(
        """button => {
            button.click();  // and another level before the turn has ended
            for (const name of ["room", "level"]) {
                document.querySelector(`[data-do=${name}]:is([data-room=levels], [data-name="1"])`)
                    .click();
            }
        }"""
    )
    page.get_by_text("1 · Rows").first.wait_for()
    page.wait_for_timeout(900)
    assert page.locator(".steps li").count() == 0
    assert page.locator("body.own").count() == 1


@only("desk")
def test_the_focus_is_never_lost(page: Page, small: Path) -> None:
    visit(page, small, PAIR)
    keyboard = page.keyboard

    def press(selector: str) -> str:
        page.locator(selector).locator("visible=true").first.focus()
        keyboard.press("Enter")
        return focused(page)

    assert press("[data-do=own]") == "h"
    assert press("[data-do=hintWhere]") == "hintDo"  # the same button is disabled now
    assert press("[data-do=leaveOwn]") == "play"
    assert press("#nav [data-room=levels]") == "levels"
    assert press("header [data-do=language]") == "language"
    assert press("header [data-do=language]") == "language"
    assert press(".node[data-name='1']") == "h"
    assert press("#nav [data-room=lists]") == "lists"
    page.locator("#list").fill(f"{FIRST}\n{SECOND}\n")
    assert press("#find") == "btn pri"
    press("ol.found button")
    page.locator(".verdict.yes").wait_for()
    assert focused(page) == "play"


@only("telephone")
def test_buttons_do_not_move_from_step_to_step(page: Page, small: Path) -> None:
    """Nor when a cell is followed, and the buttons for that are whole."""
    for width, height in ((320, 568), (360, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        visit(page, small, PAIR)
        tops = set()
        for step in range(7):
            now = page.locator(".now")
            if step == 3:
                page.locator(".large .board").tap(position={"x": 100, "y": 100})
            assert now.evaluate("now => now.scrollHeight - now.clientHeight") <= 0, (width, step)
            tops.add(
                page.locator("[data-do=play]").evaluate("one => one.getBoundingClientRect().y")
            )
            keyboard = page.keyboard
            keyboard.press("PageDown")
        assert len(tops) == 1, (width, tops)


@only("telephone")
def test_buttons_of_boards_are_hidden_in_other_parts(page: Page, small: Path) -> None:
    visit(page, small, PAIR)
    for start in ("edit", "own"):
        page.locator("#bar [data-room=compare]").tap()
        assert page.locator(f"header [data-do={start}]").is_visible()
        for room in ("levels", "lists"):
            page.locator(f"#bar [data-room={room}]").tap()
            shown = page.locator("header [data-do]").locator("visible=true")
            assert shown.evaluate_all("all => all.map((one) => one.dataset.do)") == ["more"]
    page.locator("#bar [data-room=compare]").tap()
    page.locator("header [data-do=own]").tap()
    page.locator("#bar [data-room=levels]").tap()
    shown = page.locator("header [data-do]").locator("visible=true")
    assert shown.evaluate_all("all => all.map((one) => one.dataset.do)") == ["more"]
    assert page.locator("header .score").is_hidden()
    page.locator("#bar [data-room=compare]").tap()
    assert page.locator("header .score").is_visible()


def test_the_small_page_leads_to_the_large_page_to_check_a_certificate(page: Page) -> None:
    page.locator("[data-do=more]:visible").first.click()
    page.locator("#menu [data-do=check]").click()
    page.get_by_role("link", name="Open sudokopie.html with these Sudokus").wait_for()
    assert page.locator("#menu h2").inner_text() == "Check a certificate"
