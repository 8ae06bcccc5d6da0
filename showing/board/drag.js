// Moving lines by hand: with the mouse, by touch, or with the keyboard.
//
// A line that is dragged stays in its band or stack, and the other lines make room for it. If it is
// dragged further, it takes its band or stack along.

import { clamp, isCalm } from "./motion.js";
import {
  commitStep,
  drawOwn,
  focusHandle,
  makeHandles,
  pickDigit,
  redoMove,
  undoMove,
} from "./own.js";
import { agreement, own } from "./own_state.js";
import { ownWords } from "./own_texts.js";
import { actions, stage, tell } from "./stage.js";
import { cellAt, lineStep, range } from "./steps.js";

/** @typedef {import("./steps.js").Axis} Axis */

const FAR = 0.95; // cells out of its block at which a dragged line takes the block along
const NEAR = 6; // the pixels that a pointer must move before it drags a line
const FASTER = 0.26; // the share of its remaining distance that a line moves in each frame

/**
 * A drag that is going on: the user moves a unit, which is a line or a block. `unit` is its number,
 * and `length` the number of its lines. It can be moved to the places from `low` to `high`. `line` is
 * the line that the user began to drag; null for a block. `start` is the position in pixels at which the
 * pointer began; null for the keyboard.
 * @typedef {{
 *   axis: Axis, isBlock: boolean, unit: number, line: number | null, start: number | null,
 *   length: number, low: number, high: number, to: number, hand: number, places: number[],
 *   isDropped: boolean,
 * }} Drag
 */

/** @type {Drag | null} */
let drag = null;
let dragFrame = 0;

/** @param {Axis} axis */
function blockLength(axis) {
  return axis === "rows" ? stage.grids[0].height : stage.grids[0].width;
}

/** @param {Axis} axis @param {boolean} isBlock @param {number} unit @param {number | null} start */
function beginDrag(axis, isBlock, unit, start) {
  drag = {
    ...{ axis, isBlock, unit, start, length: 1, low: 0, high: 0, to: unit, hand: unit },
    ...{ line: isBlock ? null : unit, places: [], isDropped: false },
  };
  showDrag(drag);
  document.body.classList.toggle("dragging", start !== null);
}

/** Draw the lines that can be moved as cards. @param {Drag} now */
function showDrag(now) {
  const [grid] = stage.grids;
  const { axis, isBlock, unit } = now;
  const block = blockLength(axis);
  now.length = isBlock ? block : 1;
  now.low = isBlock ? 0 : Math.floor(unit / block) * block;
  now.high = isBlock ? grid.size / block - 1 : now.low + block - 1;
  now.to = unit;
  now.hand = unit;
  now.places = range(grid.size / now.length);
  const found = agreement();
  const handles = makeHandles();
  const [board] = stage.boards;
  const step = { ...lineStep(grid, axis, isBlock ? -1 : 0, [...now.places]), length: now.length };
  board.build({
    grid,
    state: own.state,
    step,
    progress: 0.5,
    group: now.places.filter((place) => place >= now.low && place <= now.high),
    places: now.places,
    top: unit,
    lift: 1,
    mark: (cell) => (found.right.has(cell) ? "ok" : ""),
    handles,
  });
  // The rings around the places that clues must still reach stay visible, except on the lines that move:
  // there they would be left behind by their clues.
  const still = found.spots.filter(({ row, column }) => {
    const place = Math.floor((axis === "rows" ? row : column) / now.length);
    return place < now.low || place > now.high;
  });
  const rings = still.map(({ row, column, look }) => {
    const [x, y] = board.middle(row, column);
    return `<circle class="spot ${look}" cx="${x}" cy="${y}" r="${board.cell * 0.38}"/>`;
  });
  if (board.over) board.over.innerHTML = rings.join("");
  if (now.start === null) focusHandle(axis, isBlock, unit)?.classList.add("up");
  kick();
}

function kick() {
  if (!dragFrame) dragFrame = requestAnimationFrame(runDrag);
}

