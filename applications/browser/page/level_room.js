// The levels of the page: a card for each level, with the number of steps that the person needed,
// and a card for the pair of the day.

import {
  dailyLevel,
  deleteProgress,
  listLevels,
  makePair,
  readProgress,
  saveProgress,
  today,
} from "../../../showing/board/levels.js";
import { onSolved, setFewest, startOwn } from "../../../showing/board/own.js";
import { ownWords } from "../../../showing/board/own_texts.js";
import { actions, forget, setWay, stage, tell } from "../../../showing/board/stage.js";
import { stepsBack } from "./kernel.js";
import { byId } from "./words.js";

/** @typedef {import("../../../showing/board/levels.js").Level} Level */
/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */

export class LevelRoom {
  /**
   * @param {import("./input.js").Input} input
   * @param {Promise<import("./kernel.js").Kernel | null>} kernel
   * @param {() => void} enter the function that shows the levels
   */
  constructor(input, kernel, enter) {
    this.input = input;
    this.enter = enter;
    /** The level on the boards; null for a pair of the person's own. @type {Level | null} */
    this.level = null;
    /** The two grids of the level. @type {Grid[]} */
    this.grids = [];
    /** @type {(first: Grid, second: Grid) => import("../../../showing/board/steps.js").Step[] | null} */
    this.findFewest = () => null;
    kernel.then((found) => {
      this.findFewest = (first, second) => found?.compare(first, second)?.steps ?? null;
      setFewest(this.findFewest);
    });
    onSolved((used) => {
      if (this.level && this.isOnBoards) saveProgress(this.level.name, used);
    });
    actions.level = (button) => this.#start(button?.dataset.name ?? "1");
    actions.nextLevel = () => this.#startNext();
    actions.forget = () => {
      deleteProgress();
      this.show();
      tell(ownWords().forgotten);
      byId("levels").querySelector("button")?.focus();
    };
    const set = input.set.bind(input);
    input.set = (grids) => {
      this.level = null;
      return set(grids);
    };
  }

  /** Whether the level is on the boards, and not a pair of the person's own. */
  get isOnBoards() {
    return this.level !== null && this.grids.every((grid, k) => grid === stage.grids[k]);
  }

  /** @param {string} name of the level, or the date of a daily pair */
  #start(name) {
    const level = listLevels().find((one) => one.name === name) ?? dailyLevel(name);
    const { grids, steps } = makePair(level, this.findFewest);
    this.input.remember();
    this.input.set(grids);
    this.input.question.asked++; // An answer to an earlier question is then ignored.
    this.level = level;
    this.grids = [...stage.grids];
    forget();
    stage.status = "yes";
    stage.isFewest = true;
    setWay(steps, stepsBack(steps));
    actions.compare(null);
    startOwn();
  }

  /** Start the level after this one; after the last level, or a daily pair, start the first level that
   * is not solved. */
  #startNext() {
    const all = listLevels();
    const now = all.findIndex(({ name }) => name === this.level?.name);
    const progress = readProgress();
    const next = all[now + 1] && now >= 0 ? all[now + 1] : all.find(({ name }) => !progress[name]);
    if (next) this.#start(next.name);
    else this.enter();
  }

  show() {
    const words = ownWords();
    const progress = readProgress();
    const date = today();
    const card = (/** @type {Level} */ level, /** @type {string} */ title) => {
      const used = progress[level.name];
      const count = level.kinds.length;
      const size = `${level.size}×${level.size}, ${words.needs(count)}`;
      const done = used ? `✓ ${words.done(used, count)}` : "";
      return `<li><button type="button" class="card" data-do="level" data-name="${level.name}"><b>${title}</b><span>${size}</span><span class="reached">${done}</span></button></li>`;
    };
    const daily = dailyLevel(date);
    const shown = new Date().toLocaleDateString(document.documentElement.lang);
    const cards = listLevels().map((level) => card(level, words.level(Number(level.name))));
    byId("levels").innerHTML =
      `<h1>${words.levelsTitle}</h1><p class="quiet">${words.levelsText}</p>
      <ol class="cards daily">${card(daily, words.daily)}</ol><p class="quiet">${words.dailyText(shown)}</p>
      <ol class="cards">${cards.join("")}</ol>
      ${Object.keys(progress).length ? `<p><button type="button" class="btn" data-do="forget">${words.forget}</button></p>` : ""}`;
  }
}
