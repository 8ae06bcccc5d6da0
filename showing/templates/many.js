// The list of a page with several answers: small pictures, chips and a field that filter, the way from
// answer to answer, marks of accepted Sudokus, and the sheets that are printed.

import { glyph } from "../board/grids.js";
import { icon } from "../board/icons.js";
import { actions, stage, tell } from "../board/stage.js";
import { drawThumb } from "../board/thumbs.js";
import { answerOf, startPage } from "./answer_page.js";

/** @typedef {import("./answer_page.js").Answer} Answer */

/** @type {Record<string, string>} */
const LIST_TEXTS = JSON.parse(document.querySelector("#list-texts")?.textContent ?? "{}");

const WIDEST_NARROW = 999; // pixels; in a window that is not wider, list and answer are not side by side
const SEVERAL_COLUMNS = { pairs: [3, 8], single: [2, 6] }; // most answers in one and two columns

const ROW_KEYS = new Map([
  ["PageUp", -1],
  ["PageDown", 1],
]);
const LIST_WIDTH = 452; // pixels, with the gap beside it
const AROUND_BOARDS = 330; // pixels above and below the boards beside a list

/** Return the part of the window beside or instead of the list. */
function roomBesideList() {
  const { clientWidth, clientHeight: high } = document.documentElement;
  const isSmall = clientWidth < 600;
  const padding = Math.min(32, Math.max(12, clientWidth * 0.024));
  // A part of the boards' own layouts is a padding of 24 or 12 pixels on both sides.
  const own = isSmall ? 12 : 24;
  const side = isNarrow() ? 0 : LIST_WIDTH;
  const wide = clientWidth - side + 2 * (own - padding);
  /** @type {"mid" | "small"} */
  const width = isSmall ? "small" : "mid";
  return { wide, high, width, reserved: AROUND_BOARDS };
}

function isNarrow() {
  return document.documentElement.clientWidth <= WIDEST_NARROW;
}

const filter = { finding: "", text: "" };

/** The numbers of the entries, as texts, whose Sudokus are marked as accepted. @type {Set<string>} */
const accepted = new Set();

/** @type {HTMLAnchorElement[]} */
let links = [];

/** @param {Element} link */
function rowOf(link) {
  return /** @type {HTMLElement} */ (link.closest("li"));
}

/** Return the links of the rows that are shown. */
function shownLinks() {
  return links.filter((link) => !rowOf(link).hidden);
}

/** @param {HTMLAnchorElement} link */
function articleOf(link) {
  return /** @type {HTMLElement} */ (document.getElementById(link.hash.slice(1)));
}

/**
 * Return small pictures of the one or two Sudokus of an answer, that of the row first. Each picture has
 * the title of its Sudoku.
 * @param {Answer} answer
 * @param {boolean} hasDigits
 */
function drawThumbs({ grids, marks, twoDigits, subject, titles }, hasDigits) {
  const order = subject ? [subject, 0] : [0, 1];
  return order
    .filter((k) => grids[k])
    .map((k) => ({
      title: titles[k],
      html: drawThumb(grids[k], { marks: marks[k], twoDigits: twoDigits[k], hasDigits }),
    }));
}

/** Return a picture with its title below, for paper. @param {{ title: string, html: string }} picture */
function captioned({ title, html }) {
  const figure = document.createElement("figure");
  figure.innerHTML = html;
  const caption = document.createElement("figcaption");
  caption.textContent = title;
  figure.append(caption);
  return figure;
}

const LEAST_CELLS = 4; // a shorter part of a grid's cells would be found in nearly every grid

/**
 * For each row with Sudokus, the texts that digits are searched in: names without files and lines, and the
 * cells of each grid. @type {Map<Element, { names: string[], line: string, cells: string[] }>}
 */
const searched = new Map();

