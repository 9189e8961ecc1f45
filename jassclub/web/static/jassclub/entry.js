// Help while a hand is written; the form works without this file.
const { printed } = await import(document.querySelector("#outbox").src);
const whole = /^-?\d{1,4}$/;
const added = /^(\d+(\+\d+)*)?$/;
const SOON = 120, HABIT = 900, DRAWN = 30;

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
}

function number(input) {
  const typed = input.value.trim();
  return whole.test(typed) ? Number(typed) : null;
}

/* What a hand brings each column by the tariff that comes with the form: without network nobody
   else says. Null where only the service knows. */
function worth(form, made) {
  const by = tariff(form);
  if (by?.lines) return inCell(form, by, made[0]);
  if (!by || made.includes(null)) return null;
  if (by.plain) return form.querySelector("[data-key=sign]") || made.every((points) => points >= 0) ? made : null;
  if (by.differences) return missed(form, by, made);
  const [contract, matsch, stoeck] = ["contract", "matsch", "stoeck"].map((name) => chosen(form, name));
  const factor = by.factors[contract] ?? by.factor, weis = shown(form, by);
  if (!factor || !weis || (matsch && made[matsch] !== by.whole)) return null;
  if (stoeck && contract && !by.trumps.includes(contract)) return null;
  const times = ([points, multiplied]) => points * (multiplied ? factor : 1);
  return made.map((points, side) => points * factor + times([weis[side], by.weis])
    + (matsch === String(side) ? times(by.matsch) : 0)
    + (stoeck && stoeck % 2 === side ? times(by.stoeck) : 0));
}

const tariff = ({ dataset }) => dataset.tariff && JSON.parse(dataset.tariff);
const chosen = (form, name) => form.querySelector(`[name=${name}]:checked`)?.value ?? "";

function missed(form, { never }, made) {
  const said = [...form.querySelectorAll(".said")].map((cell) => number(cell.querySelector("input") ?? { value: cell.textContent }));
  if (said.some((points) => points === null || points > form.dataset.total) || made.some((points) => never.includes(points))) return null;
  return made.map((points, seat) => Math.abs(points - said[seat]));
}

/* A cell of the Coiffeur; its Matsch is told with the bonus or without. */
function inCell(form, { lines, matsch: [bonus, times] }, typed) {
  const { factor, sums, never } = lines[chosen(form, "line")] ?? {}, side = chosen(form, "side");
  const matsch = chosen(form, "matsch"), scratched = chosen(form, "scratched");
  if (!factor || !side || (scratched && (matsch || typed)) || (typed === null && form.elements.points.value)) return null;
  const all = typed ?? (sums.length === 1 ? sums[0] : null);
  const cards = matsch ? sums.find((sum) => sum === all || sum + bonus === all) : typed ?? (scratched ? 0 : undefined);
  if (cards === undefined || cards > sums.at(-1) || never.includes(cards)) return null;
  const total = cards * factor + (matsch ? bonus * (times ? factor : 1) : 0);
  return [...form.querySelectorAll("[name=side]")].map(({ value }) => (value === side ? total : 0));
}

function most(form) {
  const by = tariff(form), line = by?.lines?.[chosen(form, "line")];
  return line ? line.sums.at(-1) + (chosen(form, "matsch") ? by.matsch[0] : 0) : Infinity;
}

function shown(form, { compared }) {
  const texts = [0, 1].map((side) => form.elements[`weis_${side}`]?.value.trim() ?? "");
  if (!texts.every((text) => added.test(text))) return null;
  const parts = texts.map((text) => text.split("+").map(Number));
  const sums = parts.map((all) => all.reduce((sum, part) => sum + part, 0));
  if (!compared || !sums[0] || !sums[1]) return sums;
  const [one, other] = parts.map((all) => Math.max(...all));
  if (one === other) return null;
  return one > other ? [sums[0], 0] : [0, sums[1]];
}

class Sum {
  /* Number fields that make one sum (157): the one left empty follows from the others. */
  constructor(form) {
    this.form = form;
    this.inputs = [...form.querySelectorAll("[data-part]")];
    this.live = form.querySelector("[data-live]");
    this.help = this.live.textContent;
    this.keys = [...form.querySelectorAll("[data-write]")];
  }

