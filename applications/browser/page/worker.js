// The worker: unpacks the parts of the page, starts Python, and lets glue.py answer questions.
// It is imported from a blob URL made inside the worker; see engine.js.

/** @typedef {{ id: number, name: string, given: unknown[] }} Question */

/**
 * @param {Blob} part
 * @returns {Promise<ArrayBuffer>}
 */
function unpacked(part) {
  const stream = part.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/**
 * @param {ArrayBuffer} bytes
 * @param {string} type
 */
function address(bytes, type) {
  return URL.createObjectURL(new Blob([bytes], { type }));
}

/**
 * Start Python; from then on, answer the questions that arrive as messages.
 * @param {Map<string, Blob>} parts
 */
export async function start(parts) {
  /** @param {string} name */
  const part = (name) => unpacked(/** @type {Blob} */ (parts.get(name)));
  postMessage({ stage: "unpacking" });
  const [pyodide, inner, wasm, lock, library, packages] = await Promise.all(
    [
      "pyodide.mjs",
      "pyodide.asm.mjs",
      "pyodide.asm.wasm",
      "pyodide-lock.json",
      "python_stdlib.zip",
      "packages.zip",
    ].map(part),
  );
  postMessage({ stage: "starting" });
  const javascript = "text/javascript";
  const { loadPyodide } = await import(address(pyodide, javascript));
  const { default: createPyodideModule } = await import(address(inner, javascript));
  // Pyodide fetches one file from an address that does not exist; this gives it the unpacked part.
  const asked = globalThis.fetch;
  globalThis.fetch = (what, how) =>
    String(what).endsWith("pyodide.asm.wasm")
      ? Promise.resolve(new Response(wasm, { headers: { "Content-Type": "application/wasm" } }))
      : asked(what, how);
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: "https://nowhere.invalid/",
    packageBaseUrl: "https://nowhere.invalid/",
    lockFileContents: new TextDecoder().decode(lock),
    stdLibURL: address(library, "application/zip"),
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
      postMessage({ id, answer: JSON.parse(glue.ask(name, JSON.stringify(given), progress)) });
    } catch (error) {
      // The last line of a traceback has the message.
      postMessage({ id, broken: String(error).trim().split("\n").at(-1) });
    }
  });
  postMessage({ stage: "ready" });
}
