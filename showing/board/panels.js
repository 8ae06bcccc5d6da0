// Fills the four slots between the boards: the verdict, the list of steps, the current step, the buttons.

import { drawBoards } from "./both_boards.js";
import { describeFollowed, offerFollowing } from "./following.js";
import { countClues, glyph, haveSameShape } from "./grids.js";
import { icon, stepPicture } from "./icons.js";
import { isCalm } from "./motion.js";
import { chooseDirection } from "./player.js";
import { tallyLines } from "./reason.js";
import { explainStep, nameStep } from "./sentences.js";
import {
  actions,
  gridNames,
  isAtEnd,
  isPadShown,
  lastState,
  layOut,
  position,
  stage,
  tell,
  way,
} from "./stage.js";
import { digitsOf, renamedDigits } from "./steps.js";
import { directionTitle, language, sudokuName } from "./texts.js";

/** @typedef {import("./icons.js").Icon} Icon */
/** @typedef {import("./stage.js").Status} Status */

/**
 * Return a button as HTML. Return an empty text if the page has no function for the button's action.
 * @param {string} action
 * @param {Icon | null} picture
 * @param {string} text
 * @param {string} [look]
 * @param {string} [attributes]
 */
export function button(action, picture, text, look = "", attributes = "") {
  if (!actions[action]) return "";
  const shown = text ? `<span>${text}</span>` : "";
  return `<button type="button" class="btn ${look}" data-do="${action}" ${attributes}>${picture ? icon(picture) : ""}${shown}</button>`;
}

/**
 * Return the badge of the verdict as HTML.
 * @param {string | number} text
 * @param {string} [below]
 * @param {string} [look]
 */
export function badge(text, below = "", look = "") {
  return `<div class="badge ${look}"><b>${text}</b>${below ? `<span>${below}</span>` : ""}</div>`;
}

/** @param {string} sign @param {string} title @param {string} [beside] */
function headline(sign, title, beside = "") {
  return `${sign}<div><h1>${title}</h1>${beside ? `<p>${beside}</p>` : ""}</div>`;
}

/** Return a text as HTML. @param {string} text */
function escaped(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element.innerHTML;
}

/**
 * Return the verdict and the sentence below it as HTML. A saved page shows the sentences of its answer;
 * any other page shows `title` and `beside`.
 * @param {string} title
 * @param {string} [beside]
 */
function verdictWords(title, beside = "") {
  if (!stage.answer) return /** @type {const} */ ([title, beside]);
  const [first, ...others] = stage.answer.sentences.map(escaped);
  return /** @type {const} */ ([first, stage.status === "yes" ? others.join(" ") : ""]);
}

/**
 * Return a verdict: on a telephone where it shares the header with buttons, its short form.
 * @param {string} long
 * @param {string} short
 */
function shortOn(long, short) {
  return stage.hasBar && stage.width === "small" ? short : long;
}

/** Put texts that people wrote, or that Python returned, into a slot. @param {HTMLElement} slot @param {string[]} lines */
function writeParagraphs(slot, lines) {
  for (const line of lines) {
    const paragraph = document.createElement("p");
    paragraph.className = "note";
    paragraph.textContent = line;
    slot.append(paragraph);
  }
}

/** Return the button for more questions as HTML. On a telephone it is in the header. */
export function moreButton() {
  if (stage.width === "small") return "";
  const { words } = language;
  return button("more", "more", words.more, "", `aria-haspopup="dialog" title="${words.moreHint}"`);
}

/** @type {Record<Status, () => void>} */
const PANELS = {
  empty: showEmpty,
  one: showOne,
  reading: showReading,
  running: showRunning,
  stopped: showStopped,
  yes: showYes,
  same: showSame,
  no: showNo,
  undecided: showUndecided,
  error: showError,
  told: showTold,
};

/**
 * The function that fills the slots while the user moves lines; null until a page sets it.
 * @type {(() => void) | null}
 */
let panelsByHand = null;

/** @param {() => void} show */
export function setOwnPanels(show) {
  panelsByHand = show;
}

