// The menu: all that a person can ask or do besides comparing, with a sentence each.

import { BOXES, writeLine, writeRows } from "../../../showing/board/grids.js";
import { icon } from "../../../showing/board/icons.js";
import { randomCopy } from "../../../showing/board/random.js";
import { writeStep } from "../../../showing/board/sentences.js";
import { actions, stage } from "../../../showing/board/stage.js";
import { language } from "../../../showing/board/texts.js";
import { save } from "./question.js";
import { byId, element, say } from "./words.js";

/** @typedef {import("../../../showing/board/icons.js").Icon} Icon */
/** @typedef {import("./words.js").Word} Word */
/** @typedef {import("./answer.js").AskedQuestion} AskedQuestion */

/** The groups of the menu: for each item its action, its icon and its word. @type {[Word, [string, Icon, Word][]][]} */
const GROUPS = [
  [
    "menuPair",
    [
      ["ways", "ways", "ways"],
      ["nearest", "nearest", "nearest"],
      ["within", "part", "within"],
      ["certificate", "shield", "certify"],
      ["check", "shield", "check"],
    ],
  ],
  [
    "menuOne",
    [
      ["survey", "symmetries", "symmetries"],
      ["completed", "complete", "complete"],
      ["canonical_form", "canonical", "canonical"],
      ["shuffle", "shuffle", "shuffle"],
    ],
  ],
  [
    "menuTake",
    [
      ["link", "share", "link"],
      ["savePage", "save", "savePage"],
      ["saveText", "save", "saveText"],
      ["print", "print", "print"],
    ],
  ],
  [
    "menuPage",
    [
      ["file", "file", "open"],
      ["sizes", "complete", "newGrid"],
      ["keys", "keyboard", "keys"],
      ["language", "language", "otherLanguage"],
      ["about", "shield", "about"],
    ],
  ],
];

const KEYS = [
  ["↑ ↓ ← →", "keysMove"],
  ["1–9 A–Z", "keysType"],
  ["Ctrl+V", "keysPaste"],
  ["Ctrl+Z", "keysUndo"],
  ["Enter", "keysFollow"],
  ["␣", "keysPlay"],
  ["PgUp PgDn", "keysStep"],
];

/** The items that need Python, which the small page lacks. */
const NEEDS_LARGE = [
  ...["ways", "nearest", "within", "certificate", "check", "survey", "canonical_form", "savePage"],
];

/** The questions about both Sudokus, or about each of them. */
const OF_PAIRS = ["ways", "nearest", "within"];
const OF_EACH = ["survey", "completed", "canonical_form"];

export class Menu {
  /**
   * @param {import("./input.js").Input} input
   * @param {import("./question.js").Question} question
   * @param {import("./sheet.js").Sheet} sheet
   */
  constructor(input, question, sheet) {
    this.input = input;
    this.question = question;
    this.sheet = sheet;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("menu"));
    for (const name of [...OF_PAIRS, ...OF_EACH]) {
      actions[name] = () => this.ask(/** @type {AskedQuestion} */ (name));
    }
    actions.more = () => this.open();
    actions.shuffle = () => this.shuffle();
    actions.link = () => this.link();
    actions.savePage = () => this.savePage();
    actions.saveText = () => save("sudokopie.txt", pairText(), "text/plain");
    actions.print = () => window.print();
    actions.file = () => byId("file").click();
    actions.sizes = () => this.show(say("newGrid"), sizeButtons());
    actions.size = (button) => input.clear(Number(button?.dataset.size));
    actions.keys = () => this.show(say("keys"), keyTable());
    actions.about = () =>
      this.show(
        say("about"),
        element("p", {}, say(question.engine.isAbsent ? "aboutSmall" : "aboutText")),
      );
    if (question.engine.isAbsent) {
      actions.completed = () => this.complete();
      for (const [, items] of GROUPS) {
        for (const [name, , word] of items) {
          if (NEEDS_LARGE.includes(name)) actions[name] = () => this.leadToLarge(say(word));
        }
      }
      actions.prove = () => this.leadToLarge(language.words.prove);
      actions.large = () => this.leadToLarge(language.words.askLarge);
    }
    question.saved = (text) => this.show(say("certify"), element("p", { role: "status" }, text));
    actions.close = (button) => {
      const dialog = button?.closest("dialog");
      if (dialog) dialog.close();
      else button?.parentElement?.replaceChildren(); // the sentence about a fault, which hides the boards
    };
    byId("file").addEventListener("change", () => {
      const [file] = byId("file").files;
      byId("file").value = "";
      if (file) input.open(file);
    });
    for (const dialog of [this.dialog, sheet.dialog]) closeBeside(dialog);
    this.dialog.addEventListener("keydown", (event) => this.#key(event));
  }

