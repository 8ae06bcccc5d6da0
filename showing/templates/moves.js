// Computes the exchanges and turns that a reader makes by hand, and the fewest that are needed.

/** @typedef {import("./states.js").Data} Data */
/** @typedef {import("./states.js").State} State */

/** Return, for each place after some quarter turns clockwise, the place before them.
 * @param {number} size @param {number} quarters */
export function turned(size, quarters) {
  let from = Array.from({ length: size * size }, (_, p) => p);
  for (let k = 0; k < quarters; k++) {
    const before = from;
    from = before.map((_, p) => before[(size - 1 - (p % size)) * size + Math.floor(p / size)]);
  }
  return from;
}

/** Return the numbers from 0 to `size` - 1 in order, except that two blocks of `length` numbers are
 * exchanged: block `one` and block `other`, counted from 0.
 * @param {number} size @param {number} one @param {number} other */
export function exchanged(size, one, other, length = 1) {
  return Array.from({ length: size }, (_, i) => {
    const block = Math.floor(i / length);
    const source = block === one ? other : block === other ? one : block;
    return source * length + (i % length);
  });
}

/** Return the number of exchanges of two numbers that sort a permutation of 0, 1, 2, …: the number
 * of its elements, less 1 for each cycle.
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

/** Return the fewest exchanges that reorder lines: exchanges of whole blocks of `length` lines, and
 * exchanges of lines within a block. More exchanges of one kind never save one of the other.
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

/** Return the fewest moves that lead from one state to another.
 *
 * A turn by any angle is one move. Exchanges of lines can replace a half turn, so all turns are
 * tried.
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

/** Return the new digit of each digit, both counted from 0. Digits without a clue get the remaining
 * new digits so that the fewest exchanges are needed.
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
    let start = i + 1; // the first digit of the chain of renamings that ends here
    while (was[start] !== undefined) start = was[start];
    return start - 1;
  });
}
