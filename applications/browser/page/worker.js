// The worker: unpacks the parts of the page, starts Python, and lets glue.py answer questions.
//
// make.mjs writes Pyodide before this text, so that the whole program is one classic worker. The
// worker of a page in a file may import nothing in WebKit, and cannot read any Blob there.

/** @typedef {{ id: number, name: string, given: unknown[] }} Question */

// An address at which there is nothing; the worker answers requests to it from memory.
const NOWHERE = "https://nowhere.invalid/";

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<ArrayBuffer>}
 */
function unpack(bytes) {
  const stream = new Response(bytes).body?.pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/**
 * Report to the page that the worker cannot continue. `fault` is the name of the failed stage.
 * @param {string} fault
 * @param {unknown} error
 */
function fail(fault, error) {
  postMessage({ stage: "broken", fault, error: String(error).trim().split("\n").at(-1) });
}

/**
 * Answer requests to addresses at NOWHERE with files in memory. Also report to the page if
 * WebAssembly fails; Pyodide alone would only print a warning.
 * @param {Record<string, [ArrayBuffer, string]>} files the bytes and the type of each file
 */
function serve(files) {
  const request = globalThis.fetch;
  globalThis.fetch = (what, how) => {
    const found = files[String(what).replace(NOWHERE, "")];
    if (!found) return request(what, how);
    return Promise.resolve(new Response(found[0], { headers: { "Content-Type": found[1] } }));
  };
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...given) => {
    try {
      return await instantiate(...given);
    } catch (error) {
      fail("wasm", error);
      throw error;
    }
  };
}

/**
 * Start Python; from then on, answer the questions that arrive as messages.
 * @param {Map<string, Uint8Array<ArrayBuffer>>} parts
 */
async function start(parts) {
  let size = 0;
  let done = 0;
  /** @param {string} name */
  const part = async (name) => {
    const bytes = parts.get(name);
    if (!bytes) throw new Error(name);
    size += bytes.length;
    const unpacked = await unpack(bytes);
    done += bytes.length;
    postMessage({ stage: "unpacking", done, size });
    return unpacked;
  };
  const names = ["pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip", "packages.zip"];
  const [wasm, lock, library, packages] = await Promise.all(names.map(part)).catch((error) => {
    fail("parts", error);
    throw error;
  });
  if (typeof WebAssembly !== "object") throw new Error("no WebAssembly");
  postMessage({ stage: "starting" });
  serve({
    "pyodide.asm.wasm": [wasm, "application/wasm"],
    "python_stdlib.zip": [library, "application/zip"],
  });
  const { loadPyodide, _createPyodideModule } = /** @type {any} */ (globalThis);
  const python = await loadPyodide({
    createPyodideModule: _createPyodideModule,
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    lockFileContents: new TextDecoder().decode(lock),
  });
  postMessage({ stage: "importing" });
  const folder = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(packages, "zip", { extractDir: folder });
  const glue = python.pyimport("glue");
  addEventListener("message", ({ data }) => {
    const { id, name, given } = /** @type {Question} */ (data);
    try {
      /** @param {string} said */
      const progress = (said) => postMessage({ id, progress: said });
      postMessage({
        id,
        answer: JSON.parse(glue.answer_page_question(name, JSON.stringify(given), progress)),
      });
    } catch (error) {
      // The last line of a traceback has the message.
      postMessage({ id, broken: String(error).trim().split("\n").at(-1) });
    }
  });
  postMessage({ stage: "ready" });
}

addEventListener(
  "message",
  ({ data }) => {
    start(data).catch((error) => fail(typeof WebAssembly === "object" ? "python" : "wasm", error));
  },
  { once: true },
);
postMessage({ stage: "begun" });
