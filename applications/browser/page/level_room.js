// The levels of the page: a card for each level, with the number of steps that the person needed,
// and a card for the pair of the day.

import { stepPicture } from "../../../showing/board/icons.js";
import {
  dailyLevel,
  deleteProgress,
  listLevels,
  makePair,
  readProgress,
  saveProgress,
  today,
} from "../../../showing/board/levels.js";
import { drawStars, onSolved, setFewest, startLevel } from "../../../showing/board/own.js";
import { ownWords } from "../../../showing/board/own_texts.js";
import { actions, forget, setWay, stage, tell } from "../../../showing/board/stage.js";
import { drawThumb } from "../../../showing/board/thumbs.js";
import { stepsBack } from "./kernel.js";
import { byId } from "./words.js";

/** @typedef {import("../../../showing/board/levels.js").Level} Level */
/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */

/** The first and the last level of each chapter. */
const CHAPTERS = [
  [1, 5],
  [6, 8],
  [9, 14],
];

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
    /** The grids that were on the boards before the levels. */
    this.before = stage.grids;
    /** @type {(first: Grid, second: Grid) => import("../../../showing/board/steps.js").Step[] | null} */
    this.findFewest = () => null;
    kernel.then((found) => {
      this.findFewest = (first, second) => found?.compare(first, second)?.steps ?? null;
      setFewest(this.findFewest);
    });
    onSolved((used, stars) => {
      if (this.level && this.isOnBoards) saveProgress(this.level.name, { used, stars });
    });
    /** The pairs of levels whose pictures were drawn, by the level's name. @type {Map<string, ReturnType<typeof makePair>>} */
    this.pairs = new Map();
    actions.level = (button) => this.start(button?.dataset.name ?? "1");
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
  start(name) {
    const level = listLevels().find((one) => one.name === name) ?? dailyLevel(name);
    const { grids, steps } = this.#pairOf(level);
    if (!this.isOnBoards) {
      this.before = stage.grids;
      this.input.remember();
    }
    this.input.set(grids);
    this.input.question.asked++; // An answer to an earlier question is then ignored.
    this.level = level;
    this.grids = [...stage.grids];
    forget();
    stage.status = "yes";
    stage.isFewest = true;
    setWay(steps, stepsBack(steps));
    actions.compare(null);
    const { ideas } = ownWords();
    startLevel(this.#titleOf(level), ideas[Number(name) - 1] ?? ideas[ideas.length - 1]);
  }

  /** Go back from a level to the levels. The person's own pair is on the boards again. */
  leave() {
    const { name = "" } = this.level ?? {};
    this.input.before.pop(); // these grids
    this.input.set(this.before);
    this.enter();
    const card = byId("levels").querySelector(`[data-name="${name}"].node`);
    if (card instanceof HTMLElement) card.focus();
  }

  /** @param {Level} level */
  #pairOf(level) {
    const pair = this.pairs.get(level.name) ?? makePair(level, this.findFewest);
    this.pairs.set(level.name, pair);
    return pair;
  }

  /** Return the number and the name of a level; of a daily pair, the words for it. @param {Level} level */
  #titleOf({ name }) {
    const words = ownWords();
    const title = words.levelNames[Number(name) - 1];
    return title ? `${name} · ${title}` : words.daily;
  }

  /** Start the level after this one; after the last level, or a daily pair, start the first level that
   * is not solved. */
  #startNext() {
    const all = listLevels();
    const now = all.findIndex(({ name }) => name === this.level?.name);
    const progress = readProgress();
    const next =
      all[now + 1] && now >= 0 ? all[now + 1] : all.find(({ name }) => !progress[name]?.stars);
    if (next) this.start(next.name);
    else this.enter();
  }

  show() {
    const words = ownWords();
    const progress = readProgress();
    const date = today();
    const all = listLevels();
    const next = all.find(({ name }) => !progress[name]?.stars);
    const card = (/** @type {Level} */ level) => {
      const { grids, steps } = this.#pairOf(level);
      const result = progress[level.name];
      const title = this.#titleOf(level);
      const pictures = steps.map((step) => stepPicture(step, level.size)).join("");
      const reached = result?.stars
        ? drawStars(result.stars)
        : result
          ? `<i>${words.seen}</i>`
          : drawStars(0);
      const look = result?.stars ? "got" : level === next ? "next" : "";
      return `<li><button type="button" class="node ${look}" data-do="level" data-name="${level.name}">${drawThumb(grids[1], { hasDigits: true })}<b>${title}</b><span class="reached">${reached}</span><span class="ideas">${pictures}<span class="sr">${words.needs(steps.length)}</span></span></button></li>`;
    };
    const shown = new Date().toLocaleDateString(document.documentElement.lang);
    const chapters = CHAPTERS.map(([start, end], k) => {
      const nodes = all
        .slice(start - 1, end)
        .map(card)
        .join("");
      return `<h2>${words.chapters[k]}</h2><ol class="nodes">${nodes}</ol>`;
    });
    const stars = Object.values(progress).reduce((sum, one) => sum + one.stars, 0);
    const goOn = next
      ? `<button type="button" class="btn pri" data-do="level" data-name="${next.name}">${Object.keys(progress).length ? words.goOn : words.begin}: ${this.#titleOf(next)}</button>`
      : "";
    byId("levels").innerHTML =
      `<h1>${words.levelsTitle}</h1><p class="quiet">${words.levelsText}</p>
      <p class="sum">${goOn}<span>${words.sum(stars, 3 * all.length)}</span></p>
      ${chapters.join("")}<h2>${words.daily}</h2><p class="quiet">${words.dailyText(shown)}</p>
      <ol class="nodes">${card(dailyLevel(date))}</ol>
      ${Object.keys(progress).length ? `<p><button type="button" class="btn" data-do="forget">${words.forget}</button></p>` : ""}`;
  }
}
