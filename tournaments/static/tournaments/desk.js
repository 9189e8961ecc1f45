// Help at the desk: sheets typed by keys alone, one after the other, with the sum and its likeliest
// slip; the clock; tables that come in without reloading. All of it works without this file: the
// server says the same after a form is sent. A sheet that was typed goes into the outbox of this machine
// first; without network typing goes on, and nothing else does.
const outbox = await import(document.querySelector("#outbox").src);
const whole = /^\d{1,6}$/;

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
}

function number(input) {
  const typed = input?.value.trim() ?? "";
  return whole.test(typed) ? Number(typed) : null;
}

/* Which one slip makes the sum right: as the service tells it after sending, the likeliest first. */
const SLIPS = ["swapped", "hands", "digit_missing", "digit_added", "look_alike", "digit"];
const LOOK_ALIKE = ["17", "38", "06", "08", "56", "49", "27", "35"];

const shortened = (long, short) => [...long].some((_digit, at) => long.slice(0, at) + long.slice(at + 1) === short);

function slipBetween(written, right) {
  const was = String(right), now = String(written);
  if (was.length === now.length + 1) return shortened(was, now) ? "digit_missing" : null;
  if (now.length === was.length + 1) return shortened(now, was) ? "digit_added" : null;
  if (was.length !== now.length) return null;
  const other = [...was].map((digit, at) => [digit, now[at]]).filter(([one, two]) => one !== two);
  if (other.length === 1) return LOOK_ALIKE.includes([...other[0]].sort().join("")) ? "look_alike" : "digit";
  const crossed = other.length === 2 && other[0].join() === [...other[1]].reverse().join();
  return crossed ? "swapped" : null;
}

function suspect(values, off, { hand, hands }) {
  const found = values.map((written, at) => ({ at, written, instead: written + off, slip: slipBetween(written, written + off) }))
    .filter(({ instead, slip }) => slip && instead >= 0);
  const played = hands - off / hand;
  if (off % hand === 0 && played >= 1 && played <= hands) found.push({ written: hands, instead: played, slip: "hands" });
  return found.sort((one, two) => SLIPS.indexOf(one.slip) - SLIPS.indexOf(two.slip))[0];
}

const typedAhead = [];  // keys that came while a sheet was on its way

class Entry {
  /* The form that types a sheet: number of the table, totals, each with Enter; the last one sends. */
  constructor(form) {
    this.form = form;
    this.table = form.querySelector("[data-table]");
    this.points = [...form.querySelectorAll("[data-points]")];
    this.made = [...form.querySelectorAll("[data-made]")];
    this.live = form.querySelector("[data-sum]");
    this.help = this.live.textContent;
    this.warned = "";
  }

  start(again) {
    // The page may be a copy from before: its key was used since.
    if ("quiet" in this.form.dataset) this.form.elements.key.value = outbox.newKey();
    this.form.addEventListener("input", () => this.typed());
    this.form.addEventListener("keydown", (event) => this.key(event));
    this.form.addEventListener("submit", (event) => this.submit(event));
    // The table that is proposed is replaced by the one that is typed, not lengthened by it.
    this.table?.addEventListener("click", () => this.table.select());
    if (this.form.querySelector(".error")) typedAhead.length = 0;
    const wrong = this.form.querySelector("[aria-invalid=true]");
    // On a phone the keyboard would hide what is above: there a tap begins.
    if (wrong || (this.table && (again || !matchMedia("(pointer: coarse)").matches))) go(wrong ?? this.table);
    this.show();
    this.replay();
  }

  key(event) {
    if (this.sending) { event.preventDefault(); typedAhead.push(event.key); return; }
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    this.enter(event.target);
  }

  enter(field) {
    const typed = [...this.form.querySelectorAll("input:not([type=hidden]), select")];
    const fields = typed.filter((one) => !one.closest("details:not([open])"));
    const next = fields[fields.indexOf(field) + 1];
    if (next) go(next); else this.form.requestSubmit();
  }