  get total() {
    return this.form.querySelector("[data-open-sum]:checked") || !this.form.dataset.total ? null : Number(this.form.dataset.total) + this.more;
  }

  get more() {
    /* A hand or a matsch more than is usual makes the sum greater. */
    const counted = [...this.form.querySelectorAll("[data-each]")];
    return counted.reduce((sum, { value, dataset: { each, usual } }) =>
      sum + each * (whole.test(value.trim()) ? value - usual : 0), 0);
  }

  values() {
    const typed = this.inputs.map(number);
    const empty = typed.filter((value) => value === null).length;
    const rest = this.total - typed.reduce((sum, value) => sum + (value ?? 0), 0);
    const derived = this.total !== null && empty === 1 && rest >= 0;
    return typed.map((value) => (value === null && derived ? rest : value));
  }

  matsch() {
    const side = chosen(this.form, "matsch");
    return side === "" ? null : Number(side);
  }

  show() {
    const values = this.values();
    this.inputs.forEach((input, index) => {
      const derived = input.value === "" && values[index] !== null;
      input.placeholder = derived ? values[index] : "";
    });
    const full = values.every((value) => value !== null);
    const sum = values.reduce((total, value) => total + (value ?? 0), 0);
    const total = this.total ?? most(this.form);
    const wrong = sum > total || (this.total !== null && full && sum !== total);
    this.off = wrong;
    this.say(values, { full, sum, wrong, total });
  }

  say(values, { full, sum, wrong, total }) {
    const words = this.live.dataset;
    const said = { total: printed(total), off: printed(Math.abs(sum - total)) };
    this.live.classList.toggle("wrong", wrong);
    this.live.textContent = wrong ? fill(sum > total ? words.over : words.under, said) : this.help;
    const settled = chosen(this.form, "scratched") || this.form.querySelector("[name=matsch][type=checkbox]:checked");
    this.form.dataset.made = ((full || settled) && !wrong && worth(this.form, values)?.join(" : ")) || "";
    this.foresee(full || settled);
  }

  /* The service says what would be written: a key promises nothing else, without network only
     what the phone can reckon. It writes all the same. */
  foresee(whole) {
    clearTimeout(this.clock);
    this.turn = (this.turn ?? 0) + 1;
    this.promise([]);
    if (whole) this.clock = setTimeout(() => this.ask(this.turn), SOON);
  }

  promise(told) {
    this.keys.forEach((key, at) => {
      const points = told[at], { write, idle } = key.dataset;
      key.closest("button").classList.toggle("idle", !points);
      key.textContent = points ? fill(write, { points: printed(points) }) : idle;
    });
  }

  async ask(turn) {
    const sent = { method: "POST", body: new FormData(this.form), redirect: "error" };
    const answer = await fetch(this.form.dataset.preview, sent)
      .then((response) => (response.ok ? response.json() : response.status < 500 && {})).catch(() => false);
    if (turn !== this.turn) return;
    if (!answer) return this.promise([this.form.dataset.made]);
    if (answer.each) return this.promise(answer.each.map(({ points }) => points));
    const { ready, said, points, lacks } = answer;
    // A wrong sum is said in the numbers of the form already.
    if (said && (ready || !this.live.classList.contains("wrong"))) this.live.textContent = said;
    this.live.classList.toggle("wrong", Boolean(said) && !ready && !lacks);
    this.promise([ready && points]);
  }
}

