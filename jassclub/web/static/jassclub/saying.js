// The screen of a number that is said before a hand: keys, what the owner may look at again, and
// the phone that goes round while there is no network. A sealed number leaves this file twice: to
// the outbox, which sends it, and to the storage of this one window, for its owner to look at.
const { items, newKey } = await import(document.querySelector("#outbox").src);
const SEALED = "sealed";
const page = document.querySelector(".saying-page");
const place = document.querySelector("[data-outbox]");
const marked = () => page.querySelector("[data-phase]")?.dataset.phase;
const form = page.querySelector("form[data-say]");
const field = form?.querySelector("#value:not(div)");
const first = marked();
document.documentElement.classList.add("js");

/* keys: the first digit replaces what came back with a fault */
const key = form?.querySelector("[data-says]"), idle = key?.textContent;

function named() {
  if (key) key.textContent = field.value ? key.dataset.says.replace("{n}", field.value) : idle;
}

function press(digit) {
  if (digit === "clear") field.value = "";
  else if (digit === "back") field.value = field.value.slice(0, -1);
  else if (field.getAttribute("aria-invalid") === "true") { field.value = digit; field.removeAttribute("aria-invalid"); }
  else if (field.value.length < field.maxLength) field.value += digit;
  named();
}

if (field) {
  field.inputMode = "none";
  field.addEventListener("input", named);
  form.addEventListener("click", ({ target }) => {
    const { digit } = target.closest("[data-digit]")?.dataset ?? {};
    if (digit) press(digit);
  });
  addEventListener("pagehide", () => { if ("sealed" in form.dataset) field.value = ""; });
}

/* what was sealed in this window, the last number only, and only for the one who typed it */
const own = () => JSON.parse(sessionStorage.getItem(SEALED) ?? "null");
const put = (kept) => sessionStorage.setItem(SEALED, JSON.stringify(kept));
const mine = (kept) => kept && kept.path === location.pathname && kept.who === place.dataset.who;

if (form && "sealed" in form.dataset && !("round" in form.dataset)) {
  form.addEventListener("submit", () => {
    const before = mine(own()) ? own().value : "";
    put({ path: location.pathname, who: place.dataset.who, value: field.value, before });
  });
  // It was refused: what was sealed before still is.
  if (document.querySelector("#errors") && mine(own())) put({ ...own(), value: own().before });
} else if (page.dataset.shows === "opened" || (own() && !mine(own()))) sessionStorage.removeItem(SEALED);

const peek = page.querySelector("[data-peek]");
if (peek && mine(own()) && own().value) {
  const [cover, number] = ["[data-hidden]", "[data-peeked]"].map((name) => page.querySelector(name));
  const turn = (open) => {
    number.textContent = open ? own()?.value ?? "" : "";
    number.hidden = !open;
    cover.hidden = open;
  };
  peek.hidden = false;
  page.querySelector("[data-forgotten]").hidden = true;
  peek.addEventListener("pointerdown", () => turn(true));
  peek.addEventListener("keydown", ({ key }) => { if (key === " " || key === "Enter") turn(true); });
  peek.addEventListener("contextmenu", (event) => event.preventDefault());
  for (const end of ["pointerup", "pointercancel", "pointerleave", "keyup", "blur"]) {
    peek.addEventListener(end, () => turn(false));
  }
  for (const end of ["blur", "pagehide"]) addEventListener(end, () => turn(false));
  document.addEventListener("visibilitychange", () => turn(false));
}

/* what others did: the page is asked for anew where something else is to be shown */
document.addEventListener("table:new", () => {
  const typing = form && !form.hidden && "sealed" in form.dataset && (field.value || form.dataset.goes);
  if (marked() !== first && !typing) location.replace(location.pathname);
});

/* no network: what was typed lies here, sealed; a phone that goes round is handed on */
const waits = page.querySelector("[data-lies]");
const pass = page.querySelector("template[data-next]");

async function handOn() {
  const here = (await items()).filter(({ path, state }) => path === location.pathname && state === "waiting");
  if (waits) waits.hidden = !here.length || !form;
  if (!pass || !here.length) return;
  const typed = new Set(here.map(({ fields }) => Object.fromEntries(fields).seat));
  if (!typed.has(form.elements.seat.value)) return;
  const seats = [...pass.content.querySelectorAll("[data-seat]")];
  const next = seats.find(({ dataset }) => !typed.has(dataset.seat));
  field.value = "";
  form.hidden = true;
  if (next) cover(next);
}

function cover({ dataset, textContent }) {
  page.querySelector("[data-pass]")?.remove();
  const shown = pass.content.querySelector("section").cloneNode(true);
  shown.querySelector("[data-name]").textContent = dataset.name;
  const button = shown.querySelector("button");
  button.textContent = textContent.trim();
  button.addEventListener("click", () => {
    shown.remove();
    form.elements.seat.value = dataset.seat;
    form.elements.key.value = newKey();
    form.dataset.words = dataset.words;
    form.dataset.goes = "1";
    form.querySelector("[data-name]").textContent = dataset.says;
    form.hidden = false;
  });
  form.after(shown);
}

document.addEventListener("outbox", () => { if (form) handOn(); });
if (form) handOn();