/**
 * The function that fills the slots while the pad is shown; null until a page sets it.
 * @type {(() => void) | null}
 */
let panelsWithPad = null;

/** @param {() => void} show */
export function setPadPanels(show) {
  panelsWithPad = show;
}

/** Fill all four slots. */
export function showPanels() {
  const { slots } = stage;
  document.body.classList.toggle("own", stage.mode === "own");
  showHeader();
  if (stage.mode === "own" && panelsByHand) {
    panelsByHand();
    return;
  }
  // Screen readers would read the number of clues after each key.
  if (isPadShown() && panelsWithPad) {
    slots.verdict.setAttribute("aria-live", "off");
    panelsWithPad();
    return;
  }
  slots.verdict.removeAttribute("aria-live");
  slots.verdict.className = `verdict ${stage.answer?.tone ?? stage.status}`;
  for (const name of /** @type {const} */ (["steps", "now", "deck"])) slots[name].innerHTML = "";
  slots.steps.hidden = false;
  PANELS[stage.status]();
  // A verdict without steps is followed by its reason, and the buttons stay at the bottom.
  const isReason = stage.width === "wide" && !["yes", "empty"].includes(stage.status);
  (isReason ? slots.verdict : slots.steps).after(slots.now);
  slots.now.classList.toggle("first", isReason);
  shown = "";
  showPosition();
}

/** Let the user move the keyboard focus to slots that scroll and have no button. */
function reachScrolling() {
  const { now, steps } = stage.slots;
  for (const slot of [now, steps.querySelector("ol") ?? steps]) {
    if (!(slot instanceof HTMLElement)) continue;
    const isScrolling = slot.scrollHeight > slot.clientHeight + 1 && !slot.querySelector("button");
    if (isScrolling) slot.tabIndex = 0;
    else slot.removeAttribute("tabindex");
  }
}

/** Fill the end of the header. On a telephone it has the buttons that have no room elsewhere. */
function showHeader() {
  const { words } = language;
  const isSmall = stage.width === "small";
  const isDense = stage.grids.some(({ size }) => size > 9);
  document.body.classList.toggle("dense", isDense);
  if (stage.mode === "own" && isSmall) return;
  const isNarrow = document.documentElement.clientWidth < 350;
  const isTight = isSmall && (stage.hasBar || isDense || isNarrow);
  const named = isTight
    ? button("own", "hand", "", "ico plain", `aria-label="${words.own}" title="${words.own}"`)
    : button("own", "hand", words.own, "plain");
  const own = stage.status === "yes" && isSmall ? named : "";
  const canEdit = isTight && !isPadShown();
  const edit = canEdit
    ? button("edit", "pencil", "", "ico plain", `aria-label="${words.edit}" title="${words.edit}"`)
    : "";
  const more = isSmall
    ? button("more", "more", "", "ico plain", `aria-label="${words.moreHint}"`)
    : "";
  const other = language.code === "en" ? ["de", "Deutsch"] : ["en", "English"];
  const languages = isSmall
    ? ""
    : button("language", "language", other[1], "plain", `lang="${other[0]}"`);
  const factor = `${stage.zoom}×`.replace(".", language.code === "de" ? "," : ".");
  const zoom = isDense
    ? button(
        "zoom",
        isTight ? null : "zoom",
        factor,
        isTight ? "ico plain" : "plain",
        `aria-label="${words.zoom}: ${factor}"`,
      )
    : "";
  const { end } = stage.slots;
  end.innerHTML = zoom + own + edit + more + languages;
  // The verdict must leave room for these buttons.
  document.body.style.setProperty("--tools", `${40 * end.childElementCount}px`);
}

