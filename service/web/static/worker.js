/**
 * The service worker: without a connection the player goes on with the levels that were played last.
 *
 * The service puts CACHE, PAGE and KEPT before this. Only files that are the same for everybody are kept, and a page
 * that was asked for without cookies. As long as there is a connection everything comes from there.
 */

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && isPlayed(pathname)) event.respondWith(orKept(request, PAGE));
  else if (KEPT.includes(pathname) && request.mode !== "navigate") event.respondWith(orKept(request, pathname));
});

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.map((address) => new Request(address, { credentials: "omit", cache: "no-cache" })));
  await self.skipWaiting();
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("cenote-") && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

function isPlayed(path) {
  return path === "/" || /^\/(play|daily)(\/|$)|^\/published\/\d+$|^\/contests\/\d+\/[^/]+\/play$/.test(path);
}

/** The answer of the service, or what is kept at an address where it cannot be reached. */
async function orKept(request, address) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(address, { cacheName: CACHE });
    if (kept) return kept;
    throw error;
  }
}
