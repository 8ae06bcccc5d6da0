// The answer to a question: the verdict in words, and below it the page with the whole answer.

import { Stopped } from "./engine.js";
import { byId, element, say } from "./words.js";

/** @typedef {import("./words.js").Word} Word */
/** @typedef {{ said: string[], tone: string }} Said */
/** @typedef {{ said: Said[], page: string }} Found */

const PATIENCE = 10_000; // milliseconds after which a command is recommended
const BESIDE = `
  body { padding: 0 } main > :first-child { margin-top: 0 }
  header, h2, .verdict { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  @media print { header, h2, .verdict { position: static; width: auto; height: auto; clip-path: none } }`;

/** The commands that answer the questions; they are recommended if the browser takes long. */
export const COMMANDS = {
  decide: "sudokopie solve pair.txt",
  ways: "sudokopie ways pair.txt",
  nearest: "sudokopie nearest pair.txt",
  within: "sudokopie within pair.txt",
  survey: "sudokopie symmetries puzzle.txt",
  completed: "sudokopie complete puzzle.txt",
  canonical_form: "sudokopie canonical puzzle.txt",
  shuffle: "",
  certify: "sudokopie solve --certificate certificate pair.txt",
  check: "",
  copies: "sudokopie duplicates list.txt",
};

/** @typedef {keyof typeof COMMANDS} Question */

export class AnswerView {
  /** @param {import("./engine.js").Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.verdict = byId("verdict");
    this.more = byId("more");
    this.frame = /** @type {HTMLIFrameElement} */ (byId("page"));
    this.tools = byId("answer-tools");
    this.page = "";
    this.busy = 0;
    byId("stop").addEventListener("click", () => engine.stop());
    byId("save").addEventListener("click", () => save("sudokopie.html", this.page, "text/html"));
    byId("print").addEventListener("click", () => this.frame.contentWindow?.print());
    this.frame.addEventListener("load", () => this.fit());
    engine.progress = (said) => this.say(`${say("computing")} ${said}`);
  }

  /**
   * Ask the engine a question, and show that it is computing. Return the answer; null if there was
   * an error, which is then shown, or if the user stopped the question.
   * @param {Question} name
   * @param {unknown[]} given
   */
  async ask(name, ...given) {
    this.clear();
    this.say(say("computing"));
    byId("stop").hidden = false;
    const mine = ++this.busy;
    const command = COMMANDS[name];
    const hint = setTimeout(() => {
      if (command) this.more.textContent = say("slow", { command });
    }, PATIENCE);
    try {
      const found = await this.engine.ask(name, ...given);
      this.clear();
      if (!found.error) return found;
      this.problem = found;
      this.say(found.error, "wrong");
    } catch (error) {
      if (mine === this.busy) this.clear();
      if (!(error instanceof Stopped)) this.say(String(error), "wrong");
      else if (mine === this.busy) this.say(say("stopped"));
    } finally {
      clearTimeout(hint);
      if (mine === this.busy) byId("stop").hidden = true;
    }
    return null;
  }

  /**
   * @param {string} said
   * @param {string} [tone]
   */
  say(said, tone = "") {
    this.verdict.className = tone;
    this.verdict.textContent = said;
  }

  clear() {
    this.say("");
    this.more.replaceChildren();
    /** @type {(import("./field.js").Problem & { name?: string }) | null} */
    this.problem = null;
    this.frame.hidden = true;
    this.tools.hidden = true;
    byId("certify").hidden = true;
    this.page = "";
    /** The arguments of `show`, to show it again later. @type {[Found, string[]] | null} */
    this.shown = null;
  }

  /**
   * Show the verdicts of some answers, each about a Sudoku or a pair, and the page with them.
   * @param {Found} found
   * @param {string[]} names
   */
  show(found, names) {
    const { said, page } = found;
    this.shown = [found, names];
    const several = said.length > 1;
    this.verdict.className = said[0].tone;
    const lines = said.map((one, i) => (several ? `${names[i]}: ${one.said[0]}` : one.said[0]));
    this.verdict.replaceChildren(...lines.map((line) => element("span", {}, line)));
    this.page = page;
    this.frame.hidden = false;
    this.tools.hidden = false;
    this.frame.srcdoc = page;
  }

  /**
   * Make the frame as high as its page, and hide the page's heading and verdict, which are already
   * shown above the frame.
   */
  fit() {
    const inner = this.frame.contentDocument;
    if (!inner?.body || this.frame.hidden) return;
    inner.head.append(element("style", {}, BESIDE));
    const height = () => {
      this.frame.style.height = `${Math.ceil(inner.documentElement.getBoundingClientRect().height)}px`;
    };
    this.sizes?.disconnect();
    this.sizes = new ResizeObserver(height);
    this.sizes.observe(inner.body);
    height();
  }
}

/**
 * Let the browser save a text or bytes as a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function save(name, content, type) {
  const charset = typeof content === "string" ? ";charset=utf-8" : "";
  const href = URL.createObjectURL(new Blob([content], { type: type + charset }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