/** Return the names of the Sudokus of a row, its line, and the cells of its grids. @param {Element} row */
function searchedTexts(row) {
  const known = searched.get(row);
  if (known) return known;
  const [title, from] = ["b", ".from"].map((one) => row.querySelector(one)?.textContent ?? "");
  const link = row.querySelector("a");
  const { titles = [], grids = [] } = (link && answerOf(articleOf(link))) ?? {};
  const unplaced = titles.map((one) => one.replace(/^.*?:[^\s:]+( |$)/, ""));
  const names = (from ? [title, ...unplaced] : unplaced).map((one) => one.toLocaleLowerCase());
  const cells = grids.map(({ size, cells }) =>
    cells.map((digit) => (digit ? glyph(digit, size) : ".")).join(""),
  );
  const texts = {
    names,
    line: /:(\d+)$/.exec(from || title)?.[1] ?? "",
    cells: cells.map((one) => one.toLocaleLowerCase()),
  };
  searched.set(row, texts);
  return texts;
}

/**
 * Return whether the text in the field finds a row. A number finds names, whole line numbers and, if it is
 * long enough, cells; most names of files, and counts, would contain it by chance. Any other text finds all
 * that the row shows.
 * @param {Element} row
 */
function isFound(row) {
  const { text } = filter;
  const file = row.querySelector("summary span");
  if (!text || file) return (file?.textContent ?? "").toLocaleLowerCase().includes(text);
  const { names, line, cells } = searchedTexts(row);
  const asCells = text.replaceAll(/[0_*-]/g, ".");
  if (text.length >= LEAST_CELLS && cells.some((one) => one.includes(asCells))) return true;
  if (/^[\d.]+$/.test(text)) return text === line || names.some((one) => one.includes(text));
  const shown = [...row.querySelectorAll(".row-said > *")].map((one) => one.textContent);
  return [...names, ...shown].join("\n").toLocaleLowerCase().includes(text);
}

/** Show how many of all rows the text in the field finds. @param {Element | null} place @param {number} count */
function showCount(place, count) {
  if (!(place instanceof HTMLElement)) return "";
  place.dataset.all ??= place.textContent ?? "";
  const { all } = place.dataset;
  const said = LIST_TEXTS.of.replace("##", all).replace("#", String(count));
  place.textContent = String(count) === all ? all : said;
  return said;
}

/** Show only the rows that fit the chips and the field; return how many rows the field finds. */
function applyFilter() {
  const { finding } = filter;
  /** @type {Map<string | undefined, number>} */
  const counts = new Map([["", 0]]);
  for (const group of document.querySelectorAll("#left .group")) {
    if (!(group instanceof HTMLElement)) continue;
    const own = group.dataset.finding;
    const isChosen = !finding || own === finding;
    let count = 0;
    group.hidden = true;
    for (const row of group.querySelectorAll("li:has(> a), details")) {
      if (!(row instanceof HTMLElement)) continue;
      const isIt = isFound(row);
      row.hidden = !isChosen || !isIt;
      if (!row.hidden) group.hidden = false;
      if (isIt)
        count += row.matches("li") ? 1 : Number(row.querySelector("summary b")?.textContent);
    }
    counts.set(own, count);
    if (own !== "unreadable") counts.set("", (counts.get("") ?? 0) + count);
    showCount(group.querySelector("h2 b"), count);
  }
  const nothing = document.querySelector(".nothing-found");
  const isSome = document.querySelector("#left .group:not([hidden])") !== null;
  if (nothing instanceof HTMLElement) nothing.hidden = isSome;
  let said = "";
  for (const chip of document.querySelectorAll(".chip")) {
    if (!(chip instanceof HTMLElement)) continue;
    const shown = showCount(chip.querySelector("b"), counts.get(chip.dataset.finding) ?? 0);
    said ||= shown; // of all groups
    chip.setAttribute("aria-pressed", String(chip.dataset.finding === finding));
  }
  showNumber();
  return said;
}

/** The article of the answer that is opened. @type {HTMLElement | null} */
let openedArticle = null;

