// Draws both boards: for a yes the steps from one grid to the other, for a no its reason, and for
// blank boards the invitation to type.

import { followedCells } from "./following.js";
import { countClues, glyph } from "./grids.js";
import { describeBoard, drawReason } from "./reason.js";
import { gridNames, isAtEnd, isPadShown, lastState, position, stage, way } from "./stage.js";
import { cellAt, digitsOf, startState } from "./steps.js";
import { language, sudokuName } from "./texts.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */

/** Draw both boards. */
export function drawBoards() {
  writeCaptions();
  const { boards, grids, status } = stage;
  if (status === "no" && stage.reason) {
    drawReason(0);
    drawReason(1);
    drawCursors();
    return;
  }
  const { step, progress } = position();
  const moving = stage.direction;
  const isEnd = isAtEnd();
  const [mark, markTarget] = findMarking(isEnd);
  boards[moving].build({
    grid: grids[moving],
    state: stage.states[moving][step],
    step: progress ? way()[step] : null,
    progress,
    mark,
  });
  const target = grids[1 - moving];
  boards[1 - moving].build({ grid: target, state: startState(target), mark: markTarget });
  boards[moving].shown = `${step}|${Boolean(progress)}|${isEnd}`;
  if (status === "empty") invite();
  drawMarks();
  drawFollowed();
}

/**
 * Return two functions that return the CSS class of a cell: of the board that moves, and of the other
 * board. Cells that agree are marked after all steps, and on near copies without steps.
 * @param {boolean} isEnd
 */
function findMarking(isEnd) {
  const { marks, status, answer, grids, direction } = stage;
  const marked = marks.map((cells) => new Set(cells));
  const isNear = answer?.finding === "near" && !way().length;
  const agreeing = isEnd || status === "same" || isNear ? markAgreement() : [];
  if (!marks.flat().length && status !== "told") return agreeing;
  return [direction, 1 - direction].map((k, i) => (/** @type {number} */ cell) => {
    if (marked[k].has(cell)) return "in";
    const isSolved = status === "told" && !isNear && k === 1 && !grids[0].cells[cell];
    return agreeing[i]?.(cell) || (isSolved ? "mute" : "");
  });
}

/** Draw hatched cells and frames where near copies differ, or where a Sudoku is faulty. */
function drawMarks() {
  for (const [k, board] of stage.boards.entries()) {
    board.svg?.querySelector(".marks")?.remove();
    const cells = stage.marks[k];
    if (!cells.length && !stage.twoDigits[k].length) continue;
    const places = cells.map((cell) => board.whereIs(cell));
    const moves = k === stage.direction && position().progress > 0;
    const font = Math.round(board.cell * 0.4);
    const both = stage.twoDigits[k].map(([cell, one, other]) => {
      const { size } = stage.grids[k];
      const [x, y] = board.middle(Math.floor(cell / size), cell % size);
      const [left, right] = [one, other].map((digit) => glyph(digit, size));
      const aside = board.cell * 0.24;
      return `<text x="${x - aside}" y="${y + font * 0.36}" font-size="${font}">${left}</text><path d="M${x + board.cell * 0.09} ${y - board.cell * 0.3}l${-board.cell * 0.18} ${board.cell * 0.6}"/><text x="${x + aside}" y="${y + font * 0.36}" font-size="${font}">${right}</text>`;
    });
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "marks");
    group.innerHTML =
      places.map((place) => board.frame("hline", place, 0)).join("") + both.join("");
    board.svg?.append(group);
    const hatch = document.createElementNS("http://www.w3.org/2000/svg", "g");
    hatch.innerHTML = moves ? "" : board.hatch(places, `mark${k}`);
    board.sheet?.querySelector(".paper")?.after(hatch);
  }
}

/**
 * Return two functions that mark the cells of the board that moves, and those of the other board:
 * `ok` if both boards have the same digit after all steps.
 */
