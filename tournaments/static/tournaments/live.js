// The page of a tournament on phones in the hall: seats and ranking follow what is written. A short
// question says whether anything has changed; only then the page is fetched, and nothing that
// somebody has opened is closed.
const EVERY = 15_000, SLOWEST = 120_000;
const part = document.querySelector("[data-live]");
const search = document.querySelector("[data-find]");
let etag = "", failures = 0;

/** Letters as they are typed on any keyboard: Lüthi, Luthi and Luethi are one. */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/([aou])e/g, "$1");

function find() {
  const typed = plain(search.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const seat of part.querySelectorAll(".who-where li")) {
    const words = plain(seat.textContent).split(/\s+/);
    seat.hidden = !typed.every((one) => words.some((word) => word.startsWith(one)));
    found += !seat.hidden;
  }
  if (typed.length) part.querySelector("#plaetze").open = true;
  search.parentElement.querySelector("[data-nobody]").hidden = found > 0;
}

function take(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");
  if (!fresh || fresh.innerHTML === part.dataset.shown) return;
  part.dataset.shown = fresh.innerHTML;
  const open = [...part.querySelectorAll("details")].map((one) => one.open);
  const kept = document.activeElement?.closest("[data-live] [href]")?.getAttribute("href");
  part.replaceChildren(...fresh.childNodes);
  part.querySelectorAll("details").forEach((one, at) => { one.open = open[at] ?? one.open; });
  find();
  if (kept) part.querySelector(`[href="${CSS.escape(kept)}"]`)?.focus({ preventScroll: true });
}

async function ask() {
  const known = etag ? { "If-None-Match": etag } : {};
  const answer = await fetch(part.dataset.live, { method: "HEAD", headers: known, cache: "no-store" });
  if (answer.status === 304) return;
  if (!answer.ok) throw new Error(String(answer.status));
  const page = await fetch(location.href, { cache: "no-store" });
  if (!page.ok) throw new Error(String(page.status));
  take(await page.text());
  etag = answer.headers.get("ETag") ?? "";
}

async function poll() {
  try {
    if (!document.hidden) await ask();
    failures = 0;
  } catch {
    failures += 1;
  }
  setTimeout(poll, Math.min(SLOWEST, EVERY * 2 ** failures));
}

search.parentElement.hidden = false;
search.addEventListener("input", find);
setTimeout(poll, EVERY);
