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
   * @param {Word} label the word for the field, also in answers and errors
   * @param {import("./engine.js").Engine} engine
   * @param {Word} [hint] a sentence below the label
   */
  constructor(id, label, engine, hint) {
    this.label = label;
    this.engine = engine;
    const said = `${id}-said`;
    const about = `${id}-hint`;
    this.text = element("textarea", { id, spellcheck: "false" });
    this.text.setAttribute("aria-describedby", hint ? `${about} ${said}` : said);
    this.text.rows = 9;
    this.text.autocapitalize = "off";
    this.said = element("div", { id: said, class: "said" });
    /** The files in the text, each with the number of its first line. @type {[string, number][]} */
    this.files = [];
    const file = element("input", { type: "file", multiple: "", hidden: "" });
    const folder = element("input", { type: "file", webkitdirectory: "", hidden: "" });
    const openFolder = element("button", {
      type: "button",
      class: "btn",
      "data-word": "openFolder",
    });
    const open = element("button", { type: "button", class: "btn", "data-word": "open" });
    this.clear = element("button", { type: "button", class: "btn", "data-word": "clear" });
    this.clear.hidden = true;
    const tools = element("p", { class: "tools" }, this.clear, open, file, openFolder, folder);
    const heading = element("label", { for: id, "data-word": label });
    const head = element("div", { class: "top" }, element("h2", {}, heading), tools);
    this.root = element("section", { class: "field" }, head);
    if (hint) this.root.append(element("p", { id: about, class: "quiet", "data-word": hint }));
    this.root.append(this.text, this.said);
    open.addEventListener("click", () => file.click());
    this.clear.addEventListener("click", () => {
      this.set("");
      this.text.focus();
    });
    openFolder.addEventListener("click", () => folder.click());
    for (const input of [file, folder]) {
      input.addEventListener("change", async () => {
        await this.openAll([...(input.files ?? [])]);
        input.value = "";
      });
    }
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
    this.files = [];
    this.clear.hidden = !this.value;
    this.good("");
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
    const items = [...(event.dataTransfer?.items ?? [])];
    const entries = items.map((item) => item.webkitGetAsEntry?.());
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData("text/plain");
    if (!files.length && !text) return;
    event.preventDefault();
    if (entries.some((entry) => entry?.isDirectory)) this.#openEntries(entries);
    else if (files.length) this.openAll(files);
    else this.set(text ?? "");
  }

  /** @param {(FileSystemEntry | null | undefined)[]} entries */
  async #openEntries(entries) {
    const files = await Promise.all(entries.map((entry) => (entry ? filesIn(entry) : [])));
    await this.openAll(files.flat());
  }

  /**
   * Open files one after another, in the order of their names. Answers about a Sudoku can then name
   * its file and its line there.
   * @param {File[]} files
   */
  async openAll(files) {
    const [only, ...others] = files;
    if (!only) return;
    if (!others.length) {
      await this.open(only);
      return;
    }
    const name = (/** @type {File} */ file) => file.webkitRelativePath || file.name;
    const sorted = [...files].sort((one, other) => name(one).localeCompare(name(other)));
    /** @type {string[]} */
    const lines = [];
    /** @type {[string, number][]} */
    const places = [];
    /** @type {string[]} */
    const errors = [];
    /** @type {string[]} */
    const pictures = [];
    for (const file of sorted) {
      const bytes = await bytesOf(file);
      if (isPicture(bytes)) {
        pictures.push(name(file));
        continue;
      }
      const text = decoded(bytes);
      const asked = text === null ? this.engine.ask("open", base64(bytes), file.name) : { text };
      const found = await Promise.resolve(asked).catch((error) => ({ error: String(error) }));
      if (found.error || found.text === undefined) errors.push(found.error ?? name(file));
      else {
        places.push([name(file), lines.length + 1]);
        lines.push(...found.text.replace(/(\r\n|\r|\n)$/, "").split(/\r\n|\r|\n/));
      }
    }
    this.set(`${lines.join("\n")}\n`);
    this.files = places;
    const skipped = pictures.length ? say("picturesSkipped", { names: pictures.join(", ") }) : "";
    if (errors.length) this.bad({ error: [...errors, skipped].join(" ") });
    else this.good(skipped);
  }

  /**
   * Return the name of the file from which a line of the text comes, and the line's number in that
   * file; null if the text does not come from files.
   * @param {number} line the number of the line in the text, from 1
   * @returns {[string, number] | null}
   */
  placeOf(line) {
    const found = this.files.findLast(([, first]) => first <= line);
    return found ? [found[0], line - found[1] + 1] : null;
  }

  /** @param {File} file */
  async open(file) {
    const bytes = await bytesOf(file);
    if (isPicture(bytes)) {
      this.bad({ error: say("noPictures") });
      return;
    }
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

/** Return whether a file is a picture: PNG, JPEG, GIF, WebP or HEIC. @param {Uint8Array} bytes */
export function isPicture(bytes) {
  const start = String.fromCharCode(...bytes.slice(0, 12));
  return /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP|....ftyp(heic|heix|mif1|avif))/s.test(start);
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

/** Return the files in a folder and its folders. @param {FileSystemEntry} entry @returns {Promise<File[]>} */
async function filesIn(entry) {
  if (entry.isFile) {
    const file = /** @type {FileSystemFileEntry} */ (entry);
    return [await new Promise((done, failed) => file.file(done, failed))];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {FileSystemEntry[]} */
  const all = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(filesIn))).flat();
}
