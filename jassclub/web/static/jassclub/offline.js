// The page for no network lists the tables that this phone can still show.
const list = document.querySelector("[data-copies]");
const cache = "caches" in window ? await caches.open("pages") : null;
for (const { url } of (await cache?.keys()) ?? []) {
  const text = await (await cache.match(url)).text();
  const link = Object.assign(document.createElement("a"), { href: new URL(url).pathname });
  const name = document.createElement("b");
  name.textContent = new DOMParser().parseFromString(text, "text/html").title;
  link.append(name);
  const row = document.createElement("li");
  row.append(link);
  list.append(row);
}
list.hidden = !list.childElementCount;
