// The table page on the phone: its forms go through the outbox, what waits is shown, and writing
// goes on with the next hand while there is no network.
// The outbox is one for all files of a page, under whatever name the service gives it out.
const { drop, items, keep, newKey, printed, send, settled, token } = await import(document.querySelector("#outbox").src);
const place = document.querySelector("[data-outbox]");
const words = place.dataset;
const HAND = /\/hands\/(\d+)\/write\/$/;
const fill = (text, n) => text.replace("{n}", n);
const pathOf = (form) => new URL(form.action, location.href).pathname;
const keyed = () => [...document.querySelectorAll("form[method=post]:not([data-direct])")].filter(
  (form) => form.elements.key && pathOf(form).startsWith(words.outbox));
const numberOf = (path) => Number(HAND.exec(path)?.[1] ?? 0);
let storable = "indexedDB" in window, hurry = false, drawn;

/* what is said about an entry while it waits: never a prediction, it may be a secret */
function told(form, submitter) {
  const said = submitter?.dataset.words ?? form.dataset.words;
  if (said) return said.trim();
  const points = [...form.querySelectorAll("[data-part]")].map((field) => field.value || field.placeholder);
  const typed = points.length && points.every(Boolean) ? points.join(" : ") : "";
  const made = form.dataset.made || typed ? `: ${printed(form.dataset.made || typed)}` : "";
  const number = numberOf(pathOf(form));
  if (number) return `${words.noun} ${number}${made}`;
  const heading = form.matches("[data-entry]") && document.querySelector("h1");
  return `${(heading || submitter || form).textContent.trim().slice(0, 80)}${made}`;
}

function itemOf(form, submitter) {
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  if (submitter?.name) fields.push([submitter.name, submitter.value]);
  return {
    key: form.elements.key.value || newKey(), path: pathOf(form), fields, game: words.outbox,
    who: words.who, words: told(form, submitter), made: form.dataset.made, state: "waiting", said: "", findings: [],
  };
}

async function written(event) {
  const form = event.target;
  if (!storable || event.defaultPrevented || !keyed().includes(form)) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "1";
  // Felt, where a phone can: somebody who looks at his cards knows that it is written.
  navigator.vibrate?.(30);
  place.querySelector("[data-state]").textContent = words.sending;
  const item = itemOf(form, event.submitter);
  try {
    await keep(item);
  } catch {
    // No room, or not allowed here: the browser sends it, as it would without this file.
    storable = false;
    return form.requestSubmit(event.submitter);
  }
  await sent(item, form);
  delete form.dataset.busy;
}

/** Sends an item and goes where that leads; without network on to the next hand. */
async function sent({ key }, form) {
  hurry = true;
  send();
  await settled(key);
  hurry = false;
  const item = (await items()).find((one) => one.key === key);
  if (item.state === "sent" || item.state === "asked") return leaveFor(item);
  if (item.state === "refused") return openAgain(item);
  // It may lie here for hours: ask that it is not cleared away meanwhile.
  navigator.storage?.persist?.();
  if (form && numberOf(item.path)) await goOn(numberOf(item.path));
  draw();
}

/** To the page that shows it. A hand is remembered until a page comes that knows of it. */
async function leaveFor(item) {
  if (numberOf(item.path)) await keep({ ...item, state: "sent" });
  else await drop(item.key);
  // Nothing leads back to a number that was sealed.
  if (item.path.endsWith("/predict/")) return location.replace(item.to);
  location.assign(item.to);
}

/** The service said no: its page shows the form as it was typed, with every fault at its field. */
async function openAgain(item) {
  if (item.code === "form_sent") await drop(item.key);
  const form = Object.assign(document.createElement("form"), { method: "post", action: item.path, hidden: true });
  for (const [name, value] of [...item.fields, ["csrfmiddlewaretoken", token()]]) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}

/** Puts the form of hand `number` in the place of the one that is shown; with what an item says. */
function renew(number, { key = newKey(), fields = [] } = {}) {
  const spare = place.querySelector("[data-spare]"), form = pen();
  if (!spare || !form) return;
  const blank = document.createElement("template");
  blank.innerHTML = spare.content.textContent.replaceAll(words.later, number);
  const fresh = blank.content.querySelector("form");
  for (const [name, value] of fields) fillIn(fresh.elements[name], value);
  fresh.elements.key.value = key;
  form.replaceWith(fresh);
  fresh.dispatchEvent(new CustomEvent("form:new", { bubbles: true }));
  const deals = slate()?.deals.split("|") ?? [], turn = number - next();
  document.querySelector(".now > span")?.replaceChildren(deals[turn % deals.length]?.trim() ?? "");
  const turned = document.querySelector(".bar .small");
  turned.textContent = turned.textContent.replace(/\d+/, number);
}

