// Where the answer to a question writes at once, its keys tell what else is chosen: the box of that
// question may have scrolled on.
function tell() {
  for (const said of document.querySelectorAll("[data-chosen]")) {
    const one = said.closest("form").querySelector(`[name=${said.dataset.chosen}]:checked`);
    said.textContent = one ? `– ${one.labels[0].textContent.trim()}` : "";
  }
}

for (const sign of ["change", "form:new", "table:new"]) document.addEventListener(sign, tell);
tell();
