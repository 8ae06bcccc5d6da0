// Reads the data of the page, and computes the states of a grid after each step of a track.
//
// Without these scripts, the page shows the grids and the steps. With them, each entry gets a
// player, the reader can point at a cell to see where it goes, and texts can be copied. In a page,
// the modules are joined into one script.

/** A step. `from[p]` is the place from which the cell in place p comes. Or, for a step that renames
 * digits, `names[d]` is the new digit for d. `turn` is the number of quarter turns clockwise.
 * @typedef {{ from?: number[], turn?: number, names?: number[] }} Step */
/** @typedef {{ begins: number, ends: number, steps: Step[] }} Track */
/** @typedef {{ size: number, height: number, width: number, titles: string[], grids: number[][],
 *   tracks: Track[] }} Data */
/** A state of a grid after some steps. `origins[p]` is the place at the start of the cell that is
 * now in place p; `values[p]` is its digit, 0 for blank.
 * @typedef {{ origins: number[], values: number[] }} State */

/** Return the first element within `root` that matches a selector; throw an error if there is none
 * of this type, because the template is wrong then.
 * @template {Element} T
 * @param {ParentNode} root @param {string} selector @param {new () => T} type @returns {T} */
export function find(root, selector, type) {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`no ${selector}`);
}

/** Return all elements within `root` that match a selector and have a type.
 * @template {Element} T
 * @param {ParentNode} root @param {string} selector @param {new () => T} type @returns {T[]} */
export function findAll(root, selector, type) {
  return [...root.querySelectorAll(selector)].flatMap((one) => (one instanceof type ? [one] : []));
}

/** @type {Record<string, string>} */
const TEXTS = JSON.parse(find(document, "#texts", HTMLElement).textContent ?? "");

/** Return a text of the page with `fields` in the place of names in braces.
 * @param {string} name @param {Record<string, string | number>} fields */
export function say(name, fields = {}) {
  return TEXTS[name].replace(/\{(\w+)\}/g, (_, field) => String(fields[field]));
}

/** Return the states of a grid along a track: state k is the state after k steps.
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

/** Return the places that a step changes: the cells of moved lines, or of renamed digits.
 * @param {Step} step @param {State} before */
export function changed({ from, turn, names }, before) {
  const places = before.values.map((_, place) => place);
  if (names) return places.filter((p) => names[before.values[p]] !== before.values[p]);
  return turn ? [] : places.filter((p) => from?.[p] !== p);
}

/** Compare a state with the last one. `clues` is the number of clues, `placed` are the places whose
 * clue is already in its last place, and `right` are those of them that have their last digit.
 * @param {State} state @param {State} last */
export function settled(state, last) {
  const clues = state.values.map((_, p) => p).filter((p) => state.values[p]);
  const placed = clues.filter((p) => state.origins[p] === last.origins[p]);
  const right = placed.filter((p) => state.values[p] === last.values[p]);
  return { clues: clues.length, placed: new Set(placed), right: new Set(right) };
}
