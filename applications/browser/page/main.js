// The start of the page: its parts, its language, and the address with two Sudokus.

import { listenToHands } from "../../../showing/board/drag.js";
import { areEqual, blankLike, readLooseText, readPlainText } from "../../../showing/board/grids.js";
import { icon } from "../../../showing/board/icons.js";
import { offerOwn } from "../../../showing/board/own.js";
import { own } from "../../../showing/board/own_state.js";
import { setExamples, showAll, showPosition } from "../../../showing/board/panels.js";
import { listenToBar, onPosition } from "../../../showing/board/player.js";
import { listenToButtons } from "../../../showing/board/pointing.js";
import { preparePrinting } from "../../../showing/board/print.js";
import { actions, forget, gridNames, openStage, stage } from "../../../showing/board/stage.js";
import { language, setLanguage } from "../../../showing/board/texts.js";
import { AnswerView } from "./answer.js";
import { Certificates } from "./certificates.js";
import { Engine } from "./engine.js";
import { listExamples, textOfExample } from "./examples.js";
import { focusChief, gridOf, Input } from "./input.js";
import { keepOnLeaving, readKept, repeatMoves } from "./kept.js";
import { Kernel } from "./kernel.js";
import { LevelRoom } from "./level_room.js";
import { Lists } from "./list.js";
import { closeButton, Menu } from "./menu.js";
import { Pad } from "./pad.js";
import { Question } from "./question.js";
import { Sheet } from "./sheet.js";
import { byId, chosen, isLanguage, say, translate } from "./words.js";

/** @typedef {import("./words.js").Language} Language */
/** @typedef {import("./words.js").Word} Word */
/** @typedef {import("../../../showing/board/grids.js").Grid} Grid */

/** The parts of the page: for each its element and its icon. @type {Record<string, [string, import("../../../showing/board/icons.js").Icon]>} */
const ROOMS = {
  compare: ["stage", "pair"],
  levels: ["levels", "star"],
  lists: ["lists", "list"],
};

/** The last stage of the engine's start. @type {import("./engine.js").Stage} */
let reached = { stage: "idle" };

/**
 * Show the stage that the start of the engine has reached.
 * @param {import("./engine.js").Stage} now
 */
function showStart(now) {
  reached = now;
  const { stage: name, fault = "", error = "", done = 0, size = 0 } = now;
  // A number format of the browser would take longer than the first answer.
  const million = (/** @type {number} */ bytes) =>
    String(Math.round(bytes / 1e5) / 10).replace(".", language.code === "de" ? "," : ".");
  const word = /** @type {Word} */ (name === "broken" ? `${fault}Fault` : name);
  byId("state").dataset.stage = name;
  byId("state").textContent = say(word, { error, done: million(done), size: million(size) });
  if (name === "broken") byId("state").append(closeButton());
}

openStage();
stage.hasBar = true;
const fragment = new URLSearchParams(location.hash.slice(1));
const languages = [fragment.get("lang"), ...navigator.languages.map((code) => code.slice(0, 2))];
const engine = new Engine(showStart);
const kernel = Kernel.load(byId("kernel").textContent.trim());
const question = new Question(engine, kernel);
const input = new Input(engine, question);
const sheet = new Sheet(engine);
const lists = new Lists(
  engine,
  new AnswerView(engine, byId("list-verdict"), byId("more"), byId("list-stop")),
  kernel,
  async ([first, second], names) => {
    const grids = await Promise.all([readGrid(first), readGrid(second)]);
    if (!grids[0] || !grids[1]) return;
    for (const [k, grid] of grids.entries()) if (grid) gridNames.set(grid, names[k]);
    enter("compare");
    input.set([grids[0], grids[1]]).then(focusChief);
  },
);
const levels = new LevelRoom(input, kernel, () => enter("levels"));
question.changed = () => showRooms();
new Menu(input, question, sheet);
new Pad(input);
if (!engine.isAbsent) new Certificates(input, question, sheet); // not in the small page
listenToButtons();
listenToBar();
listenToHands();
offerOwn();
preparePrinting();
onPosition(showPosition);
setExamples(listExamples);
byId("list-stop").addEventListener("click", () => engine.stop());
input.takeList = (text) => {
  enter("lists");
  lists.fields[0].set(text);
};

const { own: begin, leaveOwn: leaveBoards } = actions;
Object.assign(actions, {
  leaveOwn: (/** @type {HTMLElement | null} */ button) => {
    const isLevel = levels.isOnBoards;
    leaveBoards(button);
    // After Escape, or if it is solved, the way of the level can be watched.
    if (button && isLevel && !own.isSolved) levels.leave();
  },
  own: (/** @type {HTMLElement | null} */ button) => {
    enter("compare");
    begin(button);
  },
  language: () => {
    speak(language.code === "en" ? "de" : "en");
    // Sentences of Python are in its language; so it is asked again.
    if (["no", "undecided"].includes(stage.status)) question.ask();
    else if (stage.status === "error") input.readAgain();
    else showAll();
  },
  example: (/** @type {HTMLElement | null} */ button) => {
    input.take(textOfExample(button?.dataset.name)).then(focusChief);
  },
  /** A level shows its boards where pairs are compared. */
  compare: () => enter("compare"),
  room: (/** @type {HTMLElement | null} */ button) => enter(button?.dataset.room ?? "compare"),
});

