// The question of the two boards: are they copies? It is asked as soon as the boards have changed.

import { areEqual, haveSameShape, writeRows } from "../../../showing/board/grids.js";
import { showAll } from "../../../showing/board/panels.js";
import { actions, forget, setWay, stage } from "../../../showing/board/stage.js";
import { doStepsLead, readSteps } from "../../../showing/board/steps.js";
import { language, sudokuName } from "../../../showing/board/texts.js";
import { findCountedReason } from "./counting.js";
import { Absent, bytesOfBase64, Stopped } from "./engine.js";
import { stepsBack } from "./kernel.js";
import { messageOf, say } from "./words.js";

/** @typedef {import("../../../showing/board/stage.js").Reason} Reason */
/** @typedef {import("../../../showing/board/steps.js").Direction} Direction */
/** @typedef {import("../../../showing/board/steps.js").Step} Step */

/**
 * The JSON of `solve`, as far as the boards show it.
 * @typedef {{
 *   status: string, fewest: boolean, reason: Reason | null,
 *   forward: Direction | null, backward: Direction | null,
 * }} Answer
 */

export const PAUSE = 300; // milliseconds without a key until the boards are compared
const HURRY = 150; // milliseconds until the page shows that it computes
const LONG_WAIT = 10; // seconds after which a command is recommended

/** The certificate of the answer that is shown, in base64. */
let certificate = "";

export class Question {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {Promise<import("./kernel.js").Kernel | null>} kernel
   */
  constructor(engine, kernel) {
    this.engine = engine;
    this.kernel = kernel;
    this.asked = 0;
    /** Whether a blank board counts as a Sudoku: it does if the address of the page has it. */
    this.areBlanksGiven = false;
    /** Called when the boards have changed. */
    this.changed = () => {};
    /** Shows a text about the certificate that was saved. */
    this.saved = (/** @type {string} */ _text) => {};
    /** The answer that is being proved: its status and its notes. @type {{ status: import("../../../showing/board/stage.js").Status, notes: string[] } | null} */
    this.proved = null;
    engine.progress = () => {};
    actions.stop = () => this.stop();
    actions.again = () => this.ask();
    if (!engine.isAbsent) {
      actions.prove = () => this.prove();
      actions.certificate = () => this.save();
    }
  }

  /** The two Sudokus as sudokopie reads them, each with its name. */
  get given() {
    return stage.grids.map((grid, k) => [sudokuName(k), writeRows(grid)]);
  }

  /** Forget the answer, also one that is still being computed. */
  drop() {
    this.leave();
    certificate = "";
    forget();
  }

  /** Forget a question that is being answered, but keep the certificate of an answer. */
  leave() {
    this.asked++;
    this.proved = null;
    clearTimeout(this.timer);
    clearTimeout(this.ticking);
  }

