// Plays the steps: the position in the steps moves on with time, and the boards show it.

import { drawFollowed, moveBoards } from "./both_boards.js";
import { describeFollowed, FOLLOWED, followedCells } from "./following.js";
import { clamp, isCalm } from "./motion.js";
import { actions, isAtEnd, stage, tell, way } from "./stage.js";

/** @typedef {import("./following.js").Followed} Followed */
/** @typedef {import("./steps.js").Step} Step */

const SPEEDS = [1, 2, 4, 0.5];
const REST = 420; // the pause between two steps, in milliseconds
const LENGTHS = { turn: 1300, digits: 1900 }; // milliseconds for a step; LINES for other kinds
const LINES = 1400;
const SINGLE = 0.6; // the share of this time if only a single step is shown

/** The function that is called when the position has changed. @type {() => void} */
let positionChanged = () => {};

/** @type {number | null} */
let goal = null;
let frame = 0;
let last = 0;
let rest = 0;
let calmRun = 0;

/** @param {() => void} changed */
export function onPosition(changed) {
  positionChanged = changed;
}

/** @param {Step} step */
function lengthOf(step) {
  return LENGTHS[/** @type {"turn" | "digits"} */ (step.kind)] ?? LINES;
}

/** @param {number} time */
export function setTime(time) {
  stage.time = clamp(time, 0, way().length);
  moveBoards();
  positionChanged();
}

export function stopPlaying() {
  stage.isPlaying = false;
  goal = null;
  calmRun++;
}

/**
 * Move the position, in a visible movement, to where `step` steps are done.
 * @param {number} step
 */
export function goTo(step) {
  stopPlaying();
  const end = clamp(step, 0, way().length);
  if (isCalm()) setTime(end);
  else {
    goal = end;
    start();
  }
}

function start() {
  last = performance.now();
  if (!frame) frame = requestAnimationFrame(run);
}

/** @param {number} now */
function run(now) {
  frame = 0;
  const passed = Math.min(60, now - last);
  last = now;
  if (goal !== null) approach(goal, passed);
  else if (stage.isPlaying) advance(passed);
  if (stage.isPlaying || goal !== null) frame = requestAnimationFrame(run);
}

/** @param {number} end @param {number} passed milliseconds */
function approach(end, passed) {
  const sign = Math.sign(end - stage.time);
  const current = sign > 0 ? Math.floor(stage.time + 1e-6) : Math.ceil(stage.time - 1e-6) - 1;
  const step = way()[clamp(current, 0, way().length - 1)];
  const hurry = Math.max(1, Math.abs(end - stage.time));
  const next = stage.time + ((sign * passed) / (lengthOf(step) * SINGLE)) * stage.speed * hurry;
  if ((end - next) * sign > 0) {
    setTime(next);
    return;
  }
  goal = null;
  setTime(end);
  if (isAtEnd()) rejoice();
}

/** @param {number} passed milliseconds */
function advance(passed) {
  if (rest > 0) {
    rest -= passed * stage.speed;
    return;
  }
  const step = Math.floor(stage.time + 1e-9);
  let next = stage.time + (passed / lengthOf(way()[step])) * stage.speed;
  if (next >= step + 1) {
    next = step + 1;
    rest = REST;
  }
  if (next >= way().length) stage.isPlaying = false;
  setTime(next);
  if (isAtEnd()) rejoice();
}

/**
 * Play from the current position, or from the start if all steps are done. If the steps are
 * playing, pause.
 */
export function togglePlaying() {
  if (stage.status !== "yes") return;
  const wasPlaying = stage.isPlaying;
  stopPlaying();
  if (!wasPlaying) {
    if (isAtEnd()) setTime(0);
    stage.isPlaying = true;
    rest = 0;
    if (isCalm()) playCalmly();
    else start();
  }
  positionChanged();
}

/** Play without movements: for each step show a still picture, then its result. */
async function playCalmly() {
  const mine = ++calmRun;
  const wait = (/** @type {number} */ time) => new Promise((done) => setTimeout(done, time));
  while (stage.isPlaying && !isAtEnd()) {
    const step = Math.floor(stage.time);
    setTime(step + (way()[step].axis ? 0.155 : 0.05));
    await wait(900 / stage.speed);
    if (mine !== calmRun) return;
    if (step + 1 >= way().length) stage.isPlaying = false;
    setTime(step + 1);
    await wait(700 / stage.speed);
    if (mine !== calmRun) return;
  }
}

