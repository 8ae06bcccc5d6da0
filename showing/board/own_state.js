// The state of the mode "Do it yourself": the user's moves, the steps that these moves amount to, and
// the cells that already agree with the other grid.

import { countClues } from "./grids.js";
import { lastState, stage } from "./stage.js";
import {
  applyStep,
  cellAt,
  digitStep,
  digitsOf,
  isIdentity,
  startState,
  turnStep,
} from "./steps.js";

/** @typedef {import("./steps.js").State} State */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./drawing.js").Spot} Spot */
/** @typedef {{ before: State, step: Step }} Move */
/**
 * The line or block of the first board that is at a row and column, from 0. `isHeld` is whether it is
 * picked up.
 * @typedef {{
 *   axis: import("./steps.js").Axis, isBlock: boolean, row: number, column: number, isHeld: boolean,
 * }} Line
 */

export const own = unmovedState(0);

/** Return the state before the first move. @param {number} fewest the fewest possible steps */
function unmovedState(fewest) {
  return {
    state: startState(stage.grids[0]),
    /** @type {Move[]} */
    moves: [],
    /** @type {Move[]} */
    undone: [],
    /** What the hints about the next step revealed: nothing, its kind, or its lines. */
    hint: 0,
    /** The step that a hint shows on the board. @type {Step | null} */
    shownStep: null,
    /** How many hints told something, and how many steps hints carried out. */
    told: 0,
    done: 0,
    /** Whether one of the fewest steps that are left is a turn: then cells agree by chance only. */
    needsTurn: false,
    note: "",
    /** The digit that was chosen first. @type {number | null} */
    picked: null,
    /** The line or block that was chosen by a tap. @type {Line | null} */
    line: null,
    fewest,
    /** The number of clues that must be right. */
    goal: 0,
    /** Whether the boards can agree in part only. */
    isNear: false,
    isSolved: false,
    isBusy: false,
  };
}

/** Begin anew with the first grid. @param {number} fewest the number of steps of the answer */
export function beginOwn(fewest) {
  const [first, second] = stage.grids;
  const goal = countRight(lastState());
  const clues = Math.max(countClues(first), countClues(second));
  Object.assign(own, unmovedState(fewest), { goal, isNear: goal < clues });
}

/**
 * Return how many stars a solution gets: one less for steps too many, and one less for hints; one if a
 * hint carried out a step, and none if hints carried out all of them.
 * @param {number} used
 * @param {number} told
 * @param {number} done
 */
export function countStars(used, told = own.told, done = own.done) {
  if (done && done >= used) return 0;
  if (done) return 1;
  return 3 - Number(used > own.fewest) - Number(told > 0);
}

/** Return the number of clues of the second grid that a state of the first agrees with.
 * @param {State} state */
export function countRight(state) {
  const digits = digitsOf(state, stage.grids[0].size);
  return stage.grids[1].cells.filter((digit, i) => digit && digit === digits[i]).length;
}

/** Return the grid as it is after all moves. */
export function ownGrid() {
  const [first] = stage.grids;
  return { ...first, cells: digitsOf(own.state, first.size) };
}

/**
 * Carry out a step.
 * @param {Step} step
 * @param {boolean} isNew false if the step undoes or repeats a move
 */
export function move(step, isNew) {
  if (isNew) {
    own.moves.push({ before: own.state, step });
    own.undone = [];
  }
  own.state = applyStep(own.state, step, stage.grids[0].size);
  own.hint = 0;
  own.shownStep = null;
  own.note = "";
}

/** @param {State} one @param {State} other */
function areSame(one, other) {
  return /** @type {const} */ (["rows", "columns", "digits"]).every((part) =>
    one[part].every((value, i) => value === other[part][i]),
  );
}

/**
 * Return a key that is equal for moves that together count as one step: moves of one kind in one
 * block.
 * @param {Step} step
 */
function keyOf(step) {
  return `${step.kind} ${step.block}`;
}

/**
 * Return the steps that the moves amount to. Consecutive moves of the same kind in the same block are
 * one step; moves that cancel each other are no step.
 */
export function ownSteps() {
  let runs = own.moves.map(({ before, step }, i) => ({
    step,
    from: before,
    to: own.moves[i + 1]?.before ?? own.state,
  }));
  for (let i = 0; i < runs.length; ) {
    const next = runs[i + 1];
    if (areSame(runs[i].from, runs[i].to)) runs = runs.filter((_, k) => k !== i);
    else if (next && keyOf(next.step) === keyOf(runs[i].step)) {
      runs[i] = { ...runs[i], to: next.to };
      runs.splice(i + 1, 1);
    } else {
      i++;
      continue;
    }
    i = 0;
  }
  return runs.map(({ step, from, to }) => netStep(step, from, to));
}

/**
 * Return the single step that has the effect of several steps of one kind, from one state to
 * another.
 * @param {Step} step
 * @param {State} from
 * @param {State} to
 */
function netStep(step, from, to) {
  const { size } = stage.grids[0];
  if (step.kind === "turn") {
    const turns = [1, 2, 3].map(turnStep);
    return turns.find((turn) => areSame(applyStep(from, turn, size), to)) ?? step;
  }
  if (step.axis) {
    const places = step.to.map((_, unit) => unit);
    for (const [i, line] of from[step.axis].entries()) {
      places[Math.floor(line / step.length)] = Math.floor(to[step.axis][i] / step.length);
    }
    return { ...step, to: places };
  }
  const names = step.names.map((_, digit) => digit);
  for (const [i, digit] of from.digits.entries()) names[digit] = to.digits[i];
  return isIdentity(names) ? step : digitStep(names);
}

/**
 * Return how far the grid agrees with the second grid: the cells that are `right`, the cells that are
 * only `inPlace` (in the place of a clue of the second grid, but with another digit), the `places` of
 * the second grid that are right, and `spots`, the rings around the other places that a clue must reach.
 */
export function agreement() {
  const target = stage.grids[1];
  const isFull = target.cells.every(Boolean);
  /** @type {{ right: Set<number>, inPlace: Set<number>, places: Set<number>, spots: Spot[] }} */
  const found = { right: new Set(), inPlace: new Set(), places: new Set(), spots: [] };
  if (own.needsTurn) return found;
  const { size } = target;
  for (const [place, digit] of target.cells.entries()) {
    if (!digit) continue;
    const [row, column] = [Math.floor(place / size), place % size];
    const cell = cellAt(own.state, row, column);
    const mine = own.state.digits[cell];
    if (mine === digit) {
      found.right.add(cell);
      found.places.add(place);
    } else if (mine) {
      found.inPlace.add(cell);
      if (!isFull) found.spots.push({ row, column, look: "in" });
    } else found.spots.push({ row, column, look: "hole" });
  }
  return found;
}
