// The boards are the input: keys, pasted texts and dropped files change the two Sudokus.

import { boardOfKeys, drawCursors } from "../../../showing/board/both_boards.js";
import {
  blankGrid,
  blankLike,
  glyph,
  readList,
  readLooseText,
  readPlainText,
} from "../../../showing/board/grids.js";
import { clamp } from "../../../showing/board/motion.js";
import { keepFocus, showAll } from "../../../showing/board/panels.js";
import { stopPlaying } from "../../../showing/board/player.js";
import {
  isDialogOpen,
  listenToBoard,
  moveByKey,
  playByKey,
  showLarge,
} from "../../../showing/board/pointing.js";
import { actions, forget, isPadShown, stage, tell } from "../../../showing/board/stage.js";
import { language } from "../../../showing/board/texts.js";
import { Absent } from "./engine.js";
import { base64, bytesOf, decoded, isPicture } from "./field.js";
import { askForText } from "./paste_sheet.js";
import { findReadingProblem } from "./reading_problem.js";
import { element, messageOf, say } from "./words.js";

/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */
/** @typedef {{ rows: number[][], height: number, width: number }} Drawn */
/** What is wrong with a text, where, and where else it can be read. */
/** @typedef {{ error: string, line?: number, column?: number, hint?: string }} Problem */

const AROUND = 40; // characters shown on either side of an error

/** @param {Drawn} drawn @returns {Grid} */
export function gridOf({ rows, height, width }) {
  return { size: rows.length, height, width, cells: rows.flat() };
}

export class Input {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {import("./question.js").Question} question
   */
  constructor(engine, question) {
    this.engine = engine;
    this.question = question;
    /** Earlier pairs of grids, and later ones after undoing. @type {[Grid, Grid][]} */
    this.before = [];
    /** @type {[Grid, Grid][]} */
    this.after = [];
    this.isTyping = false;
    this.taken = 0;
    /** What was on the page before a text was read. @type {typeof stage & { code?: string }} */
    this.left = { ...stage };
    /** Reads the last text or file once more. */
    this.readAgain = () => {};
    /** The function that is called with a text of more than two Sudokus. */
    this.takeList = (/** @type {string} */ _text) => {};
    /** The function that is called with the .zip file of a certificate, in base64. */
    this.takeCertificate = (/** @type {string} */ _zip) => {};
    for (const [k, board] of stage.boards.entries()) {
      listenToBoard(k, () => {
        this.isTyping = false;
      });
      board.root.addEventListener("keydown", (event) => this.#typed(event, k));
    }
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("paste", (event) => this.#paste(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.#drop(event));
    actions.paste = () => this.#pasteFromClipboard();
    actions.back = () => this.#back();
  }

  /** Remember the grids, so that the next change can be undone. */
  remember() {
    this.before.push([...stage.grids]);
    this.after = [];
  }

  /**
   * Show two grids and compare them at once.
   * @param {[Grid, Grid]} grids
   */
  set(grids) {
    stopPlaying();
    stage.mode = "pair";
    stage.grids = grids;
    stage.cursors = [null, null];
    // On a telephone, the board that still needs a Sudoku is the large one.
    const [isFirst, isSecond] = grids.map(({ cells }) => cells.some(Boolean));
    stage.large = isFirst && !isSecond && !this.question.areBlanksGiven ? 1 : 0;
    stage.isEditing = false;
    stage.zoom = 1;
    return this.question.ask();
  }

  /** @param {[Grid, Grid][]} from @param {[Grid, Grid][]} to */
  #undo(from, to) {
    const grids = from.pop();
    if (!grids) return;
    to.push([...stage.grids]);
    this.set(grids);
  }

  /**
   * Read a text with one Sudoku or two, and put them on the boards. One Sudoku goes to board `k`; by
   * default to the board in focus, or to the first blank board. Return whether they are there.
   * A text that Python reads so slowly that the boards have changed meanwhile is forgotten.
   * @param {string} text
   * @param {number | null} [k]
   */
  async take(text, k = null) {
    const board = k ?? this.#nextBoard();
    const isLate = this.#begin(() => this.take(text, board));
    const sent = textOfLink(text);
    if (!sent.trim()) {
      this.showProblem({ error: say("nothingRead") }, "");
      return false;
    }
    const plain = readPlainText(sent) ?? (this.engine.isAbsent ? readLooseText(sent) : null);
    const list = plain ? null : readList(sent, this.engine.isAbsent);
    const found = plain ?? (list ? { isList: true, error: "" } : await this.#read(sent));
    if (isLate()) return false;
    if (!Array.isArray(found)) {
      if (found.isList) {
        this.question.ask(); // instead of the sentence that the text is being read
        this.takeList(list ?? sent);
      } else this.showProblem(found, sent);
      return false;
    }
    this.remember();
    const [one, other] = found;
    // Two Sudokus of a text are a pair, even if they are blank.
    this.question.areBlanksGiven = Boolean(other);
    const grids = /** @type {[Grid, Grid]} */ ([...stage.grids]);
    if (other) [grids[0], grids[1]] = [one, other];
    else {
      grids[board] = one;
      if (!grids[1 - board].cells.some(Boolean)) grids[1 - board] = blankLike(one);
    }
    await this.set(grids);
    if (stage.status === "yes") focusChief();
    return true;
  }

  /**
   * Begin to read a text or a file; `again` is called to read it once more. Return a function that tells
   * whether the boards have changed since, or another text is being read.
   * @param {() => void} again
   */
  #begin(again) {
    const taken = ++this.taken;
    this.readAgain = again;
    if (!["error", "reading"].includes(stage.status)) {
      this.left = { ...stage, isPlaying: false, code: language.code };
    }
    const { asked } = this.question;
    return () => taken !== this.taken || asked !== this.question.asked;
  }

  #nextBoard() {
    const focused = stage.boards.findIndex(({ root }) => root === document.activeElement);
    const isFilled = stage.grids.map(({ cells }) => cells.some(Boolean));
    if (focused >= 0 && !isFilled[focused]) return focused;
    if (isFilled[0] && !isFilled[1]) return 1;
    return Math.max(focused, 0);
  }

