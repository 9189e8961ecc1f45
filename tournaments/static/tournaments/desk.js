// Help at the desk: the sum while a sheet is typed, who sits at the table that is named, the
// clock, a search that hides as you type, and tables that come in without reloading. All of it
// works without this file: the server says the same after a form is sent.
const whole = /^\d{1,6}$/;

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
}

function number(input) {
  const typed = input?.value.trim() ?? "";
  return whole.test(typed) ? Number(typed) : null;
}

class Entry {
  /* The form that types a sheet: number of the table, then totals, then Enter. */
  constructor(form) {
    this.form = form;
    this.table = form.querySelector("[data-table]");
    this.points = [...form.querySelectorAll("[data-points]")];
    this.made = [...form.querySelectorAll("[data-made]")];
    this.live = form.querySelector("[data-sum]");
    this.help = this.live.textContent;
  }

  start() {
    this.form.addEventListener("input", () => this.show());
    this.table?.addEventListener("keydown", (event) => this.onward(event));
    this.table?.focus();
    this.table?.select();
    this.show();
  }

  onward(event) {
    /* Enter goes to the totals; sending an empty sheet helps nobody. */
    if (event.key !== "Enter" || this.points.some((input) => input.value !== "")) return;
    event.preventDefault();
    this.points[0].focus();
  }

  get inputs() {
    return this.form.dataset.counts === "points" ? this.points : this.made;
  }

  get expected() {
    const { hand, hands, bonus, counts } = this.form.dataset;
    const played = number(this.form.querySelector("[data-played]")) ?? Number(hands);
    const matsches = [...this.form.querySelectorAll("[data-matsches]")];
    const more = matsches.reduce((sum, input) => sum + (number(input) ?? 0), 0);
    return played * hand + (counts === "points" ? more * bonus : 0);
  }

  show() {
    const values = this.inputs.map(number);
    const missing = values.filter((value) => value === null).length;
    const sum = values.reduce((total, value) => total + (value ?? 0), 0);
    const off = this.expected - sum;
    this.derive(values, this.form.dataset.alone && missing === 1 && off >= 0 ? off : null);
    this.say({ sum, off, missing, some: missing < values.length });
    this.who();
  }

  derive(values, rest) {
    /* One typist may leave the last number out; two who check each other write it. */
    this.inputs.forEach((input, at) => {
      input.placeholder = values[at] === null && rest !== null && input.value === "" ? rest : "";
    });
  }

  say({ sum, off, missing, some }) {
    const { right, wrong, partly } = this.form.dataset;
    const words = { sum, expected: this.expected, off: Math.abs(off) };
    const over = missing ? off < 0 : off !== 0;
    words.off = over && off < 0 ? `+${-off}` : over ? `−${off}` : off;
    this.live.classList.toggle("right", some && !missing && !over);
    this.live.classList.toggle("wrong", some && over);
    const text = over ? wrong : missing ? partly : right;
    this.live.textContent = some && this.inputs.length ? fill(text, words) : this.help;
  }

  who() {
    if (!this.table) return;
    const chip = document.querySelector(`.missing [data-table="${number(this.table)}"]`);
    const names = chip?.dataset.names.split("|") ?? [];
    this.form.querySelectorAll("[data-who]").forEach((place, at) => {
      place.textContent = names[at] ?? "";
    });
  }
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

function filter(input) {
  const wanted = input.value.trim().toLowerCase();
  for (const row of document.querySelectorAll("[data-name]")) {
    row.hidden = !row.dataset.name.includes(wanted);
  }
}

async function refresh() {
  /* What other people wrote meanwhile; nothing that is being typed is touched. */
  if (document.hidden) return;
  const answer = await fetch(location.href, { headers: { "X-Requested-With": "fetch" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const other = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
    const busy = part.contains(document.activeElement) || part.querySelector("details[open]");
    if (other && !busy && other.textContent !== part.textContent) part.replaceWith(other);
  }
  tick();
}

for (const form of document.querySelectorAll("form[data-entry]")) new Entry(form).start();
document.querySelectorAll("[data-filter]").forEach((input) => {
  input.addEventListener("input", () => filter(input));
});
if (document.querySelector("[data-ends]")) { tick(); setInterval(tick, 1000); }
if (document.querySelector("[data-live]")) setInterval(() => refresh().catch(() => {}), 15000);
