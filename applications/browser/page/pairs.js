// Two Sudokus, and what can be asked of them.

import { SudokuField } from "./field.js";
import { textOf } from "./grid.js";
import { byId, chosen, element, say, translate } from "./words.js";

/** @typedef {import("./words.js").Word} Word */
/** @typedef {import("./answer.js").Question} Question */

/** The examples: the package's instances, by the words for them. @type {[Word, string][]} */
const EXAMPLES = [
  ["exampleCopies", "size9-clues25-copies"],
  ["exampleMoved", "size9-clues25-moved"],
  ["exampleFewest", "size9-clues17-copies"],
  ["exampleComplete", "size9-clues81-switched"],
  ["exampleSymmetric", "most-symmetric-copies"],
  ["exampleSix", "size6-clues12-copies"],
  ["exampleLarge", "size16-clues100-copies"],
];

/** What is asked of both Sudokus together. @type {Question[]} */
const OF_PAIRS = ["decide", "ways", "nearest", "within"];

/** What is asked of each Sudoku. @type {Question[]} */
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

  /** Say everything in the language that was chosen just now. */
  translate() {
    translate(byId("pairs"));
    for (const field of this.fields) {
      field.grid.draw(field.grid.drawn);
      if (field.value) field.look();
    }
  }

  /**
   * Put two Sudokus that were pasted together into the two fields.
   * @param {SudokuField} field
   * @param {import("./grid.js").Drawn[]} grids
   */
  both(field, grids) {
    const other = field === this.first ? this.second : this.first;
    if (other.value.trim()) field.bad({ error: say("twoHere") });
    else for (const [i, one] of this.fields.entries()) one.set(textOf(grids[i]));
  }

  /**
   * Return the fields with a Sudoku as names and texts; null where one is wrong or missing.
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

  /** Put both Sudokus into the fragment of the address, which no server is sent, and copy it. */
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
