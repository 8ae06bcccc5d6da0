// The sheet over the page with the answer to a further question: sentences, and a page below them.

import { AnswerView, COMMANDS } from "./answer.js";
import { save } from "./question.js";
import { byId, element, say } from "./words.js";

/** @typedef {import("./words.js").Word} Word */
/** @typedef {import("./answer.js").AskedQuestion} AskedQuestion */
/** @typedef {{ said: { said: string[], tone: string }[], page: string }} Found */

const BESIDE = `
  body { padding: 0; min-height: 0 !important } main > :first-child { margin-top: 0 }
  header, h2, .verdict { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  @media print { header, h2, .verdict { position: static; width: auto; height: auto; clip-path: none } }`;

export class Sheet extends AnswerView {
  /** @param {import("./engine.js").Engine} engine */
  constructor(engine) {
    super(engine, byId("sheet-verdict"), element("div"), byId("sheet-stop"));
    this.dialog = /** @type {HTMLDialogElement} */ (byId("sheet"));
    this.frame = /** @type {HTMLIFrameElement} */ (byId("page"));
    this.tools = byId("sheet-tools");
    this.verdict.after(this.more);
    this.page = "";
    byId("save").addEventListener("click", () => save("sudokopie.html", this.page, "text/html"));
    byId("print").addEventListener("click", () => this.frame.contentWindow?.print());
    this.frame.addEventListener("load", () => this.fit());
  }

  /** @param {string} title */
  open(title) {
    byId("sheet-title").textContent = title;
    this.frame.hidden = true;
    this.tools.hidden = true;
    this.page = "";
    this.clear();
    if (!this.dialog.open) this.dialog.showModal();
  }

  /**
   * Ask a question about the given Sudokus, and show its answer.
   * @param {AskedQuestion} name
   * @param {string} title
   * @param {string[][]} given the name and the text of each Sudoku
   */
  async answer(name, title, given) {
    this.open(title);
    const found = await this.ask(name, given);
    if (!found) return;
    this.show(
      found,
      given.map(([name]) => name),
    );
    // The first sentence is that there is a way, the second how many there are.
    if (name === "ways") this.more.textContent = found.said[0].said[1] ?? "";
    if (name === "nearest" && found.said[0].tone === "unknown") {
      this.more.textContent = say("searchOn", { command: COMMANDS.nearest });
    }
  }

  /**
   * @param {Found} found
   * @param {string[]} names
   */
  show({ said, page }, names) {
    const several = said.length > 1;
    this.verdict.className = said[0].tone;
    const lines = said.map((one, i) => (several ? `${names[i]}: ${one.said[0]}` : one.said[0]));
    this.verdict.replaceChildren(...lines.map((line) => element("span", {}, line)));
    this.page = page;
    this.frame.hidden = false;
    this.frame.title = say("answer");
    this.tools.hidden = false;
    this.frame.srcdoc = page;
  }

  /** Hide the heading and the verdict of the page in the frame, because the sheet shows them above the
   * frame, and make the frame as high as this page. */
  fit() {
    const inner = this.frame.contentDocument;
    if (!inner?.body || this.frame.hidden) return;
    inner.head.append(element("style", {}, BESIDE));
    const height = () => {
      const { bottom } = inner.documentElement.getBoundingClientRect();
      // The boards of one of several answers are fitted into the frame, which is then as high as the window.
      const least = inner.body.classList.contains("detailed") ? window.innerHeight - 110 : 0;
      this.frame.style.height = `${Math.max(Math.ceil(bottom), least)}px`;
    };
    this.sizes?.disconnect();
    this.sizes = new ResizeObserver(height);
    this.sizes.observe(inner.body);
    height();
  }
}
