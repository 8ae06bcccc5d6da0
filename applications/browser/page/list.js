// The part of the page for lists of Sudokus: it finds copies and near copies among them.

import { COMMANDS } from "./answer.js";
import { TextField } from "./field.js";
import { findCopiesHere } from "./list_here.js";
import { save } from "./question.js";
import { byId, chosen, element, say, translate } from "./words.js";

/** @typedef {import("./words.js").Word} Word */
/** A Sudoku of a list: the name of the list, the line, the name of the Sudoku, and its cells. */
/** @typedef {[string, number, string, string]} Told */
/**
 * @typedef {{
 *   account: string, wrong: string[], first: number[],
 *   near: [number, number, number, number][], sudokus: Told[], comments: string[],
 * }} Copies
 */

const MOST = 5000; // the most Sudokus in a list, as in glue.py
const MOST_SHOWN = 200; // the most groups or pairs on the page

export class Lists {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {import("./answer.js").AnswerView} view
   * @param {Promise<import("./kernel.js").Kernel | null>} kernel
   * @param {(texts: string[], names: string[]) => void} compare compares two Sudokus, given as texts, and
   * shows their names
   */
  constructor(engine, view, kernel, compare) {
    this.engine = engine;
    this.kernel = kernel;
    this.view = view;
    this.compare = compare;
    this.fields = [
      new TextField("list", "listOne", engine),
      new TextField("list-second", "listTwo", engine, "listTwoHint"),
    ];
    for (const field of this.fields) byId("list-fields").append(field.root);
    byId("find").addEventListener("click", () => this.find());
    if (engine.isAbsent) byId("near").closest("p").hidden = true;
  }

  /** Show this part of the page in the chosen language. */
  translate() {
    translate(byId("lists"));
    byId("list-hint").textContent = say("listHint", {
      most: MOST.toLocaleString(chosen.lang),
      form: say(this.engine.isAbsent ? "formHere" : "formAny"),
    });
  }

  async find() {
    const [first, second] = this.fields;
    for (const field of this.fields) field.good("");
    this.view.clear();
    if (!first.value.trim()) {
      first.bad({ error: say("missing") });
      first.text.focus();
      return;
    }
    const given = [first, ...(second.value.trim() ? [second] : [])];
    const texts = given.map((field) => [field.name, field.value]);
    const found = this.engine.isAbsent
      ? findCopiesHere(texts, await this.kernel)
      : await this.view.ask("copies", texts, byId("near").checked);
    if (found?.most) {
      const values = { most: MOST.toLocaleString(chosen.lang), command: COMMANDS.copies };
      this.view.say(say("tooMany", values), "wrong");
    } else if (found) {
      this.show(found);
      // The fields may fill the window.
      this.view.verdict.scrollIntoView({ block: "start" });
    } else {
      const { problem } = this.view;
      const field = given.find((one) => one.name === problem?.name);
      if (problem && field) field.bad(problem);
    }
  }

  /** @param {Copies} found */
  show(found) {
    const matches = this.known(found);
    for (const told of found.sudokus) {
      const field = this.fields.find(({ name }) => name === told[0]);
      const place = field?.placeOf(told[1]);
      if (place) [told[0], told[1]] = place;
    }
    const groups = groupsOf(found.first);
    this.view.say(found.account, groups.length ? "yes" : "");
    const { more } = this.view;
    if (found.wrong.length) {
      const lines = found.wrong.slice(0, MOST_SHOWN).map((line) => element("li", {}, line));
      more.append(element("ul", { class: "wrong" }, ...lines));
    }
    const table = element("button", { type: "button", class: "btn" }, say("saveTable"));
    table.addEventListener("click", () => save("sudokopie.csv", csv(groups, found), "text/csv"));
    if (groups.length || found.near.length) more.append(element("p", { class: "tools" }, table));
    /** @type {[Word, [number[], string][]][]} */
    const sections = [
      ["matches", matches.map((pair) => [pair, ""])],
      ["groups", groups.map((group) => [group, ""])],
      ["nearPairs", found.near.map(([i, j, n, of]) => [[i, j], `${n}/${of}`])],
    ];
    for (const [word, rows] of sections) {
      if (!rows.length) continue;
      const shown = rows.slice(0, MOST_SHOWN);
      const number = element("span", {}, rows.length.toLocaleString(chosen.lang));
      more.append(element("h2", {}, `${say(word)}: `, number));
      if (shown.length < rows.length) {
        const values = { most: MOST_SHOWN, count: rows.length.toLocaleString(chosen.lang) };
        more.append(element("p", {}, say("someShown", values)));
      }
      const items = shown.map(([members, beside]) => this.item(members, beside, found));
      more.append(element("ol", { class: "found" }, ...items));
    }
    if (more.querySelector("ol")) table.after(this.#filters(more));
  }

  /** Return two fields: one to filter the groups and pairs that are shown, one to sort them.
   * @param {HTMLElement} more */
  #filters(more) {
    const filter = element("input", { type: "search", id: "filter" });
    const sort = element("select", { id: "sort" });
    for (const word of /** @type {const} */ (["byPlace", "bySize"])) {
      sort.append(element("option", { value: word }, say(word)));
    }
    const lists = [...more.querySelectorAll("ol.found")];
    const numbers = [...more.querySelectorAll("h2 span")];
    const totals = numbers.map((one) => one.textContent);
    const orders = lists.map((list) => [...list.children]);
    const size = (/** @type {Element} */ item) => Number(item.getAttribute("data-size"));
    filter.addEventListener("input", () => {
      const wanted = filter.value.toLocaleLowerCase();
      for (const [i, items] of orders.entries()) {
        let count = 0;
        for (const item of items) {
          const isIt = (item.textContent ?? "").toLocaleLowerCase().includes(wanted);
          item.toggleAttribute("hidden", !isIt);
          count += Number(isIt);
        }
        const isAll = count === items.length; // of more items, only the first are shown
        numbers[i].textContent = isAll ? totals[i] : count.toLocaleString(chosen.lang);
      }
    });
    sort.addEventListener("change", () => {
      for (const [i, list] of lists.entries()) {
        const items = [...orders[i]];
        if (sort.value === "bySize") items.sort((one, other) => size(other) - size(one));
        list.replaceChildren(...items);
      }
    });
    const first = element("label", {}, `${say("filter")} `, filter);
    return element(
      "span",
      { class: "filters" },
      first,
      element("label", {}, `${say("sort")} `, sort),
    );
  }

