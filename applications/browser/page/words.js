// The words of the page itself. Answers come from sudokopie, in the language chosen here.

const ENGLISH = {
  title: "Are two Sudokus the same?",
  intro:
    "sudokopie finds out whether one Sudoku is a copy of another: the same after turning it, reordering its rows and columns, and renaming its digits. It does so in this browser: nothing is sent anywhere.",
  language: "Language",
  reading: "Loading…",
  unpacking: "Loading: unpacking…",
  starting: "Loading: starting Python…",
  importing: "Loading: almost there…",
  ready: "Ready.",
  broken: "This browser cannot run it: {error}",
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
    "Paste a Sudoku in nearly any form, drop a file here, or click into the cells and type. Nothing, 0 or a dot is a blank.",
  cells: "Cells of Sudoku {number}",
  cell: "row {row}, column {column}: {value}",
  blank: "blank",
  open: "Open a file…",
  clear: "Clear",
  newGrid: "Blank grid",
  place: "Line {line}, column {column}: {error}",
  missing: "A Sudoku is missing here.",
  twoHere: "Two Sudokus stand here. Clear the other field to have one of them in each.",
  understood: "{size}×{size}, boxes of {height}×{width}, clues: {clues}",
  compare: "Compare",
  ways: "Ways",
  nearest: "Nearest",
  within: "Part of",
  symmetries: "Symmetries",
  complete: "Complete",
  canonical: "Canonical form",
  shuffle: "Shuffle",
  compareHint: "Is the second a copy of the first, and by which steps?",
  waysHint: "In how many ways is the second a copy of the first?",
  nearestHint: "How many clues can be made to agree?",
  withinHint: "Is one a copy of the other with clues left out?",
  symmetriesHint: "In how many ways is a Sudoku a copy of itself?",
  completeHint: "Has it one solution, none or more?",
  canonicalHint: "The least of all its copies: two Sudokus are copies if they have the same",
  shuffleHint: "Put a random copy of the first Sudoku into the second field",
  shuffled: "The second Sudoku is now a random copy of the first.",
  stop: "Stop",
  link: "Copy a link",
  linkHint: "A link that holds both Sudokus, for the same page elsewhere",
  linked: "The link is copied.",
  linkHere: "The link is in the address bar.",
  answer: "Answer",
  save: "Save",
  saveHint: "Save the answer as a page of its own",
  print: "Print",
  certify: "Save a certificate",
  certifyHint: "A .zip file that proves the answer, which this page checks, and others too",
  certified:
    "The certificate is saved. It can be dropped here to be checked; on a command line it is checked, once unpacked, by: {command}",
  check: "Check a certificate…",
  checkHint: "What does a certificate, a .zip file, prove of these Sudokus?",
  noCertificate: "This is no certificate. Files with Sudokus belong into the fields.",
  slow: "This takes long. On a computer with Python, this command is quicker: {command}",
  listFirst: "List of Sudokus",
  listSecond: "Second list, if there is one",
  listHint:
    "Paste or drop up to {most} Sudokus, one a line, in nearly any form. With a second list, it is also said which of its Sudokus are in the first.",
  near: "Also those that are copies but for one clue (slower)",
  find: "Find copies",
  tooMany: "These are more than {most} Sudokus. This command takes millions: {command}",
  groups: "Copies of each other",
  matches: "In the first list already",
  nearPairs: "Copies but for one clue",
  someShown: "These are the first {most} of {count}; the file that is saved has all.",
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
    "sudokopie stellt fest, ob ein Sudoku eine Kopie eines anderen ist: dasselbe nach Drehen, Umordnen der Zeilen und Spalten und Umbenennen der Ziffern. Das geschieht in diesem Browser: Es wird nichts versendet.",
  language: "Sprache",
  reading: "Wird geladen …",
  unpacking: "Wird geladen: auspacken …",
  starting: "Wird geladen: Python startet …",
  importing: "Wird geladen: gleich fertig …",
  ready: "Bereit.",
  broken: "In diesem Browser geht es nicht: {error}",
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
    "Ein Sudoku in fast beliebiger Form einfügen, eine Datei hierher ziehen oder in die Felder klicken und tippen. Nichts, 0 oder ein Punkt ist ein leeres Feld.",
  cells: "Felder von Sudoku {number}",
  cell: "Zeile {row}, Spalte {column}: {value}",
  blank: "leer",
  open: "Datei öffnen …",
  clear: "Leeren",
  newGrid: "Leeres Gitter",
  place: "Zeile {line}, Spalte {column}: {error}",
  missing: "Hier fehlt ein Sudoku.",
  twoHere: "Hier stehen zwei Sudokus. Ist das andere Eingabefeld leer, kommt in jedes eines davon.",
  understood: "{size}×{size}, Blöcke {height}×{width}, Vorgaben: {clues}",
  compare: "Vergleichen",
  ways: "Wege",
  nearest: "Nächste Kopie",
  within: "Teil von",
  symmetries: "Symmetrien",
  complete: "Lösen",
  canonical: "Normalform",
  shuffle: "Mischen",
  compareHint: "Ist das zweite eine Kopie des ersten, und mit welchen Umformungen?",
  waysHint: "Auf wie viele Arten ist das zweite eine Kopie des ersten?",
  nearestHint: "Wie viele Vorgaben lassen sich zur Deckung bringen?",
  withinHint: "Ist eines eine Kopie des anderen, aus der Vorgaben weggelassen sind?",
  symmetriesHint: "Auf wie viele Arten ist ein Sudoku eine Kopie von sich selbst?",
  completeHint: "Hat es eine Lösung, keine oder mehrere?",
  canonicalHint: "Die kleinste aller Kopien: Zwei Sudokus sind Kopien, wenn sie dieselbe haben",
  shuffleHint: "Eine zufällige Kopie des ersten Sudokus in das zweite Eingabefeld setzen",
  shuffled: "Das zweite Sudoku ist jetzt eine zufällige Kopie des ersten.",
  stop: "Abbrechen",
  link: "Link kopieren",
  linkHint: "Ein Link, der beide Sudokus enthält, für dieselbe Seite an anderem Ort",
  linked: "Der Link ist kopiert.",
  linkHere: "Der Link steht in der Adresszeile.",
  answer: "Antwort",
  save: "Speichern",
  saveHint: "Die Antwort als eigene Seite speichern",
  print: "Drucken",
  certify: "Zertifikat speichern",
  certifyHint: "Eine .zip-Datei, die die Antwort beweist; diese Seite prüft sie, und auch andere",
  certified:
    "Das Zertifikat ist gespeichert. Zum Prüfen lässt es sich hierher ziehen; auf einer Kommandozeile prüft es, ausgepackt, dieser Befehl: {command}",
  check: "Zertifikat prüfen …",
  checkHint: "Was beweist ein Zertifikat, eine .zip-Datei, über diese Sudokus?",
  noCertificate: "Das ist kein Zertifikat. Dateien mit Sudokus gehören in die Eingabefelder.",
  slow: "Das dauert lange. Auf einem Rechner mit Python ist dieser Befehl schneller: {command}",
  listFirst: "Liste von Sudokus",
  listSecond: "Zweite Liste, falls es eine gibt",
  listHint:
    "Bis zu {most} Sudokus einfügen oder als Datei hierher ziehen, eines je Zeile, in fast beliebiger Form. Bei zwei Listen wird auch gesagt, welche Sudokus der zweiten in der ersten vorkommen.",
  near: "Auch solche, die bis auf eine Vorgabe Kopien sind (langsamer)",
  find: "Kopien suchen",
  tooMany: "Das sind mehr als {most} Sudokus. Dieser Befehl bewältigt Millionen: {command}",
  groups: "Kopien voneinander",
  matches: "Schon in der ersten Liste",
  nearPairs: "Kopien bis auf eine Vorgabe",
  someShown: "Das sind die ersten {most} von {count}; in der gespeicherten Datei stehen alle.",
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
