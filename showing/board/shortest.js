// Finds the fewest steps between two states of one grid.

import { applyStep, digitStep, isIdentity, lineStep, range, turnStep } from "./steps.js";

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {import("./steps.js").Axis} Axis */
/** @typedef {import("./steps.js").State} State */
/** @typedef {import("./steps.js").Step} Step */

/**
 * Return the fewest steps that lead from one state of a grid to another.
 * @param {State} from
 * @param {State} to
 * @param {Grid} grid
 * @returns {Step[]}
 */
export function stepsBetween(from, to, grid) {
  const turns = [0, 1, 2, 3].map((quarters) => stepsWithTurn(from, to, grid, quarters));
  const found = /** @type {Step[][]} */ (turns.filter((steps) => steps !== null));
  found.sort((one, other) => one.length - other.length);
  return found[0] ?? [];
}

/** @param {State} from @param {State} to @param {Grid} grid @param {number} quarters */
function stepsWithTurn(from, to, grid, quarters) {
  const { size } = grid;
  if (quarters % 2 && grid.height !== grid.width) return null;
  const turned = applyStep(from, turnStep(quarters), size);
  /** @type {Record<Axis, number[]>} */
  const places = { rows: [], columns: [] };
  for (const i of from.digits.keys()) {
    for (const axis of /** @type {const} */ (["rows", "columns"])) {
      places[axis][turned[axis][i]] ??= to[axis][i];
      if (places[axis][turned[axis][i]] !== to[axis][i]) return null;
    }
  }
  const [bands, rows] = lineSteps(grid, "rows", places.rows);
  const [stacks, columns] = lineSteps(grid, "columns", places.columns);
  const turn = quarters ? [turnStep(quarters)] : [];
  const names = namesBetween(from.digits, to.digits, size);
  const digits = from.digits.some((digit) => names[digit] !== digit) ? [digitStep(names)] : [];
  return [...turn, ...bands, ...stacks, ...rows, ...columns, ...digits];
}

/**
 * Return the steps that move blocks, and the steps that move lines within blocks; line i goes to
 * `places[i]`.
 * @param {Grid} grid
 * @param {Axis} axis
 * @param {number[]} places
 */
function lineSteps(grid, axis, places) {
  const length = axis === "rows" ? grid.height : grid.width;
  const blocks = range(grid.size / length).map((b) => Math.floor(places[b * length] / length));
  const whole = isIdentity(blocks) ? [] : [lineStep(grid, axis, -1, blocks)];
  /** @type {Step[]} */
  const within = [];
  for (const [old, block] of blocks.entries()) {
    const to = range(grid.size);
    for (const i of range(length)) to[block * length + i] = places[old * length + i];
    if (!isIdentity(to)) within.push(lineStep(grid, axis, block, to));
  }
  return [whole, within];
}

/**
 * Return the new names of all digits. A digit that does not occur keeps its name if no other has
 * it.
 * @param {number[]} from
 * @param {number[]} to
 * @param {number} size
 */
function namesBetween(from, to, size) {
  /** @type {number[]} */
  const names = [0];
  for (const [i, digit] of from.entries()) if (digit) names[digit] = to[i];
  const free = range(size)
    .map((i) => i + 1)
    .filter((digit) => !names.includes(digit));
  for (const i of range(size)) {
    const digit = i + 1;
    if (names[digit] !== undefined) continue;
    const own = free.indexOf(digit);
    names[digit] = free.splice(Math.max(own, 0), 1)[0];
  }
  return names;
}
