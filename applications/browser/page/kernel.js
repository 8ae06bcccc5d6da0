// The kernel in WebAssembly: it decides most pairs at once, before Python is loaded.

import { doStepsLead, inverseStep, readSteps } from "../../../showing/board/steps.js";
import { bytesOfBase64 } from "./engine.js";

/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */
/** @typedef {import("../../../showing/board/steps.js").Step} Step */
/** @typedef {import("../../../showing/board/steps.js").Direction} Direction */

/**
 * The functions of page_kernel.c.
 * @typedef {{
 *   memory: WebAssembly.Memory, input_bytes: () => number, output_bytes: () => number,
 *   compare: (height: number, width: number, nodes: number) => number,
 *   complete: (height: number, width: number, limit: number, nodes: number) => number,
 *   sign: (height: number, width: number) => number,
 * }} Exports
 */

const MOST_ROWS = 25; // MOST_A_SIDE in kernel.h
const MOST_ROWS_OF_PAIRS = 36; // MOST_OF_PAIRS there
const BEST = 3; // what `compare` returns if a search has found the best transformation
// The most nodes of a search, times the number of cells: a third of that in kernel_functions.py
const NODES = 4_000_000;
const PUZZLE_NODES = 4_000_000; // likewise, of a search for completions

export class Kernel {
  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
  }

  /**
   * Load the kernel of the page; return null if the page was built without it, or if WebAssembly
   * does not work here. If the browser allows it, this is done without a pause, so that the first
   * answer need not wait until the browser has read the rest of the page.
   * @param {string} text the kernel, in base64
   */
  static async load(text) {
    try {
      if (!text) return null;
      const bytes = bytesOfBase64(text);
      const module = compileAtOnce(bytes) ?? (await WebAssembly.compile(bytes));
      const { exports } = new WebAssembly.Instance(module, {});
      return new Kernel(/** @type {Exports} */ (/** @type {unknown} */ (exports)));
    } catch {
      return null;
    }
  }

  /** @param {number[]} cells */
  #write(cells) {
    const { memory, input_bytes: input } = this.exports;
    new Uint8Array(memory.buffer, input(), cells.length).set(cells);
  }

  /** @param {number} start @param {number} length */
  #read(start, length) {
    const { memory, output_bytes: output } = this.exports;
    return [...new Uint8Array(memory.buffer, output() + start, length)];
  }

  /**
   * Return the fewest steps from one grid to another of the same shape. `steps` is null if the
   * grids are not copies. The result is null if the kernel cannot decide this, so that a solver
   * must be asked. The steps were carried out, and lead to the second grid.
   * @param {Grid} first
   * @param {Grid} second
   * @returns {{ steps: Step[] | null } | null}
   */
  compare(first, second) {
    const { size, height, width } = first;
    if (size > MOST_ROWS_OF_PAIRS) return null;
    this.#write([...first.cells, ...second.cells]);
    const number = this.exports.compare(height, width, Math.floor(NODES / size ** 2));
    if (number < 0) return null;
    const count = number === BEST ? 1 : number;
    const length = 1 + width + height + 3 * size;
    const ways = Array.from({ length: count }, (_, k) =>
      readSteps(directionOf(this.#read(k * length, length), first), first),
    );
    const leading = ways.filter((steps) => doStepsLead(first, steps, second));
    if (number === BEST && !leading.length) return null;
    leading.sort((one, other) => one.length - other.length);
    return { steps: leading[0] ?? null };
  }

  /**
   * Return the number of completions of a grid, counted up to `limit`, and one of them; null if the
   * search would take long.
   * @param {Grid} grid
   * @param {number} limit
   */
  complete({ size, height, width, cells }, limit) {
    if (size > MOST_ROWS) return null;
    this.#write(cells);
    const nodes = Math.floor(PUZZLE_NODES / size ** 2);
    const count = this.exports.complete(height, width, limit, nodes);
    return count < 0 ? null : { count, cells: this.#read(0, size * size) };
  }

  /**
   * Return a text that all copies of a grid share; empty for large grids.
   * @param {Grid} grid
   */
  sign({ size, height, width, cells }) {
    if (size > MOST_ROWS) return "";
    this.#write(cells);
    this.exports.sign(height, width);
    return `${height} ${width} ${this.#read(0, 8).join()}`;
  }
}

/**
 * Compile a program without a pause; return null if the browser refuses that, as Chromium before
 * version 115 does for all but the smallest programs.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function compileAtOnce(bytes) {
  try {
    return new WebAssembly.Module(bytes);
  } catch {
    return null;
  }
}

/** @param {number[]} way @param {Grid} grid @returns {Direction} */
function directionOf(way, { size, height, width }) {
  let at = 0;
  const take = (/** @type {number} */ length) => {
    at += length;
    return way.slice(at - length, at);
  };
  const lists = (/** @type {number} */ length) =>
    Array.from({ length: size / length }, () => take(length));
  return {
    order: ["rotation", "bands", "stacks", "rows", "columns", "digits"],
    rotation: take(1)[0],
    bands: take(width),
    stacks: take(height),
    rows: lists(height),
    columns: lists(width),
    digits: take(size),
  };
}

/**
 * Return the steps back: the inverses in reverse order. Lines, blocks and the turn come in this
 * order, and the renaming last, as sudokopie gives them.
 * @param {Step[]} steps
 */
export function stepsBack(steps) {
  const order = ["rows", "columns", "bands", "stacks", "turn", "digits"];
  return steps
    .map(inverseStep)
    .sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}
