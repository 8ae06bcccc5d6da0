// The service worker of the page on a web server. It keeps the page and its parts, so that the
// browser fetches them once and then opens the page without a network. make.mjs writes the
// constants VERSION and FILES before this text.
/* global VERSION, FILES */

const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => scope.skipWaiting()),
  );
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const old = (/** @type {string[]} */ names) => names.filter((name) => name !== VERSION);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => scope.clients.claim()),
  );
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const kept = caches.match(event.request, { ignoreSearch: true });
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
