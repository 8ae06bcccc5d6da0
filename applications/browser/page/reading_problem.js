// Explains why a text cannot be read as one or two Sudokus, on a page without Python: by the first
// character that is none of a Sudoku, or by the number of cells.

import { say } from "./words.js";

/** @typedef {import("./input.js").Problem} Problem */

const SIZES = [4, 6, 8, 9];
const BESIDES = /[\s._*|+\-=,;:()[\]]/; // signs of blanks, frames, and what separates cells

/**
 * Return where and why a text cannot be read. Lines and columns count from 1.
 * @param {string} text
 * @returns {Problem}
 */
export function findReadingProblem(text) {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replace(/#.*/, ""));
  for (const [i, line] of lines.entries()) {
    const signs = Array.from(line);
    const k = signs.findIndex((sign) => !/\d/.test(sign) && !BESIDES.test(sign));
    if (k >= 0) {
      return { error: say("expectedDigit", { found: signs[k] }), line: i + 1, column: k + 1 };
    }
  }
  const filled = lines.findLastIndex((line) => /[\d._*]/.test(line));
  if (filled < 0) return { error: say("nothingRead") };
  const place = { line: filled + 1, column: lines[filled].trimEnd().length + 1 };
  if (lines.some((line) => /\d\d?( +\d\d?)+/.test(line))) {
    const numbers = lines.join(" ").match(/\d+|[._*]/g) ?? [];
    if (numbers.some((number) => Number(number) > 9)) {
      return { error: say("foundNumbers", { count: numbers.length }), ...place };
    }
  }
  const cells = lines.join("").match(/[\d._*]/g) ?? [];
  const count = cells.length;
  const sizes = SIZES.flatMap((size) => [1, 2].map((number) => ({ size, number })));
  const distance = (/** @type {{ size: number, number: number }} */ { size, number }) =>
    Math.abs(number * size ** 2 - count);
  const [nearest] = sizes.sort((a, b) => distance(a) - distance(b));
  const { size, number } = nearest;
  const large = lines.findIndex((line) => (line.match(/\d/g) ?? []).some((d) => Number(d) > size));
  if (!distance(nearest) && large >= 0) {
    const column = Array.from(lines[large]).findIndex((sign) => Number(sign) > size) + 1;
    const found = Array.from(lines[large])[column - 1];
    return { error: say("digitTooLarge", { found, size }), line: large + 1, column };
  }
  const values = { count, size, cells: size ** 2 };
  return { error: say(number === 2 ? "foundCellsOfTwo" : "foundCells", values), ...place };
}