class Pad {
  /* Big keys that write into the field chosen last. What stood there goes with the first digit. */
  constructor(form) {
    this.form = form;
    this.thumb = matchMedia("(pointer: coarse)").matches;
    form.addEventListener("focusin", ({ target }) => { if (target.matches("[data-pad]")) this.choose(target); });
    form.addEventListener("click", ({ target }) => { if (this.thumb && target.matches("[data-pad]")) this.reached?.(target); });
    const keys = form.querySelector(".pad"), touches = new Map();
    keys.addEventListener("pointerdown", (event) => touches.set(event.pointerId, event));
    keys.addEventListener("pointerup", (event) => this.lift(touches.get(event.pointerId), event));
    // The click may come after the next touch, and after a long one not at all. Its stamp is that
    // of the finger: on a busy phone it is handled seconds later, and is still the same touch.
    keys.addEventListener("click", ({ target, detail, timeStamp }) => {
      if (!detail || timeStamp - this.lifted > HABIT) this.press(target.closest("button")?.dataset.key);
    });
    this.lifted = this.led = 0;
    if (this.thumb) this.fields.forEach((field) => { field.inputMode = "none"; });
    this.choose(this.fields[0]);
    form.querySelector(".asks > .rare")?.addEventListener("toggle", ({ target }) => this.raise(target));
    // Whoever stays at home has nothing to type.
    form.addEventListener("change", () => { if (!this.chosen.value && !this.plays(this.chosen)) this.next(); });
  }

  get fields() {
    return [...this.form.querySelectorAll("[data-pad]")].filter((one) => !one.closest(".rare:not([open])") && (one === this.chosen || this.plays(one)));
  }

  /* The one whose field it is has cards in this hand. */
  plays({ name, dataset }) {
    const away = this.form.querySelectorAll("[data-away]:checked");
    return !("out" in dataset) && ![...away].some((one) => name.endsWith(`_${one.dataset.away}`));
  }

  choose(field) {
    this.chosen?.classList.remove("chosen", "full");
    this.chosen = field;
    field.classList.add("chosen");
    field.classList.toggle("full", field.value !== "");
    if (!this.thumb && field === document.activeElement) field.select();
  }

  set(text) {
    this.chosen.value = text;
    this.chosen.classList.remove("full");
    this.chosen.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* A number to which no digit can be added any more leads on to the next field by itself. */
  write(key) {
    const field = this.chosen, { strokes = 0, most } = field.dataset;
    const before = field.classList.contains("full") ? "" : field.value;
    this.led = 0;
    this.show();
    // The questions after it come into sight.
    if (!("part" in field.dataset)) this.raise(field.closest(".points, .field"));
    if (strokes) this.addRest(field, strokes, key);
    else if (before.length < 4) this.set(before + key);
    if (most && field !== this.fields.at(-1) && (field.value === "0" || field.value * 10 > most)) this.lead();
  }

  /* Where nothing tells how long a number is, its last digit drawn to the right leads on. */
  lift(down, up) {
    const button = down?.target.closest("button"), key = button?.dataset.key, field = this.chosen;
    if (!key || down.button) return;
    this.lifted = up.timeStamp;
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const across = up.clientX - down.clientX, along = Math.abs(up.clientY - down.clientY);
    if ("long" in field.dataset && key >= 0 && across > Math.max(DRAWN, 2 * along)) {
      this.write(key);
      if (field === this.chosen && field !== this.fields.at(-1)) this.lead();
    } else if (up.clientX > left && up.clientX < right && up.clientY > top && up.clientY < bottom) this.press(key);
  }

  lead() {
    this.next();
    this.led = Date.now();
  }

  /* Beside strokes that stand already, digits are those of the rest. */
  addRest(field, strokes, key) {
    const rest = `${field.value - strokes || ""}${key}`;
    if (rest.length < 3) this.set(Number(strokes) + Number(rest));
  }

  back() {
    const fields = this.fields, { value, dataset: { most, strokes = 0 } } = this.chosen;
    if (strokes && value > Number(strokes)) return this.set(Number(strokes) + Math.floor((value - strokes) / 10));
    if (!value && most) this.choose(fields[Math.max(0, fields.indexOf(this.chosen) - 1)]);
    return this.set(this.chosen.value.slice(0, -1));
  }

  step() {
    this.next();
    this.reached?.(this.chosen);
  }

  next() {
    const fields = this.fields, asked = this.chosen.closest(".points");
    this.choose(fields[(fields.indexOf(this.chosen) + 1) % fields.length]);
    this.show();
    if (this.chosen.closest(".points") !== asked) this.raise(this.chosen.closest(".points, .field"));
  }

  /* The next question, and those after it, come into sight. */
  raise(question) {
    const box = question?.closest(".asks");
    if (box) box.scrollTop += Math.floor(question.getBoundingClientRect().top - box.getBoundingClientRect().top);
  }

  /* Fields that scroll in their own box: the next one comes into sight, and nothing else moves. */
  show() {
    const box = this.chosen.closest(".many, .asks");
    if (!box) return;
    const [seen, field] = [box, this.chosen.closest(".player, .field")].map((one) => one.getBoundingClientRect());
    box.scrollTop += Math.ceil(Math.max(0, field.bottom - seen.bottom)) + Math.floor(Math.min(0, field.top - seen.top));
  }

  press(key) {
    const { value } = this.chosen;
    // Led on a moment ago: going on by habit would skip a field.
    if (key === "next") { if (Date.now() - this.led > HABIT) this.step(); }
    else if (key === "back") this.back();
    else if (key === "sign") this.set(value.startsWith("-") ? value.slice(1) : `-${value}`);
    else if (key) this.write(key);
  }
}

function otherSideFollows(sum) {
  /* Of two numbers the one that nobody typed, here or before this ran, follows from the other. */
  const typed = new Set(sum.inputs.filter((one) => one.value !== one.defaultValue));
  sum.inputs.forEach((input) => input.addEventListener("input", () => {
    typed.add(input);
    const other = sum.inputs.find((one) => one !== input);
    // A matsch says both numbers: to leave it is said there.
    if (sum.inputs.length === 2 && sum.total !== null && sum.matsch() === null && input.value && !typed.has(other)) other.value = "";
  }));
}

/* Of several numbers that are off together, the one that is tapped takes the rest; it stands as
   before once another is tapped, or it again, and nothing was typed. */
function restFollows(sum, pad) {
  let taken = null, before = "";
  pad.reached = (field) => {
    const again = field === taken;
    if (taken?.value === "") taken.value = before;
    taken = null;
    sum.show();
    if (again || !sum.off || !sum.inputs.includes(field) || !sum.inputs.every(({ value }) => value)) return;
    [taken, before, field.value] = [field, field.value, ""];
    field.classList.remove("full");
    sum.show();
  };
}

class Cell {
  /* Coiffeur: a tap on an open cell of the sheet chooses side and line of what is written. */
  constructor(form) {
    this.form = form;
    this.words = form.querySelector("[data-cell-words]");
    form.addEventListener("change", () => this.show());
    this.show();
    this.reach(document.querySelector("a.write")?.closest("tr"));
  }

