// The start of the page: it handles the languages, the two parts, and the progress of loading.

import { AnswerView } from "./answer.js";
import { Certificates } from "./certificates.js";
import { Engine } from "./engine.js";
import { Lists } from "./list.js";
import { Pairs } from "./pairs.js";
import { byId, chosen, isLanguage, say, translate } from "./words.js";

/** @typedef {import("./words.js").Word} Word */

const STAGES = ["reading", "unpacking", "starting", "importing", "ready"];

/** The last stage of the engine's start. @type {import("./engine.js").Stage} */
let reached = { stage: "reading" };

/**
 * Show the stage that the start of the engine has reached.
 * @param {import("./engine.js").Stage} told
 */
function told(told) {
  reached = told;
  const { stage, fault = "", error = "", done = 0, size = 0 } = told;
  const million = (/** @type {number} */ bytes) =>
    (bytes / 1e6).toLocaleString(chosen.lang, { maximumFractionDigits: 1 });
  const word = /** @type {Word} */ (stage === "broken" ? `${fault}Fault` : stage);
  byId("state").textContent = say(word, { error, done: million(done), size: million(size) });
  byId("loading").value = STAGES.indexOf(stage);
  byId("loading").hidden = stage === "ready" || stage === "broken";
}

const fragment = new URLSearchParams(location.hash.slice(1));
const languages = [fragment.get("lang"), ...navigator.languages.map((code) => code.slice(0, 2))];
chosen.lang = languages.find(isLanguage) ?? "en";

const engine = new Engine(told);
const view = new AnswerView(engine);
const pairs = new Pairs(engine, view);
const lists = new Lists(engine, view, (texts) => {
  choosePart("pairs");
  pairs.set(texts);
  pairs.ask("decide");
});
new Certificates(pairs, () => choosePart("pairs"));

function speak() {
  document.documentElement.lang = chosen.lang;
  document.title = `sudokopie: ${say("title")}`;
  translate(document);
  told(reached);
  for (const button of document.querySelectorAll("[data-lang]")) {
    const isChosen = button.getAttribute("data-lang") === chosen.lang;
    button.setAttribute("aria-pressed", String(isChosen));
  }
  pairs.translate();
  lists.translate();
}

/** @param {string} part */
function choosePart(part) {
  for (const name of ["pairs", "lists"]) {
    byId(name).hidden = name !== part;
    byId(`to-${name}`).setAttribute("aria-pressed", String(name === part));
  }
  view.clear();
}

for (const button of document.querySelectorAll("[data-lang]")) {
  button.addEventListener("click", () => {
    const lang = button.getAttribute("data-lang");
    if (!isLanguage(lang) || lang === chosen.lang) return;
    const hadAnswer = view.page !== "";
    chosen.lang = lang;
    speak();
    if (hadAnswer) pairs.again();
  });
}
byId("to-pairs").addEventListener("click", () => choosePart("pairs"));
byId("to-lists").addEventListener("click", () => choosePart("lists"));
speak();
byId("main").hidden = false;
pairs.set([fragment.get("first") ?? "", fragment.get("second") ?? ""]);
window.addEventListener("hashchange", () => {
  const given = new URLSearchParams(location.hash.slice(1));
  const texts = [given.get("first") ?? "", given.get("second") ?? ""];
  if (texts.some((text, i) => text !== pairs.fields[i].line)) pairs.set(texts);
});
if (document.querySelector("link.part") && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("service.js");
}
