// Asks the engine a question, and shows that it is computing, its verdict, or an error.

import { language } from "../../../showing/board/texts.js";
import { Absent, Stopped } from "./engine.js";
import { element, messageOf, say } from "./words.js";

const PATIENCE = 10_000; // milliseconds after which a command is recommended

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
  check: "",
  copies: "sudokopie duplicates list.txt",
};

/** @typedef {keyof typeof COMMANDS} AskedQuestion */
/** @typedef {import("./input.js").Problem} Problem */

/** The questions whose progress is a sentence that stays true when they are stopped. */
const TELLING = ["nearest"];

export class AnswerView {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {HTMLElement} verdict
   * @param {HTMLElement} more for texts below the verdict
   * @param {HTMLElement} stop is shown while the engine computes; a button, or an element with one
   */
  constructor(engine, verdict, more, stop) {
    this.engine = engine;
    this.verdict = verdict;
    this.more = more;
    this.stop = stop;
    /** The seconds that the question has taken. Screen readers do not read them out. */
    this.passed = element("span", { class: "quiet passed" });
    (stop.querySelector("button") ?? stop).after(this.passed);
    this.busy = 0;
    /** @type {(Problem & { name?: string }) | null} */
    this.problem = null;
  }

  /**
   * Ask the engine a question, and show that it is computing. Return the answer; null if there was
   * an error, which is then shown, or if the user stopped the question.
   * @param {AskedQuestion} name
   * @param {unknown[]} given the arguments of the question
   */
  async ask(name, ...given) {
    this.clear();
    this.say(say(this.engine.isUp ? "computing" : "loadingFirst"));
    let known = "";
    this.engine.progress = (said) => {
      known = said;
      this.say(`${say("computing")} ${said}`);
    };
    this.stop.hidden = false;
    const mine = ++this.busy;
    const began = performance.now();
    const ticking = setInterval(() => this.#tick(began), 1000);
    const command = COMMANDS[name];
    const hint = setTimeout(() => {
      // Where what is known is shown, the command is named at the end.
      if (command && !TELLING.includes(name)) this.more.textContent = say("slow", { command });
    }, PATIENCE);
    try {
      const found = await this.engine.ask(name, ...given);
      if (mine !== this.busy) return null;
      this.clear();
      if (!found.error) return found;
      this.problem = found;
      this.say(found.error, "wrong");
    } catch (error) {
      if (mine === this.busy) this.clear();
      if (error instanceof Absent) this.say(say("needsLarge"), "wrong");
      else if (!(error instanceof Stopped)) this.say(messageOf(error), "wrong");
      else if (mine === this.busy) {
        this.say([say("stopped"), TELLING.includes(name) ? known : ""].join(" ").trim());
      }
    } finally {
      clearTimeout(hint);
      clearInterval(ticking);
      if (mine === this.busy) {
        this.stop.hidden = true;
        this.passed.textContent = "";
      }
    }
    return null;
  }

  /** Show for how long the question has been computed. @param {number} began */
  #tick(began) {
    // Once Python is up, the sentence about its start is no longer true.
    if (this.engine.isUp && this.verdict.textContent === say("loadingFirst")) {
      this.say(say("computing"));
    }
    const seconds = Math.floor((performance.now() - began) / 1000);
    this.passed.textContent = language.words.runningWhy(seconds);
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
    this.problem = null;
  }
}