  reach(row) {
    const box = row?.closest(".shown"), [seen, line] = [box, row].map((one) => one?.getBoundingClientRect());
    if (box && line.bottom > seen.bottom - 40) box.scrollTop += line.top - seen.top - 24;
  }

  take({ side, line }) {
    this.radios().forEach((radio) => { radio.checked = radio.value === (radio.name === "side" ? side : line); });
    this.form.querySelector("[data-cell]").open = false;
    this.form.querySelectorAll("[name=contract]").forEach((radio) => { radio.checked = false; });
    this.form.dispatchEvent(new Event("change"));
    this.form.dispatchEvent(new Event("input"));
  }

  radios() { return [...this.form.querySelectorAll("[name=side], [name=line]")]; }

  show() {
    const [side, line] = ["side", "line"].map((name) => this.form.querySelector(`[name=${name}]:checked`));
    if (side && line) this.words.className = "";
    if (side && line) this.words.textContent = [side, line].map((radio) => radio.labels[0].textContent).join(" · ");
    const labels = [...this.form.querySelectorAll("[data-lines]")];
    labels.forEach((label) => { label.hidden = !label.dataset.lines.split("|").includes(line?.value); });
    const choices = this.form.querySelector("[data-choices]");
    if (choices) choices.hidden = labels.every((label) => label.hidden);
    document.querySelectorAll("a.write").forEach(({ parentElement, dataset }) => {
      parentElement.classList.toggle("now", dataset.side === side?.value && dataset.line === line?.value);
    });
  }
}

function cellTaps(form) {
  const cell = new Cell(form);
  const tapped = (event) => {
    const open = event.target.closest("a.write");
    if (!form.isConnected) document.removeEventListener("click", tapped);
    if (!open || !form.isConnected) return;
    event.preventDefault();
    cell.take(open.dataset);
  };
  document.addEventListener("click", tapped);
}

function matschFills(sum) {
  /* All tricks taken, in a Misère none: the points follow; taking it back empties them again. */
  sum.form.querySelectorAll(":is([name=matsch], [name=misere])[type=radio]").forEach((radio) => radio.addEventListener("change", () => {
    const side = sum.matsch(), misere = Boolean(chosen(sum.form, "misere"));
    if (side === null && radio.name === "misere") return;
    sum.inputs.forEach((input, index) => {
      input.value = side === null ? "" : (index === side) !== misere ? sum.form.dataset.total : "0";
    });
    sum.show();
  }));
}

class Faces {
  /* Matsch, Weis and Stöck take the place of the digits, one question at a time. */
  constructor(form) {
    this.keys = form.querySelector(".keys");
    this.pointed = form.querySelector("[data-pad]");
    this.buttons = [...form.querySelectorAll("[data-face]")];
    this.buttons.forEach((button) => button.addEventListener("click", () => this.toggle(button.dataset.face)));
    form.addEventListener("change", (event) => this.answered(event.target));
    // At the click, never when the field gets the focus: keys that come back then would slip
    // below the finger.
    form.addEventListener("click", ({ target }) => { if (target.matches("[data-pad]")) this.point(target); });
    const wrong = this.buttons.find((button) => this.face(button).querySelector(".error"));
    this.show(wrong?.dataset.face ?? this.home);
    for (const sign of ["wish", "drawn"]) document.addEventListener(sign, () => this.show(this.home));
    form.addEventListener("digits", () => this.show(""));
  }

