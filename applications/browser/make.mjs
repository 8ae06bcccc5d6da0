// Packs the page from the packages that build.py has downloaded:
//
//     node make.mjs FILE SITE SMALL KERNEL WHEEL...
//
// FILE is the page as one file, SITE a folder for a web server, SMALL the page without Python; each
// may be empty. KERNEL is the kernel in WebAssembly, or empty for pages without it. To halve the
// time in which the page starts, Python in Pyodide compiles the modules that answers import, and
// leaves out docstrings and files that no answer needs.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, exit as exitWith, stderr } from "node:process";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const HERE = import.meta.dirname;
const PYODIDE = join(HERE, "node_modules", "pyodide");
const BOARD = join(HERE, "..", "..", "showing", "board");

// The scripts of the page, those of the boards first. They are joined into one script, so each comes
// after its imports.
const BOARD_SCRIPTS = [
  "grids",
  "thumbs",
  "motion",
  "steps",
  "texts",
  "icons",
  "sentences",
  "drawing",
  "stage",
  "following",
  "reason",
  "both_boards",
  "player",
  "own_texts",
  "panels",
  "pointing",
  "own_state",
  "shortest",
  "random",
  "joy",
  "own",
  "drag",
  "levels",
  "print",
];
const SCRIPTS = [
  "python_words",
  "words",
  "engine",
  "kernel",
  "examples",
  "counting",
  "question",
  "field",
  "reading_problem",
  "paste_sheet",
  "input",
  "answer",
  "sheet",
  "list_here",
  "list",
  "certificates",
  "menu",
  "pad",
  "level_room",
  "kept",
  "main",
];
/** What the small page has instead of the scripts that need Python. @type {Record<string, string>} */
const WITHOUT_PYTHON = {
  python_words: "const PYTHON_ENGLISH = {};\nconst PYTHON_GERMAN = {};\n",
  certificates: "",
};
const STYLES = [
  "frame",
  "bridge",
  "steps",
  "deck",
  "board",
  "own",
  "thumbs",
  "menu",
  "widths",
  "print",
];

const IN_PYTHON = `
import ast, io, json, re, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

# What no answer needs: an extension for Linux, programs, servers, tests, and rooms of sudokopie.
LEFT_OUT = re.compile(
    r"\\.data/|_speedups|\\.dist-info/(RECORD|sboms/)"
    r"|^sudokopie/(applications/(catalogue|comparison|studies)|commands|instances|system/cluster)/"
    r"|^sudokopie/applications/collection/(command_|audit|gathering|output_files|sudoku_storage)"
    # Modules that need numpy or another program. Those that answers import are no longer .py here.
    r"|^sudokopie/(answers/bulk/\\w+|sudoku/arrays|system/guardian\\w*|solvers/solver_output)\\.py$"
    r"|^sudokopie/applications/collection/\\w+\\.py$"
    r"|^sudokopie/showing/(parquet|plots|walk|worksheet_pdf|templates/worksheet)"
    r"|^sudokopie/solvers/(cp_sat|external|search_)"
    r"|^pysat/((examples|allies)/|integer\\.py$)"
    r"|^(_pyrepl|multiprocessing|unittest|wsgiref|xmlrpc)/|^xml/(dom|sax)/"
    r"|^(http/(cookiejar|cookies|server)|logging/(config|handlers)|_pydatetime|_pyio|bdb|compileall"
    r"|configparser|difflib|doctest|ftplib|imaplib|mailbox|modulefinder|optparse|pdb|pickletools"
    r"|plistlib|poplib|profile|pstats|pydoc|smtplib|socketserver|statistics|trace|wave)\\.py$"
)

KEEPS_DOCSTRINGS = re.compile("^_?pyodide/")  # Pyodide reads its own docstrings.

def unpacked(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}

def packed(files):
    """Not compressed: it gets smaller when that is done with the whole archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in sorted(files.items()):
            if not LEFT_OUT.search(name):
                if name.endswith(".py"):
                    data = shortened(name, data)
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
    return stream.getvalue()

def shortened(name, source):
    """Replace the docstrings of a module by a dot. Licences stay, and all lines keep their numbers.

    Without any docstring, dataclasses would make one, which takes long.
    """
    if KEEPS_DOCSTRINGS.match(name):
        return source
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        text = getattr(getattr(node, "value", None), "value", None)
        if not isinstance(node, ast.Expr) or not isinstance(text, str):
            continue
        if re.search("copyright|licen[cs]e", text, re.IGNORECASE):
            continue
        first, last = node.lineno - 1, node.end_lineno - 1
        rest = lines[last][node.end_col_offset:]
        lines[first] = lines[first][:node.col_offset] + b'"."' + rest
        lines[first + 1 : last + 1] = [b"\\n"] * (last - first)
    return b"".join(lines)

def imported():
    """Ask all questions once; return the bytecode of what was imported, and the scripts' digests."""
    import glue

    pair = ["1", "." * 80 + "1"], ["2", "1" + "." * 80]
    for name in (*glue._PAIRS, *glue._SINGLES, "nearest"):
        glue.answer_page_question(name, json.dumps(["de", pair]), len)
    glue.answer_page_question("read", json.dumps(["en", "x", ""]), len)
    glue.answer_page_question("copies", json.dumps(["en", pair, True]), len)
    proof = json.loads(glue.answer_page_question("certify", json.dumps(["en", pair]), len))["zip"]
    glue.answer_page_question("check", json.dumps(["en", proof, pair]), len)
    glue.answer_page_question("open", json.dumps(["en", proof, "file.zip"]), len)
    # A page with several answers has other scripts than a page with one answer.
    page = "".join(
        json.loads(glue.answer_page_question(name, json.dumps(["en", pair]), len))["page"]
        for name in ("decide", "survey")
    )
    compiled = {}
    for module in list(sys.modules.values()):
        spec = getattr(module, "__spec__", None)
        origin = getattr(spec, "origin", None) or ""
        if origin.endswith(".py"):
            name = origin.partition(".zip/")[2] or origin.partition("/site-packages/")[2]
            source = shortened(name, spec.loader.get_data(origin))
            code = compile(source, origin, "exec", dont_inherit=True)
            compiled[name] = bytes(_code_to_hash_pyc(code, source_hash(source), False))
    return compiled, sorted(set(re.findall("sha256-[^'&]+", page)))

def made(library, folder):
    library, site = unpacked(library), {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            site[path.relative_to(folder).as_posix()] = path.read_bytes()
    compiled, scripts = imported()
    for name, code in compiled.items():
        # Python reads bytecode in the place of a module.
        files = library if name in library else site
        files[f"{name}c"] = code
        del files[name]
    return packed(library), packed(site), scripts
`;

