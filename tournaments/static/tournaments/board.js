// The board of the hall. Asks whether anything has changed (304: nothing has), fetches the page only
// then, and touches only the nodes that differ. The clock runs by the time of the service.
const EVERY = 3000, SLOWEST = 30000;
const body = document.body;
const at = (id) => document.getElementById(id);
const leaves = () => [...document.querySelectorAll(".leaf")];

let ahead = 0;        // milliseconds that this clock lags behind the service
let heard = new Date();
let failures = 0;
let leaf = 0, held = false, turning = 0;
let rung = "";        // the end for which the page was fetched anew when time was up

/* what differs, and nothing else */
const same = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.dataset?.key ?? "") === (b.dataset?.key ?? "");

function morph(old, fresh) {
  if (!same(old, fresh)) { old.replaceWith(document.importNode(fresh, true)); return; }
  if (old.nodeType !== Node.ELEMENT_NODE) { if (old.data !== fresh.data) old.data = fresh.data; return; }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const before = [...old.childNodes], after = [...fresh.childNodes];
  after.forEach((node, n) => before[n] ? morph(before[n], node) : old.append(document.importNode(node, true)));
  before.slice(after.length).forEach((node) => node.remove());
}

function take(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const phase = body.dataset.phase;
  for (const part of ["header", "main"]) morph(document.querySelector(part), fresh.querySelector(part));
  morph(at("turn"), fresh.getElementById("turn"));
  const { seconds } = body.dataset;
  for (const [name, value] of Object.entries(fresh.body.dataset)) body.dataset[name] = value;
  if (body.dataset.seconds !== seconds) again();
  if (body.dataset.phase !== phase) leaf = 0;
  show();
}

/* leaves turn by themselves; keys and buttons turn them by hand */
function show() {
  const all = leaves();
  leaf = Math.min(leaf, all.length - 1);
  all.forEach((one, n) => { if (one.hidden !== (n !== leaf)) one.hidden = n !== leaf; });
  if (at("page")) at("page").textContent = `${leaf + 1} / ${all.length}`;
  for (const id of ["back", "on", "hold"]) if (at(id)) at(id).hidden = false;
  at("hold")?.setAttribute("aria-pressed", String(held));
  tick();
}

function turn(by) {
  const all = leaves();
  leaf += by;
  if (leaf < 0) leaf = all.length - 1;
  if (leaf >= all.length) leaf = Math.max(0, all.findIndex((one) => !("once" in one.dataset)));
  show();
}

function byHand(by) { turn(by); again(); }

function again() {
  clearInterval(turning);
  turning = setInterval(() => { if (!held && leaves().length > 1) turn(1); }, 1000 * body.dataset.seconds);
}

document.addEventListener("click", ({ target }) => {
  if (target.id === "back") byHand(-1);
  if (target.id === "on") byHand(1);
  if (target.id === "hold") { held = !held; show(); }
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "ArrowLeft" || key === "PageUp") byHand(-1);
  if (key === "ArrowRight" || key === "PageDown") byHand(1);
});

/* the clock */
function tick() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.ends) - Date.now() - ahead) / 1000));
    const text = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : body.dataset.over;
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("over", !left);
    if (!left && rung !== clock.dataset.ends) { rung = clock.dataset.ends; body.dataset.etag = ""; }
  }
}

/* asking */
function listen(answer, sent) {
  const date = Date.parse(answer.headers.get("Date") ?? "");
  // The header has whole seconds: half of one is the best guess, as is half of the way.
  if (date) ahead = Math.round(date + 500 - (sent + Date.now()) / 2);
}

async function ask() {
  const sent = Date.now();
  const known = body.dataset.etag ? { "If-None-Match": body.dataset.etag } : {};
  const answer = await fetch(body.dataset.poll, { method: "HEAD", headers: known, cache: "no-store" });
  if (answer.status !== 304 && !answer.ok) throw new Error(String(answer.status));
  listen(answer, sent);
  if (answer.status === 304) return;
  const page = await fetch(location.href, { cache: "no-store" });
  if (!page.ok) throw new Error(String(page.status));
  take(await page.text());
}

async function poll() {
  try {
    await ask();
    failures = 0; heard = new Date();
    if (at("net").textContent) at("net").textContent = "";
  } catch {
    failures += 1;
    const time = heard.toLocaleTimeString("de-CH", { hour: "2-digit", minute: "2-digit" });
    at("net").textContent = body.dataset.away.replace("%s", time);
  }
  setTimeout(poll, Math.min(SLOWEST, EVERY * 2 ** failures));
}

show();
again();
setInterval(tick, 250);
setTimeout(poll, EVERY);
