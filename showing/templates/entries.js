"use strict";
// Without this script the page shows the grids and the steps. With it each entry gets a player, its
// cells say where they go, and texts can be copied.

const TEXTS = JSON.parse(document.getElementById("texts").textContent);
const UNIT = 10; // the side of a cell in the drawing
const MARGIN = 8; // for the numbers of rows and columns
const MOVE = 900, REST = 700; // milliseconds

/** A text of the page with its fields filled in. */
function say(name, fields = {}) {
  return TEXTS[name].replace(/\{(\w+)\}/g, (_, field) => fields[field]);
}

/** What the motion of the page is like is the reader's choice, which may change at any time. */
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/** The states of a grid along a track.
 *
 * State k is that after k steps: `origins[p]` is the cell of the start that lies in place p, and
 * `values[p]` what stands there.
 */
function statesOf(track, grids) {
  const start = grids[track.begins];
  const states = [{ origins: start.map((_, place) => place), values: start }];
  for (const step of track.steps) {
    const { origins, values } = states.at(-1);
    states.push(
      step.names
        ? { origins, values: values.map((value) => step.names[value]) }
        : {
            origins: step.from.map((place) => origins[place]),
            values: step.from.map((place) => values[place]),
          },
    );
  }
  return states;
}

/** The places in which a person has to look after a step: lines that moved, digits renamed. */
function changed(step, before) {
  const places = before.values.map((_, place) => place);
  if (step.names) return places.filter((p) => step.names[before.values[p]] !== before.values[p]);
  return step.turn ? [] : places.filter((p) => step.from[p] !== p);
}

