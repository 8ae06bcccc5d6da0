// Reasons for a no that need no more than counting: no step changes how many clues a Sudoku has, how
// often its digits occur, or how many clues its lines and boxes have.

import { countClues } from "../../../showing/board/grids.js";
import { range } from "../../../showing/board/steps.js";
import { say } from "./words.js";

/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */
/** @typedef {import("../../../showing/board/stage.js").Reason} Reason */
/** A digit, line or box: its name in a reason, and the numbers of its clues' cells.
 * @typedef {{ name: (string | number)[], cells: number[] }} Part */

/** @type {Record<"digits" | "lines" | "boxes", (grid: Grid) => Part[]>} */
const PARTS = { digits: listDigits, lines: listLines, boxes: listBoxes };

/** @type {Record<"digits" | "lines" | "boxes", import("./words.js").Word>} */
const SENTENCES = { digits: "countedDigits", lines: "countedLines", boxes: "countedBoxes" };

/**
 * Count clues in two Sudokus of the same shape that are not copies. Return a number in which they
 * differ, in the form in which the JSON of `solve` gives a reason; null if no number differs.
 * @param {Grid} first
 * @param {Grid} second
 * @returns {Reason | null}
 */
export function findCountedReason(first, second) {
  const clues = [first, second].map(countClues);
  if (clues[0] !== clues[1]) {
    const sentence = say("countedClues", { first: clues[0], second: clues[1] });
    return makeReason("clues", sentence, [first, second], [[], []], []);
  }
  for (const kind of /** @type {const} */ (["digits", "lines", "boxes"])) {
    const parts = [first, second].map(PARTS[kind]);
    const differing = range(first.size + 1).filter(
      (count) => ofCount(parts[0], count).length !== ofCount(parts[1], count).length,
    );
    if (!differing.length) continue;
    const number = (/** @type {number} */ count) =>
      ofCount(parts[0], count).length + ofCount(parts[1], count).length;
    // the difference with the fewest parts is seen most easily; a part without clues shows nothing
    const seen = differing.filter(Boolean);
    const [count] = seen.sort((one, other) => number(one) - number(other) || one - other);
    const found = parts.map((all) => ofCount(all, count));
    const values = { count, first: found[0].length, second: found[1].length };
    const sentence = say(SENTENCES[kind], values);
    return makeReason(kind, sentence, [first, second], found, [count]);
  }
  return null;
}

/** @param {Part[]} parts @param {number} count */
function ofCount(parts, count) {
  return parts.filter(({ cells }) => cells.length === count);
}

/** @param {string} kind @param {string} sentence @param {Grid[]} grids @param {Part[][]} parts @param {number[]} numbers @returns {Reason} */
function makeReason(kind, sentence, grids, parts, numbers) {
  const [firstCells, secondCells] = parts.map((found, k) => {
    const { size } = grids[k];
    const cells = [...new Set(found.flatMap((part) => part.cells))].sort((a, b) => a - b);
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

/** Return the clues of a grid for which a condition on row and column holds.
 * @param {Grid} grid @param {(row: number, column: number) => boolean} isIn */
function cluesIn({ size, cells }, isIn) {
  return range(size * size).filter((i) => cells[i] && isIn(Math.floor(i / size), i % size));
}

/** @param {Grid} grid @returns {Part[]} */
function listDigits({ size, cells }) {
  return range(size).map((i) => ({
    name: ["digit", i + 1],
    cells: range(size * size).filter((cell) => cells[cell] === i + 1),
  }));
}

/** @param {Grid} grid @returns {Part[]} */
function listLines(grid) {
  return range(grid.size).flatMap((line) => [
    { name: ["row", line + 1], cells: cluesIn(grid, (row) => row === line) },
    { name: ["column", line + 1], cells: cluesIn(grid, (_, column) => column === line) },
  ]);
}

/** @param {Grid} grid @returns {Part[]} */
function listBoxes(grid) {
  const { size, height, width } = grid;
  return range(size / height).flatMap((band) =>
    range(size / width).map((stack) => ({
      name: ["box", band + 1, stack + 1],
      cells: cluesIn(
        grid,
        (row, column) => Math.floor(row / height) === band && Math.floor(column / width) === stack,
      ),
    })),
  );
}
