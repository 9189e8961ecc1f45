// The outbox of this phone. What is written goes into IndexedDB first, is sent with its key and
// leaves only once the service has said that it is stored. Every page loads this file, so that
// whatever waits goes out as soon as any of them opens. docs/decisions/offline.md says why so.
const STORE = "outbox";
const PATIENCE = 15_000, LOOK = 4_000;
const PAUSES = [2, 5, 10, 20, 30];
const DAY = 86_400_000;
// What the service has stays here for an hour: the machine in the hall may die, and its second one
// goes on with a copy from before.
const HOUR = 3_600, WATCH = 60_000, SLACK = 5;
let database, tries = 0, timer, running, asked;
const others = "BroadcastChannel" in window ? new BroadcastChannel(STORE) : null;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

function opened() {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("jassclub", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return database;
}

async function store(mode) {
  return (await opened()).transaction(STORE, mode).objectStore(STORE);
}

const all = async () => (await done((await store("readonly")).getAll())).sort((a, b) => a.at - b.at);

/** What waits on this phone or has just been sent, in the order in which it was written. */
export async function items() {
  return (await all()).filter(({ state }) => state !== "stored");
}

/** Keep an item; the same key replaces what was kept under it and keeps its turn. */
export async function keep(item) {
  const kept = await store("readwrite");
  const before = await done(kept.getAll());
  const last = Math.max(0, ...before.map(({ at }) => at));
  const at = before.find(({ key }) => key === item.key)?.at ?? last + 1;
  await done(kept.put({ ...item, at }));
  evening();
  changed();
}

/** Done with it; what the service has is kept in silence, see `copied`. */
export async function drop(key) {
  const kept = await store("readwrite"), item = await done(kept.get(key));
  const has = item && ["sent", "asked"].includes(item.state);
  await done(has ? kept.put({ ...item, state: "stored" }) : kept.delete(key));
  changed();
}

/** The service goes on with a copy of this moment (its header `Copied-At`): what it said to have
 * stored since is sent again, once. The keys make a copy that has it after all harmless. */
export async function copied(header) {
  const moment = Number(header);
  if (!moment || localStorage.copied === String(moment)) return;
  const again = (await all()).filter(({ state, sent }) => state !== "waiting" && sent >= moment - SLACK);
  for (const item of again) await done((await store("readwrite")).put({ ...item, state: "waiting", again: true }));
  localStorage.copied = moment;
  if (!again.length) return;
  changed();
  send();
}

/** While something may have to be sent again: which machine is it that answers? */
async function watch() {
  const young = (await all()).some(({ state, sent }) => state !== "waiting" && Date.now() / 1000 - sent < HOUR);
  if (!young || document.visibilityState === "hidden") return;
  const answer = await fetch("/healthz", { cache: "no-store" });
  await copied(answer.headers.get("Copied-At"));
}

/** 32 letters and digits. randomUUID would need https, and halls have plain http. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((part) => part.toString(16).padStart(2, "0")).join("");
}

/** A number, or several in one text, as the service prints it: −1’284. */
export const printed = (number) => String(number).replace(/(^|[\s(])-(?=\d)/g, "$1−")
  .replace(/(^|[^\d.])(\d{4,})/g, (_all, before, long) => before + long.replace(/\B(?=(?:\d{3})+$)/g, "’"));

export function token() {
  const [, found = ""] = document.cookie.match(/(?:^|; )__Host-csrftoken=([^;]+)/)
    ?? document.cookie.match(/(?:^|; )csrftoken=([^;]+)/) ?? [];
  return found;
}

/** On which evenings something was written here, two at most; one that ends after midnight is one. */
function evening() {
  try {
    const today = new Date(Date.now() - DAY / 4).toDateString(), known = evenings();
    if (known.length < 2 && !known.includes(today)) localStorage.evenings = JSON.stringify([...known, today]);
  } catch { /* nothing may be kept here: it is never offered */ }
}

const evenings = () => JSON.parse(localStorage.evenings ?? "[]");

/** The app is offered in one line after the second evening, never before, never again after a no. */
function offerApp(event) {
  event.preventDefault();
  const line = document.querySelector("[data-install]");
  if (!line || evenings().length < 2 || localStorage.install) return;
  const [yes, no] = line.querySelectorAll("button");
  const over = () => {
    localStorage.install = "asked";
    line.hidden = true;
  };
  yes.addEventListener("click", () => { over(); event.prompt(); }, { once: true });
  no.addEventListener("click", over, { once: true });
  line.hidden = false;
}
addEventListener("beforeinstallprompt", offerApp);

function changed(detail) {
  document.dispatchEvent(new CustomEvent("outbox", { detail }));
  if (!detail) others?.postMessage("changed");
}

/** Send what waits; called while it runs, it looks once more. Other tabs wait for their turn. */
export async function send() {
  asked = true;
  if (running) return;
  clearTimeout(timer);
  running = true;
  while (asked) {
    asked = false;
    await alone(drain).catch(later);
  }
  running = false;
}

async function alone(work) {
  // Plain http has no locks: there the key of each item makes a double sending harmless.
  if (!navigator.locks) return work();
  return navigator.locks.request(STORE, { ifAvailable: true }, (lock) => (lock ? work() : later()));
}

function later() {
  const pause = PAUSES[Math.min(tries, PAUSES.length - 1)];
  tries += 1;
  clearTimeout(timer);
  timer = setTimeout(send, pause * 1000);
  changed({ paused: true });
}

async function drain() {
  const stuck = new Set();
  for (let item; (item = await next(stuck));) {
    const answer = await post(item);
    if (!answer) return later();
    if (!(await settle(item, answer))) stuck.add(item.game);
  }
  if (stuck.size) return later();
  tries = 0;
}

async function next(stuck) {
  // Read anew each time: what is written while others are being sent goes out in the same turn.
  return (await items()).find(({ state, game }) => state === "waiting" && !stuck.has(game));
}

async function post(item, again = false) {
  const impatient = new AbortController();
  const clock = setTimeout(() => impatient.abort(), PATIENCE);
  try {
    const response = await fetch(item.path, {
      method: "POST",
      body: new URLSearchParams(item.fields),
      headers: { Outbox: item.who, "X-CSRFToken": token() },
      redirect: "error",
      signal: impatient.signal,
    });
    copied(response.headers.get("Copied-At")).catch(() => {});
    if (response.status === 403 && !isJson(response) && !again) return renewed(item);
    // Whatever else answers in our place (the log-in of a hotel, a proxy) does not speak JSON.
    return isJson(response) ? { status: response.status, ...(await response.json()) } : { status: 503 };
  } catch {
    return null;
  } finally {
    clearTimeout(clock);
  }
}

function isJson(response) {
  return (response.headers.get("Content-Type") ?? "").startsWith("application/json");
}

async function renewed(item) {
  // The token of the page is older than the log-in or the service: any page brings a new one.
  await fetch("/offline/", { cache: "no-store" });
  return post(item, true);
}

/** What became of an item. True where the next one of the same game may follow. */
async function settle(item, { status, to, at, question, code, words, findings, who }) {
  const now = (await items()).find(({ key }) => key === item.key);
  if (!now) return true;
  if (status < 300) {
    await keep({ ...now, state: question ? "asked" : "sent", to, said: question, sent: at });
    // Nobody waits for it: it was written and shown before the machine died.
    if (now.again && !question) await drop(now.key);
    await replaced(now);
  }
  else if (status >= 500 || status === 429 || code === "idempotency_running") return false;
  else if (code === "someone_else") await keep({ ...now, state: "other", said: words, findings: [], who });
  else if (status === 401 || status === 410) await keep({ ...now, said: words, code });
  else {
    await keep({ ...now, state: "refused", said: words, findings, code });
    await replaced(now);
  }
  changed({ key: item.key });
  return status !== 401 && status !== 410;
}

/** Waits until something is known of an item, not longer than people like to look at a button. */
export function settled(key) {
  return new Promise((resolve) => {
    const end = () => { clearTimeout(clock); document.removeEventListener("outbox", look); resolve(); };
    const look = ({ detail }) => { if (detail?.key === key || detail?.paused) end(); };
    const clock = setTimeout(end, LOOK);
    document.addEventListener("outbox", look);
  });
}

/** What was refused, in a list of a page, with the two ways on; `who` sends it again. */
export function tellRefused(list, refused, who) {
  const { throw: away, again } = list.dataset, stands = refused.map(({ key, said }) => `${key} ${said}`).join();
  if (list.stands === stands) return;
  list.stands = stands;
  list.replaceChildren(...refused.map((item) => {
    const row = document.createElement("li"), told = [item.said, ...(item.findings ?? [])].filter(Boolean).join(" ");
    row.append(Object.assign(document.createElement("span"), { textContent: `${item.words}: ${told} ` }));
    for (const [text, does] of [[again, () => keep({ ...item, who, state: "waiting" }).then(send)], [away, () => drop(item.key)]]) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "btn small", textContent: text });
      button.addEventListener("click", does);
      row.append(button);
    }
    return row;
  }));
}

