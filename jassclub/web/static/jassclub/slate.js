// Simply writing, also without network: the game is made on this phone out of a blank page that was
// kept; its opening waits in the outbox before its hands. The service does the same from the form.
const { drop, items, keep, newKey, printed, send } = await import(document.querySelector("#outbox").src);
const form = document.querySelector("#simply");
const PATIENCE = 4_000, USUAL = 4;
const fields = [...form.querySelectorAll("[name^=name_]")];

/** What this phone is known by, whatever becomes of its session. */
function secret() {
  try {
    return localStorage.slates ??= newKey();
  } catch {
    return newKey();
  }
}

function ident() {
  const found = newKey(), variant = "89ab"[parseInt(found[16], 16) % 4];
  return `${found.slice(0, 8)}-${found.slice(8, 12)}-4${found.slice(13, 16)}-${variant}${found.slice(17, 20)}-${found.slice(20)}`;
}

const typed = () => fields.map(({ value }) => value.trim().replace(/\s+/g, " "));
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** First names, as at the table; the whole name where two are called alike. */
function called(names) {
  const first = names.map((name) => name.split(" ")[0]);
  return names.map((name, place) => {
    if (!name) return form.dataset.one.replace("{n}", place + 1);
    return first.filter((other) => other === first[place]).length > 1 ? name : first[place];
  });
}

function named(html, names, safe) {
  const { we, you } = form.dataset, short = called(names);
  let filled = html;
  for (const [one, other, pair] of [[0, 2, we], [1, 3, you]]) {
    const both = new RegExp(`⟦${one}⟧ &(?:amp;)* ⟦${other}⟧`, "g");
    if (!names[one] && !names[other]) filled = filled.replace(both, () => safe(pair));
  }
  return filled.replace(/⟦(\d)⟧/g, (_all, place) => safe(short[place]));
}

/** The page of a game, out of the blank one: its id, its people, keys of its own. */
function page(blank, id, names) {
  let html = blank.replaceAll(form.dataset.place, id).replaceAll('data-who="anonymous:nobody"', 'data-who=""');
  for (const [, key] of blank.matchAll(/name="key" value="([0-9a-f]{32})/g)) html = html.replaceAll(key, newKey());
  if (!names.some(Boolean)) {
    const [, deals] = /data-deals="([^"]*)"/.exec(html) ?? ["", ""];
    const first = deals.split("|")[0].trim();
    html = html.replace(deals && `data-deals="${deals}"`, 'data-deals=""');
    if (first) html = html.replaceAll(first, "");
  }
  // The spare form is kept as text, so that what stands in it is read twice.
  return html.split(/(<template data-spare>[^]*?<\/template>)/).map((part, at) =>
    named(part, names, at % 2 ? (text) => escaped(escaped(text)) : escaped)).join("");
}

function blankOf(names) {
  if (names.slice(USUAL).some(Boolean)) return "";
  const { blank, three } = form.querySelector("[name=profile]:checked").dataset;
  return three && names[2] && !names[3] ? three : blank;
}

async function blankPage(address) {
  const cached = await (await caches.open("slates")).match(address);
  return cached ?? fetch(address);
}

/** Waits until something is known of the item, not longer than people like to look at a button. */
function settled(key) {
  return new Promise((resolve) => {
    const look = ({ detail }) => { if (detail?.key === key || detail?.paused) resolve(); };
    document.addEventListener("outbox", look);
    setTimeout(resolve, PATIENCE);
  });
}