function fillIn(field, value) {
  const all = field instanceof RadioNodeList ? [...field] : [field];
  for (const one of all) {
    if (!one) continue;
    if (["radio", "checkbox"].includes(one.type)) one.checked ||= one.value === value;
    else if (one.type !== "submit") one.value = value;
  }
}

/** What the slate shows, which other phones may have changed: its totals, who deals, the next hand. */
const slate = () => document.querySelector("[data-running]")?.dataset;
const next = () => Number(slate()?.next ?? 1);
const pen = () => keyed().find((form) => numberOf(pathOf(form)));

/** The hands of this table that are written on this phone and not refused. */
async function hands() {
  return (await items()).filter(({ game, path, state }) =>
    game === words.outbox && numberOf(path) && state !== "refused");
}

/** To the first hand that is not written yet; a form that somebody fills stays where it is. */
async function goOn(least = 0) {
  const last = Math.max(next() - 1, least, ...(await hands()).map(({ path }) => numberOf(path)));
  const form = pen(), shown = form && numberOf(pathOf(form));
  const empty = form && ![...form.querySelectorAll("[data-part]")].some(({ value }) => value);
  if (last >= shown || (last + 1 < shown && empty)) renew(last + 1);
}

/** A page from before: its form may be that of a hand which this phone has written since. */
async function catchUp() {
  for (const item of await hands()) {
    if (item.state === "sent" && item.sent <= Number(words.made)) await drop(item.key);
    // The page was left in the middle of a change: what was written goes out as it was.
    if (item.state === "open") await keep({ ...item, state: "waiting" });
  }
  await goOn();
  send();
}

/** A hand that waits comes back into the form; it is not sent until it is written again. */
async function change(item) {
  for (const other of await hands()) if (other.state === "open") await keep({ ...other, state: "waiting" });
  await keep({ ...item, state: "open" });
  renew(numberOf(item.path), item);
  scrollTo(0, 0);
}

function button(text, press, kind = "btn") {
  const made = Object.assign(document.createElement("button"), { type: "button", className: kind, textContent: text });
  made.addEventListener("click", press);
  return made;
}

function line(tag, text, kind = "") {
  return Object.assign(document.createElement(tag), { textContent: text, className: kind });
}

function ways(item) {
  const again = { ...item, state: "waiting", said: "", findings: [] };
  const retry = async () => { await keep(again); await sent(again, null); };
  if (item.path === "/slate/" && item.state !== "refused") return [];
  if (item.state === "asked") return [button(words.decide, () => leaveFor(item))];
  if (item.state === "other") return [button(words.send, retry), thrown(item)];
  if (item.state === "refused") return [button(words.open, retry), thrown(item)];
  if (item.state === "waiting" && !item.said && !hurry) return waiting(item);
  if (item.code !== "log_in_needed") return [];
  const login = `${words.login}?next=${encodeURIComponent(words.outbox)}`;
  return [Object.assign(line("a", words.enter, "btn"), { href: login })];
}

function waiting(item) {
  const mends = numberOf(item.path) && place.querySelector("[data-spare]");
  return [...(mends ? [button(words.change, () => change(item))] : []), thrown(item, words.away)];
}

function thrown(item, text = words.lost) {
  const folded = document.createElement("details");
  folded.append(line("summary", text, "btn"), button(words.drop, () => drop(item.key).then(() => goOn()), "btn lost"));
  return folded;
}

function row(item) {
  const made = document.createElement("li"), does = ways(item);
  if (!item.said && !does.length) {
    made.append(line("span", item.words));
    return made;
  }
  const inside = line("div", "", "block");
  inside.append(line("b", item.state === "refused" ? `${item.words} – ${words.refused}` : item.words));
  for (const text of [item.said, ...item.findings]) if (text) inside.append(line("p", text, "small"));
  if (does.length) {
    inside.append(line("div", "", "row"));
    inside.lastChild.append(...does);
  }
  made.append(inside);
  return made;
}