/** What was refused before and has now been tried anew is over: one refusal a hand is told. */
async function replaced({ path, key }) {
  for (const old of await items()) {
    if (old.path === path && old.state === "refused" && old.key !== key) await drop(old.key);
  }
}

async function show() {
  // On pages without a table: what lies here and why, and the way there.
  const line = document.querySelector("[data-waits]");
  if (!line || document.querySelector("[data-outbox]")) return;
  const left = (await items()).filter(({ state }) => state !== "sent");
  const refused = left.filter(({ state }) => state === "refused");
  line.hidden = !left.length;
  if (!left.length) return;
  const [said, one, many] = refused.length ? [refused, "refusedOne", "refusedMany"] : [left, "one", "many"];
  const link = line.querySelector("a");
  link.textContent = said.length === 1 ? line.dataset[one] : line.dataset[many].replace("{n}", said.length);
  link.href = said[0].game;
}

async function tidy() {
  const kept = await all(), now = Date.now() / 1000;
  const old = kept.filter(({ state, sent }) => state === "stored" && now - sent > HOUR);
  for (const { key } of old) await done((await store("readwrite")).delete(key));
  for (const { key, state, sent } of kept) if (state === "sent" && now - sent > DAY / 1000) await drop(key);
}

function wake() {
  if (document.visibilityState === "hidden") return;
  tries = 0;
  send();
  watch().catch(() => {});
}

if ("indexedDB" in window) {
  others?.addEventListener("message", () => changed({}));
  document.addEventListener("outbox", () => show().catch(() => {}));
  for (const sign of ["online", "pageshow"]) addEventListener(sign, wake);
  document.addEventListener("visibilitychange", wake);
  tidy().then(show).catch(() => {});
  wake();
  setInterval(() => watch().catch(() => {}), WATCH);
}
navigator.serviceWorker?.register("/sw.js").catch(() => { /* not allowed here: it works without */ });
// What rings is loaded where it may: on a referee's phone, and at a table that waits for one.
const bell = document.querySelector("#ring");
if (bell && (localStorage.getItem("rings") || localStorage.getItem("pushed") || document.querySelector("[data-bell], [data-calls], [data-call='waits'], [data-push]"))) {
  import(bell.dataset.src);
}
