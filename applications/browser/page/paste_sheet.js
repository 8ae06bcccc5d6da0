// The sheet with a text field, for browsers that do not let the page read the clipboard: there the
// person pastes with the browser's own means, on a telephone with a long touch.

import { byId, element, say } from "./words.js";

/**
 * Open the sheet, and wait until the person takes the text over. Return the text; null if the person
 * closes the sheet instead.
 * @returns {Promise<string | null>}
 */
export function askForText() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("paste"));
  const attributes = { autocapitalize: "off", autocomplete: "off", spellcheck: "false" };
  const field = element("textarea", {
    ...{ rows: "6", "aria-labelledby": "paste-title", "aria-describedby": "paste-hint" },
    ...attributes,
  });
  const cancel = element("button", { type: "button", class: "btn" }, say("cancel"));
  const take = element("button", { type: "button", class: "btn pri grow" }, say("takeOver"));
  dialog.replaceChildren(
    element("h2", { id: "paste-title" }, say("pasteHere")),
    element("p", { id: "paste-hint", class: "quiet" }, say("pasteHereHint")),
    field,
    element("p", { class: "row" }, cancel, take),
  );
  /** @type {string | null} */
  let text = null;
  cancel.addEventListener("click", () => dialog.close());
  take.addEventListener("click", () => {
    text = /** @type {HTMLTextAreaElement} */ (field).value;
    dialog.close();
  });
  dialog.showModal();
  field.focus();
  return new Promise((done) => {
    dialog.addEventListener("close", () => done(text), { once: true });
  });
}