  /**
   * Return the Sudokus of the second list that are copies of Sudokus of the first list, as pairs of
   * indices: the first list's Sudoku, and its copy.
   * @param {Copies} found
   * @returns {[number, number][]}
   */
  known({ first, sudokus }) {
    const name = this.fields[1].name;
    const pairs = first.map((i, copy) => /** @type {[number, number]} */ ([i, copy]));
    return pairs.filter(([i, copy]) => sudokus[copy][0] === name && sudokus[i][0] !== name);
  }

  /**
   * Return a list item with the places of some Sudokus that are copies or near copies, and with buttons
   * that compare the first Sudoku with each other. `beside` is a text after the places.
   * @param {number[]} members
   * @param {string} beside
   * @param {Copies} found
   */
  item([first, ...others], beside, { sudokus, comments }) {
    const text = (/** @type {number} */ i) => comments[i] + sudokus[i][3];
    const place = (/** @type {number} */ i) => this.#place(sudokus[i]);
    const rows = others.slice(0, MOST_SHOWN).map((i) => {
      const button = element("button", { type: "button", class: "btn" }, say("show"));
      button.setAttribute("aria-label", `${say("show")}: ${place(first)} · ${place(i)}`);
      button.addEventListener("click", () =>
        this.compare([text(first), text(i)], [place(first), place(i)]),
      );
      return element("div", {}, button, ` ${place(i)} ${beside}`);
    });
    if (rows.length < others.length) {
      const values = { most: MOST_SHOWN, count: others.length.toLocaleString(chosen.lang) };
      rows.push(element("div", {}, say("someShown", values)));
    }
    const size = String(others.length + 1);
    return element("li", { "data-size": size }, element("b", {}, place(first)), ...rows);
  }

  /** Return where a Sudoku is, after its name. A single list needs no name. @param {Told} told */
  #place([list, line, name]) {
    const [one, two] = this.fields;
    const isOnly = list === one.name && !two.value.trim();
    const place = isOnly ? say("line", { line }) : `${list}: ${line}`;
    return name ? `${name} (${place})` : place;
  }
}

/**
 * Return the groups of copies: the indices of the members of each group, at least two.
 * @param {number[]} first for each Sudoku, the index of the first Sudoku of which it is a copy
 */
function groupsOf(first) {
  /** @type {Map<number, number[]>} */
  const members = new Map();
  for (const [copy, i] of first.entries()) members.set(i, [...(members.get(i) ?? []), copy]);
  return [...members.values()].filter((group) => group.length > 1);
}

/**
 * Write the groups of copies and the pairs of near copies as a CSV table.
 * @param {number[][]} groups
 * @param {Copies} found
 */
function csv(groups, { near, sudokus }) {
  const rows = [["kind", "group", "list", "line", "name", "sudoku"]];
  const kinds = /** @type {[string, number[][]][]} */ ([
    ["copies", groups],
    ["near", near.map(([i, j]) => [i, j])],
  ]);
  for (const [kind, sets] of kinds) {
    for (const [number, members] of sets.entries()) {
      for (const i of members) rows.push([kind, `${number + 1}`, ...sudokus[i].map(String)]);
    }
  }
  // Without a byte order mark, Excel would read UTF-8 as another encoding.
  return `\uFEFF${rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("")}`;
}

/** @param {string} text */
function quoted(text) {
  // A spreadsheet would compute a text that looks like a formula. The cells of a Sudoku with - for
  // blanks may look like one, but a spreadsheet can compute nothing from them.
  const isFormula = /^'*(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/.test(text);
  const safe = isFormula && !/^-[-0-9A-Za-z]{15,}$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
