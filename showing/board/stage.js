// The stage: two boards, and the four slots between them. The fields of `stage` determine what is shown.

import { Drawing, PAD } from "./drawing.js";
import { blankGrid } from "./grids.js";
import { clamp } from "./motion.js";
import { startState, statesAlong } from "./steps.js";

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {import("./steps.js").State} State */
/** @typedef {import("./steps.js").Step} Step */

/**
 * The state of the question about the pair: an answer or an error; or `running` or `stopped`; or `reading`
 * while a text is read that may have other Sudokus. With
 * `empty` both boards are blank, with `one` one of them. With `told`, the boards show the sentences and
 * the marks of a saved answer that has no steps.
 * @typedef {"empty" | "one" | "reading" | "running" | "stopped" | "yes" | "same" | "no" | "undecided" | "error" | "told"} Status
 */

/**
 * The reason for a no, as in the JSON of `solve`; rows and columns count from 1.
 * @typedef {{
 *   kind: string, sentence: string, first_cells: number[][], second_cells: number[][],
 *   first_parts: (string | number)[][], second_parts: (string | number)[][],
 *   counted: { numbers: number[], first: number, second: number }[],
 * }} Reason
 */

/** @param {string} selector @returns {any} */
function find(selector) {
  return document.querySelector(selector);
}

/** The names of grids of a list; a grid that is changed is another grid, without a name. @type {WeakMap<Grid, string>} */
export const gridNames = new WeakMap();

export const stage = {
  /** @type {"pair" | "own"} */
  mode: "pair",
  /** @type {Status} */
  status: "empty",
  /** @type {[Grid, Grid]} */
  grids: [blankGrid(9), blankGrid(9)],
  /** The steps from the first grid to the second, and back. @type {[Step[], Step[]]} */
  steps: [[], []],
  /**
   * The states of the grid before, between and after the steps of both directions.
   * @type {[State[], State[]]}
   */
  states: [[], []],
  isFewest: true,
  /** @type {Reason | null} */
  reason: null,
  /**
   * The titles of the boards; null if they are called the first and the second Sudoku.
   * @type {string[] | null}
   */
  titles: null,
  /**
   * The answer in a saved page: its sentences, of which the first is the verdict, its colour, and the key
   * of what was found. It is null on a page that finds the answers itself.
   * @type {{ sentences: string[], tone: string, finding: string } | null}
   */
  answer: null,
  /**
   * For each board the cells to mark, by their numbers in its grid: where near copies differ, or a fault.
   * @type {[number[], number[]]}
   */
  marks: [[], []],
  /** For each board the cells that have one of two digits: number of the cell, and both digits.
   * @type {[number[][], number[][]]} */
  twoDigits: [[], []],
  /** Whether there is only one Sudoku, so that the second board is hidden. */
  isSingle: false,
  /**
   * Return the part of the window for the boards, in pixels, and the layout that fits it; null if the
   * boards have the whole window. `reserved` is the height of all that is above and below the boards.
   * @type {(() => { wide: number, high: number, width: "wide" | "mid" | "small", reserved: number } | null) | null}
   */
  findRoom: null,
  /** Sentences about a no without a reason, an undecided pair, or an error. @type {string[]} */
  notes: [],
  /**
   * The element that shows in which line and column of the text an error is.
   * @type {HTMLElement | null}
   */
  place: null,
  /** Whether an answer was shown before a text that cannot be read; one can go back to it. */
  isAnswerLeft: false,
  /** Whether a proof of a no was made and checked. */
  isProved: false,
  /** The time at which the question was asked, in milliseconds. */
  since: 0,
  /**
   * The number of the grid that moves: 0 for the steps from the first to the second, 1 for the
   * steps back.
   */
  direction: 0,
  /**
   * The position: the number of steps that are done, with the share of the current step as its
   * fraction.
   */
  time: 0,
  speed: 1,
  isPlaying: false,
  isScrubbing: false,
  /** The cell that the user follows: its number in the grid that moves. @type {number | null} */
  followed: null,
  /** What is followed of that cell. @type {import("./following.js").Followed} */
  following: "cell",
  /** @type {number | null} */
  hovered: null,
  /** On a telephone, the number of the board that is drawn large. */
  large: 0,
  /** @type {"wide" | "mid" | "small"} */
  width: "wide",
  /**
   * Whether the page has a bar with its parts. On a telephone, the bar is at the bottom, and the verdict
   * takes the place of the header.
   */
  hasBar: false,
  /** Whether the user edits both boards on a telephone, so that they are not compared yet. */
  isEditing: false,
  /** The cursor on each board, as row and column. @type {(number[] | null)[]} */
  cursors: [null, null],
  /** @type {Drawing[]} */
  boards: [],
  /** @type {Record<"verdict" | "steps" | "now" | "deck" | "live" | "end", HTMLElement>} */
  slots: /** @type {any} */ ({}),
  /** How many times larger the boards are than the room for them; above 1 they scroll. */
  zoom: 1,
};