  get home() { return kept("strokes") && this.keys.querySelector("#strokes .half") ? "strokes" : ""; }

  /* A field that is touched asks for digits; touched again it gives the strokes back. */
  point(field) {
    const again = field === this.pointed && this.open === "";
    this.pointed = field;
    this.show(again ? this.home : "");
  }

  face(button) { return this.keys.querySelector(`#${button.dataset.face}`); }

  toggle(name) { this.show(this.open === name ? this.home : name); }

  show(name) {
    this.open = name;
    this.keys.classList.toggle("asked", name !== "");
    this.keys.querySelectorAll(".face").forEach((face) => face.classList.toggle("open", face.id === name));
    this.buttons.forEach((button) => {
      button.setAttribute("aria-expanded", button.dataset.face === name);
      button.classList.toggle("set", this.isSet(this.face(button)));
    });
  }

  isSet(face) {
    const texts = [...face.querySelectorAll("input[type=text], :not(.equal) > .pick > label > input:checked")];
    return texts.some((input) => !input.closest(".equal") && input.value.trim() !== "");
  }

  answered(field) {
    if (field.type === "radio" && field.closest(".face:not(.stays)")) this.show(this.home);
    else this.show(this.open);
  }
}

/* Few phones draw strokes: what they need comes when it is asked for. */
function withStrokes(form, sum, pad) {
  if (!kept("strokes")) return document.addEventListener("wish", () => withStrokes(form, sum, pad), { once: true });
  // Without network, and never drawn before: the digits stay.
  import(form.querySelector("#strokes").dataset.file).then(({ draw }) => draw(form, sum, pad)).catch(() => {});
}

/* What this phone keeps to itself: the upper half turned round, strokes instead of digits. */
function kept(name) {
  try { return localStorage.getItem(name) === "1"; } catch { return false; }
}

function wishes() {
  for (const button of document.querySelectorAll("[data-keep]")) {
    button.setAttribute("role", "button");
    button.setAttribute("aria-pressed", kept(button.dataset.keep));
    button.hidden = false;
  }
  document.documentElement.classList.toggle("turned", kept("turned"));
}

document.addEventListener("click", (event) => {
  const wish = event.target.closest("[data-keep]");
  if (!wish) return;
  event.preventDefault();
  try { localStorage.setItem(wish.dataset.keep, kept(wish.dataset.keep) ? "0" : "1"); } catch { return; }
  wishes();
  document.dispatchEvent(new Event("wish"));
  scrollTo(0, 0);
});

class Weise {
  /* Buttons add up what each side shows; only where both show the same is more asked. */
  constructor(form) {
    this.face = form.querySelector("#weis");
    this.rows = [...this.face.querySelectorAll("[data-weis]")].map((row) => row.querySelector("input"));
    this.names = this.rows.map((input) => input.labels[0].textContent);
    this.said = this.face.querySelector("[data-weis-said]");
    this.face.addEventListener("click", (event) => this.add(event.target.closest("[data-add]")));
    this.face.addEventListener("input", () => this.show());
    this.show();
  }

