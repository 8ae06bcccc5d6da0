// The part of the page for two Sudokus, with the questions about them.

import { SudokuField } from "./field.js";
import { textOf } from "./grid.js";
import { byId, chosen, element, say, translate } from "./words.js";

/** @typedef {import("./words.js").Word} Word */
/** @typedef {import("./answer.js").Question} Question */

/** The examples: a word for each, and the name of its instance. @type {[Word, string][]} */
const EXAMPLES = [
  ["exampleCopies", "size9-clues25-copies"],
  ["exampleMoved", "size9-clues25-moved"],
  ["exampleFewest", "size9-clues17-copies"],
  ["exampleComplete", "size9-clues81-switched"],
  ["exampleSymmetric", "most-symmetric-copies"],
  ["exampleSix", "size6-clues12-copies"],
  ["exampleLarge", "size16-clues100-copies"],
];

/** The questions about both Sudokus together. @type {Question[]} */
const OF_PAIRS = ["decide", "ways", "nearest", "within"];

/** The questions about each Sudoku by itself. @type {Question[]} */
const OF_EACH = ["survey", "completed", "canonical_form"];

export class Pairs {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {import("./answer.js").AnswerView} view
   */
  constructor(engine, view) {
    this.engine = engine;
    this.view = view;
    /** @type {() => void} */
    this.again = () => {};
    const both = this.both.bind(this);
    this.first = new SudokuField("first", 1, engine, both);
    this.second = new SudokuField("second", 2, engine, both);
    this.fields = [this.first, this.second];
    byId("fields").append(this.first.root, this.second.root);
    for (const name of [...OF_PAIRS, ...OF_EACH]) {
      byId(name).addEventListener("click", () => this.ask(name));
    }
    byId("shuffle").addEventListener("click", () => this.shuffle());
    byId("link").addEventListener("click", () => this.link());
    const examples = byId("examples");
    for (const [word, name] of EXAMPLES) {
      examples.append(element("option", { value: name, "data-word": word }, say(word)));
    }
    examples.addEventListener("change", () => this.example(examples.value));
  }

  /** Show this part of the page in the chosen language. */
  translate() {
    translate(byId("pairs"));
    for (const field of this.fields) {
      field.grid.draw(field.grid.drawn);
      if (field.value) field.look();
    }
  }

  /**
   * Put the two Sudokus in the text of one field into the two fields; show an error if the other
   * field is not empty.
   * @param {SudokuField} field
   * @param {import("./grid.js").Drawn[]} grids
   */
  both(field, grids) {
    const other = field === this.first ? this.second : this.first;
    if (other.value.trim()) field.bad({ error: say("twoHere") });
    else for (const [i, one] of this.fields.entries()) one.set(textOf(grids[i]));
  }

  /**
   * Return the name and the text of each field that is not empty. Return null if a text is wrong,
   * or fewer than `least` fields are filled.
   * @param {number} least
   * @returns {Promise<[string, string][] | null>}
   */
  async given(least) {
    await Promise.all(this.fields.map((field) => field.look()));
    const filled = this.fields.filter((field) => field.value.trim());
    const wrong = filled.find((field) => !field.read);
    const missing = this.fields.find((field) => !field.value.trim());
    if (wrong) wrong.text.focus();
    else if (filled.length < least && missing) {
      missing.bad({ error: say("missing") });
      missing.text.focus();
    } else return filled.map((field) => [field.name, field.value]);
    return null;
  }

  /** @param {Question} name */
  async ask(name) {
    this.again = () => this.ask(name);
    this.view.clear();
    if (!this.engine.isUp) this.view.say(say("computing"));
    const given = await this.given(OF_PAIRS.includes(name) ? 2 : 1);
    if (!given) {
      this.view.clear();
      return;
    }
    const found = await this.view.ask(name, given);
    const names = given.map(([name]) => name);
    if (!found) return;
    this.view.show(found, names);
    byId("certify").hidden = name !== "decide" || found.said[0].tone === "unknown";
  }

  async shuffle() {
    this.again = () => {};
    const found = await this.given(1);
    if (!found) return;
    const copy = await this.view.ask("shuffle", this.first.value || this.second.value);
    if (!copy) return;
    if (!this.first.value.trim()) this.first.set(this.second.value);
    this.second.set(textOf(copy.grid));
    this.view.say(say("shuffled"));
  }

  /** @param {string} name */
  example(name) {
    if (!name) return;
    this.view.clear();
    this.set([JSON.parse(byId("examples-texts").textContent)[name], ""]);
  }

  /** @param {string[]} texts */
  set(texts) {
    for (const [i, field] of this.fields.entries()) field.set(texts[i] ?? "");
  }

  /**
   * Put both Sudokus into the fragment of the page's address, and copy the address. Browsers do not
   * send the fragment to a server.
   */
  async link() {
    const given = await this.given(1);
    if (!given) return;
    const values = { first: this.first.line, second: this.second.line };
    const known = Object.entries({ ...values, lang: chosen.lang }).filter(([, value]) => value);
    location.hash = new URLSearchParams(/** @type {[string, string][]} */ (known)).toString();
    const copied = navigator.clipboard?.writeText(location.href);
    await copied?.then(
      () => this.view.say(say("linked")),
      () => this.view.say(say("linkHere")),
    );
    if (!copied) this.view.say(say("linkHere"));
  }
}
