// Grids: their sizes, the characters of their digits, and reading them from texts.

/**
 * A grid of `size` rows. Boxes have `height` rows and `width` columns; `cells` has the digits row
 * after row, 0 for a blank.
 * @typedef {{ size: number, height: number, width: number, cells: number[] }} Grid
 */

/** The sizes of the blank grids that a person can choose, with the rows and columns of a box. */
export const BOXES = new Map([
  [4, [2, 2]],
  [6, [2, 3]],
  [8, [2, 4]],
  [9, [3, 3]],
  [12, [3, 4]],
  [16, [4, 4]],
  [20, [4, 5]],
  [25, [5, 5]],
  [30, [5, 6]],
  [36, [6, 6]],
]);

/**
 * Return a blank grid of a size in BOXES.
 * @param {number} size
 * @returns {Grid}
 */
export function blankGrid(size) {
  const [height, width] = BOXES.get(size) ?? [1, size];
  return { size, height, width, cells: new Array(size * size).fill(0) };
}

/** @param {Grid} grid */
export function blankLike({ size, height, width }) {
  return { size, height, width, cells: new Array(size * size).fill(0) };
}

/**
 * @param {Grid} one
 * @param {Grid} other
 */
export function haveSameShape(one, other) {
  return one.size === other.size && one.height === other.height && one.width === other.width;
}

/**
 * @param {Grid} one
 * @param {Grid} other
 */
export function areEqual(one, other) {
  return haveSameShape(one, other) && one.cells.every((digit, i) => digit === other.cells[i]);
}

/** @param {Grid} grid */
export function countClues(grid) {
  return grid.cells.filter(Boolean).length;
}

/**
 * Return a digit as text: 1 to 9, then letters from A for 10. If the grid has more than 35 digits, a
 * larger digit is written as a number.
 * @param {number} digit
 * @param {number} [size] of the grid
 */
export function glyph(digit, size = 9) {
  if (!digit) return "";
  return digit < 10 || size > 35 ? String(digit) : String.fromCharCode(55 + digit);
}

/**
 * Return the comment that states the shape of the boxes; an empty text if the grid has the usual boxes
 * of its size.
 * @param {Grid} grid
 */
function boxComment({ size, height, width }) {
  const [usual, other] = BOXES.get(size) ?? [0, 0];
  return height === usual && width === other ? "" : `# box ${height}x${width}\n`;
}

/**
 * Return a grid as text that sudokopie can read, with one line for each row.
 * @param {Grid} grid
 */
export function writeRows(grid) {
  const { size, cells } = grid;
  const gap = size > 9 ? " " : "";
  const rows = Array.from({ length: size }, (_, r) =>
    cells
      .slice(r * size, (r + 1) * size)
      .map((digit) => (digit ? String(digit) : "."))
      .join(gap),
  );
  return `${boxComment(grid)}${rows.join("\n")}\n`;
}

/**
 * Return a grid as a single line of text, as it is in links. A line before it states the shape of the
 * boxes if they are not the usual boxes of the grid's size.
 * @param {Grid} grid
 */
export function writeLine(grid) {
  const gap = grid.size > 9 ? " " : "";
  return boxComment(grid) + grid.cells.map((digit) => digit || ".").join(gap);
}

/**
 * Read one or two Sudokus with 4 or 9 rows from a text of digits and dots, with or without spaces, or
 * with 12 to 36 rows from numbers and dots with spaces between them. A Sudoku is one line, or one line
 * for each row. Return null for all other texts, which the Python code of sudokopie reads, and for large
 * Sudokus in which 0 may be a digit.
 * @param {string} text
 * @returns {Grid[] | null}
 */
export function readPlainText(text) {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim());
  return readDigits(lines) ?? readNumbers(lines);
}

/** @param {string[]} lines the rows or whole grids */
function readDigits(lines) {
  const rows = lines.map((line) => {
    const row = line.trim();
    if (/^[1-9-]{81}$/.test(row)) return row.replaceAll("-", ".");
    return /^[\d.]( [\d.])+$/.test(row) ? row.replaceAll(" ", "") : row;
  });
  const [{ length } = ""] = rows;
  if (!rows.every((row) => /^[\d.]+$/.test(row) && row.length === length)) return null;
  const size = [4, 9].find((n) => length === n || length === n * n);
  if (!size) return null;
  return gridsOf(
    Array.from(rows.join(""), (one) => (one === "." ? 0 : Number(one))),
    size,
  );
}