  open() {
    const { isAbsent } = this.question.engine;
    const isLarge = (/** @type {string[]} */ [action]) => isAbsent && NEEDS_LARGE.includes(action);
    const groups = GROUPS.map(
      ([title, items]) => /** @type {const} */ ([title, items.filter((item) => !isLarge(item))]),
    );
    // What only the large page answers comes last.
    groups.push(["onLargePage", GROUPS.flatMap(([, items]) => items.filter(isLarge))]);
    const shown = groups.map(([title, items]) => {
      const buttons = items.map(
        ([action, picture, word]) =>
          `<button type="button" class="it" data-do="${action}">${icon(picture)}<b>${say(word)}</b><span>${say(/** @type {Word} */ (`${word}Hint`))}</span></button>`,
      );
      if (!items.length) return "";
      return `<div role="group" aria-label="${say(title)}"><h3>${say(title)}</h3>${buttons.join("")}</div>`;
    });
    this.dialog.innerHTML = `<div class="head"><h2 id="menu-title">${say("menu")}</h2>${closeButton().outerHTML}</div><div class="groups">${shown.join("")}</div>`;
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.querySelector(".it")?.dispatchEvent(new Event("focus"));
  }

  /** Name the large page, with a link that opens it with the Sudokus on the boards. @param {string} title */
  leadToLarge(title) {
    const href = `sudokopie.html#${this.#fragment()}`;
    const link = element("a", { href, target: "_blank", rel: "noopener" }, say("openLarge"));
    this.show(title, element("div", {}, element("p", {}, say("toLarge")), element("p", {}, link)));
  }

  /** Return the part of an address that has both Sudokus. */
  #fragment() {
    const { areBlanksGiven } = this.question;
    const [first, second] = stage.grids.map((grid) =>
      areBlanksGiven || grid.cells.some(Boolean) ? writeLine(grid) : "",
    );
    return new URLSearchParams({ first, second, lang: language.code }).toString();
  }

  /** @param {string} title @param {HTMLElement} content */
  show(title, content) {
    this.dialog.innerHTML = `<div class="head"><h2 id="menu-title">${title}</h2>${closeButton().outerHTML}</div>`;
    this.dialog.append(content);
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Move from item to item with the arrow keys. @param {KeyboardEvent} event */
  #key(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const items = [...this.dialog.querySelectorAll(".it")];
    if (!way || !items.length) return;
    event.preventDefault();
    const now = items.indexOf(/** @type {Element} */ (document.activeElement));
    const next = items[(now + way + items.length) % items.length];
    if (next instanceof HTMLElement) next.focus();
  }

  /** The Sudokus on the boards that are not blank. */
  #filled() {
    return this.question.given.filter((_, k) => stage.grids[k].cells.some(Boolean));
  }

  /** @param {AskedQuestion} name */
  async ask(name) {
    const title = say(/** @type {Record<string, Word>} */ (TITLES)[name]);
    const given = this.#filled();
    if (given.length >= (OF_PAIRS.includes(name) ? 2 : 1)) {
      await this.sheet.answer(name, title, given);
      return;
    }
    this.sheet.open(title);
    this.sheet.say(say("missing"), "wrong");
  }

  /** Put a random copy of a Sudoku on the other board. */
  async shuffle() {
    const [filled] = this.#filled();
    if (!filled) {
      this.sheet.open(say("shuffle"));
      this.sheet.say(say("missing"), "wrong");
      return;
    }
    const from = stage.grids[0].cells.some(Boolean) ? 0 : 1;
    const copy = randomCopy(stage.grids[from]);
    this.input.remember();
    await this.input.set(from ? [copy, stage.grids[1]] : [stage.grids[0], copy]);
  }

  /** On a page without Python, complete the first Sudoku with the kernel. */
  async complete() {
    const k = stage.grids[0].cells.some(Boolean) ? 0 : 1;
    const grid = stage.grids[k];
    const found = (await this.question.kernel)?.complete(grid, 2);
    const words = /** @type {const} */ (["solutionsNone", "solutionsOne", "solutionsMore"]);
    this.sheet.open(say("complete"));
    if (!found) {
      this.sheet.say(say("needsLarge"), "wrong");
      return;
    }
    this.sheet.say(say(words[found.count]), found.count === 1 ? "yes" : "");
    if (!found.count) return;
    const solution = { ...grid, cells: found.cells };
    const text = element("pre", { class: "place" }, writeRows(solution));
    this.sheet.more.append(text);
  }

  /**
   * Put the Sudokus into the fragment of the page's address, and copy the address. Browsers do not
   * send the fragment to a server. A blank board is left out, unless it counts as a Sudoku.
   */
  async link() {
    location.hash = this.#fragment();
    // A link to a file would open on this machine only.
    const isFile = location.protocol === "file:";
    const text = isFile ? stage.grids.map(writeRows).join("\n") : location.href;
    // On a telephone, a person chooses the program that sends the text.
    if (stage.width === "small" && navigator.share) {
      const error = await navigator.share(isFile ? { text } : { url: text }).catch((one) => one);
      if (!error || error.name === "AbortError") return;
    }
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    const word = !isCopied ? "copyHere" : isFile ? "linkedText" : "linked";
    this.show(say("link"), element("p", { role: "status" }, say(word)));
    if (isCopied) return;
    const field = element("textarea", { rows: "6", readonly: "", "aria-label": say("link") });
    field.value = text;
    this.dialog.append(field);
    field.select();
  }

  /** Save the answer as an HTML page, as the option `--html` of the command writes it. */
  async savePage() {
    const given = this.#filled();
    if (given.length < 2) {
      this.sheet.open(say("savePage"));
      this.sheet.say(say("missing"), "wrong");
      return;
    }
    this.sheet.open(say("savePage"));
    const found = await this.sheet.ask("decide", given);
    if (!found) return;
    this.sheet.dialog.close();
    if (found.page) save("sudokopie.html", found.page, "text/html");
  }
}