/** Mark the row of the opened answer, and show which of all rows it is. @param {HTMLElement} article */
function showRow(article) {
  openedArticle = article;
  document.body.classList.add("detailed");
  for (const link of links) {
    const isIt = link.hash === `#${article.id}`;
    if (isIt) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    if (isIt && !isNarrow()) rowOf(link).scrollIntoView({ block: "nearest" });
  }
  const row = links.find((link) => link.hash === `#${article.id}`);
  const heading = document.querySelector("#detail .top h2");
  const [name, from] = ["b", ".from"].map((one) => row?.querySelector(one)?.textContent ?? "");
  const small = document.createElement("small");
  small.textContent = from;
  heading?.replaceChildren(name, small);
  document.querySelector("#detail")?.scrollTo(0, 0);
  if (isNarrow()) window.scrollTo(0, 0);
  showNumber();
}

function showNumber() {
  const shown = shownLinks();
  const place = shown.findIndex((link) => link.hash === `#${openedArticle?.id}`);
  const number = document.querySelector("#detail .number");
  const said = LIST_TEXTS.of.replace("##", String(shown.length)).replace("#", String(place + 1));
  if (number) number.textContent = place < 0 ? "" : said;
  const allow = (/** @type {string} */ action, /** @type {boolean} */ isPossible) => {
    const button = document.querySelector(`#detail [data-do=${action}]`);
    if (button instanceof HTMLButtonElement) button.disabled = !isPossible;
  };
  allow("previousRow", place > 0);
  allow("nextRow", place >= 0 && place < shown.length - 1);
  const button = document.querySelector("#detail [data-do=accept]");
  if (!(button instanceof HTMLElement) || !openedArticle) return;
  button.hidden = !answerOf(openedArticle)?.submission;
  button.setAttribute("aria-pressed", String(accepted.has(openedArticle.id)));
}

/**
 * Open the answer to which a row's link leads. In the frame of another page, the link itself leads to that
 * page.
 * @param {HTMLAnchorElement} link
 */
function replaceAddress(link) {
  location.replace(new URL(link.hash, location.href));
}

/** Open the answer that is `by` rows after the opened one. @param {number} by */
function goToRow(by) {
  const shown = shownLinks();
  const place = shown.findIndex((link) => link.hash === `#${openedArticle?.id}`);
  const link = shown[place + by];
  if (link) replaceAddress(link);
  return Boolean(link);
}

/** Move the focus in the list by a key; return whether it is such a key. @param {KeyboardEvent} event */
function moveInList(event) {
  const link = event.target instanceof Element && event.target.closest("#files a");
  if (!(link instanceof HTMLAnchorElement)) return false;
  const shown = shownLinks();
  const place = shown.indexOf(link);
  const goal = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: shown.length - 1 }[
    /** @type {"End"} */ (event.key)
  ];
  if (goal === undefined) return false;
  event.preventDefault();
  const next = shown[goal];
  next?.focus();
  if (next && !isNarrow()) replaceAddress(next);
  return true;
}

/** The name under which the browser keeps the accepted Sudokus of this page. */
function storageName() {
  const names = links.map((link) => link.textContent).join("\n");
  let sum = 0;
  for (const sign of names) sum = (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) | 0;
  return `sudokopie-accepted-${links.length}-${sum}`;
}

function keepAccepted() {
  try {
    localStorage.setItem(storageName(), JSON.stringify([...accepted]));
  } catch {
    // A browser may forbid pages from files to keep data.
  }
}

function recallAccepted() {
  try {
    for (const id of JSON.parse(localStorage.getItem(storageName()) ?? "[]")) accepted.add(id);
  } catch {
    accepted.clear();
  }
}

function showAccepted() {
  for (const link of links) {
    rowOf(link).classList.toggle("accepted", accepted.has(link.hash.slice(1)));
  }
  const button = document.querySelector("[data-do=saveAccepted]");
  if (!(button instanceof HTMLButtonElement)) return;
  const label = LIST_TEXTS.save.replace("#", String(accepted.size));
  button.setAttribute("aria-label", label);
  const [text, count] = button.querySelectorAll("span, b");
  text.textContent = label;
  count.textContent = String(accepted.size);
  button.disabled = accepted.size === 0;
  showNumber();
}

/**
 * Return a field of a table in CSV. A spreadsheet would run a field that begins like a formula.
 * @param {string} field
 */
