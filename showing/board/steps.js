// Steps, and the states of a grid before, between and after them.

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {"turn" | "bands" | "stacks" | "rows" | "columns" | "digits"} Kind */
/** @typedef {"rows" | "columns"} Axis */

/**
 * A step. A turn has the number of `quarters`, clockwise. A renaming has `names`: digit d becomes the
 * digit `names[d]`. A step of the kind `cells`, such as a mirror image, moves each cell by itself: the
 * cell in place p goes to place `to[p]`, and `title` describes the step. Every other step moves units
 * of `length` rows or columns, as `axis` states: unit u goes to place `to[u]`. `block` is the band or
 * stack in which lines move; -1 if whole bands or stacks move.
 * @typedef {{
 *   kind: Kind | "cells", quarters: number, names: number[], title: string,
 *   axis: Axis | null, length: number, to: number[], block: number,
 * }} Step
 */

/**
 * The state of a grid after some steps: for each cell of the grid at the start, its present row, its
 * present column, and its present digit.
 * @typedef {{ rows: number[], columns: number[], digits: number[] }} State
 */

/**
 * The steps in one direction, as in the JSON of `solve`: the value of each part of the transformation,
 * such as the new order of the bands, and the order in which the parts are applied.
 * @typedef {{
 *   order: string[], rotation: number, bands: number[], stacks: number[],
 *   rows: number[][], columns: number[][], digits: number[],
 * }} Direction
 */

/** @param {number} length */
export function range(length) {
  return Array.from({ length }, (_, i) => i);
}

/** @param {number[]} order */
export function isIdentity(order) {
  return order.every((value, i) => value === i);
}

/**
 * Return the inverse of a permutation.
 * @param {number[]} order
 */
export function invert(order) {
  /** @type {number[]} */
  const inverse = [];
  for (const [i, value] of order.entries()) inverse[value] = i;
  return inverse;
}

const STILL = { quarters: 0, names: [], title: "", axis: null, length: 1, to: [], block: -1 };

/** @param {number} quarters @returns {Step} */
export function turnStep(quarters) {
  return { ...STILL, kind: "turn", quarters };
}

/** @param {number[]} names @returns {Step} */
export function digitStep(names) {
  return { ...STILL, kind: "digits", names };
}

/**
 * @param {string} title
 * @param {number[]} to for each place, the place to which its cell moves
 * @returns {Step}
 */
export function cellStep(title, to) {
  return { ...STILL, kind: "cells", title, to };
}

/**
 * Return the step that moves bands, stacks, or the lines of one block.
 * @param {Grid} grid
 * @param {Axis} axis
 * @param {number} block the band or stack of the lines; -1 if whole bands or stacks move
 * @param {number[]} to for each line or block of the grid, its new place
 * @returns {Step}
 */
export function lineStep(grid, axis, block, to) {
  const isRow = axis === "rows";
  const whole = isRow ? "bands" : "stacks";
  const length = block >= 0 ? 1 : isRow ? grid.height : grid.width;
  return { ...STILL, kind: block >= 0 ? axis : whole, axis, length, to, block };
}

/**
 * Return the steps of a direction.
 * @param {Direction} direction
 * @param {Grid} grid
 */
export function readSteps(direction, grid) {
  /** @type {Step[]} */
  const steps = [];
  /** @type {(axis: Axis, length: number, orders: number[][]) => void} */
  const addLines = (axis, length, orders) => {
    for (const [block, order] of orders.entries()) {
      if (isIdentity(order)) continue;
      const to = range(grid.size);
      for (const [i, place] of invert(order).entries())
        to[block * length + i] = block * length + place;
      steps.push(lineStep(grid, axis, block, to));
    }
  };
  for (const part of direction.order) {
    if (part === "rotation" && direction.rotation) steps.push(turnStep(direction.rotation));
    if (part === "bands" && !isIdentity(direction.bands)) {
      steps.push(lineStep(grid, "rows", -1, invert(direction.bands)));
    }
    if (part === "stacks" && !isIdentity(direction.stacks)) {
      steps.push(lineStep(grid, "columns", -1, invert(direction.stacks)));
    }
    if (part === "rows") addLines("rows", grid.height, direction.rows);
    if (part === "columns") addLines("columns", grid.width, direction.columns);
    if (part === "digits") {
      const names = [0, ...direction.digits];
      if (grid.cells.some((digit) => names[digit] !== digit)) steps.push(digitStep(names));
    }
  }
  return steps;
}

