// Cards are tapped instead of typed: one pack for all fields of a form, the field that is being
// filled marked. The form takes typed names of cards without this file.
const MOST = { card: 1, cards: 9, trick: 4, holding: 9 };
const IN_ONE_PLACE = ["trick", "holding"];

class Picker {
  constructor(form) {
    this.form = form;
    this.fields = [...form.querySelectorAll("[data-kind]")].filter((field) => MOST[field.dataset.kind]);
    this.box = Object.assign(document.createElement("div"), { className: "picker" });
    this.box.append(form.querySelector("template").content.cloneNode(true));
    this.said = Object.assign(document.createElement("p"), { className: "wrong", role: "status" });
    this.box.append(this.said);
    for (const field of this.fields) this.prepare(field);
    this.box.addEventListener("click", (event) => {
      const tapped = event.target.closest("button");
      if (tapped?.dataset.deck) this.turn(tapped.dataset.deck);
      else if (tapped) this.tap(tapped);
    });
    this.open(this.fields[0]);
  }

  prepare(field) {
    const laid = Object.assign(document.createElement("span"), { className: "laid" });
    laid.setAttribute("role", "group");
    laid.setAttribute("aria-label", field.labels[0].textContent.trim());
    laid.addEventListener("click", (event) => {
      const card = event.target.closest("[value]");
      if (card) this.put(field, this.cards(field).filter((code) => code !== card.value));
      this.open(field);
    });
    field.hidden = true;
    field.after(laid);
    field.laid = laid;
  }

  cards(field) { return field.value.split(",").filter(Boolean); }

  pack() { return this.box.querySelector(".pack:not([hidden])"); }

  face(code) { return this.box.querySelector(`[value="${code}"]`); }

  put(field, codes) {
    field.value = codes.join(",");
    this.draw();
  }

  // The field that is being filled has the pack below it.
  open(field) {
    this.field = field;
    field.closest(".field").after(this.box);
    this.draw();
  }

  tap(face) {
    const { kind } = this.field.dataset, codes = this.cards(this.field), code = face.value;
    this.said.textContent = "";
    if (codes.includes(code)) return this.put(this.field, codes.filter((other) => other !== code));
    const other = this.elsewhere(code);
    if (other) this.said.textContent = `${face.ariaLabel} ${this.form.dataset[other.dataset.kind]}.`;
    else if (MOST[kind] === 1) this.put(this.field, [code]);
    else if (codes.length < MOST[kind]) this.put(this.field, [...codes, code]);
    else this.said.textContent = this.form.dataset.full;
  }

  // A card lies in one place: in the trick, or in a hand.
  elsewhere(code) {
    if (!IN_ONE_PLACE.includes(this.field.dataset.kind)) return undefined;
    return this.fields.find((field) => field !== this.field
      && IN_ONE_PLACE.includes(field.dataset.kind) && this.cards(field).includes(code));
  }

  draw() {
    for (const field of this.fields) {
      const faces = this.cards(field).map((code, at) => this.laid(field, code, at));
      if (!faces.length) faces.push(this.hint());
      field.laid.replaceChildren(...faces);
      field.laid.classList.toggle("now", field === this.field);
    }
    for (const face of this.pack().children) {
      const codes = this.cards(this.field);
      face.ariaPressed = String(codes.includes(face.value));
      face.classList.toggle("gone", Boolean(this.elsewhere(face.value)));
    }
  }

  laid(field, code, at) {
    const card = this.face(code).cloneNode(true);
    card.removeAttribute("aria-pressed");
    card.classList.remove("gone");
    if (field.dataset.kind === "trick") {
      const place = document.createElement("small");
      place.textContent = at ? `${at + 1}.` : this.form.dataset.leads;
      card.append(place);
      card.ariaLabel += `, ${place.textContent}`;
    }
    return card;
  }

  hint() {
    return Object.assign(document.createElement("button"), {
      type: "button", className: "btn", textContent: this.form.dataset.choose,
    });
  }

  // The same cards in the other deck, which the address remembers.
  turn(deck) {
    const before = [...this.pack().children].map((face) => face.value);
    for (const button of this.box.querySelectorAll("[data-deck]")) button.ariaPressed = String(button.dataset.deck === deck);
    for (const pack of this.box.querySelectorAll(".pack")) pack.hidden = pack.dataset.of !== deck;
    const after = [...this.pack().children].map((face) => face.value);
    for (const field of this.fields)
      field.value = this.cards(field).map((code) => after[before.indexOf(code)] ?? code).join(",");
    const kept = this.form.elements._deck ?? this.form.appendChild(
      Object.assign(document.createElement("input"), { type: "hidden", name: "_deck" }));
    kept.value = deck;
    this.draw();
  }
}

for (const form of document.querySelectorAll("form[data-cards]")) if (form.querySelector("template")) new Picker(form);