/**
 * Make the parts that the worker unpacks: Pyodide, Python's library, and the packages. Return them
 * compressed, and the digests of the scripts that pages of answers contain.
 * @param {string[]} wheels
 */
async function made(wheels) {
  const { loadPyodide, version } = await import("pyodide");
  const { dependencies } = JSON.parse(readFileSync(join(HERE, "package.json"), "utf-8"));
  if (version !== dependencies.pyodide) {
    throw new Error(`expected Pyodide ${dependencies.pyodide}, found ${version}: run npm ci`);
  }
  const python = await loadPyodide();
  const folder = python.runPython("import pathlib, site; pathlib.Path(site.getsitepackages()[0])");
  for (const wheel of wheels) {
    python.unpackArchive(new Uint8Array(readFileSync(wheel)), "zip", { extractDir: `${folder}` });
  }
  python.FS.writeFile(`${folder}/glue.py`, readFileSync(join(HERE, "glue.py"), "utf-8"));
  python.runPython(IN_PYTHON);
  const library = new Uint8Array(readFileSync(join(PYODIDE, "python_stdlib.zip")));
  const [standard, packages, scripts] = python.globals.get("made")(python.toPy(library), folder);
  const lock = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf-8"));
  /** @type {[string, Uint8Array | string][]} */
  const parts = [
    ["worker.js", program()],
    ["pyodide.asm.wasm", readFileSync(join(PYODIDE, "pyodide.asm.wasm"))],
    ["pyodide-lock.json", JSON.stringify({ ...lock, packages: {} })],
    ["python_stdlib.zip", standard.toJs()],
    ["packages.zip", packages.toJs()],
  ];
  const compressed = parts.map(async ([name, data]) => ({
    name,
    data: await promisify(gzip)(data, { level: 9 }),
  }));
  return {
    parts: await Promise.all(compressed),
    scripts: /** @type {string[]} */ (scripts.toJs()),
  };
}

/**
 * Return the program of the worker as one classic script: Pyodide, and the page's worker. Pyodide
 * refuses to run in a classic script; the script therefore removes `importScripts`, by which
 * Pyodide recognises one.
 */
