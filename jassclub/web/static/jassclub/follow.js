// Several phones at one table: what others have written appears here. The service is asked every
// few seconds whether anything happened; only what changed is put in place, nothing while a
// finger lies on the page or somebody reads an open part of it, and nothing typed is lost.
const { items } = await import(document.querySelector("#outbox").src);
const PAUSE = 5_000, LONG_PAUSE = 20_000, TAP = 400;
const place = document.querySelector("[data-outbox]");
const pen = () => document.querySelector(".pen");
let etag = "", timer, touches = 0;

// What is exchanged between touch and click would swallow the click.
addEventListener("pointerdown", () => { touches += 1; }, true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => setTimeout(() => { touches = Math.max(0, touches - 1); }, TAP), true);
}
// Race: a page that is asked for anew while it is being left would take back the way that was tapped.
addEventListener("beforeunload", () => {
  touches += 1;
  setTimeout(() => { touches -= 1; }, LONG_PAUSE);
});

async function calm() {
  while (touches) await new Promise((resolve) => { setTimeout(resolve, TAP / 4); });
}

function inUse(part) {
  return part.contains(document.activeElement) || Boolean(part.querySelector("details[open]"));
}

/** Whether somebody changed a field since the service gave it out. */
function touched(field) {
  if (field.type === "hidden") return false;
  if (field.matches("[type=radio], [type=checkbox]")) return field.checked !== field.defaultChecked;
  if (field.options) return field.selectedIndex > 0 && !field.selectedOptions[0].defaultSelected;
  return "defaultValue" in field && field.value !== field.defaultValue;
}

/** Whether the form may be exchanged: nothing typed, nothing of this game still to be sent. */
async function idle() {
  if (document.querySelector("#errors")) return false;
  const waiting = (await items()).some(({ game, state }) => game === place.dataset.outbox && state === "waiting");
  return ![...pen().querySelectorAll("input, select")].some(touched) && !waiting;
}

function exchange(part, fresh) {
  if (!fresh) return part.remove();
  part.replaceChildren(...fresh.childNodes);
  const form = part.querySelector("form[data-entry]");
  form?.dispatchEvent(new CustomEvent("form:new", { bubbles: true }));
}

/** What others have said comes into a form that is being filled; what is typed in it stays. */
function tell(part, fresh) {
  const form = part.querySelector("form[data-entry]"), other = fresh?.querySelector("form[data-entry]");
  if (!form || form.getAttribute("action") !== other?.getAttribute("action")) return false;
  for (const cell of form.querySelectorAll("[data-told]")) {
    const now = other.querySelector(`#${cell.id}`), asks = cell.querySelector("input") && now?.querySelector("input");
    if (now && !asks && now.innerHTML !== cell.innerHTML && !inUse(cell)) cell.replaceWith(now);
  }
  return true;
}

const over = (doc) => Boolean(doc.querySelector(".finished"));

/** Puts the new page in place of the old one, part by part. True where all of it could be. */
async function take(page) {
  let whole = true;
  // Somebody has closed the game, or opened it again: that is another page.
  if (over(page) !== over(document) && (!pen() || await idle())) return location.reload();
  document.title = page.title;
  for (const part of document.querySelectorAll("[data-follow]")) {
    const fresh = page.querySelector(`[data-follow="${part.dataset.follow}"]`);
    if (!fresh || fresh.innerHTML === part.innerHTML) continue;
    if (inUse(part)) whole = false;
    else part.replaceChildren(...fresh.childNodes);
  }
  if (!pen()) return whole;
  const fresh = page.querySelector(".pen");
  if (await idle()) exchange(pen(), fresh);
  else if (!tell(pen(), fresh)) whole = false;
  return whole;
}

async function look() {
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
  if (document.visibilityState === "hidden") return;
  try {
    const response = await fetch((place.dataset.page ?? place.dataset.outbox) + location.search, { headers: { Follow: "1", ...(etag && { "If-None-Match": etag }) }, cache: "no-store" });
    if (response.redirected || (response.status >= 400 && response.status < 500)) return clearTimeout(timer);
    if (response.status !== 200) return;
    const seen = response.headers.get("ETag") ?? "";
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    await calm();
    if (await take(page)) etag = seen;
    await calm();
    document.dispatchEvent(new CustomEvent("table:new"));
  } catch {
    clearTimeout(timer);
    timer = setTimeout(look, LONG_PAUSE);
  }
}

if (place.dataset.seen) {
  etag = place.dataset.seen;
  document.addEventListener("outbox", ({ detail }) => { if (detail?.key) look(); });
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  timer = setTimeout(look, PAUSE);
}
