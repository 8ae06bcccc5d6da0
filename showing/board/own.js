// The mode "Do it yourself": the user turns one grid into the other by moving lines. It has handles at
// the board, panels beside it, undoing, hints, and a solution.

import { writeCaptions } from "./both_boards.js";
import { glyph } from "./grids.js";
import { icon, stepPicture } from "./icons.js";
import { celebrate } from "./joy.js";
import { isCalm } from "./motion.js";
import { agreement, beginOwn, countStars, move, own, ownGrid, ownSteps } from "./own_state.js";
import { ownWords } from "./own_texts.js";
import { badge, button, moreButton, setOwnDrawing, setOwnPanels, showAll } from "./panels.js";
import { stopPlaying } from "./player.js";
import { nameStep, writeStep } from "./sentences.js";
import { stepsBetween } from "./shortest.js";
import { actions, lastState, stage, tell } from "./stage.js";
import { digitStep, inverseStep, startState, turnStep } from "./steps.js";
import { language } from "./texts.js";

/** @typedef {import("./grids.js").Grid} Grid */
/** @typedef {import("./steps.js").Axis} Axis */
/** @typedef {import("./steps.js").Kind} Kind */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./own_state.js").Line} Line */

const LIFTED = 0.155; // the progress of a step whose lines are lifted and have not moved yet
export const DENSE = 24; // the width, in pixels, of a cell below which a finger cannot choose a digit
const BAR = 14; // the width, in pixels, of the bars that are the handles of blocks

/**
 * The function that finds the fewest steps; a page sets it.
 * @type {(now: Grid, target: Grid) => Step[] | null}
 */
let findFewest = () => null;

/**
 * The function that is called when the boards agree.
 * @type {(used: number, stars: number) => void}
 */
let solvedBy = () => {};

/** The title of the level that is played, such as its number and name; empty if it is no level. */
let levelTitle = "";
/** What the level teaches, in one sentence. */
let levelIdea = "";

/** @param {(now: Grid, target: Grid) => Step[] | null} find */
export function setFewest(find) {
  findFewest = find;
}

/** @param {(used: number, stars: number) => void} solved */
export function onSolved(solved) {
  solvedBy = solved;
}

/** Return stars as HTML, the first `count` of them filled. @param {number} count */
export function drawStars(count) {
  const stars = [1, 2, 3].map((k) =>
    icon("star").replace('class="i', `class="i ${k <= count ? "got" : ""}`),
  );
  return `<span class="stars" role="img" aria-label="${ownWords().stars(count)}">${stars.join("")}</span>`;
}

/** Start a level. @param {string} title @param {string} idea a sentence about how to solve it */
export function startLevel(title, idea) {
  startOwn();
  levelTitle = title;
  levelIdea = idea;
  showOwnPanels();
}

/** Start the mode in which the user turns the first grid into the second. */
export function startOwn() {
  levelTitle = "";
  levelIdea = "";
  stopPlaying();
  stage.mode = "own";
  stage.direction = 0;
  stage.time = 0;
  stage.followed = null;
  stage.hovered = null;
  stage.large = 0;
  beginOwn(stage.steps[0].length);
  look();
  showAll();
  focusHandle("rows", false, 0);
}

/** Return the fewest steps that are left. */
function stepsLeft() {
  const found = own.isNear ? null : findFewest(ownGrid(), stage.grids[1]);
  return found ?? stepsBetween(own.state, lastState(), stage.grids[0]);
}

/** Find out whether a turn is left. */
function look() {
  own.needsTurn = stepsLeft().some(({ kind }) => kind === "turn");
}

function leaveOwn() {
  stage.mode = "pair";
  showAll();
}

/**
 * Return the handles at the edges of the board: numbers for lines, bars for blocks.
 * @returns {HTMLElement}
 */
