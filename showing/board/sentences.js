// Describes steps: by a name, and by a sentence that explains the step.

import { glyph } from "./grids.js";
import { cyclesOf, renamedDigits } from "./steps.js";
import { language, sharedText } from "./texts.js";

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./texts.js").LineKind} LineKind */

/** An arrow with narrow spaces, which Python writes on pages, too. */
const ARROW = "\u200a→\u200a";

/** @param {Step} step */
export function nameStep(step) {
  if (step.kind === "turn") {
    return sharedText(`turn ${/** @type {1 | 2 | 3} */ (step.quarters)}`);
  }
  if (step.kind === "digits") return sharedText("rename");
  if (step.kind === "cells") return step.title;
  const kind = /** @type {LineKind} */ (step.kind);
  const cycles = cyclesOf(step.to);
  const [cycle] = cycles;
  if (cycles.length === 1 && cycle.length === 2) {
    return sharedText(`swap ${kind}`, { a: cycle[0] + 1, b: cycle[1] + 1 });
  }
  const shown = cycles.map((one) => [...one, one[0]].map((i) => i + 1).join(ARROW));
  return sharedText(`move ${kind}`, { cycles: shown.join(", ") });
}

/**
 * Return the sentence that explains a step and is shown beside its name. It is empty if the step renames
 * digits or moves each cell by itself.
 * @param {Step} step
 */
export function explainStep(step) {
  const { words } = language;
  if (step.kind === "turn") return words.turnsWhy[step.quarters];
  if (step.kind === "digits" || step.kind === "cells") return "";
  const kind = /** @type {LineKind} */ (step.kind);
  if (step.block >= 0) return words.within(kind, step.block + 1);
  const lines = step.axis === "rows" ? words.rows : words.columns;
  const first = (/** @type {number} */ unit) => unit * step.length + 1;
  const span = (/** @type {number} */ unit) =>
    step.length === 1
      ? String(first(unit))
      : `${first(unit)}\u2060–\u2060${first(unit) + step.length - 1}`;
  const cycles = cyclesOf(step.to);
  if (cycles.length === 1 && cycles[0].length === 2) {
    return words.exchange(lines, span(cycles[0][0]), span(cycles[0][1]));
  }
  return words.goTo(
    lines,
    cycles.flat().map((unit) => [span(unit), span(step.to[unit])]),
  );
}

/**
 * Return one line of text that completely describes a step.
 * @param {Step} step
 * @param {State} state before the step
 * @param {number} size of the grid
 */
export function writeStep(step, state, size) {
  if (step.kind !== "digits") return nameStep(step);
  const shown = renamedDigits(step, state).map(
    (digit) => `${glyph(digit, size)}${ARROW}${glyph(step.names[digit], size)}`,
  );
  return sharedText("rename to", { names: shown.join(", ") });
}
