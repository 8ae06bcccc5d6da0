// The entries of the page, each about one answer: pointing at cells, players, copying, keys, links.

import { Player, showKeys } from "./player.js";
import { find, findAll, say, statesOf } from "./states.js";

/** @typedef {import("./states.js").Data} Data */

/** The way from picture `begins` to picture `ends`. `origins[p]` is the place from which the cell
 * in place p of the last picture comes; `images[p]` is the place to which the cell in place p of
 * the first picture goes.
 * @typedef {{ begins: number, ends: number, origins: number[], images: number[] }} Way */

export class Entry {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    const tables = findAll(root, "table.grid", HTMLTableElement);
    this.cells = tables.map((table) => findAll(table, "tbody td", HTMLTableCellElement));
    /** The steps of each track. */
    this.lists = findAll(root, ".direction", HTMLElement).map((one) =>
      findAll(one, "li", HTMLElement),
    );
    this.wheres = findAll(root, ".where, .where-below", HTMLElement);
    /** @type {Data} */
    this.data = JSON.parse(find(root, ".answer", HTMLElement).textContent ?? "");
    // Only the tracks that lead forward; the others lead back.
    const on = this.data.tracks.filter((track) => track.ends >= track.begins);
    /** @type {Way[]} */
    this.ways = on.map((track) => {
      const { origins } = statesOf(track, this.data.grids).at(-1) ?? { origins: [] };
      /** @type {number[]} */
      const images = [];
      origins.forEach((origin, p) => {
        images[origin] = p;
      });
      return { begins: track.begins, ends: track.ends, origins, images };
    });
    for (const where of this.wheres) where.hidden = false;
    tables.forEach((table, picture) => {
      this.#makeCellsSpeak(table, picture);
    });
    this.player = new Player(find(root, ".player", HTMLElement), this);
    this.lookAway();
  }

  /** @param {HTMLTableElement} table @param {number} picture */
  #makeCellsSpeak(table, picture) {
    const { size } = this.data;
    const cells = this.cells[picture];
    table.setAttribute("role", "grid");
    let current = 0;
    /** @param {number} to */
    const enter = (to) => {
      cells[current].tabIndex = -1;
      current = to;
      cells[current].tabIndex = 0;
    };
    cells.forEach((cell, place) => {
      cell.tabIndex = place ? -1 : 0;
      cell.onpointerenter = () => this.look(picture, place);
      cell.onclick = () => this.#follow(picture, place);
      cell.onfocus = () => {
        enter(place);
        this.look(picture, place);
      };
    });
    table.onpointerleave = () => this.lookAway();
    table.addEventListener("focusout", () => this.lookAway());
    table.onkeydown = (event) => {
      const column = current % size;
      /** @type {Record<string, number | false>} */
      const targets = {
        ArrowLeft: column > 0 && current - 1,
        ArrowRight: column < size - 1 && current + 1,
        ArrowUp: current >= size && current - size,
        ArrowDown: current < size * (size - 1) && current + size,
        Home: current - column,
        End: current - column + size - 1,
        Enter: current,
      };
      const to = targets[event.key];
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") this.#follow(picture, current);
      else if (to !== false) cells[to].focus();
    };
  }

  /** Return the place, at the start of the chosen track, of a cell in a picture. Return null if no
   * way leads from or to the picture.
   * @param {number} picture @param {number} place */
  #origin(picture, place) {
    const { begins } = this.player.track;
    if (begins === picture) return place;
    const way = this.ways.find((one) => one.begins !== one.ends);
    if (!way || ![way.begins, way.ends].includes(picture)) return null;
    return (picture === way.ends ? way.origins : way.images)[place];
  }

  /** @param {number} picture @param {number} place */
  #follow(picture, place) {
    const origin = this.#origin(picture, place);
    if (origin !== null) this.player.followCell(origin);
  }

  /** Show where a cell of a picture goes and where it comes from, as text and in the pictures.
   * @param {number} picture @param {number} place */
  look(picture, place) {
    this.lookAway();
    /** @type {string[]} */
    const sentences = [];
    this.cells[picture][place].classList.add("pointed");
    const here = this.#place(picture, place);
    for (const way of this.ways) {
      if (way.begins === picture) {
        const image = way.images[place];
        this.cells[way.ends][image].classList.add("pointed");
        const there = this.#place(way.ends, image);
        sentences.push(say("goes", { ...here, there: there.here, becomes: there.value }));
      }
      if (way.ends === picture && way.begins !== picture) {
        const origin = way.origins[place];
        this.cells[way.begins][origin].classList.add("pointed");
        const there = this.#place(way.begins, origin);
        sentences.push(say("comes", { ...here, there: there.here, was: there.value }));
      }
    }
    for (const where of this.wheres) where.textContent = sentences.join(" ");
    const origin = this.#origin(picture, place);
    this.player.board.mark("pointed", new Set(origin === null ? [] : [origin]));
  }

  lookAway() {
    for (const cell of this.root.querySelectorAll("td.pointed")) cell.classList.remove("pointed");
    this.wheres.forEach((where, number) => {
      where.textContent = number ? "" : say("look");
    });
    this.player.board.mark("pointed", new Set());
  }

  /** Return the name of a cell in words, and its digit.
   * @param {number} picture @param {number} place */
  #place(picture, place) {
    const { size, titles, grids } = this.data;
    const row = Math.floor(place / size) + 1;
    const column = (place % size) + 1;
    const here = say("place", { title: titles[picture], row, column });
    return { here, value: grids[picture][place] || say("blank") };
  }
}