  /** Ask again when the person has paused. */
  later() {
    this.asked++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  /** Ask whether the Sudokus on the boards are copies, if both boards have one; show the answer. */
  async ask() {
    clearTimeout(this.timer);
    const mine = ++this.asked;
    this.proved = null;
    forget();
    this.changed();
    certificate = "";
    const filled = stage.grids.map(({ cells }) => this.areBlanksGiven || cells.some(Boolean));
    stage.status = filled[0] && filled[1] ? "running" : filled[0] || filled[1] ? "one" : "empty";
    const [first, second] = stage.grids;
    if (stage.status === "running" && areEqual(first, second)) stage.status = "same";
    if (stage.status !== "running") {
      showAll();
      return;
    }
    if (!haveSameShape(first, second)) {
      this.show({ ...NOTHING, status: "different" }, [say("shapes")]);
      return;
    }
    const found = (await this.kernel)?.compare(first, second) ?? null;
    if (mine !== this.asked) return;
    if (found?.steps) this.#showSteps(found.steps, stepsBack(found.steps), true);
    else if (found) {
      // The reason, or that there is none, is shown with the verdict.
      this.show({ ...NOTHING, status: "different", reason: findCountedReason(first, second) }, []);
    }
    if (!found?.steps) {
      this.answering = this.askPython(mine);
      await this.answering;
    }
  }

  /** Whether the verdict is known, and only its reason is missing. */
  get isVerdictKnown() {
    return (this.proved ?? stage).status === "no";
  }

  /**
   * Let Python answer the question, and show the answer, unless a later question was asked meanwhile.
   * @param {number} mine the number of this question
   */
  async askPython(mine) {
    stage.since = performance.now();
    const tick = () => {
      if (mine !== this.asked) return;
      const seconds = (performance.now() - stage.since) / 1000;
      const isUp = this.engine.isUp;
      const slow = say("slow", { command: "sudokopie solve pair.txt" });
      stage.notes = isUp ? (seconds > LONG_WAIT ? [slow] : []) : [say("loadingFirst")];
      if (!this.isVerdictKnown) showAll();
      this.ticking = setTimeout(tick, 1000);
    };
    clearTimeout(this.ticking);
    this.ticking = setTimeout(tick, HURRY);
    if (!stage.boards[0].svg) showAll();
    try {
      const found = await this.engine.ask("compare", this.given);
      if (mine !== this.asked) return;
      clearTimeout(this.ticking);
      if (found.error) this.fail(found.error);
      else this.show(found.record, found.said.slice(1));
    } catch (error) {
      if (mine !== this.asked) return;
      clearTimeout(this.ticking);
      if (error instanceof Absent) {
        if (this.isVerdictKnown) return;
        stage.notes = [say("needsLarge")];
        stage.status = "undecided";
        showAll();
      } else if (error instanceof Stopped) {
        stage.status = "stopped";
        showAll();
      } else this.fail(messageOf(error));
    }
  }

  /**
   * Show an answer. The steps are carried out first: those that do not lead to the other grid are an
   * error, not an answer.
   * @param {Answer} answer
   * @param {string[]} notes
   */
  show(answer, notes) {
    const [first, second] = stage.grids;
    stage.reason = answer.reason;
    // On a telephone, the board on which something is marked is the large one.
    if (answer.reason && !answer.reason.first_cells.length && answer.reason.second_cells.length) {
      stage.large = 1;
    }
    stage.status = answer.status === "different" ? "no" : "undecided";
    const isOpen = stage.status === "no" && !answer.reason && haveSameShape(first, second);
    stage.notes = isOpen ? [language.words.proofText] : notes;
    if (answer.forward && answer.backward) {
      const forward = readSteps(answer.forward, first);
      const backward = readSteps(answer.backward, second);
      if (!doStepsLead(first, forward, second) || !doStepsLead(second, backward, first)) {
        this.fail(say("wrongSteps"));
        return;
      }
      this.#showSteps(forward, backward, answer.fewest);
      return;
    }
    showAll();
  }

  /** @param {Step[]} forward @param {Step[]} backward @param {boolean} isFewest */
  #showSteps(forward, backward, isFewest) {
    stage.isFewest = isFewest;
    stage.status = "yes";
    setWay(forward, backward);
    showAll();
  }

  /** @param {string} error */
  fail(error) {
    if (!this.isVerdictKnown) stage.status = "undecided";
    stage.notes = [error];
    showAll();
  }

  stop() {
    this.asked++;
    clearTimeout(this.ticking);
    // The answer that is being proved stays.
    if (this.proved) Object.assign(stage, this.proved);
    else if (stage.status === "running") stage.status = "stopped";
    this.proved = null;
    this.engine.stop();
    showAll();
  }

  /** Make a certificate of the answer, and let an independent program check it. */
  async prove() {
    const mine = this.asked;
    const show = () => {
      this.proved = { status: stage.status, notes: stage.notes };
      stage.status = "running";
      stage.since = performance.now();
      stage.notes = [say(this.engine.isUp ? "proving" : "loadingFirst")];
      showAll();
    };
    show();
    // Python may still look for the reason of the answer, which then is shown below the proof.
    await this.answering;
    if (mine !== this.asked) return "";
    if (stage.status !== "running") show();
    const { status, notes } = this.proved ?? stage;
    let error = "";
    try {
      const found = await this.engine.ask("certify", this.given);
      if (mine !== this.asked) return "";
      certificate = found.zip ?? "";
      stage.isProved = Boolean(found.zip);
      error = found.error ?? "";
    } catch (failure) {
      if (mine !== this.asked) return "";
      error = messageOf(failure);
    }
    this.proved = null;
    stage.status = status;
    stage.notes = error ? [error, ...notes] : notes;
    showAll();
    return certificate;
  }

  /** Save the certificate of the answer; make it first if there is none. */
  async save() {
    if (!certificate && !(await this.prove())) return;
    save("certificate.zip", bytesOfBase64(certificate), "application/zip");
    const command = "sudokopie check certificate pair.txt";
    showAll();
    this.saved(say("certified", { command }));
  }
}

/** @type {Answer} */
const NOTHING = { status: "", fewest: false, reason: null, forward: null, backward: null };

/**
 * Let the browser save a text or bytes as a file.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function save(name, content, type) {
  const charset = typeof content === "string" ? ";charset=utf-8" : "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: type + charset }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