/**
 * Return the place for a unit during a drag: the unit that is dragged follows the pointer or the keys,
 * and the others make room for it.
 * @param {Drag} now
 * @param {number} unit
 */
function placeFor({ unit: held, to, hand, start, isDropped }, unit) {
  if (unit === held) return isDropped || start === null ? to : hand;
  if (unit > held && unit <= to) return unit - 1;
  return unit < held && unit >= to ? unit + 1 : unit;
}

function runDrag() {
  dragFrame = 0;
  const now = drag;
  if (!now) return;
  let isMoving = false;
  for (let unit = now.low; unit <= now.high; unit++) {
    const place = placeFor(now, unit);
    const rest = place - now.places[unit];
    const isInHand = unit === now.unit && now.start !== null && !now.isDropped;
    if (isInHand || Math.abs(rest) < 0.004 || isCalm()) now.places[unit] = place;
    else {
      now.places[unit] += rest * FASTER;
      isMoving = true;
    }
  }
  const [board] = stage.boards;
  if (board.scene && now.isDropped) board.scene.lift = Math.max(0, (board.scene.lift ?? 1) - 0.12);
  board.update(0.5);
  if (isMoving) kick();
  else if (now.isDropped) endDrag();
}

/** @param {PointerEvent} event */
function pull(event) {
  const now = drag;
  if (!now || now.start === null || now.isDropped) return;
  const at = now.axis === "rows" ? event.clientY : event.clientX;
  const way = (at - now.start) / stage.boards[0].cell;
  const block = blockLength(now.axis);
  if (now.line !== null) {
    const first = Math.floor(now.line / block) * block;
    const place = now.line + way;
    const isFar = place < first - FAR || place > first + block - 1 + FAR;
    if (isFar !== now.isBlock) {
      now.isBlock = isFar;
      now.unit = isFar ? Math.floor(now.line / block) : now.line;
      showDrag(now);
    }
  }
  const hand = now.unit + (now.isBlock ? way / block : way);
  const place = clamp(hand, now.low, now.high);
  const beyond = hand - place;
  now.hand = place + Math.sign(beyond) * 0.3 * Math.tanh(Math.abs(beyond) * 0.8);
  now.to = Math.round(place);
  kick();
}

/** @param {boolean} [isCancelled] */
function drop(isCancelled = false) {
  if (!drag) return;
  if (isCancelled) drag.to = drag.unit;
  drag.isDropped = true;
  document.body.classList.remove("dragging");
  kick();
}

function endDrag() {
  const now = drag;
  if (!now) return;
  drag = null;
  const { axis, isBlock, unit, to } = now;
  const [grid] = stage.grids;
  if (to === unit) drawOwn();
  else {
    const places = range(grid.size / now.length).map((one) =>
      one < now.low || one > now.high ? one : placeFor(now, one),
    );
    const block = isBlock ? -1 : Math.floor(unit / blockLength(axis));
    commitStep(lineStep(grid, axis, block, places));
    if (now.start === null) tell(ownWords().dropped(unitName(axis, isBlock), to + 1));
  }
  if (now.start === null && !own.isSolved) focusHandle(axis, isBlock, to);
}

/** @param {Axis} axis @param {boolean} isBlock */
function unitName(axis, isBlock) {
  const words = ownWords();
  if (axis === "rows") return isBlock ? words.band : words.row;
  return isBlock ? words.stack : words.column;
}

function track() {
  const up = () => {
    window.removeEventListener("pointermove", pull);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", up);
    drop();
  };
  window.addEventListener("pointermove", pull);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
}