/** Make a scrolling region reachable with the keyboard, and mark the sides with hidden content.
 * @param {Element} region */
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

/** Copy a text to the clipboard, in older browsers with a command; return whether this worked.
 * @param {string} text */
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

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const status = find(button.parentElement ?? document, ".copied", HTMLElement);
  status.textContent = say((await copied(button.dataset.copy ?? "")) ? "copied" : "notCopied");
  button.focus();
  setTimeout(() => {
    status.textContent = "";
  }, 5000);
}

// A page may have a thousand players, so each is made only when its entry is nearly visible.
/** @type {Map<Element, Entry>} */
const entries = new Map();
/** @type {WeakSet<Element>} */
const met = new WeakSet();

/** @param {Element} root */
function made(root) {
  if (root instanceof HTMLElement && !met.has(root)) {
    met.add(root);
    if (root.querySelector(".answer")) entries.set(root, new Entry(root));
    for (const one of root.querySelectorAll(".wide, .stage")) watchScrolling(one);
  }
  return entries.get(root);
}

const observer = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      if (isIntersecting) made(target);
    }
  },
  { rootMargin: "100%" },
);
for (const root of document.querySelectorAll(".entry")) observer.observe(root);

for (const button of findAll(document, "button.copy", HTMLButtonElement)) {
  button.hidden = false;
  button.onclick = () => copy(button);
}

// The filter in a list of many files shows only the files with one answer.
for (const choice of findAll(document, ".filter input", HTMLInputElement)) {
  choice.onchange = () => {
    for (const one of findAll(document, "[data-tone]", HTMLElement)) {
      one.hidden = choice.value !== "" && one.dataset.tone !== choice.value;
    }
  };
}

/** Show the step that the page's address names: #entry-1.2.3 is step 3 of the second track of the
 * first entry. */
function followAddress() {
  const [, id, track, step] = /^#(entry-\d+)\.(\d+)\.(\d+)$/.exec(location.hash) ?? [];
  const root = id ? document.getElementById(id) : null;
  const player = root && made(root)?.player;
  if (!player?.entry.data.tracks[Number(track) - 1]) return;
  player.choose(Number(track) - 1);
  player.go(Number(step));
  player.root.scrollIntoView({ block: "nearest" });
}
window.addEventListener("hashchange", followAddress);
followAddress();

/** Return the player that gets the keys: of the entry in focus, or the first visible one.
 * @param {EventTarget | null} focused */
function playerInUse(focused) {
  const entry = focused instanceof Element && focused.closest(".entry");
  if (entry && entries.has(entry)) return entries.get(entry)?.player;
  const players = [...entries.values()].map((one) => one.player);
  const seen = players.find(({ root }) => {
    const { top, bottom } = root.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  });
  return seen ?? players[0];
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const inside = target instanceof Element ? target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || inside.closest("dialog")) return;
  if (key === "?") {
    showKeys();
    event.preventDefault();
    return;
  }
  // Sliders, lists and scrolling regions use the arrow keys themselves, and buttons and links use
  // the space bar.
  if (inside.matches("input, select, [data-scrolls]")) return;
  if (key === " " && inside.matches("button, a")) return;
  if (playerInUse(target)?.key(key)) event.preventDefault();
});