const TITLES = {
  ways: "ways",
  nearest: "nearest",
  within: "within",
  survey: "symmetries",
  completed: "complete",
  canonical_form: "canonical",
};

/** Let a click beside a dialog close it. @param {HTMLDialogElement} dialog */
function closeBeside(dialog) {
  dialog.addEventListener("click", ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = x >= left && x <= right && y >= top && y <= bottom;
    if (target === dialog && !isInside) dialog.close();
  });
}

/** Return the button that closes a dialog or a message. */
export function closeButton() {
  const button = element("button", {
    ...{ type: "button", class: "btn ico plain" },
    ...{ "data-do": "close", "aria-label": say("close") },
  });
  button.innerHTML = icon("close");
  return button;
}

function sizeButtons() {
  const row = element("p", { class: "row sizes" });
  for (const size of BOXES.keys()) {
    const text = `${size}×${size}`;
    const attributes = { type: "button", class: "btn", "data-do": "size", "data-size": `${size}` };
    row.append(element("button", attributes, text));
  }
  return row;
}

/** Return the names of keys as they are on German keyboards. @param {string} keys */
function onGermanKeyboard(keys) {
  return keys.replace("Ctrl", "Strg").replace("PgUp PgDn", "Bild↑ Bild↓");
}

function keyTable() {
  const isGerman = language.code === "de";
  const rows = KEYS.map(([keys, word]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, element("kbd", {}, isGerman ? onGermanKeyboard(keys) : keys)),
      element("td", {}, say(/** @type {Word} */ (word))),
    ),
  );
  return element("table", { class: "keys" }, ...rows);
}

/** Return both Sudokus, the verdict and the steps as text. */
function pairText() {
  const grids = stage.grids.map(writeLine);
  const { yes, no, same, undecided } = language.words;
  const verdicts = { yes, no, same };
  const verdict = verdicts[/** @type {"yes" | "no" | "same"} */ (stage.status)] ?? undecided;
  const steps = stage.steps[0].map(
    (step, i) => `${i + 1}. ${writeStep(step, stage.states[0][i], stage.grids[0].size)}`,
  );
  const reason = stage.reason ? [stage.reason.sentence] : [];
  const notes = [verdict, ...steps, ...reason].map((line) => `# ${line}`);
  return `${[...grids, ...notes].join("\n")}\n`;
}