/**
 * Choose the direction in which the steps lead, and go back to their start.
 * @param {number} direction
 */
export function chooseDirection(direction) {
  if (direction === stage.direction) return;
  stopPlaying();
  stage.followed = null;
  stage.direction = direction;
  stage.time = 0;
  stage.large = direction;
}

/** Let a wave go through the digits of both boards. */
export function rejoice() {
  if (isCalm()) return;
  for (const board of stage.boards) {
    const { scene } = board;
    if (!scene) continue;
    const middle = (scene.grid.size - 1) / 2;
    for (const { element, cell } of board.tokens) {
      const [r, c] = [scene.state.rows[cell] - middle, scene.state.columns[cell] - middle];
      element.style.setProperty("--delay", `${Math.hypot(r, c) * 70}ms`);
    }
    board.root.classList.remove("joy");
    void board.root.offsetWidth; // restarts the animation
    board.root.classList.add("joy");
    setTimeout(() => board.root.classList.remove("joy"), 1800);
  }
  const badge = stage.slots.verdict.querySelector(".badge");
  badge?.classList.remove("pulse");
  if (badge instanceof HTMLElement) void badge.offsetWidth;
  badge?.classList.add("pulse");
}

/**
 * Follow a cell, or all cells of its row, column or digit, through the steps.
 * @param {number | null} cell null ends this
 * @param {Followed} [kind]
 */
export function follow(cell, kind = "cell") {
  stage.followed = cell;
  stage.following = kind;
  drawFollowed();
  positionChanged();
}

/** Follow a cell or its line; stop if it is followed already. @param {number} cell @param {Followed} kind */
export function toggleFollowing(cell, kind) {
  const isFollowed = stage.following === kind && followedCells().includes(cell);
  follow(isFollowed ? null : cell, kind);
  if (!isFollowed && kind !== "cell") tell(describeFollowed());
}

Object.assign(actions, {
  play: togglePlaying,
  previous: () => {
    const { time } = stage;
    const whole = Math.floor(time);
    goTo(time > whole + 1e-6 ? whole : Math.ceil(time - 1e-6) - 1);
  },
  next: () => goTo(Math.floor(stage.time + 1e-6) + 1),
  toStart: () => goTo(0),
  toEnd: () => goTo(way().length),
  speed: () => {
    stage.speed = SPEEDS[(SPEEDS.indexOf(stage.speed) + 1) % SPEEDS.length];
    positionChanged();
  },
  /** @param {HTMLElement | null} button */
  follow: (button) => {
    const kind = FOLLOWED.find((one) => one === button?.dataset.follow);
    if (!kind || stage.followed === null) return;
    follow(stage.followed, kind);
    tell(describeFollowed());
  },
  /** @param {HTMLElement | null} button */
  step: (button) => {
    const step = Number(button?.dataset.step);
    if (stage.time >= step + 1 - 1e-6 || stage.time < step - 1e-6) {
      stopPlaying();
      setTime(step);
    }
    goTo(step + 1);
  },
});

/** Let the user change the position by dragging on the bar. */
export function listenToBar() {
  document.addEventListener("pointerdown", (event) => {
    const bar = event.target instanceof Element && event.target.closest(".scrub");
    if (!(bar instanceof HTMLElement)) return;
    bar.setPointerCapture(event.pointerId);
    stopPlaying();
    stage.isScrubbing = true;
    const move = (/** @type {PointerEvent} */ { clientX }) => {
      const { left, width } = bar.getBoundingClientRect();
      const time = clamp((clientX - left - 8) / (width - 16), 0, 1) * way().length;
      const whole = Math.round(time);
      setTime(Math.abs(time - whole) < 0.06 ? whole : time);
    };
    move(event);
    bar.onpointermove = move;
    bar.onpointerup = bar.onpointercancel = () => {
      bar.onpointermove = null;
      stage.isScrubbing = false;
      positionChanged();
    };
  });
}
