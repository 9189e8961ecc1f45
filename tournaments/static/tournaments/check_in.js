// The door: people ticked off by number or name, as fast as a scanner types. A number that was
// entered waits in this page until the service has it; the search is free for the next one at once.
// Without this file each tick is a form of its own, and Enter searches.
const { got, place, sent } = await import(document.querySelector("#desk-script").src);

const search = document.querySelector("[data-filter]"), words = search.form.dataset;
const told = { waiting: document.querySelector("[data-jobs]"), missed: document.querySelector("[data-missed]") };
const PATIENCE = 2000;  // ms until the service is asked again
const jobs = [];  // { number, out }: what was entered and is not yet stored, in order
const missed = new Map();  // what could not be done, by number
let turns = Promise.resolve();  // what is asked of the service, one after the other
let whole = !search.value;  // whether everybody is on the page, or only who the service found
let found = whole ? null : search.value.trim().toLowerCase();  // by these words, however they are spelled

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
const pause = () => new Promise((done) => setTimeout(done, PATIENCE));
const row = (number) => document.querySelector(`[data-name^="${number} "]`);
const tickOf = (number, out) => row(number)?.querySelector(out ? ".tick.on" : ".tick:not(.on)");
const numberOf = (line) => line.dataset.name.split(" ")[0];

function show() {
  /* Who is left by the search; whose tick is on its way; what is to be told. */
  const wanted = search.value.trim().toLowerCase(), waiting = new Set(jobs.map((job) => job.number));
  for (const line of document.querySelectorAll("[data-name]")) {
    const { name } = line.dataset;
    line.hidden = wanted !== found && !(/^\d+$/.test(wanted) ? name.startsWith(`${Number(wanted)} `) : name.includes(wanted));
    line.classList.toggle("waiting", waiting.has(numberOf(line)));
  }
  told.waiting.hidden = !jobs.length;
  told.missed.replaceChildren(...[...missed.values()].map((text) => Object.assign(document.createElement("li"), { textContent: text })));
}

function enter(event) {
  /* Enter takes a number in any case, and a name when one person is left. */
  event.preventDefault();
  const typed = search.value.trim();
  if (/^\d+$/.test(typed)) { take(String(Number(typed))); return; }
  if (!typed) return;
  const left = [...document.querySelectorAll("[data-name]:not([hidden])")];
  if (left.length === 1) take(numberOf(left[0]));
  else if (left.length) search.select();
  else turn(() => look(typed));
}

function turn(ask) {
  /* Two answers at once could put the older list over the newer one. */
  turns = turns.then(ask);
}

function take(number, out = false) {
  if (!out) search.value = "";
  const job = { number, out };
  jobs.push(job);
  told.waiting.textContent = words.waiting;
  show();
  turn(() => work(job));
}

async function work(job) {
  while (!(await done(job))) {
    told.waiting.textContent = fill(words.lost, { who: jobs.map(({ number }) => number).join(", ") });
    await pause();
  }
  jobs.shift();
  show();
}

async function done({ number, out }) {
  /* Whether the service has it, or has refused it; false when nothing was heard. */
  // Another desk may have entered somebody since, or sent away who is here on this list.
  if (!tickOf(number, out) && !(await everybody())) return false;
  const line = row(number), tick = tickOf(number, out);
  missed.delete(number);
  if (!line) { missed.set(number, fill(words.nobody, { number })); return true; }
  if (!tick) {
    const who = line.querySelector("a").innerText.replace(/\s+/g, " ").trim();
    if (line.querySelector(".tick")) say(fill(words.already, { who }));
    else missed.set(number, fill(words.unapproved, { who }));
    return true;
  }
  if (tick.form.elements.q) tick.form.elements.q.value = "";
  const page = await sent(tick.form);
  if (!page?.querySelector(".desk")) return false;
  const refused = page.querySelector(".sum-up");
  if (refused) missed.set(number, `${number}: ${[...refused.querySelectorAll("li")].map((one) => one.textContent).join(" ") || refused.textContent}`);
  else place(page);
  if (document.activeElement === document.body) row(number)?.querySelector(".tick")?.focus();
  return true;
}

function say(text) {
  document.querySelector("[data-said]").textContent = text;
}

async function everybody() {
  /* The list as it is now: others enter people, too. */
  const page = await got(location.pathname);
  if (!page?.querySelector(".desk")) return false;
  history.replaceState(null, "", location.pathname);
  whole = true;
  found = null;
  place(page);
  return true;
}

async function look(name) {
  /* Nobody has this name: the service offers to enter it. */
  if (search.value.trim() !== name) return;
  const page = await got(`${location.pathname}?${new URLSearchParams({ q: name })}`);
  if (!page || search.value.trim() !== name) return;
  whole = false;
  found = name.toLowerCase();
  place(page);
  if (document.activeElement === search) document.querySelector(".left .btn.main")?.focus();
}

function ticked(event) {
  const line = event.target.closest(".people form")?.closest("[data-name]");
  if (!line) return;
  event.preventDefault();
  if (search.value) search.focus();
  take(numberOf(line), event.target.querySelector(".tick").matches(".on"));
}

function stray(event) {
  /* A scanner types wherever the focus is; a number belongs into the search. */
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (!plain || !/^\d$/.test(event.key) || event.target.closest("input, textarea, select")) return;
  search.focus();
}

// A number takes the place of the words that stand there, however the focus comes: that of a
// fresh page may come before this line or after it.
if (document.activeElement === search) search.select();
search.addEventListener("focus", () => search.select());
search.addEventListener("input", () => { show(); if (!whole) turn(() => whole || everybody()); });
search.form.addEventListener("submit", enter);
document.addEventListener("submit", ticked);
document.addEventListener("keydown", stray);
document.addEventListener("placed", show);
addEventListener("beforeunload", (event) => { if (jobs.length) event.preventDefault(); });
