// The rules narrowed by a name in any dialect and by how many sit at the table; without this file
// all families stand there to be unfolded.
const place = document.getElementById("find_game");
const typed = document.getElementById("find_name");
const sizes = [...place.querySelectorAll("[data-size]")];
const families = [...document.querySelectorAll("#profile details.family")];
const nothing = place.querySelector("[data-nothing]");
// As it sounds: Haerdöpfler is Härdöpfler, Chrüüzjass is Chrüzjass.
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[^a-z0-9+]/g, "")
  .replace(/([aou])e/g, "$1").replace(/([a-z])\1+/g, "$1");
let size = "";

function narrow() {
  const wanted = plain(typed.value);
  let shown = 0;
  for (const family of families) {
    let here = 0;
    for (const label of family.querySelectorAll("label")) {
      const fits = plain(label.dataset.foundBy).includes(wanted)
        && (!size || label.dataset.seats.split(" ").includes(size));
      label.hidden = !fits && !label.querySelector("input").checked;
      here += fits;
    }
    family.hidden = !here && !family.querySelector("input:checked");
    if (wanted || size) family.open = here > 0;
    shown += here;
  }
  nothing.hidden = shown > 0;
}

place.hidden = false;
typed.addEventListener("input", narrow);
typed.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
for (const one of sizes) {
  one.addEventListener("click", () => {
    size = size === one.dataset.size ? "" : one.dataset.size;
    for (const other of sizes) other.checked = other.dataset.size === size;
    narrow();
  });
}