function showYes() {
  const { words } = language;
  const { slots } = stage;
  const count = stage.steps[0].length;
  slots.verdict.innerHTML = headline(
    badge(count, words.steps(count)),
    ...verdictWords(
      shortOn(words.yes, words.yesShort),
      stage.isFewest ? words.fewest : words.perhapsFewer,
    ),
  );
  const items = way().map(
    (step, i) =>
      `<li><button type="button" data-do="step" data-step="${i}"><span class="n"><i>${i + 1}</i></span>${stepPicture(step, stage.grids[0].size)}<span class="w">${nameStep(step)}</span></button></li>`,
  );
  const directions = stage.width === "small" ? "" : directionButtons();
  slots.steps.innerHTML = `<div class="head"><h2>${words.way}</h2>${directions}</div><ol>${items.join("")}</ol>`;
  const ticks = '<i class="tick"></i>'.repeat(way().length + 1);
  const bar = `<div class="scrub" role="slider" tabindex="0" aria-label="${words.position}" aria-valuemin="0" aria-valuemax="${way().length}"><div class="rail"></div><div class="fill"></div>${ticks}<div class="knob"></div></div>`;
  const player = [
    button("previous", "prev", "", "ico", `aria-label="${words.previous}"`),
    button("play", "play", words.play, "pri grow"),
    button("next", "next", "", "ico", `aria-label="${words.next}"`),
    button("speed", null, "1×", "ico", `title="${words.speedHint}"`),
  ];
  const below =
    stage.width === "small"
      ? ""
      : `<div class="row">${button("own", "hand", words.own, "grow")}${moreButton()}</div>`;
  slots.deck.innerHTML = `${bar}<div class="row">${player.join("")}</div>${below}`;
  for (const [i, tick] of slots.deck.querySelectorAll(".tick").entries()) {
    if (tick instanceof HTMLElement) tick.style.left = onBar(i / way().length);
  }
}

/**
 * Return the two buttons that choose the direction of the steps, as HTML; empty without steps back.
 */
function directionButtons() {
  const { words } = language;
  if (!stage.steps[1].length) return "";
  const one = (/** @type {number} */ d) =>
    `<button type="button" data-do="direction" data-direction="${d}" aria-pressed="${stage.direction === d}" aria-label="${d + 1} → ${2 - d}: ${directionTitle(d)}">${d + 1} → ${2 - d}</button>`;
  return `<div class="seg" role="group" aria-label="${words.way}">${one(0)}${one(1)}</div>`;
}

/**
 * Return the position on the bar, as CSS, at a share of its length.
 * @param {number} part from 0 to 1
 */
function onBar(part) {
  return `calc(8px + ${part} * (100% - 16px))`;
}

/** Return the badge with the sign of what was found, as HTML. */
function signBadge() {
  const { finding = "answer" } = stage.answer ?? {};
  const sign = `<svg class="sign" viewBox="0 0 20 20" aria-hidden="true"><use href="#sign-${finding}"/></svg>`;
  return badge(sign, "", ["variant", "undecided", "answer"].includes(finding) ? "empty" : "");
}

/** Show the sentences of a saved answer that has no steps. */
function showTold() {
  const { slots, answer } = stage;
  const [first = "", ...others] = answer?.sentences ?? [];
  slots.verdict.innerHTML = headline(signBadge(), escaped(first));
  slots.steps.hidden = true;
  writeParagraphs(slots.now, others);
}

function showSame() {
  const { words } = language;
  const { slots } = stage;
  slots.verdict.innerHTML = headline(
    stage.answer ? signBadge() : badge(0, words.steps(0)),
    ...verdictWords(shortOn(words.same, words.sameShort), words.sameWhy),
  );
  slots.steps.hidden = true;
  if (stage.answer) writeParagraphs(slots.now, stage.answer.sentences.slice(1));
  // A blank Sudoku has no other copies.
  const shuffle = stage.grids.some(countClues)
    ? button("shuffle", "shuffle", words.shuffle, "pri grow")
    : "";
  if (shuffle) slots.now.innerHTML = `<p>${words.sameNow}</p>`;
  slots.deck.innerHTML = `<div class="row">${shuffle}${moreButton()}</div>`;
}

