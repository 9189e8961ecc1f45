// Help while a hand is written: the other side's points, the number pad, the words on the
// button. The form says everything itself in data-* and works the same without this file.
const whole = /^\d{1,4}$/;

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
}

function number(input) {
  const typed = input.value.trim();
  return whole.test(typed) ? Number(typed) : null;
}

class Sum {
  /* Number fields that make one sum (157): the one left empty follows from the others. */
  constructor(form) {
    this.form = form;
    this.inputs = [...form.querySelectorAll("[data-part]")];
    this.live = form.querySelector("[data-live]");
    this.help = this.live.textContent;
    this.button = form.querySelector("[data-write]");
  }

  get total() {
    const chosen = this.form.querySelector("[data-open-sum]:checked");
    return chosen || !this.form.dataset.total ? null : Number(this.form.dataset.total) + this.more;
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
    const side = this.form.querySelector("[name=matsch]:checked")?.value;
    return side === undefined || side === "" ? null : Number(side);
  }

  show() {
    const values = this.values();
    this.inputs.forEach((input, index) => {
      const derived = input.value === "" && values[index] !== null;
      input.placeholder = derived ? values[index] : "";
    });
    const full = values.every((value) => value !== null);
    const sum = values.reduce((total, value) => total + (value ?? 0), 0);
    const wrong = this.total !== null && (full ? sum !== this.total : sum > this.total);
    this.say(values, { full, sum, wrong });
  }

  say(values, { full, sum, wrong }) {
    const words = this.live.dataset;
    const said = { sum, total: this.total, off: Math.abs(sum - this.total) };
    this.live.classList.toggle("wrong", wrong);
    if (wrong) this.live.textContent = fill(sum > this.total ? words.over : words.under, said);
    else this.live.textContent = full ? this.spoken(values) : this.help;
    const ready = full && !wrong;
    this.button.textContent = ready
      ? fill(this.button.dataset.write, { points: values.join(" : ") })
      : this.button.dataset.idle;
  }

  spoken(values) {
    const plain = this.inputs.map((input, index) => `${input.dataset.name} ${values[index]}`).join(", ");
    const factor = Number(this.form.querySelector("[name=contract]:checked")?.dataset.factor ?? 1);
    return factor > 1 ? `${plain} (× ${factor} = ${values.map((value) => value * factor).join(" : ")})` : plain;
  }
}

class Pad {
  /* Big keys that write into the field chosen last; the phone's own keyboard stays away. */
  constructor(form, changed) {
    this.fields = [...form.querySelectorAll("[data-pad]")];
    this.chosen = this.fields[0];
    this.changed = changed;
    if (matchMedia("(pointer: coarse)").matches) {
      this.fields.forEach((field) => { field.inputMode = "none"; });
    }
    this.fields.forEach((field) => field.addEventListener("focus", () => this.choose(field)));
    form.querySelector(".pad").addEventListener("click", (event) => {
      const key = event.target.closest("button")?.dataset.key;
      if (key) this.press(key);
    });
    this.choose(this.chosen);
  }

  choose(field) {
    this.chosen?.classList.remove("chosen");
    this.chosen = field;
    field.classList.add("chosen");
  }

  press(key) {
    if (key === "next") this.choose(this.fields[(this.fields.indexOf(this.chosen) + 1) % this.fields.length]);
    else if (key === "back") this.chosen.value = this.chosen.value.slice(0, -1);
    else if (this.chosen.value.length < 4) this.chosen.value += key;
    this.changed();
  }
}

function matschFills(sum) {
  /* All tricks taken: the points follow; taking it back empties them again. */
  sum.form.querySelectorAll("[name=matsch]").forEach((radio) => radio.addEventListener("change", () => {
    const side = sum.matsch();
    sum.inputs.forEach((input, index) => {
      input.value = side === null ? "" : index === side ? sum.form.dataset.total : "0";
    });
    sum.show();
  }));
}

function help(form) {
  document.documentElement.classList.add("js");
  if (!form.querySelector("[data-live]")) return;
  const sum = new Sum(form);
  const show = () => sum.show();
  form.addEventListener("input", show);
  matschFills(sum);
  if (form.querySelector(".pad")) new Pad(form, show);
  show();
}

const first = document.querySelector("form[data-entry]");
if (first) help(first);
// While the network is away the page goes on with the form of the next hand (table.js).
document.addEventListener("form:new", (event) => help(event.target));
