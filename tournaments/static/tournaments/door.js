// The door: one line takes a number or a name as fast as a scanner types; what was entered lies in
// the outbox of this machine before anything else happens, and leaves it when the service has it.
// The list shows what the service knows with what waits here on top. Without this file the line is
// a plain form. docs/decisions/the-door.md says why so.
const outbox = await import(document.querySelector("#outbox").src);

const root = document.querySelector("[data-door]");
const of = (name) => root.querySelector(`[data-${name}]`);
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const { path, who: me, state: address } = root.dataset;
const rules = read("door-rules"), states = read("door-states");
const line = of("line"), field = line.elements.who, body = root.querySelector("tbody");
const words = of("list").dataset;
const POLL = 5000, COPY = 30_000, PAUSE = 1000;
let looked = 0;  // when the list was asked for last
let seen = read("door-seen");
let copied = seen.version;  // as the copy of this page has it
let waiting = [];  // acts in the outbox, in order
let person = null;  // who came last: { number } or { key }
let noting = false;  // "+" was typed: the next digit says with what note somebody pays
let choices = [], chosen = 0;  // who is left by what was typed, the marked one
let paused = false;  // nothing was heard of the service when something was last sent
let asked = "";  // a name that nobody has, once Enter was pressed

/* --- names as the service reads them --- */
const sounds = rules.sounds.map(([written, said]) => [new RegExp(written, "g"), said]);
const kept = new Map();

