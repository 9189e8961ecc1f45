// Sorting a board by hand, card by card: a touch anywhere on the card leads on. Without this file the
// whole list stands there.
const place = document.querySelector("[data-sort]"), list = document.querySelector("[data-cards]");
const cards = [...list.children];
const next = place.querySelector("[data-next]"), back = place.querySelector("[data-back]");
let at = 0;

function show() {
  const card = cards[at];
  place.querySelector("[data-what]").replaceChildren(...[...card.firstElementChild.childNodes].map((one) => one.cloneNode(true)));
  place.querySelector("[data-pile]").textContent = card.dataset.pile;
  place.querySelector("[data-where]").textContent = `${at + 1} / ${cards.length}`;
  back.disabled = at === 0;
  cards.forEach((one, index) => one.classList.toggle("done", index < at));
}

function go(step) {
  const wanted = at + step;
  if (wanted >= cards.length) { document.querySelector("form .btn.main").focus(); return; }
  at = Math.max(0, wanted);
  show();
}

next.addEventListener("click", () => go(1));
back.addEventListener("click", () => go(-1));
place.hidden = false;
list.hidden = true;
show();
next.focus();