function markAgreement() {
  const { rows, columns } = lastState();
  const { size } = stage.grids[stage.direction];
  const digits = digitsOf(lastState(), size);
  const { cells } = stage.grids[1 - stage.direction];
  const markPlace = (/** @type {number} */ place) => (digits[place] === cells[place] ? "ok" : "");
  return [(/** @type {number} */ cell) => markPlace(rows[cell] * size + columns[cell]), markPlace];
}

/**
 * Draw the present progress of the current step. If another step has begun, draw both boards anew.
 */
export function moveBoards() {
  const { step, progress } = position();
  const board = stage.boards[stage.direction];
  if (board.shown !== `${step}|${Boolean(progress)}|${isAtEnd()}`) {
    drawBoards();
    return;
  }
  board.update(progress);
  if (stage.marks[stage.direction].length) {
    const places = stage.marks[stage.direction].map((cell) => board.whereIs(cell));
    for (const [i, frame] of [...(board.svg?.querySelectorAll(".marks rect") ?? [])].entries()) {
      frame.setAttribute("x", String(places[i][0] - board.cell / 2));
      frame.setAttribute("y", String(places[i][1] - board.cell / 2));
    }
  }
  drawFollowed();
  writeCaptions();
}

/** Write on the blank boards what the user can do there. */
function invite() {
  const { words } = language;
  for (const [k, board] of stage.boards.entries()) {
    if (board.isSmall || !board.over) continue;
    const { cell } = board;
    const middle = (stage.grids[k].size * cell) / 2;
    const text = k ? words.andHere : words.here;
    const font = stage.width === "small" ? 14 : 16;
    const width = text.length * font * 0.52 + 20;
    board.over.innerHTML = `<rect class="plate" x="${middle - width / 2}" y="${middle - 14}" width="${width}" height="28" rx="6"/><text class="ghost" x="${middle}" y="${middle + 5}" font-size="${font}">${text}</text>`;
  }
}

/**
 * Draw frames on both boards around the cells that the user follows through the steps or, if the pointer
 * is over another cell, around this cell. Also draw the cursors.
 */
export function drawFollowed() {
  if (stage.mode === "pair" && stage.status === "yes") {
    const moving = stage.boards[stage.direction];
    const target = stage.boards[1 - stage.direction];
    const { hovered, following } = stage;
    const followed = followedCells();
    const isFollowed = hovered === null || followed.includes(hovered);
    const cells = isFollowed ? followed : [hovered];
    const looks = isFollowed ? (following === "cell" ? ["fol0", "fol"] : ["fols"]) : ["hov"];
    const frames = (/** @type {Drawing} */ board, /** @type {number[]} */ place) =>
      looks.map((look) => board.frame(look, place)).join("");
    const last = lastState();
    const hasTrail = isFollowed && following === "cell" && way().length && !moving.isSmall;
    if (moving.over && target.over) {
      const from = cells.map((cell) => frames(moving, moving.whereIs(cell))).join("");
      const ends = cells.map((cell) => target.middle(last.rows[cell], last.columns[cell]));
      moving.over.innerHTML = (hasTrail ? cells.map(trail).join("") : "") + from;
      target.over.innerHTML = ends.map((place) => frames(target, place)).join("");
    }
  }
  drawCursors();
}

/**
 * Return a line, as HTML, that connects all places of a cell during the steps.
 * @param {number} cell the number of the cell in the grid that moves
 */
function trail(cell) {
  const board = stage.boards[stage.direction];
  const shift = board.cell * 0.36; // the line runs beside the digits, not over them
  /** @type {number[][]} */
  const points = [];
  for (const state of stage.states[stage.direction]) {
    const [x, y] = board.middle(state.rows[cell], state.columns[cell]);
    const last = points.at(-1);
    if (last?.[0] !== x + shift || last[1] !== y - shift) points.push([x + shift, y - shift]);
  }
  const half = (stage.grids[0].size * board.cell) / 2;
  const path = points.map(([x, y], i) => {
    if (!i) return `M${x} ${y}`;
    const [px, py] = points[i - 1];
    if (px === x || py === y) return `L${x} ${y}`;
    const [mx, my] = [(px + x) / 2, (py + y) / 2];
    const far = Math.hypot(mx - half, my - half) || 1;
    const out = (/** @type {number} */ value) => value + ((value - half) / far) * half * 0.3;
    return `Q${out(mx)} ${out(my)} ${x} ${y}`;
  });
  const nodes = points.map(([x, y]) => `<circle class="node" cx="${x}" cy="${y}" r="3"/>`);
  return `<path class="trail" d="${path.join("")}"/>${nodes.join("")}`;
}