export function makeHandles() {
  const words = ownWords();
  const [{ cell, gutter }] = stage.boards;
  const [{ size, height, width }] = stage.grids;
  const root = document.createElement("div");
  root.className = "handles";
  let html = "";
  for (const [axis, length] of /** @type {const} */ ([
    ["rows", height],
    ["columns", width],
  ])) {
    const isRow = axis === "rows";
    const label = isRow ? words.rows : words.columns;
    html += `<div role="toolbar" aria-label="${label}">`;
    const one = (/** @type {boolean} */ isBlock, /** @type {number} */ unit) => {
      const start = gutter + unit * (isBlock ? length : 1) * cell;
      const side = (isBlock ? length : 1) * cell;
      const [across, wide] = isBlock ? [-BAR, BAR + 1] : [1, gutter - 5];
      const [along, long] = isBlock ? [start, side] : [start + 1, side - 2];
      const place = isRow
        ? `left:${across}px;top:${along}px;width:${wide}px;height:${long}px`
        : `top:${across}px;left:${along}px;height:${wide}px;width:${long}px`;
      const name = unitName(axis, isBlock);
      const look = `h ${isBlock ? `blk ${axis}` : ""}`;
      return `<button type="button" class="${look}" tabindex="${isBlock || unit ? -1 : 0}" data-axis="${axis}" data-block="${isBlock ? 1 : ""}" data-unit="${unit}" style="${place}" aria-label="${name} ${unit + 1}">${isBlock || (cell < 15 && unit % length) ? "" : unit + 1}</button>`;
    };
    for (let unit = 0; unit < size / length; unit++) html += one(true, unit);
    for (let unit = 0; unit < size; unit++) html += one(false, unit);
    html += "</div>";
  }
  root.innerHTML = html;
  return root;
}

/** Return the word for a line or a block. @param {Axis} axis @param {boolean} isBlock */
export function unitName(axis, isBlock) {
  const { band, row, stack, column } = ownWords();
  return axis === "rows" ? (isBlock ? band : row) : isBlock ? stack : column;
}

/** Return how many lines a line or a block has. @param {Axis} axis @param {boolean} isBlock */
export function unitLength(axis, isBlock) {
  const [{ height, width }] = stage.grids;
  return isBlock ? (axis === "rows" ? height : width) : 1;
}

/** Return the number of a chosen line or block, from 0. @param {Line} line */
export function chosenUnit({ axis, isBlock, row, column }) {
  return Math.floor((axis === "rows" ? row : column) / unitLength(axis, isBlock));
}

/**
 * Move the keyboard focus to a handle, and return the handle.
 * @param {string} axis
 * @param {boolean} isBlock
 * @param {number} unit
 */
export function focusHandle(axis, isBlock, unit) {
  const { root } = stage.boards[0];
  const handles = [...root.querySelectorAll(`.h[data-axis=${axis}]`)];
  const found = handles.find(
    (one) =>
      Boolean(one.getAttribute("data-block")) === isBlock &&
      Number(one.getAttribute("data-unit")) === unit,
  );
  if (!(found instanceof HTMLElement)) return null;
  for (const one of handles) if (one instanceof HTMLElement) one.tabIndex = -1;
  found.tabIndex = 0;
  found.focus({ preventScroll: true });
  return found;
}

