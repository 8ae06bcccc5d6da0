// Draws the reason of a no on the boards: hatched cells, and a frame around each row, box or other part
// that differs. The number that was counted in the part is at the frame's end.

import { blankLike, countClues } from "./grids.js";
import { stage } from "./stage.js";
import { range, startState } from "./steps.js";
import { language, sudokuName } from "./texts.js";

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {{ row: number, column: number, height: number, width: number }} Area */

// A longer row of squares, one for each line, would be too narrow to be counted: it is drawn as a bar.
const MOST_SQUARES = 18;

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

/**
 * Return the parts of a grid whose numbers of clues are shown, as rectangles: if the reason is about the
 * clues of lines, all lines; if it is about those of boxes, all boxes; if it is about all clues, the
 * rows, whose numbers are added. There are none if the reason compares other numbers.
 * @param {Grid} grid
 */
function countedAreas(grid) {
  const { size, height, width } = grid;
  const all = (/** @type {string} */ kind, /** @type {number} */ count) =>
    range(count).flatMap((i) => areasOf([kind, i + 1], grid));
  switch (stage.reason?.kind) {
    case "clues":
      return all("row", size);
    case "lines":
      return [...all("row", size), ...all("column", size)];
    case "bands and stacks":
      return [...all("band", size / height), ...all("stack", size / width)];
    case "boxes":
      return range(size).flatMap((i) =>
        areasOf(["box", Math.floor(i / height) + 1, (i % height) + 1], grid),
      );
    default:
      return [];
  }
}

/** @param {Area} area @param {Grid} grid */
function countCluesIn({ row, column, height, width }, { size, cells }) {
  return range(height * width).filter(
    (i) => cells[(row + Math.floor(i / width)) * size + column + (i % width)],
  ).length;
}

/** @param {number} k */
export function drawReason(k) {
  const board = stage.boards[k];
  const grid = stage.grids[k];
  const cells = (k ? stage.reason?.second_cells : stage.reason?.first_cells) ?? [];
  const marked = new Set(cells.map(([r, c]) => (r - 1) * grid.size + c - 1));
  const middles = cells.map(([r, c]) => board.middle(r - 1, c - 1));
  const parts = partsOf(k).flatMap((part) => areasOf(part, grid));
  // The small board of a telephone has the numbers of boxes instead of digits.
  const isCounted = board.isSmall && stage.reason?.kind === "boxes";
  board.build({
    grid,
    state: startState(isCounted ? blankLike(grid) : grid),
    mark: (i) => (marked.has(i) ? "in" : "mute"),
    under: isCounted ? "" : board.hatch(middles, `hatch${k}`),
    above: parts.map((area) => frameArea(area, grid, board)).join("") + drawNumbers(parts, k),
  });
}

/** Return a frame around a part of a board, as HTML.
 * @param {Area} area @param {Grid} grid @param {import("./drawing.js").Drawing} board */
function frameArea(area, { size }, { cell, isSmall }) {
  const out = isSmall ? 0 : 1.5;
  const [dx, dy] = [area.width === size ? out : 0, area.height === size ? out : 0];
  const [x, y] = [area.column * cell - dx, area.row * cell - dy];
  return `<rect class="hline" x="${x}" y="${y}" width="${area.width * cell + 2 * dx}" height="${area.height * cell + 2 * dy}" rx="4"/>`;
}

/**
 * Return a number on a coloured ground, as HTML.
 * @param {string} look @param {number} x @param {number} y @param {string | number} text
 * @param {boolean} isNarrow
 */
function pill(look, x, y, text, isNarrow) {
  const half = isNarrow ? 6.5 : 9; // a row may be as narrow as a column
  const { length } = String(text);
  // A longer number has more room on the left, since the board may end on the right.
  const wide = length > 2 ? half * (0.8 * length + 0.3) : 2 * half;
  return `<g class="${look}" transform="translate(${x},${y})"><rect x="${half - wide}" y="${-half}" width="${wide}" height="${2 * half}" rx="${half / 2.5}"/><text x="${half - wide / 2}" y="${half * 0.5}" style="font-size:${half * 1.4}px">${text}</text></g>`;
}

/**
 * Return the numbers beside and in the parts of a board, as HTML: at the start of each line that differs
 * its own number, and at its end what was counted there. If these are clues, those of all other parts
 * are shown too, without a ground.
 * @param {Area[]} parts the parts that differ
 * @param {number} k the number of the board
 */