/** What is on its way is not offered a second time. */
function putAway(paths) {
  for (const form of keyed().filter((one) => !numberOf(pathOf(one)) && !("round" in one.dataset))) {
    const away = paths.includes(pathOf(form));
    if (away || form.dataset.away) form.hidden = away;
    form.dataset.away = away ? "1" : "";
  }
}

async function draw() {
  const mended = new Set(document.querySelector("#errors") ? keyed().map((form) => form.elements.key.value) : []);
  const mine = (await items()).filter(({ game, state, key }) =>
    game === words.outbox && state !== "sent" && !(state === "refused" && mended.has(key)));
  const state = place.querySelector("[data-state]"), text = summary(mine);
  if (state.textContent !== text) state.textContent = text;
  state.classList.toggle("wrong", text === words.stopped);
  // Where nothing is written hand after hand, only what is not safe is worth a line.
  state.parentElement.hidden = text === words.safe && !words.seen;
  run(mine);
  inCells(mine);
  if (drawn === JSON.stringify([hurry, mine])) return;
  drawn = JSON.stringify([hurry, mine]);
  const paths = mine.filter(waits).map(({ path }) => path);
  putAway(paths);
  const list = place.querySelector("[data-list]");
  list.replaceChildren(...mine.map(row));
  list.hidden = !mine.length;
  place.querySelector("[data-stay]").hidden = !paths.length;
}

/** A cell of a sheet whose hand waits says so, and a tap on it is a tap on that hand. */
function inCells(mine) {
  for (const cell of document.querySelectorAll("a.write")) {
    const at = ({ side, line }) => side === cell.dataset.side && line === cell.dataset.line;
    const { key, fields = [] } = mine.filter(waits).find((item) => at(Object.fromEntries(item.fields))) ?? {};
    const { points, matsch, scratched } = Object.fromEntries(fields), [sign] = cell.children;
    const matched = matsch && pen()?.querySelector("[name=matsch]")?.labels[0].textContent.trim();
    sign.textContent = key ? `↑ ${scratched ? "–" : matched || points}` : "+";
    sign.ariaHidden = String(!key);
    cell.dataset.waiting = key ?? "";
  }
}

async function reopened(event) {
  const key = event.target.closest("a.write")?.dataset.waiting;
  if (!key) return;
  event.preventDefault();
  event.stopPropagation();
  await change((await items()).find((item) => item.key === key));
}

/** The totals with the hands that wait, beside those that the service has; they are told apart. */
function run(mine) {
  const place = document.querySelector("[data-running]");
  if (!place) return;
  const waiting = mine.filter((item) => waits(item) && numberOf(item.path) >= next());
  place.hidden = hurry || !waiting.length;
  const known = waiting.every(({ made }) => made), totals = place.dataset.totals.split("|").map(Number);
  for (const { made } of known ? waiting : []) made.split(" : ").forEach((points, at) => { totals[at] += Number(points); });
  const text = known ? place.dataset.with : place.dataset.without, { order } = place.dataset;
  const shown = order ? order.split("|").map((at) => totals[at]) : totals;
  if (known) document.dispatchEvent(new CustomEvent("table:totals", { detail: { totals, order: order.split("|") } }));
  place.textContent = fill(text, waiting.length).replace("{totals}", shown.map(printed).join(" : "));
}

const waits = ({ state }) => state === "waiting" || state === "open";

function summary(mine) {
  const waiting = mine.filter((item) => waits(item) && !item.said).length;
  const asked = mine.filter(({ state }) => state === "asked").length;
  if (waiting + asked < mine.length) return words.stopped;
  if (waiting) return hurry ? words.sending : waiting > 1 ? fill(words.many, waiting) : words.one;
  return asked ? words.asks : words.safe;
}

/** Numbers are sealed by the service: without network they are written with the points. */
function reach() {
  document.querySelector(".predict")?.toggleAttribute("hidden", !navigator.onLine);
}

for (const sign of ["online", "offline"]) addEventListener(sign, reach);
reach();
document.addEventListener("submit", written);
document.addEventListener("click", reopened, true);
for (const sign of ["outbox", "table:new"]) document.addEventListener(sign, () => draw().catch(() => {}));
document.addEventListener("table:new", () => { drawn = null; });
catchUp().then(draw).catch(() => { storable = false; });
