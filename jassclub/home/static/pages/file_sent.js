// While a file is on its way and being read, its form says so.
for (const line of document.querySelectorAll("[data-reading]")) {
  line.closest("form").addEventListener("submit", () => {
    line.hidden = false;
    line.scrollIntoView({ block: "nearest" });
  });
  // Whoever comes back by the browser's own button sees the form as it was.
  addEventListener("pageshow", () => { line.hidden = true; });
}
