// The worker: unpacks the parts, starts Python, and lets glue.py answer.
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
 * Start Python, and answer from then on.
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
  // Pyodide asks for one file by an address of its own, which is nowhere.
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
      // of a traceback the last line
      postMessage({ id, broken: String(error).trim().split("\n").at(-1) });
    }
  });
  postMessage({ stage: "ready" });
}
