// The levels, from 4×4 with one step to 9×9 with all kinds of steps, and the pair of the day.

import { blankGrid } from "./grids.js";
import { carryOut, randomCopy, randomNumbers, randomStep, shuffledRange } from "./random.js";
import { range } from "./steps.js";

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {import("./steps.js").Kind} Kind */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {{ name: string, size: number, clues: number, kinds: Kind[], seed: number }} Level */

const KEY = "sudokopie.levels"; // the key under which the browser stores the progress
const TRIALS = 50; // the random pairs to try until one needs as many steps as the level has

/** @type {[number, number, Kind[]][]} */
const LEVELS = [
  [4, 9, ["rows"]],
  [4, 9, ["columns"]],
  [4, 8, ["bands"]],
  [4, 7, ["turn"]],
  [4, 9, ["digits"]],
  [4, 8, ["rows", "columns"]],
  [6, 14, ["stacks", "rows"]],
  [6, 14, ["bands", "digits"]],
  [9, 26, ["rows", "columns"]],
  [9, 26, ["bands", "stacks"]],
  [9, 26, ["turn", "rows", "digits"]],
  [9, 26, ["bands", "columns", "digits"]],
  [9, 26, ["turn", "bands", "stacks", "rows", "columns"]],
  [9, 26, ["turn", "bands", "stacks", "rows", "columns", "digits"]],
];

/** @returns {Level[]} */
export function listLevels() {
  return LEVELS.map(([size, clues, kinds], i) => ({
    ...{ name: String(i + 1), size, clues, kinds },
    seed: 1000 * (i + 1),
  }));
}

/** Return today's date, such as 2026-01-31. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * Return the level of a day, whose pair is the same for everybody.
 * @param {string} date
 * @returns {Level}
 */
export function dailyLevel(date) {
  const seed = Number(date.replaceAll("-", ""));
  const random = randomNumbers(seed);
  /** @type {Kind[]} */
  const all = ["turn", "bands", "stacks", "rows", "columns", "digits"];
  const kinds = shuffledRange(all.length, random).map((i) => all[i]);
  return { name: date, size: 9, clues: 28, kinds: kinds.slice(0, 4), seed };
}

/**
 * Return the pair of grids of a level, and the fewest steps from the first grid to the second. If
 * possible, there are as many steps as the level has kinds of steps.
 * @param {Level} level
 * @param {(first: Grid, second: Grid) => Step[] | null} findFewest
 * @returns {{ grids: [Grid, Grid], steps: Step[] }}
 */
export function makePair(level, findFewest) {
  /** @type {{ grids: [Grid, Grid], steps: Step[] } | null} */
  let last = null;
  for (const trial of range(TRIALS)) {
    const random = randomNumbers(level.seed + trial);
    const first = thin(randomCopy(completeGrid(level.size), random), level.clues, random);
    const steps = level.kinds.map((kind) => randomStep(first, kind, random));
    const second = carryOut(first, steps);
    const fewest = findFewest(first, second);
    last = { grids: [first, second], steps: fewest ?? steps };
    if (!fewest || fewest.length === level.kinds.length) break;
  }
  return /** @type {{ grids: [Grid, Grid], steps: Step[] }} */ (last);
}

/** Return a complete grid that obeys the rules of Sudoku. @param {number} size */
function completeGrid(size) {
  const grid = blankGrid(size);
  const { height, width } = grid;
  for (const i of grid.cells.keys()) {
    const [r, c] = [Math.floor(i / size), i % size];
    grid.cells[i] = ((width * (r % height) + Math.floor(r / height) + c) % size) + 1;
  }
  return grid;
}

/**
 * Return a grid with only `clues` of the digits, chosen at random.
 * @param {Grid} grid
 * @param {number} clues
 * @param {() => number} random
 */
function thin(grid, clues, random) {
  const kept = new Set(shuffledRange(grid.cells.length, random).slice(0, clues));
  return { ...grid, cells: grid.cells.map((digit, i) => (kept.has(i) ? digit : 0)) };
}

/** What the user reached in a level. @typedef {{ stars: number, used: number }} Result */

/**
 * Return the best result of each level, by the level's name. Earlier versions stored only the steps: they
 * did not count hints, so these results get a star.
 * @returns {Record<string, Result>}
 */
export function readProgress() {
  try {
    const found = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {});
    return Object.fromEntries(
      found.map(([name, one]) => [name, typeof one === "number" ? { stars: 1, used: one } : one]),
    );
  } catch {
    return {}; // Some browsers store nothing for a page that is a file.
  }
}

/**
 * Store the result of a level, unless a better one is stored.
 * @param {string} name
 * @param {Result} result
 */
export function saveProgress(name, result) {
  const progress = readProgress();
  const before = progress[name];
  const isBetter = before?.stars === result.stars && before.used <= result.used;
  if (before && (before.stars > result.stars || isBetter)) return;
  progress[name] = result;
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // If the browser stores nothing, the progress is lost.
  }
}

export function deleteProgress() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // If the browser stores nothing, there is nothing to delete.
  }
}
