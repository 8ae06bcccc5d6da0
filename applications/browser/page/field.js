// A field for a text or a file, which shows errors with their places, and the Sudoku that was read.

import { BOXES, blankGrid, Grid, textOf } from "./grid.js";
import { element, say, translate } from "./words.js";

/** @typedef {import("./grid.js").Drawn} Drawn */
/** @typedef {import("./words.js").Word} Word */
/** @typedef {{ error: string, line?: number, column?: number }} Problem */

const AFTER = 150; // milliseconds from the last key until the text is read
const AROUND = 40; // characters shown on either side of an error
const LONG = 10_000; // characters of a pasted text that is inserted by script
const MOST_BYTES = 2 ** 24;

/** A text area with a label, a button to open a file, and a line for errors. */
export class TextField {
  /**
   * @param {string} id
   * @param {Word} label
   * @param {import("./engine.js").Engine} engine
   * @param {() => void} changed
   */
  constructor(id, label, engine, changed) {
    this.label = label;
    this.engine = engine;
    this.changed = changed;
    const said = `${id}-said`;
    this.text = element("textarea", { id, spellcheck: "false", "aria-describedby": said });
    this.text.rows = 9;
    this.text.autocapitalize = "off";
    this.said = element("div", { id: said, class: "said" });
    const file = element("input", { type: "file", hidden: "" });
    const open = element("button", { type: "button", "data-word": "open" });
    const clear = element("button", { type: "button", "data-word": "clear" });
    this.tools = element("p", { class: "tools" }, open, file, clear);
    const heading = element("label", { for: id, "data-word": label });
    this.root = element("section", { class: "field" }, element("h2", {}, heading), this.text);
    this.root.append(this.tools, this.said);
    open.addEventListener("click", () => file.click());
    clear.addEventListener("click", () => {
      this.set("");
      this.text.focus();
    });
    file.addEventListener("change", () => {
      if (file.files?.[0]) this.open(file.files[0]);
      file.value = "";
    });
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("paste", (event) => this.paste(event));
    this.root.addEventListener("dragover", (event) => event.preventDefault());
    this.root.addEventListener("drop", (event) => this.drop(event));
    translate(this.root);
  }

  get value() {
    return this.text.value;
  }

  /** The name of the field in the language of the page. */
  get name() {
    return say(this.label);
  }

  /** @param {string} text */
  set(text) {
    this.text.value = text;
    this.typed();
  }

  typed() {
    this.good("");
    this.changed();
  }

  /**
   * Insert a long text by script, because browsers take minutes to paste thousands of lines.
   * @param {ClipboardEvent} event
   */
  paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length < LONG) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = this.text;
    this.text.setRangeText(text, selectionStart, selectionEnd, "end");
    this.typed();
  }

  /** @param {DragEvent} event */
  drop(event) {
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain");
    if (!file && !text) return;
    event.preventDefault();
    if (file) this.open(file);
    else this.set(text ?? "");
  }

  /** @param {File} file */
  async open(file) {
    const bytes = await bytesOf(file);
    const text = decoded(bytes);
    const found =
      text === null
        ? await this.engine.ask("open", base64(bytes), file.name).catch(() => null)
        : { text };
    if (found?.certificate) {
      document.dispatchEvent(new CustomEvent("certificate", { detail: base64(bytes) }));
    } else if (found?.error) this.bad({ error: found.error });
    else if (found) this.set(found.text);
  }

  /** @param {string} said */
  good(said) {
    this.text.removeAttribute("aria-invalid");
    this.said.className = "said quiet";
    this.said.textContent = said;
  }

  /**
   * Show an error, and mark its place in the text.
   * @param {Problem} problem
   */
  bad({ error, line, column }) {
    this.text.setAttribute("aria-invalid", "true");
    this.said.className = "said wrong";
    const lines = this.value.split(/\r\n|\r|\n/);
    if (line === undefined || column === undefined) {
      this.said.textContent = error;
      return;
    }
    this.said.textContent = say("place", { line, column, error });
    const shown = Array.from(lines[line - 1] ?? "");
    if (!shown.length) return;
    const start = Math.max(0, column - 1 - AROUND);
    const mark = element("mark", {}, shown[column - 1] ?? " ");
    const before = (start ? "…" : "") + shown.slice(start, column - 1).join("");
    const after = shown.slice(column, column + AROUND).join("");
    this.said.append(element("pre", { class: "place" }, before, mark, after));
  }
}