async function open(address) {
  const id = ident(), names = typed(), path = `/games/${id}/`, key = newKey();
  const blank = await blankPage(address), slates = await caches.open("slates");
  if (!blank.ok) throw new Error(address);
  const headers = { "Content-Type": "text/html; charset=utf-8", Slate: "1", "Content-Language": document.documentElement.lang.slice(0, 2) };
  await slates.put(path, new Response(page(await blank.text(), id, names), { headers }));
  const profile = form.querySelector("[name=profile]:checked").value;
  const told = [["profile", profile], ["game", id], ["secret", secret()], ["key", key], ...names.map((name, place) => [`name_${place}`, name])];
  await keep({ key, path: "/slate/", fields: told, game: path, who: "", words: form.dataset.words, state: "waiting", said: "", findings: [] });
  const end = settled(key);
  send();
  await end;
  const item = (await items()).find((one) => one.key === key);
  if (item.state === "waiting") return location.assign(path);
  await Promise.all([drop(key), slates.delete(path)]);
  if (item.state === "sent") return location.assign(item.to);
  throw new Error(item.state);
}

/** No more places than the game has; a name that was typed stays in sight. */
function places() {
  const { seats } = form.querySelector("[name=profile]:checked")?.closest("label").dataset ?? {};
  const numbers = seats?.split(" ") ?? [USUAL], most = Math.max(...numbers), more = form.querySelector("[data-more]");
  fields.forEach((field, place) => { field.closest("p").hidden = place >= most && !field.value; });
  more.hidden = fields.slice(USUAL).every((field) => field.closest("p").hidden);
  more.open ||= Math.max(Math.min(...numbers), form.querySelector("#find_game").dataset.size ?? 0) > USUAL;
}

/** As many as were said to sit there, also where nobody has a name: the last is called as his place. */
function seated() {
  const { size } = form.querySelector("#find_game").dataset;
  if (Number(size) && Number(size) !== USUAL) fields[size - 1].value ||= size;
}
form.addEventListener("change", places);
addEventListener("pageshow", places);
places();

form.elements.secret.value = secret();
form.addEventListener("submit", async (event) => {
  seated();
  const address = blankOf(typed());
  if (!address || !("caches" in window) || !("indexedDB" in window)) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "1";
  try {
    await open(address);
  } catch {
    // Refused, or not allowed here: the service says what is wrong.
    form.submit();
  }
  delete form.dataset.busy;
});

/** What only the service can open is not offered where it cannot be reached. */
function offer() {
  form.querySelector("details").hidden = !navigator.onLine;
}
for (const sign of ["online", "offline"]) addEventListener(sign, offer);
offer();

/** The slates whose pages are kept here, also those that the service does not know yet. */
async function list() {
  const place = document.querySelector("[data-slates]"), cards = place.querySelector("ul");
  const waiting = await items();
  for (const name of ["slates", "pages"]) {
    if (!("caches" in window) || !(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const { url } of (await cache.keys()).reverse()) {
      const { pathname } = new URL(url);
      if (!pathname.startsWith("/games/") || cards.querySelector(`a[href="${pathname}"]`)) continue;
      const html = await (await cache.match(url)).text();
      if (html.includes("data-loose=")) cards.prepend(card(pathname, html, waiting));
    }
  }
  place.hidden = !cards.childElementCount;
}

function card(path, html, waiting) {
  const { title } = new DOMParser().parseFromString(html, "text/html");
  const sides = title.split(" : ").map((side) => / ([−-]?[\d’]+)$/.exec(side.trim()));
  const sums = sides.map((found) => Number(found?.[1].replace("−", "-").replaceAll("’", "")));
  for (const { made } of waiting.filter(({ game }) => game === path)) {
    made?.split(" : ").forEach((points, at) => { sums[at] += Number(points); });
  }
  const link = Object.assign(document.createElement("a"), { href: path });
  for (const [at, side] of title.split(" : ").entries()) {
    const line = Object.assign(document.createElement("span"), { className: "headline" });
    const who = Object.assign(document.createElement("span"), { textContent: side.trim().replace(/ [−-]?[\d’]+$/, "") });
    line.append(who, Object.assign(document.createElement("span"), { className: "score", textContent: printed(sums[at]) }));
    link.append(line);
  }
  const made = document.createElement("li");
  made.append(link);
  return made;
}
list().catch(() => {});