/** Draw both boards as they are now. */
export function drawOwn() {
  const [board, goal] = stage.boards;
  const found = agreement();
  const focused = document.activeElement?.closest?.(".h");
  const {
    axis = "",
    block = "",
    unit = "",
  } = focused instanceof HTMLElement ? /** @type {Record<string, string>} */ (focused.dataset) : {};
  const step = own.shownStep;
  board.build({
    grid: stage.grids[0],
    state: own.state,
    step,
    progress: step ? (step.axis ? LIFTED : LIFTED / 3) : 0,
    mark: (cell) => (found.right.has(cell) ? "ok" : ""),
    spots: found.spots,
    handles: own.isSolved ? null : makeHandles(),
  });
  const { picked, line } = own;
  if (line && board.over && !own.isSolved) {
    const length = unitLength(line.axis, line.isBlock) * board.cell;
    const start = chosenUnit(line) * length;
    const side = stage.grids[0].size * board.cell;
    const [x, y, width, height] =
      line.axis === "rows" ? [0, start, side, length] : [start, 0, length, side];
    board.over.innerHTML += `<rect class="sel" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
  }
  if (picked && board.over) {
    const cells = [...own.state.digits.keys()].filter((i) => own.state.digits[i] === picked);
    board.over.innerHTML = cells
      .map((i) => board.frame("sel", board.middle(own.state.rows[i], own.state.columns[i]), 2))
      .join("");
  }
  goal.build({
    grid: stage.grids[1],
    state: startState(stage.grids[1]),
    mark: (place) => (found.places.has(place) ? "ok" : ""),
  });
  writeOwnCaptions();
  if (axis) focusHandle(axis, block !== "", Number(unit));
}

function writeOwnCaptions() {
  writeCaptions();
  const words = ownWords();
  const found = agreement();
  stage.boards[0].root.setAttribute(
    "aria-label",
    `${stage.boards[0].caption[0].textContent}, ${words.right(found.right.size, own.goal)}`,
  );
}

/**
 * Return the legend of the board as HTML: the signs for a place that a clue must still reach, for a clue
 * that is only in place, and for a clue that is right.
 */
function keyOfSigns() {
  const words = ownWords();
  const one = (/** @type {string} */ inner, /** @type {string} */ text) =>
    `<span><svg viewBox="0 0 18 18" aria-hidden="true">${inner}</svg>${text}</span>`;
  const digit = '<text x="9" y="13" font-size="11" text-anchor="middle"';
  return `<div class="key">${one('<circle class="spot hole" cx="9" cy="9" r="7"/>', words.keyHole)}${one(`<circle class="spot in" cx="9" cy="9" r="7.5"/>${digit} fill="currentColor">4</text>`, words.keyIn)}${one(`<circle cx="9" cy="9" r="8" fill="var(--agree)"/>${digit} font-weight="700" fill="var(--on-agree)">4</text>`, words.keyOk)}</div>`;
}

/** Return the sentence about the steps that were used. @param {number} used */
function describeResult(used) {
  const words = ownWords();
  if (own.isNear) return words.solvedNear(used, own.fewest);
  if (own.done && !countStars(used)) return words.seenWhy;
  return used <= own.fewest ? words.solvedBest(used) : words.solvedWith(used, own.fewest);
}

/** Fill the slots between the boards while the user moves lines. */
export function showOwnPanels() {
  const words = ownWords();
  const { slots } = stage;
  const found = agreement();
  const all = own.goal;
  const steps = ownSteps();
  const isSmall = stage.width === "small";
  const used = steps.length;
  const result = describeResult(used);
  const most = own.isNear ? words.known : words.fewest;
  slots.verdict.className = `verdict ${own.isSolved ? "yes" : "task"}`;
  slots.steps.hidden = isSmall && !used;
  slots.steps.after(slots.now);
  slots.now.classList.remove("first");
  const idea =
    levelIdea || (isSmall && stage.boards[0].cell < DENSE ? words.logDense : words.logEmpty);
  const best = `<div class="badge of" title="${most}"><b>${own.fewest}</b><span>${most}</span></div>`;
  const task = own.isNear ? words.taskNear(all) : isSmall ? words.taskSmall : words.task;
  const stars = countStars(used);
  const named = levelTitle ? `${levelTitle}. ` : "";
  const title = own.isSolved ? (levelTitle ? words.rank[stars] : words.solved) : named + task;
  slots.verdict.innerHTML = `<div class="score">${badge(used, words.used)}${own.isSolved ? "" : best}</div><div><h1>${title}</h1>${own.isSolved ? `<p>${levelTitle ? drawStars(stars) : ""} ${result} ${levelTitle ? words.hints(own.told, own.done) : ""}</p>` : ""}</div>`;
  if (isSmall) {
    const steps = `${used} / ${own.fewest} ${language.words.steps(own.fewest)}`;
    const score = `<div class="score"><b>${levelTitle || language.words.own}</b><span>${levelTitle ? drawStars(stars) : ""} ${steps}</span></div>`;
    slots.end.innerHTML =
      button("leaveOwn", "back", "", "ico plain", `aria-label="${words.back}"`) +
      score +
      undoButton("undo", words.undo, own.moves.length) +
      button("more", "more", "", "ico plain", `aria-label="${language.words.moreHint}"`);
  }
  const undo = isSmall
    ? ""
    : undoButton("undo", words.undo, own.moves.length) +
      undoButton("redo", words.redo, own.undone.length);
  const items = steps.map(
    (step, i) =>
      `<li><span class="line"><span class="n"><i>${i + 1}</i></span>${stepPicture(step, stage.grids[0].size)}<span class="w">${nameStep(step)}</span></span></li>`,
  );
  slots.steps.innerHTML = `<div class="head"><h2>${words.log}</h2><div class="row">${undo}</div></div><ol>${items.join("")}</ol>${used ? "" : `<p class="note">${idea}</p>`}`;
  const list = slots.steps.querySelector("ol");
  if (list) list.scrollTop = list.scrollHeight;
  const part = (/** @type {number} */ count) => `${Math.min(count / Math.max(all, 1), 1) * 100}%`;
  const state = `${words.right(found.right.size, all)}, ${words.inPlace(found.inPlace.size)}`;
  const meter = `<div class="meter" role="img" aria-label="${state}"><i class="pl" style="width:${part(found.right.size + found.inPlace.size)}"></i><i class="rt" style="width:${part(found.right.size)}"></i></div>`;
  const below = own.note
    ? `<div class="toast">${own.note}</div>`
    : own.isSolved
      ? ""
      : own.needsTurn
        ? words.turnFirst
        : keyOfSigns();
  const inPlace = own.isSolved ? "" : `<span>${words.inPlace(found.inPlace.size)}</span>`;
  const numbers = own.needsTurn
    ? `<strong>${words.turnLeftOver}</strong>`
    : `<strong class="spread"><span>${words.right(found.right.size, all)}</span>${inPlace}</strong>${meter}`;
  const { line } = own;
  // On a telephone, the task has the room of the numbers until the first move.
  const isFirst = isSmall && !used && !own.note;
  slots.now.innerHTML =
    line && !own.isSolved
      ? `<strong>${unitName(line.axis, line.isBlock)} ${chosenUnit(line) + 1}</strong>${line.isHeld ? words.lineHeld : words.lineChosen}`
      : isFirst
        ? `<strong class="task">${task}</strong>${idea}`
        : own.isSolved && isSmall
          ? `<strong>${title} ${levelTitle ? drawStars(stars) : ""}</strong>${result}`
          : numbers + below;
  slots.deck.innerHTML = own.isSolved ? solvedDeck(isSmall) : movingDeck(isSmall);
}

/** @param {string} action @param {string} text @param {number} count */
function undoButton(action, text, count) {
  const attributes = `aria-label="${text}" title="${text}" ${count ? "" : "disabled"}`;
  return button(action, action === "undo" ? "undo" : "redo", "", "ico plain", attributes);
}

/** @param {boolean} isSmall */
function solvedDeck(isSmall) {
  const words = ownWords();
  const isSeen = levelTitle && !countStars(ownSteps().length);
  const next = button("nextLevel", null, words.nextLevel, isSeen ? "" : "pri grow");
  const again = button("startAgain", null, words.again, next && !isSeen ? "" : "pri grow");
  const back = button("leaveOwn", "back", words.back, "grow");
  return `<div class="row">${next}${again}</div>${isSmall ? "" : `<div class="row">${back}${moreButton()}</div>`}`;
}

/** Return the buttons that choose and move a line, as HTML. @param {Line} line */
function lineDeck({ axis, isBlock, isHeld }) {
  const words = ownWords();
  const kinds = /** @type {const} */ (["rows", "columns"]).flatMap((one) =>
    [false, true].map((isOne) => {
      const isIt = one === axis && isOne === isBlock;
      return `<button type="button" data-do="line-${one}${isOne ? "-block" : ""}" aria-pressed="${isIt}" ${isHeld ? "disabled" : ""}>${unitName(one, isOne)}</button>`;
    }),
  );
  const [before, after] = axis === "rows" ? ["↑", "↓"] : ["←", "→"];
  const buttons = [
    button("line-back", null, before, "ico"),
    button("line-on", null, after, "ico"),
    button("line-hold", null, isHeld ? words.drop : words.pickUp, "pri grow"),
    button("line-end", "close", "", "ico", `aria-label="${words.back}"`),
  ];
  return `<div class="seg follow">${kinds.join("")}</div><div class="row">${buttons.join("")}</div>`;
}

/** @param {boolean} isSmall */
function movingDeck(isSmall) {
  const words = ownWords();
  const back = button("leaveOwn", "back", words.back, "grow");
  const last = isSmall ? "" : `<div class="row">${back}${moreButton()}</div>`;
  return (own.line ? lineDeck(own.line) : digitDeck()) + last;
}

/** Return the buttons for digits, turns and hints, as HTML. */
function digitDeck() {
  const words = ownWords();
  const [{ size }] = stage.grids;
  const present = new Set(own.state.digits);
  const digits = Array.from({ length: size }, (_, i) => i + 1).map(
    (digit) =>
      `<button type="button" data-do="digit" data-digit="${digit}" class="${present.has(digit) ? "" : "absent"}" aria-pressed="${own.picked === digit}">${glyph(digit, size)}</button>`,
  );
  const turn = (/** @type {string} */ action, /** @type {string} */ name) =>
    button(
      action,
      action === "turnLeft" ? "turnLeft" : "turnRight",
      "90°",
      "turnb",
      `aria-label="${name}: 90°" title="${name}"`,
    );
  const used = ownSteps().length;
  const after = [
    countStars(used, 1),
    countStars(used, 1),
    Number(own.done + 1 < own.fewest || used > own.done),
  ];
  const hints = /** @type {const} */ (["hintWhat", "hintWhere", "hintDo"]).map((action, k) => {
    const left = levelTitle ? drawStars(Math.min(after[k], countStars(used))) : "";
    const done = own.hint > k ? "disabled" : "";
    return `<button type="button" class="btn" data-do="${action}" ${done}><span>${words[action]}</span>${left}</button>`;
  });
  const hint = `<div class="hints" role="group" aria-label="${words.hint}">${hints.join("")}</div>`;
  return `<div><div class="lbl">${words.pool}</div><div class="pool">${digits.join("")}</div></div><div class="row">${turn("turnLeft", words.turnLeft)}${turn("turnRight", words.turnRight)}${hint}</div>`;
}

/** Draw the boards and the panels, and keep the keyboard focus on the same button or handle. */
export function showOwn() {
  const active = document.activeElement;
  const action = active instanceof HTMLElement ? active.dataset.do : "";
  const digit = active instanceof HTMLElement ? active.dataset.digit : "";
  const pool = () => stage.slots.deck.querySelector(".pool");
  const { scrollLeft = 0 } = pool() ?? {};
  drawOwn();
  showOwnPanels();
  pool()?.scrollTo(scrollLeft, 0);
  if (!action || active?.isConnected) return;
  const same = document.querySelector(
    `[data-do="${action}"]${digit ? `[data-digit="${digit}"]` : ""}`,
  );
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
}

/**
 * Carry out a step without a movement, and check whether the boards agree.
 * @param {Step} step
 * @param {boolean} [isNew]
 */
export function commitStep(step, isNew = true) {
  const words = ownWords();
  move(step, isNew);
  look();
  const found = agreement();
  const all = own.goal;
  own.isSolved = found.right.size >= all;
  showOwn();
  if (!own.isSolved) {
    tell(`${words.right(found.right.size, all)}, ${words.inPlace(found.inPlace.size)}`);
    return;
  }
  const used = ownSteps().length;
  solvedBy(used, countStars(used));
  showOwnPanels();
  const result = describeResult(used);
  tell(`${words.solved} ${result}`);
  const chief = stage.slots.deck.querySelector(".pri");
  if (chief instanceof HTMLElement) chief.focus({ preventScroll: true });
  celebrate();
}

/**
 * Carry out a step with a movement.
 * @param {Step} step
 * @param {boolean} [isNew]
 */
export function animateStep(step, isNew = true) {
  if (own.isBusy) return;
  if (isCalm()) {
    commitStep(step, isNew);
    return;
  }
  own.isBusy = true;
  const { moves } = own;
  const [board] = stage.boards;
  board.build({ grid: stage.grids[0], state: own.state, step, progress: 0.001 });
  const length = step.kind === "turn" ? 650 : 700;
  const began = performance.now();
  const frame = (/** @type {number} */ now) => {
    // The person may have left, or begun another level.
    if (own.moves !== moves) return;
    const isHere = stage.mode === "own";
    const progress = Math.min(1, (now - began) / length);
    if (isHere) board.update(progress);
    if (isHere && progress < 1) {
      requestAnimationFrame(frame);
      return;
    }
    own.isBusy = false;
    if (isHere) commitStep(step, isNew);
  };
  requestAnimationFrame(frame);
}

/**
 * Choose a digit. If another digit was chosen before, exchange both; if this digit was, end the
 * choice.
 * @param {number} digit
 */
export function pickDigit(digit) {
  if (own.isSolved || own.isBusy || digit > stage.grids[0].size) return;
  const { picked } = own;
  if (picked === null || picked === digit) {
    own.picked = picked === digit ? null : digit;
    showOwn();
    return;
  }
  const names = Array.from({ length: stage.grids[0].size + 1 }, (_, i) => i);
  [names[picked], names[digit]] = [digit, picked];
  own.picked = null;
  animateStep(digitStep(names));
}

/**
 * Give a hint about the next of the fewest steps: name its kind, show its lines on the board, or carry it
 * out.
 * @param {1 | 2 | 3} much
 */
function giveHint(much) {
  const words = ownWords();
  const [step] = stepsLeft();
  if (!step || own.isBusy || own.isSolved) return;
  if (much === 3) {
    own.done++;
    animateStep(step);
    return;
  }
  own.told++;
  own.hint = much;
  own.note =
    much === 1
      ? words.next[/** @type {Kind} */ (step.kind)]
      : `${writeStep(step, own.state, stage.grids[0].size)}.`;
  own.shownStep = much === 2 ? step : null;
  showOwn();
  tell(own.note);
}

export function undoMove() {
  const last = own.isBusy ? undefined : own.moves.pop();
  if (!last) return;
  own.undone.push(last);
  own.isSolved = false;
  animateStep(inverseStep(last.step), false);
}

export function redoMove() {
  const last = own.isBusy ? undefined : own.undone.pop();
  if (!last) return;
  own.moves.push({ before: own.state, step: last.step });
  animateStep(last.step, false);
}

/** Add this mode to the page. */
export function offerOwn() {
  setOwnPanels(showOwnPanels);
  setOwnDrawing(drawOwn);
  Object.assign(actions, {
    own: startOwn,
    leaveOwn,
    startAgain: () => (levelTitle ? startLevel(levelTitle, levelIdea) : startOwn()),
    undo: undoMove,
    redo: redoMove,
    hintWhat: () => giveHint(1),
    hintWhere: () => giveHint(2),
    hintDo: () => giveHint(3),
    turnLeft: () => animateStep(turnStep(3)),
    turnRight: () => animateStep(turnStep(1)),
    digit: (/** @type {HTMLElement | null} */ chosen) => pickDigit(Number(chosen?.dataset.digit)),
  });
}