const LOW_WINDOW = 600; // pixels; in a window that is lower, buttons and texts are smaller

/**
 * The functions that buttons call, by the name in the button's attribute data-do. A button without a
 * function is not shown: a saved page, for example, cannot answer further questions.
 * @type {Record<string, (button: HTMLElement | null) => void>}
 */
export const actions = {};

/** Find the elements of the page. */
export function openStage() {
  stage.boards = [new Drawing(find("#A")), new Drawing(find("#B"))];
  for (const name of /** @type {const} */ (["verdict", "steps", "now", "deck"])) {
    stage.slots[name] = find(`.${name}`);
  }
  stage.slots.live = find("#live");
  stage.slots.end = find("#end");
}

/** Let screen readers read a text. @param {string} text */
export function tell(text) {
  stage.slots.live.textContent = "";
  requestAnimationFrame(() => {
    stage.slots.live.textContent = text;
  });
}

/** Reset the fields that describe the answer about the pair. */
export function forget() {
  stage.steps = [[], []];
  stage.states = [[startState(stage.grids[0])], [startState(stage.grids[1])]];
  stage.reason = null;
  stage.notes = [];
  stage.place = null;
  stage.isProved = false;
  stage.marks = [[], []];
  stage.twoDigits = [[], []];
  stage.isSingle = false;
  stage.isPlaying = false;
  stage.direction = 0;
  stage.time = 0;
  stage.followed = null;
  stage.hovered = null;
}

/**
 * Store the steps of a yes, in both directions, on the stage.
 * @param {Step[]} forward
 * @param {Step[]} backward
 */
export function setWay(forward, backward) {
  stage.steps = [forward, backward];
  stage.states = [statesAlong(stage.grids[0], forward), statesAlong(stage.grids[1], backward)];
}

/** Return the steps in the direction that is shown. */
export function way() {
  return stage.steps[stage.direction];
}

/**
 * Return the state of the grid after all steps, in the direction that is shown.
 * @returns {State}
 */
export function lastState() {
  return /** @type {State} */ (stage.states[stage.direction].at(-1));
}

/**
 * Return the number of steps that are done, and the progress of the step after them, from 0 to 1.
 */
export function position() {
  const step = Math.min(Math.floor(stage.time + 1e-9), way().length);
  const progress = stage.time - step;
  return { step, progress: progress < 1e-6 ? 0 : progress };
}

export function isAtEnd() {
  return way().length > 0 && stage.time >= way().length - 1e-6;
}

/** Choose the layout and the sizes of the boards that fit the window. */
export function layOut() {
  // The window's own inner width would include what overflows, on a telephone.
  const { clientWidth, clientHeight } = document.documentElement;
  const room = stage.findRoom?.();
  const { wide, high, reserved } = room ?? {
    wide: clientWidth,
    high: clientHeight,
    reserved: 532,
  };
  const width = room?.width ?? (wide >= 1000 ? "wide" : wide >= 600 ? "mid" : "small");
  stage.width = width;
  document.body.classList.toggle("single", stage.isSingle);
  document.body.dataset.width = width;
  document.body.classList.toggle("low", high < LOW_WINDOW);
  document.body.classList.toggle("pad-shown", isPadShown());
  for (const [k, board] of stage.boards.entries()) {
    const { size } = stage.grids[k];
    const isLarge = k === stage.large;
    const sides = telephoneSides(wide, high);
    let gutter = 24;
    let side = 0;
    if (width === "wide") {
      side = Math.min((wide - 448) / 2 - gutter - 3, high - 146 - gutter, 620);
    } else if (width === "mid") {
      side = Math.min((wide - 72) / 2 - gutter - 3, Math.max(240, high - reserved));
    } else if (isLarge) {
      gutter = 18;
      side = sides.large;
    } else {
      gutter = 0;
      side = sides.small;
    }
    const zoom = width === "small" && !isLarge ? 1 : stage.zoom;
    board.resize(
      Math.max(width === "small" && !isLarge ? 3 : 5, Math.floor((side * zoom) / size)),
      gutter,
      width === "small" && !isLarge,
    );
  }
  if (width !== "small") {
    const sides = stage.boards.map((board, k) => board.cell * stage.grids[k].size);
    const side = Math.min(...sides);
    for (const [k, board] of stage.boards.entries()) {
      board.resize(Math.floor(side / stage.grids[k].size), board.gutter, false);
    }
  }
  const target = stage.mode === "own" ? 0 : stage.large;
  // On a telephone, no caption distinguishes the boards.
  const isNumbered = stage.hasBar && width === "small" && stage.mode === "pair";
  for (const [k, board] of stage.boards.entries()) {
    board.number = isNumbered ? String(k + 1) : "";
    board.margins = width === "small" && k === stage.large ? telephoneMargins() : [PAD, PAD];
    board.figure.className = width !== "small" ? "" : k === stage.large ? "large" : "mini";
    board.root.classList.toggle("big", k === target);
  }
  const [first] = stage.boards;
  const block = first.cell * stage.grids[0].size;
  const mini = stage.boards[1 - stage.large].cell * stage.grids[1 - stage.large].size;
  const style = document.documentElement.style;
  const shown = Math.ceil(block / stage.zoom);
  style.setProperty("--block", `${57 + shown}px`);
  const { text } = telephoneSides(wide, high);
  style.setProperty("--mini", `${Math.max(mini, text) + 6}px`);
  style.setProperty("--board", `${shown + first.gutter + 3}px`);
  document.body.classList.toggle("zoomed", stage.zoom > 1);
}

