// The service worker {{ version }}: table pages, the rulebook and the last rulings open without network.
// Network first for everything, so that no old version stays; forms are never answered from here.
// Away with it: SERVICE_WORKER=0 in the environment of the service.
const SHELL = "shell-{{ version }}", PAGES = "pages", RULINGS = "rulings", LAW = "law", SLATES = "slates";
const FILES = [{% for file in files %}"{{ file|escapejs }}", {% endfor %}];
const OFFLINE = "{% url "offline" %}", RULES = "{% url "rules" %}", BOOK = "{% url "rulebook" %}";
const SLATE = "{% url "slate" %}", FRONT = ["{% url "home" %}", SLATE];
const HOME = "{% url "referee_home" %}", ICON = "{{ icon|escapejs }}";
const MOST = { [PAGES]: 8, [RULINGS]: 20 }, PATIENCE = 4000, DAY = 86_400_000;
// Another person may follow on this phone: what was kept for the one before goes.
const HANDED_ON = /^\/(login|logout|t|i)\/|\/leave\/$/;
// Of these, where somebody really goes: nothing rings here for him any more.
const GONE = /^\/(login|logout)\/|\/leave\/$/;
const DESK = /^\/clubs\//;
let people = 0;  // how often that happened: what was asked for before is not kept after

const bare = (url) => url.split(/[?#]/)[0];
const whole = (url) => url.split("#")[0];
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
  await Promise.all(open.map(({ url }) => again(url).catch(() => {})));
  await self.clients.claim();
  if (open.some(({ url }) => FRONT.includes(new URL(url).pathname))) await keepSlates().catch(() => {});
}

async function again(url) {
  const request = new Request(whole(url), { redirect: "manual", cache: "no-store" }), before = people;
  await remember(request, await fetch(request), before);
}

async function remember(request, response, before) {
  const kind = response.headers.get("Offline-Copy"), url = kind === "ruling" ? whole(request.url) : bare(request.url);
  if (response.status === 200 && kind && url === whole(request.url)) {
    const name = kind === "ruling" ? RULINGS : PAGES, cache = await caches.open(name);
    // Race: somebody logs out while the answer is on its way. It belongs to the one before.
    if (before !== people) return response;
    await cache.delete(url);
    await cache.put(url, response.clone());
    // A game that was made on this phone is known to the service now.
    await (await caches.open(SLATES)).delete(url);
    for (const old of (await cache.keys()).slice(0, -MOST[name])) await cache.delete(old);
    if (before !== people) await forget();
  } else if (response.type === "opaqueredirect" || (response.status >= 400 && response.status < 500)) {
    await (await caches.open(PAGES)).delete(bare(request.url));
    await (await caches.open(RULINGS)).delete(whole(request.url));
  }
  return response;
}

/** Nothing rings here for the one before. */
async function silence() {
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
}

const forget = () => Promise.all([PAGES, RULINGS].map((name) => caches.delete(name)));

async function handedOn(request) {
  people += 1;
  const gone = GONE.test(new URL(request.url).pathname);
  await Promise.all([forget(), gone && silence().catch(() => {})]);
  try {
    return await fetch(request);
  } finally {
    people += 1;
    await forget();
  }
}

/** The law as anybody reads it, without who is logged in: it may stay when somebody goes. */
async function keepBook(lang) {
  if (!lang) return;
  const cache = await caches.open(LAW), old = await cache.match(BOOK);
  const young = old && Date.now() - Date.parse(old.headers.get("Date")) < DAY;
  if (young && old.headers.get("Content-Language") === lang) return;
  const fresh = await fetch(BOOK, { credentials: "omit", cache: "no-store", headers: { "Accept-Language": lang } });
  if (fresh.status === 200) await cache.put(BOOK, fresh);
}

/** The form of a slate and the blank games, as anybody reads them: they open without network. */
async function keepSlates(lang) {
  const cache = await caches.open(SLATES), old = await cache.match(SLATE);
  const young = old && Date.now() - Date.parse(old.headers.get("Date")) < DAY;
  if (young && (!lang || old.headers.get("Content-Language") === lang)) return;
  const form = await fetch(`${SLATE}?copy=1`, { cache: "no-store" });
  if (form.status !== 200) return;
  const html = await form.clone().text();
  for (const [, blank] of html.matchAll(/data-(?:blank|three)="([^"]+)"/g)) {
    const fresh = await fetch(blank, { cache: "no-store" });
    if (fresh.status !== 200) return;
    await cache.put(blank, fresh);
  }
  await cache.put(SLATE, form);
}

