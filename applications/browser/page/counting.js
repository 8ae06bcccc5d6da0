// Reasons for a no that need no more than counting: no step changes how many clues a Sudoku has, how
// often its digits occur, or how many clues its lines and boxes have.

import { countClues } from "../../../showing/board/grids.js";
import { range } from "../../../showing/board/steps.js";
import { say } from "./words.js";

/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */
/** @typedef {import("../../../showing/board/stage.js").Reason} Reason */
/** A digit, line, box, band or stack: its name in a reason, the numbers of its cells, and of those with
 * clues. @typedef {{ name: (string | number)[], all: number[], cells: number[] }} Part */

/**
 * The kinds of reasons, in the order in which `solve` tries them: for each the parts that it compares,
 * and its sentences, about rows and columns together, about rows, and about columns.
 * @type {[string, (grid: Grid) => Part[], import("./words.js").Word[]][]}
 */
const KINDS = [
  ["digits", listDigits, ["countedDigits"]],
  ["lines", listLines, ["countedLines", "countedRows", "countedColumns"]],
  ["boxes", listBoxes, ["countedBoxes"]],
  ["bands and stacks", listBlocks, ["countedBlocks", "countedBands", "countedStacks"]],
];
const ALONG_ROWS = ["row", "band"];
const ALONG_COLUMNS = ["column", "stack"];

/**
 * Count clues in two Sudokus of the same shape that are not copies. Return the difference that `solve`
 * names, in the form in which its JSON gives a reason; null if `solve` names none of these, or a
 * difference for each way round, with and without a quarter turn.
 * @param {Grid} first
 * @param {Grid} second
 * @returns {Reason | null}
 */
export function findCountedReason(first, second) {
  const grids = [first, second];
  const clues = grids.map(countClues);
  if (clues[0] !== clues[1]) {
    const sentence = say("countedClues", { first: clues[0], second: clues[1] });
    return makeReason("clues", sentence, grids, [[], []], []);
  }
  const isSquare = first.height === first.width;
  let [isUprightExcluded, isTurnedExcluded] = [false, false];
  for (const [kind, list, sentences] of KINDS) {
    const [one, two] = grids.map(list);
    // Where a quarter turn changes the shape, a row never becomes a column.
    const found = easiestDifference(one, two, isSquare ? "together" : "upright");
    if (found) {
      const values = { count: found.count, first: found.parts[0].length };
      const way = isSquare ? 0 : found.isAlongColumns ? 2 : 1;
      const sentence = say(sentences[way % sentences.length], {
        ...values,
        second: found.parts[1].length,
      });
      return makeReason(kind, sentence, grids, found.parts, [found.count]);
    }
    isUprightExcluded ||= easiestDifference(one, two, "upright") !== null;
    isTurnedExcluded ||= easiestDifference(one, two, "turned") !== null;
    if (isUprightExcluded && isTurnedExcluded) return null;
  }
  return null;
}

/**
 * Return the difference with the fewest parts: a number of clues that more parts of a grid have than of
 * the other. Of equally easy ones, it is about rows rather than columns, and about the largest number.
 * Return null if the parts of both grids have the same numbers of clues.
 * @param {Part[]} one
 * @param {Part[]} two
 * @param {"together" | "upright" | "turned"} how rows are compared with all lines, rows, or columns
 */
function easiestDifference(one, two, how) {
  const isAlong = (/** @type {Part} */ part) => ALONG_COLUMNS.includes(String(part.name[0]));
  const isLine = (/** @type {Part} */ part) =>
    isAlong(part) || ALONG_ROWS.includes(String(part.name[0]));
  /** @type {Map<string, { count: number, isAlongColumns: boolean, parts: Part[][] }>} */
  const groups = new Map();
  for (const [k, all] of [one, two].entries()) {
    for (const part of all) {
      const isTurned = how === "turned" && k === 0 && isLine(part);
      const isAlongColumns = how !== "together" && isAlong(part) !== isTurned;
      const count = part.cells.length;
      const key = `${isAlongColumns} ${count}`;
      const group = groups.get(key) ?? { count, isAlongColumns, parts: [[], []] };
      group.parts[k].push(part);
      groups.set(key, group);
    }
  }
  const differing = [...groups.values()].filter(({ parts: [a, b] }) => a.length !== b.length);
  const [best] = differing.sort((a, b) => {
    const [x, y] = [a, b].map(({ parts }) =>
      parts.map(({ length }) => length).sort((m, n) => m - n),
    );
    const along = Number(a.isAlongColumns) - Number(b.isAlongColumns);
    return x[0] - y[0] || x[1] - y[1] || along || b.count - a.count;
  });
  return best ?? null;
}

/** @param {string} kind @param {string} sentence @param {Grid[]} grids @param {Part[][]} parts @param {number[]} numbers @returns {Reason} */
function makeReason(kind, sentence, grids, parts, numbers) {
  const [firstCells, secondCells] = parts.map((found, k) => {
    const { size } = grids[k];
    const all = found.flatMap((part) => (part.cells.length ? part.cells : part.all));
    const cells = [...new Set(all)].sort((a, b) => a - b);
    return cells.map((cell) => [Math.floor(cell / size) + 1, (cell % size) + 1]);
  });
  const [first, second] = parts.map((found, k) =>
    kind === "clues" ? countClues(grids[k]) : found.length,
  );
  return {
    ...{ kind, sentence, first_cells: firstCells, second_cells: secondCells },
    first_parts: parts[0].map(({ name }) => name),
    second_parts: parts[1].map(({ name }) => name),
    counted: [{ numbers, first, second }],
  };
}

/**
 * Return a part of a grid: the cells for which a condition on row and column holds.
 * @param {(string | number)[]} name
 * @param {Grid} grid
 * @param {(row: number, column: number) => boolean} isIn
 * @returns {Part}
 */
function makePart(name, { size, cells }, isIn) {
  const all = range(size * size).filter((i) => isIn(Math.floor(i / size), i % size));
  return { name, all, cells: all.filter((i) => cells[i]) };
}

/** Return the digits that occur in a grid. @param {Grid} grid */
function listDigits(grid) {
  const { size, cells } = grid;
  return range(size)
    .map((i) => makePart(["digit", i + 1], grid, (r, c) => cells[r * size + c] === i + 1))
    .filter((part) => part.cells.length);
}

/** Return the rows, then the columns of a grid. @param {Grid} grid */
function listLines(grid) {
  return [
    ...range(grid.size).map((i) => makePart(["row", i + 1], grid, (row) => row === i)),
    ...range(grid.size).map((i) => makePart(["column", i + 1], grid, (_, column) => column === i)),
  ];
}

/** Return the bands, then the stacks of a grid. @param {Grid} grid */
function listBlocks(grid) {
  const { size, height, width } = grid;
  return [
    ...range(size / height).map((i) =>
      makePart(["band", i + 1], grid, (row) => Math.floor(row / height) === i),
    ),
    ...range(size / width).map((i) =>
      makePart(["stack", i + 1], grid, (_, column) => Math.floor(column / width) === i),
    ),
  ];
}

/** @param {Grid} grid */
function listBoxes(grid) {
  const { size, height, width } = grid;
  return range(size / height).flatMap((band) =>
    range(size / width).map((stack) =>
      makePart(
        ["box", band + 1, stack + 1],
        grid,
        (row, column) => Math.floor(row / height) === band && Math.floor(column / width) === stack,
      ),
    ),
  );
}
