// What is followed through all steps: a cell, or all cells of its row, its column or its digit.

import { glyph } from "./grids.js";
import { lastState, stage } from "./stage.js";
import { language } from "./texts.js";

/** @typedef {import("./steps.js").State} State */

/** What may be followed of a cell. */
export const FOLLOWED = /** @type {const} */ (["cell", "row", "column", "digit"]);

/** @typedef {typeof FOLLOWED[number]} Followed */

/** Return the state before the first step in the direction that is shown. */
function firstState() {
  return stage.states[stage.direction][0];
}

/** Return the cells that are followed, by their numbers in the grid that moves; none if nothing is. */
export function followedCells() {
  const { followed: chosen, following } = stage;
  if (chosen === null) return [];
  if (following === "cell") return [chosen];
  const { rows, columns, digits } = firstState();
  const values = { row: rows, column: columns, digit: digits }[following];
  return [...values.keys()].filter((cell) => values[cell] === values[chosen]);
}

/** Return the name of a line in a state, such as "row 3". @param {number[]} cells @param {State} state */
function nameLine(cells, { rows, columns }) {
  const { words } = language;
  const [first, last] = [cells[0], /** @type {number} */ (cells.at(-1))];
  return rows[first] === rows[last] ? words.row(rows[first] + 1) : words.column(columns[first] + 1);
}

/** Return the sentence about what is followed; an empty text if nothing is. */
export function describeFollowed() {
  const { words } = language;
  const cells = followedCells();
  if (!cells.length) return "";
  const [first, last] = [firstState(), lastState()];
  const { size } = stage.grids[0];
  const [cell] = cells;
  const [digit, name] = [first, last].map(({ digits }) => glyph(digits[cell], size));
  if (stage.following === "digit") return words.followDigit(digit, name, cells.length);
  if (stage.following !== "cell") {
    return words.followLine(nameLine(cells, first), nameLine(cells, last));
  }
  const [from, to] = [first, last].map(({ rows, columns }) =>
    words.place(rows[cell] + 1, columns[cell] + 1),
  );
  return words.follow(digit, from, to, name);
}

/** Return the buttons that choose how much of a followed cell's surroundings is followed, as HTML. */
export function offerFollowing() {
  const { words } = language;
  if (stage.followed === null) return "";
  const isBlank = !firstState().digits[stage.followed];
  const buttons = FOLLOWED.filter((kind) => kind !== "digit" || !isBlank).map(
    (kind) =>
      `<button type="button" data-do="follow" data-follow="${kind}" aria-pressed="${stage.following === kind}">${words.followed[kind]}</button>`,
  );
  return `<div class="seg follow" role="group" aria-label="${words.followWhat}">${buttons.join("")}</div>`;
}