function program() {
  const read = (/** @type {string} */ name) => readFileSync(join(PYODIDE, name), "utf-8");
  return [
    '"use strict";\nself.importScripts = undefined;',
    read("pyodide.js").replace(/^\/\/# sourceMappingURL=.*$/m, ""),
    changed(
      changed(read("pyodide.asm.mjs"), "import.meta.url", '"https://nowhere.invalid/"', 3),
      "export default _createPyodideModule;",
      "globalThis._createPyodideModule = _createPyodideModule;",
      1,
    ),
    source("worker.js"),
  ].join("\n");
}

/**
 * Replace a text of Pyodide; throw an error unless it occurs `times` times.
 * @param {string} text
 * @param {string} old
 * @param {string} replacement
 * @param {number} times
 */
function changed(text, old, replacement, times) {
  const pieces = text.split(old);
  if (pieces.length !== times + 1) {
    throw new Error(`expected ${old} in Pyodide ${times} times, found ${pieces.length - 1}`);
  }
  return pieces.join(replacement);
}

/** Return the texts of the page's examples by their names; they are instances of the package. */
function examples() {
  const names = source("examples.js").matchAll(/^ {2}\["example\w+", "([\w-]+)"\]/gm);
  const read = (/** @type {string} */ name) =>
    readFileSync(join(HERE, "..", "..", "instances", `${name}.txt`), "utf-8");
  return Object.fromEntries([...names].map(([, name]) => [name, read(name)]));
}

/** @param {string | Uint8Array} data */
function digest(data) {
  return createHash("sha256").update(data);
}

/** @param {string} name */
function source(name) {
  return readFileSync(join(HERE, "page", name), "utf-8");
}

/**
 * Return a file of the boards. Each import of a JSON file is replaced by a constant with its contents.
 * @param {string} name
 */
function boardSource(name) {
  const text = readFileSync(join(BOARD, name), "utf-8");
  return text.replace(
    /^import (\w+) from "([^"]+\.json)" with .*;$/gm,
    (_, constant, path) =>
      `const ${constant} = ${readFileSync(join(BOARD, path), "utf-8").trim()};`,
  );
}

/**
 * Return a script without imports, exports and comments: all scripts are joined into one.
 * @param {string} text
 */
function joined(text) {
  return text
    .replace(/^ *\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n/gm, "")
    .replace(/^ *\/\/.*\n/gm, "")
    .replace(/\/\*\* @(?:(?!\*\/)[\s\S])*\*\/ ?/g, "") // the types inside of a line
    .replace(/^import\b[^;]*;\n/gm, "")
    .replace(/^export (?=\w)/gm, "");
}

/**
 * Return a script or style without indentation. Texts over several lines are HTML or styles, too.
 * @param {string} text
 */
function flush(text) {
  return text.replace(/^ +/gm, "");
}

/**
 * Return a style without comments, and without the spaces and quotation marks that mean nothing.
 * @param {string} style
 */
function tightStyle(style) {
  return flush(style.replace(/\/\*[\s\S]*?\*\//g, ""))
    .replace(/([,{};])\n+/g, "$1")
    .replace(/: /g, ":")
    .replace(/, /g, ",")
    .replace(/ ([{>]) ?/g, "$1")
    .replace(/="([a-z]\w*)"\]/g, "=$1]")
    .replace(/;\}/g, "}");
}

/** A text, a pattern, a part of a template with its marks, or a brace, in a script. */
const TOKENS =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<=[=(,:!&|?[>] ?|return |\n)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/\w*|`|[{}]/g;
/** The rest of a template's text, up to its end or the next code in it. */
const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y;

/**
 * Replace each text and pattern of a script by a mark, and return the marked script and the texts.
 * Code inside of templates stays code.
 * @param {string} script
 */
function withoutTexts(script) {
  /** @type {string[]} */
  const texts = [];
  const mark = (/** @type {string} */ text) => `\uE000${texts.push(text) - 1}\uE001`;
  /** For each brace that is open: whether it is that of code in a template. @type {boolean[]} */
  const open = [];
  let code = "";
  let at = 0;
  TOKENS.lastIndex = 0;
  for (let found = TOKENS.exec(script); found; found = TOKENS.exec(script)) {
    let [token] = found;
    code += script.slice(at, found.index);
    if (token === "{") open.push(false);
    if (token === "`" || (token === "}" && open.pop())) {
      TEMPLATE.lastIndex = TOKENS.lastIndex;
      token += TEMPLATE.exec(script)?.[0] ?? "";
      if (token.endsWith("{")) open.push(true);
    }
    at = found.index + token.length;
    TOKENS.lastIndex = at;
    code += /^[{}]$/.test(token) ? token : mark(token);
  }
  return { code: code + script.slice(at), texts };
}

/**
 * Return a script without comments at the ends of lines, without spaces beside operators, and without
 * line ends where a statement goes on or has ended. Its texts and patterns stay as they are.
 * @param {string} script
 */