function showNo() {
  const { words } = language;
  const { slots, reason } = stage;
  slots.verdict.innerHTML = headline(
    badge("≠", "", "no"),
    ...verdictWords(shortOn(words.no, words.noShort)),
  );
  // On a telephone, there is room only for a sentence of a long reason; the whole is in the explanation.
  const told = reason?.sentence ?? "";
  const sentences = told.split(/(?<=\.) /);
  const isLong = stage.width === "small" && sentences.length > 1;
  const short = sentences.at(reason?.kind === "refinement" ? -1 : 0) ?? "";
  writeParagraphs(slots.now, reason ? [isLong ? short : told] : stage.notes);
  if (stage.isProved) {
    slots.now.insertAdjacentHTML(
      "beforeend",
      `<div class="proved">${icon("shield")}<span>${words.proved}</span></div>`,
    );
  }
  // Different shapes need no explanation. For another no without a reason, a saved page has only the
  // sentences of its answer.
  const isAboutShapes = !haveSameShape(...stage.grids);
  slots.steps.hidden = isAboutShapes || (stage.answer !== null && !reason);
  slots.steps.innerHTML = reason ? whyThisSettlesIt(reason.kind) : whatIsAlike();
  if (isLong) writeParagraphs(slots.steps, [told]);
  const proof = stage.isProved
    ? button("certificate", "save", words.certificate, "pri grow")
    : isAboutShapes
      ? ""
      : button(
          "prove",
          "shield",
          words.prove,
          actions.large ? "grow" : "pri grow",
          `title="${words.proveHint}"`,
        );
  // On a telephone, the explanation is below the window.
  const why =
    stage.width === "small" && !stage.answer && !stage.isProved && !slots.steps.hidden
      ? button("why", null, words.why, actions.large ? "pri grow" : "")
      : "";
  slots.deck.innerHTML = `<div class="row">${why}${proof}${moreButton()}</div>`;
}

/** Return the explanation of a reason as HTML. @param {string} kind of the reason */
function whyThisSettlesIt(kind) {
  const { words } = language;
  const text = kind.startsWith("cycles")
    ? words.cyclesText
    : kind === "refinement"
      ? words.refinedText
      : words.whyNoText;
  return `<div class="head"><h2>${words.whyNo}</h2></div><p class="note">${text}</p>${tallyLines()}`;
}

/** Return the list of what was compared, as HTML, for a no without a reason. */
function whatIsAlike() {
  const { words } = language;
  const items = words.alikeItems.map((text) => `<li>${icon("tick")}<span>${text}</span></li>`);
  return `<div class="head"><h2>${words.alike}</h2></div><ul class="begin">${items.join("")}</ul>`;
}

function showUndecided() {
  const { words } = language;
  stage.slots.verdict.innerHTML = headline(badge("?", "", "no"), ...verdictWords(words.undecided));
  writeParagraphs(stage.slots.now, stage.notes);
  // A page without Python would not know more if it were asked again.
  const again =
    button("large", null, words.askLarge, "pri grow") ||
    button("again", null, words.compareAgain, "pri grow");
  stage.slots.deck.innerHTML = `<div class="row">${again}${moreButton()}</div>`;
}

function showReading() {
  stage.slots.verdict.innerHTML = headline(badge("…", "", "run"), language.words.reading);
  writeParagraphs(stage.slots.now, stage.notes);
}

function showRunning() {
  const { words } = language;
  const seconds = Math.floor((performance.now() - stage.since) / 1000);
  stage.slots.verdict.innerHTML = headline(badge("…", "", "run"), words.running);
  writeParagraphs(stage.slots.now, [
    ...(seconds ? [words.runningWhy(seconds)] : []),
    ...stage.notes,
  ]);
  stage.slots.deck.innerHTML = `<div class="row">${button("stop", "close", words.stop, "pri grow")}${moreButton()}</div>`;
}

function showStopped() {
  const { words } = language;
  stage.slots.verdict.innerHTML = headline(badge("?", "", "empty"), words.stopped);
  writeParagraphs(stage.slots.now, [words.stoppedWhy]);
  stage.slots.deck.innerHTML = `<div class="row">${button("again", null, words.compareAgain, "pri grow")}${moreButton()}</div>`;
}

