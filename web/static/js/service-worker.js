// Keeps the shell, and nothing of a night: static files and fonts come from here, pages and commands always from the server.
// The version in its address is that of the files; with new files a new worker takes over and lets the old ones go.

const ROOT = new URL(".", self.location).pathname;
// Other programs, and other houses, may be found under the same name: their caches stay.
const SHELL = `shell${ROOT === "/" ? "" : ROOT} `;
const CACHE = SHELL + new URL(self.location).searchParams.get("v");
const OFFLINE = `${ROOT}offline`;
const KEPT = [`${ROOT}static/`, `${ROOT}fonts/`];
const OURS = [{ requestMode: "navigate" }, ...KEPT.map((folder) => ({ urlPattern: `${folder}*` }))];

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
  // Where the browser knows of routes, a touch goes by this worker, which would have to be started for it after a rest.
  event.addRoutes?.({ condition: { not: { or: OURS } }, source: "network" }).catch(() => {});
});
self.addEventListener("activate", (event) => event.waitUntil(letOldShellsGo().then(() => self.clients.claim())));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (KEPT.some((folder) => pathname.startsWith(folder))) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});

async function keepShell() {
  const { files } = await (await fetch(`${ROOT}shell.json`)).json();
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
}

async function letOldShellsGo() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(SHELL) && name !== CACHE).map((name) => caches.delete(name)));
}
