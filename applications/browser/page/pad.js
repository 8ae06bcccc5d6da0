// The pad: on a telephone, the keys below the boards with which a person types. It is shown until both
// boards have a Sudoku, and again if the person edits them; the boards are compared only on request.

import { countClues, glyph } from "../../../showing/board/grids.js";
import { icon } from "../../../showing/board/icons.js";
import { badge, button, setPadPanels } from "../../../showing/board/panels.js";
import { actions, padShape, stage } from "../../../showing/board/stage.js";
import { range } from "../../../showing/board/steps.js";
import { language, sudokuName } from "../../../showing/board/texts.js";
import { focusChief } from "./input.js";
import { say } from "./words.js";

/** @typedef {import("../../../showing/board/icons.js").Icon} Icon */

/**
 * Return a key of the pad as HTML.
 * @param {string} action
 * @param {string} shown its text or picture, as HTML
 * @param {string} label its name for screen readers
 * @param {string} [attributes]
 */
function key(action, shown, label, attributes = "") {
  return `<button type="button" data-do="${action}" aria-label="${label}" ${attributes}>${shown}</button>`;
}

/** Return all keys of the pad for the large board, as HTML. @param {boolean} canUndo */
function padKeys(canUndo) {
  const k = stage.large;
  const { size } = stage.grids[k];
  const digits = range(size).map((i) => {
    const digit = glyph(i + 1, size);
    return key("digitKey", digit, say("digitKey", { digit }), `data-digit="${i + 1}"`);
  });
  const move = (/** @type {"moveBack" | "moveOn"} */ action, /** @type {Icon} */ picture) =>
    key(action, icon(picture), say(action), 'class="act"');
  const [mine, others] = [stage.grids[k], stage.grids[1 - k]].map(countClues);
  const other = `→ ${2 - k}`;
  return [
    ...digits,
    key("digitKey", icon("blank"), say("blankKey"), 'class="act" data-digit="0"'),
    ...(size > 9 ? [move("moveBack", "prev"), move("moveOn", "next")] : []),
    key("undoDigit", icon("undo"), say("undoDigit"), `class="act" ${canUndo ? "" : "disabled"}`),
    key(
      "otherBoard",
      other,
      `${other}: ${sudokuName(1 - k)}`,
      `class="act ${mine && !others ? "pri" : ""}" style="grid-column: span ${padShape(size).last}"`,
    ),
  ].join("");
}

export class Pad {
  /** @param {import("./input.js").Input} input */
  constructor(input) {
    this.input = input;
    setPadPanels(() => this.show());
    actions.digitKey = (chosen) => input.typeHere(Number(chosen?.dataset.digit));
    actions.moveBack = () => input.moveHere(-1);
    actions.moveOn = () => input.moveHere(1);
    actions.undoDigit = () => input.undoDigit();
    actions.otherBoard = () => input.showLarge(1 - stage.large);
    actions.edit = () => input.edit();
    actions.compareNow = () => input.set([...stage.grids]).then(focusChief);
  }

  /** Fill the slots between the boards while the pad is shown. */
  show() {
    const { slots, large, grids } = stage;
    const { words } = language;
    const focused = document.activeElement;
    const { do: action = "", digit = "" } =
      focused instanceof HTMLElement && slots.deck.contains(focused) ? focused.dataset : {};
    const clues = grids.map(countClues);
    const isOne = clues.some(Boolean);
    const areBoth = clues.every(Boolean);
    slots.verdict.className = "verdict typing";
    slots.verdict.innerHTML = `${badge(large + 1, "", "empty")}<div><h1>${sudokuName(large)}</h1><p>${isOne ? words.clues(clues[large]) : say("typeWhy")}</p></div>`;
    slots.steps.innerHTML = "";
    slots.steps.hidden = true;
    const paste = button("paste", "paste", words.paste);
    const example = button("example", null, say("exampleShort"));
    const shuffle = button("shuffle", "shuffle", say("shuffle"));
    const compare = button("compareNow", "pair", say("compare"), "pri");
    const next = clues[large] ? ` ${say("typeNext", { number: 2 - large })}` : "";
    const hint = areBoth ? say("typeDone") : isOne ? say("typeOn") + next : say("typeFirst");
    const buttons = areBoth ? compare : paste + (isOne ? shuffle : example);
    slots.now.innerHTML = `<p>${hint}</p><div class="row">${buttons}</div>`;
    const { columns } = padShape(grids[large].size);
    slots.deck.innerHTML = `<div class="pad" role="group" aria-label="${say("padLabel")}" style="--columns:${columns}">${padKeys(this.input.before.length > 0)}</div>`;
    const again = action && slots.deck.querySelector(keySelector(action, digit));
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** @param {string} action @param {string} digit */
function keySelector(action, digit) {
  return `[data-do="${action}"]${digit ? `[data-digit="${digit}"]` : ""}`;
}