/** @param {string[]} lines the rows or whole grids */
function readNumbers(lines) {
  const rows = lines.map((line) => line.trim().split(/ +/));
  const [{ length } = []] = rows;
  if (!rows.every((row) => row.length === length)) return null;
  if (!rows.flat().every((one) => /^(\d\d?|\.)$/.test(one))) return null;
  const size = [12, 16, 20, 25, 30, 36].find((n) => length === n || length === n * n);
  if (!size) return null;
  const cells = rows.flat().map((one) => (one === "." ? 0 : Number(one)));
  // Without a number of two digits, each line might be a smaller Sudoku.
  if (!cells.some((digit) => digit > 9)) return null;
  const words = rows.flat();
  if (words.includes("0") && words.includes(".")) return null; // 0 is a digit
  const grids = gridsOf(cells, size);
  return grids?.some(isZeroPerhapsDigit) ? null : grids;
}

/** Return whether N different numbers occur N times each, among them 0.
 * @param {Grid} grid */
function isZeroPerhapsDigit({ size, cells }) {
  const counts = new Map();
  for (const digit of cells) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  return counts.get(0) === size && [...counts.values()].every((count) => count === size);
}

/** Return one or two grids from their cells; null if number or digits do not fit.
 * @param {number[]} cells @param {number} size @returns {Grid[] | null} */
function gridsOf(cells, size) {
  const area = size * size;
  const number = cells.length / area;
  if ((number !== 1 && number !== 2) || cells.some((digit) => digit > size)) return null;
  return Array.from({ length: number }, (_, k) => ({
    ...blankGrid(size),
    cells: cells.slice(k * area, (k + 1) * area),
  }));
}

/**
 * Read one or two Sudokus with 4, 6, 8 or 9 rows from the digits and the signs for blank cells in a
 * text, or larger Sudokus from its numbers. Comments, lines with letters, and all other characters are
 * ignored, except a comment such as `# box 3x2`, which gives the rows and columns of a box. Return null
 * if the number of cells is not that of one or two Sudokus, or if a digit is too large.
 * @param {string} text
 * @returns {Grid[] | null}
 */
export function readLooseText(text) {
  const grids = readSigns(text.split(/\r\n|\r|\n/).filter((line) => !/^\s*#|[a-z]/i.test(line)));
  const [, ...box] = /^\s*#\s*box(?:es)?\s+(\d+)[x×](\d+)\s*$/im.exec(text) ?? [];
  if (!box.length) return grids;
  const [height, width] = box.map(Number);
  const isOfSize = grids?.every(({ size }) => size === height * width);
  return isOfSize ? (grids?.map((grid) => ({ ...grid, height, width })) ?? null) : null;
}

/**
 * Return a text of more than two Sudokus with 9 rows as a list with one Sudoku on each line: a text that
 * has one on each line, perhaps with a name after it, or that has only their digits and dots. Return null
 * for all other texts.
 * @param {string} text
 * @param {boolean} isLoose whether Sudokus of several lines are recognised
 */
export function readList(text, isLoose) {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim());
  const isOne = (/** @type {string} */ line) => /^[\d.]{81}(?![^\s,;])/.test(line.trim());
  if (lines.length > 2 && lines.every(isOne)) return text;
  const signs = text.replace(/[^\d.]/g, "");
  const isMany = isLoose && signs.length > 162 && signs.length % 81 === 0;
  return isMany && !/[^\d.\s|+-]/.test(text) ? signs.replace(/.{81}/g, "$&\n") : null;
}

/** @param {string[]} lines @returns {Grid[] | null} */
function readSigns(lines) {
  const drawn = lines.map((line) => line.replace(/[^\d._*]+/g, " ").replace(/[_*]/g, "."));
  const large = readNumbers(drawn.filter((line) => line.trim()));
  if (large) return large;
  const signs = lines
    .join("")
    .replace(/[_*]/g, ".")
    .replace(/[^\d.]/g, "");
  const sizes = [4, 6, 8, 9];
  const size = sizes.find((n) => signs.length === n * n || signs.length === 2 * n * n);
  if (!size) return null;
  return gridsOf(
    Array.from(signs, (sign) => (sign === "." ? 0 : Number(sign))),
    size,
  );
}
