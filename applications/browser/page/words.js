// The words of the page itself. Answers come from sudokopie, in the language chosen here.

const ENGLISH = {
  title: "Are two Sudokus the same?",
  intro:
    "sudokopie finds out whether one Sudoku is a copy of another: the same after turning it, reordering its rows and columns, and renaming its digits. It computes in this browser and sends nothing anywhere.",
  language: "Language",
  reading: "Loading…",
  begun: "Loading…",
  unpacking: "Loading Python: {done} of {size} MB unpacked…",
  starting: "Loading: starting Python…",
  importing: "Loading: almost there…",
  ready: "Ready.",
  workerFault:
    "sudokopie could not start its worker. Reload the page, or open it in a current version of Firefox, Chrome, Edge or Safari. The browser reports: {error}",
  silentFault:
    "sudokopie's worker has been silent for 20 seconds. Reload the page; if that does not help, close other tabs to free memory, or try another browser.",
  partsFault:
    "A part of this page is missing or damaged: {error}. Reload the page or download it again. An old browser may also lack DecompressionStream; then use a current one.",
  wasmFault:
    "WebAssembly does not work in this browser. Lockdown modes and some administrators turn it off; allow it for this page, or try another browser. The browser reports: {error}",
  pythonFault:
    "Python could not start in this browser. Reload the page; if that does not help, try another browser. The browser reports: {error}",
  computing: "Computing…",
  stopped: "Stopped.",
  two: "Two Sudokus",
  list: "A list",
  examples: "Examples",
  choose: "Choose one…",
  exampleCopies: "Two copies",
  exampleMoved: "One clue moved",
  exampleFewest: "17 clues",
  exampleComplete: "Two complete Sudokus, no copies",
  exampleSymmetric: "The most symmetric Sudoku and a copy",
  exampleSix: "6×6",
  exampleLarge: "16×16",
  first: "First Sudoku",
  second: "Second Sudoku",
  fieldHint:
    "Paste a Sudoku in nearly any form, drop a file here, or click into the cells and type. An empty cell, 0 or a dot is a blank.",
  cells: "Cells of Sudoku {number}",
  cell: "row {row}, column {column}: {value}",
  blank: "blank",
  open: "Open a file…",
  clear: "Clear",
  newGrid: "Blank grid",
  place: "Line {line}, column {column}: {error}",
  missing: "A Sudoku is missing here.",
  twoHere: "This text has two Sudokus. Clear the other field; then each field gets one of them.",
  understood: "{size}×{size}, boxes of {height}×{width}, clues: {clues}",
  compare: "Compare",
  ways: "Ways",
  nearest: "Nearest",
  within: "Part of",
  symmetries: "Symmetries",
  complete: "Complete",
  canonical: "Canonical form",
  shuffle: "Shuffle",
  compareHint: "Is the second Sudoku a copy of the first, and by which steps?",
  waysHint: "In how many ways is the second Sudoku a copy of the first?",
  nearestHint: "Which copy of the first Sudoku has the most clues in common with the second?",
  withinHint: "Is one of the Sudokus a copy of the other with some clues left out?",
  symmetriesHint: "In how many ways is each Sudoku a copy of itself?",
  completeHint: "Does each Sudoku have one solution, none or several?",
  canonicalHint:
    "The smallest of all copies of a Sudoku: two Sudokus are copies of each other if they have the same canonical form",
  shuffleHint: "Put a random copy of the first Sudoku into the second field",
  shuffled: "The second Sudoku is now a random copy of the first.",
  stop: "Stop",
  link: "Copy a link",
  linkHint: "A link that opens this page with both Sudokus",
  linked: "The link is copied.",
  linkHere: "The link is in the address bar.",
  answer: "Answer",
  save: "Save",
  saveHint: "Save the answer as a page of its own",
  print: "Print",
  certify: "Save a certificate",
  certifyHint:
    "A .zip file that proves the answer; this page can check it, and so can other programs",
  certified:
    "The certificate is saved. To check it, drop it onto this page, or unpack it and run this command: {command}",
  check: "Check a certificate…",
  checkHint: "What does a certificate, a .zip file, prove about these Sudokus?",
  noCertificate:
    "This file is not a certificate. To read Sudokus from a file, open it in one of the fields.",
  slow: "This takes long. On a computer with Python, this command is quicker: {command}",
  listFirst: "List of Sudokus",
  listSecond: "Second list, if there is one",
  listHint:
    "Paste or drop up to {most} Sudokus, one on each line, in nearly any form. If there is a second list, the answer also shows which of its Sudokus are copies of Sudokus in the first list.",
  near: "Also find Sudokus that are copies except for one clue (slower)",
  find: "Find copies",
  tooMany: "This list has more than {most} Sudokus. This command can handle millions: {command}",
  groups: "Copies of each other",
  matches: "Already in the first list",
  nearPairs: "Copies except for one clue",
  someShown: "Only the first {most} of {count} are shown; the saved table has all of them.",
  show: "Compare",
  saveTable: "Save as a table",
  aboutText:
    "sudokopie, MIT licence. It runs in Pyodide (MPL 2.0) with Python (PSF), PySAT (MIT), Jinja and MarkupSafe (BSD), and python-calamine (MIT).",
};

