// Draws the reason of a no on the boards: hatched cells, and a frame around each row, box or other part
// that differs. The number that was counted in the part is at the frame's end.

import { stage } from "./stage.js";
import { range, startState } from "./steps.js";
import { language, sudokuName } from "./texts.js";

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {{ row: number, column: number, height: number, width: number }} Area */

/**
 * Return the parts of a board, such as rows, in which it differs from the other.
 * @param {number} k the number of the board
 */
function partsOf(k) {
  const { reason } = stage;
  return (k ? reason?.second_parts : reason?.first_parts) ?? [];
}

/**
 * Return the rectangles of cells that a part, such as a row, consists of. Rows and columns are numbered
 * from 0. The list is empty for digits, whose cells are hatched instead.
 * @param {(string | number)[]} part
 * @param {Grid} grid
 * @returns {Area[]}
 */
function areasOf([kind, ...given], { size, height, width }) {
  const numbers = given.map((number) => Number(number) - 1);
  const [one, other] = numbers;
  switch (kind) {
    case "row":
    case "rows":
      return numbers.map((row) => ({ row, column: 0, height: 1, width: size }));
    case "column":
    case "columns":
      return numbers.map((column) => ({ row: 0, column, height: size, width: 1 }));
    case "band":
      return [{ row: one * height, column: 0, height, width: size }];
    case "stack":
      return [{ row: 0, column: one * width, height: size, width }];
    case "box":
      return [{ row: one * height, column: other * width, height, width }];
    default:
      return [];
  }
}

/**
 * Return the number that was counted in each part, as text; an empty text if several numbers were
 * counted.
 */
function countedNumber() {
  const { counted } = stage.reason ?? { counted: [] };
  const [only] = counted;
  return counted.length === 1 && only.numbers.length === 1 ? String(only.numbers[0]) : "";
}

/** @param {number} k */
export function drawReason(k) {
  const board = stage.boards[k];
  const grid = stage.grids[k];
  const cells = (k ? stage.reason?.second_cells : stage.reason?.first_cells) ?? [];
  const marked = new Set(cells.map(([r, c]) => (r - 1) * grid.size + c - 1));
  const middles = cells.map(([r, c]) => board.middle(r - 1, c - 1));
  const count = stage.width === "small" ? "" : countedNumber();
  const above = partsOf(k).flatMap((part) =>
    areasOf(part, grid).map((area) => frameArea(area, grid, board, count)),
  );
  board.build({
    grid,
    state: startState(grid),
    mark: (i) => (marked.has(i) ? "in" : "mute"),
    under: board.hatch(middles, `hatch${k}`),
    above: above.join(""),
  });
}

/**
 * @param {Area} area
 * @param {Grid} grid
 * @param {import("./drawing.js").Drawing} board
 * @param {string} count
 */
function frameArea(area, { size }, { cell, gutter, isSmall }, count) {
  const out = isSmall ? 0 : 1.5;
  const [x, y] = [area.column * cell, area.row * cell];
  const [width, height] = [area.width * cell, area.height * cell];
  const isRow = area.width === size;
  const isColumn = area.height === size;
  const [dx, dy] = [isRow ? out : 0, isColumn ? out : 0];
  let html = `<rect class="hline" x="${x - dx}" y="${y - dy}" width="${width + 2 * dx}" height="${height + 2 * dy}" rx="4"/>`;
  if (isSmall) return html;
  const pill = (/** @type {number} */ px, /** @type {number} */ py, /** @type {number} */ line) =>
    `<rect class="lpill" x="${px - 9}" y="${py - 9}" width="18" height="18" rx="4"/><text class="lab hot" x="${px}" y="${py + 4.3}">${line}</text>`;
  if (isRow && area.height === 1) html += pill(-gutter / 2 - 1, y + cell / 2, area.row + 1);
  if (isColumn && area.width === 1) html += pill(x + cell / 2, -gutter / 2, area.column + 1);
  if (!count) return html;
  const end = size * cell + 15;
  const [cx, cy] = isRow
    ? [end, y + height / 2]
    : isColumn
      ? [x + width / 2, end]
      : [x + width - 4, y + height - 4];
  return `${html}<g class="cnt" transform="translate(${cx},${cy})"><rect x="-10" y="-10" width="20" height="20" rx="5"/><text y="4.7">${count}</text></g>`;
}

/**
 * Return the note for the caption of board `k` if it has none of the parts that were counted;
 * otherwise an empty text.
 * @param {number} k
 */
export function describeBoard(k) {
  const { words } = language;
  const [only, ...others] = stage.reason?.counted ?? [];
  if (!only || others.length || stage.reason?.kind === "clues") return "";
  return (k ? only.second : only.first) ? "" : words.noneHere;
}

/**
 * Return a table as HTML: for each number of clues, how many rows and columns of both Sudokus have it.
 * The number of clues in which the Sudokus differ is highlighted. The text is empty if the reason is not
 * about the clues in rows and columns.
 */
export function tallyLines() {
  const { reason, grids } = stage;
  if (reason?.kind !== "lines") return "";
  const { words } = language;
  const [one, two] = grids.map(countLines);
  const number = reason.counted.length === 1 ? reason.counted[0].numbers[0] : -1;
  const most = Math.max(one.length, two.length);
  const rows = range(most).map((k) => {
    const [a, b] = [one[k] ?? 0, two[k] ?? 0];
    if (!a && !b) return "";
    const hot = k === number ? "x" : "";
    return `<span class="l ${hot}">${"<i></i>".repeat(a)}<span class="n">${a}</span></span><span class="k ${hot}">${k}</span><span class="r ${hot}"><span class="n">${b}</span>${"<i></i>".repeat(b)}</span>`;
  });
  return `<div class="tally"><span class="hd l">${sudokuName(0)}</span><span></span><span class="hd">${sudokuName(1)}</span>${rows.join("")}</div><p class="tallied">${words.inLine}</p>`;
}

/**
 * Return how many rows and columns have each number of clues, by this number.
 * @param {Grid} grid
 */
function countLines({ size, cells }) {
  const counts = new Array(size + 1).fill(0);
  for (const i of range(size)) {
    counts[range(size).filter((j) => cells[i * size + j]).length]++;
    counts[range(size).filter((j) => cells[j * size + i]).length]++;
  }
  return counts;
}