/**
 * Return the lengths of the sides of the large and the small board on a telephone, and the height of the
 * text beside the small board, in pixels. The large board takes the room that the small board and this
 * text do not need.
 * @param {number} wide the width of the window
 * @param {number} high the height of the window
 */
function telephoneSides(wide, high) {
  const isOwn = stage.mode === "own";
  const isLow = high < LOW_WINDOW;
  const { top, bar } = telephoneHeights(isLow);
  const isPad = isPadShown();
  const { size } = stage.grids[stage.large];
  const pad = padShape(size).rows * (isLow ? 41 : 45);
  const pool = isLow ? 90 : 110;
  // buttons, and what is above them
  const deck = isPad ? pad : isOwn ? pool : stage.status === "yes" ? 76 : 44;
  const [beside, below] = telephoneMargins().map((margin) => margin - PAD);
  const room = high - (isOwn ? 56 : top) - 21 - 34 - deck - bar - below;
  const isShort = isOwn || stage.status === "yes"; // The text beside the small board is then short.
  const smallest = 3 * stage.grids[1 - stage.large].size; // its cells have at least 3 pixels
  const [lower, higher] =
    isPad && size > 9
      ? [Math.max(56, smallest), Math.max(56, smallest)]
      : isOwn || stage.status === "yes"
        ? [91, 99]
        : isShort || isPad
          ? [81, 99]
          : [110 - below, 126];
  const least = isLow ? lower : higher;
  const large = Math.max(Math.min(wide - 45 - beside - (isOwn ? 10 : 0), room - least, 440), 0);
  const small = clamp(room - large, least, Math.min(150, wide * 0.4));
  // In a low window, the text beside the steps needs the width.
  return { large, small: isLow && stage.status === "yes" && !isOwn ? 72 : small, text: small };
}

/** Return the margins of the large board of a telephone on the right and below, in pixels: for the number
 * of clues of each line if these are shown, and for the arcs of rows that move. */
function telephoneMargins() {
  const kind = stage.status === "no" ? stage.reason?.kind : "";
  if (kind && ["clues", "lines", "bands and stacks"].includes(kind)) return [20, 20];
  return [stage.status === "yes" && stage.mode === "pair" ? 16 : PAD, PAD];
}

/** Whether the pad is shown, with which a person types on a telephone. */
export function isPadShown() {
  const isWaiting = stage.isEditing || stage.status === "empty" || stage.status === "one";
  return stage.hasBar && stage.width === "small" && stage.mode === "pair" && isWaiting;
}

/**
 * Return how the pad's keys are arranged: the numbers of its rows and columns, and how many columns the
 * last key takes. Besides the digits there are keys for a blank, undoing and the other board and, if cells
 * may be too small to be touched, two keys that move the cursor.
 * @param {number} size of the grid
 */
export function padShape(size) {
  const count = size + (size > 9 ? 5 : 3);
  const rows = count <= 7 ? 1 : count <= 12 ? 2 : count <= 21 ? 3 : count <= 32 ? 4 : 5;
  const columns = Math.ceil(count / rows);
  return { rows, columns, last: rows * columns - count + 1 };
}

/**
 * Return the heights of the header with the verdict, and of the bar at the bottom, on a telephone.
 * @param {boolean} isLow
 */
function telephoneHeights(isLow) {
  if (!stage.hasBar) return { top: 90, bar: 0 };
  return isLow ? { top: 44, bar: 46 } : { top: 48, bar: 52 };
}
