// A saved page with answers. If the browser runs no scripts, the page shows the Sudokus and the steps as
// tables. Otherwise the opened answer is shown on the two boards, and its tables are folded away.

import { listenToHands } from "../board/drag.js";
import { offerOwn } from "../board/own.js";
import { countRight } from "../board/own_state.js";
import { showAll, showPosition } from "../board/panels.js";
import { goTo, listenToBar, onPosition, stopPlaying } from "../board/player.js";
import { isDialogOpen, listenToBoard, listenToButtons, playByKey } from "../board/pointing.js";
import { actions, forget, lastState, openStage, position, setWay, stage } from "../board/stage.js";
import { cellStep, doStepsLead, readSteps, startState } from "../board/steps.js";
import { language, setLanguage } from "../board/texts.js";

/** @typedef {import("../board/grids.js").Grid} Grid */
/** @typedef {import("../board/stage.js").Reason} Reason */
/** @typedef {import("../board/steps.js").Direction} Direction */

/**
 * Steps from one grid of an answer to another. `moves` has the new place of each cell if all cells move
 * at once, as `motion` describes.
 * @typedef {Direction & { begins: number, ends: number, moves?: number[], motion?: string }} Track
 */

/**
 * An answer, as Python writes it into the page. `marks` has for each grid the cells to mark, and
 * `twoDigits` the cells that have one of two digits. `subject` is the number of the grid that the answer
 * is about; `submission` has the fields of a table if an editor may accept this Sudoku.
 * @typedef {{
 *   finding: string, titles: string[], grids: Grid[], tone: string, sentences: string[],
 *   reason: Reason | null, isFewest: boolean, tracks: Track[], marks: number[][],
 *   twoDigits: number[][][], subject: number,
 *   submission: { sudoku: string, title: string, place: string } | null,
 * }} Answer
 */

/**
 * The numbers of two tracks: one leads from a grid to another, one leads back. `back` is -1 if no
 * track does. @typedef {{ there: number, back: number }} Way
 */

/** @param {string} selector @param {ParentNode} [root] @returns {any} */
function firstOf(selector, root = document) {
  return root.querySelector(selector);
}

/** @param {string} selector @param {ParentNode} [root] @returns {any[]} */
function allOf(selector, root = document) {
  return [...root.querySelectorAll(selector)];
}

/** @type {Record<string, string>} */
const TEXTS = JSON.parse(firstOf("#texts").textContent);

/**
 * The functions of a page with a list of answers; null on a page with a single answer. `show` marks the
 * row of an answer that is opened, `leave` is called if the address names no answer, and `react` returns
 * whether it has used a key.
 * @typedef {{
 *   show: (article: HTMLElement) => void, leave: () => void, react: (event: KeyboardEvent) => boolean,
 * }} List
 */

/** @type {{ list: List | null }} */
const page = { list: null };

/** @param {HTMLElement} root the article of an answer @returns {Answer | null} */
export function answerOf(root) {
  const text = root.querySelector(".answer")?.textContent;
  return text ? JSON.parse(text) : null;
}

/**
 * In a list, colours show what was found: whether a copy is welcome depends on who asks.
 * @type {Record<string, string>}
 */
const TONES = { copy: "yes", same: "same", near: "no", faulty: "no" };

/** The answer on the boards. */
const opened = {
  root: document.body,
  /** @type {Answer | null} */
  answer: null,
  /** @type {Way[]} */
  ways: [],
  way: 0,
};

/**
 * Return the tracks of an answer in pairs: each track with the track that leads back.
 * @param {Track[]} tracks
 */
function findWays(tracks) {
  /** @type {Way[]} */
  const ways = [];
  for (const [number, { begins, ends }] of tracks.entries()) {
    const way = ways.find(({ there, back }) => {
      const { begins: from, ends: to } = tracks[there];
      return back < 0 && from !== to && from === ends && to === begins;
    });
    if (way) way.back = number;
    else ways.push({ there: number, back: -1 });
  }
  return ways;
}

/** @param {Track} track @param {Grid} grid the grid at the start */
function stepsOf(track, grid) {
  const steps = track.moves ? [cellStep(track.motion ?? "", track.moves)] : [];
  return [...steps, ...readSteps(track, grid)];
}

/** Return the steps of a track of an answer; null if they do not lead to the track's last grid.
 * @param {Answer} answer @param {number} number */
