// Reacts to the pointer and the keys on the boards: the user chooses and follows cells, and plays the steps.

import { digitAt, drawCursors, drawFollowed } from "./both_boards.js";
import { clamp } from "./motion.js";
import { keepFocus, showAll } from "./panels.js";
import { follow, toggleFollowing } from "./player.js";
import { actions, isPadShown, lastState, position, stage, tell } from "./stage.js";
import { cellAt } from "./steps.js";
import { language } from "./texts.js";

const MOVES = new Map([
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
]);

const BAR_KEYS = new Map([
  ["ArrowRight", "next"],
  ["ArrowUp", "next"],
  ["ArrowLeft", "previous"],
  ["ArrowDown", "previous"],
  ["Home", "toStart"],
  ["End", "toEnd"],
]);

export function isDialogOpen() {
  return document.querySelector("dialog[open]") !== null;
}

/** Return the cell that is now at a row and column of board `k`: its number in the grid that moves.
 * @param {number} k @param {number} row @param {number} column */
function cellOf(k, row, column) {
  const { direction, states } = stage;
  const state = k === direction ? states[direction][position().step] : lastState();
  return cellAt(state, row, column);
}

/**
 * Put the cursor at a row and column of board `k`. If the answer is a yes, follow the cell there, or end
 * following it. If the cursor was only moved there, follow its cell only if a cell was followed before.
 * @param {number} k
 * @param {number} row
 * @param {number} column
 * @param {boolean} isChosen false if the cursor was only moved there
 */
function chooseCell(k, row, column, isChosen) {
  stage.cursors[k] = [row, column];
  const isYes = stage.status === "yes";
  if (isChosen && isYes) toggleFollowing(cellOf(k, row, column), "cell");
  else if (isYes && stage.followed !== null) follow(cellOf(k, row, column), stage.following);
  else drawFollowed();
  const said = digitAt(k, row, column) || language.words.blank;
  const label = `${language.words.place(row + 1, column + 1)}: ${said}`;
  stage.boards[k].root.setAttribute("aria-label", label);
  tell(label);
}

/** Follow the line whose number at the edge of a board is under the pointer.
 * @param {number} k @param {MouseEvent} event @returns {boolean} whether there is a number */
function chooseLine(k, event) {
  const line = stage.status === "yes" && stage.boards[k].hitLabel(event);
  if (!line) return false;
  const { axis, number } = line;
  const at = (/** @type {number} */ i) =>
    axis === "rows" ? cellOf(k, number, i) : cellOf(k, i, number);
  const [one, other] = [at(0), at(1)];
  // After a turn, a column of the board may be a row of the grid at the start.
  const { rows } = stage.states[stage.direction][0];
  toggleFollowing(one, rows[one] === rows[other] ? "row" : "column");
  return true;
}

/**
 * Let the user point at the cells of a board, and move from cell to cell with the arrow keys.
 * @param {number} k the number of the board
 * @param {() => void} [left] is called when the cursor has moved or the board has lost the focus
 */
export function listenToBoard(k, left = () => {}) {
  const { root } = stage.boards[k];
  root.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || stage.mode === "own" || stage.status !== "yes") return;
    const place = stage.boards[k].hit(event);
    stage.hovered = place && !position().progress ? cellOf(k, place.row, place.column) : null;
    drawFollowed();
  });
  root.addEventListener("pointerleave", () => {
    if (stage.hovered === null) return;
    stage.hovered = null;
    drawFollowed();
  });
  root.addEventListener("pointerdown", (event) => {
    if (stage.width === "small" && k !== stage.large) {
      event.preventDefault();
      showLarge(k);
      return;
    }
    if (stage.mode !== "pair" || chooseLine(k, event)) return;
    const place = stage.boards[k].hit(event);
    if (!place) return;
    root.focus({ preventScroll: true });
    left();
    chooseCell(k, place.row, place.column, true);
    const isTelephone = stage.width === "small" && stage.status !== "yes" && !isPadShown();
    if (isTelephone) actions.edit?.(null);
  });
  // A screen reader sends a click without a pointer; a tap has exchanged the boards before its click.
  root.addEventListener("click", ({ detail }) => {
    if (!detail && stage.boards[k].isSmall && stage.mode === "pair") showLarge(k);
  });
  root.addEventListener("focus", () => {
    stage.cursors[k] ??= [0, 0];
    if (isPadShown() && k !== stage.large) showLarge(k);
    drawCursors();
  });
  root.addEventListener("blur", () => {
    left();
    drawCursors();
  });
  root.addEventListener("keydown", (event) => {
    if (stage.mode === "own" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && stage.boards[k].isSmall) showLarge(k);
    else if (!moveByKey(k, event)) return;
    event.preventDefault();
    event.stopPropagation();
    left();
  });
}

