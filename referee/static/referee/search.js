// Finds while somebody types. The form does the same without this file.
const form = document.querySelector("[data-search]");
const input = form.querySelector("[name=q]");
const place = document.getElementById("found");
const said = document.getElementById("said");
const PAUSE = 220;
let waiting, running;

/** While somebody types, fewer hits take no less room: nothing moves away under a finger. */
function hold(question) {
  place.style.minHeight = question ? `${place.offsetHeight}px` : "";
}

async function find() {
  running?.abort();
  running = new AbortController();
  const asked = new URLSearchParams(new FormData(form));
  asked.set("q", input.value.trim());
  try {
    const answer = await fetch(`?${asked}&part=hits`, { signal: running.signal });
    if (!answer.ok || answer.redirected) return;
    place.innerHTML = await answer.text();
    hold(asked.get("q"));
    said.textContent = place.querySelector("[data-said]")?.textContent ?? "";
    // Coming back from an article shows what was found before.
    if (!asked.get("q")) asked.delete("q");
    history.replaceState(null, "", asked.size ? `?${asked}` : location.pathname);
  } catch (error) {
    // A newer question: what stands there stays until it is answered.
    if (error.name === "AbortError") return;
    if (error.name !== "TypeError") throw error;
    // No network: the rulebook that the phone has kept finds it too.
    const law = Object.assign(document.createElement("a"), { className: "btn", textContent: place.dataset.law });
    law.href = `${place.dataset.book}?${new URLSearchParams({ q: asked.get("q") })}`;
    place.replaceChildren(law);
    hold(asked.get("q"));
  }
}

input.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(find, PAUSE);
});

form.addEventListener("submit", () => {
  clearTimeout(waiting);
  running?.abort();
});

document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const line = [input, ...place.querySelectorAll("a")];
  const at = line.indexOf(document.activeElement);
  if (!step || at < 0 || !line[at + step]) return;
  event.preventDefault();
  line[at + step].focus();
});
