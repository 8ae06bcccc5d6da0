// Reasons for a no that need only counting and sorting: no step changes how many clues a Sudoku has, how
// often its digits occur, how many clues its lines and boxes have, and so on. They are tried in the order
// of `solve`, which names the same difference.

import { range } from "../../../showing/board/steps.js";
import { say } from "./words.js";

/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */
/** @typedef {import("../../../showing/board/stage.js").Reason} Reason */
/** A part of a grid, such as a row: its kind, the numbers that distinguish it, the numbers of its cells,
 * and of those with clues.
 * @typedef {{ kind: string, numbers: number[], all: number[], cells: number[] }} Part */
/** Numbers that were counted in a part; a quarter turn exchanges those by rows and by columns.
 * @typedef {{ common: number[], byRows: number[], byColumns: number[] }} Counts */
/** @typedef {{ part: Part, counts: Counts }} Row a row of a table of parts */
/** @typedef {"all" | "upright" | "turned"} Orientations */
/** @typedef {{ kind: string, how: Orientations, counts: Counts, parts: Part[][], rounds: number }} Difference */

const PART_KINDS = [
  ...["digit", "row", "column", "box", "band", "stack", "clue", "rows", "columns", "digits"],
];
const ALONG_ROWS = ["row", "band", "rows"];
const ALONG_COLUMNS = ["column", "stack", "columns"];
const PAIRS = ["rows", "columns", "digits"];
const REFINEMENT = "refinement";

/**
 * Count in two Sudokus of the same shape that are not copies. Return the difference that `solve` names,
 * in the form in which its JSON gives a reason; null if it needs more than counting and sorting.
 * @param {Grid} first
 * @param {Grid} second
 * @returns {Reason | null}
 */
export function findCountedReason(first, second) {
  const grids = [first, second];
  const isSquare = first.height === first.width;
  /** @type {Difference[]} */
  const found = [];
  for (const [kind, rounds, one, two] of yieldTables(first, second)) {
    const easiest = (/** @type {Orientations} */ how) =>
      findEasiest(kind, rounds, one, two, how, grids);
    const both = isSquare ? easiest("all") : null;
    if (both) return makeReason(grids, [both]);
    for (const [i, how] of /** @type {const} */ (["upright", "turned"]).entries()) {
      if (i && !isSquare) continue;
      const difference = found[i] ?? easiest(how);
      if (difference) found[i] = difference;
    }
    if (found[0] && (found[1] || !isSquare)) return makeReason(grids, found);
  }
  return null;
}

/**
 * Yield the tables of both grids that are compared, in the order of `solve`: the kind of the reason, the
 * number of rounds of sorting, and the tables.
 * @param {Grid} first
 * @param {Grid} second
 * @returns {Generator<[string, number, Row[], Row[]]>}
 */
function* yieldTables(first, second) {
  const [one, two] = [new Counter(first), new Counter(second)];
  for (const [kind, list] of KINDS) yield [kind, 0, list(one), list(two)];
  const names = new Map();
  const colourings = [new Colouring(one, names), new Colouring(two, names)];
  let rounds = 0;
  // The later stages begin with the cycles between lines of a band or stack, or between all others.
  for (const isNear of [null, true, false]) {
    if (isNear !== null) for (const colouring of colourings) colouring.addCycles(isNear);
    for (let isFiner = true; isFiner; ) {
      rounds++;
      [isFiner] = colourings.map((colouring) => colouring.refine());
      const [a, b] = colourings.map((colouring) => colouring.table());
      yield [REFINEMENT, rounds, a, b];
    }
  }
}