  /**
   * Let sudokopie read a text. Return its Sudokus; or what is wrong with it, or that it is a list.
   * @param {string} text
   * @returns {Promise<Grid[] | Problem & { isList?: boolean }>}
   */
  async #read(text) {
    this.showReading();
    try {
      const found = await this.engine.ask("read", text, say("text"));
      if (!found.error) return /** @type {Grid[]} */ (found.grids.map(gridOf));
      return { ...found, isList: Boolean(found.several) };
    } catch (error) {
      if (!(error instanceof Absent)) return { error: messageOf(error) };
      return { ...findReadingProblem(text), hint: say("readsLarge") };
    }
  }

  /** Until Python is loaded, show that a text or a file waits for it. */
  showReading() {
    if (this.engine.isAbsent || this.engine.isUp) return;
    stopPlaying();
    forget();
    stage.status = "reading";
    stage.notes = [say("loadingFirst")];
    showAll();
  }

  /** @param {Problem} problem @param {string} text */
  showProblem({ error, line, column, hint }, text) {
    stopPlaying();
    this.question.leave();
    forget();
    stage.status = "error";
    stage.isAnswerLeft = ["yes", "no", "same", "undecided"].includes(this.left.status);
    const place = line && column ? language.words.at(line, column) : "";
    stage.notes = [place + error, ...(hint ? [hint] : [])];
    stage.place = null;
    const shown = Array.from(text.split(/\r\n|\r|\n/)[(line ?? 0) - 1] ?? "");
    if (place && column && shown.length) {
      const start = Math.max(0, column - 1 - AROUND);
      const mark = element("mark", {}, shown[column - 1] ?? " ");
      const before = (start ? "…" : "") + shown.slice(start, column - 1).join("");
      const after = shown.slice(column, column + AROUND).join("");
      stage.place = element("pre", { class: "place" }, before, mark, after);
    }
    showAll();
  }

  /** Show again what was on the page before a text that cannot be read. */
  #back() {
    const { status, reason, isProved, isEditing, code } = this.left;
    Object.assign(stage, this.left);
    const isDone = ["yes", "same", "one"].includes(status) || isEditing;
    // Sentences have the language in which they were written.
    const isNo = status === "no" && (reason || isProved) && code === language.code;
    if (isDone || isNo) showAll();
    else this.question.ask();
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    if (event.target instanceof HTMLTextAreaElement || isDialogOpen() || isAway()) return;
    event.preventDefault();
    const [file] = event.clipboardData?.files ?? [];
    if (file) this.open(file);
    else this.take(event.clipboardData?.getData("text/plain") ?? "");
  }

  async #pasteFromClipboard() {
    const board = this.#nextBoard();
    const reading = navigator.clipboard?.readText().catch(() => null) ?? null;
    const text = (await reading) ?? (await askForText());
    if (text !== null) await this.take(text, board);
  }

  /** @param {DragEvent} event */
  #drop(event) {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const target = event.target instanceof Node ? event.target : null;
    const k = stage.boards.findIndex(({ figure }) => figure.contains(target));
    const board = k < 0 ? null : k;
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) this.open(file, board);
    else if (text) this.take(text, board);
  }

  /**
   * Put the Sudokus of a file on the boards. A .zip file with a certificate is checked.
   * @param {File} file
   * @param {number | null} [k]
   */
  async open(file, k = null) {
    const isLate = this.#begin(() => this.open(file, k));
    const bytes = await bytesOf(file);
    if (isPicture(bytes)) {
      this.showProblem({ error: say("noPictures") }, "");
      return;
    }
    const text = decoded(bytes);
    if (text === null) this.showReading();
    const found =
      text === null
        ? await this.engine.ask("open", base64(bytes), file.name).catch((error) => ({
            error: error instanceof Absent ? say("readsLarge") : messageOf(error),
          }))
        : { text };
    if (isLate()) return;
    if (found?.certificate) {
      this.question.ask(); // instead of the sentence that the file is being read
      this.takeCertificate(base64(bytes));
    } else if (found?.error) this.showProblem(found, "");
    else if (found) await this.take(found.text, k);
  }

  /** @param {KeyboardEvent} event @param {number} k */
  #typed(event, k) {
    if (stage.mode === "own" || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { size, cells } = stage.grids[k];
    const [r, c] = stage.cursors[k] ?? [0, 0];
    const value = this.#valueOf(event.key, size, cells[r * size + c]);
    if (value === null) return false;
    event.preventDefault();
    event.stopPropagation();
    this.#type(k, r, c, value);
    return true;
  }

  /**
   * Return the new value of a cell after a key, 0 for blank; null if the key has no meaning here.
   * @param {string} key
   * @param {number} size
   * @param {number} before
   */
  #valueOf(key, size, before) {
    if (["Backspace", "Delete", "."].includes(key)) return 0;
    if (/^[a-z]$/i.test(key)) {
      const value = key.toLowerCase().charCodeAt(0) - 87; // A is 10, as in texts of Sudokus.
      return value <= size ? value : null;
    }
    if (!/^[0-9]$/.test(key)) return null;
    const digit = Number(key);
    const longer = 10 * before + digit;
    if (this.isTyping && before && longer <= size) return longer;
    return digit <= size ? digit : null;
  }

  /**
   * Write a digit into a cell, 0 for a blank.
   * @param {number} k @param {number} r @param {number} c @param {number} value
   * @param {boolean} [isWhole] whether it is certain that no second character of the number follows
   */
  #type(k, r, c, value, isWhole = stage.grids[k].size <= 9) {
    const grid = stage.grids[k];
    const isEditing = isPadShown();
    const isChange = grid.cells[r * grid.size + c] !== value;
    if (isChange && (!this.isTyping || isWhole)) this.remember();
    const cells = [...grid.cells];
    cells[r * grid.size + c] = value;
    stopPlaying();
    stage.grids[k] = { ...grid, cells };
    // In large grids the cursor stays, because a number may have two digits.
    this.isTyping = !isWhole;
    if (isWhole) stage.cursors[k] = cellAfter(grid.size, r, c, 1);
    this.question.areBlanksGiven = false;
    this.#wait();
    stage.isEditing = isEditing;
    showAll();
    if (!isEditing) this.question.later();
  }

  /** Forget the answer, because the grids have changed. */
  #wait() {
    stopPlaying();
    this.question.drop();
    const filled = stage.grids.filter(({ cells }) => cells.some(Boolean)).length;
    stage.status = filled === 2 ? "running" : filled ? "one" : "empty";
    stage.since = performance.now();
  }

  /** Show the pad with both Sudokus as they are, to change them. */
  edit() {
    const cursor = stage.cursors[stage.large] ?? [0, 0];
    this.#wait();
    stage.isEditing = true;
    stage.cursors[stage.large] = cursor;
    showAll();
  }

  /** Write a digit of the pad, 0 for a blank, where the cursor is. @param {number} value */
  typeHere(value) {
    const k = stage.large;
    const [r, c] = stage.cursors[k] ?? [0, 0];
    const { size } = stage.grids[k];
    this.#type(k, r, c, value, true);
    tell(value ? glyph(value, size) : language.words.blank);
  }

  /** Move the cursor of the large board. @param {number} by the number of cells */
  moveHere(by) {
    const k = stage.large;
    const [r, c] = stage.cursors[k] ?? [0, 0];
    const [row, column] = cellAfter(stage.grids[k].size, r, c, by);
    stage.cursors[k] = [row, column];
    this.isTyping = false;
    drawCursors();
    tell(language.words.place(row + 1, column + 1));
  }

  /** Undo the last change while the pad is shown, and put the cursor where it was made. */
  undoDigit() {
    const grids = this.before.pop();
    if (!grids) return;
    this.after.push([...stage.grids]);
    const changed = grids.map(({ size, cells }, k) => {
      const now = stage.grids[k].cells;
      const cell = cells.findIndex((digit, i) => digit !== now[i]);
      return cell < 0 ? null : [Math.floor(cell / size), cell % size];
    });
    stage.grids = grids;
    const k = changed.findIndex(Boolean);
    if (k >= 0) stage.large = k;
    stage.cursors = grids.map((_, i) => changed[i] ?? [0, 0]);
    this.#wait();
    stage.isEditing = true;
    showAll();
    tell(say("undoDigit"));
  }

  /** On a telephone, draw a board large. @param {number} k */
  showLarge(k) {
    this.isTyping = false;
    showLarge(k);
  }

  /** Give the focus to the board to which keys go, if no other part of the page has it. */
  focusBoard() {
    const k = boardOfKeys();
    if (k !== null && document.activeElement === document.body) {
      stage.boards[k].root.focus({ preventScroll: true });
    }
  }

  /** Handle the keys that work on the whole page: undo, redo, and those of the steps between the
   * boards. @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    const inside = target instanceof Element ? target : document.body;
    if (isDialogOpen() || inside.matches("textarea, input, select")) return;
    if (stage.mode === "own" || isAway()) return;
    if (key === "Escape" && stage.status === "error") {
      keepFocus(() => this.#back());
      return;
    }
    const k = boardOfKeys();
    if (k !== null && !event.altKey && !event.ctrlKey && !event.metaKey) {
      if (this.#typed(event, k)) return;
      if (event.key !== "Enter" && moveByKey(k, event)) {
        event.preventDefault();
        return;
      }
    }
    if (event.ctrlKey || event.metaKey) {
      const isRedo = /^y$/i.test(key) || (/^z$/i.test(key) && event.shiftKey);
      if (!/^z$/i.test(key) && !isRedo) return;
      event.preventDefault();
      if (!isRedo && isPadShown()) this.undoDigit();
      else if (isRedo) this.#undo(this.after, this.before);
      else this.#undo(this.before, this.after);
    } else playByKey(event);
  }

  /** Show blank boards. @param {number} size */
  clear(size) {
    this.remember();
    this.question.areBlanksGiven = false;
    this.set([blankGrid(size), blankGrid(size)]);
    stage.boards[0].root.focus();
  }
}

/**
 * Return the cell that is `by` cells after another one, in reading order, as its row and column.
 * @param {number} size @param {number} r @param {number} c @param {number} by
 */
function cellAfter(size, r, c, by) {
  const cell = clamp(r * size + c + by, 0, size * size - 1);
  return [Math.floor(cell / size), cell % size];
}

/**
 * Return the Sudokus in a link to this page, or to another copy of it, as a text; if the text is no such
 * link, return the text itself.
 * @param {string} text
 */
function textOfLink(text) {
  const [, fragment] = /^\S+#(\S*\b(?:first|second)=\S*)$/.exec(text.trim()) ?? [];
  if (!fragment) return text;
  const given = new URLSearchParams(fragment);
  return `${given.get("first") ?? ""}\n${given.get("second") ?? ""}`;
}

/** Return whether the page shows another part than the boards. */
function isAway() {
  return document.querySelector("#stage")?.hasAttribute("hidden") ?? true;
}

export function focusChief() {
  const chief = stage.slots.deck.querySelector(".pri");
  if (chief instanceof HTMLElement) chief.focus({ preventScroll: true });
}
