// Keeps the shell, and nothing of a night: static files and fonts come from here, pages and commands always from the server.
// The version in its address is that of the files; with new files a new worker takes over and lets the old ones go.

const CACHE = `shell ${new URL(self.location.href).searchParams.get("v")}`;
const OFFLINE = "/offline";
const OURS = [{ requestMode: "navigate" }, { urlPattern: "/static/*" }, { urlPattern: "/fonts/*" }];

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
  } else if (/^\/(static|fonts)\//.test(pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});

async function keepShell() {
  const { files } = await (await fetch("/shell.json")).json();
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
}

async function letOldShellsGo() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}
