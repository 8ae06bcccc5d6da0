// Compiles the Python modules that an answer imports, so that the page need not: it starts in half
// the time. build.py calls `node compile.mjs ARCHIVE`, with what Python imports besides its own
// library, and reads JSON: by file of the library or the archive, its bytecode in base64.

import { readFileSync } from "node:fs";
import { argv, exit as exitWith, stderr, stdout } from "node:process";
import { loadPyodide } from "pyodide";

const WARM_UP = `
import base64, json, re, sys
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from pathlib import Path
import glue

pair = ["1", "." * 80 + "1"], ["2", "1" + "." * 80]
for name in ("compare", "canonical", "complete", "symmetries", "nearest", "within", "ways"):
    glue.ask(name, json.dumps(["de", pair]), len)
glue.ask("read", json.dumps(["en", "x", ""]), len)
glue.ask("copies", json.dumps(["en", pair, True]), len)

compiled = {}
for module in list(sys.modules.values()):
    spec = getattr(module, "__spec__", None)
    origin = getattr(spec, "origin", None) or ""
    if origin.endswith(".py"):
        source = spec.loader.get_data(origin)
        code = compile(source, origin, "exec", dont_inherit=True)
        name = origin.partition(".zip/")[2] or origin.partition("/site-packages/")[2]
        bytecode = _code_to_hash_pyc(code, source_hash(source), False)
        compiled[name] = base64.b64encode(bytecode).decode()
page = json.loads(glue.ask("compare", json.dumps(["en", pair]), len))["page"]
scripts = sorted(set(re.findall("sha256-[^'&]+", page)))
json.dumps({"code": compiled, "scripts": scripts})
`;

/** @param {string} file */
async function compiled(file) {
  const python = await loadPyodide();
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(new Uint8Array(readFileSync(file)), "zip", { extractDir: folder });
  return python.runPython(WARM_UP);
}

// Node would print the line of an error, which has a million characters.
await compiled(argv[2]).then(
  (said) => stdout.write(said),
  (error) => {
    stderr.write(`compile.mjs: ${error.message}\n`);
    exitWith(1);
  },
);
