// Moving lines by hand: with the mouse, by touch, or with the keyboard.
//
// A line that is dragged stays in its band or stack, and the other lines make room for it. If it is
// dragged further, it takes its band or stack along. A line or block can also be chosen by a tap, and then
// moved with buttons: on a telephone, the cells of large boards are too small to be dragged.

import { clamp, isCalm } from "./motion.js";
import {
  chosenUnit,
  commitStep,
  DENSE,
  focusHandle,
  makeHandles,
  pickDigit,
  redoMove,
  showOwn,
  showOwnPanels,
  undoMove,
  unitLength,
  unitName,
} from "./own.js";
import { agreement, own } from "./own_state.js";
import { ownWords } from "./own_texts.js";
import { actions, stage, tell } from "./stage.js";
import { cellAt, lineStep, range } from "./steps.js";

/** @typedef {import("./steps.js").Axis} Axis */
/** @typedef {import("./own_state.js").Line} Line */

const FAR = 0.95; // cells out of its block at which a dragged line takes the block along
const NEAR = 6; // the pixels that a pointer must move before it drags a line
const FASTER = 0.26; // the share of its remaining distance that a line moves in each frame

/**
 * A drag that is going on: the user moves a unit, which is a line or a block. `unit` is its number,
 * and `length` the number of its lines. It can be moved to the places from `low` to `high`. `line` is
 * the line that the user began to drag; null for a block. `start` is the position in pixels at which the
 * pointer began; null for the keyboard and for buttons.
 * @typedef {{
 *   axis: Axis, isBlock: boolean, unit: number, line: number | null, start: number | null,
 *   length: number, low: number, high: number, to: number, hand: number, places: number[],
 *   isDropped: boolean, isPulled: boolean,
 * }} Drag
 */

/** @type {Drag | null} */
let drag = null;
let dragFrame = 0;

/** @param {Axis} axis @param {boolean} isBlock @param {number} unit @param {number | null} start */
function beginDrag(axis, isBlock, unit, start) {
  drag = {
    ...{ axis, isBlock, unit, start, length: 1, low: 0, high: 0, to: unit, hand: unit },
    ...{ line: isBlock ? null : unit, places: [], isDropped: false, isPulled: false },
  };
  showDrag(drag);
  document.body.classList.toggle("dragging", start !== null);
}

/** Draw the lines that can be moved as cards. @param {Drag} now */
function showDrag(now) {
  const [grid] = stage.grids;
  const { axis, isBlock, unit } = now;
  const block = unitLength(axis, true);
  now.length = unitLength(axis, isBlock);
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
  if (Math.abs(at - now.start) > NEAR) now.isPulled = true;
  const block = unitLength(now.axis, true);
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
  const { line } = own;
  if (line?.isHeld) {
    line.isHeld = false;
    line[axis === "rows" ? "row" : "column"] = to * now.length;
  } else own.line = null;
  if (to === unit) showOwn();
  else {
    const places = range(grid.size / now.length).map((one) =>
      one < now.low || one > now.high ? one : placeFor(now, one),
    );
    const block = isBlock ? -1 : Math.floor(unit / unitLength(axis, true));
    commitStep(lineStep(grid, axis, block, places));
    if (now.start === null) tell(ownWords().dropped(unitName(axis, isBlock), to + 1));
  }
  if (now.start === null && !own.isSolved) focusHandle(axis, isBlock, to);
}

/**
 * Choose a line or block. On the board it has a frame, and buttons below the boards move it; without
 * one, these buttons vanish.
 * @param {Line | null} line
 */
function chooseUnit(line) {
  own.line = line;
  own.picked = null;
  showOwn();
}

/** Choose a line or block of another kind at the same cell. @param {Axis} axis @param {boolean} isBlock */
function chooseKind(axis, isBlock) {
  if (own.line) chooseUnit({ ...own.line, axis, isBlock });
}

/** Choose another line or, if the line is picked up, another place for it. @param {number} by */
function shiftLine(by) {
  const { line } = own;
  if (!line) return;
  if (drag) aimAt(drag, drag.to + by);
  else {
    const { axis, isBlock } = line;
    const length = unitLength(axis, isBlock);
    const unit = clamp(chosenUnit(line) + by, 0, stage.grids[0].size / length - 1);
    chooseUnit({ ...line, [axis === "rows" ? "row" : "column"]: unit * length });
  }
}

/** Pick up the line that is chosen, or drop it. */
function holdLine() {
  const { line } = own;
  if (drag) drop();
  else if (line && !own.isBusy) {
    line.isHeld = true;
    beginDrag(line.axis, line.isBlock, chosenUnit(line), null);
    showOwnPanels();
  }
}

/** Move what is picked up to a place, as near as it may go. @param {Drag} now @param {number} place */
function aimAt(now, place) {
  now.to = clamp(place, now.low, now.high);
  tell(String(now.to + 1));
  kick();
}

/** Put back what is picked up without a pointer. */
function putBack() {
  if (drag?.start !== null) return;
  drag = null;
  if (own.line) own.line.isHeld = false;
  showOwn();
}

function track() {
  const up = () => {
    window.removeEventListener("pointermove", pull);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", up);
    if (!drag || drag.isPulled) drop();
    else {
      const { axis, isBlock, unit, length } = drag;
      const first = unit * length;
      document.body.classList.remove("dragging");
      drag = null;
      chooseUnit({ axis, isBlock, row: first, column: first, isHeld: false });
    }
  };
  window.addEventListener("pointermove", pull);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
}

/** @param {PointerEvent} event */
function press(event) {
  if (stage.mode !== "own" || own.isSolved || own.isBusy) return;
  if (drag) {
    const aim = own.line?.isHeld && stage.boards[0].hit(event);
    if (!aim) return;
    event.preventDefault();
    aimAt(drag, Math.floor((drag.axis === "rows" ? aim.row : aim.column) / drag.length));
    return;
  }
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
    const isDense = event.pointerType === "touch" && stage.boards[0].cell < DENSE;
    if (own.line || isDense) {
      const { axis = "rows", isBlock = false } = own.line ?? {};
      chooseUnit({ axis, isBlock, ...place, isHeld: false });
      return;
    }
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
  const block = unitLength(axis, true);
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
  if (along) aimAt(now, now.to + along);
  else if (event.key === " " || event.key === "Enter") drop();
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
    else if (own.line) chooseUnit(null);
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
  // Any other button acts on the board as it was before.
  const onClick = (/** @type {MouseEvent} */ { target }) => {
    if (!(target instanceof Element && target.closest('[data-do^="line-"], .board'))) putBack();
  };
  document.addEventListener("click", onClick, true);
  Object.assign(actions, {
    "line-rows": () => chooseKind("rows", false),
    "line-rows-block": () => chooseKind("rows", true),
    "line-columns": () => chooseKind("columns", false),
    "line-columns-block": () => chooseKind("columns", true),
    "line-back": () => shiftLine(-1),
    "line-on": () => shiftLine(1),
    "line-hold": holdLine,
    "line-end": () => {
      putBack();
      chooseUnit(null);
    },
  });
}