function csvField(field) {
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Return the accepted Sudokus as a table that `sudokopie catalogue add` reads. */
function acceptedTable() {
  const rows = [["sudoku", "title", "place"]];
  for (const link of links) {
    const submission = accepted.has(link.hash.slice(1)) && answerOf(articleOf(link))?.submission;
    if (submission) rows.push([submission.sudoku, submission.title, submission.place]);
  }
  // Without a byte order mark, Excel would read UTF-8 as another encoding.
  return `\uFEFF${rows.map((row) => `${row.map(csvField).join(",")}\n`).join("")}`;
}

function saveAccepted() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([acceptedTable()], { type: "text/csv" }));
  link.download = LIST_TEXTS.csv;
  link.click();
}

/** Write the sheets to print: a table for each group, with digits instead of squares. */
function writeSheets() {
  const paper = document.querySelector("#paper");
  if (!paper) return;
  paper.replaceChildren();
  const groups = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll("#left .group:not([hidden])"),
  ]);
  const title = document.querySelector("header h1")?.textContent ?? "";
  const day = new Date().toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  for (const [i, group] of groups.entries()) {
    const number = LIST_TEXTS.sheet
      .replace("##", String(groups.length))
      .replace("#", String(i + 1));
    paper.append(sheetOf(group, `${title} · ${day} · ${number}`));
  }
}

/** @param {HTMLElement} group @param {string} beside the text beside its title */
function sheetOf(group, beside) {
  const items = [...group.querySelectorAll("li:not([hidden]) > a")].map((link) =>
    printedAnswer(/** @type {HTMLAnchorElement} */ (link)),
  );
  const isPairs = items.some(({ count }) => count > 1);
  const [one, two] = SEVERAL_COLUMNS[isPairs ? "pairs" : "single"];
  const columns = items.length <= one ? 1 : items.length <= two ? 2 : 3;
  const sides = isPairs ? [56, 40, 26] : [56, 62, 52]; // millimetres
  const table = document.createElement("table");
  table.style.setProperty("--side", `${sides[columns - 1]}mm`);
  const head = table.createTHead().insertRow();
  const cell = document.createElement("th");
  cell.colSpan = columns;
  const line = document.createElement("div");
  line.append(
    ...[...(group.querySelector("h2")?.childNodes ?? [])].map((one) => one.cloneNode(true)),
  );
  const small = document.createElement("small");
  small.textContent = beside;
  line.append(small);
  cell.append(line);
  head.append(cell);
  const body = table.createTBody();
  for (let k = 0; k < items.length; k += columns) {
    const row = body.insertRow();
    for (const { element } of items.slice(k, k + columns)) {
      const place = row.insertCell();
      place.style.width = `${100 / columns}%`;
      place.append(element);
    }
  }
  for (const details of group.querySelectorAll("details:not([hidden])")) {
    const place = body.insertRow().insertCell();
    place.colSpan = columns;
    const name = document.createElement("b");
    name.textContent = details.querySelector("summary")?.textContent ?? "";
    place.append(name, ...[...details.querySelectorAll("ul")].map((list) => list.cloneNode(true)));
  }
  return table;
}

/** @param {HTMLAnchorElement} link */
function printedAnswer(link) {
  const article = articleOf(link);
  const answer = answerOf(article);
  const element = document.createElement("div");
  if (answer) {
    const both = document.createElement("div");
    both.className = "both";
    both.append(...drawThumbs(answer, true).map(captioned));
    element.append(both);
  }
  const name = document.createElement("b");
  name.textContent = link.querySelector("b")?.textContent ?? "";
  element.append(name);
  const steps = [...(article.querySelector(".direction")?.querySelectorAll(".sentences li") ?? [])];
  const said = [...article.querySelectorAll(".head .said")].map((one) => one.textContent ?? "");
  const place = link.querySelector(".from")?.textContent ?? "";
  for (const text of [
    ...said, // some have no full stop
    steps.map((one) => one.textContent?.trim()).join("; "),
    place,
  ]) {
    if (!text) continue;
    const paragraph = document.createElement("div");
    paragraph.textContent = text;
    element.append(paragraph);
  }
  return { element, count: answer?.grids.length ?? 0 };
}