  add(button) {
    if (!button) return;
    const input = button.closest("[data-weis]").querySelector("input");
    const parts = input.value.split("+").filter(Boolean);
    if (button.dataset.add) parts.push(button.dataset.add);
    else parts.pop();
    input.value = parts.join("+");
    input.dispatchEvent(new Event("change", { bubbles: true }));
    this.show();
  }

  best(input) { return Math.max(0, ...input.value.split("+").map((part) => Number(part) || 0)); }

  chosen(name) { return [0, 1].map((side) => this.face.querySelector(`input[name=${name}_${side}]:checked, select[name=${name}_${side}]`)?.value || undefined); }

  show() {
    if (!this.said) return;
    const [one, other] = this.rows.map((input) => this.best(input));
    const equal = one > 0 && one === other;
    const asks = this.face.querySelector("[data-equal]"), news = asks.hidden && equal;
    asks.hidden = !equal;
    const twofold = this.face.dataset.twofold.split(" ").includes(String(one));
    this.face.querySelectorAll("[data-kind]").forEach((ask) => { ask.hidden = !twofold; });
    const [kinds, tops] = [this.chosen("weis_kind"), this.chosen("weis_top")];
    const alike = tops[0] !== undefined && tops[0] === tops[1] && (!twofold || kinds[0] === kinds[1]);
    this.face.querySelector("[data-first]").hidden = !alike;
    const name = this.names[one > other ? 0 : 1];
    if (equal) this.said.textContent = this.said.dataset.same;
    else this.said.textContent = one && other ? fill(this.said.dataset.one, { name }) : "";
    if (news) this.face.scrollTop += this.said.getBoundingClientRect().top - this.face.getBoundingClientRect().top;
  }
}

/* What was refused is said until somebody writes on. */
function forgive(form) {
  form.querySelectorAll("#errors, .error").forEach((said) => said.remove());
  form.querySelectorAll("[aria-invalid]").forEach((field) => field.removeAttribute("aria-invalid"));
}

function help(form) {
  const pad = form.querySelector(".pad") && new Pad(form);
  if (!form.querySelector("[data-live]")) return form.querySelector(".idle")?.classList.remove("idle");
  const sum = new Sum(form);
  const show = () => sum.show();
  for (const sign of ["input", "change"]) form.addEventListener(sign, show);
  form.addEventListener("input", () => forgive(form), { once: true });
  matschFills(sum);
  otherSideFollows(sum);
  if (pad && sum.inputs.length > 2) restFollows(sum, pad);
  if (form.querySelector("#strokes")) withStrokes(form, sum, pad);
  if (form.querySelector("[data-face]")) new Faces(form);
  if (form.querySelector("[data-weis]")) new Weise(form);
  if (form.querySelector("[data-cell-words]")) cellTaps(form);
  if (sum.inputs.length) show();
}

/* Who comes back to the page finds no trump tapped. */
function forget() {
  document.querySelectorAll("[data-entry] [name=contract]").forEach((radio) => { radio.checked = radio.defaultChecked; });
}

forget();
wishes();
addEventListener("pageshow", ({ persisted }) => { if (persisted) forget(); });
const first = document.querySelector("form[data-entry]");
if (first) help(first);
// While the network is away the page goes on with the form of the next hand (table.js).
document.addEventListener("form:new", ({ target }) => {
  // Whose turn it is to deal was known of the hand before.
  target.querySelectorAll("[data-out]").forEach((one) => { delete one.dataset.out; });
  help(target);
});
document.addEventListener("table:new", wishes);
