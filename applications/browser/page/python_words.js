// The words that only the large page needs: those about Python, and about certificates. The small page is
// built without them.

export const PYTHON_ENGLISH = {
  proving: "Making a proof and checking it.",
  uncertified: "This certificate proves nothing about the Sudokus on the boards: {error}.",
  uncertifiedOwn: "This certificate proves nothing about its Sudokus: {error}.",
  checkOwn: "Check it for the Sudokus in the file",
  certifiedOwn: "The Sudokus in the file are on the boards now.",
  certified:
    "The certificate is saved. To check it, drop it onto this page, or unpack it and run this command: {command}",
  noCertificate: "This file is not a certificate. “Open a file…” reads Sudokus from a file.",
  slow: "This takes long. On a computer with Python, this command is quicker: {command}",
  searchOn:
    "This page searches for 30 seconds. On a computer with Python, this command searches on: {command}",
  notLoaded: "Python could not be loaded. The message on the page explains why.",
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
  nearPairs: "Copies except for one clue",
  tooMany: "This list has more than {most} Sudokus. This command can handle millions: {command}",
  aboutText:
    "sudokopie, MIT licence. It runs in Pyodide (MPL 2.0) with Python (PSF), PySAT (MIT), Jinja and MarkupSafe (BSD), and python-calamine (MIT).",
  formAny: "in nearly any form",
};

/** @type {Record<keyof typeof PYTHON_ENGLISH, string>} */
export const PYTHON_GERMAN = {
  proving: "Ein Beweis wird erstellt und geprüft.",
  uncertified: "Diese Bescheinigung beweist nichts über die Sudokus auf den Gittern: {error}.",
  uncertifiedOwn: "Diese Bescheinigung beweist nichts über ihre Sudokus: {error}.",
  checkOwn: "Für die Sudokus in der Datei prüfen",
  certifiedOwn: "Die Sudokus der Datei sind jetzt auf den Gittern.",
  certified:
    "Die Bescheinigung ist gespeichert. Zum Prüfen auf diese Seite ziehen, oder auspacken und diesen Befehl ausführen: {command}",
  noCertificate:
    "Diese Datei ist keine Bescheinigung. „Datei öffnen …“ liest Sudokus aus einer Datei.",
  slow: "Das dauert lange. Auf einem Rechner mit Python ist dieser Befehl schneller: {command}",
  searchOn:
    "Diese Seite sucht 30 Sekunden lang. Auf einem Rechner mit Python sucht dieser Befehl weiter: {command}",
  notLoaded: "Python konnte nicht geladen werden. Die Meldung auf der Seite erklärt, warum.",
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
  nearPairs: "Kopien bis auf eine Vorgabe",
  tooMany: "Diese Liste hat mehr als {most} Sudokus. Dieser Befehl bewältigt Millionen: {command}",
  aboutText:
    "sudokopie, MIT-Lizenz. Es läuft in Pyodide (MPL 2.0) mit Python (PSF), PySAT (MIT), Jinja und MarkupSafe (BSD) und python-calamine (MIT).",
  formAny: "in fast beliebiger Form",
};