/** Draw the small pictures of the rows. */
function drawRows() {
  for (const link of links) {
    const answer = answerOf(articleOf(link));
    const place = link.querySelector(".thumbs");
    if (!answer || !place) continue;
    const pictures = drawThumbs(answer, false);
    place.innerHTML = pictures.map(({ html }) => html).join("");
  }
}

/** Leave the answer, on a page that shows either the list or an answer. */
function leaveAnswer() {
  document.body.classList.remove("detailed");
  const link = links.find((one) => one.hash === `#${openedArticle?.id}`);
  history.replaceState(null, "", location.href.split("#")[0]);
  link?.focus();
  if (link) rowOf(link).scrollIntoView({ block: "center" });
}

/** Leave the answer if the page's address names no answer. */
function leaveIfNarrow() {
  if (isNarrow() && document.body.classList.contains("detailed")) leaveAnswer();
}

/** Return whether a key goes to another answer. @param {KeyboardEvent} event */
function reactToKey(event) {
  if (moveInList(event)) return true;
  const by = ROW_KEYS.get(event.key);
  if (by) {
    event.preventDefault();
    goToRow(by);
    return true;
  }
  if (event.key === "Escape" && stage.followed === null) leaveIfNarrow();
  return false;
}

/** Make the list of the page work. */
function startList() {
  document.body.classList.add("scripted");
  links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("#files a")]);
  for (const part of document.querySelectorAll(".choices, #detail .top")) {
    part.removeAttribute("hidden");
  }
  document.querySelector(".chips")?.addEventListener("click", ({ target }) => {
    const chip = target instanceof Element && target.closest(".chip");
    if (!(chip instanceof HTMLElement)) return;
    const { finding = "" } = chip.dataset;
    filter.finding = filter.finding === finding ? "" : finding;
    applyFilter();
  });
  const search = document.querySelector("#search");
  search?.addEventListener("input", () => {
    if (!(search instanceof HTMLInputElement)) return;
    filter.text = search.value.trim().toLocaleLowerCase();
    tell(applyFilter());
  });
  // A row is opened in place of the last one, so that the browser's way back leaves the page.
  for (const link of links) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (isNarrow() && link.href === new URL(link.hash, location.href).href) return;
      event.preventDefault();
      replaceAddress(link);
    });
  }
  Object.assign(actions, {
    previousRow: () => goToRow(-1),
    nextRow: () => goToRow(1),
    backToList: leaveAnswer,
    print: () => window.print(),
    accept: () => {
      if (!openedArticle) return;
      const { id } = openedArticle;
      if (!accepted.delete(id)) accepted.add(id);
      keepAccepted();
      showAccepted();
    },
    saveAccepted,
  });
  const pictures = document.querySelector(".in-pictures");
  if (isNarrow()) pictures?.removeAttribute("open");
  drawRows();
  recallAccepted();
  window.addEventListener("beforeprint", writeSheets);
}

/** Return the buttons of the header as HTML. */
function listButtons() {
  const print = `<button type="button" class="btn" data-do="print" aria-label="${LIST_TEXTS.print}">${icon("print")}<span>${LIST_TEXTS.print}</span></button>`;
  const isAcceptable = links.some((link) => answerOf(articleOf(link))?.submission);
  if (!isAcceptable) return print;
  return `<button type="button" class="btn" data-do="saveAccepted">${icon("save")}<span></span><b></b></button>${print}`;
}

startList();
stage.findRoom = roomBesideList;
// Until an answer is opened, no boards are laid out.
document.body.dataset.width = roomBesideList().width;
const headerEnd = document.querySelector("#tools");
if (headerEnd) headerEnd.innerHTML = listButtons();
const [firstLink] = links;
document.body.classList.toggle("none-opened", !firstLink);
startPage(
  { show: showRow, leave: leaveIfNarrow, react: reactToKey },
  firstLink && !isNarrow() ? articleOf(firstLink) : null,
);
showAccepted();