/** A copy that says so, and from when it is. */
async function told(copy) {
  const at = new Date(copy.headers.get("Date")).toLocaleString(copy.headers.get("Content-Language") ?? "de", { dateStyle: "short", timeStyle: "short" });
  const html = (await copy.text()).replace(/hidden data-kept>([^<]*)\{at\}/, (_all, words) => `data-kept>${words}${at}`);
  const headers = new Headers(copy.headers);  // what the page may do stays as it was sent
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(html, { headers });
}

async function kept(url) {
  const page = await (await caches.open(PAGES)).match(bare(url));
  // A desk is not changed from an old copy unawares; a table says by itself what it has not sent.
  if (page) return DESK.test(new URL(url).pathname) ? told(page) : page;
  const ruling = await (await caches.open(RULINGS)).match(whole(url));
  return ruling ? told(ruling) : (await caches.open(SLATES)).match(bare(url));
}

/** A page of the law: the book, open at the article, or with the words that were looked for. */
async function law(url) {
  const { pathname, searchParams } = new URL(url), book = await (await caches.open(LAW)).match(BOOK);
  if (!book || !pathname.startsWith(RULES)) return undefined;
  if (pathname === BOOK) return told(book);
  const words = searchParams.get("q"), slug = pathname.slice(RULES.length).split("/")[0];
  return Response.redirect(BOOK + (words ? `?q=${encodeURIComponent(words)}` : slug && `#${slug}`));
}

/** The front page of a phone that keeps no table: a new slate is what can be had there. */
async function front(url) {
  const alone = !(await (await caches.open(PAGES)).keys()).length, { pathname } = new URL(url);
  return FRONT.includes(pathname) && alone && await kept(new URL(SLATE, url).href) ? Response.redirect(SLATE) : undefined;
}

async function page(request) {
  const copy = await kept(request.url), before = people;
  try {
    const fetched = fetch(request).then((response) => remember(request, response, before));
    const answer = await (copy ? Promise.race([fetched, late(copy)]) : fetched);
    // Made on this phone: until its opening was sent the service knows nothing of it.
    const unknown = copy?.headers.get("Slate") && answer.status !== 200;
    return unknown || (copy && answer.status > 501) ? copy : answer;
  } catch {
    return copy ?? await law(request.url) ?? await front(request.url) ?? caches.match(OFFLINE);
  }
}

async function file(request) {
  const copy = await (await caches.open(SHELL)).match(bare(request.url));
  if (!copy) return fetch(request);
  const fetched = fetch(request);
  fetched.catch(() => {});
  return Promise.race([fetched, late(copy)]).catch(() => copy);
}

async function followed(request) {
  const before = people;
  return remember(request, await fetch(request), before);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && HANDED_ON.test(pathname)) event.respondWith(handedOn(request));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    const answer = page(request);
    event.respondWith(answer);
    if (/^\/(rules|games)\//.test(pathname)) {
      event.waitUntil(answer.then(({ headers }) => keepBook(headers.get("Content-Language"))).catch(() => {}));
    }
    if (FRONT.includes(pathname)) {
      event.waitUntil(answer.then(({ headers }) => keepSlates(headers.get("Content-Language"))).catch(() => {}));
    }
  } else if (request.headers.has("Follow")) event.respondWith(followed(request));
  else if (pathname.startsWith("{{ static_url }}")) event.respondWith(file(request));
});
// A table calls. The message is empty: what it says stands here, and who may reads the rest inside.
self.addEventListener("push", (event) => event.waitUntil(self.registration.showNotification(
  "{{ rings|escapejs }}",
  { tag: "calls", renotify: true, requireInteraction: true, vibrate: [300, 150, 300, 150, 600], icon: ICON, data: HOME })));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
