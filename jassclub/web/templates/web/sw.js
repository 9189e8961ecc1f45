// The service worker {{ version }}: table pages open without network, as this phone saw them last.
// Network first for everything, so that no old version stays; forms are never answered from here.
// Away with it: SERVICE_WORKER=0 in the environment of the service.
const SHELL = "shell-{{ version }}", PAGES = "pages";
const FILES = [{% for file in files %}"{{ file|escapejs }}", {% endfor %}];
const OFFLINE = "{% url "offline" %}";
const MOST = 8, PATIENCE = 4000;
// Another person may follow on this phone: what was kept for the one before goes.
const HANDED_ON = /^\/(login|logout|t|i)\/|\/leave\/$/;

const bare = (url) => url.split(/[?#]/)[0];
const late = (copy) => new Promise((resolve) => { setTimeout(resolve, PATIENCE, copy); });

async function install() {
  const cache = await caches.open(SHELL);
  await cache.addAll([...FILES, OFFLINE].map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
  // Pages that were there before their service worker: a copy of each, before it takes them over.
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  await Promise.all(open.map(({ url }) => again(bare(url)).catch(() => {})));
  await self.clients.claim();
}

async function again(url) {
  const request = new Request(url, { redirect: "manual", cache: "no-store" });
  await remember(request, await fetch(request));
}

async function remember(request, response) {
  const cache = await caches.open(PAGES);
  if (response.status === 200 && response.headers.has("Offline-Copy") && !new URL(request.url).search) {
    await cache.put(request.url, response.clone());
    for (const old of (await cache.keys()).slice(0, -MOST)) await cache.delete(old);
  } else if (response.type === "opaqueredirect" || (response.status >= 400 && response.status < 500)) {
    await cache.delete(bare(request.url));
  }
  return response;
}

async function page(request) {
  const copy = await (await caches.open(PAGES)).match(bare(request.url));
  try {
    const fetched = fetch(request).then((response) => remember(request, response));
    const answer = await (copy ? Promise.race([fetched, late(copy)]) : fetched);
    return copy && answer.status > 501 ? copy : answer;
  } catch {
    return copy ?? caches.match(OFFLINE);
  }
}

async function file(request) {
  const copy = await (await caches.open(SHELL)).match(bare(request.url));
  if (!copy) return fetch(request);
  const fetched = fetch(request);
  fetched.catch(() => {});
  return Promise.race([fetched, late(copy)]).catch(() => copy);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && HANDED_ON.test(pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (request.headers.has("Follow")) event.respondWith(fetch(request).then((response) => remember(request, response)));
  else if (pathname.startsWith("{{ static_url }}")) event.respondWith(file(request));
});