/** @param {number[]} a @param {number[]} b */
function compareLists(a, b) {
  for (const i of range(Math.min(a.length, b.length))) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

/** @param {Counts} a @param {Counts} b */
function compareCounts(a, b) {
  return (
    compareLists(a.common, b.common) ||
    compareLists(a.byRows, b.byRows) ||
    compareLists(a.byColumns, b.byColumns)
  );
}

/** @param {Part} a @param {Part} b */
function compareParts(a, b) {
  const [i, j] = [a, b].map(({ kind }) => PART_KINDS.indexOf(kind));
  return i - j || compareLists(a.numbers, b.numbers);
}

/** @param {Counts} counts @returns {Counts} */
function exchanged({ common, byRows, byColumns }) {
  return { common, byRows: byColumns, byColumns: byRows };
}

/**
 * Return the difference with the fewest parts: counts that more parts of a grid have than of the other.
 * Of equally easy ones, it is the one with the largest counts; after sorting, that of the first parts.
 * Return null if the parts of both grids have the same counts.
 * @param {string} kind
 * @param {number} rounds
 * @param {Row[]} one
 * @param {Row[]} two
 * @param {Orientations} how
 * @param {Grid[]} grids
 * @returns {Difference | null}
 */
function findEasiest(kind, rounds, one, two, how, grids) {
  /** @type {Map<string, { counts: Counts, parts: Part[][] }>} */
  const groups = new Map();
  for (const [k, table] of [one, two].entries()) {
    for (const { part, counts: own } of table) {
      const other = exchanged(own);
      const isOther = how === "all" ? compareCounts(own, other) < 0 : how === "turned" && !k;
      const counts = isOther ? other : own;
      const key = JSON.stringify(counts);
      const group = groups.get(key) ?? { counts, parts: [[], []] };
      group.parts[k].push(part);
      groups.set(key, group);
    }
  }
  const differing = [...groups.values()].filter(({ parts: [a, b] }) => a.length !== b.length);
  for (const { parts } of differing) for (const some of parts) some.sort(compareParts);
  const [best] = differing.sort((a, b) => {
    const [x, y] = [a, b].map(({ parts }) =>
      parts.map((some) => some.length).sort((m, n) => m - n),
    );
    if (kind !== REFINEMENT) return compareLists(x, y) || compareCounts(b.counts, a.counts);
    const [p, q] = [a, b].map(({ parts }) => parts.flat().sort(compareParts));
    const clues = (/** @type {{ parts: Part[][] }} */ { parts }) =>
      parts.flatMap((some, k) =>
        some.flatMap((part) => part.cells.map((i) => [i, grids[k].cells[i]])),
      );
    const [m, n] = [a, b].map((one) => clues(one).sort(compareLists).flat());
    return (
      compareLists(x, y) ||
      comparePartLists(p, q) ||
      compareLists(m, n) ||
      a.parts[0].length - b.parts[0].length
    );
  });
  return best ? { kind, how, rounds, ...best } : null;
}

/** @param {Part[]} one @param {Part[]} two */
function comparePartLists(one, two) {
  for (const i of range(Math.min(one.length, two.length))) {
    const order = compareParts(one[i], two[i]);
    if (order) return order;
  }
  return one.length - two.length;
}

/** @param {Grid[]} grids @param {Difference[]} differences @returns {Reason} */
function makeReason(grids, differences) {
  const marked = [0, 1].map((k) => differences.flatMap((one) => markedParts(one, k)));
  const [firstCells, secondCells] = marked.map((found, k) => {
    const { size } = grids[k];
    const all = found.flatMap((part) => (part.cells.length ? part.cells : part.all));
    const cells = [...new Set(all)].sort((a, b) => a - b);
    return cells.map((cell) => [Math.floor(cell / size) + 1, (cell % size) + 1]);
  });
  const [firstParts, secondParts] = marked.map((parts) =>
    parts.map(({ kind, numbers }) => [
      kind,
      ...numbers.map((number) => number + (kind.startsWith("digit") ? 0 : 1)),
    ]),
  );
  const order = [...KINDS.map(([name]) => name), REFINEMENT];
  const last = Math.max(...differences.map(({ kind }) => order.indexOf(kind)));
  return {
    kind: order[last],
    sentence: differences.map((one) => describe(one, differences.length > 1)).join(" "),
    first_cells: firstCells,
    second_cells: secondCells,
    first_parts: firstParts,
    second_parts: secondParts,
    counted: differences.map(({ counts, parts: [one, two] }, i) => ({
      numbers: differences[i].kind === REFINEMENT ? [] : numbersOf(counts),
      first: one.length,
      second: two.length,
    })),
  };
}

/** @param {Counts} counts */
function numbersOf({ common, byRows, byColumns }) {
  return [...common, ...byRows, ...byColumns];
}

/** Return the parts to mark on a grid: of pairs, only the first. @param {Difference} difference @param {number} k */
function markedParts({ kind, parts }, k) {
  if (kind === "clues") return [];
  const arePairs = parts.flat().every((part) => PAIRS.includes(part.kind));
  return arePairs ? parts[k].slice(0, 1) : parts[k];
}

/** @type {Record<string, import("./words.js").Word[]>} */
const SENTENCES = {
  clues: ["countedClues"],
  digits: ["countedDigits"],
  lines: ["countedLines", "countedRows", "countedColumns"],
  boxes: ["countedBoxes"],
  "bands and stacks": ["countedBlocks", "countedBands", "countedStacks"],
  "lines of bands and stacks": ["countedLinesOfBlocks"],
  "boxes of bands and stacks": ["countedBoxesOfBlocks"],
  "repeated digits in lines": ["countedRepeatsInLines"],
  "repeated digits in boxes": ["countedRepeatsInBoxes"],
  "row and column of a clue": ["countedCluesByLines"],
  "box and digit of a clue": ["countedCluesByDigit"],
  "boxes of a digit": ["countedDigitsByBoxes"],
  "rows and columns of a digit": ["countedDigitsByLines"],
  "digits of a line": ["countedLinesByDigits"],
  "row, column, box and digit of a clue": ["countedCluesByAll"],
  "boxes of two digits": ["countedDigitPairs"],
  "digits of two lines": ["countedLinePairs"],
  "cycles between lines of a band or stack": ["countedCycles"],
  "cycles between lines of two bands or stacks": ["countedCycles"],
  [REFINEMENT]: ["countedRounds"],
};

/** Return a sentence in which a number 1 is followed by a singular. @param {string} sentence */
function inSingular(sentence) {
  return sentence
    .replace(/\b(with|has|mit|hat) 1 (clue|Vorgabe)[sn]\b/g, "$1 1 $2")
    .replace(/\b1 times/g, "once")
    .replace(/\b1-mal/g, "einmal");
}

/** @param {Difference} difference @param {boolean} isOneOfTwo */
function describe({ kind, how, counts, parts: [one, two], rounds }, isOneOfTwo) {
  const { common, byRows, byColumns } = counts;
  const listed = (/** @type {number[]} */ numbers) => [...numbers].reverse().join(", ");
  const wordings = SENTENCES[kind];
  const way = how === "all" ? 0 : byRows.length ? 1 : 2;
  const numbers = numbersOf(counts);
  const sentence = inSingular(
    say(wordings[way % wordings.length], {
      count: numbers[0] ?? 0,
      numbers: listed(numbers),
      box: common[0] ?? 0,
      times: common[1] ?? 0,
      rows: listed(byRows),
      columns: listed(byColumns),
      rounds,
      first: one.length,
      second: two.length,
    }),
  );
  if (!isOneOfTwo) return sentence;
  return say(how === "turned" ? "withTurn" : "withoutTurn", { sentence });
}

/** Counts in the parts of a grid. */
class Counter {
  /** @param {Grid} grid */
  constructor(grid) {
    this.grid = grid;
    this.clues = range(grid.size * grid.size).filter((i) => grid.cells[i]);
    this.rows = range(grid.size).map((i) => this.part("row", [i], (row) => row === i));
    this.columns = range(grid.size).map((i) =>
      this.part("column", [i], (_, column) => column === i),
    );
    const { size, height, width } = grid;
    this.bands = range(size / height).map((i) =>
      this.part("band", [i], (row) => Math.floor(row / height) === i),
    );
    this.stacks = range(size / width).map((i) =>
      this.part("stack", [i], (_, column) => Math.floor(column / width) === i),
    );
    this.boxes = range(size / height).flatMap((band) =>
      range(size / width).map((stack) =>
        this.part("box", [band, stack], (row, column) => {
          return Math.floor(row / height) === band && Math.floor(column / width) === stack;
        }),
      ),
    );
    const digit = (/** @type {number} */ d) => (/** @type {number} */ r, /** @type {number} */ c) =>
      grid.cells[r * size + c] === d;
    this.digits = range(size)
      .map((i) => this.part("digit", [i + 1], digit(i + 1)))
      .filter((part) => part.cells.length);
    const single = this.clues.map((i) => ({ all: [i], cells: [i] }));
    this.single = single.map((one) => ({ kind: "clue", numbers: this.place(one.all[0]), ...one }));
    /** How many clues the digit of a clue has. @type {Map<number, number>} */
    this.frequencies = new Map(this.digits.map((part) => [part.numbers[0], part.cells.length]));
  }

  /** @param {number} i @returns {[number, number]} */
  place(i) {
    return [Math.floor(i / this.grid.size), i % this.grid.size];
  }

  /**
   * Return a part of the grid: the cells for which a condition on row and column holds.
   * @param {string} kind
   * @param {number[]} numbers
   * @param {(row: number, column: number) => boolean} isIn
   * @returns {Part}
   */
  part(kind, numbers, isIn) {
    const { size, cells } = this.grid;
    const all = range(size * size).filter((i) => isIn(...this.place(i)));
    return { kind, numbers, all, cells: all.filter((i) => cells[i]) };
  }

  /** @param {number} i a cell */
  boxOf(i) {
    const { size, height, width } = this.grid;
    const [r, c] = this.place(i);
    return Math.floor(r / height) * (size / width) + Math.floor(c / width);
  }

  /** Return the numbers of clues of the rows of some cells. @param {number[]} cells */
  rowsMet(cells) {
    return cells.map((i) => this.rows[this.place(i)[0]].cells.length);
  }

  /** @param {number[]} cells */
  columnsMet(cells) {
    return cells.map((i) => this.columns[this.place(i)[1]].cells.length);
  }

  /** @param {number[]} cells */
  boxesMet(cells) {
    return cells.map((i) => this.boxes[this.boxOf(i)].cells.length);
  }

  /** @param {number[]} cells */
  digitsMet(cells) {
    return cells.map((i) => this.frequencies.get(this.grid.cells[i]) ?? 0);
  }

  /** Return how often each repeated digit of some cells occurs, or 1. @param {number[]} cells */
  repeats(cells) {
    const times = new Map();
    for (const i of cells) times.set(this.grid.cells[i], (times.get(this.grid.cells[i]) ?? 0) + 1);
    const repeated = [...times.values()].filter((count) => count > 1);
    return repeated.length ? repeated : [1];
  }

  /** Return all pairs of lines. @returns {{ part: Part, one: Part, other: Part, isNear: boolean }[]} */
  pairs() {
    const { height, width } = this.grid;
    return [this.rows, this.columns].flatMap((lines, k) =>
      lines.flatMap((one, i) =>
        lines.slice(i + 1).map((other, j) => {
          const numbers = [i, i + 1 + j];
          const [a, b] = numbers.map((number) => Math.floor(number / (k ? width : height)));
          const all = [...one.all, ...other.all];
          const cells = [...one.cells, ...other.cells];
          const part = { kind: k ? "columns" : "rows", numbers, all, cells };
          return { part, one, other, isNear: a === b };
        }),
      ),
    );
  }

  /** Return a table: what `count` counts in each part. @param {Part[]} parts @param {(part: Part) => number[]} count @returns {Row[]} */
  table(parts, count) {
    return parts.map((part) => ({ part, counts: countsOf(part, sorted(count(part))) }));
  }

  /** Return a table of parts with the clues of the rows and columns of their cells.
   * @param {Part[]} parts @param {(part: Part) => number[]} count @returns {Row[]} */
  tableByLines(parts, count = () => []) {
    return parts.map((part) => {
      const [byRows, byColumns] = [this.rowsMet(part.cells), this.columnsMet(part.cells)].map(
        sorted,
      );
      return { part, counts: { common: count(part), byRows, byColumns } };
    });
  }

  /**
   * Return the lengths of the cycles between two lines, for all pairs of lines with every digit.
   * @param {boolean} isNear whether the lines are in the same band or stack
   */
  cycles(isNear) {
    const { cells, size } = this.grid;
    const complete = (/** @type {Part} */ part) =>
      new Set(part.cells.map((i) => cells[i])).size === size;
    return this.pairs()
      .filter((pair) => pair.isNear === isNear && complete(pair.one) && complete(pair.other))
      .map(({ part, one, other }) => {
        const [a, b] = [one, other].map(({ all }) => all.map((i) => cells[i]));
        return { part, lengths: sorted(cycleLengths(a, b)) };
      });
  }

  /** @param {boolean} isNear @returns {Row[]} */
  tableOfCycles(isNear) {
    return this.cycles(isNear).map(({ part, lengths }) => ({
      part,
      counts: countsOf(part, lengths),
    }));
  }
}

/** @param {number[]} numbers */
function sorted(numbers) {
  return [...numbers].sort((a, b) => a - b);
}

/** @param {Part} part @param {number[]} numbers @returns {Counts} */
function countsOf({ kind }, numbers) {
  if (ALONG_ROWS.includes(kind)) return { common: [], byRows: numbers, byColumns: [] };
  if (ALONG_COLUMNS.includes(kind)) return { common: [], byRows: [], byColumns: numbers };
  return { common: numbers, byRows: [], byColumns: [] };
}

/** Return the lengths of the cycles between two lines with the same digits. @param {number[]} one @param {number[]} other */
function cycleLengths(one, other) {
  const images = new Map(one.map((digit, i) => [digit, other[i]]));
  const lengths = [];
  for (const start of one) {
    let length = 0;
    for (let digit = start; images.has(digit); length++) {
      const image = images.get(digit) ?? 0;
      images.delete(digit);
      digit = image;
    }
    if (length) lengths.push(length);
  }
  return lengths;
}

/**
 * The kinds of reasons, in the order in which `solve` tries them: for each the table that it compares.
 * @type {[string, (counter: Counter) => Row[]][]}
 */
const KINDS = [
  ["clues", (one) => one.table(one.single, () => [])],
  ["digits", (one) => one.table(one.digits, ({ cells }) => [cells.length])],
  ["lines", (one) => one.table([...one.rows, ...one.columns], ({ cells }) => [cells.length])],
  ["boxes", (one) => one.table(one.boxes, ({ cells }) => [cells.length])],
  ["bands and stacks", (one) => one.table(blocks(one), ({ cells }) => [cells.length])],
  ["lines of bands and stacks", (one) => one.table(blocks(one), (part) => linesIn(one, part))],
  ["boxes of bands and stacks", (one) => one.table(blocks(one), (part) => boxesIn(one, part))],
  [
    "repeated digits in lines",
    (one) => one.table(linesWithClues(one), ({ cells }) => one.repeats(cells)),
  ],
  ["repeated digits in boxes", (one) => one.table(one.boxes, ({ cells }) => one.repeats(cells))],
  ["row and column of a clue", (one) => one.tableByLines(one.single)],
  [
    "box and digit of a clue",
    (one) =>
      one.single.map((part) => ({
        part,
        counts: { common: boxAndDigit(one, part), byRows: [], byColumns: [] },
      })),
  ],
  ["boxes of a digit", (one) => one.table(one.digits, ({ cells }) => one.boxesMet(cells))],
  ["rows and columns of a digit", (one) => one.tableByLines(one.digits)],
  [
    "digits of a line",
    (one) => one.table(linesWithClues(one), ({ cells }) => one.digitsMet(cells)),
  ],
  [
    "row, column, box and digit of a clue",
    (one) => one.tableByLines(one.single, (part) => boxAndDigit(one, part)),
  ],
  ["boxes of two digits", digitPairs],
  [
    "digits of two lines",
    (one) =>
      one
        .pairs()
        .filter(({ isNear }) => isNear)
        .map(({ part, one: first, other }) => {
          const digits = new Set(first.cells.map((i) => one.grid.cells[i]));
          const common = new Set(
            other.cells.map((i) => one.grid.cells[i]).filter((digit) => digits.has(digit)),
          );
          return { part, counts: countsOf(part, [common.size]) };
        }),
  ],
  ["cycles between lines of a band or stack", (one) => one.tableOfCycles(true)],
  ["cycles between lines of two bands or stacks", (one) => one.tableOfCycles(false)],
];

/** @param {Counter} one */
function blocks({ bands, stacks }) {
  return [...bands, ...stacks];
}

/** @param {Counter} one */
function linesWithClues({ rows, columns }) {
  return [...rows, ...columns].filter(({ cells }) => cells.length);
}

/** Return the numbers of clues of the lines of a band or stack. @param {Counter} one @param {Part} part */
function linesIn({ rows, columns, grid }, { kind, numbers: [block] }) {
  const [lines, length] = kind === "band" ? [rows, grid.height] : [columns, grid.width];
  return lines.slice(block * length, (block + 1) * length).map(({ cells }) => cells.length);
}

/** Return the numbers of clues of the boxes of a band or stack. @param {Counter} one @param {Part} part */
function boxesIn({ boxes }, { kind, numbers: [block] }) {
  return boxes
    .filter(({ numbers }) => numbers[kind === "band" ? 0 : 1] === block)
    .map(({ cells }) => cells.length);
}

/** @param {Counter} one @param {Part} part a clue */
function boxAndDigit(one, { cells }) {
  return [...one.boxesMet(cells), ...one.digitsMet(cells)];
}

/** @param {Counter} one @returns {Row[]} */
function digitPairs(one) {
  const boxes = one.digits.map(({ cells }) => new Set(cells.map((i) => one.boxOf(i))));
  return one.digits.flatMap((a, i) =>
    one.digits.slice(i + 1).map((b, j) => {
      const [first, second] = [boxes[i], boxes[i + 1 + j]];
      const numbers = [...a.numbers, ...b.numbers];
      const all = sorted([...a.all, ...b.all]);
      const part = { kind: "digits", numbers, all, cells: all };
      const shared = [...first].filter((box) => second.has(box)).length;
      return { part, counts: countsOf(part, [shared]) };
    }),
  );
}

/** The kinds into which rows, columns and digits of a grid are sorted, round after round. */
class Colouring {
  /** @param {Counter} counter @param {Map<string, number>} names the numbers of all kinds, by their descriptions */
  constructor(counter, names) {
    this.counter = counter;
    this.names = names;
    const { size } = counter.grid;
    /** The colours of the rows, then of the columns. @type {number[]} */
    this.lines = new Array(2 * size).fill(0);
    /** @type {number[]} */
    this.digits = new Array(size + 1).fill(0);
    this.count = 0;
  }

  /** Return the number of a kind. @param {string} text its description */
  #nameOf(text) {
    const name = this.names.get(text) ?? this.names.size + 1;
    this.names.set(text, name);
    return name;
  }

  /** Return the band or stack of a line. @param {number} i the number of the line among all lines */
  #blockOf(i) {
    const { size, height, width } = this.counter.grid;
    return i < size ? Math.floor(i / height) : size + Math.floor((i - size) / width);
  }

  /**
   * Divide the kinds of lines by their cycles with the lines of their own band or stack, or with those
   * of each other band or stack.
   * @param {boolean} isNear
   */
  addCycles(isNear) {
    /** For each line and each band or stack, the lengths of cycles. @type {Map<number, string[]>[]} */
    const met = this.lines.map(() => new Map());
    for (const { part, lengths } of this.counter.cycles(isNear)) {
      const start = part.kind === "rows" ? 0 : this.counter.grid.size;
      const [a, b] = part.numbers.map((number) => start + number);
      for (const [line, other] of [
        [a, b],
        [b, a],
      ]) {
        const block = this.#blockOf(other);
        met[line].set(block, [...(met[line].get(block) ?? []), lengths.join()]);
      }
    }
    this.lines = this.lines.map((line, i) => {
      const cycles = [...met[i].values()].map((some) => some.sort().join(" ")).sort();
      return this.#nameOf(`${line}~${cycles.join("/")}`);
    });
  }

  /** Sort once more; return whether there are more kinds than before. */
  refine() {
    const { clues, grid, digits } = this.counter;
    const { size, cells } = grid;
    const seen = this.lines.map(() => /** @type {string[]} */ ([]));
    const met = this.digits.map(() => /** @type {string[]} */ ([]));
    for (const i of clues) {
      const [r, c] = this.counter.place(i);
      const [row, column, digit] = [this.lines[r], this.lines[size + c], this.digits[cells[i]]];
      seen[r].push(`${column} ${digit}`);
      seen[size + c].push(`${row} ${digit}`);
      met[cells[i]].push([row, column].sort((a, b) => a - b).join(" "));
    }
    const lines = this.lines.map((line, i) => this.#nameOf(`${line}:${seen[i].sort().join()}`));
    this.lines = lines.map((line, i) => {
      const block = lines.filter((_, j) => this.#blockOf(j) === this.#blockOf(i));
      return this.#nameOf(`${line}|${sorted(block).join()}`);
    });
    for (const {
      numbers: [digit],
    } of digits) {
      this.digits[digit] = this.#nameOf(`d${this.digits[digit]}:${met[digit].sort().join()}`);
    }
    const before = this.count;
    const used = digits.map(({ numbers: [digit] }) => this.digits[digit]);
    const rows = new Set(this.lines.slice(0, size)).size;
    this.count = rows + new Set(this.lines.slice(size)).size + new Set(used).size;
    return this.count > before;
  }

  /** @returns {Row[]} */
  table() {
    const { rows, columns, digits, grid } = this.counter;
    return [
      ...rows.map((part, i) => ({ part, counts: countsOf(part, [this.lines[i]]) })),
      ...columns.map((part, i) => ({ part, counts: countsOf(part, [this.lines[grid.size + i]]) })),
      ...digits.map((part) => ({ part, counts: countsOf(part, [this.digits[part.numbers[0]]]) })),
    ];
  }
}