function folded(name) {
  const text = rules.folds.reduce((all, [sign, plain]) => all.replaceAll(sign, plain), name.normalize("NFC").toLowerCase());
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

const tokens = (name) => folded(name).split(/[^a-z0-9]+/).filter(Boolean);

function sound(word) {
  if (!kept.has(word)) kept.set(word, sounds.reduce((all, [written, said]) => all.replace(written, said), word));
  return kept.get(word);
}

/** Whether each word that was typed begins a word of the name, as written or as it sounds. */
export function fits(typed, name) {
  const parts = tokens(name);
  return tokens(typed).every((word) => parts.some((part) => part.startsWith(word)
    || sound(part) === sound(word) || (word.length > 3 && sound(part).startsWith(sound(word)))));
}

/* --- what is known --- */
const numberOf = ({ fields }) => (fields.number ? Number(fields.number) : null);
const enteredBy = (key) => seen.people.find((one) => one.entered_by === key);
const plain = (amount) => (amount / 100).toFixed(2);
const francs = (amount) => outbox.printed(plain(amount));

function people() {
  /* Everybody as he stands with what waits here on top. */
  const all = new Map(seen.people.map((one) => [one.number, { ...one }]));
  const fresh = new Map();
  for (const item of waiting) {
    const { fields } = item, number = numberOf(item) ?? enteredBy(fields.entered_by ?? fields.key)?.number ?? null;
    if (fields.kind === "arrival" && fields.name && number === null) {
      fresh.set(fields.key, { key: fields.key, number: null, name: fields.name, state: "present", due: seen.fee, paid: 0, labels: [], home_club: "", waits: true });
      continue;
    }
    const one = number === null ? fresh.get(fields.entered_by) : all.get(number);
    if (!one) continue;
    one.waits = true;
    if (fields.kind === "arrival") for (const mate of withHim(all, one)) mate.state = "present";
    if (fields.kind === "fee") {
      const payer = payerOf(all, one);
      // On its way it may be in the list already: only the service says that somebody paid too much.
      payer.paid += Math.min(Number(fields.rappen_known), Math.max(0, payer.due - payer.paid));
      payer.means = fields.means;
    }
    if (fields.kind === "number") Object.assign(one, { printed: true, outdated: false });
    if (fields.kind === "details") {
      if (!fields.category) one.home_club = fields.home_club;
      else one.labels = [...one.labels.filter((label) => label !== fields.category), ...(fields.take_off ? [] : [fields.category])];
    }
  }
  return { all, fresh };
}

const mates = (all, one) => (one.team ? [...all.values()].filter(({ team }) => team === one.team) : [one]);
/** Who comes and is called with somebody: his partner where pairs play, or nobody else. */
const withHim = (all, one) => (seen.pairs ? mates(all, one) : [one]);
/** A pair by the number that it has drawn, everybody else by his own: so it stands on slips. */
const paired = (one) => seen.pairs && one.team;
const shownNumber = (one) => paired(one) || one.number;
const called = (one) => (paired(one) ? words.pairWords.replace("{n}", one.team) : `${one.number ?? ""}`);
const titled = (one) => (paired(one) ? `${one.name} · ${called(one)}` : one.name);
const payerOf = (all, one) => mates(all, one).find(({ due }) => due) ?? one;

/* --- what is done --- */
async function act(fields) {
  const key = outbox.newKey();
  // An address of its own: the outbox takes what comes later to one address for a correction.
  const item = { key, path: `${path}?act=${key}`, who: me, game: path, state: "waiting", words: fields.number ?? fields.name ?? fields.who ?? "", fields: { ...fields, key } };
  waiting.push(item);
  show();
  await outbox.keep(item);
  outbox.send();
}

const meant = (one) => (one.number === null ? { entered_by: one.key } : { number: String(one.number) });

function arrive(number) {
  field.value = "";
  person = { number };
  const one = people().all.get(number);
  if (one?.state !== "present") act({ kind: "arrival", number: String(number) });
  filter();
  tell();
}

function enterNew(name) {
  const alike = choices.map(({ number }) => number).filter((number) => number !== null);
  field.value = asked = "";
  act({ kind: "arrival", name, seen: alike.join(",") });
  person = { key: waiting.at(-1).key };
  filter();
  tell();
}

function current() {
  const { all, fresh } = people();
  if (!person) return null;
  return person.number ? all.get(person.number) : fresh.get(person.key) ?? null;
}

function owes(one) {
  const { all } = people();
  const payer = one.number === null ? one : payerOf(all, one);
  return payer.due - payer.paid;
}

function pay(means, handed = null) {
  const one = current(), rappen = one ? owes(one) : 0;
  noting = false;
  if (!one || rappen < 1) return;
  act({ kind: "fee", ...meant(one), means, rappen: plain(rappen), rappen_known: String(rappen), ...(handed ? { handed: plain(handed) } : {}) });
  of("change").textContent = handed ? of("change").dataset.words.replace("{francs}", francs(handed - rappen)) : "";
  of("pay").hidden = true;
  field.focus();
}

function print() {
  const one = current();
  if (!one?.number) return;
  of("slip-number").textContent = called(one);
  of("slip-name").textContent = names(one);
  of("slip-seat").textContent = of("seat").textContent || words.laterWords;
  of("slip-draw").textContent = one.seat ? words.drawWords.replace("{draw}", seen.drawn).replace("{time}", new Date().toTimeString().slice(0, 5)) : "";
  document.body.classList.add("slip-only");
  window.print();
  document.body.classList.remove("slip-only");
  act({ kind: "number", number: String(one.number) });
  field.focus();
}

/** What somebody is besides: a category, or the club he plays for. */
function describe(fields) {
  const one = current();
  if (!one) return;
  act({ kind: "details", ...meant(one), ...fields });
  detail(current());
}

/* --- the line --- */
function enter(event) {
  event.preventDefault();
  const typed = field.value.trim();
  if (!typed) { if (!of("pay").hidden) pay("cash"); return; }
  if (/^\d+$/.test(typed)) { take(Number(typed)); return; }
  filter();
  if (choices.length && asked !== typed) {
    if (choices.length === 1 || chosen) arrive(choices[Math.max(0, chosen - 1)].number);
    return;
  }
  if (asked === typed || !choices.length && asked) enterNew(typed);
  else { asked = typed; filter(); }
}

function take(number) {
  /* A number that is not on this list may have been given at another desk: the service knows. */
  field.value = "";
  asked = "";
  const fitting = [...people().all.values()].filter((one) => shownNumber(one) === number);
  const one = fitting.find(paired) ?? fitting[0];
  if (one) { arrive(one.number); return; }
  person = null;
  act({ kind: "arrival", who: String(number) });
  filter();
  tell();
}

function key(event) {
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (!plain || (event.target.closest?.("input, select, textarea, button") && event.target !== field)) return;
  if (event.target !== field && event.key.length === 1) field.focus();
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    chosen = Math.min(choices.length, Math.max(1, chosen + (event.key === "ArrowDown" ? 1 : -1)));
    event.preventDefault();
    mark();
    return;
  }
  if (event.key === "Escape") { field.value = asked = ""; noting = false; filter(); return; }
  if (field.value || !person) return;
  if (noting && /^[1-9]$/.test(event.key)) {
    const note = root.querySelector(`[data-note][data-key="${event.key}"]`);
    event.preventDefault();
    if (note) pay("cash", Number(note.dataset.note));
    noting = false;
    return;
  }
  noting = false;
  if (event.key === "+" && !of("pay").hidden) noting = true;
  else if (event.key === "*") pay("twint");
  else if (event.key === "-") later();
  else if (event.key === "/") print();
  else return;
  event.preventDefault();
}

