// The paper grid: Enter moves on like Tab, what is typed stays in this browser until it is
// written, what follows from the control sum is shown before it is, and so are the totals of the
// players. The form works the same without this file; the server derives it all again.
const { printed } = await import(document.querySelector("#outbox").src);
const form = document.querySelector("form[data-grid]");
const fields = [...form.querySelectorAll("td input, td select")];
const place = `grid:${form.dataset.grid}`;

function draft() {
  try { return JSON.parse(localStorage.getItem(place)) ?? {}; } catch { return {}; }
}

function keep() {
  const typed = fields.filter((field) => field.value).map((field) => [field.name, field.value]);
  try {
    if (typed.length) localStorage.setItem(place, JSON.stringify(Object.fromEntries(typed)));
    else localStorage.removeItem(place);
  } catch { /* no room, or not allowed: the page itself still holds it */ }
}

function restore() {
  /* Rows that are written have no field any more: what was kept of them goes. */
  const kept = draft();
  if (!document.querySelector("#errors")) {
    fields.forEach((field) => { field.value = kept[field.name] ?? field.value; });
  }
  keep();
}

function moveOn(event) {
  if (event.key !== "Enter") return;
  const at = fields.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  const next = fields[at + (event.shiftKey ? -1 : 1)] ?? form.querySelector("button");
  next?.focus();
  next?.select?.();
}

const number = /^-?\d{1,6}$/;
const read = ({ value }) => (number.test(value.trim()) ? Number(value) : null);
const every = (row, what) => [...row.querySelectorAll(what)];

function derive(row) {
  /* The points of a row; the one that is left empty shows what it will be. */
  const more = every(row, "[data-each]").reduce((sum, field) =>
    sum + field.dataset.each * ((read(field) ?? field.dataset.usual) - field.dataset.usual), 0);
  const parts = every(row, "[data-part]"), typed = parts.map(read);
  const total = Number(form.dataset.whole), known = typed.filter((value) => value !== null);
  const rest = total + more - known.reduce((sum, value) => sum + value, 0);
  const follows = total > 0 && known.length === typed.length - 1 && rest >= 0;
  const points = typed.map((value) => value ?? (follows ? rest : null));
  parts.forEach((field, at) => { field.placeholder = typed[at] === null && follows ? rest : ""; });
  return points;
}

function shares(row, players) {
  /* What a typed row brings each player, null while it is not all there. */
  const points = derive(row), partner = row.querySelector("[name$=-partner]");
  const nothing = row.querySelector("[name$=-state]")?.value;
  if (nothing) return Array(players).fill(0);
  if (!points.length || points.includes(null)) return null;
  if (!partner) return points;
  const together = [0, Number(partner.value || 2)];
  return [0, 1, 2, 3].map((seat) => points[together.includes(seat) ? 0 : 1]);
}

function addUp() {
  let totals = null;
  every(form, "tr[id^=row]").forEach((row) => {
    const cells = every(row, "[data-sum]"), { got } = row.dataset;
    const mine = got ? got.split(" ").map(Number) : shares(row, cells.length);
    if (mine) totals = mine.map((points, at) => points + (totals?.[at] ?? 0));
    cells.forEach((cell, at) => { cell.textContent = mine ? printed(totals[at]) : ""; });
  });
}

restore();
addUp();
form.addEventListener("input", () => { keep(); addUp(); });
form.addEventListener("keydown", moveOn);
const print = document.querySelector("[data-print]");
print.hidden = false;
print.addEventListener("click", () => window.print());
(document.querySelector("#errors") ?? fields[0])?.focus();
