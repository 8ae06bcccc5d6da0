// Random steps and grids; the same seed gives the same.

import {
  applyStep,
  digitStep,
  digitsOf,
  isIdentity,
  lineStep,
  range,
  startState,
  turnStep,
} from "./steps.js";

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {import("./steps.js").Kind} Kind */
/** @typedef {import("./steps.js").Step} Step */

/**
 * Return a function that returns random numbers from 0 to below 1, the same for the same seed.
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Return the numbers below `length` in random order.
 * @param {number} length
 * @param {() => number} random
 */
export function shuffledRange(length, random) {
  const order = range(length);
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * Return a random step of a kind. A step of rows or columns moves the lines of a random block. The step
 * changes the grid, unless no step of this kind can.
 * @param {Grid} grid
 * @param {Kind} kind
 * @param {() => number} random
 * @returns {Step}
 */
export function randomStep(grid, kind, random) {
  const { size, height, width } = grid;
  const different = (/** @type {number} */ length) => {
    let order = shuffledRange(length, random);
    while (length > 1 && isIdentity(order)) order = shuffledRange(length, random);
    return order;
  };
  if (kind === "turn") return turnStep(height === width ? 1 + Math.floor(random() * 3) : 2);
  if (kind === "digits") return digitStep([0, ...different(size).map((digit) => digit + 1)]);
  if (kind === "bands") return lineStep(grid, "rows", -1, different(width));
  if (kind === "stacks") return lineStep(grid, "columns", -1, different(height));
  const length = kind === "rows" ? height : width;
  const block = Math.floor((random() * size) / length);
  const to = range(size);
  for (const [i, place] of different(length).entries())
    to[block * length + i] = block * length + place;
  return lineStep(grid, kind, block, to);
}

/**
 * Return the grid after some steps.
 * @param {Grid} grid
 * @param {Step[]} steps
 * @returns {Grid}
 */
export function carryOut(grid, steps) {
  let state = startState(grid);
  for (const step of steps) state = applyStep(state, step, grid.size);
  return { ...grid, cells: digitsOf(state, grid.size) };
}

/**
 * Return a random copy of a grid.
 * @param {Grid} grid
 * @param {() => number} random
 */
export function randomCopy(grid, random = Math.random) {
  const { size, height, width } = grid;
  /** @type {Step[]} */
  const steps = [];
  const quarters = height === width ? Math.floor(random() * 4) : 2 * Math.floor(random() * 2);
  if (quarters) steps.push(turnStep(quarters));
  for (const [axis, length] of /** @type {const} */ ([
    ["rows", height],
    ["columns", width],
  ])) {
    steps.push(lineStep(grid, axis, -1, shuffledRange(size / length, random)));
    for (const block of range(size / length)) {
      const to = range(size);
      for (const [i, place] of shuffledRange(length, random).entries()) {
        to[block * length + i] = block * length + place;
      }
      steps.push(lineStep(grid, axis, block, to));
    }
  }
  steps.push(digitStep([0, ...shuffledRange(size, random).map((digit) => digit + 1)]));
  return carryOut(grid, steps);
}