/**
 * Move the cursor of board `k` if a key is for that, or choose its cell if the key is Enter. Return
 * whether it is such a key.
 * @param {number} k
 * @param {KeyboardEvent} event
 */
export function moveByKey(k, event) {
  const { size } = stage.grids[k];
  const [r, c] = stage.cursors[k] ?? [0, 0];
  const move = MOVES.get(event.key);
  if (!move && event.key !== "Enter") return false;
  const [down, right] = move ?? [0, 0];
  const row = clamp(r + down, 0, size - 1);
  const column = clamp(c + right, 0, size - 1);
  chooseCell(k, row, column, !move);
  return true;
}

/** On a telephone, draw a board large. If the other board has the focus, move it. @param {number} k */
export function showLarge(k) {
  const hasFocus = stage.boards.some(({ root }) => root === document.activeElement);
  stage.large = k;
  if (hasFocus) stage.boards[k].root.focus({ preventScroll: true });
  showAll();
}

/**
 * Play the steps, or move by one step, if a key is for that. Return whether it is such a key.
 * @param {KeyboardEvent} event
 */
export function playByKey(event) {
  const { key, target } = event;
  const inside = target instanceof Element ? target : document.body;
  const action = inside.closest(".scrub") ? BAR_KEYS.get(key) : undefined;
  if (action) actions[action](null);
  else if (key === " " && !inside.closest("button, a, summary")) actions.play(null);
  else if (key === "PageDown" || key === "PageUp") {
    if (stage.status === "yes") actions[key === "PageDown" ? "next" : "previous"](null);
  } else {
    if (key === "Escape" && stage.followed !== null) follow(null);
    return false;
  }
  event.preventDefault();
  return true;
}

const TWICE = 400; // milliseconds within which two taps at the same place are one double tap
const SAME_PLACE = 24; // pixels

/** The last click of a pointer: what it was on, when and where. */
let lastClick = { on: /** @type {unknown} */ (null), time: 0, x: 0, y: 0 };

/**
 * Ignore the second click of a double click if the first click has put something else there: the
 * person did not mean that. A second click on Play would only pause at once.
 * @param {MouseEvent} event
 */
function ignoreDoubleClick(event) {
  const { detail, target, timeStamp: time, clientX: x, clientY: y } = event;
  if (!detail || !(target instanceof Element) || target.matches("input")) return;
  const on = target.closest("[data-do]")?.getAttribute("data-do") ?? target;
  const before = lastClick;
  const isSoon = time - before.time < TWICE && Math.hypot(x - before.x, y - before.y) < SAME_PLACE;
  if (isSoon && (on !== before.on || on === "play")) {
    event.stopImmediatePropagation();
    event.preventDefault();
  } else lastClick = { on, time, x, y };
}

/**
 * Let each button run the action that its attribute data-do names, and fit the boards to the
 * window.
 */
export function listenToButtons() {
  document.addEventListener("click", ignoreDoubleClick, true);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-do]");
    if (!(button instanceof HTMLElement) || button.hasAttribute("disabled")) return;
    const { do: action = "" } = button.dataset;
    const menu = button.closest("#menu");
    if (menu instanceof HTMLDialogElement && action !== "close") menu.close();
    keepFocus(() => actions[action]?.(button), button);
  });
  window.addEventListener("resize", () => showAll());
}
