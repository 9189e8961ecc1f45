// The paper grid: Enter moves on like Tab, what is typed stays in this browser until it is
// written, and the blank sheet is printed. The form works the same without this file.
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

restore();
form.addEventListener("input", keep);
form.addEventListener("keydown", moveOn);
const print = document.querySelector("[data-print]");
print.hidden = false;
print.addEventListener("click", () => window.print());
(document.querySelector("#errors") ?? fields[0])?.focus();