function checkedSteps({ tracks, grids }, number) {
  const track = tracks[number];
  const steps = stepsOf(track, grids[track.begins]);
  return doStepsLead(grids[track.begins], steps, grids[track.ends]) ? steps : null;
}

/**
 * Show an answer on the boards if its steps lead to the right grids.
 * @param {HTMLElement} root the article of the answer
 */
function open(root) {
  const answer = answerOf(root);
  const isInList = page.list !== null;
  if (page.list) {
    close();
    root.classList.add("opened");
    Object.assign(opened, { root, answer: null });
    page.list.show(root);
    firstOf("#stage").hidden = true;
  }
  if (!answer) return isInList;
  if (answer.tracks.some((_, number) => !checkedSteps(answer, number))) return isInList;
  close();
  Object.assign(opened, { root, answer, ways: findWays(answer.tracks), way: 0 });
  firstOf("#stage").hidden = false;
  root.classList.add("opened");
  for (const tools of allOf(".tools", root)) tools.hidden = false;
  const { sentences, tone, isFewest, finding } = answer;
  const said = isFewest ? sentences.toSpliced(1, 1, language.words.fewest) : sentences;
  stage.answer = { sentences: said, tone: isInList ? (TONES[finding] ?? tone) : tone, finding };
  stage.cursors = [null, null];
  stage.large = 0;
  stage.zoom = 1;
  stage.mode = "pair";
  listWays();
  showWay(0);
  return true;
}

/** Close the answer that is opened, and hide its tools. */
function close() {
  const { root } = opened;
  root.classList.remove("opened");
  for (const tools of allOf(".tools", root)) tools.hidden = true;
}

/** Let the user choose which track of the answer is shown, if there are several. */
function listWays() {
  const { root, ways } = opened;
  const choices = firstOf(".tracks", root);
  if (!choices || choices.querySelector("label") || ways.length < 2) return;
  choices.hidden = false;
  const titles = allOf(".direction h3", root).map((title) => title.textContent);
  for (const [number, { there }] of ways.entries()) {
    const label = document.createElement("label");
    const choice = document.createElement("input");
    Object.assign(choice, { type: "radio", name: `${root.id}-way`, checked: number === 0 });
    choice.addEventListener("change", () => showWay(number));
    label.append(choice, ` ${titles[there]}`);
    choices.append(label);
  }
}

/** Show a track of the answer; if the answer has no track, its two grids. @param {number} number */
function showWay(number) {
  const { answer, ways } = opened;
  if (!answer) return;
  opened.way = number;
  const { grids, titles, tracks, marks, twoDigits, finding } = answer;
  const way = finding === "same" ? undefined : ways[number];
  const { begins, ends } = way ? tracks[way.there] : { begins: 0, ends: grids.length - 1 };
  // Steps to a third grid bring the first as near to the second as possible.
  const other = ends > 1 ? 1 : ends;
  stopPlaying();
  stage.mode = "pair";
  stage.grids = [grids[begins], grids[other]];
  stage.titles = [titles[begins], titles[other]];
  forget();
  stage.reason = answer.reason;
  stage.marks = [marks[begins], marks[other]];
  stage.twoDigits = [twoDigits[begins], twoDigits[other]];
  stage.isSingle = grids.length === 1;
  stage.notes = answer.sentences.slice(1);
  stage.status = "undecided";
  if (way) {
    const there = checkedSteps(answer, way.there) ?? [];
    setWay(there, (way.back < 0 ? null : checkedSteps(answer, way.back)) ?? []);
    stage.status = "yes";
  } else if (finding === "same") stage.status = "same";
  else if (finding === "no") stage.status = "no";
  else if (["near", "new", "faulty", "variant", "solution", "part"].includes(finding)) {
    stage.status = "told";
  } else if (answer.tone === "no") stage.status = "no";
  opened.root.classList.toggle("has-steps", stage.status === "yes");
  actions.own = tryByHand;
  // By hand, the first grid may also be brought near to the second, if the answer's steps do so.
  const isTask = way && countRight(lastState()) > countRight(startState(grids[begins]));
  if (!isTask) Reflect.deleteProperty(actions, "own");
  showAll();
}

/** Write the address of the step that is shown into the browser's address line. */
function writeLink() {
  const { root, ways, way } = opened;
  const link = firstOf(".link", root);
  if (!link || !ways[way]) return;
  const track = stage.direction ? ways[way].back : ways[way].there;
  link.href = `#${root.id}.${track + 1}.${position().step}`;
}

