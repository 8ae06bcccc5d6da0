// The examples of the empty page, which are instances of the package.

import { blankGrid, readPlainText } from "../../../showing/board/grids.js";
import { byId, say } from "./words.js";

/** @typedef {import("./words.js").Word} Word */

/** The examples: a word for each, and the name of its instance. @type {[Word, string][]} */
const EXAMPLES = [
  ["exampleCopies", "size9-clues25-copies"],
  ["exampleMoved", "size9-clues17-moved"],
  ["exampleSmall", "size4-clues8-copies"],
];

/** The text of an example, by default of the first. @param {string} [name] */
export function textOfExample(name = EXAMPLES[0][1]) {
  return JSON.parse(byId("examples-texts").textContent)[name];
}

/** The examples as items of a list, in HTML, each with a picture of its first Sudoku. */
export function listExamples() {
  const items = EXAMPLES.map(([word, name]) => {
    const [grid] = readPlainText(textOfExample(name)) ?? [blankGrid(9)];
    const side = 36 / grid.size;
    const squares = grid.cells.map((digit, i) => {
      const x = (i % grid.size) * side + side * 0.22;
      const y = Math.floor(i / grid.size) * side + side * 0.22;
      const size = side * 0.56;
      return digit
        ? `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="currentColor"/>`
        : "";
    });
    const picture = `<svg class="th" viewBox="0 0 36 36" aria-hidden="true"><rect class="paper" x=".75" y=".75" width="34.500" height="34.500" rx="2" stroke="currentColor" stroke-width="1.500"/>${squares.join("")}</svg>`;
    const hint = say(/** @type {Word} */ (`${word}Hint`));
    return `<li><button type="button" data-do="example" data-name="${name}">${picture}<span>${say(word)}<small>${hint}</small></span></button></li>`;
  });
  return items.join("");
}