function showError() {
  const { words } = language;
  stage.slots.verdict.innerHTML = headline(badge("!", "", "no"), words.unreadable);
  const [said, ...others] = stage.notes;
  writeParagraphs(stage.slots.now, [said]);
  if (stage.place) stage.slots.now.append(stage.place);
  writeParagraphs(stage.width === "small" ? stage.slots.steps : stage.slots.now, others);
  stage.slots.now.setAttribute("role", "alert");
  const paste = button("paste", "paste", words.paste, "pri grow");
  const back = button("back", "back", stage.isAnswerLeft ? words.toAnswer : words.toBoards, "grow");
  const rows = stage.width === "small" ? [back + paste] : [paste, back + moreButton()];
  stage.slots.deck.innerHTML = rows.map((row) => `<div class="row">${row}</div>`).join("");
}

function showOne() {
  const { words } = language;
  stage.slots.verdict.innerHTML = headline(badge("?", "", "empty"), words.one, words.oneWhy);
  stage.slots.now.innerHTML = `<strong>${words.emptyNow}</strong>${words.emptyNowWhy}`;
  const paste = button("paste", "paste", words.paste, "pri grow");
  const shuffle = button("shuffle", "shuffle", words.shuffleOne, "grow");
  const rows = stage.width === "small" ? [paste + shuffle] : [paste, shuffle + moreButton()];
  stage.slots.deck.innerHTML = rows.map((row) => `<div class="row">${row}</div>`).join("");
}

/**
 * The function that returns the examples of an empty page, as HTML; a page sets it.
 * @type {() => string}
 */
let drawExamples = () => "";

/** @param {() => string} list */
export function setExamples(list) {
  drawExamples = list;
}

function showEmpty() {
  const { words } = language;
  const { slots } = stage;
  const isSmall = stage.width === "small";
  slots.verdict.innerHTML = headline(badge("?", "", "empty"), words.empty, words.emptyWhy);
  const pictures = /** @type {const} */ (["keyboard", "paste", "file"]);
  const ways = words.begin.map((text, i) => `<li>${icon(pictures[i])}<span>${text}</span></li>`);
  slots.steps.innerHTML = `<div class="head"><h2>${words.waysToBegin}</h2></div><ol class="begin">${ways.join("")}</ol>`;
  if (!isSmall) {
    slots.steps.innerHTML += `<div class="head"><h2>${words.examples}</h2></div><ol class="examples">${drawExamples()}</ol>`;
  }
  const title = stage.width === "wide" ? "" : `<strong>${words.emptyNow}</strong>`;
  slots.now.innerHTML = title + words.emptyNowWhy;
  const example = isSmall ? button("example", null, words.example) : moreButton();
  slots.deck.innerHTML = `<div class="row">${button("paste", "paste", words.paste, "pri grow")}${example}</div>`;
}

/**
 * The position and the settings that the slots show; they are filled anew only if one of these
 * changes.
 */
let shown = "";

/**
 * Show the position in the steps: on the bar, in the list of steps, and in the sentence about the
 * current step.
 */
export function showPosition() {
  if (stage.mode !== "pair" || stage.status !== "yes") return;
  const count = way().length;
  const { step, progress } = position();
  const { slots, time } = stage;
  const current = progress ? step : step - 1;
  const part = count ? time / count : 0;
  const bar = slots.deck.querySelector(".scrub");
  const knob = /** @type {HTMLElement} */ (bar?.querySelector(".knob"));
  const fill = /** @type {HTMLElement} */ (bar?.querySelector(".fill"));
  knob.style.left = onBar(part);
  fill.style.width = `calc(${part} * (100% - 16px))`;
  for (const [i, tick] of bar?.querySelectorAll(".tick").entries() ?? []) {
    tick.classList.toggle("did", i <= time + 1e-6);
  }
  lightNames(current, progress);
  const key = [
    step,
    !progress,
    stage.isPlaying,
    stage.followed,
    stage.following,
    stage.direction,
    stage.speed,
  ].join();
  if (key === shown) return;
  shown = key;
  showCurrent(current);
  lightNames(current, progress);
}