/**
 * Show the answer and the step that the page's address names: #entry-1.2.3 is step 3 of the second
 * track.
 */
function followAddress() {
  const [, id, track, step] = /^#(entry-\d+)(?:\.(\d+)\.(\d+))?$/.exec(location.hash) ?? [];
  const root = id ? document.getElementById(id) : null;
  if (!root) page.list?.leave();
  if (!root || (root !== opened.root && !open(root))) return false;
  page.list?.show(root);
  const number = Number(track) - 1;
  const way = opened.ways.findIndex(({ there, back }) => [there, back].includes(number));
  if (way >= 0 && track) {
    showWay(way);
    for (const [i, choice] of allOf(".tracks input", root).entries()) choice.checked = i === way;
    if (opened.ways[way].back === number) {
      stage.direction = 1;
      showAll();
    }
    goTo(Number(step));
  }
  if (!page.list) root.scrollIntoView({ block: "start" });
  return true;
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key, target } = event;
  const inside = target instanceof Element ? target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
  if (inside.matches("input, select, textarea")) return;
  if (page.list?.react(event)) return;
  if (key === "?") {
    event.preventDefault();
    actions.keys(null);
  } else if (stage.mode === "pair" && opened.answer && !playByKey(event)) {
    const action = STEP_KEYS.get(key);
    if (!action || inside.closest(".board, [data-scrolls]") || stage.status !== "yes") return;
    event.preventDefault();
    actions[action](null);
  }
}

const STEP_KEYS = new Map([
  ["ArrowLeft", "previous"],
  ["ArrowRight", "next"],
  ["Home", "toStart"],
  ["End", "toEnd"],
]);

/**
 * Let the user scroll a region with the keyboard, and mark the sides on which a part of it is
 * hidden.
 * @param {Element} region
 */
function watchScrolling(region) {
  const see = () => {
    const { scrollLeft, scrollWidth, clientWidth } = region;
    const hidden = scrollWidth - clientWidth;
    region.toggleAttribute("data-scrolls", hidden > 1);
    region.toggleAttribute("data-before", scrollLeft > 1);
    region.toggleAttribute("data-after", hidden - scrollLeft > 1);
    if (hidden > 1) region.setAttribute("tabindex", "0");
  };
  region.addEventListener("scroll", see, { passive: true });
  new ResizeObserver(see).observe(region);
}

/**
 * Copy a text to the clipboard, by the clipboard API or, if it fails, by a command. Return whether
 * it was copied.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** @param {HTMLButtonElement} copying */
async function copy(copying) {
  const status = firstOf(".copied", copying.parentElement ?? document);
  status.textContent = TEXTS[(await copied(copying.dataset.copy ?? "")) ? "copied" : "notCopied"];
  copying.focus();
  setTimeout(() => {
    status.textContent = "";
  }, 5000);
}

/** @type {(chosen: HTMLElement | null) => void} */
let tryByHand = () => {};

/**
 * Start the page, and open the answer that its address names.
 * @param {List | null} [list] the functions of the page's list
 * @param {HTMLElement | null} [first] the article of the answer that is opened otherwise
 */
export function startPage(list = null, first = firstOf(".entry")) {
  openStage();
  forget(); // a page without Sudokus for the boards shows none
  setLanguage(document.documentElement.lang);
  offerOwn();
  tryByHand = actions.own;
  listenToBar();
  listenToHands();
  listenToButtons();
  listenToBoard(0);
  listenToBoard(1);
  onPosition(() => {
    showPosition();
    writeLink();
  });
  document.addEventListener("keydown", onKey);
  actions.keys = () => firstOf("dialog.keys").showModal();
  page.list = list;
  for (const one of allOf(".entry details")) one.open = false;
  for (const one of allOf("button[data-copy]")) {
    one.hidden = false;
    one.onclick = () => copy(one);
  }
  // A page may have a thousand answers, so their tables are watched when they are near the visible part.
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        for (const region of allOf(".wide", target)) watchScrolling(region);
      }
    },
    { rootMargin: "100%" },
  );
  for (const one of allOf(".entry .tables")) observer.observe(one);

  // A printed page shows the tables.
  let folded = /** @type {HTMLDetailsElement[]} */ ([]);
  window.addEventListener("beforeprint", () => {
    folded = allOf("details:not([open])");
    for (const one of folded) one.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const one of folded) one.open = false;
  });

  window.addEventListener("hashchange", followAddress);
  if (!followAddress() && first) open(first);
  document.documentElement.dataset.started = "";
}