  replay() {
    while (typedAhead.length && !this.sending) {
      const key = typedAhead.shift(), field = document.activeElement;
      if (!this.form.contains(field)) return;
      if (key === "Enter" || key === "Tab") this.enter(field);
      if (key === "Backspace" && field.selectionStart === field.selectionEnd) field.selectionStart = Math.max(0, field.selectionStart - 1);
      if (key !== "Backspace" && !/^\d$/.test(key)) continue;
      field.setRangeText(key === "Backspace" ? "" : key, field.selectionStart, field.selectionEnd, "end");
      this.typed();
    }
  }

  typed() {
    this.form.dataset.typed = "";
    this.show();
  }

  submit(event) {
    /* A wrong sum is sent at the second attempt: where the regulation takes it, it can be meant. */
    const { wrong, at, values } = this.sum();
    if (wrong && this.warned !== values.join()) {
      event.preventDefault();
      this.warned = values.join();
      go(this.inputs[at]);
    } else if ("quiet" in this.form.dataset) {
      event.preventDefault();
      this.send();
    }
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    const page = await this.stored();
    this.sending = false;
    if (page) place(page, "#entry"); else this.goOn();
  }

  async stored() {
    /* The page that follows; null where the sheet waits on this machine. */
    const key = this.form.elements.key.value, path = new URL(this.form.action).pathname, table = this.table.value.trim();
    const fields = [...new FormData(this.form)].filter(([name]) => name !== "csrfmiddlewaretoken");
    const item = {
      key, path: `${path}?table=${table}`, fields, game: location.pathname, who: this.form.dataset.by, state: "waiting", said: "",
      words: `${fill(this.form.dataset.one, { n: table })}: ${this.inputs.map(({ value }) => value).join(" : ")}`,
    };
    try {
      await outbox.keep(item);
    } catch {
      return sent(this.form);  // nothing may be kept here
    }
    const known = outbox.settled(key);
    outbox.send();
    await known;
    const now = (await outbox.items()).find((one) => one.key === key);
    if (now?.state === "waiting") return null;
    if (now) await outbox.drop(key);
    return now && now.state !== "sent" ? sent(this.form) : got(now?.to.split("#")[0] ?? location.href);
  }

  goOn() {
    /* The next table that is missing here, while what was typed waits. */
    const chips = [...document.querySelectorAll(".missing [data-table]")], table = this.table.value.trim();
    chips.find((chip) => chip.dataset.table === table)?.classList.add("typed", "waits");
    const next = chips.find((chip) => !chip.classList.contains("waits") && Number(chip.dataset.table) > Number(table))
      ?? chips.find((chip) => !chip.classList.contains("waits"));
    for (const field of this.form.querySelectorAll("input:not([type=hidden]), select")) field.value = "";
    this.form.elements.key.value = outbox.newKey();
    delete this.form.dataset.typed;
    this.table.value = next?.dataset.table ?? "";
    this.show();
    go(next ? this.inputs[0] : this.table);
    this.replay();
  }

  get inputs() {
    return this.form.dataset.counts === "points" ? this.points : this.made;
  }

  get hands() {
    return number(this.form.querySelector("[data-played]")) ?? Number(this.form.dataset.hands);
  }

  get adds() {
    return Number(this.form.dataset.hand) > 0;
  }

  get expected() {
    const { hand, bonus, counts } = this.form.dataset;
    const matsches = [...this.form.querySelectorAll("[data-matsches]")];
    const more = matsches.reduce((sum, input) => sum + (number(input) ?? 0), 0);
    return this.hands * hand + (counts === "points" ? more * bonus : 0);
  }

  sum() {
    const values = this.inputs.map(number);
    const missing = values.filter((value) => value === null).length;
    const sum = values.reduce((total, value) => total + (value ?? 0), 0);
    const off = this.expected - sum;
    const wrong = values.length > 0 && this.adds && (missing ? off < 0 : off !== 0);
    const slip = wrong && !missing ? suspect(values, off, { hand: Number(this.form.dataset.hand), hands: this.hands }) : null;
    return { values, missing, sum, off, wrong, slip, at: slip?.at ?? 0, some: missing < values.length };
  }