function svg(name, attributes = {}, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/** The drawing of one grid, whose cells keep their identity while they move. */
class Board {
  constructor(root, { size, height, width }) {
    this.size = size;
    const side = size * UNIT;
    root.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${side + MARGIN + 1} ${side + MARGIN + 1}`);
    for (let i = 0; i < size; i++) {
      const middle = i * UNIT + UNIT / 2;
      root.append(svg("text", { class: "number", x: middle, y: -MARGIN / 2 }, i + 1));
      root.append(svg("text", { class: "number", x: -MARGIN / 2, y: middle }, i + 1));
    }
    this.turning = svg("g", { class: "turning" });
    this.turning.style.transformOrigin = `${side / 2}px ${side / 2}px`;
    this.cells = Array.from({ length: size * size }, (_, origin) => {
      const cell = svg("g", { class: "cell", "data-cell": origin });
      cell.append(svg("rect", { width: UNIT, height: UNIT }), this.#digit());
      return cell;
    });
    this.layer = svg("g");
    this.layer.append(...this.cells);
    const lines = [];
    for (let i = 0; i <= size; i += height) lines.push(`M0 ${i * UNIT}H${side}`);
    for (let i = 0; i <= size; i += width) lines.push(`M${i * UNIT} 0V${side}`);
    this.turning.append(this.layer, svg("path", { class: "boxes", d: lines.join("") }));
    root.append(this.turning);
    this.running = [];
  }

  #digit() {
    const text = svg("text", { class: "digit", x: UNIT / 2, y: UNIT / 2 });
    text.style.transformOrigin = `${UNIT / 2}px ${UNIT / 2}px`;
    return text;
  }

  #place(p) {
    return `translate(${(p % this.size) * UNIT}px, ${Math.floor(p / this.size) * UNIT}px)`;
  }

  /** Show a state, and mark some places in it. */
  show({ origins, values }, marked = []) {
    for (const animation of this.running) animation.finish();
    this.running = [];
    const isMarked = new Set(marked);
    origins.forEach((origin, p) => {
      const cell = this.cells[origin];
      cell.style.transform = this.#place(p);
      cell.classList.toggle("moved", isMarked.has(p));
      cell.lastChild.textContent = values[p] || "";
    });
  }

  /** Let the change from one state to the next be seen, which is shown already.
   *
   * `quarters` is how far the whole turned clockwise, less than 0 for back.
   */
  animate(before, after, quarters) {
    if (calm.matches) {
      const cells = quarters ? [this.turning] : after.origins.flatMap((origin, p) =>
        before.origins[p] === origin && before.values[p] === after.values[p]
          ? [] : [this.cells[origin]]);
      for (const cell of cells) this.#run(cell, [{ opacity: 0 }, { opacity: 1 }], MOVE / 3);
    } else if (quarters) {
      // Smaller on the way, so that its corners stay within the frame.
      const angle = 90 * quarters, count = 12 * Math.abs(quarters);
      const frames = Array.from({ length: count + 1 }, (_, i) => {
        const degrees = angle * (i / count - 1), radians = (degrees * Math.PI) / 180;
        const scale = 1 / (Math.abs(Math.cos(radians)) + Math.abs(Math.sin(radians)));
        return { transform: `rotate(${degrees}deg) scale(${scale})` };
      });
      this.#run(this.turning, frames);
      for (const cell of this.cells) {
        if (cell.lastChild.textContent) {
          const upright = [{ transform: `rotate(${angle}deg)` }, { transform: "none" }];
          this.#run(cell.lastChild, upright);
        }
      }
    } else {
      const places = new Map(before.origins.map((origin, p) => [origin, p]));
      after.origins.forEach((origin, p) => {
        const cell = this.cells[origin], old = places.get(origin);
        if (old !== p) {
          this.layer.append(cell); // over those that stay
          const from = this.#place(old), to = this.#place(p);
          this.#run(cell, [{ transform: from }, { transform: to }]);
        } else if (before.values[p] !== after.values[p]) {
          this.#fade(cell, before.values[p]);
        }
      });
    }
  }

  /** Let the digit of a cell appear while the old one vanishes. */
  #fade(cell, old) {
    const vanishing = this.#digit();
    vanishing.textContent = old || "";
    cell.insertBefore(vanishing, cell.lastChild);
    this.#run(cell.lastChild, [{ opacity: 0 }, { opacity: 1 }]);
    const gone = this.#run(vanishing, [{ opacity: 1 }, { opacity: 0 }]);
    gone.onfinish = () => vanishing.remove();
  }

  #run(element, frames, duration = MOVE) {
    const animation = element.animate(frames, { duration, easing: "ease-in-out" });
    this.running.push(animation);
    return animation;
  }

  /** Point at the cell that was in this place at the start; at none if it is null. */
  point(origin) {
    this.cells.forEach((cell, i) => cell.classList.toggle("pointed", i === origin));
  }
}

/** The player of an entry: goes along a track, step by step. */
class Player {
  constructor(root, entry) {
    this.root = root;
    this.entry = entry;
    this.part = (name) => root.querySelector("." + name);
    this.board = new Board(this.part("board"), entry.data);
    this.states = entry.data.tracks.map((track) => statesOf(track, entry.data.grids));
    this.at = 0;
    this.timer = null;
    this.part("start").onclick = () => this.go(0);
    this.part("back").onclick = () => this.go(this.at - 1);
    this.part("play").onclick = () => this.play();
    this.part("on").onclick = () => this.go(this.at + 1);
    this.part("end").onclick = () => this.go(this.last);
    this.part("help").onclick = showKeys;
    this.part("slider").oninput = (event) => this.go(Number(event.target.value));
    for (const choice of root.querySelectorAll(".tracks input")) {
      choice.onchange = () => this.choose(Number(choice.value));
    }
    entry.lists.forEach((list, track) => {
      list.querySelectorAll("li").forEach((item, k) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "step";
        button.append(...item.childNodes);
        button.onclick = () => {
          this.choose(track);
          this.go(k + 1);
        };
        item.append(button);
      });
    });
    const drawn = this.part("board");
    drawn.onpointerover = (event) => {
      const cell = event.target.closest("[data-cell]");
      if (cell) entry.look(this.track.begins, Number(cell.dataset.cell));
    };
    drawn.onpointerleave = () => entry.lookAway();
    this.choose(0);
    root.hidden = false;
  }

  get track() {
    return this.entry.data.tracks[this.number];
  }

  get last() {
    return this.track.steps.length;
  }

  /** Choose what to play, and go to its start. */
  choose(number) {
    if (number === this.number) return;
    this.stop();
    this.number = number;
    this.at = 0;
    this.part("slider").max = this.last;
    const choice = this.root.querySelector(`.tracks input[value="${number}"]`);
    if (choice) choice.checked = true;
    this.#show();
  }

  /** Go to the state after so many steps; to the next one or the one before the way is seen. */
  go(to, playing = false) {
    if (!playing) this.stop();
    to = Math.max(0, Math.min(this.last, to));
    if (to === this.at) return;
    const from = this.at;
    this.at = to;
    this.#show();
    if (Math.abs(to - from) === 1) {
      const states = this.states[this.number];
      const turn = this.track.steps[Math.max(from, to) - 1].turn || 0;
      this.board.animate(states[from], states[to], (to - from) * turn);
    }
  }

  #show() {
    const states = this.states[this.number], { at, track } = this;
    const marked = at ? changed(track.steps[at - 1], states[at - 1]) : [];
    this.board.show(states[at], marked);
    const items = this.entry.lists[this.number]?.querySelectorAll("li") ?? [];
    const { titles } = this.entry.data;
    const said = at
      ? `${say("step", { k: at, number: this.last })}: ${items[at - 1].textContent.trim()}`
      : titles[track.begins];
    const ends = at === this.last && at ? ` — ${titles[track.ends]}` : "";
    this.part("said").textContent = said + ends;
    this.part("slider").value = at;
    this.part("slider").setAttribute("aria-valuetext", said + ends);
    for (const name of ["start", "back"]) this.#enable(name, at > 0);
    for (const name of ["on", "end"]) this.#enable(name, at < this.last);
    this.#enable("play", this.last > 0);
    for (const item of this.root.closest(".entry").querySelectorAll(".steps li")) {
      item.removeAttribute("aria-current");
    }
    if (at) items[at - 1].setAttribute("aria-current", "step");
  }

  /** Disabled buttons lose the focus of a keyboard, so they only say that they do nothing. */
  #enable(name, able) {
    this.part(name).setAttribute("aria-disabled", String(!able));
  }

  /** Play on from here, or from the start if this is the end; or pause. */
  play() {
    if (this.timer !== null) {
      this.stop();
      return;
    }
    if (this.at === this.last) {
      this.at = 0;
      this.#show();
    }
    this.part("play").textContent = say("pause");
    const next = () => {
      this.go(this.at + 1, true);
      if (this.at < this.last) this.timer = setTimeout(next, MOVE + REST);
      else this.stop();
    };
    this.timer = setTimeout(next, this.at ? 0 : REST);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.part("play").textContent = say("play");
  }

  /** Do what a key means, and return whether it means something. */
  key(key) {
    const meanings = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      " ": () => this.play(),
    };
    meanings[key]?.();
    return key in meanings;
  }
}

/** An entry of the page: its grids, whose cells say where they go, and its player. */
class Entry {
  constructor(root) {
    this.root = root;
    this.tables = [...root.querySelectorAll("table.grid")];
    this.lists = [...root.querySelectorAll(".direction")].map((one) => one.querySelector("ol"))
      .map((list) => list ?? document.createElement("ol"));
    this.where = root.querySelector(".where");
    this.data = JSON.parse(root.querySelector(".answer").textContent);
    // Where each cell of a picture leads: the tracks that are ways on, not those back.
    this.ways = this.data.tracks.filter((track) => track.ends >= track.begins).map((track) => {
      const { origins } = statesOf(track, this.data.grids).at(-1);
      const images = [];
      origins.forEach((origin, p) => { images[origin] = p; });
      return { begins: track.begins, ends: track.ends, origins, images };
    });
    this.where.hidden = false;
    this.where.textContent = say("look");
    this.tables.forEach((table, picture) => this.#makeCellsSpeak(table, picture));
    this.player = new Player(root.querySelector(".player"), this);
  }

  #cells(picture) {
    return [...this.tables[picture].querySelectorAll("tbody td")];
  }

  #makeCellsSpeak(table, picture) {
    const { size } = this.data, cells = this.#cells(picture);
    table.setAttribute("role", "grid");
    let current = 0;
    const focus = (to) => {
      cells[current].tabIndex = -1;
      current = to;
      cells[current].tabIndex = 0;
      cells[current].focus();
    };
    cells.forEach((cell, place) => {
      cell.tabIndex = place ? -1 : 0;
      cell.onpointerenter = () => this.look(picture, place);
      cell.onfocus = () => {
        cells[current].tabIndex = -1;
        current = place;
        cell.tabIndex = 0;
        this.look(picture, place);
      };
    });
    table.onpointerleave = () => this.lookAway();
    table.addEventListener("focusout", () => this.lookAway());
    table.onkeydown = (event) => {
      const column = current % size;
      const to = {
        ArrowLeft: column > 0 && current - 1,
        ArrowRight: column < size - 1 && current + 1,
        ArrowUp: current >= size && current - size,
        ArrowDown: current < size * (size - 1) && current + size,
        Home: current - column,
        End: current - column + size - 1,
      }[event.key];
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (to !== false) focus(to);
    };
  }

  /** Show where a cell of a picture goes, and where it comes from. */
  look(picture, place) {
    this.lookAway();
    const sentences = [];
    const pointAt = (where, cell) => this.#cells(where)[cell].classList.add("pointed");
    pointAt(picture, place);
    for (const way of this.ways) {
      const here = this.#place(picture, place);
      if (way.begins === picture) {
        const image = way.images[place];
        pointAt(way.ends, image);
        const there = this.#place(way.ends, image);
        sentences.push(say("goes", { ...here, there: there.here, becomes: there.value }));
      }
      if (way.ends === picture && way.begins !== picture) {
        const origin = way.origins[place];
        pointAt(way.begins, origin);
        const there = this.#place(way.begins, origin);
        sentences.push(say("comes", { ...here, there: there.here, was: there.value }));
      }
    }
    this.where.textContent = sentences.join(" ");
    const { track } = this.player;
    const way = this.ways.find((one) => one.begins !== one.ends);
    let origin = track.begins === picture ? place : null;
    if (origin === null && way) origin = (picture === way.ends ? way.origins : way.images)[place];
    this.player.board.point(origin);
  }

  lookAway() {
    for (const cell of this.root.querySelectorAll("td.pointed")) cell.classList.remove("pointed");
    this.where.textContent = say("look");
    this.player.board.point(null);
  }

  /** A cell in words: which it is, and what stands there. */
  #place(picture, place) {
    const { size, titles, grids } = this.data;
    const row = Math.floor(place / size) + 1, column = (place % size) + 1;
    const here = say("place", { title: titles[picture], row, column });
    return { here, value: grids[picture][place] || say("blank") };
  }
}

function showKeys() {
  document.querySelector("dialog.keys").showModal();
}

/** Copy a text by the new way, else by the old one; return whether either worked. */
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

async function copy(button) {
  const status = button.parentElement.querySelector(".copied");
  status.textContent = say((await copied(button.dataset.copy)) ? "copied" : "notCopied");
  button.focus();
  setTimeout(() => { status.textContent = ""; }, 5000);
}

// Players are made when they come near what is seen: a page may have a thousand.
const entries = new Map();
const observer = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    if (isIntersecting && !entries.has(target)) entries.set(target, new Entry(target));
  }
}, { rootMargin: "100%" });
for (const data of document.querySelectorAll(".entry > .answer")) observer.observe(data.parentElement);

for (const button of document.querySelectorAll(".copy")) {
  button.hidden = false;
  button.onclick = () => copy(button);
}

/** The player that keys are meant for: that of the entry in focus, else the first that is seen. */
function playerInUse(focused) {
  const entry = entries.get(focused.closest?.(".entry"));
  if (entry) return entry.player;
  return [...entries.values()].map((one) => one.player).find(({ root }) => {
    const { top, bottom } = root.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  }) ?? [...entries.values()][0]?.player;
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.("dialog")) return;
  if (key === "?") {
    showKeys();
    event.preventDefault();
    return;
  }
  // The slider and the choice of what to play have their own arrows; buttons and links their space.
  if (target.matches?.("input") || (key === " " && target.matches?.("button, a"))) return;
  if (playerInUse(target)?.key(key)) event.preventDefault();
});
