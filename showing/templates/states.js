// Types of the page's data, and the states of a grid along a track. Without the scripts the page
// shows the grids and the steps. With them each entry gets a player, pointing at a cell shows its
// place in the other grids, and texts can be copied. A page contains the modules one after another
// as a single script.

/** A step: `from` has the old place of each cell, or `names` has the new digit of each digit.
 * @typedef {{ from?: number[], turn?: number, names?: number[] }} Step */
/** @typedef {{ begins: number, ends: number, steps: Step[] }} Track */
/** @typedef {{ size: number, height: number, width: number, titles: string[], grids: number[][],
 *   tracks: Track[] }} Data */
/** A grid along a track: `origins[p]` is the place at the start of the cell that is now in place p,
 * and `values[p]` is its digit, 0 for a blank.
 * @typedef {{ origins: number[], values: number[] }} State */

/** The first element below `root` that fits. An error means that the template is wrong.
 * @template {Element} T
 * @param {ParentNode} root @param {string} selector @param {new () => T} type @returns {T} */
export function find(root, selector, type) {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`no ${selector}`);
}

/** All elements below `root` that fit.
 * @template {Element} T
 * @param {ParentNode} root @param {string} selector @param {new () => T} type @returns {T[]} */
export function findAll(root, selector, type) {
  return [...root.querySelectorAll(selector)].flatMap((one) => (one instanceof type ? [one] : []));
}

/** @type {Record<string, string>} */
const TEXTS = JSON.parse(find(document, "#texts", HTMLElement).textContent ?? "");

/** A text of the page with its fields filled in.
 * @param {string} name @param {Record<string, string | number>} fields */
export function say(name, fields = {}) {
  return TEXTS[name].replace(/\{(\w+)\}/g, (_, field) => String(fields[field]));
}

/** The states of a grid along a track: state k is the state after k steps.
 * @param {Track} track @param {number[][]} grids @returns {[State, ...State[]]} */
export function statesOf(track, grids) {
  const start = grids[track.begins];
  let state = { origins: start.map((_, place) => place), values: start };
  /** @type {[State, ...State[]]} */
  const states = [state];
  for (const step of track.steps) {
    state = stateAfter(state, step);
    states.push(state);
  }
  return states;
}

/** @param {State} state @param {Step} step @returns {State} */
export function stateAfter({ origins, values }, { from, names }) {
  return {
    origins: from ? from.map((place) => origins[place]) : origins,
    values: from
      ? from.map((place) => values[place])
      : values.map((value) => names?.[value] ?? value),
  };
}

/** The places that a step changed, for a person to look at: cells of moved lines, renamed digits.
 * A turn changes none.
 * @param {Step} step @param {State} before */
export function changed({ from, turn, names }, before) {
  const places = before.values.map((_, place) => place);
  if (names) return places.filter((p) => names[before.values[p]] !== before.values[p]);
  return turn ? [] : places.filter((p) => from?.[p] !== p);
}

/** The places of clues that are where they will be at the end: `right` has the clues that also have
 * their last digit, `placed` has all.
 * @param {State} state @param {State} last */
export function settled(state, last) {
  const clues = state.values.map((_, p) => p).filter((p) => state.values[p]);
  const placed = clues.filter((p) => state.origins[p] === last.origins[p]);
  const right = placed.filter((p) => state.values[p] === last.values[p]);
  return { clues: clues.length, placed: new Set(placed), right: new Set(right) };
}