/**
 * Highlight the digits that are being renamed, and those that are renamed already.
 * @param {number} current
 * @param {number} progress
 */
function lightNames(current, progress) {
  if (way()[current]?.kind !== "digits") return;
  for (const chip of stage.slots.now.querySelectorAll(".map span")) {
    const digit = Number(chip.getAttribute("data-digit"));
    const done = progress ? stage.boards[stage.direction].renamingOf(digit, progress) : 2;
    chip.classList.toggle("on", done > 0 && done < 1);
    chip.classList.toggle("did", done >= 1);
  }
}

/** @param {number} current the number of the step that is shown, -1 before the first */
function showCurrent(current) {
  const { words } = language;
  const { slots, isPlaying } = stage;
  const count = way().length;
  const step = way()[current];
  for (const [i, item] of slots.steps.querySelectorAll("li").entries()) {
    item.classList.toggle("cur", i === current);
    item.classList.toggle("done", i < current);
  }
  const list = slots.steps.querySelector("ol");
  const item = slots.steps.querySelector("li.cur");
  if (list && item instanceof HTMLElement && list.scrollHeight > list.clientHeight) {
    list.scrollTop = item.offsetTop - list.offsetTop - 60;
  }
  const told = step ? `${words.stepOf(current + 1, count)}: ${nameStep(step)}` : words.start;
  const bar = slots.deck.querySelector(".scrub");
  bar?.setAttribute("aria-valuenow", String(Math.round(stage.time * 100) / 100));
  bar?.setAttribute("aria-valuetext", told);
  const isEnd = isAtEnd();
  const one = (/** @type {string} */ name) =>
    /** @type {HTMLButtonElement} */ (slots.deck.querySelector(`[data-do=${name}]`));
  const label = isPlaying ? words.pause : isEnd ? words.again : words.play;
  one("play").innerHTML = `${icon(isPlaying ? "pause" : "play")}<span>${label}</span>`;
  one("previous").disabled = stage.time <= 0;
  one("next").disabled = isEnd;
  const speed = stage.speed === 0.5 ? "½" : stage.speed;
  one("speed").innerHTML = `<span class="sr">${words.speed} </span>${speed}×`;
  showSentence(current);
  if (step && !isPlaying && !stage.isScrubbing) tell(told);
}

