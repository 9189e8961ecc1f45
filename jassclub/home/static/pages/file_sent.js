// While a file is on its way and being read, its form says so; where nothing else is asked, the
// choice of the file sends it.
for (const field of document.querySelectorAll("[data-at-once]")) {
  field.addEventListener("change", () => { if (field.value) field.form.requestSubmit(); });
}
for (const line of document.querySelectorAll("[data-reading]")) {
  line.closest("form").addEventListener("submit", () => {
    line.hidden = false;
    line.scrollIntoView({ block: "nearest" });
  });
  // Whoever comes back by the browser's own button sees the form as it was.
  addEventListener("pageshow", () => { line.hidden = true; });
}
