// Several phones at one table: what others have written appears here. The service is asked every
// few seconds whether anything happened; only what changed is put in place, nothing while
// somebody types or reads an open part of it.
const { items } = await import(document.querySelector("#outbox").src);
const PAUSE = 5_000, LONG_PAUSE = 20_000;
const place = document.querySelector("[data-outbox]");
const pen = () => document.querySelector(".pen");
const typed = (part) => [...part.querySelectorAll("form")].map((form) => new URLSearchParams(new FormData(form)).toString()).join("\n");
let etag = "", timer, untouched = "";

function inUse(part) {
  return part.contains(document.activeElement) || Boolean(part.querySelector("details[open]"));
}

/** Whether the form may be exchanged: nothing typed, nothing of this game still to be sent. */
async function idle() {
  if (document.querySelector("#errors")) return false;
  const waiting = (await items()).some(({ game, state }) => game === place.dataset.outbox && state === "waiting");
  return typed(pen()) === untouched && !waiting;
}

function exchange(part, fresh) {
  if (!fresh) return part.remove();
  part.replaceChildren(...fresh.childNodes);
  untouched = typed(part);
  const form = part.querySelector("form[data-entry]");
  form?.dispatchEvent(new CustomEvent("form:new", { bubbles: true }));
}

/** Puts the new page in place of the old one, part by part. True where all of it could be. */
async function take(page) {
  let whole = true;
  document.title = page.title;
  for (const part of document.querySelectorAll("[data-follow]")) {
    const fresh = page.querySelector(`[data-follow="${part.dataset.follow}"]`);
    if (!fresh || fresh.innerHTML === part.innerHTML) continue;
    if (inUse(part)) whole = false;
    else part.replaceChildren(...fresh.childNodes);
  }
  if (!pen()) return whole;
  if (await idle()) exchange(pen(), page.querySelector(".pen"));
  else whole = false;
  return whole;
}

async function look() {
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
  if (document.visibilityState === "hidden") return;
  try {
    const response = await fetch(place.dataset.outbox + location.search, { headers: { Follow: "1", ...(etag && { "If-None-Match": etag }) }, cache: "no-store" });
    if (response.redirected || (response.status >= 400 && response.status < 500)) return clearTimeout(timer);
    if (response.status !== 200) return;
    const seen = response.headers.get("ETag") ?? "";
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (await take(page)) etag = seen;
    document.dispatchEvent(new CustomEvent("table:new"));
  } catch {
    clearTimeout(timer);
    timer = setTimeout(look, LONG_PAUSE);
  }
}

if (place.dataset.seen) {
  etag = place.dataset.seen;
  untouched = pen() ? typed(pen()) : "";
  document.addEventListener("form:new", () => { untouched = pen() ? typed(pen()) : ""; });
  document.addEventListener("outbox", ({ detail }) => { if (detail?.key) look(); });
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  timer = setTimeout(look, PAUSE);
}