/** @param {number} current */
function showSentence(current) {
  const { words } = language;
  const count = way().length;
  const step = way()[current];
  const isSmall = stage.width === "small";
  const followed = describeFollowed();
  let html = "";
  if (!step) {
    const to = stage.direction ? 1 : 2;
    html = `<strong>${words.start}</strong>${followed || startSentence(count, to)}`;
    if (!isSmall && !followed) html += `<br>${words.followHint}`;
  } else if (isAtEnd()) {
    html = followed ? `<strong>${words.end}</strong>${followed}` : endSentences();
  } else {
    const title = isSmall ? nameStep(step) : words.stepOf(current + 1, count);
    const names = step.kind === "digits" ? nameChips(current) : "";
    html = `<strong>${title}</strong>${(isSmall && followed) || names || followed || explainStep(step)}`;
  }
  html += offerFollowing();
  if (isSmall) {
    const head = `<div class="nowh"><span>${words.stepOf(current + 1, count)}</span>${directionButtons()}</div>`;
    html = head + html;
  }
  const { now } = stage.slots;
  const focused = document.activeElement;
  const chosen = focused instanceof HTMLElement && now.contains(focused) ? focused.dataset : {};
  now.innerHTML = html;
  const { follow: kind = "", direction = "" } = chosen;
  const again = now.querySelector(
    kind ? `[data-follow=${kind}]` : `[data-direction="${direction}"]`,
  );
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** @param {number} count the number of steps @param {number} to the number of the last Sudoku, from 1 */
function startSentence(count, to) {
  const { words } = language;
  const titles = stage.titles ?? stage.grids.map((grid, k) => gridNames.get(grid) ?? sudokuName(k));
  if (titles.every((title, k) => title === sudokuName(k))) return words.startWhy(count, to);
  // On a telephone, the verdict has no room for these sentences.
  const others = stage.answer?.sentences.slice(1) ?? [];
  if (stage.width === "small" && others.length) return others.map(escaped).join(" ");
  const [last, start] = [titles[to - 1], titles[2 - to]].map(escaped);
  return `${count} ${words.steps(count)}${start === last ? "" : `: ${start} → ${last}`}`;
}

/** Return the sentences about how far the boards agree after all steps, as HTML. */
function endSentences() {
  const { words } = language;
  const { grids, direction } = stage;
  const target = grids[1 - direction].cells;
  const cells = digitsOf(lastState(), grids[direction].size);
  const clues = countClues(grids[direction]);
  if (cells.every((digit, i) => digit === target[i])) {
    return `<strong>${words.end}</strong>${words.endWhy(clues)}`;
  }
  const agreeing = cells.filter((digit, i) => digit && digit === target[i]).length;
  const most = Math.max(clues, countClues(grids[1 - direction]));
  return `<strong>${words.endNear(agreeing, most)}</strong>`;
}

/** Return the new names of the digits, as HTML. @param {number} current */
function nameChips(current) {
  const step = way()[current];
  const { size } = stage.grids[0];
  const chips = renamedDigits(step, stage.states[stage.direction][current]).map(
    (digit) =>
      `<span data-digit="${digit}">${glyph(digit, size)}<em>→</em><b>${glyph(step.names[digit], size)}</b></span>`,
  );
  return `<div class="map">${chips.join("")}</div>`;
}

/**
 * The function that draws the boards while the user moves lines; null until a page sets it.
 * @type {(() => void) | null}
 */
let drawByHand = null;

/** @param {() => void} draw */
export function setOwnDrawing(draw) {
  drawByHand = draw;
}

/**
 * Call a function that may replace the element in focus. The focus then goes to the element that has
 * the same purpose now, to the button after it, to the chief button, or to a board: it is never lost.
 * @param {() => void} act
 * @param {Element | null} [before] the element in focus, or the button that was pressed
 */
export function keepFocus(act, before = document.activeElement) {
  act();
  if (!(before instanceof HTMLElement) || before.isConnected) return;
  if (document.activeElement !== document.body) return;
  const { do: action = "" } = before.dataset;
  const same = `[data-do="${action}"]`;
  const all = [same, `${same} ~ button`, "#stage .deck .pri", "#stage .board"]
    .flatMap((selector) => [...document.querySelectorAll(`${selector}:not([disabled])`)])
    .filter((one) => one.getClientRects().length);
  const purpose = (/** @type {Element} */ one) => JSON.stringify(/** @type {any} */ (one).dataset);
  const again = all.find((one) => purpose(one) === purpose(before)) ?? all[0];
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** Draw both boards and fill all slots anew. */
export function showAll() {
  keepFocus(drawAll);
}

function drawAll() {
  stage.slots.now.removeAttribute("role");
  layOut();
  showPanels();
  if (stage.mode === "own" && drawByHand) drawByHand();
  else drawBoards();
  reachScrolling();
}

actions.why = () => {
  const { steps } = stage.slots;
  steps.scrollIntoView({ behavior: isCalm() ? "auto" : "smooth" });
  steps.tabIndex = -1;
  steps.focus({ preventScroll: true });
};

actions.zoom = () => {
  const size = Math.max(...stage.grids.map((grid) => grid.size));
  const most = Math.max(2, Math.ceil(size / 9)); // then a cell is as large as in a 9×9 grid
  stage.zoom = stage.zoom >= most ? 1 : stage.zoom + (size > 16 ? 1 : 0.5);
  showAll();
};

actions.direction = (chosen) => {
  const direction = Number(chosen?.dataset.direction);
  chooseDirection(direction);
  showAll();
  document
    .querySelector(`[data-direction="${direction}"]`)
    // @ts-expect-error: an HTML element
    ?.focus({ preventScroll: true });
};