  show() {
    const { values, missing, sum, off, wrong, slip, some } = this.sum();
    this.derive(values, this.form.dataset.alone && missing === 1 && off >= 0 ? off : null);
    const unknown = this.who();
    this.live.classList.toggle("right", some && this.adds && !missing && !wrong && !unknown);
    this.live.classList.toggle("wrong", (some && wrong) || unknown);
    this.inputs.forEach((input, at) => input.toggleAttribute("data-suspect", slip?.at === at));
    const words = this.form.dataset, told = { sum: outbox.printed(sum), expected: outbox.printed(this.expected), off: outbox.printed(off < 0 ? `+${-off}` : wrong ? `−${off}` : off) };
    const text = unknown ? fill(words.known, { n: this.table.value }) : !some || !this.inputs.length || !this.adds ? this.help
      : fill(wrong ? words.wrong : missing ? words.partly : words.right, told);
    const maybe = slip && !unknown ? `. ${fill(slip.slip === "hands" ? words.less : words.maybe, { written: outbox.printed(slip.written), instead: outbox.printed(slip.instead) })}` : "";
    this.live.textContent = text + maybe;
  }

  derive(values, rest) {
    /* One typist may leave the last number out; two who check each other write it. */
    this.inputs.forEach((input, at) => {
      input.placeholder = values[at] === null && rest !== null && input.value === "" ? rest : "";
    });
  }

  who() {
    /* Names of the table that is named; whether no result is missing there. */
    const table = number(this.table);
    if (table === null) return false;
    const chip = document.querySelector(`.missing [data-table="${table}"]`);
    const names = chip?.dataset.names.split("|") ?? [];
    this.form.querySelectorAll("[data-who]").forEach((where, at) => {
      where.textContent = names[at] ?? "";
    });
    const boards = chip?.dataset.boards?.split(" ") ?? [];
    this.form.querySelectorAll("[data-board]").forEach((where, at) => { where.textContent = boards[at] ?? ""; });
    return !chip;
  }
}

function go(field) {
  field?.focus();
  field?.select?.();
}

export function sent(form) {
  /* The page that answers a form, without leaving this one. */
  return got(form.action, { method: "POST", body: new FormData(form) });
}

export async function got(address, how) {
  /* A page; null where nothing was heard of the service: no network, or it says "later". */
  try {
    const answer = await fetch(address, how);
    if (answer.status >= 500 || answer.status === 429) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null;
  }
}

let placings = 0;  // how often the page has changed since it came

export function place(page, own) {
  /* Take over what is told and what has changed; `own` is the part that was sent. */
  placings += 1;
  if (!page.querySelector(".desk")) { location.reload(); return; }
  const said = [...page.querySelectorAll("main > [role=status]:not([hidden])")].map((one) => one.textContent).join(" ");
  for (const part of document.querySelectorAll("[data-live]")) {
    part.replaceWith(page.querySelector(`[data-live="${part.dataset.live}"]`) ?? "");
  }
  const old = own && document.querySelector(own), fresh = own && page.querySelector(own);
  if (fresh) old?.replaceWith(fresh); else old?.remove();
  const where = document.querySelector("[data-said]");
  if (where) where.textContent = said;
  if (fresh) begin(fresh, true); else if (own) document.querySelector(".next .btn.main")?.focus();
  placed();
}

function placed() {
  document.querySelector("[data-kept]").hidden = true;
  tick();
  document.dispatchEvent(new Event("placed"));
}

function tick() {
  /* The clock of the service, not of this machine. */
  for (const place of document.querySelectorAll("[data-ends]")) {
    place.dataset.skew ??= Date.now() / 1000 - Number(place.dataset.now);
    const left = Math.round(place.dataset.ends - (Date.now() / 1000 - place.dataset.skew));
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    place.textContent = left > 0 ? time : place.dataset.over;
    place.classList.toggle("over", left <= 0);
  }
}

let alone = false;