function later() {
  of("pay").hidden = true;
  field.focus();
}

/* --- what is shown --- */
function filter() {
  const typed = field.value.trim(), number = /^\d+$/.test(typed) ? typed : null;
  chosen = 0;
  choices = [];
  for (const row of body.rows) {
    const { one } = row;
    row.hidden = Boolean(typed) && !(number ? String(shownNumber(one)).startsWith(number) : fits(typed, titled(one)));
    if (typed && !row.hidden) choices.push(one);
  }
  if (asked !== typed) asked = "";
  const news = typed && number === null && (asked || !choices.length || choices.length > 0 && tokens(typed).length > 1);
  of("new").hidden = !news;
  const button = of("enter-new");
  button.textContent = button.dataset.words.replace("{name}", typed);
  mark();
}

function mark() {
  let at = 0;
  for (const row of body.rows) {
    row.classList.toggle("marked", !row.hidden && Boolean(field.value.trim()) && (++at === chosen || (choices.length === 1 && at === 1)));
  }
}

function cell(row, text, kind = "") {
  const made = row.insertCell();
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function draw(one) {
  const row = document.createElement("tr");
  row.one = one;
  if (one.waits) row.className = "waits";
  cell(row, shownNumber(one) ?? words.newWords, "num");
  cell(row, titled(one));
  const here = cell(row, ""), button = document.createElement("button");
  if (one.state === "present") here.textContent = `✓ ${words.hereWords}`;
  else if (one.held || one.number === null) here.textContent = states[one.state];
  else {
    button.type = "button";
    button.className = "btn small";
    button.textContent = words.hereWords;
    button.setAttribute("aria-label", `${shownNumber(one)} ${one.name}: ${words.hereWords}`);
    button.dataset.take = one.number;
    here.append(button);
  }
  if (seen.fee) {
    const open = one.due - one.paid;
    const told = open > 0 ? `${words.openWords} ${francs(open)}` : open < 0 ? `${words.backWords} ${francs(-open)}` : one.due ? `✓ ${one.means === "twint" ? "TWINT" : ""}` : "";
    const money = cell(row, told, open > 0 && one.state === "present" ? "owes" : open < 0 ? "back" : "");
    if (one.state === "present" && open > 0 && one.number !== null) {
      money.textContent = "";
      const ask = Object.assign(document.createElement("button"), { type: "button", className: "btn small", textContent: told });
      ask.dataset.ask = one.number;
      money.append(ask);
    }
  }
  cell(row, one.outdated ? words.oldWords : one.printed ? "✓" : "", one.outdated ? "owes" : "");
  return row;
}

function show() {
  const { all, fresh } = people();
  body.replaceChildren(...[...fresh.values(), ...all.values()].map(draw));
  filter();
  const left = waiting.filter(({ state }) => state === "waiting").length;
  of("door-waits").hidden = !left || !paused;
  of("door-waits").textContent = of("door-waits").dataset.words.replace("{n}", left);
}

function tell() {
  /* Who came last, large, with what he owes. */
  const one = current();
  noting = false;
  of("change").textContent = "";
  for (const part of ["seat", "pay", "print", "details"]) of(part).hidden = !one;
  of("help").hidden = Boolean(one);
  of("said").hidden = !one;
  if (!one) return;
  entitle(one);
  const open = owes(one);
  of("pay").hidden = !(open > 0) || one.held;
  of("open").textContent = francs(Math.max(0, open));
  detail(one);
}

const names = (one) => withHim(people().all, one).map(({ name }) => name).join(" / ");

function entitle(one) {
  const seats = withHim(people().all, one).map(({ seat }) => seat).join(", ");
  of("said").textContent = `${called(one)} ${names(one)}`.trim();
  of("seat").textContent = one.seat ? of("seat").dataset.words.replace("{round}", seen.round).replace("{seat}", seats) : "";
  of("print").hidden = one.number === null;
}

function detail(one) {
  of("details").hidden = false;
  for (const button of root.querySelectorAll("[data-label]")) button.setAttribute("aria-pressed", one.labels.includes(button.dataset.label));
  of("club").value = one.home_club;
}

/* --- the outbox and the service --- */
async function gathered() {
  const mine = (await outbox.items()).filter(({ game }) => game === path);
  const done = mine.filter(({ state }) => state === "sent");
  if (done.length) paused = false;
  // A scanner writes faster than anybody reads: one look a second leaves the service to the other door.
  if (done.length) await new Promise((on) => { setTimeout(on, looked + PAUSE - Date.now()); });
  const known = done.length > 0 && await refresh(true);
  // Dropped only once the list shows it: until then it stands on top of the list.
  if (known) for (const { key: sent } of done) await outbox.drop(sent);
  const left = mine.filter(({ state }) => state === "waiting" || (state === "sent" && !known));
  // What was entered a moment ago may not be in the outbox yet.
  const stored = new Set(mine.map(({ key: known }) => known));
  for (const item of done) gone.add(item.key);
  waiting = [...left, ...waiting.filter((item) => !stored.has(item.key) && !gone.has(item.key))];
  outbox.tellRefused(of("refused"), mine.filter(({ state }) => state === "refused" || state === "other"), me);
  show();
}

const gone = new Set();
let gathering = Promise.resolve();
let again = false;

function gather() {
  /* One look at a time; whatever happens meanwhile is looked at once more. */
  if (again) return;
  again = true;
  gathering = gathering.then(() => { again = false; return gathered(); }).catch(() => {});
}

async function refresh(always = false) {
  if (document.hidden && !always) return false;
  looked = Date.now();
  try {
    const answer = await fetch(`${address}?v=${encodeURIComponent(seen.version)}`, { cache: "no-store" });
    if (!answer.ok) return false;
    document.querySelector("[data-kept]").hidden = true;
    if (answer.status === 204) return true;
    const doubts = seen.doubts.length;
    seen = await answer.json();
    of("doubt-news").hidden = seen.doubts.length <= doubts;
    document.querySelector("[data-places]").replaceChildren(...[...seen.places, seen.draw].filter(Boolean)
      .map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    const entered = person?.key && enteredBy(person.key);
    if (entered) {
      person = { number: entered.number };
      entitle(entered);
    }
    return true;
  } catch {
    return false;
  }
}

line.addEventListener("submit", enter);
of("club").addEventListener("change", ({ target }) => { describe({ home_club: target.value.trim() }); field.focus(); });
field.addEventListener("input", filter);
document.addEventListener("keydown", key);
root.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.take || button.dataset.ask) arrive(Number(button.dataset.take ?? button.dataset.ask));
  else if (button.dataset.means) pay(button.dataset.means);
  else if (button.dataset.note) pay("cash", Number(button.dataset.note));
  else if ("later" in button.dataset) later();
  else if ("print" in button.dataset) print();
  else if (button.dataset.label) describe({ category: button.dataset.label, take_off: button.getAttribute("aria-pressed") === "true" ? "1" : "" });
  else if ("drawNumber" in button.dataset) enterNew(button.dataset.name);
  else if ("enterNew" in button.dataset) enterNew(field.value.trim());
  else return;
  field.focus();
});
document.addEventListener("outbox", ({ detail }) => {
  if (detail?.paused) paused = true;
  gather();
});
for (const plain of root.querySelectorAll(".no-script")) plain.remove();
line.elements.key.remove();
gather();
show();
field.focus();
setInterval(() => refresh().then((done) => done && show()), POLL);
// A copy of the page as it is now: the browser may be closed and opened again without network.
setInterval(() => {
  if (copied === seen.version || !navigator.serviceWorker?.controller) return;
  const { version } = seen;
  fetch(location.href, { headers: { Follow: "1" }, cache: "no-store" }).then(({ ok }) => { if (ok) copied = version; }, () => {});
}, COPY);
