// The rules narrowed by a name in any dialect and by how many sit at the table; without this file
// all families stand there to be unfolded. What is not shown is not chosen.
const place = document.getElementById("find_game");
const typed = document.getElementById("find_name");
const sizes = [...place.querySelectorAll("[data-size]")];
const all = document.getElementById("profile");
const others = all.querySelector("[data-others]");
const nothing = place.querySelector("[data-nothing]");
const most = sizes.at(-1).dataset.size;
// As it sounds: Haerdöpfler is Härdöpfler, Chrüüzjass is Chrüzjass, Coifför is Coiffeur, Molotof is
// Molotow; Schläger is Schleger and not Schlager.
const plain = (text) => text.toLowerCase().replace(/ae|ä/g, "e").normalize("NFKD")
  .replace(/[^a-z0-9+]/g, "").replace(/([ou])e/g, "$1").replace(/eu/g, "o").replace(/ie|y/g, "i")
  .replace(/[vw]|ph/g, "f").replace(/([a-z])\1+/g, "$1");
// Letters from which a name is known with an ending after it: Mittler-er.
const LONG = 5, ENDING = 2;
let size = "";
let before = null;

/* How well a name is met: 2 where a word of it begins so, 1 where it holds that somewhere. */
function named({ dataset: { foundBy } }, wanted) {
  const begins = [...foundBy.split(","), ...foundBy.split(/[\s,-]+/)].map(plain);
  if (begins.some((word) => word.startsWith(wanted) || (word.length >= LONG
    && wanted.startsWith(word) && wanted.length - word.length <= ENDING))) return 2;
  return plain(foundBy).includes(wanted) ? 1 : 0;
}

const seated = ({ dataset: { seats } }) => !size
  || seats.split(" ").some((it) => (size === most ? +it >= +most : it === size));

function narrow() {
  const wanted = plain(typed.value);
  const labels = [...all.querySelectorAll("label[data-found-by]")];
  const met = new Map(labels.filter(seated).map((label) => [label, named(label, wanted)]));
  const best = Math.max(0, ...met.values());
  // What is called by no name here is written on a free sheet: it stands there to be tapped.
  for (const label of labels) {
    label.hidden = !met.has(label) || (best ? met.get(label) < best : !("any" in label.dataset));
  }
  for (const family of others.querySelectorAll(".family")) {
    const here = family.querySelectorAll("label:not([hidden])").length;
    family.hidden = !here;
    family.querySelector("[data-count]").textContent = here;
    if (wanted || size) family.open = here > 0;
  }
  if (wanted || size) others.open = true;
  nothing.hidden = best > 0;
  choose(labels);
}

function choose(labels) {
  /* What was chosen comes back with its line, unless something else was tapped meanwhile. */
  const chosen = all.querySelector("[name=profile]:checked");
  before = chosen ?? before;
  if (chosen?.closest("label").hidden) chosen.checked = false;
  else if (!chosen && before && !before.closest("label").hidden) before.checked = true;
  const own = document.getElementById("own");
  if (own) own.hidden = !all.querySelector("[name=profile]:checked");
  place.dataset.size = size;
  all.dispatchEvent(new Event("change", { bubbles: true }));
}

place.hidden = false;
typed.addEventListener("input", narrow);
typed.addEventListener("focus", () => place.scrollIntoView({ block: "start" }));
typed.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
for (const one of sizes) {
  one.addEventListener("click", () => {
    size = size === one.dataset.size ? "" : one.dataset.size;
    for (const other of sizes) other.checked = other.dataset.size === size;
    narrow();
  });
}