/** A field for the text of one Sudoku, which is drawn below the text while the user types. */
export class SudokuField extends TextField {
  /**
   * @param {string} id
   * @param {1 | 2} number
   * @param {import("./engine.js").Engine} engine
   * @param {(field: SudokuField, grids: Drawn[]) => void} both is called for a text with two Sudokus
   */
  constructor(id, number, engine, both) {
    super(id, number === 1 ? "first" : "second", engine, () => this.later());
    this.both = both;
    this.asked = 0;
    /** @type {(Drawn & { line: string }) | null} */
    this.read = null;
    this.grid = new Grid(number, (drawn) => {
      this.text.value = textOf(drawn);
      this.typed();
    });
    const sizes = element("select", { id: `${id}-size` });
    const label = element("label", { for: sizes.id, "data-word": "newGrid" });
    for (const size of ["", ...BOXES.keys()]) {
      sizes.append(element("option", { value: `${size}` }, size ? `${size}×${size}` : "…"));
    }
    sizes.addEventListener("change", () => {
      if (sizes.value) this.grid.draw(blankGrid(Number(sizes.value)));
      if (sizes.value) this.set(textOf(this.grid.drawn));
      sizes.value = "";
    });
    this.tools.append(element("span", { class: "choice" }, label, " ", sizes));
    this.root.append(this.grid.wide);
    translate(this.root);
  }

  /** The Sudoku that was read, as text; empty if there is none. */
  get line() {
    return this.read ? this.read.comment + this.read.line : "";
  }

  later() {
    this.read = null;
    this.asked++; // The answer to an earlier reading is then ignored.
    clearTimeout(this.timer);
    if (this.value.trim()) this.timer = setTimeout(() => this.look(), AFTER);
    else this.look(); // at once, so that the user does not type into the old grid
  }

  /** Read the text; draw the Sudoku, or show the error. */
  async look() {
    clearTimeout(this.timer);
    const mine = this.asked;
    const text = this.value;
    const found = text.trim()
      ? await this.engine.ask("read", text, this.name).catch(() => null)
      : { grids: [] };
    if (!found || mine !== this.asked) return;
    this.grid.wide.inert = Boolean(found.error);
    if (found.error) this.bad(found);
    else if (found.grids.length === 2) this.both(this, found.grids);
    else if (found.grids.length === 1) {
      [this.read] = found.grids;
      this.grid.draw(found.grids[0]);
      this.good([this.understood(found.grids[0]), found.aside].filter(Boolean).join(" "));
    } else {
      if (this.grid.drawn.rows.flat().some(Boolean)) this.grid.draw(blankGrid(9));
      this.good("");
    }
  }

  /** @param {Drawn} drawn */
  understood({ rows, height, width }) {
    const clues = rows.flat().filter(Boolean).length;
    return say("understood", { size: rows.length, height, width, clues });
  }
}

/** @param {File} file */
export async function bytesOf(file) {
  return new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer());
}

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters);
}

/**
 * Decode a text in UTF-8 or, if that fails, in Windows-1252, the encoding of older Western systems.
 * Return null for other files, such as UTF-16 and compressed ones, which Python reads.
 * @param {Uint8Array} bytes
 */
function decoded(bytes) {
  try {
    if (!bytes.includes(0)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    if (!bytes.some((byte) => byte < 9)) return new TextDecoder("windows-1252").decode(bytes);
  }
  return null;
}
