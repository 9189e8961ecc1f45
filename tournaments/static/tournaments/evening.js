// One tap ticks everybody who was here the last time; without this file they are ticked one by one.
const all = document.querySelector("[data-all]");
const last = [...document.querySelectorAll("[data-last]")];
if (all && last.some((box) => !box.checked)) {
  all.hidden = false;
  all.firstElementChild.addEventListener("click", () => {
    for (const box of last) box.checked = true;
    all.hidden = true;
  });
}
