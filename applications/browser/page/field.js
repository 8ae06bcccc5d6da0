// A field for a list of Sudokus, as text or as a file, which shows errors with their places.

import { element, say, translate } from "./words.js";

/** @typedef {import("./words.js").Word} Word */
/** @typedef {import("./input.js").Problem} Problem */

const BESIDE_ERROR = 40; // characters shown on either side of an error
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
    const open = element("button", { type: "button", class: "btn", "data-word": "open" });
    const clear = element("button", { type: "button", class: "btn", "data-word": "clear" });
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
    const start = Math.max(0, column - 1 - BESIDE_ERROR);
    const mark = element("mark", {}, shown[column - 1] ?? " ");
    const before = (start ? "…" : "") + shown.slice(start, column - 1).join("");
    const after = shown.slice(column, column + BESIDE_ERROR).join("");
    this.said.append(element("pre", { class: "place" }, before, mark, after));
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
export function decoded(bytes) {
  try {
    if (!bytes.includes(0)) return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    if (!bytes.some((byte) => byte < 9)) return new TextDecoder("windows-1252").decode(bytes);
  }
  return null;
}