/**
 * Return the number of the board to which keys go: the large one with the pad, the one with the keyboard
 * focus, or the one that still needs a Sudoku. Return null if keys go to neither board.
 */
export function boardOfKeys() {
  if (stage.mode !== "pair") return null;
  if (isPadShown()) return stage.large;
  const focused = stage.boards.findIndex(({ root }) => root === document.activeElement);
  if (focused >= 0) return focused;
  if (stage.status === "one") return countClues(stage.grids[0]) ? 1 : 0;
  return stage.status === "empty" ? 0 : null;
}

/** Draw a frame around the cell to which keys go. If the user types there, a blank cell has a caret. */
export function drawCursors() {
  const active = boardOfKeys();
  for (const [k, board] of stage.boards.entries()) {
    board.svg?.querySelector(".curs")?.remove();
    if (k !== active || stage.followed !== null) continue;
    const [row, column] = stage.cursors[k] ?? [0, 0];
    const place = board.middle(row, column);
    const [x, y] = place;
    const isBlank = stage.status !== "yes" && !digitAt(k, row, column);
    const caret = `<path class="caret" d="M${x} ${y - board.cell * 0.26}v${board.cell * 0.52}"/>`;
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "curs");
    group.innerHTML = isBlank
      ? board.frame("curs0", place, 1) + caret
      : board.frame("sel", place, 1.25);
    board.svg?.append(group);
  }
}

/**
 * Return the digit that a board shows now at a row and column, as text.
 * @param {number} k the number of the board
 * @param {number} r the row, from 0
 * @param {number} c the column, from 0
 */
export function digitAt(k, r, c) {
  const { size, cells } = stage.grids[k];
  if (k !== stage.direction || stage.status !== "yes") return glyph(cells[r * size + c], size);
  const state = stage.states[k][position().step];
  return glyph(state.digits[cellAt(state, r, c)], size);
}

/** Write above each board its title and its number of clues. */
export function writeCaptions() {
  const { words } = language;
  for (const [k, board] of stage.boards.entries()) {
    const [title, beside, meta] = board.caption;
    // The second board of a Sudoku that is new or faulty has solutions, whose digits are no clues.
    const isSolved = k > 0 && ["new", "faulty"].includes(stage.answer?.finding ?? "");
    const clues = isSolved ? "" : words.clues(countClues(stage.grids[k]));
    const name = gridNames.get(stage.grids[k]);
    const own = sudokuName(k);
    title.textContent = stage.titles?.[k] ?? (name ? `${own}: ${name}` : own);
    title.parentElement?.classList.toggle("named", Boolean(name));
    const done = Math.min(way().length, Math.floor(stage.time + 1e-6));
    const isMoved = stage.status === "yes" && k === stage.direction && done > 0;
    const side = stage.mode === "own" ? (k ? words.target : "") : isMoved ? words.after(done) : "";
    beside.textContent = side && `· ${side}`;
    const isNo = stage.status === "no" && stage.reason && stage.mode === "pair";
    meta.textContent = stage.status === "empty" ? "" : isNo ? describeBoard(k) || clues : clues;
    const isMini = board.isSmall && stage.mode === "pair";
    const exchange = isMini ? `. ${words.exchangeBoards}` : "";
    board.root.setAttribute(
      "aria-label",
      `${title.textContent}${clues && `, ${clues}`}${exchange}`,
    );
  }
}