/** @param {PointerEvent} event */
function press(event) {
  if (stage.mode !== "own" || own.isSolved || own.isBusy || drag) return;
  const handle = event.target instanceof Element && event.target.closest(".h");
  if (handle instanceof HTMLElement) {
    event.preventDefault();
    handle.focus({ preventScroll: true });
    const axis = /** @type {Axis} */ (handle.dataset.axis);
    const start = axis === "rows" ? event.clientY : event.clientX;
    beginDrag(axis, handle.dataset.block !== "", Number(handle.dataset.unit), start);
    track();
    return;
  }
  const place = stage.boards[0].hit(event);
  if (!place) return;
  event.preventDefault();
  const { clientX, clientY } = event;
  const follow = (/** @type {PointerEvent} */ moved) => {
    const [dx, dy] = [moved.clientX - clientX, moved.clientY - clientY];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < NEAR) return;
    stopFollowing();
    const isRow = Math.abs(dy) > Math.abs(dx);
    if (isRow) beginDrag("rows", false, place.row, clientY);
    else beginDrag("columns", false, place.column, clientX);
    track();
    pull(moved);
  };
  const release = () => {
    stopFollowing();
    const digit = own.state.digits[cellAt(own.state, place.row, place.column)];
    if (digit) pickDigit(digit);
  };
  const stopFollowing = () => {
    window.removeEventListener("pointermove", follow);
    window.removeEventListener("pointerup", release);
  };
  window.addEventListener("pointermove", follow);
  window.addEventListener("pointerup", release);
}

const ALONG = {
  rows: new Map([
    ["ArrowUp", -1],
    ["ArrowDown", 1],
  ]),
  columns: new Map([
    ["ArrowLeft", -1],
    ["ArrowRight", 1],
  ]),
};

/**
 * React to a key on a handle: move the focus to another handle, or begin to move the handle's line.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} handle
 */
function handleKey(event, handle) {
  const axis = /** @type {Axis} */ (handle.dataset.axis);
  const isBlock = handle.dataset.block !== "";
  const unit = Number(handle.dataset.unit);
  const block = blockLength(axis);
  const along = ALONG[axis].get(event.key);
  const [toBlock, toLine] =
    axis === "rows" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  const last = stage.grids[0].size / (isBlock ? block : 1) - 1;
  if (along) focusHandle(axis, isBlock, clamp(unit + along, 0, last));
  else if (event.key === toBlock && !isBlock) focusHandle(axis, true, Math.floor(unit / block));
  else if (event.key === toLine && isBlock) focusHandle(axis, false, unit * block);
  else if ((event.key === " " || event.key === "Enter") && !own.isSolved && !own.isBusy) {
    tell(ownWords().held(unitName(axis, isBlock), unit + 1));
    beginDrag(axis, isBlock, unit, null);
  } else return false;
  return true;
}

/** React to a key while the user moves a line. @param {KeyboardEvent} event @param {Drag} now */
function heldKey(event, now) {
  const along = ALONG[now.axis].get(event.key);
  if (along) {
    now.to = clamp(now.to + along, now.low, now.high);
    tell(String(now.to + 1));
    kick();
  } else if (event.key === " " || event.key === "Enter") drop();
  else if (event.key === "Escape" || event.key === "Tab") drop(true);
  else return false;
  return true;
}

/** @param {KeyboardEvent} event */
function ownKey(event) {
  if (stage.mode !== "own" || document.querySelector("dialog[open]")) return;
  const { key, target } = event;
  const handle = target instanceof Element ? target.closest(".h") : null;
  const isCommand = event.ctrlKey || event.metaKey;
  let isDone = true;
  if (drag && drag.start === null) isDone = heldKey(event, drag);
  else if (isCommand && /^z$/i.test(key) && !event.shiftKey) undoMove();
  else if (isCommand && /^[yz]$/i.test(key)) redoMove();
  else if (isCommand || event.altKey) isDone = false;
  else if (handle instanceof HTMLElement && handleKey(event, handle)) isDone = true;
  else if (key === "Escape") {
    if (drag) drop(true);
    else if (own.picked) pickDigit(own.picked);
    else actions.leaveOwn(null);
  } else if (/^[1-9]$/.test(key)) pickDigit(Number(key));
  else isDone = false;
  if (isDone) event.preventDefault();
}

/** Let the user move the lines of the first board by hand. */
export function listenToHands() {
  stage.boards[0].root.addEventListener("pointerdown", press);
  document.addEventListener("keydown", ownKey);
}