/** @param {Grid} grid @returns {State} */
export function startState({ size, cells }) {
  return {
    rows: cells.map((_, i) => Math.floor(i / size)),
    columns: cells.map((_, i) => i % size),
    digits: [...cells],
  };
}

/**
 * @param {State} state
 * @param {Step} step
 * @param {number} size
 * @returns {State}
 */
export function applyStep(state, step, size) {
  const after = {
    rows: [...state.rows],
    columns: [...state.columns],
    digits: [...state.digits],
  };
  for (const i of state.digits.keys()) {
    if (step.kind === "turn") {
      let [r, c] = [state.rows[i], state.columns[i]];
      for (let k = 0; k < step.quarters; k++) [r, c] = [c, size - 1 - r];
      after.rows[i] = r;
      after.columns[i] = c;
    } else if (step.axis) {
      const line = state[step.axis][i];
      const unit = Math.floor(line / step.length);
      after[step.axis][i] = step.to[unit] * step.length + (line % step.length);
    } else if (step.kind === "cells") {
      const place = step.to[state.rows[i] * size + state.columns[i]];
      after.rows[i] = Math.floor(place / size);
      after.columns[i] = place % size;
    } else after.digits[i] = step.names[state.digits[i]] ?? 0;
  }
  return after;
}

/**
 * Return the states of a grid: before the first step, and after each step.
 * @param {Grid} grid
 * @param {Step[]} steps
 */
export function statesAlong(grid, steps) {
  const states = [startState(grid)];
  for (const step of steps) {
    states.push(applyStep(/** @type {State} */ (states.at(-1)), step, grid.size));
  }
  return states;
}

/**
 * Return the digits of a state, row after row, as the cells are placed now.
 * @param {State} state
 * @param {number} size
 */
export function digitsOf(state, size) {
  const cells = new Array(size * size).fill(0);
  for (const [i, digit] of state.digits.entries()) {
    cells[state.rows[i] * size + state.columns[i]] = digit;
  }
  return cells;
}

/**
 * Return whether the steps lead from the first grid to the second. Pages show only steps that do.
 * @param {Grid} first
 * @param {Step[]} steps
 * @param {Grid} second
 */
export function doStepsLead(first, steps, second) {
  const last = /** @type {State} */ (statesAlong(first, steps).at(-1));
  const cells = digitsOf(last, first.size);
  return first.size === second.size && cells.every((digit, i) => digit === second.cells[i]);
}

/**
 * Return the cell that is now at a row and column: its number in the grid at the start.
 * @param {State} state
 * @param {number} row
 * @param {number} column
 */
export function cellAt(state, row, column) {
  return state.rows.findIndex((r, i) => r === row && state.columns[i] === column);
}

/**
 * Return the cycles of a permutation, except cycles of one element.
 * @param {number[]} to
 */
export function cyclesOf(to) {
  const seen = new Set();
  const cycles = [];
  for (const i of to.keys()) {
    if (seen.has(i) || to[i] === i) continue;
    const cycle = [];
    for (let j = i; !seen.has(j); j = to[j]) {
      seen.add(j);
      cycle.push(j);
    }
    cycles.push(cycle);
  }
  return cycles;
}

/** @param {Step} step @returns {Step} */
export function inverseStep(step) {
  if (step.kind === "turn") return turnStep(4 - step.quarters);
  if (step.axis || step.kind === "cells") return { ...step, to: invert(step.to) };
  return digitStep(invert(step.names));
}

/**
 * Return the digits of a state that a step renames, in ascending order.
 * @param {Step} step
 * @param {State} state
 */
export function renamedDigits(step, state) {
  const digits = [...new Set(state.digits)].filter((d) => d && step.names[d] !== d);
  return digits.sort((a, b) => a - b);
}

/**
 * Return the units of lines that a step moves.
 * @param {Step} step
 */
export function movingUnits(step) {
  return [...step.to.keys()].filter((unit) => step.to[unit] !== unit);
}