function drawNumbers(parts, k) {
  const [grid, board] = [stage.grids[k], stage.boards[k]];
  const { cell, gutter, isSmall } = board;
  const { size } = grid;
  const isNarrow = cell < 18;
  const all = countedAreas(grid);
  const number = countedNumber();
  const end = size * cell + (gutter < 24 ? 10 : 15);
  const key = (/** @type {Area} */ { row, column, width }) => [row, column, width].join();
  const differing = new Set(parts.map(key));
  /** Where the last numbers are: two beside each other would overlap if cells are small. */
  const last = { rows: -99, columns: -99 };
  let html = "";
  for (const area of all.length ? all : parts) {
    const isRow = area.width === size;
    const isColumn = !isRow && area.height === size;
    const [x, y] = [(area.column + area.width / 2) * cell, (area.row + area.height / 2) * cell];
    const isHot = differing.has(key(area));
    const count = all.length ? countCluesIn(area, grid) : number;
    if (!isRow && !isColumn) {
      const [right, low] = [x + (area.width * cell) / 2, y + (area.height * cell) / 2];
      const side = Math.min(area.width, area.height) * cell * 0.62;
      const middle = `<text class="mid ${isHot ? "hot" : ""}" x="${x}" y="${y + side * 0.36}" font-size="${side}">${count}</text>`;
      if (isSmall) html += all.length ? middle : "";
      else if (isHot && count !== "") html += pill("cnt", right - 4, low - 4, count, isNarrow);
      else if (count !== "")
        html += `<text class="lab" x="${right - 6}" y="${low - 4}">${count}</text>`;
      continue;
    }
    if (isSmall) continue;
    const [px, py] = isRow ? [end, y] : [x, end];
    if (!isHot) {
      if (!isNarrow) html += `<text class="lab" x="${px}" y="${py + 4.3}">${count}</text>`;
      continue;
    }
    const axis = isRow ? "rows" : "columns";
    const at = isRow ? y : x;
    if (at - last[axis] < 12) continue;
    last[axis] = at;
    // Other numbers than those of clues have no margin on a telephone.
    const hasRoom = all.length || stage.width !== "small";
    if (hasRoom && count !== "") html += pill("cnt", px, py, count, isNarrow);
    if (isRow && area.height === 1) {
      html += pill("lpill", -gutter / 2 - 1, y, area.row + 1, isNarrow);
    }
    if (isColumn && area.width === 1) {
      html += pill("lpill", x, -gutter / 2, area.column + 1, isNarrow);
    }
  }
  return stage.reason?.kind === "clues" ? html + drawSum(k, end) : html;
}

/**
 * Return the number of all clues, as HTML: below the numbers of the rows, with a line between as one
 * adds on paper; on the small board of a telephone, at a corner.
 * @param {number} k the number of the board
 * @param {number} end where the numbers of rows are
 */
function drawSum(k, end) {
  const { size } = stage.grids[k];
  const { cell, isSmall } = stage.boards[k];
  const count = countClues(stage.grids[k]);
  if (isSmall) return pill("cnt", size * cell - 4, 4, count, false);
  const low = size * cell;
  return `<path class="thickl" d="M${end - 9} ${low + 1}h18"/>${pill("cnt", end, low + 13, count, false)}`;
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
  const longest = Math.max(...one, ...two);
  const bar = (/** @type {number} */ count) =>
    longest > MOST_SQUARES && count
      ? `<i style="width:calc((100% - 20px)*${count / longest})"></i>`
      : "<i></i>".repeat(count);
  const rows = range(Math.max(one.length, two.length)).map((k) => {
    const [a, b] = [one[k] ?? 0, two[k] ?? 0];
    if (!a && !b) return "";
    const hot = k === number ? "x" : "";
    return `<span class="l ${hot}">${bar(a)}<span class="n">${a}</span></span><span class="k ${hot}">${k}</span><span class="r ${hot}"><span class="n">${b}</span>${bar(b)}</span>`;
  });
  return `<div class="tally" style="--longest:${longest}"><span class="hd l">${sudokuName(0)}</span><span></span><span class="hd">${sudokuName(1)}</span>${rows.join("")}</div><p class="tallied">${words.inLine}</p>`;
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
