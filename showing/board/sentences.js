// Describes steps: by a name, and by a sentence that explains the step.

import { glyph } from "./grids.js";
import { cyclesOf } from "./steps.js";
import { language } from "./texts.js";

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./texts.js").LineKind} LineKind */

/** @param {Step} step */
export function nameStep(step) {
  const { words } = language;
  if (step.kind === "turn") return words.turns[step.quarters];
  if (step.kind === "digits") return words.rename;
  if (step.kind === "cells") return step.title;
  const kind = /** @type {LineKind} */ (step.kind);
  const cycles = cyclesOf(step.to);
  const [cycle] = cycles;
  if (cycles.length === 1 && cycle.length === 2) {
    return words.swap(kind, cycle[0] + 1, cycle[1] + 1);
  }
  const shown = cycles.map((one) => [...one, one[0]].map((i) => i + 1).join("\u200a→\u200a"));
  return words.move(kind, shown.join(", "));
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
 * @param {Grid} grid
 */
export function writeStep(step, grid) {
  if (step.kind !== "digits") return nameStep(step);
  const moves = [...step.names.entries()].filter(([digit, name]) => digit && digit !== name);
  const shown = moves.map(
    ([digit, name]) => `${glyph(digit, grid.size)}→${glyph(name, grid.size)}`,
  );
  return `${nameStep(step)}: ${shown.join(" ")}`;
}
