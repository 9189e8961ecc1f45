// Who sits where, by tapping names. The selects of the form say the same without this file; they
// stay in the form, hidden, and are what is sent.
const form = document.getElementById("opening");
const taps = document.getElementById("taps");
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

class Seat {
  constructor(place) {
    this.place = place;
    this.index = Number(place.dataset.place);
    this.select = form.elements[`seat_${this.index}`];
    this.guest = form.elements[`guest_${this.index}`];
    this.dealer = form.querySelector(`[name="first_dealer"][value="${this.index}"]`);
    this.free = fill(taps.dataset.free, { number: this.index + 1 });
  }

  get name() {
    return this.select.value ? this.select.selectedOptions[0].text : this.guest?.value.trim() ?? "";
  }

  take(player, guest = "") {
    this.select.value = player;
    if (this.guest) this.guest.value = guest;
  }

  draw(shown) {
    this.place.hidden = !shown;
    this.place.textContent = this.name || this.free;
    this.place.classList.toggle("taken", Boolean(this.name));
    this.dealer.nextElementSibling.textContent = this.name || this.free;
    this.dealer.closest("label").hidden = !shown;
    if (!shown) this.dealer.checked = false;
  }
}

function atTable() {
  /* As many as were said to play, else as the rules that are chosen allow: four if they do. */
  const rules = form.querySelector('[name="profile"]:checked')?.closest("label").dataset.seats ?? "4";
  const can = rules.split(" ").map(Number);
  const usual = can.includes(4) ? 4 : Math.max(...can) < 4 ? Math.max(...can) : Math.min(...can);
  return Number(document.getElementById("find_game").dataset.size) || usual;
}

class Table {
  constructor() {
    this.seats = [...taps.querySelectorAll("[data-place]")].map((place) => new Seat(place));
    this.names = [...taps.querySelectorAll("[data-player]")];
    this.hint = taps.querySelector("[data-hint]");
    this.said = this.hint.textContent;
    const dealers = form.querySelector("[data-dealers]");
    const further = form.querySelector("[data-more-dealers]");
    dealers.append(...further.querySelectorAll("label"));
    further.remove();
  }

  tap(button) {
    const sitting = this.seats.find((seat) => seat.select.value === button.dataset.player);
    if (sitting) sitting.take("");
    else this.sit(button.dataset.player);
    this.draw();
  }

  sit(player, guest = "") {
    const free = this.seats.find((seat) => !seat.name);
    free?.take(player, guest);
    this.hint.textContent = free ? this.said : taps.dataset.full;
    return Boolean(free);
  }

  invite(input) {
    const name = input.value.trim();
    if (name && this.sit("", name)) input.value = "";
    this.draw();
  }

  draw() {
    const last = this.seats.findLastIndex((seat) => seat.name), asked = atTable();
    this.seats.forEach((seat) => seat.draw(seat.index < asked || seat.index <= last));
    const at = new Map(this.seats.map((seat) => [seat.select.value, seat.index + 1]));
    for (const button of this.names) {
      button.setAttribute("aria-pressed", String(at.has(button.dataset.player)));
    }
  }
}

function sevens() {
  /* The rule of the seven is told where it holds, and the lot where it does not. */
  const told = form.querySelector("[data-seven]");
  const chosen = form.querySelector('[name="profile"]:checked')?.value ?? "";
  const lot = form.querySelector("[data-lot]");
  if (told) told.hidden = !told.dataset.seven.split(" ").includes(chosen);
  if (told && lot) lot.hidden = !told.hidden;
}

const asked = form.querySelector("[data-saying]");
const usual = Object.fromEntries(asked.dataset.saying.split(" ").map((pair) => pair.split(":")));

function sayings(event) {
  /* Asked where numbers are said; what the rules say is chosen until somebody chooses otherwise. */
  const way = usual[form.querySelector('[name="profile"]:checked')?.value];
  asked.hidden = !way;
  const chosen = form.querySelector('[name="saying"]:checked');
  if (way && (!chosen || event?.target.name === "profile")) {
    form.querySelector(`[name="saying"][value="${way}"]`).checked = true;
  }
  const others = form.elements.phones;
  if (others && event?.target.name === "saying" && event.target.value === "phones") others.checked = true;
}

const table = new Table();
taps.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button?.dataset.player) table.tap(button);
  if (button?.dataset.place) { table.seats[button.dataset.place].take(""); table.draw(); }
  if (button && "guest" in button.dataset) table.invite(document.getElementById("guest"));
});
taps.addEventListener("keydown", (event) => {
  if (event.target.id !== "guest" || event.key !== "Enter") return;
  event.preventDefault();
  table.invite(event.target);
});
form.addEventListener("submit", () => {
  // A name that was typed and not sent to the table is not lost.
  const guest = document.getElementById("guest");
  if (guest) table.invite(guest);
});
document.getElementById("profile").addEventListener("change", () => table.draw());
form.addEventListener("change", sevens);
form.addEventListener("change", sayings);
// A browser that goes back puts the values in again after this file has run.
window.addEventListener("pageshow", () => { table.draw(); sevens(); sayings(); });
taps.hidden = false;
document.getElementById("seats").hidden = true;
