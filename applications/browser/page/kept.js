// What a reload keeps: the Sudokus on the boards and in the lists, and the moves in a level. Telephones throw pages away that
// are in the background, and then load them anew. Only this tab of the browser has these data.

import { commitStep, showOwnPanels } from "../../../showing/board/own.js";
import { own } from "../../../showing/board/own_state.js";
import { stage } from "../../../showing/board/stage.js";

/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */
/** @typedef {import("../../../showing/board/steps.js").Step} Step */
/** @typedef {{ room: string, level: string, areBlanksGiven: boolean, lists: string[] }} Described */
/**
 * `address` is the fragment of the page's address; `level` the name of the level on the boards; `steps` are
 * the moves in it, or null if no lines are moved by hand.
 * @typedef {Described & {
 *   address: string, grids: [Grid, Grid], large: number, cursors: (number[] | null)[],
 *   isEditing: boolean, steps: Step[] | null, told: number, done: number,
 * }} Kept
 */

const KEPT_KEY = "sudokopie.kept";

/** Store what is on the page whenever it may be thrown away. @param {() => Described} describe */
export function keepOnLeaving(describe) {
  const store = () => {
    const { grids, large, cursors, isEditing } = stage;
    const steps = stage.mode === "own" && !own.isSolved ? own.moves.map(({ step }) => step) : null;
    const { told, done } = own;
    const address = location.hash;
    const kept = { address, ...describe(), grids, large, cursors, isEditing, steps, told, done };
    try {
      sessionStorage.setItem(KEPT_KEY, JSON.stringify(kept));
    } catch {
      // Some browsers store nothing for a page that is a file.
    }
  };
  window.addEventListener("pagehide", store);
  document.addEventListener("visibilitychange", store);
}

/**
 * Return what was stored before the page was loaded anew; null if nothing was, or if the page was opened
 * by a link, and not loaded anew.
 * @returns {Kept | null}
 */
export function readKept() {
  // Older browsers do not tell how the page was opened: there it begins anew.
  const [loaded] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
  const isAgain = ["reload", "back_forward"].includes(loaded?.type);
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_KEY) ?? "null");
    return isAgain && kept?.address === location.hash ? kept : null;
  } catch {
    return null;
  }
}

/** Carry out the moves again. @param {Kept} kept */
export function repeatMoves({ steps, told, done }) {
  Object.assign(own, { told, done });
  for (const step of steps ?? []) commitStep(step);
  showOwnPanels();
}