function heard(there) {
  /* Whether the service answers: without it the page says at once what still goes. */
  alone = !there;
  document.querySelector("[data-alone]")?.toggleAttribute("hidden", there);
  return there;
}

async function answers() {
  return heard(await fetch("/healthz", { cache: "no-store" }).then(({ ok }) => ok, () => false));
}

async function refresh() {
  /* What other people wrote meanwhile; nothing that is being typed is touched. */
  if (document.hidden) return;
  const before = placings;
  // Followed: a copy of the page is kept, so that it opens without network, too.
  const answer = await fetch(location.href, { headers: { Follow: "1" }, cache: "no-store" });
  heard(answer.status < 500);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  // What was sent meanwhile is stored, and this answer may be older.
  if (placings !== before) return;
  for (const part of document.querySelectorAll("[data-live]")) {
    const other = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
    const busy = part.contains(document.activeElement) || part.querySelector("details[open]");
    if (other && !busy && other.textContent !== part.textContent) part.replaceWith(other);
  }
  placed();
}

function begin(part, again = false) {
  for (const form of part.querySelectorAll("form[data-entry]")) new Entry(form).start(again);
}

function choose(event) {
  /* An outstanding table that is tapped is the one to type. */
  const chip = event.target.closest(".missing [data-table]"), table = document.querySelector("form #table");
  if (!chip || !table) return;
  event.preventDefault();
  table.value = chip.dataset.table;
  table.dispatchEvent(new Event("input", { bubbles: true }));
  go(document.querySelector("[data-points], .boards input"));
}

async function waiting() {
  /* What the outbox has of this desk: sheets that wait, and what was refused. */
  const list = document.querySelector("[data-refused]");
  const mine = (await outbox.items()).filter(({ game }) => game === location.pathname);
  if (list) outbox.tellRefused(list, mine.filter(({ state }) => ["refused", "other"].includes(state)), list.dataset.by);
  const late = mine.filter(({ state }) => state === "sent" || state === "asked");
  const busy = document.querySelector("form[data-entry]")?.elements.key.value;
  for (const { key } of late) if (key !== busy) await outbox.drop(key);
  for (const item of mine.filter(({ state }) => state === "waiting")) {
    const { table } = Object.fromEntries(item.fields);
    if (item.key !== busy) document.querySelector(`.missing [data-table="${table}"]`)?.classList.add("typed", "waits");
  }
  if (late.every(({ key }) => key === busy)) return;
  const before = placings, page = await got(location.pathname);
  // What was placed meanwhile is newer; what is being typed stays.
  if (page && placings === before) place(page, document.querySelector("#entry [data-typed]") ? "" : "#entry");
}

async function onlyConnected(event) {
  /* Without network a sheet is typed; who draws, calls or closes has to see what all others see. */
  const form = event.target;
  if (!(alone || !navigator.onLine) || form.method !== "post" || "quiet" in form.dataset) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (await answers()) form.requestSubmit(event.submitter);
}

document.addEventListener("outbox", ({ detail }) => {
  if (detail?.paused) answers();  // another page may be the one that sends
  if (detail?.key) heard(true);
  waiting().catch(() => {});
});
document.addEventListener("submit", onlyConnected, true);
addEventListener("offline", () => heard(false));
waiting().catch(() => {});
function find(event) {
  /* The search is one key away, wherever no words are being typed. */
  const field = document.querySelector("#find"), words = "input:not([inputmode=numeric]), textarea, select";
  if (event.key !== "/" || !field || event.ctrlKey || event.metaKey || event.target.closest(words)) return;
  event.preventDefault();
  go(field);
}

begin(document);
document.addEventListener("keydown", find);
document.addEventListener("click", choose);
if (document.querySelector("[data-ends]")) { tick(); setInterval(tick, 1000); }
const look = () => refresh().catch(() => heard(false));
if (document.querySelector("[data-live]")) setInterval(look, 15000);
// A copy, since the service was slow: what it says now takes its place as soon as it comes.
if (document.querySelector("[data-kept]:not([hidden])")) look();