function tight(script) {
  const { code, texts } = withoutTexts(script);
  return code
    .replace(/ +\/\/ .*$/gm, "")
    .replace(/([,{([;}]|&&|\|\||\?\?|=>|\?|:|=|[-+*/] )\n+/g, "$1")
    .replace(/\n+([)\]}?:.])/g, "$1")
    .replace(/ ([-+]) (?![-+])/g, "$1")
    .replace(/ ?([=*%/<>?:{}()[\],;]|&&|\|\||\?\?|[=!]==?|=>|[-+*]=|\*\*|[<>]=) ?/g, "$1")
    .replace(/;\}/g, "}")
    .replace(/ ?(\uE000\d+\uE001) ?/g, "$1")
    .replace(/\uE000(\d+)\uE001/g, (_, i) => texts[Number(i)]);
}

/**
 * Return the HTML of the page. Its security policy lets the browser run only the page's own script
 * and the scripts in pages of answers. It allows network requests only to the source `connect`, or
 * none if this text is empty.
 * @param {string[]} parts the HTML elements that hold or name the parts
 * @param {string[]} scripts
 * @param {string} connect
 */
function page(parts, scripts, connect) {
  const texts = [
    ...BOARD_SCRIPTS.map((name) => boardSource(`${name}.js`)),
    ...SCRIPTS.map((name) => (parts.length ? null : WITHOUT_PYTHON[name]) ?? source(`${name}.js`)),
  ];
  const script = `\n${texts.map(joined).join("\n")}`;
  const names = [...script.matchAll(/^(?:async function|function|class|const|let) (\w+)/gm)].map(
    ([, name]) => name,
  );
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`two scripts of the page declare ${twice}`);
  // In the page, the script is before the parts: it runs before the browser has read them.
  const own = `\n"use strict";\n(() => {\n${tight(flush(script))}\n})();\n`;
  const digests = [`sha256-${digest(own).digest("base64")}`, ...scripts];
  const allowed = digests.map((one) => `'${one}'`).join(" ");
  const policy = [
    "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:",
    "style-src 'unsafe-inline'",
    `script-src ${allowed} 'wasm-unsafe-eval'`,
    `worker-src blob: ${connect}`,
    `connect-src ${connect || "'none'"}`,
  ];
  /** @type {Record<string, string>} */
  const values = {
    policy: policy.join("; "),
    style: tightStyle(
      [...STYLES.map((name) => boardSource(`${name}.css`)), source("page.css")].join(""),
    ),
    boards: boardSource("boards.html"),
    examples: JSON.stringify(examples()),
    kernel: kernel ? readFileSync(kernel, "base64") : "",
    parts: parts.join("\n"),
    python: parts.length ? "yes" : "no",
    script: own,
  };
  return source("page.html").replace(/\{\{ (\w+) \}\}/g, (_, name) => values[name]);
}

/**
 * Write the page as one file, if `file` is not empty, and as a folder for a web server, if `site`
 * is not empty. The folder has a service worker, which lets the browser keep the parts. `small` is
 * the file for the page without Python.
 * @param {string} file
 * @param {string} site
 * @param {string} small
 * @param {string[]} wheels
 */
async function write(file, site, small, wheels) {
  if (small) writeFileSync(small, page([], [], ""));
  if (!file && !site) return;
  const { parts, scripts } = await made(wheels);
  if (file) {
    const written = parts.map(
      ({ name, data }) =>
        `<script type="text/plain" class="part" id="${name}">${data.toString("base64")}</script>`,
    );
    writeFileSync(file, page(written, scripts, ""));
  }
  if (site) {
    mkdirSync(site, { recursive: true });
    const written = parts.map(({ name, data }) => {
      const href = `${name}.${digest(data).digest("hex").slice(0, 16)}.gz`;
      writeFileSync(join(site, href), data);
      return { href, link: `<link class="part" id="${name}" href="${href}">` };
    });
    const links = written.map(({ link }) => link);
    const html = page(links, scripts, "'self'");
    writeFileSync(join(site, "index.html"), html);
    const files = JSON.stringify(["./", "index.html", ...written.map(({ href }) => href)]);
    const version = digest(html).digest("hex");
    const head = `const VERSION = "${version}";\nconst FILES = ${files};\n`;
    writeFileSync(join(site, "service.js"), head + source("service.js"));
  }
}

const [file, site, small, kernel, ...wheels] = argv.slice(2);

// Node would print the source line of an error; in Pyodide, a line has a million characters.
await write(file, site, small, wheels).catch((error) => {
  stderr.write(`make.mjs: ${error.message}\n`);
  exitWith(1);
});
