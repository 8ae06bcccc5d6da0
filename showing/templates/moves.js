// The exchanges and turns that a person makes by hand, and the fewest that reach the target.

/** @typedef {import("./states.js").Data} Data */
/** @typedef {import("./states.js").State} State */

/** The old place of each cell, if the grid was turned clockwise by `quarters` quarter turns.
 * @param {number} size @param {number} quarters */
export function turned(size, quarters) {
  let from = Array.from({ length: size * size }, (_, p) => p);
  for (let k = 0; k < quarters; k++) {
    const before = from;
    from = before.map((_, p) => before[(size - 1 - (p % size)) * size + Math.floor(p / size)]);
  }
  return from;
}

/** The numbers from 0 to size - 1 with two blocks of `length` numbers exchanged: block `one` and
 * block `other`.
 * @param {number} size @param {number} one @param {number} other */
export function exchanged(size, one, other, length = 1) {
  return Array.from({ length: size }, (_, i) => {
    const block = Math.floor(i / length);
    const source = block === one ? other : block === other ? one : block;
    return source * length + (i % length);
  });
}

/** The fewest exchanges of two numbers that bring the numbers from 0 into order: their number minus
 * the number of cycles.
 * @param {number[]} order */
function exchangesOf(order) {
  const now = [...order];
  let count = 0;
  for (let i = 0; i < now.length; i++) {
    while (now[i] !== i) {
      const j = now[i];
      now[i] = now[j];
      now[j] = j;
      count++;
    }
  }
  return count;
}

/** The fewest exchanges that bring lines into order: exchanges of whole blocks of `length` lines,
 * and of lines within a block. An exchange of blocks never saves an exchange of lines.
 * @param {number[]} lines @param {number} length */
function lineExchanges(lines, length) {
  let count = 0;
  const blocks = [];
  for (let i = 0; i < lines.length; i += length) {
    blocks.push(Math.floor(lines[i] / length));
    count += exchangesOf(lines.slice(i, i + length).map((line) => line % length));
  }
  return count + exchangesOf(blocks);
}

/** The fewest moves that lead from the first state to the last, in which each cell has its final
 * place and digit.
 *
 * Each turn is tried: a half turn is a single move, and moving lines has the same effect.
 * @param {Data} data @param {State} first @param {State} last */
export function fewestMoves({ size, height, width }, first, last) {
  const moves = [0, 1, 2, 3].map((quarters) => {
    /** @type {number[]} */
    const to = [];
    turned(size, quarters).forEach((origin, p) => {
      to[origin] = p;
    });
    const rest = last.origins.map((origin) => to[origin]);
    const rows = Array.from({ length: size }, (_, r) => Math.floor(rest[r * size] / size));
    const columns = Array.from({ length: size }, (_, c) => rest[c] % size);
    const isOfLines = rest.every(
      (from, p) => from === rows[Math.floor(p / size)] * size + columns[p % size],
    );
    if (!isOfLines || (quarters % 2 && height !== width)) return Number.POSITIVE_INFINITY;
    return Math.min(quarters, 1) + lineExchanges(rows, height) + lineExchanges(columns, width);
  });
  return Math.min(...moves) + exchangesOf(digitsBecome(size, first, last));
}

/** The new digit of each digit, both counted from 0. Digits without a clue get the remaining digits
 * in the way that takes the fewest exchanges.
 * @param {number} size @param {State} first @param {State} last */
function digitsBecome(size, first, last) {
  /** @type {number[]} */
  const becomes = [];
  /** @type {number[]} */
  const was = [];
  last.origins.forEach((origin, p) => {
    becomes[first.values[origin]] = last.values[p];
    was[last.values[p]] = first.values[origin];
  });
  return Array.from({ length: size }, (_, i) => {
    if (becomes[i + 1] !== undefined) return becomes[i + 1] - 1;
    let start = i + 1; // the start of the chain of renamed digits that ends here
    while (was[start] !== undefined) start = was[start];
    return start - 1;
  });
}
