// Copies in lists without Python, on the small page: each line has one Sudoku of 4×4 or 9×9.

import { readPlainText, writeLine } from "../../../showing/board/grids.js";
import { say } from "./words.js";

/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */
/** @typedef {import("./list.js").Copies} Copies */

/**
 * Find the copies among the Sudokus of one or two lists. Lines that cannot be read, and pairs that
 * are too hard for the kernel, are reported.
 * @param {string[][]} lists the name and the text of each list
 * @param {import("./kernel.js").Kernel | null} kernel
 * @returns {Copies}
 */
export function findCopiesHere(lists, kernel) {
  /** @type {Copies} */
  const found = { account: "", wrong: [], first: [], near: [], sudokus: [], comments: [] };
  /** @type {Grid[]} */
  const grids = [];
  /** The first Sudokus of the classes, by the text that copies share. @type {Map<string, number[]>} */
  const classes = new Map();
  for (const [name, text] of lists) {
    for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
      if (!line.trim()) continue;
      const [grid, other] = readPlainText(line.trim().split(/[\s,;]+/)[0]) ?? [];
      if (!grid || other || !kernel) {
        found.wrong.push(`${name}:${i + 1}: ${say("lineHere")}`);
        continue;
      }
      const rest = line
        .trim()
        .split(/[\s,;]+/)
        .slice(1)
        .join(" ");
      const number = grids.push(grid) - 1;
      found.sudokus.push([name, i + 1, rest, writeLine(grid)]);
      found.comments.push("");
      const key = kernel.sign(grid);
      const known = classes.get(key) ?? [];
      const same = known.find((one) => {
        const answer = kernel.compare(grids[one], grid);
        if (!answer) found.wrong.push(`${name}:${i + 1}: ${say("hardHere")}`);
        return answer?.steps;
      });
      found.first.push(same ?? number);
      if (same === undefined) classes.set(key, [...known, number]);
    }
  }
  const copies = grids.length - new Set(found.first).size;
  found.account = say("accountHere", { sudokus: grids.length, copies });
  return found;
}