/** @typedef {keyof typeof ENGLISH} Word */

/** @type {Record<Word, string>} */
const GERMAN = {
  title: "Sind zwei Sudokus gleich?",
  intro:
    "sudokopie stellt fest, ob ein Sudoku eine Kopie eines anderen ist: dasselbe nach Drehen, Umordnen der Zeilen und Spalten und Umbenennen der Ziffern. Gerechnet wird in diesem Browser; es wird nichts versendet.",
  language: "Sprache",
  reading: "Wird geladen …",
  begun: "Wird geladen …",
  unpacking: "Python wird geladen: {done} von {size} MB sind ausgepackt …",
  starting: "Wird geladen: Python startet …",
  importing: "Wird geladen: gleich fertig …",
  ready: "Bereit.",
  workerFault:
    "sudokopie konnte seinen Worker nicht starten. Die Seite neu laden oder in einer aktuellen Version von Firefox, Chrome, Edge oder Safari öffnen. Der Browser meldet: {error}",
  silentFault:
    "Der Worker von sudokopie schweigt seit 20 Sekunden. Die Seite neu laden; hilft das nicht, andere Tabs schließen, damit Speicher frei wird, oder einen anderen Browser nehmen.",
  partsFault:
    "Ein Teil dieser Seite fehlt oder ist beschädigt: {error}. Die Seite neu laden oder noch einmal herunterladen. Alten Browsern fehlt vielleicht DecompressionStream; dann einen aktuellen nehmen.",
  wasmFault:
    "WebAssembly funktioniert in diesem Browser nicht. Der Blockierungsmodus oder eine Verwaltung kann es abschalten; für diese Seite erlauben oder einen anderen Browser nehmen. Der Browser meldet: {error}",
  pythonFault:
    "Python konnte in diesem Browser nicht starten. Die Seite neu laden; hilft das nicht, einen anderen Browser nehmen. Der Browser meldet: {error}",
  computing: "Es wird gerechnet …",
  stopped: "Abgebrochen.",
  two: "Zwei Sudokus",
  list: "Eine Liste",
  examples: "Beispiele",
  choose: "Eines auswählen …",
  exampleCopies: "Zwei Kopien",
  exampleMoved: "Eine Vorgabe verschoben",
  exampleFewest: "17 Vorgaben",
  exampleComplete: "Zwei vollständige Sudokus, keine Kopien",
  exampleSymmetric: "Das symmetrischste Sudoku und eine Kopie",
  exampleSix: "6×6",
  exampleLarge: "16×16",
  first: "Erstes Sudoku",
  second: "Zweites Sudoku",
  fieldHint:
    "Ein Sudoku in fast beliebiger Form einfügen, eine Datei hierher ziehen oder in die Felder klicken und tippen. Ein leeres Feld bleibt frei oder ist 0 oder ein Punkt.",
  cells: "Felder von Sudoku {number}",
  cell: "Zeile {row}, Spalte {column}: {value}",
  blank: "leer",
  open: "Datei öffnen …",
  clear: "Leeren",
  newGrid: "Leeres Gitter",
  place: "Zeile {line}, Spalte {column}: {error}",
  missing: "Hier fehlt ein Sudoku.",
  twoHere:
    "Dieser Text enthält zwei Sudokus. Bitte das andere Eingabefeld leeren; dann kommt in jedes Eingabefeld eines davon.",
  understood: "{size}×{size}, Blöcke {height}×{width}, Vorgaben: {clues}",
  compare: "Vergleichen",
  ways: "Wege",
  nearest: "Nächste Kopie",
  within: "Teil von",
  symmetries: "Symmetrien",
  complete: "Lösen",
  canonical: "Normalform",
  shuffle: "Mischen",
  compareHint: "Ist das zweite Sudoku eine Kopie des ersten, und mit welchen Umformungen?",
  waysHint: "Auf wie viele Arten ist das zweite Sudoku eine Kopie des ersten?",
  nearestHint:
    "Welche Kopie des ersten Sudokus hat die meisten Vorgaben mit dem zweiten gemeinsam?",
  withinHint: "Ist eines der Sudokus eine Kopie des anderen, bei der Vorgaben fehlen?",
  symmetriesHint: "Auf wie viele Arten ist jedes Sudoku eine Kopie von sich selbst?",
  completeHint: "Hat jedes Sudoku eine Lösung, keine oder mehrere?",
  canonicalHint:
    "Die kleinste aller Kopien eines Sudokus: Zwei Sudokus sind Kopien voneinander, wenn sie dieselbe Normalform haben",
  shuffleHint: "Eine zufällige Kopie des ersten Sudokus in das zweite Eingabefeld setzen",
  shuffled: "Das zweite Sudoku ist jetzt eine zufällige Kopie des ersten.",
  stop: "Abbrechen",
  link: "Link kopieren",
  linkHint: "Ein Link, der diese Seite mit beiden Sudokus öffnet",
  linked: "Der Link ist kopiert.",
  linkHere: "Der Link steht in der Adresszeile.",
  answer: "Antwort",
  save: "Speichern",
  saveHint: "Die Antwort als eigene Seite speichern",
  print: "Drucken",
  certify: "Bescheinigung speichern",
  certifyHint:
    "Eine .zip-Datei, die die Antwort beweist; diese Seite und andere Programme können sie prüfen",
  certified:
    "Die Bescheinigung ist gespeichert. Zum Prüfen auf diese Seite ziehen, oder auspacken und diesen Befehl ausführen: {command}",
  check: "Bescheinigung prüfen …",
  checkHint: "Was beweist eine Bescheinigung, eine .zip-Datei, über diese Sudokus?",
  noCertificate:
    "Diese Datei ist keine Bescheinigung. Dateien mit Sudokus lassen sich in den Eingabefeldern öffnen.",
  slow: "Das dauert lange. Auf einem Rechner mit Python ist dieser Befehl schneller: {command}",
  listFirst: "Liste von Sudokus",
  listSecond: "Zweite Liste, falls es eine gibt",
  listHint:
    "Bis zu {most} Sudokus einfügen oder als Datei hierher ziehen, eines je Zeile, in fast beliebiger Form. Gibt es eine zweite Liste, dann zeigt die Antwort auch, welche ihrer Sudokus Kopien von Sudokus der ersten sind.",
  near: "Auch Sudokus suchen, die bis auf eine Vorgabe Kopien sind (langsamer)",
  find: "Kopien suchen",
  tooMany: "Diese Liste hat mehr als {most} Sudokus. Dieser Befehl bewältigt Millionen: {command}",
  groups: "Kopien voneinander",
  matches: "Schon in der ersten Liste",
  nearPairs: "Kopien bis auf eine Vorgabe",
  someShown:
    "Nur die ersten {most} von {count} werden gezeigt; die gespeicherte Tabelle enthält alle.",
  show: "Vergleichen",
  saveTable: "Als Tabelle speichern",
  aboutText:
    "sudokopie, MIT-Lizenz. Es läuft in Pyodide (MPL 2.0) mit Python (PSF), PySAT (MIT), Jinja und MarkupSafe (BSD) und python-calamine (MIT).",
};

const TABLES = { en: ENGLISH, de: GERMAN };

/** @typedef {keyof typeof TABLES} Language */

/** The language of the page. @type {{ lang: Language }} */
export const chosen = { lang: "en" };

/**
 * Return whether the page has words in a language.
 * @param {string | null | undefined} code
 * @returns {code is Language}
 */
export function isLanguage(code) {
  return code != null && Object.hasOwn(TABLES, code);
}

/**
 * Return a text in the language of the page, with `values` in the place of names in braces.
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 */
export function say(word, values = {}) {
  return TABLES[chosen.lang][word].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * Put words into all elements that name a word, as their text, label or title.
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-word]")) {
    element.textContent = say(/** @type {Word} */ (element.getAttribute("data-word")));
  }
  for (const element of root.querySelectorAll("[data-label]")) {
    element.setAttribute(
      "aria-label",
      say(/** @type {Word} */ (element.getAttribute("data-label"))),
    );
  }
  for (const element of root.querySelectorAll("[data-hint]")) {
    element.setAttribute("title", say(/** @type {Word} */ (element.getAttribute("data-hint"))));
  }
}

/**
 * Return an element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Return the element with an id; throw an error if the page has none.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}