/** Write all texts in a language, except those of the boards. @param {Language} code */
function speak(code) {
  setLanguage(code);
  chosen.lang = code;
  document.title = `sudokopie: ${say("title")}`;
  showStart(reached);
  translate(document);
  if (room === "lists") lists.translate();
  if (room === "levels") levels.show();
  showRooms();
}

let room = "compare";
/** Where the lists were scrolled to when they were left, so that a person can go from hit to hit. */
let scrolled = 0;

function showRooms() {
  // A level is played where pairs are compared.
  const shown = room === "compare" && levels.isOnBoards ? "levels" : room;
  for (const id of ["nav", "bar"]) {
    const buttons = Object.entries(ROOMS).map(([name, [, picture]]) => {
      const current = name === shown ? 'aria-current="page"' : "";
      const drawn = id === "bar" ? icon(picture) : "";
      return `<button type="button" data-do="room" data-room="${name}" ${current}>${drawn}<span>${say(/** @type {Word} */ (name))}</span></button>`;
    });
    byId(id).innerHTML = buttons.join("");
    byId(id).setAttribute("aria-label", say("parts"));
  }
}

/** Show a part of the page. @param {string} name */
function enter(name) {
  if (room === "lists") scrolled = window.scrollY;
  room = name;
  document.body.dataset.room = name;
  for (const [one, [id]] of Object.entries(ROOMS)) byId(id).hidden = one !== name;
  showRooms();
  if (name === "compare") showAll();
  if (name === "levels") levels.show();
  if (name === "lists") lists.translate();
  window.scrollTo(0, name === "lists" ? scrolled : 0);
}

/** Read the Sudoku in a text; null if the text is no Sudoku. @param {string} text @returns {Promise<Grid | null>} */
async function readGrid(text) {
  const [plain] = readPlainText(text) ?? (engine.isAbsent ? readLooseText(text) : null) ?? [];
  if (plain) return plain;
  input.showReading();
  const found = await engine.ask("read", text, say("text")).catch(() => null);
  return found?.grids ? gridOf(found.grids[0]) : null;
}

/**
 * Show the Sudokus that the address holds, unless the boards have changed before Python has read
 * them. A blank board counts as filled, because it was sent.
 */
async function followAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const texts = [given.get("first") ?? "", given.get("second") ?? ""];
  if (!texts.some(Boolean)) return;
  const { asked } = question;
  const grids = await Promise.all(texts.map((text) => (text ? readGrid(text) : null)));
  if (asked !== question.asked) return;
  const [one, other] = grids;
  const some = one ?? other;
  if (!some) {
    input.take(texts.find(Boolean) ?? "");
    return;
  }
  const pair = /** @type {[Grid, Grid]} */ ([one ?? blankLike(some), other ?? blankLike(some)]);
  const areGiven = texts.every(Boolean);
  const isFilled = pair.every((grid) => grid.cells.some(Boolean));
  const isKnown = isFilled || areGiven === question.areBlanksGiven;
  if (isKnown && pair.every((grid, k) => areEqual(grid, stage.grids[k]))) {
    if (stage.status === "reading") question.ask();
    return;
  }
  question.areBlanksGiven = areGiven;
  if (room !== "compare") enter("compare");
  await input.set(pair);
}

/**
 * Show what was on the page before it was loaded anew.
 * @param {import("./kept.js").Kept} kept
 */
async function restore(kept) {
  question.areBlanksGiven = kept.areBlanksGiven;
  if (kept.level) {
    await kernel;
    levels.start(kept.level);
  } else {
    await input.set(kept.grids);
    const { large, cursors } = kept;
    Object.assign(stage, { large, cursors });
    if (kept.isEditing) input.edit();
    if (kept.steps && stage.status === "yes") begin(null);
  }
  if (stage.mode === "own") repeatMoves(kept);
  for (const [k, field] of lists.fields.entries()) field.set(kept.lists[k]);
  enter(kept.room);
}

/** Draw the boards, unless the Sudokus of the address are on them already. */
function drawFirst() {
  if (!stage.boards[0].svg) showAll();
}

forget();
byId("stage").hidden = false;
speak(languages.find(isLanguage) ?? "en");
// The boards of an address that can be answered at once are drawn only once, with the answer.
const kept = readKept();
(kept ? restore(kept) : followAddress()).then(() => {
  drawFirst();
  input.focusBoard();
});
setTimeout(drawFirst);
keepOnLeaving(() => ({
  room,
  level: stage.mode === "own" && levels.isOnBoards ? (levels.level?.name ?? "") : "",
  areBlanksGiven: question.areBlanksGiven,
  lists: lists.fields.map(({ value }) => value),
}));
window.addEventListener("hashchange", followAddress);
window.addEventListener("resize", () => {
  // Without the pad, nothing would ask for the answer.
  if (stage.isEditing && stage.width !== "small") {
    stage.isEditing = false;
    question.ask();
  }
});
document.addEventListener("DOMContentLoaded", () => {
  if (document.querySelector("link.part") && "serviceWorker" in navigator) {
    navigator.serviceWorker.register("service.js");
  }
});
